"""What `docs/key.md` says is true: it names every file."""

from __future__ import annotations

import pytest

from spacy_pseudo.key import LAYOUT

from .conftest import FORUM

PAGE = (FORUM.parent / "docs" / "key.md").read_text("utf-8")


@pytest.mark.parametrize("file", LAYOUT, ids=lambda file: file.name)
def test_it_says_who_may_edit_a_file(file) -> None:  # type: ignore[no-untyped-def]
    (row,) = (line for line in PAGE.splitlines() if line.startswith("|") and f"`{file.name}`" in line)
    assert row.split("|")[3].strip().startswith("yes" if file.editable else "no")
