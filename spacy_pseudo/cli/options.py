"""Options that several commands share: one home for each name, default and help text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import Errors, PseudoError

Messages = Annotated[Path, typer.Argument(help="The messages: a .csv, .tsv or .jsonl file.", show_default=False)]
RosterFile = Annotated[
    Path | None,
    typer.Option("--roster", help="The class list: CSV with id,name[,role], or JSONL with id, names.", show_default=False),
]
RosterColumn = Annotated[
    str | None,
    typer.Option("--roster-column", help="A column of the messages that holds authors' names.", show_default=False),
]
KeyDirectory = Annotated[Path, typer.Option("--key", help="The private directory; made if it is not there.", show_default=False)]
OutDirectory = Annotated[Path, typer.Option("--out", help="The directory that may be shared.", show_default=False)]
Format = Annotated[str | None, typer.Option("--format", help="csv, tsv or jsonl, if the name does not say so.")]
Column = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="FIELD=HEADER", help="What a field's column is called; may be repeated."),
]
Encoding = Annotated[str | None, typer.Option("--encoding", help="The file's encoding, if it is not found.")]
Allow = Annotated[Path | None, typer.Option("--allow", help="Names that stay, one a line: public figures, authors.")]
Exclude = Annotated[
    Path | None,
    typer.Option("--exclude", help="Ids of people who did not consent, one a line: their messages are left out."),
]
Scope = Annotated[str, typer.Option("--scope", help="Whom a shared name is looked for in: thread, session or all.")]
PseudonymMode = Annotated[str, typer.Option("--pseudonyms", help="number ([U01] ...), id ([id]) or mask ([NAME]).")]
Template = Annotated[str, typer.Option("--template", help="What stands around a pseudonym; {} is its place.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Draw reproducibly. For tests: whoever knows it can redraw.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Only this many messages, from the beginning.")]
Lang = Annotated[str, typer.Option("--lang", help="The language of the messages.")]
Force = Annotated[bool, typer.Option("--force", help="Replace an output directory that exists.")]
Strict = Annotated[bool, typer.Option("--strict", help="End with exit code 1 if conflicts are left open.")]
KeepColumns = Annotated[
    list[str] | None,
    typer.Option("--keep-columns", metavar="HEADER", help="A further column to write as it is; may be repeated."),
]
Timestamps = Annotated[str, typer.Option("--timestamps", help="keep, shift (all by the same time) or drop.")]
Config = Annotated[
    Path | None,
    typer.Option("--config", help="A spaCy config or pipeline with participant_pseudonymiser in it."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, no report.")]


def columns(given: list[str] | None) -> dict[str, str]:
    """RETURNS (dict[str, str]): Header by field, from `--column FIELD=HEADER`."""
    found = {}
    for value in given or ():
        field, sign, header = value.partition("=")
        if not sign or not field or not header:
            raise PseudoError(Errors.P501.format(value=value))
        found[field.strip()] = header
    return found


def choice(value: str, choices: tuple[str, ...], option: str) -> str:
    """RETURNS (str): The value, if it is one of the choices."""
    if value not in choices:
        raise PseudoError(Errors.P502.format(value=value, option=option, choices=", ".join(choices)))
    return value


def progress(items: Any, *, what: str, total: int | None = None, quiet: bool = False) -> Any:
    """RETURNS (Iterator): The items, with a bar on the terminal while they go by."""
    from tqdm import tqdm

    return tqdm(items, desc=what, total=total, unit=" messages", disable=True if quiet else None, leave=False)
