"""Whose name it is, where several people share it: by role, thread, session, how each of them signs, and recency."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ..text.quote_tags import TAG
from ..text.salutations import GREETING_KINDS, QUOTED, Slot
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
# How sure it is who is meant, where only habits and the order of posts tell.
_BY_HABIT: Final = 0.8
_BY_RECENCY: Final = 0.7
_BY_ACTIVITY: Final = 0.7
# Who writes so many times as much as the others is meant, where all of them may be.
_FAR_MORE: Final = 4


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
        claims = [claim for claim in claims if not self._called_otherwise(claim, words)] or claims
        people = list(dict.fromkeys(claim.participant for claim in claims))
        if len(people) > 1:
            role = self._by_role(people, slot, around, voice)
            people = [role] if role is not None else self._preferred(claims, around)
        if len(people) == 1:
            return Owner((people[0],))
        for chosen, certainty in (
            (self._by_habit(people, words), _BY_HABIT),
            (self._by_recency(people, slot, around), _BY_RECENCY),
            (self._by_activity(people, around), _BY_ACTIVITY),
        ):
            if chosen is not None:
                return Owner((chosen,), certainty)
        return Owner(tuple(sorted(people)), 1 / len(people), SHARED)

    def _called_otherwise(self, claim: Claim, words: Words) -> bool:
        """A nickname of the table is hardly theirs who are known by another: Jake is not called Jack."""
        if claim.kind != TABLE:
            return False
        short = {name for full in full_names(words[0]) for name in nicknames_of(full)} - {words[0]}
        claims = (self._index.forms().get((name,), {}).get(claim.participant) for name in short - full_names(words[0]))
        return any(other is not None and other.kind in (GIVEN, NICK) for other in claims)

    @staticmethod
    def _by_role(people: Sequence[str], slot: Slot | None, around: Surroundings, voice: Voice) -> str | None:
        """Whoever speaks signs, whoever is spoken to is greeted, and whoever is answered is quoted."""
        if slot is None:
            return None
        if signs(slot) and voice.speaker in people:
            return voice.speaker
        other = around.parent if slot.kind == TAG else voice.addressee
        return other if slot.kind != QUOTED and other in people else None

    def _preferred(self, claims: Sequence[Claim], around: Surroundings) -> list[str]:
        """Those whose name it is most of all, of the session, then of the thread; nobody speaks of themselves."""
        best = min(_RANK[claim.kind] for claim in claims)
        people = list(dict.fromkeys(claim.participant for claim in claims if _RANK[claim.kind] == best))
        others = [person for person in people if person != around.author] or people
        if self._scope == "all":
            return others
        if self._scope == "session":
            others = [person for person in others if person in around.session] or others
        others = [person for person in others if around.in_thread(person)] or others
        if any(person in around.session or around.in_thread(person) for person in others):
            return others
        if around.mixed or not around.session:
            return others
        return [person for person in others if around.silent(person)] or others  # not of another class

    def _by_habit(self, people: Sequence[str], words: Words) -> str | None:
        """One of them goes by this name, and the others by another: it is their second name, or they sign otherwise."""
        first = [person for person in people if self._index.goes_by(person, words)]
        if len(first) == 1:
            return first[0]
        signing = [person for person in people if self._index.signs(person, words)]
        others_differ = all(self._index.signs(person) for person in people if person not in signing)
        return signing[0] if len(signing) == 1 and others_differ else None

    def _by_recency(self, people: Sequence[str], slot: Slot | None, around: Surroundings) -> str | None:
        """Whoever wrote last in the thread is greeted; spoken of is the only one who has written there by now."""
        posts = {person: post for person in people if (post := around.last_post(person)) is not None}
        greeted = slot is not None and slot.kind in GREETING_KINDS
        if not posts or not (greeted or (len(posts) == 1 and self._scope != "all")):
            return None
        return max(posts, key=lambda person: (posts[person], person))

    @staticmethod
    def _by_activity(people: Sequence[str], around: Surroundings) -> str | None:
        """Where nobody of them is at hand, and sessions are no classes: one who writes far more than the others."""
        if not around.mixed or any(person in around.session for person in people):
            return None
        most, second = sorted(people, key=lambda person: around.everybody.get(person, 0), reverse=True)[:2]
        far = around.everybody.get(most, 0) + 1 >= _FAR_MORE * (around.everybody.get(second, 0) + 1)
        return most if far else None
