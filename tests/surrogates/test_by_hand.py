"""The list of what is only marked: complete, sensitive first, with its context; and what a person writes into it."""

from __future__ import annotations

import csv
import io
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.surrogates.by_hand import COLUMNS, Listing, Places, from_csv


def listed(*marks: tuple[str, str, str], surrogates: dict[tuple[str, str], str] | None = None) -> list[dict[str, str]]:
    listing, places = Listing(surrogates or {}), Places()
    for number, (label, text, mark) in enumerate(marks):
        start = text.index(mark)
        places.add(label, text, start, start + len(mark), message=f"m{number}", replaced=False)
    listing.take(places)
    return list(csv.DictReader(io.StringIO(listing.to_csv(), newline="")))


def test_sensitive_words_come_first_then_what_is_there_most_often() -> None:
    rows = listed(
        ("CITY", "I live in Leeds.", "Leeds"),
        ("CITY", "York is near.", "York"),
        ("CITY", "YORK!", "YORK"),
        ("PROFESSION", "I am a pilot.", "pilot"),
        ("RELIGIOUS", "a Quaker, then", "Quaker"),
        ("ETHNIC", "a Sami song", "Sami"),
    )
    assert [(row["label"], row["text"], row["count"]) for row in rows] == [
        ("ETHNIC", "Sami", "1"),
        ("RELIGIOUS", "Quaker", "1"),
        ("CITY", "York", "2"),
        ("CITY", "Leeds", "1"),
        ("PROFESSION", "pilot", "1"),
    ]
    assert tuple(rows[0]) == COLUMNS


def test_the_first_place_is_shown_with_what_stands_around_it() -> None:
    (row,) = listed(("CITY", f"{'x ' * 60}We met\nin Leeds, then.{' y' * 60}", "Leeds"))
    assert row["message"] == "m0"
    assert row["context"].startswith("…x x")
    assert "We met in [Leeds], then. y" in row["context"]
    assert row["context"].endswith("y…")


def test_what_a_person_wrote_stays_with_its_count() -> None:
    listing = Listing({("CITY", "Leeds"): "a town", ("CITY", "Hull"): "a port"})
    places = Places()
    places.add("CITY", "In LEEDS", 3, 8, message="m1", replaced=True)
    places.add("EMAIL", "me@x.example", 0, 12, message="m1", replaced=True)
    listing.take(places)
    rows = list(csv.DictReader(io.StringIO(listing.to_csv(), newline="")))
    assert [(row["text"], row["count"], row["surrogate"]) for row in rows] == [
        ("Leeds", "1", "a town"),
        ("Hull", "0", "a port"),
    ]
    assert from_csv(listing.to_csv()) == {("CITY", "Leeds"): "a town", ("CITY", "Hull"): "a port"}


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_spreadsheets_have_their_own_signs(sign: str) -> None:
    text = f"\ufeffLabel{sign} text{sign}surrogate\r\nCITY{sign}Leeds{sign}a town\r\n\r\nCITY{sign}Hull{sign}\r\n"
    assert from_csv(text) == {("CITY", "Leeds"): "a town"}


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("label,text\n", "P350", "s.csv: "),
        ("label,text,surrogate\nTOWN,Secret,x\n", "P351", "line 2"),
        ("label,text,surrogate\nCITY,,x\n", "P351", "line 2"),
        ("label,text,surrogate\nCITY,Secret,x\nCITY,SECRET,y\n", "P352", "line 3"),
        ('label,text,surrogate\nCITY,"Secret,x\n', "P329", "line 2"),
    ],
)
def test_mistakes_are_told_without_what_was_written(text: str, code: str, where: str) -> None:
    with pytest.raises(PseudoError) as error:
        from_csv(text, "s.csv")
    assert error.value.code == code
    assert where in str(error.value)
    assert "secret" not in str(error.value).lower()


@given(st.lists(st.tuples(st.sampled_from(["Leeds", "LEEDS", "York"]), st.booleans())), st.data())
def test_stretches_make_the_same_list_wherever_they_are_cut(seen: list[tuple[str, bool]], data: st.DataObject) -> None:
    """A place that was replaced counts only after one that was not, whoever has read the messages before."""

    def listed_in(cuts: list[int]) -> str:
        listing = Listing({("CITY", "York"): "a town"})
        for first, last in pairwise([0, *cuts, len(seen)]):
            places = Places()
            for number in range(first, last):
                text, replaced = seen[number]
                places.add("CITY", f"in {text}", 3, 3 + len(text), message=f"m{number}", replaced=replaced)
            listing.take(places)
        return listing.to_csv()

    assert listed_in(sorted(data.draw(st.lists(st.integers(0, len(seen)))))) == listed_in([*range(len(seen))])
