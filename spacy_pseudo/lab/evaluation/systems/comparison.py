"""Systems side by side: each run on each corpus, scored by the same measures."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ....scoring.mention_scores import MentionScores, score_mentions
from ..gold import Corpus
from ..measures.connection_scores import ConnectionScores, forms_of, score_connections
from ..measures.intervals import Interval, mention_intervals, recall_difference
from .ablation import WHOLE
from .grouping import GroupingScores, compare_groupings
from .outputs import Names, Output, Watch, unwatched
from .registry import Settings, check_systems, run_system

GOLD_MAP: Final = "gold"


class Measured(NamedTuple):
    """What a system does on a corpus.

    corpus (str): What the corpus is called.
    system (str): The system's name.
    mentions (MentionScores): How well mentions are replaced.
    intervals (Mapping[str, Interval]): 95 % intervals of the headline figures of mentions.
    connections (ConnectionScores): The name map against that of the gold mentions.
    words (ConnectionScores): The same with all forms split into single words.
    seconds (float): How long it took; the only figure that is another one every time.
    """

    corpus: str
    system: str
    mentions: MentionScores
    intervals: Mapping[str, Interval]
    connections: ConnectionScores
    words: ConnectionScores
    seconds: float


class Grouped(NamedTuple):
    """What a way of grouping does on a corpus with a map: that of the gold mentions, or one that a system found."""

    corpus: str
    names: str
    scores: GroupingScores


class Difference(NamedTuple):
    """How far a system's recall of mentions is from another's, with the 95 % interval for the same messages."""

    against: str
    recall: float
    interval: Interval


@dataclass(frozen=True)
class Comparison:
    """All figures, and nothing else: no names, no ids.

    systems (Sequence[Measured]): By corpus, then by system, in the order given.
    groupings (Sequence[Grouped]): By corpus, then by map.
    differences (Mapping[tuple[str, str], Difference]): In recall, by corpus and system: from our own tool, or from the
        best if it is not among the systems.
    """

    systems: Sequence[Measured]
    groupings: Sequence[Grouped]
    differences: Mapping[tuple[str, str], Difference] = field(default_factory=dict)

    @property
    def corpora(self) -> list[str]:
        """RETURNS (list[str]): What the corpora are called, in order."""
        return list(dict.fromkeys(row.corpus for row in self.systems))


def compare(
    corpora: Mapping[str, Corpus],
    systems: Sequence[str],
    settings: Settings | None = None,
    *,
    allow: Mapping[str, Sequence[str]] | None = None,
    seed: int = 0,
    watch: Callable[[str], Watch] | None = None,
    keep: Callable[[str, str, Corpus, Output], None] | None = None,
) -> Comparison:
    """Run systems on corpora and score what they do. No system sees the gold mentions.

    corpora (Mapping[str, Corpus]): The corpora by what they are called.
    systems (Sequence[str]): Names of systems, see `systems.SYSTEMS`.
    settings (Optional[Settings]): What some of the systems need.
    allow (Optional[Mapping[str, Sequence[str]]]): Names that stay in one corpus besides those of the settings, by what
        the corpus is called.
    seed (int): Decides what is drawn for the intervals.
    watch (Optional[Callable[[str], Watch]]): Given a line that says what is under way, shows how far it is.
    keep (Optional[Callable[[str, str, Corpus, Output], None]]): Gets corpus, system and output of every run.
    RETURNS (Comparison): The figures.
    """
    settings = settings if settings is not None else Settings()
    check_systems(systems, settings)
    measured, grouped = [], []
    for title, corpus in corpora.items():
        gold = gold_names(corpus)
        maps = {GOLD_MAP: gold}
        for name in systems:
            watched = unwatched if watch is None else watch(name if len(corpora) == 1 else f"{title}: {name}")
            start = time.perf_counter()
            own = settings.allowing((allow or {}).get(title, ()))
            output = run_system(name, corpus.messages, corpus.roster, own, watch=watched)
            measured.append(_measure(title, name, corpus, gold, output, time.perf_counter() - start, seed))
            if name == WHOLE:
                maps[name] = output.names
            if keep is not None:
                keep(title, name, corpus, output)
        for name, names in maps.items():
            grouped += [Grouped(title, name, scores) for scores in compare_groupings(corpus, names)]
    return Comparison(measured, grouped, _differences(measured, seed))


def _differences(measured: Sequence[Measured], seed: int) -> dict[tuple[str, str], Difference]:
    found = {}
    for corpus in dict.fromkeys(row.corpus for row in measured):
        rows = [row for row in measured if row.corpus == corpus]
        # The first of those that find most, if our own tool is not among them.
        against = next((r for r in rows if r.system == WHOLE), max(rows, key=lambda row: row.mentions.recall))
        for row in rows:
            if row is not against and row.mentions.targets:
                bounds = recall_difference(row.mentions, against.mentions, seed=seed)
                value = row.mentions.recall - against.mentions.recall
                found[corpus, row.system] = Difference(against.system, value, bounds)
    return found


def gold_names(corpus: Corpus) -> Names:
    """RETURNS (Names): Who is called what in the gold mentions, not where several may be meant; all counts are 1."""
    forms = forms_of(mention for mentions in corpus.gold.values() for mention in mentions)
    return {person: dict.fromkeys(sorted(forms[person]), 1) for person in sorted(forms)}


def _measure(title: str, name: str, corpus: Corpus, gold: Names, output: Output, seconds: float, seed: int) -> Measured:
    texts = {message.id or "": message.text for message in corpus.messages}
    mentions = score_mentions(corpus.gold, output.spans, texts=texts)
    return Measured(
        title,
        name,
        mentions,
        mention_intervals(mentions, seed=seed),
        score_connections(gold, output.names),
        score_connections(gold, output.names, split=True),
        seconds,
    )
