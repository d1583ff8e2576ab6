"""The messages of a thread as one Doc: with the boundaries between them, who wrote them, and whom they answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import numpy
from spacy.tokens import Doc, Span, SpanGroup

from ..attrs import MESSAGE, MESSAGES, PREFIX
from ..errors import Errors, PseudoError
from ..message import Message, message_of, register_extensions
from .clusters import PERSON, set_clusters

# Stands between two messages and belongs to none.
SEPARATOR: Final = "\n\n"
# A cluster of a resolver, or of the head words that one finds first.
NUMBERED: Final = re.compile(r"(coref_\w*clusters)_[0-9]+")
_ATTRS: Final = ("NORM", "TAG", "POS", "MORPH", "LEMMA", "ENT_TYPE", "ENT_IOB", "ENT_KB_ID", "ENT_ID")


def by_thread(docs: Iterable[Doc], *, prefix: str = PREFIX) -> Iterator[list[Doc]]:
    """Group Docs by session and thread. One without a thread is alone.

    docs (Iterable[Doc]): Docs with their metadata in `doc._.pseudo_message`.
    prefix (str): Put before our extensions.
    YIELDS (list[Doc]): The Docs of a thread, in their order; threads in the order of their first messages.
    """
    threads: dict[Any, list[Doc]] = {}
    for number, doc in enumerate(docs):
        message = message_of(doc, prefix=prefix)
        alone = message is None or message.thread is None
        place: Any = number if message is None or alone else (message.session, message.thread)
        threads.setdefault(place, []).append(doc)
    yield from threads.values()


def join(docs: Sequence[Doc], *, prefix: str = PREFIX) -> Doc:
    """Put the messages of a thread into one Doc, with a blank line between them that belongs to none.

    `doc.spans["pseudo_messages"]` has a span for each message: its label is the message's id, its kb_id the author, its
    id whom the message answers: as the metadata says, or else who wrote the message that it answers, if it is there.
    A message begins a sentence; no other boundary is claimed that the Docs don't have.

    docs (Sequence[Doc]): The Docs in order, all of one vocabulary; their tokens, what is known of the tokens, entities
        and span groups are moved over. Clusters are numbered anew, and those of `set_clusters` written anew.
    prefix (str): Put before our span keys and extensions.
    RETURNS (Doc): A new Doc; the others stay as they are.
    """
    if not docs:
        raise PseudoError(Errors.P800)
    vocab = docs[0].vocab
    if any(doc.vocab is not vocab for doc in docs):
        raise PseudoError(Errors.P801)
    register_extensions(prefix)
    words: list[str] = []
    spaces: list[bool] = []
    starts: list[int] = []
    for number, doc in enumerate(docs):
        if number:
            words.append(SEPARATOR)
            spaces.append(False)
        starts.append(len(words))
        words += [token.text for token in doc]
        spaces += [bool(token.whitespace_) for token in doc]
        if len(doc) and spaces[-1]:
            # The text of a span ends with its last token, without the space after it.
            spaces[-1] = False
            words.append(" ")
            spaces.append(False)
    joined = Doc(vocab, words=words, spaces=spaces)
    _copy_tokens(docs, starts, joined)
    _copy_spans(docs, starts, joined)
    metadata = [message_of(doc, prefix=prefix) or Message() for doc in docs]
    authors = {one.id: one.author for one in metadata if one.id is not None}
    answered = [one.parent_author or authors.get(one.parent or "") for one in metadata]
    ends = [start - 1 for start in starts[1:]] + [len(joined)]
    key = prefix + MESSAGES
    messages = [
        Span(joined, start, end, label=one.id or "", kb_id=one.author or "", span_id=other or "")
        for start, end, one, other in zip(starts, ends, metadata, answered, strict=True)
    ]
    joined.spans[key] = SpanGroup(joined, name=key, spans=messages)
    if any(PERSON in group.attrs for doc in docs for group in doc.spans.values()):
        set_clusters(joined, prefix=prefix)
    places = {name: {getattr(one, name) for one in metadata} for name in ("thread", "session")}
    common = {name: value for name, values in places.items() if len(values) == 1 and (value := values.pop())}
    joined._.set(prefix + MESSAGE, common)
    return joined


def _copy_tokens(docs: Sequence[Doc], starts: Sequence[int], joined: Doc) -> None:
    parsed = any(doc.has_annotation("DEP") for doc in docs)
    attrs = [*_ATTRS, *(("HEAD", "DEP") if parsed else ())]
    values: Any = numpy.zeros((len(joined), len(attrs)), dtype="uint64")
    sentences: Any = numpy.zeros(len(joined), dtype="uint64")
    for doc, start in zip(docs, starts, strict=True):
        if len(doc):
            values[start : start + len(doc)] = doc.to_array(attrs)
            sentences[start : start + len(doc)] = doc.to_array("SENT_START")
            sentences[start] = 1
    if len(joined):
        joined.from_array(attrs, values)
        # Afterwards: heads make all tokens that begin no sentence say so.
        joined.from_array("SENT_START", sentences)


def _copy_spans(docs: Sequence[Doc], starts: Sequence[int], joined: Doc) -> None:
    groups: dict[str, list[Span]] = {}
    clusters: Counter[str] = Counter()
    for doc, start in zip(docs, starts, strict=True):
        for old_key, group in doc.spans.items():
            if PERSON in group.attrs:
                continue
            key = old_key
            if found := NUMBERED.fullmatch(key):
                # The first cluster of one message has nothing to do with the first of another.
                clusters[found[1]] += 1
                key = f"{found[1]}_{clusters[found[1]]}"
            groups.setdefault(key, []).extend(
                Span(joined, s.start + start, s.end + start, label=s.label, kb_id=s.kb_id, span_id=s.id) for s in group
            )
    for key, spans in groups.items():
        joined.spans[key] = SpanGroup(joined, name=key, spans=spans)
