"""Bytes of a mail to text: charsets that are wrong, encoded words, soft line breaks. Nothing in here ever fails."""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from typing import Final, NamedTuple

# Codecs of Python that are no charset of a mail.
_NO_CHARSETS: Final = frozenset(
    ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem")
)
# Written by many programs that mean the larger one.
_LARGER: Final = {"iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "euc_kr": "cp949", "shift_jis": "cp932"}
_OTHERS: Final = {"iso-8859-8-i": "iso-8859-8", "x-mac-roman": "mac-roman", "unicode-1-1-utf-7": "utf-7"}
_CONTROLS = re.compile("[\x80-\x9f]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_REPLACEMENT: Final = "\ufffd"
_WORD = re.compile(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{1,20})?\?([bBqQ])\?([^?]*)\?=")
_FOLDED = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_LINE_END = re.compile("\r\n?")
_SIGNATURE: Final = "-- "


class Decoded(NamedTuple):
    """A text, and how many of its characters were lost."""

    text: str
    lost: int = 0


def is_charset(name: str) -> bool:
    """RETURNS (bool): Python knows it, and it is an encoding of text."""
    try:
        info = codecs.lookup(name)
        b" ".decode(name, "replace")
    except (LookupError, ValueError):
        return False
    return info.name not in _NO_CHARSETS


def decode(data: bytes, charset: str | None = None, *, usual: str | None = None) -> Decoded:
    """Decode what somebody has sent.

    data (bytes): The bytes.
    charset (Optional[str]): What they are said to be.
    usual (Optional[str]): What is tried where nothing is said, or something wrong.
    RETURNS (Decoded): The text; what cannot be decoded is U+FFFD.
    """
    told = _OTHERS.get((charset or "").strip().strip("'\"").lower(), (charset or "").strip().strip("'\""))
    tried = [name for name in (told, usual, "utf-8") if name and is_charset(name)]
    for name in tried:
        try:
            return _without_surrogates(_strictly(data, name))
        except (UnicodeError, ValueError):
            continue
    if not tried or codecs.lookup(tried[0]).name in ("utf-8", "ascii"):
        mostly = data.decode("utf-8", "replace")
        lost = mostly.count(_REPLACEMENT)
        # One broken letter must not make garbage of every other that is not ASCII.
        if sum(not char.isascii() for char in mostly) > 2 * lost:
            return Decoded(mostly, lost)
        name = "cp1252"
    else:
        name = tried[0]
    text, lost = _without_surrogates(data.decode(name, "replace"))
    return Decoded(text, lost + text.count(_REPLACEMENT))


def _strictly(data: bytes, name: str) -> str:
    known = codecs.lookup(name).name
    if known in _LARGER:
        text = data.decode(known, "replace")
        if known != "iso8859-1":
            return data.decode(_LARGER[known])
        return data.decode("cp1252", "replace") if _CONTROLS.search(text) else text
    return data.decode(name)


def _without_surrogates(text: str) -> Decoded:
    return Decoded(*_SURROGATES.subn(_REPLACEMENT, text))


def plain_lines(text: str) -> str:
    """RETURNS (str): The text with '\\n' at the end of lines, and no byte-order mark."""
    return _LINE_END.sub("\n", text.removeprefix("\ufeff"))


# --- Headers ----------------------------------------------------------------------------------------------------------


def unfold(raw: str) -> str:
    """RETURNS (str): A header as it came, in one line; bytes in it that are not ASCII are decoded."""
    if not raw.isascii():
        raw = decode(raw.encode("utf-8", "surrogateescape")).text
    return _FOLDED.sub(" ", raw).strip()


def decode_words(text: str) -> str:
    """Decode what headers write as '=?utf-8?q?...?='.

    text (str): A header, unfolded.
    RETURNS (str): What it says; words that are broken stay as they are.
    """
    if "=?" not in text:
        return text
    pieces: list[str | tuple[str, bytes]] = []
    at = 0
    for word in _WORD.finditer(text):
        between = text[at : word.start()]
        data = _decoded_word(word[2], word[3])
        # Blanks between encoded words are none; and a letter may be cut in two.
        joint = pieces[-1] if pieces and not between.strip() and not isinstance(pieces[-1], str) else None
        if data is None:
            pieces.append(between + word[0])
        elif joint is not None and not isinstance(joint, str):
            if joint[0].lower() == word[1].lower():
                pieces[-1] = (joint[0], joint[1] + data)
            else:
                pieces.append((word[1], data))
        else:
            pieces.extend((between, (word[1], data)))
        at = word.end()
    pieces.append(text[at:])
    return "".join(piece if isinstance(piece, str) else decode(piece[1], piece[0]).text for piece in pieces)


def _decoded_word(kind: str, data: str) -> bytes | None:
    coded = data.encode("utf-8")
    if kind in "qQ":
        return quopri.decodestring(coded, header=True)
    try:
        return binascii.a2b_base64(coded + b"=" * (-len(coded) % 4))
    except binascii.Error:
        return None


# --- Soft line breaks -------------------------------------------------------------------------------------------------


def join_flowed(text: str, *, delete_space: bool = False) -> str:
    """Join lines that a mail program broke by itself (format=flowed, RFC 3676).

    text (str): The text, '\\n' at the end of lines.
    delete_space (bool): The blank before a soft break is none of the text.
    RETURNS (str): The text with the breaks that somebody wrote.
    """
    done: list[str] = []
    open_depth: int | None = None  # of a line that goes on
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        soft = content.endswith(" ") and content != _SIGNATURE
        if soft and delete_space:
            content = content[:-1]
        if open_depth == depth and content != _SIGNATURE:
            done[-1] += content
        else:
            done.append(">" * depth + (" " if depth and content else "") + content)
        open_depth = depth if soft else None
    return "\n".join(done)
