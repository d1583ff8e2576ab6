"""Erase somebody from a key: every file of it, in one new generation."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from .. import languages
from ..attrs import JOINT, REPLACEMENTS_FILE, STRUCTURED, UNLINKED
from ..cells import cell_writer
from ..errors import Errors, PseudoError
from ..key import (
    CONFLICTS,
    DECISIONS,
    FAILURES,
    FOLLOWED,
    KEPT,
    LANGUAGES,
    LEFT,
    ORDINARY,
    OTHERS,
    SURROGATES,
    SUSPICIONS,
    Key,
    draft,
    log,
)
from ..message import Message
from ..passes.spool import discard
from ..people.context import Context
from ..people.decisions import Decisions
from ..people.forgotten import FORM, MESSAGE
from ..people.forgotten import ID as ID_CODE
from ..people.name_map import Form, NameMap
from ..people.others.table import Others
from ..people.roster import Participant, Roster
from ..surrogates.exchange import Exchange
from ..text.words import fold, fold_all
from .audit.key_search import ERASED, PersonSearch, Searched, is_checksum, mapped, search_key
from .audit.ranking import is_ordinary

Rows = list[dict[str, str]]
# What people wrote around a place: a name in it may be this person's, whoever else has it.
_FREE: Final = frozenset(("before", "after", "context"))
_FORGOTTEN: Final = "forgotten"
# What the log calls it.
_FORGET: Final = "key forget"
# The line of a message of which nothing is known any more.
_NOTHING: Final = {"id": "", "spans": [], "identifiers": [], "marked": [], "others": []}
_LISTS: Final = (CONFLICTS, FAILURES, KEPT, SUSPICIONS, LANGUAGES)


# Where the original stands in the rows of what was replaced: of other personal data, of people who take no part.
_VALUE: Final = 6
_ORIGINALS: Final = {
    "identifiers": _VALUE, "marked": _VALUE, "subject_identifiers": _VALUE, "subject_marked": _VALUE, "others": 5,
    "subject_others": 5,
}  # fmt: skip
_SHORT: Final = 3
# Of these, what nobody else mentions is the person's; dates and plain numbers are anybody's.
_PERSONAL: Final = frozenset(STRUCTURED) - {"DATE", "AGE", "TIME", "NUMBER"}
_ADDRESS: Final = re.compile(r"[@/]")
_PIECES: Final = re.compile(r"[^\W\d_]{2,}")


class Forgetting:
    """Erases one person.

    directory (Path): The key directory.
    any_id (str): An id of the person.
    messages (Iterable[Message]): The original messages, which tell more; none if they are not at hand.
    """

    def __init__(self, directory: Path, any_id: str, messages: Iterable[Message] = ()) -> None:
        self._path = directory
        self._key = key = Key.load(directory)
        main = key.roster.main_id(any_id) or any_id
        mapped_ids = key.name_map.participants() if key.name_map is not None else []
        if main not in key.roster and main not in mapped_ids:
            raise PseudoError(Errors.P907)
        self._person = key.roster.get(main) or Participant(main)
        self._ids = {self._person.id, *self._person.ids}
        self._label = key.pseudonyms.label(main) if main in key.pseudonyms else ""
        self._own = {id for id, place in key.context.places.items() if place.author in self._ids}
        originals = [message for message in messages if message.author in self._ids]
        self._own |= {message.id for message in originals if message.id is not None}
        self._rows = [json.loads(line) for line in self._read(REPLACEMENTS_FILE).split("\n") if line.strip()]
        self._forms = [form.text for form in key.name_map.forms(main)] if key.name_map is not None else []
        self._forms += [one.form for one in key.connections if one.participant == main]
        self._forms += key.offered.get(main, [])
        others = [person for person in key.roster if person.id != main]
        rest = NameMap("".join(_without_lines(key.name_map, [main]))) if key.name_map is not None else None
        own = NameMap("")
        for form in dict.fromkeys(self._forms):
            own.add(main, Form(form))
        self._others, self._own_map, self._rest_map = others, own, rest
        with languages.speaking(key.lang):
            self._personal = self._values()
            self._search = PersonSearch(self._person, own, others, rest, self._personal, originals)

    def run(self) -> Searched:
        """Erase the person, and search all files.

        RETURNS (Searched): What is found then.
        """
        key, main, before = self._key, self._person.id, log.generation_of(self._path)
        with languages.speaking(key.lang):
            texts: dict[str, str | None] = dict.fromkeys(FOLLOWED)
            self._remember()
            tables = {name: self._table(name) for name in (SURROGATES, OTHERS, LEFT, ORDINARY)}
            self._erase(tables[OTHERS] or "")
            texts.update(Key.from_files(key.to_files()).to_files())
            texts.update({name: text for name, text in tables.items() if text is not None})
            texts[REPLACEMENTS_FILE] = _lines(map(self._replaced, self._rows))
            for name in _LISTS:
                texts[name] = self._list(name)
            there = {name: text for name, text in texts.items() if text is not None or name in FOLLOWED}
            with draft(self._path, seen=key.seen) as generation:
                generation.write_all(there)
                log.renew(self._path, self._log_row)  # before the one step that decides: it can be given again
            discard(self._path)
            told: dict[str, Any] = {"before": before} if before is not None else {}
            log.append_command(self._path, _FORGET, counts={"participants": len(key.roster)}, **told)
            assert main not in Key.load(self._path).roster
            return search_key(self._path, self._search)

    # --- What is known of the person ---

    def _values(self) -> set[str]:
        """Addresses, numbers and the like that are the person's: known to be, made of the name, or in nobody else's
        messages."""
        mine, theirs, found = set[str](), set[str](), set[str]()
        finder = PersonSearch(self._person, self._own_map, self._others, self._rest_map)
        for row in self._rows:
            for name, at in _ORIGINALS.items():
                for one in row.get(name, ()) if at == _VALUE else ():
                    value, owner = one[at], one[4]
                    if owner in self._ids or (owner is None and _is_made_of(value, finder)):
                        found.add(value)
                    elif owner is None and one[2] in _PERSONAL:
                        (mine if row["id"] in self._own else theirs).add(value)
        return {value for value in found | (mine - theirs) if len(value) > _SHORT}

    def _remember(self) -> None:
        """Keep codes by which the person is recognised; of names only what is nobody else's, and no ordinary word."""
        codes, rest = self._key.forgotten, self._search
        for id in self._ids:
            codes.add(ID_CODE, id)
        for id in self._own:
            codes.add(MESSAGE, id)
        for value in self._personal:
            codes.add(ID_CODE, value)
        for name in (*map(" ".join, _phrases(rest)), *rest.known.words, *self._forms):
            words = fold_all(name)
            if len(words) > 1 or (words and self._is_telling(name, words[0])):
                codes.add(FORM, name)

    def _is_telling(self, name: str, word: str) -> bool:
        """A word means this person and nobody else, wherever it stands: no ordinary word, no nickname that was not
        heard. Of two letters, initials."""
        if is_ordinary(word) or len(word) < 2 or (len(word) == 2 and not name.isupper()):
            return False
        if len(word) == 2:
            return not self._search.is_others(word)
        return bool(self._search.places(name.title()))

    # --- The files that are followed ---

    def _erase(self, others: str) -> None:
        key, main, own = self._key, self._person.id, self._own
        key.roster = Roster(self._others)
        if key.name_map is not None:
            key.name_map = NameMap("".join(self._name_lines(key.name_map)))
        if main in key.pseudonyms:
            key.pseudonyms.forget(main)
        rows = [row for row in key.context.to_rows() if row["id"] not in own]
        discussed = {name: where for name, where in key.context.discussed.items() if not self._names(name)}
        key.context = Context.from_rows(map(self._place, rows))
        key.context.discussed = discussed
        key.connections = [
            replace(one, messages=tuple(id for id in one.messages if id not in own))
            for one in key.connections
            if one.participant != main and not self._names(one.form)
        ]
        key.offered.pop(main, None)
        key.considered = {word for word in key.considered if not self._names(word)}
        key.eponyms = {(name, thing) for name, thing in key.eponyms if not self._names(name)}
        key.cited = {word for word in key.cited if not self._names(word)}
        key.surrogates = {place: text for place, text in key.surrogates.items() if not self._names(place[1])}
        before = {person.label for person in key.others.hidden()}
        offered = [name for name in key.others.offered if not self._names(name)]
        key.others = Others.from_csv(others, offered=offered)
        key.look_alikes |= before - {person.label for person in key.others.hidden()}  # nobody else gets them
        raw = self._table(DECISIONS, key.decisions.raw) or ""
        places = [one for one in key.judged_places if one.id not in own and not self._names(str(one.to_row()))]
        key.decisions = Decisions.from_csv(raw, DECISIONS)
        key.adapt(places)
        values = [value for value in key.exchange if (value.documents - own or not value.documents)]
        for value in values:
            value.documents -= own
        key.exchange = Exchange(value for value in values if not self._names(value.text))
        for name in ("index", "watchlist", "judged_forms", "other_finder", "real_words"):
            key.__dict__.pop(name, None)

    def _names(self, text: str) -> bool:
        """A text is, or holds, something by which this person alone is known."""
        return bool(self._search.places(text) or self._search.places(text.title()))

    def _name_lines(self, name_map: NameMap) -> Iterable[str]:
        """The lines of everybody else; a person may have written comments."""
        for line in _without_lines(name_map, [self._person.id]):
            if not line.startswith(("#", "!")):
                yield line
            elif line.startswith("#") or not self._search.places(line):
                yield self._search.redacted(line)

    def _place(self, row: dict[str, Any]) -> dict[str, Any]:
        answers = row["parent_author"] in self._ids or row["parent"] in self._own
        return {**row, "parent": None, "parent_author": None} if answers else row

    # --- The lists ---

    def _replaced(self, row: dict[str, Any]) -> dict[str, Any]:
        """A line of what was replaced: the person's places are marked, and the originals gone."""
        if row["id"] in self._own or row.get(_FORGOTTEN) is True:
            return {**_NOTHING, "id": row["id"], _FORGOTTEN: True}
        count = 0
        for name in ("spans", "subject"):
            for one in row.get(name, ()):
                people = one[2].split(JOINT) if one[2] is not None else []
                nobody = one[2] is None or one[4] == UNLINKED
                if self._ids.intersection(people) or (nobody and self._search.places(one[6], free=True)):
                    one[2], one[6] = None, one[3]
                    count += 1
        for name in ("identifiers", "subject_identifiers", "marked", "subject_marked", "others", "subject_others"):
            for one in row.get(name, ()):
                whose = 4 if "others" not in name else None
                original = 5 if whose is None else 6
                if (whose is not None and one[whose] in self._ids) or self._search.places(one[original]):
                    if whose is not None:
                        one[whose] = None
                    one[original] = one[3] if one[3] is not None else ERASED
                    count += 1
        count += row.get(_FORGOTTEN, 0)
        row = mapped(row, self._plain)
        return {**row, _FORGOTTEN: count} if count else row

    def _list(self, name: str) -> str | None:
        if not (self._path / name).is_file():
            return None
        rows = []
        for line in filter(str.strip, self._read(name).split("\n")):
            row = json.loads(line)
            if isinstance(row, list):
                rows += [row] if not self._ids.intersection(row) else []
            elif row.get("id") not in self._own and not self._ids.intersection(_people(row)):
                if "ids" in row:
                    row["ids"] = [id for id in row["ids"] if id not in self._own]
                rows.append(mapped(row, self._plain))
        return _lines(rows)

    def _table(self, name: str, content: str | None = None) -> str | None:
        """A table without lines that are about the person; None if there is no such file."""
        if content is None and not (self._path / name).is_file():
            return None
        content = self._read(name) if content is None else content
        header = content.partition("\n")[0]
        delimiter = next((sign for sign in ";\t" if sign in header), ",")
        reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=delimiter)
        stream = io.StringIO(newline="")
        writer, headers = cell_writer(stream, delimiter=delimiter), list(reader.fieldnames or [])
        writer.writerow(headers)
        kept = filter(None, (self._row(name, row) for row in reader))
        writer.writerows([row.get(header) for header in headers] for row in kept)
        return stream.getvalue() if content else content

    def _row(self, name: str, row: dict[str, str]) -> dict[str, str] | None:
        if self._own.intersection((row.get("id", ""),)) or self._ids.intersection((row.get("decision", ""),)):
            return None
        if name == ORDINARY:
            people = [id for id in row["participants"].split("|") if id not in self._ids]
            row["participants"] = "|".join(people)
            row["ids"] = " ".join(id for id in row["ids"].split() if id not in self._own)
            return row if people else None
        if name in (SURROGATES, OTHERS):
            text = row["text"] if name == SURROGATES else row["name"]
            mine, theirs = self._heard(text)
            if (mine and not theirs) or self._names(text):
                return None
            if mine or row.get("message") in self._own:
                row["context"] = ""
                row |= {"message": ""} if "message" in row else {}
        return {field: self._plain(field, value or "") for field, value in row.items()}

    def _heard(self, text: str) -> tuple[bool, bool]:
        """Whether something stands in the person's messages, and whether it stands in others."""
        mine = theirs = False
        forms = {fold_all(form) for form in text.split("|")}
        for row in self._rows:
            for name, at in _ORIGINALS.items():
                if any(fold_all(one[at]) in forms for one in row.get(name, ())):
                    mine, theirs = mine or row["id"] in self._own, theirs or row["id"] not in self._own
        return mine, theirs

    def _plain(self, field: str, text: str) -> str:
        if field in _FREE:
            return self._search.redacted(text, free=True)
        return self._search.redacted(text)

    def _log_row(self, row: Mapping[str, Any]) -> bool:
        """A line of the log is about the person; those of commands hold nobody's name."""
        return log.OUTCOME not in row and any(
            self._search.places(text) for text in _all_strings(row) if not is_checksum(text)
        )

    def _read(self, name: str) -> str:
        file = self._path / name
        return file.read_bytes().decode("utf-8") if file.is_file() else ""


def _is_made_of(value: str, search: PersonSearch) -> bool:
    """An address has a name in it that is this person's only."""
    pieces = _PIECES.findall(value) if _ADDRESS.search(value) else ()
    return any(search.is_only_theirs(fold(piece)) for piece in pieces)


def _phrases(search: PersonSearch) -> Iterable[tuple[str, ...]]:
    return (words for phrases in search.known.phrases.values() for words in phrases)


def _people(row: Mapping[str, Any]) -> Collection[str]:
    """Whom a line of a list is about, if that is one person."""
    people = [*row.get("participants", ()), *row.get("candidates", ())]
    return [*people, row.get("participant") or "", row.get("author") or ""]


def _all_strings(value: Any) -> list[str]:
    found: list[str] = []
    mapped(value, lambda _, text: found.append(text) or text)  # type: ignore[func-returns-value]
    return found


def _without_lines(name_map: NameMap, people: Collection[str]) -> Iterable[str]:
    gone = set(name_map.lines_of(people))
    lines = name_map.to_text().splitlines(keepends=True)
    return [line for number, line in enumerate(lines, 1) if number not in gone]


def _lines(rows: Iterable[Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
