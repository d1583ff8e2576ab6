"""The summary of a run: counts and settings, nobody's name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import regex

from .. import __version__
from ..attrs import UNLINKED

if TYPE_CHECKING:
    from ..apply import Result
    from ..corpus.metadata import MetadataRewriter
    from ..corpus.tables import ReadReport
    from ..key import Key

# Personal data besides names, counted in what is written.
_LEFT = {
    "e-mail addresses": regex.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "web addresses": regex.compile(r"(?:https?://|\bwww\.)\S+"),
    "long numbers": regex.compile(r"(?<!\d)(?:\d[ -]?){7,}\d(?!\d)"),
}


@dataclass
class Summary:
    """Counts what was done, message by message."""

    settings: dict[str, Any] = field(default_factory=dict)
    read: int = 0
    written: int = 0
    excluded: int = 0
    failed: int = 0
    anonymous: int = 0
    conflicts: int = 0
    unlinked: int = 0
    look_alikes: int = 0
    participants: int = 0
    mentions: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    facts: dict[str, Any] = field(default_factory=dict)

    def add(self, result: Result, key: Key) -> None:
        """Count a message."""
        self.read += 1
        self.participants = len(key.pseudonyms.labels)
        self.excluded += result.excluded
        self.failed += result.failure is not None
        if result.text is None:
            return
        self.written += 1
        self.anonymous += result.message.author is None
        both = [*result.replacements, *result.subject_replacements]
        self.mentions.update(r["category"] for r in both)
        self.unlinked += sum(r["category"] == UNLINKED for r in both)
        self.conflicts += len(result.conflicts)
        self.look_alikes += len(key.pseudonyms.looks_like().findall(result.message.text))
        for text in filter(None, (result.text, result.subject)):
            for name, pattern in _LEFT.items():
                self.left[name] += len(pattern.findall(text))

    def finish(self, report: ReadReport, rewriter: MetadataRewriter, kept: list[str]) -> None:
        """Add what is known at the end."""
        self.facts = {
            "dropped columns": [header for header in report.dropped if header not in kept],
            "kept columns": kept,
            "repaired characters": report.surrogates + report.nul,
            "encoding": report.encoding,
            "ids turned into codes": len(rewriter.coded_ids),
            "unreadable timestamps dropped": rewriter.unreadable_timestamps,
        }

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What `summary.json` holds."""
        return {
            "version": __version__,
            "messages": {
                "read": self.read,
                "written": self.written,
                "excluded": self.excluded,
                "failed": self.failed,
                "without author": self.anonymous,
            },
            "participants": self.participants,
            "mentions": {"all": sum(self.mentions.values()), **dict(sorted(self.mentions.items()))},
            "conflicts left open": self.conflicts,
            "names linked to nobody": self.unlinked,
            "texts that looked like pseudonyms before": self.look_alikes,
            "not dealt with": dict(self.left),
            "input": self.facts,
            "settings": self.settings,
        }
