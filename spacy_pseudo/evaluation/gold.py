"""What is compared, as files: mentions marked by hand, what a run replaced, and directories with a corpus and gold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from ..corpus.readers import read_messages, read_roster
from ..corpus.tables import FORMATS
from ..errors import Errors, PseudoError
from ..message import Message
from ..people.roster import Roster
from .measures.identifiers import Labelled
from .measures.scores import GoldMention

T = TypeVar("T")
Gold = Mapping[str, Sequence[GoldMention]]

GOLD: Final = "gold.jsonl"
_GOLD_LINE: Final = '{"id": ..., "mentions": [{"start": ..., "end": ..., "text": ..., "who": ..., "kind": ...}, ...]}'
_IDENTIFIERS_LINE: Final = '{"id": ..., "identifiers": [{"start": ..., "end": ..., "label": ...}, ...]}'
_REPLACED_LINE: Final = '{"id": ..., "spans": [[start, end, participant, ...], ...]}'


class Corpus(NamedTuple):
    """Messages, roster (may be empty), and the gold mentions by message id."""

    messages: list[Message]
    roster: Roster
    gold: dict[str, list[GoldMention]]


class Replacement(NamedTuple):
    """One replaced span: start, end, participant (None for nobody), and what else its line tells."""

    start: int
    end: int
    participant: str | None
    category: str | None = None
    confidence: float | None = None
    original: str | None = None


class Replaced(NamedTuple):
    """What was replaced in a message: spans of participants, and start, end and label of other personal data."""

    spans: list[Replacement]
    identifiers: list[Labelled]


def read_gold(path: Path) -> dict[str, list[GoldMention]]:
    """Read mentions that people marked.

    path (Path): JSONL: {"id", "mentions": [{"start", "end", "text", "who", "kind", "category"}, ...]}, the category
        optional; a message in which nobody is mentioned has an empty list.
    RETURNS (dict[str, list[GoldMention]]): The mentions by message id.
    """
    return _read_lines(path, _mentions, _GOLD_LINE)


def read_identifiers(path: Path) -> dict[str, list[Labelled]] | None:
    """Read other personal data that people marked, in the same file as the mentions.

    path (Path): JSONL: {"id", ..., "identifiers": [{"start", "end", "label"}, ...]}. A line without identifiers says
        that nobody has looked for any.
    RETURNS (Optional[dict[str, list[Labelled]]]): Start, end and label by message id; None if no line has identifiers.
    """
    rows = _read_lines(path, _identifiers, _IDENTIFIERS_LINE)
    return {id: places for id, places in rows.items() if places is not None} or None


def read_replaced(path: Path) -> dict[str, Replaced]:
    """RETURNS (dict[str, Replaced]): The replacements.jsonl of a key directory, by message id."""
    return _read_lines(path, _replaced, _REPLACED_LINE)


def read_corpus(directory: Path) -> Corpus:
    """RETURNS (Corpus): Messages, roster (may be empty) and gold mentions of a directory."""
    found = {name: [path for kind in FORMATS if (path := directory / f"{name}{kind}").is_file()] for name in _FILES}
    gold = directory / GOLD
    if len(found["messages"]) != 1 or len(found["roster"]) > 1 or not gold.is_file():
        raise PseudoError(Errors.P510.format(path=directory))
    path = found["messages"][0]
    messages = list(read_messages(path))
    mentions = read_gold(gold)
    texts = {message.id: message.text for message in messages if message.id is not None}
    check_gold(gold, path, texts, mentions)
    return Corpus(messages, read_roster(found["roster"][0]) if found["roster"] else Roster(), mentions)


_FILES = ("messages", "roster")


def check_gold(gold: Path, messages: Path, texts: Mapping[str, str], mentions: Gold) -> None:
    """Make sure that all messages of a gold file are there, and that the offsets of its mentions fit the texts."""
    for id in mentions:
        if id not in texts:
            raise PseudoError(Errors.P526.format(messages=messages, id=id, path=gold))
    check_offsets(gold, messages, texts, ((id, m.start, m.end, m.text) for id in mentions for m in mentions[id]))


def check_offsets(
    path: Path, messages: Path, texts: Mapping[str, str], places: Iterable[tuple[str, int, int, str | None]]
) -> None:
    """Make sure that places (message id, start, end, text if known) lie within the texts and say the same."""
    for id, start, end, text in places:
        if end > len(texts[id]) or text not in (None, texts[id][start:end]):
            raise PseudoError(Errors.P527.format(path=path, id=id, start=start, end=end, messages=messages))


# --- Lines ----------------------------------------------------------------------------------------------------------


def _read_lines(path: Path, parse: Callable[[dict[str, Any]], T], example: str) -> dict[str, T]:
    found: dict[str, T] = {}
    try:
        with path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                id, value = _parse_line(path, number, line, parse, example)
                if id in found:
                    raise PseudoError(Errors.P524.format(path=path, line=number))
                found[id] = value
    except OSError as error:
        raise PseudoError(Errors.P520.format(path=path, reason=error.strerror or type(error).__name__)) from None
    return found


def _parse_line(
    path: Path, number: int, line: bytes, parse: Callable[[dict[str, Any]], T], example: str
) -> tuple[str, T]:
    # What Python says about a bad line quotes it: the errors below must not lead back there.
    try:
        data = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise PseudoError(Errors.P521.format(path=path, line=number)) from None
    try:
        id, value = _id(data["id"]), parse(data)
    except _LengthError:
        raise PseudoError(Errors.P523.format(path=path, line=number)) from None
    except (LookupError, TypeError, ValueError, AttributeError):
        raise PseudoError(Errors.P522.format(path=path, line=number, example=example)) from None
    return id, value


class _LengthError(Exception):
    pass


def _mentions(data: dict[str, Any]) -> list[GoldMention]:
    mentions = []
    for row in data["mentions"]:
        start, end = _offsets(row["start"], row["end"])
        text, kind, category = row["text"], row["kind"], row.get("category")
        if not (isinstance(text, str) and isinstance(kind, str) and isinstance(category, (str, type(None)))):
            raise TypeError
        if len(text) != end - start:
            raise _LengthError
        mentions.append(GoldMention(start, end, text, _id(row["who"]), kind, category))
    return mentions


def _identifiers(data: dict[str, Any]) -> list[Labelled] | None:
    if data.get("identifiers") is None:
        return None
    return [(*_offsets(row["start"], row["end"]), _id(row["label"])) for row in data["identifiers"]]


def _replaced(data: dict[str, Any]) -> Replaced:
    identifiers = [(*_offsets(row[0], row[1]), _id(row[2])) for row in data.get("identifiers") or ()]
    return Replaced([_replacement(*row) for row in data["spans"]], identifiers)


def _replacement(start: object, end: object, who: object, *more: object) -> Replacement:
    # What follows the pseudonym may be missing: other tools write the first three only.
    category, confidence, original, *_ = (*more[1:], None, None, None)
    participant = who if who is None else _id(who)
    if not isinstance(confidence, (int, float, type(None))):
        raise TypeError
    words = (word if isinstance(word, str) else None for word in (category, original))
    return Replacement(*_offsets(start, end), participant, next(words), confidence, next(words))


def _offsets(start: object, end: object) -> tuple[int, int]:
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
        raise ValueError
    return start, end


def _id(value: object) -> str:
    if not isinstance(value, (str, int)):
        raise TypeError
    return str(value)
