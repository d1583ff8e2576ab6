"""Names as parts: those of a participant, with what stands for which, and those of the fake name that correspond."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ..people.display_names import parse_name
from ..people.drawn_names import LATIN, divided, in_latin, script_of
from ..people.fake_names import JOINED, main_name, own_words, without_joined
from ..text.words import atoms, fold, fold_all, spellings

# What a role says instead of a piece: all of them without hyphens, 'Jiwoo' of 'Ji-woo'.
TOGETHER: Final = -1


class Original(NamedTuple):
    """A participant's name: where each folded word stands, and what parts there are in order."""

    roles: dict[str, tuple[int, int]]  # part and piece of the part
    parts: tuple[str, ...]  # folded first pieces, given names first
    given: int  # how many of the parts are given names
    words: frozenset[str]
    wholes: frozenset[str]  # folded names without blanks: '王小明'
    taken: frozenset[str] = frozenset()  # words that mean somebody else


class Fake(NamedTuple):
    parts: tuple[tuple[str, ...], ...]  # pieces of each part
    given: int
    whole: str

    def place(self, role: tuple[int, int]) -> tuple[int, int]:
        """Where what corresponds to a part of the name is: there may be fewer parts, and pieces."""
        part = min(role[0], len(self.parts) - 1)
        return part, min(role[1], len(self.parts[part]) - 1)

    def piece(self, role: tuple[int, int]) -> str:
        part, piece = self.place(role)
        if piece == TOGETHER:
            return self.parts[part][0] + "".join(map(str.lower, self.parts[part][1:]))
        return self.parts[part][piece]


@lru_cache(maxsize=20_000)
def original_of(names: tuple[str, ...]) -> Original:
    roles: dict[str, tuple[int, int]] = {}
    main = main_name(names)
    count = max(len(main.given), 1)
    parts = (*(main.given or ("",)), *main.core)
    for name in (main, *map(parse_name, names)):
        own = [(i, part) for i, part in enumerate(name.given)] + [(0, part) for part in name.preferred]
        own = [(min(i, count - 1), part) for i, part in own]
        own += [(min(count + i, max(len(parts), count + 1) - 1), part) for i, part in enumerate(name.core)]
        for i, part in own:
            pieces = [piece.text for piece in atoms(without_joined(part))]
            short = script_of(part) == LATIN
            for j, piece in enumerate(pieces):
                for spelled in sorted(spellings(piece)):
                    if len(spelled) > 1 or not short:
                        roles.setdefault(spelled, (i, j))
            joined = "".join(map(fold, pieces))
            if len(pieces) > 1 or fold(part) != joined:
                roles.setdefault(joined if len(pieces) > 1 else "".join(fold_all(part)), (i, TOGETHER))
    first = tuple(fold(atoms(without_joined(part))[0].text) if atoms(part) else "" for part in parts)
    wholes = frozenset(fold(name.strip()) for name in names if divided(name.strip()))
    return Original(roles, first, count, own_words(names), wholes)


@lru_cache(maxsize=20_000)
def fake_of(fake: str, names: tuple[str, ...], latin: bool) -> Fake:
    words = _in_order(in_latin_letters(fake) if latin else fake)
    parts = tuple((word,) if JOINED.match(word) else tuple(atom.text for atom in atoms(word)) for word in words)
    parts = tuple(part for part in parts if part) or ((fake,),)
    return Fake(parts, min(max(len(main_name(names).given), 1), len(parts)), in_latin_letters(fake) if latin else fake)


def _in_order(fake: str) -> list[str]:
    """The words of a fake name, the given name first where there are no blanks."""
    surname_first = divided(fake)
    return list(reversed(surname_first)) if surname_first else fake.split()


def in_latin_letters(fake: str) -> str:
    """A fake name in Latin letters."""
    if fake.isascii() or script_of(fake) == LATIN:
        return fake
    words = divided(fake) or fake.split()
    latin = [in_latin().get(word, word) for word in words]
    return " ".join(word[:1] + word[1:].replace("-", "") if not JOINED.match(word) else word for word in latin)
