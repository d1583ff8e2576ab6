"""The word model: sentences of ordinary text about a topic, from templates and word lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from random import Random
from typing import Any, Final

from ... import languages, resources

Parts = tuple[Any, ...]

_SLOT: Final = re.compile(r"(\ba )?\{([\w ]+)\}")
_WORD: Final = re.compile(r"[^\W\d_]+")
_VERB: Final = re.compile(r"(.+?) \((.+), (.+)\)")
_VOWELS: Final = frozenset("aeiouAEIOU")
# Endings by which words of the package's list can be put in their place; nouns and verbs show by their forms.
_ENDINGS: Final = {
    "m": ("tion", "ness", "ity", "ment", "ance", "ence", "ism"),
    "a": ("ous", "ive", "able", "ible", "ful", "less", "ic"),
    "av": ("ly",),
}
# Of these, 'a' and 'an' is a matter of sound.
_ODD_SOUND: Final = ("uni", "use", "usu", "uti", "eu", "ho", "ur", "one")
_SHORTEST_RARE: Final = 5


class Words(list[str]):
    """Words of which the first are the usual ones, each less usual than the one before; the others are rare."""

    __slots__ = ("usual",)

    def __init__(self) -> None:
        self.usual = 0


class Slot(str):
    """A place in a template that prose cannot fill: a name."""


class Article:
    """'a' or 'an', with what follows."""

    __slots__ = ("options",)

    def __init__(self, options: list[Any]) -> None:
        self.options = options


class Prose:
    """Text about one topic. Each object has its own favourite words."""

    def __init__(self, topic: str, rare: float, chance: Random) -> None:
        """topic (str): One of `topics()`.
        rare (float): The share of rare words among nouns, verbs, adjectives and adverbs.
        chance (Random): Decides what is said.
        """
        self._random = chance.random
        self._usual = 1 - rare
        self._table: dict[str, list[Any]] = {}
        grammar, own = sections("grammar.txt"), _topic(topic)
        names = [name for name in dict.fromkeys((*own, *grammar)) if name != "avoid"]
        words = {name: [*own.get(name, ()), *grammar.get(name, ())] for name in names}
        words |= {name: list(lines) for name, lines in sections("names.txt").items() if name in _TEXTS}
        words |= {name: forms(words[source], form) for name, (source, form) in _FORMS.items()}
        for name in words:
            self._table[name] = [] if any("{" in line for line in words[name]) else Words()
        for name, lines in words.items():
            options = self._table[name]
            options += [self.compile(line) if "{" in line else line for line in dict.fromkeys(lines)]
            if isinstance(options, Words):
                chance.shuffle(options)
                options.usual = len(options)
                options += _rare().get(name, ())
        self.vocabulary = _rare_vocabulary() | {
            word.lower() for line in chain.from_iterable(words.values()) for word in _WORD.findall(line)
        }

    def compile(self, template: str) -> Parts:
        """RETURNS (Parts): A template with its places looked up; those that are not known become `Slot`s."""
        parts: list[Any] = []
        at = 0
        for found in _SLOT.finditer(template):
            article, name = found.groups()
            options = self._table.get(name)
            literal = template[at : found.start()]
            if options is None:
                parts += [literal + (article or ""), Slot(name)]
            else:
                parts += [literal, Article(options) if article else options]
            at = found.end()
        parts.append(template[at:])
        return tuple(part for part in parts if part != "" or isinstance(part, list))

    def say(self, name: str) -> str:
        """RETURNS (str): Something of a section: 'np', 's', 'url'."""
        return self._say(self._table[name])

    def part(self, part: Any) -> str:
        """RETURNS (str): What a part of a compiled template becomes. Not for a `Slot`."""
        kind = type(part)
        if kind is str:
            return str(part)
        if kind is Article:
            text = self._say(part.options)
            return ("an " if text[0] in _VOWELS else "a ") + text
        return self._say(part)

    def _say(self, options: list[Any]) -> str:
        chance = self._random()
        if type(options) is Words:
            usual, share = options.usual, self._usual
            if chance < share or usual == len(options):
                chance = chance / share if chance < share else self._random()
                return options[int(usual * chance * chance)]
            return options[int(usual + (len(options) - usual) * (chance - share) / (1 - share))]
        option = options[int(len(options) * chance)]
        if type(option) is str:
            return option
        out = []
        for part in option:
            kind = type(part)
            if kind is str:
                out.append(part)
            elif kind is Article:
                text = self._say(part.options)
                out.append(("an " if text[0] in _VOWELS else "a ") + text)
            else:
                out.append(self._say(part))
        return "".join(out)


_TEXTS: Final = ("title", "journal", "publisher")
# Sections that are made from others.
_FORMS: Final = {"ns": ("n", -1), "vd": ("v", 1), "vg": ("v", 2), "v": ("v", 0)}


# --- What is in the files ---------------------------------------------------------------------------------------------


@cache
def sections(name: str) -> Mapping[str, list[str]]:
    """RETURNS (Mapping[str, list[str]]): Items by section of a file with '[section]' lines and ' | ' between items."""
    return {section: [item.strip() for line in lines for item in line.split(" | ")] for section, lines in _read(name)}


@cache
def line_sections(name: str) -> Mapping[str, list[str]]:
    """RETURNS (Mapping[str, list[str]]): Lines by section, with '\\n' for a line end and '\\s' for a blank."""
    return {
        section: [line.replace("\\n", "\n").replace("\\s", " ") for line in lines] for section, lines in _read(name)
    }


def _read(name: str) -> Iterator[tuple[str, list[str]]]:
    section: str | None = None
    found: list[str] = []
    for line in resources.lines(f"simulation/{name}"):
        if line.startswith("[") and line.endswith("]"):
            if section is not None:
                yield section, found
            section, found = line[1:-1], []
        else:
            found.append(line)
    if section is not None:
        yield section, found


@cache
def topics() -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): What courses may be about."""
    return tuple(dict.fromkeys(name.split(".")[0] for name in sections("topics.txt")))


def _topic(topic: str) -> dict[str, list[str]]:
    return {name.split(".")[1]: words for name, words in sections("topics.txt").items() if name.startswith(f"{topic}.")}


@cache
def capitalised() -> frozenset[str]:
    """RETURNS (frozenset[str]): Lower-case words that the topics write with a capital: names of places."""
    lines = chain.from_iterable(
        (*sections("topics.txt").values(), sections("names.txt")["publisher"], sections("grammar.txt")["tool"])
    )
    return frozenset(word.lower() for line in lines for word in _WORD.findall(line) if word[0].isupper())


@cache
def _rare() -> Mapping[str, list[str]]:
    """Words of the package's list by their place in a sentence, as far as their endings and other forms tell."""
    common = languages.common_words()
    avoid = re.compile("|".join(map(re.escape, sections("grammar.txt")["avoid"])))
    usable = [w for w in sorted(common) if len(w) >= _SHORTEST_RARE and w.isalpha() and not w.startswith(_ODD_SOUND)]
    usable = [word for word in usable if not avoid.search(word)]
    ended = {name: [word for word in usable if word.endswith(endings)] for name, endings in _ENDINGS.items()}
    verbs = [word for word in usable if {word + "s", *_verb(word)[1:]} <= common and not word.endswith(("s", "ing"))]
    others = ("s", "ing", "ed", *chain.from_iterable(_ENDINGS.values()))
    nouns = [word for word in usable if _plural(word) in common and not word.endswith(others)]
    found = {
        "m": ended["m"],
        "a": [word for word in ended["a"] if not languages.words().isdisjoint((word + "ly", word + "ally"))],
        "av": [w for w in ended["av"] if not common.isdisjoint((w[:-2], w[:-3] + "y", w[:-1] + "e", w[:-4]))],
        "n": [word for word in nouns if common.isdisjoint((word + "ly", _verb(word)[2]))],
        "v": verbs,
    }
    return found | {name: forms(found[source], form) for name, (source, form) in _FORMS.items()}


@cache
def _rare_vocabulary() -> frozenset[str]:
    return frozenset(chain.from_iterable(_rare().values()))


def forms(words: Sequence[str], form: int) -> list[str]:
    """RETURNS (list[str]): The plurals of nouns (-1), or a form of verbs: plain (0), past (1) or -ing (2)."""
    return [_plural(word) if form < 0 else _verb(word)[form] for word in words]


def _plural(noun: str) -> str:
    head, sep, tail = noun.partition(" of ")
    if head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    elif head.endswith(("s", "x", "ch", "sh")):
        head += "es"
    else:
        head += "s"
    return head + sep + tail


def _verb(verb: str) -> tuple[str, str, str]:
    irregular = _VERB.fullmatch(verb)
    if irregular:
        return irregular[1], irregular[2], irregular[3]
    if verb.endswith("e"):
        return verb, verb + "d", verb[:-1] + "ing"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb, verb[:-1] + "ied", verb + "ing"
    return verb, verb + "ed", verb + "ing"
