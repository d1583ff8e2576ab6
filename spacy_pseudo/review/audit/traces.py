"""What leads to people without a name: addresses, numbers and handles that are left, an order that is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ... import languages
from ...people.roster import Participant
from .class_list import parse_name

EMAIL: Final = "e-mail address"
PHONE: Final = "telephone number"
HANDLE: Final = "handle"
ORDER: Final = "order of pseudonyms"

# Each begins at one place of a run only, and is bounded: linear.
_SHAPES: Final = {
    EMAIL: re.compile(
        r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
        r"|(?<![\w.+-])[\w.+-]{2,64} ?(?:\(at\)|\[at\]|<at>| at )[ ]?"
        r"[\w-]{2,63}(?:(?:\.| ?[(\[]dot[)\]] ?| dot )[a-z]{2,20}){1,4}\b",
        re.IGNORECASE,
    ),
    PHONE: re.compile(
        r"(?<![\w.+-])\+\d{1,3}(?:[ ().-]{0,2}\d){6,13}(?!\w)"
        r"|(?<![\w.-])\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4}(?![\w.-])"
        r"|\b(?:phone|tel|telephone|telefon|mobile|mobil|cell|fax|call)\b[^\d\n]{0,12}\d(?:[ ().-]{0,2}\d){6,13}(?!\w)",
        re.IGNORECASE,
    ),
    HANDLE: re.compile(r"(?<![\w.@/+-])@[^\W\d_]\w{1,30}"),
}
# Fewer people may have their numbers in an order by chance.
_FEWEST: Final = 8
_NUMBER = re.compile(r"(\d+)b?$")
_CLOSE: Final = 0.95


class Shape(NamedTuple):
    """Something that is left: where, and what it is."""

    start: int
    end: int
    kind: str


def shapes(text: str) -> Iterator[Shape]:
    """YIELDS (Shape): Addresses, telephone numbers and handles in a text."""
    for kind, pattern in _SHAPES.items():
        for m in pattern.finditer(text):
            # 'have a look at page.html' is no address.
            if "@" in m[0] or kind != EMAIL or not _is_prose(m[0]):
                yield Shape(m.start(), m.end(), kind)


def _is_prose(address: str) -> bool:
    """The word before ' at ' is an ordinary one, and what stands behind is no longer than a file's name."""
    return address.split()[0].lower() in languages.words() and address.count(".") < 2


def kept_order(roster: Sequence[Participant], labels: Mapping[str, str]) -> str | None:
    """Find an order of the class list that the numbers of the pseudonyms follow: who has the list could count.

    roster (Sequence[Participant]): The participants.
    labels (Mapping[str, str]): The pseudonyms by participant.
    RETURNS (Optional[str]): What the order is; None if there is none.
    """
    numbered = [(person, int(m[1])) for person in roster if (m := _NUMBER.search(labels.get(person.id, "")))]
    if len(numbered) < _FEWEST or len({number for _, number in numbered}) < len(numbered):
        return None
    place = {person.id: at for at, (person, _) in enumerate(numbered)}
    orders: dict[str, Callable[[Participant], object]] = {
        "ids": lambda person: (len(person.id), person.id),
        "ids by letters": lambda person: person.id,
        "the class list": lambda person: place[person.id],
        "names": lambda person: (person.names or ("",))[0].casefold(),
        "surnames": lambda person: [parse_name(name).last for name in person.names[:1]],
    }
    numbers = [number for _, number in numbered]
    for what, order in orders.items():
        ordered = sorted((person for person, _ in numbered), key=order)  # type: ignore[arg-type]
        ranks = {person.id: at for at, person in enumerate(ordered)}
        if abs(_agreement([ranks[person.id] for person, _ in numbered], numbers)) >= _CLOSE:
            return what
    return None


def _agreement(ranks: Sequence[int], numbers: Sequence[int]) -> float:
    """Spearman's rank correlation; nobody has the same number as somebody else."""
    n = len(numbers)
    other = {number: at for at, number in enumerate(sorted(numbers))}
    apart = sum((rank - other[number]) ** 2 for rank, number in zip(ranks, numbers, strict=True))
    return 1 - 6 * apart / (n * (n * n - 1))
