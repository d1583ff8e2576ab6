"""Cues around a word that tell whether it names a person here; on plain text, by offsets."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .. import resources
from .salutation_rules import BEARERS
from .words import atoms, fold, phrase_list, small_words, stop_words, word_list

_ARTICLE_BEFORE = re.compile(r"\b([A-Za-z]+)[ \t]\Z")
_KIN_BEFORE = re.compile(r"\b([^\W\d_]+)[ \t]?,?[ \t]\Z")
_NEXT_SMALL = re.compile(r"[ \t]([a-zåäö]+)")
_AFTER_NAME = re.compile(
    r"(?:['’]?s)?[ \t](?:(?:has|also|just|already|first|last|other|har|också|redan|första|andra|senaste|förra)[ \t])?"
    r"([A-Za-zåäöÅÄÖ]+)"
)
_VOCATIVE: Final = (",", "!", "?", ":", "\n")
_BEFORE_VOCATIVE: Final = frozenset(",.!?\n:")
_WITHIN = re.compile(r"\b([a-zåäö]{2,})[ ]\Z")
_GOES_ON = re.compile(r"(?:['’]?s)?[ ][a-zåäö]{2}")
# From a quotation mark after a blank on, without another one between.
_QUOTE_OPENS = re.compile(r"(?:(?<=[\s(:])|^)[\"“][^\"“”\n]*\Z")
_QUOTE_CLOSES = re.compile(r"[^\"“”\n]*[\"”](?![^\W\d_])")
_QUOTATION, _FEW_WORDS = 300, 3
_NEXT_WORD = re.compile(r"[ \t-]([A-Za-zåäöÅÄÖ][a-zåäö]{2,})(?![?\ufffd]?\w)")


def function_word(word: str) -> bool:
    """RETURNS (bool): A folded word like 'so' or 'no', which begins sentences far more often than it names anybody."""
    return word in stop_words() and resources.given_names().get(word, 0) < BEARERS


def contracted(word: str) -> bool:
    """RETURNS (bool): A folded word is a contraction without its apostrophe: 'dont', 'weve'."""
    return any(f"{word[:-n]}'{word[-n:]}" in resources.words() for n in (1, 2) if len(word) > n)


def within(text: str, start: int) -> bool:
    """RETURNS (bool): A word or a comma stands before it, no formula, mark or line's end."""
    before = text[max(0, start - 2) : start]
    return before[-1:] == " " and before.isascii() and (before[0].isalpha() or before[0] == ",")


def titled(text: str, start: int) -> bool:
    """RETURNS (bool): A title stands before it: 'Dr Grey', 'Professor, Grey', 'ProfessorGrey'."""
    before = atoms(text[max(0, start - 14) : start])
    return bool(before) and fold(before[-1].text) in word_list("titles") and text[start - 1] in " .,r"


def acts(text: str, end: int) -> bool:
    """RETURNS (bool): What follows shows that a person acts or is addressed: 'Grace said', 'May, I', "Will's"."""
    following = text[end : end + 14]
    if following[:1] in (",", "’", "'"):
        return True
    words = atoms(following)
    return bool(words) and words[0].start == 1 and words[0].text in word_list("after_name")


def attributive(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): The name only describes something else: 'the Taylor series', 'a Poe', 'the Dean said'."""
    before = _ARTICLE_BEFORE.search(text, max(0, start - 8), start)
    if not before or before[1].lower() not in small_words("articles"):
        return False
    if text[start:end].lower() in resources.words():
        return True
    after = _NEXT_SMALL.match(text, end)
    if not after:
        return text[end : end + 1] in (".", "!", "?", "")
    return after[1] not in word_list("after_name") and after[1] not in stop_words()


def relative(text: str, start: int) -> bool:
    """RETURNS (bool): Somebody's relative or pet is named: 'my sister Mary', 'Aunt Mary'."""
    before = _KIN_BEFORE.search(text, max(0, start - 24), start)
    if not before or fold(before[1]) not in word_list("kin"):
        return False
    return before[1][0].isupper() or bool(
        _possessive_before(resources.spoken()).search(text, max(0, start - 40), before.start(1))
    )


@cache
def _possessive_before(lang: str) -> re.Pattern[str]:
    words = "|".join(sorted(small_words("possessives")))
    return re.compile(rf"(?:\b(?:{words})|['’]s)[ \t]+(?:[^\W\d_-]+[ \t]+)?\Z", re.IGNORECASE)


def compound(text: str, end: int) -> bool:
    """RETURNS (bool): A small word is joined to it: 'Taylor-expanding', 'Don't'."""
    if text[end : end + 2] in ("'t", "’t") and not text[end + 2 : end + 3].isalpha():
        return True
    return text[end : end + 1] in ("-", "‐") and text[end + 1 : end + 2].islower()


def dated(text: str, start: int, end: int, word: str) -> bool:
    """RETURNS (bool): The folded word is a time of the year here: 'in May', 'May 14', '14 May'."""
    if word not in word_list("calendar"):
        return False
    before = text[max(0, start - 12) : start].split()
    after = text[end : end + 3].strip()
    return after[:1].isdigit() or bool(
        before and (before[-1].lower() in small_words("before_month") or before[-1][-1].isdigit())
    )


def next_word(text: str, end: int) -> str:
    """RETURNS (str): The word that follows at once, after a blank or a hyphen, in small letters; empty if none does."""
    after = _NEXT_WORD.match(text, end)
    return after[1].lower() if after else ""


def does(text: str, end: int) -> bool:
    """RETURNS (bool): What follows only people do: 'said', 'thinks', but not 'is' or 'has'."""
    after = next_word(text, end)
    return after in word_list("doing") or (after in word_list("after_name") and after not in stop_words())


def object_before(text: str, start: int) -> bool:
    """RETURNS (bool): What stands before it has somebody for its object: 'ask', 'with', 'from'."""
    before = atoms(text[max(0, start - 14) : start])
    return bool(before) and text[start - 1 : start] == " " and fold(before[-1].text) in word_list("before_object")


def narrated(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It stands within a sentence, between small words, where nobody signs: 'why Mary turned back'."""
    before = _WITHIN.search(text, max(0, start - 12), start)
    return before is not None and before[1] not in small_words("introducing") and _GOES_ON.match(text, end) is not None


def quoted(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It stands in a quotation of several words: a line of a poem, the text of an exercise."""
    if '"' not in text and "“" not in text:
        return False
    before = _QUOTE_OPENS.search(text, max(0, start - _QUOTATION), start)
    after = _QUOTE_CLOSES.match(text, end, end + _QUOTATION) if before else None
    return after is not None and len(atoms(text[before.start() : after.end()])) > _FEW_WORDS if before else False


def takes_part(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody is spoken to or answered, or spoken of as one who posts: 'Mary, I', "Mary's comment"."""
    before = text[max(0, start - 20) : start].rstrip(" \t(")
    if before.endswith("@") or (text[end : end + 1] in _VOCATIVE and (not before or before[-1] in _BEFORE_VOCATIVE)):
        return True
    words = tuple(atom.text.lower() for atom in atoms(before)[-2:])
    if any(" ".join(words[-n:]) in phrase_list("before_poster") for n in (1, 2)):
        return True
    after = _AFTER_NAME.match(text, end)
    return after is not None and after[1].lower() in word_list("posting")


def shouting(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): The words around it are in capitals, too."""
    around = atoms(text[max(0, start - 12) : start])[-1:] + atoms(text[end : end + 12])[:1]
    return any(atom.text.isupper() and len(atom.text) > 3 for atom in around)
