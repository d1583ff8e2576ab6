"""Which column holds which field: as told, by the field's own name, or by a name that is well known for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from .. import languages, resources
from ..attrs import FIELDS
from ..errors import Errors, PseudoError
from ..text.words import fold_all

# No header is longer.
_LONGEST: Final = 40
# 'postBody'
# What an id may be made of that is shown, and what is no word in it: figures, and runs of one or two letters.
_PLAIN_ID: Final = re.compile(r"[\w.:#/-]{1,40}")
_LETTERS: Final = re.compile(r"(?:[\d_.:#/-]|(?<![^\W\d_])[^\W\d_]{1,2}(?![^\W\d_]))+")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|\d+")
# What is not shown is called by its number, and may be told so.
_NUMBERED: Final = re.compile(r"\((?:column|sheet) ([0-9]{1,6})\)")
# What is an id, or refers to one.
IDS: Final = ("id", "author", "parent", "parent_author", "thread", "session", "ids")


class Known:
    """The fields of a kind of table, and by which headers their columns go besides.

    fields (tuple[str, ...]): The fields.
    name (str): The file of `resources/columns` that lists the headers.
    """

    def __init__(self, fields: tuple[str, ...], name: str) -> None:
        self.fields, self._name = fields, name

    @cached_property
    def headers(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        """RETURNS (dict[str, tuple]): Plain headers by field: the usual ones, and those that stand back."""
        found: dict[str, tuple[set[str], set[str]]] = {field: (set(), set()) for field in self.fields}
        for line in resources.lines(f"columns/{self._name}.txt"):
            field, _, headers = line.partition(":")
            found[field.removesuffix("?")][field.endswith("?")].update(map(plain, headers.split(",")))
        return {field: (frozenset(usual), frozenset(other)) for field, (usual, other) in found.items()}

    @cached_property
    def names(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): All plain headers, and the fields' own names."""
        both = (kind for pair in self.headers.values() for kind in pair)
        return frozenset(map(plain, self.fields)).union(*both)


MESSAGE_COLUMNS: Final = Known(FIELDS, "messages")
ROSTER_COLUMNS: Final = Known(
    # Whoever has several of the names has several names.
    ("id", "name", "names", "full_name", "display_name", "real_name", "given", "surname", "ids", "role", "email"),
    "roster",
)


class Found(NamedTuple):
    """What the headers of a table tell.

    columns (dict[str, str]): Headers by field, in the order of the headers. Fields without a column are left out.
    unclear (dict[str, list[str]]): By field, the headers of which any may be its column.
    """

    columns: dict[str, str]
    unclear: dict[str, list[str]]


def plain(header: str) -> str:
    """RETURNS (str): A header without case, accents, spaces, underscores and the like; 'Post #' is 'postno'."""
    header = header.replace("#", "no") if any(map(str.isalnum, header)) else header
    folded = unicodedata.normalize("NFKD", header.casefold()) if not header.isascii() else header.casefold()
    return "".join(char for char in folded if char.isalnum())


def match_columns(
    headers: Sequence[str], known: Known, *, path: str | Path, told: Mapping[str, str] | None = None
) -> Found:
    """Find the columns of the fields, and of which it is not clear.

    headers (Sequence[str]): The headers of the file.
    known (Known): The fields.
    path (str | Path): The file, for messages.
    told (Optional[Mapping[str, str]]): Headers by field, as somebody said; these are not looked for. Empty: no column
        is the field.
    RETURNS (Found): The columns.
    """
    field_of = _told(headers, known, path, told or {})
    free = {header: plain(header) for header in headers if header not in field_of}
    unclear: dict[str, list[str]] = {}
    for field, (usual, others) in known.headers.items():
        if field in (told or {}):
            continue
        kinds = ({plain(field)}, usual, others)
        found = next(filter(None, ([h for h, name in free.items() if name in kind] for kind in kinds)), [])
        if len(found) > 1:
            unclear[field] = found
        else:
            field_of.update(dict.fromkeys(found, field))
    return Found({field_of[header]: header for header in headers if header in field_of}, unclear)


def _told(headers: Sequence[str], known: Known, path: str | Path, told: Mapping[str, str]) -> dict[str, str]:
    field_of: dict[str, str] = {}
    for field, wanted in told.items():
        if field not in known.fields:
            raise PseudoError(Errors.P117.format(field=field, fields=", ".join(known.fields)))
        if not wanted:
            continue
        header = find_header(headers, wanted)
        if header is None:
            raise PseudoError(Errors.P116.format(path=path, header=wanted, field=field, headers=listed(headers, known)))
        if header in field_of:
            raise PseudoError(Errors.P119.format(header=header, field=field, other=field_of[header]))
        field_of[header] = field
    return field_of


def find_columns(
    headers: Sequence[str],
    known: Known,
    *,
    path: str | Path,
    told: Mapping[str, str] | None = None,
    in_python: bool = False,
) -> dict[str, str]:
    """Find the columns of the fields. One that is not clear is an error: nothing is guessed.

    headers, known, path, told: As for `match_columns`.
    in_python (bool): The headers are of what a program has at hand.
    RETURNS (dict[str, str]): Headers by field, in the order of the headers. Fields without a column are left out.
    """
    found = match_columns(headers, known, path=path, told=told)
    for field, several in found.unclear.items():
        option = option_for(known, field, in_python=in_python)
        raise PseudoError(Errors.P118.format(path=path, field=field, headers=", ".join(several), option=option))
    return found.columns


def option_for(known: Known, field: str, *, in_python: bool = False) -> str:
    """RETURNS (str): What tells the column of a field: an option, or in Python an argument.

    known (Known): The fields.
    field (str): The field.
    in_python (bool): The table is one that a program has at hand.
    """
    name = "column" if known is MESSAGE_COLUMNS else "roster_column"
    return f"{name}s={{'{field}': HEADER}}" if in_python else f"--{name.replace('_', '-')} {field}=HEADER"


def find_header(headers: Sequence[str], wanted: str) -> str | None:
    """RETURNS (Optional[str]): The header as it is written in the file, or else the only one that differs in case, or
    what a message calls '(column 2)'. Sheets are found as well."""
    if wanted in headers:
        return wanted
    alike = [header for header in headers if plain(header) == plain(wanted)]
    if len(alike) == 1:
        return alike[0]
    number = _NUMBERED.fullmatch(wanted.strip())
    return next(islice(headers, int(number[1]) - 1, None), None) if number and int(number[1]) else None


def listed(headers: Sequence[str], known: Known) -> str:
    """List headers for a message, unless they may be something private: the first row of a file without a header.

    headers (Sequence[str]): The headers of the file.
    known (Known): The fields and their other names.
    RETURNS (str): A sentence.
    """
    if not any(plain(header) in known.names for header in headers):
        return f"None of its {len(headers)} columns is known; is there a header in the first line?"
    return f"Its columns are: {_shown(headers, 'column', known.names)}."


def listed_sheets(titles: Sequence[str]) -> str:
    """RETURNS (str): The titles of a workbook's sheets, as a message may show them."""
    return _shown(titles, "sheet") or "none"


def _shown(names: Sequence[str], what: str, known: Collection[str] = ()) -> str:
    """What may name somebody is called by its number."""
    return ", ".join(
        name if plain(name) in known or may_be_shown(name) else f"({what} {number})"
        for number, name in enumerate(names, 1)
    )


def shown_header(header: str | None) -> str:
    """RETURNS (str): A header as a message may show it: '...' if somebody may be named in it."""
    return header if header is not None and may_be_shown(header) else "..."


def shown_id(id: str | None) -> str:
    """RETURNS (str): An id as a message may show it: figures, short runs of letters and ordinary words; '...' where
    there may be a name or a login in it."""
    return id if id is not None and _PLAIN_ID.fullmatch(id) and may_be_shown(_LETTERS.sub(" ", id).strip()) else "..."


def may_be_shown(header: str) -> bool:
    """RETURNS (bool): A header is made of ordinary words; what names somebody, or stands in a message, is not."""
    if len(header) > _LONGEST or header != " ".join(header.split()):
        return False
    words = fold_all(_CAMEL.sub(" ", header).replace("_", " "))
    return all(any(word in languages.words(lang) for lang in languages.known()) for word in words)
