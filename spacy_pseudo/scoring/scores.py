"""What is compared and what comes out: gold mentions, counts, errors, and every measure with its formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, overload

from ..attrs import JOINT

# Who is meant, where it is no participant: another person, or nobody at all.
OTHER: Final = "X"
NOBODY: Final = "-"


def f_beta(precision: float, recall: float, beta: float = 1) -> float:
    """Both in one figure (van Rijsbergen 1979), recall with `beta` times the weight of precision.

    precision (float): The precision.
    recall (float): The recall.
    beta (float): 1 for the harmonic mean of both.
    RETURNS (float): (1 + beta²) * precision * recall / (beta² * precision + recall), and 0.0 if both are.
    """
    return share((1 + beta**2) * precision * recall, beta**2 * precision + recall)


def share(part: float, whole: float) -> float:
    """RETURNS (float): part / whole, and 0.0 of nothing."""
    return part / whole if whole else 0.0


class Measure:
    """A figure that follows from counts.

    compute (Callable[[Any], float]): Computes it.
    whole (Optional[str]): The count that it is a share of, if it is one.
    """

    def __init__(self, compute: Callable[[Any], float], whole: str | None = None) -> None:
        self.whole = whole
        self._compute = compute

    @overload
    def __get__(self, scores: None, owner: type) -> Measure: ...
    @overload
    def __get__(self, scores: object, owner: type) -> float: ...
    def __get__(self, scores: object, owner: type) -> Measure | float:
        return self if scores is None else self._compute(scores)


def share_of(part: str, whole: str, *, times: int = 1) -> Measure:
    """RETURNS (Measure): times * part / whole, of the counts with these names."""
    return Measure(lambda scores: share(times * getattr(scores, part), getattr(scores, whole)), whole)


def f_measure(beta: float = 1) -> Measure:
    """RETURNS (Measure): `f_beta` of what has a precision and a recall."""
    return Measure(lambda scores: f_beta(scores.precision, scores.recall, beta))


@dataclass(frozen=True, slots=True)
class Counts:
    """What there is, what was taken, and what of it is right; and the measures that follow. A share of nothing is 0.0.

    gold (int): How many there are.
    predicted (int): How many were taken to be there.
    found (int): How many are both.
    """

    gold: int = 0
    predicted: int = 0
    found: int = 0

    @property
    def missed(self) -> int:
        """RETURNS (int): gold - found."""
        return self.gold - self.found

    recall = share_of("found", "gold")
    precision = share_of("found", "predicted")
    f1 = f_measure()
    f2 = f_measure(2)


class GoldMention(NamedTuple):
    """One annotated mention; offsets count Unicode code points of the original text.

    who (str): A participant's id, a joint id ('a|b') where several may be meant, 'X' (another person) or '-' (nobody).
    kind (str): The place (greeting, signature, body, footer, header), or one of the other kinds above, or 'nonname'.
    category (Optional[str]): The category of the form, where it is annotated.
    """

    start: int
    end: int
    text: str
    who: str
    kind: str
    category: str | None = None

    @property
    def participant(self) -> str | None:
        """RETURNS (Optional[str]): The participant's id, or None if no participant is meant."""
        return None if self.who in (OTHER, NOBODY) else ordered(self.who)


class MentionError(NamedTuple):
    """Something that went wrong, without any text.

    error (str): 'missed', 'partly' (missed, though a part is replaced), 'mislinked', 'boundary' (found, but not from
        its first to its last character exactly), 'wide', 'false_protected' or 'false_words'.
    id (str): The message.
    start (int): Where the gold mention begins; for the two false kinds, where the replaced span does.
    end (int): Where it ends.
    gold (Optional[str]): Who is meant; None where the gold data has no mention.
    predicted (Optional[str]): Who it was taken for, several with a comma between, '?' for nobody; None if missed.
    """

    error: str
    id: str
    start: int
    end: int
    gold: str | None
    predicted: str | None


@dataclass(slots=True)
class Tally:
    """Targets of one kind or category, and how many of them are right."""

    targets: int = 0
    found: int = 0
    linked: int = 0
    exact: int = 0

    def to_dict(self) -> dict[str, int]:
        """RETURNS (dict[str, int]): The counts; `n` are the targets."""
        return {"n": self.targets, "found": self.found, "linked": self.linked, "exact": self.exact}


@dataclass(slots=True)
class MentionScores:
    """Counts, and the measures that follow from them. A share of nothing is 0.0.

    A target is a mention of a participant in a greeting, signature, body, footer or header. It is found if replaced
    spans cover all its letters and digits, otherwise missed. Neutral, neither asked for nor punished, are a
    participant's own published work, code, handles, third parties, and names inside e-mail addresses and URLs.
    Everything else that is replaced is false.

    messages (int): Messages with gold data.
    targets (int): Targets.
    found (int): Targets that are replaced in full.
    partly (int): Missed targets of which a part is replaced.
    linked (int): Found targets where all spans on them have the right participant.
    single (int): Linked targets with exactly one span on them.
    exact (int): Targets that have a span with exactly their start and end.
    false_protected (int): Spans on cited authors and public figures.
    false_words (int): Spans on other words.
    wide (int): Found targets whose spans swallow more than 3 letters or digits of unnamed text (where the text is not
        known, more than 12 characters).
    people (int): Participants with at least one target; a joint id counts as one of its own.
    people_covered (int): Participants without a missed target, those who are hidden everywhere.
    embedded (int): Participants' names inside e-mail addresses and URLs.
    embedded_hidden (int): Those of them that a span or another identifier touches.
    protected (int): Mentions of cited authors and public figures.
    third (int): Mentions of people who take no part and are neither cited nor public.
    third_hidden (int): Those of them of which no letter or digit is left.
    protected_hidden (int): Cited authors and public figures that were taken for somebody who takes no part.
    leaky (int): Messages with a missed target.
    by_kind (dict[str, Tally]): Targets by place.
    by_category (dict[str, Tally]): Targets by category of the form, as far as the gold data has categories.
    by_session (dict[str, Tally]): Targets by session, as far as sessions are known.
    per_message (list[tuple[int, ...]]): The `SUMMED` counts of each message, in the order of the gold data.
    hidden (list[bool]): For each participant with a target, whether none of them was missed.
    errors (list[MentionError]): What went wrong, in the order of the gold data.
    """

    messages: int = 0
    targets: int = 0
    found: int = 0
    partly: int = 0
    linked: int = 0
    single: int = 0
    exact: int = 0
    false_protected: int = 0
    false_words: int = 0
    wide: int = 0
    people: int = 0
    people_covered: int = 0
    embedded: int = 0
    embedded_hidden: int = 0
    protected: int = 0
    third: int = 0
    third_hidden: int = 0
    protected_hidden: int = 0
    leaky: int = 0
    by_kind: dict[str, Tally] = field(default_factory=dict)
    by_category: dict[str, Tally] = field(default_factory=dict)
    by_session: dict[str, Tally] = field(default_factory=dict)
    per_message: list[tuple[int, ...]] = field(default_factory=list, repr=False)
    hidden: list[bool] = field(default_factory=list, repr=False)
    errors: list[MentionError] = field(default_factory=list)

    @property
    def missed(self) -> int:
        """RETURNS (int): targets - found."""
        return self.targets - self.found

    @property
    def mislinked(self) -> int:
        """RETURNS (int): found - linked."""
        return self.found - self.linked

    @property
    def false(self) -> int:
        """RETURNS (int): false_protected + false_words + wide."""
        return self.false_protected + self.false_words + self.wide

    @property
    def replaced(self) -> int:
        """RETURNS (int): found + false."""
        return self.found + self.false

    @property
    def clean_messages(self) -> int:
        """RETURNS (int): messages - leaky."""
        return self.messages - self.leaky

    @property
    def protected_left(self) -> int:
        """RETURNS (int): protected - false_protected - protected_hidden."""
        return max(0, self.protected - self.false_protected - self.protected_hidden)

    recall = share_of("found", "targets")
    precision = share_of("found", "replaced")
    f1 = f_measure()
    f2 = f_measure(2)
    f5 = f_measure(5)  # as in the competition on CRAPII
    leaks_per_1000 = share_of("missed", "messages", times=1000)
    clean = share_of("clean_messages", "messages")
    correct_participant = share_of("linked", "targets")
    single_token = share_of("single", "targets")
    exact_boundaries = share_of("exact", "targets")
    coverage = share_of("people_covered", "people")
    embedded_hidden_rate = share_of("embedded_hidden", "embedded")
    third_hidden_rate = share_of("third_hidden", "third")
    protected_kept = share_of("protected_left", "protected")

    def measured(self, name: str) -> bool:
        """RETURNS (bool): There is something that a measure can be a share of; otherwise it says nothing."""
        return bool(getattr(self, getattr(type(self), name).whole or "targets"))

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All counts and measures as plain JSON, None for a share of nothing; the errors,
        which point to people, apart."""
        parts = {"by_kind": self.by_kind, "by_category": self.by_category, "by_session": self.by_session}
        data: dict[str, Any] = {name: getattr(self, name) for name in _COUNTS}
        data |= {name: getattr(self, name) if self.measured(name) else None for name in _MEASURES}
        return data | {name: {key: part[key].to_dict() for key in sorted(part)} for name, part in parts.items()}


_COUNTS = (
    *("messages", "targets", "found", "missed", "partly", "linked", "mislinked", "single", "exact"),
    *("false", "false_protected", "false_words", "wide"),
    *("people", "people_covered", "embedded", "embedded_hidden", "protected", "protected_hidden"),
    *("third", "third_hidden", "leaky"),
)
_MEASURES = (
    *("recall", "precision", "f1", "f2", "f5", "correct_participant", "single_token", "exact_boundaries"),
    *("coverage", "leaks_per_1000", "clean", "embedded_hidden_rate", "third_hidden_rate", "protected_kept"),
)
# Counts that add up over messages.
SUMMED: Final = (
    *("messages", "targets", "found", "linked", "single", "exact", "false_protected", "false_words", "wide", "leaky"),
)


def ordered(who: str | None) -> str | None:
    """RETURNS (Optional[str]): The id; a joint one with its ids sorted, as people may write them in any order."""
    return who if who is None else JOINT.join(sorted(who.split(JOINT)))
