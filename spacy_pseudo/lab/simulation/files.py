"""A simulated forum as a directory that `evaluate`, `compare` and `calibrate` read as it is."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from ...attrs import METADATA
from ...disk import atomic_file, fresh_directory
from ..evaluation.gold import GOLD
from .forum import Forum, Post
from .forum_statistics import Statistics

SUMMARY: Final = "simulation.json"
FORMATS: Final = ("csv", "jsonl")
_FIELDS: Final = (*(name for name in METADATA if name != "parent_author"), "text")


def write_forum(
    forum: Forum,
    directory: Path,
    *,
    format: str = FORMATS[0],
    force: bool = False,
    watch: Callable[[Iterable[Post]], Iterable[Post]] = iter,
) -> dict[str, Any]:
    """Write a forum. The directory is there completely or not at all.

    forum (Forum): The forum.
    directory (Path): Where messages, roster.csv, allow.txt, gold.jsonl and simulation.json go.
    format (str): How messages are written: 'csv' or 'jsonl'.
    force (bool): Replace a simulated forum that is there.
    watch (Callable[[Iterable[Post]], Iterable[Post]]): Passes the posts on: a progress bar.
    RETURNS (dict[str, Any]): What simulation.json says: settings, and what the forum has turned out to be.
    """
    statistics = Statistics(forum)
    with fresh_directory(directory, force=force, marker=SUMMARY) as place, ExitStack() as stack:
        messages, gold, roster, allow, summary = (
            stack.enter_context(atomic_file(place / name))
            for name in (f"messages.{format}", GOLD, "roster.csv", "allow.txt", SUMMARY)
        )
        table = csv.writer(messages, lineterminator="\r\n")
        if format == "csv":
            table.writerow(_FIELDS)
        for post in watch(forum.posts()):
            statistics.add(post)
            values = [getattr(post.message, name) for name in _FIELDS]
            if format == "csv":
                table.writerow(values)
            else:
                messages.write(json.dumps(dict(zip(_FIELDS, values, strict=True)), ensure_ascii=False) + "\n")
            gold.write(_gold_line(post))
        rows = csv.writer(roster, lineterminator="\r\n")
        rows.writerow(("id", "name", "role"))
        rows.writerows((p.id, name, p.role) for p in forum.people.values() for name in p.listed)
        allow.write("# Public figures of this forum: their names stay as they are.\n")
        allow.writelines(f"{name}\n" for name in forum.allowed())
        report = {"settings": forum.settings.to_dict(), **statistics.to_dict()}
        summary.write(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    return report


def _gold_line(post: Post) -> str:
    mentions = [mention._asdict() for mention in post.mentions]
    return json.dumps({"id": post.message.id, "answers": post.answers, "mentions": mentions}, ensure_ascii=False) + "\n"
