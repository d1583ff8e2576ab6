"""The index of forms: which words of a text may name which participants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import NamedTuple

import regex

from .. import languages
from ..attrs import GLUED, MISSPELLED, STYLISED
from ..text.disguises import views
from ..text.lexicon import Remembered
from ..text.lexing import Prose, Text, fold_words
from ..text.mending import mend
from ..text.ranges import Ranges, resolve
from ..text.similarity import NearNames, fits
from ..text.statistics import WordStatistics
from ..text.thresholds import BEARERS, USUAL
from ..text.words import (
    Atom,
    atoms,
    damaged,
    fold,
    fold_all,
    has_figured_word,
    looks_scanned,
    small_words,
    spaced,
    stop_words,
)
from .evidence import Weights, packaged
from .forms import GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE, Variant
from .glue import SHORTEST, GlueSplitter
from .kinship import Kinship, Words
from .name_map import NameMap
from .roster import Roster

# What may lie between two words of one name.
_JOINED = regex.compile(r"Â?[ \t\u00a0]{0,2}\n?[ \t]*|[-'’‐./_][ \t]?|\.[ \t]{1,2}|\.[-‐]|,[ \t]{0,2}\n?[ \t]*(?<=\s)")
# The same where a quoted line ends between them.
_JOINED_QUOTED = regex.compile(r"[ \t]{0,2}\n(?:[ \t]*>)+[ \t]*")
_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST_INITIAL = 2
_APOSTROPHE = re.compile(r"['’][^\W\d_]{2}")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")

_SHORTEST_CUT = 3
_SHORTEST_DISGUISED = 3
_LONGEST_SHORT = 4
# 'don?t', 'I?ve': an apostrophe was lost, not a letter.
_CONTRACTED = frozenset(("t", "s", "ve", "re", "ll", "m", "d"))
_CONTRACTS = frozenset("don won doesn didn isn wasn couldn shouldn wouldn haven hasn aren i".split())
# A form is taken for a genitive rather than for a name so many times rarer.
_RARER = 100


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


class Found(NamedTuple):
    """A form found in a text, with everybody who may be meant by it."""

    start: int
    end: int
    words: Words
    claims: tuple[Claim, ...]
    surface: str | None = None  # glued, stylised or misspelled; None: as the form is written


class Pieces(NamedTuple):
    """The words of a text, those to which a name is glued taken apart: as written, where they begin, and folded."""

    raw: list[str]
    starts: list[int]
    words: list[str]
    notable: list[tuple[int, int]]  # numbers of words that need a closer look, with what they are
    glued: Set[int] = frozenset()  # numbers of words

    def atom(self, number: int) -> Atom:
        """RETURNS (Atom): A word with its place."""
        start, raw = self.starts[number], self.raw[number]
        return Atom(start, start + len(raw), raw)

    def unknown(self) -> Iterator[tuple[int, str]]:
        """YIELDS (tuple[int, str]): Number and folded word of what is written as names are, and no ordinary word."""
        return ((number, self.words[number]) for number, what in self.notable if what & UNKNOWN)


# What a word is, by itself: it may begin a form, a name is glued to it, it looks like a name that nobody knows, or as
# if a scanner had read it wrongly.
BEGINS, GLUED_ON, UNKNOWN, SCANNED = 1, 2, 4, 8


@dataclass(slots=True)
class _AtHand:
    """The text that was asked for last: components ask for the same one after the other."""

    text: Text
    pieces: Pieces
    found: list[Found] | None = None


class FormIndex:
    """All forms of all participants, looked up by their folded words.

    roster (Roster): The participants; their registered names give forms to everyone whom the name map leaves out.
    name_map (Optional[NameMap]): Forms by participant, as discovered and as a person edited them.
    statistics (Optional[WordStatistics]): The corpus's case statistics.
    eponyms (Iterable[tuple[str, str]]): Names and the words that make things of them: 'taylor', 'series'.
    confidences (Optional[Mapping[tuple[str, Words], float]]): How sure each form of the map is; 1 if it is not there.
    weights (Optional[Weights]): By which other forms are weighed; None for the packaged ones.
    signed (Optional[Mapping[tuple[str, Words], int]]): How often people sign with each form.
    lawful (Iterable[tuple[str, Words]]): Forms of the map that a person wrote: no rule overrides them.
    rejected (Iterable[tuple[str, Words]]): Forms that are not to be taken from tables, as discovery or a person has
        decided.
    cited (Iterable[str]): Folded surnames of authors whom the corpus cites.
    strangers (Iterable[Words]): Names of people who take no part: as nicknames of the table they are nobody's.
    lang (str): The language of the messages.
    """

    def __init__(
        self,
        roster: Roster,
        name_map: NameMap | None = None,
        statistics: WordStatistics | None = None,
        eponyms: Iterable[tuple[str, str]] = (),
        confidences: Mapping[tuple[str, Words], float] | None = None,
        weights: Weights | None = None,
        *,
        signed: Mapping[tuple[str, Words], int] | None = None,
        lawful: Iterable[tuple[str, Words]] = (),
        rejected: Iterable[tuple[str, Words]] = (),
        strangers: Iterable[Words] = (),
        cited: Iterable[str] = (),
        lang: str = languages.BASE,
    ) -> None:
        self.lang = lang
        self.weights = packaged() if weights is None else weights
        self._confidences = confidences or {}
        self._signed = signed or {}
        self._lawful, self._rejected, self._strangers = map(frozenset, (lawful, rejected, strangers))
        self._signers = {participant for participant, _ in self._signed}
        self._unseen: dict[str, float] = {}
        self.statistics = statistics if statistics is not None else WordStatistics(lang=lang)
        self.eponyms, self.cited = frozenset(eponyms), frozenset(cited)
        self.learned = name_map is not None
        self.kinship = Kinship()
        self.kept: set[Words] = set() if name_map is None else {fold_all(text) for text in name_map.kept}
        self._forms: dict[Words, dict[str, Claim]] = {}
        self._letters: dict[str, dict[str, Claim]] = {}
        self._longest: dict[str, int] = {}
        self._last_words: set[str] = set()
        self._unspaced: dict[str, Words] = {}
        with languages.speaking(lang):
            self._add_people(roster, name_map)
        for words, claims in self._forms.items():
            for claim in claims.values():
                self.kinship.note(claim.participant, words, claim.kind)
        self._claims = {words: tuple(claims.values()) for words, claims in self._forms.items()}
        self._names = [words[0] for words in self._forms if len(words) == 1]
        named = (w for w in self._names if any(c.kind in (GIVEN, SURNAME, NICK) for c in self.claims((w,))))
        self.near_names = NearNames(named)
        self._cut_off: dict[str, list[str]] | None = None
        self._glue = GlueSplitter(self._is_name, lang=lang)
        self._types, self._mended = Remembered(self._look), Remembered(self._mend)
        self._at_hand: _AtHand | None = None

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_at_hand": None, "_types": None, "_mended": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._types, self._mended = Remembered(self._look), Remembered(self._mend)

    # --- Building ---

    def _add_people(self, roster: Roster, name_map: NameMap | None) -> None:
        mapped = set(name_map.participants()) if name_map is not None else set()
        for person in roster:
            own = self.kinship.register(person.id, person.names)
            if person.id not in mapped:
                self._add_variants(person.id, own.values())
        if name_map is not None:
            self._add_map(name_map)
            for person in roster:  # nobody was seen to use them yet
                nicknames = (v for v in self.kinship.own(person.id).values() if v.kind == TABLE)
                known = (v for v in nicknames if (person.id, v.words) not in self._rejected)
                usable = [v for v in known if v.words not in self._strangers and not self._is_used(v.words)]
                self._add_variants(person.id, usable if person.id in mapped else ())

    def _is_used(self, words: Words) -> bool:
        """Somebody is known to be called so."""
        return any(claim.kind != TABLE for claim in self._forms.get(words, {}).values())

    def _add_variants(self, participant: str, variants: Iterable[Variant]) -> None:
        for variant in variants:
            if variant.category not in self._unseen:
                self._unseen[variant.category] = self.weights.unseen(variant.category)
            confidence = self._unseen[variant.category]
            self._add(variant.words, variant.text, Claim(participant, variant.category, variant.kind, confidence))

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
                self._forms.get(words, {}).pop(participant, None)
            self._add(words, form.text, claim)

    def _add(self, words: Words, text: str, claim: Claim) -> None:
        if not words or words in self.kept:
            return
        if claim.kind == LETTER:
            self._letters.setdefault(words[0], {}).setdefault(claim.participant, claim)
            return
        self._forms.setdefault(words, {}).setdefault(claim.participant, claim)
        self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))
        if len(words) > 1 and len(words[-1]) >= SHORTEST:
            self._last_words.add(words[-1])
        if _UNSPACED.search(text) and len(text) > 1:
            self._unspaced[text] = words

    # --- Looking up ---

    def __len__(self) -> int:
        return len(self._forms)

    def __bool__(self) -> bool:
        return True

    def claims(self, words: Words) -> tuple[Claim, ...]:
        """RETURNS (tuple[Claim, ...]): Everybody who may be meant by a form, given by its folded words."""
        return self._claims.get(words, ())

    def alone(self, text: str, start: int, end: int) -> Found | None:
        """Look up what stands where only a name can stand: a single letter, or a name glued to what is before it.

        text (str): The text.
        start (int): Where the place begins.
        end (int): Where it ends.
        RETURNS (Optional[Found]): The letter or the word, if there is nothing else, and it is somebody's.
        """
        inside = atoms(text[start:end])
        if len(inside) != 1:
            return None
        word, at = fold(inside[0].text), start + inside[0].start
        claims = self.claims((word,)) if len(word) > 1 else tuple(self._letters.get(word, {}).values())
        return Found(at, start + inside[0].end, (word,), claims) if claims else None

    def slips_of(self, word: str) -> tuple[Claim, ...]:
        """Look up a word that must be a name, and is nobody's: misspelled, or cut off.

        word (str): A folded word.
        RETURNS (tuple[Claim, ...]): Everybody whose first name it may be.
        """
        if self._cut_off is None:
            self._cut_off = {}
            for name in sorted(self._names):
                if len(name) > _SHORTEST_CUT and any(c.kind in (GIVEN, NICK) for c in self.claims((name,))):
                    self._cut_off.setdefault(name[:_SHORTEST_CUT], []).append(name)
        names = [name for name in self._cut_off.get(word[:_SHORTEST_CUT], ()) if name.startswith(word)]
        found = {c.participant: c for name in names or self.near_names.find(word) for c in self.claims((name,))}
        return tuple(claim for claim in found.values() if claim.kind in (GIVEN, NICK))

    def is_genitive(self, word: str) -> bool:
        """RETURNS (bool): In a language that writes no apostrophe, a folded word is somebody's name and an 's'."""
        bare = languages.of(self.lang).bare_genitive and word[-1] == "s"
        return bare and not self.claims((word,)) and bool(self.claims((word[:-1],)))

    def signed(self, participant: str, words: Words) -> int:
        """RETURNS (int): How often the participant signs with a form."""
        return self._signed.get((participant, words), 0)

    def signs(self, participant: str) -> bool:
        """RETURNS (bool): The participant was seen to sign, in whatever form."""
        return participant in self._signers

    def goes_by(self, participant: str, words: Words) -> bool:
        """RETURNS (bool): The form is the participant's first name or one they were seen to use, not a second name."""
        claim = self._forms.get(words, {}).get(participant)
        return claim is not None and (claim.kind != GIVEN or self.kinship.is_first_name(participant, words[0]))

    def forms(self) -> Mapping[Words, Mapping[str, Claim]]:
        """RETURNS (Mapping): All forms with the claims on them."""
        return self._forms

    def found(self, prose: Prose) -> list[Found]:
        """Find all forms in a text, without overlaps; asked again for the same text, the answer is at hand.

        prose (Prose): The prepared text.
        RETURNS (list[Found]): What was found, in order of the text.
        """
        at_hand = self._look_at(prose)
        if at_hand.found is None:
            text = prose.text
            plain = list(self._plain(text, at_hand.pieces))
            scanned = any(what & SCANNED for _, what in at_hand.pieces.notable) or has_figured_word(text)
            others = [*self._spaced(text), *self._damaged(text, scanned=scanned), *self._without_blanks(text)]
            others += self._disguised(prose)
            at_hand.found = resolve([*plain, *others]) if others else plain
        return at_hand.found

    def pieces(self, prose: Prose) -> Pieces:
        """RETURNS (Pieces): The atoms of a text, those to which a name is glued taken apart."""
        return self._look_at(prose).pieces

    def _look_at(self, prose: Prose) -> _AtHand:
        if self._at_hand is None or self._at_hand.text is not prose.text:
            self._at_hand = _AtHand(prose.text, self._cut(prose))
        return self._at_hand

    def _look(self, raw: str) -> int:
        """What a word is, by itself."""
        word = fold(raw)
        begins = word in self._longest or (word[-1] == "s" and self._is_name(word[:-1]))
        if begins and raw.islower() and word in stop_words() and self._only_initials(word):
            begins = False  # 'as', 'is': nobody's initials, written so
        glued = len(word) > SHORTEST and word not in self._longest and self._glue.cut(raw)
        if raw.islower() and raw[0] != "l":  # most words
            return begins * BEGINS | bool(glued) * GLUED_ON
        unknown = len(word) > 3 and raw.istitle() and self._may_be_name(word)
        return begins * BEGINS | bool(glued) * GLUED_ON | unknown * UNKNOWN | looks_scanned(raw) * SCANNED

    def _only_initials(self, word: str) -> bool:
        return self._longest.get(word) == 1 and all(claim.kind == LETTERS for claim in self.claims((word,)))

    def _may_be_name(self, word: str) -> bool:
        ordinary = word in languages.words(self.lang) or word in languages.proper_words(self.lang)
        return not ordinary or languages.given_names(self.lang).get(word, 0) >= BEARERS

    def _notable(self, raw: Iterable[str]) -> list[tuple[int, int]]:
        what = list(map(self._types.__getitem__, raw))
        return [(number, what[number]) for number in compress(range(len(what)), what)]

    def _cut(self, prose: Prose) -> Pieces:
        notable = self._notable(prose.words)
        cuts = {number: self._glue.cut(prose.words[number]) for number, what in notable if what & GLUED_ON}
        if not cuts:
            return Pieces(prose.words, prose.starts, prose.folded, notable)
        raw: list[str] = []
        starts: list[int] = []
        glued: set[int] = set()
        for number, (word, start) in enumerate(zip(prose.words, prose.starts, strict=True)):
            cut = cuts.get(number, 0)
            if cut:
                glued.update((len(raw), len(raw) + 1))
                raw.append(word[:cut])
                starts.append(start)
            raw.append(word[cut:])
            starts.append(start + cut)
        return Pieces(raw, starts, fold_words(raw), self._notable(raw), glued)

    def _plain(self, text: str, pieces: Pieces) -> Iterator[Found]:
        """The longest form from each place on."""
        words, glued = pieces.words, pieces.glued
        done = 0
        for at, what in pieces.notable:
            if at < done or not what & BEGINS:
                continue
            word = words[at]
            longest = self._longest.get(word, 0)
            if not longest and self._is_plural(pieces, at):
                start = pieces.starts[at]
                yield Found(start, start + len(pieces.raw[at]) - 1, (word[:-1],), self.claims((word[:-1],)))
            for length in range(min(longest, len(words) - at), 0, -1):
                form = tuple(words[at : at + length])
                if form not in self._forms or not _joined(text, pieces, at, length):
                    continue
                if not _cut_off(text, pieces, at, length) and not self._goes_before(pieces, at, form):
                    start, end = pieces.starts[at], pieces.atom(at + length - 1).end
                    stuck = glued and not glued.isdisjoint(range(at, at + length))
                    yield Found(start, end, form, self.claims(form), GLUED if stuck else _stylised(text[start:end]))
                    done = at + length
                    break

    def _goes_before(self, pieces: Pieces, at: int, form: Words) -> bool:
        """'I hope Will comes': a small word that is somebody's surname is none before the first name."""
        if len(form) != 2 or not pieces.raw[at].islower() or not pieces.raw[at + 1][:1].isupper():
            return False
        surnames = {claim.participant for claim in self.claims(form[:1]) if claim.kind == SURNAME}
        return form[0] in languages.words() and any(claim.participant in surnames for claim in self.claims(form[1:]))

    def _spaced(self, text: str) -> Iterator[Found]:
        for start, end, letters in spaced(text):
            words = (fold(letters),)
            if words in self._forms:
                yield Found(start, end, words, self.claims(words), STYLISED)

    def _disguised(self, prose: Prose) -> Iterator[Found]:
        """Names that are encoded, divided by the end of a line, written backwards or with figures."""
        blank: Ranges | None = None
        for view in views(prose.text):
            said = Text(view.text).prose
            if self._longest.keys().isdisjoint(said.folded):
                continue
            blank = Ranges(prose.blank) if blank is None else blank
            for item in self._plain(view.text, self._cut(said)):
                start, end = view.place(item.start, item.end)
                written = prose.text[start:end]
                if (
                    len("".join(item.words)) >= _SHORTEST_DISGUISED
                    and written != view.text[item.start : item.end]
                    and not blank.touch(start, end)
                    and (claims := tuple(claim for claim in item.claims if claim.kind != LETTERS))
                ):
                    yield Found(start, end, item.words, claims, STYLISED)

    def _without_blanks(self, text: str) -> Iterator[Found]:
        """Names of scripts that write no blanks between words."""
        for form, words in self._unspaced.items():
            at = text.find(form)
            while at >= 0:
                yield Found(at, at + len(form), words, self.claims(words))
                at = text.find(form, at + len(form))

    def _is_name(self, word: str) -> bool:
        if len(word) < SHORTEST or word not in self._longest:
            return word in self._last_words
        return any(c.kind in (GIVEN, SURNAME, NICK, TABLE) for c in self.claims((word,))) or self._longest[word] > 1

    def _is_plural(self, pieces: Pieces, at: int) -> bool:
        """'the two Roberts', or 'Marys book' without its apostrophe."""
        word, lang = pieces.words[at], self.lang
        if not self._is_name(word[:-1]) or not self.claims((word[:-1],)):
            return False
        words, given = languages.words(lang), languages.given_names(lang)
        if not pieces.raw[at][0].isupper():  # 'marias bok'
            # The genitives of our nouns are listed: 'stens' is a word, 'marias' is none.
            unlike = word[:-1] not in words or (languages.of(lang).bare_genitive and given.get(word[:-1], 0) >= BEARERS)
            return len(word) > _LONGEST_SHORT and word not in words and unlike
        if at and pieces.words[at - 1] in small_words("before_plural"):
            return True
        if languages.of(lang).bare_genitive:  # 'Björns' is what 'Björn' is, a name or a word
            common, base = languages.common_words(lang), word[:-1]
            usual = given.get(word, 0) >= max(USUAL, given.get(base, 0) // _RARER)  # 'Andreas' is not Andrea's
            return not usual and (word not in common or base in common)
        return not (word in words or word in languages.surnames(lang) or word in given)

    def _damaged(self, text: str, *, scanned: bool) -> Iterator[Found]:
        for start, end, word in damaged(text, scanned=scanned):
            words = (fold(word),)
            if "?" not in word and words in self._forms:
                yield Found(start, end, words, self.claims(words), MISSPELLED)
            if "?" not in word or not word.isascii() or not (word[0].isupper() or word[0] == "?"):
                continue
            first, _, last = word.rpartition("?")
            if last in _CONTRACTED and (fold(first) in languages.words(self.lang) or fold(first) in _CONTRACTS):
                continue
            if name := self._mended[word]:
                yield Found(start, end, (name,), self.claims((name,)), MISSPELLED)

    def _mend(self, word: str) -> str:
        """The first name that a word with lost letters may be; empty if there is none."""
        return next((name for name in self._names if fits(word, name)), "")


def _joined(text: str, pieces: Pieces, at: int, length: int) -> bool:
    return length == 1 or joined(text, [pieces.atom(number) for number in range(at, at + length)])


def _cut_off(text: str, pieces: Pieces, at: int, length: int) -> bool:
    """'Frank O' in 'Frank O'Hara' is half a name."""
    last = pieces.atom(at + length - 1)
    return length > 1 and len(last.text) == 1 and _APOSTROPHE.match(text, last.end) is not None


def joined(text: str, run: Iterable[Atom]) -> bool:
    """RETURNS (bool): Some atoms in a row stand so that they may be one name."""
    return all(_in_one(text, a, b) and not ends_sentence(text, a.text, a.end) for a, b in pairwise(run))


def _in_one(text: str, a: Atom, b: Atom) -> bool:
    if _JOINED.fullmatch(text, a.end, b.start):
        return True
    if text[a.end : a.end + 3].find("\n") < 0 or not _JOINED_QUOTED.fullmatch(text, a.end, b.start):
        return False
    return text[text.rfind("\n", 0, a.start) + 1 : a.start].lstrip().startswith(">")


def ends_sentence(text: str, word: str, end: int) -> bool:
    """RETURNS (bool): A full stop and a blank follow a word that is no initial: 'Thanks Mary. Poe is right.'"""
    return len(word) > _LONGEST_INITIAL and text[end : end + 1] == "." and text[end + 1 : end + 2].isspace()


def _stylised(surface: str) -> str | None:
    """'RObert' is stylised; 'Robert', 'robert', 'ROBERT' and 'McDonald' are not. Decoded wrongly, it is misspelled."""
    if not surface.isascii() and mend(surface) != surface:
        return MISSPELLED
    for word in _LETTERS.findall(surface):
        if len(word) > 3 and word[:2].isupper() and not word.isupper() and word[2:].islower():
            return STYLISED
    return None
