"""mbox files and Maildirs: where a mail begins, in which order, and what is left out."""

from __future__ import annotations

import gzip
import mailbox
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_pseudo.corpus.formats import find_layout
from spacy_pseudo.corpus.formats.layouts import Wishes
from spacy_pseudo.corpus.formats.mail.boxes import read_maildir, read_mbox, split_mbox
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.corpus.tables import ReadReport
from spacy_pseudo.errors import PseudoError

Reader = Callable[..., Any]


@pytest.mark.parametrize(
    "between",
    [
        "From mary@uni.example Fri Feb  1 17:36:46 2019",
        "From mary at uni.example  Fri Feb  1 17:36:46 2019",
        "From - Fri Feb 01 17:36:46 2019",
        "From 1623941287@xxx Fri Feb 01 17:36:46 +0000 2019",
        "From mary@uni.example Fri, 1 Feb 2019 17:36:46 +0100",
        "From ???@??? Fri Feb 01 17:36:46 2019",
        "From mary@uni.example Fri Feb  1 17:36 MET 2019",
        "From mary@uni.example Fri Feb  1 17:36:46 2019 remote from relay",
        "From mary@uni.example Fri Feb  1 17:36:46 2019 +0100",
        "From mary@uni.example Fri Feb  1 17:36:46 2019 (CET)",
        "From mary@uni.example Fri Feb  1 05:36:46 PM MET 2019",
        "From mary@uni.example Fri, 1 Feb 2019 17:36:46 +0100 (CET)",
        "From mary Fri Feb  1 17:36:46 2019\n>From mary@uni.example Fri Feb  1 17:36:46 2019",
        "From mary Fri Feb  1 17:36:46 2019\nFrom mary@uni.example Fri Feb  1 17:36:46 2019",
        "From -518730325087782",
        "From MAILER-DAEMON Fri Feb  1 17:36:46 2019\r",
    ],
)
def test_lines_between_mails(between: str, mail: Reader, read: Reader) -> None:
    raw = b"".join(between.encode() + b"\n" + mail(f"Number {n}.") + b"\n" for n in (1, 2, 3))
    assert [message.text for message in read(raw=raw).messages] == ["Number 1.\n", "Number 2.\n", "Number 3.\n"]


@pytest.mark.parametrize(
    "line",
    [
        "From what I see, it is late.",
        "From here on Fri Feb 1 we met at 17:36, in 2019",
        "From now on: no.",
        "From mary@uni.example Fri Feb  1 17:36:46 2019 it was quiet.",
        "From mary@uni.example",
        "From mary@uni.example Fri Feb  1 17:36:46 2019 is a line of a log\nName: limpets",
        "From mary@uni.example Fri Feb  1 17:36:46 2019\n\nis a line of a log",
        "From mary@uni.example Fri Feb  1 17:36:46 2019\nand another",
    ],
)
def test_a_line_of_the_text_is_no_new_mail(line: str, mail: Reader, read: Reader) -> None:
    found = read(mail(f"One.\n\n{line}\nTwo."), mail("Three.")).messages
    assert [message.text for message in found] == [f"One.\n\n{line}\nTwo.\n", "Three.\n"]


def test_a_mail_begins_after_a_blank_line_only(mail: Reader, read: Reader) -> None:
    pasted = "It said:\nFrom mary@uni.example Fri Feb  1 17:36:46 2019\nSubject: tides"
    assert [message.text for message in read(mail(pasted), mail("Two.")).messages] == [f"{pasted}\n", "Two.\n"]


def test_marks_before_from_are_taken_away(mail: Reader, read: Reader) -> None:
    assert read(mail("One.\n\n>From here.\n>>From there.\n> From her.")).first.text == (
        "One.\n\nFrom here.\n>From there.\n> From her.\n"
    )


def test_windows_line_ends_and_a_mark_at_the_beginning(mail: Reader, read: Reader) -> None:
    raw = b"".join(b"From - Fri Feb  1 17:36:46 2019\n" + mail(f"{n}\nlines") + b"\n" for n in (1, 2))
    found = read(raw=b"\xef\xbb\xbf" + raw.replace(b"\n", b"\r\n")).messages
    assert [message.text for message in found] == ["1\nlines\n", "2\nlines\n"]


def test_compressed(mail: Reader, tmp_path: Path) -> None:
    path = tmp_path / "2019-February.txt.gz"
    path.write_bytes(gzip.compress(b"From mary at uni.example  Fri Feb  1 17:36:46 2019\n" + mail("Hello.")))
    assert [message.text for message in read_messages(path)] == ["Hello.\n"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "P140"),
        (b"\n\n", "P140"),
        (b"id,author,text\n1,mary,Hello.\n", "P141"),
        (b"From: Mary Calder <mary@uni.example>\nSubject: tides\n\nHello.\n", "P141"),
        (b"\x00\x01\x02", "P141"),
    ],
)
def test_no_mailbox(content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "list.mbox"
    path.write_bytes(content)
    with pytest.raises(PseudoError, match=rf"{code}.*list\.mbox"):
        read_messages(path)


def test_damaged_files(mail: Reader, tmp_path: Path) -> None:
    path = tmp_path / "list.mbox.gz"
    path.write_bytes(gzip.compress(b"From - Fri Feb  1 17:36:46 2019\n" + mail("x" * 5000))[:-40])
    with pytest.raises(PseudoError, match="P101"):
        read_messages(path)


def test_a_mail_without_headers_is_counted(mail: Reader, read: Reader) -> None:
    raw = b"From - Fri Feb  1 17:36:46 2019\n\nno header\n\nFrom - Fri Feb  1 17:36:46 2019\n" + mail("Hello.")
    found = read(raw=raw)
    assert [message.id for message in found.messages] == ["mail-2"]
    assert found.report.left_out == {"unreadable mails": 1}
    assert found.report.rows == 1


def test_parts_within_parts_without_end_are_counted(mail: Reader, read: Reader) -> None:
    depth = 2000
    parts = b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1) for n in range(depth))
    deep = mail(parts, Content_Type="multipart/mixed; boundary=b0")
    found = read(deep, mail("Hello."))
    assert [message.text for message in found.messages][-1] == "Hello.\n"
    assert len(found.messages) + found.report.left_out["unreadable mails"] == 2


@pytest.mark.parametrize(
    ("headers", "kind"),
    [
        ({"Status": "ROD"}, "deleted messages"),
        ({"X_Status": "D"}, "deleted messages"),
        ({"X_Mozilla_Status": "0009"}, "deleted messages"),
        ({"X_Gmail_Labels": "Archived,Trash"}, "deleted messages"),
        ({"X_Status": "T"}, "drafts"),
        ({"X_Gmail_Labels": "Drafts"}, "drafts"),
    ],
)
def test_what_was_deleted_is_left_out(headers: dict[str, str], kind: str, mail: Reader, read: Reader) -> None:
    found = read(mail("Gone.", **headers), mail("Hello.", Status="RO", X_Mozilla_Status="0001"))
    assert [message.text for message in found.messages] == ["Hello.\n"]
    assert found.report.left_out == {kind: 1}
    everything = read(mail("Gone.", **headers), mail("Hello."), include=("deleted",))
    assert [message.text for message in everything.messages] == ["Gone.\n", "Hello.\n"]
    assert not everything.report.left_out


def test_what_a_mail_server_keeps_in_the_file_is_no_message(mail: Reader, read: Reader) -> None:
    internal = mail("Do not delete.", X_IMAP="1549042606 0000000002", Subject="DON'T DELETE -- FOLDER INTERNAL DATA")
    found = read(internal, mail("Hello."))
    assert [message.text for message in found.messages] == ["Hello.\n"]
    assert found.report.left_out == {"folder data": 1}


# --- Maildir ---


def test_maildir_in_the_order_of_dates(mail: Reader, read_dir: Reader) -> None:
    found = read_dir(
        {
            "cur/1549042700.M1P2.host:2,S": mail("Second.", Date="Fri, 1 Feb 2019 18:00:00 +0100"),
            "new/1549042600.M1P2.host": mail("Third.", Date="Fri, 1 Feb 2019 17:30:00 +0000"),
            "cur/1549042800.M1P2.host:2,RS": mail("First.", Date="Fri, 1 Feb 2019 11:00:00 -0500"),
            "cur/1549042801.M1P2.host:2,": mail("First as well.", Date="Fri, 1 Feb 2019 11:00:00 -0500"),
            "cur/1549100000.M1P2.host:2,": mail("Fourth.", Date=None),
            "tmp/1549042900.M1P2.host": mail("Half of it"),
            "cur/.hidden": b"no mail",
        }
    )
    texts = ["First.\n", "First as well.\n", "Second.\n", "Third.\n", "Fourth.\n"]
    assert [message.text for message in found.messages] == texts
    assert (found.report.layout, found.report.format, found.report.rows) == ("maildir", "jsonl", 5)


def test_flags_and_folders(mail: Reader, read_dir: Reader) -> None:
    files = {
        "cur/1.host:2,ST": mail("Trashed."),
        "cur/2.host:2,DS": mail("Draft."),
        "cur/3.host:2,S": mail("Inbox."),
        ".Sent/cur/4.host:2,S": mail("Sent."),
        ".Archive.2019/new/5.host": mail("Archived."),
        "Lists/Tides/cur/6.host": mail("Of the list."),
        ".Trash/cur/7.host:2,S": mail("In the trash."),
        ".Drafts/cur/8.host:2,S": mail("Not sent."),
    }
    found = read_dir(files)
    assert [message.text for message in found.messages] == ["Inbox.\n", "Sent.\n", "Archived.\n", "Of the list.\n"]
    assert found.report.left_out == {"deleted messages": 2, "drafts": 2}
    assert len(read_dir(files, include=("deleted",)).messages) == 8


def test_a_maildir_is_recognised(mail: Reader, read_dir: Reader, tmp_path: Path) -> None:
    with pytest.raises(PseudoError, match=r"P142.*cur"):
        read_dir({})
    read_dir({"cur/1.host:2,S": mail("Hello.")})
    assert [message.text for message in read_messages(tmp_path / "mail")] == ["Hello.\n"]
    with pytest.raises(PseudoError, match=r"P143.*is a file, but the format 'maildir' .*Give the directory"):
        read_messages(tmp_path / "mail" / "cur" / "1.host:2,S", format="maildir")


@pytest.mark.parametrize("format", ["csv", "jsonl", "mbox", "moodle"])
def test_directories_that_are_none(format: str, tmp_path: Path) -> None:
    (tmp_path / "export").mkdir()
    with pytest.raises(PseudoError, match=r"P142.*export.*cur"):
        read_messages(tmp_path / "export")
    with pytest.raises(PseudoError, match=rf"P143.*is a directory, but the format '{format}' .*Give the file"):
        read_messages(tmp_path / "export", format=format)
    with pytest.raises(PseudoError, match="P101"):
        read_messages(tmp_path / "nothing", format=format)
    with pytest.raises(PseudoError, match="P101"):
        read_messages(tmp_path / "nothing", format="maildir")


def test_the_library_writes_what_is_read(tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "box")
    one = mailbox.MaildirMessage(EmailMessage())
    one["From"] = "mary@uni.example"
    one.set_payload("Hello.\n")
    one.set_flags("S")
    box.add(one)
    gone = mailbox.MaildirMessage(one)
    gone.set_flags("ST")
    box.add(gone)
    report = ReadReport()
    assert [message.author for message in read_maildir(tmp_path / "box", Wishes(), report)] == ["mary@uni.example"]
    assert report.left_out == {"deleted messages": 1}


# --- Any bodies ---

_BODIES = st.lists(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["", "From mary@uni.example Fri Feb  1 17:36:46 2019", "Subject: tides", ">From here", "From it"]
            ),
            st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\n"), max_size=20),
        ),
        max_size=8,
    ).map("\n".join),
    min_size=1,
    max_size=6,
)


@given(bodies=_BODIES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_as_many_mails_as_were_written(bodies: list[str], tmp_path: Path) -> None:
    path = tmp_path / "any.mbox"
    path.unlink(missing_ok=True)
    box = mailbox.mbox(path)  # quotes lines that begin with 'From '
    for number, body in enumerate(bodies):
        written = mailbox.mboxMessage()
        written["Message-ID"] = f"<{number}@uni.example>"
        written["Content-Type"] = "text/plain; charset=utf-8"
        written["Content-Transfer-Encoding"] = "8bit"
        written.set_payload(body.encode("utf-8").decode("ascii", "surrogateescape"))
        box.add(written)
    box.close()
    assert len(list(split_mbox(path))) == len(bodies)
    found = list(read_mbox(path, Wishes(), ReadReport()))
    assert [message.id for message in found] == [f"{number}@uni.example" for number in range(len(bodies))]


_PIECES = st.sampled_from(
    [
        *("=?", "?=", '"', "<", ">", "(", ")", ",", ";", ":", "@", "\n", "\n ", "\r", "\0", "\n\n", "ä", "\udcff"),
        *("=?utf-7?q?+2AA-?=", "charset=utf-16", "charset*0*=x", "boundary=b", "\n--b\n", "multipart/mixed", " via "),
        *("\nContent-Type: text/plain; ", "\nFrom: ", "\nTo: ", "\nDate: 1", "\nReferences: <1@x>", "\nSubject: Re: "),
        *("base64", "format=flowed", "\nList-Post: <mailto:", "\nX-Mozilla-Status: zz", "mary@uni.example"),
    ]
)


@given(pieces=st.lists(_PIECES, max_size=25))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_mail_is_too_strange(pieces: list[str], tmp_path: Path) -> None:
    path = tmp_path / "any.mbox"
    strange = "".join(pieces).encode("utf-8", "surrogateescape")
    between = b"From - Fri Feb  1 17:36:46 2019\n"
    path.write_bytes(between + b"X-Some: " + strange + b"\n\n" + between + b"From: mary@uni.example\n\nHello.\n")
    report = ReadReport()
    messages = list(read_mbox(path, Wishes(), report))
    assert messages[-1].text == "Hello.\n"
    assert len(messages) + report.left_out["unreadable mails"] >= 2
    "".join(f"{message.metadata} {message.subject} {message.text}" for message in messages).encode("utf-8")
    f"{report.people}".encode()


def test_by_name_and_beginning(mail: Reader, tmp_path: Path) -> None:
    path = tmp_path / "Inbox"
    path.write_bytes(b"From - Fri Feb  1 17:36:46 2019\n" + mail("Hello."))
    layout = find_layout(path)
    assert layout is not None
    assert layout.name == "mbox"
