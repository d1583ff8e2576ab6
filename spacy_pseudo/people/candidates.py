"""Candidates: which forms may be whose, by what was seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from typing import Final

from .. import languages
from ..attrs import INITIALS, MISSPELLED, PART
from ..text import cues
from ..text.quote_tags import TAG
from ..text.salutations import GREETING_KINDS, QUOTED_KINDS
from ..text.similarity import NearNames, distance
from ..text.thresholds import KNOWN, USUAL, VERY_FREQUENT
from ..text.words import fold, fold_all, word_list
from .context import Place
from .evidence import ASTRAY, SESSION, SPOKEN_OF, THREAD
from .forms import GIVEN, LETTERS, SURNAME, TABLE
from .greetings import find_holders
from .index import FormIndex
from .kinship import Words, is_second_name
from .relations import Relations
from .sightings import END, START, THANKED, Sighting, Sightings
from .tallies import ENDS, Tallies

# What was seen so often is no chance.
_OFTEN: Final = 3
# By so many letters a name that is cut off is known.
_SHORTEST: Final = 3
# In a name with fewer letters another one makes another name.
_LONG: Final = 6
_THANKED_ONCE: Final = {THANKED: 1}


class Candidates:
    """Connections of forms and participants that something speaks for. Each source adds what it saw.

    tallies (Tallies): Where it is counted.
    sightings (Sightings): What was seen in the messages.
    index (FormIndex): The forms that follow from registered names.
    places (Sequence[Place]): Where each message stands, by its number.
    relations (Relations): What people have to do with forms.
    lang (str): The language of the messages.
    """

    def __init__(
        self,
        tallies: Tallies,
        sightings: Sightings,
        index: FormIndex,
        places: Sequence[Place],
        relations: Relations,
        *,
        lang: str = languages.BASE,
    ) -> None:
        self._tallies, self._people = tallies, relations
        self._sightings, self._statistics = sightings, sightings.statistics
        self._index, self._kinship = index, index.kinship
        self._places = places
        self._words, self._proper = languages.words(lang), languages.proper_words(lang)
        self._given, self._surnames = languages.given_names(lang), languages.surnames(lang)

    def add_signed(self) -> None:
        """How people sign."""
        for seen in self._sightings.seen:
            author = self._places[seen.message].author
            if author is None or seen.kind in GREETING_KINDS or seen.kind in (START, TAG, *QUOTED_KINDS):
                continue
            if self._is_cited(author, seen):
                continue
            unsure = seen.shared or seen.kind == END or seen.words[0] in word_list("abbreviations")
            if not unsure or self._kinship.relation(author, seen.words):
                self._see(author, seen, seen.kind)
        for person, words in self._tallies.changed() if self._kinship.open_people else ():
            tally = self._tallies.get(person, words)
            few = len(tally.seen_in) < _OFTEN and self._people.relation(person, words) is None
            fitting = self._people.fitting(person, words, tally.seen_in) if few else set()
            if fitting:  # 'Thanks, Mary' at the end, to Mary
                self._send_on(person, words, fitting)
        for person, words in self._tallies.changed():
            usual = self._people.knows_first(person) and self._given.get(words[0], 0) >= USUAL
            thanked = self._tallies.get(person, words).places == _THANKED_ONCE
            if usual and thanked and self._people.relation(person, words) is None:
                self._send_on(person, words, set())  # 'Thanks, Mary', and the writer has another name

    def _is_cited(self, author: str, seen: Sighting) -> bool:
        """A full name below a message that has nothing to do with its author's: '-- Oscar Wilde'."""
        if len(seen.whole) < 2 or seen.kind not in ENDS or not self._people.is_known(author):
            return False
        return self._kinship.has_surname(author) and not any(self._kinship.resembles(author, w) for w in seen.whole)

    def add_greeted(self) -> None:
        """How people are greeted, and quoted, in answers to them; or in answers to somebody else, if only their names
        explain it, or others call them so again and again."""
        held = find_holders(self._sightings.seen, self._places, self._people.is_known)
        for seen in self._sightings.seen:
            place = self._places[seen.message]
            parent = place.parent_author
            addressed = seen.kind in GREETING_KINDS or seen.kind in (START, TAG)
            if parent is None or parent == place.author or not addressed:
                continue
            holder = held.get(seen.words, parent)
            if holder != parent and seen.words not in self._kinship.own(parent):  # once instead of many times
                if seen.kind != START:
                    self._see(holder, seen, ASTRAY)
                continue
            related = self._kinship.relation(parent, seen.words)
            if self._people.relation(parent, seen.words) != PART and self._somebody_elses(parent, seen.words):
                continue  # posted under the wrong message: it says nothing of whom that answers
            place_name = not related and not self._proper.isdisjoint(seen.words)  # 'Hello Africa'
            if related or not (seen.shared or seen.kind == START or place_name):
                self._see(parent, seen, seen.kind)
            if not related and seen.kind != START:
                kin = self._people.kin_elsewhere(parent, seen.words)
                if len(kin) == 1:
                    self._see(min(kin), seen, ASTRAY)

        for person, words in self._tallies.changed() if self._kinship.open_people else ():
            tally = self._tallies.get(person, words)
            if self._people.relation(person, words) is not None or ASTRAY in tally.places or held.get(words) == person:
                continue
            fitting = self._people.fitting(person, words, tally.seen_in, wide=True)
            if not fitting and len(tally.seen_in) < _OFTEN and self._kinship.own(person):
                fitting = self._people.fitting(person, words, tally.seen_in, least=0)
            if fitting:
                self._send_on(person, words, fitting)

    def add_fitting(self) -> None:
        """First names in the text of threads of one person only, whose handle or initial they fit."""
        people = self._kinship.open_people
        surnames: dict[str, set[str]] = defaultdict(set)
        for name, surname in self._sightings.named if people else ():
            surnames[name].update(fold_all(surname))
        for word, messages in self._sightings.unknown_in.items() if people else ():
            threads = {self._people.thread(i) for i in messages}
            kin = {
                p
                for thread in threads
                for p in self._people.members[thread] & people
                if (word,) in self._kinship.own(p)
            }
            if len(kin) == 1:  # the full name behind one that was learned
                self._add_written(min(kin), (word,), messages)
            within = self._statistics.counts.get(word, (0, 0, 0))[2]
            ordinary = word in self._words or word in word_list("calendar")
            if not within or ordinary or not is_second_name(word, least=KNOWN) or len(messages) > _OFTEN:
                continue
            fitting = self._people.fitting("", (word,), messages, least=KNOWN)
            person = min(fitting, default="")
            # Whoever has another surname elsewhere is talked about.
            strange = any(not self._kinship.owns(person, surname) for surname in surnames[word])
            known = any(threads & self._people.threads[p] for p in self._people.known_by((word,)))
            if len(fitting) == 1 and not strange and not known and threads <= self._people.threads[person]:
                self._add_written(person, (word,), messages)

    def add_nicknames(self) -> None:
        """Nicknames of the table that are written in the threads of a person to whom they fit."""
        for words, messages in self._sightings.table_in.items():
            ordinary = self._statistics.ordinary(words[0])  # then it says nothing that it stands there
            for claim in self._index.claims(words):
                if claim.kind == TABLE and not ordinary and not self._somebody_elses(claim.participant, words):
                    self._add_written(claim.participant, words, messages)

        for (first, surname), messages in self._sightings.named_in.items():  # 'Bob Ashdown' of Robert Ashdown
            table = {c.participant for c in self._index.claims((first,)) if c.kind == TABLE}
            owners = {c.participant for c in self._index.claims((fold(surname),)) if c.kind == SURNAME} & table
            if len(owners) == 1:
                everywhere = {*messages, *self._sightings.table_in.of((first,))}
                self._add_written(min(owners), (first,), everywhere, anywhere=True)

    def add_titled(self) -> None:
        """Who is spoken of with a title, by what just one handle ends in: 'Prof. Ashdown' of 'bashdown'."""
        for word in sorted(self._sightings.titled):
            messages = self._sightings.unknown_in.of(word)
            owners = (
                self._kinship.with_handle_ending(word) if messages and not self._people.known_by((word,)) else set()
            )
            if len(word) > _SHORTEST and len(owners) == 1:
                person = min(owners)
                self._add_written(person, (word,), messages, anywhere=True)
                self._tallies.add(person, (word,)).relation = PART
                self._tallies.add(person, (word,)).surfaces = Counter((word.capitalize(),))

    def add_shortened(self) -> None:
        """Names that are cut off, in the text of threads in which one person writes whose name begins so."""
        begins: dict[str, set[str]] = defaultdict(set)
        for person in self._people.threads:
            for words, variant in self._kinship.own(person).items():
                if variant.kind == GIVEN and len(words) == 1:
                    begins[words[0][:_SHORTEST]].add(person)
        for word, messages in self._sightings.unknown_in.items():
            near = begins.get(word[:_SHORTEST])
            if (
                not near
                or self._people.known_by((word,))
                or self._statistics.mostly_small(word)
                or self._tallies.ordinary(word)
            ):
                continue
            here = {p for i in messages for p in self._people.members[self._people.thread(i)] & near}
            fitting = {p for p in here if any(name[0].startswith(word) for name in self._kinship.own(p))}
            if len(fitting) == 1:
                self._add_written(min(fitting), (word,), messages)

    def add_initials(self) -> None:
        """Initials of one person that stand for a person at least once: 'RQ thinks that ...'."""
        for words, times in self._sightings.acting.items():
            owners = {c.participant for c in self._index.claims(words) if c.kind == LETTERS}
            if times and len(owners) == 1 and not self._statistics.ordinary(words[0]):
                self._add_written(min(owners), words, self._sightings.initials_in.of(words), anywhere=True)
        for letters in self._sightings.letters.of_people():  # with a letter that nobody registered
            fitting = {p for p in self._kinship.alike(letters) if self._kinship.has_initials(p, letters)}
            if len(fitting) == 1:
                person, messages = min(fitting), self._sightings.letters.seen_in[letters]
                self._add_written(person, (letters,), messages, anywhere=True)
                if (person, (letters,)) in self._tallies:
                    self._tallies.get(person, (letters,)).relation = INITIALS

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
            small = self._statistics.counts.get(word, (0, 0, 0))[0] and self._tallies.ordinary(word)
            # 'a christian vision' is nobody's, and the Jane of an exercise no slip of Jade, but Elisabeth of Elizabeth
            another = len(word) < _LONG and self._given.get(word, 0) >= VERY_FREQUENT
            if (small or another) and not self._tallies.named[word,]:
                continue
            edits: dict[str, int] = {}
            for name in () if cues.contracted(word) else near.find(word):
                for person in owners[name]:
                    edits[person] = min(distance(word, name), edits.get(person, 9))
            if edits:
                looked_at.add(word)
                for person in sorted(edits):
                    self._add_written(person, (word,), messages, edits[person])
        return looked_at

    def add_spoken_of(self, person: str, form: str, surname: str, times: int) -> Words:
        """A first name and the surname that others write after it.

        RETURNS (Words): The words of the full name.
        """
        words = fold_all(f"{form} {surname}")
        tally = self._tallies.add(person, words)
        tally.relation = SPOKEN_OF
        tally.places[THREAD] = times
        tally.surfaces[f"{form} {surname}"] += 1
        return words

    def _see(self, person: str, seen: Sighting, kind: str) -> None:
        self._tallies.see(person, seen, kind, self._places[seen.message].author)

    def _add_written(
        self, person: str, words: Words, messages: Iterable[int], edits: int = 0, *, anywhere: bool = False
    ) -> None:
        """It stands in the text of messages of the person's threads, or only of their sessions."""
        here = [i for i in messages if self._people.thread(i) in self._people.threads[person]]
        silent = not self._people.sessions[person]
        slip = edits and not self._is_name_or_word(words[0])  # of somebody who does not write there
        sessions = self._people.sessions[person]
        near = [
            i
            for i in messages
            if silent or (slip and edits == 1 and len(words[0]) > _SHORTEST + 1) or self._places[i].session in sessions
        ]
        if not here and not (near and (slip or anywhere)):
            return
        tally = self._tallies.add(person, words)
        tally.places[THREAD], tally.places[SESSION] = len(here), len(near) - len(here)
        tally.seen_in.update(here or near)
        tally.users.update(self._places[i].author for i in here or near)
        if not tally.surfaces:
            initials = anywhere and not any(claim.kind == TABLE for claim in self._index.claims(words))
            tally.surfaces["".join(words).upper() if initials else words[0].capitalize()] = 1
        if edits:
            tally.relation, tally.edits = MISSPELLED, edits

    def _is_name_or_word(self, word: str) -> bool:
        """It means something by itself: 'Christian' is no slip of 'Christiane', nor 'Bayes' of 'Bates'."""
        return bool(self._tallies.ordinary(word)) or self._given.get(word, 0) >= KNOWN or word in self._surnames

    def _send_on(self, person: str, words: Words, others: Set[str]) -> None:
        """What was seen is not the person's: it is that of the other whom it fits, if there is just one."""
        tally = self._tallies.drop(person, words)
        if not others:
            return
        other = min(others)
        here = {self._people.thread(i) for i in tally.seen_in} & self._people.threads[other]
        if len(others) == 1 and here:
            own = self._tallies.add(other, words)
            own.places[ASTRAY] += tally.places.total()
            own.seen_in |= tally.seen_in
            own.users |= tally.users
            own.surfaces.update(tally.surfaces)

    def _somebody_elses(self, person: str, words: Words) -> bool:
        """Others are known by the form, and the person never signs so: what others write does not speak for them."""
        return (person, words) not in self._tallies and self._people.claimed_elsewhere(person, words)
