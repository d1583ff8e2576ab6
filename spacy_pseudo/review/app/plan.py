"""What may be chosen for a run on the pages, and the options of the command that follow from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...corpus.duplicates import DUPLICATES
from ...corpus.share_modes import IDS, TIMESTAMPS
from ...errors import Errors, PseudoError
from ...languages import known
from ...people.others.modes import MODES as OTHERS
from ...people.owners import SCOPES
from ...people.pseudonyms import MODES
from ...surrogates.strategies import CITIES, DATES, FIXED, KEEP, MARK, MASK, SURROGATE
from .works import ALLOW, EXCLUDE, MESSAGES, ROSTER, Work

YES: Final = "yes"
NO: Final = "no"


class Setting(NamedTuple):
    """Something that is chosen.

    name (str): What it is called; texts.json says it in words.
    choices (tuple[str, ...]): What may be chosen; the first is usual.
    groups (tuple[str, ...]): Of other personal data: what it is about, as `--identifiers` calls it.
    more (bool): Few people need it.
    """

    name: str
    choices: tuple[str, ...]
    groups: tuple[str, ...] = ()
    more: bool = False


def _first(choices: Sequence[str], usual: str) -> tuple[str, ...]:
    return (usual, *(choice for choice in choices if choice != usual))


SETTINGS: Final = (
    Setting("pseudonyms", MODES),
    Setting("others", _first(OTHERS, MASK)),
    Setting("ids", IDS),
    Setting("timestamps", TIMESTAMPS),
    Setting("places", (MARK, MASK, SURROGATE, KEEP), ("listed",)),
    Setting("life", (MARK, MASK, KEEP), ("life",)),
    Setting("sensitive", (MARK, MASK, KEEP), ("sensitive",)),
    Setting("structured", (MASK, SURROGATE, FIXED, MARK), ("structured",), more=True),
    Setting("dates", DATES, more=True),
    Setting("cities", CITIES, more=True),
    Setting("public_figures", (YES, NO), more=True),
    Setting("citations", (YES, NO), more=True),
    Setting("own_nicknames", (NO, YES), more=True),
    Setting("visible", (NO, YES), more=True),
    Setting("scope", _first(SCOPES, "session"), more=True),
)
_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}
# What programs of the last decades have saved tables as; all else can be said on the command line.
_ENCODINGS: Final = ("utf-8", "cp1252", "iso-8859-15", "cp1250", "mac_roman", "utf-16")
READING: Final[Mapping[str, tuple[str, ...]]] = {
    "lang": known(), "html": ("", YES, NO), "duplicates": ("", *DUPLICATES[1:]), "encoding": ("", *_ENCODINGS),
}  # fmt: skip
# What is always said: what a key has from an earlier run would count otherwise.
_SAID: Final = ("pseudonyms", "scope")


def usual(work: Work, name: str) -> str:
    """RETURNS (str): What is chosen for a setting as long as nobody says otherwise."""
    return work.choices.proposed.get(name, _BY_NAME[name].choices[0])


def chosen(work: Work, name: str) -> str:
    """RETURNS (str): What is chosen for a setting."""
    return str(work.choices.settings.get(name, usual(work, name)))


def choose(work: Work, given: Mapping[str, Sequence[str]]) -> None:
    """Note what a person has chosen.

    work (Work): The work.
    given (Mapping[str, Sequence[str]]): Values by setting; 'keep_columns' may have several.
    """
    settings: dict[str, Any] = {}
    for setting in SETTINGS:
        value = next(iter(given.get(setting.name, ())), chosen(work, setting.name))
        _check(value, setting.name, setting.choices)
        if value != usual(work, setting.name):
            settings[setting.name] = value
    if keep := list(given.get("keep_columns", ())):
        settings["keep_columns"] = keep
    work.choices.settings = settings
    work.save()


def choose_reading(work: Work, given: Mapping[str, Sequence[str]]) -> None:
    """Note how the messages are read.

    work (Work): The work.
    given (Mapping[str, Sequence[str]]): Values by name; empty: as it is found.
    """
    reading = {}
    for name, choices in READING.items():
        value = next(iter(given.get(name, ())), "")
        if value:
            _check(value, name, choices)
            reading[name] = value
    if reading != work.choices.reading:
        work.choices.reading, work.choices.checked, work.choices.said = reading, [], []
        work.save()


def choose_sheets(work: Work, kind: str, titles: Sequence[str]) -> None:
    """Note which sheets of a workbook are read; its columns are looked for anew.

    work (Work): The work.
    kind (str): Which file's they are.
    titles (Sequence[str]): The sheets; of messages, one.
    """
    choices = work.choices
    if kind == ROSTER:
        choices.roster_sheets, choices.roster_columns = list(titles), {}
    elif kind == MESSAGES:
        choices.sheets, choices.columns = list(titles[:1]), {}
    else:
        raise PseudoError(Errors.P924)
    choices.checked, choices.said = [], []
    work.save()


def _check(value: str, name: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise PseudoError(Errors.P502.format(value=value, option=name, choices=", ".join(filter(None, choices))))


def options_of(work: Work, *, seed: int | None = None) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): The options of `run`, by the name of its argument.

    work (Work): The work.
    seed (Optional[int]): For a reproducible drawing, in tests.
    """
    choices = work.choices
    messages = work.file(MESSAGES)
    if messages is None:
        raise PseudoError(Errors.P931)
    identifiers = [
        f"{group}={chosen(work, setting.name)}"
        for setting in SETTINGS
        if setting.name in choices.settings
        for group in setting.groups
    ]
    return {
        "messages": [messages],
        "roster": work.file(ROSTER),
        "allow": work.file(ALLOW),
        "exclude": work.file(EXCLUDE),
        "column": _pairs(choices.columns),
        "roster_column": _pairs(choices.roster_columns) if work.file(ROSTER) is not None else None,
        "sheet": [*choices.sheets, *(f"roster={title}" for title in choices.roster_sheets)] or None,
        "html": _switch(choices.reading.get("html")),
        "duplicates": choices.reading.get("duplicates"),
        "encoding": choices.reading.get("encoding"),
        "lang": choices.reading.get("lang"),
        "identifiers": identifiers or None,
        "keep_columns": choices.settings.get("keep_columns"),
        "seed": seed,
        "out": work.out,
        "key": work.key,
        "force": True,
        **{setting.name: _option(work, setting) for setting in SETTINGS if not setting.groups},
    }


def _option(work: Work, setting: Setting) -> Any:
    value = chosen(work, setting.name)
    if setting.name not in _SAID and value == setting.choices[0]:
        return None
    return _switch(value) if YES in setting.choices else value


def _switch(value: str | None) -> bool | None:
    return None if not value else value == YES


def _pairs(told: Mapping[str, str]) -> list[str] | None:
    return [f"{name}={header}" for name, header in told.items()] or None
