"""Packaged word and name data, read when it is first asked for. Sources and licences: LICENSES.md."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

# Of this language there is a list of every kind; those of others are added to it, as people mix languages.
BASE: Final = "en"
# The languages with lists of their own.
LANGUAGES: Final = (BASE, "sv")
_spoken: ContextVar[str] = ContextVar("spoken", default=BASE)
# The language of the messages at hand; lists are of this one unless another is asked for. Asked all the time: no frame.
spoken: Final[Callable[[], str]] = _spoken.get


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
    return frozenset(line.partition("\t")[0] for kind in kinds for line in _read(f"{lang}/{kind}").splitlines())


@cache
def name_countries() -> Mapping[str, frozenset[str]]:
    """Names by country, lower-case and without accents.

    RETURNS (Mapping[str, frozenset[str]]): Codes of the countries in which each is a usual given name or surname.
    """
    rows = (line.split("\t") for line in _read(f"{BASE}/name_countries.txt.gz").splitlines())
    return MappingProxyType({name: frozenset((*given.split(), *last.split())) for name, given, last in rows})


def own_and_base(kind: str, lang: str | None = None) -> list[str]:
    """The lines of one of our small lists in a language, and of its English counterpart.

    kind (str): The name of the list, such as 'greetings'.
    lang (Optional[str]): The language's code; None for that of the messages at hand.
    RETURNS (list[str]): The lines, each once, English first.
    """
    both = (line for each in _with_base(lang or _spoken.get()) for line in lines(f"{each}/{kind}.txt"))
    return list(dict.fromkeys(both))


def lines(name: str) -> list[str]:
    """The lines of a text resource, without blank lines and comments (`# ...` on a line of its own).

    name (str): The resource's path in this package, such as 'en/greetings.txt'; '.gz' is unpacked.
    RETURNS (list[str]): The lines, stripped; empty if there is no such resource.
    """
    stripped = (line.strip() for line in _read(name).splitlines())
    return [line for line in stripped if line and not line.startswith("#")]


def text(name: str) -> str:
    """RETURNS (str): A text resource as it is, such as 'rating/text.txt'."""
    return _read(name)


def _with_base(lang: str) -> tuple[str, ...]:
    return (BASE,) if lang == BASE else (BASE, lang)


@cache
def _set(name: str, lang: str) -> frozenset[str]:
    if lang == BASE:
        return frozenset(_read(f"{lang}/{name}").splitlines())
    return _set(name, BASE) | frozenset(_read(f"{lang}/{name}").splitlines())


@cache
def _counts(name: str, lang: str) -> Mapping[str, int]:
    rows = (line.split("\t") for line in _read(f"{lang}/{name}").splitlines())
    own = {word: int(count) for word, count in rows}
    if lang == BASE:
        return MappingProxyType(own)
    base = _counts(name, BASE)
    return MappingProxyType({**base, **{word: max(count, base.get(word, 0)) for word, count in own.items()}})


@cache
def _pairs(lang: str) -> tuple[tuple[str, str], ...]:
    names = ("en/nicknames.csv", "nicknames.csv", *(f"{each}/nicknames.csv" for each in _with_base(lang)[1:]))
    rows = [row.split(",") for name in names for row in lines(name)[1:]]
    return tuple((name, nickname) for name, nickname in rows)


def _read(name: str) -> str:
    try:
        data = files(__name__).joinpath(*name.split("/")).read_bytes()
    except FileNotFoundError:
        return ""
    return (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8")
