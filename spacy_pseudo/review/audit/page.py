"""A text as the audit reads it: its words, and where names are expected in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import compress

from ... import languages
from ...text.salutations import Slot
from .shadow import Shadow
from .slots import THANKS, slots

_CONTRACTED = re.compile(r"['’](\w{1,2})\b")


class Page:
    """One text of the output.

    text (str): The text.
    prose (bool): People wrote it; otherwise it is an id, a header or the name of a file.
    letter (bool): It may greet and sign, as subjects do not.
    """

    def __init__(self, text: str, *, prose: bool = True, letter: bool = True) -> None:
        self.text, self.prose, self._letter = text, prose, prose and letter
        self.shadow = Shadow(text)
        self._hidden: Sequence[tuple[int, int]] = ()
        self._ends: Sequence[int] = ()

    def hide(self, places: Sequence[tuple[int, int]]) -> None:
        """Say where pseudonyms stand, before anything else is asked: nothing in them is a finding.

        places (Sequence[tuple[int, int]]): The places, in order.
        """
        self._hidden, self._ends = places, [end for _, end in places]

    @cached_property
    def _places(self) -> tuple[list[str], list[int], list[int]]:
        words, starts, ends = self.shadow.places()
        if not self._hidden:
            return words, starts, ends
        seen = [not hidden for hidden in map(self.is_hidden, starts, ends)]
        return list(compress(words, seen)), list(compress(starts, seen)), list(compress(ends, seen))

    @property
    def words(self) -> list[str]:
        """RETURNS (list[str]): The folded words, without those of pseudonyms."""
        return self._places[0]

    @property
    def starts(self) -> list[int]:
        """RETURNS (list[int]): Where the words begin."""
        return self._places[1]

    @property
    def ends(self) -> list[int]:
        """RETURNS (list[int]): Where the words end."""
        return self._places[2]

    def written(self, i: int) -> str:
        """RETURNS (str): A word as it is written."""
        return self.text[self.starts[i] : self.ends[i]]

    def is_hidden(self, start: int, end: int) -> bool:
        """RETURNS (bool): A place lies in a pseudonym."""
        at = bisect_right(self._ends, start)
        return at < len(self._hidden) and self._hidden[at][0] <= start and end <= self._hidden[at][1]

    def touches_hidden(self, i: int) -> bool:
        """RETURNS (bool): A pseudonym is glued to a word."""
        start, end = self.starts[i], self.ends[i]
        at = bisect_right(self._ends, start)
        return at < len(self._hidden) and self._hidden[at][0] < end

    @cached_property
    def slots(self) -> list[Slot]:
        """RETURNS (list[Slot]): Where a name is expected, in order."""
        return sorted(slots(self.text)) if self._letter else []

    def _slot(self, i: int) -> Slot | None:
        start = self.starts[i]
        # A place may be found twice, and one may lie in another: the last few that begin before are enough.
        last = bisect_right(self.slots, (start, len(self.text) + 1, ""))
        return next((slot for slot in self.slots[max(0, last - 4) : last] if start < slot.end), None)

    def in_slot(self, i: int) -> bool:
        """RETURNS (bool): A word stands where a name is expected."""
        return self._slot(i) is not None

    def in_thanks(self, i: int) -> bool:
        """RETURNS (bool): A word stands behind thanks or agreement, which go to people elsewhere, too."""
        slot = self._slot(i)
        return slot is not None and slot.kind == THANKS

    def begins_slot(self, i: int) -> bool:
        """RETURNS (bool): A word is the first one where a name is expected."""
        slot = self._slot(i)
        return slot is not None and slot.start == self.starts[i]

    def words_in(self, slot: Slot) -> range:
        """RETURNS (range): The numbers of the words in a place."""
        return range(bisect_left(self.starts, slot.start), bisect_left(self.starts, slot.end))

    def gap(self, i: int) -> str:
        """RETURNS (str): What stands between a word and the one before."""
        return self.text[self.ends[i - 1] : self.starts[i]] if i else ""

    def is_title(self, i: int) -> bool:
        """RETURNS (bool): A word has a capital, or is of a script without capitals."""
        return 0 <= i < len(self.words) and not self.text[self.starts[i]].islower()

    def is_initial(self, i: int) -> bool:
        """RETURNS (bool): A word is a single capital with a dot, right behind the one before."""
        if not 0 < i < len(self.words):
            return False
        start, end = self.starts[i], self.ends[i]
        return (
            len(self.words[i]) == 1
            and self.gap(i) == " "
            and self.text[start].isupper()
            and self.text[end : end + 1] == "."
        )

    def is_contracted(self, i: int) -> bool:
        """RETURNS (bool): A word is the first part of a contraction: 'didn't'."""
        end = self.ends[i]
        rest = _CONTRACTED.match(self.text, end)
        return rest is not None and f"{self.words[i]}'{rest[1]}" in languages.words()

    def in_code(self, i: int) -> bool:
        """RETURNS (bool): A word is a part of something without blanks, as programs and addresses are."""
        start, end = self.starts[i], self.ends[i]
        around = self.text[max(0, start - 1) : start] + self.text[end : end + 1]
        return any(sign in "_=([{$/\\" for sign in around) or self.text[end : end + 2].strip(".")[:1].isalnum()

    def inside(self, i: int) -> bool:
        """RETURNS (bool): A word goes on with a sentence, so that a capital means something."""
        before = self.text[max(0, self.starts[i] - 4) : self.starts[i]].rstrip(" \r\n>|")
        return bool(before) and (before[-1].isalnum() or before[-1] in ",;&/)]'\"")

    def in_title(self, i: int) -> bool:
        """RETURNS (bool): The words on both sides have capitals too, so that a capital means nothing."""
        return self.is_title(i - 1) and (self.is_title(i + 1) or i + 1 == len(self.words))
