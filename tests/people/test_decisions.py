"""What a person writes into names.txt or decides for a place is law."""

from __future__ import annotations

import pytest

from spacy_pseudo import Key, Message
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.passes.apply import Result, apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.people.decisions import Decisions, Fitting
from spacy_pseudo.people.name_map import NameMap

from .conftest import make_roster

PEOPLE = {"s1": "Mary Calder", "s2": "Robert Gillespie", "s3": "Will Harrow"}
HEADER = "id,field,start,end,text,decision,note\n"


def applied(messages: list[Message], *, names: str = "", decisions: str = "", html: bool = False) -> list[Result]:
    key = discover(messages, make_roster(PEOPLE), pseudonyms="id")
    if names:
        assert key.name_map is not None
        key = Key.from_files({**key.to_files(), "names.txt": key.name_map.to_text() + names})
    key.decisions = Decisions.from_csv(decisions)
    return list(apply(messages, key, make_pipeline(key)))


# --- names.txt ---


@pytest.mark.parametrize(
    ("names", "text", "written"),
    [
        ("", "Gillespie (2010) saw a Gillespie test.", "Gillespie (2010) saw a Gillespie test."),
        ("s2 | Gillespie\n", "Gillespie (2010) saw a Gillespie test.", "[s2] (2010) saw a [s2] test."),
        ("s2 | gillespie\n", "Gillespie et al. (2010)", "[s2] et al. (2010)"),
        ("s1 | Albert Einstein\n", "I read Albert Einstein.", "I read [s1]."),
        ("s3 | Will\n", "Will you come? We will. The Will of it.", "[s3] you come? We will. The [s3] of it."),
        ("! Gillespie\n", "I agree with Gillespie.", "I agree with Gillespie."),
    ],
)
def test_what_a_person_wrote_is_replaced_over_every_protection(names: str, text: str, written: str) -> None:
    (result,) = applied([Message(text, "m1", "s1")], names=names)
    assert result.text == written


def test_a_form_without_its_number_counts_as_written_by_a_person() -> None:
    message = Message("Gillespie (2010) was right.", "m1", "s1")
    key = discover([message], make_roster(PEOPLE), pseudonyms="id")
    files = key.to_files()
    assert "| Gillespie [1] |" in files["names.txt"]
    key = Key.from_files({**files, "names.txt": files["names.txt"].replace("| Gillespie [1]", "| Gillespie", 1)})
    key = discover([message], key=key)  # and it stays so when more is discovered
    (result,) = apply([message], key, make_pipeline(key))
    assert result.text == "[s2] (2010) was right."


def test_whoever_was_deleted_is_kept_by_decision() -> None:
    message = Message("The Calder of it.", "m1", "s2")
    key = discover([message], make_roster(PEOPLE), pseudonyms="id")
    assert key.name_map is not None
    names = NameMap.parse("s1 | Mary\ns2\ns3\n")
    key = Key.from_files({**key.to_files(), "names.txt": names.to_text()})
    (result,) = apply([message], key, make_pipeline(key))
    assert [(row["start"], row["reason"]) for row in result.kept] == [(4, "decided by you")]


# --- decisions.csv ---

POSTS = [
    Message("I met Mary. Mary came.", "m1", "s2", thread="t1", subject="Mary and the tide"),
    Message("So did Mary.", "m2", "s2", "m1", thread="t1"),
    Message("Here is Mary, and Sparky.", "m3", "s2", thread="t2"),
]


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        ("m1,text,6,10,Mary,keep,", ["I met Mary. [s1] came.", "So did [s1].", "Here is [s1], and Sparky."]),
        ("m1,text,6,10,Mary,s3,", ["I met [s3]. [s1] came.", "So did [s1].", "Here is [s1], and Sparky."]),
        ("m1,text,6,10,Mary,mask,", ["I met [U?]. [s1] came.", "So did [s1].", "Here is [s1], and Sparky."]),
        ("m2,thread,,,Mary,keep,", ["I met Mary. Mary came.", "So did Mary.", "Here is [s1], and Sparky."]),
        (",corpus,,,Mary,keep,", ["I met Mary. Mary came.", "So did Mary.", "Here is Mary, and Sparky."]),
        (",corpus,,,Sparky,s2,it is him", ["I met [s1]. [s1] came.", "So did [s1].", "Here is [s1], and [s2]."]),
        # one place counts more than the thread, and that more than the corpus
        (
            ",corpus,,,Mary,keep,\nm1,thread,,,Mary,s3,\nm2,text,7,11,Mary,s2,",
            ["I met [s3]. [s3] came.", "So did [s2].", "Here is Mary, and Sparky."],
        ),
    ],
)
def test_decisions(rows: str, texts: list[str]) -> None:
    results = applied(POSTS, decisions=HEADER + rows + "\n")
    assert [result.text for result in results] == texts
    assert not any(result.conflicts for result in results)


def test_the_subject_is_a_field_of_its_own() -> None:
    first, *_ = applied(POSTS, decisions=HEADER + "m1,subject,0,4,Mary,keep,\n")
    assert (first.text, first.subject) == ("I met [s1]. [s1] came.", "Mary and the tide")
    assert [(row["start"], row["reason"]) for row in first.subject_kept] == [(0, "decided by you")]


def test_places_in_html() -> None:
    html = "<p>I met <b>Mary</b>. Mary came.</p>"
    at = html.rindex("Mary")
    (result,) = applied([Message(html, "m1", "s2", html=True)], decisions=f"{HEADER}m1,text,{at},{at + 4},Mary,keep,\n")
    assert result.text == "<p>I met <b>[s1]</b>. Mary came.</p>"
    assert [(row["start"], row["end"]) for row in result.kept] == [(at, at + 4)]


def test_decisions_that_no_longer_fit_are_told() -> None:
    rows = "m1,text,6,10,Mary,keep,\nm1,text,0,4,Mary,keep,\nm9,text,0,4,Mary,keep,\n,corpus,,,Nemo,keep,\n"
    fitting = Fitting(Decisions.from_csv(HEADER + rows))
    for message in POSTS:
        fitting.see(message)
    assert fitting.unfit() == {3, 4, 5}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("id,text\n1,Mary\n", "P380"),
        (HEADER + 'm1,text,0,4,"Mary,keep,\n', "P381"),
        (HEADER + "m1,text,4,0,Mary,keep,\n", "P382"),
        (HEADER + "m1,text,0,4,Mary,,\n", "P382"),
        (HEADER + "m1,page,0,4,Mary,keep,\n", "P382"),
        (HEADER + ",thread,,,Mary,keep,\n", "P382"),
        (HEADER + "m1,corpus,,,,keep,\n", "P382"),
    ],
)
def test_bad_tables(text: str, code: str) -> None:
    with pytest.raises(PseudoError) as error:
        Decisions.from_csv(text)
    assert error.value.code == code
    assert "Mary" not in str(error.value)


def test_somebody_unknown() -> None:
    with pytest.raises(PseudoError) as error:
        Decisions.from_csv(HEADER + ",corpus,,,Mary,s9,\n").check({"s1"}, "decisions.csv")
    assert error.value.code == "P383"


def test_semicolons_of_a_spreadsheet() -> None:
    (row,) = Decisions.from_csv(HEADER.replace(",", ";") + "m1;text;6;10;Mary;keep;sure\n").rows
    assert (row.id, row.start, row.decision) == ("m1", 6, "keep")
