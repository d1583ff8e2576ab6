"""Compressed files: gzip and Zstandard, told by how they begin; and how they are written, the same bytes each time."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, Final

from ..errors import Errors, PseudoError

GZIP: Final = "gz"
ZSTD: Final = "zst"
PACKS: Final = (GZIP, ZSTD)
_BEGINS: Final = {b"\x1f\x8b": GZIP, b"\x28\xb5\x2f\xfd": ZSTD}
_HEAD: Final = 4
# No text is packed as closely as this, once it is as long as that.
RATIO: Final = 200
SMALL: Final = 50_000_000
# Of what is packed; one of its bytes may stand for 32 kB.
_PIECE: Final = 1024
_LEVELS: Final = {GZIP: 6, ZSTD: 3}


def ending_of(path: str | Path) -> str:
    """RETURNS (str): How a file's name ends, in small letters and without '.gz' or '.zst': '.csv', or '' if it has no
    ending."""
    endings = [suffix.lower() for suffix in Path(path).suffixes if suffix.lower()[1:] not in PACKS]
    return endings[-1] if endings else ""


def pack_of(path: str | Path) -> str:
    """RETURNS (str): How a file is compressed, 'gz' or 'zst', whatever its name says; '' if it is not, or no file."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(_HEAD)
    except OSError:  # a directory, or what nobody can read: who reads it says so
        return ""
    return next((pack for begin, pack in _BEGINS.items() if head.startswith(begin)), "")


def most_of(path: str | Path) -> int:
    """RETURNS (int): How many bytes a file may unpack to and still be text."""
    return max(SMALL, RATIO * Path(path).stat().st_size)


class _Bounded(io.RawIOBase):
    """What is unpacked, and no more of it than a text can hold: a small file may unpack to more than any disk."""

    def __init__(self, stream: IO[bytes], path: str | Path) -> None:
        self._stream, self._left, self._path = stream, most_of(path), path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read(len(buffer))
        self._left -= len(piece)
        if self._left < 0:
            raise PseudoError(Errors.P129.format(path=self._path))
        buffer[: len(piece)] = piece
        return len(piece)


@contextmanager
def open_bytes(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, unpacked if it is compressed.

    path (str | Path): The file.
    YIELDS (IO[bytes]): The stream; whatever goes wrong while reading it becomes a coded error.
    """
    pack = pack_of(path)
    try:
        with open(path, "rb") as stream:
            if not pack:
                yield stream
                return
            packed: Any = gzip.GzipFile(fileobj=stream) if pack == GZIP else _read_zstd(stream, path)
            with packed, io.BufferedReader(_Bounded(packed, path)) as unpacked:
                yield unpacked
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or "the compressed file is damaged"
        raise PseudoError(Errors.P101.format(path=path, reason=reason)) from None


@contextmanager
def packed(stream: BinaryIO, pack: str) -> Iterator[BinaryIO]:
    """Write compressed. Neither the time nor a name is written into it.

    stream (BinaryIO): An open file; it stays open.
    pack (str): 'gz' or 'zst'.
    YIELDS (BinaryIO): Where to write what is to be compressed.
    """
    if pack == GZIP:
        with gzip.GzipFile("", "wb", _LEVELS[GZIP], stream, mtime=0) as file:
            yield file  # type: ignore[misc]  # it has all that is needed
    else:
        with _write_zstd(stream) as file:
            yield file


if sys.version_info >= (3, 14):
    from compression import zstd

    class _Frames(zstd.ZstdFile):
        def read(self, size: int | None = -1) -> bytes:
            try:
                return super().read(size)
            except zstd.ZstdError as error:
                raise EOFError from error

    def _read_zstd(stream: IO[bytes], path: str | Path) -> IO[bytes]:
        return _Frames(stream)

    def _write_zstd(stream: BinaryIO) -> BinaryIO:
        return zstd.ZstdFile(stream, "wb", level=_LEVELS[ZSTD])

else:

    class _Frames(io.RawIOBase):
        """What is unpacked of the frames of a file; one that is cut is an error."""

        def __init__(self, stream: IO[bytes], make: Any, error: type[Exception]) -> None:
            self._stream, self._make, self._error = stream, make, error
            self._frame: Any = None
            self._rest = memoryview(b"")

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            while not self._rest and self._fill():
                pass
            piece, self._rest = self._rest[:size], self._rest[size:]
            return bytes(piece)

        def _fill(self) -> bool:
            data = self._stream.read(_PIECE)
            if not data and self._frame is not None:
                raise EOFError
            pieces = []
            while data:
                self._frame = self._frame if self._frame is not None else self._make.decompressobj()
                try:
                    pieces.append(self._frame.decompress(data))
                except self._error as error:
                    raise EOFError from error
                data = b""
                if self._frame.eof:
                    data, self._frame = self._frame.unused_data, None
            self._rest = memoryview(b"".join(pieces))
            return bool(pieces)

    def _read_zstd(stream: IO[bytes], path: str | Path) -> Any:
        zstandard = _zstandard(path)
        return _Frames(stream, zstandard.ZstdDecompressor(), zstandard.ZstdError)

    def _write_zstd(stream: BinaryIO) -> Any:
        return _zstandard("OUT").ZstdCompressor(_LEVELS[ZSTD]).stream_writer(stream, closefd=False)

    def _zstandard(path: str | Path) -> Any:
        try:
            import zstandard
        except ImportError as error:
            otherwise = "or unpack the file and give what was in it"
            raise PseudoError(
                Errors.P123.format(path=path, package="zstandard", otherwise=otherwise, extra="zstd")
            ) from error
        return zstandard
