"""What the headers of all mails say together: ids, copies, senders, lists, and who answers whom. No text is kept."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass
from email.message import Message as Mail
from hashlib import blake2b
from typing import Final, NamedTuple

from ...tables import ReadReport
from .headers import bare_ids_in, bare_subject, id_of, ids_in, is_answer, says_nothing, time_of
from .lists import Addressed, list_addresses, sender_of
from .people import Person, find_people, is_nobody, values
from .text import decode_words

_COPIES: Final = "copies"
# So many people to whom a mail goes are remembered; one that goes to more is written to nobody in particular.
_MOST: Final = 6
# So many of the messages that a mail names are remembered, the nearest ones; and the first.
_NEAREST: Final = 20
# So long after a mail, one with its subject may still be an answer, in seconds.
_WINDOW: Final = 30 * 24 * 3600


class Entry(NamedTuple):
    """Where a mail stands, found from the headers of all."""

    id: str
    author: str | None
    parent: str | None
    parent_author: str | None
    thread: str | None


@dataclass(slots=True)
class _Headers:
    """What is kept of one mail until all are known."""

    id: str
    time: float | None
    sender: Person
    to: tuple[str, ...]
    named: tuple[str, ...]  # messages that it answers, the nearest first
    maybe_named: tuple[str, ...]  # these may be addresses
    root: str | None
    subject: bytes | None  # of an answer that names no message
    number: int


class Survey:
    """Takes in the headers of all mails, then tells where each of them stands."""

    def __init__(self) -> None:
        self._mails: list[_Headers | None] = []
        self._left_out: Counter[str] = Counter()
        self._first: dict[str, tuple[float | None, bytes]] = {}
        self._taken: set[str] = set()
        self._people: dict[str, dict[str, None]] = {}  # names by address
        self._lists: set[str] = set()
        self._addressed = Addressed()
        self._dated: dict[bytes, list[tuple[float, int]]] = defaultdict(list)  # mails by subject
        self._stored: dict[bytes, list[int]] = defaultdict(list)  # the same in the order of the mailbox

    def leave_out(self, kind: str, mail: Mail | None = None) -> None:
        """Note that the next mail is not read, and why.

        kind (str): What it is.
        mail (Optional[Mail]): Its headers, if they tell of mailing lists that others came from.
        """
        self._mails.append(None)
        self._left_out[kind] += 1
        if mail is not None:
            self._lists |= list_addresses(mail)

    def add(self, mail: Mail, number: int) -> None:
        """Take in the next mail.

        mail (Mail): Its headers.
        number (int): Its place in the mailbox, from 1.
        """
        subject = decode_words(next(iter(values(mail, "Subject")), ""))
        bare, time = blake2b(bare_subject(subject).encode("utf-8", "replace"), digest_size=8).digest(), time_of(mail)
        given = id_of(mail)
        if given is not None and self._is_copy(given, time, bare):
            self.leave_out(_COPIES, mail)
            return
        self._lists |= list_addresses(mail)
        sender = sender_of(mail, self._lists)
        to = find_people(values(mail, "To"))
        others = [*find_people(values(mail, "From"))[1:], *find_people(values(mail, "Cc", "Bcc", "Reply-To"))]
        for person in (sender, *to, *others):
            if person.address:
                names = self._people.setdefault(person.address, {})
                if person.name:
                    names[person.name] = None
        self._addressed.add(mail, sender, (*to, *others), subject)
        answered = [id for value in values(mail, "In-Reply-To") for id in ids_in(value)]
        references = [id for value in values(mail, "References") for id in ids_in(value)]
        named = dict.fromkeys((*answered, *references[::-1]))
        bare_ids = (id for value in values(mail, "In-Reply-To", "References") for id in bare_ids_in(value))
        number_here = len(self._mails)
        self._stored[bare].append(number_here)
        if time is not None:
            self._dated[bare].append((time, number_here))
        headers = _Headers(
            self._new_id(given or f"mail-{number}"),
            time,
            sender,
            tuple(dict.fromkeys(person.address for person in to if person.address))[:_MOST],
            tuple(named)[:_NEAREST],
            tuple(bare_ids)[:_NEAREST],
            next(iter((*references, *answered)), None),
            bare if not named and is_answer(subject) and not says_nothing(subject) else None,
            number_here,
        )
        self._mails.append(headers)

    def _is_copy(self, id: str, time: float | None, subject: bytes) -> bool:
        """The same id twice is one mail, unless its date or its subject is another."""
        first = self._first.setdefault(id, (time, subject))
        if id not in self._taken:
            return False
        return first[0] == time if None not in (first[0], time) else first[1] == subject

    def _new_id(self, id: str) -> str:
        new, count = id, 1
        while new in self._taken:
            count += 1
            new = f"{id}~{count}"
        self._taken.add(new)
        return new

    def finish(self, report: ReadReport) -> list[Entry | None]:
        """Tell where the mails stand.

        report (ReadReport): Receives the people, and what was left out.
        RETURNS (list[Optional[Entry]]): One for each mail; None for those that are not read.
        """
        report.left_out.update(self._left_out)
        self._lists |= self._addressed.lists(self._people)
        by_name = self._addresses_by_name()
        authors: list[str | None] = []
        for mail in self._mails:
            author = self._author(mail.sender, by_name) if mail is not None else None
            authors.append(author)
            if mail is not None and author is not None and self._is_person(author):
                report.meet(author, mail.sender.name)
        for address, names in self._people.items():
            if self._is_person(address):
                for name in names or ("",):
                    report.meet(address, name)
        for times in self._dated.values():
            times.sort()
        pairs = zip(self._mails, authors, strict=True)
        return [self._entry(mail, author) if mail is not None else None for mail, author in pairs]

    def _is_person(self, address: str) -> bool:
        return address not in self._lists and not is_nobody(address)

    def _addresses_by_name(self) -> dict[str, str | None]:
        """The address of everybody whose name has only one."""
        found: dict[str, str | None] = {}
        for address, names in self._people.items():
            for name in names if self._is_person(address) else ():
                id = Person("", name).id or ""
                found[id] = address if found.get(id, address) == address else None
        return found

    @staticmethod
    def _author(sender: Person, by_name: dict[str, str | None]) -> str | None:
        if sender.address or sender.id is None:
            return sender.id
        return by_name.get(sender.id) or sender.id

    def _entry(self, mail: _Headers, author: str | None) -> Entry:
        known = (id for id in (*mail.named, *mail.maybe_named) if id in self._taken and id != mail.id)
        parent = next(known, None) or self._by_subject(mail)
        if parent is not None:
            return Entry(mail.id, author, parent, None, None)
        people = [address for address in mail.to if self._is_person(address) and address != author]
        addressee = people[0] if len(people) == 1 else None
        # 'Message from Mary <mary@uni.example> of Friday' names a person.
        missing = [id for id in mail.named if id != mail.id and id.lower() not in self._people]
        # Answers to several messages that are not there belong together by what these answer.
        if not missing:
            return Entry(mail.id, author, None, addressee, None)
        root = mail.root if mail.root is not None and mail.root.lower() not in self._people else missing[-1]
        return Entry(mail.id, author, missing[0], addressee, root)

    def _by_subject(self, mail: _Headers) -> str | None:
        """The latest earlier mail with the same subject, if it is not too long ago."""
        if mail.subject is None:
            return None
        if mail.time is None:
            stored = self._stored[mail.subject]
            at = bisect_left(stored, mail.number)
            number = stored[at - 1] if at else None
        else:
            times = self._dated[mail.subject]
            at = bisect_left(times, (mail.time, mail.number))
            number = times[at - 1][1] if at and mail.time - times[at - 1][0] <= _WINDOW else None
        earlier = self._mails[number] if number is not None else None
        return earlier.id if earlier is not None else None
