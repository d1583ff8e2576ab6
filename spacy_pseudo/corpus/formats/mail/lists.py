"""Mailing lists: which addresses are theirs, and who wrote a mail that one of them has sent on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from email.message import Message as Mail
from typing import Final

from ....identifiers.embedded_names import holds_name, is_given, is_surname, is_word
from .people import ADDRESS, Person, clean_name, find_people, is_nobody, values

_VIA = re.compile(r"^(?P<name>.*?\S)['’]?\s+via\s+\S")
_MAILTO = re.compile(r"mailto:([^\s@<>?,]+@[^\s@<>?,]+)", re.IGNORECASE)
_LIST_ID = re.compile(r"<([\w+-]+)\.([\w.-]+)>")
_LIST_HEADERS: Final = ("List-Post", "List-Id", "X-BeenThere", "Mailing-List", "X-Mailing-List")
_LIST_LINKS: Final = ("List-Post", "List-Owner", "List-Subscribe", "List-Unsubscribe", "List-Help")
_ORIGINAL: Final = ("X-Original-From", "X-Original-Sender", "Reply-To")
# Hosts of nothing but lists
_HOST = re.compile(r"(?:.+\.)?(?:lists?|groups|listserv|mailman)\..+|(?:.+\.)?(?:googlegroups\.com|groups\.io)")
# What lists are called; the second is a person's address now and then.
_CALLED = re.compile(r".+-(?:list|ml|announce|discuss)")
_MAYBE_CALLED = re.compile(r".+(?:-l|list)")
_TAG = re.compile(r"\[([\w.+-]{2,60})[^\]\n]{0,20}\]")
_LISTED = re.compile(r"\b(?:list[ae]?n?|mailing\w*|group|forum|verteiler|announce\w*|discuss\w*|all)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2,}")
# So many people write to a list at least.
_WRITERS: Final = 3


def from_list(mail: Mail) -> bool:
    """RETURNS (bool): A mailing list has sent the mail."""
    return any(name in mail for name in _LIST_HEADERS)


def list_addresses(mail: Mail) -> set[str]:
    """RETURNS (set[str]): The addresses of the mailing list that has sent the mail; none if nobody says so."""
    if not from_list(mail):
        return set()
    found = {m.lower() for value in values(mail, *_LIST_LINKS) for m in _MAILTO.findall(value)}
    found.update(f"{m[1]}@{m[2]}".lower() for value in values(mail, "List-Id") for m in _LIST_ID.finditer(value))
    for value in values(mail, "X-BeenThere", "Mailing-List", "X-Mailing-List"):
        found.update(address.lower() for address in ADDRESS.findall(value))
    authors = {person.address for person in find_people(values(mail, "From"))}
    senders = {person.address for person in find_people(values(mail, "Sender"))}
    return {*found, *(senders - authors)} - {""}


def sender_of(mail: Mail, lists: Iterable[str]) -> Person:
    """Find who wrote a mail, also where a mailing list has put itself in the place: 'Mary Poe via Tides'.

    mail (Mail): The mail.
    lists (Iterable[str]): The addresses of mailing lists.
    RETURNS (Person): The sender; without an address where the list hides it.
    """
    people = find_people(values(mail, "From")) or find_people(values(mail, "Sender"))
    if not people:
        return Person("")
    sender, known = people[0], set(lists)
    via = _VIA.match(sender.name)
    if not via and sender.address not in known and not is_list_host(sender.address):
        return sender
    name = clean_name(via["name"]) if via else sender.name
    for header in _ORIGINAL:
        people = [person for person in find_people(values(mail, header)) if person.address not in known]
        others = [p for p in people if not is_nobody(p.address) and not is_list_host(p.address)]
        if len(others) == 1 and others[0].address:
            return Person(others[0].address, name or others[0].name)
    return Person("", name) if name else sender


class Addressed:
    """To whom mails go, and who writes to them: this tells a list where no header does."""

    def __init__(self) -> None:
        self._mails = 0
        self._count: Counter[str] = Counter()
        self._writers: dict[str, set[str]] = defaultdict(set)  # as many as matter
        self._tagged: set[str] = set()
        self._senders: set[str] = set()
        self._from_list = False

    def add(self, mail: Mail, sender: Person, to: Sequence[Person], subject: str) -> None:
        """Take in a mail.

        mail (Mail): Its headers.
        sender (Person): Who wrote it.
        to (Sequence[Person]): Whom it goes to, copies included.
        subject (str): Its subject, decoded.
        """
        self._mails += 1
        self._from_list |= from_list(mail)
        self._senders.add(sender.address)
        tags = {tag.lower() for tag in _TAG.findall(subject)}
        for address in {person.address for person in to} - {""}:
            self._count[address] += 1
            if address.partition("@")[0] in tags:
                self._tagged.add(address)
            writers = self._writers[address]
            if len(writers) < _WRITERS and sender.id is not None:
                writers.add(sender.id)

    def lists(self, people: dict[str, dict[str, None]]) -> set[str]:
        """Find the lists among all addresses.

        people (dict[str, dict[str, None]]): The names of each address.
        RETURNS (set[str]): The addresses of lists.
        """
        return {address for address, names in people.items() if self._is_list(address, names.keys())}

    def _is_list(self, address: str, names: Set[str]) -> bool:
        local = address.partition("@")[0]
        if is_list_host(address):
            return True
        if address in self._senders:
            return False
        if address in self._tagged or _CALLED.fullmatch(local):
            return True
        # Where most mails of a list go to, and nobody writes from.
        if self._from_list and self._count[address] * 2 > self._mails > 1:
            return True
        if any(" " in name and not _LISTED.search(name) for name in names):
            return False
        if _MAYBE_CALLED.fullmatch(local):
            return True
        return len(self._writers[address]) >= _WRITERS and not _is_named(local)


def is_list_host(address: str) -> bool:
    """RETURNS (bool): Nobody has an address of their own there: 'tides@lists.uni.example'."""
    return _HOST.fullmatch(address.partition("@")[2]) is not None


def _is_named(local: str) -> bool:
    """Somebody's name is in it: many may write to one person, who never answers."""
    words = _WORDS.findall(local)
    named = (is_given(word) or (not is_word(word) and (is_surname(word) or is_surname(word[1:]))) for word in words)
    dotted = 1 < len(parts := local.split(".")) < 4 and not all(
        map(is_word, parts)
    )  # 'f.ballantyne', no 'all.students'
    return dotted or holds_name(local) or any(named)
