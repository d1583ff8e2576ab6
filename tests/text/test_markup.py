"""HTML: its text as a reader sees it, places that lead back, and everything else byte for byte."""

from __future__ import annotations

import time
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo import Message
from spacy_pseudo.text.markup import Markup, plain
from spacy_pseudo.text.tags import find_tags
from spacy_pseudo.text.zones import own_end

PIECES = [
    "Mary", "Ro", "bert", " ", "\n", "\r\n", "\t", "\u00a0", "<", ">", "/", "&", ";", "=", '"', "'", "`", "!", "-", "?",
    "<b>", "</b>", "<p>", "</p>", "<br>", "<BR/>", "<div class='quote'>", "</div>", "<blockquote>", "</blockquote>",
    "<pre>", "</pre>", "<td>", "<li>", "<p ", "<a href=", "<a href='x y'", '<img alt="M&eacute;l"', "<b title=x>",
    "<!--", "-->", "<!---->", "<script>", "</script>", "<style>", "</style>", "<![CDATA[", "]]>", "<!doctype html>",
    "<?xml version='1.0'?>", "<![if !mso]>", "<o:p>", "<mary@uni.example>", "&eacute;", "&amp", "&lt;b&gt;", "&#233;",
    "&#xe9;", "&nbsp;", "&#32;", "&#1;", "&#99999999;", "&fjlig;", "&notit;", "data:image/png;base64,AAAA", "é",
]  # fmt: skip
HTML = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=20).map("".join)


def emptied(html: str) -> str:
    """RETURNS (str): The HTML without what no reader sees."""
    return Markup(html).rewrite().html


# --- What a reader sees ---


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("Hi Mary,<br>thanks<br />Bob", "Hi Mary,\nthanks\nBob"),
        ("<p>Hi Mary,</p>\n\n<p>some\n  text</p><p>Bob</p>", "Hi Mary,\n\nsome text\n\nBob"),
        ("<div>Hi Mary,</div><div><br></div><div>fine<br></div><div>Bob</div>", "Hi Mary,\n\nfine\nBob"),
        ("<DIV><DIV>a</DIV></DIV>b", "a\nb"),
        ("Ro<b>be</b><i>rt</i>, R<wbr>oy", "Robert, Roy"),
        ("a <b> b</b> c", "a b c"),
        ("Ro<a href=x>be</a>rt<a>Mary</a><span>now</span>, so<img>so", "RobertMary now, so so"),
        ("Andr&eacute; &amp; M&#225;ria &lt;3&nbsp;x &copy 2 &nosuch; AT&T", "André & Mária <3 x © 2 &nosuch; AT&T"),
        ("<ul><li>one</li><li>two</li></ul>three", "one\ntwo\n\nthree"),
        ("<table><tr><td>From:</td><td>Mary</td></tr><tr><td>To:</td></tr></table>", "From: | Mary\nTo:"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<div style='white-space: pre-wrap'>a\nb</div>c\nd", "a\nb\nc\nd"),
        ("I asked <b>Ma</b>ry.\n\n\n  Bob ", "I asked Mary.\n\nBob"),
        ("one\ntwo<ul><li>three\nfour</li>\n</ul>five\r\nsix", "one\ntwo\n\nthree four\n\nfive\nsix"),
        ("<h1>Tides</h1>they<hr>turn", "Tides\n\nthey\n\nturn"),
        ("<!-- no --><style>p {}</style><script>if (a<b) x()</script>yes", "yes"),
        ("<!doctype html><html><head><title>T</title></head><body>b</body></html>", "b"),
        ("<o:p>a</o:p><![if !supportLists]>b<![endif]><?xml version='1.0'?><![CDATA[c]]>", "abc"),
    ],
)
def test_the_text_of_html(html: str, text: str) -> None:
    assert Markup(html).text == text


@pytest.mark.parametrize(
    "html",
    [
        "<robert@uni.example>", "a < b > c", "<Robert>", "<https://x.example/>", "<mailto:mary@x.example>", "1<2", "<3",
        "x <- y", "<b", "<b title='x", "<!-- never closed", "<a <", "</Robert>", "<! x>", "<?php echo 1 ?>", "&", "<",
    ],
)  # fmt: skip
def test_what_is_no_html_is_text(html: str) -> None:
    markup = Markup(html)
    assert markup.text == html
    assert markup.rewrite().html == html


def test_text_after_a_script_that_never_ends() -> None:
    assert Markup("<script>x = 'Mary'<p>Bob").text == "x = 'Mary'\n\nBob"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<blockquote type=cite><p>Hi</p><div>there</div></blockquote>own", "> Hi\n\n> there\n\nown"),
        ("<blockquote>a<blockquote>b</blockquote>c</blockquote>", "> a\n\n> > b\n\n> c"),
        ("own<div class='gmail_quote'>On Monday X wrote:<br>quoted</div>", "own\n> On Monday X wrote:\n> quoted"),
        ("<div class='gmail_quote'>a<blockquote class=gmail_quote>b</blockquote></div>c", "> a\n\n> b\n\nc"),
        ('<div class="post"><div class="quote">a</div>b</div>', "> a\nb"),
        ("<p>a</blockquote><p>b", "a\n\nb"),
    ],
)
def test_quotations_are_marked(html: str, text: str) -> None:
    assert Markup(html).text == text


def test_an_older_message_below_an_answer() -> None:
    text = Markup(
        "<p>Fine.</p><p>Bob</p><div>On Mon, 3 May 2021 at 10:00, Mary Poe wrote:</div>"
        "<blockquote><p>Hi Bob</p><p>Mary</p></blockquote>"
    ).text
    assert text[: own_end(text)].split() == ["Fine.", "Bob"]


def test_a_message_without_tags() -> None:
    message = Message("<p>Hi&nbsp;Mary</p>", "1", "a", subject="<b>", html=True)
    assert plain(message) == Message("Hi Mary", "1", "a", subject="<b>")
    assert plain(Message("<p>")) == Message("<p>")


# --- Attributes ---


def test_attributes_that_may_hold_a_name() -> None:
    html = (
        '<p class="mary" style="color: red"><a href="a?x=1&amp;y=2&copy=3" title=\'Mary "M" Poe\' target=_blank>'
        "<img alt=Mary src='x.png' WIDTH=3><i style='background: url(mary.png)' data-x=\"1\" checked id></a foo=bar>"
    )
    found = [(a.name, a.value) for a in Markup(html).attributes]
    assert found == [
        ("class", "mary"),
        ("style", "color: red"),
        ("href", "a?x=1&y=2&copy=3"),
        ("title", 'Mary "M" Poe'),
        ("target", "_blank"),
        ("alt", "Mary"),
        ("src", "x.png"),
        ("style", "background: url(mary.png)"),
        ("data-", "x"),
        ("data-x", "1"),
        ("", "foo"),
        ("foo", "bar"),
    ]


def test_names_of_attributes_that_are_none() -> None:
    markup = Markup("<b Mary Poe>x</b> <s hidden onclick=f()>")
    assert [(a.name, a.value) for a in markup.attributes] == [("", "Mary"), ("", "Poe"), ("onclick", "f()")]


def test_what_no_reader_sees_is_emptied() -> None:
    html = "a<!-- Mary --><script src=x.js>mary()</script><STYLE>.mary {}</STYLE><!-->b<!---->"
    assert emptied(html) == "a<!----><script src=x.js></script><STYLE></STYLE><!---->b<!---->"
    picture = '<img src="data:image/png;base64,iVBORw0" alt="x"><a href=data:,>'
    assert emptied(picture) == '<img src="data:," alt="x"><a href=data:,>'
    hidden = "<img src='data&#58;text/plain;base64,TWFyeQ' srcset='data:a/b,x 1x, y.png'>"
    assert emptied(hidden) == "<img src='data:,' srcset='data:, 1x, y.png'>"


@pytest.mark.parametrize(
    "html",
    [
        "<!DOCTYPE html>",
        "<!doctype  HTML >",
        '<!DOCTYPE html SYSTEM "about:legacy-compat">',
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
        "<?xml version='1.0' encoding=\"UTF-8\"?>",
        '<?xml:namespace prefix = o ns = "urn:schemas-microsoft-com:office:office" />',
        "<![if !supportLists]>a<![endif]>",
        "<![if !mso]><![if (gte mso 9)|(IE)]>",
        "<![CDATA[x]]>",
    ],
)
def test_usual_declarations_stay(html: str) -> None:
    assert emptied(html) == html


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<!DOCTYPE html Mary Calder><p>x", "<!DOCTYPE html><p>x"),
        ('<!doctype html PUBLIC "-//W3C//DTD HTML Mary//EN">', "<!DOCTYPE html>"),
        ("<?xml:namespace author='Mary Calder'/>x", "<?xml ?>x"),
        ("<?xml version='1.0' author='Mary'?>x", "<?xml ?>x"),
        ("<![if Mary Calder]>x<![endif]>", "<![if ]>x<![endif]>"),
    ],
)
def test_names_in_declarations(html: str, expected: str) -> None:
    assert emptied(html) == expected
    assert emptied(expected) == expected


def test_a_title_is_no_part_of_the_text() -> None:
    markup = Markup("<head><title>Re: Mary &amp; I <b></title></head><svg><title>Bob</title></svg>Hi")
    assert markup.text == "Hi"
    assert [(a.name, a.value) for a in markup.attributes] == [("title", "Re: Mary & I <b>"), ("title", "Bob")]
    assert Markup("<title>never closed").text == "never closed"


def test_cells() -> None:
    markup = Markup("Hi<table><tr><th>Name</th><td>Will<br>Hope</td></tr><tr><td></td><td> a b </td></tr></table>So")
    assert [markup.text[start:end] for start, end in markup.cells()] == ["Name", "Will", "a b"]
    assert list(Markup("no table").cells()) == []


# --- Rewriting ---


def rewritten(html: str, old: str, new: str) -> str:
    """RETURNS (str): The HTML with something else for what readers see, the first time."""
    markup = Markup(html)
    at = markup.text.index(old)
    return markup.rewrite([(at, at + len(old), new)]).html


@pytest.mark.parametrize(
    ("html", "old", "new", "expected"),
    [
        ("<p>Hi\n Mary!</p>", "Mary", "[U1]", "<p>Hi\n [U1]!</p>"),
        ("Ro<b>be</b>rt x", "Robert", "[U1]", "[U1]<b></b> x"),
        ("Mary<br>\n Poe x", "Mary\nPoe", "[U1]", "[U1]<br>\n  x"),
        ("L&eacute;o &amp; x", "Léo", "A & <B>", "A &amp; &lt;B&gt; &amp; x"),
        ("Ro<i title='x'>b<!-- c --></i>ert", "Robert", "U", "U<i title='x'><!----></i>"),
        ("<Robert> x", "Robert", "Li", "<&#76;i> x"),
        ("&Robert; x", "Robert", "amp", "&&#97;mp; x"),
        ("<blockquote>Mary</blockquote>", "Mary", "U", "<blockquote>U</blockquote>"),
    ],
)
def test_what_readers_see_is_replaced(html: str, old: str, new: str, expected: str) -> None:
    assert rewritten(html, old, new) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a title="x Mary y">', '<a title="x &quot;A&quot; &amp; &#x27;B&#x27; &lt; y">'),
        ("<a title=Mary>", "<a title=&#34;A&#34;&#32;&amp;&#32;&#39;B&#39;&#32;&lt;>"),
    ],
)
def test_an_attribute_is_replaced(html: str, expected: str) -> None:
    markup = Markup(html)
    [attribute] = markup.attributes
    at = attribute.value.index("Mary")
    edit = markup.write(attribute, at, at + 4, "\"A\" & 'B' <")
    assert markup.rewrite([], [edit]).html == expected
    assert Markup(expected).attributes[0].value == attribute.value.replace("Mary", "\"A\" & 'B' <")


def test_what_comes_from_tags_alone_cannot_be_replaced() -> None:
    done = Markup("a<br>b").rewrite([(1, 2, "x")])
    assert (done.html, done.edits) == ("a<br>b", [None])


# --- For whatever there is ---


@settings(max_examples=400, deadline=None)
@given(HTML)
def test_every_character_leads_back(html: str) -> None:
    markup = Markup(html)
    for at, char in enumerate(markup.text):
        pieces = markup.source(at, at + 1)
        assert len(pieces) <= 1
        for start, end in pieces:
            raw = unescape(html[start:end])
            blank = not raw.strip(" \t\n\r\f\u00a0")
            assert char == raw or (blank and char in " \n")
            assert markup.to_text(start) == at
        assert pieces or char in "\n|> "
    sources = markup.source(0, len(markup.text))
    assert sources == sorted(sources)


@settings(max_examples=400, deadline=None)
@given(HTML)
def test_nothing_is_changed_but_what_no_reader_sees(html: str) -> None:
    markup = Markup(html)
    done = markup.rewrite()
    if not markup.emptied:
        assert done.html == html
    assert emptied(done.html) == done.html
    assert Markup(done.html).text == markup.text
    assert [(t.kind, t.name) for t in find_tags(done.html) if t.kind != "code"] == [
        (t.kind, t.name) for t in find_tags(html) if t.kind != "code"
    ]


@settings(max_examples=400, deadline=None)
@given(HTML, st.data())
def test_edits_can_be_replayed_and_keep_the_tags(html: str, data: st.DataObject) -> None:
    markup = Markup(html)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(markup.text)), max_size=6)))
    new = st.sampled_from(["[U1]", "Li", "amp;", "<b>", "a & b", "/x", "#1", '"'])
    edits = [(a, b, data.draw(new)) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    attributes = [markup.write(a, 0, len(a.value), "x y'\"") for a in markup.attributes if a.name]
    done = markup.rewrite(edits, attributes)
    text, at = "", 0
    for start, end, written in sorted([*done.others, *filter(None, done.edits)]):
        assert at <= start < end
        text += html[at:start] + written
        at = end
    assert text + html[at:] == done.html
    kinds = [(t.kind, t.name) for t in find_tags(html) if t.kind != "code"]
    assert [(t.kind, t.name) for t in find_tags(done.html) if t.kind != "code"] == kinds


@pytest.mark.parametrize(
    "html",
    [
        "<" * 50_000, "<a " * 20_000, "&" * 50_000, "<!--" * 20_000, '<a x="' * 20_000, "<a x=' y=\"" * 10_000,
        "<a " * 20_000 + 'x=">', "<script>" * 10_000, "<![CDATA[" * 10_000 + "]]>", "<blockquote>x" * 10_000,
        "&#0" * 20_000, "&a" * 20_000, "<a href='data:" * 10_000, "<b" + " " * 50_000, "<br>" * 20_000 + "x",
        "<p> " * 20_000, "<!doctype html " * 8_000, "<![if " + "(" * 90 + "]>" + "<![if mso" * 9_000,
        "<title>" * 12_000, "<img src='" + "data:a,b " * 10_000 + "'>", "<td>x" * 20_000,
        "<b x='" + "&" * 50_000 + "'>",
    ],
)  # fmt: skip
def test_no_html_takes_long(html: str) -> None:
    start = time.process_time()
    list(Markup(html).cells())
    Markup(html).rewrite()
    assert time.process_time() - start < 3
