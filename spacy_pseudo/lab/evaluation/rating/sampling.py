"""Samples for raters: which messages or words are drawn, what raters see of them, and the private design behind it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from .... import resources
from ....disk import atomic_file, fresh_directory
from ....errors import Errors, PseudoError
from .left_words import LeftWord
from .risk import Risk, answered
from .sheets import ELSEWHERE, ITEM, LEFT, LONGEST_CELL, NAME, NOTE, SUBJECT, TEXT, WRONG, write_sheet

if TYPE_CHECKING:
    from ....key import Key
    from ....passes.apply import Result

T = TypeVar("T")

DESIGN: Final = "design.json"
INSTRUCTIONS: Final = "INSTRUCTIONS.txt"
MESSAGES: Final = "text"
WORDS: Final = "words"
MODES: Final = (MESSAGES, WORDS)
RISK: Final = "risk"
REST: Final = "rest"
# Where risk is highest: this share of all units, or as many as are drawn there if that is more.
RISKY_SHARE: Final = 0.1
_VERSION = 1
_TAG_LETTERS = "BCFGHKMPRTVWX"
# How many people are named who may be called by a word.
_PEOPLE = 3


class Drawn(NamedTuple):
    """What was drawn: for each stratum its size, and the places of the drawn units in the population."""

    sizes: dict[str, int]
    places: dict[str, list[int]]


@dataclass
class Item:
    """One row of the sheets, and what the holder of the key must know of it.

    stratum (str): 'risk' or 'rest'.
    message (Optional[str]): The message's id; None if it is a word.
    subject (Optional[str]): Its subject as raters see it.
    text (Optional[str]): Its text as raters see it: whatever a spreadsheet makes of the sheet, this is what they saw.
    author (Optional[str]): Who wrote the message.
    answers (Optional[str]): Whom it answers.
    word (Optional[str]): The word.
    occurrences (int): How often the word is left standing as a name, if it is one.
    people (list[str]): Who signs with the word, or is greeted with it.
    replaced (int): How many pseudonyms the message holds.
    score (float): The risk.
    signs (dict[str, int]): Why.
    """

    stratum: str
    message: str | None = None
    subject: str | None = None
    text: str | None = None
    author: str | None = None
    answers: str | None = None
    word: str | None = None
    occurrences: int = 0
    people: list[str] = field(default_factory=list)
    replaced: int = 0
    score: float = 0.0
    signs: dict[str, int] = field(default_factory=dict)


@dataclass
class Design:
    """The private side of a sample.

    mode (str): 'text' or 'words'.
    seed (int): With which it was drawn.
    raters (int): How many sheets there are.
    messages (int): How many messages the output holds.
    replaced (int): How many pseudonyms it holds.
    pseudonym (str): The pattern of pseudonyms, which raters must not take for names.
    strata (dict[str, int]): How many messages, or words, each stratum has.
    items (dict[str, Item]): The drawn ones, by the name that raters see.
    """

    mode: str
    seed: int
    raters: int
    messages: int
    replaced: int
    pseudonym: str
    strata: dict[str, int]
    items: dict[str, Item]

    def to_json(self) -> str:
        """RETURNS (str): What `design.json` holds: ids, and what raters see. Private."""
        return json.dumps({"version": _VERSION, **asdict(self)}, indent=1, ensure_ascii=False) + "\n"

    @property
    def texts(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): Subject and text of each item, if messages were drawn."""
        return {name: f"{i.subject or ''}\n{i.text}" for name, i in self.items.items() if i.text is not None}

    @classmethod
    def load(cls, directory: Path) -> Design:
        """RETURNS (Design): The design in a directory that `write_sample` made."""
        path = directory / DESIGN
        try:
            data = json.loads(path.read_text("utf-8"))
            if data.pop("version") != _VERSION or data["mode"] not in MODES:
                raise ValueError
            items = {name: Item(**row) for name, row in data.pop("items").items()}
            return cls(**data, items=items)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise PseudoError(Errors.P641.format(path=directory)) from None


def draw(scores: Sequence[float], n: int, n_risk: int, *, rng: random.Random) -> Drawn:
    """Draw units at random from two strata: where risk is highest, and the rest.

    The stratum 'risk' holds the units with the highest scores, a tenth of all or as many as are drawn from it, but none
    with the score 0; of equal scores, the first ones. From each stratum units are drawn at random without replacement.
    If a stratum has too few units, the other one gives more.

    scores (Sequence[float]): The risk of each unit.
    n (int): How many are drawn in all; at most all of them.
    n_risk (int): How many of them where risk is highest.
    rng (random.Random): Where chance comes from.
    RETURNS (Drawn): Sizes and places.
    """
    n = min(n, len(scores))
    n_risk = min(n, n_risk)
    order = sorted((i for i, score in enumerate(scores) if score > 0), key=lambda i: (-scores[i], i))
    risky = order[: max(n_risk, round(RISKY_SHARE * len(scores)))] if n_risk else []
    chosen = set(risky)
    rest = [i for i in range(len(scores)) if i not in chosen]
    from_risk = min(len(risky), max(n_risk, n - len(rest)))
    # Whatever was asked for, nothing can be said of a stratum of which nothing is drawn.
    if rest and n > 1:
        from_risk = min(from_risk, n - 1)
    return Drawn(
        {RISK: len(risky), REST: len(rest)},
        {RISK: rng.sample(risky, from_risk), REST: rng.sample(rest, n - from_risk)},
    )


def sample_messages(
    results: Sequence[Result], risks: Sequence[Risk], key: Key, *, n: int, n_risk: int, raters: int, seed: int
) -> tuple[Design, list[dict[str, str]]]:
    """Draw messages, as they are after their names have been replaced.

    results (Sequence[Result]): All messages that are written.
    risks (Sequence[Risk]): The risk of each.
    key (Key): The key that was applied.
    n (int): How many are drawn.
    n_risk (int): How many of them where risk is highest.
    raters (int): How many sheets there are.
    seed (int): For the drawing.
    RETURNS (tuple[Design, list[dict[str, str]]]): The design, and the rows that raters see.
    """
    rng = random.Random(f"sample {seed}")
    drawn = draw([risk.score for risk in risks], n, n_risk, rng=rng)
    items: dict[str, Item] = {}
    rows = []
    subjects = any(result.subject for result in results)
    for name, stratum, place in _numbered(drawn, rng):
        result, risk = results[place], risks[place]
        items[name] = Item(
            stratum,
            message=result.message.id,
            subject=result.subject,
            text=result.text,
            author=result.message.author,
            answers=answered(result.message, key),
            replaced=_replaced(result),
            score=risk.score,
            signs=risk.parts,
        )
        seen = {SUBJECT: result.subject or ""} if subjects else {}
        rows.append({ITEM: name, **seen, TEXT: result.text or "", LEFT: "", WRONG: "", NOTE: ""})
    replaced = sum(map(_replaced, results))
    pattern = key.pseudonyms.looks_like().pattern
    return Design(MESSAGES, seed, raters, len(results), replaced, pattern, drawn.sizes, items), rows


def sample_words(
    words: Sequence[LeftWord], results: Sequence[Result], key: Key, *, n: int, n_risk: int, raters: int, seed: int
) -> tuple[Design, list[dict[str, str]]]:
    """Draw words that are left standing and may be names.

    words (Sequence[LeftWord]): All of them.
    results (Sequence[Result]): All messages that are written.
    key (Key): The key that was applied.
    n, n_risk, raters, seed: As for `sample_messages`.
    RETURNS (tuple[Design, list[dict[str, str]]]): The design, and the rows that raters see.
    """
    rng = random.Random(f"sample {seed}")
    drawn = draw([left.score for left in words], n, n_risk, rng=rng)
    items: dict[str, Item] = {}
    rows = []
    for name, stratum, place in _numbered(drawn, rng):
        left = words[place]
        people = sorted(left.people, key=lambda person: (-left.people[person], person))[:_PEOPLE]
        signs = dict.fromkeys(left.signs, 1)
        items[name] = Item(
            stratum, word=left.shown, occurrences=left.as_name, people=people, score=left.score, signs=signs
        )
        rows.append({ITEM: name, **left.features(), NAME: "", NOTE: ""})
    replaced = sum(map(_replaced, results))
    pattern = key.pseudonyms.looks_like().pattern
    return Design(WORDS, seed, raters, len(results), replaced, pattern, drawn.sizes, items), rows


def write_sample(
    directory: Path, design: Design, rows: Sequence[dict[str, str]], *, example: str, delimiter: str = ",", force: bool
) -> None:
    """Write the directory of a sample: `design.json`, and for each rater a directory of their own with the sheet and
    what to do. Only its owner can enter it.

    directory (Path): The directory.
    design (Design): What the raters must not see.
    rows (Sequence[dict[str, str]]): What they see. Each gets the rows in an order of their own, so that neither
        tiredness nor a glance at the other's screen makes the two alike.
    example (str): A pseudonym, for the instructions.
    delimiter (str): Between the cells of a sheet.
    force (bool): Replace an earlier sample, filled in or not.
    """
    rng = random.Random(f"order {design.seed}")
    instructions = resources.text(f"rating/{design.mode}.txt").format(example=example)
    with fresh_directory(directory, force=force, private=True, marker=DESIGN) as place:
        with atomic_file(place / DESIGN, private=True) as stream:
            stream.write(design.to_json())
        for rater in range(1, design.raters + 1):
            own = place / f"rater-{rater}"
            own.mkdir(mode=0o700)
            with atomic_file(own / INSTRUCTIONS, private=True) as stream:
                stream.write(instructions)
            ordered = rng.sample(list(rows), len(rows))
            with atomic_file(own / sheet_name(rater), private=True) as stream:
                write_sheet(stream, [_short(row, own) for row in ordered], delimiter=delimiter)


def sheet_name(rater: int) -> str:
    """RETURNS (str): What a rater's sheet is called."""
    return f"sheet-{rater}.csv"


def _numbered(drawn: Drawn, rng: random.Random) -> Iterable[tuple[str, str, int]]:
    """Names for what was drawn, in random order: neither risk nor the place in the forum shows. The letters tell the
    sheets of two samples apart."""
    units = [(stratum, place) for stratum, places in drawn.places.items() for place in places]
    tag = "".join(rng.choices(_TAG_LETTERS, k=2))
    rng.shuffle(units)
    width = max(3, len(str(len(units))))
    return [(f"{tag}-{number:0{width}}", *unit) for number, unit in enumerate(units, 1)]


def _short(row: dict[str, str], directory: Path) -> dict[str, str]:
    """The row, its text in a file of its own if it is too long for a cell."""
    if len(row.get(TEXT, "")) <= LONGEST_CELL:
        return row
    name = f"{row[ITEM]}.txt"
    with atomic_file(directory / name, private=True) as stream:
        stream.write(row[TEXT])
    return {**row, TEXT: f"{ELSEWHERE}{name})"}


def _replaced(result: Result) -> int:
    return len(result.replacements) + len(result.subject_replacements)
