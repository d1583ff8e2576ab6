"""Measures by hand-made cases and by properties; texts show mentions as [who:kind:name] and replacements as {...}."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.lab.cli.evaluate_command import evaluate
from spacy_pseudo.scoring.mention_scores import GoldMention, MentionScores, score_mentions, score_spans
from spacy_pseudo.scoring.scores import SUMMED

ASSETS = Path(__file__).parents[2] / "assets"
MARK = re.compile(r"\[(?P<who>[^:\]]+):(?P<kind>[^:\]]+):|\]|\{(?:(?P<taken>[^:}]*):)?|\}")
MEASURES = ("recall", "precision", "f1", "correct_participant", "single_token", "exact_boundaries", "coverage")


def marked(source: str) -> tuple[str, list[GoldMention], list[tuple[int, int, str | None]]]:
    """'Hi [a:greeting:{a:Ann}]' is the text 'Hi Ann', a mention of a, and a replacement linked to a ('?' to nobody)."""
    text, at = "", 0
    opened: list[tuple[int, str, str]] = []
    begun: list[tuple[int, str | None]] = []
    mentions, spans = [], []
    for mark in MARK.finditer(source):
        text += source[at : mark.start()]
        at = mark.end()
        sign = mark.group()
        if sign == "]":
            start, who, kind = opened.pop()
            mentions.append(GoldMention(start, len(text), text[start:], who, kind, "part"))
        elif sign == "}":
            begin, taken = begun.pop()
            spans.append((begin, len(text), taken))
        elif sign.startswith("["):
            opened.append((len(text), mark["who"], mark["kind"]))
        else:
            begun.append((len(text), None if mark["taken"] == "?" else mark["taken"]))
    return text + source[at:], mentions, spans


def scored(*sources: str, with_texts: bool = True) -> MentionScores:
    parsed = {f"m{i}": marked(source) for i, source in enumerate(sources)}
    texts = {id: text for id, (text, _, _) in parsed.items()}
    gold = {id: mentions for id, (_, mentions, _) in parsed.items()}
    predicted = {id: spans for id, (_, _, spans) in parsed.items()}
    sessions = {f"m{i}": "spring" for i in range(2)}
    return score_mentions(gold, predicted, texts=texts if with_texts else None, sessions=sessions)


def counts(scores: MentionScores) -> dict[str, int]:
    """The counts that are not 0, without those that any message has."""
    data = {name: value for name, value in scores.to_dict().items() if isinstance(value, int) and value}
    return {name: value for name, value in data.items() if name not in ("messages", "targets", "people", "protected")}


ALL_RIGHT = {"found": 1, "linked": 1, "single": 1, "exact": 1, "people_covered": 1}


@pytest.mark.parametrize(
    ("source", "expected", "errors"),
    [
        ("Hi [a:greeting:{a:Ann}]!", ALL_RIGHT, []),
        ("Hi [a:greeting:Ann]!", {"missed": 1, "leaky": 1}, ["missed"]),
        ("Hi [a:greeting:{a:Ann} Lee]!", {"missed": 1, "partly": 1, "leaky": 1}, ["partly"]),
        ("Hi [a:greeting:{b:Ann}]!", ALL_RIGHT | {"linked": 0, "single": 0, "mislinked": 1}, ["mislinked"]),
        ("Hi [a:greeting:{?:Ann}]!", ALL_RIGHT | {"linked": 0, "single": 0, "mislinked": 1}, ["mislinked"]),
        # Punctuation in a name need not be covered; two pseudonyms for one name are not one.
        ("Hi [a:greeting:{a:Ann} ({a:Lee})]!", ALL_RIGHT | {"single": 0, "exact": 0}, ["boundary"]),
        (
            "Hi [a:greeting:{a:Ann} {b:Lee}]!",
            {"found": 1, "mislinked": 1, "people_covered": 1},
            ["mislinked", "boundary"],
        ),
        ("{a:Hi [a:greeting:Ann]}!", ALL_RIGHT | {"exact": 0}, ["boundary"]),
        ("{a:Hello [a:greeting:Ann]}!", ALL_RIGHT | {"exact": 0, "wide": 1, "false": 1}, ["boundary", "wide"]),
        ("{a:[a:greeting:Ann], [X:third:Sue]}!", ALL_RIGHT | {"exact": 0, "third": 1, "third_hidden": 1}, ["boundary"]),
        (
            "{a:[a:greeting:Ann] [-:nonname:Will]}",
            ALL_RIGHT | {"exact": 0, "wide": 1, "false": 1},
            ["boundary", "wide"],
        ),
        ("see [X:cited:{a:Ann} Lee]", {"false": 1, "false_protected": 1}, ["false_protected"]),
        ("see [X:public:{a:Ann} {b:Lee}]", {"false": 2, "false_protected": 2}, ["false_protected"] * 2),
        ("by [-:nonname:{a:Will}]", {"false": 1, "false_words": 1}, ["false_words"]),
        ("by {a:will}", {"false": 1, "false_words": 1}, ["false_words"]),
        ("by [X:body:{a:Will}]", {"false": 1, "false_words": 1}, ["false_words"]),
        # One span is false once, however many names it lies on.
        ("{a:[X:cited:Lee] & [X:public:Ann]}", {"false": 1, "false_protected": 1}, ["false_protected"]),
        ("my cousin [X:third:{a:Ann}] and [a:citation:{b:Lee} 2019]", {"third": 1, "third_hidden": 1}, []),
        ("[a:email:ann]@x.org", {"embedded": 1}, []),
        ("[a:email:{a:ann}]@x.org", {"embedded": 1, "embedded_hidden": 1}, []),
        ("[X:email:{a:ann}]@x.org", {}, []),
        ("Hi [a|b:greeting:{a|b:Ann}]!", ALL_RIGHT, []),
        ("Hi [b|a:greeting:{a|b:Ann}]!", ALL_RIGHT, []),
        ("Hi [a|b:greeting:{a:Ann}]!", ALL_RIGHT | {"linked": 0, "single": 0, "mislinked": 1}, ["mislinked"]),
    ],
)
def test_one_message(source: str, expected: dict[str, int], errors: list[str]) -> None:
    scores = scored(source)
    assert counts(scores) == {name: value for name, value in expected.items() if value}
    assert [error.error for error in scores.errors] == errors


def test_all_measures() -> None:
    scores = scored(
        "Hi [a:greeting:{a:Ann}], see [X:cited:{b:Bo} 2019].\n[b:signature:{c:Bo}]",
        "[a:body:{a:Ann} Lee] and {c:so} on\n[c:signature:{c:Cy}]",
        "Nobody here.",
    )
    assert (scores.messages, scores.targets, scores.people) == (3, 4, 3)
    assert scores.recall == 3 / 4
    assert scores.precision == 3 / 5
    assert scores.f1 == pytest.approx(2 * 3 / (3 + 2 + 4))
    # F-beta from counts: (1 + b²) * found / ((1 + b²) * found + b² * missed + false).
    assert scores.f2 == pytest.approx(5 * 3 / (5 * 3 + 4 * 1 + 2))
    assert scores.f5 == pytest.approx(26 * 3 / (26 * 3 + 25 * 1 + 2))
    assert scores.leaks_per_1000 == pytest.approx(1000 / 3)
    assert scores.clean == 2 / 3
    assert (scores.protected, scores.false_protected) == (1, 1)
    assert scores.correct_participant == scores.single_token == 2 / 4
    assert scores.exact_boundaries == 3 / 4
    assert scores.coverage == 2 / 3
    data = scores.to_dict()
    assert data["by_kind"] == {
        "body": {"n": 1, "found": 0, "linked": 0, "exact": 0},
        "greeting": {"n": 1, "found": 1, "linked": 1, "exact": 1},
        "signature": {"n": 2, "found": 2, "linked": 1, "exact": 2},
    }
    assert data["by_category"] == {"part": {"n": 4, "found": 3, "linked": 2, "exact": 3}}
    assert data["by_session"] == {"spring": {"n": 4, "found": 3, "linked": 2, "exact": 3}}
    assert scores.hidden == [False, True, True]
    assert [sum(column) for column in zip(*scores.per_message, strict=True)] == [getattr(scores, n) for n in SUMMED]
    assert [tuple(error) for error in scores.errors] == [
        ("false_protected", "m0", 12, 14, "X", "b"),
        ("mislinked", "m0", 21, 23, "b", "c"),
        ("partly", "m1", 0, 7, "a", "a"),
        ("false_words", "m1", 12, 14, None, "c"),
    ]
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    ("source", "wide"), [("{a:By the way, [a:body:Ann]}", 0), ("{a:By the way, so [a:body:Ann]}", 1)]
)
def test_wide_without_texts_counts_characters(source: str, wide: int) -> None:
    assert scored(source, with_texts=False).wide == wide


def test_identifiers_hide_embedded_names_only() -> None:
    text, mentions, _ = marked("[a:url:ann].org by [b:body:Bo]")
    scores = score_mentions({"m": mentions}, {}, identifiers={"m": [(0, len(text))]})
    assert (scores.embedded_hidden_rate, scores.recall, scores.false) == (1.0, 0.0, 0)


def test_only_messages_with_gold_count() -> None:
    assert score_mentions({"m": []}, {"n": [(0, 3, "a")]}).false == 0


@pytest.mark.parametrize("gold", [{}, {"m": []}])
def test_nothing_to_find(gold: dict[str, list[GoldMention]]) -> None:
    data = score_mentions(gold, {}).to_dict()
    assert {data[name] for name in MEASURES} == {None}
    assert data["by_kind"] == data["by_category"] == {}


# --- Properties -----------------------------------------------------------------------------------------------------

targets = st.tuples(st.sampled_from(["a", "b", "a|b"]), st.sampled_from(["greeting", "signature", "body"]))
others = st.sampled_from([("X", "cited"), ("X", "third"), ("-", "nonname"), ("a", "citation"), ("a", "email")])
words = st.text("Aé -'", min_size=1, max_size=6)


@st.composite
def messages(draw: st.DrawFn) -> list[GoldMention]:
    """Mentions that do not overlap, the first a target, at least ten characters apart."""
    mentions, at = [], 0
    kinds = [draw(targets), *draw(st.lists(st.one_of(targets, others), max_size=5))]
    for who, kind in kinds:
        name = draw(words)
        mentions.append(GoldMention(at, at + len(name), name, who, kind, draw(st.sampled_from([None, "part"]))))
        at += len(name) + 10
    return mentions


def perfect(mentions: list[GoldMention]) -> list[tuple[int, int, str | None]]:
    kinds = ("greeting", "signature", "body", "email")
    return [(mention.start, mention.end, mention.who) for mention in mentions if mention.kind in kinds]


@given(messages())
def test_perfect_prediction_scores_one(mentions: list[GoldMention]) -> None:
    scores = score_mentions({"m": mentions}, {"m": perfect(mentions)})
    assert {getattr(scores, name) for name in MEASURES} == {1.0}
    assert scores.embedded == scores.embedded_hidden
    assert scores.errors == []


@given(messages(), st.data())
def test_fewer_right_predictions_never_raise_recall(mentions: list[GoldMention], data: st.DataObject) -> None:
    spans = perfect(mentions)
    before = score_mentions({"m": mentions}, {"m": spans})
    spans.pop(data.draw(st.integers(0, len(spans) - 1)))
    after = score_mentions({"m": mentions}, {"m": spans})
    assert after.recall <= before.recall
    assert after.coverage <= before.coverage
    assert after.exact_boundaries <= before.exact_boundaries


@given(messages(), st.lists(st.booleans(), min_size=12, max_size=12), st.data())
def test_more_false_predictions_never_raise_precision(
    mentions: list[GoldMention], kept: list[bool], data: st.DataObject
) -> None:
    spans = [span for span, keep in zip(perfect(mentions), kept, strict=False) if keep]
    false = [(m.start, m.end, "a") for m in mentions if m.kind in ("cited", "nonname")] + [
        (m.end + 2, m.end + 5, None) for m in mentions
    ]
    more = [*spans, data.draw(st.sampled_from(false))]
    before = score_mentions({"m": mentions}, {"m": spans})
    after = score_mentions({"m": mentions}, {"m": more})
    assert after.precision <= before.precision
    assert after.false == before.false + 1
    assert after.recall == before.recall


# --- The example forum ----------------------------------------------------------------------------------------------


def test_perfect_replacements_of_the_example(tmp_path: Path) -> None:
    gold = [json.loads(line) for line in (ASSETS / "gold.jsonl").read_text(encoding="utf8").splitlines()]
    lines = []
    for message in gold:
        mentions = [m for m in message["mentions"] if m["category"] and m["who"] not in ("X", "-")]
        spans = [[m["start"], m["end"], m["who"], "[U01]", m["category"], 1.0, m["text"]] for m in mentions]
        lines.append(json.dumps({"id": message["id"], "spans": spans, "identifiers": []}))
    replacements = tmp_path / "replacements.jsonl"
    replacements.write_text("\n".join(lines), encoding="utf8")
    scores = evaluate(ASSETS / "gold.jsonl", replacements, messages=ASSETS / "messages.csv").mentions
    assert scores.targets > 100
    assert {name: getattr(scores, name) for name in MEASURES} == dict.fromkeys(MEASURES, 1.0)
    assert scores.errors == []


# --- Spans of a component -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "predicted", "expected"),
    [
        ([], [], (None, None, None, None)),
        ([[]], [[]], (None, None, None, None)),
        ([None], [[(0, 3, "a")]], (None, None, None, None)),
        ([[(0, 3, "a")]], [[(0, 3, "a")]], (1.0, 1.0, 1.0, 1.0)),
        ([[(0, 3, "a|b")]], [[(0, 3, "b|a")]], (1.0, 1.0, 1.0, 1.0)),
        ([[(0, 3, None)]], [[(0, 3, None)]], (1.0, 1.0, 1.0, 1.0)),
        ([[(0, 3, "a")]], [[(0, 3, None)]], (1.0, 1.0, 1.0, 0.0)),
        ([[(0, 3, "a")]], [[(0, 4, "a")]], (0.0, 0.0, 0.0, None)),
        ([[(0, 3, "a")]], [[]], (0.0, 0.0, 0.0, None)),
        ([[]], [[(0, 3, "a")]], (0.0, 0.0, 0.0, None)),
        (
            [[(0, 3, "a"), (5, 8, "b")], [(0, 2, "c")]],
            [[(0, 3, "a"), (5, 8, "a")], []],
            (1.0, 2 / 3, 0.8, 0.5),
        ),
    ],
)
def test_score_spans(gold: list, predicted: list, expected: tuple[float | None, ...]) -> None:
    keys = ("pseudo_mention_p", "pseudo_mention_r", "pseudo_mention_f", "pseudo_participant_acc")
    assert score_spans(gold, predicted) == dict(zip(keys, expected, strict=True))


def test_other_people_and_protected_names() -> None:
    gold = {
        "1": [
            GoldMention(0, 8, "Ada Quin", "X", "third"),
            GoldMention(10, 13, "Bob", "X", "third"),
            GoldMention(20, 23, "Lee", "X", "cited"),
            GoldMention(30, 33, "Poe", "X", "public"),
        ]
    }
    scores = score_mentions(gold, {}, others={"1": [(0, 8), (10, 11), (30, 33)]})
    assert (scores.third, scores.third_hidden, scores.protected, scores.protected_hidden) == (2, 1, 2, 1)
    assert (scores.third_hidden_rate, scores.protected_kept) == (0.5, 0.5)
    assert scores.false == 0
    assert MentionScores().to_dict()["third_hidden_rate"] is None
