"""Lines that stand in several messages count once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.text.repeats import Repeats

LINE = "The gauge that Kate fixed is back on the old pier."


@pytest.mark.parametrize(
    "copy",
    [
        LINE,
        f"> {LINE}",
        f">> {LINE}",
        f"  {LINE}  ",
        f"Jim> {LINE}\nJim> Fine.",
        LINE.upper(),
        f"Yes.\n\n{LINE}\n-- \n",
    ],
)
def test_a_line_is_known_however_it_is_quoted(copy: str) -> None:
    repeats = Repeats()
    assert not repeats.add(LINE)
    again = repeats.add(copy)
    assert copy.lower().index("kate") in again


@pytest.mark.parametrize("text", ["Thanks, Kate!", "Hi Kate,\n\nyes.\n\nBest,\nMary"])
def test_short_lines_always_count(text: str) -> None:
    repeats = Repeats()
    repeats.add(text)
    assert not repeats.add(text)


@given(st.lists(st.text(alphabet="ab >|\n", max_size=60), max_size=8))
def test_what_is_new_is_never_left_out(texts: list[str]) -> None:
    repeats, seen = Repeats(), set[str]()
    for text in texts:
        found, at = repeats.add(text), 0
        for line in text.split("\n"):
            words = " ".join(line.split())
            if words and words not in seen and all(mark not in line for mark in ">|"):
                assert at not in found
            seen.add(words)
            at += len(line) + 1
