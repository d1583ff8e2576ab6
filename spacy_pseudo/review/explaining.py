"""Why something was replaced, and why it stayed: one message, step by step, with what spoke for each decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import languages
from ..attrs import JOINT, OTHER, REGISTERED
from ..identifiers.base import Page
from ..identifiers.grammars import fired
from ..passes.cutting import Cutter
from ..people import whole_names
from ..people.evidence import GREETING, GROUPS, NAMED, NONE, SIGNING, Evidence
from ..people.voices import Voices
from ..text.gazetteer import places
from ..text.lexing import Text
from ..text.words import fold, fold_all, stop_words
from ..text.zones import OWN, QUOTED, SIGNATURE, zones
from ..text.zones import Zone as Stretch

if TYPE_CHECKING:
    from ..components.participant_pseudonymiser import ParticipantPseudonymiser
    from ..engine.engine import Reading
    from ..key import Key
    from ..message import Message


# Kinds of places that are counted. What begins or ends a message is noted as such besides, and would count twice.
_SIGNED: Final = {kind for group in SIGNING for kind in GROUPS[group]} - {"end", "thanked"}
_GREETED: Final = {kind for group in GREETING for kind in GROUPS[group]} - {"start"}


# Where a full name stood.
_STOOD: Final = {
    whole_names.PAIRED: "beside an address",
    whole_names.SIGNED: "in a sign-off",
    whole_names.ENDED: "below a message",
    whole_names.BYLINE: "in a by-line",
    whole_names.CO_AUTHOR: "beside another name in a by-line",
    whole_names.ATTRIBUTED: "where the person is quoted",
    whole_names.GREETED: "in a greeting",
    whole_names.SENDER: "as the sender of a pasted message",
    whole_names.MEMO: "as the sender at the top of a message",
    whole_names.RECIPIENT: "among those whom it went to",
    whole_names.EARLIER: "in headers further down",
    whole_names.SPOKEN: "in running text",
}


class Word(NamedTuple):
    """A word, and what the lists and the corpus say of it."""

    start: int
    end: int
    text: str
    known: tuple[str, ...]


class Zone(NamedTuple):
    """A stretch of a message, and whose words it holds.

    kind (str): 'own', 'quoted', 'attribution', 'header', 'footer' or 'signature'.
    depth (int): How often the words were quoted.
    speaker (Optional[str]): Whose words they are, by id, if it is known.
    addressee (Optional[str]): To whom they are said, by id, if it is known.
    """

    start: int
    end: int
    kind: str
    depth: int
    speaker: str | None
    addressee: str | None


class Slot(NamedTuple):
    """A place in which a greeting or a sign-off has a name, or may have one."""

    start: int
    end: int
    text: str
    kind: str


class Decision(NamedTuple):
    """What became of a place that may name somebody.

    outcome (str): 'replaced', 'joint', 'masked' (somebody who takes no part, or nobody known) or 'kept'.
    participants (tuple[str, ...]): Whom it names or may name.
    written (Optional[str]): What stands there now; None where it is kept.
    why (str): The kind of the form and its place, or the reason to keep it.
    probability (float): How likely the place names a participant.
    evidence (tuple[str, ...]): What is known of the form, for each participant, in words.
    """

    start: int
    end: int
    text: str
    outcome: str
    participants: tuple[str, ...]
    written: str | None
    why: str
    probability: float
    evidence: tuple[str, ...]


class Rule(NamedTuple):
    """A rule over classes of words that found something, and whether its place was taken or another's was surer."""

    start: int
    end: int
    text: str
    label: str
    score: float
    where: str
    rule: str
    taken: bool


class Explanation(NamedTuple):
    """One text of a message, taken apart."""

    text: str
    result: str
    words: list[Word]
    zones: list[Zone]
    slots: list[Slot]
    decisions: list[Decision]
    identifiers: list[tuple[int, int, str, str]]
    rules: list[Rule]

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Plain data; lists of objects, as JSON has them."""
        found = {name: value for name, value in self._asdict().items() if name != "identifiers"}
        rows = [dict(zip(("start", "end", "text", "label"), row, strict=True)) for row in self.identifiers]
        plain = {
            name: [one._asdict() for one in value] if isinstance(value, list) else value
            for name, value in found.items()
        }
        return {**plain, "identifiers": rows}


def explain(
    message: Message, key: Key, pseudonymiser: ParticipantPseudonymiser, *, files: Sequence[Path] = ()
) -> Explanation:
    """Take a message apart.

    message (Message): The message; its text is what is looked at.
    key (Key): The key.
    pseudonymiser (ParticipantPseudonymiser): What pseudonymises it, with the key.
    files (Sequence[Path]): The files that the last of its rules were read from.
    RETURNS (Explanation): The steps.
    """
    message, _ = Cutter(key)(message)
    text = message.text
    reading = pseudonymiser.read(text, message)
    with languages.speaking(key.lang):
        return Explanation(
            text,
            reading.replaced.text,
            list(_words(text, key)),
            list(_zones(text, message, pseudonymiser)),
            [Slot(*slot[:2], text[slot.start : slot.end], slot.kind) for s in reading.salutations for slot in s.slots],
            sorted([*_replaced(text, reading, key), *_kept(text, reading, key)]),
            [(one.start, one.end, text[one.start : one.end], one.label) for one in reading.identifiers],
            list(_rules(text, reading, pseudonymiser, files)),
        )


def _rules(
    text: str, reading: Reading, pseudonymiser: ParticipantPseudonymiser, files: Sequence[Path]
) -> Iterator[Rule]:
    first = len(pseudonymiser.choices.rules) - len(files)
    names = {f"rules[{number}]": path.name for number, path in enumerate(files, first)}
    page = Page(text, pseudonymiser.lang)
    page.rules = tuple(pseudonymiser.choices.rules)
    taken = {(one.start, one.end, one.label) for one in reading.identifiers}
    with languages.speaking(languages.BASE):
        for start, end, label, score, where, line, rule in fired(page):
            yield Rule(
                start,
                end,
                text[start:end],
                label,
                score,
                f"{names.get(where, where)}:{line}",
                rule,
                (start, end, label) in taken,
            )


def _words(text: str, key: Key) -> Iterator[Word]:
    prose = Text.of(text).prose
    for raw, start in zip(prose.words, prose.starts, strict=True):
        yield Word(start, start + len(raw), raw, known_of(raw, key))


def known_of(raw: str, key: Key) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): What lists and corpus say of a word; nothing of any message."""
    word, lang = fold(raw), key.lang
    bearers = languages.given_names(lang).get(word, 0)
    small, capital, _ = key.statistics.counts.get(word, (0, 0, 0))
    known = (
        ("function word" if word in stop_words() else "common word", word in languages.common_words(lang)),
        ("word", word in languages.words(lang) and word not in languages.common_words(lang)),
        (f"given name of {bearers}", bearers > 0),
        ("surname", word in languages.surnames(lang)),
        ("place", word in places()),
        ("form of a participant", bool(key.index.claims((word,)))),
        (f"here {_times(small)} small, {_times(capital)} with a capital", bool(small or capital)),
    )
    return tuple(what for what, holds in known if holds)


def _zones(text: str, message: Message, pseudonymiser: ParticipantPseudonymiser) -> Iterator[Zone]:
    linker = pseudonymiser.engine.linker
    voices = Voices(text, linker.context.around(message), linker.index)
    found = zones(text)
    bounds = (0, *(at for zone in found for at in (zone.start, min(zone.end + 1, len(text)))), len(text))
    own = (Stretch(*pair, OWN) for pair in zip(bounds[::2], bounds[1::2], strict=True))
    for zone in sorted([*found, *(one for one in own if text[one.start : one.end].strip())]):
        voice = voices.at(zone.start)
        speaks = zone.kind in (OWN, QUOTED, SIGNATURE)
        yield Zone(*zone[:4], voice.speaker if speaks else None, voice.addressee if speaks else None)


def _replaced(text: str, reading: Reading, key: Key) -> Iterator[Decision]:
    reasons = {(one.start, one.end): one.reason for one in reading.mentions}
    mentioned = {(one.start, one.end) for one in reading.mentions}
    for row in reading.replaced.replacements:
        start, end = row["start"], row["end"]
        if row["category"] != OTHER and (start, end) not in mentioned:
            continue  # other personal data
        people = tuple(row["participant"].split(JOINT)) if row["participant"] else ()
        outcome = "joint" if len(people) > 1 else "replaced" if people and row["category"] != OTHER else "masked"
        why = " in ".join(filter(None, (row["category"], row["place"])))
        why = f"{why}: {reasons[start, end]}" if reasons.get((start, end)) else why
        evidence = tuple(evidence_of(people, text[start:end], key))
        written, sure = row["replacement"], row["confidence"]
        yield Decision(start, end, text[start:end], outcome, people, written, why, sure, evidence)


def _kept(text: str, reading: Reading, key: Key) -> Iterator[Decision]:
    for row in reading.replaced.kept:
        start, end, people = row["start"], row["end"], tuple(row["participants"])
        evidence = tuple(evidence_of(people, text[start:end], key))
        yield Decision(
            start, end, text[start:end], "kept", people, None, row["reason"], row["probability"], evidence
        )  # fmt: skip


def evidence_of(participants: Sequence[str], form: str, key: Key) -> Iterator[str]:
    """YIELDS (str): What is known of a form of each of some participants, in words; it shows ids and no names."""
    known = {c.pair: c for c in key.connections if c.participant in participants}
    for person in participants:
        connection = known.get((person, fold_all(form)))
        if connection is not None:
            taken = "in names.txt" if connection.taken else "not taken"
            yield f"{person}: {in_words(connection.evidence)} ({connection.confidence:.2f}, {taken})"
        elif any(claim.participant == person for claim in key.index.claims(fold_all(form))):
            yield f"{person}: follows from a registered name; the corpus was not seen to use it"
        else:
            yield f"{person}: {fold(form)!r} is part of, or near, something that they are called"


class Considered(NamedTuple):
    """A form that somebody is called by, or was thought to be.

    outcome (str): 'in names.txt', the same with a '?' ('unsure'), 'decided by a person', or 'not taken'.
    probability (float): How likely it is the participant's.
    evidence (str): Why, in words.
    messages (tuple[str, ...]): Some that it was seen in.
    """

    participant: str
    form: str
    probability: float
    outcome: str
    evidence: str
    messages: tuple[str, ...]


def explain_name(name: str, key: Key) -> list[Considered]:
    """Tell whose a name is, as far as it was considered.

    name (str): A word or several.
    key (Key): The key.
    RETURNS (list[Considered]): Forms that hold all these words, the likeliest first.
    """
    asked = set(fold_all(name))
    found = []
    for connection in key.connections:
        if asked and asked <= set(fold_all(connection.form)):
            outcome = "in names.txt" if connection.taken else "not taken"
            outcome = "decided by a person" if connection.decided else outcome
            outcome = "in names.txt, unsure" if connection.review and connection.taken else outcome
            told = in_words(connection.evidence)
            seen = connection.messages
            found.append(
                Considered(connection.participant, connection.form, connection.confidence, outcome, told, seen)
            )
    return sorted(found, key=lambda one: (-one.probability, one.participant, one.form))


def in_words(evidence: Evidence) -> str:
    """RETURNS (str): What speaks for a form, in words."""
    signed, greeted = (sum(n for kind, n in evidence.places.items() if kind in kinds) for kinds in (_SIGNED, _GREETED))
    told = ["registered" if evidence.relation == REGISTERED else f"{evidence.relation} of a registered name"]
    if evidence.relation == NONE:
        told = ["nothing registered explains it"]
    elif evidence.relation == NAMED:
        stood = [
            f"{words} {_times(evidence.places[role])}" for role, words in _STOOD.items() if role in evidence.places
        ]
        told = [f"of a full name that was found: {', '.join(stood)}"]
    if signed:
        alone = "nobody else does" if evidence.signed_share > 0.99 else f"{evidence.signed_share:.0%} of all that do"
        told.append(f"signs so {_times(signed)}, {alone}")
    if greeted:
        told.append(f"is greeted so {_times(greeted)}")
    if evidence.users:
        told.append(f"{evidence.users} {'others use' if evidence.users > 1 else 'other uses'} it")
    if not signed and not greeted:
        told.append("neither signs nor is greeted so")
    if evidence.claimed:
        told.append("somebody else of the session is known by it")
    if evidence.word:
        told.append("an ordinary word" if evidence.word == 1 else "a common word")
    return "; ".join(told)


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"
