"""Span groups that know more than Spans can hold: offsets to the character, and facts about each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from spacy.tokens import Doc, Span, SpanGroup

_FACTS: Final = "facts"


def set_spans(
    doc: Doc, key: str, found: Iterable[tuple[int, int, str, str, Sequence[Any]]], *, others: Iterable[Span] = ()
) -> None:
    """Write a span group. Where a place begins or ends inside a token, its Span covers the token.

    doc (Doc): The Doc.
    key (str): The span group's key; what stood there is replaced.
    found (Iterable[tuple]): For each place start, end, label, kb_id, and facts: plain JSON, which goes with the group.
    others (Iterable[Span]): Further Spans for the group, without facts.
    """
    spans, facts = list(others), []
    for start, end, label, kb_id, values in found:
        span = doc.char_span(start, end, label=label, kb_id=kb_id, alignment_mode="expand")
        if span is not None:
            spans.append(span)
            facts.append([*_identity(span), list(values)])
    doc.spans[key] = SpanGroup(doc, name=key, spans=spans, attrs={_FACTS: facts})


def get_spans(doc: Doc, key: str) -> list[tuple[Span, list[Any] | None]]:
    """Read a span group as it is now: what was taken out is gone, what somebody has added is there, without facts.

    doc (Doc): The Doc.
    key (str): The span group's key; there need not be one.
    RETURNS (list[tuple[Span, Optional[list]]]): The Spans and their facts.
    """
    group = doc.spans.get(key)
    if group is None:
        return []
    facts: dict[tuple[int, int, str], list[list[Any]]] = {}
    for start, end, kb_id, values in group.attrs.get(_FACTS, ()):
        facts.setdefault((start, end, kb_id), []).append(values)
    return [(span, own.pop(0) if (own := facts.get(_identity(span))) else None) for span in group]


def _identity(span: Span) -> tuple[int, int, str]:
    return span.start_char, span.end_char, span.kb_id_
