"""What stands beside a name, joined to it: 'Grace and Robert'; on plain text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import regex

from .. import languages
from ..text.words import small_words

_FARTHEST = 40


class _Patterns(NamedTuple):
    after: regex.Pattern[str]
    before: regex.Pattern[str]


def word_after(text: str, end: int) -> str | None:
    """RETURNS (Optional[str]): The word joined to what ends here: 'Grace (and Robert, too)', 'Grace or Robert'."""
    m = _patterns(languages.spoken()).after.match(text, end)
    return m[1] if m else None


def word_before(text: str, start: int) -> str | None:
    """RETURNS (Optional[str]): The word to which what begins here is joined."""
    m = _patterns(languages.spoken()).before.search(text, max(0, start - _FARTHEST), start)
    return m[1] if m else None


def words_beside(text: str, start: int, end: int) -> Iterator[str]:
    """YIELDS (str): The words joined to it, after and before."""
    yield from filter(None, (word_after(text, end), word_before(text, start)))


@cache
def _patterns(lang: str) -> _Patterns:
    either = "|".join(("&", *sorted(small_words("and") | small_words("or"))))
    return _Patterns(
        regex.compile(rf"(?:['’]s)?[ ]\(?(?:{either})[ ](\p{{L}}[\p{{L}}\p{{M}}]*)"),
        regex.compile(rf"(?<![\p{{L}}\p{{M}}])(\p{{L}}[\p{{L}}\p{{M}}]*)[ ](?:{either})[ ]\Z"),
    )
