"""What the law calls special categories: ethnic, political, religious and sexual words, said of somebody."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from typing import Final

from .. import languages
from ..attrs import SENSITIVE
from ..text.similarity import distance
from ..text.words import fold, fold_all, is_blank
from .base import Identifier, Page
from .grammars import OF_OTHERS, surrounds, words_of
from .vocabulary import function_words, next_word, parts
from .word_forms import forms, skeleton

_LONG: Final = 7
_PAIR: Final = 2
_REMEMBERED: Final = 50_000


@cache
def packaged() -> Mapping[str, frozenset[str]]:
    """RETURNS (Mapping[str, frozenset[str]]): The words that come with the package, by label; folded."""
    return {label: frozenset(map(fold, parts("sensitive", label.lower()))) for label in SENSITIVE}


def word_lists(words: Mapping[str, Iterable[str]], *, sensitive: bool) -> dict[str, frozenset[str]]:
    """Put the lists of words together.

    words (Mapping[str, Iterable[str]]): Words that a user has supplied, by label.
    sensitive (bool): With the words that come with the package.
    RETURNS (dict[str, frozenset[str]]): All of them, by label; folded.
    """
    ours = packaged() if sensitive else {}
    return {label: ours.get(label, frozenset()).union(map(fold, words.get(label, ()))) for label in {**ours, **words}}


def find_sensitive(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): Words of the lists in any form, where they are said of somebody."""
    for label in SENSITIVE:
        if page.lists.get(label):
            yield from _find(page, label)


class _Listed:
    """The entries of a list in all forms of their last words, by their first words; folded."""

    def __init__(self, entries: frozenset[str]) -> None:
        self._others: set[str] = set()  # words that are known to begin none
        self._first: dict[str, list[tuple[str, ...]]] = {}
        self._long: dict[int, list[str]] = {}
        split = sorted({fold_all(entry) for entry in entries} - {()}, key=lambda entry: (-len(entry), entry))
        for entry in split:
            wholes = [(*entry[:-1], last) for last in forms(entry[-1])]
            if entry[-1] in words_of("PARTYNAME") and len(entry) == _PAIR:  # 'the Greens'
                wholes.append((entry[0] + "s",))
            if len(entry) > 1:
                wholes.append(("".join(entry),))
            for whole in wholes:
                self._first.setdefault(whole[0], []).append(whole)
        single = sorted(entry[0] for entry in split if len(entry) == 1)
        self._skeletons = frozenset(skeleton(form) for word in single for form in forms(word) if len(form) > 3)
        for word in single:
            self._long.setdefault(len(word), []).append(word)

    def among(self, keys: AbstractSet[str]) -> AbstractSet[str]:
        """RETURNS (AbstractSet[str]): Which of these words begin an entry; each is looked up once, not in each text."""
        if len(self._others) >= _REMEMBERED:
            self._others.clear()
        unknown = keys - self._others
        found = {key for key in unknown if key in self._first or self._is_near(key)}
        self._others |= unknown - found
        return found

    def at(self, keys: list[str], number: int) -> int:
        """RETURNS (int): How many words from here on are an entry; 0 for none."""
        key = keys[number]
        lengths = (
            len(entry) for entry in self._first.get(key, ()) if tuple(keys[number : number + len(entry)]) == entry
        )
        return next(lengths, 0) or int(self._is_near(key))

    def _is_near(self, key: str) -> bool:
        """The same word in the other language, or one letter wrong in a long word that nobody knows."""
        if len(key) > 3 and skeleton(key) in self._skeletons:
            return True
        if len(key) < _LONG or key in languages.words():
            return False
        near = (word for size in (-1, 0, 1) for word in self._long.get(len(key) + size, ()) if len(word) >= _LONG)
        return any(distance(key, word) <= 1 for word in near)


@lru_cache(maxsize=16)
def _listed(entries: frozenset[str]) -> _Listed:
    return _Listed(entries)


def _find(page: Page, label: str) -> Iterator[Identifier]:
    text, keys, listed = page.text, page.folded_words, _listed(page.lists[label])
    words = listed.among(page.vocabulary if keys is page.small_words else set(keys))
    if page.lang == languages.BASE:  # a word of another language on the list may be a small word of English: 'same'
        words -= function_words()
    last_end, done = -1, 0
    for number in [number for number, key in enumerate(keys) if key in words] if words else ():
        count = listed.at(keys, number) if number >= done else 0
        if not count:
            continue
        last = number + count - 1
        start, end = page.starts[number], page.starts[last] + len(page.tokens[last])
        following = next_word(text, end)
        if following in words_of("PARTY") and (label == "POLITICAL" or text[end + 1].isupper()):
            end += 1 + len(following)
        between = text[last_end:start].strip() if last_end >= 0 else ""
        chained = between == "," or between.removeprefix(",").strip().lower() in words_of("ANDOR")
        if chained or _said_of_somebody(page, start, end):
            yield Identifier(start, end, label, 0.8)
            last_end, done = end, number + count


def _said_of_somebody(page: Page, start: int, end: int) -> bool:
    def stands(context: str) -> bool:
        return surrounds(page, "sensitive", context, start, end)

    if stands("LISTEDAS []"):
        return not page.is_apart(start, end)
    # 'a straight man' is somebody, 'a straight line' is not.
    somebody = stands("SOMEONE [] PERSON") and not (page.text[start].isupper() and is_blank(page, 0, start))
    said = stands("ISONE [] GOESSO") or (somebody and not stands("ISONE []"))
    return said and not (stands("[] THINGS") or any(map(stands, OF_OTHERS)))
