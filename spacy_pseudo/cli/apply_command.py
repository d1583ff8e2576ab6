"""`spacy-pseudo apply`: messages and a key in, what may be shared and what is private out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TextIO

from ..attrs import REPLACEMENTS_FILE, SUMMARY_FILE
from ..errors import Errors, PseudoError
from ..people.owners import SCOPES
from . import arguments
from . import options as o
from .sharing import Sharing

if TYPE_CHECKING:
    from ..corpus.metadata import MetadataRewriter
    from ..corpus.writers import MessageWriter
    from ..key import Key
    from ..passes.apply import Result
    from ..surrogates.by_hand import Listing
    from .sources import Source
    from .summary import Summary
    from .treatment import Treatment


@arguments.shared
def apply_cli(
    source: Source,
    key: o.KeyDirectory,
    out: o.OutDirectory,
    treatment: Treatment,
    sharing: Sharing,
    scope: o.Scope = None,
    seed: o.Seed = None,
    force: o.Force = False,
    strict: o.Strict = False,
    no_audit: o.NoAudit = False,
    quiet: o.Quiet = False,
) -> int:
    """Replace every mention by its pseudonym, with KEY/names.txt as you corrected it.

    Pseudonyms, and who is left out, are as the key has them. OUT may be shared: the messages, and a summary without
    names. What was replaced where (replacements.jsonl), and what to look at (conflicts.jsonl, failures.jsonl), goes
    to KEY.

    \b
    Example:
      spacy-pseudo apply messages.csv --key key --out out --force
    """
    from ..key import Key
    from .reports import show_applied, show_quick_audit, show_strange

    o.choice(scope, SCOPES, "--scope")
    job = Job(
        source, key, out, treatment, sharing, seed=seed, force=force, quiet=quiet,
    )  # fmt: skip
    job.check()
    made = Key.load(key)
    check_complete(made, key)
    source.know(made)
    made.scope = scope or made.scope
    strange = made.strange_lines()
    summary = job.apply(made)
    if not quiet:
        show_strange(strange, key)
        show_applied(summary, out, key)
        if not no_audit:
            show_quick_audit(out, key)
    return exit_code(summary, strict=strict)


def check_complete(key: Key, directory: Path) -> None:
    """Make sure that what discover found is there: a name map that was given up must be made anew first."""
    from ..key import NAMES

    if key.offered and key.name_map is None:
        raise PseudoError(Errors.P370.format(path=directory / NAMES))


def exit_code(summary: Summary, *, strict: bool) -> int:
    """RETURNS (int): 1 if messages failed, or under `--strict` conflicts are open; otherwise 0."""
    return int(bool(summary.failed) or (strict and bool(summary.conflicts)))


@dataclass(frozen=True)
class Job:
    """A file to be pseudonymised. What may be shared appears as a whole, or not at all.

    source (Source): The messages.
    directory (Path): The key directory.
    out (Path): The directory that may be shared.
    treatment (Treatment): What stays, and what is done with other personal data.
    sharing (Sharing): What becomes of the other columns.
    seed (Optional[int]): For a reproducible secret, in tests.
    force (bool): Replace earlier output.
    quiet (bool): No progress bar.
    watch (Optional[Callable[[int, int], None]]): Is told how many messages are done, and of how many.
    """

    source: Source
    directory: Path
    out: Path
    treatment: Treatment
    sharing: Sharing = field(default_factory=Sharing)
    seed: int | None = None
    force: bool = False
    quiet: bool = False
    watch: Callable[[int, int], None] | None = None

    def check(self, *, inputs: Iterable[Path | None] = ()) -> None:
        """Find out what would stop the job, before any work is done.

        inputs (Iterable[Optional[Path]]): Further files that are read; they must not lie in the output either.
        """
        from ..corpus.writers import check_columns, check_directories
        from ..disk import check_replaceable
        from ..errors import Errors, PseudoError

        self.sharing.check()
        self.treatment.check()
        files = [path for path in (*self.source.paths, *self.treatment.files, *inputs) if path is not None]
        check_directories(self.out, self.directory, inputs=files)
        check_replaceable(self.out, force=self.force, marker=SUMMARY_FILE)
        for path in files:
            if not path.exists():
                raise PseudoError(Errors.P503.format(path=path))
        self.source.read()
        check_columns([part.report for part in self.source.parts], self.sharing.keep_columns)

    def apply(self, key: Key, learned: Mapping[str, str | None] = MappingProxyType({})) -> Summary:
        """Pseudonymise the messages, and write output and key: first a new generation of the key, then the output.

        key (Key): The key; who was added to its name map by hand gets a pseudonym.
        learned (Mapping[str, Optional[str]]): What discover found, by file of the key; None deletes a file.
        RETURNS (Summary): What was done.
        """
        from ..corpus.metadata import MetadataRewriter
        from ..corpus.replies import distinct
        from ..corpus.share_modes import DROP, to_settings
        from ..corpus.writers import MessageWriter
        from ..disk import atomic_file, fresh_directory
        from ..key import (
            ADAPTED,
            CONFLICTS,
            DECISIONS,
            EXCHANGED,
            FAILURES,
            KEPT,
            LEFT,
            ORDINARY,
            PSEUDONYMS,
            SECRET,
            SURROGATES,
            check_key_directory,
            draft,
            secret_in,
            seeded_secret,
        )
        from ..passes.adapting import find_adaptations
        from ..passes.apply import apply, choices_of, cities_mode, others_mode, strategies_of, what_stays
        from ..passes.exchanging import gather_values
        from ..people.decisions import Fitting
        from ..surrogates.by_hand import Listing
        from .summary import Summary

        key.decisions.check({*key.pseudonyms.labels, *(p.id for p in key.roster)}, str(self.directory / DECISIONS))
        key.draw(seed=self.seed, avoid=self.treatment.allowed)
        if not learned:  # discover has read these very messages
            self.source.check_key(key)
            self.source.check_places(key)
        check_key_directory(self.directory)
        if (secret := secret_in(self.directory)) is not None:
            key.secret = secret
        elif self.seed is not None:
            key.secret = seeded_secret(self.seed)
        nlp = self.treatment.pipeline(key)
        key.adapt(find_adaptations((m for part in self.source.parts for m in distinct(part.read())), key, nlp))
        gather_values((m for part in self.source.parts for m in distinct(part.read())), key, nlp)
        modes = self.sharing.modes(choices_of(nlp))
        rewriter = MetadataRewriter(key, lambda: key.secret, **modes)
        summary = Summary(
            key,
            sharing=to_settings(**modes, plain=self.sharing.plain_cells),
            allowed=len(self.treatment.allowed),
            stays=what_stays(nlp),
            strategies=strategies_of(nlp),
            others=others_mode(nlp),
            cities=cities_mode(nlp),
        )
        total = len(key.context.places) or None
        listing, fitting = Listing(key.surrogates), Fitting(key.decisions)
        with ExitStack() as stack:
            place = stack.enter_context(fresh_directory(self.out, force=self.force, marker=SUMMARY_FILE))
            generation = stack.enter_context(draft(self.directory, seen=key.seen))
            lists = [generation.open(name) for name in (REPLACEMENTS_FILE, CONFLICTS, FAILURES)]
            drop = ["timestamp"] if modes["timestamps"] == DROP else []
            bar = stack.enter_context(o.progress(None, what="apply", total=total, quiet=self.quiet))
            for part in self.source.parts:
                messages = distinct(part.read())
                with atomic_file(place / part.file_name) as shared:
                    writer = MessageWriter(
                        shared, part.report, keep=self.sharing.keep_columns, drop=drop, plain=self.sharing.plain_cells
                    )
                    files = _Files(writer, rewriter, *lists)
                    for result in apply(messages, key, nlp):
                        result.message = key.context.complete(result.message)
                        files.write(result)
                        summary.add(result)
                        fitting.see(result.message)
                        list_marked(result, listing)
                        bar.update()
                        if self.watch is not None:
                            self.watch(summary.read, total or 0)
            own: dict[str, str | None] = {
                PSEUDONYMS: key.pseudonyms.to_csv(),
                SECRET: key.secret.hex() + "\n",
                SURROGATES: listing.to_csv(),
                KEPT: "".join(map(_line, summary.ledger.kept_rows())),
                LEFT: summary.ledger.left_csv(),
                ORDINARY: summary.ledger.ordinary_csv(),
                EXCHANGED: "".join(map(_line, key.exchange.to_rows())) or None,
                ADAPTED: "".join(_line(change.to_row()) for change in key.adaptations()) or None,
            }
            generation.write_all({**learned, **own})
            summary.unfitting = fitting.unfit()
            summary.finish(self.source.parts, rewriter, self.sharing.keep_columns, place)
            with atomic_file(place / SUMMARY_FILE) as stream:
                stream.write(json.dumps(summary.to_dict(), indent=2, ensure_ascii=False) + "\n")
        return summary


@dataclass(frozen=True)
class _Files:
    """Where results go: messages to what may be shared, everything else to the key."""

    writer: MessageWriter
    rewriter: MetadataRewriter
    replacements: TextIO
    conflicts: TextIO
    failures: TextIO

    def write(self, result: Result) -> None:
        """Write one message's result; every message has a line in the replacements."""
        from ..corpus.metadata import UnknownPersonError

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
                self.writer.write({**values, "subject": result.subject, "text": result.text}, extra=message.extra)
                if untold := self.rewriter.untold(message, values):
                    row["metadata"] = untold
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
                row.update(
                    {"subject_identifiers": done} if done else {}, **{"subject_marked": marked} if marked else {}
                )
        if result.failure is not None:
            row["failed"] = result.failure
            self.failures.write(_line({"id": message.id, "code": result.failure, "reason": result.reason}))
        self.replacements.write(_line(row))
        self.conflicts.writelines(map(_line, result.conflicts))


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


def list_marked(result: Result, listing: Listing) -> None:
    """List what was marked and not replaced, for a person to look at.

    result (Result): What became of a message.
    listing (Listing): The list.
    """
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
            listing.add(row["category"], text, row["start"], row["end"], message=message.id or "", replaced=replaced)


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
