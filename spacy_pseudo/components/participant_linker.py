"""participant_linker: from evidence to mentions, one participant each, by who wrote the message and whom it answers."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..attrs import JOINT, MESSAGE, PARTICIPANTS
from ..engine import defaults
from ..errors import PseudoWarning, Warnings
from ..message import Message, message_of, text_of
from .identifier_matcher import identifiers_of
from .misspelling_matcher import misspellings_of
from .protected_name_matcher import protections_of
from .pseudo_pipe import KEYED, KeyedPipe, check_fields, is_pattern
from .salutation_matcher import slots_of
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..people.linking import Mention

DEFAULTS: Final = {**defaults("scope"), "fields": {}, **KEYED}
# What entity recognisers call a person; parts of speech that tell a name from a word.
PERSONS: Final = frozenset(("PERSON", "PER", "PRS"))
_TELLING: Final = frozenset(("ADV", "AUX", "PROPN", "VERB"))
SCORE_WEIGHTS: Final[dict[str, float | None]] = {
    "pseudo_mention_f": 0.5,
    "pseudo_mention_r": 0.5,
    "pseudo_mention_p": 0.0,
    "pseudo_participant_acc": 0.0,
}


def tagged_of(doc: Doc) -> dict[int, bool]:
    """RETURNS (dict[int, bool]): By where words begin, whether the pipeline takes them for names, or for verbs and the
    like; nothing of other words, nor without a tagger or an entity recogniser. In capitals every word is a proper noun
    to a tagger: 'the SPRINT project'."""
    tagged = {}
    if doc.has_annotation("POS"):
        said = (token for token in doc if token.pos_ in _TELLING and not (token.is_upper and len(token) > 1))
        tagged = {token.idx: token.pos_ == "PROPN" for token in said}
    return tagged | {token.idx: True for ent in doc.ents if ent.label_ in PERSONS for token in ent}


def mentions_of(doc: Doc, prefix: str) -> list[Mention]:
    """The mentions in a Doc, to the character. Spans that were taken out are gone, added ones count as they are.

    doc (Doc): A Doc after the participant linker.
    prefix (str): The prefix of our span keys.
    RETURNS (list[Mention]): The mentions, in the order of the group.
    """
    from ..people.linking import Mention

    found = []
    for span, row in get_spans(doc, prefix + PARTICIPANTS):
        if row is None:
            who = tuple(span.kb_id_.split(JOINT)) if span.kb_id_ else ()
            found.append(Mention(span.start_char, span.end_char, who, span.label_, "body", 1.0))
        else:
            start, end, who, *rest = row
            found.append(Mention(start, end, tuple(who), *rest))
    return found


def set_mentions(doc: Doc, prefix: str, found: Iterable[Mention]) -> None:
    """Write the span group; what a Span cannot hold goes with it."""
    rows = ((m.start, m.end, m.category, JOINT.join(m.participants), m) for m in found)
    set_spans(doc, prefix + PARTICIPANTS, rows)


def _rows(doc: Doc, key: str) -> list[tuple[int, int, str | None]] | None:
    return [(s.start_char, s.end_char, s.kb_id_) for s in doc.spans[key]] if key in doc.spans else None


@Language.factory(
    "participant_linker", assigns=["doc.spans"], default_config=DEFAULTS, default_score_weights=SCORE_WEIGHTS
)
def make_participant_linker(
    nlp: Language, name: str, scope: str | None, fields: dict[str, str], prefix: str, save_key: bool
) -> ParticipantLinker:
    return ParticipantLinker(name, scope=scope, fields=fields, prefix=prefix, save_key=save_key)


class ParticipantLinker(KeyedPipe):
    """Sets `doc.spans["pseudo_participants"]`: label = category of the form, kb_id = participant.

    name (str): The component's name in the pipeline.
    fields (Mapping[str, str]): What the metadata calls a field, e.g. {"author": "user_id"}.
    **chosen: `scope` may be chosen; and what every component with a key has.
    """

    def __init__(self, name: str, *, fields: Mapping[str, str], **chosen: Any) -> None:
        super().__init__(name, **chosen)
        self.fields = check_fields(fields)
        self._warned = False

    def match(self, doc: Doc) -> list[Mention]:
        """RETURNS (list[Mention]): The mentions, in characters."""
        self.require_key()
        return self.engine.weigh(
            text_of(doc),
            self.message(doc),
            slots=slots_of(doc, self.prefix),
            misspellings=misspellings_of(doc, self.prefix),
            protections=protections_of(doc, self.prefix),
            identifiers=identifiers_of(doc, self.prefix),
            tagged=tagged_of(doc),
        ).mentions

    def message(self, doc: Doc) -> Message | None:
        """RETURNS (Optional[Message]): A Doc's metadata; without any the component warns, once."""
        message = message_of(doc, names=self.fields, prefix=self.prefix)
        if message is None and not self._warned and not is_pattern():
            self._warned = True
            warning = Warnings.W401.format(name=self.name, attr=self.prefix + MESSAGE)
            warnings.warn(warning, PseudoWarning, stacklevel=2)
        return message

    def set_annotations(self, doc: Doc, found: list[Mention]) -> None:
        """Write the span group."""
        set_mentions(doc, self.prefix, found)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the spans of Docs whose reference has the span group.

        RETURNS (dict[str, Any]): Mention precision, recall and F, and how many are linked right.
        """
        from ..scoring.mention_scores import score_spans

        key = self.prefix + PARTICIPANTS
        rows = [(_rows(eg.reference, key), _rows(eg.predicted, key) or []) for eg in examples]
        return dict(score_spans([gold for gold, _ in rows], [predicted for _, predicted in rows]))
