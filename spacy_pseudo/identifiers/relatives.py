"""Kin and partners of the writer, or of somebody whom the writer knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .base import Identifier, Page
from .vocabulary import before, kin_words

_ADJECTIVE: Final = (
    r"(?:(?:own|dear|late|old|older|oldest|eldest|elder|young|younger|youngest|first|second|third|only"
    r"|new|little|big|poor|lovely|beloved|dead|deaf|pregnant|adopted|future|former|both|two|three|four"
    r"|five"
    r"|other|gamla|gamle|äldre|äldsta|yngre|yngsta|första|andra|kära|lilla|lille|nya|nye|döda|två|tre"
    r"|fyra|fem|båda|\d)\s){0,2}(?:[^\W\d_]+\s|\d+[- ](?:year|yr|month|week)s?[- ]old\s)?"
)
_OWNED = before(
    r"(?:\b(?:my|our|his|her|their|your|me\sand\smy|min|mitt|mina|vår|vårt|våra|hans|hennes|deras|din"
    r"|ditt|dina|sin|sitt|sina|er|ert|era)\s|\b[A-ZÅÄÖ][^\W\d_]+['’]s\s)" + _ADJECTIVE
)
_OWNED_DIRECTLY = before(
    r"\b(?:my|our|his|her|their|your|min|mitt|mina|vår|våra|hans|hennes|deras|din|dina|sin"
    r"|sina)\s(?:new\s|former\s|old\s|late\s|gamle\s)?"
)
_HAVE = before(
    r"\b(?:have|has|had|having|with|got|expecting|raising|har|hade|fick|få|får|väntar|med|uppfostrar"
    r"|lives?\swith|and|och)\s(?:(?:an?|our|my|the|en|ett|vårt|two|three|four|five|six|one|\d|två|tre"
    r"|fyra|fem|sex|several|flera|små|small|young|little|grown|grown-up|vuxna"
    r"|no)\s){1,3}(?:\d\d?\smånaders\s)?"
)
_GET = before(r"\b(?:fick|få|får|väntar|skaffade|vill\sha|have|had|having|got)\s")
_AM = before(
    r"\b(?:i|he|she|im|i['’]?m|jag|han|hon|am|are|we|vi)\s?(?:am|is|are|['’]?m|['’]s|är|was"
    r"|var)?\s(?:also\s|also\san?\s|just\s|a\s|an\s|en\s|the\s|proud\s|single\s|stay-at-home\s|stolt\s"
    r"|ensamstående\s|soon-to-be\s){1,3}"
)
_MONTHS = before(r"\bmånaders\s")
_THE = before(r"\b(?:the)\s")
_THE_KIN: Final = frozenset(
    "hubby hubbie missus wife kids baby twins in-laws grandkids grandchildren toddler newborn husband folks".split()
)
_YOUNG: Final = frozenset("child children kid kids baby barn unge bebis".split())
_CALLED: Final = frozenset(
    "mum mom mama mommy mummy dad daddy papa grandma grandpa granny nana gran mamma pappa mormor "
    "morfar farmor farfar".split()
)
_OF = re.compile(
    r"\sof\s(?:one|two|three|four|five|six|\d|a\b)|\s(?:till|av)\s(?:en|ett|två|tre|fyra|fem|\d)\b", re.IGNORECASE
)
_VERB = re.compile(
    r"\s(?:is|was|has|had|says|said|passed|died|will|can|and|who|told|taught|used|helped|are|är|var"
    r"|har|hade|säger|sa|dog|ska|och|kan|fick|gick|brukade|ingenting)\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r"[ -](?:posts?|nodes?|class(?:es)?|comments?|tongue|nature|elements?|process(?:es)?|company|board"
    r"|threads?|folder|directory|table|ship|land|language|clause|jord|cities|act\b|company|category"
    r"|topic|boom\w*)",
    re.IGNORECASE,
)
_RIDDLE = re.compile(
    r"\b(?:twice as old|times as old|how old is|dubbelt så gammal|hur gammal är|years older than|år äldre än)\b",
    re.IGNORECASE,
)
# Words of other meanings, too: only directly after whose they are.
_DOUBTFUL: Final = frozenset("man far make ex ma pa pop folks partner relatives parent unge ungar gubbe fader".split())


@cache
def _first(lang: str) -> tuple[dict[str, list[tuple[str, ...]]], frozenset[str]]:
    """By their first words, and those words; Swedish 'make' and 'far' are no kin in English."""
    entries: dict[str, list[tuple[str, ...]]] = {}
    kin = kin_words() if lang == "sv" else kin_words("en")
    for entry in sorted(kin, key=lambda entry: (-len(entry), entry)):
        words = tuple(re.findall(r"[^\W\d_]+", entry))
        entries.setdefault(words[0], []).append(words)
    return entries, frozenset(entries)


def find_relatives(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): FAMILY."""
    words, starts = page.small_words, page.starts
    first, known_words = _first(page.lang)
    if page.lang != "sv" and page.vocabulary.isdisjoint(known_words):
        return
    done = 0
    known = False
    for number, word in enumerate(words):
        if word not in first and page.lang == "sv" and word[-1:] == "s" and word[:-1] in first:
            word = word[:-1]
        if number < done or word not in first:
            continue
        for entry in first[word]:
            if len(entry) > 1 and tuple(words[number : number + len(entry)]) != entry:
                continue
            last = number + len(entry) - 1
            start, end = starts[number], starts[last] + len(words[last])
            confidence = _judge(page, start, end, " ".join(entry), known)
            if confidence:
                known = True
                yield Identifier(start, end, "FAMILY", confidence)
                done = last + 1
            break


def _judge(page: Page, start: int, end: int, kin: str, known: bool) -> float:
    text = page.text
    past = text[max(0, start - 50) : start]
    if _THING.match(text, end) or _RIDDLE.search(text) or text[start - 1 : start] == "-" or text[end : end + 1] == "-":
        return 0.0
    doubtful = kin in _DOUBTFUL
    if _OWNED_DIRECTLY.search(past) if doubtful else _OWNED.search(past):
        return 0.9
    if doubtful:
        return 0.0
    if _MONTHS.search(past) or _HAVE.search(past):
        return 0.75
    if kin in ("barn", "children", "kids", "twins", "tvillingar", "barnbarn") and _GET.search(past):
        return 0.7
    if (kin not in _YOUNG and _AM.search(past)) or _OF.match(text, end):
        return 0.75 if not re.search(r"(?i)\bthe\s$", past) else 0.0
    if kin in _THE_KIN and _THE.search(past):
        return 0.65
    if kin in _CALLED:
        begins = not past.strip() or past.rstrip()[-1:] in ".!?\n,;"
        if text[start].isupper() and _VERB.match(text, end):
            return 0.7
        if known and (begins or past.rstrip().lower().endswith((" och", " and"))):
            return 0.65
    return 0.0
