"""Texts that have lost the ends of their lines: where several blanks, '-- ', marks of quotations or fields of headers
show that a line ended, it is read so. Each blank is read as the end of a line, so that every place stays what it is."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from .. import languages
from .lexing import Text, once
from .thresholds import BEARERS, COMMON_SURNAME, KNOWN
from .words import atoms, by_language, fold, word_list
from .zone_reader import either

_INDENTED: Final = 5
_SIGNS: Final = ("  ", " >", "--", ">>")
_BLANKS: Final = re.compile(r"[ ]{2,}|[ ](?=--[ ]{2})")
# Quoted lines begin the text, a paragraph or what follows 'X wrote:'.
_QUOTED: Final = re.compile(r"(?:\A|\n|:[ ])(?:>[ >]*)(?=\w)")
_MARK: Final = re.compile(r"[ ](?=>(?:[ >]|\Z))")
_FIELD: Final = re.compile(
    rf"[ ](?=(?:{either('from', 'telling fields', 'fields')}):[ ])|[ ](?=-{{2,}}[ ]?(?:{either('original message')}))"
    rf"|(?<=\w-----)[ ]",
    re.IGNORECASE,
)

# Addresses and numbers, which have lines of their own in a block of them.
_CONTACT: Final = re.compile(
    r"[ ](?=[\w.+-]+@\w|https?:|www\.)|(?<![\d).:+])[ ](?=(?:[A-Z][\w-]{0,8}[.:]+[ ]?)?[(+]?\d[\d()./ -]{5})"
)
# A closing, or a name, between a sentence and a paragraph.
_SHORT: Final = re.compile(r"(?<=[a-z]{2}[.!?])[ ](?=(?:[^\W\d_]+[ ]){0,2}[^\W\d_]+[,.!]?(?:\n|\Z))")
_LINE: Final = re.compile(r"[^\n]+")
_WORD: Final = re.compile(r"[^ ]*[^\W\d_][^ ]*")
_LONGEST_NAME: Final = 4
# So many words of what somebody is are looked at.
_ROLE: Final = 4
_LONGEST: Final = 120


def _read(blanks: re.Match[str]) -> str:
    """A paragraph ended; after more blanks a line of a table goes on, or one that is indented."""
    length = len(blanks[0])
    return "\n" * length if length < _INDENTED else "\n" + " " * (length - 1)


@by_language
def _roles(lang: str) -> frozenset[str]:
    kinds = ("office_titles", "professions", "offices", "organisations", "course_roles", "suffixes")
    return frozenset().union(*map(word_list, kinds))


def _with_blocks(lines: str) -> str:
    """'Mary Poe Special Assistant to the Dean': what somebody is stands below their name."""
    pieces, at = [], 0
    for line in _LINE.finditer(lines):
        below = _below_name(lines, line.start(), min(line.end(), line.start() + _LONGEST))
        if below:
            pieces += [lines[at : below - 1], "\n", _CONTACT.sub("\n", lines[below : line.end()])]
            at = line.end()
    return "".join([*pieces, lines[at:]])


def _below_name(lines: str, start: int, end: int) -> int | None:
    words = [*islice(_WORD.finditer(lines, start, end), _LONGEST_NAME + _ROLE)]
    folded = [_folded(word[0]) for word in words]
    number = 0
    while number < min(len(words), _LONGEST_NAME) and _is_part(words[number][0], folded[number]):
        number += 1
        if words[number - 1][0][-1] in ",;":
            break
    known = number > 1 or (number == 1 and languages.given_names().get(folded[0], 0) >= KNOWN)
    rest = words[number:]
    role = known and rest and rest[0][0][0].isupper() and not _roles().isdisjoint(folded[number : number + _ROLE])
    return rest[0].start() if role else None


def _folded(word: str) -> str:
    """The word, or its first half; what has dots is one: 'B.Sc.'"""
    letters = [atom.text for atom in atoms(word)]
    return fold("".join(letters if "." in word else letters[:1]))


def _is_part(word: str, folded: str) -> bool:
    """A word may be part of a name: an initial, or no ordinary word, unless many are called so."""
    many = languages.surnames().get(folded, 0) >= COMMON_SURNAME or languages.given_names().get(folded, 0) >= BEARERS
    unusual = folded not in languages.words() and folded not in _roles()
    return word[0].isupper() and (many or unusual or len(folded) == 1)


def lined(text: str) -> Text:
    """RETURNS (Text): The text with its lines, of the same length; the text itself if it has not lost them."""
    text = Text.of(text)
    return text if (found := _lined(text)) is None else found


@once
def _lined(text: Text) -> Text | None:
    if "\n" in text or not any(sign in text for sign in _SIGNS):
        return None
    lines = _BLANKS.sub(_read, text)
    if ">" in lines and _QUOTED.search(lines):
        lines = _MARK.sub("\n", lines)
    if ":" in lines and len(_FIELD.findall(lines)) > 1:
        lines = _FIELD.sub("\n", lines)
    return Text(_with_blocks(_SHORT.sub("\n", lines)), text.lang) if lines != text else None
