"""No text makes us slow: four times the text takes about four times the time."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

from spacy_pseudo.text.citations import find_citations, find_references
from spacy_pseudo.text.disguises import damaged, scanned, spaced
from spacy_pseudo.text.lexing import Prose
from spacy_pseudo.text.salutations import find_salutations
from spacy_pseudo.text.words import not_prose
from spacy_pseudo.text.zones import own_end

PIECES = (
    *(
        "Dr. ",
        "!",
        "?",
        "x)",
        "a",
        "A",
        "Ab",
        "A ",
        "(",
        "-",
        ".",
        "a.",
        ". ",
        "Ab. ",
        "Ab, ",
        "Ab & ",
        "de ",
        "\n",
        "\r\n",
    ),
    *("> ", "@", "Hi ", "1990 ", "é", "Ã", "漢", "Mary\n", "\n\nMary\n", "Hi Mary, ", "Mary and ", "Thanks Mary. "),
    *(
        "Ab, A., ",
        "Ab & Ab, A. ",
        "1990, ",
        "(Ab 1990; ",
        "author = {",
        "{",
        '"',
        'book "Ab ',
        "10.1000/",
        "Ab's 1990 ",
    ),
    *("Thanks Mary! ", "Best wishes from Ab ", "Best, Ab, ", "Mary from Oslo ", "Mary, Robert and ", "M.", "Mary?"),
    *("On Monday Ab wrote:\n> x\n", "To: Ab, A.; ", "Ab here, ", "have a good day ", "thanks and ", "my name is "),
    *(
        "Ab wrote:\n",
        "Ab wrote:\n|",
        "On 1 Feb 2019 at 1:00 I\n",
        "1:\n\n",
        "From: Ab\n",
        "-----\nTo: Ab\n",
        "-- \n",
        "-----Original\n> ",
    ),
)
FUNCTIONS = {
    "find_salutations": find_salutations,
    # The year lets it look at the rest at all.
    "find_citations": lambda text: list(find_citations(f"{text} 1990 et al")),
    "find_references": lambda text: list(find_references(f'{text} 1990 = 10.1 "')),
    "own_end": own_end,
    "not_prose": not_prose,
    "spaced": lambda text: list(spaced(text)),
    "damaged": lambda text: [*damaged(text), *scanned(text)],
    "Prose": Prose,
}
# What is quadratic takes a second and more at this length, what is linear some hundredths.
SHORT, LONG = 15_000, 60_000
# Below this, what one measures is the machine.
NOISE = 0.02


def _seconds(function: Callable[[str], Any], piece: str, length: int) -> float:
    text = (piece * length)[:length]
    start = process_time()
    function(text)
    return process_time() - start


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_time_grows_with_the_length(name: str, piece: str) -> None:
    function = FUNCTIONS[name]
    function("Hi Mary, thanks (Calder, 1990)?")  # lists are read once
    ratios = []
    # Four times the length takes sixteen times as long if it is quadratic; a busy machine may double any one figure.
    while len(ratios) < 3 and (not ratios or ratios[-1] >= 8):
        short, long = (_seconds(function, piece, length) for length in (SHORT, LONG))
        assert long < 1.5
        ratios.append(long / max(short, NOISE))
    assert min(ratios) < 8
