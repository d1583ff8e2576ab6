"""Mentions as coreference clusters, one for each person, and whom the clusters of a resolver are about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc, Span, SpanGroup

from ..attrs import JOINT, MESSAGES, OTHERS, PARTICIPANTS, PREFIX
from ..message import Message, message_of

# As spaCy's own resolver calls its clusters: coref_clusters_1, coref_clusters_2 ...
CLUSTERS: Final = "coref_clusters"
# Whose cluster it is. It also marks a span group as ours.
PERSON: Final = "pseudo_person"

_GENITIVE: Final = re.compile(r"['’]?s|['’]", re.IGNORECASE)


def clusters_of(doc: Doc, *, singletons: bool = True, prefix: str = PREFIX) -> dict[str, list[Span]]:
    """Gather the mentions of each person. Where several may be meant, or nobody is known, it is nobody's mention.

    doc (Doc): A Doc with our span groups.
    singletons (bool): Also people who are named once.
    prefix (str): Put before our span keys.
    RETURNS (dict[str, list[Span]]): Mentions in order, by pseudonym, in order of the first one.
    """
    found: dict[str, list[Span]] = {}
    for span in mentions_of(doc, prefix=prefix):
        if span.kb_id_ and JOINT not in span.kb_id_:
            found.setdefault(span.kb_id_, []).append(span)
    return {label: spans for label, spans in found.items() if singletons or len(spans) > 1}


def mentions_of(doc: Doc, *, prefix: str = PREFIX) -> list[Span]:
    """RETURNS (list[Span]): Names of participants and of people who take no part, in order."""
    spans = [span for key in (PARTICIPANTS, OTHERS) for span in doc.spans.get(prefix + key, ())]
    return sorted(spans, key=lambda span: (span.start, span.end))


def set_clusters(doc: Doc, *, singletons: bool = True, prefix: str = PREFIX) -> list[str]:
    """Write the mentions of each person as a cluster. Clusters of others stay, and keep their numbers.

    doc (Doc): A Doc with our span groups.
    singletons (bool): Also people who are named once.
    prefix (str): Put before our span keys.
    RETURNS (list[str]): The pseudonyms, in the order of their clusters.
    """
    for key in [key for key, group in doc.spans.items() if PERSON in group.attrs]:
        del doc.spans[key]
    found = clusters_of(doc, singletons=singletons, prefix=prefix)
    for (label, spans), key in zip(found.items(), free_keys(doc), strict=False):
        doc.spans[key] = SpanGroup(doc, name=key, spans=spans, attrs={PERSON: label})
    return list(found)


def free_keys(doc: Doc, key: str = CLUSTERS) -> Iterator[str]:
    """YIELDS (str): Span keys for further clusters."""
    number = max(cluster_numbers(doc, key), default=0)
    while True:
        number += 1
        yield f"{key}_{number}"


def cluster_numbers(doc: Doc, key: str = CLUSTERS) -> list[int]:
    """RETURNS (list[int]): The numbers of the clusters that a Doc has, in order."""
    pattern = re.compile(re.escape(key) + "_([0-9]+)")
    return sorted(int(found[1]) for name in doc.spans if (found := pattern.fullmatch(name)))


def people_of(doc: Doc, *, key: str = CLUSTERS, prefix: str = PREFIX) -> dict[str, str]:
    """Say whom the clusters that a resolver has found are about: whoever most of their spans name.

    doc (Doc): A Doc with our span groups and the resolver's.
    key (str): What the resolver's span keys begin with.
    prefix (str): Put before our span keys.
    RETURNS (dict[str, str]): The pseudonym by span key; of people who are named equally often, with a sign between
        them. A cluster that names nobody is not in it, unless the resolver itself says who it is, as the kb_id of its
        spans, and this is somebody who writes or is written to.
    """
    mentions = mentions_of(doc, prefix=prefix)
    speakers = _speakers(doc, prefix)
    people = {}
    for number in cluster_numbers(doc, key):
        spans = list(doc.spans[f"{key}_{number}"])
        votes = Counter(name for span in spans if (name := _named(span, mentions)))
        votes = votes or Counter(span.kb_id_ for span in spans if span.kb_id_ in speakers)
        most = max(votes.values(), default=0)
        labels = {label for name, count in votes.items() if count == most for label in name.split(JOINT)}
        if labels:
            people[f"{key}_{number}"] = JOINT.join(sorted(labels))
    return people


def _speakers(doc: Doc, prefix: str) -> set[str]:
    """Who writes the messages of a Doc, and whom they answer."""
    message = message_of(doc, prefix=prefix) or Message()
    joined = doc.spans.get(prefix + MESSAGES, ())
    names = {message.author, message.parent_author, *(name for span in joined for name in (span.kb_id_, span.id_))}
    return {name for name in names if name}


def _named(span: Span, mentions: list[Span]) -> str:
    """Whom a span is about: not whom it merely contains, as in "[U12]'s question"."""
    inside = [m for m in mentions if m.start < span.end and span.start < m.end and m.kb_id_]
    if not inside:
        return ""
    first = inside[0]
    if span.doc.has_annotation("DEP"):
        heads = [m for m in inside if m.start <= span.root.i < m.end]
        if not heads:
            return ""
    else:
        before = span.doc[span.start : max(first.start, span.start)]
        after = span.doc[min(first.end, span.end) : span.end]
        if any(token.is_lower for token in before):
            return ""
        if len(after) > 1 and _GENITIVE.fullmatch(after[0].text):
            return ""
    return JOINT.join(sorted({label for m in inside for label in m.kb_id_.split(JOINT)}))
