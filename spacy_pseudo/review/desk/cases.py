"""What a person should look at: a case is one question, asked once for all the places that its answer settles."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

# The queues, in the order in which they are shown.
UNSURE: Final = "unsure"
REPLACED: Final = "replaced"
CONFLICTS: Final = "conflicts"
KEPT: Final = "kept"
UNKNOWN: Final = "unknown"
OTHERS: Final = "others"
MARKED: Final = "marked"
AUDITED: Final = "audited"
QUEUES: Final = (UNSURE, REPLACED, CONFLICTS, KEPT, UNKNOWN, OTHERS, MARKED, AUDITED)
# In these a decision is about places, in the others about what somebody or something is called.
PLACED: Final = frozenset((REPLACED, CONFLICTS, KEPT, UNKNOWN))
# What the tool had made of a form that it is unsure of.
TAKEN: Final = "taken"
NOT_TAKEN: Final = "not taken"
# Why an ordinary word stands where nothing makes a name of it: it is counted, and has no line in the account.
COUNTED: Final = "like any other word"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the original.

    message (str): The message's id.
    field (str): 'text' or 'subject'.
    start (int): Where it begins.
    end (int): Where it ends.
    text (str): What stands there.
    before, after (str): What stands around it, as a reader sees it.
    """

    message: str
    field: str
    start: int
    end: int
    text: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A question.

    id (str): Made by the key's secret: it tells nothing, and is the same whenever the question is asked.
    queue (str): One of `QUEUES`.
    text (str): What it is about, as it stands in the messages.
    people (tuple[str, ...]): Whom it may name, by id.
    why (str): What the tool made of it: a reason, a label, whether a form was taken.
    doubt (float): How likely that is wrong.
    places (tuple[Place, ...]): Where it stands; of many places some.
    count (int): How many places a decision settles.
    written (str): What stands in OUT instead, where that is one thing.
    """

    id: str
    queue: str
    text: str
    people: tuple[str, ...]
    why: str
    doubt: float
    places: tuple[Place, ...]
    count: int
    written: str = ""

    @property
    def kind(self) -> tuple[str, str]:
        """RETURNS (tuple[str, str]): Cases of one kind are wrong about equally often."""
        return self.queue, self.why


def hidden(secret: bytes, *about: str) -> str:
    """RETURNS (str): A short id that follows from the secret and what it is about, and shows neither.

    secret (bytes): The key's secret.
    about (str): What it is about.
    """
    message = b"".join(len(raw).to_bytes(4, "big") + raw for raw in (part.encode("utf-8", "replace") for part in about))
    return hmac.new(secret, b"desk" + message, hashlib.sha256).hexdigest()[:16]
