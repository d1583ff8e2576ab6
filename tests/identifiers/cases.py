"""Read the cases that the search for other personal data is judged by; README.md says how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
CASES: Final = HERE / "cases"
SECOND: Final = HERE / "second"
THIRD: Final = HERE / "third"
FOURTH: Final = HERE / "fourth"
# Cases by those who did not know the patterns, enough of each label to be scored by label.
UNSEEN: Final = (SECOND, THIRD)
LISTS: Final = HERE / "lists"

STRUCTURED: Final = tuple(
    "EMAIL URL PHONE USERNAME IP POSTCODE ADDRESS ACCOUNT CARD ID PLATE NUMBER DATE AGE TIME".split()
)
LISTED: Final = tuple("COUNTRY REGION CITY STREET SCHOOL EMPLOYER NATIONALITY LANGUAGE".split())
MARKED_ONLY: Final = tuple("PROFESSION EDUCATION FAMILY".split())
SENSITIVE: Final = tuple("ETHNIC POLITICAL RELIGIOUS SEXUAL".split())
LABELS: Final = STRUCTURED + LISTED + MARKED_ONLY + SENSITIVE
# Cases of no single label: nothing is personal; several labels fit and the context decides.
NOT_PERSONAL: Final = "NOT_PERSONAL"
CONTEXT: Final = "CONTEXT"
FILES: Final = (*LABELS, NOT_PERSONAL, CONTEXT)

_SECTION: Final = re.compile(r"== (positive|negative|mixed)(?: (sv))?")
_TOKEN: Final = re.compile(
    r"\\(?P<escape>[\\\[\]#nt])|\\u(?P<code>[\da-f]{4})|\[(?P<label>[A-Z]+):|(?P<char>.)", re.DOTALL
)
_ESCAPES: Final = {"n": "\n", "t": "\t"}

Spans = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class Case:
    """One invented message, or a piece of one, and all that is personal in it but the names.

    text (str): The text without its marks.
    spans (Spans): Start, end and label of what was marked, in order.
    positive (bool): Whether the label of the file is to be found; in a mixed section, whether anything is.
    lang (str): 'en' or 'sv'.
    line (int): Where it stands in its file.
    """

    text: str
    spans: Spans
    positive: bool
    lang: str
    line: int

    def surfaces(self, label: str) -> list[str]:
        """RETURNS (list[str]): What is marked with a label, as it is written."""
        return [self.text[start:end] for start, end, found in self.spans if found == label]


def parse_marks(marked: str) -> tuple[str, Spans]:
    """Take the marks out of one line: 'Write to [EMAIL:m.poe@nordvik.example]'.

    marked (str): The line, with its escapes.
    RETURNS (tuple[str, Spans]): The text and what was marked in it.
    """
    text: list[str] = []
    spans: list[tuple[int, int, str]] = []
    label, start = "", 0
    for token in _TOKEN.finditer(marked):
        if escape := token["escape"]:
            text.append(_ESCAPES.get(escape, escape))
        elif token["code"]:
            text.append(chr(int(token["code"], 16)))
        elif token["label"]:
            if label:
                raise ValueError(f"a mark within a mark: {marked}")
            if token["label"] not in LABELS:
                raise ValueError(f"no such label, {token['label']}: {marked}")
            label, start = token["label"], len(text)
        elif token["char"] == "]" and label:
            spans.append((start, len(text), label))
            label = ""
        elif token["char"] == "[":
            raise ValueError(rf"a bracket that is no mark is written \[: {marked}")
        else:
            text.append(token["char"])
    if label:
        raise ValueError(f"a mark without an end: {marked}")
    return "".join(text), tuple(spans)


def _read(path: Path) -> Iterator[Case]:
    section: re.Match[str] | None = None
    for number, raw in enumerate(path.read_text(encoding="utf8").splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("=="):
            section = _SECTION.fullmatch(line)
            if section is None:
                raise ValueError(f"{path.name}:{number}: no such section: {line}")
            continue
        if section is None:
            raise ValueError(f"{path.name}:{number}: a case before the first section")
        try:
            text, spans = parse_marks(line)
        except ValueError as error:
            raise ValueError(f"{path.name}:{number}: {error}") from None
        positive = bool(spans) if section[1] == "mixed" else section[1] == "positive"
        yield Case(text, spans, positive, section[2] or "en", number)


def read_cases(label: str, folder: Path | None = None) -> list[Case]:
    """Read the cases of a label.

    label (str): One of FILES.
    folder (Optional[Path]): CASES if None, or SECOND, THIRD or FOURTH.
    RETURNS (list[Case]): The cases, in the order of the file.
    """
    return list(_read((folder or CASES) / f"{label.lower()}.txt"))


def has_cases(label: str, folder: Path) -> bool:
    """RETURNS (bool): A set has cases of a label; not every one has those of no single label."""
    return (folder / f"{label.lower()}.txt").exists()


def read_list(label: str) -> list[str]:
    """Read the words that a user might supply for a sensitive label.

    label (str): One of SENSITIVE.
    RETURNS (list[str]): The words.
    """
    lines = (LISTS / f"{label.lower()}.txt").read_text(encoding="utf8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
