"""What a simulated forum has turned out to be: statistics after Tables 1 and 4 of the study, and counts of events."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import median
from typing import Any, Final

from ..attrs import CATEGORIES, INITIALS, JOINT, MISSPELLED, NICKNAME, PART, REGISTERED, STYLISED
from ..evaluation.metrics import TARGETS
from ..text.words import fold
from .forum import Forum, Post

# The rows of Table 4.
FULL, SUBSET, SHORT, WRONG = "full", "subset", "nickname", "misspelled"
_ROWS: Final = {REGISTERED: FULL, PART: SUBSET, NICKNAME: SHORT, INITIALS: SHORT, STYLISED: SHORT, MISSPELLED: WRONG}


class Statistics:
    """Counts over posts as they go by."""

    def __init__(self, forum: Forum) -> None:
        """forum (Forum): Whose posts are counted."""
        self._roles = {
            (person.id, fold(form.text)): _ROWS[form.category]
            for person in forum.people.values()
            for form in person.forms()
        }
        self._sessions: dict[str, tuple[set[str], set[str], list[int]]] = {}
        self._kinds: Counter[str] = Counter()
        self._categories: Counter[str] = Counter()
        self._rows: Counter[str] = Counter()
        self._connections: dict[str, set[tuple[str, str]]] = {row: set() for row in (FULL, SUBSET, SHORT, WRONG)}
        self._events: Counter[str] = Counter()

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
            if mention.kind in TARGETS and mention.category is not None:
                self._events["of an unclear person"] += JOINT in mention.who
                self._events["in lower case"] += mention.text.islower()
                self._categories[mention.category] += 1
                form = fold(mention.text)
                row = _ROWS.get(mention.category)
                for who in mention.who.split(JOINT):
                    # A glued name may be any of the others.
                    row = row or self._roles.get((who, form), WRONG)
                    self._connections[row].add((who, form))
                self._rows[row or SUBSET] += 1

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Sessions as in Table 1, names as in Table 4, counts of mentions and of events."""
        total = sum(self._rows.values()) or 1
        each = Counter(who for found in self._connections.values() for who, _ in found)
        several = sum(count > 1 for count in each.values())
        connections = sum(map(len, self._connections.values())) or 1
        table_4 = {}
        for row, found in self._connections.items():
            table_4[row] = {
                "unique": len({form for _, form in found}),
                "connections": len(found),
                "connections %": _percent(len(found), connections),
                "mentions": self._rows[row],
                "mentions %": _percent(self._rows[row], total),
            }
        kinds = {kind: self._kinds[kind] for kind in sorted(self._kinds)}
        categories = {category: self._categories[category] for category in CATEGORIES}
        return {
            "messages": sum(len(lengths) for _, _, lengths in self._sessions.values()),
            "sessions": {name: _row(*session) for name, session in self._sessions.items()},
            "names": table_4,
            "people": {
                "named": len(each),
                "names each": round(sum(each.values()) / max(1, len(each)), 2),
                "with several names %": _percent(several, max(1, len(each))),
            },
            "mentions by kind": kinds,
            "mentions by category": categories,
            "events": dict(sorted(self._events.items())),
        }


def _row(people: set[str], threads: set[str], lengths: list[int]) -> dict[str, float]:
    mean = sum(lengths) / len(lengths)
    sd = sqrt(sum((n - mean) ** 2 for n in lengths) / max(1, len(lengths) - 1))
    shape = {"participants": len(people), "threads": len(threads), "messages": len(lengths)}
    return {**shape, "mean": round(mean, 1), "sd": round(sd, 1), "median": median(lengths)}


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1)
