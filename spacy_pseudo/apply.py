"""Apply: messages through the pipeline, one by one, with a key; a pure function of message and key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .attrs import JOINT, PREFIX, REPLACEMENTS, TEXT, UNLINKED
from .errors import Errors, PseudoError
from .key import Key
from .message import Message

if TYPE_CHECKING:
    from spacy.language import Language

FACTORY = "participant_pseudonymiser"
# More words at hand make tokenizing more than twice as fast; 10,000 is spaCy's own number.
_TOKENIZER_CACHE = 200_000


@dataclass
class Result:
    """What became of one message.

    message (Message): The message as it was.
    text (Optional[str]): The pseudonymised text; None if the message failed or is left out.
    subject (Optional[str]): The pseudonymised subject, if there is one.
    replacements (list[dict[str, Any]]): What was done to the text.
    subject_replacements (list[dict[str, Any]]): What was done to the subject.
    conflicts (list[dict[str, Any]]): Mentions of which it is not clear whom they name.
    failure (Optional[str]): The code of the error, if the message failed.
    excluded (bool): The author did not consent: the message is left out.
    """

    message: Message
    text: str | None = None
    subject: str | None = None
    replacements: list[dict[str, Any]] = field(default_factory=list)
    subject_replacements: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[dict[str, Any]] = field(default_factory=list)
    failure: str | None = None
    excluded: bool = False


def make_pipeline(key: Key, *, config: str | Path | None = None, **options: Any) -> Language:
    """Make a pipeline with the pseudonymiser in it.

    key (Key): The key.
    config (Optional[Union[str, Path]]): A spaCy config or the directory of a pipeline that has the pseudonymiser in
        it; without one the pipeline consists of it alone.
    options (Any): The pseudonymiser's config.
    RETURNS (Language): The pipeline, ready for use. Never save it after use: it has seen the messages.
    """
    import spacy
    from spacy.util import load_config, load_model_from_config

    if config is None:
        nlp = spacy.blank(key.lang)
        nlp.add_pipe(FACTORY, config=options)
    elif Path(config).is_dir():
        nlp = spacy.load(config)
    else:
        nlp = load_model_from_config(load_config(config), auto_fill=True)
    names = [name for name in nlp.pipe_names if nlp.get_pipe_meta(name).factory == FACTORY]
    if not names:
        raise PseudoError(Errors.P408.format(path=config, factory=FACTORY))
    nlp.get_pipe(names[0]).initialize(lambda: [], nlp=nlp, key=key)  # type: ignore[attr-defined]
    if hasattr(nlp.tokenizer, "max_cache_size"):
        nlp.tokenizer.max_cache_size = _TOKENIZER_CACHE
    return nlp


def apply(messages: Iterable[Message], key: Key, nlp: Language) -> Iterator[Result]:
    """Pseudonymise messages, in any order. One that fails does not stop the others.

    messages (Iterable[Message]): The messages.
    key (Key): The key, as `discover` made it and a person edited it.
    nlp (Language): A pipeline as `make_pipeline` makes it.
    YIELDS (Result): What became of each message, in the same order.
    """
    for message in messages:
        author = key.roster.get(message.author) if message.author is not None else None
        if author is not None and author.excluded:
            yield Result(message, excluded=True)
            continue
        result = Result(message)
        try:
            result.text, result.replacements = _pseudonymise(message, nlp)
            if message.subject:
                subject = replace(message, text=message.subject)
                result.subject, result.subject_replacements = _pseudonymise(subject, nlp)
        except Exception as error:  # Whatever some component of somebody's pipeline raises: the message is not written.
            code = error.code if isinstance(error, PseudoError) else ""
            yield Result(message, failure=code or type(error).__name__)
            continue
        result.conflicts = [
            {
                "id": message.id,
                "start": r["start"],
                "end": r["end"],
                "candidates": r["participant"].split(JOINT) if r["participant"] else [],
                "reason": "name of nobody known" if r["category"] == UNLINKED else "shared name",
            }
            for r in result.replacements
            if r["category"] == UNLINKED or JOINT in (r["participant"] or "")
        ]
        yield result


def _pseudonymise(message: Message, nlp: Language) -> tuple[str, list[dict[str, Any]]]:
    doc = nlp(message.to_doc(nlp))
    text = doc._.get(PREFIX + TEXT)
    if text is None:
        raise PseudoError(Errors.P406.format(name=PREFIX + TEXT))
    return text, doc._.get(PREFIX + REPLACEMENTS)
