"""Cues around a word that tell whether it names a person here; on plain text, by offsets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from .. import languages
from .lexing import Text, once
from .thresholds import BEARERS
from .words import atoms, by_language, fold, phrase_list, runs, small_words, stop_words, word_list

_ARTICLE_BEFORE = re.compile(r"\b([A-Za-zåäöÅÄÖ]+)[ \t]\Z")
_NEXT_SMALL = re.compile(r"[ \t]([a-zåäö]+)")
_AFTER_NAME = re.compile(
    r"(?:['’]?s)?[ \t](?:(?:has|also|just|already|first|last|other|har|också|redan|första|andra|senaste|förra)[ \t])?"
    r"([A-Za-zåäöÅÄÖ]+)"
)
_VOCATIVE: Final = (",", "!", "?", ":", "\n")
_OPENS_LETTER = re.compile(r":|--(?=\w)|[ ]?[,–—-][ \t]*\n")
_DASHED = re.compile(r"[ \t](?:[-–—]|--)[ \t]")
_OPERATORS: Final = ("+", "*", "/", "=", "~", "<", ">", "|", "&")  # 'no + Si' is no answer to Si
_BEFORE_VOCATIVE: Final = frozenset(",.!?\n:")
# From a quotation mark after a blank on, without another one between.
_QUOTE_OPENS = re.compile(r"(?:(?<=[\s(:])|^)[\"“][^\"“”\n]*\Z")
_QUOTE_CLOSES = re.compile(r"[^\"“”\n]*[\"”](?![^\W\d_])")
_QUOTATION, _FEW_WORDS = 300, 3
_NEXT_WORD = re.compile(r"[ \t-]([A-Za-zåäöÅÄÖ][a-zåäö]{2,})(?![?\ufffd]?\w)")
_NEAR: Final = 20
_YEAR_AFTER = re.compile(r"[^.!?\n]{0,30}\b(?:1[89]|20)[0-9]{2}\b")
_NAMED_BEFORE = re.compile(r"\b[^\W\d_]+[ \t]+([^\W\d_]+)[ \t]+[\"'“‘]?\Z")
_MYSELF_BEFORE = re.compile(r"\b(?:I|[Jj]ag)\b")
# 'P(boy | Mary is a girl)', 'P (2 for Mary) = 1/6', but not 'I (and Mary)'
_FORMULA_OPENS = re.compile(r"(?<![^\W\d_])[A-Z]r?[ ]?\([^()\n]*\Z")
_FORMULA_CLOSES = re.compile(r"[^()\n]*\)(?:[ ]?[=*+/|])?")
_CLAUSE = re.compile(r"[^.!?:\n]*\Z")
# White space is looked through from where it begins, once: a text may hold a megabyte of empty lines.
_SENTENCE_BEGINS = re.compile(r"(?:^|[.!?]\s+|(?<!\s)(?P<gap>\s+))(?P<letter>[^\W\d_](?!\b)|i(?= ))")
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


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


def words_before(text: str, start: int, within: int = 14) -> list[str]:
    """RETURNS (list[str]): The last two words before a place, if there are so many within some characters."""
    return runs(text[max(0, start - within) : start])[1::2][-2:]


def _small_after(text: str, end: int) -> str:
    """The word in small letters that follows after a blank; empty if none does."""
    after = _NEXT_SMALL.match(text, end)
    return after[1] if after else ""


def titled(text: str, start: int) -> bool:
    """RETURNS (bool): A title stands before it: 'Dr Grey', 'Professor, Grey', 'ProfessorGrey', 'Ambassador Grey'."""
    before = words_before(text, start) if start and text[start - 1] in " .,r" else []
    return holds_office(text, start) or (bool(before) and fold(before[-1]) in word_list("titles"))


def holds_office(text: str, start: int) -> bool:
    """RETURNS (bool): What somebody is stands before it, as before a surname: 'Ambassador Grey', 'Gen. Grey'."""
    before = words_before(text, start) if start and text[start - 1] in " .\n" and text[start - 2] != "\n" else []
    if not before or fold(before[-1]) not in word_list("office_titles"):
        return False
    return before[-1][0].isupper() or text[start].islower()


def acts(text: str, end: int) -> bool:
    """RETURNS (bool): What follows shows that a person acts or is addressed: 'Grace said', 'May, I', "Will's"."""
    set_off = text[end : end + 1] in (",", "’", "'") or dashed(text, end)
    return set_off or _small_after(text, end) in word_list("after_name")


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


def attributive(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It says of which kind a thing is: 'the Taylor series', 'an iconic Christian pose'."""
    before = runs(text[max(0, start - _NEAR) : start])[1::2][-2:] if text[start - 1 : start] == " " else []
    articles = small_words("articles")
    kind = any(word.lower() in articles for word in before) and (before[-1].lower() in articles or before[-1].islower())
    return kind and before_thing(text, end)


def before_thing(text: str, end: int) -> bool:
    """RETURNS (bool): What follows is a thing, or like one, and nothing that people do: 'Taylor series', 'Dawn low
    water', 'Sunny and calm'."""
    joined = joined_after(text, end) or ""
    after = joined if joined.islower() else _small_after(text, end)
    does = after in stop_words() or any(after in word_list(name) for name in ("after_name", "doing", "auxiliaries"))
    return bool(after) and not does


def opens_letter(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Nothing stands before it, and what follows is said to whoever is called so: 'Hope:', 'So,' on a
    line of its own."""
    return not text[:start].strip() and _OPENS_LETTER.match(text, end) is not None


def wrapped_object(text: str, start: int) -> bool:
    """RETURNS (bool): The line above ends with what has somebody for its object: 'I have talked to', 'ask'."""
    before = (
        words_before(text, start) if text[start - 1 : start] == "\n" and text[start - 2 : start - 1].isalpha() else []
    )
    return bool(before) and fold(before[-1]) in word_list("before_object")


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
    before = words_before(text, start) if text[start - 1 : start] == " " else []
    return bool(before) and fold(before[-1]) in word_list("before_object")


def quoted(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It stands in a quotation of several words: a line of a poem, the text of an exercise."""
    if '"' not in text and "“" not in text:
        return False
    before = _QUOTE_OPENS.search(text, max(0, start - _QUOTATION), start)
    after = _QUOTE_CLOSES.match(text, end, end + _QUOTATION) if before else None
    return before is not None and after is not None and len(atoms(text[before.start() : after.end()])) > _FEW_WORDS


def dashed(text: str, end: int) -> bool:
    """RETURNS (bool): A dash follows: 'Mary - what do you think?'"""
    return _DASHED.match(text, end) is not None


def takes_part(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody is spoken to or answered, or spoken of as one who posts: 'Mary, I', "Mary's comment"."""
    before = text[max(0, start - 20) : start].rstrip(" \t(")
    set_off = text[end : end + 1] in _VOCATIVE or dashed(text, end)
    if set_off and (not before or before[-1] in _BEFORE_VOCATIVE):
        return True
    if before[-1:] not in _OPERATORS and _ends_with(words_before(text, start, 20), "before_poster"):
        return True
    after = _AFTER_NAME.match(text, end)
    return after is not None and after[1].lower() in word_list("posting")


def surely_person(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): What may be an ordinary word, in small letters, can only be a person here: only people stand
    after what is before it ('unlike mark,'), or do what follows ('mark wrote')."""
    words = [word.lower() for word in words_before(text, start, 20)]
    opens = not words or text[max(0, start - 2) : start].strip(" ")[-1:] in _BEFORE_VOCATIVE
    if not opens and any(words[-1] in small_words(kind) for kind in ("articles", "possessives", "before_thing")):
        return False
    # 'as mark said', but not 'the course page says'
    if _tells(text, end) and (opens or words[-1] in stop_words()):
        return True
    if opens or text[start - 1] != " ":
        return False
    goes_on = _small_after(text, end)
    ends = not goes_on or goes_on in stop_words()
    return ends and text[end : end + 1] not in ("-", "‐") and _ends_with(words, "before_person")


def _ends_with(words: Sequence[str], phrases: str) -> bool:
    """The last word, or the last two, are on a list."""
    return any(" ".join(words[-n:]).lower() in phrase_list(phrases) for n in (1, 2))


def located(text: str, start: int) -> bool:
    """RETURNS (bool): 'in' stands before it, as before a place and before no person."""
    before = words_before(text, start, 4) if text[start - 1 : start] == " " else []
    return bool(before) and before[-1].lower() in small_words("inside")


def engaged(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody of the discussion is asked, thanked, answered or agreed with, or has told something,
    whoever else has the name; and no year follows, as after an author."""
    if _YEAR_AFTER.match(text, end):
        return False
    return takes_part(text, start, end) or surely_person(text, start, end)


def named(text: str, start: int) -> bool:
    """RETURNS (bool): Somebody is introduced who takes no part: 'a child named Mary'."""
    before = _NAMED_BEFORE.search(text, max(0, start - 2 * _NEAR), start)
    if before is None or before[1] not in small_words("naming"):
        return False
    return _MYSELF_BEFORE.search(text, max(0, before.start() - 8), before.start(1)) is None


def introduced(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody says who they are: "I'm mary", 'I am mary'; a word only where it ends what is said."""
    before = _introducing().search(text, max(0, start - _NEAR), start)
    return before is not None and (text[end : end + 1] != " " or text[start:end].lower() not in languages.words())


@by_language
def _introducing(lang: str) -> re.Pattern[str]:
    said = "|".join(sorted(map(re.escape, small_words("introducing")))).replace("'", "['’]")
    return re.compile(rf"(?<![^\W\d_])(?:{said})[ ]\Z", re.IGNORECASE)


def in_formula(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It stands in a formula, as no participant does: 'P(Mary is a girl)'."""
    before = _FORMULA_OPENS.search(text, max(0, start - 2 * _NEAR), start) if "(" in text else None
    after = _FORMULA_CLOSES.match(text, end, end + 2 * _NEAR) if before else None
    if before is None or after is None:
        return False
    formula = text[before.start() : after.end()]
    return formula[1:3] != " (" or "=" in formula


def supposed(text: str, start: int) -> bool:
    """RETURNS (bool): Its sentence supposes something: 'Suppose that Mary has ten coins', but not 'I suppose'."""
    clause = _CLAUSE.search(text, max(0, start - _QUOTATION), start)
    first = runs(clause[0])[1:2] if clause else []
    return bool(first) and first[0].lower() in small_words("supposing")


def addressed(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): It is set off by marks, as one who is spoken to: 'what do you think, mark?', 'mark, I ...'."""
    before = text[max(0, start - _NEAR) : start].rstrip()
    following = text[end : end + 1]
    if before[-1:] == ",":
        return following in (".", "!", "?", "")
    opens = not before or before[-1] in ".!?"
    return opens and (following in (",", "!", ":") or dashed(text, end))


def called(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Somebody who writes without marks calls it: 'ty mark', 'lol not you mark', 'mark you know'."""
    before, after = words_before(text, start, 20), _small_after(text, end)
    if not before:
        return after in small_words("you")
    ends = not text[end : end + 2].strip(" ")[:1].isalnum() and text[end : end + 1] not in ("'", "’", "-")
    return ends and text[start - 1] in " ," and before[-1].lower() not in stop_words() | word_list("before_object")


def joined_after(text: str, end: int) -> str | None:
    """RETURNS (Optional[str]): The word joined to what ends here: 'Grace (and Robert, too)', 'Grace or Robert'."""
    m = _joining()[0].match(text, end)
    return m[1] if m else None


def words_beside(text: str, start: int, end: int) -> list[str]:
    """RETURNS (list[str]): The words joined to it, after and before: 'Robert and Grace or Mary'."""
    before = _joining()[1].search(text, max(0, start - 2 * _NEAR), start)
    return list(filter(None, (joined_after(text, end), before[1] if before else None)))


@by_language
def _joining(lang: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    either, letter = "|".join(("&", *sorted(small_words("and") | small_words("or")))), "(?:[^\\W\\d_]|[\u0300-\u036f])"
    after = re.compile(rf"(?:['’]s)?[ ]\(?(?:{either})[ ]({letter}+)")
    return after, re.compile(rf"(?<!{letter})({letter}+)[ ](?:{either})[ ]\Z")


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
    begins: list[str] = [
        found["letter"]
        for found in _SENTENCE_BEGINS.finditer(text)
        if found["gap"] is None or _EMPTY_LINE.search(found["gap"])
    ]
    return sum(letter.islower() for letter in begins) * 2 > len(begins)
