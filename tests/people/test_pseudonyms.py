import io
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.cells import CellReader
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.pseudonyms import Pseudonyms


def drawn(n: int = 5, seed: int = 0, **settings: str) -> Pseudonyms:
    pseudonyms = Pseudonyms(**settings)
    pseudonyms.draw([f"id{i}" for i in range(n)], rng=Random(seed))
    return pseudonyms


def test_numbers_are_a_random_permutation() -> None:
    pseudonyms = drawn(5)
    assert sorted(pseudonyms.labels.values()) == ["U01", "U02", "U03", "U04", "U05"]
    orders = {tuple(drawn(5, seed).labels.values()) for seed in range(300)}
    assert len(orders) > 90
    firsts = [drawn(5, seed).label("id0") for seed in range(500)]
    assert all(60 < firsts.count(f"U0{i}") < 140 for i in range(1, 6))


def test_order_of_ids_and_seed() -> None:
    forwards, backwards = Pseudonyms(), Pseudonyms()
    forwards.draw(["a", "b", "c", "a"], rng=Random(3))
    backwards.draw(iter(["c", "b", "a", ""]), rng=Random(3))
    assert forwards.labels == backwards.labels


@pytest.mark.parametrize(("n", "first", "last"), [(9, "U01", "U09"), (99, "U01", "U99"), (150, "U001", "U150")])
def test_width(n: int, first: str, last: str) -> None:
    labels = sorted(drawn(n).labels.values())
    assert (labels[0], labels[-1], len(labels)) == (first, last, n)


@pytest.mark.parametrize(("n", "more", "width"), [(3, 200, 2), (150, 3, 3)])
def test_old_labels_never_change(n: int, more: int, width: int) -> None:
    pseudonyms = Pseudonyms.from_csv(drawn(n).to_csv())
    old = dict(pseudonyms.labels)
    pseudonyms.draw([*old, *(f"new{i}" for i in range(more))], rng=Random(1))
    assert {participant: pseudonyms.label(participant) for participant in old} == old
    assert sorted(int(label[1:]) for label in pseudonyms.labels.values()) == list(range(1, n + more + 1))
    assert min(map(len, pseudonyms.labels.values())) == width + 1


@pytest.mark.parametrize("avoid", [["U02"], ["[U02]"], ["u2"], ["U002"], ["[U02|U02]"], {"see U02."}])
def test_avoid(avoid: list[str]) -> None:
    pseudonyms = Pseudonyms()
    pseudonyms.draw(["a", "b"], rng=Random(0), avoid=avoid)
    assert sorted(pseudonyms.labels.values()) == ["U01", "U03"]


def test_nobody_gets_a_label_that_is_somebodys_id() -> None:
    pseudonyms = Pseudonyms()
    pseudonyms.draw(["U01", "U2", "x"], rng=Random(0))
    assert sorted(pseudonyms.labels.values()) == ["U03", "U04", "U05"]
    pseudonyms.draw(["y"], rng=Random(0))
    assert pseudonyms.label("y") == "U06"


def test_render() -> None:
    pseudonyms = Pseudonyms(labels={"a": "U04", "b": "U01", "c": "U12"})
    assert pseudonyms.render(["c"]) == "[U12]"
    assert pseudonyms.render(["a", "b", "a"]) == "[U01|U04]"
    assert pseudonyms.render(["a", "a"]) == "[U04]"
    assert pseudonyms.render(None) == pseudonyms.render([]) == "[U?]"
    with pytest.raises(PseudoError, match="P322") as caught:
        pseudonyms.render(["secret"])
    assert "secret" not in str(caught.value)


def test_mode_id() -> None:
    pseudonyms = Pseudonyms("id", "<{}>")
    pseudonyms.draw(["17", "4"], rng=Random(0))
    assert pseudonyms.label("4") == "4"
    assert (pseudonyms.render(["4"]), pseudonyms.render(["4", "17"]), pseudonyms.render([])) == (
        "<4>",
        "<17|4>",
        "<U?>",
    )
    for participant in ("a|b", "U?"):
        with pytest.raises(PseudoError, match="P323"):
            pseudonyms.draw([participant], rng=Random(0))


def test_mode_mask() -> None:
    pseudonyms = Pseudonyms("mask")
    pseudonyms.draw(["a", "b"], rng=Random(0))
    assert pseudonyms.label("a") == pseudonyms.label("b") == "NAME"
    assert {pseudonyms.render(ids) for ids in (["a"], ["a", "b"], [], None)} == {"[NAME]"}
    again = Pseudonyms.from_csv(pseudonyms.to_csv(), mode="mask")
    assert again.labels == pseudonyms.labels


@pytest.mark.parametrize("template", ["", "[]", "{}{}", "[{0}]", "{ }"])
def test_template_needs_one_place(template: str) -> None:
    with pytest.raises(PseudoError, match="P320"):
        Pseudonyms(template=template)


def test_unknown_mode() -> None:
    with pytest.raises(PseudoError, match=r"P321.*number, id, mask"):
        Pseudonyms("name")


@pytest.mark.parametrize(
    ("settings", "text", "found"),
    [
        ({}, "[U01] x[U123]. [U1|U04] [U?]", ["[U01]", "[U123]", "[U1|U04]", "[U?]"]),
        ({}, "U01 [u01] [U] [U01|] [|U01] [NAME] [id1]", []),
        ({"template": "{}"}, "U01 thU02 U03x U4's U5|U6 U?", ["U01", "U4", "U5|U6", "U?"]),
        ({"template": "a{}b"}, "aU01b xaU01b aU01bx", ["aU01b"]),
        ({"template": "*{}+"}, "*U01+ **U?++", ["*U01+", "*U?+"]),
        ({"mode": "id"}, "[id1] [id2|id1] [id9] [U?]", ["[id1]", "[id2|id1]", "[U?]"]),
        ({"mode": "mask"}, "[NAME] [U01] [U?]", ["[NAME]"]),
    ],
)
def test_looks_like(settings: dict[str, str], text: str, found: list[str]) -> None:
    assert [m.group() for m in drawn(**settings).looks_like().finditer(text)] == found


@pytest.mark.parametrize("mode", ["number", "id", "mask"])
@pytest.mark.parametrize("template", ["[{}]", "{}", "P({})", "x{}x"])
@pytest.mark.parametrize("n", [0, 3])
def test_what_is_rendered_looks_like_it(mode: str, template: str, n: int) -> None:
    pseudonyms = drawn(n, mode=mode, template=template)
    ids = list(pseudonyms.labels)
    pattern = pseudonyms.looks_like()
    for some in (None, ids[:1], ids):
        assert pattern.fullmatch(pseudonyms.render(some))


def test_labels_written_by_a_person_look_like_it() -> None:
    pattern = Pseudonyms(labels={"a": "Teacher (1)"}).looks_like()
    assert pattern.fullmatch("[Teacher (1)|U01]")


def test_is_label() -> None:
    pseudonyms = Pseudonyms(labels={"a": "U04"})
    assert pseudonyms.is_label("U04")
    assert not pseudonyms.is_label("U05")
    assert "a" in pseudonyms
    assert "U04" not in pseudonyms


def test_an_erased_label_is_not_used_again() -> None:
    pseudonyms = drawn(3)
    gone = pseudonyms.label("id1")
    pseudonyms.forget("id1")
    assert "id1" not in pseudonyms
    assert "id1" not in pseudonyms.to_csv()
    assert pseudonyms.is_label(gone)
    again = Pseudonyms.from_csv(pseudonyms.to_csv())
    again.draw(["id1", "x"], rng=Random(0))
    assert gone not in again.labels.values()
    assert again.to_csv().count(gone) == 1
    with pytest.raises(PseudoError, match="P322"):
        pseudonyms.forget("id1")


def test_an_erased_name_is_not_used_again() -> None:
    pseudonyms = drawn(40, mode="surrogate")
    gone = pseudonyms.label("id1")
    pseudonyms.forget("id1")
    again = Pseudonyms.from_csv(pseudonyms.to_csv(), mode="surrogate")
    again.draw([f"new{n}" for n in range(200)], rng=Random(0))
    assert again.is_label(gone)
    words = {word for name in again.labels.values() for word in name.split()}
    assert words.isdisjoint(gone.split())


@pytest.mark.parametrize("mode", ["id", "mask"])
def test_erased_leaves_no_trace(mode: str) -> None:
    pseudonyms = drawn(2, mode=mode)
    pseudonyms.forget("id1")
    assert "id1" not in pseudonyms.to_csv()
    assert not pseudonyms.is_label("id1")


def test_csv() -> None:
    pseudonyms = Pseudonyms(labels={"ann@x.org": "U02", 'a,"b"': "U01"})
    assert pseudonyms.to_csv() == 'participant,pseudonym\nann@x.org,U02\n"a,""b""",U01\n'
    text = "\ufeffrole, pseudonym ,participant\r\n,U02,a\r\n\r\nx,U03,b\r\n"
    assert dict(Pseudonyms.from_csv(text).labels) == {"a": "U02", "b": "U03"}


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        ("", "P325", "p.csv: "),
        ("participant;pseudonym\na;U01\n", "P325", "p.csv: "),
        ("participant\na\n", "P325", "'pseudonym'"),
        ("participant,pseudonym\nsecret,U01\nsecret,U02\n", "P326", "p.csv, line 3"),
        ("participant,pseudonym\nsecret,U01\nb,U01\n", "P327", "p.csv, line 3"),
        ("participant,pseudonym\nsecret,U01\n,U01\n", "P327", "p.csv, line 3"),
        ("participant,pseudonym\nsecret,\n", "P328", "p.csv, line 2"),
        ("participant,pseudonym\nsecret\n", "P328", "p.csv, line 2"),
        ('participant,pseudonym\n"secret,U01\n', "P329", "p.csv, line 2"),
        ('participant,pseudonym\n"sec"ret,U01\n', "P329", "p.csv, line 2"),
    ],
)
def test_csv_errors(text: str, code: str, where: str) -> None:
    with pytest.raises(PseudoError) as caught:
        Pseudonyms.from_csv(text, "p.csv")
    assert caught.value.code == code
    assert where in str(caught.value)
    assert "secret" not in str(caught.value)


def test_labels_given_twice() -> None:
    with pytest.raises(PseudoError, match="P324"):
        Pseudonyms(labels={"a": "U01", "b": "U01"})


# The csv module of Python 3.10 refuses NUL.
anybody = st.text(st.characters(exclude_characters="\x00"), min_size=1) | st.text('a,"\r\n \t', min_size=1)


@given(st.lists(anybody), st.lists(anybody), st.integers())
def test_any_ids(first: list[str], later: list[str], seed: int) -> None:
    rng = Random(seed)
    pseudonyms = Pseudonyms()
    pseudonyms.draw(first, rng=rng)
    old = dict(pseudonyms.labels)
    pseudonyms = Pseudonyms.from_csv(pseudonyms.to_csv())
    assert pseudonyms.labels == old
    pseudonyms.draw(later, rng=rng)
    assert pseudonyms.labels.keys() == {*first, *later}
    assert old.items() <= pseudonyms.labels.items()
    assert len(set(pseudonyms.labels.values())) == len(pseudonyms.labels)
    rows = list(CellReader(io.StringIO(pseudonyms.to_csv(), newline="")))
    assert rows[1:] == [list(item) for item in pseudonyms.labels.items()]
