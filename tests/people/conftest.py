"""A small class, and what linking and discovery make of its messages, as marks in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.attrs import IDENTIFIER_LABELS, UNLINKED
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover

PEOPLE = {
    "s11": "Mary Jane Calder",
    "s12": "Robert Gillespie",
    "s13": "Kayleigh Oduya",
    "s14": "Fergus Ballantyne",
    "s15": "Léonie O'Neil",
    "s16": "Grace Lloyd-Baines",
    "s17": "Jan van der Moor",
    "s18": "Mark Whitlock",
    "s19": "Юлия Соколова",
    "s20": "王小明",
    "s21": "May Sutherland",
}


def make_roster(people: Mapping[str, str | tuple[str, ...]]) -> Roster:
    return Roster(Participant(id, (names,) if isinstance(names, str) else names) for id, names in people.items())


def mentions(replacements: Iterable[Mapping[str, Any]]) -> list[tuple[int, int, str]]:
    """Start, end and who; `?` for the name of nobody known. Other personal data is no name."""
    names = (r for r in replacements if r["category"] not in IDENTIFIER_LABELS)
    return [(r["start"], r["end"], "?" if r["category"] == UNLINKED else r["participant"]) for r in names]


@pytest.fixture(scope="session")
def people() -> dict[str, str]:
    return PEOPLE


@pytest.fixture(scope="session")
def roster_of() -> Callable[..., Roster]:
    return make_roster


@pytest.fixture(scope="session")
def linked(marked: Any, mark: Any) -> Callable[..., str]:
    """Link one marked text with a roster only; gives the text with the marks that linking sets."""
    pipelines: dict[Any, Any] = {}

    def link(text: str, people: Mapping[str, Any] = PEOPLE, *, allow: tuple[str, ...] = (), **metadata: Any) -> str:
        plain = marked(text).text
        at = (tuple(people.items()), allow)
        if at not in pipelines:
            pipelines[at] = make_pipeline(Key.from_roster(make_roster(people), mode="id"), allow=list(allow))
        nlp = pipelines[at]
        doc = nlp(Message(plain, **{"id": "m", "author": "nobody", **metadata}).to_doc(nlp))
        return mark(plain, mentions(doc._.pseudo_replacements))

    return link


@pytest.fixture(scope="session")
def forum(marked: Any, mark: Any) -> Callable[..., tuple[Key, list[str]]]:
    """Discover and apply over marked messages; gives the key and the texts with the marks that were set."""

    def run(
        posts: Iterable[tuple[str, str, str, str]],  # id, author, parent, marked text
        people: Mapping[str, Any] | None = None,
        *,
        threads: Mapping[str, str] | None = None,
        sessions: Mapping[str, str] | None = None,
        **options: Any,
    ) -> tuple[Key, list[str]]:
        messages = [
            Message(
                marked(text).text,
                id,
                author,
                parent or None,
                thread=(threads or {}).get(id, "t1"),
                session=(sessions or {}).get(id),
            )
            for id, author, parent, text in posts
        ]
        roster = make_roster(people) if people is not None else None
        key = discover(messages, roster, pseudonyms="id", **options)
        results = list(apply(messages, key, make_pipeline(key)))
        return key, [mark(result.message.text, mentions(result.replacements)) for result in results]

    return run
