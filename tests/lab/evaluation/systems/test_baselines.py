"""Each baseline by hand: what the class list, a deny list, the two expressions and a pipeline's entities find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import spacy

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.evaluation.systems.baselines import (
    class_list,
    entities,
    expressions,
    load_entities,
    registered_forms,
)
from spacy_pseudo.lab.evaluation.systems.registry import ENTITIES, Settings, run_system
from spacy_pseudo.message import Message
from spacy_pseudo.people.roster import Participant, Roster

Spans = list[tuple[int, int, str]]
Marked = Callable[[str], tuple[str, Spans]]
Mark = Callable[[str, Spans], str]

# After the paper's Figure 1: the same people, greetings and endings, other sentences.
FIGURE_1 = [
    Message("Here are my slides.", id="10", author="U43", parent="0"),
    Message("Hi Mary A fine talk. It is all in a novel by Arthur C. Clarke! Or is it? Arthur", "12", "U12", "10"),
    Message("Hi Arhtur I cannot follow. Which chapter do you mean? Thanks Mary Jane", "14", "U43", "12"),
    Message("Hello MJ - he means the last one, as Arthr said. All the best! R o b e r t", "15", "U01", "14"),
]


def said(*texts: str, author: str = "a") -> list[Message]:
    return [Message(text, id=str(i), author=author) for i, text in enumerate(texts)]


# --- The class list -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("Mary Jane Poe", "Mary, Jane, Poe, Mary Jane, Mary Poe, Jane Poe, Mary Jane Poe"),
        (
            "Arthur von Trapp",
            "Arthur, von, Trapp, Arthur von, Arthur Trapp, von Trapp, Arthur von Trapp",
        ),
        ("Robert Grey", "Robert, Grey, Robert Grey"),
        ("KERR, David", "David, KERR, David KERR, Kerr, David Kerr"),
        ("Dr. Nora Fell (Nonie)", "Nora, Fell, Nora Fell, Nonie, Nonie Fell"),
        ("Ann Moor-Hill", "Ann, Moor-Hill, Ann Moor-Hill, Moor, Hill, Ann Moor, Ann Hill, Moor Hill, Ann Moor Hill"),
        ("Ann J. Moor", "Ann, J, Moor, Ann J, Ann Moor, J Moor, Ann J Moor, J., Ann J., J. Moor, Ann J. Moor"),
        ("Acme GmbH", "Acme, GmbH, Acme GmbH"),
        ("", ""),
    ],
)
def test_subsets_of_a_registered_name(name: str, forms: str) -> None:
    assert registered_forms(Participant("a", (name,))) == [form for form in forms.split(", ") if form]


def test_a_name_of_many_parts_is_no_trouble() -> None:
    name = " ".join(f"N{'abcdefghijklmnopqrstuvwxyz'[i]}" for i in range(26))
    assert len(registered_forms(Participant("a", (name,)))) == 2**8 - 1


def test_names_that_do_not_appear_are_left_out() -> None:
    roster = Roster([Participant("a", ("Mary Jane Poe",)), Participant("b", ("Poe Grey",)), Participant("c")])
    messages = said("Mary Jane Poe, Mary Jane Poe", "Mary and mary", "Poes and a summary", "Jane Grey: Poe Jane")
    assert class_list(messages, roster) == {
        "a": {"Jane": 1, "Mary": 1, "Mary Jane Poe": 1, "Poe": 1},
        "b": {"Grey": 1, "Poe": 2},
    }


def test_hyphens_hide_nobody() -> None:
    roster = Roster([Participant("a", ("Ann Moor-Hill",)), Participant("b", ("Bo Hill",))])
    assert class_list(said("Moor-Hill"), roster) == {"a": {"Moor-Hill": 1}, "b": {"Hill": 1}}


# --- The deny list --------------------------------------------------------------------------------------------------

DENIED = Roster(
    [
        Participant("a", ("Mary J. Poe",)),
        Participant("b", ("Mary Al Grey",)),
        Participant("c", ("HOLM, Bo-Erik (Will)",)),
    ]
)


def denied(system: str, text: str, mark: Mark, settings: Settings | None = None) -> str:
    found = run_system(system, said(text, author="nobody"), DENIED, settings)
    return mark(text, [(start, end, who or "?") for start, end, who in found.spans["0"]])


@pytest.mark.parametrize(
    ("source", "any_case"),
    [
        ("<<Mary|a|b>>, <<Poe|a>>, <<Mary Poe|a>>, <<Mary|a|b>> J. <<Poe|a>>, <<Mary|a|b>> Al <<Grey|b>>", None),
        ("J. and Al and Bo stay, <<Erik|c>> and <<Will Holm|c>> and <<HOLM|c>> do not", None),
        ("mary and MARY, will he?", "<<mary|a|b>> and <<MARY|a|b>>, <<will|c>> he?"),
        ("summary, Poes, Willy", None),
    ],
)
def test_parts_from_three_letters_on(source: str, any_case: str | None, marked: Marked, mark: Mark) -> None:
    text, _ = marked(source)
    assert denied("deny-list", text, mark) == source
    assert denied("deny-list-any-case", text, mark) == (any_case or source)


# --- The expressions ------------------------------------------------------------------------------------------------


def test_figure_1() -> None:
    assert expressions(FIGURE_1, Roster()) == {
        "U01": {"r t": 1},
        "U12": {"Arhtur": 1, "Arthur": 1},
        "U43": {"Jane": 1, "Mary": 1},
    }


@pytest.mark.parametrize(
    ("end", "found"),
    [
        ("Regards, Robert", "Robert"),
        ("Regards\nRobert G.", "Robert G"),
        ("Regards\nRobert G", "Robert G"),
        ("Regards R", "Regards R"),
        ("Yours,\nAnn-Mary \n\n", "Ann-Mary"),
        ("Yours,\nAnn-Mary-Lou", "Mary-Lou"),
        ("Yours, Robert Grey", "Grey"),
        ("Юлия", "Юлия"),
        ("see page.html", "html"),
        ("Robert.", None),
        ("Thanks!", None),
        ("in room B12", None),
        ("Robert 2", None),
        ("", None),
    ],
)
def test_the_end_of_a_message(end: str, found: str | None) -> None:
    assert expressions(said(end), Roster()) == ({"a": {found: 1}} if found else {})


@pytest.mark.parametrize(
    ("beginning", "found"),
    [
        ("Hi Mary, well.", "Mary"),
        ("hI   Mary-Jane Poe.", "Mary-Jane"),
        ("  HI, all.", "all"),
        ("Hi\n\nAgain.", "Again"),
        ("Hi!Mary?", "Mary"),
        ("High Mary.", None),
        ("Hello Mary.", None),
        ("Oh, hi Mary.", None),
        ("Hi R2D2.", None),
        ("Hi.", None),
    ],
)
def test_the_beginning_of_a_message(beginning: str, found: str | None) -> None:
    messages = [Message("!", id="1", author="b"), Message(beginning, id="2", author="a", parent="1")]
    assert expressions(messages, Roster()) == ({"b": {found: 1}} if found else {})
    assert expressions([messages[0], Message(beginning, id="2", author="a")], Roster()) == {}


def test_counts_are_of_messages_and_the_most_frequent_come_first() -> None:
    messages = [
        Message("Hi Bo. Bo", id="1", author="b", parent="0", parent_author="b"),
        Message("Bob", id="2", author="b"),
        Message("Bob", id="3", author="B2"),
    ]
    found = expressions(messages, Roster([Participant("b", ids=("B2",))]))
    assert list(found["b"].items()) == [("Bob", 2), ("Bo", 1)]


# --- Entities -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pipeline that knows two people and a place."""
    nlp = spacy.blank("en")
    patterns = [("PERSON", "Mary Jane"), ("PER", "Clarke"), ("GPE", "Paris")]
    nlp.add_pipe("entity_ruler").add_patterns([{"label": label, "pattern": text} for label, text in patterns])  # type: ignore[attr-defined]
    path = tmp_path_factory.mktemp("pipeline") / "people"
    nlp.to_disk(path)
    return path


def test_entities_are_the_senders_and_the_recipients(model: Path) -> None:
    messages = [
        Message("I am Mary Jane", id="1", author="a"),
        Message("Mary Jane has read Clarke and Clarke in Paris.", id="2", author="b", parent="1"),
        Message("Paris.", id="3", author="c", parent="2"),
    ]
    assert entities(messages, Roster(), load_entities(model)) == {
        "a": {"Mary Jane": 2, "Clarke": 1},
        "b": {"Clarke": 1, "Mary Jane": 1},
    }


def test_entities_as_a_system(model: Path) -> None:
    messages = [
        Message("I am Mary Jane", id="1", author="a"),
        Message("Mary Jane has read Clarke, Bo", id="2", author="b", parent="1"),
    ]
    roster = Roster([Participant("b", ("Bo Grey",))])
    alone = run_system("entities", messages, roster, Settings(model=str(model)))
    assert alone.spans == {"1": [(5, 14, "a|b")], "2": [(0, 9, "a|b"), (19, 25, "a|b")]}
    both = run_system("entities+class-list", messages, roster, Settings(model=model))
    assert both.names["b"] == {"Bo": 1, "Clarke": 1, "Mary Jane": 1}
    assert both.spans["2"] == [*alone.spans["2"], (27, 29, "b")]


@pytest.mark.parametrize(
    "source",
    [
        "<<Mary J. Poe|a>> met <<Poe|a>>",  # one with the parts in it
        "<<Mary Poe Grey|a|b>>",  # nobody has all of them
        "<<Mary Q. Doe|a|b>> and <<Mary|a|b>>",
        "<<Arthur Clarke|?>> of Paris",  # nobody on the list
        "<<dear Grey|b>>",
    ],
)
def test_entities_and_the_parts_in_them(source: str, marked: Marked, mark: Mark, tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    people = ("Mary J. Poe", "Mary Poe Grey", "Mary Q. Doe", "Arthur Clarke", "dear Grey")
    patterns = [*(("PERSON", name) for name in people), ("GPE", "Paris")]
    nlp.add_pipe("entity_ruler").add_patterns([{"label": label, "pattern": name} for label, name in patterns])  # type: ignore[attr-defined]
    nlp.to_disk(tmp_path / "people")
    text, _ = marked(source)
    assert denied("entities+deny-list", text, mark, Settings(model=tmp_path / "people")) == source


def test_the_map_of_entities_and_parts_is_what_is_replaced(model: Path) -> None:
    messages = [Message("Mary Jane and Jane met Clarke", id="1", author="a")]
    found = run_system("entities+deny-list", messages, Roster([Participant("a", ("Jane Poe",))]), Settings(model))
    assert found.spans == {"1": [(0, 9, "a"), (14, 18, "a"), (23, 29, None)]}
    assert found.names == {"a": {"Jane": 1, "Mary Jane": 1}}


@pytest.mark.parametrize("name", ENTITIES)
def test_no_pipeline_is_given(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for models, told in (([], "None is installed"), (["xx_people"], "Installed here: xx_people")):
        monkeypatch.setattr("spacy.util.get_installed_models", lambda models=models: models)
        with pytest.raises(PseudoError, match=rf"P621.*none is downloaded. {told}.*--model"):
            run_system(name, [], Roster())


def test_a_pipeline_that_is_not_there() -> None:
    with pytest.raises(PseudoError, match=r"P622.*no_such_pipeline.*download"):
        load_entities("no_such_pipeline")


def test_a_pipeline_without_entities(tmp_path: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(tmp_path / "plain")
    with pytest.raises(PseudoError, match=r"P623.*ner"):
        load_entities(tmp_path / "plain")


def test_a_system_that_is_not_there() -> None:
    with pytest.raises(PseudoError, match=r"P620.*class-list"):
        run_system("textwash", [], Roster())
