"""What coreference resolvers give back, as span groups: then `people_of` can say whom their clusters are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spacy.tokens import Doc, Span, SpanGroup

from ..errors import Errors, PseudoError
from .clusters import CLUSTERS, cluster_numbers


def from_offsets(doc: Doc, clusters: Iterable[Iterable[Sequence[int] | None]], *, key: str = CLUSTERS) -> list[str]:
    """Write clusters that are given as characters of the text, as fastcoref gives them: `doc._.coref_clusters`, or
    `get_clusters(as_strings=False)` for the Doc's text.

    doc (Doc): The Doc whose text was resolved.
    clusters (Iterable[Iterable[Optional[Sequence[int]]]]): Start and end of each mention of each cluster, the end
        exclusive. A mention that begins or ends inside a token gets the whole token, as 'U12' in '[U12]'; None, which
        fastcoref writes where it has lost the place, is left out.
    key (str): What the span keys begin with. Clusters that stand there are replaced.
    RETURNS (list[str]): The span keys.
    """
    found = []
    for cluster in clusters:
        spans = []
        for start, end in filter(None, cluster):
            span = doc.char_span(start, end, alignment_mode="expand") if 0 <= start < end else None
            if span is None:
                raise PseudoError(Errors.P804.format(start=start, end=end))
            spans.append(span)
        found.append(spans)
    return _write(doc, found, key)


def from_tokens(doc: Doc, chains: Iterable[Iterable[Iterable[int]]], *, key: str = CLUSTERS) -> list[str]:
    """Write chains that are given as numbers of tokens, as coreferee gives them: `doc._.coref_chains`.

    doc (Doc): The Doc that was resolved.
    chains (Iterable[Iterable[Iterable[int]]]): The tokens of each mention of each chain. Several of them are people or
        things that are named together; their span goes from the first to the last.
    key (str): What the span keys begin with. Clusters that stand there are replaced.
    RETURNS (list[str]): The span keys.
    """
    found = []
    for chain in chains:
        spans = []
        for mention in chain:
            tokens = sorted(mention)
            if not tokens or tokens[0] < 0 or tokens[-1] >= len(doc):
                raise PseudoError(Errors.P805.format(tokens=len(doc)))
            spans.append(doc[tokens[0] : tokens[-1] + 1])
        found.append(spans)
    return _write(doc, found, key)


def _write(doc: Doc, clusters: list[list[Span]], key: str) -> list[str]:
    for number in cluster_numbers(doc, key):
        del doc.spans[f"{key}_{number}"]
    keys = [f"{key}_{number}" for number in range(1, len(clusters) + 1)]
    for name, spans in zip(keys, clusters, strict=True):
        doc.spans[name] = SpanGroup(doc, name=name, spans=spans)
    return keys
