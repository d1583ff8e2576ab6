"""Calibration: derives the weights of evidence from corpora with gold mentions, and tells how far they can be trusted.

Each corpus is also used without its roster and under the guards, so that no weight fits one list of names only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ...attrs import JOINT, MISSPELLED
from ...components.participant_linker import mentions_of
from ...components.salutation_matcher import slots_of
from ...errors import Errors, PseudoError
from ...passes.apply import make_pipeline
from ...passes.discover import discover
from ...people.evidence import BODY, Weights, packaged
from ...people.linking import Mention
from ...people.roster import Roster
from ...scoring.mention_scores import NEUTRAL
from ...scoring.scores import GoldMention
from ...text.salutations import Slot
from .fitting import Bin, Judged, Sample, brier, fit, judge, learned, reliability
from .gold import Corpus
from .guards.metamorphic import GUARDS
from .measures.connection_scores import called

ROUNDS: Final = 2
# A place of which little was seen is taken to be as reliable as all places together, as if seen so often.
_PRIOR: Final = 10.0
# Guards that need no roster, and those that are worth trying without one.
_ROSTERLESS: Final = ("typos", "no_newlines")
_UNLISTED: Final = ("rename", "wordlike")


@dataclass(frozen=True)
class Calibration:
    """What was derived, and how good it is.

    weights (Weights): The weights.
    connections (list[Bin]): Confidences of connections against gold.
    brier (float): Their mean squared error.
    held_out (list[Bin]): The same, each corpus judged by weights of the others; empty for a single corpus.
    held_out_brier (Optional[float]): Their mean squared error.
    mentions (list[Bin]): Confidences of mentions against gold.
    """

    weights: Weights
    connections: list[Bin]
    brier: float
    held_out: list[Bin]
    held_out_brier: float | None
    mentions: list[Bin]


def calibrate(
    corpora: Sequence[Corpus], *, start: Weights | None = None, seed: int = 1, rounds: int = ROUNDS
) -> Calibration:
    """Derive weights.

    corpora (Sequence[Corpus]): Messages, roster (may be empty) and gold mentions of each.
    start (Optional[Weights]): What decides while the first evidence is collected; None for the packaged weights.
    seed (int): Decides what the guards draw.
    rounds (int): How often evidence is collected and weights are fitted to it.
    RETURNS (Calibration): The weights, and how far they can be trusted.
    """
    weights = replace(packaged() if start is None else start, places={})
    variants = [list(_variants(corpus, seed)) for corpus in corpora]
    samples: list[Sample] = []
    for _ in range(rounds):
        samples = [s for number, own in enumerate(variants) for s in _samples(number, own, weights, seed)]
        if not any(map(learned, samples)):
            raise PseudoError(Errors.P511)
        weights = fit(samples, weights)
    plain = (corpus for own in variants for corpus in own[: 1 + bool(len(own[0].roster))])
    rows = [row for corpus in plain for row in _mentions(corpus, weights, seed)]
    weights = replace(weights, places=_places(rows))
    told = [(row.confidence * weights.reliability(row.place, far=row.far), row.right, 1.0) for row in rows]
    judged, error = judge(weights, samples)
    held_out = [pair for number in range(len(corpora)) for pair in _held_out(number, samples, weights)]
    return Calibration(
        weights,
        reliability(judged),
        error,
        reliability(held_out),
        brier(held_out) if held_out else None,
        reliability(told),
    )


# --- Collecting ------------------------------------------------------------------------------------------------------


def _variants(corpus: Corpus, seed: int) -> Iterator[Corpus]:
    """The corpus, the same without a roster, and what the guards make of it."""
    yield corpus
    if len(corpus.roster):
        yield corpus._replace(roster=Roster())
    for name, guard in GUARDS.items():
        if len(corpus.roster) or name in _ROSTERLESS:
            changed = guard(*corpus, seed=seed)
            yield changed
            if name in _UNLISTED:
                yield changed._replace(roster=Roster())


def _samples(number: int, variants: Sequence[Corpus], weights: Weights, seed: int) -> Iterator[Sample]:
    for corpus in variants:
        key = discover(corpus.messages, corpus.roster, weights=weights, seed=seed)
        names = called(mention for mentions in corpus.gold.values() for mention in mentions)
        for connection in key.connections:
            right = connection.pair in names
            seen = bool(connection.messages) and all(id in corpus.gold for id in connection.messages)
            if right or seen:
                weight = max(connection.evidence.capitals, connection.evidence.messages, 1) ** 0.5
                yield Sample(number, connection.evidence, right, weight / len(variants))


def _people(mention: GoldMention) -> set[str]:
    return set((mention.participant or "").split(JOINT))


class _Row(NamedTuple):
    place: str
    far: bool
    slip: bool
    confidence: float
    right: bool


def _mentions(corpus: Corpus, weights: Weights, seed: int) -> Iterator[_Row]:
    """YIELDS (_Row): Each mention that is found, its place, and whether gold has it there."""
    key = discover(corpus.messages, corpus.roster, weights=weights, pseudonyms="id", seed=seed)
    nlp = make_pipeline(key)
    prefix = nlp.get_pipe(nlp.pipe_names[-1]).prefix  # type: ignore[attr-defined]
    for message in corpus.messages:
        gold = corpus.gold.get(message.id or "")
        if gold is None:
            continue
        doc = nlp(message.to_doc(nlp, prefix=prefix))
        around = key.context.around(message)
        for mention in mentions_of(doc, prefix):
            over = [m for m in gold if m.start < mention.end and mention.start < m.end]
            # How likely each of several is, follows from their number.
            if len(mention.participants) == 1 and not any(m.kind in NEUTRAL for m in over):
                right = any(set(mention.participants) == _people(m) for m in over)
                far = not any(map(around.in_thread, mention.participants))
                slip = mention.category == MISSPELLED
                yield _Row(_place(mention, slots_of(doc, prefix)), far, slip, mention.confidence, right)


def _place(mention: Mention, slots: Sequence[Slot]) -> str:
    """The kind of slot; where there is none, the end or the beginning of the message that counts as one."""
    if mention.place == BODY:
        return BODY
    kinds = [slot.kind for slot in slots if slot.start < mention.end and mention.start < slot.end]
    return kinds[0] if kinds else "bare" if mention.place == "greeting" else "last_word"


def _held_out(number: int, samples: Sequence[Sample], start: Weights) -> list[Judged]:
    """One corpus, judged by weights of the others."""
    others = [s for s in samples if s.corpus != number]
    if not any(map(learned, others)):
        return []
    return judge(fit(others, start), [s for s in samples if s.corpus == number])[0]


def _places(rows: Sequence[_Row]) -> dict[str, float]:
    """How often mentions are right in each place, beyond what the confidence of their connection says."""
    cells: dict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        cells[f"far {row.place}" if row.far else row.place].append(row)
        if row.slip:
            cells[MISSPELLED].append(row)
    everywhere = sum(r.right for r in rows) / max(sum(r.confidence for r in rows), 1e-9)
    places = {}
    for place in sorted(cells):
        right, expected = (sum(getattr(r, name) for r in cells[place]) for name in ("right", "confidence"))
        places[place] = round(min((right + _PRIOR * everywhere) / (expected + _PRIOR), 1.0), 4)
    return places
