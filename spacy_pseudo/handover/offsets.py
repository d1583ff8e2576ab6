"""Clusters of mentions by characters, one object for each thread or message.

Offsets count characters (Unicode code points) from 0, the end is the character behind the last one: as fastcoref's
`get_clusters(as_strings=False)` has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.tokens import Doc

from ..attrs import PREFIX
from ..message import Message, message_of
from .clusters import clusters_of
from .threads import SEPARATOR


def clusters_in(docs: Sequence[Doc], name: str, *, prefix: str = PREFIX) -> dict[str, Any]:
    """Put the messages of a thread together, and say where people are named.

    docs (Sequence[Doc]): Docs as `make_doc` makes them.
    name (str): The thread's or message's id.
    prefix (str): Put before our span keys and extensions.
    RETURNS (dict[str, Any]): The id, the text, who speaks where (start, end, author, whom they answer, message), the
        clusters and whom they are about.
    """
    speakers: list[list[Any]] = []
    clusters: dict[str, list[list[int]]] = {}
    texts = [doc.text for doc in docs]
    start = 0
    for doc, text in zip(docs, texts, strict=True):
        message = message_of(doc, prefix=prefix) or Message()
        speakers.append([start, start + len(text), message.author, message.parent_author, message.id])
        for label, spans in clusters_of(doc, prefix=prefix).items():
            places = clusters.setdefault(label, [])
            places.extend([start + span.start_char, start + span.end_char] for span in spans)
        start += len(text) + len(SEPARATOR)
    return {
        "id": name,
        "text": SEPARATOR.join(texts),
        "speakers": speakers,
        "clusters": list(clusters.values()),
        "participants": list(clusters),
    }
