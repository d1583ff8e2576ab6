"""A language is added from data alone: a directory of small lists, named in the environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spacy_pseudo import languages

FILES = {
    "language.json": '{"letters": "ŭ", "bare_genitive": true}',
    "greetings.txt": "# How messages begin.\nhalvo\nhalvo denŭ\n",
    "closings.txt": "kore via\n",
    "given_names.txt": "quenvik\t9000\n",
    "nicknames.csv": "name,nickname\nquenvik,quenka\n",
    "common.txt": "denŭ\ndenu\nhalvo\nmoa\nvenas\nlibro\n",
    "words.txt": "denŭ\ndenu\nhalvo\nmoa\nvenas\nlibro\n",
    "stop_words.txt": "mo\nestu\nkaj\n",
    "function_words.txt": "mo moa estu kaj venas la libro plu tre ankaŭ\n",
    "family.txt": "patrulo\nfratelo\n",
    "classes.txt": "EGO: mo\nPRONOUN: mo\nBEING: estu\nAM: estu\nUNIT: janoj\nOLD: maljuna\nOWNER: moa\n"
    "own FAMILY: <family:all>\n",
    "surrogates/months.txt": "unara\nduara\ntriara\nkvarara\nkvinara\nsesara\nsepara\nokara\n"
    "naŭara\ndekara\nekara\ndukara\n",
}  # fmt: skip
MESSAGES = [
    ("m1", "u1", "", "Halvo Quenvik,\n\nmo estu 34 janoj maljuna, kaj moa fratelo venas.\n\nKore via\nMarta"),
    ("m2", "u2", "u1", "Halvo denŭ Marta!\n\nMartas libro venas ankaŭ.\n\nKore via\nQuenka"),
]
# Runs in a process of its own: lists are read once.
SCRIPT = """
import json, sys
from spacy_pseudo import Message, Participant, Roster, discover, languages
from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.surrogates.time_surrogates import _months
from spacy_pseudo.text.language import find_language, is_covered

rows, lang = json.load(sys.stdin)
messages = [Message(text=text, id=id, author=author, parent_author=to) for id, author, to, text in rows]
roster = Roster([Participant("u1", ["Marta Oldroyd"]), Participant("u2", ["Quenvik Stannard"])])
key = discover(messages, roster, seed=1, lang=lang)
texts = {x.message.id: x.text for x in apply(messages, key, make_pipeline(key))}
found = [[x.label, text[x.start:x.end]] for *_, text in rows for x in find_identifiers(text, lang=lang)]
guess = find_language("mo estu la libro kaj moa fratelo venas plu ankaŭ tre").lang
print(json.dumps([texts, found, guess, is_covered(guess, lang), languages.known(), "duara" in _months(lang)]))
"""


def run(folder: Path | None, lang: str) -> list[Any]:
    env = {name: value for name, value in os.environ.items() if name != languages.VARIABLE}
    env |= {languages.VARIABLE: str(folder)} if folder else {}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, input=json.dumps([MESSAGES, lang]), env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    for name, text in FILES.items():
        path = folder / "xx" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_language_is_added_from_data_alone(folder: Path) -> None:
    texts, found, guess, covered, known, has_months = run(folder, "xx")
    assert known == [*languages.known(), "xx"]
    first, second = texts["m1"], texts["m2"]
    # Greetings and sign-offs, nicknames, and a genitive without an apostrophe.
    assert re.fullmatch(r"Halvo (\[U\d+\]),\n\nmo .*\n\nKore via\n(\[U\d+\])", first, re.DOTALL)
    assert re.fullmatch(r"Halvo denŭ (\[U\d+\])!\n\n\1s libro venas ankaŭ\.\n\nKore via\n(\[U\d+\])", second)
    assert first.split()[1].rstrip(",") == second.split()[-1]
    # By the rules that all languages share.
    assert ["AGE", "34"] in found
    assert ["FAMILY", "fratelo"] in found
    assert (guess, covered) == ("xx", True)
    assert has_months


def test_without_its_directory_a_language_is_read_as_english() -> None:
    _, found, guess, covered, known, has_months = run(None, "xx")
    assert known == list(languages.known())
    assert found == []
    assert guess != "xx"
    assert not covered or guess == "unknown"
    assert not has_months


def test_settings_that_nobody_knows_are_refused(tmp_path: Path) -> None:
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "language.json").write_text('{"bear_genitive": true}')
    env = {**os.environ, languages.VARIABLE: str(tmp_path)}
    code = "from spacy_pseudo import languages; languages.of('xx')"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.returncode
    assert "P853" in done.stderr
    assert "bear_genitive" in done.stderr
