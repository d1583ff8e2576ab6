"""Ids that are one person's, and ids that are not: changes of the roster and the name map that belong together."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ...errors import Errors, PseudoError
from ...key import NAMES, ROSTER, Key, draft, log
from ...people.name_map import Form, NameMap
from ...people.roster import Participant
from .changes import read

MERGED: Final = "merged"
SPLIT: Final = "split"


def merge(directory: Path, key: Key, person: str, other: str) -> None:
    """Make two ids one person's.

    directory (Path): The key directory.
    key (Key): The key.
    person (str): Who stays.
    other (str): Whose names, forms and ids go to that person.
    """
    one, two = key.roster.get(person), key.roster.get(other)
    if one is None or two is None or one.id == two.id:
        raise PseudoError(Errors.P907)
    names = NameMap.parse(read(directory / NAMES))
    forms = names.forms(two.id)
    new = [form for form in forms if names.add(one.id, form)]
    for form in forms:
        names.remove(two.id, form.text)
    together = replace(
        one,
        names=tuple(dict.fromkeys((*one.names, *two.names))),
        ids=tuple(dict.fromkeys((*one.ids, two.id, *two.ids))),
        excluded=one.excluded or two.excluded,
    )
    people = [together if known.id == one.id else known for known in key.roster if known.id != two.id]
    _save(directory, key, people, names)
    log.append(
        directory, MERGED, person=one.id, other=two.id, names=list(two.names), ids=list(two.ids),
        own=[name for name in two.names if name not in one.names], excluded=two.excluded,
        forms=[[form.text, form.count, form.unsure, form.output] for form in forms],
        new=[form.text for form in new],
    )  # fmt: skip


def split(directory: Path, key: Key, person: str, other: str) -> None:
    """Make one of somebody's ids another person's.

    directory (Path): The key directory.
    key (Key): The key.
    person (str): Whose id it is now.
    other (str): The id.
    """
    one = key.roster.get(person)
    if one is None or other not in one.ids:
        raise PseudoError(Errors.P907)
    rows = [row for row in log.read(directory) if row["what"] == MERGED and row["other"] == other]
    was: dict[str, Any] = (
        rows[-1] if rows else {"names": [], "own": [], "ids": [], "forms": [], "new": [], "excluded": False}
    )
    names = NameMap.parse(read(directory / NAMES))
    for text in was["new"]:
        names.remove(one.id, text)
    for text, count, unsure, output in was["forms"]:
        names.add(other, Form(text, count, unsure, output))
    gone = {other, *was["ids"]}
    left = replace(
        one,
        names=tuple(name for name in one.names if name not in was["own"]),
        ids=tuple(id for id in one.ids if id not in gone),
    )
    again = Participant(other, tuple(was["names"]), tuple(was["ids"]), excluded=was["excluded"])
    people = [left if known.id == one.id else known for known in key.roster]
    _save(directory, key, [*people, again], names)
    log.append(directory, SPLIT, person=one.id, other=other)


def waits_for_discovery(directory: Path, applied: str) -> bool:
    """RETURNS (bool): Ids were put together or apart since the last run: what speaks for whom must be weighed anew.

    directory (Path): The key directory.
    applied (str): What the log says of a run.
    """
    last = [row["what"] for row in log.read(directory) if row["what"] in (MERGED, SPLIT, applied)]
    return bool(last) and last[-1] != applied


def _save(directory: Path, key: Key, people: Iterable[Participant], names: NameMap) -> None:
    """A new generation of the key: the roster and the name map, or neither."""
    rows = ({name: getattr(person, name) for name in person.__slots__} for person in people)
    roster = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    with draft(directory, seen=None) as generation:
        generation.write_all({ROSTER: roster, NAMES: names.to_text()})
