"""Could somebody join what is shared with the forum that it comes from, by what is no text?"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from ..errors import Warnings
from ..message import Message
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
        self._seen: list[str] = []
        self._exact = False

    def see(self, message: Message) -> None:
        """Look at a message that is written."""
        self._seen.append(message.id or "")
        self._exact = self._exact or _EXACT.search(message.timestamp or "") is not None

    def warning(self, layouts: Collection[str], coded: Collection[str]) -> str | None:
        """Tell what should be hidden.

        layouts (Collection[str]): Whose files the messages were in.
        coded (Collection[str]): Ids that were hidden because they give somebody away.
        RETURNS (Optional[str]): A coded message; None if all is hidden, or ids and files are nobody's but the user's.
        """
        platform = any(layout not in FORMATS.values() for layout in layouts)
        if not platform and not _are_issued(self._seen):
            return None
        bare = self._ids == KEEP and any(id not in coded for id in self._seen)
        found = {
            "ids of messages": f"--ids {CODED}" if bare else "",
            "exact time stamps": f"--timestamps {SHIFT}" if self._timestamps == KEEP and self._exact else "",
        }
        what = [name for name, remedy in found.items() if remedy]
        if not what:
            return None
        return Warnings.W510.format(what=" and ".join(what), remedy=" ".join(filter(None, found.values())))


def _are_issued(ids: list[str]) -> bool:
    """Most of the ids are of the kind that a platform gives out; a person would have made up others."""
    numbers = sorted({int(id) for id in ids if _NUMBER.fullmatch(id)})
    if 2 * len(numbers) > len(ids):
        dense = numbers[-1] - numbers[0] < _GAPS * len(numbers)
        return not (dense and numbers[0] % _ROUND in (0, 1))
    return 2 * sum(_ISSUED.fullmatch(id) is not None for id in ids) > len(ids)
