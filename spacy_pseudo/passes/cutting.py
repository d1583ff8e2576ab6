"""What is cut from messages before anything else is done with them: quotations of people who did not consent, where
the marks of quoting say so, and the names of people who were erased from the key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from .. import languages
from ..key import Key
from ..message import Message
from ..people.forgotten import ID, MESSAGE, Forgotten
from ..people.voices import Voices
from ..text.lexing import Text
from ..text.line_ends import lined
from ..text.markup import Edit, plain, read_markup
from ..text.zones import QUOTED, Zone, zones

# What stands there instead; a second look finds nothing to cut.
MARK: Final = "[…]"
_QUOTE_MARKS: Final = re.compile(r"[ \t]*(?:[>|:][ \t]?)*")


class Cut(NamedTuple):
    """A message without what was cut from it, and how many quotations these are."""

    message: Message
    quotations: int


class Cutter:
    """Cuts with one key.

    key (Key): Who did not consent, who was erased, and who is called what.
    """

    def __init__(self, key: Key) -> None:
        self._key = key
        self._excluded = any(person.excluded for person in key.roster)

    def __call__(self, message: Message) -> Cut:
        """RETURNS (Cut): The message as it may be written.

        message (Message): The message as it was.
        """
        if not self._excluded and not self._key.forgotten:
            return Cut(message, 0)
        with languages.speaking(self._key.lang):
            text, count = self._rewritten(message, list(self._quotations(message)))
            message = replace(message, text=text) if count else message
            nobody = self._key.pseudonyms.render(None)
            return Cut(without_forgotten(message, self._key.forgotten, nobody), count)

    def _rewritten(self, message: Message, edits: list[Edit]) -> tuple[str, int]:
        if message.html and edits:
            return read_markup(message.text).rewrite(edits).html, len(edits)
        return _replaced(message.text, edits), len(edits)

    def _quotations(self, message: Message) -> Iterator[Edit]:
        key, main = self._key, self._key.roster.main_id
        text = plain(message).text
        known = replace(message, author=main(message.author), parent_author=main(message.parent_author), html=False)
        quoted = [zone for zone in zones(lined(Text(text, key.lang))) if zone.kind == QUOTED]
        if not quoted:
            return
        around = key.context.around(known)
        voices = Voices(text, around, key.index)
        # Some programs mark with '>>' what others mark with '>'.
        nearest = min(zone.depth for zone in quoted)
        for zone in quoted:
            speaker = voices.at(zone.start).speaker
            if speaker is None and zone.depth == nearest:  # by a name that nobody knows, or none: of whom one answers
                speaker = around.parent
            person = key.roster.get(speaker) if speaker is not None else None
            if not (person is not None and person.excluded) and not self._was_erased(text, zone, message):
                continue
            marks = _QUOTE_MARKS.match(text, zone.start, zone.end)
            start = marks.end() if marks is not None else zone.start
            end = start + len(text[start : zone.end].rstrip())
            if text[start:end].strip(" \t\r\n>|:") not in ("", MARK):
                yield start, end, MARK

    def _was_erased(self, text: str, zone: Zone, message: Message) -> bool:
        """Whoever speaks was erased: by the name above the quotation, or by the message that is answered."""
        forgotten = self._key.forgotten
        if zone.speaker is not None:
            return next(forgotten.places(text[slice(*zone.speaker)]), None) is not None
        return zone.depth == 1 and answers_forgotten(message, forgotten)


def answers_forgotten(message: Message, forgotten: Forgotten) -> bool:
    """RETURNS (bool): A message answers somebody who was erased from the key."""
    return forgotten.knows(ID, message.parent_author) or forgotten.knows(MESSAGE, message.parent)


def without_forgotten(message: Message, forgotten: Forgotten, nobody: str) -> Message:
    """Write something else in place of people who were erased from the key.

    message (Message): The message.
    forgotten (Forgotten): Who was erased.
    nobody (str): What stands for nobody known; a blank, so that nothing can be learned from it.
    RETURNS (Message): The message; the same one if nobody is named.
    """
    if not forgotten:
        return message

    def hidden(text: str) -> str:
        return _replaced(text, [(start, end, nobody) for start, end in forgotten.places(text)])

    text = message.text
    if message.html:  # a name that tags divide, then what stands in attributes
        markup = read_markup(text)
        edits = [(start, end, nobody) for start, end in forgotten.places(markup.text)]
        text = markup.rewrite(edits).html if edits else text
    text, subject = hidden(text), hidden(message.subject) if message.subject else message.subject
    parent_author = None if forgotten.knows(ID, message.parent_author) else message.parent_author
    if (text, subject, parent_author) == (message.text, message.subject, message.parent_author):
        return message
    return replace(message, text=text, subject=subject, parent_author=parent_author)


def _replaced(text: str, edits: Iterable[Edit]) -> str:
    pieces, at = [], 0
    for start, end, written in edits:
        pieces += [text[at:start], written]
        at = end
    return "".join([*pieces, text[at:]])
