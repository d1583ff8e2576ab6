"""`run`: what is written, where, and that it is the same again."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from spacy_pseudo.corpus.readers import read_messages, read_roster
from spacy_pseudo.text.words import fold_all

if TYPE_CHECKING:
    from .conftest import Fresh, Place


def test_every_mention_becomes_its_pseudonym(place: Place) -> None:
    assert place.run() == 0
    mary, robert, jane = (f"[{place.labels[who]}]" for who in ("mp", "rg", "jd"))
    assert place.texts == {
        "1": f"Hi all,\nI like tides.\n{mary}",
        "2": f"Hi {mary},\nso do I.\n{robert}",
        "3": f"Dear {robert},\n{mary}'s tides are fine.\n{jane}",
    }
    assert [row["author"] for row in place.written] == [place.labels[row["author"]] for row in place.ROWS]


def test_discover_and_apply_singly_give_the_same(place: Place, fresh: Fresh) -> None:
    assert place.run("--seed", 1) == 0
    other = fresh()
    other.messages(place.ROWS)
    args = ("--roster", place / "roster.csv", "--key", other.key, "--seed", 1)
    assert other.call("discover", other / "messages.jsonl", *args) == 0
    assert not other.out.exists()
    assert other.apply() == 0
    # apply draws the secret, and was not told how.
    made, singly = place.snapshot(), other.snapshot()
    for name in ("secret", "manifest.json", "copy.zip"):
        assert len(made.pop(f"key/{name}")) == pytest.approx(len(singly.pop(f"key/{name}")), abs=9)
    assert singly == made


def test_the_forum_is_the_same_from_a_key_on_disk(forum: Place, tmp_path: Path) -> None:
    args = ("--allow", forum / "allow.txt", "--key", forum.key, "--out", tmp_path / "out")
    before = forum.snapshot()
    assert forum.call("apply", forum / "messages.csv", *args) == 0
    assert (tmp_path / "out" / "messages.csv").read_bytes() == (forum.out / "messages.csv").read_bytes()
    assert forum.snapshot() == before


@pytest.mark.parametrize("option", ["--out", "--key"])
@pytest.mark.parametrize("where", ["/proc/place", "roster.csv/place"])
def test_where_nothing_can_be_written_is_told_before_any_work(place: Place, option: str, where: str) -> None:
    given = {"--out": place.out, "--key": place.key, option: Path(where) if where[0] == "/" else place / where}
    words = [word for pair in given.items() for word in pair]
    for command in ("run", "discover") if option == "--key" else ("run",):
        told = words if command == "run" else words[2:]
        assert place.call(command, place / "messages.jsonl", "--roster", place / "roster.csv", *told) == 2
        assert "[P517]" in place.stderr
        assert f"({option})" in place.stderr
        assert place.stdout == ""
    assert not place.key.exists()
    assert not place.out.exists()


def test_what_cannot_be_read_is_told_by_whoever_reads_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever tests may read everything: the command line asks for rights by itself, which would be told without a code.
    monkeypatch.setattr(os, "access", lambda *args, **kwargs: False)
    assert place.call("check", place / "messages.jsonl", "--roster", place / "roster.csv") == 0, place.stderr
    monkeypatch.setattr("builtins.open", _refused)
    assert place.call("check", place / "messages.jsonl", "--format", "jsonl") == 2
    assert "[P101]" in place.stderr
    assert "Permission denied" in place.stderr


def _refused(file: object, *args: object, **kwargs: object) -> None:
    raise PermissionError(13, "Permission denied", str(file))


def test_the_same_seed_gives_the_same_bytes_in_another_process(fresh: Fresh) -> None:
    here, there = fresh(), fresh()

    def command(place: Place) -> list[str]:
        files = ("run", place.FORUM / "messages.csv", "--roster", place.FORUM / "roster.csv")
        options = ("--out", place.out, "--key", place.key, "--seed", 7, "--timestamps", "shift")
        return [str(word) for word in (*files, *options)]

    assert here.call(*command(here)) == 0, here.stderr
    subprocess.run(
        [sys.executable, "-c", "from spacy_pseudo.cli import main; main()", *command(there)],
        env={**os.environ, "PYTHONHASHSEED": "1"},  # Another order of sets must not show.
        cwd=there.path,
        check=True,
        capture_output=True,
    )
    assert here.snapshot() == there.snapshot()
    assert len(here.snapshot()) >= 9


def test_without_a_seed_the_drawing_is_another_each_time(fresh: Fresh) -> None:
    people = "id,name\n" + "".join(f"p{n},Person{n} Surname{n}\n" for n in range(40))
    drawn = []
    for place in (fresh(), fresh()):
        place.messages(place.ROWS[:1])
        place.write("roster.csv", people)
        assert place.run() == 0
        drawn.append(place.labels)
    assert drawn[0] != drawn[1]
    assert sorted(drawn[0].values()) == sorted(drawn[1].values())


def test_the_same_key_gives_the_same_again(place: Place) -> None:
    assert place.run() == 0
    before = place.snapshot()
    assert place.run("--force") == 0
    assert place.snapshot() == before


def test_new_people_and_messages_change_no_old_pseudonym(place: Place) -> None:
    assert place.run() == 0
    labels, texts = place.labels, place.texts
    place.write("roster.csv", "id,name\nks,Kim Stone\nmp,Mary Poe\n")
    new = [
        {"id": "4", "author": "ks", "parent": "1", "text": "Hi Mary,\nme too.\nKim"},
        {"id": "5", "author": "zz", "parent": "4", "text": "Hi Kim,\nthanks.\nWendy"},
    ]
    place.messages([*place.ROWS, *new])
    assert place.run("--force") == 0
    assert place.labels.items() >= labels.items()
    assert set(place.labels) - set(labels) == {"ks", "zz"}
    assert place.texts.items() >= texts.items()
    assert place.texts["4"] == f"Hi [{labels['mp']}],\nme too.\n[{place.labels['ks']}]"


def test_the_next_file_with_the_same_key(place: Place) -> None:
    assert place.run() == 0
    labels = place.labels
    place.messages([{"id": "9", "author": "rg", "text": "Dear Mary and Jane,\nhello again.\nRobert"}])
    assert place.run("--force") == 0
    assert place.labels == labels
    assert place.texts == {
        "9": "Dear [{}] and [{}],\nhello again.\n[{}]".format(*(labels[who] for who in ("mp", "jd", "rg")))
    }


@pytest.mark.parametrize("mode", ["number", "id", "mask"])
def test_a_run_over_the_output_changes_nothing(forum: Place, fresh: Fresh, mode: str) -> None:
    first, second = fresh(), fresh()
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        first.write(name, (forum / name).read_bytes())
    options = ("--pseudonyms", mode, "--allow", first / "allow.txt")
    assert first.run(*options, messages="messages.csv") == 0
    names = (first.key / "names.txt").read_bytes()
    args = ("--key", first.key, "--out", second.out, "--allow", first / "allow.txt")
    assert second.call("run", first.out / "messages.csv", *args) == 0
    assert (second.out / "messages.csv").read_bytes() == (first.out / "messages.csv").read_bytes()
    assert (first.key / "names.txt").read_bytes() == names
    assert second.summary["participants"] == first.summary["participants"]


def test_text_that_looks_like_a_pseudonym_is_nobodys(place: Place) -> None:
    place.messages(
        [*place.ROWS, {"id": "4", "author": "mp", "subject": "[U02]", "text": "As [U03] says in [U01|U07]. Mary"}]
    )
    assert place.run() == 0
    assert set(place.labels.values()).isdisjoint({"U01", "U02", "U03", "U07"})
    assert place.texts["4"] == f"As [U03] says in [U01|U07]. [{place.labels['mp']}]"
    assert place.written[3]["subject"] == "[U02]"
    assert place.summary["texts that looked like pseudonyms before"] == 3


def test_a_participant_added_by_hand_gets_no_look_alike_either(place: Place) -> None:
    place.messages([*place.ROWS, {"id": "4", "author": "mp", "text": "As [U04] says. Thanks to Wanda. Mary"}])
    assert place.run() == 0
    place.append("ww | Wanda")
    assert place.apply() == 0
    label = place.labels["ww"]
    assert label not in {"U01", "U02", "U03", "U04"}
    assert place.texts["4"] == f"As [U04] says. Thanks to [{label}]. [{place.labels['mp']}]"
    before = place.labels
    assert place.run("--force") == 0
    assert place.labels == before


@pytest.mark.parametrize(
    ("options", "greeting", "author"),
    [
        (("--pseudonyms", "id"), "Hi [mp],", "rg"),
        (("--pseudonyms", "mask"), "Hi [NAME],", "NAME"),
        (("--pseudonyms", "id", "--template", "<<{}>>"), "Hi <<mp>>,", "rg"),
        (("--pseudonyms", "id", "--template", "{}"), "Hi mp,", "rg"),
    ],
)
def test_kinds_of_pseudonyms(place: Place, options: tuple[str, ...], greeting: str, author: str) -> None:
    assert place.run(*options) == 0
    assert place.texts["2"].startswith(greeting)
    assert place.written[1]["author"] == author
    # Who does not say it again gets the same again.
    before = place.snapshot()
    assert place.run("--force") == 0
    assert place.snapshot() == before


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--pseudonyms", "name"), "P502"),
        (("--scope", "forum"), "P502"),
        (("--timestamps", "later"), "P502"),
        (("--template", "[]"), "P320"),
        (("--column", "author"), "P501"),
        (("--column", "writer=author"), "P117"),
        (("--format", "xls"), "P103"),
        (("--keep-columns", "email"), None),
        (("--limit", "0"), None),
        (("--nonsense",), None),
    ],
)
def test_wrong_use(place: Place, options: tuple[str, ...], code: str | None) -> None:
    if options[0] == "--keep-columns":
        place.write("messages.csv", "id,author,text\n1,mp,Hi\n")
        assert place.run(*options, messages="messages.csv") == 2
        assert "P138" in place.stderr
    else:
        assert place.run(*options) == 2
    assert code is None or code in place.stderr
    assert place.snapshot() == {}


def test_a_key_keeps_its_kind_of_pseudonyms(place: Place) -> None:
    assert place.run() == 0
    before = place.snapshot()
    assert place.run("--force", "--pseudonyms", "id") == 2
    assert "P505" in place.stderr
    assert place.snapshot() == before


def test_addresses_are_no_pseudonyms(place: Place) -> None:
    place.messages([{"id": "1", "author": "mary.poe@uni.example", "text": "Hi all. Mary"}])
    assert place.run("--pseudonyms", "id") == 2
    assert "P509" in place.stderr
    assert "mary" not in place.stderr.lower()
    assert place.snapshot() == {}


# --- Where things are written ---


def test_what_is_private_is_for_the_owner_only(place: Place) -> None:
    assert place.run("--timestamps", "shift") == 0
    names = {path.name for path in place.key.iterdir()}
    assert names == {
        "names.txt", "pseudonyms.csv", "roster.jsonl", "context.jsonl", "evidence.jsonl", "replacements.jsonl",
        "conflicts.jsonl", "failures.jsonl", "surrogates.csv", "secret", "manifest.json", "copy.zip", "kept.jsonl",
        "left.csv", "ordinary.csv", "log.jsonl",
    }  # fmt: skip
    assert {stat.S_IMODE(path.stat().st_mode) for path in place.key.iterdir()} == {0o600}
    assert stat.S_IMODE(place.key.stat().st_mode) == 0o700
    assert {path.name for path in place.out.iterdir()} == {"messages.jsonl", "summary.json"}


def test_a_key_directory_that_is_open_to_others_is_closed(place: Place) -> None:
    place.key.mkdir(mode=0o755)
    assert place.run() == 0
    assert stat.S_IMODE(place.key.stat().st_mode) == 0o700


def test_another_directory_is_not_taken_for_the_key(place: Place) -> None:
    place.key.mkdir(mode=0o755)
    (place.key / "thesis.txt").write_text("mine")
    assert place.run() == 2
    assert "P345" in place.stderr
    assert stat.S_IMODE(place.key.stat().st_mode) == 0o755
    place.key = place.write("file", "")
    assert place.run() == 2
    assert "P131" in place.stderr


def test_the_output_is_no_file(place: Place) -> None:
    place.out = place / "messages.jsonl"
    assert place.run() == 2
    assert f"[P131] {place.out} is a file" in place.stderr


@pytest.mark.parametrize(("out", "key"), [("a", "a"), ("a/b", "a"), ("a", "a/b"), ("a", "b/../a")])
def test_output_and_key_must_be_apart(place: Place, out: str, key: str) -> None:
    place.out, place.key = place / out, place / key
    assert place.run() == 2
    assert "P134" in place.stderr
    assert place.snapshot() == {}


def test_output_is_replaced_only_if_told(place: Place) -> None:
    assert place.run() == 0
    before = place.snapshot()
    assert place.run() == 2
    assert "P130" in place.stderr
    assert place.snapshot() == before
    (place.out / "summary.json").unlink()
    assert place.run("--force") == 2
    assert "P133" in place.stderr


def test_deep_directories_are_made(place: Place) -> None:
    place.out, place.key = place / "a" / "b" / "out", place / "c" / "d" / "key"
    assert place.run() == 0
    assert len(place.texts) == 3


def test_nothing_said_or_shared_holds_a_name(forum: Place, fresh: Fresh) -> None:
    place = fresh()
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        place.write(name, (forum / name).read_bytes())
    said = ""
    for command in ("check", "run"):
        where = ("--out", place.out, "--key", place.key) if command == "run" else ("--no-samples",)
        args = (place / "messages.csv", "--roster", place / "roster.csv", "--allow", place / "allow.txt", *where)
        assert place.call(command, *args) == 0
        said += place.stdout + place.stderr
    said += (place.out / "summary.json").read_text("utf-8")
    parts = {part for person in read_roster(place / "roster.csv") for name in person.names for part in fold_all(name)}
    assert len(parts) > 30
    assert parts & set(fold_all(said)) == set()


# --- The files of the key ---


def test_replacements_lead_from_the_text_to_the_output(forum: Place) -> None:
    rows = forum.private("replacements")
    messages = list(read_messages(forum / "messages.csv"))
    assert [row["id"] for row in rows] == [message.id for message in messages]
    assert sum(len(row["spans"]) for row in rows) > 150
    for row, message, written in zip(rows, messages, forum.written, strict=True):
        at, made = 0, []
        others = [[*i[:2], i[4], i[3], i[2], *i[5:]] for i in row["identifiers"]]
        others += [[*o[:2], None, o[3], o[2], *o[4:]] for o in row["others"]]
        for start, end, participant, replacement, category, confidence, original, *_ in sorted(
            [*row["spans"], *others]
        ):
            assert at <= start < end
            assert original == message.text[start:end]
            assert participant is None or participant in forum.labels or "|" in participant
            assert isinstance(category, str)
            assert 0 < confidence <= 1
            made += [message.text[at:start], replacement]
            at = end
        assert "".join(made) + message.text[at:] == written["text"]
        for start, end, _, replacement, *_, original in row["marked"]:
            assert replacement is None
            assert original == message.text[start:end]
    assert "DATE" in {i[2] for row in rows for i in row["identifiers"]}
    assert "FAMILY" in {i[2] for row in rows for i in row["marked"]}


def test_offsets_count_code_points(place: Place) -> None:
    text = "😀👩‍👩‍👧 é e\u0301 Hi Mary, 𝔘 Robert's idea. 😀"
    place.messages([*place.ROWS, {"id": "4", "author": "jd", "parent": "1", "text": text}])
    assert place.run() == 0
    spans = place.private("replacements")[3]["spans"]
    assert [(text[start:end], who, original) for start, end, who, *_, original, _ in spans] == [
        ("Mary", "mp", "Mary"),
        ("Robert", "rg", "Robert"),
    ]


def test_a_subject_has_its_own_spans(place: Place) -> None:
    place.messages(
        [*place.ROWS, {"id": "4", "author": "jd", "parent": "1", "subject": "For Mary", "text": "Well done."}]
    )
    assert place.run() == 0
    assert place.written[3]["subject"] == f"For [{place.labels['mp']}]"
    row = place.private("replacements")[3]
    assert row["spans"] == []
    assert [(span[0], span[1], span[2], span[6]) for span in row["subject"]] == [(4, 8, "mp", "Mary")]


SHARED = "id,name\nra,Robert Ash\nrb,Robert Bell\nmp,Mary Poe\n"


def test_conflicts_are_listed(place: Place) -> None:
    place.write("roster.csv", SHARED)
    text = "Hello Mary,\nI think Robert is right. Dear Ophelia said so."
    rows = [
        {"id": "1", "author": "ra", "session": "s", "text": "Tides.\nRobert"},
        {"id": "2", "author": "rb", "session": "s", "text": "Kelp.\nRobert"},
        {"id": "3", "author": "mp", "session": "s", "subject": "What Robert says", "text": text},
    ]
    place.messages(rows)
    assert place.run() == 0
    joint = "[{}]".format("|".join(sorted((place.labels["ra"], place.labels["rb"]))))
    assert joint in place.texts["3"]
    start = text.index("Robert")
    shared = {"id": "3", "text": "Robert", "candidates": ["ra", "rb"], "reason": "shared name"}
    after = " is right. Dear Ophelia said so."
    assert place.private("conflicts") == [
        {**shared, "field": "text", "start": start, "end": start + 6, "before": text[:start], "after": after},
        {**shared, "field": "subject", "start": 5, "end": 11, "before": "What ", "after": " says"},
    ]
    assert place.private("replacements")[2]["spans"][1][2] == "ra|rb"
    assert place.apply("--strict") == 1
    assert place.texts["1"] == f"Tides.\n[{place.labels['ra']}]"


def test_a_name_of_nobody_is_masked_and_listed(place: Place) -> None:
    place.messages([*place.ROWS, {"id": "4", "author": "jd", "text": "Hi Ophelia,\nwell done.\nJane"}])
    assert place.run() == 0
    assert place.texts["4"].startswith("Hi [U?],")
    assert place.private("replacements")[3]["spans"][0][2] is None
    (conflict,) = place.private("conflicts")
    assert (conflict["id"], conflict["start"], conflict["end"], conflict["candidates"]) == ("4", 3, 10, [])
    assert (conflict["text"], conflict["reason"]) == ("Ophelia", "name of nobody known")
    assert place.run("--force", "--strict") == 1
    assert place.summary["conflicts left open"] == 1


def test_an_id_may_hold_the_sign_between_joint_ids(place: Place) -> None:
    place.write("roster.csv", "id,name\nauth0|17,Mary Poe\n")
    place.messages([{"id": "1", "author": "auth0|17", "text": "Hi all,\nfine.\nMary"}])
    assert place.run("--strict") == 0
    assert place.private("conflicts") == []
    assert place.texts["1"] == "Hi all,\nfine.\n[U01]"
