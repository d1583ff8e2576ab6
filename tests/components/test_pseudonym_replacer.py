"""What is replaced and what stays: allowlists, protected spans, spans that others take out or put in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.engine.writing import replace
from spacy_pseudo.errors import PseudoError

from .conftest import PARTS, WHOLE

LINKED = "pseudo_participants"
PROTECTED = "pseudo_protected"


@pytest.fixture
def linked(shared_nlp: Callable[..., Language]) -> Callable[[str], Doc]:
    """A Doc with mentions, not yet replaced."""
    nlp = shared_nlp(*PARTS[:-1])
    return lambda text: nlp(Message(text, author="s13").to_doc(nlp))


@pytest.fixture
def replacer(shared_nlp: Callable[..., Language]) -> Callable[[Doc], str]:
    pipe = shared_nlp(PARTS[-1]).get_pipe(PARTS[-1])
    return lambda doc: pipe(doc)._.pseudo_text


def test_replace_looks_at_nothing_twice() -> None:
    assert replace("Mary and Bob", [(0, 4, "Bob"), (9, 12, "Mary")]) == "Bob and Mary"
    assert replace("Mary", []) == "Mary"
    assert replace("", []) == ""


def test_before_it_ran_there_is_no_text(linked: Callable[[str], Doc], replacer: Callable[[Doc], str]) -> None:
    doc = linked("Mary and Fergus agree.")
    assert doc._.pseudo_text is None
    assert doc._.pseudo_replacements is None
    assert replacer(doc) == "[s11] and [s14] agree."
    assert doc.text == "Mary and Fergus agree."


def test_replacements_say_what_was_done(linked: Callable[[str], Doc], replacer: Callable[[Doc], str]) -> None:
    doc = linked("I met Mary Calder.")
    replacer(doc)
    [edit] = doc._.pseudo_replacements
    assert list(edit) == [
        *("start", "end", "participant", "replacement", "category", "confidence", "pseudonym", "place"),
    ]
    assert (edit["start"], edit["end"], edit["participant"], edit["replacement"]) == (6, 17, "s11", "[s11]")
    assert (edit["category"], edit["pseudonym"], edit["place"]) == ("registered", "s11", "body")
    assert 0.5 < edit["confidence"] <= 1


def test_without_a_linker_before_it_says_so(replacer: Callable[[Doc], str]) -> None:
    with pytest.raises(PseudoError) as error:
        replacer(Message("Hi Mary", author="s12").to_doc(spacy.blank("en")))
    assert error.value.code == "P403"
    assert "'participant_linker'" in str(error.value)


# --- Names that stay ---

ALLOWED = "Mary Calder wrote it, Mary agrees; MARY CALDER, again."


@pytest.mark.parametrize("factory", ["pseudonym_replacer", "protected_name_matcher", WHOLE])
@pytest.mark.parametrize("form", ["inline", "reader"])
def test_an_allowlist(factory: str, form: str, key: Key, tmp_path: Path) -> None:
    (tmp_path / "allow.txt").write_text("# public figures\nMary Calder\n", "utf-8")
    read = {"@readers": "spacy-pseudo.NameListReader.v1", "path": str(tmp_path / "allow.txt")}
    nlp = spacy.blank("en")
    for name in (WHOLE,) if factory == WHOLE else PARTS:
        config = {"allow": ["Mary Calder"] if form == "inline" else read} if name == factory else {}
        pipe = nlp.add_pipe(name, config=config)
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=key)
    doc = nlp(Message(ALLOWED, author="s13").to_doc(nlp))
    assert doc._.pseudo_text == "Mary Calder wrote it, [s11] agrees; MARY CALDER, again."


@pytest.mark.parametrize("factory", ["pseudonym_replacer", "protected_name_matcher", WHOLE])
def test_patterns_in_an_allowlist(factory: str, key: Key) -> None:
    nlp = spacy.blank("en")
    for name in (WHOLE,) if factory == WHOLE else PARTS:
        pipe = nlp.add_pipe(name, config={"allow": ["Mary C*"]} if name == factory else {})
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=key)
    doc = nlp(Message(ALLOWED, author="s13").to_doc(nlp))
    assert doc._.pseudo_text == "Mary Calder wrote it, [s11] agrees; MARY CALDER, again."
    with pytest.raises(PseudoError) as error:
        spacy.blank("en").add_pipe(factory, config={"allow": ["*"]})
    assert error.value.code == "P410"


@pytest.mark.parametrize("factory", ["protected_name_matcher", WHOLE])
@pytest.mark.parametrize("public_figures", [True, False])
def test_public_figures(factory: str, public_figures: bool) -> None:
    # Nobody knows the surname of the one who takes part.
    key = Key.from_roster(Roster([Participant("s1", ("Mary",))]), mode="id")
    nlp = spacy.blank("en")
    for name in (WHOLE,) if factory == WHOLE else PARTS:
        pipe = nlp.add_pipe(name, config={"public_figures": public_figures} if name == factory else {})
        if name != "salutation_matcher":
            pipe.initialize(lambda: [], nlp=nlp, key=key)
    doc = nlp(Message("Mary likes Mary Shelley.", author="s1").to_doc(nlp))
    assert doc._.pseudo_text == f"[s1] likes {'Mary Shelley' if public_figures else '[s1]'}."


def test_a_reader_in_the_config_stays_a_reader_when_saved(tmp_path: Path) -> None:
    (tmp_path / "allow.txt").write_text("Mary Calder\n", "utf-8")
    nlp = spacy.blank("en")
    read = {"@readers": "spacy-pseudo.NameListReader.v1", "path": str(tmp_path / "allow.txt")}
    nlp.add_pipe("pseudonym_replacer", config={"allow": read})
    nlp.to_disk(tmp_path / "saved")
    assert nlp.config["components"]["pseudonym_replacer"]["allow"].items() >= read.items()
    assert "Calder" not in (tmp_path / "saved" / "config.cfg").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "start", "end", "result"),
    [
        ("Mary Calder and Mary.", 0, 2, "Mary Calder and [s11]."),
        ("Mary Calder and Mary.", 1, 2, "Mary Calder and [s11]."),
        ("Mary Calder and Mary.", 3, 4, "[s11] and Mary."),
        ("Mary Calder and Mary.", 0, 5, "Mary Calder and Mary."),
    ],
)
@pytest.mark.parametrize("when", ["first", "between"])
def test_a_span_that_somebody_protects_is_never_touched(
    text: str, start: int, end: int, result: str, when: str, shared_nlp: Callable[..., Language]
) -> None:
    nlp = shared_nlp(*PARTS)
    doc = Message(text, author="s13").to_doc(nlp)
    for name, pipe in nlp.pipeline:
        if name == {"first": PARTS[0], "between": PARTS[-1]}[when]:
            group = doc.spans.get(PROTECTED)
            doc.spans[PROTECTED] = [*(group if group is not None else ()), Span(doc, start, end, label="THEIRS")]
        pipe(doc)
    assert doc._.pseudo_text == result
    assert "THEIRS" in [span.label_ for span in doc.spans[PROTECTED]]


def test_run_twice_protections_do_not_pile_up(nlp: Language) -> None:
    doc = Message("Calder (2010) says so.", author="s13").to_doc(nlp)
    doc.spans[PROTECTED] = [Span(doc, 5, 6, label="THEIRS")]
    labels = [[span.label_ for span in nlp(doc).spans[PROTECTED]] for _ in range(2)]
    assert labels == [["THEIRS", "CITED"]] * 2


# --- What others do in between ---


@pytest.mark.parametrize("text", ["Mary and Fergus agree.", "thanksMary and Fergus agree."])
def test_a_span_that_was_taken_out_is_not_replaced(
    text: str, linked: Callable[[str], Doc], replacer: Callable[[Doc], str]
) -> None:
    doc = linked(text)
    doc.spans[LINKED] = [span for span in doc.spans[LINKED] if span.kb_id_ != "s11"]
    assert replacer(doc) == text.replace("Fergus", "[s14]")
    doc = linked(text)
    # Also when what we know of the spans stays. (`del group[0]` crashes spaCy 3.8.)
    group = doc.spans[LINKED]
    doc.spans[LINKED] = SpanGroup(doc, name=LINKED, spans=list(group)[1:], attrs=dict(group.attrs))
    assert replacer(doc) == text.replace("Fergus", "[s14]")


@pytest.mark.parametrize(
    ("kb_id", "label", "result"),
    [
        ("s12", "nickname", "Ask [s12] or [s11]."),
        ("s12|s13", "nickname", "Ask [s12|s13] or [s11]."),
        ("", "unlinked", "Ask [U?] or [s11]."),
    ],
)
def test_a_span_that_was_added_is_replaced(
    kb_id: str, label: str, result: str, linked: Callable[[str], Doc], replacer: Callable[[Doc], str]
) -> None:
    doc = linked("Ask Bobster or Mary.")
    doc.spans[LINKED].append(Span(doc, 1, 2, label=label, kb_id=kb_id))
    assert replacer(doc) == result
    assert [(edit["category"], edit["participant"]) for edit in doc._.pseudo_replacements] == [
        (label, kb_id or None),
        ("part", "s11"),
    ]


def test_a_span_that_was_linked_to_somebody_else(linked: Callable[[str], Doc], replacer: Callable[[Doc], str]) -> None:
    doc = linked("Ask Mary, or Fergus.")
    doc.spans[LINKED] = [Span(doc, s.start, s.end, label=s.label_, kb_id="s12") for s in doc.spans[LINKED]]
    assert replacer(doc) == "Ask [s12], or [s12]."


def test_of_spans_that_overlap_the_longest_counts(linked: Callable[[str], Doc], replacer: Callable[[Doc], str]) -> None:
    doc = linked("Ask Mary there.")
    doc.spans[LINKED] = [Span(doc, 1, 2, label="part", kb_id="s11"), Span(doc, 1, 3, label="registered", kb_id="s11")]
    assert replacer(doc) == "Ask [s11]."


def test_somebody_whom_the_key_does_not_know_is_an_error(
    linked: Callable[[str], Doc], replacer: Callable[[Doc], str]
) -> None:
    doc = linked("Ask Bobster.")
    doc.spans[LINKED].append(Span(doc, 1, 2, label="nickname", kb_id="s99"))
    with pytest.raises(PseudoError, match="P322"):
        replacer(doc)
    assert doc._.pseudo_text is None


def test_tokens_merged_in_between(linked: Callable[[str], Doc], replacer: Callable[[Doc], str]) -> None:
    doc = linked("One two three four, and Mary agrees with us today.")
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:4])
    assert replacer(doc) == "One two three four, and [s11] agrees with us today."


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t \u00a0\n"])
def test_nothing_to_do(text: str, nlp: Language) -> None:
    doc = nlp(Message(text, author="s12").to_doc(nlp))
    assert doc._.pseudo_text == text
    assert doc._.pseudo_replacements == []
    assert list(doc.spans[LINKED]) == []
