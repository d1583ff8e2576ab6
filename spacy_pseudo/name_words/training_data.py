"""What the judge of name words learns from: corpora with gold mentions, lists judged by hand, and simulated forums.

A word is a name if it is the name of a person at least once: of a participant, of somebody whom only the writer knows,
a pet, but also of a cited author or a public figure. Whether such a name stays is for others to decide: those who
protect names do it mention by mention, with the text at hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from .. import resources
from ..corpus.tables import Table
from ..errors import Errors, PseudoError
from ..evaluation.gold import Corpus
from ..evaluation.measures.scores import NOBODY, GoldMention
from ..message import Message
from ..people.roster import Roster
from ..simulation import Settings, simulate
from ..text.words import fold, fold_all, word_list

_CORPORA: Final = "name_words/corpora.json"
_YES: Final = ("yes", "y", "1", "true")
_NO: Final = ("no", "n", "0", "false")
# Parts of names that are nobody's.
_NOT_NAMES: Final = ("particles", "titles", "suffixes")


class Source(NamedTuple):
    """Messages, and which of their words are names.

    name (str): What the corpus is called; words of one corpus are held out together.
    messages (list[Message]): The messages.
    names (frozenset[str]): Folded words that are names.
    judged (Optional[frozenset[str]]): Folded words that somebody has judged; None for all of them.
    roster_names (tuple[str, ...]): Names of the class list, where there is one.
    """

    name: str
    messages: list[Message]
    names: frozenset[str]
    judged: frozenset[str] | None = None
    roster_names: tuple[str, ...] = ()


def names_in(gold: Mapping[str, Sequence[GoldMention]]) -> frozenset[str]:
    """RETURNS (frozenset[str]): The folded words of all mentions of people; titles and the like are no names."""
    no_names = frozenset[str]().union(*(word_list(name) for name in _NOT_NAMES))
    people = (mention for mentions in gold.values() for mention in mentions if mention.who != NOBODY)
    return frozenset(word for mention in people for word in fold_all(mention.text)) - no_names


def answered(messages: Iterable[Message]) -> Iterator[Message]:
    """YIELDS (Message): The messages, with the author of the message that each answers, if that came before it."""
    authors: dict[str, str | None] = {}
    for message in messages:
        if message.id is not None:
            authors[message.id] = message.author
        if message.parent_author is None and message.parent in authors:
            message = replace(message, parent_author=authors[message.parent])
        yield message


def read_judged(path: Path) -> dict[str, bool]:
    """Read words that were judged by hand.

    path (Path): CSV with a header and the columns 'word' and 'name' (yes or no); others are not looked at, and neither
        are rows without an answer.
    RETURNS (dict[str, bool]): By folded word, whether it is a name.
    """
    table = Table(path)
    if not {"word", "name"} <= set(table.headers):
        raise PseudoError(Errors.P777.format(path=path))
    found: dict[str, bool] = {}
    for line, values in table.rows():
        answer = (table.text(values.get("name")) or "").strip().lower()
        if answer and answer not in (*_YES, *_NO):
            raise PseudoError(Errors.P776.format(path=path, line=line))
        if answer:
            found[fold((table.text(values.get("word")) or "").strip())] = answer in _YES
    return found


def of_corpus(name: str, corpus: Corpus) -> Source:
    """RETURNS (Source): A corpus with gold mentions; words of messages that nobody has looked at teach nothing."""
    messages = [message for message in answered(corpus.messages) if message.id in corpus.gold]
    return Source(name, messages, names_in(corpus.gold), None, roster_names(corpus.roster))


def of_list(name: str, messages: Iterable[Message], judged: Mapping[str, bool]) -> Source:
    """RETURNS (Source): Messages, and words of theirs that were judged by hand."""
    names = frozenset(word for word, is_name in judged.items() if is_name)
    return Source(name, list(answered(messages)), names, frozenset(judged))


def roster_names(roster: Roster) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): All registered names."""
    return tuple(name for participant in roster for name in participant.names)


# --- Simulated forums -------------------------------------------------------------------------------------------------


def simulated_settings() -> list[dict[str, Any]]:
    """RETURNS (list[dict[str, Any]]): Settings of the forums that the packaged model was trained on."""
    return list(_corpora())


@cache
def _corpora() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(resources.text(_CORPORA)))


def simulated(settings: Iterable[Mapping[str, Any]] | None = None) -> Iterator[Source]:
    """Make the forums that the packaged model was trained on.

    settings (Optional[Iterable[Mapping[str, Any]]]): Of each forum, settings of a simulation by name, and with 'roster'
        whether its class list is known, with 'metadata' whether it is known who wrote what.
    YIELDS (Source): Each forum, the same ones each time.
    """
    for number, values in enumerate(simulated_settings() if settings is None else settings, 1):
        chosen = dict(values)
        roster, metadata = chosen.pop("roster", False), chosen.pop("metadata", True)
        forum = simulate(Settings.from_dict(chosen))
        posts = list(forum.posts())
        messages = [post.message for post in posts]
        if not metadata:
            messages = [Message(message.text, id=message.id) for message in messages]
        yield Source(
            f"simulated {number}",
            list(answered(messages)),
            names_in({post.message.id or "": post.mentions for post in posts}),
            None,
            roster_names(forum.roster) if roster else (),
        )
