"""Watching for names: takes in messages one by one, and notes what is seen of names in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from .. import languages
from ..message import Message
from ..text import cues
from ..text.answer_marks import blanked
from ..text.bylines import CO_AUTHOR, MEMBER, find_bylines
from ..text.contacts import named_contacts
from ..text.disguises import damaged, scanned, spaced
from ..text.lexing import Prose, Text
from ..text.lost_letters import restored
from ..text.pasted_headers import begins_with_header, header_names
from ..text.person_names import patterns_of_names
from ..text.quote_tags import find_tags, outermost
from ..text.repeats import Repeated, Repeats
from ..text.salutation_rules import rules_for
from ..text.salutations import Salutation, Slot, find_salutations
from ..text.words import Atom, atoms, fold, is_title, small_words, stop_words, word_list
from . import whole_names
from .forms import LETTERS, TABLE
from .glue import unglued
from .index import FormIndex, Found
from .kinship import Words
from .places import own_edges
from .sightings import END, ROLES, START, THANKED, Sighting, Sightings
from .whole_names import Naming

# A full name there is as often that of somebody who is spoken of, or quoted.
_IN_TEXT: Final = ("last_word", "intro_weak")
_LONGEST_FORM = 4
_THANKS = re.compile(r"(?:thank(?:s| you)|thx|tack(?: så mycket)?)[\s,.!-]*$", re.IGNORECASE)


@cache
def _titled(lang: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Titles, and who is spoken of with one: 'Dr. Grey'."""
    titles = small_words("titled")
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(titles))})\b\.?[ ]([A-ZÅÄÖ][^\W\d_]+)")
    return frozenset(map(fold, titles)), pattern


def texts_of(message: Message) -> Iterator[tuple[str, bool]]:
    """YIELDS (tuple[str, bool]): What is read of a message, and whether it is the subject."""
    for text, subject in ((blanked(message.subject or ""), True), (message.text, False)):
        if text:
            yield text, subject


class Watcher:
    """Takes in messages one by one.

    index (FormIndex): The forms that are known beforehand.
    sightings (Sightings): Where it is noted.
    known (Iterable[int]): The numbers of lines that stood in messages before.
    lang (str): The language of the messages.
    """

    def __init__(
        self, index: FormIndex, sightings: Sightings, known: Iterable[int] = (), *, lang: str = languages.BASE
    ) -> None:
        self.sightings = sightings
        self._repeats = Repeats(known)
        self._index = index
        self._lang = lang
        self._rules = rules_for(lang)
        self._words, self._proper = languages.words(lang), languages.proper_words(lang)
        self._surnames = languages.surnames(lang)

    def add(self, message: Message) -> list[Slot]:
        """Take in the next message.

        message (Message): The message.
        RETURNS (list[Slot]): Where names may stand in its greetings and sign-offs.
        """
        for text, subject in texts_of(message):
            prose, repeated = Text.of(text).prose, self._repeats.add(text)
            self.sightings.statistics.add(prose, repeated, subject=subject)
            self._add_words(prose, repeated)
        salutations = find_salutations(message.text, lang=self._lang)
        for salutation in salutations:
            for slot in salutation.slots:
                self._add_slot(message.text, slot, shared=len(salutation.slots) > 1)
        self._add_tags(message.text)
        self._add_namings(message.text, salutations)
        prose = Text.of(message.text).prose
        self._add_edges(prose)
        if self.sightings.uses is not None:
            self.sightings.uses.add(message, prose, salutations)
        self.sightings.count += 1
        return [slot for salutation in salutations for slot in salutation.slots]

    def _add_words(self, prose: Prose, repeated: Repeated) -> None:
        here, sightings, message = set(), self.sightings, self.sightings.count
        for found in self._index.found(prose):
            here.add(found.words)
            if found.start in repeated:
                continue
            if len(found.words) == 1:
                thing = cues.next_word(prose.text, found.end)
                if thing and thing not in stop_words() and thing not in word_list("after_name"):
                    sightings.pairs[found.words[0], thing] += 1
            if is_title(prose.text[found.start]):
                if any(claim.kind == TABLE for claim in found.claims):
                    sightings.table_in.add(found.words, message)
                if any(claim.kind == LETTERS for claim in found.claims):
                    self._add_initials(prose.text, found)
        sightings.found.update(here)
        titles, titled = _titled(languages.spoken())
        if not titles.isdisjoint(prose.vocabulary):
            sightings.titled.update(fold(m[1]) for m in titled.finditer(prose.text) if m.start() not in repeated)
        for m in patterns_of_names().full.finditer(prose.text):
            surname = fold(m[2])
            if surname in self._words or self._rules.formula(m[1]) or m.start() in repeated:
                continue
            if surname not in self._proper:
                sightings.named[fold(m[1]), m[2]] += 1
            if surname not in self._proper or surname in self._surnames:
                sightings.named_in.add((fold(m[1]), m[2]), message)
        sightings.letters.add(prose.text, message, repeated)
        pieces = self._index.pieces(prose)
        for number, word in pieces.unknown():
            if not self._index.is_genitive(word) and pieces.starts[number] not in repeated:
                sightings.unknown_in.add(word, message)

    def _add_initials(self, text: str, found: Found) -> None:
        initials = text[found.start : found.end]
        if initials.isupper() and not cues.has_article(text, found.start):
            self.sightings.initials_in.add(found.words, self.sightings.count)
            # Three letters are hardly anything else by chance.
            spoken_of = len(initials) > 2 and cues.object_before(text, found.start)
            self.sightings.acting[found.words] += spoken_of or cues.does(text, found.end)

    def _add_slot(self, text: str, slot: Slot, *, shared: bool) -> None:
        surface = restored(text[slot.start : slot.end])
        misread = (*damaged(surface), *scanned(surface))
        if "," in surface or any(self._is_damaged(surface, word) for *_, word in misread):
            return  # turned round, or half a word: nothing to learn from
        letters = next((joined for s, e, joined in spaced(surface) if s <= 1 and e >= len(surface) - 1), None)
        inside = [Atom(0, len(surface), letters)] if letters else unglued(atoms(surface))
        thanked = slot.kind == "closing" and _THANKS.search(text, max(0, slot.start - 12), slot.start)
        forms = self._candidates(inside, surface)
        if len(inside) == 1 and surface.isupper() and self._are_initials(fold(surface)):  # 'AM', whatever else it means
            forms = iter([((fold(surface),), surface)])
        whole: Words = ()
        for words, form in forms:
            whole = whole or words
            kind = THANKED if thanked else slot.kind
            self.sightings.see(Sighting(words, form, kind, shared=shared, whole=whole))

    def _add_tags(self, text: str) -> None:
        """Each name of somebody who is quoted once, on however many lines it stands."""
        said: dict[str, Slot] = {}
        for slot in find_tags(text):
            if outermost(text, slot):
                said.setdefault(fold(text[slot.start : slot.end]), slot)
        for slot in said.values():
            self._add_slot(text, slot, shared=False)

    def _add_namings(self, text: str, salutations: list[Salutation]) -> None:
        """Full names, and what they stand for; each once for a role."""
        found: dict[tuple[str, str], None] = {}
        for name in header_names(text):
            role, display = whole_names.EARLIER if name.header else name.role, text[name.start : name.end]
            if role == whole_names.SENDER and begins_with_header(text):
                role = whole_names.MEMO
            if "," in display or self._rules.full_name(display):
                found[display, role] = None
        for start, end, alike in named_contacts(text):
            if alike or self._rules.named(text[start:end]):
                found[text[start:end], whole_names.PAIRED] = None
        for start, end, role in find_bylines(text):
            if role in (CO_AUTHOR, MEMBER) and self._rules.full_name(text[start:end]):
                found[text[start:end], whole_names.CO_AUTHOR] = None
        slots = (*(slot for salutation in salutations for slot in salutation.slots), *find_tags(text))
        for slot in slots:
            display = " ".join(text[slot.start : slot.end].split())
            said = ROLES.get(slot.kind) if slot.kind not in _IN_TEXT else None
            quotes = said == whole_names.ATTRIBUTED
            if said is None or (quotes and not outermost(text, slot)):
                continue
            written = said == whole_names.BYLINE
            if not self._rules.full_name(display) and not (written and "," in display):
                continue
            if quotes or written or self._rules.named(display):
                found[display, said] = None
        count = self.sightings.count
        self.sightings.namings += (Naming(restored(display), role, count) for display, role in found)

    def _are_initials(self, word: str) -> bool:
        return any(claim.kind == LETTERS for claim in self._index.claims((word,)))

    def _is_damaged(self, surface: str, word: str) -> bool:
        """Letters are lost; or, if a word may only look scanned ('MaryI'), it is somebody's name when it is mended."""
        return "?" in word or not surface.isascii() or bool(self._index.claims((fold(word),)))

    def _candidates(self, inside: list[Atom], surface: str) -> Iterator[tuple[Words, str]]:
        """The forms a slot may hold: the whole run as far as it is made of possible names, and its first word."""
        length = 0
        while length < min(len(inside), _LONGEST_FORM):
            atom = inside[length]
            hyphen = length > 0 and surface[inside[length - 1].end : atom.start] in ("-", "‐")  # 'Ji-woo'
            initial = (len(atom.text) == 1 and length > 0) or hyphen
            alone = len(inside) == 1 and self._rules.possible(atom.text)
            if not alone and length == 0 and len(inside) > 1:  # 'Prudence Oyelaran'
                alone = self._rules.possible(atom.text) and self._rules.plausible(inside[1].text, strict=True)
            if not initial and not alone and not self._rules.plausible(atom.text, strict=length > 0):
                break
            length += 1
        for size in dict.fromkeys((length, 1)):
            if 0 < size <= length:
                run = inside[:size]
                yield tuple(fold(atom.text) for atom in run), surface[run[0].start : run[-1].end] or run[0].text

    def _add_edges(self, prose: Prose) -> None:
        pieces = self._index.pieces(prose)
        for at, kind in zip(own_edges(prose.text, pieces.starts), (START, END), strict=False):
            raw, word = pieces.raw[at], pieces.words[at]
            before = prose.text[pieces.starts[at] - 1 : pieces.starts[at]]
            initials = len(word) == 2 and (kind == END) == (before == "\n")
            if (len(word) > 2 or initials) and self._rules.plausible(raw, strict=True):
                self.sightings.see(Sighting((word,), raw, kind))
