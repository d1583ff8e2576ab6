"""Stretches of messages: what becomes of them with a key, as plain data that one process can hand to another."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..corpus.metadata import MetadataRewriter, UnknownPersonError
from ..people.decisions import Fitting
from ..surrogates.by_hand import Places
from .apply import Result, apply, make_pipeline
from .counts import Counts
from .ledger import Page
from .shards import Shard

if TYPE_CHECKING:
    from spacy.language import Language

    from ..key import Key


@dataclass
class Outcome:
    """What became of a stretch of messages, in their order. Private, but for `written`.

    headers (int): How many columns of the input are written.
    written (list[tuple[dict[str, Optional[str]], Mapping[str, Optional[str]]]]): What may be shared of each message
        that is written: its fields, and the values of columns that are no fields, by header.
    seen (list[tuple[str, Optional[str]]]): Of each of them the id and the time stamp as they were.
    replacements, conflicts, failures (list[str]): Lines of the files of that name.
    counts (Counts): What is counted.
    page (Page): What is left in the texts.
    places (Places): What was marked.
    unfitting (set[int]): Lines of decisions that had no effect, here nor in what the same process did before.
    coded_ids (set[str]): Ids that were turned into codes.
    """

    headers: int = 0
    written: list[tuple[dict[str, str | None], Mapping[str, str | None]]] = field(default_factory=list)
    seen: list[tuple[str, str | None]] = field(default_factory=list)
    replacements: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    page: Page = field(default_factory=Page)
    places: Places = field(default_factory=Places)
    unfitting: set[int] = field(default_factory=set)
    coded_ids: set[str] = field(default_factory=set)


class Applier:
    """Pseudonymises stretches of messages, in any order; made once per process.

    key (Key): The key.
    nlp (Language): A pipeline as `make_pipeline` makes it.
    ids (str): What becomes of ids, see `MetadataRewriter`.
    timestamps (str): What becomes of time stamps.
    """

    def __init__(self, key: Key, nlp: Language, *, ids: str, timestamps: str) -> None:
        self._key, self._nlp = key, nlp
        self.rewriter = MetadataRewriter(key, lambda: key.secret, ids=ids, timestamps=timestamps)
        self._fitting = Fitting(key.decisions)

    def __call__(self, shard: Shard) -> Outcome:
        """RETURNS (Outcome): What became of the messages.

        shard (Shard): The messages.
        """
        outcome, rewriter = Outcome(shard.headers), self.rewriter
        rewriter.coded_ids, rewriter.unreadable_timestamps = outcome.coded_ids, 0
        for result in apply(shard.messages, self._key, self._nlp):
            result.message = self._key.context.complete(result.message)
            outcome.replacements.append(self._write(result, outcome))
            outcome.conflicts += map(line_of, result.conflicts)
            outcome.counts.add(result, self._key)
            outcome.page.add(result, self._key.watchlist)
            self._fitting.see(result.message)
            _list_marked(result, outcome.places)
        outcome.counts.unreadable_timestamps = rewriter.unreadable_timestamps
        outcome.unfitting = self._fitting.unfit()
        return outcome

    def _write(self, result: Result, outcome: Outcome) -> str:
        """RETURNS (str): The message's line in the replacements; every message has one."""
        message = result.message
        row: dict[str, Any] = {"id": message.id, "spans": [], "identifiers": [], "marked": [], "others": []}
        if result.excluded:
            row["excluded"] = True
        elif result.failure is None:
            try:
                values = self.rewriter.rewrite(message)
            except UnknownPersonError as error:
                result.fail(error.code, error.remedy)
            else:
                shared = {**values, "subject": result.subject, "text": result.text}
                outcome.written.append((shared, message.extra or {}))
                outcome.seen.append((message.id or "", message.timestamp))
                if untold := self.rewriter.untold(message, values):
                    row["metadata"] = untold
                _tell(result, row)
        if result.failure is not None:
            row["failed"] = result.failure
            outcome.failures.append(line_of({"id": message.id, "code": result.failure, "reason": result.reason}))
        return line_of(row)


def make_applier(
    key: Key, config: str | Path | None, settings: Mapping[str, Any], modes: Mapping[str, str]
) -> Callable[[Shard], Outcome]:
    """Make in another process what one process makes for itself.

    key (Key): The key.
    config (Optional[Union[str, Path]]): A spaCy config or pipeline, see `make_pipeline`.
    settings (Mapping[str, Any]): What is chosen besides.
    modes (Mapping[str, str]): What becomes of ids and time stamps.
    RETURNS (Callable[[Shard], Outcome]): Pseudonymises shards.
    """
    return Applier(key, make_pipeline(key, config=config, **settings), **modes)


def _tell(result: Result, row: dict[str, Any]) -> None:
    """Tell what was replaced where, and what it was."""
    message = result.message
    row["spans"] = _spans(result.replacements, message.text)
    row["identifiers"], row["marked"] = _identifiers(result.identifiers, message.text)
    row["others"] = _others(result.others, message.text)
    if result.cut:
        row["cut"] = result.cut
    if message.html:
        row["html"] = True
        row["markup"] = [[*edit, message.text[edit[0] : edit[1]]] for edit in result.markup]
    if result.subject_others:
        row["subject_others"] = _others(result.subject_others, message.subject or "")
    if result.subject_replacements:
        row["subject"] = _spans(result.subject_replacements, message.subject or "")
    done, marked = _identifiers(result.subject_identifiers, message.subject or "")
    row.update({"subject_identifiers": done} if done else {}, **{"subject_marked": marked} if marked else {})


def _spans(replacements: list[dict[str, Any]], text: str) -> list[list[Any]]:
    fields = ("start", "end", "participant", "replacement", "category", "confidence")
    return [[*(r[name] for name in fields), text[r["start"] : r["end"]], r["place"]] for r in replacements]


def _others(found: list[dict[str, Any]], text: str) -> list[list[Any]]:
    """Names of people who take no part; the replacement of what is left is None."""
    fields = ("start", "end", "category", "replacement", "confidence")
    return [[*(r[name] for name in fields), text[r["start"] : r["end"]]] for r in found]


def _identifiers(found: list[dict[str, Any]], text: str) -> tuple[list[list[Any]], list[list[Any]]]:
    """What was replaced, and what stands there still."""
    fields = ("start", "end", "category", "replacement", "participant", "confidence")
    rows = [[*(r[name] for name in fields), text[r["start"] : r["end"]]] for r in found]
    return [row for row in rows if row[3] is not None], [row for row in rows if row[3] is None]


def _list_marked(result: Result, places: Places) -> None:
    """List what was marked and not replaced, for a person to look at."""
    message, shown = result.message, result.shown
    attributes = [row for row in result.identifiers if "attribute" in row]
    parts = (
        (shown.identifiers, shown.message.text),
        (attributes, message.text),
        (result.subject_identifiers, message.subject or ""),
    )
    for found, text in parts if result.text is not None else ():
        for row in found:
            replaced = row["replacement"] is not None
            places.add(row["category"], text, row["start"], row["end"], message=message.id or "", replaced=replaced)


def line_of(row: Mapping[str, Any]) -> str:
    """RETURNS (str): A line of JSONL."""
    return json.dumps(row, ensure_ascii=False) + "\n"
