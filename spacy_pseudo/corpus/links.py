"""People in strings that machines made: addresses of pages, names of files, ids of elements. Bare pseudonyms stand in
their places, so that an address stays one; codes where it is not clear who is meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from .. import languages, resources
from ..identifiers.address_owners import Owners
from ..identifiers.strings import SURELY, NamesInStrings
from ..text.ranges import Ranges
from ..text.words import Atom, fold
from .logins import Logins
from .metadata import CODE

if TYPE_CHECKING:
    from ..key import Key
    from .metadata import MetadataRewriter

# Stands for everybody who did not consent.
NOBODY: Final = "nobody"
_SHORTEST: Final = 3
# An address that leads to another site; its host is no person unless all of a name is in it.
_SITE: Final = re.compile(r"\s*(?:[a-z][a-z0-9+.-]{1,10}:)?//(?P<host>[^/?#\s]*)", re.IGNORECASE)
_TOKEN: Final = re.compile(r"[^\W_]+")
_ID: Final = r"(?P<id>[^/?&#;=\s]+)"
# Where forums and learning platforms put the id of a person.
_OF_PEOPLE: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:(?<![\w.-])(?:users?|members?|profiles?|people|persons?|authors?|students?|u)|/user_avatar/[\w.-]+|"
        rf"user/pix\.php)/{_ID}",
        rf"(?:/~|/@){_ID}",
        rf"(?:(?<=[?&;#])|^)(?:user_?id|user_?name|u?id_?user|uid|user|user[12]|author(?:_?id)?|member(?:_?id)?"
        rf"|student(?:_?id)?|profile(?:_?id)?|login|(?P<maybe>from|to))={_ID}",
        rf"(?:user/(?!index\.)\w+|message/index|forum/user|blog/index|user)\.php\?(?:[^#]{{0,300}}&)?(?:amp;)?id={_ID}",
        # Classes of elements: 'user-43'.
        r"(?<![^\W_])(?:user|author|member|student|participant)(?:[_-]?id)?[_-](?P<id>[0-9]+)(?![^\W_])",
        rf"(?<!\S)comment-author-{_ID}",
    )
)


class Hidden(NamedTuple):
    """Somebody in a string.

    start (int): Where.
    end (int): Up to where.
    written (str): What is written there.
    participant (Optional[str]): Who it is; None if it is not clear, or did not consent.
    """

    start: int
    end: int
    written: str
    participant: str | None


class Links:
    """Finds people in strings that machines made.

    key (Key): The key.
    rewriter (MetadataRewriter): Knows what gives somebody away, and makes codes.
    """

    def __init__(self, key: Key, rewriter: MetadataRewriter) -> None:
        self._key = key
        self._rewriter = rewriter
        owners = Owners(key.roster, key.index, ids=key.pseudonyms.mode != "id")
        self._names = NamesInStrings(key.index, owners, rewriter.gives_away)
        self._labels = frozenset(_slug(label) for label in (*key.pseudonyms.everything(), NOBODY))
        self._ids = Logins(key.roster) if key.pseudonyms.mode != "id" else Logins(())
        self.find = lru_cache(maxsize=20_000)(self._find)

    def written_before(self, text: str) -> bool:
        """RETURNS (bool): There is a pseudonym in it, or a code: an earlier run has looked at it."""
        return any(self._is_done(token[0]) for token in _TOKEN.finditer(text)) or any(
            label in text for label in (self._labels if self._key.pseudonyms.named else ())
        )

    def code(self, text: str) -> str:
        """RETURNS (str): What is written where nothing but letters and digits may stand."""
        return self._rewriter.code(text)

    def hides(self, id: str) -> bool:
        """RETURNS (bool): The id of somebody who is not known would give them away."""
        return self._key.pseudonyms.mode != "id" and not self._is_done(id) and id.strip("0") != ""

    def _is_done(self, token: str) -> bool:
        named = self._key.pseudonyms.named
        return token in self._labels or CODE.fullmatch(token) is not None or (named and self._is_drawn(token))

    def _is_ignored(self, atom: Atom, taken: Ranges) -> bool:
        return taken.touch(atom.start, atom.end) or self._is_done(atom.text)

    def _is_drawn(self, token: str) -> bool:
        return fold(token) in self._key.drawn_words

    def _find(
        self, text: str, *, person: bool = False, guess: bool = True, source: str | None = None
    ) -> tuple[Hidden, ...]:
        """Find people in a string.

        text (str): The string, decoded.
        person (bool): It is said to be about a person: 'data-user-id'.
        guess (bool): Look also for names that are only a part of a word, and hide everything if it is not clear where
            one stands.
        source (Optional[str]): The number of the source that it comes from, unless it is the first: see `source_of`.
        RETURNS (tuple[Hidden, ...]): The places in order, without overlaps.
        """
        site = _SITE.match(text)
        public = site is not None and _is_public(site["host"])
        places = dict(self._id_places(text, person=person))
        found = list(self._by_id(text, places, source, public=public))
        found += _apart(
            self._by_login(text, source, whole=site is not None or not guess, least=2 if guess else 3), found
        )
        host = site.span("host") if site else (0, 0)
        taken, logins = Ranges(hidden[:2] for hidden in found), Ranges(places)
        guessed = guess and site is None
        done = 0
        names = []
        for word in self._names.find(text, lambda atom: self._is_ignored(atom, taken), guess=guessed):
            # On another site one name alone may be somebody else's.
            alone = site is not None and word.sure < SURELY
            if word.sure and not (alone and (public or word.start < host[1] or self._names.is_other(text, word))):
                start, end = _whole(text, word.start, word.end, logins)
                if start >= done:
                    names.append(self._of(text, start, end, [] if alone else sorted(word.people)))
                    done = end
        found = sorted([*found, *_apart(names, found)])
        if guessed and self._rewriter.gives_away(self._rest(text, found)):
            return (Hidden(0, len(text), self._rewriter.code(text), None),)
        return tuple(found)

    # --- Ids ---

    def _id_places(self, text: str, *, person: bool) -> Iterator[tuple[tuple[int, int], bool]]:
        """Where an id of a person stands, and whether that is sure even of somebody who is not known."""
        for pattern in _OF_PEOPLE:
            for found in pattern.finditer(text):
                yield found.span("id"), "maybe" not in pattern.groupindex or found["maybe"] is None
        if person:
            yield (0, len(text)), False

    def _by_id(
        self, text: str, places: Mapping[tuple[int, int], bool], source: str | None, *, public: bool
    ) -> Iterator[Hidden]:
        """Where an id of a person stands: it may be a number."""
        done = 0
        for (start, end), sure in sorted(places.items()):
            id = text[start:end]
            if start < done or not self.hides(id):
                continue
            # A number that is nobody's here is that of somebody who takes no part.
            number = sure and not public and id.isdecimal()
            if (who := self._ids.owner(id, source)) is not None or number:
                yield self._of(text, start, end, [who] if who is not None else [])
                done = end

    def _by_login(self, text: str, source: str | None, *, whole: bool, least: int) -> Iterator[Hidden]:
        """An id with letters in it, wherever it stands; in an address of another site as a word of its own."""
        logins = self._ids.logins(source)
        small = text.lower()
        if len(small) != len(text):
            small = text
        done = 0
        for at in range(len(small)):
            if at < done or (at and whole and small[at - 1].isalnum()):
                continue
            for length in self._ids.lengths:
                end = at + length
                if (person := logins.get(small[at:end])) is None or end > len(small) or length < least:
                    continue
                alone = not (small[at - 1 : at] if at else "").isalnum() and not small[end : end + 1].isalnum()
                ordinary = small[at:end] in languages.words()
                if (alone and not ordinary) or (not whole and length > _SHORTEST and (alone or not ordinary)):
                    yield self._of(text, at, end, [person])
                    done = end
                    break

    # --- What is written ---

    def _of(self, text: str, start: int, end: int, people: list[str]) -> Hidden:
        """A pseudonym of one person, otherwise a code; neither runs together with what stands beside it."""
        person = self._key.roster.get(people[0]) if len(people) == 1 else None
        who: str | None = None
        if person is not None and person.excluded:
            written = NOBODY
        elif len(people) == 1 and people[0] in self._key.pseudonyms:
            who, written = people[0], _slug(self._key.pseudonyms.label(people[0]))
        else:
            written = self._rewriter.code(text[start:end])
        before = "-" if start and text[start - 1].isalnum() else ""
        after = "-" if text[end : end + 1].isalnum() else ""
        return Hidden(start, end, f"{before}{written}{after}", who)

    def _rest(self, text: str, found: Iterable[Hidden]) -> str:
        pieces, at = [], 0
        for hidden in found:
            pieces += [text[at : hidden.start], " "]
            at = hidden.end
        rest = "".join([*pieces, text[at:]])
        return _TOKEN.sub(lambda token: " " if self._is_done(token[0]) else token[0], rest)


def _whole(text: str, start: int, end: int, logins: Ranges) -> tuple[int, int]:
    """A name, with the digits that make it a login where one stands: 'rgrey3'."""
    first, last = logins.around(start, end)
    rest = text[first:start] + text[end:last]
    return (start, end) if any(map(str.isalpha, rest)) else (first, last)


def _slug(label: str) -> str:
    return re.sub(r"[^\w.-]+", "-", label)


def _is_public(host: str) -> bool:
    """A site that everybody uses: what stands there is about nobody here."""
    labels = host.lower().rpartition("@")[2].partition(":")[0].split(".")
    return any(".".join(labels[n:]) in _public_sites() for n in range(len(labels)))


@cache
def _public_sites() -> frozenset[str]:
    return frozenset(resources.lines("online/public.txt"))


def _apart(new: Iterable[Hidden], known: list[Hidden]) -> list[Hidden]:
    """Those that overlap none that is known."""
    taken = Ranges(hidden[:2] for hidden in known)
    return [n for n in new if not taken.touch(n.start, n.end)]
