"""The index of forms: which words of a text may name which participants."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import compress
from typing import NamedTuple

from .. import languages
from ..attrs import GLUED, MISSPELLED, STYLISED
from ..text.disguises import damaged, looks_scanned, scanned, spaced, views
from ..text.lexicon import Remembered
from ..text.lexing import Prose, Text, fold_words
from ..text.mending import mend
from ..text.person_names import joined
from ..text.ranges import Ranges, resolve
from ..text.similarity import NearNames, fits
from ..text.statistics import WordStatistics
from ..text.thresholds import BEARERS, USUAL
from ..text.words import atoms, fold, fold_all, small_words, stop_words
from .evidence import Weights, packaged
from .form_table import Claim, FormTable
from .forms import GIVEN, LETTERS, NICK, SURNAME, TABLE
from .glue import SHORTEST, GlueSplitter
from .kinship import Words
from .name_map import NameMap
from .pieces import BEGINS, GLUED_ON, SCANNED, STRETCHED, UNKNOWN, Pieces
from .roster import Roster

_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_LETTERS = re.compile(r"[^\W\d_]+")
# The hyphen comes first: it is found fastest.
_HYPHEN = re.compile(r"-(?<=[^\W\d_]-)(?=[^\W\d_])")
_LONGEST_SHORT = 4
# 'don?t', 'I?ve': an apostrophe was lost, not a letter.
_CONTRACTED = frozenset(("t", "s", "ve", "re", "ll", "m", "d"))
# A form is taken for a genitive rather than for a name so many times rarer.
_RARER = 100


class Found(NamedTuple):
    """A form found in a text, with everybody who may be meant by it."""

    start: int
    end: int
    words: Words
    claims: tuple[Claim, ...]
    surface: str | None = None  # glued, stylised or misspelled; None: as the form is written


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
        self._signed = signed or {}
        self._alone: dict[str, set[Words]] | None = None
        self._signers = {participant for participant, _ in self._signed}
        self.statistics = statistics if statistics is not None else WordStatistics(lang=lang)
        self.eponyms, self.cited = frozenset(eponyms), frozenset(cited)
        self.learned = name_map is not None
        self.kept: set[Words] = set() if name_map is None else {fold_all(text) for text in name_map.kept}
        with languages.speaking(lang):
            table = FormTable(
                *(roster, name_map, Remembered(self.weights.unseen).__getitem__),
                kept=self.kept,
                confidences=confidences or {},
                lawful=frozenset(lawful),
                rejected=frozenset(rejected),
                strangers=frozenset(strangers),
            )
        self.kinship, self._forms = table.kinship, table.forms
        self._letters, self._unspaced = table.letters, table.unspaced
        self._claims = {words: tuple(claims.values()) for words, claims in self._forms.items()}
        self._longest: dict[str, int] = {}
        for words in self._forms:
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))
        self._last_words = {words[-1] for words in self._forms if len(words) > 1 and len(words[-1]) >= SHORTEST}
        self._names = [words[0] for words in self._forms if len(words) == 1]
        named = (w for w in self._names if any(c.kind in (GIVEN, SURNAME, NICK) for c in self.claims((w,))))
        self.near_names = NearNames(named)
        self._cut_off: dict[str, list[str]] | None = None
        self._glue = GlueSplitter(self._is_name, lang=lang)
        self._types, self._mended = Remembered(self._look), Remembered(self._mend)
        self._says_name = Remembered(self._names_somebody)

    def claims(self, words: Words) -> tuple[Claim, ...]:
        """RETURNS (tuple[Claim, ...]): Everybody who may be meant by a form, given by its folded words."""
        return self._claims.get(words, ())

    def alone(self, text: str, start: int, end: int) -> Found | None:
        """RETURNS (Optional[Found]): What stands alone where only a name can stand, be it a letter."""
        inside = atoms(text[start:end])
        if len(inside) != 1:
            return None
        word, at = fold(inside[0].text), start + inside[0].start
        claims = self.claims((word,)) if len(word) > 1 else tuple(self._letters.get(word, {}).values())
        return Found(at, start + inside[0].end, (word,), claims) if claims else None

    def slips_of(self, word: str) -> tuple[Claim, ...]:
        """RETURNS (tuple[Claim, ...]): Everybody whose first name a folded word may be, misspelled or cut off."""
        if self._cut_off is None:
            self._cut_off = {}
            for name in sorted(self._names):
                if len(name) > SHORTEST and any(c.kind in (GIVEN, NICK) for c in self.claims((name,))):
                    self._cut_off.setdefault(name[:SHORTEST], []).append(name)
        names = [name for name in self._cut_off.get(word[:SHORTEST], ()) if name.startswith(word)]
        found = {c.participant: c for name in names or self.near_names.find(word) for c in self.claims((name,))}
        return tuple(claim for claim in found.values() if claim.kind in (GIVEN, NICK))

    def is_genitive(self, word: str) -> bool:
        """RETURNS (bool): In a language that writes no apostrophe, a folded word is somebody's name and an 's'."""
        bare = languages.of(self.lang).bare_genitive and word[-1] == "s"
        return bare and not self.claims((word,)) and bool(self.claims((word[:-1],)))

    def signs(self, participant: str, words: Words | None = None) -> bool:
        """RETURNS (bool): The participant was seen to sign with a form, or in whatever form."""
        return participant in self._signers if words is None else (participant, words) in self._signed

    def signs_only(self, participant: str, words: Words) -> bool:
        """RETURNS (bool): The participant was seen to sign with one word only, and it is this form."""
        if self._alone is None:
            self._alone = defaultdict(set)
            for person, form in self._signed:
                if len(form) == 1:
                    self._alone[person].add(form)
        return self._alone.get(participant) == {words}

    def goes_by(self, participant: str, words: Words) -> bool:
        """RETURNS (bool): The form is the participant's first name or one they were seen to use, not a second name."""
        claim = self._forms.get(words, {}).get(participant)
        return claim is not None and (claim.kind != GIVEN or self.kinship.is_first_name(participant, words[0]))

    def forms(self) -> Mapping[Words, Mapping[str, Claim]]:
        """RETURNS (Mapping): All forms with the claims on them."""
        return self._forms

    def found(self, prose: Prose) -> list[Found]:
        """RETURNS (list[Found]): All forms in a text, in order, without overlaps; looked for once."""
        return prose.text.ask((self, Found), lambda: self._find(prose))

    def _find(self, prose: Prose) -> list[Found]:
        text, pieces = prose.text, self.pieces(prose)
        plain = list(self._plain(text, pieces))
        others = [*self._respelled(text, pieces), *self._without_blanks(text), *self._disguised(prose)]
        others += self._hyphened(text, pieces) if "-" in text else ()
        return resolve([*plain, *others]) if others else plain

    def pieces(self, prose: Prose) -> Pieces:
        """RETURNS (Pieces): The atoms of a text, those to which a name is glued taken apart; made once for a text."""
        return prose.text.ask((self, Pieces), lambda: self._cut(prose))

    def _look(self, raw: str) -> int:
        """What a word is, by itself."""
        word = fold(raw)
        begins = word in self._longest or (word[-1] == "s" and self._is_name(word[:-1]))
        if begins and raw.islower() and word in stop_words() and self._only_initials(word):
            begins = False  # 'as', 'is': nobody's initials, written so
        glued = len(word) > SHORTEST and word not in self._longest and self._glue.cut(raw)
        what = begins * BEGINS | bool(glued) * GLUED_ON | (_DRAWN_OUT.search(word) is not None) * STRETCHED
        if raw.islower() and raw[0] != "l":  # most words
            return what
        ordinary = word in languages.words(self.lang) or word in languages.proper_words(self.lang)
        name = not ordinary or languages.given_names(self.lang).get(word, 0) >= BEARERS
        unknown = len(word) > 3 and raw.istitle() and name
        return what | unknown * UNKNOWN | looks_scanned(raw) * SCANNED

    def _only_initials(self, word: str) -> bool:
        return self._longest.get(word) == 1 and all(claim.kind == LETTERS for claim in self.claims((word,)))

    def _names_somebody(self, text: str) -> bool:
        return not self._longest.keys().isdisjoint(fold_all(text))

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
                if form not in self._forms or not joined(text, pieces.raw, pieces.starts, at, at + length):
                    continue
                start, end = pieces.starts[at], pieces.atom(at + length - 1).end
                stuck = glued and not glued.isdisjoint(range(at, at + length))
                yield Found(start, end, form, self.claims(form), GLUED if stuck else _stylised(text[start:end]))
                done = at + length
                break

    def _respelled(self, text: str, pieces: Pieces) -> Iterator[Found]:
        """Names that are spaced, damaged, drawn out ('diegooo'), or were read wrongly by a scanner."""
        misread = any(what & SCANNED for _, what in pieces.notable)
        for atom in (pieces.atom(number) for number, what in pieces.notable if what & STRETCHED):
            short = (_DRAWN_OUT.sub(letters, fold(atom.text)) for letters in (r"\1", r"\1\1"))
            if name := next((name for name in short if len(name) >= SHORTEST and (name,) in self._forms), None):
                yield Found(atom.start, atom.end, (name,), self.claims((name,)), STYLISED)
        slips = (*damaged(text), *scanned(text, anywhere=misread))
        for start, end, word, surface in (*((*s, STYLISED) for s in spaced(text)), *((*s, MISSPELLED) for s in slips)):
            words = tuple(self._mended[word].split()) if "?" in word else (fold(word),)
            if words in self._forms:
                yield Found(start, end, words, self.claims(words), surface)

    def _mend(self, word: str) -> str:
        """The first name that a word with lost letters may be; empty if there is none."""
        if not word.isascii() or not (word[0].isupper() or word[0] == "?"):
            return ""
        first, _, last = word.rpartition("?")
        if last in _CONTRACTED and fold(first) in languages.words(self.lang):
            return ""
        pair = " " in word  # 'Zo? M?ller'
        names = [" ".join(form) for form in self._forms if len(form) == 2] if pair else self._names
        return next((name for name in names if all(map(fits, word.split(), name.split()))), "")

    def _disguised(self, prose: Prose) -> Iterator[Found]:
        """Names that are encoded, divided by the end of a line, written backwards or with figures."""
        blank: Ranges | None = None
        for view in views(prose.text):
            if not self._says_name[view.text]:
                continue
            blank = Ranges(prose.blank) if blank is None else blank
            for item in self._plain(view.text, self._cut(Text(view.text).prose)):
                start, end = view.place(item.start, item.end)
                written = prose.text[start:end]
                if (
                    len("".join(item.words)) >= SHORTEST
                    and written != view.text[item.start : item.end]
                    and not blank.touch(start, end)
                    and (claims := tuple(claim for claim in item.claims if claim.kind != LETTERS))
                ):
                    yield Found(start, end, item.words, claims, STYLISED)

    def _hyphened(self, text: str, pieces: Pieces) -> Iterator[Found]:
        """'Tolland-Bates' of 'tollandbates': names that somebody, or a login, writes as one word."""
        last = -1
        for hyphen in _HYPHEN.finditer(text):
            first = bisect_left(pieces.starts, hyphen.start()) - 1
            if first <= last:
                continue
            last = first
            while text[(end := pieces.atom(last).end) : end + 1] == "-" and pieces.starts[last + 1 : last + 2] == [
                end + 1
            ]:
                last += 1
            words = ("".join(pieces.words[first : last + 1]),)
            if last > first and (claims := self.claims(words)):
                yield Found(pieces.starts[first], end, words, claims)

    def _without_blanks(self, text: str) -> Iterator[Found]:
        """Names of scripts that write no blanks between words."""
        for form, words in self._unspaced.items():
            at = text.find(form)
            while at >= 0:
                yield Found(at, at + len(form), words, self.claims(words))
                at = text.find(form, at + len(form))

    def _is_name(self, word: str) -> bool:
        # Where the genitive has no apostrophe, 'Bos' is what 'Bo' has.
        short = len(word) < SHORTEST and not languages.of(self.lang).bare_genitive
        if short or word not in self._longest:
            return word in self._last_words
        return any(c.kind in (GIVEN, SURNAME, NICK, TABLE) for c in self.claims((word,))) or self._longest[word] > 1

    def _is_plural(self, pieces: Pieces, at: int) -> bool:
        """'the two Roberts', or 'Marys book' without its apostrophe."""
        word, lang = pieces.words[at], self.lang
        if not self.claims((word[:-1],)):
            return False
        words, given = languages.words(lang), languages.given_names(lang)
        if not pieces.raw[at][0].isupper():  # 'marias bok'
            # The genitives of our nouns are listed: 'stens' is a word, 'marias' is none.
            bare, base = languages.of(lang).bare_genitive, word[:-1]
            unlike = base not in words or (bare and given.get(base, 0) >= BEARERS)
            long = len(word) > _LONGEST_SHORT or (bare and given.get(base, 0) >= BEARERS)  # 'anns bok'
            return long and word not in words and unlike
        if at and pieces.words[at - 1] in small_words("before_plural"):
            return True
        if languages.of(lang).bare_genitive:  # 'Björns' is what 'Björn' is, a name or a word
            common, base = languages.common_words(lang), word[:-1]
            usual = given.get(word, 0) >= max(USUAL, given.get(base, 0) // _RARER)  # 'Andreas' is not Andrea's
            return not usual and (word not in common or base in common)
        return not (word in words or word in languages.surnames(lang) or word in given)


def _stylised(surface: str) -> str | None:
    """'RObert' is stylised; 'Robert', 'robert', 'ROBERT' and 'McDonald' are not. Decoded wrongly, it is misspelled."""
    if not surface.isascii() and mend(surface) != surface:
        return MISSPELLED
    for word in _LETTERS.findall(surface):
        if len(word) > 3 and word[:2].isupper() and not word.isupper():
            return STYLISED
    return None
