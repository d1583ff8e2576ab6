"""What the original messages tell an intruder besides the class list. Private."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from ...message import Message
from .shadow import Shadow

# A shorter line may be anybody's, and so may fewer words in a row.
_LEAST: Final = 40
_WORDS: Final = 8
# Columns that are not written by themselves, and say who somebody is.
_TELLS = re.compile(r"name|mail|user|login|author|nick|display|handle", re.IGNORECASE)
_QUOTE_MARKS = re.compile(r"^[\s>|]+")
_WORD = re.compile(r"[^\W_]+")


class Originals:
    """Reads them once.

    messages (Iterable[Message]): The messages as they were.
    excluded (Collection[str]): Ids of people who did not consent.
    """

    def __init__(self, messages: Iterable[Message], excluded: Collection[str] = ()) -> None:
        self.names: defaultdict[str, set[str]] = defaultdict(set)
        self._said: set[str] = set()
        for message in messages:
            if message.author is None:
                continue
            for header, value in message.extra.items():
                if _TELLS.search(header) and 1 < len(value.strip()) < 2 * _LEAST:
                    self.names[message.author].add(value.strip())
            if message.author in excluded:
                self._said.update(said for *_, said in _stretches(message.text))

    def quoted(self, text: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): What in a text people wrote who did not consent: whole lines, or words in a row."""
        found = (
            sorted((start, end) for start, end, said in _stretches(text) if said in self._said) if self._said else ()
        )
        begin = last = 0
        for start, end in found:
            if start > last and last:
                yield begin, last
            begin, last = (begin, max(end, last)) if start <= last and last else (start, end)
        if last:
            yield begin, last


def _stretches(text: str) -> Iterator[tuple[int, int, str]]:
    yield from _long_lines(text)
    shadow = Shadow(text)
    words = [(*m.span(), m[0]) for m in _WORD.finditer(shadow.text)]
    for at in range(len(words) - _WORDS + 1):
        row = words[at : at + _WORDS]
        said = " ".join(word for *_, word in row)
        if len(said) >= _LEAST:
            yield *shadow.place(row[0][0], row[-1][1]), said


def _long_lines(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        folded = " ".join(_QUOTE_MARKS.sub("", Shadow(line).text).split())
        if len(folded) >= _LEAST:
            yield at, at + len(line.rstrip()), folded
        at += len(line)
