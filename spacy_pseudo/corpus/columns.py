"""Which column holds which field: as told, by the field's own name, or by a name that is well known for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

from .. import languages
from ..attrs import FIELDS
from ..errors import Errors, PseudoError
from ..text.words import fold_all

# No header is longer.
_LONGEST: Final = 40
# 'postBody'
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|\d+")

# Compared without case and separators: 'Post ID' is 'postid'.
MESSAGE_COLUMNS: Final[Mapping[str, Collection[str]]] = {
    "id": ("messageid", "postid", "msgid"),
    "author": ("authorid", "user", "userid", "poster", "posterid", "postuserid", "sender", "senderid", "from"),
    "parent": ("parentid", "postparentid", "replyto", "replytoid", "inreplyto", "inreplytoid"),
    "parent_author": ("parentauthorid", "parentuserid"),
    "thread": ("threadid", "topic", "topicid", "discussion", "discussionid"),
    "session": ("sessionid", "course", "courseid", "coursecategoryid"),
    "timestamp": ("time", "date", "datetime", "created", "createdat", "posted", "postedat", "postcreationtime"),
    "subject": ("title", "postsubject", "posttitle"),
    "text": ("body", "message", "messagetext", "content", "post", "posttext", "postbody", "postcontent"),
}
ROSTER_COLUMNS: Final[Mapping[str, Collection[str]]] = {
    "id": ("userid", "studentid", "participantid", "authorid", "author", "postuserid", "user"),
    # Whoever has several of these has several names.
    "name": (),
    "names": (),
    "full_name": (),
    "display_name": (),
    "real_name": (),
    "given": ("first", "firstname", "givenname", "givennames", "forename"),
    "surname": ("last", "lastname", "familyname"),
    "ids": ("otherids", "furtherids"),
    "role": ("roles",),
    "email": ("mail", "emailaddress"),
}
# What is an id, or refers to one.
IDS: Final = ("id", "author", "parent", "parent_author", "thread", "session", "ids")
assert set(MESSAGE_COLUMNS) == set(FIELDS)


def plain(header: str) -> str:
    """RETURNS (str): A header without case, spaces, underscores and the like."""
    return "".join(char for char in header.casefold() if char.isalnum())


def find_columns(
    headers: Sequence[str],
    known: Mapping[str, Collection[str]],
    *,
    path: str | Path,
    told: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Find the columns of the fields.

    headers (Sequence[str]): The headers of the file.
    known (Mapping[str, Collection[str]]): The fields, and by which plain names else their columns go.
    path (str | Path): The file, for messages.
    told (Optional[Mapping[str, str]]): Headers by field, as somebody said; these are not looked for.
    RETURNS (dict[str, str]): Headers by field, in the order of the headers. Fields without a column are left out.
    """
    field_of: dict[str, str] = {}
    for field, wanted in (told or {}).items():
        if field not in known:
            raise PseudoError(Errors.P117.format(field=field, fields=", ".join(known)))
        header = find_header(headers, wanted)
        if header is None:
            raise PseudoError(Errors.P116.format(path=path, header=wanted, field=field, headers=listed(headers, known)))
        if header in field_of:
            raise PseudoError(Errors.P119.format(header=header, field=field, other=field_of[header]))
        field_of[header] = field
    free = [header for header in headers if header not in field_of]
    for field, synonyms in known.items():
        if field in field_of.values():
            continue
        exact = [header for header in free if plain(header) == plain(field)]
        found = exact or [header for header in free if plain(header) in synonyms]
        if len(found) > 1:
            raise PseudoError(Errors.P118.format(path=path, field=field, headers=", ".join(found)))
        field_of.update(dict.fromkeys(found, field))
    return {field_of[header]: header for header in headers if header in field_of}


def find_header(headers: Sequence[str], wanted: str) -> str | None:
    """RETURNS (Optional[str]): The header as it is written in the file, or else the only one that differs in case."""
    if wanted in headers:
        return wanted
    alike = [header for header in headers if plain(header) == plain(wanted)]
    return alike[0] if len(alike) == 1 else None


def listed(headers: Sequence[str], known: Mapping[str, Collection[str]]) -> str:
    """List headers for a message, unless they may be something private: the first row of a file without a header.

    headers (Sequence[str]): The headers of the file.
    known (Mapping[str, Collection[str]]): The fields and their other names.
    RETURNS (str): A sentence.
    """
    names = {plain(field) for field in known}.union(*known.values())
    if not any(plain(header) in names for header in headers):
        return f"None of its {len(headers)} columns is known; is there a header in the first line?"
    shown = (
        header if plain(header) in names or _is_header(header) else f"(column {number})"
        for number, header in enumerate(headers, 1)
    )
    return f"Its columns are: {', '.join(shown)}."


def _is_header(header: str) -> bool:
    """A header may be shown if it is made of ordinary words; what names somebody, or stands in a message, may not."""
    if len(header) > _LONGEST or header != " ".join(header.split()):
        return False
    words = fold_all(_CAMEL.sub(" ", header).replace("_", " "))
    return all(any(word in languages.words(lang) for lang in languages.known()) for word in words)
