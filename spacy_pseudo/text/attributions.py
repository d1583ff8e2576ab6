"""Lines that say who wrote what is quoted below: 'On Friday Mary Poe wrote:', in several languages and over lines."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

import regex

from .. import languages
from . import person_names
from .person_names import LOOSE_WORD
from .salutation_rules import rules_for
from .thresholds import USUAL
from .words import fold, word_list

_WROTE: Final = "|".join(languages.mail("wrote"))
_QUOTING: Final = "|".join(languages.mail("quoting"))
_VERB = re.compile(rf"\b(?:{_WROTE})\b", re.IGNORECASE)
_OPENS = re.compile(
    rf"[ \t*_]*(?:(?:{'|'.join(languages.mail('on'))}|{_QUOTING})\b"
    r"|\d|\w{2,12}[.,]{0,2}[ ]\d|\w{2,12}\.?,[ ]\w{3,12}\.?[ ]\d)",  # 'fre. 1. feb.', 'Fri, Feb 1'
    re.IGNORECASE,
)
_QUOTES = re.compile(rf"[ \t*_]*(?:\d|{_QUOTING})", re.IGNORECASE)
# 17:36, 17.36 (with a date); 1.2.2019, 2019-02-01, 1/2/19; 1 Feb 2019, Feb 1, 2019, 1 de febrero de 2019
_DATED = re.compile(
    r"\b\d{1,2}:\d{2}\b|\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b"
    r"|\b\d{1,2}(?:st|nd|rd|th|\.)?[ ](?:de[ ])?[^\W\d_]{3,12}\.?,?[ ](?:de[ ])?(?:19|20)\d\d\b"
    r"|\b[^\W\d_]{3,12}\.?[ ]\d{1,2}(?:st|nd|rd|th)?,?[ ](?:19|20)\d\d\b"
)
_ADDRESS = re.compile(r"[\w.+-]@[\w-]|[ ]at[ ][\w-]+\.\w")
_IN_BRACKETS = re.compile(r"<[^<>\n]{3,120}>[ \t]*:\Z")
# Whoever tells what they, or somebody spoken of, wrote goes on in their own words.
_PRONOUNS: Final = frozenset(languages.mail("somebody"))
_HAVE: Final = frozenset(languages.mail("have"))
_NAME: Final = r"[\w.'’,@+()\"<>:/\[\]-]+"
_NAMED = re.compile(rf"[ \t*_\"'(\[]*(?:{_NAME}[ ]){{1,8}}\Z")
LONGEST: Final = 300
_MOST_LINES: Final = 3
_AFTER: Final = 90


class Attribution(NamedTuple):
    """Where it begins, and whether it can be nothing else: there is a date or an address in it."""

    start: int
    sure: bool


def attribution(text: str, end: int) -> Attribution | None:
    """Find the line that says who wrote what follows.

    text (str): The message.
    end (int): After a colon at the end of a line.
    RETURNS (Optional[Attribution]): The attribution that ends there, with the lines above that belong to it.
    """
    starts = _starts(text, end)
    joined = [" ".join(text[start:end].split()) for start in starts]
    # The longest first: 'On Friday Mary', and on the next line 'Poe wrote:'.
    for start, line in sorted(zip(starts, joined, strict=True)):
        if _OPENS.match(line) and (sure := _tells(line)) is not None:
            return Attribution(start, sure)
    for start, line in zip(starts, joined, strict=True):
        verb = _VERB.search(line)
        # An address alone has the name on the line above it.
        if verb and _NAMED.match(line, 0, verb.start()) and line[0] not in "-.<(":
            sure = _tells(line)
            if sure is not None and (start == starts[0] or sure):
                return Attribution(start, sure)
    return None


def quoted_name(text: str, start: int, end: int) -> tuple[int, int] | None:
    """RETURNS (Optional[tuple[int, int]]): Where an attribution names whoever is quoted, if it does."""
    found = _name(languages.spoken()).search(text, start, end)
    if found is None:
        return None
    first, last = found.span("before" if found["before"] else "after")
    words = text[first:last].split()
    # 'On Friday Mary' is nobody called Friday Mary.
    while words and not _begins_name(words[0]):
        first = text.index(words.pop(0), first)
        first = text.index(words[0], first) if words else last
    return (first, last) if words else None


def _begins_name(word: str) -> bool:
    folded = fold(word.strip(".,"))
    rules = rules_for()
    return folded not in word_list("calendar") and (rules.plausible(word) or rules.given.get(folded, 0) >= USUAL)


def _starts(text: str, end: int) -> list[int]:
    """Where the line begins that ends there, and those above it, the nearest first."""
    starts: list[int] = []
    at = end
    while len(starts) < _MOST_LINES:
        start = text.rfind("\n", max(0, end - LONGEST), at) + 1
        if (start == 0 and end > LONGEST) or not text[start:at].strip() or text[start:at].lstrip()[0] in ">|":
            break
        starts.append(start)
        if start == 0:
            break
        at = start - 1
    return starts


def _tells(line: str) -> bool | None:
    """Whether there is no doubt; None if nobody is said to have written anything."""
    verbs = list(_VERB.finditer(line))
    sure = bool(_DATED.search(line) or _ADDRESS.search(line))
    if not verbs:
        # '2019-02-01 17:36 GMT+01:00 Mary Poe <mary@uni.example>:'
        return True if sure and _QUOTES.match(line) and _IN_BRACKETS.search(line) else None
    before = re.findall(r"\w+", line[: verbs[-1].start()].lower())
    before = before[:-1] if before and before[-1] in _HAVE else before
    after = re.findall(r"\w+", line[verbs[-1].end() :].lower())
    spoken = bool(before and before[-1] in _PRONOUNS) or bool(after and after[0] in _PRONOUNS)
    return sure and not spoken


@cache
def _name(lang: str) -> regex.Pattern[str]:
    """A name before 'wrote', with an address between them, or behind it."""
    run = person_names.run(LOOSE_WORD, 4, blank=r"[ ]\n?")
    verb = rf"(?i:{_WROTE})"
    address = r"(?:\s+(?:<[^<>\n]{2,120}>|\([^()\n]{2,80}\)|\[[^\[\]\n]{2,120}\]))?"
    before = rf"(?<!\w)(?P<before>{run}){address}[,\s]+(?:(?:{'|'.join(languages.mail('have'))})\s)?{verb}\b"
    return regex.compile(rf"{before}|\b{verb}\s+(?P<after>{run})")
