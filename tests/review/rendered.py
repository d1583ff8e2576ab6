"""What tests read off a report: the elements of its page, the tables of its Markdown."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt

VOID = {"meta", "br"}


class Page(HTMLParser):
    """Elements in their order, closed in the right order, with the text in each."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs))
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self.texts.append((self._open[-1], data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]

    def written(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]

    def shape(self) -> list[tuple[str, list[str]]]:
        """Elements and names of attributes, outside of pictures, where long labels take more lines."""
        inside = {"g", "path", "text", "title"}
        return [(tag, list(attrs)) for tag, attrs in self.elements if tag not in inside]


# Rendered without raw HTML, so that no tag can come from a text; those that the report writes are seen as text.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def markdown_shape(text: str) -> list[str]:
    kinds = []
    for token in MARKDOWN.parse(text):
        kinds.append(token.type)
        kinds += [child.type for child in token.children or [] if child.type != "text"]
    return kinds


def markdown_tables(text: str) -> dict[str, list[list[str]]]:
    """RETURNS (dict[str, list[list[str]]]): The rows of each table, header first, by its caption without the number."""
    found: dict[str, list[list[str]]] = {}
    said, rows = "", None
    for token in MARKDOWN.parse(text):
        if token.type == "table_open":
            rows = found[said.strip("*").partition(". ")[2]] = []
        elif token.type == "table_close":
            rows = None
        elif token.type == "tr_open" and rows is not None:
            rows.append([])
        elif token.type == "inline":
            said = token.content
            if rows is not None:
                rows[-1].append("".join(child.content for child in token.children or []))
    return found
