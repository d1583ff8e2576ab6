"""One possible name: what is counted of it, and how it is recognised in its spellings."""

from __future__ import annotations

from collections import Counter
from sys import intern
from typing import Any, Final, NamedTuple

from ..message import Message
from ..text.salutations import QUOTED
from ..text.words import fold
from .name_vocabulary import NameVocabulary, Standing

# Places of a name: each has its count.
GREETED: Final = "greeted"
SIGNED: Final = "signed"
THANKED: Final = "thanked"
INTRODUCED: Final = "introduced"
EDGE: Final = "edge"

# So many spellings are remembered as not worth a look.
_REMEMBERED = 300_000


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

    def add(self, message: Message, order: int, index: int, length: int) -> None:
        """Count a use.

        message (Message): The message with it.
        order (int): The message's number in the corpus.
        index (int): Which word of the message it is.
        length (int): How many words the message has.
        """
        self.count += 1
        if self.last != order:
            self.last = order
            if not self.messages:
                self.first_index, self.first_length = index, length
            self.messages += 1
        if message.author is not None:
            self.authors[message.author] = self.authors.get(message.author, 0) + 1
        if message.parent_author is not None:
            self.addressees[message.parent_author] = self.addressees.get(message.parent_author, 0) + 1

    def add_before(self, word: str, level: int) -> None:
        """Count the word before it: 0 where it is small, 1 where it is capitalised, 2 where it is so in a sentence."""
        counts = self.before[level]
        n = counts.get(word)
        if n is None:
            counts[intern(word)] = 1  # it stands before many words
        else:
            counts[word] = n + 1

    def add_slot(self, place: str, message: Message) -> None:
        """Count that it stands in the place of a name: one of the above, after 'quoted' in somebody else's message."""
        if place.startswith(QUOTED):  # whoever greets or signs here, it is not the author
            place = place.removeprefix(QUOTED)
            setattr(self, place, getattr(self, place) + 1)
            return
        setattr(self, place, getattr(self, place) + 1)
        if place in (GREETED, THANKED):
            if message.parent_author is not None:
                self.greetees[message.parent_author] = self.greetees.get(message.parent_author, 0) + 1
        elif message.author is not None:
            self.signers[message.author] = self.signers.get(message.author, 0) + 1

    def extend(self, other: WordUse) -> None:
        """Add what is known of the word from messages that come later."""
        if not self.messages:
            self.first_index, self.first_length = other.first_index, other.first_length
        for name in _COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for counts, more in zip(self._by_other(), other._by_other(), strict=True):
            for what, n in more.items():
                counts[what] = counts.get(what, 0) + n

    def _by_other(self) -> tuple[dict[str, int], ...]:
        return *self.before, self.authors, self.addressees, self.signers, self.greetees

    def __getstate__(self) -> tuple[Any, ...]:
        """RETURNS (tuple): All that is known, in the order of its names, which are left out."""
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Take up what `__getstate__` gave."""
        for name, value in zip(self.__slots__, state, strict=True):
            setattr(self, name, value)

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


# What is the sum of what it is in all messages.
_COUNTED: Final = tuple(
    name
    for name in WordUse.__slots__
    if name not in ("before", "first_index", "first_length", "last", "standing", "word")
    and name not in ("authors", "addressees", "signers", "greetees")
)


class Spelling(NamedTuple):
    """A word as written: its uses, whether it begins with a capital, whether it has nothing else."""

    use: WordUse
    capital: bool
    upper: bool


class Spellings(dict[str, Spelling | None]):
    """From a word as written to its uses; None if it is no name, or not when it is written so."""

    def __init__(self, vocabulary: NameVocabulary) -> None:
        self._vocabulary = vocabulary
        self.uses: dict[str, WordUse] = {}

    def __missing__(self, word: str) -> Spelling | None:
        found = self._look(word)
        if found is not None or len(self) < _REMEMBERED:
            self[word] = found
        return found

    def _look(self, word: str) -> Spelling | None:
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
        return Spelling(self._use(folded, standing), not small, len(word) > 1 and word.isupper())

    def in_slot(self, word: str) -> Spelling | None:
        """RETURNS (Optional[Spelling]): As for any word; and what else begins sentences may be a name in the place of
        one: 'Hi So,'."""
        found = self[word]
        if found is None and word.istitle() and self._vocabulary.is_rare_name(fold(word)):
            return Spelling(self._use(fold(word), Standing.ORDINARY), True, False)
        return found

    def _use(self, folded: str, standing: Standing) -> WordUse:
        use = self.uses.get(folded)
        if use is None:
            use = self.uses[folded] = WordUse(folded, standing)
        return use
