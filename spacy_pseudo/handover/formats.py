"""The formats of exports: who may see each of them, and how it is written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..cells import table_writer
from .bio import SIDES, SOURCE, TARGET, document_of
from .exports import Export

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from .edits import Edited

MESSAGE: Final = "message"
THREAD: Final = "thread"
UNITS: Final = (MESSAGE, THREAD)


@dataclass(frozen=True)
class Wish:
    """How an export is to be.

    lang (str): The language of the messages.
    by (str): What becomes one document: 'message' or 'thread'.
    side (str): Of formats with one text: 'target', the pseudonymised one, or 'source', the original.
    entities (bool): Mark mentions as entities.
    plain_cells (bool): Cells of tables that a spreadsheet would run as formulas are written as they are.
    """

    lang: str
    by: str = MESSAGE
    side: str = TARGET
    entities: bool = False
    plain_cells: bool = False


@dataclass(frozen=True)
class Format:
    """A format.

    write (Callable): Writes messages into a directory; gives counts.
    options (Mapping[str, Any]): Which wishes have a meaning, and their defaults.
    private (Callable): Whether it is private, with these wishes.
    """

    write: Callable[[Iterable[Edited], Path, Export, Wish], dict[str, int]]
    options: Mapping[str, Any]
    private: Callable[[Wish], bool]


def _never(wish: Wish) -> bool:
    return False


def _always(wish: Wish) -> bool:
    return True


def _of_originals(wish: Wish) -> bool:
    return wish.side == SOURCE


def _nlp(wish: Wish) -> Language:
    import spacy

    return spacy.blank(wish.lang)


def _documents(messages: Iterable[Edited], nlp: Language, wish: Wish, *, merge: bool) -> Iterator[list[Doc]]:
    """YIELDS (list[Doc]): The Docs of one document."""
    from .docs import make_doc
    from .threads import by_thread

    docs = (make_doc(edited, nlp, entities=wish.entities, merge=merge) for edited in messages)
    return by_thread(docs) if wish.by == THREAD else ([doc] for doc in docs)


class _Names:
    """Ids of documents, each given once.

    written (Callable[[str], str]): How an id is written.
    """

    def __init__(self, written: Callable[[str], str] = str) -> None:
        self._taken: set[str] = set()
        self._written = written

    def of(self, docs: Sequence[Doc], wish: Wish) -> str:
        """RETURNS (str): The message's id, or the thread's; with the session's, or a number, if there is another."""
        from ..message import Message, message_of

        first = message_of(docs[0]) or Message()
        name = self._written((first.thread if wish.by == THREAD else None) or first.id or MESSAGE)
        if name in self._taken and first.session:
            name = self._written(f"{first.session}/{name}")
        number, free = 1, name
        while free in self._taken:
            number += 1
            free = f"{name}_{number}"
        self._taken.add(free)
        return free


def write_docbin(messages: Iterable[Edited], place: Path, export: Export, wish: Wish) -> dict[str, int]:
    """Write `messages.spacy`: Docs of the pseudonymised text with mentions, clusters and metadata."""
    from spacy.tokens import DocBin

    from .clusters import set_clusters
    from .threads import join

    found, counts = DocBin(store_user_data=True), Counter[str]()
    for docs in _documents(messages, _nlp(wish), wish, merge=True):
        doc = join(docs) if wish.by == THREAD else docs[0]
        counts.update(messages=len(docs), documents=1, clusters=len(set_clusters(doc)))
        found.add(doc)
    found.to_disk(place / "messages.spacy")
    return dict(counts)


def write_conll(messages: Iterable[Edited], place: Path, export: Export, wish: Wish) -> dict[str, int]:
    """Write `messages.conll`, and `clusters.csv`, which says who is who."""
    from .conll import conll_of, field
    from .threads import join

    nlp, names, counts = _nlp(wish), _Names(field), Counter[str]()
    sentencizer = nlp.add_pipe("sentencizer")
    with export.file(place / "messages.conll") as stream, export.file(place / "clusters.csv") as table:
        writer = table_writer(table, plain=wish.plain_cells)
        writer.writerow(("document", "cluster", "pseudonym"))
        for docs in _documents(messages, nlp, wish, merge=False):
            name = names.of(docs, wish)
            text, people = conll_of(join([sentencizer(doc) for doc in docs]), name)
            stream.write(text)
            writer.writerows((name, number, label) for number, label in enumerate(people))
            counts.update(messages=len(docs), documents=1, clusters=len(people))
    return dict(counts)


def write_clusters(messages: Iterable[Edited], place: Path, export: Export, wish: Wish) -> dict[str, int]:
    """Write `clusters.jsonl`: texts, and where people are named, by characters."""
    from .offsets import clusters_in

    names, counts = _Names(), Counter[str]()
    with export.file(place / "clusters.jsonl") as stream:
        for docs in _documents(messages, _nlp(wish), wish, merge=True):
            found = clusters_in(docs, names.of(docs, wish))
            stream.write(_json(found) + "\n")
            counts.update(messages=len(docs), documents=1, clusters=len(found["clusters"]))
    return dict(counts)


def write_bio(messages: Iterable[Edited], place: Path, export: Export, wish: Wish) -> dict[str, int]:
    """Write `bio.json`: tokens with labels."""
    nlp, counts = _nlp(wish), Counter[str]()
    with export.file(place / "bio.json") as stream:
        stream.write("[")
        for number, edited in enumerate(messages):
            document = document_of(edited, nlp, side=wish.side)
            stream.write((",\n" if number else "\n") + _json(document))
            counts.update(messages=1, labelled=sum(label.startswith("B-") for label in document["labels"]))
        stream.write("\n]\n")
    return dict(counts)


def write_svala(messages: Iterable[Edited], place: Path, export: Export, wish: Wish) -> dict[str, int]:
    """Write a graph for each message, `0001.json` and so on, and `files.csv`, which says which is which."""
    from .svala import graph_of

    counts = Counter[str]()
    with export.file(place / "files.csv") as table:
        writer = table_writer(table, plain=wish.plain_cells)
        writer.writerow(("file", "message"))
        for number, edited in enumerate(messages, 1):
            name = f"{number:04}.json"
            with export.file(place / name) as stream:
                stream.write(_json(graph_of(edited, wish.lang)) + "\n")
            writer.writerow((name, edited.message.id))
            counts.update(messages=1, replacements=len(edited.edits))
    return dict(counts)


def write_alignment(messages: Iterable[Edited], place: Path, export: Export, wish: Wish) -> dict[str, int]:
    """Write `alignment.jsonl`: where what was replaced stands in both texts."""
    from .alignment import pieces_of

    nlp, counts = _nlp(wish), Counter[str]()
    with export.file(place / "alignment.jsonl") as stream:
        for edited in messages:
            pieces = pieces_of(edited, nlp)
            stream.write(_json({"id": edited.message.id, "pieces": pieces}) + "\n")
            counts.update(messages=1, replacements=len(pieces))
    return dict(counts)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


FORMATS: Final = {
    "docbin": Format(write_docbin, {"by": MESSAGE, "entities": False}, _never),
    "conll": Format(write_conll, {"by": THREAD, "plain_cells": False}, _never),
    "clusters": Format(write_clusters, {"by": THREAD}, _never),
    "bio": Format(write_bio, {"side": TARGET}, _of_originals),
    "svala": Format(write_svala, {"plain_cells": False}, _always),
    "alignment": Format(write_alignment, {}, _always),
}
__all__ = ["FORMATS", "SIDES", "UNITS", "Format", "Wish"]
