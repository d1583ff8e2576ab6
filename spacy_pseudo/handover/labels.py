"""Whom a replacement stands for: pseudonyms without what is written around them, from a key and what was replaced."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

import regex

from ..attrs import JOINT
from ..key import Key
from ..people.others.modes import LETTER, MASK
from ..text.words import fold_all

# Ids with the sign between several people's in them can be read in several ways; so many are tried.
_WAYS: Final = 64
_NUMBERED = regex.compile(rf"{LETTER}[0-9]+(?:{regex.escape(JOINT)}{LETTER}[0-9]+)*")


class UnknownPersonError(LookupError):
    """The key does not know somebody who was replaced."""


class WithdrawnError(LookupError):
    """The key says that somebody did not consent who was replaced by a pseudonym."""


class Labels:
    """Finds the pseudonyms.

    key (Key): Who is who; the name map is not needed.
    others (str): What was done with names of people who take no part.
    """

    def __init__(self, key: Key, others: str) -> None:
        self._key = key
        self._masked = others == MASK
        self._before, self._after = key.pseudonyms.template.split("{}")
        self._forms: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
        for person in key.others.hidden():
            for form in person.forms:
                self._forms[fold_all(form)].add(person.label)
        roster = ((person, key.pseudonyms.labels.get(person.id)) for person in key.roster if person.excluded)
        self._withdrawn = frozenset(label for _, label in roster if label is not None)

    def check_author(self, label: str | None) -> None:
        """Make sure that the key does not say of an author that they did not consent.

        label (Optional[str]): The author's pseudonym in the output.
        """
        if label in self._withdrawn and self._key.pseudonyms.mode != "mask":
            raise WithdrawnError

    def of_mention(self, who: str | None, written: str) -> str | None:
        """RETURNS (Optional[str]): The label of a participant, or of several; None if it is nobody's, or hidden.

        who (Optional[str]): Id or ids of who is meant, as `replacements.jsonl` has them.
        written (str): What was written.
        """
        if who is None:
            return None
        ways = list(islice(self._ways(who.split(JOINT)), _WAYS))
        if not ways:
            raise UnknownPersonError
        people = next((way for way in ways if self._written(way) in written), ways[0])
        if any(person is not None and person.excluded for person in map(self._key.roster.get, people)):
            raise WithdrawnError
        return self._key.pseudonyms.joint(people)

    def names_of(self, who: str | None) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): The registered names of who is meant; none if several may be."""
        person = self._key.roster.get(who) if who is not None else None
        return person.names if person is not None else ()

    def of_other(self, written: str, original: str) -> str | None:
        """RETURNS (Optional[str]): The label of somebody who takes no part, None if all of them have the same.

        written (str): What was written.
        original (str): The name.
        """
        if self._masked:
            return None
        inner = written.removeprefix(self._before).removesuffix(self._after)
        if _NUMBERED.fullmatch(inner):
            return inner
        # A name was drawn, and what is written is a part of it.
        known = self._forms.get(fold_all(original), set())
        return next(iter(known)) if self._key.pseudonyms.named and len(known) == 1 else None

    def of_owner(self, any_id: str | None) -> str | None:
        """RETURNS (Optional[str]): The label of whoever other personal data belongs to, if they have consented."""
        main = self._key.roster.main_id(any_id)
        person = self._key.roster.get(main) if main is not None else None
        if main is None or (person is not None and person.excluded):
            return None
        return self._key.pseudonyms.labels.get(main)

    def _ways(self, parts: Sequence[str]) -> Iterator[list[str]]:
        """YIELDS (list[str]): Known people, if the parts are put together again; the longest ids first."""
        if not parts:
            yield []
        for size in range(len(parts), 0, -1):
            first = JOINT.join(parts[:size])
            if first in self._key.pseudonyms:
                yield from ([first, *rest] for rest in self._ways(parts[size:]))

    def _written(self, people: Sequence[str]) -> str:
        return f"{self._before}{self._key.pseudonyms.joint(people) or ''}{self._after}"
