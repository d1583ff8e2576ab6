"""Words left standing that may be names, with features: what a rater may see who shall not see the messages."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from .... import languages
from ....people.allowlist import Allowlist
from ....text import cues
from ....text.lexing import Prose, Text
from ....text.salutations import GREETING_KINDS, QUOTED_KINDS, find_salutations
from ....text.words import is_title
from .risk import answered, blanked, is_given, is_word

if TYPE_CHECKING:
    from ....key import Key
    from ....passes.apply import Result

# What stands for a replaced name in the features.
NAME: Final = "(name)"
# What each sign adds to a word's score, before its number of occurrences: names that stand often come first.
WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {"form": 3.0, "near": 2.0, "given": 2.0, "unknown": 1.0, "surname": 0.5, "capital": 1.5, "slot": 4.0}
)
_SHORTEST = 3
_SHOWN = 3


@dataclass
class LeftWord:
    """A word, folded, and where and how it is left standing.

    occurrences (int): How often.
    messages (int): In how many messages.
    capitalised (int): How often with a capital.
    within (int): How often with a capital where no sentence begins.
    slots (int): How often in a greeting or a sign-off.
    spellings (Counter[str]): As written.
    before (Counter[str]): Function words before it, and `(name)` for a replaced name.
    people (Counter[str]): Authors who sign with it, and people greeted with it.
    signs (dict[str, bool]): What speaks for a name, by the keys of `WEIGHTS`.
    """

    word: str
    occurrences: int = 0
    messages: int = 0
    capitalised: int = 0
    within: int = 0
    slots: int = 0
    spellings: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)
    people: Counter[str] = field(default_factory=Counter)
    signs: dict[str, bool] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """RETURNS (str): The word as it is written most often."""
        return min(self.spellings, key=lambda spelling: (-self.spellings[spelling], spelling))

    @property
    def as_name(self) -> int:
        """RETURNS (int): How often it stands for a name, if it is one: an ordinary word does so with a capital only."""
        return self.capitalised if self.word in languages.words() else self.occurrences

    @property
    def score(self) -> float:
        """RETURNS (float): The sum of its signs' weights, times 1 + log2 of its occurrences."""
        signs = sum(weight for sign, weight in WEIGHTS.items() if self.signs.get(sign))
        return signs * (1 + math.log2(self.occurrences))

    def features(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): What a rater sees: no sentence, and no other word but function words."""
        before = sorted(self.before, key=lambda word: (-self.before[word], word))[:_SHOWN]
        return {
            "word": self.shown,
            "occurrences": str(self.occurrences),
            "messages": str(self.messages),
            "capitalised": f"{self.capitalised / self.occurrences:.2f}",
            "capitalised_within_sentence": f"{self.within / self.occurrences:.2f}",
            "in_greeting_or_sign_off": f"{self.slots / self.occurrences:.2f}",
            "often_before_it": ", ".join(before),
            "word_list": _yes(self.word in languages.words()),
            "given_names": _yes(self.word in languages.given_names()),
            "surnames": _yes(self.word in languages.surnames()),
            "places": _yes(self.word in languages.proper_words()),
            "near_a_known_name": _yes(self.signs.get("form") or self.signs.get("near")),
        }


def left_words(results: Iterable[Result], key: Key, *, allow: Iterable[str] = ()) -> list[LeftWord]:
    """Count the words that are left standing, and keep those that may be names.

    A word of three letters or more may be one if it is written with a capital somewhere and is a known form, a given
    name, in no word list, or stands within a sentence or in a greeting or sign-off; or if it is in no word list and
    near a known form. Others are not looked at, such as names that are written small: estimates from words are too good
    by as much.

    results (Iterable[Result]): What became of the messages.
    key (Key): The key that was applied.
    allow (Iterable[str]): Names that stay; they are not looked at where they stand in full.
    RETURNS (list[LeftWord]): The words, in order of the alphabet.
    """
    counted: dict[str, LeftWord] = {}
    allowlist = Allowlist(allow)
    for result in results:
        message = result.message
        slots = [
            slot
            for s in find_salutations(message.text, lang=key.lang)
            for slot in s.slots
            if slot.kind not in QUOTED_KINDS
        ]
        here: set[str] = set()
        for text, replacements in (
            (message.text, result.replacements),
            (message.subject or "", result.subject_replacements),
        ):
            left_text = blanked(text, replacements)
            prose = Text.of(blanked(left_text, (p._asdict() for p in allowlist.find(Text.of(left_text).prose)))).prose
            for number, word in enumerate(prose.folded):
                if len(word) >= _SHORTEST:
                    left = counted.setdefault(word, LeftWord(word))
                    _count(left, prose, number, replacements)
                    here.add(word)
                    kind = _slot(slots, prose.starts[number]) if text is message.text else None
                    if kind is not None:
                        left.slots += 1
                        person = answered(message, key) if kind in GREETING_KINDS else message.author
                        left.people.update([person] if person else [])
        for word in here:
            counted[word].messages += 1
    for left in counted.values():
        left.signs = _signs(left, key)
    return sorted((left for left in counted.values() if _may_be_name(left)), key=lambda left: left.word)


def _count(left: LeftWord, prose: Prose, number: int, replacements: Iterable[Mapping[str, Any]]) -> None:
    raw, start = prose.words[number], prose.starts[number]
    left.occurrences += 1
    left.spellings[raw] += 1
    if is_title(raw):
        left.capitalised += 1
        left.within += not prose.starts_sentence(start)
    if any(r["end"] + 1 == start for r in replacements):
        left.before[NAME] += 1
    elif number and prose.end(number - 1) + 1 == start and cues.function_word(prose.folded[number - 1]):
        left.before[prose.folded[number - 1]] += 1


def _slot(slots: Iterable[Any], start: int) -> str | None:
    return next((slot.kind for slot in slots if slot.start <= start < slot.end), None)


def _signs(left: LeftWord, key: Key) -> dict[str, bool]:
    word = left.word
    capital = left.capitalised > 0
    signs = {
        "form": capital and bool(key.index.claims((word,))),
        "near": not is_word(word) and bool(key.index.near_names.find(word)),
        "given": capital and is_given(word),
        "unknown": capital and not is_word(word),
        "surname": capital and word in languages.surnames(),
        "capital": left.within * 2 > left.occurrences,
        "slot": capital and left.slots > 0,
    }
    return {sign: True for sign, seen in signs.items() if seen}


def _may_be_name(left: LeftWord) -> bool:
    if cues.contracted(left.word) or cues.function_word(left.word):
        return False
    return left.within > 0 or any(left.signs.get(sign) for sign in ("form", "near", "given", "unknown", "slot"))


def _yes(value: object) -> str:
    return "yes" if value else "no"
