"""The README and the pages beside the code: every example is run, what they say of options, files and names is true."""

import contextlib
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import typer
from typer.testing import CliRunner
from weasel.util import load_project_config

from spacy_pseudo import attrs
from spacy_pseudo.cli import app
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.people.name_map import NameMap

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in sorted([*(ROOT / "spacy_pseudo").rglob("*.md"), *(ROOT / "docs").glob("*.md")])
}


class Block(NamedTuple):
    """A fenced block: what stands after the fence, and the text in it."""

    kind: str
    text: str


def blocks_of(page: str) -> list[Block]:
    return [Block(*found) for found in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]


BLOCKS = blocks_of(README)


def blocks(*kinds: str) -> list[Block]:
    """RETURNS (list[Block]): The blocks of these kinds; there must be some."""
    found = [block for block in BLOCKS if block.kind in kinds]
    assert found
    return found


INSTALLS = [block.text.strip() for block in blocks("bash") if "pip install" in block.text]
COMMANDS = [line for block in blocks("bash") if "pip install" not in block.text for line in block.text.splitlines()]


@pytest.fixture
def forum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """RETURNS (Path): A copy of what the examples use; the working directory."""
    for name in ("assets", "configs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "project.yml", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def execute(line: str) -> str:
    """Run a line of a shell example: our own commands here, others in a process of their own. RETURNS (str): What it
    prints."""
    words = shlex.split(line)
    if words[0] == "spacy-pseudo":
        given = {"SPACY_PSEUDO_PASSPHRASE": "five wet sheep in a boat"}  # where a person would be asked
        done = CliRunner().invoke(app, words[1:], env=given)
        assert done.exit_code == 0, f"{line}\n{done.output}"
    elif words[:4] == ["python", "-m", "spacy", "pseudo"]:
        return execute(shlex.join(["spacy-pseudo", *words[4:]]))
    else:
        assert words[0] == "python", line
        done = subprocess.run([sys.executable, *words[1:]], capture_output=True, encoding="utf-8")
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout


def test_every_block_is_known() -> None:
    assert {block.kind for block in BLOCKS} == {"bash", "python", "output", "text", "names", "json"}


def test_before_and_after_are_what_the_project_makes(forum: Path) -> None:
    project = load_project_config(forum)
    scripts = {command["name"]: command["script"] for command in project["commands"]}
    for line in (*scripts["discover"], *scripts["apply"]):
        execute(line)
    # The README breaks long lines.
    before = {" ".join(message.text.split()): message.id for message in read_messages("assets/messages.csv")}
    after = {message.id: " ".join(message.text.split()) for message in read_messages("out/messages.csv")}
    shown = [" ".join(block.text.split()) for block in blocks("text")[:4]]
    originals, results = shown[: len(shown) // 2], shown[len(shown) // 2 :]
    assert len(originals) == 2
    assert [after[before[text]] for text in originals] == results


def test_shell_examples_run(forum: Path) -> None:
    assert [line.split()[1] for line in COMMANDS if line.startswith("spacy-pseudo")] == [
        "check", "run", "apply", "evaluate", "sample", "compare", "calibrate", "run", "simulate", "compare",
        "check", "discover", "apply", "export", "network", "apply",
        "run", "run", "words", "run", "apply",
    ]  # fmt: skip
    for line in COMMANDS:
        execute(line)
    assert sorted(path.name for path in Path("out").iterdir()) == ["messages.csv", "summary.json"]
    private = {path.name for path in Path("key").iterdir()}
    named = set(re.findall(r"`([\w.]+)`", README.split("**KEY is private.**")[1].split("###")[0]))
    assert private | {"secret", "decisions.csv", "adapted.jsonl", "exchanged.jsonl", "log.jsonl"} == named


def run_python(name: str, page: str) -> int:
    namespace: dict[str, object] = {}
    pairs = pairwise([*blocks_of(page), Block("", "")])
    python = [(block, after) for block, after in pairs if block.kind == "python"]
    for block, after in python:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, name, "exec"), namespace)
        assert printed.getvalue() == (after.text if after.kind == "output" else "")
    return len(python)


def test_python_examples_print_what_is_shown(forum: Path) -> None:
    assert run_python("README.md", README) >= 4


@pytest.mark.parametrize("name", PAGES)
def test_examples_of_the_pages(forum: Path, name: str) -> None:
    run_python(name, PAGES[name])
    for block, after in pairwise([*blocks_of(PAGES[name]), Block("", "")]):
        printed = [execute(line) for line in block.text.splitlines()] if block.kind == "bash" else []
        if printed and after.kind == "output":
            assert _lines(printed[-1]) == _lines(after.text)


def _lines(text: str) -> list[str]:
    """RETURNS (list[str]): Lines without the blanks at their ends, and without empty ones."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_account_is_what_its_page_shows(forum: Path) -> None:
    shown = {block.kind: block.text for block in blocks_of((ROOT / "docs" / "account.md").read_text("utf-8"))}
    execute(shown["bash"])
    kept = [json.loads(line) for line in Path("key/kept.jsonl").read_text("utf-8").splitlines()]
    assert json.loads(shown["json"]) in kept
    Path("key/decisions.csv").write_text(shown["text"], "utf-8")
    told = execute("spacy-pseudo apply assets/messages.csv --out out --key key --allow assets/allow.txt --force")
    assert "decisions.csv" not in told, "a line that fits nothing would be told"
    assert shown["output"].strip() in told
    assert json.loads(shown["jsonl"]) == json.loads(Path("key/adapted.jsonl").read_text("utf-8"))
    texts = {message.id: message.text for message in read_messages("out/messages.csv")}
    assert "Drummond" not in texts["m031"]
    assert texts["m004"].endswith("\n\nRobert")
    assert "Sparky" in texts["m009"]
    assert "Paine" not in texts["m027"]


def test_name_map_example_is_read() -> None:
    (block,) = blocks("names")
    names = NameMap.parse(block.text, source="README.md")
    assert names.participants() == ["s1013", "s1155", "s2051"]
    assert [form.text for _, form in names if form.unsure] == ["Elisabeth", "Hannah"]


def test_gold_example_is_a_line_of_the_example() -> None:
    (block,) = blocks("json")
    example = block.text.strip().removesuffix("}]}")
    gold = (ROOT / "assets/gold.jsonl").read_text("utf-8")
    assert example in re.sub(r', "category": "\w+"', "", gold)


def test_installation_is_what_is_tested() -> None:
    run_example, run_tests = INSTALLS
    assert run_tests in (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert run_tests.endswith(".venv/bin/pytest")
    assert run_example.endswith(".venv/bin/python -m spacy project run all")


def test_options_are_those_of_the_command_line() -> None:
    group = typer.main.get_command(app)
    commands = group.commands.values()  # type: ignore[attr-defined]
    options = {
        option
        for command in (*commands, *(inner for c in commands for inner in getattr(c, "commands", {}).values()))
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--")
    }
    told = {option for page in (README, *PAGES.values()) for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", page)}
    assert options - told == set()
    assert told - options == {"--help", "--paths", "--code"}  # not ours but typer's and spaCy's


def test_components_spans_and_extensions_are_told() -> None:
    told = set(re.findall(r"\bpseudo_\w+", README))
    keys = {
        attrs.PREFIX + name
        for name in (
            *(attrs.SALUTATIONS, attrs.MISSPELLINGS, attrs.PROTECTED, attrs.IDENTIFIERS),
            *(attrs.OTHERS, attrs.PARTICIPANTS, attrs.MESSAGES),
        )
    }
    extensions = {attrs.PREFIX + name for name in attrs.EXTENSIONS}
    assert told - {"pseudo_doc"} == keys | extensions
    ours = {e.name for e in entry_points(group="spacy_factories") if e.value.startswith("spacy_pseudo.")}
    assert len(ours) == 9
    assert {name for name in ours if f"| `{name}` |" not in README} == set()
    for category in (*attrs.CATEGORIES, attrs.UNLINKED):
        assert f"`{category}`" in README


def test_links_lead_to_files() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []
