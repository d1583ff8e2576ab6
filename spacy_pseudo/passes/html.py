"""Messages whose text is HTML: the text that readers see and the attributes that may hold a name are pseudonymised,
everything else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import languages
from ..attrs import HANDLE, IDENTIFIER_LABELS, OTHER
from ..corpus.links import NOBODY
from ..message import Message
from ..people.decisions import TEXT, Decided, fits
from ..people.evidence import BODY
from ..people.forms import FULL, GIVEN, NICK, SURNAME
from ..text.entities import unquote
from ..text.markup import Attribute, Edit, Markup, plain, read_markup
from ..text.ranges import Ranges
from ..text.tags import words_of
from ..text.words import fold
from .attributes import AttributeReader
from .rows import Rows, sort_rows, start_of

if TYPE_CHECKING:
    from ..engine.writing import Replaced
    from ..key import Key

Groups = tuple[Rows, Rows, Rows]
_NAMES: Final = frozenset((GIVEN, NICK, SURNAME, FULL))
# Where a word can only be a name.
_CALLED: Final = "Hi {},"
_TAGS: Final = re.compile(r"<[^<>]*>")
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
    kept (tuple[Rows, Rows]): What may name a participant and is left: places in the HTML, those in attributes last,
        and in what readers see.
    """

    html: str
    rows: Groups
    markup: list[Edit]
    shown: Groups
    message: Message
    text: str
    kept: tuple[Rows, Rows]


class HtmlPseudonymiser:
    """Pseudonymises HTML with what pseudonymises texts.

    key (Key): The key.
    pseudonymise (Callable[[Message], Replaced]): Pseudonymises the text of a message.
    """

    def __init__(self, key: Key, pseudonymise: Callable[[Message], Replaced]) -> None:
        self._lang = key.lang
        self._pseudonymise = pseudonymise
        self._render = key.pseudonyms.render
        self._claims = key.index.claims
        self._decisions = key.decisions
        self._attributes = AttributeReader(key, pseudonymise)

    def __call__(self, message: Message) -> Rewriting:
        """Pseudonymise a message.

        message (Message): A message whose text is HTML.
        RETURNS (Rewriting): What became of it.
        """
        markup, shown = read_markup(message.text), plain(message)
        self._show_decisions(message, markup, shown.text)
        with languages.speaking(self._lang):
            looked_at = list(self._in_attributes(markup, shown))
            attributes = [(attribute, rows) for attribute, rows, _ in looked_at]
            replaced = self._pseudonymise(shown)
            groups = sort_rows(replaced)
            self._add_cells(shown, groups, markup)
        _add_files(shown.text, groups, attributes)
        self._add_accounts(shown.text, groups, attributes)
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
        gone = Ranges((row["start"], row["end"]) for row in changes)
        seen = [row for row in replaced.kept if not gone.touch(row["start"], row["end"])]
        kept = list(_sourced(markup, seen))
        hidden = Ranges(edit[:2] for edit in (*done.others, *filter(None, done.edits)))
        inside = [
            row
            for attribute, _, left in looked_at
            for row in (_left_in(attribute, one) for one in left)
            if not hidden.touch(row["start"], row["end"])
        ]
        both = [*(row for row, _ in kept), *inside], [row for _, row in kept]
        return Rewriting(done.html, rows, emptied, groups, shown, text, both)

    def _show_decisions(self, message: Message, markup: Markup, text: str) -> None:
        """Places of decisions are those of the HTML; find out where they lie in what readers see."""
        decided = []
        for one in self._decisions.of(message.id, TEXT):
            word = re.compile(r"\s+".join(map(re.escape, _TAGS.sub("", one.text).split())))
            for place in word.finditer(text) if fits(one, message.text) else ():
                pieces = markup.source(*place.span())
                if pieces and pieces[0][0] == one.start:
                    decided.append(Decided(*place.span(), one.decision, one.adapted))
        self._decisions.show(message.id or "", decided)

    def _in_attributes(self, markup: Markup, shown: Message) -> Iterator[tuple[Attribute, Rows, Rows]]:
        """What is changed and what is kept in each; the same picture may stand there a thousand times."""
        known: dict[tuple[str, str, bool], tuple[Rows, Rows]] = {}
        for attribute in markup.attributes:
            same = attribute.name, attribute.value, attribute.quote is None
            if same not in known:
                known[same] = self._attributes.read(attribute, shown)
            yield attribute, *known[same]

    def _add_cells(self, shown: Message, groups: Groups, markup: Markup) -> None:
        """A participant's name that is all there is in a cell is one, even if it is an ordinary word as well."""
        taken = _taken(groups)
        known: dict[str, Rows] = {}
        for start, end in markup.cells():
            word = shown.text[start:end]
            if not (word.isalpha() and word[0].isupper()) or taken.touch(start, end):
                continue
            if word not in known:
                named = any(claim.kind in _NAMES for claim in self._claims((fold(word),)))
                called = replace(shown, text=_CALLED.format(word))
                known[word] = sort_rows(self._pseudonymise(called))[0] if named else []
            for row in known[word]:
                at = start - _CALLED.index("{")
                groups[0].append({**row, "start": row["start"] + at, "end": row["end"] + at, "place": BODY})
        groups[0].sort(key=start_of)

    def _add_accounts(self, text: str, groups: Groups, attributes: Iterable[tuple[Attribute, Rows]]) -> None:
        """Who is called by an id in a link is called so by '@' and the id, or above a quotation, as well."""
        accounts: dict[str, dict[str, Any]] = {}
        for attribute, found in attributes:
            for row in found:
                account = unquote(attribute.value[row["start"] : row["end"]])[0]
                someone = row["participant"] is not None or row["replacement"] == NOBODY
                if someone and any(map(str.isalpha, account)):
                    accounts.setdefault(account.lower(), row)
        if not accounts:
            return
        names = "|".join(map(re.escape, sorted(accounts, key=len, reverse=True)))
        called = re.compile(rf"(?:(?<![\w@])@|^[ >]*)(?P<name>{names})(?!\w)", re.MULTILINE | re.IGNORECASE)
        taken = _taken(groups)
        for one in called.finditer(text):
            start, end = one.span("name")
            alone = text[start - 1 : start] == "@" or text[end : end + 2] in (":", ":\n")
            account_row = accounts.get(one["name"].lower())
            if alone and account_row is not None and not taken.touch(start, end):
                who = None if account_row["replacement"] == NOBODY else [account_row["participant"]]
                new = {"start": start, "end": end, "replacement": self._render(who), "category": HANDLE, "place": BODY}
                groups[0].append({**account_row, **new})
        groups[0].sort(key=start_of)


def _sourced(markup: Markup, rows: Rows) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """YIELDS (tuple[dict[str, Any], dict[str, Any]]): Rows with places in the HTML, and as they were."""
    for row in rows:
        if pieces := markup.source(row["start"], row["end"]):
            yield {**row, "start": pieces[0][0], "end": pieces[-1][1]}, row


def _left_in(attribute: Attribute, row: dict[str, Any]) -> dict[str, Any]:
    """What is kept in an attribute, with its place in the HTML."""
    start, end = attribute.source(row["start"], row["end"])
    return {**row, "start": start, "end": end, "attribute": attribute.name}


def _taken(groups: Groups) -> Ranges:
    return Ranges((row["start"], row["end"]) for rows in groups for row in rows)


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


def _add_files(text: str, groups: Groups, attributes: Iterable[tuple[Attribute, Rows]]) -> None:
    """Replace names of files wherever they stand, and what overlaps them with them."""
    places = []
    for old, (new, row) in {old: (new, row) for old, new, row in _files(attributes)}.items():
        at = text.find(old)
        while at >= 0:
            places.append((at, -len(old), {**row, "replacement": new}))
            at = text.find(old, at + len(old))
    if not places:
        return
    taken = _taken(groups)
    added: Rows = []
    for at, length, row in sorted(places, key=itemgetter(0, 1)):
        start, end = taken.around(at, at - length)
        if added and start < added[-1]["end"]:
            added[-1]["end"] = max(end, added[-1]["end"])
        else:
            added.append({**row, "start": start, "end": end})
    over = Ranges((row["start"], row["end"]) for row in added)
    for rows in groups:
        rows[:] = [row for row in rows if not over.touch(row["start"], row["end"])]
    groups[1].extend(added)
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
