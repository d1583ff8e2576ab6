"""pseudonym_replacer: the text with pseudonyms in place of mentions, as an attribute; the Doc itself stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import JOINT, PARTICIPANTS, PREFIX, REPLACEMENTS, TEXT
from ..errors import Errors, PseudoError
from ..message import text_of
from ..people.pseudonyms import MODES, TEMPLATE
from .base import KEYED, KeyedPipe, failures
from .participant_linker import mentions_of
from .protected_name_matcher import protections_of

if TYPE_CHECKING:
    from ..key import Key
    from ..people.linking import Mention

DEFAULTS: Final = {"allow": [], "pseudonyms": MODES[0], "template": TEMPLATE, "seed": None, **KEYED}
ASSIGNS: Final = [f"doc._.{PREFIX}{TEXT}", f"doc._.{PREFIX}{REPLACEMENTS}"]


class Replaced(NamedTuple):
    """A text with pseudonyms, and what was done to it."""

    text: str
    replacements: list[dict[str, Any]]


def replace(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Replace places of a text, all of them in one go: what was put in is never looked at again.

    text (str): The text.
    edits (Iterable[tuple[int, int, str]]): Start, end and what to write, in order, without overlaps.
    RETURNS (str): The new text.
    """
    pieces = []
    at = 0
    for start, end, written in edits:
        pieces += [text[at:start], written]
        at = end
    return "".join([*pieces, text[at:]])


def without_overlaps(mentions: Iterable[Mention], protections: Iterable[tuple[int, int]]) -> list[Mention]:
    """Leave out mentions that touch a protected place or, as somebody may have added some, a longer mention.

    mentions (Iterable[Mention]): The mentions.
    protections (Iterable[tuple[int, int]]): Places that stay as they are.
    RETURNS (list[Mention]): The others, in order of the text.
    """
    mentions = list(mentions)
    if not mentions:
        return []
    taken = {at for start, end in protections for at in range(start, end)}
    kept = []
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        if taken.isdisjoint(range(mention.start, mention.end)):
            taken.update(range(mention.start, mention.end))
            kept.append(mention)
    return sorted(kept, key=lambda m: m.start)


def _replacement(mention: Mention, key: Key) -> dict[str, Any]:
    people = [key.roster.main_id(p) or p for p in mention.participants]
    # Somebody who did not consent is hidden, but not followed from message to message.
    hidden = any(person is not None and person.excluded for person in map(key.roster.get, people))
    written = key.pseudonyms.render(None if hidden else people)
    if mention.output is not None:
        written = mention.output.replace("{}", written)
    return {
        "start": mention.start,
        "end": mention.end,
        "participant": None if hidden or not people else JOINT.join(sorted(people)),
        "replacement": written,
        "category": mention.category,
        "confidence": mention.confidence,
    }


@Language.factory("pseudonym_replacer", requires=["doc.spans"], assigns=ASSIGNS, default_config=DEFAULTS)
def make_pseudonym_replacer(
    nlp: Language, name: str, allow: list[str], pseudonyms: str, template: str, seed: int | None, prefix: str,
    save_key: bool,
) -> PseudonymReplacer:  # fmt: skip
    drawing = {"mode": pseudonyms, "template": template, "seed": seed}
    return PseudonymReplacer(name, allow=allow, drawing=drawing, prefix=prefix, save_key=save_key)


class PseudonymReplacer(KeyedPipe):
    """Sets `doc._.pseudo_text` and `doc._.pseudo_replacements`; a protected span is never touched.

    name (str): The component's name in the pipeline.
    allow (Iterable[str]): Public figures and others whose names stay wherever they stand.
    drawing (dict[str, Any]): How pseudonyms are drawn where no key has any: mode, template, seed.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self, name: str, *, allow: Iterable[str], drawing: dict[str, Any], prefix: str, save_key: bool
    ) -> None:
        from ..people.protection import Allowlist

        super().__init__(name, prefix=prefix, save_key=save_key)
        self.allowlist = Allowlist(allow)
        self.drawing = drawing

    def match(self, doc: Doc) -> Replaced:
        """RETURNS (Replaced): The new text and the edits."""
        self.require_key()
        if failed := failures(doc, self.prefix):
            raise PseudoError(Errors.P409.format(name=self.name, failed="', '".join(failed)))
        if self.prefix + PARTICIPANTS not in doc.spans:
            names = {"name": self.name, "key": self.prefix + PARTICIPANTS, "component": "participant_linker"}
            raise PseudoError(Errors.P403.format(**names))
        return self.find(text_of(doc), mentions_of(doc, self.prefix), protections_of(doc, self.prefix))

    def find(self, text: str, mentions: Iterable[Mention], protections: Iterable[tuple[int, int]]) -> Replaced:
        """The same on plain text, with the mentions and the names that stay."""
        from ..text.prose import prepare

        allowed = ((p.start, p.end) for p in self.allowlist.find(prepare(text)))
        replacements = [_replacement(m, self.key) for m in without_overlaps(mentions, [*protections, *allowed])]
        return Replaced(replace(text, [(r["start"], r["end"], r["replacement"]) for r in replacements]), replacements)

    def set_annotations(self, doc: Doc, found: Replaced) -> None:
        """Write the two attributes."""
        doc._.set(self.prefix + REPLACEMENTS, found.replacements)
        doc._.set(self.prefix + TEXT, found.text)
