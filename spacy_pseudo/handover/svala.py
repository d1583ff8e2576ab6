"""SVALA's format: original and pseudonymised text as tokens, and edges between those that correspond. Private.

SVALA (https://github.com/spraakbanken/swell-editor) reads one graph from a file. A token is a word with the white space
behind it, the last one too: a space is added where the text ends without. Each token belongs to one edge. The edge of a
replacement has SVALA's labels for it, then a running number, the same for the same person or thing within a message,
then marks of inflection. A replacement of as many words as the original is linked word by word.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import regex

from .. import languages
from ..text.place_lists import folded
from .edits import Edit, Edited, original_of
from .svala_words import MARKS, Labelled, base_of, labelled_words

# White space as JavaScript has it.
_SPACE: Final = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_TOKEN = regex.compile(rf"[{_SPACE}]*[^{_SPACE}]+[{_SPACE}]*")
_WORD = regex.compile(rf"[^{_SPACE}]+")


class _Piece(NamedTuple):
    """A replacement, or one word of it: where it stood and where it ends, and its labels without the number."""

    old_start: int
    old_end: int
    end: int
    labels: tuple[str, ...]
    number: int


class _Numbers:
    """Running numbers of people and things, from 1 on, in the order in which they first occur in a message."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}

    def of(self, edit: Edit) -> int:
        """RETURNS (int): The number of who is named, or may be; otherwise of what stands there, however it is
        inflected."""
        if edit.is_mention and edit.pseudonym is not None:
            what = ("", edit.pseudonym)
        else:
            what = (edit.category, folded(edit.category, base_of(edit)))
        return self._numbers.setdefault(what, len(self._numbers) + 1)


def graph_of(edited: Edited, lang: str = languages.BASE) -> dict[str, Any]:
    """Make SVALA's graph of a message.

    edited (Edited): The message, with the originals.
    lang (str): Its language.
    RETURNS (dict[str, Any]): What goes into the file. Private: it holds the original text.
    """
    original = original_of(edited)
    sides = {"source": tokenize(original), "target": tokenize(edited.message.text)}
    edges = {}
    with languages.speaking(lang):
        found = list(_pieces(edited.edits, original))
    for pieces, *parts in _groups(sides["source"], sides["target"], found):
        ids = sorted(f"{side[0]}{number}" for side, part in zip(sides, parts, strict=True) for number in part)
        labels = dict.fromkeys(label for piece in pieces for label in (*piece.labels, str(piece.number)))
        name = "-".join(("e", *ids))
        edges[name] = {"id": name, "ids": ids, "labels": sorted(labels, key=_order), "manual": bool(pieces)}
    graph: dict[str, Any] = {
        side: [{"id": f"{side[0]}{number}", "text": text} for number, text in enumerate(texts)]
        for side, texts in sides.items()
    }
    return {**graph, "edges": edges}


def _order(label: str) -> tuple[int, int]:
    """What it is, the number, then marks."""
    return (2, MARKS.index(label)) if label in MARKS else (int(label.isdecimal()), 0)


def _pieces(edits: Sequence[Edit], original: str) -> Iterator[_Piece]:
    """YIELDS (_Piece): What was replaced, word by word where as many words were written with the same blanks."""
    numbers = _Numbers()
    for edit in edits:
        number, text, written = numbers.of(edit), edit.original or "", edit.replacement
        words = labelled_words(edit, original[edit.old_end : edit.old_end + 2])
        if len(words) > 1 and _WORD.split(text) == _WORD.split(written):
            for word, old, new in zip(words, _WORD.finditer(text), _WORD.finditer(written), strict=True):
                if word.label or old[0] != new[0]:
                    labels = (word.label or _first(words), *word.marks)
                    start, end = edit.old_start + old.start(), edit.old_start + old.end()
                    yield _Piece(start, end, edit.start + new.end(), labels, number)
        else:
            labels = tuple(filter(None, (*(word.label for word in words), *(m for word in words for m in word.marks))))
            yield _Piece(edit.old_start, edit.old_end, edit.end, labels, number)


def _first(words: Sequence[Labelled]) -> str:
    return next(word.label for word in words if word.label)


def tokenize(text: str) -> list[str]:
    """RETURNS (list[str]): A text's tokens as SVALA wants them; together they are the text, and a space at the end if
    there is none."""
    tokens: list[str] = _TOKEN.findall(text) or ([text] if text else [])
    if tokens and not regex.search(rf"[{_SPACE}]$", tokens[-1]):
        tokens[-1] += " "
    return tokens


def _groups(
    source: Sequence[str], target: Sequence[str], edits: Sequence[_Piece]
) -> Iterator[tuple[list[_Piece], range, range]]:
    """YIELDS (tuple[list[_Piece], range, range]): Edits, and the numbers of the tokens that they touch in the original
    and in the pseudonymised text; or no edit, and a token that is the same in both. They are divided wherever a token
    ends in both texts."""
    ends = {end: number for number, end in enumerate(_ends(target), 1)}
    waiting, inside = deque(edits), list[_Piece]()
    old = new = shift = 0
    for number, end in enumerate(_ends(source), 1):
        last = number == len(source)
        while waiting and (last or waiting[0].old_start < end):
            inside.append(waiting.popleft())
            shift = inside[-1].end - inside[-1].old_end
        if last:
            yield inside, range(old, number), range(new, len(target))
        elif not (inside and end < inside[-1].old_end) and end + shift in ends:
            yield inside, range(old, number), range(new, ends[end + shift])
            old, new, inside = number, ends[end + shift], []


def _ends(tokens: Sequence[str]) -> list[int]:
    at, ends = 0, []
    for token in tokens:
        at += len(token)
        ends.append(at)
    return ends
