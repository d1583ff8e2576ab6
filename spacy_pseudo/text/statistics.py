"""How words are written in a corpus: the corpus's own case statistics tell names from ordinary words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from .. import languages
from .cues import in_small_letters
from .lexing import Prose
from .repeats import Repeated
from .words import fold, names_first

# Capitalised although no sentence begins here. The capital comes first: it is found fastest.
_MID_TITLE = re.compile(r"[A-Z](?<=[a-z,;][ ].)[a-z]+")

# From so many uses on, a word of the word list that is never written small is a name here.
_ENOUGH = 20
# A rarer word is a name, too, if it is written small less than every so many times: some people write names so.
_SELDOM = 4


class WordStatistics:
    """Counts of each folded word in lower case, capitalised, and capitalised within a sentence."""

    def __init__(self, counts: Mapping[str, tuple[int, int, int]] | None = None, *, lang: str = languages.BASE) -> None:
        self.counts: dict[str, tuple[int, int, int]] = dict(counts or {})
        self._lang = lang
        self._words = languages.words(lang)
        self._common = languages.common_words(lang)
        self._names = names_first(lang)
        self.written: Counter[str] = Counter()  # all words of all texts
        self._more: Counter[str] = Counter()  # what counts beyond them: words of subjects, less what is repeated
        self._mid: Counter[str] = Counter()

    def add(self, prose: Prose, repeated: Repeated | None = None, *, subject: bool = False) -> None:
        """Count the words of a text, but for those that were counted elsewhere.

        prose (Prose): The prepared text.
        repeated (Optional[Repeated]): Its lines that stood in a text before.
        subject (bool): It is the subject of a message.
        """
        (self._more if subject else self.written).update(prose.words)
        small = in_small_letters(prose.text)  # how those write who write everything small says nothing of a word
        if not repeated and not small:
            self._mid.update(_MID_TITLE.findall(prose.text))
            return
        repeated = repeated or Repeated([])
        words = zip(prose.words, prose.starts, strict=True)
        self._more.subtract(word for word, start in words if (small and word.islower()) or start in repeated)
        self._mid.update(m[0] for m in _MID_TITLE.finditer(prose.text) if m.start() not in repeated)

    def extend(self, other: WordStatistics) -> None:
        """Add what was counted in other texts, before either is finished."""
        self.written.update(other.written)
        self._more.update(other._more)
        self._mid.update(other._mid)

    def __getstate__(self) -> tuple[Any, ...]:
        """RETURNS (tuple): What was counted; the lists of words are every process's own."""
        return self._lang, self.counts, self.written, self._more, self._mid

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Take up what `__getstate__` gave."""
        lang, counts, *counted = state
        WordStatistics.__init__(self, counts, lang=lang)
        self.written, self._more, self._mid = counted

    def finish(self) -> None:
        """Fold what was counted; `add` starts anew after it."""
        lower, title, mid = Counter[str](), Counter[str](), Counter[str]()
        for words in (self.written, self._more):
            for word, n in words.items():
                (lower if word.islower() else title)[fold(word)] += n
        for word, n in self._mid.items():
            mid[fold(word)] += n
        for word in lower.keys() | title.keys():
            old = self.counts.get(word, (0, 0, 0))
            self.counts[word] = (old[0] + lower[word], old[1] + title[word], old[2] + mid[word])
        self.written, self._more, self._mid = Counter(), Counter(), Counter()

    def ordinary(self, word: str) -> bool:
        """Judge whether a word is used as an ordinary word, whatever else it is.

        word (str): A folded word.
        RETURNS (bool): It is in the word list and written small here or never seen; or it is jargon of this corpus.
        """
        lower, title, _ = self.counts.get(word, (0, 0, 0))
        if word in self._common:
            return lower > 0 or title < _ENOUGH
        if word in self._words:
            return lower * _SELDOM > title or title == 0
        return lower >= 5 and lower > 3 * title

    def rather_name(self, word: str) -> bool:
        """Judge whether a common word is one by which people are called rather than anything else: 'Peter', 'Sally'.

        word (str): A folded word.
        RETURNS (bool): It is, people here write it with a capital within sentences, and hardly otherwise.
        """
        lower, title, mid = self.counts.get(word, (0, 0, 0))
        return mid > 0 and word in self._names and lower * _SELDOM <= title

    def mostly_small(self, word: str, *, signed: int = 0) -> bool:
        """Judge whether a word is written small so often that it is hardly learned as a name.

        word (str): A folded word.
        signed (int): How often it was written small in the place of a name, which does not count.
        RETURNS (bool): More than every fourth time; a word that is in no list, more than every second time.
        """
        lower, title, _ = self.counts.get(word, (0, 0, 0))
        return lower - signed > (lower + title) / (4 if word in self._words else 2)
