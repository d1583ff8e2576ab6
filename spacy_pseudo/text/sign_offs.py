"""Small judgements on the end of a message: what closes it, what is spoken of, what is no name beside one."""

from __future__ import annotations

from .salutation_rules import BEARERS, Closing, SalutationRules
from .words import atoms, fold, small_words, word_list


def inline_closing(text: str, closings: list[int], end: int, rules: SalutationRules) -> Closing | None:
    """The first closing with a name after it at the end of the line."""
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
