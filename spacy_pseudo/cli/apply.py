"""`spacy-pseudo apply`: messages and a key in, what may be shared and what is private out."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..corpus.metadata import TIMESTAMPS
from ..people.linking import SCOPES
from . import options as o

if TYPE_CHECKING:
    from ..apply import Result
    from ..key import Key
    from .sources import Source
    from .summary import Summary

REPLACEMENTS = "replacements.jsonl"
CONFLICTS = "conflicts.jsonl"
FAILURES = "failures.jsonl"
SUMMARY = "summary.json"


def apply_cli(
    messages: o.Messages,
    key: o.KeyDirectory,
    out: o.OutDirectory,
    allow: o.Allow = None,
    timestamps: o.Timestamps = TIMESTAMPS[0],
    keep_columns: o.KeepColumns = None,
    scope: o.Scope = "",
    config: o.Config = None,
    seed: o.Seed = None,
    format: o.Format = None,
    column: o.Column = None,
    encoding: o.Encoding = None,
    limit: o.Limit = None,
    force: o.Force = False,
    strict: o.Strict = False,
    quiet: o.Quiet = False,
) -> int:
    """Replace every mention by its pseudonym, with the key as it is: correct key/names.txt and apply again.

    Example: spacy-pseudo apply messages.csv --key key --out out --force
    """
    from ..key import Key
    from .reports import show_applied
    from .sources import Source

    if scope:
        o.choice(scope, SCOPES, "--scope")
    source = Source(messages, format, encoding, o.columns(column), limit)
    made = Key.load(key)
    made.scope = scope or made.scope
    summary = apply_files(
        source, made, key, out, allow=allow, timestamps=timestamps, keep_columns=keep_columns or [], config=config,
        seed=seed, force=force, quiet=quiet,
    )  # fmt: skip
    if not quiet:
        show_applied(summary, out, key)
    return exit_code(summary, strict=strict)


def exit_code(summary: Summary, *, strict: bool) -> int:
    """RETURNS (int): 1 if messages failed, or under `--strict` conflicts are open; otherwise 0."""
    return int(bool(summary.failed) or (strict and bool(summary.conflicts)))


def apply_files(
    source: Source,
    key: Key,
    directory: Path,
    out: Path,
    *,
    allow: Path | None = None,
    timestamps: str = TIMESTAMPS[0],
    keep_columns: list[str] | None = None,
    config: Path | None = None,
    seed: int | None = None,
    force: bool = False,
    quiet: bool = False,
) -> Summary:
    """Pseudonymise a file. What may be shared appears as a whole, or not at all.

    source (Source): The messages.
    key (Key): The key.
    directory (Path): The key directory.
    out (Path): The directory that may be shared.
    allow (Optional[Path]): Names that stay, one a line.
    timestamps (str): 'keep', 'shift' or 'drop'.
    keep_columns (Optional[list[str]]): Further columns that are written as they are.
    config (Optional[Path]): A spaCy config or pipeline with the pseudonymiser in it.
    seed (Optional[int]): For a reproducible secret, in tests.
    force (bool): Replace earlier output.
    quiet (bool): No progress bar.
    RETURNS (Summary): What was done.
    """
    from ..apply import apply, make_pipeline
    from ..corpus.metadata import MetadataRewriter
    from ..corpus.readers import read_names
    from ..corpus.writers import MessageWriter, atomic_file, check_directories, fresh_directory
    from ..key import PSEUDONYMS, private_directory, secret_of
    from .summary import Summary

    inputs = [path for path in (source.path, allow, config) if path is not None]
    check_directories(out, directory, inputs=inputs)
    names = read_names(allow) if allow is not None else []
    rewriter = MetadataRewriter(key, lambda: secret_of(directory, seed=seed), timestamps=timestamps)
    summary = Summary(settings={"scope": key.scope, "pseudonyms": key.pseudonyms.mode,
                                "template": key.pseudonyms.template, "timestamps": timestamps,
                                "allowlist": len(names), "lang": key.lang})  # fmt: skip
    with ExitStack() as stack:
        place = stack.enter_context(fresh_directory(out, force=force, marker=SUMMARY))
        private_directory(directory)
        private = {
            name: stack.enter_context(atomic_file(directory / name, private=True))
            for name in (REPLACEMENTS, CONFLICTS, FAILURES)
        }
        drawn = set(key.pseudonyms.labels)
        key.draw(seed=seed)
        if set(key.pseudonyms.labels) != drawn:  # somebody was added to the map by hand
            stack.enter_context(atomic_file(directory / PSEUDONYMS, private=True)).write(key.pseudonyms.to_csv())
        nlp = make_pipeline(key, config=config, **({"allow": names} if config is None else {}))
        messages = source.read()
        shared = stack.enter_context(atomic_file(place / MessageWriter.file_name(source.report)))
        drop = ["timestamp"] if timestamps == "drop" else []
        writer = MessageWriter(shared, source.report, keep=keep_columns or [], drop=drop)
        total = len(key.context.places) or None
        for result in apply(o.progress(messages, what="apply", total=total, quiet=quiet), key, nlp):
            _with_parent(result, key)
            _write(result, writer, rewriter, private)
            summary.add(result, key)
        summary.finish(source.report, rewriter, keep_columns or [])
        with atomic_file(place / SUMMARY) as stream:
            stream.write(json.dumps(summary.to_dict(), indent=2, ensure_ascii=False) + "\n")
    return summary


def _with_parent(result: Result, key: Key) -> None:
    """The parent's author as the whole corpus shows, where the file does not say."""
    message = result.message
    place = key.context.places.get(message.id) if message.id is not None else None
    if place is not None and message.parent_author is None and place.parent_author is not None:
        result.message = replace(message, parent_author=place.parent_author)


def _write(result: Result, writer: Any, rewriter: Any, private: dict[str, TextIO]) -> None:
    from ..errors import PseudoError

    message = result.message
    values: dict[str, Any] = {}
    if result.failure is None and not result.excluded:
        try:
            values = rewriter.rewrite(message)
        except PseudoError as error:
            result.failure, result.text, result.replacements, result.conflicts = error.code, None, [], []
    row: dict[str, Any] = {"id": message.id, "spans": _spans(result.replacements, message.text), "identifiers": []}
    if result.subject_replacements and result.text is not None:
        row["subject"] = _spans(result.subject_replacements, message.subject or "")
    if result.excluded:
        row["excluded"] = True
    if result.failure is not None:
        row["failed"] = result.failure
        private[FAILURES].write(_line({"id": message.id, "code": result.failure}))
    private[REPLACEMENTS].write(_line(row))
    for conflict in result.conflicts:
        private[CONFLICTS].write(_line(conflict))
    if result.failure is None and not result.excluded:
        subject = result.subject if message.subject else message.subject
        writer.write({**values, "subject": subject, "text": result.text}, extra=message.extra)


def _spans(replacements: list[dict[str, Any]], text: str) -> list[list[Any]]:
    fields = ("start", "end", "participant", "replacement", "category", "confidence")
    return [[*(r[name] for name in fields), text[r["start"] : r["end"]]] for r in replacements]


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
