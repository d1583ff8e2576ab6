"""How the body of a mail is packed for its way: base64, quoted-printable, uuencode. As much as can be is unpacked."""

from __future__ import annotations

import binascii
import quopri
import re
from typing import Final

_BASE64: Final = "base64"
_QUOTED: Final = "quoted-printable"
_UUENCODE: Final = frozenset(("x-uuencode", "uuencode", "uue", "x-uue"))
_NOT_CODED = re.compile(rb"[^A-Za-z0-9+/=]+")
# A line so long without a blank is no prose, even if some of its characters were changed on the way.
_LONG: Final = 40
# Words are shorter.
_SURELY_CODED: Final = 20
# '=' at the end of a line, and blanks that were added to it
_SOFT_BREAK = re.compile(rb"=[ \t]+(?=\r?\n|\Z)")
_UU_LINE = re.compile(rb"[!-`][ -`]{0,84}\Z")
# A file within the text, maybe quoted, or cut off
_FILE = re.compile(
    r"^(?P<marks>(?:[ \t]*[>|])*[ \t]?)(?:"
    r"begin[ ][0-7]{3,4}[ ][^\n]+\n(?:"
    r"(?:(?P=marks)[!-`][ -`]{0,84}\n)*(?:(?P=marks)[` ]?\n)?(?P=marks)end[ \t]*$"
    r"|(?:(?P=marks)M[ -`]{30,84}(?:\n|\Z))+(?:(?P=marks)[!-L][ -`]{4,60}(?:\n|\Z))?)"
    r"|begin-base64[ ][0-7]{3,4}[ ][^\n]+\n(?:(?P=marks)[A-Za-z0-9+/=]{1,80}(?:\n|\Z))+"
    r")",
    re.MULTILINE,
)


def unpack(data: bytes, encodings: str) -> bytes | None:
    """Undo the encoding of a body.

    data (bytes): The body as it came.
    encodings (str): What the mail says of it (Content-Transfer-Encoding), maybe several: '8bit, base64'.
    RETURNS (Optional[bytes]): The body, as far as it can be read; None if nothing of it can.
    """
    named = frozenset(re.findall(r"[a-z0-9-]+", encodings.lower()))
    if _BASE64 in named:
        return _from_base64(data)
    if _QUOTED in named:
        return quopri.decodestring(_SOFT_BREAK.sub(b"=", data))
    if not _UUENCODE.isdisjoint(named):
        return _from_uuencode(data)
    return data


def cut_out_files(text: str) -> tuple[str, int]:
    """RETURNS (tuple[str, int]): The text without the files that stand in it (uuencode), and how many there were."""
    return _FILE.subn("", text) if "begin" in text else (text, 0)


def _from_base64(data: bytes) -> bytes | None:
    lines = [line.strip() for line in data.splitlines() if line.strip()]
    whole = [line for line in lines if not line.split()[1:]]
    if len(whole) * 2 < len(lines) and all(len(line) < _SURELY_CODED for line in whole):
        return data  # only said to be base64
    # Something may have been changed on the way, and what has blanks in it was put below.
    coded = [line for line in whole if len(line) > _LONG or len(_NOT_CODED.sub(b"", line)) >= len(line) - 1]
    found = b""
    # Several may have been put together, each with its own end.
    for piece in re.split(b"=+", b"".join(_NOT_CODED.sub(b"", line) for line in coded)):
        piece = piece[:-1] if len(piece) % 4 == 1 else piece
        found += binascii.a2b_base64(piece + b"=" * (-len(piece) % 4))
    return found if found or not lines else None


def _from_uuencode(data: bytes) -> bytes | None:
    found, begun = b"", False
    for line in data.splitlines():
        if not begun:
            begun = line.startswith(b"begin ")
        elif line.strip() == b"end":
            break
        elif _UU_LINE.match(line):
            # Blanks at the end may be lost, or be too many: as many characters as the first one says.
            length = ((line[0] - 32) & 63) + 2
            try:
                found += binascii.a2b_uu(line[: 1 + length // 3 * 4])
            except binascii.Error:
                continue
    return found or None
