"""What commands make of options that several of them share: the source, how it is treated, who judges words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from ..corpus.duplicates import ALL, DUPLICATES, REFUSE
from ..corpus.formats.layouts import INCLUDABLE
from ..errors import Errors, PseudoError
from . import options as o

if TYPE_CHECKING:
    from .effort import Effort
    from .sharing import Sharing
    from .sources import Source
    from .treatment import Treatment

# They change nothing in what is written.
_WITHOUT_EFFECT: Final = ("force", "strict", "no_audit", "quiet", "workers", "cluster", "resume")
# Before the name of a sheet: it has the class list.
_ROSTER: Final = "roster="


def columns(given: list[str] | None) -> dict[str, str]:
    """RETURNS (dict[str, str]): Header by field, from `--column FIELD=HEADER`."""
    return _pairs(given, "FIELD=HEADER, for instance --column author=Poster", empty=True)


def source(
    messages: list[Path],
    format: list[str] | None,
    encoding: str | None,
    column: list[str] | None,
    limit: int | None,
    include: list[str] | None,
    html: bool | None,
    duplicates: str | None = None,
    sheet: list[str] | None = None,
    quiet: bool = False,
) -> Source:
    """RETURNS (Source): The messages, read as the options of that name say."""
    from .sources import Reading, Source

    for wish in include or ():
        o.choice(wish, INCLUDABLE, "--include")
    o.choice(duplicates, DUPLICATES, "--duplicates")
    of_roster = [name for name in sheet or () if name.startswith(_ROSTER)]
    of_messages = [name for name in sheet or () if not name.startswith(_ROSTER)]
    how = Reading(
        format or (), encoding, columns(column), limit, include or (), html, quiet,
        duplicates=duplicates or REFUSE, sheet=of_messages[-1] if of_messages else None,
        roster_sheets=tuple(name.removeprefix(_ROSTER) for name in of_roster),
    )  # fmt: skip
    return Source(messages, how)


def originals(messages: list[Path]) -> Source:
    """RETURNS (Source): The messages as they were, all of them: those with one id, too."""
    from .sources import Reading, Source

    return Source(messages, Reading(duplicates=ALL))


def treatment(
    allow: Path | None,
    identifiers: list[str] | None,
    words: list[str] | None,
    config: Path | None,
    rules: list[Path] | None,
    **settings: Any,
) -> Treatment:
    """RETURNS (Treatment): How messages are treated, from the options of that name."""
    from ..components.run_settings import Settings
    from .treatment import Treatment

    strategies = _pairs(identifiers, "LABEL=WHAT, for instance --identifiers EMAIL=surrogate")
    files = _pairs(words, "LABEL=FILE, for instance --words RELIGIOUS=words.txt")
    paths = {label: Path(name) for label, name in files.items()}
    return Treatment(Settings(identifiers=strategies, **settings), allow, paths, config, rules or ())


def sharing(
    ids: str | None,
    timestamps: str | None,
    keep_columns: list[str] | None,
    plain_cells: bool | None,
    parts: int | None = None,
) -> Sharing:
    """RETURNS (Sharing): How messages are written, from the options of that name."""
    from .sharing import Sharing

    return Sharing(ids, timestamps, tuple(keep_columns or ()), bool(plain_cells), parts)


def effort(workers: int | None, cluster: str | None, resume: bool | None, options: Mapping[str, Any]) -> Effort:
    """RETURNS (Effort): Who does the work, from the options of that name and all others."""
    from .effort import Effort

    others = {name: value for name, value in options.items() if name not in _WITHOUT_EFFECT}
    return Effort(workers, cluster, bool(resume), others)


# The messages and the options above as words, for another command on the same messages.
Again = Sequence[str]

# Options that stand for one argument of a command.
_SHARED: Final[Mapping[str, Mapping[str, Any]]] = {
    "source": {
        "messages": o.Messages, "format": o.Format, "column": o.Column, "encoding": o.Encoding, "limit": o.Limit,
        "include": o.Include, "html": o.Html, "duplicates": o.Duplicates, "sheet": o.Sheet,
    },
    "treatment": {
        "allow": o.Allow, "citations": o.Citations, "public_figures": o.PublicFigures, "identifiers": o.Identifiers,
        "visible": o.Visible, "own_nicknames": o.OwnNicknames, "slips": o.Slips, "latin": o.Latin, "dates": o.Dates,
        "cities": o.Cities,
        "others": o.Others, "sensitive": o.Sensitive, "words": o.Words, "rules": o.Rules, "config": o.Config,
    },
    "effort": {"workers": o.Workers, "cluster": o.Cluster, "resume": o.Resume},
    "sharing": {
        "ids": o.Ids, "timestamps": o.Timestamps, "keep_columns": o.KeepColumns, "plain_cells": o.PlainCells,
        "parts": o.Parts,
    },
}  # fmt: skip


_MAKERS: Final[Mapping[str, Callable[..., Any]]] = {
    "source": source, "treatment": treatment, "sharing": sharing, "effort": effort,
}  # fmt: skip


def make(name: str, given: Mapping[str, Any], **more: Any) -> Any:
    """RETURNS (Any): What commands call 'source', 'treatment' or 'sharing', made of options.

    name (str): Which.
    given (Mapping[str, Any]): Values by option; those that belong to something else are left alone.
    more (Any): What the maker takes besides.
    """
    return _MAKERS[name](**{option: given.get(option) for option in _SHARED[name]}, **more)


def shared(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command all options of what it takes.

    command (Callable[..., int]): A command; its arguments `source`, `treatment` and `sharing` are made of their
        options, with `quiet` if it has that; `again` is the words of these options.
    RETURNS (Callable[..., int]): The command as typer sees it.
    """
    own = inspect.signature(command).parameters
    makers = [name for name in _MAKERS if name in own]
    told = {name: parameter.annotation for name, parameter in own.items() if name not in makers and name != "again"}
    # Annotations are postponed. What is special to a command is shown before what many have.
    kinds = {name: eval(kind, command.__globals__) if isinstance(kind, str) else kind for name, kind in told.items()}
    first = {"messages": o.Messages} if "source" in makers else {}
    kinds = {**first, **kinds, **{option: kind for name in reversed(makers) for option, kind in _SHARED[name].items()}}
    defaults = {name: parameter.default for name, parameter in own.items()} | dict.fromkeys(
        first, inspect.Parameter.empty
    )
    options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults.get(name), annotation=kind)
        for name, kind in kinds.items()
    ]

    @wraps(command)
    def wrapped(*args: Any, **given: Any) -> int:
        given.update(zip(kinds, args, strict=False))
        if "again" in own:
            shown = (name for name in makers if name != "effort")
            given["again"] = [word for name in shown for word in words_of(_SHARED[name], given)]
        made = {}
        for name in makers:
            more = {"quiet": given.get("quiet", False)} if name == "source" and "quiet" in own else {}
            more.update({"options": given} if name == "effort" else {})
            made[name] = make(name, given, **more)
        left = {name: value for name, value in given.items() if not any(name in _SHARED[each] for each in makers)}
        return command(**left, **made)

    wrapped.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    wrapped.__annotations__ = kinds
    return wrapped


def words_of(kinds: Mapping[str, Any], given: Mapping[str, Any]) -> Iterator[str]:
    """YIELDS (str): Options as somebody would type them, with the values that were given."""
    for field, kind in kinds.items():
        # In an annotation, typer takes the first name for a default.
        told = (
            name
            for of in get_args(kind)
            for name in (getattr(of, "default", ""), *(getattr(of, "param_decls", ()) or ()))
        )
        option = next((name for name in told if str(name).startswith("--")), "")
        value = given.get(field)
        if isinstance(value, bool):
            yield option.split("/")[0 if value else -1]
            continue
        for one in value if isinstance(value, (list, tuple)) else [] if value is None else [value]:
            yield from (option, str(one)) if option else (str(one),)


def _pairs(given: list[str] | None, example: str, *, empty: bool = False) -> dict[str, str]:
    found = {}
    for value in given or ():
        name, sign, what = value.partition("=")
        if not sign or not name or not (what or empty):
            raise PseudoError(Errors.P501.format(value=value, example=example))
        found[name.strip()] = what
    return found
