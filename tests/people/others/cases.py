"""The cases beside this file, as messages with what is to become of each name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from spacy.language import Language

from spacy_pseudo import Key, Message, Participant, Roster, discover
from spacy_pseudo.passes.apply import FACTORY, apply, make_pipeline

HERE = Path(__file__).parent
ROSTER = Roster(
    [
        Participant("U01", ("Robert Gillespie",)),
        Participant("U02", ("Mary Jane Calder",)),
        Participant("U03", ("Anna Lindqvist",)),
        Participant("U04", ("Tom Okafor",)),
        Participant("U05", ("Max Brenner",)),
        Participant("U06", ("Kathrin Vogel",)),
        Participant("U07", ("Priya Raman",)),
        Participant("U08", ("David Whitlock",)),
    ]
)
THIRD, STAYS = "x", "k"
_MARKED = re.compile(r"\{([^|{}]+)\|([^{}]*)\}")
_AROUND = {
    "en": ("Hello all,\nI look forward to this.\n{}", "Thanks {}, so do I.\n{}"),
    "sv": ("Hej alla,\njag ser fram emot det här.\n{}", "Tack {}, det gör jag också.\n{}"),
}


class Mark(NamedTuple):
    """A marked name: the number of its message, its place, and what it is."""

    message: int
    start: int
    end: int
    what: str
    text: str


class Case(NamedTuple):
    """Messages that are posted after those of everybody else, with what is marked in them."""

    line: int
    group: str
    lang: str
    texts: list[str]
    marks: list[Mark]


def read_cases(name: str) -> list[Case]:
    """RETURNS (list[Case]): The cases of a file."""
    cases, group = [], ""
    for number, line in enumerate((HERE / name).read_text("utf-8").splitlines(), 1):
        if line.startswith("## "):
            group = line.removeprefix("## ")
        elif line and not line.startswith("#"):
            lang = "sv" if line.startswith("[sv] ") else "en"
            texts, marks = [], []
            for at, marked in enumerate(line.removeprefix("[sv] ").split(" // ")):
                text = ""
                done = 0
                marked = marked.replace(" / ", "\n")
                for m in _MARKED.finditer(marked):
                    text += marked[done : m.start()]
                    marks.append(Mark(at, len(text), len(text) + len(m[2]), m[1], m[2]))
                    text += m[2]
                    done = m.end()
                texts.append(text + marked[done:])
            cases.append(Case(number, group, lang, texts, marks))
    return cases


def messages_of(case: Case) -> Iterator[Message]:
    """YIELDS (Message): A few messages of everybody, then the case's."""
    first, answer = _AROUND[case.lang]
    names = [person.names[0].rsplit(" ", 1)[0] for person in ROSTER]
    for n, person in enumerate(ROSTER):
        text = answer.format(names[n - 1], names[n]) if n else first.format(names[n])
        before = list(ROSTER)[n - 1].id if n else None
        yield Message(text, id=f"a{n}", author=person.id, parent_author=before, thread="hello")
    yield Message("What do you think?", id="q", author="U07", thread="t")
    yield Message("I am not sure.", id="r", author="U01", parent="q", parent_author="U07", thread="t")
    pair = ("U02", "U07")
    for n, text in enumerate(case.texts):
        author, other = pair[n % 2], pair[1 - n % 2]
        parent = f"m{n - 1}" if n else "q"
        yield Message(text, id=f"m{n}", author=author, parent=parent, parent_author=other, thread="t")


def key_of(case: Case) -> Key:
    """RETURNS (Key): What discovery makes of the case."""
    return discover(messages_of(case), Roster(ROSTER), seed=1, lang=case.lang)


@cache
def _pipeline(lang: str, **settings: object) -> Language:
    return make_pipeline(Key.from_roster(ROSTER, seed=1, lang=lang), **settings)  # type: ignore[arg-type]


def outcomes(case: Case, **settings: object) -> list[tuple[Mark, str]]:
    """Run a case.

    case (Case): The case.
    settings (object): As for `make_pipeline`.
    RETURNS (list[tuple[Mark, str]]): For each mark whether it is 'hidden', as a 'participant' by id, or 'left'.
    """
    key = key_of(case)
    nlp = _pipeline(case.lang, **settings)
    nlp.get_pipe(FACTORY).initialize(lambda: [], nlp=nlp, key=key)
    posted = [message for message in messages_of(case) if (message.id or "").startswith("m")]
    results = list(apply(posted, key, nlp))
    found = []
    for mark in case.marks:
        result = results[mark.message]
        over = [r for r in result.replacements if r["start"] < mark.end and mark.start < r["end"]]
        others = [r for r in result.others if r["start"] < mark.end and mark.start < r["end"] and r["replacement"]]
        whole = [r for r in (*over, *others) if r["start"] <= mark.start and mark.end <= r["end"]]
        if not over and not others:
            what = "left"
        elif not whole:
            what = "partly"
        else:
            who = {r["participant"] for r in over}
            what = "hidden" if who <= {None} else "|".join(sorted(filter(None, who)))
        found.append((mark, what))
    return found
