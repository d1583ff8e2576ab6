"""Types of words: each spelling is looked at once and gets the letter of all the classes that it belongs to.

Classes come from lists of words, from a token's shape, and from questions that are asked of tokens of a shape. A set
of classes has its letter from when it first occurs; rules ask of a letter what they want to know, and remember it.

    WORD    a run of letters      LOWER   it begins with a small letter    TITLE  with a capital
    DIG     a run of digits                                                CAP1   it is one capital
    MARK    any other sign        LOOSE   white space or the end follows
    BLANK   white space           NL      with a line break                PAR    with an empty line
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import reduce
from itertools import product
from operator import or_
from typing import Any, Final, NamedTuple, TypeVar

from ..errors import Errors, PseudoError

Answer = TypeVar("Answer")

# The first letter of those with which something begins that is looked for, and of the others.
_FIRST_ANCHOR, _FIRST_LETTER = 0x1000, 0x8000
ANCHOR: Final = re.compile(f"[{chr(_FIRST_ANCHOR)}-{chr(_FIRST_LETTER - 1)}]")
# After the last letter of a text, and so before the first one, too.
EDGE: Final = "\0"
# So many words are remembered with what is known of them; then it is begun anew. A dozen rooms remember something.
_MOST_TYPES: Final = 50_000
# What is longer hardly comes again: tables, drawings.
_LONGEST: Final = 200
# Runs of letters, runs of digits, blanks, and every other sign by itself.
_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_SHAPES: Final[tuple[tuple[str, ...], ...]] = (
    *(("WORD",), ("WORD", "LOWER"), ("WORD", "TITLE"), ("WORD", "CAP1"), ("DIG",)),
    *(("MARK",), ("MARK", "LOOSE"), ("BLANK",), ("BLANK", "NL"), ("BLANK", "NL", "PAR")),
)
SHAPES: Final = frozenset(name for shape in _SHAPES for name in shape)
# Between the words of a phrase: 'mother-in-law'.
_DASH: Final = "-"
_EDGE: Final = 2
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
        answer = self._look(word)
        if len(word) <= _LONGEST:
            if len(self) >= _MOST_TYPES:
                self.clear()
            self[word] = answer
        return answer


class Question(NamedTuple):
    """Something that is asked of every token of a shape.

    shape (str): The shape, such as 'TITLE'.
    asks (Callable[[str], bool]): Whether a token belongs to the class.
    """

    shape: str
    asks: Callable[[str], bool]


# Classes that a token must have, and those that it must not have besides, as bits: all of them, and the former.
Kind = tuple[int, int]
# A token is one of these.
Kinds = frozenset[Kind]
AT_EDGE: Final[Kinds] = frozenset(((1, 1),))


class Members(dict[str, bool]):
    """From a letter to whether it is one of some kinds; each is looked at once.

    masks (Mapping[str, int]): The classes of each letter, as bits.
    kinds (Kinds): The kinds.
    """

    def __init__(self, masks: Mapping[str, int], kinds: Kinds) -> None:
        super().__init__()
        self._masks: Final = masks
        single = [needed for bits, needed in kinds if bits == needed and needed.bit_count() == 1]
        self._any_of: Final = reduce(or_, single, 0)
        self._others: Final = [(bits, needed) for bits, needed in kinds if bits != needed or needed.bit_count() > 1]

    def __missing__(self, letter: str) -> bool:
        found = self[letter] = self.has(self._masks[letter])
        return found

    def has(self, mask: int) -> bool:
        """RETURNS (bool): What has these classes is one of the kinds."""
        if mask & self._any_of:
            return True
        return bool(self._others) and any(mask & bits == needed for bits, needed in self._others)


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
        self.masks: Final[dict[str, int]] = {}
        self._letters: Final[dict[int, str]] = {}
        self._bit(EDGE)
        self._members: Final[dict[Kinds, Members]] = {}
        self._anchors: Final[list[Members]] = []
        self.anchored: Final[dict[str, int]] = {}
        self._questions: Final = [(shape, asks, self._bit(name)) for name, (shape, asks) in questions.items()]
        self._shapes: Final = {shape: self._of_shape(shape) for shape in _SHAPES}
        self._words: Final[dict[str, int]] = {}
        # How words begin and end, by one letter or two: most words do not even begin to.
        self._begins: Final[dict[str, list[tuple[str, int]]]] = {}
        self._ends: Final[dict[str, list[tuple[str, int]]]] = {}
        self.phrases: Final[dict[str, list[list[str]]]] = {}
        for name, entries in lists.items():
            bit = self._bit(name)
            for entry in entries:
                self._add(name, bit, entry)
        parts = {part for phrases in self.phrases.values() for phrase in phrases for part in phrase}
        for literal in sorted(parts.union(literals, _DASH)):
            self._add(f"={literal}", self._bit(f"={literal}"), literal)
        self._of_token: Final = Remembered(self._letter)
        self.lengths: Final = Remembered(_lengths).__getitem__
        self._begin()

    def _begin(self) -> None:
        """No letter is given yet but to blanks."""
        self.clear()
        self._letters.clear()
        self._of_token.clear()
        for members in self._members.values():
            members.clear()
        self.masks[EDGE] = 1
        self.blank = self[" "]
        self._blanks = (self.blank, self["\n"], self["\n\n"])

    def _add(self, name: str, bit: int, entry: str) -> None:
        if entry.isalpha():
            self._words[entry] = self._words.get(entry, 0) | bit
        elif len(entry) > 1 and entry.endswith("*"):
            self._begins.setdefault(entry[:-1][:_EDGE], []).append((entry[:-1], bit))
        elif len(entry) > 1 and entry.startswith("*"):
            self._ends.setdefault(entry[1:][-_EDGE:], []).append((entry[1:], bit))
        else:
            parts = [token for token in tokens(entry) if not token.isspace()]
            if len(parts) == 1:
                self._words[entry] = self._words.get(entry, 0) | bit
            else:
                self.phrases.setdefault(name, []).append(parts)

    def _bit(self, name: str) -> int:
        return self._bits.setdefault(name, 1 << len(self._bits))

    def _of_shape(self, shape: tuple[str, ...]) -> tuple[int, list[tuple[Callable[[str], bool], int]]]:
        """The bits of a shape, and what is asked of its tokens."""
        asked = [(asks, bit) for of, asks, bit in self._questions if of in shape]
        return sum(map(self._bit, shape)), asked

    def _mask(self, token: str) -> int:
        mask, questions = self._shapes[shape_of(token)]
        for asks, bit in questions:
            if asks(token):
                mask |= bit
        if not token[0].isalnum():
            return mask | self._words.get(token[0], 0)
        small = token.lower()
        mask |= self._words.get(small, 0)
        for size in range(1, _EDGE + 1):
            for beginning, bit in self._begins.get(small[:size], ()):
                mask |= bit if small.startswith(beginning) else 0
            for ending, bit in self._ends.get(small[-size:], ()):
                mask |= bit if small.endswith(ending) else 0
        return mask

    def __missing__(self, run: str) -> str:
        if len(self) >= _MOST_TYPES:
            self.clear()
        if run.isalpha():
            letters = self[run] = self._letter(run)
            return letters
        found = tokens(run)
        if len(found) > 1:  # a mark is loose before a blank
            pairs = zip(found, (*found[1:], ""), strict=True)
            found = [
                token + " " if following.isspace() and not (token.isalnum() or token.isspace()) else token
                for token, following in pairs
            ]
        letters = "".join(map(self._of_token.__getitem__, found))
        if len(run) <= _LONGEST:
            self[run] = letters
        return letters

    def _letter(self, token: str) -> str:
        mask = self._mask(token)
        letter = self._letters.get(mask)
        if letter is None:
            bits = sum(1 << number for number, members in enumerate(self._anchors) if members.has(mask))
            letter = chr((_FIRST_ANCHOR if bits else _FIRST_LETTER) + len(self._letters))
            self._letters[mask], self.masks[letter], self.anchored[letter] = letter, mask, bits
        return letter

    def at_end(self, run: str) -> str:
        """RETURNS (str): The letters of what stands after the last word of a text: a mark at the end is loose, too."""
        return self[run] if not run or run[-1].isspace() else self[run + " "][:-1]

    def of_class(self, name: str) -> Kinds:
        """Look up a class.

        name (str): A class; '=word' for a literal; 'A&B-C' for what is A, and B, but not C.
        RETURNS (Kinds): The tokens that belong to it.
        """
        names = [name] if name.startswith("=") else _CLASSES.split(name)
        if unknown := [part for part in names if part not in self._bits]:
            raise PseudoError(Errors.P850.format(name=unknown[0]))
        bits = [self._bits[part] for part in names]
        without = (bit for sign, bit in zip(_CLASSES.findall(name), bits[1:], strict=False) if sign == "-")
        every = reduce(or_, bits)
        return frozenset(((every, every & ~reduce(or_, without, 0)),))

    def members(self, kinds: Kinds) -> Members:
        """RETURNS (Members): Tells of a letter whether it is one of some kinds; one object for all who ask."""
        if kinds not in self._members:
            self._members[kinds] = Members(self.masks, kinds)
        return self._members[kinds]

    def anchor(self, kinds: Kinds) -> int:
        """Look for tokens of some kinds in every text that is read from now on.

        kinds (Kinds): The kinds.
        RETURNS (int): The bit that they have in `anchored`.
        """
        self._anchors.append(self.members(kinds))
        self._begin()
        return 1 << (len(self._anchors) - 1)

    def may_be_blank(self, kinds: Kinds) -> bool:
        """RETURNS (bool): White space may be of these kinds."""
        return any(map(self.members(kinds).__getitem__, self._blanks))


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
