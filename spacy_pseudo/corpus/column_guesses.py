"""Which columns of somebody's tables are which, told by what stands in them where their headers do not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from typing import Final

from ..errors import Errors, PseudoError
from .planned_sources import columns_of, is_table
from .plans import Proposal, Question
from .readers import REQUIRED
from .recognised import is_workbook
from .rosters import sheets_of_lists
from .tables import ReadReport, Table
from .understanding import Understood, are_names, understand, understand_lists
from .workbooks import sheets_of

# So many rows show what is in a column.
ROWS: Final = 2000
# So much of what stands in one column stands in the other, if both have the same ids.
_SAME: Final = 0.5
# Longer values are no ids, and so much of them differs.
_ID: Final = 64
_TELLING: Final = 0.5
# So much of what refers to messages are ids of earlier ones, or all of later ones; and so much of it differs.
_REFERS: Final = 0.9
_VARIED: Final = 0.2
# Names are not longer than this, all in all.
_NAME: Final = 40
_ASKED: Final[Mapping[str, str]] = {
    "id": "has the id of each message",
    "author": "tells who wrote a message",
    "text": "has the texts",
    "name": "has the names",
}


class Values:
    """What stands in the columns of a table, or of several that are one."""

    def __init__(self, *tables: Table, limit: int | None = ROWS) -> None:
        # By header, with the number of the row.
        self._cells: dict[str, list[tuple[int, str]]] = {}
        self._rows = 0
        for table in tables:
            for row in islice(table.rows(), limit):
                self._rows += 1
                for header, value in row.values.items():
                    if text := (table.text(value) or "").strip():
                        self._cells.setdefault(header, []).append((self._rows - 1, text))

    def of(self, header: str | None) -> list[str]:
        return [value for _, value in self._cells.get(header or "", ())]

    def fullest(self, headers: Iterable[str]) -> str | None:
        return max(headers, key=lambda header: len(self.of(header)), default=None)

    def longest(self, headers: Iterable[str]) -> str | None:
        """What people write: blanks in it, and more of it than elsewhere."""
        sizes = {h: sum(map(len, self.of(h))) / len(self.of(h)) for h in headers if any(" " in v for v in self.of(h))}
        return max(sizes, key=lambda header: sizes[header], default=None)

    def has_texts(self, headers: Iterable[str]) -> bool:
        """What people write is longer than what they are called."""
        longest = self.of(self.longest(headers))
        return sum(map(len, longest)) > _NAME * len(longest)

    def referring(self, id: str | None, headers: Iterable[str]) -> str | None:
        """The one that has ids of other messages, as replies have: of earlier ones, or, if the last is the first, later
        ones. Marks and counts may be ids as well, but of few messages, or of any."""
        places = {value: n for n, value in reversed(list(enumerate(self.of(id))))}
        if id is None or len(self.of(id)) < self._rows:
            return None
        for header in headers:
            cells = [(n, value) for n, value in self._cells.get(header, ()) if places.get(value) != n]
            least = _REFERS * len(cells)
            earlier, later = (sum(cmp * places.get(v, n) < cmp * n for n, v in cells) for cmp in (1, -1))
            values = {value for _, value in cells}
            if len(values) > 1 and len(values) >= _VARIED * len(cells) and max(earlier, later) >= least:
                return header
        return None

    def unique(self, headers: Iterable[str]) -> str | None:
        """What tells rows apart, most of all; some rows may be there twice."""
        short = [header for header in headers if max(map(len, self.of(header)), default=_ID) < _ID]
        shares = {header: len(set(self.of(header))) / self._rows for header in short}
        best = max(shares, key=lambda header: shares[header], default=None)
        return best if best is not None and shares[best] > _TELLING else None

    def worded(self, headers: Iterable[str]) -> str | None:
        """The only one that has words in most of its rows."""
        found = [h for h in headers if 2 * sum(value[:1].isalpha() for value in self.of(h)) > self._rows]
        return found[0] if len(found) == 1 else None

    def named(self, headers: Iterable[str]) -> str | None:
        """The first with people's names."""
        return next((header for header in headers if are_names(self.of(header))), None)


@dataclass
class ClassList:
    """A class list, of one table or several, and whose messages there are in tables."""

    understood: list[Understood]
    values: Values
    authors: set[str] = field(default_factory=set)


def read_class_list(proposal: Proposal) -> ClassList | None:
    """RETURNS (Optional[ClassList]): The class list of a plan, if there is one."""
    plan = proposal.plan
    if not plan.roster:
        return None
    if not plan.roster_sheets:
        sheets = [fitting_sheets(path, has_people) for path in plan.roster]
        why = "There are people in each of these sheets" if max(map(len, sheets)) > 1 else "The first is no class list"
        if any(sheets):
            proposal.tell(why, roster_sheets=tuple(dict.fromkeys(title for titles in sheets for title in titles)))
    sheets_read = proposal.plan.roster_sheets
    found = understand_lists(plan.roster, columns=plan.roster_columns, sheets=sheets_read)
    proposal.understood_roster = found
    tables = (Table(p, sheet=s, report=ReadReport()) for p, s in sheets_of_lists(plan.roster, sheets_read))
    return ClassList(found, Values(*tables, limit=None))


def find_message_columns(proposal: Proposal, number: int, class_list: ClassList | None) -> None:
    """Find out which column of a source is which; ask if it is not clear."""
    plan, path = proposal.plan, proposal.plan.messages[number]
    if not is_table(plan, number):
        return
    alone = len(plan.messages) == 1
    if plan.sheet is None and alone and (sheets := fitting_sheets(path, has_messages)):
        proposal.tell("There are no messages in the first sheet", sheet=sheets[0])
        plan = proposal.plan
    format, encoding, sheet, columns = plan.format(number), plan.encoding, plan.sheet, columns_of(plan, number)
    found = understand(path, format=format, encoding=encoding, columns=columns, sheet=sheet, limit=ROWS)
    values = Values(Table(path, format=format, encoding=encoding, sheet=sheet, report=ReadReport()))
    proposal.understood.append(found)
    free = free_headers(found)
    author = _find_author(proposal, found, values, class_list, free)
    if class_list is not None:
        class_list.authors.update(values.of(author))
    taken = {author}
    for name in dict.fromkeys((*reversed(REQUIRED), *found.unclear)):
        if (name == "author" and author is not None) or (name not in found.needed and name not in found.unclear):
            continue
        choices = [header for header in found.unclear.get(name, free) if header != author]
        if not choices or name in plan.columns:  # what was told is the column of another source
            raise PseudoError(Errors.P574.format(path=path, what=_ASKED.get(name, f"is the {name}"), field=name))
        left = [header for header in choices if header not in taken]
        default = _likely(name, left, values) if name in found.needed else values.fullest(left)
        taken.add(default)
        text = f"Which column of {path.name} {_ASKED.get(name, f'is the {name}')}?"
        proposal.ask(Question(f"columns.{name}", text, choices, default, f"--column {name}=HEADER"))
    asked = next((q.default for q in proposal.questions if q.name == "columns.id"), None)
    parent = (
        None
        if found.header("parent") or "parent" in {*found.unclear, *plan.columns}
        else values.referring(found.header("id") or asked, [header for header in free if header not in taken])
    )
    if parent is not None:
        proposal.tell("It has ids of other messages", columns={**proposal.plan.columns, "parent": parent})


def _likely(name: str, choices: Sequence[str], values: Values) -> str | None:
    find = {"id": values.unique, "text": values.longest, "author": values.named}[name]
    return find(choices)


def _find_author(
    proposal: Proposal, found: Understood, values: Values, class_list: ClassList | None, free: list[str]
) -> str | None:
    """RETURNS (Optional[str]): The column of the authors, if it is known; that which has the ids of the class list, if
    another one does not."""
    author = found.header("author")
    if class_list is None or "author" in proposal.plan.columns:
        return author
    ids: list[str] = []
    for listed in class_list.understood:
        known = listed.header("id")
        ids += [known] if known is not None else listed.unclear.get("id", free_headers(listed))
    headers = [column.header for listed in class_list.understood for column in listed.columns]
    if author is not None and _pair(values, [author], class_list.values, headers):
        return author
    choices = found.unclear.get("author", free)
    pair = _pair(values, choices, class_list.values, ids)
    if pair is None:
        return author
    proposal.tell(
        f"The ids of the class list stand in '{pair[0]}'", columns={**proposal.plan.columns, "author": pair[0]}
    )
    return pair[0]


def find_roster_columns(proposal: Proposal, class_list: ClassList) -> None:
    """The ids of a class list are those of the authors."""
    lists, values, authors = class_list.understood, class_list.values, class_list.authors
    known = {found.header(name) for found in lists for name in ("id", "ids", "email")}
    ids = {id for header in known for id in values.of(header)}
    for found in lists:
        _find_list_columns(proposal, found, values, authors, ids)
    if authors and all(found.header("id") for found in proposal.understood_roster) and not authors & ids:
        proposal.warnings.append("Nobody on the class list has written a message: are its ids those of the authors?")


def _find_list_columns(proposal: Proposal, found: Understood, values: Values, authors: set[str], ids: set[str]) -> None:
    told, header = proposal.plan.roster_columns, found.header("id")
    if authors and "id" not in told and not authors & ids:
        others = [c.header for c in found.columns if c.field not in ("id", "name", "given", "surname")]
        shares = {h: _share(authors, values.of(h)) for h in found.unclear.get("id", others)}
        best = max(shares, key=lambda name: shares[name], default=None)
        if best is not None and shares[best] >= _SAME:
            header, told = best, {**told, "id": best}
            ids |= authors
            proposal.tell(f"The authors' ids stand in '{best}' of the class list", roster_columns=told)
    for name in ("id", "name"):
        if (name == "id" and header is not None) or (name not in found.needed and name not in found.unclear):
            continue
        choices = found.unclear.get(name, free_headers(found))
        if not choices or name in told:  # what was told is the column of another list
            raise PseudoError(Errors.P574.format(path=found.path, what=_ASKED[name], field=name))
        default = values.unique(choices) if name == "id" else values.named(choices) or values.worded(choices)
        text = f"Which column of the class list {'has the ids' if name == 'id' else _ASKED[name]}?"
        proposal.ask(Question(f"roster_columns.{name}", text, choices, default, f"--roster-column {name}=HEADER"))


def free_headers(found: Understood) -> list[str]:
    """RETURNS (list[str]): The columns that are no field yet."""
    return [column.header for column in found.columns if column.field is None]


def _pair(some: Values, headers: Iterable[str], others: Values, among: Iterable[str]) -> tuple[str, str] | None:
    """RETURNS (Optional[tuple[str, str]]): A column of each of two tables with the same in them, most of all."""
    shares = {(one, other): _share(some.of(one), others.of(other)) for one, other in product(headers, among)}
    best = max(shares, key=lambda pair: shares[pair], default=None)
    return best if best is not None and shares[best] >= _SAME else None


def _share(values: Collection[str], known: Iterable[str]) -> float:
    distinct = set(values)
    return len(distinct.intersection(known)) / max(1, len(distinct))


def fitting_sheets(path: Path, fits: Callable[[Path, str], bool]) -> list[str]:
    """RETURNS (list[str]): The sheets of a workbook that have what is needed; none if that is the first alone, or no
    sheet at all.

    path (Path): The file.
    fits (Callable[[Path, str], bool]): Tells whether a sheet has it.
    """
    sheets = sheets_of(path) if is_workbook(path) else []
    found = [sheet for sheet in sheets if fits(path, sheet)]
    return [] if found == sheets[:1] else found


def has_messages(path: Path, sheet: str | None = None) -> bool:
    """RETURNS (bool): A table has all that messages need."""
    found = understand(path, sheet=sheet, limit=ROWS)
    return bool(found.rows) and not found.needed


def has_people(path: Path, sheet: str | None = None) -> bool:
    """RETURNS (bool): A table has ids and names of people."""
    found = understand(path, roster=True, sheet=sheet, limit=ROWS)
    return bool(found.rows) and "id" not in found.needed and ("name" not in found.needed or has_names(path, sheet))


def has_names(path: Path, sheet: str | None = None) -> bool:
    """RETURNS (bool): A table has people's names, whatever their column is called, and nothing that anybody has
    written."""
    table = Table(path, sheet=sheet, report=ReadReport())
    values = Values(table)
    return values.named(table.headers) is not None and not values.has_texts(table.headers)
