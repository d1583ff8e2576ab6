"""The account: every place that a participant's name may stand in and that is left as it was, with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import Final, NamedTuple

from .. import languages
from ..text import cues
from ..text.disguises import chunks
from ..text.lexicon import Remembered
from ..text.lexing import FIGURED, Prose, Text
from ..text.person_names import joined
from ..text.ranges import Ranges
from ..text.similarity import distance
from ..text.words import fold, fold_all, is_blank, is_title, stop_words, word_list
from .allowlist import Allowlist
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, TABLE
from .forms import SURNAME as SURNAME_KIND
from .index import FormIndex
from .kinship import Words
from .reasons import CODE, DECIDED, INITIALS, NEAR, NICKNAME, ORDINARY, SURNAME, UNCLEAR, Kept, Reason
from .roster import Roster

# Registered names and their parts count from so many letters on.
_SHORTEST: Final = 3
_NEAR: Final = 40
# ':rose:', ':party-rose:'
_EMOJI_BEFORE: Final = re.compile(r"(?<!\w):[\w+-]*\Z")
_EMOJI_AFTER: Final = re.compile(r"[\w+-]*:(?!\w)")
_PICTURE: Final = re.compile(r"!\[[^\]\n]*\Z")
# Of a name that something is glued on to, or that is misspelled in small letters, so many letters must be there.
_LONG: Final = 4
# Nobody's name is in a longer word.
_LONGEST: Final = 60
_FIGURE: Final = re.compile(r"\d(?:(?<=[^\W\d_].)|(?=[^\W\d_]))")
_WITH_FIGURES: Final = re.compile(r"(?<!\w)(?=[^\W\d_]*\d)\w+")
_STRETCHED: Final = re.compile(r"(.)\1{2,}")
_CAMEL: Final = re.compile(r"[^\W\d_]?[^\W\d_A-ZÅÄÖ]+|[A-ZÅÄÖ]+")
# What an unexplained form is by its kind; of several people the strongest counts.
_BY_KIND: Final = {TABLE: NICKNAME, SURNAME_KIND: SURNAME, LETTERS: INITIALS, HANDLE: ORDINARY}
_STRENGTH: Final = (FULL, GIVEN, NICK, HANDLE, SURNAME_KIND, TABLE, LETTERS)

# Where in a word a name stands, and which, or whose it may be; all of that in a word.
Piece = tuple[int, int, Words, tuple[str, ...]]
Hidden = tuple[Piece, ...]
_BEGINS: Final[Hidden] = ((0, 0, (), ()),)


class Explanation(NamedTuple):
    """Why a stretch of text is left."""

    start: int
    end: int
    reason: Reason


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
        logins = [(login, person.id) for person in roster for login in (person.id, *person.ids)]
        self._logins = {"".join(fold_all(login)): login.casefold() for login, _ in logins if not login.isalpha()}
        # Logins that are told by their figures; the letters alone may be anything.
        self._figured = {
            name.casefold(): person
            for login, person in logins
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
        alone = (form[0] for form in self._kinds if len(form) == 1 and len(form[0]) >= _SHORTEST)
        self._names = {name for name in alone if not self._is_word(name)}
        self._ordinary = {
            form[0]: tuple(sorted(person for person, kind in people.items() if kind not in (HANDLE, LETTERS)))
            for form, people in self._kinds.items()
            if len(form) == 1 and len(form[0]) >= _SHORTEST and self._is_word(form[0])
        }
        self._ordinary = {word: people for word, people in self._ordinary.items() if people}
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
        refused: Iterable[Kept] = (),
    ) -> list[Kept]:
        """Find what is left of participants' names in a text.

        prose (Prose): The prepared text.
        done (Sequence[tuple[int, int]]): Places in which something else is written, or that are pseudonyms.
        explained (Iterable[Explanation]): Why some stretches are left; the first that fits counts.
        refused (Iterable[Kept]): What linking has decided against.
        RETURNS (list[Kept]): In order, without overlaps.
        """
        types = list(map(self._types.__getitem__, prose.text.tokens))
        standing = [*self._figured_logins(prose.text)]
        standing += (one for one in refused if self._written_as_name(prose, one.start, one.end))
        if not standing and not any(types):
            return []
        why: dict[Reason, list[tuple[int, int]]] = {}
        if self._index.kept:
            why[DECIDED] = [(one.start, one.end) for one in self._by_hand.find(prose)]
        for start, end, reason in explained:
            why.setdefault(reason, []).append((start, end))
        reasons = [(reason, Ranges(places)) for reason, places in why.items()]
        taken, kept = Ranges(done), []
        for one in chain(standing, self._places(prose, types), self._hidden(prose, types)):
            if not taken.touch(one.start, one.end):
                taken.add(one.start, one.end)
                given = (reason for reason, places in reasons if places.touch(one.start, one.end))
                kept.append(one._replace(reason=next(given, one.reason)))
        return sorted(kept)

    def ordinary_words(self, text: Text, taken: Sequence[tuple[int, int]]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Find ordinary words that participants are also called (will, may), where nothing makes a name of them.

        text (Text): The text.
        taken (Sequence[tuple[int, int]]): Places that are replaced, or that the account lists.
        YIELDS (tuple[str, tuple[str, ...]]): A folded word for each place, and whose name it is.
        """
        here = [at for at, word in enumerate(text.folded_words) if word in self._ordinary]
        places = Ranges(taken) if here else None
        for at in here:
            start = text.starts[at]
            if places is not None and not places.touch(start, start + len(text.tokens[at])):
                yield text.folded_words[at], self._ordinary[text.folded_words[at]]

    def _figured_logins(self, text: Text) -> Iterator[Kept]:
        for place in chunks(text, _FIGURE, FIGURED) if self._figured else ():
            for m in _WITH_FIGURES.finditer(text, *place):
                if (person := self._figured.get(m[0].casefold())) is not None:
                    yield Kept(*m.span(), (person,), CODE)

    def _places(self, prose: Prose, types: Sequence[Hidden]) -> Iterator[Kept]:
        """The longest form from each place on, in code and addresses as well."""
        raw, starts, folded = prose.text.tokens, prose.text.starts, prose.text.folded_words
        done = 0
        for at in compress(range(len(folded)), types):
            if at < done or not (longest := self._longest.get(folded[at], 0)):
                continue
            for length in range(min(longest, len(folded) - at), 0, -1):
                form = tuple(folded[at : at + length])
                end = starts[at + length - 1] + len(raw[at + length - 1])
                if form not in self._kinds or not joined(prose.text, raw, starts, at, at + length):
                    continue
                if self._counts(prose, starts[at], end, form):
                    yield self._by_kind(prose, starts[at], end, form)
                    done = at + length
                    break

    def _hidden(self, prose: Prose, types: Sequence[Hidden]) -> Iterator[Kept]:
        """What is hidden in words that begin no form, outside code and addresses."""
        if prose.blank:
            types = list(map(self._types.__getitem__, prose.words))
        for at in compress(range(len(types)), types):
            for start, end, form, people in types[at] if types[at] is not _BEGINS else ():
                start, end = prose.starts[at] + start, prose.starts[at] + end
                yield self._by_kind(prose, start, end, form) if form else Kept(start, end, people, NEAR)

    def _counts(self, prose: Prose, start: int, end: int, form: Words) -> bool:
        """A form is a candidate here; an ordinary word only where it is written as a name."""
        kinds = set(self._kinds[form].values())
        surface = prose.text[start:end]
        if kinds <= {LETTERS}:
            return surface.isupper()
        login = self._logins.get("".join(form))
        if kinds <= {HANDLE} and login is not None:
            return prose.text[start : start + len(login)].casefold() == login
        return self._written_as_name(prose, start, end) or (
            form[0] not in stop_words() and _in_string(prose, start, end)
        )

    def _written_as_name(self, prose: Prose, start: int, end: int) -> bool:
        """It is no ordinary word, or has a capital; one that begins a sentence says nothing of a function word."""
        form = fold_all(prose.text[start:end])
        if not any(self._is_word(word) for word in form) or any(not self._is_word(w) and len(w) > 3 for w in form):
            return True
        if _is_alone(prose.text, start, end) or self._is_mapped(form, opens=is_blank(prose.text, 0, start)):
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

    def _by_kind(self, prose: Prose, start: int, end: int, form: Words) -> Kept:
        """A form that linking did not look at, and why it is left."""
        people = self._kinds[form]
        if all((person, form) in self._deleted for person in people):
            reason = DECIDED
        elif _is_code(prose, start, end):
            reason = CODE
        elif len(form) == 1 and self._is_word(form[0]):
            reason = ORDINARY
        else:
            reason = _BY_KIND.get(min(people.values(), key=_STRENGTH.index), UNCLEAR)
        return Kept(start, end, tuple(people), reason)

    def _look_at(self, raw: str) -> Hidden:
        """What is hidden in a word; one that begins a form holds nothing but that."""
        word = fold(raw)
        if word in self._longest:
            return _BEGINS
        if not _SHORTEST < len(word) <= _LONGEST or self._is_word(word):
            return ()
        return tuple(filter(None, (self._look_inside(raw, word), self._look_near(raw, word))))

    def _look_inside(self, raw: str, word: str) -> Piece | None:
        """A name before an 's' or a small word, or where a capital begins or ends it."""
        even = len(word) == len(raw)  # no letter is folded to two

        def part(start: int, end: int) -> str:
            return word[start:end] if even else fold(raw[start:end])

        for end in range(len(raw) - 1, _SHORTEST - 1, -1):
            if (name := part(0, end)) in self._names:
                rest = part(end, len(raw))
                if rest == "s" or (end > _LONG and rest in stop_words()):
                    return 0, end, (name,), ()
        pieces = [] if raw.islower() else [m.span() for m in _CAMEL.finditer(raw)]
        names = ((start, end, (part(start, end),), ()) for start, end in pieces if part(start, end) in self._names)
        return next(names, None) if len(pieces) > 1 else None

    def _look_near(self, raw: str, word: str) -> Piece | None:
        """What is one slip away from a name (all of it, or what is glued to it), a name that is stretched ('Maryyyy'),
        or one that a longer word begins or ends with ('Marygate', 'teammary')."""
        places = [(0, len(raw))]
        if not raw.islower():
            parts = [m.span() for m in _CAMEL.finditer(raw)]
            places += parts[-1:] if len(parts) > 1 and is_title(raw[parts[-1][0] :]) else []
        for start, end in places:
            if people := self._close_to(raw[start:end]):
                return start, end, (), people
        if _STRETCHED.search(word):
            for short in (_STRETCHED.sub(r"\1", word), _STRETCHED.sub(r"\1\1", word)):
                if people := tuple(self._kinds[short,]) if short in self._names else self._close_to(short):
                    return 0, len(raw), (), people
        if len(word) == len(raw):
            for size in range(len(word) - 1, _LONG, -1):
                for start in (0, len(word) - size):
                    if (name := word[start : start + size]) in self._names:
                        return start, start + size, (), tuple(self._kinds[name,])
        return None

    def _close_to(self, raw: str) -> tuple[str, ...]:
        """Whose name is one slip away from a word."""
        word = fold(raw)
        if len(word) < _LONG or self._is_word(word) or not (is_title(raw) or len(raw) > _LONG + 1):
            return ()
        close = [name for name in self._index.near_names.find(word) if distance(word, name) == 1]
        return tuple(dict.fromkeys(p for name in close for p in self._kinds.get((name,), ())))


def _is_code(prose: Prose, start: int, end: int) -> bool:
    """It stands in code, an address or the name of a file, or is an emoji: ':rose:'."""
    if any(first <= start < last for first, last in prose.blank):
        return True
    return _EMOJI_AFTER.match(prose.text, end) is not None and (
        _EMOJI_BEFORE.search(prose.text, max(0, start - _NEAR), start) is not None
    )


def _in_string(prose: Prose, start: int, end: int) -> bool:
    """It stands where small letters say nothing: in code and the like, or in what is said of a picture, '![rose-1]'."""
    picture = _PICTURE.search(prose.text, max(0, start - _NEAR), start)
    return picture is not None or _is_code(prose, start, end)


def _is_alone(text: str, start: int, end: int) -> bool:
    """There is nothing else on the line, as where somebody signs."""
    before, after = text[max(0, start - _NEAR) : start].rpartition("\n")[2], text[end : end + _NEAR].partition("\n")[0]
    return not any(map(str.isalnum, before + after))
