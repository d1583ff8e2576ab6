"""Participants: names of many languages, what each of them is called, and how each of them writes."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from ... import languages
from ...attrs import INITIALS, NICKNAME, PART, REGISTERED, STYLISED
from ...people.roster import Participant
from ...text.words import fold
from ..evaluation.guards.renaming import name_data
from .coined_nicknames import nickname, stylise, titled
from .inventing import seldom
from .settings import Settings
from .word_model import capitalised, sections

INSTRUCTOR: Final = "instructor"
STUDENT: Final = "student"
_KNOWN_GIVEN: Final = 1000
_KNOWN_SURNAMES: Final = 4000
_HABIT: Final = 3.0  # The higher, the more alike are people


class Form(NamedTuple):
    """A written form of a name."""

    text: str
    category: str


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """One participant.

    id (str): The id.
    full (str): The registered name as one writes it.
    listed (tuple[str, ...]): What the roster has.
    role (str): 'student' or 'instructor'.
    given (str): The given name that the person goes by; may be two words.
    surname (str): The surname, particle and all.
    called (tuple[tuple[Form, float], ...]): What others say, with summed shares; the usual form first.
    signed (tuple[tuple[Form, float], ...]): How the person signs, with summed shares.
    greets (float): How often a reply of this person begins with a name.
    signs (float): How often a message ends with one.
    sloppy (bool): Writes no capitals.
    activity (float): How much the person writes.
    """

    id: str
    full: str
    listed: tuple[str, ...]
    role: str
    given: str
    surname: str
    called: tuple[tuple[Form, float], ...]
    signed: tuple[tuple[Form, float], ...]
    greets: float
    signs: float
    sloppy: bool
    activity: float

    @property
    def usual(self) -> Form:
        """RETURNS (Form): What the person is called most."""
        return self.called[0][0]

    @property
    def letters(self) -> str:
        """RETURNS (str): The initials of given name and surname, particles aside."""
        return self.given[0].upper() + next((c for c in self.surname if c.isupper()), self.surname[0])

    @property
    def participant(self) -> Participant:
        """RETURNS (Participant): The person's entry in the roster."""
        return Participant(self.id, self.listed, role=self.role)

    def share(self, text: str) -> float:
        """RETURNS (float): How much of what others call this person is this form."""
        before = 0.0
        for form, upto in self.called:
            if form.text == text:
                return upto - before
            before = upto
        return 0.0

    def forms(self) -> Iterator[Form]:
        """YIELDS (Form): Everything that the person may be called, typing errors aside."""
        yield Form(self.full, REGISTERED)
        yield from (form for form, _ in (*self.called, *self.signed))
        yield Form(self.given, PART)
        yield Form(self.surname, PART)
        yield from (Form(f"{self.given} {self.letters[-1]}{dot}", PART) for dot in ("", "."))


def pick(shares: Sequence[tuple[Form, float]], chance: float) -> Form:
    """RETURNS (Form): The form that a number between 0 and 1 falls on."""
    return next((form for form, upto in shares if chance < upto), shares[-1][0])


class NamePicker:
    """Draws names as often as they occur, roughly; nobody has the same registered name."""

    def __init__(self, settings: Settings, chance: Random) -> None:
        self._settings = settings
        self._chance = chance
        self._taken: set[str] = set()
        self._scripts = list(sections("names.txt")["two scripts"])
        chance.shuffle(self._scripts)

    def given(self) -> tuple[str, str | None]:
        """RETURNS (tuple[str, Optional[str]]): A given name, and its language if it is one of the 24."""
        chance, settings = self._chance, self._settings
        if settings.unlisted_names and chance.random() < settings.unlisted_names:
            return titled(seldom("given", chance)), None
        if chance.random() < settings.word_names:
            return chance.choice([word for line in name_data()["wordlike"] for word in line.split()]), None
        if chance.random() < settings.other_languages:
            language = chance.choice(sorted(name_data()["given"]))
            return chance.choice(name_data()["given"][language].split()), language
        return _weighted("given", chance), None

    def surname(self, language: str | None = None) -> str:
        """RETURNS (str): A surname, of a language if one is given."""
        if language is not None:
            return str(self._chance.choice(name_data()["surnames"][language].split()))
        if self._settings.unlisted_names and self._chance.random() < self._settings.unlisted_names:
            return titled(seldom("surname", self._chance))
        return _weighted("surname", self._chance)

    def person(self, number: int, role: str, like: str | None = None) -> Person:
        """Draw a person.

        number (int): The person's number.
        role (str): 'student' or 'instructor'.
        like (Optional[str]): A first name to be shared.
        RETURNS (Person): A person whose registered name nobody else has.
        """
        chance, settings = self._chance, self._settings
        if like is None and self._scripts and chance.random() < settings.other_scripts:
            return self._in_two_scripts(number, role)
        while True:
            called, language = (like, None) if like is not None else self.given()
            surname, givens = self._whole_surname(language), [called]
            if " " not in called and "-" not in called and chance.random() < settings.second_given:
                second = self.given()[0] if language is None else _other(language, called, chance)
                if chance.random() < settings.called_by_second:
                    givens = [second, called]
                elif like is None and chance.random() < settings.double_given:
                    givens = [called, second]
                    called = f"{called} {second}"
                else:
                    givens = [called, second]
            full = " ".join((*givens, surname))
            if fold(full) not in self._taken and fold(surname) not in {fold(given) for given in givens}:
                self._taken.add(fold(full))
                return self._person(number, role, full, called, surname, givens)

    def _whole_surname(self, language: str | None) -> str:
        chance, settings = self._chance, self._settings
        surname = self.surname(language)
        if chance.random() < settings.hyphenated:
            other = self.surname(language)
            surname += f"-{other}" if other != surname else ""
        elif chance.random() < settings.particles:
            particle = chance.choice(sections("names.txt")["particle"])
            surname = particle + ("" if particle.endswith(("'", "-", "Mac")) else " ") + surname
        return surname

    def _person(self, number: int, role: str, full: str, called: str, surname: str, givens: list[str]) -> Person:
        chance, settings = self._chance, self._settings
        given = Form(called, PART)
        forms = [(given, 1.0)]
        if chance.random() < settings.nicknames:
            nick = Form(nickname(called.split(" ")[0], chance), NICKNAME)
            use = _habit(settings.nickname_use, chance)
            forms = [(nick, use), (given, 1 - use)]
        if chance.random() < settings.aliases:
            use = _habit(0.5, chance)
            alias = Form(chance.choice(sections("names.txt")["alias"]), NICKNAME)
            forms = [(form, share * (1 - use)) for form, share in forms] + [(alias, use)]
        signed = list(forms)
        letters = "".join(word[0].upper() for word in givens) + next(c for c in surname if c.isupper())
        if chance.random() < settings.initials and letters.isascii() and letters.isalpha():
            short = chance.choice((letters[0], letters, letters[0] + letters[-1]))
            if short not in ("A", "I"):
                use = _habit(0.4, chance)
                signed = [(Form(short, INITIALS), use)] + [(form, share * (1 - use)) for form, share in signed]
        if chance.random() < settings.stylised:
            use = _habit(0.4, chance)
            odd = Form(stylise(forms[0][0].text, letters[0] + letters[-1], chance), STYLISED)
            signed = [(odd, use)] + [(form, share * (1 - use)) for form, share in signed]
        return self._finish(
            number, role, full, self._listed(full, called, surname, givens), called, surname, forms, signed
        )

    def _finish(
        self,
        number: int,
        role: str,
        full: str,
        listed: tuple[str, ...],
        given: str,
        surname: str,
        called: list[tuple[Form, float]],
        signed: list[tuple[Form, float]],
    ) -> Person:
        chance, settings = self._chance, self._settings
        return Person(
            f"p{number:04d}", full, listed, role, given, surname, _summed(called), _summed(signed),
            greets=_habit(settings.greetings, chance), signs=_habit(settings.sign_offs, chance),
            sloppy=chance.random() < settings.sloppy,
            activity=chance.lognormvariate(0, 0.6) * (0.1 if role == INSTRUCTOR else 1.0),
        )  # fmt: skip

    def _in_two_scripts(self, number: int, role: str) -> Person:
        own, latin = self._scripts.pop().split(" = ")
        given, surname = latin.split(" ", 1)
        first = own.split(" ")[0] if " " in own else own[1:]
        self._taken.add(fold(latin))
        called = [(Form(given, PART), 1.0)]
        signed = [(Form(given, PART), 0.6), (Form(first, PART), 0.4)]
        return self._finish(number, role, latin, (latin, own), given, surname, called, signed)

    def _listed(self, full: str, called: str, surname: str, givens: list[str]) -> tuple[str, ...]:
        if self._chance.random() >= self._settings.untidy_roster:
            return (full,)
        given = " ".join(givens)
        shapes = (f"{surname.upper()}, {given}", f"{surname} {given}", full.lower(), f"{surname}, {given} (visiting)")
        return (self._chance.choice((*shapes, f"{given} ({called}) {surname}")),)


def _habit(rate: float, chance: Random) -> float:
    if rate in (0.0, 1.0):
        return rate
    return chance.betavariate(rate * _HABIT, (1 - rate) * _HABIT)


def _summed(forms: list[tuple[Form, float]]) -> tuple[tuple[Form, float], ...]:
    ordered = sorted(forms, key=lambda pair: -pair[1])
    return tuple(zip((form for form, _ in ordered), accumulate(share for _, share in ordered), strict=True))


def _other(language: str, name: str, chance: Random) -> str:
    return str(chance.choice([other for other in name_data()["given"][language].split() if other != name]))


def _weighted(kind: str, chance: Random) -> str:
    names, sums = _known(kind)
    return names[bisect(sums, chance.random() * sums[-1])]


@cache
def _known(kind: str) -> tuple[list[str], list[float]]:
    """Names with how often they are drawn: less unequal than in life, where a few names are everybody's."""
    counts, most = (
        (languages.given_names(), _KNOWN_GIVEN) if kind == "given" else (languages.surnames(), _KNOWN_SURNAMES)
    )
    usable = (name for name in counts if len(name) > 2 and name not in capitalised())
    names = sorted(usable, key=lambda name: (-counts[name], name))[:most]
    return [titled(name) for name in names], list(accumulate(counts[name] ** 0.5 for name in names))
