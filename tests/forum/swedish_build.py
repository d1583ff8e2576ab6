"""Build the Swedish example in assets/sv from its marked-up text: `python tests/forum/swedish_build.py`."""

from __future__ import annotations

import csv
import json
import re
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

HERE = Path(__file__).parent
ASSETS = HERE.parent.parent / "assets" / "sv"

PEOPLE = {
    "t01": ("Katarina Lindqvist", "lärare"),
    "s01": ("Lars Svensson", "student"),
    "s02": ("Maria Berg", "student"),
    "s03": ("Maria Nyström", "student"),
    "s04": ("Björn Ek", "student"),
    "s05": ("Åsa Håkansson", "student"),
    "s06": ("Per-Olof Sandberg", "student"),
    "s07": ("Siv Wallin", "student"),
    "s08": ("Mikael Stark", "assistent"),
    "s09": ("Saga Rosén", "student"),
    "s10": ("Yusuf Demir", "student"),
}
_HEAD = re.compile(r"@@ (?P<id>\w+) (?P<author>\w+)(?: <(?P<parent>\w+))? \| (?P<thread>[^|]+) \|(?P<subject>.*)")
_MARK = re.compile(
    r"<<(?P<text>[^|>]+)\|(?P<who>\S+) (?P<kind>\w+)(?: (?P<category>\w+))?>>"
    r"|\{\{(?P<other>[^|}]+)\|(?P<label>[A-Z]+)\}\}"
)
_FIRST = datetime(2024, 4, 2, 8, 15)
_APART = timedelta(hours=7, minutes=13)


def files() -> dict[str, str]:
    """RETURNS (dict[str, str]): The text of each file of the example."""
    messages, gold = StringIO(newline=""), []
    rows = csv.writer(messages, lineterminator="\n")
    rows.writerow(("id", "parent", "author", "thread", "session", "timestamp", "subject", "text"))
    blocks = re.split(r"\n(?=@@ )", (HERE / "swedish.txt").read_text("utf8"))[1:]
    for number, block in enumerate(blocks):
        first, _, marked = block.partition("\n")
        head = _HEAD.fullmatch(first)
        assert head, first
        text, mentions, others = _taken_apart(marked.strip())
        time = (_FIRST + number * _APART).isoformat()
        rows.writerow(
            (head["id"], head["parent"] or "", head["author"], head["thread"].strip(), "vt24", time,
             head["subject"].strip(), text)
        )  # fmt: skip
        line = {"id": head["id"], "mentions": mentions, "identifiers": others}
        gold.append(json.dumps(line, ensure_ascii=False) + "\n")
    roster = "id,name,role\n" + "".join(f"{person},{name},{role}\n" for person, (name, role) in PEOPLE.items())
    return {"messages.csv": messages.getvalue(), "roster.csv": roster, "gold.jsonl": "".join(gold)}


def _taken_apart(marked: str) -> tuple[str, list[dict[str, object]], list[dict[str, object]]]:
    text, at = "", 0
    mentions: list[dict[str, object]] = []
    others: list[dict[str, object]] = []
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        surface = mark["text"] or mark["other"]
        row = {"start": len(text), "end": len(text) + len(surface), "text": surface}
        if mark["label"]:
            others.append({**row, "label": mark["label"]})
        else:
            named = {**row, "who": mark["who"], "kind": mark["kind"]}
            mentions.append({**named, "category": mark["category"]} if mark["category"] else named)
        text += surface
        at = mark.end()
    return text + marked[at:], mentions, others


if __name__ == "__main__":
    ASSETS.mkdir(exist_ok=True)
    for name, content in files().items():
        (ASSETS / name).write_text(content, encoding="utf8", newline="")
