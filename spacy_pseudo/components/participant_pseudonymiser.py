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
    nlp: Language, name: str, split: bool, misspellings: bool, allow: list[str], citations: bool, scope: str | None,
    fields: dict[str, str], pseudonyms: str, template: str, seed: int | None, prefix: str, save_key: bool,
) -> ParticipantPseudonymiser:  # fmt: skip
    drawing = {"mode": pseudonyms, "template": template, "seed": seed}
    # The key is this component's: none of the others saves it.
    plain: dict[str, Any] = {"prefix": prefix}
    keyed: dict[str, Any] = {"prefix": prefix, "save_key": False}
    return ParticipantPseudonymiser(
        name,
        splitter=GluedWordSplitter(name, **keyed) if split else None,
        salutations=SalutationMatcher(name, lang=nlp.lang, **plain),
        misspellings=MisspellingMatcher(name, **keyed) if misspellings else None,
        protected=ProtectedNameMatcher(name, allow=allow, citations=citations, **keyed),
        linker=ParticipantLinker(name, scope=scope, fields=fields, **keyed),
        replacer=PseudonymReplacer(name, allow=allow, drawing=drawing, **keyed),
        prefix=prefix,
        save_key=save_key,
    )


class ParticipantPseudonymiser(KeyedPipe):
    """The other components, one after the other, with one key.
    """
