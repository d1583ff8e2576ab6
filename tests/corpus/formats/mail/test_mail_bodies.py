"""The bodies of mails: parts, charsets, soft line breaks, and that whatever text somebody sends comes out."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spacy_pseudo.corpus.formats.layouts import Wishes
from spacy_pseudo.corpus.formats.mail.boxes import read_mbox
from spacy_pseudo.corpus.formats.mail.encodings import unpack
from spacy_pseudo.corpus.formats.mail.text import decode, join_flowed
from spacy_pseudo.corpus.tables import ReadReport

Reader = Callable[..., Any]


def parts(kind: str, *parts: tuple[str, str]) -> dict[str, Any]:
    """The text and the Content-Type of a mail with several parts; each is given by its headers and its text."""
    body = "".join(f"--b\n{headers}\n\n{text}\n" for headers, text in parts)
    return {"text": f"{body}--b--", "Content_Type": f'multipart/{kind}; boundary="b"'}


PLAIN = ("Content-Type: text/plain; charset=utf-8", "Plain.")
HTML = ("Content-Type: text/html; charset=utf-8", "<p>HTML.</p>")
IMAGE = ("Content-Type: image/png\nContent-Transfer-Encoding: base64", "iVBORw==")
NOTES = ("Content-Type: text/plain\nContent-Disposition: attachment; filename=notes.txt", "Notes.")
FORWARDED = ("Content-Type: message/rfc822", "From: kayleigh@uni.example\n\nHi Robert")
SIGNATURE = ("Content-Type: application/pgp-signature", "-----BEGIN PGP SIGNATURE-----")
CALENDAR = ("Content-Type: text/calendar", "BEGIN:VCALENDAR")


@pytest.mark.parametrize(
    ("kind", "given", "text", "attachments"),
    [
        ("alternative", (PLAIN, HTML), "Plain.", 0),
        ("alternative", (HTML, PLAIN), "Plain.", 0),
        ("alternative", (("Content-Type: text/plain", " "), HTML), "<p>HTML.</p>", 0),
        ("alternative", (PLAIN, HTML, CALENDAR), "Plain.", 1),
        ("mixed", (PLAIN, IMAGE), "Plain.", 1),
        ("mixed", (PLAIN, NOTES), "Plain.", 1),
        ("mixed", (PLAIN, FORWARDED), "Plain.", 1),
        ("mixed", (PLAIN, IMAGE, PLAIN), "Plain.\nPlain.", 1),
        ("mixed", (HTML, PLAIN), "<p>HTML.</p>\n<pre>Plain.</pre>", 0),
        ("signed", (PLAIN, SIGNATURE), "Plain.", 1),
        ("encrypted", (SIGNATURE, SIGNATURE), "", 2),
        ("related", (HTML, IMAGE), "<p>HTML.</p>", 1),
        ("report", (PLAIN, ("Content-Type: message/delivery-status", "Action: failed")), "Plain.", 1),
        ("mixed", (("X-None: x", "No type."),), "No type.", 0),
    ],
)
def test_parts(kind: str, given: Any, text: str, attachments: int, mail: Reader, read: Reader) -> None:
    found = read(mail(**parts(kind, *given)))
    assert found.first.text == text
    assert found.first.html is ("<p>" in text)
    assert found.report.left_out["attachments"] == attachments


def test_parts_within_parts(mail: Reader, read: Reader) -> None:
    inner = "--c\nContent-Type: text/plain\n\nPlain.\n--c\nContent-Type: text/html\n\n<p>HTML.</p>\n--c--"
    found = read(mail(**parts("mixed", ("Content-Type: multipart/alternative; boundary=c", inner), IMAGE, PLAIN)))
    assert (found.first.text, found.report.left_out) == ("Plain.\nPlain.", {"attachments": 1})


def test_only_html(mail: Reader, read: Reader) -> None:
    found = read(mail("<p>Hi Robert,</p>", Content_Type="text/html; charset=utf-8"))
    assert (found.first.text, found.first.html) == ("<p>Hi Robert,</p>\n", True)


def test_a_boundary_that_is_never_there(mail: Reader, read: Reader) -> None:
    assert read(mail("Hello.", Content_Type="multipart/mixed; boundary=x")).first.text == "Hello.\n"


# --- What was broken on the way ---

LETTER = "Hej Åsa, the gauge is back.\n\nMary"
CODED = base64.encodebytes(LETTER.encode()).decode()
FILE = "begin 644 map.txt\n" + "".join(
    binascii.b2a_uu(data).decode("ascii") for data in (b"Robert Gillespie, Harbour Street 5, at a sea.", b"Mary")
)


@pytest.mark.parametrize("encoding", ["base64", "BASE64 ", "8bit, base64", "base64 (as ever)", '"base64"'])
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_base64_whatever_it_is_called(encoding: str, kind: str, mail: Reader, read: Reader) -> None:
    headers = {"Content_Type": f"text/{kind}; charset=utf-8", "Content_Transfer_Encoding": encoding}
    assert read(mail(CODED, **headers)).first.text == LETTER


@given(cut=st.integers(0, len(CODED.strip())), mark=st.sampled_from(["", "=", "!", "\n", " \n"]))
def test_base64_that_was_cut_never_comes_out_as_it_is(cut: int, mark: str) -> None:
    data = unpack((CODED.strip()[:cut] + mark).encode(), "base64")
    text = (data or b"").decode("utf-8", "replace")
    # A letter may be cut in two.
    assert LETTER.startswith(text.rstrip("\ufffd"))
    assert len(text) >= cut * 0.75 - 4


def test_base64_with_a_footer_below(mail: Reader, read: Reader) -> None:
    below = "_______________________\nTides mailing list\nTides at lists dot example\n"
    first = base64.encodebytes(b"Hello there.").decode()
    for coded in (CODED, first + CODED):
        text = read(mail(coded + below, Content_Transfer_Encoding="base64")).first.text
        assert text.endswith(LETTER)
        assert "mailing" not in text


def test_what_is_only_said_to_be_base64(mail: Reader, read: Reader) -> None:
    text = "Hello Robert, how are you?\n\nIt is late.\n\nMary\n"
    assert read(mail(text, Content_Transfer_Encoding="8bit, base64")).first.text == f"{text}\n"


@pytest.mark.parametrize(("encoding", "text"), [("base64", "A"), ("x-uuencode", "Nothing of the kind."), ("uue", "=")])
def test_parts_that_cannot_be_read(encoding: str, text: str, mail: Reader, read: Reader) -> None:
    broken = (f"Content-Type: text/plain\nContent-Transfer-Encoding: {encoding}", text)
    for kind, others, expected in (("mixed", PLAIN, "Plain."), ("alternative", HTML, "<p>HTML.</p>")):
        found = read(mail(**parts(kind, broken, others)))
        assert (found.first.text, found.report.left_out) == (expected, {"unreadable parts": 1})


@pytest.mark.parametrize(
    ("coded", "expected"),
    [
        ("R=C3=B6bert", "Röbert"),
        ("Rob= \nert", "Robert"),
        ("Rob=\nert", "Robert"),
        ("R=F6bert and R=C3=B6bert =", "Röbert and RÃ¶bert "),
        ("R=c3=b6bert=XY =4", "Röbert=XY =4"),
    ],
)
def test_quoted_printable_that_is_broken(coded: str, expected: str, mail: Reader, read: Reader) -> None:
    for encoding in ("quoted-printable", "8bit, Quoted-Printable"):
        assert read(mail(coded, Content_Transfer_Encoding=encoding)).first.text.rstrip("\n") == expected.rstrip("\n")


@pytest.mark.parametrize(
    "file",
    [
        f"{FILE}`\nend\n",
        f"{FILE} \nend\n",
        f"{FILE}end\n",
        "".join(f"> {line}\n" for line in f"{FILE}`\nend".split("\n")),
        "begin-base64 644 map.txt\nUm9iZXJ0IEdpbGxlc3BpZQ==\n====\n",
        FILE.rpartition("\n$")[0] + "\n",  # cut off
    ],
)
def test_files_in_the_text(file: str, mail: Reader, read: Reader) -> None:
    found = read(mail(f"Here it is.\n\n{file}\nMary"))
    assert "".join(found.first.text.split()) == "Hereitis.Mary"
    assert found.report.left_out == {"attachments": 1}


@pytest.mark.parametrize(
    "text", ["begin 644 times\nand end", "We begin 644 x.\nend", "begin 12 x\nend", "Begin\n\nend"]
)
def test_words_that_only_look_like_a_file(text: str, mail: Reader, read: Reader) -> None:
    found = read(mail(text))
    assert (found.first.text, found.report.left_out) == (f"{text}\n", {})


def test_a_body_that_is_uuencoded(mail: Reader, read: Reader) -> None:
    for end in ("`\nend", "end", ""):
        found = read(
            mail(
                f"begin 644 text\n{binascii.b2a_uu(b'Hello, Robert.').decode()}{end}",
                Content_Transfer_Encoding="x-uuencode",
            )
        )
        assert (found.first.text, found.report.left_out) == ("Hello, Robert.", {})


# --- Digests ---


def test_the_mails_of_a_digest(mail: Reader, read: Reader) -> None:
    one = "From: Kayleigh Oduya <kayleigh@uni.example>\nMessage-ID: <1@x>\nSubject: Tides\n\nHigh water?\n\nKayleigh\n"
    two = "From: Robert <robert@uni.example>\nTo: tides@sea.example\nIn-Reply-To: <1@x>\n\nYes.\n\nRobert\n"
    digest = f"--d\n\n{one}\n--d\nContent-Type: message/rfc822\n\n{two}\n--d--\n"
    found = read(
        mail(
            **parts("mixed", PLAIN, ("Content-Type: multipart/digest; boundary=d", digest), PLAIN),
            List_Post="<mailto:tides@sea.example>",
            From="tides-request@sea.example",
        ),
        mail("Later.", In_Reply_To="<1@x>"),
        mail("High water?\n\nKayleigh\n", Message_ID="<1@x>", Subject="[tides] Tides"),
    )
    assert [message.text.strip() for message in found.messages] == [
        "High water?\n\nKayleigh",
        "Yes.\n\nRobert",
        "Later.",
    ]
    assert [message.parent for message in found.messages] == [None, "1@x", "1@x"]
    assert [message.id for message in found.messages] == ["1@x", "mail-3", "mail-4"]
    assert found.messages[1].parent_author is None
    assert list(found.report.people) == ["kayleigh@uni.example", "robert@uni.example", "mary@uni.example"]
    assert found.report.left_out == {"digests": 1, "copies": 1}


def test_a_digest_that_is_nothing_else(mail: Reader, read: Reader) -> None:
    found = read(mail(**parts("digest", FORWARDED, FORWARDED, PLAIN)).replace(b"\n", b"\r\n"))
    assert [message.text.strip() for message in found.messages] == ["Hi Robert", "Hi Robert"]
    assert [message.author for message in found.messages] == ["kayleigh@uni.example"] * 2
    assert found.report.left_out == {"digests": 1}


def test_a_digest_without_mails_is_a_mail(mail: Reader, read: Reader) -> None:
    assert read(mail("multipart/digest?", Subject="x")).first.text == "multipart/digest?\n"


# --- Charsets ---


@pytest.mark.parametrize(
    ("data", "charset", "expected", "lost"),
    [
        ("Léonie", "utf-8", "Léonie", 0),
        ("Léonie", None, "Léonie", 0),
        ("Léonie", "us-ascii", "Léonie", 0),
        ("Léonie", "no-such-charset", "Léonie", 0),
        ("Léonie".encode("latin-1"), "iso-8859-1", "Léonie", 0),
        ("Léonie".encode("latin-1"), None, "Léonie", 0),
        ("Léonie".encode("latin-1"), "utf-8", "Léonie", 0),
        ("O’Neil".encode("cp1252"), "iso-8859-1", "O’Neil", 0),
        ("王小明".encode("gb18030"), "gb2312", "王小明", 0),
        ("Юлия".encode("koi8-r"), "koi8-r", "Юлия", 0),
        ("Léonie äöü ".encode() + b"\xff", "utf-8", "Léonie äöü \ufffd", 1),
        (b"\x81", None, "\ufffd", 1),
        (b"\x81\xff\x00", "shift_jis", "\ufffd\ufffd\0", 2),
        (b"Mary", "rot13", "Mary", 0),
        (b"Mary", "idna", "Mary", 0),
        (b"+2AA-", "utf-7", "\ufffd", 1),
        (b"Mary", "", "Mary", 0),
        (b"", "utf-8", "", 0),
        ("Mary".encode("utf-16"), "utf-16", "Mary", 0),
    ],
)
def test_charsets(data: str | bytes, charset: str | None, expected: str, lost: int) -> None:
    assert decode(data.encode() if isinstance(data, str) else data, charset) == (expected, lost)


@given(st.binary(max_size=60), st.sampled_from(["utf-8", "utf-16", "utf-7", "gb2312", "iso-2022-jp", "x", "hz", None]))
def test_no_bytes_are_too_strange(data: bytes, charset: str | None) -> None:
    text, lost = decode(data, charset)
    text.encode("utf-8")
    assert lost <= text.count("\ufffd")


def test_what_is_lost_is_counted(mail: Reader, read: Reader) -> None:
    found = read(mail(b"a\0b \x81 \r\nc\rd", Content_Type="text/plain; charset=us-ascii"))
    assert found.first.text == "a\ufffdb \ufffd \nc\nd\n"
    assert (found.report.nul, found.report.surrogates) == (1, 1)


# --- Soft line breaks ---


@pytest.mark.parametrize(
    ("flowed", "joined"),
    [
        ("Robert \nGillespie\nwrote", "Robert Gillespie\nwrote"),
        (" From here\n > no quote", "From here\n> no quote"),
        ("> one \n> two\n> three \nfour", "> one two\n> three \nfour"),
        (">> one \n> two", ">> one \n> two"),
        (">> one \n>> two \n>> three", ">> one two three"),
        ("Best \n-- \nMary \nCalder", "Best \n-- \nMary Calder"),
        ("> -- \n> Mary", "> -- \n> Mary"),
        ("One \n\nTwo", "One \nTwo"),
        (">\n> one", ">\n> one"),
        ("", ""),
    ],
)
def test_soft_line_breaks(flowed: str, joined: str) -> None:
    assert join_flowed(flowed) == joined


def test_soft_line_breaks_in_mails(mail: Reader, read: Reader) -> None:
    text = "Rob \nert\n-- \nRob \n"
    for extra, expected in (("", "Rob ert\n-- \nRob \n"), ("; DelSp=Yes", "Robert\n-- \nRob\n")):
        found = read(mail(text, Content_Type=f"text/plain; format=Flowed{extra}"))
        assert found.first.text.rstrip("\n") == expected.rstrip("\n")
    assert read(mail(text, Content_Type="text/plain; format=fixed")).first.text == f"{text}\n"


# --- Any text ---


@given(
    text=st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0\ufeff"), max_size=200),
    encoding=st.sampled_from(["8bit", "base64", "quoted-printable"]),
    line_end=st.sampled_from(["\n", "\r\n"]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_is_read(text: str, encoding: str, line_end: str, tmp_path: Path) -> None:
    mail = EmailMessage(policy=policy.default.clone(linesep=line_end, max_line_length=998))
    mail["From"], mail["Message-ID"] = "mary@uni.example", "<1@uni.example>"
    mail.set_content("x" + text.replace("\r", "\n") + "x", charset="utf-8", cte=encoding)
    data = re.sub(rb"\n(>*From )", rb"\n>\1", mail.as_bytes())
    path = tmp_path / "any.mbox"
    path.write_bytes(b"From mary@uni.example Fri Feb  1 17:36:46 2019" + line_end.encode() + data)
    (message,) = read_mbox(path, Wishes(), report := ReadReport())
    # The library takes more characters than these for the end of a line.
    expected = "\n".join(("x" + text.replace("\r", "\n") + "x").splitlines())
    assert "\n".join(message.text.splitlines()) == expected
    assert (report.surrogates, report.nul) == (0, 0)
