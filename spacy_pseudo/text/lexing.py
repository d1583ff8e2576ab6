"""A text, lexed once: its words with their places, and whatever several rooms ask of it, looked up once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import reduce, wraps
from itertools import accumulate, chain
from operator import or_
from typing import Any, Final, Generic, TypeVar, overload

from .. import languages
from .lexicon import Lexicon, Remembered, WordLists
from .words import Atom, fold, not_prose, runs

Answer = TypeVar("Answer")

_FIGURES: Final = re.compile(r"\d+")
# The same for texts of few characters: to name the digits is quicker than to ask what each character is.
_ASCII_FIGURES: Final = re.compile(r"[0-9]+")
# So much of a text tells whether it is written in capitals.
_BEGINNING: Final = 400
# Before a word, what ends a sentence, and what may stand between.
_SENTENCE_ENDS: Final = frozenset(".!?…\n\r>•*|$]}")
_SKIPPED: Final = frozenset(" \t\"'“”‘’([{*_-–—\u00a0ÃÂ‚")

# What lasts of so many texts is handed on. Each is handed out once; texts are not kept.
_MOST_HANDED: Final = 50_000
_handed: Final[dict[tuple[int, int, str], dict[Callable[..., Any], Any]]] = {}
_lasting: Final[set[Callable[..., Any]]] = set()

_word_lists: Final = WordLists()
_folded: Final = Remembered(fold)


def fold_words(words: Sequence[str]) -> list[str]:
    """RETURNS (list[str]): Words folded; those without accents all at once, which is quicker."""
    together = "\n".join(words)
    if words and together.isascii():
        return together.lower().split("\n")
    return list(map(_folded.__getitem__, words))


class lazy(Generic[Answer]):
    """An attribute that is worked out when it is first asked for; as `functools.cached_property`, without a lock."""

    def __init__(self, ask: Callable[[Any], Answer]) -> None:
        self._ask = ask
        self.__doc__ = ask.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, one: None, owner: type) -> lazy[Answer]: ...
    @overload
    def __get__(self, one: object, owner: type) -> Answer: ...
    def __get__(self, one: object | None, owner: type) -> Any:
        if one is None:
            return self
        answer = one.__dict__[self._name] = self._ask(one)
        return answer


def once(ask: Callable[[Text], Answer]) -> Callable[[str], Answer]:
    """A question that is asked of each text once, whoever wants to know; a plain string is lexed for it.

    ask (Callable[[Text], Answer]): The question.
    RETURNS (Callable[[str], Answer]): The same, remembered by the text.
    """

    @wraps(ask)
    def asked(text: str) -> Answer:
        text = Text.of(text)
        known = text.known
        if ask not in known:
            known[ask] = ask(text)
        answer: Answer = known[ask]
        return answer

    return asked


def lasting(ask: Callable[[Text], Answer]) -> Callable[[str], Answer]:
    """As `once`, for short answers: what one pass over the messages has found, the next need not look for."""
    _lasting.add(ask)
    return once(ask)


class Text(str):
    """A text with its words. It is a string, so that patterns are matched against it as it is; what is made of it
    (a slice, a copy in small letters) is a plain string again.

    text (str): The text.
    lang (str): Its language; rules of English are used along with those of the language, since people mix them.
    """

    lang: str
    _letters: Letters

    def __new__(cls, text: str, lang: str = languages.BASE) -> Text:
        made = super().__new__(cls, text)
        made.lang = lang
        return made

    @classmethod
    def of(cls, text: str, lang: str | None = None) -> Text:
        """RETURNS (Text): The text itself if it is lexed, and of that language; otherwise it is lexed now."""
        if isinstance(text, cls) and lang in (None, text.lang):
            return text
        return cls(text, lang or languages.BASE)

    @lazy
    def known(self) -> dict[Callable[..., Any], Any]:
        """RETURNS (dict[Callable[..., Any], Any]): Answers to questions that are asked `once`."""
        return _handed.pop((hash(self), len(self), self.lang), None) or {}

    def hand_on(self) -> None:
        """Keep what lasts for the next pass over the messages."""
        if len(_handed) < _MOST_HANDED:
            answers = {ask: answer for ask, answer in self.known.items() if ask in _lasting}
            _handed[hash(self), len(self), self.lang] = answers

    @lazy
    def runs(self) -> list[str]:
        """RETURNS (list[str]): What is no word, a word, what is no word ..."""
        return runs(str(self))

    @lazy
    def tokens(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters."""
        return self.runs[1::2]

    @lazy
    def starts(self) -> list[int]:
        """RETURNS (list[int]): Where each run of letters begins."""
        return list(accumulate(map(len, self.runs)))[:-1:2]

    @lazy
    def small_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters in small letters."""
        return "\n".join(self.tokens).lower().split("\n") if self.tokens else []

    @lazy
    def folded_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters, folded."""
        return self.small_words if self.isascii() else fold_words(self.tokens)

    @lazy
    def prose(self) -> Prose:
        """RETURNS (Prose): Its words outside addresses and code."""
        return Prose(self)

    # --- Types of words ---

    def letters(self, lexicon: Lexicon) -> Letters:
        """RETURNS (Letters): The text as types of words, for rules."""
        known: Letters | None = self.__dict__.get("_letters")
        if known is None or known.lexicon is not lexicon:
            known = self._letters = Letters(self, lexicon)
        return known

    @lazy
    def small(self) -> str:
        """RETURNS (str): The text in small letters, for a quick look; offsets may differ."""
        return self.lower()

    @lazy
    def figures(self) -> list[int]:
        """RETURNS (list[int]): Where each run of digits begins."""
        pattern = _ASCII_FIGURES if self.isascii() else _FIGURES
        return [m.start() for m in pattern.finditer(self)]

    @lazy
    def free_figures(self) -> list[int]:
        """RETURNS (list[int]): Where a run of digits begins after no letter, full stop, dash or underscore."""
        text = self
        return [at for at in self.figures if not at or not (text[at - 1].isalnum() or text[at - 1] in ".-_")]

    @property
    def has_digits(self) -> bool:
        """RETURNS (bool): There is a digit in it."""
        return bool(self.figures)

    def has_figure(self, start: int, end: int) -> bool:
        """RETURNS (bool): A run of digits begins in a place."""
        at = bisect_left(self.figures, start)
        return at < len(self.figures) and self.figures[at] < end

    @lazy
    def _lettered(self) -> list[int]:
        """Where a run of digits begins after a letter, or after a letter and one blank or dash."""
        text = self
        return [
            digit
            for digit in self.figures
            if text[digit - 1 : digit].isalpha()
            or ((text[digit - 1 : digit] == "-" or text[digit - 1 : digit].isspace()) and text[digit - 2].isalpha())
        ]

    def by_figures(self, pattern: re.Pattern[str], signs: str = "", least: int = 1) -> Iterator[re.Match[str]]:
        """Look for what begins with a digit; quicker than to try everywhere.

        pattern (re.Pattern[str]): A pattern that never begins within a run of digits.
        signs (str): What may stand before the first digit, each once.
        least (int): Without signs, how many digits it begins with, at least.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        if not signs:
            yield from self._from_figures(pattern, self.figures, least)
            return
        done, text, match = 0, self, pattern.match
        for digit in self.figures:
            start = digit
            while start > done and digit - start < len(signs) and text[start - 1] in signs:
                start -= 1
            for at in range(max(start, done), digit + 1):
                if m := match(text, at):
                    yield m
                    done = m.end()
                    break

    def by_free_figures(self, pattern: re.Pattern[str], least: int = 1) -> Iterator[re.Match[str]]:
        """As `by_figures`, for patterns that begin after no letter, full stop, dash or underscore.

        pattern (re.Pattern[str]): A pattern that never begins within a run of digits.
        least (int): How many digits it begins with, at least.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        return self._from_figures(pattern, self.free_figures, least)

    def _from_figures(self, pattern: re.Pattern[str], figures: list[int], least: int) -> Iterator[re.Match[str]]:
        done, text, match = 0, self, pattern.match
        for digit in figures:
            if digit >= done and (least == 1 or text[digit : digit + least].isdigit()) and (m := match(text, digit)):
                yield m
                done = m.end()

    def by_letters(self, pattern: re.Pattern[str], most: int) -> Iterator[re.Match[str]]:
        """Look for what begins with letters and goes on with digits: codes.

        pattern (re.Pattern[str]): A pattern of letters, perhaps a blank or a dash, and a digit.
        most (int): The most characters that stand before the first digit.
        YIELDS (re.Match[str]): As `finditer` of the pattern.
        """
        done = 0
        for digit in self._lettered:
            for start in range(max(done, digit - most), digit):
                if m := pattern.match(self, start):
                    yield m
                    done = m.end()
                    break

    def word_before(self, start: int) -> str:
        """RETURNS (str): The word before a place, in small letters; empty if there is more than a blank between."""
        if self[start - 1 : start] == "\n":
            start -= 1
        number = bisect_left(self.starts, start) - 1
        if number < 0 or self[start - 1] not in " \u00a0":
            return ""
        return self.small_words[number] if self.starts[number] + len(self.tokens[number]) == start - 1 else ""

    @lazy
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Its different words, in small letters: whether one of many is there, at once."""
        return frozenset(self.small_words)

    @lazy
    def _stems(self) -> frozenset[str]:
        return frozenset(word[:4] for word in self.vocabulary)

    @lazy
    def _listed(self) -> dict[int, int]:
        """Which lists have one of its words, as bits, by how many lists were known then."""
        return {}

    def _has_any(self, words: frozenset[str]) -> bool:
        bit = _word_lists.bit(words)
        if (known := len(_word_lists.lists)) not in self._listed:
            self._listed[known] = reduce(or_, map(_word_lists.__getitem__, self.vocabulary), 0)
        return bool(self._listed[known] & bit)

    def numbers(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Which of the runs of letters are one of these words, in order; see `tokens`. The same
        lists are asked for in every text."""
        return self.numbers_of(words) if self._has_any(words) else []

    def numbers_of(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `numbers`, for words that nobody will ask another text for."""
        here = self.vocabulary & words
        return [number for number, word in enumerate(self.small_words) if word in here] if here else []

    def folded_numbers(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `numbers`, for folded words."""
        if self.folded_words is self.small_words:
            return self.numbers(words)
        return [number for number, word in enumerate(self.folded_words) if word in words]

    def places(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Where these words begin, in order."""
        starts = self.starts
        return [starts[number] for number in self.numbers(words)]

    def places_of(self, words: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): As `places`, for words that nobody will ask another text for."""
        return [self.starts[number] for number in self.numbers_of(words)]

    def places_before(self, words: frozenset[str], following: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Where these words begin, in order, if one of the others follows."""
        if self.vocabulary.isdisjoint(following):
            return []
        after = {number - 1 for number in self.numbers(following)}
        return [self.starts[number] for number in self.numbers(words) if number in after]

    def where(self, stems: frozenset[str]) -> list[int]:
        """RETURNS (list[int]): Where words begin that begin as one of these, in order; see `stems_of`."""
        if self._stems.isdisjoint(stems):
            return []
        return self.places_of(frozenset(word for word in self.vocabulary if word[:4] in stems))

    def windows(self, words: frozenset[str], before: int, after: int) -> Iterator[tuple[int, int]]:
        """Look for words, and for the text around them.

        words (frozenset[str]): Words in small letters.
        before (int): Characters before a word.
        after (int): Characters after it.
        RETURNS (Iterator[tuple[int, int]]): Where a piece with one of them begins and ends; pieces do not overlap.
        """
        return self.windows_at(self.numbers(words), before, after)

    def windows_at(self, numbers: list[int], before: int, after: int) -> Iterator[tuple[int, int]]:
        """As `windows`, for words that were found before.

        numbers (list[int]): Which of the runs of letters, in order; see `numbers`.
        before (int): Characters before a word.
        after (int): Characters after it.
        YIELDS (tuple[int, int]): Where a piece with one of them begins and ends; pieces do not overlap.
        """
        if not numbers:
            return
        starts, words = self.starts, self.small_words
        places = [(starts[number], starts[number] + len(words[number])) for number in numbers]
        start = max(0, places[0][0] - before)
        end = start
        for first, last in places:
            if first - before > end > start:
                yield start, end
                start = first - before
            end = min(len(self), last + after)
        yield start, end

    @lazy
    def shouts(self) -> bool:
        """RETURNS (bool): It is written in capitals, so that a capital says nothing."""
        letters = self[:_BEGINNING]
        return sum(map(str.isupper, letters)) > 2 * sum(map(str.islower, letters))


class Prose:
    """The words of a text outside addresses and code, as written and folded.

    text (Text): The text.
    blank (list[tuple[int, int]]): Addresses, names of files and code, in order.
    words (list[str]): The words.
    starts (list[int]): Where each begins.
    folded (list[str]): The words, folded.
    """

    def __init__(self, text: Text) -> None:
        self.text: Final = text
        self.blank: Final = not_prose(text)
        self.words, self.starts, self.folded = text.tokens, text.starts, text.folded_words
        if self.blank:
            self._leave_out(self.blank)

    def _leave_out(self, blank: list[tuple[int, int]]) -> None:
        kept = [*range(len(self.starts))]
        for start, end in reversed(blank):
            del kept[bisect_left(self.starts, start) : bisect_left(self.starts, end)]
        if len(kept) < len(self.starts):
            self.words, self.folded = [self.words[n] for n in kept], [self.folded[n] for n in kept]
            self.starts = [self.starts[n] for n in kept]

    @lazy
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): The folded words, each once: a quick look spares many texts the patterns."""
        return frozenset(self.folded)

    def end(self, number: int) -> int:
        """RETURNS (int): Where a word ends, given by its number."""
        return self.starts[number] + len(self.words[number])

    def atoms(self, first: int, last: int) -> list[Atom]:
        """RETURNS (list[Atom]): The words from one number to before another, with their places."""
        return [Atom(self.starts[n], self.end(n), self.words[n]) for n in range(first, last)]

    def starts_sentence(self, at: int) -> bool:
        """RETURNS (bool): What stands at this place begins a sentence, a line or the text."""
        text = self.text
        at -= 1
        while at >= 0 and text[at] in _SKIPPED:
            at -= 1
        return at < 0 or text[at] in _SENTENCE_ENDS


class Letters:
    """A text as a string with one letter per token, and where its tokens begin: rules are matched against it.

    text (Text): The text.
    lexicon (Lexicon): Which letter stands for a token.
    """

    def __init__(self, text: Text, lexicon: Lexicon) -> None:
        self.lexicon: Final = lexicon
        self._runs: Final = text.runs
        *first, last = text.runs
        self.forward: Final = "".join(map(lexicon.__getitem__, first)) + lexicon.at_end(last)

    def __len__(self) -> int:
        return len(self.forward)

    @lazy
    def backward(self) -> str:
        """RETURNS (str): The letters from the last to the first: what stands before a place is matched there."""
        return self.forward[::-1]

    @lazy
    def starts(self) -> list[int]:
        """RETURNS (list[int]): Where each token begins, and the last one ends; asked only where there is a hit."""
        return [0, *accumulate(chain.from_iterable(map(self.lexicon.lengths, self._runs)))]
