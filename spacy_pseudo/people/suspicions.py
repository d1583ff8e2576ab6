"""One person under two ids: suspected, listed, and never merged but by a person."""

from __future__ import annotations

from collections import defaultdict

from .identities import full_name
from .name_map import NameMap
from .roster import Roster


def same_person(roster: Roster, name_map: NameMap | None = None) -> list[tuple[str, ...]]:
    """Find ids that may be one person's: they have the same full name, registered or used to sign.

    roster (Roster): The participants.
    name_map (Optional[NameMap]): How people are called.
    RETURNS (list[tuple[str, ...]]): Groups of two or more ids, sorted.
    """
    ids: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for person in roster:
        forms = name_map.forms(person.id) if name_map is not None else []
        for text in (*person.names, *(form.text for form in forms)):
            full = full_name(text)
            if full is not None:
                ids[full].add(person.id)
    return sorted({tuple(sorted(group)) for group in ids.values() if len(group) > 1})
