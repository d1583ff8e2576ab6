"""Words that say what kind of number follows, read from the lists of all languages."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .. import languages
from .base import first_stems
from .vocabulary import parts

# 'AHV-Nr.', 'student-id'
_TAIL: Final = r"(?:-(?:nr|nummer|number|no|id|kod|code))?"
# Between a cue and its number: 'no.', 'is', ':', '(', '#', 'at the credit union is'.
LINK: Final = (
    r"(?:(?:['’]s)?(?:,? |[\u00a0.(]){0,2}(?:numbers?|numret|nummer|num|nos?|nr|id|ids|code|kod|card|kort|koden|key"
    r"|ref(?:erence)?)\b[.:#]{0,2}){0,2}"
    r"(?:[ ](?:on file|at (?:the |my )?[^\W\d_]{2,12}(?: (?!is\b)[^\W\d_]{2,12})?|hos [^\W\d_]{2,12}"
    r"|i [^\W\d_]{3,14}|(?:of|for|till|på) (?:my|min|mitt) [^\W\d_]{2,12}))?"
    r"(?:[ ]ends (?:with|in) \d{1,4})?(?:,? (?:in full|now|also))?"
    r"(?:[ ](?:is|was|are|were|är|var|blev|has|har|till|på|to|says|säger))?(?: (?:still|now|not))?"
    r"[ \u00a0]{0,2}[.:=(,]{0,2}[ \u00a0]{0,2}(?:#[ ])?[\"“'(]?"
)
# Heads in the lists, and the groups of the pattern: labels, but for what needs a second look.
_KINDS: Final = {
    "state": "ID",
    "state checked": "CHECKED",
    "bank": "ACCOUNT",
    "card": "CARD",
    "office": "NUMBER",
    "office with": "WITH",
}
OWN: Final = frozenset("my his her min mitt mina hans hennes".split())


def _words(kind: str, *langs: str) -> tuple[str, ...]:
    return parts("number_words", kind, *langs)


@cache
def cue() -> re.Pattern[str]:
    """RETURNS (re.Pattern[str]): A word that says what a number is, with what leads to the number; a group by label."""
    groups = "|".join(f"(?P<{label}>{'|'.join(_words(kind))})" for kind, label in _KINDS.items())
    return re.compile(rf"(?<![\w-])(?:{groups}){_TAIL}(?![\w]*[a-zåäö-])(?P<link>{LINK})(?=[\w#*])", re.IGNORECASE)


@cache
def cue_stems() -> frozenset[str]:
    """RETURNS (frozenset[str]): How the first words of cues begin; see `Beginning` in anchors.py."""
    return first_stems(word for kind in _KINDS for word in _words(kind))


@cache
def own_cue() -> re.Pattern[str]:
    """RETURNS (re.Pattern[str]): 'my sailing club number is'."""
    nouns = r"(?=(?:number|no|nr|nummer|id|code|kod|ref|reference)\b)"
    pattern = rf"(?:{'|'.join(sorted(OWN))})[ ](?P<what>(?:[^\W\d_]+(?:['’-][^\W\d_]+)?[ ]){{1,3}}?{nouns}"
    pattern += rf"|(?=(?:id|code|kod|koden)[ ])){LINK}(?=[\w#])"
    return re.compile(pattern, re.IGNORECASE)


@cache
def things() -> re.Pattern[str]:
    """RETURNS (re.Pattern[str]): A word for what has numbers and is nobody, as a whole word."""
    return re.compile(rf"\b(?:{'|'.join(_words('thing'))})\b", re.IGNORECASE)


@cache
def compound_cue() -> re.Pattern[str]:
    """RETURNS (re.Pattern[str]): A compound for a number of somebody: 'antagningsnummer', 'bokningskod'."""
    compounding = [lang for lang in languages.known() if languages.of(lang).compounds]
    things, stems = "|".join(_words("thing", *compounding)), "|".join(_words("office stem"))
    return re.compile(
        rf"(?<![\w-])(?:(?!(?:{things})[^\W\d_]{{0,3}}-?(?:n(?:umme)?r|numret))[^\W\d_]{{3,}}-?(?:nummer|numret|nr)|(?:{stems})s?-?(?:kod|koden|id|id:t))(?!\w)"
        rf"(?P<link>{LINK})(?=[\w#])",
        re.IGNORECASE,
    )
