"""Who takes no part, as a table in the key that a person may correct: names, and what is written instead."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

import regex

from ...cells import CellReader, CellWriter
from ...errors import Errors, PseudoError
from ...text.words import fold_all
from ..fake_names import draw_names
from ..kinship import Words
from ..roster import Participant
from .judging import Candidate, weights
from .modes import LETTER

COLUMNS: Final = ("name", "pseudonym", "messages", "probability", "context")
# Between the ways in which one name is written.
BETWEEN: Final = " | "
_NUMBERED = regex.compile(r"(?<!\w)[Xx]([0-9]{1,9})(?!\w)")


@dataclass(frozen=True, slots=True)
class OtherPerson:
    """Somebody who takes no part.

    forms (tuple[str, ...]): The name, and parts of it that stand for it.
    label (str): What is written instead, without brackets; empty if the name stays.
    messages (int): In how many messages the name stands.
    probability (Optional[float]): How likely it is a private person's; None if somebody wrote it by hand.
    context (str): What stands around the name where it was seen first.
    """

    forms: tuple[str, ...]
    label: str
    messages: int = 0
    probability: float | None = None
    context: str = ""


class Others:
    """All of them. Labels never change, and are never used for somebody else.

    people (Iterable[OtherPerson]): Who is known.
    offered (Iterable[str]): Names that were in the table before, by their folded words: what was deleted stays deleted.
    """

    def __init__(self, people: Iterable[OtherPerson] = (), offered: Iterable[str] = ()) -> None:
        self._people = list(people)
        self.offered = set(offered)

    def __len__(self) -> int:
        return len(self._people)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[OtherPerson]:
        return iter(self._people)

    def hidden(self) -> Iterator[OtherPerson]:
        """YIELDS (OtherPerson): Those who have a label."""
        return (person for person in self._people if person.label)

    def names(self, label: str) -> list[str]:
        """RETURNS (list[str]): The full names of whoever has a label."""
        return [person.forms[0] for person in self._people if person.label == label]

    def is_label(self, words: Words) -> bool:
        """RETURNS (bool): These folded words are what is written instead of somebody's name, or a part of it."""
        return any(set(words) <= set(fold_all(person.label)) for person in self.hidden())

    def extend(
        self, found: Iterable[Candidate], *, rng: random.Random, avoid: Collection[str] = (), named: bool = False
    ) -> None:
        """Add who is new; those who are known keep their labels, and what a person deleted does not come back.

        found (Iterable[Candidate]): Who was found.
        rng (random.Random): Where chance comes from.
        avoid (Collection[str]): Words and texts that nobody may get.
        named (bool): Names are drawn instead of numbers.
        """
        known = {fold_all(form): at for at, person in enumerate(self._people) for form in person.forms}
        new: list[Candidate] = []
        for candidate in found:
            at = next((known[words] for words in map(fold_all, candidate.forms) if words in known), None)
            if at is not None:
                self._people[at] = _seen_again(self._people[at], candidate, known)
            elif _name(candidate.forms) not in self.offered:
                new.append(candidate)
        likely = [one for one in new if one.probability >= weights()["threshold"]]
        labels = dict(zip(likely, self._draw(likely, rng, avoid, named=named), strict=True))
        for one in new:
            self._people.append(OtherPerson(one.forms, labels.get(one, ""), one.messages, one.probability, one.context))
        self.offered.update(_name(person.forms) for person in self._people)
        self._people.sort(key=lambda person: (-person.messages, person.forms))

    def _draw(
        self, people: Sequence[Candidate], rng: random.Random, avoid: Collection[str], *, named: bool
    ) -> list[str]:
        used = {person.label for person in self._people}
        if named:
            strangers = [Participant(f"{LETTER}{n}", (one.forms[0],)) for n, one in enumerate(people)]
            drawn = draw_names(strangers, rng, avoid={*avoid, *used})
            return [drawn[stranger.id] for stranger in strangers]
        taken = {int(digits) for text in (*used, *avoid) for digits in _NUMBERED.findall(text)}
        numbers = (number for number in count(1) if number not in taken)
        labels = [f"{LETTER}{next(numbers)}" for _ in people]
        rng.shuffle(labels)
        return labels

    # --- As a file ---

    def to_csv(self) -> str:
        """RETURNS (str): A line for each of them, most frequent first."""
        stream = io.StringIO(newline="")
        writer = CellWriter(stream)
        writer.writerow(COLUMNS)
        for person in self._people:
            likely = "" if person.probability is None else person.probability
            writer.writerow((BETWEEN.join(person.forms), person.label, person.messages, likely, person.context))
        return stream.getvalue()

    @classmethod
    def from_csv(cls, text: str, source: str = "others.csv", *, offered: Iterable[str] = ()) -> Others:
        """Read the table.

        text (str): What `to_csv` wrote, and a person may have corrected; may be empty.
        source (str): The file's name, for error messages.
        offered (Iterable[str]): Names that were in the table before.
        RETURNS (Others): Who takes no part. Lines with one pseudonym are of one person.
        """
        if not text.strip():
            return cls(offered=offered)
        bare = text.removeprefix("\ufeff")
        delimiter = ";" if ";" in bare.partition("\n")[0] else ","
        reader = CellReader(io.StringIO(bare, newline=""), delimiter=delimiter)
        people: list[OtherPerson] = []
        try:
            header = [cell.strip().lower() for cell in next(reader)]
            if not {"name", "pseudonym"} <= set(header):
                raise PseudoError(Errors.P780.format(source=source))
            for row in filter(None, reader):
                cells = dict(zip(header, (cell.strip() for cell in row), strict=False))
                people.append(_person(cells, source, reader.line_num))
        except csv.Error as error:
            raise PseudoError(Errors.P781.format(source=source, line=reader.line_num)) from error
        return cls(people, offered)


def _person(cells: dict[str, str], source: str, line: int) -> OtherPerson:
    forms = tuple(form.strip() for form in cells.get("name", "").split(BETWEEN.strip()) if form.strip())
    if not forms or not all(map(fold_all, forms)):
        raise PseudoError(Errors.P782.format(source=source, line=line))
    try:
        messages, likely = int(cells.get("messages") or 0), cells.get("probability")
        probability = float(likely.replace(",", ".")) if likely else None
    except ValueError as error:
        raise PseudoError(Errors.P783.format(source=source, line=line)) from error
    return OtherPerson(forms, cells.get("pseudonym", ""), messages, probability, cells.get("context", ""))


def _name(forms: Sequence[str]) -> str:
    return " ".join(fold_all(forms[0]))


def _seen_again(person: OtherPerson, candidate: Candidate, known: Collection[Words]) -> OtherPerson:
    """With what is new about somebody; forms that somebody else has stay theirs, and a decision stays a decision."""
    forms = (*person.forms, *(form for form in candidate.forms if fold_all(form) not in known))
    seen = max(person.messages, candidate.messages)
    return OtherPerson(forms, person.label, seen, person.probability, person.context or candidate.context)
