"""Which words of a corpus may be names: the set-theoretic step of Bosch et al. (2020), and what is plainly none."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import lru_cache
from typing import Final

from .. import languages
from ..message import Message
from ..text.lexing import Text
from ..text.markup import plain
from ..text.salutations import find_salutations
from ..text.similarity import EditNeighbours
from .name_vocabulary import Standing, vocabulary_for
from .use import WordUse
from .uses import WordUses

# A word that is capitalised within a sentence less than every so many times is not written as a name is.
_SELDOM: Final = 10
_LONGEST_ACRONYM: Final = 6
# Of shorter words nearly all are near an ordinary one.
_SHORTEST_SLIP: Final = 4


def possible_name_words(messages: Iterable[Message], lang: str = languages.BASE) -> dict[str, int]:
    """Find the words of a corpus that may be names: all words without those of the dictionary that are in no list of
    names and places, and without slips of ordinary words, numerals, acronyms, noises and code.

    messages (Iterable[Message]): The messages; read once.
    lang (str): Their language.
    RETURNS (dict[str, int]): How often each word is written, by folded word; the most frequent first.
    """
    uses = read_uses(messages, lang=lang)
    found = {use.word: uses.occurrences(use) for use in possible_words(uses)}
    return dict(sorted(found.items(), key=lambda row: (-row[1], row[0])))


def read_uses(messages: Iterable[Message], *, lang: str = languages.BASE) -> WordUses:
    """RETURNS (WordUses): How possible names are used in messages, by a pass of its own; `discover` has its own."""
    uses = WordUses(lang=lang)
    for message in map(plain, messages):
        uses.add(message, Text.of(message.text).prose, find_salutations(message.text, lang=lang))
    return uses


def possible_words(uses: WordUses, among: Set[str] | None = None) -> list[WordUse]:
    """RETURNS (list[WordUse]): What was seen of the words that may be names, by word; all, or some of these."""
    asked = uses if among is None else filter(None, map(uses.get, sorted(among)))
    return [use for use in asked if is_possible(use, uses)]


def is_possible(use: WordUse, uses: WordUses) -> bool:
    """RETURNS (bool): By the lists and by how a word is written it may be a name."""
    if use.standing is Standing.ORDINARY:
        return _is_named(use, uses)
    if uses.vocabulary.is_usual(use.word):
        return True
    if uses.vocabulary.is_noise(use.word, signed=use.in_slots > 0):
        return False
    return use.in_slots > 0 or not (_is_acronym(use) or _is_slip(use, uses))


def _is_named(use: WordUse, uses: WordUses) -> bool:
    """A word of the dictionary is used as a name: where only names stand, or capitalised within sentences more often
    than it is small, or it is a rare word and never small."""
    if use.in_slots:
        return True
    if use.word in uses.vocabulary.proper:
        return use.beside + use.titled + use.cited > 0
    small = uses.small(use)
    return use.mid_capitals > small or (not small and use.word not in uses.vocabulary.common and use.upper < use.count)


def _is_acronym(use: WordUse) -> bool:
    return use.upper == use.count and len(use.word) <= _LONGEST_ACRONYM


def _is_slip(use: WordUse, uses: WordUses) -> bool:
    """'hewlp', 'callender': not written as a name, and one edit from an ordinary word. What is only capitalised where
    sentences begin is a slip if no list of names has it, or one that is an edit away."""
    known, word = uses.vocabulary, use.word
    if len(word) < _SHORTEST_SLIP or use.mid_capitals * _SELDOM > use.count or known.in_dictionary(word):
        return False
    if use.capitals * 2 > use.count and (known.is_name(word) or _near_names(uses.lang).count(word)[0]):
        return False
    return neighbours(uses.lang).count(word)[0] > 0


@lru_cache(maxsize=8)
def neighbours(lang: str = languages.BASE) -> EditNeighbours:
    """RETURNS (EditNeighbours): Counts words of the dictionary that are one or two edits away."""
    return EditNeighbours(vocabulary_for(lang).words)


@lru_cache(maxsize=8)
def _near_names(lang: str = languages.BASE) -> EditNeighbours:
    return EditNeighbours(vocabulary_for(lang).usual_names())
