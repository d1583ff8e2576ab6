from __future__ import annotations

import re
from datetime import date, timedelta

import phonenumbers
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonenumbers import PhoneNumberFormat, PhoneNumberType

from spacy_pseudo.surrogates.choice import Choice
from spacy_pseudo.surrogates.country_surrogates import other_country, other_language
from spacy_pseudo.surrogates.moves import Moves
from spacy_pseudo.surrogates.number_surrogates import luhn, other_account, other_card, other_id
from spacy_pseudo.surrogates.online_surrogates import other_email, other_ip, other_url
from spacy_pseudo.surrogates.phone_surrogates import _ranges, other_phone
from spacy_pseudo.surrogates.place_surrogates import other_place
from spacy_pseudo.surrogates.renderer import Renderer
from spacy_pseudo.surrogates.street_surrogates import other_street
from spacy_pseudo.text import place_lists

CHOICE = Choice(b"s" * 32)
MOVES = Moves(CHOICE)
DIGITS = st.text("0123456789", min_size=15, max_size=15).map(lambda text: "4" + text)


def _digits(text: str | None) -> str:
    return re.sub(r"\D", "", text or "")


@given(DIGITS)
def test_cards_are_nobodys(card: str) -> None:
    written = other_card(card, CHOICE) or ""
    assert len(written) == len(card)
    assert luhn(written[:-1]) != int(written[-1])


def test_cards_are_written_as_they_were() -> None:
    digits = other_card("4111111111111111", CHOICE)
    assert _digits(other_card("4111 1111 1111 1111", CHOICE)) == digits
    assert re.fullmatch(r"\*{4} \*{4} \*{4} \d{4}", other_card("**** **** **** 1111", CHOICE) or "")


@given(st.dates(date(1920, 1, 1), date(2029, 12, 31)), st.integers(0, 9999))
def test_swedish_numbers_have_another_date_and_a_wrong_check_digit(day: date, serial: int) -> None:
    number = f"{day:%Y%m%d}-{serial:04}"
    written = other_id(number, CHOICE, by=timedelta(weeks=-60)) or ""
    assert re.fullmatch(r"\d{8}-\d{4}", written)
    assert written[:8] != number[:8]
    assert luhn(_digits(written)[2:-1]) != int(written[-1])


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("078-05-1120", r"\d{3}-00-\d{4}"),
        ("AB 12 34 56 C", r"QQ \d\d \d\d \d\d [A-Z]"),
        ("010190-1017", r"\d{6}-\d{4}"),
        ("15108649121", r"\d\d(8[1-9]|9[0-2])\d{7}"),
        ("131052-308T", r"\d{6}-9\d\d[A-Z]"),
    ],
)
def test_numbers_of_other_countries_are_in_series_that_nobody_has(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, other_id(text, CHOICE, by=timedelta(weeks=-60)) or "")


@given(st.text("0123456789", min_size=20, max_size=20))
def test_ibans_keep_the_country_and_are_not_valid(number: str) -> None:
    written = other_account(f"SE28{number}", CHOICE) or ""
    assert re.fullmatch(r"SE\d{22}", written)
    assert int("".join(str(int(c, 36)) for c in written[4:] + written[:4])) % 97 != 1


RESERVED = {
    "070-174 06 23": r"070-174 06 \d\d",
    "0701740623": r"07017406\d\d",
    "08-465 004 17": r"08-465 004 \d\d",
    "+46 (0)31-390 06 14": r"\+46 \(0\)(31-390 06|40-628 04) \d\d",
    "0046 73 123 45 67": r"0046 70 174 06 \d\d",
    "07712 345678": r"07700 900\d{3}",
    "020 7123 4567": r"02(0 7946 0|9 2018 0|8 9649 6)\d{3}",
    "+44 161 123 4567": r"\+44 1\d\d 49[68] 0\d{3}",
    "(312) 123-4567": r"\(\d{3}\) 555-01\d\d",
    "1-800-123-4567": r"1-\d{3}-555-01\d\d",
    "+33 6 12 34 56 78": r"\+33 (6 39 98|1 99 00|2 61 91|3 53 01|4 65 71|5 36 49) \d\d \d\d",
    "+91 98765 43210": r"\+91 00\d{3} \d{5}",
    "312-123-4567 ext. 12": r"\d{3}-555-01\d\d ext\. \d\d",
}


@pytest.mark.parametrize("text", RESERVED)
@pytest.mark.parametrize("secret", [b"1", b"2", b"3"])
def test_phones_come_from_ranges_that_reach_nobody(text: str, secret: bytes) -> None:
    lang = "sv" if re.match(r"0[78]\d?-|07017", text) else "en"
    assert re.fullmatch(RESERVED[text], other_phone(text, Choice(secret), lang=lang) or "")


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("mary.poe@uni.example", r"\w{4}\.\w{3}@example\.(com|net|org)"),
        ("mary [at] uni [dot] edu", r"\w{4} \[at\] example \[dot\] (com|net|org)"),
        ("elin snabel-a uni punkt se", r"\w{4} snabel-a example punkt (com|net|org)"),
        ("MARY@UNI.EXAMPLE", r"[A-Z]{4}@EXAMPLE\.(COM|NET|ORG)"),
    ],
)
def test_mail_goes_nowhere(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, other_email(text, CHOICE) or "")


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("https://github.com/marypoe/week-3", r"https://github\.com/\w{7}/\w{4}-\d"),
        ("linkedin.com/in/mary-poe-3b7", r"linkedin\.com/in/\w{4}-\w{3}-\d\w\d"),
        ("https://www.marypoe.com/cv.pdf", r"https://www\.\w{7}\.example/\w\w\.pdf"),
        ("https://uni.zoom.us/j/6123456?pwd=abc", r"https://\w{3}\.zoom\.us/j/\d{7}\?pwd=\w{3}"),
        ("http://people.uni.example/~mpoe/", r"http://\w+\.example/~\w{4}/"),
    ],
)
def test_social_sites_stay_and_paths_keep_their_shape(text: str, pattern: str) -> None:
    written = other_url(text, CHOICE) or ""
    assert re.fullmatch(pattern, written)
    assert "mary" not in written


@pytest.mark.parametrize("text", ["10.1.2.3", "192.0.2.7", "130.238.7.10:8080"])
def test_networks_of_documentation(text: str) -> None:
    assert re.fullmatch(r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+(:8080)?", other_ip(text, CHOICE) or "")


def test_networks_of_documentation_of_the_new_kind() -> None:
    assert re.fullmatch(r"2001:db8:\w{1,4}::\w{1,4}", other_ip("2a02:aa1:77::19", CHOICE) or "")


def test_cities_stay_in_their_country_and_no_two_become_the_same() -> None:
    cities = place_lists.cities()
    for group, names in cities.groups.items():
        if len(names) == 1:
            continue
        others = [other_place(name, CHOICE) or "" for name in names]
        assert {cities.by_name[place_lists.key(other)][0] for other in others} == {group}
        assert len(set(others)) == len(names)


@pytest.mark.parametrize(
    ("text", "lang", "pattern"),
    [
        ("LEEDS", "en", r"[A-Z. ]+"),
        ("leeds", "en", r"[a-z. ]+"),
        ("London's", "en", r"[A-Z]\w+'s"),
        ("Stockholms", "sv", r"[A-ZÅÄÖ]\w+s"),
        ("sthlm", "sv", r"[a-zåäö]+"),
    ],
)
def test_endings_and_case_of_places_stay(text: str, lang: str, pattern: str) -> None:
    assert re.fullmatch(pattern, other_place(text, CHOICE, lang=lang) or "")


@pytest.mark.parametrize(
    ("text", "lang", "form"),
    [
        ("Sweden", "en", 0), ("Swedish", "en", 1), ("Swedes", "en", 3),
        ("Sverige", "sv", 0),
        ("svensk", "sv", 1), ("svenska", "sv", 3), ("svenskar", "sv", 5),
        ("svenskarna", "sv", 7),
    ],
)  # fmt: skip
def test_what_a_participant_says_of_a_country_fits_together(text: str, lang: str, form: int) -> None:
    name = other_country("Sweden", MOVES, author="U1")
    code = next(code for code, forms in place_lists.countries("en").items() if forms[0][0] == name)
    written = place_lists.countries(lang)[code][form][0]
    assert (other_country(text, MOVES, lang=lang, author="U1") or "").lower() == written.lower()


def test_participants_have_other_countries_for_the_same() -> None:
    others = {other_country("Sweden", MOVES, author=f"U{n}") for n in range(30)}
    assert len(others) > 10
    assert "Sweden" not in others
    countries = [forms[0][0] for forms in place_lists.countries("en").values()]
    assert len({other_country(name, MOVES, author="U1") for name in countries}) == len(countries)


def test_languages_are_the_same_in_both_languages() -> None:
    swedish = place_lists.spoken_languages("sv")
    assert (
        other_language("svenska", CHOICE, MOVES, lang="sv")
        == swedish[other_language("Swedish", CHOICE, MOVES) or ""][0]
    )
    assert re.fullmatch(r"\w+n", other_language("engelskan", CHOICE, MOVES, lang="sv") or "")


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Station Rd.", r"[A-Z]\w+ Rd\."),
        ("church street", r"[a-z]+ street"),
        ("Storgatan", r"[A-ZÅÄÖ]\w+gatan"),
        ("Åsgårdsvägen", r"[A-ZÅÄÖ]\w+vägen"),
    ],
)
def test_streets_keep_what_they_are(text: str, pattern: str) -> None:
    assert re.fullmatch(pattern, other_street(text, CHOICE) or "")


def test_phones_of_all_countries_keep_their_shape_and_reach_nobody() -> None:
    kinds = (PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE)
    numbers = [
        (r, phonenumbers.example_number_for_type(r, kind)) for r in phonenumbers.SUPPORTED_REGIONS for kind in kinds
    ]
    texts = sorted(
        {phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL) for _, number in numbers if number}
    )
    assert len(texts) > 300
    for text in texts:
        written = other_phone(text, CHOICE) or ""
        assert written != text
        assert re.sub(r"\d", "0", written) == re.sub(r"\d", "0", text)
        number = phonenumbers.parse(written)
        assert not phonenumbers.is_valid_number(number) or _reserved(number.country_code, str(number.national_number))


def _reserved(code: int, national: str) -> bool:
    return any(r.length == len(national) and r.first <= int(national) <= r.last for r in _ranges().get(str(code), ()))


@given(st.integers(1, 99), st.binary(min_size=4, max_size=8))
def test_ages_stay_near_and_years_move_with_the_days(age: int, secret: bytes) -> None:
    render = Renderer({"AGE": "surrogate", "DATE": "surrogate"}, secret).render
    assert 1 <= abs(int(render("AGE", f"{age}") or "") - age) <= 2
    year = 1925 + age
    moved = (render("DATE", f"{year}-07-01") or "")[:4]
    assert abs(int(render("DATE", f"{year}") or "") - int(moved)) <= 1
    assert render("DATE", f"{year}") != f"{year}"


@given(st.integers(1925, 2024), st.binary(min_size=4, max_size=8))
def test_years_at_random_stay_near_and_never_the_same(year: int, secret: bytes) -> None:
    render = Renderer({"DATE": "surrogate"}, secret, random_dates=True).render
    assert 1 <= abs(int(render("DATE", f"{year}") or "") - year) <= 2


def test_schools_are_drawn_from_lists_and_the_same_everywhere() -> None:
    render = Renderer({"SCHOOL": "surrogate", "EMPLOYER": "surrogate"}, b"s" * 32).render
    assert re.fullmatch(r"University of \w+( \w+)?|\w+( \w+)? University", render("SCHOOL", "Uppsala University") or "")
    assert render("SCHOOL", "Uppsala University") == render("SCHOOL", "UPPSALA university".title())
    assert (render("EMPLOYER", "Leeds Council") or "").endswith(" Council")
    assert len({render("EMPLOYER", f"Firm {n} Ltd") for n in range(40)}) > 25
