"""Metadata that may be shared: ids of people become pseudonyms, ids that give somebody away become codes."""

from __future__ import annotations

import hashlib
import hmac
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Final

import numpy
import regex

from .. import languages
from ..errors import Errors, PseudoError
from ..key import Key
from ..message import Message
from ..people.forgotten import ID, MESSAGE
from ..people.forms import GIVEN, NICK, SURNAME
from ..surrogates.choice import shift_of
from ..surrogates.clock import Clock, Weeks
from ..text.words import atoms, fold, word_list
from .share_modes import CODED, DROP, KEEP, SHIFT, check_ids, check_timestamps
from .time_stamps import Move, moved

# With `CODED` these become codes, like the message's own id.
_CODED: Final = ("parent", "thread", "session")
# Shorter logins and names count only as words of their own.
_SHORT = 3
# A name that is glued to something has no more letters than this.
_LONG = 60
_TOKENS = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
# So many ids are remembered with their codes: a message's own comes again in those that answer it.
_AT_HAND: Final = 20_000
# What is written for an id that gives somebody away.
CODE: Final = regex.compile(r"x[0-9a-f]{16}")


def code_of(secret: bytes, value: str) -> str:
    """RETURNS (str): What is written for an id that is hidden: the same for the same id and secret."""
    return "x" + hmac.new(secret, value.encode("utf-8"), hashlib.sha256).hexdigest()[:16]


class UnknownPersonError(PseudoError):
    """A message names an author whom the key lacks: it cannot be written, others can."""


def pseudonym_of(any_id: str, key: Key) -> str | None:
    """RETURNS (Optional[str]): The pseudonym of whoever has this id, None if the key knows nobody who has it."""
    main = key.roster.main_id(any_id) or any_id
    if main in key.pseudonyms:
        return key.pseudonyms.label(main)
    return any_id if key.pseudonyms.is_label(any_id) else None  # pseudonymised before with this key


class MetadataRewriter:
    """Rewrites the fields of messages; the same value becomes the same everywhere.

    key (Key): The key.
    secret (Callable[[], bytes]): Gives the key directory's secret; asked only if it is needed.
    timestamps (str): 'keep', 'shift' (by another clock), 'weeks' (all by the same number of weeks) or 'drop'.
    ids (str): Ids of messages, threads and sessions: 'keep' (but for those that give somebody away) or 'code'.
    """

    def __init__(self, key: Key, secret: Callable[[], bytes], *, timestamps: str = KEEP, ids: str = KEEP) -> None:
        check_timestamps(timestamps)
        check_ids(ids)
        self.unreadable_timestamps = 0
        self.coded_ids: set[str] = set()
        self._key = key
        self._secret = secret
        self._timestamps = timestamps
        # Where ids are pseudonyms already, they give nobody away.
        logins = () if key.pseudonyms.mode == "id" else (i for p in key.roster for i in (p.id, *p.ids))
        self._logins = frozenset(i.casefold() for i in logins if len(i) > 1 and any(map(str.isalpha, i)))
        self._lengths = frozenset(len(login) for login in self._logins if len(login) > _SHORT)
        self._code_of = lru_cache(maxsize=_AT_HAND)(self._make_code)
        self._all_ids = ids == CODED

    def rewrite(self, message: Message, *, strict: bool = True) -> dict[str, str | None]:
        """Rewrite the fields of a message but its text and subject.

        message (Message): The message.
        strict (bool): Somebody whom the key lacks is an error; otherwise such people, and authors who did not consent,
            are left out.
        RETURNS (dict[str, Optional[str]]): The fields, fit to be shared.
        """
        hidden = self._answers_excluded(message)
        person = self._person if strict else self._person_or_none
        return {
            "id": self._code(message.id),
            "author": person(message.author),
            "parent": None if hidden else self._code(message.parent),
            "parent_author": None if hidden else person(message.parent_author),
            "thread": self._code(message.thread),
            "session": self._code(message.session),
            "timestamp": self._timestamp(message.timestamp),
        }

    def can_rewrite(self, message: Message) -> bool:
        """RETURNS (bool): The key knows who wrote the message, and whom it answers."""
        try:
            self.rewrite(message)
        except UnknownPersonError:
            return False
        return True

    def _answers_excluded(self, message: Message) -> bool:
        """The message answers somebody who did not consent, by what the file says or by who wrote the parent; or
        somebody who was erased from the key."""
        forgotten = self._key.forgotten
        if forgotten.knows(ID, message.parent_author) or forgotten.knows(MESSAGE, message.parent):
            return True
        place = self._key.context.places.get(message.parent) if message.parent is not None else None
        authors = (message.parent_author, place.author if place is not None else None)
        people = (self._key.roster.get(author) for author in authors if author is not None)
        return any(person is not None and person.excluded for person in people)

    def _person(self, any_id: str | None) -> str | None:
        if any_id is None:
            return None
        label = pseudonym_of(any_id, self._key)
        if label is None:
            raise UnknownPersonError(Errors.P504)
        return label

    def _person_or_none(self, any_id: str | None) -> str | None:
        person = self._key.roster.get(any_id) if any_id is not None else None
        if any_id is None or (person is not None and person.excluded):
            return None
        return pseudonym_of(any_id, self._key)

    def _code(self, value: str | None) -> str | None:
        code = self._code_of(value)
        if code != value and value is not None:
            self.coded_ids.add(value)
        return code

    def _make_code(self, value: str | None) -> str | None:
        if value is None or self._is_code(value) or not (self._all_ids or self._identifies(value)):
            return value
        return self.code(value)

    def code(self, value: str) -> str:
        """RETURNS (str): What is written for something that gives somebody away; the same for the same value."""
        return code_of(self._secret(), value)

    def _is_code(self, value: str) -> bool:
        """An earlier run with this key has written it."""
        if CODE.fullmatch(value) is None:
            return False
        at = bisect_left(self._codes, number := int(value[1:], 16))
        return self._codes[at : at + 1] == array("Q", [number])

    @cached_property
    def _codes(self) -> array[int]:
        """The codes of all ids of the key, as numbers, in order."""
        codes = numpy.fromiter((int(self.code(id)[1:], 16) for id in self._key.context.places.every_id()), dtype="Q")
        codes.sort()
        return array("Q", codes.tobytes())

    def untold(self, message: Message, written: Mapping[str, str | None]) -> dict[str, str]:
        """Tell what the way back needs: fields as they were, where nothing else in the key says so.

        message (Message): The message.
        written (Mapping[str, Optional[str]]): Its fields as they were rewritten.
        RETURNS (dict[str, str]): The fields.
        """
        place = self._key.context.places.get(message.id) if message.id is not None else None
        fields = [
            name
            for name in ("author", "parent_author", *_CODED)
            if getattr(place, name, None) != getattr(message, name)
        ]
        fields += ["timestamp"] if self._timestamps == SHIFT else []
        values = ((name, getattr(message, name)) for name in fields if written.get(name) is not None)
        return {name: value for name, value in values if value is not None and value != written[name]}

    def _identifies(self, value: str) -> bool:
        return "@" in value or self.gives_away(value)

    def gives_away(self, value: str) -> bool:
        """RETURNS (bool): There is a login or a participant's name in a value; addresses do not count."""
        folded = value.casefold()
        if not self._logins.isdisjoint(_TOKENS.split(folded)):
            return True
        if any(folded[i : i + n] in self._logins for n in self._lengths for i in range(len(folded) - n + 1)):
            return True
        return any(self._names_somebody(atom.text) for atom in atoms(value))

    def _names_somebody(self, raw: str) -> bool:
        """A word is a name, or a name is glued to it; ordinary words in small letters are neither."""
        word = fold(raw)
        ordinary = raw.islower() and self._key.index.statistics.ordinary(word)
        if len(word) < _SHORT or ordinary:
            return False
        if word in languages.words():
            return self._is_name(word)
        ends = (part for n in range(_SHORT, min(len(word), _LONG) + 1) for part in (word[:n], word[-n:]))
        return any(self._is_name(part) for part in ends if part == word or len(part) > _SHORT)

    def _is_name(self, word: str) -> bool:
        return any(claim.kind in (GIVEN, NICK, SURNAME) for claim in self._key.index.claims((word,)))

    def _timestamp(self, value: str | None) -> str | None:
        if value is None:
            return None
        if self._timestamps == KEEP:
            # 'Posted by Mary Poe on 3 May': months and days are nobody's names.
            words = [atom.text for atom in atoms(value) if fold(atom.text) not in word_list("calendar")]
            if not words or not self.gives_away(" ".join(words)):
                return value
            self.unreadable_timestamps += 1
            return None
        if self._timestamps == DROP:
            return None
        try:
            return moved(value, self._move)
        except (ValueError, OverflowError):
            self.unreadable_timestamps += 1
            return None

    @cached_property
    def _move(self) -> Move:
        secret = self._secret()
        return Clock(secret) if self._timestamps == SHIFT else Weeks(shift_of(secret))
