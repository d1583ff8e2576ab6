"""The body of a mail: which of its parts people wrote to be read, and their text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message as Mail
from html import escape
from typing import Final, NamedTuple

from .encodings import cut_out_files, unpack
from .people import values
from .text import decode, join_flowed, plain_lines

PLAIN: Final = "text/plain"
HTML: Final = "text/html"
_TEXTS: Final = (PLAIN, HTML)
# Their first part is to be read; what follows it is a signature or a key.
_SIGNED: Final = "multipart/signed"
_ENCRYPTED: Final = "multipart/encrypted"
_ALTERNATIVE: Final = "multipart/alternative"
_DIGEST: Final = "multipart/digest"


class Piece(NamedTuple):
    """A part that is to be read."""

    kind: str
    text: str


@dataclass
class Body:
    """What a mail says.

    text (str): The text.
    html (bool): It is HTML.
    attachments (int): Parts that are not read.
    unreadable (int): Parts that cannot be read.
    lost (int): Characters that could not be decoded.
    """

    text: str = ""
    html: bool = False
    attachments: int = 0
    unreadable: int = 0
    lost: int = 0


def read_body(mail: Mail, *, usual: str | None = None) -> Body:
    """Read the body of a mail.

    mail (Mail): The mail.
    usual (Optional[str]): The encoding of parts that do not tell theirs.
    RETURNS (Body): Its text: plain text if there is some, otherwise HTML.
    """
    body = Body()
    pieces = [piece for piece in _pieces(mail, body, usual) if piece.text.strip()]
    body.html = any(piece.kind == HTML for piece in pieces)
    # A mailing list puts its footer below a mail that is HTML otherwise.
    texts = [f"<pre>{escape(p.text, quote=False)}</pre>" if body.html and p.kind == PLAIN else p.text for p in pieces]
    body.text = "".join(text if text.endswith("\n") else text + "\n" for text in texts[:-1]) + "".join(texts[-1:])
    return body


def _pieces(part: Mail, body: Body, usual: str | None) -> Iterator[Piece]:
    kind = part.get_content_type()
    if part.is_multipart():
        parts = [one for one in part.get_payload() if isinstance(one, Mail)]
        if kind == _ALTERNATIVE:
            yield from _chosen([list(_pieces(one, body, usual)) for one in parts])
        elif kind in (_SIGNED, _ENCRYPTED):
            readable = 1 if kind == _SIGNED else 0
            body.attachments += len(parts[readable:])
            for one in parts[:readable]:
                yield from _pieces(one, body, usual)
        elif kind == _DIGEST or part.get_content_maintype() != "multipart":
            body.attachments += len(parts)
        else:
            for one in parts:
                yield from _pieces(one, body, usual)
    elif kind in _TEXTS and part.get_content_disposition() != "attachment":
        yield from _read(part, kind, body, usual)
    # What claims to have parts and has none is read as what it is: text.
    elif part.get_content_maintype() == "multipart":
        yield from _read(part, PLAIN, body, usual)
    else:
        body.attachments += 1


def _chosen(alternatives: Sequence[list[Piece]]) -> list[Piece]:
    """The first that is plain text and not empty, otherwise the first that is HTML."""
    for kind in _TEXTS:
        for pieces in alternatives:
            if any(piece.kind == kind and piece.text.strip() for piece in pieces):
                return pieces
    return []


def _read(part: Mail, kind: str, body: Body, usual: str | None) -> Iterator[Piece]:
    """The text of a part; nothing if it cannot be unpacked: what is packed hides the names in it."""
    data = unpack(*_packed(part))
    if data is None:
        body.unreadable += 1
        return
    text, lost = decode(data, _parameter(part, "charset"), usual=usual)
    body.lost += lost
    text = plain_lines(text)
    if kind == PLAIN:
        text, files = cut_out_files(text)
        body.attachments += files
    if part.get_content_type() == PLAIN and (_parameter(part, "format") or "").lower() == "flowed":
        text = join_flowed(text, delete_space=(_parameter(part, "delsp") or "").lower() == "yes")
    yield Piece(kind, text)


def _packed(part: Mail) -> tuple[bytes, str]:
    """The body as it came, and what is said of its encoding; the library would give up sooner."""
    encodings = " ".join(values(part, "Content-Transfer-Encoding"))
    del part["Content-Transfer-Encoding"]
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b"", encodings


def _parameter(part: Mail, name: str) -> str | None:
    value = part.get_param(name)
    if isinstance(value, tuple):  # in three parts: charset, language, value
        value = value[2]
    return value if isinstance(value, str) else None
