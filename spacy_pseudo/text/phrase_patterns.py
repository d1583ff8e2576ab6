"""Patterns of hundreds of phrases: 'thanks a lot', 'have a * day'."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex

# A `*` in a phrase stands for one word: 'have a * day'.
_UNITS: Final = {" ": r"[ \t]+", "'": "['’]", "*": r"\p{L}{1,20}"}


class _Trie(dict[str, "_Trie"]):
    """Phrases by their characters, so that a pattern of hundreds of them looks at each character once."""

    ends = False

    def add(self, phrase: str) -> None:
        node = self
        for character in phrase:
            node = node.setdefault(_UNITS.get(character) or str(regex.escape(character)), _Trie())
        node.ends = True

    def pattern(self) -> str:
        """RETURNS (str): The longest phrase first; what stands for any word comes last."""
        units = sorted(self, key=lambda unit: (unit == _UNITS["*"], unit))
        either = "|".join(unit + self[unit].pattern() for unit in units)
        return f"(?:{either}){'?' if self.ends else ''}" if either else ""


def either_phrase(phrases: Iterable[str]) -> str:
    """RETURNS (str): A pattern for one of some phrases, in whatever case."""
    trie = _Trie()
    for phrase in phrases:
        trie.add(phrase.lower())
    return f"(?i:{trie.pattern()})"
