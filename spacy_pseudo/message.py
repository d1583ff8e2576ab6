"""A message and how it becomes a Doc: metadata as a Doc extension, texts of any length and shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import regex

from .attrs import EXTENSIONS, FIELDS, MESSAGE, METADATA, PREFIX
from .errors import Errors, PseudoError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from .text.lexing import Text

# The tokenizer is quadratic in runs of punctuation marks, and refuses more than `nlp.max_length` characters.
_LONG_RUN = regex.compile(r"[^\p{L}\p{N}\s]{100,}|\S{1000,}")
_RUN_SLICE = 100
# Where a text that is too long is cut, if possible: after a paragraph, a line, a word.
_PIECE_ENDS = ("\n\n", "\n", " ")

# How None and its kin in tables write themselves: no value.
_GAPS = ("None", "nan", "NaT", "<NA>")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a discussion. All fields are strings; only files require `id` and `author`.

    text (str): What was written.
    id (Optional[str]): The message's own id.
    author (Optional[str]): The id of the person who wrote it.
    parent (Optional[str]): The id of the message that it answers.
    parent_author (Optional[str]): Who wrote that one.
    thread (Optional[str]): The discussion.
    session (Optional[str]): The course or term.
    timestamp (Optional[str]): When it was written, in any usual form.
    subject (Optional[str]): Its subject; pseudonymised like the text.
    extra (Mapping[str, str]): Other columns of its row, by header.
    html (bool): The text is HTML. Both passes look at what readers see of it and at its attributes, and keep the rest.
    """

    text: str = ""
    id: str | None = None
    author: str | None = None
    parent: str | None = None
    parent_author: str | None = None
    thread: str | None = None
    session: str | None = None
    timestamp: str | None = None
    subject: str | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
    html: bool = False

    def __repr__(self) -> str:
        """RETURNS (str): Nothing of what is in it: what is printed ends in logs and crash reports."""
        return f"<Message of {len(self.text)} characters>"

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], *, names: Mapping[str, str] | None = None) -> Message:
        """Make a message from any mapping.

        data (Mapping[str, Any]): Values by field name.
        names (Optional[Mapping[str, str]]): What the data calls a field, where it is not the field's own name.
        RETURNS (Message): The message; unknown fields are left out, ids become strings.
        """
        return cls(**_known(data, FIELDS, names or {}))

    @property
    def metadata(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): The metadata that is there, without the text."""
        values = ((name, getattr(self, name)) for name in METADATA)
        return {name: value for name, value in values if value is not None}

    def to_doc(self, nlp: Language, *, prefix: str = PREFIX) -> Doc:
        """Tokenize the text and attach the metadata; run the pipeline with `nlp(doc)` or `nlp.pipe(docs)`. Of HTML, the
        Doc holds the text that readers see, without tags and attributes: use `apply` to get HTML back.

        nlp (Language): The pipeline whose tokenizer is used.
        prefix (str): The prefix of our extensions, if the components have another than the default.
        RETURNS (Doc): A Doc with `doc._.pseudo_message` set.
        """
        from .text.markup import plain

        register_extensions(prefix)
        doc = make_doc(nlp, plain(self).text)
        doc._.set(prefix + MESSAGE, self.metadata)
        return doc


def _known(data: Mapping[str, Any], fields: Iterable[str], names: Mapping[str, str]) -> dict[str, Any]:
    known = {}
    for field_name in fields:
        # What comes from a Message has our names, whatever the data calls its fields otherwise.
        called = names.get(field_name, field_name)
        text = _text(data.get(called if called in data else field_name))
        if text:
            known[field_name] = text
    return known


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    # A table with gaps makes 43.0 of the id 43.
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    return "" if text in _GAPS else text


def make_doc(nlp: Language, text: str) -> Doc:
    """Tokenize a text of any length: pieces that the tokenizer takes easily, put together into one Doc.

    nlp (Language): The pipeline whose tokenizer is used.
    text (str): The text.
    RETURNS (Doc): A Doc whose text is exactly `text`.
    """
    if len(text) <= nlp.max_length and not _LONG_RUN.search(text):
        return nlp.make_doc(text)
    import numpy
    from spacy.tokens import Doc

    # Not Doc.from_docs: it marks sentences that nobody has found.
    docs = [nlp.make_doc(piece) for piece in _pieces(text, nlp.max_length)]
    tokens = [token for doc in docs for token in doc]
    whole = Doc(nlp.vocab, words=[t.text for t in tokens], spaces=[bool(t.whitespace_) for t in tokens])
    norms: Any = numpy.concatenate([doc.to_array("NORM") for doc in docs])
    return whole.from_array("NORM", norms)


def _pieces(text: str, longest: int) -> Iterator[str]:
    start = 0
    for run in _LONG_RUN.finditer(text):
        yield from _paragraphs(text[start : run.start()], longest)
        size = min(_RUN_SLICE, longest)
        for at in range(run.start(), run.end(), size):
            yield text[at : min(at + size, run.end())]
        start = run.end()
    yield from _paragraphs(text[start:], longest)


def _paragraphs(text: str, longest: int) -> Iterator[str]:
    start = 0
    while len(text) - start > longest:
        middle, limit = start + longest // 2, start + longest
        ends = (at + len(mark) for mark in _PIECE_ENDS if (at := text.rfind(mark, middle, limit)) > start)
        end = next(ends, limit)
        yield text[start:end]
        start = end
    if start < len(text):
        yield text[start:]


# --- Doc extensions -------------------------------------------------------------------------------------------------
# Getter and setter mark an extension as ours: also in a worker process, where spaCy has restored it by itself.


def _home(name: str) -> Any:
    return "._.", name, None, None


def _get(name: str, doc: Doc) -> Any:
    return doc.user_data.get(_home(name))


def _set(name: str, doc: Doc, value: Any) -> None:
    # Plain data goes through DocBin and worker processes.
    doc.user_data[_home(name)] = value.metadata if isinstance(value, Message) else value


def register_extensions(prefix: str = PREFIX) -> None:
    """Register our Doc extensions. A name that somebody else has taken is an error, never overwritten.

    prefix (str): Put before `message`, `text`, `replacements` and `metadata`.
    """
    from spacy.tokens import Doc  # who only reads messages needs no spaCy

    for suffix in EXTENSIONS:
        name = prefix + suffix
        if Doc.has_extension(name):
            getter = Doc.get_extension(name)[2]
            if getattr(getter, "func", None) is not _get:
                raise PseudoError(Errors.P401.format(name=name, suffix=suffix))
        else:
            Doc.set_extension(name, getter=partial(_get, name), setter=partial(_set, name))


def message_of(doc: Doc, *, names: Mapping[str, str] | None = None, prefix: str = PREFIX) -> Message | None:
    """Find a Doc's metadata: in the extension, otherwise in the context of `nlp.pipe(..., as_tuples=True)`.

    doc (Doc): The Doc.
    names (Optional[Mapping[str, str]]): What the data calls a field, where it is not the field's own name.
    prefix (str): The prefix of our extensions.
    RETURNS (Optional[Message]): The metadata as a message without text, or None if there is none.
    """
    data = _get(prefix + MESSAGE, doc)
    if data is None:
        data = getattr(doc, "_context", None)
    if isinstance(data, Message):
        data = data.metadata
    known = _known(data, METADATA, names or {}) if isinstance(data, Mapping) else {}
    return Message(**known) if known else None


# The text of the Doc at hand: components ask for it one after the other, and it is put together and lexed once.
_at_hand: tuple[Doc, Text] | None = None


def text_of(doc: Doc) -> Text:
    """RETURNS (Text): The Doc's text, lexed once for all components that ask in a row."""
    from .text.lexing import Text

    global _at_hand
    if _at_hand is None or _at_hand[0] is not doc:
        _at_hand = (doc, Text(doc.text, doc.lang_))
    return _at_hand[1]
