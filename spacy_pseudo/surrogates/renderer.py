"""What to write instead of other personal data: a pure function of the text, the key's secret and the settings."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import cache, lru_cache
from types import MappingProxyType

import regex

from .. import languages
from ..attrs import IDENTIFIER_LABELS
from ..errors import Errors, PseudoError
from ..text import place_lists
from ..text.place_lists import folded
from .choice import Choice, shift_of
from .exchange import Exchange
from .makers import Original, make_surrogate
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
    SHUFFLE,
    SURROGATE,
    UNLINKED,
    check_flag,
    check_strategies,
)

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
    """

    def __init__(
        self, strategies: Mapping[str, str], secret: bytes, *, lang: str = languages.BASE, flagged: bool = False,
        flag: str = FLAG, manual: Mapping[tuple[str, str], str] = _NOBODY, shift: timedelta | None = None,
        random_dates: bool = False, taken: Collection[str] = (),
        people: Mapping[str, tuple[str, tuple[str, ...]]] = _NO_NAMES, exchange: Exchange | None = None,
        day_first: bool | None = None,
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
        self._any = Original(
            "", "", self._choice, self._ok, lang, shift_of(secret) if shift is None else shift, random_dates, day_first
        )
        self._surrogate = lru_cache(maxsize=50_000)(self._make_surrogate)
        self._code = lru_cache(maxsize=50_000)(self._make_code)

    def render(
        self, label: str, text: str, *, owner: str | None = None, author: str | None = None, year: int | None = None
    ) -> str | None:
        """Say what to write instead of a text.

        label (str): What it is.
        text (str): The text as it is written.
        owner (Optional[str]): The pseudonym of the participant it belongs to.
        author (Optional[str]): The pseudonym of the participant who writes.
        year (Optional[int]): When the message was written, for dates without a year.
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
        by, when = author if label in _BY_AUTHOR else None, year if label in _BY_YEAR else None
        written = self._surrogate(label, text, owner if label == "EMAIL" else None, by, when)
        # What cannot be read is masked: it must not stay. A time of day is the same after whole weeks.
        if written is None or not self._ok(written) or (written == text and label != "TIME"):
            return self.mask(label, text, owner=owner)
        return self.flagged(written)

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
        return f"[{label}]" if label in UNLINKED else f"[{label}:{self._code(label, folded(label, text))}]"

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
        return form.replace("{}", chr(ord("A") + self._choice.number(26, "fixed", label, folded(label, text))))

    def _make_surrogate(
        self, label: str, text: str, owner: str | None, author: str | None, year: int | None
    ) -> str | None:
        fake, names = self._people.get(owner or "", (None, ()))
        original = replace(self._any, label=label, text=text, name=fake, names=names, author=author, year=year)
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
