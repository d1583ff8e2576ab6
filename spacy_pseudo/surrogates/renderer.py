"""What to write instead of other personal data: a pure function of the text, the key's secret and the settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import regex

from .. import languages
from ..attrs import IDENTIFIER_LABELS
from ..errors import Errors, PseudoError
from ..text import place_lists
from ..text.place_lists import folded
from .choice import Choice, shift_of
from .exchange import Exchange
from .inflection import identity
from .makers import Original, make_surrogate
from .moves import Moves
from .shapes import reshape
from .strategies import (
    CODE_LENGTH,
    CODE_LETTERS,
    FIXED,
    FLAG,
    KEEP,
    MARK,
    MASK,
    MASKED,
    MOVE,
    SHUFFLE,
    STAY,
    SURROGATE,
    UNLINKED,
    check_cities,
    check_flag,
    check_strategies,
)
from .surroundings import LOCATED, Setting, country_of, settings_of

if TYPE_CHECKING:
    from ..identifiers.base import Identifier

# Labels whose surrogate depends on who writes, and on when.
_BY_AUTHOR = frozenset({"COUNTRY", "NATIONALITY", "LANGUAGE"})
_BY_YEAR = frozenset({"DATE", "TIME"})
_PLACE = regex.escape("{}")
_FIGURES = regex.compile(r"\d+")
_NOBODY: Mapping[tuple[str, str], str] = MappingProxyType({})
_NO_NAMES: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType({})


class Renderer:
    """Writes what stands instead of other personal data.

    strategies (Mapping[str, str]): One of `STRATEGIES` by label; labels that are not named have their default.
    secret (bytes): The key directory's secret.
    lang (str): The language of the messages.
    flagged (bool): Show what was put in; masks show themselves.
    flag (str): How to show it; `{}` is its place.
    manual (Mapping[tuple[str, str], str]): Surrogates that a person wrote, by label and `folded` text.
    shift (Optional[timedelta]): By how much dates are moved, in whole weeks; by default as the metadata's time stamps.
    random_dates (bool): Each date is moved by another number of days, and no interval stays.
    taken (Collection[str]): What no surrogate may be: names of participants, protected names.
    people (Mapping[str, tuple[str, tuple[str, ...]]]): By pseudonym fake name and registered names, for e-mail
        addresses that belong to somebody.
    exchange (Optional[Exchange]): What becomes of values that are exchanged among documents.
    day_first (Optional[bool]): '3/4' is in April; by default it is in March in English only.
    cities (str): Where countries become others, a city of which a text says no country goes with its own ('move'), or
        stays there ('stay'). All places do as cities do.
    """

    def __init__(
        self, strategies: Mapping[str, str], secret: bytes, *, lang: str = languages.BASE, flagged: bool = False,
        flag: str = FLAG, manual: Mapping[tuple[str, str], str] = _NOBODY, shift: timedelta | None = None,
        random_dates: bool = False, taken: Collection[str] = (),
        people: Mapping[str, tuple[str, tuple[str, ...]]] = _NO_NAMES, exchange: Exchange | None = None,
        day_first: bool | None = None, cities: str = MOVE,
    ) -> None:  # fmt: skip
        check_flag(flag)
        self.strategies = check_strategies(strategies)
        self._choice = Choice(secret)
        self._lang = lang
        self._flag = flag if flagged else "{}"
        self._manual = manual
        self._taken = frozenset(map(place_lists.key, taken))
        self._people = people
        self._exchange = exchange if exchange is not None else Exchange()
        self._stay = check_cities(cities) == STAY
        self._any = Original(
            "", "", self._choice, self._ok, lang, shift_of(secret) if shift is None else shift, random_dates, day_first,
        )  # fmt: skip
        self._surrogate = lru_cache(maxsize=50_000)(self._make_surrogate)
        self._code = lru_cache(maxsize=50_000)(self._make_code)

    def render(
        self, label: str, text: str, *, owner: str | None = None, author: str | None = None, year: int | None = None,
        setting: Setting | None = None,
    ) -> str | None:  # fmt: skip
        """Say what to write instead of a text.

        label (str): What it is.
        text (str): The text as it is written.
        owner (Optional[str]): The pseudonym of the participant it belongs to.
        author (Optional[str]): The pseudonym of the participant who writes.
        year (Optional[int]): When the message was written, for dates without a year.
        setting (Optional[Setting]): Where it is, from `settings`; by default what is known of it alone.
        RETURNS (Optional[str]): What to write, or None if the text stays.
        """
        strategy = self._strategy(label)
        if strategy == KEEP:
            return None
        if self._manual and (own := self._manual.get((label, folded(label, text)))) is not None:
            return self.flagged(own)
        if strategy == MARK:
            return None
        if strategy == MASK:
            return self.mask(label, text, owner=owner)
        if strategy == FIXED:
            return self.flagged(self._fixed(label, text))
        if strategy == SHUFFLE and (other := self._exchanged(label, text)) is not None:
            return self.flagged(other)
        when = year if label in _BY_YEAR else None
        country, to = self._where(label, text, author, setting)
        by = author if label in _BY_AUTHOR or to is not None else None
        written = self._surrogate(label, text, owner if label == "EMAIL" else None, by, when, country, to)
        # What cannot be read is masked: it must not stay. A time of day is the same after whole weeks.
        if written is None or not self._ok(written) or (written == text and label != "TIME"):
            return self.mask(label, text, owner=owner)
        return self.flagged(written)

    def settings(self, text: str, found: Sequence[Identifier]) -> Mapping[Identifier, Setting]:
        """RETURNS (Mapping[Identifier, Setting]): Where all is that was found in a text, given in its order; nothing if
        it does not matter, as no place has a surrogate."""
        drawn = any(self.strategies[label] in (SURROGATE, SHUFFLE) for label in (*LOCATED, "LANGUAGE"))
        return settings_of(text, found, self._lang) if drawn and found else {}

    @cached_property
    def _moves(self) -> Moves:
        return Moves(self._choice, self._ok, given=self._given_countries())

    def _where(
        self, label: str, text: str, author: str | None, setting: Setting | None
    ) -> tuple[str | None, str | None]:
        """The country of a place or a language, and the country where a place is written to be if that is another."""
        if label not in LOCATED and label != "LANGUAGE":
            return None, None
        country, named = setting if setting is not None else Setting(country_of(label, text, self._lang))
        if label == "LANGUAGE":
            return country, None
        at = country or languages.of(self._lang).home.country
        moves = self._becomes_other(at) and (named or not self._stay)
        return country, self._moves.of(at, author) if moves else None

    def _becomes_other(self, country: str) -> bool:
        """What a country is called does not stay; its cities must not tell what it was."""
        strategy = self.strategies["COUNTRY"]
        return strategy not in (KEEP, MARK) or (strategy == MARK and country in self._moves.given)

    def _given_countries(self) -> dict[str, str]:
        """What a person wants countries to become, by code."""
        found = (
            (country_of(label, text, self._lang), written)
            for (label, text), written in self._manual.items()
            if label == "COUNTRY"
        )
        pairs = ((code, country_of("COUNTRY", written, self._lang)) for code, written in found)
        return {code: other for code, other in pairs if code is not None and other is not None}

    def handle(self, text: str) -> str | None:
        """RETURNS (Optional[str]): What a participant's user name becomes, as a person or the settings want it; None if
        it becomes the pseudonym, as other names do."""
        label = "USERNAME"
        if (own := self._manual.get((label, folded(label, text)))) is not None:
            return self.flagged(own)
        return self.render(label, text) if self.strategies[label] in (FIXED, SURROGATE) else None

    def other_figures(self, text: str) -> str:
        """RETURNS (str): A user name with other figures, and all else as it was."""
        written: str = _FIGURES.sub(lambda figures: reshape(figures[0], self._choice, "figures") or "", text)
        return written

    def replaces(self, label: str, text: str) -> bool:
        """RETURNS (bool): Something is written instead of a text."""
        strategy = self._strategy(label)
        return strategy not in (KEEP, MARK) or (strategy == MARK and (label, folded(label, text)) in self._manual)

    def fixed_in(self, text: str) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): Where standard forms stand that an earlier run has put in."""
        labels = tuple(label for label, strategy in self.strategies.items() if strategy == FIXED)
        return [found.span() for found in _fixed_pattern(labels, self._lang).finditer(text)] if labels else []

    def flagged(self, written: str) -> str:
        """RETURNS (str): What is put in, as readers are to see it."""
        return self._flag.replace("{}", written)

    def mask(self, label: str, text: str, *, owner: str | None = None) -> str:
        """RETURNS (str): '[EMAIL:U12]'; without an owner a code that is the same wherever the text occurs."""
        if MASKED.fullmatch(text):
            return text
        if owner is not None:
            return f"[{label}:{owner}]"
        if label in UNLINKED:
            return f"[{label}]"
        return f"[{label}:{self._code(label, identity(label, text, self._lang))}]"

    def _strategy(self, label: str) -> str:
        if label not in self.strategies:
            raise PseudoError(Errors.P720.format(label=label, labels=", ".join(IDENTIFIER_LABELS)))
        return self.strategies[label]

    def _make_code(self, label: str, text: str) -> str:
        # Nobody can count across messages and processes without remembering them all: the code follows from the secret.
        number = self._choice.number(len(CODE_LETTERS) ** CODE_LENGTH, "mask", label, text)
        letters = []
        for _ in range(CODE_LENGTH):
            number, at = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[at])
        return "".join(letters)

    def _fixed(self, label: str, text: str) -> str:
        form = _fixed_forms(self._lang)[label]
        if "{}" not in form:
            return form
        before, after = form.split("{}")
        if text.startswith(before) and text.endswith(after) and len(text) == len(form) - 1:
            return text
        return form.replace(
            "{}", chr(ord("A") + self._choice.number(26, "fixed", label, identity(label, text, self._lang)))
        )

    def _make_surrogate(
        self, label: str, text: str, owner: str | None, author: str | None, year: int | None,
        country: str | None, to: str | None,
    ) -> str | None:  # fmt: skip
        fake, names = self._people.get(owner or "", (None, ()))
        original = replace(
            self._any, label=label, text=text, name=fake, names=names, author=author, year=year, country=country,
            to=to, moves=self._moves if label in _BY_AUTHOR else None,
        )  # fmt: skip
        if self.strategies[label] == SHUFFLE:  # what is drawn is none of those that are exchanged
            original = replace(original, ok=lambda written: self._ok(written) and not self._holds(label, written))
        return make_surrogate(original)

    def _holds(self, label: str, text: str) -> bool:
        return self._exchange.holds(label, text, lang=self._lang)

    def _exchanged(self, label: str, text: str) -> str | None:
        """What stands for the kind elsewhere in the corpus; what has no other is drawn, and so is what is somebody's
        name."""
        other = self._exchange.other(label, text, lang=self._lang)
        fits = other is not None and self._ok(other) and place_lists.key(other) != place_lists.key(text)
        return other if fits else None

    def _ok(self, written: str) -> bool:
        return place_lists.key(written) not in self._taken


@cache
def _fixed_pattern(labels: tuple[str, ...], lang: str) -> regex.Pattern[str]:
    forms = sorted({_fixed_forms(lang)[label] for label in labels}, key=len, reverse=True)
    return regex.compile(rf"(?<!\w)(?:{'|'.join(regex.escape(f).replace(_PLACE, '[A-Z]') for f in forms)})(?!\w)")


@cache
def _fixed_forms(lang: str) -> Mapping[str, str]:
    rows = {**place_lists.rows("fixed", languages.BASE), **place_lists.rows("fixed", lang)}
    return {label: form for label, (form,) in rows.items()}
