"""What components share: find, then set; how those that need the key get it, and leave it out when they are saved."""

# No postponed annotations: spaCy checks settings of [initialize] against those of `initialize`.
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import srsly
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from .. import languages
from ..attrs import METADATA, PREFIX, TEXT
from ..engine import Choices
from ..errors import Errors, PseudoError, PseudoWarning, Warnings
from ..message import register_extensions
from ..people.roster import Participant, Roster

if TYPE_CHECKING:
    from ..engine.engine import Engine
    from ..key import Key

# The config of every component, and of those that need the key.
PLAIN: Final = {"prefix": PREFIX}
KEYED: Final = {**PLAIN, "save_key": False}

_FAILED: Final = "failed: "
# With this method, rulers run their phrase patterns through the components before them, when they are loaded, too.
_READS_PATTERNS: Final = "add_patterns"
_FILE: Final = "key.msgpack"


def failures(doc: Doc, prefix: str) -> list[str]:
    """RETURNS (list[str]): The names of our components that have failed on this Doc."""
    marks = (key for key in doc.user_data if isinstance(key, str) and key.startswith(prefix + _FAILED))
    return [mark.removeprefix(prefix + _FAILED) for mark in marks]


def check_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """RETURNS (dict[str, str]): What the metadata calls our fields; one that is none of ours is an error."""
    for field in fields:
        if field not in METADATA:
            raise PseudoError(Errors.P407.format(name="fields", field=field, fields=", ".join(METADATA)))
    return dict(fields)


def is_pattern() -> bool:
    """RETURNS (bool): The Doc at hand is a pattern that a ruler behind us reads, nobody's text. Nothing on it says so:
    only who asks for it does."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == _READS_PATTERNS and isinstance(frame.f_locals.get("self"), Pipe):
            return True
        frame = frame.f_back
    return False


class PseudoPipe(Pipe):
    """A component that finds something, then sets it.

    name (str): The component's name in the pipeline.
    prefix (str): Put before our span keys and extensions.
    """

    def __init__(self, name: str, *, prefix: str) -> None:
        register_extensions(prefix)
        self.name = name
        self.prefix = prefix

    @property
    def lang(self) -> str:
        """RETURNS (str): The language of the messages, whose lists are used with the English ones."""
        return languages.BASE

    def __call__(self, doc: Doc) -> Doc:
        failed = self.prefix + _FAILED + self.name
        doc.user_data.pop(failed, None)
        try:
            with languages.speaking(self.lang):
                self.set_annotations(doc, self.match(doc))
        except Exception as error:
            # With an error handler set, the pipeline goes on without what this component finds: nothing may look done.
            doc.user_data[failed] = True
            doc._.set(self.prefix + TEXT, None)
            if not (isinstance(error, PseudoError) and is_pattern()):
                raise
        return doc

    def match(self, doc: Doc) -> Any:
        """Find; changes nothing."""
        raise NotImplementedError

    def set_annotations(self, doc: Doc, found: Any) -> None:
        """Write what was found."""
        raise NotImplementedError


class KeyedPipe(PseudoPipe):
    """A component that works with the key.

    name (str): The component's name in the pipeline.
    prefix (str): Put before our span keys and extensions.
    save_key (bool): Save the key, with all names, with the pipeline.
    lang (str): The language that the pipeline is for.
    **chosen: What was chosen: see `engine.choices.Choices`.
    """

    def __init__(
        self,
        name: str,
        *,
        prefix: str,
        save_key: bool,
        lang: str = languages.BASE,
        **chosen: Any,
    ) -> None:
        super().__init__(name, prefix=prefix)
        self.save_key = save_key
        self.choices = Choices(**chosen)
        self._pipeline_lang = lang
        # Labels of other personal data that stays, and need not be looked for.
        self._kept_labels: tuple[str, ...] = ()
        # Made when it is first needed: another process makes its own.
        self._engine: Engine | None = None
        # How pseudonyms are drawn where no key has any; who writes them may have a wish.
        self.drawing: dict[str, Any] = {}
        self._key: Key | None = None
        self._used = False

    @property
    def lang(self) -> str:
        """RETURNS (str): The language that the key says, or without a key, the one that the pipeline is for."""
        return self._pipeline_lang if self._key is None else self._key.lang

    @property
    def engine(self) -> "Engine":
        """RETURNS (Engine): Reads messages with the key at hand, as it was chosen."""
        if self._engine is None:
            from ..engine.engine import Engine

            self._engine = Engine(self._key, self.choices, lang=self._pipeline_lang, kept=self._kept_labels)
        return self._engine

    @property
    def key(self) -> "Key":
        """RETURNS (Key): The key. Without one, or with one that knows nobody, nothing can be done."""
        if self._key is None or self._key.empty:
            raise PseudoError(Errors.P402.format(name=self.name))
        return self._key

    def require_key(self) -> None:
        """Raise an error unless there is a key: without one nothing is written, not even a text without mentions."""
        _ = self.key

    def use(self, key: "Key | None") -> None:
        """Work with another key.

        key (Optional[Key]): The key; with None, the component refuses to work.
        """
        self._key, self._engine = key, None

    def choose(self, **changes: Any) -> None:
        """Choose something else than before: see `engine.choices.Choices`."""
        self.choices, self._engine = replace(self.choices, **changes), None

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]] | None = None,
        *,
        nlp: Language | None = None,
        roster: Any = None,
        key: Any = None,
    ) -> None:
        """Give the component its roster and key. In a trained pipeline call this, not `nlp.initialize()`.

        get_examples (Optional[Callable]): Not used; spaCy hands it to every component.
        nlp (Optional[Language]): The pipeline.
        roster (Optional[Union[Roster, str, Path]]): The participants, or a CSV, TSV or JSONL file of them.
        key (Optional[Union[Key, str, Path]]): A key, or a key directory as `spacy-pseudo discover` makes it.
        """
        lang = nlp.lang if nlp is not None else None
        self.use(make_key(self.name, roster, key, lang=lang or languages.BASE, **self.drawing))

    def __call__(self, doc: Doc) -> Doc:
        self._used = self._used or not is_pattern()
        return super().__call__(doc)

    def __reduce__(self) -> Any:
        self._engine = None
        return super().__reduce__()

    # --- Saving ---

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """RETURNS (bytes): The key, if it is to be saved, otherwise nothing of it."""
        if self._used:
            warnings.warn(Warnings.W402.format(name=self.name), PseudoWarning, stacklevel=4)
        files = self._key.to_files() if self.save_key and self._key is not None else {}
        return bytes(srsly.msgpack_dumps(files))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> "KeyedPipe":
        """RETURNS (KeyedPipe): The component, with the saved key or, without one, not ready for use."""
        from ..key import Key

        files = srsly.msgpack_loads(data)
        self.use(Key.from_files(files) if files else None)
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save to a directory: the key, if it is to be saved, and then for its owner only."""
        path = Path(path)
        path.mkdir(parents=True, exist_ok=True)
        if self.save_key:
            path.chmod(0o700)
        (path / _FILE).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> "KeyedPipe":
        """RETURNS (KeyedPipe): The component as it was saved."""
        return self.from_bytes((Path(path) / _FILE).read_bytes())


def make_key(name: str, roster: Any, key: Any, *, lang: str = languages.BASE, **drawing: Any) -> "Key | None":
    """Make a key of what a user gave. What was given stays as it is.

    name (str): The component's name, for error messages.
    roster (Optional[Union[Roster, str, Path]]): Participants, or a file of them.
    key (Optional[Union[Key, str, Path]]): A key, or its directory.
    lang (str): The language of the messages.
    drawing (Any): How pseudonyms are drawn, where there is no key: mode, template, seed, avoid.
    RETURNS (Optional[Key]): The key; None if neither was given.
    """
    from ..key import Key

    if isinstance(roster, (str, Path)):
        from ..corpus.readers import read_roster

        roster = read_roster(roster)
    if isinstance(key, (str, Path)):
        key = Key.load(key)
    for given, kind in ((roster, Roster), (key, Key)):
        if given is not None and not isinstance(given, kind):
            raise PseudoError(Errors.P405.format(name=name, given=type(given).__name__))
    if key is None:
        return Key.from_roster(roster, lang=lang, **drawing) if roster is not None else None
    new = [person for person in roster or () if person.id not in key.roster]
    return _extended(key, new, drawing.get("seed"), drawing.get("avoid", ())) if new else key


def _extended(key: "Key", people: Iterable[Participant], seed: int | None, avoid: Iterable[str]) -> "Key":
    extended = type(key).from_files(key.to_files())
    for person in people:
        extended.roster.add(person)
    extended.draw(seed=seed, avoid=avoid)
    return extended
