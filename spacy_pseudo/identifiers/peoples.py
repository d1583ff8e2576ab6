"""Nationalities and languages: one word may be either, or neither."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import resources
from .base import Identifier, Page
from .vocabulary import before, function_words, kin_words, next_word, said_of, small_lines

_ABOUT: Final = frozenset(
    "a an en ett also both all not half part originally actually proud proudly really inte också "
    "egentligen halv kvarts fem två tre fyra two three four five native fellow".split()
)
_IS = before(
    r"\b(?:as|som|being|married|marry|gift\smed|we|vi|any|fellow|proud|half|halv|nationality:?"
    r"|nationalitet:?|medborgarskap:?|medborgare:?|citizenship:?|passports?,?|born|am)\s(?:an?\s|en\s"
    r"|the\sonly\s)?|\b(?:i['’]?m|i\sam)\s[^\W\d_]+,\s(?:an?\s)?"
)
_ONE_OF = before(r"(?:^|[.!?,\n]\s?)(?:we|vi|as\san?|som)\s")
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
_PERSONS: Final = frozenset(
    "guy girl boy man woman friend friends student students colleague colleagues lady lad dude "
    "classmate classmates neighbour neighbor roommate flatmate mate person learner "
    "teacher guys girls couple family citizen tjej tjejen tjejer kille killen killar kompis kompisen "
    "vän vännen vänner student studenten studenter studenterna granne grannen kollega "
    "kollegan kollegor man mannen kvinna kvinnan medborgare elev eleven dam".split()
)

_SPEAK = before(
    r"\b(?:speak|speaks|spoke|speaking|spoken|talk|talks|talar|pratar|tala|prata|talade|pratade"
    r"|snackar|learn|learns|learning|learnt|learned|teach|teaches|taught|teaching|study|studied"
    r"|studying|läser|läste|pluggar|lär\smig|lära\smig|kan|"
    r"understand|understands|förstår|know|write|writes|read|reads|skriver|skriva|translate|translated"
    r"|översatt|fluent|native|languages?:|språk:|språk|language,|language|tongue\sis|tongue:"
    r"|modersmål\sär|språk\sär|in|into|på|some|years\sof|old|any|tongue,)\s"
    r"(?:(?:some|a\slittle|a\sbit\sof|only|both|old|basic|fluent|good|bad|poor|broken|lite|bara|både"
    r"|dålig|bra|flytande|mostly|simple|plain|perfect|me\ssome|me|us|in|på|the)\s){0,2}"
)
_STRONG = before(
    r"\b(?:speak|speaks|spoke|speaking|spoken|talk|talks|talar|pratar|tala|prata|talade|pratade"
    r"|fluent\sin|native|tongue\sis|modersmål\sär|languages?:|språk:|years\sof|taught\sme(?:\ssome)?"
    r"|learn(?:s|ing|t|ed)?|my\s(?:bad|poor|broken|rusty|terrible)|"
    r"(?:min|mitt)\s(?:dåliga|knaggliga|usla)|bad|dåliga)\s(?:(?:some|a\slittle|only|both|lite|bara|både|good|bad)\s)?"
)
_MY = before(
    r"\b(?:my|his|her|our|their|your|min|hans|hennes|din)\s(?:(?:bad|poor|broken|rusty|terrible|spoken"
    r"|written|school|dåliga|knaggliga|usla|bristfälliga)\s)?"
)
_MY_BAD = before(r"\b(?:my|min|his|her)\s(?:bad|poor|broken|rusty|terrible|dåliga|knaggliga|usla|bristfälliga)\s")
_AFTER = re.compile(
    r"\s(?:speakers?|speaking|translations?|lessons?|subtitles?|version|class(?:es)?|skills"
    r"|proficiency|grammar|at home|at school|hemma|i skolan|fluently|flytande|as a (?:second"
    r"|foreign))\b|-speaking",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\s(?:is|was|isn['’]?t|är|var)\s(?:not\s|inte\s|also\s|så\s)?(?:my\b|mitt\b|a (?:second|foreign"
    r"|hard|difficult)|hard|difficult|rusty|bad|poor|good|svårt|lätt|mitt|dålig|not|so|min|bra)",
    re.IGNORECASE,
)
_CHAIN = re.compile(
    r"(?:,|\s(?:and|or|och|eller|but|men|&)|,\s(?:and|och)|/|,\s(?:bad"
    r"|lite|some|a little)|\s(?:and|och)\s(?:a\slittle|a\sbit\sof|lite)"
    r"|\sby\s\w+\s(?:and|och))\s?(?:(?:bad|some|half|halv|one|en|ett|two|två|tre|three|learning)\s)?$",
    re.IGNORECASE,
)


_AND_SO = before(r"\b(?:as|since|because|but|and|that|och|men|eftersom|att)\s")


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
    free = (not following or following in function_words() or _AFTER.match(text, end) is not None) and text[
        end : end + 1
    ] != "-"
    if name in known.languages or name in known.rare:
        sure = _language(page, past, start, end, name, free)
        if (
            not sure
            and previous
            and previous.label == "LANGUAGE"
            and free
            and _CHAIN.fullmatch(text, previous.end, start)
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
    if name in peoples().rare and not (text[start].isupper() or page.lang == "sv" or _STRONG.search(past)):
        return 0.0
    if _AFTER.match(text, end):
        return 0.85
    if not free:
        return 0.0
    if _STRONG.search(past):
        return 0.92
    if _MY_BAD.search(past) or (
        _MY.search(past) and re.match(r"\s(?:is|isn|was|needs|sucks|är|var)\b", text[end : end + 8])
    ):
        return 0.85
    if _SUBJECT.match(text, end) and (not past.strip() or past.rstrip()[-1:] in ".!?,\n" or _AND_SO.search(past)):
        return 0.8
    after_quote = past.endswith("\n") and "language" in past
    if _SPEAK.search(past) or after_quote:
        doubtful = not text[start].isupper() and name in resources.common_words()
        return 0.0 if doubtful else 0.75
    if re.search(r"(?i)\bis\s$", past) and re.match(r"\sfor\b", text[end : end + 5]):
        return 0.7
    return 0.0


def _nationality(page: Page, past: str, start: int, end: int, name: str, following: str) -> float:
    text, known = page.text, peoples()
    capital = text[start].isupper()
    person = following in _PERSONS or following in kin_words()
    if person and said_of(page, start, _ABOUT):
        return 0.85
    if following in small_lines("professions") and said_of(page, start, _ABOUT):
        return 0.8
    if (
        person
        and text[end + 1 + len(following) : end + 2 + len(following)] != "-"
        and _SOMEBODYS.search(past)
        and not (following in ("people", "women", "men") and not past.strip())
    ):
        return 0.85
    if name in known.nouns and _ONE_OF.search(past):
        return 0.8
    if text[end : end + 1] == "-" or (following and not _THEN.match(text, end)):
        return 0.0
    if name in resources.common_words() and not capital and not said_of(page, start, _ABOUT) and not _IS.search(past):
        return 0.0
    if said_of(page, start, _ABOUT) or _IS.search(past):
        return 0.85
    noun = name in known.nouns or name.endswith(("ese", "ish"))
    if noun and _HERE.match(text, end) and _NUMBERED.search(past):
        return 0.75
    if (
        noun
        and re.search(r"(?i)\b(?:two|three|four|five|one|två|tre|fyra|fem|any|we|vi|en|ett)\s$", past)
        and re.match(r"\s(?:and|och|here|in|i)\b|\?|\s?,", text[end : end + 6])
    ):
        return 0.65
    return 0.0
