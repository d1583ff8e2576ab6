"""What a participant says of a country, its places, people and language becomes what fits together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.attrs import IDENTIFIER_LABELS, LISTED, STRUCTURED
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.identifiers.base import Identifier
from spacy_pseudo.resources import lines_of
from spacy_pseudo.surrogates.renderer import Renderer
from spacy_pseudo.text import countries, place_lists

ALL = dict.fromkeys((*STRUCTURED, *LISTED), "surrogate")
SECRETS = [b"one" * 8, b"two" * 8, b"three" * 8]
_MARK = regex.compile(r"\[(?P<label>[A-Z]+):(?P<text>[^\]=]+)(?:=(?P<country>[A-Z]+))?\]")
_CASES = (Path(__file__).parent / "cases" / "places.txt").read_text("utf-8")


class Part(NamedTuple):
    """What is marked in a case: what it is, how it is written, its country, and what is written instead."""

    label: str
    text: str
    country: str
    written: str


class Case(NamedTuple):
    lang: str
    author: str
    text: str
    marked: tuple[tuple[Identifier, str], ...]

    @classmethod
    def read(cls, line: str) -> Case:
        head, _, rest = line.partition(": ")
        lang, author, country = head.split()
        text, at, marked = "", 0, []
        for mark in _MARK.finditer(rest):
            text += rest[at : mark.start()]
            end = len(text) + len(mark["text"])
            marked.append((Identifier(len(text), end, mark["label"], 1.0), mark["country"] or country))
            text, at = text + mark["text"], mark.end()
        return cls(lang, author, text + rest[at:], tuple(marked))

    def write(self, renderer: Renderer) -> list[Part]:
        """RETURNS (list[Part]): What is written in place of all that is marked."""
        where = renderer.settings(self.text, [one for one, _ in self.marked])
        rendered = (
            renderer.render(one.label, self._of(one), author=self.author, setting=where[one]) for one, _ in self.marked
        )
        return [
            Part(one.label, self._of(one), country, written or "")
            for (one, country), written in zip(self.marked, rendered, strict=True)
        ]

    def _of(self, one: Identifier) -> str:
        return self.text[one.start : one.end]


CASES = [Case.read(line) for line in lines_of(_CASES)]


@cache
def renderer(lang: str, secret: bytes, **options: str) -> Renderer:
    return Renderer(ALL, secret, lang=lang, **options)  # type: ignore[arg-type]


def _becomes(country: str, author: str, secret: bytes) -> str:
    """The country that is written in place of the name of another one."""
    written = renderer("en", secret).render("COUNTRY", countries.name_of(country), author=author) or ""
    return next(code for code, forms in place_lists.countries("en").items() if forms[0][0] == written)


def _told(part: Part, lang: str) -> set[str]:
    """The countries that what is written may tell."""
    word = place_lists.key(regex.sub(r"['’]s?$", "", part.written))
    keys = {word, word.removesuffix("s"), word.removesuffix("n")}
    if part.label in ("COUNTRY", "NATIONALITY"):
        rows = place_lists.countries(lang).items()
        return {code for code, forms in rows for cell in forms for name in cell if place_lists.key(name) in keys}
    if part.label in ("CITY", "REGION"):
        province = place_lists.key(place_lists.province(lang).replace("{}", ""))
        called_after = any(key.endswith(province) for key in keys) and part.label == "REGION"
        places = place_lists.cities() if part.label == "CITY" or called_after else place_lists.regions()
        keys = {key.removesuffix(province).strip() for key in keys} if called_after else keys
        return {places.by_name[key][0][:2] for key in keys if key in places.by_name}
    if part.label == "LANGUAGE":
        names = place_lists.spoken_languages(lang).items()
        spoken = {name for name, own in names for one in own if place_lists.key(one) in keys}
        return {code for code, name in countries.main_languages().items() if name in spoken}
    if part.label == "POSTCODE":
        shape = regex.sub(r"\d", "0", regex.sub(r"[A-Z]", "A", part.written))
        return {code for code in countries.drawable() if place_lists.postcodes().get(code, "00000") == shape}
    return _streets(part.written)


def _streets(written: str) -> set[str]:
    spoken = {
        language
        for language, (form, names) in place_lists.streets().items()
        if any(form.replace("{}", name).lower() in written.lower() for name in names)
    }
    if spoken:
        return {code for code, name in countries.main_languages().items() if name in spoken}
    swedish = regex.search(r"(?:gatan|vägen|gränd)\b", written) is not None
    return {
        code
        for code, name in countries.main_languages().items()
        if (name == "Swedish") is swedish and name not in place_lists.streets()
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.author}: {case.text[:40]}")
@pytest.mark.parametrize("secret", SECRETS)
def test_all_of_a_country_becomes_all_of_another(case: Case, secret: bytes) -> None:
    parts = case.write(renderer(case.lang, secret))
    assert parts
    told = {part: (_becomes(part.country, case.author, secret), _told(part, case.lang)) for part in parts}
    assert {part: found for part, found in told.items() if found[0] not in found[1]} == {}
    assert [part for part, (country, _) in told.items() if country == part.country] == []


def _of_all_cases(secret: bytes, author: str) -> dict[tuple[str, str, str], set[str]]:
    """What is written for what: by kind, country and what it is in the lists."""
    found = defaultdict(set)
    for case in (case for case in CASES if case.author == author):
        for part in case.write(renderer(case.lang, secret)):
            places = place_lists.cities() if part.label == "CITY" else place_lists.regions()
            bare = place_lists.key(regex.sub(r"['’]?s$", "", part.text))
            known = places.by_name.get(place_lists.key(part.text)) or places.by_name.get(bare, ("", bare))
            written = regex.sub(r"['’]s$", "", part.written).title()
            found[part.label, part.country, known[1]].add(written.removesuffix("s") if case.lang == "sv" else written)
    return found


@pytest.mark.parametrize("author", sorted({case.author for case in CASES}))
@pytest.mark.parametrize("secret", SECRETS)
def test_a_place_has_one_surrogate_in_all_messages_of_a_participant(author: str, secret: bytes) -> None:
    found = {at: written for at, written in _of_all_cases(secret, author).items() if at[0] in ("CITY", "REGION")}
    assert [at for at, written in found.items() if len(written) > 1] == []
    # And no two well-known ones have the same.
    for label in ("CITY", "REGION"):
        written = [one for at, ones in found.items() if at[0] == label for one in ones]
        assert len(written) == len(set(written))


def test_participants_and_secrets_have_other_countries() -> None:
    participants = {_becomes("SE", f"U{n}", SECRETS[0]) for n in range(40)}
    assert len(participants) > 15
    assert len({_becomes("SE", "U1", bytes([n] * 8)) for n in range(40)}) > 15


@cache
def _known_in(code: str) -> list[str]:
    """Cities of a country, large and small, under all names."""
    return sorted(name for name, (group, _) in place_lists.cities().by_name.items() if group == code)


@given(st.binary(min_size=1, max_size=8), st.text("abcU0123456789", max_size=4), st.data())
def test_whatever_is_written_is_in_the_other_country(secret: bytes, author: str, data: st.DataObject) -> None:
    lang = data.draw(st.sampled_from(["en", "sv"]))
    code = data.draw(st.sampled_from(countries.drawable()))
    forms, regions = place_lists.countries(lang)[code], place_lists.regions()
    language = place_lists.spoken_languages(lang)[countries.main_languages()[code]][0]
    parts = {
        "COUNTRY": data.draw(st.sampled_from(forms[0])),
        "NATIONALITY": data.draw(st.sampled_from([cell[0] for cell in forms[1:]])),
        "CITY": data.draw(st.sampled_from(_known_in(code))),
        "REGION": data.draw(st.sampled_from(regions.groups[code])),
        "LANGUAGE": language,
    }
    text, marked = "", []
    for label, part in parts.items():
        marked.append((Identifier(len(text), len(text) + len(part), label, 1.0), code))
        text += f"{part}. "
    written = Case(lang, author, text, tuple(marked)).write(Renderer(ALL, secret, lang=lang))
    country = next(iter(_told(written[0], lang)))
    assert country != code
    assert [part for part in written if country not in _told(part, lang)] == []
    assert countries.main_languages()[country] != countries.main_languages()[code]


@given(st.binary(min_size=1, max_size=8), st.text("abcU0123456789", max_size=4))
def test_no_two_countries_and_no_two_languages_become_the_same(secret: bytes, author: str) -> None:
    write = Renderer(ALL, secret).render
    names = [countries.name_of(code) for code in countries.drawable()]
    assert len({write("COUNTRY", name, author=author) for name in names}) == len(names)
    spoken = place_lists.spoken_languages("en")
    assert len({write("LANGUAGE", name, author=author) for name in spoken}) == len(spoken)


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_every_country_that_is_drawn_has_all_that_is_said_of_it(lang: str) -> None:
    rows = place_lists.countries(lang)
    assert len(countries.drawable()) > 80
    assert {len(rows[code]) for code in countries.drawable()} == {4 if lang == "en" else 8}
    spoken = place_lists.spoken_languages(lang)
    assert [c for c in countries.drawable() if countries.main_languages()[c] not in spoken] == []
    assert [c for c in countries.drawable() if len(place_lists.cities().groups[c]) < 7] == []


@pytest.mark.parametrize(
    ("code", "language"),
    [("BR", "Portuguese"), ("CH", "German"), ("AT", "German"), ("MX", "Spanish"), ("SY", "Arabic"), ("BE", "Dutch"),
     ("FI", "Finnish"), ("CA", "English"), ("IE", "English"), ("ET", "Amharic"), ("NO", "Norwegian")],
)  # fmt: skip
def test_main_languages_are_plausible(code: str, language: str) -> None:
    assert countries.main_languages()[code] == language


# Where a text says nothing of a country.
def _cities(text: str, cities: str, **strategies: str) -> Mapping[str, str]:
    write = Renderer({**ALL, **strategies}, SECRETS[0], cities=cities)
    return {part.text: part.written for part in Case.read(f"en ann DK: {text}").write(write)}


def _country(city: str) -> str:
    return place_lists.cities().by_name[place_lists.key(city)][0]


ALONE, TOGETHER = "I live in [CITY:Odense].", "I live in [CITY:Odense], [COUNTRY:Denmark]."


def test_cities_alone_go_with_their_country_or_stay_as_one_likes() -> None:
    moved = _cities(TOGETHER, "move")["Odense"]
    assert _country(moved) == _becomes("DK", "ann", SECRETS[0])
    assert _cities(ALONE, "move")["Odense"] == moved
    assert _country(_cities(ALONE, "stay")["Odense"]) == "DK"
    assert _cities(TOGETHER, "stay")["Odense"] == moved
    assert _cities("I am [NATIONALITY:Danish], from [CITY:Odense].", "stay")["Odense"] == moved
    with pytest.raises(PseudoError, match="P728"):
        _cities(ALONE, "fly")


@pytest.mark.parametrize(("strategy", "stays"), [("keep", True), ("mark", True), ("mask", False), ("fixed", False)])
def test_cities_stay_where_the_name_of_their_country_does(strategy: str, stays: bool) -> None:
    assert (_country(_cities(TOGETHER, "move", COUNTRY=strategy)["Odense"]) == "DK") is stays


def test_post_codes_have_the_shape_of_where_they_are() -> None:
    write = Renderer({**ALL, "COUNTRY": "mark"}, SECRETS[0], lang="sv").render
    assert regex.fullmatch(r"[1-9]\d\d \d\d", write("POSTCODE", "411 05") or "")
    assert regex.fullmatch(r"SE-[1-9]\d\d \d\d", write("POSTCODE", "SE-411 05") or "")
    write = renderer("sv", SECRETS[0]).render
    assert (write("POSTCODE", "SE-411 05", author="kia") or "").startswith(f"{_becomes('SE', 'kia', SECRETS[0])}-")


def test_no_country_is_called_as_somebody_is() -> None:
    taken = [*(countries.name_of(code) for code in countries.drawable()[::3]), "Polish", "danskar"]
    write = Renderer(ALL, SECRETS[0], taken=taken).render
    for code in countries.drawable():
        written = [write("COUNTRY", countries.name_of(code), author="ann")]
        written += [
            write("NATIONALITY", one, author="ann") for cell in place_lists.countries("en")[code][1:] for one in cell
        ]
        assert not {place_lists.key(one or "") for one in written} & {place_lists.key(one) for one in taken}
        told = [_told(Part("NATIONALITY", "", code, one or ""), "en") for one in written]
        assert set.intersection(*told) - {code}


def test_cities_go_where_a_person_wants_their_country_to_be() -> None:
    manual = {("COUNTRY", place_lists.folded("COUNTRY", "Denmark")): "Chile"}
    for strategy in ("surrogate", "mark"):
        write = Renderer({**ALL, "COUNTRY": strategy}, SECRETS[0], manual=manual).render
        assert write("COUNTRY", "Denmark", author="ann") == "Chile"
        assert _country(write("CITY", "Odense", author="ann") or "") == "CL"
        assert write("LANGUAGE", "Danish", author="ann") == "Spanish"


@pytest.mark.parametrize(
    ("label", "lang", "forms"),
    [
        ("CITY", "sv", ["Göteborg", "Göteborgs", "GÖTEBORG", "Gothenburg"]),
        ("CITY", "en", ["London", "London's", "London’s"]),
        ("COUNTRY", "sv", ["Danmark", "Danmarks", "Denmark"]),
        ("COUNTRY", "en", ["Denmark", "Denmark's", "denmark"]),
        ("COUNTRY", "en", ["UK", "U.K.", "the United Kingdom"[4:], "Britain's"]),
        ("NATIONALITY", "sv", ["dansk", "danska", "danskt", "dansken", "danskar", "Danskarna", "danskarnas"]),
        ("NATIONALITY", "en", ["Danish", "Dane", "Danes", "Danes'", "Dane's"]),
        ("LANGUAGE", "sv", ["danska", "danskan", "danskans"[:-1], "Danish"]),
        ("REGION", "sv", ["Skåne", "Skånes"]),
        ("REGION", "en", ["Texas", "TX", "Texas'"]),
        ("SCHOOL", "sv", ["Björkskolan", "Björkskolans"]),
        ("STREET", "sv", ["Storgatan", "Storgatans"]),
    ],
)
def test_forms_of_one_thing_have_one_code_and_one_surrogate(label: str, lang: str, forms: list[str]) -> None:
    for strategy in ("mask", "fixed"):
        write = Renderer(dict.fromkeys(IDENTIFIER_LABELS[:-10], strategy), SECRETS[0], lang=lang).render
        assert len({write(label, form) for form in forms}) == 1
    if label in ("COUNTRY", "NATIONALITY", "LANGUAGE"):
        written = [Part(label, form, "", renderer(lang, SECRETS[0]).render(label, form) or "") for form in forms]
        assert len(frozenset.intersection(*(frozenset(_told(p, lang) or _told(p, "en")) for p in written))) > 0


def test_genitives_are_those_of_the_surrogate() -> None:
    for secret in SECRETS:
        write = renderer("sv", secret).render
        for label, word in (("CITY", "Göteborg"), ("SCHOOL", "Björkskolan"), ("STREET", "Storgatan")):
            bare = write(label, word, author="kia") or ""
            assert write(label, f"{word}s", author="kia") in (f"{bare}s", bare if bare[-1] in "sxz" else "")


def test_swedish_texts_have_swedish_names() -> None:
    names = place_lists.called("cities", "sv")
    written = {renderer("sv", SECRETS[0]).render("CITY", "Stockholm", author=f"U{n}") for n in range(200)}
    assert len(written & set(names.values())) > 8
    assert not written & (names.keys() - set(names.values()))
