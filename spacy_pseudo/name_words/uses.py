"""How possible names are used in a corpus, counted in one pass; no texts are kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import compress
from typing import Any, Final

from .. import languages
from ..attrs import GREETING
from ..message import Message
from ..text.lexing import Prose
from ..text.salutations import QUOTED, QUOTED_KINDS, STRONG_KINDS, Salutation
from ..text.words import Atom, atoms, fold, word_list
from .name_vocabulary import Standing, vocabulary_for
from .use import EDGE, GREETED, INTRODUCED, SIGNED, THANKED, Spelling, Spellings, WordUse

# A name with a number glued on to it has so many letters.
_LONG = 4

_INTRODUCTIONS: Final = frozenset(("intro", "intro_weak"))

_QUOTES: Final = frozenset("'’")
_AFTER_QUOTE: Final = frozenset(("s", "t", "re", "ve", "ll", "d", "m"))
_ARTICLES: Final = frozenset(("the", "a", "an"))
# Signs that code has before a word, or after it, and prose has not.
_CODE: Final = frozenset("=<>[]{}+\\|^~$%#")
_CODE_AFTER: Final = _CODE | {"("}
# What goes on within a sentence, as far as one character tells.
_WITHIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,;")
# 'X (2010)', 'X et al.', 'X & Grey (2010)', 'X, 2010)': a look at what follows one word; whole citations, with all
# their authors, are found elsewhere and take far longer.
_YEAR = re.compile(r"[12](?:(?<=1)[5-9]|(?<=2)0)\d\d")
_CITED = re.compile(
    r"(?:['’]s?)?(?:,? (?:and|&) [A-Z][\w’'-]+)?(?:,? et al\b\.?|,? ?[(\[](?:(?:1[5-9]|20)\d\d|in press)"
    r"|,? (?:1[5-9]|20)\d\d[a-z]?[);])"
)


class WordUses:
    """Takes in messages one by one, and counts how possible names are used.

    lang (str): The language of the messages.
    written (Optional[Counter[str]]): All words as they are written, where somebody else counts them.
    author_of (Optional[Callable[[str], Optional[str]]]): Who wrote a message that came before, where somebody else
        knows it.
    """

    def __init__(
        self,
        *,
        lang: str = languages.BASE,
        written: Counter[str] | None = None,
        author_of: Callable[[str], str | None] | None = None,
    ) -> None:
        self.lang = lang
        self.messages = 0
        self.vocabulary = vocabulary_for(lang)
        self._words = self.vocabulary.words
        self._spellings = Spellings(self.vocabulary)
        self._written = Counter() if written is None else written
        self._counts_words = written is None
        self._authors: dict[str, str | None] = {}
        self._author_of: Callable[[str], str | None] = self._authors.get if author_of is None else author_of
        self._notes_authors = author_of is None
        with languages.speaking(lang):
            self._kin = word_list("kin") | word_list("family") | word_list("pets")
            self._persons = word_list("persons") | word_list("professions") | word_list("roles")
            self._titles = word_list("titles")
            self._doing = word_list("after_name") | word_list("doing")
            self._institutions = word_list("organisations") | word_list("schools")

    def __iter__(self) -> Iterator[WordUse]:
        """YIELDS (WordUse): What was seen of each word that may be a name, by word."""
        for word in sorted(self._spellings.uses):
            use = self._spellings.uses[word]
            if use.count:
                yield use

    def close(self) -> None:
        """Forget what only helps to read: no further message is taken in."""
        self._spellings.clear()
        self._author_of = self._authors.get

    def extend(self, other: WordUses) -> None:
        """Add what was counted in messages that come later, after both are closed."""
        if self._counts_words:
            self._written.update(other._written)
        for word, use in other._spellings.uses.items():
            known = self._spellings.uses.setdefault(word, use)
            if known is not use:
                known.extend(use)
        self.messages += other.messages

    def __getstate__(self) -> tuple[Any, ...]:
        """RETURNS (tuple): What was counted; the lists of words are every process's own."""
        uses = [use for use in self._spellings.uses.values() if use.count]
        return self.lang, self.messages, self._written, self._counts_words, uses

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Take up what `__getstate__` gave."""
        lang, messages, written, counts_words, uses = state
        WordUses.__init__(self, lang=lang, written=written)
        self.messages, self._counts_words = messages, counts_words
        self._spellings.uses = {use.word: use for use in uses}

    def get(self, word: str) -> WordUse | None:
        """RETURNS (Optional[WordUse]): What was seen of a folded word; None if it was not looked at."""
        use = self._spellings.uses.get(word)
        return use if use is not None and use.count else None

    @property
    def distinct(self) -> int:
        """RETURNS (int): How many different folded words of two letters and more were read, names or not."""
        return len({fold(word) for word in self._written if len(word) > 1})

    def occurrences(self, use: WordUse) -> int:
        """RETURNS (int): How often a word is written, small or not."""
        return use.capitals + self.small(use)

    def small(self, use: WordUse) -> int:
        """RETURNS (int): How often a word is written small."""
        return self._written[use.word] if use.standing is Standing.ORDINARY else use.count - use.capitals

    def add(self, message: Message, prose: Prose, seen: Iterable[Salutation]) -> None:
        """Take in the next message.

        message (Message): The message; author and parent's author are main ids. If the latter is not told, it is that
            of the message that it answers, if that came before.
        prose (Prose): Its text, prepared.
        seen (Iterable[Salutation]): Its greetings and sign-offs.
        """
        if message.id is not None and self._notes_authors:
            self._authors[message.id] = message.author
        if message.parent_author is None and message.parent is not None:
            author = self._author_of(message.parent)
            message = message if author is None else replace(message, parent_author=author)
        words = prose.words
        if self._counts_words:
            self._written.update(words)
        spelled = list(map(self._spellings.__getitem__, words))
        numbers = list(compress(range(len(spelled)), spelled))
        slots, apart = self._slots(prose, seen, spelled)
        if numbers:
            self._count(message, prose, spelled, numbers, slots)
        for atom, kind in apart:
            self._count_apart(message, prose, atom, kind)
        self.messages += 1

    def _slots(
        self, prose: Prose, seen: Iterable[Salutation], spelled: Sequence[Spelling | None]
    ) -> tuple[dict[int, str], list[tuple[Atom, str]]]:
        """In which places of a name words stand, by their number; and apart from them what begins within another word
        ('thanksMary'), or is looked at only there."""
        places: dict[int, str] = {}
        apart: list[tuple[Atom, str]] = []
        starts = prose.starts
        for salutation in seen:
            for slot in salutation.slots:
                kind = _place(slot.kind, salutation.label)
                number = bisect_right(starts, slot.start) - 1
                if number >= 0 and prose.end(number) > slot.start > starts[number]:
                    first = atoms(prose.text[slot.start : slot.end])[0]
                    whole = spelled[number]
                    if whole is not None and whole.use.word == fold(first.text):
                        places[number] = kind  # 'thanksMary' is known to be Mary
                    else:
                        apart.append((Atom(first.start + slot.start, first.end + slot.start, first.text), kind))
                    number += 1
                elif number < 0 or starts[number] < slot.start:
                    number += 1
                while number < len(starts) and starts[number] < slot.end:
                    places[number] = kind
                    if spelled[number] is None:
                        apart += [(atom, kind) for atom in prose.atoms(number, number + 1)]
                    number += 1
        return places, apart

    def _count(
        self,
        message: Message,
        prose: Prose,
        spelled: Sequence[Spelling | None],
        numbers: Sequence[int],
        slots: dict[int, str],
    ) -> None:
        text, words, folded, starts = prose.text, prose.words, prose.folded, prose.starts
        length = len(words)
        cites = " et al" in text or "in press" in text or _YEAR.search(text) is not None
        institutional = not self._institutions.isdisjoint(prose.vocabulary)
        for number in numbers:
            spelling = spelled[number]
            assert spelling is not None
            use, capital, upper = spelling
            start = starts[number]
            end = start + len(words[number])
            before, after = text[start - 1 : start] or "\n", text[end : end + 1]
            if before.isdigit() or (after.isdigit() and not (capital and self._is_long_name(use.word))):
                continue  # '2nd', 'x2b', but not 'Mary1) First'
            precedes = folded[number - 1] if number else ""
            follows = folded[number + 1] if number + 1 < length else ""
            if before in _QUOTES and folded[number] in _AFTER_QUOTE:
                continue
            if after in _QUOTES and follows and starts[number + 1] == end + 1:
                if f"{folded[number]}'{follows}" in self._words:
                    continue  # 'don't'
                use.genitive += follows == "s"
            use.add(message, self.messages, number, length)
            within = before == " " and text[start - 2 : start - 1] in _WITHIN
            begins = not within and prose.starts_sentence(start)
            use.begins += begins
            level = 0
            if capital:
                shouted = upper and len(precedes) > 1 and words[number - 1].isupper()
                level = 1 if begins or shouted else 2
                use.capitals += 1
                use.upper += upper
                use.mid_capitals += level == 2
                if cites and _CITED.match(text, end):
                    use.cited += 1
                self._look_beside(use, spelled, words, number, before, after)
            if precedes:
                use.add_before(precedes, level)
                if before != "\n" and start - starts[number - 1] - len(words[number - 1]) <= 2:
                    self._look_before(use, precedes)
            if follows and after == " ":
                self._look_after(use, follows, words[number + 1])
            if number in slots:
                use.add_slot(slots[number], message)
            if number < 2 or number > length - 3:
                use.ends += 1
            if before in _CODE or after in _CODE_AFTER or (after == "." and text[end + 1 : end + 2].isalnum()):
                use.code += 1
            if institutional and not self._institutions.isdisjoint(folded[max(0, number - 2) : number + 3]):
                use.institution += 1

    def _look_before(self, use: WordUse, word: str) -> None:
        if word in self._kin:
            use.kin += 1
        elif word in self._persons:
            use.person += 1
        elif word in _ARTICLES:
            use.article += 1
        if word in self._titles:
            use.titled += 1

    def _look_after(self, use: WordUse, word: str, written: str) -> None:
        if word in self._doing:
            use.acting += 1
        elif word not in self.vocabulary.stop_words and written[0].islower():
            use.describing += 1

    def _look_beside(
        self,
        use: WordUse,
        spelled: Sequence[Spelling | None],
        words: Sequence[str],
        number: int,
        before: str,
        after: str,
    ) -> None:
        if _is_initial(words, number - 1) or _is_initial(words, number + 1):
            use.initial += 1
        if before == "-" or after == "-":
            use.hyphened += 1
        if _is_name(spelled, number - 1, before) or _is_name(spelled, number + 1, after):
            use.beside += 1

    def _is_long_name(self, word: str) -> bool:
        return len(word) >= _LONG and self.vocabulary.is_name(word)

    def _count_apart(self, message: Message, prose: Prose, atom: Atom, place: str) -> None:
        """Count a name in its place that is glued on to another word ('thanksMary'), or begins sentences otherwise."""
        spelling = self._spellings.in_slot(atom.text)
        if spelling is None:
            return
        use = spelling.use
        use.add(message, self.messages, bisect_right(prose.starts, atom.start) - 1, len(prose.words))
        use.capitals += spelling.capital
        use.mid_capitals += spelling.capital
        use.add_slot(place, message)


def _place(kind: str, label: str) -> str:
    """Which place of a name a slot is; that of somebody else's message has a sign before it."""
    if kind in QUOTED_KINDS:
        return QUOTED + (GREETED if label == GREETING else SIGNED)
    if kind == "thanks":
        return THANKED
    if kind in _INTRODUCTIONS:
        return INTRODUCED
    if label == GREETING:
        return GREETED
    return SIGNED if kind in STRONG_KINDS else EDGE


def _is_initial(words: Sequence[str], number: int) -> bool:
    """A neighbour is one capital, and not 'I' or 'A'."""
    return (
        0 <= number < len(words) and len(words[number]) == 1 and words[number].isupper() and words[number] not in "IA"
    )


def _is_name(spelled: Sequence[Spelling | None], number: int, gap: str) -> bool:
    """A neighbour after a blank is capitalised and may be a name by the lists."""
    if gap != " " or not 0 <= number < len(spelled):
        return False
    spelling = spelled[number]
    return spelling is not None and spelling.capital and spelling.use.standing is Standing.POSSIBLE
