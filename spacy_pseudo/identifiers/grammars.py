"""The rules of each label, and the types of words that all of them share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from .. import languages, resources
from ..attrs import IDENTIFIER_LABELS
from ..errors import Errors, PseudoError
from ..text.gazetteer import places
from ..text.lexicon import SHAPES, Lexicon, Question, read_classes
from ..text.lexing import Letters
from ..text.rule_lines import RuleError, is_class, literals, read_lines
from ..text.rules import Grammar
from ..text.thresholds import BEFORE_PLACES
from ..text.words import fold
from .base import Identifier, Page
from .embedded_names import is_given, is_word
from .vocabulary import function_words, is_given_name

# Files in languages/rules/; what the first one defines all others may use.
_SHARED: Final = "people"
_LABELS: Final = {
    **{"ages": "AGE", "relatives": "FAMILY", "languages": "LANGUAGE", "nationalities": "NATIONALITY"},
    **{"professions": "PROFESSION", "schooling": "EDUCATION", "employers": "EMPLOYER", "schools": "SCHOOL"},
    **{"years": "DATE", "sensitive": ""},
}
# The rules that a user has given; each has a label.
_OWN: Final = "own"
# A sentence is about a sample, a story, a text or people in general, and not about the writer.
OF_OTHERS: Final = (
    "OTHERS INSIDE{0,30} NOTOWN [] NOTOWNED",
    "NOTOWN [] NOTOWNED INSIDE{0,30} OTHERS",
)
_OLDEST: Final = 115
_CENTURIES: Final = ("19", "20")
_SHORT: Final = 3
_PAIR: Final = 2


def _is_called(word: str) -> bool:
    """Somebody may be called so: a given name, or a word that nobody knows."""
    return is_given(word) or not is_word(word)


def _is_place(word: str) -> bool:
    return fold(word) in places()


def _is_small_place(word: str) -> bool:
    """A place in small letters, or whose it is in Swedish; not if everybody uses the word."""
    if len(word) <= _SHORT:
        return False
    key, known = fold(word), places()
    key = key if key in known else key.removesuffix("s")
    return key in known and key not in languages.common_words() and key not in function_words()


def _is_long(word: str) -> bool:
    return len(word) > 6


def _is_shouted(word: str) -> bool:
    return word.isupper() and len(word) < 6


def _is_rare(language: str) -> bool:
    return len(language) > 3 and language not in languages.words()


def _is_personal(word: str) -> bool:
    """Many people are called so, or everybody uses the word."""
    return languages.given_names().get(word, 0) >= BEFORE_PLACES or word in languages.common_words()


def _is_age(digits: str) -> bool:
    return len(digits) < 4 and 0 < int(digits) <= _OLDEST


def _is_digit(digits: str) -> bool:
    return len(digits) == 1


def _is_short(digits: str) -> bool:
    return len(digits) < 3


def _is_adult(digits: str) -> bool:
    return len(digits) == 2 and int(digits) > 9


def _is_year(digits: str) -> bool:
    """Of somebody who may still be alive."""
    return len(digits) == 4 and digits[:2] in _CENTURIES


def _is_tenfold(digits: str) -> bool:
    return _is_adult(digits) and int(digits) % 10 == 0


_QUESTIONS: Final = {
    "GIVEN": Question("TITLE", is_given_name),
    "CALLED": Question("TITLE", _is_called),
    "PLACE": Question("TITLE", _is_place),
    "UPPER": Question("TITLE", str.isupper),
    "SHOUTED": Question("TITLE", _is_shouted),
    "LOWPLACE": Question("LOWER", _is_small_place),
    "LONG": Question("WORD", _is_long),
    "FIG": Question("DIG", _is_age),
    "DIGIT": Question("DIG", _is_digit),
    "SHORT": Question("DIG", _is_short),
    "ADULT": Question("DIG", _is_adult),
    "TENFOLD": Question("DIG", _is_tenfold),
    "YEAR": Question("DIG", _is_year),
}


def _read(page: Page) -> tuple[Letters, dict[str, Grammar]]:
    """A text as types of words, and the rules; people mix languages, so words of all are known."""
    lang = page.lang if page.lang in languages.known() else languages.BASE
    lexicon, grammars = _grammars(lang, page.rules)
    return page.letters(lexicon), grammars


@cache
def _words(lang: str) -> dict[str, set[str]]:
    """Words by class, as texts of a language use them."""
    lists: dict[str, set[str]] = {"FUNCTION": set(filter(str.isalpha, function_words()))}
    lists |= read_classes(languages.lines("classes.txt"), _read_world)
    for each in languages.known():
        read_list = partial(_read_list, each)
        own = each in (lang, languages.BASE)
        for name, words in read_classes(languages.lines(f"{each}/classes.txt"), read_list, own=own).items():
            lists.setdefault(name, set()).update(words)
    lists["RARE"] = {name for name in lists["RARE"] - lists["LANGUAGE"] if _is_rare(name)}
    saints = (key.split() for key in places() if key.startswith(tuple(f"{word} " for word in lists["SAINT"])))
    lists["SAINTTOWN"] = {words[1] for words in saints if len(words) == _PAIR}
    lists["PERSONAL"] = {
        name for name in lists["LANGUAGE"] | lists["PEOPLEADJ"] | lists["PEOPLENOUN"] if _is_personal(name)
    }
    return lists


@cache
def words_of(name: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The words of a class, in small letters."""
    return frozenset(_words(languages.BASE)[name])


def _read_world(name: str) -> list[str]:
    return resources.lines(f"places/{name}.txt")


def _read_list(lang: str, name: str) -> list[str]:
    return languages.lines(f"{lang}/{name}.txt")


@cache
def _grammars(lang: str, rules: tuple[str, ...]) -> tuple[Lexicon, dict[str, Grammar]]:
    """All rules, and the lexicon that they share: it has to know of all of them before it reads a text."""
    shared, sources = _source(_SHARED), {name: _source(name) for name in _LABELS}
    words = _words(lang)
    for line in read_lines(*rules):
        if is_class(line.text):
            if (name := line.text.partition(":")[0]) in words or name in _QUESTIONS or name in SHAPES:
                raise RuleError(Errors.P857.format(name=name), line)
            text = name + line.text.removeprefix(name).lower()
            words = {**words, **read_classes([text], partial(_read_list, lang))}
    lexicon = Lexicon(words, _QUESTIONS, literals("\n".join((shared, *sources.values(), *rules))))
    found = {name: Grammar((source,), lexicon, shared=shared) for name, source in sources.items()}
    return lexicon, {**found, _OWN: _own(rules, lexicon)}


def _own(rules: tuple[str, ...], lexicon: Lexicon) -> Grammar:
    """The rules of a user, who may use what we have defined for all."""
    made = Grammar(rules, lexicon, shared=_source(_SHARED))
    for label, line in made.labels:
        if label not in IDENTIFIER_LABELS:
            raise RuleError(Errors.P856.format(labels=", ".join(IDENTIFIER_LABELS)), line)
    return made


def check_rules(rules: Sequence[str], names: Sequence[str] = ()) -> None:
    """Find out what is wrong with the rules of a user.

    rules (Sequence[str]): Texts with classes of words, definitions and rules; see text/rules.py.
    names (Sequence[str]): What the texts are called, such as their files; otherwise their place among the rules.
    """
    try:
        _grammars(languages.BASE, tuple(rules))
    except RuleError as error:
        number, line, _ = error.line
        where = names[number] if names else f"rules[{number}]"
        raise PseudoError(Errors.P855.format(where=where, line=line, problem=error)) from None


def _source(name: str) -> str:
    return languages.text(f"rules/{name}.rules")


def surrounds(page: Page, rules: str, context: str, start: int, end: int) -> bool:
    """Ask whether something stands around a place, for code that finds the place by other means.

    page (Page): The page.
    rules (str): The name of the file with the definitions that may be used.
    context (str): What stands before and after, such as 'SAID [] END'.
    start (int): Where the place begins.
    end (int): Where it ends.
    RETURNS (bool): It does.
    """
    letters, grammars = _read(page)
    return grammars[rules].surrounds(context, letters, start, end)


def find(page: Page, *, names: Sequence[str]) -> Iterator[Identifier]:
    """Find what rules find.

    page (Page): The page.
    names (Sequence[str]): The names of their files.
    YIELDS (Identifier): What was found, without what lies in code, citations and the like.
    """
    letters, grammars = _read(page)
    for name in names:
        for start, end, score, own, _ in grammars[name].find(letters):
            if not page.is_apart(start, end):
                yield Identifier(start, end, own or _LABELS.get(name, ""), score)


def find_own(page: Page) -> Iterator[Identifier]:
    """RETURNS (Iterator[Identifier]): What the rules of a user find."""
    return find(page, names=(_OWN,)) if page.rules else iter(())


class Fired(NamedTuple):
    """A rule that found something in a text, whatever became of it.

    where (str): Its file, or its place among the rules of a user.
    line (int): Its line there.
    rule (str): The rule.
    """

    start: int
    end: int
    label: str
    score: float
    where: str
    line: int
    rule: str


def fired(page: Page) -> list[Fired]:
    """RETURNS (list[Fired]): The rules that find something in a text, ours and a user's, in order of places."""
    found = []
    letters, grammars = _read(page)
    for name, grammar in grammars.items():
        for start, end, score, own, (source, line, rule) in grammar.find(letters):
            where = f"rules[{source}]" if name == _OWN else f"{name}.rules"
            found.append(Fired(start, end, own or _LABELS.get(name, ""), round(score, 2), where, line, rule))
    return sorted(found)
