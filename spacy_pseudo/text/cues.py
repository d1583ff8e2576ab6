"""Cues around a word that tell whether it names a person here; on plain text, by offsets."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .. import languages
from .lexing import Text, once
from .thresholds import BEARERS
from .words import atoms, fold, phrase_list, small_words, stop_words, word_list

_ARTICLE_BEFORE = re.compile(r"\b([A-Za-zåäöÅÄÖ]+)[ \t]\Z")
_NEXT_SMALL = re.compile(r"[ \t]([a-zåäö]+)")
_AFTER_NAME = re.compile(
    r"(?:['’]?s)?[ \t](?:(?:has|also|just|already|first|last|other|har|också|redan|första|andra|senaste|förra)[ \t])?"
    r"([A-Za-zåäöÅÄÖ]+)"
)
_VOCATIVE: Final = (",", "!", "?", ":", "\n")
_DASHED = re.compile(r"[ \t](?:[-–—]|--)[ \t]")
_BEFORE_VOCATIVE: Final = frozenset(",.!?\n:")
# From a quotation mark after a blank on, without another one between.
_QUOTE_OPENS = re.compile(r"(?:(?<=[\s(:])|^)[\"“][^\"“”\n]*\Z")
_QUOTE_CLOSES = re.compile(r"[^\"“”\n]*[\"”](?![^\W\d_])")
_QUOTATION, _FEW_WORDS = 300, 3
_NEXT_WORD = re.compile(r"[ \t-]([A-Za-zåäöÅÄÖ][a-zåäö]{2,})(?![?\ufffd]?\w)")
_NEAR: Final = 20
_YEAR_AFTER = re.compile(r"[^.!?\n]{0,30}\b(?:1[89]|20)[0-9]{2}\b")
_NAMED_BEFORE = re.compile(r"\b([^\W\d_]+)[ \t]+([^\W\d_]+)[ \t]+[\"'“‘]?\Z")
_MYSELF_BEFORE = re.compile(r"\b(?:I|[Jj]ag)\b")
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?]\s+|\n[ \t]*\n\s*)([^\W\d_])(?!\b)")


def function_word(word: str) -> bool:
    """RETURNS (bool): A folded word like 'so' or 'no', which begins sentences far more often than it names anybody."""
    return word in stop_words() and languages.given_names().get(word, 0) < BEARERS


def contracted(word: str) -> bool:
    """RETURNS (bool): A folded word is a contraction without its apostrophe: 'dont', 'weve'."""
    return word in _contractions(languages.spoken())


@cache
def _contractions(lang: str) -> frozenset[str]:
    words = [word for word in languages.words(lang) if "'" in word[1:]]
    return frozenset(word[: -n - 1] + word[-n:] for word in words for n in (1, 2) if word[-n - 1 : -n] == "'")


def titled(text: str, start: int) -> bool:
    """RETURNS (bool): A title stands before it: 'Dr Grey', 'Professor, Grey', 'ProfessorGrey'."""
    before = atoms(text[max(0, start - 14) : start])
    return bool(before) and fold(before[-1].text) in word_list("titles") and text[start - 1] in " .,r"


def acts(text: str, end: int) -> bool:
    """RETURNS (bool): What follows shows that a person acts or is addressed: 'Grace said', 'May, I', "Will's"."""
    if text[end : end + 1] in (",", "’", "'"):
        return True
    words = atoms(text[end : end + 14])
    return bool(words) and words[0].start == 1 and words[0].text in word_list("after_name")


def owns(text: str, end: int) -> bool:
    """RETURNS (bool): What follows is the 's' of a genitive, in a language that writes it so: 'Marias bok'."""
    return (
        text[end : end + 1] == "s"
        and not text[end + 1 : end + 2].isalpha()
        and languages.of(languages.spoken()).bare_genitive
    )


def has_article(text: str, start: int) -> bool:
    """RETURNS (bool): An article stands before it, as before a thing: 'the Taylor series'."""
    before = _ARTICLE_BEFORE.search(text, max(0, start - 8), start)
    return before is not None and before[1].lower() in small_words("articles")


def of_a_thing(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): An article stands before it, or a thing after it: 'the MAX is', 'MAX values'."""
    after = _NEXT_SMALL.match(text, end)
    known = after is None or after[1] in stop_words() or any(after[1] in word_list(n) for n in ("after_name", "doing"))
    return not known or has_article(text, start)


def attributive(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): The name only describes something else: 'the Taylor series', 'a Poe', 'the Dean said'."""
    if not has_article(text, start):
        return False
    if text[start:end].lower() in languages.words():
        return True
    after = _NEXT_SMALL.match(text, end)
    if not after:
        return text[end : end + 1] in (".", "!", "?", "")
    return after[1] not in word_list("after_name") and after[1] not in stop_words()


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


def quoted(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It stands in a quotation of several words: a line of a poem, the text of an exercise."""
    if '"' not in text and "“" not in text:
        return False
    before = _QUOTE_OPENS.search(text, max(0, start - _QUOTATION), start)
    after = _QUOTE_CLOSES.match(text, end, end + _QUOTATION) if before else None
    return after is not None and len(atoms(text[before.start() : after.end()])) > _FEW_WORDS if before else False


def dashed(text: str, end: int) -> bool:
    """RETURNS (bool): A dash follows: 'Mary - what do you think?'"""
    return _DASHED.match(text, end) is not None


def takes_part(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody is spoken to or answered, or spoken of as one who posts: 'Mary, I', "Mary's comment"."""
    before = text[max(0, start - 20) : start].rstrip(" \t(")
    set_off = text[end : end + 1] in _VOCATIVE or dashed(text, end)
    if before.endswith("@") or (set_off and (not before or before[-1] in _BEFORE_VOCATIVE)):
        return True
    words = tuple(atom.text.lower() for atom in atoms(before)[-2:])
    if any(" ".join(words[-n:]) in phrase_list("before_poster") for n in (1, 2)):
        return True
    after = _AFTER_NAME.match(text, end)
    return after is not None and after[1].lower() in word_list("posting")


def surely_person(text: str, start: int, end: int) -> bool:
    """Judge whether what may be an ordinary word, in small letters, can only be a person here.

    text (str): The text.
    start (int): Where the word begins.
    end (int): Where it ends.
    RETURNS (bool): Only people stand after what is before it ('unlike mark,'), or do what follows ('mark wrote').
    """
    words = tuple(atom.text.lower() for atom in atoms(text[max(0, start - 20) : start])[-2:])
    opens = not words or text[max(0, start - 2) : start].strip(" ")[-1:] in _BEFORE_VOCATIVE
    if not opens and any(words[-1] in small_words(kind) for kind in ("articles", "possessives", "before_thing")):
        return False
    # 'as mark said', but not 'the course page says'
    if _tells(text, end) and (opens or words[-1] in stop_words()):
        return True
    if opens or text[start - 1] != " ":
        return False
    goes_on = _NEXT_SMALL.match(text, end)
    ends = goes_on is None or goes_on[1] in stop_words()
    told = any(" ".join(words[-n:]) in phrase_list("before_person") for n in (1, 2))
    return told and ends and text[end : end + 1] not in ("-", "‐")


def located(text: str, start: int) -> bool:
    """RETURNS (bool): 'in' stands before it, as before a place and before no person."""
    before = atoms(text[max(0, start - 4) : start])
    return bool(before) and text[start - 1] == " " and before[-1].text.lower() in small_words("inside")


def engaged(text: str, start: int, end: int) -> bool:
    """Judge whether a place speaks for somebody of the discussion, whoever else has the name.

    text (str): The text.
    start (int): Where the name begins.
    end (int): Where it ends.
    RETURNS (bool): Somebody is asked, thanked, answered or agreed with, or has told something; and no year follows, as
        after an author.
    """
    if _YEAR_AFTER.match(text, end):
        return False
    return takes_part(text, start, end) or surely_person(text, start, end)


def named(text: str, start: int) -> bool:
    """RETURNS (bool): Somebody is introduced who takes no part: 'a child named Mary', 'someone called Mary'."""
    before = _NAMED_BEFORE.search(text, max(0, start - 40), start)
    if before is None or _MYSELF_BEFORE.search(text, max(0, before.start() - 8), before.start(2)):
        return False
    word = before[1].lower()
    somebody = word in word_list("persons") or word in small_words("anybody")
    return (before[2] in small_words("calling") and somebody) or before[2] in small_words("naming")


def addressed(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It is set off by marks, as one who is spoken to: 'what do you think, mark?', 'mark, I ...'."""
    gap = text[max(0, start - _NEAR) : start]
    before = gap.rstrip()
    following = text[end : end + 1]
    if before[-1:] == ",":
        return following in (".", "!", "?", "")
    opens = not before or before[-1] in ".!?" or gap.count("\n", len(before)) > 1
    return opens and (following in (",", "!", ":") or dashed(text, end))


def _tells(text: str, end: int) -> bool:
    """'wrote', "'s comment": who posts is a person."""
    after = _AFTER_NAME.match(text, end)
    if after is None:
        return False
    if text[end] not in " \t":
        return after[1].lower() in word_list("posting")
    return after[1] in small_words("telling")


@once
def in_small_letters(text: Text) -> bool:
    """RETURNS (bool): Most sentences begin with a small letter, as some people write everything."""
    begins: list[str] = _SENTENCE_BEGINS.findall(text)
    return sum(letter.islower() for letter in begins) * 2 > len(begins)
