"""Names that are not written as they are: one letter wrong, glued to a word, spaced out, divided, encoded."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple
from urllib.parse import unquote

from rapidfuzz.distance import OSA

from ... import languages
from ...text.thresholds import COMMON_SURNAME, FREQUENT, RATHER_NAME
from .class_list import FORM, GIVEN, LEAST, SURNAME, ClassList
from .slots import is_opening

NEAR: Final = "one letter off"
GLUED: Final = "glued"
SPACED: Final = "spaced"
DIVIDED: Final = "divided"
ENCODED: Final = "encoded"

# A longer word is no name with something glued to it, and takes long to look at.
_LONGEST: Final = 40
# A known name one letter off is more likely somebody else's, unless it is long.
_LONG: Final = 6

# Nicknames that nobody was heard to use are no evidence when something is glued to them.
_TELLING: Final = (GIVEN, FORM, SURNAME)
# Short words that are glued to names; other short rests are endings.
_SHORT: Final = frozenset("hi hey dear and the for you your from with thx ps".split())
# Shorter ones still, that are glued to a longer name with a capital: 'Ottolineor'.
_SHORTER: Final = frozenset(
    "or in is to of as at on so we it my if by an no do me us be but not has had was are".split()
)
# What makes another surname of one: 'McKay'.
_PREFIXES: Final = frozenset(("mc", "mac", "fitz", "de", "le", "la", "van", "o"))
# Digits that stand for letters.
_DIGITS: Final = (str.maketrans("0134578", "oieastb"), str.maketrans("0134578", "oleastb"))

_SPACED = re.compile(r"(?<![^\W\d_])[^\W\d_](?:([ .\-_*~·])[^\W\d_])(?:\1[^\W\d_])+(?![^\W\d_])")
_DIVIDED = re.compile(r"(?<![^\W\d_])([^\W\d_]{1,30})[-\u00ad]\r?\n[\s>|]{0,20}([^\W\d_]{1,30})(?![^\W\d_])")
_MIXED = re.compile(r"(?<![^\W_])(?=[^\W_]{0,30}\d)[^\W\d_]+[^\W_]{1,30}(?![^\W_])")
# Percent and quoted-printable signs, entities, escapes of JSON, UTF-8 that was read as cp1252.
_MAYBE_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}|=[0-9A-F]{2}|&#?\w{2,8};|\\u[0-9A-Fa-f]{4}|[ÃÄÅÂ][\u0080-\u2122]")
_CHUNK = re.compile(r"\S+")
_PRINTABLE = re.compile(r"=([0-9A-F]{2})")
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")


class Piece(NamedTuple):
    """A part of a word that is somebody's name: from where to where, which name, how it is written, and whether it is
    likely to be meant."""

    start: int
    end: int
    name: str
    way: str
    sure: bool = True


class Disguises:
    """Recognises names in single words; each word is looked at once.

    known (ClassList): The names.
    drawn (frozenset[str]): Folded words of pseudonyms, that are no names.
    """

    def __init__(self, known: ClassList, drawn: frozenset[str] = frozenset()) -> None:
        self._known, self._drawn = known, drawn
        self._seen: dict[tuple[str, tuple[int, ...]], Piece | None] = {}
        self._deleted: defaultdict[str, set[str]] = defaultdict(set)
        for name in known.long_words():
            for key in _deletions(name):
                self._deleted[key].add(name)

    def look(self, word: str, written: str) -> Piece | None:
        """Look at a word that is nobody's name as it stands.

        word (str): The folded word.
        written (str): As it is written.
        RETURNS (Optional[Piece]): The name in it.
        """
        if len(word) <= LEAST or len(word) > _LONGEST or word in self._drawn:
            return None
        seams = seams_of(written) if len(written) == len(word) and not written.isupper() else ()
        key = (word, seams)
        if key not in self._seen:
            self._seen[key] = self._genitive(word) or self._glued(word, seams) or self._near(word)
        return self._seen[key]

    def look_through(self, word: str) -> Piece | None:
        """RETURNS (Optional[Piece]): The name that is meant by a folded word with digits in it: 'm4ry'."""
        for table in _DIGITS:
            meant = word.translate(table)
            if len(meant) > LEAST and self._known.words.get(meant) in _TELLING:
                return Piece(0, len(word), meant, NEAR)
        return None

    def _genitive(self, word: str) -> Piece | None:
        """'Marys', without an apostrophe or in a language that has none."""
        name = word[:-1]
        if word[-1] != "s" or self._known.words.get(name) not in _TELLING or word in languages.words():
            return None
        return Piece(0, len(word), name, NEAR, not _is_usual(word) and word not in languages.proper_words())

    def _near(self, word: str) -> Piece | None:
        if word in languages.words() or word in languages.proper_words():
            return None
        found = {name for key in _deletions(word) for name in self._deleted.get(key, ())}
        # Somebody else may have the other name, all the more if it is short.
        named = _is_name(word)
        for name in sorted(found):
            if len(name) < _LONG and (named or len(word) <= LEAST):
                continue
            if OSA.distance(word, name, score_cutoff=1) <= 1:
                return Piece(0, len(word), name, NEAR, not _is_usual(word))
        return None

    def _glued(self, word: str, seams: tuple[int, ...]) -> Piece | None:
        words = self._known.words
        for start, end in pairwise((0, *seams, len(word))) if seams else ():
            name = word[start:end]
            if len(name) >= LEAST and words.get(name) in _TELLING and word[:start] not in _PREFIXES:
                rest = word[:start] + word[end:]
                # 'SummerSchool' is nobody called Summer.
                sure = not _is_ordinary(name) or is_opening(rest) or _bearers(name) >= RATHER_NAME
                return Piece(start, end, name, GLUED, sure)
        if word in languages.words() or _is_name(word):
            return None
        for size in range(len(word) - 2, LEAST, -1):
            for start in (0, len(word) - size):
                name, rest = word[start : start + size], word[:start] + word[start + size :]
                if words.get(name) not in _TELLING or _is_ordinary(name):
                    continue
                # A short rest is an ending, and no word: 'Johanson' is nobody called Johan.
                if rest in words or _is_word(rest, name):
                    return Piece(start, start + size, name, GLUED)
        return None


def _is_ordinary(word: str) -> bool:
    return word in languages.common_words()


def _is_name(word: str) -> bool:
    return word in languages.given_names() or word in languages.surnames()


def _is_usual(word: str) -> bool:
    """Many people are called so: it is more likely their name than a slip."""
    return _bearers(word) >= FREQUENT or languages.surnames().get(word, 0) >= COMMON_SURNAME


def _bearers(word: str) -> int:
    return languages.given_names().get(word, 0)


def _is_word(rest: str, name: str) -> bool:
    if rest in _SHORT or (rest in _SHORTER and len(name) >= _LONG):
        return True
    return len(rest) > LEAST and rest in languages.common_words()


def seams_of(written: str) -> tuple[int, ...]:
    """RETURNS (tuple[int, ...]): Where a capital follows a small letter: 'thanksMary', 'HiMaryThanks'."""
    return tuple(i for i in range(1, len(written)) if written[i].isupper() and written[i - 1].islower())


def _deletions(word: str) -> Iterator[str]:
    """YIELDS (str): The word, and the word without each of its letters: words one edit apart share one of them."""
    yield word
    for i in range(len(word)):
        yield word[:i] + word[i + 1 :]


def spaced(text: str) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Words written one letter at a time, put together."""
    for m in _SPACED.finditer(text):
        yield m.start(), m.end(), m[0].replace(m[1], "")


def divided(text: str) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Words that are divided at a line's end, put together."""
    if "-\n" in text or "-\r" in text or "\u00ad" in text:
        for m in _DIVIDED.finditer(text):
            yield m.start(), m.end(), m[1] + m[2]


def mixed(text: str) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Words with digits among the letters: 'M4ry'."""
    for m in _MIXED.finditer(text):
        if any(c.isalpha() for c in m[0][1:]):
            yield m.start(), m.end(), m[0]


def decoded(text: str) -> Iterator[tuple[int, int, str]]:
    """YIELDS (tuple[int, int, str]): Runs without blanks in which something is encoded, and what is meant."""
    done = 0
    for sign in _MAYBE_ENCODED.finditer(text):
        if sign.start() < done:
            continue
        start = max(text.rfind(blank, done, sign.start()) for blank in " \n\t") + 1
        chunk = _CHUNK.match(text, max(start, done))
        if chunk is None:
            continue
        done = chunk.end()
        for meant in _meanings(chunk[0]):
            if meant != chunk[0]:
                yield chunk.start(), chunk.end(), meant


def _meanings(chunk: str) -> Iterator[str]:
    yield html.unescape(unquote(chunk))
    if _PRINTABLE.search(chunk):
        raw = _PRINTABLE.sub(lambda m: chr(int(m[1], 16)), chunk)
        yield raw
        yield _repaired(raw, "latin-1")
    if _ESCAPED.search(chunk):
        yield _ESCAPED.sub(lambda m: chr(int(m[1], 16)), chunk)
    yield _repaired(chunk, "cp1252")


def _repaired(text: str, read_as: str) -> str:
    try:
        return text.encode(read_as).decode("utf-8")
    except UnicodeError:
        return text
