"""Places of the original and of the pseudonymised text, both ways. It tells where names stood: it is private."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc, Span

from ..attrs import PREFIX
from ..errors import Errors, PseudoError
from ..message import make_doc as tokenize
from .docs import edited_of, make_doc
from .edits import Edited, original_of


class _Piece(NamedTuple):
    """What was replaced in one text, and what stands there in the other."""

    start: int
    end: int
    other_start: int
    other_end: int


class _Map:
    """Leads from places of one text to places of another that differs in some pieces."""

    def __init__(self, pieces: Sequence[_Piece]) -> None:
        self._pieces = pieces
        self._starts = [piece.start for piece in pieces]
        self._ends = [piece.end for piece in pieces]

    def __call__(self, start: int, end: int) -> tuple[int, int]:
        first, last = self._start(start), self._end(end)
        # Only where nothing was written for something: the place is all that was there.
        return min(first, last), max(first, last)

    def _start(self, at: int) -> int:
        before = bisect_right(self._starts, at) - 1
        if before < 0:
            return at
        piece = self._pieces[before]
        return piece.other_start if at < piece.end else at - piece.end + piece.other_end

    def _end(self, at: int) -> int:
        after = bisect_left(self._ends, at)
        if after < len(self._pieces):
            piece = self._pieces[after]
            return piece.other_end if at > piece.start else at - piece.start + piece.other_start
        return at - self._pieces[-1].end + self._pieces[-1].other_end if self._pieces else at


class Alignment:
    """Leads from an original Doc to one of its pseudonymised text and back. A place inside something that was replaced
    becomes the whole of it. It is made with `align`, for the moment: whoever keeps it keeps a part of the key."""

    def __init__(self, old: Doc, new: Doc, pieces: Sequence[_Piece]) -> None:
        self._old = old
        self._new = new
        self._forth = _Map(pieces)
        self._back = _Map([_Piece(p.other_start, p.other_end, p.start, p.end) for p in pieces])

    def to_new(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Where characters of the original are in the pseudonymised text."""
        return self._forth(start, end)

    def to_old(self, start: int, end: int) -> tuple[int, int]:
        """RETURNS (tuple[int, int]): Where characters of the pseudonymised text are in the original."""
        return self._back(start, end)

    def new_span(self, span: Span) -> Span | None:
        """RETURNS (Optional[Span]): The tokens of the new Doc that a Span of the original touches, with its label. Its
        kb_id, which may be a participant's id, is left out. None if there are no such tokens."""
        return _moved(span, self._old, self._new, self._forth)

    def old_span(self, span: Span) -> Span | None:
        """RETURNS (Optional[Span]): The tokens of the original Doc that a Span of the new one touches, with its label;
        None if there are no such tokens."""
        return _moved(span, self._new, self._old, self._back)


def align(doc: Doc, new: Doc, *, prefix: str = PREFIX) -> Alignment:
    """Align a Doc with the Doc of its pseudonymised text. Nothing is stored in either.

    doc (Doc): The Doc that our component has processed.
    new (Doc): What `pseudo_doc` made of it; or any other Doc of its pseudonymised text.
    prefix (str): Put before our extensions.
    RETURNS (Alignment): Leads from one to the other. Private.
    """
    edited = edited_of(doc, prefix=prefix)
    if new.text != edited.message.text:
        raise PseudoError(Errors.P802)
    return Alignment(doc, new, [_Piece(e.old_start, e.old_end, e.start, e.end) for e in edited.edits])


def pieces_of(edited: Edited, nlp: Language) -> list[dict[str, Any]]:
    """Say where each replacement stands in both texts of a message, by characters and by tokens. Private.

    edited (Edited): The message; its edits know what stood there.
    nlp (Language): The pipeline whose tokenizer is used. Tokens of the new text are those of `make_doc`.
    RETURNS (list[dict[str, Any]]): `old` and `new` (start and end in characters), `old_tokens` and `new_tokens` (first
        token, and the one after the last), and the pseudonym.
    """
    old, new = tokenize(nlp, original_of(edited)), make_doc(edited, nlp)
    return [
        {
            "old": [edit.old_start, edit.old_end],
            "new": [edit.start, edit.end],
            "old_tokens": _tokens(old, edit.old_start, edit.old_end),
            "new_tokens": _tokens(new, edit.start, edit.end),
            "pseudonym": edit.pseudonym,
        }
        for edit in edited.edits
    ]


def _tokens(doc: Doc, start: int, end: int) -> list[int] | None:
    """The tokens that a place touches, None if there is nothing."""
    span = doc.char_span(start, end, alignment_mode="expand") if start < end else None
    return [span.start, span.end] if span is not None else None


def _moved(span: Span, source: Doc, target: Doc, places: _Map) -> Span | None:
    if span.doc is not source:
        raise PseudoError(Errors.P803)
    if not len(span):
        return None
    start, end = places(span.start_char, span.end_char)
    if start == end:
        return None
    return target.char_span(start, end, label=span.label_, alignment_mode="expand")
