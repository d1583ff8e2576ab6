"""What the components that need the key have in common: how they get it, and how they leave it out when saved."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from ..attrs import PREFIX
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from ..key import Key
from ..message import register_extensions
from ..people.roster import Roster

_FILE = "key.msgpack"


class KeyedPipe(Pipe):
    """A component that works with the key.

    name (str): The component's name in the pipeline.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key, with all names, with the pipeline.
    """

    def __init__(self, name: str, *, prefix: str = PREFIX, save_key: bool = False) -> None:
        register_extensions(prefix)
        self.name = name
        self.prefix = prefix
        self.save_key = save_key
        self._key: Key | None = None
        self._used = False

    @property
    def key(self) -> Key:
        """RETURNS (Key): The key. Without one, or with one that knows nobody, nothing can be done."""
        if self._key is None or self._key.empty:
            raise PseudoError(Errors.P402.format(name=self.name))
        return self._key

    @key.setter
    def key(self, key: Key | None) -> None:
        self._key = key

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]] | None = None,
        *,
        nlp: Language | None = None,
        roster: Roster | str | Path | None = None,
        key: Key | str | Path | None = None,
        **options: Any,
    ) -> None:
        """Give the component its roster and key. In a trained pipeline call this, not `nlp.initialize()`.

        get_examples (Optional[Callable]): Not used; spaCy hands it to every component.
        nlp (Optional[Language]): The pipeline.
        roster (Optional[Union[Roster, str, Path]]): The participants, or a CSV, TSV or JSONL file of them.
        key (Optional[Union[Key, str, Path]]): A key, or a key directory as `spacy-pseudo discover` makes it.
        options (Any): For a key that is made from the roster: mode, template, seed, scope.
        """
        self.key = make_key(self.name, roster, key, lang=nlp.lang if nlp is not None else "en", **options)

    def __call__(self, doc: Doc) -> Doc:
        self._used = True
        self.set_annotations(doc, self.match(doc))
        return doc

    def match(self, doc: Doc) -> Any:
        """Find; changes nothing."""
        raise NotImplementedError

    def set_annotations(self, doc: Doc, found: Any) -> None:
        """Write what was found."""
        raise NotImplementedError

    # --- Saving ---

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """RETURNS (bytes): The key, if it is to be saved, otherwise nothing of it."""
        self._warn()
        files = self._key.to_files() if self.save_key and self._key is not None else {}
        return srsly.msgpack_dumps(files)

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> KeyedPipe:
        """RETURNS (KeyedPipe): The component, with the saved key or, without one, not ready for use."""
        files = srsly.msgpack_loads(data)
        self.key = Key.from_files(files) if files else None
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save to a directory: the key, if it is to be saved."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        (path / _FILE).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> KeyedPipe:
        """RETURNS (KeyedPipe): The component as it was saved."""
        return self.from_bytes((Path(path) / _FILE).read_bytes())

    def _warn(self) -> None:
        if self._used:
            warnings.warn(Warnings.W402.format(name=self.name), PseudoWarning, stacklevel=4)


def make_key(
    name: str, roster: Roster | str | Path | None, key: Key | str | Path | None, *, lang: str = "en", **options: Any
) -> Key | None:
    """Make a key of what a user gave.

    name (str): The component's name, for error messages.
    roster (Optional[Union[Roster, str, Path]]): Participants, or a file of them.
    key (Optional[Union[Key, str, Path]]): A key, or its directory.
    lang (str): The language of the messages.
    options (Any): For a key that is made from the roster.
    RETURNS (Optional[Key]): The key; None if neither was given.
    """
    if isinstance(roster, (str, Path)):
        from ..corpus.readers import read_roster

        roster = read_roster(roster)
    if isinstance(key, (str, Path)):
        key = Key.load(key)
    for given, kind in ((roster, Roster), (key, Key)):
        if given is not None and not isinstance(given, kind):
            raise PseudoError(Errors.P405.format(name=name, given=type(given).__name__))
    if key is None:
        return Key.from_roster(roster, lang=lang, **options) if roster is not None else None
    if roster is not None:
        for person in roster:
            if person.id not in key.roster:
                key.roster.add(person)
        key.draw(seed=options.get("seed"))
    return key
