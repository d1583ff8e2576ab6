"""What is done to messages, as chosen on the command line: what `apply`, `run` and `sample` have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..components.run_settings import Settings
from ..corpus.decoding import find_encoding
from ..corpus.readers import read_names
from ..errors import Errors, PseudoError

if TYPE_CHECKING:
    from spacy.language import Language

    from ..key import Key


@dataclass(frozen=True)
class Treatment:
    """How messages are treated.

    chosen (Settings): What was chosen.
    allow (Optional[Path]): Names that stay, one a line.
    words (Mapping[str, Path]): Files of words to be marked, by label.
    config (Optional[Path]): A spaCy config or pipeline with the pseudonymiser in it.
    rules (Sequence[Path]): Files of rules for other personal data.
    """

    chosen: Settings = field(default_factory=Settings)
    allow: Path | None = None
    words: Mapping[str, Path] = field(default_factory=dict)
    config: Path | None = None
    rules: Sequence[Path] = ()

    @property
    def files(self) -> list[Path]:
        """RETURNS (list[Path]): The files that are read for it."""
        return [path for path in (self.allow, self.config, *self.words.values(), *self.rules) if path is not None]

    @cached_property
    def allowed(self) -> list[str]:
        """RETURNS (list[str]): Names that stay."""
        return read_names(self.allow) if self.allow is not None else []

    def check(self) -> None:
        """Find out what is wrong with the choices, before any work is done."""
        replace(self.chosen, words=dict.fromkeys(self.words, ())).check()
        for path in self.files:
            if not path.exists():
                raise PseudoError(Errors.P503.format(path=path))
        if self.rules:
            from ..identifiers.grammars import check_rules

            check_rules(self._rule_texts, list(map(str, self.rules)))

    @cached_property
    def _rule_texts(self) -> list[str]:
        return [path.read_text(find_encoding(path)[0]) for path in self.rules]

    @cached_property
    def settings(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): What is chosen, with what stands in the files, as `make_pipeline` takes it."""
        words = {label: read_names(path) for label, path in self.words.items()}
        chosen = replace(self.chosen, allow=self.allowed, words=words, rules=self._rule_texts)
        return {f.name: getattr(chosen, f.name) for f in fields(chosen)}

    def pipeline(self, key: Key) -> Language:
        """RETURNS (Language): A pipeline that treats messages so, with a key."""
        from ..passes.apply import make_pipeline

        return make_pipeline(key, config=self.config, **self.settings)
