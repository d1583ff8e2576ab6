"""A pseudonymised message and what was changed in it, with places in both texts: what every hand-over begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..attrs import IDENTIFIER_LABELS, JOINT, OTHER
from ..message import Message


class Edit(NamedTuple):
    """One replacement.

    start, end (int): Where it stands in the pseudonymised text.
    old_start, old_end (int): Where it stood in the original. Private.
    replacement (str): What is written.
    pseudonym (Optional[str]): The label of who is named, without what stands around it; of several who may be meant,
        with a sign between them; None if nobody is.
    category (str): The form's category, the label of other personal data, or that of people who take no part.
    place (Optional[str]): Of a mention: greeting, signature, body, footer or header.
    original (Optional[str]): What stood there, where it is known. Private.
    names (tuple[str, ...]): The registered names of the one person who is named, where they are known. Private.
    """

    start: int
    end: int
    old_start: int
    old_end: int
    replacement: str
    pseudonym: str | None
    category: str
    place: str | None
    original: str | None = None
    names: tuple[str, ...] = ()

    @property
    def is_mention(self) -> bool:
        """RETURNS (bool): It stands for the name of a person, whoever it is; not for other personal data."""
        return self.category not in IDENTIFIER_LABELS

    @property
    def takes_part(self) -> bool:
        """RETURNS (bool): It names a participant, or may name several; not somebody who takes no part."""
        return self.is_mention and self.category != OTHER

    @property
    def person(self) -> str | None:
        """RETURNS (Optional[str]): The label of the one person who is named, None if it is not clear who that is."""
        clear = self.is_mention and self.pseudonym is not None and JOINT not in self.pseudonym
        return self.pseudonym if clear else None


@dataclass(frozen=True, slots=True)
class Edited:
    """A message as it may be shared, and the edits that made it so, which may not.

    message (Message): Pseudonymised text, and metadata with pseudonyms for ids of people.
    edits (tuple[Edit, ...]): In order, without overlaps.
    """

    message: Message
    edits: tuple[Edit, ...]


def rebase(replacements: Iterable[Mapping[str, Any]], original: str | None = None) -> tuple[Edit, ...]:
    """Find where replacements stand in the text that they make.

    replacements (Iterable[Mapping[str, Any]]): Rows of `doc._.pseudo_replacements`, in order and without overlaps.
    original (Optional[str]): The text that they were made in.
    RETURNS (tuple[Edit, ...]): The edits.
    """
    edits = []
    shift = 0
    for row in replacements:
        start, end, written = row["start"], row["end"], row["replacement"]
        edits.append(
            Edit(
                start + shift,
                start + shift + len(written),
                start,
                end,
                written,
                row["pseudonym"],
                row["category"],
                row["place"],
                None if original is None else original[start:end],
            )
        )
        shift += len(written) - (end - start)
    return tuple(edits)


def original_of(edited: Edited) -> str:
    """Put the original text together again. Private.

    edited (Edited): A message whose edits know what stood there.
    RETURNS (str): The text as it was before.
    """
    text, pieces, at = edited.message.text, [], 0
    for edit in edited.edits:
        pieces += [text[at : edit.start], edit.original or ""]
        at = edit.end
    return "".join([*pieces, text[at:]])
