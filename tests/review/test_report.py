"""Reports: page and Markdown show the data, whatever it is; the files are there completely or not at all."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.evaluation.fitting import Bin
from spacy_pseudo.lab.plots.plots import dot_plot, reliability_plot, stacked_bars
from spacy_pseudo.review.report.escaping import shown
from spacy_pseudo.review.report.report import (
    Blanks,
    Excerpt,
    Excerpts,
    Figure,
    Figures,
    Listing,
    Part,
    Report,
    Section,
    Table,
    excerpt,
    write_report,
)
from spacy_pseudo.scoring.scores import MentionError
from tests.review.rendered import Page, markdown_shape

BANNER = "Private: holds names from the messages. Keep it with the key."
HOSTILE = '<b>&"'
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)


@cache
def report(text: str, *, private: bool = True, cells: int = 3, drawn: str | None = None) -> Report:
    """The same text everywhere; in pictures another if need be, as drawing takes its time."""
    figure = Figure(picture(text if drawn is None else drawn), text, text)
    table = Table([text] * cells, [[text, *[0.5] * (cells - 1)], [text, *[None] * (cells - 1)]], text, text)
    parts: list[Part] = [text, table, figure, Table(["", text], [[text, 1]], text, text, folded=True)]
    parts += [Figures([(text, text)] * 2), Blanks([text], [text]), Listing([text], text, text)]
    if private:
        parts.append(Excerpts([Excerpt(*[text] * 7), Excerpt(text, text, text, text, text)], text, text))
    return Report(text, [Section(text, parts)] * 4, private=private)


@cache
def picture(text: str) -> str:
    return dot_plot([(text, 0.9, 0.8, 1.0)], title=text, x_label=text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.9962, ".9962"), (1.0, "1.0000"), (0.0, ".0000"), (-0.05, "-.0500"), (-0.00001, ".0000"), (12.5, "12.5000"),
        (1234.5, "1,234.5000"), (0.99996, ">.9999"), (0.00001, "<.0001"), (0.99994, ".9999"), (2888, "2,888"), (0, "0"),
        (True, "yes"), (None, "—"), (float("nan"), "—"), (float("inf"), "∞"), ("54.0%", "54.0%"), ("", ""),
    ],
)  # fmt: skip
def test_how_values_are_shown(value: str | float | None, expected: str) -> None:
    assert shown(value) == expected


def test_the_page_has_what_the_report_says() -> None:
    table = Table(["", "n", "recall", "missed"], [["regex", 163, 0.828, "28/163"], ["list", 1, None, "—"]], "Recall")
    figure = Figure(reliability_plot([Bin(0.5, 0.5, 0.5, 9)], title="Trust"), "A curve", "The line is the diagonal.")
    found = Page(Report("Figures", [Section("In short", ["All is well.", table, figure, table])]).to_html())
    assert found.written("h1") == ["Figures"]
    assert found.written("h2") == ["In short"]
    assert "All is well." in found.written("p")
    assert found.written("span") == ["Table 1. Recall", "Table 2. Recall"]
    assert found.written("figcaption") == ["Figure 1. A curve"]
    assert found.written("td") == ["163", ".8280", "28/163", "1", "—", "—"] * 2
    assert found.written("th") == ["n", "recall", "missed", "regex", "list"] * 2
    assert [th.get("scope") for th in found.all("th")] == ["col", "col", "col", "row", "row"] * 2
    assert [td.get("class") for td in found.all("td")] == [None, *["n"] * 6] * 2
    assert BANNER not in found.written("p")


def test_columns_of_words_are_not_set_right() -> None:
    table = Table(["a", "b", "c"], [[1, "x1", ".91–.97"], [2, 3, None]])
    assert table.numeric() == [False, False, True]
    assert Table(["a", "b"], []).numeric() == [False, False]


def test_the_page_needs_nothing_else() -> None:
    source = report("Ann").to_html()
    found = Page(source)
    assert found.all("html") == [{"lang": "en"}]
    assert {attrs.get("charset") for attrs in found.all("meta")} >= {"utf-8"}
    assert not found.all("script") + found.all("link") + found.all("img") + found.all("iframe")
    addresses = {attrs.get("href") for attrs in found.all("a")}
    assert addresses == {"#s1", "#s2", "#s3", "#s4"}
    assert addresses == {f"#{attrs['id']}" for attrs in found.all("h2")}
    assert re.findall(r"(?:url\(|@import|javascript:|\bon\w+=)", source) == []
    assert set(re.findall(r"https?:[^\"\s]*", source)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("private", [True, False])
def test_private_reports_say_so(private: bool) -> None:
    page, text = report("Ann", private=private).to_html(), report("Ann", private=private).to_markdown()
    assert (Page(page).written("p")[0] == BANNER) is private
    assert text.startswith(f"> **{BANNER}**\n\n# Ann\n" if private else "# Ann\n")
    assert page.count(BANNER) == (2 if private else 0)  # On the page, and on each sheet when it is printed.


any_text = st.text(min_size=1, max_size=60) | st.text(
    alphabet="<>&\"'`*_[]()|\\#-+=~.!$:1a \n\t\r", min_size=1, max_size=40
)


@given(any_text)
@settings(max_examples=30, deadline=None)
def test_no_text_becomes_markup_of_the_page(text: str) -> None:
    found = Page(report(text).to_html())
    assert found.shape() == Page(report("x").to_html()).shape()
    kept = "".join(char if char.isprintable() or char in "\n\t" else "" for char in text)
    if kept == text and text.strip():
        assert found.written("h1") == [text]
        assert found.written("mark") == [text] * 8


@given(any_text.filter(str.strip))
@settings(max_examples=80, deadline=None)
def test_no_text_becomes_markup_of_the_markdown(text: str) -> None:
    source = report(text, drawn="x").to_markdown(["a b.svg", "c.svg", "d.svg", "e.svg"])
    assert markdown_shape(source) == markdown_shape(report("x").to_markdown(["a", "b", "c", "d"]))


def test_names_cannot_break_out() -> None:
    page = report(HOSTILE).to_html()
    assert "<b>" not in page
    assert Page(page).written("mark") == [HOSTILE] * 8
    assert Page(page).written("blockquote")[:2] == [HOSTILE, HOSTILE]
    assert '&lt;b&gt;&amp;"' in report(HOSTILE).to_markdown()


def test_markdown() -> None:
    table = Table(["who", "n | m", "share"], [["a|b", 1234, 0.5], ["c_d", None, 0.99999]], "Pipes", "1. Not a list.")
    figure = Figure(stacked_bars([{"a": 1}], ["a"], title="T", x_label="x", y_label="y"), "Bars", "# Not a heading")
    rows = [Excerpt("missed", "m1", "Hi\n ", "Ann", ",\r\nwell *done*", "a1")]
    parts = ["- Not a\nlist.", table, figure, Excerpts(rows, "Errors")]
    assert Report("Title", [Section("One", parts)], private=True).to_markdown(["my plot.svg"]) == (
        f"""> **{BANNER}**

# Title

## One

\\- Not a list.

**Table 1. Pipes**

| who | n \\| m | share |
| --- | --: | --: |
| a\\|b | 1,234 | .5000 |
| c_d | — | &gt;.9999 |

1\\. Not a list.

![Figure 1. Bars](my%20plot.svg)

*Figure 1. Bars*

\\# Not a heading

**Errors**

| error | message | text | meant | taken for |
| --- | --- | --- | --- | --- |
| missed | m1 | Hi<br> <mark>Ann</mark>,<br>well \\*done\\* | a1 | — |
"""
    )


def test_figures_without_a_picture_are_captions_in_markdown() -> None:
    text = report("x", private=False).to_markdown()
    assert "![" not in text
    assert "*Figure 4. x*" in text


def test_excerpts() -> None:
    text = "one two three four Ann five six seven eight"
    start = text.index("Ann")
    error = MentionError("mislinked", "m1", start, start + 3, "a1", "b2")
    assert excerpt(error, text) == Excerpt("mislinked", "m1", text[:start], "Ann", text[start + 3 :], "a1", "b2")
    assert excerpt(error, text, context=12)[2:5] == ("…four ", "Ann", " five six…")
    unbroken = excerpt(MentionError("missed", "m1", 50, 53, "a1", None), "x" * 50 + "Ann" + "y" * 50, context=4)
    assert unbroken[2:] == ("…xxxx", "Ann", "yyyy…", "a1", None)


def test_excerpts_are_private() -> None:
    sections = [Section("Errors", [Excerpts([Excerpt("missed", "m1", "Hi ", "Ann", "")])])]
    with pytest.raises(PseudoError, match="P660"):
        Report("Errors", sections)
    assert Report("Errors", sections, private=True).private


def test_tables_are_complete() -> None:
    with pytest.raises(PseudoError, match="Row 2 of a table has 1 cells, but there are 2"):
        Table(["a", "b"], [[1, 2], [3]])


@pytest.mark.parametrize(
    "svg", ["", "plot", "<svg>", "<svg/>", "<p></p>", '<svg xmlns="http://www.w3.org/2000/svg"></svg></div>']
)
def test_a_figure_is_a_complete_picture(svg: str) -> None:
    with pytest.raises(PseudoError, match="P662"):
        Figure(svg, "A curve")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("name", ["report", "report.html", "report.md"])
def test_files(tmp_path: Path, name: str) -> None:
    written = write_report(report("Ann"), tmp_path / name)
    names = ["report.html", "report.md", *(f"report-{i}.svg" for i in range(1, 5))]
    assert [path.name for path in written] == names
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    assert {mode(path) for path in written} == {0o600}
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((.*)\)", text) == names[2:]
    assert (tmp_path / "report-1.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_a_dot_in_a_name_is_no_ending(tmp_path: Path) -> None:
    assert [path.name for path in write_report(Report("T", []), tmp_path / "v1.2")] == ["v1.2.html", "v1.2.md"]


def test_a_report_that_is_not_private_may_be_read(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    for private in (True, False):
        written = write_report(report("Ann", private=private), tmp_path / "report")
        assert {mode(path) for path in written} == {0o600 if private else mode(tmp_path / "plain")}


def test_same_report_same_bytes(tmp_path: Path) -> None:
    first = [path.read_bytes() for path in write_report(report("Ann"), tmp_path / "report")]
    assert [path.read_bytes() for path in write_report(report("Ann"), tmp_path / "report")] == first


def test_a_name_that_is_taken_by_a_directory(tmp_path: Path) -> None:
    (tmp_path / "report-2.svg").mkdir()
    with pytest.raises(PseudoError, match="P663"):
        write_report(report("Ann"), tmp_path / "report")
    assert [path.name for path in tmp_path.iterdir()] == ["report-2.svg"]


FULL = """
import resource, sys
from spacy_pseudo.review.report.report import Report, Section, write_report
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    write_report(Report("New", [Section("New", ["word " * 10_000])], private=True), sys.argv[1])
except OSError:
    print("full")
"""


def test_nothing_is_half_written(tmp_path: Path) -> None:
    """The disk is full in the middle: the report that was there is still there."""
    write_report(Report("Old", []), tmp_path / "report")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "report")], capture_output=True, text=True, check=True
    )
    assert done.stdout == "full\n"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


MEASURE = """<!doctype html><meta charset="utf-8"><pre id="found"></pre><script>
const frame = document.createElement('iframe');
frame.style = 'width:' + WIDTH + 'px;height:800px;border:0';
frame.onload = () => {
  const page = frame.contentDocument, outside = [];
  for (const svg of page.querySelectorAll('svg')) {
    const box = svg.viewBox.baseVal;
    for (const part of svg.querySelectorAll('text, rect, circle, line')) {
      const b = part.getBBox();
      if (b.x < -1 || b.y < -1 || b.x + b.width > box.width + 1 || b.y + b.height > box.height + 1)
        outside.push(part.textContent || part.tagName);
    }
  }
  const unseen = [...page.querySelectorAll('h1, h2, p, th, td, svg, mark')].filter(
    e => e.textContent.trim() && !e.getBoundingClientRect().height);
  document.getElementById('found').textContent = JSON.stringify({
    wider: page.documentElement.scrollWidth - page.documentElement.clientWidth, outside, unseen: unseen.length,
    numbers: frame.contentWindow.getComputedStyle(page.querySelector('td.n')).textAlign, title: page.title });
};
frame.srcdoc = SOURCE;
document.body.append(frame);
</script>"""


def check_in_browser(width: int, place: Path) -> None:
    long = "Donaudampfschifffahrtsgesellschaftskapitän " * 3 + "W" * 90
    rows = [{"a": i % 7, long: i % 2} for i in range(90)]
    hostile = "</p><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"
    bins = [Bin(i / 10, i / 9, i / 9, 10.0**i) for i in range(10)]
    parts: list[str | Table | Figure | Excerpts] = [
        Figure(stacked_bars(rows, ["a", long], title=long, x_label=long, y_label=long), long),
        Figure(reliability_plot(bins, title="WMWM " * 30), "Trust"),
        Figure(dot_plot([(long, 0.91, 0.9, 1), ("ﷺ 漢字 😀", 0.5, None, None)], title=long, x_label=long), long),
        Figure(dot_plot([("", 123456.0, -98765.4, None), ("%", 1e11, None, None)], title="T", x_label="x"), long),
    ]
    full = report(hostile, cells=14)
    source = Report("Title", [*full.sections, Section(long, parts), report(long).sections[0]], private=True).to_html()
    script = json.dumps(source).replace("</", "<\\/")
    (place / "measure.html").write_text(
        MEASURE.replace("WIDTH", str(width)).replace("SOURCE", script), encoding="utf-8"
    )
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--enable-logging=stderr",
        f"--user-data-dir={place / 'user'}",
    ]
    done = subprocess.run(
        [str(BROWSER), *options, "--window-size=1200,900", "--dump-dom", (place / "measure.html").as_uri()],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    (found,) = Page(done.stdout.split("<script>")[0] + "</body></html>").written("pre")
    expected = {"wider": 0, "outside": [], "unseen": 0, "numbers": "right", "title": "Title"}
    assert json.loads(found) == expected
    assert "CONSOLE" not in done.stderr


if BROWSER:  # Where there is none, the tests above still check all of the page.

    @pytest.mark.parametrize("width", [320, 1100])
    def test_in_a_browser(width: int, tmp_path: Path) -> None:
        """Nothing is wider than the screen of a telephone, nothing sticks out of a picture, and no script runs."""
        check_in_browser(width, tmp_path)
