"""What is written in place of a mention, of a name of somebody who takes no part, or of other personal data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ..attrs import HANDLE, INITIALS, JOINT, NICKNAME, OTHER, STYLISED
from ..people.others.modes import LETTER, MASK, UNKNOWN
from ..surrogates.strategies import RANDOM
from ..text.words import fold_all

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..key import Key
    from ..message import Message
    from ..people.linking import Mention
    from ..people.others.matching import OtherMention
    from ..surrogates.renderer import Renderer

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


class Writer:
    """Writes with one key.

    key (Key): The key.
    strategies (Mapping[str, str]): What is done with other personal data, by label.
    allowed (Iterable[str]): Names that stay: nothing that is put in may be one of them.
    others (str): What is done with names of people who take no part.
    visible (bool): Surrogates are put in brackets.
    own_nicknames (bool): Nicknames, initials and stylised names get a related pseudonym of their own.
    slips (bool): A misspelled name becomes a drawn name with the same kind of slip in it.
    dates (str): 'shift' or 'random'.
    """

    def __init__(
        self,
        key: Key,
        strategies: Mapping[str, str],
        *,
        allowed: Iterable[str],
        others: str,
        visible: bool,
        own_nicknames: bool,
        slips: bool,
        dates: str,
    ) -> None:
        self._key, self._others, self._own_nicknames, self._slips = key, others, own_nicknames, slips
        self._allowed, self._strategies, self._visible, self._dates = set(allowed), strategies, visible, dates

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
            flagged=self._visible,
            manual={(label, folded(label, text)): written for (label, text), written in key.surrogates.items()},
            random_dates=self._dates == RANDOM,
            taken={*self._taken, *self._allowed},
            people={name: name for name in key.pseudonyms.labels.values()} if key.pseudonyms.named else {},
        )

    def mention(self, mention: Mention, form: str) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): A mention, given with what stands there, as a row with what is written instead."""
        if mention.category == OTHER:
            label = JOINT.join(mention.participants) if self._others != MASK else ""
            return row_of_other(mention, self._stranger(form, *mention.participants), label or None)
        roster, pseudonyms = self._key.roster, self._key.pseudonyms
        people = [roster.main_id(p) or p for p in mention.participants]
        # Somebody who did not consent is hidden, but not followed from message to message.
        hidden = any(person is not None and person.excluded for person in map(roster.get, people))
        if mention.category == HANDLE and not hidden and (handle := self.renderer.handle(form)) is not None:
            written = handle
        elif pseudonyms.named and len(people) == 1 and not hidden:
            written = self.renderer.flagged(self._projected(form, people[0], mention.category))
        else:
            nickname = self._own_nicknames and mention.category in _BESIDES
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
        if self._others == MASK:
            return pseudonyms.template.replace("{}", LETTER)
        if pseudonyms.named and names:
            from ..surrogates.projection import project

            return self.renderer.flagged(project(form, names, label, taken=self._taken))
        return pseudonyms.template.replace("{}", UNKNOWN if pseudonyms.named or not label else label)

    def _projected(self, form: str, participant: str, category: str) -> str:
        """The part of a drawn name that corresponds to a form of the real one."""
        from ..surrogates.projection import project

        person, name_map = self._key.roster.get(participant), self._key.name_map
        names = person.names if person is not None else ()
        known = [form.text for form in name_map.forms(participant)] if name_map is not None and not names else []
        label = self._key.pseudonyms.label(participant)
        return project(form, names or known, label, category, slips=self._slips, taken=self._taken)

    def identifier(self, one: Identifier, original: str, message: Message | None) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): Other personal data, with what stands there, as a row with what is written."""
        author = self._label(message.author) if message is not None else None
        year = _YEAR.match(message.timestamp) if message is not None and message.timestamp is not None else None
        owner = self._label(one.participant)
        written = self.renderer.render(
            one.label, original, owner=owner, author=author, year=int(year[0]) if year is not None else None
        )
        return row_of(one, written, owner)

    def _label(self, any_id: str | None) -> str | None:
        """The pseudonym of somebody who is known and has consented."""
        main = self._key.roster.main_id(any_id) if any_id is not None else None
        person = self._key.roster.get(main) if main is not None else None
        if main is None or main not in self._key.pseudonyms or (person is not None and person.excluded):
            return None
        return self._key.pseudonyms.label(main)
