"""The rules of each label, and the types of words that all of them share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from functools import cache, partial
from typing import Final

from .. import languages
from ..text.lexicon import Lexicon, Question, read_classes
from ..text.lexing import Letters
from ..text.rules import Grammar, literals
from .base import Identifier, Page
from .embedded_names import is_given, is_word
from .vocabulary import function_words, is_given_name

# Files in languages/rules/; what the first one defines all others may use.
_SHARED: Final = "people"
_LABELS: Final = ("ages", "relatives", "languages", "nationalities")
_OF_OTHERS: Final = (
    "OTHERS INSIDE{0,30} NOTOWN [] NOTOWNED",
    "NOTOWN [] NOTOWNED INSIDE{0,30} OTHERS",
)
_BETWEEN: Final = 4
_OLDEST: Final = 115
_BEARERS: Final = 2_000


def _is_called(word: str) -> bool:
    """Somebody may be called so: a given name, or a word that nobody knows."""
    return is_given(word) or not is_word(word)


def _is_shouted(word: str) -> bool:
    return word.isupper() and len(word) < 6


def _is_rare(language: str) -> bool:
    return len(language) > 3 and language not in languages.words()


def _is_personal(word: str) -> bool:
    """Many people are called so, or everybody uses the word."""
    return languages.given_names().get(word, 0) >= _BEARERS or word in languages.common_words()


def _is_age(digits: str) -> bool:
    return len(digits) < 4 and 0 < int(digits) <= _OLDEST


def _is_digit(digits: str) -> bool:
    return len(digits) == 1


def _is_short(digits: str) -> bool:
    return len(digits) < 3


def _is_adult(digits: str) -> bool:
    return len(digits) == 2 and int(digits) > 9


def _is_tenfold(digits: str) -> bool:
    return _is_adult(digits) and int(digits) % 10 == 0


_QUESTIONS: Final = {
    "GIVEN": Question("TITLE", is_given_name),
    "CALLED": Question("TITLE", _is_called),
    "UPPER": Question("TITLE", str.isupper),
    "SHOUTED": Question("TITLE", _is_shouted),
    "FIG": Question("DIG", _is_age),
    "DIGIT": Question("DIG", _is_digit),
    "SHORT": Question("DIG", _is_short),
    "ADULT": Question("DIG", _is_adult),
    "TENFOLD": Question("DIG", _is_tenfold),
}


def letters(page: Page) -> Letters:
    """RETURNS (Letters): A text of a language as types of words; people mix languages, so words of all are known."""
    return page.letters(_lexicon(_known(page.lang)))


def _known(lang: str) -> str:
    return lang if lang in languages.known() else languages.BASE


@cache
def _words(lang: str) -> dict[str, set[str]]:
    """Words by class, as texts of a language use them."""
    lists: dict[str, set[str]] = {"FUNCTION": set(filter(str.isalpha, function_words()))}
    lists |= read_classes(languages.lines("classes.txt"), partial(_read_list, "places"))
    for each in languages.known():
        read_list = partial(_read_list, each)
        own = each in (lang, languages.BASE)
        for name, words in read_classes(languages.lines(f"{each}/classes.txt"), read_list, own=own).items():
            lists.setdefault(name, set()).update(words)
    lists["RARE"] = {name for name in lists["RARE"] - lists["LANGUAGE"] if _is_rare(name)}
    lists["PERSONAL"] = {
        name for name in lists["LANGUAGE"] | lists["PEOPLEADJ"] | lists["PEOPLENOUN"] if _is_personal(name)
    }
    return lists


@cache
def words_of(name: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The words of a class, in small letters."""
    return frozenset(_words(languages.BASE)[name])


@cache
def _lexicon(lang: str) -> Lexicon:
    return Lexicon(_words(lang), _QUESTIONS, literals(_source(_SHARED, *_LABELS)))


def _read_list(lang: str, name: str) -> list[str]:
    return languages.lines(f"{lang}/{name}.txt")


@cache
def _grammar(rules: str, lang: str) -> Grammar:
    return Grammar(_source(*dict.fromkeys((_SHARED, rules))), _lexicon(lang))


def _source(*names: str) -> str:
    return "\n".join(languages.text(f"rules/{name}.rules") for name in names)


def said_of(page: Page, start: int, between: Collection[str]) -> bool:
    """See whether somebody is said to be what follows: 'I am also a', 'my son is', 'we have both been', 'nu är jag'.

    page (Page): The page.
    start (int): Where begins what they are said to be.
    between (Collection[str]): Up to four of these words may stand between.
    RETURNS (bool): Somebody here is; not a thing, and nobody who is only named.
    """
    number = bisect_left(page.starts, start) - 1
    for at in range(number, max(-1, number - _BETWEEN), -1):
        word = page.small_words[at]
        if word not in between or not page.text[page.starts[at] + len(word) : start].isspace():
            break
        start, number = page.starts[at], at - 1
    return number >= 0 and _stands(page, "SAID []", start, page.tokens[number])


def is_somebody(page: Page, number: int) -> bool:
    """RETURNS (bool): The word of that number is for somebody here: 'she', 'sister', 'friend' of 'my best friend'."""
    word = page.tokens[number]
    return _stands(page, "SOMEBODY []", page.starts[number] + len(word), word)


def of_others(page: Page, start: int) -> bool:
    """RETURNS (bool): A sentence is about a sample, a story, a text or people in general, and not about the writer."""
    return any(_stands(page, context, start) for context in _OF_OTHERS)


def _stands(page: Page, context: str, at: int, last: str = "") -> bool:
    """Something stands around a place; the last word before it is looked at first."""
    grammar = _grammar(_SHARED, _known(page.lang))
    return (not last or grammar.may_follow(context, last)) and grammar.surrounds(context, letters(page), at)


def find(page: Page, rules: str, label: str) -> Iterator[Identifier]:
    """Find what rules find.

    page (Page): The page.
    rules (str): The name of their file.
    label (str): What it is.
    YIELDS (Identifier): What was found, without what lies in code, citations and the like.
    """
    for start, end, score in _grammar(rules, _known(page.lang)).find(letters(page)):
        if not page.is_apart(start, end):
            yield Identifier(start, end, label, score)
