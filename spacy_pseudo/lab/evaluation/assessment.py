"""A run against gold: everything that can be measured of it, in one object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from ...attrs import HANDLE, JOINT
from ...key import Key
from ...people.roster import Roster
from ...scoring.identifier_scores import IdentifierScores, Labelled, score_identifiers
from ...scoring.mention_scores import score_mentions
from ...scoring.scores import MentionScores
from ...text.words import fold_all
from .fitting import Bin, Judged, brier, reliability
from .gold import Gold, Replaced
from .judgements import judged_connections, judged_replacements
from .measures.categories import Distribution, distribution
from .measures.connection_scores import (
    Candidate,
    ConnectionScores,
    Effort,
    Map,
    forms_of,
    measure_effort,
    score_connections,
    seen_forms,
)
from .measures.intervals import SAMPLES, Interval, mention_intervals

# So long is what may stand before a user name: '@', '/u/'.
_SIGN: Final = 3


class MapScores(NamedTuple):
    """A name map against the gold map: forms as they are (Farrow et al. 2023, Table 2), and word by word (Table 3)."""

    whole: ConnectionScores
    split: ConnectionScores


class Calibrated(NamedTuple):
    """How often what has a confidence of so much is right, and the mean squared error of the confidences."""

    bins: list[Bin]
    brier: float


@dataclass(slots=True)
class Assessment:
    """What was measured; None where a run does not tell enough for it.

    mentions (MentionScores): Mentions in the text.
    intervals (dict[str, Interval]): The 95 % intervals of its headline figures.
    replaced (MapScores): Who is called what, by what was replaced in the messages with gold data.
    name_map (Optional[MapScores]): The same by the name map, without forms that no message has.
    distribution (Optional[Distribution]): The gold mentions by category of form; needs registered names.
    effort (Optional[Effort]): What the name map asks of a person.
    mention_confidence (Optional[Calibrated]): The confidences of replacements.
    connection_confidence (Optional[Calibrated]): The confidences of connections of a participant and a form.
    identifiers (Optional[IdentifierScores]): Other personal data by label; needs gold data for them.
    """

    mentions: MentionScores
    intervals: dict[str, Interval]
    replaced: MapScores
    name_map: MapScores | None = None
    distribution: Distribution | None = None
    effort: Effort | None = None
    mention_confidence: Calibrated | None = None
    connection_confidence: Calibrated | None = None
    identifiers: IdentifierScores | None = None

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Everything as plain JSON, without a name or an id of anybody."""
        data = self.mentions.to_dict() | {"intervals": {name: list(pair) for name, pair in self.intervals.items()}}
        data["connections"] = {
            name: {"whole": scores.whole.to_dict(), "split": scores.split.to_dict()}
            for name, scores in (("name_map", self.name_map), ("replaced", self.replaced))
            if scores is not None
        }
        if self.distribution is not None:
            rows = (*self.distribution.rows, self.distribution.total)
            data["categories"] = [row._asdict() for row in rows]
        if self.effort is not None:
            data["effort"] = self.effort.to_dict()
        for name in ("mention_confidence", "connection_confidence"):
            found = getattr(self, name)
            if found is not None:
                data[name] = {"brier": found.brier, "bins": [row._asdict() for row in found.bins]}
        if self.identifiers is not None:
            data["identifiers"] = self.identifiers.to_dict()
        return data


def assess(
    gold: Gold,
    replaced: Mapping[str, Replaced],
    *,
    texts: Mapping[str, str] | None = None,
    sessions: Mapping[str, str] | None = None,
    key: Key | None = None,
    roster: Roster | None = None,
    identifiers: Mapping[str, Sequence[Labelled]] | None = None,
    samples: int = SAMPLES,
) -> Assessment:
    """Measure a run. Messages without gold data are not looked at.

    gold (Mapping[str, Sequence[GoldMention]]): The marked mentions by message id.
    replaced (Mapping[str, Replaced]): What was replaced, by message id.
    texts (Optional[Mapping[str, str]]): The original texts.
    sessions (Optional[Mapping[str, str]]): The session of each message. As somebody's name may be in what a session is
        called, sessions are numbered in the order in which they come here.
    key (Optional[Key]): The key of the run, or what is there of it: name map, connections, roster.
    roster (Optional[Roster]): The participants with their registered names; None for the key's.
    identifiers (Optional[Mapping[str, Sequence[Labelled]]]): Marked places of other personal data by message id.
    samples (int): How often is drawn for the intervals.
    RETURNS (Assessment): What was measured.
    """
    known = {id: replaced[id] for id in gold if id in replaced}
    scores = score_mentions(
        gold,
        {id: [span[:3] for span in row.spans] for id, row in known.items()},
        identifiers={
            id: [place[:2] for place in row.identifiers if place not in row.marked] for id, row in known.items()
        },
        others={id: row.others for id, row in known.items()},
        texts=texts,
        sessions=_numbered(sessions) if sessions is not None else None,
    )
    mentions = [mention for row in gold.values() for mention in row]
    meant = forms_of(mentions)
    taken = _replaced_forms(known)
    found = Assessment(scores, mention_intervals(scores, samples=samples), _score_map(meant, taken))
    people = key.roster if roster is None and key is not None else roster
    if people is not None and any(participant.names for participant in people):
        found.distribution = distribution(mentions, people)
    if key is not None and key.name_map is not None:
        found.name_map = _score_map(meant, seen_forms(key.name_map))
        found.effort = measure_effort(meant, list(_candidates(key)), people, taken)
    if key is not None:
        found.connection_confidence = _calibrated(judged_connections(key, gold))
    found.mention_confidence = _calibrated(judged_replacements(gold, {id: row.spans for id, row in known.items()}))
    if identifiers is not None:
        places = {id: _labelled(row, identifiers[id]) for id, row in replaced.items() if id in identifiers}
        found.identifiers = score_identifiers(identifiers, places)
    return found


def _labelled(row: Replaced, gold: Sequence[Labelled]) -> list[Labelled]:
    """Other personal data that was found; user names of participants, which are mentions, with the sign before them,
    and whatever name of theirs stands where a user name was marked."""
    begins = {end: start for start, end, label in gold if label == "USERNAME"}
    signed = [(begins.get(s.end), s) for s in row.spans]
    wide = [(start, s.end, "USERNAME") for start, s in signed if start is not None and 0 <= s.start - start <= _SIGN]
    ends = {end for _, end, _ in wide}
    wide += ((s.start, s.end, "USERNAME") for s in row.spans if s.category == HANDLE and s.end not in ends)
    return sorted([*row.identifiers, *wide])


def _numbered(sessions: Mapping[str, str]) -> dict[str, str]:
    """As many digits each, so that they can be sorted."""
    names = list(dict.fromkeys(sessions.values()))
    digits = len(str(len(names)))
    numbers = {name: f"{number:0{digits}}" for number, name in enumerate(names, 1)}
    return {id: numbers[name] for id, name in sessions.items()}


def _score_map(gold: Map, predicted: Map) -> MapScores:
    return MapScores(score_connections(gold, predicted), score_connections(gold, predicted, split=True))


def _replaced_forms(replaced: Mapping[str, Replaced]) -> dict[str, set[str]]:
    forms: dict[str, set[str]] = {}
    for span in (span for row in replaced.values() for span in row.spans):
        if span.original is not None and span.participant is not None and JOINT not in span.participant:
            forms.setdefault(span.participant, set()).add(span.original)
    return forms


def _candidates(key: Key) -> Iterator[Candidate]:
    """The forms of the map as a person left it, and what was considered besides."""
    review = {connection.pair for connection in key.connections if connection.review}
    taken = set()
    for person, form in key.name_map or ():
        pair = (person, fold_all(form.text))
        taken.add(pair)
        if form.count != 0:
            yield Candidate(person, form.text, True, pair in review)
    for connection in key.connections:
        if connection.pair not in taken:
            yield Candidate(connection.participant, connection.form, False, connection.review)


def _calibrated(judged: Iterator[Judged]) -> Calibrated | None:
    rows = list(judged)
    return Calibrated(reliability(rows), brier(rows)) if rows else None
