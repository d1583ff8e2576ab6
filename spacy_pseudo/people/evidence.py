"""Evidence that a form belongs to a participant: where it stood, how often, and what the roster says."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from .. import resources


@dataclass(slots=True)
class Evidence:
    """What speaks for one form of one participant: weights of signatures and greetings, and the strongest of them."""

    signed: float = 0.0
    greeted: float = 0.0
    best: float = 0.0
    seen_in: set[int] = field(default_factory=set)
    authors: set[str] = field(default_factory=set)
    surfaces: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def messages(self) -> int:
        """RETURNS (int): In how many messages it was seen."""
        return len(self.seen_in)


class Ledger:
    """The evidence for every (participant, form); forms are folded words."""

    def __init__(self) -> None:
        self._entries: dict[tuple[str, tuple[str, ...]], Evidence] = defaultdict(Evidence)
        self._signed: dict[tuple[str, ...], float] = defaultdict(float)
        self._greeted: dict[tuple[str, ...], float] = defaultdict(float)

    def add(
        self, participant: str, words: tuple[str, ...], surface: str, kind: str, *, message: int, by: str, signed: bool
    ) -> None:
        """Note that a form stood in a slot that speaks for a participant.

        participant (str): Whom it speaks for.
        words (tuple[str, ...]): The form's folded words.
        surface (str): The form as written.
        kind (str): The slot's kind.
        message (int): The number of the message.
        by (str): Who wrote it.
        signed (bool): In a sign-off, not in a greeting.
        """
        entry = self._entries[participant, words]
        weight = weights()["position"][kind]
        if signed:
            entry.signed += weight
            self._signed[words] += weight
        else:
            entry.greeted += weight
            self._greeted[words] += weight
        entry.seen_in.add(message)
        entry.best = max(entry.best, weight)
        entry.authors.add(by)
        entry.surfaces[surface] += 1

    def __iter__(self) -> Iterator[tuple[str, tuple[str, ...], Evidence]]:
        for (participant, words), entry in self._entries.items():
            yield participant, words, entry

    def signed_share(self, words: tuple[str, ...], entry: Evidence) -> float:
        """RETURNS (float): How much of all sign-offs with this form are this participant's."""
        return entry.signed / self._signed[words] if self._signed.get(words) else 0.0

    def greeted_share(self, words: tuple[str, ...], entry: Evidence) -> float:
        """RETURNS (float): How much of all greetings with this form go to this participant."""
        return entry.greeted / self._greeted[words] if self._greeted.get(words) else 0.0


@cache
def weights() -> Mapping[str, Any]:
    """RETURNS (Mapping[str, Any]): The numbers by which evidence is weighed, from the packaged data file."""
    text = files("spacy_pseudo.resources").joinpath("weights.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def likely_name(word: str) -> float:
    """RETURNS (float): By how much a word that is a usual given name gains over one that is none."""
    known = resources.given_names().get(word, 0) >= weights()["bearers"]
    return float(weights()["given_name"]) if known else 1.0
