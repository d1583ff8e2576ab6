"""Values of a corpus that are exchanged among its documents: each becomes another one that somebody wrote elsewhere.

What a value becomes follows from the secret, is the same in the whole corpus, and no two become the same. No document
is given a value that it holds itself; where that cannot be, a value becomes none of the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import languages
from ..text import place_lists
from .choice import Choice
from .inflection import taken_apart


@dataclass
class Value:
    """A value, such as the name of a school.

    label (str): What it is.
    text (str): How it is written, without endings.
    documents (set[str]): Where it stands.
    becomes (Optional[str]): What it becomes; None if it becomes none of the others.
    settled (bool): That was decided, and stays.
    """

    label: str
    text: str
    documents: set[str] = field(default_factory=set)
    becomes: str | None = None
    settled: bool = False

    @property
    def key(self) -> str:
        """RETURNS (str): What of it counts."""
        return place_lists.key(self.text)

    def to_row(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): The value as plain data."""
        return {
            "label": self.label, "text": self.text, "becomes": self.becomes, "documents": sorted(self.documents)
        }  # fmt: skip

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Value:
        """RETURNS (Value): What `to_row` made a row of."""
        return cls(row["label"], row["text"], set(row["documents"]), row["becomes"], settled=True)


class Exchange:
    """What values become.

    values (Iterable[Value]): Those that are known.
    """

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self._values = {(value.label, value.key): value for value in values}

    def __iter__(self) -> Iterator[Value]:
        """YIELDS (Value): All values, in order."""
        return iter(self._values[at] for at in sorted(self._values))

    def __bool__(self) -> bool:
        return bool(self._values)

    def add(self, label: str, text: str, document: str, *, lang: str = languages.BASE) -> None:
        """Note that a value stands in a document.

        label (str): What it is.
        text (str): How it is written there.
        document (str): The document's id.
        lang (str): The language of the text.
        """
        base = taken_apart(label, text, lang).text
        value = self._values.setdefault((label, place_lists.key(base)), Value(label, base))
        value.documents.add(document)
        if not value.settled:  # one spelling stands for all, whichever comes first
            value.text = min(value.text, base, key=lambda text: (text.isupper() or text.islower(), text))

    def other(self, label: str, text: str, *, lang: str = languages.BASE) -> str | None:
        """RETURNS (Optional[str]): What is written instead of a value, with its ending and in its case; None if it
        becomes none of the others."""
        word = taken_apart(label, text, lang)
        value = self._values.get((label, place_lists.key(word.text)))
        return word.write(value.becomes, text) if value is not None and value.becomes is not None else None

    def holds(self, label: str, text: str, *, lang: str = languages.BASE) -> bool:
        """RETURNS (bool): A text is one of the values."""
        return (label, place_lists.key(taken_apart(label, text, lang).text)) in self._values

    def settle(self, secret: bytes) -> None:
        """Decide what becomes of values of which that was not decided. What was stays, unless a document is there now
        that holds both.

        secret (bytes): What the choice follows from.
        """
        choice = Choice(secret)
        for label in sorted({value.label for value in self._values.values()}):
            values = [value for value in self if value.label == label]
            _settle(sorted(values, key=lambda value: choice.bits(16, "exchange", value.label, value.key)))

    def to_rows(self) -> list[dict[str, Any]]:
        """RETURNS (list[dict[str, Any]]): All values as plain data."""
        return [value.to_row() for value in self]

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Exchange:
        """RETURNS (Exchange): What `to_rows` made rows of."""
        return cls(map(Value.from_row, rows))


def _settle(circle: Sequence[Value]) -> None:
    """Each value becomes the next one in the circle, or one that is further away if it cannot be that."""
    numbers = {value.text: number for number, value in enumerate(circle)}
    matches: dict[int, int] = {}
    for number, value in enumerate(circle):
        to = numbers.get(value.becomes) if value.becomes is not None else None
        if to is None or not value.documents.isdisjoint(circle[to].documents):
            value.becomes = None
        else:
            matches[number] = to
    owners = {to: number for number, to in matches.items()}
    new = {number for number, value in enumerate(circle) if not value.settled}
    for number in sorted(new):
        _match(number, circle, matches, owners, new)
    for number in new:
        circle[number].settled = True
        circle[number].becomes = circle[matches[number]].text if number in matches else None


def _match(start: int, circle: Sequence[Value], matches: dict[int, int], owners: dict[int, int], new: set[int]) -> None:
    """Find a partner for a value; those that are new may take another one to make room for it."""
    came: dict[int, int] = {}
    waiting = deque([start])
    while waiting:
        number = waiting.popleft()
        for step in range(1, len(circle)):
            to = (number + step) % len(circle)
            if to in came or not circle[number].documents.isdisjoint(circle[to].documents):
                continue
            came[to] = number
            if to not in owners:
                while True:
                    number = came[to]
                    before = matches.get(number)
                    matches[number], owners[to] = to, number
                    if number == start or before is None:
                        return
                    to = before
            if owners[to] in new:
                waiting.append(owners[to])
