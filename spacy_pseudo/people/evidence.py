"""Evidence that a form is a participant's: where it stood, how often, what speaks against it; and how it is weighed."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ..attrs import INITIALS, MISSPELLED, NICKNAME, REGISTERED
from ..errors import Errors, PseudoError
from ..text.thresholds import BEARERS, USUAL

# How a form is related to a participant's registered names, where no category of forms says it.
NONE: Final = "none"
LONE_LETTER: Final = "letter"
NAMED: Final = "named"  # part of a whole name that was found, not registered
SPOKEN_OF: Final = "spoken of"  # a known first name, and a surname that nobody listed

# A mention's place that is no slot.
BODY: Final = "body"
# Places beyond the kinds of slots and the ends of a message.
ASTRAY: Final = "astray"  # greeted in an answer to somebody else
THREAD: Final = "thread"  # in the text of messages of the person's threads
SESSION: Final = "session"  # or only of the sessions

# What the places of a name are worth alike.
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "signed": ("intro", "closing_line", "closing_far", "dash", "paired", "byline"),
    "closed": ("closing",),
    "ended": ("last_line", "last_word", "intro_weak", "thanked", "end"),
    "footer": ("line", "footer"),
    "greeted": ("greeting", "mention", "tag"),
    "opened": ("thanks", "bare", "start"),
    "astray": (ASTRAY,),
    "thread": (THREAD,),
}
_GROUP_OF: Final = {kind: group for group, kinds in GROUPS.items() for kind in kinds}
# What only whoever signs writes.
SIGNED: Final = ("signed", "closed")
SIGNING: Final = ("signed", "closed", "ended", "footer")
GREETING: Final = ("greeted", "opened")
# Below a signature stands much else: who else does so says nothing.
_OWN_SIGNING: Final = ("signed", "closed", "ended")

# What is weighed, and what it may do: speak for a connection (1), against it (-1), or either (0).
FEATURES: Final[Mapping[str, int]] = {
    "bias": 0,
    **dict.fromkeys(GROUPS, 1),  # log(1 + times) in places of this group
    "agreed": 1,  # the person signs so, and others address the person so
    "users": 1,  # log(1 + other people who use the form for this person)
    "other_signers": -1,  # exclusivity: log of all sign-offs with the form, for each one of this person's
    "others_greeted": -1,  # ... and of all greetings
    "related": 1,  # names of the person that are known explain it
    "letter": 0,  # a single one, whether it is an initial or not
    "listed": -1,  # nothing explains it, though names of the person, or initials, are registered
    "below": -1,  # nothing explains it, and it stands nowhere but below signatures
    "run_on": -1,  # two words written together
    "given": 1,  # nothing explains it, but it is a usual given name
    "name_word": 1,  # nothing of the person is registered, but the corpus uses it as a name, in log-odds
    "other_name": -1,  # a slip of a registered name, but a usual name of its own
    "loose": -1,  # a slip in a short name, or two of them
    "small": -1,  # share of its uses, outside of names' places, that are written small, as -log(1 - share)
    "ordinary": -1,  # in the word list and hardly anybody's name: 1, a common word: 2
    "topic": -1,  # nothing explains it: log of its capitalised uses for each one in a name's place
    "claimed": -1,  # somebody else of the session is known by it
    "explained": -1,  # somebody else's registered names explain it, and this person's do not
}
# What is written with a capital so many times as often as it stands in a name's place is a topic, not a name.
TOPIC: Final = 4
_DIGITS: Final = 4
_LEAST: Final = 0.05


@dataclass(slots=True)
class Evidence:
    """What speaks for and against one (form, participant) connection; counts and shares, no names.

    relation (str): How the form is related to the registered names.
    places (dict[str, int]): How often it stood in places that speak for the participant, by kind of place.
    messages (int): In how many messages.
    users (int): How many others use it there.
    signed_share (float): How much of all sign-offs with the form are this participant's.
    greeted_share (float): How much of all greetings with it are to this participant.
    small (float): How much of its other uses is written small.
    word (int): 0, 1 if it is in the word list (or a country, a month), 2 if it is a common word.
    bearers (int): How many people have it as a given name, in the packaged data.
    capitals (int): How often it is written with a capital anywhere.
    named (int): How often it stands in a name's place, whoever is meant.
    letters (int): The length of its first word.
    edits (int): The distance from the name that it is a slip of.
    listed (bool): Something of the participant's name is registered.
    run_on (bool): It looks like two words that are written together.
    claimed (bool): Somebody else of the sessions is known by it.
    explained (bool): Somebody else's registered names explain it.
    name_word (float): How likely its least likely word is a name, in log-odds; 0 if nobody has judged.
    """

    relation: str = NONE
    places: dict[str, int] = field(default_factory=dict)
    messages: int = 0
    users: int = 0
    signed_share: float = 0.0
    greeted_share: float = 0.0
    small: float = 0.0
    word: int = 0
    bearers: int = 0
    capitals: int = 0
    named: int = 0
    letters: int = 0
    edits: int = 0
    listed: bool = False
    run_on: bool = False
    claimed: bool = False
    explained: bool = False
    name_word: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Plain numbers, and the relation."""
        found = ((name, getattr(self, name)) for name in self.__slots__)
        return {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in found}

    @property
    def is_topic(self) -> bool:
        """RETURNS (bool): Nothing explains it, no closing stands before it, and it is mostly talked about."""
        weak = self.relation == NONE and not self.times(SIGNED)
        return weak and self.messages * TOPIC < self.capitals

    @property
    def is_spoken_of(self) -> bool:
        """RETURNS (bool): It is not written more often than the names of people who take part are."""
        return self.messages * TOPIC**2 >= self.capitals

    def times(self, groups: Collection[str]) -> int:
        """RETURNS (int): How often the form stood in places of some groups."""
        return sum([n for kind, n in self.places.items() if _GROUP_OF.get(kind) in groups]) if self.places else 0

    def features(self) -> dict[str, float]:
        """RETURNS (dict[str, float]): What is weighed, by the names of `FEATURES`."""
        unexplained = self.relation == NONE
        slip = self.relation == MISSPELLED
        usual = self.bearers >= USUAL
        found = {"bias": 1.0, **dict.fromkeys(GROUPS, 0.0)}
        for group in {_GROUP_OF[kind] for kind in self.places if kind in _GROUP_OF}:
            found[group] = math.log1p(self.times((group,)))
        return {
            **found,
            "agreed": float(bool(self.users and self.times(SIGNING) and self.times(GREETING))),
            "users": math.log1p(self.users),
            "other_signers": -math.log(self.signed_share or 1.0) if self.times(_OWN_SIGNING) else 0.0,
            "others_greeted": -math.log(self.greeted_share or 1.0),
            "related": float(not unexplained),
            "letter": float(self.letters == 1),
            "listed": float(unexplained and self.listed),
            "below": float(unexplained and set(self.places) <= set(GROUPS["footer"])),
            "run_on": float(self.run_on),
            "given": float(unexplained and usual),
            "name_word": (unexplained and not self.listed) * self.name_word,
            "other_name": float(slip and usual),
            "loose": float(slip and self.letters < 6) + max(self.edits - 1, 0),
            "small": -math.log(max(1 - self.small, _LEAST)),
            "ordinary": float(self.word * (self.bearers < BEARERS)),
            "topic": unexplained * math.log(max(self.capitals / max(self.named, 1), 1)),
            "claimed": float(self.claimed),
            "explained": float(self.explained and unexplained),
        }


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers by which evidence is weighed.

    threshold (float): From this confidence on a connection is taken.
    margin (float): What lies so near the threshold, in log-odds, is for a person to review.
    registered (float): The confidence of what follows from registered names by definition.
    features (Mapping[str, float]): What each feature is worth, in log-odds.
    prior (Mapping[str, float]): What they are taken to be worth before anything is learned.
    places (Mapping[str, float]): How reliable a mention is by its place: a kind of slot or 'body'; with 'far ' before
        it where the person does not write in the thread; 'misspelled' is a factor for slips that nobody listed.
    """

    threshold: float
    margin: float
    registered: float
    features: Mapping[str, float]
    prior: Mapping[str, float]
    places: Mapping[str, float]

    def confidence(self, evidence: Evidence) -> float:
        """RETURNS (float): How likely the connection is right."""
        if evidence.relation == REGISTERED:
            return self.registered
        found = evidence.features()
        score = sum(weight * found[name] for name, weight in self.features.items())
        return round(min(logistic(score), self.registered), _DIGITS)

    def unseen(self, category: str) -> float:
        """RETURNS (float): The confidence of a form that registered names lead to, where nothing was seen of it."""
        by_definition = category not in (NICKNAME, MISSPELLED, INITIALS)
        return self.registered if by_definition else self.confidence(Evidence(category))

    def near(self, confidence: float, threshold: float | None = None) -> bool:
        """RETURNS (bool): A confidence lies so near the threshold that a person should look at the connection."""
        threshold = self.threshold if threshold is None else threshold
        return abs(log_odds(confidence) - log_odds(threshold)) < self.margin

    def reliability(self, place: str, *, far: bool) -> float:
        """RETURNS (float): How often a mention in a kind of place is right; 1 if nothing is known of it."""
        return self.places.get(f"far {place}" if far else place, 1.0)

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Plain numbers."""
        return asdict(self)

    def to_json(self) -> str:
        """RETURNS (str): The text of a weights file."""
        return json.dumps(self.to_dict(), indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str, source: str) -> Weights:
        """Read a weights file.

        text (str): The file's text.
        source (str): What an error message calls it.
        RETURNS (Weights): The weights.
        """
        try:
            return cls.from_dict(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise PseudoError(Errors.P346.format(source=source)) from error

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Weights:
        """RETURNS (Weights): What `to_dict` gave; raises ValueError, TypeError or KeyError on anything else."""
        threshold, margin, registered = (float(data[name]) for name in ("threshold", "margin", "registered"))
        features, prior, places = (
            {str(k): float(v) for k, v in data[name].items()} for name in ("features", "prior", "places")
        )
        numbers = (threshold, margin, registered, *features.values(), *prior.values(), *places.values())
        complete = features.keys() == FEATURES.keys() == prior.keys()
        shares = (threshold, registered, *places.values())
        if not all(map(math.isfinite, numbers)) or not complete or not all(0 < share <= 1 for share in shares):
            raise ValueError
        return cls(threshold, margin, registered, features, prior, places)


def in_groups(kind: str, groups: Collection[str]) -> bool:
    """RETURNS (bool): A kind of place belongs to one of some groups."""
    return _GROUP_OF.get(kind) in groups


def logistic(score: float) -> float:
    """RETURNS (float): From log-odds to a probability."""
    return 1 / (1 + math.exp(-max(min(score, 30.0), -30.0)))


def log_odds(share: float) -> float:
    """RETURNS (float): From a probability to log-odds."""
    share = min(max(share, 1e-9), 1 - 1e-9)
    return math.log(share / (1 - share))


@cache
def packaged() -> Weights:
    """RETURNS (Weights): Those that come with the package; `spacy-pseudo calibrate` made them."""
    text = files("spacy_pseudo.resources").joinpath("weights.json").read_text("utf-8")
    return Weights.from_json(text, "weights.json")


def read_weights(path: Path) -> Weights:
    """RETURNS (Weights): The weights in a file that `calibrate` made."""
    try:
        return Weights.from_json(path.read_text("utf-8"), str(path))
    except FileNotFoundError as error:
        raise PseudoError(Errors.P503.format(path=path)) from error
    except UnicodeDecodeError as error:
        raise PseudoError(Errors.P346.format(source=path)) from error
