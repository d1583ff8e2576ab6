"""What was done to a text, as rows: mentions, other personal data, and names of people who take no part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..attrs import IDENTIFIER_LABELS, OTHER

if TYPE_CHECKING:
    from ..engine.writing import Replaced

Rows = list[dict[str, Any]]
_LABELS: Final = frozenset(IDENTIFIER_LABELS)


def sort_rows(done: Replaced) -> tuple[Rows, Rows, Rows]:
    """RETURNS (tuple[Rows, Rows, Rows]): Mentions; other personal data, replaced or marked; names of people who take no
    part, replaced or left."""
    from ..engine.writing import row_of, row_of_other

    mentions: Rows = []
    identifiers = [row_of(one, None) for one in done.marked]
    others = [row_of_other(one) for one in done.left]
    for row in done.replacements:
        category = row["category"]
        (identifiers if category in _LABELS else others if category == OTHER else mentions).append(row)
    return mentions, sorted(identifiers, key=start_of), sorted(others, key=start_of)


def start_of(row: dict[str, Any]) -> int:
    """RETURNS (int): Where a row begins; to sort by."""
    return int(row["start"])
