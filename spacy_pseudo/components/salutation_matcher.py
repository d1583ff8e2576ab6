"""salutation_matcher: greetings and sign-offs, and the places in them where names may stand."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.scorer import Scorer
from spacy.tokens import Doc, SpanGroup
from spacy.training import Example

from ..attrs import GREETING, PREFIX, SALUTATIONS
from ..message import text_of
from ..text.salutations import Salutation, Slot, find_salutations

_SLOTS = "slots"


def slots_of(doc: Doc, prefix: str = PREFIX) -> list[Slot]:
    """The places in which names may stand, to the character.

    doc (Doc): A Doc after the salutation matcher, or with spans of somebody else's under the same key.
    prefix (str): The prefix of our span keys.
    RETURNS (list[Slot]): The slots in order; empty if nothing has looked for any.
    """
    group = doc.spans.get(prefix + SALUTATIONS)
    if group is None:
        return []
    if _SLOTS in group.attrs:
        return [Slot(start, end, kind) for start, end, kind in group.attrs[_SLOTS]]
    kinds = {GREETING: "greeting"}
    return [Slot(s.start_char, s.end_char, kinds.get(s.label_, "closing_line")) for s in group]


@Language.factory(
    "salutation_matcher",
    assigns=["doc.spans"],
    default_config={"prefix": PREFIX},
)
def make_salutation_matcher(nlp: Language, name: str, prefix: str) -> SalutationMatcher:
    return SalutationMatcher(name, lang=nlp.lang, prefix=prefix)


class SalutationMatcher(Pipe):
    """Sets `doc.spans["pseudo_salutations"]`, label GREETING or SIGNATURE.

    name (str): The component's name in the pipeline.
    lang (str): The language of the messages; English where we have no lists for it.
    prefix (str): Put before our span keys.
    """

    def __init__(self, name: str = "salutation_matcher", *, lang: str = "en", prefix: str = PREFIX) -> None:
        self.name = name
        self.lang = lang
        self.prefix = prefix

    def __call__(self, doc: Doc) -> Doc:
        self.set_annotations(doc, self.match(doc))
        return doc

    def match(self, doc: Doc) -> list[Salutation]:
        """RETURNS (list[Salutation]): Greetings and sign-offs, in characters."""
        return find_salutations(text_of(doc), lang=self.lang)

    def set_annotations(self, doc: Doc, found: list[Salutation]) -> None:
        """Write the span group; the slots go with it to the character, since Spans begin at tokens."""
        spans = [doc.char_span(s.start, s.end, label=s.label, alignment_mode="expand") for s in found]
        slots = [[slot.start, slot.end, slot.kind] for s in found for slot in s.slots]
        key = self.prefix + SALUTATIONS
        doc.spans[key] = SpanGroup(doc, name=key, spans=[s for s in spans if s is not None], attrs={_SLOTS: slots})

    def score(self, examples: Iterable[Example], **kwargs: object) -> dict[str, object]:
        """RETURNS (dict[str, object]): Precision, recall and F of the spans."""
        key = self.prefix + SALUTATIONS
        return Scorer.score_spans(
            examples, f"spans_{key}", getter=lambda doc, _: doc.spans.get(key, ()), has_annotation=lambda d: key in d.spans
        )
