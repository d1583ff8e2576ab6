"""What people who did not consent have written is cut where others quote it and the marks of quoting say so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from .. import languages
from ..key import Key
from ..message import Message
from ..people.voices import Voices
from ..text.lexing import Text
from ..text.line_ends import lined
from ..text.markup import read_markup
from ..text.zones import QUOTED, zones

# What stands there instead; a second look finds nothing to cut.
MARK: Final = "[…]"
_QUOTE_MARKS: Final = re.compile(r"[ \t]*(?:[>|:][ \t]?)*")


class Cut(NamedTuple):
    """A message without the quotations that were cut from it, and how many they are."""

    message: Message
    quotations: int


class QuotationCutter:
    """Cuts with one key.

    key (Key): Who did not consent, and who is called what.
    """

    def __init__(self, key: Key) -> None:
        self._key = key
        self._excluded = any(person.excluded for person in key.roster)

    def __call__(self, message: Message) -> Cut:
        """RETURNS (Cut): The message as it may be written.

        message (Message): The message as it was.
        """
        if not self._excluded:
            return Cut(message, 0)
        with languages.speaking(self._key.lang):
            markup = read_markup(message.text) if message.html else None
            text = message.text if markup is None else markup.text
            edits = list(self._edits(text, message))
        if not edits:
            return Cut(message, 0)
        if markup is not None:
            return Cut(replace(message, text=markup.rewrite(edits).html), len(edits))
        pieces, at = [], 0
        for start, end, written in edits:
            pieces += [text[at:start], written]
            at = end
        return Cut(replace(message, text="".join([*pieces, text[at:]])), len(edits))

    def _edits(self, text: str, message: Message) -> Iterator[tuple[int, int, str]]:
        key, main = self._key, self._key.roster.main_id
        known = replace(message, author=main(message.author), parent_author=main(message.parent_author))
        known = replace(known, text=text, html=False)
        voices: Voices | None = None
        for zone in zones(lined(Text(text, key.lang))):
            if zone.kind != QUOTED:
                continue
            voices = voices or Voices(text, key.context.around(known), key.index)
            speaker = voices.at(zone.start).speaker
            person = key.roster.get(speaker) if speaker is not None else None
            if person is None or not person.excluded:
                continue
            marks = _QUOTE_MARKS.match(text, zone.start, zone.end)
            start = marks.end() if marks is not None else zone.start
            end = start + len(text[start : zone.end].rstrip())
            if text[start:end].strip(" \t\r\n>|:") not in ("", MARK):
                yield start, end, MARK
