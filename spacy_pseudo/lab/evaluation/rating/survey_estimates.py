"""Totals and shares of a population from a stratified random sample, with intervals that hold for small samples.

Each stratum h has N_h units, of which n_h were drawn at random without replacement. A total is estimated as
sum_h (N_h / n_h) sum of its n_h values (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, chapter 5): what is drawn
more often where risk is high weighs less there, so that the estimate is not biased.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

LEVEL: Final = 0.95
_STEPS = 80


class Stratum(NamedTuple):
    """One part of the population.

    size (int): How many units it has.
    values (Sequence[float]): The values of those that were drawn, not negative.
    """

    size: int
    values: Sequence[float]


class Estimate(NamedTuple):
    """A figure with its interval of 95 %."""

    value: float
    low: float
    high: float

    def map(self, function: Callable[[float], float]) -> Estimate:
        """RETURNS (Estimate): A monotone function of all three, in order again."""
        value, low, high = (function(figure) for figure in self)
        return Estimate(value, min(low, high), max(low, high))


def total(strata: Iterable[Stratum], *, level: float = LEVEL) -> Estimate:
    """Estimate the total of counts that are rare and may come in heaps, such as names left standing by message.

    The interval is the gamma interval for weighted sums of counts (M. P. Fay & E. J. Feuer 1997, Confidence intervals
    for directly standardized rates: a method based on the gamma distribution, Statistics in Medicine 16, 791-801). With
    the estimate T and its variance v: low = v/(2T) chi2_(2T^2/v)(.025), high = (v + w^2)/(2(T + w))
    chi2_(2(T+w)^2/(v+w^2))(.975), where w is what one more unit with a count would add to T: the largest N_h/n_h, times
    the mean count of units that have one. So high is not 0 if nothing was found, but 3.7 w: the rule of three, for an
    interval with two sides. v is the sum over strata of (N_h/n_h)^2 (1 - n_h/N_h) times the larger of n_h s_h^2 and the
    stratum's sum of counts; the second is the variance of counts that are spread by chance, and keeps v from being too
    small where few were found. A stratum of which all units were drawn adds nothing to v and w. What was counted in the
    sample is there: low is not less than that; and high is not more than if each other unit had as many as the worst
    one that was drawn.

    strata (Iterable[Stratum]): The strata; one without a drawn unit must be empty (ValueError otherwise).
    level (float): Of the interval.
    RETURNS (Estimate): The total in the population.
    """
    strata = _checked(strata)
    counts = [value for stratum in strata for value in stratum.values if value > 0]
    mean = sum(counts) / len(counts) if counts else 1.0
    estimate = variance = one_more = others = 0.0
    for size, values in strata:
        weight, left = size / len(values), size - len(values)
        estimate += weight * sum(values)
        variance += weight**2 * left / size * max(_spread(values), sum(values))
        one_more = max(one_more, weight * mean) if left else one_more
        others += left
    tail, counted = (1 - level) / 2, math.fsum(counts)
    low = _gamma_quantile(tail, estimate, variance)
    high = _gamma_quantile(1 - tail, estimate + one_more, variance + one_more**2)
    most = counted + others * max(counts, default=1.0)
    return Estimate(estimate, max(low, counted), max(min(high, most), estimate))


def share(strata: Iterable[Stratum], *, level: float = LEVEL) -> Estimate:
    """Estimate the share of units with a value other than 0, such as messages with a name left standing.

    In each stratum the interval is the exact one of sampling without replacement (the hypergeometric counterpart of
    C. J. Clopper & E. S. Pearson 1934): all numbers of such units under which what was seen is not too unlikely. The
    intervals are put together by their distances from the estimate, squared and added (G. Y. Zou & A. Donner 2008,
    Construction of confidence limits about effect measures: a general approach, Statistics in Medicine 27, 1693-1702).

    strata (Iterable[Stratum]): As for `total`.
    level (float): Of the interval.
    RETURNS (Estimate): The share in the population.
    """
    strata = _checked(strata)
    everything = sum(stratum.size for stratum in strata)
    value = below = above = 0.0
    for size, values in strata:
        seen = sum(v > 0 for v in values)
        low, high = exact_count(seen, len(values), size, level=level)
        here = size * seen / len(values)
        value += here / everything
        below += ((here - low) / everything) ** 2
        above += ((high - here) / everything) ** 2
    return Estimate(value, max(0.0, value - math.sqrt(below)), min(1.0, value + math.sqrt(above)))


def exact_count(seen: int, drawn: int, size: int, *, level: float = LEVEL) -> tuple[int, int]:
    """The exact interval for how many units of a population have a trait.

    seen (int): How many of the drawn units have it.
    drawn (int): How many were drawn, without replacement.
    size (int): How many units there are.
    level (float): Of the interval.
    RETURNS (tuple[int, int]): The lowest and the highest number K for which P(X >= seen | K) and P(X <= seen | K) are
        both at least (1 - level) / 2.
    """
    tail = (1 - level) / 2
    first, last = seen, size - drawn + seen
    low = _first(first, last, lambda k: _up_to(drawn - seen, drawn, size, size - k) >= tail) if seen else first
    high = last - _first(0, last - low, lambda d: _up_to(seen, drawn, size, last - d) >= tail)
    return low, high


def _checked(strata: Iterable[Stratum]) -> list[Stratum]:
    kept = [stratum for stratum in strata if stratum.size]
    if not kept or any(not 0 < len(stratum.values) <= stratum.size for stratum in kept):
        raise ValueError("Every stratum needs units that were drawn, and not more than it has.")
    return kept


def _spread(values: Sequence[float]) -> float:
    """n s^2: the sum of squared deviations, as it would be without the one degree of freedom that the mean takes."""
    n = len(values)
    if n < 2:
        return 0.0
    mean = sum(values) / n
    return sum((value - mean) ** 2 for value in values) * n / (n - 1)


def _first(start: int, end: int, holds: Callable[[int], bool]) -> int:
    """The first number from which on something holds."""
    while start < end:
        middle = (start + end) // 2
        if holds(middle):
            end = middle
        else:
            start = middle + 1
    return start


def _up_to(seen: int, drawn: int, size: int, having: int) -> float:
    """P(X <= seen) of the hypergeometric distribution."""
    ways = _log_ways(size, drawn)
    lowest = max(0, drawn - (size - having))
    terms = (_log_ways(having, k) + _log_ways(size - having, drawn - k) - ways for k in range(lowest, seen + 1))
    return min(1.0, math.fsum(math.exp(term) for term in terms))


def _log_ways(n: int, k: int) -> float:
    return -math.inf if k > n else math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


# --- The gamma distribution -----------------------------------------------------------------------------------------


def _gamma_quantile(probability: float, mean: float, variance: float) -> float:
    """The quantile of the gamma distribution with this mean and variance; without variance, the mean."""
    if mean <= 0 or variance <= 0:
        return mean
    shape, scale = mean**2 / variance, variance / mean
    low, high = 0.0, shape + 1.0
    while gamma_below(shape, high) < probability:
        low, high = high, 2 * high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if gamma_below(shape, middle) < probability:
            low = middle
        else:
            high = middle
    return scale * (low + high) / 2


def gamma_below(shape: float, x: float) -> float:
    """The regularised lower incomplete gamma function P(shape, x), by series or continued fraction.

    shape (float): The shape, positive.
    x (float): Not negative.
    RETURNS (float): The probability that a gamma variable of this shape and scale 1 is at most x.
    """
    if x <= 0:
        return 0.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        term = whole = 1 / shape
        n = shape
        while term > whole * 1e-16:
            n += 1
            term *= x / n
            whole += term
        return min(1.0, front * whole)
    # Lentz's method for the upper part.
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 10_000):
        a = -i * (i - shape)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return 1 - front * fraction
