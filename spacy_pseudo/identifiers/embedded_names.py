"""Names of people inside what is written without blanks: hosts, paths, handles."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from .. import languages, resources
from ..text.thresholds import JOINED, JOINED_SURNAME, PLAIN
from ..text.words import fold

# Whatever language a message is in, addresses hold names and words of all of them.
_ALL: Final = languages.ALL
_PARTS: Final = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=10_000)
def is_word(word: str) -> bool:
    """RETURNS (bool): An ordinary word, as far as we know; any case."""
    word = word.lower()
    return word in languages.words(_ALL) or fold(word) in languages.proper_words(_ALL)


@cache
def site_names() -> frozenset[str]:
    """RETURNS (frozenset[str]): Names of sites where people have handles, as people write them, in small letters."""
    return frozenset(resources.lines("online/site_names.txt"))


def is_site(word: str) -> bool:
    """RETURNS (bool): A site where people have handles; any case."""
    return word.lower() in site_names()


@lru_cache(maxsize=10_000)
def is_given(word: str) -> bool:
    """RETURNS (bool): A usual given name; any case."""
    return languages.given_names(_ALL).get(fold(word), 0) >= JOINED


@lru_cache(maxsize=10_000)
def is_surname(word: str) -> bool:
    """RETURNS (bool): A usual surname; any case."""
    return languages.surnames(_ALL).get(fold(word), 0) >= JOINED_SURNAME


@lru_cache(maxsize=10_000)
def holds_name(label: str) -> bool:
    """Whether somebody's name is in a piece of an address: 'mirasolberg', 'grace-lloyd', 'the-oduyas'.

    label (str): The piece, without dots and slashes.
    RETURNS (bool): It begins with a given name that is no word, or is a surname that is no word.
    """
    parts = [part for part in _PARTS.findall(label) if len(part) > 1]
    if len(parts) > 1:
        rare = [not is_word(part) for part in parts]
        return len(parts) < 5 and any(
            is_given(part) and any(rare[:n] + rare[n + 1 :]) and (rare[n] or any(map(is_surname, parts[n + 1 :])))
            for n, part in enumerate(parts)
        )
    if not parts or len(parts[0]) < 4 or is_word(parts[0]) or _is_words(parts[0].lower()):
        return False
    word = parts[0]
    return is_surname(word) or is_given(word) or any(_is_whole(word[:n], word[n:]) for n in range(3, len(word) - 1))


def _is_whole(first: str, rest: str) -> bool:
    """'mira' + 'solberg', 'asa' + 'sblogg', 'elin' + 'holm' + 'foto', 'grace' + 'lb'."""
    if not is_given(first) or (
        first in languages.common_words() and (len(first) < 4 or not is_surname(rest) or is_word(rest))
    ):
        return False
    if len(rest) < 3:
        return len(first) > 3
    if len(first) > 4 and not is_word(first) and languages.given_names().get(fold(first), 0) >= PLAIN:
        return True
    rests = (rest, rest[1:]) if rest[0] == "s" else (rest,)
    return any(_is_known(part) for part in rests) or any(
        (_is_known(rest[:n]) or rest[:n] in ("and", "och")) and (_is_known(rest[n:]) or is_given(rest[n:]) or n > 3)
        for n in range(3, len(rest) - 1)
    )


def _is_words(word: str) -> bool:
    """'time' + 'and' + 'date': made of words that everybody uses."""
    common = languages.common_words()
    reached = {0}
    for end in range(2, len(word) + 1):
        if any(end - start > 1 and word[start:end] in common for start in reached):
            reached.add(end)
    return len(word) in reached


def _is_known(word: str) -> bool:
    return len(word) > 3 and (is_surname(word) or is_word(word))


def is_mention(word: str) -> bool:
    """RETURNS (bool): A given name or a surname as it is spelt: 'Mary', 'Åsa'."""
    return word[:1].isupper() and word[1:].islower() and (is_given(word) or languages.surnames().get(fold(word), 0) > 0)
