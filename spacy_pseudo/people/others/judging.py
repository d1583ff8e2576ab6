"""Judges which names are of people who take no part and whom not everybody knows."""

from __future__ import annotations

import json
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from ... import languages, resources
from ...text.gazetteer import is_ambiguous, places
from ...text.person_names import bare
from ...text.thresholds import BEARERS, KNOWN, USUAL
from ...text.words import fold_all, small_words
from ..context import Place
from ..evidence import logistic
from ..kinship import Words
from ..protection import public_words
from .gathering import Gathering, NameUse
from .name_likelihood import LIKELY, NameWords
from .signs import BYLINE, CITED, KIN, MET, NEAR, OWN, TITLED

_LOST: Final = frozenset("?\ufffd")
# Such a share of somebody's mentions has a title.
_MOSTLY: Final = 0.4
# What being somebody's own counts at least, as a share of the mentions.
_ONCE: Final = 0.6
# How sure it is what a person has said.
SURE: Final = 0.999
_DIGITS: Final = 3
# What is less likely is not even shown.
LEAST: Final = 0.05


class Candidate(NamedTuple):
    """A name of somebody who may take no part.

    forms (tuple[str, ...]): The name as it is written most often, and parts of it that stand for it.
    messages (int): In how many messages it stands.
    probability (float): How likely it is of a private person.
    context (str): What stands around it where it was seen first.
    """

    forms: tuple[str, ...]
    messages: int
    probability: float
    context: str = ""


@cache
def weights() -> Mapping[str, Any]:
    """RETURNS (Mapping[str, Any]): What each sign adds to the log odds, and from which probability on a name counts."""
    return json.loads(resources.text("others.json"))  # type: ignore[no-any-return]


class StrangerJudge:
    """Judges the names of a corpus.

    gathering (Gathering): What was seen of names.
    places (Sequence[Place]): Where each message stands.
    owners (Callable[[Words], Set[str]]): Which participants are called by a form.
    nicknamed (Callable[[Words], Set[str]]): Which participants may be called so by the table of nicknames.
    probability (NameWords): How likely a word is a name.
    registered (bool): There is a class list.
    sure (Set[str]): Words that a person has listed as names: whoever is called so and takes no part is hidden.
    lang (str): The language of the messages.
    """

    def __init__(
        self,
        gathering: Gathering,
        places: Sequence[Place],
        owners: Callable[[Words], Set[str]],
        nicknamed: Callable[[Words], Set[str]],
        probability: NameWords,
        *,
        registered: bool,
        sure: Set[str],
        lang: str = languages.BASE,
    ) -> None:
        self._registered, self._sure = registered, sure
        self._uses, self._cited, self._places = gathering.uses, gathering.cited, places
        self._owners, self._nicknamed, self._probability = owners, nicknamed, probability
        self._co_authors = self._find_co_authors(gathering.bylines)
        self._given, self._surnames = languages.given_names(lang), languages.surnames(lang)
        self._proper = languages.proper_words(lang)
        self._words, self._common = languages.words(lang), languages.common_words(lang)

    def _find_co_authors(self, bylines: Sequence[tuple[int, Sequence[Words]]]) -> Set[Words]:
        """Who is named in a by-line with the author: an article that somebody hands on is somebody else's."""
        together: set[Words] = set()
        for number, names in bylines:
            author = self._places[number].author
            if author is None or any(author in self._owners(words) for words in names):
                together.update(names)
        return together

    def candidates(self, ignored: Callable[[Words], bool]) -> list[Candidate]:
        """Find who takes no part.

        ignored (Callable[[Words], bool]): Names that are known to be something else: pseudonyms, names that stay.
        RETURNS (list[Candidate]): Most frequent first, then by name; those of which nothing speaks for a person left
            out.
        """
        people = {words: use for words, use in self._uses.items() if not ignored(words)}
        full = {words: use for words, use in people.items() if _is_full(words) and not self._is_participant(words)}
        ends = {words: _ends(use) for words, use in full.items()}
        bearers = Counter(part for own in ends.values() for part in own)
        found: list[Candidate] = []
        taken: set[Words] = set()
        for words, use in full.items():
            own = {part: text for part, text in ends[words].items() if bearers[part] == 1 and not self._stays(part)}
            together = _merged([use, *(people[part] for part in own if part in people)])
            likely = self.probability(words, together, use)
            if likely >= LEAST:
                taken.update(own)
                found.append(Candidate((_surface(use), *own.values()), len(together.messages), likely, use.context))
        for words, use in people.items():
            if not _is_full(words) and words not in taken:
                likely = self._single(words, use)
                if likely >= LEAST:
                    found.append(Candidate((_surface(use),), len(use.messages), likely, use.context))
        return sorted(found, key=lambda one: (-one.messages, one.forms))

    def _single(self, words: Words, use: NameUse) -> float:
        """A participant's name is somebody else's only where the text says so."""
        if words in self._co_authors or use.signs[BYLINE]:
            return 0.0 if self._owners(words) else self.probability(words, use)
        if len(words[0]) < 3 and not (use.signs[OWN] or use.signs[KIN]):  # 'my partner Jo'
            return 0.0
        if not self._owners(words) and not self._owners(words[:1]):
            return self.probability(words, use)
        signs = [weights()["signs"][sign] for sign in (OWN, KIN) if use.signs[sign]]
        return round(logistic(weights()["single"] + signs[0]), _DIGITS) if signs else 0.0

    def _is_participant(self, words: Words) -> bool:
        """The name is a participant's, or two participants' beside each other, or one's with more around it."""
        if self._owners(words):
            return True
        long = [word for word in words if len(word) > 1]
        joined = [first + second for first, second in pairwise(long)]  # 'Tolland-Bates'
        owners = [self._owners((word,)) for word in (*long, *joined)]
        if long and self._nicknamed((long[0],)) & set().union(*owners[1:]):  # 'Bob Poe' is Robert Poe
            return True
        return any(a & b for n, a in enumerate(owners) for b in owners[n + 1 :])

    def _stays(self, part: Words) -> bool:
        """A part that is a participant's, cited, or a word, does not stand for the whole; a rare word may."""
        if self._owners(part) or self._owners(part[-1:]):
            return True
        for word in part:
            if self._cited[word] or len(word) < 3 or word in self._common:
                return True
            if (word in self._words or word in self._proper) and self._given.get(word, 0) < KNOWN:
                return True
        return False

    def _further(self, use: NameUse) -> int:
        """How many more people speak of somebody; one who only answers does not count."""
        places = [self._places[number] for number in use.messages]
        authors, threads = {place.author for place in places}, {(p.session, p.thread) for p in places}
        return len(authors) - 1 if len(authors) > 2 else len(threads) - 1

    def _is_word(self, word: str, *, full: bool) -> bool:
        return word in self._words and self._given.get(word, 0) < (USUAL if full else BEARERS)

    def probability(self, words: Words, use: NameUse, whole: NameUse | None = None) -> float:
        """RETURNS (float): How likely a name is of a private person, by its use, and that of the whole name alone."""
        if self._sure and {word for word in words if len(word) > 1} <= self._sure:
            return SURE
        table = weights()
        signs: Mapping[str, float] = table["signs"]
        full = _is_full(words)
        usual = self._given.get(words[0], 0) >= KNOWN
        score = float(table["full"] if full else table["single"])
        share = {sign: n / use.count for sign, n in use.signs.items()}
        if whole is not None:  # who was introduced is then called by a part of the name
            share |= {sign: max(share[sign], n / whole.count) for sign, n in whole.signs.items()}
        if words in self._co_authors:
            share[BYLINE] = 1.0
        if full and not usual:
            score += table["unknown"]
        for sign, part in share.items():
            if sign == NEAR and not full and not usual:
                continue
            if sign == KIN and full:  # 'his wife Mary Shelley'
                score += table["kin of the known"]
                continue
            # Who was once 'my wife' is so in all messages.
            once = _ONCE if sign in (OWN, BYLINE) else 0.0
            score += signs[sign] * (1.0 if sign == CITED else 0.4 + 0.6 * max(part, once))
        introduced = bool(share.get(OWN) or share.get(BYLINE))
        if not introduced:
            # A known surname after a usual first name is one, whatever else it is.
            surname = full and usual and words[-1] in self._surnames
            sound = _sound(whole or use)
            named = [word for word in (words[:-1] if surname else words) if len(word) > 1 and word in sound]
            score += table["proper"] * sum(word in self._proper for word in named)
            score += table["ordinary"] * sum(self._is_word(word, full=full) for word in named)
            least = min(map(self._probability, named), default=1.0)
            score += table["improbable"] * max(0.0, LIKELY - least) / LIKELY
            score += table["place"] * _is_place(" ".join(words))
        if not share.get(CITED) and any(self._cited[word] for word in (words if not full else words[-1:])):
            score += table["cited elsewhere"] if full else table["cited alone"]
        if not self._registered and share.get(TITLED, 0.0) >= _MOSTLY:
            # Where there is no class list, 'Professor Mary' may well be in the room, however many speak of her.
            return round(logistic(score + table["teacher"]), _DIGITS)
        further = table["each further author"] * self._further(use)
        score += max(table["most authors"], further) * (1 - max(share.get(OWN, 0.0), share.get(MET, 0.0) / 2))
        if not introduced and not full and words[0] in public_words():
            score -= 3
        return round(logistic(score), _DIGITS)


def _is_place(name: str) -> bool:
    return name in places() and not is_ambiguous(name)


def _is_full(words: Words) -> bool:
    return sum(len(word) > 1 for word in words) > 1


def _surface(use: NameUse) -> str:
    return min(use.surfaces.items(), key=lambda item: (-item[1], item[0]))[0]


def _ends(use: NameUse) -> dict[Words, str]:
    """The first name and the surname of a full name."""
    words = _surface(use).split(" ")
    while len(words) > 1 and bare(words[-1]) in small_words("generations"):
        words.pop()
    return {fold_all(text): text for text in (words[0], words[-1])} if len(words) > 1 else {}


def _sound(use: NameUse) -> set[str]:
    """The words of a name that have lost no letters."""
    pieces = _surface(use).replace("-", " ").split(" ")
    return {word for piece in pieces if _LOST.isdisjoint(piece) for word in fold_all(piece)}


def _merged(uses: Sequence[NameUse]) -> NameUse:
    if len(uses) == 1:
        return uses[0]
    both = NameUse()
    for use in uses:
        both.count += use.count
        both.signs.update(use.signs)
        both.messages.extend(use.messages)
    both.messages = array("I", sorted(set(both.messages)))
    return both
