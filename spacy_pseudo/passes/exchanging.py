"""Exchanging: gathers the values of a corpus that are exchanged among its messages, before any of them is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..key import Key
from ..surrogates.strategies import SHUFFLE
from .apply import apply, renew, strategies_of

if TYPE_CHECKING:
    from spacy.language import Language

    from ..message import Message


def gather_values(messages: Iterable[Message], key: Key, nlp: Language) -> None:
    """Put into the key what values become that are to be exchanged; what is in it already stays. Messages that are not
    written lend nothing.

    messages (Iterable[Message]): All messages; not read if nothing is to be exchanged.
    key (Key): The key.
    nlp (Language): A pipeline as `make_pipeline` makes it, with this key.
    """
    labels = {label for label, strategy in strategies_of(nlp).items() if strategy == SHUFFLE}
    if not labels:
        return
    for number, result in enumerate(apply(messages, key, nlp)):
        if result.text is None:
            continue
        shown, id = result.shown, result.message.id or f"#{number}"
        fields = (shown.identifiers, shown.message.text), (shown.subject_identifiers, result.message.subject or "")
        for rows, text in fields:
            for row in rows:
                if row["category"] in labels:
                    key.exchange.add(row["category"], text[row["start"] : row["end"]], id, lang=key.lang)
    key.exchange.settle(key.secret)
    renew(nlp, key)
