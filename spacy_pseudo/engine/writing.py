"""What is written in place of a mention, of a name of somebody who takes no part, or of other personal data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .. import languages
from ..attrs import HANDLE, INITIALS, JOINT, NICKNAME, OTHER, STYLISED, UNLINKED
from ..people.account import Explanation
from ..people.decisions import KEEP as KEEP_PLACE
from ..people.evidence import BODY
from ..people.linking import Mention
from ..people.others.modes import KEEP, LETTER, MASK, UNKNOWN
from ..people.reasons import ADAPTED, ALLOWED, DECIDED, PLACE
from ..surrogates.overlaps import sort_out, stands, without_protected
from ..surrogates.strategies import RANDOM, SURROGATE
from ..text.lexing import Text
from ..text.ranges import Ranges, resolve
from ..text.words import fold_all
from .choices import Choices

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..key import Key
    from ..message import Message
    from ..people.allowlist import Allowlist
    from ..people.others.matching import OtherMention
    from ..people.reasons import Kept
    from ..surrogates.renderer import Renderer
    from ..surrogates.surroundings import Setting

_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}(?![0-9])")
# What somebody is called besides the registered names.
_BESIDES: Final = frozenset({NICKNAME, INITIALS, STYLISED})


def row_of(one: Identifier, written: str | None = None, pseudonym: str | None = None) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): Other personal data as a row like that of a mention; its label is the category."""
    return _row(one, one.label, participant=one.participant, replacement=written, pseudonym=pseudonym)


def row_of_other(one: Mention | OtherMention, written: str | None = None, label: str | None = None) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): The name of somebody who takes no part, as a row like that of a mention."""
    return _row(one, OTHER, participant=None, replacement=written, pseudonym=label)


def _row(
    one: Identifier | Mention | OtherMention,
    category: str,
    *,
    participant: str | None,
    replacement: str | None,
    pseudonym: str | None,
    place: str | None = None,
) -> dict[str, Any]:
    return {
        "start": one.start,
        "end": one.end,
        "participant": participant,
        "replacement": replacement,
        "category": category,
        "confidence": one.confidence,
        "pseudonym": pseudonym,
        "place": place,
    }


class Replaced(NamedTuple):
    """A text with pseudonyms, what was done to it, and what stands there still: other personal data that was marked,
    names of people who take no part, and what may name a participant, with the reason."""

    text: str
    replacements: list[dict[str, Any]]
    marked: list[Identifier]
    left: list[OtherMention]
    kept: list[dict[str, Any]]


def replace(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Replace places of a text, all of them in one go: what was put in is never looked at again.

    text (str): The text.
    edits (Iterable[tuple[int, int, str]]): Start, end and what to write, in order, without overlaps.
    RETURNS (str): The new text.
    """
    pieces = []
    at = 0
    for start, end, written in edits:
        pieces += [text[at:start], written]
        at = end
    return "".join([*pieces, text[at:]])


def _as_mention(other: OtherMention) -> Mention:
    return Mention(other.start, other.end, (other.label,) if other.label else (), OTHER, BODY, other.confidence)


def _apart(
    mentions: list[Mention], others: Iterable[OtherMention], stay: Sequence[tuple[int, int]], *, keep: bool
) -> tuple[list[Mention], list[OtherMention]]:
    """Mentions, and names of people who take no part, without overlaps: of a name that leads to nobody and a longer one
    from the table the longer one counts, otherwise the mention."""
    taken = Ranges([*stay, *((m.start, m.end) for m in mentions if keep or m.category != UNLINKED)])
    strangers = resolve(others, priority=tuple, taken=taken)
    if keep or not strangers:
        return mentions, strangers
    wide = Ranges.of(strangers)
    return [m for m in mentions if m.category != UNLINKED or not wide.touch(m.start, m.end)], strangers


class Writer:
    """Writes with one key.

    key (Key): The key.
    choices (Choices): What was chosen.
    allowlist (Allowlist): Names that stay; nothing that is put in may be one of them.
    """

    def __init__(self, key: Key, choices: Choices, allowlist: Allowlist) -> None:
        self._key, self._choices, self._allowlist = key, choices, allowlist
        self._strategies: Final = choices.strategies
        self._allowed: Final = frozenset(choices.allow)

    @cached_property
    def _taken(self) -> frozenset[str]:
        """Folded words that mean somebody real; nothing that is put in may be one of them."""
        return self._key.real_words | {word for name in self._allowed for word in fold_all(name)}

    @cached_property
    def renderer(self) -> Renderer:
        """RETURNS (Renderer): Writes what stands in place of other personal data."""
        from ..surrogates.renderer import Renderer
        from ..text.place_lists import folded

        key = self._key
        return Renderer(
            self._strategies,
            key.secret,
            lang=key.lang,
            flagged=self._choices.visible,
            manual={(label, folded(label, text)): written for (label, text), written in key.surrogates.items()},
            random_dates=self._choices.dates == RANDOM,
            exchange=key.exchange,
            cities=self._choices.cities,
            taken={*self._taken, *self._allowed},
            people=self._names() if key.pseudonyms.named else {},
        )

    def _names(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """The drawn names, each with the names of whom it stands for."""
        roster = self._key.roster
        labels = self._key.pseudonyms.labels
        return {label: (label, person.names if (person := roster.get(id)) else ()) for id, label in labels.items()}

    def write(
        self,
        text: str,
        mentions: Iterable[Mention],
        stays: Sequence[Explanation],
        identifiers: Iterable[Identifier],
        message: Message | None,
        others: Iterable[OtherMention],
        *,
        refusals: Iterable[Kept],
    ) -> Replaced:
        """RETURNS (Replaced): The new text, the edits, and what is left; see `Engine.write`."""
        prose, keep = Text.of(text).prose, self._choices.others == KEEP
        kept_places = [one for one in self._key.decided(text, message) if one.decision == KEEP_PLACE]
        by_hand = [(one.start, one.end) for one in kept_places]
        allowed = [(p.start, p.end) for p in self._allowlist.find(prose)]
        stay = [*((one.start, one.end) for one in stays), *by_hand, *allowed]
        decided = Ranges(by_hand)
        others = [o for o in others if not decided.touch(o.start, o.end)]
        people, strangers = _apart(without_protected(mentions, stay), others, allowed, keep=keep)
        fixed = self.renderer.fixed_in(text)
        found = [i for i in identifiers if self._strategies[i.label] != "keep"]
        found = [i for i in found if not any(start <= i.start and i.end <= end for start, end in by_hand)]
        found = [i for i in found if stands(text, i, fixed)] if fixed else found
        places = sort_out(
            text,
            people if keep else sorted([*people, *map(_as_mention, strangers)]),
            found,
            stay,
            lambda one: self.renderer.replaces(one.label, text[one.start : one.end]),
        )
        replacements = [self.mention(m, text[m.start : m.end]) for m in places.mentions]
        where = self.renderer.settings(text, sorted([*places.replaced, *places.marked]))
        replacements += (self.identifier(i, text[i.start : i.end], message, where.get(i)) for i in places.replaced)
        replacements.sort(key=lambda r: int(r["start"]))
        edits = [(r["start"], r["end"], r["replacement"]) for r in replacements]
        explained = [
            *(Explanation(one.start, one.end, ADAPTED if one.adapted else DECIDED) for one in kept_places),
            *(Explanation(*place, ALLOWED) for place in allowed),
            *stays,
            *(Explanation(one.start, one.end, PLACE) for one in places.marked),
        ]
        done = [*((start, end) for start, end, _ in edits), *self._key.pseudonyms.places(text)]
        with languages.speaking(self._key.lang):
            kept = [one.row() for one in self._key.watchlist.kept(prose, done, explained, refusals)]
        left = strangers if keep else []
        return Replaced(replace(text, edits), replacements, places.marked, left, kept)

    def mention(self, mention: Mention, form: str) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): A mention, given with what stands there, as a row with what is written instead."""
        if mention.category == OTHER:
            label = JOINT.join(mention.participants) if self._choices.others != MASK else ""
            return row_of_other(mention, self._stranger(form, *mention.participants), label or None)
        roster, pseudonyms = self._key.roster, self._key.pseudonyms
        people = [roster.main_id(p) or p for p in mention.participants]
        # Somebody who did not consent is hidden, but not followed from message to message.
        hidden = any(person is not None and person.excluded for person in map(roster.get, people))
        is_handle = mention.category == HANDLE and not hidden
        by_id = is_handle and mention.output is not None  # '<@U012AB3CD>': nothing in it is like a name
        if by_id and pseudonyms.named:
            written = self.renderer.flagged(pseudonyms.label(people[0]))
        elif is_handle and not by_id and (handle := self.renderer.handle(form)) is not None:
            written = handle
        elif pseudonyms.named and len(people) == 1 and not hidden:
            # The figures of a user name are as telling as its letters.
            shape = self.renderer.other_figures(form) if mention.category == HANDLE else form
            written = self.renderer.flagged(self._projected(shape, people[0], mention.category))
        else:
            nickname = self._choices.own_nicknames and mention.category in _BESIDES
            written = pseudonyms.render(None if hidden else people, nickname=nickname)
        return _row(
            mention,
            mention.category,
            participant=None if hidden or not people else JOINT.join(sorted(people)),
            replacement=written if mention.output is None else mention.output.replace("{}", written),
            pseudonym=None if hidden else pseudonyms.joint(people),
            place=mention.place,
        )

    def _stranger(self, form: str, label: str = "") -> str:
        """What is written for somebody who takes no part."""
        pseudonyms, names = self._key.pseudonyms, self._key.others.names(label)
        if self._choices.others == MASK:
            return pseudonyms.template.replace("{}", LETTER)
        if pseudonyms.named and names:
            from ..surrogates.projection import project

            written = project(form, names, label, latin=self._choices.latin, taken=self._taken)
            return self.renderer.flagged(written)
        return pseudonyms.template.replace("{}", UNKNOWN if pseudonyms.named or not label else label)

    def _projected(self, form: str, participant: str, category: str) -> str:
        """The part of a drawn name that corresponds to a form of the real one."""
        from ..surrogates.projection import project

        person, name_map = self._key.roster.get(participant), self._key.name_map
        names = person.names if person is not None else ()
        known = [form.text for form in name_map.forms(participant)] if name_map is not None and not names else []
        label = self._key.pseudonyms.label(participant)
        chosen = self._choices
        return project(form, names or known, label, category, slips=chosen.slips, latin=chosen.latin, taken=self._taken)

    def identifier(
        self, one: Identifier, original: str, message: Message | None, setting: Setting | None = None
    ) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Other personal data, with what stands there, as a row with what is written."""
        author = self._label(message.author) if message is not None else None
        year = _YEAR.match(message.timestamp) if message is not None and message.timestamp is not None else None
        owner = self._label(one.participant)
        named = owner or self._namesake(one, original)
        written = self.renderer.render(
            one.label, original, owner=named, author=author, year=int(year[0]) if year is not None else None,
            setting=setting,
        )  # fmt: skip
        return row_of(one, written, owner)

    def _namesake(self, one: Identifier, original: str) -> str | None:
        """The drawn name of the only participant of whose name an address is made, if surrogates are; nobody is said to
        own it."""
        if one.label != "EMAIL" or self._strategies[one.label] != SURROGATE or not self._key.pseudonyms.named:
            return None
        from ..surrogates.online_surrogates import local_part

        claims = self._key.index.claims
        people = [{c.participant for c in claims((word,))} for word in fold_all(local_part(original)) if len(word) > 1]
        both = set.intersection(*people) if people else set()
        return self._label(both.pop()) if len(both) == 1 else None

    def _label(self, any_id: str | None) -> str | None:
        """The pseudonym of somebody who is known and has consented."""
        main = self._key.roster.main_id(any_id) if any_id is not None else None
        person = self._key.roster.get(main) if main is not None else None
        if main is None or main not in self._key.pseudonyms or (person is not None and person.excluded):
            return None
        return self._key.pseudonyms.label(main)
