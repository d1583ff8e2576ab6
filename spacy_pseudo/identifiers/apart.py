"""What stands apart from what people say: code, output, formulas, citations and lists of references."""

from __future__ import annotations

from ..text.words import not_prose


def find_apart(text: str) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Such places, in order, without overlaps."""
    return not_prose(text)
