"""Lists of names that stay wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, pairwise
from typing import NamedTuple

import regex

from ..errors import Errors, PseudoError
from ..text.lexing import Prose
from ..text.person_names import joined
from ..text.words import Atom, fold, fold_all, is_title

ALLOWED = "ALLOWED"
_ANY = "*"
_PATTERN_WORD = regex.compile(r"[\p{L}\p{M}*]+")
# Nobody's name is as long; and no pattern looks further.
_LONGEST_WORD = 60
# Between the words of a name that is written in one go: 'Isaac Newton', 'J. R. R. Tolkien', not 'Isaac. Newton'.
_GAP = regex.compile(r"[ \t\u00a0]{1,2}|[ \t]*\r?\n[ \t>]*|[-‐'’]|(?<=(?<!\p{L})\p{L}{1,2})\.[ ]?")


class Protection(NamedTuple):
    """A name that stays, and why."""

    start: int
    end: int
    label: str


class Allowlist:
    """Names that stay wherever they stand, compared without case and accents.

    names (Iterable[str]): The names; of several words only the whole name counts. A `*` stands for any letters, alone
        for one word with a capital: '*berg', 'Mac*', 'van *'.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names: set[tuple[str, ...]] = set()
        patterns = []
        for number, name in enumerate(names, 1):
            if _ANY not in name:
                self._names.add(fold_all(name))
                continue
            words = tuple(fold(word) for word in _PATTERN_WORD.findall(name))
            if all(set(word) == {_ANY} for word in words):
                raise PseudoError(Errors.P410.format(number=number))
            patterns.append(words)
        self._names.discard(())
        self._longest: dict[str, int] = {}
        for words in self._names:
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))
        self._first = frozenset(self._longest)
        # Longer patterns first, so that the longest name counts.
        self._patterns = [
            tuple(map(_compiled, words)) for words in sorted(set(patterns), key=lambda words: (-len(words), words))
        ]

    def holds(self, words: Sequence[str]) -> bool:
        """RETURNS (bool): A name, by its folded words, is on the list as it is."""
        return tuple(words) in self._names

    def find(self, prose: Prose) -> list[Protection]:
        """RETURNS (list[Protection]): Where the names stand."""
        found = []
        words = prose.folded
        here = [] if self._first.isdisjoint(prose.vocabulary) else map(self._first.__contains__, words)
        for at in compress(range(len(words)), here):
            for length in range(min(self._longest[words[at]], len(words) - at), 0, -1):
                named = tuple(words[at : at + length]) in self._names
                if named and joined(prose.text, prose.words, prose.starts, at, at + length):
                    found.append(self._protection(prose, at, length))
                    break
        if self._patterns:
            found += self._fitting(prose)
        return found

    def _fitting(self, prose: Prose) -> Iterator[Protection]:
        for at in range(len(prose.folded)):
            for pattern in self._patterns:
                length = len(pattern)
                fits = at + length <= len(prose.folded) and all(
                    self._fits(prose, at + n, word) for n, word in enumerate(pattern)
                )
                if fits and in_one_go(prose.text, prose.atoms(at, at + length)):
                    yield self._protection(prose, at, length)
                    break

    @staticmethod
    def _fits(prose: Prose, at: int, pattern: re.Pattern[str] | None) -> bool:
        word = prose.folded[at]
        if pattern is None:
            return is_title(prose.words[at])
        return len(word) <= _LONGEST_WORD and pattern.fullmatch(word) is not None

    @staticmethod
    def _protection(prose: Prose, at: int, length: int) -> Protection:
        return Protection(prose.starts[at], prose.end(at + length - 1), ALLOWED)


def _compiled(word: str) -> re.Pattern[str] | None:
    """RETURNS (Optional[re.Pattern]): What a word of a pattern fits; None for a lone `*`."""
    pieces = [re.escape(piece) for piece in word.split(_ANY)]
    return re.compile(".*".join(pieces)) if any(pieces) else None


def in_one_go(text: str, words: Sequence[Atom]) -> bool:
    """RETURNS (bool): Some words are written as one name is."""
    return all(_GAP.fullmatch(text, a.end, b.start) for a, b in pairwise(words))
