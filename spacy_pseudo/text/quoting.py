"""What in a message is somebody else's: quoted lines, forwarded messages, those below an answer, footers of lists."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from .attributions import VERBS, attribution
from .forwarding import CUT, FIELD_LINE, FROM_LINE, forwarded_until, has_field, is_telling
from .lexing import Text, lasting, once
from .words import fold

Spans = tuple[tuple[int, int], ...]

_RULE = re.compile(r"[ \t]*[-_=*]{5,}[ \t]*\Z")
# what a telephone adds
_PHONE = re.compile(
    r"[ \t]*(?:(?:Sent|Gesendet|Von|Envoyé|Enviado|Inviato|Skickat|Verzonden|Verstuurd|Sendt)[ ]"
    r"(?:from|von|de|depuis|desde|do|da|från|fra|vanaf|meinem)[ ](?:(?:my|meinem|mon|mi|il|mio|min|meu|mijn)[ ])*"
    r"(?:\w+[ ])?(?:iP(?:hone|ad|od)|Android|BlackBerry|Samsung|Galaxy|Huawei|Nokia|mobile|phone|Yahoo|Mail|Outlook)\b"
    r"|Get[ ]Outlook[ ]for[ ])",
    re.IGNORECASE,
)
# what a mailing list adds, after a rule or '-- '
_LIST: Final = (
    r"mailing[ ]?list|mailinglist|e-postlista|liste[ ]de[ ]diffusion|lista[ ]de[ ](?:correo|distribución)|unsubscribe"
    r"|subscribed[ ]to[ ]the"
)
_FOOTER = re.compile(
    rf"[ \t]*(?:[-_=*]{{5,}}[ \t]*\n(?:[ \t]*\n)?[^\n]{{0,200}}(?:{_LIST})"
    r"|--[ \t]*\nYou[ ]received[ ]this[ ]message[ ]because)",
    re.IGNORECASE,
)
_UNSUBSCRIBE = re.compile(r"[ \t]*To[ ]unsubscribe\b", re.IGNORECASE)
# A few words in these below 'X wrote:' are not all of a message.
_INVERTED: Final = tuple('"“”„«»')
# '> ', '>> ', 'RG> ', 'Robert> '; and '| ' in messages that quote so
_TAG: Final = r"(?:[A-Z]{1,4}|[A-Z][^\W\d_A-Z]{1,15})"
_MARK: Final = rf"[ \t]*(?:{_TAG}>(?=[ \t>\n]|\Z)|>)"
_MARKED = re.compile(_MARK)
_BARRED = re.compile(rf"{_MARK}|[ \t]*\|")
_MARKS = re.compile(rf"^(?:[ \t]*(?:{_TAG}(?=>[ \t>\n])|>))+", re.MULTILINE)
_MARKS_AND_BARS = re.compile(rf"^(?:[ \t]*(?:{_TAG}(?=>[ \t>\n])|[>|]))+", re.MULTILINE)
_BEFORE_BAR = re.compile(r":[ \t]*\n(?:[ \t]*\n)?[ \t]*(?=\|)")

# Whatever is somebody else's has a quotation mark of mails, one of these words, or 'From:'.
_SENDERS: Final = frozenset(map(fold, "From Von De Från Van Fra Da Lähettäjä".split()))
_SIGNS: Final = frozenset(
    fold(word)
    for word in (
        *VERBS,
        *"original forwarded ursprüngliche nachricht weitergeleitete weitergeleiteten ursprungligt".split(),
        *"originalmeddelande originalnachricht weitergeleitet vidarebefordrat origine transféré mensaje".split(),
        *"mensagem messaggio oorspronkelijk oorspronkelijke".split(),
        *"doorgestuurd opprinnelig videresendt oprindelig alkuperäinen mailing mailinglist postlista diffusion".split(),
        *"correo distribución subscribed début".split(),
    )
)
# What is one line only.
_ADDED: Final = frozenset(
    map(fold, "sent gesendet envoyé enviado inviato skickat verzonden verstuurd sendt outlook unsubscribe".split())
)
_HEADER = re.compile(
    r"[ \t>*]*(?:From|Fr[o0](?:m|rn)|To|B?cc|Sent|Date|Subject|Reply-To|Von|An|Kopie|Gesendet|Betreff|De|À|Objet|Envoyé"
    r"|Från|Till|Kopia|Skickat|Ämne|Para|Asunto|Assunto|Aan|Verzonden|Onderwerp|Fra|Til|Emne)[ \t*]{0,2}:",
    re.IGNORECASE,
)


def in_header(text: str, at: int) -> bool:
    """RETURNS (bool): A place stands in a line of a pasted header: 'To: Poe, Mary; Grey, Robert'."""
    return _HEADER.match(text, text.rfind("\n", 0, at) + 1) is not None


@once
def own_end(text: Text) -> int:
    """Find where the author's own words end.

    text (Text): A message.
    RETURNS (int): Where what is somebody else's begins, with its header, if nothing of the author's follows it; the
        text's length if the author has the last word.
    """
    end = len(text)
    for start, stop in reversed(foreign(text)):
        if text[stop:end].strip():
            break
        end = start
    return end


@once
def own_start(text: Text) -> int:
    """RETURNS (int): Where the author's own words begin: 0, or after what is quoted above them."""
    at = 0
    for start, stop in foreign(text):
        if text[at:start].strip():
            break
        at = stop
    return at


def is_foreign(text: str, at: int) -> bool:
    """RETURNS (bool): Somebody else wrote what stands at a place."""
    spans = foreign(text)
    number = bisect_right(spans, (at, len(text))) - 1 if spans else -1
    return number >= 0 and at < spans[number][1]


def unmarked(text: str) -> Text:
    """RETURNS (Text): The text with blanks instead of the marks of quoted lines, of the same length."""
    text = Text.of(text)
    return text if (found := _unmarked(text)) is None else found


@once
def _unmarked(text: Text) -> Text | None:
    if not foreign(text):
        return None
    marks = _MARKS_AND_BARS if _quotes_with_bars(text) else _MARKS
    return Text(marks.sub(lambda m: " " * len(m[0]), text), text.lang)


@lasting
def foreign(text: Text) -> Spans:
    """Find what in a message is somebody else's.

    text (Text): The message.
    RETURNS (Spans): Start and end of each such part, in order: whole lines, without the end of the last one.
    """
    vocabulary = text.prose.vocabulary
    named = ":" in text and not _SENDERS.isdisjoint(vocabulary)
    added = not _ADDED.isdisjoint(vocabulary)
    if ">" not in text and not named and not added and _SIGNS.isdisjoint(vocabulary):
        return ()
    spans: list[tuple[int, int]] = []
    for start, end in _foreign_lines(text, added=added):
        if spans and start <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return tuple(spans)


def _quotes_with_bars(text: str) -> bool:
    """'| ' is a mark of quoted lines if it stands below 'X wrote:'; otherwise it may be a table."""
    if "|" not in text or ":" not in text:
        return False
    return any(
        attribution(text, end) is not None and text[below : below + 1] == "|"
        for end, below in ((m.start() + 1, m.end()) for m in _BEFORE_BAR.finditer(text))
    )


def _foreign_lines(text: str, *, added: bool) -> Iterator[tuple[int, int]]:
    quoted = _BARRED if _quotes_with_bars(text) else _MARKED
    at, length = 0, len(text)
    fields: int | None = None  # where a run of header lines begins
    rule: int | None = None  # where a rule above it begins
    own = False  # something of the author's stands above
    while at < length:
        end = text.find("\n", at)
        end = length if end < 0 else end
        if quoted.match(text, at, end):
            yield at, end
            fields = rule = None
        elif line := text[at:end].rstrip():
            begun = at if fields is None else fields
            is_field = ":" in line and FIELD_LINE.match(line) is not None
            if is_field and FROM_LINE.match(line) and (begun < at or rule is not None or has_field(text, end)):
                if own and is_telling(text, begun, at):  # not the message's own header
                    yield (begun if rule is None else rule), length
                    return
            elif (line[-1] in "-:" or "--" in line) and CUT.match(line):
                if not quoted.match(text, _next_line(text, end)):
                    until = forwarded_until(text, end)
                    yield at, until
                    at = until + 1
                    continue
                yield at, end
            elif line[-1] == ":":
                told = attribution(text, at + len(line))
                below = _next_line(text, end) if told is not None else 0
                marked = quoted.match(text, below) is not None
                if told is not None and told.sure and text[below : below + 1] in _INVERTED:
                    until = _paragraph_end(text, below)
                    yield told.start, until
                    at = until + 1
                    continue
                if told is not None and told.sure and not marked and text[: told.start].strip():
                    yield told.start, length
                    return
                if told is not None and (told.sure or marked):
                    yield told.start, end
            elif line[0] in "-_=* \t" and _FOOTER.match(text, at):
                until = _until_quoted(text, at, quoted)
                yield at, until
                at = until + 1
                continue
            elif added and (_PHONE.match(line) or _UNSUBSCRIBE.match(line)):
                yield at, end
            rule = at if line[-1] in "-_=*" and _RULE.match(line) else rule if is_field else None
            fields = begun if is_field else None
            own = own or not (is_field or rule is not None)
        at = end + 1


def _next_line(text: str, end: int) -> int:
    """Where the next line begins that is not empty."""
    at = end
    while at < len(text) and text[at].isspace():
        at += 1
    return text.rfind("\n", end, at) + 1 if at < len(text) else len(text)


def _paragraph_end(text: str, at: int) -> int:
    """Where the next empty line stands, or the text ends."""
    end = text.find("\n\n", at)
    return len(text) if end < 0 else end


def _until_quoted(text: str, at: int, quoted: re.Pattern[str]) -> int:
    """The end of the last line before one that is quoted; that of the text if none is."""
    while (end := text.find("\n", at)) >= 0:
        if quoted.match(text, end + 1):
            return end
        at = end + 1
    return len(text)
