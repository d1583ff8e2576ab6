"""People who were erased from a key. Only keyed codes of their ids, their names and the ids of their messages are
left: enough to keep them out when their messages are read again, and nothing to read."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Final

import regex

from .. import languages
from ..text.disguises import spaced, views
from ..text.words import fold_all, runs
from .glue import GlueSplitter

ID: Final = "id"
FORM: Final = "form"
MESSAGE: Final = "message"
_MOST_WORDS: Final = 5
_CODE: Final = 32
_SHORT: Final = 3
_NUMBER: Final = 5
# So many words and ids are remembered with their codes; then it is begun anew.
_AT_HAND: Final = 200_000
# User names and addresses.
_LOGIN: Final = regex.compile(r"[\p{L}\p{N}_+-]+(?:[.@][\p{L}\p{N}_+-]+)*")
# What may stand between the words of a name.
_GAP: Final = regex.compile(r"[\s.,'’\"()>-]{1,6}")


class Forgotten:
    """Recognises them.

    codes (Iterable[str]): What is known of them.
    secret (Callable[[], bytes]): The key's secret, without which the codes say nothing.
    """

    def __init__(self, codes: Iterable[str], secret: Callable[[], bytes]) -> None:
        self.codes = set(codes)
        self._secret = secret
        self._known: dict[tuple[str, str], str] = {}
        self._splitters: dict[str, GlueSplitter] = {}

    def __bool__(self) -> bool:
        return bool(self.codes)

    def _code(self, kind: str, text: str) -> str:
        """The code, which takes long to make: the same words come again."""
        code = self._known.get((kind, text))
        if code is None:
            if len(self._known) >= _AT_HAND:
                self._known.clear()
            made = hmac.new(self._secret(), f"forgotten {kind} {text}".encode(), hashlib.sha256)
            code = self._known[kind, text] = made.hexdigest()[:_CODE]
        return code

    def add(self, kind: str, text: str) -> None:
        """Remember something of somebody.

        kind (str): 'id', 'form' or 'message'.
        text (str): The id in any case, or the form of a name.
        """
        if plain := _plain(kind, text):
            self.codes.add(self._code(kind, plain))

    def knows(self, kind: str, text: str | None) -> bool:
        """RETURNS (bool): It is something of somebody who was erased."""
        return bool(self.codes) and text is not None and self._code(kind, _plain(kind, text)) in self.codes

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Where they are named in a text, in order; the longest names first."""
        if not self.codes:
            return
        found = self._found(text)
        for view in views(text):
            found += [view.place(*place) for place in self._found(view.text)]
        found += [(start, end) for start, end, said in spaced(text) if self.knows(FORM, said)]
        end = 0
        for start, stop in sorted(found, key=lambda place: (place[0], -place[1])):
            if start >= end:
                yield start, stop
                end = stop

    def _found(self, text: str) -> list[tuple[int, int]]:
        words = [piece for word in _words(text) for piece in self._pieces(text, *word)]
        found = [m.span() for m in _LOGIN.finditer(text) if tells(m[0]) and self.knows(ID, m[0])]
        at = 0
        while at < len(words):
            sizes = range(min(_MOST_WORDS, len(words) - at), 0, -1)
            size = next((size for size in sizes if self._named(text, words[at : at + size])), 0)
            if size:
                found.append((words[at][0], words[at + size - 1][1]))
            at += size or 1
        return found

    def _pieces(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """A word, or the words that it is glued together from; without the 's' of 'Marias bok', 'both Marias'."""
        word = text[start:end]
        cut = start + self._splitter.cut(word)
        if cut > start:
            yield start, cut
        elif word[-1] == "s" and not self.knows(FORM, word) and self.knows(FORM, word[:-1]):
            end -= 1
        yield cut, end

    @property
    def _splitter(self) -> GlueSplitter:
        lang = languages.spoken()
        if lang not in self._splitters:
            self._splitters[lang] = GlueSplitter(partial(self.knows, FORM), lang=lang)
        return self._splitters[lang]

    def _named(self, text: str, words: list[tuple[int, int]]) -> bool:
        if len(words) == 1 and words[0][1] - words[0][0] < _SHORT and not text[slice(*words[0])].isupper():
            return False  # initials
        if not all(_GAP.fullmatch(text, one[1], other[0]) for one, other in pairwise(words)):
            return False
        return self.knows(FORM, text[words[0][0] : words[-1][1]])


def tells(id: str) -> bool:
    """RETURNS (bool): An id is somebody's wherever it stands: no word, no short number, long enough."""
    if id.isdigit():
        return len(id) > _NUMBER
    return len(id) > _SHORT and not (id.isalpha() and id.lower() in languages.words())


def _plain(kind: str, text: str) -> str:
    if kind == FORM:
        return " ".join(fold_all(text))
    return text.lower() if kind == ID else text


def _words(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for number, run in enumerate(runs(text)):
        if number % 2 and run:
            yield at, at + len(run)
        at += len(run)
