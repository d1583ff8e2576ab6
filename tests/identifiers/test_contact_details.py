"""Telephone numbers, addresses and accounts as footers have them: labels glued on, brackets, several lines."""

from __future__ import annotations

import pytest
import spacy

from spacy_pseudo import Key, Message, Roster
from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.people.pseudonyms import Pseudonyms
from spacy_pseudo.people.roster import Participant
from tests.identifiers.cases import parse_marks

STRUCTURED = frozenset("EMAIL URL PHONE USERNAME ADDRESS NUMBER ID ACCOUNT".split())


def _found(text: str) -> list[tuple[str, str]]:
    return [(i.label, text[i.start : i.end]) for i in find_identifiers(text) if i.label in STRUCTURED]


def _expected(marked: str) -> tuple[str, list[tuple[str, str]]]:
    text, spans = parse_marks(marked)
    return text, [(label, text[start:end]) for start, end, label in spans]


PHONES = (
    "Phone#:[PHONE:(519)-555-0123]",
    "Phone#: [PHONE:(519)-555-0123]\\nFax#:[PHONE:(519)-555-0124]",
    "Phone #:[PHONE:(519) 555-0123]",
    "Phone:[PHONE:(519)555-0123]",
    "Ph:[PHONE:(519)-555-0123]",
    "Tel.:[PHONE:+44(0)20 7946 0182]",
    "Tel.: [PHONE:0131 496 0123]",
    "Fax:[PHONE:(519)-555-0123]",
    "Tel/Fax: [PHONE:(519)-555-0123]",
    "cell:[PHONE:519-555-0123]",
    "Cell#[PHONE:519-555-0123]",
    "Cell # [PHONE:519-555-0123]",
    "Tel. [PHONE:(519)-555-0123] / Fax [PHONE:(519)-555-0124]",
    "T: [PHONE:(519)-555-0123] | F: [PHONE:(519)-555-0124]",
    "Dept of Tides, [PHONE:(519)-555-0123]",
    "call [PHONE:1-(519)-555-0123]",
    "Telephone number:[PHONE:(519)5550123]",
    "> > Phone#:[PHONE:(519)-555-0123]",
    "Phone: [PHONE:(519)-555-0123 ext. 4411]",
    "Phone: [PHONE:(519)-555-0123, x4411]",
)
MAIL = (
    "[EMAIL:mjp at debian.org] wrote:",
    "write to [EMAIL:mjp at debian.org]",
    "<[EMAIL:MJP at uni.example]> wrote",
    "On Tue, Mary Poe <[EMAIL:mjp at tides.org]> wrote:",
    "[EMAIL:mary.poe (at) tides (dot) org]",
    "[EMAIL:mpoe_at_tides.org] has it",
    "contact us at: [EMAIL:sprint at nordvik.ac.uk]",
    "<[EMAIL:harbour at nordvik.org]>",
    "Mail: [EMAIL:gull at nordvik.org]",
)
ACCOUNTS = (
    "IM: [USERNAME:otterfan]",
    "IM: [USERNAME:dolphin]\\nTides Lab",
    "AIM: [USERNAME:otterfan]",
    "AIM: [USERNAME:OtterFan22] | web",
    "ICQ: [USERNAME:12345678]",
    "ICQ# [USERNAME:12345678]",
    "ICQ#:[USERNAME:123-456-789]",
    "Yahoo IM: [USERNAME:otterfan]",
    "-- \\nMary\\nSkype: [USERNAME:otter]\\nTides Lab",
    "Skype: [USERNAME:mary.otter]",
    "Pin No.: [ID:123456789012]",
    "PIN No: [ID:123456789012]",
    "Pin No.: [ID:482913]",
    "solder it to pin 13 of the board",
    "[USERNAME:otter]@finch:~$ ls",
    "\\[[USERNAME:otter]@finch tides\\]$ ls -l",
    "[USERNAME:otter]@finch tides % ls",
    "> [USERNAME:otter]@finch:/data/tides# make",
    "it is in /users/[USERNAME:otterp]/tides and /export/home/[USERNAME:otterp]/x",
)
ADDRESSES = (
    "Tides Lab | [ADDRESS:14 Elm Street] | Nordvik",
    "> I live at [ADDRESS:14 Elm\\n> Street]",
    "Tides Lab\\n[ADDRESS:14 Elm\\nStreet]",
    # what was recognised once is recognised in other layouts
    "My address is [ADDRESS:12 Castlegate], Nottingham.\\n-- \\nMary | [ADDRESS:12 Castlegate] | Tides Lab",
    "I live at [ADDRESS:12 The Shambles].\\n> Mary, [ADDRESS:12 The\\n> Shambles] so",
    "Call [PHONE:555 0123 44]! Or: [PHONE:555-0123-44] so",
)
NOT_PERSONAL = (
    "see f(519)-555 and x[(519)] and mean(519)",
    "we meet at home.dk today, look at example.org",
    "he fell asleep at harbour.txt",
    "IM: what a pity it is",
    "my aim: to be better",
    "the pin: 12",
    "y ~otter/x + z",
    "the look_at_me.py file, and look_at_it.R",
    "see /users/login and /users/all",
    "table 5 (519) 555 of them",
)


@pytest.mark.parametrize("case", [*PHONES, *MAIL, *ACCOUNTS, *ADDRESSES])
def test_contact_details(case: str) -> None:
    text, expected = _expected(case)
    assert _found(text) == expected


@pytest.mark.parametrize("text", NOT_PERSONAL)
def test_nothing_of_the_kind(text: str) -> None:
    assert [found for found in _found(text) if found[0] != "URL"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # an address in words is its owner's
        ("write to mjp at tides.org", "write to [EMAIL:U1]"),
        ("<MJP at tides.org> wrote:", "<[EMAIL:U1]> wrote:"),
        ("mjp (at) tides (dot) org", "[EMAIL:U1]"),
        ("mary.gullveig at nordvik.org", "[EMAIL:U1]"),
        # names and logins in paths and addresses
        ("see /home/mary/tides, /users/gullveig/x", "see /home/[U1]/tides, /users/[U1]/x"),
        ("it is ~mgullveig/tides, honestly", "it is ~[U1]/tides, honestly"),
        ("see http://nordvik.example/~mgullveig/", "see [URL:U1]"),
        ("see https://nordvik.example/files/mjptides99/x", "see https://nordvik.example/files/[U2]/x"),
        ("see https://nordvik.example/wiki/%4Dary%20Gullveig", "see [URL:U1]"),
        ("see https://nordvik.example/tides/x", "see https://nordvik.example/tides/x"),
        ("mgullveig@finch:~$ ls", "[U1]@finch:~$ ls"),
        ("y ~gullveig + x", "y ~gullveig + x"),
        # an organisation's name, its words cut short, in its own address
        ("see https://www.harboper.example/x", "see [URL:U3]"),
    ],
)
def test_whose_it_is(text: str, expected: str) -> None:
    nlp = spacy.blank("en")
    people = [
        Participant("p1", ("Mary Gullveig", "mjp@tides.org")),
        Participant("mjptides99", ("Otto Plover",)),
        Participant("p3", ("Harbour Operations Ltd",)),
    ]
    labels = {person.id: f"U{number}" for number, person in enumerate(people, start=1)}
    key = Key(Roster(people), pseudonyms=Pseudonyms(labels=labels))
    nlp.add_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, key=key)
    assert nlp(Message(text, author="p3").to_doc(nlp))._.pseudo_text == expected
