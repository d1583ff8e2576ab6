"""Gathers what a corpus says of names, message by message, before anybody judges whose they are; few words of the texts
are kept."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ...message import Message
from ...text.bylines import MEMBER, OTHER, Byline, find_bylines
from ...text.citations import find_authors
from ...text.lexing import Prose, Text
from ...text.ranges import Ranges
from ...text.salutations import STRONG_KINDS, Slot
from ...text.words import atoms, fold, fold_all
from ...text.zones import ATTRIBUTION, zones
from ..kinship import Words
from .names import NameRun, find_runs
from .signs import BYLINE, CITED, OWN, QUOTED, SIGNS, relations, shared, signs_of

# So many messages of one name are remembered; who is named in more is nobody private.
_MOST = 200
# So many characters are shown before and after a name.
_AROUND = 40


class NameUse:
    """What is known of one name.

    count (int): How often it is written.
    opens (int): How often it begins a sentence.
    messages (Sequence[int]): In which messages, by their numbers; not all of very many.
    signs (Counter[str]): How often its neighbours say what.
    surfaces (Counter[str]): How it is written.
    ordinary (bool): All of its words are words of the language.
    context (str): What stands around it where it was seen first.
    """

    __slots__ = ("context", "count", "messages", "opens", "ordinary", "signs", "surfaces")

    def __init__(self) -> None:
        self.count = self.opens = 0
        self.messages = array("I")
        self.signs: Counter[str] = Counter()
        self.surfaces: Counter[str] = Counter()
        self.ordinary = True
        self.context = ""

    def extend(self, other: NameUse, first: int) -> None:
        """Add what is known of the name from messages that come later; the first of them has this number here."""
        self.context = self.context or other.context
        self.count += other.count
        self.opens += other.opens
        self.messages.extend([number + first for number in other.messages[: _MOST - len(self.messages)]])
        self.signs.update(other.signs)
        self.surfaces.update(other.surfaces)
        self.ordinary &= other.ordinary

    def __getstate__(self) -> tuple[Any, ...]:
        """RETURNS (tuple): All that is known, in the order of its names, which are left out."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Take up what `__getstate__` gave."""
        for name, value in zip(self.__slots__, state, strict=True):
            setattr(self, name, value)


class Gathering:
    """What is said of names in some messages, one after the other."""

    def __init__(self) -> None:
        self.uses: dict[Words, NameUse] = {}
        self.cited: Counter[str] = Counter()  # words in citations
        self.bylines: list[tuple[int, tuple[Words, ...]]] = []  # who is said to have written which message
        self.count = 0

    def extend(self, other: Gathering) -> None:
        """Add what is said in messages that come later."""
        for words, use in other.uses.items():
            self.uses.setdefault(words, NameUse()).extend(use, self.count)
        self.cited.update(other.cited)
        self.bylines += ((number + self.count, names) for number, names in other.bylines)
        self.count += other.count


class Gatherer:
    """Takes in messages one by one.

    gathering (Gathering): Where it is noted.
    is_known (Callable[[Words], object]): Names that participants are known to have; of these only what is said
        to be a relative's or the like counts.
    lang (str): The language of the messages.
    """

    def __init__(self, gathering: Gathering, is_known: Callable[[Words], object], *, lang: str) -> None:
        self.gathering = gathering
        self._lang = lang
        self._is_known = is_known

    def add(self, message: Message, slots: Sequence[Slot] = ()) -> None:
        """Take in the next message.

        message (Message): The message.
        slots (Sequence[Slot]): Where names may stand in greetings and sign-offs of the text.
        """
        if message.subject:
            self._add(Text.of(message.subject).prose, (), Ranges())
        prose = Text.of(message.text).prose
        bylines = find_bylines(message.text)
        self._add(prose, [slot for slot in slots if slot.kind in STRONG_KINDS], Ranges.of(bylines))
        self._add_bylines(prose, bylines)
        self.gathering.count += 1

    def _add_bylines(self, prose: Prose, bylines: Sequence[Byline]) -> None:
        """Who is named above an essay; those beside the author only count if the author is one of them."""
        written: list[Words] = []
        for start, end, role in bylines:
            words = fold_all(prose.text[start:end])
            sure = role in (MEMBER, OTHER)
            long = [word for word in words if len(word) > 1]
            for own in dict.fromkeys((words, *((tuple(long),) if len(long) == 1 else ()))):
                at = start + fold(prose.text[start:end]).find(own[0])
                if not self._is_known(own):
                    self._note(prose, at, end if own == words else at + len(own[0]), own, [BYLINE] if sure else [])
                written += [own] if not sure else []
        if written:
            self.gathering.bylines.append((self.gathering.count, tuple(written)))

    def _add(self, prose: Prose, slots: Sequence[Slot], bylines: Ranges) -> None:
        cited = sorted(set(find_authors(prose.text)))
        for start, end in cited:
            self.gathering.cited.update(
                {fold(a.text) for a in atoms(prose.text[start:end]) if len(a.text) > 2 and a.text[0].isupper()}
            )
        related = relations(prose, self._lang)
        runs = [one for one in find_runs(prose, self._lang, after=related) if not bylines.touch(one.start, one.end)]
        known = [not related and bool(self._is_known(run.words)) for run in runs]
        found = [
            [] if skip else signs_of(prose, run, self._lang, related=bool(related))
            for run, skip in zip(runs, known, strict=True)
        ]
        addressed = Ranges.of(slots)
        attributions = Ranges.of(zone for zone in zones(prose.text) if zone.kind == ATTRIBUTION)
        for run, signs in zip(runs, found, strict=True):
            if addressed.touch(run.start, run.end):
                signs.append(SIGNS)
            if attributions.touch(run.start, run.end):
                signs.append(QUOTED)
        shared(prose, runs, found)
        for run, signs, skip in zip(runs, found, known, strict=True):
            if skip:
                continue
            if _inside(run, cited):
                signs.append(CITED)
            if OWN in signs or not run.ordinary:
                use = self._note(prose, run.start, run.end, run.words, signs)
                use.opens += run.opens
                use.ordinary &= run.ordinary

    def _note(self, prose: Prose, start: int, end: int, words: Words, signs: Sequence[str]) -> NameUse:
        uses, number = self.gathering.uses, self.gathering.count
        use = uses.get(words)
        if use is None:
            use = uses[words] = NameUse()
            use.context = " ".join(prose.text[max(0, start - _AROUND) : end + _AROUND].split())
        use.count += 1
        if not use.messages or (len(use.messages) < _MOST and use.messages[-1] != number):
            use.messages.append(number)
        use.signs.update(signs)
        use.surfaces[" ".join(prose.text[start:end].split())] += 1
        return use


def _inside(run: NameRun, spans: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(spans, (run.start, len(spans) and 10**9))
    return any(start <= run.start and run.end <= end for start, end in spans[max(0, at - 8) : at])
