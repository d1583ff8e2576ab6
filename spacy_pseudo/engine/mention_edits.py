"""Mentions beyond those of names: participants' user names, and what a person decided."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..attrs import HANDLE, NICKNAME, UNLINKED
from ..identifiers.account_names import MADE, REGISTERED
from ..identifiers.user_names import split_sign
from ..people.decisions import KEEP, MASK
from ..people.evidence import BODY
from ..people.linking import Mention
from ..people.reasons import ADAPTED, DECIDED
from ..text.words import fold_all

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..people.decisions import Decided


def with_handles(text: str, mentions: list[Mention], identifiers: Iterable[Identifier]) -> list[Mention]:
    """RETURNS (list[Mention]): The mentions with participants' user names among them. A name in a user name is a part
    of it, and a user name that is no more than a part of a mention, or beside one, is nothing new."""
    starts, ends = [m.start for m in mentions], [m.end for m in mentions]
    handles: list[Mention] = []
    gone: set[int] = set()
    for one in sorted(one for one in identifiers if one.label == "USERNAME" and one.participant is not None):
        sign, name = split_sign(text[one.start : one.end])
        telling = any(len(word) > 3 for word in fold_all(name)) or any(map(str.isdigit, name))
        if not (sign or telling or one.confidence >= MADE):
            continue  # 'max_len' is rather a variable: it is masked, but nobody's mention
        start = one.start + len(sign)
        handle = Mention(start, one.end, (one.participant or "",), HANDLE, BODY, one.confidence)
        over = range(bisect_right(ends, start), bisect_left(starts, one.end))
        known = any(mentions[n][:3] == handle[:3] for n in over)
        if MADE <= one.confidence < REGISTERED:  # 'Mary Poe' may be another than 'marypoe', and that was weighed
            known = any(mentions[n][:2] == handle[:2] and mentions[n].participants for n in over)
        inside = all(start <= starts[n] and ends[n] <= one.end for n in over)
        if inside and not known and not (handles and start < handles[-1].end):
            handles.append(handle)
            gone.update(over)
    return sorted([*(m for n, m in enumerate(mentions) if n not in gone), *handles]) if handles else mentions


def with_decisions(mentions: list[Mention], decided: Sequence[Decided]) -> list[Mention]:
    """Put what a person decided in place of what was found.

    mentions (list[Mention]): What was found.
    decided (Sequence[Decided]): The decisions.
    RETURNS (list[Mention]): The mentions that touch no decided place, and those that were decided.
    """
    if not decided:
        return mentions
    mentions = [m for m in mentions if all(m.end <= one.start or one.end <= m.start for one in decided)]
    for start, end, decision, adapted in decided:
        if decision != KEEP:
            who, category = ((), UNLINKED) if decision == MASK else ((decision,), NICKNAME)
            reason = ADAPTED if adapted else DECIDED
            mentions.append(Mention(start, end, who, category, BODY, 1 - reason.probability, None, reason.text))
    return sorted(mentions)
