"""Adapting: finds the places that are to be judged again because of what a person decided about others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from .. import languages
from ..attrs import JOINT
from ..key import Key
from ..people.adaptation import Adaptation
from ..people.adapted_places import Seen, judge_places
from ..people.decisions import SUBJECT, TEXT, Decisions
from ..text.ranges import Ranges
from ..text.words import fold, fold_all
from .apply import Result, apply

if TYPE_CHECKING:
    from spacy.language import Language

    from ..message import Message

_TAGS: Final = re.compile(r"<[^<>]*>?|^[^<>]*>")
_WORDS: Final = 3
_NEAR: Final = 60


def find_adaptations(messages: Iterable[Message], key: Key, nlp: Language) -> list[Adaptation]:
    """Find places that are judged otherwise because of what a person decided about the same name elsewhere. What
    followed from decisions before plays no part: the same decisions lead to the same places.

    messages (Iterable[Message]): All messages; those without a name that was decided about are only glanced at.
    key (Key): The key.
    nlp (Language): A pipeline as `make_pipeline` makes it, with this key.
    RETURNS (list[Adaptation]): The places, in order, after those that the key has of other messages.
    """
    read: set[str] = set()
    with key.undecided() as decisions, languages.speaking(key.lang):
        forms = {fold_all(row.text) for row in decisions.rows if row.one_place}
        if not forms:
            return []
        named = (r"\W+".join(map(re.escape, form)) for form in sorted(filter(None, forms)))
        words = re.compile(rf"(?<!\w)(?:{'|'.join(named) or '(?!)'})(?!\w)")
        by_hand: dict[tuple[str, str], Ranges] = {}
        places = []
        for result in apply(_naming(words, messages, read), key, nlp):
            for field, text in (TEXT, result.message.text), (SUBJECT, result.message.subject or ""):
                by_hand[result.message.id or "", field] = _decided(text, result.message, key, decisions)
            places += [seen for seen in _seen(result, key) if seen.words in forms]
        found = judge_places(
            places,
            decisions,
            lambda seen: by_hand[seen.id, seen.field].touch(seen.start, seen.end),
            lambda form: {claim.participant for claim in key.index.claims(form)},
        )
    return [*(place for place in key.judged_places if place.id not in read), *found]


def _naming(words: re.Pattern[str], messages: Iterable[Message], read: set[str]) -> Iterator[Message]:
    """Messages that may hold one of the words, which in HTML may be written in many ways; what is read is noted."""
    for message in messages:
        read.add(message.id or "")
        if message.html or words.search(fold(message.text)) or words.search(fold(message.subject or "")):
            yield message


def _decided(text: str, message: Message, key: Key, decisions: Decisions) -> Ranges:
    return Ranges.of(key.decided(text, message, decisions))


def _seen(result: Result, key: Key) -> Iterator[Seen]:
    """YIELDS (Seen): The places of a message that name a participant or may do so, and those that name nobody known."""
    message = result.message
    parts = (
        (TEXT, message.text, result.replacements, result.kept),
        (SUBJECT, message.subject or "", result.subject_replacements, result.subject_kept),
    )
    around = key.context.around(message)
    for field, text, replaced, kept in parts if result.text is not None else ():
        for row in (*replaced, *kept):
            if "attribute" in row:
                continue
            start, end = row["start"], row["end"]
            left = "reason" in row
            before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
            yield Seen(
                field,
                message.id or "",
                start,
                end,
                text[start:end],
                fold_all(text[start:end]),
                tuple(row["participants"]) if left else _people(row, key),
                row["reason"] if left else row["place"] or "",
                left,
                row["probability"] if left else row["confidence"],
                _words(before.rpartition("\n")[2], html=message.html)[-_WORDS:],
                _words(after.partition("\n")[0], html=message.html)[:_WORDS],
                around.author,
                around.parent,
                around.thread,
            )


def _people(row: Mapping[str, Any], key: Key) -> tuple[str, ...]:
    """Whom a mention names; an id may hold the sign that stands between the ids of several people."""
    who = row["participant"]
    return () if who is None else (who,) if who in key.pseudonyms else tuple(who.split(JOINT))


def _words(text: str, *, html: bool) -> tuple[str, ...]:
    return fold_all(_TAGS.sub(" ", text) if html else text)
