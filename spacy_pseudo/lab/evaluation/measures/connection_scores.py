"""Connections between participants and forms of their names, against a gold map: the measures of Farrow et al. (2023),
Tables 2 and 3, and what it costs a person to mend the map (sections 5.3 and 5.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from ....attrs import JOINT
from ....people.connections import Pair
from ....people.name_map import NameMap
from ....people.roster import Roster
from ....scoring.mention_scores import TARGETS
from ....scoring.scores import Counts, GoldMention, share_of
from ....text.words import fold_all

# Participant -> forms.
Map = Mapping[str, Collection[str]]


@dataclass(frozen=True, slots=True)
class ConnectionScores(Counts):
    """Connections of a participant and a form: in the gold map, in the map that is judged, in both; and participants.

    people (int): Participants with a form in the gold map.
    people_covered (int): Participants all of whose forms are found.
    """

    people: int = 0
    people_covered: int = 0

    coverage = share_of("people_covered", "people")

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All counts and measures as plain JSON."""
        names = ("gold", "predicted", "found", "missed", "people", "people_covered")
        return {name: getattr(self, name) for name in (*names, "recall", "precision", "f1", "coverage")}


def score_connections(gold: Map, predicted: Map, *, split: bool = False, exact: bool = False) -> ConnectionScores:
    """Compare who is called what with who should be.

    gold (Mapping[str, Collection[str]]): The forms that people use for each participant.
    predicted (Mapping[str, Collection[str]]): The forms that were found.
    split (bool): Take forms of several words for so many forms (Table 3); otherwise one form is one (Table 2).
    exact (bool): Forms must be equal to the letter; otherwise case, accents and punctuation do not count, as they do
        not where a form is looked for in a message.
    RETURNS (ConnectionScores): Counts and measures.
    """
    meant, taken = _connections(gold, split, exact), _connections(predicted, split, exact)
    people = {person for person, _ in meant}
    return ConnectionScores(
        gold=len(meant),
        predicted=len(taken),
        found=len(meant & taken),
        people=len(people),
        people_covered=len(people - {person for person, _ in meant - taken}),
    )


def _connections(forms: Map, split: bool, exact: bool) -> set[Pair]:
    pairs: set[Pair] = set()
    for person, texts in forms.items():
        for text in texts:
            words = tuple(text.split()) if exact else fold_all(text)
            pairs.update((person, (word,)) for word in words) if split else pairs.add((person, words))
    return {pair for pair in pairs if pair[1]}


def forms_of(mentions: Iterable[GoldMention]) -> dict[str, set[str]]:
    """RETURNS (dict[str, set[str]]): Who is called what in marked mentions; not where several may be meant."""
    forms: dict[str, set[str]] = {}
    for mention in mentions:
        who = mention.participant
        if mention.kind in TARGETS and who is not None and JOINT not in who:
            forms.setdefault(who, set()).add(mention.text)
    return forms


def seen_forms(name_map: NameMap) -> dict[str, set[str]]:
    """RETURNS (dict[str, set[str]]): Who is called what in a name map, without forms that no message has."""
    forms: dict[str, set[str]] = {}
    for person, form in name_map:
        if form.count != 0:
            forms.setdefault(person, set()).add(form.text)
    return forms


def called(mentions: Iterable[GoldMention]) -> set[Pair]:
    """RETURNS (set[Pair]): Who is called what in marked mentions, also by a part of it: 'Mary' in 'Mary Poe'."""
    found: set[Pair] = set()
    for mention in mentions:
        words = fold_all(mention.text)
        runs = {words[i:j] for i in range(len(words)) for j in range(i + 1, len(words) + 1)}
        found.update((person, run) for person in (mention.participant or "").split(JOINT) if person for run in runs)
    return found


# --- What it costs to mend the map ------------------------------------------------------------------------------------


class Candidate(NamedTuple):
    """A form that a person may look at: whose it may be, whether it is in the map, and whether it is unclear."""

    participant: str
    form: str
    taken: bool
    review: bool


# How a connection that is not in the map can be mended: it needs no mending, as the form is replaced all the same, or
# its words are one by one; a person can take it from the candidates, or from the roster; or has to read the messages.
REPLACED, PARTS, LISTED, ROSTER, NOWHERE = MENDING = (
    "replaced all the same",
    "by the words in the map",
    "from the candidates",
    "from the roster",
    "from messages only",
)


@dataclass(frozen=True, slots=True)
class Effort:
    """What the map asks of a person.

    participants (int): Participants with a candidate.
    candidates (int): Forms to look at.
    most (int): The most candidates of one participant.
    median (float): The median number of candidates of a participant.
    near (int): Candidates so near the threshold that the tool asks for a decision.
    wrong (int): Forms in the map that nobody uses for the participant, to be deleted.
    missed (dict[str, int]): Connections that are not in the map, by how they can be mended (`MENDING`).
    """

    participants: int
    candidates: int
    most: int
    median: float
    near: int
    wrong: int
    missed: dict[str, int]

    per_participant = share_of("candidates", "participants")
    near_share = share_of("near", "candidates")

    @property
    def mendable(self) -> int:
        """RETURNS (int): Missed connections that a person can mend from the map, its candidates and the roster."""
        return sum(self.missed[how] for how in (PARTS, LISTED, ROSTER))

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All counts and measures as plain JSON."""
        names = ("participants", "candidates", "per_participant", "median", "most", "near", "near_share", "wrong")
        return {name: getattr(self, name) for name in (*names, "mendable", "missed")}


def measure_effort(
    gold: Map, candidates: Sequence[Candidate], roster: Roster | None = None, replaced: Map | None = None
) -> Effort:
    """Count what a person has to look at, and what they can mend by it.

    gold (Mapping[str, Collection[str]]): The forms that people use for each participant.
    candidates (Sequence[Candidate]): The forms of the map, and those that were considered and not taken.
    roster (Optional[Roster]): The participants.
    replaced (Optional[Mapping[str, Collection[str]]]): The forms that were replaced, in the map or not.
    RETURNS (Effort): The counts.
    """
    pairs = {(c.participant, fold_all(c.form)): c for c in candidates}
    meant = _connections(gold, split=False, exact=False)
    taken = {pair for pair, candidate in pairs.items() if candidate.taken}
    words: dict[str, set[str]] = {}
    for person, form in taken:
        words.setdefault(person, set()).update(form)
    registered = {p.id: {w for name in p.names for w in fold_all(name)} for p in roster or ()}
    hidden = _connections(replaced or {}, split=False, exact=False)
    missed = dict.fromkeys(MENDING, 0) | {REPLACED: len((meant - taken) & hidden)}
    for pair in meant - taken - hidden:
        missed[_mended_by(pair, words.get(pair[0], set()), pairs, registered.get(pair[0], set()))] += 1
    per_person = Counter(person for person, _ in pairs)
    return Effort(
        participants=len(per_person),
        candidates=len(pairs),
        most=max(per_person.values(), default=0),
        median=median(per_person.values()) if per_person else 0.0,
        near=sum(candidate.review for candidate in pairs.values()),
        wrong=len(taken - meant),
        missed=missed,
    )


def _mended_by(pair: Pair, known: set[str], pairs: Mapping[Pair, Candidate], registered: set[str]) -> str:
    form = set(pair[1])
    if len(form) > 1 and form <= known:
        return PARTS
    if pair in pairs:
        return LISTED
    return ROSTER if form <= known | registered else NOWHERE
