"""What each family of rules is worth: pseudonymise a corpus with one of them switched off, and score again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..attrs import GLUED, INITIALS, MISSPELLED, NICKNAME, STYLISED
from ..key import Key
from ..message import Message
from ..passes.apply import apply
from ..passes.discover import discover
from ..people.context import Context, Place
from ..people.roster import Roster
from .metrics import score_mentions
from .scores import GoldMention, MentionScores

if TYPE_CHECKING:
    from spacy.language import Language

# Our components in their order; some of them can be left out.
_COMPONENTS: Final = (
    "salutation_matcher", "misspelling_matcher", "protected_name_matcher", "participant_linker", "pseudonym_replacer"
)  # fmt: skip


@dataclass(frozen=True)
class Ablation:
    """What is switched off.

    roster (bool): The roster is used.
    learned (bool): Names are learned from the corpus; otherwise they follow from the roster alone.
    metadata (bool): Who wrote a message, and whom it answers, is known when it is pseudonymised.
    without (Collection[str]): Components that are left out.
    categories (Collection[str]): Categories of forms that are not found.
    context (bool): Threads, sessions and the order of messages are known; otherwise only author and addressee are.
    """

    roster: bool = True
    learned: bool = True
    metadata: bool = True
    without: Collection[str] = ()
    categories: Collection[str] = ()
    context: bool = True


ABLATIONS: Final[Mapping[str, Ablation]] = {
    "everything on": Ablation(),
    "no roster": Ablation(roster=False),
    "nothing learned from the corpus": Ablation(learned=False),
    "no metadata": Ablation(metadata=False),
    "no greetings and sign-offs": Ablation(without=("salutation_matcher",)),
    "no protection": Ablation(without=("protected_name_matcher",)),
    "no context for shared names": Ablation(context=False),
    "no nicknames": Ablation(categories=(NICKNAME,)),
    "no initials": Ablation(categories=(INITIALS,)),
    "no misspellings": Ablation(without=("misspelling_matcher",), categories=(MISSPELLED,)),
    "no stylised names": Ablation(categories=(STYLISED,)),
    "no glued names": Ablation(categories=(GLUED,)),
}


def run_ablations(
    messages: Sequence[Message], roster: Roster, gold: Mapping[str, Sequence[GoldMention]], *, allow: Iterable[str] = ()
) -> list[tuple[str, MentionScores]]:
    """Score a corpus with each family of rules switched off.

    messages (Sequence[Message]): The messages.
    roster (Roster): The participants.
    gold (Mapping[str, Sequence[GoldMention]]): The mentions by message id.
    allow (Iterable[str]): Names that stay.
    RETURNS (list[tuple[str, MentionScores]]): What is switched off, and the scores; first with everything on.
    """
    allowed = list(allow)
    return [(name, _score(messages, roster, gold, ablation, allowed)) for name, ablation in ABLATIONS.items()]


def _score(
    messages: Sequence[Message],
    roster: Roster,
    gold: Mapping[str, Sequence[GoldMention]],
    ablation: Ablation,
    allow: list[str],
) -> MentionScores:
    people = Roster(roster) if ablation.roster else None
    key = discover(messages, people, pseudonyms="id")
    if not ablation.learned:
        key = Key(roster, None, key.pseudonyms, key.context)
    given = list(messages)
    if not ablation.context or not ablation.metadata:
        places = key.context.places if ablation.metadata else {}
        key.context = Context()
        given = [_with_people(message, places.get(message.id or "")) for message in messages]
    nlp = _pipeline(key, ablation, allow)
    spans: dict[str, list[tuple[int, int, str | None]]] = {}
    for result in apply(given, key, nlp):
        found = (r for r in result.replacements if r["category"] not in ablation.categories)
        spans[result.message.id or ""] = [(r["start"], r["end"], r["participant"]) for r in found]
    return score_mentions(gold, spans, texts={message.id or "": message.text for message in messages})


def _with_people(message: Message, place: Place | None) -> Message:
    author, addressee = (place.author, place.parent_author) if place is not None else (None, None)
    return Message(message.text, message.id, author, parent_author=addressee)


def _pipeline(key: Key, ablation: Ablation, allow: list[str]) -> Language:
    import spacy

    from ..components.base import KeyedPipe

    nlp = spacy.blank(key.lang)
    for name in _COMPONENTS:
        if name not in ablation.without:
            pipe = nlp.add_pipe(name, config={"allow": allow} if name == "protected_name_matcher" else {})
            if isinstance(pipe, KeyedPipe):
                pipe.initialize(lambda: [], nlp=nlp, key=key)
    return nlp
