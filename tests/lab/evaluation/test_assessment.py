"""A run as a whole: what is measured of it depends on what there is; by hand, and on the example forum."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo import Key, Participant, Roster
from spacy_pseudo.cli import app
from spacy_pseudo.lab.cli.evaluate_command import evaluate
from spacy_pseudo.lab.evaluation.assessment import Assessment, assess
from spacy_pseudo.lab.evaluation.findings import report_of
from spacy_pseudo.lab.evaluation.gold import Replaced, Replacement, read_replaced
from spacy_pseudo.lab.evaluation.measures.connection_scores import LISTED, REPLACED
from spacy_pseudo.people.connections import Connection
from spacy_pseudo.people.evidence import Evidence
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.review.report.report import Excerpts, Figure, Table
from spacy_pseudo.scoring.scores import GoldMention

ASSETS = Path(__file__).parents[3] / "assets"

TEXTS = {"m1": "Hi Ann, see Lee. Bobby", "m2": "Thanks Nan and Anne"}
GOLD = {
    "m1": [
        GoldMention(3, 6, "Ann", "a", "greeting"),
        GoldMention(12, 15, "Lee", "X", "cited"),
        GoldMention(17, 22, "Bobby", "b", "signature"),
    ],
    "m2": [GoldMention(7, 10, "Nan", "a", "body"), GoldMention(15, 19, "Anne", "a", "body")],
}
SPANS = {
    "m1": [Replacement(3, 6, "a", "part", 0.9, "Ann"), Replacement(12, 15, "a", "part", 0.7, "Lee")],
    "m2": [Replacement(15, 19, "a", "misspelled", 0.8, "Anne"), Replacement(0, 6, "a|b", "part", 0.5, "Thanks")],
    "m3": [Replacement(0, 3, "a", "part", 0.9, "Ann")],
}


def connection(participant: str, form: str, confidence: float, *, taken: bool, review: bool = False) -> Connection:
    return Connection(participant, form, confidence, taken, review, Evidence("nickname"), ("m1",))


def assessed(*, key: bool = True, **more: object) -> Assessment:
    roster = Roster([Participant("a", ("Ann Lee",)), Participant("b", ("Robert Hill",))])
    known = [
        connection("a", "Ann", 0.9, taken=True),
        connection("a", "Nan", 0.3, taken=False, review=True),
        connection("b", "Cheers", 0.1, taken=False),
    ]
    made = Key(roster, NameMap.parse("a | Ann [1] | Lee [1]\nb | Bobby [1] | Hill [0]"), connections=known)
    replaced = {id: Replaced(spans, []) for id, spans in SPANS.items()}
    return assess(GOLD, replaced, key=made if key else None, samples=100, **more)  # type: ignore[arg-type]


def test_by_hand() -> None:
    found = assessed(texts=TEXTS, sessions=dict.fromkeys(GOLD, "spring"))
    assert (found.mentions.found, found.mentions.missed, found.mentions.false) == (2, 2, 2)
    assert found.mentions.by_session["1"].targets == 4
    # Gold: Ann, Nan and Anne of a, Bobby of b. 'Hill' was never seen; what may be of two is nobody's.
    assert found.name_map is not None
    assert (found.name_map.whole.gold, found.name_map.whole.predicted, found.name_map.whole.found) == (4, 3, 2)
    assert (found.replaced.whole.predicted, found.replaced.whole.found) == (3, 2)
    assert found.effort is not None
    assert (found.effort.candidates, found.effort.near, found.effort.wrong) == (5, 1, 1)
    assert {how: n for how, n in found.effort.missed.items() if n} == {REPLACED: 1, LISTED: 1}
    # Ann .9 and Anne .8 are right, Lee .7 is not; what may be of two does not count.
    assert found.mention_confidence is not None
    assert found.mention_confidence.brier == pytest.approx((0.1**2 + 0.2**2 + 0.7**2) / 3)
    # Ann .9 is right, so is Nan .3; Cheers .1 is not.
    assert found.connection_confidence is not None
    assert found.connection_confidence.brier == pytest.approx((0.1**2 + 0.7**2 + 0.1**2) / 3)
    assert found.identifiers is None
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()


def test_without_a_key() -> None:
    found = assessed(key=False)
    assert (found.name_map, found.effort, found.distribution, found.connection_confidence) == (None,) * 4
    assert found.replaced.whole.found == 2
    assert set(found.to_dict()["connections"]) == {"replaced"}


def test_other_personal_data() -> None:
    found = assessed(identifiers={"m1": [(0, 2, "GREETING")]})
    assert found.identifiers is not None
    assert found.identifiers.total.gold == 1
    assert "Other personal data" in [section.title for section in report_of(found).sections]


def test_a_report_has_no_names_unless_asked_for() -> None:
    found = assessed(texts=TEXTS)
    plain = report_of(found)
    assert not plain.private
    for name in ("Ann", "Nan", "Bobby", "Lee", "m1", "m2"):
        assert name not in plain.to_html()
        assert name not in plain.to_markdown()
    private = report_of(found, errors=3, texts=TEXTS)
    assert private.private
    (excerpts,) = [part for section in private.sections for part in section.parts if isinstance(part, Excerpts)]
    assert [row.place for row in excerpts.rows] == ["Lee", "Bobby", "Nan"]
    assert "<mark>Bobby</mark>" in private.to_html()


def test_figures_in_the_report_are_those_that_were_measured() -> None:
    found = assessed(texts=TEXTS)
    tables = [part for section in report_of(found).sections for part in section.parts if isinstance(part, Table)]
    cells = {row[0]: row[1] for row in tables[0].rows}
    assert cells["Recall"] == found.mentions.recall == 0.5
    assert cells["Leaks"] == "1000.0"
    by_map = {row[0]: row[1:] for table in tables if table.caption.startswith("Connections of") for row in table.rows}
    assert by_map["name map"] == (0.5, 2, 4, 0.5, pytest.approx(2 / 3), pytest.approx(4 / 7))
    figures = [part for section in report_of(found).sections for part in section.parts if isinstance(part, Figure)]
    assert len(figures) == 3


def test_example_forum(tmp_path: Path) -> None:
    key = tmp_path / "key"
    files = [str(ASSETS / "messages.csv"), "--roster", str(ASSETS / "roster.csv"), "--allow", str(ASSETS / "allow.txt")]
    done = CliRunner().invoke(app, ["run", *files, "--key", str(key), "--out", str(tmp_path / "out"), "--quiet"])
    assert done.exit_code == 0, done.output
    found = evaluate(ASSETS / "gold.jsonl", key, messages=ASSETS / "messages.csv")
    assert found.mentions.recall == found.mentions.precision == found.mentions.f5 == found.mentions.clean == 1
    assert found.replaced.whole.f1 == found.replaced.split.f1 == 1
    assert found.intervals["recall"].low < 1
    assert found.distribution is not None
    assert found.distribution.total.substitutions == 218  # of 221, three may be of several people
    assert sum(row.connections for row in found.distribution.rows) == found.distribution.total.connections
    assert set(found.mentions.by_session) == {"1", "2"}
    assert found.effort is not None
    assert found.effort.participants == 18


def test_what_is_only_marked_hides_no_name() -> None:
    gold = {"m1": [GoldMention(0, 3, "ann", "a", "email")]}
    address = (0, 15, "EMAIL")
    for marked, hidden in ((frozenset({address}), 0), (frozenset(), 1)):
        found = assess(gold, {"m1": Replaced([], [address], marked)}, samples=10)
        assert found.mentions.embedded_hidden == hidden


def test_marked_places_are_found_but_stand_still(tmp_path: Path) -> None:
    path = tmp_path / "replacements.jsonl"
    done, still = [0, 3, "EMAIL", "[EMAIL]", None, 0.9, "a@b"], [5, 9, "CITY", None, None, 0.8, "York"]
    lists = ({"identifiers": [done], "marked": [still]}, {"identifiers": [done, still]})
    path.write_text("".join(json.dumps({"id": f"{n}", "spans": [], **row}) + "\n" for n, row in enumerate(lists)))
    for row in read_replaced(path).values():
        assert row.identifiers == [(0, 3, "EMAIL"), (5, 9, "CITY")]
        assert row.marked == {(5, 9, "CITY")}
