"""Who is greeted by which name over the whole corpus: one greeting may be astray, many in answers to one are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..text.quote_tags import TAG
from ..text.salutations import GREETING_KINDS, QUOTED_KINDS
from .context import Place, Thread
from .kinship import Words
from .sightings import END, START, Sighting

# So many greetings, by several people or in several threads, and more than half of all.
_OFTEN: Final = 3


def find_holders(
    seen: Iterable[Sighting], places: Sequence[Place], is_known: Callable[[str], bool]
) -> dict[Words, str]:
    """Find people of whom no first name is listed, and whom others call by one again and again.

    seen (Iterable[Sighting]): What stood where a name may stand.
    places (Sequence[Place]): Where each message stands.
    is_known (Callable[[str], bool]): Whether somebody's first name is listed.
    RETURNS (dict[Words, str]): Names, and the one person whom each of them is held by.
    """
    greeted: dict[Words, dict[str, set[tuple[str | None, Thread, int]]]] = defaultdict(lambda: defaultdict(set))
    signed: dict[Words, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for sighting in seen:
        place = places[sighting.message]
        author, parent = place.author, place.parent_author
        if sighting.kind in GREETING_KINDS or sighting.kind == TAG:
            if parent is not None and parent != author and not sighting.shared:
                thread = (place.session, place.thread)
                greeted[sighting.words][parent].add((author, thread, sighting.message))
        elif author is not None and sighting.kind not in (START, END, *QUOTED_KINDS):
            signed[sighting.words][author].add(sighting.message)
    holders = {}
    for words, people in greeted.items():
        person, times = max(people.items(), key=lambda item: (len(item[1]), item[0]))
        several = len({who for who, _, _ in times}) > 1 or len({thread for _, thread, _ in times}) > 1
        others = sum(map(len, people.values())) - len(times)
        signers = max((len(own) for who, own in signed.get(words, {}).items() if who != person), default=0)
        if not is_known(person) and several and len(times) >= _OFTEN and len(times) > max(others, signers):
            holders[words] = person
    return holders
