"""Which names of the class list stand in a text as they are, but for case, accents and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ...text.ranges import longest, resolve
from ...text.words import word_list
from .class_list import FORM, FULL, GIVEN, KINDS, LOGIN, MIDDLE, NICKNAME, SURNAME, ClassList
from .page import Page
from .ranking import HIGH, MEDIUM, RANKS, is_ordinary, rank_word
from .shadow import Shadow

AS_IT_IS: Final = "as it is"
FOLDED: Final = "folded"
REVERSED: Final = "reversed"
INITIAL_SURNAME: Final = "initial and surname"

# What somebody may be called, and of which kinds single words are.
CALLED: Final = (GIVEN, FORM, NICKNAME, MIDDLE)
WORDS: Final = KINDS[2:-1]
# What may stand between the words of one name, and of one that is turned round.
BETWEEN = re.compile(r"[\s.'’\"“”()_+>-]{0,6}")
_TURNED = re.compile(r"[,_.-]?\s{0,2}")
_INITIAL = re.compile(r"\.?[ \t]?")
_TURNED_INITIAL = re.compile(r",?[ \t]{1,2}")
LOGINS = re.compile(r"[\w+-]+(?:\.[\w+-]+)*")
PIECE = re.compile(r"[^\W_]+")
HOST = re.compile(r"@[\w-]+(?:\.[\w-]+)+")
# Between given name and surname there are no more words.
_FAR: Final = 3


class Hit(NamedTuple):
    """A name that stands in a text.

    start, end (int): Where.
    kind (str): What of a name it is.
    way (str): How it is written.
    rank (str): How bad that is.
    owners (tuple[str, ...]): The participants who may be meant; none for an unknown name.
    words (tuple[tuple[int, int], ...]): Where its words stand, each of which the account must explain.
    """

    start: int
    end: int
    kind: str
    way: str
    rank: str
    owners: tuple[str, ...]
    words: tuple[tuple[int, int], ...]


def hit_at(start: int, end: int, kind: str, way: str, rank: str, owners: Iterable[str] = ()) -> Hit:
    """RETURNS (Hit): A hit that is explained as a whole or not at all."""
    return Hit(start, end, kind, way, rank, tuple(sorted(owners)), ((start, end),))


def hit_of(
    page: Page, places: range, known: ClassList, kind: str, rank: str, owners: Iterable[str], way: str | None = None
) -> Hit:
    """RETURNS (Hit): A hit that is made of words of a text. Initials and particles need no reason of their own."""
    start, end = page.starts[places[0]], page.ends[places[-1]]
    written = page.text[start:end]
    way = way or (AS_IT_IS if written.isascii() and not written.islower() else FOLDED)
    words = tuple((page.starts[i], page.ends[i]) for i in places if page.words[i] in known.words)
    return Hit(start, end, kind, way, rank, tuple(sorted(owners)), words or ((start, end),))


class NameFinder:
    """Finds them.

    known (ClassList): The names.
    drawn (frozenset[str]): Folded words of pseudonyms, which are nobody's names.
    """

    def __init__(self, known: ClassList, drawn: frozenset[str] = frozenset()) -> None:
        self._known = known
        self._wanted = frozenset(known.words).union(known.phrases) - drawn
        # A text without any of these holds no login: the longest piece of each.
        self._pieces = frozenset(max(PIECE.findall(login) or [login], key=len) for login in known.logins)
        self.seen = 0

    def worth(self, shadow: Shadow) -> bool:
        """RETURNS (bool): There may be something in a text; most hold nothing."""
        if not self._wanted.isdisjoint(shadow.words()):
            return True
        if not shadow.text.isascii() and not self._wanted.isdisjoint(shadow.places()[0]):
            return True
        return self._has_login(shadow)

    def _has_login(self, shadow: Shadow) -> bool:
        return bool(self._pieces) and not self._pieces.isdisjoint(PIECE.findall(shadow.text))

    def find(self, page: Page, taken: set[int] | None = None) -> list[Hit]:
        """Find the names in a text.

        page (Page): The text.
        taken (Optional[set[int]]): Receives the numbers of the words that belong to what was found.
        RETURNS (list[Hit]): What stands there, in order; overlaps are resolved.
        """
        taken = set() if taken is None else taken
        known = [i for i, word in enumerate(page.words) if word in self._wanted]
        steps = (self._phrases, self._full, self._words)
        return resolved([*(hit for step in steps for hit in step(page, known, taken)), *self._logins(page)])

    def _phrases(self, page: Page, known: list[int], taken: set[int]) -> Iterator[Hit]:
        """Names and forms of several words, word by word as they are known."""
        for i in known:
            forms = self._known.phrases.get(page.words[i])
            if forms is None or i in taken:
                continue
            for words in sorted(forms, key=len, reverse=True):
                places = range(i, i + len(words))
                if tuple(page.words[i : places.stop]) != words:
                    continue
                if not all(BETWEEN.fullmatch(page.gap(j)) for j in places[1:]):
                    continue
                ordinary = all(is_ordinary(word) or len(word) < 2 for word in words)
                if ordinary and not all(page.is_title(j) for j in places):
                    continue
                taken.update(places)
                self.seen += len(words)
                kind = self._known.kind_of(words)
                rank = HIGH if kind == FULL or (kind == SURNAME and page.in_slot(i)) else MEDIUM
                yield hit_of(page, places, self._known, kind, rank, forms[words])
                break

    def _full(self, page: Page, known: list[int], taken: set[int]) -> Iterator[Hit]:
        """A given name and a surname of one person, in either order, with what may stand between them."""
        orders = ((CALLED, (SURNAME,), BETWEEN, None), ((SURNAME,), CALLED, _TURNED, REVERSED))
        for i in known:
            for first, last, gap, way in orders if i not in taken else ():
                owners = self._known.owners(page.words[i], *first)
                found = self._goes_on(page, i, owners, last, gap, taken)
                if found is None:
                    continue
                j, both = found
                ordinary = is_ordinary(page.words[i]) and is_ordinary(page.words[j])
                if ordinary and not (page.is_title(i) and page.is_title(j)):
                    continue
                places = range(i, j + 1)
                taken.update(places)
                self.seen += 2
                yield hit_of(page, places, self._known, FULL, HIGH, both, way)
                break

    def _goes_on(
        self, page: Page, i: int, owners: frozenset[str], kinds: Sequence[str], gap: re.Pattern[str], taken: set[int]
    ) -> tuple[int, frozenset[str]] | None:
        """Where a name that begins at a word ends, and whose it is."""
        for j in range(i + 1, min(i + 1 + _FAR, len(page.words))) if owners else ():
            if j in taken or not gap.fullmatch(page.gap(j)):
                return None
            word = page.words[j]
            both = owners & self._known.owners(word, *kinds)
            if both and word != page.words[i]:
                return j, both
            small = len(word) < 2 or word in word_list("particles")
            if not small and not owners & self._known.owners(word, *CALLED):
                return None
        return None

    def _words(self, page: Page, known: list[int], taken: set[int]) -> Iterator[Hit]:
        for i in known:
            word = page.words[i]
            kind = self._known.words.get(word)
            if kind is None or i in taken:
                continue
            self.seen += 1
            if kind == SURNAME and (hit := self._with_initial(page, i)):
                taken.add(i)
                yield hit
            elif rank := rank_word(page, i, kind):
                taken.add(i)
                yield hit_of(page, range(i, i + 1), self._known, kind, rank, self._known.owners(word, *WORDS))

    def _with_initial(self, page: Page, i: int) -> Hit | None:
        """'M. Poe', 'Poe, M.': an initial of somebody with this surname stands beside it."""
        owners = self._known.owners(page.words[i], SURNAME)
        for j, gap in ((i - 1, _INITIAL), (i + 1, _TURNED_INITIAL)):
            if not page.is_title(i) or not page.is_title(j) or len(page.words[j]) > 2:
                continue
            first, last = min(i, j), max(i, j)
            written = page.written(j)
            if not written.isupper() or written == "I" or not gap.fullmatch(page.gap(last)):
                continue
            named = [owner for owner in owners if page.words[j][0] in self._known.given_of[owner]]
            if named:
                return hit_of(page, range(first, last + 1), self._known, INITIAL_SURNAME, MEDIUM, named)
        return None

    def _logins(self, page: Page) -> Iterator[Hit]:
        """Ids, user names and addresses."""
        logins, text, place = self._known.logins, page.shadow.text, page.shadow.place
        for m in LOGINS.finditer(text) if self._has_login(page.shadow) else ():
            if owners := logins.get(m[0]):
                host = HOST.match(text, m.end())
                end = host.end() if host and m[0] + host[0] in logins else m.end()
                if not (m[0].isalpha() and is_ordinary(m[0])):
                    yield hit_at(*place(m.start(), end), LOGIN, AS_IT_IS, HIGH, owners)
                continue
            for piece in PIECE.finditer(text, *m.span()):
                if (owners := logins.get(piece[0])) and not piece[0].isalpha():
                    yield hit_at(*place(*piece.span()), LOGIN, AS_IT_IS, HIGH, owners)


def resolved(hits: Iterable[Hit]) -> list[Hit]:
    """RETURNS (list[Hit]): One hit for each place, in order: the worst, then the longest."""
    return resolve(hits, priority=lambda hit: (RANKS.index(hit.rank), *longest(hit)))
