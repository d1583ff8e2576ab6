"""In which groups to substitute names: by thread, by session or all at once (Farrow et al., sections 4.4 and 5.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ....attrs import JOINT
from ....scoring.mention_scores import TARGETS, score_mentions
from ..gold import Corpus
from .outputs import Names, Spans
from .substitution import GROUPS, Duplicate, Group, Groups, substitute


class GroupingScores(NamedTuple):
    """What one way of grouping does with a name map.

    scope (str): 'thread', 'session' or 'all'.
    groups (int): How many groups there are.
    warnings (int): Pairs of a group and a form that several participants of the group share.
    spurious (int): Warnings where no message leaves a doubt; see `is_spurious`.
    absent (int): Gold mentions by a form that the map has for the person, in a group in which the person does not
        take part.
    missed (int): Those of them that are left standing: a leak that the grouping alone has made.
    recall (float): Of all gold mentions, those that are replaced in full.
    correct_participant (float): Of all gold mentions, those replaced by the right participant.
    """

    scope: str
    groups: int
    warnings: int
    spurious: int
    absent: int
    missed: int
    recall: float
    correct_participant: float


def compare_groupings(corpus: Corpus, names: Names, *, scopes: Sequence[str] = GROUPS) -> list[GroupingScores]:
    """Substitute with the same map by thread, by session and all at once.

    corpus (Corpus): Messages, roster and gold mentions. Without sessions, everything is one session.
    names (Names): Forms by participant.
    scopes (Sequence[str]): The ways of grouping.
    RETURNS (list[GroupingScores]): What each does.
    """
    groups = Groups(corpus.messages, corpus.roster)
    texts = {message.id or "": message.text for message in corpus.messages}
    sessions = {id: place.session or "" for id, place in groups.places.items()}
    present = {group.key[0]: group.people for group in groups.by("session")}
    rows = []
    for scope in scopes:
        divided = groups.by(scope)
        spans, warnings = substitute(divided, names)
        where = _sessions_with_forms(divided, spans, sessions)
        absent = _absent(corpus, names, divided)
        scores = score_mentions(corpus.gold, spans, texts=texts)
        standing = {
            (error.id, error.start, error.end) for error in scores.errors if error.error in ("missed", "partly")
        }
        rows.append(
            GroupingScores(
                scope,
                len(divided),
                len(warnings),
                sum(is_spurious(w, where.get((w.group, w.form), set()), present) for w in warnings),
                len(absent),
                len(absent & standing),
                scores.recall,
                scores.correct_participant,
            )
        )
    return rows


def is_spurious(warning: Duplicate, sessions: set[str], present: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether a warning is needless: in every session in which the form is replaced in the group's messages, at
    most one of its owners takes part (writes in the session, or writes nowhere and may be in any), so that no message
    leaves a doubt who is meant. A form that stands nowhere in the group is no doubt either.

    warning (Duplicate): A form that several participants of a group share.
    sessions (set[str]): The sessions of the group's messages in which the form is replaced.
    present (Mapping[str, frozenset[str]]): Who takes part in each session.
    RETURNS (bool): Nobody has to look at it.
    """
    return all(len(present[session].intersection(warning.owners)) <= 1 for session in sessions)


def _sessions_with_forms(
    groups: Sequence[Group], spans: Spans, sessions: Mapping[str, str]
) -> dict[tuple[tuple[str, ...], str], set[str]]:
    """The sessions in which each form is replaced, by group and form."""
    found: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for group in groups:
        for message in group.messages:
            for start, end, _ in spans[message.id or ""]:
                found.setdefault((group.key, message.text[start:end]), set()).add(sessions[message.id or ""])
    return found


def _absent(corpus: Corpus, names: Names, groups: Sequence[Group]) -> set[tuple[str, int, int]]:
    """Mentions that the map knows, and the group does not."""
    people = {message.id or "": group.people for group in groups for message in group.messages}
    found = set()
    for id, mentions in corpus.gold.items():
        for mention in mentions:
            who = mention.participant
            if mention.kind in TARGETS and who is not None and id in people:
                known = [person for person in who.split(JOINT) if mention.text in names.get(person, ())]
                if known and people[id].isdisjoint(known):
                    found.add((id, mention.start, mention.end))
    return found
