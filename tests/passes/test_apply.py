"""Applying a key: nothing but mentions changes, offsets lead back, and unclear is never left standing."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.corpus.readers import read_messages, read_names, read_roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.passes.apply import Result, apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.passes.ledger import Ledger, Page
from spacy_pseudo.text.lexing import Text

ASSETS = Path(__file__).parents[2] / "assets"
PEOPLE = {
    "mp": ("Mary Poe",),
    "rg": ("Robert Grey",),
    "rb": ("Robert Bell",),
    "ng": ("Nguyễn Thị Hà",),
    "xx": ("Excluded Person",),
}
WORDS = [
    "Mary", "MARY", "mary", "Poe", "Mary Poe", "Robert", "Bob", "M", "MP", "Hà", "Nguyễn", "Excluded", "Ophelia",
    "Marry", "thanksMary", "M a r y", "Hi", "Dear", "Thanks", "Best,", "Cheers,", "the", "tides", "[U01]", "[U99]",
    "[U?]", "U01", "😀", "e\u0301", "\u200d", "Poe (2010)", "et al.", "@Mary", "mary@poe.example", ":-)", "'s", "--",
]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=14).flatmap(
    lambda words: st.lists(
        st.sampled_from([" ", "\n", "\n\n", ", ", "", ". "]), min_size=len(words), max_size=len(words)
    ).map(lambda gaps: "".join(word + gap for word, gap in zip(words, gaps, strict=True)))
)
PERSON = st.sampled_from([*PEOPLE, "nobody", None])


@cache
def class_key() -> Key:
    """RETURNS (Key): The key of a small class, two of whom share a name, one of whom did not consent."""
    roster = Roster(Participant(person, names) for person, names in PEOPLE.items())
    messages = [Message("Hello.", str(n), person, session="s") for n, person in enumerate(PEOPLE)]
    return discover(messages, roster, exclude=["xx"], seed=1)


@cache
def class_pipeline() -> Language:
    """RETURNS (Language): A pipeline with that key."""
    return make_pipeline(class_key())


def result_of(text: str, **metadata: Any) -> Result:
    """RETURNS (Result): What becomes of one message."""
    return next(apply([Message(text, **metadata)], class_key(), class_pipeline()))


def edits(result: Result) -> list[dict[str, Any]]:
    """RETURNS (list[dict[str, Any]]): What was done to a text, to names and to other personal data, in order."""
    others = [row for row in (*result.identifiers, *result.others) if row["replacement"] is not None]
    return sorted([*result.replacements, *others], key=lambda row: int(row["start"]))


def rebuilt(text: str, replacements: list[dict[str, Any]]) -> str:
    """RETURNS (str): The text with the replacements made; they must be in order and not overlap."""
    at, pieces = 0, []
    for r in replacements:
        assert at <= r["start"] < r["end"] <= len(text)
        pieces += [text[at : r["start"]], r["replacement"]]
        at = r["end"]
    return "".join(pieces) + text[at:]


@settings(max_examples=150, deadline=None)
@given(TEXTS, PERSON, PERSON)
def test_nothing_but_mentions_changes(text: str, author: str | None, parent_author: str | None) -> None:
    result = result_of(text, id="m", author=author, parent_author=parent_author)
    if author == "xx":
        assert result == Result(result.message, excluded=True)
        return
    assert result.failure is None
    assert result.text == rebuilt(text, edits(result))
    assert json.loads(json.dumps(result.replacements)) == result.replacements
    for r in result.replacements:
        # A pseudonym of this key, one for all who may be meant, or one for nobody.
        assert class_key().pseudonyms.looks_like().search(r["replacement"])
        assert r["participant"] is None or set(r["participant"].split("|")) <= set(PEOPLE) - {"xx"}
        assert (r["participant"] is None) == (r["replacement"] == "[U?]")
        assert any(map(str.isalpha, text[r["start"] : r["end"]]))
    unclear = [r for r in result.replacements if r["category"] == "unlinked" or "|" in (r["participant"] or "")]
    assert [(c["start"], c["end"]) for c in result.conflicts] == [(r["start"], r["end"]) for r in unclear]


@settings(max_examples=100, deadline=None)
@given(TEXTS, PERSON)
def test_pseudonyms_stay(text: str, author: str | None) -> None:
    spans = [m.span() for m in class_key().pseudonyms.looks_like().finditer(text)]
    result = result_of(text, id="m", author=author)
    touched = [(s, e) for s, e in spans for r in result.replacements if r["start"] < e and s < r["end"]]
    assert touched == []


def test_a_shared_name_gets_a_joint_pseudonym() -> None:
    result = result_of("I think that Robert is right.", id="m", author="mp", session="s")
    labels = class_key().pseudonyms.labels
    assert result.text == "I think that [{}] is right.".format("|".join(sorted((labels["rb"], labels["rg"]))))
    (conflict,) = result.conflicts
    assert (conflict["start"], conflict["end"], conflict["candidates"]) == (13, 19, ["rb", "rg"])
    assert (conflict["field"], conflict["text"], conflict["reason"]) == ("text", "Robert", "shared name")
    assert (conflict["before"], conflict["after"]) == ("I think that ", " is right.")


def test_who_did_not_consent_is_masked() -> None:
    result = result_of("Hello,\nExcluded Person is right, and Mary.", id="m", author="rg")
    assert result.text == f"Hello,\n[U?] is right, and [{class_key().pseudonyms.label('mp')}]."
    assert [r["participant"] for r in result.replacements] == [None, "mp"]
    assert result.conflicts == []


def test_the_order_of_messages_does_not_matter() -> None:
    messages = list(read_messages(ASSETS / "messages.csv"))
    key = discover(messages, read_roster(ASSETS / "roster.csv"), seed=1)
    nlp = make_pipeline(key, allow=read_names(ASSETS / "allow.txt"))
    forwards = [(r.text, r.subject, edits(r)) for r in apply(messages, key, nlp)]
    backwards = [(r.text, r.subject, edits(r)) for r in apply(reversed(messages), key, nlp)]
    assert forwards == backwards[::-1]
    assert sum(len(replacements) for _, _, replacements in forwards) > 150
    for message, (text, _, replacements) in zip(messages, forwards, strict=True):
        assert text == rebuilt(message.text, replacements)


def test_the_same_with_and_without_docs() -> None:
    messages = list(read_messages(ASSETS / "messages.csv"))
    key = discover(messages, read_roster(ASSETS / "roster.csv"), seed=1)
    allow = read_names(ASSETS / "allow.txt")
    alone, among_others = make_pipeline(key, allow=allow), make_pipeline(key, allow=allow)
    among_others.add_pipe("sentencizer")
    results = [
        [(r.text, r.subject, r.replacements) for r in apply(messages, key, nlp)] for nlp in (alone, among_others)
    ]
    assert results[0] == results[1]
    assert any(text != message.text for message, (text, _, _) in zip(messages, results[0], strict=True))


def test_a_failure_takes_nothing_else_with_it() -> None:
    nlp = make_pipeline(class_key())

    @Language.component("trips")
    def trips(doc: spacy.tokens.Doc) -> spacy.tokens.Doc:
        if "kelp" in doc.text:
            raise RuntimeError("Mary")
        return doc

    nlp.add_pipe("trips", first=True)
    messages = [Message(text, str(n), "mp") for n, text in enumerate(["Hi. Mary", "kelp. Mary", "Ho. Mary"])]
    messages[2:] = [Message("Ho. Mary", "2", "mp", subject="kelp"), Message("Hm. Mary", "3", "mp")]
    results = list(apply(messages, class_key(), nlp))
    label = class_key().pseudonyms.label("mp")
    assert [result.text for result in results] == [f"Hi. [{label}]", None, None, f"Hm. [{label}]"]
    assert [result.failure for result in results] == [None, "RuntimeError", "RuntimeError", None]
    assert results[2].replacements == []


def test_a_pipeline_on_disk(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("participant_pseudonymiser", config={"allow": ["Robert"]})
    nlp.to_disk(tmp_path / "pipeline")
    loaded = make_pipeline(class_key(), config=tmp_path / "pipeline", allow=["Mary Poe"])
    assert loaded.pipe_names == ["sentencizer", "participant_pseudonymiser"]
    result = next(
        apply([Message("Mary Poe spoke. I think that Mary is right, and Robert.", "1", "ng")], class_key(), loaded)
    )
    assert result.text == f"Mary Poe spoke. I think that [{class_key().pseudonyms.label('mp')}] is right, and Robert."


def test_a_pipeline_without_our_component(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "pipeline")
    with pytest.raises(PseudoError, match="P408"):
        make_pipeline(class_key(), config=tmp_path / "pipeline")
    with pytest.raises(PseudoError, match="P503"):
        make_pipeline(class_key(), config=tmp_path / "none.cfg")


def test_what_is_chosen_counts_over_a_config_in_a_new_process() -> None:
    """Nothing has made spaCy read the entry points there."""
    code = (
        "from spacy_pseudo.key import Key\n"
        "from spacy_pseudo.people.roster import Participant, Roster\n"
        "from spacy_pseudo.passes.apply import make_pipeline\n"
        "key = Key.from_roster(Roster([Participant('a', ('Mary Poe',))]))\n"
        "for name in ('pseudonymise', 'components'):\n"
        "    nlp = make_pipeline(key, config=f'configs/{name}.cfg', citations=False)\n"
        "    print([c['citations'] for c in map(nlp.get_pipe_config, nlp.pipe_names) if 'citations' in c])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ASSETS.parent, capture_output=True, encoding="utf-8")
    assert done.stdout == "[False]\n[False]\n", done.stderr


@pytest.mark.parametrize("piece", ["M.P. ", "Mary 10 May ", "MP\n", "Robert, "])
def test_a_text_is_not_copied_for_each_name(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[int] = []

    def slice_of(text: Text, at: Any) -> str:
        piece = str.__getitem__(text, at)
        copied.append(len(piece))
        return piece

    class_pipeline()
    monkeypatch.setattr(Text, "__getitem__", slice_of, raising=False)
    characters = []
    for count in (400, 1600):
        copied.clear()
        result_of(piece * count, author="mp", parent_author="rg")
        characters.append(sum(copied))
    # Four times the text, and what is copied for each name would be sixteen times as much.
    assert characters[1] < 6 * characters[0]


def test_ordinary_words_are_counted(tmp_path: Path) -> None:
    """'I will', 'with grace': nobody lists them all, but nobody need guess how often they stay."""
    messages = [
        Message("I will come.\n\nGrace", "m1", "s1", thread="t"),
        Message("Thanks Grace. They will sing it with grace; will you?", "m2", "s2", "m1", thread="t"),
    ]
    key = discover(messages, Roster([Participant("s1", ("Grace Lloyd",)), Participant("s2", ("Will Muir",))]), seed=1)
    ledger, page = Ledger(), Page()
    for result in apply(messages, key, make_pipeline(key)):
        page.add(result, key.watchlist)
    ledger.take(page)
    assert "".join(ledger.ordinary_lines()).splitlines() == [
        "word,participants,places,messages,ids",
        "grace,s1,1,1,m2",
        "will,s2,3,2,m1 m2",
    ]
    assert ledger.ordinary() == (2, 4)
