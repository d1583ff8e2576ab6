"""misspelling_matcher: unknown words that are near a known name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import MISSPELLINGS
from ..message import text_of
from .pseudo_pipe import KEYED, KeyedPipe
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..people.misspellings import Misspelling

_LABEL: Final = "MISSPELLED"


def misspellings_of(doc: Doc, prefix: str) -> list[Misspelling]:
    """RETURNS (list[Misspelling]): The misspellings in a Doc, to the character. A Span that somebody has added does not
    tell what it is near to."""
    from ..people.misspellings import Misspelling

    rows = (row for _, row in get_spans(doc, prefix + MISSPELLINGS) if row is not None)
    return [Misspelling(start, end, tuple(names)) for start, end, names in rows]


def set_misspellings(doc: Doc, prefix: str, found: Iterable[Misspelling]) -> None:
    """Write the span group; what each word is near to goes with it."""
    rows = ((m.start, m.end, _LABEL, "", [m.start, m.end, list(m.names)]) for m in found)
    set_spans(doc, prefix + MISSPELLINGS, rows)


@Language.factory("misspelling_matcher", assigns=["doc.spans"], default_config=KEYED)
def make_misspelling_matcher(nlp: Language, name: str, prefix: str, save_key: bool) -> MisspellingMatcher:
    return MisspellingMatcher(name, prefix=prefix, save_key=save_key)


class MisspellingMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_misspellings"]`, label MISSPELLED."""

    def match(self, doc: Doc) -> list[Misspelling]:
        """RETURNS (list[Misspelling]): Words near a name, in characters."""
        self.require_key()
        return self.engine.misspellings(text_of(doc))

    def set_annotations(self, doc: Doc, found: list[Misspelling]) -> None:
        """Write the span group; what each word is near to goes with it."""
        set_misspellings(doc, self.prefix, found)
