"""SVALA's format: original and pseudonymised text as tokens, and edges between those that correspond. Private.

SVALA (https://github.com/spraakbanken/swell-editor) reads one graph from a file. A token is a word with the white space
behind it, the last one too: a space is added where the text ends without. Each token belongs to one edge. The edge of a
replacement has a label that says what it is and, if it names somebody, a running number: the same for the same person
in all messages. SVALA's own labels are used where they fit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final

import regex

from ..attrs import SENSITIVE
from .edits import Edit, Edited, original_of

# SVALA's label by ours; what is not in here has its own name, in small letters: whether a name is a first name or a
# surname, and whose gender it has, is not known.
LABELS: Final = {
    "PHONE": "phone_nr",
    "POSTCODE": "zip_code",
    "ACCOUNT": "account_nr",
    "CARD": "other_nr_seq",
    "ID": "personid_nr",
    "PLATE": "license_nr",
    "NUMBER": "other_nr_seq",
    "STREET": "place",
    "EMPLOYER": "work",
    "PROFESSION": "prof",
    "EDUCATION": "edu",
    "FAMILY": "fam",
    **dict.fromkeys(SENSITIVE, "sensitive"),
}
# With letters in them, and without.
_WORDS: Final = {"DATE": ("date", "date_digits"), "AGE": ("age_string", "age_digits")}
# White space as JavaScript has it.
_SPACE: Final = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_TOKEN = regex.compile(rf"[{_SPACE}]*[^{_SPACE}]+[{_SPACE}]*")
_LETTER = regex.compile(r"\p{L}")


class Numbers:
    """Running numbers of people, from 1 on, in the order in which they are first named."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def of(self, pseudonym: str) -> int:
        """RETURNS (int): The number of whoever has a pseudonym, or of several who may be meant."""
        return self._numbers.setdefault(pseudonym, len(self._numbers) + 1)


def graph_of(edited: Edited, numbers: Numbers) -> dict[str, Any]:
    """Make SVALA's graph of a message.

    edited (Edited): The message, with the originals.
    numbers (Numbers): The running numbers, the same object for all messages.
    RETURNS (dict[str, Any]): What goes into the file. Private: it holds the original text.
    """
    sides = {"source": tokenize(original_of(edited)), "target": tokenize(edited.message.text)}
    edges = {}
    for edits, *parts in _groups(sides["source"], sides["target"], edited.edits):
        ids = sorted(f"{side[0]}{number}" for side, part in zip(sides, parts, strict=True) for number in part)
        labels = list(dict.fromkeys(label for edit in edits for label in _labels(edit, numbers)))
        name = "-".join(("e", *ids))
        edges[name] = {"id": name, "ids": ids, "labels": labels, "manual": bool(edits)}
    graph: dict[str, Any] = {
        side: [{"id": f"{side[0]}{number}", "text": text} for number, text in enumerate(texts)]
        for side, texts in sides.items()
    }
    return {**graph, "edges": edges}


def tokenize(text: str) -> list[str]:
    """RETURNS (list[str]): A text's tokens as SVALA wants them; together they are the text, and a space at the end if
    there is none."""
    tokens: list[str] = _TOKEN.findall(text) or ([text] if text else [])
    if tokens and not regex.search(rf"[{_SPACE}]$", tokens[-1]):
        tokens[-1] += " "
    return tokens


def label_of(edit: Edit) -> str:
    """RETURNS (str): SVALA's label for what was replaced; our own, in small letters, where it has none that fits."""
    if edit.category in _WORDS:
        return _WORDS[edit.category][not _LETTER.search(edit.original or "")]
    return LABELS.get(edit.category, edit.category.lower())


def _labels(edit: Edit, numbers: Numbers) -> list[str]:
    named = edit.is_mention and edit.pseudonym is not None
    return [label_of(edit), *([str(numbers.of(edit.pseudonym or ""))] if named else [])]


def _groups(
    source: Sequence[str], target: Sequence[str], edits: Sequence[Edit]
) -> Iterator[tuple[list[Edit], range, range]]:
    """YIELDS (tuple[list[Edit], range, range]): Edits, and the numbers of the tokens that they touch in the original
    and in the pseudonymised text; or no edit, and a token that is the same in both. They are divided wherever a token
    ends in both texts."""
    ends = {end: number for number, end in enumerate(_ends(target), 1)}
    waiting, inside = deque(edits), list[Edit]()
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
