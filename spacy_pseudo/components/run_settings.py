"""What may be chosen for a run: the same for a config, for `make_pipeline` and for the command line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What may be chosen for a run; None leaves it to the config. Each is a setting of some components, by that name.

    allow (Sequence[str]): Names that stay, besides those in the config.
    citations (Optional[bool]): Cited authors stay.
    public_figures (Optional[bool]): Widely known people stay.
    identifiers (Optional[Mapping[str, str]]): What is done with other personal data, by label or group of labels.
    visible (Optional[bool]): Surrogates are put in brackets.
    own_nicknames (Optional[bool]): Nicknames have a related pseudonym of their own.
    slips (Optional[bool]): Drawn names are misspelled as the names were.
    latin (Optional[bool]): Drawn names are written in Latin letters only.
    dates (Optional[str]): What dates become as surrogates, 'shift' or 'random'.
    cities (Optional[str]): Where cities are written to be of which a text says no country, 'move' or 'stay'.
    others (Optional[str]): What is done with names of people who take no part: 'keep', 'mask' or 'pseudonym'.
    sensitive (Optional[bool]): Sensitive words of the packaged lists are marked.
    words (Optional[Mapping[str, Iterable[str]]]): Words to be marked besides, by label.
    rules (Sequence[str]): Texts with rules for other personal data, besides those in the config.
    """

    allow: Sequence[str] = ()
    citations: bool | None = None
    public_figures: bool | None = None
    identifiers: Mapping[str, str] | None = None
    visible: bool | None = None
    own_nicknames: bool | None = None
    slips: bool | None = None
    latin: bool | None = None
    dates: str | None = None
    cities: str | None = None
    others: str | None = None
    sensitive: bool | None = None
    words: Mapping[str, Iterable[str]] | None = None
    rules: Sequence[str] = ()

    def check(self) -> None:
        """Find out what is wrong with the choices, before any work is done."""
        from ..engine import Choices

        Choices(**self._given)

    @property
    def _given(self) -> dict[str, Any]:
        """What was chosen, by name."""
        given = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in given if value not in (None, (), [], {})}

    def of(self, block: Mapping[str, Any], known: Iterable[str]) -> dict[str, Any]:
        """The settings of a component.

        block (Mapping[str, Any]): What its config says.
        known (Iterable[str]): What can be set.
        RETURNS (dict[str, Any]): What was chosen, as plain data; names that stay are added to those of the config.
        """
        given = self._given
        chosen = {name: given[name] for name in known if name in given}
        for name in {"allow", "rules"} & chosen.keys():
            chosen[name] = [*block.get(name, ()), *chosen[name]]
        if "identifiers" in chosen:
            chosen["identifiers"] = dict(chosen["identifiers"])
        if "words" in chosen:
            chosen["words"] = {label: list(words) for label, words in chosen["words"].items()}
        return chosen
