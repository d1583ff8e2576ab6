"""From forms in a text to mentions: which of them are names here, and whom they name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from .. import languages
from ..attrs import MISSPELLED, UNLINKED
from ..message import Message
from ..text.gazetteer import places
from ..text.lexing import Prose, Text
from ..text.person_names import patterns_of_names
from ..text.quote_tags import TAG, find_tags
from ..text.ranges import Ranges, resolve
from ..text.salutations import QUOTED_KINDS, STRONG_KINDS, Slot
from ..text.speaker_labels import find_labels
from ..text.thresholds import BEARERS, USUAL
from ..text.words import atoms, fold, is_title, stop_words
from .allowlist import Allowlist
from .context import Context, Surroundings
from .evidence import BODY
from .form_table import Claim
from .forms import GIVEN, NICK, SURNAME
from .gates import Gates
from .index import FormIndex, Found
from .misspellings import Misspelling
from .owners import Owners
from .places import edge, is_cited, place_of, related, signs
from .reasons import DECIDED, NAMELIKE, OTHER, TITLE, Kept, Reason
from .runs import join_runs, other_person
from .voices import Voices

_ADDRESSING: Final = STRONG_KINDS | {"bare", "thanks", *QUOTED_KINDS}
# Nothing but a name is expected there.
_EXPECTING: Final = _ADDRESSING - set(QUOTED_KINDS)
_CALLED: Final = ("greeting", "thanks")
_LONG_SLOT: Final = 4  # words
_SET_OFF: Final = (",", "!", ":", ".", "\n", "")
_ON_A_LINE: Final = ("closing_line", "last_line", "line", "dash", "closing_far")


def _announced(claims: tuple[Claim, ...], mentions: Sequence[Mention]) -> tuple[Claim, ...]:
    """Whose words a tag marks was said above, if one of those whom it may name is named there."""
    people = {claim.participant for claim in claims}
    named = (mention.participants for mention in reversed(mentions) if len(mention.participants) == 1)
    told = next((person for (person,) in named if person in people), None)
    return claims if told is None else tuple(claim for claim in claims if claim.participant == told)


class Mention(NamedTuple):
    """A place in a message that names a participant.

    participants (tuple[str, ...]): One id; several, sorted, if nothing decides between them; none if unknown.
    reason (Optional[str]): Why more or fewer than one are named.
    """

    start: int
    end: int
    participants: tuple[str, ...]
    category: str
    place: str
    confidence: float
    output: str | None = None
    reason: str | None = None


class Weighed(NamedTuple):
    """What was decided about a text."""

    mentions: list[Mention]
    refusals: list[Kept]


def _refused(item: Found, reason: Reason) -> Kept:
    return Kept(item.start, item.end, tuple(dict.fromkeys(claim.participant for claim in item.claims)), reason)


def _unexplained(text: str, slots: Iterable[Slot], voices: Voices) -> Iterator[Kept]:
    """Words that stand where names stand, which nobody is known by and which may be what somebody is called."""
    for slot in slots:
        words = atoms(text[slot.start : slot.end]) if slot.kind in _EXPECTING else []
        if words and len(words) < _LONG_SLOT and any(fold(word.text) not in stop_words() for word in words):
            voice = voices.at(slot.start)
            person = voice.speaker if signs(slot) else voice.addressee
            yield Kept(slot.start, slot.end, (person,) if person is not None else (), NAMELIKE)


def _is_law(item: Found) -> bool:
    return any(claim.law for claim in item.claims)


class Linker:
    """Decides what is a mention and of whom; a pure function of message and key.

    index (FormIndex): Forms of all participants.
    context (Context): The corpus beyond the message.
    scope (str): Who is preferred when several share a name: people of the thread, of the session, or nobody.
    """

    def __init__(self, index: FormIndex, context: Context | None = None, *, scope: str = "session") -> None:
        self.index = index
        self.context = context if context is not None else Context()
        self.scope = scope
        self._owners = Owners(index, scope)
        self._kept = Allowlist(" ".join(words) for words in index.kept)

    def weigh(
        self,
        text: str,
        message: Message | None = None,
        *,
        slots: Sequence[Slot] = (),
        misspellings: Iterable[Misspelling] = (),
        protections: Sequence[tuple[int, int]] = (),
        tagged: Mapping[int, bool] = MappingProxyType({}),
    ) -> Weighed:
        """Decide about every form in a message.

        text (str): The message's text.
        message (Optional[Message]): Its metadata.
        slots (Sequence[Slot]): Where names may stand in greetings and sign-offs.
        misspellings (Iterable[Misspelling]): Unknown words near known names.
        protections (Sequence[tuple[int, int]]): Names that stay.
        tagged (Mapping[int, bool]): By where words begin, whether a tagger takes them for names, or for verbs and the
            like; others are left out.
        RETURNS (Weighed): The mentions, in order, without overlaps; and what is no mention although it may be one.
        """
        prose = Text.of(text).prose
        around = self.context.around(message)
        found = self.index.found(prose)
        letters = [alone for slot in slots if (alone := self.index.alone(text, slot.start, slot.end))]
        voices = Voices(text, around, self.index)
        fitting = related(prose, slots, found, around, voices, self.index)
        missed = [Found(m.start, m.end, m.names, self._misspelled(m.names), MISSPELLED) for m in misspellings]
        if missed or letters or fitting:
            found = resolve([*fitting, *found, *letters, *(item for item in missed if item.claims)])
        taken = Ranges([*protections, *((one.start, one.end) for one in self._kept.find(prose))])
        full = patterns_of_names().full
        others = [m.group() for start, end in protections if (m := full.match(text, start, end))]
        gates = Gates(self.index, prose, around, voices, others, tagged)
        found = [item for item in found if _is_law(item) or not taken.touch(item.start, item.end)]
        stands = (*find_labels(text), *slots, *find_tags(text))
        slot_at = {position: slot for slot in reversed(stands) for position in range(slot.start, slot.end)}
        mentions: list[Mention] = []
        refusals: list[Kept] = []
        for item in join_runs(prose, found, self.index):
            # What was joined may span a name that stays.
            if _is_law(item) or not taken.touch(item.start, item.end):
                slots_here = (slot_at[position] for position in range(item.start, item.end) if position in slot_at)
                slot = next(slots_here, None) or edge(prose.text, item, around)
                if slot is not None and slot.kind == TAG:
                    item = item._replace(claims=_announced(item.claims, mentions))
                judged = self._judge(prose, item, slot, around, gates, voices)
                if isinstance(judged, Kept):
                    refusals.append(judged)
                elif judged.reason == DECIDED.text or not taken.touch(judged.start, judged.end):
                    taken.add(judged.start, judged.end)
                    mentions.append(judged)
        for mention in self._unlinked(prose, slots, around):
            if not taken.touch(mention.start, mention.end):
                taken.add(mention.start, mention.end)
                mentions.append(mention)
        refusals += (kept for kept in _unexplained(text, slots, voices) if not taken.touch(kept.start, kept.end))
        return Weighed(sorted(mentions), refusals)

    def _misspelled(self, names: tuple[str, ...]) -> tuple[Claim, ...]:
        claims = {c.participant: c for name in names for c in self.index.claims((name,))}
        return tuple(c._replace(category=MISSPELLED) for c in claims.values() if c.kind in (GIVEN, NICK, SURNAME))

    # --- Is it a name? ---

    def _judge(
        self, prose: Prose, item: Found, slot: Slot | None, around: Surroundings, gates: Gates, voices: Voices
    ) -> Mention | Kept:
        strong = slot is not None and slot.kind in STRONG_KINDS
        against = [gates.against(item, claim, slot) for claim in item.claims]
        claims = tuple(claim for claim, reason in zip(item.claims, against, strict=True) if reason is None)
        if not claims:
            gravest = max(filter(None, against), key=lambda reason: reason.probability)
            elses = gravest == TITLE and other_person(prose, item, self.index, slot=strong) is not None
            return _refused(item, OTHER if elses else gravest)
        item = item._replace(claims=claims)
        law = tuple(claim for claim in claims if claim.law)
        other = other_person(prose, item, self.index, slot=strong) if not law else None
        if other is not None:
            here = (c for c in claims if around.in_thread(c.participant))
            claims = tuple(c for c in here if not self.index.kinship.has_surname(c.participant))
            if not claims:
                return _refused(item, OTHER)
            item = item._replace(start=other[0], end=other[1], claims=claims)
        claims = law or claims
        participants, certainty, reason = self._owners.decide(item.words, claims, slot, around, voices.at(item.start))
        claim = next(c for c in claims if c.participant == participants[0])
        confidence = claim.confidence * self._reliability(item, slot, participants, around) * certainty
        item = self._whole_slot(prose, item, slot, participants, around)
        category = item.surface or claim.category
        place = BODY if slot is None else place_of(slot)
        reason = reason if len(participants) > 1 or not law else DECIDED.text
        return Mention(item.start, item.end, participants, category, place, round(confidence, 4), claim.output, reason)

    def _reliability(
        self, item: Found, slot: Slot | None, participants: tuple[str, ...], around: Surroundings
    ) -> float:
        """How often a mention in such a place is right."""
        weights = self.index.weights
        far = not any(map(around.in_thread, participants))
        slip = weights.places.get(MISSPELLED, 1.0) if item.surface == MISSPELLED else 1.0
        return slip * weights.reliability(BODY if slot is None else slot.kind, far=far)

    def _whole_slot(
        self, prose: Prose, item: Found, slot: Slot | None, participants: tuple[str, ...], around: Surroundings
    ) -> Found:
        """'Mary' of 'Mary Jane P?e' in the author's own signature, or where she is greeted, begins one name."""
        if slot is None or slot.kind in QUOTED_KINDS or slot.start < item.start or slot.end <= item.end:
            return item
        if participants != ((around.author if signs(slot) else around.parent),):
            return item
        rest = prose.text[item.end : slot.end]
        words = list(filter(None, (word.strip(".,()") for word in rest.replace("-", " ").split())))
        if rest[0] not in " -," or len(words) > 2 or not all(is_title(word) or word[0] in "?\ufffd" for word in words):
            return item
        alone = slot.kind in _ON_A_LINE
        unknown = all(fold(word) not in languages.words() for word in words if len(word) > 1)
        if not signs(slot):
            others = any(self.index.claims((fold(word),)) for word in words)
            unknown = unknown and not others and prose.text[slot.end : slot.end + 1] in ",:;!\n"
        return item._replace(end=slot.end) if alone or unknown else item

    # --- Names of nobody ---

    def _unlinked(self, prose: Prose, slots: Sequence[Slot], around: Surroundings) -> Iterable[Mention]:
        """Words that stand where names stand and are very likely names, but lead to nobody."""
        given, words = languages.given_names(), languages.words()
        for slot in slots:
            inside = atoms(prose.text[slot.start : slot.end])
            if not inside or slot.kind not in _ADDRESSING:
                continue
            first = inside[0]
            word = fold(first.text)
            start, end = slot.start + first.start, slot.start + first.end
            double = prose.text[end : end + 1] == "-" and prose.text[end + 1 : end + 2].isalpha()  # 'Mary-Ann'
            if double or (len(inside) > 1 and is_cited(slot, around, self.index)):
                continue
            named = given.get(word, 0) >= (BEARERS if word in words else USUAL)
            called = slot.kind in _CALLED and len(inside) == 1 < len(word) and prose.text[end : end + 1] in _SET_OFF
            if called and around.parent is not None and word not in places():  # 'Hello Jinx,' to whom one answers
                named = named or word in given or (slot.kind == "greeting" and word not in words)
            if named and is_title(first.text):
                yield Mention(start, end, (), UNLINKED, place_of(slot), 0.5, None, "name of nobody known")
