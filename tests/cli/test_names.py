"""The name map as a person edits it: what `apply` makes of it, and that nothing of it is undone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Place

TEXT = "Hi all,\nthanksMary for the tides! Ask Mary Poe or Sparky. Grace period is over, Grace.\nRobert"


@pytest.fixture
def edited(place: Place) -> Place:
    """RETURNS (Place): A place with a key to edit."""
    place.messages([*place.ROWS, {"id": "4", "author": "rg", "text": TEXT}])
    assert place.run("--seed", 1) == 0
    return place


def test_a_form_that_was_deleted_stays_deleted(edited: Place) -> None:
    mary = edited.labels["mp"]
    assert f"Ask [{mary}] or" in edited.texts["4"]
    edited.edit(r" \| Mary Poe \[\d+\]", "")
    edited.edit(r" \| Poe \[\d+\]", "")
    edited.edit(r"(mp) \| Mary \[\d+\]", r"\1")
    names = (edited.key / "names.txt").read_bytes()
    assert edited.apply() == 0
    assert "Ask Mary Poe or" in edited.texts["4"]
    assert edited.run("--force") == 0
    assert "Ask Mary Poe or" in edited.texts["4"]
    assert (edited.key / "names.txt").read_bytes() == names


def test_a_form_that_was_added_is_replaced(edited: Place) -> None:
    assert "or Sparky." in edited.texts["4"]
    edited.edit(r"^rg \| (.*)", r"rg | \1 | Sparky   # among friends")
    names = (edited.key / "names.txt").read_bytes()
    assert edited.apply() == 0
    assert f"or [{edited.labels['rg']}]." in edited.texts["4"]
    assert edited.run("--force") == 0
    assert f"or [{edited.labels['rg']}]." in edited.texts["4"]
    assert (edited.key / "names.txt").read_bytes() == names


def test_a_form_that_is_never_replaced(edited: Place) -> None:
    edited.append("! Jane | Robert")
    assert edited.apply() == 0
    assert edited.texts["4"].endswith("\nRobert")
    assert edited.texts["2"] == f"Hi [{edited.labels['mp']}],\nso do I.\nRobert"


def test_a_name_of_several_words_that_is_never_replaced(edited: Place) -> None:
    edited.append("! Mary Poe")
    assert edited.apply() == 0
    assert "Ask Mary Poe or" in edited.texts["4"]
    assert edited.texts["2"].startswith(f"Hi [{edited.labels['mp']}],")


def test_a_form_with_a_composite_output(edited: Place) -> None:
    edited.edit(r"^mp \| (.*)", r"mp | \1 | thanksMary => thanks {}")
    assert edited.apply() == 0
    assert f"\nthanks [{edited.labels['mp']}] for the tides!" in edited.texts["4"]
    span = next(s for s in edited.private("replacements")[3]["spans"] if s[6] == "thanksMary")
    assert span[2:4] == ["mp", f"thanks [{edited.labels['mp']}]"]


def test_a_form_of_which_one_is_unsure_is_replaced_all_the_same(edited: Place) -> None:
    edited.edit(r"^rg \| (.*)", r"rg | \1 | ? Sparky")
    assert edited.apply() == 0
    unsure = next(s for s in edited.private("replacements")[3]["spans"] if s[6] == "Sparky")
    sure = next(s for s in edited.private("replacements")[3]["spans"] if s[6] == "Robert")
    assert unsure[2] == "rg"
    assert unsure[5] < sure[5]


def test_a_participant_added_by_hand_is_kept(edited: Place) -> None:
    before = edited.labels
    edited.append("tutor | Sparky")
    assert edited.apply() == 0
    labels = edited.labels
    assert labels.items() >= before.items()
    assert f"or [{labels['tutor']}]." in edited.texts["4"]
    for again in (edited.apply, lambda: edited.run("--force")):
        assert again() == 0
        assert edited.labels == labels
        assert f"or [{labels['tutor']}]." in edited.texts["4"]


@pytest.mark.parametrize(
    ("line", "code"),
    [("mp | Mary [12", "P303"), ("| Mary", "P301"), ("mp | Mary => thanks", "P306"), ("mp | \\Mary", "P302")],
)
@pytest.mark.parametrize("command", ["apply", "run"])
def test_a_syntax_error_names_file_and_line(edited: Place, line: str, code: str, command: str) -> None:
    edited.append(line)
    number = len((edited.key / "names.txt").read_text("utf-8").splitlines())
    before = edited.snapshot()
    assert edited.run("--force", command=command) == 2
    assert code in edited.stderr
    assert f"names.txt, line {number}:" in edited.stderr
    assert "Mary" not in edited.stderr
    assert edited.snapshot() == before


def test_a_map_that_is_not_utf_8(edited: Place) -> None:
    (edited.key / "names.txt").write_bytes("mp | Zoë\n".encode("latin-1"))
    before = edited.snapshot()
    assert edited.apply() == 2
    assert "P341" in edited.stderr
    assert edited.snapshot() == before


def test_a_map_that_was_deleted_and_given_up_is_made_anew_and_pseudonyms_stay(edited: Place) -> None:
    names, labels, texts = (edited.key / "names.txt").read_bytes(), edited.labels, edited.texts
    (edited.key / "names.txt").unlink()
    for command in ("run", "apply"):
        assert edited.run("--force", command=command) == 2
        assert "P353" in edited.stderr
    assert edited.call("key", "repair", edited.key, "--accept", "names.txt") == 0, edited.stderr
    assert edited.apply() == 2
    assert "P370" in edited.stderr
    assert edited.run("--force", "--seed", 99) == 0
    assert ((edited.key / "names.txt").read_bytes(), edited.labels, edited.texts) == (names, labels, texts)


def test_a_map_written_by_hand_is_a_key(place: Place) -> None:
    place.key.mkdir()
    (place.key / "names.txt").write_text("mp | Mary\nrg | Robert\njd | Jane\n", "utf-8")
    assert place.apply() == 0
    assert place.texts["2"] == f"Hi [{place.labels['mp']}],\nso do I.\n[{place.labels['rg']}]"


def test_authors_whom_the_key_lacks_fail(place: Place) -> None:
    place.key.mkdir()
    (place.key / "names.txt").write_text("mp | Mary\nrg | Robert\n", "utf-8")
    assert place.apply() == 1
    (failure,) = place.private("failures")
    assert (failure["id"], failure["code"]) == ("3", "P504")
    assert failure["reason"].startswith("The author of this message is not in the key")
    assert list(place.texts) == ["1", "2"]


@pytest.mark.parametrize("command", ["apply", "run"])
def test_the_key_of_another_corpus(place: Place, command: str) -> None:
    assert place.run() == 0
    before = place.snapshot()
    place.messages([{"id": str(n), "author": who, "text": "Hi Mary"} for n, who in enumerate(("zz", "yy", None))])
    (place / "roster.csv").unlink()
    assert place.run("--force", command=command) == 2
    assert "P651" in place.stderr
    assert "key is of another corpus" in place.stderr
    assert place.snapshot() == before
    # If they belong together, the key can learn who is new.
    assert place.call("discover", place / "messages.jsonl", "--key", place.key) == 0
    assert place.apply() == 0, place.stderr


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Zelda Kraus", "Bruno Fink", "Jane Dorn"), "P515"),  # another forum that counts its people alike
        (("Zelda Kraus", "Robert Grey", "Jane Dorn"), "W512"),
        (("Mary Jane Calder", "Robert Grey", "Jane Dorn"), ""),  # married
        (("hedgepig7", "Bob", "J. Dorn"), ""),  # no names to be compared
    ],
)
def test_a_class_list_with_other_people_under_the_same_ids(place: Place, names: Sequence[str], code: str) -> None:
    assert place.run() == 0
    before = place.snapshot()
    rows = zip(("mp", "rg", "jd"), names, strict=True)
    place.write("roster.csv", "id,name\n" + "".join(f"{id},{name}\n" for id, name in rows))
    assert place.run("--force") == (2 if code == "P515" else 0)
    said = place.stderr + place.stdout
    assert ("P515" in said, "W512" in said) == (code == "P515", code == "W512")
    assert not any(name in place.stderr for name in names)
    assert (place.snapshot() == before) == (code == "P515")


def test_messages_without_authors_fit_every_key(place: Place) -> None:
    assert place.run() == 0
    place.messages([{"id": "9", "author": None, "text": "Hi Mary"}])
    assert place.apply() == 0, place.stderr


def test_without_a_key_there_is_nothing_to_apply(place: Place) -> None:
    assert place.apply() == 2
    assert "P340" in place.stderr
    assert place.snapshot() == {}


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("roster.jsonl", "{\n", "P343"),
        ("roster.jsonl", '{"id": "mp"}\n', "P343"),
        ("context.jsonl", "[]\n", "P343"),
        ("context.jsonl", '{}\n{"id": "a"}\n', "P344"),
        ("pseudonyms.csv", "a,b\n", "P325"),
        ("secret", "not a number\n", "P342"),
    ],
)
def test_a_key_without_a_manifest_that_is_damaged(place: Place, name: str, content: str, code: str) -> None:
    place.messages([{"id": "x@y.example", "author": "mp", "timestamp": "2024-02-05", "text": "Hi. Mary"}])
    assert place.run("--timestamps", "shift") == 0
    for own in ("manifest.json", "copy.zip"):
        (place.key / own).unlink()
    (place.key / name).write_text(content, "utf-8")
    before = place.snapshot()
    assert place.apply("--timestamps", "shift") == 2
    assert code in place.stderr
    assert name in place.stderr
    assert place.snapshot() == before


def test_a_line_of_nobody_known_is_told(edited: Place) -> None:
    edited.append("rg Robert, Sparky")
    lines = (edited.key / "names.txt").read_text("utf8").splitlines()
    assert edited.apply() == 0
    told = " ".join((edited.stdout + edited.stderr).split())
    assert f"1 line is of nobody in the roster (see {lines.index('rg Robert, Sparky') + 1})" in told
    assert "Sparky" not in told


def test_what_is_written_small_is_meant_so(edited: Place) -> None:
    edited.edit(r"^rg \| (.*)", r"rg | \1 | zib")
    edited.messages([{"id": "9", "author": "mp", "text": "Hello. I think that zib is late."}])
    assert edited.apply() == 0
    assert f"that [{edited.labels['rg']}] is late" in edited.texts["9"]
