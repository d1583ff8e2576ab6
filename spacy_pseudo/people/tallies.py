"""What was seen of forms of participants, and the evidence that it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from .. import languages
from ..attrs import INITIALS, MISSPELLED
from ..name_words.judges import Judgement
from ..text.salutations import BYLINE, PAIRED
from ..text.words import word_list
from .evidence import GREETING, LONE_LETTER, NONE, SIGNING, Evidence, in_groups, log_odds
from .kinship import Words
from .relations import Relations
from .sightings import END, START, THANKED, Sighting, Sightings

# The judgement on a word counts no more than this, in log-odds.
_SURE: Final = 3.0
# Below a message stand whom it quotes and where it was written as well.
ENDS: Final = frozenset(
    ("last_line", "last_word", "intro_weak", "dash", "line", "footer", PAIRED, BYLINE, THANKED, END)
)
# 'MaryThanks', but not 'McDonald' or 'VanDyke'.
_RUN_ON = re.compile(r"[a-z]{3}[A-Z]")


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


class Tallies:
    """All of them, by participant and form.

    sightings (Sightings): What was seen in the messages.
    relations (Relations): What people have to do with forms.
    lang (str): The language of the messages.
    judgement (Optional[Judgement]): How likely words are names; None if nobody judges.
    """

    def __init__(
        self,
        sightings: Sightings,
        relations: Relations,
        *,
        lang: str = languages.BASE,
        judgement: Judgement | None = None,
    ) -> None:
        self._sightings, self._statistics = sightings, sightings.statistics
        self._judgement, self._people = judgement, relations
        self._words, self._common = languages.words(lang), languages.common_words(lang)
        self._proper, self._given = languages.proper_words(lang), languages.given_names(lang)
        self._known: dict[tuple[str, Words], Tally] = {}
        self._news: dict[tuple[str, Words], None] = {}
        self.named = Counter(s.words for s in sightings.seen if s.kind not in (START, END))
        self._signed: Counter[Words] = Counter()
        self._greeted: Counter[Words] = Counter()

    def __contains__(self, pair: tuple[str, Words]) -> bool:
        return pair in self._known

    def changed(self) -> list[tuple[str, Words]]:
        """RETURNS (list[tuple[str, Words]]): As `news`, and it may be asked again."""
        return list(self._news)

    def news(self) -> list[tuple[str, Words]]:
        """RETURNS (list[tuple[str, Words]]): The connections of which more was seen since this was asked last."""
        news = list(self._news)
        self._news.clear()
        return news

    def get(self, person: str, words: Words) -> Tally:
        """RETURNS (Tally): What was seen of a form of a participant by now."""
        return self._known.get((person, words)) or Tally()

    def reconsider(self, people: Set[str]) -> None:
        """Look at names anew: more of them are known now for some people, and what they sign with may follow."""
        self._people.forget()
        self._news.update((pair, None) for pair in self._known if pair[0] in people)

    def add(self, person: str, words: Words) -> Tally:
        """RETURNS (Tally): What was seen of a form of a participant, to be added to."""
        self._news[person, words] = None
        return self._known.setdefault((person, words), Tally())

    def see(self, person: str, seen: Sighting, kind: str, author: str | None) -> None:
        """Count what stood where a name may stand for a participant.

        person (str): The participant.
        seen (Sighting): What stood there.
        kind (str): What it counts as.
        author (Optional[str]): Who wrote it.
        """
        tally = self.add(person, seen.words)
        tally.places[kind] += 1
        tally.seen_in.add(seen.message)
        tally.users.add(author)
        tally.surfaces[seen.surface] += 1
        if in_groups(kind, SIGNING):
            self._signed[seen.words] += 1
        elif in_groups(kind, GREETING):
            self._greeted[seen.words] += 1

    def drop(self, person: str, words: Words) -> Tally:
        """RETURNS (Tally): What was seen of a form, which is not the participant's after all."""
        tally = self._known.pop((person, words))
        del self._news[person, words]
        for counts, groups in ((self._signed, SIGNING), (self._greeted, GREETING)):
            counts[words] -= sum(n for kind, n in tally.places.items() if in_groups(kind, groups))
        return tally

    def have_judged(self, pairs: Iterable[tuple[str, Words]]) -> None:
        """Have the words of forms judged that registered names do not explain, all at once."""
        if self._judgement is not None:
            unexplained = (words for person, words in pairs if not self._people.relation(person, words))
            self._judgement.ask(word for words in unexplained for word in _counted(words))

    def evidence(self, person: str, words: Words) -> Evidence:
        """RETURNS (Evidence): What speaks for and against a form being a participant's, as far as is known by now."""
        tally = self.get(person, words)
        relation = self._people.relation(person, words) or tally.relation or NONE
        places = {kind: n for kind, n in sorted(tally.places.items()) if n}
        evidence = Evidence(relation, places, len(tally.seen_in), len(tally.users - {person, None}))
        evidence.signed_share = _share(evidence.times(SIGNING), self._signed[words])
        evidence.greeted_share = _share(evidence.times(GREETING), self._greeted[words])
        written_small = sum(n for surface, n in tally.surfaces.items() if surface.islower())
        counted = _counted(words)
        # What one letter, or 'am', means in small letters says nothing of somebody's initials.
        capitals = relation == INITIALS and tally.surface.isupper()
        counted_small = counted if relation != LONE_LETTER and not capitals else ()
        evidence.small = max((self._small(w, written_small) for w in counted_small), default=0.0)
        evidence.word = max(map(self.ordinary, counted), default=0) if not capitals else 0
        evidence.bearers = self._given.get(words[0], 0)
        # Whom people give a title is a person, and no topic.
        titled = self._sightings.titled[words[0]]
        evidence.capitals = max(self._statistics.counts.get(words[0], (0, 0, 0))[1] - titled, 0)
        evidence.named = self.named[words]
        evidence.letters = len(words[0])
        evidence.edits = tally.edits if relation == MISSPELLED else 0
        evidence.listed = self._people.knows_first(person)
        evidence.run_on = _RUN_ON.search(tally.surface) is not None
        evidence.claimed = self._people.claimed_elsewhere(person, words)
        if self._judgement is not None and relation == NONE:
            least = min((self._judgement[word] for word in counted), default=0.5)
            evidence.name_word = max(-_SURE, min(_SURE, log_odds(least)))
        evidence.explained = relation == NONE and bool(self._people.kin_elsewhere(person, words))
        return evidence

    def is_anothers(self, person: str, words: Words) -> bool:
        """Judge whether a name is rather somebody else's, who is quoted.

        person (str): A participant.
        words (Words): The form's folded words.
        RETURNS (bool): The person's own first name is registered, has nothing to do with it, and nothing but the end of
            one message speaks for it.
        """
        tally = self.get(person, words)
        if (
            not self._people.is_known(person)
            or tally.relation
            or self._people.relation(person, words)
            or len(tally.seen_in) > 1
        ):
            return False
        return ENDS.issuperset(tally.places)

    def ordinary(self, word: str) -> int:
        """RETURNS (int): 2 for a word that everybody uses, 1 for another ordinary one or a place, 0 for others."""
        return 2 if word in self._common else int(word in self._words or word in self._proper)

    def _small(self, word: str, in_places: int) -> float:
        lower, title, _ = self._statistics.counts.get(word, (0, 0, 0))
        return max(lower - in_places, 0) / (lower + title) if lower else 0.0


def _counted(words: Words) -> Sequence[str]:
    """The words of a form that say something: no initials and particles of a longer one."""
    return words if len(words) == 1 else [w for w in words if len(w) > 1 and w not in word_list("particles")]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
