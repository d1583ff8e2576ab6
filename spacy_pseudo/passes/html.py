"""Messages whose text is HTML: the text that readers see and the attributes that may hold a name are pseudonymised,
everything else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import resources
from ..attrs import IDENTIFIER_LABELS, OTHER
from ..corpus.links import NOBODY
from ..message import Message
from ..text.entities import unquote
from ..text.markup import Attribute, Edit, Markup, plain, read_markup
from ..text.tags import words_of
from .attributes import AttributeReader
from .rows import Rows, sort_rows, start_of

if TYPE_CHECKING:
    from ..components.pseudonym_replacer import Replaced
    from ..key import Key

Groups = tuple[Rows, Rows, Rows]
_AFTER_PATH: Final = re.compile(r"[?#]")


class Rewriting(NamedTuple):
    """What became of an HTML text.

    html (str): The new HTML.
    rows (tuple[Rows, Rows, Rows]): Mentions, other personal data, names of people who take no part: start and end are
        places in the old HTML, `replacement` is all that is written there with the tags in it, `written` what readers
        see of it, and `attribute` says in which attribute it stands, if in one.
    markup (list[Edit]): What else was changed: comments, scripts, style sheets and pictures, which are emptied.
    shown (tuple[Rows, Rows, Rows]): The rows of the text that readers see, with places in that text.
    message (Message): The message as readers see it.
    text (str): The pseudonymised text that readers see.
    """

    html: str
    rows: Groups
    markup: list[Edit]
    shown: Groups
    message: Message
    text: str


class HtmlPseudonymiser:
    """Pseudonymises HTML with what pseudonymises texts.

    key (Key): The key.
    pseudonymise (Callable[[Message], Replaced]): Pseudonymises the text of a message.
    """

    def __init__(self, key: Key, pseudonymise: Callable[[Message], Replaced]) -> None:
        self._lang = key.lang
        self._pseudonymise = pseudonymise
        self._render = key.pseudonyms.render
        self._attributes = AttributeReader(key, pseudonymise)

    def __call__(self, message: Message) -> Rewriting:
        """Pseudonymise a message.

        message (Message): A message whose text is HTML.
        RETURNS (Rewriting): What became of it.
        """
        markup, shown = read_markup(message.text), plain(message)
        with resources.speaking(self._lang):
            attributes = [(a, self._attributes.rows(a, shown)) for a in markup.attributes]
            groups = sort_rows(self._pseudonymise(shown))
        for old, new, row in _files(attributes):
            _add_everywhere(shown.text, groups, old, new, row)
        for attribute, found in attributes:
            self._add_accounts(shown.text, groups, attribute, found)
        changes = sorted((row for rows in groups for row in rows if row["replacement"] is not None), key=start_of)
        inner = [
            (markup.write(a, r["start"], r["end"], r["replacement"]), a, r)
            for a, rows in attributes
            for r in rows
            if r["replacement"] is not None
        ]
        done = markup.rewrite(
            [(row["start"], row["end"], row["replacement"]) for row in changes], [edit for edit, _, _ in inner]
        )
        placed = {id(row): edit for row, edit in zip(changes, done.edits, strict=True)}
        rows: Groups = ([], [], [])
        for group, found in zip(rows, groups, strict=True):
            group += filter(None, (_in_html(markup, row, placed.get(id(row))) for row in found))
        outside = set(done.others)
        for edit, attribute, row in inner:
            if edit in outside:  # what lies within a mention is a part of what is written there
                rows[_group(row)].append(_in_attribute(attribute, row, edit))
        for attribute, found in attributes:
            for row in found:
                if row["replacement"] is None:
                    start, end = attribute.source(row["start"], row["end"])
                    rows[_group(row)].append(_in_attribute(attribute, row, (start, end, "")))
        for group in rows:
            group.sort(key=start_of)
        own = {edit for edit, _, _ in inner}
        emptied = [edit for edit in done.others if edit not in own]
        text = _replaced(shown.text, changes)
        return Rewriting(done.html, rows, emptied, groups, shown, text)

    def _add_accounts(self, text: str, groups: Groups, attribute: Attribute, found: Rows) -> None:
        """Who is called by an id in a link is called so by '@' and the id, or above a quotation, as well."""
        for row in found:
            account = unquote(attribute.value[row["start"] : row["end"]])[0]
            hidden = row["replacement"] == NOBODY
            if (row["participant"] is None and not hidden) or not any(map(str.isalpha, account)):
                continue
            written = self._render(None if hidden else [row["participant"]])
            called = re.compile(rf"(?:(?<![\w@])@|^[ >]*){re.escape(account)}(?!\w)", re.MULTILINE | re.IGNORECASE)
            for one in called.finditer(text):
                start = one.end() - len(account)
                alone = text[start - 1 : start] == "@" or text[one.end() : one.end() + 2] in (":", ":\n")
                if alone and not any(r["start"] < one.end() and start < r["end"] for rows in groups for r in rows):
                    new = {**row, "start": start, "end": one.end(), "replacement": written, "category": "USERNAME"}
                    groups[1].append(new)
            groups[1].sort(key=start_of)


def _group(row: dict[str, Any]) -> int:
    """Mentions come first, other personal data second, people who take no part last."""
    return 2 if row["category"] == OTHER else int(row["category"] in IDENTIFIER_LABELS)


def _files(attributes: Iterable[tuple[Attribute, Rows]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """YIELDS (tuple[str, str, dict[str, Any]]): Names of files that have changed in links: readers see them as well."""
    for attribute, rows in attributes:
        if rows and attribute.name in words_of("attributes", "address"):
            old, new = map(_file, (attribute.value, _replaced(attribute.value, rows)))
            if old != new and old and new:
                yield old, new, rows[-1]


def _file(address: str) -> str:
    """The name of the file that an address leads to, if it has an ending."""
    name = unquote(_AFTER_PATH.split(address, maxsplit=1)[0])[0].rpartition("/")[2]
    return name if 0 < name.rfind(".") < len(name) - 1 else ""


def _add_everywhere(text: str, groups: Groups, old: str, new: str, row: dict[str, Any]) -> None:
    """Replace a string wherever it stands, and what overlaps it with it."""
    at = text.find(old)
    while at >= 0:
        start, end = at, at + len(old)
        for rows in groups:
            over = [r for r in rows if r["start"] < end and start < r["end"]]
            start, end = min([start, *map(start_of, over)]), max([end, *(r["end"] for r in over)])
            rows[:] = [r for r in rows if r not in over]
        groups[1].append({**row, "start": start, "end": end, "replacement": new})
        at = text.find(old, end)
    groups[1].sort(key=start_of)


def _replaced(text: str, rows: Iterable[dict[str, Any]]) -> str:
    pieces, at = [], 0
    for row in rows:
        pieces += [text[at : row["start"]], row["replacement"]]
        at = row["end"]
    return "".join([*pieces, text[at:]])


def _in_html(markup: Markup, row: dict[str, Any], edit: Edit | None) -> dict[str, Any] | None:
    """The row with places in the HTML; None if nothing in the HTML makes it."""
    if edit is None:
        pieces = markup.source(row["start"], row["end"])
        if row["replacement"] is not None or not pieces:
            return None
        return {**row, "start": pieces[0][0], "end": pieces[-1][1], "written": None}
    start, end, replacement = edit
    return {**row, "start": start, "end": end, "replacement": replacement, "written": row["replacement"]}


def _in_attribute(attribute: Attribute, row: dict[str, Any], edit: Edit) -> dict[str, Any]:
    start, end, replacement = edit
    written = row["replacement"]
    known = {"replacement": None if written is None else replacement, "written": written, "attribute": attribute.name}
    return {**row, "start": start, "end": end, **known}
