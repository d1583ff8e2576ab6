"""The key in memory: everything private that turns names into pseudonyms."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path

from .. import languages
from ..errors import Errors, PseudoError
from ..message import Message
from ..people.account import Watchlist
from ..people.adaptation import FORM, Adaptation, Cause, adapted_map, judge_forms
from ..people.connections import Connection, confidences, lawful, rejected
from ..people.context import Context
from ..people.decisions import SUBJECT, TEXT, Decided, Decisions
from ..people.evidence import SIGNING, Weights, packaged
from ..people.forgotten import Forgotten
from ..people.index import FormIndex
from ..people.kinship import Words
from ..people.name_map import NameMap
from ..people.others.judging import Candidate
from ..people.others.matching import OtherFinder
from ..people.others.table import Others
from ..people.pseudonyms import MODES, TEMPLATE, Pseudonyms
from ..people.roster import Roster
from ..surrogates.exchange import Exchange
from ..surrogates.short_names import handles, short_forms
from ..text.statistics import WordStatistics
from ..text.words import fold_all
from .generations import draft, recover
from .integrity import read_files
from .layout import SECRET, holds_key
from .sealing import is_sealed
from .texts import LANG, SCOPE, SECRET_BYTES, Content, read_texts, seeded_secret, write_texts


# Not a dataclass: spaCy hands settings of `[initialize]` over through pydantic, which would make a dict of it, and its
# repr would show names.
class Key:
    """Who takes part, who is called what, what is written instead, and what apply needs of the corpus.

    roster (Optional[Roster]): The participants.
    name_map (Optional[NameMap]): Forms by participant; without it forms follow from the roster.
    pseudonyms (Optional[Pseudonyms]): What is written instead.
    context (Optional[Context]): Where each message stands.
    statistics (Optional[WordStatistics]): How words that are also names are written in the corpus.
    considered (Optional[set[str]]): Unknown words near a name on which discovery has decided.
    offered (Optional[dict[str, list[str]]]): Forms that discovery has put into the map before: what was deleted stays
        deleted.
    look_alikes (Optional[set[str]]): Texts of the corpus that look like pseudonyms; nobody gets one of them.
    eponyms (Optional[set[tuple[str, str]]]): Names and the words that make things of them: 'taylor', 'series'.
    scope (str): Who is preferred when several share a name.
    lang (str): The language of the messages.
    connections (Iterable[Connection]): Which form is whose, how sure that is and why, as discovery saw it.
    weights (Optional[Weights]): By which evidence was weighed, if they are not the packaged ones.
    threshold (Optional[float]): The confidence from which connections were taken, if it is not the weights' own.
    secret (Optional[bytes]): What keyed choices depend on; drawn when it is first asked for.
    surrogates (Optional[Mapping[tuple[str, str], str]]): What a person wants to be written instead, by label and text.
    others (Optional[Others]): People who take no part, and what is written instead of their names.
    decisions (Optional[Decisions]): What a person has decided about single places.
    adapted (Iterable[Adaptation]): What follows from that for other places.
    exchange (Optional[Exchange]): What becomes of values that are exchanged among the messages.
    cited (Iterable[str]): Folded surnames of participants that are also those of authors whom the corpus cites.
    forgotten (Iterable[str]): Codes of people who were erased.
    """

    def __init__(
        self,
        roster: Roster | None = None,
        name_map: NameMap | None = None,
        pseudonyms: Pseudonyms | None = None,
        context: Context | None = None,
        statistics: WordStatistics | None = None,
        considered: set[str] | None = None,
        offered: dict[str, list[str]] | None = None,
        eponyms: set[tuple[str, str]] | None = None,
        scope: str = SCOPE,
        lang: str = LANG,
        *,
        look_alikes: set[str] | None = None,
        connections: Iterable[Connection] = (),
        weights: Weights | None = None,
        threshold: float | None = None,
        secret: bytes | None = None,
        surrogates: Mapping[tuple[str, str], str] | None = None,
        others: Others | None = None,
        decisions: Decisions | None = None,
        adapted: Iterable[Adaptation] = (),
        cited: Iterable[str] = (),
        exchange: Exchange | None = None,
        forgotten: Iterable[str] = (),
    ) -> None:
        self.roster = roster if roster is not None else Roster()
        self.name_map = name_map
        self.pseudonyms = pseudonyms if pseudonyms is not None else Pseudonyms()
        self.context = context if context is not None else Context()
        self.statistics = statistics if statistics is not None else WordStatistics(lang=lang)
        self.considered = considered if considered is not None else set()
        self.offered = offered if offered is not None else {}
        self.eponyms = eponyms if eponyms is not None else set()
        self.look_alikes = look_alikes if look_alikes is not None else set()
        self.scope = scope
        self.lang = lang
        self.connections = list(connections)
        self.own_weights = weights
        self.own_threshold = threshold
        self.surrogates = dict(surrogates or {})
        self.others = others if others is not None else Others()
        self.own_secret = secret
        self.cited = set(cited)
        self.forgotten = Forgotten(forgotten, partial(getattr, self, "secret"))
        self.exchange = exchange if exchange is not None else Exchange()
        self.decisions = decisions if decisions is not None else Decisions()
        self.adapt(adapted)
        # The digests of the files it was read from: who changes them meanwhile must not be overwritten.
        self.seen: Mapping[str, str] | None = None

    @property
    def weights(self) -> Weights:
        """RETURNS (Weights): By which evidence is weighed."""
        return packaged() if self.own_weights is None else self.own_weights

    @property
    def threshold(self) -> float:
        """RETURNS (float): The confidence from which a connection is taken."""
        return self.weights.threshold if self.own_threshold is None else self.own_threshold

    @property
    def secret(self) -> bytes:
        """RETURNS (bytes): What keyed choices depend on: another secret gives others."""
        if self.own_secret is None:
            self.own_secret = secrets.token_bytes(SECRET_BYTES)
        return self.own_secret

    @secret.setter
    def secret(self, value: bytes) -> None:
        self.own_secret = value

    def __getstate__(self) -> dict[str, object]:
        """RETURNS (dict[str, object]): What another process gets: the secret with it, so that nobody draws another."""
        _ = self.secret
        return vars(self)

    @property
    def waiting(self) -> int:
        """RETURNS (int): How many connections wait for a person's decision."""
        return sum(connection.review for connection in self.connections)

    @classmethod
    def from_roster(
        cls, roster: Roster, *, name_map: NameMap | None = None, mode: str = MODES[0], template: str = TEMPLATE,
        seed: int | None = None, scope: str = SCOPE, lang: str = LANG, avoid: Iterable[str] = (),
    ) -> Key:  # fmt: skip
        """Make a key in memory, without a corpus.

        roster (Roster): The participants.
        name_map (Optional[NameMap]): Forms by participant.
        mode (str): How pseudonyms are made: 'number', 'id', 'mask' or 'surrogate'.
        template (str): What stands around a pseudonym.
        seed (Optional[int]): For a reproducible drawing, in tests.
        scope (str): Who is preferred when several share a name.
        lang (str): The language of the messages.
        avoid (Iterable[str]): Names that nobody gets, where names are drawn.
        RETURNS (Key): A key with pseudonyms for everybody.
        """
        secret = None if seed is None else seeded_secret(seed)
        key = cls(roster, name_map, Pseudonyms(mode, template), scope=scope, lang=lang, secret=secret)
        key.draw(seed=seed, avoid=avoid)
        return key

    @property
    def empty(self) -> bool:
        """RETURNS (bool): Neither a roster nor a name map: nobody could be found."""
        return not len(self.roster) and (self.name_map is None or not self.name_map.participants())

    def strange_lines(self) -> list[int]:
        """RETURNS (list[int]): The lines of the name map that are of nobody in the roster; somebody may be new."""
        if self.name_map is None:
            return []
        return self.name_map.lines_of([p for p in self.name_map.participants() if p not in self.roster])

    @cached_property
    def index(self) -> FormIndex:
        """RETURNS (FormIndex): The index of all forms, built when it is first asked for."""
        name_map = (
            adapted_map(self.name_map, self.judged_forms) if self.judged_forms and self.name_map else self.name_map
        )
        known = confidences(self.connections, name_map, self.threshold) if name_map is not None else {}
        signed = {c.pair: times for c in self.connections if (times := c.evidence.times(SIGNING))}
        law, gone = (
            (act(self.connections, found, self.offered) if found is not None else set())
            for act, found in ((lawful, self.name_map), (rejected, name_map))
        )
        strangers = {fold_all(form) for person in self.others.hidden() for form in person.forms}
        return FormIndex(
            self.roster, name_map, self.statistics, self.eponyms, known, self.weights,
            signed=signed, lawful=law, rejected=gone, strangers=strangers, cited=self.cited, lang=self.lang,
        )  # fmt: skip

    # --- What follows from decisions of a person ---

    @cached_property
    def judged_forms(self) -> list[Adaptation]:
        """RETURNS (list[Adaptation]): Forms that are judged otherwise because of what a person decided about others."""
        if self.name_map is None:
            return []
        with languages.speaking(self.lang):
            return judge_forms(self.connections, self.name_map, self.offered, self.decisions)

    def adapt(self, places: Iterable[Adaptation]) -> None:
        """Judge places by what a person decided about others, as long as the decisions are there.

        places (Iterable[Adaptation]): The places; forms follow from the key itself.
        """
        said = {Cause.of(row) for row in self.decisions.rows}
        self.judged_places = [one for one in places if one.field != FORM and said.issuperset(one.because)]
        rows = [place.as_decision() for place in self.judged_places]
        self.decisions = self.decisions.with_adapted(rows)

    def adaptations(self) -> list[Adaptation]:
        """RETURNS (list[Adaptation]): Forms and places that are judged otherwise because of what a person decided."""
        return [*self.judged_forms, *self.judged_places]

    @contextmanager
    def undecided(self) -> Iterator[Decisions]:
        """Judge places as if a person had decided about none of them, for the time being.

        YIELDS (Decisions): What the person decided.
        """
        assert self.index is not None  # forms stay as decisions have made them
        decisions, self.decisions = self.decisions, Decisions()
        try:
            yield Decisions(decisions.rows, decisions.raw)
        finally:
            self.decisions = decisions

    def decided(self, text: str, message: Message | None, decisions: Decisions | None = None) -> list[Decided]:
        """Find what is decided in a text or subject of a message.

        text (str): The text.
        message (Optional[Message]): The message.
        decisions (Optional[Decisions]): What a person decided; None for what the key has.
        RETURNS (list[Decided]): The places that a person has decided about, and those that follow from them.
        """
        decisions = self.decisions if decisions is None else decisions
        if not decisions or message is None:
            return []
        field = SUBJECT if message.subject is not None and message.subject == text else TEXT
        same_thread = {id for id in decisions.threads() if id == message.id or self._together(id, message.id)}
        return decisions.places(text, message.id, field, same_thread)

    def _together(self, one: str, other: str | None) -> bool:
        """Two messages are of one thread."""
        places = [self.context.places.get(id) for id in (one, other or "")]
        threads = {(place.session, place.thread) for place in places if place is not None and place.thread is not None}
        return len(threads) == 1 and None not in places

    @cached_property
    def watchlist(self) -> Watchlist:
        """RETURNS (Watchlist): All that participants may be called, to account for what is left."""
        with languages.speaking(self.lang):
            return Watchlist(self.index, self.roster, self.offered)

    @cached_property
    def real_words(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Folded words that stand for participants: whole forms, and words of longer ones."""
        return frozenset(word for form in self.index.forms() for word in form if len(form) == 1 or len(word) > 2)

    @cached_property
    def drawn_words(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Folded words of drawn names, that mean nobody real; none if none were drawn."""
        if not self.pseudonyms.named:
            return frozenset()
        real, labels = self.real_words, self.pseudonyms.everything()
        return frozenset({word for label in labels for word in (*fold_all(label), *short_forms(label, real))} - real)

    @cached_property
    def drawn_handles(self) -> frozenset[str]:
        """RETURNS (frozenset[str]): Folded user names that are made of drawn names."""
        if not self.pseudonyms.named:
            return frozenset()
        drawn = {handle for label in self.pseudonyms.everything() if fold_all(label) for handle in handles(label)}
        return frozenset(drawn - self.real_words)

    @cached_property
    def other_finder(self) -> OtherFinder:
        """RETURNS (OtherFinder): Finds the names of people who take no part."""
        return OtherFinder(self.others, self.index, self.lang)

    def draw(self, *, seed: int | None = None, avoid: Iterable[str] = ()) -> None:
        """Draw pseudonyms for everybody who has none; old ones never change.

        seed (Optional[int]): For a reproducible drawing, in tests; without it the drawing cannot be repeated.
        avoid (Iterable[str]): Names that nobody gets, nor any part of them: those that stay, for instance.
        """
        rng: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        mapped = self.name_map.participants() if self.name_map is not None else []
        everybody = {person.id for person in self.roster} | {self.roster.main_id(p) or p for p in mapped}
        others = {*self.look_alikes, *everybody}
        shun: set[str] = set()
        if self.pseudonyms.named:  # nobody gets a name that somebody has, or that is spoken of
            others.update(avoid)
            others.update(word for form in self.index.forms() for word in form)
            others.update(name for person in self.roster for name in person.names)
            others.update(word for name in self.context.discussed for word in fold_all(name))
            shun = {word for word, (_, title, _) in self.statistics.counts.items() if title}
        names = {person.id: person.names for person in self.roster}
        with languages.speaking(self.lang):
            self.pseudonyms.draw(everybody, rng=rng, avoid=others, shun=shun, names=names)
        for name in ("drawn_words", "drawn_handles"):
            self.__dict__.pop(name, None)

    def add_others(self, found: Iterable[Candidate], *, seed: int | None = None, avoid: Iterable[str] = ()) -> None:
        """Add people who take no part; who is known keeps the label, and what a person deleted does not come back.

        found (Iterable[Candidate]): Who was found.
        seed (Optional[int]): For a reproducible drawing, in tests.
        avoid (Iterable[str]): Names that nobody gets, nor any part of them.
        """
        rng: random.Random = random.SystemRandom() if seed is None else random.Random(f"others {seed}")
        found = list(found)
        taken = {*avoid, *self.look_alikes, *self.pseudonyms.labels, *self.pseudonyms.labels.values()}
        if self.pseudonyms.named:  # as for participants
            taken.update(word for form in self.index.forms() for word in form)
            taken.update(form for person in (*self.others, *found) for form in person.forms)
        self.others.extend(found, rng=rng, avoid=taken, named=self.pseudonyms.named)
        for name in ("other_finder", "index"):  # a nickname of the table that is a stranger's name is nobody's
            self.__dict__.pop(name, None)

    def is_pseudonym(self, words: Words) -> bool:
        """RETURNS (bool): Folded words are what is written instead of somebody's name, or a part of it."""
        if self.others.is_label(words):
            return True
        return self.pseudonyms.named and any(set(words) <= set(fold_all(n)) for n in self.pseudonyms.labels.values())

    # --- As texts, for the directory and for bytes ---

    def to_files(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): The text of each file of the key directory."""
        return {name: "".join(content) for name, content in self.to_contents().items()}

    def to_contents(self) -> dict[str, Content]:
        """RETURNS (dict[str, Content]): The same, but that of which there is a line for each message is made line by
        line, when it is written."""
        return write_texts(self)

    @classmethod
    def from_files(cls, texts: Mapping[str, Content], *, source: Callable[[str], str] = str) -> Key:
        """Make a key of the texts of its files.

        texts (Mapping[str, Content]): What `to_files` gave, or their lines; the name map as a person edited it.
        source (Callable[[str], str]): From a file's name to what an error message calls it.
        RETURNS (Key): The key.
        """
        return cls(**read_texts(texts, source))

    def reread(self) -> Key:
        """RETURNS (Key): The key as if it had been on the disk, which holds less than is known here. What follows must
        not depend on whether it was."""
        key = type(self).from_files(self.to_contents())
        key.index, key.index.statistics = self.index, key.statistics  # built of what both hold
        return key

    # --- As a directory ---

    @classmethod
    def load(cls, path: str | Path) -> Key:
        """Read a key directory. One that is damaged is refused; what a person edited counts.

        path (Union[str, Path]): The directory.
        RETURNS (Key): The key.
        """
        path = Path(path)
        if is_sealed(path):
            raise PseudoError(Errors.P391.format(path=path))
        recover(path)
        if not holds_key(path):
            raise PseudoError(Errors.P340.format(path=path))
        read = read_files(path)
        key = cls.from_files(read.texts, source=lambda name: str(path / name))
        key.seen = read.digests
        return key

    def save(self, path: str | Path) -> None:
        """Write the key directory, all of its files or none; only its owner can read it.

        path (Union[str, Path]): The directory; made if it is not there.
        """
        path = Path(path)
        texts = self.to_contents()
        if (path / SECRET).is_file():  # another one would change what codes and surrogates are
            texts.pop(SECRET, None)
        with draft(path) as generation:
            generation.write_all(texts)
