"""participant_pseudonymiser: all components as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .. import languages
from ..attrs import PROTECTED
from ..message import Message, text_of
from . import (
    identifier_matcher,
    other_name_matcher,
    participant_linker,
    protected_name_matcher,
    pseudonym_replacer,
)
from .glued_word_splitter import GluedWordSplitter
from .identifier_matcher import IdentifierMatcher, identifiers_of
from .misspelling_matcher import MisspellingMatcher
from .other_name_matcher import OtherNameMatcher, others_of, persons_of
from .participant_linker import SCORE_WEIGHTS, ParticipantLinker
from .protected_name_matcher import ProtectedNameMatcher
from .pseudo_pipe import KeyedPipe
from .pseudonym_replacer import ASSIGNS, PseudonymReplacer, Replaced
from .salutation_matcher import SalutationMatcher
from .spans import get_spans

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..key import Key
    from ..people.allowlist import Protection
    from ..people.linking import Mention
    from ..people.misspellings import Misspelling
    from ..people.others.matching import OtherMention
    from ..text.salutations import Salutation

DEFAULTS: Final = {
    "split": True,
    "misspellings": True,
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
    labels: list[str], words: dict[str, list[str]], rules: list[str], scope: str | None, fields: dict[str, str],
    entities: bool, identifiers: dict[str, str], visible: bool, own_nicknames: bool, slips: bool, dates: str,
    others: str, pseudonyms: str, template: str, seed: int | None, prefix: str, save_key: bool,
) -> ParticipantPseudonymiser:  # fmt: skip
    keyed: dict[str, Any] = {"prefix": prefix, "save_key": False}  # The key is saved once, by the whole.
    drawing = {"mode": pseudonyms, "template": template, "seed": seed, "avoid": allow}
    replacer = PseudonymReplacer(
        name,
        allow=allow,
        identifiers=identifiers,
        visible=visible,
        own_nicknames=own_nicknames,
        slips=slips,
        dates=dates,
        others=others,
        drawing=drawing,
        fields=fields,
        **keyed,
    )
    kept = [label for label, strategy in replacer.strategies.items() if strategy == "keep"]
    return ParticipantPseudonymiser(
        name,
        splitter=GluedWordSplitter(name, **keyed) if split else None,
        salutations=SalutationMatcher(name, lang=nlp.lang or languages.BASE, prefix=prefix),
        misspellings=MisspellingMatcher(name, **keyed) if misspellings else None,
        protected=ProtectedNameMatcher(name, allow=allow, citations=citations, public_figures=public_figures, **keyed),
        identifiers=IdentifierMatcher(
            name, lang=nlp.lang or languages.BASE, labels=labels, words=words, rules=rules, kept=kept, **keyed
        ),
        linker=ParticipantLinker(name, scope=scope, fields=fields, **keyed),
        others=OtherNameMatcher(name, entities=entities, **keyed),
        replacer=replacer,
        prefix=prefix,
        save_key=save_key,
    )


class Reading(NamedTuple):
    """What was found in a text, step by step, and what becomes of it; all in characters."""

    salutations: list[Salutation]
    misspellings: list[Misspelling]
    protections: list[Protection]
    identifiers: list[Identifier]
    mentions: list[Mention]
    others: list[OtherMention]
    replaced: Replaced


class ParticipantPseudonymiser(KeyedPipe):
    """The other components one after the other, with one key.

    name (str): The component's name in the pipeline.
    splitter (Optional[GluedWordSplitter]): Splits tokens to which a name is glued.
    salutations (SalutationMatcher): Finds greetings and sign-offs.
    misspellings (Optional[MisspellingMatcher]): Finds words near names.
    protected (ProtectedNameMatcher): Finds names that stay.
    identifiers (IdentifierMatcher): Finds other personal data.
    linker (ParticipantLinker): Makes mentions of all that.
    others (OtherNameMatcher): Finds names of people who take no part.
    replacer (PseudonymReplacer): Writes the result.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self,
        name: str,
        *,
        splitter: GluedWordSplitter | None,
        salutations: SalutationMatcher,
        misspellings: MisspellingMatcher | None,
        protected: ProtectedNameMatcher,
        identifiers: IdentifierMatcher,
        linker: ParticipantLinker,
        others: OtherNameMatcher,
        replacer: PseudonymReplacer,
        prefix: str,
        save_key: bool,
    ) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        self.drawing = replacer.drawing
        self._splitter, self._salutations, self._misspellings = splitter, salutations, misspellings
        self._protected, self._identifiers, self._linker = protected, identifiers, linker
        self._others, self._replacer = others, replacer

    @property
    def strategies(self) -> Mapping[str, str]:
        """RETURNS (Mapping[str, str]): What is done with other personal data, by label."""
        return self._replacer.strategies

    @property
    def others(self) -> str:
        """RETURNS (str): What is done with names of people who take no part."""
        return self._replacer.others

    @property
    def rules(self) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): The user's rules for other personal data."""
        return self._identifiers.rules

    def use(self, key: Key | None) -> None:
        """Work with another key, in every step."""
        super().use(key)
        steps = (self._splitter, self._misspellings, self._protected, self._identifiers, self._linker, self._others)
        for step in (*steps, self._replacer):
            if step is not None:
                step.use(key)

    def read(
        self,
        text: str,
        message: Message | None = None,
        *,
        protections: Iterable[tuple[int, int]] = (),
        identifiers: Iterable[Identifier] = (),
        others: Iterable[OtherMention] = (),
        persons: Iterable[tuple[int, int]] = (),
    ) -> Reading:
        """Pseudonymise a text; the same as on a Doc, but without one, which is faster where nothing else needs it.

        text (str): The text.
        message (Optional[Message]): Its metadata.
        protections (Iterable[tuple[int, int]]): Further places that stay as they are.
        identifiers (Iterable[Identifier]): Further places with other personal data.
        others (Iterable[OtherMention]): Further names of people who take no part.
        persons (Iterable[tuple[int, int]]): Entities that are persons; they count as such names if so configured.
        RETURNS (Reading): What was found, and what becomes of the text.
        """
        from ..identifiers.base import Page

        self.require_key()
        self._used = True
        with languages.speaking(self.lang):
            return self._read(Page(text, self.lang), message, list(protections), identifiers, others, persons)

    def _read(
        self,
        text: str,
        message: Message | None,
        protections: Sequence[tuple[int, int]],
        identifiers: Iterable[Identifier],
        others: Iterable[OtherMention],
        persons: Iterable[tuple[int, int]],
    ) -> Reading:
        from ..people.account import Explanation
        from ..people.protection import REASONS
        from ..people.reasons import DECIDED

        salutations = self._salutations.find(text)
        slots = sorted(slot for salutation in salutations for slot in salutation.slots)
        misspellings = self._misspellings.find(text) if self._misspellings is not None else []
        found = self._protected.find(text, slots)
        stay = [*protections, *((p.start, p.end) for p in found)]
        author = message.author if message is not None else None
        personal = self._identifiers.find(text, author)
        given = [*personal, *identifiers]
        weighed = self._linker.weigh(
            text, message, slots=slots, misspellings=misspellings, protections=stay, identifiers=given
        )
        mentions = weighed.mentions
        protected = [*found, *((start, end, "") for start, end in protections)]
        strangers = self._others.find(text, mentions=mentions, protections=protected, persons=persons)
        stays = [Explanation(start, end, REASONS[label]) for start, end, label in found]
        stays += (Explanation(start, end, DECIDED) for start, end in protections)
        replaced = self._replacer.find(
            text,
            mentions,
            stays,
            given,
            message,
            [*strangers, *others],
            refusals=weighed.refusals,
        )
        return Reading(salutations, misspellings, found, personal, mentions, strangers, replaced)

    def match(self, doc: Doc) -> Reading:
        """RETURNS (Reading): What was found; Spans that others put under the key of protected names count as well."""
        self.require_key()
        others = [span for span, row in get_spans(doc, self.prefix + PROTECTED) if row is None]
        protections = [(span.start_char, span.end_char) for span in others]
        given = identifiers_of(doc, self.prefix, ours=False)
        return self.read(
            text_of(doc),
            self._linker.message(doc),
            protections=protections,
            identifiers=given,
            others=others_of(doc, self.prefix, ours=False),
            persons=persons_of(doc) if self._others.entities else (),
        )

    def set_annotations(self, doc: Doc, found: Reading) -> None:
        """Split tokens, then write the span groups and the result."""
        if self._splitter is not None:
            self._splitter.set_annotations(doc, self._splitter.find(text_of(doc)))
        self._salutations.set_annotations(doc, found.salutations)
        if self._misspellings is not None:
            self._misspellings.set_annotations(doc, found.misspellings)
        self._protected.set_annotations(doc, found.protections)
        self._identifiers.set_annotations(doc, found.identifiers)
        self._linker.set_annotations(doc, found.mentions)
        self._others.set_annotations(doc, found.others)
        self._replacer.set_annotations(doc, found.replaced)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): As the participant linker's."""
        return self._linker.score(examples, **kwargs)
