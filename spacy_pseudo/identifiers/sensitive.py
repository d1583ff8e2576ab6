"""What is marked only when a user supplies the words: ethnic, political, religious and sexual, said of somebody."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from .. import languages
from ..attrs import SENSITIVE
from ..text.similarity import distance
from ..text.words import fold_all
from .base import Identifier, Page
from .grammars import is_somebody, of_others, said_of
from .vocabulary import any_of, before, function_words, next_word, person_words
from .word_forms import forms, skeleton

_ABOUT: Final = frozenset(
    "a an en ett the all both also not proud proudly lifelong devout practising practicing openly de registered strict "
    "inte alla half part halv only fem två three two four fyra tre lapsed committed convinced övertygad troende "
    "praktiserande aktiv active paid up card carrying staunch fervent born-again radical "
    "moderate self-declared two".split()
)
_SAID_OF: Final = before(
    r"\b(?-i:[A-ZÅÄÖ])[a-zåäö]+\s(?:is|är)\s(?:an?\s|en\s)?(?:lifelong\s|devout\s)?"
    rf"|\b(?:{any_of('sensitive_cues')})\s(?:for\s|på\s|with\s|med\s)?(?:the\s|an?\s|en\s|ett\s|my\s)?"
    r"|\bran\sfor\s[^.]{0,25}\sas\s(?:an?\s)?|\bnämnden\sför\s|\bi['’]?m\s[A-Z][a-z]+,\s|,\sboth\s"
    r"|\b(?:my|our|min|vår|mina|våra)\s|\b(?:i|we|jag|vi)\s(?:always\s|alltid\s)?keep\s"
)
_BESIDE = before(r"(?P<who>[^\W\d_]+)(?:,|\s\()\s?(?:an?|en)\s(?:[^\W\d_]+\s)?")
# 'my father was a conservative and my mother an anarchist'
_GAPPED = before(r"\b(?:and|och|but|men|,)\s(?:my|his|her|min|hans|hennes|mitt)\s(?P<who>[^\W\d_]+)\s(?:an?|en)\s")
_LISTED = before(
    r"\b(?:ethnicity|ethnic\sorigin|race|religion|faith|denomination|sexual\sorientation|orientation|gender|politics|party"
    r"|etnicitet|etnisk\stillhörighet|tro|läggning|sexuell\släggning|parti|kön):\s?"
)
_FRIEND = before(r"(?:^|[.!?,\n]\s?|\b(?:a|an|my|our|the|two|three|some|en|min|vår|två|tre|one|with|of|and|som)\s)")
_SV_VERB = re.compile(
    r"\s[^\W\d_]+(?:r|de|te|er|ar)\s(?:jag|vi|man|han|hon|hen|de|du|mig)\b|\s(?:vet|ser|kan|vill|tror|ska)\s"
)
_PARTY = re.compile(r"[ ](?:Party|party|partiet|parti|Church|church)\b")
_CHAINED = re.compile(r"\s?(?:,|and|och|&|/|or)\s?|,\s(?:and|och)\s")
_ONLY_THING = re.compile(r"\s(?:and\swhite|line|sign|estimate|use|costs|noise)\b", re.IGNORECASE)
_THING_BEFORE = before(r"\b(?:the|a|an)\s(?:very\s|more\s|too\s)?")
_GOES_ON: Final = frozenset(
    "hemma couple par proud by sen since allihop båda själv btw lol growing up until ever hela".split()
)
_LONG: Final = 7
_PAIR: Final = 2


def find_sensitive(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): Words of the user's lists in any form, where they are said of somebody."""
    for label in SENSITIVE:
        if page.lists.get(label):
            yield from _find(page, label)


class _Listed:
    """The words of a list, by all the forms of their first words."""

    def __init__(self, entries: frozenset[str]) -> None:
        self.first: dict[str, list[tuple[str, ...]]] = {}
        self.long: dict[int, list[str]] = {}
        self.skeletons: frozenset[str] = frozenset()
        split = sorted({fold_all(entry) for entry in entries} - {()}, key=lambda entry: (-len(entry), entry))
        for entry in split:
            for last in forms(entry[-1]):
                whole = (*entry[:-1], last)
                self.first.setdefault(whole[0], []).append(whole)
            if entry[-1] == "party" and len(entry) == _PAIR:  # 'the Greens'
                self.first.setdefault(entry[0] + "s", []).append((entry[0] + "s",))
            if len(entry) > 1:
                self.first.setdefault("".join(entry), []).append(("".join(entry),))
        single = {entry[0] for entry in split if len(entry) == 1}
        self.skeletons = frozenset(skeleton(form) for word in sorted(single) for form in forms(word) if len(form) > 3)
        for word in sorted(single):
            self.long.setdefault(len(word), []).append(word)

    def at(self, keys: list[str], number: int) -> int:
        """RETURNS (int): How many words from here on are one of the list; 0 for none."""
        for entry in self.first.get(keys[number], ()):
            if len(entry) == 1 or tuple(keys[number : number + len(entry)]) == entry:
                return len(entry)
        return int(self.is_near(keys[number]))

    def is_near(self, key: str) -> bool:
        """RETURNS (bool): The same word in the other language, or one letter wrong in a long word that nobody knows."""
        if len(key) > 3 and skeleton(key) in self.skeletons:
            return True
        if len(key) < _LONG or key in languages.words():
            return False
        near = (word for size in (-1, 0, 1) for word in self.long.get(len(key) + size, ()) if len(word) >= _LONG)
        return any(distance(key, word) <= 1 for word in near)


@lru_cache(maxsize=16)
def _listed(entries: frozenset[str]) -> _Listed:
    return _Listed(entries)


def _find(page: Page, label: str) -> Iterator[Identifier]:
    text, keys = page.text, page.folded_words
    listed = _listed(page.lists[label])
    last_end, done = -1, 0
    for number in range(len(keys)):
        # A Swedish word on the list may be a small word of English: 'same'.
        small = page.lang not in languages.known()[1:] and keys[number] in function_words()
        count = 0 if number < done or small else listed.at(keys, number)
        if not count:
            continue
        last = number + count - 1
        start, end = page.starts[number], page.starts[last] + len(page.tokens[last])
        if m := _PARTY.match(text, end):
            end = m.end() if label == "POLITICAL" or text[end + 1].isupper() else end
        chained = 0 <= last_end <= start and _CHAINED.fullmatch(text, last_end, start)
        if chained or _said_of_somebody(page, start, end):
            yield Identifier(start, end, label, 0.8)
            last_end, done = end, number + count


def _said_of_somebody(page: Page, start: int, end: int) -> bool:
    text = page.text
    past = text[max(0, start - 60) : start]
    if _LISTED.search(past):
        return not page.is_apart(start, end)
    if _ONLY_THING.match(text, end) or text[end : end + 1] == "-" or of_others(page, start):
        return False
    following = next_word(text, end)
    # 'a straight man' is somebody, 'a straight line' is not.
    person = following in person_words()
    is_one = said_of(page, start, _ABOUT) or _SAID_OF.search(past) is not None or _beside(page, start, past)
    if not is_one:
        return person and _FRIEND.search(past) is not None and not (text[start].isupper() and not past.strip())
    return (
        not following
        or following in function_words()
        or person
        or following in _GOES_ON
        or (languages.of(page.lang).compounds and _SV_VERB.match(text, end) is not None)
    )


def _beside(page: Page, start: int, past: str) -> bool:
    """'my neighbour, a liberal'."""
    m = _BESIDE.search(past) or _GAPPED.search(past)
    return m is not None and is_somebody(page, bisect_left(page.starts, start - len(past) + m.start("who")))
