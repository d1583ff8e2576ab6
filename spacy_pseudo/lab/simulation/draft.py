"""A text in the making, with the names in it: offsets are counted as it grows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ...scoring.scores import NOBODY, GoldMention

NONNAME: Final = "nonname"


class Mark(NamedTuple):
    """A name in a text: who is meant, the kind of place, and the category of the form."""

    text: str
    who: str
    kind: str
    category: str | None = None


# Text and names as they follow each other.
Fragments = Sequence[str | Mark]


class Draft:
    """The text of one message and its gold mentions."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._mentions: list[GoldMention] = []

    def add(self, fragments: Iterable[str | Mark]) -> None:
        """Append text and names."""
        for fragment in fragments:
            text = fragment if isinstance(fragment, str) else fragment.text
            if not isinstance(fragment, str):
                end = self._length + len(text)
                mention = GoldMention(self._length, end, text, fragment.who, fragment.kind, fragment.category)
                self._mentions.append(mention)
            self._parts.append(text)
            self._length += len(text)

    def finish(self, ordinary: re.Pattern[str]) -> tuple[str, list[GoldMention]]:
        """End the text.

        ordinary (re.Pattern[str]): Names that are words, too: where none was meant, it is marked as none.
        RETURNS (tuple[str, list[GoldMention]]): The text without blanks around it, and its mentions in order.
        """
        text = "".join(self._parts)
        ahead = len(text) - len(text.lstrip())
        mentions = self._mentions
        named = [(mention.start, mention.end) for mention in mentions]
        for found in ordinary.finditer(text):
            start, end = found.span()
            if not any(start < upto and since < end for since, upto in named):
                mentions.append(GoldMention(start, end, found[0], NOBODY, NONNAME))
        if ahead:
            mentions = [m._replace(start=m.start - ahead, end=m.end - ahead) for m in mentions]
        return text.strip(), sorted(mentions)


def paragraph(text: str, mentions: Iterable[GoldMention], number: int) -> list[str | Mark]:
    """Take a paragraph out of a text, with the names in it.

    text (str): A message's text.
    mentions (Iterable[GoldMention]): Its mentions.
    number (int): Which paragraph, counted over all of them again and again.
    RETURNS (list[str | Mark]): The paragraph; those whom it greets or who signed it are mentioned in the body now.
    """
    lines = [found.span() for found in re.finditer(r"[^\n]+", text)]
    start, end = lines[number % len(lines)]
    out: list[str | Mark] = []
    for mention in mentions:
        if start <= mention.start and mention.end <= end and mention.kind != NONNAME:
            kind = "body" if mention.kind in ("greeting", "signature", "footer", "header") else mention.kind
            out += [text[start : mention.start], Mark(mention.text, mention.who, kind, mention.category)]
            start = mention.end
    return [*out, text[start:end]]
