"""Who is in the headers of mails: senders in all shapes, addresses of lists, and of nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.corpus.formats.mail.people import find_people, is_nobody

Reader = Callable[..., Any]
ROBERT = "robert@uni.example"
LIST = {"List_Post": "<mailto:tides@lists.example>", "List_Id": "Tides <tides.lists.example>"}


@pytest.mark.parametrize(
    ("header", "people"),
    [
        ("Robert Gillespie <Robert@Uni.Example>", [(ROBERT, "Robert Gillespie")]),
        ('"Robert Gillespie" <robert@uni.example>', [(ROBERT, "Robert Gillespie")]),
        ("robert@uni.example (Robert Gillespie)", [(ROBERT, "Robert Gillespie")]),
        ("robert at uni.example (Robert Gillespie)", [(ROBERT, "Robert Gillespie")]),
        ("robert(at)uni.example (Robert Gillespie)", [(ROBERT, "Robert Gillespie")]),
        ("robert AT uni DOT example", [(ROBERT, "")]),
        ('"Gillespie, Robert" <robert@uni.example>', [(ROBERT, "Gillespie, Robert")]),
        ("Gillespie, Robert <robert@uni.example>", [(ROBERT, "Gillespie, Robert")]),
        ("=?utf-8?q?Gillespie=2C_R=C3=B6bert?= <robert@uni.example>", [(ROBERT, "Gillespie, Röbert")]),
        ("=?utf-8?Q?Gillespie,_Robert?= <robert@uni.example>", [(ROBERT, "Gillespie, Robert")]),
        ('"=?utf-8?b?UsO2YmVydA==?=" <robert@uni.example>', [(ROBERT, "Röbert")]),
        ("=?utf-8?q?R=C3=B6bert?= =?utf-8?q?_Gillespie?= <robert@uni.example>", [(ROBERT, "Röbert Gillespie")]),
        ("Röbert Gillespie <robert@uni.example>", [(ROBERT, "Röbert Gillespie")]),
        ('"" <robert@uni.example>', [(ROBERT, "")]),
        ("<robert@uni.example>", [(ROBERT, "")]),
        ("robert@uni.example", [(ROBERT, "")]),
        ('"robert@uni.example" <robert@uni.example>', [(ROBERT, "")]),
        ("'Robert Gillespie' <robert@uni.example>", [(ROBERT, "Robert Gillespie")]),
        ('"Robert \\"Bob\\" Gillespie" <robert@uni.example>', [(ROBERT, 'Robert "Bob" Gillespie')]),
        ("Robert (Bob) Gillespie <robert@uni.example>", [(ROBERT, "Robert Gillespie")]),
        ("Robert Gillespie<robert@uni.example>", [(ROBERT, "Robert Gillespie")]),
        ("Robert O'Neil <robert@uni.example>", [(ROBERT, "Robert O'Neil")]),
        (
            "Robert Gillespie <robert@uni.example>, Mary <mary@uni.example>",
            [(ROBERT, "Robert Gillespie"), ("mary@uni.example", "Mary")],
        ),
        ("robert@uni.example; mary@uni.example", [(ROBERT, ""), ("mary@uni.example", "")]),
        ("Tide gauges: Robert <robert@uni.example>, mary@uni.example;", [(ROBERT, "Robert"), ("mary@uni.example", "")]),
        ("undisclosed-recipients:;", []),
        ("Robert Gillespie", [("", "Robert Gillespie")]),
        ("Robert Gillespie, Mary Calder", [("", "Robert Gillespie"), ("", "Mary Calder")]),
        ("Robert Gillespie, mary@uni.example", [("", "Robert Gillespie"), ("mary@uni.example", "")]),
        ('"Robert Gillespie <robert@uni.example>', [(ROBERT, "Robert Gillespie")]),
        ("<@one.example,@two.example:robert@uni.example>", [(ROBERT, "")]),
        ("", []),
        ("<>", []),
    ],
)
def test_people_of_a_header(header: str, people: list[tuple[str, str]]) -> None:
    assert [tuple(person) for person in find_people([header])] == people


@given(st.text(alphabet='ab@<>,;:"()\\= ?q.\u00e4', max_size=60))
def test_no_header_is_too_strange(header: str) -> None:
    assert all(any(person) for person in find_people([header]))


@pytest.mark.parametrize(
    "address",
    [
        *("noreply@x.example", "no-reply@x.example", "do_not_reply@x.example", "MAILER-DAEMON@x.example"),
        *("tides-bounces@lists.example", "owner-tides@lists.example", "tides-request@lists.example"),
    ],
)
def test_addresses_of_nobody(address: str) -> None:
    assert is_nobody(address)
    assert not is_nobody("noel.reply@x.example")


@pytest.mark.parametrize(
    ("headers", "author", "name"),
    [
        ({"Reply_To": ROBERT}, ROBERT, "Robert Gillespie"),
        ({"Reply_To": f"Tides <tides@lists.example>, {ROBERT}"}, ROBERT, "Robert Gillespie"),
        ({"X_Original_From": f"Robert G <{ROBERT}>"}, ROBERT, "Robert Gillespie"),
        ({"X_Original_Sender": ROBERT, "Reply_To": "tides@lists.example"}, ROBERT, "Robert Gillespie"),
        ({"Reply_To": "tides@lists.example"}, "robert gillespie", "Robert Gillespie"),
        ({}, "robert gillespie", "Robert Gillespie"),
    ],
)
def test_a_list_in_the_place_of_the_sender(
    headers: dict[str, str], author: str, name: str, mail: Reader, read: Reader
) -> None:
    for sender in ("Robert Gillespie via Tides", "'Robert Gillespie' via Tides", "Robert Gillespie"):
        found = read(mail(From=f'"{sender}" <tides@lists.example>', **LIST, **headers))
        assert found.first.author == author
        assert found.report.people[author][0] == name


def test_somebody_behind_a_list_who_writes_by_themselves_as_well(mail: Reader, read: Reader) -> None:
    found = read(
        mail(From="Robert Gillespie via Tides <tides@lists.example>", **LIST),
        mail(From=f"Robert Gillespie <{ROBERT}>", **LIST),
    )
    assert [message.author for message in found.messages] == [ROBERT, ROBERT]
    assert found.report.people == {ROBERT: ["Robert Gillespie"]}


def test_two_people_with_one_name_are_not_mixed_up(mail: Reader, read: Reader) -> None:
    found = read(
        mail(From="Robert Gillespie via Tides <tides@lists.example>", **LIST),
        mail(From=f"Robert Gillespie <{ROBERT}>", **LIST),
        mail(From="Robert Gillespie <rob@other.example>", **LIST),
    )
    assert [message.author for message in found.messages] == ["robert gillespie", ROBERT, "rob@other.example"]


def test_people_of_a_mailbox(mail: Reader, read: Reader) -> None:
    found = read(
        mail(
            From="Mary Calder <mary@uni.example>",
            To=f"Tides <tides@lists.example>, Robert <{ROBERT}>",
            Cc="Kayleigh Oduya <k@uni.example>, k2@uni.example, Robert",
            Reply_To="Calder, Mary <mary@home.example>",
            Sender="tides-bounces@lists.example",
            **LIST,
        ),
        mail(From="MJ <mary@uni.example>", To="tides@lists.example", **LIST),
        mail(From="Mail System <MAILER-DAEMON@uni.example>", To="mary@uni.example"),
        mail(From="Gone Away <gone@uni.example>", Status="D"),
    )
    assert found.report.people == {
        "mary@uni.example": ["Mary Calder", "MJ"],
        ROBERT: ["Robert"],
        "k@uni.example": ["Kayleigh Oduya"],
        "k2@uni.example": [],
        "mary@home.example": ["Calder, Mary"],
    }
    assert found.messages[2].author == "mailer-daemon@uni.example"
    # With the list, one person is addressed.
    assert found.first.parent_author == ROBERT
    assert found.messages[1].parent_author is None


@pytest.mark.parametrize(
    "headers",
    [
        {"List_Post": "<mailto:tides@lists.example>"},
        {"List_Id": '"Tides" <tides.lists.example>'},
        {"X_BeenThere": "tides@lists.example"},
        {"Mailing_List": "list tides@lists.example; contact tides-owner@lists.example"},
        {"List_Id": "<t.other.example>", "Sender": "tides@lists.example"},
    ],
)
def test_addresses_of_lists(headers: dict[str, str], mail: Reader, read: Reader) -> None:
    found = read(mail(To="tides@lists.example", **headers))
    assert list(found.report.people) == ["mary@uni.example"]
    assert found.first.parent_author is None


def test_where_most_mails_of_a_list_go_to(mail: Reader, read: Reader) -> None:
    sent = {"To": "all-of-us@club.example", "List_Id": "<club.lists.example>"}
    found = read(mail(**sent), mail(From=f"R <{ROBERT}>", **sent), mail(To=ROBERT))
    assert list(found.report.people) == ["mary@uni.example", ROBERT]
    without = {"To": "robert2@club.example"}
    assert "robert2@club.example" in read(mail(**without), mail(**without)).report.people


def test_several_senders(mail: Reader, read: Reader) -> None:
    found = read(mail(From=f"Mary <mary@uni.example>, Robert <{ROBERT}>"), mail(From=None, Sender=f"R <{ROBERT}>"))
    assert [message.author for message in found.messages] == ["mary@uni.example", ROBERT]
    assert found.report.people == {"mary@uni.example": ["Mary"], ROBERT: ["R", "Robert"]}


# --- Lists that no header names ---


@pytest.mark.parametrize(
    "address",
    [
        *("limpets@lists.x.example", "limpets@list.x.example", "limpets@listserv.x.example", "limpets@mailman.example"),
        *("limpets@googlegroups.com", "limpets@groups.io", "limpets@sea.groups.io", "limpets@groups.x.example"),
        *("limpets-l@x.example", "limpets-list@x.example", "limpets-ml@x.example", "limpets-discuss@x.example"),
        *("limpets-announce@x.example", "limpetlist@x.example"),
    ],
)
@pytest.mark.parametrize("name", ["", "Limpets ", "Limpet Mailing List "])
def test_lists_by_their_addresses(address: str, name: str, mail: Reader, read: Reader) -> None:
    found = read(mail(To=f"{name}<{address}>"), mail(From=f"R <{ROBERT}>", To=f"<{address.upper()}>"))
    assert list(found.report.people) == ["mary@uni.example", ROBERT]
    assert {message.parent_author for message in found.messages} == {None}


def test_a_list_by_its_tag(mail: Reader, read: Reader) -> None:
    found = read(mail(To="Der Kurs im Sommer <kurs19@x.example>", Subject="Re: [Kurs19] Ebbe"))
    assert (found.first.parent_author, list(found.report.people)) == (None, ["mary@uni.example"])


def test_whom_several_people_write_to(mail: Reader, read: Reader) -> None:
    def sent_to(to: str, *more: bytes) -> Any:
        writers = ("Mary <mary@uni.example>", f"R <{ROBERT}>", "Kayleigh <k@uni.example>")
        return read(*(mail(From=writer, To=to) for writer in writers), *more)

    found = sent_to("limpets@x.example")
    assert "limpets@x.example" not in found.report.people
    assert {message.parent_author for message in found.messages} == {None}
    # One person may be written to by many, too.
    for to in (
        "Fergus Ballantyne <fb12@x.example>",
        "fergus@x.example",
        "f.ballantyne@x.example",
        "fgillespie@x.example",
    ):
        assert {message.parent_author for message in sent_to(to).messages} == {to.split("<")[-1].strip(">")}
    answer = mail(From="limpets@x.example", To=ROBERT)
    assert sent_to("limpets@x.example", answer).first.parent_author == "limpets@x.example"


@pytest.mark.parametrize("address", ["jean-l@x.example", "k.calist@x.example"])
def test_people_whose_addresses_look_like_lists(address: str, mail: Reader, read: Reader) -> None:
    found = read(mail(To=f"Jean Lavoie <{address}>"))
    assert found.first.parent_author == address
    assert found.report.people[address] == ["Jean Lavoie"]
    assert address in read(mail(From=address)).report.people


def test_copies_tell_of_the_list(mail: Reader, read: Reader) -> None:
    sent = {"Message_ID": "<1@x>", "To": "limpets@x.example"}
    found = read(mail(**sent), mail(**sent, List_Post="<mailto:limpets@x.example>"))
    assert (found.first.parent_author, list(found.report.people)) == (None, ["mary@uni.example"])


def test_a_list_that_hides_the_sender_and_says_nothing(mail: Reader, read: Reader) -> None:
    found = read(mail(From="Robert Gillespie <tides@lists.example>", Reply_To=f"Robert G <{ROBERT}>"))
    assert (found.first.author, found.report.people) == (ROBERT, {ROBERT: ["Robert Gillespie", "Robert G"]})


@pytest.mark.parametrize(
    "sender", ["no-reply@uni.example", "Course Mail <noreply@uni.example>", "notifications@x.example"]
)
def test_programs_are_no_people(sender: str, mail: Reader, read: Reader) -> None:
    found = read(mail(From=sender, To="mary@uni.example"))
    assert found.first.author == sender.split("<")[-1].strip(">")
    assert list(found.report.people) == ["mary@uni.example"]
