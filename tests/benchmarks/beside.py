"""The figures of docs/figures.md: this tool on directories with gold mentions, beside what else people use.

python tests/benchmarks/beside.py [--left-out] [--model PIPELINE] [--bare] DIRECTORY ...

--model names an installed pipeline that finds people; if presidio-analyzer is installed, it uses that pipeline as well.
--left-out judges each directory by weights that were derived from the others: `calibrate` runs once for each.
--bare gives this tool no class list. Nobody sees the gold mentions. The table has no names.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from spacy_pseudo.attrs import JOINT
from spacy_pseudo.lab.evaluation.calibration import calibrate
from spacy_pseudo.lab.evaluation.gold import Corpus, read_corpus
from spacy_pseudo.lab.evaluation.systems.baselines import registered_forms
from spacy_pseudo.lab.evaluation.systems.registry import SHORTEST, Settings, run_system
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.people.evidence import Weights
from spacy_pseudo.people.roster import Roster
from spacy_pseudo.scoring.mention_scores import Predicted, score_mentions

Spans = dict[str, list[Predicted]]
MEASURES = ("recall", "precision", "correct_participant")


def ours(corpus: Corpus, weights: Weights | None = None, *, bare: bool = False) -> Spans:
    """RETURNS (Spans): What this tool replaces."""
    roster = Roster(corpus.roster) if not bare and len(corpus.roster) else None
    key = discover(corpus.messages, roster, pseudonyms="id", weights=weights)
    return {
        result.message.id or "": [(r["start"], r["end"], r["participant"]) for r in result.replacements]
        for result in apply(corpus.messages, key, make_pipeline(key))
    }


def presidio(corpus: Corpus, model: str) -> Spans:
    """RETURNS (Spans): Whom presidio finds with a pipeline, and with a deny list of the class list's parts."""
    from presidio_analyzer import AnalyzerEngine, PatternRecognizer
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    owners: dict[str, set[str]] = {}
    for person in corpus.roster:
        for form in registered_forms(person, shortest=SHORTEST):
            owners.setdefault(form, set()).add(person.id)
    models = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
    engine = AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=models).create_engine())
    engine.registry.add_recognizer(
        PatternRecognizer("PERSON", deny_list=sorted(owners, key=len, reverse=True), global_regex_flags=0)
    )
    spans: Spans = {}
    for message in corpus.messages:
        hits = engine.analyze(message.text, language="en", entities=["PERSON"])
        spans[message.id or ""] = [
            (hit.start, hit.end, JOINT.join(sorted(owners.get(message.text[hit.start : hit.end], ()))) or None)
            for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end))
        ]
    return spans


def systems(model: str | None, *, bare: bool) -> dict[str, Callable[[Corpus], Spans]]:
    """RETURNS (dict[str, Callable[[Corpus], Spans]]): What is measured, by its title."""

    def baseline(name: str) -> Callable[[Corpus], Spans]:
        return lambda corpus: run_system(name, corpus.messages, corpus.roster, Settings(model)).spans

    found: dict[str, Callable[[Corpus], Spans]] = {"this tool": ours}
    if bare:
        found["this tool, no class list"] = lambda corpus: ours(corpus, bare=True)
    found["deny list of the class list"] = baseline("deny-list")
    found["expressions + class list (Farrow et al. 2023)"] = baseline("regex+class-list")
    if model is not None:
        found["entities of a pipeline"] = baseline("entities")
        try:
            found[f"presidio {version('presidio-analyzer')} + deny list"] = lambda corpus: presidio(corpus, model)
        except PackageNotFoundError:
            print("presidio-analyzer is not installed: left out", file=sys.stderr)
    return found


def row(corpora: dict[str, Corpus], spans: dict[str, Spans]) -> list[str]:
    """RETURNS (list[str]): The figures of a system on each corpus, and on all together."""
    texts = {(t, m.id or ""): m.text for t, corpus in corpora.items() for m in corpus.messages}
    gold = {(title, id): mentions for title, corpus in corpora.items() for id, mentions in corpus.gold.items()}
    cells = []
    for wanted in (*corpora, None):
        chosen = [place for place in gold if wanted in (place[0], None)]
        scores = score_mentions(
            {"\n".join(place): gold[place] for place in chosen},
            {"\n".join(place): spans[place[0]].get(place[1], []) for place in chosen},
            texts={"\n".join(place): texts[place] for place in chosen},
        )
        cells.append(" ".join(f"{getattr(scores, name):.3f}".removeprefix("0") for name in MEASURES))
    return cells


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print the table as Markdown."""
    parser = argparse.ArgumentParser()
    parser.add_argument("directories", nargs="+", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--left-out", action="store_true")
    parser.add_argument("--bare", action="store_true")
    asked = parser.parse_args(arguments)
    corpora = {directory.name: read_corpus(directory) for directory in asked.directories}
    print(f"{date.today():%Y-%m-%d}, spacy-pseudo {version('spacy-pseudo')}, spacy {version('spacy')}, {asked.model}\n")
    print(f"| recall, precision, right participant | {' | '.join([*corpora, 'all'])} |")
    print("| --- " * (len(corpora) + 2) + "|", flush=True)
    for title, run in systems(asked.model, bare=asked.bare).items():
        cells = row(corpora, {name: run(corpus) for name, corpus in corpora.items()})
        print(f"| {title} | {' | '.join(cells)} |", flush=True)
    if asked.left_out:
        spans = {}
        for name, corpus in corpora.items():
            weights = calibrate([other for title, other in corpora.items() if title != name]).weights
            spans[name] = ours(corpus, weights)
        print(f"| this tool, weights of the other lists | {' | '.join(row(corpora, spans))} |")


if __name__ == "__main__":
    main()
