"""The grammar of a person's name as it is written: pieces of patterns, and the patterns of a language made of them.

Whoever looks for names puts these together; what differs from place to place (a greeting allows more than a citation)
is which word a name may be made of, and what must stand around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import regex

from .words import by_language, fold, small_words, word_list

# 'Poe', "O'Neil", 'Anne-Marie'; an apostrophe and one letter are a genitive.
_REST = r"(?:[-'’‐]\p{L}[\p{L}\p{M}]+)*"
WORD = rf"\p{{Lu}}(?:['’]\p{{Lu}})?[\p{{L}}\p{{M}}]+{_REST}"
# The same, and one letter alone.
SHORT_WORD = rf"\p{{Lu}}(?:['’]\p{{Lu}})?[\p{{L}}\p{{M}}]*{_REST}"
# As people write themselves: 'J.R.', 'M?ria', 'Anne-Marie.Louise', but not the pronoun 'I'. A dot belongs to an
# initial, not to a word: 'Robert G. Grey', but 'Robert Grey. I ...'.
FIRST_LETTER = r"(?!I(?![\p{L}\p{M}.'’-]))(?:[\p{Lu}\p{Lt}\p{Lo}]|[?\ufffd](?=\p{Ll}{2}))"
LOOSE_WORD = (
    rf"(?:(?:{FIRST_LETTER}\p{{M}}*\.-?){{1,3}}(?!\p{{L}})"
    rf"|{FIRST_LETTER}[\p{{L}}\p{{M}}?\ufffd]*(?:[-'’.‐][\p{{L}}\p{{M}}]+){{0,6}})"
)
SMALL_WORD = r"(?:\p{Ll}[\p{L}\p{M}]*(?:[-'’]\p{L}[\p{L}\p{M}]*)*)"
INITIALS = r"(?:\p{Lu}\.[ -]?){1,4}"
# What somebody is called, inside the full name: 'Robert "Bob" Ashdown', 'Robert (Bob) Ashdown'.
CALLED = rf"(?:[\"“„]{WORD}[\"”“]|['‘]{WORD}['’]|\({WORD}\))"
# Nothing of the same word stands before, or after.
BEGINS = r"(?<![\p{L}\p{M}'’])"
ENDS = r"(?![\p{L}\p{M}\d])"
# What may lie between two words of one name; and where a quoted line ends between them.
_JOINED = regex.compile(
    r"Â?[ \t\u00a0]{0,2}\n?[ \t]*|[-'’‐./_][ \t]?|\.[ \t]{1,2}|\.[-‐]|,[ \t]{0,2}\n?[ \t]*(?<=\s)|[?\ufffd]+"
)
_JOINED_QUOTED = regex.compile(r"[ \t]{0,2}\n(?:[ \t]*>)+[ \t]*")
_LONGEST_INITIAL = 2
_WORDS = regex.compile(r"\p{L}[\p{L}\p{M}]*(?:[-'’‐.?\ufffd](?=\p{L})[\p{L}\p{M}]+)*\.?")


def either(words: Iterable[str]) -> str:
    """RETURNS (str): A pattern for one of some words, the longest first."""
    return "|".join(sorted(map(regex.escape, words), key=lambda word: (-len(word), word)))


def particles(most: str = "*", blank: str = r"[ \t]+", *, small: bool = False) -> str:
    """RETURNS (str): A pattern for what may stand before a surname, 'van der '; or only in small letters."""
    one = either(word_list("particles"))
    return rf"(?:(?:{one}){blank}){most}" if small else rf"(?:(?i:{one}){blank}){most}"


def run(word: str, most: int, *, blank: str = r"[ \t]+") -> str:
    """RETURNS (str): A pattern for a word of a name and so many more, each with its particles; what somebody is called
    may stand between two: 'Robert L. "Bob" Ashdown'."""
    before = particles("{0,2}", blank)
    return rf"{before}{word}(?:{blank}(?:{CALLED}{blank})?{before}{word}){{0,{most}}}"


def is_particle(word: str) -> bool:
    """RETURNS (bool): A word is a particle, in small letters as in most names."""
    return word[0].islower() and fold(word) in word_list("particles")


def bare(word: str) -> str:
    """RETURNS (str): A title, degree or suffix as our lists have it: 'Ph.D.' is 'phd'."""
    return fold(word).replace(".", "")


def words_of(name: str) -> list[str]:
    """RETURNS (list[str]): The words of a name; hyphens and apostrophes hold one together."""
    return [word.rstrip(".") for word in _WORDS.findall(name)]


def joined(text: str, words: Sequence[str], starts: Sequence[int], first: int, last: int) -> bool:
    """RETURNS (bool): The words from one number to before another stand so that they may be one name."""
    for n in range(first, last - 1):
        end = starts[n] + len(words[n])
        if not _in_one(text, starts[n], end, starts[n + 1]) or ends_sentence(text, words[n], end):
            return False
    return True


def _in_one(text: str, start: int, end: int, following: int) -> bool:
    if _JOINED.fullmatch(text, end, following):
        return True
    if text[end : end + 3].find("\n") < 0 or not _JOINED_QUOTED.fullmatch(text, end, following):
        return False
    return text[text.rfind("\n", 0, start) + 1 : start].lstrip().startswith(">")


def ends_sentence(text: str, word: str, end: int) -> bool:
    """RETURNS (bool): A full stop and a blank follow a word that is no initial: 'Thanks Mary. Poe is right.'"""
    return len(word) > _LONGEST_INITIAL and text[end : end + 1] == "." and text[end + 1 : end + 2].isspace()


class NamePatterns:
    """What stands around a part of a name and belongs to it, in one language."""

    def __init__(self) -> None:
        before = particles(blank=r"[ \t]")
        # Between a given name and a surname: blanks, initials, a nickname, particles, one or two words nobody knows.
        self.between = regex.compile(
            rf"(?:[ \t\u00a0]+|,[ \t]*\n?[ \t]*(?<=\s)|\.[ \t]*|-)"
            rf"(?:(?:\p{{Lu}}\p{{L}}?\.?|{WORD}|{CALLED})[ \t]+){{0,2}}(?:\p{{Lu}}\.[ \t]+)?{before}"
        )
        # 'Poe, Mary J. ('
        self.turned = regex.compile(rf",[ \t]+(?:(?:{WORD}|\p{{Lu}}\.?)[ \t]+){{1,3}}\(")
        self.initials_before = regex.compile(
            rf"{BEGINS}((?:\p{{Lu}}\p{{M}}*(?:\.[ \t]?|[ \t]|-(?=\p{{Lu}}[. ]))){{1,3}})(?:{CALLED}[ \t])?$"
        )
        # 'Poe, M. J.' and 'Poe MJ'
        self.initials_after = regex.compile(rf",?[ \t](\p{{Lu}}(?:\.?[ \t]?\p{{Lu}}){{0,2}}\.?)(?!['’]){ENDS}")
        self.initial_after = regex.compile(r"[ \t](\p{Lu})(?:\.(?![\p{L}\d])|(?![\p{L}\p{M}\d.]|['’](?!s(?!\p{L}))))")
        # 'mary p', but not 'mary a', which goes on
        self.small_initial_after = regex.compile(
            rf"[ \t]((?![{''.join(sorted(small_words('letters')))}])\p{{Ll}})(?![.'’]){ENDS}"
        )
        self.word_after = regex.compile(rf"[ \t]({WORD})")
        self.called_after = regex.compile(
            r"[ \t](?:\((?P<called>\p{Lu}[\p{L}\p{M}'’. -]*)\)|[\"“](?P<called>\p{Lu}[\p{L}\p{M}'’. -]*)[\"”])"
        )
        self.surname_after = regex.compile(
            rf"[ \t](?:{CALLED}[ \t])?(?:\p{{Lu}}{{1,2}}\.?[ \t])?(?:{CALLED}[ \t])?({before})({WORD})"
        )
        self.name_before = regex.compile(rf"{BEGINS}({WORD})(?:[ \t]\p{{Lu}}\.?)?[ \t]{before}$")
        # 'Poe, Jr.', 'Poe III'
        self.suffix_after = regex.compile(rf",?[ \t]\b(?=\p{{Lu}})(?i:{either(small_words('generations'))}){ENDS}\.?")
        # 'McDonald', 'DiMaggio', 'FitzGerald'
        glued = either(word.capitalize() for word in (*word_list("particles"), "fitz", "o"))
        self.glued = regex.compile(rf"(?:{glued})\p{{Lu}}[\p{{Ll}}\p{{M}}]{{2,}}")
        # Given name and surname in running text, for a quick look at all of it.
        small = "[a-zà-ÿ]"
        self.full = re.compile(
            rf"([A-Z](?<!\w.){small}+) (?:[A-Z]\.? )?(?:(?i:{either(word_list('particles'))}) )*"
            rf"((?:[A-Z]['’]|{glued})?[A-Z]{small}+(?:-[A-Z]{small}+)?)\b(?![?\ufffd]\w)"
        )


@by_language
def patterns_of_names(lang: str) -> NamePatterns:
    """RETURNS (NamePatterns): Those of the language of the messages at hand."""
    return NamePatterns()
