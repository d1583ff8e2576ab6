"""Apply: messages through the pipeline, one by one, with a key; a pure function of message and key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..attrs import JOINT, KEPT, REPLACEMENTS, TEXT, UNLINKED
from ..components.run_settings import Settings
from ..errors import Errors, PseudoError
from ..key import Key
from ..message import Message
from ..people.forgotten import ID
from ..text.answer_marks import blanked, marked
from .cutting import Cutter
from .ledger import around
from .rows import sort_rows

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from ..components.participant_pseudonymiser import ParticipantPseudonymiser
    from ..components.pseudo_pipe import KeyedPipe
    from ..components.pseudonym_replacer import PseudonymReplacer
    from ..engine import Choices
    from ..engine.writing import Replaced
    from .html import Rewriting

FACTORY: Final = "participant_pseudonymiser"
# The component that writes the result, alone or as a part of the one above.
REPLACER: Final = "pseudonym_replacer"
_PROTECTING: Final = (FACTORY, "protected_name_matcher")
_SWITCHES: Final = ("citations", "public_figures")
# More words at hand make tokenizing more than twice as fast; 10,000 is spaCy's own number.
_TOKENIZER_CACHE: Final = 200_000
_UNFORESEEN: Final = "A component of the pipeline has failed on this message."


@dataclass
class Result:
    """What became of one message.

    message (Message): The message as it was.
    text (Optional[str]): The pseudonymised text; None if the message failed or is left out.
    subject (Optional[str]): The pseudonymised subject, if there is one.
    replacements (list[dict[str, Any]]): Mentions of participants in the text, and what is written instead.
    subject_replacements (list[dict[str, Any]]): The same in the subject.
    identifiers (list[dict[str, Any]]): Other personal data in the text, its label as category; the replacement of what
        is only marked is None.
    subject_identifiers (list[dict[str, Any]]): The same in the subject.
    others (list[dict[str, Any]]): Names of people who take no part in the text; the replacement of what is left is
        None.
    subject_others (list[dict[str, Any]]): The same in the subject.
    conflicts (list[dict[str, Any]]): Mentions of which it is not clear whom they name.
    kept (list[dict[str, Any]]): What may name a participant in the text and is left, with the reason.
    subject_kept (list[dict[str, Any]]): The same in the subject.
    markup (list[tuple[int, int, str]]): What else was changed in HTML: what no reader sees, such as comments, is
        emptied. Start and end, as in all rows of HTML, are places in the HTML as it was; in the rows `replacement` is
        all that is written there, with the tags that stand in it, `written` what readers see of it, and `attribute`
        the attribute that it stands in, if it stands in one.
    failure (Optional[str]): The code of the error, if the message failed.
    reason (str): What it means.
    excluded (bool): The author did not consent: the message is left out.
    cut (int): How many quotations of people who did not consent were cut from the message; it is without them.
    """

    message: Message
    text: str | None = None
    subject: str | None = None
    replacements: list[dict[str, Any]] = field(default_factory=list)
    subject_replacements: list[dict[str, Any]] = field(default_factory=list)
    identifiers: list[dict[str, Any]] = field(default_factory=list)
    subject_identifiers: list[dict[str, Any]] = field(default_factory=list)
    others: list[dict[str, Any]] = field(default_factory=list)
    subject_others: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)
    kept: list[dict[str, Any]] = field(default_factory=list)
    subject_kept: list[dict[str, Any]] = field(default_factory=list)
    markup: list[tuple[int, int, str]] = field(default_factory=list)
    failure: str | None = None
    reason: str = ""
    excluded: bool = False
    cut: int = 0
    _shown: Result | None = field(default=None, repr=False, compare=False)

    @property
    def shown(self) -> Result:
        """RETURNS (Result): The same as readers see it: of HTML the text without tags, places in that text, and no
        attributes; otherwise the result itself."""
        return self if self._shown is None else self._shown

    def fail(self, code: str, reason: str) -> None:
        """Take back what became of the message: it is not to be written.

        code (str): The code of the error.
        reason (str): What it means.
        """
        self.failure, self.reason, self.text, self.subject = code, reason, None, None
        self.replacements, self.subject_replacements, self.conflicts = [], [], []
        self.kept, self.subject_kept = [], []
        self.markup, self._shown = [], None


def make_pipeline(key: Key, *, config: str | Path | None = None, **settings: Any) -> Language:
    """Make a pipeline with the pseudonymiser in it.

    key (Key): The key.
    config (Optional[Union[str, Path]]): A spaCy config or the directory of a pipeline that has the pseudonymiser in
        it, or our components one by one; without one the pipeline consists of it alone.
    **settings: What is chosen, besides what the config says: see `Settings`.
    RETURNS (Language): The pipeline, ready for use. Never save it after use: it has seen the messages.
    """
    from spacy.util import get_lang_class

    chosen = Settings(**settings)
    if config is None:
        nlp = get_lang_class(key.lang)(create_tokenizer=_LateTokenizer)
        nlp.add_pipe(FACTORY, config=chosen.of({}, _settings_of(FACTORY)))
    else:
        nlp = _configured(Path(config), chosen)
    for pipe in _keyed(nlp):
        pipe.initialize(lambda: [], nlp=nlp, key=key)
    _limit_cache(nlp)
    return nlp


def _limit_cache(nlp: Language) -> None:
    if hasattr(nlp.tokenizer, "max_cache_size"):
        nlp.tokenizer.max_cache_size = _TOKENIZER_CACHE


class _LateTokenizer:
    """The tokenizer of a language, made when the first text is cut: it takes .2 s, and where the pseudonymiser is all
    there is, no text ever is.

    nlp (Language): The pipeline.
    """

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp

    def __call__(self, text: str) -> Doc:
        from spacy.util import registry

        make = registry.resolve({"make": self._nlp.config["nlp"]["tokenizer"]})["make"]
        self._nlp.tokenizer = make(self._nlp)
        _limit_cache(self._nlp)
        doc: Doc = self._nlp.tokenizer(text)
        return doc


def _settings_of(factory: str) -> Iterable[str]:
    """What can be set of a component; nothing of those that are not ours."""
    from spacy.language import Language

    from ..components import participant_pseudonymiser  # noqa: F401  (makes all of ours known)

    known = Language.get_factory_meta(factory).default_config if Language.has_factory(factory) else None
    return known if known and "save_key" in known else ()


def what_stays(nlp: Language) -> dict[str, bool]:
    """RETURNS (dict[str, bool]): Whether cited authors and public figures stay in what the pipeline writes."""
    found = [nlp.get_pipe_config(name) for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory in _PROTECTING]
    return {switch: any(config[switch] for config in found) for switch in _SWITCHES}


def _configured(path: Path, settings: Settings) -> Language:
    from spacy.util import load_config, load_model_from_config, registry

    if not path.exists():
        raise PseudoError(Errors.P503.format(path=path))
    try:
        config = load_config(path / "config.cfg" if path.is_dir() else path, interpolate=True)
        for block in config.get("components", {}).values():
            own = registry.resolve({"allow": block.get("allow", [])}) if settings.allow else {}
            block.update(settings.of(own, _settings_of(block.get("factory", ""))))
        nlp = load_model_from_config(config, auto_fill=True)
        if path.is_dir():
            nlp.from_disk(path)
    except PseudoError:
        raise
    except (OSError, ValueError, ImportError) as error:  # What spaCy says of a config it cannot use.
        raise PseudoError(Errors.P508.format(path=path, error=type(error).__name__)) from error
    if not any(nlp.get_pipe_meta(name).factory in (FACTORY, REPLACER) for name in nlp.pipe_names):
        raise PseudoError(Errors.P408.format(path=path, factory=FACTORY))
    return nlp


def _keyed(nlp: Language) -> list[KeyedPipe]:
    from ..components.pseudo_pipe import KeyedPipe

    return [pipe for _, pipe in nlp.pipeline if isinstance(pipe, KeyedPipe)]


def renew(nlp: Language, key: Key) -> None:
    """Let a pipeline forget what it made of a key that has changed.

    nlp (Language): A pipeline as `make_pipeline` makes it.
    key (Key): Its key.
    """
    for pipe in _keyed(nlp):
        pipe.use(key)


def apply(messages: Iterable[Message], key: Key, nlp: Language) -> Iterator[Result]:
    """Pseudonymise messages, in any order. One that fails does not stop the others.

    messages (Iterable[Message]): The messages.
    key (Key): The key, as `discover` made it and a person edited it.
    nlp (Language): A pipeline as `make_pipeline` makes it.
    YIELDS (Result): What became of each message, in the same order.
    """
    from .html import HtmlPseudonymiser

    pseudonymise, cutter = _pseudonymiser(nlp), Cutter(key)
    html: HtmlPseudonymiser | None = None
    for message in messages:
        author = key.roster.get(message.author) if message.author is not None else None
        if (author is not None and author.excluded) or key.forgotten.knows(ID, message.author):
            yield Result(message, excluded=True)
            continue
        result = Result(message)
        try:
            message, cut = cutter(message)
            result = Result(message, cut=cut)
            if message.html:
                html = HtmlPseudonymiser(key, pseudonymise) if html is None else html
                _take_html(result, html(message))
            else:
                done = pseudonymise(message)
                result.text = done.text
                result.replacements, result.identifiers, result.others = sort_rows(done)
                result.kept = done.kept
            if message.subject is not None:
                done = pseudonymise(replace(message, text=blanked(message.subject), html=False))
                _take_subject(result, done, marked(done.text, message.subject))
        except Exception as error:  # Whatever some component of somebody's pipeline raises: the message is not written.
            # What an error says that is not ours may be private.
            coded = error if isinstance(error, PseudoError) else PseudoError(_UNFORESEEN)
            yield Result(message, failure=coded.code or type(error).__name__, reason=coded.remedy)
            continue
        result.conflicts = [
            *_conflicts(message, "text", result.replacements, result.message.text, key),
            *_conflicts(message, "subject", result.subject_replacements, message.subject or "", key),
        ]
        yield result


def _take_html(result: Result, done: Rewriting) -> None:
    result.text, result.markup = done.html, done.markup
    result.replacements, result.identifiers, result.others = done.rows
    result._shown = Result(done.message, done.text)
    result._shown.replacements, result._shown.identifiers, result._shown.others = done.shown
    result.kept, result._shown.kept = done.kept


def _take_subject(result: Result, done: Replaced, subject: str) -> None:
    for one in {id(part): part for part in (result, result.shown)}.values():
        one.subject = subject
        one.subject_replacements, one.subject_identifiers, one.subject_others = sort_rows(done)
        one.subject_kept = done.kept


def _pseudonymiser(nlp: Language) -> Callable[[Message], Replaced]:
    """Where the pseudonymiser is all there is, nothing needs a Doc: the rules look at texts."""
    from ..components.participant_pseudonymiser import ParticipantPseudonymiser

    whole = nlp.pipeline[0][1]
    if len(nlp.pipeline) == 1 and isinstance(whole, ParticipantPseudonymiser):
        return lambda message: whole.read(message.text, message).replaced
    from ..components.identifier_matcher import identifiers_of
    from ..components.other_name_matcher import others_of
    from ..components.protected_name_matcher import protections_of
    from ..engine.writing import Replaced
    from ..people.others.modes import KEEP
    from ..surrogates.overlaps import sort_out, stands

    prefix, strategies, kept = _keyed(nlp)[-1].prefix, strategies_of(nlp), others_mode(nlp)

    def through_docs(message: Message) -> Replaced:
        doc = nlp(message.to_doc(nlp, prefix=prefix))
        text = doc._.get(prefix + TEXT)
        if text is None:
            raise PseudoError(Errors.P406.format(name=prefix + TEXT))
        done = doc._.get(prefix + REPLACEMENTS)
        others = [one for one in identifiers_of(doc, prefix) if strategies[one.label] != "keep"]
        places = [(row["start"], row["end"]) for row in done]
        found = sort_out(message.text, [], others, protections_of(doc, prefix), lambda one: False)
        left = [o for o in others_of(doc, prefix) if all(o.end <= start or end <= o.start for start, end in places)]
        marked = [one for one in found.marked if stands(message.text, one, places)]
        return Replaced(text, done, marked, left if kept == KEEP else [], doc._.get(prefix + KEPT))

    return through_docs


def choices_of(nlp: Language) -> Choices:
    """RETURNS (Choices): What was chosen of how a pipeline writes."""
    return _writer(nlp).choices


def strategies_of(nlp: Language) -> Mapping[str, str]:
    """RETURNS (Mapping[str, str]): What a pipeline does with other personal data, by label."""
    return _writer(nlp).choices.strategies


def others_mode(nlp: Language) -> str:
    """RETURNS (str): What a pipeline does with names of people who take no part."""
    return _writer(nlp).choices.others


def _writer(nlp: Language) -> ParticipantPseudonymiser | PseudonymReplacer:
    """The component that writes the result."""
    from ..components.participant_pseudonymiser import ParticipantPseudonymiser
    from ..components.pseudonym_replacer import PseudonymReplacer

    return [pipe for _, pipe in nlp.pipeline if isinstance(pipe, (ParticipantPseudonymiser, PseudonymReplacer))][-1]


def _conflicts(
    message: Message, field: str, replacements: list[dict[str, Any]], text: str, key: Key
) -> Iterator[dict[str, Any]]:
    """YIELDS (dict[str, Any]): The mentions that several people share, and those of nobody known; what a person decided
    is none."""
    by_hand = {(one.start, one.end) for one in key.decided(text, message)}
    for r in replacements:
        who = r["participant"] or ""
        # An id may hold the sign that stands between the ids of several people.
        shared = JOINT in who and who not in key.pseudonyms
        if (shared or r["category"] == UNLINKED) and (r["start"], r["end"]) not in by_hand:
            before, after = around(text, r["start"], r["end"])
            yield {
                "id": message.id,
                "field": field,
                "start": r["start"],
                "end": r["end"],
                "text": text[r["start"] : r["end"]],
                "candidates": who.split(JOINT) if shared else [],
                "reason": "shared name" if shared else "name of nobody known",
                "before": before,
                "after": after,
            }
