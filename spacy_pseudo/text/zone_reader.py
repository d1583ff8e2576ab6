"""Reads a message line by line, and tells where somebody else's words stand, and what announces them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from .. import languages
from .attributions import LONGEST, attribution, quoted_name

Range = tuple[int, int]

# Kinds of zones: somebody's words that were quoted, forwarded or stand below an answer; the line that says whose they
# are; lines of a pasted header; what a mailing list or a telephone adds; what stands below '-- '.
QUOTED: Final = "quoted"
ATTRIBUTION: Final = "attribution"
HEADER: Final = "header"
FOOTER: Final = "footer"
SIGNATURE: Final = "signature"
OWN: Final = "own"


def either(*kinds: str) -> str:
    return "|".join(word for kind in kinds for word in languages.mail(kind))


_RULE: Final = re.compile(r"[ \t]*[-_=*]{5,}[ \t]*\Z")
_PHONE: Final = re.compile(
    rf"[ \t]*(?:(?:{either('sent')})[ ](?:(?:{either('from my')})[ ])+(?:\w+[ ])?(?:{either('devices')})\b"
    r"|Get[ ]Outlook[ ]for[ ])",
    re.IGNORECASE,
)
# what a mailing list adds, after a rule or '-- '
_FOOTER: Final = re.compile(
    rf"[ \t]*(?:[-_=*]{{5,}}[ \t]*\n(?:[ \t]*\n)?[^\n]{{0,200}}(?:{either('mailing list')})"
    r"|--[ \t]*\nYou[ ]received[ ]this[ ]message[ ]because)",
    re.IGNORECASE,
)
_UNSUBSCRIBE: Final = re.compile(r"[ \t]*To[ ]unsubscribe\b", re.IGNORECASE)
# A few words in these below 'X wrote:' are not all of a message.
_INVERTED: Final = tuple('"“”„«»')
# '> ', '>> ', 'RG> ', 'Robert> '; and '| ' in messages that quote so
_TAG: Final = r"(?:[A-Z]{1,4}|[A-Z][^\W\d_A-Z]{1,15})"
_MARK: Final = rf"[ \t]*(?:{_TAG}>(?=[ \t>\n]|\Z)|>)"
_MARKED: Final = re.compile(_MARK)
_BARRED: Final = re.compile(rf"{_MARK}|[ \t]*\|")
_MARKS: Final = re.compile(rf"^(?:[ \t]*(?:{_TAG}(?=>[ \t>\n])|>))+", re.MULTILINE)
_MARKS_AND_BARS: Final = re.compile(rf"^(?:[ \t]*(?:{_TAG}(?=>[ \t>\n])|[>|]))+", re.MULTILINE)
_BEFORE_BAR: Final = re.compile(r":[ \t]*\n(?:[ \t]*\n)?[ \t]*(?=\|)")
_TAG_AT_END: Final = re.compile(rf"{_TAG}(?=>*\Z)")

_FIELD: Final = re.compile(rf"[ \t*_]*(?:{either('from', 'telling fields', 'fields')})[ \t*_]*:", re.IGNORECASE)
_FROM: Final = re.compile(rf"[ \t*_]*(?:{either('from')})[ \t*_]*:[ \t*_]*(?=\S)", re.IGNORECASE)
_SENDER: Final = re.compile(r"[\"'“]?(?P<name>[^\W\d_][^<>\[\]()\n@\"“”;]*[^\W_])(?![\w.+-]*@)")
# Only headers of messages have these; 'From' and 'To' may be two towns.
_TELLS: Final = re.compile(
    rf"^[ \t*_]*(?:{either('telling fields')})[ \t*_]*:|\w@\w|[ ]at[ ][\w-]+\.\w", re.IGNORECASE | re.MULTILINE
)
# ----- Original Message -----, and what other programs write there
_CUT: Final = re.compile(
    rf"[ \t]*(?:-{{2,}}[ \t]*(?:{either('original message')})|-{{5,}}[ \t]*(?:{either('forwarded by')})"
    rf"|(?:{either('begin forwarded')})[ ]?:)",
    re.IGNORECASE,
)
_CUT_END: Final = re.compile(r"[ \t]*-{2,}[ \t]*End[ ](?:of[ ])?(?:the[ ])?forwarded\b", re.IGNORECASE)


class Zone(NamedTuple):
    """A stretch of a message: whole lines, without the end of the last one.

    kind (str): What it is.
    depth (int): How often its words were quoted: 0 for what stands there for the first time.
    speaker (Optional[tuple[int, int]]): Where whoever speaks is named, in a header, an attribution or a tag; None for
        the author, or if nobody says.
    """

    start: int
    end: int
    kind: str
    depth: int = 0
    speaker: Range | None = None


def without_marks(text: str, *, bars: bool) -> str:
    return (_MARKS_AND_BARS if bars else _MARKS).sub(lambda m: " " * len(m[0]), text)


def quotes_with_bars(text: str) -> bool:
    """'| ' is a mark of quoted lines if it stands below 'X wrote:'; otherwise it may be a table."""
    if "|" not in text or ":" not in text:
        return False
    return any(
        attribution(text, end) is not None and text[below : below + 1] == "|"
        for end, below in ((m.start() + 1, m.end()) for m in _BEFORE_BAR.finditer(text))
    )


class LineReader:
    """Reads a message line by line.

    text (str): The message.
    added (bool): A list or a telephone may have added something.
    """

    def __init__(self, text: str, *, added: bool) -> None:
        self._text, self._length, self._added = text, len(text), added
        self._bars = quotes_with_bars(text)
        self._quoted = _BARRED if self._bars else _MARKED
        self._run = 0, 0, 0  # where lines in a row of one depth began, the depth, and where the next one begins
        # Who was said to speak, by how often their words are quoted.
        self._speakers: dict[int, Range | None] = {}
        self._tags: dict[str, Range] = {}  # where each stands first

    def zones(self) -> Iterator[Zone]:
        """YIELDS (Zone): A zone for each line, or for all that belongs together; they may overlap at the beginning."""
        text, at = self._text, 0
        fields: int | None = None  # where a run of header lines begins
        rule: int | None = None  # where a rule above it begins
        own = False  # something of the author's stands above
        while at < self._length:
            end = self._line_end(at)
            if self._quoted.match(text, at, end):
                yield self._marked(at, end)
                fields = rule = None
            elif line := text[at:end].rstrip():
                begun = at if fields is None else fields
                is_field = ":" in line and _FIELD.match(line) is not None
                if is_field and _FROM.match(line) and (begun < at or rule is not None or self._has_field(end)):
                    if own and self._is_telling(begun, at):  # not the message's own header
                        yield from self._message(begun if rule is None else rule, at, self._length)
                        return
                elif (line[-1] in "-:" or "--" in line) and _CUT.match(line):
                    below = self._next_line(end)
                    if not self._quoted.match(text, below):
                        until = self._forwarded_until(end)
                        yield from self._message(at, below, until)
                        at = until + 1
                        continue
                    yield Zone(at, end, HEADER)
                elif line[-1] == ":":
                    for zone in self._attributed(at + len(line), end):
                        yield zone
                        end = zone.end
                elif line[0] in "-_=* \t" and _FOOTER.match(text, at):
                    end = self._until_quoted(at)
                    yield Zone(at, end, FOOTER)
                elif self._added and (_PHONE.match(line) or _UNSUBSCRIBE.match(line)):
                    yield Zone(at, end, FOOTER)
                rule = at if line[-1] in "-_=*" and _RULE.match(line) else rule if is_field else None
                fields = begun if is_field else None
                own = own or not (is_field or rule is not None)
            at = end + 1

    def _marked(self, at: int, end: int) -> Zone:
        """A line with marks. It may be one that says whose words stand below it, with a mark more."""
        text = self._text
        marks = (_MARKS_AND_BARS if self._bars else _MARKS).match(text, at, end)
        stop = marks.end() if marks else at
        depth = max(text.count(">", at, stop) + (text.count("|", at, stop) if self._bars else 0), 1)
        if self._run[1:] != (depth, at):
            self._run = at, depth, at
        first, self._run = self._run[0], (self._run[0], depth, end + 1)
        if text[end - 1] == ":" and stop < end:
            first = max(first, text.rfind("\n", 0, max(0, end - LONGEST)) + 1)
            plain = without_marks(text[first:end], bars=self._bars)
            told = attribution(plain, len(plain))
            name = quoted_name(plain, told.start, len(plain)) if told is not None else None
            self._speakers[depth + 1] = (first + name[0], first + name[1]) if name is not None else None
        tag = _TAG_AT_END.search(text, at, stop)
        speaker = self._tags.setdefault(tag[0], tag.span()) if tag else self._speakers.get(depth)
        return Zone(at, end, QUOTED, depth, speaker)

    def _attributed(self, colon: int, end: int) -> Iterator[Zone]:
        """'X wrote:', and what X wrote, as far as there are no marks."""
        text = self._text
        told = attribution(text, colon)
        if told is None:
            return
        below = self._next_line(end)
        marked = self._quoted.match(text, below) is not None
        if not (told.sure or marked):
            return
        self._speakers = {1: quoted_name(text, told.start, colon)}
        yield Zone(told.start, end, ATTRIBUTION)
        if told.sure and text[below : below + 1] in _INVERTED:
            stop = text.find("\n\n", below)
            yield Zone(below, self._length if stop < 0 else stop, QUOTED, 1, self._speakers[1])
        elif told.sure and not marked and text[: told.start].strip() and below < self._length:
            yield Zone(end + 1, self._length, QUOTED, 1, self._speakers[1])

    def _message(self, start: int, at: int, until: int) -> Iterator[Zone]:
        """A message below its header, or below a line that announces it."""
        text, speaker = self._text, None
        head = start
        while at < until and (_FIELD.match(text, at) or "@" in text[at : self._line_end(at)]):
            if sender := _FROM.match(text, at):
                name = _SENDER.match(text, sender.end(), self._line_end(at))
                speaker = name.span("name") if name else None
            head, at = at, self._below(self._line_end(at))
        end = min(self._line_end(head), until)
        self._speakers = {1: speaker}
        yield Zone(start, end, HEADER)
        if end + 1 < until:
            yield Zone(end + 1, until, QUOTED, 1, speaker)

    # --- Lines of headers ---

    def _has_field(self, end: int) -> bool:
        """The next line is one of a header, or the one after it, if only an address stands between."""
        text, at = self._text, end + 1
        if _FIELD.match(text, at):
            return True
        stop = text.find("\n", at, at + 200)
        return stop > 0 and "@" in text[at:stop] and _FIELD.match(text, stop + 1) is not None

    def _is_telling(self, start: int, at: int) -> bool:
        """A header is that of a message: it has an address in it, or a field that only messages have."""
        text, end = self._text, self._line_end(at)
        # Addresses may stand on lines of their own.
        while (at := self._below(end)) < self._length and (
            _FIELD.match(text, at) or "@" in text[at : self._line_end(at)]
        ):
            end = self._line_end(at)
        return _TELLS.search(text, start, end) is not None

    def _below(self, end: int) -> int:
        """Where the next line of a header begins, or would; a scanner leaves an empty one between two of them."""
        at = self._line_end(end + 1) + 1
        return at if not self._text[end + 1 : at].strip() and _FIELD.match(self._text, at) else end + 1

    def _forwarded_until(self, end: int) -> int:
        """The end of what is forwarded, where it is marked; otherwise that of the text."""
        while end < self._length:
            at, end = end + 1, self._line_end(end + 1)
            if self._text.startswith(("-", " "), at) and _CUT_END.match(self._text, at):
                return end
        return self._length

    def _until_quoted(self, at: int) -> int:
        """The end of the last line before one that is quoted; that of the text if none is."""
        while (end := self._text.find("\n", at)) >= 0:
            if self._quoted.match(self._text, end + 1):
                return end
            at = end + 1
        return self._length

    def _next_line(self, end: int) -> int:
        """Where the next line begins that is not empty."""
        text, at = self._text, end
        while at < self._length and text[at].isspace():
            at += 1
        return text.rfind("\n", end, at) + 1 if at < self._length else self._length

    def _line_end(self, at: int) -> int:
        end = self._text.find("\n", at)
        return self._length if end < 0 else end
