"""What is compared, as files: mentions marked by hand, what a run replaced, and directories with a corpus and gold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from ...corpus.readers import read_messages, read_names, read_roster
from ...corpus.tables import find_table
from ...errors import Errors, PseudoError
from ...message import Message
from ...people.roster import Roster
from ...scoring.identifier_scores import Labelled
from ...scoring.mention_scores import KINDS
from ...scoring.scores import GoldMention
from .gold_checks import check_gold, check_people

T = TypeVar("T")
Gold = Mapping[str, Sequence[GoldMention]]

GOLD: Final = "gold.jsonl"
ALLOW: Final = "allow.txt"
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
    """What was replaced in a message: spans of participants, and start, end and label of other personal data; of the
    latter those that were only marked, and stand there still; and replaced names of people who take no part."""

    spans: list[Replacement]
    identifiers: list[Labelled]
    marked: frozenset[Labelled] = frozenset()
    others: tuple[tuple[int, int], ...] = ()


def read_gold(path: Path) -> dict[str, list[GoldMention]]:
    """Read mentions that people marked.

    path (Path): JSONL: {"id", "mentions": [{"start", "end", "text", "who", "kind", "category"}, ...]}, the category
        optional; a message in which nobody is mentioned has an empty list.
    RETURNS (dict[str, list[GoldMention]]): The mentions by message id.
    """
    found = _read_lines(path, _mentions, _GOLD_LINE)
    if not found:
        raise PseudoError(Errors.P627.format(path=path))
    return found


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
    found = {name: find_table(directory, name) for name in _FILES}
    gold = directory / GOLD
    if len(found["messages"]) != 1 or len(found["roster"]) > 1 or not gold.is_file():
        raise PseudoError(Errors.P510.format(path=directory))
    path = found["messages"][0]
    messages = list(read_messages(path))
    mentions = read_gold(gold)
    texts = {message.id: message.text for message in messages if message.id is not None}
    check_gold(gold, path, texts, mentions)
    roster = read_roster(found["roster"][0]) if found["roster"] else Roster()
    if found["roster"]:
        check_people(gold, mentions, roster, (message.author for message in messages))
    return Corpus(messages, roster, mentions)


def read_allowed(directory: Path) -> list[str]:
    """RETURNS (list[str]): The names that stay by the allow.txt of a directory; none if it has no such file."""
    return list(read_names(directory / ALLOW)) if (directory / ALLOW).is_file() else []


_FILES = ("messages", "roster")


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
        id, value = _id(_field(data, "id"), '"id"'), parse(data)
    except _LengthError:
        raise PseudoError(Errors.P523.format(path=path, line=number)) from None
    except _KindError as error:
        kinds = ", ".join(sorted(KINDS))
        raise PseudoError(Errors.P625.format(path=path, line=number, mention=error, kinds=kinds)) from None
    except _FieldError as error:
        raise PseudoError(Errors.P522.format(path=path, line=number, what=error, example=example)) from None
    return id, value


class _LengthError(Exception):
    pass


class _KindError(Exception):
    """A mention, by its number, has a kind that there is not."""


class _FieldError(Exception):
    """What is wrong with a line: names of fields and numbers, nothing of what stands there."""


def _mentions(data: dict[str, Any]) -> list[GoldMention]:
    mentions = []
    for number, where, row in _rows(data, "mentions", "mention"):
        start, end = _offsets(_field(row, "start", where), _field(row, "end", where), where)
        text, kind = (_text(_field(row, name, where), f'{where}"{name}"') for name in ("text", "kind"))
        category = row.get("category")
        if category is not None:
            _text(category, f'{where}"category"')
        if len(text) != end - start:
            raise _LengthError
        if kind not in KINDS:
            raise _KindError(number)
        mentions.append(GoldMention(start, end, text, _id(_field(row, "who", where), f'{where}"who"'), kind, category))
    return mentions


def _identifiers(data: dict[str, Any]) -> list[Labelled] | None:
    if data.get("identifiers") is None:
        return None
    return [
        (
            *_offsets(_field(row, "start", where), _field(row, "end", where), where),
            _id(_field(row, "label", where), f'{where}"label"'),
        )
        for _, where, row in _rows(data, "identifiers", "identifier")
    ]


def _replaced(data: dict[str, Any]) -> Replaced:
    done, marked = _places(data, "identifiers"), _places(data, "marked")
    # Of two lists, or of one in which what is marked has no replacement.
    still = frozenset(place for place, written in marked) | {place for place, written in done if not written}
    return Replaced(
        [_replacement(where, *row) for where, row in _triples(data, "spans", "span")],
        sorted(place for place, _ in (*done, *marked)),
        still,
        tuple(place[:2] for place, written in _places(data, "others") if written),
    )


def _places(data: dict[str, Any], name: str) -> list[tuple[Labelled, bool]]:
    """Start, end and label of other personal data in a list, and whether something else is written there."""
    rows = _triples(data, name, "identifier") if data.get(name) else ()
    return [
        ((*_offsets(row[0], row[1], where), _id(row[2], f"{where}its label")), len(row) < 4 or row[3] is not None)
        for where, row in rows
    ]


def _replacement(where: str, start: object, end: object, who: object, *more: object) -> Replacement:
    # What follows the pseudonym may be missing: other tools write the first three only.
    category, confidence, original, *_ = (*more[1:], None, None, None)
    participant = who if who is None else _id(who, f"{where}its participant")
    if not isinstance(confidence, (int, float, type(None))):
        raise _FieldError(f"{where}its confidence is no number")
    words = (word if isinstance(word, str) else None for word in (category, original))
    return Replacement(*_offsets(start, end, where), participant, next(words), confidence, next(words))


def _rows(data: dict[str, Any], name: str, noun: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """YIELDS (tuple[int, str, dict[str, Any]]): Number, how an error begins, and content of each object of a list."""
    rows = _field(data, name)
    if not isinstance(rows, list):
        raise _FieldError(f'"{name}" is no list')
    for number, row in enumerate(rows, 1):
        yield number, f"{noun} {number}: ", row


def _triples(data: dict[str, Any], name: str, noun: str) -> Iterator[tuple[str, list[Any]]]:
    for _, where, row in _rows(data, name, noun):
        if not (isinstance(row, list) and len(row) >= 3):
            raise _FieldError(f"{where}no list of three or more")
        yield where, row


def _field(row: object, name: str, where: str = "") -> Any:
    if not isinstance(row, dict):
        raise _FieldError(f"{where}no object in braces")
    if name not in row:
        raise _FieldError(f'{where}no "{name}"')
    return row[name]


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _FieldError(f"{what} is no text")
    return value


def _offsets(start: object, end: object, where: str) -> tuple[int, int]:
    if not (isinstance(start, int) and isinstance(end, int)):
        raise _FieldError(f'{where}"start" or "end" is no whole number')
    if not 0 <= start < end:
        raise _FieldError(f'{where}"start" is below 0, or not below "end"')
    return start, end


def _id(value: object, what: str) -> str:
    if not isinstance(value, (str, int)):
        raise _FieldError(f"{what} is neither a text nor a whole number")
    return str(value)
