"""The account: every place that a participant's name may stand in and that is left as it was, with the reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress
from typing import Any, Final, NamedTuple

from .. import languages
from ..text import cues
from ..text.lexicon import Remembered
from ..text.lexing import Prose, Text
from ..text.ranges import Ranges
from ..text.similarity import distance
from ..text.words import fold, fold_all, is_title, stop_words, word_list
from .allowlist import Allowlist
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, TABLE
from .forms import SURNAME as SURNAME_KIND
from .index import FormIndex, joined
from .kinship import Words
from .reasons import CODE, DECIDED, INITIALS, NEAR, NICKNAME, ORDINARY, SURNAME, UNCLEAR, Reason
from .roster import Roster

# Registered names and their parts count from so many letters on.
_SHORTEST: Final = 3
_NEAR: Final = 40
# Of a name that something is glued on to, or that is misspelled in small letters, so many letters must be there.
_LONG: Final = 4
# Nobody's name is in a longer word.
_LONGEST: Final = 60
_WITH_FIGURES: Final = re.compile(r"(?<!\w)(?=[^\W\d_]*\d)\w+")
_STRETCHED: Final = re.compile(r"(.)\1{2,}")
_CAMEL: Final = re.compile(r"[^\W\d_]?[^\W\d_A-ZÅÄÖ]+|[A-ZÅÄÖ]+")
# What an unexplained form is by its kind; of several people the strongest counts.
_BY_KIND: Final = {TABLE: NICKNAME, SURNAME_KIND: SURNAME, LETTERS: INITIALS, HANDLE: ORDINARY}
_STRENGTH: Final = (FULL, GIVEN, NICK, HANDLE, SURNAME_KIND, TABLE, LETTERS)


class Kept(NamedTuple):
    """A place that may name a participant and is left as it was.

    start (int): Where it begins.
    end (int): Where it ends.
    participants (tuple[str, ...]): Whom it may name.
    reason (Reason): Why it is left.
    probability (float): How likely it names one of them after all.
    """

    start: int
    end: int
    participants: tuple[str, ...]
    reason: Reason
    probability: float

    def row(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): The same as plain data."""
        return {**self._asdict(), "participants": list(self.participants), "reason": self.reason.text}


class Explanation(NamedTuple):
    """Why a stretch of text is left."""

    start: int
    end: int
    reason: Reason


# A place that linking has decided against, with the people and the reason.
Refused = tuple[int, int, tuple[str, ...], Reason]


class Watchlist:
    """All that participants are or may be called: registered names and their parts, the forms of the name map,
    nicknames by the table, initials in use, logins.

    index (FormIndex): The forms that linking knows.
    roster (Roster): The participants.
    offered (Mapping[str, Iterable[str]]): What discovery has put into the name map, by participant: what is no longer
        there was deleted by a person.
    """

    def __init__(self, index: FormIndex, roster: Roster, offered: Mapping[str, Iterable[str]]) -> None:
        self._index = index
        self._kinds: dict[Words, dict[str, str]] = {}
        for person in roster:
            for form, variant in index.kinship.own(person.id).items():
                if variant.kind not in (LETTER, LETTERS) and (sum(map(len, form)) >= _SHORTEST or not variant.is_short):
                    self._add(form, person.id, variant.kind)
            for login in (person.id, *person.ids):
                letters = fold_all(login.partition("@")[0])
                if any(len(word) >= _SHORTEST for word in letters):
                    self._add(letters, person.id, HANDLE)
        for form, claims in index.forms().items():
            for claim in claims.values():
                self._add(form, claim.participant, claim.kind)
                for word in form if len(form) > 1 else ():  # what is left of a name that was damaged
                    if len(word) > _SHORTEST and word not in languages.words():
                        self._add((word,), claim.participant, SURNAME_KIND)
        self._logins = {
            "".join(fold_all(login)): login.casefold()
            for p in roster
            for login in (p.id, *p.ids)
            if not login.isalpha()
        }
        # Logins that are told by their figures; the letters alone may be anything.
        self._figured = {
            name.casefold(): p.id
            for p in roster
            for login in (p.id, *p.ids)
            for name in (login, login.partition("@")[0])
            if len(name) >= _SHORTEST and any(map(str.isdigit, name)) and any(map(str.isalpha, name))
        }
        self._deleted = {
            (person, form)
            for person, texts in offered.items()
            for form in map(fold_all, texts)
            if person not in index.forms().get(form, {})
        }
        self._by_hand = Allowlist(" ".join(form) for form in index.kept)
        self._names = {
            form[0]
            for form in self._kinds
            if len(form) == 1 and len(form[0]) >= _SHORTEST and not self._is_word(form[0])
        }
        self._types = Remembered(self._look_at)
        self._longest: dict[str, int] = {}
        for form in self._kinds:
            self._longest[form[0]] = max(len(form), self._longest.get(form[0], 0))

    def _add(self, form: Words, person: str, kind: str) -> None:
        known = self._kinds.setdefault(form, {})
        if person not in known or _STRENGTH.index(kind) < _STRENGTH.index(known[person]):
            known[person] = kind

    def kept(
        self,
        prose: Prose,
        done: Sequence[tuple[int, int]],
        explained: Iterable[Explanation] = (),
        refused: Iterable[Refused] = (),
    ) -> list[Kept]:
        """Find what is left of participants' names in a text.

        prose (Prose): The prepared text.
        done (Sequence[tuple[int, int]]): Places in which something else is written, or that are pseudonyms.
        explained (Iterable[Explanation]): Why some stretches are left; the first that fits counts.
        refused (Iterable[Refused]): What linking has decided against, with the people
            and the reason.
        RETURNS (list[Kept]): In order, without overlaps.
        """
        types = list(map(self._types.__getitem__, prose.text.tokens))
        standing = [*self._figured_logins(prose.text), *self._refused(prose, refused)]
        if not any(types) and not standing:
            return []
        by_hand = [Explanation(one.start, one.end, DECIDED) for one in self._by_hand.find(prose)]
        why, found = _Explanations([*by_hand, *explained]), _Places(done)
        for start, end, people, reason in standing:
            found.add(start, end, people, why, reason)
        for start, end, form in self._places(prose, types):
            found.add(start, end, tuple(self._kinds[form]), why, partial(self._by_kind, prose, start, end, form))
        if prose.blank:
            types = list(map(self._types.__getitem__, prose.words))
        for at, (_, inside, near) in ((at, known) for at, known in zip(prose.starts, types, strict=True) if known):
            if inside is not None:
                start, end, form = at + inside[0], at + inside[1], inside[2]
                kind = partial(self._by_kind, prose, start, end, form)
                if found.add(start, end, tuple(self._kinds[form]), why, kind):
                    continue
            if near is not None:
                found.add(at + near[0], at + near[1], near[2], why, NEAR)
        return sorted(found.kept)

    def _figured_logins(self, text: Text) -> Iterator[Refused]:
        for m in _WITH_FIGURES.finditer(text) if self._figured and text.figures else ():
            if (person := self._figured.get(m[0].casefold())) is not None:
                yield *m.span(), (person,), CODE

    def _refused(self, prose: Prose, refused: Iterable[Refused]) -> Iterator[Refused]:
        return (one for one in refused if self._written_as_name(prose, one[0], one[1]))

    def _places(self, prose: Prose, types: Sequence[_WordType | None]) -> Iterator[tuple[int, int, Words]]:
        """The longest form from each place on, in code and addresses as well."""
        raw, starts, folded = prose.text.tokens, prose.text.starts, prose.text.folded_words
        done = 0
        for at in compress(range(len(folded)), types):
            if at < done or not (longest := self._longest.get(folded[at], 0)):
                continue
            for length in range(min(longest, len(folded) - at), 0, -1):
                form = tuple(folded[at : at + length])
                end = starts[at + length - 1] + len(raw[at + length - 1])
                if form not in self._kinds or not self._joined(prose, raw, starts, at, length):
                    continue
                if self._counts(prose, starts[at], end, form):
                    yield starts[at], end, form
                    done = at + length
                    break

    @staticmethod
    def _joined(prose: Prose, raw: Sequence[str], starts: Sequence[int], at: int, length: int) -> bool:
        from ..text.words import Atom

        run = [Atom(starts[n], starts[n] + len(raw[n]), raw[n]) for n in range(at, at + length)]
        return length == 1 or joined(prose.text, run)

    def _counts(self, prose: Prose, start: int, end: int, form: Words) -> bool:
        """A form is a candidate here; an ordinary word only where it is written as a name."""
        kinds = set(self._kinds[form].values())
        surface = prose.text[start:end]
        if kinds <= {LETTERS}:
            return surface.isupper()
        login = self._logins.get("".join(form))
        if kinds <= {HANDLE} and login is not None:
            return prose.text[start : start + len(login)].casefold() == login
        return self._written_as_name(prose, start, end)

    def _written_as_name(self, prose: Prose, start: int, end: int) -> bool:
        """It is no ordinary word, or has a capital; one that begins a sentence says nothing of a function word."""
        form = fold_all(prose.text[start:end])
        if not any(self._is_word(word) for word in form) or any(not self._is_word(w) and len(w) > 3 for w in form):
            return True
        if _is_alone(prose.text, start, end) or self._is_mapped(form, opens=not prose.text[:start].strip()):
            return True
        if form in self._kinds and cues.surely_person(prose.text, start, end):  # 'I agree with grace', 'as may said'
            return True
        first = prose.text[start:end].lstrip()[:1]
        if not first.isupper():
            return False
        return not (prose.starts_sentence(start) and (form[0] in stop_words() or form[0] in word_list("calendar")))

    def _is_mapped(self, form: Words, *, opens: bool) -> bool:
        """The name map has a word, and few people use it for anything else ('I saw ginny'), or it opens the message."""
        if len(form) != 1 or len(form[0]) < _SHORTEST or form not in self._index.forms():
            return False
        return opens or form[0] not in languages.common_words()

    def _is_word(self, word: str) -> bool:
        return word in languages.words() or self._index.statistics.ordinary(word)

    def _by_kind(self, prose: Prose, start: int, end: int, form: Words) -> Reason:
        """Why a form is left that linking did not look at."""
        people = self._kinds[form]
        if all((person, form) in self._deleted for person in people):
            return DECIDED
        if any(first <= start < last for first, last in prose.blank):
            return CODE
        kind = min(people.values(), key=_STRENGTH.index)
        ordinary = len(form) == 1 and self._is_word(form[0])
        return ORDINARY if ordinary else _BY_KIND.get(kind, UNCLEAR)

    def _look_inside(self, raw: str, word: str) -> tuple[int, int, Words] | None:
        """Where in a word a name stands: before an 's' or a small word, or where a capital begins or ends it."""
        even = len(word) == len(raw)  # no letter is folded to two

        def part(start: int, end: int) -> str:
            return word[start:end] if even else fold(raw[start:end])

        for end in range(len(raw) - 1, _SHORTEST - 1, -1):
            if (name := part(0, end)) in self._names:
                rest = part(end, len(raw))
                if rest == "s" or (end > _LONG and rest in stop_words()):
                    return 0, end, (name,)
        pieces = [] if raw.islower() else [m.span() for m in _CAMEL.finditer(raw)]
        for start, end in pieces if len(pieces) > 1 else ():
            if part(start, end) in self._names:
                return start, end, (part(start, end),)
        return None

    def _look_at(self, raw: str) -> _WordType | None:
        """What a word is, if it begins a form or holds something of one."""
        word = fold(raw)
        if word in self._longest:
            return _WordType(self._longest[word])
        if not _SHORTEST < len(word) <= _LONGEST or self._is_word(word):
            return None
        inside, near = self._look_inside(raw, word), self._look_near(raw)
        return _WordType(0, inside, near) if inside is not None or near is not None else None

    def _look_near(self, raw: str) -> tuple[int, int, tuple[str, ...]] | None:
        """Where in a word something stands that is one slip away from a name: all of it, or what is glued to it."""
        parts = [(m.start(), m.end()) for m in _CAMEL.finditer(raw)]
        glued = parts[-1:] if len(parts) > 1 and is_title(raw[parts[-1][0] :]) else []
        found = ((start, end, self._close_to(raw[start:end])) for start, end in ((0, len(raw)), *glued))
        return next((one for one in found if one[2]), None) or self._within(raw)

    def _within(self, raw: str) -> tuple[int, int, tuple[str, ...]] | None:
        """A name that is stretched ('Maryyyy'), or that a longer word begins or ends with ('Marygate', 'teammary')."""
        word = fold(raw)
        if _STRETCHED.search(word):
            for short in (_STRETCHED.sub(r"\1", word), _STRETCHED.sub(r"\1\1", word)):
                if people := tuple(self._kinds[short,]) if short in self._names else self._close_to(short):
                    return 0, len(raw), people
        if len(word) == len(raw):
            for size in range(len(word) - 1, _LONG, -1):
                for start in (0, len(word) - size):
                    if (name := word[start : start + size]) in self._names:
                        return start, start + size, tuple(self._kinds[name,])
        return None

    def _close_to(self, raw: str) -> tuple[str, ...]:
        """Whose name is one slip away from a word."""
        word = fold(raw)
        if len(word) < _LONG or self._is_word(word) or not (is_title(raw) or len(raw) > _LONG + 1):
            return ()
        close = [name for name in self._index.near_names.find(word) if distance(word, name) == 1]
        return tuple(dict.fromkeys(p for name in close for p in self._kinds.get((name,), ())))


class _WordType(NamedTuple):
    """What a word is to the account.

    longest (int): How many words the longest form has that begins with it; 0 if none does.
    inside (Optional[tuple[int, int, Words]]): Where in it a name stands.
    near (Optional[tuple[int, int, tuple[str, ...]]]): Where in it something stands that is one slip away from a name.
    """

    longest: int = 0
    inside: tuple[int, int, Words] | None = None
    near: tuple[int, int, tuple[str, ...]] | None = None


class _Places:
    """The places that are left, each found once.

    done (Iterable[tuple[int, int]]): Places that are not left.
    """

    def __init__(self, done: Iterable[tuple[int, int]]) -> None:
        self._taken = Ranges(done)
        self.kept: list[Kept] = []

    def add(
        self, start: int, end: int, people: tuple[str, ...], why: _Explanations, kind: Reason | Callable[[], Reason]
    ) -> bool:
        """RETURNS (bool): The place is left, and is told now, with the reason that is known, or another."""
        if self._taken.touch(start, end):
            return False
        self._taken.add(start, end)
        reason = why.reason(start, end) or (kind if isinstance(kind, Reason) else kind())
        self.kept.append(Kept(start, end, people, reason, reason.probability))
        return True


class _Explanations:
    """Looks up why a place is left; the reason that was given first counts."""

    def __init__(self, explained: Iterable[Explanation]) -> None:
        places: dict[Reason, list[tuple[int, int]]] = {}
        for start, end, reason in explained:
            places.setdefault(reason, []).append((start, end))
        self._ranges = [(reason, Ranges(own)) for reason, own in places.items()]

    def reason(self, start: int, end: int) -> Reason | None:
        """RETURNS (Optional[Reason]): Why it is left, if that is known."""
        return next((reason for reason, ranges in self._ranges if ranges.touch(start, end)), None)


def _is_alone(text: str, start: int, end: int) -> bool:
    """There is nothing else on the line, as where somebody signs."""
    before, after = text[text.rfind("\n", 0, start) + 1 : start], text[end : end + _NEAR].partition("\n")[0]
    return not any(map(str.isalnum, (*before[-_NEAR:], *after)))
