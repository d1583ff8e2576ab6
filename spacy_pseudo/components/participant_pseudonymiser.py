"""participant_pseudonymiser: all components as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc

from .. import languages
from ..attrs import PROTECTED
from ..engine import defaults
from ..message import Message, text_of
from . import identifier_matcher, other_name_matcher, participant_linker, protected_name_matcher, pseudonym_replacer
from .glued_word_splitter import find_glued, split_glued
from .identifier_matcher import identifiers_of, set_identifiers
from .misspelling_matcher import set_misspellings
from .other_name_matcher import others_of, persons_of, set_others
from .participant_linker import SCORE_WEIGHTS, ParticipantLinker, set_mentions, tagged_of
from .protected_name_matcher import set_protections
from .pseudonym_replacer import ASSIGNS, set_result
from .salutation_matcher import set_salutations
from .spans import get_spans

if TYPE_CHECKING:
    from ..engine.engine import Reading
    from ..identifiers.base import Identifier
    from ..people.others.matching import OtherMention

DEFAULTS: Final = {
    "split": True,
    **defaults("misspellings"),
    **protected_name_matcher.DEFAULTS,
    **identifier_matcher.DEFAULTS,
    **participant_linker.DEFAULTS,
    **other_name_matcher.DEFAULTS,
    **pseudonym_replacer.DEFAULTS,
}


@Language.factory(
    "participant_pseudonymiser",
    assigns=["doc.spans", *ASSIGNS],
    retokenizes=True,
    default_config=DEFAULTS,
    default_score_weights=SCORE_WEIGHTS,
)
def make_participant_pseudonymiser(
    nlp: Language, name: str, split: bool, misspellings: bool, allow: list[str], citations: bool, public_figures: bool,
    labels: list[str], sensitive: bool, words: dict[str, list[str]], rules: list[str], scope: str | None,
    fields: dict[str, str], entities: bool, identifiers: dict[str, str], visible: bool, own_nicknames: bool,
    slips: bool, latin: bool, dates: str, cities: str, others: str, ids: str, timestamps: str, pseudonyms: str,
    template: str, seed: int | None, prefix: str, save_key: bool,
) -> ParticipantPseudonymiser:  # fmt: skip
    return ParticipantPseudonymiser(
        name, lang=nlp.lang or languages.BASE, split=split, misspellings=misspellings, allow=allow, citations=citations,
        public_figures=public_figures, labels=labels, sensitive=sensitive, words=words, rules=rules, scope=scope,
        fields=fields, entities=entities, identifiers=identifiers, visible=visible, own_nicknames=own_nicknames,
        slips=slips, latin=latin, dates=dates, cities=cities, others=others, ids=ids, timestamps=timestamps,
        prefix=prefix, save_key=save_key,
        drawing={"mode": pseudonyms, "template": template, "seed": seed, "avoid": allow},
    )  # fmt: skip


class ParticipantPseudonymiser(ParticipantLinker):
    """The other components one after the other, with one key.

    name (str): The component's name in the pipeline.
    split (bool): Split tokens to which a name is glued.
    drawing (dict[str, Any]): How pseudonyms are drawn where no key has any: mode, template, seed, names to avoid.
    **chosen: What may be chosen for any of them.
    """

    def __init__(self, name: str, *, split: bool, drawing: dict[str, Any], **chosen: Any) -> None:
        super().__init__(name, **chosen)
        self.drawing = drawing
        self._split = split
        self._kept_labels = tuple(label for label, strategy in self.choices.strategies.items() if strategy == "keep")

    def add_rules(self, rules: Sequence[str]) -> None:
        """Look for what rules find, besides all else. A saved pipeline has the rules of its config, not these.

        rules (Sequence[str]): Texts with classes of words, definitions and rules; see text/rules.py.
        """
        self.choose(rules=(*self.choices.rules, *rules))

    def read(
        self,
        text: str,
        message: Message | None = None,
        *,
        protections: Iterable[tuple[int, int]] = (),
        identifiers: Iterable[Identifier] = (),
        others: Iterable[OtherMention] = (),
        persons: Iterable[tuple[int, int]] = (),
        tagged: Mapping[int, bool] = MappingProxyType({}),
    ) -> Reading:
        """Pseudonymise a text; the same as on a Doc, but without one, which is faster where nothing else needs it. What
        is found elsewhere may be given as well: see `Engine.read`.

        RETURNS (Reading): What was found, and what becomes of the text.
        """
        self.require_key()
        self._used = True
        return self.engine.read(
            text,
            message,
            protections=list(protections),
            identifiers=identifiers,
            others=others,
            persons=persons,
            tagged=tagged,
        )

    def match(self, doc: Doc) -> Reading:  # type: ignore[override]
        """RETURNS (Reading): What was found; Spans that others put under the key of protected names count as well."""
        self.require_key()
        others = [span for span, row in get_spans(doc, self.prefix + PROTECTED) if row is None]
        return self.read(
            text_of(doc),
            self.message(doc),
            protections=[(span.start_char, span.end_char) for span in others],
            identifiers=identifiers_of(doc, self.prefix, ours=False),
            others=others_of(doc, self.prefix, ours=False),
            persons=persons_of(doc) if self.choices.entities else (),
            tagged=tagged_of(doc),
        )

    def set_annotations(self, doc: Doc, found: Reading) -> None:  # type: ignore[override]
        """Split tokens, then write the span groups and the result."""
        prefix = self.prefix
        if self._split:
            split_glued(doc, find_glued(text_of(doc), self.key.index))
        set_salutations(doc, prefix, found.salutations)
        if self.choices.misspellings:
            set_misspellings(doc, prefix, found.misspellings)
        set_protections(doc, prefix, found.protections)
        set_identifiers(doc, prefix, found.identifiers)
        set_mentions(doc, prefix, found.mentions)
        set_others(doc, prefix, found.others)
        set_result(doc, prefix, found.replaced, self.engine.shareable(self.message(doc)))
