"""Cases of other personal data, to be rendered; and what a test needs of them."""

from __future__ import annotations

import pytest

from spacy_pseudo.attrs import LISTED, STRUCTURED
from spacy_pseudo.surrogates.renderer import Renderer
from tests.identifiers import cases


@pytest.fixture(scope="session")
def surfaces() -> list[tuple[str, str, str]]:
    """Label, text and language of everything that is marked in the cases, each once."""
    labels = (*STRUCTURED, *LISTED)
    found = {
        (label, text, case.lang)
        for label in labels
        for case in cases.read_cases(label)
        for text in case.surfaces(label)
    }
    return sorted(found)


@pytest.fixture(scope="session")
def case_texts() -> dict[str, list[str]]:
    """Every eighth text of the cases, by language."""
    found = [case for label in (*STRUCTURED, *LISTED) for case in cases.read_cases(label) if case.positive]
    return {lang: [case.text for case in found if case.lang == lang][::8] for lang in ("en", "sv")}


@pytest.fixture(scope="session")
def renderers() -> dict[str, Renderer]:
    """Renderers by language that give a surrogate for everything."""
    strategies = dict.fromkeys((*STRUCTURED, *LISTED), "surrogate")
    return {lang: Renderer(strategies, b"s" * 32, lang=lang) for lang in ("en", "sv")}
