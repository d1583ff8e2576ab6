"""`spacy-pseudo check`: are the inputs fit for a run, what is understood of them, and what is missing?"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import Errors, PseudoError
from . import arguments
from . import options as o

if TYPE_CHECKING:
    from ..corpus.understanding import Understood
    from .sources import Part, Source

# Of a table that cannot be read as it is, so many rows show what is in it.
_ROWS = 200


@arguments.shared
def check_cli(
    source: Source,
    again: arguments.Again,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    key: Annotated[Path | None, typer.Option("--key", help="A key to check as well.", show_default=False)] = None,
    allow: o.Allow = None,
    lang: o.Lang = None,
    no_samples: Annotated[bool, typer.Option("--no-samples", help="Show nothing of what stands in the files.")] = False,
) -> int:
    """Read messages, roster and key as a run would; say what is understood and what is missing. Nothing is written.

    A table shows which column is which field, how full it is and the beginnings of three values. These are private:
    look at them alone, or use --no-samples.

    \b
    Example:
      spacy-pseudo check messages.csv --roster roster.csv
    """
    from ..corpus.joining import Joining
    from ..corpus.readers import read_names
    from ..corpus.replies import Threads
    from ..corpus.share_modes import KEEP
    from ..corpus.understanding import Sampling
    from ..key import LANG, Key
    from ..passes.discovery_report import DiscoveryReport
    from ..people.roster import Roster
    from .reports import count, good, info, show_input, show_problems, warn
    from .understood import show_understood

    with _shown_if_refused(source, samples=not no_samples):
        people = source.roster(roster, roster_column)
        parts = [(part, part.read(), Sampling(table=part.is_table)) for part in source.parts]
    known = people if people is not None else Roster()
    used = Key.load(key) if key is not None else None
    joining = Joining(ids=KEEP, timestamps=KEEP)
    threads, report = Threads(), DiscoveryReport(lang=lang or (used.lang if used is not None else LANG))
    for part, messages, sampling in parts:
        for message in o.progress(messages, what="check"):
            sampling.see_message(message, part.report.columns)
            threads.add(message)
            joining.see(message.id or "", message.timestamp)
            report.add(replace(message, author=known.main_id(message.author)), known)
    report.threads = threads.finish()
    understood = [sampling.understood(part.report) for part, _, sampling in parts]
    for one in understood:
        show_understood(one, samples=not no_samples)
    for one in source.understood_roster(roster, roster_column) if roster else ():
        show_understood(one, samples=not no_samples)
    show_input(source)
    for (part, _, _), one in zip(parts, understood, strict=True):
        _show_missing(one, table=part.is_table, named=people is not None)
        if part.is_table:
            _show_unused(part, one, named=people is not None)
    show_problems(report, with_roster=people is not None)
    layouts = {part.report.layout for part in source.parts}
    if (led_back := joining.warning(layouts, ())) is not None:
        warn(led_back)
    if people is None:
        info("No roster: names are learned from how people sign and are greeted. A class list finds more (--roster)")
    else:
        silent = sum(person.id not in report.authors for person in people)
        where = "in the roster" if roster else "known from the files"
        info(f"{count(len(people), 'participant')} {where}; {silent or 'none'} of them without a message")
        if nameless := sum(not person.names for person in people):
            warn(f"{count(nameless, 'participant')} in the roster without a name")
        if report.authors and not any(author in people for author in report.authors):
            warn(
                "Nobody in the roster has written a message: are its ids those of the authors? See --roster-column id="
            )
    if allow is not None:
        info(f"{count(len(read_names(allow)), 'name')} will stay (--allow)")
    if used is not None:
        info(f"The key knows {count(len(used.roster), 'participant')}")
    written, authors = count(report.messages, "message"), count(len(report.authors), "author")
    good(f"{written} of {authors}: fit for a run")
    kinds = {"roster": o.RosterFile, "roster_column": o.RosterColumn, "allow": o.Allow, "lang": o.Lang}
    given = {"roster": roster, "roster_column": roster_column, "allow": allow, "lang": lang}
    places = ("--out", "out", "--key", str(key) if key is not None else "key")
    hidden = [word for name, mode in joining.remedies(layouts, ()).items() for word in (f"--{name}", mode)]
    run = shlex.join(["spacy-pseudo", "run", *again, *arguments.words_of(kinds, given), *hidden, *places])
    info(f"Next:\n  {run}")
    return 0


@contextmanager
def _shown_if_refused(source: Source, *, samples: bool) -> Iterator[None]:
    """Whoever has to say which column is which wants to see them."""
    from ..corpus.understanding import understand
    from .understood import show_understood

    try:
        yield
    except PseudoError as error:
        if error.code in (_code(Errors.P115), _code(Errors.P118)):
            for part in source.parts:
                if part.is_table:
                    how = part.how
                    found = understand(
                        part.path, format=part.format, encoding=how.encoding, columns=part.columns, limit=_ROWS,
                        sheet=how.sheet,
                    )  # fmt: skip
                    show_understood(found, samples=samples)
        raise


def _code(message: str) -> str:
    return PseudoError(message).code


def _show_unused(part: Part, understood: Understood, *, named: bool) -> None:
    """Say which columns that are not used look like some field."""
    from ..corpus.column_guesses import Values, free_headers
    from ..corpus.tables import ReadReport, Table
    from .reports import info

    how, free = part.how, free_headers(understood)
    values = Values(Table(part.path, format=part.format, encoding=how.encoding, sheet=how.sheet, report=ReadReport()))
    parent = None if understood.header("parent") else values.referring(understood.header("id"), free)
    if parent is not None:
        told = shlex.join(["--column", f"parent={parent}"])
        info(f"In '{parent}' stand ids of other messages. If these are what a message answers: {told}")
    names = None if named or understood.names_as_ids else values.named(free)
    if names is not None:
        info(f"In '{names}' stand names. If they are the authors': {shlex.join(['--roster-column', names])}")


def _show_missing(understood: Understood, *, table: bool, named: bool) -> None:
    """Say what is not there, and what comes of it. Of tables, whoever reads them says which columns there are not."""
    from .reports import info

    empty = {column.field for column in understood.columns}
    for field, what in understood.missing.items():
        if not table or field in empty:
            info(f"Nothing stands in '{field}': {what}")
    header = understood.header("author")
    if table and not named and understood.names_as_ids and header is not None:
        again = shlex.join(["--roster-column", header])
        info(f"The authors look like names, not like ids. To have them taken for names as well: {again}")
