"""Languages, each a directory of words, names, rules and settings, read when it is first asked for.

docs/guides/language.md tells how to add one; sources and licences are in resources/LICENSES.md.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..errors import Errors, PseudoError
from ..resources import lines_of, read

# Of this language there is a list of every kind; those of others are added to it, as people mix languages.
BASE: Final = "en"
# Instead of a language's code: all of them at once, for what is written in any.
ALL: Final = "*"
# Directories with further languages, as PATH holds directories with programs; what is in them stands in for ours.
VARIABLE: Final = "SPACY_PSEUDO_LANGUAGES"
_SETTINGS: Final = "language.json"
_HERE: Final = Path(__file__).parent
_spoken: ContextVar[str] = ContextVar("spoken", default=BASE)
# The language of the messages at hand; lists are of this one unless another is asked for. Asked all the time: no frame.
spoken: Final[Callable[[], str]] = _spoken.get


class Home(NamedTuple):
    """Where people are thought to be who write a language and say nothing else.

    country (str): The country's code.
    phone_plans (tuple[str, ...]): Countries whose telephone numbers are written without their code.
    calling_code (str): The code of numbers that begin with a zero.
    calling_code_without_zero (str): And of those that do not.
    """

    country: str
    phone_plans: tuple[str, ...]
    calling_code: str
    calling_code_without_zero: str


class Language(NamedTuple):
    """What a language is like, besides its words: its language.json. What is not said there is as it is here.

    home (Home): Where people are; what a language does not say of it is as for those who write the base language.
    letters (str): Letters besides a to z in ordinary words; elsewhere they are a sign of a name.
    bare_genitive (bool): The genitive is an 's' without an apostrophe; names with such an end take none.
    compounds (bool): Words are joined to one, and articles to their ends: no list has all of them.
    day_first (bool): The day stands before its month, in figures as in words.
    dotted_clock (bool): Times of day are written with a full stop: '18.30'.
    one_country (bool): Nearly all who write it live in one country, and know its small places.
    number_joint (str): What stands between tens and ones of numbers in words.
    after_numbers (tuple[str, ...]): What may be joined to a number in words.
    """

    home: Home
    letters: str = ""
    bare_genitive: bool = False
    compounds: bool = False
    day_first: bool = True
    dotted_clock: bool = False
    one_country: bool = False
    number_joint: str = "-"
    after_numbers: tuple[str, ...] = ()

    @property
    def own_country(self) -> str:
        """RETURNS (str): The country of nearly all who write it; empty if there is none."""
        return self.home.country if self.one_country else ""


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Within this block, the messages at hand are of a language.

    lang (str): The language's code.
    """
    token = _spoken.set(lang)
    try:
        yield
    finally:
        _spoken.reset(token)


@cache
def known() -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The codes of the languages with lists of their own, the base language first."""
    found = {path.parent.name for folder in _folders() for path in folder.glob(f"*/{_SETTINGS}")}
    return (BASE, *sorted(found - {BASE}))


@cache
def of(lang: str) -> Language:
    """RETURNS (Language): What a language is like; of an unknown one, nothing in particular is said."""
    settings = _tuples(json.loads(text(f"{lang}/{_SETTINGS}") or "{}"))
    home = _tuples(settings.pop("home", {}))
    if unknown := settings.keys() - set(Language._fields) or home.keys() - set(Home._fields):
        raise PseudoError(Errors.P853.format(lang=lang, settings=", ".join(sorted(unknown))))
    return Language(Home(**home) if lang == BASE else of(BASE).home._replace(**home), **settings)


def _tuples(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in settings.items()}


def words(lang: str | None = None) -> frozenset[str]:
    """Ordinary words, lower-case, inflected forms and contractions included; proper names are not among them.

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (frozenset[str]): The words, of a language besides English with the English ones.
    """
    return _set("words.txt.gz", lang or _spoken.get())


def common_words(lang: str | None = None) -> frozenset[str]:
    """The subset of `words` that everybody uses.

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (frozenset[str]): The words, of a language besides English with the English ones.
    """
    return _set("common.txt.gz", lang or _spoken.get())


def everyday_words(lang: str | None = None) -> frozenset[str]:
    """The subset of `common_words` that hardly a text does without: 'will', 'hope', not 'peter' (out).

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (frozenset[str]): The words; of a language besides English all its common words, with the English ones.
    """
    lang = lang or _spoken.get()
    own = _union("common.txt.gz", (lang,)) if lang != BASE else frozenset()
    return _set("everyday.txt.gz", lang) | own


def proper_words(lang: str | None = None) -> frozenset[str]:
    """Words that are written with a capital and are no names of people: places, peoples, days, months.

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (frozenset[str]): The words in lower case, without accents, with the English ones.
    """
    return _set("proper.txt.gz", lang or _spoken.get())


def given_names(lang: str | None = None) -> Mapping[str, int]:
    """Given names of many countries, lower-case and without accents.

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (Mapping[str, int]): How often each name was counted; where two lists know one, the higher count.
    """
    return _counts("given_names.txt.gz", lang or _spoken.get())


def surnames(lang: str | None = None) -> Mapping[str, int]:
    """Surnames, lower-case, without accents, blanks and apostrophes ('obrien').

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (Mapping[str, int]): Bearers among 100,000 people; where two lists know one, the higher number.
    """
    return _counts("surnames.txt.gz", lang or _spoken.get())


def nicknames(lang: str | None = None) -> tuple[tuple[str, str], ...]:
    """Pairs of a given name and a nickname, lower-case: English, and a supplement for other languages.

    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (tuple[tuple[str, str], ...]): The pairs; of a language besides English with its own.
    """
    return _pairs(lang or _spoken.get())


@cache
def own_names(lang: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): Given names and surnames of a language, without those of English."""
    kinds = ("given_names.txt.gz", "surnames.txt.gz")
    return frozenset(line.partition("\t")[0] for kind in kinds for line in _list(f"{lang}/{kind}"))


@cache
def name_countries() -> Mapping[str, frozenset[str]]:
    """Names by country, lower-case and without accents.

    RETURNS (Mapping[str, frozenset[str]]): Codes of the countries in which each is a usual given name or surname.
    """
    given, last = given_and_surname_countries()
    return MappingProxyType({name: given[name] | last[name] for name in given})


@cache
def given_and_surname_countries() -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    """RETURNS (tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]): The same, for given names and for
    surnames."""
    rows = [line.split("\t") for line in _list(f"{BASE}/name_countries.txt.gz")]
    kinds = ({name: frozenset(cells[at].split()) for name, *cells in rows} for at in (0, 1))
    given, last = map(MappingProxyType, kinds)
    return given, last


def own_and_base(kind: str, lang: str | None = None) -> list[str]:
    """The lines of one of our small lists in a language, and of its English counterpart.

    kind (str): The name of the list, such as 'greetings'.
    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (list[str]): The lines, each once, English first.
    """
    both = (line for each in _codes(lang or _spoken.get()) for line in lines(f"{each}/{kind}.txt"))
    return list(dict.fromkeys(both))


def labelled(kind: str, *langs: str) -> list[tuple[str, list[str]]]:
    """The lines of one of our lists of lists, 'head: word; other words'.

    kind (str): The name of the list, such as 'car_words'.
    *langs (str): The codes of the languages; none for all.
    RETURNS (list[tuple[str, list[str]]]): What stands before the colon, and the words.
    """
    pairs = (line.split(":", 1) for lang in langs or known() for line in lines(f"{lang}/{kind}.txt"))
    return [(head, [part.strip() for part in parts.split(";")]) for head, parts in pairs]


@cache
def mail(kind: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): Words, or pieces of patterns, by which programs for mail tell whose words follow."""
    return tuple(json.loads(text("mail.json"))[kind])


def any_of(kind: str, head: str, *langs: str) -> str:
    """RETURNS (str): A piece of a pattern: one of the words with a head in a list, of these languages or of all."""
    return "|".join(word for own, words in labelled(kind, *langs) if own == head for word in words)


def lines(name: str) -> list[str]:
    """The lines of a list, without blank lines and comments (`# ...` on a line of its own).

    name (str): The list's path, such as 'en/greetings.txt'; '.gz' is unpacked.
    RETURNS (list[str]): The lines, stripped; empty if there is no such list.
    """
    return lines_of(text(name))


def text(name: str) -> str:
    """RETURNS (str): A file of a language as it is, such as 'en/around_names.json', or of all: 'rules/ages.rules'."""
    found = (folder / name for folder in _folders())
    return read(next((path for path in found if path.exists()), _HERE / name))


@cache
def _folders() -> tuple[Path, ...]:
    further = filter(None, os.environ.get(VARIABLE, "").split(os.pathsep))
    return (*(Path(folder).expanduser() for folder in further), _HERE)


def _codes(lang: str) -> tuple[str, ...]:
    return known() if lang == ALL else tuple(dict.fromkeys((BASE, lang)))


def _list(name: str) -> list[str]:
    """The lines of a long list, which need not be packed in a directory of one's own."""
    return (text(name) or text(name.removesuffix(".gz"))).splitlines()


@cache
def _set(name: str, lang: str) -> frozenset[str]:
    return _union(name, _codes(lang))


@cache
def _union(name: str, langs: tuple[str, ...]) -> frozenset[str]:
    own = frozenset(_list(f"{langs[-1]}/{name}"))
    return _union(name, langs[:-1]) | own if len(langs) > 1 else own


@cache
def _counts(name: str, lang: str) -> Mapping[str, int]:
    return _highest(name, _codes(lang))


@cache
def _highest(name: str, langs: tuple[str, ...]) -> Mapping[str, int]:
    rows = (line.split("\t") for line in _list(f"{langs[-1]}/{name}"))
    own = {word: int(count) for word, count in rows}
    if len(langs) == 1:
        return MappingProxyType(own)
    base = _highest(name, langs[:-1])
    return MappingProxyType({**base, **{word: max(count, base.get(word, 0)) for word, count in own.items()}})


@cache
def _pairs(lang: str) -> tuple[tuple[str, str], ...]:
    base, *others = _codes(lang)
    names = (f"{base}/nicknames.csv", "nicknames.csv", *(f"{each}/nicknames.csv" for each in others))
    rows = [row.split(",") for name in names for row in lines(name)[1:]]
    return tuple((name, nickname) for name, nickname in rows)
