"""How well mentions were replaced: the counting, on plain data. `MentionScores` has the formulas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from .scores import NOBODY, SUMMED, Counts, GoldMention, MentionError, MentionScores, Tally, ordered

__all__ = ["GoldMention", "MentionError", "MentionScores", "Tally", "score_mentions", "score_spans"]

# Kinds of gold mentions: what must be replaced, what may be, and what must stay.
TARGETS: Final = frozenset({"greeting", "signature", "body", "footer", "header"})
EMBEDDED: Final = frozenset({"email", "url"})
THIRD: Final = "third"
NEUTRAL: Final = frozenset({"citation", "code", "handle", THIRD}) | EMBEDDED
PROTECTED: Final = frozenset({"cited", "public"})
KINDS: Final = TARGETS | NEUTRAL | PROTECTED | {"nonname"}

# How much unnamed text a replacement may swallow: letters and digits, or any characters where the text is not known.
_WIDEST = 3
_WIDEST_WITHOUT_TEXT = 12

# Start, end, and the participant's id: None if nobody could be linked.
Predicted = tuple[int, int, str | None]


def score_mentions(
    gold: Mapping[str, Sequence[GoldMention]],
    predicted: Mapping[str, Sequence[Predicted]],
    *,
    identifiers: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    others: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    texts: Mapping[str, str] | None = None,
    sessions: Mapping[str, str] | None = None,
) -> MentionScores:
    """Compare what was replaced with what should have been. Messages without gold data are not looked at.

    gold (Mapping[str, Sequence[GoldMention]]): The annotated mentions by message id.
    predicted (Mapping[str, Sequence[Predicted]]): The replaced spans by message id: start, end, participant.
    identifiers (Optional[Mapping[str, Sequence[tuple[int, int]]]]): Start and end of other replaced personal data;
        counts for names inside e-mail addresses and URLs only.
    others (Optional[Mapping[str, Sequence[tuple[int, int]]]]): Start and end of replaced names of people who take no
        part; counts for those, and for cited authors and public figures, only.
    texts (Optional[Mapping[str, str]]): The original texts, to tell letters from other characters in wide spans.
    sessions (Optional[Mapping[str, str]]): The session of each message.
    RETURNS (MentionScores): Counts, measures and errors.
    """
    scores = MentionScores()
    # Whether all targets of a participant have been found so far.
    covered: dict[str, bool] = {}
    for id, mentions in gold.items():
        before = [getattr(scores, name) for name in SUMMED]
        missed = scores.missed
        session = (sessions or {}).get(id)
        spans = predicted.get(id, ())
        hidden = [*spans, *(identifiers or {}).get(id, ())]
        strangers = (others or {}).get(id, ())
        text = (texts or {}).get(id)
        named = {at for mention in mentions if mention.who != NOBODY for at in range(mention.start, mention.end)}
        # Positions in `spans` that have been judged, by the first mention they touch: each is false once at most.
        used: set[int] = set()
        for mention in mentions:
            over = [i for i, span in enumerate(spans) if _overlap(span, mention)]
            who = mention.participant
            if mention.kind in TARGETS and who is not None:
                used.update(over)
                found = _score_target(scores, id, mention, [spans[i] for i in over], named, text, session)
                covered[who] = covered.get(who, True) and found
            elif mention.kind in NEUTRAL:
                used.update(over)
                if mention.kind in EMBEDDED and who is not None:
                    scores.embedded += 1
                    scores.embedded_hidden += any(_overlap(span, mention) for span in hidden)
                if mention.kind == THIRD:
                    scores.third += 1
                    scores.third_hidden += _covers([*spans, *strangers], mention)
            else:
                scores.protected += mention.kind in PROTECTED
                taken = mention.kind in PROTECTED and not over and any(_overlap(span, mention) for span in strangers)
                scores.protected_hidden += taken
                for i in over:
                    if i not in used:
                        _add_false(scores, id, spans[i], mention)
                used.update(over)
        for i, span in enumerate(spans):
            if i not in used:
                _add_false(scores, id, span, None)
        scores.messages += 1
        scores.leaky += scores.missed > missed
        counts = zip(SUMMED, before, strict=True)
        scores.per_message.append(tuple(getattr(scores, name) - count for name, count in counts))
    scores.people = len(covered)
    scores.people_covered = sum(covered.values())
    scores.hidden = list(covered.values())
    return scores


def score_spans(
    gold_spans: Iterable[Iterable[Predicted] | None], predicted_spans: Iterable[Iterable[Predicted]]
) -> dict[str, float | None]:
    """Score a component's spans the way spaCy does: a span is right if it has exactly a gold span's start and end.

    gold_spans (Iterable[Optional[Iterable[Predicted]]]): For each Doc its gold spans (start, end, participant), or
        None if the Doc is not annotated and should be left out.
    predicted_spans (Iterable[Iterable[Predicted]]): For each Doc its predicted spans, in the same order.
    RETURNS (dict[str, Optional[float]]): `pseudo_mention_p` = right / predicted, `pseudo_mention_r` = right / gold,
        `pseudo_mention_f` their harmonic mean, all None where there are neither gold nor predicted spans; and
        `pseudo_participant_acc` = right spans with the right participant / right spans, None where there are none.
    """
    n_gold = n_predicted = n_right = n_linked = 0
    for gold, predicted in zip(gold_spans, predicted_spans, strict=True):
        if gold is None:
            continue
        meant = {(start, end): who for start, end, who in gold}
        taken = {(start, end): who for start, end, who in predicted}
        right = meant.keys() & taken.keys()
        n_gold += len(meant)
        n_predicted += len(taken)
        n_right += len(right)
        n_linked += sum(ordered(meant[span]) == ordered(taken[span]) for span in right)
    counts = Counts(n_gold, n_predicted, n_right)
    measured = bool(n_gold or n_predicted)
    return {
        "pseudo_mention_p": counts.precision if measured else None,
        "pseudo_mention_r": counts.recall if measured else None,
        "pseudo_mention_f": counts.f1 if measured else None,
        "pseudo_participant_acc": n_linked / n_right if n_right else None,
    }


def _score_target(
    scores: MentionScores,
    id: str,
    mention: GoldMention,
    over: list[Predicted],
    named: set[int],
    text: str | None,
    session: str | None,
) -> bool:
    tallies = [scores.by_kind.setdefault(mention.kind, Tally())]
    for parts, name in ((scores.by_category, mention.category), (scores.by_session, session)):
        if name is not None:
            tallies.append(parts.setdefault(name, Tally()))
    who = {ordered(span[2]) for span in over}
    full = _covers(over, mention)
    exact = any((start, end) == (mention.start, mention.end) for start, end, _ in over)
    found = bool(over) and full
    linked = found and who == {mention.participant}
    wide = found and _unnamed(over, named, text) > (_WIDEST_WITHOUT_TEXT if text is None else _WIDEST)
    scores.targets += 1
    scores.found += found
    scores.partly += bool(over) and not found
    scores.linked += linked
    scores.single += linked and len(over) == 1
    scores.exact += exact
    scores.wide += wide
    for tally in tallies:
        tally.targets += 1
        tally.found += found
        tally.linked += linked
        tally.exact += exact
    wrong = {
        "missed": not over,
        "partly": bool(over) and not found,
        "mislinked": found and not linked,
        "boundary": found and not exact,
        "wide": wide,
    }
    taken_for = ",".join(sorted(one or "?" for one in who)) if over else None
    place = (id, mention.start, mention.end, mention.participant, taken_for)
    scores.errors.extend(MentionError(error, *place) for error, is_so in wrong.items() if is_so)
    return found


def _add_false(scores: MentionScores, id: str, span: Predicted, mention: GoldMention | None) -> None:
    protected = mention is not None and mention.kind in PROTECTED
    scores.false_protected += protected
    scores.false_words += not protected
    error = "false_protected" if protected else "false_words"
    who = mention.who if mention is not None else None
    scores.errors.append(MentionError(error, id, span[0], span[1], who, ordered(span[2]) or "?"))


def _unnamed(spans: Iterable[Predicted], named: set[int], text: str | None) -> int:
    places = (at for start, end, _ in spans for at in range(start, end) if at not in named)
    return sum(text is None or text[at : at + 1].isalnum() for at in places)


def _covers(spans: Iterable[tuple[Any, ...]], mention: GoldMention) -> bool:
    """All letters and digits of a mention are replaced."""
    reached = {at for span in spans for at in range(span[0], span[1])}
    return all(at in reached for at, char in enumerate(mention.text, mention.start) if char.isalnum())


def _overlap(span: tuple[Any, ...], mention: GoldMention) -> bool:
    return bool(span[0] < mention.end and mention.start < span[1])
