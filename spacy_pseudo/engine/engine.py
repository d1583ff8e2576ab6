"""From a message to what is written instead, step by step; a component asks for one step, or for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace as changed
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from .. import languages
from ..attrs import EXCLUDED, UNLINKED
from ..corpus.metadata import MetadataRewriter
from ..identifiers.base import Identifier, Page
from ..key import Key
from ..message import Message
from ..people.account import Explanation
from ..people.allowlist import Allowlist, Protection
from ..people.forgotten import ID
from ..people.kinship import Words
from ..people.linking import Linker, Mention, Weighed
from ..people.misspellings import Misspelling, find_misspellings
from ..people.others.matching import OtherMention
from ..people.protection import REASONS, find_protected
from ..people.reasons import DECIDED, Kept
from ..text.lexing import Text
from ..text.line_ends import lined
from ..text.ranges import Ranges, resolve
from ..text.salutations import Salutation, Slot, find_salutations
from ..text.words import fold_all
from .choices import Choices
from .mention_edits import with_decisions, with_forgotten, with_handles, with_repeats
from .personal_data import PersonalData
from .writing import Replaced, Writer

Place = tuple[int, int]
# Where a name is a participant's as well, and the text says that somebody else is meant.
_SOMEBODY_ELSE: Final = frozenset(("OTHER_PERSON", "RELATIVE"))


class Reading(NamedTuple):
    """What was found in a text, step by step, and what becomes of it; all in characters."""

    salutations: list[Salutation]
    misspellings: list[Misspelling]
    protections: list[Protection]
    identifiers: list[Identifier]
    mentions: list[Mention]
    others: list[OtherMention]
    replaced: Replaced


class Engine:
    """Reads messages with one key.

    key (Optional[Key]): The key. Without one, salutations, protected names and other personal data are found.
    choices (Choices): What was chosen.
    lang (str): The language of the messages, where there is no key to say.
    kept (Iterable[str]): Labels of other personal data that stays, which need not be looked for.
    """

    def __init__(
        self, key: Key | None, choices: Choices, *, lang: str = languages.BASE, kept: Iterable[str] = ()
    ) -> None:
        self._key, self._choices, self._kept = key, choices, frozenset(kept)
        self.lang: Final = lang if key is None else key.lang

    @property
    def key(self) -> Key:
        """RETURNS (Key): The key, where a step cannot do without."""
        assert self._key is not None
        return self._key

    def read(
        self,
        text: str,
        message: Message | None = None,
        *,
        protections: Sequence[Place] = (),
        identifiers: Iterable[Identifier] = (),
        others: Iterable[OtherMention] = (),
        persons: Iterable[Place] = (),
        tagged: Mapping[int, bool] = MappingProxyType({}),
    ) -> Reading:
        """Pseudonymise a text.

        text (str): The text.
        message (Optional[Message]): Its metadata.
        protections (Sequence[tuple[int, int]]): Further places that stay as they are.
        identifiers (Iterable[Identifier]): Further places with other personal data.
        others (Iterable[OtherMention]): Further names of people who take no part.
        persons (Iterable[tuple[int, int]]): Entities that are persons.
        tagged (Mapping[int, bool]): What a tagger says of words; see `Linker.weigh`.
        RETURNS (Reading): What was found, and what becomes of the text.
        """
        with languages.speaking(self.lang):
            text = Page(text, self.lang)
            salutations = self.salutations(text)
            slots = sorted(slot for salutation in salutations for slot in salutation.slots)
            misspellings = self.misspellings(text) if self._choices.misspellings else []
            protected = self.protected(text, slots)
            personal = self.identifiers(text, message.author if message is not None else None)
            given = [*personal, *identifiers]
            weighed = self.weigh(
                text,
                message,
                slots=slots,
                misspellings=misspellings,
                protections=[*protections, *((p.start, p.end) for p in protected)],
                identifiers=given,
                tagged=tagged,
            )
            stays = [*protected, *((start, end, "") for start, end in protections)]
            strangers = self.others(text, mentions=weighed.mentions, protections=stays, persons=persons)
            explained = [Explanation(start, end, REASONS.get(label, DECIDED)) for start, end, label in stays]
            everybody = [*strangers, *others]
            replaced = self.write(
                text, weighed.mentions, explained, given, message, everybody, refusals=weighed.refusals
            )
        return Reading(salutations, misspellings, protected, personal, weighed.mentions, strangers, replaced)

    # --- Greetings and sign-offs, misspellings, names that stay ---

    def salutations(self, text: str) -> list[Salutation]:
        """RETURNS (list[Salutation]): Greetings and sign-offs, with the places in which names may stand."""
        return find_salutations(text, lang=self.lang)

    def misspellings(self, text: str) -> list[Misspelling]:
        """RETURNS (list[Misspelling]): Unknown words that are near a known name."""
        return list(find_misspellings(Text.of(text).prose, self.key.index, self.key.considered))

    @cached_property
    def _allowlist(self) -> Allowlist:
        return Allowlist(self._choices.allow)

    def protected(self, text: str, slots: Sequence[Slot]) -> list[Protection]:
        """RETURNS (list[Protection]): Names that stay: of public figures, cited authors and other people."""
        index, others = (self._key.index, self._key.other_finder) if self._key is not None else (None, None)
        return find_protected(
            lined(text).prose,
            self._allowlist,
            index,
            slots=slots,
            others=others,
            citations=self._choices.citations,
            public_figures=self._choices.public_figures,
            lang=self.lang,
        )

    # --- Other personal data ---

    @cached_property
    def _personal_data(self) -> PersonalData:
        return PersonalData(self._key, self._choices, lang=self.lang, kept=self._kept)

    def identifiers(self, text: str, author: str | None = None) -> list[Identifier]:
        """RETURNS (list[Identifier]): Other personal data in a text of somebody, given by an id."""
        return self._personal_data.find(text, author)

    # --- Mentions ---

    @cached_property
    def linker(self) -> Linker:
        """RETURNS (Linker): Decides what is a mention, and of whom."""
        return Linker(self.key.index, self.key.context, scope=self._choices.scope or self.key.scope)

    def weigh(
        self,
        text: str,
        message: Message | None,
        *,
        slots: Sequence[Slot],
        misspellings: Iterable[Misspelling],
        protections: Iterable[Place],
        identifiers: Iterable[Identifier] = (),
        tagged: Mapping[int, bool] = MappingProxyType({}),
    ) -> Weighed:
        """Link a text.

        text (str): The text.
        message (Optional[Message]): Its metadata.
        slots (Sequence[Slot]): Where names may stand in greetings and sign-offs.
        misspellings (Iterable[Misspelling]): Unknown words near known names.
        protections (Iterable[tuple[int, int]]): Names that stay.
        identifiers (Iterable[Identifier]): Other personal data, of which user names of participants are mentions.
        tagged (Mapping[int, bool]): What a tagger says of words; see `Linker.weigh`.
        RETURNS (Weighed): The mentions, and what is none although it may be one. What a person decided counts.
        """
        key = self.key
        if message is not None:
            people = message.author, message.parent_author
            author, parent_author = map(key.roster.main_id, people)
            if (author, parent_author) != people:
                message = changed(message, author=author, parent_author=parent_author)
        stay = [*protections, *key.pseudonyms.places(text)]
        found = self.linker.weigh(
            lined(text), message, slots=slots, misspellings=misspellings, protections=stay, tagged=tagged
        )
        mentions = found.mentions
        if drawn := key.drawn_words:  # what an earlier run has put in is no stranger's name, nor one that may fit us
            words = ((m, fold_all(text[m.start : m.end])) for m in mentions)
            mentions = [
                m
                for m, form in words
                if not (m.category == UNLINKED or self._is_guessed(form))
                or not (drawn.issuperset(form) or "".join(form) in key.drawn_handles)
            ]
        mentions = with_repeats(text, with_handles(text, mentions, identifiers))
        mentions = with_forgotten(text, mentions, key.forgotten)
        return found._replace(mentions=with_decisions(mentions, key.decided(text, message)))

    def _is_guessed(self, form: Words) -> bool:
        """Nobody is known by a name, it only fits somebody; letters and what has lost some are known by other means."""
        return min(map(len, form), default=0) > 2 and not self.key.index.claims(form)

    # --- People who take no part ---

    def others(
        self,
        text: str,
        *,
        mentions: Sequence[Mention],
        protections: Sequence[tuple[int, int, str]],
        persons: Iterable[Place] = (),
    ) -> list[OtherMention]:
        """RETURNS (list[OtherMention]): Names of people who take no part, besides participants' mentions and names that
        stay; entities that are persons count as well."""
        prose, persons, finder = Text.of(text).prose, list(persons), self.key.other_finder
        if not persons and not finder.seeds(prose):
            return []
        free = [(start, end) for start, end, label in protections if label in _SOMEBODY_ELSE]
        stay = [(start, end) for start, end, label in protections if label not in _SOMEBODY_ELSE]
        stay += [(m.start, m.end) for m in mentions if m.category != UNLINKED]
        stay += self.key.pseudonyms.places(text)
        # Of a name that leads to nobody and one from the table, the longer one counts.
        unlinked = [m for m in mentions if m.category == UNLINKED]
        found = [
            one
            for one in finder.find(prose, stay=stay, free=free)
            if not any(m.start <= one.start and one.end <= m.end for m in unlinked)
        ]
        taken = [*stay, *((m.start, m.end) for m in unlinked), *((one.start, one.end) for one in found)]
        named = (OtherMention(start, end, "") for start, end in persons)
        return sorted([*found, *resolve(named, priority=lambda _: 0, taken=Ranges(taken))])

    # --- What is written ---

    @cached_property
    def writer(self) -> Writer:
        """RETURNS (Writer): Says what is written instead."""
        return Writer(self.key, self._choices, self._allowlist)

    def write(
        self,
        text: str,
        mentions: Iterable[Mention],
        stays: Sequence[Explanation],
        identifiers: Iterable[Identifier] = (),
        message: Message | None = None,
        others: Iterable[OtherMention] = (),
        *,
        refusals: Iterable[Kept] = (),
    ) -> Replaced:
        """Write the text.

        text (str): The text.
        mentions (Iterable[Mention]): Participants' mentions.
        stays (Sequence[Explanation]): Names that stay, and why.
        identifiers (Iterable[Identifier]): Other personal data.
        message (Optional[Message]): The metadata.
        others (Iterable[OtherMention]): Names of people who take no part.
        refusals (Iterable[Kept]): What linking decided against.
        RETURNS (Replaced): The new text, the edits, and what is left.
        """
        return self.writer.write(text, mentions, stays, identifiers, message, others, refusals=refusals)

    @cached_property
    def _rewriter(self) -> MetadataRewriter:
        chosen = self._choices
        return MetadataRewriter(self.key, lambda: self.key.secret, timestamps=chosen.timestamps, ids=chosen.ids)

    def shareable(self, message: Message | None) -> dict[str, str]:
        """RETURNS (dict[str, str]): The metadata with pseudonyms for ids of people, and codes for what gives somebody
        away."""
        if message is None:
            return {}
        values = self._rewriter.rewrite(self.key.context.complete(message), strict=False)
        person = self.key.roster.get(message.author) if message.author is not None else None
        excluded = (person is not None and person.excluded) or self.key.forgotten.knows(ID, message.author)
        values[EXCLUDED] = "yes" if excluded else None
        return {field: value for field, value in values.items() if value is not None}
