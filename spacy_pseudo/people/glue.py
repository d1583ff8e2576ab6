"""Names that are glued to a neighbour word: 'thanksMary', 'MaryI agree', 'MaryP', 'thanksmary', 'Maryand'."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from .. import languages
from ..text.words import Atom, fold, small_words

SHORTEST = 3
_LONGEST = 100
# 'MaryPlease', 'MaryMary', not 'McDonald'.
_GLUED = regex.compile(r"(\p{Lu}\p{Ll}{2,40})(\p{Lu}\p{Ll}{0,40})")
# A capital within a word: the 'M' of 'thanksMary' and of 'THANKSMary'.
_CAPITAL = regex.compile(r"(?<=\p{Ll})\p{Lu}|(?<=\p{Lu})\p{Lu}(?=\p{Ll})")
# 'iPad', 'eBook': no name is glued on to these.
_BRANDS = ("i", "e")
_SHORTEST_BEFORE = 4


def unglued(atoms: Sequence[Atom]) -> list[Atom]:
    """RETURNS (list[Atom]): Words of a name that nobody knows yet, up to one to which an ordinary word is glued."""
    kept: list[Atom] = []
    for atom in atoms:
        glued = _GLUED.fullmatch(atom.text)
        if glued and (glued[2] in ("I", "A", glued[1]) or fold(glued[2]) in languages.common_words()):
            return [*kept, Atom(atom.start, atom.start + glued.end(1), glued[1])]
        kept.append(atom)
    return kept


class GlueSplitter:
    """Finds where to cut a word.

    is_name (Callable[[str], bool]): Tells whether a folded word is, or begins, a name of somebody.
    lang (str): The language of the messages.
    """

    def __init__(self, is_name: Callable[[str], bool], *, lang: str = languages.BASE) -> None:
        self._is_name = is_name
        self._lang = lang
        # After these a name may be glued on in small letters.
        with languages.speaking(lang):
            self._before = tuple(sorted(small_words("glued")))
            # What often follows a name, and may be glued on to it.
            self._after = tuple(sorted(small_words("glued_after")))

    def cut(self, raw: str) -> int:
        """RETURNS (int): How many letters come before the cut, 0 if there is nothing to cut."""
        if raw.islower():  # most words
            return self._by_word(raw)
        return self._by_case(raw) or self._by_word(raw) or self._by_end(raw)

    def _by_case(self, raw: str) -> int:
        words = languages.words(self._lang)
        capitals: list[int] = [m.start() for m in _CAPITAL.finditer(raw[:_LONGEST])]
        for at in capitals:
            left, right = raw[:at], raw[at:]
            before, after = fold(left), fold(right)
            if left in _BRANDS:
                continue
            if self._is_name(after) and (before in words or (left.islower() and len(right) > 3 <= len(left))):
                return at
            if not self._is_name(before):
                continue
            if (left[0].isupper() and (after in words or len(right) == 1)) or self._is_name(after):
                return at
        return 0

    def _by_word(self, raw: str) -> int:
        raw, words = raw[0].lower() + raw[1:], languages.words(self._lang)
        if raw in words or not raw.islower() or not raw.startswith(self._before):
            return 0
        for word in self._before:
            rest = raw[len(word) :]
            if raw.startswith(word) and len(rest) > SHORTEST and self._is_name(fold(rest)) and rest not in words:
                return len(word)
        return 0

    def _by_end(self, raw: str) -> int:
        """'Maryand', 'Robertsaid', if that is nobody's name and no word."""
        if not raw.endswith(self._after) or not raw.istitle():
            return 0
        for word in self._after:
            at = len(raw) - len(word)
            if raw.endswith(word) and at >= _SHORTEST_BEFORE and self._is_name(fold(raw[:at])):
                return at
        return 0

    def _is_known(self, word: str) -> bool:
        lists = (languages.words, languages.proper_words, languages.given_names, languages.surnames)
        return any(word in known(self._lang) for known in lists)
