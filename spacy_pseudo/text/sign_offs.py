"""The end of a message: its last lines and blocks, what closes it, and what is no name there."""

from __future__ import annotations

import re

from .salutation_rules import Closing, SalutationRules
from .thresholds import BEARERS
from .words import atoms, fold, small_words, word_list
from .zones import SIGNATURE, foreign, in_header, is_foreign, zones

# What stands between a message and the block below it, besides '-- '.
_RULE_BELOW = re.compile(r"^(?:--[ \t]?|[ \t]*[-_=*~#]{5,}[ \t]*)$", re.MULTILINE)
_TAIL_LINES = 14
_LAST_LINES = 8
# Nobody's name is as long; and no pattern looks further.
LONG_LINE = 200


def inline_closing(text: str, closings: list[int], end: int, rules: SalutationRules) -> Closing | None:
    """RETURNS (Optional[Closing]): The first closing with a name after it at the end of the line."""
    begins = (at for at in closings if not at or text[at - 1] in ".!?,;)" or text[at - 1].isspace())
    return next((found for at in begins if (found := rules.closing_at(rules.closing_inline, text, at, end))), None)


def is_sentence(line: str) -> bool:
    """RETURNS (bool): A line is no part of a signature, by its length and its mark."""
    words = line.count(" ") + 1
    return words > 7 or (words >= 3 and line[-1] in ".?!:")


def is_object(text: str, start: int, rules: SalutationRules) -> bool:
    """'I agree with Mary', 'thanks to Mary', 'thanks Mary': who is spoken of or to does not sign."""
    words = text[max(text.rfind("\n", 0, start) + 1, start - 30) : start].lower().split()
    if not words or (len(words) == 1 and words[0] in small_words("by")):
        return False
    return words[-1] in word_list("before_object") or words[-1] in rules.either_words or words[-2:] == ["thank", "you"]


def is_turned(name: str, rules: SalutationRules) -> bool:
    """'Poe, Mary' is a person, 'Mary, Oslo' a person and a place, and in 'Merci, Mary' the first word is none."""
    last, first = (fold(atoms(part)[0].text) for part in name.split(",", 1))
    given = rules.given
    return (len(first) == 1 or first in given) and not rules.formula(last) and given.get(last, 0) < BEARERS


def blocks(message: str, own: int) -> list[int]:
    """RETURNS (list[int]): Where rules stand above the last lines of the author's."""
    if "\n" not in message or not _RULE_BELOW.search(message, 0, own):
        return []
    last = tail(message, own)[:1]
    rules = (m.start() for m in _RULE_BELOW.finditer(message, 0, own) if not is_foreign(message, m.start()))
    return [start for start in rules if last and start > last[0][0]]


def signature_block(message: str, own: int) -> tuple[int, int] | None:
    """RETURNS (Optional[tuple[int, int]]): The first line below '-- ', rules apart."""
    block = next((zone for zone in zones(message) if zone.kind == SIGNATURE), None)
    below = message.find("\n", block.start, own) if block is not None else -1
    lines = tail(message, own, start=below) if below > 0 else []
    return next((line for line in lines if not _RULE_BELOW.fullmatch(message, *line)), None)


def tail(message: str, end: int, *, start: int = 0) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): The last lines that are the author's and not empty, stripped, in order."""
    lines: list[tuple[int, int]] = []
    spans = foreign(message)
    number = len(spans) - 1
    while end > start and len(lines) < _TAIL_LINES:
        while number >= 0 and spans[number][0] >= end:
            number -= 1
        if number >= 0 and end <= spans[number][1]:  # to before what is quoted
            end = spans[number][0] - 1
            continue
        begin = max(message.rfind("\n", 0, end) + 1, start)
        line = message[begin:end]
        stripped = line.strip()
        if stripped and not (":" in stripped[:12] and in_header(message, begin)):
            offset = begin + line.index(stripped[0])
            lines.append((offset, offset + len(stripped)))
        end = begin - 1
    return lines[::-1]


def closing_block(text: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): The short lines after the last sentence."""
    at = len(lines)
    while at > max(0, len(lines) - _LAST_LINES):
        line = text[slice(*lines[at - 1])]
        words = line.count(" ") + 1
        if words > 7 or len(line) > LONG_LINE or (words >= 4 and line[-1] in ".?!:;,"):
            break
        at -= 1
    return lines[at:] if at else lines[1:]


def only_line(text: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): The one line that somebody wrote above what is forwarded, if no mark ends it."""
    forwards = len(lines) == 1 and bool(text[lines[0][1] :].strip())
    return lines if forwards and text[lines[0][1] - 1].isalpha() else []
