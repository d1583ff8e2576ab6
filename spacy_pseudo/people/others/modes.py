"""What is done with names of people who take no part, and what is written instead."""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ...attrs import JOINT
from ...errors import Errors, PseudoError
from ..pseudonyms import in_template

LETTER: Final = "X"
# What is done with their names: left and counted, replaced by the same for all, or by a pseudonym of each.
KEEP: Final = "keep"
MASK: Final = "mask"
PSEUDONYM: Final = "pseudonym"
MODES: Final = (KEEP, MASK, PSEUDONYM)
UNKNOWN: Final = f"{LETTER}?"


def check_mode(mode: str) -> str:
    """RETURNS (str): What is done with names of people who take no part, if there is such a way."""
    if mode not in MODES:
        raise PseudoError(Errors.P784.format(others=mode, choices=", ".join(MODES)))
    return mode


@cache
def looks_like(template: str) -> regex.Pattern[str]:
    """RETURNS (regex.Pattern): Finds whatever has the shape of what is written instead of such a name."""
    one = f"{LETTER}[0-9]+"
    several = rf"{one}(?:{regex.escape(JOINT)}{one})*"
    return in_template(template, several if template == "{}" else rf"{several}|{LETTER}\??")
