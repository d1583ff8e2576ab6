"""Asides: sentences with words that look like names and are none, and with people in places of all kinds.

Each session has its own mix of kinds, and its own favourites of each, some of them invented: a course on statistics has
code and jargon, one on poetry has poets.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from ...scoring.scores import OTHER
from ..evaluation.guards.renaming import misspelt
from .coined_nicknames import titled
from .draft import Mark
from .inventing import countries, invent, regions, towns
from .naming import Circle
from .phrases import Phrases
from .references import Others
from .word_model import Parts, Prose, line_sections, sections

_FILE: Final = "asides.txt"
# Kinds of sentences by their section; those of the second line are about people.
_KINDS: Final = (
    *("product", "company", "acronym", "jargon", "slang", "misspelling", "foreign", "town", "heading", "people"),
    *("fictional", "region", "named", "address", "variable", "code"),
)
_ABOUT: Final = ("private", "public", "author")
_FAVOURITES: Final = 40
_INVENTED: Final = {"product": "word", "company": "surname", "jargon": "word", "town": "town"}
_INVENTED_SHARE: Final = 0.35
_SHAPES: Final = ("{}", "{}", "{}ly", "{}Hub", "{}Lab", "i{}", "{}X", "{}Pro", "My{}", "Open{}")
_ENDINGS: Final = ("", "", "ization", "ized", "izer", "ometric", "ology", "s")
# How alike the mixes of sessions are: the lower, the less.
_EVEN: Final = 0.7
_BY_SURNAME: Final = 0.6
_FRESH: Final = 0.7


class Asides:
    """The asides of a session."""

    def __init__(self, circle: Circle, others: Others, prose: Prose, phrases: Phrases, chance: Random) -> None:
        """circle (Circle): The participants: nothing else may be called like one of them.
        others (Others): Public figures and cited authors, and where names of others come from.
        prose (Prose): Ordinary text.
        phrases (Phrases): Fills templates.
        chance (Random): Decides.
        """
        self._circle, self._others, self._prose, self._phrases = circle, others, prose, phrases
        self._chance = chance
        self._words = {name: self._favourites(name) for name in (*_LISTS, *_DRAWN)}
        self._templates: dict[str, list[Parts]] = {
            name: list(map(prose.compile, line_sections(_FILE)[section])) for name, section in _SECTIONS.items()
        }
        self._mix: dict[tuple[str, ...], list[float]] = {kinds: self._drawn(kinds) for kinds in (_KINDS, _ABOUT)}

    def thing(self) -> list[str | Mark]:
        """RETURNS (list[str | Mark]): A sentence with a word that looks like a name and is none."""
        return self._sentence(_KINDS)

    def people(self) -> list[str | Mark]:
        """RETURNS (list[str | Mark]): A sentence about private people, public figures or authors."""
        return self._sentence(_ABOUT)

    def _sentence(self, kinds: tuple[str, ...]) -> list[str | Mark]:
        kind = self._chance.choices(kinds, self._mix[kinds])[0]
        template = self._chance.choice(self._templates[kind])
        cited = self._cited() if kind == "author" else {}
        fragments = self._phrases.fill(template, lambda slot: self._slot(slot, kind, cited))
        return ["\n", *fragments, "\n"] if kind == "code" else fragments

    def _drawn(self, kinds: Sequence[str]) -> list[float]:
        return [self._chance.gammavariate(_EVEN, 1) for _ in kinds]

    # --- Words -------------------------------------------------------------------------------------------------------

    def _slot(self, slot: str, kind: str, cited: Mapping[str, str]) -> str | Mark:
        if slot in cited:
            return Mark(cited[slot], OTHER, "cited")
        if slot in ("1", "2", "surname"):
            name = self._others.names.surname() if slot == "surname" else self._others.names.given()[0]
            return Mark(name.lower() if self._chance.random() < 0.05 else name, OTHER, _KIND_OF[kind])
        if slot == "f":
            return Mark(self._figure(), OTHER, "public")
        if slot in ("Title", "Journal", "Publisher"):
            return self._title(slot.lower())
        word = self._word(slot.lower())
        return word[0].upper() + word[1:] if slot[0].isupper() else word

    def _cited(self) -> dict[str, str]:
        """Authors of the session's reading list, or others who are named this once."""
        found: dict[str, str] = {}
        for surname, letter in zip("cdeg", "ijkl", strict=True):
            author = self._others.author(fresh=self._chance.random() < _FRESH)
            found |= {surname: author.surname, letter: author.initials, letter * 2: author.initials.replace(". ", "")}
        return found

    def _word(self, name: str) -> str:
        if name == "misspelling" and self._chance.random() < 0.5:
            return misspelt(self._prose.say(self._chance.choice(("n", "v", "a", "av", "m"))).split()[0], self._chance)
        options, chance = self._words[name], self._chance.random()
        return options[int(len(options) * chance * chance)]

    def _figure(self) -> str:
        full = self._others.known(fresh=self._chance.random() < _FRESH)
        last = full.split(" ")[-1]
        by_surname = self._chance.random() < _BY_SURNAME and not self._circle.bears(last)
        return last if by_surname else full

    def _title(self, kind: str) -> str:
        text = self._prose.say(kind)
        every = kind != "title" or self._chance.random() < 0.5
        return " ".join(word[0].upper() + word[1:] for word in text.split()) if every else text[0].upper() + text[1:]

    def _favourites(self, name: str) -> list[str]:
        drawn = (self._draw(name) for _ in range(3 * _FAVOURITES))
        found = dict.fromkeys(word for word in drawn if not any(map(self._circle.bears, (word, *word.split()))))
        return list(found)[:_FAVOURITES]

    def _draw(self, name: str) -> str:
        chance = self._chance
        if name in _INVENTED and chance.random() < _INVENTED_SHARE:
            word = invent(_INVENTED[name], chance)
            if name == "jargon":
                return word + chance.choice(_ENDINGS)
            return chance.choice(_SHAPES).format(titled(word)) if name == "product" else titled(word)
        if name == "town":
            names, sums = towns()
            return names[bisect(sums, chance.random() * sums[-1])]
        if name == "country":
            return chance.choice(countries())
        if name == "variable":
            return self._variable()
        if name == "region":
            return chance.choice(regions())
        if name in ("eponym", "saint"):  # people once, but nobody is meant
            return self._others.names.surname() if name == "eponym" else self._others.names.given()[0]
        return self._prose_free(chance.choice(sections(_FILE)[name]))

    def _variable(self) -> str:
        """What somebody calls a column of a table: words run together and cut."""
        words = [self._prose.say(self._chance.choice("nma")).split()[-1] for _ in range(2)]
        first, second = (word[: self._chance.choice((3, 4, 5, 20))] for word in words)
        return self._chance.choice(("{}{}", "{}{}", "{}_{}", "{}.{}", "{}", "{}1")).format(first, second)

    def _prose_free(self, item: str) -> str:
        """An item of a list, its places filled."""
        return "".join(map(self._prose.part, self._prose.compile(item)))


_LISTS: Final = (
    *("product", "company", "acronym", "jargon", "slang", "misspelling", "foreign", "heading", "people", "fictional"),
    *("id", "function", "lib", "arg", "journal abbreviated", "faculty", "foreign line", "street", "continent"),
)
_DRAWN: Final = ("town", "country", "region", "variable", "eponym", "saint")
_SECTIONS: Final = {name: name if name in ("code", *_ABOUT) else f"{name} sentence" for name in (*_KINDS, *_ABOUT)}
_KIND_OF: Final = {"private": "third", "author": "cited", "public": "public"}
