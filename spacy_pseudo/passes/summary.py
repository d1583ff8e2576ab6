"""The summary of a run: counts and settings, nobody's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any, Final, Protocol

from .. import __version__
from ..attrs import SENSITIVE
from ..corpus.joining import Joining
from ..corpus.share_modes import DROP, to_settings
from ..key.manifest import digest_of
from ..key.texts import mark_of
from ..people.adaptation import FORM, causes_of
from ..people.id_table import IdTable
from .apply import choices_of, what_stays
from .counts import Counts

if TYPE_CHECKING:
    from spacy.language import Language

    from ..corpus.metadata import MetadataRewriter
    from ..corpus.tables import ReadReport
    from ..key import Key
    from .ledger import Ledger
    from .stretches import Outcome

# What was done with other personal data, by strategy; 'mark' may be somebody's name.
_DONE: Final = {
    "keep": "kept", "mark": "marked", "mask": "masked", "fixed": "fixed form", "surrogate": "surrogate",
    "shuffle": "exchanged",
}  # fmt: skip


def key_settings(key: Key) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): What a key says of how a run is done.

    key (Key): The key.
    """
    return {
        "scope": key.scope,
        "pseudonyms": key.pseudonyms.mode,
        "template": key.pseudonyms.template,
        "lang": key.lang,
        "threshold": key.threshold,
        "weights": "packaged" if key.own_weights is None else "own",
    }


def run_settings(
    key: Key, nlp: Language, *, modes: Mapping[str, str], plain: bool, duplicates: str, allowed: int
) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): By which settings a run is done, without anybody's name.

    key (Key): The key.
    nlp (Language): The pipeline.
    modes (Mapping[str, str]): What is done with ids and time stamps.
    plain (bool): Cells that a spreadsheet would run as formulas are written as they are.
    duplicates (str): Which is read of messages with one id that differ.
    allowed (int): How many names stay.
    """
    choices = choices_of(nlp)
    return {
        **key_settings(key),
        **to_settings(ids=modes["ids"], timestamps=modes["timestamps"], plain=plain),
        "duplicates": duplicates,
        "allowlist": allowed,
        **{name.replace("_", " "): on for name, on in what_stays(nlp).items()},
        "others": choices.others,
        "cities": choices.cities,
        "identifiers": {label: _DONE[strategy] for label, strategy in choices.strategies.items()},
        "own rules": len(choices.rules),
        "own words": sum(map(len, choices.words.values())),
    }


class Part(Protocol):
    """A file of messages that was read, and is written again."""

    report: ReadReport

    @property
    def written(self) -> Mapping[str, int]:
        """RETURNS (Mapping[str, int]): What it is called in the output, and how many messages it has: in parts, those
        of each."""
        ...


class Summary:
    """Counts what was done, and tells with which settings.

    key (Key): The key.
    settings (Mapping[str, Any]): See `run_settings`.
    ledger (Ledger): What is left in the texts.
    """

    def __init__(self, key: Key, settings: Mapping[str, Any], ledger: Ledger) -> None:
        self.counts, self.ledger = Counts(), ledger
        self.mark = mark_of(key.secret)
        self.others = len({person.label for person in key.others.hidden()})
        self.others_unsure = sum(not person.label for person in key.others)
        self.waiting = key.waiting
        self.participants = len(key.pseudonyms.labels)
        self.unfitting = {row.line for row in key.decisions.rows}
        self.coded_ids = IdTable()
        self.adapted = key.adaptations()
        self.absent_columns: list[str] = []
        self._joining = Joining(ids=settings["ids"], timestamps=settings["timestamps"])
        self.warnings: list[str] = []
        self._files: list[dict[str, Any]] = []
        self._input: dict[str, Any] = {}
        self._settings = settings

    def take(self, outcome: Outcome) -> None:
        """Count what became of the next messages.

        outcome (Outcome): What became of them.
        """
        self.counts.take(outcome.counts)
        self.ledger.take(outcome.page)
        self.unfitting &= outcome.unfitting
        for id in sorted(outcome.coded_ids):
            self.coded_ids.add(id)
        for id, timestamp in outcome.seen:
            self._joining.see(id, timestamp)

    def finish(self, parts: Sequence[Part], rewriter: MetadataRewriter, kept: Sequence[str], place: Path) -> None:
        """Add what is known at the end; the messages are written to this place."""
        reports = [part.report for part in parts]
        headers = {header for report in reports for header in report.headers}
        dropped = dict.fromkeys(header for report in reports for header in report.dropped)
        self.absent_columns = [header for header in kept if header not in headers]
        self.warnings += filter(None, [self._joining.warning({r.layout for r in reports}, self.coded_ids)])
        unwritten = ("timestamp",) if self._settings["timestamps"] == DROP else ()
        # What `export` reads: which file, and which of its columns is which field. By the checksum `report` knows
        # whether it was edited since.
        self._files = [
            {
                "name": name,
                "read as": part.report.layout,
                "columns": {field: header for field, header in part.report.columns.items() if field not in unwritten},
                "messages": count,
                # Once, with the first part.
                "left out": {} if number else dict(sorted(part.report.left_out.items())),
                "sha256": digest_of(place / name),
            }
            for part in parts
            for number, (name, count) in enumerate(part.written.items())
        ]
        self._input = {
            # 'Checked by Mary Poe' is a header as well.
            "dropped columns": [
                rewriter.code(header) if rewriter.gives_away(header) else header
                for header in dropped
                if header not in kept
            ],
            "kept columns": [header for header in kept if header in headers],
            "repaired characters": sum(report.surrogates + report.nul for report in reports),
            "encoding": ", ".join(dict.fromkeys(report.encoding for report in reports)),
            "ids turned into codes": len(self.coded_ids),
            "unreadable timestamps dropped": self.counts.unreadable_timestamps,
        }

    def for_log(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): The settings, and the counts that tell what came of a run."""
        told = self.to_dict()
        counts = {
            **{name: told["messages"][name] for name in ("read", "written", "excluded", "failed")},
            "replaced": told["mentions"]["all"],
            "kept": told["participants' names kept"]["all"],
            "conflicts": self.counts.conflicts,
            "other personal data replaced": self.counts.replaced.total(),
            "marked": self.counts.marked.total(),
        }
        return {"settings": {**self._settings, "kept columns": len(self._input["kept columns"])}, "counts": counts}

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What `summary.json` holds."""
        counts = self.counts
        return {
            "version": __version__,
            "made with": {"spaCy": version("spacy"), "Python": python_version()},
            "key": self.mark,
            "files": self._files,
            "messages": {
                "read": counts.read,
                "written": counts.written,
                "excluded": counts.excluded,
                "failed": counts.failed,
                "without author": counts.anonymous,
                "new to the key": counts.new,
                "quoting people who did not consent": counts.quoting,
                "quotations of theirs cut": counts.quotations_cut,
            },
            "participants": self.participants,
            "mentions": {"all": counts.mentions.total(), **dict(sorted(counts.mentions.items()))},
            "conflicts left open": counts.conflicts,
            "forms to be reviewed": self.waiting,
            "names linked to nobody": counts.unlinked,
            "people who take no part": {
                "probable": self.others,
                "less probable, left": self.others_unsure,
                "names replaced": counts.others_hidden,
                "names left": counts.others_left,
            },
            "texts that looked like pseudonyms before": counts.look_alikes,
            "languages": dict(sorted(counts.languages.items())),
            "other personal data replaced": {"all": counts.replaced.total(), **dict(sorted(counts.replaced.items()))},
            "marked, to be looked at": {
                "all": counts.marked.total(),
                "sensitive": sum(counts.marked[label] for label in SENSITIVE),
                **dict(sorted(counts.marked.items())),
            },
            "participants' names kept": self.ledger.counts(),
            "ordinary words that are names too": dict(zip(("words", "places"), self.ledger.ordinary(), strict=True)),
            "decisions that no longer fit": len(self.unfitting),
            "judged otherwise because of decisions": {
                "forms": sum(change.field == FORM for change in self.adapted),
                "places": sum(change.field != FORM for change in self.adapted),
                "decisions": len(set(causes_of(self.adapted))),
            },
            "warnings": self.warnings,
            "not dealt with": dict(self.ledger.left),
            "input": self._input,
            "settings": dict(self._settings),
        }
