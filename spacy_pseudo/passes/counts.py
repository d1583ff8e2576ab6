"""What is counted over messages: counts of stretches, taken in their order, are those of all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from ..attrs import UNLINKED
from ..text.language import find_language
from ..text.zones import foreign

if TYPE_CHECKING:
    from ..key import Key
    from .apply import Result


@dataclass
class Counts:
    """Sums over messages.

    read, written, excluded, failed (int): Messages.
    anonymous (int): Messages without an author.
    new (int): Messages that the key does not know.
    quoting (int): Messages that quote people who did not consent.
    quotations_cut (int): How many quotations of theirs were cut.
    conflicts (int): Mentions of which it is not clear whom they name.
    unlinked (int): Mentions of nobody known.
    look_alikes (int): What looked like a pseudonym before.
    others_hidden, others_left (int): Names of people who take no part.
    unreadable_timestamps (int): Time stamps that were left out.
    mentions (Counter[str]): Mentions by category.
    languages (Counter[str]): Messages by language.
    replaced, marked (Counter[str]): Other personal data by label.
    """

    read: int = 0
    written: int = 0
    excluded: int = 0
    failed: int = 0
    anonymous: int = 0
    new: int = 0
    quoting: int = 0
    quotations_cut: int = 0
    conflicts: int = 0
    unlinked: int = 0
    look_alikes: int = 0
    others_hidden: int = 0
    others_left: int = 0
    unreadable_timestamps: int = 0
    mentions: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    replaced: Counter[str] = field(default_factory=Counter)
    marked: Counter[str] = field(default_factory=Counter)

    def take(self, more: Counts) -> None:
        """Add the counts of the next messages."""
        for one in fields(self):
            value = getattr(self, one.name)
            value += getattr(more, one.name)
            setattr(self, one.name, value)

    def add(self, result: Result, key: Key) -> None:
        """Count a message.

        result (Result): What became of it.
        key (Key): The key.
        """
        self.read += 1
        self.excluded += result.excluded
        self.failed += result.failure is not None
        if result.text is None:
            return
        self.written += 1
        self.new += result.message.id not in key.context.places
        self.quoting += _quotes_excluded(result, key)
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
        look_alike = key.pseudonyms.looks_like()
        for text in filter(None, (shown.message.text, result.message.subject)):
            self.look_alikes += len(look_alike.findall(text))


def _quotes_excluded(result: Result, key: Key) -> bool:
    """Somebody who did not consent was quoted; or the message answers them, and quotes something."""
    if result.cut:
        return True
    author = result.message.parent_author
    answered = key.roster.get(author) if author is not None else None
    return answered is not None and answered.excluded and bool(foreign(result.shown.message.text))
