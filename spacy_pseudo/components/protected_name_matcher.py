"""protected_name_matcher: names that stay, of public figures, cited authors and other people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import PROTECTED
from ..engine import defaults
from ..message import text_of
from .pseudo_pipe import KEYED, KeyedPipe
from .salutation_matcher import slots_of
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..people.account import Explanation
    from ..people.allowlist import Protection

DEFAULTS: Final = {**defaults("allow", "citations", "public_figures"), **KEYED}


def protections_of(doc: Doc, prefix: str) -> list[tuple[int, int]]:
    """The names that stay, to the character; Spans that somebody else put under the key count as well.

    doc (Doc): A Doc.
    prefix (str): The prefix of our span keys.
    RETURNS (list[tuple[int, int]]): Start and end of each.
    """
    spans = get_spans(doc, prefix + PROTECTED)
    return [(row[0], row[1]) if row is not None else (span.start_char, span.end_char) for span, row in spans]


def explanations_of(doc: Doc, prefix: str) -> list[Explanation]:
    """RETURNS (list[Explanation]): The same with the reasons; what somebody else put there was decided by them."""
    from ..people.account import Explanation
    from ..people.protection import REASONS
    from ..people.reasons import DECIDED

    spans = get_spans(doc, prefix + PROTECTED)
    labels = [REASONS.get(span.label_, DECIDED) if row is not None else DECIDED for span, row in spans]
    return [Explanation(*place, label) for place, label in zip(protections_of(doc, prefix), labels, strict=True)]


def set_protections(doc: Doc, prefix: str, found: Iterable[Protection]) -> None:
    """Write the span group; what others have put there stays."""
    key = prefix + PROTECTED
    others = [span for span, row in get_spans(doc, key) if row is None]
    set_spans(doc, key, ((start, end, label, "", [start, end]) for start, end, label in found), others=others)


@Language.factory("protected_name_matcher", assigns=["doc.spans"], default_config=DEFAULTS)
def make_protected_name_matcher(
    nlp: Language, name: str, allow: list[str], citations: bool, public_figures: bool, prefix: str, save_key: bool
) -> ProtectedNameMatcher:
    return ProtectedNameMatcher(
        name, allow=allow, citations=citations, public_figures=public_figures, prefix=prefix, save_key=save_key
    )


class ProtectedNameMatcher(KeyedPipe):
    """Adds to `doc.spans["pseudo_protected"]`. Works without a key, too.

    Labels are ALLOWED, PUBLIC_FIGURE, CITED, EPONYM, RELATIVE and OTHER_PERSON.

    What may be chosen: `allow`, `citations`, `public_figures`.
    """

    def match(self, doc: Doc) -> list[Protection]:
        """RETURNS (list[Protection]): The names that stay, in characters."""
        return self.engine.protected(text_of(doc), slots_of(doc, self.prefix))

    def set_annotations(self, doc: Doc, found: list[Protection]) -> None:
        """Write the span group; what others have put there stays."""
        set_protections(doc, self.prefix, found)
