"""Connections: which form is whose, how sure that is and why; the file a person looks at where the tool is unsure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ..text.words import fold_all
from .evidence import Evidence, log_odds
from .kinship import Words
from .name_map import Form, NameMap

# How many messages are named where a form can be looked up.
SHOWN: Final = 3

Pair = tuple[str, Words]


@dataclass(frozen=True, slots=True)
class Connection:
    """One form of one participant.

    participant (str): The participant's id.
    form (str): The form as it is written most often.
    confidence (float): How likely it is that the form is the participant's.
    taken (bool): It is in the name map.
    review (bool): It is so near the threshold that a person should decide.
    evidence (Evidence): Why.
    messages (tuple[str, ...]): The ids of some messages it was seen in.
    decided (bool): A person has taken it: the ? before it in the name map is gone, or it was put there by hand.
    """

    participant: str
    form: str
    confidence: float
    taken: bool
    review: bool
    evidence: Evidence
    messages: tuple[str, ...] = ()
    decided: bool = False

    @property
    def pair(self) -> Pair:
        """RETURNS (tuple[str, Words]): The participant and the form's folded words."""
        return self.participant, fold_all(self.form)

    def to_row(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Plain data."""
        return {
            "participant": self.participant,
            "form": self.form,
            "confidence": self.confidence,
            "taken": self.taken,
            "review": self.review,
            "evidence": self.evidence.to_dict(),
            "messages": list(self.messages),
            **({"decided": True} if self.decided else {}),
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Connection:
        """RETURNS (Connection): What `to_row` gave; raises TypeError, ValueError or KeyError on anything else."""
        data = {**row, "evidence": Evidence(**row["evidence"]), "messages": tuple(row["messages"])}
        data["confidence"] = float(row["confidence"])
        return cls(**data)


def sort(connections: Iterable[Connection]) -> list[Connection]:
    """RETURNS (list[Connection]): What is to be reviewed first, the least clear before; the rest by participant."""

    def order(c: Connection) -> tuple[object, ...]:
        unclear = round(abs(log_odds(c.confidence)), 3) if c.review else 0.0
        return not c.review, unclear, c.participant, not c.taken, -c.confidence, c.form

    return sorted(connections, key=order)


def merge(old: Iterable[Connection], new: Iterable[Connection]) -> list[Connection]:
    """RETURNS (list[Connection]): What is known from before and what is new; of the same form, what speaks more."""
    merged = {connection.pair: connection for connection in old}
    for connection in new:
        known = merged.get(connection.pair)
        if known is None or connection.confidence >= known.confidence:
            merged[connection.pair] = connection
    return list(merged.values())


def settle(
    connections: Iterable[Connection], name_map: NameMap, offered: Mapping[str, Collection[str]]
) -> list[Connection]:
    """What a person has decided in the name map is decided.

    connections (Iterable[Connection]): The connections.
    name_map (NameMap): The name map, as a person edited it.
    offered (Mapping[str, Collection[str]]): What discovery has put into it, by participant.
    RETURNS (list[Connection]): The connections; what the map says is taken, and what it decides needs no review.
    """
    mapped = _mapped(name_map)
    before = {(person, fold_all(text)) for person, texts in offered.items() for text in texts}
    settled = []
    for connection in connections:
        form = mapped.get(connection.pair)
        if form is not None and not form.unsure and (connection.review or not connection.taken):
            connection = replace(connection, confidence=1.0, taken=True, review=False, decided=True)
        elif form is not None:
            connection = replace(connection, taken=True)
        elif connection.pair in before:
            connection = replace(connection, taken=False, review=False)
        settled.append(connection)
    return settled


def lawful(connections: Iterable[Connection], name_map: NameMap, offered: Mapping[str, Collection[str]]) -> set[Pair]:
    """What a person wrote into the name map, or took the ? from: no rule overrides it.

    connections (Iterable[Connection]): The connections.
    name_map (NameMap): The name map, as a person edited it.
    offered (Mapping[str, Collection[str]]): What discovery has put into it, by participant.
    RETURNS (set[tuple[str, Words]]): Participants and the words of the forms. A form without its number counts as
        written by a person, also one that discovery had put there.
    """
    known = {connection.pair: connection for connection in connections}
    found = set()
    for person, form in name_map:
        pair = person, fold_all(form.text)
        connection = known.get(pair)
        confirmed = connection is not None and (connection.decided or connection.review or not connection.taken)
        written = form.count is None or form.text not in offered.get(person, ())
        if not form.unsure and (written or confirmed):
            found.add(pair)
    return found


def rejected(connections: Iterable[Connection], name_map: NameMap, offered: Mapping[str, Collection[str]]) -> set[Pair]:
    """RETURNS (set[tuple[str, Words]]): What discovery weighed and did not take, and what a person deleted."""
    mapped = _mapped(name_map)
    pairs = {connection.pair for connection in connections if not connection.taken}
    pairs.update((person, fold_all(text)) for person, texts in offered.items() for text in texts)
    return pairs - set(mapped)


def confidences(connections: Iterable[Connection], name_map: NameMap, threshold: float) -> dict[Pair, float]:
    """How sure each form of a name map is. What a person wrote, or took the ? from, is certain.

    connections (Iterable[Connection]): The connections.
    name_map (NameMap): The name map, as a person edited it.
    threshold (float): The confidence of a form that is marked as unsure, and of which nothing else is known.
    RETURNS (dict[tuple[str, Words], float]): By participant and words; 1 for everything else.
    """
    known = {connection.pair: connection for connection in connections}
    found = {}
    for pair, form in _mapped(name_map).items():
        connection = known.get(pair)
        if connection is None:
            found[pair] = threshold if form.unsure else 1.0
        elif form.unsure or (connection.taken and not connection.review):
            found[pair] = connection.confidence
        else:
            found[pair] = 1.0
    return found


def _mapped(name_map: NameMap) -> dict[Pair, Form]:
    """Forms by their words; of two that differ in their letters only, the surer one."""
    mapped: dict[Pair, Form] = {}
    for person, form in name_map:
        pair = person, fold_all(form.text)
        if pair not in mapped or mapped[pair].unsure:
            mapped[pair] = form
    return mapped
