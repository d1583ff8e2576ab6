"""other_name_matcher: names of people who take no part: a brother, a colleague, a pet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from spacy.language import Language
from spacy.tokens import Doc

from ..attrs import OTHER, OTHERS, PROTECTED, UNLINKED
from ..message import text_of
from .participant_linker import mentions_of
from .pseudo_pipe import KEYED, KeyedPipe, pseudonyms_in
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..people.linking import Mention
    from ..people.others.matching import OtherMention

DEFAULTS: Final = {"entities": False, **KEYED}
# Where a name is a participant's as well, and the text says that somebody else is meant.
_SOMEBODY_ELSE: Final = frozenset(("OTHER_PERSON", "RELATIVE"))
_PERSONS: Final = frozenset(("PERSON", "PER", "PRS"))


def others_of(doc: Doc, prefix: str, *, ours: bool = True) -> list[OtherMention]:
    """RETURNS (list[OtherMention]): The names of other people in a Doc, to the character, in the order of the group;
    Spans that somebody has added count as they are, and so do ours, if wanted."""
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
    return [(ent.start_char, ent.end_char) for ent in doc.ents if ent.label_ in _PERSONS]


@Language.factory("other_name_matcher", assigns=["doc.spans"], default_config=DEFAULTS)
def make_other_name_matcher(nlp: Language, name: str, entities: bool, prefix: str, save_key: bool) -> OtherNameMatcher:
    return OtherNameMatcher(name, entities=entities, prefix=prefix, save_key=save_key)


class OtherNameMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_others"]`: label OTHER, kb_id = what stands for the person in the key's table, if known.

    name (str): The component's name in the pipeline.
    entities (bool): Persons among the entities of the Doc count as well, unless they take part or stay.
    prefix (str): Put before our span keys.
    save_key (bool): Save the key with the pipeline.
    """

    def __init__(self, name: str, *, entities: bool, prefix: str, save_key: bool) -> None:
        super().__init__(name, prefix=prefix, save_key=save_key)
        self.entities = entities

    def match(self, doc: Doc) -> list[OtherMention]:
        """RETURNS (list[OtherMention]): The names, in characters."""
        protected = get_spans(doc, self.prefix + PROTECTED)
        return self.find(
            text_of(doc),
            mentions=mentions_of(doc, self.prefix),
            protections=[
                (*((row[0], row[1]) if row is not None else (span.start_char, span.end_char)), span.label_)
                for span, row in protected
            ],
            persons=persons_of(doc) if self.entities else (),
        )

    def find(
        self,
        text: str,
        *,
        mentions: Iterable[Mention],
        protections: Iterable[tuple[int, int, str]],
        persons: Iterable[tuple[int, int]] = (),
    ) -> list[OtherMention]:
        """The same on plain text, with participants' mentions, names that stay, and entities that are persons."""
        from ..people.others.matching import OtherMention
        from ..text.lexing import Text
        from ..text.ranges import Ranges, resolve

        prose = Text.of(text).prose
        persons = list(persons)
        if not persons and not self.key.other_finder.seeds(prose):
            return []
        protections, mentions = list(protections), list(mentions)
        free = [(start, end) for start, end, label in protections if label in _SOMEBODY_ELSE]
        stay = [(start, end) for start, end, label in protections if label not in _SOMEBODY_ELSE]
        stay += [(m.start, m.end) for m in mentions if m.category != UNLINKED]
        stay += pseudonyms_in(text, self.key)
        # Of a name that leads to nobody and one from the table, the longer one counts.
        unlinked = [m for m in mentions if m.category == UNLINKED]
        found = [
            one
            for one in self.key.other_finder.find(prose, stay=stay, free=free)
            if not any(m.start <= one.start and one.end <= m.end for m in unlinked)
        ]
        stay += [(m.start, m.end) for m in unlinked]
        taken = [*stay, *((one.start, one.end) for one in found)]
        named = (OtherMention(start, end, "") for start, end in persons)
        return sorted([*found, *resolve(named, priority=lambda _: 0, taken=Ranges(taken))])

    def set_annotations(self, doc: Doc, found: list[OtherMention]) -> None:
        """Write the span group; what others have put there stays."""
        key = self.prefix + OTHERS
        added = [span for span, row in get_spans(doc, key) if row is None]
        set_spans(doc, key, ((one.start, one.end, OTHER, one.label, one) for one in found), others=added)
