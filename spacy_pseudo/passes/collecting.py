"""Collecting: what became of stretches of messages is put together, in their order, for OUT and for the key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, TextIO

from ..attrs import REPLACEMENTS_FILE
from ..key import (
    ADAPTED,
    CONFLICTS,
    EXCHANGED,
    FAILURES,
    KEPT,
    LEFT,
    ORDINARY,
    PSEUDONYMS,
    SECRET,
    SURROGATES,
)
from ..surrogates.by_hand import Listing
from .stretches import Outcome, line_of

if TYPE_CHECKING:
    from ..corpus.writers import MessageWriter, PartsWriter
    from ..key import Key
    from .summary import Summary

# Written line by line while messages are read.
LISTS: Final = (REPLACEMENTS_FILE, CONFLICTS, FAILURES)


class Collector:
    """Takes what became of stretches of messages, one after the other.

    key (Key): The key.
    summary (Summary): Counts them.
    lists (Mapping[str, TextIO]): Open files for each of `LISTS`.
    """

    def __init__(self, key: Key, summary: Summary, lists: Mapping[str, TextIO]) -> None:
        self._key, self._summary = key, summary
        self._lists = [lists[name] for name in LISTS]
        self._listing = Listing(key.surrogates)

    def take(self, outcome: Outcome, writer: MessageWriter | PartsWriter) -> None:
        """Take the next stretch.

        outcome (Outcome): What became of it.
        writer (MessageWriter | PartsWriter): Where what may be shared is written.
        """
        writer.widen(outcome.headers)
        for values, extra in outcome.written:
            writer.write(values, extra=extra)
        told = (outcome.replacements, outcome.conflicts, outcome.failures)
        for stream, lines in zip(self._lists, told, strict=True):
            stream.writelines(lines)
        self._listing.take(outcome.places)
        self._summary.take(outcome)

    def files(self) -> Iterator[tuple[str, Iterable[str] | None]]:
        """YIELDS (tuple[str, Optional[Iterable[str]]]): The other files of the key that follow from the messages, line
        by line; None: there is no such file."""
        key, ledger = self._key, self._summary.ledger
        exchanged, adapted = list(key.exchange.to_rows()), key.adaptations()
        yield PSEUDONYMS, [key.pseudonyms.to_csv()]
        yield SECRET, [key.secret.hex() + "\n"]
        yield SURROGATES, [self._listing.to_csv()]
        yield KEPT, map(line_of, ledger.kept_rows())
        yield LEFT, ledger.left_lines()
        yield ORDINARY, ledger.ordinary_lines()
        yield EXCHANGED, map(line_of, exchanged) if exchanged else None
        yield ADAPTED, (line_of(change.to_row()) for change in adapted) if adapted else None
