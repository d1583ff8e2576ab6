"""Names beside addresses: 'Mary Poe <mary@sea.example>', an address and then the name, or a block of lines with
both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

from .lexing import Text, lasting
from .person_names import words_of
from .salutation_rules import SalutationRules, rules_for
from .words import fold
from .zones import is_foreign, unmarked

# The sign of an address, as it is or spelt out, and what stands before and after it.
_SIGN: Final = re.compile(r"@|[ ]at[ ](?=[\w-]+\.\w)|[ ]?[\[(]at[\])][ ]?")
_LOCAL: Final = re.compile(r"<?(?:mailto:[ ]?)?(?P<local>[\w.+-]+)\Z")
_DOMAIN: Final = re.compile(r"[\w-]+\.\w[\w.-]*>?")
# What may stand between the beginning of the line and the address, when it holds no name.
_LABEL: Final = regex.compile(r"[ \t*_|•>-]*(?:\p{L}[\p{L} -]{0,18}[:=]|[<(\[])?[ \t<]*")
_BETWEEN: Final = " \t,;:|*_<([–—-"
_MOST_LINES: Final = 6
# Neither a name nor what stands before an '@' is as long.
_LONGEST: Final = 80


class Contact(NamedTuple):
    """A name beside an address: where it stands, and whether the address is made of it."""

    start: int
    end: int
    alike: bool


@lasting
def named_contacts(text: Text) -> tuple[Contact, ...]:
    """Find the names of people beside addresses, in what the author wrote.

    text (Text): The message.
    RETURNS (tuple[Contact, ...]): The names of two words or more, in order.
    """
    if "@" not in text and " at " not in text and "at]" not in text and "at)" not in text:
        return ()
    return tuple(_found(text, unmarked(text), rules_for()))


def _found(message: str, text: str, rules: SalutationRules) -> Iterator[Contact]:
    for sign in _SIGN.finditer(text):
        domain = _DOMAIN.match(text, sign.end())
        before = text[max(0, sign.start() - _LONGEST) : sign.start()]
        local = _LOCAL.search(before) if domain else None
        if domain is None or local is None or is_foreign(message, sign.start()):
            continue
        at, said = sign.start() - len(local[0]), fold(local["local"])
        begin = text.rfind("\n", max(0, at - 2 * _LONGEST), at) + 1
        if not begin and at > 2 * _LONGEST:
            continue
        name = _beside(text, begin, at, rules)
        if name is None and _LABEL.fullmatch(text, begin, at):
            name = _behind(text, domain.end(), rules) or _above(text, begin, said, rules)
        if name is not None:
            yield Contact(*name, resembles(said, text[slice(*name)]))


def _beside(text: str, begin: int, end: int, rules: SalutationRules) -> tuple[int, int] | None:
    """'Mary Poe, mary@sea.example': nothing but the name stands before the address."""
    end = begin + len(text[begin:end].rstrip(_BETWEEN))
    found = rules.name_line.fullmatch(text, begin, end) if begin < end < begin + _LONGEST else None
    return found.span("name") if found and not found["second"] and rules.full_name(found["name"]) else None


def _behind(text: str, at: int, rules: SalutationRules) -> tuple[int, int] | None:
    """'<mary@sea.example>   Mary Poe   <https://sea.example>'"""
    found = rules.name_first.match(text, at, min(at + _LONGEST, text.find("\n", at) % (len(text) + 1)))
    return found.span("name") if found and rules.full_name(found["name"]) else None


def _above(text: str, begin: int, local: str, rules: SalutationRules) -> tuple[int, int] | None:
    """The line above an address, among those without an empty one between, that begins the block, or from which the
    address is made."""
    lines: list[tuple[int, int]] = []
    end = begin - 1
    while end > 0 and len(lines) < _MOST_LINES:
        start = text.rfind("\n", 0, end) + 1
        if not text[start:end].strip(" \t-_=*"):
            break
        lines.append((start, end))
        end = start - 1
    for number, (start, end) in enumerate(reversed(lines)):
        found = rules.name_line.fullmatch(text, start, end) or rules.name_first.match(text, start, end)
        full = end - start < _LONGEST and found is not None and rules.full_name(found["name"])
        if found is not None and full and (number == 0 or resembles(local, found["name"])):
            return found.start("name"), found.end("name")
    return None


def resembles(local: str, name: str) -> bool:
    """RETURNS (bool): What stands before the '@' of an address, folded, is made of a name: 'mpoe', 'poe.m', 'maryp'."""
    words = [fold(word) for word in words_of(name)]
    long = [word for word in words if len(word) > 2]
    initials = "".join(word[0] for word in words)
    return any(word in local for word in long) or local.startswith((initials, initials[:1] + initials[-1:]))
