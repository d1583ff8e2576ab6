"""Drawn names stand whole where names stood: damaged, short, in brackets, with particles, in any script."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from spacy_pseudo import Key, Message, Participant, Roster, languages
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.people.fake_names import main_name
from spacy_pseudo.people.nicknames import nicknames_of
from spacy_pseudo.text.words import fold

_TOKEN = re.compile(r"<([gsnwi])(\d)([lf]?)>|(\*)", re.IGNORECASE)
_IGNORED = "#"


class Case(NamedTuple):
    lang: str
    names: tuple[str, ...]
    text: str
    expected: str


def _cases() -> list[Case]:
    lines = Path(__file__).with_name("names").joinpath("whole.txt").read_text(encoding="utf-8").splitlines()
    rows = ([cell.strip() for cell in line.split("|")] for line in lines if line and not line.startswith(_IGNORED))
    return [Case(lang, tuple(name.strip() for name in names.split(";")), text, to) for lang, names, text, to in rows]


CASES = _cases()
KEYS = list(dict.fromkeys((case.lang, case.names) for case in CASES))


@cache
def _key(lang: str, names: tuple[str, ...], seed: int) -> Key:
    people = Roster(Participant(f"s{n}", (name,)) for n, name in enumerate(names))
    return Key.from_roster(people, mode="surrogate", seed=seed, lang=lang)


def _written(case: Case, seed: int, **chosen: object) -> tuple[list[str], str]:
    key = _key(case.lang, case.names, seed)
    pipeline = make_pipeline(key, identifiers={"structured": "surrogate"}, **chosen)
    (result,) = apply([Message(case.text, "m", "s0", "m0", "s1")], key, pipeline)
    return [key.pseudonyms.label(f"s{n}") for n in range(len(case.names))], result.text or ""


def _pattern(expected: str, labels: list[str], lang: str) -> str:
    """What is expected, with the drawn names put in."""

    def value(token: re.Match[str]) -> str:
        kind, person, style, anything = token.groups()
        if anything:
            return r"[\w.]+"
        with languages.speaking(lang):
            name = main_name((labels[int(person)],))
            # In the order in which the label has them: 'Park Seo-yeon'.
            first, last = " ".join(name.given), " ".join(name.surname)
            if kind in "wW":
                return re.escape(labels[int(person)])
            if kind in "nN":
                known = {word.capitalize() for word in nicknames_of(first) if word[:1] == fold(first)[:1]}
                cut = {first[:end] + more for end in range(2, len(first) + 1) for more in ("", "y")}
                options = sorted(known | cut, key=len, reverse=True)
            else:
                options = [{"g": first, "s": last, "i": fold(first)[0]}[kind.lower()]]
        if kind.isupper():
            options = [option.upper() for option in options]
        if style == "l":
            options = [option.lower() for option in options]
        if style == "f":
            options = [fold(option) for option in options]
        return f"(?:{'|'.join(map(re.escape, options))})"

    parts, at = [], 0
    for token in _TOKEN.finditer(expected):
        parts += [re.escape(expected[at : token.start()]), value(token)]
        at = token.end()
    return "".join([*parts, re.escape(expected[at:])])


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 60
    assert sum(case.lang == "sv" for case in CASES) >= 12


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.text)
def test_names_stand_whole(case: Case, seed: int) -> None:
    labels, written = _written(case, seed)
    assert re.fullmatch(_pattern(case.expected, labels, case.lang), written), (labels, written)
