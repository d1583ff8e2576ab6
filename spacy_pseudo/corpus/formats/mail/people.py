"""The people in the headers of a mail: who wrote it, to whom, and which addresses are nobody's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from email.message import Message as Mail
from typing import Final, NamedTuple

from .text import decode_words, unfold

# Longer headers are read as far as this.
_LONGEST: Final = 200_000
_TOKEN = re.compile(
    r"=\?[^?\s]{1,80}\?[bBqQ]\?[^?]*\?=|\"(?:[^\"\\]|\\.){0,1000}\"|\((?:[^()\\]|\\.){0,1000}\)|<[^<>]*>|[,;:]"
    r"|[^,;:\"(<=]+|.",
    re.DOTALL,
)
ADDRESS = re.compile(r"[^\s@<>\"(),;:]+@[^\s@<>\"(),;:]+")
# As archives write it: 'mary at uni.example', 'mary (at) uni dot example'
_HIDDEN = re.compile(
    r"([\w.+'-]{1,64})[ ]?(?:[ ](?:at|AT)[ ]|[(\[<{][ ]?(?:at|AT|a|@)[ ]?[)\]>}])[ ]?"
    r"([\w-]{1,63}(?:(?:\.|[ ](?:dot|DOT)[ ]|[ ]?[(\[]dot[)\]][ ]?)[\w-]{1,63}){1,6})"
)
_DOT = re.compile(r"[ ](?:dot|DOT)[ ]|[ ]?[(\[]dot[)\]][ ]?")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_MARKS: Final = " \t\"'“”‘’,;"
# Mail servers, programs and what belongs to a mailing list.
_NOBODY = re.compile(
    r"(?:no|do[-_.]?not|never|kein|ej)[-_.]?(?:reply|antwort|svara)\b.*|mailer-daemon|postmaster|bounces?|listserv|majordomo"
    r"|mailman|nobody|www-data|cron|(?:auto-?)?(?:reply|responder|notifications?)|owner-.+|.+-(?:bounces?|owner|request|subscribe|unsubscribe|admin|confirm|help)(?:\+.*)?",
    re.IGNORECASE,
)


class Person(NamedTuple):
    """Somebody in a header.

    address (str): In small letters; '' if there is none.
    name (str): What the mail calls them; '' if it does not.
    """

    address: str
    name: str = ""

    @property
    def id(self) -> str | None:
        """RETURNS (Optional[str]): The address, or else the name; None if there is neither."""
        return self.address or " ".join(self.name.casefold().split()) or None


def values(mail: Mail, *names: str) -> list[str]:
    """RETURNS (list[str]): What the headers of these names say, each in one line, in their order."""
    return [unfold(str(value)[:_LONGEST]) for name in names for value in mail.get_all(name, ())]


def is_nobody(address: str) -> bool:
    """RETURNS (bool): The address is that of a mail server or a program."""
    return _NOBODY.fullmatch(address.split("@")[0]) is not None


# --- Addresses --------------------------------------------------------------------------------------------------------


def find_people(headers: Iterable[str]) -> list[Person]:
    """Find the people in headers such as 'From' or 'To', in whatever shape.

    headers (Iterable[str]): The headers, unfolded, encoded words as they are.
    RETURNS (list[Person]): In order; who has neither address nor name is left out.
    """
    return [person for header in headers for person in _people(_spelled_out(header)) if any(person)]


def _spelled_out(header: str) -> str:
    if "@" in header:
        return header
    return _HIDDEN.sub(lambda m: f"{m[1]}@{_DOT.sub('.', m[2])}", header)


def _people(header: str) -> Iterator[Person]:
    before = ""  # 'Poe' of 'Poe, Mary <mary@uni.example>' without quotation marks
    for piece in _pieces(header):
        person, in_brackets = _person(piece)
        if person.address and in_brackets and person.name and before:
            person = person._replace(name=f"{before}, {person.name}")
        elif before:
            yield Person("", before)
        before = ""
        if person.address:
            yield person
        else:
            before = person.name
    if before:
        yield Person("", before)


def _pieces(header: str) -> Iterator[list[str]]:
    """What stands between commas, without the names of groups."""
    piece: list[str] = []
    for token in _TOKEN.findall(header):
        if token in (",", ";"):
            yield piece
            piece = []
        elif token == ":" and not any("@" in part or part[0] == "<" for part in piece):
            piece = []
        else:
            piece.append(token)
    yield piece


def _person(piece: list[str]) -> tuple[Person, bool]:
    """The person, and whether the address stood in brackets."""
    comments = [token[1:-1] for token in piece if token[0] == "(" and len(token) > 1]
    brackets = [token[1:-1] for token in piece if token[0] == "<" and token[-1] == ">"]
    words = "".join(_unquoted(token) for token in piece if token[0] not in "(<")
    # A route may stand before it: '<@one.example:mary@uni.example>'
    found = [m[0] for text in brackets[::-1] for m in ADDRESS.finditer(text)]
    if not found and (plain := ADDRESS.search(words)):
        found, words = [plain[0]], words[: plain.start()] + words[plain.end() :]
    name = clean_name(words) or next(filter(None, map(clean_name, comments)), "")
    return Person(found[-1].lower().strip(".'") if found else "", name), bool(brackets)


def _unquoted(token: str) -> str:
    return _ESCAPED.sub(r"\1", token[1:-1]) if token[0] == '"' and len(token) > 1 else token


def clean_name(raw: str) -> str:
    """RETURNS (str): A display name decoded; '' if it is nothing but an address."""
    name = " ".join(decode_words(raw).split()).strip(_MARKS)
    return "" if ADDRESS.search(name) or not any(map(str.isalpha, name)) else name
