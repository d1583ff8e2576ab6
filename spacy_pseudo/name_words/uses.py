"""How possible names are used in a corpus, counted in one pass; no texts are kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from spacy.lang.en.stop_words import STOP_WORDS

from ..attrs import GREETING
from ..message import Message
from ..text.prose import Prose
from ..text.salutations import QUOTED, STRONG_KINDS, Salutation
from ..text.words import Atom, atoms, fold, word_list
from .vocabulary import NameVocabulary, Standing, vocabulary_for

# So many different words before a word are remembered, and so many after some were forgotten: the most frequent.
_MOST, _KEPT = 200, 100
# So many spellings are remembered as not worth a look.
_REMEMBERED = 300_000
# A name with a number glued on to it has so many letters.
_LONG = 4

GREETED: Final = "greeted"
SIGNED: Final = "signed"
THANKED: Final = "thanked"
INTRODUCED: Final = "introduced"
EDGE: Final = "edge"
# Slots that announce a name less clearly than others: a last word, a line of its own, a footer.
_INTRODUCTIONS: Final = frozenset(("intro", "intro_weak"))

_QUOTES: Final = frozenset("'’")
_AFTER_QUOTE: Final = frozenset(("s", "t", "re", "ve", "ll", "d", "m"))
_ARTICLES: Final = frozenset(("the", "a", "an"))
# Signs that code has before a word, or after it, and prose has not.
_CODE: Final = frozenset("=<>[]{}+\\|^~$%#")
_CODE_AFTER: Final = _CODE | {"("}
# What goes on within a sentence, as far as one character tells.
_WITHIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,;")
# 'X (2010)', 'X et al.', 'X & Grey (2010)', 'X, 2010)': a look at what follows one word; whole citations, with all
# their authors, are found elsewhere and take far longer.
_MAYBE_CITED = re.compile(r"(?:1[5-9]|20)\d\d|\bet al\b|in press")
_CITED = re.compile(
    r"(?:['’]s?)?(?:,? (?:and|&) [A-Z][\w’'-]+)?(?:,? et al\b\.?|,? ?[(\[](?:(?:1[5-9]|20)\d\d|in press)"
    r"|,? (?:1[5-9]|20)\d\d[a-z]?[);])"
)


class WordUse:
    """What is known of one possible name.

    word (str): The folded word.
    standing (Standing): What the lists say of it.
    count (int): How often it is written; of ordinary words, how often with a capital.
    messages (int): In how many messages.
    first_index (int): At which word of the first message with it.
    first_length (int): How many words that message has.
    capitals, begins, mid_capitals, upper (int): How often capitalised, at the beginning of a sentence, capitalised
        within a sentence, all in capitals.
    kin, person, titled, article (int): How often after a word for a relative or a pet, after one for somebody else
        ('my colleague X'), after a title, after an article.
    acting, describing (int): How often before what people do, and before another word that it only describes.
    beside, initial, cited, genitive, hyphened (int): How often beside another possible name, beside an initial, in a
        citation, in the genitive, joined by a hyphen.
    institution, code (int): How often beside a word for an institution, and beside signs of code.
    ends (int): How often as one of the first two or the last two words of a message.
    greeted, signed, thanked, introduced, edge (int): How often in the place of a name in a greeting, a sign-off, words
        of thanks, an introduction, or at the end of a message where nothing announces it.
    before (tuple[dict[str, int], ...]): The words before it, where it is written small, capitalised at the beginning
        of a sentence, and capitalised within one.
    authors, addressees (dict[str, int]): Who wrote it, and whom that answered.
    signers, greetees (dict[str, int]): Who signed with it, and who was answered with a greeting that holds it.
    """

    __slots__ = (
        *("acting", "addressees", "article", "authors", "before", "begins", "beside", "capitals", "cited", "code"),
        *("count", "describing", "edge", "ends", "first_index", "first_length", "genitive", "greeted", "greetees"),
        *("hyphened", "initial", "institution", "introduced", "kin", "last", "messages", "mid_capitals", "person"),
        *("signed", "signers", "standing", "thanked", "titled", "upper", "word"),
    )

    def __init__(self, word: str, standing: Standing) -> None:
        self.word, self.standing = word, standing
        self.count = self.messages = self.first_index = self.first_length = 0
        self.capitals = self.begins = self.mid_capitals = self.upper = 0
        self.kin = self.person = self.titled = self.article = self.acting = self.describing = 0
        self.beside = self.initial = self.cited = self.genitive = self.hyphened = 0
        self.institution = self.code = self.ends = 0
        self.greeted = self.signed = self.thanked = self.introduced = self.edge = 0
        self.last = -1
        self.before: tuple[dict[str, int], dict[str, int], dict[str, int]] = ({}, {}, {})
        self.authors: dict[str, int] = {}
        self.addressees: dict[str, int] = {}
        self.signers: dict[str, int] = {}
        self.greetees: dict[str, int] = {}

    @property
    def in_slots(self) -> int:
        """RETURNS (int): How often it stands in the place of a name in a greeting, thanks, sign-off or introduction."""
        return self.greeted + self.signed + self.thanked + self.introduced

    def precedes(self, level: int) -> Counter[str]:
        """RETURNS (Counter[str]): The words before it: 0 everywhere, 1 where it is capitalised, 2 where it is so
        within a sentence."""
        together: Counter[str] = Counter()
        for counts in self.before[level:]:
            together.update(counts)
        return together


class _Spelling(NamedTuple):
    """A word as written: its uses, whether it begins with a capital, whether it has nothing else."""

    use: WordUse
    capital: bool
    upper: bool


class _Spellings(dict[str, _Spelling | None]):
    """From a word as written to its uses; None if it is no name, or not when it is written so."""

    def __init__(self, vocabulary: NameVocabulary) -> None:
        self._vocabulary = vocabulary
        self.uses: dict[str, WordUse] = {}

    def __missing__(self, word: str) -> _Spelling | None:
        found = self._look(word)
        if found is not None or len(self) < _REMEMBERED:
            self[word] = found
        return found

    def _look(self, word: str) -> _Spelling | None:
        known = self._vocabulary
        word = known.unglued(word)
        folded = fold(word)
        standing = known.standing(folded)
        # Of ordinary words only capitals tell anything; how often they are small is counted otherwise.
        if standing is Standing.NEVER or (standing is Standing.ORDINARY and word[0].islower()):
            return None
        if known.is_numeral(word, folded):
            return None
        small = word[0].islower()
        return _Spelling(self._use(folded, standing), not small, len(word) > 1 and word.isupper())

    def in_slot(self, word: str) -> _Spelling | None:
        """RETURNS (Optional[_Spelling]): As for any word; and what else begins sentences may be a name in the place of
        one: 'Hi So,'."""
        found = self[word]
        if found is None and word.istitle() and self._vocabulary.is_rare_name(fold(word)):
            return _Spelling(self._use(fold(word), Standing.ORDINARY), True, False)
        return found

    def _use(self, folded: str, standing: Standing) -> WordUse:
        use = self.uses.get(folded)
        if use is None:
            use = self.uses[folded] = WordUse(folded, standing)
        return use


class WordUses:
    """Takes in messages one by one, and counts how possible names are used.

    lang (str): The language of the messages.
    """

    def __init__(self, *, lang: str = "en") -> None:
        self.lang = lang
        self.messages = 0
        self.tokens = 0
        self.vocabulary = vocabulary_for(lang)
        self._spellings = _Spellings(self.vocabulary)
        self._written: Counter[str] = Counter()
        self._kin = word_list("kin", lang) | word_list("family", lang) | word_list("pets", lang)
        self._persons = word_list("persons", lang) | word_list("professions", lang) | word_list("roles", lang)
        self._titles = word_list("titles", lang)
        self._doing = word_list("after_name", lang) | word_list("doing", lang)
        self._institutions = word_list("organisations", lang) | word_list("schools", lang)

    def __iter__(self) -> Iterator[WordUse]:
        """YIELDS (WordUse): What was seen of each word that may be a name, by word."""
        for word in sorted(self._spellings.uses):
            use = self._spellings.uses[word]
            if use.count:
                yield use

    def get(self, word: str) -> WordUse | None:
        """RETURNS (Optional[WordUse]): What was seen of a folded word; None if it was not looked at."""
        use = self._spellings.uses.get(word)
        return use if use is not None and use.count else None

    @property
    def distinct(self) -> int:
        """RETURNS (int): How many different folded words of two letters and more were read, names or not."""
        return len({fold(word) for word in self._written if len(word) > 1})

    def occurrences(self, use: WordUse) -> int:
        """RETURNS (int): How often a word is written, small or not."""
        return use.capitals + self.small(use)

    def small(self, use: WordUse) -> int:
        """RETURNS (int): How often a word is written small."""
        return self._written[use.word] if use.standing is Standing.ORDINARY else use.count - use.capitals

    def add(self, message: Message, prose: Prose, seen: Iterable[Salutation]) -> None:
        """Take in the next message.

        message (Message): The message; author and parent's author are main ids.
        prose (Prose): Its text, prepared.
        seen (Iterable[Salutation]): Its greetings and sign-offs.
        """
        words = prose.words
        self._written.update(words)
        self.tokens += len(words)
        spelled = list(map(self._spellings.__getitem__, words))
        numbers = [number for number, spelling in enumerate(spelled) if spelling is not None]
        slots, apart = self._slots(prose, seen, spelled)
        if numbers:
            self._count(message, prose, spelled, numbers, slots)
        for atom, kind in apart:
            self._count_apart(message, prose, atom, kind)
        self.messages += 1

    def _slots(
        self, prose: Prose, seen: Iterable[Salutation], spelled: Sequence[_Spelling | None]
    ) -> tuple[dict[int, str], list[tuple[Atom, str]]]:
        """In which places of a name words stand, by their number; and apart from them what begins within another word
        ('thanksMary'), or is looked at only there."""
        places: dict[int, str] = {}
        apart: list[tuple[Atom, str]] = []
        starts = prose.starts
        for salutation in seen:
            for slot in salutation.slots:
                kind = _place(slot.kind, salutation.label)
                number = bisect_right(starts, slot.start) - 1
                if number >= 0 and prose.end(number) > slot.start > starts[number]:
                    first = atoms(prose.text[slot.start : slot.end])[0]
                    whole = spelled[number]
                    if whole is not None and whole.use.word == fold(first.text):
                        places[number] = kind  # 'thanksMary' is known to be Mary
                    else:
                        apart.append((Atom(first.start + slot.start, first.end + slot.start, first.text), kind))
                    number += 1
                elif number < 0 or starts[number] < slot.start:
                    number += 1
                while number < len(starts) and starts[number] < slot.end:
                    places[number] = kind
                    if spelled[number] is None:
                        apart += [(atom, kind) for atom in prose.atoms(number, number + 1)]
                    number += 1
        return places, apart

    def _count(
        self,
        message: Message,
        prose: Prose,
        spelled: Sequence[_Spelling | None],
        numbers: Sequence[int],
        slots: dict[int, str],
    ) -> None:
        text, words, folded, starts = prose.text, prose.words, prose.folded, prose.starts
        last = len(words) - 1
        cites = _MAYBE_CITED.search(text) is not None
        kin, persons, titles, doing = self._kin, self._persons, self._titles, self._doing
        institutions = self._institutions if not self._institutions.isdisjoint(prose.vocabulary) else frozenset()
        author, addressee = message.author, message.parent_author
        for number in numbers:
            spelling = spelled[number]
            assert spelling is not None
            use, capital, upper = spelling
            start = starts[number]
            end = start + len(words[number])
            before = text[start - 1] if start else "\n"
            after = text[end : end + 1]
            if before.isdigit() or (after.isdigit() and not (capital and self._is_long_name(use.word))):
                continue  # '2nd', 'x2b', but not 'Mary1) First'
            follows = folded[number + 1] if number < last else ""
            if before in _QUOTES and folded[number] in _AFTER_QUOTE:
                continue
            genitive = False
            if after != " ":
                if after in _QUOTES and number < last and starts[number + 1] == end + 1:
                    if f"{folded[number]}'{follows}" in self.vocabulary.words:
                        continue  # 'don't'
                    genitive = follows == "s"
                follows = ""
            # --- how it is written
            within = before == " " and text[start - 2] in _WITHIN
            begins = not within and prose.starts_sentence(start)
            use.count += 1
            level = 0
            precedes = folded[number - 1] if number else ""
            if capital:
                use.capitals += 1
                level = 1
                if upper:
                    use.upper += 1
                if begins:
                    use.begins += 1
                elif not (upper and number and words[number - 1].isupper() and len(precedes) > 1):
                    use.mid_capitals += 1
                    level = 2
            elif begins:
                use.begins += 1
            if precedes:
                counts = use.before[level]
                counts[precedes] = counts.get(precedes, 0) + 1
                if len(counts) > _MOST:
                    _forget(counts)
            # --- where
            if use.last != self.messages:
                use.last = self.messages
                if not use.messages:
                    use.first_index, use.first_length = number, last + 1
                use.messages += 1
            if author is not None:
                use.authors[author] = use.authors.get(author, 0) + 1
            if addressee is not None:
                use.addressees[addressee] = use.addressees.get(addressee, 0) + 1
            if number in slots:
                self._add_slot(use, slots[number], message)
            if number < 2 or number > last - 2:
                use.ends += 1
            # --- beside what
            if genitive:
                use.genitive += 1
            if follows:
                if follows in doing:
                    use.acting += 1
                elif follows not in STOP_WORDS and words[number + 1][0].islower():
                    use.describing += 1
            if precedes and start - starts[number - 1] - len(words[number - 1]) <= 2 and before != "\n":
                if precedes in kin:
                    use.kin += 1
                elif precedes in persons:
                    use.person += 1
                elif precedes in _ARTICLES:
                    use.article += 1
                if precedes in titles:
                    use.titled += 1
            if before in _CODE or after in _CODE_AFTER or (after == "." and text[end + 1 : end + 2].isalnum()):
                use.code += 1
            if institutions and not institutions.isdisjoint(folded[max(0, number - 2) : number + 3]):
                use.institution += 1
            if capital:
                if _is_initial(words, number - 1) or _is_initial(words, number + 1):
                    use.initial += 1
                if before == "-" or after == "-":
                    use.hyphened += 1
                if _is_name(spelled, number - 1, before) or _is_name(spelled, number + 1, after):
                    use.beside += 1
                if cites and _CITED.match(text, end):
                    use.cited += 1

    def _is_long_name(self, word: str) -> bool:
        return len(word) >= _LONG and self.vocabulary.is_name(word)

    def _count_apart(self, message: Message, prose: Prose, atom: Atom, kind: str) -> None:
        """Count a name in its place that is glued on to another word ('thanksMary'), or begins sentences otherwise."""
        spelling = self._spellings.in_slot(atom.text)
        if spelling is None:
            return
        use = spelling.use
        use.count += 1
        use.capitals += spelling.capital
        use.mid_capitals += spelling.capital
        if use.last != self.messages:
            use.last = self.messages
            if not use.messages:
                number = bisect_right(prose.starts, atom.start)
                use.first_index, use.first_length = number, len(prose.words)
            use.messages += 1
        if message.author is not None:
            use.authors[message.author] = use.authors.get(message.author, 0) + 1
        if message.parent_author is not None:
            use.addressees[message.parent_author] = use.addressees.get(message.parent_author, 0) + 1
        self._add_slot(use, kind, message)

    def _add_slot(self, use: WordUse, kind: str, message: Message) -> None:
        quoted = kind.startswith(QUOTED)
        kind = kind.removeprefix(QUOTED)
        setattr(use, kind, getattr(use, kind) + 1)
        if quoted:  # whoever greets or signs here, it is not the author
            return
        if kind in (GREETED, THANKED):
            if message.parent_author is not None:
                use.greetees[message.parent_author] = use.greetees.get(message.parent_author, 0) + 1
        elif message.author is not None:
            use.signers[message.author] = use.signers.get(message.author, 0) + 1


def _place(kind: str, label: str) -> str:
    """Which place of a name a slot is; that of somebody else's message has a sign before it."""
    if kind == QUOTED:
        return QUOTED + (GREETED if label == GREETING else SIGNED)
    if kind == "thanks":
        return THANKED
    if kind in _INTRODUCTIONS:
        return INTRODUCED
    if label == GREETING:
        return GREETED
    return SIGNED if kind in STRONG_KINDS else EDGE


def _is_initial(words: Sequence[str], number: int) -> bool:
    """A neighbour is one capital, and not 'I' or 'A'."""
    return (
        0 <= number < len(words) and len(words[number]) == 1 and words[number].isupper() and words[number] not in "IA"
    )


def _is_name(spelled: Sequence[_Spelling | None], number: int, gap: str) -> bool:
    """A neighbour after a blank is capitalised and may be a name by the lists."""
    if gap != " " or not 0 <= number < len(spelled):
        return False
    spelling = spelled[number]
    return spelling is not None and spelling.capital and spelling.use.standing is Standing.POSSIBLE


def _forget(counts: dict[str, int]) -> None:
    """Only the most frequent stay, those seen first among equals."""
    kept = sorted(counts, key=lambda word: -counts[word])[:_KEPT]
    for word in counts.keys() - set(kept):
        del counts[word]
