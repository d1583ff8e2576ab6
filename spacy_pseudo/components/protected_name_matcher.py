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


def explanations_of(doc: Doc, prefix: str) -> list[Explanation]:
    """RETURNS (list[Explanation]): The names that stay in a Doc, to the character, and why; Spans that somebody else
    put under the key count as decided."""
    from ..people.account import Explanation
    from ..people.protection import REASONS
    from ..people.reasons import DECIDED

    return [
        Explanation(span.start_char, span.end_char, DECIDED)
        if row is None
        else Explanation(row[0], row[1], REASONS.get(span.label_, DECIDED))
        for span, row in get_spans(doc, prefix + PROTECTED)
    ]


def protections_of(doc: Doc, prefix: str) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Start and end of the names that stay."""
    return [(one.start, one.end) for one in explanations_of(doc, prefix)]


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
