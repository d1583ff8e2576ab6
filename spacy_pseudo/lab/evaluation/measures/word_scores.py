"""Words that may be names, judged by a score: the measures of Bosch et al. (2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....scoring.scores import f_measure, share_of
from .agreement import cohen_kappa


@dataclass(frozen=True, slots=True)
class WordScores:
    """Counts of words, and the measures that follow from them. A share of nothing is 0.0.

    right (int): Names that were taken for names.
    missed (int): Names that were not (false negatives): each may be a leak wherever it is written.
    false (int): Other words that were taken for names (false positives).
    left (int): Other words that were not.
    auc (Optional[float]): See `area_under_curve`.
    """

    right: int
    missed: int
    false: int
    left: int
    auc: float | None

    @property
    def words(self) -> int:
        """RETURNS (int): right + missed + false + left."""
        return self.right + self.missed + self.false + self.left

    @property
    def names(self) -> int:
        """RETURNS (int): right + missed."""
        return self.right + self.missed

    @property
    def taken(self) -> int:
        """RETURNS (int): right + false."""
        return self.right + self.false

    @property
    def agreed(self) -> int:
        """RETURNS (int): right + left."""
        return self.right + self.left

    recall = share_of("right", "names")
    precision = share_of("right", "taken")
    f1 = f_measure()
    f2 = f_measure(2)
    accuracy = share_of("agreed", "words")
    base_rate = share_of("names", "words")

    @property
    def kappa(self) -> float | None:
        """RETURNS (Optional[float]): Cohen's kappa with the gold data; None where it is not defined."""
        counts = (self.right, self.missed, self.false, self.left)
        pairs = [pair for pair, n in zip(_PAIRS, counts, strict=True) for _ in range(n)]
        kappa = cohen_kappa([meant for meant, _ in pairs], [taken for _, taken in pairs])
        return kappa.value if kappa is not None else None

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All counts and measures as plain JSON."""
        names = ("words", "right", "missed", "false", "left")
        measures = ("auc", "accuracy", "kappa", "precision", "recall", "f1", "f2", "base_rate")
        return {name: getattr(self, name) for name in (*names, *measures)}


_PAIRS = ((True, True), (True, False), (False, True), (False, False))


def score_words(names: Sequence[bool], scores: Sequence[float], *, threshold: float = 0.5) -> WordScores:
    """Compare scores of words with what the words are.

    names (Sequence[bool]): For each word, whether it is a name.
    scores (Sequence[float]): For each word, how likely it was taken to be one.
    threshold (float): The score from which on a word is taken for a name.
    RETURNS (WordScores): Counts and measures.
    """
    pairs = [(name, score >= threshold) for name, score in zip(names, scores, strict=True)]
    right, missed, false, left = (pairs.count(pair) for pair in _PAIRS)
    return WordScores(right, missed, false, left, area_under_curve(names, scores))


def area_under_curve(names: Sequence[bool], scores: Sequence[float]) -> float | None:
    """The area under the receiver operating characteristic: how likely a name has a higher score than another word, a
    tie counting half (Hanley & McNeil 1982; the Mann-Whitney statistic).

    names (Sequence[bool]): For each word, whether it is a name.
    scores (Sequence[float]): For each word, its score.
    RETURNS (Optional[float]): Between 0 and 1; .5 is chance. None if there are only names, or none.
    """
    n_names = sum(names)
    n_others = len(names) - n_names
    if not n_names or not n_others:
        return None
    # Names and other words by score; each other word is beaten by the names above it.
    by_score: dict[float, list[int]] = {}
    for name, score in zip(names, scores, strict=True):
        by_score.setdefault(score, [0, 0])[not name] += 1
    above, beaten = 0, 0.0
    for score in sorted(by_score, reverse=True):
        tied, others = by_score[score]
        beaten += others * (above + tied / 2)
        above += tied
    return beaten / (n_names * n_others)
