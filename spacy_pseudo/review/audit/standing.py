"""Which names of the class list stand in a text, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ... import resources
from ...text.words import stop_words, word_list
from .class_list import (
    FORM,
    FULL,
    GIVEN,
    INITIALS,
    KINDS,
    LEAST,
    LOGIN,
    MIDDLE,
    MOST_INITIALS,
    NICKNAME,
    SURNAME,
    ClassList,
)
from .disguises import (
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
from .ranking import HIGH, LOW, MEDIUM, is_ordinary, rank_word
from .shadow import Shadow
from .slots import is_opening

AS_IT_IS: Final = "as it is"
FOLDED: Final = "folded"
REVERSED: Final = "reversed"
MADE_OF: Final = "made of the name"
UNKNOWN: Final = "unknown name"
INITIAL_SURNAME: Final = "initial and surname"

# Words with a capital that are no names, where a name is expected: 'Hi Folks', 'Thank You'.
_ADDRESSED: Final = (
    *("groups", "persons", "roles", "course_roles", "titles", "adverbs", "pronouns", "fillers", "openers"),
    "companies",
)

_CALLED: Final = (GIVEN, FORM, NICKNAME, MIDDLE)
# What may stand between the words of one name, and of one that is turned round.
_BETWEEN = re.compile(r"[\s.'’\"“”()_+>-]{0,6}")
_TURNED = re.compile(r"[,_.-]?\s{0,2}")
_INITIAL = re.compile(r"\.?[ \t]?")
_TURNED_INITIAL = re.compile(r",?[ \t]{1,2}")
_LOGIN = re.compile(r"[\w+-]+(?:\.[\w+-]+)*")
_PIECE = re.compile(r"[^\W_]+")
_HOST = re.compile(r"@[\w-]+(?:\.[\w-]+)+")
# Between given name and surname there are no more words.
_FAR: Final = 3
# A name of so many letters is recognised in small letters too, if one of them is wrong.
_LONG: Final = 6


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


class NameFinder:
    """Finds them.

    known (ClassList): The names.
    drawn (frozenset[str]): Folded words of pseudonyms, which are nobody's names.
    thorough (bool): Look also for names that are not written as they are, and for unknown ones.
    """

    def __init__(self, known: ClassList, *, drawn: frozenset[str] = frozenset(), thorough: bool = True) -> None:
        self._known, self._drawn, self._thorough = known, drawn, thorough
        self._disguises = Disguises(known, drawn) if thorough else None
        self._wanted = frozenset(known.words).union(known.phrases) - drawn
        # A text without any of these holds no login: the longest piece of each.
        self._pieces = frozenset(max(_PIECE.findall(login) or [login], key=len) for login in known.logins)
        self.seen = 0

    def find(self, page: Page) -> list[Hit]:
        """Find the names in a text.

        page (Page): The text.
        RETURNS (list[Hit]): What stands there, in order; overlaps are resolved.
        """
        taken: set[int] = set()
        hits = self._exact(page, taken)
        if self._disguises is not None:
            hits += self._initials(page, taken)
            hits += self._disguised(page, taken, self._disguises)
            hits += self._unknown(page, taken)
        return _resolved(hits)

    def _exact(self, page: Page, taken: set[int]) -> list[Hit]:
        """What is written as it is, but for case, accents and the like."""
        known = [i for i, token in enumerate(page.tokens) if token.word in self._wanted]
        steps = (self._phrases, self._full, self._words)
        return [*(hit for step in steps for hit in step(page, known, taken)), *self._logins(page)]

    def worth(self, shadow: Shadow) -> bool:
        """RETURNS (bool): There may be something in a text; most hold nothing that is written as it is."""
        if self._thorough:
            return True
        if not self._wanted.isdisjoint(shadow.words()):
            return True
        if not shadow.text.isascii() and any(t.word in self._wanted for t in shadow.tokens()):
            return True
        return not self._pieces.isdisjoint(_PIECE.findall(shadow.text))

    # --- Names of several words ---

    def _phrases(self, page: Page, known: list[int], taken: set[int]) -> Iterator[Hit]:
        """Names and forms of several words, word by word as they are known."""
        tokens = page.tokens
        for i in known:
            forms = self._known.phrases.get(tokens[i].word)
            if forms is None or i in taken:
                continue
            for words in sorted(forms, key=len, reverse=True):
                places = range(i, i + len(words))
                if places.stop > len(tokens) or any(tokens[j].word != words[j - i] for j in places):
                    continue
                gaps = (page.gap(j) for j in places[1:])
                capitals = all(page.is_title(j) for j in places)
                if not all(_BETWEEN.fullmatch(gap) for gap in gaps):
                    continue
                if not capitals and all(is_ordinary(word) or len(word) < 2 for word in words):
                    continue
                taken.update(places)
                self.seen += len(words)
                kind = self._known.kind_of(words)
                rank = HIGH if kind == FULL or (kind == SURNAME and page.in_slot(i)) else MEDIUM
                yield self._hit(page, places, kind, frozenset(forms[words]), rank)
                break

    def _full(self, page: Page, known: list[int], taken: set[int]) -> Iterator[Hit]:
        """A given name and a surname of one person, in either order, with what may stand between them."""
        for i in known:
            if i in taken:
                continue
            word = page.tokens[i].word
            for first, last, gap, way in (
                (_CALLED, SURNAME, _BETWEEN, None),
                (SURNAME, _CALLED, _TURNED, REVERSED),
            ):
                owners = self._known.owners(word, *((first,) if isinstance(first, str) else first))
                end = self._goes_on(page, i, owners, (last,) if isinstance(last, str) else last, gap, taken)
                if end is None:
                    continue
                j, both = end
                pair = (word, page.tokens[j].word)
                if all(map(is_ordinary, pair)) and not (page.is_title(i) and page.is_title(j)):
                    continue
                places = range(i, j + 1)
                taken.update(places)
                self.seen += 2
                yield self._hit(page, places, FULL, both, HIGH, way)
                break

    def _goes_on(
        self, page: Page, i: int, owners: frozenset[str], kinds: Sequence[str], gap: re.Pattern[str], taken: set[int]
    ) -> tuple[int, frozenset[str]] | None:
        """Where a name that begins at a word ends, and whose it is."""
        for j in range(i + 1, min(i + 1 + _FAR, len(page.tokens))) if owners else ():
            if j in taken or not gap.fullmatch(page.gap(j)):
                return None
            word = page.tokens[j].word
            both = owners & self._known.owners(word, *kinds)
            if both and word != page.tokens[i].word:
                return j, both
            small = len(word) < 2 or word in word_list("particles")
            if not small and not owners & self._known.owners(word, MIDDLE, GIVEN, FORM, NICKNAME):
                return None
        return None

    # --- Single words ---

    def _words(self, page: Page, known: list[int], taken: set[int]) -> Iterator[Hit]:
        for i in known:
            token = page.tokens[i]
            kind = self._known.words.get(token.word)
            if kind is None or i in taken:
                continue
            self.seen += 1
            if kind == SURNAME and (hit := self._with_initial(page, i)):
                taken.add(i)
                yield hit
            elif rank := rank_word(page, i, kind):
                taken.add(i)
                yield self._hit(page, range(i, i + 1), kind, self._known.owners(token.word, *KINDS[2:-1]), rank)

    def _initials(self, page: Page, taken: set[int]) -> Iterator[Hit]:
        """Initials in capitals: those in use, and in running text others of three letters and more."""
        for i, token in enumerate(page.tokens):
            if len(token.word) > MOST_INITIALS or i in taken or token.word not in self._known.initials:
                continue
            if len(token.word) < 2 or not page.text[token.start : token.end].isupper() or not page.prose:
                continue
            used, signed = token.word in self._known.used, page.in_slot(i)
            if used or signed or len(token.word) >= LEAST:
                both, either = used and signed, used or signed
                rank = HIGH if both else MEDIUM if either and (signed or len(token.word) >= LEAST) else LOW
                taken.add(i)
                yield self._hit(page, range(i, i + 1), INITIALS, frozenset(self._known.initials[token.word]), rank)

    def _with_initial(self, page: Page, i: int) -> Hit | None:
        """'M. Poe', 'Poe, M.': an initial of somebody with this surname stands beside it."""
        tokens, owners = page.tokens, self._known.owners(page.tokens[i].word, SURNAME)
        for j, gap, order in ((i - 1, _INITIAL, (i - 1, i)), (i + 1, _TURNED_INITIAL, (i, i + 1))):
            if not 0 <= j < len(tokens) or len(tokens[j].word) > 2 or not page.is_title(j) or not page.is_title(i):
                continue
            written = page.text[tokens[j].start : tokens[j].end]
            if not written.isupper() or not gap.fullmatch(page.gap(order[1])) or written == "I":
                continue
            named = frozenset(owner for owner in owners if tokens[j].word[0] in self._known.given_of[owner])
            if named:
                return self._hit(page, range(order[0], order[1] + 1), INITIAL_SURNAME, named, MEDIUM)
        return None

    def _logins(self, page: Page) -> Iterator[Hit]:
        """Ids, user names and addresses, and what user names are made of."""
        logins, joined = self._known.logins, self._known.joined
        text, place = page.shadow.text, page.shadow.place
        if not self._thorough and self._pieces.isdisjoint(_PIECE.findall(text)):
            return
        for m in _LOGIN.finditer(text):
            owners = logins.get(m[0])
            if owners:
                host = _HOST.match(text, m.end())
                end = host.end() if host and m[0] + host[0] in logins else m.end()
                if not (m[0].isalpha() and is_ordinary(m[0])):
                    yield _at(*place(m.start(), end), LOGIN, AS_IT_IS, HIGH, owners)
                continue
            if self._thorough and m[0] in joined:
                yield _at(*place(*m.span()), LOGIN, MADE_OF, MEDIUM, joined[m[0]])
            for piece in _PIECE.finditer(text, *m.span()):
                if (owners := logins.get(piece[0])) and not piece[0].isalpha():
                    yield _at(*place(*piece.span()), LOGIN, AS_IT_IS, HIGH, owners)

    # --- What is not written as it is ---

    def _disguised(self, page: Page, taken: set[int], disguises: Disguises) -> Iterator[Hit]:
        for i, token in enumerate(page.tokens):
            if i in taken or token.word in self._known.words:
                continue
            written = page.text[token.start : token.end]
            piece = disguises.look(token.word, written)
            if piece is None or page.is_contracted(i):
                continue
            if piece.way == GLUED:
                yield self._glued(page, i, piece)
            else:
                looks = written.istitle() or len(piece.name) >= _LONG or page.in_slot(i)
                if not looks and len(piece.name) >= len(token.word):
                    continue  # a slip in an ordinary word, most of the time; a genitive is none
                rank = MEDIUM if looks and (piece.sure or page.in_slot(i)) else LOW
                taken.add(i)
                yield self._named(token.start, token.end, piece.name, NEAR, rank)
        for finder, way in ((spaced, SPACED), (divided, DIVIDED), (mixed, NEAR)):
            for start, end, meant in finder(page.text):
                if name := self._meant(meant, way, disguises):
                    yield self._named(start, end, name, way, MEDIUM)
        for start, end, meant in decoded(page.text):
            for hit in _resolved(self._exact(Page(meant, prose=False), set())):
                if hit.kind != NICKNAME and meant[hit.start : hit.end] not in page.text[start:end]:
                    yield Hit(start, end, hit.kind, ENCODED, hit.rank, hit.owners, ((start, end),))

    def _glued(self, page: Page, i: int, piece: Piece) -> Hit:
        """A name with something glued to it; if that is the rest of the name, it is a full one."""
        start, end, word = page.tokens[i]
        rest = word[: piece.start] + word[piece.end :]
        both = self._known.owners(piece.name) & self._known.owners(rest, *_CALLED, SURNAME)
        if both and rest in self._known.words:
            return _at(start, end, FULL, GLUED, HIGH, both)
        if len(word) == end - start:  # otherwise letters were folded into several
            start, end = start + piece.start, start + piece.end
        return self._named(start, end, piece.name, GLUED, MEDIUM if piece.sure else LOW)

    def _meant(self, meant: str, way: str, disguises: Disguises) -> str | None:
        word = Shadow(meant).text
        if way == NEAR:
            piece = disguises.look_through(word)
            return piece.name if piece else None
        if word in self._known.words and not is_ordinary(word):
            return word
        if way == SPACED and word not in resources.words():
            piece = disguises.look(word, word)
            return piece.name if piece and piece.way == GLUED else word if word in self._known.words else None
        return None

    def _unknown(self, page: Page, taken: set[int]) -> Iterator[Hit]:
        """Words that greet or sign like a name, though nobody is called so."""
        for slot in page.slots:
            places = page.words_in(slot)
            titles = word_list("titles")
            while len(places) > 1 and page.tokens[places[0]].word in titles:
                places = places[1:]
            if not places or places[0] in taken or page.touches_hidden(places[0]):
                continue
            i = places[0]
            token = page.tokens[i]
            written = page.text[token.start : token.end]
            if rank := self._strange(page, places, written):
                taken.add(i)
                yield self._hit(page, range(i, i + 1), UNKNOWN, frozenset(), rank)

    def _strange(self, page: Page, places: range, written: str) -> str | None:
        """How bad it is that an unknown word stands where a name is expected; None if it is no name."""
        seams = seams_of(written)
        word = page.tokens[places[0]].word[: seams[0] if seams else None]  # 'CheersMary', 'MaryThe'
        if len(word) < LEAST or not page.is_title(places[0]) or written.isupper() or word in self._drawn:
            return None
        if word in resources.proper_words() or any(word in word_list(kind) for kind in _ADDRESSED) or is_opening(word):
            return None
        if not is_ordinary(word) and (word not in resources.words() or word in resources.given_names()):
            return MEDIUM
        return LOW if len(places) == 1 and word not in stop_words() and page.inside(places[0]) else None

    # --- Hits ---

    def _named(self, start: int, end: int, name: str, way: str, rank: str) -> Hit:
        return _at(start, end, self._known.words[name], way, rank, self._known.owners(name, *KINDS[2:-1]))

    def _hit(
        self, page: Page, places: range, kind: str, owners: frozenset[str], rank: str, way: str | None = None
    ) -> Hit:
        tokens = page.tokens[places.start : places.stop]
        start, end = tokens[0].start, tokens[-1].end
        written = page.text[start:end]
        way = way or (AS_IT_IS if written.isascii() and not written.islower() else FOLDED)
        # Initials and particles beside a name need no reason of their own.
        words = tuple((t.start, t.end) for t in tokens if t.word in self._known.words)
        return Hit(start, end, kind, way, rank, tuple(sorted(owners)), words or ((start, end),))


def _at(start: int, end: int, kind: str, way: str, rank: str, owners: Iterable[str]) -> Hit:
    return Hit(start, end, kind, way, rank, tuple(sorted(owners)), ((start, end),))


def _resolved(hits: list[Hit]) -> list[Hit]:
    """One hit for each place: the worst, then the longest."""
    order = {HIGH: 0, MEDIUM: 1, LOW: 2}
    kept: list[Hit] = []
    covered: set[int] = set()
    for hit in sorted(hits, key=lambda hit: (order[hit.rank], hit.start - hit.end, hit.start)):
        places = range(hit.start, hit.end)
        if covered.isdisjoint(places):
            covered.update(places)
            kept.append(hit)
    return sorted(kept)
