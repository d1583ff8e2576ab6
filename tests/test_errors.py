"""Errors never name people: of each value that is put into a message it is known whether a name may be in it."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import spacy_pseudo
from spacy_pseudo.cli import app
from spacy_pseudo.corpus.columns import shown_header, shown_id
from spacy_pseudo.errors import Errors, Warnings

ROOT = Path(spacy_pseudo.__file__).parent
# Numbers, and words of our own: labels, choices, formats, codes, options, packages, languages, reasons of the system.
SAFE = frozenset(
    "attr bad category cells choices cities columns command component count dates encoding end error example extra "
    "factory failed fewest field fields first format formats found good groups hint installed is is_a item items "
    "kind kinds known label labels lang layout line marker mention mode modes most n needed needs number option "
    "options otherwise package parent port raters reason remedy replacements row rows scopes score second shared "
    "start strange strategies stratum suffix tokens total variable what where messages names files others tries "
    "questions ours theirs last".split()
)
# What a person has just typed, or written into a config or a file of rules: they see no more than they gave.
TYPED = frozenset(
    "address aside given gold key model name out path problem rule scope settings sheet source strategy template title "
    "value".split()
)
# What stands in the messages, or above them: only by way of what hides names.
HIDDEN = frozenset("id header headers sheets which column other".split())
# Where such a value is what a person typed, or was hidden before, or is none of the messages'.
TOLD = frozenset("P115 P116 P118 P119 P138 P202 P388 P111 P661 P325 P642 P139 P125 P117 P513".split())
HIDING = ("shown_id", "shown_header", "listed")


def messages() -> Iterator[tuple[str, str]]:
    for table in (Errors, Warnings):
        for code in vars(table):
            if re.fullmatch(r"[PW]\d{3}", code):
                yield code, getattr(table, code)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_the_kind_of_every_value_is_known() -> None:
    found = {name for _, text in messages() for name in placeholders(text)}
    assert found - SAFE - TYPED - HIDDEN == set(), "say in this file whether a name may be in it"
    assert len(SAFE & TYPED) == len(SAFE & HIDDEN) == len(TYPED & HIDDEN) == 0
    assert (SAFE | TYPED | HIDDEN) - found == set(), "no message has it any more"


def formatted() -> Iterator[tuple[str, str, str]]:
    """YIELDS (tuple[str, str, str]): Where a message is made, its code, and a value in which a name may be."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format"):
                continue
            message = node.func.value
            if isinstance(message, ast.Attribute) and re.fullmatch(r"[PW]\d{3}", message.attr):
                for word in node.keywords:
                    if word.arg in HIDDEN:
                        yield f"{path.name}:{node.lineno}", message.attr, ast.unparse(word.value)


def test_what_may_be_a_name_is_hidden_where_a_message_is_made() -> None:
    made = list(formatted())
    assert len(made) > 10
    assert [one for one in made if one[1] not in TOLD and not one[2].startswith(HIDING)] == []


@pytest.mark.parametrize("id", ["mary.poe@x.example", "marypoe", "Mary Poe", "Ottoline-3", "<1.mary@x>", "x" * 50])
def test_ids_that_may_be_names_are_not_shown(id: str) -> None:
    assert shown_id(id) == "..."


@pytest.mark.parametrize("id", ["17", "m031", "s1013", "2:14", "post-12", "t.4", "#7"])
def test_ids_that_are_none_are_shown(id: str) -> None:
    assert shown_id(id) == id


def test_headers_that_may_be_names_are_not_shown() -> None:
    assert shown_header("Checked by Mary Poe") == "..."
    assert shown_header("Message text") == "Message text"


def test_errors_about_ids_and_headers_name_nobody(tmp_path: Path) -> None:
    twice = [{"id": "mary.poe", "author": "mp", "text": text} for text in ("Hi", "Ho")]
    odd = [{"id": "1", "author": "mp", "text": "Hi"}, {"id": "2", "author": ["Mary"], "text": ""}]
    for name, rows in {"twice": twice, "odd": odd}.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        done = CliRunner().invoke(app, ["check", str(path)])
        said = (done.stdout + done.stderr).lower()
        assert "[P" in done.stdout + done.stderr, said
        assert "mary" not in said
