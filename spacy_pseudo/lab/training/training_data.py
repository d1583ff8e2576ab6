"""What the judge of name words learns from: corpora with gold mentions, lists judged by hand, and simulated forums.

A word is a name if it is the name of a person at least once: of a participant, of somebody whom only the writer knows,
a pet, but also of a cited author or a public figure. Whether such a name stays is for others to decide: those who
protect names do it mention by mention, with the text at hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from ... import resources
from ...corpus.tables import ReadReport, Table
from ...corpus.word_lists import WORD, read_listing
from ...errors import Errors, PseudoError
from ...message import Message
from ...people.roster import roster_names
from ...scoring.scores import NOBODY, GoldMention
from ...text.words import fold, fold_all, word_list
from ..evaluation.gold import Corpus
from ..simulation import Settings, simulate

_CORPORA: Final = "name_words/corpora.json"
_NAME: Final = "name"
_YES: Final = ("yes", "y", "1", "true")
_NO: Final = ("no", "n", "0", "false")
# Parts of names that are nobody's.
_NOT_NAMES: Final = ("particles", "titles", "suffixes")


class Source(NamedTuple):
    """Messages, and which of their words are names.

    group (str): Words of one group are held out together; '' for words of one's own, which are so one by one.
    messages (list[Message]): The messages.
    names (frozenset[str]): Folded words that are names.
    judged (Optional[frozenset[str]]): Folded words that somebody has judged; None for all of them.
    roster_names (tuple[str, ...]): Names of the class list, where there is one.
    """

    group: str
    messages: list[Message]
    names: frozenset[str]
    judged: frozenset[str] | None = None
    roster_names: tuple[str, ...] = ()


def names_in(gold: Mapping[str, Sequence[GoldMention]]) -> frozenset[str]:
    """RETURNS (frozenset[str]): The folded words of all mentions of people; titles and the like are no names."""
    no_names = frozenset[str]().union(*(word_list(name) for name in _NOT_NAMES))
    people = (mention for mentions in gold.values() for mention in mentions if mention.who != NOBODY)
    return frozenset(word for mention in people for word in fold_all(mention.text)) - no_names


def of_list(messages: Iterable[Message], path: Path) -> Source:
    """Take messages whose words were judged by hand.

    messages (Iterable[Message]): The messages.
    path (Path): CSV. With a column 'name' beside 'word', rows say yes or no, and words without an answer teach nothing.
        Without it the file is the list that `spacy-pseudo words` wrote: a person has deleted the rows that are no
        names, and whatever is not there is none.
    RETURNS (Source): The messages, and which of their words are names.
    """
    table = Table(path, format="csv", report=ReadReport())
    headers = {header.strip().casefold(): header for header in table.headers}
    if _NAME not in headers:
        return Source("", list(messages), frozenset(row.word for row in read_listing(path)))
    if WORD not in headers:
        raise PseudoError(Errors.P777.format(path=path))
    judged: dict[str, bool] = {}
    for line, values, _ in table.rows():
        word, answer = ((values.get(headers[column]) or "").strip() for column in (WORD, _NAME))
        if answer and answer.casefold() not in (*_YES, *_NO):
            raise PseudoError(Errors.P776.format(path=path, line=line))
        if answer:
            judged[fold(word)] = answer.casefold() in _YES
    names = frozenset(word for word, is_name in judged.items() if is_name)
    return Source("", list(messages), names, frozenset(judged))


def of_corpus(corpus: Corpus) -> Source:
    """RETURNS (Source): A corpus with gold mentions; words of messages that nobody has looked at teach nothing."""
    messages = [message for message in corpus.messages if message.id in corpus.gold]
    return Source("", messages, names_in(corpus.gold), None, roster_names(corpus.roster))


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
            list(messages),
            names_in({post.message.id or "": post.mentions for post in posts}),
            None,
            roster_names(forum.roster) if roster else (),
        )
