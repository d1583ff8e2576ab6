"""A Doc of the pseudonymised text, in which each pseudonym is one token: what a parser or a resolver is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import numpy
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from .. import languages
from ..attrs import EXCLUDED, IDENTIFIERS, MESSAGE, OTHERS, PARTICIPANTS, PREFIX, REPLACEMENTS, SHAREABLE, TEXT
from ..corpus.columns import shown_id
from ..errors import Errors, PseudoError
from ..message import Message, register_extensions
from ..message import make_doc as tokenize
from .edits import Edit, Edited, rebase

PROPER_NOUN: Final = "PROPN"
PERSON: Final = "PERSON"


@cache
def _tags() -> Mapping[str, str]:
    """What spaCy's trained pipelines call a proper noun, by language, where it is not called PROPN."""
    return dict(line.split(": ") for line in languages.lines("proper_noun_tags.txt"))


class _Token(NamedTuple):
    word: str
    space: bool
    norm: int
    named: bool


def make_doc(edited: Edited, nlp: Language, *, entities: bool = False, merge: bool = True, prefix: str = PREFIX) -> Doc:
    """Make a Doc of a pseudonymised message. Nothing of the original goes into it.

    edited (Edited): The message and its edits.
    nlp (Language): The pipeline whose vocabulary and tokenizer are used; its components are not run.
    entities (bool): Mentions are PERSON entities; about other tokens nothing is said.
    merge (bool): A name of several words is one token; otherwise the tokenizer divides it. What is written without
        white space in it, for a name or for other personal data, is always one token.
    prefix (str): Put before our span keys and extensions.
    RETURNS (Doc): A Doc whose text is exactly that of the message.
    """
    register_extensions(prefix)
    tokens: list[_Token] = []
    places: list[tuple[int, int, Edit]] = []
    text, at = edited.message.text, 0
    for edit in edited.edits:
        if edit.start < at or text[edit.start : edit.end] != edit.replacement:
            raise PseudoError(Errors.P806.format(id=shown_id(edited.message.id)))
        tokens += _ordinary(nlp, text[at : edit.start], tokens)
        first = len(tokens)
        tokens += _replaced(nlp, edit, merge=merge)
        if len(tokens) > first:
            places.append((first, len(tokens), edit))
        at = edit.end
    tokens += _ordinary(nlp, text[at:], tokens)
    doc = Doc(nlp.vocab, words=[token.word for token in tokens], spaces=[token.space for token in tokens])
    norms: Any = numpy.asarray([token.norm for token in tokens], dtype="uint64")
    doc.from_array("NORM", norms)
    _annotate(doc, [token.named for token in tokens], _tags().get(nlp.lang or "", ""))
    _set_groups(doc, places, prefix)
    if entities:
        people = [_span(doc, place, PERSON) for place in places if place[2].is_mention]
        doc.set_ents(people, default="missing")
    doc._.set(prefix + MESSAGE, edited.message.metadata)
    return doc


def pseudo_doc(doc: Doc, nlp: Language, *, entities: bool = False, merge: bool = True, prefix: str = PREFIX) -> Doc:
    """Make a Doc of the pseudonymised text of a Doc that our component has processed.

    doc (Doc): The Doc, with `doc._.pseudo_text`.
    nlp (Language): The pipeline whose vocabulary and tokenizer are used; it may be another one.
    entities (bool): Mentions are PERSON entities; about other tokens nothing is said.
    merge (bool): A name of several words is one token; otherwise the tokenizer divides it. What is written without
        white space in it is always one token.
    prefix (str): Put before our span keys and extensions.
    RETURNS (Doc): The new Doc. Run other components with `nlp(new)`.
    """
    return make_doc(edited_of(doc, prefix=prefix), nlp, entities=entities, merge=merge, prefix=prefix)


def edited_of(doc: Doc, *, prefix: str = PREFIX) -> Edited:
    """RETURNS (Edited): What our component has made of a Doc; an error if it has not processed it."""
    register_extensions(prefix)
    text = doc._.get(prefix + TEXT)
    if text is None:
        raise PseudoError(Errors.P406.format(name=prefix + TEXT))
    metadata = doc._.get(prefix + SHAREABLE) or {}
    if EXCLUDED in metadata:
        raise PseudoError(Errors.P807)
    return Edited(Message.from_dict({**metadata, "text": text}), rebase(doc._.get(prefix + REPLACEMENTS) or ()))


def _ordinary(nlp: Language, text: str, before: list[_Token]) -> Iterator[_Token]:
    """The tokens of a piece between two edits. A space at its beginning belongs to the token before it."""
    if text.startswith(" ") and before and not before[-1].space:
        before[-1] = before[-1]._replace(space=True)
        text = text[1:]
    if text:
        for token in tokenize(nlp, text):
            yield _Token(token.text, bool(token.whitespace_), token.norm, False)


def _replaced(nlp: Language, edit: Edit, *, merge: bool) -> Iterator[_Token]:
    text = edit.replacement
    divided = any(map(str.isspace, text))
    if not divided or (merge and edit.is_mention):
        if text:
            yield _Token(text, False, nlp.vocab[text].norm, edit.is_mention)
        return
    for token in tokenize(nlp, text):
        named = edit.is_mention and not (token.is_punct or token.is_space)
        yield _Token(token.text, bool(token.whitespace_), token.norm, named)


def _annotate(doc: Doc, named: list[bool], tag: str) -> None:
    for token, is_name in zip(doc, named, strict=True):
        if is_name:
            token.pos_ = PROPER_NOUN
            if tag:
                token.tag_ = tag


def _span(doc: Doc, place: tuple[int, int, Edit], label: str) -> Span:
    start, end, edit = place
    return Span(doc, start, end, label=label, kb_id=edit.pseudonym or "", span_id=edit.place or "")


def _set_groups(doc: Doc, places: list[tuple[int, int, Edit]], prefix: str) -> None:
    groups: dict[str, list[Span]] = {PARTICIPANTS: [], OTHERS: [], IDENTIFIERS: []}
    for place in places:
        edit = place[2]
        key = PARTICIPANTS if edit.takes_part else OTHERS if edit.is_mention else IDENTIFIERS
        groups[key].append(_span(doc, place, edit.category))
    for key, spans in groups.items():
        doc.spans[prefix + key] = SpanGroup(doc, name=prefix + key, spans=spans)
