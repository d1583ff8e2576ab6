"""Other personal data than names: what finders find, whose it is, and what an earlier run has put in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ..identifiers.address_owners import OWNED, Owners
from ..identifiers.finding import find_identifiers, looked_for
from ..identifiers.sensitive import word_lists
from ..identifiers.strings import NamesInStrings
from ..identifiers.user_names import split_sign
from ..surrogates.strategies import find_masks
from ..text.ranges import Ranges, resolve
from ..text.words import fold_all
from .choices import Choices

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..key import Key


class PersonalData:
    """Finds other personal data.

    key (Optional[Key]): The key; without one nobody owns what is found.
    choices (Choices): What was chosen.
    lang (str): The language of the messages.
    kept (frozenset[str]): Labels of what stays, which need not be looked for.
    """

    def __init__(self, key: Key | None, choices: Choices, *, lang: str, kept: frozenset[str]) -> None:
        self._key, self._lang = key, lang
        wanted = frozenset(choices.labels)
        # Participants' user names are mentions, whatever becomes of those of others.
        self._needed: Final = wanted & looked_for((wanted - kept) | (wanted & {"USERNAME"}))
        self._lists: Final = word_lists(choices.words, sensitive=choices.sensitive)
        self._rules: Final = tuple(choices.rules)
        self._owners: Owners | None = None
        if key is not None:
            self._owners = Owners(key.roster, key.index, ids=key.pseudonyms.mode != "id")
            self._strings = NamesInStrings(key.index, self._owners)

    def find(self, text: str, author: str | None) -> list[Identifier]:
        """Find other personal data.

        text (str): The text.
        author (Optional[str]): The id of who wrote it.
        RETURNS (list[Identifier]): In order of the text.
        """
        if not self._needed:
            return []
        key, owners = self._key, self._owners
        writer = key.roster.main_id(author) if key is not None and author is not None else None
        found = find_identifiers(text, lang=self._lang, labels=self._needed, lists=self._lists, rules=self._rules)
        if owners is not None and "URL" in self._needed:
            found = _with(found, owners.find(text, writer))
        if owners is not None and "USERNAME" in self._needed:
            accounts = resolve(owners.accounts.find(text))
            found = _with(_without_parts(found, accounts), accounts)
            found = _with(found, self._strings.in_text(text))
            found = _with(list(owners.mentioned.find(text)), found)
        if not found:
            return []
        done = list(self._done(text))
        # '[USERNAME:...]@laptop' was an address of a computer, and '@laptop' is nobody.
        ends = {end for _, end in done}
        new = [
            one
            for one in found
            if all(one.end <= start or end <= one.start for start, end in done)
            and (one.start not in ends or text[one.start] != "@")
            and not self._drawn(one, text)
        ]
        if owners is None:
            return new
        return [
            one._replace(participant=owners.of(text[one.start : one.end]))
            if one.label in OWNED and one.participant is None
            else one
            for one in new
        ]

    def _done(self, text: str) -> Iterator[tuple[int, int]]:
        """What an earlier run has put in: '[EMAIL]', '[PHONE:U12]'."""
        yield from find_masks(text, self._key.pseudonyms.is_label if self._key is not None else str.isalnum)
        if self._key is not None:
            yield from self._key.pseudonyms.places(text)

    def _drawn(self, one: Identifier, text: str) -> bool:
        """A user name that is made of somebody's drawn name, '@annaberg', was put in by an earlier run."""
        if one.label != "USERNAME" or self._key is None or not self._key.drawn_handles:
            return False
        return "".join(fold_all(split_sign(text[one.start : one.end])[1])) in self._key.drawn_handles


def _with(found: list[Identifier], more: Iterable[Identifier]) -> list[Identifier]:
    """RETURNS (list[Identifier]): All in order; more only where nothing was found."""
    if not (more := list(more)):
        return found
    taken = Ranges.of(found)
    return sorted((*found, *(one for one in more if not taken.touch(one.start, one.end))))


def _without_parts(found: list[Identifier], wholes: Sequence[Identifier]) -> list[Identifier]:
    """RETURNS (list[Identifier]): What is no part of a user name, as the number in 'user123' is."""
    places = sorted((whole.start, whole.end) for whole in wholes)

    def is_part(one: Identifier) -> bool:
        at = bisect_right(places, (one.start, len(places) and places[-1][1])) - 1
        start, end = places[at] if at >= 0 else (0, 0)
        return one.end <= end and one.end - one.start < end - start

    return [one for one in found if not is_part(one)] if wholes else found
