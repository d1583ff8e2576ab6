"""What people with fake names are called for short: nicknames, initials, user names."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final

from .. import languages
from ..people.display_names import PersonName
from ..people.drawn_names import MEN, WOMEN
from ..people.genders import gender_of
from ..people.nicknames import nicknames_of
from ..text.similarity import NearNames
from ..text.words import SILENT_GENITIVE, atoms, fold, fold_all
from .name_parts import in_latin_letters

MOST_INITIALS: Final = 4
_VOWELS = frozenset("aeiouyåäöéèíóúüø")
_SHORTEST_NICKNAME = 3


def short_forms(fake: str, taken: frozenset[str]) -> set[str]:
    """Say what nicknames and initials of somebody may become.

    fake (str): The fake name.
    taken (frozenset[str]): Folded words that mean somebody else.
    RETURNS (set[str]): Folded words.
    """
    pieces = [atom.text for atom in atoms(in_latin_letters(fake))]
    short = {fold(short_form(piece, ending, taken)) for piece in pieces for ending in ("b", "y", "s")}
    first = [fold(piece)[0] for piece in pieces]
    sizes = range(1, min(len(first), MOST_INITIALS) + 1)
    return short | {"".join(some) for size in sizes for some in permutations(first, size)}


def handles(fake: str) -> set[str]:
    """RETURNS (set[str]): What user names made of a fake name become, folded and without anything between the parts."""
    words = ["".join(fold_all(word)) for word in in_latin_letters(fake).split()]
    first, last = words[0], words[-1]
    glued = {"".join(words), first + last, last + first, first[0] + last, last + first[0], first + last[0], first, last}
    return glued if len(words) > 1 else {first}


def short_form(given: str, like_word: str, *avoid: frozenset[str]) -> str:
    """A nickname of a given name: of the table, or cut off.

    given (str): The fake given name.
    like_word (str): The nickname that it stands for: 'Bobby' ends in a y, 'Rob' does not.
    avoid (frozenset[str]): Folded words that it must not be.
    RETURNS (str): The nickname; the given name itself if it is too short for one.
    """
    name = fold(given)
    soft = like_word[-1:] in ("y", "e", "i")

    # Where the genitive is an 's', a nickname that has one must not become one that takes none.
    bare = languages.of(languages.spoken()).bare_genitive and not like_word.endswith(SILENT_GENITIVE)

    def free(word: str) -> bool:
        return not (bare and word.endswith(SILENT_GENITIVE)) and not any(means(fold(word), words) for words in avoid)

    alike = (n for n in nicknames_of(given) if n[:1] == name[:1] and len(n) < len(name) and n.isalpha())
    known = [n for n in alike if free(n)]
    known.sort(key=lambda n: ((n[-1] in "yei") != soft, len(n), n))
    if known:
        return known[0].capitalize()
    # Up to the consonant after the first vowel that has one: 'Kristina', 'Kris'.
    cut = next((i for i in range(2, len(name)) if name[i] not in _VOWELS and name[i - 1] in _VOWELS), len(name)) + 1
    if _SHORTEST_NICKNAME <= cut < len(given):
        short = given[:cut] + ("y" if soft and cut + 1 < len(given) else "")
        if free(short) and not _is_another(short, given):
            return short
    return given


def _is_another(short: str, given: str) -> bool:
    """'Han' is a pronoun in Swedish, and 'Erik' is a man: they are not short for 'Hans' and 'Erika'."""
    if languages.spoken() == languages.BASE:
        return False
    man, other = gender_of(PersonName(given=(short,))), gender_of(PersonName(given=(given,)))
    return fold(short) in languages.common_words() or {man, other} == {WOMEN, MEN}


def means(word: str, real: frozenset[str]) -> bool:
    """Somebody else is called so, or nearly so."""
    return word in real or bool(real and _near_names(real).find(word))


@lru_cache(maxsize=64)
def _near_names(words: frozenset[str]) -> NearNames:
    return NearNames(words)
