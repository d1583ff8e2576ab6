"""Kin and partners of the writer, or of somebody whom the writer knows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .base import Identifier, Page
from .vocabulary import before, kin_words, next_word, of_others, small_lines, speaks_of_self

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
    r"|var|became|blev|become)?\s(?:also\s|also\san?\s|just\s|a\s|an\s|en\s|the\s|proud\s|single\s|stay-at-home\s|stolt\s"
    r"|ensamstående\s|soon-to-be\s){1,3}"
)
_MONTHS = before(r"\bmånaders\s")
_THE = before(r"\b(?:the)\s")
_YOUNG: Final = frozenset("child children kid kids baby barn unge bebis".split())
_OF = re.compile(
    r"\sof\s(?:one|two|three|four|five|six|\d|a\b)|\s(?:till|av)\s(?:en|ett|två|tre|fyra|fem|\d)\b", re.IGNORECASE
)
_VERB = re.compile(
    r"\s(?:is|was|has|had|says|said|passed|died|will|can|and|who|told|taught|used|helped|are|är|var"
    r"|har|hade|säger|sa|dog|ska|och|kan|fick|gick|brukade|ingenting)\b",
    re.IGNORECASE,
)
_GENITIVE_THING = re.compile(
    r"['’]s?\s(?:books?|literature|hospital|day|games?|rights|toys|stories|tv|theatre|ward)\b", re.IGNORECASE
)
_INNER = before(r"\b(?:inner|poster|problem|wild|prodigal|soul|big|love)\s")
_OF_MINE = re.compile(
    r"\sof\s(?:mine|ours|his|hers|theirs|yours)\b|\still\s(?:mig|mej|oss|honom|henne)\b|\spå\s(?:min|mitt)\s\w+s\ssida\b",
    re.IGNORECASE,
)
_TO_KIN = before(
    r"\b(?:with|from|to|at|for|see|visit(?:ing|ed)?|and|like|by|told|tell|call(?:ed|ing)?|asked|hos|med|till|från|åt|"
    r"av|och|hälsa\spå|träffade|ringde|fråga(?:de)?)\s"
)
_COUNTED = before(
    r"(?:,|\bmarried,?|\bgift,?|\bsingle|\bdivorced,?|\bof|\bwith|\bmed|\btill)\s(?:one|two|three|four|five|six|\d|en|två|tre"
    r"|fyra|fem|sex)\s(?:small\s|little\s|grown\s|små\s|vuxna\s|teenage\s|young\s)?|(?:^|[.!?]\s)(?:both|båda)\s"
)
# 'A mother with two', 'En far har tre': of an exercise
_SOME_PARENT = before(
    r"(?:^|[.!?\n]\s*|\b(?:if|suppose|assume|om|anta)\s(?:that\s|att\s)?)(?:an?|en|ett|one)\s(?:[^\W\d_]+\s)?(?:mother|father|woman"
    r"|man|couple|family|parent|king|farmer|person|mor|far|mamma|pappa|kvinna|par|familj|kung|bonde)\s(?:with|who\shas|has|had|med|har|hade"
    r"|som\shar)\s(?:[^\W\d_]+\s|\d\s){1,2}"
)
# 'hämta barnen', 'för barnens skull'
_FETCH = before(
    r"\b(?:hämta(?:r|de|t)?|lämna(?:r|de|t)?|natta(?:r|de|t)?|skjutsa(?:r|de|t)?|väck(?:a|er|te|t)|passa(?:r|de|t)?)\s"
)
_FOR = before(r"\bför\s")
_SAKE = re.compile(r"\sskull\b", re.IGNORECASE)
_CONTACT = before(r"\b[A-ZÅÄÖ][^\W\d_]+\s[A-ZÅÄÖ][^\W\d_]+,\s", fold=False)
_AFTER_CONTACT = re.compile(r"\s?(?:,|\)|$|\n|:)")
_THEIR = before(r"\b(?:their|deras)\s(?:[^\W\d_]+\s){0,2}")
_GOES_ON = re.compile(r"\s(?P<verb>[^\W\d_]+)")
_RIDDLE = re.compile(
    r"\b(?:twice as old|times as old|how old is|dubbelt så gammal|hur gammal är|years older than|år äldre än)\b",
    re.IGNORECASE,
)
_RIDDLE_WORDS: Final = frozenset("old older gammal äldre".split())
_MANY: Final = frozenset("barn children kids twins tvillingar barnbarn".split())
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
    if (page.lang != "sv" and page.vocabulary.isdisjoint(known_words)) or _is_riddle(page):
        return
    done = 0
    known = False
    if page.lang == "sv":
        known_words |= {word for word in page.vocabulary if word[-1:] == "s" and word[:-1] in first}
    for number in page.numbers(known_words):
        if number < done:
            continue
        word = words[number] if words[number] in first else words[number][:-1]
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


def _is_riddle(page: Page) -> bool:
    return not page.vocabulary.isdisjoint(_RIDDLE_WORDS) and _RIDDLE.search(page.text) is not None


def _judge(page: Page, start: int, end: int, kin: str, known: bool) -> float:
    text = page.text
    past = text[max(0, start - 50) : start]
    if next_word(text, end) in small_lines("kin_things") or text[end : end + 1] == "-":
        return 0.0
    if (
        text[start - 1 : start] == "-"
        or _INNER.search(past)
        or (_GENITIVE_THING.match(text, end) and not past.lower().endswith(("my ", "our ")))
    ):
        return 0.0
    if of_others(page, start) or _SOME_PARENT.search(past):
        return 0.0
    doubtful = kin in _DOUBTFUL
    if _OWNED_DIRECTLY.search(past) if doubtful else _OWNED.search(past):
        # Of 'their parents', few are anybody's here.
        return 0.0 if _THEIR.search(past) and not (known or speaks_of_self(page, start)) else 0.9
    if doubtful:
        return 0.0
    if _OF_MINE.match(text, end):
        return 0.85
    if _MONTHS.search(past) or _HAVE.search(past) or _COUNTED.search(past):
        return 0.75
    if kin in _MANY and _GET.search(past):
        return 0.7
    if (kin not in _YOUNG and _AM.search(past)) or _OF.match(text, end):
        return 0.75 if not re.search(r"(?i)\bthe\s$", past) else 0.0
    begins = not past.strip() or past.rstrip()[-1:] in ".!?\n,;"
    if kin in small_lines("the_kin", "en") and _THE.search(past):
        return 0.65 if speaks_of_self(page, start) or past.lower() == "the " else 0.0
    if kin in small_lines("the_kin", "sv") and begins and next_word(text, end) not in ("i", "på", "som", "till"):
        return 0.65
    usual = kin in small_lines("the_kin", "sv") or kin in small_lines("called_kin", "sv")
    if page.lang == "sv" and usual and _FOR.search(past) and _SAKE.match(text, end):
        return 0.7
    if kin in small_lines("the_kin", "sv") and _FETCH.search(past) and next_word(text, end) not in ("i", "som"):
        return 0.65
    if kin in small_lines("called_kin"):
        return _called(page, start, end, past, begins, known)
    return 0.7 if _CONTACT.search(past) and _AFTER_CONTACT.match(text, end) else 0.0


def _called(page: Page, start: int, end: int, past: str, begins: bool, known: bool) -> float:
    """Somebody is called so: 'Grandma used to say', 'hos mormor', 'mamma hälsar'."""
    if _TO_KIN.search(past) and (not past.lower().endswith((" and ", " och ")) or known):
        return 0.65
    m = _GOES_ON.match(page.text, end)
    if m and begins and not m["verb"][0].isupper():
        verb = m["verb"].lower()
        if page.text[start].islower() and page.lang != "sv":
            return 0.65 if _VERB.match(page.text, end) or verb.endswith("ed") else 0.0
        goes_on = _VERB.match(page.text, end) or verb.endswith(("s", "ed", "r", "de", "te"))
        return (
            0.7
            if goes_on and verb not in ("as", "or", "for", "eller", "under", "jokes", "issues", "bods", "skills", "was")
            else 0.0
        )
    if page.text[start].isupper() and _VERB.match(page.text, end):
        return 0.7
    return 0.65 if known and begins else 0.0
