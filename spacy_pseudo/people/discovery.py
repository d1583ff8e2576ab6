"""Discovery: one pass over a corpus that finds out who is called what."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy.lang.en.stop_words import STOP_WORDS

from .. import resources
from ..attrs import MISSPELLED
from ..message import Message
from ..text.prose import prepare
from ..text.salutations import GREETING_KINDS, Slot, find_salutations, rules_for
from ..text.statistics import WordStatistics
from ..text.words import Atom, atoms, damaged, fold, is_title, spaced
from .context import Place
from .evidence import Evidence, Ledger, likely_name, weights
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE, parse_name, word_list
from .index import FormIndex
from .name_map import Form
from .roster import Participant, Roster
from .similarity import NearNames, distance

_LONGEST_FORM = 4
# A thing is called after somebody if the two words stand side by side so often, and every so many times the second.
_FEW, _RARE = 3, 20
# A name that nothing explains must stand in names' places at least every so many times.
_TOPIC = 4
_NEXT_WORD = re.compile(r"[ \t-]([A-Za-z][a-z]{2,})")
Thread = tuple[str | None, str | None]


class _Sighting(NamedTuple):
    """What stood in a slot of a message."""

    words: tuple[str, ...]
    surface: str
    kind: str
    message: int
    shared: bool  # two people stand in the same greeting or sign-off


class Discovery:
    """Reads messages one by one with `add`, then tells with `forms` who is called what.

    roster (Roster): The participants known beforehand; authors are added to it as they turn up.
    lang (str): The language of the messages.
    """

    def __init__(self, roster: Roster, *, lang: str = "en") -> None:
        self.roster = roster
        self.statistics = WordStatistics(lang=lang)
        self.unknown_authors: dict[str, int] = {}
        self.considered: set[str] = set()
        self._lang = lang
        self._index = FormIndex(roster)
        self._registered = {person.id for person in roster}
        self._sightings: list[_Sighting] = []
        self._places: Sequence[Place] = ()
        self._threads: dict[str, set[Thread]] = defaultdict(set)
        self._found: Counter[tuple[str, ...]] = Counter()
        self._table_in: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._unknown_in: dict[str, set[int]] = defaultdict(set)
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._kin: dict[tuple[str, ...], frozenset[str]] = {}
        self._count = 0

    # --- The pass ---

    def add(self, message: Message) -> None:
        """Take in the next message.

        message (Message): The message.
        """
        author = self.roster.main_id(message.author)
        if author is not None and author not in self._registered:
            self.unknown_authors[author] = self.unknown_authors.get(author, 0) + 1
            if author not in self.roster:
                self.roster.add(Participant(author))
        for text in filter(None, (message.text, message.subject)):
            self._add_words(text)
        for salutation in find_salutations(message.text, lang=self._lang):
            for slot in salutation.slots:
                self._add_slot(message.text, slot, shared=len(salutation.slots) > 1)
        self._add_edges(message.text)
        self._count += 1

    def _add_edges(self, text: str) -> None:
        """The first and the last word, which count only if they have to do with whom one expects there."""
        prose = prepare(text)
        pieces = self._index.pieces(prose)
        for at, kind in ((0, "start"), (-1, "end")) if pieces else ():
            atom, word, _ = pieces[at]
            if len(word) > 2 and rules_for(self._lang).plausible(atom.text, strict=True):
                self._sightings.append(_Sighting((word,), atom.text, kind, self._count, False))

    def _add_words(self, text: str) -> None:
        prose = prepare(text)
        self.statistics.add(prose)
        ordinary, proper, given = (
            resources.words(self._lang),
            resources.proper_words(self._lang),
            resources.given_names(self._lang),
        )
        here = set()
        for found in self._index.found(prose):
            here.add(found.words)
            if len(found.words) == 1:
                after = _NEXT_WORD.match(text, found.end)
                if after and after[1].lower() not in STOP_WORDS and after[1].lower() not in word_list("after_name"):
                    self._pairs[found.words[0], after[1].lower()] += 1
            if is_title(text[found.start]) and any(claim.kind == TABLE for claim in found.claims):
                self._table_in[found.words].add(self._count)
        self._found.update(here)
        for atom, word, _ in self._index.pieces(prose):
            usual = word not in ordinary and word not in proper
            if len(word) > 3 and atom.text.istitle() and (usual or given.get(word, 0) >= 10_000):
                self._unknown_in[word].add(self._count)

    def _add_slot(self, text: str, slot: Slot, *, shared: bool) -> None:
        surface = text[slot.start : slot.end]
        letters = next((joined for s, e, joined in spaced(surface) if s <= 1 and e >= len(surface) - 1), None)
        if "," in surface or any(True for _ in damaged(surface)):  # turned round, or half a word: nothing to learn from
            return
        inside = [Atom(0, len(letters), letters)] if letters else atoms(surface)
        for words, form in self._candidates(inside, surface):
            self._sightings.append(_Sighting(words, form, slot.kind, self._count, shared))

    def _candidates(self, inside: list[Atom], surface: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """The forms a slot may hold: the whole run as far as it is made of possible names, and its first word."""
        rules = rules_for(self._lang)
        length = 0
        while length < min(len(inside), _LONGEST_FORM):
            atom = inside[length]
            short = len(atom.text) == 1 and length > 0
            alone = len(inside) == 1 and rules.possible(atom.text)
            if not short and not alone and not rules.plausible(atom.text, strict=length > 0):
                break
            length += 1
        for size in dict.fromkeys((length, 1)):
            if 0 < size <= length:
                run = inside[:size]
                yield tuple(fold(atom.text) for atom in run), surface[run[0].start : run[-1].end] or run[0].text

    # --- The map ---

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
                    if person not in self.roster:
                        self.roster.add(Participant(person))
        forms = {person.id: self._registered_forms(person) for person in self.roster}
        self._learn_signed(forms)
        self._learn_greeted(forms)
        self._learn_table(forms)
        self._learn_misspelled(forms)
        return {
            person: sorted(own.values(), key=lambda form: (-(form.count or 0), form.text))
            for person, own in forms.items()
        }

    def _threads_of(self, messages: set[int]) -> set[Thread]:
        return {(self._places[i].session, self._places[i].thread) for i in messages}

    def _registered_forms(self, person: Participant) -> dict[tuple[str, ...], Form]:
        """Full names, given names and surnames stand in the map whether they were seen or not."""
        forms: dict[tuple[str, ...], Form] = {}
        for display in person.names:
            name = parse_name(display)
            full = " ".join((*name.given, *name.surname))
            pairs = [" ".join((name.given[0], *name.surname))] if len(name.given) > 1 and name.surname else []
            two = [" ".join(name.given)] if len(name.given) > 1 else []
            for text in (full, *pairs, *two, *name.given, *name.preferred, " ".join(name.surname), *name.core):
                words = tuple(fold(atom.text) for atom in atoms(text))
                if len(text) > 1 and words and words not in forms:
                    forms[words] = Form(_shown(text), self._found[words])
        for words, variant in self._index.own(person.id).items():
            if words not in forms and self._found[words] and variant.kind in (GIVEN, SURNAME, HANDLE) and len(words[0]) > 2:
                forms[words] = Form(_shown(variant.text), self._found[words])
        return forms

    def _learn_signed(self, forms: dict[str, dict[tuple[str, ...], Form]]) -> None:
        ledger = Ledger()
        for seen in self._sightings:
            author = self._places[seen.message].author
            if seen.kind not in GREETING_KINDS and seen.kind != "start" and author is not None:
                if (seen.shared or seen.kind == "end") and self._index.relation(author, seen.words) is None:
                    continue
                ledger.add(author, seen.words, seen.surface, seen.kind, by=author, signed=True)
        for person, words, entry in ledger:
            if words in forms[person]:
                continue
            relation = self._relation(person, words)
            score = entry.signed * self._gain(words, relation is not None)
            if relation is None:
                if not self._acceptable(words, entry):
                    continue
                # Two people may sign alike, but a name in a weak place is more likely to be of somebody else.
                if entry.signed < weights()["position"]["closing_line"] and (
                    self._kin_elsewhere(person, words) or self._claimed_elsewhere(person, words, forms)
                ):
                    continue
                if len(words[0]) > 1 and not self._usual(words) and ledger.signed_share(words, entry) < weights()["signature_share"]:
                    continue
            if relation is not None and relation[1] == LETTER and entry.signed < weights()["position"]["closing"]:
                continue
            if len(words) == 1 and len(words[0]) == 1 and relation is None and entry.messages < 2:
                continue
            if score >= weights()["threshold"]:
                forms[person][words] = self._form(entry, unsure=relation is None and score < weights()["sure"])

    def _learn_greeted(self, forms: dict[str, dict[tuple[str, ...], Form]]) -> None:
        ledger = Ledger()
        for seen in self._sightings:
            place = self._places[seen.message]
            parent = place.parent_author
            if (seen.kind in GREETING_KINDS or seen.kind == "start") and parent is not None and parent != place.author:
                if (seen.shared or seen.kind == "start") and self._index.relation(parent, seen.words) is None:
                    continue
                ledger.add(parent, seen.words, seen.surface, seen.kind, by=place.author or "", signed=False)
        for person, words, entry in ledger:
            if words in forms[person]:
                continue
            relation = self._relation(person, words)
            score = entry.greeted * self._gain(words, relation is not None)
            if self._claimed_elsewhere(person, words, forms):
                continue
            if relation is None:
                if not self._acceptable(words, entry) or len(words) > 1 or len(words[0]) < 2:
                    continue
                if kin := self._kin_elsewhere(person, words):  # addressed to somebody else, under the wrong message
                    if len(kin) == 1 and words not in forms[min(kin)]:
                        forms[min(kin)][words] = self._form(entry, unsure=True)
                    continue
                if ledger.greeted_share(words, entry) < weights()["greeting_share"]:
                    continue
            elif relation[1] in (LETTER, LETTERS) and entry.greeted < 1:
                continue
            if score >= weights()["threshold"]:
                forms[person][words] = self._form(entry, unsure=relation is None)

    def _learn_table(self, forms: dict[str, dict[tuple[str, ...], Form]]) -> None:
        """Nicknames of the table that are written in the threads of a person to whom they fit, and nobody else has."""
        for words, messages in self._table_in.items():
            if self.statistics.ordinary(words[0]):
                continue
            threads = self._threads_of(messages)
            for claim in self._index.claims(words):
                person = claim.participant
                if claim.kind == TABLE and words not in forms[person] and threads & self._threads[person]:
                    if not self._claimed_elsewhere(person, words, forms):
                        text = words[0].capitalize()
                        forms[person][words] = Form(text, self._found[words], unsure=True)

    def _learn_misspelled(self, forms: dict[str, dict[tuple[str, ...], Form]]) -> None:
        owners: dict[str, set[str]] = defaultdict(set)
        for person, own in forms.items():
            for words, form in own.items():
                category, kind = self._index.classify(person, form.text)
                if len(words) == 1 and category != MISSPELLED and kind in (GIVEN, SURNAME, NICK):
                    owners[words[0]].add(person)
        names = NearNames(owners)
        given = resources.given_names()
        for word, messages in sorted(self._unknown_in.items()):
            if word in owners or self.statistics.mostly_small(word) or (word[-1] == "s" and word[:-1] in owners):
                continue
            found = names.find(word)
            if not found:
                continue
            self.considered.add(word)
            if given.get(word, 0) >= weights()["bearers"]:
                # A name of its own: only one slip away from a longer one it is taken for that.
                found = tuple(name for name in found if len(name) > 5 and distance(word, name) == 1)
            threads = self._threads_of(messages)
            sessions = {session for session, _ in threads}
            for person in sorted({p for name in found for p in owners[name]}):
                here = threads & self._threads[person]
                if not here and len(word) > 5:
                    here = {t for t in self._threads[person] if t[0] in sessions}
                if here and (word,) not in forms[person]:
                    forms[person][word,] = Form(word.capitalize(), len(messages), unsure=len(word) < 6)

    def eponyms(self) -> set[tuple[str, str]]:
        """RETURNS (set[tuple[str, str]]): Names and the words that make things of them here: 'taylor', 'series'."""
        counts = self.statistics.counts
        return {
            (name, thing)
            for (name, thing), n in self._pairs.items()
            if len(name) > 2 and n >= _FEW and n >= sum(counts.get(thing, (0, 0))[:2]) / _RARE and thing in resources.words(self._lang)
        }

    # --- Judgements ---

    def _relation(self, person: str, words: tuple[str, ...]) -> tuple[str, str] | None:
        """As the index sees it, but a country or a month is not taken for a slip of somebody's name."""
        relation = self._index.relation(person, words)
        slip = relation is not None and relation[0] == MISSPELLED
        return None if slip and not resources.proper_words(self._lang).isdisjoint(words) else relation

    def _gain(self, words: tuple[str, ...], related: bool) -> float:
        return float(weights()["related"]) if related else likely_name(words[0])

    def _usual(self, words: tuple[str, ...]) -> bool:
        return resources.given_names(self._lang).get(words[0], 0) >= weights()["bearers"]

    def _acceptable(self, words: tuple[str, ...], entry: Evidence) -> bool:
        """A form that nothing in the roster explains is no ordinary word, or stands in names' places again and again."""
        rules = rules_for(self._lang)
        signed = sum(count for surface, count in entry.surfaces.items() if surface.islower())
        if any(self.statistics.mostly_small(word, signed=signed) for word in words):
            return False
        if not resources.proper_words(self._lang).isdisjoint(words):
            return False
        # What is talked about by everybody, and greeted once, is a topic.
        if len(words) == 1 and entry.messages < self.statistics.counts.get(words[0], (0, 0, 0))[1] / _TOPIC:
            return False
        return all(map(rules.plausible, words)) or entry.messages > 1

    def _kin_elsewhere(self, person: str, words: tuple[str, ...]) -> set[str]:
        """Others of the same sessions whose registered names explain the form."""
        if len(words) > 1 or len(words[0]) < 3:
            return set()
        if words not in self._kin:
            self._kin[words] = frozenset(p for p in self._index.alike(words[0]) if self._index.relation(p, words))
        return {p for p in self._kin[words] if p != person and self._sessions(p) & self._sessions(person)}

    def _sessions(self, person: str) -> set[str | None]:
        return {session for session, _ in self._threads[person]}

    def _claimed_elsewhere(
        self, person: str, words: tuple[str, ...], forms: dict[str, dict[tuple[str, ...], Form]]
    ) -> bool:
        """Somebody else of the person's threads or sessions is known by this form."""
        others = self._owners(words, forms) - {person}
        here = self._sessions(person)
        return any(not self._sessions(other) or here & self._sessions(other) for other in others)

    def _owners(self, words: tuple[str, ...], forms: dict[str, dict[tuple[str, ...], Form]]) -> set[str]:
        owners = {c.participant for c in self._index.claims(words) if c.kind in (FULL, GIVEN, SURNAME)}
        return owners | {person for person in self._by_form(words, forms)}

    def _by_form(self, words: tuple[str, ...], forms: dict[str, dict[tuple[str, ...], Form]]) -> Iterator[str]:
        for person, own in forms.items():
            if words in own:
                yield person

    def _form(self, entry: Evidence, *, unsure: bool) -> Form:
        surface = max(entry.surfaces.items(), key=lambda item: (item[1], item[0]))[0]
        return Form(surface.strip(), entry.messages, unsure=unsure)


def _shown(text: str) -> str:
    """Names of a roster in capitals or small letters, as they would be written."""
    return " ".join(word.capitalize() if word.isupper() or word.islower() else word for word in text.split(" "))
