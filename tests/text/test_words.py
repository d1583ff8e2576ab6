"""Words on plain strings: folding, what is not prose, spaced and damaged spellings."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from spacy_pseudo.text.disguises import damaged, scanned, spaced
from spacy_pseudo.text.lexing import Prose
from spacy_pseudo.text.words import atoms, fold, is_title, not_prose, spellings


def misread(text: str) -> list[tuple[int, int, str]]:
    """Words with lost or mistaken letters, and those that a scanner may have read wrongly."""
    return [*damaged(text), *scanned(text)]


@pytest.mark.parametrize(
    ("word", "same"),
    [
        ("MARY", "mary"),
        ("RObert", "robert"),
        ("Léonie", "Leonie"),
        ("ÅSA", "Asa"),
        ("Søren", "Soren"),
        ("Łukasz", "lukasz"),
        ("Đorđe", "Dorde"),
        ("Þóra", "Thora"),
        ("Ægir", "AEGIR"),
        ("Œdipe", "oedipe"),
        ("Strauß", "STRAUSS"),
        ("ﬁona", "Fiona"),
        ("Ｍａｒｙ", "Mary"),
        ("Маry", "Mary"),  # two Cyrillic letters in front
        ("Rоbеrt", "Robert"),  # Cyrillic o and e
        ("Τοby", "Toby"),  # Greek T and o
        ("Юлия", "ЮЛИЯ"),
        ("Ελένη", "ΕΛΕΝΗ"),
        ("Mar\u00ady", "Mary"),  # soft hyphen
        ("Ma\u200bry", "Mary"),  # zero-width blank
        ("İpek", "ipek"),
        ("Işıl", "isil"),
    ],
)
def test_fold_makes_spellings_equal(word: str, same: str) -> None:
    assert fold(word) == fold(same)


@pytest.mark.parametrize("word", ["Léonie", "Zoë", "Ångström", "Nguyễn", "Юлий", "Ελένη", "Đặng"])
def test_fold_takes_composed_and_decomposed_alike(word: str) -> None:
    assert fold(unicodedata.normalize("NFD", word)) == fold(unicodedata.normalize("NFC", word))


@pytest.mark.parametrize(("a", "b"), [("Mary", "Marie"), ("Юлия", "Julia"), ("Нора", "Hopa"), ("王", "玉")])
def test_fold_keeps_different_words_apart(a: str, b: str) -> None:
    assert fold(a) != fold(b)


@pytest.mark.parametrize(
    ("word", "other"), [("Rücker", "ruecker"), ("Rücker", "rucker"), ("Øystein", "oeystein"), ("Åse", "aase")]
)
def test_usual_spellings(word: str, other: str) -> None:
    assert other in spellings(word)
    assert other in spellings(unicodedata.normalize("NFD", word))


@pytest.mark.parametrize(
    "text",
    [
        "<<Anne>>-<<Marie>> <<O>>'<<Neil>>",
        "12 <<x>>34<<y>>_<<z>>!",
        "<<Zoë>> <<Zoe\u0308>>. <<Юлия>>, <<王小明>>",
        "<<Mar\u00ady>>\u00a0<<Poe>>",
        "🙂<<Mary>>👩\u200d🎓",
    ],
)
def test_atoms_are_runs_of_letters(text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    assert mark(plain, [(atom.start, atom.end, "") for atom in atoms(plain)]) == text
    assert all(plain[atom.start : atom.end] == atom.text for atom in atoms(plain))


@pytest.mark.parametrize(
    "text",
    [
        "See <<https://uni.example/~mary/notes.html>> for more",
        "See <<http://mary.example/a?b=c&d=mary#e>>",
        "at <<www.mary-poe.example/blog>> or",
        "write to <<mary.poe+list@mail.uni.example>>, please",
        "<<mary-poe.com/about>> is mine",
        "I put <<mary_notes.pdf>> and <<results-poe.csv>> there",
        "open <<mary\\report.docx>> first",
        "run <<./scripts/mary.py>>",
        "call <<mary.fit(>>x, y) then",
        "the <<mary_poe>> column and <<data$mary>>",
        "write `<<mary`>>".replace("`<<", "<<`"),
    ],
)
def test_not_prose(text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    assert mark(plain, [(start, end, "") for start, end in not_prose(plain)]) == text


@pytest.mark.parametrize(
    "text",
    [
        "Mary (and Bob) agree.",
        "the student(s) and the essay(s)",
        "Mary said so.I agree with Bob.",
        "Thanks,Mary.Poe is right",
        "either/or, and/or, Mary/Bob",
        "@Mary what do you think?",
        "It costs $5. Mary paid.",
        "a lone ` is nothing",
        "Hi Mary.\nBest regards.",
    ],
)
def test_prose(text: str) -> None:
    assert not_prose(text) == []


def test_words_in_addresses_are_not_looked_at() -> None:
    prose = Prose("Mary is at mary.poe@uni.example, or see https://poe.example/mary by Bob")
    assert prose.folded == ["mary", "is", "at", "or", "see", "by", "bob"]
    assert prose.words == ["Mary", "is", "at", "or", "see", "by", "Bob"]
    assert [prose.text[atom.start : atom.end] for atom in prose.atoms(0, 7)] == prose.words


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("Mary", True),
        ("  “Mary", True),
        ("So. Mary", True),
        ("So!\nMary", True),
        ("> Mary", True),
        ("* Mary", True),
        ("and Mary", False),
        ("so, Mary", False),
        ("so (Mary", False),
    ],
)
def test_where_sentences_begin(text: str, begins: bool) -> None:
    assert Prose(text).starts_sentence(text.index("Mary")) is begins


@pytest.mark.parametrize(
    "text",
    [
        "<<R o b e r t|Robert>>",
        "Cheers,\n<<M-a-r-y|Mary>>!",
        "it was <<M.a.r.y|Mary>>",
        "~ <<B*o*b|Bob>> ~",
        "<<m_a_r_y|mary>> and <<B~o~b|Bob>>",
        "<<L é o|Léo>>",
        "<<L e\u0301 o|Le\u0301o>>",
    ],
)
def test_spaced(text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    assert mark(plain, list(spaced(plain))) == text


@pytest.mark.parametrize("text", ["A B", "I a man", "vitamins C and D", "R-squared", "x.y", "4 a b c5", "R.o-b"])
def test_not_spaced(text: str) -> None:
    assert list(spaced(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Hi <<C?lia|C?lia>>, thanks",
        "Hi <<C\ufffdlia|C?lia>>",
        "Hi <<L\ufffd\ufffdonie|L?onie>>",
        "<<?lodie|?lodie>> said",
        "<<Ren\ufffd|Ren?>> said",
        "<<LÃ©onie|Léonie>> said",
        "<<MÃ¼ller|Müller>> and <<ZoÃ«|Zoë>>",
        "<<\u00c5\u00a0\u00c3\u00ba\u00c4\u00be|Šúľ>>",
    ],
)
def test_damaged(text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    assert mark(plain, misread(plain)) == text


@pytest.mark.parametrize("text", ["What? Why?", "Mary?", "really?? No.", "Ã la carte", "Åsa and Ängla", "Âge", "é"])
def test_not_damaged(text: str) -> None:
    assert misread(text) == []


@pytest.mark.parametrize(
    ("word", "title"), [("Mary", True), ("mary", False), ("MARY", True), ("Ǆ", True), ("王", True), ("юлия", False)]
)
def test_is_title(word: str, title: bool) -> None:
    assert is_title(word) is title


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I asked Wa1ter.", {"Walter", "Waiter"}),
        ("I asked Pau1 today.", {"Paul", "Paui"}),
        ("I asked PauI today.", {"Paul", "Paui"}),
        ("I asked R0bert.", {"Robert"}),
        ("I asked 0liver.", {"Oliver"}),
        ("I asked lngrid.", {"Ingrid"}),
    ],
)
def test_scanned(text: str, words: set[str]) -> None:
    assert {word for *_, word in misread(text)} == words


@pytest.mark.parametrize(
    "text", ["H2O and x1 and R2 and p0", "user101 lives", "llamas, lyric", "1990 or 2001", "IBM, AI"]
)
def test_not_scanned(text: str) -> None:
    assert misread(text) == []
