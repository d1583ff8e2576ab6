"""Messages whose text is HTML: the text that readers see and the attributes that may hold a name are pseudonymised,
everything else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import resources
from ..attrs import IDENTIFIER_LABELS, OTHER
from ..corpus.links import Links
from ..corpus.metadata import MetadataRewriter
from ..message import Message
from ..text.entities import SourceMap, unquote
from ..text.markup import Attribute, Edit, Markup, plain, read_markup
from ..text.tags import words_of
from ..text.words import not_prose
from .rows import Rows, sort_rows

if TYPE_CHECKING:
    from ..components.pseudonym_replacer import Replaced
    from ..corpus.links import Hidden
    from ..key import Key

# What is found in an address as in a text: who it is written to, and who calls themselves so.
_IN_ADDRESSES: Final = ("EMAIL", "USERNAME", "URL")
_MAYBE_PERSONAL: Final = re.compile(r"@|//|=40|＠|(?:^|[/\s])u/|^\s*(?:[a-z]{2,8}:|www\.)", re.IGNORECASE)
_ACCOUNT: Final = re.compile(r"/?u/(?P<name>[^/?#\s]+)", re.IGNORECASE)
_CALL: Final = re.compile(r"\s*(?:tel|sms|callto|fax|whatsapp):", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\s*(?:[a-z][a-z0-9+.-]{1,10}:\S|[?#]\w|www\.)|[^\s/]*/\S*\s*\Z", re.IGNORECASE)
_BLANK: Final = re.compile(r"\s")
_OF_PERSON: Final = re.compile(r"user|author|member|person|student|mention|owner|profile|participant|login")
_AFTER_PATH: Final = re.compile(r"[?#]")
# How sure it is that somebody is meant in a string that a machine made.
_CONFIDENCE: Final = 0.9


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
    rows: tuple[Rows, Rows, Rows]
    markup: list[Edit]
    shown: tuple[Rows, Rows, Rows]
    message: Message
    text: str


class HtmlPseudonymiser:
    """Pseudonymises HTML with what pseudonymises texts.

    key (Key): The key.
    pseudonymise (Callable[[Message], Replaced]): Pseudonymises the text of a message.
    """

    def __init__(self, key: Key, pseudonymise: Callable[[Message], Replaced]) -> None:
        self._lang = key.lang
        self._label = key.pseudonyms.labels.get
        self._pseudonymise = pseudonymise
        self._links = Links(key, MetadataRewriter(key, lambda: key.secret))
        self._in_address = lru_cache(maxsize=20_000)(self._find_in_address)

    def __call__(self, message: Message) -> Rewriting:
        """Pseudonymise a message.

        message (Message): A message whose text is HTML.
        RETURNS (Rewriting): What became of it.
        """
        markup, shown = read_markup(message.text), plain(message)
        with resources.speaking(self._lang):
            attributes = [(a, self._rows(a, shown)) for a in markup.attributes]
            groups = sort_rows(self._pseudonymise(shown))
            groups = _with_files(shown.text, groups, _files(attributes))
        changes = sorted((row for rows in groups for row in rows if row["replacement"] is not None), key=_start)
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
        rows: tuple[Rows, Rows, Rows] = ([], [], [])
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
            group.sort(key=_start)
        own = {edit for edit, _, _ in inner}
        emptied = [edit for edit in done.others if edit not in own]
        text = _replaced(shown.text, changes)
        return Rewriting(done.html, rows, emptied, groups, shown, text)

    # --- Attributes ---

    def _rows(self, attribute: Attribute, message: Message) -> Rows:
        name, value = attribute.name, attribute.value
        if name in words_of("attributes", "address") or (name not in _prose() and _ADDRESS.match(value)):
            return [dict(row) for row in self._in_address(value, message.author)]
        machine = name not in _prose() or "%20" in value
        if not name or (machine and not _BLANK.search(value.strip())):
            return self._string(attribute, value, 0)
        found = [row for rows in sort_rows(self._pseudonymise(replace(message, text=value))) for row in rows]
        for start, end in not_prose(value):  # 'IMG_Mary.jpg', which is no prose
            if not value[start:end].lower().startswith(("http", "www.")):
                found += _apart(self._string(attribute, value[start:end], start), found)
        return sorted(found, key=_start)

    def _string(self, attribute: Attribute, value: str, place: int) -> Rows:
        """A name of a file, an id or the like."""
        person = _OF_PERSON.search(attribute.name) is not None
        if not attribute.name:  # a name of an attribute: no sign may be put into it
            found = self._links.find(value)
            return [self._row("USERNAME", 0, len(value), self._links.code(value))] if found else []
        text, source = _unquoted(value)
        rows = _placed([self._hidden("USERNAME", hidden) for hidden in self._links.find(text, person=person)], source)
        return [{**row, "start": row["start"] + place, "end": row["end"] + place} for row in rows]

    def _find_in_address(self, value: str, author: str | None) -> tuple[dict[str, Any], ...]:
        """An address of a page, a file or a person."""
        text, source = _unquoted(value)
        wanted = self._personal(text, author) if _MAYBE_PERSONAL.search(text) else []
        rows = [row for row in wanted if row["category"] in ("EMAIL", "PHONE")]
        rows += _apart([self._hidden("URL", hidden) for hidden in self._links.find(text)], rows)
        if not self._links.written_before(text):
            rows += _apart([row for row in wanted if row["category"] == "USERNAME"], rows)
            # A page of somebody who is not known.
            rows = rows or [row for row in wanted if row["category"] == "URL"]
        rows = _placed(rows, source)
        return tuple(sorted((r for r in rows if value[r["start"] : r["end"]] != r["replacement"]), key=_start))

    def _personal(self, text: str, author: str | None) -> Rows:
        """What would be replaced if an address stood in a text."""
        labels = (*_IN_ADDRESSES, "PHONE") if _CALL.match(text) else _IN_ADDRESSES
        found = sort_rows(self._pseudonymise(Message(text, author=author)))[1]
        found = [row for row in found if row["replacement"] is not None and row["category"] in labels]
        for row in found:
            account = _ACCOUNT.match(text, row["start"], row["end"])
            if row["category"] == "USERNAME" and account:  # '/u/name' is who is called '@name' in the text
                row["start"] = account.start("name")
                called = sort_rows(self._pseudonymise(Message(f"@{account['name']}", author=author)))[1]
                if [one["category"] for one in called] == ["USERNAME"] and called[0]["replacement"] is not None:
                    row["replacement"] = called[0]["replacement"]
        return found

    def _hidden(self, category: str, hidden: Hidden) -> dict[str, Any]:
        return self._row(category, hidden.start, hidden.end, hidden.written, hidden.participant)

    def _row(self, category: str, start: int, end: int, written: str, who: str | None = None) -> dict[str, Any]:
        return {
            "start": start,
            "end": end,
            "participant": who,
            "replacement": written,
            "category": category,
            "confidence": _CONFIDENCE,
            "pseudonym": self._label(who) if who is not None else None,
            "place": None,
        }


def _prose() -> frozenset[str]:
    return words_of("attributes", "prose")


def _start(row: dict[str, Any]) -> int:
    return int(row["start"])


def _group(row: dict[str, Any]) -> int:
    """Mentions come first, other personal data second, people who take no part last."""
    return 2 if row["category"] == OTHER else int(row["category"] in IDENTIFIER_LABELS)


def _unquoted(value: str) -> tuple[str, tuple[SourceMap, ...]]:
    """What percent signs mean, read twice as addresses are nested, and the ways back."""
    once, outer = unquote(value)
    text, inner = unquote(once)
    return text, (inner, outer)


def _placed(rows: Rows, ways: Iterable[SourceMap]) -> Rows:
    """The rows with places in what percent signs stand in."""
    for row in rows:
        for way in ways:
            pieces = way.source(row["start"], row["end"])
            row["start"], row["end"] = pieces[0][0], pieces[-1][1]
    return rows


def _apart(new: Iterable[dict[str, Any]], known: Rows) -> Rows:
    """Those that overlap nothing that is replaced already."""
    taken = [row for row in known if row["replacement"] is not None]
    return [n for n in new if all(n["end"] <= k["start"] or k["end"] <= n["start"] for k in taken)]


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


def _with_files(
    text: str, groups: tuple[Rows, Rows, Rows], files: Iterable[tuple[str, str, dict[str, Any]]]
) -> tuple[Rows, Rows, Rows]:
    """The rows of a text, with names of files that are changed in links as well."""
    for old, new, row in files:
        at = text.find(old)
        while at >= 0:
            end = at + len(old)
            for rows in groups:
                rows[:] = [r for r in rows if r["end"] <= at or end <= r["start"]]
            groups[1].append({**row, "start": at, "end": end, "replacement": new})
            at = text.find(old, end)
        groups[1].sort(key=_start)
    return groups


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
