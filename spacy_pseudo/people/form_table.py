"""Who is called what: the forms of all participants, from the roster and the name map, with the claims on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from typing import NamedTuple

import regex

from ..attrs import STYLISED
from ..text.words import fold_all
from .forms import GIVEN, HANDLE, LETTER, SURNAME, TABLE, Variant, spelled
from .kinship import Kinship, Words
from .name_map import NameMap
from .roster import Roster

_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
# A form with an output is replaced wherever it stands; this one writes nothing but the pseudonym.
_AS_IT_IS = "{}"


class Claim(NamedTuple):
    """A participant may be meant by a form."""

    participant: str
    category: str
    kind: str
    confidence: float = 1.0
    output: str | None = None
    law: bool = False  # a person wrote it: it is replaced wherever it stands as a word


class FormTable:
    """The forms of everybody.

    roster (Roster): The participants; their names give forms to everyone whom the name map leaves out.
    name_map (Optional[NameMap]): Forms by participant.
    unseen (Callable[[str], float]): How sure a form of a category is that nobody was seen to use.
    kept (Set[Words]): Names that stay: nobody has a claim on them.
    confidences (Mapping[tuple[str, Words], float]): How sure each form of the map is; 1 if it is not there.
    lawful (Set[tuple[str, Words]]): Forms of the map that a person wrote.
    rejected (Set[tuple[str, Words]]): Forms that are not to be taken from tables.
    strangers (Set[Words]): Names of people who take no part: as nicknames of the table they are nobody's.

    kinship (Kinship): How names and people are related.
    forms (dict[Words, dict[str, Claim]]): By their folded words, and by participant.
    letters (dict[str, dict[str, Claim]]): The same of single letters.
    unspaced (dict[str, Words]): Forms in scripts that write no blanks between words, as written.
    """

    def __init__(
        self,
        roster: Roster,
        name_map: NameMap | None,
        unseen: Callable[[str], float],
        *,
        kept: Set[Words],
        confidences: Mapping[tuple[str, Words], float],
        lawful: Set[tuple[str, Words]],
        rejected: Set[tuple[str, Words]],
        strangers: Set[Words],
    ) -> None:
        self._unseen, self._kept, self._confidences, self._lawful = unseen, kept, confidences, lawful
        self.kinship = Kinship()
        self.forms: dict[Words, dict[str, Claim]] = {}
        self.letters: dict[str, dict[str, Claim]] = {}
        self.unspaced: dict[str, Words] = {}
        mapped = set(name_map.participants()) if name_map is not None else set()
        for person in roster:
            own = self.kinship.register(person.id, person.names)
            if person.id not in mapped:
                self._add_variants(person.id, own.values())
        if name_map is not None:
            self._add_map(name_map)
            for person in roster:  # nobody was seen to use them yet
                nicknames = (v for v in self.kinship.own(person.id).values() if v.kind == TABLE)
                known = (v for v in nicknames if (person.id, v.words) not in rejected)
                usable = [v for v in known if v.words not in strangers and not self._is_used(v.words)]
                self._add_variants(person.id, usable if person.id in mapped else ())
        for words, claims in self.forms.items():
            for claim in claims.values():
                self.kinship.note(claim.participant, words, claim.kind)

    def _is_used(self, words: Words) -> bool:
        """Somebody is known to be called so."""
        return any(claim.kind != TABLE for claim in self.forms.get(words, {}).values())

    def _add_variants(self, participant: str, variants: Iterable[Variant]) -> None:
        for v in variants:
            self._add(v.words, v.text, Claim(participant, v.category, v.kind, self._unseen(v.category)))

    def _add_map(self, name_map: NameMap) -> None:
        for participant in name_map.participants():
            if not self.kinship.own(participant):  # nobody registered: the full name they sign with will do
                full = [form.text for form in name_map.forms(participant) if len(fold_all(form.text)) > 1]
                own = self.kinship.register(participant, full).values()
                self._add_variants(participant, (v for v in own if v.kind in (GIVEN, SURNAME)))
            elif participant in self.kinship.open_people:
                self.kinship.complete(participant, [form.text for form in name_map.forms(participant)])
        for participant, form in name_map:
            category, kind = self.kinship.classify(participant, form.text)
            words = fold_all(form.text)
            confidence = self._confidences.get((participant, words), 1.0)
            law = (participant, words) in self._lawful
            if category == STYLISED:  # found by its letters wherever it is spaced
                words = ("".join(words),)
            claim = Claim(participant, category, kind, confidence, form.output, law)
            if form.text.islower() and len(form.text) > 1 and (confidence == 1 or form.count is None):
                # Somebody wrote it so, and means it, also where the same name is known with a capital.
                output = form.output or (_AS_IT_IS if form.count is None else None)
                claim = claim._replace(kind=HANDLE, output=output)
                self.forms.get(words, {}).pop(participant, None)
            for spelling in (words,) if category == STYLISED else spelled(form.text):
                self._add(spelling, form.text, claim)

    def _add(self, words: Words, text: str, claim: Claim) -> None:
        if not words or words in self._kept:
            return
        if claim.kind == LETTER:
            self.letters.setdefault(words[0], {}).setdefault(claim.participant, claim)
            return
        self.forms.setdefault(words, {}).setdefault(claim.participant, claim)
        if _UNSPACED.search(text) and len(text) > 1:
            self.unspaced[text] = words
