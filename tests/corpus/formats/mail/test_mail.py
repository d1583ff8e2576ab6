"""What becomes of a mail's headers: ids, authors, parents, threads, times, subjects and copies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spacy_pseudo.corpus.formats.mail.headers import bare_subject, is_answer
from spacy_pseudo.corpus.replies import Threads
from spacy_pseudo.errors import PseudoError

Reader = Callable[..., Any]


def test_a_message(mail: Reader, read: Reader) -> None:
    found = read(
        mail(
            "Hello.\n\nMary",
            From="Mary Calder <Mary@Uni.Example>",
            Message_ID="<1@uni.example>",
            Subject="=?utf-8?q?T=C3=A4nder?=\n =?utf-8?q?_och?= vatten",
        )
    )
    message = found.first
    assert (message.id, message.author, message.parent) == ("1@uni.example", "mary@uni.example", None)
    assert (message.timestamp, message.subject) == ("2019-02-01T17:36:46+01:00", "Tänder och vatten")
    assert (message.text, message.html, message.thread, message.session) == ("Hello.\n\nMary\n", False, None, None)
    report = found.report
    assert (report.rows, report.layout, report.format, report.encoding) == (1, "mbox", "jsonl", "utf-8")
    assert list(report.columns) == report.headers
    assert "session" not in report.columns
    assert report.columns["text"] == "text"


def test_a_mail_that_says_nothing(mail: Reader, read: Reader) -> None:
    message = read(mail("Hello.", From=None, Date="yesterday", X_Some="thing")).first
    assert message.id == "mail-1"
    assert message.metadata == {"id": "mail-1"}
    assert message.subject is None


@pytest.mark.parametrize(
    "date",
    ["yesterday", "", "Fri, 99 Feb 2019 17:36:46 +0100", "Fri, 1 Feb 2019 17:36:46 +9999", "1", "0 0 0", "\u00e4"],
)
def test_dates_that_cannot_be_read(date: str, mail: Reader, read: Reader) -> None:
    assert read(mail(Date=date)).first.timestamp is None


def test_a_date_without_zone(mail: Reader, read: Reader) -> None:
    assert read(mail(Date="Fri, 1 Feb 2019 17:36:46 -0000")).first.timestamp == "2019-02-01T17:36:46"


# --- Who answers whom ---


def test_parents(mail: Reader, read: Reader) -> None:
    found = read(
        mail(Message_ID="<2@x>", In_Reply_To="<1@x>"),  # before what it answers
        mail(Message_ID="<1@x>"),
        mail(Message_ID="<3@x>", References="<1@x> <2@x>"),
        mail(Message_ID="<4@x>", In_Reply_To="<gone@x>", References="<1@x> <3@x> <gone@x>"),
        mail(Message_ID="<5@x>", In_Reply_To='Your message of "Fri, 1 Feb" <3@x>'),
        mail(Message_ID="<6@x>", In_Reply_To="4@x"),
        mail(Message_ID="<7@x>", In_Reply_To="<7@x>"),
    ).messages
    assert [message.parent for message in found] == ["1@x", None, "2@x", "3@x", "3@x", "4@x", None]
    assert {message.thread for message in found} == {None}


def test_answers_to_what_is_missing_belong_together(mail: Reader, read: Reader) -> None:
    found = read(
        mail(Message_ID="<1@x>", References="<root@x>"),
        mail(Message_ID="<2@x>", In_Reply_To="<gone@x>", References="<root@x> <gone@x>"),
        mail(Message_ID="<3@x>", In_Reply_To="<2@x>", References="<root@x> <gone@x> <2@x>"),
        mail(Message_ID="<4@x>", In_Reply_To="<other@x>"),
        mail(Message_ID="<5@x>"),
    ).messages
    assert [message.parent for message in found] == ["root@x", "gone@x", "2@x", "other@x", None]
    threads = Threads()
    for message in found:
        threads.add(message)
    threads.finish()
    assert [threads.place(message.id).thread for message in found] == ["root@x", "root@x", "root@x", "other@x", "5@x"]


def test_answers_by_their_subjects(mail: Reader, read: Reader) -> None:
    def at(hour: int, id: str, subject: str) -> bytes:
        data: bytes = mail(Message_ID=f"<{id}@x>", Subject=subject, Date=f"Fri, 1 Feb 2019 {hour}:00:00 +0100")
        return data

    found = read(
        at(12, "late", "Re: [tides] High water"),
        at(10, "first", "[tides] High water"),
        at(11, "second", "SV: High  Water"),
        at(13, "other", "Re: Low water"),
        at(14, "new", "High water"),
        at(15, "new answer", "AW: Re[2]: high water"),
    ).messages
    parents = [message.parent for message in found]
    assert parents == ["second@x", None, "first@x", None, None, "new@x"]


def test_a_subject_that_comes_back_after_months(mail: Reader, read: Reader) -> None:
    days = {"asked": "1 Feb", "answered": "20 Feb", "again": "15 Mar", "late": "2 Nov", "undated": None}
    found = read(
        *(
            mail(
                Message_ID=f"<{id}@x>",
                Subject="Question" if id == "asked" else "Re: Question",
                Date=f"{day} 2019 12:00:00 +0100" if day else None,
            )
            for id, day in days.items()
        )
    ).messages
    assert [message.parent for message in found] == [None, "asked@x", "answered@x", None, "late@x"]


def test_answers_without_dates(mail: Reader, read: Reader) -> None:
    subjects = ["Re: Tides", "Tides", "Re: Tides", "Clocks", "SV: tides"]
    mails = [mail(Message_ID=f"<{n}@x>", Subject=subject, Date=None) for n, subject in enumerate(subjects)]
    assert [message.parent for message in read(*mails).messages] == [None, None, "1@x", None, "2@x"]


@pytest.mark.parametrize(
    "subject", ["Re:", "Re: ", "[tides] Re:", "Re: [tides]", "Re: (no subject)", "AW: kein Betreff", "Re: ?"]
)
def test_subjects_that_say_nothing(subject: str, mail: Reader, read: Reader) -> None:
    bare = subject.removeprefix("Re: ").removeprefix("AW: ")
    found = read(mail(Message_ID="<1@x>", Subject=bare), *(mail(Subject=subject) for _ in range(2))).messages
    assert [message.parent for message in found] == [None, None, None]


@pytest.mark.parametrize(
    "header",
    [
        "message from mary@uni.example",
        "mary@uni.example",
        "Message from Mary <mary@uni.example> of Friday",
        'Your message of "Fri, 1 Feb" robert@uni.example',
    ],
)
def test_an_address_is_no_message(header: str, mail: Reader, read: Reader) -> None:
    found = read(
        mail(Message_ID="<1@x>", Subject="Tides", To="robert@uni.example"),
        mail(Message_ID="<2@x>", Subject="Clocks", In_Reply_To=header),
        mail(Message_ID="<3@x>", Subject="Clocks", In_Reply_To=f"{header} <gone@x>"),
    ).messages
    assert [message.parent for message in found] == [None, None, "gone@x"]
    assert [message.thread for message in found] == [None, None, "gone@x"]


@pytest.mark.parametrize(
    "subject", ["Re: x", "RE:x", "AW: x", "SV: x", "Sv: x", "VS: x", "Re[2]: x", "Re(3): x", "[list] Re: x", "Antw: x"]
)
def test_subjects_of_answers(subject: str) -> None:
    assert is_answer(subject)
    assert bare_subject(subject) == "x"


@pytest.mark.parametrize("subject", ["Fwd: x", "Results: x", "Return", "x: Re", "[Re] x", "", "Resa: x"])
def test_subjects_of_others(subject: str) -> None:
    assert not is_answer(subject)


def test_subjects_without_their_beginnings() -> None:
    assert bare_subject("Re: [tides] Fwd: AW: High  Water") == "high water"
    assert bare_subject("Re:") == "re:"


def test_the_addressee_of_a_mail_that_answers_nothing(mail: Reader, read: Reader) -> None:
    found = read(
        mail(Message_ID="<1@x>", To="Robert Gillespie <Robert@uni.example>", Cc="kayleigh@uni.example"),
        mail(Message_ID="<2@x>", To="robert@uni.example, kayleigh@uni.example"),
        mail(Message_ID="<3@x>", To="robert@uni.example", In_Reply_To="<1@x>"),
        mail(Message_ID="<4@x>", To="robert@uni.example", In_Reply_To="<gone@x>"),
        mail(Message_ID="<5@x>", To="robert@uni.example, mary@uni.example"),
        mail(Message_ID="<6@x>", To="undisclosed-recipients:;"),
        mail(Message_ID="<7@x>", To="noreply@uni.example"),
    ).messages
    robert = "robert@uni.example"
    assert [message.parent_author for message in found] == [robert, None, None, robert, robert, None, None]


# --- Copies ---


def test_copies_of_a_mail_are_left_out(mail: Reader, read: Reader) -> None:
    found = read(
        mail("Sent.", Message_ID="<1@x>", Subject="Tides"),
        mail("Received.\n____\nTides mailing list", Message_ID="<1@x>", Subject="[tides] Tides"),
        mail("Answer.", Message_ID="<2@x>", In_Reply_To="<1@x>"),
    )
    assert [message.text for message in found.messages] == ["Sent.\n", "Answer.\n"]
    assert found.report.left_out == {"copies": 1}


def test_another_mail_with_the_same_id_is_no_copy(mail: Reader, read: Reader) -> None:
    found = read(
        mail("One.", Message_ID="<1@x>"),
        mail("Two.", Message_ID="<1@x>", Date="Sat, 2 Feb 2019 17:36:46 +0100"),
        mail("Three.", Message_ID="<2@x>", Date=None, Subject="Tides"),
        mail("Four.", Message_ID="<2@x>", Date=None, Subject="Clocks"),
        mail("Five.", Message_ID="<2@x>", Date=None, Subject="Re: Tides"),
    )
    assert [message.id for message in found.messages] == ["1@x", "1@x~2", "2@x", "2@x~2"]
    assert found.report.left_out == {"copies": 1}


def test_a_copy_of_what_was_deleted_is_read(mail: Reader, read: Reader) -> None:
    found = read(mail("Gone.", Message_ID="<1@x>", Status="D"), mail("Kept.", Message_ID="<1@x>"))
    assert [message.text for message in found.messages] == ["Kept.\n"]
    assert found.report.left_out == {"deleted messages": 1}


# --- What cannot be read ---


def test_encodings_that_somebody_names(mail: Reader, read: Reader) -> None:
    polish = mail("Cześć".encode("iso-8859-2"))
    assert read(polish, encoding="iso-8859-2").first.text == "Cześć\n"
    with pytest.raises(PseudoError, match=r"P104.*base64"):
        read(polish, encoding="base64")


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("=?utf-8?b?VMOkbmRlcg==?=", "Tänder"),
        ("=?UTF-8?Q?a?= =?UTF-8?Q?b?= c", "ab c"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=A4?=", "ä"),
        ("=?utf-8*sv?q?=C3=A4?=", "ä"),
        ("=?iso-8859-1?q?O=92Neil?=", "O’Neil"),
        ("=?unknown?q?=E4?=", "ä"),
        ("=?utf-8?b?VMOkbmRlcg?=", "Tänder"),
        ("=?utf-8?b?V?=", "=?utf-8?b?V?="),
        ("a =?utf-8?x?b?= c", "a =?utf-8?x?b?= c"),
        ("Tänder", "Tänder"),
        ("a\0b", "a\ufffdb"),
    ],
)
def test_subjects(subject: str, expected: str, mail: Reader, read: Reader) -> None:
    assert read(mail(Subject=subject)).first.subject == expected


def test_bytes_in_headers_that_are_not_ascii(mail: Reader, read: Reader) -> None:
    latin = mail("Hello.", Subject="Tänder").replace("Tänder".encode(), "Tänder".encode("latin-1"))
    assert read(latin).first.subject == "Tänder"
