"""What to write instead of other personal data: a pure function of the text, the key's secret and the settings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from functools import cache, lru_cache
from types import MappingProxyType

import regex

from .. import resources
from . import tables
from .ages import other_age
from .choice import Choice, shift_of
from .numbers import other_account, other_card, other_id, other_number
from .online import other_email, other_ip, other_url, other_username
from .phones import other_phone
from .places import other_address, other_country, other_institution, other_language, other_place, other_street
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
    UNLINKED,
    check_flag,
    check_strategies,
)
from .times import shifted_date, shifted_time

# Labels whose surrogate depends on who writes, and on when.
_BY_AUTHOR = frozenset({"COUNTRY", "NATIONALITY", "LANGUAGE"})
_BY_YEAR = frozenset({"DATE", "TIME"})
# Labels of which only letters and digits count: '070-174 06 23' and '0701740623' are one number.
_BARE = frozenset({"PHONE", "ACCOUNT", "CARD", "ID", "PLATE", "NUMBER", "POSTCODE", "IP"})
_SIGNS = regex.compile(r"[^\p{L}\p{N}]+")
_NOBODY: Mapping[tuple[str, str], str] = MappingProxyType({})
_NO_NAMES: Mapping[str, str] = MappingProxyType({})


def folded(label: str, text: str) -> str:
    """RETURNS (str): What of a text counts: two texts that are the same here are the same thing."""
    whole = tables.key(text)
    bare = _SIGNS.sub("", whole) if label in _BARE else whole
    return bare or whole


class Renderer:
    """Writes what stands instead of other personal data.

    strategies (Mapping[str, str]): One of `STRATEGIES` by label; labels that are not named have their default.
    secret (bytes): The key directory's secret.
    lang (str): The language of the messages.
    flagged (bool): Show what was put in; masks show themselves.
    flag (str): How to show it; `{}` is its place.
    manual (Mapping[tuple[str, str], str]): Surrogates that a person wrote, by label and `folded` text.
    shift (Optional[timedelta]): By how much dates are moved, in whole weeks; by default as the metadata's time stamps.
    taken (Collection[str]): What no surrogate may be: names of participants, protected names.
    people (Mapping[str, str]): Fake names by pseudonym, for e-mail addresses that belong to somebody.
    day_first (Optional[bool]): '3/4' is in April; by default it is in March in English only.
    """

    def __init__(
        self, strategies: Mapping[str, str], secret: bytes, *, lang: str = "en", flagged: bool = False,
        flag: str = FLAG, manual: Mapping[tuple[str, str], str] = _NOBODY, shift: timedelta | None = None,
        taken: Collection[str] = (), people: Mapping[str, str] = _NO_NAMES, day_first: bool | None = None,
    ) -> None:  # fmt: skip
        check_flag(flag)
        self.strategies = check_strategies(strategies)
        self._choice = Choice(secret)
        self._shift = shift_of(secret) if shift is None else shift
        self._lang = lang
        self._flag = flag if flagged else "{}"
        self._manual = manual
        self._taken = frozenset(map(tables.key, taken))
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
            return self._flag.replace("{}", own)
        if strategy == MARK:
            return None
        if strategy == MASK:
            return self.mask(label, text, owner=owner)
        if strategy == FIXED:
            return self._flag.replace("{}", self._fixed(label, text))
        by, when = author if label in _BY_AUTHOR else None, year if label in _BY_YEAR else None
        written = self._surrogate(label, text, self._people.get(owner or "") if label == "EMAIL" else None, by, when)
        # What cannot be read is masked: it must not stay. A time of day is the same after whole weeks.
        if written is None or not self._ok(written) or (written == text and label != "TIME"):
            return self.mask(label, text, owner=owner)
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
        form = _fixed_forms()[label][self._lang == "sv"]
        if "{}" not in form:
            return form
        before, after = form.split("{}")
        if text.startswith(before) and text.endswith(after) and len(text) == len(form) - 1:
            return text
        return form.replace("{}", chr(ord("A") + self._choice.number(26, "fixed", label, folded(label, text))))

    def _make_surrogate(
        self, label: str, text: str, name: str | None, author: str | None, year: int | None
    ) -> str | None:
        choice, lang, ok, by = self._choice, self._lang, self._ok, self._shift
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
                return other_id(text, choice, by=by, ok=ok)
            case "PLATE" | "NUMBER":
                return other_number(text, choice, label, ok)
            case "DATE":
                return shifted_date(text, by, choice, lang=lang, day_first=self._day_first, year=year)
            case "TIME":
                return shifted_time(text, by, lang=lang, year=year)
            case "AGE":
                return other_age(text, choice)
            case "CITY" | "REGION":
                places = tables.cities() if label == "CITY" else tables.regions()
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

    def _ok(self, written: str) -> bool:
        return tables.key(written) not in self._taken


def _postcode(text: str, choice: Choice, *, ok: Callable[[str], bool]) -> str | None:
    found = regex.fullmatch(r"(?P<country>\p{L}{1,3}-)?(?P<code>.*)", text)
    before, code = (found["country"] or "", found["code"]) if found else ("", text)
    changed = reshape(code, choice, "postcode", ok=lambda code: ok(before + code))
    return before + changed if changed else None


@cache
def _fixed_forms() -> Mapping[str, tuple[str, str]]:
    rows = ([cell.strip() for cell in line.split("|")] for line in resources.lines("surrogates/fixed.txt"))
    return {label: (english, swedish) for label, english, swedish in rows}
