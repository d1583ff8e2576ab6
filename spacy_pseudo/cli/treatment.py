"""What is done to messages, as chosen on the command line: what `apply`, `run` and `sample` have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language

    from ..key import Key


@dataclass(frozen=True)
class Treatment:
    """How messages are treated. None leaves a choice to the config.

    allow (Optional[Path]): Names that stay, one a line.
    citations (Optional[bool]): Cited authors stay.
    public_figures (Optional[bool]): Widely known people stay.
    identifiers (Mapping[str, str]): What is done with other personal data, by label or group of labels.
    visible (Optional[bool]): Surrogates are put in brackets.
    own_nicknames (Optional[bool]): Nicknames have a related pseudonym of their own.
    slips (Optional[bool]): Drawn names are misspelled as the names were.
    dates (Optional[str]): What dates become as surrogates.
    others (Optional[str]): What is done with names of people who take no part.
    words (Mapping[str, Path]): Files of words to be marked, by label.
    config (Optional[Path]): A spaCy config or pipeline with the pseudonymiser in it.
    """

    allow: Path | None = None
    citations: bool | None = None
    public_figures: bool | None = None
    identifiers: Mapping[str, str] = field(default_factory=dict)
    visible: bool | None = None
    own_nicknames: bool | None = None
    slips: bool | None = None
    dates: str | None = None
    others: str | None = None
    words: Mapping[str, Path] = field(default_factory=dict)
    config: Path | None = None

    @property
    def files(self) -> list[Path]:
        """RETURNS (list[Path]): The files that are read for it."""
        return [path for path in (self.allow, self.config, *self.words.values()) if path is not None]

    @cached_property
    def allowed(self) -> list[str]:
        """RETURNS (list[str]): Names that stay."""
        from ..corpus.readers import read_names

        return read_names(self.allow) if self.allow is not None else []

    def check(self) -> None:
        """Find out what is wrong with the choices, before any work is done."""
        from ..components.identifier_matcher import check_labels
        from ..errors import Errors, PseudoError
        from ..people.others.modes import check_mode
        from ..surrogates.strategies import check_dates, resolve

        resolve(self.identifiers)
        if self.dates is not None:
            check_dates(self.dates)
        if self.others is not None:
            check_mode(self.others)
        check_labels(self.words)
        for path in self.files:
            if not path.exists():
                raise PseudoError(Errors.P503.format(path=path))

    def pipeline(self, key: Key) -> Language:
        """RETURNS (Language): A pipeline that treats messages so, with a key."""
        from ..corpus.readers import read_names
        from ..passes.apply import make_pipeline

        return make_pipeline(
            key,
            config=self.config,
            allow=self.allowed,
            citations=self.citations,
            public_figures=self.public_figures,
            identifiers=self.identifiers,
            visible=self.visible,
            own_nicknames=self.own_nicknames,
            slips=self.slips,
            dates=self.dates,
            others=self.others,
            words={label: read_names(path) for label, path in self.words.items()},
        )
