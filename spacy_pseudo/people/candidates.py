"""Candidates: which forms may be whose, by what was seen, and the evidence for each of them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from .. import languages
from ..attrs import GLUED, INITIALS, MISSPELLED, PART, REGISTERED
from ..text import cues
from ..text.quote_tags import TAG
from ..text.salutation_rules import USUAL
from ..text.salutations import GREETING_KINDS, QUOTED
from ..text.similarity import NearNames, distance
from ..text.words import fold_all, word_list
from .context import Place, Thread
from .evidence import (
    ASTRAY,
    GREETING,
    LONE_LETTER,
    NONE,
    SESSION,
    SIGNING,
    SPOKEN_OF,
    THREAD,
    Evidence,
    in_groups,
    log_odds,
)
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, SURNAME, TABLE
from .greetings import find_holders
from .index import FormIndex
from .kinship import Words, is_second_name
from .sightings import END, START, THANKED, Sighting, Sightings

# What was seen so often is no chance; and of a name in running text, so many people must have it.
_OFTEN: Final = 3
_SOME: Final = 100
# The judgement on a word counts no more than this, in log-odds.
_SURE: Final = 3.0
# By so many letters a name that is cut off is known.
_SHORTEST: Final = 3
# Places so strong that they are the writer's own, also once.
_OWN: Final = frozenset(("intro", "closing_line"))
# Below a message stand whom it quotes and where it was written as well.
_ENDS: Final = frozenset(("last_line", "last_word", "intro_weak", "dash", "line", "footer", THANKED, END))
_THANKED_ONCE: Final = {THANKED: 1}
# 'MaryThanks', but not 'McDonald' or 'VanDyke'.
_RUN_ON = re.compile(r"[a-z]{3}[A-Z]")

# Everybody who is known by a form.
Owners = Callable[[Words], Set[str]]


@dataclass(slots=True)
class Tally:
    """What was seen of one form of one participant."""

    places: Counter[str] = field(default_factory=Counter)
    seen_in: set[int] = field(default_factory=set)
    users: set[str | None] = field(default_factory=set)
    surfaces: Counter[str] = field(default_factory=Counter)
    relation: str | None = None  # where the registered names do not tell
    edits: int = 0

    @property
    def surface(self) -> str:
        """RETURNS (str): The form as it is written most often; '' if it was never seen."""
        if not self.surfaces:
            return ""
        return max(self.surfaces.items(), key=lambda item: (item[1], item[0]))[0].strip()


class Candidates:
    """Connections of forms and participants that something speaks for. Each source adds what it saw.

    sightings (Sightings): What was seen in the messages.
    index (FormIndex): The forms that follow from registered names.
    places (Sequence[Place]): Where each message stands, by its number.
    owners (Callable[[Words], Set[str]]): Everybody who is known by a form by now.
    listed (Iterable[str]): Participants of whose names something is registered.
    lang (str): The language of the messages.
    judged (Optional[Mapping[str, float]]): How likely words that may be names are some; None if nobody has judged.
    """

    def __init__(
        self,
        sightings: Sightings,
        index: FormIndex,
        places: Sequence[Place],
        owners: Owners,
        listed: Iterable[str],
        *,
        lang: str = languages.BASE,
        judged: Mapping[str, float] | None = None,
    ) -> None:
        self._judged = judged
        self._sightings = sightings
        self._index = index
        self._kinship = index.kinship
        self._places = places
        self._owners = owners
        self._statistics = sightings.statistics
        self._words, self._common = languages.words(lang), languages.common_words(lang)
        self._proper, self._given = languages.proper_words(lang), languages.given_names(lang)
        self._surnames = languages.surnames(lang)
        self._threads: dict[str, set[Thread]] = defaultdict(set)
        self._sessions: dict[str, set[str | None]] = defaultdict(set)
        self._members: dict[Thread, set[str]] = defaultdict(set)
        self._kin: dict[Words, frozenset[str]] = {}
        self._related: dict[tuple[str, Words], str | None] = {}
        self._news: dict[tuple[str, Words], None] = {}
        self._tallies: dict[tuple[str, Words], Tally] = {}
        self._named = Counter(s.words for s in sightings.seen if s.kind not in (START, END))
        self._signed: Counter[Words] = Counter()
        self._greeted: Counter[Words] = Counter()
        self._listed = frozenset(listed)
        for place in places:
            for person in (place.author, place.parent_author):
                if person is not None:
                    self._threads[person].add((place.session, place.thread))
                    self._members[place.session, place.thread].add(person)
                    self._sessions[person].add(place.session)

    @property
    def threads(self) -> Mapping[str, Set[Thread]]:
        """RETURNS (Mapping[str, Set[Thread]]): Where each participant writes or is answered."""
        return self._threads

    def news(self) -> list[tuple[str, Words]]:
        """RETURNS (list[tuple[str, Words]]): The connections of which more was seen since this was asked last."""
        news = list(self._news)
        self._news.clear()
        return news

    def get(self, person: str, words: Words) -> Tally:
        """RETURNS (Tally): What was seen of a form of a participant by now."""
        return self._tallies.get((person, words)) or Tally()

    def reconsider(self, people: Set[str]) -> None:
        """Look at names anew: more of them are known now for some people, and what they sign with may follow."""
        self._kin.clear()
        self._related.clear()
        self._news.update((pair, None) for pair in self._tallies if pair[0] in people)

    def _add(self, person: str, words: Words) -> Tally:
        self._news[person, words] = None
        return self._tallies.setdefault((person, words), Tally())

    # --- Sources ---

    def add_signed(self) -> None:
        """How people sign."""
        for seen in self._sightings.seen:
            author = self._places[seen.message].author
            if author is None or seen.kind in GREETING_KINDS or seen.kind in (START, QUOTED, TAG):
                continue
            if self._is_cited(author, seen):
                continue
            unsure = seen.shared or seen.kind == END or seen.words[0] in word_list("abbreviations")
            if not unsure or self._kinship.relation(author, seen.words):
                self._add_seen(author, seen, seen.kind)
        for person, words in list(self._news) if self._kinship.open_people else ():
            tally = self._tallies[person, words]
            few = len(tally.seen_in) < _OFTEN and self._relation(person, words) is None
            fitting = self._fitting(person, words, tally.seen_in) if few else set()
            if few and not fitting and tally.places.total() == 1 and _OWN.isdisjoint(tally.places):
                fitting = self._answered(person, words, tally.seen_in)
            if fitting:  # 'Thanks, Mary' at the end, to Mary
                self._send_on(person, words, fitting)
        for person, words in list(self._news):
            usual = self._knows_first(person) and self._given.get(words[0], 0) >= USUAL
            thanked = self._tallies[person, words].places == _THANKED_ONCE
            if usual and thanked and self._relation(person, words) is None:
                self._send_on(person, words, set())  # 'Thanks, Mary', and the writer has another name

    def _is_cited(self, author: str, seen: Sighting) -> bool:
        """A full name below a message that has nothing to do with its author's: '-- Oscar Wilde'."""
        if len(seen.whole) < 2 or seen.kind not in _ENDS or not self._is_known(author):
            return False
        return self._kinship.has_surname(author) and not any(self._kinship.resembles(author, w) for w in seen.whole)

    def add_greeted(self) -> None:
        """How people are greeted, and quoted, in answers to them; or in answers to somebody else, if only their names
        explain it, or others call them so again and again."""
        held = find_holders(self._sightings.seen, self._places, self._is_known)
        for seen in self._sightings.seen:
            place = self._places[seen.message]
            parent = place.parent_author
            addressed = seen.kind in GREETING_KINDS or seen.kind in (START, TAG)
            if parent is None or parent == place.author or not addressed:
                continue
            holder = held.get(seen.words, parent)
            if holder != parent and seen.words not in self._kinship.own(parent):  # once instead of many times
                if holder != place.author and seen.kind != START:
                    self._add_seen(holder, seen, ASTRAY)
                continue
            related = self._kinship.relation(parent, seen.words)
            if self._relation(parent, seen.words) != PART and self._somebody_elses(parent, seen.words):
                continue  # posted under the wrong message: it says nothing of whom that answers
            place_name = not related and not self._proper.isdisjoint(seen.words)  # 'Hello Africa'
            if related or not (seen.shared or seen.kind == START or place_name):
                self._add_seen(parent, seen, seen.kind)
            if not related and seen.kind != START:
                kin = self._kin_elsewhere(parent, seen.words)
                if len(kin) == 1:
                    self._add_seen(min(kin), seen, ASTRAY)

        for person, words in list(self._news) if self._kinship.open_people else ():
            tally = self._tallies[person, words]
            if self._relation(person, words) is not None or ASTRAY in tally.places or held.get(words) == person:
                continue
            fitting = self._fitting(person, words, tally.seen_in, wide=True)
            if not fitting and len(tally.seen_in) < _OFTEN and self._kinship.own(person):
                fitting = self._fitting(person, words, tally.seen_in, least=0)
            if fitting:
                self._send_on(person, words, fitting)

    def add_fitting(self) -> None:
        """First names in the text of threads of one person only, whose handle or initial they fit."""
        people = self._kinship.open_people
        surnames: dict[str, set[str]] = defaultdict(set)
        for name, surname in self._sightings.named if people else ():
            surnames[name].update(fold_all(surname))
        for word, messages in self._sightings.unknown_in.items() if people else ():
            threads = {self._thread(i) for i in messages}
            kin = {p for thread in threads for p in self._members[thread] & people if (word,) in self._kinship.own(p)}
            if len(kin) == 1:  # the full name behind one that was learned
                self._add_written(min(kin), (word,), messages, {})
            within = self._statistics.counts.get(word, (0, 0, 0))[2]
            ordinary = word in self._words or word in word_list("calendar")
            if not within or ordinary or not is_second_name(word, least=_SOME) or len(messages) > _OFTEN:
                continue
            fitting = self._fitting("", (word,), messages, least=_SOME)
            person = min(fitting, default="")
            # Whoever has another surname elsewhere is talked about.
            strange = any(not self._kinship.owns(person, surname) for surname in surnames[word])
            known = any(threads & self._threads[p] for p in self._known_by((word,)))
            if len(fitting) == 1 and not strange and not known and threads <= self._threads[person]:
                self._add_written(person, (word,), messages, {})

    def add_nicknames(self) -> None:
        """Nicknames of the table that are written in the threads of a person to whom they fit."""
        for words, messages in self._sightings.table_in.items():
            ordinary = self._statistics.ordinary(words[0])  # then it says nothing that it stands there
            for claim in self._index.claims(words):
                if claim.kind == TABLE and not ordinary and not self._somebody_elses(claim.participant, words):
                    self._add_written(claim.participant, words, messages, {})

    def add_shortened(self) -> None:
        """Names that are cut off, in the text of threads in which one person writes whose name begins so."""
        begins: dict[str, set[str]] = defaultdict(set)
        for person in self._threads:
            for words, variant in self._kinship.own(person).items():
                if variant.kind == GIVEN and len(words) == 1:
                    begins[words[0][:_SHORTEST]].add(person)
        for word, messages in self._sightings.unknown_in.items():
            near = begins.get(word[:_SHORTEST])
            if not near or self._known_by((word,)) or self._statistics.mostly_small(word) or self._ordinary(word):
                continue
            here = {p for i in messages for p in self._members[self._thread(i)] & near}
            fitting = {p for p in here if any(name[0].startswith(word) for name in self._kinship.own(p))}
            if len(fitting) == 1:
                self._add_written(min(fitting), (word,), messages, {})

    def add_initials(self) -> None:
        """Initials of one person that stand for a person at least once: 'RQ thinks that ...'."""
        for words, times in self._sightings.acting.items():
            owners = {c.participant for c in self._index.claims(words) if c.kind == LETTERS}
            if not times or len(owners) != 1 or "".join(words) in word_list("abbreviations"):
                continue
            if not self._statistics.ordinary(words[0]):
                self._add_written(min(owners), words, self._sightings.initials_in[words], {}, anywhere=True)
        for letters in self._sightings.letters.of_people():  # with a letter that nobody registered
            known = self._known_by((letters,)) or letters in word_list("abbreviations") or letters in self._words
            fitting = {p for p in self._kinship.alike(letters) if self._kinship.has_initials(p, letters)}
            if len(fitting) == 1 and not known and not self._index.claims((letters,)):
                person, messages = min(fitting), self._sightings.letters.seen_in[letters]
                self._add_written(person, (letters,), messages, {}, anywhere=True)
                if (person, (letters,)) in self._tallies:
                    self._tallies[person, (letters,)].relation = INITIALS

    def add_misspelled(self, names: Iterable[tuple[str, str]]) -> set[str]:
        """Unknown words near the names of people of the same threads or sessions.

        names (Iterable[tuple[str, str]]): Participants and single words that they are called by.
        RETURNS (set[str]): The words that were looked at.
        """
        owners: dict[str, set[str]] = defaultdict(set)
        for person, name in names:
            owners[name].add(person)
        near, looked_at = NearNames(owners), set()
        for word, messages in sorted(self._sightings.unknown_in.items()):
            if word in owners or self._statistics.mostly_small(word) or (word[-1] == "s" and word[:-1] in owners):
                continue
            small = self._statistics.counts.get(word, (0, 0, 0))[0]
            if small and self._ordinary(word) and not self._named[word,]:  # 'a christian vision' is nobody's
                continue
            edits: dict[str, int] = {}
            for name in () if cues.contracted(word) else near.find(word):
                for person in owners[name]:
                    edits[person] = min(distance(word, name), edits.get(person, 9))
            if edits:
                looked_at.add(word)
                for person in sorted(edits):
                    self._add_written(person, (word,), messages, edits)
        return looked_at

    def add_spoken_of(self, person: str, form: str, surname: str, times: int) -> Words:
        """A first name and the surname that others write after it.

        RETURNS (Words): The words of the full name.
        """
        words = fold_all(f"{form} {surname}")
        tally = self._add(person, words)
        tally.relation = SPOKEN_OF
        tally.places[THREAD] = times
        tally.surfaces[f"{form} {surname}"] += 1
        return words

    def _add_seen(self, person: str, seen: Sighting, kind: str) -> None:
        if self._index.is_genitive(seen.words[-1]):  # 'Håller med Kalles inlägg'
            return
        tally = self._add(person, seen.words)
        tally.places[kind] += 1
        tally.seen_in.add(seen.message)
        tally.users.add(self._places[seen.message].author)
        tally.surfaces[seen.surface] += 1
        if in_groups(kind, SIGNING):
            self._signed[seen.words] += 1
        elif in_groups(kind, GREETING):
            self._greeted[seen.words] += 1

    def _add_written(
        self, person: str, words: Words, messages: Set[int], edits: dict[str, int], *, anywhere: bool = False
    ) -> None:
        """It stands in the text of messages of the person's threads, or only of their sessions."""
        here = [i for i in messages if self._thread(i) in self._threads[person]]
        silent = not self._sessions[person]
        near = [i for i in messages if silent or self._places[i].session in self._sessions[person]]
        slip = bool(edits) and not self._is_name_or_word(words[0])  # of somebody who does not write there
        if not here and not (near and (slip or anywhere)):
            return
        tally = self._add(person, words)
        tally.places[THREAD], tally.places[SESSION] = len(here), len(near) - len(here)
        tally.seen_in.update(here or near)
        tally.users.update(self._places[i].author for i in here or near)
        if not tally.surfaces:
            tally.surfaces["".join(words).upper() if anywhere else words[0].capitalize()] = 1
        if edits:
            tally.relation, tally.edits = MISSPELLED, edits[person]

    def _is_name_or_word(self, word: str) -> bool:
        """It means something by itself: 'Christian' is no slip of 'Christiane', nor 'Bayes' of 'Bates'."""
        return bool(self._ordinary(word)) or self._given.get(word, 0) >= _SOME or word in self._surnames

    def _send_on(self, person: str, words: Words, others: Set[str]) -> None:
        """What was seen is not the person's: it is that of the other whom it fits, if there is just one."""
        tally = self._tallies.pop((person, words))
        del self._news[person, words]
        for counts, groups in ((self._signed, SIGNING), (self._greeted, GREETING)):
            counts[words] -= sum(n for kind, n in tally.places.items() if in_groups(kind, groups))
        if not others:
            return
        other = min(others)
        # An initial alone says little of somebody who is not there.
        guess = not self._kinship.begins_handle(other, words[0])
        here = {self._thread(i) for i in tally.seen_in} & self._threads[other]
        if len(others) == 1 and (here or not guess):
            own = self._add(other, words)
            own.places[ASTRAY] += tally.places.total()
            own.seen_in |= tally.seen_in
            own.users |= tally.users
            own.surfaces.update(tally.surfaces)

    def _somebody_elses(self, person: str, words: Words) -> bool:
        """Others are known by the form, and the person never signs so: what others write does not speak for them."""
        return (person, words) not in self._tallies and self._claimed_elsewhere(person, words)

    def _is_known(self, person: str) -> bool:
        """The person's first name is registered as such."""
        return person in self._listed and person not in self._kinship.open_people

    def _knows_first(self, person: str) -> bool:
        """The person's first name is registered, or at least what it begins with."""
        return person in self._listed or person in self._kinship.open_people

    def _thread(self, message: int) -> Thread:
        return self._places[message].session, self._places[message].thread

    # --- Evidence ---

    def evidence(self, person: str, words: Words) -> Evidence:
        """RETURNS (Evidence): What speaks for and against a form being a participant's, as far as is known by now."""
        tally = self.get(person, words)
        relation = self._relation(person, words) or tally.relation or NONE
        places = {kind: n for kind, n in sorted(tally.places.items()) if n}
        evidence = Evidence(relation, places, len(tally.seen_in), len(tally.users - {person, None}))
        evidence.signed_share = _share(evidence.times(SIGNING), self._signed[words])
        evidence.greeted_share = _share(evidence.times(GREETING), self._greeted[words])
        written_small = sum(n for surface, n in tally.surfaces.items() if surface.islower())
        counted = words if len(words) == 1 else [w for w in words if len(w) > 1 and w not in word_list("particles")]
        # One letter is written small all the time, in other words' stead: that says nothing of somebody's initial.
        counted_small = counted if relation != LONE_LETTER else ()
        evidence.small = max((self._small(w, written_small) for w in counted_small), default=0.0)
        evidence.word = max(map(self._ordinary, counted), default=0)
        evidence.bearers = self._given.get(words[0], 0)
        # Whom people give a title is a person, and no topic.
        titled = self._sightings.titled[words[0]]
        evidence.capitals = max(self._statistics.counts.get(words[0], (0, 0, 0))[1] - titled, 0)
        evidence.named = self._named[words]
        evidence.letters = len(words[0])
        evidence.edits = tally.edits if relation == MISSPELLED else 0
        evidence.listed = self._knows_first(person)
        evidence.run_on = _RUN_ON.search(tally.surface) is not None
        evidence.claimed = self._claimed_elsewhere(person, words)
        if self._judged is not None and relation == NONE:
            least = min((self._judged.get(word, 0.0) for word in counted), default=0.5)
            evidence.name_word = max(-_SURE, min(_SURE, log_odds(least)))
        evidence.explained = relation == NONE and bool(self._kin_elsewhere(person, words))
        return evidence

    def is_anothers(self, person: str, words: Words) -> bool:
        """Judge whether a name is rather somebody else's, who is quoted.

        person (str): A participant.
        words (Words): The form's folded words.
        RETURNS (bool): The person's own first name is registered, has nothing to do with it, and nothing but the end of
            one message speaks for it.
        """
        tally = self.get(person, words)
        if not self._is_known(person) or tally.relation or self._relation(person, words) or len(tally.seen_in) > 1:
            return False
        return _ENDS.issuperset(tally.places)

    def _relation(self, person: str, words: Words) -> str | None:
        if (person, words) not in self._related:
            self._related[person, words] = self._find_relation(person, words)
        return self._related[person, words]

    def _find_relation(self, person: str, words: Words) -> str | None:
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
        exact = own and relation[1] in (FULL, GIVEN, SURNAME, HANDLE)
        return REGISTERED if exact or relation[0] == GLUED else relation[0]

    def _ordinary(self, word: str) -> int:
        return 2 if word in self._common else int(word in self._words or word in self._proper)

    def _small(self, word: str, in_places: int) -> float:
        lower, title, _ = self._statistics.counts.get(word, (0, 0, 0))
        return max(lower - in_places, 0) / (lower + title) if lower else 0.0

    def _kin_elsewhere(self, person: str, words: Words) -> set[str]:
        """Others of the same sessions whose registered names explain the form."""
        if len(words) > 1 or len(words[0]) < 3:
            return set()
        if words not in self._kin:
            alike = self._kinship.alike(words[0])
            self._kin[words] = frozenset(p for p in alike if self._kinship.relation(p, words))
        return {p for p in self._kin[words] if p != person and self._sessions[p] & self._sessions[person]}

    def _fitting(
        self, person: str, words: Words, messages: Iterable[int], *, wide: bool = False, least: int = USUAL
    ) -> set[str]:
        """Others of the same threads, or else sessions, of whom initials or handles are known, which the name fits."""
        people = self._kinship.open_people
        if len(words) > 1 or not people:
            return set()
        threads = {self._thread(i) for i in messages}
        near = {p for thread in threads for p in self._members[thread] & people}
        fitting = {p for p in near if p != person and self._kinship.completes(p, words[0], least=least)}
        if fitting or not wide:
            return fitting
        sessions = {session for session, _ in threads}
        others = (p for p in people if p != person and sessions & self._sessions[p])
        return {p for p in others if self._kinship.completes(p, words[0], least=least)}

    def _answered(self, person: str, words: Words, messages: Iterable[int]) -> set[str]:
        """The same of those whom these messages answer, whatever the name."""
        parents = {self._places[i].parent_author for i in messages if len(words) == 1} - {None, person}
        return {p for p in parents if p is not None and self._kinship.completes(p, words[0])}

    def _known_by(self, words: Words) -> Set[str]:
        registered = {c.participant for c in self._index.claims(words) if c.kind in (FULL, GIVEN, SURNAME)}
        return registered | self._owners(words)

    def _claimed_elsewhere(self, person: str, words: Words) -> bool:
        """Somebody else of the person's sessions, or somebody who never writes, is known by this form."""
        others = self._known_by(words) - {person}
        here = self._sessions[person]
        return any(not self._sessions[other] or here & self._sessions[other] for other in others)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
