"""How help is arranged: commands in the order of use, options with those first that most people need."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from typer.core import TyperCommand

# What is in none of them comes last. `key` has commands of its own.
COMMAND_GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "Start here, in this order": ("init", "app", "check", "run", "review", "audit", "report"),
    "One step at a time": ("discover", "apply", "explain", "words"),
    "The key, and the way back": ("key", "restore"),
    "For the tools that come after": ("export", "network"),
    "How good is it": (
        "sample", "estimate", "evaluate", "agree", "compare", "simulate", "calibrate", "train",
    ),
}  # fmt: skip
_MORE: Final = "More"
# An option that is in none of them is special to its command: it stands at the beginning of the first.
OPTION_GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "Usual": (
        "--key", "--out", "--roster", "--column", "--roster-column", "--lang", "--allow", "--exclude", "--pseudonyms",
        "--identifiers", "--force",
    ),
    "Reading": ("--duplicates", "--sheet", "--html", "--encoding", "--format", "--include", "--limit"),
    "Names": (
        "--others", "--public-figures", "--citations", "--scope", "--template", "--own-nicknames",
        "--slips", "--latin", "--threshold",
    ),
    "Other personal data": ("--sensitive", "--words", "--rules", "--dates", "--cities", "--visible"),
    "What may be shared": ("--ids", "--timestamps", "--keep-columns", "--plain-cells", "--parts"),
    "Rare": (
        "--workers", "--resume", "--cluster", "--config", "--name-words", "--weights", "--passphrase-file", "--strict",
        "--no-audit", "--no-samples", "--seed", "--quiet", "--help",
    ),
}  # fmt: skip
_FIRST: Final = next(iter(OPTION_GROUPS))
_GROUP_OF: Final = {option: group for group, options in OPTION_GROUPS.items() for option in options}
_PLACE_OF: Final = {option: place for place, option in enumerate(_GROUP_OF)}
# So many options are one list.
_FEW: Final = 16


def grouped(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """YIELDS (tuple[str, list[str]]): Commands by group, in the order of help."""
    left = dict.fromkeys(names)
    for group, known in COMMAND_GROUPS.items():
        if here := [name for name in known if name in left]:
            yield group, here
            left = {name: None for name in left if name not in here}
    if left:
        yield _MORE, list(left)


def by_group(options: Iterable[Any]) -> dict[str, list[Any]]:
    """RETURNS (dict[str, list[Any]]): A command's options by group, in the order of help; few options are one list."""
    options = list(options)
    if len(options) <= _FEW:
        return {"Options": options}
    found: dict[str, list[Any]] = {group: [] for group in OPTION_GROUPS}
    for param in sorted(options, key=lambda param: _PLACE_OF.get(_name(param), -1)):
        found[_GROUP_OF.get(_name(param), _FIRST)].append(param)
    return found


class GroupedCommand(TyperCommand):
    """A command whose options know their group (`rich_help_panel`), and whose help shows them by it."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for param in self.params:
            if param.param_type_name == "option":
                param.rich_help_panel = _GROUP_OF.get(_name(param), _FIRST)  # type: ignore[attr-defined]

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Take off the quotes that weasel, on Windows, leaves around the words of a project's commands."""
        return super().parse_args(ctx, [unquoted(word) for word in args] if os.name == "nt" else args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments, then options group by group; few options are one list."""
        params = self.get_params(ctx)
        sections = {"Arguments": [param for param in params if param.param_type_name == "argument"]}
        sections |= by_group(param for param in params if param.param_type_name == "option")
        for title, shown in sections.items():
            if rows := [row for param in shown if (row := param.get_help_record(ctx)) is not None]:
                with formatter.section(title):
                    formatter.write_dl(rows)


def unquoted(word: str) -> str:
    """RETURNS (str): A word without the quotes around it. On Windows no name of a file has any."""
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word


def _name(param: Any) -> str:
    """An option's first long name."""
    return next((name for name in param.opts if name.startswith("--")), "")
