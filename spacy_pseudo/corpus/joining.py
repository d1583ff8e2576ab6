"""Could somebody join what is shared with the forum that it comes from, by what is no text?"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Collection
from typing import Final

import numpy

from ..errors import Warnings
from .share_modes import CODED, KEEP, SHIFT
from .tables import FORMATS

# What platforms call their posts: UUIDs, long hexadecimal ids, those of Reddit and of Slack.
_ISSUED: Final = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{16,}"
    r"|t[1-6]_[0-9a-z]{4,}|[0-9]{9,}\.[0-9]{3,}",
    re.IGNORECASE,
)
# Shorter numbers may be anybody's.
_NUMBER: Final = re.compile(r"[0-9]{5,}")
# With a time of day.
_EXACT: Final = re.compile(r"\d:\d\d|^[0-9]{9,13}(?:\.[0-9]*)?$")
_CALLED: Final = {"ids": "ids of messages", "timestamps": "exact time stamps"}
# Whoever numbers messages by hand begins at a round number and leaves out few.
_ROUND: Final = 1000
_GAPS: Final = 2


class Joining:
    """Looks at messages one by one, and tells at the end.

    ids (str): What is done with ids: 'keep' or 'code'.
    timestamps (str): What is done with time stamps.
    """

    def __init__(self, *, ids: str, timestamps: str) -> None:
        self._ids, self._timestamps = ids, timestamps
        # Eight bytes of each id are all that is kept, and as many of the number that it may be.
        self._seen, self._numbers = array("q"), array("q")
        self._least = self._most = 0
        self._issued = 0
        self._exact = False

    def see(self, id: str, timestamp: str | None) -> None:
        """Look at a message that is written.

        id (str): Its id.
        timestamp (Optional[str]): Its time stamp.
        """
        self._seen.append(_digest(id))
        if _NUMBER.fullmatch(id):
            number = int(id)
            self._least = min(self._least, number) if self._numbers else number
            self._most = max(self._most, number)
            self._numbers.append(_digest(str(number)))
        self._issued += _ISSUED.fullmatch(id) is not None
        self._exact = self._exact or _EXACT.search(timestamp or "") is not None

    def remedies(self, layouts: Collection[str], coded: Collection[str]) -> dict[str, str]:
        """Tell what should be hidden, and how.

        layouts (Collection[str]): Whose files the messages were in.
        coded (Collection[str]): Ids that were hidden because they give somebody away.
        RETURNS (dict[str, str]): What should be done, by option: 'ids', 'timestamps'. Nothing, if all is hidden, or ids
            and files are nobody's but the user's.
        """
        platform = any(layout not in FORMATS.values() for layout in layouts)
        if not platform and not self._are_issued():
            return {}
        bare = self._ids == KEEP and not set(map(_digest, coded)).issuperset(self._seen)
        exact = self._timestamps == KEEP and self._exact
        return {**({"ids": CODED} if bare else {}), **({"timestamps": SHIFT} if exact else {})}

    def warning(self, layouts: Collection[str], coded: Collection[str]) -> str | None:
        """RETURNS (Optional[str]): A coded message that tells the remedies; None if there is nothing to hide."""
        found = self.remedies(layouts, coded)
        if not found:
            return None
        what = " and ".join(_CALLED[option] for option in found)
        return Warnings.W510.format(what=what, remedy=" ".join(f"--{option} {mode}" for option, mode in found.items()))

    def _are_issued(self) -> bool:
        """Most of the ids are of the kind that a platform gives out; a person would have made up others."""
        count = len(numpy.unique(numpy.frombuffer(self._numbers, dtype="q")))
        if 2 * count > len(self._seen):
            dense = self._most - self._least < _GAPS * count
            return not (dense and self._least % _ROUND in (0, 1))
        return 2 * self._issued > len(self._seen)


def _digest(text: str) -> int:
    """As Python's hash, but the same in all processes."""
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
