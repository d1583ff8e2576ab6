"""The tool itself, whole or with one family of rules switched off: what each of them is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ....attrs import GLUED, INITIALS, JOINT, MISSPELLED, NICKNAME, STYLISED
from ....components.pseudo_pipe import KeyedPipe
from ....key import Key
from ....message import Message
from ....passes.apply import apply, make_pipeline
from ....passes.discover import discover
from ....people.context import Context, Place
from ....people.forms import variants
from ....people.name_map import Form
from ....people.roster import Participant, Roster
from ....text.words import fold_all
from .outputs import Output, Spans, Watch, ranked, unwatched

if TYPE_CHECKING:
    from spacy.language import Language

# Our components in their order; some of them can be left out.
_COMPONENTS: Final = (
    "salutation_matcher", "misspelling_matcher", "protected_name_matcher", "participant_linker", "pseudonym_replacer"
)  # fmt: skip


@dataclass(frozen=True)
class Ablation:
    """What is switched off.

    title (str): What it is called in a table.
    roster (bool): The roster is used.
    learned (bool): Names are learned from the corpus; otherwise they follow from the roster alone.
    metadata (bool): Who wrote a message, and whom it answers, is known when it is pseudonymised.
    without (Collection[str]): Components that are left out.
    categories (Collection[str]): Categories of forms that are not found.
    context (bool): Threads, sessions and the order of messages are known; otherwise only author and addressee are.
    """

    title: str
    roster: bool = True
    learned: bool = True
    metadata: bool = True
    without: Collection[str] = ()
    categories: Collection[str] = ()
    context: bool = True


WHOLE: Final = "ours"
ABLATIONS: Final[Mapping[str, Ablation]] = {
    WHOLE: Ablation("spacy-pseudo, everything on"),
    "ours-no-roster": Ablation("spacy-pseudo, no roster", roster=False),
    "ours-no-learning": Ablation("spacy-pseudo, nothing learned from the corpus", learned=False),
    "ours-no-metadata": Ablation("spacy-pseudo, no metadata", metadata=False),
    "ours-no-salutations": Ablation("spacy-pseudo, no greetings and sign-offs", without=("salutation_matcher",)),
    "ours-no-protection": Ablation("spacy-pseudo, no protection", without=("protected_name_matcher",)),
    "ours-no-context": Ablation("spacy-pseudo, no context for shared names", context=False),
    "ours-no-nicknames": Ablation("spacy-pseudo, no nicknames", categories=(NICKNAME,)),
    "ours-no-initials": Ablation("spacy-pseudo, no initials", categories=(INITIALS,)),
    "ours-no-misspellings": Ablation(
        "spacy-pseudo, no misspellings", without=("misspelling_matcher",), categories=(MISSPELLED,)
    ),
    "ours-no-stylised": Ablation("spacy-pseudo, no stylised names", categories=(STYLISED,)),
    "ours-no-glued": Ablation("spacy-pseudo, no glued names", categories=(GLUED,)),
}


def run_ablation(
    ablation: Ablation,
    messages: Sequence[Message],
    roster: Roster,
    *,
    allow: Iterable[str] = (),
    watch: Watch = unwatched,
) -> Output:
    """Pseudonymise a corpus with one family of rules switched off.

    ablation (Ablation): What is switched off.
    messages (Sequence[Message]): The messages.
    roster (Roster): The participants; may be empty.
    allow (Iterable[str]): Names that stay.
    watch (Watch): Shows how far it is.
    RETURNS (Output): The forms of the name map, without those that no message has or that a rule switched off would
        have found (where nothing is learned: those that follow from the roster); and the replaced spans, also of forms
        that are found in place and stand in no map, such as glued and stylised names.
    """
    people = Roster(roster) if ablation.roster and len(roster) else None
    key = discover(watch(messages), people, pseudonyms="id")
    seen = _seen(key)
    if not ablation.learned:
        key = Key(roster, None, key.pseudonyms, key.context)
        seen = [(person, form) for person, form in seen if fold_all(form.text) in _of_roster(roster.get(person))]
    given: Sequence[Message] = messages
    if not ablation.context or not ablation.metadata:
        places = key.context.places if ablation.metadata else {}
        key.context = Context()
        given = [_with_people(message, places.get(message.id or "")) for message in messages]
    nlp = _pipeline(key, ablation, list(allow))
    spans: Spans = {}
    kept: set[tuple[str, str]] = set()
    dropped: set[tuple[str, str]] = set()
    for result in apply(watch(given), key, nlp):
        here = spans.setdefault(result.message.id or "", [])
        for r in result.replacements:
            start, end, who = r["start"], r["end"], r["participant"]
            off = r["category"] in ablation.categories
            pairs = dropped if off else kept
            pairs |= {(person, result.message.text[start:end]) for person in (who or "").split(JOINT)}
            if not off:
                here.append((start, end, who))
    dropped -= kept
    names: dict[str, dict[str, int]] = {}
    for person, form in seen:
        if (person, form.text) not in dropped:
            names.setdefault(person, {})[form.text] = form.count or 0
    return Output(ranked(names), spans)


def _seen(key: Key) -> list[tuple[str, Form]]:
    """The name map without forms that no message has."""
    return [(person, form) for person, form in key.name_map or () if form.count != 0]


def _of_roster(person: Participant | None) -> set[tuple[str, ...]]:
    return {variant.words for variant in variants(person.names)} if person is not None else set()


def _with_people(message: Message, place: Place | None) -> Message:
    author, addressee = (place.author, place.parent_author) if place is not None else (None, None)
    return Message(message.text, message.id, author, parent_author=addressee)


def _pipeline(key: Key, ablation: Ablation, allow: list[str]) -> Language:
    import spacy

    if not ablation.without:
        return make_pipeline(key, allow=allow)
    nlp = spacy.blank(key.lang)
    for name in _COMPONENTS:
        if name not in ablation.without:
            pipe = nlp.add_pipe(name, config={"allow": allow} if name == "protected_name_matcher" else {})
            if isinstance(pipe, KeyedPipe):
                pipe.initialize(lambda: [], nlp=nlp, key=key)
    return nlp
