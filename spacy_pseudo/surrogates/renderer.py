"""What to write instead of other personal data: a pure function of the text, the key's secret and the settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from functools import cache, lru_cache
from types import MappingProxyType

import regex

from .. import languages
from ..text import place_lists
from ..text.place_lists import folded
from .age_surrogates import other_age
from .choice import Choice, shift_of
from .number_surrogates import other_account, other_card, other_id, other_number
from .online_surrogates import other_email, other_ip, other_url, other_username
from .phone_surrogates import other_phone
from .place_surrogates import other_address, other_country, other_institution, other_language, other_place, other_street
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
    SURROGATE,
    UNLINKED,
    check_flag,
    check_strategies,
)
from .time_surrogates import RandomMove, shifted_date, shifted_time

# Labels whose surrogate depends on who writes, and on when.
_BY_AUTHOR = frozenset({"COUNTRY", "NATIONALITY", "LANGUAGE"})
# So often a date that stays as it is by chance is moved again.
_DRAWS = 5
_BY_YEAR = frozenset({"DATE", "TIME"})
_PLACE = regex.escape("{}")
_NOBODY: Mapping[tuple[str, str], str] = MappingProxyType({})
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


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
    people (Mapping[str, str]): Fake names by pseudonym, for e-mail addresses that belong to somebody.
    day_first (Optional[bool]): '3/4' is in April; by default it is in March in English only.
    """

    def __init__(
        self, strategies: Mapping[str, str], secret: bytes, *, lang: str = languages.BASE, flagged: bool = False,
        flag: str = FLAG, manual: Mapping[tuple[str, str], str] = _NOBODY, shift: timedelta | None = None,
        random_dates: bool = False, taken: Collection[str] = (), people: Mapping[str, str] = _NO_NAMES,
        day_first: bool | None = None,
    ) -> None:  # fmt: skip
        check_flag(flag)
        self.strategies = check_strategies(strategies)
        self._choice = Choice(secret)
        self._shift = shift_of(secret) if shift is None else shift
        self._random_dates = random_dates
        self._lang = lang
        self._flag = flag if flagged else "{}"
        self._manual = manual
        self._taken = frozenset(map(place_lists.key, taken))
        self._people = people
        self._day_first = day_first
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
        strategy = self.strategies[label]
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
        by, when = author if label in _BY_AUTHOR else None, year if label in _BY_YEAR else None
        written = self._surrogate(label, text, self._people.get(owner or "") if label == "EMAIL" else None, by, when)
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

    def replaces(self, label: str, text: str) -> bool:
        """RETURNS (bool): Something is written instead of a text."""
        strategy = self.strategies[label]
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
        self, label: str, text: str, name: str | None, author: str | None, year: int | None
    ) -> str | None:
        choice, lang, ok = self._choice, self._lang, self._ok
        match label:
            case "EMAIL":
                return other_email(text, choice, name=name, ok=ok)
            case "URL":
                return other_url(text, choice, ok)
            case "PHONE":
                return other_phone(text, choice, lang=lang, ok=ok)
            case "USERNAME":
                return other_username(text, choice, ok)
            case "IP":
                return other_ip(text, choice, ok)
            case "POSTCODE":
                return _postcode(text, choice, ok=ok)
            case "ADDRESS":
                return other_address(text, choice, lang=lang, ok=ok)
            case "ACCOUNT":
                return other_account(text, choice, ok)
            case "CARD":
                return other_card(text, choice, ok)
            case "ID":
                return other_id(text, choice, by=self._move(text), ok=ok)
            case "PLATE" | "NUMBER":
                return other_number(text, choice, label, ok)
            case "DATE" | "TIME":
                return self._date(label, text, year)
            case "AGE":
                return other_age(text, choice)
            case "CITY" | "REGION":
                places = place_lists.cities() if label == "CITY" else place_lists.regions()
                return other_place(text, choice, places, lang=lang, ok=ok)
            case "STREET":
                return other_street(text, choice, lang=lang, ok=ok)
            case "SCHOOL" | "EMPLOYER":
                return other_institution(text, choice, label, lang=lang, ok=ok)
            case "LANGUAGE":
                return other_language(text, choice, lang=lang, author=author, ok=ok)
            case _:
                people = label == "NATIONALITY"
                return other_country(text, choice, lang=lang, author=author, people=people, ok=ok)

    def _date(self, label: str, text: str, year: int | None) -> str | None:
        moves = [RandomMove(self._choice, n) for n in range(_DRAWS)] if self._random_dates else [self._shift]
        written: str | None = None
        for by in moves:
            if label == "TIME":
                written = shifted_time(text, by, lang=self._lang, year=year)
            else:
                written = shifted_date(text, by, self._choice, lang=self._lang, day_first=self._day_first, year=year)
            if written is None or written != text:
                break
        return written

    def _move(self, text: str) -> timedelta:
        """How far the date of birth in a personal number is moved."""
        weeks = self._choice.number(52, "birth", text) if self._random_dates else 0
        return self._shift + timedelta(weeks=weeks)

    def _ok(self, written: str) -> bool:
        return place_lists.key(written) not in self._taken


def _postcode(text: str, choice: Choice, *, ok: Callable[[str], bool]) -> str | None:
    found = regex.fullmatch(r"(?P<country>\p{L}{1,3}-)?(?P<code>.*)", text)
    before, code = (found["country"] or "", found["code"]) if found else ("", text)
    changed = reshape(code, choice, "postcode", ok=lambda code: ok(before + code))
    return before + changed if changed else None


@cache
def _fixed_pattern(labels: tuple[str, ...], lang: str) -> regex.Pattern[str]:
    forms = sorted({_fixed_forms(lang)[label] for label in labels}, key=len, reverse=True)
    return regex.compile(rf"(?<!\w)(?:{'|'.join(regex.escape(f).replace(_PLACE, '[A-Z]') for f in forms)})(?!\w)")


@cache
def _fixed_forms(lang: str) -> Mapping[str, str]:
    rows = {**place_lists.rows("fixed", languages.BASE), **place_lists.rows("fixed", lang)}
    return {label: form for label, (form,) in rows.items()}
