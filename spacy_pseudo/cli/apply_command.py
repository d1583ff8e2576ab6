"""`spacy-pseudo apply`: messages and a key in, what may be shared and what is private out."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ..attrs import SUMMARY_FILE
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from ..people.owners import SCOPES
from . import arguments
from . import options as o
from .effort import Effort, Team
from .journal import note
from .sharing import Sharing

if TYPE_CHECKING:
    from spacy.language import Language

    from ..corpus.writers import MessageWriter, PartsWriter
    from ..key import Key
    from ..passes.spool import Spool
    from ..passes.summary import Summary
    from .sources import Part, Source
    from .treatment import Treatment

# What a key, what else was learned, and what was drawn are called among what is finished.
_KEY: Final = "key"
LEARNED: Final = "learned"
_DRAWN: Final = "drawn"
_ALONE: Final = Team()


@arguments.shared
def apply_cli(
    source: Source,
    key: o.KeyDirectory,
    out: o.OutDirectory,
    treatment: Treatment,
    sharing: Sharing,
    effort: Effort,
    again: arguments.Again,
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
    from .next_steps import show_next_steps
    from .reports import show_applied, show_quick_audit, show_strange

    o.choice(scope, SCOPES, "--scope")
    job = Job(
        source, key, out, treatment, sharing, seed=seed, force=force, quiet=quiet,
    )  # fmt: skip
    effort.check(key)
    job.check()
    made = Key.load(key)
    check_complete(made, key)
    source.know(made)
    made.scope = scope or made.scope
    strange = made.strange_lines()
    with effort.spool(key, source.paths) as spool, effort.team(source.paths) as team:
        summary = job.apply(made, team=team, spool=spool)
    del made  # the audit reads the key: of a large corpus, two of them are much
    note(**job.told(summary))
    if not quiet:
        show_strange(strange, key)
        show_applied(summary, out, key)
        unexplained = 0 if no_audit else show_quick_audit(out, key)
        show_next_steps(summary, out, key, again, unexplained=unexplained)
    return exit_code(summary, strict=strict)


def check_complete(key: Key, directory: Path) -> None:
    """Make sure that what discover found is there: a name map that was given up must be made anew first."""
    from ..key import NAMES

    if key.offered and key.name_map is None:
        raise PseudoError(Errors.P370.format(path=directory / NAMES))


def exit_code(summary: Summary, *, strict: bool) -> int:
    """RETURNS (int): 1 if messages failed, or under `--strict` conflicts are open; otherwise 0."""
    return int(bool(summary.counts.failed) or (strict and bool(summary.counts.conflicts)))


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
        from ..disk import check_replaceable, check_writable
        from ..errors import Errors, PseudoError
        from ..key import check_key_directory

        self.sharing.check()
        self.treatment.check()
        files = [path for path in (*self.source.paths, *self.treatment.files, *inputs) if path is not None]
        check_directories(self.out, self.directory, inputs=files)
        check_replaceable(self.out, force=self.force, marker=SUMMARY_FILE)
        check_writable(self.out.resolve().parent, "--out")
        check_key_directory(self.directory)
        check_writable(self.directory, "--key")
        for path in files:
            if not path.exists():
                raise PseudoError(Errors.P503.format(path=path))
        self.source.read()
        check_columns([part.report for part in self.source.parts], self.sharing.keep_columns)

    def settings(self, key: Key, nlp: Language) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): By which settings it is done, as the summary has them.

        key (Key): The key.
        nlp (Language): The pipeline.
        """
        from ..passes.apply import choices_of
        from ..passes.summary import run_settings

        return run_settings(
            key, nlp, modes=self.sharing.modes(choices_of(nlp)), plain=self.sharing.plain_cells,
            duplicates=self.source.how.duplicates, allowed=len(self.treatment.allowed),
        )  # fmt: skip

    def check_as_hidden(self, key: Key, nlp: Language) -> None:
        """Make sure that what the output hides would be hidden still.

        key (Key): The key.
        nlp (Language): The pipeline.
        """
        from ..passes.hiding import settings_of_out, shown_by

        if shown := shown_by(self.settings(key, nlp), settings_of_out(self.out) or {}):
            told = {"what": ", ".join(one.what for one in shown), "options": " ".join(one.option for one in shown)}
            raise PseudoError(Errors.P914.format(path=self.out, **told))

    def told(self, summary: Summary) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What the log of the key is told of it: settings, counts and checksums.

        summary (Summary): What was done.
        """
        from ..key.manifest import digest_of

        made = {SUMMARY_FILE: digest_of(self.out / SUMMARY_FILE)}
        return {**summary.for_log(), "read": self.source.checksums(), "made": made}

    def apply(
        self,
        key: Key,
        learned: Mapping[str, str | None] = MappingProxyType({}),
        *,
        team: Team = _ALONE,
        spool: Spool | None = None,
    ) -> Summary:
        """Pseudonymise the messages, and write output and key: first a new generation of the key, then the output.

        key (Key): The key; who was added to its name map by hand gets a pseudonym.
        learned (Mapping[str, Optional[str]]): What discover found, by file of the key; None deletes a file.
        team (Team): Who pseudonymises them.
        spool (Optional[Spool]): What is finished already, and where the rest is kept meanwhile.
        RETURNS (Summary): What was done.
        """
        from ..disk import atomic_file, fresh_directory
        from ..key import DECISIONS, check_key_directory, draft, secret_in, seeded_secret
        from ..passes.adapting import find_adaptations
        from ..passes.apply import choices_of
        from ..passes.collecting import LISTS, Collector
        from ..passes.exchanging import gather_values
        from ..passes.hiding import settings_of_out, shown_by
        from ..passes.ledger import Ledger
        from ..passes.shards import shards
        from ..passes.stretches import Applier, make_applier
        from ..passes.summary import Summary

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
        if spool is not None and not learned:
            key = _as_begun(spool, key)
        nlp = self.treatment.pipeline(key)
        key.adapt(find_adaptations(self.source.read(), key, nlp))
        gather_values(self.source.read(), key, nlp)
        modes = self.sharing.modes(choices_of(nlp))
        applier = Applier(key, nlp, **modes)
        config = self.treatment.config
        # Workers may stand in other directories.
        make = partial(make_applier, key, config and config.absolute(), self.treatment.settings, modes)
        before = settings_of_out(self.out)
        with ExitStack() as stack:
            place = stack.enter_context(fresh_directory(self.out, force=self.force, marker=SUMMARY_FILE))
            generation = stack.enter_context(draft(self.directory, seen=key.seen))
            ledger = stack.enter_context(closing(Ledger(generation.scratch("ledger"))))
            summary = Summary(key, self.settings(key, nlp), ledger)
            collector = Collector(key, summary, {name: generation.open(name) for name in LISTS})
            crew = team.crew(applier, make)
            crew = crew if spool is None else spool.crew(crew, "apply")
            total = len(key.context.places) or None
            bar = stack.enter_context(o.progress(None, what="apply", total=total, quiet=self.quiet))
            for part in self.source.parts:
                messages = part.read()
                with self._writer(part, place, modes) as writer:
                    for outcome in crew.map(shards(messages, part.report)):
                        collector.take(outcome, writer)
                        bar.update(outcome.counts.read)
                        if self.watch is not None:
                            self.watch(summary.counts.read, total or 0)
                if self.sharing.parts is None:
                    part.written = {part.file_name(): part.report.rows}
                else:
                    part.written = {part.file_name(n): count for n, count in enumerate(writer.counts, 1)}
            generation.write_all({**learned, **dict(collector.files())})
            ledger.close()
            summary.finish(self.source.parts, applier.rewriter, self.sharing.keep_columns, place)
            with atomic_file(place / SUMMARY_FILE) as stream:
                stream.write(json.dumps(summary.to_dict(), indent=2, ensure_ascii=False) + "\n")
        if before is not None and (shown := shown_by(self.settings(key, nlp), before)):
            told = {"what": ", ".join(one.what for one in shown), "options": " ".join(one.option for one in shown)}
            warnings.warn(Warnings.W511.format(path=self.out, **told), PseudoWarning, stacklevel=2)
        return summary

    def _writer(self, part: Part, place: Path, modes: Mapping[str, str]) -> PartsWriter:
        from ..corpus.writers import PartsWriter

        most = self.sharing.parts

        def open_file(number: int) -> AbstractContextManager[MessageWriter]:
            return self._file(part, place / part.file_name(None if most is None else number), modes)

        return PartsWriter(open_file, most)

    @contextmanager
    def _file(self, part: Part, path: Path, modes: Mapping[str, str]) -> Iterator[MessageWriter]:
        from ..corpus.share_modes import DROP, KEEP, KEPT_IDS
        from ..corpus.writers import message_writer
        from ..disk import atomic_file

        whole = part.number == 1 and modes["ids"] == KEEP
        with (
            atomic_file(path) as shared,
            message_writer(
                shared, part.report, keep=self.sharing.keep_columns,
                drop=["timestamp"] if modes["timestamps"] == DROP else [], same=KEPT_IDS if whole else (),
                plain=self.sharing.plain_cells,
            ) as writer,
        ):  # fmt: skip
            yield writer


def keep_key(spool: Spool, key: Key) -> None:
    """Have a key outlive the command: what was drawn for it is drawn once.

    spool (Spool): What is finished.
    key (Key): The key.
    """
    from ..key import SECRET

    spool.put(_KEY, ({**key.to_files(), SECRET: key.secret.hex() + "\n"}, key.seen))


def kept_key(spool: Spool) -> Key:
    """RETURNS (Key): The key with which the work was begun.

    spool (Spool): What is finished.
    """
    from ..key import Key

    texts, seen = spool.get(_KEY)
    key = Key.from_files(texts)
    key.seen = seen
    return key


def _as_begun(spool: Spool, key: Key) -> Key:
    """The key with what was drawn when the work was begun; all else is in its directory, as it was."""
    from ..key import PSEUDONYMS, SECRET, Key

    if not spool.has(_DRAWN):
        spool.put(_DRAWN, {PSEUDONYMS: key.pseudonyms.to_csv(), SECRET: key.secret.hex() + "\n"})
        return key
    begun = Key.from_files({**key.to_files(), **spool.get(_DRAWN)})
    begun.seen = key.seen
    return begun
