"""Systems side by side on the example forum and on small ones: the same figures everywhere, and figures only."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.evaluation.gold import Corpus, read_corpus
from spacy_pseudo.lab.evaluation.measures.connection_scores import score_connections
from spacy_pseudo.lab.evaluation.systems.comparison import Comparison, compare, gold_names
from spacy_pseudo.lab.evaluation.systems.comparison_tables import to_csv, to_report, to_svg
from spacy_pseudo.lab.evaluation.systems.outputs import Output, joined
from spacy_pseudo.lab.evaluation.systems.registry import SYSTEMS, USUAL
from spacy_pseudo.message import Message
from spacy_pseudo.people.roster import Roster

ASSETS = Path(__file__).parents[4] / "assets"


@pytest.fixture(scope="module")
def example() -> Corpus:
    return read_corpus(ASSETS)


@pytest.fixture(scope="module")
def compared(example: Corpus) -> Comparison:
    return compare({"example": example}, USUAL)


def test_the_example(compared: Comparison) -> None:
    assert [row.system for row in compared.systems] == list(USUAL)
    recall = {row.system: row.mentions.recall for row in compared.systems}
    assert recall["ours"] > recall["regex+class-list"] > max(recall["regex"], recall["class-list"])
    found = {row.system: row.connections.recall for row in compared.systems}
    assert found["ours"] > found["regex+class-list"] > max(found["regex"], found["class-list"])
    assert [(g.names, g.scores.scope) for g in compared.groupings] == [
        (names, scope) for names in ("gold", "ours") for scope in ("thread", "session", "all")
    ]


def test_csv_has_every_figure(compared: Comparison) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(compared))))
    assert list(rows[0]) == ["corpus", "system", "table", "measure", "value", "low", "high"]
    figures = {(row["system"], row["table"], row["measure"]): row for row in rows}
    assert len(figures) == len(rows)
    first = compared.systems[0]
    recall = figures["class-list", "mentions", "recall"]
    assert float(recall["value"]) == pytest.approx(first.mentions.recall, abs=1e-6)
    assert float(recall["low"]) < float(recall["value"]) < float(recall["high"])
    assert figures["class-list", "connections", "missed"]["value"] == str(first.connections.missed)
    assert figures["class-list", "connections by word", "gold"]["value"] == str(first.words.gold)
    assert {key[0] for key in figures if key[1] == "grouping by thread"} == {"gold", "ours"}


def test_report_and_plot(compared: Comparison) -> None:
    text = to_report(compared).to_markdown(["comparison.svg"])
    assert "| class-list | .5566 (" in text
    assert "(comparison.svg)" in text
    assert "| marked by hand | session | 2 | 1 | 0 | 0 | 0 |" in text
    picture = to_svg(compared)
    ElementTree.fromstring(picture)
    assert all(name in picture for name in (*USUAL, "Recall", "Precision"))


def test_no_names_and_no_ids(compared: Comparison, example: Corpus) -> None:
    texts = [to_csv(compared), to_report(compared).to_markdown(["comparison.svg"]), to_svg(compared)]
    names = {form for forms in gold_names(example).values() for form in forms if len(form) > 3}
    ids = {message.id or "" for message in example.messages} | {person.id for person in example.roster}
    threads = {message.thread or "" for message in example.messages}
    assert len(names) > 30
    assert [word for word in names | ids | threads for text in texts if word in text] == []


def test_the_same_bytes_again(compared: Comparison, example: Corpus) -> None:
    again = compare({"example": example}, USUAL)
    assert to_csv(again) == to_csv(compared)
    assert to_svg(again) == to_svg(compared)
    assert to_report(again).to_markdown(["x"]) == to_report(compared).to_markdown(["x"])


def test_no_system_sees_gold_and_the_order_does_not_matter(compared: Comparison, example: Corpus) -> None:
    blind = Corpus(example.messages, example.roster, {})
    outputs: dict[str, list[Output]] = {}

    def keep(_corpus: str, system: str, _messages: Corpus, output: Output) -> None:
        outputs.setdefault(system, []).append(output)

    compare({"example": example, "blind": blind}, USUAL[::-1], keep=keep)
    assert {name: len(pair) for name, pair in outputs.items()} == dict.fromkeys(USUAL, 2)
    assert all(first == second for first, second in outputs.values())


def test_several_corpora(example: Corpus) -> None:
    small = Corpus([Message("Mary", "1", "a")], Roster(), {"1": []})
    both = compare({"example": example, "small": small}, ["class-list", "regex"])
    assert both.corpora == ["example", "small"]
    assert "small: Recall" in to_svg(both)
    assert "## small" in to_report(both).to_markdown(["x"])


def test_a_corpus_without_anything() -> None:
    nothing = compare({"empty": Corpus([], Roster(), {})}, USUAL)
    assert [row.mentions.recall for row in nothing.systems] == [0.0] * len(USUAL)
    assert to_report(nothing).to_markdown(["x"])
    ElementTree.fromstring(to_svg(nothing))


def test_a_system_that_is_not_there_is_told_before_any_work(example: Corpus) -> None:
    done = []
    with pytest.raises(PseudoError, match="P620"):
        compare({"example": example}, ["regex", "x"], keep=lambda *args: done.append(args))
    assert done == []


def test_titles_tell_systems_apart() -> None:
    assert len({system.title for system in SYSTEMS.values()}) == len(SYSTEMS)


NAMES = st.dictionaries(
    st.sampled_from("abc"), st.dictionaries(st.sampled_from(["Ann", "Ann Poe", "Bo", "Poe", "R. B."]), st.just(1))
)


@given(NAMES, NAMES, NAMES, st.booleans())
def test_more_forms_never_lower_the_recall_of_a_map(
    gold: dict[str, dict[str, int]], names: dict[str, dict[str, int]], more: dict[str, dict[str, int]], split: bool
) -> None:
    before, after = (score_connections(gold, found, split=split) for found in (names, joined(names, more)))
    assert after.recall >= before.recall
    assert after.coverage >= before.coverage
