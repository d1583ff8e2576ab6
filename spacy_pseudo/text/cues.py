"""Cues around a word that tell whether it names a person here; on plain text, by offsets."""

from __future__ import annotations

import re
from typing import Final

from spacy.lang.en.stop_words import STOP_WORDS

from .. import resources
from .salutation_rules import BEARERS
from .words import atoms, fold, word_list

_BEFORE_MONTH: Final = frozenset(
    "in by until till since during of before after late early mid next last this from to every through".split()
)
_ARTICLES: Final = frozenset(("the", "a", "an", "every", "each", "any", "this"))
_ARTICLE_BEFORE = re.compile(r"\b([A-Za-z]+)[ \t]\Z")
_NEXT_SMALL = re.compile(r"[ \t]([a-z]+)")


def function_word(word: str) -> bool:
    """RETURNS (bool): A folded word like 'so' or 'no', which begins sentences far more often than it names anybody."""
    return word in STOP_WORDS and resources.given_names().get(word, 0) < BEARERS


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
    """RETURNS (bool): The name only describes something else: 'the Taylor series', 'a Poe', 'on the Mark'."""
    before = _ARTICLE_BEFORE.search(text, max(0, start - 8), start)
    if not before or before[1].lower() not in _ARTICLES:
        return False
    after = _NEXT_SMALL.match(text, end)
    if not after:
        return text[end : end + 1] in (".", "!", "?", "")
    return after[1] not in word_list("after_name") and after[1] not in STOP_WORDS


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
    return after[:1].isdigit() or bool(before and (before[-1].lower() in _BEFORE_MONTH or before[-1][-1].isdigit()))


def shouting(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): The words around it are in capitals, too."""
    around = atoms(text[max(0, start - 12) : start])[-1:] + atoms(text[end : end + 12])[:1]
    return any(atom.text.isupper() and len(atom.text) > 3 for atom in around)
