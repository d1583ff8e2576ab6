"""Who says which words are names: a trained model, or a person who has pruned the list."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple, Protocol

from .uses import WordUses


class Judge(Protocol):
    """Tells how likely words are names.

    threshold (float): From this probability on a word is taken for a name.
    sure (frozenset[str]): Words that are names because a person says so.
    """

    threshold: float
    sure: frozenset[str]

    def predict(
        self, uses: WordUses, roster_names: Iterable[str] = (), *, among: Set[str] | None = None
    ) -> dict[str, float]:
        """RETURNS (dict[str, float]): How likely words are names, by folded word; any other word is none. Among some
        words, if only these will be asked for."""


class ListedWord(NamedTuple):
    """A row of the list.

    word (str): The folded word.
    occurrences (Optional[int]): How often it is written; None in a row that a person added.
    probability (Optional[float]): How likely it is a name; None in a row that a person added.
    """

    word: str
    occurrences: int | None = None
    probability: float | None = None


class ListedNames:
    """The words that a person has left in the list are names, and no others.

    names (Iterable[str]): The folded words.
    """

    threshold = 0.5

    def __init__(self, names: Iterable[str]) -> None:
        self.sure = frozenset(names)

    def predict(
        self, uses: WordUses, roster_names: Iterable[str] = (), *, among: Set[str] | None = None
    ) -> dict[str, float]:
        """RETURNS (dict[str, float]): 1 for all names of the list."""
        return dict.fromkeys(sorted(self.sure), 1.0)


class Judgement(dict[str, float]):
    """What a judge says of the words of a corpus, by folded word; each takes time, and is judged when it is asked for.

    judge (Judge): Says how likely each is a name.
    uses (WordUses): How the words are used.
    roster_names (Iterable[str]): Names of the class list, where there is one.
    """

    def __init__(self, judge: Judge, uses: WordUses, roster_names: Iterable[str] = ()) -> None:
        self._judge, self._uses, self._roster_names = judge, uses, tuple(roster_names)

    def ask(self, words: Iterable[str]) -> None:
        """Have some words judged, which is quicker at once than one by one."""
        new = set(words) - self.keys()
        if new:
            found = self._judge.predict(self._uses, self._roster_names, among=new)
            self.update((word, found.get(word, 0.0)) for word in new)

    def __missing__(self, word: str) -> float:
        self.ask((word,))
        return self[word]


def list_words(
    uses: WordUses, judge: Judge, roster_names: Iterable[str] = (), *, least: float = 0.0
) -> list[ListedWord]:
    """List the words that are taken for names.

    uses (WordUses): How the words of a corpus are used.
    judge (Judge): Says how likely each is a name.
    roster_names (Iterable[str]): Names of the class list, where there is one.
    least (float): The probability from which on a word is listed.
    RETURNS (list[ListedWord]): The words.
    """
    judged = judge.predict(uses, roster_names)
    seen = {use.word: uses.occurrences(use) for use in uses}
    return [ListedWord(word, seen.get(word, 0), p) for word, p in judged.items() if p >= least]
