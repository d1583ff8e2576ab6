"""The key in memory and as a directory: nothing lost, nothing half-written, nothing drawn twice."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest
from spacy.util import registry

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import CONTEXT, FILES, FOLLOWED, SECRET, holds_key, secret_in
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.people.context import Place
from spacy_pseudo.people.name_map import Form, NameMap

ROSTER = Roster(
    [
        Participant("mp", ("Mary Poe", "Molly [MJ] | Poe #1"), ("mp2", "m\u2028p"), "student"),
        Participant("rg", ("Robert Grey",), excluded=True),
        Participant("nn"),
    ]
)
MESSAGES = (
    Message("Hi all, see [U02].\nMary", "1", "mp", thread="t", session="s"),
    Message("Hi Mary,\nRobert", "2", "rg", parent="1", session="s"),
)


@pytest.fixture
def key() -> Key:
    """RETURNS (Key): A key with something in each of its parts."""
    return discover(MESSAGES, ROSTER, exclude=["rg"], scope="thread", template="<{}>", seed=1)


def test_a_key_is_the_same_after_the_disk(key: Key, tmp_path: Path) -> None:
    key.save(tmp_path / "key")
    loaded = Key.load(tmp_path / "key")
    assert loaded.to_files() == key.to_files()
    assert list(loaded.roster) == list(key.roster)
    assert loaded.roster.main_id("m\u2028p") == "mp"
    assert loaded.context.places == key.context.places
    assert loaded.statistics.counts == key.statistics.counts
    assert (loaded.scope, loaded.lang, loaded.pseudonyms.template) == ("thread", "en", "<{}>")
    assert loaded.pseudonyms.labels == key.pseudonyms.labels
    assert loaded.look_alikes == key.look_alikes
    assert loaded.index.forms() == key.index.forms()


def test_a_directory_for_its_owner_only(key: Key, tmp_path: Path) -> None:
    key.save(tmp_path / "deep" / "key")
    files = list((tmp_path / "deep" / "key").iterdir())
    assert {path.name for path in files} == {*FILES, SECRET, "manifest.json", "copy.zip"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "deep" / "key").stat().st_mode) == 0o700


def test_all_files_or_none(key: Key, tmp_path: Path) -> None:
    key.save(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert key.name_map is not None
    # What UTF-8 cannot hold is found when the last file is written.
    key.name_map._lines[0].comment += "\ud800"
    key.roster.add(Participant("new"))
    with pytest.raises(UnicodeEncodeError):
        key.save(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_repr_shows_nobody(key: Key) -> None:
    assert "Mary" not in repr(key)


def test_drawing_again_changes_nothing_and_adds_who_is_new(key: Key) -> None:
    before = dict(key.pseudonyms.labels)
    assert set(before) == {"mp", "rg", "nn"}
    key.draw()
    assert key.pseudonyms.labels == before
    assert key.name_map is not None
    key.name_map.add("zz", Form("Zoë"))
    key.draw()
    assert key.pseudonyms.labels.items() > before.items()


def test_labels_are_nobodys_id_and_no_look_alike() -> None:
    roster = Roster([Participant("U01"), Participant("u2"), Participant("c")])
    key = Key(roster, look_alikes={"[U03]", "[U04|U05]"})
    key.draw(seed=1)
    assert sorted(key.pseudonyms.labels.values()) == ["U06", "U07", "U08"]


def test_a_key_knows_people_or_is_empty() -> None:
    assert Key().empty
    assert not Key(Roster([Participant("a")])).empty
    assert not Key(name_map=NameMap("a | Ann\n")).empty


@pytest.mark.parametrize("name", FILES)
def test_a_part_of_a_key_is_a_key(key: Key, tmp_path: Path, name: str) -> None:
    assert not holds_key(tmp_path)
    with pytest.raises(PseudoError, match="P340"):
        Key.load(tmp_path)
    (tmp_path / name).write_text(key.to_files()[name], "utf-8")
    assert holds_key(tmp_path)
    if name in ("names.txt", "pseudonyms.csv"):
        assert Key.load(tmp_path).to_files()[name].splitlines()[-1] == key.to_files()[name].splitlines()[-1]
    else:  # of what discover wrote, the rest is missing
        with pytest.raises(PseudoError, match="P353"):
            Key.load(tmp_path)


def test_a_secret_that_was_there_before_the_key_stays(key: Key, tmp_path: Path) -> None:
    assert secret_in(tmp_path) is None
    (tmp_path / "secret").write_text("ab" * 32 + "\n")
    key.save(tmp_path)
    assert secret_in(tmp_path) == Key.load(tmp_path).secret == bytes.fromhex("ab" * 32)


def test_a_key_in_a_config(key: Key, tmp_path: Path) -> None:
    key.save(tmp_path)
    made = registry.resolve({"key": {"@misc": "spacy-pseudo.Key.v1", "path": str(tmp_path)}})["key"]
    assert isinstance(made, Key)
    assert made.to_files() == key.to_files()


def test_the_copy_is_what_was_written(key: Key, tmp_path: Path) -> None:
    """File by file, in small pieces: the same bytes as if it were all at hand."""
    for number in range(20_000):
        key.context.add(f"message {number}", Place("mp", None, None, f"t{number // 7}", None, number))
    key.save(tmp_path)
    assert (tmp_path / CONTEXT).stat().st_size > 1 << 20
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as packed:
        packed.comment = b"1"
        for name in sorted(name for name in FOLLOWED if (tmp_path / name).exists()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            packed.writestr(entry, (tmp_path / name).read_bytes(), zipfile.ZIP_DEFLATED)
    assert (tmp_path / "copy.zip").read_bytes() == whole.getvalue()
    assert Key.load(tmp_path).to_files() == key.to_files()


def test_a_context_that_is_no_utf_8_is_refused(key: Key, tmp_path: Path) -> None:
    key.save(tmp_path)
    (tmp_path / "manifest.json").unlink()  # a key of version 0.1 has neither
    (tmp_path / "copy.zip").unlink()
    (tmp_path / CONTEXT).write_bytes((tmp_path / CONTEXT).read_bytes().replace(b'"thread": "t"', b'"thread": "\xe4"'))
    with pytest.raises(PseudoError, match="P341"):
        Key.load(tmp_path)
