"""Times of day that stand by themselves: '14:30', '3 pm', 'kl. 18.30'; those beside a date are found with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from .. import languages
from .anchors import Finder, shape
from .base import Identifier, Page
from .shape_files import Shapes
from .vocabulary import cue_words, sentence_before

_like: Final = Shapes("clocks")
_HOUR_WORDS: Final = cue_words("clock word")
_NEAR: Final = 60


def _clocks(page: Page) -> Iterator[Identifier]:
    """Times of day in figures; once there is one in a sentence, others may be written with a full stop."""
    last = -1
    for m in page.from_figures(_like.clock, maybe=_like.maybe):
        before = sentence_before(page, m.start())
        if _like.no_clock_after.match(page, m.end()) or _like.no_clock.search(before[-_NEAR:]):
            continue
        if confidence := _confidence(page, m, before, beside=m.start() - last <= len(before)):
            yield Identifier(*m.span("clock"), "TIME", confidence)
            last = m.end()


def _confidence(page: Page, m: re.Match[str], before: str, *, beside: bool) -> float:
    if m["half"]:
        return 0.85
    if m["dot"]:
        dotted = languages.of(page.lang).dotted_clock
        said = _like.dotted_cue.search(before) or (dotted and (beside or m["till"]) and not before.endswith("("))
        return 0.7 * bool(said and not _like.amount.match(page, m.end()))
    cue = _like.cue.search(before) is not None
    if _like.verse.search(before):
        return 0.0
    # '3:45' may be long, '10:33:12' as well.
    return 0.75 * (cue or (not m["seconds"] and (beside or len(m["hour"]) > 1 or bool(m["upto"]))))


FINDERS: Final = (
    Finder(frozenset(("TIME",)), _clocks, digits=1),
    shape("TIME", 0.85, _like.at_words("said", _HOUR_WORDS), _HOUR_WORDS, group="clock", digits=1),
)
