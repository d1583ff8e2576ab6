"""Where a participant's countries are written to be: one other country for each, and all of it fits together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from .. import languages
from ..text import countries, place_lists
from .choice import Choice


class Moves:
    """The other country of each country, for each participant.

    In another country another language is spoken. Countries where a language is at home become such countries: no two
    languages become the same. All others are exchanged among themselves.

    choice (Choice): The secret's choice.
    ok (Callable[[str], bool]): What may be written; a country that is called as nothing may be called is never chosen.
    given (Mapping[str, str]): What a person wants countries to become, by code.
    """

    def __init__(
        self, choice: Choice, ok: Callable[[str], bool] = bool, *, given: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._choice, self.may_write = choice, ok
        self.given = {code: other for code, other in given.items() if other in countries.drawable() and other != code}
        self._codes = [code for code in countries.drawable() if all(map(ok, _words(code)))]
        self._circles = lru_cache(maxsize=4_000)(self._make_circles)

    def of(self, code: str, author: str | None) -> str:
        """RETURNS (str): The code of the other country."""
        if code in self.given:
            return self.given[code]
        author = author or ""
        for order, step in self._circles(author):
            if code in order:
                other = order[(order.index(code) + step) % len(order)]
                if other != code:
                    return other
        language = countries.main_languages().get(code)
        options = [c for c in self._codes if c != code and countries.main_languages()[c] != language]
        return self._choice.pick(options, "country", author, code) or code

    def language_of(self, code: str, author: str | None) -> str:
        """RETURNS (str): What is spoken in the other country."""
        return countries.main_languages()[self.of(code, author)]

    def _make_circles(self, author: str) -> list[tuple[list[str], int]]:
        """Orders of countries, and how many steps further the other one is: so many that it is in no group of the same
        language."""
        spoken: dict[str, list[str]] = {}
        for code in self._codes:
            spoken.setdefault(countries.main_languages()[code], []).append(code)
        homes = [next(c for c in countries.spoken_in(name) if c in codes) for name, codes in spoken.items()]
        elsewhere = [code for code in self._codes if code not in homes]
        return [(order := self._order(codes, author), self._step(order, author)) for codes in (homes, elsewhere)]

    def _order(self, codes: list[str], author: str) -> list[str]:
        def place(code: str) -> tuple[int, int]:
            about = (countries.main_languages()[code], code)
            language, country = (self._choice.bits(16, "country", author, one) for one in about)
            return language, country

        return sorted(codes, key=place)

    def _step(self, order: list[str], author: str) -> int:
        names = [countries.main_languages()[code] for code in order]
        widest = max(map(names.count, names), default=1)
        return widest + self._choice.number(max(1, len(order) - 2 * widest + 1), "step", author)


def _words(code: str) -> list[str]:
    """All that is written of a country but its places: its names, its people and its language."""
    language = countries.main_languages()[code]
    lists = [place_lists.countries(lang).get(code, ()) for lang in languages.known()]
    lists += [(place_lists.spoken_languages(lang).get(language, ("",)),) for lang in languages.known()]
    return [cell[0] for cells in lists for cell in cells if cell[0]]
