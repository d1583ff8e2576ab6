"""Cited names: they stand for published work, not for people who take part."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo.text.citations import find_citations


@pytest.mark.parametrize(
    "text",
    [
        "as <<Calder (2010>>) shows",
        "as <<Calder [2010>>] shows",
        "it is so (<<Calder, 2010>>)",
        "it is so (<<Calder, 2010a>>; <<Muir, 1998>>)",
        "<<Calder's (2010>>) view",
        "<<Calder and Muir (2010>>) say",
        "(<<Calder & Muir, 2010>>)",
        "<<Calder, Muir and Grey (2010>>) say",
        "<<Calder et al. (2010>>) say",
        "<<Calder et al., 2010>>",
        "by <<M. J. Calder (2010>>)",
        "by <<van der Mast (1999>>)",
        "by <<O'Neil (1999>>)",
        "by <<Lloyd-Baines (1999>>)",
        "by <<Müller (1999>>)",
        "according to <<Calder et al.>> this is so",
        "according to <<Calder and Muir et al.>> this is so",
        "according to <<Calder et al>>, this is so",
        "references:\n<<Calder, M. J., & Muir, C. (2010). On tides. Journal of Tides, 3, 1-20.>>\nbye",
        "<<Calder MJ, Muir C. On tides. J Tides 2010;3:1-20>>",
        "<<[1] Calder, M. (2010). On tides.>>",
    ],
)
def test_cited(text: str, marked: Any) -> None:
    expected = marked(text)
    spans = sorted(find_citations(expected.text))
    # What is found may overlap: the cited places are their union.
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    assert merged == expected.offsets


@pytest.mark.parametrize(
    "text",
    [
        "Mary said so in the year 2010",
        "Mary went there in 2010 and Fergus in 1999",
        "Hi Mary, 300 people came",
        "Mary (the tutor) said so",
        "Mary (2) said so",
        "Mary (12345) said so",
        "mary (2010) said so",
        "Mary and Fergus et cetera",
        "see chapter 3 (2010)",
        "we all know it, 2010 was cold",
        "",
    ],
)
def test_not_cited(text: str) -> None:
    assert list(find_citations(text)) == []
