"""What the sheets say of all messages: recall, leaks, clean messages, precision, and how far two raters agree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....errors import Errors, PseudoError
from ....text.words import fold_all
from ..measures.agreement import Kappa, cohen_kappa, krippendorff_alpha, percentage_agreement
from .sampling import MESSAGES, Design
from .sheets import Rating, Sheet, union
from .survey_estimates import Estimate, Stratum, share, total


class Estimates(NamedTuple):
    """Figures for all messages, each with its interval of 95 %; None where the sheets do not tell.

    rated (int): Items that were rated.
    seen (int): Names left standing in them; in a sheet of words, as often as they stand anywhere.
    leaks (Estimate): Names left standing in all messages.
    per_1000 (Estimate): The same in 1,000 messages.
    recall (Optional[Estimate]): Names replaced, of all there are. None if there is not one.
    clean (Optional[Estimate]): The share of messages in which no name is left; None for words.
    precision (Optional[Estimate]): Pseudonyms that stand for a participant's name, of all; None for words.
    """

    rated: int
    seen: int
    leaks: Estimate
    per_1000: Estimate
    recall: Estimate | None
    clean: Estimate | None
    precision: Estimate | None


class Agreement(NamedTuple):
    """How far two raters agree whether a name is left in an item.

    items (int): Items that both have rated.
    percentage (Optional[float]): The share of them on which they agree.
    kappa (Optional[Kappa]): Cohen's kappa; None if both always say the same one thing.
    alpha (Optional[float]): Krippendorff's alpha, over all items.
    overlooked (float): About how many names in the sample neither of the two has seen; see `overlooked`.
    """

    items: int
    percentage: float | None
    kappa: Kappa | None
    alpha: float | None
    overlooked: float


def estimate(design: Design, ratings: Mapping[str, Rating]) -> Estimates:
    """Estimate from one rater's judgements, or from several put together.

    With M names left and W pseudonyms wrong, both estimated by `survey_estimates.total`, and the R pseudonyms that are
    known: recall = (R - W) / (R - W + M), precision = (R - W) / R, leaks per 1,000 = 1000 M / messages. The interval of
    recall is that of M and that of W, their distances from the estimate squared and added (see
    `survey_estimates.share`). In a sheet of words, M counts the words that are names as often as they stand, and W is
    taken to be 0.

    design (Design): The sample.
    ratings (Mapping[str, Rating]): Judgements by item; what is not there was not rated.
    RETURNS (Estimates): The figures.
    """
    texts = design.mode == MESSAGES
    times = {name: len(r.forms) if texts else design.items[name].occurrences * r.leak for name, r in ratings.items()}
    missed = total(_strata(design, times))
    found = Estimate(design.replaced, design.replaced, design.replaced)
    clean = precision = None
    if texts:
        wrong = total(_strata(design, {name: rating.wrong for name, rating in ratings.items()}))
        found = wrong.map(lambda count: max(0.0, design.replaced - count))
        if design.replaced:
            precision = found.map(lambda count: count / design.replaced)
        clean = share(_strata(design, times)).map(lambda leaking: 1 - leaking)
    return Estimates(
        rated=len(ratings),
        seen=sum(times.values()),
        leaks=missed,
        per_1000=missed.map(lambda count: 1000 * count / design.messages),
        recall=_recall(found, missed),
        clean=clean,
        precision=precision,
    )


def joined(sheets: Sequence[Sheet]) -> dict[str, Rating]:
    """RETURNS (dict[str, Rating]): What at least one rater has seen, by item: what one overlooks the other may see."""
    items = dict.fromkeys(item for sheet in sheets for item in sheet.ratings)
    return {item: union(sheet.ratings[item] for sheet in sheets if item in sheet.ratings) for item in items}


def agreement(design: Design, sheets: Sequence[Sheet]) -> Agreement:
    """RETURNS (Agreement): Of two raters, or more, over items: is a name left in it, is the word a name?"""
    said = [[_said(sheet.ratings.get(item)) for item in design.items] for sheet in sheets]
    first, second = said[:2]
    both = sum(None not in pair for pair in zip(first, second, strict=True))
    alpha = krippendorff_alpha(zip(*said, strict=True))
    missed = overlooked(sheets[0].ratings, sheets[1].ratings)
    return Agreement(both, percentage_agreement(first, second), cohen_kappa(first, second), alpha, missed)


def overlooked(first: Mapping[str, Rating], second: Mapping[str, Rating]) -> float:
    """About how many names two raters have both overlooked in the items that both have rated.

    If one has seen a names and the other b, m of them the same, there are about (a + 1)(b + 1) / (m + 1) - 1 (D. G.
    Chapman 1951, Some properties of the hypergeometric distribution with applications to zoological sample censuses),
    and a + b - m were seen. It holds if the raters do not help each other and no name is harder to see than others; as
    some are, there may be more.

    first (Mapping[str, Rating]): One rater's judgements by item.
    second (Mapping[str, Rating]): The other's.
    RETURNS (float): How many, at least 0.
    """
    a = b = same = 0
    for item in first.keys() & second.keys():
        one, other = (Counter(map(fold_all, ratings[item].forms)) for ratings in (first, second))
        a, b, same = a + one.total(), b + other.total(), same + (one & other).total()
    return max(0.0, (a + 1) * (b + 1) / (same + 1) - 1 - (a + b - same))


def _said(rating: Rating | None) -> bool | None:
    return None if rating is None else rating.leak


def _strata(design: Design, values: Mapping[str, float]) -> list[Stratum]:
    strata = []
    for name, size in design.strata.items():
        drawn = [value for item, value in values.items() if design.items[item].stratum == name]
        if size and not drawn:
            raise PseudoError(Errors.P648.format(stratum=name))
        strata.append(Stratum(size, drawn))
    return strata


def _recall(found: Estimate, missed: Estimate) -> Estimate | None:
    def of(hidden: float, left: float) -> float:
        return hidden / (hidden + left) if hidden + left else 0.0

    if not found.value + missed.value:
        return None
    value = of(found.value, missed.value)
    below = math.hypot(value - of(found.value, missed.high), value - of(found.low, missed.value))
    above = math.hypot(of(found.value, missed.low) - value, of(found.high, missed.value) - value)
    return Estimate(value, max(0.0, value - below), min(1.0, value + above))
