"""Rules over classes of words: what they find and where, what is refused, and that time is linear."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.text.lexicon import Lexicon, Question, read_classes, shape_of, tokens
from spacy_pseudo.text.lexing import Text
from spacy_pseudo.text.rule_lines import literals
from spacy_pseudo.text.rules import Grammar

CLASSES = """
KIN: mum dad son <kin:all>
OWNER: my our
BE: is was
ONES: tre fem
TENS: tjugo
NUM: [TENS][ONES] [ONES] -fem
COUNT: minut* *gram
STOP: . ! ?
own KIN: far
""".strip().splitlines()
LISTS = {"kin": ["better half", "aunt", "mother-in-law"]}


def lexicon(rules: str, own: bool = True) -> Lexicon:
    classes = read_classes(CLASSES, LISTS.__getitem__, own=own)
    return Lexicon(classes, {"AGE": Question("DIG", lambda digits: len(digits) < 3)}, literals(rules))


def found(rules: str, text: str, own: bool = True) -> list[tuple[str, float]]:
    words = lexicon(rules, own)
    hits = Grammar([rules], words).find(Text(text).letters(words))
    return [(text[hit.start : hit.end], round(hit.score, 2)) for hit in hits]


def test_every_character_belongs_to_a_token() -> None:
    text = "Mum's 28yo —\n\n \t¹₀ ßİ_x  "
    assert "".join(tokens(text)) == text
    letters = Text(text).letters(lexicon(""))
    assert len(letters.starts) == len(letters) + 1
    assert [text[start] for start in letters.starts[:4]] == ["M", "'", "s", " "]


@pytest.mark.parametrize(
    ("token", "shape"),
    [
        *(("mum", ("WORD", "LOWER")), ("Mum", ("WORD", "TITLE")), ("M", ("WORD", "CAP1")), ("母", ("WORD",))),
        *(("12", ("DIG",)), (",", ("MARK",)), (", ", ("MARK", "LOOSE")), ("¹", ("WORD",))),
        *((" ", ("BLANK",)), (" \n", ("BLANK", "NL")), ("\n\n", ("BLANK", "NL", "PAR"))),
    ],
)
def test_shapes(token: str, shape: tuple[str, ...]) -> None:
    assert shape_of(token) == shape


def test_classes_are_read() -> None:
    classes = read_classes(CLASSES, LISTS.__getitem__)
    assert classes["NUM"] == {"tjugotre", "tjugofem", "tre"}
    assert classes["KIN"] == {"mum", "dad", "son", "far", "better half", "aunt", "mother-in-law"}
    assert "far" not in read_classes(CLASSES, LISTS.__getitem__, own=False)["KIN"]
    last = read_classes(["KIN: <kin> -aunt <kin:last>"], LISTS.__getitem__)
    assert last["KIN"] == {"half", "aunt", "law"}
    fields = read_classes(
        ["ONE: <folk:2>", "TONGUE: <folk:3>"], lambda name: ["Scottish: Scot, Scots: Gaelic", "Cypriot: Cypriot:"]
    )
    assert fields == {"ONE": {"scot", "scots", "cypriot"}, "TONGUE": {"gaelic"}}


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        # What stands before and after, in any way of writing
        (".8 OWNER [KIN] BE", "MY MUM is, my dad too. A mum is.", [("MUM", 0.8)]),
        (".8 OWNER WORD{0,2} [KIN]", "my dear old dad, my very dear old dad", [("dad", 0.8)]),
        # Blanks: a line break is one, an empty line is none
        (".8 OWNER [KIN]", "my\nmum. my \n dad. my\n\nson", [("mum", 0.8), ("dad", 0.8)]),
        (".8 [AGE ~yo]", "28yo, 28 yo, 128yo", [("28yo", 0.8)]),
        # Phrases, with a dash or a blank
        (".8 OWNER [KIN]", "my better half, our mother-in-law", [("better half", 0.8), ("mother-in-law", 0.8)]),
        # The first rule that fits counts
        ("0 OWNER [KIN] of\n.8 OWNER [KIN]", "my son of a gun, my son", [("son", 0.8)]),
        (".9 OWNER [KIN]\n.8 [KIN]", "mum and my dad", [("mum", 0.8), ("dad", 0.9)]),
        # Classes of classes, marks, edges
        (".8 [WORD-KIN-OWNER]", "my mum laughs", [("laughs", 0.8)]),
        (".8 [TITLE&KIN] (\"!\" | $)", "Mum! mum! Dad, Dad ", [("Mum", 0.8), ("Dad", 0.8)]),
        (".8 STOP-LOOSE [KIN]", "(Hi!) mum. Dad;hi.dad", [("dad", 0.8)]),
        (".8 [KIN] STOP&LOOSE", "mum. dad.son! aunt? Mum.x", [("mum", 0.8), ("son", 0.8), ("aunt", 0.8)]),
        ("0 [KIN] ~\"-\"\n.8 [KIN]", "mother-in-law, mum-hater", [("mother-in-law", 0.8)]),
        (".8 (^ | STOP) [KIN]", "Mum. Dad; son", [("Mum", 0.8), ("Dad", 0.8)]),
        # What does not follow, and what does not precede
        (".8 [AGE] !(COUNT | \"%\")", "12 minutes, 13 %, 14 kilogram, 15 mums", [("15", 0.8)]),
        (".8 !(not) OWNER [KIN]", "not my mum but my dad", [("dad", 0.8)]),
        # Around all of a group of rules
        ("unless tale WORD{0,9} []\n.8 [KIN]\nalways\n.7 [AGE]", "tale of mum, 12. dad", [("12", 0.7), ("dad", 0.8)]),
        ("unless [] WORD{0,9} ends\n.8 [KIN]", "mum never ends. dad", [("dad", 0.8)]),
        ("never how old\n.8 [KIN]", "mum and dad: how old?", []),
        # After another hit
        ("then .6 [AGE]\n.8 [KIN]", "12 mum 13", [("mum", 0.8), ("13", 0.6)]),
        (".8 KIN [AGE]\nalso -.1 AGE (\",\" | and) [AGE]", "dad 1, 2 and 3; 4", [("1", 0.8), ("2", 0.7), ("3", 0.7)]),
        (".8 KIN [AGE]\nalso .6 AGE and [AGE] $", "dad 1 and 2 and 3", [("1", 0.8)]),
        # What repeats first of all
        (".8 [KIN{1,2}] \"!\"", "mum dad! son!", [("mum dad", 0.8), ("son", 0.8)]),
        # A rule is asked at a word of what is found, or of what stands before it
        (".8 OWNER [WORD{0,2}? @ KIN]", "my dear old dad, dear mum, our son", [("dear old dad", 0.8), ("son", 0.8)]),
        (".8 (OWNER | dear) [WORD{0,2}? @ KIN]", "my dear old dad", [("old dad", 0.8)]),
        (".8 (OWNER | dear) [WORD{0,2} @ KIN]", "my dear old dad", [("dear old dad", 0.8)]),
        (".8 !(not) @ OWNER KIN BE [WORD{1,2}]", "my mum is so old. not my dad is", [("so old", 0.8)]),
        # On one line, or on the next
        (".8 [KIN _KIN?]", "mum dad\nson", [("mum dad", 0.8), ("son", 0.8)]),
        (".8 [WORD{0,2} _@ KIN]", "old dad, old\nmum", [("old dad", 0.8), ("mum", 0.8)]),
        # Where the last hit ends
        (".8 OWNER [WORD? KIN]\nnext .7 and [KIN]", "mum, dad, my old mum and dad", [("old mum", 0.8), ("dad", 0.7)]),
        # Definitions
        ("X = OWNER | the\nY = X KIN\n.8 Y BE [AGE]", "the mum is 12, my dad was 13", [("12", 0.8), ("13", 0.8)]),
        # Compounds
        (".8 [NUM]", "tjugofem, fem, Tjugotre", [("tjugofem", 0.8), ("Tjugotre", 0.8)]),
    ],
)  # fmt: skip
def test_rules_find(rules: str, text: str, expected: list[tuple[str, float]]) -> None:
    assert found(rules, text) == expected


def test_a_rule_may_have_a_label_of_its_own() -> None:
    rules = ".8 OWNER [KIN]\nnext YEARS .7 BE [AGE]"
    words = lexicon(rules)
    hits = Grammar([rules], words).find(Text("my mum is 12").letters(words))
    assert [(hit.start, hit.label) for hit in hits] == [(3, ""), (10, "YEARS")]


def test_words_of_one_language_only() -> None:
    assert found(".8 [KIN]", "far", own=True) == [("far", 0.8)]
    assert found(".8 [KIN]", "far", own=False) == []


@pytest.mark.parametrize("text", ["mUM", "MuM", "ſon", "İ", "ß", "ǅ", "\u00a0", "¹", "²son", "", " ", "\n"])
def test_no_token_is_unknown(text: str) -> None:
    found(".8 [KIN]", text)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (".8 [KINS]", "P850"),
        (".8 [KIN-KINS]", "P850"),
        (".8 [KIN", "P851"),
        (".8 (KIN | [KIN]", "P851"),
        (".8 KIN) [KIN]", "P851"),
        (".8 WORD* [KIN]", "P851"),
        (".8 KIN []", "P851"),
        (".8 @ OWNER [WORD @ KIN]", "P851"),
        (".8 KIN [KIN?]", "P851"),
        ("sometimes [KIN]", "P851"),
        (".8 (KIN | BLANK){0,4} [KIN]", "P852"),
        (".8 (KIN | OWNER NL){0,4} [KIN]", "P852"),
        (".8 BLANK{0,4} [KIN]", "P852"),
        (".8 (KIN?){0,4} [KIN]", "P852"),
        (".8 (KIN{0,4} OWNER){0,4} [KIN]", "P852"),
        ("X = KIN{1,4}\n.8 (X OWNER){0,4} [KIN]", "P852"),
        (".8 WORD{0,31} [KIN]", "P852"),
        (".8 (KIN OWNER){0,9} [KIN]", "P852"),
        ("1.8 [KIN]", "P854"),
        ("never KIN?\n.8 [KIN]", "P851"),
    ],
)
def test_rules_are_refused(rules: str, code: str) -> None:
    with pytest.raises(PseudoError) as caught:
        found(rules, "my mum")
    assert caught.value.code == code


def test_types_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacy_pseudo.text.lexicon._MOST_TYPES", 50)
    rules = ".8 [KIN]"
    words = lexicon(rules)
    grammar = Grammar([rules], words)
    for number in range(40):
        text = " ".join(f"mum{chr(97 + number % 26)} x{number} mum," for _ in range(5))
        assert len(list(grammar.find(Text(text).letters(words)))) == 5
    assert len(words) <= 50


SLOW = """
IN = WORD | DIG | MARK-STOP
unless tale IN{0,24} !(my IN{0,24}) []
0 OWNER (KIN | KIN OWNER | WORD){0,8} [KIN] WORD{0,30} "!"
.8 (KIN | OWNER KIN | WORD){0,8} BE [KIN] WORD{0,30} WORD{0,30} "?"
.7 [KIN]
"""


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "mum " * n,
        lambda n: "my mum " * n,
        lambda n: "mum is mum " * n,
        lambda n: "tale my " * n,
        lambda n: "mum\n" * n,
        lambda n: " " * n,
        lambda n: "mum, " * n,
        lambda n: "m" * n,
    ],
)
def test_time_is_linear(make: Callable[[int], str]) -> None:
    words = lexicon(SLOW)
    grammar = Grammar([SLOW], words)

    def took(n: int) -> float:
        text = make(n)
        begin = time.process_time()
        list(grammar.find(Text(text).letters(words)))
        return time.process_time() - begin

    took(20)
    short, long = (min(took(n), took(n)) for n in (50, 400))
    assert long < 0.1 or long < 20 * short
