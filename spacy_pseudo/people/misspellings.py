"""Unknown words near known names, word by word as a text comes along."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set
from typing import Final, NamedTuple

from .. import languages
from ..text import cues
from ..text.lexing import Prose
from ..text.thresholds import USUAL
from ..text.words import word_list
from .forms import SURNAME
from .index import FormIndex
from .pieces import Pieces

# Shorter words in small letters are too much like one another.
_SHORT: Final = 4


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
    given, titles = languages.given_names(), word_list("titles") | word_list("office_titles")
    pieces = index.pieces(prose)
    titled = set() if titles.isdisjoint(pieces.words) else _after_titles(prose, pieces, titles)
    for number in sorted(titled):
        surnames = _surnames(pieces.words[number], index)
        if surnames:
            atom = pieces.atom(number)
            yield Misspelling(atom.start, atom.end, surnames)
    unknown = pieces.unknown() if not cues.in_small_letters(prose.text) else _in_no_list(pieces)
    for number, word in unknown:
        if number in titled or index.claims((word,)):
            continue
        if word[-1] == "s" and index.claims((word[:-1],)):  # a plural, or a genitive without its apostrophe
            continue
        if word in considered or (word,) in index.kept or given.get(word, 0) >= USUAL:
            continue
        names = index.near_names.find(word)
        if names:
            atom = pieces.atom(number)
            yield Misspelling(atom.start, atom.end, names)


def _in_no_list(pieces: Pieces) -> Iterator[tuple[int, str]]:
    """The words of some letters that nobody has listed: who writes no capitals writes names so as well."""
    lists = languages.words(), languages.proper_words(), languages.given_names(), languages.surnames()
    for number, word in enumerate(pieces.words):
        if len(word) > _SHORT and not any(word in known for known in lists):
            yield number, word


def _after_titles(prose: Prose, pieces: Pieces, titles: Set[str]) -> set[int]:
    """The numbers of capitalised words of four letters and more that follow a title."""
    after = (number for number, word in enumerate(pieces.words[:-1], 1) if word in titles)
    return {
        number
        for number in after
        if len(pieces.words[number]) > 3
        and pieces.raw[number].istitle()
        and cues.titled(prose.text, pieces.starts[number])
    }


def _surnames(word: str, index: FormIndex) -> tuple[str, ...]:
    """'Dr Gilespie': the surnames that a word may be a slip of, wherever their owners write."""
    if index.claims((word,)) or word in languages.common_words():
        return ()
    near = index.near_names.find(word)
    return tuple(name for name in near if any(claim.kind == SURNAME for claim in index.claims((name,))))
