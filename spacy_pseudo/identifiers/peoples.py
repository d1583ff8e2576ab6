"""Nationalities and languages: one word may be either, or neither."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import resources
from .base import Identifier, Page
from .language_cues import (
    AFTER,
    AND_SO,
    BY_PLACE,
    HAS,
    IN,
    MORE,
    MY,
    MY_BAD,
    NEEDS,
    OF_THING,
    ROW,
    SPEAK,
    STRONG,
    SUBJECT,
)
from .vocabulary import (
    before,
    function_words,
    kin_words,
    next_word,
    of_others,
    said_of,
    small_lines,
    speaks_of_self,
)

_ABOUT: Final = frozenset(
    "a an en ett also both all not half part originally actually proud proudly really inte också "
    "egentligen halv kvarts fem två tre fyra two three four five native fellow".split()
)
_IS = before(
    r"\b(?:är\s(?:ni|du)|are\syou|as|som|being|married|marry|gift\smed|we|vi|any|any\sother|fellow|proud|half|halv|(?:nationality|nationalitet"
    r"|medborgarskap|medborgare|citizenship|origin|ursprung)(?::|\sis|\sär)?|passports?,?|born|am|from|från)\s(?:an?\s"
    r"|en\s|the\sonly\s|a\sfellow\s)?|\b(?:i['’]?m|i\sam|im|jag\sär)\s(?:an?\s|half\s|en\s)?[^\W\d_]+,?\s"
    r"(?:(?:and|but|not|och|men|inte|half)\s)?(?:an?\s|en\s)?"
)
_ONE_OF = before(r"(?:^|[.!?,\n]\s?)(?:we|vi|as\san?|som)\s")
_YOU_ALL = before(r"\b(?:you|us|ni|oss|er|we|vi)\s")
_A = before(r"\b(?:an?|en)\s")
_TITLED = re.compile(r"-|\s[A-ZÅÄÖ\d]|\s(?:model|version|data|sample)\b")
_ONE = re.compile(r"\s?(?:[.,;!?)]|$|\n)|\s(?:in|at|on|who|from|here|named|called)\b")
_NUMBERED = before(
    r"\b(?:one|two|three|four|five|six|several|some|many|few|other|another|a|an|en|ett|två|tre|fyra"
    r"|fem|sex|några|flera|andra|\d{1,2})\s(?:other\s|andra\s)?"
)
_SOMEBODYS = before(
    r"\b(?:a|an|my|our|his|her|the|this|that|your|min|mitt|mina|vår|en|den|de|två|two|three|some|one"
    r"|hans|hennes)\s(?:old\s|young\s|other\s|only\s|nice\s|good\s|gamla\s|unga\s|lilla\s|little\s)?"
    r"|(?:^|[.!?\n]\s*)"
)
_HERE = re.compile(
    r"\s(?:here|in (?:our|the|my|this) (?:group|class|course|team)|i (?:gruppen|kursen|klassen)|of us|guy|friend)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\s*(?:[.,;:!?)(\n–-]|$|(?:and|or|but|so|by|from|here|men|och|eller|as|though|too|with|living|who"
    r"|that|in|at|i|half|halv|på|som|med|to|on|is|are|är|for|now|citizen|national|myself)\b)",
    re.IGNORECASE,
)
_ORIGIN = re.compile(
    r"\s(?:descent|origins?|heritage|background|ancestry|roots|extraction|blood|parents|citizenship|nationality|ursprung"
    r"|påbrå|bakgrund|rötter|medborgarskap|härkomst)\b",
    re.IGNORECASE,
)
_OF_ORIGIN = before(
    r"\b(?:of|have|has|hold|holds|av|har|with|med|my|part|partly|got|dual|both|delvis)\s(?:an?\s|ett\s)?"
)
_FROM_ONE = before(r"\b(?:from|från)\s")
_CHAIN = re.compile(
    r"(?:,|\s(?:and|or|och|eller|but|men|&)|,\s(?:and|och)|/|,\s(?:bad"
    r"|lite|some|a little)|\s(?:and|och)\s(?:a\slittle|a\sbit\sof|lite)"
    r"|\sby\s\w+\s(?:and|och))\s?(?:(?:bad|some|half|halv|one|en|ett|two|två|tre|three|learning)\s)?$",
    re.IGNORECASE,
)


class _Peoples(NamedTuple):
    """Words in small letters: adjectives and nouns for people, and languages."""

    adjectives: frozenset[str]
    nouns: frozenset[str]
    languages: frozenset[str]
    rare: frozenset[str]
    first: dict[str, list[tuple[str, ...]]]
    first_words: frozenset[str]


@cache
def peoples() -> _Peoples:
    """RETURNS (_Peoples): Peoples and languages of all packaged languages."""
    adjectives: set[str] = set()
    nouns: set[str] = set()
    languages = set(small_lines("languages"))
    for lang in ("en", "sv"):
        for line in resources.lines(f"{lang}/peoples.txt"):
            adjective, noun, language = (part.strip().lower() for part in line.split(":"))
            ends = ("", "t", "a", "e") if lang == "sv" else ("",)
            adjectives.update(adjective + end for end in ends)
            nouns.update(part.strip() for part in noun.split(",") if part.strip())
            languages.update([language] if language else [])
    rare = {line.lower() for line in resources.lines("places/languages.txt")} - languages
    rare = {name for name in rare if len(name) > 3 and name not in resources.words()}
    first: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(adjectives | nouns | languages | rare, key=lambda name: (-len(name), name)):
        words = tuple(re.findall(r"[^\W\d_]+", name))
        first.setdefault(words[0], []).append(words)
    return _Peoples(
        frozenset(adjectives), frozenset(nouns), frozenset(languages), frozenset(rare), first, frozenset(first)
    )


def find_peoples(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): NATIONALITY and LANGUAGE."""
    words, starts = page.small_words, page.starts
    known = peoples()
    before_: Identifier | None = None
    done = 0
    for number in page.numbers(known.first_words):
        if number < done:
            continue
        for entry in known.first[words[number]]:
            if len(entry) > 1 and tuple(words[number : number + len(entry)]) != entry:
                continue
            last = number + len(entry) - 1
            start, end = starts[number], starts[last] + len(words[last])
            one = _judge(page, start, end, " ".join(entry), before_)
            if one is not None:
                yield one
                before_ = one
                done = last + 1
            break


def _judge(page: Page, start: int, end: int, name: str, previous: Identifier | None) -> Identifier | None:
    text, known = page.text, peoples()
    past = text[max(0, start - 50) : start]
    following = next_word(text, end)
    free = (
        not following
        or (following in function_words() and following != "name")
        or following in _MORE_OF_IT | _SEEM
        or AFTER.match(text, end) is not None
    ) and text[end : end + 1] != "-"
    if name in known.languages or name in known.rare:
        sure = _language(page, past, start, end, name, free)
        if (
            not sure
            and previous
            and previous.label == "LANGUAGE"
            and free
            and (_CHAIN.fullmatch(text, previous.end, start) or BY_PLACE.fullmatch(text, previous.end, start))
        ):
            sure = 0.8
        if sure:
            return Identifier(start, end, "LANGUAGE", sure)
    if name in known.adjectives or name in known.nouns:
        sure = _nationality(page, past, start, end, name, following)
        if (
            not sure
            and previous
            and previous.label == "NATIONALITY"
            and free
            and _CHAIN.fullmatch(text, previous.end, start)
        ):
            sure = 0.8
        if sure:
            return Identifier(start, end, "NATIONALITY", sure)
    return None


def _language(page: Page, past: str, start: int, end: int, name: str, free: bool) -> float:
    text = page.text
    if name in peoples().rare and not (text[start].isupper() or page.lang == "sv" or STRONG.search(past)):
        return 0.0
    if text[start:end].isupper() and not page.shouts and len(name) < _SHOUTED:
        return 0.0  # IBAN
    if AFTER.match(text, end):
        return 0.0 if OF_THING.match(text, end) else 0.85
    if MY.search(past) and NEEDS.match(text, end):
        return 0.85
    if page.lang == "sv" and past.lower().endswith("på ") and next_word(text, end) in small_lines("goes_on"):
        return 0.75
    if not free:
        return 0.0
    if _begins_row(page, past, start, end):
        return 0.75
    if STRONG.search(past):
        return 0.92
    if MY_BAD.search(past) or (
        MY.search(past) and re.match(r"\s(?:is|isn|was|needs|sucks|är|var)\b", text[end : end + 8])
    ):
        return 0.85
    begins = not past.strip() or past.rstrip()[-1:] in ".!?,\n" or AND_SO.search(past) is not None
    if begins and (SUBJECT.match(text, end) or (text[start].isupper() and HAS.match(text, end))):
        return 0.8
    after_quote = past.endswith("\n") and "language" in past
    only = name not in peoples().adjectives and name not in peoples().nouns
    if SPEAK.search(past) or after_quote:
        doubtful = not text[start].isupper() and name in _OTHER_SENSES and not IN.search(past)
        return 0.0 if doubtful else 0.75
    if MORE.search(past):
        return 0.7
    if only and name in peoples().languages and text[start].isupper() and not _personal(name):
        if said_of(page, start, _ABOUT) or past.rstrip().endswith(":"):
            return 0.0
        return 0.7
    if re.search(r"(?i)\bis\s$", past) and re.match(r"\sfor\b", text[end : end + 5]):
        return 0.7
    return 0.0


_MATE = re.compile(
    r"\s(?:room|flat|house|lab|class|team|work|school|study|desk|band|course|project|group|pen|bunk)[ -]?"
    r"(?:mates?|partners?|budd(?:y|ies)|friends?|pals?)\b",
    re.IGNORECASE,
)
_MIXED = before(r"\b(?:African|Asian|Native|Latin|Arab|Hispanic|Black|Anglo|Afro)[\s-]", fold=False)
# 'isn't', 'hela tiden'
_MORE_OF_IT: Final = frozenset(
    "better worse best bättre sämre bäst isn wasn doesn aren hasn hela ibland varje twice once "
    "fluently well often daily ofta dagligen".split()
)
_CROWDS: Final = frozenset("people women men immigrants citizens persons adults students children".split())
_SHOUTED: Final = 6
# Written small, they are things as well.
_OTHER_SENSES: Final = frozenset("polish mandarin danish ewe afar even latin swiss".split())


def _begins_row(page: Page, past: str, start: int, end: int) -> bool:
    """RETURNS (bool): It begins a sentence about two languages: 'Korean and Japanese look hard'."""
    m = ROW.match(page.text, end)
    begins = not past.strip() or past.rstrip()[-1:] in ".!?\n"
    if m is None or not begins or m["other"].lower() not in peoples().languages:
        return False
    then = next_word(page.text, m.end("other"))
    return page.text[start].isupper() and (then in function_words() or then in small_lines("goes_on") or then in _SEEM)


_SEEM: Final = frozenset("look sound seem share feel differ är låter liknar verkar".split())


def _personal(name: str) -> bool:
    return resources.given_names().get(name, 0) >= _BEARERS or name in resources.common_words()


_BEARERS: Final = 2_000


def _nationality(page: Page, past: str, start: int, end: int, name: str, following: str) -> float:
    text, known = page.text, peoples()
    capital = text[start].isupper()
    person = following in small_lines("persons") or following in kin_words() or _MATE.match(text, end) is not None
    if of_others(page, start) or _MIXED.search(past):
        return 0.0
    if person and said_of(page, start, _ABOUT):
        return 0.85
    taught = name in known.languages and following in ("teacher", "translator", "interpreter", "tutor", "lecturer")
    if following in small_lines("professions") and not taught and said_of(page, start, _ABOUT):
        return 0.8
    if (
        _ORIGIN.match(text, end)
        and _OF_ORIGIN.search(past)
        and (speaks_of_self(page, start) or said_of(page, start, _ABOUT))
    ):
        return 0.8
    if (
        person
        and text[end + 1 + len(following) : end + 2 + len(following)] != "-"
        and _SOMEBODYS.search(past)
        and not (following in _CROWDS and (not past.strip() or past.lower().endswith("the ")))
    ):
        return 0.85
    if name in known.nouns and _ONE_OF.search(past):
        return 0.8
    if (
        name in known.nouns
        and name.endswith(("s", "r", "män"))
        and _YOU_ALL.search(past)
        and not _TITLED.match(text, end)
    ):
        return 0.8
    if text[end : end + 1] == "-" or (following and not _THEN.match(text, end) and following not in function_words()):
        return 0.0
    if _FROM_ONE.search(past) and name not in known.nouns:
        return 0.0
    if name in resources.common_words() and not capital and not said_of(page, start, _ABOUT) and not _IS.search(past):
        return 0.0
    if said_of(page, start, _ABOUT) or _IS.search(past):
        return 0.85
    noun = name in known.nouns or name.endswith(("ese", "ish"))
    sole = name not in known.adjectives or page.lang == "sv" or _ONE.match(text, end) is not None
    spelt = capital or (page.lang == "sv" and not _personal(name))
    if name in known.nouns and sole and spelt and _A.search(past):
        return 0.7  # 'a Swede and me', 'en svensk på bussen'
    if noun and _HERE.match(text, end) and _NUMBERED.search(past):
        return 0.75
    if (
        noun
        and re.search(r"(?i)\b(?:two|three|four|five|one|två|tre|fyra|fem|any|we|vi|en|ett)\s$", past)
        and re.match(r"\s(?:and|och|here|in|i)\b|[?.!)]|\s?,", text[end : end + 6])
    ):
        return 0.65
    return 0.0
