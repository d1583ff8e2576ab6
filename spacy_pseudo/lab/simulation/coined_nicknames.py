"""What becomes of a name: nicknames, shortened and stylised forms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final

from ... import languages
from ...text.words import fold

_SHORT: Final = re.compile(r"[^aeiouy]*[aeiouy]+[^aeiouy]")
# A nickname that is short or a word is one only if many people bear it.
_SHORTEST_ODD: Final = 3
_WIDESPREAD: Final = 3000
_TRIES: Final = 8
_FROM_TABLE: Final = 0.85


def stylise(name: str, letters: str, chance: Random) -> str:
    """RETURNS (str): A stylised form: 'R o b e r t', 'RObert', 'Roberttt', 'R.G.', '-RG-'."""
    ways = [" ".join(name) if " " not in name else letters, name[:2].upper() + name[2:], name + name[-1] * 2]
    ways += [".".join(letters) + ".", f"-{letters}-"] if letters.isascii() and letters.isalpha() else []
    return chance.choice(ways)


def shortened(name: str, chance: Random) -> str:
    """RETURNS (str): The beginning of a name, maybe with an ending: 'Wojt', 'Babs', 'Giny'."""
    start = _SHORT.match(name.lower())
    stem = name[: start.end()] if start and start.end() < len(name) else name[: max(2, len(name) - 2)]
    return stem + chance.choice(("", "", "i", "y", "o", "s", "ie"))


def nickname(given: str, chance: Random) -> str:
    """RETURNS (str): A nickname for a given name: of the table, the more usual the more often, or shortened."""
    known = [nick for nick in _nicknames().get(fold(given), ()) if _name_like(nick)]
    if known and chance.random() < _FROM_TABLE:
        counts = [(languages.given_names().get(nick, 0) + 50) ** 0.5 for nick in known]
        return titled(chance.choices(known, counts)[0])
    drawn = (shortened(given, chance) for _ in range(_TRIES))
    return next((short for short in drawn if fold(short) != fold(given) and _name_like(fold(short))), given + "y")


def _name_like(nick: str) -> bool:
    """Whether people would take it for a name: not 'Is' or 'Sir', but 'Jo' and 'Art'."""
    odd = len(nick) < _SHORTEST_ODD or nick in languages.common_words()
    return not odd or languages.given_names().get(nick, 0) >= _WIDESPREAD


@cache
def _nicknames() -> Mapping[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for name, nickname in languages.nicknames():
        table.setdefault(name, []).append(nickname)
    return {name: tuple(sorted(set(nicknames))) for name, nicknames in table.items()}


def titled(name: str) -> str:
    """RETURNS (str): A lower-case name with its capitals."""
    return "-".join(part.capitalize() for part in name.split("-"))
