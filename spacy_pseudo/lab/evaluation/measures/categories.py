"""Forms by category, as in Table 4 and Figure 4 of Farrow et al. (2023): how many are nicknames and slips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import regex

from ....attrs import INITIALS, JOINT, MISSPELLED, NICKNAME, PART, REGISTERED, STYLISED
from ....people.connections import Pair
from ....people.display_names import PersonName, parse_name
from ....people.kinship import Kinship
from ....people.roster import Roster
from ....scoring.mention_scores import TARGETS
from ....scoring.scores import GoldMention, share
from ....text.similarity import fits
from ....text.words import fold, fold_all

FULL, SUBSET, SHORT, SLIP = GROUPS = ("full name", "part of the full name", "nickname, short or stylised", "misspelled")
_GROUPS: Final = {
    REGISTERED: FULL, PART: SUBSET, NICKNAME: SHORT, INITIALS: SHORT, STYLISED: SHORT, MISSPELLED: SLIP
}  # fmt: skip


# Letters lost to a wrong encoding.
_LOST = regex.compile(r"[?\ufffd]+")


class Categories:
    """What a form is to a participant, judged by the registered names."""

    def __init__(self, roster: Roster) -> None:
        self._kinship = Kinship()
        self._names: dict[str, list[PersonName]] = {}
        for participant in roster:
            self._kinship.register(participant.id, participant.names)
            self._names[participant.id] = [parse_name(name) for name in participant.names]

    def group(self, participant: str, form: str, category: str | None = None) -> str:
        """Tell to which of the `GROUPS` a form belongs.

        participant (str): The participant's id.
        form (str): The form as written.
        category (Optional[str]): Its category, if a person has decided; a glued form is judged by the name in it.
        RETURNS (str): The group. Full is a name with all its parts in any order; first and last name of somebody with
            a middle name are a part of it.
        """
        names = self._names.get(participant, [])
        if category is None or category not in _GROUPS:
            category = self._judge(participant, form, names)
        if category in (REGISTERED, PART):
            whole = (fold_all(" ".join((*name.given, *name.surname))) for name in names)
            return FULL if sorted(fold_all(form)) in map(sorted, whole) else SUBSET
        return _GROUPS.get(category, SHORT)

    def _judge(self, participant: str, form: str, names: Sequence[PersonName]) -> str:
        folded = fold(form)
        if any(folded == fold(word) for name in names for word in name.preferred):  # 'Catherine (Kitty) Muir'
            return NICKNAME
        if _LOST.search(folded):  # 'C?lia'
            parts = (fold(word) for name in names for word in (*name.given, *name.surname))
            return MISSPELLED if any(fits(_LOST.sub("?", folded), part) for part in parts) else NICKNAME
        return self._kinship.classify(participant, form)[0]


class Row(NamedTuple):
    """Unique forms, connections with a participant, and mentions of one group."""

    group: str
    forms: int
    connections: int
    substitutions: int


class Distribution(NamedTuple):
    """Forms by group: a row for each, the total, and for each participant the number of forms by group.

    A form that is the name of one person and a slip for another's counts in two groups, but once in the total.
    """

    rows: list[Row]
    total: Row
    people: list[dict[str, int]]

    def shares(self, row: Row) -> tuple[float, float]:
        """RETURNS (tuple[float, float]): A row's share of all connections, and of all substitutions."""
        return share(row.connections, self.total.connections), share(row.substitutions, self.total.substitutions)


def distribution(mentions: Iterable[GoldMention], roster: Roster) -> Distribution:
    """Count forms, connections and mentions by group. Case, accents and punctuation do not make another form.

    mentions (Iterable[GoldMention]): The marked mentions; a category that they have is taken for right. Where several
        people may be meant, a mention is counted for nobody.
    roster (Roster): The participants.
    RETURNS (Distribution): The counts; a form of a person belongs to the group in which it is mentioned most.
    """
    categories = Categories(roster)
    seen: dict[Pair, Counter[str]] = {}
    for mention in mentions:
        who = mention.participant
        if mention.kind in TARGETS and who is not None and JOINT not in who:
            group = categories.group(who, mention.text, mention.category)
            seen.setdefault((who, fold_all(mention.text)), Counter())[group] += 1
    groups = {pair: max(GROUPS, key=lambda group: counts[group]) for pair, counts in seen.items()}
    rows = [_row(group, {pair: seen[pair] for pair in seen if groups[pair] == group}) for group in GROUPS]
    people: dict[str, dict[str, int]] = {}
    for (person, _), group in groups.items():
        counted = people.setdefault(person, dict.fromkeys(GROUPS, 0))
        counted[group] += 1
    return Distribution(rows, _row("all", seen), list(people.values()))


def _row(name: str, seen: Mapping[Pair, Counter[str]]) -> Row:
    return Row(name, len({form for _, form in seen}), len(seen), sum(counts.total() for counts in seen.values()))
