"""Which names of a text are not written as they are known, and which unknown words stand where a name is expected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ... import languages
from ...text.words import stop_words, word_list
from .class_list import FULL, INITIALS, LEAST, LOGIN, MOST_INITIALS, NICKNAME, SURNAME, ClassList
from .disguised_names import (
    DIVIDED,
    ENCODED,
    GLUED,
    NEAR,
    SPACED,
    Disguises,
    Piece,
    decoded,
    divided,
    mixed,
    seams_of,
    spaced,
)
from .page import Page
from .ranking import HIGH, LOW, MEDIUM, is_ordinary
from .shadow import Shadow
from .slots import is_opening
from .standing import CALLED, LOGINS, WORDS, Hit, NameFinder, hit_at, hit_of, resolved

MADE_OF: Final = "made of the name"
UNKNOWN: Final = "unknown name"

# Words with a capital that are no names, where a name is expected: 'Hi Folks', 'Thank You'.
_ADDRESSED: Final = (
    *("groups", "persons", "roles", "course_roles", "titles", "adverbs", "pronouns", "fillers", "openers"),
    "companies",
)
# A name of so many letters is recognised in small letters too, if one of them is wrong.
_LONG: Final = 6


class SuspectFinder:
    """Finds them, and what stands as it is.

    known (ClassList): The names.
    drawn (frozenset[str]): Folded words of pseudonyms, which are nobody's names.
    """

    def __init__(self, known: ClassList, drawn: frozenset[str] = frozenset()) -> None:
        self._known, self._drawn = known, drawn
        self._standing = NameFinder(known, drawn)
        self._disguises = Disguises(known, drawn)

    @property
    def seen(self) -> int:
        """RETURNS (int): How many words could name somebody."""
        return self._standing.seen

    def worth(self, shadow: Shadow) -> bool:
        """RETURNS (bool): There may be something in a text."""
        return bool(shadow.text)

    def find(self, page: Page) -> list[Hit]:
        """Find the names in a text.

        page (Page): The text.
        RETURNS (list[Hit]): What stands there, in order; overlaps are resolved.
        """
        taken: set[int] = set()
        hits = [*self._standing.find(page, taken), *self._joined(page)]
        for step in (self._initials, self._misspelled, self._unknown):
            hits += step(page, taken)
        return resolved([*hits, *self._disguised(page)])

    def _initials(self, page: Page, taken: set[int]) -> Iterator[Hit]:
        """Initials in capitals: those in use, and in running text others of three letters and more."""
        for i, word in enumerate(page.words) if page.prose else ():
            if len(word) > MOST_INITIALS or word not in self._known.initials or i in taken:
                continue
            if len(word) < 2 or not page.written(i).isupper():
                continue
            used, signed, long = word in self._known.used, page.in_slot(i), len(word) >= LEAST
            if used or signed or long:
                rank = HIGH if used and signed else MEDIUM if signed or (used and long) else LOW
                taken.add(i)
                yield hit_of(page, range(i, i + 1), self._known, INITIALS, rank, self._known.initials[word])

    def _misspelled(self, page: Page, taken: set[int]) -> Iterator[Hit]:
        """Words in which a letter is wrong, or to which something is glued."""
        for i, word in enumerate(page.words):
            if i in taken or word in self._known.words:
                continue
            written = page.written(i)
            piece = self._disguises.look(word, written)
            if piece is None or page.is_contracted(i):
                continue
            if piece.way == GLUED:
                yield self._glued(page, i, piece)
                continue
            looks = written.istitle() or len(piece.name) >= _LONG or page.in_slot(i)
            if looks or len(piece.name) < len(word):  # otherwise a slip in an ordinary word; a genitive is none
                rank = MEDIUM if looks and (piece.sure or page.in_slot(i)) else LOW
                taken.add(i)
                yield self._named(page.starts[i], page.ends[i], piece.name, NEAR, rank)

    def _glued(self, page: Page, i: int, piece: Piece) -> Hit:
        """A name with something glued to it; if that is the rest of the name, it is a full one."""
        start, end, word = page.starts[i], page.ends[i], page.words[i]
        rest = word[: piece.start] + word[piece.end :]
        both = self._known.owners(piece.name) & self._known.owners(rest, *CALLED, SURNAME)
        if both and rest in self._known.words:
            return hit_at(start, end, FULL, GLUED, HIGH, both)
        if len(word) == end - start:  # otherwise letters were folded into several
            start, end = start + piece.start, start + piece.end
        return self._named(start, end, piece.name, GLUED, MEDIUM if piece.sure else LOW)

    def _joined(self, page: Page) -> Iterator[Hit]:
        """What user names are made of."""
        for m in LOGINS.finditer(page.shadow.text):
            if owners := self._known.joined.get(m[0]):
                yield hit_at(*page.shadow.place(*m.span()), LOGIN, MADE_OF, MEDIUM, owners)

    def _disguised(self, page: Page) -> Iterator[Hit]:
        """Names that are spaced out, divided, written with digits or encoded."""
        for finder, way in ((spaced, SPACED), (divided, DIVIDED), (mixed, NEAR)):
            for start, end, meant in finder(page.text):
                if name := self._meant(Shadow(meant).text, way):
                    yield self._named(start, end, name, way, MEDIUM)
        for start, end, meant in decoded(page.text):
            for hit in self._standing.find(Page(meant, prose=False)):
                if hit.kind != NICKNAME and meant[hit.start : hit.end] not in page.text[start:end]:
                    yield hit_at(start, end, hit.kind, ENCODED, hit.rank, hit.owners)

    def _meant(self, word: str, way: str) -> str | None:
        """The name that is meant by a folded word, put together again."""
        if way == NEAR:
            piece = self._disguises.look_through(word)
            return piece.name if piece else None
        if word in self._known.words:
            return word if way == SPACED or not is_ordinary(word) else None
        piece = self._disguises.look(word, word) if way == SPACED else None
        return piece.name if piece and piece.way == GLUED else None

    def _unknown(self, page: Page, taken: set[int]) -> Iterator[Hit]:
        """Words that greet or sign like a name, though nobody is called so."""
        titles = word_list("titles")
        for slot in page.slots:
            places = page.words_in(slot)
            while len(places) > 1 and page.words[places[0]] in titles:
                places = places[1:]
            if not places or places[0] in taken or page.touches_hidden(places[0]):
                continue
            if rank := self._strange(page, places):
                taken.add(places[0])
                yield hit_of(page, places[:1], self._known, UNKNOWN, rank, ())

    def _strange(self, page: Page, places: range) -> str | None:
        """How bad it is that an unknown word stands where a name is expected; None if it is no name."""
        written = page.written(places[0])
        seams = seams_of(written)
        word = page.words[places[0]][: seams[0] if seams else None]  # 'MaryThe'
        if len(word) < LEAST or not page.is_title(places[0]) or written.isupper() or word in self._drawn:
            return None
        if word in languages.proper_words() or any(word in word_list(kind) for kind in _ADDRESSED) or is_opening(word):
            return None
        if not is_ordinary(word) and (word not in languages.words() or word in languages.given_names()):
            return MEDIUM
        return LOW if len(places) == 1 and word not in stop_words() and page.inside(places[0]) else None

    def _named(self, start: int, end: int, name: str, way: str, rank: str) -> Hit:
        return hit_at(start, end, self._known.words[name], way, rank, self._known.owners(name, *WORDS))
