"""Who is quoted, by tags of quoted lines ('Jim> ...', 'MJP> ...') and by the lines that announce them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from .. import languages
from .attributions import attribution, quoted_name
from .lexing import Text, lasting
from .salutations import Slot
from .words import fold

# The kind of a slot in which whoever is quoted is named.
TAG: Final = "tag"

_WORD: Final = r"[\p{L}][\p{L}\p{M}]+(?:[-.'’][\p{L}\p{M}]+)?"
# 'Jim> ', 'JP> JR> ', each with its depth
_TAGGED = regex.compile(rf"^(?:[ \t]*(?P<name>{_WORD})>(?=[ \t>\n]|\Z))+", regex.MULTILINE)
# '>>>>> "Jim" == Jim Poe <jp@sea.example> writes:'
_CITED = regex.compile(
    r"^[ \t]*>{2,}[ \t]*\"(?P<name>[^\"\n]{1,40})\"[ \t]*==[ \t]*(?P<name>[^<\n]{1,60}?)[ \t]*(?=<|wr)", regex.MULTILINE
)
_BRACKETED = regex.compile(r"^[ \t]*\[(?P<name>\p{Lu}[\p{L}\p{M}.'’ -]{1,40})\][ \t]*:?(?=[ \t]*\n)", regex.MULTILINE)
_LAST_COLON = regex.compile(r":(?=[ \t\r]*(?:\n|\Z))")
_VERBS: Final = frozenset(map(fold, languages.mail("wrote")))


@lasting
def find_tags(text: Text) -> tuple[Slot, ...]:
    """Find where people are named because they are quoted.

    text (Text): A message.
    RETURNS (tuple[Slot, ...]): The places, in order; who is quoted by whom is not told.
    """
    found = [*_tags(text), *_announced(text)]
    return tuple(sorted(set(found)))


def outermost(text: str, slot: Slot) -> bool:
    """RETURNS (bool): The author quotes here, and nobody who is quoted does."""
    before = text[text.rfind("\n", 0, slot.start) + 1 : slot.start]
    return ">" not in before or _CITED.match(text, slot.start - len(before)) is not None


def _tags(text: str) -> Iterator[Slot]:
    patterns = (*((_TAGGED, _CITED) if ">" in text else ()), *((_BRACKETED,) if "]" in text else ()))
    for pattern in patterns:
        for m in pattern.finditer(text):
            yield from (Slot(start, end, TAG) for start, end in m.spans("name"))


def _announced(text: str) -> Iterator[Slot]:
    """The names in 'On Friday Mary Poe <mp@sea.example> wrote:'."""
    if ":" not in text or _VERBS.isdisjoint(Text.of(text).prose.vocabulary):
        return
    for colon in _LAST_COLON.finditer(text):
        told = attribution(text, colon.start() + 1)
        name = quoted_name(text, told.start, colon.start() + 1) if told is not None else None
        if name is not None:
            yield Slot(*name, TAG)
