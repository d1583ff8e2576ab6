"""What an hour of review brings: a reviewer who knows the gold decides cases, as the desk puts them, and applies.

python tests/benchmarks/reviewer.py [--without-roster] [--order worth|queues] [--cases 60] [--no-alike] DIR [DIR ...]

Each with messages.*, gold.jsonl and, if there is one, roster.*. A case whose places disagree is decided as most of them
are, and the others place by place: one case, several decisions. Proposals of more cases like it are taken only if gold
says the same of each. 'gone' is the share of errors (missed, false, wrong participant) that the review has put right,
'shown' the share of the errors before it that stand in a case of these queues.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.cli.treatment import Treatment
from spacy_pseudo.components.run_settings import Settings
from spacy_pseudo.lab.evaluation.gold import Corpus, read_corpus, read_replaced
from spacy_pseudo.people.decisions import KEEP, MASK
from spacy_pseudo.review.desk.cases import CONFLICTS, KEPT, OTHERS, REPLACED, TAKEN, UNKNOWN, UNSURE, Case, Place
from spacy_pseudo.review.desk.desk import Desk
from spacy_pseudo.review.desk.history import History
from spacy_pseudo.review.desk.verdicts import ACCEPT, ALL, HERE, PERSON, REJECT, Verdict
from spacy_pseudo.scoring.mention_scores import NEUTRAL, TARGETS, THIRD, score_mentions
from spacy_pseudo.scoring.scores import MentionScores

QUEUES = (UNSURE, REPLACED, CONFLICTS, KEPT, UNKNOWN, OTHERS)
CHECKED = 20
MEASURES = ("recall", "precision", "correct_participant", "coverage")
ERRORS = ("missed", "partly", "false_words", "false_protected", "mislinked")


class Spent(NamedTuple):
    """What was decided so far."""

    cases: int = 0
    decisions: int = 0
    alike: int = 0


class Reviewer:
    """Somebody who knows of every place who is named there.

    corpus (Corpus): Messages and gold.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._gold = corpus.gold

    def truth(self, place: Place) -> str | None:
        """RETURNS (Optional[str]): Who is named, 'keep' if nobody, 'third' if somebody who takes no part, None if it
        does not matter."""
        if place.field != "text" or place.message not in self._gold:
            return None
        over = [m for m in self._gold[place.message] if m.start < place.end and place.start < m.end]
        for mention in over:
            if mention.kind in TARGETS and mention.participant is not None:
                return mention.participant
        kinds = {mention.kind for mention in over}
        return THIRD if THIRD in kinds else None if kinds & NEUTRAL else KEEP

    def verdicts(self, case: Case, desk: Desk) -> list[Verdict]:
        """RETURNS (list[Verdict]): What this person does about a case: once for most places, then for the others."""
        truths = [self.truth(place) for place in case.places]
        votes = Counter(filter(None, truths))
        if not votes:
            return [Verdict(ACCEPT if case.queue != UNSURE or case.why == TAKEN else REJECT)]
        most = max(votes, key=lambda truth: (votes[truth], truth != KEEP, truth))
        first = self._of(case, most, desk)
        others = [(n, truth) for n, truth in enumerate(truths) if truth not in (None, most)]
        return [first, *(self._here(n, truth, desk) for n, truth in others)]

    @staticmethod
    def _of(case: Case, truth: str, desk: Desk) -> Verdict:
        if truth not in (KEEP, THIRD):
            if case.queue in (UNSURE, REPLACED) and case.people[0] == truth:
                return Verdict(ACCEPT)
            return Verdict(PERSON, ALL, truth) if truth in desk.key.roster else Verdict(MASK)
        if case.queue in (UNSURE, REPLACED):
            return Verdict(REJECT)
        if case.queue == OTHERS:
            hidden = case.why == "masked"
            return Verdict(ACCEPT if hidden == (truth == THIRD) else REJECT)
        if case.queue == KEPT or (case.queue == UNKNOWN and truth == THIRD):
            return Verdict(ACCEPT)
        return Verdict(KEEP)

    @staticmethod
    def _here(n: int, truth: str, desk: Desk) -> Verdict:
        if truth in (KEEP, THIRD):
            return Verdict(KEEP, HERE, place=n)
        return Verdict(PERSON, HERE, truth, place=n) if truth in desk.key.roster else Verdict(MASK, HERE, place=n)

    def review(self, desk: Desk, case: Case, *, alike: bool) -> Spent:
        """Decide about a case, and about those like it."""
        verdicts = self.verdicts(case, desk)
        done = [desk.decide([case.id], verdict) for verdict in verdicts]
        more = [desk.case(id) for id in done[0].alike] if alike and len(done) == 1 else []
        if more and all(self.verdicts(other, desk) == verdicts for other in more):
            desk.decide([other.id for other in more], verdicts[0])
            return Spent(1, len(done) + 1, len(more))
        return Spent(1, len(done))


class Review:
    """A run, and what a review makes of it."""

    def __init__(self, place: Path, directory: Path, *, listed: bool) -> None:
        self.corpus, self.key, self._out = read_corpus(directory), place / "key", place / "out"
        self._messages = next(path for path in directory.glob("messages.*"))
        roster = [arg for path in directory.glob("roster.*") for arg in ("--roster", path)] if listed else []
        self._call("run", *roster, "--seed", 1)
        self.desk = Desk(self.key, self.corpus.messages, Treatment(Settings()).pipeline)
        self.reviewer = Reviewer(self.corpus)

    def _call(self, command: str, *options: object) -> None:
        where = (self._messages, "--out", self._out, "--key", self.key, "--no-audit", "--quiet")
        done = CliRunner().invoke(app, [command, *map(str, where), *map(str, options)])
        if done.exit_code:
            raise SystemExit(done.output)

    def apply(self) -> None:
        self._call("apply", "--force")
        self.desk.applied({})

    def scores(self) -> MentionScores:
        replaced = read_replaced(self.key / "replacements.jsonl")
        return score_mentions(
            self.corpus.gold,
            {id: [span[:3] for span in row.spans] for id, row in replaced.items()},
            texts={message.id: message.text for message in self.corpus.messages if message.id is not None},
        )

    def shown(self, scores: MentionScores) -> Counter[str]:
        """RETURNS (Counter): In which queue errors stand."""
        seen: dict[str, list[tuple[Place, str]]] = {}
        for queue in QUEUES:
            for case in self.desk.queue(queue):
                for place in case.places:
                    seen.setdefault(place.message, []).append((place, queue))
        found: Counter[str] = Counter()
        for error in scores.errors:
            if error.error in ERRORS:
                over = [q for p, q in seen.get(error.id, ()) if p.start < error.end and error.start < p.end]
                found[next(iter(over), "none")] += 1
        return found

    def next(self, order: str) -> Case | None:
        if order == "queues":
            return next((case for queue in QUEUES for case in self.desk.queue(queue)[:1]), None)
        return next((case for case in self.desk.queue() if case.queue in QUEUES), None)

    def steps(self, cases: int, order: str, *, alike: bool) -> Iterator[tuple[Spent, MentionScores]]:
        spent = Spent()
        yield spent, self.scores()
        while spent.cases < cases and (case := self.next(order)) is not None:
            more = self.reviewer.review(self.desk, case, alike=alike)
            spent = Spent(*map(sum, zip(spent, more, strict=True)))
            if spent.cases % CHECKED == 0 or spent.cases == cases:
                self.apply()
                yield spent, self.scores()


def main() -> None:
    """Measure and print, corpus by corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--without-roster", action="store_true", help="the participants' names are not known")
    parser.add_argument("--order", choices=("worth", "queues"), default="worth", help="over all queues, or one by one")
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--no-teaching", action="store_true", help="decisions do not change the order")
    parser.add_argument("--no-alike", action="store_true", help="take no proposals")
    options = parser.parse_args()
    if options.no_teaching:
        setattr(History, "tally", lambda self: (Counter(), Counter()))  # noqa: B010
    heads = ("cases", "decisions", "alike", "recall", "precision", "right", "coverage", "errors", "gone")
    print(f"{'corpus':<14}" + "".join(f" {name:>9}" for name in heads))
    for directory in options.corpora:
        with tempfile.TemporaryDirectory() as place:
            review = Review(Path(place), directory, listed=not options.without_roster)
            before = 0
            for spent, scores in review.steps(options.cases, options.order, alike=not options.no_alike):
                errors = scores.missed + scores.false + scores.mislinked
                if not spent.cases:
                    before, where = errors, review.shown(scores)
                gone = 1 - errors / before if before else 0.0
                cells = [f" {number:>9}" for number in spent]
                cells += [f" {getattr(scores, name):>9.3f}" for name in MEASURES]
                print(f"{directory.name:<14}{''.join(cells)} {errors:>9} {gone:>9.2f}", flush=True)
            for when, found in (("before", where), ("left", review.shown(scores))):
                queues = ", ".join(f"{queue} {count}" for queue, count in found.most_common())
                print(f"{'':<14} errors {when}, by queue: {queues}", flush=True)


if __name__ == "__main__":
    main()
