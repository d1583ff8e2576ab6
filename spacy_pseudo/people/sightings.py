"""Sightings: what one pass over the messages sees of names, before anybody judges whose they are."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from .. import languages
from ..message import Message
from ..name_words.uses import WordUses
from ..text import cues
from ..text.bylines import CO_AUTHOR, MEMBER, find_bylines
from ..text.contacts import named_contacts
from ..text.disguises import damaged, scanned, spaced
from ..text.lexing import Prose, Text
from ..text.lost_letters import restored
from ..text.pasted_headers import begins_with_header, header_names
from ..text.person_names import patterns_of_names
from ..text.quote_tags import TAG, find_tags, outermost
from ..text.repeats import Repeated, Repeats
from ..text.salutation_rules import rules_for
from ..text.salutations import (
    BYLINE,
    GREETING_KINDS,
    PAIRED,
    SIGNATURE_KINDS,
    STRONG_KINDS,
    Salutation,
    Slot,
    find_salutations,
)
from ..text.statistics import WordStatistics
from ..text.words import Atom, atoms, fold, fold_all, is_title, small_words, stop_words, word_list
from . import whole_names
from .display_names import parse_name
from .forms import LETTERS, TABLE
from .glue import unglued
from .index import FormIndex, Found
from .kinship import Words
from .places import own_edges
from .whole_names import Naming, Owner

# The first and the last word of a message: not slots, but places that count for whom one expects there.
START: Final = "start"
END: Final = "end"
# 'Thanks Mary' at the end in one line: the author's name, or whom the thanks go to.
THANKED: Final = "thanked"

# What a full name in a slot says.
_ROLES: Final = {
    **dict.fromkeys(GREETING_KINDS, whole_names.GREETED),
    **{kind: whole_names.SIGNED if kind in STRONG_KINDS else whole_names.ENDED for kind in SIGNATURE_KINDS},
    "last_line": whole_names.ENDED,
    PAIRED: whole_names.PAIRED,
    BYLINE: whole_names.BYLINE,
    TAG: whole_names.ATTRIBUTED,
}
# A full name there is as often that of somebody who is spoken of, or quoted.
_IN_TEXT: Final = ("last_word", "intro_weak")
_LONGEST_FORM = 4
_THANKS = re.compile(r"(?:thank(?:s| you)|thx|tack(?: så mycket)?)[\s,.!-]*$", re.IGNORECASE)
_THREE_CAPITALS = re.compile(r"[A-Z](?<![\w.&/-].)[A-Z]{2}(?![\w&/-]|\.\w)")
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD_BEFORE = re.compile(r"\b([^\W\d_]+) $")


@cache
def _titled(lang: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Titles, and who is spoken of with one: 'Dr. Grey'."""
    titles = small_words("titled")
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(titles))})\b\.?[ ]([A-ZÅÄÖ][^\W\d_]+)")
    return frozenset(map(fold, titles)), pattern


class Sighting(NamedTuple):
    """What stood where a name may stand."""

    words: Words
    surface: str
    kind: str
    message: int
    shared: bool = False  # two people stand in the same greeting or sign-off
    whole: Words = ()  # the longer name that it begins


class Letters:
    """Three capitals that may be somebody's initials, and how they are used: 'told MJP', 'MJP's book', 'the MJP'."""

    def __init__(self) -> None:
        self.seen_in: dict[str, set[int]] = defaultdict(set)
        self._people: Counter[str] = Counter()
        self._things: set[str] = set()

    def add(self, text: str, message: int, repeated: Repeated) -> None:
        """Take in a text."""
        for m in _THREE_CAPITALS.finditer(text):
            letters = m[0].lower()
            if m.start() in repeated:
                continue
            self.seen_in[letters].add(message)
            self._people[letters] += _POSSESSIVE.match(text, m.end()) is not None  # offices do things, too
            before = _WORD_BEFORE.search(text, max(0, m.start() - 8), m.start())
            if before and before[1].lower() in small_words("articles"):
                self._things.add(letters)

    def of_people(self) -> Iterator[str]:
        """YIELDS (str): Those that own something in one message, stand in another, and never have an article."""
        for letters, messages in self.seen_in.items():
            if self._people[letters] and len(messages) > 1 and letters not in self._things:
                yield letters


class Sightings:
    """Takes in messages one by one, and keeps of them what discovery weighs; no texts.

    index (FormIndex): The forms that are known beforehand.
    lang (str): The language of the messages.
    judged (bool): Somebody will judge which words are names by how they are used.
    """

    def __init__(self, index: FormIndex, *, lang: str = languages.BASE, judged: bool = False) -> None:
        self.seen: list[Sighting] = []
        self.statistics = WordStatistics(lang=lang)
        self.uses = WordUses(lang=lang, written=self.statistics.written) if judged else None
        self.found: Counter[Words] = Counter()
        self.table_in: dict[Words, set[int]] = defaultdict(set)
        self.spoken_in: dict[str, set[int]] = defaultdict(set)
        self.unknown_in: dict[str, set[int]] = defaultdict(set)
        self.initials_in: dict[Words, set[int]] = defaultdict(set)
        self.acting: Counter[Words] = Counter()  # how often only people do what follows
        self.letters = Letters()
        self.namings: list[Naming] = []
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.named: Counter[tuple[str, str]] = Counter()
        self.titled: Counter[str] = Counter()
        self.named_in: dict[tuple[str, str], set[int]] = defaultdict(set)
        self.count = 0
        self._repeats = Repeats()
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
        for text, subject in ((message.subject, True), (message.text, False)):
            if text:
                prose, repeated = Text.of(text).prose, self._repeats.add(text)
                self.statistics.add(prose, repeated, subject=subject)
                self._add_words(prose, repeated)
        salutations = find_salutations(message.text, lang=self._lang)
        for salutation in salutations:
            for slot in salutation.slots:
                self._add_slot(message.text, slot, shared=len(salutation.slots) > 1)
        self._add_tags(message.text)
        self._add_namings(message.text, salutations)
        prose = Text.of(message.text).prose
        self._add_edges(prose)
        if self.uses is not None:
            self.uses.add(message, prose, salutations)
        self.count += 1
        return [slot for salutation in salutations for slot in salutation.slots]

    def _add_words(self, prose: Prose, repeated: Repeated) -> None:
        here = set()
        for found in self._index.found(prose):
            here.add(found.words)
            if found.start in repeated:
                continue
            if len(found.words) == 1:
                thing = cues.next_word(prose.text, found.end)
                if thing and thing not in stop_words() and thing not in word_list("after_name"):
                    self.pairs[found.words[0], thing] += 1
            if is_title(prose.text[found.start]):
                if len(found.words) == 1:
                    self.spoken_in[found.words[0]].add(self.count)
                if any(claim.kind == TABLE for claim in found.claims):
                    self.table_in[found.words].add(self.count)
                if any(claim.kind == LETTERS for claim in found.claims):
                    self._add_initials(prose.text, found)
        self.found.update(here)
        titles, titled = _titled(languages.spoken())
        if not titles.isdisjoint(prose.vocabulary):
            self.titled.update(fold(m[1]) for m in titled.finditer(prose.text) if m.start() not in repeated)
        for m in patterns_of_names().full.finditer(prose.text):
            surname = fold(m[2])
            if surname in self._words or self._rules.formula(m[1]) or m.start() in repeated:
                continue
            if surname not in self._proper:
                self.named[fold(m[1]), m[2]] += 1
            if surname not in self._proper or surname in self._surnames:
                self.named_in[fold(m[1]), m[2]].add(self.count)
        self.letters.add(prose.text, self.count, repeated)
        pieces = self._index.pieces(prose)
        for number, word in pieces.unknown():
            if not self._index.is_genitive(word) and pieces.starts[number] not in repeated:
                self.unknown_in[word].add(self.count)

    def _add_initials(self, text: str, found: Found) -> None:
        initials = text[found.start : found.end]
        if initials.isupper() and not cues.has_article(text, found.start):
            self.initials_in[found.words].add(self.count)
            # Three letters are hardly anything else by chance.
            spoken_of = len(initials) > 2 and cues.object_before(text, found.start)
            self.acting[found.words] += spoken_of or cues.does(text, found.end)

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
            self.seen.append(Sighting(words, form, THANKED if thanked else slot.kind, self.count, shared, whole))

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
            said = _ROLES.get(slot.kind) if slot.kind not in _IN_TEXT else None
            quotes = said == whole_names.ATTRIBUTED
            if said is None or (quotes and not outermost(text, slot)):
                continue
            written = said == whole_names.BYLINE
            if not self._rules.full_name(display) and not (written and "," in display):
                continue
            if quotes or written or self._rules.named(display):
                found[display, said] = None
        self.namings += (Naming(restored(display), role, self.count) for display, role in found)

    def parts(self) -> Iterator[Naming]:
        """YIELDS (Naming): Single words in places of names."""
        for seen in self.seen:
            role = _ROLES.get(seen.kind)
            if role is not None and len(seen.words) == 1 and len(seen.whole) < 2 and not seen.shared:
                yield Naming(seen.words[0], role, seen.message)

    def known_as(self, index: FormIndex, owners: Iterable[Owner]) -> None:
        """Take words that nobody was known by for what they are to people whose names were found out.

        index (FormIndex): All forms, theirs with them.
        owners (Iterable[Owner]): Their names.
        """
        for word, messages in self.unknown_in.items():
            claims = index.claims((word,))
            if claims and not self._index.claims((word,)):
                self.found[(word,)] = len(messages)
                self.spoken_in[word] |= messages
                if any(claim.kind == TABLE for claim in claims):
                    self.table_in[(word,)] |= messages
        for owner in owners:
            for display in owner.displays:
                name = parse_name(display)
                for words in {fold_all(" ".join((*name.given, *name.surname))), *map(fold_all, name.given[:1])}:
                    self.found[words] = max(self.found[words], len(owner.messages))
        self._index = index

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
                self.seen.append(Sighting((word,), raw, kind, self.count))
