"""Texts that have lost the ends of their lines: where several blanks, '-- ', marks of quotations or fields of headers
show that a line ended, it is read so. Each blank is read as the end of a line, so that every place stays what it is."""

from __future__ import annotations

import re
from typing import Final

from .. import languages
from .lexing import Text, once


def _either(*kinds: str) -> str:
    return "|".join(word for kind in kinds for word in languages.mail(kind))


_INDENTED: Final = 5
_SIGNS: Final = ("  ", " >", "--", ">>")
_BLANKS: Final = re.compile(r"[ ]{2,}|[ ](?=--[ ]{2})")
# Quoted lines begin the text, a paragraph or what follows 'X wrote:'.
_QUOTED: Final = re.compile(r"(?:\A|\n|:[ ])(?:>[ >]*)(?=\w)")
_MARK: Final = re.compile(r"[ ](?=>(?:[ >]|\Z))")
_FIELD: Final = re.compile(
    rf"[ ](?=(?:{_either('from', 'telling fields', 'fields')}):[ ])|[ ](?=-{{2,}}[ ]?(?:{_either('original message')}))"
    rf"|(?<=\w-----)[ ]",
    re.IGNORECASE,
)


def _read(blanks: re.Match[str]) -> str:
    """A paragraph ended; after more blanks a line of a table goes on, or one that is indented."""
    length = len(blanks[0])
    return "\n" * length if length < _INDENTED else "\n" + " " * (length - 1)


def lined(text: str) -> Text:
    """RETURNS (Text): The text with its lines, of the same length; the text itself if it has not lost them."""
    text = Text.of(text)
    return text if (found := _lined(text)) is None else found


@once
def _lined(text: Text) -> Text | None:
    if "\n" in text or not any(sign in text for sign in _SIGNS):
        return None
    lines = _BLANKS.sub(_read, text)
    if ">" in lines and _QUOTED.search(lines):
        lines = _MARK.sub("\n", lines)
    if ":" in lines and len(_FIELD.findall(lines)) > 1:
        lines = _FIELD.sub("\n", lines)
    return Text(lines, text.lang) if lines != text else None
