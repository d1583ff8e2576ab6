"""Texts that have lost the ends of their lines are read with lines, place by place."""

from __future__ import annotations

import pytest

from spacy_pseudo.message import Message
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.people.roster import Participant, Roster
from spacy_pseudo.text.contacts import named_contacts
from spacy_pseudo.text.line_ends import lined
from spacy_pseudo.text.pasted_headers import header_names
from spacy_pseudo.text.salutations import find_salutations
from spacy_pseudo.text.zones import ATTRIBUTION, QUOTED, SIGNATURE, zones

LINES = [
    # blanks in a row
    ("Dear all,  it works.  HTH  Gavin", "Dear all,||it works.||HTH||Gavin"),
    ("It works.   thanks   Mary   -- ", "It works.|||thanks|||Mary|||-- "),
    # what ends a message, even after a single blank
    ("So it is. --  Gavin Poe", "So it is.|--||Gavin Poe"),
    # marks of quotations
    ("> one > two > three  I see.", "> one|> two|> three||I see."),
    ("On Friday Mary wrote: > one >> two  Yes", "On Friday Mary wrote:|> one|>> two||Yes"),
    # fields of headers
    (
        "See below.  From: Poe, Mary To: Grey, Rob Sent: May 1  Hi",
        "See below.||From: Poe, Mary|To: Grey, Rob|Sent: May 1||Hi",
    ),
    (
        "Hi -----Original Message----- From: Mary Poe Sent: May 1",
        "Hi|-----Original Message-----|From: Mary Poe|Sent: May 1",
    ),
    # a closing, or a name, between a sentence and a paragraph
    ("It works. Many thanks,  Mary Poe", "It works.|Many thanks,||Mary Poe"),
    ("Fine by me! Mary  PS: It rains, Ph.D. UNM", "Fine by me!|Mary||PS: It rains, Ph.D. UNM"),
    # what somebody is, below the name
    ("Hi.  Mary Orr Special Assistant to Una (202) 555-0123", "Hi.||Mary Orr|Special Assistant to Una|(202) 555-0123"),
    (
        "Yes.  Una Poe, Dept B Tel: +47 2285 5050 una@sea.example",
        "Yes.||Una Poe,|Dept B|Tel: +47 2285 5050|una@sea.example",
    ),
    ("Yes.  J. Una Brewer B.Sc. (Hons)", "Yes.||J. Una Brewer|B.Sc. (Hons)"),
    ("Yes.  Mary is a special assistant to the dean", "Yes.||Mary is a special assistant to the dean"),
    # a line of a table is one line
    ("We get:         K        AIC", "We get:|        K|       AIC"),
]


@pytest.mark.parametrize(("text", "shown"), LINES)
def test_lines_are_read(text: str, shown: str) -> None:
    assert lined(text).replace("\n", "|") == shown


@pytest.mark.parametrize(
    "text",
    [
        "One line -- and no more > than that.",
        "It has lines.\nThis one has two  blanks > in it.",
        "If x > 3 then y > 4, or the field To: is empty",
        "",
    ],
)
def test_a_text_with_lines_stays_as_it_is(text: str) -> None:
    assert lined(text) == text


@pytest.mark.parametrize(("text", "slots"), [
    ("The fit is fine.  HTH  G  --  Gavin Poe   Dept of Geography", [("G", "closing_line"), ("Gavin Poe", "footer")]),
    ("It works, many thanks   Mary   -- ", [("Mary", "last_line")]),
    ("Hello Robert  I see.  Mary", [("Robert", "greeting"), ("Mary", "last_line")]),
])  # fmt: skip
def test_salutations_stand_on_lines(text: str, slots: list[tuple[str, str]]) -> None:
    found = [(text[slot.start : slot.end], slot.kind) for one in find_salutations(text) for slot in one.slots]
    assert found == slots


def test_zones_stand_on_lines() -> None:
    text = "On Fri, May 1, 2009 at 10:20 Mary Poe wrote:  > It works. > Or not.  I see.  --  Robert"
    found = [(zone.kind, text[zone.start : zone.end].strip()) for zone in zones(text)]
    assert found == [
        (ATTRIBUTION, "On Fri, May 1, 2009 at 10:20 Mary Poe wrote:"),
        (QUOTED, "> It works. > Or not."),
        (SIGNATURE, "--  Robert"),
    ]


def test_contacts_and_headers_stand_on_lines() -> None:
    text = "As ever.  Mary Poe mary.poe@sea.example  From: Grey, Robert D To: Poe, Mary J Cc: Orr, Una Sent: May 1"
    assert [text[one.start : one.end] for one in named_contacts(text)] == ["Mary Poe"]
    assert [text[one.start : one.end] for one in header_names(text)] == ["Grey, Robert D", "Poe, Mary J", "Orr, Una"]


def test_what_is_written_keeps_its_blanks() -> None:
    text = "Hello Fergus  it works.   HTH  Ottoline  --  Ottoline Muir"
    messages = [Message(id="1", text=text, author="o", parent_author="f")]
    roster = Roster([Participant("o", ("Ottoline Muir",)), Participant("f", ("Fergus Orr",))])
    key = discover(messages, roster, pseudonyms="id", seed=1)
    (result,) = apply(messages, key, make_pipeline(key))
    assert result.text == "Hello [f]  it works.   HTH  [o]  --  [o]"


@pytest.mark.parametrize("sign", ["ª", "²", "Ⅷ", "ⓐ", "_", "٣", "〇", "ー", "̈", "Ã‚Â"])
def test_signs_that_are_no_letters(sign: str) -> None:
    text = f"{sign} is well.   {sign} {sign}{sign}   -- Mary {sign}Poe   {sign}   Dean"
    assert len(lined(text)) == len(text)
