"""Names beside addresses: 'Mary Poe <mary@sea.example>', an address and then the name, or a block of lines with
both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from .person_names import words_of
from .salutation_rules import SalutationRules
from .words import fold
from .zones import is_foreign

_ADDRESS: Final = regex.compile(
    r"<?(?:mailto:[ ]?)?(?P<local>[\w.+-]+)(?:@|[ ]at[ ]|[ ]?[\[(]at[\])][ ]?)[\w-]+\.\w[\w.-]*>?"
)
# What may stand between the beginning of the line and the address, when it holds no name.
_LABEL: Final = regex.compile(r"[ \t*_|•>-]*(?:\p{L}[\p{L} -]{0,18}[:=]|[<(\[])?[ \t<]*")
_BETWEEN: Final = regex.compile(r"[ \t,;:|*_<(\[–—-]*$")
_MOST_LINES: Final = 6
# Nobody's name is as long.
_LONGEST: Final = 80


def named_contacts(message: str, text: str, rules: SalutationRules) -> Iterator[tuple[int, int, bool]]:
    """Find the names of people beside addresses, in what the author wrote.

    message (str): The message.
    text (str): The same without marks of quotations.
    rules (SalutationRules): Those of its language.
    YIELDS (tuple[int, int, bool]): Where each name stands, and whether the address is made of it.
    """
    if "@" not in text and " at " not in text:
        return
    for m in _ADDRESS.finditer(text):
        if is_foreign(message, m.start()):
            continue
        begin = text.rfind("\n", 0, m.start()) + 1
        name = _beside(text, begin, m.start(), rules)
        if name is None and _LABEL.fullmatch(text, begin, m.start()):
            name = _behind(text, m.end(), rules) or _above(text, begin, fold(m["local"]), rules)
        if name is not None:
            yield *name, resembles(fold(m["local"]), text[slice(*name)])


def _beside(text: str, begin: int, end: int, rules: SalutationRules) -> tuple[int, int] | None:
    """'Mary Poe, mary@sea.example': nothing but the name stands before the address."""
    between = _BETWEEN.search(text, begin, end)
    end = between.start() if between else end
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
