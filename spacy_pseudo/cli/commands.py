"""Which commands there are and where each lives; a command's module is imported when it is called or asked for help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperGroup

from .exits import exits
from .groups import GroupedCommand, grouped


class Home(NamedTuple):
    """Where a command lives, and what the list of commands says of it.

    module (str): The module; the function in it is called like the command, with '_cli' behind.
    help (str): A line that is shown without an import of the module.
    function (str): The function, if it is called otherwise.
    """

    module: str
    help: str
    function: str = ""


# Help shows them by groups.COMMAND_GROUPS. The commands of the lab are known by name only: nothing here imports it.
COMMANDS: Final[Mapping[str, Home]] = {
    "init": Home("spacy_pseudo.cli.init_command", "Look at your files, propose settings, write a project to keep."),
    "run": Home("spacy_pseudo.cli.run_command", "Find out who is called what, replace every mention."),
    "discover": Home("spacy_pseudo.cli.discover_command", "Find out who is called what, and write the key."),
    "apply": Home("spacy_pseudo.cli.apply_command", "Replace every mention, with names.txt as you corrected it."),
    "review": Home("spacy_pseudo.cli.review_command", "Decide what is unclear, in the browser."),
    "explain": Home("spacy_pseudo.cli.explain_command", "Tell why something in a message was replaced, or stayed."),
    "audit": Home("spacy_pseudo.cli.audit_command", "Look for what should not stand in OUT."),
    "report": Home("spacy_pseudo.cli.report_command", "Write the page that is signed before OUT is shared."),
    "app": Home("spacy_pseudo.cli.app_command", "The whole way in the browser, without a terminal."),
    "check": Home("spacy_pseudo.cli.check_command", "Read the files as a run would, and say what is missing."),
    "export": Home("spacy_pseudo.cli.export_command", "Write the result of a run as other tools want it."),
    "restore": Home("spacy_pseudo.cli.restore_command", "Write the originals again, from OUT and its key."),
    "network": Home("spacy_pseudo.cli.network_command", "Write who speaks to whom: a graph among pseudonyms."),
    "evaluate": Home("spacy_pseudo.lab.cli.evaluate_command", "Compare a run with mentions that people marked."),
    "compare": Home("spacy_pseudo.lab.cli.compare_command", "Compare systems on messages with marked mentions."),
    "agree": Home("spacy_pseudo.lab.cli.agree_command", "Compare two gold files: how far do raters agree?"),
    "calibrate": Home("spacy_pseudo.lab.cli.calibrate_command", "Derive the weights of evidence from gold."),
    "sample": Home("spacy_pseudo.lab.cli.sample_command", "Draw a sample for raters: how many names are left?"),
    "estimate": Home("spacy_pseudo.lab.cli.estimate_command", "Read the sheets back, and estimate what is left."),
    "simulate": Home("spacy_pseudo.lab.cli.simulate_command", "Invent a forum in which all mentions are known."),
    "words": Home("spacy_pseudo.cli.words_command", "List the words that are taken for names."),
    "train": Home("spacy_pseudo.lab.cli.train_command", "Train the judge of which words are names."),
}
# The same of `spacy-pseudo key`.
KEY_COMMANDS: Final[Mapping[str, Home]] = {
    "check": Home("spacy_pseudo.cli.key_command", "Is each file as it was written?", "check_key_cli"),
    "repair": Home("spacy_pseudo.cli.key_command", "Put back what was last written.", "repair_key_cli"),
    "seal": Home("spacy_pseudo.cli.seal_commands", "Write the key to one encrypted file.", "seal_key_cli"),
    "open": Home("spacy_pseudo.cli.seal_commands", "Write what is in a sealed key to a directory.", "open_key_cli"),
    "rotate": Home("spacy_pseudo.cli.seal_commands", "Give a sealed key another passphrase.", "rotate_key_cli"),
    "forget": Home("spacy_pseudo.cli.forget_command", "Erase somebody from every file of the key.", "forget_key_cli"),
    "log": Home("spacy_pseudo.cli.log_command", "Who did what with the key, and when.", "log_key_cli"),
    "digest": Home("spacy_pseudo.cli.digest_command", "Names for an audit without the key.", "digest_key_cli"),
}
# Characters of help beside the name of a group.
_WIDTH: Final = 66


class CommandGroup(TyperGroup):
    """A group whose commands are imported one by one, when they are needed."""

    homes = COMMANDS

    def __init__(self, *, commands: Any = None, **settings: Any) -> None:
        super().__init__(commands={}, **settings)
        self.commands: Any = _Commands(self.homes, dict(commands or {}), self.rich_markup_mode)

    def list_commands(self, ctx: Any) -> list[str]:
        """RETURNS (list[str]): The names of all commands."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands; no command is imported for it."""
        rows = [(name, home.help) for name, home in self.homes.items()]
        rows += [(name, command.get_short_help_str(limit=_WIDTH)) for name, command in self.commands.groups.items()]
        help_of = dict(rows)
        groups = dict(grouped(help_of)) if self.homes is COMMANDS else {"Commands": list(help_of)}
        width = max(map(len, help_of))
        for title, names in groups.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), help_of[name]) for name in names])


class KeyGroup(CommandGroup):
    """The commands that look after a key."""

    homes = KEY_COMMANDS


class _Commands(Mapping[str, Any]):
    """Commands by name, made of their functions when they are asked for."""

    def __init__(self, homes: Mapping[str, Home], groups: dict[str, Any], markup: Any) -> None:
        self._homes, self.groups, self._markup = homes, groups, markup
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name in self.groups:
            return self.groups[name]
        if name not in self._made:
            home = self._homes[name]
            command = getattr(import_module(home.module), home.function or f"{name}_cli")
            alone = typer.Typer(add_completion=False, rich_markup_mode=self._markup)
            alone.command(name, cls=GroupedCommand)(exits(command))
            self._made[name] = typer.main.get_command(alone)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*self._homes, *self.groups))

    def __len__(self) -> int:
        return len(self._homes) + len(self.groups)
