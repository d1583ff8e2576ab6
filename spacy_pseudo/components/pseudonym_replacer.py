"""pseudonym_replacer: the text with pseudonyms in place of mentions, and with other personal data masked, marked or
replaced by surrogates, as an attribute; the Doc itself stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import KEPT, PARTICIPANTS, PREFIX, REPLACEMENTS, SHAREABLE, TEXT
from ..engine import defaults
from ..errors import Errors, PseudoError
from ..message import message_of, text_of
from ..people.pseudonyms import MODES, TEMPLATE
from .identifier_matcher import identifiers_of
from .misspelling_matcher import misspellings_of
from .other_name_matcher import others_of
from .participant_linker import mentions_of
from .protected_name_matcher import explanations_of
from .pseudo_pipe import KEYED, KeyedPipe, check_fields, failures
from .salutation_matcher import slots_of

if TYPE_CHECKING:
    from ..engine.writing import Replaced
    from ..message import Message
    from ..people.reasons import Kept

WRITTEN: Final = (
    *("allow", "identifiers", "visible", "own_nicknames", "slips", "latin", "dates", "cities", "others", "ids"),
    "timestamps",
)
DEFAULTS: Final = {
    **defaults(*WRITTEN),
    "pseudonyms": MODES[0],
    "template": TEMPLATE,
    "seed": None,
    "fields": {},
    **KEYED,
}
ASSIGNS: Final = [f"doc._.{PREFIX}{suffix}" for suffix in (TEXT, REPLACEMENTS, SHAREABLE, KEPT)]


def set_result(doc: Doc, prefix: str, found: Replaced, shareable: dict[str, str]) -> None:
    """Write the attributes: the text last, which says that all is done."""
    for suffix, value in ((SHAREABLE, shareable), (REPLACEMENTS, found.replacements), (KEPT, found.kept)):
        doc._.set(prefix + suffix, value)
    doc._.set(prefix + TEXT, found.text)


@Language.factory("pseudonym_replacer", requires=["doc.spans"], assigns=ASSIGNS, default_config=DEFAULTS)
def make_pseudonym_replacer(
    nlp: Language, name: str, allow: list[str], identifiers: dict[str, str], visible: bool, own_nicknames: bool,
    slips: bool, latin: bool, dates: str, cities: str, others: str, ids: str, timestamps: str, pseudonyms: str,
    template: str, seed: int | None, fields: dict[str, str], prefix: str, save_key: bool,
) -> PseudonymReplacer:  # fmt: skip
    drawing = {"mode": pseudonyms, "template": template, "seed": seed, "avoid": allow}
    return PseudonymReplacer(
        name, allow=allow, identifiers=identifiers, visible=visible, own_nicknames=own_nicknames, slips=slips,
        latin=latin, dates=dates, cities=cities, others=others, ids=ids, timestamps=timestamps, drawing=drawing,
        fields=fields, prefix=prefix, save_key=save_key,
    )  # fmt: skip


class PseudonymReplacer(KeyedPipe):
    """Sets `doc._.pseudo_text`, `doc._.pseudo_replacements` and `doc._.pseudo_metadata`; a protected span is never
    touched.

    name (str): The component's name in the pipeline.
    drawing (dict[str, Any]): How pseudonyms are drawn where no key has any: mode, template, seed, names to avoid.
    fields (Mapping[str, str]): What the metadata calls a field, e.g. {"author": "user_id"}.
    **chosen: What may be chosen of how is written; and what every component with a key has.
    """

    def __init__(self, name: str, *, drawing: dict[str, Any], fields: Mapping[str, str], **chosen: Any) -> None:
        super().__init__(name, **chosen)
        self.drawing = drawing
        self.fields = check_fields(fields)

    def match(self, doc: Doc) -> Replaced:
        """RETURNS (Replaced): The new text and the edits."""
        self.require_key()
        if failed := failures(doc, self.prefix):
            raise PseudoError(Errors.P409.format(name=self.name, failed="', '".join(failed)))
        if self.prefix + PARTICIPANTS not in doc.spans:
            names = {"name": self.name, "key": self.prefix + PARTICIPANTS, "component": "participant_linker"}
            raise PseudoError(Errors.P403.format(**names))
        text, message = text_of(doc), message_of(doc, names=self.fields, prefix=self.prefix)
        stays = explanations_of(doc, self.prefix)
        return self.engine.write(
            text,
            mentions_of(doc, self.prefix),
            stays,
            identifiers_of(doc, self.prefix),
            message,
            others_of(doc, self.prefix),
            refusals=self._refusals(doc, text, message, [(one.start, one.end) for one in stays]),
        )

    def _refusals(self, doc: Doc, text: str, message: Message | None, stay: Sequence[tuple[int, int]]) -> list[Kept]:
        """What linking decided against: a Doc holds only what it decided for."""
        slots, misspellings = slots_of(doc, self.prefix), misspellings_of(doc, self.prefix)
        return self.engine.linker.weigh(
            text, message, slots=slots, misspellings=misspellings, protections=stay
        ).refusals

    def set_annotations(self, doc: Doc, found: Replaced) -> None:
        """Write the attributes."""
        message = message_of(doc, names=self.fields, prefix=self.prefix)
        set_result(doc, self.prefix, found, self.engine.shareable(message))
