"""Why a place that may name a participant keeps what stands there: the closed list, and how doubtful each reason is."""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class Reason(NamedTuple):
    """A reason to leave a name where it stands.

    text (str): What the account calls it.
    probability (float): How likely a place that is kept for it names a participant after all.
    meaning (str): What it says, for people.
    """

    text: str
    probability: float
    meaning: str


# The probabilities follow the share of true mentions among places kept for the reason on six real mailing lists and
# forums, a little higher where few such places were seen.
DECIDED: Final = Reason("decided by you", 0.0, "names.txt or decisions.csv says so, or you deleted the form")
ADAPTED: Final = Reason("decided by you elsewhere", 0.05, "you decided so about the same name in such a place")
ALLOWED: Final = Reason("allowlist", 0.0, "the name is on the list of names that stay")
CITED: Final = Reason("cited", 0.02, "an author stands there with a year, or in a list of references")
PUBLIC: Final = Reason("public figure", 0.02, "the whole name is on the packaged list of widely known people")
EPONYM: Final = Reason("eponym", 0.02, "a thing bears the name: Cohen's d, a Taylor series")
RELATIVE: Final = Reason("relative", 0.03, "somebody's relative, friend or pet is introduced by that name")
OTHER: Final = Reason("somebody else's full name", 0.03, "a first name and a surname that no participant has together")
DISCUSSED: Final = Reason("discussed person of that name", 0.04, "somebody else of that name is written out nearby")
TITLE: Final = Reason("part of a title", 0.06, "a capitalised word beside it makes a title or a thing of it")
ORDINARY: Final = Reason("ordinary word", 0.05, "the word is no name here, though a participant is called so")
PLACE: Final = Reason("place", 0.02, "it is a part of a place, a school, a company or of other data that is left")
CODE: Final = Reason("code", 0.02, "it stands in code, a file's name, an address or a login")
SURNAME: Final = Reason("surname", 0.05, "a surname alone, of somebody who does not write here")
NICKNAME: Final = Reason("nickname", 0.03, "a usual nickname of a registered name, which nobody was seen to use")
INITIALS: Final = Reason("initials", 0.07, "letters that are somebody's initials, where no name stands")
NEAR: Final = Reason("similar word", 0.02, "a word one letter away from a name")
NAMELIKE: Final = Reason("in a name's place", 0.08, "an unknown word where somebody is greeted, thanked or signs")
UNCLEAR: Final = Reason("not understood", 0.4, "a form of a participant's name that no rule explains")

REASONS: Final = (
    *(DECIDED, ADAPTED, ALLOWED, CITED, PUBLIC, EPONYM, RELATIVE, OTHER, DISCUSSED, TITLE, ORDINARY, PLACE, CODE),
    *(SURNAME, NICKNAME, INITIALS, NEAR, NAMELIKE, UNCLEAR),
)


class Kept(NamedTuple):
    """A place that may name participants and is left as it was, and why."""

    start: int
    end: int
    participants: tuple[str, ...]
    reason: Reason

    def row(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): The same as plain data, with how likely it names one of them after all."""
        reason = {"reason": self.reason.text, "probability": self.reason.probability}
        return {**self._asdict(), "participants": list(self.participants), **reason}
