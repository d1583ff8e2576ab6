"""Agreement between people who judge the same things: percentage, kappas and alpha, and the same for spans of text.

Each function takes plain labels; None stands for 'not judged'. A coefficient that is not defined is None: if there is
nothing to compare, or if everybody gives one and the same label everywhere, so that nothing could differ by chance.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from .intervals import least_share

Label = Hashable
Rating = Label | None
# Start, end and label of a marked place; offsets count Unicode code points.
Spans = Iterable[tuple[int, int, Label]]

NOMINAL: Final = "nominal"
ORDINAL: Final = "ordinal"
INTERVAL: Final = "interval"
METRICS: Final = (NOMINAL, ORDINAL, INTERVAL)
UNITS: Final = ("token", "character")

# What lies outside all spans.
OUTSIDE: Final = ""
# The normal distribution's quantile for an interval of 95 %.
_Z = 1.959963984540054
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Kappa(NamedTuple):
    """Cohen's kappa with its large-sample standard error and 95 % interval."""

    value: float
    standard_error: float
    low: float
    high: float


class SpanAgreement(NamedTuple):
    """How far two annotations of the same texts agree, unit by unit.

    units (int): How many tokens or characters the texts have.
    marked (int): How many of them lie in a span of one annotation at least.
    agreement (Optional[float]): The share of units with the same label.
    marked_agreement (Optional[float]): The same among the marked units alone; the others agree by themselves.
    cohen (Optional[Kappa]): Cohen's kappa over all units.
    fleiss (Optional[float]): Fleiss' kappa over all units.
    alpha (Optional[float]): Krippendorff's nominal alpha over all units.
    """

    units: int
    marked: int
    agreement: float | None
    marked_agreement: float | None
    cohen: Kappa | None
    fleiss: float | None
    alpha: float | None


def percentage_agreement(first: Sequence[Rating], second: Sequence[Rating]) -> float | None:
    """The share of items to which two raters give the same label: p_o = (1/N) sum of [a_i = b_i].

    first (Sequence[Rating]): One rater's labels, item by item.
    second (Sequence[Rating]): The other's, of the same items in the same order.
    RETURNS (Optional[float]): The share, between 0 and 1, of the items that both have judged; None if there are none.
    """
    pairs = _both(first, second)
    return sum(a == b for a, b in pairs) / len(pairs) if pairs else None


def cohen_kappa(first: Sequence[Rating], second: Sequence[Rating]) -> Kappa | None:
    """Cohen's kappa of two raters: (p_o - p_e) / (1 - p_e), where p_e = sum over labels of p_i. * p_.i

    p_i. and p_.i are the shares of label i in either rater's judgements: each keeps their own habits under chance. The
    standard error is the large-sample one that does not assume kappa = 0,
    N (1-p_e)^4 SE^2 = sum_i p_ii [(1-p_e) - (p_.i + p_i.)(1-p_o)]^2 + (1-p_o)^2 sum_(i!=j) p_ij (p_.i + p_j.)^2
    - (p_o p_e - 2 p_e + p_o)^2, and the interval is kappa +- 1.96 SE, cut off at -1 and 1. Where the two agree
    throughout, SE is 0; the lower end is then kappa with the exact (Clopper-Pearson) bound of p_o.

    Sources: J. Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement
    20, 37-46; J. L. Fleiss, J. Cohen & B. S. Everitt (1969), Large sample standard errors of kappa and weighted kappa,
    Psychological Bulletin 72, 323-327.

    first (Sequence[Rating]): One rater's labels, item by item.
    second (Sequence[Rating]): The other's, of the same items in the same order.
    RETURNS (Optional[Kappa]): Of the items that both have judged; None where it is not defined.
    """
    pairs = _both(first, second)
    if not pairs:
        return None
    n = len(pairs)
    cells = Counter(pairs)
    rows, columns = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(times for (a, b), times in cells.items() if a == b) / n
    expected = sum(times * columns[label] for label, times in rows.items()) / n**2
    if _is_one(expected):
        return None
    value = (observed - expected) / (1 - expected)
    same = different = 0.0
    for (a, b), times in cells.items():
        # Of the label in the row, how often the column has it, and the other way round.
        both = (columns[a] + rows[b]) / n
        if a == b:
            same += times / n * ((1 - expected) - both * (1 - observed)) ** 2
        else:
            different += times / n * both**2
    variance = same + (1 - observed) ** 2 * different - (observed * expected - 2 * expected + observed) ** 2
    error = math.sqrt(max(0.0, variance) / n) / (1 - expected) ** 2
    low = value - _Z * error
    if observed == 1:
        # The formula would say that nothing can ever differ: the exact bound of a share of 1, as kappa.
        low = (least_share(n) - expected) / (1 - expected)
    return Kappa(value, error, max(-1.0, low), min(1.0, value + _Z * error))


def fleiss_kappa(items: Iterable[Iterable[Rating]]) -> float | None:
    """Fleiss' kappa of any number of raters: (P - P_e) / (1 - P_e).

    With n judgements of each of N items, n_ij of them for label j: P = mean over items of
    (sum_j n_ij^2 - n) / (n (n - 1)), and P_e = sum over labels of p_j^2, where p_j is the label's share of all. The
    raters need not be the same people from item to item.

    Source: J. L. Fleiss (1971), Measuring nominal scale agreement among many raters,
    Psychological Bulletin 76, 378-382.

    items (Iterable[Iterable[Rating]]): The labels of each item, in any order. Every item must have the same number of
        labels, two or more; ValueError otherwise. Use alpha where some are missing.
    RETURNS (Optional[float]): Kappa; None where it is not defined.
    """
    counts = [Counter(labels) for labels in items]
    sizes = {counted.total() for counted in counts}
    if not counts:
        return None
    if len(sizes) > 1 or min(sizes) < 2 or any(None in counted for counted in counts):
        raise ValueError("Fleiss' kappa needs the same number of labels, two or more, for every item.")
    (n,) = sizes
    total: Counter[Rating] = Counter()
    for counted in counts:
        total.update(counted)
    observed = sum((_squares(counted) - n) / (n * (n - 1)) for counted in counts) / len(counts)
    expected = _squares(total) / (n * len(counts)) ** 2
    return None if _is_one(expected) else (observed - expected) / (1 - expected)


def krippendorff_alpha(items: Iterable[Iterable[Rating]], *, metric: str = NOMINAL) -> float | None:
    """Krippendorff's alpha of any number of raters, with gaps: 1 - D_o / D_e.

    From the coincidences o_ck (each pair of labels c, k that two raters give to an item counts 1 / (m - 1), where m is
    the item's number of labels), with n_c = sum_k o_ck and n = sum_c n_c: D_o = (1/n) sum o_ck d(c, k)^2, and
    D_e = (1/(n (n - 1))) sum n_c n_k d(c, k)^2. The squared difference d^2 is 1 for any two different labels (nominal),
    (c - k)^2 (interval), or (n_c/2 + the n of all labels between + n_k/2)^2 (ordinal). Items with fewer than two labels
    do not count.

    Source: K. Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, https://repository.upenn.edu/asc_papers/43

    items (Iterable[Iterable[Rating]]): The labels of each item; None where somebody has not judged it. Numbers for the
        metrics 'ordinal' and 'interval'.
    metric (str): 'nominal', 'ordinal' or 'interval'.
    RETURNS (Optional[float]): Alpha; None where it is not defined.
    """
    if metric not in METRICS:
        raise ValueError(f"The metric must be one of {', '.join(METRICS)}.")
    units = [counted for labels in items if (counted := Counter(r for r in labels if r is not None)).total() > 1]
    totals: Counter[Label] = Counter()
    for counted in units:
        totals.update(counted)
    n = totals.total()
    squared = _difference(metric, totals)
    labels = list(totals)
    pairs = [(c, k, squared(c, k)) for i, c in enumerate(labels) for k in labels[:i]]
    expected = sum(totals[c] * totals[k] * d for c, k, d in pairs)
    if not expected:
        return None
    observed = 0.0
    for counted in units:
        observed += sum(counted[c] * counted[k] * d for c, k, d in pairs) / (counted.total() - 1)
    return 1 - (n - 1) * observed / expected


def span_agreement(
    a: Mapping[str, Spans], b: Mapping[str, Spans], texts: Mapping[str, str], *, unit: str = UNITS[0]
) -> SpanAgreement:
    """Agreement between two annotations of the same texts, as labels of tokens or characters.

    Every text is cut into units: tokens (runs of letters and digits; each other sign is one of its own; blanks are
    none) or characters. A unit has the label of the first span that it shares a character with, otherwise it is
    outside. All texts together are one long list of units. Since most units are outside in both annotations, look at
    `marked_agreement` as well. Where Volodina et al. (2020), Towards privacy by design in learner corpora research, say
    Fleiss' kappa, they mean that of M. Davies & J. L. Fleiss (1982), which is Cohen's if there are two annotators.

    a (Mapping[str, Spans]): Start, end and label of the marked places by the text's id. A text that is not there has
        none.
    b (Mapping[str, Spans]): The other annotation.
    texts (Mapping[str, str]): The texts by id; all of them count.
    unit (str): 'token' or 'character'.
    RETURNS (SpanAgreement): The measures.
    """
    if unit not in UNITS:
        raise ValueError(f"The unit must be one of {', '.join(UNITS)}.")
    first: list[Label] = []
    second: list[Label] = []
    for id, text in texts.items():
        places = _units(text, unit)
        first += _labels(places, a.get(id, ()))
        second += _labels(places, b.get(id, ()))
    pairs = list(zip(first, second, strict=True))
    marked = [pair for pair in pairs if pair != (OUTSIDE, OUTSIDE)]
    return SpanAgreement(
        units=len(pairs),
        marked=len(marked),
        agreement=percentage_agreement(first, second),
        marked_agreement=sum(x == y for x, y in marked) / len(marked) if marked else None,
        cohen=cohen_kappa(first, second),
        fleiss=fleiss_kappa(pairs),
        alpha=krippendorff_alpha(pairs),
    )


class Boundaries(NamedTuple):
    """Marked places with the same start and end in both annotations, and all that stand in one at least."""

    shared: int
    all: int


class Difference(NamedTuple):
    """Where two annotations differ: the text's id, start and end (as the first has them, if it has), and how."""

    id: str
    start: int
    end: int
    what: str


ONLY_FIRST, ONLY_SECOND, OTHER_BOUNDARIES, OTHER_LABEL = (
    "marked by the first only",
    "marked by the second only",
    "marked with other boundaries",
    "marked as something else",
)


def boundary_agreement(a: Mapping[str, Spans], b: Mapping[str, Spans], ids: Iterable[str]) -> Boundaries:
    """RETURNS (Boundaries): How many places of some texts are marked alike, to the character."""
    shared = both = 0
    for id in ids:
        first, second = ({span[:2] for span in spans.get(id, ())} for spans in (a, b))
        shared += len(first & second)
        both += len(first | second)
    return Boundaries(shared, both)


def differences(a: Mapping[str, Spans], b: Mapping[str, Spans], ids: Iterable[str]) -> list[Difference]:
    """RETURNS (list[Difference]): Where two annotations differ, by text and place."""
    found: list[Difference] = []
    for id in ids:
        first, second = ({(s, e): label for s, e, label in spans.get(id, ())} for spans in (a, b))
        here: list[Difference] = []
        rest = {place for place in second if place not in first}
        for place, label in first.items():
            over = {other for other in rest if other[0] < place[1] and place[0] < other[1]}
            if place in second:
                if second[place] != label:
                    here.append(Difference(id, *place, OTHER_LABEL))
            else:
                here.append(Difference(id, *place, OTHER_BOUNDARIES if over else ONLY_FIRST))
                rest -= over
        here += [Difference(id, *place, ONLY_SECOND) for place in rest]
        found += sorted(here, key=lambda difference: difference[1:])
    return found


def _both(first: Sequence[Rating], second: Sequence[Rating]) -> list[tuple[Label, Label]]:
    """The pairs of items that both have judged."""
    return [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]


def _is_one(share: float) -> bool:
    return math.isclose(share, 1.0, rel_tol=0.0, abs_tol=1e-12)


def _squares(counted: Counter[Rating]) -> int:
    return sum(times * times for times in counted.values())


def _difference(metric: str, totals: Mapping[Label, int]) -> Callable[[Label, Label], float]:
    if metric == NOMINAL:
        return lambda c, k: float(c != k)
    if not all(isinstance(label, (int, float)) for label in totals):
        raise ValueError(f"The metric '{metric}' needs numbers.")
    if metric == INTERVAL:
        return lambda c, k: float(c - k) ** 2  # type: ignore[operator]
    places: dict[Label, float] = {}
    below = 0.0
    for label in sorted(totals):  # type: ignore[type-var]
        places[label] = below + totals[label] / 2
        below += totals[label]
    return lambda c, k: (places[c] - places[k]) ** 2


def _units(text: str, unit: str) -> list[tuple[int, int]]:
    if unit == "character":
        return [(at, at + 1) for at in range(len(text))]
    return [m.span() for m in _TOKEN.finditer(text)]


def _labels(places: Sequence[tuple[int, int]], spans: Spans) -> list[Label]:
    """The label of each place; places and spans go along the text side by side."""
    ordered = sorted(spans, key=lambda span: span[:2])
    labels: list[Label] = []
    for start, end in places:
        labels.append(next((label for s, e, label in ordered if s < end and start < e), OUTSIDE))
        ordered = [span for span in ordered if span[1] > end]
    return labels
