"""pseudonym_replacer: the text with pseudonyms in place of mentions, and with other personal data masked, marked or
replaced by surrogates, as an attribute; the Doc itself stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from .. import languages
from ..attrs import EXCLUDED, KEPT, PARTICIPANTS, PREFIX, REPLACEMENTS, SHAREABLE, TEXT
from ..errors import Errors, PseudoError
from ..message import message_of, text_of
from ..people.others.modes import MASK, check_mode
from ..people.pseudonyms import MODES, TEMPLATE
from ..surrogates.strategies import SHIFT
from .identifier_matcher import identifiers_of
from .other_name_matcher import others_of
from .participant_linker import mentions_of
from .protected_name_matcher import explanations_of
from .pseudo_pipe import KEYED, KeyedPipe, check_fields, failures

if TYPE_CHECKING:
    from ..corpus.metadata import MetadataRewriter
    from ..identifiers.base import Identifier
    from ..key import Key
    from ..message import Message
    from ..people.others.matching import OtherMention
    from ..people.reasons import Kept
    from .writing import Writer

DEFAULTS: Final = {
    "allow": [],
    "identifiers": {},
    "visible": False,
    "own_nicknames": False,
    "slips": False,
    "dates": SHIFT,
    "others": MASK,
    "pseudonyms": MODES[0],
    "template": TEMPLATE,
    "seed": None,
    "fields": {},
    **KEYED,
}
ASSIGNS: Final = [f"doc._.{PREFIX}{suffix}" for suffix in (TEXT, REPLACEMENTS, SHAREABLE, KEPT)]


class Replaced(NamedTuple):
    """A text with pseudonyms, what was done to it, and what stands there still: other personal data that was marked,
    names of people who take no part, and what may name a participant, with the reason."""

    text: str
    replacements: list[dict[str, Any]]
    marked: list[Identifier]
    left: list[OtherMention]
    kept: list[dict[str, Any]]


def replace(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """RETURNS (str): A text with something else in some places (start, end, what to write; in order, without overlaps),
    all of it in one go: what was put in is never looked at again."""
    pieces = []
    at = 0
    for start, end, written in edits:
        pieces += [text[at:start], written]
        at = end
    return "".join([*pieces, text[at:]])


@Language.factory("pseudonym_replacer", requires=["doc.spans"], assigns=ASSIGNS, default_config=DEFAULTS)
def make_pseudonym_replacer(
    nlp: Language, name: str, allow: list[str], identifiers: dict[str, str], visible: bool, own_nicknames: bool,
    slips: bool, dates: str, others: str, pseudonyms: str, template: str, seed: int | None, fields: dict[str, str],
    prefix: str, save_key: bool,
) -> PseudonymReplacer:  # fmt: skip
    drawing = {"mode": pseudonyms, "template": template, "seed": seed, "avoid": allow}
    return PseudonymReplacer(
        name, allow=allow, identifiers=identifiers, visible=visible, own_nicknames=own_nicknames, slips=slips,
        dates=dates, others=others, drawing=drawing, fields=fields, prefix=prefix, save_key=save_key,
    )  # fmt: skip


class PseudonymReplacer(KeyedPipe):
    """Sets `doc._.pseudo_text`, `doc._.pseudo_replacements` and `doc._.pseudo_metadata`; a protected span is never
    touched.

    name (str): The component's name in the pipeline.
    allow (Iterable[str]): Public figures and others whose names stay wherever they stand.
    identifiers (Mapping[str, str]): What is done with other personal data, by label or group of labels; see
        `surrogates.strategies`.
    visible (bool): Surrogates are put in brackets, so that readers see what was replaced.
    own_nicknames (bool): Nicknames, initials and stylised names get a related pseudonym of their own: [U12b].
    slips (bool): A misspelled name becomes a drawn name with the same kind of slip in it.
    dates (str): 'shift' moves all dates by the same number of weeks, 'random' each by another number of days.
    others (str): What is done with names of people who take no part: 'keep' leaves them, 'mask' writes the same for
        all, 'pseudonym' another pseudonym for each.
    drawing (dict[str, Any]): How pseudonyms are drawn where no key has any: mode, template, seed, names to avoid.
    fields (Mapping[str, str]): What the metadata calls a field, e.g. {"author": "user_id"}.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    made = ("_writer", "_rewriter")

    def __init__(
        self,
        name: str,
        *,
        allow: Iterable[str],
        identifiers: Mapping[str, str],
        others: str,
        dates: str,
        drawing: dict[str, Any],
        fields: Mapping[str, str],
        prefix: str,
        save_key: bool,
        **style: bool,
    ) -> None:
        from ..people.allowlist import Allowlist
        from ..surrogates.strategies import check_dates, resolve

        super().__init__(name, prefix=prefix, save_key=save_key)
        self.allowlist = Allowlist(allow := list(allow))
        self.strategies = resolve(identifiers)
        self.others = check_mode(others)
        self.drawing = drawing
        self.fields = check_fields(fields)
        self._style: dict[str, Any] = {"allowed": allow, "others": others, "dates": check_dates(dates), **style}
        self._writer: Writer | None = None
        self._rewriter: MetadataRewriter | None = None

    def use(self, key: Key | None) -> None:
        """Work with another key."""
        super().use(key)
        self._writer = self._rewriter = None

    @property
    def writer(self) -> Writer:
        """RETURNS (Writer): Says what is written instead, with the key at hand."""
        if self._writer is None:
            from .writing import Writer

            self._writer = Writer(self.key, self.strategies, allowlist=self.allowlist, **self._style)
        return self._writer

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
        return self.find(
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
        from ..people.linking import Linker
        from .misspelling_matcher import misspellings_of
        from .salutation_matcher import slots_of

        slots, misspellings = slots_of(doc, self.prefix), misspellings_of(doc, self.prefix)
        linker = Linker(self.key.index, self.key.context, scope=self.key.scope)
        with languages.speaking(self.lang):
            weighed = linker.weigh(text, message, slots=slots, misspellings=misspellings, protections=stay)
        return weighed.refusals

    def find(self, text: str, *found: Any, **refused: Any) -> Replaced:
        """The same on plain text, with all that was found in it: see `Writer.write`."""
        return self.writer.write(text, *found, **refused)

    def _shareable(self, message: Message) -> dict[str, str]:
        """The metadata with pseudonyms for ids of people, and codes for what gives somebody away."""
        if self._rewriter is None:
            from ..corpus.metadata import MetadataRewriter

            self._rewriter = MetadataRewriter(self.key, lambda: self.key.secret)
        values = self._rewriter.rewrite(self.key.context.complete(message), strict=False)
        person = self.key.roster.get(message.author) if message.author is not None else None
        values[EXCLUDED] = "yes" if person is not None and person.excluded else None
        return {field: value for field, value in values.items() if value is not None}

    def set_annotations(self, doc: Doc, found: Replaced) -> None:
        """Write the attributes."""
        message = message_of(doc, names=self.fields, prefix=self.prefix)
        doc._.set(self.prefix + SHAREABLE, self._shareable(message) if message is not None else {})
        doc._.set(self.prefix + REPLACEMENTS, found.replacements)
        doc._.set(self.prefix + KEPT, found.kept)
        doc._.set(self.prefix + TEXT, found.text)
