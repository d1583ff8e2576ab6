"""What is done with each kind of other personal data, and the words that say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import regex

from ..attrs import IDENTIFIER_LABELS, JOINT, LIFE, LISTED, SENSITIVE, STRUCTURED
from ..errors import Errors, PseudoError

KEEP: Final = "keep"  # as if it had not been found
MARK: Final = "mark"  # left as it is, counted, and listed for a person
MASK: Final = "mask"  # '[EMAIL:U12]'
FIXED: Final = "fixed"  # 'email@dot.com', 'A-city'
SURROGATE: Final = "surrogate"  # something else of the kind
SHUFFLE: Final = "shuffle"  # what stands for the kind in another document of the corpus
STRATEGIES: Final = (KEEP, MARK, MASK, FIXED, SURROGATE, SHUFFLE)
DEFAULTS: Final[Mapping[str, str]] = {
    **dict.fromkeys(STRUCTURED, MASK),
    **dict.fromkeys((*LISTED, *LIFE, *SENSITIVE), MARK),
}
# What dates become as surrogates.
SHIFT: Final = "shift"  # moved by the same number of weeks: intervals and weekdays stay
RANDOM: Final = "random"  # each by another number of days: nothing stays but how it is written
DATES: Final = (SHIFT, RANDOM)
# Where cities, and all other places, are written to be if their country becomes another and the text says none.
MOVE: Final = "move"  # in that one
STAY: Final = "stay"  # where they are
CITIES: Final = (MOVE, STAY)
FLAG: Final = "⟦{}⟧"

# Who we are told of by the same number, or the same house, is the same one. Days and ages are not: there are so few
# that how often each occurs would tell which it is.
UNLINKED: Final = frozenset({"DATE", "AGE", "TIME"})
# Consonants of small letters: no number, no initials, no word and no name looks like a code.
CODE_LETTERS: Final = "bcdfghjklmnpqrstvwxz"
# 20 ** 7 codes: among 1,000 addresses two share one once in 2,500 corpora.
CODE_LENGTH: Final = 7
_LABELS: Final = "|".join(IDENTIFIER_LABELS)
MASKED: Final = regex.compile(rf"\[(?:{_LABELS})(?::[{CODE_LETTERS}]{{{CODE_LENGTH}}})?\]")
_OWNED: Final = regex.compile(rf"\[(?:{_LABELS}):(?P<owner>[^\[\]\n]{{1,200}})\]")


GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "structured": STRUCTURED,
    "listed": LISTED,
    "life": LIFE,
    "sensitive": SENSITIVE,
    "all": IDENTIFIER_LABELS,
}


def resolve(choices: Mapping[str, str]) -> dict[str, str]:
    """Make a strategy for every label of choices for labels and groups of labels; a label counts more than its group.

    choices (Mapping[str, str]): One of `STRATEGIES` by label, or by one of the `GROUPS`. What a label of a group cannot
        have ('all': 'surrogate' for a profession) leaves it as it is.
    RETURNS (dict[str, str]): A strategy for every label.
    """
    found: dict[str, str] = {}
    for name in sorted(choices, key=lambda name: list(GROUPS).index(name) if name in GROUPS else 9, reverse=True):
        if name in GROUPS:
            check_strategies({LISTED[0]: choices[name]})
            found.update({label: choices[name] for label in GROUPS[name] if _fits(label, choices[name])})
    return check_strategies({**found, **{name: choices[name] for name in choices if name not in GROUPS}})


def check_strategies(strategies: Mapping[str, str]) -> dict[str, str]:
    """Make sure that somebody chose what can be done.

    strategies (Mapping[str, str]): One of `STRATEGIES` by label; labels that are not named have their default.
    RETURNS (dict[str, str]): A strategy for every label.
    """
    for label, strategy in strategies.items():
        if label not in IDENTIFIER_LABELS:
            raise PseudoError(Errors.P720.format(label=label, labels=", ".join(IDENTIFIER_LABELS)))
        if strategy not in STRATEGIES:
            raise PseudoError(Errors.P721.format(label=label, strategy=strategy, strategies=", ".join(STRATEGIES)))
        if strategy == SHUFFLE and label not in LISTED:
            raise PseudoError(Errors.P727.format(label=label, labels=", ".join(LISTED)))
        if not _fits(label, strategy):
            raise PseudoError(Errors.P722.format(label=label, strategy=strategy))
    return {**DEFAULTS, **strategies}


def _fits(label: str, strategy: str) -> bool:
    """A label can have a strategy: something could be put there that fits."""
    if strategy == SHUFFLE:
        return label in LISTED
    return strategy not in (FIXED, SURROGATE) or label not in (*LIFE, *SENSITIVE)


def check_dates(dates: str) -> str:
    """RETURNS (str): What dates become, if it can be done."""
    if dates not in DATES:
        raise PseudoError(Errors.P725.format(dates=dates, choices=", ".join(DATES)))
    return dates


def check_cities(cities: str) -> str:
    """RETURNS (str): Where cities are written to be, if it can be done."""
    if cities not in CITIES:
        raise PseudoError(Errors.P728.format(cities=cities, choices=", ".join(CITIES)))
    return cities


def check_flag(flag: str) -> None:
    """Make sure that a template for what is put in has one place for it."""
    if flag.count("{}") != 1 or flag.strip() == "{}":
        raise PseudoError(Errors.P723)


def find_masks(text: str, known: Callable[[str], bool]) -> list[tuple[int, int]]:
    """Find masks, so that whoever looks for personal data leaves them out: 'ACCOUNT:' would announce an account.

    text (str): A text.
    known (Callable[[str], bool]): Whether something is the pseudonym of somebody. What people put in brackets
        themselves, '[EMAIL:me@uni.example]', is no mask.
    RETURNS (list[tuple[int, int]]): Where masks begin and end, in order.
    """
    if "[" not in text:
        return []
    owned = (found.span() for found in _OWNED.finditer(text) if all(map(known, found["owner"].split(JOINT))))
    return sorted({*(found.span() for found in MASKED.finditer(text)), *owned})
