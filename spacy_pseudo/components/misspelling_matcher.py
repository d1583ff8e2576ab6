"""misspelling_matcher: unknown words that are near a known name."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, SpanGroup

from ..attrs import MISSPELLINGS, PREFIX
from ..message import text_of
from ..people.misspellings import Misspelling, find_misspellings
from ..text.prose import prepare
from .keyed import KeyedPipe

_NAMES = "names"


def misspellings_of(doc: Doc, prefix: str = PREFIX) -> list[Misspelling]:
    """The misspellings found in a Doc, to the character.

    doc (Doc): A Doc after the misspelling matcher.
    prefix (str): The prefix of our span keys.
    RETURNS (list[Misspelling]): The misspellings in order; empty if nothing has looked for any.
    """
    group = doc.spans.get(prefix + MISSPELLINGS)
    found = group.attrs.get(_NAMES, ()) if group is not None else ()
    return [Misspelling(start, end, tuple(names)) for start, end, names in found]


@Language.factory(
    "misspelling_matcher",
    assigns=["doc.spans"],
    default_config={"prefix": PREFIX, "save_key": False},
)
def make_misspelling_matcher(nlp: Language, name: str, prefix: str, save_key: bool) -> MisspellingMatcher:
    return MisspellingMatcher(name, prefix=prefix, save_key=save_key)


class MisspellingMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_misspellings"]`, label MISSPELLED."""

    def match(self, doc: Doc) -> list[Misspelling]:
        """RETURNS (list[Misspelling]): Words near a name, in characters."""
        return list(find_misspellings(prepare(text_of(doc)), self.key.index, self.key.considered))

    def set_annotations(self, doc: Doc, found: list[Misspelling]) -> None:
        """Write the span group; what each word is near to goes with it."""
        spans = [doc.char_span(m.start, m.end, label="MISSPELLED", alignment_mode="expand") for m in found]
        names = [[m.start, m.end, list(m.names)] for m in found]
        key = self.prefix + MISSPELLINGS
        doc.spans[key] = SpanGroup(doc, name=key, spans=[s for s in spans if s is not None], attrs={_NAMES: names})
