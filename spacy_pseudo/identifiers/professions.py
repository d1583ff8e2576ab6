"""What people do for a living, said of somebody; and whom they do it for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from .base import Identifier, Page
from .grammars import is_somebody, of_others, said_of, words_of
from .vocabulary import (
    any_of,
    before,
    function_words,
    is_given_name,
    kin_words,
    last_kin_words,
    small_lines,
)

_ALSO: Final = frozenset(
    "a an en also just both now still not retired former trained qualified certified registered "
    "professional freelance only currently actually utbildad legitimerad pensionerad nu också full part time".split()
)
_I_AM = before(
    r"(?:\bam|['’]m|\bim|\bis|['’]s|är)\s(?:an?\s|en\s)?\d\d[- ]?(?:(?:year"
    r"|yr)s?[- ]old|årig)\s|\b(?:i['’]?m|i am)\s[A-ZÅÄÖ][^\W\d_]+,\s(?:an?\s)?"
)
_AND_KIN = before(r"\b(?P<kin>[^\W\d_]+)\s(?:an?|the)\s")
_BESIDE = before(r"(?P<who>[^\W\d_]+)(?:,|\s\(|\s[-–])\s?(?:an?|en)\s")
_NAME_IS = re.compile(
    r"(?:^|[.!?,\n]\s?|\b(?:Dr|Prof|Mr|Mrs|Ms)\.?\s)(?P<name>[A-ZÅÄÖ][a-zåäö]+)\s(?:is|är)\s(?:a\s|an\s|en\s)?$"
)
_AS: Final = before(
    rf"\b(?:{any_of('at_work')})\b[^.!?\n]{{0,40}}\b(?:as|som)\s(?:an?\s|the\s|en\s|ett\s)?"
    r"|(?:^|[.!?\n>]\s{0,2}|,\s|[-–(]\s?)(?:speaking\s)?(?:as\san?|som)\s"
    r"|\b(?:training|studying|learning|plan\w*|hop(?:e|ing)|want\w*|going|retraining)\sto\s(?:be|become)\s(?:an?\s)?"
    r"|\bused\sto\sbe\s(?:an?\s)?|\bmig\still\s|\b(?:back|return\w*)\sto\sbeing\san?\s"
    rf"|\b(?:{any_of('before_work')})[\s-](?:an?\s|en\s)?"
)
# After these, whatever follows is a profession.
_WORKS_AS = re.compile(
    r"\b(?:(?P<verb>works?|worked|working|employed|jobba(?:r|de|t)?|arbeta(?:r|de|t)?|anställd|extrajobbar"
    r"|extraknäcker|vikarierar)(?:\s(?:now|currently|part[- ]time|full[- ]time|nights|again|nu|extra|heltid|deltid))?"
    r"\s(?:as\san?|som)|(?:(?:profession|occupation|job(?:\stitle)?|yrke|sysselsättning)(?::|\sis(?:\san?)?|\sär)))\s",
    re.IGNORECASE,
)
_BY_TRADE = re.compile(
    r"\sby\s(?:trade|profession|training|education|day|night|choice)\b|\still\syrket\b", re.IGNORECASE
)
_HERE = re.compile(
    r"(?:\s(?:from|in|at)\s[^.,!?\n]{2,30})?\shere\b|\sfrom\s(?:[^\W\d_]+\s?){1,3}(?=[.,!\n]|$)", re.IGNORECASE
)
_OPENS = before(r"(?:^|[.!?\n]\s{0,2}|\b(?:hi|hello|hey|hej)(?:\s\w+)?[,!]\s{1,2})(?:an?\s)?(?:retired\s|former\s)?")
_SIGNED = re.compile(
    r"(?:^|\n|[.!]\s|[Hh]älsningar\s|!\s)(?:[A-ZÅÄÖ](?:\.|[^\W\d_]+)(?:[ -][A-ZÅÄÖ](?:\."
    r"|[^\W\d_]+)){0,3})(?:,\s(?:\d\d\s(?:år,\s)?)?|\s\|\s|\n|\s[-–]\s)$|\(\d\d,\s$|\b\d\d\sår,\s$"
)
_ENDS = re.compile(r"\s*(?:$|\n|[,|)(]|\sat\b|\sin\b|\spå\b|\.)")
_FIELD = re.compile(r"\s(?:in|of|i|for)\s[A-ZÅÄÖ][^\W\d_]+(?:[ ](?:and[ ])?[A-ZÅÄÖ][^\W\d_]+)*(?=\s*(?:$|\n|[,|)]))")
_AT = re.compile(
    r"\s(?:at|with|for|på|hos|vid)\s(?:the\s)?(?P<name>[A-ZÅÄÖ][^\W_]*(?:['’]s)?(?:[ ](?:&[ ]|of[ ]"
    r"|and[ ])?[A-ZÅÄÖ][^\W_]*(?:['’]s)?)*)"
    r"|\s?[|,]\s(?P<listed>[A-ZÅÄÖ][^\W_]*(?:[ ](?:&[ ])?[A-ZÅÄÖ][^\W_]*)*[ ](?:Ltd|AB|Inc|GmbH"
    r"|AS)\b\.?)"
)
_AT_SMALL = re.compile(r"\s(?:at|for|på|hos|åt)\s(?P<name>[a-zåäö&'’]+)")
_THING_AFTER = re.compile(
    r"(?:-|\s(?:problem|theory|error|for my|in (?:the|this) (?:case|exercise|study|example)|missing"
    r"|i (?:fallet|uppgift)|effects?|pattern|variable))",
    re.IGNORECASE,
)
_CHAIN = re.compile(
    r"[^.!?\n]{0,40}(?:,|\band|\bor|\boch|\beller|&|/)\s(?:an?\s|en\s|(?:part|full)-time\s)*", re.IGNORECASE
)
_TAUGHT: Final = frozenset("teacher lärare assistant coach mentor instructor".split())
_OF_LANGUAGE: Final = frozenset("teacher translator interpreter tutor lecturer professor instructor".split())
_CAPITALS: Final = frozenset(("gp", "ceo", "cto", "vd", "dj", "emt"))
_ARTICLES: Final = frozenset(("a", "an", "the", "en", "ett"))
_MODIFIERS: Final = 3
_LONGEST: Final = 4
_SHORTEST: Final = 6


@cache
def _heads() -> tuple[dict[str, list[tuple[str, ...]]], frozenset[str]]:
    """Professions by their last word, and those words."""
    entries: dict[str, list[tuple[str, ...]]] = {}
    for entry in sorted(small_lines("professions"), key=lambda entry: (-len(entry), entry)):
        words = tuple(re.findall(r"[^\W\d_]+", entry))
        entries.setdefault(words[-1], []).append(words)
    return entries, frozenset(entries)


@cache
def _ends(lang: str) -> tuple[str, ...]:
    """What professions end with: 'mattelärare', 'steelworker'."""
    return tuple(languages.own_and_base("profession_ends", lang))


@cache
def _plurals() -> dict[str, str]:
    """Professions of several people, and of one."""
    several = {head + "s": head for head in _heads()[1]}
    return {**several, **{head[:-3] + "men": head for head in _heads()[1] if head.endswith("man")}}


@cache
def _head(word: str, lang: str) -> str | None:
    """The profession that a word is, empty if no list has it; None if it is none."""
    if word in _heads()[1]:
        return word
    if word in _plurals():
        return _plurals()[word]
    if len(word) > _SHORTEST and word.endswith(_ends(lang)):
        return ""
    return None


def find_professions(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): PROFESSION, and the EMPLOYER after one."""
    words, text = page.small_words, page.text
    last: Identifier | None = None
    heads = {word: head for word in page.vocabulary if (head := _head(word, page.lang)) is not None}
    for number in page.numbers_of(frozenset(heads)) if heads else ():
        one = _profession(page, number, heads[words[number]], last)
        if one is None:
            continue
        yield one
        last = one
        yield from _employer(text, one.end)
    yield from _named_as_work(page)


def _employer(text: str, end: int) -> Iterator[Identifier]:
    if m := _AT.match(text, end):
        group = "name" if m["name"] else "listed"
        if m[group].split()[0].lower() not in function_words():
            yield Identifier(*m.span(group), "EMPLOYER", 0.84)
    elif (m := _AT_SMALL.match(text, end)) and m["name"] in small_lines("companies"):
        yield Identifier(*m.span("name"), "EMPLOYER", 0.8)


def _profession(page: Page, number: int, head: str, last: Identifier | None) -> Identifier | None:
    """Words before the last one belong to it, up to a cue: 'I work as a truck driver'."""
    text, words, starts = page.text, page.small_words, page.starts
    end = starts[number] + len(words[number])
    if _THING_AFTER.match(text, end):
        return None
    entries = _heads()[0].get(head, ())
    fits = (len(entry) for entry in entries if tuple(words[number - len(entry) + 1 : number]) == entry[:-1])
    longest = max(fits, default=1)
    for back in range(longest - 1, longest + _MODIFIERS):
        at = number - back
        if at < 0 or (at < number and text[starts[at] + len(words[at]) : starts[at + 1]] not in (" ", "-", "'", "’")):
            return None
        if back > longest - 1 and (
            words[at] in function_words() | small_lines("adverbs") or words[at] in kin_words() or len(words[at]) == 1
        ):
            return None
        found = _told(page, at, number, head, last)
        if found is not None:
            return found
    return None


def _told(page: Page, at: int, number: int, head: str, last: Identifier | None) -> Identifier | None:
    """The words from one to another, if they are said to be what somebody does."""
    text, words, start = page.text, page.small_words, page.starts[at]
    end = page.starts[number] + len(words[number])
    past = text[max(0, start - 60) : start]
    plain = at == number
    role = head in small_lines("course_roles")
    if plain and role and head not in _TAUGHT and not _FIELD.match(text, end):
        return None
    if plain and at and words[at - 1] in words_of("LANGUAGE") and head in _OF_LANGUAGE:
        return None  # 'English teacher'
    if words[number - 1] in ("union", "party") or (page.tokens[at].isupper() and words[at] in small_lines("companies")):
        return None
    named = text[start].isupper() and not page.shouts
    if _ENDS.match(text, end) and _SIGNED.search(past):
        field = _FIELD.match(text, end)
        return Identifier(start, field.end() if field else end, "PROFESSION", 0.8)
    is_one = _is(page, at, past)
    if plain and head in _TAUGHT and page.tokens[number].islower() and not (is_one or _does(page, at, past)):
        return None
    trade = _BY_TRADE.match(text, end) or _HERE.match(text, end)
    if trade and not (role and plain) and _OPENS.search(past):
        return Identifier(start, end, "PROFESSION", 0.75)
    mixed = named and not text[start:end].isupper() and head not in _CAPITALS
    if mixed and (words[at] in words_of("LANGUAGE") or (is_one and not plain and page.tokens[number].islower())):
        mixed = False  # 'I am a Python developer'
    if mixed and (not plain or not _does(page, at, past)):
        return None
    several = words[number] in _plurals()
    chained = last is not None and _CHAIN.fullmatch(text, last.end, start) is not None
    if head in _CAPITALS and not (is_one or _does(page, at, past) or _is_named(page, at, past)):
        return None
    if is_one or (not several and _does(page, at, past)) or _is_named(page, at, past) or (chained and not role):
        return None if of_others(page, start) else Identifier(start, end, "PROFESSION", 0.85)
    return None


@cache
def _also() -> frozenset[str]:
    """What may stand between 'I am' and a profession: 'I am also a Welsh'."""
    return _ALSO | words_of("PEOPLEADJ")


def _last_word(page: Page, at: int) -> str:
    """The word before one, without its article: what decides whether the patterns of what stands before are tried."""
    words = page.small_words
    if at > 1 and words[at - 1] in _ARTICLES:
        at -= 1
    return words[at - 1] if at else ""


@cache
def _last_words() -> frozenset[str]:
    """The last words of what stands before a profession, without articles."""
    lines = (re.findall(r"[^\W\d_]+", line) for line in small_lines("before_work"))
    return frozenset(line[-1] for line in lines) | {"as", "som", "be", "become", "being", "till"}


def _does(page: Page, at: int, past: str) -> bool:
    """Somebody does it: 'works as a', 'retired'."""
    return _last_word(page, at) in _last_words() and _AS.search(past) is not None


def _is(page: Page, at: int, past: str) -> bool:
    """Somebody is it: 'I am a', 'my dad was a', 'my mum a', 'my neighbour, a'."""
    start = page.starts[at]
    if said_of(page, start, _also()):
        return True
    if ("," in past[-5:] or past[-4:-1].lower() in ("old", "rig")) and _I_AM.search(past[-40:]):
        return True
    if not at or page.small_words[at - 1] not in _ARTICLES:
        return False
    m = _AND_KIN.search(past[-20:])
    if m is not None and m["kin"].lower() in last_kin_words():
        return True
    m = _BESIDE.search(past)
    if m is None:
        return False
    number = bisect_left(page.starts, start - len(past) + m.start("who"))
    return is_somebody(page, number) or (m["who"][0].isupper() and is_given_name(m["who"]))


def _is_named(page: Page, at: int, past: str) -> bool:
    m = _NAME_IS.search(past) if _last_word(page, at) in ("is", "är") else None
    return m is not None and (
        is_given_name(m["name"]) or re.search(r"(?:Dr|Prof|Mr|Mrs|Ms)\.?\s\w+\s\w+\s", past) is not None
    )


_WORK_WORDS: Final = frozenset(
    "work works worked working employed jobbar jobbade jobbat jobba arbetar arbetade arbetat arbeta anställd "
    "extrajobbar extraknäcker vikarierar profession occupation job yrke sysselsättning".split()
)
_NOBODY: Final = frozenset("it this that which det den detta these those function code data file".split())


def _named_as_work(page: Page) -> Iterator[Identifier]:
    """Whatever somebody works as, in no list: 'I work as a mud logger'."""
    text, words, starts = page.text, page.small_words, page.starts
    for begin in page.places(_WORK_WORDS):
        m = _WORKS_AS.match(text, begin)
        if m is None or of_others(page, begin):
            continue
        number = bisect_left(page.starts, begin)
        if m["verb"] and number and not _worker(page, number):
            continue
        first = last = next((i for i in range(number, min(number + 6, len(starts))) if starts[i] >= m.end()), None)
        if first is None or last is None or starts[first] != m.end() or words[first] in function_words():
            continue
        while (
            last + 1 < len(words)
            and last + 1 - first < (2 if languages.of(page.lang).compounds else _LONGEST)
            and text[starts[last] + len(words[last]) : starts[last + 1]] in (" ", "-")
            and words[last + 1] not in function_words()
        ):
            last += 1
        known = (
            words[last] not in small_lines("course_roles") and len(words[last]) > 2 and not words[last].endswith("s")
        )
        if known and not words[first].endswith("ing"):
            yield Identifier(starts[first], starts[last] + len(words[last]), "PROFESSION", 0.7)
            yield from _employer(text, starts[last] + len(words[last]))


def _worker(page: Page, number: int) -> bool:
    """It is somebody who works, or nobody is named: 'I have worked', 'jobbar'."""
    for at in range(number - 1, max(-1, number - _MODIFIERS - 2), -1):
        if page.small_words[at] in _NOBODY:
            return False
        if is_somebody(page, at):
            return True
    between = page.text[: page.starts[number]].rstrip()
    return not between or between[-1] in ".!?,\n:;("
