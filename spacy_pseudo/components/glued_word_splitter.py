"""glued_word_splitter: tokens that a name is glued to are taken apart, 'thanksMary' into 'thanks' and 'Mary'."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from ..attrs import PREFIX
from ..message import text_of
from ..text.prose import prepare
from .keyed import KeyedPipe


@Language.factory(
    "glued_word_splitter",
    retokenizes=True,
    default_config={"prefix": PREFIX, "save_key": False},
)
def make_glued_word_splitter(nlp: Language, name: str, prefix: str, save_key: bool) -> GluedWordSplitter:
    return GluedWordSplitter(name, prefix=prefix, save_key=save_key)


class GluedWordSplitter(KeyedPipe):
    """Splits tokens. Docs with a parse or a tensor stay as they are: replacement finds glued names all the same."""

    def match(self, doc: Doc) -> list[int]:
        """RETURNS (list[int]): Where names are glued on, in characters."""
        pieces = self.key.index.pieces(prepare(text_of(doc)))
        return [atom.start for (before, _, _), (atom, _, glued) in zip(pieces, pieces[1:], strict=False)
                if glued and before.end == atom.start]  # fmt: skip

    def set_annotations(self, doc: Doc, found: list[int]) -> None:
        """Split the tokens; entities and span groups keep their characters."""
        if not found or doc.has_annotation("DEP") or doc.tensor.size:
            return
        cuts: dict[int, list[int]] = {}
        for at in found:
            span = doc.char_span(at, at + 1, alignment_mode="expand")
            if span is not None and span[0].idx < at:
                cuts.setdefault(span[0].i, []).append(at - span[0].idx)
        if not cuts:
            return
        groups = {key: _in_characters(group) for key, group in doc.spans.items()}
        attrs = {key: (group.name, dict(group.attrs)) for key, group in doc.spans.items()}
        ents = _in_characters(doc.ents)
        with doc.retokenize() as retokenizer:
            for i, places in cuts.items():
                token = doc[i]
                bounds = [0, *sorted(set(places)), len(token)]
                orths = [token.text[a:b] for a, b in zip(bounds, bounds[1:], strict=False)]
                retokenizer.split(token, orths, heads=[(token, 0)] * len(orths))
        for key, spans in groups.items():
            name, values = attrs[key]
            doc.spans[key] = SpanGroup(doc, name=name, spans=_from_characters(doc, spans), attrs=values)
        if ents:
            doc.set_ents(_from_characters(doc, ents), default="unmodified")


def _in_characters(spans: SpanGroup | tuple[Span, ...]) -> list[tuple[int, int, int, int, int]]:
    return [(s.start_char, s.end_char, s.label, s.kb_id, s.id) for s in spans]


def _from_characters(doc: Doc, spans: list[tuple[int, int, int, int, int]]) -> list[Span]:
    made = [doc.char_span(s, e, label=label, kb_id=kb, span_id=i, alignment_mode="expand") for s, e, label, kb, i in spans]
    return [span for span in made if span is not None]
