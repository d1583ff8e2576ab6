"""What a run was sure of, held against gold: confidences of connections, of what was replaced and of what was kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...attrs import JOINT
from ...key import Key
from ...scoring.mention_scores import NEUTRAL, TARGETS
from ...scoring.scores import GoldMention, ordered
from .fitting import Judged
from .gold import Gold, Replacement
from .measures.connection_scores import called


def judged_connections(key: Key, gold: Gold) -> Iterator[Judged]:
    """YIELDS (Judged): Each connection that gold data can tell anything of; what nobody was seen to use, it cannot."""
    right = called(mention for mentions in gold.values() for mention in mentions)
    for connection in key.connections:
        seen = bool(connection.messages) and all(id in gold for id in connection.messages)
        if connection.pair in right or seen:
            yield connection.confidence, connection.pair in right, 1.0


def judged_replacements(gold: Gold, replaced: Mapping[str, Iterable[Replacement]]) -> Iterator[Judged]:
    """YIELDS (Judged): Each replacement that is linked to one person: right if gold has this person there."""
    for id, spans in replaced.items():
        for span in spans:
            over = _over(gold.get(id, ()), span.start, span.end)
            one = span.participant is not None and JOINT not in span.participant
            if one and span.confidence is not None and not any(m.kind in NEUTRAL for m in over) and id in gold:
                right = any(m.kind in TARGETS and m.participant == ordered(span.participant) for m in over)
                yield span.confidence, right, 1.0


def judged_kept(gold: Gold, kept: Mapping[str, Iterable[Mapping[str, Any]]]) -> Iterator[Judged]:
    """YIELDS (Judged): Each place that was kept, with how likely it was thought to name a participant after all: right
    if gold has any participant there."""
    for id, rows in kept.items():
        for row in rows:
            over = _over(gold.get(id, ()), row["start"], row["end"])
            if id in gold and not any(m.kind in NEUTRAL for m in over):
                yield row["probability"], any(m.kind in TARGETS and m.participant is not None for m in over), 1.0


def _over(mentions: Iterable[GoldMention], start: int, end: int) -> list[GoldMention]:
    return [mention for mention in mentions if mention.start < end and start < mention.end]
