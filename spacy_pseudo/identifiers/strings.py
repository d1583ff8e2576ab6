"""Participants' names in strings that machines made: 'Robert_Grey_CV.pdf', 'mary-poe', 'rgrey', 'greyRobert2'."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import regex

from .. import languages
from ..people.forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME
from ..people.index import FormIndex
from ..text.words import Atom, atoms, fold
from .address_owners import Owners
from .base import Identifier

# A word that is a name and an ordinary word as well, a name, and all of a name.
HARDLY, LIKELY, SURELY = range(3)
_NAMES: Final = frozenset((GIVEN, NICK, SURNAME, FULL))
_INITIALS: Final = frozenset((LETTER, LETTERS))
_SHORTEST: Final = 3
_LONGEST_FORM: Final = 4
# What lies between the words of one name.
_GAP: Final = re.compile(r"[\s._+'’,-]{0,3}")
_CAMEL: Final = regex.compile(r"(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})")
_LETTER_BEFORE: Final = re.compile(r"(?<![^\W_])(?P<letter>[^\W\d_])[\s._+-]{1,2}\Z")
_LETTER_AFTER: Final = re.compile(r"[\s._+-]{1,2}(?P<letter>[^\W\d_])(?![^\W_])")
_AROUND: Final = 4
_WORD_BEFORE: Final = re.compile(r"(?P<word>[^\W\d_]{3,})[\s._+-]\Z")
_WORD_AFTER: Final = re.compile(r"[\s._+-](?P<word>[^\W\d_]{3,})")
_LONGEST_WORD: Final = 30
# Names that are run together have no more letters than this.
_LONGEST_GLUED: Final = 100
# In a text: names of files, and words with a low line between them.
_IN_TEXT: Final = re.compile(r"(?<![\w@:/%+'’.-])[\w%+'’./\\-]{4,200}(?![\w@]|://)")
_ENDING: Final = re.compile(
    r"\.(?<=\w\.)(?:csv|tsv|txt|pdf|docx?|odt|rtf|xlsx?|pptx?|html?|md|py|r|rmd|ipynb|sav|zip|png|jpe?g|gif|heic|svg|mp[34]"
    r"|m4a|wav|mov|json|xml|bib|tex)\b",
    re.IGNORECASE,
)
# How sure it is that a name in such a string is a participant's.
_CONFIDENCE: Final = 0.75


class Named(NamedTuple):
    """Words of a string that are a name of some people, and how sure that is."""

    start: int
    end: int
    people: frozenset[str]
    sure: int


class NamesInStrings:
    """Finds names where no grammar helps.

    index (FormIndex): All forms of all participants.
    owners (Owners): Tells names that are run together.
    gives_away (Callable[[str], bool]): Whether there may be a name in a word; asked where somebody wants a guess.
    """

    def __init__(self, index: FormIndex, owners: Owners, gives_away: Callable[[str], bool] = bool) -> None:
        self._index = index
        self._owners = owners
        self._gives_away = gives_away
        # 'oneil', 'vandermoor', 'marypoe'
        self._joined: dict[str, dict[str, str]] = {}
        for words, claims in index.forms().items():
            if len(words) > 1 and not all(len(word) == 1 for word in words):
                own = self._joined.setdefault("".join(words), {})
                own.update({claim.participant: claim.kind for claim in claims.values()})

    def find(self, text: str, ignored: Callable[[Atom], bool], *, guess: bool) -> list[Named]:
        """Find names in a string.

        text (str): The string.
        ignored (Callable[[Atom], bool]): Words that are not looked at.
        guess (bool): Look also for words that begin or end with a name.
        RETURNS (list[Named]): The names, in order; words side by side that are names of the same people are one:
            'mary-poe', 'Poe,_Mary', 'm.poe'.
        """
        groups: list[Named] = []
        for word in self._words(text, [p for p in self._pieces(text) if not ignored(p)], guess=guess):
            last = groups[-1] if groups else None
            if last is not None and last.people & word.people and _GAP.fullmatch(text, last.end, word.start):
                groups[-1] = Named(last.start, word.end, last.people & word.people, SURELY)
            else:
                groups.append(word)
        return [self._with_letter(text, word) for word in groups]

    def in_text(self, text: str) -> Iterator[Identifier]:
        """Find names in the strings of a text that are no prose: 'see Essay_Mary_v2.doc', 'mary_poe has it'.

        text (str): The text.
        YIELDS (Identifier): The names, as user names.
        """
        if "_" not in text and not _ENDING.search(text):
            return
        for string in _IN_TEXT.finditer(text):
            if "_" not in string[0] and not _ENDING.search(string[0]):
                continue
            for word in self.find(string[0], _nothing, guess=False):
                capital = string[0][word.start].isupper()
                if word.sure == SURELY or (word.sure == LIKELY and capital and not self.is_other(string[0], word)):
                    person = next(iter(word.people)) if len(word.people) == 1 else None
                    start, end = string.start() + word.start, string.start() + word.end
                    yield Identifier(start, end, "USERNAME", _CONFIDENCE, person)

    def is_other(self, text: str, word: Named) -> bool:
        """RETURNS (bool): A name stands beside another that nobody here has: 'Robert_Boyle' is somebody else."""
        before = _WORD_BEFORE.search(text, max(0, word.start - _LONGEST_WORD), word.start)
        beside = filter(None, (before, _WORD_AFTER.match(text, word.end)))
        words = [fold(found["word"]) for found in beside]
        names = (languages.given_names(), languages.surnames())
        return any(w not in languages.words() and any(w in n for n in names) and not self._people((w,)) for w in words)

    def _words(self, text: str, pieces: list[Atom], *, guess: bool) -> Iterator[Named]:
        at = 0
        while at < len(pieces):
            for length in range(min(_LONGEST_FORM, len(pieces) - at), 0, -1):
                run = pieces[at : at + length]
                if all(_GAP.fullmatch(text, a.end, b.start) for a, b in pairwise(run)):
                    words = tuple(fold(piece.text) for piece in run)
                    if people := self._people(words) or self._people(words[::-1]):
                        sure = SURELY if length > 1 else self._sureness(run[0].text)
                        yield Named(run[0].start, run[-1].end, frozenset(people), sure)
                        break
            else:
                length = 1
                if word := self._glued(pieces[at], guess=guess):
                    yield word
            at += length

    def _pieces(self, text: str) -> Iterator[Atom]:
        """The words, 'RobertGrey' as two unless it is one name, as 'McDonald' is."""
        for atom in atoms(text):
            cuts = [0, *(cut.start() for cut in _CAMEL.finditer(atom.text)), len(atom.text)]
            if len(cuts) == 2 or self._people((fold(atom.text),)):
                yield atom
                continue
            for start, end in pairwise(cuts):
                yield Atom(atom.start + start, atom.start + end, atom.text[start:end])

    def _people(self, words: tuple[str, ...]) -> dict[str, str]:
        """Who has a name, and what it is to them."""
        claims = self._index.claims(words)
        found = {claim.participant: claim.kind for claim in claims if claim.kind not in _INITIALS}
        return {**self._joined.get(words[0], {}), **found} if len(words) == 1 else found

    def _sureness(self, raw: str) -> int:
        word = fold(raw)
        kinds = set(self._people((word,)).values())
        if not kinds.isdisjoint((FULL, HANDLE)) and len(word) > _SHORTEST and word not in languages.words():
            return SURELY
        ordinary = raw.islower() and self._index.statistics.ordinary(word)
        return HARDLY if len(word) < _SHORTEST or ordinary or kinds.isdisjoint(_NAMES) else LIKELY

    def _glued(self, piece: Atom, *, guess: bool) -> Named | None:
        """'robertgrey', 'rgrey', 'greymary'; what only begins or ends with a name is nobody's for sure."""
        word = fold(piece.text)
        if len(word) <= _SHORTEST or word in languages.words():
            return None
        short = len(word) <= _LONGEST_GLUED
        if short and (person := self._owners.surely_of(word)) is not None:
            return Named(piece.start, piece.end, frozenset((person,)), SURELY)
        for at in range(1, len(word) - _SHORTEST + 1) if short else ():
            first, last = word[:at], self._people((word[at:],))
            if at >= _SHORTEST:
                people = self._people((first,)).keys() & last.keys()
            else:
                people = {p for p, kind in last.items() if kind == SURNAME and at == 1 and first in self._letters(p)}
            if people:
                return Named(piece.start, piece.end, frozenset(people), SURELY)
        if guess and self._gives_away(piece.text):
            return Named(piece.start, piece.end, frozenset(), LIKELY)
        return None

    def _with_letter(self, text: str, word: Named) -> Named:
        """A surname with the first letter of the first name beside it."""
        if word.sure == SURELY:
            return word
        before = _LETTER_BEFORE.search(text, max(0, word.start - _AROUND), word.start)
        kinds = self._people((fold(text[word.start : word.end]),)).items()
        for letter in filter(None, (before, _LETTER_AFTER.match(text, word.end))):
            first = fold(letter["letter"])
            if people := frozenset(p for p, kind in kinds if kind == SURNAME and first in self._letters(p)):
                start, end = letter.span("letter")
                return Named(min(word.start, start), max(word.end, end), people, SURELY)
        return word

    def _letters(self, person: str) -> frozenset[str]:
        return frozenset(self._index.kinship.initials(person)[0])


def _nothing(word: Atom) -> bool:
    """Every word is looked at."""
    return False
