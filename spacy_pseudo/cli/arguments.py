"""What commands make of options that several of them share: the source, how it is treated, who judges words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..corpus.formats.layouts import INCLUDABLE
from ..errors import Errors, PseudoError
from . import options as o

if TYPE_CHECKING:
    from ..name_words.judges import Judge
    from .sharing import Sharing
    from .sources import Source
    from .treatment import Treatment


def judge(given: str | None) -> Judge | None:
    """RETURNS (Optional[Judge]): Who says which words are names, from `--name-words`."""
    from ..corpus.word_lists import read_judge
    from ..name_words.classifier import NameWordClassifier

    if given is None:
        return NameWordClassifier.packaged()
    return read_judge(Path(given)) if given != "none" else None


def columns(given: list[str] | None) -> dict[str, str]:
    """RETURNS (dict[str, str]): Header by field, from `--column FIELD=HEADER`."""
    return _pairs(given, "FIELD=HEADER, for instance --column author=Poster")


def source(
    messages: list[Path],
    format: list[str] | None,
    encoding: str | None,
    column: list[str] | None,
    limit: int | None,
    include: list[str] | None,
    html: bool | None,
    quiet: bool = False,
) -> Source:
    """RETURNS (Source): The messages, read as the options of that name say."""
    from .sources import Reading, Source

    for wish in include or ():
        o.choice(wish, INCLUDABLE, "--include")
    how = Reading(format or (), encoding, columns(column), limit, include or (), html, quiet)
    return Source(messages, how)


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
    ids: str | None, timestamps: str | None, keep_columns: list[str] | None, plain_cells: bool | None
) -> Sharing:
    """RETURNS (Sharing): How messages are written, from the options of that name."""
    from .sharing import Sharing

    return Sharing(ids, timestamps, tuple(keep_columns or ()), bool(plain_cells))


# Options that stand for one argument of a command.
_SHARED: Final[Mapping[str, Mapping[str, Any]]] = {
    "source": {
        "messages": o.Messages, "format": o.Format, "column": o.Column, "encoding": o.Encoding, "limit": o.Limit,
        "include": o.Include, "html": o.Html,
    },
    "treatment": {
        "allow": o.Allow, "citations": o.Citations, "public_figures": o.PublicFigures, "identifiers": o.Identifiers,
        "visible": o.Visible, "own_nicknames": o.OwnNicknames, "slips": o.Slips, "latin": o.Latin, "dates": o.Dates,
        "cities": o.Cities,
        "others": o.Others, "sensitive": o.Sensitive, "words": o.Words, "rules": o.Rules, "config": o.Config,
    },
    "sharing": {
        "ids": o.Ids, "timestamps": o.Timestamps, "keep_columns": o.KeepColumns, "plain_cells": o.PlainCells,
    },
}  # fmt: skip


def shared(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command all options of what it takes.

    command (Callable[..., int]): A command; its arguments `source`, `treatment` and `sharing` are made of their
        options, with `quiet` if it has that.
    RETURNS (Callable[..., int]): The command as typer sees it.
    """
    own = inspect.signature(command).parameters
    known: dict[str, Callable[..., Any]] = {"source": source, "treatment": treatment, "sharing": sharing}
    makers = {name: maker for name, maker in known.items() if name in own}
    kinds = {name: parameter.annotation for name, parameter in own.items() if name not in makers}
    # Annotations are postponed. What is special to a command is shown before what many have.
    kinds = {name: eval(kind, command.__globals__) if isinstance(kind, str) else kind for name, kind in kinds.items()}
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
        for name, maker in makers.items():
            more = {"quiet": given.get("quiet", False)} if name == "source" and "quiet" in own else {}
            given[name] = maker(**{option: given.pop(option, None) for option in _SHARED[name]}, **more)
        return command(**given)

    wrapped.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    wrapped.__annotations__ = kinds
    return wrapped


def _pairs(given: list[str] | None, example: str) -> dict[str, str]:
    found = {}
    for value in given or ():
        name, sign, what = value.partition("=")
        if not sign or not name or not what:
            raise PseudoError(Errors.P501.format(value=value, example=example))
        found[name.strip()] = what
    return found
