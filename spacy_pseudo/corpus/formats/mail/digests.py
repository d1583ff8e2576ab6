"""Digests: mails of a mailing list that came together in one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from itertools import pairwise
from typing import Final

from .headers import POLICY

_DIGEST: Final = "multipart/digest"
_MAIL: Final = "message/rfc822"
_HEAD_END = re.compile(rb"\r?\n\r?\n|\A\r?\n")


def mails_of_digest(data: bytes) -> list[bytes]:
    """Take a digest apart.

    data (bytes): A mail.
    RETURNS (list[bytes]): The mails in it, as they are; none if it is no digest.
    """
    if _DIGEST.encode() not in data.lower():
        return []
    try:
        parts = list(message_from_bytes(data, policy=POLICY).walk())
    except (ValueError, LookupError, RecursionError):  # nor can it be read as a mail
        return []
    boundaries = [part.get_boundary() for part in parts if part.get_content_type() == _DIGEST and part.is_multipart()]
    return [mail for boundary in boundaries if boundary for mail in _mails(data, boundary)]


def _mails(data: bytes, boundary: str) -> Iterator[bytes]:
    """What stands between the boundaries, without its own headers."""
    mark = re.escape(boundary.encode("utf-8", "surrogateescape"))
    ends = list(re.finditer(rb"(?:^|\r?\n)--" + mark + rb"(?P<last>--)?[ \t]*(?=\r?\n|\Z)", data))
    for one, following in pairwise(ends):
        if one["last"] is None:
            # A blank line ends the headers of a part, even if there are none.
            part = re.sub(rb"\A\r?\n", b"", data[one.end() : following.start()])
            head = _HEAD_END.search(part)
            kind = re.search(rb"(?im)^content-type:\s*([^\s;]+)", part[: head.start()] if head else part)
            if head and (kind is None or kind[1].lower() == _MAIL.encode()):
                yield part[head.end() :] + b"\n"
