"""The tags of HTML, told from everything else in angle brackets; every step forward is taken once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import resources

# What a tag is.
OPEN: Final = "open"
CLOSE: Final = "close"
DECLARATION: Final = "declaration"
COMMENT: Final = "comment"
# What stands in a script or a style sheet.
CODE: Final = "code"
# What a window or a tab is called: nothing in it is a tag, and it is no part of the page.
TITLE: Final = "title"
_INNER: Final = {"script": CODE, "style": CODE, "title": TITLE}

_NAME: Final = re.compile(r"<(?P<slash>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*)(?=[\s/>])")
_ATTRIBUTE: Final = re.compile(
    r"""[\s/]*(?P<name>[^\s/>=<"']+|["']+(?=[\s/>]))"""
    r"""(?:\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s>"'<][^\s><]*)))?"""
)
_END: Final = re.compile(r"[\s/]*>")
_COMMENT_END: Final = re.compile(r"--!?>")
_EMPTY_COMMENT: Final = re.compile(r"<!---?>")
_DECLARATION: Final = re.compile(
    r"<!doctype\s+html\b[^<>]{0,300}>|<!\[(?:if\s[^\]<>]{0,100}|endif)\]>|<\?xml[\s:][^<>]{0,300}>|<!\[CDATA\[",
    re.IGNORECASE,
)
_CDATA_END: Final = "]]>"
_QUOTE: Final = "[\"']"
# Declarations as programs write them; people's names may stand in others.
_USUAL: Final = re.compile(
    rf"<!doctype\s+html(?:\s+(?:public|system))?"
    rf"(?:\s+{_QUOTE}-//(?:W3C|IETF)//DTD\sX?HTML(?:\s(?:Basic|Strict|Transitional|Frameset|Final|Level|[\d.]+))*//EN{_QUOTE})?"
    rf"(?:\s*{_QUOTE}(?:about:legacy-compat|https?://www\.w3\.org/"
    rf"(?:[\d./-]|TR|REC|MarkUp|x?html|basic|strict|transitional|loose|frameset|DTD)*){_QUOTE})?\s*>"
    r"|<!\[(?:endif|if\s(?:[!()&|\s\d.]|mso|IE|vml|[gl]te?|true|false|support(?:Lists|EmptyParas|Fields|Footnotes|Endnotes"
    r"|Misaligned(?:Columns|Rows)|LineBreakNewLine|NestedAnchors|Annotations|TextWrap|MixedFonts))*)\]>"
    rf"|<\?xml(?:\s+(?:version|encoding|standalone)\s*=\s*"
    rf"{_QUOTE}(?:1\.[01]|UTF-?(?:8|16)|iso-8859-\d+|windows-\d+|us-ascii|yes|no){_QUOTE})*\s*\??>"
    rf"|<\?xml:namespace\s+prefix\s*=\s*{_QUOTE}?(?:[movwx]|st\d){_QUOTE}?\s+ns\s*=\s*"
    rf"{_QUOTE}urn:schemas-microsoft-com:(?:office:(?:office|word|excel|powerpoint|smarttags)|vml){_QUOTE}\s*/?>"
    r"|<!\[CDATA\[|\]\]>",
    re.IGNORECASE,
)
_PLAIN: Final = {"<!d": "<!DOCTYPE html>", "<![": "<![if ]>", "<?x": "<?xml ?>"}


class RawAttribute(NamedTuple):
    """An attribute of a tag, by places: its name's, and its value's without quotes; -1 if it has none."""

    name_start: int
    name_end: int
    start: int
    end: int
    quote: str


class Tag(NamedTuple):
    """A tag, or whatever else no reader sees."""

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: tuple[RawAttribute, ...] = ()


@cache
def words_of(file: str, kind: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The words of one kind in one of our lists on HTML."""
    rows = (line.partition(":") for line in resources.lines(f"html/{file}.txt"))
    return frozenset(word for name, _, words in rows if name == kind for word in words.split())


@cache
def _elements() -> frozenset[str]:
    kinds = ("paragraph", "line", "cell", "inline")
    return frozenset(name for kind in kinds for name in words_of("elements", kind))


def is_element(name: str) -> bool:
    """RETURNS (bool): HTML has an element of this name, in small letters, or word processors put one there."""
    prefix, colon, _ = name.partition(":")
    return name in _elements() or (bool(colon) and prefix in words_of("elements", "prefix"))


def declared(text: str) -> str:
    """RETURNS (str): A declaration without what programs do not put into one."""
    return text if _USUAL.fullmatch(text) else _PLAIN[text[:3].lower()]


def find_tags(html: str) -> Iterator[Tag]:
    """YIELDS (Tag): The tags in order. What is not closed is no tag but text."""
    yield from _Scanner(html)


class _Scanner:
    """Walks through HTML, and remembers what it has looked for in vain."""

    def __init__(self, html: str) -> None:
        self._html = html
        # No comment, and no script, that begins later has an end either.
        self._endless: set[str] = set()
        # Places between attributes from which no end of the tag is reached.
        self._stuck: set[int] = set()

    def __iter__(self) -> Iterator[Tag]:
        html, at, closing = self._html, 0, -1
        while (at := html.find("<", at)) >= 0:
            if 0 <= closing < at:
                yield Tag(DECLARATION, closing, closing + len(_CDATA_END))
                closing = -1
            tag = self._tag(at)
            if tag is None:
                at += 1
                continue
            yield tag
            at = tag.end
            if 0 <= closing < at:
                closing = -1  # in an attribute
            if closing < 0 and html[at - 1] == "[" and _CDATA_END not in self._endless:
                closing = html.find(_CDATA_END, at)
                self._endless.update(() if closing >= 0 else (_CDATA_END,))
            if tag.kind == OPEN and tag.name in _INNER and (end := self._inner_end(tag)) > at:
                yield Tag(_INNER[tag.name], at, end, tag.name)
                at = end
        if closing >= 0:
            yield Tag(DECLARATION, closing, closing + len(_CDATA_END))

    def _tag(self, at: int) -> Tag | None:
        html = self._html
        if (named := _NAME.match(html, at)) is not None:
            name = named["name"].lower()
            if not is_element(name):
                return None
            attributes, end = self._attributes(named.end())
            return Tag(CLOSE if named["slash"] else OPEN, at, end, name, tuple(attributes)) if end else None
        if html.startswith("<!--", at):
            end = self._comment_end(at)
            return Tag(COMMENT, at, end) if end else None
        found = _DECLARATION.match(html, at) if html[at + 1 : at + 2] in ("!", "?") else None
        return Tag(DECLARATION, at, found.end()) if found else None

    def _attributes(self, at: int) -> tuple[list[RawAttribute], int]:
        """The attributes and where the tag ends; 0 if it does not."""
        html = self._html
        found: list[RawAttribute] = []
        visited = []
        while at not in self._stuck:
            if (end := _END.match(html, at)) is not None:
                return found, end.end()
            visited.append(at)
            one = _ATTRIBUTE.match(html, at)
            if one is None:
                break
            kind = one.lastgroup
            start, stop = (-1, -1) if kind in (None, "name") else one.span(kind)
            quote = {"double": '"', "single": "'"}.get(kind or "", "")
            found.append(RawAttribute(*one.span("name"), start, stop, quote))
            at = one.end()
        self._stuck.update(visited)
        return [], 0

    def _comment_end(self, at: int) -> int:
        if (empty := _EMPTY_COMMENT.match(self._html, at)) is not None:
            return int(empty.end())
        end = None if "<!--" in self._endless else _COMMENT_END.search(self._html, at + 4)
        if end is None:
            self._endless.add("<!--")
        return int(end.end()) if end is not None else 0

    def _inner_end(self, tag: Tag) -> int:
        if tag.name in self._endless:
            return -1
        end = re.compile(rf"</{tag.name}(?=[\s/>])", re.IGNORECASE).search(self._html, tag.end)
        if end is None:
            self._endless.add(tag.name)
        return int(end.start()) if end is not None else -1
