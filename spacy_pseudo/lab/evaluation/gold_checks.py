"""Whether gold data fits the messages and people it is of. What is said of it names lines, never ids or text."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import regex

from ...attrs import JOINT
from ...errors import Errors, PseudoError, PseudoWarning, Warnings
from ...people.roster import Roster
from ...scoring.scores import GoldMention
from ...text.words import fold

Marked = Mapping[str, Sequence[GoldMention]]
Place = tuple[str, int, int, str | None]

_WORDS = regex.compile(r"\p{L}[\p{L}\p{M}]+")


def line_numbers(path: Path) -> dict[str, int]:
    """RETURNS (dict[str, int]): On which line of a JSONL file each message stands, by id; bad lines are left out."""
    found: dict[str, int] = {}
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                found.setdefault(str(json.loads(line.decode("utf-8-sig"))["id"]), number)
            except (ValueError, RecursionError, LookupError, TypeError):
                continue
    return found


def check_gold(gold: Path, messages: Path, texts: Mapping[str, str], mentions: Marked) -> None:
    """Make sure that all messages of a gold file are there, and that the offsets of its mentions fit the texts. Warn of
    mentions that are marked twice or overlap."""
    for id in mentions:
        if id not in texts:
            raise PseudoError(Errors.P526.format(messages=messages, line=line_numbers(gold).get(id, 0), path=gold))
    check_offsets(gold, messages, texts, [(id, m.start, m.end, m.text) for id in mentions for m in mentions[id]])
    twice = [id for id, row in mentions.items() for _ in range(len(row) - len({(m.start, m.end) for m in row}))]
    _warn(Warnings.W622, gold, twice)
    _warn(Warnings.W623, gold, [id for id, row in mentions.items() for _ in _overlapping(row)])


def _overlapping(mentions: Sequence[GoldMention]) -> Iterator[object]:
    # A name in an address, and the whole of the address, may both be marked.
    places = sorted({(m.start, m.end) for m in mentions})
    yield from (pair for pair in combinations(places, 2) if pair[1][0] < pair[0][1])


def check_offsets(path: Path, messages: Path, texts: Mapping[str, str], places: Sequence[Place]) -> None:
    """Make sure that places (message id, start, end, text if known) lie within the texts and say the same."""
    wrong = [place for place in places if not _fits(place, texts)]
    if not wrong:
        return
    lines = line_numbers(path)
    id, start, end, text = wrong[0]
    where = {"path": path, "line": lines.get(id, 0), "start": start, "end": end}
    absent = sum(text is None or text not in texts[id] for id, _, _, text in wrong)
    if 2 * absent > len(places):
        raise PseudoError(Errors.P527.format(messages=messages, **where))
    at = texts[id].find(text) if text is not None else -1
    hint = f"it stands at {at}-{at + len(text or '')}" if at >= 0 else "nor does it stand anywhere else in the message"
    count, total = (len({id for id, *_ in rows}) for rows in (wrong, places))
    raise PseudoError(Errors.P626.format(hint=hint, count=count, total=total, **where))


def _fits(place: Place, texts: Mapping[str, str]) -> bool:
    id, start, end, text = place
    return end <= len(texts[id]) and text in (None, texts[id][start:end])


def check_people(gold: Path, mentions: Marked, roster: Roster, authors: Iterable[str | None] = ()) -> None:
    """Warn of marked people whom nobody knows: an id may be mistyped.

    gold (Path): The gold file.
    mentions (Mapping[str, Sequence[GoldMention]]): The mentions in it.
    roster (Roster): The participants.
    authors (Iterable[Optional[str]]): People who write; some of them may not be in the roster.
    """
    known = {author for author in authors if author is not None}
    strange: dict[str, str] = {}
    for id, row in mentions.items():
        for mention in row:
            for person in (mention.participant or "").split(JOINT):
                if person and person not in known and person not in roster:
                    strange.setdefault(person, id)
    _warn(Warnings.W621, gold, list(strange.values()))


def names_somebody(title: str, roster: Roster, mentions: Marked) -> bool:
    """RETURNS (bool): A title, such as a directory's name, has a participant's name in it; an address counts as one."""
    names = [name for person in roster for name in person.names]
    names += [m.text for row in mentions.values() for m in row if m.participant is not None]
    known = {fold(word) for name in names for word in _WORDS.findall(name)}
    return "@" in title or any(fold(word) in known for word in _WORDS.findall(title))


def _warn(message: str, path: Path, ids: Sequence[str]) -> None:
    if ids:
        line = line_numbers(path).get(ids[0], 0)
        warnings.warn(message.format(path=path, count=len(ids), line=line), PseudoWarning, stacklevel=3)
