"""What the original messages tell an intruder besides the class list. Private."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ...message import Message
from .shadow import Shadow

# A shorter line may be anybody's.
_LEAST: Final = 40
# Columns that are not written by themselves, and say who somebody is.
_TELLS = re.compile(r"name|mail|user|login|author|nick|display|handle", re.IGNORECASE)
_QUOTE_MARKS = re.compile(r"^[\s>|]+")


class Originals:
    """Reads them once.

    messages (Iterable[Message]): The messages as they were.
    excluded (Collection[str]): Ids of people who did not consent.
    """

    def __init__(self, messages: Iterable[Message], excluded: Collection[str] = ()) -> None:
        self.names: defaultdict[str, set[str]] = defaultdict(set)
        self._lines: set[str] = set()
        for message in messages:
            if message.author is None:
                continue
            for header, value in message.extra.items():
                if _TELLS.search(header) and 1 < len(value.strip()) < 2 * _LEAST:
                    self.names[message.author].add(value.strip())
            if message.author in excluded:
                self._lines.update(folded for _, _, folded in _long_lines(message.text))

    def quoted(self, text: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Lines of a text that people wrote who did not consent."""
        for start, end, folded in _long_lines(text) if self._lines else ():
            if folded in self._lines:
                yield start, end


def _long_lines(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        folded = " ".join(_QUOTE_MARKS.sub("", Shadow(line).text).split())
        if len(folded) >= _LEAST:
            yield at, at + len(line.rstrip()), folded
        at += len(line)
