"""Options that several commands share: one home for each name, default and help text."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from ..corpus.duplicates import DUPLICATES
from ..corpus.formats import NAMES as FORMATS
from ..corpus.formats.layouts import INCLUDABLE
from ..corpus.share_modes import IDS, TIMESTAMPS, check_choice
from ..people.others.modes import MODES as OTHERS
from ..people.owners import SCOPES
from ..people.pseudonyms import MODES
from ..surrogates.strategies import CITIES, DATES
from .progress import progress as progress
from .progress import telling as telling


def choices(values: Iterable[str]) -> str:
    """RETURNS (str): How a choice is written in a help text."""
    return f"[{'|'.join(values)}]"


# That a file cannot be read, whoever reads it says, with the code: hence `readable=False` for what many need.
Messages = Annotated[
    list[Path],
    typer.Argument(
        help="The messages: a table (.csv, .jsonl, .xlsx, .parquet ...) with id, author and text, a mailbox, or what "
        "forums and chats export. Several are one corpus with one roster: people are matched by id, address or full "
        "name.",
        readable=False,
        show_default=False,
    ),
]
RosterFile = Annotated[
    list[Path] | None,
    typer.Option(
        "--roster",
        help="The class list: a table with id and name, or JSONL with id and names. Several are one list: may be "
        "repeated.",
        readable=False,
    ),
]
RosterColumn = Annotated[
    list[str] | None,
    typer.Option(
        "--roster-column",
        metavar="[FIELD=]HEADER",
        help="What a field's column is called in the class list: id=Matrikel, surname=Nachname. A header alone is the "
        "column of the messages with authors' names. May be repeated.",
    ),
]
Sheet = Annotated[
    list[str] | None,
    typer.Option(
        "--sheet",
        metavar="[roster=]NAME",
        help="The sheet of a workbook with the messages; after roster=, that of the class list, which may be repeated: "
        "several are one list. Default: the first.",
    ),
]
Duplicates = Annotated[
    str | None,
    typer.Option(
        "--duplicates",
        metavar=choices(DUPLICATES),
        help="Of messages with one id that differ, as edited posts do, read the last or the first; otherwise all are "
        "told and nothing is done. Copies are read once in any case. Default: refuse.",
    ),
]
KeyDirectory = Annotated[
    Path, typer.Option("--key", help="The private directory: who is who. Made, or extended.", show_default=False)
]
OutDirectory = Annotated[Path, typer.Option("--out", help="The directory that may be shared.", show_default=False)]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="N",
        help="How many processes do the work; the result is the same, byte for byte. Default: as many as there are "
        "processors if the input is large enough to gain time, otherwise one.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Who does the work, instead of processes here: the workers of a Dask cluster, by the address of its "
        "scheduler (tls://scheduler:8786), or local:N for a small one here. Messages and key go to them.",
    ),
]
Resume = Annotated[
    bool | None,
    typer.Option(
        "--resume",
        help="Go on where the same command was interrupted: what was finished is not done again. If input or options "
        "have changed, begin anew.",
    ),
]
Format = Annotated[
    list[str] | None,
    typer.Option(
        "--format",
        metavar=choices(FORMATS),
        help="The format, if name and beginning do not tell. Of several sources, once for all or once for each.",
    ),
]
Include = Annotated[
    list[str] | None,
    typer.Option(
        "--include",
        metavar=choices(INCLUDABLE),
        help="Deleted and private posts, and those of programs in chats, are left out, unless you want them. May be "
        "repeated.",
    ),
]
Html = Annotated[
    bool | None,
    typer.Option(
        "--html/--no-html",
        help="The texts are HTML: tags stay, text and attributes are pseudonymised. Default: as the format says; in "
        "tables a look at each text decides.",
    ),
]
Column = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="FIELD=HEADER",
        help="What a field's column is called: author=Poster. Without a header, as in session=, no column is that "
        "field. May be repeated.",
    ),
]
Encoding = Annotated[str | None, typer.Option("--encoding", help="The messages' encoding, if it is not found.")]
Allow = Annotated[
    Path | None,
    typer.Option("--allow", readable=False, help="Names that stay, one a line: public figures, cited authors."),
]
Citations = Annotated[
    bool | None,
    typer.Option(
        "--citations/--no-citations",
        help="Cited authors and names of things (Cohen's d) stay. Default: as the config has it, otherwise they do.",
    ),
]
PublicFigures = Annotated[
    bool | None,
    typer.Option(
        "--public-figures/--no-public-figures",
        help="Widely known people of the packaged list stay. Default: as the config has it, otherwise they do.",
    ),
]
Identifiers = Annotated[
    list[str] | None,
    typer.Option(
        "--identifiers",
        metavar="LABEL=WHAT",
        help="What to do with other personal data: keep, mark, mask, fixed, surrogate or shuffle. LABEL is one such as "
        "EMAIL or CITY, or structured, listed, life, sensitive, all. May be repeated. Default: structured=mask, "
        "others=mark.",
    ),
]
Visible = Annotated[
    bool | None,
    typer.Option("--visible/--no-visible", help="Put surrogates in brackets, so that readers see what was replaced."),
]
OwnNicknames = Annotated[
    bool | None,
    typer.Option(
        "--own-nicknames/--no-own-nicknames",
        help="Nicknames, initials and the like have a related pseudonym of their own: [U12b] beside [U12].",
    ),
]
Slips = Annotated[
    bool | None,
    typer.Option(
        "--slips/--no-slips", help="With --pseudonyms surrogate: misspell a drawn name where the name was misspelled."
    ),
]
Latin = Annotated[
    bool | None,
    typer.Option(
        "--latin/--no-latin",
        help="With --pseudonyms surrogate: write drawn names in Latin letters, whatever the script of the name was.",
    ),
]
Dates = Annotated[
    str | None,
    typer.Option(
        "--dates",
        metavar=choices(DATES),
        help="With --identifiers DATE=surrogate: move all dates by the same number of weeks, or each by another number "
        "of days; then intervals and the order of days are lost. Default: as the config has it, otherwise shift.",
    ),
]
Cities = Annotated[
    str | None,
    typer.Option(
        "--cities",
        metavar=choices(CITIES),
        help="With --identifiers CITY=surrogate, where countries become others: write a city, a region or a street of "
        "which the text says no country where its own country went, or leave it in its country, which tells what that "
        "was. Default: as the config has it, otherwise move.",
    ),
]
Others = Annotated[
    str | None,
    typer.Option(
        "--others",
        metavar=choices(OTHERS),
        help="What to do with names of people who take no part, such as relatives, colleagues and pets: leave and "
        "count them, write [X] for all, or [X1], [X2] ... Default: as the config has it, otherwise mask.",
    ),
]
Sensitive = Annotated[
    bool | None,
    typer.Option(
        "--sensitive/--no-sensitive",
        help="Mark ethnic, political, religious and sexual words of the packaged lists, said of somebody. "
        "Default: as the config has it, otherwise they are.",
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Option(
        "--words",
        metavar="LABEL=FILE",
        help="Words to be marked besides, one a line, for ETHNIC, POLITICAL, RELIGIOUS and SEXUAL. May be repeated.",
    ),
]
Rules = Annotated[
    list[Path] | None,
    typer.Option(
        "--rules",
        metavar="FILE",
        help="Rules of your own for other personal data: what is found, by the words before it, in it and after it. "
        "docs/reference/rules.md shows how they are written. May be repeated.",
    ),
]
Exclude = Annotated[
    Path | None,
    typer.Option(
        "--exclude",
        readable=False,
        help="Ids of people who did not consent, one a line: their messages are left out, their names masked, "
        "quotations of them cut. "
        "The key remembers them until another list is given.",
    ),
]
Scope = Annotated[
    str | None,
    typer.Option(
        "--scope",
        metavar=choices(SCOPES),
        help="Among whom a shared name is a conflict. Default: as the key has it, otherwise session.",
    ),
]
PseudonymMode = Annotated[
    str | None,
    typer.Option(
        "--pseudonyms",
        metavar=choices(MODES),
        help="[U01] ..., [id] for ids that are pseudonyms already, [NAME] for all, or other names. Default: as the key "
        "has it, otherwise number.",
    ),
]
Template = Annotated[
    str | None,
    typer.Option(
        "--template",
        help="What stands around a pseudonym; {} is its place. Default: as the key has it, otherwise [{}].",
    ),
]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Draw reproducibly. For tests only: whoever knows it can draw again.")
]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Only so many messages, from the beginning.")]
Lang = Annotated[
    str | None,
    typer.Option("--lang", help="The language of the messages. Default: as the key has it, otherwise en."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace earlier output in OUT.")]
Strict = Annotated[bool, typer.Option("--strict", help="End with exit code 1 if conflicts are left open.")]
KeepColumns = Annotated[
    list[str] | None,
    typer.Option(
        "--keep-columns",
        metavar="HEADER",
        help="A further column, written as it is, names and all. May be repeated.",
    ),
]
Timestamps = Annotated[
    str | None,
    typer.Option(
        "--timestamps",
        metavar=choices(TIMESTAMPS),
        help="Leave them; move them so that their order stays and one known post does not tell the others; move all by "
        "the same number of weeks; or leave them out. Default: as the config has it, otherwise keep.",
    ),
]
Ids = Annotated[
    str | None,
    typer.Option(
        "--ids",
        metavar=choices(IDS),
        help="Leave ids of messages, threads and sessions, but for those that give somebody away, or write codes for "
        "all of them. Default: as the config has it, otherwise keep.",
    ),
]
PlainCells = Annotated[
    bool | None,
    typer.Option(
        "--plain-cells",
        help="In tables, write cells as they are, even if a spreadsheet runs them as formulas (= + - @); "
        "otherwise an apostrophe stands before them.",
    ),
]
Parts = Annotated[
    int | None,
    typer.Option(
        "--parts",
        metavar="N",
        min=1,
        help="Write so many messages into each file of OUT, messages-00001.csv and so on, for programs that read a "
        "table in parts. Default: one file.",
    ),
]
Config = Annotated[
    Path | None,
    typer.Option("--config", help="A spaCy config, or a pipeline's directory, with participant_pseudonymiser in it."),
]
Threshold = Annotated[
    float | None,
    typer.Option(
        "--threshold",
        help="From which confidence (0 to 1) on a form is taken for somebody's name. A lower one finds more names, and "
        "replaces more words that are none. Default: as the key has it, otherwise as the weights say.",
    ),
]
WeightsFile = Annotated[
    Path | None,
    typer.Option("--weights", help="Weights of evidence that `calibrate` made. Default: as the key has it."),
]
NameWords = Annotated[
    str | None,
    typer.Option(
        "--name-words",
        metavar="PATH",
        help="Which words are names: a model that `train` made, a list that `words` made and you pruned, or 'none'. "
        "Default: the packaged model.",
    ),
]
NoAudit = Annotated[
    bool, typer.Option("--no-audit", help="Do not look, at the end, for names that still stand in OUT; see audit.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, no report; errors all the same.")]


def choice(value: str | None, values: tuple[str, ...], option: str) -> None:
    """Make sure that a value, if there is one, is one of the choices."""
    if value is not None:
        check_choice(value, option, values)
