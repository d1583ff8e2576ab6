"""The README and the pages of docs/: every example is run, what they say of options, files and names is true."""

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
from spacy_pseudo.key import LAYOUT
from spacy_pseudo.people.name_map import NameMap

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md"))}
GUIDE = PAGES["docs/guides/pipelines.md"]


class Block(NamedTuple):
    """A fenced block: what stands after the fence, and the text in it."""

    kind: str
    text: str


def blocks_of(page: str) -> list[Block]:
    return [Block(*found) for found in re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]


def blocks(page: str, kind: str) -> list[str]:
    """RETURNS (list[str]): The blocks of a kind; there must be some."""
    found = [block.text for block in blocks_of(page) if block.kind == kind]
    assert found
    return found


INSTALLS = [text.strip() for text in blocks(README, "bash") if "pip install" in text]


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


def run_page(name: str, page: str) -> int:
    """Run the examples of a page, one after the other. RETURNS (int): How many have their output beside them."""
    namespace: dict[str, object] = {}
    shown = 0
    for block, after in pairwise([*blocks_of(page), Block("", "")]):
        wanted = after.text if after.kind == "output" else None
        if block.kind == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block.text, name, "exec"), namespace)
            assert printed.getvalue() == (wanted or "")
        elif block.kind == "bash" and "pip install" not in block.text:
            said = [execute(line) for line in block.text.splitlines()]
            assert wanted is None or _lines(wanted) == _lines(said[-1])
        shown += wanted is not None
    return shown


def _has_examples(page: str) -> bool:
    return any(block.kind in ("bash", "python") for block in blocks_of(page))


# Their examples are run by tests of their own.
LOOKED_AT = ("docs/account.md", "docs/cluster.md", "docs/notebook.md", "docs/reference/files.md")


def test_every_block_is_known() -> None:
    kinds = {block.kind for page in (README, *PAGES.values()) for block in blocks_of(page)}
    assert kinds == {"bash", "python", "output", "text", "names", "json", "jsonl"}


def test_before_and_after_are_what_the_project_makes(forum: Path) -> None:
    project = load_project_config(forum)
    scripts = {command["name"]: command["script"] for command in project["commands"]}
    for line in (*scripts["discover"], *scripts["apply"]):
        execute(line)
    # The README breaks long lines.
    before = {" ".join(message.text.split()): message.id for message in read_messages("assets/messages.csv")}
    after = {message.id: " ".join(message.text.split()) for message in read_messages("out/messages.csv")}
    shown = [" ".join(text.split()) for text in blocks(README, "text")[:4]]
    originals, results = shown[: len(shown) // 2], shown[len(shown) // 2 :]
    assert len(originals) == 2
    assert [after[before[text]] for text in originals] == results
    assert results[0] in " ".join(PAGES["docs/tutorial.md"].split()), "the tutorial draws with the same seed"


def test_the_readme_is_short_and_its_examples_run(forum: Path) -> None:
    assert len(README.splitlines()) <= 200
    run_page("README.md", README)
    assert sorted(path.name for path in Path("out").iterdir() if "report" not in path.name) == [
        "messages.csv",
        "summary.json",
    ]


@pytest.mark.parametrize("name", [name for name in PAGES if name not in LOOKED_AT and _has_examples(PAGES[name])])
def test_examples_of_the_pages(forum: Path, name: str) -> None:
    assert run_page(name, PAGES[name]) == len([b for b in blocks_of(PAGES[name]) if b.kind == "output"])


def _lines(text: str) -> list[str]:
    """RETURNS (list[str]): Lines without the blanks at their ends, and without empty ones."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_files_of_out_and_key_are_told(forum: Path) -> None:
    page = PAGES["docs/reference/files.md"]
    run_page("docs/reference/files.md", page)
    told = [set(re.findall(r"^\| .*?\|", part, re.MULTILINE)) for part in page.split("\n## KEY\n")]
    out, key = ({name for row in rows for name in re.findall(r"`([\w.]+)`", row)} for rows in told)
    assert out == {path.name for path in Path("out").iterdir()}
    assert {path.name for path in Path("key").iterdir()} <= key
    assert key == {file.name for file in LAYOUT} | {"log.jsonl", "manifest.json", "copy.zip"}


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


def test_lines_of_name_maps_are_read() -> None:
    shown = [text for page in PAGES.values() for kind, text in blocks_of(page) if kind == "names"]
    maps = [NameMap.parse(text, source="docs") for text in shown]
    assert [names.participants() for names in maps] == [["s1013", "s1155", "s2051"], ["s1155"]]
    assert [form.text for _, form in maps[0] if form.unsure] == ["Elisabeth", "Hannah"]


def test_gold_example_is_a_line_of_the_example() -> None:
    (text,) = blocks(PAGES["docs/guides/measure.md"], "json")
    gold = (ROOT / "assets/gold.jsonl").read_text("utf-8")
    assert text.strip().removesuffix("}]}") in re.sub(r', "category": "\w+"', "", gold)


def test_installation_is_what_is_tested() -> None:
    run_example, run_tests = INSTALLS
    assert run_tests in (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert run_tests.endswith(".venv/bin/pytest")
    assert run_example.endswith(".venv/bin/python -m spacy project run all")


# Options of typer, spaCy, pip and the benchmarks.
FOREIGN = {"--help", "--version", "--paths", "--code", "--upgrade", "--bare", "--left-out", "--write"}
DASK = {"--no-dashboard", "--nthreads", "--nworkers", "--tls-ca-file", "--tls-cert", "--tls-key"}


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
    assert told - options - FOREIGN - DASK == set()


def test_every_command_that_is_shown_takes_its_options() -> None:
    group = typer.main.get_command(app)
    shown = [
        (name, line)
        for name, page in {"README.md": README, **PAGES}.items()
        for block in blocks_of(page)
        for line in block.text.replace("\\\n", " ").splitlines()
        if re.match(r"spacy-pseudo [a-z]", line.strip()) and "..." not in line and " > " not in line
    ]
    assert len(shown) > 60
    wrong = []
    for name, line in shown:
        words = shlex.split(line, comments=True)[1:]
        command = group.commands.get(words[0])  # type: ignore[attr-defined]
        if hasattr(command, "commands"):
            command, words = command.commands.get(words[1]), words[1:]
        known = {option for param in getattr(command, "params", ()) for option in (*param.opts, *param.secondary_opts)}
        if command is None or {word.partition("=")[0] for word in words if re.match("--[a-z]", word)} - known - FOREIGN:
            wrong.append((name, line))
    assert wrong == []


def test_components_spans_and_extensions_are_told() -> None:
    told = set(re.findall(r"\bpseudo_\w+", GUIDE))
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
    assert {name for name in ours if f"| `{name}` |" not in GUIDE} == set()
    for category in (*attrs.CATEGORIES, attrs.UNLINKED):
        assert f"`{category}`" in GUIDE


def anchors(page: str) -> set[str]:
    """RETURNS (set[str]): What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("name", ["README.md", "SECURITY.md", "CHANGELOG.md", *PAGES])
def test_links_lead_to_files_and_headings(name: str) -> None:
    page = (ROOT / name).read_text("utf-8")
    page = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    dead = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page):
        if "://" not in link:
            target, _, anchor = link.partition("#")
            path = (ROOT / name).parent / target if target else ROOT / name
            if not path.exists() or (anchor and anchor not in anchors(path.read_text("utf-8"))):
                dead.append(link)
    assert dead == []
