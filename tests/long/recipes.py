"""The recipes of docs/cluster.md, as they stand there, each with the engine it is for, in processes on this machine.
They are none of the suite: `pip install pyspark ray`, Java 17, then `pytest -n 0 tests/long/recipes.py`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow
import pyarrow.parquet
import pytest

from spacy_pseudo.corpus.readers import read_messages

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "assets"
PAGE = (ROOT / "docs" / "cluster.md").read_text("utf-8")
NAME = b"Gillespie"
FIELDS = ("id", "author", "parent", "thread", "session", "timestamp", "subject", "text")


def run(*words: object) -> str:
    # Spark's workers are whatever is called python3, unless told otherwise.
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, *map(str, words)]
    with TemporaryDirectory(prefix="r", ignore_cleanup_errors=True) as place:  # short: Ray's sockets lie in it
        environment |= dict.fromkeys(("TMPDIR", "RAY_TMPDIR", "SPARK_LOCAL_DIRS"), place)
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        left = [path for path in Path(place).rglob("*") if path.is_file() and NAME in path.read_bytes()]
    assert left == [], "what engines leave in temporary directories tells nobody's name"
    assert NAME.decode() not in done.stdout + done.stderr
    return done.stdout


def pseudo(*words: object) -> str:
    return run("-c", "from spacy_pseudo.cli import main; main()", *words)


def recipe(heading: str, place: Path) -> Path:
    """RETURNS (Path): The program below a heading of the page."""
    (found,) = re.findall(rf"^### {heading}\n.*?^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    path = place / "recipe.py"
    path.write_text(found, "utf-8")
    return path


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): The example's messages in four parts."""
    place = tmp_path_factory.mktemp("data") / "archive"
    place.mkdir()
    rows = [{name: getattr(m, name) for name in FIELDS} for m in read_messages(ASSETS / "messages.csv")]
    for number in range(4):
        part = pyarrow.Table.from_pylist(rows[number * 30 : (number + 1) * 30])
        pyarrow.parquet.write_table(part, place / f"part-{number}.parquet")
    return place


@pytest.fixture(scope="module")
def whole(archive: Path) -> Path:
    """RETURNS (Path): What one process makes of them."""
    place = archive.parent / "whole"
    given = ("--roster", ASSETS / "roster.csv", "--no-audit", "--workers", 1)
    pseudo("run", archive, *given, "--out", place / "out", "--key", place / "key")
    return place


def told(parts: Iterable[Path]) -> list[tuple[str | None, ...]]:
    """RETURNS (list[tuple[Optional[str], ...]]): Messages, in an order of their own; input has no other columns."""
    messages = (message for part in sorted(parts) for message in read_messages(part))
    return sorted((tuple(getattr(m, name) for name in FIELDS) for m in messages), key=str)


def test_dask(archive: Path, whole: Path, tmp_path: Path) -> None:
    key, out = tmp_path / "key", tmp_path / "out"
    said = run(recipe("Dask, both passes", tmp_path), archive, ASSETS / "roster.csv", key, out)
    assert said.startswith("96 messages, ")
    # What was found is the same; what was drawn is not: the command line uses the recipe's key.
    for name in ("names.txt", "evidence.jsonl"):
        assert (key / name).read_bytes() == (whole / "key" / name).read_bytes()
    pseudo("apply", archive, "--key", key, "--out", tmp_path / "applied", "--no-audit")
    assert told(out.iterdir()) == told([tmp_path / "applied" / "messages.parquet"])


@pytest.mark.parametrize("engine", ["Spark", "Ray"])
def test_apply(engine: str, archive: Path, whole: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in (whole / "key").iterdir() if path.is_file()}
    run(recipe(engine, tmp_path), archive, whole / "key", tmp_path / "out")
    parts = [path for path in (tmp_path / "out").iterdir() if path.name.startswith("part-")]
    assert told(parts) == told([whole / "out" / "messages.parquet"])
    assert {path.name: path.read_bytes() for path in (whole / "key").iterdir() if path.is_file()} == before
