"""Places judged again by what a person decided about places of the same name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from .. import languages
from .adaptation import AGREEING, Adaptation, Cause
from .context import Thread
from .decisions import KEEP, MASK, Decision, Decisions
from .evidence import BODY
from .kinship import Words
from .reasons import ALLOWED, CITED, DECIDED, INITIALS, NEAR, NICKNAME, ORDINARY, SURNAME, UNCLEAR

# Reasons that are about the name, wherever it stands; the others are about the place.
_ABOUT_NAMES: Final = frozenset(r.text for r in (CITED, SURNAME, NICKNAME, INITIALS, NEAR, UNCLEAR))
# What people want.
_LAW: Final = frozenset(r.text for r in (DECIDED, ALLOWED))
# Below this a mention is unsure: it may be somebody else, or no name.
_UNSURE: Final = 0.6
# A place is a copy of another if they have so many words around them, and these are the same.
_AROUND: Final = 3


class Seen(NamedTuple):
    """A place of a name that people decided about somewhere, as the tool judges it by itself.

    field (str): 'text' or 'subject'.
    id (str): The message.
    start (int): Where it begins.
    end (int): Where it ends.
    text (str): What stands there.
    words (Words): The folded words.
    people (tuple[str, ...]): Whom it names, or may name; several if that is not clear.
    kind (str): The kind of place of a mention; the reason of what is kept.
    kept (bool): It is kept.
    confidence (float): How sure that is.
    before (tuple[str, ...]): The folded words before it, the nearest last.
    after (tuple[str, ...]): The folded words after it.
    author (Optional[str]): Who wrote the message.
    addressee (Optional[str]): Whom it answers.
    thread (Thread): The session and the thread.
    """

    field: str
    id: str
    start: int
    end: int
    text: str
    words: Words
    people: tuple[str, ...]
    kind: str
    kept: bool
    confidence: float
    before: tuple[str, ...]
    after: tuple[str, ...]
    author: str | None
    addressee: str | None
    thread: Thread

    @property
    def place(self) -> tuple[str, str, int, int]:
        """RETURNS (tuple[str, str, int, int]): Where it is."""
        return self.field, self.id, self.start, self.end

    @property
    def outcome(self) -> tuple[bool, str, tuple[str, ...]]:
        """RETURNS (tuple[bool, str, tuple[str, ...]]): What becomes of it."""
        return self.kept, self.kind, self.people

    def told(self) -> str:
        """RETURNS (str): What becomes of it, in words."""
        return f"kept: {self.kind}" if self.kept else "|".join(self.people) or MASK


class Lesson(NamedTuple):
    """A place that a person decided about, as the tool would judge it, and the decision."""

    seen: Seen
    decision: Decision


def judge_places(
    places: Iterable[Seen],
    decisions: Decisions,
    decided: Callable[[Seen], bool],
    claims: Callable[[Words], Collection[str]],
) -> list[Adaptation]:
    """Judge places again by what a person decided about places of the same name in the same circumstances.

    places (Iterable[Seen]): All places of names that people decided about somewhere, as the tool judges by itself.
    decisions (Decisions): What a person decided.
    decided (Callable[[Seen], bool]): A person has decided about a place, be it by the thread or the corpus.
    claims (Callable[[Words], Collection[str]]): Everybody who may be meant by a form.
    RETURNS (list[Adaptation]): The places of which something else is known now, in their order.
    """
    rows = {(row.field, row.id, row.start, row.end): row for row in decisions.rows if row.one_place}
    lessons: dict[Words, list[Lesson]] = defaultdict(list)
    others = []
    for seen in places:
        if seen.place in rows:
            lessons[seen.words].append(Lesson(seen, rows[seen.place]))
        elif not decided(seen) and not (seen.kept and seen.kind in _LAW):
            others.append(seen)
    found = (_judge_again(seen, lessons.get(seen.words, ()), claims) for seen in others)
    return [change for change in found if change is not None]


def _judge_again(
    seen: Seen, lessons: Sequence[Lesson], claims: Callable[[Words], Collection[str]]
) -> Adaptation | None:
    copies = [lesson for lesson in lessons if _is_copy(seen, lesson.seen)]
    alike = copies or [lesson for lesson in lessons if _is_alike(seen, lesson, claims(seen.words))]
    said = {lesson.decision.decision for lesson in alike}
    if len(said) != 1:  # nothing, or this and that
        return None
    (now,) = said
    hidden = not seen.kept
    if now == KEEP and not (hidden and (copies or (len(alike) >= AGREEING and _is_unsure(seen)))):
        return None
    if hidden and now == (seen.people[0] if len(seen.people) == 1 else MASK if not seen.people else ""):
        return None
    because = tuple(sorted(Cause.of(lesson.decision) for lesson in alike))
    return Adaptation(seen.field, seen.id, seen.start, seen.end, seen.text, seen.told(), now, because)


def _is_copy(seen: Seen, other: Seen) -> bool:
    """The same passage, quoted or repeated."""
    around = (seen.before, seen.after) == (other.before, other.after) and seen.outcome == other.outcome
    return around and seen.text == other.text and len(seen.before) + len(seen.after) >= _AROUND


def _is_alike(seen: Seen, lesson: Lesson, claims: Collection[str]) -> bool:
    """The tool judges both in the same way, and what a person said of the one holds for the other."""
    other, said = lesson.seen, lesson.decision.decision
    if seen.outcome != other.outcome or seen.text[:1].isupper() != other.text[:1].isupper():
        return False
    if not seen.kept and said == KEEP:
        return seen.confidence < _UNSURE or _have_a_neighbour(seen, other)
    if not seen.people:  # nobody is known to be called so: it is said to the same person, or by the same author
        return said in (seen.author, seen.addressee) or _same_company(seen, other)
    if not seen.kept:
        return len(claims) > 1 and said in claims and _same_company(seen, other)
    if said not in (KEEP, MASK, *seen.people):
        return False
    if said in seen.people and len(seen.people) > 1 and not _same_company(seen, other):
        return False
    if seen.kind in _ABOUT_NAMES or _have_a_neighbour(seen, other):
        return True
    return seen.kind != ORDINARY.text and seen.thread == other.thread and seen.thread[1] is not None


def _have_a_neighbour(seen: Seen, other: Seen) -> bool:
    """The word before both, or after both, is the same."""
    sides = (seen.before[-1:], other.before[-1:]), (seen.after[:1], other.after[:1])
    return any(own and own == others for own, others in sides)


def _same_company(seen: Seen, other: Seen) -> bool:
    """The same author writes in the same thread, or to the same person."""
    if seen.author is None or seen.author != other.author:
        return False
    thread = seen.thread == other.thread and seen.thread[1] is not None
    return thread or (seen.addressee is not None and seen.addressee == other.addressee)


def _is_unsure(seen: Seen) -> bool:
    """It may be no participant's name at all: it is nobody's, or the form is hardly known, or in the text an ordinary
    word. A name that several people share is one."""
    if len(seen.people) > 1:
        return False
    return seen.confidence < _UNSURE or (seen.kind == BODY and all(word in languages.words() for word in seen.words))
