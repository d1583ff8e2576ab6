"""Slips of the pen: the kind of slip in one word, made in another at the same place."""

from __future__ import annotations

from ..text.words import fold


def slipped(meant: str, written: str, other: str) -> str:
    """Misspell a word as another one was misspelled.

    meant (str): The word that was meant, folded.
    written (str): How it was written.
    other (str): The word to misspell.
    RETURNS (str): The other word with the same kind of slip at the same relative place, in the case of the written one.
    """
    wrong = fold(written)
    at = next((i for i, (a, b) in enumerate(zip(meant, wrong, strict=False)) if a != b), min(len(meant), len(wrong)))
    place = min(max(1, round(at / max(len(meant), 1) * len(other))), max(len(other) - 2, 1))
    changed = _changed(meant, wrong, other.lower(), at, place)
    if written.isupper() and len(written) > 1:
        return changed.upper()
    return changed if written[:1].islower() else changed[:1].upper() + changed[1:]


def _changed(meant: str, wrong: str, other: str, at: int, place: int) -> str:
    if len(other) < 3:
        return other
    if len(wrong) == len(meant):
        if meant[at : at + 2] == wrong[at : at + 2][::-1] and len(meant[at : at + 2]) == 2:
            # Two equal letters change places unseen: the next two, then.
            pairs = [i for i in range(len(other) - 1) if other[i] != other[i + 1]]
            place = min(pairs, key=lambda i: (abs(i - place), -i), default=place)
            return other[:place] + other[place : place + 2][::-1] + other[place + 2 :]
        return other[:place] + wrong[at : at + 1] + other[place + 1 :]
    if len(wrong) < len(meant):
        return other[:place] + other[place + 1 :]
    # 'Marry' doubles a letter, 'Marey' adds one.
    added = other[place - 1] if at and wrong[at : at + 1] == wrong[at - 1] else wrong[at : at + 1]
    return other[:place] + added + other[place:]
