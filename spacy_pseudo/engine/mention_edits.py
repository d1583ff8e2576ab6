"""Mentions beyond those of names: participants' user names, and what a person decided."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ..attrs import HANDLE, NICKNAME, UNLINKED
from ..identifiers.account_names import MADE, REGISTERED
from ..identifiers.user_names import split_sign
from ..people.decisions import KEEP, MASK
from ..people.evidence import BODY
from ..people.linking import Mention
from ..people.reasons import ADAPTED, DECIDED
from ..text.ranges import Ranges
from ..text.words import fold_all

if TYPE_CHECKING:
    from ..identifiers.base import Identifier
    from ..people.decisions import Decided
    from ..people.forgotten import Forgotten

_WORD_AGAIN: Final = re.compile(r" +([^\W\d_]+)(?![\w'’-])")


def with_forgotten(text: str, mentions: list[Mention], forgotten: Forgotten) -> list[Mention]:
    """RETURNS (list[Mention]): The mentions, with people who were erased from the key as nobody known."""
    places = [Mention(start, end, (), UNLINKED, BODY, 1.0) for start, end in forgotten.places(text)]
    if not places:
        return mentions
    taken = Ranges.of(places)
    return sorted([*places, *(m for m in mentions if not taken.touch(m.start, m.end))])


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
        # In '@**Mary Poe|43**' and '@491701234567' there is no name alone, of which a part could be written.
        start, end, output = one.start + len(sign), one.end, "{}" if "|" in name or name.isdigit() else None
        if text[start - 2 : start] == "<@" and text[end : end + 1] == ">":  # '<@U012AB3CD>' holds the id of an account
            start, end, output = start - 2, end + 1, "@{}"
        handle = Mention(start, end, (one.participant or "",), HANDLE, BODY, one.confidence, output)
        over = range(bisect_right(ends, start), bisect_left(starts, end))
        known = any(mentions[n][:3] == handle[:3] for n in over)
        if MADE <= one.confidence < REGISTERED:  # 'Mary Poe' may be another than 'marypoe', and that was weighed
            known = any(mentions[n][:2] == handle[:2] and mentions[n].participants for n in over)
        inside = all(start <= starts[n] and ends[n] <= end for n in over)
        if inside and not known and not (handles and start < handles[-1].end):
            handles.append(handle)
            gone.update(over)
    return sorted([*(m for n, m in enumerate(mentions) if n not in gone), *handles]) if handles else mentions


def with_repeats(text: str, mentions: list[Mention]) -> list[Mention]:
    """RETURNS (list[Mention]): The mentions, of which one takes in what is the same name once more: 'Desmond Desmond
    Fairley', 'Desmond Fairley Fairley', 'Zo? M?ller'."""
    joined: list[Mention] = []
    known: set[str] = set()  # the words of the last one, which may be a thousand names in a row
    count = 0
    for mention in mentions:
        last, more = joined[-1] if joined else None, fold_all(text[mention.start : mention.end])
        if (
            last is not None
            and last.participants == mention.participants
            and _is_one(text, last, mention, known, set(more))
        ):
            longer = mention if len(more) > count else last
            joined[-1] = longer._replace(start=last.start, end=mention.end)
            known.update(more)
            count += len(more)
        else:
            joined.append(mention)
            known, count = set(more), len(more)
    taken = Ranges.of(joined)
    for at, mention in enumerate(joined):
        again = _WORD_AGAIN.match(text, mention.end)
        words = fold_all(text[mention.start : mention.end]) if again else ()
        # A given name may begin another's name.
        if again and len(words) > 1 and fold_all(again[1]) == words[-1:] and not taken.touch(*again.span(1)):
            joined[at] = mention._replace(end=again.end())
    return joined


def _is_one(text: str, first: Mention, second: Mention, own: set[str], more: set[str]) -> bool:
    between = text[first.end : second.start]
    if first.output is not None or second.output is not None or not own or not more:
        return False
    if between == "? ":  # a letter was lost at the end of the first, as in the second
        return "?" in text[second.start : second.end]
    return between == " " and (own <= more or more <= own)


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
