"""Who may be meant by a form, as far as registered names, what was learned, and where people write tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence, Set

from .. import languages
from ..attrs import REGISTERED
from ..text.thresholds import USUAL
from .context import Place, Thread
from .evidence import LONE_LETTER, SPOKEN_OF
from .forms import FULL, GIVEN, HANDLE, LETTER, SURNAME
from .index import FormIndex
from .kinship import Words

# Everybody who is known by a form.
Owners = Callable[[Words], Set[str]]


class Relations:
    """What people have to do with forms.

    index (FormIndex): The forms that follow from registered names.
    places (Sequence[Place]): Where each message stands, by its number.
    owners (Callable[[Words], Set[str]]): Everybody who is known by a form by now.
    listed (Iterable[str]): Participants of whose names something is registered.
    lang (str): The language of the messages.
    """

    def __init__(
        self, index: FormIndex, places: Sequence[Place], owners: Owners, listed: Iterable[str], *, lang: str
    ) -> None:
        self._index, self._kinship, self._places, self._owners = index, index.kinship, places, owners
        self._listed = frozenset(listed)
        self._proper = languages.proper_words(lang)
        self._kin: dict[Words, frozenset[str]] = {}
        self._found: dict[tuple[str, Words], str | None] = {}
        self.threads: dict[str, set[Thread]] = defaultdict(set)
        self.sessions: dict[str, set[str | None]] = defaultdict(set)
        self.members: dict[Thread, set[str]] = defaultdict(set)
        for place in places:
            for person in (place.author, place.parent_author):
                if person is not None:
                    self.threads[person].add((place.session, place.thread))
                    self.members[place.session, place.thread].add(person)
                    self.sessions[person].add(place.session)

    def thread(self, message: int) -> Thread:
        """RETURNS (Thread): Where a message stands."""
        return self._places[message].session, self._places[message].thread

    def forget(self) -> None:
        """Look anew when asked again: more names are known."""
        self._kin.clear()
        self._found.clear()

    def is_known(self, person: str) -> bool:
        """RETURNS (bool): The person's first name is registered as such."""
        return person in self._listed and person not in self._kinship.open_people

    def knows_first(self, person: str) -> bool:
        """RETURNS (bool): The person's first name is registered, or at least what it begins with."""
        return person in self._listed or person in self._kinship.open_people

    def relation(self, person: str, words: Words) -> str | None:
        """RETURNS (Optional[str]): How a form follows from a person's names; None if it has nothing to do with them."""
        if (person, words) not in self._found:
            self._found[person, words] = self._relation(person, words)
        return self._found[person, words]

    def _relation(self, person: str, words: Words) -> str | None:
        """As kinship sees it, but a country or a month is not taken for a slip of somebody's name."""
        relation = self._kinship.relation(person, words, loose=True)
        if relation is None:
            named = len(words) > 1 and not self._kinship.has_surname(person) and person in self._owners(words[:1])
            return SPOKEN_OF if named else None
        own = words in self._kinship.own(person)
        if not own and not self._proper.isdisjoint(words):
            return None
        if relation[1] == LETTER:
            return LONE_LETTER
        return REGISTERED if own and relation[1] in (FULL, GIVEN, SURNAME, HANDLE) else relation[0]

    def kin_elsewhere(self, person: str, words: Words) -> set[str]:
        """RETURNS (set[str]): Others of the same sessions whose registered names explain the form."""
        if len(words) > 1 or len(words[0]) < 3:
            return set()
        if words not in self._kin:
            alike = self._kinship.alike(words[0])
            self._kin[words] = frozenset(p for p in alike if self._kinship.relation(p, words))
        return {p for p in self._kin[words] if p != person and self.sessions[p] & self.sessions[person]}

    def fitting(
        self, person: str, words: Words, messages: Iterable[int], *, wide: bool = False, least: int = USUAL
    ) -> set[str]:
        """Find others of whom initials or handles are known, and whom a name fits.

        person (str): Whose it is not.
        words (Words): The name.
        messages (Iterable[int]): Where it stands.
        wide (bool): If nobody of the same threads is found, look in the same sessions.
        least (int): So many people must have it for a given name.
        RETURNS (set[str]): The others.
        """
        people = self._kinship.open_people
        if len(words) > 1:
            return set()
        threads = {self.thread(i) for i in messages}
        near = {p for thread in threads for p in self.members[thread] & people}
        fitting = {p for p in near if p != person and self._kinship.completes(p, words[0], least=least)}
        if fitting or not wide:
            return fitting
        sessions = {session for session, _ in threads}
        others = (p for p in people if p != person and sessions & self.sessions[p])
        return {p for p in others if self._kinship.completes(p, words[0], least=least)}

    def known_by(self, words: Words) -> Set[str]:
        """RETURNS (Set[str]): Everybody who is registered so, or is known by the form by now."""
        registered = {c.participant for c in self._index.claims(words) if c.kind in (FULL, GIVEN, SURNAME)}
        return registered | self._owners(words)

    def claimed_elsewhere(self, person: str, words: Words) -> bool:
        """RETURNS (bool): Somebody else of the person's sessions, or who never writes, is known by this form."""
        here = self.sessions[person]
        others = self.known_by(words) - {person}
        return any(not self.sessions[other] or here & self.sessions[other] for other in others)
