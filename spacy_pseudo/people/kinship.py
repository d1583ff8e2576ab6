"""What registered names say about a person: which forms follow from them, and how others are related to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from .. import languages
from ..attrs import INITIALS, MISSPELLED, NICKNAME, PART, REGISTERED, STYLISED
from ..text import cues
from ..text.similarity import near
from ..text.thresholds import BEARERS, PER_SURNAME, USUAL
from ..text.words import fold_all
from .display_names import parse_name
from .forms import FULL, GIVEN, LETTER, LETTERS, NICK, SURNAME, TABLE, Variant, variants
from .handles import VOWELS, begins
from .nicknames import full_names

Words = tuple[str, ...]


class Kinship:
    """The registered names of all participants, taken apart."""

    def __init__(self) -> None:
        self._own: dict[str, dict[Words, Variant]] = {}
        self._first: dict[str, set[str]] = {}
        self._words: dict[str, set[str]] = {}
        self._initials: dict[str, tuple[set[str], set[str]]] = {}
        self._by_letter: dict[str, set[str]] = {}
        self._letters: dict[str, set[str]] = {}
        self._handles: dict[str, set[str]] = {}
        # No first name is known for sure, only an initial or a handle: 'A. Usher', 'ausher'.
        self.open_people: set[str] = set()

    def register(self, participant: str, names: Iterable[str]) -> Mapping[Words, Variant]:
        """Take a participant's names apart.

        participant (str): The participant's id.
        names (Iterable[str]): Registered names, in any shape.
        RETURNS (Mapping[Words, Variant]): The forms that follow from them, by their folded words.
        """
        names = tuple(names)
        own = self._own.setdefault(participant, {})
        for display in names:
            name = parse_name(display)
            first = {word for part in (*name.given[:1], *name.preferred) for word in fold_all(part)}
            self._letters.setdefault(participant, set()).update(word[0] for word in first)
            self._first.setdefault(participant, set()).update(first)
            if name.handle:
                self._handles.setdefault(participant, set()).add(name.handle)
        first, handles = self._first.get(participant, set()), self._handles.get(participant, set())
        if first and all(len(word) == 1 or word in handles for word in first):
            self.open_people.add(participant)
        else:
            self.open_people.discard(participant)
        for variant in variants(names):
            if variant.words not in own or own[variant.words].kind == TABLE:
                own[variant.words] = variant
        for words, variant in own.items():
            self.note(participant, words, variant.kind)
            self._by_letter.setdefault(words[0][0], set()).add(participant)
        return own

    def note(self, participant: str, words: Words, kind: str) -> None:
        """Note that a form is a participant's, wherever it comes from."""
        self._words.setdefault(participant, set()).update(words)
        first, last = self._initials.setdefault(participant, (set(), set()))
        if kind in (GIVEN, NICK):
            first.add(words[0][0])
        elif kind == SURNAME:
            last.add(words[0][0])

    def own(self, participant: str) -> Mapping[Words, Variant]:
        """RETURNS (Mapping[Words, Variant]): The forms that follow from the participant's registered names."""
        return self._own.get(participant, {})

    def owns(self, participant: str, word: str) -> bool:
        """RETURNS (bool): A folded word is part of one of the participant's names."""
        return word in self._words.get(participant, ())

    def resembles(self, participant: str, word: str) -> bool:
        """RETURNS (bool): A folded word is part of one of the participant's names, or a slip of one."""
        return self.owns(participant, word) or any(near(word, own) for own in self._words.get(participant, ()))

    def initials(self, participant: str) -> tuple[Set[str], Set[str]]:
        """RETURNS (tuple[Set[str], Set[str]]): First letters of the participant's given names, and of surnames."""
        return self._initials.get(participant, (frozenset(), frozenset()))

    def has_initials(self, participant: str, letters: str) -> bool:
        """RETURNS (bool): Folded letters begin as a given name does, and end as a surname: 'mjp' of Mary Poe."""
        first, last = self.initials(participant)
        return letters[0] in first and letters[-1] in last

    def has_surname(self, participant: str) -> bool:
        """RETURNS (bool): A surname is known for the participant."""
        return bool(self.initials(participant)[1])

    def is_first_name(self, participant: str, word: str) -> bool:
        """RETURNS (bool): A folded word is the first of the participant's given names, or a preferred one."""
        return word in self._first.get(participant, ())

    def alike(self, word: str) -> Set[str]:
        """RETURNS (Set[str]): Participants whose names begin with one of the first two letters of a folded word."""
        return self._by_letter.get(word[0], frozenset()) | self._by_letter.get(word[1:2], frozenset())

    def classify(self, participant: str, text: str) -> tuple[str, str]:
        """Tell what a form is to a participant.

        participant (str): The participant's id.
        text (str): The form as written.
        RETURNS (tuple[str, str]): Its category and its kind.
        """
        own = self.own(participant)
        words = fold_all(text)
        if len(words) > 2 and all(len(word) == 1 for word in words):
            base = own.get(("".join(words),))
            return STYLISED, base.kind if base else NICK
        if words in own:
            variant = own[words]
            return variant.category, NICK if variant.kind == TABLE else variant.kind
        if len(words) == 1 and len(words[0]) == 1:
            return INITIALS, LETTER
        relation = self.relation(participant, words)
        if relation is not None:
            return relation
        if len(words) == 1 and len(words[0]) <= 3 and text.isupper():
            return INITIALS, LETTERS
        return NICKNAME, NICK

    def relation(self, participant: str, words: Words, *, loose: bool = False) -> tuple[str, str] | None:
        """Tell how a form follows from a participant's registered names.

        participant (str): The participant's id.
        words (Words): The form's folded words.
        loose (bool): The place speaks for the participant: short names may be misspelled, too.
        RETURNS (Optional[tuple[str, str]]): Category and kind, or None if it has nothing to do with them.
        """
        own = self.own(participant)
        if not words:
            return None
        if words in own:
            return own[words].category, own[words].kind
        if len(words) > 1:
            together = ("".join(words),)  # 'Eva-Maria' of 'evamaria.poe'
            if self.begins_handle(participant, together[0]) or (together in own and own[together].kind == GIVEN):
                return PART, NICK
            kinds = {own[(w,)].kind for w in words if (w,) in own}
            first = GIVEN in kinds or TABLE in kinds or self.completes(participant, words[0])
            if SURNAME in kinds and (first or len(words[0]) == 1):
                return REGISTERED, FULL
            more = loose and len(words) == 2 and is_second_name(words[-1])
            if len(words[-1]) == 1:
                more = words[-1] in self.initials(participant)[1] or not self._is_anothers(participant, words)
            return (PART, NICK) if first and more else None
        word = words[0]
        if cues.contracted(word):
            return None
        single = [variant for variant in own.values() if len(variant.words) == 1]
        for variant in single:
            if variant.kind in (GIVEN, SURNAME) and near(word, variant.words[0], loose=loose):
                return MISSPELLED, variant.kind
        if loose and any(variant.kind == TABLE and near(word, variant.words[0]) for variant in single):
            return MISSPELLED, NICK
        if any(variant.kind == GIVEN and _shortens(word, variant.words[0]) for variant in single):
            return NICKNAME, NICK
        return (PART, NICK) if loose and self.completes(participant, word) else None

    def _is_anothers(self, participant: str, words: Words) -> bool:
        """'Mary B' is Mary Brown, not Mary Poe, if both are there."""
        others = self._by_letter.get(words[0][0], set()) - {participant}
        return any(words[:1] in self.own(other) and words[-1] in self.initials(other)[1] for other in others)

    def completes(self, participant: str, word: str, *, least: int = 0) -> bool:
        """Judge whether a word may be the first name of somebody of whom only an initial or a handle is known.

        participant (str): The participant's id.
        word (str): A folded word, where a first name may stand.
        least (int): Where an initial is all that speaks for it, so many people must have it for a given name.
        RETURNS (bool): It begins as the handle does, or as the initial says; so may the full name behind a nickname.
        """
        if participant not in self.open_people or len(word) < 2:
            return False
        if self.begins_handle(participant, word):
            return True
        given = languages.given_names()
        bearers = given.get(word, 0)
        ordinary = word in languages.words() or word in languages.proper_words()
        least = BEARERS if ordinary else USUAL if len(word) == 2 or VOWELS.isdisjoint(word) else least
        letters = self._letters.get(participant, ())
        # A name that is more usual than what it may be short for is hardly short for it.
        behind = {word, *(name for name in full_names(word) if given.get(name, 0) > bearers)}
        return bearers >= least and any(name[0] in letters for name in behind)

    def begins_handle(self, participant: str, word: str) -> bool:
        """RETURNS (bool): A folded word, or some in one, begins the participant's handle."""
        return any(begins(handle, word) for handle in self._handles.get(participant, ()))

    def with_handle_ending(self, word: str) -> set[str]:
        """RETURNS (set[str]): Participants of whose handle a folded word is the end, and not all of it."""
        return {p for p, own in self._handles.items() if any(h.endswith(word) for h in own)}

    def complete(self, participant: str, names: Iterable[str]) -> list[str]:
        """Take first names that were learned for registered ones, where only an initial or a handle was known.

        participant (str): The participant's id.
        names (Iterable[str]): What the participant is called.
        RETURNS (list[str]): First names, surnames and full names that follow from them.
        """
        own = self.own(participant)
        surnames = [variant.text for variant in own.values() if variant.kind == SURNAME][:1]
        full = []
        for name in names:
            words = fold_all(name)
            first = "".join(words)
            if words in own and own[words].kind != TABLE:
                continue
            if self.begins_handle(participant, first):  # what is left of the handle is the surname
                rests = [handle[len(first) :] for handle in self._handles[participant] if handle.startswith(first)]
                full += [f"{name} {rest.capitalize()}" if len(rest) > 2 else name for rest in rests]
            elif len(words) == 1 and len(first) > 2 and self.completes(participant, first):
                full.append(" ".join((name, *surnames)))
        if not full:
            return []
        self.register(participant, full)
        self.open_people.add(participant)  # what was learned may be one name of several
        return [*full, *(variant.text for variant in variants(tuple(full)) if variant.kind in (GIVEN, SURNAME))]


def is_second_name(word: str, *, least: int = USUAL) -> bool:
    """RETURNS (bool): A folded word is far more usual as a given name than as a surname: 'Anna' in 'Eva Anna'."""
    bearers = languages.surnames().get(word) or 0
    return languages.given_names().get(word, 0) >= max(least, PER_SURNAME * bearers)


def _shortens(word: str, name: str) -> bool:
    """'Rob', 'Robbie', 'Alek' of 'Robert', 'Aleksander': it begins alike, and is cut off or ends as pet names do."""
    if len(word) > 3 and word in name:  # 'Bert' of 'Robert', too
        return True
    if len(word) < 3 or not name.startswith(word[:3]):
        return False
    cut = name.startswith(word) or name.startswith(word[:-1])
    return cut or word[-1] in "iyeo"
