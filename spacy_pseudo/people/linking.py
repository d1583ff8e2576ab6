"""From forms in a text to mentions: which of them are names here, and whom they name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import regex

from .. import languages
from ..attrs import MISSPELLED, UNLINKED
from ..message import Message
from ..text import cues
from ..text.gazetteer import places
from ..text.lexing import Prose, Text
from ..text.quote_tags import TAG, find_tags
from ..text.salutation_rules import BEARERS, USUAL, rules_for
from ..text.salutations import GREETING_KINDS, QUOTED, STRONG_KINDS, Slot
from ..text.words import atoms, fold, fold_all, is_title, native, small_words, word_list
from .beside import listed_after, word_after, words_beside
from .context import Context, Surroundings
from .discussed import of_a_story
from .evidence import BODY
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE
from .index import Claim, FormIndex, Found, without_overlaps
from .misspellings import Misspelling
from .owners import Owners
from .places import apart, edge, is_cited, place_of, related, signs
from .protection import Allowlist
from .reasons import DECIDED, DISCUSSED, INITIALS, NICKNAME, ORDINARY, OTHER, PLACE, TITLE, Reason
from .reasons import SURNAME as BARE_SURNAME
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


class Refusal(NamedTuple):
    """A place that may name somebody, and why it does not."""

    start: int
    end: int
    participants: tuple[str, ...]
    reason: Reason


class Weighed(NamedTuple):
    """What was decided about a text."""

    mentions: list[Mention]
    refusals: list[Refusal]


def _refused(item: Found, reason: Reason) -> Refusal:
    return Refusal(item.start, item.end, tuple(dict.fromkeys(claim.participant for claim in item.claims)), reason)


def _is_law(item: Found) -> bool:
    return any(claim.law for claim in item.claims)


def _is_written(text: str, item: Found) -> bool:
    """What a person wrote into the name map stands here: a word that is ordinary as well only with its capital."""
    return is_title(text[item.start : item.end]) or any(word not in languages.words() for word in item.words)


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

    def link(self, text: str, message: Message | None = None, **found: Any) -> list[Mention]:
        """RETURNS (list[Mention]): The mentions in a message, in order, without overlaps; see `weigh`."""
        return self.weigh(text, message, **found).mentions

    def weigh(
        self,
        text: str,
        message: Message | None = None,
        *,
        slots: Sequence[Slot] = (),
        misspellings: Iterable[Misspelling] = (),
        protections: Sequence[tuple[int, int]] = (),
    ) -> Weighed:
        """Decide about every form in a message.

        text (str): The message's text.
        message (Optional[Message]): Its metadata.
        slots (Sequence[Slot]): Where names may stand in greetings and sign-offs.
        misspellings (Iterable[Misspelling]): Unknown words near known names.
        protections (Sequence[tuple[int, int]]): Names that stay.
        RETURNS (Weighed): The mentions, in order, without overlaps; and what is no mention although it may be one.
        """
        prose = Text.of(text).prose
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
        found = [item for item in found if _is_law(item) or taken.isdisjoint(range(item.start, item.end))]
        stands = (*slots, *find_tags(text))
        slot_at = {position: slot for slot in reversed(stands) for position in range(slot.start, slot.end)}
        mentions: list[Mention] = []
        refusals: list[Refusal] = []
        for item in join_runs(prose, found, self.index):
            # What was joined may span a name that stays.
            if _is_law(item) or taken.isdisjoint(range(item.start, item.end)):
                slots_here = (slot_at[position] for position in range(item.start, item.end) if position in slot_at)
                slot = next(slots_here, None) or edge(prose.text, item, around)
                if slot is not None and slot.kind == TAG:
                    item = item._replace(claims=_announced(item.claims, mentions))
                judged = self._judge(prose, item, slot, around)
                if isinstance(judged, Refusal):
                    refusals.append(judged)
                elif judged.reason == DECIDED.text or taken.isdisjoint(range(judged.start, judged.end)):
                    taken.update(range(judged.start, judged.end))
                    mentions.append(judged)
        for mention in (*self._unlinked(prose, slots, around), *self._listed(prose, mentions)):
            if taken.isdisjoint(range(mention.start, mention.end)):
                taken.update(range(mention.start, mention.end))
                mentions.append(mention)
        return Weighed(sorted(mentions), refusals)

    def _misspelled(self, names: tuple[str, ...]) -> tuple[Claim, ...]:
        claims = {c.participant: c for name in names for c in self.index.claims((name,))}
        return tuple(c._replace(category=MISSPELLED) for c in claims.values() if c.kind in (GIVEN, NICK, SURNAME))

    # --- Is it a name? ---

    def _judge(self, prose: Prose, item: Found, slot: Slot | None, around: Surroundings) -> Mention | Refusal:
        strong = slot is not None and slot.kind in STRONG_KINDS
        against = [
            self._against(prose, item, claim, around)
            if slot is None
            else self._against_in_slot(prose, item, claim, slot, around)
            for claim in item.claims
        ]
        claims = tuple(claim for claim, reason in zip(item.claims, against, strict=True) if reason is None)
        if not claims:
            gravest = max(filter(None, against), key=lambda reason: reason.probability)
            elses = gravest == TITLE and other_person(prose, item, self.index, slot=strong) is not None
            return _refused(item, OTHER if elses else gravest)
        item = item._replace(claims=claims)
        law = tuple(claim for claim in claims if claim.law)
        other = other_person(prose, item, self.index, slot=strong) if not law else None
        if other is not None:
            unnamed = [
                c
                for c in claims
                if not self.index.kinship.has_surname(c.participant) and around.in_thread(c.participant)
            ]
            if not unnamed:
                return _refused(item, OTHER)
            claims = tuple(unnamed)
            item = item._replace(start=other[0], end=other[1], claims=claims)
        surnames = tuple(c for c in claims if c.kind == SURNAME)
        if surnames and len(surnames) < len(claims) and cues.titled(prose.text, item.start):
            claims = surnames
        claims = law or claims
        participants, certainty, reason = self._owners.decide(item.words, claims, slot, around)
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
        unknown = all(fold(word) not in languages.words() for word in words if len(word) > 1)
        if not signs(slot):
            others = any(self.index.claims((fold(word),)) for word in words)
            unknown = unknown and not others and len(words) < 3 and prose.text[slot.end : slot.end + 1] in ",:;!\n"
        return item._replace(end=slot.end) if alone or unknown else item

    def _against_in_slot(
        self, prose: Prose, item: Found, claim: Claim, slot: Slot, around: Surroundings
    ) -> Reason | None:
        """What speaks against a claim in a greeting or sign-off; None if nothing does."""
        if claim.law:
            return None
        if slot.kind == TAG:
            present = [c.participant for c in item.claims if around.in_thread(c.participant)]
            letters = claim.kind in (LETTER, LETTERS)
            quoted = claim.participant in present if present else not letters or len(item.claims) == 1
            return None if quoted else INITIALS if letters else OTHER
        role = around.author if signs(slot) else around.parent if slot.kind in GREETING_KINDS else None
        whole = item.start <= slot.start and item.end >= slot.end - 1
        if claim.kind in (LETTER, LETTERS):
            known = claim.participant in (around.author, around.parent) if role is not None else len(item.claims) == 1
            return None if whole and known else INITIALS
        if claim.kind == TABLE:
            near = around.in_thread(claim.participant) or claim.participant in around.session
            alone = slot.kind in STRONG_KINDS and len(item.claims) == 1
            return None if claim.participant == role or near or alone else NICKNAME
        if claim.kind == SURNAME and slot.kind in ("footer", "line", "last_word", "bare"):
            here = claim.participant == role or around.in_thread(claim.participant)
            return None if here or cues.titled(prose.text, item.start) else BARE_SURNAME
        if slot.kind == "last_word" and self.index.statistics.ordinary(item.words[0]) and not apart(prose.text, item):
            return self._against(prose, item, claim, around)
        first = item.start <= slot.start + 1
        return None if first else self._against(prose, item, claim, around)

    def _against(self, prose: Prose, item: Found, claim: Claim, around: Surroundings) -> Reason | None:
        """What speaks against a claim in running text; None if nothing does."""
        if claim.kind == FULL or claim.output is not None or (claim.law and _is_written(prose.text, item)):
            return None
        if claim.kind == HANDLE:
            return ORDINARY if item.words[0] in languages.words() else None
        here = around.in_thread(claim.participant)
        surface = prose.text[item.start : item.end]
        title = any(is_title(atom.text) for atom in atoms(surface))
        if claim.kind == LETTERS:
            return self._against_letters(prose.text, item, here=here)
        if claim.kind == TABLE:
            return self._against_nickname(prose, item, claim, around, title=title)
        if len(item.words) > 1:
            if claim.kind != SURNAME:
                named = title or any(len(part) > 3 and part not in languages.words() for part in item.words)
                return None if named else ORDINARY
            return None if title and (here or cues.titled(prose.text, item.start)) else BARE_SURNAME
        if cues.dated(prose.text, item.start, item.end, item.words[0]) or _closes(prose, item):
            return ORDINARY
        if claim.kind == SURNAME:
            return self._against_surname(prose.text, item, around, here=here)
        return self._against_first_name(prose, item, claim, around)

    def _against_nickname(
        self, prose: Prose, item: Found, claim: Claim, around: Surroundings, *, title: bool
    ) -> Reason | None:
        """What speaks against a nickname of the table, which nobody was seen to use."""
        word = item.words[0]
        if not title:
            return ORDINARY
        if around.in_thread(claim.participant):
            ordinary = self.index.statistics.ordinary(word)
            return ORDINARY if ordinary and not cues.addressed(prose.text, item.start, item.end) else None
        if len(item.claims) > 1 or not self._is_meant(prose.text, item, around):
            return NICKNAME
        if languages.given_names().get(word, 0) >= BEARERS and not prose.starts_sentence(item.start):  # 'ask Ken'
            return TITLE if in_a_title(prose, item, self.index) else None
        return self._against_first_name(prose, item, claim, around)

    def _against_letters(self, text: str, item: Found, *, here: bool) -> Reason | None:
        letters, surface = "".join(item.words), text[item.start : item.end]
        if letters in word_list("abbreviations") or cues.attributive(text, item.start, item.end):
            return INITIALS
        if not surface.isupper():  # only if somebody was seen to use them
            small = here and self.index.learned and surface.islower() and letters not in languages.words()
            return None if small else INITIALS
        # Of somebody who does not write here they are only if people speak of them so.
        known = here or (
            self.index.learned and len(item.claims) == 1 and (len(letters) > 2 or cues.does(text, item.end))
        )
        return None if known and not cues.shouting(text, item.start, item.end) else INITIALS

    def _is_meant(self, text: str, item: Found, around: Surroundings) -> bool:
        """The place speaks for somebody of the discussion: asked, thanked, agreed with, or named beside one of us."""
        return cues.engaged(text, item.start, item.end) or self._beside_one_here(text, item, around)

    def _against_surname(self, text: str, item: Found, around: Surroundings, *, here: bool) -> Reason | None:
        word, surface = item.words[0], text[item.start : item.end]
        title = is_title(atoms(surface)[0].text)
        ordinary = native(surface) and self.index.statistics.ordinary(word)
        if not title and (len(word) < 5 or word in languages.words()):
            return ORDINARY
        if cues.titled(text, item.start) or (here and cues.takes_part(text, item.start, item.end)):
            return None
        if ordinary or cues.attributive(text, item.start, item.end):
            return ORDINARY
        if here:
            return None
        cited = word in self.index.cited
        return None if title and not cited and self._is_meant(text, item, around) else BARE_SURNAME

    def _against_first_name(self, prose: Prose, item: Found, claim: Claim, around: Surroundings) -> Reason | None:
        text, word = prose.text, item.words[0]
        surface = text[item.start : item.end]
        here = around.in_thread(claim.participant)
        title = any(is_title(atom.text) for atom in atoms(surface))
        ordinary = native(surface) and self.index.statistics.ordinary(word)
        if ordinary and cues.attributive(text, item.start, item.end):
            return ORDINARY
        if self._is_discussed(prose, item, claim.participant, around):
            return DISCUSSED
        if not here and word in places() and cues.located(text, item.start):
            return PLACE
        if not here and in_a_title(prose, item, self.index):
            return TITLE
        if item.surface is not None:
            return None if title or len(word) > 3 else ORDINARY
        if cues.compound(text, item.end) or self._is_acronym(text, item):
            return ORDINARY
        near = here or claim.participant in around.session
        if not title and (ordinary or len(word) < 4 or word in languages.words()):
            return None if near and self._named_small(text, item, around) else ORDINARY
        if ordinary:
            if surface.isupper() or (cues.function_word(word) and not cues.within(text, item.start)):
                return ORDINARY
            if prose.starts_sentence(item.start) or word in languages.proper_words():
                named = near and not cues.function_word(word) and self._named_first(text, item, here=here)
                return None if named else ORDINARY
            return None if near or not around.session else ORDINARY
        governs = word in languages.common_words() and prose.starts_sentence(item.start)
        return ORDINARY if governs and cues.governs(text, item.end) else None

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
            known = other[0].isupper() or fold(other) not in languages.words()
            if known and self._is_first_name(other):
                return True
        if word not in languages.words() and (cues.object_before(text, start) or cues.takes_part(text, start, end)):
            return True
        if not cues.in_small_letters(text):
            return False
        if word not in languages.common_words() and len(word) > 3 and not self.index.statistics.ordinary(word):
            return True
        # ', mark.' at the end of a sentence, or 'mark, ...' at its beginning
        return cues.addressed(text, start, end)

    def _is_first_name(self, word: str) -> bool:
        return any(claim.kind in (GIVEN, NICK, TABLE) for claim in self.index.claims((fold(word),)))

    def _is_discussed(self, prose: Prose, item: Found, person: str, around: Surroundings) -> bool:
        """Somebody with this first name is spoken of by full name, too, or is a figure of the story that the text is
        about; and nothing shows that one of us is meant."""
        text = prose.text
        if person == around.author and cues.narrated(text, item.start, item.end):  # nobody speaks so of themselves
            return True
        if person in (around.author, around.parent):
            return False
        # People quote one another: only who does not write here is rather of a poem or an exercise.
        word, kin = item.words[0], self.index.kinship
        elsewhere = not around.in_thread(person) and (
            cues.quoted(text, item.start, item.end) or of_a_story(word, prose.vocabulary)
        )
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
        given, words = languages.given_names(), languages.words()
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
            if slot.kind == QUOTED and word in languages.proper_words():  # 'Florence, Italy' in a footer
                continue
            if named and is_title(first.text) and (word,) not in self.index.kept:
                yield Mention(start, end, (), UNLINKED, place_of(slot), 0.5, None, "name of nobody known")

    def _listed(self, prose: Prose, mentions: Sequence[Mention]) -> Iterable[Mention]:
        """Usual first names between those of participants: 'Mary, Priscilla and Robert'."""
        given, words = languages.given_names(), languages.words()
        for mention in mentions:
            listed = listed_after(prose.text, mention.end)
            while listed and given.get(fold(listed[1]), 0) >= USUAL and fold(listed[1]) not in words:
                start, end = listed.span(1)
                yield Mention(start, end, (), UNLINKED, "body", 0.5, None, "name of nobody known")
                listed = listed_after(prose.text, listed.end())
