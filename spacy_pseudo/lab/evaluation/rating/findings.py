"""Estimates from sheets as a report, and as plain data; no names in either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ....review.report.escaping import Cell
from ....review.report.report import Figure, Report, Section, Table
from ...plots.picture import drawn
from ...plots.plots import dot_plot
from .additions import Addition
from .estimation import Agreement, Estimates
from .sampling import MESSAGES, Design

ALL_RATERS: Final = "All raters"

# Title, field, digits after the point and what it says.
_FIGURES: Final = (
    ("Recall", "recall", 4, "of the names are replaced"),
    ("Leaks per 1,000", "per_1000", 1, "names left standing in 1,000 messages"),
    ("Leaks", "leaks", 1, "names left standing in all messages"),
    ("Clean messages", "clean", 4, "of the messages have no name left"),
    ("Precision", "precision", 4, "of the pseudonyms stand for a participant's name"),
)
_SHARES: Final = ("recall", "clean", "precision")
_WORDS_NOTE: Final = (
    "Words were rated, not messages. A name of two words counts twice, and so does whoever may keep their name but is "
    "in no list; names that are written small and look like no known one were not looked at."
)
_GONE_NOTE: Final = (
    "Names found: {seen}. Gone with the key as it is now: {gone}. The figures are those of the key with which the "
    "sample was drawn; what corrections have changed in all messages, only a new sample tells."
)
_NOTHING_NOTE: Final = (
    "No name was found in the sample. There may be some all the same: the intervals say how many, if they come one by "
    "one."
)


class Outcome(NamedTuple):
    """What the sheets say.

    design (Design): The sample.
    estimates (dict[str, Estimates]): Figures of all raters together, if there are two, and of each alone.
    agreement (Optional[Agreement]): Of two raters.
    additions (list[Addition]): What to add to the map; empty without a key.
    gone (int): How many of the names that were found are replaced with the key as it is now.
    """

    design: Design
    estimates: dict[str, Estimates]
    agreement: Agreement | None
    additions: list[Addition]
    gone: int = 0

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): The figures as plain data."""
        agreed = self.agreement
        return {
            "mode": self.design.mode,
            "messages": self.design.messages,
            "replaced": self.design.replaced,
            "items": len(self.design.items),
            "estimates": {who: _plain(estimates) for who, estimates in self.estimates.items()},
            "agreement": agreed and {**agreed._asdict(), "kappa": agreed.kappa and agreed.kappa._asdict()},
            "additions": len(self.additions),
            "gone": self.gone,
        }


def report_of(outcome: Outcome) -> Report:
    """RETURNS (Report): The figures of each rater, and how far two of them agree."""
    parts: list[str | Table | Figure] = [_introduction(outcome.design)]
    if outcome.design.mode != MESSAGES:
        parts.append(_WORDS_NOTE)
    for who, estimates in outcome.estimates.items():
        caption = f"{who}: items rated: {estimates.rated}, names seen: {estimates.seen}"
        rows = list(_rows(estimates))
        parts.append(Table(("Measure", "Estimate", "From", "To", "What it says"), rows, caption=caption))
    first = next(iter(outcome.estimates.values()))
    if outcome.gone:
        parts.append(_GONE_NOTE.format(seen=first.seen, gone=outcome.gone))
    if not first.seen:
        parts.append(_NOTHING_NOTE)
    parts.append(_picture(outcome.estimates))
    sections = [Section("What is left standing", parts)]
    if outcome.agreement is not None:
        header = ("Measure", "Figure", "From", "To", "What it says")
        table = Table(header, list(_agreement_rows(outcome.agreement)), caption="Is a name left in the item?")
        sections.append(Section("How far the raters agree", [table]))
    return Report("What raters found in a sample", sections)


def _plain(estimates: Estimates) -> dict[str, Any]:
    figures = {name: getattr(estimates, name) for _, name, *_ in _FIGURES}
    plain = {name: figure and figure._asdict() for name, figure in figures.items()}
    return {"rated": estimates.rated, "seen": estimates.seen, **plain}


def _introduction(design: Design) -> str:
    drawn = {name: sum(item.stratum == name for item in design.items.values()) for name in design.strata}
    sizes = " and ".join(f"{drawn[name]} of {size} ({name})" for name, size in design.strata.items())
    what = "messages" if design.mode == MESSAGES else "words that may be names"
    return (
        f"There are {design.replaced} pseudonyms in {design.messages} messages. Drawn were {sizes} {what}; each part "
        "is weighed by its size. From and to are 95 % intervals."
    )


def _rows(estimates: Estimates) -> Iterator[tuple[Cell, ...]]:
    for title, name, digits, words in _FIGURES:
        figure = getattr(estimates, name)
        if figure is not None:
            # A count of leaks needs fewer digits than a share.
            cells = (f"{number:.{digits}f}" if digits < 4 else float(number) for number in figure)
            yield title, *cells, words


def _picture(estimates: dict[str, Estimates]) -> Figure | str:
    titles = {name: title for title, name, *_ in _FIGURES}
    found = [(who, name, getattr(e, name)) for who, e in estimates.items() for name in _SHARES]
    kept = [(who, titles[name], figure) for who, name, figure in found if figure is not None]
    rows = [(title, *figure) for _, title, figure in kept]
    groups = [who for who, *_ in kept] if len(estimates) > 1 else []
    settings = {"title": "Estimates", "x_label": "share, with its 95 % interval", "groups": groups}
    return drawn("Estimated shares with their intervals", dot_plot, rows, **settings)


def _agreement_rows(agreed: Agreement) -> Iterator[tuple[Cell, ...]]:
    same = f"of the {agreed.items} items that both rated, both say the same"
    yield "Agreement", agreed.percentage, None, None, same
    kappa = agreed.kappa
    figures = (kappa.value, kappa.low, kappa.high) if kappa is not None else (None, None, None)
    yield "Cohen's kappa", *figures, "the same beyond chance; not defined if both always say one and the same"
    yield "Krippendorff's alpha", agreed.alpha, None, None, "1 is full agreement, 0 is chance"
    both = "names in the sample that both overlooked, or more: by how many of them one saw and the other did not"
    yield "Overlooked", f"{agreed.overlooked:.1f}", None, None, both
