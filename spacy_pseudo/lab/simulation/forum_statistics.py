"""What a simulated forum has turned out to be: statistics after Tables 1 and 4 of the study, and counts of events."""

from __future__ import annotations

from collections import Counter
from itertools import chain, repeat
from math import sqrt
from statistics import median
from typing import Any

from ...attrs import CATEGORIES, JOINT
from ...scoring.mention_scores import TARGETS
from ...scoring.scores import GoldMention
from ..evaluation.measures.categories import distribution
from .forum import Forum, Post


class Statistics:
    """Counts over posts as they go by."""

    def __init__(self, forum: Forum) -> None:
        """forum (Forum): Whose posts are counted."""
        self._roster = forum.roster
        self._sessions: dict[str, tuple[set[str], set[str], list[int]]] = {}
        self._kinds: Counter[str] = Counter()
        self._events: Counter[str] = Counter()
        # How often somebody is named so: without offsets, so that they are few.
        self._named: Counter[GoldMention] = Counter()

    def add(self, post: Post) -> None:
        """Count a post."""
        message = post.message
        people, threads, lengths = self._sessions.setdefault(str(message.session), (set(), set(), []))
        people.add(str(message.author))
        threads.add(str(message.thread))
        lengths.append(len(message.text.split()))
        self._events["replies"] += post.answers is not None
        self._events["replies at the wrong level"] += post.answers != message.parent
        for mention in post.mentions:
            self._kinds[mention.kind] += 1
            if mention.kind in TARGETS:
                self._events["mentions of an unclear person"] += JOINT in mention.who
                self._events["mentions in lower case"] += mention.text.islower()
                self._named[mention._replace(start=0, end=len(mention.text), kind="body")] += 1

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Sessions as in Table 1, names as in Table 4, counts of mentions and of events."""
        mentions = chain.from_iterable(repeat(mention, count) for mention, count in self._named.items())
        found = distribution(mentions, self._roster)
        several = sum(sum(forms.values()) > 1 for forms in found.people)
        names = {}
        for row in found.rows:
            connections, substitutions = found.shares(row)
            names[row.group] = {
                "unique": row.forms,
                "connections": row.connections,
                "share of connections": round(connections, 4),
                "mentions": row.substitutions,
                "share of mentions": round(substitutions, 4),
            }
        categories: Counter[str | None] = Counter()
        for mention, count in self._named.items():
            categories[mention.category] += count
        return {
            "messages": sum(len(lengths) for _, _, lengths in self._sessions.values()),
            "sessions": {name: _row(*session) for name, session in self._sessions.items()},
            "names": names,
            "people": {
                "named": len(found.people),
                "names each": round(found.total.connections / max(1, len(found.people)), 2),
                "share with several names": round(several / max(1, len(found.people)), 4),
            },
            "mentions by kind": dict(sorted(self._kinds.items())),
            "mentions by category": {category: categories[category] for category in CATEGORIES},
            "events": dict(sorted(self._events.items())),
        }


def _row(people: set[str], threads: set[str], lengths: list[int]) -> dict[str, float]:
    mean = sum(lengths) / len(lengths)
    sd = sqrt(sum((n - mean) ** 2 for n in lengths) / max(1, len(lengths) - 1))
    shape = {"participants": len(people), "threads": len(threads), "messages": len(lengths)}
    return {**shape, "mean": round(mean, 1), "sd": round(sd, 1), "median": float(median(lengths))}
