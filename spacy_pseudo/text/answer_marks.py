"""What programs write before the subject of an answer: 'Re:', 'AW:', 'SV:'. Nobody's initials."""

from __future__ import annotations

from typing import Final

import regex as re

ANSWER: Final = r"(?:re|aw|antw|antwort|sv|vs|ref|rif|odp|res|ynt|svar|r)"
FORWARDED: Final = r"(?:fwd?|wg|vb|tr|i|enc)"
COUNT: Final = r"(?:\[[0-9]{1,3}\]|\([0-9]{1,3}\)|\^[0-9]{1,3}|[0-9]{1,2})?"
_MARKS: Final = re.compile(rf"(?:\s*(?:{ANSWER}|{FORWARDED}){COUNT}\s?:)+(?=\s|\Z)", re.IGNORECASE)


def blanked(subject: str) -> str:
    """RETURNS (str): A subject of the same length, with blanks in place of the marks at its beginning."""
    marks = _MARKS.match(subject)
    return " " * marks.end() + subject[marks.end() :] if marks else subject


def marked(subject: str, original: str) -> str:
    """Put the marks back.

    subject (str): What became of a blanked subject.
    original (str): The subject as it was.
    RETURNS (str): The subject with the marks of the original.
    """
    marks = _MARKS.match(original)
    return marks[0] + subject[marks.end() :] if marks else subject
