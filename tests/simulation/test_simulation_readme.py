"""The page about the generator says what is so, and its examples run."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.simulation import Settings

README = (Path(__file__).parents[2] / "spacy_pseudo" / "simulation" / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_every_setting_is_documented_with_its_default() -> None:
    rows = [line.strip("| ").split(" | ") for line in README.splitlines() if line.startswith("| `")]
    documented = {row[0].strip("`"): row[1:] for row in rows}
    expected = {
        each.name: ["—" if each.default is None else f"{each.default:g}", each.metadata["what"]]
        for each in fields(Settings)
    }
    assert documented == expected


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks("bash") for line in block.splitlines()]
    assert len(lines) == 3
    for line in lines:
        program, *arguments = shlex.split(line)
        assert program == "spacy-pseudo"
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
    assert "Recall" in result.output


def test_python(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("python")
    exec(compile(code, "README.md", "exec"), {})
    assert "GoldMention" in capsys.readouterr().out
