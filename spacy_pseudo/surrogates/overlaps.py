"""Places of a text that are to be replaced, so that no two overlap and nothing of any of them is left."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from ..attrs import STRUCTURED
from ..identifiers.finding import without_overlaps
from ..identifiers.user_names import split_sign
from ..people.reasons import DECIDED
from ..text.ranges import Ranges, resolve

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..people.linking import Mention

# Personal wherever they stand; other data in a citation or a public name is not.
_ALWAYS: Final = frozenset(STRUCTURED) - {"DATE", "TIME", "AGE", "NUMBER", "POSTCODE"}


class Sorted(NamedTuple):
    """What becomes of places: mentions and other personal data to be replaced, and what is only marked."""

    mentions: list[Mention]
    replaced: list[Identifier]
    marked: list[Identifier]


def without_protected(mentions: Iterable[Mention], protections: Iterable[tuple[int, int]]) -> list[Mention]:
    """Leave out mentions that touch a protected place or, as somebody may have added some, a longer mention; what a
    person decided counts before all others, and is protected by nothing.

    mentions (Iterable[Mention]): The mentions.
    protections (Iterable[tuple[int, int]]): Places that stay as they are.
    RETURNS (list[Mention]): The others, in order of the text.
    """
    mentions = list(mentions)
    decided = [mention for mention in mentions if mention.reason == DECIDED.text]
    taken = Ranges([*protections, *((mention.start, mention.end) for mention in decided)])
    return sorted([*decided, *resolve(mentions, taken=taken)], key=lambda m: m.start) if mentions else []


def sort_out(
    text: str,
    mentions: list[Mention],
    identifiers: Iterable[Identifier],
    protections: Iterable[tuple[int, int]],
    replaces: Callable[[Identifier], bool],
) -> Sorted:
    """Make sure that nothing overlaps: an address with a name in it is one thing, and so is a name that is a town.

    text (str): The text.
    mentions (list[Mention]): The mentions, without overlaps.
    identifiers (Iterable[Identifier]): Other personal data.
    protections (Iterable[tuple[int, int]]): Places that stay, with all that is in them but addresses and numbers.
    replaces (Callable[[Identifier], bool]): Whether something else is written there; what is only marked hides no name.
    RETURNS (Sorted): Of what overlaps and is replaced one, as wide as all: a mention if there is nothing but names in
        the place, otherwise other personal data.
    """
    stay = list(protections)
    personal = [
        one
        for one in identifiers
        if one.label in _ALWAYS or not any(start <= one.start and one.end <= end for start, end in stay)
    ]
    replaced: list[Identifier] = []
    starts, ends = [m.start for m in mentions], [m.end for m in mentions]
    gone: set[Mention] = set()
    for one in _together([one for one in personal if replaces(one)]):
        over = mentions[bisect_right(ends, one.start) : bisect_left(starts, one.end)]
        if over and not stands(text, one, ((m.start, m.end) for m in over)):
            continue
        gone.update(over)
        replaced.append(_wide(one, over))
    mentions = [m for m in mentions if m not in gone]
    replaced = _together(replaced)
    places = [*((m.start, m.end) for m in mentions), *((one.start, one.end) for one in replaced)]
    marked = (one for one in personal if not replaces(one) and stands(text, one, places))
    return Sorted(mentions, replaced, without_overlaps(marked))


def stands(text: str, one: Identifier, replaced: Iterable[tuple[int, int]]) -> bool:
    """Judge whether there is more in a place than what is replaced: '@markwhitlock' is nothing else, nor 'u/mark', an
    address is.

    text (str): The text.
    one (Identifier): The place.
    replaced (Iterable[tuple[int, int]]): Places that are replaced.
    RETURNS (bool): A letter or a digit is not.
    """
    gone = {at for start, end in replaced if start < one.end and one.start < end for at in range(start, end)}
    start = one.start + (len(split_sign(text[one.start : one.end])[0]) if one.label == "USERNAME" else 0)
    return any(text[at].isalnum() and at not in gone for at in range(start, one.end))


def _together(identifiers: list[Identifier]) -> list[Identifier]:
    """Of identifiers that overlap the one that counts most, as wide as all of them."""
    kept = without_overlaps(identifiers)
    if len(kept) == len(identifiers):
        return kept
    groups: list[list[Identifier]] = []
    for one in sorted(identifiers):
        if groups and one.start < max(other.end for other in groups[-1]):
            groups[-1].append(one)
        else:
            groups.append([one])
    return [_wide(next(one for one in kept if one in group), group) for group in groups]


def _wide(one: Identifier, others: Iterable[Identifier | Mention]) -> Identifier:
    places = (one, *others)
    return one._replace(start=min(place.start for place in places), end=max(place.end for place in places))
