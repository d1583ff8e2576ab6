"""Names that stay: on an allowlist, cited, or somebody else's although a participant shares a part of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ..text.citations import find_citations
from ..text.prose import Prose
from ..text.salutations import STRONG_KINDS, Slot
from ..text.words import fold_all
from .index import FormIndex, joined
from .runs import join_runs, other_person

ALLOWED = "ALLOWED"
CITED = "CITED"
OTHER = "OTHER_PERSON"
EPONYM = "EPONYM"


class Protection(NamedTuple):
    """A name that stays, and why."""

    start: int
    end: int
    label: str


class Allowlist:
    """Names that stay wherever they stand, compared without case and accents.

    names (Iterable[str]): The names; of several words only the whole name counts.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names: set[tuple[str, ...]] = {words for words in map(fold_all, names) if words}
        self._longest: dict[str, int] = {}
        for words in self._names:
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def find(self, prose: Prose) -> list[Protection]:
        """RETURNS (list[Protection]): Where the names stand."""
        found = []
        places = [at for at, word in enumerate(prose.folded) if word in self._longest] if self._names else []
        for at in places:
            for length in range(min(self._longest[prose.folded[at]], len(prose.folded) - at), 0, -1):
                if tuple(prose.folded[at : at + length]) in self._names and joined(prose, at, length):
                    found.append(Protection(prose.atoms[at].start, prose.atoms[at + length - 1].end, ALLOWED))
                    break
        return found


def find_protected(
    prose: Prose,
    allowlist: Allowlist,
    index: FormIndex | None = None,
    *,
    slots: Sequence[Slot] = (),
    citations: bool = True,
) -> list[Protection]:
    """Find the names that stay.

    prose (Prose): The prepared text.
    allowlist (Allowlist): Names that stay wherever they stand.
    index (Optional[FormIndex]): Forms of participants, to see where one is part of another person's name.
    slots (Sequence[Slot]): Where a message addresses somebody or is signed: nobody is cited there.
    citations (bool): Cited authors stay.
    RETURNS (list[Protection]): The names, in order; they may overlap.
    """
    found = allowlist.find(prose)
    strong = (slot for slot in slots if slot.kind in STRONG_KINDS)
    addressed = {position for slot in strong for position in range(slot.start, slot.end)}
    if citations:
        for start, end in find_citations(prose.text):
            if addressed.isdisjoint(range(start, end)):
                found.append(Protection(start, end, CITED))
    if index is not None:
        if index.eponyms:
            for (first, name), (second, thing) in pairwise(zip(prose.atoms, prose.folded, strict=True)):
                if (name, thing) in index.eponyms and second.start - first.end == 1:
                    found.append(Protection(first.start, first.end, EPONYM))
        for item in join_runs(prose, index.found(prose), index):
            slot = not addressed.isdisjoint(range(item.start, item.end))
            other = other_person(prose, item, index, slot=slot)
            if other is not None and all(index.kinship.has_surname(c.participant) for c in item.claims):
                found.append(Protection(*other, OTHER))
    return sorted(found)
