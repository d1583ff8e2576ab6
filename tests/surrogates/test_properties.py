"""What holds for surrogates of every kind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from time import process_time

import regex
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.attrs import LISTED, STRUCTURED
from spacy_pseudo.surrogates.choice import Choice
from spacy_pseudo.surrogates.renderer import Renderer
from spacy_pseudo.surrogates.shapes import reshape

SECRET = b"s" * 32
ALL = dict.fromkeys((*STRUCTURED, *LISTED), "surrogate")
SAMPLE = [
    *(("EMAIL", "mary.poe@uni.example"), ("URL", "https://github.com/marypoe/x"), ("PHONE", "070-174 06 23")),
    *(("CITY", "Uppsala"), ("COUNTRY", "Sweden"), ("ADDRESS", "Storgatan 12 B"), ("DATE", "5 March 2024")),
    *(("AGE", "thirty-four"), ("ID", "850714-2381"), ("SCHOOL", "Uppsala universitet"), ("USERNAME", "@mpoe_99")),
]
Surfaces = list[tuple[str, str, str]]
# Whole weeks leave a time of day as it is, in texts as in the metadata.
CLOCK = regex.compile(r"[^\p{L}]{4,8}(?:\s?(?:AM|PM|am|pm|UTC|GMT|CET|Uhr))?|[\d:]{8}\s?[+-]\d.*")


def _shape(text: str) -> str:
    return regex.sub(r"\p{Ll}", "a", regex.sub(r"\p{Lu}", "A", regex.sub(r"\d", "0", text)))


def test_no_surrogate_is_the_original(surfaces: Surfaces, renderers: dict[str, Renderer]) -> None:
    same = [
        (label, text)
        for label, text, lang in surfaces
        if (renderers[lang].render(label, text) or "").casefold() == text.casefold()
        and not (label == "TIME" and CLOCK.fullmatch(text))
    ]
    assert same == []


def test_nearly_all_have_a_surrogate(surfaces: Surfaces, renderers: dict[str, Renderer]) -> None:
    masked = [text for label, text, lang in surfaces if (renderers[lang].render(label, text) or "[").startswith("[")]
    assert len(surfaces) > 800
    assert len(masked) <= 12


def test_another_secret_gives_others(surfaces: Surfaces, renderers: dict[str, Renderer]) -> None:
    others = {lang: Renderer(ALL, b"t" * 32, lang=lang) for lang in renderers}
    same: Counter[str] = Counter()
    for label, text, lang in surfaces:
        same[label] += renderers[lang].render(label, text) == others[lang].render(label, text)
    # Two, one, minus one or minus two years: there are few ages to choose from.
    few = {"AGE", "TIME"}
    total = Counter(label for label, _, _ in surfaces)
    assert [label for label in total if label not in few and same[label] > max(2, total[label] / 5)] == []


def test_no_surrogate_is_taken(surfaces: Surfaces, renderers: dict[str, Renderer]) -> None:
    free = {"DATE", "TIME", "AGE"}
    first = {renderers[lang].render(label, text) or "" for label, text, lang in surfaces if label not in free}
    for lang in renderers:
        careful = Renderer(ALL, SECRET, lang=lang, taken=first)
        again = {careful.render(label, text) for label, text, of in surfaces if of == lang and label not in free}
        assert {text for text in again & first if text and not text.startswith("[")} == set()


def test_the_same_in_every_process(surfaces: Surfaces) -> None:
    program = (
        "import json, sys\n"
        "from spacy_pseudo.surrogates.renderer import Renderer\n"
        "sample, strategies = json.load(sys.stdin)\n"
        "r = Renderer(strategies, b's' * 32, lang='sv', taken={'Malmö', 'Lund'})\n"
        "print(json.dumps([r.render(label, text) for label, text in sample]))\n"
    )
    given_in = json.dumps([SAMPLE, ALL])
    done = subprocess.run(
        [sys.executable, "-c", program], input=given_in, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},  # Another order of sets must not show.
    )  # fmt: skip
    here = Renderer(ALL, SECRET, lang="sv", taken={"Malmö", "Lund"})
    assert json.loads(done.stdout) == [here.render(label, text) for label, text in SAMPLE]


def test_ids_keep_their_shape(surfaces: Surfaces, renderers: dict[str, Renderer]) -> None:
    labels = {"USERNAME", "ACCOUNT", "CARD", "PLATE", "NUMBER"}
    changed = [
        (text, written)
        for label, text, lang in surfaces
        if label in labels
        and text.isascii()
        and _shape(text) != _shape(written := renderers[lang].render(label, text) or "")
    ]
    assert changed == []


@given(st.text("0123456789ABCabc -/", min_size=1, max_size=20))
def test_reshaping_keeps_the_shape(text: str) -> None:
    written = reshape(text, Choice(SECRET), "x")
    if written is None:
        assert not regex.search(r"\p{L}|[1-9]|\d.*\d", text)
    else:
        assert _shape(written) == _shape(text)
        assert written != text


def test_reshaping_has_no_collisions() -> None:
    choice = Choice(SECRET)
    assert len({reshape(f"{i:03}", choice, "x") for i in range(1000)}) == 1000
    assert len({reshape(f"s{i}", choice, "x", spoken=True) for i in range(100, 1000)}) == 900


@given(st.integers(1, 10**9), st.data())
def test_a_step_leads_elsewhere_and_never_to_the_same(n: int, data: st.DataObject) -> None:
    x, y = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, n - 1))
    choice = Choice(SECRET)
    assert (choice.step(x, n, "n") == choice.step(y, n, "n")) == (x == y or n == 1)
    assert choice.step(x, n, "n") != x


@given(st.text(max_size=40), st.sampled_from((*STRUCTURED, *LISTED)), st.sampled_from(["en", "sv"]))
def test_any_text_can_be_rendered(text: str, label: str, lang: str) -> None:
    written = Renderer(ALL, SECRET, lang=lang).render(label, text)
    assert written
    assert label == "TIME" or written != text


def test_long_texts_take_no_time(renderers: dict[str, Renderer]) -> None:
    begun = process_time()
    for label in (*STRUCTURED, *LISTED):
        for text in ("1" * 2000, "a" * 2000, "!" * 2000, "1." * 1000, "a@" * 1000, "@" + " at" * 700):
            assert renderers["en"].render(label, text)
    assert process_time() - begun < 20
