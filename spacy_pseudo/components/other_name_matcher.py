"""other_name_matcher: names of people who take no part: a brother, a colleague, a pet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import OTHER, OTHERS, PROTECTED
from ..engine import defaults
from ..message import text_of
from .participant_linker import PERSONS, mentions_of
from .pseudo_pipe import KEYED, KeyedPipe
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..people.others.matching import OtherMention

DEFAULTS: Final = {**defaults("entities"), **KEYED}


def others_of(doc: Doc, prefix: str, *, ours: bool = True) -> list[OtherMention]:
    """The names of other people in a Doc, to the character; Spans that somebody has added count as they are.

    doc (Doc): A Doc after the other name matcher.
    prefix (str): The prefix of our span keys.
    ours (bool): Those that the matcher has set, too.
    RETURNS (list[OtherMention]): The names, in the order of the group; none if nothing has looked for any.
    """
    from ..people.others.matching import OtherMention

    found = []
    for span, row in get_spans(doc, prefix + OTHERS):
        if row is None:
            found.append(OtherMention(span.start_char, span.end_char, span.kb_id_))
        elif ours:
            found.append(OtherMention(*row))
    return found


def persons_of(doc: Doc) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Where a pipeline's entities are persons."""
    return [(ent.start_char, ent.end_char) for ent in doc.ents if ent.label_ in PERSONS]


def set_others(doc: Doc, prefix: str, found: Iterable[OtherMention]) -> None:
    """Write the span group; what others have put there stays."""
    key = prefix + OTHERS
    added = [span for span, row in get_spans(doc, key) if row is None]
    set_spans(doc, key, ((one.start, one.end, OTHER, one.label, one) for one in found), others=added)


@Language.factory("other_name_matcher", assigns=["doc.spans"], default_config=DEFAULTS)
def make_other_name_matcher(nlp: Language, name: str, entities: bool, prefix: str, save_key: bool) -> OtherNameMatcher:
    return OtherNameMatcher(name, entities=entities, prefix=prefix, save_key=save_key)


class OtherNameMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_others"]`: label OTHER, kb_id = what stands for the person in the key's table, if known.

    What may be chosen: `entities`.
    """

    def match(self, doc: Doc) -> list[OtherMention]:
        """RETURNS (list[OtherMention]): The names, in characters."""
        self.require_key()
        protected = get_spans(doc, self.prefix + PROTECTED)
        return self.engine.others(
            text_of(doc),
            mentions=mentions_of(doc, self.prefix),
            protections=[
                (*((row[0], row[1]) if row is not None else (span.start_char, span.end_char)), span.label_)
                for span, row in protected
            ],
            persons=persons_of(doc) if self.choices.entities else (),
        )

    def set_annotations(self, doc: Doc, found: list[OtherMention]) -> None:
        """Write the span group; what others have put there stays."""
        set_others(doc, self.prefix, found)
