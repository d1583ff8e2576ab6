"""What SVALA calls the words of a replacement: part of a name, of a date, of an address; and how they are inflected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import chain
from typing import Final, NamedTuple

import regex

from .. import languages
from ..attrs import INITIALS, NICKNAME
from ..people.display_names import PersonName, parse_name
from ..people.drawn_names import MEN, WOMEN
from ..people.fake_names import main_name
from ..people.genders import gender_of
from ..surrogates.inflection import INSTITUTIONS, is_definite, of_kind, taken_apart
from ..text import place_lists
from ..text.thresholds import BEARERS
from ..text.words import fold, fold_all, word_list
from .edits import Edit
from .foreign_labels import SVALA, label_in

GENITIVE: Final = "gen"
DEFINITE: Final = "def"
PLURAL: Final = "pl"
FOREIGN: Final = "foreign"
# In the order in which they stand behind the number.
MARKS: Final = (GENITIVE, DEFINITE, PLURAL, FOREIGN)
SURNAME: Final = "surname"
MIDDLE: Final = "middlename"
# SVALA has this for whatever else tells who somebody is.
EXTRA: Final = "extra"
# Places outside of it are marked.
_HOME: Final = "SE"
_GENDERS: Final = {WOMEN: "firstname_female", MEN: "firstname_male"}
_UNKNOWN: Final = "firstname_unknown"
_FOLLOWS = regex.compile(r"['’]s\b|(?<=s)['’](?!\p{L})", regex.IGNORECASE)
_DIGIT = regex.compile(r"\d")
_YEAR = regex.compile(r"\d{4}|['’]\d\d")
_DAY = regex.compile(r"\d{1,2}(?:\p{L}{2}|:\p{L})?")


class Labelled(NamedTuple):
    """A word of the original: its label, empty if it has none, and its marks."""

    label: str
    marks: tuple[str, ...] = ()


def labelled_words(edit: Edit, after: str) -> list[Labelled]:
    """Label the words of a replacement.

    edit (Edit): The replacement, with what stood there.
    after (str): What follows it, a few characters.
    RETURNS (list[Labelled]): One for each word of the original, at least one; one of them has a label.
    """
    words = (edit.original or "").split() or [""]
    kind = label_in(SVALA, edit)
    labels = _KINDS[kind](edit, words) if kind in _KINDS else [kind] * len(words)
    if not any(labels):
        labels = [EXTRA] * len(words)
    marks = list(_marks(edit, words, after))
    return [Labelled(*pair) for pair in zip(labels, marks, strict=True)]


def base_of(edit: Edit) -> str:
    """RETURNS (str): What stood there, without the ending of a genitive."""
    return taken_apart(edit.category, edit.original or "", languages.spoken()).text


# --- What it is ---


def _name(edit: Edit, words: Sequence[str]) -> list[str]:
    """First names with their gender, middle names, surnames; letters are initials."""
    several = len(words) > 1
    name = main_name(edit.names) if edit.names else parse_name(edit.original or "") if several else PersonName()
    first, middle = ({fold(w) for w in ws} for ws in ((*name.given[:1], *name.preferred), name.given[1:]))
    last = {word for part in name.surname for word in fold_all(part)}
    labels = []
    for at, word in enumerate(words):
        letters = fold(word.strip(".,;:()\"'’"))
        if several and letters in word_list("titles"):
            labels.append("")
        elif len(letters) == 1:
            labels.append(INITIALS)
        elif letters in first or edit.category == NICKNAME:
            labels.append(_first_name(edit, name, word))
        elif letters in middle:
            labels.append(MIDDLE)
        elif letters in last:
            labels.append(SURNAME)
        else:
            labels.append(_by_place(edit, name, word, at, len(words)))
    return labels


def _by_place(edit: Edit, name: PersonName, word: str, at: int, count: int) -> str:
    """A word that is none of the registered name's: misspelled, or of somebody of whom no name is registered."""
    if count > 1:
        return _first_name(edit, name, word) if at == 0 else SURNAME if at == count - 1 else MIDDLE
    own = fold(word)
    if edit.names and name.surname:
        given = max((_alike(own, part) for part in (*name.given, *name.preferred)), default=0.0)
        surname = max(_alike(own, part) for part in name.core)
    else:
        given, surname = float(languages.given_names().get(own, 0) >= BEARERS), float(own in languages.surnames())
    return SURNAME if surname > given else _first_name(edit, name, word)


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, fold(other)).ratio()


def _first_name(edit: Edit, name: PersonName, word: str) -> str:
    known = name if edit.names and name.given else PersonName(given=(word.strip(".,"),))
    return _GENDERS.get(gender_of(known), _UNKNOWN)


def _date(edit: Edit, words: Sequence[str]) -> list[str]:
    return [_part_of_date(word.strip(".,()")) for word in words]


def _part_of_date(word: str) -> str:
    if not _DIGIT.search(word):
        if word.lower() in _months():
            return "month_word"
        return "day" if word.lower() in of_kind("weekdays") else ""
    if _YEAR.fullmatch(word):
        return "year"
    return "day" if _DAY.fullmatch(word) else "date_digits"


@cache
def _months() -> frozenset[str]:
    lines = (languages.lines(f"{lang}/surrogates/months.txt") for lang in languages.known())
    return frozenset(name.lower() for line in chain.from_iterable(lines) for name in line.split())


def _age(edit: Edit, words: Sequence[str]) -> list[str]:
    if not _DIGIT.search(edit.original or ""):
        return ["age_string"] * len(words)
    return ["age_digits" if _DIGIT.search(word) else "" for word in words]


def _address(edit: Edit, words: Sequence[str]) -> list[str]:
    """Of 'Storgatan 12 B', the last two are the number."""
    labels: list[str] = []
    for word in words:
        letter = len(word.strip(".,")) == 1 and labels[-1:] == ["street_nr"]
        labels.append("street_nr" if letter or _DIGIT.search(word) else "place")
    return labels


# Of which SVALA has several labels.
_KINDS: Final = {"name": _name, "date": _date, "age": _age, "address": _address}


# --- How it is inflected, and where it is ---


def _marks(edit: Edit, words: Sequence[str], after: str) -> Iterator[tuple[str, ...]]:
    """YIELDS (tuple[str, ...]): The marks of each word; only the last one can be a genitive."""
    text = edit.original or ""
    owns = base_of(edit) != text or _FOLLOWS.match(text[-1:] + after, len(text[-1:])) is not None
    bare = after[:1] == "s" and not after[1:2].isalpha() and languages.of(languages.spoken()).bare_genitive
    place = (FOREIGN,) if _is_foreign(edit) else ()
    for at, word in enumerate(words):
        last = at == len(words) - 1
        genitive = (GENITIVE,) if last and (owns or bare) else ()
        yield (*genitive, *_forms(edit, word.strip(".,")), *place)


def _forms(edit: Edit, word: str) -> tuple[str, ...]:
    """Whether a word is definite, or of several."""
    own = taken_apart(edit.category, word, languages.spoken()).text
    if edit.category in INSTITUTIONS:
        return (DEFINITE,) if is_definite(own, languages.spoken()) else ()
    return _people().get(place_lists.key(own), ()) if edit.category == "NATIONALITY" else ()


def _is_foreign(edit: Edit) -> bool:
    """A city or a region that is known, and not in Sweden."""
    if edit.category not in ("CITY", "REGION"):
        return False
    places = place_lists.cities() if edit.category == "CITY" else place_lists.regions()
    group, _ = places.by_name.get(place_lists.key(base_of(edit)), (_HOME, ""))
    return not group.startswith(_HOME)


@cache
def _people() -> Mapping[str, tuple[str, ...]]:
    """The marks of words for countries and their people; a form that is also another one has none."""
    found: dict[str, tuple[str, ...]] = {}
    for lang in languages.known():
        columns = next((marks for head, marks in languages.labelled("swell", lang) if head == "people"), [])
        for country in place_lists.countries(lang).values():
            for words, marks in zip(country, (*columns, *("",) * len(country)), strict=False):
                for word in words:
                    found.setdefault(place_lists.key(word), tuple(marks.split()))
    return found
