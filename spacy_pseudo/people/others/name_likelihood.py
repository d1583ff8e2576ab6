"""How likely a word is somebody's name: the one place that others ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ... import languages
from ...text.salutation_rules import BEARERS, USUAL
from ...text.statistics import WordStatistics

# From a folded word to how likely it is a name.
NameWords = Callable[[str], float]


def name_words(
    statistics: WordStatistics, lang: str = languages.BASE, judged: Mapping[str, float] = MappingProxyType({})
) -> NameWords:
    """Judge words by lists of names and of words, by how they are written in a corpus, and by how they are used in it.

    statistics (WordStatistics): How words are written.
    lang (str): The language of the messages.
    judged (Mapping[str, float]): What is known of words from how they are used.
    RETURNS (Callable[[str], float]): From a folded word to how likely it is a name.
    """
    ordinary, proper = languages.words(lang), languages.proper_words(lang)

    def listed(word: str) -> float:
        lower, title, _ = statistics.counts.get(word, (0, 0, 0))
        if lower > title:
            return 0.05
        bearers = languages.given_names(lang).get(word, 0)
        if word in ordinary or word in proper:
            return 0.8 if bearers >= BEARERS and not lower else 0.6 if bearers >= USUAL and not lower else 0.2
        if bearers >= USUAL:
            return 0.98
        return 0.9 if bearers or word in languages.surnames(lang) else 0.6

    # A rare surname is hardly ever used enough to be judged; a name that is in no list is known by its use.
    return lambda word: max(listed(word), judged.get(word, 0.0))
