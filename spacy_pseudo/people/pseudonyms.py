"""Pseudonyms: drawn once in random order, kept in the key, never changed and never used for somebody else."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from types import MappingProxyType
from typing import Final

import regex

from ..attrs import JOINT
from ..cells import CellReader, guard
from ..errors import Errors, PseudoError
from .roster import Participant

MODES: Final = ("number", "id", "mask", "surrogate")
TEMPLATE: Final = "[{}]"
MASK: Final = "NAME"
SURROGATE: Final = MODES[3]
UNKNOWN: Final = "U?"
# After the number, where nicknames have a pseudonym of their own.
RELATED: Final = "b"
_COLUMNS = ("participant", "pseudonym")
_GENITIVE: Final = regex.compile(r"['’]s?")
_NUMBERED = regex.compile(r"(?<!\w)[Uu]([0-9]{1,9})b?(?!\w)")
_NEEDS_QUOTES = regex.compile(r'[",\r\n]|^\s|\s$')


class Pseudonyms:
    """What is written in place of each participant's name."""

    def __init__(self, mode: str = MODES[0], template: str = TEMPLATE, labels: Mapping[str, str] | None = None) -> None:
        """Start without participants, or with those who have a label.

        mode (str): 'number' draws U01, U02 ...; 'id' takes the participant's id; 'mask' is the same for all;
            'surrogate' draws names.
        template (str): What stands around a label; `{}` is the label's place.
        labels (Optional[Mapping[str, str]]): Labels drawn before, by participant.
        """
        if mode not in MODES:
            raise PseudoError(Errors.P321.format(mode=mode, modes=", ".join(MODES)))
        if template.count("{}") != 1:
            raise PseudoError(Errors.P320)
        self.mode = mode
        self.template = template
        self._labels = dict(labels or {})
        # Labels of people who were erased: nobody else may get them, or texts already shared would speak of both.
        self._retired: set[str] = set()
        self._pattern: regex.Pattern[str] | None = None
        if mode != "mask" and len(set(self._labels.values())) < len(self._labels):
            raise PseudoError(Errors.P324)

    @property
    def labels(self) -> Mapping[str, str]:
        """RETURNS (Mapping[str, str]): The labels by participant."""
        return MappingProxyType(self._labels)

    @property
    def named(self) -> bool:
        """RETURNS (bool): Labels are names, and a form of a name becomes the part of it that corresponds."""
        return self.mode == SURROGATE

    def __contains__(self, participant: object) -> bool:
        return participant in self._labels

    def draw(
        self,
        ids: Iterable[str],
        *,
        rng: random.Random,
        avoid: Collection[str] = (),
        shun: Collection[str] = (),
        names: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        """Give a label to everybody who has none.

        ids (Iterable[str]): Participants' ids; their order does not matter, and an empty one is nobody's.
        rng (random.Random): Where chance comes from.
        avoid (Collection[str]): Texts that look like pseudonyms and mean something else, in any shape: 'U01', '[U01]'.
        shun (Collection[str]): Words of which no drawn name is made as long as there are others.
        names (Mapping[str, Sequence[str]]): Registered names by participant; drawn names resemble them.
        """
        new = sorted(set(ids) - self._labels.keys() - {""})
        if self.mode == "number":
            labels = self._free(len(new), {*avoid, *new})
            rng.shuffle(labels)
        elif self.mode == "id":
            if any(JOINT in participant or participant == UNKNOWN for participant in new):
                raise PseudoError(Errors.P323)
            labels = new
        elif self.mode == SURROGATE:
            from .fake_names import draw_names

            people = [Participant(id, tuple(names.get(id, ()))) for id in new]
            drawn = draw_names(people, rng, avoid=avoid, shun=shun, kept=self._labels, retired=self._retired)
            labels = [drawn[id] for id in new]
        else:
            labels = [MASK] * len(new)
        self._labels.update(zip(new, labels, strict=True))
        self._pattern = None

    def _free(self, n: int, avoid: Collection[str]) -> list[str]:
        used = {*self._labels.values(), *self._retired}
        # 'U1' and 'u001' are too near to 'U01' to mean somebody else.
        texts = (*used, *avoid, *self._labels)
        taken = {int(digits) for text in texts for digits in _NUMBERED.findall(text)}
        numbers = islice((number for number in count(1) if number not in taken), n)
        widths = [len(label) - 1 for label in used if _NUMBERED.fullmatch(label)]
        width = max(2, min(widths, default=len(str(n))))
        return [f"U{number:0{width}}" for number in numbers]

    def label(self, participant: str) -> str:
        """RETURNS (str): The participant's label, without the template."""
        if participant not in self._labels:
            raise PseudoError(Errors.P322)
        return self._labels[participant]

    def joint(self, ids: Sequence[str]) -> str | None:
        """RETURNS (Optional[str]): The labels of all who may be meant; None if nobody is known, or all share one."""
        if self.mode == "mask":
            return None
        return JOINT.join(sorted({self.label(participant) for participant in ids})) or None

    def render(self, ids: Sequence[str] | None, *, nickname: bool = False) -> str:
        """Write the pseudonym of a mention.

        ids (Optional[Sequence[str]]): The participant, or all who may be meant; None or empty if nobody is known.
        nickname (bool): Write the related pseudonym for what somebody is called besides the registered names.
        RETURNS (str): '[U12]', '[U12b]', '[U01|U04]' or '[U?]'.
        """
        if self.mode == "mask":
            text = MASK
        else:
            text = self.joint(ids or ()) or UNKNOWN
            if nickname and self.mode == MODES[0] and len(ids or ()) == 1:
                text += RELATED
        return self.template.replace("{}", text)

    def looks_like(self) -> regex.Pattern[str]:
        """RETURNS (regex.Pattern): Finds whatever has the shape of a pseudonym, ours or not."""
        if self._pattern is None:
            self._pattern = self._make_pattern()
        return self._pattern

    def places(self, text: str) -> Iterator[tuple[int, int]]:
        """YIELDS (tuple[int, int]): Start and end of what has the shape of a pseudonym, or of what is written for
        people who take no part, with its genitive: the s of "[U01]'s" is nobody's initial."""
        from .others.modes import LETTER, looks_like

        if self.template.partition("{}")[0] not in text:
            return
        patterns = [self.looks_like(), *([looks_like(self.template)] if LETTER in text else ())]
        for found in (m for pattern in patterns for m in pattern.finditer(text)):
            genitive = _GENITIVE.match(text, found.end())
            yield found.start(), genitive.end() if genitive else found.end()

    def _make_pattern(self) -> regex.Pattern[str]:
        own = sorted({*self._labels.values(), *self._retired}, key=len, reverse=True)
        if self.mode == "number":
            own = [f"U[0-9]+{RELATED}?", *(regex.escape(label) for label in own if not _NUMBERED.fullmatch(label))]
        else:
            own = [regex.escape(label) for label in own]
        one = f"(?:{'|'.join(own)})"
        several = rf"{one}(?:{regex.escape(JOINT)}{one})*|{regex.escape(UNKNOWN)}" if own else regex.escape(UNKNOWN)
        return in_template(self.template, MASK if self.mode == "mask" else several)

    def everything(self) -> set[str]:
        """RETURNS (set[str]): All labels that somebody has or had."""
        return {*self._labels.values(), *self._retired}

    def is_label(self, text: str) -> bool:
        """RETURNS (bool): Somebody has or had this label."""
        return text in self._retired or text in self._labels.values()

    def forget(self, participant: str) -> None:
        """Erase a participant; the label is not given to anybody else.

        participant (str): The participant's id.
        """
        label = self.label(participant)
        del self._labels[participant]
        self._pattern = None
        # An id is the person's own: nothing of it may stay.
        if self.mode in (MODES[0], SURROGATE):
            self._retired.add(label)

    def to_csv(self) -> str:
        """RETURNS (str): A line for each participant; the labels of erased people stand without a participant."""
        rows = [_COLUMNS, *self._labels.items(), *(("", label) for label in sorted(self._retired))]
        return "".join(",".join(_quoted(guard(cell)) for cell in row) + "\n" for row in rows)

    @classmethod
    def from_csv(
        cls, text: str, source: str = "pseudonyms.csv", *, mode: str = MODES[0], template: str = TEMPLATE
    ) -> Pseudonyms:
        """Read what `to_csv` wrote.

        text (str): The file's text.
        source (str): The file's name, for error messages.
        mode (str): As for a new object.
        template (str): As for a new object.
        RETURNS (Pseudonyms): The same participants with the same labels.
        """
        self = cls(mode, template)
        reader = CellReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
        seen: set[str] = set()
        try:
            header = [cell.strip() for cell in next(reader, [])]
            for column in _COLUMNS:
                if column not in header:
                    raise PseudoError(Errors.P325.format(source=source, column=column))
            where = [header.index(column) for column in _COLUMNS]
            for row in filter(None, reader):
                at = {"source": source, "line": reader.line_num}
                participant, label = (row[i] if i < len(row) else "" for i in where)
                if not label:
                    raise PseudoError(Errors.P328.format(**at))
                if participant in self._labels:
                    raise PseudoError(Errors.P326.format(**at))
                if label in seen and mode != "mask":
                    raise PseudoError(Errors.P327.format(**at))
                seen.add(label)
                if participant:
                    self._labels[participant] = label
                else:
                    self._retired.add(label)
        except csv.Error as error:
            raise PseudoError(Errors.P329.format(source=source, line=reader.line_num)) from error
        return self


def in_template(template: str, inner: str) -> regex.Pattern[str]:
    """RETURNS (regex.Pattern): Finds a pattern with a template around it; without brackets or the like it must be a
    word of its own."""
    before, after = template.split("{}")
    left = r"(?<!\w)" if not before or before[0].isalnum() else ""
    right = r"(?!\w)" if not after or after[-1].isalnum() else ""
    return regex.compile(f"{left}{regex.escape(before)}(?:{inner}){regex.escape(after)}{right}")


def _quoted(value: str) -> str:
    return '"{}"'.format(value.replace('"', '""')) if _NEEDS_QUOTES.search(value) else value
