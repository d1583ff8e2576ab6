"""`spacy-pseudo check`: are the inputs fit for a run, and what is missing?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import arguments
from . import options as o

if TYPE_CHECKING:
    from .sources import Source


@arguments.shared
def check_cli(
    source: Source,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    key: Annotated[Path | None, typer.Option("--key", help="A key to check as well.", show_default=False)] = None,
    allow: o.Allow = None,
    lang: o.Lang = None,
) -> int:
    """Read messages, roster and key as a run would, and say what is missing. Nothing is written.

    \b
    Example:
      spacy-pseudo check messages.csv --roster roster.csv
    """
    from ..corpus.readers import read_names
    from ..corpus.replies import Threads
    from ..key import LANG, Key
    from ..passes.discover import DiscoveryReport
    from ..people.roster import Roster
    from .reports import count, good, info, show_input, show_problems, warn

    people = source.roster(roster, roster_column)
    known = people if people is not None else Roster()
    used = Key.load(key) if key is not None else None
    threads, report = Threads(), DiscoveryReport(lang=lang or (used.lang if used is not None else LANG))
    for message in source.read():
        threads.add(message)
        report.add(replace(message, author=known.main_id(message.author)), known)
    report.threads = threads.finish()
    show_input(source)
    show_problems(report, with_roster=people is not None)
    if people is None:
        info("No roster: names are learned from how people sign and are greeted. A class list finds more (--roster)")
    else:
        silent = count(sum(person.id not in report.authors for person in people), "of them has", "of them have")
        info(f"{count(len(people), 'participant')} in the roster; {silent} no message")
        if nameless := sum(not person.names for person in people):
            warn(f"{count(nameless, 'participant')} in the roster without a name")
    if allow is not None:
        info(f"{count(len(read_names(allow)), 'name')} will stay (--allow)")
    if used is not None:
        info(f"The key knows {count(len(used.roster), 'participant')}")
    written, authors = count(report.messages, "message"), count(len(report.authors), "author")
    good(f"{written} of {authors}: fit for a run")
    return 0
