"""What simpler methods find: the class list or a deny list of it, two regular expressions, a pipeline's entities."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ....attrs import JOINT
from ....errors import Errors, PseudoError
from ....message import Message, make_doc
from ....people.display_names import parse_name
from ....people.roster import Participant, Roster
from ....scoring.mention_scores import Predicted
from .outputs import Names, Output, Spans, Watch, counted, unwatched
from .substitution import NameFinder, longest_first, places_of

if TYPE_CHECKING:
    from spacy.language import Language

# As printed in section 4.2 of Farrow et al.: at the end of a message, and at its beginning.
SENDER: Final = re.compile(r"(\w+(-\w+)?(\s+\w\.?)?)$")
RECIPIENT: Final = re.compile(r"^[hH][iI]\W+(\w+(-\w+)?)")
_DIGIT: Final = re.compile(r"\d")

PERSON_LABELS: Final = ("PERSON", "PER")

# Subsets double with every part of a name; nobody's has more.
_MOST_PARTS: Final = 8


def class_list(
    messages: Sequence[Message],
    roster: Roster,
    *,
    shortest: int = 1,
    any_case: bool = False,
    watch: Watch = unwatched,
) -> Names:
    """The registered names and all subsets of their parts, in the parts' order: first and last, first and middle, each
    part alone. Those that do not appear in the messages are left out.

    Names come as rosters have them ('KERR, David', 'Dr. Mary Poe (MJ)', an e-mail address): they are brought into the
    order of a tidy list first, as no class list deserves to fail by its commas. Words in capitals are taken in both
    ways; hyphenated parts also one by one; a preferred name in brackets with and without the surname. Nothing else is
    derived. A part appears if it stands anywhere outside the person's own longer forms.

    messages (Sequence[Message]): The messages.
    roster (Roster): The class list.
    shortest (int): Parts with fewer letters are left out: a deny list has none that are words more often than names.
    any_case (bool): Upper and lower case do not count; the map has every spelling that appears.
    watch (Watch): Shows how far it is.
    RETURNS (Names): Forms by participant, with the number of messages they appear in.
    """
    registered = {person.id: registered_forms(person, shortest=shortest) for person in roster}
    finder = NameFinder((form for forms in registered.values() for form in forms), any_case=any_case)
    owners: dict[str, dict[str, None]] = {}
    for person, forms in registered.items():
        for form in forms:
            owners.setdefault(finder.key(form), {})[person] = None

    def sightings() -> Iterator[tuple[str, str]]:
        for message in watch(messages):
            text = message.text
            hits: dict[str, list[tuple[int, int]]] = {}
            for start, end in finder.everywhere(text):
                for owner in owners[finder.key(text[start:end])]:
                    hits.setdefault(owner, []).append((start, end))
            for owner, own in hits.items():
                for form in {text[start:end] for start, end in longest_first(text, own)}:
                    yield owner, form

    return counted(sightings())


def registered_forms(person: Participant, *, shortest: int = 1) -> list[str]:
    """RETURNS (list[str]): The subsets of a participant's registered names without shorter parts, each once."""
    found: dict[str, None] = {}
    for display in person.names:
        for parts in _tidy(display):
            parts = tuple(part for part in parts if sum(map(str.isalpha, part)) >= shortest)
            for size in range(1, len(parts) + 1):
                found.update(dict.fromkeys(" ".join(subset) for subset in combinations(parts, size)))
    return list(found)


def _tidy(display: str) -> Iterator[tuple[str, ...]]:
    """The parts of a name in their order, once for each way they are written."""
    name = parse_name(display)
    if name.handle:
        yield (display.strip(),)
    whole = (*name.given, *name.surname)
    orders = [whole, (*name.preferred, *name.surname) if name.preferred else ()]
    raw = tuple(display.split())
    if not any(orders):  # a company, a mailbox: as it stands
        orders = [raw]
    elif len(raw) == len(whole) and raw != whole and tuple(word.strip(".") for word in raw) == whole:
        orders.append(raw)  # 'Mary J. Poe', with its full stop
    for parts in orders:
        for written in dict.fromkeys((parts, tuple(word.title() if word.isupper() else word for word in parts))):
            yield written[:_MOST_PARTS]
            single = tuple(piece for word in written for piece in word.split("-") if piece)
            if single != written:
                yield single[:_MOST_PARTS]


def expressions(messages: Sequence[Message], roster: Roster, *, watch: Watch = unwatched) -> Names:
    r"""The two regular expressions of Farrow et al., section 4.2, as printed.

    `(\w+(-\w+)?(\s+\w\.?)?)$` at the end of a message gives a name of its sender, the full stop after an initial
    taken off; `^[hH][iI]\W+(\w+(-\w+)?)` at the beginning gives one of the person it answers (every reply is assumed to
    address the author of its parent). What has a digit in it is dropped. White space around a message is no part of
    it; other marks are: nobody is found in 'Mary.' at the end.

    messages (Sequence[Message]): The messages.
    roster (Roster): Only for further ids of a person; may be empty.
    watch (Watch): Shows how far it is.
    RETURNS (Names): Forms by participant, with the number of messages in which they were found so.
    """
    places = places_of(messages, roster)

    def sightings() -> Iterator[tuple[str, str]]:
        for message in watch(messages):
            place, text = places[message.id or ""], message.text.strip()
            hits = ((place.author, SENDER.search(text)), (place.parent_author, RECIPIENT.search(text)))
            found = {(person, hit[1].rstrip(".")) for person, hit in hits if person is not None and hit is not None}
            yield from sorted(pair for pair in found if not _DIGIT.search(pair[1]))

    return counted(sightings())


def entities(messages: Sequence[Message], roster: Roster, nlp: Language, *, watch: Watch = unwatched) -> Names:
    """The people whom a pipeline finds (labels PERSON and PER), connected both to the sender and to the assumed
    recipient of the message they stand in, as Farrow et al. (section 4.2) did with names that a neural tool found.

    messages (Sequence[Message]): The messages.
    roster (Roster): Only for further ids of a person; may be empty.
    nlp (Language): The pipeline.
    watch (Watch): Shows how far it is.
    RETURNS (Names): Forms by participant, with the number of messages in which they were found so.
    """
    places = places_of(messages, roster)

    def sightings() -> Iterator[tuple[str, str]]:
        for message, found in _people_in(messages, nlp, watch):
            place = places[message.id or ""]
            people = {person for person in (place.author, place.parent_author) if person is not None}
            forms = {message.text[start:end] for start, end in found}
            yield from sorted((person, form) for person in people for form in forms)

    return counted(sightings())


def with_entities(messages: Sequence[Message], spans: Spans, nlp: Language, *, watch: Watch = unwatched) -> Output:
    """Replace the people whom a pipeline finds (labels PERSON and PER) besides what is replaced already. An entity over
    replaced names becomes one with them: whoever has all of these names; if nobody has, all who have one of them. An
    entity over none is replaced, and linked to nobody.

    messages (Sequence[Message]): The messages.
    spans (Spans): What is replaced already, by message id.
    nlp (Language): The pipeline.
    watch (Watch): Shows how far it is.
    RETURNS (Output): All that is replaced, and the map that follows from it.
    """
    found = {m.id or "": _united(spans[m.id or ""], people) for m, people in _people_in(messages, nlp, watch)}
    texts = {message.id or "": message.text for message in messages}
    forms = (
        {(person, texts[id][start:end]) for start, end, who in own if who is not None for person in who.split(JOINT)}
        for id, own in found.items()
    )
    return Output(counted(pair for pairs in forms for pair in sorted(pairs)), found)


def _people_in(
    messages: Sequence[Message], nlp: Language, watch: Watch
) -> Iterator[tuple[Message, list[tuple[int, int]]]]:
    docs = nlp.pipe(make_doc(nlp, message.text) for message in watch(messages))
    for message, doc in zip(messages, docs, strict=True):
        ents = [ent for ent in doc.ents if ent.label_ in PERSON_LABELS and ent.text.strip()]
        stripped = [(ent.text, ent.start_char + len(ent.text) - len(ent.text.lstrip())) for ent in ents]
        yield message, [(start, start + len(text.strip())) for text, start in stripped]


def _united(names: Iterable[Predicted], people: Iterable[tuple[int, int]]) -> list[Predicted]:
    """Spans that overlap become one."""
    united: list[tuple[int, int, list[set[str]]]] = []
    for start, end, who in sorted([*names, *((*place, None) for place in people)], key=lambda span: span[:2]):
        owners = [set(who.split(JOINT))] if who is not None else []
        if united and start < united[-1][1]:
            begin, until, before = united.pop()
            united.append((begin, max(end, until), before + owners))
        else:
            united.append((start, end, owners))
    return [
        (start, end, JOINT.join(sorted(set.intersection(*owners) or set.union(*owners))) if owners else None)
        for start, end, owners in united
    ]


def load_entities(model: str | Path | None) -> Language:
    """Load a pipeline that finds entities.

    model (Optional[Union[str, Path]]): An installed pipeline's name, or the directory of one.
    RETURNS (Language): The pipeline.
    """
    import spacy

    if model is None:
        raise PseudoError(Errors.P621.format(installed=installed()))
    try:
        nlp = spacy.load(model)
    except (OSError, ValueError, ImportError) as error:  # What spaCy says of a pipeline it cannot find or use.
        raise PseudoError(Errors.P622.format(model=model, error=type(error).__name__)) from error
    if not any("doc.ents" in nlp.get_pipe_meta(name).assigns for name in nlp.pipe_names):
        raise PseudoError(Errors.P623.format(model=model))
    return nlp


def installed() -> str:
    """RETURNS (str): A sentence that names the pipelines that are installed."""
    from spacy.util import get_installed_models

    names = sorted(get_installed_models())
    return f"Installed here: {', '.join(names)}." if names else "None is installed here."
