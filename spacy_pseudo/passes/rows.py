"""What was done to a text, as rows: mentions, other personal data, and names of people who take no part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..attrs import IDENTIFIER_LABELS, OTHER

if TYPE_CHECKING:
    from ..engine.writing import Replaced

Rows = list[dict[str, Any]]


def sort_rows(done: Replaced) -> tuple[Rows, Rows, Rows]:
    """RETURNS (tuple[Rows, Rows, Rows]): Mentions; other personal data, replaced or marked; names of people who take no
    part, replaced or left."""
    from ..engine.writing import row_of, row_of_other

    mentions = [row for row in done.replacements if row["category"] not in (*IDENTIFIER_LABELS, OTHER)]
    identifiers = [row for row in done.replacements if row["category"] in IDENTIFIER_LABELS]
    identifiers += [row_of(one, None) for one in done.marked]
    others = [row for row in done.replacements if row["category"] == OTHER]
    others += [row_of_other(one) for one in done.left]
    for rows in (identifiers, others):
        rows.sort(key=start_of)
    return mentions, identifiers, others


def start_of(row: dict[str, Any]) -> int:
    """RETURNS (int): Where a row begins; to sort by."""
    return int(row["start"])
