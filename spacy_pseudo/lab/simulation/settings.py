"""What a simulated forum is like: every number that can be chosen, with its default and what it means."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from ...errors import Errors, PseudoError


def _rate(default: float, what: str) -> Any:
    return field(default=default, metadata={"what": what, "most": 1.0})


def _mean(default: float, what: str) -> Any:
    return field(default=default, metadata={"what": what, "most": 20.0})


def _size(what: str) -> Any:
    return field(default=None, metadata={"what": what})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a simulation. Rates are shares between 0 and 1; `what` in a field's metadata says of what.

    The defaults aim at Tables 1 and 4 of the study that the method comes from: six sessions with 84 people and 1,747
    messages, in which .3 % of all mentions are full names, 74.8 % parts of them, 23.2 % nicknames, short and stylised
    forms, and 1.7 % misspelled.
    """

    seed: int = field(default=1, metadata={"what": "what is drawn; the same settings give the same bytes"})
    messages: int | None = _size("messages altogether; by default as many as the sessions of Table 1 have")
    participants: int | None = _size("people altogether; by default as many as the sessions of Table 1 have")
    sessions: int | None = _size("sessions; by default six, or as many as the messages fill")

    # People
    returning: float = _rate(0.056, "seats of a session taken by somebody from an earlier one")
    other_languages: float = _rate(0.3, "people with a name of one of 24 languages, accents and all")
    other_scripts: float = _rate(0.01, "people whose name is listed in two scripts, and who sign in both")
    word_names: float = _rate(0.04, "people whose first name is an ordinary word")
    shared_first_names: float = _rate(0.04, "people with the first name of somebody else in the session")
    second_given: float = _rate(0.2, "people with a second given name")
    called_by_second: float = _rate(0.15, "of these, people called by the second")
    double_given: float = _rate(0.15, "of the others with two, people called by both")
    hyphenated: float = _rate(0.05, "people with a double surname")
    particles: float = _rate(0.03, "people with a particle before the surname")
    nicknames: float = _rate(0.36, "people who have a nickname that follows from their name")
    nickname_use: float = _rate(0.58, "how often these are called by it, on average")
    aliases: float = _rate(0.03, "people with a nickname that does not follow from their name")
    initials: float = _rate(0.08, "people who sometimes sign with initials")
    stylised: float = _rate(0.03, "people who sometimes sign with a stylised form (R o b e r t, -RG-, RObert)")
    sloppy: float = _rate(0.05, "people who write no capitals, in names either")
    untidy_roster: float = _rate(0.0, "people listed as 'SURNAME, Given', 'surname given' and the like")

    # Threads
    wrong_level: float = _rate(0.06, "replies whose parent is not the message that they answer")
    owner_replies: float = _rate(0.3, "replies written by whoever began the thread")

    # Greetings and sign-offs
    greetings: float = _rate(0.6, "replies that begin with a name, on average over people")
    several_greeted: float = _rate(0.05, "of these, with several names")
    greetings_to_all: float = _rate(0.3, "of the other messages, with a greeting that names nobody")
    sign_offs: float = _rate(0.55, "messages that end with the author's name, on average over people")
    nameless_sign_offs: float = _rate(0.25, "of the other messages, with a closing without a name")
    footers: float = _rate(0.001, "messages with a footer as in e-mail: full name, address")

    # Bodies, per message
    body_mentions: float = _mean(0.42, "sentences about or to a participant, mean per message")
    absent_mentions: float = _rate(0.2, "of these, about or to somebody who has not written in the thread")
    vocatives: float = _rate(0.25, "of these, to somebody")
    introductions: float = _rate(0.02, "first messages of a thread in which the author says his or her name")
    quotes: float = _rate(0.015, "replies that quote a paragraph of what they answer")
    citations: float = _mean(0.12, "sentences with cited authors, mean per message")
    reference_lists: float = _rate(0.01, "messages with a list of references")
    cited_like_participants: float = _rate(0.25, "cited authors called like a participant of the session")
    own_work: float = _rate(0.002, "messages that cite something by their author")
    figures: float = _mean(0.02, "sentences about a public figure, mean per message")
    figures_like_participants: float = _rate(0.6, "public figures with a first name of the session")
    invented_figures: float = _rate(0.3, "public figures that are invented, and in allow.txt")
    third_parties: float = _mean(0.02, "sentences about relatives and friends, mean per message")
    third_like_participants: float = _rate(0.4, "of these, called like somebody of the session")
    ordinary_words: float = _mean(0.05, "sentences with somebody's name as an ordinary word, mean per message")
    formulas: float = _mean(0.03, "formulas, with single letters, mean per message")
    urls: float = _mean(0.02, "web addresses, mean per message")
    lists: float = _mean(0.03, "lists of items, mean per message")
    rare_words: float = _rate(0.25, "nouns, verbs, adjectives and adverbs of ordinary text that are rare words")
    typing_errors: float = _rate(0.002, "words of ordinary text with a typing error")

    # What makes real forums hard, none of it by default
    unlisted_names: float = _rate(0.0, "given names and surnames that are rare, half of them in no list")
    asides: float = _mean(
        0.0, "sentences with words that look like names and are none (products, towns, jargon, code), mean per message"
    )
    acquaintances: float = _mean(
        0.0, "sentences about private people, public figures and authors without a year, mean per message"
    )

    # Names as they are written, per mention
    full_names: float = _rate(0.002, "mentions by the full name")
    misspelled: float = _rate(0.02, "mentions with a misspelled name, if it has four letters or more")
    repeated_misspellings: float = _rate(
        0.6, "of these, with an error that was made before in the same name, if there was one"
    )
    wrong_names: float = _rate(0.04, "of the others, with another name altogether")
    glued: float = _rate(0.004, "mentions that lack the blank before or after them (thanksMary, Mary.I)")
    stylised_mentions: float = _rate(0.001, "mentions in a stylised form that is nobody's habit")
    lower_case: float = _rate(0.015, "mentions in lower case")
    upper_case: float = _rate(0.003, "mentions in upper case")
    told_apart: float = _rate(0.5, "mentions that nothing else decides, written so that they can be told apart")

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "seed":
                fine, needs = isinstance(value, int) and not isinstance(value, bool), "a whole number"
            elif "most" in each.metadata:
                most = each.metadata["most"]
                number = isinstance(value, (int, float)) and not isinstance(value, bool)
                fine, needs = number and 0 <= value <= most and math.isfinite(value), f"a number from 0 to {most:g}"
            else:
                whole = isinstance(value, int) and not isinstance(value, bool)
                fine, needs = value is None or (whole and value > 0), "a whole number from 1 on"
            if not fine:
                raise PseudoError(Errors.P601.format(name=each.name, needs=needs))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Settings:
        """RETURNS (Settings): The settings given by name, and the defaults of all others."""
        known = {each.name for each in fields(cls)}
        for name in values:
            if name not in known:
                raise PseudoError(Errors.P600.format(name=name, names=", ".join(sorted(known))))
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All settings by name."""
        return asdict(self)


def read_settings(path: Path) -> dict[str, Any]:
    """Read settings from a JSON file: an object, or the simulation.json of an earlier run.

    path (Path): The file.
    RETURNS (dict[str, Any]): Values by name, not checked yet.
    """
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PseudoError(Errors.P101.format(path=path, reason=error.strerror or type(error).__name__)) from None
    except (ValueError, RecursionError):
        raise PseudoError(Errors.P602.format(path=path)) from None
    if isinstance(data, dict):
        data = data.get("settings", data)
    if not isinstance(data, dict):
        raise PseudoError(Errors.P602.format(path=path))
    return data


def parse_settings(assignments: list[str]) -> dict[str, Any]:
    """Read settings given as 'name=value'.

    assignments (list[str]): For instance ['typing_errors=0.01', 'misspelled=.1'].
    RETURNS (dict[str, Any]): Values by name, not checked yet; what is no number stays text.
    """
    found: dict[str, Any] = {}
    for assignment in assignments:
        name, sign, value = assignment.partition("=")
        if not sign:
            raise PseudoError(Errors.P604.format(value=assignment))
        found[name.strip().replace("-", "_")] = _number(value.strip())
    return found


def _number(value: str) -> Any:
    for read in (int, float):
        try:
            return read(value)
        except ValueError:
            continue
    return value
