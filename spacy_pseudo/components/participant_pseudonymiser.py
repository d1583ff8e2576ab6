"""participant_pseudonymiser: all components as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..attrs import PREFIX, REPLACEMENTS, TEXT
from ..key import Key
from ..people.roster import Roster
from .glued_word_splitter import GluedWordSplitter
from .keyed import KeyedPipe
from .misspelling_matcher import MisspellingMatcher
from .participant_linker import ParticipantLinker
from .protected_name_matcher import ProtectedNameMatcher
from .pseudonym_replacer import PseudonymReplacer
from .salutation_matcher import SalutationMatcher


@Language.factory(
    "participant_pseudonymiser",
    assigns=["doc.spans", f"doc._.{PREFIX}{TEXT}", f"doc._.{PREFIX}{REPLACEMENTS}"],
    retokenizes=True,
    default_config={
        "scope": None,
        "pseudonyms": "number",
        "template": "[{}]",
        "seed": None,
        "allow": [],
        "citations": True,
        "misspellings": True,
        "split": True,
        "fields": {},
        "prefix": PREFIX,
        "save_key": False,
    },
    default_score_weights={"pseudo_mention_f": 0.5, "pseudo_mention_r": 0.5, "pseudo_mention_p": 0.0, "pseudo_participant_acc": 0.0},
)
def make_participant_pseudonymiser(
    nlp: Language, name: str, scope: str | None, pseudonyms: str, template: str, seed: int | None, allow: list[str],
    citations: bool, misspellings: bool, split: bool, fields: dict[str, str], prefix: str, save_key: bool,
) -> ParticipantPseudonymiser:  # fmt: skip
    return ParticipantPseudonymiser(
        name, lang=nlp.lang, scope=scope, pseudonyms=pseudonyms, template=template, seed=seed, allow=allow,
        citations=citations, misspellings=misspellings, split=split, fields=fields, prefix=prefix, save_key=save_key,
    )  # fmt: skip


class ParticipantPseudonymiser(KeyedPipe):
    """Splitter, matchers, linker and replacer, one after the other, with one key.

    name (str): The component's name in the pipeline.
    lang (str): The language of the messages.
    scope (Optional[str]): Who is preferred when several share a name: 'thread', 'session' or 'all'; else the key's.
    pseudonyms (str): How pseudonyms are made where no key has any: 'number', 'id' or 'mask'.
    template (str): What stands around a pseudonym where no key says so.
    seed (Optional[int]): For a reproducible drawing where no key has any, in tests.
    allow (Iterable[str]): Public figures and others whose names stay.
    citations (bool): Cited authors stay.
    misspellings (bool): Look for misspelled names.
    split (bool): Take tokens apart that a name is glued to.
    fields (Optional[Mapping[str, str]]): What the metadata calls a field.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self,
        name: str = "participant_pseudonymiser",
        *,
        lang: str = "en",
        scope: str | None = None,
        pseudonyms: str = "number",
        template: str = "[{}]",
        seed: int | None = None,
        allow: Iterable[str] = (),
        citations: bool = True,
        misspellings: bool = True,
        split: bool = True,
        fields: Mapping[str, str] | None = None,
        prefix: str = PREFIX,
        save_key: bool = False,
    ) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        self._options = {"mode": pseudonyms, "template": template, "seed": seed}
        allow = list(allow)
        self._linker = ParticipantLinker(name, scope=scope, fields=fields, prefix=prefix)
        self._keyed: list[KeyedPipe] = [
            *([GluedWordSplitter(name, prefix=prefix)] if split else []),
            *([MisspellingMatcher(name, prefix=prefix)] if misspellings else []),
            ProtectedNameMatcher(name, allow=allow, citations=citations, prefix=prefix),
            self._linker,
            PseudonymReplacer(name, allow=allow, prefix=prefix),
        ]
        self._salutations = SalutationMatcher(name, lang=lang, prefix=prefix)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]] | None = None,
        *,
        nlp: Language | None = None,
        roster: Roster | str | Path | None = None,
        key: Key | str | Path | None = None,
        **options: Any,
    ) -> None:
        """Give the component its roster and key; see `KeyedPipe.initialize`."""
        options = {**self._options, "scope": self._linker.scope or "session", **options}
        super().initialize(get_examples, nlp=nlp, roster=roster, key=key, **options)

    def __call__(self, doc: Doc) -> Doc:
        key = self.key
        self._used = True
        done_salutations = False
        for pipe in self._keyed:
            if not done_salutations and not isinstance(pipe, GluedWordSplitter):
                doc = self._salutations(doc)
                done_salutations = True
            pipe.key = key
            doc = pipe(doc)
        return doc

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): As the participant linker's."""
        return self._linker.score(examples, **kwargs)
