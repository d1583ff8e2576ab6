"""What tells that a number is an age where no 'is' stands before it: introductions, 'at 41', 'turned forty'."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from .base import Page
from .embedded_names import is_given, is_word
from .vocabulary import before, function_words, is_somebody, last_kin_words, next_word, person_words, small_lines

# 'So: Leocadia, ', 'Gustavo here, ', 'Hej, Maj-Britt, '
_PRESENTED = before(
    r"(?:^|[\n>]\s?|[.!?:–-]\s|(?i:\b(?:hi|hello|hey|hej|hejsan|me|this\sis)),?\s)"
    r"(?P<name>[A-ZÅÄÖÉ][^\W\d_]+(?:[ -][A-ZÅÄÖ][^\W\d_]+)?)(?:\s(?:here|här))?,\s",
    fold=False,
)
_PRESENTED_HERE = before(r"[^\W\d_]\s(?:here|här),\s")
# After it: what else somebody tells of themself; no verb.
_NEXT_THING = re.compile(r"(?:\.|,)\s(?:[A-ZÅÄÖ][a-zåäö]+|(?P<word>[a-zåäö]+))|,?\s*(?:$|\n)")
_TELLING: Final = frozenset(
    "from and with but new just two three one no not currently now mostly also born married single från och med men ny "
    "nu två tre en ett inte mest född gift ensam pensionär both never always bor former ex tidigare fd".split()
)
# 'only now at', 'först vid'
_NOW_AT = before(r"\b(?:now|finally|even|still|nu|först|äntligen|redan),?\s(?:at|vid)\s")
_LEARN_AT = before(
    r"\b(?:learn\w*|study\w*|lära\smig|plugga)\s(?:to\s|att\s)?(?:[^\W\d_]+\s){1,2}(?:at|vid)\s"
    r"|\bback\s(?:to|in|at)\s(?:school|university|uni|college)\sat\s"
)
_KIN_AT = before(
    r"\b(?:had|got|lost|became|fick|miste|förlorade)\s(?:[^\W\d_]+\s){0,3}(?P<kin>[^\W\d_]+)\s(?:at|vid)\s"
)
_AFTER_AT = re.compile(
    r"\s*(?:[.,;!?)]|$|\n|(?:and|but|och|men|i|we|he|she|you|my|is|was|feels|felt|seems|är|var|känns)\b)"
    r"|\s[a-zåäö]+\s(?:i|we|he|she|jag|vi|han|hon)\b",
    re.IGNORECASE,
)
_BECOMES: Final = frozenset("turns turned turning fyller fyllde fyllt".split())
_BECAME: Final = frozenset("blev blir".split())
_KIN_WILL_BE = before(r"\b(?P<kin>[^\W\d_]+)\s(?:will|is going to|ska|kommer att)\s(?:be|turn|bli|fylla)\s")
_AGED_NOUN = before(r"\b(?P<noun>[^\W\d_]+)\saged\s")
_BARE_YEARS = re.compile(r"\s(?:years?|yrs?|months?)\b(?!\sold)", re.IGNORECASE)
# 'two kids (', 'två döttrar på ', 'my gran, '
_AFTER_KIN = before(r"\b(?P<kin>[^\W\d_]+)\s?(?:of\s\w+\s)?(?:\(|på\s|aged\s|,\s)(?:aged\s)?")


def is_called(name: str) -> bool:
    """RETURNS (bool): Somebody may be called so: a given name, or a word that nobody knows."""
    return is_given(name) or not is_word(name)


def presents(page: Page, past: str, end: int) -> bool:
    """RETURNS (bool): A name stands before, and after the number what people tell of themselves next."""
    m = _PRESENTED.search(past)
    if m is None or not any(is_called(part) for part in re.split("[ -]", m["name"])):
        return False
    following = _NEXT_THING.match(page.text, end)
    if following is None:
        return _PRESENTED_HERE.search(past) is not None
    word = following["word"]
    if not word:
        # A capital after it begins a place, or the next sentence after 'here'.
        return (following[0][:1] != "." and bool(following[0].strip(" ,\n"))) or _PRESENTED_HERE.search(
            past
        ) is not None
    return word in _TELLING or (word not in function_words() and word not in small_lines("goes_on"))


def at_an_age(page: Page, past: str, end: int) -> bool:
    """RETURNS (bool): 'at' or 'vid' stands before, and something that people do at an age."""
    if not _AFTER_AT.match(page.text, end):
        return False
    kin = _KIN_AT.search(past)
    return bool(
        _NOW_AT.search(past) or _LEARN_AT.search(past) or (kin is not None and kin["kin"].lower() in last_kin_words())
    )


def somebody_turned(page: Page, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody here 'turned' it, whatever follows that is not counted."""
    at = bisect_left(page.starts, start) - 1
    if at < 1 or page.small_words[at] not in _BECOMES or not is_somebody(page, at - 1):
        return False
    following = next_word(page.text, end)
    return not following or following in function_words() or following in ("mitt", "lagom")


def thing_became(page: Page, start: int) -> bool:
    """RETURNS (bool): 'The mean became 39': the word before 'blev' or 'blir' is for nobody."""
    at = bisect_left(page.starts, start) - 1
    return (
        at > 0
        and page.small_words[at] in _BECAME
        and not (is_somebody(page, at - 1) or page.small_words[at - 1] in function_words())
    )


def kin_will_be(past: str) -> bool:
    """RETURNS (bool): 'my son will be': kin are said to become it."""
    m = _KIN_WILL_BE.search(past[-40:])
    return m is not None and m["kin"].lower() in last_kin_words()


def aged_thing(text: str, past: str, end: int) -> bool:
    """RETURNS (bool): 'wine aged 5 years': what is aged is a thing, by the unit after and the noun before."""
    m = _AGED_NOUN.search(past[-40:])
    if m is None or not _BARE_YEARS.match(text, end):
        return False
    noun = m["noun"].lower()
    return is_word(noun) and not noun.endswith("ed") and noun not in person_words() | function_words()


def of_kin(past: str) -> bool:
    """RETURNS (bool): Kin stand directly before: 'two kids (', 'my gran, '."""
    m = _AFTER_KIN.search(past[-30:])
    return m is not None and m["kin"].lower() in last_kin_words()
