"""protected_name_matcher: names that stay, of public figures, cited authors and other people."""

from __future__ import annotations

from collections.abc import Iterable

from spacy.language import Language
from spacy.tokens import Doc, SpanGroup

from ..attrs import PREFIX, PROTECTED
from ..message import text_of
from ..people.protection import Allowlist, Protection, find_protected
from ..text.prose import prepare
from .keyed import KeyedPipe
from .salutation_matcher import slots_of

_CHARACTERS = "characters"


def protections_of(doc: Doc, prefix: str = PREFIX) -> list[tuple[int, int]]:
    """The names that stay, to the character; spans that somebody else put under the key count as well.

    doc (Doc): A Doc.
    prefix (str): The prefix of our span keys.
    RETURNS (list[tuple[int, int]]): Start and end of each.
    """
    group = doc.spans.get(prefix + PROTECTED)
    if group is None:
        return []
    exact = {(start, end): (a, b) for start, end, a, b in group.attrs.get(_CHARACTERS, ())}
    return [exact.get((span.start_char, span.end_char), (span.start_char, span.end_char)) for span in group]


@Language.factory(
    "protected_name_matcher",
    assigns=["doc.spans"],
    default_config={"allow": [], "citations": True, "prefix": PREFIX, "save_key": False},
)
def make_protected_name_matcher(
    nlp: Language, name: str, allow: list[str], citations: bool, prefix: str, save_key: bool
) -> ProtectedNameMatcher:
    return ProtectedNameMatcher(name, allow=allow, citations=citations, prefix=prefix, save_key=save_key)


class ProtectedNameMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_protected"]`, label ALLOWED, CITED or OTHER_PERSON. Works without a key, too.

    name (str): The component's name in the pipeline.
    allow (Iterable[str]): Names that stay wherever they stand.
    citations (bool): Cited authors stay.
    prefix (str): Put before our span keys.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(
        self,
        name: str = "protected_name_matcher",
        *,
        allow: Iterable[str] = (),
        citations: bool = True,
        prefix: str = PREFIX,
        save_key: bool = False,
    ) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        self.allowlist = Allowlist(allow)
        self.citations = citations

    def match(self, doc: Doc) -> list[Protection]:
        """RETURNS (list[Protection]): The names that stay, in characters."""
        index = self._key.index if self._key is not None else None
        slots = slots_of(doc, self.prefix)
        return find_protected(prepare(text_of(doc)), self.allowlist, index, slots=slots, citations=self.citations)

    def set_annotations(self, doc: Doc, found: list[Protection]) -> None:
        """Add to the span group: what others have put there stays."""
        key = self.prefix + PROTECTED
        group = doc.spans.get(key)
        spans = list(group) if group is not None else []
        exact = []
        for start, end, label in found:
            span = doc.char_span(start, end, label=label, alignment_mode="expand")
            if span is not None:
                spans.append(span)
                exact.append([span.start_char, span.end_char, start, end])
        doc.spans[key] = SpanGroup(doc, name=key, spans=spans, attrs={_CHARACTERS: exact})
