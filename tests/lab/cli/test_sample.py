"""Validation without gold: sheets for raters, filled in by a script that knows the answers, and read back."""

from __future__ import annotations

import csv
import json
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spacy_pseudo.text.words import fold_all

Rows = list[dict[str, str]]
KINDS = ("greeting", "signature", "body", "footer", "header")
# Removed from the map: a usual nickname, one that nobody could guess, and two first names.
REMOVED = (("t01", "Maggie"), ("s1109", "Sparky"), ("s2034", "Kitty"), ("s2102", "Yulia"))


def read(path: Path, *, delimiter: str = ",") -> Rows:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter))


def write(path: Path, rows: Rows, *, delimiter: str = ",", encoding: str = "utf-8") -> None:
    with path.open("w", encoding=encoding, newline="") as stream:
        writer = csv.DictWriter(stream, rows[0], delimiter=delimiter)
        writer.writeheader()
        writer.writerows(rows)


def sheets(directory: Path) -> list[Path]:
    return sorted(directory.glob("rater-*/sheet-*.csv"))


def design(directory: Path) -> dict[str, Any]:
    return dict(json.loads((directory / "design.json").read_text("utf-8")))


class Rater:
    """Knows the gold mentions, and what was replaced."""

    def __init__(self, place: Any) -> None:
        gold = [json.loads(line) for line in (place.FORUM / "gold.jsonl").read_text("utf-8").splitlines()]
        rows = place.private("replacements")
        masked = {row["id"]: row["identifiers"] for row in rows}
        spans = {row["id"]: [*row["spans"], *masked[row["id"]]] for row in rows}
        self.left: dict[str, list[str]] = {}
        for row in gold:
            people = [m for m in row["mentions"] if m["kind"] in KINDS and m["who"] not in ("X", "-")]
            self.left[row["id"]] = [m["text"] for m in people if not hidden(m, spans[row["id"]])]
        self.targets = sum(m["kind"] in KINDS and m["who"] not in ("X", "-") for row in gold for m in row["mentions"])

    @property
    def recall(self) -> float:
        return 1 - sum(map(len, self.left.values())) / self.targets

    def fill(self, directory: Path, sheet: Path, *, overlooks: Callable[[int], bool] = lambda _: False) -> None:
        items = design(directory)["items"]
        rows = read(sheet)
        for number, row in enumerate(rows):
            names = [] if overlooks(number) else self.left[items[row["item"]]["message"]]
            row["left_standing"] = " | ".join(names) or "0"
        write(sheet, rows)

    def fill_words(self, sheet: Path) -> None:
        names = {word for left in self.left.values() for name in left for word in fold_all(name)}
        rows = read(sheet)
        for row in rows:
            row["name"] = "name" if fold_all(row["word"])[0] in names else "no"
        write(sheet, rows)


def hidden(mention: dict[str, Any], spans: list[list[Any]]) -> bool:
    letters = (mention["start"] + n for n, char in enumerate(mention["text"]) if char.isalnum())
    return all(any(span[0] <= at < span[1] for span in spans) for at in letters)


@pytest.fixture(scope="module")
def leaking(forum: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): The example forum with names missing in its map, and so in what was replaced."""
    place = type(forum)(tmp_path_factory.mktemp("leaking"))
    shutil.copytree(forum.path, place.path, dirs_exist_ok=True)
    for person, form in REMOVED:
        place.edit(rf"^({person} \|.*?) {form} \[\d+\]", r"\1 ")
    assert place.apply("--allow", place / "allow.txt", messages="messages.csv") == 0, place.stderr
    return Path(place.path)


@pytest.fixture
def leaky(leaking: Path, fresh: Any) -> Any:
    """RETURNS (Place): A copy of it, to work with."""
    place = fresh()
    shutil.copytree(leaking, place.path, dirs_exist_ok=True)
    return place


def sample(place: Any, *options: object, name: str = "rating") -> Path:
    out: Path = place / name
    args = ("--key", place.key, "--allow", place / "allow.txt", "--out", out, *options)
    assert place.call("sample", place / "messages.csv", *args) == 0, place.stderr
    return out


@pytest.fixture(scope="module")
def rated_once(leaking: Path, forum: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): The leaking forum with a sample of all messages that was rated; to be copied."""
    place = type(forum)(tmp_path_factory.mktemp("rated"))
    shutil.copytree(leaking, place.path, dirs_exist_ok=True)
    rating = sample(place, "-n", 96)
    Rater(place).fill(rating, *sheets(rating))
    return Path(place.path)


@pytest.fixture
def rated(rated_once: Path, fresh: Any) -> tuple[Any, Path]:
    """RETURNS (tuple[Place, Path]): A copy of it, and where the sample is."""
    place = fresh()
    shutil.copytree(rated_once, place.path, dirs_exist_ok=True)
    return place, place / "rating"


def test_from_leak_to_mended_map(leaky: Any) -> None:
    rater = Rater(leaky)
    assert 0.9 < rater.recall < 0.95
    rating = sample(leaky, "-n", 60, "--seed", 2)
    rater.fill(rating, *sheets(rating))
    before = (leaky.key / "names.txt").read_bytes()
    assert leaky.call("estimate", rating, "--key", leaky.key, "--json") == 0, leaky.stderr
    found = json.loads(leaky.stdout)["estimates"]["Rater 1"]
    assert found["recall"]["low"] <= rater.recall <= found["recall"]["high"]
    assert found["recall"]["value"] == pytest.approx(rater.recall, abs=0.03)
    assert (leaky.key / "names.txt").read_bytes() == before
    assert leaky.call("estimate", rating, "--add-to", leaky.key) == 0, leaky.stderr
    assert "4 forms added" in leaky.stdout
    assert leaky.apply("--allow", leaky / "allow.txt", messages="messages.csv") == 0
    assert Rater(leaky).left == {id: [] for id in rater.left}
    added = {line.split(" |")[0]: line for line in (leaky.key / "names.txt").read_text("utf-8").splitlines()}
    # Who is called Maggie follows from the roster; who Sparky is, only from how he signs.
    assert added["t01"].endswith("| Maggie")
    assert added["s1109"].endswith("| ? Sparky")


def test_estimates_over_many_samples_are_right(leaky: Any) -> None:
    rater = Rater(leaky)
    values, held = [], 0
    from spacy_pseudo.corpus.readers import read_messages
    from spacy_pseudo.key import Key
    from spacy_pseudo.lab.evaluation.rating.estimation import estimate
    from spacy_pseudo.lab.evaluation.rating.risk import risk
    from spacy_pseudo.lab.evaluation.rating.sampling import sample_messages
    from spacy_pseudo.lab.evaluation.rating.sheets import Rating
    from spacy_pseudo.passes.apply import apply, make_pipeline

    key = Key.load(leaky.key)
    results = list(apply(read_messages(leaky / "messages.csv"), key, make_pipeline(key)))
    risks = [risk(result, key) for result in results]
    missed = sum(map(len, rater.left.values()))
    for seed in range(100):
        drawn, _ = sample_messages(results, risks, key, n=40, n_risk=10, raters=1, seed=seed)
        ratings = {name: Rating(tuple(rater.left[item.message or ""])) for name, item in drawn.items.items()}
        leaks = estimate(drawn, ratings).leaks
        values.append(leaks.value)
        held += leaks.low - 1e-9 <= missed <= leaks.high + 1e-9
    assert sum(values) / 100 == pytest.approx(missed, rel=0.1)
    assert held >= 93


def test_sheets_of_two_raters(leaky: Any) -> None:
    rating = sample(leaky, "-n", 50, "--raters", 2, "--seed", 4)
    first, second = sheets(rating)
    assert [row["item"] for row in read(first)] != [row["item"] for row in read(second)]
    assert sorted(read(first), key=str) == sorted(read(second), key=str)
    rater = Rater(leaky)
    rater.fill(rating, first)
    rater.fill(rating, second, overlooks=lambda number: number % 3 == 0)
    assert leaky.call("estimate", rating, "--json") == 0, leaky.stderr
    told = json.loads(leaky.stdout)
    one, two, both = (told["estimates"][who]["seen"] for who in ("Rater 1", "Rater 2", "All raters"))
    assert both == one > two > 0
    assert 0 < told["agreement"]["kappa"]["value"] < 1
    assert told["agreement"]["items"] == 50


def test_words_without_messages(leaky: Any) -> None:
    rating = sample(leaky, "--as", "words", "-n", 60, "--seed", 4)
    (sheet,) = sheets(rating)
    assert set(read(sheet)[0]) & {"text", "subject"} == set()
    words = {row["word"] for row in read(sheet)}
    assert {form for _, form in REMOVED} <= words
    assert [word for word in words if " " in word] == []
    Rater(leaky).fill_words(sheet)
    assert leaky.call("estimate", rating, "--add-to", leaky.key, "--json") == 0, leaky.stderr
    found = json.loads(leaky.stdout)["estimates"]["Rater 1"]
    assert found["recall"]["value"] == pytest.approx(Rater(leaky).recall, abs=0.01)
    assert found["clean"] is found["precision"] is None
    assert leaky.apply("--allow", leaky / "allow.txt", messages="messages.csv") == 0
    assert not any(Rater(leaky).left.values())


def test_raters_see_no_more_than_they_must_and_nobody_else_sees_anything(leaky: Any) -> None:
    before = {path.name: path.read_bytes() for path in leaky.key.iterdir()}
    rating = sample(leaky, "-n", 96, "--raters", 2)
    assert {path.name: path.read_bytes() for path in leaky.key.iterdir()} == before
    assert {stat.S_IMODE(sheet.stat().st_mode) for sheet in sheets(rating)} == {0o600}
    seen = "".join(path.read_text("utf-8") for path in rating.rglob("rater-*/*"))
    items = design(rating)["items"].values()
    # Neither ids of people and messages nor names that were replaced.
    assert [item["author"] for item in items if item["author"] and item["author"] in seen] == []
    assert [item["message"] for item in items if item["message"] in seen] == []
    assert "Sparky" in seen
    assert "Heather" not in seen
    for sheet in sheets(rating):
        Rater(leaky).fill(rating, sheet)
    assert leaky.call("estimate", rating, "--key", leaky.key) == 0, leaky.stderr
    assert (rating / "additions.txt").exists()
    paths = [path for path in (rating, *rating.rglob("*")) if path.suffix != ".csv"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths if path.is_dir()} == {0o700}
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths if path.is_file()} == {0o600}


def test_nothing_is_printed_of_what_raters_found(rated: tuple[Any, Path]) -> None:
    place, rating = rated
    assert place.call("estimate", rating, "--add-to", place.key, "--report", place / "report") == 0, place.stderr
    told = place.stdout + place.stderr + (place / "report.md").read_text("utf-8")
    assert "Recall" in told
    assert [form for _, form in REMOVED if form in told] == []


def test_the_same_seed_gives_the_same_bytes(leaky: Any) -> None:
    first, again, other = (
        {p.name: p.read_bytes() for p in sample(leaky, "-n", 20, "--seed", seed, name=name).rglob("*.*")}
        for seed, name in ((1, "a"), (1, "b"), (2, "c"))
    )
    assert first == again != other


def test_a_sheet_from_a_spreadsheet_elsewhere(leaky: Any) -> None:
    rating = sample(leaky, "-n", 30, "--seed", 3, "--delimiter", "semicolon")
    (sheet,) = sheets(rating)
    assert sheet.read_bytes().startswith(b"\xef\xbb\xbfitem;")
    rows = [{**row, "left_standing": "0", "note": "Zoë?"} for row in read(sheet, delimiter=";")]
    rows[0]["left_standing"] = next(word for word in rows[0]["text"].split() if word.isalpha())
    back = leaky / "back.csv"
    cut = [{**row, "text": "", "subject": ""} for row in rows]
    write(back, [cut[0], *cut[:0:-1]], delimiter=";", encoding="cp1252")
    assert leaky.call("estimate", rating, back, "--json") == 0, leaky.stderr
    assert json.loads(leaky.stdout)["estimates"]["Rater 1"]["seen"] == 1
    assert "W101" in leaky.stderr
    assert leaky.call("estimate", rating, back, "--encoding", "cp1252") == 0, leaky.stderr
    assert "W101" not in leaky.stderr


def test_what_is_not_rated_is_not_taken_for_clean(leaky: Any) -> None:
    rating = sample(leaky, "-n", 30, "--seed", 3)
    (sheet,) = sheets(rating)
    assert leaky.call("estimate", rating) == 2
    assert "P647" in leaky.stderr
    assert leaky.call("estimate", rating, "--partial") == 2
    Rater(leaky).fill(rating, sheet)
    rows = read(sheet)
    write(sheet, [{**row, "left_standing": ""} if n < 5 else row for n, row in enumerate(rows)][:-1])
    assert leaky.call("estimate", rating) == 2
    assert "6 of 30 items" in leaky.stderr
    assert leaky.call("estimate", rating, "--partial", "--json") == 0, leaky.stderr
    assert json.loads(leaky.stdout)["estimates"]["Rater 1"]["rated"] == 24


def test_sheets_of_another_sample(leaky: Any) -> None:
    one, other = (sample(leaky, "-n", 10, "--seed", seed, name=name) for seed, name in ((1, "one"), (2, "other")))
    assert leaky.call("estimate", one, *sheets(other)) == 2
    assert "P643" in leaky.stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("estimate", "nowhere.csv"), "P503"),
        (("estimate", "."), "P641"),
        (("sample", "messages.csv", "--key", "key", "--out", "key"), "P134"),
        (("sample", "messages.csv", "--key", "key", "--out", "new", "--as", "pictures"), "P502"),
        (("sample", "messages.csv", "--key", "elsewhere", "--out", "new"), "P340"),
        (("sample", "messages.csv", "--key", "key", "--out", "new", "--allow", "no.txt"), "P503"),
    ],
)
def test_wrong_use(leaky: Any, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], code: str) -> None:
    monkeypatch.chdir(leaky.path)
    assert leaky.call(*args) == 2
    assert code in leaky.stderr
    assert not (leaky / "new").exists()


def test_rated_sheets_are_not_overwritten_by_accident(leaky: Any) -> None:
    rating = sample(leaky, "-n", 10)
    args = ("sample", leaky / "messages.csv", "--key", leaky.key, "--out", rating)
    assert leaky.call(*args) == 2
    assert "P130" in leaky.stderr
    assert leaky.call(*args, "--force", "-n", 5) == 0
    assert len(design(rating)["items"]) == 5


def test_a_message_too_long_for_a_cell(place: Any) -> None:
    rows = [*place.ROWS, {"id": "4", "author": "mp", "parent": "", "text": "=tides\n" * 6000 + "Zqualdra"}]
    place.messages(rows)
    assert place.run() == 0, place.stderr
    rating = place / "rating"
    assert place.call("sample", place / "messages.jsonl", "--key", place.key, "--out", rating, "-n", 9) == 0
    (sheet,) = sheets(rating)
    (long,) = (row for row in read(sheet) if row["text"].startswith("(in the file"))
    text = (sheet.parent / f"{long['item']}.txt").read_text("utf-8")
    assert text.endswith("Zqualdra")
    assert max(len(row["text"]) for row in read(sheet)) < 32_768


def test_instructions_show_a_pseudonym_of_the_key(place: Any) -> None:
    assert place.run("--template", "<<{}>>") == 0, place.stderr
    out = place / "rating"
    assert place.call("sample", place / "messages.jsonl", "--key", place.key, "--out", out, "-n", 2) == 0, place.stderr
    told = (out / "rater-1" / "INSTRUCTIONS.txt").read_text("utf-8")
    assert "<<U0" in told
    assert "PRIVATE" in told


# --- What apply would not write ---


def test_messages_of_strangers_are_not_shown(place: Any) -> None:
    assert place.run() == 0, place.stderr
    strangers = ({"id": str(n), "author": f"z{n}", "parent": "", "text": "Hi Quandrel"} for n in (7, 8))
    place.messages([*place.ROWS, *strangers])
    rating = place / "rating"
    assert place.call("sample", place / "messages.jsonl", "--key", place.key, "--out", rating, "-n", 9) == 0
    assert "W642" in place.stderr
    assert "2 of 5 messages" in place.stderr
    assert len(design(rating)["items"]) == design(rating)["messages"] == 3
    assert "Quandrel" not in "".join(path.read_text("utf-8") for path in rating.rglob("*.*"))


def test_nothing_is_drawn_with_the_key_of_another_corpus(place: Any, fresh: Any) -> None:
    assert place.run() == 0, place.stderr
    other = fresh()
    other.messages([{"id": "1", "author": "zz", "text": "Hi Quandrel"}])
    args = ("--key", place.key, "--out", other / "rating")
    assert other.call("sample", other / "messages.jsonl", *args) == 2
    assert "key is of another corpus" in other.stderr
    assert not (other / "rating").exists()


def test_nothing_is_drawn_from_a_header(place: Any) -> None:
    assert place.run() == 0, place.stderr
    place.write("empty.csv", "id,author,text\n")
    assert place.call("sample", place / "empty.csv", "--key", place.key, "--out", place / "rating") == 2
    assert "There are no messages" in place.stderr


# --- Sheets and additions that people have touched ---


def test_additions_that_were_changed_by_hand_are_added_as_they_are(rated: tuple[Any, Path]) -> None:
    place, rating = rated
    assert place.call("estimate", rating, "--key", place.key) == 0, place.stderr
    path = rating / "additions.txt"
    made = path.read_text("utf-8")
    assert "s1109 | ? Sparky\n" in made
    path.write_text(made.replace("s1109 | ? Sparky\n", "s1013 | Sparky\n! Solent\n"), "utf-8")
    mine = path.read_bytes()
    assert place.call("estimate", rating, "--key", place.key) == 0, place.stderr
    assert "W643" in place.stderr
    assert place.call("estimate", rating, "--add-to", place.key) == 0, place.stderr
    assert path.read_bytes() == mine
    names = (place.key / "names.txt").read_text("utf-8").splitlines()
    assert [line.split(" |")[0] for line in names if line.endswith("| Sparky")] == ["s1013"]
    assert "! Solent" in names


def test_additions_that_nobody_has_changed_are_made_anew(rated: tuple[Any, Path]) -> None:
    place, rating = rated
    assert place.call("estimate", rating, "--key", place.key) == 0, place.stderr
    (sheet,) = sheets(rating)
    write(sheet, [{**row, "left_standing": "0"} for row in read(sheet)])
    assert place.call("estimate", rating, "--key", place.key) == 0, place.stderr
    assert "W643" not in place.stderr
    assert "Sparky" not in (rating / "additions.txt").read_text("utf-8")


def test_names_that_are_gone_since(rated: tuple[Any, Path]) -> None:
    place, rating = rated
    seen = sum(map(len, Rater(place).left.values()))
    args = ("estimate", rating, "--key", place.key)
    assert place.call(*args, "--json") == 0, place.stderr
    assert json.loads(place.stdout)["gone"] == 0
    place.edit(r"^(s1109 \|)", r"\1 Sparky |")
    gone = sum(name.casefold() == "sparky" for left in Rater(place).left.values() for name in left)
    assert place.call(*args) == 0, place.stderr
    assert f"Names found: {seen}. Gone with the key as it is now: {gone}." in place.stdout
    assert 0 < gone < seen
    # What is gone needs not be added.
    assert "Sparky" not in (rating / "additions.txt").read_text("utf-8")
    assert place.call("estimate", rating, "--add-to", place.key) == 0, place.stderr
    assert place.call(*args, "--json") == 0, place.stderr
    assert json.loads(place.stdout)["gone"] == seen


def test_names_that_do_not_stand_in_the_text(rated: tuple[Any, Path]) -> None:
    place, rating = rated
    (sheet,) = sheets(rating)
    rows = read(sheet)
    slip = next(row for row in rows if row["left_standing"] == "Sparky")
    slip["left_standing"] = "Sprakyy | Zqualdra"
    write(sheet, rows)
    assert place.call("estimate", rating) == 2
    assert "P655" in place.stderr
    assert place.stderr.count(slip["item"]) == 1
    assert place.call("estimate", rating, "--partial", "--json") == 0, place.stderr
    assert "not counted" in place.stderr
    seen = sum(map(len, Rater(place).left.values()))
    assert json.loads(place.stdout)["estimates"]["Rater 1"]["seen"] == seen - 1


def test_no_rater_counts_twice(leaky: Any) -> None:
    rating = sample(leaky, "-n", 10, "--raters", 2)
    first, second = sheets(rating)
    for sheet in (first, second):
        Rater(leaky).fill(rating, sheet)
    copy = first.with_name("sheet-1 (2).csv")
    for given in ((first, first), (first, first.parent / ".." / "rater-1" / first.name)):
        assert leaky.call("estimate", rating, *given) == 2
        assert "P654" in leaky.stderr
    shutil.copy(first, copy)
    assert leaky.call("estimate", rating) == 2
    assert "P654" in leaky.stderr
    assert leaky.call("estimate", rating, first, copy) == 0
    assert "W644" in leaky.stderr
    assert leaky.call("estimate", rating, first, second) == 0
    assert leaky.stderr == ""


def test_what_words_cannot_tell_is_said_first(leaky: Any) -> None:
    rating = sample(leaky, "--as", "words", "-n", 20)
    Rater(leaky).fill_words(*sheets(rating))
    assert leaky.call("estimate", rating, "--report", leaky / "report") == 0, leaky.stderr
    assert leaky.stdout.index("Words were rated") < leaky.stdout.index("Recall")
    assert f"{leaky / 'report.html'}, {leaky / 'report.md'}" in leaky.stdout
