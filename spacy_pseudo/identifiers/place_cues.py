"""What stands before and after the name of a place, and tells that it is one."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from .vocabulary import before, cues

_LETTERS: Final = re.compile(r"[^\W\d_]+")
# The first word of a pattern, and whether it goes on: 'mov\\w+'.
_FIRST: Final = re.compile(r"(?<!\?-)(?P<word>[^\W\d_]+)(?P<more>\\w|\[)?")
_STEM: Final = 4
_REACH: Final = 60


class Past:
    """What was said before a place: the last characters, and how their words begin.

    text (str): The text.
    start (int): Where the place begins.
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text[max(0, start - _REACH) : start]

    @cached_property
    def stems(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): How its words begin, in small letters."""
        return frozenset(word[:_STEM] for word in _LETTERS.findall(self.text.lower()))


class Cue:
    """What is said directly before a place; a look at the words spares most texts the pattern.

    source (str): The pattern.
    words (str): Words of which one is in it, as alternatives of a pattern.
    """

    def __init__(self, source: str, words: str) -> None:
        self.search = before(source).search
        found = [m for m in map(_FIRST.search, words.split("|")) if m]
        self._stems = frozenset(m["word"].lower()[:_STEM] for m in found)
        self._prefixes = tuple(m["word"] for m in found if m["more"] and len(m["word"]) < _STEM)

    def ends(self, past: Past) -> bool:
        """RETURNS (bool): What was said ends so."""
        maybe = not self._stems.isdisjoint(past.stems) or (
            self._prefixes and any(stem.startswith(self._prefixes) for stem in past.stems)
        )
        return bool(maybe) and self.search(past.text) is not None


def _cue(kind: str, source: str) -> Cue:
    words = cues(kind)
    return Cue(source.replace("WORDS", words), words)


ADJECTIVE: Final = rf"(?:(?:{cues('place adjective')})\s)*"
TOWN: Final = rf"(?:{cues('place kind')})"
_CAPITAL: Final = r"[A-ZÅÄÖ][^\W\d_]+"
# Where somebody is, comes from or goes to.
_IN: Final = f"{cues('place in')}|{TOWN} of|{TOWN},"
IN = Cue(rf"(?:\b(?:{_IN})\s?[\"“(]?){ADJECTIVE}", f"{_IN}|{cues('place kind')}")
FROM = _cue("place from", rf"\b(?:WORDS)\s{ADJECTIVE}")
COMES = Cue(
    rf"(?:\b(?:{cues('comes')})[,!]?\s(?:all\s)?|\b(?:i['’]?m|jag heter|this is)\s(?-i:[A-ZÅÄÖ])[a-zåäö]+\s|^)"
    rf"(?:from|från)\s{ADJECTIVE}",
    "from|från",
)
TO = _cue("goes", rf"\b(?:WORDS)\s(?:[^\W\d_]+\s){{0,3}}(?:to|till)\s{ADJECTIVE}")
OF = _cue("place perhaps", r"\b(?:WORDS)\s(?:the\s|all\s)?")
NAMED = _cue("called", r"\b(?:WORDS)\.?\s")
GREETED = Cue(rf"(?:^|\n|[.!?]\s{{1,2}})(?:{cues('greeted')})\s", cues("greeted"))
HOME = _cue("home", r"\b(?:WORDS)\s(?:[^\W\d_]+\s)?(?:i|från|till|in|from|to)\s")
ARTICLE = Cue(r"\b(?:the|a|an|this)\s", "the|a|an|this")
# 'Mvh\\nTorun Ask'
SIGNED = _cue("signs", r"(?:^|\n)[^\n]{0,20}\b(?:WORDS)[,.!]?\s*\n")
ASKED = re.compile(rf"\b(?:{cues('place asked')})\b[^\n?]{{0,60}}\?\s*\n[>\s]*$", re.IGNORECASE)
NAME_LINE = re.compile(
    r"(?:^|\n|[.!]\s)(?:[Bb]est|[Rr]egards|[Hh]älsningar|[Mm]vh"
    rf"|[Cc]heers)?,?\s?{_CAPITAL}(?:[ -]{_CAPITAL}){{0,2}}\s?(?:,\s?|\n\s?|\s?\(|\s[-–|]\s)$"
)
BRACKET = re.compile(rf"\b{_CAPITAL}\s\($")
STYLE = re.compile(rf"\b{_CAPITAL}\s(?P<thing>[a-zåäö]+)(?:,|\sor|\sand|\seller|\soch)\s$")
YEAR = re.compile(r"\(\d{4}[a-z]?\)[^\n]*$")
AND = re.compile(
    r"(?:,|\s(?:and|or|och|eller|alias|aka|to|till|vs|than)|,\s(?:and|och|my home \w+, and|sen|then)|/"
    r"|\s?[-–&]|,\s[^.,\n]{1,25},\s(?:and|och))\s?$"
)

# After it.
CITED = re.compile(
    r"(?:,\s[A-ZÅÄÖ]\.(?![A-Z])|\s\(\d{4}|\s?(?:,\s)?et al|,?\s(?:and|&|och)\s[A-Z]\w+\s\(\d{4}|\s(?:19|20)\d\d\b)"
)
PUBLISHER = re.compile(r":\s(?:[A-Z]|the\b)")
HERE = re.compile(rf"\s(?:{cues('here')})\b", re.IGNORECASE)
IS_THERE = re.compile(r"\s(?:is|was|has|are|är|var|har|ligger)\b", re.IGNORECASE)
GENITIVE = re.compile(r"['’]s?\s([^\W\d_]+)")
ENDS = re.compile(r"\s*(?:[.!]?\s*$|\n|\))")
BRIDGE = re.compile(r"[ \u00a0]{1,2}|-|['’]|\.\s?|\s&\s|[ ]?\n(?:>[ ]?)*")
STATE = re.compile(r"(?:,\s?|\s)(?P<abbr>[A-Z]{2,3})(?=$|[.,;!?)\n]|\s+\d{4,5}\b|\s+[A-Z]\d[A-Z]\b|\s+(?:and|USA)\b)")
A_TOWN = re.compile(
    rf"(?:,|\sis|\sär|\s\()\s?(?:an?|the|en|ett|our|my)\s(?:[^\W\d_]+\s){{0,2}}{TOWN}\b(?!\s(?:hall|planner|name))",
    re.IGNORECASE,
)
THERE = re.compile(
    rf"[^.!?\n]{{0,60}}\b(?:{cues('there')}) (?:there|där)\b|\s(?:is|was|är)\s(?:so\s|very\s|really\s|too\s|always\s"
    rf"|för\s|alltid\s|så\s)?(?:{cues('weather')})\b",
    re.IGNORECASE,
)
DOES = re.compile(rf"(?:\s(?:and|&|och)\s{_CAPITAL})?\s(?:{cues('does')})\b")
SURNAME = re.compile(rf"[ ]{_CAPITAL}[ ]*(?:$|\n)")
BLACK_SEA = re.compile(r"\b(?:black sea|tbilisi|batumi|caucasus|kaukasus|svarta havet)\b", re.IGNORECASE)
