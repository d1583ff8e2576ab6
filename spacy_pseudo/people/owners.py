"""Whose name it is, where several people share it: how likely each of them is, all others weighed with them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import exp, log1p
from typing import Final, NamedTuple

from ..text.quote_tags import TAG
from ..text.salutations import GREETING_KINDS, QUOTED, Slot
from ..text.speaker_labels import LABEL
from .context import Surroundings
from .form_table import Claim
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE
from .index import FormIndex
from .kinship import Words
from .nicknames import full_names, nicknames_of
from .places import signs
from .voices import Voice

SCOPES: Final = ("thread", "session", "all")
SHARED: Final = "shared name"

_RANK: Final = {FULL: 0, HANDLE: 0, GIVEN: 0, NICK: 0, SURNAME: 1, TABLE: 2, LETTERS: 3, LETTER: 3}
# What speaks for a person and against, in logits.
_ROLE: Final = 6.0  # whoever speaks signs, whoever is spoken to is greeted
_PER_RANK: Final = -2.5  # a given name is meant rather than a surname, a surname rather than a nickname of the table
_CALLED_OTHERWISE: Final = -3.0
_SPEAKS: Final = -3.5  # hardly anybody speaks of themselves
_ADDRESSES: Final = -6.0  # nobody greets themselves
_IN_THREAD: Final = 3.0
_IN_SESSION: Final = 2.5
_ELSEWHERE: Final = -2.5  # of another class
_GOES_BY: Final = 1.5
_SIGNS_SO: Final = 0.5
_SIGNS_OTHERWISE: Final = -1.0  # while one of the others signs so
_HAS_POSTED: Final = 1.5
_POSTED_LAST: Final = 1.5  # and is greeted
# Whoever is four times as likely as all others together is meant; if nobody is, all who come near the likeliest.
_SURE: Final = 0.8
_AS_LIKELY: Final = 0.1


class Owner(NamedTuple):
    """Who is meant by a name.

    participants (tuple[str, ...]): One id; several, sorted, if nothing decides between them.
    certainty (float): How sure that is, given that it is a name of one of them.
    reason (Optional[str]): Why there is more than one.
    """

    participants: tuple[str, ...]
    certainty: float = 1.0
    reason: str | None = None


class Owners:
    """Decides between people who share a name.

    index (FormIndex): Forms of all participants.
    scope (str): Who is preferred: people of the thread, of the session, or nobody.
    """

    def __init__(self, index: FormIndex, scope: str) -> None:
        self._index = index
        self._scope = scope

    def decide(
        self, words: Words, claims: Sequence[Claim], slot: Slot | None, around: Surroundings, voice: Voice
    ) -> Owner:
        """Decide who is meant.

        words (Words): The name's folded words.
        claims (Sequence[Claim]): Everybody who may be meant.
        slot (Optional[Slot]): The greeting or sign-off in which it stands.
        around (Surroundings): Who wrote the message, whom it answers, and who else is there.
        voice (Voice): Who speaks at the place, and to whom.
        RETURNS (Owner): One person, or several.
        """
        chances = self.chances(words, claims, slot, around, voice)
        likeliest = max(chances, key=lambda person: (chances[person], person))
        most = chances[likeliest]
        people = tuple(sorted(person for person, chance in chances.items() if chance >= _AS_LIKELY * most))
        if most >= _SURE or len(people) == 1:
            return Owner((likeliest,), most)
        return Owner(people, most, SHARED)

    def chances(
        self, words: Words, claims: Sequence[Claim], slot: Slot | None, around: Surroundings, voice: Voice
    ) -> Mapping[str, float]:
        """Weigh everybody who may be meant against the others; arguments as of `decide`.

        RETURNS (Mapping[str, float]): How likely each of them is; together 1.
        """
        best: dict[str, Claim] = {}
        for claim in sorted(claims, key=lambda claim: _RANK[claim.kind]):
            best.setdefault(claim.participant, claim)
        if len(best) == 1:
            return dict.fromkeys(best, 1.0)
        role = self._by_role(best, slot, around, voice)
        greeted = slot is not None and slot.kind in GREETING_KINDS
        last = self._last(best, around) if greeted else None
        signers = {person for person in best if self._index.signs(person, words)}
        at_hand = any(person in around.session or around.in_thread(person) for person in best)
        logits = {
            person: sum(self._personal(words, claim))
            + sum(self._local(person, around, voice, at_hand=at_hand))
            + (_SIGNS_SO * (person in signers) or _SIGNS_OTHERWISE * (bool(signers) and self._index.signs(person)))
            + _ROLE * (person == role)
            + (_ADDRESSES if greeted else _SPEAKS) * (person == voice.speaker != role)
            + _POSTED_LAST * (person == last)
            for person, claim in best.items()
        }
        highest = max(logits.values())
        odds = {person: exp(logit - highest) for person, logit in logits.items()}
        total = sum(odds.values())
        return {person: share / total for person, share in odds.items()}

    def _personal(self, words: Words, claim: Claim) -> Iterator[float]:
        """How much somebody's name it is, wherever it stands."""
        person = claim.participant
        yield _PER_RANK * _RANK[claim.kind]
        yield _CALLED_OTHERWISE * self._called_otherwise(claim, words)
        yield _GOES_BY * self._index.goes_by(person, words)

    def _local(self, person: str, around: Surroundings, voice: Voice, *, at_hand: bool) -> Iterator[float]:
        """How near somebody is; `at_hand` if one of those who share the name is of the thread or the session."""
        if self._scope != "all":
            yield _IN_THREAD * around.in_thread(person)
            yield _HAS_POSTED * (person != voice.speaker and around.last_post(person) is not None)
            if not around.mixed and around.session:
                yield _ELSEWHERE * (person not in around.session and not around.silent(person))
        if self._scope == "session":
            yield _IN_SESSION * (person in around.session)
        if around.mixed and not at_hand:
            yield log1p(around.everybody.get(person, 0))  # whoever writes more is spoken of more

    def _called_otherwise(self, claim: Claim, words: Words) -> bool:
        """A nickname of the table is hardly theirs who are known by another: Jake is not called Jack."""
        if claim.kind != TABLE:
            return False
        short = {name for full in full_names(words[0]) for name in nicknames_of(full)} - {words[0]}
        claims = (self._index.forms().get((name,), {}).get(claim.participant) for name in short - full_names(words[0]))
        return any(other is not None and other.kind in (GIVEN, NICK) for other in claims)

    @staticmethod
    def _by_role(people: Container[str], slot: Slot | None, around: Surroundings, voice: Voice) -> str | None:
        """Whoever speaks signs, whoever is spoken to is greeted, and whoever is answered is quoted."""
        if slot is None or slot.kind == LABEL:
            return None
        if signs(slot) and voice.speaker in people:
            return voice.speaker
        other = around.parent if slot.kind == TAG else voice.addressee
        return other if slot.kind != QUOTED and other in people else None

    @staticmethod
    def _last(people: Iterable[str], around: Surroundings) -> str | None:
        """Whoever of them wrote last in the thread."""
        posts = {person: post for person in people if (post := around.last_post(person)) is not None}
        return max(posts, key=lambda person: (posts[person], person), default=None)
