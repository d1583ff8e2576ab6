from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.name_map import HEADER, Form, NameMap

FIGURE_3 = """\
U01 | Robbie | Jones | Robert | Thanks Robert | R o b e r t | RObert | html
U02 | Margaret | Maggie | Smith | Margret | Again | all | S
U03 | Brown | E | Elisabeth | E Brown | Elisabeth Brown | Elizabeth | Maggie
U04 | Bob | RG | Bert | Robert Grey | Cheers | Robert | Grey | Rob
U12 | Arthur | Arthur | Arthr | Arthur von Trapp | Artur | Arthur Trapp | von Trapp
U43 | Mary Jane | Mary | MJ | Mary Jane Poe | Jane | Poe | thanksMary
"""


def test_reads_the_papers_figure() -> None:
    name_map = NameMap.parse(FIGURE_3)
    assert name_map.participants() == ["U01", "U02", "U03", "U04", "U12", "U43"]
    assert [form.text for form in name_map.forms("U12")] == [
        "Arthur",
        "Arthr",
        "Arthur von Trapp",
        "Artur",
        "Arthur Trapp",
        "von Trapp",
    ]
    assert ("U01", Form("R o b e r t")) in list(name_map)
    assert name_map.kept == []
    assert str(name_map) == FIGURE_3


@pytest.mark.parametrize(
    ("cell", "form"),
    [
        ("Robbie [12]", Form("Robbie", 12)),
        ("Robbie[ 12 ]", Form("Robbie", 12)),
        ("? Bert [1]", Form("Bert", 1, unsure=True)),
        ("?Bert", Form("Bert", unsure=True)),
        ("thanksMary => thanks {}", Form("thanksMary", output="thanks {}")),
        ("? thanksMary [2]=>thanks {}", Form("thanksMary", 2, unsure=True, output="thanks {}")),
        (r"a\|b", Form("a|b")),
        (r"Bob \[dept\] [3]", Form("Bob [dept]", 3)),
        (r"Bob] [3]", Form("Bob]", 3)),
        (r"C\#", Form("C#")),
        ("C#", Form("C#")),
        (r"a\\b", Form("a\\b")),
        (r"\?Bert", Form("?Bert")),
        ("C?lia", Form("C?lia")),
        (r"\!Bert", Form("!Bert")),
        (r"a \=> b", Form("a => b")),
        ("a = b > c", Form("a = b > c")),
        (r"\ Bob\ ", Form(" Bob ")),
        (r"a\u0007b", Form("a\x07b")),
        (r"a\\u0007b", Form("a\\u0007b")),
        ("李小龍", Form("李小龍")),
        ("  Mary\tJane\t", Form("Mary\tJane")),
    ],
)
def test_cells(cell: str, form: Form) -> None:
    text = f"U01 | {cell} | Jones  # who"
    name_map = NameMap.parse(text)
    assert name_map.forms("U01") == [form, Form("Jones")]
    assert str(name_map) == text


@pytest.mark.parametrize(
    "line", ["! html | Arthur C. Clarke", "!html|Arthur C. Clarke [3]", "! | html | | Arthur C. Clarke"]
)
def test_kept(line: str) -> None:
    name_map = NameMap.parse(f"U01 | Jones\n{line} # why\n!\n! html\n")
    assert name_map.kept == ["html", "Arthur C. Clarke"]
    assert name_map.participants() == ["U01"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("| Secret", "P301"),
        (r"U01 | Secr\et", "P302"),
        ("U01 | Secret\\", "P302"),
        (r"U01 | Secret \u12", "P302"),
        ("U01 | Secret [12", "P303"),
        ("U01 | Secret [x]", "P304"),
        ("U01 | Secret []", "P304"),
        ("U01 | Secret [-1]", "P304"),
        ("U01 | Secret [1234567890123]", "P304"),
        ("U01 | Secret [1] x", "P305"),
        ("U01 | Secret => {} [1]", "P305"),
        ("U01 | Secret => {} => x", "P305"),
        ("U01 | Secret => thanks", "P306"),
        ("U01 | Secret => {} {}", "P306"),
        ("U01 | Secret =>", "P307"),
        ("U01 | => {}", "P307"),
        ("! Secret => {}", "P308"),
        ("U01 | Sec\x00ret", "P309"),
        ("U01 | Secret | ?", "P310"),
        ("U01 | Secret | [3]", "P310"),
    ],
)
def test_errors_name_file_and_line_but_nobody(line: str, code: str) -> None:
    with pytest.raises(PseudoError) as caught:
        NameMap.parse(f"# fine\r\nU00 | Fine\n{line}\n", source="map.txt")
    assert caught.value.code == code
    assert "map.txt, line 3: " in str(caught.value)
    assert "Secr" not in str(caught.value)


def test_comments_may_hold_anything() -> None:
    text = "# \\x [ => ! \x07\n  # | \\\nU01 | Jo # \\x [ | =>\n"
    name_map = NameMap.parse(text)
    assert list(name_map) == [("U01", Form("Jo"))]
    assert str(name_map) == text


@pytest.mark.parametrize(
    "text",
    ["", "\n", "U01", "U01 |", "U01 | | Jones\r\n\r\n  \t\nU02|Bob", "#\rU01 | a\r", "U01 | a |\n\n# end", "!\n"],
)
def test_written_as_read(text: str) -> None:
    assert str(NameMap.parse(text)) == text
    assert str(NameMap.parse("\ufeff" + text)) == text


def test_lines_of_one_participant_are_merged() -> None:
    name_map = NameMap.parse("U01 | Bob [2] | ? Rob\nU02 | Bob\nU01 | Rob | Bob [3] | Bob => hi {} | ? Bert | ? Bert\n")
    assert name_map.participants() == ["U01", "U02"]
    assert name_map.forms("U01") == [Form("Bob", 3, output="hi {}"), Form("Rob"), Form("Bert", unsure=True)]
    assert name_map.forms("U03") == []


def test_new_map_explains_itself() -> None:
    name_map = NameMap()
    assert str(name_map) == HEADER
    assert list(name_map) == []
    assert max(map(len, HEADER.splitlines())) <= 120
    examples = [line[4:].split("   ")[0] for line in HEADER.splitlines() if line.startswith(("#   U", "#   !"))]
    shown = NameMap.parse("\n".join(example.split("  what")[0] for example in examples))
    assert shown.forms("U01") == [Form("Robbie", 12), Form("Jones", 3)]
    assert shown.forms("U04") == [Form("Bob", 7), Form("Bert", 1, unsure=True)]
    assert shown.forms("U43") == [Form("Mary"), Form("thanksMary", output="thanks {}")]
    assert shown.kept == ["html", "Arthur C. Clarke"]


def test_edits_touch_only_their_cells() -> None:
    text = "# top\r\nU01  |Robbie[12]  # him\r\n\r\nU02 | | Bob |\r\nU01 | Rob\r\n! html # tag\r\nU03"
    name_map = NameMap.parse(text)
    assert name_map.add("U01", Form("Jones", 3))
    assert not name_map.add("U01", Form("Rob", 7))
    assert name_map.add("U02", Form("Bert", unsure=True))
    assert name_map.add("U03", Form("Mary"))
    assert name_map.add("U04", Form("thanksEve", output="thanks {}"))
    assert name_map.add_participant("U05")
    assert not name_map.add_participant("U05")
    assert name_map.keep("Ada Lovelace")
    assert not name_map.keep("html")
    assert str(name_map) == (
        "# top\r\nU01  |Robbie[12] | Jones [3]  # him\r\n\r\nU02 | | Bob | ? Bert\r\nU01 | Rob\r\n! html # tag\r\n"
        "! Ada Lovelace\r\nU03 | Mary\r\nU04 | thanksEve => thanks {}\r\nU05\r\n"
    )


def test_keep_at_the_end_of_a_file_without_newline() -> None:
    name_map = NameMap.parse("U01 | a\n! b")
    name_map.keep("c")
    assert str(name_map) == "U01 | a\n! b\n! c\n"


def test_wrong_use() -> None:
    name_map = NameMap()
    with pytest.raises(PseudoError, match="P312"):
        name_map.add("", Form("x"))
    for arguments in (
        {"text": ""},
        {"text": "x", "count": -1},
        {"text": "x", "output": "x"},
        {"text": "x", "output": "{}{}"},
    ):
        with pytest.raises(PseudoError, match="P311"):
            Form(**arguments)
    assert str(name_map) == HEADER


anything = st.text(min_size=1) | st.text("ab |[]#\\?!=>{}u0 \t\n\ufeff\u2028\ud800", min_size=1)
outputs = st.none() | st.tuples(anything, anything).map("{}".join).filter(lambda text: text.count("{}") == 1)
forms = st.builds(Form, anything, count=st.none() | st.integers(0, 10**12 - 1), unsure=st.booleans(), output=outputs)
blanks = st.text(" \t", max_size=2)


@given(st.lists(st.tuples(anything, forms), max_size=8), st.lists(anything, max_size=3), st.sampled_from(["", HEADER]))
def test_whatever_is_added_survives(added: list[tuple[str, Form]], kept: list[str], start: str) -> None:
    name_map = NameMap.parse(start)
    expected: dict[str, dict[str, Form]] = {}
    for participant, form in added:
        name_map.add(participant, form)
        expected.setdefault(participant, {}).setdefault(form.text, form)
    for text in kept:
        name_map.keep(text)
    written = str(name_map)
    again = NameMap.parse(written.encode("utf-8").decode("utf-8"))
    assert {participant: again.forms(participant) for participant in again.participants()} == {
        participant: list(forms.values()) for participant, forms in expected.items()
    }
    assert again.kept == list(dict.fromkeys(kept))
    assert list(again) == list(name_map)
    assert str(again) == written


@st.composite
def files(draw: st.DrawFn) -> str:
    """Valid files in every layout: our own cells in somebody else's spacing, comments, blank lines and line ends."""
    name_map = NameMap.parse("")
    for participant, form in draw(st.lists(st.tuples(anything, forms), max_size=4)):
        name_map.add(participant, form)
    for text in draw(st.lists(anything, max_size=2)):
        name_map.keep(text)
    lines = []
    for line in str(name_map).splitlines():
        lines.append(draw(blanks) + line + draw(st.sampled_from(["", " |", "|  |", " # x | [ \\", "\t#"])))
        lines.append(draw(st.sampled_from(["", "  ", "# a comment | [x", "U9", "!"])))
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return newline.join(lines) + draw(st.sampled_from(["", newline]))


@given(files(), anything, forms)
def test_any_file_is_written_as_read(text: str, participant: str, form: Form) -> None:
    name_map = NameMap.parse(text)
    assert str(name_map) == text
    before = list(name_map)
    kept = name_map.kept
    known = [f for f in name_map.forms(participant) if f.text == form.text]
    name_map.add(participant, form)
    again = NameMap.parse(str(name_map))
    assert sorted(map(repr, again)) == sorted(map(repr, before if known else [*before, (participant, form)]))
    assert again.kept == kept


@given(st.text() | st.text("Ab |[]#\\?!=>{}u01\n"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(PseudoError):
        assert str(NameMap.parse(text)) == text.removeprefix("\ufeff")
