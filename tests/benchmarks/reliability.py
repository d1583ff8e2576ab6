"""Are confidences worth anything? What is replaced and what is kept, by the confidence that the tool had in it, against
gold: how much of it is right; the same by category of form and by reason.

python tests/benchmarks/reliability.py [--without-roster] DIR [DIR ...]

Each with messages.*, gold.jsonl and, if there is one, roster.* A replacement is right if the person is meant. A kept
place has the probability that a participant is meant after all, and is 'right' if so. ECE is the expected calibration
error.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from spacy_pseudo.lab.evaluation.fitting import BINS, Judged, brier, calibration_error, reliability
from spacy_pseudo.lab.evaluation.gold import Corpus, Replacement, read_allowed, read_corpus
from spacy_pseudo.lab.evaluation.judgements import judged_connections, judged_kept, judged_replacements
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.people.roster import Roster

# Most confidences are high: there the bins are narrower.
LOWS = (*BINS, 0.95, 0.98)
KINDS = ("connections", "replaced", "kept")
# What a confidence is of, and its group: all of them, a category or a reason.
Groups = dict[tuple[str, str], list[Judged]]


def judged(corpus: Corpus, allow: list[str]) -> Groups:
    """RETURNS (Groups): What the tool was sure of, and whether it is right."""
    key = discover(corpus.messages, corpus.roster, pseudonyms="id", seed=1)
    groups: Groups = defaultdict(list)
    groups["connections", ""] += judged_connections(key, corpus.gold)
    for result in apply(corpus.messages, key, make_pipeline(key, allow=allow)):
        id = result.message.id or ""
        for r in result.replacements:
            span = Replacement(r["start"], r["end"], r["participant"], r["category"], r["confidence"])
            for group in ("", r["category"]):
                groups["replaced", group] += judged_replacements(corpus.gold, {id: [span]})
        for row in result.kept:
            for group in ("", row["reason"]):
                groups["kept", group] += judged_kept(corpus.gold, {id: [row]})
    return groups


def show(title: str, groups: Mapping[tuple[str, str], list[Judged]]) -> None:
    """Print the tables of a corpus."""
    for kind in KINDS:
        rows = groups.get((kind, ""), [])
        bins = reliability(rows, LOWS)
        error, square = calibration_error(bins), brier(rows)
        print(f"{title}, {kind}: {len(rows)}, ECE {error:.3f}, Brier score {square:.3f}")
        for b in bins:
            print(f"    from {b.low:.2f}             {b.n:6.0f}   confidence {b.confidence:.3f}   right {b.right:.3f}")
        for (of, group), own in sorted(groups.items()):
            if of == kind and group and own:
                mean, right = (sum(row[at] for row in own) / len(own) for at in (0, 1))
                print(f"    {group:<30} {len(own):6}   confidence {mean:.3f}   right {right:.3f}")


def main() -> None:
    """Measure and print, corpus by corpus, and all together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--without-roster", action="store_true", help="the participants' names are not known")
    options = parser.parse_args()
    together: Groups = defaultdict(list)
    for place in options.corpora:
        corpus = read_corpus(place)
        found = judged(corpus._replace(roster=Roster()) if options.without_roster else corpus, read_allowed(place))
        show(place.name, found)
        for group, rows in found.items():
            together[group] += rows
    if len(options.corpora) > 1:
        show("all", together)


if __name__ == "__main__":
    main()
