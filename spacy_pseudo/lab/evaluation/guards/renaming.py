"""Other names for people: every written form of a name becomes the same kind of form of another one."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from random import Random
from string import ascii_lowercase
from typing import Any, Final

import regex

from .... import languages
from ....people.display_names import PersonName, parse_name
from ....people.nicknames import nicknames_of, related
from ....people.roster import Participant
from ....text.similarity import fits, near
from ....text.words import fold, spellings, word_list

# With letters lost to a wrong encoding: 'M?ria'.
_WORD = regex.compile(r"(?:(?<!\S)[?\ufffd](?=\p{Ll}{2}))?\p{L}[\p{L}\p{M}]*(?:[?\ufffd]+[\p{L}\p{M}]+)*")
_LOST = regex.compile(r"[?\ufffd]+")
_TOKEN = regex.compile(rf"\p{{L}}[\p{{L}}\p{{M}}]*(?:-\p{{L}}[\p{{L}}\p{{M}}]*)+|{_WORD.pattern}")
_SPACED = regex.compile(r"\p{L}([ .\-_*~])\p{L}(?:\1\p{L})+")
_POSSESSIVE = regex.compile(r"['’]s", regex.IGNORECASE)
_ADDRESS = regex.compile(r"@[\w.-]+")
_VOWEL = regex.compile(r"[aeiou]")

_ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEIGHBOURS: Final = {key: row[max(i - 1, 0) : i] + row[i + 1 : i + 2] for row in _ROWS for i, key in enumerate(row)}
# Shorter words with a typing error cannot be told from other words.
SHORTEST_MISSPELT: Final = 4


class NamePool:
    """Names of many languages, each handed out once, in an order that chance decides."""

    def __init__(self, chance: Random, *, taken: Collection[str] = ()) -> None:
        """chance (Random): Decides the order.
        taken (Collection[str]): Folded words that are not handed out.
        """
        self._taken = set(taken)
        self._given = self._draw("given", languages.given_names(), chance)
        self._surnames = self._draw("surnames", languages.surnames(), chance)

    def given(self) -> str:
        """RETURNS (str): A given name that nobody has."""
        return next(self._given)

    def surname(self) -> str:
        """RETURNS (str): A surname that nobody has."""
        return next(self._surnames)

    def _draw(self, kind: str, more: Iterable[str], chance: Random) -> Iterator[str]:
        words = [word for names in name_data()[kind].values() for word in names.split()]
        chance.shuffle(words)
        # Where all are handed out, those that the package knows follow.
        for word in (*words, *(name.capitalize() for name in more if name.isalpha() and len(name) > 3)):
            if fold(word) not in self._taken:
                self._taken.add(fold(word))
                yield word


@cache
def name_data() -> dict[str, Any]:
    """RETURNS (dict[str, Any]): Names by language ('given', 'surnames'), and 'wordlike' ones."""
    data: dict[str, Any] = json.loads(files("spacy_pseudo.resources").joinpath("metamorphic.json").read_text("utf-8"))
    return data


class NameBook:
    """Which word of a name becomes which, for everybody: who shared a name shares the new one."""

    def __init__(self, pool: NamePool) -> None:
        self.pool = pool
        self._given: dict[str, str] = {}
        self._surnames: dict[str, str] = {}

    def given(self, word: str) -> str:
        """RETURNS (str): The new word for a given name."""
        return self._given.get(word) or self._given.setdefault(word, self.pool.given())

    def surname(self, word: str) -> str:
        """RETURNS (str): The new word for a surname."""
        return self._surnames.get(word) or self._surnames.setdefault(word, self.pool.surname())


class Renaming:
    """One person's new name, and what becomes of each word that this person is called by."""

    def __init__(
        self,
        participant: Participant,
        *,
        book: NameBook | None = None,
        first: str | None = None,
        last: str | None = None,
        called: Collection[str] = (),
        seed: str = "",
    ) -> None:
        """participant (Participant): The person.
        book (Optional[NameBook]): Where new words come from; without one, only what is given below changes.
        first (Optional[str]): The new first name.
        last (Optional[str]): The new surname.
        called (Collection[str]): Folded words that the person is called by: they tell where a handle divides.
        seed (str): Decides about nicknames and typing errors.
        """
        self._book = book
        self._seed = f"{seed} {participant.id}"
        # Folded old words, and those of them that had accents, with the new word.
        self._given: dict[str, str] = {}
        self._surnames: dict[str, str] = {}
        self._accented: set[str] = set()
        self._known: dict[str, str] = {}
        names = [_divided(parse_name(display), called) for display in participant.names]
        # The whole name before its letter.
        for name in sorted(names, key=lambda name: -max(map(len, name.given), default=0)):
            self._add(self._given, (*name.given, *name.preferred), first)
        for name in names:
            self._add(self._surnames, name.core, last)
        self._parts = {**self._surnames, **self._given}
        self.participant = Participant(
            participant.id,
            tuple(self._display(name) for name in participant.names),
            participant.ids,
            participant.role,
            participant.excluded,
        )

    def _add(self, table: dict[str, str], words: Iterable[str], override: str | None) -> None:
        fresh = self._book and (self._book.given if table is self._given else self._book.surname)
        # A first name that is only a letter stays one: the new name's.
        for word in words:
            pieces = _WORD.findall(word)
            for piece in pieces:
                ways = spellings(piece)
                known = next((table[old] for old in table if old in ways or (len(piece) == 1 and old[0] in ways)), None)
                # 'O' in "O'Neil" belongs to any name.
                new = piece if len(piece) == 1 < len(pieces) else known or override or (fresh or str)(fold(piece))
                new = piece if new == fold(piece) else new
                table.update((way, new) for way in ways if way not in table)
                self._accented.update(ways if not piece.isascii() else ())
            if override and len(pieces) > 1:
                table.update((fold(whole), override) for whole in (word, "".join(pieces)))
            # Only one name is replaced; those that follow are others.
            override = None if len(pieces) == 1 and len(word) > 1 else override

    def render(self, text: str, *, plain: bool = False, display: bool = False) -> str:
        """Write the new name as the old one was written.

        text (str): The old name in some form: 'Rob', 'GILLESPIE', 'R. G.', 'Gillespei', 'rgillespie'.
        plain (bool): Without accents, as in addresses.
        display (bool): A registered name: words that are no part of it stay.
        RETURNS (str): The new name.
        """
        spaced = _SPACED.fullmatch(text)
        if spaced and not display and fold(text.replace(spaced[1], "")) in self._parts:
            return str(spaced[1]).join(self.render(text.replace(spaced[1], ""), plain=plain))
        words = list(_TOKEN.finditer(text))
        divided = self._divided_like(words)
        out, at = "", 0
        for number, word in enumerate(words):
            surname = 0 < number == len(words) - 1
            # A double name may have become a single one.
            pieces = [word[0]] if fold(word[0]) in self._parts else word[0].split("-")
            out += text[at : word.start()]
            at = word.end()
            if number in divided:
                out += fold(divided[number]) if plain else divided[number]
            elif self._stays(word[0], text[: word.start()], text[word.end() :]):
                out += word[0]
            else:
                out += "-".join(self._word(piece, plain=plain, display=display, surname=surname) for piece in pieces)
        return out + text[at:]

    def _display(self, name: str) -> str:
        address = _ADDRESS.search(name)
        rest = name[address.start() :] if address else ""
        return self.render(name.removesuffix(rest), plain=bool(address), display=True) + rest

    def _divided_like(self, words: Sequence[regex.Match[str]]) -> dict[int, str]:
        """'La Rue' and "O'Neil" of who is registered as Larue and Oneil: the new name divided at the same letter."""
        found: dict[int, str] = {}
        for number, (first, second) in enumerate(pairwise(words)):
            new = self._surnames.get(fold(first[0] + second[0]), "")
            if second.start() - first.end() == 1 and len(new) > len(first[0]) and fold(second[0]) not in self._parts:
                cut = len(first[0])
                found |= {number: styled(new[:cut], first[0]), number + 1: styled(new[cut:], second[0])}
        return found

    def _stays(self, word: str, before: str, after: str) -> bool:
        folded = fold(word)
        if folded == "s" and _POSSESSIVE.match(before[-1:] + word):
            return True
        small = folded in word_list("particles") or folded in word_list("titles") or folded in word_list("suffixes")
        return small and folded not in self._parts and bool(before.strip() or after.strip())

    def _word(self, word: str, *, plain: bool, display: bool, surname: bool) -> str:
        folded = fold(word)
        if "?" in word or "\ufffd" in word:
            lost = _LOST.sub("?", word)
            for old, new in self._parts.items():
                whole = old[0] + lost[1:]
                if fits(lost, old) or fold(whole) == old or near(fold(whole), old):
                    return word if fold(new) == old else styled(_damaged(new), word.lstrip("?\ufffd").capitalize())
        if len(word) > 1 and folded in self._parts:
            new = self._parts[folded]
            if fold(new) == folded:
                return word
            return styled(fold(new) if plain or (word.isascii() and folded in self._accented) else new, word)
        key = f"{word.isupper():d}{folded}"
        if key not in self._known:
            found = self._related(word, folded, display=display)
            if found is None and (display or self._book is None):
                return word
            if found is None and len(folded) == 1:
                found = Random(f"{self._seed} {folded}").choice(ascii_lowercase)
            elif found is None:
                found = self._book.surname(folded) if surname else self._book.pool.given()  # type: ignore[union-attr]
                # A typing error in it, or a part of it, will be recognised.
                self._parts[folded] = found
            self._known[key] = found
        new = self._known[key]
        return word if new == folded else styled(fold(new) if plain else new, word)

    def _related(self, word: str, folded: str, *, display: bool) -> str | None:
        """The new form, where the old one is made from known words; the same form if these stay."""
        chance = Random(f"{self._seed} {folded}")
        ordered = {**self._given, **self._surnames, **self._parts}
        if len(folded) == 1:
            return next(
                (new[0] if fold(new) != old else folded for old, new in ordered.items() if old[0] == folded), None
            )
        joined = _joined(folded, {old: fold(new) for old, new in ordered.items()})
        if display or joined is not None:
            return joined
        starts = {old[0]: fold(new)[0] for old, new in reversed(ordered.items())}
        if len(word) <= 3 and word.isupper() and folded[0] in starts and folded[-1] in starts:
            # A middle name may be written nowhere else.
            drawn = chance.choice(ascii_lowercase) if self._book is not None else folded[1]
            return "".join(starts.get(letter, drawn) for letter in folded)
        for old, new in ordered.items():
            if len(old) > 1 and old.startswith(folded):
                return folded if fold(new) == old else new[: max(len(folded), 3)]
        for old, new in self._given.items():
            if len(old) > 1 and related(folded, old):
                usual = sorted(nick for nick in nicknames_of(new) if len(nick) > 2)
                short = chance.choice(usual).capitalize() if usual else new[: max(3, min(4, len(new) - 2))]
                return folded if fold(new) == old else short
        for old, new in ordered.items():
            if near(folded, old):
                return folded if fold(new) == old else misspelt(new, chance)
        initial = next((new for old, new in self._given.items() if old == folded[0]), None)
        return initial if initial is None or fold(initial) != folded[0] else folded


def _divided(name: PersonName, called: Collection[str]) -> PersonName:
    """A handle of two names run together, where the person is called by the first."""
    if len(name.given) == 1 and not name.surname:
        word = name.given[0]
        for first in sorted(called, key=len, reverse=True):
            if 3 <= len(first) <= len(word) - 3 and fold(word).startswith(first):
                return PersonName((word[: len(first)],), (word[len(first) :],), name.preferred)
    return name


def _joined(word: str, parts: dict[str, str], depth: int = 0) -> str | None:
    """'wgillespie', 'robgill', 'robertg': whole words, a letter before or behind them, the beginning of the last."""
    if depth and not word:
        return ""
    for old in sorted(parts, key=len, reverse=True):
        if len(old) > 2 and word.startswith(old) and (depth or word != old):
            rest = _joined(word[len(old) :], parts, depth + 1)
            if rest is not None:
                return parts[old] + rest
        if depth and len(word) < len(old) and old.startswith(word):
            return parts[old][: len(word)]
    if not depth and len(word) > 3:
        for old, new in parts.items():
            if old[0] == word[0]:
                rest = _joined(word[1:], parts, depth + 1)
                if rest is not None:
                    return new[0] + rest
    return None


def styled(new: str, like: str) -> str:
    """RETURNS (str): A word in the case of another: lower, UPPER or Title."""
    if like.isupper() and (len(like) > 1 or len(new) == 1):
        return new.upper()
    if like.islower():
        return new.lower()
    return new[:1].upper() + new[1:] if like[:1].isupper() else new


def _damaged(word: str) -> str:
    """All accents are lost together; a name without any loses its second vowel, at least."""
    if word.isascii():
        vowel = _VOWEL.search(word, 1)
        at = vowel.start() if vowel else len(word) // 2
        return f"{word[:at]}?{word[at + 1 :]}"
    return "".join(letter if letter.isascii() else "?" for letter in word)


def misspelt(word: str, chance: Random) -> str:
    """Put one typing error into a word: two letters swapped, one dropped, doubled, or its neighbour on the keyboard.

    word (str): A word of at least two letters.
    chance (Random): Decides which and where; the first letter stays.
    RETURNS (str): The word with an error.
    """
    at = chance.randrange(1, len(word))
    letter = word[at]
    near_keys = _NEIGHBOURS.get(letter.lower(), letter)
    slips = [
        word[:at] + word[at + 1 : at + 2] + letter + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + styled(chance.choice(near_keys), letter) + word[at + 1 :],
    ]
    # A short word that loses a letter is another word.
    slip = chance.choice(slips if len(word) >= SHORTEST_MISSPELT else slips[2:])
    return slip if slip != word else slips[2]
