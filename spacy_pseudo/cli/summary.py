"""The summary of a run: counts and settings, nobody's name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any, Final

from .. import __version__
from ..attrs import SENSITIVE, UNLINKED
from ..corpus.joining import Joining
from ..corpus.share_modes import DROP
from ..key.manifest import digest_of
from ..passes.ledger import Ledger
from ..people.adaptation import FORM, causes_of
from ..text.language import find_language
from ..text.zones import foreign

if TYPE_CHECKING:
    from ..corpus.metadata import MetadataRewriter
    from ..key import Key
    from ..passes.apply import Result
    from .sources import Part

# What was done with other personal data, by strategy; 'mark' may be somebody's name.
_DONE: Final = {
    "keep": "kept", "mark": "marked", "mask": "masked", "fixed": "fixed form", "surrogate": "surrogate",
    "shuffle": "exchanged",
}  # fmt: skip


class Summary:
    """Counts what was done, message by message.

    key (Key): The key.
    sharing (Mapping[str, Any]): What was done with ids, time stamps and cells.
    allowed (int): How many names stay.
    stays (Mapping[str, bool]): What else stays: cited authors, public figures.
    strategies (Mapping[str, str]): What is done with other personal data, by label.
    others (str): What is done with names of people who take no part.
    cities (str): What is done with cities whose country becomes another.
    """

    def __init__(
        self,
        key: Key,
        *,
        sharing: Mapping[str, Any],
        allowed: int,
        stays: Mapping[str, bool],
        strategies: Mapping[str, str],
        others: str,
        cities: str,
    ) -> None:
        self.read = self.written = self.excluded = self.failed = self.anonymous = 0
        self.conflicts = self.unlinked = self.look_alikes = self.new = self.quoting = self.quotations_cut = 0
        self._key = key
        self.others_hidden = self.others_left = 0
        self.others = len({person.label for person in key.others.hidden()})
        self.others_unsure = sum(not person.label for person in key.others)
        self.waiting = key.waiting
        self.participants = len(key.pseudonyms.labels)
        self.mentions: Counter[str] = Counter()
        self.languages: Counter[str] = Counter()
        self.replaced: Counter[str] = Counter()
        self.marked: Counter[str] = Counter()
        self.ledger = Ledger(key.watchlist)
        self.unfitting: list[int] = []
        self.adapted = key.adaptations()
        self.absent_columns: list[str] = []
        self._look_alike = key.pseudonyms.looks_like()
        self._joining = Joining(ids=sharing["ids"], timestamps=sharing["timestamps"])
        self.warnings: list[str] = []
        self._files: list[dict[str, Any]] = []
        self._input: dict[str, Any] = {}
        self._settings = {
            "scope": key.scope,
            "pseudonyms": key.pseudonyms.mode,
            "template": key.pseudonyms.template,
            **sharing,
            "allowlist": allowed,
            **{name.replace("_", " "): on for name, on in stays.items()},
            "others": others,
            "lang": key.lang,
            "cities": cities,
            "identifiers": {label: _DONE[strategy] for label, strategy in strategies.items()},
            "threshold": key.threshold,
            "weights": "packaged" if key.own_weights is None else "own",
        }

    def add(self, result: Result) -> None:
        """Count a message."""
        self.read += 1
        self.excluded += result.excluded
        self.failed += result.failure is not None
        if result.text is None:
            return
        self.written += 1
        self.new += result.message.id not in self._key.context.places
        self.quoting += self._quotes_excluded(result)
        self.quotations_cut += result.cut
        self.anonymous += result.message.author is None
        both = [*result.replacements, *result.subject_replacements]
        self.mentions.update(r["category"] for r in both)
        self.unlinked += sum(r["category"] == UNLINKED for r in both)
        self.conflicts += len(result.conflicts)
        shown = result.shown
        self.languages[find_language(shown.message.text).lang] += 1
        for row in (*result.identifiers, *result.subject_identifiers):
            (self.marked if row["replacement"] is None else self.replaced)[row["category"]] += 1
        for row in (*result.others, *result.subject_others):
            self.others_left += row["replacement"] is None
            self.others_hidden += row["replacement"] is not None
        for text in filter(None, (shown.message.text, result.message.subject)):
            self.look_alikes += len(self._look_alike.findall(text))
        self.ledger.add(result)
        self._joining.see(result.message)

    def _quotes_excluded(self, result: Result) -> bool:
        """Somebody who did not consent was quoted; or the message answers them, and quotes something."""
        if result.cut:
            return True
        author = result.message.parent_author
        answered = self._key.roster.get(author) if author is not None else None
        return answered is not None and answered.excluded and bool(foreign(result.shown.message.text))

    def finish(self, parts: Sequence[Part], rewriter: MetadataRewriter, kept: Sequence[str], place: Path) -> None:
        """Add what is known at the end; the messages are written to this place."""
        reports = [part.report for part in parts]
        headers = {header for report in reports for header in report.headers}
        dropped = dict.fromkeys(header for report in reports for header in report.dropped)
        self.absent_columns = [header for header in kept if header not in headers]
        self.warnings += filter(None, [self._joining.warning({r.layout for r in reports}, rewriter.coded_ids)])
        unwritten = ("timestamp",) if self._settings["timestamps"] == DROP else ()
        # What `export` reads: which file, and which of its columns is which field. By the checksum `report` knows
        # whether it was edited since.
        self._files = [
            {
                "name": part.file_name,
                "read as": part.report.layout,
                "columns": {field: header for field, header in part.report.columns.items() if field not in unwritten},
                "messages": part.report.rows,
                "left out": dict(sorted(part.report.left_out.items())),
                "sha256": digest_of(place / part.file_name),
            }
            for part in parts
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
            "ids turned into codes": len(rewriter.coded_ids),
            "unreadable timestamps dropped": rewriter.unreadable_timestamps,
        }

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What `summary.json` holds."""
        return {
            "version": __version__,
            "made with": {"spaCy": version("spacy"), "Python": python_version()},
            "files": self._files,
            "messages": {
                "read": self.read,
                "written": self.written,
                "excluded": self.excluded,
                "failed": self.failed,
                "without author": self.anonymous,
                "new to the key": self.new,
                "quoting people who did not consent": self.quoting,
                "quotations of theirs cut": self.quotations_cut,
            },
            "participants": self.participants,
            "mentions": {"all": self.mentions.total(), **dict(sorted(self.mentions.items()))},
            "conflicts left open": self.conflicts,
            "forms to be reviewed": self.waiting,
            "names linked to nobody": self.unlinked,
            "people who take no part": {
                "probable": self.others,
                "less probable, left": self.others_unsure,
                "names replaced": self.others_hidden,
                "names left": self.others_left,
            },
            "texts that looked like pseudonyms before": self.look_alikes,
            "languages": dict(sorted(self.languages.items())),
            "other personal data replaced": {"all": self.replaced.total(), **dict(sorted(self.replaced.items()))},
            "marked, to be looked at": {
                "all": self.marked.total(),
                "sensitive": sum(self.marked[label] for label in SENSITIVE),
                **dict(sorted(self.marked.items())),
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
            "settings": self._settings,
        }
