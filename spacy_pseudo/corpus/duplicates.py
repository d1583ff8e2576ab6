"""Messages with one id: copies are read once; of those that differ, somebody says which is read."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

import numpy

from ..attrs import FIELDS
from ..errors import Errors, PseudoError
from ..message import Message
from .columns import shown_id

REFUSE: Final = "refuse"
LAST: Final = "last"
FIRST: Final = "first"
# For those who only look for something: nothing is left out.
ALL: Final = "all"
DUPLICATES: Final = (REFUSE, LAST, FIRST)
# As `ReadReport.left_out` calls them.
COPIES: Final = "copies of messages"
VERSIONS: Final = "other versions of messages"
_TOLD: Final = 50


class Survey(NamedTuple):
    """Which messages of a source are not read.

    left_out (frozenset[int]): Their numbers in it, from 0.
    copies (int): How many of them are copies of one that is read.
    versions (int): How many are other versions of one that is read.
    """

    left_out: frozenset[int] = frozenset()
    copies: int = 0
    versions: int = 0


class _Version(NamedTuple):
    number: int
    place: int
    digest: bytes


def survey(
    read: Callable[[], Iterable[Message]],
    mode: str,
    *,
    path: str,
    line: Callable[[], int],
    option: str = "--duplicates {}",
) -> Survey:
    """Find messages with the id of another one.

    read (Callable[[], Iterable[Message]]): Gives the messages; asked again only if there are such.
    mode (str): Which is read of those that differ: 'last' or 'first'; 'refuse' is an error that tells all of them.
    path (str): The file, for messages.
    line (Callable[[], int]): The line of the message that was read last; 0 if there are no lines.
    option (str): How somebody says which; {} is the place of 'last' or 'first'.
    RETURNS (Survey): What is left out.
    """
    # Where all ids differ, which is usual, eight bytes of each are all that is kept.
    hashes = array("q", (hash(message.id) for message in read() if message.id is not None))
    ordered = numpy.sort(numpy.frombuffer(hashes, dtype=numpy.int64)) if hashes else numpy.empty(0)
    repeated = set(ordered[1:][ordered[1:] == ordered[:-1]].tolist())
    if not repeated:
        return Survey()
    found: dict[str, list[_Version]] = {}
    for number, message in enumerate(read()):
        if message.id is not None and hash(message.id) in repeated:
            version = _Version(number, line() or number + 1, _digest(message))
            found.setdefault(message.id, []).append(version)
    several = {id: versions for id, versions in found.items() if len(versions) > 1}
    edited = {id: versions for id, versions in several.items() if len({one.digest for one in versions}) > 1}
    if edited and mode == REFUSE:
        raise PseudoError(_told(edited, path, "lines" if line() else "messages", option))
    left_out: set[int] = set()
    copies = versions = 0
    for same in several.values():
        kept = same[-1] if mode == LAST else same[0]
        # Of copies of the one that is kept, the first is read.
        kept = next(one for one in same if one.digest == kept.digest)
        for one in same:
            if one is not kept:
                left_out.add(one.number)
                copies += one.digest == kept.digest
                versions += one.digest != kept.digest
    return Survey(frozenset(left_out), copies, versions)


def _digest(message: Message) -> bytes:
    """Of what a run reads; other columns may tell when a row was exported."""
    values = [getattr(message, name) for name in FIELDS]
    return hashlib.blake2b(repr((values, message.html)).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _told(edited: dict[str, list[_Version]], path: str, places: str, option: str) -> str:
    """All of them at once, so that nobody has to come back for the next."""
    which = [f"'{shown_id(id)}' ({places} {', '.join(str(one.place) for one in v)})" for id, v in edited.items()]
    more = f" and {len(which) - _TOLD} more" if len(which) > _TOLD else ""
    count = "1 id is that" if len(edited) == 1 else f"{len(edited)} ids are those"
    last, first = option.format(LAST), option.format(FIRST)
    return Errors.P139.format(path=path, count=count, which=", ".join(which[:_TOLD]) + more, last=last, first=first)
