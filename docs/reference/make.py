"""Write the pages of the reference that follow from the code: `python docs/reference/make.py`.

They are committed, so that they can be read in the repository; a test says when they are behind the code.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from textwrap import dedent
from typing import Any, Final

import spacy
import typer
from spacy.language import Language
from typer.utils import get_params_from_function

import spacy_pseudo
from spacy_pseudo import errors
from spacy_pseudo.attrs import IDENTIFIER_LABELS
from spacy_pseudo.cli import app
from spacy_pseudo.cli.commands import COMMANDS, KEY_COMMANDS
from spacy_pseudo.cli.groups import by_group, grouped
from spacy_pseudo.engine import Choices
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.surrogates.strategies import DEFAULTS, GROUPS, STRATEGIES, check_strategies

HERE: Final = Path(__file__).parent
MADE: Final = "*This page is made from the code by `python docs/reference/make.py`.*"
_KINDS: Final = {"path": "PATH", "int": "N", "float": "NUMBER", "str": "TEXT"}
_ABOUT: Final = re.compile(
    r"^    (\w+) \([^\n]*?\): (.*?)(?=^    \*{0,2}\w+ \(|^    \*\*|^    RETURNS|^\S|\Z)", re.MULTILINE | re.DOTALL
)
_NOTES: Final = re.compile(r"^    # \d\w*: (.*)$|^    ([PW]\d+) = ", re.MULTILINE)


def table(*rows: Sequence[str]) -> str:
    """RETURNS (str): A table; the first row is its head."""
    head, *rest = (" | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) for row in rows)
    return "\n".join((f"| {head} |", "|" + " --- |" * len(rows[0]), *(f"| {row} |" for row in rest)))


def plain(text: str) -> str:
    """RETURNS (str): A sentence of a docstring on one line, with nothing that Markdown would take for its own."""
    return re.sub(r"(?<![\w`])([*<>])", r"\\\1", " ".join(text.split()))


# --- Commands ---


def commands_page() -> str:
    """RETURNS (str): Every command with its options, as --help shows them."""
    group = typer.main.get_command(app)
    key = group.commands["key"].commands  # type: ignore[attr-defined]
    named = [
        (title, name, home.help, command)
        for title, names in grouped([*COMMANDS, "key"])
        for each in names
        for name, home, command in (
            [(f"key {inner}", KEY_COMMANDS[inner], key[inner]) for inner in KEY_COMMANDS]
            if each == "key"
            else [(each, COMMANDS[each], group.commands[each])]  # type: ignore[attr-defined]
        )
    ]
    rows = [(title, f"[`{name}`](#{name.replace(' ', '-')})", plain(help)) for title, name, help, _ in named]
    return "\n\n".join(
        (
            "# Commands and options",
            MADE,
            "`spacy-pseudo COMMAND --help` says the same; `python -m spacy pseudo COMMAND` is the same program. OUT "
            "stands for the directory that may be shared, KEY for the private one. An option that may be repeated is "
            "written once for each value.",
            table(("", "command", "what it does"), *_once(rows)),
            "## Exit codes",
            table(*EXITS),
            *(section for _, name, _, command in named for section in _command(name, command)),
        )
    )


def _once(rows: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """YIELDS (tuple[str, ...]): Rows, with what stands in the first cell of several in the first of them."""
    before = ""
    for first, *rest in rows:
        yield (first if first != before else "", *rest)
        before = first


EXITS: Final = (
    ("code", "meaning"),
    ("0", "done"),
    (
        "1",
        "done, but something is left to a person: messages failed (`KEY/failures.jsonl`), conflicts are open under "
        "`--strict`, or the audit found what nothing explains",
    ),
    ("2", "wrong use or bad input; the message has a [code](errors.md) and says what to do. OUT is as it was"),
    ("3", "unexpected error, or the disk. OUT is as it was"),
    ("130, 143", "interrupted, ended from outside. OUT is as it was"),
)


def _command(name: str, command: Any) -> Iterator[str]:
    kinds = get_params_from_function(command.callback)
    yield f"## {name}"
    yield from _paragraphs(command.help or "")
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    if arguments:
        yield table(("argument", "what it is"), *((f"`{_usage(p)}`", _meaning(p)) for p in arguments))
    options = [p for p in command.params if p.param_type_name == "option" and not p.hidden and "--help" not in p.opts]
    for group, members in by_group(options).items():
        if members:
            rows = (_option(option, str(kinds[option.name].annotation).lower()) for option in members)
            yield table((group, "what it does"), *rows)


def _paragraphs(help: str) -> Iterator[str]:
    """Help as Markdown: what stands as it is behind a \\b is an example."""
    for part in help.split("\n\n"):
        head, _, lines = part.partition("\n")
        if head.strip() == "\b":
            title, _, code = lines.partition("\n")
            yield plain(title)
            yield f"```text\n{dedent(code).rstrip()}\n```"
        elif part.strip():
            yield plain(part)


def _usage(param: Any) -> str:
    name = (param.metavar or param.name).strip("{}[]<>").removesuffix("...").upper()
    return name + ("..." if param.nargs == -1 else "")


def _option(option: Any, kind: str) -> tuple[str, str]:
    names = sorted(option.opts, key=lambda name: not name.startswith("--"))
    if option.secondary_opts:
        return " ".join(f"`{name}`" for name in (*names, *option.secondary_opts)), _meaning(option)
    if getattr(option, "is_flag", False):
        return " ".join(f"`{name}`" for name in names), _meaning(option)
    value = option.metavar or next((shown for part, shown in _KINDS.items() if part in kind), "TEXT")
    return " ".join(f"`{name} {value}`" for name in names), _meaning(option)


def _meaning(param: Any) -> str:
    about = plain(param.help or "")
    if param.required and param.param_type_name == "option":
        about += " **Required.**"
    default = param.default
    if param.show_default is not False and isinstance(default, (str, int, float, Path)):
        if isinstance(default, bool):
            default = (param.opts if default else param.secondary_opts or [""])[0]
        if default not in ("", 0) and "efault" not in about:
            about += f" Default: `{default}`."
    return about.strip()


# --- Error codes ---


def errors_page() -> str:
    """RETURNS (str): Every code with its message, in the groups of errors.py."""
    source = inspect.getsource(errors)
    sections = [
        "# Error codes",
        MADE,
        "Every error has a code and says what to do. Look it up here if you meet only the code, in a log for instance. "
        "What stands in braces is filled in: a file, a line, a field, an option. No name of a participant and no text "
        "of a message is in an error. The exit code is 2, or 3 if nobody thought of it.",
    ]
    for title, holder in (("Errors", errors.Errors), ("Warnings", errors.Warnings)):
        body = source.partition(f"class {title}(")[2].partition("\nclass ")[0]
        groups: list[tuple[str, list[tuple[str, str]]]] = [(title, [])]
        for about, code in _NOTES.findall(body):
            if code:
                message = str(getattr(holder, code)).removeprefix(f"[{code}] ")
                groups[-1][1].append((f"`{code}`", plain(re.sub(r"\{\{|\}\}", lambda m: m[0][0], message))))
            else:
                groups.append((about[0].upper() + about[1:], []))
        for name, rows in groups:
            if rows:
                sections += [f"## {name}", table(("code", "message"), *rows)]
    return "\n\n".join(sections)


# --- Components ---


def components_page() -> str:
    """RETURNS (str): Every component with its settings and their defaults."""
    nlp = spacy.blank("en")
    ours = [e.name for e in entry_points(group="spacy_factories") if e.value.startswith("spacy_pseudo.")]
    sections = [
        "# Components and settings",
        MADE,
        "All of them are found by name once the package is installed: `nlp.add_pipe(NAME, config={...})`. They are in "
        "the order in which they must stand; the last one is all the others in one. How they work together, and what "
        "they set, is told in [Docs and pipelines](../guides/pipelines.md).",
    ]
    for name in sorted(ours, key=_order):
        meta = Language.get_factory_meta(name)
        pipe = nlp.create_pipe(name)
        about = {**_help_texts(), **_documented(Choices), **_documented(*reversed(type(pipe).__mro__))}
        rows = [
            (f"`{setting}`", f"`{_shown(value)}`", plain(about[setting]))
            for setting, value in sorted(meta.default_config.items())
        ]
        sections += [f"## {name}", plain(inspect.cleandoc(type(pipe).__doc__ or "").partition("\n\n")[0])]
        sections.append(table(("setting", "default", "what it does"), *rows))
    sections += [
        "## Readers",
        "For configs, under `[initialize.components.participant_pseudonymiser]`; "
        "`configs/pseudonymise.cfg` shows them at work.",
        table(("registered function", "what it reads"), *_readers()),
    ]
    return "\n\n".join(sections)


_ORDER: Final = (
    *("glued_word_splitter", "salutation_matcher", "misspelling_matcher", "protected_name_matcher"),
    *("identifier_matcher", "participant_linker", "other_name_matcher", "pseudonym_replacer"),
    "participant_pseudonymiser",
)


def _order(name: str) -> int:
    return _ORDER.index(name)


def _readers() -> Iterator[tuple[str, str]]:
    for group in ("spacy_readers", "spacy_misc", "spacy_architectures"):
        for entry in entry_points(group=group):
            if entry.value.startswith("spacy_pseudo."):
                about = inspect.cleandoc(entry.load().__doc__ or "").partition("\n\n")[0]
                yield f"`{entry.name}`", plain(re.sub(r"^RETURNS \([^\n]*?\): ", "", about))


def _shown(value: Any) -> str:
    if list(IDENTIFIER_LABELS) == value:
        return "all labels"
    return (
        {None: "null", True: "true", False: "false"}.get(value, "") if _flat(value) else repr(value).replace("'", '"')
    )


def _flat(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _documented(*classes: type) -> dict[str, str]:
    """What docstrings say of each setting."""
    return {
        name: about
        for holder in classes
        for name, about in _ABOUT.findall("\n" + inspect.cleandoc(holder.__doc__ or "").replace("\n", "\n    ") + "\n")
    }


def _help_texts() -> dict[str, str]:
    """What --help says of what a command and a component both have."""
    run = typer.main.get_command(app).commands["run"]  # type: ignore[attr-defined]
    return {param.name: param.help or "" for param in run.params}


# --- Labels of other personal data ---


def labels_page() -> str:
    """RETURNS (str): Every label with its group, and what may be done with it."""
    rows = [
        (
            f"`{label}`",
            group,
            *("default" if DEFAULTS[label] == s else "yes" if _can(label, s) else "" for s in STRATEGIES),
        )
        for group, labels in GROUPS.items()
        if group != "all"
        for label in labels
    ]
    return "\n\n".join(
        (
            "# Labels of other personal data",
            MADE,
            "What is found besides names, and what may be done with each: `--identifiers LABEL=WHAT`, also for a whole "
            "group (`--identifiers listed=surrogate`) or for `all`. A label counts more than its group. "
            "[Other personal data](../guides/personal-data.md) tells what comes of it.",
            table(("label", "group", *(f"`{strategy}`" for strategy in STRATEGIES)), *rows),
        )
    )


def _can(label: str, strategy: str) -> bool:
    try:
        check_strategies({label: strategy})
    except PseudoError:
        return False
    return True


# --- Python ---

_ARGUMENT: Final = re.compile(r"^((?:\*{0,2}\w+, )*\*{0,2}\w+) \(([^\n]*)\): (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_RETURNS: Final = re.compile(r"^(RETURNS|YIELDS) \(([^\n]*?)\): (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)


def python_page() -> str:
    """RETURNS (str): What programs may import, with all arguments."""
    sections = [
        "# Python",
        MADE,
        "What may be imported from `spacy_pseudo`. Before version 1.0 these names and arguments change in minor "
        "versions only; what is imported from its modules may change at any time. All of it has types. "
        "[The notebook](../notebook.md) shows it at work, [Docs and pipelines](../guides/pipelines.md) the components.",
        table(
            ("name", "what it is"), *((f"[`{n}`](#{n.lower()})", _first(getattr(spacy_pseudo, n))) for n in _public())
        ),
    ]
    for name in _public():
        thing = getattr(spacy_pseudo, name)
        sections += [f"## {name}", *_explained(thing, name)]
        methods = [(f"`{call}`", about) for call, about in _methods(thing)] if inspect.isclass(thing) else []
        if methods:
            sections.append(table(("method", "what it does"), *methods))
    return "\n\n".join(sections)


def _public() -> list[str]:
    """Functions first, the one that most people need before the others."""
    return sorted(spacy_pseudo.__all__, key=lambda name: (name != "pseudonymise", name[0].isupper(), name))


def _first(thing: Any) -> str:
    """The first sentence of a docstring; that of what is told by what it returns."""
    text = inspect.cleandoc(thing.__doc__ or "")
    returned = _RETURNS.match(text)
    head = text.partition("\n\n")[0]
    return plain(head.partition("): ")[2] if returned else head)


def _explained(thing: Any, name: str) -> Iterator[str]:
    text = inspect.cleandoc(thing.__doc__ or "")
    found = [match for match in _ARGUMENT.finditer(text) if match[1] not in ("RETURNS", "YIELDS")]
    returned = _RETURNS.search(text)
    starts = [match.start() for match in (*found, returned) if match is not None]
    # What is indented is an example, blank lines included.
    for part in re.split(r"\n\n(?! {4})|(?<=\S)\n\n(?= {4}import )", text[: min(starts, default=len(text))]):
        if part.startswith("    "):
            yield f"```text\n{dedent(part).rstrip()}\n```"
        elif part.strip():
            yield plain(part)
    defaults = {p.name: p.default for p in inspect.signature(thing).parameters.values() if p.default is not p.empty}
    rows = [
        (", ".join(f"`{n}`" for n in names), f"`{match[2]}`", plain(match[3]), _default(names[0], defaults))
        for match in found
        for names in (match[1].split(", "),)
    ]
    if rows:
        yield table(("field" if inspect.isclass(thing) else "argument", "type", "what it is", "default"), *rows)
    if returned:
        yield f"Returns `{returned[2]}`: {plain(returned[3])}"


def _default(name: str, defaults: Mapping[str, Any]) -> str:
    if name not in defaults or callable(defaults[name]) or "factory" in repr(defaults[name]):
        return ""
    return f"`{defaults[name]!r}`"


def _methods(holder: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(holder).items():
        inner = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        if name.startswith("_") or not inner.__doc__:
            continue
        if isinstance(member, property):
            yield name, _first(member)
        elif inspect.isfunction(inner):
            parameters = [p for p in inspect.signature(inner).parameters if p not in ("self", "cls")]
            yield f"{name}({', '.join(parameters)})", _first(inner)


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "commands.md": commands_page,
    "components.md": components_page,
    "errors.md": errors_page,
    "labels.md": labels_page,
    "python.md": python_page,
}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (HERE / name).write_text(page() + "\n", "utf-8")
