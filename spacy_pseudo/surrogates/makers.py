"""Which function makes a surrogate for which label; a label that has none is an error, not something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

import regex

from .. import languages
from ..errors import Errors, PseudoError
from ..text import place_lists
from .age_surrogates import other_age
from .choice import Choice
from .number_surrogates import other_account, other_card, other_id, other_number
from .online_surrogates import other_email, other_ip, other_url, other_username
from .phone_surrogates import other_phone
from .place_surrogates import other_address, other_country, other_institution, other_language, other_place, other_street
from .shapes import reshape
from .time_surrogates import RandomMove, shifted_date, shifted_time

# So often a date that stays as it is by chance is moved again.
_DRAWS: Final = 5


@dataclass(frozen=True, slots=True)
class Original:
    """What is to be replaced, and what else a surrogate may depend on.

    label (str): What it is.
    text (str): The text as it is written.
    choice (Choice): The secret's choice.
    ok (Callable[[str], bool]): What may be chosen.
    lang (str): The language of the text.
    shift (timedelta): By how much dates are moved.
    random_dates (bool): Each date is moved by another number of days.
    day_first (Optional[bool]): '3/4' is in April.
    name (Optional[str]): The fake name of the owner of an address.
    author (Optional[str]): The pseudonym of who writes.
    year (Optional[int]): When the message was written.
    """

    label: str
    text: str
    choice: Choice
    ok: Callable[[str], bool] = bool
    lang: str = languages.BASE
    shift: timedelta = timedelta()
    random_dates: bool = False
    day_first: bool | None = None
    name: str | None = None
    names: tuple[str, ...] = ()
    author: str | None = None
    year: int | None = None


Maker = Callable[[Original], str | None]
_MAKERS: Final[dict[str, Maker]] = {}


def makes(*labels: str) -> Callable[[Maker], Maker]:
    """RETURNS (Callable): Registers a function that makes surrogates for these labels."""

    def register(maker: Maker) -> Maker:
        _MAKERS.update(dict.fromkeys(labels, maker))
        return maker

    return register


def make_surrogate(original: Original) -> str | None:
    """RETURNS (Optional[str]): Something else of the kind; None if the text can't be read as one."""
    if original.label not in _MAKERS:
        raise PseudoError(Errors.P726.format(label=original.label))
    return _MAKERS[original.label](original)


def _call(function: Callable[..., str | None], takes: Sequence[str], original: Original) -> str | None:
    return function(original.text, original.choice, **{name: getattr(original, name) for name in takes})


# What needs nothing but the text and this of the original.
for _labels, _function, _takes in (
    (("EMAIL",), other_email, ("name", "names", "ok")),
    (("URL",), other_url, ("ok",)),
    (("PHONE",), other_phone, ("lang", "ok")),
    (("USERNAME",), other_username, ("ok",)),
    (("IP",), other_ip, ("ok",)),
    (("ADDRESS",), other_address, ("lang", "ok")),
    (("ACCOUNT",), other_account, ("ok",)),
    (("CARD",), other_card, ("ok",)),
    (("PLATE", "NUMBER"), other_number, ("label", "ok")),
    (("AGE",), other_age, ()),
    (("STREET",), other_street, ("lang", "ok")),
    (("SCHOOL", "EMPLOYER"), other_institution, ("label", "lang", "ok")),
    (("LANGUAGE",), other_language, ("lang", "author", "ok")),
):
    makes(*_labels)(partial(_call, _function, _takes))


@makes("POSTCODE")
def _postcode(o: Original) -> str | None:
    found = regex.fullmatch(r"(?P<country>\p{L}{1,3}-)?(?P<code>.*)", o.text)
    before, code = (found["country"] or "", found["code"]) if found else ("", o.text)
    changed = reshape(code, o.choice, "postcode", ok=lambda code: o.ok(before + code))
    return before + changed if changed else None


@makes("ID")
def _id(o: Original) -> str | None:
    weeks = o.choice.number(52, "birth", o.text) if o.random_dates else 0
    return other_id(o.text, o.choice, by=o.shift + timedelta(weeks=weeks), ok=o.ok)


@makes("DATE", "TIME")
def _date(o: Original) -> str | None:
    moves = [RandomMove(o.choice, n) for n in range(_DRAWS)] if o.random_dates else [o.shift]
    written: str | None = None
    for by in moves:
        if o.label == "TIME":
            written = shifted_time(o.text, by, o.choice, lang=o.lang, year=o.year)
        else:
            written = shifted_date(o.text, by, o.choice, lang=o.lang, day_first=o.day_first, year=o.year)
        if written is None or written != o.text:
            break
    return written


@makes("CITY", "REGION")
def _place(o: Original) -> str | None:
    places = place_lists.cities() if o.label == "CITY" else place_lists.regions()
    return other_place(o.text, o.choice, places, lang=o.lang, ok=o.ok)


@makes("COUNTRY", "NATIONALITY")
def _country(o: Original) -> str | None:
    people = o.label == "NATIONALITY"
    return other_country(o.text, o.choice, lang=o.lang, author=o.author, people=people, ok=o.ok)
