"""What is marked only when a user supplies the words: ethnic, political, religious and sexual, said of somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..attrs import SENSITIVE
from ..text.words import fold_all
from .base import Identifier, Page
from .vocabulary import before, function_words, next_word, person_words, said_of

_ABOUT: Final = frozenset(
    "a an en ett the all both also not proud proudly lifelong devout practising practicing openly de "
    "inte alla half part halv only fem två three two".split()
)
_SAID_OF = before(
    r"\b(?-i:[A-ZÅÄÖ])[a-zåäö]+\s(?:is|är)\s(?:an?\s|en\s)?(?:lifelong\s|devout\s)?|\b(?:granne|vän"
    r"|kompis|friend|neighbou?r)\s(?:is|är)\s(?:an?\s|en\s)?|\b(?:as|som)\s(?:an?\s|en\s|ett\s)?"
    r"|\bbeing\s(?:the\sonly\s|an?\s)?|\bspeaking\sas\s(?:an?\s)?|\b(?:raised|born|brought\sup"
    r"|uppvuxen)\s(?:as\s|i\s)?(?:an?\s)?"
    r"|\b(?:vote|voted|votes|voting|röstar|röstade)\s(?:for\s|på\s)?(?:the\s)?|\b(?:member|medlem"
    r"|aktiv|active)\s(?:of|in|i|av)\s(?:the\s)?|\bran\sfor\s[^.]{0,25}\sas\s(?:an?\s)?"
    r"|\bnämnden\sför\s|\bconverted?\sto\s"
    r"|\b(?:i|we)\skeep\s|\bcame\sout\sas\s(?:an?\s)?|\bmy\speople,\s(?:the\s)?|\bvi\s(?:är\s)?ett\s"
    r"|\b(?:used\sto|to)\sbe\s(?:an?\s)?|,\sboth\s|\bi['’]?m\s[A-Z][a-z]+,\s|\b(?:my|our|min|vår)\s"
)
_WORDS: Final = 4
_ONLY_THING = re.compile(r"\s(?:and\swhite|line|sign|estimate|use|costs|noise)\b", re.IGNORECASE)


def find_sensitive(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): Words of the user's lists, where they are said of somebody."""
    for label in SENSITIVE:
        if page.lists.get(label):
            yield from _find(page, label)


def _find(page: Page, label: str) -> Iterator[Identifier]:
    text, keys = page.text, page.folded_words
    listed = {fold_all(entry) for entry in page.lists[label]}
    first: dict[str, list[tuple[str, ...]]] = {}
    for entry in sorted(listed, key=lambda entry: (-len(entry), entry)):
        if entry:
            first.setdefault(entry[0], []).append(entry)
    last_end = -1
    for number, key in enumerate(keys):
        for entry in (*first.get(key, ()), *(first.get(key[:-1], ()) if key.endswith("s") else ())):
            if len(entry) > 1 and tuple(keys[number : number + len(entry)]) != entry:
                continue
            last = number + len(entry) - 1
            start, end = page.starts[number], page.starts[last] + len(page.tokens[last])
            chained = 0 <= last_end <= start and re.fullmatch(
                r"\s?(?:,|and|och|&|/|or)\s?|,\s(?:and|och)\s", text[last_end:start]
            )
            if chained or _said_of_somebody(page, start, end):
                yield Identifier(start, end, label, 0.8)
                last_end = end
            break


def _said_of_somebody(page: Page, start: int, end: int) -> bool:
    text = page.text
    past = text[max(0, start - 60) : start]
    if not (said_of(page, start, _ABOUT) or _SAID_OF.search(past)) or _ONLY_THING.match(text, end):
        return False
    if text[end : end + 1] == "-":
        return False
    following = next_word(text, end)
    # 'a straight man' is somebody, 'a straight line' is not.
    return (
        not following
        or following in function_words()
        or following in person_words()
        or following in ("couple", "par", "proud", "by", "sen", "since")
    )
