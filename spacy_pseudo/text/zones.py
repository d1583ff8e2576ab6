"""Zones of a message: whose words they are. What nobody else wrote, no program put there and no '-- ' stands above is
the author's own text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from .. import languages
from .bracket_quotes import OPENS, bracket_quotes
from .lexing import Text, lasting, once
from .line_ends import lined
from .ranges import Ranges
from .words import fold
from .zone_reader import (
    ATTRIBUTION,
    FOOTER,
    HEADER,
    OWN,
    QUOTED,
    SIGNATURE,
    LineReader,
    Range,
    Zone,
    either,
    quotes_with_bars,
    without_marks,
)

__all__ = ["ATTRIBUTION", "FOOTER", "HEADER", "OWN", "QUOTED", "SIGNATURE", "Zone"]

Spans = tuple[Range, ...]


def _folded(*kinds: str) -> frozenset[str]:
    return frozenset(fold(word) for kind in kinds for word in languages.mail(kind))


_DELIMITER: Final = re.compile(r"^--[ \t]?$", re.MULTILINE)
# Whatever is somebody else's has a quotation mark of mails, one of these words, or 'From:'.
_SENDERS: Final = _folded("from")
_SIGNS: Final = _folded("wrote", "words of headers")
# What is one line only.
_ADDED: Final = _folded("words of added lines")

_PASTED: Final = re.compile(rf"[ \t>*]*(?:{either('pasted fields')})[ \t*]{{0,2}}:", re.IGNORECASE)


@lasting
def zones(text: Text) -> tuple[Zone, ...]:
    """Find what in a message is not its author's running text.

    text (Text): The message.
    RETURNS (tuple[Zone, ...]): In order; neighbours of one kind, depth and speaker are one zone.
    """
    vocabulary, text = text.prose.vocabulary, lined(text)
    named = ":" in text and not _SENDERS.isdisjoint(vocabulary)
    added = not _ADDED.isdisjoint(vocabulary)
    found: list[Zone] = []
    if ">" in text or named or added or not _SIGNS.isdisjoint(vocabulary):
        for zone in LineReader(text, added=added).zones():
            last = found[-1] if found else None
            if last is not None and last[2:] == zone[2:] and zone.start <= last.end + 1:
                found[-1] = last._replace(end=zone.end)
            else:
                found.append(zone)
    if OPENS in text.lower():
        found = sorted(_with_brackets(found, list(bracket_quotes(text))))
    if "\n--" in text:
        found = sorted([*found, *_signature(text, found)])
    return tuple(found)


def _with_brackets(found: Iterable[Zone], quoted: list[Zone]) -> Iterator[Zone]:
    """Brackets say more than marks at lines: what lies within them is theirs."""
    yield from quoted
    taken = Ranges((zone.start, zone.end) for zone in quoted)
    yield from (zone for zone in found if not taken.touch(zone.start, zone.end))


def _signature(text: Text, found: list[Zone]) -> Iterator[Zone]:
    """What stands below the last '-- ' of the author's."""
    spans = _merged(found)
    end = _own_end(text, spans)
    dashes = [m.start() for m in _DELIMITER.finditer(text, 0, end) if not _within(spans, m.start())]
    if dashes:
        yield Zone(dashes[-1], min((start for start, _ in spans if start > dashes[-1]), default=end), SIGNATURE)


@once
def foreign(text: Text) -> Spans:
    """RETURNS (Spans): What in a message is somebody else's, with what announces it: start and end of each part."""
    return _merged(zones(text))


def _merged(found: Iterable[Zone]) -> Spans:
    spans: list[Range] = []
    for zone in found:
        if zone.kind == SIGNATURE:
            continue
        if spans and zone.start <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(zone.end, spans[-1][1]))
        else:
            spans.append((zone.start, zone.end))
    return tuple(spans)


def zone_at(text: str, at: int) -> Zone | None:
    """RETURNS (Optional[Zone]): The zone in which a place stands; None for the author's running text."""
    found = zones(text)
    number = bisect_right(found, at, key=_start)
    # An attribution of several lines may begin within what stands above it.
    return next((zone for zone in reversed(found[max(0, number - 2) : number]) if at < zone.end), None)


def is_foreign(text: str, at: int) -> bool:
    """RETURNS (bool): Somebody else wrote what stands at a place."""
    return _within(foreign(text), at)


def _within(spans: Spans, at: int) -> bool:
    number = bisect_right(spans, at, key=_start) - 1 if spans else -1
    return number >= 0 and at < spans[number][1]


def _start(span: Range | Zone) -> int:
    return span[0]


def in_header(text: str, at: int) -> bool:
    """RETURNS (bool): A place stands in a line of a pasted header: 'To: Poe, Mary; Grey, Robert'."""
    text = lined(text)
    return _PASTED.match(text, text.rfind("\n", 0, at) + 1) is not None


@once
def own_end(text: Text) -> int:
    """RETURNS (int): Where what is somebody else's begins, with its header, if nothing of the author's follows it; the
    text's length if the author has the last word."""
    return _own_end(text, foreign(text))


def _own_end(text: str, spans: Spans) -> int:
    end = len(text)
    for start, stop in reversed(spans):
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


def unmarked(text: str) -> Text:
    """RETURNS (Text): The text with blanks instead of the marks of quoted lines, of the same length."""
    text = lined(text)
    return text if (found := _unmarked(text)) is None else found


@once
def _unmarked(text: Text) -> Text | None:
    if ">" not in text and "|" not in text:  # most texts need not be looked at
        return None
    return Text(without_marks(text, bars=quotes_with_bars(text)), text.lang) if foreign(text) else None
