"""The index of forms: which words of a text may name which participants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

import regex

from .. import resources
from ..attrs import GLUED, INITIALS, MISSPELLED, NICKNAME, PART, REGISTERED, STYLISED
from ..text.prose import Prose
from ..text.statistics import WordStatistics
from ..text.words import Atom, damaged, fold, fold_all, spaced
from .forms import FULL, GIVEN, LETTER, LETTERS, NICK, SURNAME, TABLE, Variant, parse_name, variants
from .name_map import Form, NameMap
from .roster import Roster
from .similarity import NearNames, fits, near

# What may lie between two words of one name.
_JOINED = regex.compile(r"[ \t\u00a0]{0,2}\n?[ \t]*|[-'’‐./][ \t]?|\.[ \t]{1,2}|,[ \t]{1,2}")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_SHORTEST_GLUED = 3


class Claim(NamedTuple):
    """A participant may be meant by a form."""

    participant: str
    category: str
    kind: str
    unsure: bool = False
    output: str | None = None


class Found(NamedTuple):
    """A form found in a text, with everybody who may be meant by it."""

    start: int
    end: int
    words: tuple[str, ...]
    claims: tuple[Claim, ...]
    surface: str | None = None  # glued, stylised or misspelled; None: as the form is written


class FormIndex:
    """All forms of all participants, looked up by their folded words.

    roster (Roster): The participants; their registered names give forms to everyone whom the name map leaves out.
    name_map (Optional[NameMap]): Forms by participant, as discovered and as a person edited them.
    statistics (Optional[WordStatistics]): The corpus's case statistics.
    eponyms (Iterable[tuple[str, str]]): Names and the words that make things of them: 'taylor', 'series'.
    """

    def __init__(
        self,
        roster: Roster,
        name_map: NameMap | None = None,
        statistics: WordStatistics | None = None,
        eponyms: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.statistics = statistics if statistics is not None else WordStatistics()
        self.eponyms = frozenset(eponyms)
        self.kept: set[tuple[str, ...]] = set()
        self._forms: dict[tuple[str, ...], dict[str, Claim]] = {}
        self._longest: dict[str, int] = {}
        self._unspaced: dict[str, tuple[str, ...]] = {}
        self._own: dict[str, dict[tuple[str, ...], Variant]] = {}
        self._first: dict[str, set[str]] = {}
        mapped = set(name_map.participants()) if name_map is not None else set()
        for person in roster:
            own = self._variants(person.id, person.names)
            if person.id not in mapped:
                for variant in own.values():
                    self._add(variant.words, variant.text, Claim(person.id, variant.category, variant.kind))
        if name_map is not None:
            self.kept = {fold_all(text) for text in name_map.kept}
            for participant in name_map.participants():
                if not self._own.get(participant):  # nobody registered: the full name they sign with will do
                    full = [form.text for form in name_map.forms(participant) if len(fold_all(form.text)) > 1]
                    for variant in self._variants(participant, full).values():
                        if variant.kind == SURNAME or variant.kind == GIVEN:
                            self._add(variant.words, variant.text, Claim(participant, variant.category, variant.kind))
            for participant, form in name_map:
                self._add_form(participant, form)
        self._describe()
        self._known_words = {words[0] for words in self._forms if len(words) == 1}
        self._starts = {words[0] for words in self._forms}
        names = (w for w in self._known_words if any(c.kind in (GIVEN, SURNAME, NICK) for c in self.claims((w,))))
        self.near_names = NearNames(names)
        self._at_hand: tuple[Prose, list[Found]] | None = None
        self._split = lru_cache(maxsize=100_000)(self._split_glued)

    def __getstate__(self) -> dict[str, object]:
        state = {name: value for name, value in self.__dict__.items() if name != "_split"}
        return {**state, "_at_hand": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._split = lru_cache(maxsize=100_000)(self._split_glued)

    # --- Building ---

    def _variants(self, participant: str, names: Iterable[str]) -> dict[tuple[str, ...], Variant]:
        own = self._own.setdefault(participant, {})
        names = list(names)
        for display in names:
            name = parse_name(display)
            first = {word for part in (*name.given[:1], *name.preferred) for word in fold_all(part)}
            self._first.setdefault(participant, set()).update(first)
        for variant in variants(names):
            own.setdefault(variant.words, variant)
        return own

    def _describe(self) -> None:
        self._words: dict[str, set[str]] = {}
        self._initials: dict[str, tuple[set[str], set[str]]] = {}
        described = [(person, v.words, v.kind) for person, own in self._own.items() for v in own.values()]
        described += [(c.participant, w, c.kind) for w, claims in self._forms.items() for c in claims.values()]
        self._by_letter: dict[str, set[str]] = {}
        for person, own in self._own.items():
            for words in own:
                self._by_letter.setdefault(words[0][0], set()).add(person)
        for person, words, kind in described:
            self._words.setdefault(person, set()).update(words)
            first, last = self._initials.setdefault(person, (set(), set()))
            if kind in (GIVEN, NICK):
                first.add(words[0][0])
            elif kind == SURNAME:
                last.add(words[0][0])

    def _add(self, words: tuple[str, ...], text: str, claim: Claim) -> None:
        if not words or words in self.kept:
            return
        self._forms.setdefault(words, {}).setdefault(claim.participant, claim)
        self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))
        if _UNSPACED.search(text) and len(text) > 1:
            self._unspaced[text] = words

    def _add_form(self, participant: str, form: Form) -> None:
        category, kind = self.classify(participant, form.text)
        words = fold_all(form.text)
        if category == STYLISED:  # found by its letters wherever it is spaced
            words = ("".join(words),)
        self._add(words, form.text, Claim(participant, category, kind, form.unsure, form.output))

    def classify(self, participant: str, text: str) -> tuple[str, str]:
        """Tell what a form is to a participant.

        participant (str): The participant's id.
        text (str): The form as written.
        RETURNS (tuple[str, str]): Its category and its kind.
        """
        own = self._own.get(participant, {})
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

    def relation(self, participant: str, words: tuple[str, ...]) -> tuple[str, str] | None:
        """Tell how a form follows from a participant's registered names.

        participant (str): The participant's id.
        words (tuple[str, ...]): The form's folded words.
        RETURNS (Optional[tuple[str, str]]): Category and kind, or None if it has nothing to do with them.
        """
        own = self._own.get(participant, {})
        if words in own:
            return own[words].category, own[words].kind
        if len(words) > 1:
            kinds = {own[(w,)].kind for w in words if (w,) in own}
            if SURNAME in kinds and (GIVEN in kinds or TABLE in kinds or len(words[0]) == 1):
                return REGISTERED, FULL
            return (PART, NICK) if GIVEN in kinds and len(words[-1]) == 1 else None
        word = words[0]
        for variant in own.values():
            if len(variant.words) == 1 and variant.kind in (GIVEN, SURNAME) and near(word, variant.words[0]):
                return MISSPELLED, variant.kind
        for variant in own.values():
            name = variant.words[0]
            if variant.kind == GIVEN and len(word) >= 3 and len(variant.words) == 1 and name.startswith(word[:3]):
                short = name.startswith(word) or (name.startswith(word[:-1]) and len(word) > 3)
                if short or word[-1] in "iyeo" or len(word) <= 4:
                    return NICKNAME, NICK
        return None

    # --- Looking up ---

    def __len__(self) -> int:
        return len(self._forms)

    def __bool__(self) -> bool:
        return True

    def claims(self, words: tuple[str, ...]) -> tuple[Claim, ...]:
        """RETURNS (tuple[Claim, ...]): Everybody who may be meant by a form, given by its folded words."""
        return tuple(self._forms.get(words, {}).values())

    def own(self, participant: str) -> Mapping[tuple[str, ...], Variant]:
        """RETURNS (Mapping[tuple[str, ...], Variant]): The forms that follow from the participant's registered names."""
        return self._own.get(participant, {})

    def initials(self, participant: str) -> tuple[Set[str], Set[str]]:
        """RETURNS (tuple[Set[str], Set[str]]): First letters of the participant's given names, and of surnames."""
        return self._initials.get(participant, (frozenset(), frozenset()))

    def owns(self, participant: str, word: str) -> bool:
        """RETURNS (bool): A folded word is part of one of the participant's names."""
        return word in self._words.get(participant, ())

    def alike(self, word: str) -> Set[str]:
        """RETURNS (Set[str]): Participants whose registered names begin with the same letter as a folded word."""
        return self._by_letter.get(word[0], frozenset()) | self._by_letter.get(word[1:2], frozenset())

    def goes_by(self, participant: str, words: tuple[str, ...]) -> bool:
        """RETURNS (bool): The form is the participant's first name or one they were seen to use, not a second name."""
        claim = self._forms.get(words, {}).get(participant)
        return claim is not None and (claim.kind != GIVEN or words[0] in self._first.get(participant, ()))

    def has_surname(self, participant: str) -> bool:
        """RETURNS (bool): A surname is known for the participant."""
        return bool(self.initials(participant)[1])

    def forms(self) -> Mapping[tuple[str, ...], Mapping[str, Claim]]:
        """RETURNS (Mapping): All forms with the claims on them."""
        return self._forms

    def found(self, prose: Prose) -> list[Found]:
        """Find all forms in a text, without overlaps; asked again for the same text, the answer is at hand.

        prose (Prose): The prepared text.
        RETURNS (list[Found]): What was found, in order of the text.
        """
        if self._at_hand is None or self._at_hand[0] is not prose:
            self._at_hand = (prose, without_overlaps(self.find(prose)))
        return self._at_hand[1]

    def find(self, prose: Prose) -> Iterator[Found]:
        """Find all forms in a text: the longest one from each place on.

        prose (Prose): The prepared text.
        YIELDS (Found): What was found, in order; spaced and damaged spellings come last.
        """
        pieces = self.pieces(prose)
        text = prose.text
        at = 0
        while at < len(pieces):
            atom, word, glued = pieces[at]
            longest = self._longest.get(word, 0)
            step = 1
            if not longest and word[-1:] == "s" and self._is_plural(pieces, at):
                claims = self._forms[word[:-1],]
                yield Found(atom.start, atom.end - 1, (word[:-1],), tuple(claims.values()))
            for length in range(min(longest, len(pieces) - at), 0, -1):
                run = pieces[at : at + length]
                words = tuple(w for _, w, _ in run)
                claims = self._forms.get(words)
                if claims is None or not _joined(text, [piece for piece, _, _ in run]):
                    continue
                surface = GLUED if any(g for _, _, g in run) else _stylised(text[atom.start : run[-1][0].end])
                yield Found(atom.start, run[-1][0].end, words, tuple(claims.values()), surface)
                step = length
                break
            at += step
        for start, end, letters in spaced(text):
            claims = self._forms.get((fold(letters),))
            if claims:
                yield Found(start, end, (fold(letters),), tuple(claims.values()), STYLISED)
        yield from self._damaged(text)
        for form, words in self._unspaced.items():
            for m in regex.finditer(regex.escape(form), text):
                yield Found(*m.span(), words, tuple(self._forms[words].values()))

    def pieces(self, prose: Prose) -> list[tuple[Atom, str, bool]]:
        """RETURNS (list[tuple[Atom, str, bool]]): Atoms and folded words, glued ones taken apart; whether glued."""
        pieces = []
        for atom, word in zip(prose.atoms, prose.folded, strict=True):
            cut = 0 if word in self._starts or len(word) <= _SHORTEST_GLUED else self._split(atom.text)
            if cut:
                middle = atom.start + cut
                for start, end, raw in (
                    (atom.start, middle, atom.text[:cut]),
                    (middle, atom.end, atom.text[cut:]),
                ):
                    pieces.append((Atom(start, end, raw), fold(raw), True))
            else:
                pieces.append((atom, word, False))
        return pieces

    def _split_glued(self, raw: str) -> int:
        """Where to cut a word that a name is glued to, 0 for nowhere: 'thanksMary', 'MaryI', 'thanksmary'."""
        words = resources.words()
        for cut in range(1, len(raw)):
            left, right = raw[:cut], raw[cut:]
            if not (right[0].isupper() and left[-1].islower()) and not (
                left[-1].isupper() and right[0].isupper() and right[1:2].islower()
            ):
                continue
            folded_left, folded_right = fold(left), fold(right)
            if self._is_name(folded_right) and (folded_left in words or (left.islower() and len(right) > 3 <= len(left))):
                return cut
            if self._is_name(folded_left) and left[0].isupper() and (folded_right in words or right in ("I", "A")):
                return cut
            if self._is_name(folded_left) and self._is_name(folded_right):
                return cut
        if raw.islower() and raw not in words:
            for word in _GLUE:
                rest = raw[len(word) :]
                if raw.startswith(word) and len(rest) > 3 and self._is_name(rest) and rest not in words:
                    return len(word)
        return 0

    def _is_name(self, word: str) -> bool:
        if len(word) < _SHORTEST_GLUED or word not in self._starts:
            return False
        return any(c.kind in (GIVEN, SURNAME, NICK, TABLE) for c in self.claims((word,))) or self._longest[word] > 1

    def _is_plural(self, pieces: Sequence[tuple[Atom, str, bool]], at: int) -> bool:
        """'the two Roberts', or 'Marys book' without its apostrophe."""
        atom, word, _ = pieces[at]
        if not atom.text[0].isupper() or not self._is_name(word[:-1]) or not self.claims((word[:-1],)):
            return False
        if at and pieces[at - 1][1] in _BEFORE_PLURAL:
            return True
        return not (word in resources.words() or word in resources.surnames() or word in resources.given_names())

    def _damaged(self, text: str) -> Iterator[Found]:
        for start, end, word in damaged(text):
            if "?" not in word:
                claims = self._forms.get((fold(word),))
                if claims:
                    yield Found(start, end, (fold(word),), tuple(claims.values()), MISSPELLED)
                continue
            first, _, last = word.rpartition("?")
            contracted = last in _CONTRACTED and (fold(first) in resources.words() or fold(first) in _CONTRACTS)
            if contracted or not word.isascii() or (not word[0].isupper() and word[0] != "?"):
                continue
            for name in self._known_words:
                if fits(word, name):
                    yield Found(start, end, (name,), self.claims((name,)), MISSPELLED)
                    break


def _joined(text: str, run: Sequence[Atom]) -> bool:
    return all(_JOINED.fullmatch(text, a.end, b.start) for a, b in zip(run, run[1:], strict=False))


def joined(prose: Prose, at: int, length: int) -> bool:
    """RETURNS (bool): Some atoms in a row stand so that they may be one name."""
    return _joined(prose.text, prose.atoms[at : at + length])


def without_overlaps(found: Iterable[Found]) -> list[Found]:
    """RETURNS (list[Found]): The longest ones, of equals the first, in order of the text."""
    kept: list[Found] = []
    taken: set[int] = set()
    for item in sorted(found, key=lambda f: (f.start - f.end, f.start)):
        if taken.isdisjoint(range(item.start, item.end)):
            kept.append(item)
            taken.update(range(item.start, item.end))
    return sorted(kept, key=lambda f: f.start)


# 'don?t', 'I?ve': an apostrophe was lost, not a letter.
_CONTRACTED = frozenset(("t", "s", "ve", "re", "ll", "m", "d"))
_CONTRACTS = frozenset(("don", "won", "doesn", "didn", "isn", "wasn", "couldn", "shouldn", "wouldn", "haven", "hasn", "aren", "i"))
_BEFORE_PLURAL = frozenset(("the", "two", "three", "both", "our", "other", "these", "those", "all"))
_GLUE = ("thanks", "thankyou", "hello", "hi", "dear", "hey", "cheers", "regards", "best", "sincerely")


def _stylised(surface: str) -> str | None:
    """'RObert' is stylised; 'Robert', 'robert', 'ROBERT' and 'McDonald' are not."""
    for word in regex.findall(r"\p{L}+", surface):
        if len(word) > 3 and word[:2].isupper() and not word.isupper() and word[2:].islower():
            return STYLISED
    return None
