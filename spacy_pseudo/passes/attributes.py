"""Names in the attributes of HTML: what people read is a text of its own, addresses and ids are strings that machines
made."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..attrs import HANDLE
from ..corpus.links import Links
from ..corpus.metadata import MetadataRewriter
from ..message import Message
from ..people.account import Explanation
from ..people.identities import source_of
from ..people.reasons import CODE
from ..text.entities import SourceMap, unquote
from ..text.lexing import Text
from ..text.markup import Attribute
from ..text.ranges import Ranges
from ..text.tags import words_of
from ..text.words import not_prose
from .rows import Rows, sort_rows, start_of

if TYPE_CHECKING:
    from ..corpus.links import Hidden
    from ..engine.writing import Replaced
    from ..key import Key

# What is found in an address as in a text: who it is written to, and who calls themselves so.
_IN_ADDRESSES: Final = ("EMAIL", "USERNAME", "URL")
_MAYBE_PERSONAL: Final = re.compile(r"@|//|=40|＠|(?:^|[/\s])u/|^\s*(?:[a-z]{2,8}:|www\.)", re.IGNORECASE)
_ACCOUNT: Final = re.compile(r"/?u/(?P<name>[^/?#\s]+)", re.IGNORECASE)
_CALL: Final = re.compile(r"\s*(?:tel|sms|callto|fax|whatsapp):", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"\s*(?:[a-z][a-z0-9+.-]{1,10}:\S|[?#]\w|www\.)|[^\s/]*/\S*\s*\Z", re.IGNORECASE)
_SITE: Final = re.compile(r"\s*(?:[a-z]{2,8}:|www\.|//)\S+\s*\Z", re.IGNORECASE)
_BLANK: Final = re.compile(r"\s")
_OF_PERSON: Final = re.compile(r"user|author|member|person|student|mention|owner|profile|participant|login")
# Whose value is the id of somebody, known or not.
_ID_OF_PERSON: Final = re.compile(r"(?:user|author|member|person|student|owner|profile|participant)[_-]?id\Z")
# A word that may be somebody's login.
_LOGIN: Final = re.compile(r"\s*(?P<login>(?=\S*[^\W\d_])[\w.-]{3,60})\s*\Z")
_CSS_ESCAPE: Final = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_STYLED: Final = ("style", "face")
# How sure it is that somebody is meant in a string that a machine made.
_CONFIDENCE: Final = 0.9


class AttributeReader:
    """Finds who is named in attributes.

    key (Key): The key.
    pseudonymise (Callable[[Message], Replaced]): Pseudonymises the text of a message.
    """

    def __init__(self, key: Key, pseudonymise: Callable[[Message], Replaced]) -> None:
        self._label = key.pseudonyms.labels.get
        self._watchlist = key.watchlist
        self._pseudonymise = pseudonymise
        self._links = Links(key, MetadataRewriter(key, lambda: key.secret))
        self._in_address = lru_cache(maxsize=20_000)(self._find_in_address)

    def read(self, attribute: Attribute, message: Message) -> tuple[Rows, Rows]:
        """Find what is replaced or marked in an attribute, and what is left that may name a participant.

        attribute (Attribute): The attribute.
        message (Message): The message that it stands in, as readers see it.
        RETURNS (tuple[Rows, Rows]): Both in order, with places in the attribute's value.
        """
        if (rows := self._by_kind(attribute, message)) is None:
            return self._in_prose(attribute.value, message)
        text, ways = _unquoted(attribute.value)
        left = self._watchlist.kept(Text.of(text).prose, (), [Explanation(0, len(text), CODE)])
        return rows, _apart(_placed([one.row() for one in left], ways), rows)

    def _by_kind(self, attribute: Attribute, message: Message) -> Rows | None:
        """What is replaced or marked in a string that machines made; None of what people read."""
        name, value, source = attribute.name, attribute.value, source_of(message.id)
        if attribute.quote is None:  # the name of an attribute: no sign may be put into it
            gone = "@" in value or self._links.find(value, guess=not name, source=source)
            return [self._row("USERNAME", 0, len(value), self._links.code(value))] if gone else []
        if name in _STYLED:
            return self._in_style(value, message.author, source)
        if name in words_of("attributes", "formal"):
            return self._string(value, source, guess=False)
        like_address = _SITE if name in words_of("attributes", "prose") else _ADDRESS
        if name in words_of("attributes", "address") or like_address.match(value):
            return [dict(row) for row in self._in_address(value, message.author, source)]
        machine = name not in words_of("attributes", "prose") or "%20" in value
        return self._of_machine(name, value, source) if machine and not _BLANK.search(value.strip()) else None

    def _in_prose(self, value: str, message: Message) -> tuple[Rows, Rows]:
        """What people read: a text of its own, with names of files and logins in it."""
        source = source_of(message.id)
        done = self._pseudonymise(replace(message, text=value))
        found = [row for rows in sort_rows(done) for row in rows]
        for start, end in not_prose(value):  # 'IMG_Mary.jpg', which is no prose
            if not value[start:end].lower().startswith(("http", "www.")):
                found += _apart(_moved(self._string(value[start:end], source), start), found)
        if login := _LOGIN.match(value):  # 'rgrey3', which may be no prose either
            of_login = self._string(login["login"], source, person=True, guess=False)
            found += _apart(_moved(of_login, login.start("login")), found)
            if len(found) == 1 and found[0]["replacement"] is not None and re.search(r"\d", login["login"]):
                found[0]["start"], found[0]["end"] = login.span("login")
        return sorted(found, key=start_of), _apart(done.kept, found)

    def _of_machine(self, name: str, value: str, source: str | None) -> Rows:
        """A name of a file, an id or the like."""
        rows = self._string(value, source, person=_OF_PERSON.search(name) is not None)
        if not rows and value.strip().isdecimal() and _ID_OF_PERSON.search(name) and self._links.hides(value.strip()):
            return [self._row("USERNAME", 0, len(value), self._links.code(value))]
        return rows

    def _string(self, value: str, source: str | None, *, person: bool = False, guess: bool = True) -> Rows:
        """Anything in which no grammar helps."""
        text, places = _unquoted(value)
        found = self._links.find(text, person=person, guess=guess, source=source)
        return _placed([self._hidden("USERNAME", hidden) for hidden in found], places)

    def _in_style(self, value: str, author: str | None, source: str | None) -> Rows:
        """Fonts and pictures."""
        plain = _CSS_ESCAPE.sub(lambda sign: _char(sign[1]) if sign[1] else sign[2], value)
        if "url(" in plain.lower():
            rows = [dict(row) for row in self._in_address(plain, author, source)]
        else:
            rows = self._string(plain, source, guess=False)
        fonts = words_of("attributes", "font")
        rows = [row for row in rows if plain[row["start"] : row["end"]].lower() not in fonts]
        if rows and plain != value:  # written so that nobody sees at once what it says
            return [self._row("USERNAME", 0, len(value), self._links.code(value))]
        return rows

    def _find_in_address(self, value: str, author: str | None, number: str | None) -> tuple[dict[str, Any], ...]:
        """An address of a page, a file or a person."""
        text, source = _unquoted(value)
        wanted = self._personal(text, author) if _MAYBE_PERSONAL.search(text) else []
        rows = [row for row in wanted if row["category"] in ("EMAIL", "PHONE")]
        rows += _apart([self._hidden("URL", hidden) for hidden in self._links.find(text, source=number)], rows)
        if not self._links.written_before(text):
            rows += _apart([row for row in wanted if row["category"] == "USERNAME"], rows)
            # A page of somebody who is not known.
            rows = rows or [row for row in wanted if row["category"] == "URL"]
        rows = _placed(rows, source)
        return tuple(sorted((r for r in rows if value[r["start"] : r["end"]] != r["replacement"]), key=start_of))

    def _personal(self, text: str, author: str | None) -> Rows:
        """What would be replaced if an address stood in a text."""
        labels = (*_IN_ADDRESSES, "PHONE") if _CALL.match(text) else _IN_ADDRESSES
        found = self._told(text, author)
        found = [row for row in found if row["replacement"] is not None and row["category"] in labels]
        for row in found:
            account = _ACCOUNT.match(text, row["start"], row["end"])
            if row["category"] == "USERNAME" and account:  # '/u/name' is who is called '@name' in the text
                row["start"] = account.start("name")
                called = self._told(f"@{account['name']}", author)
                if [one["category"] for one in called] == ["USERNAME"] and called[0]["replacement"] is not None:
                    row["replacement"] = called[0]["replacement"]
        return found

    def _told(self, text: str, author: str | None) -> Rows:
        """Other personal data in a text. In an attribute a participant's user name is no mention: nobody reads it."""
        mentions, found, _ = sort_rows(self._pseudonymise(Message(text, author=author)))
        return [*found, *({**row, "category": "USERNAME"} for row in mentions if row["category"] == HANDLE)]

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


def _moved(rows: Rows, by: int) -> Rows:
    return [{**row, "start": row["start"] + by, "end": row["end"] + by} for row in rows]


def _char(code: str) -> str:
    return chr(int(code, 16)) if int(code, 16) <= sys.maxunicode else ""


def _apart(new: Iterable[dict[str, Any]], known: Rows) -> Rows:
    """Those that overlap nothing that is replaced already."""
    taken = Ranges((row["start"], row["end"]) for row in known if row["replacement"] is not None)
    return [n for n in new if not taken.touch(n["start"], n["end"])]
