"""A text, lexed once: its words with their places, and whatever several rooms ask of it, looked up once."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import reduce, wraps
from itertools import accumulate, chain
from operator import or_
from typing import Any, Final, Generic, TypeVar, overload

from .. import languages
from .lexicon import ANCHOR, EDGE, Lexicon, Remembered
from .words import Atom, fold, not_prose, runs

Answer = TypeVar("Answer")

_FIGURES: Final = re.compile(r"\d+")
# The same for texts of few characters: to name the digits is quicker than to ask what each character is.
_ASCII_FIGURES: Final = re.compile(r"[0-9]+")
# Before a word, what ends a sentence, and what may stand between.
_SENTENCE_ENDS: Final = frozenset(".!?…\n\r>•*|$]}")
_SKIPPED: Final = frozenset(" \t\"'“”‘’([{*_-–—\u00a0ÃÂ‚")

# Signs that stand between two words: what is rare is looked for in texts that have its sign.
DIVIDED, FIGURED, LOST, MARKED, SPECIAL, YEAR = (1 << n for n in range(6))
_SIGNS: Final = {
    DIVIDED: re.compile(r"[-=\u00ad\u2010]\r?\n"),  # a word may go on in the next line
    FIGURED: re.compile(r"^[\d@]|[\d@]$"),  # beside a letter
    LOST: re.compile(r"\?$|\ufffd"),  # a letter may have become a question mark
    MARKED: re.compile(r"^[*_\[\]()]{1,3}$"),  # within a word
    SPECIAL: re.compile(r"[@_$]|://|(?:^|\w)(?:\.$|\()"),  # of addresses, names of files and code
    YEAR: re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d"),
}
_signs: Final = Remembered(lambda gap: sum(sign for sign, pattern in _SIGNS.items() if pattern.search(gap)))

# What lasts of so many texts is handed on. Each is handed out once; texts are not kept.
_MOST_HANDED: Final = 50_000
_handed: Final[dict[tuple[int, int, str], dict[Any, Any]]] = {}
_lasting: Final[set[Callable[..., Any]]] = set()

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
    def known(self) -> dict[Any, Any]:
        """RETURNS (dict[Any, Any]): Answers to questions that are asked `once`."""
        return _handed.pop((hash(self), len(self), self.lang), None) or {}

    def ask(self, question: object, look: Callable[[], Answer]) -> Answer:
        """RETURNS (Answer): What is known, or is found now and known from then on."""
        known = self.known
        if question not in known:
            known[question] = look()
        answer: Answer = known[question]
        return answer

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
    def signs(self) -> int:
        """RETURNS (int): All signs that stand between its words."""
        return reduce(or_, map(_signs.__getitem__, set(self.runs[::2])))

    @lazy
    def small_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters in small letters."""
        return "\n".join(self.tokens).lower().split("\n") if self.tokens else []

    @lazy
    def folded_words(self) -> list[str]:
        """RETURNS (list[str]): Its runs of letters, folded."""
        return self.small_words if self.isascii() else fold_words(self.tokens)

    @property
    def prose(self) -> Prose:
        """RETURNS (Prose): Its words outside addresses and code."""
        # Made anew: a text that held what holds the text would stay in memory until Python looks for such rings.
        return Prose(self)

    @lazy
    def in_prose(self) -> tuple[list[tuple[int, int]], list[str], list[int], list[str]]:
        """RETURNS (tuple): Addresses and code; the words outside, where they begin, and the words folded."""
        blank = not_prose(self) if self.signs & SPECIAL or "`" in self else []
        words, starts, folded = self.tokens, self.starts, self.folded_words
        kept = [*range(len(starts))] if blank else []
        for start, end in reversed(blank):
            del kept[bisect_left(starts, start) : bisect_left(starts, end)]
        if blank and len(kept) < len(starts):
            words, folded = [words[n] for n in kept], [folded[n] for n in kept]
            starts = [starts[n] for n in kept]
        return blank, words, starts, folded

    @lazy
    def prose_vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): The folded words of its prose, each once."""
        return frozenset(self.in_prose[3])

    # --- Types of words ---

    def letters(self, lexicon: Lexicon) -> Letters:
        """RETURNS (Letters): The text as types of words, for rules."""
        known: Letters | None = self.__dict__.get("_letters")
        if known is None or known.lexicon is not lexicon:
            known = self._letters = Letters(self, lexicon)
        return known

    @lazy
    def figures(self) -> list[int]:
        """RETURNS (list[int]): Where each run of digits begins."""
        pattern = _ASCII_FIGURES if self.isascii() else _FIGURES
        return [m.start() for m in pattern.finditer(self)]

    @lazy
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Its different words, in small letters: whether one of many is there, at once."""
        return frozenset(self.small_words)


class Prose:
    """The words of a text outside addresses and code, as written and folded.

    text (Text): The text; a plain string is lexed for it.
    blank (list[tuple[int, int]]): Addresses, names of files and code, in order.
    words (list[str]): The words.
    starts (list[int]): Where each begins.
    folded (list[str]): The words, folded.
    """

    __slots__ = ("blank", "folded", "starts", "text", "words")

    def __init__(self, text: str) -> None:
        self.text: Final = Text.of(text)
        self.blank, self.words, self.starts, self.folded = self.text.in_prose

    @property
    def vocabulary(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): The folded words, each once: a quick look spares many texts the patterns."""
        return self.text.prose_vocabulary

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
        self.forward: Final = "".join(map(lexicon.__getitem__, first)) + lexicon.at_end(last) + EDGE

    def __len__(self) -> int:
        return len(self.forward) - 1

    @lazy
    def _anchors(self) -> list[tuple[int, int]]:
        anchored = self.lexicon.anchored
        return [(m.start(), anchored[m[0]]) for m in ANCHOR.finditer(self.forward)]

    @lazy
    def _anchored(self) -> int:
        return reduce(or_, (bits for _, bits in self._anchors), 0)

    def places(self, anchor: int) -> list[int]:
        """RETURNS (list[int]): Where tokens that have a bit stand, in order; see `Lexicon.anchor`."""
        return [at for at, bits in self._anchors if bits & anchor] if self._anchored & anchor else []

    @lazy
    def backward(self) -> str:
        """RETURNS (str): The letters from the last to the first: what stands before a place is matched there."""
        return self.forward[-2::-1] + EDGE

    @lazy
    def starts(self) -> list[int]:
        """RETURNS (list[int]): Where each token begins, and the last one ends; asked only where there is a hit."""
        return [0, *accumulate(chain.from_iterable(map(self.lexicon.lengths, self._runs)))]
