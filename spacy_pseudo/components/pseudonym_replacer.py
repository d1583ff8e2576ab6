"""pseudonym_replacer: the text with pseudonyms in place of mentions, as an attribute; the Doc itself stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import JOINT, PARTICIPANTS, PREFIX, REPLACEMENTS, TEXT
from ..errors import Errors, PseudoError
from ..message import text_of
from ..people.linking import Mention
from ..people.protection import Allowlist
from ..text.prose import prepare
from .keyed import KeyedPipe
from .participant_linker import mentions_of
from .protected_name_matcher import protections_of


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


@Language.factory(
    "pseudonym_replacer",
    requires=["doc.spans"],
    assigns=[f"doc._.{PREFIX}{TEXT}", f"doc._.{PREFIX}{REPLACEMENTS}"],
    default_config={"allow": [], "prefix": PREFIX, "save_key": False},
)
def make_pseudonym_replacer(
    nlp: Language, name: str, allow: list[str], prefix: str, save_key: bool
) -> PseudonymReplacer:
    return PseudonymReplacer(name, allow=allow, prefix=prefix, save_key=save_key)


class PseudonymReplacer(KeyedPipe):
    """Sets `doc._.pseudo_text` and `doc._.pseudo_replacements`; a protected span is never touched.

    name (str): The component's name in the pipeline.
    allow (Iterable[str]): Public figures and others whose names stay wherever they stand.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self,
        name: str = "pseudonym_replacer",
        *,
        allow: Iterable[str] = (),
        prefix: str = PREFIX,
        save_key: bool = False,
    ) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        self.allowlist = Allowlist(allow)

    def match(self, doc: Doc) -> Replaced:
        """RETURNS (Replaced): The new text and the edits."""
        if self.prefix + PARTICIPANTS not in doc.spans:
            names = {"name": self.name, "key": self.prefix + PARTICIPANTS, "component": "participant_linker"}
            raise PseudoError(Errors.P403.format(**names))
        text = text_of(doc)
        taken = [*protections_of(doc, self.prefix), *((p.start, p.end) for p in self.allowlist.find(prepare(text)))]
        replacements = []
        for mention in mentions_of(doc, self.prefix):
            if not any(start < mention.end and mention.start < end for start, end in taken):
                taken.append((mention.start, mention.end))
                replacements.append(self._replacement(mention))
        edits = [(r["start"], r["end"], r["replacement"]) for r in replacements]
        return Replaced(replace(text, edits), replacements)

    def _replacement(self, mention: Mention) -> dict[str, Any]:
        roster, pseudonyms = self.key.roster, self.key.pseudonyms
        people = [roster.main_id(p) or p for p in mention.participants]
        # Somebody who did not consent is hidden, but not followed from message to message.
        hidden = any(person is not None and person.excluded for person in map(roster.get, people))
        written = pseudonyms.render(None if hidden else people)
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

    def set_annotations(self, doc: Doc, found: Replaced) -> None:
        """Write the two attributes."""
        doc._.set(self.prefix + REPLACEMENTS, found.replacements)
        doc._.set(self.prefix + TEXT, found.text)
