"""What in a message is somebody else's: forwarded messages, and those that stand below an answer."""

from __future__ import annotations

import re

_FROM = r"(?:From|Von|De|Från)"
_FOREIGN = re.compile(
    r"^[ \t>]*(?:"
    # ----- Original Message -----
    r"-{2,}[ \t]*(?:Original|Forwarded|Ursprüngliche|Vidarebefordrat|Message d'origine)\b"
    r"|-{5,}[ \t]*Forwarded by\b"
    r"|Begin forwarded message:"
    rf"|_{{10,}}[ \t]*\n{_FROM}:[ \t]"
    # a pasted header
    rf"|{_FROM}:[ \t]?\S.*\n[ \t>]*(?:Sent|Date|To|Gesendet|Envoyé|Skickat|Till|An|À):[ \t]"
    # On Monday X wrote:
    r"|(?:On|Am|Le|Den|El|Il)\b.{6,200}(?:\n.{0,80})?"
    r"\b(?:wrote|schrieb|a écrit|skrev|escribió|ha scritto)\b.{0,60}:[ \t]*$"
    r")",
    re.MULTILINE | re.IGNORECASE,
)


def own_end(text: str) -> int:
    """Find where the author's own words end.

    text (str): A message.
    RETURNS (int): Where a forwarded or an older message begins, with its header; the text's length if none does.
    """
    found = _FOREIGN.search(text)
    return found.start() if found else len(text)
