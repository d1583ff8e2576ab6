"""Sightings: what one pass over the messages sees of names, before anybody judges whose they are."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from .. import languages
from ..name_words.uses import WordUses
from ..text.quote_tags import TAG
from ..text.repeats import Repeated
from ..text.salutations import BYLINE, GREETING_KINDS, PAIRED, SIGNATURE_KINDS, STRONG_KINDS
from ..text.statistics import WordStatistics
from ..text.words import fold_all, small_words
from . import whole_names
from .display_names import parse_name
from .forms import TABLE
from .index import FormIndex
from .kinship import Words
from .occurrences import Numbers
from .whole_names import Naming, Owner

# The first and the last word of a message: not slots, but places that count for whom one expects there.
START: Final = "start"
END: Final = "end"
# 'Thanks Mary' at the end in one line: the author's name, or whom the thanks go to.
THANKED: Final = "thanked"

# What a full name in a slot says.
ROLES: Final = {
    **dict.fromkeys(GREETING_KINDS, whole_names.GREETED),
    **{kind: whole_names.SIGNED if kind in STRONG_KINDS else whole_names.ENDED for kind in SIGNATURE_KINDS},
    "last_line": whole_names.ENDED,
    PAIRED: whole_names.PAIRED,
    BYLINE: whole_names.BYLINE,
    TAG: whole_names.ATTRIBUTED,
}
_THREE_CAPITALS = re.compile(r"[A-Z](?<![\w.&/-].)[A-Z]{2}(?![\w&/-]|\.\w)")
_POSSESSIVE = re.compile(r"['’]s\b")
_WORD_BEFORE = re.compile(r"\b([^\W\d_]+) $")


class Sighting(NamedTuple):
    """What stood where a name may stand."""

    words: Words
    surface: str
    kind: str
    message: int = 0
    shared: bool = False  # two people stand in the same greeting or sign-off
    whole: Words = ()  # the longer name that it begins


class SightingLog:
    """All sightings in the order of the corpus; what is the same in several messages is kept once."""

    def __init__(self) -> None:
        self._kinds: dict[Sighting, int] = {}
        self._which, self._messages = array("I"), array("I")

    def add(self, seen: Sighting, message: int) -> None:
        """Note what stands in a message.

        seen (Sighting): What stands there, without the message's number.
        message (int): The number.
        """
        self._which.append(self._kinds.setdefault(seen, len(self._kinds)))
        self._messages.append(message)

    def __iter__(self) -> Iterator[Sighting]:
        kinds = list(self._kinds)
        for which, message in zip(self._which, self._messages, strict=True):
            words, surface, kind, _, shared, whole = kinds[which]
            yield Sighting(words, surface, kind, message, shared, whole)

    def __len__(self) -> int:
        return len(self._which)

    def extend(self, other: SightingLog, first: int) -> None:
        """Add what stands in messages that come later; the first of them has this number here."""
        numbers = [self._kinds.setdefault(kind, len(self._kinds)) for kind in other._kinds]
        self._which.extend([numbers[which] for which in other._which])
        self._messages.extend([message + first for message in other._messages])


class Letters:
    """Three capitals that may be somebody's initials, and how they are used: 'told MJP', 'MJP's book', 'the MJP'."""

    def __init__(self) -> None:
        self.seen_in: Numbers[str] = Numbers()
        self._people: Counter[str] = Counter()
        self._things: set[str] = set()

    def add(self, text: str, message: int, repeated: Repeated) -> None:
        """Take in a text."""
        for m in _THREE_CAPITALS.finditer(text):
            letters = m[0].lower()
            if m.start() in repeated:
                continue
            self.seen_in.add(letters, message)
            self._people[letters] += _POSSESSIVE.match(text, m.end()) is not None  # offices do things, too
            before = _WORD_BEFORE.search(text, max(0, m.start() - 8), m.start())
            if before and before[1].lower() in small_words("articles"):
                self._things.add(letters)

    def extend(self, other: Letters, first: int) -> None:
        """Add those of messages that come later; the first of them has this number here."""
        self.seen_in.extend(other.seen_in, first)
        self._people.update(other._people)
        self._things |= other._things

    def of_people(self) -> Iterator[str]:
        """YIELDS (str): Those that own something in one message, stand in another, and never have an article."""
        for letters, messages in self.seen_in.items():
            if self._people[letters] and len(messages) > 1 and letters not in self._things:
                yield letters


class Sightings:
    """What was seen of names in some messages, one after the other: what discovery weighs; no texts.

    lang (str): The language of the messages.
    judged (bool): Somebody will judge which words are names by how they are used.
    author_of (Optional[Callable[[str], Optional[str]]]): Who wrote a message that came before, by its id.
    """

    def __init__(
        self,
        *,
        lang: str = languages.BASE,
        judged: bool = False,
        author_of: Callable[[str], str | None] | None = None,
    ) -> None:
        self.count = 0
        self.seen = SightingLog()
        self.statistics = WordStatistics(lang=lang)
        self.uses = WordUses(lang=lang, written=self.statistics.written, author_of=author_of) if judged else None
        self.found: Counter[Words] = Counter()
        self.table_in: Numbers[Words] = Numbers()
        self.unknown_in: Numbers[str] = Numbers()
        self.initials_in: Numbers[Words] = Numbers()
        self.acting: Counter[Words] = Counter()  # how often only people do what follows
        self.letters = Letters()
        self.namings: list[Naming] = []
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.named: Counter[tuple[str, str]] = Counter()
        self.titled: Counter[str] = Counter()
        self.named_in: Numbers[tuple[str, str]] = Numbers()

    def see(self, seen: Sighting) -> None:
        """Note what stands in the message at hand where a name may stand."""
        self.seen.add(seen, self.count)

    def extend(self, other: Sightings) -> None:
        """Add what was seen in messages that come later.

        other (Sightings): What was seen there; used up.
        """
        first = self.count
        self.count += other.count
        self.seen.extend(other.seen, first)
        self.statistics.extend(other.statistics)
        if self.uses is not None and other.uses is not None:
            self.uses.extend(other.uses)
        self.letters.extend(other.letters, first)
        self.namings += (naming._replace(message=naming.message + first) for naming in other.namings)
        for numbers in ("table_in", "unknown_in", "initials_in", "named_in"):
            getattr(self, numbers).extend(getattr(other, numbers), first)
        for counter in ("found", "acting", "pairs", "named", "titled"):
            getattr(self, counter).update(getattr(other, counter))

    def parts(self) -> Iterator[Naming]:
        """YIELDS (Naming): Single words in places of names."""
        for seen in self.seen:
            role = ROLES.get(seen.kind)
            if role is not None and len(seen.words) == 1 and len(seen.whole) < 2 and not seen.shared:
                yield Naming(seen.words[0], role, seen.message)

    def known_as(self, before: FormIndex, index: FormIndex, owners: Iterable[Owner]) -> None:
        """Take words that nobody was known by for what they are to people whose names were found out.

        before (FormIndex): The forms that were known before.
        index (FormIndex): All forms, theirs with them.
        owners (Iterable[Owner]): Their names.
        """
        for word, messages in self.unknown_in.items():
            claims = index.claims((word,))
            if claims and not before.claims((word,)):
                self.found[(word,)] = len(messages)
                if any(claim.kind == TABLE for claim in claims):
                    self.table_in.join((word,), messages)
        for owner in owners:
            for display in owner.displays:
                name = parse_name(display)
                for words in {fold_all(" ".join((*name.given, *name.surname))), *map(fold_all, name.given[:1])}:
                    self.found[words] = max(self.found[words], len(owner.messages))
