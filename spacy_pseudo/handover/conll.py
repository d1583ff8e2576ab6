"""CoNLL-2012's layout: a word a line in twelve columns, with speakers and coreference clusters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import regex
from spacy.tokens import Doc, Span, Token

from ..attrs import MESSAGES, PREFIX
from ..text.zones import is_foreign
from .clusters import clusters_of, mentions_of
from .docs import PERSON, PROPER_NOUN

NOTHING: Final = "-"
# As treebanks write round brackets in words: those of the parse are round too.
_BRACKETS: Final = str.maketrans({"(": "-LRB-", ")": "-RRB-"})
_UNFIT = regex.compile(r"[\s()#;]+")


def field(value: str | None) -> str:
    """RETURNS (str): An id or a name as it may stand in a column or behind '#begin document'."""
    return _UNFIT.sub("_", (value or "").strip()) or NOTHING


def conll_of(doc: Doc, name: str, *, prefix: str = PREFIX) -> tuple[str, list[str]]:
    """Write a Doc. No parse is known: all words of a sentence hang on its top. Words are tokens without white space.

    doc (Doc): A Doc as `join` makes it, its sentences found; no sentence goes beyond a message.
    name (str): The document's id.
    prefix (str): Put before our span keys.
    RETURNS (tuple[str, list[str]]): The text, and whom the clusters 0, 1 ... are about.
    """
    clusters = clusters_of(doc, prefix=prefix)
    mentions = mentions_of(doc, prefix=prefix)
    coref = _coreference([(span, number) for number, spans in enumerate(clusters.values()) for span in spans])
    entities = _entities(mentions)
    # No sentence ends within a name.
    inside = {at for mention in mentions for at in range(mention.start + 1, mention.end)}
    lines = [f"#begin document ({name}); part 000"]
    for message in doc.spans[prefix + MESSAGES]:
        author, first, written = field(message.kb_id_), message.start_char, message.text
        for words in _sentences(message, inside):
            for number, word in enumerate(words):
                parse = f"{'' if number else '(TOP'}*{')' if word is words[-1] else ''}"
                tag = "NNP" if word.pos_ == PROPER_NOUN else NOTHING
                # What is quoted was said by somebody else: its 'I' is not the author.
                speaker = NOTHING if is_foreign(written, word.idx - first) else author
                columns = (
                    *(name, "0", str(number), word.text.translate(_BRACKETS), tag, parse),
                    *(NOTHING, NOTHING, NOTHING, speaker, entities.get(word.i, "*"), coref.get(word.i, NOTHING)),
                )
                lines.append("\t".join(columns))
            lines.append("")
    return "\n".join([*lines, "#end document", ""]), list(clusters)


def _sentences(message: Span, inside: Collection[int]) -> Iterator[list[Token]]:
    """YIELDS (list[Token]): The words of each sentence. A blank line ends one, as after a greeting."""
    words: list[Token] = []
    for token in message:
        ended = token.is_sent_start or (token.is_space and token.text.count("\n") > 1)
        if ended and token.i not in inside and words:
            yield words
            words = []
        if not token.is_space:
            words.append(token)
    if words:
        yield words


def _ends(span: Span) -> tuple[int, int] | None:
    """The first and the last word of a span."""
    words = [token.i for token in span if not token.is_space]
    return (words[0], words[-1]) if words else None


def _coreference(spans: Sequence[tuple[Span, int]]) -> dict[int, str]:
    """The last column by token: '(0)', '(0', '0)'; several with a sign between them."""
    cells: dict[int, list[str]] = {}
    for span, number in sorted(spans, key=lambda one: (one[0].start, -one[0].end)):
        if ends := _ends(span):
            first, last = ends
            cells.setdefault(first, []).append(f"({number})" if first == last else f"({number}")
            if first != last:
                cells.setdefault(last, []).append(f"{number})")
    return {at: "|".join(parts) for at, parts in cells.items()}


def _entities(mentions: Sequence[Span]) -> dict[int, str]:
    """The column of named entities by token: '(PERSON)', or '(PERSON*' and '*)'."""
    cells = {}
    for mention in mentions:
        if ends := _ends(mention):
            first, last = ends
            cells[first] = f"({PERSON})" if first == last else f"({PERSON}*"
            if first != last:
                cells[last] = "*)"
    return cells
