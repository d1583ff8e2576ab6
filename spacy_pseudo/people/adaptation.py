"""What people decided is evidence for the rest of the corpus: similar forms, and places (`adapted_places.py`), are
judged again, by what people decided alone and never by what followed from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from .. import languages
from ..text.similarity import near
from ..text.thresholds import USUAL
from ..text.words import fold_all, stop_words
from .connections import Connection, Pair, lawful
from .decisions import KEEP, MASK, Decision, Decisions
from .evidence import NONE
from .kinship import Words
from .name_map import Form, NameMap
from .nicknames import related

FORM: Final = "form"
# What a form that was judged again becomes.
TAKEN: Final = "taken"
DROPPED: Final = "not taken"
# A name is left on the word of so many decisions; one that is hidden costs less than one that stands.
AGREEING: Final = 2
_SHORTEST: Final = 3


class Cause(NamedTuple):
    """A decision of a person.

    field (str): 'text', 'subject', 'thread' or 'corpus', as in the table of decisions; 'form' in the name map.
    id (str): The message; of a form, the participant.
    start (int): Where the place begins, if it is one.
    end (int): Where it ends.
    text (str): What stands there; the form.
    decision (str): A participant, 'keep' or 'mask'; of a form, that it is 'taken' or 'not taken'.
    """

    field: str
    id: str
    start: int
    end: int
    text: str
    decision: str

    @classmethod
    def of(cls, row: Decision) -> Cause:
        """RETURNS (Cause): A line of the table of decisions."""
        return cls(row.field, row.id, row.start, row.end, row.text, row.decision)


class Adaptation(NamedTuple):
    """A place or a form that is judged otherwise because of what a person decided elsewhere.

    field (str): 'text' or 'subject'; 'form' of a form.
    id (str): The message; of a form, the participant.
    start (int): Where the place begins.
    end (int): Where it ends.
    text (str): What stands there; the form.
    was (str): What became of it before.
    now (str): A participant, 'keep' or 'mask'; of a form, that it is 'taken' or 'not taken'.
    because (tuple[Cause, ...]): The decisions.
    """

    field: str
    id: str
    start: int
    end: int
    text: str
    was: str
    now: str
    because: tuple[Cause, ...]

    def to_row(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Plain data."""
        return {**self._asdict(), "because": [cause._asdict() for cause in self.because]}

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Adaptation:
        """RETURNS (Adaptation): What `to_row` gave; raises TypeError, ValueError or KeyError on anything else."""
        return cls(**{**row, "because": tuple(Cause(**cause) for cause in row["because"])})

    def as_decision(self) -> Decision:
        """RETURNS (Decision): A place as a line of the table of decisions that no person wrote."""
        return Decision(0, self.id, self.field, self.start, self.end, self.text, self.now, adapted=True)


def judge_forms(
    connections: Sequence[Connection],
    name_map: NameMap,
    offered: Mapping[str, Collection[str]],
    decisions: Decisions,
) -> list[Adaptation]:
    """Judge forms again by what a person wrote into the name map, deleted from it, or decided for places.

    connections (Sequence[Connection]): The connections, as discovery saw them.
    name_map (NameMap): The name map, as a person edited it.
    offered (Mapping[str, Collection[str]]): What discovery has put into it, by participant.
    decisions (Decisions): What a person decided about places.
    RETURNS (list[Adaptation]): The forms of which something else is known now, in order.
    """
    mapped = {(person, fold_all(form.text)): form for person, form in name_map}
    gone = {
        pair: Cause(FORM, person, 0, 0, text, DROPPED)
        for person, texts in offered.items()
        for text in texts
        if (pair := (person, fold_all(text))) not in mapped
    }
    law = lawful(connections, name_map, offered)
    taught = {pair: Cause(FORM, pair[0], 0, 0, mapped[pair].text, TAKEN) for pair in sorted(law & mapped.keys())}
    named = _named(decisions)
    kept = {fold_all(text) for text in name_map.kept}
    owners: dict[Words, set[str]] = defaultdict(set)
    for person, words in mapped:
        owners[words].add(person)
    found: dict[Pair, Adaptation] = {}
    for (person, words), rows in named.items():
        everybody = {other for other, form in named if form == words}
        free = words not in kept and (person, words) not in gone and owners.get(words, set()) <= everybody
        if free and (person, words) not in mapped and _is_name(words, rows):
            was, causes = "nobody's", tuple(map(Cause.of, rows))
            found[person, words] = Adaptation(FORM, person, 0, 0, rows[0].text, was, TAKEN, causes)
    accepted = {**taught, **{pair: Cause.of(rows[0]) for pair, rows in named.items() if pair in found}}
    for connection in connections:
        pair, person = connection.pair, connection.participant
        if pair in found or pair in taught or connection.pair[1] in kept:
            continue
        form = mapped.get(pair)
        if form is None and pair not in gone and not owners.get(pair[1]):
            causes = tuple(cause for known, cause in accepted.items() if _is_variant(connection, known))
            if causes:
                found[pair] = Adaptation(FORM, person, 0, 0, connection.form, DROPPED, TAKEN, causes)
        elif form is not None and form.unsure:
            causes = _deleted_elsewhere(connection, gone, connections)
            if causes:
                found[pair] = Adaptation(FORM, person, 0, 0, form.text, "unsure", DROPPED, causes)
    return sorted(found.values())


def adapted_map(name_map: NameMap, changes: Iterable[Adaptation]) -> NameMap:
    """RETURNS (NameMap): A copy with the forms that were judged again added, marked as unsure, or taken out."""
    copy = NameMap.parse(name_map.to_text())
    for change in changes:
        if change.now == TAKEN:
            copy.add(change.id, Form(change.text, 0, unsure=True))
        else:
            copy.remove(change.id, change.text)
    return copy


def _named(decisions: Decisions) -> dict[Pair, list[Decision]]:
    """Whom places name by what, as a person decided."""
    named: dict[Pair, list[Decision]] = {}
    for row in decisions.rows:
        if row.decision not in (KEEP, MASK):
            named.setdefault((row.decision, fold_all(row.text)), []).append(row)
    return named


def _is_name(words: Words, rows: Sequence[Decision]) -> bool:
    """What a person is called in one place may be a name everywhere; a word that everybody uses is none on the word of
    one, and one that is not written as a name is none at all. A usual name is somebody else's elsewhere."""
    usual = len(words) == 1 and languages.given_names().get(words[0], 0) >= USUAL
    if usual or sum(map(len, words)) < _SHORTEST or all(word in stop_words() for word in words):
        return False
    capital = all(row.text[:1].isupper() for row in rows) or not all(word in languages.words() for word in words)
    common = all(word in languages.common_words() for word in words)
    return capital and len(rows) >= (AGREEING if common else 1)


def _is_variant(connection: Connection, known: Pair) -> bool:
    """A form of which too little was seen is a nickname of one that a person took, or a slip of it."""
    person, words = known
    evidence, own = connection.evidence, connection.pair[1]
    if person != connection.participant or len(own) != len(words) or own[1:] != words[1:]:
        return False
    ordinary = evidence.word and evidence.bearers < USUAL
    if not evidence.messages or ordinary or evidence.claimed or evidence.explained:
        return False
    return related(own[0], words[0]) or (near(own[0], words[0]) and evidence.bearers < USUAL)


def _deleted_elsewhere(
    connection: Connection, gone: Mapping[Pair, Cause], connections: Iterable[Connection]
) -> tuple[Cause, ...]:
    """A person deleted a word for others who had it on the same weak evidence, or a stronger one. Of a name that is
    deleted for one the other may be left on purpose: only words are dropped, and those that not everybody uses only
    if several people have lost them."""
    evidence = connection.evidence
    if evidence.relation != NONE or connection.decided or not evidence.word or evidence.bearers >= USUAL:
        return ()
    alike = [
        gone[other.pair]
        for other in connections
        if other.pair in gone
        and other.pair[1] == connection.pair[1]
        and other.evidence.relation == NONE
        and other.confidence >= connection.confidence
        and evidence.places.keys() <= other.evidence.places.keys()
    ]
    return tuple(sorted(alike)) if len(alike) >= (1 if evidence.word > 1 else AGREEING) else ()


def causes_of(changes: Iterable[Adaptation]) -> Iterator[Cause]:
    """YIELDS (Cause): The decisions that have changed something, each once."""
    yield from dict.fromkeys(cause for change in changes for cause in change.because)
