"""participant_linker: from evidence to mentions, one participant each, by who wrote the message and whom it answers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example

from ..attrs import JOINT, METADATA, PARTICIPANTS, PREFIX
from ..attrs import MESSAGE as MESSAGE_ATTR
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from ..evaluation.metrics import score_spans
from ..key import Key
from ..message import Message, message_of, text_of
from ..people.linking import SCOPES, Linker, Mention
from .keyed import KeyedPipe
from .misspelling_matcher import misspellings_of
from .protected_name_matcher import protections_of
from .salutation_matcher import slots_of

_MENTIONS = "mentions"


def mentions_of(doc: Doc, prefix: str = PREFIX) -> list[Mention]:
    """The mentions in a Doc, to the character. Spans that were taken out are gone, added ones count as they are.

    doc (Doc): A Doc after the participant linker.
    prefix (str): The prefix of our span keys.
    RETURNS (list[Mention]): The mentions, in order.
    """
    group = doc.spans.get(prefix + PARTICIPANTS)
    if group is None:
        return []
    exact: dict[tuple[int, int, str], list[Mention]] = {}
    for row in group.attrs.get(_MENTIONS, ()):
        start, end, *values = row
        participants = tuple(values[0])
        exact.setdefault((start, end, JOINT.join(participants)), []).append(Mention(values[1], values[2], participants, *values[3:]))
    found = []
    for span in group:
        known = exact.get((span.start_char, span.end_char, span.kb_id_))
        found.append(known.pop(0) if known else _by_hand(span))
    return sorted(found)


def _by_hand(span: Span) -> Mention:
    participants = tuple(span.kb_id_.split(JOINT)) if span.kb_id_ else ()
    return Mention(span.start_char, span.end_char, participants, span.label_, "body", 1.0)


@Language.factory(
    "participant_linker",
    assigns=["doc.spans"],
    default_config={"scope": None, "fields": {}, "prefix": PREFIX, "save_key": False},
    default_score_weights={"pseudo_mention_f": 0.5, "pseudo_mention_r": 0.5, "pseudo_mention_p": 0.0, "pseudo_participant_acc": 0.0},
)
def make_participant_linker(
    nlp: Language, name: str, scope: str | None, fields: dict[str, str], prefix: str, save_key: bool
) -> ParticipantLinker:
    return ParticipantLinker(name, scope=scope, fields=fields, prefix=prefix, save_key=save_key)


class ParticipantLinker(KeyedPipe):
    """Sets `doc.spans["pseudo_participants"]`: label = category of the form, kb_id = participant.

    name (str): The component's name in the pipeline.
    scope (Optional[str]): Who is preferred when several share a name: 'thread', 'session' or 'all'; else the key's.
    fields (Mapping[str, str]): What the metadata calls a field, e.g. {"author": "user_id"}.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self,
        name: str = "participant_linker",
        *,
        scope: str | None = None,
        fields: Mapping[str, str] | None = None,
        prefix: str = PREFIX,
        save_key: bool = False,
    ) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        if scope is not None and scope not in SCOPES:
            raise PseudoError(Errors.P404.format(scope=scope, scopes=", ".join(SCOPES)))
        for field in fields or {}:
            if field not in METADATA:
                raise PseudoError(Errors.P407.format(name="fields", field=field, fields=", ".join(METADATA)))
        self.scope = scope
        self.fields = dict(fields or {})
        self._linker: tuple[Key, Linker] | None = None
        self._warned = False

    @property
    def linker(self) -> Linker:
        """RETURNS (Linker): Decides with the key at hand."""
        key = self.key
        if self._linker is None or self._linker[0] is not key:
            self._linker = (key, Linker(key.index, key.context, scope=self.scope or key.scope))
        return self._linker[1]

    def match(self, doc: Doc) -> list[Mention]:
        """RETURNS (list[Mention]): The mentions, in characters."""
        text = text_of(doc)
        message = self._message(doc)
        taken = [*protections_of(doc, self.prefix), *(m.span() for m in self.key.pseudonyms.looks_like().finditer(text))]
        return self.linker.link(
            text,
            message,
            slots=slots_of(doc, self.prefix),
            misspellings=misspellings_of(doc, self.prefix),
            protections=taken,
        )

    def _message(self, doc: Doc) -> Message | None:
        message = message_of(doc, names=self.fields, prefix=self.prefix)
        if message is None:
            if not self._warned:
                self._warned = True
                warning = Warnings.W401.format(name=self.name, attr=self.prefix + MESSAGE_ATTR)
                warnings.warn(warning, PseudoWarning, stacklevel=2)
            return None
        if doc._.get(self.prefix + MESSAGE_ATTR) is None:
            doc._.set(self.prefix + MESSAGE_ATTR, message.metadata)
        main_id = self.key.roster.main_id
        metadata = {**message.metadata}
        for field in ("author", "parent_author"):
            if field in metadata:
                metadata[field] = main_id(metadata[field]) or metadata[field]
        return Message(**metadata)

    def set_annotations(self, doc: Doc, found: list[Mention]) -> None:
        """Write the span group; what a Span cannot hold goes with it."""
        spans, exact = [], []
        for mention in found:
            who = JOINT.join(mention.participants)
            span = doc.char_span(
                mention.start, mention.end, label=mention.category, kb_id=who, alignment_mode="expand"
            )
            if span is not None:
                spans.append(span)
                start, end, participants, *rest = mention
                exact.append([span.start_char, span.end_char, list(participants), start, end, *rest])
        key = self.prefix + PARTICIPANTS
        doc.spans[key] = SpanGroup(doc, name=key, spans=spans, attrs={_MENTIONS: exact})

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Mention precision, recall and F, and how many are linked right."""
        key = self.prefix + PARTICIPANTS
        pairs = [(_spans(eg.reference, key), _spans(eg.predicted, key)) for eg in examples]
        return dict(score_spans([gold for gold, _ in pairs], [predicted for _, predicted in pairs]))


def _spans(doc: Doc, key: str) -> list[tuple[int, int, str]]:
    return [(span.start_char, span.end_char, span.kb_id_) for span in doc.spans.get(key, ())]
