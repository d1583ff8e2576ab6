"""Who speaks to whom: a directed graph among pseudonyms, from greetings, mentions and replies."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from ..cells import table_writer
from .edits import Edited

GREETING: Final = "greeting"
MENTION: Final = "mention"
REPLY: Final = "reply"
KINDS: Final = (GREETING, MENTION, REPLY)
# Where somebody says who writes, not who is written to.
_SIGNATURE: Final = "signature"
_GRAPHML: Final = "http://graphml.graphdrawing.org/xmlns"
# Attribute, of what, and its type.
_KEYS: Final = (
    ("messages", "node", "int"),
    ("kind", "edge", "string"),
    ("weight", "edge", "int"),
    ("mentions", "edge", "int"),
)


class Node(NamedTuple):
    """A participant.

    pseudonym (str): Who it is.
    messages (int): How many messages they wrote.
    """

    pseudonym: str
    messages: int


class Edge(NamedTuple):
    """What somebody does with somebody else.

    source, target (str): The author's pseudonym, and the other person's.
    kind (str): 'greeting', 'mention' or 'reply'.
    weight (int): In how many messages.
    mentions (int): How often the name stands there; 0 for replies.
    """

    source: str
    target: str
    kind: str
    weight: int
    mentions: int


class Network:
    """Counts message by message. Nobody speaks to themselves, and who did not consent is not in it.

    parents (bool): Messages say which one they answer: who is merely written to, as in a mail, is not answered.
    """

    def __init__(self, *, parents: bool = False) -> None:
        self._parents = parents
        self.read = 0
        self.without_author = 0
        # Mentions that may be of several people, or of nobody known.
        self.unclear = 0
        self._messages: Counter[str] = Counter()
        self._weights: Counter[tuple[str, str, str]] = Counter()
        self._mentions: Counter[tuple[str, str, str]] = Counter()

    def add(self, edited: Edited) -> None:
        """Count a message.

        edited (Edited): The message, with pseudonyms for ids of people.
        """
        self.read += 1
        author, answered = edited.message.author, edited.message.parent_author
        found: Counter[tuple[str, str, str]] = Counter()
        for edit in edited.edits:
            if edit.takes_part and edit.place != _SIGNATURE:
                self.unclear += edit.person is None
                if author is not None and edit.person not in (None, author):
                    kind = GREETING if edit.place == GREETING else MENTION
                    found[author, edit.person or "", kind] += 1
        if author is None:
            self.without_author += 1
            return
        self._messages[author] += 1
        self._mentions.update(found)
        self._weights.update(found.keys())
        if answered not in (None, author) and (edited.message.parent is not None or not self._parents):
            self._weights[author, answered or "", REPLY] += 1

    def nodes(self) -> Iterator[Node]:
        """YIELDS (Node): Everybody who writes, is named or is answered, in the order of their pseudonyms."""
        named = {target for _, target, _ in self._weights}
        yield from (Node(label, self._messages[label]) for label in sorted({*self._messages, *named}))

    def edges(self) -> Iterator[Edge]:
        """YIELDS (Edge): One for each kind and pair of people, in order."""
        yield from (Edge(*place, self._weights[place], self._mentions[place]) for place in sorted(self._weights))

    def to_csv(self, *, plain: bool = False) -> dict[str, str]:
        """RETURNS (dict[str, str]): The tables of nodes and edges.

        plain (bool): Cells that a spreadsheet would run as formulas are written as they are.
        """
        tables = {"nodes": (Node._fields, self.nodes()), "edges": (Edge._fields, self.edges())}
        texts = {}
        for name, (header, rows) in tables.items():
            stream = io.StringIO(newline="")
            writer = table_writer(stream, plain=plain)
            writer.writerow(header)
            writer.writerows(rows)
            texts[name] = stream.getvalue()
        return texts

    def to_graphml(self) -> str:
        """RETURNS (str): The graph as GraphML; two people may have an edge of each kind."""
        root = ET.Element("graphml", {"xmlns": _GRAPHML})
        for name, what, kind in _KEYS:
            ET.SubElement(root, "key", {"id": name, "for": what, "attr.name": name, "attr.type": kind})
        graph = ET.SubElement(root, "graph", {"edgedefault": "directed"})
        for node in self.nodes():
            _add_data(ET.SubElement(graph, "node", {"id": node.pseudonym}), {"messages": node.messages})
        for edge in self.edges():
            element = ET.SubElement(graph, "edge", {"source": edge.source, "target": edge.target})
            _add_data(element, {"kind": edge.kind, "weight": edge.weight, "mentions": edge.mentions})
        ET.indent(root)
        return ET.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _add_data(element: ET.Element, values: dict[str, str | int]) -> None:
    for name, value in values.items():
        ET.SubElement(element, "data", {"key": name}).text = str(value)
