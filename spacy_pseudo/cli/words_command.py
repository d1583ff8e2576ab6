"""`spacy-pseudo words`: the words that are taken for names, for a person to prune."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import arguments
from . import options as o

if TYPE_CHECKING:
    from .sources import Source


@arguments.shared
def words_cli(
    source: Source,
    out: Annotated[Path, typer.Option("--out", help="The CSV file to write: word, occurrences, probability.")],
    roster: o.RosterFile = None,
    roster_column: o.RosterColumn = None,
    name_words: o.NameWords = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            "--threshold",
            min=0.0,
            max=1.0,
            help="The probability from which on a word is listed. Default: the model's.",
        ),
    ] = None,
    lang: o.Lang = None,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """List the words of the messages that are taken for names, most frequent first.

    Delete the rows that are no names, add words that are missing, and give the list to `discover` or `run`: then your
    word counts, and not the model's. The list holds names: it is as private as the key.

    \b
    Example:
      spacy-pseudo words messages.csv --out words.csv
      spacy-pseudo run messages.csv --name-words words.csv --out out --key key
    """
    from ..corpus.word_lists import find_judge, write_listing
    from ..errors import Errors, PseudoError
    from ..key import LANG
    from ..name_words.judges import list_words
    from ..name_words.possible import read_uses
    from ..people.roster import roster_names
    from .reports import good, info

    if out.exists() and not force:
        raise PseudoError(Errors.P766.format(path=out))
    judge = find_judge(name_words)
    if judge is None:
        raise PseudoError(Errors.P767)
    people = source.roster(roster, roster_column)
    uses = read_uses(o.progress(source.read(), what="read", quiet=quiet), lang=lang or LANG)
    least = judge.threshold if threshold is None else threshold
    found = list_words(uses, judge, roster_names(people) if people is not None else (), least=least)
    write_listing(out, found)
    if not quiet:
        good(f"{len(found)} of {uses.distinct} words written to {out}")
        info("Delete the rows that are no names, then: spacy-pseudo run ... --name-words " + str(out))
        info("The list holds names: keep it to yourself")
    return 0
