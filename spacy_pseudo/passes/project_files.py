"""A spaCy project (weasel) that runs a plan: a file to keep, which holds no data."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..corpus.plans import CHECK, REVIEW, RUN, Plan, Setting
from ..disk import atomic_files, check_writable
from ..errors import Errors, PseudoError

PROJECT: Final = "project.yml"
IGNORE: Final = ".gitignore"
_PLACES: Final = '--key \\"${vars.key}\\" --out \\"${vars.out}\\"'
_AUDIT: Final = 'audit \\"${vars.out}\\" --key \\"${vars.key}\\"'
_REPORT: Final = (
    'report \\"${vars.out}\\" --key \\"${vars.key}\\" --out \\"${vars.out}/report.html\\" '
    '--private \\"${vars.key}/report.html\\" --force'
)
# What variables of a project cannot hold, whichever system splits its commands.
_UNFIT: Final = re.compile(r'["\\$\x00-\x1f]')
_IGNORED: Final = """\
# Only these files get into a repository: no key, no output, no data.
/*
!/.gitignore
!/project.yml
"""
_HEAD: Final = """\
title: {title}
description: "One participant, one pseudonym. Written by spacy-pseudo init: change what you like."

# python -m spacy project run all      everything from the files to an audited OUT
# python -m spacy project run review   decide in the browser what is unclear; then run all again
# An option that is not here, such as --exclude, belongs to the commands check, run and review below, as far as they
# know it: spacy-pseudo COMMAND --help
vars:
  # Files: if one is moved, change its name under deps of run as well.
{vars}
  # OUT may be shared once you have looked at it; the key is private.
  out: "out"
  key: "key"

workflows:
  all:
    - check
    - run
    - audit
    - report

commands:
"""
_COMMAND: Final = """\
  - name: {name}
    help: {help}
    script:
      - "python -m spacy pseudo {script}"
"""


def project_files(plan: Plan, directory: Path, *, reasons: Mapping[str, str] | None = None) -> dict[str, str]:
    """Write down a plan as a project.

    plan (Plan): The files, and how they are treated.
    directory (Path): Where the project will be: files near it are named from there.
    reasons (Optional[Mapping[str, str]]): Why something is in the plan, by its field.
    RETURNS (dict[str, str]): What is in the files, by name.
    """
    settings = list(_named(plan, directory))
    title = json.dumps(_UNFIT.sub("", _absolute(directory).name) or "pseudonymise", ensure_ascii=False)
    head = _HEAD.format(title=title, vars="\n".join(_vars(settings, reasons or {})))
    # Not by their variables: references that follow each other in a list become one.
    sources = [setting.value for _, setting in settings if setting.is_file]
    words = {command: _words(settings, command) for command in (CHECK, RUN, REVIEW)}
    commands = (
        _command(CHECK, "Read the files as a run would, and say what is missing", f"check {words[CHECK]} --no-samples"),
        _command(
            RUN, "Find out who is called what, and replace every mention", f"{RUN} {words[RUN]} {_PLACES} --force",
            deps=sources,
            outputs=["${vars.out}/summary.json", *(f"${{vars.key}}/{name}" for name in _DECIDED)],
        ),
        _command("audit", "Look for what should not stand in OUT", _AUDIT),
        _command(REVIEW, "Decide in the browser what is unclear", f"{REVIEW} {words[REVIEW]} {_PLACES}"),
        _command("report", "Write the page that is signed before OUT is shared", _REPORT),
    )  # fmt: skip
    return {PROJECT: head + "\n".join(commands), IGNORE: _IGNORED}


# What people decide in: `run` is due again when one of them has changed.
_DECIDED: Final = ("names.txt", "decisions.csv", "others.csv", "surrogates.csv")


def write_project(
    plan: Plan, directory: Path, *, reasons: Mapping[str, str] | None = None, force: bool = False
) -> list[Path]:
    """Write the files of a project, all of them or none.

    plan, directory, reasons: As for `project_files`; the directory is made.
    force (bool): Replace such files.
    RETURNS (list[Path]): The files.
    """
    check_place(directory, force=force)
    files = {directory / name: text for name, text in project_files(plan, directory, reasons=reasons).items()}
    missing = [path for path in (directory, *directory.absolute().parents) if not path.exists()]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with atomic_files(*files) as streams:
            for stream, text in zip(streams, files.values(), strict=True):
                stream.write(text)
    except BaseException:
        for path in missing:
            with suppress(OSError):
                path.rmdir()
        raise
    return list(files)


def check_place(directory: Path, *, force: bool = False) -> None:
    """Make sure that a project replaces nothing.

    directory (Path): Where it will be.
    force (bool): It may replace its files.
    """
    if directory.exists() and not directory.is_dir():
        raise PseudoError(Errors.P143.format(path=directory, is_a="file", format="project", needed="directory"))
    there = [name for name in (PROJECT, IGNORE) if (directory / name).exists()]
    if there and not force:
        raise PseudoError(Errors.P570.format(path=directory, names=" and ".join(there)))
    check_writable(directory, "--project")


def _named(plan: Plan, directory: Path) -> Iterator[tuple[str, Setting]]:
    """YIELDS (tuple[str, Setting]): Settings with the names of their variables, and paths as they are from there."""
    used: dict[str, int] = {}
    for setting in plan.settings():
        name = "_".join(filter(None, (setting.option.strip("-").replace("-", "_"), setting.field)))
        used[name] = used.get(name, 0) + 1
        value = _path(Path(setting.value), directory) if setting.is_file else setting.value
        if _UNFIT.search(value):
            raise PseudoError(Errors.P576.format(value=_UNFIT.sub("?", value)))
        yield name if used[name] == 1 else f"{name}_{used[name]}", setting._replace(value=value)


def _path(path: Path, directory: Path) -> str:
    """What lies in the project or beside it is named from there, so that both can be moved; all else as it is."""
    path, here = _absolute(path), _absolute(directory)
    near = here.parent if here.parent != Path(here.anchor) else here
    return Path(os.path.relpath(path, here) if path.is_relative_to(near) else path).as_posix()


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _vars(settings: list[tuple[str, Setting]], reasons: Mapping[str, str]) -> Iterator[str]:
    for name, setting in settings:
        if not setting.value:
            continue
        if reason := reasons.get(setting.plan_field):
            yield f"  # {reason}"
        yield f"  {name}: {json.dumps(setting.value, ensure_ascii=False)}"


def _words(settings: list[tuple[str, Setting]], command: str) -> str:
    words = []
    for name, setting in settings:
        if command in setting.commands:
            value = f"${{vars.{name}}}" if setting.value else ""
            value = f"{setting.field}={value}" if setting.field else value
            option = [setting.option] if setting.option.startswith("-") else []
            words += [*option, *([f'\\"{value}\\"'] if value else [])]
    return " ".join(words)


def _command(name: str, help: str, script: str, **files: list[str]) -> str:
    """A command as it stands in the project, with the files that it depends on, and those that it makes."""
    lines = []
    for kind, paths in files.items():
        lines += [f"    {kind}:", *(f"      - {json.dumps(path, ensure_ascii=False)}" for path in paths)]
    return _COMMAND.format(name=name, help=json.dumps(help), script=script) + "".join(f"{line}\n" for line in lines)
