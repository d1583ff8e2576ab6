"""identifier_matcher: other personal data than names, each place with its label and, where it is known, its owner."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .. import languages
from ..attrs import IDENTIFIER_LABELS, IDENTIFIERS
from ..engine import defaults
from ..message import message_of, text_of
from .pseudo_pipe import KEYED, KeyedPipe
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..identifiers.base import Identifier

DEFAULTS: Final = {**defaults("labels", "sensitive", "words", "rules"), **KEYED}


def identifiers_of(doc: Doc, prefix: str, *, ours: bool = True) -> list[Identifier]:
    """The places with other personal data, to the character; Spans that somebody else put under the key count as well,
    if they have one of our labels.

    doc (Doc): A Doc.
    prefix (str): The prefix of our span keys.
    ours (bool): Not only what somebody else has put there.
    RETURNS (list[Identifier]): The places.
    """
    from ..identifiers.base import Identifier

    found = []
    for span, row in get_spans(doc, prefix + IDENTIFIERS):
        if span.label_ in IDENTIFIER_LABELS and (ours or row is None):
            start, end, confidence = row if row is not None else (span.start_char, span.end_char, 1.0)
            found.append(Identifier(start, end, span.label_, confidence, span.kb_id_ or None))
    return found


def set_identifiers(doc: Doc, prefix: str, found: Iterable[Identifier]) -> None:
    """Write the span group; what others have put there stays."""
    key = prefix + IDENTIFIERS
    others = [span for span, row in get_spans(doc, key) if row is None]
    rows = ((i.start, i.end, i.label, i.participant or "", [i.start, i.end, i.confidence]) for i in found)
    set_spans(doc, key, rows, others=others)


@Language.factory("identifier_matcher", assigns=["doc.spans"], default_config=DEFAULTS)
def make_identifier_matcher(
    nlp: Language,
    name: str,
    labels: list[str],
    sensitive: bool,
    words: dict[str, list[str]],
    rules: list[str],
    prefix: str,
    save_key: bool,
) -> IdentifierMatcher:
    return IdentifierMatcher(
        name, lang=nlp.lang or languages.BASE, labels=labels, sensitive=sensitive, words=words, rules=rules,
        prefix=prefix, save_key=save_key,
    )  # fmt: skip


class IdentifierMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_identifiers"]`: label = what it is, kb_id = whose it is. Works without a key, too.

    What may be chosen: `labels`, `sensitive`, `words`, `rules`.
    """

    def add_rules(self, rules: Sequence[str]) -> None:
        """Look for what rules find, besides all else. A saved pipeline has the rules of its config, not these.

        rules (Sequence[str]): Texts with classes of words, definitions and rules; see text/rules.py.
        """
        self.choose(rules=(*self.choices.rules, *rules))

    @property
    def labels(self) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): What is looked for."""
        return tuple(label for label in IDENTIFIER_LABELS if label in self.choices.labels)

    def match(self, doc: Doc) -> list[Identifier]:
        """RETURNS (list[Identifier]): The places, in characters."""
        message = message_of(doc, prefix=self.prefix)
        return self.engine.identifiers(text_of(doc), message.author if message is not None else None)

    def set_annotations(self, doc: Doc, found: list[Identifier]) -> None:
        """Write the span group; what others have put there stays."""
        set_identifiers(doc, self.prefix, found)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the places of Docs whose reference has the span group.

        RETURNS (dict[str, Any]): `pseudo_identifier_p`, `_r`, `_f` (F2) over all labels, and the same per label.
        """
        from ..scoring.identifier_scores import score_identifiers

        key = self.prefix + IDENTIFIERS
        rows = [(_rows(eg.reference, key), _rows(eg.predicted, key)) for eg in examples if key in eg.reference.spans]
        found = score_identifiers(
            {str(i): gold for i, (gold, _) in enumerate(rows)}, {str(i): taken for i, (_, taken) in enumerate(rows)}
        )
        if not rows:
            return dict.fromkeys(("pseudo_identifier_p", "pseudo_identifier_r", "pseudo_identifier_f"))
        return {
            "pseudo_identifier_p": found.total.precision,
            "pseudo_identifier_r": found.total.recall,
            "pseudo_identifier_f": found.total.f2,
            "pseudo_identifier_per_type": {label: scores.to_dict() for label, scores in found.labels.items()},
        }


def _rows(doc: Doc, key: str) -> list[tuple[int, int, str]]:
    return [(span.start_char, span.end_char, span.label_) for span in doc.spans[key]] if key in doc.spans else []
