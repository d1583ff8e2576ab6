"""`spacy-pseudo check`: are the inputs fit for a run, and what is missing?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options as o


def check_cli(
    messages: o.Messages,
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    key: Annotated[Path | None, typer.Option("--key", help="A key to check as well.", show_default=False)] = None,
    allow: o.Allow = None,
    format: o.Format = None,
    column: o.Column = None,
    encoding: o.Encoding = None,
    limit: o.Limit = None,
) -> int:
    """Read messages, roster and key as a run would, and say what is missing. Nothing is written.

    Example: spacy-pseudo check messages.csv --roster roster.csv
    """
    from ..corpus.readers import read_names
    from ..corpus.threads import Threads
    from ..discover import DiscoveryReport
    from ..key import Key
    from ..people.roster import Roster
    from .reports import good, info, show_input, show_problems, warn
    from .sources import Source

    source = Source(messages, format, encoding, o.columns(column), limit)
    people = source.roster(roster, roster_column)
    threads, report = Threads(), DiscoveryReport()
    known = people if people is not None else Roster()
    authors: set[str] = set()
    empty = 0
    for message in source.read():
        threads.add(message)
        empty += not message.text.strip()
        report.messages += 1
        if message.author is None:
            report.anonymous += 1
        else:
            authors.add(known.main_id(message.author) or message.author)
            if message.author not in known:
                report.unknown_authors[message.author] = report.unknown_authors.get(message.author, 0) + 1
    report.threads = threads.finish()
    show_input(source.report)
    show_problems(report, with_roster=people is not None)
    if empty:
        info(f"{empty} messages have an empty text.")
    if people is None:
        info("No roster: names are found by how people sign and are greeted. A class list finds more (--roster).")
    else:
        nameless = sum(not person.names for person in people)
        silent = sum(person.id not in authors for person in people)
        info(f"{len(people)} participants in the roster, {silent} of them without a message.")
        if nameless:
            warn(f"{nameless} participants in the roster have no name.")
    if allow is not None:
        info(f"{len(read_names(allow))} names stay (--allow).")
    if key is not None:
        made = Key.load(key)
        info(f"The key knows {len(made.roster)} participants.")
    good(f"{report.messages} messages of {len(authors)} authors are fit for a run.")
    return 0
