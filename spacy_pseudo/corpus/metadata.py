"""Metadata that may be shared: ids of people become pseudonyms, ids that give somebody away become codes."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from ..errors import Errors, PseudoError
from ..key import Key
from ..message import Message
from ..people.forms import GIVEN, NICK, SURNAME
from ..text.words import fold_all

TIMESTAMPS: Final = ("keep", "shift", "drop")
_WEEKS = (52, 520)


class MetadataRewriter:
    """Rewrites the fields of messages; the same value becomes the same everywhere.

    key (Key): The key.
    secret (Callable[[], bytes]): Gives the key directory's secret; asked only if it is needed.
    timestamps (str): 'keep', 'shift' (all by the same number of weeks) or 'drop'.
    """

    def __init__(self, key: Key, secret: Callable[[], bytes], *, timestamps: str = TIMESTAMPS[0]) -> None:
        if timestamps not in TIMESTAMPS:
            choices = ", ".join(TIMESTAMPS)
            raise PseudoError(Errors.P502.format(value=timestamps, option="--timestamps", choices=choices))
        self.unreadable_timestamps = 0
        self.coded_ids: set[str] = set()
        self._key = key
        self._secret = secret
        self._timestamps = timestamps
        self._logins = frozenset(
            i for p in key.roster for i in (p.id, *p.ids) if any(c.isalpha() for c in i) and len(i) > 3
        )
        self._code = lru_cache(maxsize=None)(self._make_code)
        self._shift: timedelta | None = None

    def rewrite(self, message: Message) -> dict[str, str | None]:
        """RETURNS (dict[str, Optional[str]]): The fields of a message but its text and subject, fit to be shared."""
        parent_author = self._key.roster.get(message.parent_author) if message.parent_author is not None else None
        hidden = parent_author is not None and parent_author.excluded
        return {
            "id": self._code(message.id),
            "author": self._person(message.author),
            "parent": None if hidden else self._code(message.parent),
            "parent_author": None if hidden else self._person(message.parent_author),
            "thread": self._code(message.thread),
            "session": self._code(message.session),
            "timestamp": self._timestamp(message.timestamp),
        }

    def _person(self, any_id: str | None) -> str | None:
        if any_id is None:
            return None
        main = self._key.roster.main_id(any_id) or any_id
        if main in self._key.pseudonyms:
            return self._key.pseudonyms.label(main)
        if self._key.pseudonyms.is_label(any_id):  # pseudonymised before with this key
            return any_id
        raise PseudoError(Errors.P504)

    def _make_code(self, value: str | None) -> str | None:
        if value is None or not self._identifies(value):
            return value
        self.coded_ids.add(value)
        return "x" + hmac.new(self._secret(), value.encode("utf-8"), hashlib.sha256).hexdigest()[:16]

    def _identifies(self, value: str) -> bool:
        """An address, a login, or a participant's name in it."""
        if "@" in value or any(login in value for login in self._logins):
            return True
        index = self._key.index
        return any(
            claim.kind in (GIVEN, NICK, SURNAME) and not index.statistics.ordinary(word)
            for word in fold_all(value)
            if len(word) > 2
            for claim in index.claims((word,))
        )

    def _timestamp(self, value: str | None) -> str | None:
        if value is None or self._timestamps == "keep":
            return value
        if self._timestamps == "drop":
            return None
        if self._shift is None:
            weeks = random.Random(hmac.new(self._secret(), b"timestamps", hashlib.sha256).digest()).randint(*_WEEKS)
            self._shift = timedelta(weeks=-weeks)
        try:
            if value.isdigit():
                return str(int(value) + int(self._shift.total_seconds()) * (1000 if len(value) > 11 else 1))
            zulu = value.endswith("Z")
            moment = datetime.fromisoformat(value.removesuffix("Z")) + self._shift
            return moment.isoformat(sep="T" if "T" in value else " ") + "Z" * zulu
        except (ValueError, OverflowError):
            self.unreadable_timestamps += 1
            return None
