"""Text and numbers as they stand in HTML, SVG and Markdown: nothing of what is shown can become markup."""

from __future__ import annotations

import html
import math
import re
from typing import Final

Cell = str | int | float | None

NOTHING: Final = "—"
DIGITS: Final = 4
# What neither XML nor a UTF-8 file can hold.
_UNFIT: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")
# What Markdown reads as markup anywhere, and at the beginning of a line.
_MARKS: Final = re.compile(r"([\\`*\[\]|~$#]|(?<![^\W_])_|_(?![^\W_]))")
_BEGINNINGS: Final = re.compile(r"^(?:([+=-])|(\d+)([.)]))")
_SPACE: Final = re.compile(r"\s+")
_FIGURES: Final = re.compile(r"[\s\d.,:;%/+±~<>≤≥∞()\[\]–−-]+")


def fit(text: str) -> str:
    """RETURNS (str): The text, with � for what no page can hold (control characters, halves of characters)."""
    return _UNFIT.sub("\ufffd", text)


def escaped(text: str) -> str:
    """RETURNS (str): The text as it stands in HTML and SVG, between tags or in a quoted attribute."""
    return html.escape(fit(text), quote=True)


def markdown(text: str, *, trim: bool = True) -> str:
    """RETURNS (str): The text as it stands within a line or a table cell of Markdown; with or without the space around
    it."""
    line = _SPACE.sub(" ", fit(text))
    return _MARKS.sub(r"\\\1", html.escape(line.strip() if trim else line, quote=False))


def paragraph(text: str) -> str:
    """RETURNS (str): The text as it stands in a line of its own: no list, no heading."""
    return _BEGINNINGS.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", markdown(text))


def shown(value: Cell, digits: int = DIGITS) -> str:
    """How a value is shown in a table: '2,888', '.9962', '—' for None and for what is not a number. What is not quite 1
    (or 0) is never shown as 1 (or 0), but as '>.9999' ('<.0001').

    value (Optional[str | int | float]): The value; a string is shown as it is.
    digits (int): Digits after the point, for a float.
    RETURNS (str): The text, not yet escaped.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if value is None or math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    rounded = float(f"{value:.{digits}f}")
    if rounded == 1 > value:
        return f">{_bare(1 - 10.0**-digits, digits)}"
    if rounded == 0 < value:
        return f"<{_bare(10.0**-digits, digits)}"
    return _bare(rounded + 0.0, digits)


def _bare(value: float, digits: int) -> str:
    """Without the 0 before the point."""
    return re.sub(r"^(-?)0(?=\.)", r"\1", f"{value:,.{digits}f}")


def is_blank(value: Cell) -> bool:
    """RETURNS (bool): There is nothing in the cell."""
    return value is None or (isinstance(value, str) and value.strip() in ("", NOTHING))


def is_figure(value: Cell) -> bool:
    """RETURNS (bool): The value is a number, or a string that is made of numbers: '54.0%', '21/169', '.91–.97'."""
    return not isinstance(value, str) or bool(_FIGURES.fullmatch(value) and any(map(str.isdigit, value)))


def element(name: str, *children: str, **attributes: str | float | None) -> str:
    """One element of HTML or SVG, the same for the same arguments.

    name (str): Its name.
    children (str): What it holds: markup, which is not escaped here.
    attributes (Optional[str | float]): Its attributes, escaped here; '_' stands for '-', and is cut off at the end of a
        name (`class_`). Those that are None are left out. Numbers get two digits after the point at most.
    RETURNS (str): The markup.
    """
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
            parts.append(f'{key.rstrip("_").replace("_", "-")}="{escaped(text)}"')
    return f"<{' '.join(parts)}>{''.join(children)}</{name}>"
