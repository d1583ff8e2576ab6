"""How likely a word is somebody's name: the one place that others ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ... import languages
from ...name_words.judges import Judgement
from ...text.statistics import WordStatistics
from ...text.thresholds import BEARERS, USUAL

# From a folded word to how likely it is a name.
NameWords = Callable[[str], float]
# So likely a single word must be a name, unless somebody says whose.
LIKELY: Final = 0.5


def name_words(
    statistics: WordStatistics,
    lang: str = languages.BASE,
    judgement: Judgement | None = None,
    asked: Iterable[str] = (),
) -> NameWords:
    """Judge words by lists of names and of words, by how they are written in a corpus, and by how they are used in it.

    statistics (WordStatistics): How words are written.
    lang (str): The language of the messages.
    judgement (Optional[Judgement]): What is known of words from how they are used.
    asked (Iterable[str]): The words that will be asked for.
    RETURNS (Callable[[str], float]): From a folded word to how likely it is a name.
    """
    ordinary, proper = languages.words(lang), languages.proper_words(lang)
    given, surnames = languages.given_names(lang), languages.surnames(lang)

    def listed(word: str) -> float:
        lower, title, _ = statistics.counts.get(word, (0, 0, 0))
        if lower > title:
            return 0.05
        bearers = given.get(word, 0)
        if word in ordinary or word in proper:
            return 0.8 if bearers >= BEARERS and not lower else 0.6 if bearers >= USUAL and not lower else 0.2
        if bearers >= USUAL:
            return 0.98
        return 0.9 if bearers or word in surnames else 0.6

    # A rare surname is hardly ever used enough to be judged; what is on no list is known by its use.
    known = {word: listed(word) for word in asked}
    doubtful = [word for word, likely in known.items() if likely < LIKELY]
    if judgement is not None:
        judgement.ask(doubtful)
        known.update((word, max(known[word], judgement[word])) for word in doubtful)
    return lambda word: known[word] if word in known else listed(word)
