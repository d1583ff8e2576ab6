"""Types of words: each spelling is looked at once and gets the letter of all the classes that it belongs to.

Classes come from lists of words, from a token's shape, and from questions that are asked of tokens of a shape. The
letters of all sets of classes that can occur are known from the start, so that rules can be compiled to patterns.

    WORD    a run of letters      LOWER   it begins with a small letter    TITLE  with a capital
    DIG     a run of digits                                                CAP1   it is one capital
    MARK    any other sign        LOOSE   white space or the end follows
    BLANK   white space           NL      with a line break                PAR    with an empty line
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from itertools import product
from typing import Any, Final, NamedTuple, TypeVar

from ..errors import Errors, PseudoError

Answer = TypeVar("Answer")

# Letters without case, in one row; `re` has quick sets for what lies below U+10000.
_FIRST_LETTER: Final = 0x4E00
# So many words are remembered with what is known of them; then it is begun anew.
_MOST_TYPES: Final = 300_000
# Runs of letters, runs of digits, blanks, and every other sign by itself.
_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_SHAPES: Final[tuple[tuple[str, ...], ...]] = (
    *(("WORD",), ("WORD", "LOWER"), ("WORD", "TITLE"), ("WORD", "CAP1"), ("DIG",)),
    *(("MARK",), ("MARK", "LOOSE"), ("BLANK",), ("BLANK", "NL"), ("BLANK", "NL", "PAR")),
)
# Between the words of a phrase: 'mother-in-law'.
_DASH: Final = "-"
_CLASSES: Final = re.compile(r"[&-]")
_ENTRY: Final = re.compile(
    r"(?P<minus>-(?=[<\w]))?(?:<(?P<list>\w+)(?::(?P<how>last|all|\d))?>|(?P<made>(?:\[[A-Z]\w*\])+)|(?P<word>\S+))"
)


def tokens(text: str) -> list[str]:
    """RETURNS (list[str]): The tokens of a text; nothing is left out."""
    return _TOKEN.findall(text)


class Remembered(dict[str, Answer]):
    """From a word to what it is: each is looked at once, as most come again and again.

    look (Callable[[str], Answer]): Looks at a word.
    """

    def __init__(self, look: Callable[[str], Answer]) -> None:
        super().__init__()
        self._look: Final = look

    def __reduce__(self) -> tuple[Any, ...]:  # what is remembered is not saved
        return Remembered, (self._look,)

    def __missing__(self, word: str) -> Answer:
        if len(self) >= _MOST_TYPES:
            self.clear()
        answer = self[word] = self._look(word)
        return answer


class Question(NamedTuple):
    """Something that is asked of every token of a shape.

    shape (str): The shape, such as 'TITLE'.
    asks (Callable[[str], bool]): Whether a token belongs to the class.
    within (str): Another class that has all of it, if there is one.
    """

    shape: str
    asks: Callable[[str], bool]
    within: str = ""


def shape_of(token: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The classes that a token has by its looks; a loose mark comes with its blank."""
    first = token[0]
    if first.isalnum():
        if first.isdecimal():
            return ("DIG",)
        if first.isupper():
            return ("WORD", "TITLE") if len(token) > 1 else ("WORD", "CAP1")
        return ("WORD", "LOWER") if first.islower() else ("WORD",)
    if first.isspace():
        breaks = token.count("\n")
        return ("BLANK", "NL", "PAR")[: 1 + min(breaks, 2)]
    return ("MARK", "LOOSE") if len(token) > 1 else ("MARK",)


def _is_loose(token: str, following: str) -> bool:
    return following.isspace() and shape_of(token) == ("MARK",)


def _lengths(run: str) -> list[int]:
    """How long each token is."""
    return list(map(len, tokens(run)))


class Lexicon(dict[str, str]):
    """From a word as written to a letter, and from what stands between two words to its letters.

    lists (Mapping[str, Collection[str]]): Words by class, in small letters. 'minut*' stands for all words that begin
        so, '*ing' for those that end so. Entries of several words are the class's phrases.
    questions (Mapping[str, Question]): What else is asked, by class.
    literals (Iterable[str]): Words and marks that rules name by themselves.
    """

    def __init__(
        self, lists: Mapping[str, Collection[str]], questions: Mapping[str, Question], literals: Iterable[str] = ()
    ) -> None:
        self._bits: Final[dict[str, int]] = {}
        self._letters: Final[dict[int, str]] = {}
        self._questions: Final = [(shape, asks, self._bit(name)) for name, (shape, asks, _) in questions.items()]
        inner = ((name, one.within) for name, one in questions.items() if one.within)
        self._within: Final = [(self._bit(name), self._bit(whole)) for name, whole in inner]
        self._shapes: Final[dict[tuple[str, ...], tuple[int, list[tuple[Callable[[str], bool], int]]]]] = {}
        self._words: Final[dict[str, int]] = {}
        self._begins: Final[dict[str, int]] = {}
        self._ends: Final[dict[str, int]] = {}
        self.phrases: Final[dict[str, list[list[str]]]] = {}
        for name, entries in sorted(lists.items(), key=lambda item: len(item[1])):
            self._bit(name)
            for entry in entries:
                self._add(name, entry)
        parts = {part for phrases in self.phrases.values() for phrase in phrases for part in phrase}
        for literal in sorted(parts.union(literals, _DASH)):
            self._add(f"={literal}", literal)
        self._first: Final = sorted(set(map(len, self._begins)))
        self._last: Final = sorted(set(map(len, self._ends)))
        self._close()
        self._of_token: Final = Remembered(self._letter).__getitem__
        self.blank: Final = self[" "]
        self.lengths: Final = Remembered(_lengths).__getitem__

    def _add(self, name: str, entry: str) -> None:
        bit = self._bit(name)
        if len(entry) > 1 and entry.endswith("*"):
            self._begins[entry[:-1]] = self._begins.get(entry[:-1], 0) | bit
        elif len(entry) > 1 and entry.startswith("*"):
            self._ends[entry[1:]] = self._ends.get(entry[1:], 0) | bit
        else:
            parts = [token for token in tokens(entry) if not token.isspace()]
            if len(parts) == 1:
                self._words[entry] = self._words.get(entry, 0) | bit
            else:
                self.phrases.setdefault(name, []).append(parts)

    def _bit(self, name: str) -> int:
        return self._bits.setdefault(name, 1 << len(self._bits))

    def _close(self) -> None:
        """Give a letter to every set of classes that can occur: listed words written in three ways, others by shape."""
        masks: set[int] = set()
        for shape in _SHAPES:
            asked_of_it = [(asks, bit) for asks_of, asks, bit in self._questions if asks_of in shape]
            self._shapes[shape] = sum(map(self._bit, shape)), asked_of_it
        # Of words that begin in several listed ways, the longest says all.
        begins = {self._beginning(word) for word in self._begins} | {0}
        ends = {self._ending(word) for word in self._ends} | {0}
        for shape, (mask, asked) in self._shapes.items():
            edges = {first | last for first in begins for last in ends} if shape[0] == "WORD" else {0}
            for edge, *answers in product(sorted(edges), *((0, bit) for _, bit in asked)):
                told = sum(answers)
                if all(not told & bit or told & whole for bit, whole in self._within):
                    masks.add(mask | edge | told)
        for word in self._words:
            loose = (f"{word} ",) if shape_of(word) == ("MARK",) else ()
            masks.update(map(self._mask, (word, word.capitalize(), word.upper(), *loose)))
        # In this order most classes are a few rows of letters.
        self._letters.update((mask, chr(_FIRST_LETTER + number)) for number, mask in enumerate(sorted(masks)))

    def _beginning(self, word: str) -> int:
        mask = 0
        for size in self._first:
            mask |= self._begins.get(word[:size], 0)
        return mask

    def _ending(self, word: str) -> int:
        mask = 0
        for size in self._last:
            mask |= self._ends.get(word[-size:], 0)
        return mask

    def _looks(self, token: str) -> int:
        mask, questions = self._shapes[shape_of(token)]
        for asks, bit in questions:
            if asks(token):
                mask |= bit
        return mask

    def _mask(self, token: str) -> int:
        small = token.lower() if token[0].isalnum() else token[0]
        return self._looks(token) | self._words.get(small, 0) | self._beginning(small) | self._ending(small)

    def __missing__(self, run: str) -> str:
        if len(self) >= _MOST_TYPES:
            self.clear()
        found = tokens(run)
        if len(found) > 1 and not run[0].isalpha():  # a mark is loose before a blank
            pairs = zip(found, (*found[1:], ""), strict=True)
            found = [token + " " if _is_loose(token, following) else token for token, following in pairs]
        letters = self[run] = "".join(map(self._of_token, found))
        return letters

    def _letter(self, token: str) -> str:
        letter = self._letters.get(self._mask(token))
        if letter is None:  # a listed word in an odd way of writing: 'mUM'
            usual = token.capitalize() if token[0].isupper() else token.lower()
            letter = self._letters.get(self._mask(usual)) or self._letters[self._looks(token)]
        return letter

    def at_end(self, run: str) -> str:
        """RETURNS (str): The letters of what stands after the last word of a text: a mark at the end is loose, too."""
        return self[run] if not run or run[-1].isspace() else self[run + " "][:-1]

    @cached_property
    def _by_class(self) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {name: set() for name in self._bits}
        names = {bit: name for name, bit in self._bits.items()}
        for mask, letter in self._letters.items():
            while mask:
                bit = mask & -mask
                found[names[bit]].add(letter)
                mask ^= bit
        return {name: frozenset(letters) for name, letters in found.items()}

    def of_class(self, name: str) -> frozenset[str]:
        """Look up a class.

        name (str): A class; '=word' for a literal; 'A&B-C' for what is A, and B, but not C.
        RETURNS (frozenset[str]): The letters of the tokens that belong to it.
        """
        if name.startswith("="):
            return self._by_class[name]
        unknown = [part for part in _CLASSES.split(name) if part not in self._by_class]
        if unknown:
            raise PseudoError(Errors.P850.format(name=unknown[0]))
        first, *others = _CLASSES.split(name)
        letters = self._by_class[first]
        for sign, other in zip(_CLASSES.findall(name), others, strict=True):
            letters = letters & self._by_class[other] if sign == "&" else letters - self._by_class[other]
        return letters


def read_classes(
    lines: Iterable[str], read_list: Callable[[str], Iterable[str]], *, own: bool = True
) -> dict[str, set[str]]:
    """Read a language's classes of words. A line is a name, a colon and entries, which are taken in turn:

        KIN: mum dad minut* *ing        words; all words that begin or end so
        KIN: <family> <family:last>     the lines of one word of a list; the last words of its lines
        KIN: <family:all>               all its lines: those of several words are phrases
        KIN: <peoples:2>                the second field of lines such as 'Scottish: Scot, Scots: Gaelic'
        KIN: -man -<pets>               not this one, not those
        AGE: [TENS][ONES]               compounds of words of these classes
        own KIN: man far                only in texts of this language: in others the words mean something else

    lines (Iterable[str]): The lines.
    read_list (Callable[[str], Iterable[str]]): Gives the lines of a list.
    own (bool): Texts are of this language.
    RETURNS (dict[str, set[str]]): Words by class, in small letters.
    """
    classes: dict[str, set[str]] = {}
    for line in lines:
        name, _, entries = line.partition(":")
        found = classes.setdefault(name.removeprefix("own "), set())
        if name.startswith("own ") and not own:
            continue
        for m in _ENTRY.finditer(entries):
            some = {m["word"]} if m["word"] else set()
            if m["list"]:
                some = {entry.lower() for entry in read_list(m["list"])}
                if m["how"] and m["how"].isdigit():
                    fields = (entry.split(":")[int(m["how"]) - 1] for entry in some)
                    some = {part.strip() for field in fields for part in field.split(",") if part.strip()}
                elif m["how"] != "all":
                    some = {words[-1] for words in map(tokens, some) if m["how"] or len(words) == 1}
            elif m["made"]:
                some = set(map("".join, product(*(classes[part] for part in re.findall(r"\w+", m["made"])))))
            if m["minus"]:
                found -= some
            else:
                found |= some
    return classes
