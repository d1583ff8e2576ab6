"""Other personal data by label: what was found of each, and what was taken for something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .scores import Counts

# Start, end and label.
Labelled = tuple[int, int, str]

# Stands in the confusion matrix where nothing was marked, or found.
NOTHING: Final = "-"


@dataclass(frozen=True, slots=True)
class LabelScores(Counts):
    """Places with one label, places that were given it, and those of the first that were given it from their first to
    their last character at least."""

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All counts and measures as plain JSON."""
        return {name: getattr(self, name) for name in ("gold", "predicted", "found", "recall", "precision", "f1", "f2")}


@dataclass(slots=True)
class IdentifierScores:
    """Scores by label, over all labels, and the confusion matrix.

    labels (dict[str, LabelScores]): Each label's scores.
    total (LabelScores): All labels together (micro average).
    confusion (Counter[tuple[str, str]]): How often a place with one label was given another; '-' for none.
    """

    labels: dict[str, LabelScores] = field(default_factory=dict)
    total: LabelScores = field(default_factory=LabelScores)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All counts and measures as plain JSON."""
        confusion: dict[str, dict[str, int]] = {}
        for (meant, taken), n in sorted(self.confusion.items()):
            confusion.setdefault(meant, {})[taken] = n
        labels = {label: scores.to_dict() for label, scores in self.labels.items()}
        return {"labels": labels, "total": self.total.to_dict(), "confusion": confusion}


def score_identifiers(
    gold: Mapping[str, Sequence[Labelled]], predicted: Mapping[str, Sequence[Labelled]]
) -> IdentifierScores:
    """Compare labelled places with those that should be. Messages without gold data are not looked at.

    Each gold place is paired with the place that shares most characters with it, each place with one gold place only;
    the longest shared stretches are paired first. A place that is not covered to its last character is not found: what
    stays may give the person away.

    gold (Mapping[str, Sequence[Labelled]]): Start, end and label of the marked places by message id.
    predicted (Mapping[str, Sequence[Labelled]]): The same of the places that were found.
    RETURNS (IdentifierScores): Scores by label, and the confusion matrix of paired places.
    """
    meant: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    found: Counter[str] = Counter()
    confusion: Counter[tuple[str, str]] = Counter()
    for id, places in gold.items():
        guesses = predicted.get(id, ())
        meant.update(label for _, _, label in places)
        taken.update(label for _, _, label in guesses)
        pairs = _paired(places, guesses)
        for i, j in pairs.items():
            start, end, label = places[i]
            confusion[label, guesses[j][2]] += 1
            found[label] += label == guesses[j][2] and guesses[j][0] <= start and end <= guesses[j][1]
        confusion.update((place[2], NOTHING) for i, place in enumerate(places) if i not in pairs)
        matched = set(pairs.values())
        confusion.update((NOTHING, guess[2]) for j, guess in enumerate(guesses) if j not in matched)
    labels = {label: LabelScores(meant[label], taken[label], found[label]) for label in sorted(meant | taken)}
    return IdentifierScores(labels, LabelScores(meant.total(), taken.total(), found.total()), confusion)


def _paired(places: Sequence[Labelled], guesses: Sequence[Labelled]) -> dict[int, int]:
    """Positions of gold places, and of what they are paired with; of equal stretches, the one with the same label."""
    shared = [
        (-overlap, place[2] != guess[2], i, j)
        for i, place in enumerate(places)
        for j, guess in enumerate(guesses)
        if (overlap := min(place[1], guess[1]) - max(place[0], guess[0])) > 0
    ]
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for _, _, i, j in sorted(shared):
        if i not in pairs and j not in used:
            pairs[i] = j
            used.add(j)
    return pairs
