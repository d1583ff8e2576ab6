"""Where a name is expected: behind a greeting or thanks, behind a closing, alone on the last line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from ... import languages
from ...text.salutations import Slot
from ...text.thresholds import FREQUENT
from ...text.words import fold, phrase_list, word_list

GREETING: Final = "greeting"
SIGN_OFF: Final = "sign-off"
THANKS: Final = "thanks"
# A name has no more words than this, a sign-off's line no more characters.
_WORDS: Final = 3
_LINE: Final = 40

_NAME = rf"(?P<name>[^\W\d_][\w.'’-]{{0,40}}(?:[ \t]{{1,4}}[^\W\d_][\w.'’-]{{0,40}}){{0,{_WORDS - 1}}})"
# A line's or a sentence's beginning: 'hi' and 'dear' stand elsewhere too.
_BEGIN = re.compile(r"(?:^|(?<=[.!?>]))[ \t>|*_]{0,20}(?P<word>[^\W\d_]+)", re.MULTILINE)
_FIRST = re.compile(r"[^\W\d_]+")
_GREETED = re.compile(rf"[ \t,]{{1,3}}{_NAME}")
_SIGNED = re.compile(rf"[ \t]?[,.!:-]{{1,2}}[ \t]*(?:\r?\n[\s>|]{{0,20}})?{_NAME}[ \t.!]*(?:\r?\n|$)")
# The first word of a message or a paragraph, called out: 'Mary, how are', 'Mary--'.
_CALLED = re.compile(
    r"(?:\A|\n[ \t>|]{0,20}\r?\n)[\s>|*_]{0,20}(?P<name>[^\W\d_]{2,30})[ \t]?(?P<sign>,|--|[:–—]|-(?=\s))"
)
_QUOTE_MARKS = re.compile(r"[\s>|:*_~-]*")
_ALONE = re.compile(rf"[\s>|*_~\"'(–—-]*{_NAME}[\s.,!*_~\"')…:;-]*")
_DIVIDER = re.compile(r"\s*(?:--+|__+|==+|\*\*+)\s*")
_QUOTED = re.compile(r"\s*[>|]")
_POSTSCRIPT = re.compile(r"\s*p\.?\s?s\b.*\s*", re.IGNORECASE)
_ATTRIBUTION = re.compile(r".*\b(?:wrote|writes|skrev|said|from|sent)\b.*:?\s*", re.IGNORECASE)


class _Line(NamedTuple):
    start: int
    text: str


def slots(text: str) -> Iterator[Slot]:
    """Find the places of a text in which a name is expected, whatever stands there.

    text (str): The text.
    YIELDS (Slot): The places; some may be found twice.
    """
    kinds = _phrases(languages.spoken())
    for begin in _BEGIN.finditer(text):
        at, first = begin.start("word"), begin["word"].lower()
        for kind, phrases in kinds.items():
            end = _behind(text, at, phrases[first]) if first in phrases else None
            if end and (m := (_SIGNED if kind == SIGN_OFF else _GREETED).match(text, end)):
                yield Slot(m.start("name"), m.end("name"), kind)
    for called in _CALLED.finditer(text):
        # 'Note: ...' and 'Fyi - ...' call nobody.
        first = called.start() == 0 and called["sign"] in (",", "--")
        if first or fold(called["name"]) in languages.given_names():
            yield Slot(*called.span("name"), GREETING)
    yield from _last_lines(text)


def is_opening(word: str) -> bool:
    """RETURNS (bool): A folded word greets, thanks or closes by itself: it is no name where one is expected."""
    return any(word in phrases.get(word, ()) for phrases in _phrases(languages.spoken()).values())


def _behind(text: str, at: int, phrases: tuple[str, ...]) -> int | None:
    """Where the longest of the phrases ends that begins at a place."""
    for phrase in phrases:
        end = at + len(phrase)
        if text[at:end].lower() == phrase and not text[end : end + 1].isalnum():
            return end
    return None


def _last_lines(text: str) -> Iterator[Slot]:
    """Lines with nothing but a name on them: the last one, those before a divider or a quotation, after a closing."""
    closings = _closings(languages.spoken())
    lines = [line for line in _lines(text) if line.text.strip()]
    for i, line in enumerate(lines):
        if len(line.text) > _LINE or not (m := _ALONE.fullmatch(line.text)):
            continue
        after = lines[i + 1].text if i + 1 < len(lines) else None
        before = fold(_QUOTE_MARKS.sub("", lines[i - 1].text, count=1).strip(" \t,.!-–—~*")) if i else ""
        ends = after is None or any(p.fullmatch(after) for p in (_DIVIDER, _ATTRIBUTION, _POSTSCRIPT))
        changes = after is not None and bool(_QUOTED.match(after)) != bool(_QUOTED.match(line.text))
        # The end of a sentence may stand alone on a line as well.
        alone = i and (ends or changes) and _is_name(m["name"])
        if alone or before in closings:
            yield Slot(line.start + m.start("name"), line.start + m.end("name"), SIGN_OFF)


def _is_name(words: str) -> bool:
    """Of several words, all have capitals but particles, and the first is no verb: 'Ask Mary'."""
    first, *others = words.split()
    first = fold(first)
    if others and first in languages.common_words() and languages.given_names().get(first, 0) < FREQUENT:
        return False
    return all(not word[0].islower() or fold(word) in word_list("particles") for word in others)


def _lines(text: str) -> Iterator[_Line]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield _Line(at, line)
        at += len(line)


@cache
def _closings(lang: str) -> frozenset[str]:
    with languages.speaking(lang):
        return frozenset(map(fold, phrase_list("closings") | phrase_list("thanks")))


@cache
def _phrases(lang: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """What greets, thanks and closes, by the first word; the longest first."""
    with languages.speaking(lang):
        greetings, thanks, closings = map(phrase_list, ("greetings", "thanks", "closings"))
        return {GREETING: _by_word(greetings), THANKS: _by_word(thanks), SIGN_OFF: _by_word(closings | thanks)}


def _by_word(phrases: frozenset[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)):
        if m := _FIRST.match(phrase):
            found.setdefault(m[0], []).append(phrase)
    return {word: tuple(same) for word, same in found.items()}
