"""What in a message is somebody else's: forwarded messages, and those that stand below an answer."""

from __future__ import annotations

import re

from .prose import prepare

_FROM = r"(?:From|Von|De|Från)"
_FOREIGN = re.compile(
    r"^[ \t>]*(?:"
    # ----- Original Message -----
    r"-{2,}[ \t]*(?:Original|Forwarded|Ursprüngliche|Vidarebefordrat|Message d'origine)\b"
    r"|-{5,}[ \t]*Forwarded by\b"
    r"|Begin forwarded message:"
    rf"|_{{10,}}[ \t]*\n{_FROM}:[ \t]"
    # a pasted header
    rf"|(?P<head>{_FROM}:[ \t]?\S.*\n[ \t>]*(?:Sent|Date|To|Gesendet|Envoyé|Skickat|Till|An|À):[ \t])"
    # On Monday X wrote:
    r"|(?P<told>(?:On|At|Am|Le|Den|El|Il|Op|Em)\b.{6,200}(?:\n.{0,80})?"
    r"\b(?:wrote|schrieb|a écrit|skrev|escribió|ha scritto|schreef|escreveu)\b.{0,60}:[ \t]*$)"
    # what a telephone adds
    r"|(?:Sent|Gesendet|Von|Envoyé|Enviado|Inviato|Skickat|Verzonden|Verstuurd)[ ]"
    r"(?:from|von|de|depuis|desde|do|da|från|vanaf|meinem)[ ](?:(?:my|meinem|mon|mi|il|mio|min|meu|mijn)[ ])*"
    r"(?:\w+[ ])?(?:iP(?:hone|ad|od)|Android|BlackBerry|Samsung|Galaxy|Huawei|Nokia|mobile|phone|Yahoo|Mail|Outlook)\b"
    r"|Get[ ]Outlook[ ]for[ ]"
    r")",
    re.MULTILINE | re.IGNORECASE,
)
# Each of them holds one of these words, or 'From:'.
_SENDERS = frozenset(("from", "von", "de", "fran"))
_SIGNS = frozenset(
    "original forwarded ursprungliche vidarebefordrat origine wrote schrieb ecrit skrev escribio "
    "scritto schreef escreveu sent gesendet envoye enviado inviato skickat verzonden verstuurd outlook".split()
)
_HEADER = re.compile(
    r"[ \t>*]*(?:From|Fr[o0](?:m|rn)|To|B?cc|Sent|Date|Subject|Reply-To|Von|An|Kopie|Gesendet|Betreff|De|À|Objet|Envoyé"
    r"|Från|Till|Kopia|Skickat|Ämne)[ \t]?:",
    re.IGNORECASE,
)
# The lines that are quoted below 'X wrote:', and empty ones.
_QUOTED = re.compile(r"(?:[ \t]*(?:>[^\n]*)?(?:\n|\Z))*")


def in_header(text: str, at: int) -> bool:
    """RETURNS (bool): A place stands in a line of a pasted header: 'To: Poe, Mary; Grey, Robert'."""
    return _HEADER.match(text, text.rfind("\n", 0, at) + 1) is not None


def own_end(text: str) -> int:
    """Find where the author's own words end.

    text (str): A message.
    RETURNS (int): Where a forwarded or an older message begins, with its header; the text's length if none does, or
        if the author goes on below what is quoted.
    """
    vocabulary = prepare(text).vocabulary
    if _SIGNS.isdisjoint(vocabulary) and (":" not in text or _SENDERS.isdisjoint(vocabulary)):
        return len(text)
    at = 0
    while found := _FOREIGN.search(text, at):
        if found["head"] is not None and not text[: found.start()].strip():  # the message's own header
            at = found.end()
            continue
        if found["told"] is None:
            return found.start()
        quoted = _QUOTED.match(text, found.end() + 1)
        at = quoted.end() if quoted and found.end() < len(text) else len(text)
        if ">" not in text[found.end() : at] or not text[at:].strip():
            return found.start()
    return len(text)
