"""Who speaks in a transcript that is pasted into a message: 'AD: ...', '[00:12] Mary Poe: ...', line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Final

import regex

from .. import languages
from .lexing import Text, lasting
from .salutations import Slot
from .words import fold

# The kind of a slot in which whoever speaks is named.
LABEL: Final = "label"
_TIME: Final = r"[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[ ]?[AaPp][Mm])?[\])]?"
_WORD: Final = r"\p{Lu}[\p{L}\p{M}'’.-]*"
_LABEL: Final = regex.compile(
    rf"^[ \t>*_]{{0,8}}(?P<time>{_TIME}[ \t]+(?:-[ \t])?)?[*_]{{0,2}}(?P<name>{_WORD}(?:[ ]{_WORD}){{0,3}})"
    rf"(?:[ \t]*[\[(]\d{{1,2}}:\d{{2}}(?::\d{{2}})?[\])])?[*_]{{0,2}}:(?=[*_]{{0,2}}(?:[ \t]+\S|[ \t]*$))",
    regex.MULTILINE,
)
# So many lines with labels are a conversation, if two people speak and one of them again.
_LINES: Final = 3
_SPEAKERS: Final = 2


@lasting
def find_labels(text: Text) -> tuple[Slot, ...]:
    """Find who is said to speak.

    text (Text): A message.
    RETURNS (tuple[Slot, ...]): The labels, in order; none if the message holds no conversation.
    """
    return tuple(_labels(text)) if text.count(":") >= _LINES else ()


def _labels(text: str) -> Iterator[Slot]:
    found = [label for label in _LABEL.finditer(text) if _may_speak(label["name"])]
    speakers = {fold(label["name"]) for label in found}
    # 'Pro: ...', 'Con: ...' is a list; in a conversation people answer each other, and speak again.
    if len(found) >= _LINES and _SPEAKERS <= len(speakers) < len(found):
        yield from (Slot(label.start("name"), label.end("name"), LABEL) for label in found)


def _may_speak(label: str) -> bool:
    return _no_speakers().isdisjoint((label.casefold(), label.split()[0].casefold()))


@cache
def _no_speakers() -> frozenset[str]:
    return frozenset(json.loads(languages.text("chats.json"))["no speakers"])
