"""Read features.txt, run what it says, and make the page of it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from typer.testing import CliRunner

from spacy_pseudo.cli import app

HERE: Final = Path(__file__).parent
PAGE: Final = HERE.parents[1] / "docs" / "features.md"
ASSETS: Final = HERE.parents[1] / "assets"
CODES: Final = "--pseudonyms id"
CLASS: Final[Mapping[str, str]] = {
    "s1": "Robert Ashdown",
    "s2": "Mary Calder",
    "s3": "Ottoline Fairweather",
    "s4": "Kenneth Thornbury",
    "s5": "Priya Raghavan",
    "s6": "Grace Muir",
    "s7": "Robert Gillespie",
    "s8": "王小明",
    "s9": "Siobhán Delcourt",
    "s10": "Anne-Marie O'Neil",
}
_SAID: Final = re.compile(r"(?P<author>s\d+)>(?P<answers>s\d+)?: (?P<text>.*)")
_FILE: Final = re.compile(r"(?P<file>\S+) (?P<how>[~=]) (?P<what>.*)")
_ESCAPES: Final = re.compile(r"\\n|\\u[0-9a-f]{4}")
_INTRODUCTION: Final = """# What the published systems do

Every capability of the systems in the literature (Farrow et al. 2023; Bosch et al. 2020; Volodina et al. 2020; Holmes
et al. 2024), by its row in our list, and what shows that this tool has it. `tests/features` makes the page, and runs
all of it; a row that fails says so. Messages with the same options are one corpus, and these are its participants:

"""


@dataclass
class Feature:
    """A capability, what shows it, and what must come of it."""

    rows: str
    capability: str
    command: str = CODES
    lang: str = "en"
    script: list[str] = field(default_factory=list)
    said: list[tuple[str, str, str]] = field(default_factory=list)  # author, whom it answers, text
    wanted: list[tuple[str, str, str]] = field(default_factory=list)  # where ('' for what is written), how, what

    @property
    def is_command(self) -> bool:
        """RETURNS (bool): It is shown by a command of its own, not by messages."""
        return not self.said

    @property
    def group(self) -> tuple[str, str]:
        """RETURNS (tuple[str, str]): Features of one group are shown by one run."""
        return self.command, self.lang


def plain(text: str) -> str:
    """RETURNS (str): A text of the file as it is meant."""
    return _ESCAPES.sub(lambda m: "\n" if m[0] == "\\n" else chr(int(m[0][2:], 16)), text)


@cache
def read_features() -> tuple[Feature, ...]:
    """RETURNS (tuple[Feature, ...]): What the file has."""
    found: list[Feature] = []
    for line in (HERE / "features.txt").read_text("utf-8").splitlines():
        if line.startswith("## "):
            rows, capability = line[3:].split(" | ")
            found.append(Feature(rows, capability))
        elif line.startswith("    "):
            found[-1].script.append(line[4:])
        elif line and not line.startswith("#"):
            _read(found[-1], line)
    return tuple(found)


def _read(feature: Feature, line: str) -> None:
    if line.startswith("$ "):
        feature.command = line[2:]
    elif said := _SAID.fullmatch(line):
        feature.said.append((said["author"], said["answers"] or "", plain(said["text"])))
    elif line[:2] in ("= ", "~ "):
        feature.wanted.append(("", line[0], plain(line[2:]) if line[0] == "=" else line[2:]))
    elif file := _FILE.fullmatch(line):
        feature.wanted.append((file["file"], file["how"], file["what"]))
    else:
        feature.lang = line


class Shown:
    """Runs features in a directory of its own, and remembers what came of them."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._groups: dict[tuple[str, str], dict[str, str]] = {}
        self._said: dict[str, str] = {}

    def outcomes(self, feature: Feature) -> Iterator[tuple[str, bool]]:
        """YIELDS (tuple[str, bool]): What came of each line of a feature, and whether it is what is wanted."""
        if feature.is_command:
            asked = "\n".join((feature.command, *feature.script))
            if asked not in self._said:
                self._said[asked] = self._command(feature)
            said = self._said[asked]
            yield from (
                (said, self._fits(self._place / "example", file, how, what, said)) for file, how, what in feature.wanted
            )
            return
        written = self._texts(feature)
        place = self._group_place(feature.group)
        texts = iter(written)
        for file, how, what in feature.wanted:
            text = next(texts) if not file else ""
            yield text, self._fits(place, file, how, what, text)

    def _fits(self, place: Path, file: str, how: str, what: str, said: str) -> bool:
        if file:
            paths = sorted(place.glob(file))
            said = "\n".join(path.read_text("utf-8") for path in paths)
            what = (place / what).read_text("utf-8") if how == "=" else what
            return bool(paths) and (said == what if how == "=" else re.search(what, said) is not None)
        return said == what if how == "=" else re.search(what, said, re.MULTILINE) is not None

    def _group_place(self, group: tuple[str, str]) -> Path:
        return self._place / re.sub(r"\W+", "_", " ".join(group))

    def _texts(self, feature: Feature) -> Sequence[str]:
        group = feature.group
        if group not in self._groups:
            self._groups[group] = self._run(group)
        written = self._groups[group]
        at = read_features().index(feature)
        return [written.get(f"f{at}-{n}", "") for n in range(len(feature.said))]

    def _run(self, group: tuple[str, str]) -> dict[str, str]:
        """Run all features of a group as one corpus."""
        place = self._group_place(group)
        place.mkdir()
        rows = [
            {"id": f"f{at}-{n}", "author": author, "parent_author": answers, "thread": f"f{at}-{n}", "text": text}
            for at, feature in enumerate(read_features())
            if feature.group == group
            for n, (author, answers, text) in enumerate(feature.said)
        ]
        (place / "messages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        people = "".join(json.dumps({"id": id, "names": [name]}) + "\n" for id, name in CLASS.items())
        (place / "roster.jsonl").write_text(people, "utf-8")
        options = [*shlex.split(group[0]), "--lang", group[1], "--seed", "1", "--quiet"]
        self._call(
            place, ["run", "messages.jsonl", "--roster", "roster.jsonl", "--out", "out", "--key", "key", *options]
        )
        out = place / "out" / "messages.jsonl"
        lines = out.read_text("utf-8").splitlines() if out.exists() else []
        return {row["id"]: row["text"] for row in map(json.loads, lines)}

    def _command(self, feature: Feature) -> str:
        place = self._place / "example"
        if not place.exists():
            (place / "new").mkdir(parents=True)
            for name in ("messages.csv", "roster.csv", "allow.txt", "gold.jsonl"):
                (place / name).write_bytes((ASSETS / name).read_bytes())
            options = ["--allow", "allow.txt", "--seed", "3", "--quiet"]
            self._call(
                place, ["run", "messages.csv", "--roster", "roster.csv", "--out", "out", "--key", "key", *options]
            )
        program, *arguments = shlex.split(feature.command)
        if program == "python":
            arguments = ["-c", "\n".join(feature.script)] if feature.script else arguments
            done = subprocess.run(
                [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=HERE.parents[1]
            )
            return done.stdout + done.stderr
        return self._call(place, arguments)

    @staticmethod
    def _call(place: Path, arguments: Sequence[str]) -> str:
        with contextlib.chdir(place) if hasattr(contextlib, "chdir") else _changed_to(place):
            result = CliRunner().invoke(app, list(arguments))
        return str(result.output)


@contextlib.contextmanager
def _changed_to(place: Path) -> Iterator[None]:
    """As `contextlib.chdir`, which Python 3.10 lacks."""
    before = Path.cwd()
    os.chdir(place)
    try:
        yield
    finally:
        os.chdir(before)


def make_page(shown: Shown) -> str:
    """RETURNS (str): The page: every row, what shows it, and what came of it."""
    people = ", ".join(f"`{id}` {name}" for id, name in CLASS.items())
    lines = [_INTRODUCTION + people + ".\n"]
    fails = 0
    for feature in read_features():
        outcomes = list(shown.outcomes(feature))
        works = bool(outcomes) and all(fits for _, fits in outcomes)
        fails += not works
        lines.append(f"## {feature.rows}: {feature.capability}\n\n{'works' if works else '**fails**'}\n")
        if feature.is_command:
            lines.append("\n".join(("```text", f"$ {feature.command}", *feature.script, "```\n")))
            continue
        lang = f" --lang {feature.lang}" if feature.lang != "en" else ""
        lines.append(
            f"`spacy-pseudo run messages.jsonl --roster roster.jsonl {feature.command}{lang} --out out --key key`\n"
        )
        written = [text for (file, *_), (text, _) in zip(feature.wanted, outcomes, strict=True) if not file]
        rows = (
            f"| {author} | {answers} | {_cell(text)} | {_cell(result)} |"
            for (author, answers, text), result in zip(feature.said, written or [""] * len(feature.said), strict=True)
        )
        lines.append("\n".join(("| author | answers | before | after |", "| --- | --- | --- | --- |", *rows)) + "\n")
    count = len(read_features())
    lines.insert(1, f"{count - fails} of {count} work.\n")
    return "\n".join(lines)


def _cell(text: str) -> str:
    return (
        "`" + json.dumps(text, ensure_ascii=False)[1:-1].replace("|", "\\|").replace('\\"', '"') + "`" if text else ""
    )


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        PAGE.write_text(make_page(Shown(Path(made))), "utf-8")
