"""From Python: messages at hand in, pseudonymised ones and an account of them out; nothing is written unless asked."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..attrs import REPLACEMENTS_FILE
from ..components.run_settings import Settings
from ..corpus.duplicates import DUPLICATES, REFUSE
from ..corpus.given import GivenMessages, given_roster
from ..corpus.metadata import pseudonym_of
from ..corpus.readers import read_ids, read_names
from ..corpus.replies import distinct
from ..corpus.row_writers import text_writer
from ..corpus.share_modes import DROP, check_choice, check_ids, check_timestamps
from ..corpus.word_lists import find_judge
from ..corpus.writers import MessageWriter, check_columns
from ..errors import Errors, PseudoError
from ..key import (
    CONFLICTS,
    DECISIONS,
    FAILURES,
    FOLLOWED,
    NAMES,
    Key,
    check_key_directory,
    draft,
    holds_key,
    read_files,
    secret_in,
)
from ..message import Message
from ..name_words.judges import Judge
from ..people.evidence import Weights, read_weights
from ..people.roster import Participant, Roster
from .adapting import find_adaptations
from .apply import choices_of, make_pipeline
from .collecting import LISTS, Collector
from .discovery_report import DiscoveryReport
from .exchanging import gather_values
from .learning import learn, learned
from .ledger import Ledger
from .shards import shards
from .stretches import Applier
from .summary import Summary, run_settings

# What the messages are called in an error.
_NAME: Final = "messages"
# Rows of replacements.jsonl as dicts: the names of their cells.
_CELLS: Final[Mapping[str, tuple[str, ...]]] = {
    "spans": ("start", "end", "participant", "replacement", "category", "confidence", "text", "place"),
    "identifiers": ("start", "end", "category", "replacement", "participant", "confidence", "text"),
    "others": ("start", "end", "category", "replacement", "confidence", "text"),
}
_SUBJECT: Final = {"spans": "subject", "identifiers": "subject_identifiers", "others": "subject_others"}


@dataclass(frozen=True, repr=False)
class Pseudonymised:
    """What became of messages, with the account of it. All of it but `texts`, `messages` and `summary` is private.

    texts (list[Optional[str]]): The pseudonymised texts, one for each message that was given; None for what must not be
        shared: it failed, or its author did not consent.
    messages (Any): What was given, of the same kind, pseudonymised in text, subject and ids of people: without messages
        that must not be shared, and without columns that are no known field and not in `keep_columns`.
    kept (list[dict[str, Any]]): Every place that may still name a participant, and why, the most doubtful first.
    conflicts (list[dict[str, Any]]): Mentions of which it is not clear whom they name.
    replacements (list[dict[str, Any]]): Everything that was replaced, place by place.
    failures (list[dict[str, Any]]): Messages that failed, and why.
    key (Key): Who is who: give it to the next call (`key=`), and the same people get the same pseudonyms.
    summary (dict[str, Any]): Counts and settings, nobody's name.
    files (Mapping[str, Optional[str]]): What `save` writes, by file of the key.
    """

    texts: list[str | None]
    messages: Any
    kept: list[dict[str, Any]]
    conflicts: list[dict[str, Any]]
    replacements: list[dict[str, Any]]
    failures: list[dict[str, Any]]
    key: Key
    summary: dict[str, Any]
    files: Mapping[str, str | None] = field(compare=False)

    def __repr__(self) -> str:
        """RETURNS (str): Counts, and nothing of what is in it: what is printed ends in notebooks and logs."""
        written = sum(text is not None for text in self.texts)
        return (
            f"<Pseudonymised: {written} of {len(self.texts)} messages, {len(self.replacements)} replacements, "
            f"{len(self.kept)} kept, {len(self.conflicts)} conflicts>"
        )

    @property
    def names(self) -> str:
        """RETURNS (str): The name map, a line for each participant: correct it, and give it to the next call."""
        return self.key.to_files().get(NAMES, "")

    def save(self, directory: str | Path) -> None:
        """Write the key with its account as `spacy-pseudo run` does: all files or none, for their owner only.
        `spacy-pseudo apply`, `review` and `explain` take it.

        directory (Union[str, Path]): The key directory: a new one, or that of the key that was extended.
        """
        path = Path(directory)
        check_key_directory(path)
        stranger = self.key.seen is None and (holds_key(path) or secret_in(path) not in (None, self.key.secret))
        if stranger:
            raise PseudoError(Errors.P582.format(path=path))
        seen = self.key.seen if holds_key(path) else None
        with draft(path, seen=seen) as generation:
            generation.write_all(self.files)
        self.key.seen = read_files(path, FOLLOWED).digests


def pseudonymise(
    messages: Any,
    roster: Roster | Mapping[str, str | Sequence[str]] | Iterable[Participant | Mapping[str, Any]] | Any | None = None,
    *,
    key: Key | str | Path | None = None,
    names: str | None = None,
    learn_names: bool = True,
    columns: Mapping[str, str] | None = None,
    roster_column: str | None = None,
    roster_columns: Mapping[str, str] | None = None,
    html: bool | None = None,
    duplicates: str = REFUSE,
    allow: Iterable[str] | str | Path = (),
    exclude: Iterable[str] | str | Path | None = None,
    pseudonyms: str | None = None,
    template: str | None = None,
    scope: str | None = None,
    lang: str | None = None,
    threshold: float | None = None,
    weights: Weights | str | Path | None = None,
    name_words: Judge | str | Path | None = None,
    others: str | None = None,
    citations: bool | None = None,
    public_figures: bool | None = None,
    identifiers: Mapping[str, str] | None = None,
    sensitive: bool | None = None,
    words: Mapping[str, Iterable[str]] | None = None,
    rules: Sequence[str] = (),
    dates: str | None = None,
    cities: str | None = None,
    visible: bool | None = None,
    own_nicknames: bool | None = None,
    slips: bool | None = None,
    latin: bool | None = None,
    ids: str | None = None,
    timestamps: str | None = None,
    keep_columns: Sequence[str] = (),
    config: str | Path | None = None,
    seed: int | None = None,
) -> Pseudonymised:
    """Pseudonymise messages: one participant, all names, one pseudonym, over all of them at once.

    The same as `spacy-pseudo run`, for what is at hand in Python: the same data, options and key give the same texts.
    Options are called as on the command line; None is what it says there: as the key or the config has it, otherwise
    the default. Nothing is written to disk, unless you `save` the result.

        import spacy_pseudo

        result = spacy_pseudo.pseudonymise(
            [{"id": 1, "author": "mp", "text": "Hi Bob, low tide is at six. Mary"},
             {"id": 2, "author": "rg", "parent": 1, "text": "Thanks Mary! Bob"}],
            roster={"mp": "Mary Poe", "rg": "Robert Grey"},
        )
        print(result.texts)       # what may be shared, once you have looked at it
        print(result.kept)        # what may still name somebody, and why
        result.save("key")        # who is who: private
        more = spacy_pseudo.pseudonymise(later_messages, key="key")  # the same pseudonyms

    messages (Any): A list (or other iterable) of dicts or of `Message`s, or a data frame of pandas. Columns or keys are
        found by themselves, as in files: `author` and `text` are needed; `id` is the position where there is none;
        `parent`, `thread` and `session` make the result better.
    roster (Any): The class list: names by id ({"s1": "Mary Poe"}), a list of dicts or a data frame with `id` and
        `name`, or a `Roster`. Without one, names are learned from how people sign and are greeted.
    key (Key | str | Path | None): The key of an earlier result, or its directory: it is extended, not changed.
    names (Optional[str]): The name map of the key as you corrected it: `result.names`, edited. What is in it is law.
    learn_names (bool): Learn from these messages; False only applies the key, as `spacy-pseudo apply` does.
    columns (Optional[Mapping[str, str]]): Header by field, for headers that are not found: {"author": "Poster"}.
    roster_column (Optional[str]): The column of the messages with the authors' names, instead of a roster.
    roster_columns (Optional[Mapping[str, str]]): Header by field of the roster: {"id": "Matrikel"}.
    html (Optional[bool]): The texts are HTML, or are not; None: a look at each decides.
    duplicates (str): Which is read of messages with one id that differ, as edited posts do: 'last' or 'first'; with
        'refuse', they are an error. Of copies, the first is read. For those that are not, `texts` has None.
    allow (Iterable[str] | str | Path): Names that stay; text or path: a file with one a line.
    exclude (Iterable[str] | str | Path | None): Ids of people who did not consent; text or path: a file of them.
    pseudonyms (Optional[str]): 'number', 'id', 'mask' or 'surrogate'.
    template (Optional[str]): What stands around a pseudonym: '[{}]'.
    scope (Optional[str]): Among whom a shared name is a conflict: 'thread', 'session' or 'all'.
    lang (Optional[str]): The language of the messages: 'en', 'sv' ...
    threshold (Optional[float]): The confidence from which a form is taken for somebody's name.
    weights (Weights | str | Path | None): Weights that `spacy-pseudo calibrate` made.
    name_words (Judge | str | Path | None): Which words are names: what `train` or `words` made, or 'none'.
    others (Optional[str]): What is done with names of people who take no part: 'keep', 'mask' or 'pseudonym'.
    citations, public_figures (Optional[bool]): Whether cited authors and widely known people stay.
    identifiers (Optional[Mapping[str, str]]): What is done with other personal data: {"EMAIL": "surrogate"}.
    sensitive (Optional[bool]): Whether sensitive words are marked.
    words (Optional[Mapping[str, Iterable[str]]]): Words to be marked besides, by label.
    rules (Sequence[str]): Texts with rules of your own for other personal data.
    dates, cities (Optional[str]): What dates and cities become as surrogates.
    visible, own_nicknames, slips, latin (Optional[bool]): How surrogates and pseudonyms are written.
    ids, timestamps (Optional[str]): What becomes of ids ('keep', 'code') and time stamps ('keep', 'shift' ...).
    keep_columns (Sequence[str]): Further columns that are given back as they are, names and all.
    config (str | Path | None): A spaCy config or pipeline with participant_pseudonymiser in it.
    seed (Optional[int]): Draw reproducibly; for tests only.
    RETURNS (Pseudonymised): Texts and messages of the same kind as given, and the account of them.
    """
    check_choice(duplicates, "duplicates", DUPLICATES)
    given = GivenMessages(messages, columns=columns, html=html, duplicates=duplicates)
    allowed = read_names(allow) if isinstance(allow, (str, Path)) else list(allow)
    marked = {label: list(some) for label, some in (words or {}).items()}
    settings = Settings(
        allow=allowed, citations=citations, public_figures=public_figures, identifiers=identifiers, visible=visible,
        own_nicknames=own_nicknames, slips=slips, latin=latin, dates=dates, cities=cities, others=others,
        sensitive=sensitive, words=marked or None, rules=rules,
    )  # fmt: skip
    settings.check()
    for value, check in ((ids, check_ids), (timestamps, check_timestamps)):
        if value is not None:
            check(value)
    check_columns([given.report], [header for header in keep_columns if header not in given.table.headers])
    people = given_roster(roster, roster_columns)
    if roster_column is not None:
        if people is not None:
            raise PseudoError(Errors.P506)
        people = given.authors(roster_column)
    made, report = _key_of(key, names), DiscoveryReport()
    if made is not None:
        made.draw()
        _check_known(given.messages, made)
    found: dict[str, str | None] = {}
    if learn_names or made is None:
        made = learn(
            given.messages, people, made, source=_NAME, report=report, scope=scope, pseudonyms=pseudonyms,
            exclude=_ids(exclude),
            template=template, seed=seed, lang=lang, threshold=threshold, allow=allowed,
            weights=read_weights(Path(weights)) if isinstance(weights, (str, Path)) else weights,
            judge=find_judge(name_words) if name_words is None or isinstance(name_words, (str, Path)) else name_words,
        )  # fmt: skip
        found = learned(made, report)
    elif scope is not None:
        made.scope = scope
    made.decisions.check({*made.pseudonyms.labels, *(p.id for p in made.roster)}, DECISIONS)
    made.draw(seed=seed, avoid=allowed)
    nlp = make_pipeline(made, config=config, **vars(settings))
    files = {**made.to_files(), **found}
    return _applied(given, made, nlp, files, len(allowed), ids, timestamps, keep_columns, duplicates)


def _ids(exclude: Iterable[str] | str | Path | None) -> list[str] | None:
    if exclude is None or not isinstance(exclude, (str, Path)):
        return None if exclude is None else list(exclude)
    return read_ids(exclude)


def _key_of(key: Key | str | Path | None, names: str | None) -> Key | None:
    """A key of one's own: what is done with it does not change that of an earlier result."""
    if key is None:
        if names is not None:
            raise PseudoError(Errors.P583)
        return None
    old = key if isinstance(key, Key) else Key.load(key)
    texts = old.to_files()
    if names is not None:
        texts[NAMES] = names
    copy = Key.from_files(texts)
    copy.seen = old.seen
    return copy


def _check_known(messages: Iterable[Message], key: Key) -> None:
    """Make sure that a key is of these messages: nobody is named as author, or it knows one of them."""
    authors = {message.author for message in messages if message.author is not None}
    if authors and not any(pseudonym_of(author, key) is not None for author in authors):
        raise PseudoError(Errors.P651.format(path=_NAME))


def _applied(
    given: GivenMessages,
    key: Key,
    nlp: Any,
    files: Mapping[str, str | None],
    allowed: int,
    ids: str | None,
    timestamps: str | None,
    keep: Sequence[str],
    duplicates: str,
) -> Pseudonymised:
    key.adapt(find_adaptations(distinct(given.messages), key, nlp))
    gather_values(distinct(given.messages), key, nlp)
    chosen = choices_of(nlp)
    modes = {"ids": ids or chosen.ids, "timestamps": timestamps or chosen.timestamps}
    applier, ledger = Applier(key, nlp, **modes), Ledger()
    settings = run_settings(key, nlp, modes=modes, plain=True, duplicates=duplicates, allowed=allowed)
    summary = Summary(key, settings, ledger)
    shared, lists = io.StringIO(newline=""), {name: io.StringIO(newline="") for name in LISTS}
    drop = ["timestamp"] if modes["timestamps"] == DROP else []
    writer = MessageWriter(text_writer(shared, given.report), given.report, keep=keep, drop=drop)
    collector = Collector(key, summary, lists)
    for shard in shards(distinct(given.messages), given.report):
        collector.take(applier(shard), writer)
    summary.finish((), applier.rewriter, (), Path())
    rows, header = _rows(lists[REPLACEMENTS_FILE]), given.report.columns["text"]
    done = iter(_rows(shared))
    written = given.placed([None if "excluded" in row or "failed" in row else next(done) for row in rows])
    own = {name: None if lines is None else "".join(lines) for name, lines in collector.files()}
    own |= {name: stream.getvalue() for name, stream in lists.items()}
    return Pseudonymised(
        texts=[None if row is None else row[header] for row in written],
        messages=given.returned(written, keep),
        kept=list(ledger.kept_rows()),
        conflicts=_rows(lists[CONFLICTS]),
        replacements=[one for row in rows for one in _places(row)],
        failures=_rows(lists[FAILURES]),
        key=key,
        summary=summary.to_dict(),
        files={**files, **own},
    )


def _rows(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().split("\n") if line]


def _places(row: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """YIELDS (dict[str, Any]): What was replaced in a message: where, what, by what, and what it was."""
    for where in ("text", "subject"):
        for kind, cells in _CELLS.items():
            for place in row.get(kind if where == "text" else _SUBJECT[kind], ()):
                told = dict(zip(cells, place, strict=True))
                if told["replacement"] is not None:
                    yield {"id": row["id"], "field": where, "kind": kind, **told}
