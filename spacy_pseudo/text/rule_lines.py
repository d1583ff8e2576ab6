"""Texts with rules, as rules.py describes them, line by line."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ..errors import PseudoError
from .patterns import literals_of

# What is no pattern in a line, unless it is a mark.
_NO_PATTERN: Final = re.compile(
    r'^(?:[A-Z][A-Z\d]* = |always|(?:never|unless|then|also|next))|(?P<mark>"[^"]*")|[\[\]@]'
)
_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#.*")
_CLASS: Final = re.compile(r"[A-Z][A-Z\d]*:(?=\s)")


class Line(NamedTuple):
    """A definition, a rule or a class of words.

    source (int): In which of the texts it stands, by number.
    number (int): On which line of it.
    text (str): The line without comments, and what goes on with it.
    """

    source: int
    number: int
    text: str


class RuleError(PseudoError):
    """Something is wrong with a rule, and this is the one.

    line (Line): The line.
    """

    def __init__(self, message: str, line: Line) -> None:
        super().__init__(message)
        self.line = line


def read_lines(*sources: str) -> list[Line]:
    """RETURNS (list[Line]): The lines of texts without comments, each with what goes on with it."""
    found: list[Line] = []
    for source, text in enumerate(sources):
        goes_on = False
        for number, raw in enumerate(text.splitlines(), 1):
            line = " ".join(_COMMENT.sub("", raw).split())
            if line and goes_on and raw[0] in " \t":
                found[-1] = found[-1]._replace(text=f"{found[-1].text} {line}")
            elif line:
                found.append(Line(source, number, line))
            goes_on = bool(raw.strip()) and (goes_on or bool(line))
    return found


def is_class(line: str) -> bool:
    """RETURNS (bool): A line gives the words of a class: 'SHIP: aurora vesta'."""
    return _CLASS.match(line) is not None


def literals(source: str) -> set[str]:
    """RETURNS (set[str]): The words and marks that rules name by themselves: a lexicon has to know them."""
    lines = (line.text for line in read_lines(source) if not is_class(line.text))
    patterns = (_NO_PATTERN.sub(r" \g<mark>", line) for line in lines)
    return set[str]().union(*map(literals_of, patterns))
