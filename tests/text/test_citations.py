"""Published work: its authors stand for it, not for people who take part."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo.text.citations import find_citations, find_references


def union(spans: Any) -> list[tuple[int, int]]:
    """What is found may overlap: the places are their union."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@pytest.mark.parametrize(
    "text",
    [
        "as <<Calder (2010>>) shows",
        "as <<Calder [2010>>] shows",
        "as <<Calder (2010>>, p. 3) shows",
        "as <<Calder (2010>>: 33) shows",
        "as <<Calder (2010>>, Table 3) shows",
        "as <<Calder (2010>>, 2012) shows",
        "as <<Calder (in press>>) shows",
        "it is so (<<Calder, 2010>>)",
        "it is so (<<Calder, 2010a>>; <<Muir, 1998>>)",
        "it is so (see <<Calder, 2009>>; <<Muir, 2010a,b>>)",
        "it is so (<<Calder, 2009>>, <<Muir, 2010>>)",
        "it is so (<<Calder 2010>>)",
        "it is so (<<see Calder and Muir 2010>>, 33; <<Grey et al. 2011>>)",
        "<<Calder's (2010>>) view",
        "<<Calder and Muir (2010>>) say",
        "<<Calder and colleagues (2010>>) say",
        "<<Calder & co-workers (2010>>) say",
        "(<<Calder & Muir, 2010>>)",
        "I read <<Calder & Muir, 2010>> again",
        "<<Calder, Muir and Grey (2010>>) say",
        "<<Calder et al. (2010>>) say",
        "<<Calder et al., 2010>>",
        "- <<Calder, 2010>>\n- <<Muir, 2011>>",
        "by <<M. J. Calder (2010>>)",
        "by <<M. J. Calder and C. Muir (2010>>)",
        "by <<van der Moor (1999>>)",
        "by <<O'Neil (1999>>)",
        "by <<Lloyd-Baines (1999>>)",
        "by <<Müller (1999>>)",
        "as <<Calder notes in his 2010 book>>",
        "as <<Calder and Muir show quite clearly in their 2010 paper>>",
        "read <<Calder's 2010 paper>> again",
        "the 2010 paper by <<Calder and Muir>> again",
        "according to <<Calder et al.>> this is so",
        "according to <<Calder and Muir et al.>> this is so",
        "according to <<Calder et al>>, this is so",
        "<<Calder [12]>> says so",
        "as <<Calder and Muir [3, 5-7]>> say, and <<Grey et al. [8]>>",
        "see <<Calder¹>> and <<Muir[^2]>>, <<van der Moor^3>>",
        "<<Calder's [12]>> view",
    ],
)
def test_cited(text: str, marked: Any) -> None:
    expected = marked(text)
    assert union(find_citations(expected.text)) == expected.offsets


@pytest.mark.parametrize(
    "text",
    [
        "Mary said so in the year 2010",
        "Mary went there in 2010 and Fergus in 1999",
        "Hi Mary, 300 people came",
        "Thanks Mary, 2010 was cold",
        "I agree with Mary and Fergus (2010 cohort).",
        "I met Mary (2010, I think) again",
        "I met Mary (2010, in Rome) again",
        "Mary came in her 2010 car",
        "Mary's 2010 car",
        "the 2010 race by Mary",
        "Mary (the tutor) said so",
        "Mary (2) said so",
        "Mary (12345) said so",
        "mary (2010) said so",
        "Mary and Fergus et cetera",
        "as Calder [1] said\n\n[1] https://list.example/post/7",
        "so says mary [12]",
        "we know [12] that",
        "Mary and colleagues said so",
        "see chapter 3 (2010)",
        "we all know it, 2010 was cold",
        "",
    ],
)
def test_not_cited(text: str) -> None:
    assert list(find_citations(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        # APA, Vancouver, MLA, IEEE
        "references:\n<<Calder, M. J., & Muir, C. (2010). On tides. Journal of Tides, 3, 1-20.>>\nbye",
        "<<[1] Calder, M. (2010). On tides.>>",
        "<<Calder MJ, Muir C. On tides. J Tides 2010;3:1-20>>",
        "<<1. Calder MJ, Muir C. On tides. J Tides 2010;3:1-20>>",
        "<<Calder, Mary J. “On Tides.” Tides, vol. 3, 2010, pp. 1–20.>>",
        "<<Calder, Mary, and Colin Muir. On Tides. North Press, 2010.>>",
        '<<[3] M. J. Calder, C. Muir, "On tides," Tides, vol. 3, 2010.>>',
        "<<van der Moor, J. (2010). On tides.>>",
        "<<[1] M. J. Calder and C. Muir, On tides, 2010>>",
        "<<Calder, M 2010, On tides, North Press, London.>>",
        "<<Calder, M.J., Muir, C. & Grey, R. 2010. On tides. Tides 3: 1-20.>>",
        "<<Whitlock M, Calder MJ (2010) On tides. Tides 3: 1-20>>",
        # without a year, or broken over lines
        "<<Calder, M. J.>> is the one",
        "<<Calder, M., & Muir, C.>> On tides\nand ebbs",
        "<<Calder, M.; Muir, C.>>",
        # for machines
        "<<@article{calder2010,>>\n  <<author = {Calder, Mary and {Mu}ir, Colin}>>,\n  title = {On tides}\n}",
        '<<author = "Mary Calder">>',
        "as in <<\\citep{calder2010}>>",
        "doi: <<10.1000/calder.2>>",
        # titles
        'the novel <<"Emma">> is long',
        "the film <<“Mary of the Seven Seas”>> is long",
        'the book called <<"Mary, Robert and the Sea">> is long',
    ],
)
def test_references(text: str, marked: Any) -> None:
    expected = marked(text)
    assert union(find_references(expected.text)) == expected.offsets


@pytest.mark.parametrize(
    "text",
    [
        "Calder, M. said so",
        "I asked Mary, J. and W. said so",
        "Best,\nMary Calder, M.D.",
        "Mary Calder, M.S., University of the North, 2010",
        "Mary Calder, Ph.D., 2010",
        "Calder, Mary. I was there in 2010 with Robert.",
        "Calder, M. was there in 2010 with Robert.",
        "Mary, Robert and I were there in 2010.",
        # a whole message on one line
        "Calder, M. (2010). On tides. " + "I read it. " * 60 + "Robert",
        'the story "Mary told us that Robert was there" is long',
        'I saw "Mary" there',
        "author: Mary",
        "",
    ],
)
def test_no_references(text: str) -> None:
    assert list(find_references(text)) == []
