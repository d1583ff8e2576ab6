"""Nicknames: which given names may stand for one another, from the packaged tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .. import languages
from ..text.words import fold


def nicknames_of(given: str) -> frozenset[str]:
    """Other names of a person with this given name: nicknames of 'Robert', and the full names behind 'Bob'.

    given (str): A given name or a nickname.
    RETURNS (frozenset[str]): Folded names, without the given one; empty if none are known.
    """
    name = fold(given.strip())
    nicknames, formal = _tables(languages.spoken())
    return nicknames.get(name, frozenset()) | formal.get(name, frozenset())


def related(a: str, b: str) -> bool:
    """Whether two names may be one person's: equal, nickname and full name, or nicknames of the same full name.

    a (str): A given name or a nickname.
    b (str): Another one.
    RETURNS (bool): True for 'Bob' and 'Robert', and for 'Bob' and 'Rob'.
    """
    return not full_names(a).isdisjoint(full_names(b))


def full_names(given: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The folded name, and the full names that it may be a nickname of."""
    name = fold(given.strip())
    return _tables(languages.spoken())[1].get(name, frozenset()) | {name}


@cache
def _tables(lang: str) -> tuple[Mapping[str, frozenset[str]], Mapping[str, frozenset[str]]]:
    nicknames: dict[str, set[str]] = {}
    formal: dict[str, set[str]] = {}
    for name, nickname in languages.nicknames(lang):
        nicknames.setdefault(fold(name), set()).add(fold(nickname))
        formal.setdefault(fold(nickname), set()).add(fold(name))
    return _freeze(nicknames), _freeze(formal)


def _freeze(table: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {name: frozenset(others - {name}) for name, others in table.items()}
