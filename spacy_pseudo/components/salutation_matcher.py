"""salutation_matcher: greetings and sign-offs, and the places in them where names may stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.scorer import Scorer
from spacy.tokens import Doc
from spacy.training import Example

from .. import languages
from ..attrs import GREETING, SALUTATIONS
from ..message import text_of
from .pseudo_pipe import PLAIN, PseudoPipe
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..text.salutations import Salutation, Slot


def slots_of(doc: Doc, prefix: str) -> list[Slot]:
    """The places in which names may stand, to the character; of a Span that somebody has added, all of it.

    doc (Doc): A Doc after the salutation matcher.
    prefix (str): The prefix of our span keys.
    RETURNS (list[Slot]): The slots in order; empty if nothing has looked for any.
    """
    from ..text.salutations import Slot

    slots = []
    for span, rows in get_spans(doc, prefix + SALUTATIONS):
        if rows is None:
            rows = [(span.start_char, span.end_char, "greeting" if span.label_ == GREETING else "closing_line")]
        slots += [Slot(start, end, kind) for start, end, kind in rows]
    return sorted(slots)


def set_salutations(doc: Doc, prefix: str, found: Iterable[Salutation]) -> None:
    """Write the span group; the places for names go with it."""
    rows = ((s.start, s.end, s.label, "", [list(slot) for slot in s.slots]) for s in found)
    set_spans(doc, prefix + SALUTATIONS, rows)


@Language.factory("salutation_matcher", assigns=["doc.spans"], default_config=PLAIN)
def make_salutation_matcher(nlp: Language, name: str, prefix: str) -> SalutationMatcher:
    return SalutationMatcher(name, lang=nlp.lang or languages.BASE, prefix=prefix)


class SalutationMatcher(PseudoPipe):
    """Sets `doc.spans["pseudo_salutations"]`, label GREETING or SIGNATURE.

    name (str): The component's name in the pipeline.
    lang (str): The language of the messages; its lists are used with the English ones.
    prefix (str): Put before our span keys.
    """

    def __init__(self, name: str, *, lang: str, prefix: str) -> None:
        super().__init__(name, prefix=prefix)
        self._lang = lang

    @property
    def lang(self) -> str:
        """RETURNS (str): The language that the pipeline is for."""
        return self._lang

    def match(self, doc: Doc) -> list[Salutation]:
        """RETURNS (list[Salutation]): Greetings and sign-offs, in characters."""
        from ..text.salutations import find_salutations

        return find_salutations(text_of(doc), lang=self.lang)

    def set_annotations(self, doc: Doc, found: list[Salutation]) -> None:
        """Write the span group."""
        set_salutations(doc, self.prefix, found)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Precision, recall and F of the spans."""
        key = self.prefix + SALUTATIONS
        scores = Scorer.score_spans(
            examples,
            f"spans_{key}",
            getter=lambda doc, _: doc.spans.get(key, ()),
            has_annotation=lambda doc: key in doc.spans,
        )
        return dict(scores)
