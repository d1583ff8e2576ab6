"""What a person should know of a corpus, beside the key."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..corpus.replies import ThreadReport
from ..key import LANG
from ..message import Message
from ..people.roster import Roster
from ..text.language import find_language, is_covered
from ..text.markup import plain


@dataclass
class DiscoveryReport:
    """What a person should know of the corpus.

    messages (int): How many there are.
    anonymous (int): Messages without an author.
    empty (int): Messages without a text.
    authors (dict[str, int]): How many messages each person wrote.
    unknown_authors (dict[str, str]): Authors whom the roster lacks, with the id of their first message.
    threads (ThreadReport): What is wrong with the parents.
    unknown_excluded (int): People to be left out of whom there is no trace.
    suspicions (list[tuple[str, ...]]): Ids that may be one person's.
    look_alikes (set[str]): Texts that look like pseudonyms; nobody new gets one of them.
    lang (str): The language whose lists are used.
    languages (dict[str, int]): How many messages are in which language, as far as it can be told.
    foreign (list[tuple[str, str, float]]): Messages that these lists do not cover: id, language and its certainty.
    """

    messages: int = 0
    anonymous: int = 0
    empty: int = 0
    authors: dict[str, int] = field(default_factory=dict)
    unknown_authors: dict[str, str] = field(default_factory=dict)
    threads: ThreadReport = field(default_factory=ThreadReport)
    unknown_excluded: int = 0
    suspicions: list[tuple[str, ...]] = field(default_factory=list)
    look_alikes: set[str] = field(default_factory=set)
    lang: str = LANG
    languages: dict[str, int] = field(default_factory=dict)
    foreign: list[tuple[str, str, float]] = field(default_factory=list)

    def add(self, message: Message, roster: Roster) -> None:
        """Count a message.

        message (Message): The message; its author is a main id.
        roster (Roster): The people known before it.
        """
        message = plain(message)
        self.messages += 1
        self.empty += not message.text.strip()
        found = find_language(message.text)
        self.languages[found.lang] = self.languages.get(found.lang, 0) + 1
        if not is_covered(found.lang, self.lang):
            self.foreign.append((message.id or "", *found))
        if message.author is None:
            self.anonymous += 1
            return
        self.authors[message.author] = self.authors.get(message.author, 0) + 1
        if message.author not in roster:
            self.unknown_authors.setdefault(message.author, message.id or "")

    def extend(self, other: DiscoveryReport) -> None:
        """Add what there is to know of messages that come later, as far as it is counted message by message."""
        self.messages += other.messages
        self.anonymous += other.anonymous
        self.empty += other.empty
        for own, more in ((self.authors, other.authors), (self.languages, other.languages)):
            for what, n in more.items():
                own[what] = own.get(what, 0) + n
        for author, id in other.unknown_authors.items():
            self.unknown_authors.setdefault(author, id)
        self.look_alikes |= other.look_alikes
        self.foreign += other.foreign
