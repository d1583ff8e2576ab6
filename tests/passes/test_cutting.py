"""What people who did not consent wrote is cut where others quote it."""

from __future__ import annotations

import pytest

from spacy_pseudo import Message, Participant, Roster, discover
from spacy_pseudo.key import Key
from spacy_pseudo.passes.apply import apply, make_pipeline

SAID = "I was ill for months, and nobody here knows it."


def key_of(*messages: Message, exclude: str = "mp") -> Key:
    """RETURNS (Key): Mary did not consent; Robert and Jane did."""
    roster = Roster([Participant("mp", ("Mary Poe",)), Participant("rg", ("Robert Grey",)),
                     Participant("jd", ("Jane Dorn",))])  # fmt: skip
    return discover(messages, roster, exclude=[exclude], seed=1)


def written(text: str, *, html: bool = False, parent: str = "1", exclude: str = "mp") -> tuple[str, int]:
    """RETURNS (tuple[str, int]): What is written of Jane's answer to Mary, and how many quotations were cut."""
    messages = [
        Message(f"Hi all,\n{SAID}\nMary", id="1", author="mp", thread="t"),
        Message("Hi Mary,\nso sorry.\nRobert", id="2", author="rg", parent="1", parent_author="mp", thread="t"),
        Message(text, id="3", author="jd", parent=parent, parent_author={"1": "mp", "2": "rg"}[parent], thread="t",
                html=html),
    ]  # fmt: skip
    key = key_of(*messages, exclude=exclude)
    (result,) = [one for one in apply(messages, key, make_pipeline(key)) if one.message.id == "3"]
    assert result.text is not None
    return result.text, result.cut


@pytest.mark.parametrize(
    ("text", "expected", "cut"),
    [
        (f"> {SAID}\n> Mary\n\nI see.\nJane", "> […]\n\nI see.\n[U", 1),
        (f"On Monday, Mary Poe wrote:\n> {SAID}\n\nI see.\nJane", "On Monday, [U?] wrote:\n> […]\n\nI see.\n[U", 1),
        (f"> {SAID}\n\nI see.\n\n> Mary\n\nYes.", "> […]\n\nI see.\n\n> […]\n\nYes.", 2),
        (f"I see.\n\n-----Original Message-----\nFrom: Mary Poe\nTo: Jane Dorn\nSubject: Health\n\n{SAID}\nMary",
         "\n[…]", 1),
        (f'[quote="Mary, post:1"]\n{SAID}\n[/quote]\n\nI see.', ', post:1"]\n[…]\n[/quote]\n\nI see.', 1),
        (f"[QUOTE]{SAID}[/QUOTE] I see.", "[QUOTE][…][/QUOTE] I see.", 1),
        (f"[quote=hedgepig7]{SAID}[/quote] I see.", "][…][/quote] I see.", 1),  # whom nobody knows: whom one answers
        (f"[quote=Robert]so sorry. [quote=Mary]{SAID}[/quote] Yes.[/quote]", "]so sorry. [quote=[U?]][…][/quote]", 1),
        (f">> {SAID}\n\nI see.", ">> […]\n\nI see.", 1),
        ("I see.\nJane", "I see.\n[U", 0),
    ],
)  # fmt: skip
def test_quotations_are_cut(text: str, expected: str, cut: int) -> None:
    found, quotations = written(text)
    assert expected in found
    assert "ill" not in found
    assert quotations == cut


def test_html() -> None:
    text = "<p>Hi</p><blockquote><p>I was <b>ill</b></p></blockquote><p title='x'>I see.</p>"
    found, quotations = written(text, html=True)
    assert "ill" not in found
    assert "<blockquote><p>[…]" in found
    assert found.endswith("<p title='x'>I see.</p>")
    assert quotations == 1


def test_whoever_consented_may_be_quoted() -> None:
    text = "On Monday, Robert Grey wrote:\n> so sorry.\n\nMe too.\nJane"
    found, cut = written(text, parent="2")
    assert "> so sorry." in found
    assert cut == 0
    assert written(f"> {SAID}\n\nI see.", exclude="nobody") == (f"> {SAID}\n\nI see.", 0)


def test_a_second_look_cuts_nothing() -> None:
    once, _ = written(f"> {SAID}\n\nI see.")
    assert written(once) == (once, 0)
