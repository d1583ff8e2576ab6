"""Which files of tables are no text: by how they begin, whatever their names say."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Final

from ..errors import Errors, PseudoError

PARQUET: Final = "parquet"
WORKBOOK: Final = "xlsx"
_PARQUET: Final = b"PAR1"
_ZIP: Final = b"PK\x03\x04"
_OLE: Final = b"\xd0\xcf\x11\xe0"
# Files of other programs that hold tables, by a member of the archive that they are, and by the ending of their names.
_OTHERS: Final = {
    "content.xml": "an OpenDocument spreadsheet",
    "Index/Document.iwa": "a file of Numbers",
    "xl/workbook.bin": "a binary workbook",
}
_ENDINGS: Final = {
    ".xls": "a workbook of an old kind",
    ".xlsb": _OTHERS["xl/workbook.bin"],
    ".ods": _OTHERS["content.xml"],
    ".numbers": _OTHERS["Index/Document.iwa"],
}
# What is made to be looked at, by how it begins, by a member of the archive that it is, and by the ending of its name.
_PAGES: Final = {
    b"%PDF": "a PDF", b"{\\rt": "a text with layout (RTF)", b"\x89PNG": "an image", b"GIF8": "an image",
    b"\xff\xd8\xff\xe0": "an image", b"\xff\xd8\xff\xe1": "an image",
}  # fmt: skip
_WORD: Final = "word/document.xml"
_DOCUMENTS: Final = {".doc": "a Word document", ".docx": "a Word document", ".odt": "an OpenDocument text"}
_MEMBER: Final = "xl/workbook.xml"
_OLD: Final = "a workbook of an old kind, or protected by a password"


def is_workbook(path: Path) -> bool:
    """RETURNS (bool): It is a workbook that can be read."""
    return not path.is_dir() and binary_format(path) == WORKBOOK


def binary_format(path: Path) -> str | None:
    """Tell the format of a table that is no text. One that cannot be read is an error that tells what to do.

    path (Path): The file.
    RETURNS (Optional[str]): 'parquet' or 'xlsx', whatever the name says; None if it is neither.
    """
    try:
        with open(path, "rb") as stream:
            head = stream.read(4)
    except OSError:  # a directory, or what nobody can read: who reads it says so
        head = b""
    if head == _PARQUET:
        return PARQUET
    page = _PAGES.get(head) or (_DOCUMENTS.get(path.suffix.lower()) if head in (_ZIP, _OLE) else None)
    what = _OLD if head == _OLE else _ENDINGS.get(path.suffix.lower())
    if head == _ZIP:
        try:
            with zipfile.ZipFile(path) as archive:
                members = set(archive.namelist())
        except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError):
            members = set()
        if _MEMBER in members:
            return WORKBOOK
        page = page or (_DOCUMENTS[".docx"] if _WORD in members else None)
        what = next((kind for member, kind in _OTHERS.items() if member in members), what)
    if page is not None:
        raise PseudoError(Errors.P144.format(path=path, what=page))
    if what is not None:
        raise PseudoError(Errors.P124.format(path=path, what=what))
    return None
