"""Values of a file as text, and what is no character in them."""

from __future__ import annotations

import json
import math
import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .read_report import ReadReport

_SURROGATE = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def repair(text: str, report: ReadReport) -> str:
    """Replace what is no character. Offsets stay true: one character for one.

    text (str): A text.
    report (ReadReport): Counts what is replaced.
    RETURNS (str): The text, each NUL and each lone surrogate replaced by U+FFFD.
    """
    if "\0" in text:
        report.nul += text.count("\0")
        text = text.replace("\0", _REPLACEMENT)
    if not text.isascii():
        text, count = _SURROGATE.subn(_REPLACEMENT, text)
        report.surrogates += count
    return text


def as_text(value: Any, report: ReadReport) -> str | None:
    """Write any value of a file as text.

    value (Any): A string, or what JSON, Parquet and workbooks know besides.
    report (ReadReport): Counts what is repaired.
    RETURNS (Optional[str]): The text: 43 and 43.0 are '43', times are ISO, nested values stay JSON, NaN is None.
    """
    if value is None or isinstance(value, str):
        return value and repair(value, report)
    if type(value) is int:
        return str(value)
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    return repair(json.dumps(value, ensure_ascii=False, default=str), report)
