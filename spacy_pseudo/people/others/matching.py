"""Where people who take no part are named in a text; a pure function of text and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import NamedTuple

from ... import languages
from ...attrs import JOINT
from ...text.bylines import find_bylines
from ...text.lexing import Prose
from ...text.ranges import Ranges
from ...text.salutations import Slot
from ...text.words import fold_all
from ..forms import TABLE
from ..index import FormIndex
from ..kinship import Words
from .names import find_runs
from .signs import OWN, THING, shared, signs_of
from .table import Others


class OtherMention(NamedTuple):
    """A place that names somebody who takes no part.

    label (str): What is written instead, without brackets; several, where nothing decides; empty if nobody is known.
    confidence (float): How likely the name is a private person's.
    """

    start: int
    end: int
    label: str
    confidence: float = 1.0


class OtherFinder:
    """Finds the names of a table.

    others (Others): Who takes no part.
    index (FormIndex): The forms of participants.
    lang (str): The language of the messages.
    """

    def __init__(self, others: Others, index: FormIndex, lang: str = languages.BASE) -> None:
        self._index, self._lang = index, lang
        self._forms: dict[Words, list[str]] = {}
        self._likely: dict[Words, float] = {}
        for person in others.hidden():
            for words in map(fold_all, person.forms):
                self._forms.setdefault(words, []).append(person.label)
                likely = 1.0 if person.probability is None else person.probability
                self._likely[words] = max(likely, self._likely.get(words, 0.0))
        self._first = frozenset(words[0] for words in self._forms)
        self._first_of_full = frozenset(words[0] for words in self._forms if len(words) > 1)

    def seeds(self, prose: Prose, *, full: bool = False) -> list[int]:
        """RETURNS (list[int]): The numbers of words with which one of the names begins, or one of several words."""
        first = self._first_of_full if full else self._first
        if first.isdisjoint(prose.vocabulary):
            return []
        return list(compress(range(len(prose.folded)), map(first.__contains__, prose.folded)))

    def find(
        self, prose: Prose, *, stay: Iterable[tuple[int, int]] = (), free: Iterable[tuple[int, int]] = ()
    ) -> list[OtherMention]:
        """Find them in a text.

        prose (Prose): The prepared text.
        stay (Iterable[tuple[int, int]]): Places that are something else: names that stay, mentions of participants.
        free (Iterable[tuple[int, int]]): Places where a participant's name is somebody else's.
        RETURNS (list[OtherMention]): In order, without overlaps.
        """
        seeds = self.seeds(prose)
        if not seeds:
            return []
        taken = Ranges(stay)
        others = Ranges(free)
        seeds = [n for n in seeds if _is_in(others, prose.starts[n]) or not self._is_participants(prose.folded[n])]
        named = [one for one in self._named(prose) if not taken.touch(one.start, one.end)]
        for one in named:
            taken.add(one.start, one.end)
        runs = list(find_runs(prose, self._lang, seeds=seeds))
        signs = [signs_of(prose, run, self._lang) for run in runs]
        shared(prose, runs, signs)
        found = named
        for run, around in zip(runs, signs, strict=True):
            if run.words not in self._forms or taken.touch(run.start, run.end):
                continue
            # A participant's name is somebody else's only where the text says so.
            thing = len(run.words) == 1 and OWN not in around and THING in around
            if _is_in(others, run.start) if self._is_form(run.words) else not thing:
                found.append(self._mention(run.start, run.end, run.words))
        return sorted(found)

    def _named(self, prose: Prose) -> Iterator[OtherMention]:
        """Whoever is named above an essay, however the name is written: 'MS. GREY'."""
        for start, end, _ in find_bylines(prose.text):
            words = fold_all(prose.text[start:end])
            if words in self._forms and not self._is_form(words):
                yield self._mention(start, end, words)

    def _mention(self, start: int, end: int, words: Words) -> OtherMention:
        return OtherMention(start, end, JOINT.join(self._forms[words]), self._likely[words])

    def _is_participants(self, word: str) -> bool:
        """A participant is called so, and no full name here begins so."""
        return word not in self._first_of_full and self._is_form((word,))

    def _is_form(self, words: Words) -> bool:
        """A participant is called so; a nickname of the table that nobody was seen to use does not count."""
        return any(claim.kind != TABLE for claim in self._index.claims(words))

    def full_names(self, prose: Prose, slots: Iterable[Slot] = ()) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Full names that may begin or end as a participant's does, and are somebody
        else's; where the message addresses somebody or is signed, nobody else is named."""
        if not (seeds := self.seeds(prose, full=True)):
            return []
        addressed = Ranges.of(slots)
        return [
            (run.start, run.end)
            for run in find_runs(prose, self._lang, seeds=seeds)
            if len(run.words) > 1
            and not addressed.touch(run.start, run.end)
            and run.words in self._forms
            and self._is_nobodys(run.words)
        ]

    def _is_nobodys(self, words: Words) -> bool:
        """Whoever has a part of the name is known by another surname, and so is not meant."""
        kin = self._index.kinship
        people = {claim.participant for word in words for claim in self._index.claims((word,))}
        return all(kin.has_surname(person) and not kin.resembles(person, words[-1]) for person in people)


def _is_in(places: Ranges, at: int) -> bool:
    return places.touch(at, at + 1)
