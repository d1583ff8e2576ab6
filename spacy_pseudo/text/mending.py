"""Letters that were decoded wrongly, once or several times: 'JosÃ©' is José, 'theÂ ' the and a blank, 'â€™' a quote."""

from __future__ import annotations

from typing import Final

import regex

# What the bytes 0x80 to 0xbf, of which all but the first byte of a letter are, look like if taken for letters.
_CP1252: Final = {byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0xC0)}
_SHOWN: Final = {byte: chr(byte) if char == "\ufffd" else char for byte, char in _CP1252.items()}
_BYTES: Final = {**{char: byte for byte, char in _SHOWN.items()}, **{chr(byte): byte for byte in range(0x80, 0x100)}}
_REST: Final = "[" + regex.escape("".join(sorted({*_SHOWN.values(), *map(chr, range(0x80, 0xC0))}))) + "]"
# First bytes of Latin, Greek and Cyrillic letters. After a capital 'Å’' and the like are what they seem: 'SMÅ’'.
PAIR: Final = rf"(?:Ã{_REST}(?:Â{_REST})*|(?<![A-ZÅÄÖ])[ÄÅÆÈÎÏÐÑ]{_REST})"
# A first byte of what is no letter, and one of which the blank after it has become an ordinary one.
SIGN: Final = rf"(?:Â(?={_REST})|(?<!\p{{Lu}})Â(?!\p{{L}})|â(?=[€\x80]))"

_PAIR = regex.compile(PAIR)
_MAYBE = regex.compile(rf"[ÂÃÄÅÆÈÎÏÐÑâ]{_REST}|(?<!\p{{Lu}})Â(?!\p{{L}})")
_TIMES: Final = 3


def looks_mistaken(text: str) -> bool:
    """RETURNS (bool): A text may hold letters that were decoded wrongly; a quick look."""
    return _MAYBE.search(text) is not None


def mend(word: str) -> str:
    """RETURNS (str): A word as it was before it was decoded wrongly; as it is if it was not."""
    for _ in range(_TIMES):
        if _PAIR.search(word) is None:
            break
        try:
            word = _decoded(word)
        except UnicodeError:
            mended = _PAIR.sub(lambda pair: _mended_pair(pair[0]), word)
            if mended == word:
                break
            word = mended
    return word


def _decoded(word: str) -> str:
    """The whole word, if all of it was decoded wrongly."""
    raw = bytearray()
    for char in word:
        raw.append(ord(char) if char < "\x80" else _BYTES.get(char, 0xFF))
    return raw.decode("utf8")


def _mended_pair(pair: str) -> str:
    try:
        return _decoded(pair)
    except UnicodeError:
        return pair
