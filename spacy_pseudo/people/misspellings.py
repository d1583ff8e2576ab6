"""Unknown words near known names, word by word as a text comes along."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from .. import resources
from ..text import cues
from ..text.prose import Prose
from ..text.words import word_list
from .forms import SURNAME
from .index import FormIndex


class Misspelling(NamedTuple):
    """An unknown word near known names."""

    start: int
    end: int
    names: tuple[str, ...]


def find_misspellings(prose: Prose, index: FormIndex, considered: Collection[str] = ()) -> Iterator[Misspelling]:
    """Find words that are likely to be known names with typing errors.

    prose (Prose): The prepared text.
    index (FormIndex): The known names.
    considered (Collection[str]): Folded words on which discovery, or a person, has decided already.
    YIELDS (Misspelling): Capitalised words that are in no word list, and the names they are near to.
    """
    ordinary, proper, given = resources.words(), resources.proper_words(), resources.given_names()
    common = resources.common_words()
    pieces = index.pieces(prose)
    titles, before = word_list("titles"), ""
    for atom, word in zip(pieces.atoms, pieces.words, strict=True):
        last, before = before, word
        if len(word) < 4 or not atom.text.istitle():
            continue
        if last in titles and cues.titled(prose.text, atom.start):  # 'Dr Gilespie', whoever writes here
            surnames = () if index.claims((word,)) else index.near_names.find(word)
            surnames = tuple(name for name in surnames if any(c.kind == SURNAME for c in index.claims((name,))))
            if surnames and word not in common:
                yield Misspelling(atom.start, atom.end, surnames)
            continue
        if word in ordinary or word in proper or index.claims((word,)):
            continue
        if word[-1] == "s" and index.claims((word[:-1],)):  # a plural, or a genitive without its apostrophe
            continue
        if word in considered or (word,) in index.kept or given.get(word, 0) >= 1000:
            continue
        names = index.near_names.find(word)
        if names and not cues.contracted(word):
            yield Misspelling(atom.start, atom.end, names)
