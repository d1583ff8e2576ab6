"""participant_linker: from evidence to mentions, one participant each, by who wrote the message and whom it answers."""

from __future__ import annotations

import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..attrs import HANDLE, JOINT, MESSAGE, NICKNAME, PARTICIPANTS, UNLINKED
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from ..message import Message, message_of, text_of
from ..text.words import fold_all
from .identifier_matcher import identifiers_of
from .misspelling_matcher import misspellings_of
from .protected_name_matcher import protections_of
from .pseudo_pipe import KEYED, KeyedPipe, check_fields, pseudonyms_in
from .salutation_matcher import slots_of
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..key import Key
    from ..people.decisions import Decided
    from ..people.linking import Linker, Mention, Weighed
    from ..people.misspellings import Misspelling
    from ..text.salutations import Slot

DEFAULTS: Final = {"scope": None, "fields": {}, **KEYED}
SCORE_WEIGHTS: Final[dict[str, float | None]] = {
    "pseudo_mention_f": 0.5,
    "pseudo_mention_r": 0.5,
    "pseudo_mention_p": 0.0,
    "pseudo_participant_acc": 0.0,
}


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


def _is_drawn(mention: Mention, text: str, drawn: frozenset[str]) -> bool:
    """A drawn name that an earlier run has put in is no stranger's."""
    return mention.category == UNLINKED and drawn.issuperset(fold_all(text[mention.start : mention.end]))


def _with_handles(text: str, mentions: list[Mention], identifiers: Iterable[Identifier]) -> list[Mention]:
    """The mentions with participants' user names among them. A name in a user name is a part of it, and a user name
    that is no more than a part of a mention, or beside one, is nothing new."""
    from ..identifiers.user_names import split_sign
    from ..people.evidence import BODY
    from ..people.linking import Mention

    starts, ends = [m.start for m in mentions], [m.end for m in mentions]
    handles: list[Mention] = []
    gone: set[int] = set()
    for one in sorted(one for one in identifiers if one.label == "USERNAME" and one.participant is not None):
        sign, name = split_sign(text[one.start : one.end])
        if not sign and not any(len(word) > 3 for word in fold_all(name)) and not any(map(str.isdigit, name)):
            continue  # 'max_len' is rather a variable: it is masked, but nobody's mention
        start = one.start + len(sign)
        handle = Mention(start, one.end, (one.participant or "",), HANDLE, BODY, one.confidence)
        over = range(bisect_right(ends, start), bisect_left(starts, one.end))
        known = any(mentions[n][:3] == handle[:3] for n in over)
        inside = all(start <= starts[n] and ends[n] <= one.end for n in over)
        if inside and not known and not (handles and start < handles[-1].end):
            handles.append(handle)
            gone.update(over)
    return sorted([*(m for n, m in enumerate(mentions) if n not in gone), *handles]) if handles else mentions


def with_decisions(found: Weighed, decided: Sequence[Decided]) -> Weighed:
    """Put what a person decided in place of what was found.

    found (Weighed): What was found.
    decided (Sequence[Decided]): The decisions.
    RETURNS (Weighed): The mentions that touch no decided place, and those that were decided.
    """
    from ..people.decisions import KEEP, MASK
    from ..people.linking import Mention
    from ..people.reasons import DECIDED

    if not decided:
        return found
    mentions = [m for m in found.mentions if all(m.end <= one.start or one.end <= m.start for one in decided)]
    for start, end, decision in decided:
        if decision != KEEP:
            who, category = ((), UNLINKED) if decision == MASK else ((decision,), NICKNAME)
            mentions.append(Mention(start, end, who, category, "body", 1.0, None, DECIDED.text))
    return found._replace(mentions=sorted(mentions))


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
    scope (Optional[str]): Who is preferred when several share a name: 'thread', 'session' or 'all'; else the key's.
    fields (Mapping[str, str]): What the metadata calls a field, e.g. {"author": "user_id"}.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    made = ("_linker",)

    def __init__(self, name: str, *, scope: str | None, fields: Mapping[str, str], prefix: str, save_key: bool) -> None:
        from ..people.owners import SCOPES

        super().__init__(name, prefix=prefix, save_key=save_key)
        if scope is not None and scope not in SCOPES:
            raise PseudoError(Errors.P404.format(scope=scope, scopes=", ".join(SCOPES)))
        self.scope = scope
        self.fields = check_fields(fields)
        self._linker: Linker | None = None
        self._warned = False

    def use(self, key: Key | None) -> None:
        """Work with another key."""
        super().use(key)
        self._linker = None

    @property
    def linker(self) -> Linker:
        """RETURNS (Linker): Decides, with the key at hand."""
        if self._linker is None:
            from ..people.linking import Linker

            self._linker = Linker(self.key.index, self.key.context, scope=self.scope or self.key.scope)
        return self._linker

    def match(self, doc: Doc) -> list[Mention]:
        """RETURNS (list[Mention]): The mentions, in characters."""
        return self.find(
            text_of(doc),
            self.message(doc),
            slots=slots_of(doc, self.prefix),
            misspellings=misspellings_of(doc, self.prefix),
            protections=protections_of(doc, self.prefix),
            identifiers=identifiers_of(doc, self.prefix),
        )

    def find(
        self,
        text: str,
        message: Message | None,
        *,
        slots: Sequence[Slot],
        misspellings: Iterable[Misspelling],
        protections: Iterable[tuple[int, int]],
        identifiers: Iterable[Identifier] = (),
    ) -> list[Mention]:
        """The same on plain text, with the message's metadata, the evidence and other personal data, of which user
        names of participants are mentions."""
        return self.weigh(
            text,
            message,
            slots=slots,
            misspellings=misspellings,
            protections=protections,
            identifiers=identifiers,
        ).mentions

    def weigh(
        self,
        text: str,
        message: Message | None,
        *,
        slots: Sequence[Slot],
        misspellings: Iterable[Misspelling],
        protections: Iterable[tuple[int, int]],
        identifiers: Iterable[Identifier] = (),
    ) -> Weighed:
        """RETURNS (Weighed): The mentions, and what is none although it may be one. What a person decided counts."""
        if message is not None:
            people = message.author, message.parent_author
            author, parent_author = map(self.key.roster.main_id, people)
            if (author, parent_author) != people:
                message = replace(message, author=author, parent_author=parent_author)
        stay = [*protections, *pseudonyms_in(text, self.key)]
        found = self.linker.weigh(text, message, slots=slots, misspellings=misspellings, protections=stay)
        if drawn := self.key.drawn_words:
            found = found._replace(mentions=[m for m in found.mentions if not _is_drawn(m, text, drawn)])
        found = found._replace(mentions=_with_handles(text, found.mentions, identifiers))
        return with_decisions(found, self.key.decided(text, message))

    def message(self, doc: Doc) -> Message | None:
        """RETURNS (Optional[Message]): A Doc's metadata; without any the component warns, once."""
        message = message_of(doc, names=self.fields, prefix=self.prefix)
        if message is None and not self._warned:
            self._warned = True
            warning = Warnings.W401.format(name=self.name, attr=self.prefix + MESSAGE)
            warnings.warn(warning, PseudoWarning, stacklevel=2)
        return message

    def set_annotations(self, doc: Doc, found: list[Mention]) -> None:
        """Write the span group; what a Span cannot hold goes with it."""
        rows = ((m.start, m.end, m.category, JOINT.join(m.participants), m) for m in found)
        set_spans(doc, self.prefix + PARTICIPANTS, rows)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the spans of Docs whose reference has the span group.

        RETURNS (dict[str, Any]): Mention precision, recall and F, and how many are linked right.
        """
        from ..scoring.mention_scores import score_spans

        key = self.prefix + PARTICIPANTS
        rows = [(_rows(eg.reference, key), _rows(eg.predicted, key) or []) for eg in examples]
        return dict(score_spans([gold for gold, _ in rows], [predicted for _, predicted in rows]))
