"""What `docs/key.md` says is true: its examples run, and it names every file."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.key import LAYOUT

from .conftest import FORUM

PAGE = (FORUM.parent / "docs" / "key.md").read_text("utf-8")


def test_its_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FORUM, tmp_path / "assets")
    monkeypatch.chdir(tmp_path)
    lines = [line for block in re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
    assert len(lines) == 7
    for line in lines:
        given = {"SPACY_PSEUDO_PASSPHRASE": "five wet sheep in a boat"}
        done = CliRunner().invoke(app, shlex.split(line)[1:], env=given)
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("file", LAYOUT, ids=lambda file: file.name)
def test_it_says_who_may_edit_a_file(file) -> None:  # type: ignore[no-untyped-def]
    (row,) = (line for line in PAGE.splitlines() if line.startswith("|") and f"`{file.name}`" in line)
    assert row.split("|")[3].strip().startswith("yes" if file.editable else "no")
