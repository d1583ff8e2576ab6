"""What is understood of a file, as a table in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..corpus.understanding import Understood

# Of a value, so many characters are shown.
_WIDE: Final = 24


def show_understood(understood: Understood, *, samples: bool) -> None:
    """Show the columns, those that are fields first, with the beginnings of three values.

    understood (Understood): What is understood of a file.
    samples (bool): Show values.
    """
    from ..review.report.report import Table
    from .reports import print_table

    rows = [
        (c.field or "", c.header, f"{round(100 * c.filled)} %", *((_cut(c.samples),) if samples else ()))
        for c in understood.columns
    ]
    open_questions = {**dict.fromkeys(understood.needed, ("needed",)), **understood.unclear}
    asked = [(f, f"? {' or '.join(of)}", "", *(("",) if samples else ())) for f, of in open_questions.items()]
    header = ("field", "column", "filled", *(("begins (private)",) if samples else ()))
    of = ", ".join(filter(None, (str(understood.path), understood.sheet, understood.layout)))
    print_table(Table(header, [*rows, *asked], f"What is understood of {of}"))


def _cut(samples: Sequence[str]) -> str:
    """So much of each that a line of a terminal holds them."""
    return " | ".join(sample if len(sample) <= _WIDE else f"{sample[: _WIDE - 1].rstrip('…')}…" for sample in samples)
