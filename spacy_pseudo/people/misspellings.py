"""Unknown words near known names, word by word as a text comes along."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from .. import resources
from ..text.prose import Prose
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
    given = resources.given_names()
    pieces = index.pieces(prose)
    for number, word in pieces.unknown():
        if index.claims((word,)):
            continue
        if word[-1] == "s" and index.claims((word[:-1],)):  # a plural, or a genitive without its apostrophe
            continue
        if word in considered or (word,) in index.kept or given.get(word, 0) >= 1000:
            continue
        names = index.near_names.find(word)
        if names:
            atom = pieces.atom(number)
            yield Misspelling(atom.start, atom.end, names)
