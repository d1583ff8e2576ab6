"""A one-page report as data, rendered to one self-contained HTML page and to Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ... import __version__
from ...disk import atomic_files
from ...errors import Errors, PseudoError
from .escaping import element, escaped, fit, markdown, paragraph, shown
from .parts import Blanks, Excerpt, Excerpts, Figure, Figures, Listing, Part, Section, Table, excerpt

__all__ = [
    "Blanks",
    "Excerpt",
    "Excerpts",
    "Figure",
    "Figures",
    "Listing",
    "Part",
    "Report",
    "Section",
    "Table",
    "check_report",
    "excerpt",
    "made_section",
    "write_report",
]

PRIVATE: Final = "Private: holds names from the messages. Keep it with the key."
_STYLE: Final = "report.css"
_ENDINGS: Final = (".html", ".md")
# By this, a page is known as one of ours, which may be replaced.
_GENERATOR: Final = '<meta name="generator" content="spacy-pseudo">'
# No script and no address is followed, even if one were in the page.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_IN_PRINT: Final = f'@page {{ @top-center {{ content: "{PRIVATE}"; font: 9pt sans-serif; }} }}\n'
_EXCERPT_HEADER: Final = ("error", "message", "text")
_BOX: Final = "☐"
# For a pen, where there is no page.
_LINE: Final = r"\_" * 30
# From so many sections on, the page begins with a list of them.
_MANY: Final = 4


@dataclass(frozen=True, slots=True)
class Report:
    """A report, the same bytes for the same content. Tables and figures are numbered in their order.

    title (str): The title.
    sections (Sequence[Section]): What it says.
    private (bool): It holds names or text from the messages.
    """

    title: str
    sections: Sequence[Section]
    private: bool = False

    def __post_init__(self) -> None:
        if not self.private and any(isinstance(part, Excerpts) for part in self.parts()):
            raise PseudoError(Errors.P660)

    def parts(self) -> Iterator[Part]:
        """YIELDS (Part): What stands in all sections."""
        for section in self.sections:
            yield from section.parts

    def pictures(self) -> list[str]:
        """RETURNS (list[str]): The SVG of each figure."""
        return [part.svg for part in self.parts() if isinstance(part, Figure)]

    def to_html(self) -> str:
        """RETURNS (str): One page that needs nothing else: no file, no network, no script."""
        tables, figures = _numbers("Table"), _numbers("Figure")
        head = [
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta name="referrer" content="no-referrer">',
            _GENERATOR,
            *(['<meta name="robots" content="noindex">'] if self.private else []),
            element("title", escaped(self.title)),
            element("style", "\n", _style(), _IN_PRINT if self.private else ""),
        ]
        body = [element("p", escaped(PRIVATE), class_="private", role="note")] if self.private else []
        body.append(element("h1", escaped(self.title)))
        if len(self.sections) >= _MANY:
            links = (element("a", escaped(s.title), href=f"#s{i}") for i, s in enumerate(self.sections, 1))
            body.append(element("nav", element("ul", *(element("li", link) for link in links)), aria_label="Contents"))
        for i, section in enumerate(self.sections, 1):
            inside = [element("h2", escaped(section.title), id=f"s{i}")]
            inside += [_html(part, tables, figures) for part in section.parts]
            body.append(element("section", "\n", *(f"{part}\n" for part in inside), aria_labelledby=f"s{i}"))
        lines = ["<!doctype html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", "<main>", *body]
        return "\n".join([*lines, "</main>", "</body>", "</html>", ""])

    def to_markdown(self, pictures: Sequence[str] = ()) -> str:
        """Render to Markdown, tables as pipe tables.

        pictures (Sequence[str]): Addresses of the figures; where there are none, a figure is its caption.
        RETURNS (str): The text.
        """
        tables, figures = _numbers("Table"), _numbers("Figure")
        at = iter(pictures)
        blocks = [f"> **{PRIVATE}**"] if self.private else []
        blocks.append(f"# {markdown(self.title)}")
        for section in self.sections:
            blocks.append(f"## {markdown(section.title)}")
            for part in section.parts:
                blocks += _markdown(part, tables, figures, at)
        return "\n\n".join(blocks) + "\n"


def _numbers(word: str) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"{word} {number}"


def _style() -> str:
    return files("spacy_pseudo.resources").joinpath(_STYLE).read_text(encoding="utf-8")


def without_style(page: str) -> str:
    """Take our style sheet out of a page, which names elements and nobody; a page that has another one stays as it is.

    page (str): The page, or any other text.
    RETURNS (str): The same with empty lines in its place.
    """
    style = _style()
    return page.replace(style, "\n" * style.count("\n"))


def _labelled(number: str, caption: str) -> str:
    return f"{number}. {caption}" if caption else number


def _html(part: Part, tables: Iterator[str], figures: Iterator[str]) -> str:
    if isinstance(part, str):
        return element("p", escaped(part))
    if isinstance(part, Figures):
        pairs = (element("dt", escaped(what)) + element("dd", escaped(figure)) for figure, what in part.rows)
        return element("dl", *(element("div", pair) for pair in pairs), class_="figures")
    if isinstance(part, Blanks):
        boxes = (element("li", escaped(box)) for box in part.boxes)
        lines = (element("div", element("dt", escaped(line)), element("dd")) for line in part.lines)
        ticked = element("ul", *boxes, class_="boxes") if part.boxes else ""
        return ticked + (element("dl", *lines, class_="blanks") if part.lines else "")
    note = element("p", escaped(part.note), class_="note") if part.note else ""
    if isinstance(part, Listing):
        title = element("p", escaped(part.caption), class_="title")
        return element("div", title, element("pre", escaped("\n".join(part.lines))), note, class_="part")
    if isinstance(part, Figure):
        caption = element("figcaption", escaped(_labelled(next(figures), part.caption)))
        return element("figure", part.svg, caption, note)
    if isinstance(part, Excerpts):
        title = element("p", escaped(part.caption), class_="title") if part.caption else ""
        items = (element("li", _about(row, part.who), _quoted(row)) for row in part.rows)
        return element(
            "div", title, element("ol", "\n", *(f"{item}\n" for item in items)), note, class_="part excerpts"
        )
    caption = _labelled(next(tables), part.caption)
    scroll = {"class_": "scroll", "role": "region", "tabindex": "0", "aria_label": caption}
    if part.folded:
        inside = element("div", _table(part, ""), **scroll)
        return element("details", element("summary", escaped(caption)), inside, note, class_="part")
    return element("div", element("div", _table(part, caption), **scroll), note, class_="part")


def _table(table: Table, caption: str) -> str:
    sides = ["n" if numbers else None for numbers in table.numeric()]
    header = (
        element("th", escaped(name), scope="col", class_=side) if name else element("td", class_=side)
        for name, side in zip(table.header, sides, strict=True)
    )
    rows = []
    for row in table.rows:
        cells = [
            element("td", escaped(shown(cell)), class_=side) if i else element("th", escaped(shown(cell)), scope="row")
            for i, (cell, side) in enumerate(zip(row, sides, strict=True))
        ]
        rows.append(element("tr", *cells) + "\n")
    return element(
        "table",
        *([element("caption", element("span", escaped(caption))), "\n"] if caption else []),
        element("thead", element("tr", *header)),
        "\n",
        element("tbody", "\n", *rows),
    )


def _about(row: Excerpt, words: Sequence[str]) -> str:
    # Ids and texts may run from right to left: each is kept to itself.
    who = ((word, shown(value)) for word, value in zip(words, (row.meant, row.taken_for), strict=False))
    parts = [element("strong", escaped(row.error)), f"message {element('bdi', escaped(row.id))}"]
    parts += [f"{word}: {element('bdi', escaped(value))}" for word, value in who]
    return element("p", *(element("span", part) for part in parts), class_="about")


def _quoted(row: Excerpt) -> str:
    place = element("mark", escaped(row.place))
    return element("blockquote", escaped(row.before), place, escaped(row.after), dir="auto")


def _markdown(part: Part, tables: Iterator[str], figures: Iterator[str], pictures: Iterator[str]) -> list[str]:
    if isinstance(part, str):
        return [paragraph(part)]
    if isinstance(part, Figures):
        return ["\n".join(f"- **{markdown(figure)}** {markdown(what)}" for figure, what in part.rows)]
    if isinstance(part, Blanks):
        boxes = ["\n".join(f"- {_BOX} {markdown(box)}" for box in part.boxes)] if part.boxes else []
        return [*boxes, *(f"{markdown(line)}: {_LINE}" for line in part.lines)]
    note = [paragraph(part.note)] if part.note else []
    if isinstance(part, Listing):
        lines = (f"    {' '.join(fit(line).splitlines())}" for line in part.lines)  # nothing can end such a block
        return [f"**{markdown(part.caption)}**", "\n".join(lines), *note]
    if isinstance(part, Figure):
        caption = markdown(_labelled(next(figures), part.caption))
        address = next(pictures, None)
        return [*([f"![{caption}]({quote(address)})"] if address else []), f"*{caption}*", *note]
    if isinstance(part, Excerpts):
        captions = [f"**{markdown(part.caption)}**"] if part.caption else []
        header = [*_EXCERPT_HEADER, *map(markdown, part.who)]
        return [*captions, _pipes(header, [_excerpt_cells(row)[: len(header)] for row in part.rows]), *note]
    rows = [[markdown(shown(cell)) for cell in row] for row in part.rows]
    title = f"**{markdown(_labelled(next(tables), part.caption))}**"
    return [title, _pipes([markdown(name) for name in part.header], rows, part.numeric()), *note]


def _excerpt_cells(row: Excerpt) -> list[str]:
    before, place, after = (
        "<br>".join(markdown(line, trim=False) for line in text.replace("\r\n", "\n").split("\n"))
        for text in (row.before, row.place, row.after)
    )
    who = (markdown(shown(who)) for who in (row.meant, row.taken_for))
    return [markdown(row.error), markdown(row.id), f"{before}<mark>{place}</mark>{after}", *who]


def _pipes(header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool] = ()) -> str:
    lines = [header, ["--:" if i < len(right) and right[i] else "---" for i in range(len(header))], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def made_section(of: Mapping[str, str]) -> Section:
    """Say how a report was made, so that it can be made again.

    of (Mapping[str, str]): Files (without their directories), counts and settings, by what they are.
    RETURNS (Section): The last section of a report, with the version of this package.
    """
    return Section("How this was made", [Table(["What", ""], [["spacy-pseudo", __version__], *map(list, of.items())])])


def check_report(path: str | Path, *, pictures: int = 0) -> None:
    """Make sure that a report may be written, before any work is done for it.

    path (str | Path): Where; see `write_report`. An earlier report may be replaced, nothing else.
    pictures (int): How many figures it has, if that is known.
    """
    paths = _paths(Path(path), pictures)
    if not paths[0].parent.is_dir():
        raise PseudoError(Errors.P667.format(path=paths[0].parent))
    for file in paths:
        if file.is_dir():
            raise PseudoError(Errors.P663.format(path=file))
        if file.exists() and not _is_ours(paths[0]):
            raise PseudoError(Errors.P666.format(path=file))


def files_of(path: str | Path, *, pictures: int = 9) -> list[Path]:
    """RETURNS (list[Path]): The files that a report consists of, or may: page, Markdown and pictures.

    path (str | Path): Where it is written; see `write_report`.
    pictures (int): How many pictures it has at most.
    """
    return _paths(Path(path), pictures)


def _is_ours(page: Path) -> bool:
    return page.is_file() and _GENERATOR.encode() in page.read_bytes()


def _paths(path: Path, pictures: int) -> list[Path]:
    base = path.with_suffix("") if path.suffix in _ENDINGS else path
    names = [base.with_name(f"{base.name}-{i}.svg") for i in range(1, pictures + 1)]
    return [*(base.with_name(base.name + ending) for ending in _ENDINGS), *names]


def write_report(report: Report, path: str | Path) -> list[Path]:
    """Write PATH.html, PATH.md and the figures, PATH-1.svg and so on, which the Markdown shows. All of them are there
    completely or none is; those of an earlier report are replaced.

    report (Report): The report. If it is private, only the owner may read the files.
    path (str | Path): Where, with or without the ending '.html' or '.md'; the directory must exist.
    RETURNS (list[Path]): The files.
    """
    pictures = report.pictures()
    check_report(path, pictures=len(pictures))
    paths = _paths(Path(path), len(pictures))
    names = [file.name for file in paths[len(_ENDINGS) :]]
    contents = [report.to_html(), report.to_markdown(names), *(f"{svg}\n" for svg in pictures)]
    with atomic_files(*paths, private=report.private) as handles:
        for handle, content in zip(handles, contents, strict=True):
            handle.write(content)
    return paths
