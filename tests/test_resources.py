import csv
import gzip
import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from spacy_pseudo import languages
from spacy_pseudo.lab.resources import build, build_name_words
from spacy_pseudo.text.words import fold

WORDS = ["thanks", "hello", "café", "cafe", "don't", "i'm", "it's", "colour", "color", "mark", "will", "grace"]
PURE_NAMES = ["robert", "mary", "siobhan", "mohammed", "elisabeth", "giuseppe", "katarzyna", "margaret", "arthur"]


@pytest.mark.parametrize("word", WORDS)
def test_words(word: str) -> None:
    assert word in languages.words()


@pytest.mark.parametrize("word", [*PURE_NAMES, "m", "aardvark's", "", "London", "USA"])
def test_not_words(word: str) -> None:
    assert word not in languages.words()


def test_common_words_are_words() -> None:
    assert languages.common_words() < languages.words()
    assert {"thanks", "the", "again", "all"} <= languages.common_words()
    assert "aardwolf" in languages.words() - languages.common_words()


def test_given_names() -> None:
    names = languages.given_names()
    assert names["robert"] > names["siobhan"] > 1000
    assert not {"thanks", "regards", "again", "html"} & names.keys()
    assert 50_000 < len(names) < 60_000


def test_surnames() -> None:
    names = languages.surnames()
    assert names["smith"] > names["jones"] > names["poe"] >= 0


def test_names_and_nicknames_are_folded() -> None:
    unfolded = [name for name in (*languages.given_names(), *languages.surnames()) if fold(name) != name]
    assert unfolded == []
    assert [pair for pair in languages.nicknames() if tuple(map(fold, pair)) != pair or "" in pair] == []


def test_nicknames_have_no_doubles() -> None:
    pairs = languages.nicknames()
    assert len(pairs) > 3000
    assert [pair for pair in pairs if pair[0] == pair[1]] == []
    own = languages.lines("nicknames.csv")
    assert len(own) == len(set(own))


def test_language_without_data_has_the_english_lists() -> None:
    assert languages.words("xx") == languages.words("en")
    assert languages.given_names("xx") == languages.given_names("en")
    assert languages.own_and_base("greetings", "xx") == languages.lines("en/greetings.txt")
    assert languages.lines("xx/greetings.txt") == []


def test_lines_skip_comments() -> None:
    lines = languages.lines("nicknames.csv")
    assert lines[0] == "name,nickname"
    assert not any(line.startswith("#") for line in lines)


def test_every_packed_file_has_its_licence() -> None:
    notices = files("spacy_pseudo.resources").joinpath("LICENSES.md").read_text(encoding="utf-8")
    folder = Path(languages.__file__).parent
    packed = [str(path.relative_to(folder)) for path in folder.rglob("*.gz")]
    assert len(packed) >= 10
    assert [name for name in (*packed, "en/nicknames.csv") if f"`{name}`" not in notices] == []


def test_loading_is_lazy() -> None:
    code = """
from spacy_pseudo import languages as r
assert not r._set.cache_info().currsize and not r._counts.cache_info().currsize
for load in (r.words, r.common_words, r.proper_words, r.given_names, r.surnames, r.nicknames):
    assert load() is load()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scowl = tmp_path / "scowl"
    scowl.mkdir()
    (scowl / "english-words.35").write_text("thanks\nthanks's\nb\na\ncafé\n", encoding="utf-8")
    (scowl / "british-words.70").write_text("naïve\nLondon\n", encoding="latin-1")
    (scowl / "english-contractions.40").write_text("I'm\ndon't\nSan'a\n", encoding="utf-8")
    (tmp_path / "names.json").write_text(json.dumps({"bo": [5, 3, 0.5, 3], "xy": [4, 9, 0, 3], "a b": [9, 9, 0, 3]}))
    (tmp_path / "last").write_text("SMITH          1.006  1.006      1\n")
    (tmp_path / "nick.csv").write_text("name1,relationship,name2\nRobert,has_nickname,Bob\nbob,is_nickname_of,robert\n")
    out = tmp_path / "out"
    arguments = {"--scowl": scowl, "--given-names": tmp_path / "names.json", "--surnames": tmp_path / "last"}
    arguments |= {"--nicknames": tmp_path / "nick.csv", "--out": out}
    monkeypatch.setattr(sys, "argv", ["build", *(str(x) for pair in arguments.items() for x in pair)])
    build.main()
    words = gzip.decompress((out / "words.txt.gz").read_bytes()).decode().split()
    assert {"a", "thanks", "café", "cafe", "naïve", "naive", "i'm", "don't", "it's"} <= set(words)
    assert not {"b", "thanks's", "London", "london", "San'a"} & set(words)
    assert words == sorted(words)
    assert "naive" not in gzip.decompress((out / "common.txt.gz").read_bytes()).decode().split()
    assert gzip.decompress((out / "given_names.txt.gz").read_bytes()) == b"bo\t3\n"
    assert gzip.decompress((out / "surnames.txt.gz").read_bytes()) == b"smith\t1006\n"
    with (out / "nicknames.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["name", "nickname"], ["robert", "bob"]]


def test_letters_are_those_of_the_packaged_lists() -> None:
    packaged = languages.lines("en/letters.txt.gz")
    assert build_name_words.letters(languages.lines("en/name_countries.txt.gz")) == packaged


# --- Swedish --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["och", "inlägg", "inlagg", "böckerna", "skriver", "björnen", "stigen", "thanks"])
def test_swedish_words(word: str) -> None:
    assert word in languages.words("sv")


@pytest.mark.parametrize("word", ["lasse", "kattis", "håkan", "hakan", "svensson", "yusuf"])
def test_no_swedish_words(word: str) -> None:
    assert word not in languages.words("sv")


def test_swedish_names_are_added_to_the_others() -> None:
    given, surnames = languages.given_names("sv"), languages.surnames("sv")
    assert given["ake"] > languages.given_names("en")["ake"]
    assert given["robert"] >= languages.given_names("en")["robert"]
    assert surnames["andersson"] > surnames["sjoberg"] > 0
    assert [name for name in (*given, *surnames) if fold(name) != name] == []


def test_swedish_nicknames_are_folded_and_new() -> None:
    own = languages.lines("sv/nicknames.csv")[1:]
    pairs = [tuple(row.split(",")) for row in own]
    assert len(own) == len(set(own)) > 400
    assert [pair for pair in pairs if tuple(map(fold, pair)) != pair or pair[0] == pair[1]] == []
    assert set(pairs).isdisjoint(languages.nicknames("en"))


def test_english_is_english_whatever_was_asked_before() -> None:
    with languages.speaking("sv"):
        assert "inlägg" in languages.words()
        assert "inlägg" not in languages.words("en")
    assert "inlägg" not in languages.words()


def test_the_swedish_word_list_is_built_from_its_lemmas() -> None:
    from spacy_pseudo.lab.resources import build_sv

    forms = set(build_sv.common_words(languages.lines("sv/lemmas.txt")))
    assert {"flickornas", "hundarna", "mötena", "lärarna", "arbetade", "köpte", "glömde"} <= forms
    own = set(gzip.decompress(files(languages).joinpath("sv", "common.txt.gz").read_bytes()).decode().split())
    assert own == {word for form in forms for word in (form, fold(form)) if len(word) > 1}
