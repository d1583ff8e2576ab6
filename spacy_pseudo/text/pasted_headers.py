"""People in lines of pasted headers: 'From: Mary Poe <mary@sea.example>', 'Cc: Poe, Mary J; Grey, Robert'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

from .. import languages
from .lexing import Text, lasting
from .person_names import LOOSE_WORD, run, words_of
from .thresholds import BEARERS, PER_SURNAME
from .words import by_language, fold, word_list
from .zone_reader import either
from .zones import unmarked

SENDER: Final = "sender"
RECIPIENT: Final = "recipient"


_FIELD: Final = re.compile(
    rf"^[ \t*_]*(?:(?P<from>{either('from')})|(?P<to>{either('fields')})|{either('telling fields')})"
    r"[ \t*_]*:[ \t*_]*",
    re.IGNORECASE | re.MULTILINE,
)
# The next line belongs to a list that ends with a mark, or has one in it.
_MORE: Final = re.compile(r"(?<=[;,])[ \t]*\n(?:[ \t]*\n)?(?=[^\n])|(?<!\n)\n(?=[^\n:]{3,80};)")
_END: Final = r"(?=[ \t]*(?:[;,<\[(\n\"'”-]|$))"
_LONGEST: Final = 2000


class HeaderName(NamedTuple):
    """A name in a header.

    start (int): Where it begins.
    end (int): Where it ends.
    role (str): 'sender' or 'recipient'.
    header (int): The number of the header in the message, from 0.
    """

    start: int
    end: int
    role: str
    header: int


@by_language
def _name(lang: str) -> regex.Pattern[str]:
    word = run(LOOSE_WORD, 4)
    return regex.compile(rf"(?P<turned>{run(LOOSE_WORD, 1)},[ \t]?\n?{word}){_END}|(?P<plain>{word}){_END}")


@lasting
def header_names(text: Text) -> tuple[HeaderName, ...]:
    """Find who is named in headers that stand in a message.

    text (Text): The message.
    RETURNS (tuple[HeaderName, ...]): The names of two words or more, in order.
    """
    return tuple(_found(unmarked(text))) if ":" in text else ()


@lasting
def begins_with_header(text: Text) -> bool:
    """RETURNS (bool): Nothing stands above the first header, as in a memo: whoever sends it may be the author."""
    return _FIELD.match(text, len(text) - len(text.lstrip())) is not None


def _found(text: str) -> Iterator[HeaderName]:
    header, below = -1, -1
    fields = list(_FIELD.finditer(text))
    for number, field in enumerate(fields):
        end = _line_end(text, field.end())
        if field["to"]:  # a long list goes on
            while (more := _MORE.match(text, end)) and not _FIELD.match(text, more.end()):
                end = _line_end(text, more.end())
        follows = field.start() == below
        begins = number + 1 < len(fields) and fields[number + 1].start() <= end + 2
        below = end + 1
        if not follows:
            if not begins:  # one line alone is no header
                continue
            header += 1
        if field["from"] or field["to"]:
            role = SENDER if field["from"] else RECIPIENT
            for start, stop in _people(text, field.end(), min(end, field.end() + _LONGEST)):
                yield HeaderName(start, stop, role, header)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _people(text: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    first, listed = at, ";" in text[at:end]
    while found := _name().search(text, at, end):
        start, at = found.span()
        turned = found["turned"] and (listed or _is_turned(found["turned"]))
        if found["turned"] and not turned:  # two people, or one and a place
            at = text.index(",", start)
        apart = start == first or text[start - 1] in " \t\n;,\"'“"
        if apart and len(words_of(text[start:at])) > 1:
            yield start, at


def _is_turned(name: str) -> bool:
    """'Poe, Mary J' is one person, 'Mary Poe, Robert Grey' are two."""
    last = name.split(",", 1)[0]
    bearers = languages.given_names().get(fold(words_of(last)[0]), 0)
    if bearers >= max(BEARERS, PER_SURNAME * languages.surnames().get(fold(words_of(last)[0]), 0)):
        return False  # 'Mary, Robert'
    return sum(fold(word) not in word_list("particles") for word in words_of(last)) == 1
