"""participant_pseudonymiser: all components as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from . import participant_linker, protected_name_matcher, pseudonym_replacer
from .base import KeyedPipe, PseudoPipe
from .glued_word_splitter import GluedWordSplitter
from .misspelling_matcher import MisspellingMatcher
from .participant_linker import SCORE_WEIGHTS, ParticipantLinker
from .protected_name_matcher import ProtectedNameMatcher
from .pseudonym_replacer import ASSIGNS, PseudonymReplacer
from .salutation_matcher import SalutationMatcher

if TYPE_CHECKING:
    from ..key import Key

DEFAULTS: Final = {
    "split": True,
    "misspellings": True,
    **protected_name_matcher.DEFAULTS,
    **participant_linker.DEFAULTS,
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
    scope: str | None, fields: dict[str, str], pseudonyms: str, template: str, seed: int | None, prefix: str,
    save_key: bool,
) -> ParticipantPseudonymiser:  # fmt: skip
    keyed: dict[str, Any] = {"prefix": prefix, "save_key": False}  # The key is saved once, by the whole.
    matchers: list[PseudoPipe] = [
        *([GluedWordSplitter(name, **keyed)] if split else []),
        SalutationMatcher(name, lang=nlp.lang or "en", prefix=prefix),
        *([MisspellingMatcher(name, **keyed)] if misspellings else []),
        ProtectedNameMatcher(name, allow=allow, citations=citations, public_figures=public_figures, **keyed),
    ]
    drawing = {"mode": pseudonyms, "template": template, "seed": seed}
    return ParticipantPseudonymiser(
        name,
        matchers=matchers,
        linker=ParticipantLinker(name, scope=scope, fields=fields, **keyed),
        replacer=PseudonymReplacer(name, allow=allow, drawing=drawing, **keyed),
        prefix=prefix,
        save_key=save_key,
    )


class ParticipantPseudonymiser(KeyedPipe):
    """The other components one after the other, with one key.

    name (str): The component's name in the pipeline.
    matchers (Iterable[PseudoPipe]): What finds evidence, in order.
    linker (ParticipantLinker): Makes mentions of it.
    replacer (PseudonymReplacer): Writes the result.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self,
        name: str,
        *,
        matchers: Iterable[PseudoPipe],
        linker: ParticipantLinker,
        replacer: PseudonymReplacer,
        prefix: str,
        save_key: bool,
    ) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        self.steps = [*matchers, linker, replacer]
        self.drawing = replacer.drawing
        self._linker = linker

    def use(self, key: Key | None) -> None:
        """Work with another key, in every step."""
        super().use(key)
        for step in self.steps:
            if isinstance(step, KeyedPipe):
                step.use(key)

    def __call__(self, doc: Doc) -> Doc:
        self._used = True
        for step in self.steps:
            doc = step(doc)
        return doc

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): As the participant linker's."""
        return self._linker.score(examples, **kwargs)
