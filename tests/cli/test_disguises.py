"""A name that is written so that a program may overlook it: it is replaced, or the account says where it stands."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

ROSTER = "id,name\nof,Ottoline Fairweather\nmp,Mary Calder\nrg,Robert Gillespie\n"
# What is written for 'Ottoline' or 'Mary', and what must not be read there afterwards by a person.
SHY, ZWSP, ZWJ, BIDI, POP, WJ = "\u00ad", "\u200b", "\u200d", "\u202e", "\u202c", "\u2060"
BOLD = {c: chr(0x1D400 + i) for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")}
CIRCLED = {c: chr(0x24B6 + i) for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")}
WIDE = {chr(c): chr(c + 0xFEE0) for c in range(33, 127)}


def spelled(name: str, table: dict[str, str]) -> str:
    return "".join(table.get(c, c) for c in name)


NAMES = {
    "bidi override": BIDI + "enilottO" + POP,
    "bidi marks around": "\u200eOttoline\u200f",
    "bidi isolate": "\u2067Ottoline\u2069",
    "mathematical": spelled("Ottoline", BOLD),
    "circled": spelled("Ottoline", CIRCLED),
    "fullwidth": spelled("Ottoline", WIDE),
    "fullwidth small": spelled("ottoline", WIDE),
    "digits for letters": "0tt0line",
    "digit in Mary": "M4ry",
    "at sign in Mary": "M@ry",
    "line end": "Otto-\nline",
    "soft line end": "Otto=\nline",
    "line end, quoted": "Otto-\n> line",
    "percent": "%4Fttoline",
    "percent, all": "%4F%74%74%6F%6C%69%6E%65",
    "zero-width": ZWSP.join("Ottoline"),
    "zero-width once": f"Otto{ZWSP}line",
    "joiner": f"Otto{ZWJ}line",
    "word joiner": f"Otto{WJ}line",
    "byte order mark": "Otto\ufeffline",
    "soft hyphen": f"Otto{SHY}line",
    "soft hyphens": SHY.join("Ottoline"),
    "Cyrillic": "\u041etto\u0456ine".replace("\u0456", "l\u0456"),
    "Cyrillic Mary": "M\u0430r\u0443",
    "Greek": "\u039fttoline",
    "decomposed": unicodedata.normalize("NFD", "Ott\u00f6line"),
    "accent put on": "Ott\u014dl\u00efne",
    "combining strike": "O\u0336t\u0336t\u0336o\u0336l\u0336i\u0336n\u0336e\u0336",
    "entity": "Otto&#108;ine",
    "escape": "Ott\\u006fline",
    "entity, hexadecimal": "&#x4F;ttoline",
    "entities, all": "".join(f"&#{ord(c)};" for c in "Ottoline"),
    "soft hyphen as entity": "Otto&shy;line",
    "zero-width as entity": "Otto&#8203;line",
    "tag inside": "Otto<b>line</b>",
    "spaced": "O t t o l i n e",
    "spaced by dots": "O.t.t.o.l.i.n.e",
    "spaced by hyphens": "O-t-t-o-l-i-n-e",
    "spaced by underscores": "O_t_t_o_l_i_n_e",
    "capitals": "OTTOLINE",
    "odd capitals": "oTToLiNe",
    "in bold": "**Otto**line",
    "underlined": "_Ottoline_",
    "quoted-printable": "=4Fttoline",
    "repeated letters": "Ottoliiiine",
    "glued": "OttolineFairweather",
    "possessive": "Ottoline\u2019s",
    "small capitals": "O\u1d1b\u1d1bo\u029f\u026a\u0274\u1d07",
    "superscript": "\u1d3c\u1d57\u1d57\u1d52\u02e1\u2071\u207f\u1d49",
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: Any) -> dict[str, tuple[str, str]]:
    """RETURNS (dict[str, tuple[str, str]]): By disguise, what was written, and what the account says of it."""
    from .conftest import Place, lines

    place = Place(tmp_path_factory.mktemp("disguises"))
    place.write("roster.csv", ROSTER)
    rows = [{"id": "a", "author": "of", "thread": "t", "text": "Hi all,\nI like tides.\nOttoline"}]
    rows += [{"id": "b", "author": "mp", "thread": "t", "text": "Hi all,\nso do I.\nMary"}]
    for number, name in enumerate(NAMES.values()):
        text = f"I agree with {name} about the tides.\nBest wishes,\nRobert"
        rows.append({"id": str(number), "author": "rg", "thread": "t", "text": text})
    place.messages(rows)
    assert place.run("--no-audit") == 0, place.stderr
    kept: dict[str, str] = {}
    for row in lines(place.key / "kept.jsonl"):
        kept[row["id"]] = kept.get(row["id"], "") + row["text"] + "|"
    texts = place.texts
    return {what: (texts[str(n)], kept.get(str(n), "")) for n, what in enumerate(NAMES)}


@pytest.mark.parametrize("what", NAMES)
def test_it_is_replaced_or_stands_in_the_account(out: dict[str, tuple[str, str]], what: str) -> None:
    text, kept = out[what]
    seen = "".join(c for c in NAMES[what] if unicodedata.category(c) != "Cf")
    replaced = "[U" in text.partition("\n")[0] and seen not in text
    assert replaced or kept, (text, kept)
