"""The name map: who is called what, as a text file that a person edits and that is written back as it was read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ..errors import Errors, PseudoError

HEADER: Final = r"""# Who is called what. This file is PRIVATE: it is part of the key.
#
# One line for each participant: the id, then the forms of the name, with | between them. Add, correct and
# delete what you like, save, and apply again. The tool only ever adds to this file.
#
#   U01 | Robbie [12] | Jones [3]         the number says how often the form was found
#   U02 | Bob | Gillespie                 a form without a number is yours: it is replaced wherever it stands as a
#                                         word, over every rule; delete the number of a form to make it yours
#   U04 | Bob [7] | ? Bert [1]            the tool is unsure of a form after a ?; it is replaced all the same:
#                                         delete the ? if the form is right, or the form if it is wrong
#   U43 | Mary | thanksMary => thanks {}  what to write in place of a form; {} becomes the pseudonym
#   ! html | Arthur C. Clarke             forms that are never replaced, whoever may be called so
#
# What follows a # is a comment. Where one of these signs belongs to a name, put a \ before it: \| \[ \# \\ and
# \=> anywhere, \? and \! at the beginning, a \ and a blank at either end; \u0007 is the character with that number.

"""

# Where it is missing, so is what stood before it.
END: Final = "# End of the names: keep this line, it shows that nothing was cut off."

# An escape is masked by as many letters, so that what structures a line is found by its place.
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|[^u])", re.DOTALL)
_ESCAPABLE = frozenset("|[]#\\?!=>{} ")
_COMMENT = re.compile(r"(?<!\S)#")
_NEWLINE = re.compile(r"(\r\n|\r|\n)")
_COUNT = re.compile(r"\s*([0-9]{1,12})\s*")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# Besides control characters, what an editor, or the start of a file, may take for something else.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029\ufeff]")
_SIGNS = re.compile(r"[\\|\[#]|=(?=>)|^[?!]")
_PLACEHOLDER = "{}"


@dataclass(frozen=True, slots=True)
class Form:
    """One written form of a name.

    text (str): The form as it stands in messages.
    count (Optional[int]): How often it was found, if known.
    unsure (bool): The tool is not sure that the form is this participant's; it is replaced all the same.
    output (Optional[str]): What to write instead if it is more than the pseudonym; `{}` is the pseudonym's place.
    """

    text: str
    count: int | None = None
    unsure: bool = False
    output: str | None = None

    def __post_init__(self) -> None:
        wrong_count = self.count is not None and not 0 <= self.count < 10**12
        wrong_output = self.output is not None and self.output.count(_PLACEHOLDER) != 1
        if not self.text or wrong_count or wrong_output:
            raise PseudoError(Errors.P311)

    def __repr__(self) -> str:
        """RETURNS (str): Nothing of the name."""
        return f"<Form of {len(self.text)} characters>"

    def merge(self, other: Form) -> Form:
        """RETURNS (Form): Both as one: the higher count, unsure only if both are, the first output there is."""
        counts = [form.count for form in (self, other) if form.count is not None]
        output = other.output if self.output is None else self.output
        return Form(self.text, max(counts, default=None), self.unsure and other.unsure, output)


@dataclass(slots=True)
class _Line:
    cells: list[str]  # as written, with the blanks around them
    forms: list[Form | None]  # one for each cell
    owner: str | None = None  # on lines of participants only
    comment: str = ""
    newline: str = "\n"

    def __str__(self) -> str:
        return "|".join(self.cells) + self.comment + self.newline


class NameMap:
    """Participants and their forms, and forms to be kept. A new map begins with a comment that explains the file."""

    def __init__(self, text: str = HEADER, *, source: str = "names.txt") -> None:
        self._lines: list[_Line] = []
        self._owned: dict[str, list[_Line]] = {}
        pieces = [*_NEWLINE.split(text.removeprefix("\ufeff")), ""]
        for number, (line, newline) in enumerate(zip(pieces[::2], pieces[1::2], strict=True), start=1):
            if line or newline:
                cells, forms, owner, comment = _parse_line(line, source, number)
                self._append(_Line([*cells], [*forms], owner, comment, newline))

    @classmethod
    def parse(cls, text: str, *, source: str = "names.txt") -> NameMap:
        """Read a name map.

        text (str): The file's text.
        source (str): The file's name, for error messages.
        RETURNS (NameMap): The map; written back unchanged it gives the same text, but for a byte-order mark.
        """
        return cls(text, source=source)

    def _append(self, line: _Line) -> None:
        self._lines.append(line)
        if line.owner is not None:
            self._owned.setdefault(line.owner, []).append(line)

    def to_text(self) -> str:
        """RETURNS (str): The file's text."""
        return "".join(map(str, self._lines))

    __str__ = to_text

    def __iter__(self) -> Iterator[tuple[str, Form]]:
        for participant in self._owned:
            for form in self.forms(participant):
                yield participant, form

    def participants(self) -> list[str]:
        """RETURNS (list[str]): The participants' ids in order, also of those without a form."""
        return list(self._owned)

    def lines_of(self, participants: Collection[str]) -> list[int]:
        """RETURNS (list[int]): The numbers of the lines of some participants, from 1."""
        return [number for number, line in enumerate(self._lines, start=1) if line.owner in participants]

    def texts_of(self, participant: str) -> list[str]:
        """RETURNS (list[str]): The lines of a participant as they are written, without their ends."""
        return [str(line).rstrip("\r\n") for line in self._owned.get(participant, ())]

    def forms(self, participant: str) -> list[Form]:
        """Look up a participant's forms.

        participant (str): The participant's id.
        RETURNS (list[Form]): The forms on all of the participant's lines in order, repeated ones merged.
        """
        merged: dict[str, Form] = {}
        for line in self._owned.get(participant, ()):
            for form in filter(None, line.forms):
                merged[form.text] = merged[form.text].merge(form) if form.text in merged else form
        return list(merged.values())

    def by_hand(self) -> set[tuple[str, str]]:
        """RETURNS (set[tuple[str, str]]): Participants and forms that stand somewhere without a number, and without a
        ? before them: a person wrote them."""
        lines = ((owner, line) for owner, lines in self._owned.items() for line in lines)
        forms = ((owner, form) for owner, line in lines for form in line.forms if form is not None)
        return {(owner, form.text) for owner, form in forms if form.count is None and not form.unsure}

    @property
    def kept(self) -> list[str]:
        """RETURNS (list[str]): The forms that are never replaced, in order."""
        kept = (form.text for line in self._lines if line.owner is None for form in line.forms if form is not None)
        return list(dict.fromkeys(kept))

    def add_participant(self, participant: str) -> bool:
        """Add a participant without a form, for a person to fill in.

        participant (str): The participant's id.
        RETURNS (bool): False if the participant was there already.
        """
        if not participant:
            raise PseudoError(Errors.P312)
        if participant in self._owned:
            return False
        self._end_last_line()
        self._append(_Line([_escape(participant)], [None], participant, newline=self._newline))
        return True

    def add(self, participant: str, form: Form) -> bool:
        """Add a form to a participant's first line, or on a new line if there is none.

        participant (str): The participant's id.
        form (Form): The form.
        RETURNS (bool): False if the participant has a form with this text already; nothing changes then.
        """
        self.add_participant(participant)
        if any(known.text == form.text for known in self.forms(participant)):
            return False
        line = self._owned[participant][0]
        end = _span(_mask(line.cells[-1]))[1]
        blanks = line.cells[-1][end:]
        if end == 0:
            line.cells.pop()
            line.forms.pop()
        else:
            line.cells[-1] = line.cells[-1][:end] + " "
        line.cells.append(f" {_write(form)}{blanks}")
        line.forms.append(form)
        return True

    def remove(self, participant: str, text: str) -> None:
        """Take a form from a participant, on whichever line it stands.

        participant (str): The participant's id.
        text (str): The form.
        """
        for line in self._owned.get(participant, ()):
            stay = [n for n, form in enumerate(line.forms) if form is None or form.text != text]
            line.cells, line.forms = [line.cells[n] for n in stay], [line.forms[n] for n in stay]

    def keep(self, text: str) -> bool:
        """Never replace a form, for anyone. It gets a line of its own, after the last such line.

        text (str): The form.
        RETURNS (bool): False if it was there already.
        """
        form = Form(text)
        if text in self.kept:
            return False
        kept_lines = [i for i, line in enumerate(self._lines, 1) if line.owner is None and any(line.forms)]
        self._end_last_line()
        line = _Line([f"! {_write(form)}"], [form], newline=self._newline)
        self._lines.insert(kept_lines[-1] if kept_lines else len(self._lines), line)
        return True

    @property
    def _newline(self) -> str:
        return next((line.newline for line in self._lines if line.newline), "\n")

    def _end_last_line(self) -> None:
        if self._lines:
            self._lines[-1].newline = self._lines[-1].newline or self._newline


def is_closed(text: str) -> bool:
    """RETURNS (bool): The text of a name map has its last line, if no longer as the last one."""
    return any(line.strip() == END for line in text.splitlines())


def close(text: str) -> str:
    """RETURNS (str): The text of a name map with its last line at the end, where people may have added others."""
    newline = found[1] if (found := _NEWLINE.search(text)) else "\n"
    lines = [line for line in text.splitlines(keepends=True) if line.strip() != END]
    if lines and not _NEWLINE.search(lines[-1]):
        lines[-1] += newline
    return "".join((*lines, END, newline))


# A map is read again and again while somebody reviews it, a line or two changed.
@lru_cache(maxsize=10_000)
def _parse_line(
    text: str, source: str, number: int
) -> tuple[tuple[str, ...], tuple[Form | None, ...], str | None, str]:
    """RETURNS (tuple): Cells, forms, owner and comment of a line."""
    mask, at = _mask(text), {"source": source, "line": number}
    comment = _COMMENT.search(mask)
    end = comment.start() if comment else len(text)
    body, mask = text[:end], mask[:end]
    if _CONTROL.search(body):
        raise PseudoError(Errors.P309.format(**at))
    if "\\" in mask or any(len(m[1]) == 1 and m[1] not in _ESCAPABLE for m in _ESCAPE.finditer(body)):
        raise PseudoError(Errors.P302.format(**at))
    bounds = [-1, *(i for i, char in enumerate(mask) if char == "|"), end]
    cells = tuple(body[bounds[i] + 1 : bounds[i + 1]] for i in range(len(bounds) - 1))
    if not mask.strip():
        return cells, (None,) * len(cells), None, text[end:]
    start, stop = _span(_mask(cells[0]))
    first = cells[0][start:stop]
    if first.startswith("!"):
        kept = tuple(_parse_form(cell, at) for cell in (first[1:], *cells[1:]))
        if any(form is not None and form.output is not None for form in kept):
            raise PseudoError(Errors.P308.format(**at))
        return cells, kept, None, text[end:]
    if not first:
        raise PseudoError(Errors.P301.format(**at))
    return cells, (None, *(_parse_form(cell, at) for cell in cells[1:])), _unescape(first), text[end:]


def _parse_form(cell: str, at: dict[str, object]) -> Form | None:
    start, end = _span(_mask(cell))
    cell = cell[start:end]
    if not cell:
        return None
    unsure = cell.startswith("?")
    cell = cell.removeprefix("?")
    left, arrow, right = _partition(cell, "=>")
    text, bracket, after = _partition(left, "[")
    count = None
    if bracket:
        number, closed, rest = _partition(after, "]")
        if not closed:
            raise PseudoError(Errors.P303.format(**at))
        digits = _COUNT.fullmatch(number)
        if not digits:
            raise PseudoError(Errors.P304.format(**at))
        if rest.strip():
            raise PseudoError(Errors.P305.format(**at))
        count = int(digits[1])
    text, output = _stripped(text), _stripped(right)
    if arrow:
        if not text or not output:
            raise PseudoError(Errors.P307.format(**at))
        if "[" in _mask(right) or "=>" in _mask(right):
            raise PseudoError(Errors.P305.format(**at))
        if output.count(_PLACEHOLDER) != 1:
            raise PseudoError(Errors.P306.format(**at))
    if not text:
        raise PseudoError(Errors.P310.format(**at))
    return Form(text, count, unsure, output if arrow else None)


def _write(form: Form) -> str:
    mark = "? " if form.unsure else ""
    count = "" if form.count is None else f" [{form.count}]"
    output = "" if form.output is None else f" => {_escape(form.output)}"
    return f"{mark}{_escape(form.text)}{count}{output}"


def _mask(text: str) -> str:
    return _ESCAPE.sub(lambda m: "x" * len(m[0]), text) if "\\" in text else text


def _span(mask: str) -> tuple[int, int]:
    end = len(mask.rstrip())
    return min(end, len(mask) - len(mask.lstrip())), end


def _partition(text: str, sign: str) -> tuple[str, str, str]:
    before, found, _ = _mask(text).partition(sign)
    return text[: len(before)], found, text[len(before) + len(found) :]


def _stripped(text: str) -> str:
    start, end = _span(_mask(text))
    return _unescape(text[start:end])


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda m: chr(int(m[1][1:], 16)) if len(m[1]) > 1 else m[1], text)


def _escape(text: str) -> str:
    return "".join(_escape_char(text, i) for i in range(len(text)))


def _escape_char(text: str, i: int) -> str:
    char = text[i]
    at_end = i in (0, len(text) - 1) and char.isspace()
    if _UNPRINTABLE.match(char) or (at_end and char != " "):
        return f"\\u{ord(char):04x}"
    return f"\\{char}" if at_end or _SIGNS.match(text, i) else char
