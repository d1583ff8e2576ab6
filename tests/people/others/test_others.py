"""People who take no part: who they are, what becomes of their names, and what a person may change."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Span

from spacy_pseudo import Key, Message, Participant, Roster, discover
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.passes.apply import Result, apply, make_pipeline
from spacy_pseudo.people.others.judging import Candidate
from spacy_pseudo.people.others.modes import looks_like
from spacy_pseudo.people.others.table import Others
from spacy_pseudo.text.words import fold_all
from tests.people.others import cases

ROSTER = [Participant("U01", ("Robert Gillespie",)), Participant("U02", ("Mary Jane Calder",))]
POSTS = (
    "Hi Mary Jane,\nmy sister Philippa has the same problem. Philippa Thornbury and I tried it twice.\nRobert",
    "Hi Robert,\nI reached out to Desmond Okafor and he said no. My brother Robert said so, too.\nMary Jane",
    "Did Philippa try Hedges (1981)? Say hello to Desmond.\nMary Jane",
)


def forum(*texts: str) -> list[Message]:
    pair = ("U01", "U02")
    return [
        Message(text, id=f"m{n}", author=pair[n % 2], parent_author=pair[1 - n % 2], thread="t")
        for n, text in enumerate(texts)
    ]


def run(messages: list[Message], key: Key | None = None, **given: object) -> tuple[Key, list[Result]]:
    key = key if key is not None else discover(messages, Roster(ROSTER), seed=1, pseudonyms="id")
    return key, list(apply(messages, key, make_pipeline(key, **given)))  # type: ignore[arg-type]


def written(results: list[Result]) -> list[str]:
    return [result.text or "" for result in results]


# --- The cases ---


@pytest.fixture(scope="module")
def outcomes() -> Counter[tuple[str, str, bool]]:
    """RETURNS (Counter): Of each file, how often what is marked in which way becomes what it should."""
    found: Counter[tuple[str, str, bool]] = Counter()
    right = {cases.THIRD: "hidden", cases.STAYS: "left"}
    for name in ("third_parties.txt", "stays.txt", "later.txt", "unannounced.txt"):
        for case in cases.read_cases(name):
            for mark, what in cases.outcomes(case, others="mask"):
                kind = mark.what if mark.what in right else "participant"
                found[name, kind, what == right.get(mark.what, mark.what)] += 1
    return found


@pytest.mark.parametrize(
    ("name", "kind", "least"),
    [
        ("third_parties.txt", "x", 0.95),
        ("third_parties.txt", "participant", 1.0),
        ("stays.txt", "k", 0.98),
        ("stays.txt", "participant", 1.0),
        ("later.txt", "x", 0.85),
        ("later.txt", "k", 0.95),
        ("later.txt", "participant", 1.0),
        ("unannounced.txt", "x", 0.9),
        ("unannounced.txt", "k", 0.9),
    ],
)
def test_cases(outcomes: Counter[tuple[str, str, bool]], name: str, kind: str, least: float) -> None:
    right, wrong = outcomes[name, kind, True], outcomes[name, kind, False]
    assert right >= 4
    assert right / (right + wrong) >= least


def test_there_are_enough_cases() -> None:
    third, stays = (cases.read_cases(name) for name in ("third_parties.txt", "stays.txt"))
    assert len(third) >= 60
    assert len(stays) >= 60


# --- What is written ---


def test_masked() -> None:
    _, results = run(forum(*POSTS), others="mask")
    assert written(results) == [
        "Hi [U02],\nmy sister [X] has the same problem. [X] and I tried it twice.\n[U01]",
        "Hi [U01],\nI reached out to [X] and he said no. My brother [X] said so, too.\n[U02]",
        "Did [X] try Hedges (1981)? Say hello to [X].\n[U02]",
    ]
    assert [row["category"] for result in results for row in result.others] == ["OTHER"] * 6
    assert all(row["category"] != "OTHER" for result in results for row in result.replacements)


def test_one_pseudonym_for_each() -> None:
    key, results = run(forum(*POSTS), others="pseudonym")
    label = {fold_all(person.forms[0]): person.label for person in key.others}
    philippa, desmond = label["philippa", "thornbury"], label["desmond", "okafor"]
    assert len({philippa, desmond, label["robert",]}) == 3
    first, second, third = written(results)
    assert first.count(f"[{philippa}]") == 2
    assert f"reached out to [{desmond}]" in second
    assert f"My brother [{label['robert',]}]" in second
    assert f"Did [{philippa}] try" in third
    assert f"hello to [{desmond}]" in third


def test_kept_and_counted() -> None:
    _, results = run(forum(*POSTS), others="keep")
    assert "my sister Philippa has" in written(results)[0]
    assert "My brother Robert said" in written(results)[1]
    assert [row["replacement"] for result in results for row in result.others] == [None] * 6


def test_drawn_names() -> None:
    messages = forum(*POSTS)
    key = discover(messages, Roster(ROSTER), seed=1, pseudonyms="surrogate")
    _, results = run(messages, key, others="pseudonym")
    text = "\n".join(written(results))
    for name in ("Philippa", "Thornbury", "Desmond", "Okafor", "Robert", "Calder"):
        assert name not in text
    labels = [person.label for person in key.others.hidden()]
    assert len(labels) == 3
    assert not {word for label in labels for word in fold_all(label)} & set(fold_all(" ".join(POSTS)))


@pytest.mark.parametrize("mode", ["number", "surrogate"])
@pytest.mark.parametrize("others", ["keep", "mask", "pseudonym"])
def test_a_second_run_changes_nothing(mode: str, others: str) -> None:
    messages = forum(*POSTS)
    key = discover(messages, Roster(ROSTER), seed=1, pseudonyms=mode)
    once = written(run(messages, key, others=others)[1])
    again = forum(*once)
    if mode == "number":
        key = discover(again, Roster(ROSTER), key=key, seed=2)
    assert written(run(again, key, others=others)[1]) == once


# --- Who is meant ---


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("My brother Robert is a vet.", "My brother [X] is a vet."),
        ("My brother Robert is a vet. Robert likes dogs.", "My brother [X] is a vet. [X] likes dogs."),
        ("A colleague of mine, Robert, uses another package.", "A colleague of mine, [X], uses another package."),
        ("Our dog Robert barks at everybody.", "Our dog [X] barks at everybody."),
        ("I live with my friend Robert Ashcombe on a boat.", "I live with my friend [X] on a boat."),
        ("Robert, my brother, is a vet.", "[X], my brother, is a vet."),
        ("My colleague Robert (who posted above) has the data.", "My colleague [U01] (who posted above) has the data."),
        ("A colleague of mine, Robert, posted it above.", "A colleague of mine, [U01], posted it above."),
        ("I agree with Robert.", "I agree with [U01]."),
        ("Robert, my brother agrees with you.", "[U01], my brother agrees with you."),
        ("My brother Robert and our Robert agree.", "My brother [X] and our [U01] agree."),
    ],
)
def test_a_participant_has_the_same_name(text: str, result: str) -> None:
    messages = forum("Hello all,\nI am new here.\nRobert", text)
    assert written(run(messages, others="mask")[1])[1] == result


def test_who_is_cited_or_spoken_of_by_many_stays() -> None:
    texts = [
        "I talked to Ottoline Marchbanks about it.",
        "I talked to Ottoline Marchbanks, too. Hedges (1981) is clear on that.",
        "I reached out to Larry Hedges.",
        "The poet Ottoline Marchbanks is on the list. A poem by Ottoline Marchbanks is read in week two.",
    ]
    people = Roster(
        Participant(f"U{n:02}", (name,)) for n, name in enumerate(("Ann Poe", "Bob Lee", "Cy Roe", "Di Fox"))
    )
    messages = [Message(text, id=f"m{n}", author=f"U{n:02}", thread=f"t{n}") for n, text in enumerate(texts)]
    key = discover(messages, people, seed=1)
    assert not any("Marchbanks" in person.forms[0] for person in key.others.hidden())
    assert written(run(messages, key, others="mask")[1])[1] == texts[1]


def test_allowed_names_stay() -> None:
    _, results = run(forum(*POSTS), others="mask", allow=["Philippa Thornbury", "Philippa"])
    assert "my sister Philippa has the same problem. Philippa Thornbury and I" in written(results)[0]


# --- The table ---


def test_the_table_is_part_of_the_key(tmp_path: Path) -> None:
    key, _ = run(forum(*POSTS))
    key.save(tmp_path / "key")
    file = tmp_path / "key" / "others.csv"
    assert file.stat().st_mode & 0o777 == 0o600
    header, first, *_ = file.read_text("utf-8").splitlines()
    assert header == "name,pseudonym,messages,probability,context"
    assert first.startswith("Desmond Okafor | Desmond | Okafor,X")
    assert Key.load(tmp_path / "key").others.to_csv() == key.others.to_csv()


def test_a_deleted_line_stays_deleted(tmp_path: Path) -> None:
    messages = forum(*POSTS)
    key, _ = run(messages)
    key.save(tmp_path / "key")
    file = tmp_path / "key" / "others.csv"
    kept = [line for line in file.read_text("utf-8").splitlines() if "Philippa" not in line]
    file.write_text("\n".join(kept) + "\n", "utf-8")
    for new in (Key.load(tmp_path / "key"), discover(messages, Roster(ROSTER), key=Key.load(tmp_path / "key"))):
        text = written(run(messages, new, others="mask")[1])[0]
        assert "my sister Philippa has the same problem. Philippa Thornbury and I" in text


def test_corrected_by_hand(tmp_path: Path) -> None:
    messages = forum(*POSTS, "I use Okapi here, and Phil does as well.")
    key, _ = run(messages)
    key.save(tmp_path / "key")
    file = tmp_path / "key" / "others.csv"
    text = file.read_text("utf-8").replace("Philippa Thornbury", "Philippa Thornbury | Phil")
    file.write_text(text + "Okapi,X99\n", "utf-8")
    result = written(run(messages, Key.load(tmp_path / "key"), others="pseudonym")[1])
    philippa = next(p.label for p in Key.load(tmp_path / "key").others if "Phil" in p.forms)
    assert result[3] == f"I use [X99] here, and [{philippa}] does as well."


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("who,what\nMary,X1\n", "P780"),
        ('name,pseudonym\n"Mary,X1\n', "P781"),
        ("name,pseudonym\n,X1\n", "P782"),
        ("name,pseudonym\n | ,X1\n", "P782"),
        ("name,pseudonym,messages\nMary,X1,many\n", "P783"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_without_names(text: str, code: str) -> None:
    with pytest.raises(PseudoError, match=rf"^\[{code}\]") as caught:
        Others.from_csv(text)
    assert "Mary" not in str(caught.value)


def test_an_unknown_way_is_refused() -> None:
    key = Key.from_roster(Roster(ROSTER), seed=1)
    with pytest.raises(PseudoError, match=r"^\[P784\]"):
        make_pipeline(key, others="hide")


def test_a_spreadsheet_may_have_written_it() -> None:
    others = Others.from_csv("\ufeffname;pseudonym;messages;probability\r\nMary Poe | Mary;X3;2;0,9\r\n")
    assert [(p.forms, p.label, p.messages, p.probability) for p in others] == [(("Mary Poe", "Mary"), "X3", 2, 0.9)]


names = st.lists(
    st.sampled_from(["Ada Poe", "Ben Lee", "Cleo", "Dorothea Fox", "Émile", "Ida O'Hara", "Jo | x"[:2]]),
    min_size=1,
    max_size=6,
    unique=True,
)


@settings(max_examples=60, deadline=None)
@given(first=names, second=names, seed=st.integers(0, 99))
def test_numbers_never_change(first: list[str], second: list[str], seed: int) -> None:
    others = Others()
    for batch in (first, second):
        before = {person.forms[0]: person.label for person in others}
        others.extend([Candidate((name,), 1, 0.9) for name in batch], rng=random.Random(seed), avoid=("[X2]",))
        after = {person.forms[0]: person.label for person in others}
        assert before.items() <= after.items()
        assert len(set(after.values())) == len(after)
        assert "X2" not in after.values()
    read = Others.from_csv(others.to_csv())
    assert list(read) == list(others)


def test_what_looks_like_a_pseudonym_is_known_again() -> None:
    assert [m.group() for m in looks_like("[{}]").finditer("[X] [X1] [X1|X12] [X?] [XY] X1 [U1]")] == [
        "[X]", "[X1]", "[X1|X12]", "[X?]",
    ]  # fmt: skip
    assert [m.group() for m in looks_like("{}").finditer("X X1 X1|X12 XX1 aX1")] == ["X1", "X1|X12"]


# --- In a pipeline ---


@pytest.mark.parametrize("entities", [False, True])
def test_entities_are_one_more_source(entities: bool) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("participant_pseudonymiser", config={"entities": entities, "others": "pseudonym"})
    nlp.get_pipe("participant_pseudonymiser").initialize(
        lambda: [], nlp=nlp, key=Key.from_roster(Roster(ROSTER), seed=1)
    )
    doc = Message("Robert met Wilma Quist, not Hedges (1981).", author="U02").to_doc(nlp)
    doc.ents = [Span(doc, 0, 1, "PERSON"), Span(doc, 2, 4, "PERSON"), Span(doc, 6, 7, "PERSON")]
    doc = nlp(doc)
    pseudonym = next(row["replacement"] for row in doc._.pseudo_replacements if row["category"] != "OTHER")
    name = "[X?]" if entities else "Wilma Quist"
    assert doc._.pseudo_text == f"{pseudonym} met {name}, not Hedges (1981)."
    spans = [(span.text, span.label_, span.kb_id_) for span in doc.spans["pseudo_others"]]
    assert spans == ([("Wilma Quist", "OTHER", "")] if entities else [])


def test_spans_have_the_number() -> None:
    messages = forum(*POSTS)
    key, _ = run(messages)
    nlp = make_pipeline(key, others="keep")
    doc = nlp(messages[1].to_doc(nlp))
    labels = {person.forms[0]: person.label for person in key.others}
    assert [(span.text, span.kb_id_) for span in doc.spans["pseudo_others"]] == [
        ("Desmond Okafor", labels["Desmond Okafor"]),
        ("Robert", labels["Robert"]),
    ]


def test_somebody_may_add_a_span() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("participant_pseudonymiser")
    nlp.get_pipe("participant_pseudonymiser").initialize(
        lambda: [], nlp=nlp, key=Key.from_roster(Roster(ROSTER), seed=1)
    )
    doc = Message("Then Quizzle came in.", author="U02").to_doc(nlp)
    doc.spans["pseudo_others"] = [Span(doc, 1, 2, "OTHER")]
    assert nlp(doc)._.pseudo_text == "Then [X] came in."
