"""Settings, categories and figures in words, for people who sign a report and have not read the documentation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...attrs import GLUED, HANDLE, INITIALS, MISSPELLED, NICKNAME, PART, REGISTERED, STYLISED, UNLINKED
from ...corpus.share_modes import KEEP, timestamps_of

CATEGORIES: Final[Mapping[str, str]] = {
    REGISTERED: "the whole name",
    PART: "a part of the name",
    NICKNAME: "a nickname",
    INITIALS: "initials",
    MISSPELLED: "a misspelled name",
    STYLISED: "a name written in a way of its own",
    GLUED: "a name that runs into another word",
    HANDLE: "a user name",
    UNLINKED: "a name in a greeting or a sign-off that leads to nobody known",
}
LABELS: Final[Mapping[str, str]] = {
    "EMAIL": "e-mail addresses", "URL": "personal web addresses", "PHONE": "telephone numbers",
    "USERNAME": "user names", "IP": "IP addresses", "POSTCODE": "postcodes", "ADDRESS": "postal addresses",
    "ACCOUNT": "bank accounts", "CARD": "payment cards", "ID": "personal and other ids", "PLATE": "number plates",
    "NUMBER": "other long numbers", "DATE": "dates", "AGE": "ages", "TIME": "times of day", "COUNTRY": "countries",
    "REGION": "regions", "CITY": "towns", "STREET": "streets", "SCHOOL": "schools", "EMPLOYER": "employers",
    "NATIONALITY": "nationalities", "LANGUAGE": "languages", "PROFESSION": "professions", "EDUCATION": "education",
    "FAMILY": "family", "ETHNIC": "origin", "POLITICAL": "politics", "RELIGIOUS": "faith", "SEXUAL": "sexuality",
}  # fmt: skip
# What is done with other personal data, by how the summary calls it.
TREATMENTS: Final[Mapping[str, str]] = {
    "kept": "left, and not counted",
    "marked": "left, and listed for a person to decide",
    "masked": "replaced by a code",
    "fixed form": "replaced by a standard form",
    "surrogate": "replaced by something else of the kind",
    "exchanged": "replaced by what stands for it in another message",
}
RANKS: Final[Mapping[str, str]] = {
    "high": "a participant's full or given name, a form in use, a login or an address",
    "medium": "a surname alone, a name in disguise, an unknown name in a greeting or a sign-off",
    "low": "an ordinary word that is also a name, addresses and numbers of nobody known",
}
_PSEUDONYMS: Final[Mapping[str, str]] = {
    "number": "Each participant has a number, drawn at random.",
    "id": "Each participant is called by the id of the class list.",
    "mask": "All participants are called the same.",
    "surrogate": "Each participant is called by another name, drawn at random.",
}
_SCOPES: Final[Mapping[str, str]] = {
    "thread": "Of several people of one name, those of the same thread are preferred.",
    "session": "Of several people of one name, those of the same session (course, term) are preferred.",
    "all": "Of several people of one name, nobody is preferred for writing in the same session or thread.",
}
_TIMESTAMPS: Final[Mapping[str, str]] = {
    "keep": "They are left as they are.",
    "shift": "They are moved back by weeks, and by a secret clock within a week of that: the order stays.",
    "weeks": "All of them are moved back by the same number of weeks.",
    "drop": "They are left out.",
}
_OTHERS: Final[Mapping[str, str]] = {
    "keep": "They are left as they are.",
    "mask": "All of them are replaced by the same sign.",
    "pseudonym": "Each of them has a pseudonym of their own.",
}
_IDS: Final[Mapping[str, str]] = {
    "keep": "They are left as they are, unless there is a name or an address in them.",
    "code": "They are replaced by codes, those of threads and sessions too.",
}
# From here on, a share is not told from the whole.
_NEARLY: Final = 0.9995


def settings_in_words(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """YIELDS (tuple[str, str]): Each setting of a run that concerns people's names, and what it means."""
    stays = {True: "left as they are", False: "replaced like all others"}
    lang, named = settings["lang"], int(settings["allowlist"])
    yield "Pseudonyms", _PSEUDONYMS[settings["pseudonyms"]]
    yield "Shared names", _SCOPES[settings["scope"]]
    yield "Time stamps", _TIMESTAMPS[timestamps_of(settings)]
    yield "Ids of messages", _IDS[settings.get("ids", KEEP)]
    yield "People who take no part", _OTHERS[settings["others"]]
    yield "Names that stay", f"{many(named, 'name')} on a list made for this run." if named else "There is no list."
    yield "Cited authors", f"They are {stays[bool(settings.get('citations', True))]}."
    yield "Public figures", f"They are {stays[bool(settings.get('public figures', True))]}."
    yield "Language", f"The lists of words and names for '{lang}' are used."
    yield "Threshold", f"A form is taken for somebody's name from a confidence of {settings['threshold']:.3f} on."
    own = settings["weights"] != "packaged"
    yield "Evidence", f"It is weighed by {'weights made for this run' if own else 'the weights of the package'}."


def many(count: int, noun: str, plural: str | None = None) -> str:
    """RETURNS (str): '1 message', '2,304 messages'."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def percent(share: float) -> str:
    """RETURNS (str): '98.3 %'; what is not the whole is never shown as the whole."""
    if _NEARLY <= share < 1:
        return "more than 99.9\u00a0%"
    return f"{100 * share:.1f}\u00a0%" if share < 1 else "100\u00a0%"


def about(number: float) -> str:
    """RETURNS (str): '0.4', '12'; '0' only for nothing at all."""
    if number >= 10:
        return f"{number:,.0f}"
    return "less than 0.1" if 0 < number < 0.1 else f"{number:.1f}" if number else "0"


def expectation(probabilities: Sequence[float]) -> str:
    """Say how many of some places name somebody after all.

    probabilities (Sequence[float]): How likely each of them does.
    RETURNS (str): The expected number, what would be no surprise, and how likely there is none, in sentences.
    """
    expected = sum(probabilities)
    if not expected:
        return "None of them is expected to name a participant."
    spread = 2 * math.sqrt(sum(p * (1 - p) for p in probabilities))
    low, high = max(0, math.floor(expected - spread)), min(len(probabilities), math.ceil(expected + spread))
    none = math.prod(1 - p for p in probabilities)
    told = f"By these probabilities about {about(expected)} of them name a participant after all"
    return (
        f"{told}: anything from {low or 'none'} to {high} would be no surprise. The chance of none is {percent(none)}."
    )
