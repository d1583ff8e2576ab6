from __future__ import annotations

import re

import pytest

from spacy_pseudo.attrs import IDENTIFIER_LABELS, LIFE, LISTED, SENSITIVE, STRUCTURED
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.surrogates.choice import Choice
from spacy_pseudo.surrogates.makers import Original, make_surrogate
from spacy_pseudo.surrogates.renderer import Renderer
from spacy_pseudo.surrogates.strategies import DEFAULTS, MASKED, check_strategies, find_masks
from spacy_pseudo.text.place_lists import folded

SECRET = b"s" * 32
EMAIL = "mary.poe@uni.example"


def test_every_label_has_a_default() -> None:
    assert check_strategies({}) == DEFAULTS
    assert set(DEFAULTS) == set(IDENTIFIER_LABELS)
    assert {DEFAULTS[label] for label in STRUCTURED} == {"mask"}
    assert {DEFAULTS[label] for label in (*LISTED, *LIFE, *SENSITIVE)} == {"mark"}


@pytest.mark.parametrize(
    ("strategies", "code"),
    [
        ({"SHOE_SIZE": "mask"}, "P720"),
        ({"EMAIL": "hide"}, "P721"),
        ({"RELIGIOUS": "surrogate"}, "P722"),
        ({"PROFESSION": "fixed"}, "P722"),
    ],
)
def test_what_cannot_be_done_is_refused(strategies: dict[str, str], code: str) -> None:
    with pytest.raises(PseudoError) as error:
        Renderer(strategies, SECRET)
    assert error.value.code == code


def test_a_label_that_nobody_knows_is_no_country() -> None:
    with pytest.raises(PseudoError, match=r"P720.*SHOE_SIZE"):
        Renderer({}, SECRET).render("SHOE_SIZE", "Sweden")
    with pytest.raises(PseudoError, match=r"P726.*PROFESSION"):
        make_surrogate(Original("PROFESSION", "Sweden", Choice(SECRET)))


@pytest.mark.parametrize("label", [*STRUCTURED, *LISTED])
def test_whatever_may_have_a_surrogate_has_somebody_who_makes_one(label: str) -> None:
    make_surrogate(Original(label, "Sweden", Choice(SECRET)))


@pytest.mark.parametrize("flag", ["", "{}", "<b>", "{} and {}"])
def test_a_flag_shows_something(flag: str) -> None:
    with pytest.raises(PseudoError) as error:
        Renderer({}, SECRET, flag=flag)
    assert error.value.code == "P723"


@pytest.mark.parametrize("strategy", ["keep", "mark"])
def test_kept_and_marked_texts_stay(strategy: str) -> None:
    assert Renderer({"EMAIL": strategy}, SECRET, flagged=True).render("EMAIL", EMAIL, owner="U12") is None


def test_a_mask_names_the_owner() -> None:
    assert Renderer({}, SECRET).render("EMAIL", EMAIL, owner="U12") == "[EMAIL:U12]"


def test_masks_of_the_same_thing_are_the_same() -> None:
    render = Renderer({}, SECRET).render
    assert render("EMAIL", EMAIL) == render("EMAIL", EMAIL.upper())
    assert render("PHONE", "070-174 06 23") == render("PHONE", "0701740623") != render("PHONE", "070-174 06 24")
    assert render("NUMBER", "0701740623") != render("PHONE", "0701740623")


def test_ages_and_dates_are_masked_without_a_code() -> None:
    render = Renderer({}, SECRET).render
    assert (render("AGE", "34"), render("DATE", "5 May"), render("TIME", "10:33")) == ("[AGE]", "[DATE]", "[TIME]")


def test_masks_of_many_things_differ() -> None:
    render = Renderer({}, SECRET).render
    assert len({render("EMAIL", f"{i}@uni.example") for i in range(3000)}) == 3000


def test_codes_hold_no_digits_and_no_vowels() -> None:
    render = Renderer({}, SECRET).render
    masks = [render("EMAIL", f"{i}@uni.example") or "" for i in range(200)]
    assert all(MASKED.fullmatch(mask) for mask in masks)
    assert not set("".join(mask.removeprefix("[EMAIL:") for mask in masks)) & set("aeiouy0123456789")


@pytest.mark.parametrize("strategy", ["mask", "fixed"])
def test_rendering_what_was_rendered_changes_nothing(strategy: str, surfaces: list[tuple[str, str, str]]) -> None:
    for lang in ("en", "sv"):
        render = Renderer(dict.fromkeys((*STRUCTURED, *LISTED), strategy), SECRET, lang=lang).render
        once = [(label, render(label, text)) for label, text, of in surfaces if of == lang]
        assert once
        assert [(label, render(label, text or "")) for label, text in once] == once


@pytest.mark.parametrize(
    ("label", "text", "lang", "expected"),
    [
        ("EMAIL", EMAIL, "en", r"email@dot.com"),
        ("URL", "https://mary.example", "en", r"url.com"),
        ("ACCOUNT", "SE28 3000 0000 0101 2345 6789", "sv", r"0000-00 000 00"),
        ("CITY", "Leeds", "en", r"[A-Z]-city"),
        ("CITY", "Umeå", "sv", r"[A-Z]-stad"),
    ],
)
def test_fixed_forms(label: str, text: str, lang: str, expected: str) -> None:
    written = Renderer({label: "fixed"}, SECRET, lang=lang).render(label, text)
    assert re.fullmatch(expected, written or "")


def test_flags_show_what_was_put_in() -> None:
    strategies = {"CITY": "surrogate", "URL": "fixed"}
    render = Renderer(strategies, SECRET, flagged=True).render
    plain = Renderer(strategies, SECRET).render
    assert render("CITY", "Leeds") == f"⟦{plain('CITY', 'Leeds')}⟧"
    assert render("URL", "https://mary.example") == "⟦url.com⟧"
    assert render("EMAIL", EMAIL, owner="U12") == "[EMAIL:U12]"
    assert Renderer(strategies, SECRET, flagged=True, flag="*{}*").render("URL", "mary.example") == "*url.com*"


def test_a_person_can_write_a_surrogate_for_what_is_marked() -> None:
    manual = {("PROFESSION", folded("PROFESSION", "Harbour pilot")): "sailor"}
    render = Renderer({}, SECRET, manual=manual).render
    assert render("PROFESSION", "harbour  PILOT") == "sailor"
    assert render("PROFESSION", "nurse") is None
    assert Renderer({"PROFESSION": "keep"}, SECRET, manual=manual).render("PROFESSION", "harbour pilot") is None


def test_what_cannot_be_read_is_masked() -> None:
    render = Renderer({"AGE": "surrogate", "DATE": "surrogate", "EMAIL": "surrogate"}, SECRET).render
    assert render("AGE", "teenager") == "[AGE]"
    assert render("DATE", "31/2/2020") == "[DATE]"
    assert (render("EMAIL", "nothing", owner="U1")) == "[EMAIL:U1]"


def test_an_address_holds_its_owners_fake_name() -> None:
    render = Renderer({"EMAIL": "surrogate"}, SECRET, people={"U12": ("Anna Lise Berg", ("Mary Jane Poe",))}).render
    written = render("EMAIL", EMAIL, owner="U12") or ""
    assert written.startswith("anna.berg@example.")
    assert not (render("EMAIL", EMAIL, owner="U13") or "").startswith("anna")


def test_masks_are_found_again() -> None:
    render = Renderer({}, SECRET).render
    masks = [render("EMAIL", EMAIL, owner="U01|U04") or "", render("ACCOUNT", "5050-1055") or "", "[AGE]"]
    text = f"[1] Write to {masks[0]} or pay to {masks[1]}, {masks[2]} [EMAIL: me] [U12]."
    assert [text[start:end] for start, end in find_masks(text, {"U01", "U04"}.__contains__)] == masks
    assert find_masks("[EMAIL:mary@uni.example] [PHONE:070-1740623]", {"U01"}.__contains__) == []
