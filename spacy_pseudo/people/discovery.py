"""Discovery: weighs what was seen, and tells who is called what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set

from .. import resources
from ..attrs import MISSPELLED, PART
from ..message import Message
from ..text import cues
from ..text.salutation_rules import BEARERS, USUAL, rules_for
from ..text.salutations import GREETING_KINDS, QUOTED
from ..text.statistics import WordStatistics
from ..text.words import fold_all, word_list
from .context import Place
from .evidence import Evidence, Ledger, likely_name, weights
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE, parse_name
from .index import FormIndex
from .kinship import Words, is_second_name
from .name_map import Form
from .roster import Participant, Roster
from .sightings import END, START, Sightings
from .similarity import NearNames, distance

# A thing is called after somebody if the two words stand side by side so often, and every so many times the second.
_FEW, _RARE = 3, 20
# A name that nothing explains must stand in names' places at least every so many times.
_TOPIC = 4
# So many people who speak of somebody who is not there make a topic of them.
_MANY = 4
# Of a name in running text that is in no word list, so many bearers.
_SOME = 100
# So often must somebody who is registered sign with somebody else's name before it is believed.
_OFTEN = 3

Thread = tuple[str | None, str | None]


class FormBook:
    """The forms found so far, by participant and by their words."""

    def __init__(self) -> None:
        self._forms: dict[str, dict[Words, Form]] = {}
        self._owners: dict[Words, set[str]] = defaultdict(set)

    def add(self, participant: str, words: Words, form: Form) -> None:
        """Add a form, unless the participant has one with these words."""
        if words and words not in self._forms.setdefault(participant, {}):
            self._forms[participant][words] = form
            self._owners[words].add(participant)

    def has(self, participant: str, words: Words) -> bool:
        """RETURNS (bool): The form is known for the participant."""
        return words in self._forms.get(participant, ())

    def owners(self, words: Words) -> Set[str]:
        """RETURNS (Set[str]): Everybody for whom a form is known."""
        return self._owners.get(words, frozenset())

    def __iter__(self) -> Iterator[tuple[str, Words, Form]]:
        for participant, own in self._forms.items():
            for words, form in own.items():
                yield participant, words, form

    def sorted(self, participant: str) -> list[Form]:
        """RETURNS (list[Form]): The participant's forms, most frequent first."""
        return sorted(self._forms.get(participant, {}).values(), key=lambda form: (-(form.count or 0), form.text))


class Discovery:
    """Reads messages one by one with `add`, then tells with `forms` who is called what.

    roster (Roster): The participants known beforehand; authors are added to it as they turn up.
    lang (str): The language of the messages.
    """

    def __init__(self, roster: Roster, *, lang: str = "en") -> None:
        self.roster = roster
        self.considered: set[str] = set()
        self._lang = lang
        self._index = FormIndex(roster)
        self._kinship = self._index.kinship
        self._sightings = Sightings(self._index, lang=lang)
        self._places: Sequence[Place] = ()
        self._threads: dict[str, set[Thread]] = defaultdict(set)
        self._sessions: dict[str, set[str | None]] = defaultdict(set)
        self._members: dict[Thread, set[str]] = defaultdict(set)
        self._kin: dict[Words, frozenset[str]] = {}
        self._book = FormBook()

    @property
    def statistics(self) -> WordStatistics:
        """RETURNS (WordStatistics): How words are written in the corpus."""
        return self._sightings.statistics

    def add(self, message: Message) -> None:
        """Take in the next message.

        message (Message): The message.
        """
        self._sightings.add(message)

    def forms(self, places: Sequence[Place]) -> dict[str, list[Form]]:
        """Weigh the evidence.

        places (Sequence[Place]): Where each message stands, in the order they were added; ids are main ids.
        RETURNS (dict[str, list[Form]]): Who is called what, most frequent first; what the tool is unsure of is marked.
        """
        self.statistics.finish()
        self._places = places
        for place in places:
            for person in (place.author, place.parent_author):
                if person is not None:
                    self._threads[person].add((place.session, place.thread))
                    self._sessions[person].add(place.session)
                    self._members[place.session, place.thread].add(person)
                    if person not in self.roster:
                        self.roster.add(Participant(person))
        for participant in self.roster:
            self._add_registered(participant)
        self._learn_signed()
        self._learn_surnames()
        self._complete()
        self._learn_greeted()
        self._complete()
        self._learn_nicknames()
        self._learn_spoken_of()
        self._learn_misspelled()
        return {participant.id: self._book.sorted(participant.id) for participant in self.roster}

    def eponyms(self) -> set[tuple[str, str]]:
        """RETURNS (set[tuple[str, str]]): Names and the words that make things of them here: 'taylor', 'series'."""
        ordinary = resources.words(self._lang)
        found = set()
        for (name, thing), n in self._sightings.pairs.items():
            lower, title, _ = self.statistics.counts.get(thing, (0, 0, 0))
            if any(self._kinship.owns(claim.participant, thing) for claim in self._index.claims((name,))):
                continue  # a full name
            if resources.given_names(self._lang).get(thing, 0) >= BEARERS:
                continue  # a second name
            if len(name) > 2 and thing in ordinary and n >= max(_FEW, (lower + title) / _RARE):
                found.add((name, thing))
        return found | self._namesakes()

    def _namesakes(self) -> set[tuple[str, str]]:
        """First names of participants that others are spoken of with, and their surnames: 'emily', 'dickinson'."""
        given = resources.given_names(self._lang)
        found = set()
        for (name, surname), n in self._sightings.named.items():
            last = fold_all(surname)[-1]
            owners = self._owners((name,))
            others = owners and len(last) > 2 and not self._owners((last,)) and given.get(last, 0) < USUAL
            if (
                n >= _FEW
                and others
                and given.get(name, 0) >= _SOME
                and not any(self._kinship.resembles(p, last) for p in owners)
            ):
                found.add((name, last))
        addressed: dict[str, set[int]] = defaultdict(set)
        for seen in self._sightings.seen:
            if seen.kind not in (START, END, QUOTED):
                addressed[seen.words[0]].add(seen.message)
        for word, messages in self._sightings.spoken_in.items():
            if len(messages) >= _MANY and self._is_discussed(word, messages, addressed[word]):
                found.add((word, ""))
        return found

    def _is_discussed(self, word: str, messages: Set[int], addressed: Set[int]) -> bool:
        """Many people name somebody where nobody of that name writes, and there nobody is greeted or signs so."""
        owners = self._owners((word,))
        if word in resources.words(self._lang) or not owners or not all(self._threads[owner] for owner in owners):
            return False
        present = {thread for owner in owners for thread in self._threads[owner]}
        absent = {i for i in messages if (self._places[i].session, self._places[i].thread) not in present}
        authors = {self._places[i].author for i in absent}
        return len(authors) >= _MANY and len(absent) * 2 > len(messages) and addressed.isdisjoint(absent)

    # --- Sources of forms, the surest first ---

    def _add_registered(self, person: Participant) -> None:
        """Full names, given names and surnames stand in the map whether they were seen or not; other forms if seen."""
        found = self._sightings.found
        for display in person.names:
            name = parse_name(display)
            full = [" ".join((*name.given, *name.surname))]
            if len(name.given) > 1:
                full += [" ".join((name.given[0], *name.surname)), " ".join(name.given)]
            for text in (*full, *name.given, *name.preferred, " ".join(name.surname), *name.core):
                if len(text) > 1:
                    self._book.add(person.id, fold_all(text), Form(_shown(text), found[fold_all(text)]))
        for words, variant in self._kinship.own(person.id).items():
            if found[words] and variant.kind in (GIVEN, SURNAME, HANDLE) and len(words[0]) > 2:
                self._book.add(person.id, words, Form(_shown(variant.text), found[words]))

    def _learn_signed(self) -> None:
        """How people sign."""
        ledger = Ledger()
        for seen in self._sightings.seen:
            author = self._places[seen.message].author
            if author is None or seen.kind in GREETING_KINDS or seen.kind in (START, QUOTED):
                continue
            if not (seen.shared or seen.kind == END) or self._kinship.relation(author, seen.words):
                ledger.add(author, seen.words, seen.surface, seen.kind, message=seen.message, by=author, signed=True)
        # What the roster explains comes first: the same word is then hardly believed to be somebody else's nickname.
        known = {(person, words): self._relation(person, words) for person, words, _ in ledger}
        for person, words, entry in sorted(ledger, key=lambda item: known[item[0], item[1]] is None):
            if self._book.has(person, words):
                continue
            relation = known[person, words]
            score = entry.signed * self._gain(words, related=relation is not None)
            if relation is None:
                fitting = self._fitting(person, words, entry.seen_in) if entry.messages < _OFTEN else set()
                if not fitting and entry.signed <= weights()["position"]["closing"]:
                    fitting = self._answered(person, words, entry.seen_in)
                if len(fitting) == 1:  # 'Thanks, Mary' at the end, to Mary
                    self._book.add(min(fitting), words, _form(entry, unsure=True))
                believed = not fitting and self._signs_so(person, words, entry, ledger)
            else:
                believed = relation[1] != LETTER or entry.signed >= weights()["position"]["closing"]
            if believed and score >= weights()["threshold"]:
                self._book.add(person, words, _form(entry, unsure=relation is None and score < weights()["sure"]))

    def _signs_so(self, person: str, words: Words, entry: Evidence, ledger: Ledger) -> bool:
        """A form that nothing in the roster explains is believed to be how somebody signs."""
        if not self._acceptable(words, entry) or (len(words[0]) == 1 and entry.messages < 2):
            return False
        # Below a signature stand institutions and places, too.
        usual = resources.given_names(self._lang).get(words[0], 0) >= weights()["bearers"]
        if not usual and entry.best < weights()["position"]["last_word"]:
            return False
        if entry.best < weights()["position"]["closing"] and self._is_topic(words, entry):
            return False
        # Two people may sign alike, but a name in a weak place is more likely to be of somebody else.
        person_known = bool(self._kinship.own(person))
        weak = entry.signed < weights()["position"]["closing_line"] or (person_known and entry.messages < _OFTEN)
        if weak and (self._kin_elsewhere(person, words) or self._claimed_elsewhere(person, words)):
            return False
        return usual or len(words[0]) == 1 or ledger.signed_share(words, entry) >= weights()["signature_share"]

    def _learn_surnames(self) -> None:
        """Who signs with a first name that nobody else has, and is spoken of with one surname, has that surname."""
        surnames: dict[str, Counter[str]] = defaultdict(Counter)
        for (name, surname), n in self._sightings.named.items():
            surnames[name][surname] += n
        for person in self.roster:
            if person.names:
                continue
            for form in self._book.sorted(person.id):
                words = fold_all(form.text)
                if len(words) == 1 and words[0] in surnames and self._book.owners(words) == {person.id}:
                    surname, n = surnames[words[0]].most_common(1)[0]
                    if n > 1 and n * 2 > sum(surnames[words[0]].values()):
                        full = Form(f"{form.text} {surname}", n, unsure=True)
                        self._book.add(person.id, fold_all(full.text), full)
            self._kinship.register(person.id, [form.text for form in self._book.sorted(person.id)])

    def _complete(self) -> None:
        """Who is registered with an initial or a handle, and goes by a first name that fits, has that name."""
        for person in self.roster:
            if person.id in self._kinship.open_people:
                for text in self._kinship.complete(person.id, [form.text for form in self._book.sorted(person.id)]):
                    words = fold_all(text)
                    self._book.add(person.id, words, Form(_shown(text), self._sightings.found[words]))

    def _learn_greeted(self) -> None:
        """How people are greeted in answers to them."""
        ledger = Ledger()
        for seen in self._sightings.seen:
            place = self._places[seen.message]
            parent = place.parent_author
            if parent is None or parent == place.author or (seen.kind not in GREETING_KINDS and seen.kind != START):
                continue
            if not (seen.shared or seen.kind == START) or self._kinship.relation(parent, seen.words):
                by = place.author or ""
                ledger.add(parent, seen.words, seen.surface, seen.kind, message=seen.message, by=by, signed=False)
        for person, words, entry in ledger:
            relation = self._relation(person, words)
            own = relation is not None and relation[0] == PART
            if self._book.has(person, words) or (not own and self._claimed_elsewhere(person, words)):
                continue
            if relation is None:
                kin = self._kin_elsewhere(person, words) or self._fitting(person, words, entry.seen_in, wide=True)
                if not kin and entry.messages < _OFTEN and self._kinship.own(person):
                    kin = self._fitting(person, words, entry.seen_in, least=0)
                if len(kin) == 1 and self._acceptable(words, entry):  # posted under the wrong message
                    other = min(kin)
                    guess = other in self._kinship.open_people and not self._kinship.begins_handle(other, words[0])
                    if not guess or self._threads_of(entry.seen_in) & self._threads[other]:
                        self._book.add(other, words, _form(entry, unsure=True))
                single = len(words) == 1 and len(words[0]) > 1 and not kin
                share = ledger.greeted_share(words, entry)
                believed = single and share >= weights()["greeting_share"] and not self._is_topic(words, entry)
                believed = believed and self._acceptable(words, entry)
            else:
                believed = relation[1] not in (LETTER, LETTERS) or entry.greeted >= 1
            if believed and entry.greeted * self._gain(words, related=relation is not None) >= weights()["threshold"]:
                self._book.add(person, words, _form(entry, unsure=relation is None))

    def _learn_nicknames(self) -> None:
        """Nicknames of the table that are written in the threads of a person to whom they fit, and nobody else has."""
        for words, messages in self._sightings.table_in.items():
            if self.statistics.ordinary(words[0]):
                continue
            threads = self._threads_of(messages)
            for claim in self._index.claims(words):
                person = claim.participant
                if (
                    claim.kind == TABLE
                    and threads & self._threads[person]
                    and not self._claimed_elsewhere(person, words)
                ):
                    form = Form(words[0].capitalize(), self._sightings.found[words], unsure=True)
                    self._book.add(person, words, form)

    def _learn_spoken_of(self) -> None:
        """First names that are written in threads of one person only, whose handle or initial they fit."""
        people, ordinary = self._kinship.open_people, resources.words(self._lang) | word_list("calendar")
        surnames: dict[str, set[str]] = defaultdict(set)
        for name, surname in self._sightings.named if people else ():
            surnames[name].update(fold_all(surname))
        for word, messages in self._sightings.unknown_in.items() if people else ():
            threads = self._threads_of(messages)
            kin = {p for thread in threads for p in self._members[thread] & people if (word,) in self._kinship.own(p)}
            if len(kin) == 1:  # the full name behind one that was learned
                self._book.add(min(kin), (word,), Form(word.capitalize(), len(messages), unsure=True))
            within = self.statistics.counts.get(word, (0, 0, 0))[2]
            if not within or word in ordinary or not is_second_name(word, least=_SOME) or len(messages) > _FEW:
                continue
            fitting = self._fitting("", (word,), messages, least=_SOME)
            person = min(fitting, default="")
            # Whoever has another surname elsewhere is talked about.
            strange = any(not self._kinship.owns(person, surname) for surname in surnames[word])
            known = any(threads & self._threads[p] for p in self._owners((word,)))
            if len(fitting) == 1 and not strange and not known and threads <= self._threads[person]:
                self._book.add(person, (word,), Form(word.capitalize(), len(messages), unsure=True))
        self._complete()

    def _learn_misspelled(self) -> None:
        """Unknown words near the names of people of the same threads, longer ones also of the same sessions."""
        owners: dict[str, set[str]] = defaultdict(set)
        for person, words, form in self._book:
            category, kind = self._kinship.classify(person, form.text)
            if len(words) == 1 and category != MISSPELLED and kind in (GIVEN, SURNAME, NICK):
                owners[words[0]].add(person)
        names = NearNames(owners)
        given = resources.given_names(self._lang)
        for word, messages in sorted(self._sightings.unknown_in.items()):
            if word in owners or self.statistics.mostly_small(word) or (word[-1] == "s" and word[:-1] in owners):
                continue
            found: Iterable[str] = names.find(word)
            if not found or cues.contracted(word):
                continue
            self.considered.add(word)
            if given.get(word, 0) >= weights()["bearers"]:
                # A name of its own: only one slip away from a longer one it is taken for that.
                found = [name for name in found if len(name) > 5 and distance(word, name) == 1]
            threads = self._threads_of(messages)
            sessions = {session for session, _ in threads}
            for person in sorted({p for name in found for p in owners[name]}):
                near = sessions & self._sessions[person] or not self._sessions[person]
                if threads & self._threads[person] or (len(word) > 5 and near):
                    form = Form(word.capitalize(), len(messages), unsure=len(word) < 6)
                    self._book.add(person, (word,), form)

    # --- Judgements ---

    def _relation(self, person: str, words: Words) -> tuple[str, str] | None:
        """As kinship sees it, but a country or a month is not taken for a slip of somebody's name."""
        relation = self._kinship.relation(person, words, loose=True)
        slip = relation is not None and relation[0] == MISSPELLED
        return None if slip and not resources.proper_words(self._lang).isdisjoint(words) else relation

    def _gain(self, words: Words, *, related: bool) -> float:
        return float(weights()["related"]) if related else likely_name(words[0])

    def _acceptable(self, words: Words, entry: Evidence) -> bool:
        """A form that nothing explains is no ordinary word, or stands in names' places again and again."""
        small = sum(count for surface, count in entry.surfaces.items() if surface.islower())
        if any(self.statistics.mostly_small(word, signed=small) for word in words if len(word) > 1 or len(words) == 1):
            return False
        if not resources.proper_words(self._lang).isdisjoint(words):
            return False
        return entry.messages > 1 or all(map(rules_for(self._lang).plausible, words))

    def _is_topic(self, words: Words, entry: Evidence) -> bool:
        """What is talked about by everybody, and greeted once, is a topic."""
        return entry.messages < self.statistics.counts.get(words[0], (0, 0, 0))[1] / _TOPIC

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
        threads = self._threads_of(messages)
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

    def _claimed_elsewhere(self, person: str, words: Words) -> bool:
        """Somebody else of the person's sessions, or somebody who never writes, is known by this form."""
        here = self._sessions[person]
        others = self._owners(words) - {person}
        return any(not self._sessions[other] or here & self._sessions[other] for other in others)

    def _owners(self, words: Words) -> Set[str]:
        registered = {c.participant for c in self._index.claims(words) if c.kind in (FULL, GIVEN, SURNAME)}
        return registered | self._book.owners(words)

    def _threads_of(self, messages: Iterable[int]) -> set[Thread]:
        return {(self._places[i].session, self._places[i].thread) for i in messages}


def _form(entry: Evidence, *, unsure: bool) -> Form:
    surface = max(entry.surfaces.items(), key=lambda item: (item[1], item[0]))[0]
    return Form(surface.strip(), entry.messages, unsure=unsure)


def _shown(text: str) -> str:
    """Names of a roster in capitals or small letters, as they would be written."""
    if text.islower() or text.isupper():
        return " ".join(word.capitalize() for word in text.split(" "))
    return " ".join(word.capitalize() if word.isupper() else word for word in text.split(" "))
