"""Discovery: weighs what was seen, and tells who is called what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace

from .. import languages
from ..attrs import MISSPELLED, REGISTERED
from ..name_words.judges import Judge, Judgement
from ..text.statistics import WordStatistics
from ..text.thresholds import KNOWN
from ..text.words import fold_all
from .candidates import Candidates
from .connections import SHOWN, Connection
from .context import Place, Thread
from .discussed import find_discussed
from .display_names import as_written, parse_name
from .evidence import NAMED, NONE, SIGNING, Weights, packaged
from .forms import FULL, GIVEN, HANDLE, NICK, SURNAME, TABLE
from .found_names import FoundNames, is_listed, is_unlisted
from .index import FormIndex
from .kinship import Words
from .name_map import Form
from .others.gathering import Gathering
from .others.judging import Candidate, StrangerJudge
from .others.name_likelihood import name_words
from .protection import find_eponyms, is_public
from .relations import Relations
from .roster import Participant, Roster, roster_names
from .sightings import Sightings
from .tallies import Tallies

# What was seen in so many messages is decided before the rest.
_OFTEN = 3
# Where nothing of a person is registered: from this share on of all that is said of the person, and of the word, a
# usual name is the person's, however often others are spoken of by it; below this one it is somebody else who is
# greeted so.
_SHARE, _LITTLE = 0.1, 0.05


class FormBook:
    """The forms found so far, by participant and by their words."""

    def __init__(self) -> None:
        self._forms: dict[str, dict[Words, Form]] = {}
        self._owners: dict[Words, set[str]] = defaultdict(set)

    def add(self, participant: str, words: Words, form: Form) -> None:
        """Add a form, unless the participant has one with these words."""
        if not self.has(participant, words):
            self.put(participant, words, form)

    def put(self, participant: str, words: Words, form: Form) -> None:
        """Add a form, or replace the one with these words."""
        if words:
            self._forms.setdefault(participant, {})[words] = form
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
    """Tells with `forms` who is called what, by what was seen in all messages; once, as it uses up what it is given.

    roster (Roster): The participants known beforehand; authors are added to it.
    index (FormIndex): The forms that follow from their names.
    sightings (Sightings): What was seen of names.
    gathering (Gathering): What is said of them.
    lang (str): The language of the messages.
    weights (Optional[Weights]): By which evidence is weighed; None for the packaged ones.
    threshold (Optional[float]): The confidence from which a connection is taken; None for the weights' own.
    judge (Optional[Judge]): Tells from the whole corpus which words are names.
    """

    def __init__(
        self,
        roster: Roster,
        index: FormIndex,
        sightings: Sightings,
        gathering: Gathering,
        *,
        lang: str = languages.BASE,
        weights: Weights | None = None,
        threshold: float | None = None,
        judge: Judge | None = None,
    ) -> None:
        self.roster = roster
        self.considered: set[str] = set()
        self._lang = lang
        self._registered = any(map(is_listed, roster))
        self._weights = packaged() if weights is None else weights
        self._threshold = self._weights.threshold if threshold is None else threshold
        self._index = index
        self._kinship = self._index.kinship
        self._judge_of_words = judge
        self._judgement: Judgement | None = None
        self._sightings, self._gathering = sightings, gathering
        self._book = FormBook()
        self._proper = languages.proper_words(lang)
        self._names_found: FoundNames | None = None
        self._connections: dict[tuple[str, Words], Connection] = {}
        self._tallies: Tallies | None = None
        self._places: Sequence[Place] = ()

    @property
    def statistics(self) -> WordStatistics:
        """RETURNS (WordStatistics): How words are written in the corpus."""
        return self._sightings.statistics

    @property
    def _found(self) -> FoundNames:
        assert self._names_found is not None
        return self._names_found

    def forms(self, places: Sequence[Place]) -> dict[str, list[Form]]:
        """Weigh the evidence.

        places (Sequence[Place]): Where each message stands, in their order; ids are main ids.
        RETURNS (dict[str, list[Form]]): Who is called what, most frequent first; what the tool is unsure of is marked.
        """
        self.statistics.finish()
        self._places = places
        for place in places:
            for person in (place.author, place.parent_author):
                if person is not None and person not in self.roster:
                    self.roster.add(Participant(person))
        self._names_found = FoundNames(self.roster, self._index, self._sightings, places, sure=self._weights.registered)
        self._index = self._names_found.index_with(self._lang)
        self._kinship = self._index.kinship
        listed = [person.id for person in self.roster if self._kinship.own(person.id)]
        if self._judge_of_words is not None and self._sightings.uses is not None:
            self._judgement = Judgement(self._judge_of_words, self._sightings.uses, roster_names(self.roster))
        relations = Relations(self._index, places, self._book.owners, listed, lang=self._lang)
        tallies = Tallies(self._sightings, relations, lang=self._lang, judgement=self._judgement)
        seen = Candidates(tallies, self._sightings, self._index, places, relations, lang=self._lang)
        self._tallies = tallies
        for participant in self.roster:
            self._add_registered(participant)
        # The surest source first: what it teaches speaks for and against what follows.
        seen.add_signed()
        self._decide(tallies)
        self._learn_surnames(seen, tallies)
        self._complete(tallies)
        seen.add_greeted()
        self._decide(tallies)
        self._complete(tallies)
        seen.add_nicknames()
        seen.add_titled()
        seen.add_initials()
        seen.add_shortened()
        seen.add_fitting()
        self._decide(tallies)
        self._complete(tallies)
        self.considered |= seen.add_misspelled(self._names())
        self._decide(tallies)
        return {participant.id: self._book.sorted(participant.id) for participant in self.roster}

    def connections(self, ids: Sequence[str]) -> list[Connection]:
        """Tell what was decided, and why.

        ids (Sequence[str]): The ids of the messages, in their order.
        RETURNS (list[Connection]): All connections that were considered, taken or not.
        """
        assert self._tallies is not None
        known = dict(self._connections)
        for person, words, form in self._book:
            if (person, words) not in known:  # registered, or as good as that
                evidence = self._tallies.evidence(person, words)
                evidence.relation = REGISTERED
                confidence = self._weights.confidence(evidence)
                owner = self._found.whole(person, words)
                if owner is None and is_unlisted(person):  # found before: what was said of it then stays
                    continue
                if owner is not None:
                    evidence.relation, confidence = NAMED, min(owner.confidence, confidence)
                    evidence.places = {**evidence.places, **owner.roles}
                known[person, words] = Connection(person, form.text, confidence, True, form.unsure, evidence)
        seen = {pair: sorted(self._tallies.get(*pair).seen_in)[:SHOWN] for pair in known}
        return [replace(known[pair], messages=tuple(ids[i] for i in numbers)) for pair, numbers in seen.items()]

    def eponyms(self) -> set[tuple[str, str]]:
        """RETURNS (set[tuple[str, str]]): Names and the words that make things of them here: 'taylor', 'series'."""
        return find_eponyms(self._sightings.pairs, self.statistics, self._index, self._lang)

    def cited(self) -> set[str]:
        """RETURNS (set[str]): Participants' surnames that are also those of authors who are cited."""
        return {word for word in self._gathering.cited if any(c.kind == SURNAME for c in self._index.claims((word,)))}

    def discussed(self) -> dict[str, Counter[Thread]]:
        """RETURNS (dict[str, Counter[Thread]]): First names of participants that others have who are spoken of."""
        return find_discussed(self._sightings, self._places, self._kinship, self._called, lang=self._lang)

    def others(self, *, ignored: Callable[[Words], bool] | None = None) -> list[Candidate]:
        """Tell who else is named, and may be somebody private.

        ignored (Optional[Callable[[Words], bool]]): Names, by their folded words, that are something else.
        RETURNS (list[Candidate]): Most frequent first.
        """

        def known(words: Words) -> bool:
            return is_public(words) or (ignored is not None and ignored(words))

        asked = {word for words in self._gathering.uses for word in words}
        words = name_words(self.statistics, self._lang, self._judgement, asked)
        sure = self._judge_of_words.sure if self._judge_of_words is not None else frozenset[str]()
        judge = StrangerJudge(
            self._gathering, self._places, self._called, self._nicknamed, words,
            registered=self._registered, sure=sure, lang=self._lang,
        )  # fmt: skip
        return judge.candidates(known)

    def _called(self, words: Words) -> set[str]:
        registered = (c.participant for c in self._index.claims(words) if c.kind in (FULL, GIVEN, SURNAME))
        return {*registered, *self._book.owners(words)}

    def _nicknamed(self, words: Words) -> set[str]:
        return {claim.participant for claim in self._index.claims(words) if claim.kind == TABLE}

    # --- The one place that decides ---

    def _decide(self, tallies: Tallies) -> None:
        """Take those candidates of which the evidence is good enough; what is used often is decided first, and then
        speaks against others who were once seen with the same form."""
        news = [pair for pair in tallies.news() if pair in self._connections or not self._book.has(*pair)]
        tallies.have_judged(news)
        often = [pair for pair in news if len(tallies.get(*pair).seen_in) >= _OFTEN]
        for pairs in (often, [pair for pair in news if len(tallies.get(*pair).seen_in) < _OFTEN]):
            # All by what was known before: nothing depends on the order of the messages.
            judged = {pair: self._judge(tallies, *pair) for pair in pairs}
            for pair, connection in judged.items():
                known = self._connections.get(pair)
                if known is None or not known.taken or connection.confidence >= known.confidence:
                    self._connections[pair] = connection
                    if connection.taken:
                        count = max(connection.evidence.messages, connection.evidence.times(("thread",)))
                        self._book.put(*pair, Form(connection.form, count, unsure=connection.review))

    def _judge(self, tallies: Tallies, person: str, words: Words) -> Connection:
        evidence = tallies.evidence(person, words)
        confidence = self._weights.confidence(evidence)
        near = self._weights.near(confidence, self._threshold)
        form = tallies.get(person, words).surface
        against = evidence.is_topic or tallies.is_anothers(person, words)
        if evidence.claimed and person in self._kinship.open_people and words not in self._kinship.own(person):
            against = against or not evidence.times(SIGNING)  # an initial fits many
        share = self._found.called.get((person, words[0])) if len(words) == 1 else None
        if share is not None and evidence.relation == NONE and not evidence.listed:
            name = evidence.bearers >= KNOWN and evidence.is_spoken_of
            astray = share < _LITTLE and not evidence.times(SIGNING)
            against = astray or (against and not (name and share >= _SHARE))
        taken = confidence >= self._threshold and not against
        return Connection(person, form, confidence, taken, near, evidence)

    # --- What follows from what is known ---

    def _add_registered(self, person: Participant) -> None:
        """Full names, given names and surnames stand in the map whether they were seen or not; other forms if seen."""
        found = self._sightings.found
        names = [(display, False) for display in self._found.names(person)]
        for owner in self._found.of(person.id):
            names += [(display, self._weights.near(owner.confidence, self._threshold)) for display in owner.displays]
        for display, unsure in names:
            name = parse_name(display)
            full = [" ".join((*name.given, *name.surname))]
            if len(name.given) > 1:
                full += [" ".join((name.given[0], *name.surname)), " ".join(name.given)]
            for text in (*full, *name.given, *name.preferred, " ".join(name.surname), *name.core):
                if len(text) > 1:
                    self._book.add(
                        person.id, fold_all(text), Form(as_written(text), found[fold_all(text)], unsure=unsure)
                    )
        own = self._kinship.own(person.id)
        whole = [(words, found[words]) for words, variant in own.items() if variant.kind == FULL and found[words]]
        for words, variant in own.items():
            if variant.kind not in (GIVEN, SURNAME, HANDLE) or variant.is_short:
                continue
            # 'De Luca' stands in 'De Luca, Vera' as well.
            inside = sum(
                n for full, n in whole if len(words) > 1 and words in (full[: len(words)], full[-len(words) :])
            )
            if found[words] + inside:
                self._book.add(person.id, words, Form(as_written(variant.text), found[words] + inside))

    def _learn_surnames(self, candidates: Candidates, tallies: Tallies) -> None:
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
                        candidates.add_spoken_of(person.id, form.text, surname, n)
        self._decide(tallies)
        unlisted = dict.fromkeys(person.id for person in self.roster if not person.names)
        for person_id in unlisted:
            self._kinship.register(person_id, [form.text for form in self._book.sorted(person_id)])
        tallies.reconsider(unlisted.keys())

    def _complete(self, tallies: Tallies) -> None:
        """Whoever is registered with an initial or a handle, and goes by a name that fits, has that name."""
        completed = set()
        for person in self.roster:
            if person.id not in self._kinship.open_people:
                continue
            for text in self._kinship.complete(person.id, [form.text for form in self._book.sorted(person.id)]):
                words = fold_all(text)
                self._book.add(person.id, words, Form(as_written(text), self._sightings.found[words]))
                completed.add(person.id)
        if completed:
            tallies.reconsider(completed)

    def _names(self) -> Iterator[tuple[str, str]]:
        """YIELDS (tuple[str, str]): Participants and single words they are called by, slips left out."""
        for person, words, form in self._book:
            category, kind = self._kinship.classify(person, form.text)
            if len(words) == 1 and category != MISSPELLED and kind in (GIVEN, SURNAME, NICK):
                yield person, words[0]
