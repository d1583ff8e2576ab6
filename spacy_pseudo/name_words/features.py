"""What speaks for a word being a name, as numbers: the 95 features of Bosch et al. (2020), and what a forum adds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from math import log1p
from typing import Final, NamedTuple

import numpy
from numpy.typing import NDArray

from .. import languages
from ..text.gazetteer import places
from ..text.similarity import likeness
from ..text.words import fold, fold_all
from .letters import name_likeness
from .name_vocabulary import Standing
from .possible import neighbours, possible_words
from .use import WordUse
from .uses import WordUses

# How many context words a model knows, and how many of a word's own are looked at.
CONTEXTS: Final = 25
_OWN_CONTEXTS: Final = 10
# Where a word is looked at for what precedes it, narrower and narrower.
CONDITIONS: Final = ("all", "capitalised", "mid_capitalised")


class FeatureName(NamedTuple):
    """A feature: its name, which kind of feature it is ('dense', 'context' or 'forum'), and what it says."""

    name: str
    kind: str
    about: str


class _Seen(NamedTuple):
    """What the features of a word are made from."""

    use: WordUse
    uses: WordUses
    small: int

    @property
    def total(self) -> int:
        return self.use.capitals + self.small


_Measure = Callable[[_Seen], float]


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _place(label: str) -> _Measure:
    def measure(seen: _Seen) -> float:
        place = places().get(seen.use.word)
        return float(place is not None and place.label == label)

    return measure


def _of_uses(name: str) -> _Measure:
    def measure(seen: _Seen) -> float:
        return _share(getattr(seen.use, name), seen.total)

    return measure


def _often(name: str) -> _Measure:
    def measure(seen: _Seen) -> float:
        return log1p(getattr(seen.use, name))

    return measure


def _top_share(name: str) -> _Measure:
    def measure(seen: _Seen) -> float:
        counts: Mapping[str, int] = getattr(seen.use, name)
        return _share(max(counts.values(), default=0), sum(counts.values()))

    return measure


def _mid(seen: _Seen) -> int:
    return seen.total - seen.use.begins


@cache
def _nicknames() -> frozenset[str]:
    return frozenset(fold(nickname) for _, nickname in languages.nicknames())


_DENSE: Final[tuple[tuple[str, str, _Measure], ...]] = (
    ("occurrences", "how often the word is written (log)", lambda s: log1p(s.total)),
    ("first_index", "at which word of the first message with it (log)", lambda s: log1p(s.use.first_index)),
    ("first_length", "how many words that message has (log)", lambda s: log1p(s.use.first_length)),
    ("capitalised", "share of uses with a capital", lambda s: _share(s.use.capitals, s.total)),
    ("at_beginning", "share of uses at the beginning of a sentence or line", lambda s: _share(s.use.begins, s.total)),
    ("capitalised_of_mid", "share of uses within sentences that have a capital", lambda s: _share(
        s.use.mid_capitals, _mid(s))),
    ("mid_capitalised", "share of uses that are within sentences and have a capital", lambda s: _share(
        s.use.mid_capitals, s.total)),
    ("in_dictionary", "in the dictionary, before names and places are taken out of it", lambda s: float(
        s.uses.vocabulary.in_dictionary(s.use.word))),
    ("in_given_names", "in the list of given names", lambda s: float(s.use.word in s.uses.vocabulary.given)),
    ("in_surnames", "in the list of surnames", lambda s: float(s.use.word in s.uses.vocabulary.surnames)),
    ("given_name_bearers", "how often it was counted as a given name (log)", lambda s: log1p(
        s.uses.vocabulary.given.get(s.use.word, 0))),
    ("surname_bearers", "how many of 100,000 people bear it as a surname (log)", lambda s: log1p(
        s.uses.vocabulary.surnames.get(s.use.word, 0))),
    ("in_cities", "in the list of cities", _place("CITY")),
    ("in_regions", "in the list of states, provinces and the like", _place("REGION")),
    ("in_countries", "in the list of countries", _place("COUNTRY")),
    ("one_edit", "how many words of the dictionary are one edit away (log)", lambda s: log1p(
        neighbours(s.uses.lang).count(s.use.word)[0])),
    ("two_edits", "how many words of the dictionary are at most two edits away (log)", lambda s: log1p(
        neighbours(s.uses.lang).count(s.use.word)[1])),
)  # fmt: skip

_FORUM: Final[tuple[tuple[str, str, _Measure], ...]] = (
    ("greeted", "share of uses in the place of a name in a greeting", _of_uses("greeted")),
    ("signed", "share of uses in the place of a name in a sign-off", _of_uses("signed")),
    ("thanked", "share of uses in the place of a name after words of thanks", _of_uses("thanked")),
    ("introduced", "share of uses in the place of a name in an introduction", _of_uses("introduced")),
    ("at_edge", "share of uses at the end of a message, or on a line alone, with nothing to announce it",
        _of_uses("edge")),
    ("greeted_often", "how often in a greeting (log)", _often("greeted")),
    ("signed_often", "how often in a sign-off (log)", _often("signed")),
    ("messages", "in how many messages it is written (log)", _often("messages")),
    ("authors", "how many people write it (log)", lambda s: log1p(len(s.use.authors))),
    ("top_author", "share of its uses by whoever writes it most", _top_share("authors")),
    ("top_addressee", "share of its uses in answers to whoever gets it most", _top_share("addressees")),
    ("signers", "how many people sign with it (log)", lambda s: log1p(len(s.use.signers))),
    ("top_signer", "share of its sign-offs by whoever signs with it most", _top_share("signers")),
    ("top_greeted", "share of greetings with it that go to whoever gets it most", _top_share("greetees")),
    ("after_kin", "share of uses after a word for a relative or a pet: 'my brother X'", _of_uses("kin")),
    ("after_person", "share of uses after a word for somebody else: 'my colleague X'", _of_uses("person")),
    ("after_title", "share of uses after a title: 'Dr. X'", _of_uses("titled")),
    ("after_article", "share of uses after an article: 'the X'", _of_uses("article")),
    ("in_full_name", "share of uses beside another capitalised possible name", _of_uses("beside")),
    ("beside_initial", "share of uses beside an initial: 'J. X', 'X, J.'", _of_uses("initial")),
    ("cited", "share of uses in a citation: 'X (2010)', 'X et al.'", _of_uses("cited")),
    ("genitive", "share of uses in the genitive: 'X's'", _of_uses("genitive")),
    ("hyphened", "share of uses joined to another word by a hyphen", _of_uses("hyphened")),
    ("acting", "share of uses before what people do: 'X wrote'", _of_uses("acting")),
    ("describing", "share of uses before another small word: 'X test'", _of_uses("describing")),
    ("in_institution", "share of uses beside a word for an institution: 'X University'", _of_uses("institution")),
    ("in_code", "share of uses beside signs of code: '= X', 'X('", _of_uses("code")),
    ("at_ends", "share of uses as one of the first two or the last two words of a message", _of_uses("ends")),
    ("first_place", "how far into the first message with it, from 0 to 1", lambda s: _share(
        s.use.first_index, s.use.first_length)),
    ("all_capitals", "share of uses all in capitals", _of_uses("upper")),
    ("common_word", "a word of the dictionary that everybody uses", lambda s: float(
        s.use.word in s.uses.vocabulary.common)),
    ("proper_word", "listed with a capital, and no usual name: a people, a day, a brand", lambda s: float(
        s.use.word in s.uses.vocabulary.proper)),
    ("by_use_only", "possible only by how it is used: the lists say that it is ordinary", lambda s: float(
        s.use.standing is Standing.ORDINARY)),
    ("nickname", "in the table of nicknames", lambda s: float(s.use.word in _nicknames())),
    ("countries", "in the lists of names of how many countries (log)", lambda s: log1p(
        len(s.uses.vocabulary.countries.get(s.use.word, ())))),
    ("letters", "how many letters it has (log)", lambda s: log1p(len(s.use.word))),
    ("name_likeness", "its letters are more like those of names than of ordinary words", lambda s: name_likeness(
        s.use.word, s.uses.lang)),
)  # fmt: skip

_ROSTER: Final = FeatureName("roster", "forum", "how much it is like the roster's name that is most like it")


def _names() -> tuple[FeatureName, ...]:
    found = [FeatureName(name, "dense", about) for name, about, _ in _DENSE]
    for condition in CONDITIONS:
        where = {"all": "", "capitalised": ", where it has a capital"}.get(
            condition, ", where it has a capital within a sentence"
        )
        for rank in range(1, CONTEXTS + 1):
            about = f"the model's context word {rank} is among the ten most frequent words before it{where}"
            found.append(FeatureName(f"before_{condition}_{rank}", "context", about))
        about = f"how many of the ten most frequent words before it the model does not know{where} (log)"
        found.append(FeatureName(f"before_{condition}_other", "context", about))
    found += [FeatureName(name, "forum", about) for name, about, _ in _FORUM]
    return (*found, _ROSTER)


FEATURES: Final[tuple[FeatureName, ...]] = _names()


def fit_contexts(uses: WordUses) -> tuple[str, ...]:
    """Find the context words of a corpus.

    uses (WordUses): How words are used in it.
    RETURNS (tuple[str, ...]): The 25 words that most possible names have among the ten most frequent words before
        them, most frequent first; they belong to the model that is trained with them.
    """
    found: Counter[str] = Counter()
    for use in possible_words(uses):
        found.update(_most_common(use.precedes(0)))
    return tuple(sorted(found, key=lambda word: (-found[word], word))[:CONTEXTS])


def features(
    uses: WordUses, contexts: Sequence[str], roster_names: Iterable[str] = (), *, among: Set[str] | None = None
) -> tuple[list[str], NDArray[numpy.float32]]:
    """Make the features of all possible names of a corpus.

    uses (WordUses): How words are used in it.
    contexts (Sequence[str]): The model's context words, 25 at most.
    roster_names (Iterable[str]): Names of participants, as far as they are known.
    among (Optional[Set[str]]): Only of these words.
    RETURNS (tuple[list[str], NDArray[numpy.float32]]): The folded words, sorted, and a row of features for each, in
        the order of `FEATURES`.
    """
    found = possible_words(uses, among)
    words = [use.word for use in found]
    matrix = numpy.zeros((len(found), len(FEATURES)), dtype=numpy.float32)
    numbers = {word: number for number, word in enumerate(contexts[:CONTEXTS])}
    forum = len(_DENSE) + len(CONDITIONS) * (CONTEXTS + 1)
    for row, use in zip(matrix, found, strict=True):
        seen = _Seen(use, uses, uses.small(use))
        row[: len(_DENSE)] = [measure(seen) for _, _, measure in _DENSE]
        at = len(_DENSE)
        for level in range(len(CONDITIONS)):
            for word in _most_common(use.precedes(level)):
                number = numbers.get(word, CONTEXTS)
                row[at + number] += 1
            row[at + CONTEXTS] = log1p(row[at + CONTEXTS])
            at += CONTEXTS + 1
        row[forum : forum + len(_FORUM)] = [measure(seen) for _, _, measure in _FORUM]
    names = sorted({word for name in roster_names for word in fold_all(name) if len(word) > 1})
    matrix[:, -1] = likeness(words, names)
    return words, matrix


def _most_common(counts: Mapping[str, int]) -> list[str]:
    """The ten most frequent words, by word among equals."""
    if len(counts) <= _OWN_CONTEXTS:
        return list(counts)
    return sorted(counts, key=lambda word: (-counts[word], word))[:_OWN_CONTEXTS]
