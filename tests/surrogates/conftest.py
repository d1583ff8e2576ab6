"""Cases of other personal data, to be rendered; and what a test needs of them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from spacy_pseudo.attrs import LISTED, STRUCTURED
from spacy_pseudo.surrogates.renderer import Renderer


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"surrogates_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def surfaces() -> list[tuple[str, str, str]]:
    """Label, text and language of everything that is marked in the cases, each once."""
    cases = _load(Path(__file__).parents[1] / "identifiers" / "cases.py")
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
    cases = _load(Path(__file__).parents[1] / "identifiers" / "cases.py")
    found = [case for label in (*STRUCTURED, *LISTED) for case in cases.read_cases(label) if case.positive]
    return {lang: [case.text for case in found if case.lang == lang][::8] for lang in ("en", "sv")}


@pytest.fixture(scope="session")
def renderers() -> dict[str, Renderer]:
    """Renderers by language that give a surrogate for everything."""
    strategies = dict.fromkeys((*STRUCTURED, *LISTED), "surrogate")
    return {lang: Renderer(strategies, b"s" * 32, lang=lang) for lang in ("en", "sv")}
