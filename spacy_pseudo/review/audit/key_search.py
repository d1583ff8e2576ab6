"""The audit's search, over the files of a key and for one person: what is left there of somebody who was erased?"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from ... import languages
from ...key.layout import COPY, ROSTER
from ...message import Message
from ...people.forgotten import tells
from ...people.name_map import NameMap
from ...people.roster import Participant
from ...text.words import fold_all, word_list
from .class_list import FULL, LOGIN, NICKNAME, ClassList
from .originals import Originals
from .page import Page
from .ranking import LOW
from .standing import Hit
from .suspects import SuspectFinder

# What is written in place of what was erased.
ERASED: Final = "[…]"
# A shorter beginning or end of a name, at the edge of a context, tells nothing.
_PIECE: Final = 3
# Where ids of people stand; in the roster they are just called 'id'.
_ROSTER_ID: Final = "roster id"
_ID_FIELDS: Final = frozenset(
    (_ROSTER_ID, "participant", "participants", "candidates", "author", "parent_author", "decision")
)
_CHECKSUM: Final = re.compile(r"[0-9a-f]{64}")
_EDGES: Final = re.compile(r"^\W*(?P<first>[^\W\d_]+)|(?P<last>[^\W\d_]+)\W*$")


class Place(NamedTuple):
    """Where something was found in a text."""

    start: int
    end: int


@dataclass
class Searched:
    """What was searched, and what was found.

    files (list[str]): The files, those in the copy too.
    texts (int): How many values and lines there are in them.
    found (dict[str, int]): How often the person is found, by file.
    shared (int): How often a name is found that somebody else has too, and that is theirs there.
    """

    files: list[str] = field(default_factory=list)
    texts: int = 0
    found: dict[str, int] = field(default_factory=dict)
    shared: int = 0


class PersonSearch:
    """Finds one person.

    person (Participant): The person, with all ids and registered names.
    name_map (Optional[NameMap]): What the person is called, and nobody else.
    others (Iterable[Participant]): Everybody else.
    others_map (Optional[NameMap]): What they are called.
    values (Iterable[str]): Other personal data of the person: addresses, numbers, user names.
    messages (Iterable[Message]): The person's messages, if they are at hand.
    """

    def __init__(
        self,
        person: Participant,
        name_map: NameMap | None,
        others: Iterable[Participant],
        others_map: NameMap | None,
        values: Iterable[str] = (),
        messages: Iterable[Message] = (),
    ) -> None:
        messages = list(messages)
        self._originals = Originals(messages, {person.id})
        names = (*person.names, *sorted(self._originals.names.get(person.id, ())))
        self.known = ClassList([Participant(person.id, names, person.ids)], name_map)
        self._rest = ClassList(others, others_map)
        self._finder = SuspectFinder(self.known, frozenset())
        # A word or a short number stands for much else: it counts where ids stand.
        literals = {*filter(tells, (person.id, *person.ids)), *values}
        ordered = sorted(map(re.escape, literals), key=len, reverse=True)
        self._literal = re.compile(rf"(?<!\w)(?:{'|'.join(ordered) or '(?!)'})(?!\w)", re.IGNORECASE)
        self.ids = frozenset((person.id, *person.ids))

    def places(self, text: str, *, free: bool = False) -> list[Place]:
        """Find the person in a text.

        text (str): The text.
        free (bool): People wrote it: names that others have too may well mean this person.
        RETURNS (list[Place]): Where; in order, without overlaps.
        """
        found = [Place(*m.span()) for m in self._literal.finditer(text)]
        found += [Place(*place) for place in self._originals.quoted(text)]
        for hit in self._hits(text):
            if free or not self._is_shared(text, hit):
                found.append(Place(hit.start, hit.end))
        if free:
            found += self._pieces(text)
        merged: list[Place] = []
        for place in sorted(found):
            if merged and place.start <= merged[-1].end:
                merged[-1] = Place(merged[-1].start, max(place.end, merged[-1].end))
            else:
                merged.append(place)
        return merged

    def shared(self, text: str) -> int:
        """RETURNS (int): How many names in a text are those of others too."""
        return sum(self._is_shared(text, hit) for hit in self._hits(text))

    def redacted(self, text: str, *, free: bool = False) -> str:
        """RETURNS (str): A text without the person."""
        pieces, at = [], 0
        for start, end in self.places(text, free=free):
            pieces += [text[at:start], ERASED]
            at = end
        return "".join([*pieces, text[at:]])

    def _hits(self, text: str) -> Iterator[Hit]:
        page = Page(text)
        for hit in self._finder.find(page) if self._finder.worth(page.shadow) else ():
            # What nobody was heard to call the person is no name.
            if hit.owners and hit.kind != NICKNAME and (hit.rank != LOW or _is_name(text, hit)):
                yield hit

    def is_only_theirs(self, word: str) -> bool:
        """RETURNS (bool): A folded word is a name that the person has, and nobody else."""
        return self.known.words.get(word, NICKNAME) != NICKNAME and not self.is_others(word)

    def is_others(self, word: str) -> bool:
        """RETURNS (bool): A folded word, or letters, stand for somebody else too."""
        return word in self._rest.words or word in self._rest.initials

    def _is_shared(self, text: str, hit: Hit) -> bool:
        words = fold_all(text[hit.start : hit.end])
        if hit.kind in (FULL, LOGIN):
            return words in self._rest.phrases.get(words[0] if words else "", {})
        return all(map(self.is_others, words))

    def _pieces(self, text: str) -> Iterator[Place]:
        """Names that the edge of a context has cut."""
        for m in _EDGES.finditer(text):
            for side, fits in (("first", str.endswith), ("last", str.startswith)):
                word = "".join(fold_all(m[side] or ""))
                if len(word) >= _PIECE and any(
                    word != name and fits(name, word) for name, kind in self.known.words.items() if kind != NICKNAME
                ):
                    yield Place(*m.span(side))


def _is_name(text: str, hit: Hit) -> bool:
    """What may be an ordinary word as well has a capital, and is rare or all that stands there."""
    written = text[hit.start : hit.end]
    words = fold_all(written)
    if written[:1].islower() or any(word in word_list("calendar") for word in words):
        return False
    return written == text or not any(word in languages.common_words() for word in words)


def search_key(directory: Path, search: PersonSearch) -> Searched:
    """Look for a person in all files of a key, whatever they are.

    directory (Path): The key.
    search (PersonSearch): Who is looked for.
    RETURNS (Searched): What was searched, and what was found.
    """
    done = Searched()
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        contents = [(name, name.encode())] if path.is_dir() else [(name, path.read_bytes())]
        if name == COPY:
            with zipfile.ZipFile(path) as packed:
                contents = [(f"{name}/{inner}", packed.read(inner)) for inner in packed.namelist()]
        for file, content in contents:
            done.files.append(file)
            # The name of a file is somebody's choice as well, but for ours.
            for field_name, text in (("", path.name), *_texts(file, content.decode("utf-8", "replace"))):
                if is_checksum(text):
                    continue
                done.texts += 1
                if hits := len(search.places(text)) or int(field_name in _ID_FIELDS and text in search.ids):
                    done.found[file] = done.found.get(file, 0) + hits
                done.shared += search.shared(text)
    return done


def is_checksum(text: str) -> bool:
    """RETURNS (bool): It is a SHA-256 checksum: 'ada' and '4da' in it name nobody."""
    return _CHECKSUM.fullmatch(text) is not None


def _texts(name: str, content: str) -> Iterator[tuple[str, str]]:
    """YIELDS (tuple[str, str]): Values of tables and of JSON with the names of their fields, lines of other files."""
    if name.endswith(".jsonl"):
        for line in content.split("\n"):
            yield from _strings(_parsed(line), _ROSTER_ID if name.endswith(ROSTER) else "id")
    elif name.endswith(".json"):
        yield from _strings(_parsed(content))
    elif name.endswith(".csv"):
        rows = csv.reader(io.StringIO(content, newline=""))
        header = next(rows, [])
        yield from (("", cell) for cell in header)
        for row in rows:
            yield from zip_longest(header, row, fillvalue="")
    else:
        yield from (("", line) for line in content.splitlines())


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _strings(value: Any, id_field: str = "id", name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield (id_field if name == "id" else name), value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, id_field, name)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield "", key
            yield from _strings(item, id_field, key)


def mapped(value: Any, change: Callable[[str, str], str], name: str = "") -> Any:
    """RETURNS (Any): Plain data with all its strings changed.

    value (Any): The data.
    change (Callable[[str, str], str]): From the name of a field and its text to what stands there then.
    name (str): The name of the field that it stands in.
    """
    if isinstance(value, str):
        return change(name, value)
    if isinstance(value, list):
        return [mapped(item, change, name) for item in value]
    if isinstance(value, dict):
        return {key: mapped(item, change, key) for key, item in value.items()}
    return value
