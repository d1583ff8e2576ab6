"""Marked-up sentences: 'Hi <<Mary|s11>>, thanks' shows in the text what a test expects."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from hypothesis import settings

# What tests share is imported as `from tests.forum import build`, although the source tree is not in the path: the
# installed package is tested.
_tests = sys.modules.setdefault("tests", ModuleType("tests"))
_tests.__path__ = [str(Path(__file__).parent)]

# The same examples in every run, so that a failure is one of the change; HYPOTHESIS_PROFILE=explore draws others. What
# else the machine does is no failure.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# What a test writes need not outlive the machine.
os.fsync = lambda fd: None

_MARK = re.compile(r"<<(?P<text>.*?)(?:\|(?P<label>[^<>]*))?>>", re.DOTALL)


class Marked(NamedTuple):
    """A text without its marks, and what was marked in it: start, end, label."""

    text: str
    spans: list[tuple[int, int, str]]

    @property
    def offsets(self) -> list[tuple[int, int]]:
        return [(start, end) for start, end, _ in self.spans]


def parse_marks(marked: str) -> Marked:
    text, at, spans = "", 0, []
    for mark in _MARK.finditer(marked):
        text += marked[at : mark.start()]
        spans.append((len(text), len(text) + len(mark["text"]), mark["label"] or ""))
        text += mark["text"]
        at = mark.end()
    return Marked(text + marked[at:], spans)


def write_marks(text: str, spans: list[tuple[int, int, str]]) -> str:
    for start, end, label in sorted(spans, reverse=True):
        text = f"{text[:start]}<<{text[start:end]}{'|' + label if label else ''}>>{text[end:]}"
    return text


@pytest.fixture(scope="session")
def marked() -> Callable[[str], Marked]:
    """Take marks out of a text."""
    return parse_marks


@pytest.fixture(scope="session")
def mark() -> Callable[[str, list[tuple[int, int, str]]], str]:
    """Put marks into a text: a failing test then shows both as one reads them."""
    return write_marks
