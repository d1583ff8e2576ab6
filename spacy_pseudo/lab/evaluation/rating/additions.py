"""What raters found, as lines for the name map: each form with the participant whose name it most likely is."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....key import NAMES, Key, draft
from ....message import Message
from ....passes.apply import apply, make_pipeline
from ....people.kinship import Kinship, Words
from ....people.name_map import Form, NameMap, close
from ....text.salutations import GREETING_KINDS, QUOTED_KINDS, find_salutations
from ....text.words import fold_all
from .sampling import Design
from .sheets import Rating, times_in

ADDITIONS: Final = "additions.txt"
_HEADER = """# What raters found left standing, as lines for names.txt. This file is PRIVATE.
#
# Look at each line: is it that person's name? Then paste it into names.txt of the key, or add all lines at once with
# spacy-pseudo estimate ... --add-to KEY, and apply again. A ? means that the person is a guess; the form is replaced
# all the same. Where nobody fits, the line is a comment: put the right id before the | and take the # away. Once you
# have changed a line, the file is not made anew, and --add-to takes the lines as they are here.
"""
_UNCHANGED = "# As it was made: "
# More people than that do not help to find the right one.
_MOST = 3


class Sighting(NamedTuple):
    """A form that a rater wrote down, and who may be meant.

    form (str): The form.
    item (str): Where.
    author (Optional[str]): Who wrote the message.
    answers (Optional[str]): Whom it answers.
    named (tuple[str, ...]): Who is likely meant by the place: who signs, who is greeted.
    """

    form: str
    item: str
    author: str | None = None
    answers: str | None = None
    named: tuple[str, ...] = ()


class Addition(NamedTuple):
    """A form to be added.

    form (str): The form, as it was written down most often.
    participants (tuple[str, ...]): Whose it may be; all of them get it. Nobody if nobody fits.
    unsure (bool): It is a guess.
    reason (str): Why they.
    items (tuple[str, ...]): Where it was seen.
    """

    form: str
    participants: tuple[str, ...]
    unsure: bool
    reason: str
    items: tuple[str, ...]


def still_standing(design: Design, ratings: Mapping[str, Rating], key: Key) -> dict[str, Rating]:
    """Apply the key, as it is now, to what raters have seen: names that were added to it since are gone.

    design (Design): The sample.
    ratings (Mapping[str, Rating]): Judgements by item.
    key (Key): The key.
    RETURNS (dict[str, Rating]): Judgements with what is left of the forms; of words nothing is known.
    """
    items = [name for name, rating in ratings.items() if rating.forms and design.items[name].text is not None]
    drawn = (design.items[name] for name in items)
    messages = (
        Message(i.text or "", id=i.message, subject=i.subject, author=i.author, parent_author=i.answers) for i in drawn
    )
    left = dict(ratings)
    for name, result in zip(items, apply(messages, key, make_pipeline(key)) if items else (), strict=True):
        text = f"{result.subject or ''}\n{result.text or ''}"
        times = {fold_all(form): times_in(text, form) for form in ratings[name].forms}
        forms = []
        for form in ratings[name].forms:
            if times[fold_all(form)]:
                times[fold_all(form)] -= 1
                forms.append(form)
        left[name] = ratings[name]._replace(forms=tuple(forms))
    return left


def sightings(design: Design, ratings: Mapping[str, Rating]) -> list[Sighting]:
    """What raters wrote down, with what is known of the place.

    design (Design): The sample.
    ratings (Mapping[str, Rating]): Judgements by item.
    RETURNS (list[Sighting]): One for each form and item.
    """
    found = []
    for item, rating in ratings.items():
        known = design.items[item]
        for form in dict.fromkeys(rating.forms):
            named = tuple(known.people) or _by_place(form, known.text or "", known.author, known.answers)
            found.append(Sighting(form, item, known.author, known.answers, named))
    return found


def suggest(seen: Iterable[Sighting], key: Key) -> list[Addition]:
    """Find out whose each form most likely is.

    In this order: whoever has a registered name, or a form in the map, to which it is related (a part, a nickname,
    initials, typing errors), first of those who write or are answered where it was seen, then of all; then whoever
    signs with it or is greeted with it. If several people remain, up to three get it: where nothing tells them apart, a
    joint pseudonym is written.

    seen (Iterable[Sighting]): What raters wrote down.
    key (Key): The key.
    RETURNS (list[Addition]): One for each form, in order of the alphabet.
    """
    kin = _Kin(key)
    groups: dict[Words, list[Sighting]] = {}
    for sighting in seen:
        groups.setdefault(fold_all(sighting.form), []).append(sighting)
    additions = []
    for words, group in sorted(groups.items()):
        spellings = Counter(sighting.form for sighting in group)
        form = min(spellings, key=lambda spelling: (-spellings[spelling], spelling))
        people, unsure, reason = _owners(words, group, kin)
        items = tuple(sorted({sighting.item for sighting in group}))
        additions.append(Addition(form, people, unsure, reason, items))
    return additions


def to_text(additions: Iterable[Addition]) -> str:
    """RETURNS (str): The file `additions.txt`: lines of a name map, and comments where nobody fits."""
    text = ""
    for addition in additions:
        items = f"# {', '.join(addition.items)}: {addition.reason}"
        if not addition.participants:
            # The map's own writer puts what signs there are in a form between backslashes.
            line = _line("?", Form(addition.form)).removeprefix("\\?")
            text += f"{items}; nobody fits\n# {line.strip()}\n"
            continue
        text += f"{items}\n"
        for participant in addition.participants:
            text += _line(participant, Form(addition.form, unsure=addition.unsure))
    return f"{_HEADER}{_UNCHANGED}{_digest(text)}\n\n{text}"


def is_edited(path: Path) -> bool:
    """RETURNS (bool): A person has changed the lines of an `additions.txt`."""
    if not path.exists():
        return False
    digest, _, lines = _read(path).rpartition(_UNCHANGED)[2].partition("\n\n")
    return digest != _digest(lines)


def add_to(directory: Path, path: Path) -> int:
    """Add forms to the name map of a key; what a person wrote there stays as it is.

    directory (Path): The key directory.
    path (Path): The `additions.txt`, edited or not.
    RETURNS (int): How many forms are new: one that is there already is not added again.
    """
    key = Key.load(directory)
    name_map = key.name_map or NameMap()
    lines = NameMap.parse(_read(path), source=str(path))
    added = sum(name_map.add(participant, form) for participant, form in lines)
    added += sum(map(name_map.keep, lines.kept))
    if added:
        with draft(directory, seen=key.seen) as generation:
            generation.write_all({NAMES: close(name_map.to_text())})
    return added


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise PseudoError(Errors.P341.format(path=path)) from None


def _digest(lines: str) -> str:
    return hashlib.sha256(lines.encode("utf-8")).hexdigest()[:16]


def _line(participant: str, form: Form) -> str:
    line = NameMap("")
    line.add(participant, form)
    return line.to_text()


def _by_place(form: str, text: str, author: str | None, answers: str | None) -> tuple[str, ...]:
    """Who signs or is greeted with a form, by the places in which it stands."""
    wanted = fold_all(form)
    for salutation in find_salutations(text):
        for slot in salutation.slots:
            words = fold_all(text[slot.start : slot.end])
            here = any(words[at : at + len(wanted)] == wanted for at in range(len(words)))
            if here and slot.kind not in QUOTED_KINDS:
                person = answers if slot.kind in GREETING_KINDS else author
                return (person,) if person else ()
    return ()


class _Kin:
    """Everybody's registered names, and the forms that the map has for them."""

    def __init__(self, key: Key) -> None:
        self._kinship = Kinship()
        self._key = key
        self.people: list[str] = []
        for person in key.roster:
            self.people.append(person.id)
            self._kinship.register(person.id, person.names)
        for participant in key.name_map.participants() if key.name_map is not None else ():
            person_id = key.roster.main_id(participant) or participant
            if person_id not in key.roster:
                self.people.append(person_id)
            sure = [form.text for form in key.name_map.forms(participant) if not form.unsure] if key.name_map else []
            self._kinship.register(person_id, [text for text in sure if len(fold_all(text)) > 1])
            for text in sure:
                if words := fold_all(text):
                    self._kinship.note(person_id, words, "")

    def main(self, person: str | None) -> str | None:
        return self._key.roster.main_id(person)

    def related(self, person: str, words: Words, *, loose: bool) -> bool:
        if self._kinship.relation(person, words, loose=loose) is not None:
            return True
        return len(words) > 0 and all(self._kinship.resembles(person, word) for word in words)


def _owners(words: Words, group: Iterable[Sighting], kin: _Kin) -> tuple[tuple[str, ...], bool, str]:
    group = list(group)
    around = Counter(
        kin.main(person) for s in group for person in dict.fromkeys((*s.named, s.author, s.answers)) if person
    )
    near = [person for person, _ in around.most_common() if person and kin.related(person, words, loose=True)]
    if near:
        return (near[0],), False, "like a name of somebody who writes or is answered there"
    alike = [person for person in kin.people if kin.related(person, words, loose=False)]
    if 0 < len(alike) <= _MOST:
        return tuple(alike), len(alike) > 1, "like a name in the class list or the map"
    named = Counter(kin.main(person) for s in group for person in s.named if person)
    if named:
        best = max(named.values())
        people = tuple(sorted(p for p, times in named.items() if p and times == best))[:_MOST]
        return people, True, "signs with it, or is greeted with it"
    return (), True, "like many people's names" if alike else "like nobody's name"
