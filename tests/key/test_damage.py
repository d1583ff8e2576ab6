"""A key that is damaged is refused, or makes no difference: never one name more. What a person edits is followed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.key import Key
from spacy_pseudo.key.integrity import _wrong
from spacy_pseudo.people.name_map import Form, NameMap, close

from .conftest import FORUM, Corpus

FOLLOWED = (
    "names.txt", "pseudonyms.csv", "surrogates.csv", "others.csv", "roster.jsonl", "context.jsonl", "evidence.jsonl",
    "secret", "manifest.json",
)  # fmt: skip
LISTS = ("replacements.jsonl", "conflicts.jsonl", "failures.jsonl", "copy.zip")


def cut(part: float) -> Callable[[Path], None]:
    """RETURNS (Callable): Cuts a file off there."""

    def damage(path: Path) -> None:
        path.write_bytes(path.read_bytes()[: int(path.stat().st_size * part)])

    return damage


def directory(path: Path) -> None:
    """Replace a file by a directory."""
    path.unlink()
    path.mkdir()


CUTS = {f"cut at {part / 100}": cut(part / 100) for part in (1, 22, 44, 77, 97)}
DAMAGES = {**CUTS, "empty": cut(0), "gone": Path.unlink, "directory": directory}
# One of each kind.
KINDS = ("cut at 0.44", "gone", "directory")


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """RETURNS (Corpus): The example forum, run once."""
    corpus = Corpus(tmp_path_factory.mktemp("example"))
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        shutil.copy(FORUM / name, corpus.path)
    assert corpus.run("--allow", corpus.path / "allow.txt") == 0, corpus.stderr
    return corpus


def refused_or_the_same(corpus: Corpus, before: dict[str, bytes | None], name: str, *options: object) -> None:
    """Apply, and give the same run again."""
    for command in ("apply", "run"):
        code = corpus.call(*corpus.command(command, "--force", *options))
        assert corpus.everything("out") == before
        if code:
            assert (code, name in corpus.stderr, "Error: [P3" in corpus.stderr) == (2, True, True), corpus.stderr
            assert "key repair" in corpus.stderr


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", FOLLOWED)
def test_what_is_followed(example: Corpus, tmp_path: Path, name: str, damage: str) -> None:
    corpus = example.copy(tmp_path / "corpus")
    before = corpus.everything("out")
    DAMAGES[damage](corpus.key / name)
    refused_or_the_same(corpus, before, name, "--allow", corpus.path / "allow.txt")


@pytest.mark.parametrize("damage", KINDS)
@pytest.mark.parametrize("name", LISTS)
def test_what_is_only_listed(corpus: Corpus, name: str, damage: str) -> None:
    before = corpus.everything("out")
    DAMAGES[damage](corpus.key / name)
    refused_or_the_same(corpus, before, name)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("names.txt", "| Mary [", "| Sparky | Mary ["),
        ("others.csv", ",X1,", ",X7,"),
        ("surrogates.csv", "CITY,Leeds,1,", "CITY,Leeds,9,"),
        ("pseudonyms.csv", "U01", "U09"),
    ],
)
def test_what_was_edited_is_refused_if_damaged(corpus: Corpus, tmp_path: Path, name: str, old: str, new: str) -> None:
    if name == "surrogates.csv":
        head, *rows = (corpus.key / name).read_text("utf-8").splitlines(keepends=True)
        (corpus.key / name).write_text("".join((head, *(row.replace(",\n", ",something\n") for row in rows))), "utf-8")
        assert corpus.apply() == 0, corpus.stderr
    before = corpus.everything("out")
    corpus.edit(name, old, new)
    for kind, damage in DAMAGES.items():
        damaged = corpus.copy(tmp_path / "damaged")
        damage(damaged.key / name)
        assert (damaged.apply(), name in damaged.stderr) == (2, True), kind
        assert damaged.everything("out") == before


def test_a_file_of_another_generation(corpus: Corpus, tmp_path: Path) -> None:
    old = corpus.copy(tmp_path / "old")
    with (corpus.path / "messages.jsonl").open("a") as stream:
        stream.write('{"id": "8", "author": "kk", "parent": "1", "text": "Hi Mary,\\nfine.\\nKim"}\n')
    assert corpus.run("--force") == 0, corpus.stderr
    before = corpus.everything("out")
    for name in ("names.txt", "pseudonyms.csv", "roster.jsonl", "context.jsonl", "evidence.jsonl", "manifest.json"):
        now = (corpus.key / name).read_bytes()
        shutil.copy(old.key / name, corpus.key / name)
        assert corpus.apply() == 2, name
        assert "Error: [P36" in corpus.stderr if name == "manifest.json" else "Error: [P35" in corpus.stderr
        assert corpus.call("key", "repair", corpus.key) == 0, corpus.stdout
        assert (corpus.key / name).read_bytes() == now
    assert corpus.apply() == 0, corpus.stderr
    assert corpus.everything("out") == before


# --- What a person may do ---


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("names.txt", "| Mary [", "| Sparky | Mary ["),
        ("names.txt", "rg | Robbie [2]", "rg | ? Robbie [2]"),
        ("names.txt", "# End of", "tutor | Sparky\n! tides\n# End of"),
        ("names.txt", "cut off.\n", "cut off.\ntutor | Sparky\n"),
        ("names.txt", "cut off.\n", "cut off."),
        ("others.csv", ",X1,", ",,"),
        (
            "others.csv",
            "name,pseudonym,messages,probability,context\n",
            "name,pseudonym,messages,probability,context\nDodo,X9,,,\n",
        ),
        ("pseudonyms.csv", "U01", "U88"),
    ],
)
def test_an_edit_is_followed(corpus: Corpus, name: str, old: str, new: str) -> None:
    corpus.edit(name, old, new)
    edited = (corpus.key / name).read_bytes()
    assert corpus.call("key", "check", corpus.key) == 0, corpus.stdout
    assert [line.split()[1] for line in corpus.stdout.splitlines() if line.startswith(name)] == ["edited"]
    assert corpus.apply() == 0, corpus.stderr
    assert (corpus.key / name).read_bytes() == edited
    assert corpus.call("key", "check", corpus.key) == 0
    assert [line.split()[1] for line in corpus.stdout.splitlines() if line.startswith(name)] == ["ok"]


def test_somebodys_forms_may_all_go_but_not_the_person(corpus: Corpus) -> None:
    names = (corpus.key / "names.txt").read_text("utf-8")
    line = next(line for line in names.splitlines() if line.startswith("jd |"))
    (corpus.key / "names.txt").write_text(names.replace(line + "\n", ""), "utf-8")
    for command in (corpus.apply, lambda: corpus.run("--force")):
        assert command() == 2
        assert "P359" in corpus.stderr
        assert "lost 1 of its participants" in corpus.stderr
    (corpus.key / "names.txt").write_text(names.replace(line, "jd"), "utf-8")
    assert corpus.apply() == 0, corpus.stderr


def test_a_decision_is_seen_and_missed(corpus: Corpus) -> None:
    decisions = corpus.key / "decisions.csv"
    decisions.write_text("id,field,start,end,text,decision,note\n1,text,0,2,Hi,keep,\n")
    assert corpus.apply() == 0, corpus.stderr
    assert corpus.call("key", "check", corpus.key) == 0
    decisions.unlink()
    assert corpus.apply() == 2
    assert "P353" in corpus.stderr
    assert corpus.call("key", "repair", corpus.key, "--accept", "decisions.csv") == 0
    assert corpus.apply() == 0, corpus.stderr


_FORMS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(str.strip)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c 1", "d|e"]), _FORMS), min_size=1, max_size=6), st.data())
def test_a_map_cut_anywhere_is_cut(forms: list[tuple[str, str]], data: st.DataObject) -> None:
    name_map = NameMap()
    for person, form in forms:
        name_map.add(person, Form(form))
    text = close(name_map.to_text())
    assert close(text) == text
    assert list(NameMap.parse(text)) == list(name_map)
    at = data.draw(st.integers(0, len(text.rstrip()) - 1))
    assert _wrong("names.txt", text, text[:at]) is not None
    # Who adds is not taken for one who cuts, wherever it stands.
    name_map.add("new", Form("Somebody"))
    assert _wrong("names.txt", text, text + "new | Somebody\n") is None
    assert _wrong("names.txt", text, close(name_map.to_text())) is None


# --- Keys of version 0.1 ---


def test_a_key_without_a_manifest_is_lifted(corpus: Corpus) -> None:
    before = corpus.everything()
    corpus.unsign()
    assert corpus.apply() == 0, corpus.stderr
    assert corpus.everything("out").items() <= before.items()
    assert (corpus.key / "manifest.json").exists()
    assert corpus.run("--force") == 0, corpus.stderr
    after = corpus.everything()
    assert after.pop("key/manifest.json") != before.pop("key/manifest.json")  # the generation is another one
    assert after.pop("key/copy.zip") != before.pop("key/copy.zip")
    assert after == before


@pytest.mark.parametrize(
    "name", ["names.txt", "pseudonyms.csv", "roster.jsonl", "context.jsonl", "evidence.jsonl", "others.csv"]
)
def test_a_key_without_a_manifest_that_has_lost_something(corpus: Corpus, name: str) -> None:
    corpus.unsign()
    before = corpus.everything("out")
    text = (corpus.key / name).read_bytes()
    (corpus.key / name).unlink()
    assert corpus.apply() == 2
    assert "P353" in corpus.stderr
    assert name in corpus.stderr
    if name in ("names.txt", "pseudonyms.csv"):
        (corpus.key / name).write_bytes(text[: text.rstrip().rindex(b"\n") + 1])
        assert corpus.apply() == 2
        assert "P359" in corpus.stderr
        assert corpus.call("key", "repair", corpus.key, "--accept", name) == 0, corpus.stderr
        assert Key.load(corpus.key).empty is False
    assert corpus.everything("out") == before
