"""Bytes to lines: which encoding a file has, and its text line by line, line ends as they are."""

from __future__ import annotations

import codecs
import io
from collections.abc import Generator, Iterator
from itertools import chain
from pathlib import Path

from ..errors import Errors, PseudoError, Warnings
from .packing import open_bytes

_MARKED = "utf-8-sig"
# UTF-32 before UTF-16: the one's mark begins with the other's.
_MARKS = (
    (codecs.BOM_UTF8, _MARKED),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Tables begin with a header or a brace in ASCII, so that UTF-16 shows in the first few characters.
_SAMPLE = 16
# Lone surrogates come through to be counted and replaced; codecs other than UTF treat this as 'strict'.
_ERRORS = "surrogatepass"


def find_encoding(path: str | Path, told: str | None = None) -> tuple[str, str | None]:
    """Find a file's encoding and make sure that all of it can be read so.

    path (str | Path): The file.
    told (Optional[str]): The encoding, if somebody knows it.
    RETURNS (tuple[str, Optional[str]]): The encoding, and a warning if it is the likely one but not certain.
    """
    if told is not None:
        try:
            # This also refuses codecs that are no encoding of text, such as 'base64'.
            io.TextIOWrapper(io.BytesIO(), encoding=told)
            codecs.getincrementaldecoder(told)
        except LookupError:
            raise PseudoError(Errors.P104.format(encoding=told)) from None
        return _checked(path, told, Errors.P105), None
    with open_bytes(path) as stream:
        encoding = wide_encoding(stream.read(_SAMPLE))
    # A mark of UTF-8 is put before whatever there is by programs that join files.
    marked = encoding == _MARKED
    if encoding is not None and not marked:
        return _checked(path, encoding, Errors.P105), None
    bad, good = _survey(path)
    if bad is None:
        return _MARKED if marked else "utf-8", None
    # One broken line must not make garbage of every accent in the others: names would no longer be recognised.
    if good is not None:
        raise PseudoError(Errors.P107.format(path=path, bad=bad, good=good))
    return _checked(path, "cp1252", Errors.P106), Warnings.W101.format(path=path, line=bad)


def wide_encoding(start: bytes) -> str | None:
    """Tell an encoding by the first bytes of a file.

    start (bytes): The first bytes.
    RETURNS (Optional[str]): The encoding that a mark or the place of zeros shows; None for all others.
    """
    start = start[:_SAMPLE]
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    even, odd = start[::2].count(0), start[1::2].count(0)
    if even + odd >= len(start) // 3 > 0 and 0 in (even, odd):
        return "utf-16-le" if odd else "utf-16-be"
    return None


def _survey(path: str | Path) -> tuple[int | None, int | None]:
    """RETURNS (tuple): The first line that is not UTF-8, and the first that is, and not just ASCII."""
    bad = good = None
    with open_bytes(path) as stream:
        for number, line in enumerate(stream, 1):
            line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
            if line.isascii():
                continue
            try:
                line.decode("utf-8", _ERRORS)
                good = good or number
            except UnicodeDecodeError:
                bad = bad or number
    return bad, good


def _checked(path: str | Path, encoding: str, message: str) -> str:
    line = 1
    try:
        for piece in _decoded(path, encoding):
            line += piece.count("\n")
    except UnicodeError:
        raise PseudoError(message.format(path=path, line=line, encoding=encoding)) from None
    return encoding


def _decoded(path: str | Path, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)(_ERRORS)
    with open_bytes(path) as stream:
        # Pieces end at b"\n", where no UTF-8 sequence is cut: a surrogate cut in two would be an error.
        for piece in stream:
            yield decoder.decode(piece)
        yield decoder.decode(b"", True)


def read_lines(path: str | Path, encoding: str) -> Generator[str, None, None]:
    """Read a file line by line.

    path (str | Path): The file.
    encoding (str): An encoding that `find_encoding` has returned for it.
    YIELDS (str): Lines with their ends, be they '\\n', '\\r\\n' or '\\r'; a byte-order mark is left out.
    """
    # As UTF-8 has it, and as it looks in another encoding.
    marks, rest, first = ("\ufeff", codecs.BOM_UTF8.decode(encoding, "replace")), "", True
    for piece in chain(_decoded(path, encoding), (None,)):
        rest += piece or ""
        if first and rest:
            rest, first = rest[len(next(filter(rest.startswith, marks), "")) :], False
        lines = io.StringIO(rest, newline="").readlines()
        # In UTF-16 a piece may end anywhere, between '\r' and '\n' too.
        rest = lines.pop() if lines and piece is not None and not lines[-1].endswith("\n") else ""
        yield from lines
