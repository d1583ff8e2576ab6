"""What the published systems do: each row is run, and the page says what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.features.features import PAGE, Feature, Shown, make_page, read_features


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return Shown(tmp_path_factory.mktemp("features"))


@pytest.mark.parametrize(
    "feature", read_features(), ids=lambda feature: f"{feature.rows}-{feature.capability}".replace(" ", "_")
)
def test_row(feature: Feature, shown: Shown) -> None:
    outcomes = list(shown.outcomes(feature))
    assert outcomes
    assert [text for text, fits in outcomes if not fits] == []


def test_the_page_is_as_it_is_made(shown: Shown, tmp_path: Path) -> None:
    """`python -m tests.features.features` writes it anew."""
    assert make_page(shown) == PAGE.read_text("utf-8")
