"""Messages that are HTML through both passes: names go from text and attributes, everything else stays."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.cli.apply_command import Job
from spacy_pseudo.cli.sources import Reading, Source
from spacy_pseudo.cli.treatment import Treatment
from spacy_pseudo.lab.cli.sample_command import SampleJob
from spacy_pseudo.name_words import possible_name_words
from spacy_pseudo.passes.apply import Result, apply, make_pipeline
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.passes.discovery_report import DiscoveryReport
from spacy_pseudo.text.markup import Markup, plain
from spacy_pseudo.text.tags import find_tags

PEOPLE = {
    "43": "Mary Calder",
    "44": "Robert Gillespie",
    "45": "Léonie Oduya",
    "rb7": "Robert Whitlock",
    "46": "Fergus Ballantyne",
}
EXCLUDED = "46"


@cache
def class_key() -> Key:
    roster = Roster(Participant(person, (name,)) for person, name in PEOPLE.items())
    messages = [
        Message("<p>Hello all,</p><p>I like tides.</p>", str(n), person, session="s", html=True)
        for n, person in enumerate(PEOPLE)
    ]
    return discover(messages, roster, exclude=[EXCLUDED], seed=1)


@cache
def class_pipeline() -> Language:
    return make_pipeline(class_key())


def result_of(html: str, **metadata: Any) -> Result:
    metadata = {"id": "m", "author": "44", "parent_author": "43", "session": "s", **metadata}
    result = next(apply([Message(html, html=True, **metadata)], class_key(), class_pipeline()))
    assert result.failure is None
    return result


def shared(html: str, **metadata: Any) -> str:
    """RETURNS (str): The HTML that may be shared, with ids in place of pseudonyms."""
    text = result_of(html, **metadata).text or ""
    for person, label in class_key().pseudonyms.labels.items():
        text = text.replace(label, person)
    return text


def rows_of(result: Result) -> list[dict[str, Any]]:
    """RETURNS (list[dict[str, Any]]): What was replaced, in text and attributes."""
    rows = (*result.replacements, *result.identifiers, *result.others)
    return [row for row in rows if row["replacement"] is not None]


def replayed(html: str, result: Result) -> str:
    edits = [(row["start"], row["end"], row["replacement"]) for row in rows_of(result)]
    text, at = "", 0
    for start, end, written in sorted([*edits, *result.markup]):
        assert at <= start < end
        text += html[at:start] + written
        at = end
    return text + html[at:]


# --- Text ---


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("Hi Mary,<br>thanks<br>Ro<b>bert</b>", "Hi [43],<br>thanks<br>[44]<b></b>"),
        ("<p>Dear L&eacute;onie,</p>\n<p>fine.</p>", "<p>Dear [45],</p>\n<p>fine.</p>"),
        ("<p>Dear Mary&nbsp;Calder,</p>", "<p>Dear [43],</p>"),
        ("<div>Thanks<div>M<span>ary</span> <i>Calder</i></div></div>", None),
        ("<p>I think <a href='#'>Mary</a> &amp; I</p>", "<p>I think <a href='#'>[43]</a> &amp; I</p>"),
        ("<b Mary Calder>x</b>", None),
        ("<Mary> said &lt;Mary&gt;", "<[43]> said &lt;[43]&gt;"),
        ("<p class=note>5 < 6 & 7 > 3</P  >", "<p class=note>5 < 6 & 7 > 3</P  >"),
    ],
)
def test_names_in_the_text(html: str, expected: str | None) -> None:
    written = shared(html)
    if expected is not None:
        assert written == expected
    assert not re.search("mary|calder|onie", written, re.IGNORECASE)


def test_a_sign_off_is_one_by_its_lines() -> None:
    """Signing is seen in the lines that tags make: 'Bo' is learned, and found where only a name can stand."""
    roster = Roster([Participant("1", ("Robert Grey",)), Participant("2", ("Mary Calder",))])
    posts = [Message(f"<div>Hi all,</div><div>tides {n} are fine.</div><div>Bo</div>", str(n), "1") for n in range(6)]
    messages = [replace(post, html=True) for post in posts]
    key = discover(messages, roster, seed=1)
    label = key.pseudonyms.label("1")
    texts = [result.text for result in apply(messages, key, make_pipeline(key))]
    assert texts == [f"<div>Hi all,</div><div>tides {n} are fine.</div><div>[{label}]</div>" for n in range(6)]


def test_nothing_is_learned_from_tags() -> None:
    html = "<p style='font-family: Wrenfield'>Hi <span title='Wrenfield'>all</span></p>"
    messages = [Message(html, str(n), "44", html=True) for n in range(5)]
    assert "wrenfield" not in possible_name_words(messages)
    assert "wrenfield" in possible_name_words([Message("Hi Wrenfield", "1", "44", html=True)])
    report = DiscoveryReport()
    discover([Message("<br>", "1", "a", html=True)], report=report)
    assert report.empty == 1


# --- Attributes ---


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<img alt="Mary at sea" title=Mary>', '<img alt="[43] at sea" title=[43]>'),
        ("<img alt='L&eacute;onie &amp; I'>", "<img alt='[45] &amp; I'>"),
        ('<a href="files/Mary%20Calder_CV.pdf">CV</a>', '<a href="files/43_CV.pdf">CV</a>'),
        ("<a href='a/Mary_Calder.pdf'>Mary_Calder.pdf</a>", "<a href='a/43.pdf'>43.pdf</a>"),
        ('<a href="/user/view.php?id=43&amp;course=2">x</a>', '<a href="/user/view.php?id=43&amp;course=2">x</a>'),
        (
            '<i data-user-id="43" data-id="43" data-username=RB7>',
            '<i data-user-id="43" data-id="43" data-username=rb7>',
        ),
        ("<a href=mailto:?subject=Hi+Mary>", "<a href=mailto:?subject=Hi+43>"),
        ('<div id="post-mary" data-note="ask Mary">', '<div id="post-43" data-note="ask [43]">'),
        ("<img src='data:image/gif;base64,R0lGOD' alt=''>", "<img src='data:,' alt=''>"),
        ("Ma<b title='L&eacute;onie'>ry</b>", "[43]<b title='[45]'></b>"),
    ],
)
def test_names_in_attributes(html: str, expected: str) -> None:
    assert shared(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<p class="comment byuser comment-author-marycalder">', '<p class="comment byuser comment-author-43">'),
        ('<p class="user-onebox rb7 user-45">', '<p class="user-onebox rb7 user-45">'),
        ('<p class="user-mary author_calder MsoNormal">', '<p class="user-43 author_43 MsoNormal">'),
        ('<th abbr="Mary Calder">', '<th abbr="[43]">'),
        ('<a rel="author Mary-Calder" target=MaryCalder>', '<a rel="author 43" target=43>'),
        ("<font face='Mary Calder'><time datetime='mary calder'>", "<font face='43'><time datetime='43'>"),
        ('<p lang="mary calder" align=center>', '<p lang="43" align=center>'),
        ('<head profile="http://x.example/~marycalder">', '<head profile="http://x.example/~43">'),
        ('<i itemtype="http://x.example/people/marycalder">', '<i itemtype="http://x.example/people/43">'),
        ("<p style=\"font-family:'Mary Calder', Georgia\">", "<p style=\"font-family:'43', Georgia\">"),
        ("<p style=\"x:image-set('mary_calder.jpg' 1x)\">", "<p style=\"x:image-set('43.jpg' 1x)\">"),
        ("<img title=rgillespie3 alt='Rgillespie3'>", "<img title=[44] alt='[44]'>"),
        ("<i data-username=rgillespie3><a href='/u/rgillespie3'>", "<i data-username=44><a href='/u/44'>"),
        ("<!DOCTYPE html Mary Calder><p>x</p>", "<!DOCTYPE html><p>x</p>"),
        ("<title>Re: Mary&#39;s tides</title><p>x</p>", "<title>Re: [43]&#39;s tides</title><p>x</p>"),
        ("<p>we met Ma&shy;ry and Ma&#8203;ry at sea</p>", "<p>we met [43] and [43] at sea</p>"),
    ],
)
def test_names_where_no_reader_looks(html: str, expected: str) -> None:
    assert shared(html) == expected
    written = result_of(html).text or ""
    assert not re.search("mary|calder|gillespie|rb7|user-45", written, re.IGNORECASE)
    assert result_of(written).text == written


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ('<p>See <img alt="Calder (2010), figure 2" src="a.png"></p>', {"Calder": "cited"}),
        ('<p><a title="the Gillespie test" href="a.html">it</a></p>', {"Gillespie": "eponym"}),
        ('<p><a href="https://en.wikipedia.org/wiki/Alexander_Calder">his art</a></p>', {"Calder": "code"}),
        ('<p><a href="https://en.wikipedia.org/wiki/Alexander_%43alder">his art</a></p>', {"%43alder": "code"}),
        ('<p><a href="https://en.wikipedia.org/wiki/Tide" id="calder">it</a></p>', {}),  # replaced, or nobody's
    ],
)
def test_what_is_kept_in_attributes_is_in_the_account(html: str, kept: dict[str, str]) -> None:
    result = result_of(html)
    assert {html[row["start"] : row["end"]]: row["reason"] for row in result.kept} == kept
    assert all(html[row["start"] : row["end"]] in (result.text or "") for row in result.kept)


def test_names_of_attributes() -> None:
    written = result_of("<p data-mary-calder=1 data-marycalder data-user-level=3 aria-Oduya=x>").text or ""
    code = "x[0-9a-f]{16}"
    assert re.fullmatch(f"<p data-{code}=1 data-{code} data-user-level=3 aria-{code}=x>", written)


@pytest.mark.parametrize(
    "style", [r"font-family: \6d\61\72y calder", r"x:u\72l(mary_calder.jpg)", r"x:url(\6d ary.jpg)"]
)
def test_what_a_style_hides(style: str) -> None:
    [row] = rows_of(result_of(f'<p style="{style}">'))
    assert (row["start"], row["end"]) == (10, 10 + len(style))
    assert re.fullmatch("x[0-9a-f]{16}", row["replacement"])


@pytest.mark.parametrize(
    "html",
    [
        '<p class="MsoNormal" align=center style="margin:0cm;font-family:&quot;Georgia&quot;,serif">x</p>',
        '<table class="wp-block-table is-style-stripes col-md-6" width=100% dir=ltr lang=en-GB>',
        '<div itemscope itemtype="http://schema.org/Person" class="vcard comment-author bypostauthor">',
        '<svg viewBox="0 0 10 10"><path d="M10 20L30 40z" fill="none" transform="rotate(45)"/></svg>',
        '<a href="/user/index.php?id=2" class="primary summary" rel="noopener nofollow" data-toggle="tooltip">x</a>',
    ],
)
def test_what_html_is_made_of_stays(html: str) -> None:
    assert result_of(html).text == html


def test_ids_of_people_in_links() -> None:
    label = class_key().pseudonyms.label("43")
    result = result_of('<a href="/user/view.php?id=43&amp;course=2">x</a> <i data-user-id="43" data-id="43">')
    assert result.text == (
        f'<a href="/user/view.php?id={label}&amp;course=2">x</a> <i data-user-id="{label}" data-id="43">'
    )
    assert [(row["participant"], row["attribute"], row["pseudonym"]) for row in result.identifiers] == [
        ("43", "href", label),
        ("43", "data-user-id", label),
    ]


def test_an_address_is_the_same_in_link_and_text() -> None:
    html = (
        '<a href="mailto:mary.calder@uni.example?cc=x">mary.calder@uni.example</a> <a href="/u/tidepool">@tidepool</a>'
    )
    written = result_of(html).text or ""
    found = re.fullmatch(r'<a href="mailto:(.+)\?cc=x">(.+)</a> <a href="/u/(.+)">(.+)</a>', written)
    assert found is not None
    assert found[1] == found[2] == f"[EMAIL:{class_key().pseudonyms.label('43')}]"
    assert found[3] == found[4]
    assert found[3].startswith("[USERNAME:")


def test_who_is_called_by_an_id() -> None:
    html = "<aside data-username='rb7'><div>rb7:</div>rb7 is no mention</aside>Hi <a href='/u/RB7'>@RB7</a>, @rb7x!"
    written = result_of(html).text or ""
    label = class_key().pseudonyms.label("rb7")
    assert written.startswith(f"<aside data-username='{label}'><div>[{label}]:</div>rb7 is no mention</aside>")
    assert re.search(rf"<a href='/u/{label}'>(?:@\[{label}\]|\[USERNAME:{label}\])</a>", written)
    assert result_of(written).text == written


@pytest.mark.parametrize(
    "href",
    [
        "https://en.wikipedia.org/wiki/Tide",
        "https://en.wikipedia.org/wiki/Robert_Boyle",
        "https://cran.r-project.org/web/packages/dplyr/index.html",
        "https://doi.org/10.1000/182",
        "https://uni.example/courses/2024/tides.pdf?version=3#page=2",
        "http://www.uni.example/about/contact.html",
        "../images/tide%20table.png",
        "/mod/forum/discuss.php?d=44#p43",
        "#top",
        "?page=2",
        "cid:image001.png@01D9ABCD.12345678",
        "javascript:void(0);",
    ],
)
def test_links_to_nobody_stay(href: str) -> None:
    html = f'<p>See <a href="{href}" target="_blank" rel="noopener">this</a> and <img src=\'{href}\'></p>'
    result = result_of(html)
    assert result.text == html
    assert rows_of(result) == []


def test_who_did_not_consent_is_masked_everywhere() -> None:
    html = "Fergus is <img alt='Fergus' src=fergus-ballantyne.png> <a href=/users/46>"
    result = result_of(html)
    assert result.text == "[U?] is <img alt='[U?]' src=nobody.png> <a href=/users/nobody>"
    assert {row["participant"] for row in rows_of(result)} == {None}


def test_a_cell_that_is_a_name() -> None:
    roster = Roster([Participant("1", ("Will Hope",)), Participant("2", ("Hannah Fischer",))])
    key = Key.from_roster(roster, seed=1)
    html = (
        "<tr><td>Hope</td><td>Will</td><td>hope</td><td>Will it?</td></tr><tr><td>Fischer</td><td>Hannah</td></tr>"
        "<table><tr><td>Hope<br>and fear</td></tr></table>Hope is good"
    )
    message = Message(html, "1", "2", html=True)
    will, hannah = (f"[{key.pseudonyms.label(who)}]" for who in ("1", "2"))
    assert next(apply([message], key, make_pipeline(key))).text == (
        f"<tr><td>{will}</td><td>{will}</td><td>hope</td><td>Will it?</td></tr>"
        f"<tr><td>{hannah}</td><td>{hannah}</td></tr>"
        f"<table><tr><td>{will}<br>and fear</td></tr></table>Hope is good"
    )


LONG = {
    "the same account": "<a href='/u/rb7'>@rb7</a> " * 4_000,
    "accounts": "".join(f"<a href='/u/mary.calder{n}'>@mary.calder{n}</a> " for n in range(1_000)),
    "the same file": "<a href='/f/Mary.pdf'>Mary.pdf</a> " * 2_800,
    "files": "".join(f"<a href='/f/Mary{n}.pdf'>Mary{n}.pdf</a> " for n in range(2_500)),
    "names": "<a href='" + "/Mary" * 20_000 + "'>",
    "letters": "<input value='" + "qwzx" * 25_000 + "'>",
    "capitals": "<input value='" + "qW" * 50_000 + "'>",
    "pages of people": "<a href='" + "/user/view.php?a&" * 6_000 + "'>",
    "digits": "<a href='/users/" + "1" * 50_000 + "'><i data-user-id=" + "1" * 50_000 + ">",
    "classes": "<p class='" + "mary calder user-43 " * 5_000 + "'>",
    "cells": "<td>Robert</td>" * 6_000,
}


@pytest.mark.parametrize("kind", LONG)
def test_nothing_takes_long(kind: str) -> None:
    class_pipeline()
    start = time.process_time()
    result = result_of(LONG[kind])
    assert time.process_time() - start < 5
    assert LEFT.search(result.text or "") is None


# --- Rows ---


def test_rows_have_places_in_the_html() -> None:
    html = "<p>Hi Ro<b>bert</b> <!-- x -->and <img alt='Mary'>"
    result = result_of(html, author="45", parent_author=None)
    label = class_key().pseudonyms.label("43")
    both = "|".join(sorted(map(class_key().pseudonyms.label, ("44", "rb7"))))
    robert, mary = result.replacements
    assert html[robert["start"] : robert["end"]] == "Ro<b>bert"
    assert (robert["replacement"], robert["written"], robert["pseudonym"]) == (f"[{both}]<b>", f"[{both}]", both)
    assert (html[mary["start"] : mary["end"]], mary["attribute"], mary["category"]) == ("Mary", "alt", "part")
    assert (mary["replacement"], mary["written"], mary["pseudonym"]) == (f"[{label}]", f"[{label}]", label)
    assert result.markup == [(html.index("<!--"), html.index("-->") + 3, "<!---->")]
    assert [(c["start"], c["end"], c["candidates"]) for c in result.conflicts] == [
        (robert["start"], robert["end"], ["44", "rb7"])
    ]
    assert replayed(html, result) == result.text


def test_the_same_as_readers_see_it() -> None:
    html = "<p>Hi Ma<b>ry</b>, I live in Lund.</p><img alt='I live in Lund.'>"
    result = result_of(html, subject="Mary")
    shown = result.shown
    label = class_key().pseudonyms.label("43")
    assert shown.message == Message("Hi Mary, I live in Lund.", "m", "44", None, "43", None, "s", None, "Mary")
    assert (shown.text, shown.subject) == (f"Hi [{label}], I live in Lund.", f"[{label}]")
    assert [(r["start"], r["end"]) for r in shown.replacements] == [(3, 7)]
    assert [r["category"] for r in shown.identifiers] == ["CITY"]
    assert [html[r["start"] : r["end"]] for r in result.identifiers] == ["Lund", "Lund"]
    assert shown.shown is shown


def test_with_and_without_docs() -> None:
    among_others = make_pipeline(class_key())
    among_others.add_pipe("sentencizer")
    message = Message("<p>Hi Mary,<br>see <a href='/u/mary'>@mary</a></p>Robert", "m", "44", html=True)
    alone, other = (next(apply([message], class_key(), nlp)) for nlp in (class_pipeline(), among_others))
    assert alone.failure is None
    assert (alone.text, alone.replacements, alone.identifiers) == (other.text, other.replacements, other.identifiers)


def test_a_doc_holds_what_readers_see() -> None:
    nlp = class_pipeline()
    doc = nlp(Message("<p>Hi M<b>ary</b></p>", "m", "44", html=True).to_doc(nlp))
    assert doc.text == "Hi Mary"
    assert doc._.pseudo_text == f"Hi [{class_key().pseudonyms.label('43')}]"


# --- For whatever there is ---

PARTS = ["Mary", "Mary Calder", "Robert", "Léonie", "Robert Gillespie", "L&eacute;onie Oduya", "Rob&#101;rt"]
FRAMES = [
    "<p>Hi {}, fine.</p>", "<div>Thanks<br>{}</div>", "I think {} is right. ", "<td>{}</td>", "<li>ask {}!</li>",
    '<img alt="{}">', "<img title='with {} at sea'>", "<blockquote>Dear {},<br>no.</blockquote>", "<pre>Hi {}\n</pre>",
    "<!-- {} -->", "<script>x = '{}'</script>", '<a href="#" aria-label="{}">x</a>', "<b>{}</b> said so. ",
]  # fmt: skip
NAMES = ["Mary Calder", "Robert Gillespie", "Léonie Oduya"]
LINKS = [
    '<a href="files/{}_CV.pdf">CV</a>', "<img src='IMG_{}.jpg'>", "<a href=https://x.example/u/{}/>x</a>",
    '<a href="https://uni.example/?next=%2Fu%2F{}&amp;x=1">x</a>', "<i data-author='{}'>", '<a name="{}"></a>',
]  # fmt: skip


def split(name: str, cut: int) -> str:
    """RETURNS (str): The name with a tag in it, but not in an entity."""
    at = cut % len(name)
    return name if "&" in name else f"{name[:at]}<i>{name[at:]}</i>"


def shapes(name: str) -> Iterator[str]:
    yield from (quote(name), quote(name.replace(" ", "_")), quote(name.replace(" ", "-").lower()))
    yield from (quote(name).replace("%20", "+"), quote(name.replace(" ", "")))


IN_TEXT = st.builds(
    lambda frame, name, cut: frame.format(split(name, cut) if cut and not frame.startswith(("<img", "<a", "<!", "<s"))
                                          else name),
    st.sampled_from(FRAMES), st.sampled_from(PARTS), st.integers(0, 9),
)  # fmt: skip
IN_LINKS = st.builds(str.format, st.sampled_from(LINKS), st.sampled_from([s for name in NAMES for s in shapes(name)]))
MAILS = st.lists(st.one_of(IN_TEXT, IN_LINKS), min_size=1, max_size=8).map("".join)
LEFT = re.compile("mary|calder|robert|gillespie|l[eé]onie|oduya", re.IGNORECASE)


def seen(html: str) -> str:
    """RETURNS (str): All that is looked at, decoded."""
    markup = Markup(html)
    return "\n".join([markup.text, *(unquote(attribute.value) for attribute in markup.attributes)])


def structure(html: str) -> list[tuple[Any, ...]]:
    tags = (tag for tag in find_tags(html) if tag.kind != "code")
    return [(t.kind, t.name, [html[a.name_start : a.name_end] for a in t.attributes]) for t in tags]


@settings(max_examples=120, deadline=None)
@given(MAILS)
def test_no_name_is_left_and_the_structure_stays(html: str) -> None:
    result = result_of(html)
    assert LEFT.search(seen(result.text or "")) is None
    assert LEFT.search(unescape(unquote(result.text or ""))) is None
    as_text = next(apply([plain(result.message)], class_key(), class_pipeline()))
    assert result.shown.text == as_text.text
    assert structure(result.text or "") == structure(html)
    assert replayed(html, result) == result.text
    assert result_of(result.text or "").text == result.text


ANYTHING = st.lists(
    st.one_of(
        IN_TEXT, IN_LINKS, st.text(max_size=4), st.sampled_from(["<", "&", "<p", "'>", "<!--", "-->", "Mary", "@"])
    ),
    max_size=8,
).map("".join)


@settings(max_examples=120, deadline=None)
@given(ANYTHING)
def test_rows_can_be_replayed(html: str) -> None:
    result = result_of(html)
    assert replayed(html, result) == result.text
    assert [tag[:2] for tag in structure(result.text or "")] == [tag[:2] for tag in structure(html)]
    assert json.loads(json.dumps(result.replacements)) == result.replacements


# --- The command line ---


POSTS = (
    {"id": "1", "author": "43", "text": "<p>Hi all,</p><p>I live in Lund.</p><!-- Mary --><p>Mary</p>"},
    {"id": "2", "author": "44", "text": "<p>Hi <b>Mary</b>,</p><p>see <a href='Mary.pdf'>it</a>.</p><p>Robert</p>"},
    {"id": "3", "author": "46", "text": "<p>Mary</p>"},
)


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "messages.jsonl"
    path.write_text("".join(json.dumps(post) + "\n" for post in POSTS), "utf-8")
    return Source([path], Reading(html=True))


def lines(path: Path) -> Iterable[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_a_run_over_html(source: Source, tmp_path: Path) -> None:
    roster = Roster(Participant(person, (name,)) for person, name in PEOPLE.items())
    key = discover(source.read(), roster, exclude=[EXCLUDED], seed=1)
    key.save(tmp_path / "key")
    summary = Job(source, tmp_path / "key", tmp_path / "out", Treatment(), quiet=True).apply(key)
    mary, robert = key.pseudonyms.label("43"), key.pseudonyms.label("44")
    assert [row["text"] for row in lines(tmp_path / "out" / "messages.jsonl")] == [
        f"<p>Hi all,</p><p>I live in Lund.</p><!----><p>[{mary}]</p>",
        f"<p>Hi <b>[{mary}]</b>,</p><p>see <a href='{mary}.pdf'>it</a>.</p><p>[{robert}]</p>",
    ]
    rows = {row["id"]: row for row in lines(tmp_path / "key" / "replacements.jsonl")}
    assert rows["1"]["html"] is True
    assert rows["3"]["excluded"] is True
    for post in POSTS[:2]:  # what the file says leads back from the output to the original
        row = rows[post["id"]]
        edits = [(s[0], s[3], s[6]) for s in (*row["spans"], *row["identifiers"])]
        edits += [(o[0], o[3], o[5]) for o in row["others"]] + [(m[0], m[2], m[3]) for m in row["markup"]]
        texts = {one["id"]: one["text"] for one in lines(tmp_path / "out" / "messages.jsonl")}
        text = texts[post["id"]]
        assert edits
        for start, written, original in sorted(edits):
            assert text.startswith(written, start)  # all before it is the original again
            text = text[:start] + original + text[start + len(written) :]
        assert text == post["text"]
    assert summary.to_dict()["marked, to be looked at"]["CITY"] == 1
    assert "I live in [Lund]." in (tmp_path / "key" / "surrogates.csv").read_text("utf-8")
    assert summary.to_dict()["not dealt with"]["web addresses"] == 0


def test_ids_in_links_are_those_of_their_source(tmp_path: Path) -> None:
    """Who is 5 in one source is 777 in the other, where 5 is somebody else, and 99 nobody who is known."""
    first = [("1", "5", "Mary Calder", "<a href='/user/view.php?id=5'>"), ("2", "6", "Léonie Oduya", "tides")]
    link = "<a href='/user/view.php?id={0}&amp;course=2'><i data-userid={0}>"
    second = [
        ("1", "5", "Ann Lister", link.format(5)),
        ("2", "777", "Mary Calder", link.format(777)),
        ("3", "6", "Léonie Oduya", link.format(6)),
        ("4", "99", "Fergus Ballantyne", "tides"),
        ("5", "9", "Zoe Kay", link.format(99) + link.format(9) + link.format(98)),
    ]
    fields = ("id", "author", "name", "text")
    for name, posts in (("a.jsonl", first), ("b.jsonl", second)):
        rows = (json.dumps(dict(zip(fields, post, strict=True))) for post in posts)
        (tmp_path / name).write_text("\n".join(rows), "utf-8")
    both = Source([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], Reading(html=True))
    key = discover(both.read(), both.roster(None, ["name"]), exclude=["99"], seed=1)
    texts = {result.message.id: result.text or "" for result in apply(both.read(), key, make_pipeline(key))}
    mary, leonie, ann, zoe = map(key.pseudonyms.label, ("5", "6", "2:5", "9"))
    assert texts["1"] == f"<a href='/user/view.php?id={mary}'>"
    assert [texts[f"2:{n}"] for n in (1, 2, 3)] == [link.format(who) for who in (ann, mary, leonie)]
    known = link.format("nobody") + link.format(zoe)
    assert texts["2:5"].startswith(known)
    assert re.fullmatch(link.format("x[0-9a-f]{16}").replace("?", r"\?"), texts["2:5"].removeprefix(known))


def test_raters_see_no_tags(source: Source, tmp_path: Path) -> None:
    roster = Roster(Participant(person, (name,)) for person, name in PEOPLE.items())
    discover(source.read(), roster, exclude=[EXCLUDED], seed=1).save(tmp_path / "key")
    how: dict[str, Any] = {"n": 2, "risk": 1, "raters": 1, "delimiter": ",", "seed": 1, "quiet": True}
    for kind in ("text", "words"):
        out = tmp_path / kind
        SampleJob(source, tmp_path / "key", out, kind=kind, treatment=Treatment(), **how).sample()
        sheet = (out / "rater-1" / "sheet-1.csv").read_text("utf-8")
        assert "<p>" not in sheet
        assert "Lund" in sheet
