from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.corpus.time_stamps import moved
from spacy_pseudo.surrogates.age_surrogates import near, other_age
from spacy_pseudo.surrogates.choice import Choice, shift_of
from spacy_pseudo.surrogates.clock import Weeks
from spacy_pseudo.surrogates.renderer import Renderer
from spacy_pseudo.surrogates.spelled_numbers import find_numeral, spell
from spacy_pseudo.surrogates.time_surrogates import shifted_date, shifted_time

CHOICE = Choice(b"s" * 32)
BACK = timedelta(weeks=-98)
DAYS = st.dates(date(1930, 1, 1), date(2060, 12, 31))
WEEKS = st.integers(52, 520).map(lambda weeks: timedelta(weeks=-weeks))
FORMATS = ["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d/%m/%Y", "%d.%m.%Y", "%Y%m%d", "%d-%b-%Y", "%b %d %Y"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 March 2024", "19 April 2022"),
        ("05 Mar 2024", "19 Apr 2022"),
        ("5-MAR-2024", "19-APR-2022"),
        ("March 5, 2024", "April 19, 2022"),
        ("14TH JULY 1985", "28TH AUGUST 1983"),
        ("the 21st of december 2019", "the 3rd of february 2018"),
        ("fifth of June, 2020", "twentieth of July, 2018"),
        ("2024-03-05", "2022-04-19"),
        ("20240305", "20220419"),
        ("3/5/24", "4/19/22"),
        ("14/07/1985", "28/08/1983"),
        ("05.03.2024", "19.04.2022"),
        ("3-9 August", "16-22 September"),
        ("August 16-22", "September 29-October 5"),
        ("16–22 August 2023", "29 September–5 October 2021"),
        ("02/2019", "03/2017"),
        ("June 2014", "July 2012"),
        ("2O2O-O3-O5", "2018-04-19"),
        ("3 Jan '07", "16 Feb '05"),
        ("05-May-2024", "19-Jun-2022"),
        ("Sept. 4", "Oct. 18"),
        ("31/2/2020", None),
        ("some day", None),
    ],
)
def test_dates_are_moved_in_their_own_format(text: str, expected: str | None) -> None:
    assert shifted_date(text, BACK, CHOICE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 mars 2024", "19 april 2022"),
        ("15 mars–30 juni", "28 april–13 augusti"),
        ("5:e maj", "18:e juni"),
        ("8:e juni", "22:a juli"),
        ("tredje mars", "sextonde april"),
        ("5/3", "18/4"),
        ("14/6 2020", "29/7 2018"),
        ("9 dec. 2021", "23 jan. 2020"),
        ("850714", "830828"),
    ],
)
def test_swedish_dates(text: str, expected: str) -> None:
    assert shifted_date(text, BACK, CHOICE, lang="sv") == expected


def test_what_a_number_means_can_be_said() -> None:
    assert shifted_date("3/4/2024", BACK, CHOICE) == "4/18/2022"
    assert shifted_date("3/4/2024", BACK, CHOICE, day_first=True) == "18/5/2022"
    assert shifted_date("3/4/2024", BACK, CHOICE, lang="sv") == "18/5/2022"


def test_the_year_of_the_message_counts_where_none_is_written() -> None:
    assert shifted_date("5 March", BACK, CHOICE, year=2024) == "19 April"
    assert shifted_date("5 March", BACK, CHOICE, year=2023) == "18 April"
    assert shifted_date("29 February", BACK, CHOICE, year=2023) == "14 April"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-05T10:33:12Z", "2022-04-19T10:33:12Z"),
        ("20240305T103312Z", "20220419T103312Z"),
        ("Mar  5 10:33:12 2024", "Apr  19 10:33:12 2022"),
        ("12/Mar/2024:10:33:12 +0100", "26/Apr/2022:10:33:12 +0100"),
        ("1709634792", "1650364392"),
        ("soon", None),
    ],
)
def test_time_stamps(text: str, expected: str | None) -> None:
    assert shifted_time(text, BACK, CHOICE) == expected


TIMES = (
    "10:33",
    "9:15",
    "23.59",
    "00:10:05",
    "17",
    "10:33 AM",
    "8 p.m.",
    "12pm",
    "7 o'clock",
    "10:33:12 +0100",
    "103312",
)


@pytest.mark.parametrize("text", [*TIMES, "9:00-17:00", "8.15–10.00", "8-10 pm", "13-15"])
def test_times_of_day_alone_become_others_of_the_same_shape(text: str) -> None:
    written = {shifted_time(text, BACK, Choice(bytes([n]) * 32)) or "" for n in range(40)}
    assert text not in written
    assert len(written) == 6
    shape = re.sub(r"(?i)(?<=[\d ])[ap](?=\.?m)", "x", re.sub(r"(?<![+:.\d])\d{1,2}", "0", text))
    assert {re.sub(r"(?i)(?<=[\d ])[ap](?=\.?m)", "x", re.sub(r"(?<![+:.\d])\d{1,2}", "0", w)) for w in written} == {
        shape
    }
    assert all(int(hour) < 24 for w in written for hour in re.findall(r"(?<![+:.\d])\d{1,2}", w))


def test_times_of_day_move_by_the_same_hours() -> None:
    """What lay two hours apart still does, within a range and across messages."""
    hours = {int((shifted_time(f"{hour}:30", BACK, CHOICE) or "").split(":")[0]) - hour for hour in range(3, 21)}
    assert len(hours) == 1
    (far,) = hours
    assert shifted_time("9:00-17:00", BACK, CHOICE) == f"{9 + far}:00-{17 + far}:00"
    assert shifted_time("11 am", BACK, CHOICE) == {-3: "8 am", -2: "9 am", -1: "10 am"}.get(far, f"{far - 1 or 12} pm")
    assert shifted_time("midnight", BACK, CHOICE) is None


def test_years_alone_move_with_the_days() -> None:
    weeks = timedelta(weeks=-260)  # five years
    assert shifted_date("1998", weeks, CHOICE) == "1993"
    assert shifted_date("2010-2013", weeks, CHOICE) == "2005-2008"
    assert shifted_date("’98", weeks, CHOICE) == "’93"
    assert shifted_date("2000", timedelta(weeks=-20), CHOICE) == "1999"


@given(DAYS, WEEKS, st.sampled_from(FORMATS))
def test_dates_keep_format_and_weekday(day: date, by: timedelta, form: str) -> None:
    written = shifted_date(day.strftime(form), by, CHOICE, lang="sv" if "/" in form else "en")
    assert written is not None
    # 'May' may be short or long; it is taken for a full name where words are apart.
    plain = (day + by).strftime(form if day.month != 5 or "-" in form else form.replace("%b", "%B"))
    plain = plain.replace("Sep", "Sept") if "%b" in form and "September" not in plain else plain
    # Whether '10/10/2000' would have a zero before a nine cannot be told.
    assert re.sub(r"(?<!\d)0", "", written) == re.sub(r"(?<!\d)0", "", plain)
    assert (day + by).weekday() == day.weekday()


@given(DAYS, DAYS, WEEKS)
def test_intervals_stay_and_different_dates_stay_different(one: date, other: date, by: timedelta) -> None:
    moved = [date.fromisoformat(shifted_date(day.isoformat(), by, CHOICE) or "") for day in (one, other)]
    assert moved[0] - moved[1] == one - other


@settings(max_examples=5)
@given(WEEKS)
def test_days_of_one_year_stay_different(by: timedelta) -> None:
    days = [date(2023, 1, 1) + timedelta(days=n) for n in range(365)]
    assert len({shifted_date(f"{day.day} {day:%B}", by, CHOICE) for day in days}) == 365
    assert len({shifted_date(f"{n % 12 + 1:02}/{2010 + n // 12}", by, CHOICE) for n in range(120)}) == 120


def test_dates_move_as_time_stamps_do() -> None:
    secret = b"k" * 32
    render = Renderer({"DATE": "surrogate", "TIME": "surrogate"}, secret).render
    stamp = moved("2024-03-05T10:33:12", Weeks(shift_of(secret)))
    assert render("TIME", "2024-03-05T10:33:12") == stamp
    assert render("DATE", "2024-03-05") == stamp[:10]


@given(st.integers(0, 2100), st.binary(min_size=8, max_size=8))
def test_near_is_never_the_same_and_never_far(number: int, secret: bytes) -> None:
    assert 1 <= abs(near(number, Choice(secret), "age") - number) <= 2


def test_no_two_ages_become_the_same() -> None:
    assert len({other_age(str(age), CHOICE) for age in range(120)}) == 120
    assert len({shifted_date(str(year), BACK, CHOICE) for year in range(1930, 2020)}) == 90


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_ages_in_words_are_those_in_digits(lang: str) -> None:
    for age in range(1, 100):
        number = other_age(str(age), CHOICE)
        word = spell(age, lang, joint="-" if lang == "en" else "")
        numeral = find_numeral(other_age(word or "", CHOICE) or "")
        assert numeral is not None or number == "100"
        assert numeral is None or str(numeral.value) == number


@pytest.mark.parametrize(
    "text", ["52-year-old", "28yo", "17-åring", "femåring", "70+", "8 weeks", "late fifties", "50th"]
)
def test_what_stands_around_an_age_stays(text: str) -> None:
    written = other_age(text, CHOICE) or ""
    assert written != text
    around = r"\d+(?:st|nd|rd|th)?|fem(?=å)|fifties|\b(?:tre|fyra|sex|sju|ett|två)(?=å)|\w+ties"
    assert re.sub(around, "#", written) == re.sub(around, "#", text)


# --- At random ---


def _random(text: str, *, lang: str = "en", secret: bytes = b"s" * 32, year: int | None = None) -> str:
    strategies = {"DATE": "surrogate", "TIME": "surrogate", "ID": "surrogate"}
    render = Renderer(strategies, secret, lang=lang, random_dates=True).render
    return render("TIME" if "T" in text else "DATE", text, year=year) or ""


@given(DAYS, st.sampled_from(FORMATS))
def test_random_dates_keep_their_format_and_nothing_else(day: date, form: str) -> None:
    text = day.strftime(form)
    written = _random(text, lang="sv" if "/" in form else "en")
    assert written != text
    shape = re.compile(r"[A-Za-z]+")
    assert re.sub(r"\d+", "0", shape.sub("a", written)) == re.sub(r"\d+", "0", shape.sub("a", text))
    assert written == _random(text, lang="sv" if "/" in form else "en")


def test_random_dates_lose_intervals_and_weekdays() -> None:
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(60)]
    moved = [date.fromisoformat(_random(day.isoformat())) for day in days]
    steps = {b - a for a, b in pairwise(moved)}
    assert len(steps) > 40
    assert sum(a.weekday() == b.weekday() for a, b in zip(days, moved, strict=True)) < 25
    assert all(timedelta(days=300) < a - b < timedelta(days=3700) for a, b in zip(days, moved, strict=True))


def test_the_same_day_goes_to_the_same_day_and_elsewhere_with_another_secret() -> None:
    assert _random("2024-03-05T10:33:12Z")[:10] == _random("2024-03-05")
    assert _random("2024-03-05") != _random("2024-03-05", secret=b"t" * 32)
    assert _random("2024-03-05T10:33:12Z")[10:] == "T10:33:12Z"


def test_the_end_of_a_range_stays_behind_its_beginning() -> None:
    assert re.fullmatch(r"\d+( \w+)?-\d+ [A-Z][a-z]+ \d{4}", _random("3-9 August 2024"))
    first, last = _random("2024-08-03 to 2024-08-09").split(" to ")
    assert date.fromisoformat(last) - date.fromisoformat(first) == timedelta(days=6)


@pytest.mark.parametrize("text", ["5 March", "June", "10th", "5/3", "1987", "June 2014"])
def test_short_dates_change_too(text: str) -> None:
    assert _random(text, year=2024) not in (text, "")
