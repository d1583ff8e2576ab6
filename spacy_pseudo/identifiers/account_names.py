"""Participants' user names wherever they stand: registered ones, however they are written, and logins made of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from .. import languages
from ..people.forms import GIVEN, NICK, SURNAME, TABLE
from ..people.index import FormIndex
from ..people.roster import Roster
from ..text.lexing import FIGURED, Text
from ..text.thresholds import USUAL
from ..text.words import fold
from .base import Identifier
from .shape_files import Shapes

_like: Final = Shapes("user_names")
# 'dolphin93', 'kelp_fan', 's4711': what is no word, and long enough to mean nothing else.
_NAME: Final = re.compile(r"\w[\w.-]*\w")
_WORD: Final = re.compile(r"\w+")
_RUN: Final = re.compile(r"[a-z]+")
_FIGURE: Final = re.compile(r"[a-z]\d|\d[a-z]")
_SIGNS: Final = re.compile(r"[\W\d_]+")
# Where a user name may be taken apart: at signs and figures, and before a capital.
_BOUNDARY: Final = re.compile(r"[\W\d_]+|(?<=[^\W\d_A-Z])(?=[A-Z])")
_BLANKS: Final = re.compile(r"[ \t._-]{0,3}")
_SHORTEST: Final = 4
_LONGEST: Final = 40
_LETTERS: Final = 3
_DIGITS: Final = 4
# Of words that only together are a user name, each has so many letters, and there are no more than so many.
_PIECE: Final = 3
_MOST_PIECES: Final = 4
# Of a surname that is cut off in a login, and of a first name before all of the surname, so much is left.
_CUT_OFF: Final = 3
# How sure it is that what is registered is somebody's, wherever it stands.
REGISTERED: Final = 0.95
# The same of what is made of it, or of a name: of a mention in its place, the mention counts.
MADE: Final = 0.93


class AccountNames:
    """Whose user names are.

    roster (Roster): The participants.
    index (FormIndex): Their names.
    ids (bool): Ids give people away; not where they are pseudonyms already.
    """

    def __init__(self, roster: Roster, index: FormIndex, *, ids: bool = True) -> None:
        self._roster, self._index = roster, index
        logins: dict[str, str | None] = {}
        names: dict[str, str | None] = {}
        called: dict[str, str | None] = {}
        for person in roster:
            own = [id.casefold() for id in (person.id, *person.ids)]
            local = [login.partition("@")[0] for login in own if "@" in login]
            registered = [name.strip() for name in person.names if _is_user_name(name.strip())]
            _claim(names, registered, person.id)
            _claim(called, (*own, *(name.casefold() for name in registered)), person.id)
            _claim(logins, (*own, *local) if ids else (), person.id)
            _claim(logins, (name.casefold() for name in person.names if not name.isalpha()), person.id)
        self._called = {name: person for name, person in called.items() if any(map(str.isalpha, name))}
        self._names = {name: person for name, person in names.items() if person is not None}
        self._logins = {name: person for name, person in logins.items() if _tells(name)}
        # A run of letters of each, which is one of the words of a text with it, the digits beside it apart; None if
        # that is not sure.
        self._runs: tuple[frozenset[str], frozenset[str]] | None = None
        if all(map(str.isascii, self._logins)):
            figured = frozenset(filter(_FIGURE.search, self._logins))
            self._runs = _runs_of(self._logins.keys() - figured), _runs_of(figured)

    def owner(self, text: str) -> str | None:
        """RETURNS (Optional[str]): Whose registered user name it is, in small letters and without a sign before it."""
        return self._called.get(text) or self._logins.get(text) or self._cut.get(text)

    def tells(self, text: str) -> str | None:
        """RETURNS (Optional[str]): The same, of what is a user name wherever it stands."""
        return self._logins.get(text)

    def find(self, text: str) -> Iterator[Identifier]:
        """Find participants' user names where nothing says that they are such: 'I agree with dolphin93'.

        text (str): The text.
        YIELDS (Identifier): The user names, in no order.
        """
        lexed = Text.of(text)
        if "@" in text or "u/" in text:
            for called in _like.called.finditer(text):
                if (person := self._called.get(called["login"].casefold())) is not None:
                    yield Identifier(called.start(), called.end(), "USERNAME", REGISTERED, person)
        if self._logins and self._may_be_in(lexed):
            yield from self._written(text)
        if not self._begin.isdisjoint(lexed.vocabulary):
            yield from self._respelled(lexed)
        yield from self._called_so(text)

    # --- Registered user names ---

    def _may_be_in(self, text: Text) -> bool:
        if self._runs is None:
            return True
        plain, figured = self._runs
        some = not plain.isdisjoint(text.vocabulary)
        return some or (text.signs & FIGURED > 0 and not figured.isdisjoint(text.vocabulary))

    def _written(self, text: str) -> Iterator[Identifier]:
        """As they are registered, or cut off."""
        for found in _NAME.finditer(text):
            whole = found[0].casefold()
            if whole in self._cut and whole not in self._logins:
                yield Identifier(*found.span(), "USERNAME", REGISTERED, self._cut[whole])
                continue
            for piece in [found] if whole in self._logins else _WORD.finditer(text, *found.span()):
                if (name := piece[0].casefold()) in self._logins:
                    yield Identifier(*piece.span(), "USERNAME", REGISTERED, self._logins[name])

    @cached_property
    def _cut(self) -> Mapping[str, str]:
        """'the_real_o' of 'the_real_oleg': all but the end, from the first letter of the last word on."""
        cut: dict[str, str | None] = {}
        for name, person in self._names.items():
            begin = max(name.rfind(sign) for sign in "_.-") + 1
            if begin > _SHORTEST and name[begin:].isalpha():
                several = sum(map(name.count, "_.-")) > 1
                ends = range(begin + 1, len(name) if several else min(begin + 2, len(name)))
                _claim(cut, (name[:end].casefold() for end in ends), person)
        return {name: person for name, person in cut.items() if person is not None}

    @cached_property
    def _joined(self) -> Mapping[str, tuple[str, frozenset[int]]]:
        """Letters of user names, with the owner and where a word may end in them."""
        letters: dict[str, str | None] = {}
        ends: dict[str, frozenset[int]] = {}
        for name, person in self._names.items():
            pieces = [fold(piece) for piece in _BOUNDARY.split(name) if piece]
            joined = "".join(pieces)
            if len(joined) >= _SHORTEST and not _is_known(joined):
                _claim(letters, (joined,), person)
                ends[joined] = frozenset(len("".join(pieces[:n])) for n in range(1, len(pieces)))
        return {joined: (person, ends[joined]) for joined, person in letters.items() if person is not None}

    @cached_property
    def _begin(self) -> frozenset[str]:
        """How user names may begin."""
        return frozenset(joined[:end] for joined in self._joined for end in range(2, len(joined) + 1))

    def _respelled(self, text: Text) -> Iterator[Identifier]:
        """'mad maxine' of 'madmaxine', 'lilmissknits' of 'lil_miss_knits', 'hkim' of 'hkim22'."""
        words, starts, tokens = text.folded_words, text.starts, text.tokens
        for at, word in enumerate(words):
            if word not in self._begin:
                continue
            joined, end = "", 0
            for number in range(at, min(at + _MOST_PIECES, len(words))):
                if number > at and not _BLANKS.fullmatch(text, end, starts[number]):
                    break
                joined, end = joined + words[number], starts[number] + len(tokens[number])
                if joined not in self._begin:
                    break
                if joined in self._joined and self._is_meant(joined, tokens[at : number + 1], words[at : number + 1]):
                    start, person = starts[at], self._joined[joined][0]
                    if not _beside(text, start - 1) and not _beside(text, end):
                        yield Identifier(start, end, "USERNAME", MADE, person)

    def _is_meant(self, joined: str, raw: list[str], words: list[str]) -> bool:
        """Words that are a user name together are hardly anything else: not 'sunny day' of 'SunnyDay88'."""
        if len(words) == 1:
            return True
        ends, at = self._joined[joined][1], 0
        for word in words[:-1]:
            at += len(word)
            if at not in ends and (ends or min(map(len, words)) < _PIECE):
                return False
        if all(word[0].isupper() for word in raw):
            return True
        strange = [word not in languages.words() for word in words]
        return any(rare and len(word) >= _SHORTEST for rare, word in zip(strange, words, strict=True)) or (
            len(words) >= _PIECE and any(strange)
        )

    # --- Logins made of names ---

    def _called_so(self, text: str) -> Iterator[Identifier]:
        """'<dkov> back', 'TODO(bob)', '@jlott', 'dkov: ...': where logins stand; from then on in all of the text."""
        found: dict[str, str] = {}
        chat = False
        for place in _like.login_place.finditer(text) if _like.login_sign.search(text) else ():
            login = place["login"].casefold()
            if (person := self.made_of(login)) is not None:
                found[login] = person
                chat = chat or place["chat"] is not None
            elif place["task"] is not None and (person := self._first_names.get(fold(login))) is not None:
                yield Identifier(*place.span("login"), "USERNAME", MADE, person)
            elif place["chat"] is not None and (person := self._cut_names.get(fold(login))) is not None:
                found[login] = person
        last = _like.last_line.search(text, max(0, len(text) - 2 * _LONGEST))
        if last is not None and (person := self.made_of(last["login"].casefold())) is not None:
            found[last["login"].casefold()] = person
        for word in _NAME.finditer(text) if found else ():
            login = word[0].casefold()
            # Who speaks in a chat calls others by their logins, too.
            if (person := found.get(login) or (self.made_of(login) if chat else None)) is not None:
                yield Identifier(*word.span(), "USERNAME", MADE, person)

    def made_of(self, login: str) -> str | None:
        """RETURNS (Optional[str]): Of whose name alone a login is made: 'dkov', 'danpark', 'priya_r'."""
        letters = _SIGNS.sub("", login)
        if len(letters) < _SHORTEST or any(map(str.isdigit, login)):
            return None
        person = self._made.get(fold(letters))
        return person if person is None or not _is_known(fold(letters)) else None

    @cached_property
    def _made(self) -> Mapping[str, str]:
        made: dict[str, str | None] = {}
        for person in self._roster:
            if person.id in self._index.kinship.open_people:  # where a first name ends in a user name is not sure
                continue
            own = self._index.kinship.own(person.id)
            last = {words for words, variant in own.items() if variant.kind == SURNAME}
            first = {words for words, variant in own.items() if variant.kind in (GIVEN, NICK)}
            table = {words[0] for words, variant in own.items() if variant.kind == TABLE and len(words) == 1}
            for surname in map("".join, last):
                for words in first:
                    _claim(made, set(_logins("".join(words), surname, "".join(word[0] for word in words))), person.id)
                _claim(made, {name + surname for name in table if len(surname) >= _CUT_OFF}, person.id)
        return {login: person for login, person in made.items() if person is not None}

    def called_rarely(self, name: str) -> str | None:
        """RETURNS (Optional[str]): Whose first name it is, if nobody else has it here, and few elsewhere: 'torvin'."""
        return self._first_names.get(fold(name)) if languages.given_names().get(fold(name), 0) < USUAL else None

    @cached_property
    def _first_names(self) -> Mapping[str, str]:
        """First names that only one participant has."""
        names: dict[str, str | None] = {}
        for words, claims in self._index.forms().items():
            if len(words) == 1 and len(words[0]) >= _CUT_OFF:
                for claim in claims.values():
                    _claim(names, words if claim.kind in (GIVEN, NICK) else (), claim.participant)
        return {name: person for name, person in names.items() if person is not None}

    @cached_property
    def _cut_names(self) -> Mapping[str, str]:
        """How first names begin, where only one does so and it is nothing else: 'oye' of Oyelaran."""
        cut: dict[str, str | None] = {}
        for words, claims in self._index.forms().items():
            if len(words) == 1:
                begin = {words[0][:end] for end in range(_CUT_OFF, len(words[0]) + 1)}
                for claim in claims.values():
                    _claim(cut, begin if claim.kind in (GIVEN, NICK) else (), claim.participant)
        known = languages.words() | languages.proper_words()
        return {name: person for name, person in cut.items() if person is not None and name not in known}


def _runs_of(names: Iterable[str]) -> frozenset[str]:
    return frozenset(_RUN.findall(name)[0] for name in names)


def _logins(first: str, last: str, initials: str) -> Iterator[str]:
    """'dkov', 'jlott', 'danpark', 'priyar'."""
    for length in range(_CUT_OFF, len(last) + 1):
        yield first[0] + last[:length]
    if len(last) >= _CUT_OFF:
        yield initials + last
        yield from (first[:length] + last for length in range(_CUT_OFF, len(first) + 1))
    if len(first) >= _CUT_OFF:
        yield first + last[0]


def _claim(owners: dict[str, str | None], names: Iterable[str], person: str) -> None:
    """What two people claim is nobody's."""
    for name in names:
        owners[name] = person if owners.setdefault(name, person) == person else None


def _beside(text: str, at: int) -> bool:
    """A figure or a sign at a place belongs to the word beside it."""
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] in "_@")


def _is_user_name(name: str) -> bool:
    """One word that people do not write so as a name: 'kmuir', 'Ravi_S', 'BakerBen', 'Ivy2k'."""
    return _NAME.fullmatch(name) is not None and (not name.istitle() or not name.replace("-", "").isalpha())


def _is_known(word: str) -> bool:
    """A folded word that is a word or a name, as far as we know."""
    lists = (languages.words(), languages.proper_words(), languages.given_names(), languages.surnames())
    return any(word in known for known in lists)


def _tells(text: str) -> bool:
    """A number is anybody's, and a word of letters alone may be a word or a name, which is looked for as such."""
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    if not _SHORTEST <= len(text) <= _LONGEST or not _NAME.fullmatch(text):
        return False
    if digits or "_" in text or "." in text:
        return letters >= _LETTERS or (letters > 1 and digits > 1) or (letters > 0 and digits >= _DIGITS)
    return text.isalpha() and not _is_known(fold(text))
