"""Where the author's own words end."""

from __future__ import annotations

import pytest

from spacy_pseudo.text.quoting import in_header, own_end
from spacy_pseudo.text.salutations import QUOTED, find_salutations


@pytest.mark.parametrize(
    "below",
    [
        "-----Original Message-----\nFrom: Kayleigh",
        "---------------------- Forwarded by Kayleigh on 03/14/2000 07:43 AM ----------------------",
        "----- Forwarded message -----",
        "Begin forwarded message:\n\nFrom: Kayleigh",
        "________________________________\nFrom: Kayleigh <k@uni.example>",
        "From: Kayleigh\nSent: Monday, March 5\nTo: Fergus",
        "On Mon, 5 Mar 2001, Kayleigh Oduya wrote:\n> hello",
        "On Mon, 5 Mar 2001 at 10:00, Kayleigh Oduya\n<kayleigh@uni.example> wrote:\n> hello",
        "Am 05.03.2001 um 10:00 schrieb Kayleigh:\n> hallo",
        "Le 5 mars 2001, Kayleigh a écrit :\n> bonjour",
        "Op 5 mrt. 2001 schreef Kayleigh:\n> hallo",
        "Em 5 de mar de 2001, Kayleigh escreveu:\n> bom dia",
        "At 10:04 PM 3/5/01, Kayleigh wrote:\n>hello\n\n>and hello\n",
        "Sent from my iPhone",
        "Sent from Yahoo Mail on Android",
        "Get Outlook for iOS",
        "Von meinem iPhone gesendet",
        "Enviado desde mi iPhone",
    ],
)
def test_what_is_below_is_somebody_elses(below: str) -> None:
    own = "I agree.\n\nMary\n\n"
    assert own_end(own + below) == len(own)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I agree.\n\nMary",
        "From: here to there it takes long.",
        "On Monday I wrote: nothing.\nIt was late.",
        "-- \nMary Calder",
        "From: Calder, Mary\nTo: Oduya, Kayleigh\n\nI agree.\n\nMary",
        "a ----- b",
        "I sent from my phone what you asked for.",
        # the answer stands below
        "On Mon, 5 Mar 2001, Kayleigh wrote:\n> hello\n\nI agree.\n\nMary",
        "On Mon, 5 Mar 2001, Kayleigh wrote:\n> hello\n\nNo.\n\n> and hello\n\nYes.\n\nMary",
    ],
)
def test_all_is_the_authors_own(text: str) -> None:
    assert own_end(text) == len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("To: <<Calder, Mary", True),
        ("Hi.\nFrom: <<Calder", True),
        ("Cc: Robert; <<Mary", True),
        ("> To: <<Mary", True),
        ("Frorn: <<Mary", True),
        ("An: <<Mary", True),
        ("De : <<Mary", True),
        ("I gave it to: <<Mary", False),
        ("Two: <<Mary", False),
        ("To: Robert\n<<Mary", False),
        ("<<Mary", False),
    ],
)
def test_pasted_headers(text: str, expected: bool) -> None:
    assert in_header(text.replace("<<", ""), text.index("<<")) is expected


def test_only_the_authors_own_signature_speaks_for_the_author() -> None:
    text = (
        "Please read.\n\nMary\n\n-----Original Message-----\nFrom: x\nSent: y\n\nHi Mary,\n\nyes.\n\nThanks,\nKayleigh"
    )
    found = {
        text[slot.start : slot.end]: slot.kind for s in find_salutations(text) for slot in s.slots if slot.end < 30
    }
    assert found == {"Mary": "last_line"}
    below = {
        text[slot.start : slot.end]: slot.kind for s in find_salutations(text) for slot in s.slots if slot.end > 30
    }
    assert below == {"Mary": QUOTED, "Kayleigh": QUOTED}
