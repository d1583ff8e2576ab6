"""Which function makes a surrogate for which label; a label that has none is an error, not something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from .. import languages
from ..errors import Errors, PseudoError
from .age_surrogates import other_age
from .choice import Choice
from .country_surrogates import other_country, other_language
from .moves import Moves
from .number_surrogates import other_account, other_card, other_id, other_number
from .online_surrogates import other_email, other_ip, other_url, other_username
from .phone_surrogates import other_phone
from .place_surrogates import other_institution, other_place
from .street_surrogates import other_address, other_postcode, other_street
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
    moves (Optional[Moves]): Which country becomes which; by default as the secret wants it.
    country (Optional[str]): The code of the country that is spoken of.
    to (Optional[str]): The code of the country where a place is written to be, if that is another one.
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
    moves: Moves | None = None
    country: str | None = None
    to: str | None = None
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
    (("ADDRESS",), other_address, ("lang", "author", "to", "ok")),
    (("POSTCODE",), other_postcode, ("author", "to", "ok")),
    (("ACCOUNT",), other_account, ("ok",)),
    (("CARD",), other_card, ("ok",)),
    (("PLATE", "NUMBER"), other_number, ("label", "ok")),
    (("AGE",), other_age, ()),
    (("STREET",), other_street, ("lang", "author", "to", "ok")),
    (("CITY", "REGION"), other_place, ("label", "lang", "author", "country", "to", "ok")),
    (("SCHOOL", "EMPLOYER"), other_institution, ("label", "lang", "ok")),
):
    makes(*_labels)(partial(_call, _function, _takes))


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


@makes("COUNTRY", "NATIONALITY")
def _country(o: Original) -> str | None:
    return other_country(o.text, _moves(o), lang=o.lang, author=o.author, people=o.label == "NATIONALITY")


@makes("LANGUAGE")
def _language(o: Original) -> str | None:
    return other_language(o.text, o.choice, _moves(o), lang=o.lang, author=o.author, country=o.country)


def _moves(o: Original) -> Moves:
    return o.moves if o.moves is not None else Moves(o.choice, o.ok)
