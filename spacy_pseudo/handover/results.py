"""What a run has written, read again: the messages that may be shared, and what was changed in them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..attrs import FIELDS, JOINT, REPLACEMENTS_FILE, SUMMARY_FILE
from ..corpus.metadata import CODE
from ..corpus.replies import Threads
from ..corpus.tables import Table
from ..disk import recover_directory
from ..errors import Errors, PseudoError
from ..key import CONTEXT, OTHERS, PSEUDONYMS, ROSTER, Key, check_files, read_files, recover
from ..message import Message
from ..text.markup import Markup, read_markup
from .edits import Edit, Edited, original_of, rebase
from .labels import Labels, UnknownPersonError, WithdrawnError

_VERBATIM: Final = ("subject", "text")
# The category of what was emptied in HTML: comments and the like.
_MARKUP: Final = "MARKUP"


class _Row(NamedTuple):
    """A line of `replacements.jsonl`: its number, and what is in it."""

    line: int
    values: dict[str, Any]


class Mention(NamedTuple):
    """A mention that was replaced, in a text or a subject. Private: it holds the original.

    id (str): The message, as the key knows it.
    field (str): 'text' or 'subject'.
    start, end (int): Where it stood.
    pseudonym (Optional[str]): The label of who is meant, or of several; None if nobody is, or it is hidden.
    category (str): The form's category.
    confidence (float): How sure it is.
    original (str): What stood there.
    """

    id: str
    field: str
    start: int
    end: int
    pseudonym: str | None
    category: str
    confidence: float
    original: str

    @property
    def several(self) -> bool:
        """RETURNS (bool): Several people may be meant."""
        return self.pseudonym is not None and JOINT in self.pseudonym


class Results:
    """The results of a run, in the order of its output. Nothing is run again: what is read agrees with what is there.

    out (Path): The directory that `run` or `apply` has filled and that may be shared.
    key (Path): The key it was filled with.
    """

    def __init__(self, out: str | Path, key: str | Path) -> None:
        self.out, self.key_directory = Path(out), Path(key)
        recover_directory(self.out)
        recover(self.key_directory)
        summary = _summary(self.out / SUMMARY_FILE)
        self.summary = summary
        self.settings: dict[str, Any] = summary["settings"]
        self.total = int(summary["messages"]["written"])
        self._files = [(self.out / str(file["name"]), dict(file["columns"])) for file in summary["files"]]
        for path in (*(path for path, _ in self._files), self.key_directory / REPLACEMENTS_FILE):
            if not path.is_file():
                raise PseudoError(Errors.P811.format(path=path))
        people = _people(self.key_directory)
        if (people.pseudonyms.mode, people.pseudonyms.template) != (self.mode, self.settings.get("template")):
            raise self._apart("their pseudonyms are of different kinds")
        self._labels = Labels(people, str(self.settings.get("others")))

    @property
    def mode(self) -> str:
        """RETURNS (str): How pseudonyms were drawn."""
        return str(self.settings.get("pseudonyms"))

    @property
    def parents(self) -> bool:
        """RETURNS (bool): Messages say which one they answer."""
        return any("parent" in columns for _, columns in self._files)

    @property
    def lang(self) -> str:
        """RETURNS (str): The language of the messages."""
        return str(self.settings.get("lang"))

    def __iter__(self) -> Iterator[Edited]:
        """YIELDS (Edited): The messages with what was changed in their texts."""
        threads = self._threads()
        messages = self._messages()
        number = 0
        for row in self._rows():
            if row.values.get("excluded") or row.values.get("failed"):
                continue
            message = next(messages, None)
            number += 1
            if message is None:
                raise self._apart("the key knows of more messages")
            if message.id != row.values.get("id") and not CODE.fullmatch(message.id or ""):
                raise self._apart(f"message {number} has another id")
            place = threads.place(message.id or "")
            parent_author, thread = message.parent_author or place.parent_author, message.thread or place.thread
            yield self._edited(replace(message, parent_author=parent_author, thread=thread), row, number)
        if next(messages, None) is not None or number != self.total:
            raise self._apart("the number of messages is another one")

    def mentions(self) -> Iterator[Mention]:
        """YIELDS (Mention): Every mention that was replaced, in texts and subjects."""
        path = self.key_directory / REPLACEMENTS_FILE
        for row in self._rows():
            try:
                for field, spans in (("text", row.values["spans"]), ("subject", row.values.get("subject", ()))):
                    for start, end, who, written, category, confidence, original, _ in spans:
                        label = self._labels.of_mention(who, written)
                        yield Mention(row.values["id"], field, start, end, label, category, confidence, original)
            except WithdrawnError as error:
                raise PseudoError(Errors.P815.format(key=self.key_directory, out=self.out)) from error
            except UnknownPersonError as error:
                raise self._apart("somebody who was replaced has no pseudonym in the key") from error
            except (ValueError, TypeError, KeyError) as error:
                raise PseudoError(Errors.P814.format(path=path, line=row.line)) from error

    def _edited(self, message: Message, row: _Row, number: int) -> Edited:
        path = self.key_directory / REPLACEMENTS_FILE
        try:
            self._labels.check_author(message.author)
            rows = self._replacements(row.values)
            both = zip(rebase(rows), rows, strict=True)
            edits = tuple(edit._replace(original=one["original"], names=one["names"]) for edit, one in both)
        except WithdrawnError as error:
            raise PseudoError(Errors.P815.format(key=self.key_directory, out=self.out)) from error
        except UnknownPersonError as error:
            raise self._apart("somebody who was replaced has no pseudonym in the key") from error
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise PseudoError(Errors.P814.format(path=path, line=row.line)) from error
        at = 0
        for edit in edits:
            fits = message.text[edit.start : edit.end] == edit.replacement and edit.old_start >= at
            if not fits or len(edit.original or "") != edit.old_end - edit.old_start:
                raise PseudoError(
                    Errors.P813.format(path=self._path_of(number), number=number, replacements=REPLACEMENTS_FILE)
                )
            at = edit.old_end
        edited = Edited(message, edits)
        return _plain(edited) if row.values.get("html") else edited

    def _replacements(self, row: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What was replaced in the text, in order; what was only marked or left stands there still."""
        labels, found = self._labels, []
        for start, end, who, written, category, _, original, place in row["spans"]:
            label, names = labels.of_mention(who, written), labels.names_of(who)
            found.append((start, end, written, label, category, place, original, names))
        for start, end, category, written, who, _, original in row["identifiers"]:
            found.append((start, end, written, labels.of_owner(who), category, None, original, ()))
        for start, end, category, written, _, original in row["others"]:
            if written is not None:
                found.append((start, end, written, labels.of_other(written, original), category, None, original, ()))
        for start, end, written, original in row.get("markup", ()):
            found.append((start, end, written, None, _MARKUP, None, original, ()))
        names = ("start", "end", "replacement", "pseudonym", "category", "place", "original", "names")
        return sorted((dict(zip(names, one, strict=True)) for one in found), key=lambda one: int(one["start"]))

    def _rows(self) -> Iterator[_Row]:
        path = self.key_directory / REPLACEMENTS_FILE
        with path.open(encoding="utf-8", newline="\n") as stream:
            number = 0
            try:
                for number, line in enumerate(stream, 1):
                    if not isinstance(row := json.loads(line), dict):
                        raise ValueError
                    yield _Row(number, row)
            except ValueError as error:
                raise PseudoError(Errors.P814.format(path=path, line=number or 1)) from error

    def _messages(self) -> Iterator[Message]:
        return chain.from_iterable(_read(path, columns) for path, columns in self._files)

    def _threads(self) -> Threads:
        """Who answers whom, and what is one thread: not all tables say so, but which message answers which."""
        threads = Threads()
        for message in self._messages():
            threads.add(message)
        threads.finish()
        return threads

    def _path_of(self, number: int) -> Path:
        counts = ((path, sum(1 for _ in _read(path, columns))) for path, columns in self._files)
        for path, count in counts:
            if number <= count:
                return path
            number -= count
        return self.out

    def _apart(self, what: str) -> PseudoError:
        return PseudoError(Errors.P812.format(out=self.out, key=self.key_directory, what=what))


def _plain(edited: Edited) -> Edited:
    """A message in HTML as readers see it: what was changed in tags is none of its edits."""
    new, old = read_markup(edited.message.text), read_markup(original_of(edited))
    edits: list[Edit] = []
    shift = 0
    for edit in edited.edits:
        place, before = _seen(new, edit.start, edit.end), _seen(old, edit.old_start, edit.old_end)
        if edit.category == _MARKUP or place is None or before is None:
            continue
        (start, end), original = place, old.text[before[0] : before[1]]
        # Counted from what is written: white space around a tag may be another one where something else stands in it.
        old_start = start + shift
        old_end = old_start + len(original)
        shift = old_end - end
        kept = edit._replace(old_start=old_start, old_end=old_end, original=original)
        edits.append(kept._replace(start=start, end=end, replacement=new.text[start:end]))
    return Edited(replace(edited.message, text=new.text), tuple(edits))


def _seen(markup: Markup, start: int, end: int) -> tuple[int, int] | None:
    """Where readers see a piece of HTML, None if they do not."""
    places = [at for raw in range(start, end) if (at := markup.to_text(raw)) is not None]
    return (places[0], places[-1] + 1) if places else None


def _summary(path: Path) -> dict[str, Any]:
    try:
        summary = json.loads(path.read_text("utf-8"))
        known = [set(file["columns"]) <= set(FIELDS) and "/" not in file["name"] for file in summary["files"]]
        if not known or not all(known) or not isinstance(summary["messages"]["written"], int):
            raise ValueError
        dict(summary["settings"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise PseudoError(Errors.P810.format(path=path)) from error
    return dict(summary)


def _people(directory: Path) -> Key:
    """The part of a key that says who is who: not the name map, which may be half edited, nor the messages' places."""
    for name in (PSEUDONYMS, ROSTER, CONTEXT):
        if not (directory / name).exists():
            raise PseudoError(Errors.P811.format(path=directory / name))
    check_files(directory, [REPLACEMENTS_FILE])
    texts = read_files(directory, (PSEUDONYMS, ROSTER, CONTEXT, OTHERS)).texts
    # The first line holds the settings.
    texts[CONTEXT] = next(iter(texts[CONTEXT]), "")
    return Key.from_files(texts, source=lambda name: str(directory / name))


def _read(path: Path, columns: Mapping[str, str]) -> Iterator[Message]:
    """YIELDS (Message): The messages of a file that we wrote; no column is guessed."""
    table = Table(path, encoding="utf-8")
    for row in table.rows():
        values = {field: table.text(row.values.get(header)) for field, header in columns.items()}
        yield Message(
            **{  # type: ignore[arg-type]
                field: value if field in _VERBATIM else value.strip()
                for field, value in values.items()
                if value is not None and (field in _VERBATIM or value.strip())
            }
        )
