"""People who are spoken of, and share a first name with a participant: authors, politicians, figures of a problem."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence, Set
from functools import cache
from typing import Final

from .. import languages
from ..text import cues
from ..text.lexing import Prose
from ..text.thresholds import USUAL
from ..text.words import fold_all
from .context import ANYWHERE, Place, Thread
from .evidence import TOPIC
from .kinship import Kinship, Words
from .sightings import Sightings

# So often a full name must be written, and so many people speak of somebody, to count in the whole corpus.
_FEW: Final = 3
_MANY: Final = 4


def find_discussed(
    sightings: Sightings,
    places: Sequence[Place],
    kinship: Kinship,
    owners: Callable[[Words], Set[str]],
    *,
    lang: str = languages.BASE,
) -> dict[str, Counter[Thread]]:
    """Find first names of participants that others have, of whom people speak.

    sightings (Sightings): What the messages hold.
    places (Sequence[Place]): Where each message stands.
    kinship (Kinship): The participants' names.
    owners (Callable[[Words], Set[str]]): Who is called by a form.
    lang (str): The language of the messages.
    RETURNS (dict[str, Counter[Thread]]): In how many messages of which threads somebody else's full name is written;
        `ANYWHERE` if it counts in all of them.
    """
    found: dict[str, Counter[Thread]] = defaultdict(Counter)
    for (name, surname), messages in sightings.named_in.items():
        people, parts = owners((name,)), fold_all(surname)
        others = people and not any(kinship.resembles(person, part) for person in people for part in parts)
        if others and all(map(kinship.has_surname, people)):
            # In the order of a set, in which keys have had them ever since.
            found[name].update((places[i].session, places[i].thread) for i in set(messages))
            if len(messages) >= _FEW and _is_surname(parts[-1], owners, lang):
                found[name][ANYWHERE] += len(messages)
    # Everybody speaks of them, and hardly anybody is called so: then once in a thread says enough.
    called = Counter(seen.words[0] for seen in sightings.seen if len(seen.words) == 1)
    for name, where in found.items():
        if sightings.statistics.counts.get(name, (0, 0, 0))[1] > TOPIC * called[name]:
            where.update(list(where))
    return found


@cache
def _stories(lang: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    rows = (line.partition(":") for line in languages.own_and_base("stories", lang))
    return tuple((frozenset(signs.split()), frozenset(names.split())) for signs, _, names in rows)


def of_a_story(word: str, vocabulary: Set[str]) -> bool:
    """Judge whether a first name is a figure's: Penelope, where Odysseus or Ithaca is named.

    word (str): A folded first name.
    vocabulary (Set[str]): The folded words of the text.
    RETURNS (bool): The text names something that only that story has.
    """
    return any(word in names and not signs.isdisjoint(vocabulary) for signs, names in _stories(languages.spoken()))


def invented(word: str, prose: Prose) -> bool:
    """Judge whether a first name is that of an exercise's figure: 'a child named Mary', 'P(Mary is a girl)', 'Suppose
    that Mary has ten coins. Mary loses one'.

    word (str): A folded first name.
    prose (Prose): The text.
    RETURNS (bool): Somebody is introduced by that name, or it stands in a formula, or is supposed and told of again.
    """
    return prose.text.ask((invented, word), lambda: _is_invented(word, prose))


def _is_invented(word: str, prose: Prose) -> bool:
    places = [at for at, folded in zip(prose.starts, prose.folded, strict=True) if folded == word]
    ends = [at + len(word) for at in places]
    again = len(places) > 1
    return any(
        cues.named(prose.text, start)
        or cues.in_formula(prose.text, start, end)
        or (again and cues.supposed(prose.text, start))
        for start, end in zip(places, ends, strict=True)
    )


def _is_surname(word: str, owners: Callable[[Words], Set[str]], lang: str) -> bool:
    return not owners((word,)) and languages.given_names(lang).get(word, 0) < USUAL
