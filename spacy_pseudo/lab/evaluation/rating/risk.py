"""How likely it is that a name was left standing in a message: cheap signs, without any gold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .... import languages
from ....attrs import JOINT, UNLINKED
from ....text.disguises import damaged
from ....text.lexing import Prose, Text
from ....text.salutations import find_salutations
from ....text.thresholds import BEARERS
from ....text.words import fold_all, is_title, word_list

if TYPE_CHECKING:
    from ....key import Key
    from ....message import Message
    from ....passes.apply import Result

# What each sign adds. They need not be probabilities: they only put messages in order, and estimates do not depend on
# how well they do it, only how wide their intervals are.
WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "form": 2.0,  # a word that is somebody's name in the key, with a capital, still there
        "near": 1.0,  # an unknown word one or two typing errors from such a name
        "given": 2.0,  # a word of the list of given names, with a capital
        "unknown": 1.0,  # a word with a capital that is in no list
        "slot": 4.0,  # a greeting or a sign-off in which nothing was replaced
        "review": 4.0,  # a form that was not taken for the author's or the addressee's name, and waits for review
        "damaged": 0.5,  # lost or mistaken letters, and words that run into each other
        "unsure": 0.5,  # something was replaced, but it is not sure that it is a name, or whose
    }
)
# One long list of strange words is one reason, not a hundred.
_MOST = 5
# Below it, a replacement is unsure.
_SURE = 0.6
_SHORTEST = 3
_LONG_WORD = 25


class Risk(NamedTuple):
    """The score of a message, and how often each sign was seen in it; signs that were not are left out."""

    score: float
    parts: dict[str, int]


def risk(result: Result, key: Key) -> Risk:
    """Score a message by what is left standing in it: sum over signs of weight * min(times, 5).

    result (Result): What became of the message.
    key (Key): The key that was applied.
    RETURNS (Risk): The score, at least 0, and its parts.
    """
    message = result.message
    texts = [(message.text, result.replacements), (message.subject or "", result.subject_replacements)]
    replaced = [r for _, replacements in texts for r in replacements]
    parts = dict.fromkeys(WEIGHTS, 0)
    left: set[str] = set()
    for text, replacements in texts:
        prose = Text.of(blanked(text, replacements)).prose
        left.update(prose.folded)
        for sign in _word_signs(prose, key):
            parts[sign] += 1
        parts["damaged"] += len({place[:2] for place in damaged(prose.text)})
    slots = (slot for salutation in find_salutations(message.text, lang=key.lang) for slot in salutation.slots)
    parts["slot"] = sum(not _touched(slot.start, slot.end, result.replacements) for slot in slots)
    parts["review"] = _waiting(result, key, left)
    parts["unsure"] = sum(_unsure(r, key) for r in replaced)
    score = sum(weight * min(parts[sign], _MOST) for sign, weight in WEIGHTS.items())
    return Risk(score, {sign: times for sign, times in parts.items() if times})


def blanked(text: str, replacements: Iterable[Mapping[str, Any]]) -> str:
    """RETURNS (str): The text with blanks for all that was replaced: what is left standing, at the same places."""
    pieces, at = [], 0
    for start, end in sorted((r["start"], r["end"]) for r in replacements):
        start = max(at, start)
        pieces += [text[at:start], " " * (end - start)]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def answered(message: Message, key: Key) -> str | None:
    """RETURNS (Optional[str]): Whom a message answers, as the file or the whole corpus says."""
    place = key.context.places.get(message.id) if message.id is not None else None
    return message.parent_author or (place.parent_author if place is not None else None)


def is_given(word: str) -> bool:
    """RETURNS (bool): A folded word is a given name and hardly anything else."""
    bearers = languages.given_names().get(word, 0)
    return bearers >= (BEARERS if is_word(word) else 1)


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """RETURNS (bool): A folded word is in the list of ordinary words, or of places and the like, maybe as a plural."""
    lists = (languages.words(), languages.proper_words())
    return any(form in known for known in lists for form in (word, word.removesuffix("s")))


def _word_signs(prose: Prose, key: Key) -> Iterator[str]:
    for raw, word in zip(prose.words, prose.folded, strict=True):
        if len(word) < _SHORTEST:
            continue
        inner = raw[1:] != raw[1:].lower() and not raw.isupper()
        if len(word) > _LONG_WORD or inner:
            yield "damaged"
        title = is_title(raw)
        if title and key.index.claims((word,)):
            yield "form"
        elif not is_word(word) and key.index.near_names.find(word):
            yield "near"
        elif title and is_given(word) and word not in word_list("calendar"):
            yield "given"
        elif title and not is_word(word) and word not in word_list("titles"):
            yield "unknown"


def _touched(start: int, end: int, replacements: Iterable[Mapping[str, Any]]) -> bool:
    return any(r["start"] < end and start < r["end"] for r in replacements)


def _waiting(result: Result, key: Key, left: set[str]) -> int:
    """Forms of the author and of whom the message answers that were not taken, and are here."""
    people = {key.roster.main_id(person) for person in (result.message.author, answered(result.message, key))}
    open_forms = (c.form for c in key.connections if c.review and not c.taken and c.participant in people)
    return sum(left.issuperset(fold_all(form)) for form in open_forms)


def _unsure(replacement: Mapping[str, Any], key: Key) -> bool:
    who = replacement["participant"] or ""
    joint = JOINT in who and who not in key.pseudonyms
    return joint or replacement["category"] == UNLINKED or (replacement["confidence"] or 1.0) < _SURE
