"""The figures of docs/reference/measures.md: simulated forums, the example forum, and directories with gold mentions.

python tests/benchmarks/figures.py [DIRECTORY ...]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from spacy_pseudo.corpus.readers import read_names
from spacy_pseudo.lab.evaluation.gold import Corpus, read_corpus
from spacy_pseudo.lab.evaluation.measures.categories import distribution
from spacy_pseudo.lab.evaluation.systems.comparison import Measured, compare
from spacy_pseudo.lab.evaluation.systems.registry import USUAL, Settings
from spacy_pseudo.lab.simulation import Settings as Simulation
from spacy_pseudo.lab.simulation import simulate

ASSETS = Path(__file__).parents[2] / "assets"
# No rule was developed while looking at these.
SEEDS = (21, 22, 23)
TITLES = {
    "class-list": "class list",
    "deny-list": "deny list",
    "deny-list-any-case": "deny list, any case",
    "regex": "two expressions",
    "regex+class-list": "expressions + class list",
    "ours": "this tool",
}
MENTIONS = ("recall", "precision", "correct_participant", "coverage")
CONNECTIONS = ("recall", "precision", "coverage")
# Farrow et al. (2023), Tables 2 and 4: recall, precision and coverage; shares of connections and of substitutions.
TABLE_2 = {"class-list": ".509 / .830 / .417", "regex": ".828 / .521 / .714", "regex+class-list": ".883 / .511 / .798"}
TABLE_4 = ("4.9, 0.3", "49.1, 74.8", "25.2, 23.2", "20.9, 1.7")


def shown(values: Sequence[float]) -> str:
    """RETURNS (str): '.917', or '.917 to .950' for several."""
    low, high = (f"{value:.3f}".removeprefix("0") for value in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def main() -> None:
    """Measure, and print the tables as Markdown."""
    groups: dict[str, list[tuple[Corpus, tuple[str, ...]]]] = {"simulated, seeds 21 to 23": []}
    for seed in SEEDS:
        forum = simulate(Simulation(seed=seed))
        groups["simulated, seeds 21 to 23"].append((forum.corpus(), tuple(forum.allowed())))
    groups["example"] = [(read_corpus(ASSETS), tuple(read_names(ASSETS / "allow.txt")))]
    groups |= {Path(path).name: [(read_corpus(Path(path)), ())] for path in sys.argv[1:]}
    measured: dict[tuple[str, str], list[Measured]] = {}
    for title, corpora in groups.items():
        for corpus, allow in corpora:
            for row in compare({title: corpus}, list(USUAL), Settings(None, allow)).systems:
                measured.setdefault((title, row.system), []).append(row)

    def cell(title: str, system: str, names: Sequence[str], part: Callable[[Measured], object]) -> str:
        rows = [part(row) for row in measured[title, system]]
        return " / ".join(shown([getattr(row, name) for row in rows]) for name in names)

    print(f"| mentions: recall / precision / right participant / coverage | {' | '.join(groups)} |")
    print("| --- " * (len(groups) + 1) + "|")
    for system in USUAL:
        cells = (cell(title, system, MENTIONS, lambda row: row.mentions) for title in groups)
        print(f"| {TITLES[system]} | {' | '.join(cells)} |")
    print(f"\n| connections: recall / precision / coverage | published [1] | {' | '.join(groups)} |")
    print("| --- " * (len(groups) + 2) + "|")
    for system in USUAL:
        cells = (cell(title, system, CONNECTIONS, lambda row: row.connections) for title in groups)
        print(f"| {TITLES[system]} | {TABLE_2.get(system, '—')} | {' | '.join(cells)} |")
    firsts = {title.replace("seeds 21 to 23", "seed 21"): corpora[0][0] for title, corpora in groups.items()}
    found = {title: distribution([m for row in c.gold.values() for m in row], c.roster) for title, c in firsts.items()}
    print(f"\n| % of connections, of mentions | published [1] | {' | '.join(found)} |")
    print("| --- " * (len(groups) + 2) + "|")
    for i, published in enumerate(TABLE_4):
        cells = (", ".join(f"{100 * share:.1f}" for share in d.shares(d.rows[i])) for d in found.values())
        print(f"| {next(iter(found.values())).rows[i].group} | {published} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
