"""What speaks against a form being a name where it stands: each gate with the reason that the account gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import languages
from ..attrs import MISSPELLED
from ..text import cues
from ..text.gazetteer import places
from ..text.lexing import Prose
from ..text.quote_tags import TAG
from ..text.salutation_rules import rules_for
from ..text.salutations import STRONG_KINDS, Slot
from ..text.speaker_labels import LABEL
from ..text.thresholds import BEARERS, USUAL
from ..text.words import atoms, fold, fold_all, is_title, native, small_words, stop_words, word_list
from .context import Surroundings
from .discussed import invented, of_a_story
from .form_table import Claim
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK, SURNAME, TABLE
from .index import FormIndex, Found
from .places import apart
from .reasons import DISCUSSED, INITIALS, NEAR, NICKNAME, ORDINARY, OTHER, PLACE, TITLE, Reason
from .reasons import SURNAME as BARE_SURNAME
from .runs import in_a_title
from .voices import Voices


class Gates:
    """The gates, for one text.

    index (FormIndex): Forms of all participants.
    prose (Prose): The prepared text.
    around (Surroundings): Who wrote it, whom it answers, and who else is there.
    voices (Voices): Who speaks where in it, and to whom.
    others (Sequence[str]): Full names that stay in the text.
    tagged (Mapping[int, bool]): By where words begin, whether a tagger takes them for names or for verbs and the like.
    """

    def __init__(
        self,
        index: FormIndex,
        prose: Prose,
        around: Surroundings,
        voices: Voices,
        others: Sequence[str],
        tagged: Mapping[int, bool],
    ) -> None:
        self._index, self._prose, self._text, self._around = index, prose, prose.text, around
        self._voices, self._tagged = voices, tagged
        self._others = [fold_all(name) for name in others]

    def against(self, item: Found, claim: Claim, slot: Slot | None) -> Reason | None:
        """RETURNS (Optional[Reason]): What speaks against a claim where the form stands; None if nothing does."""
        if slot is None:
            return self._in_text(item, claim)
        return None if claim.law else self._in_slot(item, claim, slot)

    def _in_slot(self, item: Found, claim: Claim, slot: Slot) -> Reason | None:
        """In a greeting, a sign-off or before what is quoted."""
        around = self._around
        if slot.kind in (TAG, LABEL):
            return None
        here = around.in_thread(claim.participant)
        if claim.kind in (LETTER, LETTERS):
            beside = (around.author, around.parent, *self._voices.at(item.start))
            # Three letters that somebody was seen to use are hardly anything else.
            alone = len(item.claims) == 1 and len(item.words[0]) > 2 and (here or self._index.learned)
            return None if claim.participant in beside or alone else INITIALS
        if claim.kind == TABLE:
            alone = slot.kind in STRONG_KINDS and len(item.claims) == 1
            return None if here or claim.participant in around.session or alone else NICKNAME
        if claim.kind == SURNAME and slot.kind in ("footer", "line", "last_word", "bare"):
            return None if here or cues.titled(self._text, item.start) else BARE_SURNAME
        word = slot.kind == "last_word" and self._index.statistics.ordinary(item.words[0])
        first = item.start <= slot.start + 1 and (not word or apart(self._text, item))
        return None if first else self._in_text(item, claim)

    def _in_text(self, item: Found, claim: Claim) -> Reason | None:
        surface, word = self._text[item.start : item.end], item.words[0]
        title = any(is_title(atom.text) for atom in atoms(surface))
        # What a person wrote into the name map is a name; a word that is ordinary as well only with its capital.
        by_hand = claim.law and (is_title(surface) or any(w not in languages.words() for w in item.words))
        if claim.kind == FULL and not title and all(w in languages.words() for w in item.words):
            small = cues.in_small_letters(self._text) and stop_words().isdisjoint(item.words)
            return None if small or cues.object_before(self._text, item.start) else ORDINARY  # 'it will best be done'
        if claim.kind == FULL or claim.output is not None or by_hand:
            return None
        # Taggers err where it matters: a capital within a sentence counts more than what they say.
        telling = not title or self._prose.starts_sentence(item.start)
        if telling and self._is_tagged(item, name=False):
            person = cues.takes_part(self._text, item.start, item.end) or cues.does(self._text, item.end)
            if not person and not cues.opens_letter(self._text, item.start, item.end):
                return ORDINARY
        own = claim.participant == self._around.author and claim.kind in (GIVEN, NICK, TABLE)
        if own and cues.introduced(self._text, item.start, item.end):
            return None
        if claim.kind == HANDLE:
            return ORDINARY if word in languages.words() else None
        if claim.kind == LETTERS:
            return self._letters(item, claim)
        if claim.kind == TABLE:
            return self._nickname(item, claim, title=title)
        if len(item.words) > 1 and claim.kind != SURNAME:
            return None
        if cues.dated(self._text, item.start, item.end, word) or self._closes(item):
            return ORDINARY
        # Whoever signs with nothing but what the class list has for a surname goes by it: 'Linh' of 'Nguyen Mai Linh'.
        if claim.kind == SURNAME and not self._index.signs_only(claim.participant, item.words):
            return self._surname(item, claim, title=title)
        return self._first_name(item, claim, title=title)

    def _is_tagged(self, item: Found, *, name: bool) -> bool:
        """A tagger takes a word for a name, or an ordinary one for a verb or the like: 'Grace matters', 'Mark it', not
        'Raj is away', which small models take for a verb as well."""
        tagged = self._tagged.get(item.start) if len(item.words) == 1 else None
        return tagged is name and (name or self._index.statistics.ordinary(item.words[0]))

    def _is_ordinary(self, item: Found) -> bool:
        """A word of the language, or one that people here use as such, which no tagger takes for a name."""
        ordinary = native(self._text[item.start : item.end]) and self._index.statistics.ordinary(item.words[0])
        return ordinary and not self._is_tagged(item, name=True)

    def _closes(self, item: Found) -> bool:
        """'Best,' on a line of its own closes a message, whoever is called Best."""
        alone = self._text[item.end : item.end + 1] in (",", "\n", "") and self._prose.starts_sentence(item.start)
        return alone and rules_for().closing(item.words[0])

    def _letters(self, item: Found, claim: Claim) -> Reason | None:
        letters, surface = "".join(item.words), self._text[item.start : item.end]
        here, learned = self._around.in_thread(claim.participant), self._index.learned
        if letters in word_list("abbreviations") or cues.has_article(self._text, item.start):
            return INITIALS
        if not surface.isupper():  # only if somebody was seen to use them
            return None if here and learned and letters not in languages.words() else INITIALS
        # Of somebody who does not write here they are only if people speak of them so.
        spoken_of = learned and (len(letters) > 2 or cues.does(self._text, item.end))
        return None if here or spoken_of else INITIALS

    def _nickname(self, item: Found, claim: Claim, *, title: bool) -> Reason | None:
        """A nickname of the table, which nobody was seen to use."""
        word, here = item.words[0], self._around.in_thread(claim.participant)
        if not title:
            small = here and word not in languages.words() and cues.in_small_letters(self._text)
            called = small and (len(word) > 2 or cues.addressed(self._text, item.start, item.end))
            return None if called else ORDINARY  # 'lol kev', 'mo, are you there'
        if here:
            ordinary = self._index.statistics.ordinary(word)
            return ORDINARY if ordinary and not cues.addressed(self._text, item.start, item.end) else None
        meant = self._is_meant(item)
        if meant or self._is_usual(item, claim):  # 'ask Ken', 'on with Ken now'
            if not meant and self._is_discussed(item, claim.participant):
                return DISCUSSED
            if self._stands_as_name(item):
                return TITLE if in_a_title(self._prose, item, self._index) else None
        return self._first_name(item, claim, title=title) if meant and len(item.claims) == 1 else NICKNAME

    def _stands_as_name(self, item: Found) -> bool:
        """A usual first name, which no sentence begins with that may be about something else."""
        text, word = self._text, item.words[0]
        if languages.given_names().get(word, 0) < BEARERS:
            return False
        opens = word in languages.words() and self._prose.starts_sentence(item.start)
        return not opens or cues.addressed(text, item.start, item.end)

    def _is_usual(self, item: Found, claim: Claim) -> bool:
        """Here the word is a first name rather than anything else, one whose owner may well be known here."""
        text, word, start = self._text, item.words[0], item.start
        lower, capital, _ = self._index.statistics.counts.get(word, (0, 0, 0))
        name = item.surface is None and len(word) > 2 and lower <= capital
        if not name or word in word_list("calendar") or not self._around.is_near(claim.participant):
            return False
        # 'Sen. Kerry', 'Joe Bob'
        before = "" if text[start - 1 : start] != " " else next(iter(cues.words_before(text, start)[-1:]), "")
        double = before[:1].isupper() and fold(before) in languages.given_names()
        return not (double or cues.holds_office(text, start))

    def _is_meant(self, item: Found) -> bool:
        """The place speaks for somebody of the discussion: asked, thanked, agreed with, or named beside one of us."""
        return cues.engaged(self._text, item.start, item.end) or self._beside_one_here(item)

    def _surname(self, item: Found, claim: Claim, *, title: bool) -> Reason | None:
        text, word, here = self._text, item.words[0], self._around.in_thread(claim.participant)
        if not title and (len(word) < 5 or word in languages.words()):
            return ORDINARY
        if cues.titled(text, item.start) or (here and cues.takes_part(text, item.start, item.end)):
            return None
        # 'La Rue' is a surname, whatever its words are.
        if len(item.words) == 1 and self._is_ordinary(item):
            return ORDINARY
        if here or (title and word not in self._index.cited and self._is_meant(item)):
            return None
        return BARE_SURNAME

    def _first_name(self, item: Found, claim: Claim, *, title: bool) -> Reason | None:
        text, word, around = self._text, item.words[0], self._around
        surface = text[item.start : item.end]
        here = around.in_thread(claim.participant)
        near = here or claim.participant in around.session
        ordinary = self._is_ordinary(item)
        if (ordinary or surface.isupper()) and cues.has_article(text, item.start):  # 'State of the Art', 'the MAX'
            return ORDINARY
        if self._is_discussed(item, claim.participant):
            return DISCUSSED
        if not here and word in places() and cues.located(text, item.start):
            return PLACE
        word_too = word in languages.words() or word in languages.proper_words()
        of_a_kind = not here and word_too and cues.attributive(text, item.start, item.end)
        if of_a_kind and not cues.takes_part(text, item.start, item.end):
            return ORDINARY
        if not here and self._is_hyphened(item, claim.participant):
            return OTHER
        if not here and in_a_title(self._prose, item, self._index) and not self._beside_one_of_us(item):
            return TITLE
        if item.surface is not None:
            small = item.surface == MISSPELLED and not title and cues.in_small_letters(text)
            return NEAR if small and not here else None
        if text[item.end : item.end + 2] in ("'t", "’t"):  # 'Don't'
            return ORDINARY
        if not title and (ordinary or len(word) < 4 or word in languages.words()):
            known = here and not ordinary and (word not in languages.words() or self._is_tagged(item, name=True))
            return (
                None
                if known or (around.is_near(claim.participant) and self._named_small(item, here=here))
                else ORDINARY
            )
        rather = self._index.statistics.rather_name(word) and not cues.before_thing(text, item.end)
        if not ordinary or rather:
            return None
        if surface.isupper() or not around.is_near(claim.participant):
            return ORDINARY
        # '1/3So far', too
        opens = self._prose.starts_sentence(item.start) or text[item.start - 1 : item.start].isdigit()
        return ORDINARY if opens and not self._opens(item, near=near) else None

    def _is_hyphened(self, item: Found, person: str) -> bool:
        """A given name is joined to it that is none of the person's: 'Jean-Louis'."""
        before = (
            cues.words_before(self._text, item.start)[-1:] if self._text[item.start - 1 : item.start] == "-" else []
        )
        known = (
            fold(word) for word in before if is_title(word) and languages.given_names().get(fold(word), 0) >= USUAL
        )
        return any(not self._index.kinship.resembles(person, word) for word in known)

    def _opens(self, item: Found, *, near: bool) -> bool:
        """A word that is ordinary as well begins a letter, a line or a sentence, and what is beside it shows that it is
        a name."""
        text, start, end = self._text, item.start, item.end
        if cues.opens_letter(text, start, end):
            return True
        if cues.function_word(item.words[0]):  # 'So, I think'
            return False
        if cues.does(text, end) or cues.wrapped_object(text, start):
            return True
        if near and (cues.acts(text, end) or cues.owns(text, end) or cues.titled(text, start)):
            return True
        other = cues.joined_after(text, end) if near else None
        # 'Grace and I', 'Grace and Robert', but not 'Grace and elegance'
        return other is not None and (
            other in small_words("myself") or other in small_words("possessives") or self._is_first_name(other)
        )

    def _named_small(self, item: Found, *, here: bool) -> bool:
        """A name in small letters that is short, or an ordinary word as well, and its place shows that it is a name."""
        text, word, start, end = self._text, item.words[0], item.start, item.end
        if cues.function_word(word):  # 'Thank you so much'
            return False
        if cues.surely_person(text, start, end) or cues.owns(text, end):
            return True
        if self._beside_one_of_us(item):
            return True
        if not cues.in_small_letters(text):
            return False
        if word not in languages.common_words() and (here or len(word) > 3):
            return True
        # ', mark.' at the end of a sentence, or 'mark, ...' at its beginning; 'ty mark', 'mark u were there'
        return cues.addressed(text, start, end) or (here and cues.called(text, start, end))

    def _is_first_name(self, word: str) -> bool:
        return any(claim.kind in (GIVEN, NICK, TABLE) for claim in self._index.claims((fold(word),)))

    def _is_discussed(self, item: Found, person: str) -> bool:
        """Somebody with this first name is spoken of by full name, too, or is a figure of the story that the text is
        about; and nothing shows that one of us is meant."""
        text, around, word = self._text, self._around, item.words[0]
        if person in (around.author, around.parent):
            return False
        # People quote one another: only who does not write here is rather of a poem or an exercise.
        elsewhere = not around.in_thread(person) and (
            cues.quoted(text, item.start, item.end)
            or of_a_story(word, self._prose.vocabulary)
            or invented(word, self._prose)
        )
        kin = self._index.kinship
        other = any(name[0] == word and not kin.resembles(person, name[-1]) for name in self._others)
        spoken_of = elsewhere or other or around.discussed(word, person)
        return spoken_of and not cues.takes_part(text, item.start, item.end) and not self._beside_one_here(item)

    def _beside_one_of_us(self, item: Found) -> bool:
        """'Helping Robert and Mary plan it'"""
        beside = cues.words_beside(self._text, item.start, item.end)
        named = (word for word in beside if word[0].isupper() or fold(word) not in languages.words())
        return any(map(self._is_first_name, named))

    def _beside_one_here(self, item: Found) -> bool:
        """'Robert and Mary say so', and Robert writes here, and no other Robert is spoken of."""
        for word in map(fold, cues.words_beside(self._text, item.start, item.end)):
            here = [c.participant for c in self._index.claims((word,)) if c.kind in (GIVEN, NICK, TABLE)]
            if any(self._around.in_thread(person) and not self._around.discussed(word, person) for person in here):
                return True
        return False
