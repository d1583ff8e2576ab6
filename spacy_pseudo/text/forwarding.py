"""Where a message that is forwarded, or stands below an answer without marks, begins and ends: headers and cuts."""

from __future__ import annotations

import re
from typing import Final

_FROM: Final = r"(?:From|Von|De|Från|Van|Fra|Da|Lähettäjä)"
# Only messages have these; 'From' and 'To' may be two towns.
_TELLING: Final = (
    r"(?:Sent|Date|Subject|Reply-To|Gesendet|Datum|Betreff|Envoyé|Objet|Skickat|Ämne|Enviado(?:[ ]el)?|Enviada[ ]em"
    r"|Fecha|Data|Asunto|Assunto|Inviato|Oggetto|Verzonden|Onderwerp|Sendt|Dato|Emne|Lähetetty|Aihe)"
)
_FIELD: Final = rf"(?:{_TELLING}|To|Cc|An|À|Till|Para|A|Aan|Til|Vastaanottaja|Kopie|Kopia)"
FIELD_LINE: Final = re.compile(rf"[ \t*_]*(?:{_FROM}|{_FIELD})[ \t*_]*:", re.IGNORECASE)
_TELLS = re.compile(rf"^[ \t*_]*{_TELLING}[ \t*_]*:|\w@\w|[ ]at[ ][\w-]+\.\w", re.IGNORECASE | re.MULTILINE)
FROM_LINE: Final = re.compile(rf"[ \t*_]*{_FROM}[ \t*_]*:[ \t*_]*\S", re.IGNORECASE)
# ----- Original Message -----, and what other programs write there
CUT: Final = re.compile(
    r"[ \t]*(?:-{2,}[ \t]*(?:(?:Original|Forwarded)(?:[ ](?:Message|(?:e-?)?mail|Appointment|post)\b|[ \t]*-{2})"
    r"|(?:Original-?[ ]?|Ursprüngliche[ ]|Weitergeleitete[ ])(?:Nachricht|(?:E-?)?Mail)\b"
    r"|(?:Ursprungligt[ ]?|Original-?|Vidarebefordrat[ ])(?:meddelande|brev|mejl|mail)\b"
    r"|Message[ ](?:d['’]origine|transféré|original)|(?:Mensaje|Mensagem)[ ](?:original|reenviado|encaminhada)"
    r"|Messaggio[ ](?:original|inoltrato)|(?:Oorspronkelijk|Doorgestuurd)e?[ ](?:bericht|(?:e-?)?mail)\b"
    r"|(?:Opprinnelig|Videresendt|Oprindelig)[ ](?:melding|meddelelse|besked|e-?post|(?:e-?)?mail)\b"
    r"|Alkuperäinen[ ]viesti)"
    r"|-{5,}[ \t]*(?:Forwarded|Weitergeleitet|Vidarebefordrat|Videresendt|Doorgestuurd)[ ](?:by|von|av|af|door|from)\b"
    r"|(?:Begin[ ]forwarded[ ]message|Anfang[ ]der[ ]weitergeleiteten[ ]\S+|Début[ ]du[ ]message[ ]\w+"
    r"|Inicio[ ]del[ ]mensaje[ ]reenviado|Inizio[ ]messaggio[ ]inoltrato|Vidarebefordrat[ ](?:brev|mejl)"
    r"|Begin[ ]doorgestuurd[ ]bericht)[ ]?:)",
    re.IGNORECASE,
)
_CUT_END = re.compile(r"[ \t]*-{2,}[ \t]*End[ ](?:of[ ])?(?:the[ ])?forwarded\b", re.IGNORECASE)


def has_field(text: str, end: int) -> bool:
    """The next line is one of a header, or the one after it, if only an address stands between."""
    at = end + 1
    if FIELD_LINE.match(text, at):
        return True
    stop = text.find("\n", at, at + 200)
    return stop > 0 and "@" in text[at:stop] and FIELD_LINE.match(text, stop + 1) is not None


def is_telling(text: str, start: int, at: int) -> bool:
    """RETURNS (bool): A header is that of a message: it has an address in it, or a field that only messages have.

    text (str): The message.
    start (int): Where the header begins.
    at (int): Where its line with the sender begins.
    """
    end = text.find("\n", at)
    # Addresses may stand on lines of their own.
    while end >= 0 and (FIELD_LINE.match(text, end + 1) or "@" in text[end + 1 : _line_end(text, end + 1)]):
        end = text.find("\n", end + 1)
    return _TELLS.search(text, start, end if end >= 0 else len(text)) is not None


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)


def forwarded_until(text: str, end: int) -> int:
    """The end of what is forwarded, where it is marked; otherwise that of the text."""
    at = text.find("\n", end)
    while at >= 0:
        stop = text.find("\n", at + 1)
        if text.startswith(("-", " "), at + 1) and _CUT_END.match(text, at + 1):
            return len(text) if stop < 0 else stop
        at = stop
    return len(text)
