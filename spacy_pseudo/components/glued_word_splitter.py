"""glued_word_splitter: tokens that a name is glued to are taken apart, 'thanksMary' into 'thanks' and 'Mary'."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from ..message import text_of
from .pseudo_pipe import KEYED, KeyedPipe

if TYPE_CHECKING:
    from ..people.index import FormIndex

# Splitting leaves a tensor with too few rows, and gives new tokens their neighbours' tags.
_ANNOTATED: Final = ("DEP", "TAG", "POS", "MORPH", "LEMMA")
# Every split moves all tokens of the Doc: so many moves take a second.
_MOST_MOVES: Final = 10_000_000


def split_tokens(doc: Doc, places: Iterable[int]) -> None:
    """Split tokens; entities and span groups keep their characters, which the retokenizer alone does not care for.

    doc (Doc): The Doc.
    places (Iterable[int]): Where new tokens begin, in characters.
    """
    cuts: dict[int, list[int]] = {}
    for at in sorted(set(places)):
        span = doc.char_span(at, at + 1, alignment_mode="expand")
        token = span[0] if span is not None else None
        if token is not None and token.idx < at:
            cuts.setdefault(token.i, []).append(at - token.idx)
    groups = {key: (group.name, _in_characters(group), dict(group.attrs)) for key, group in doc.spans.items()}
    ents = _in_characters(doc.ents)
    with doc.retokenize() as retokenizer:
        for i, lengths in cuts.items():
            token = doc[i]
            bounds = [0, *lengths, len(token)]
            orths = [token.text[a:b] for a, b in pairwise(bounds)]
            retokenizer.split(token, orths, heads=[(token, 0)] * len(orths))
    for key, (name, spans, attrs) in groups.items():
        doc.spans[key] = SpanGroup(doc, name=name, spans=_from_characters(doc, spans), attrs=attrs)
    if ents:
        doc.set_ents(_from_characters(doc, ents), default="unmodified")


def _in_characters(spans: Iterable[Span]) -> list[tuple[int, int, int, int, int]]:
    return [(s.start_char, s.end_char, s.label, s.kb_id, s.id) for s in spans]


def _from_characters(doc: Doc, spans: Iterable[tuple[int, int, int, int, int]]) -> list[Span]:
    made = (doc.char_span(s, e, label=label, kb_id=kb_id, span_id=id) for s, e, label, kb_id, id in spans)
    return [span for span in made if span is not None]


def find_glued(text: str, index: FormIndex) -> list[int]:
    """RETURNS (list[int]): Where names are glued on in a text, in characters."""
    from ..text.lexing import Text

    pieces = index.pieces(Text.of(text).prose)
    pairs = ((pieces.atom(at - 1), pieces.atom(at)) for at in sorted(pieces.glued) if at)
    return [atom.start for before, atom in pairs if before.end == atom.start]


def split_glued(doc: Doc, places: list[int]) -> None:
    """Split the tokens of a Doc that has no annotations which splitting would spoil."""
    spoils = doc.tensor.size or any(map(doc.has_annotation, _ANNOTATED))
    if places and not spoils and len(places) * len(doc) <= _MOST_MOVES:
        split_tokens(doc, places)


@Language.factory("glued_word_splitter", retokenizes=True, default_config=KEYED)
def make_glued_word_splitter(nlp: Language, name: str, prefix: str, save_key: bool) -> GluedWordSplitter:
    return GluedWordSplitter(name, prefix=prefix, save_key=save_key)


class GluedWordSplitter(KeyedPipe):
    """Splits tokens. Docs with a parse, tags or a tensor stay as they are, and very long ones with very many glued
    names: those are replaced all the same.
    """

    def match(self, doc: Doc) -> list[int]:
        """RETURNS (list[int]): Where names are glued on, in characters."""
        return find_glued(text_of(doc), self.key.index)

    def set_annotations(self, doc: Doc, found: list[int]) -> None:
        """Split the tokens."""
        split_glued(doc, found)
