"""Places of a message that speak for its author or for whom it answers, beyond what a word says by itself."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from .. import resources
from ..text import cues
from ..text.prose import Prose
from ..text.salutation_rules import rules_for
from ..text.salutations import GREETING_KINDS, QUOTED, Slot
from ..text.words import atoms
from .context import Surroundings
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK
from .index import Claim, FormIndex, Found

_MARKS: Final = " \t\r\n.,!?;:)(*~_-–—\"'”’^<>|/\\Â\u00a0"
_NEAR: Final = 40  # characters
_SIGNATURE: Final = 200
_DASHES: Final = (" - ", " – ", " — ", " : ", " --")
_VOCATIVE: Final = (",", "!", ":", "-", "\n")


def apart(text: str, item: Found) -> bool:
    """RETURNS (bool): A mark or a line's end stands before it, or a word of a closing: 'thanks may'."""
    before = text[max(0, item.start - _NEAR) : item.start].rstrip(" \t")
    words = atoms(before[-12:])
    lost = text[max(0, item.start - 2) : item.start] == "  "  # what is left of a line's end
    return before[-1:] in _MARKS or lost or (bool(words) and rules_for().closes(words[-1].text))


def signs(slot: Slot) -> bool:
    """RETURNS (bool): The author signs here."""
    return slot.kind not in GREETING_KINDS and slot.kind != QUOTED


def place_of(slot: Slot) -> str:
    """RETURNS (str): What a mention's place is called: greeting, signature or footer."""
    if slot.kind == "footer":
        return "footer"
    return "greeting" if slot.kind in GREETING_KINDS else "signature"


def edge(text: str, item: Found, around: Surroundings) -> Slot | None:
    """See whether a name stands where its owner is expected: the author at the end, who is answered at the beginning.

    text (str): The message.
    item (Found): The name.
    around (Surroundings): Who wrote it, and whom it answers.
    RETURNS (Optional[Slot]): The place as a slot, None if there is nothing to it.
    """
    people = {claim.participant for claim in item.claims if claim.kind in (FULL, GIVEN, NICK, HANDLE)}
    word = item.words[0]
    last = not text[item.end : item.end + _NEAR].strip(_MARKS) and not text[item.end :].strip(_MARKS)
    surface = text[item.start : item.end]
    ordinary = surface.isascii() and (word in resources.common_words() or cues.dated(text, item.start, item.end, word))
    if around.author in people and (not ordinary or apart(text, item)) and (last or _signs_off(text, item)):
        return Slot(item.start, item.end, "last_word")
    if cues.function_word(word):  # 'So, I think'
        return None
    if around.parent in people and item.start < _NEAR and not text[: item.start].strip(_MARKS):
        following = text[item.end : item.end + 1]
        if text[item.end : item.end + 3] in _DASHES:
            following = "-"
        if following in _VOCATIVE or (not ordinary and following in (" ", "")):
            return Slot(item.start, item.end, "bare")
    return None


def _signs_off(text: str, item: Found) -> bool:
    """A signature in a text that has lost its lines: '... above.  Mary  --  Mary Calder, Hydrology'."""
    if len(text) - item.end > _SIGNATURE or not apart(text, item):
        return False
    after = text[item.end : item.end + 12]
    following = after.lstrip()
    return following[:1] in ("-", "–", "—", "*", "|") or following[:4] == "http" or after[:2].isspace()


def related(
    prose: Prose, slots: Sequence[Slot], found: Sequence[Found], around: Surroundings, index: FormIndex
) -> list[Found]:
    """Find words that nobody is known by, in a place of the author or the addressee, to whose names they are related.

    prose (Prose): The prepared text.
    slots (Sequence[Slot]): Where names may stand in greetings and sign-offs.
    found (Sequence[Found]): What is known already.
    around (Surroundings): Who wrote it, and whom it answers.
    index (FormIndex): The index.
    RETURNS (list[Found]): The words, as names of whose they must be.
    """
    pieces = index.pieces(prose)
    if not pieces.words:
        return []
    last = len(pieces.words) - 1
    places = [(0, around.parent), (last, around.author)]
    for slot in slots:
        number = bisect_left(pieces.atoms, slot.start, key=attrgetter("start"))
        if slot.kind != QUOTED and number <= last:
            places.append((number, around.author if signs(slot) else around.parent))
    known = {item.start for item in found}
    related = []
    for number, person in places:
        atom, word = pieces.atoms[number], pieces.words[number]
        if person is None or atom.start in known:
            continue
        item = Found(atom.start, atom.end, (word,), ())
        ordinary = word in resources.words() and atom.text.isascii()
        alone = number == last and atom.text.istitle() and apart(prose.text, item)
        relation = index.kinship.relation(person, (word,), loose=True) if alone or not ordinary else None
        if relation is not None and relation[1] not in (LETTER, LETTERS):
            related.append(item._replace(claims=(Claim(person, relation[0], NICK),)))
    return related
