"""Tokens with BIO labels, in the layout of the competition that was held with the CRAPII corpus.

One object for each message: "document" (its id), "full_text", "tokens", "trailing_whitespace", "labels". The tokens are
spaCy's, divided where a replacement begins or ends, and a pseudonym is one of them; each with a space behind it where
there is one make up the text. Labels are the seven of the competition, for what leads to a student by itself; it knows
names of students only, and everybody who takes part is one here. What it has no label for is 'O'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from ..message import make_doc as tokenize
from .docs import make_doc
from .edits import Edit, Edited, original_of
from .foreign_labels import CRAPII, label_in

TARGET: Final = "target"
SOURCE: Final = "source"
SIDES: Final = (TARGET, SOURCE)
OUTSIDE: Final = "O"


class _Token(NamedTuple):
    start: int
    text: str
    space: bool


def label_of(edit: Edit) -> str:
    """RETURNS (str): The label for what was replaced, without 'B-' or 'I-'; empty if the competition has none."""
    return label_in(CRAPII, edit)


def document_of(edited: Edited, nlp: Language, *, side: str = TARGET) -> dict[str, Any]:
    """Make the object of a message.

    edited (Edited): The message.
    nlp (Language): The pipeline whose tokenizer is used.
    side (str): 'target' for the pseudonymised text, 'source' for the original, which is private.
    RETURNS (dict[str, Any]): The object.
    """
    if side == SOURCE:
        text = original_of(edited)
        places = [(edit.old_start, edit.old_end, label_of(edit)) for edit in edited.edits]
        doc = tokenize(nlp, text)
    else:
        text = edited.message.text
        places = [(edit.start, edit.end, label_of(edit)) for edit in edited.edits]
        doc = make_doc(edited, nlp, merge=False)
    tokens = list(_tokens(doc, sorted({at for start, end, _ in places for at in (start, end)})))
    return {
        "document": edited.message.id,
        "full_text": text,
        "tokens": [token.text for token in tokens],
        "trailing_whitespace": [token.space for token in tokens],
        "labels": list(_labels(tokens, [place for place in places if place[2]])),
    }


def _tokens(doc: Doc, cuts: Sequence[int]) -> Iterator[_Token]:
    first, text = 0, doc.text
    for token in doc:
        start, end = token.idx, token.idx + len(token)
        while first < len(cuts) and cuts[first] <= start:
            first += 1
        while first < len(cuts) and cuts[first] < end:
            yield _Token(start, text[start : cuts[first]], False)
            start = cuts[first]
            first += 1
        yield _Token(start, text[start:end], bool(token.whitespace_))


def _labels(tokens: Iterable[_Token], places: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    number, begun = 0, False
    for token in tokens:
        while number < len(places) and places[number][1] <= token.start:
            number, begun = number + 1, False
        if number < len(places) and places[number][0] <= token.start:
            yield f"{'I' if begun else 'B'}-{places[number][2]}"
            begun = True
        else:
            yield OUTSIDE
