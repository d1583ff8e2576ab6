"""From forms in a text to mentions: which of them are names here, and whom they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import regex

from .. import resources
from ..attrs import MISSPELLED, UNLINKED
from ..message import Message
from ..text import cues
from ..text.prose import Prose, prepare
from ..text.quote_tags import TAG, find_tags
from ..text.salutation_rules import BEARERS, USUAL, rules_for
from ..text.salutations import GREETING_KINDS, QUOTED, STRONG_KINDS, Slot
from ..text.words import atoms, fold, fold_all, is_title, native, small_words, word_list
from .beside import listed_after, word_after, words_beside
from .context import Context, Surroundings
from .evidence import BODY
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE
from .index import Claim, FormIndex, Found, without_overlaps
from .misspellings import Misspelling
from .owners import Owners
from .places import apart, edge, is_cited, place_of, related, signs
from .protection import Allowlist
from .runs import in_a_title, join_runs, other_person

_LONGEST_ACRONYM: Final = 4
_ADDRESSING: Final = STRONG_KINDS | {"bare", "thanks"}
_ON_A_LINE: Final = ("closing_line", "last_line", "line", "dash", "closing_far")


_FULL_NAME = regex.compile(r"\p{Lu}[\p{L}\p{M}]+(?:[ ]\p{Lu}\.?)*[ ](?:\p{Ll}+[ ])?\p{Lu}[\p{L}\p{M}'’]*\p{Ll}")


def _closes(prose: Prose, item: Found) -> bool:
    """'Best,' on a line of its own closes a message, whoever is called Best."""
    following = prose.text[item.end : item.end + 40]
    alone = following[:1] in (",", "\n", "") and prose.starts_sentence(item.start)
    return alone and rules_for().closing(item.words[0]) and bool(following.strip(", \n"))


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
        self._others: list[str] = []  # full names that stay in the text at hand
        self._kept = Allowlist(" ".join(words) for words in index.kept)

    def link(
        self,
        text: str,
        message: Message | None = None,
        *,
        slots: Sequence[Slot] = (),
        misspellings: Iterable[Misspelling] = (),
        protections: Sequence[tuple[int, int]] = (),
    ) -> list[Mention]:
        """Find the mentions in a message.

        text (str): The message's text.
        message (Optional[Message]): Its metadata.
        slots (Sequence[Slot]): Where names may stand in greetings and sign-offs.
        misspellings (Iterable[Misspelling]): Unknown words near known names.
        protections (Sequence[tuple[int, int]]): Names that stay.
        RETURNS (list[Mention]): In order, without overlaps.
        """
        prose = prepare(text)
        around = self.context.around(message)
        found = self.index.found(prose)
        letters = [alone for slot in slots if (alone := self.index.alone(text, slot.start, slot.end))]
        fitting = related(prose, slots, found, around, self.index)
        missed = [Found(m.start, m.end, m.names, self._misspelled(m.names), MISSPELLED) for m in misspellings]
        if missed or letters or fitting:
            found = without_overlaps([*fitting, *found, *letters, *(item for item in missed if item.claims)])
        taken = {position for start, end in protections for position in range(start, end)}
        self._others = [m.group() for start, end in protections if (m := _FULL_NAME.match(text, start, end))]
        for protection in self._kept.find(prose):
            taken.update(range(protection.start, protection.end))
        found = [item for item in found if taken.isdisjoint(range(item.start, item.end))]
        places = (*slots, *find_tags(text))
        slot_at = {position: slot for slot in reversed(places) for position in range(slot.start, slot.end)}
        mentions: list[Mention] = []
        for item in join_runs(prose, found, self.index):
            if taken.isdisjoint(range(item.start, item.end)):  # what was joined may span a name that stays
                slots_here = (slot_at[position] for position in range(item.start, item.end) if position in slot_at)
                slot = next(slots_here, None) or edge(prose.text, item, around)
                if slot is not None and slot.kind == TAG:
                    item = item._replace(claims=_announced(item.claims, mentions))
                mention = self._judge(prose, item, slot, around)
                if mention is not None and taken.isdisjoint(range(mention.start, mention.end)):
                    taken.update(range(mention.start, mention.end))
                    mentions.append(mention)
        for mention in (*self._unlinked(prose, slots, around), *self._listed(prose, mentions)):
            if taken.isdisjoint(range(mention.start, mention.end)):
                taken.update(range(mention.start, mention.end))
                mentions.append(mention)
        return sorted(mentions)

    def _misspelled(self, names: tuple[str, ...]) -> tuple[Claim, ...]:
        claims = {c.participant: c for name in names for c in self.index.claims((name,))}
        return tuple(c._replace(category=MISSPELLED) for c in claims.values() if c.kind in (GIVEN, NICK, SURNAME))

    # --- Is it a name? ---

    def _judge(self, prose: Prose, item: Found, slot: Slot | None, around: Surroundings) -> Mention | None:
        strong = slot is not None and slot.kind in STRONG_KINDS
        claims = item.claims
        if slot is None:
            claims = tuple(c for c in claims if self._in_body(prose, item, c, around))
        else:
            claims = tuple(c for c in claims if self._in_slot(prose, item, c, slot, around))
        if not claims:
            return None
        item = item._replace(claims=claims)
        other = other_person(prose, item, self.index, slot=strong)
        if other is not None:
            unnamed = [
                c
                for c in claims
                if not self.index.kinship.has_surname(c.participant) and around.in_thread(c.participant)
            ]
            if not unnamed:
                return None
            claims = tuple(unnamed)
            item = item._replace(start=other[0], end=other[1], claims=claims)
        surnames = tuple(c for c in claims if c.kind == SURNAME)
        if surnames and len(surnames) < len(claims) and cues.titled(prose.text, item.start):
            claims = surnames
        participants, certainty, reason = self._owners.decide(item.words, claims, slot, around)
        claim = next(c for c in claims if c.participant == participants[0])
        confidence = claim.confidence * self._reliability(item, slot, participants, around) * certainty
        item = self._whole_slot(prose, item, slot, participants, around)
        category = item.surface or claim.category
        place = BODY if slot is None else place_of(slot)
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
        if slot is None or slot.kind == QUOTED or slot.start < item.start or slot.end <= item.end:
            return item
        if participants != ((around.author if signs(slot) else around.parent),):
            return item
        rest = prose.text[item.end : slot.end]
        words = [word.strip(".,()") for word in rest.replace("-", " ").split()]
        if (
            not words
            or rest[0] not in " -,"
            or not all(is_title(word) or word[0] in "?\ufffd" for word in words if word)
        ):
            return item
        alone = slot.kind in _ON_A_LINE and len(words) < 3
        unknown = all(fold(word) not in resources.words() for word in words if len(word) > 1)
        if not signs(slot):
            others = any(self.index.claims((fold(word),)) for word in words)
            unknown = unknown and not others and len(words) < 3 and prose.text[slot.end : slot.end + 1] in ",:;!\n"
        return item._replace(end=slot.end) if alone or unknown else item

    def _in_slot(self, prose: Prose, item: Found, claim: Claim, slot: Slot, around: Surroundings) -> bool:
        if slot.kind == TAG:
            present = [c.participant for c in item.claims if around.in_thread(c.participant)]
            letters = claim.kind in (LETTER, LETTERS)
            return claim.participant in present if present else not letters or len(item.claims) == 1
        role = around.author if signs(slot) else around.parent if slot.kind in GREETING_KINDS else None
        whole = item.start <= slot.start and item.end >= slot.end - 1
        if claim.kind in (LETTER, LETTERS):
            known = claim.participant in (around.author, around.parent) if role is not None else len(item.claims) == 1
            return whole and known
        if claim.kind == TABLE:
            near = around.in_thread(claim.participant) or claim.participant in around.session
            return claim.participant == role or near or (slot.kind in STRONG_KINDS and len(item.claims) == 1)
        if claim.kind == SURNAME and slot.kind in ("footer", "line", "last_word", "bare"):
            here = claim.participant == role or around.in_thread(claim.participant)
            return here or cues.titled(prose.text, item.start)
        if slot.kind == "last_word" and self.index.statistics.ordinary(item.words[0]) and not apart(prose.text, item):
            return self._in_body(prose, item, claim, around)
        first = item.start <= slot.start + 1
        return first or self._in_body(prose, item, claim, around)

    def _in_body(self, prose: Prose, item: Found, claim: Claim, around: Surroundings) -> bool:
        text = prose.text
        surface = text[item.start : item.end]
        if claim.kind == FULL or claim.output is not None:
            return True
        if claim.kind == HANDLE:
            return item.words[0] not in resources.words()
        word = item.words[0]
        here = around.in_thread(claim.participant)
        title = any(is_title(atom.text) for atom in atoms(surface))
        if claim.kind == LETTERS:
            letters = "".join(item.words)
            if letters in word_list("abbreviations") or cues.attributive(text, item.start, item.end):
                return False
            if not surface.isupper():  # only if somebody was seen to use them
                return here and self.index.learned and surface.islower() and letters not in resources.words()
            # Of somebody who does not write here they are only if people speak of them so.
            known = here or (
                self.index.learned and len(item.claims) == 1 and (len(letters) > 2 or cues.does(text, item.end))
            )
            return known and not cues.shouting(text, item.start, item.end)
        if claim.kind == TABLE:
            return here and title and not self.index.statistics.ordinary(word)
        if len(item.words) > 1:
            if claim.kind != SURNAME:
                return title or any(len(part) > 3 and part not in resources.words() for part in item.words)
            return title and (here or cues.titled(text, item.start))
        ordinary = native(surface) and self.index.statistics.ordinary(word)
        if cues.dated(text, item.start, item.end, word) or _closes(prose, item):
            return False
        if claim.kind == SURNAME:
            titled = cues.titled(text, item.start)
            written = title or (len(word) > 4 and word not in resources.words())
            if titled or (here and cues.takes_part(text, item.start, item.end)):
                return written
            return written and here and not ordinary and not cues.attributive(text, item.start, item.end)
        if ordinary and cues.attributive(text, item.start, item.end):
            return False
        if self._is_discussed(text, item, claim.participant, around):
            return False
        if not here and in_a_title(prose, item, self.index):
            return False
        if item.surface is not None:
            return title or len(word) > 3
        if cues.compound(text, item.end) or self._is_acronym(text, item):
            return False
        near = here or claim.participant in around.session
        if not title and (ordinary or len(word) < 4 or word in resources.words()):
            return near and self._named_small(text, item, around)
        if ordinary:
            if surface.isupper() or (cues.function_word(word) and not cues.within(text, item.start)):
                return False
            if prose.starts_sentence(item.start) or word in resources.proper_words():
                return near and not cues.function_word(word) and self._named_first(text, item, here=here)
            return near or not around.session
        return not (
            word in resources.common_words() and prose.starts_sentence(item.start) and cues.governs(text, item.end)
        )

    def _is_acronym(self, text: str, item: Found) -> bool:
        """A short name in capitals among words that are not, of a thing: 'the MAX', 'MAX values'."""
        surface = text[item.start : item.end]
        if not surface.isupper() or len(surface) > _LONGEST_ACRONYM or cues.shouting(text, item.start, item.end):
            return False
        return cues.of_a_thing(text, item.start, item.end)

    def _named_first(self, text: str, item: Found, *, here: bool) -> bool:
        """A word that is ordinary as well begins a sentence, and what follows shows that it is a name."""
        if cues.acts(text, item.end) or cues.titled(text, item.start) or (here and cues.dashed(text, item.end)):
            return True
        other = word_after(text, item.end)
        if other is not None:  # 'Grace and I', 'Grace and Robert', but not 'Grace and elegance'
            return other in small_words("myself") or self._is_first_name(other)
        return self.index.statistics.mostly_named(item.words[0]) and cues.did(text, item.end)

    def _named_small(self, text: str, item: Found, around: Surroundings) -> bool:
        """A name in small letters that is short, or an ordinary word as well, and its place shows that it is a name."""
        word, start, end = item.words[0], item.start, item.end
        if cues.function_word(word):
            return False
        if cues.surely_person(text, start, end) or cues.owns(text, end):
            return True
        for other in words_beside(text, start, end):
            known = other[0].isupper() or fold(other) not in resources.words()
            if known and self._is_first_name(other):
                return True
        if word not in resources.words() and (cues.object_before(text, start) or cues.takes_part(text, start, end)):
            return True
        if not cues.in_small_letters(text):
            return False
        if word not in resources.common_words() and len(word) > 3 and not self.index.statistics.ordinary(word):
            return True
        # ', mark.' at the end of a sentence, or 'mark, ...' at its beginning
        return cues.addressed(text, start, end)

    def _is_first_name(self, word: str) -> bool:
        return any(claim.kind in (GIVEN, NICK, TABLE) for claim in self.index.claims((fold(word),)))

    def _is_discussed(self, text: str, item: Found, person: str, around: Surroundings) -> bool:
        """Somebody with this first name is spoken of by full name, too, and nothing shows that one of us is meant."""
        if person == around.author and cues.narrated(text, item.start, item.end):  # nobody speaks so of themselves
            return True
        if person in (around.author, around.parent):
            return False
        # People quote one another: only who does not write here is rather of a poem or an exercise.
        elsewhere = not around.in_thread(person) and cues.quoted(text, item.start, item.end)
        word, kin = item.words[0], self.index.kinship
        others = (fold_all(name) for name in self._others)
        other = any(first == word and not kin.resembles(person, rest[-1]) for first, *rest in others)
        spoken_of = elsewhere or other or around.discussed(word, person)
        if not spoken_of or cues.takes_part(text, item.start, item.end) or cues.expected(text, item.start):
            return False
        return not self._beside_one_here(text, item, around)

    def _beside_one_here(self, text: str, item: Found, around: Surroundings) -> bool:
        """'Robert and Mary say so', and Robert writes here, and no other Robert is spoken of."""
        for word in map(fold, words_beside(text, item.start, item.end)):
            here = [c.participant for c in self.index.claims((word,)) if c.kind in (GIVEN, NICK, TABLE)]
            if any(around.in_thread(person) and not around.discussed(word, person) for person in here):
                return True
        return False

    # --- Names of nobody ---

    def _unlinked(self, prose: Prose, slots: Sequence[Slot], around: Surroundings) -> Iterable[Mention]:
        """Words that stand where names stand and are very likely names, but lead to nobody."""
        given, words = resources.given_names(), resources.words()
        for slot in slots:
            if slot.kind not in _ADDRESSING and slot.kind != QUOTED:
                continue
            inside = atoms(prose.text[slot.start : slot.end])
            if not inside:
                continue
            first = inside[0]
            word = fold(first.text)
            start, end = slot.start + first.start, slot.start + first.end
            if prose.text[end : end + 1] == "-" or (len(inside) > 1 and is_cited(slot, around, self.index)):
                continue
            named = given.get(word, 0) >= (BEARERS if word in words else USUAL)
            if slot.kind == QUOTED and word in resources.proper_words():  # 'Florence, Italy' in a footer
                continue
            if named and is_title(first.text) and (word,) not in self.index.kept:
                yield Mention(start, end, (), UNLINKED, place_of(slot), 0.5, None, "name of nobody known")

    def _listed(self, prose: Prose, mentions: Sequence[Mention]) -> Iterable[Mention]:
        """Usual first names between those of participants: 'Mary, Priscilla and Robert'."""
        given, words = resources.given_names(), resources.words()
        for mention in mentions:
            listed = listed_after(prose.text, mention.end)
            while listed and given.get(fold(listed[1]), 0) >= USUAL and fold(listed[1]) not in words:
                start, end = listed.span(1)
                yield Mention(start, end, (), UNLINKED, "body", 0.5, None, "name of nobody known")
                listed = listed_after(prose.text, listed.end())
