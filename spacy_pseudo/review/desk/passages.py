"""The originals at the desk: by id, by thread, and what stands where in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ...key import Key
from ...message import Message
from ...passes.ledger import around
from ...people.decisions import SUBJECT
from ...people.kinship import Words
from ...text.lexing import Text
from ...text.markup import read_markup
from .cases import Place


class Messages:
    """The messages, by id.

    messages (Iterable[Message]): The originals.
    key (Key): The key, which knows where each stands.
    """

    def __init__(self, messages: Iterable[Message], key: Key) -> None:
        self.by_id: dict[str, Message] = {}
        self.threads: dict[tuple[str, str], list[str]] = defaultdict(list)
        for message in messages:
            if message.id is None:
                continue
            whole = key.context.complete(message)
            self.by_id[message.id] = whole
            self.threads[self.thread_of(whole)].append(message.id)

    @staticmethod
    def thread_of(message: Message) -> tuple[str, str]:
        """RETURNS (tuple[str, str]): What messages of one thread have in common."""
        return (message.session or "", message.thread) if message.thread is not None else ("", f"\0{message.id}")

    def field(self, id: str, field: str) -> str:
        """RETURNS (str): A text as it was read; empty if there is none."""
        message = self.by_id.get(id)
        return "" if message is None else (message.subject or "") if field == SUBJECT else message.text

    def shown(self, id: str, field: str, start: int, end: int) -> tuple[str, int, int] | None:
        """RETURNS (Optional[tuple[str, int, int]]): A text as readers see it, and where a place stands in that."""
        message = self.by_id.get(id)
        if message is None:
            return None
        if field == SUBJECT or not message.html:
            text = self.field(id, field)
            return (text, start, end) if end <= len(text) else None
        markup = read_markup(message.text)
        first, last = markup.to_text(start), markup.to_text(end - 1)
        return None if first is None or last is None else (markup.text, first, last + 1)

    def find(self, id: str, field: str, word: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Where something stands, letter by letter, in a text as it was read."""
        text, at = self.field(id, field), -1
        while (at := text.find(word, at + 1)) >= 0:
            yield at, at + len(word)

    def words(self, id: str, words: Words) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Where words follow each other in a text that was read, as readers see it."""
        message = self.by_id.get(id)
        if message is None:
            return
        markup = read_markup(message.text) if message.html else None
        prose = Text.of(markup.text if markup is not None else message.text).prose
        for n in range(len(prose.words) - len(words) + 1):
            if tuple(prose.folded[n : n + len(words)]) == words:
                start, end = prose.starts[n], prose.end(n + len(words) - 1)
                pieces = markup.source(start, end) if markup is not None else [(start, end)]
                yield pieces[0][0], pieces[-1][1]

    def place(self, id: str, field: str, start: int, end: int) -> Place | None:
        """RETURNS (Optional[Place]): A place with what stands around it; None if the messages have no such place."""
        shown = self.shown(id, field, start, end)
        if shown is None:
            return None
        text = self.field(id, field)[start:end]
        return Place(id, field, start, end, text, *around(*shown))
