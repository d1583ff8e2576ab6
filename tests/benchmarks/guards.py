"""Do rules fit one list of names only? Each corpus as it is and under every guard: how far recall, precision and right
participant fall. A fall by more than the bar has a star.

python tests/benchmarks/guards.py [--without-roster] [--seed 1] [--guard typos ...] DIR [DIR ...]

Each with messages.*, gold.jsonl and, if there is one, roster.*
"""

from __future__ import annotations

import argparse
from pathlib import Path

from spacy_pseudo.lab.evaluation.gold import read_allowed, read_corpus
from spacy_pseudo.lab.evaluation.guards.metamorphic import BASE, GUARDS, run_guards
from spacy_pseudo.scoring.scores import MentionScores

BAR = 0.03
MEASURES = ("recall", "precision", "correct_participant")


def figures(scores: MentionScores) -> list[float]:
    """RETURNS (list[float]): What the table shows."""
    return [getattr(scores, name) for name in MEASURES]


def main() -> None:
    """Measure and print, corpus by corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--without-roster", action="store_true", help="the participants' names are not known")
    parser.add_argument("--seed", type=int, default=1, help="decides what the guards draw")
    parser.add_argument("--guard", action="append", choices=GUARDS, help="only this; may be repeated")
    options = parser.parse_args()
    print(f"{'corpus':<14} {'guard':<19}" + "".join(f" {name:<13}" for name in ("recall", "precision", "right")))
    # Without a class list there is none to degrade.
    guards = options.guard or [name for name in GUARDS if not (options.without_roster and name == "degraded_roster")]
    falls = []
    for place in options.corpora:
        allow = read_allowed(place)
        scored = run_guards(
            *read_corpus(place), seed=options.seed, allow=allow, guards=guards, listed=not options.without_roster
        )
        for guard, scores in scored:
            if guard == BASE:
                base = figures(scores)
            changes = [(now, now - was) for now, was in zip(figures(scores), base, strict=True)]
            cells = (f" {now:.3f} {change:+.3f}{'*' if change < -BAR else ' '}" for now, change in changes)
            print(f"{place.name:<14} {guard:<19}{''.join(cells)}", flush=True)
            falls += [-change for _, change in changes if guard != BASE]
    print(f"{sum(fall > BAR for fall in falls)} of {len(falls)} figures fall by more than {BAR}")


if __name__ == "__main__":
    main()
