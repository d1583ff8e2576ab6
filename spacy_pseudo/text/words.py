"""Words on plain strings: letter runs with offsets, folding, lists of words, and what is not prose."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Set
from functools import cache, lru_cache, wraps
from importlib import import_module
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import regex
from spacy.lang.en.stop_words import STOP_WORDS

from .. import languages
from .lexicon import Remembered
from .mending import PAIR, SIGN, looks_mistaken, mend
from .thresholds import BEARERS

Given = ParamSpec("Given")
Made = TypeVar("Made")


class Atom(NamedTuple):
    """A run of letters: the smallest piece a name is made of. 'Anne-Marie' is two, joined by what lies between."""

    start: int
    end: int
    text: str


# Figures that are no digits, which the standard library counts among letters: 'Robert¹'.
_RAISED: Final = (
    "\u00b2\u00b3\u00b9\u00bc-\u00be\u2070\u2074-\u2079\u2080-\u2089"
    "\u2150-\u218b\u2460-\u249b\u24ea-\u24ff\u2776-\u2793"
)
_PLAIN_ATOM = re.compile(rf"([^\W\d_{_RAISED}]+)")
# The same for texts of few letters: to name them is quicker than to ask what each character is.
_ASCII_ATOM = re.compile(r"([A-Za-z]+)")
_LATIN_ATOM = re.compile("([" + "".join(filter(_PLAIN_ATOM.match, map(chr, range(256)))) + "]+)")
_BEYOND_LATIN = re.compile(
    "[^\x00-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u249b\u24ea-\u27bf]"
)
# Scripts and marks for which the standard library's letters are not enough.
_UNUSUAL = re.compile(
    "[^\x00-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2029\u202f\u2070-\u249b\u24ea-\u27bf]"
)
# What nobody sees, inside a word, does not end it: soft hyphens, joiners, marks of direction.
_HIDDEN: Final = "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
# Symbols that are letters in a ring, a box or brackets; not flags, which are made of two letters each.
_ENCLOSED: Final = "\u249c-\u24e9\U0001f110-\U0001f12b\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189"
_LETTER: Final = rf"[\p{{L}}{_ENCLOSED}]"


def _atom(letter: str) -> regex.Pattern[str]:
    """Runs of letters; combining marks belong to their letter."""
    return regex.compile(rf"({letter}(?:{letter}|\p{{M}}|{_HIDDEN}+(?={letter}))*+)")


_ATOM = _atom(_LETTER)
# The same where letters were decoded wrongly.
_MISTAKEN_ATOM = _atom(rf"(?:{PAIR}|(?!{SIGN}){_LETTER})")

# Letters that no decomposition takes apart.
_LETTERS = str.maketrans(
    {
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz", strict=True)),
        **{chr(first + n): chr(ord("a") + n) for first in (0x249C, 0x1F110, 0x1F150, 0x1F170) for n in range(26)},
    }
    | {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "æ": "ae", "œ": "oe", "ħ": "h", "ŧ": "t", "ĸ": "k"}
)
# Look-alikes, used only in words that also hold Latin letters.
_HOMOGLYPHS = str.maketrans("абвгԁеһіјкӏмнорԛгѕтухуѵԝαβεικνορτυχ", "abbrdehijklmhopqrstyxyvwabeikvoptux")
_LATIN = regex.compile(r"\p{Latin}")
_LOOKALIKE = regex.compile(r"[\p{Cyrillic}\p{Greek}]")
# Names with such an end take no bare genitive.
SILENT_GENITIVE: Final = ("s", "x", "z")
_UMLAUTS = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("å", "aa"), ("ø", "oe"))

# Each alternative begins only where a run begins, and is bounded: long runs of anything take linear time.
NOT_PROSE = regex.compile(
    r"""
      (?<=<)(?:https?|ftp)://[^\s<>"|]+(?=\|)                                   # '<https://x.example|what one reads>'
    | (?:https?|ftp)://[^\s<>"]+ | \bwww\.[^\s<>"]+                              # web addresses
    | (?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}               # e-mail addresses
    | (?<![\w.-])(?:[\w-]{1,63}\.){1,6}(?:com|org|net|edu|gov|io|ac\.uk|co\.uk)\b(?:/\S*)?  # bare hosts
    | (?<!\S)(?!(?:\p{Lu}\.){1,3}R\b)                                                  # files, but not 'S.R.'
      [\w./\\-]{0,200}\w\.(?:csv|txt|pdf|docx?|xlsx?|pptx?|html?|py|r|R|Rmd|zip|png|jpe?g|gif|json|xml)\b
    | (?<![\w.])\w{1,60}+(?:\.\w{1,60}+){0,6}\((?!s\))(?=[^)\s]{0,200}[=,"'$)])  # calls: f.x(
    | (?<!@)\b[^\W_]++_\w+ | \b\w++\$\w+                                             # names in code: a_b, a$b
    """,
    regex.VERBOSE,
)
_QUOTED_CODE = re.compile(r"`[^`\n]+`")
# Whatever is not prose holds '@', '_', '$', '://', 'a.b' or 'a('; most texts hold none.
_TRIGGER = re.compile(r"[@_$:.(](?:(?<=[@_$])|(?<=:)//|(?<=\w\.)[A-Za-z]|(?<=\w\())")
_WORD_REST = re.compile(r"\S*")
_BLANKS = re.compile(r"\s*")
_LONG_CHUNK = 200

# A blank that does not break, decoded wrongly once or twice, at the end of a word: 'theÂ ', 'theÃ‚Â '.
_MISREAD = re.compile("(?<=[a-zß-ÿ])[ÂÃ](?=[\\s‚]|$)")


def atoms(text: str) -> list[Atom]:
    """RETURNS (list[Atom]): The runs of letters in a text."""
    if "Â" in text or "Ã" in text:
        text = _MISREAD.sub(" ", text)
    return [Atom(m.start(), m.end(), m[0]) for m in _letters(text).finditer(text)]


def runs(text: str) -> list[str]:
    """RETURNS (list[str]): As `atoms`, quicker for whole texts: what is no word, a word, what is no word ..."""
    if "Â" in text or "Ã" in text:
        text = _MISREAD.sub(" ", text)
    found: list[str] = _letters(text).split(text)
    return found


def _letters(text: str) -> Any:
    """The quickest pattern that knows all letters of a text."""
    if text.isascii():
        return _ASCII_ATOM
    if looks_mistaken(text):
        return _MISTAKEN_ATOM
    if not _BEYOND_LATIN.search(text):
        return _LATIN_ATOM
    return _ATOM if _UNUSUAL.search(text) else _PLAIN_ATOM


@lru_cache(maxsize=50_000)
def fold(word: str) -> str:
    """Fold case, accents, compatibility forms and look-alike letters, so that spellings of one word become equal.

    word (str): A word.
    RETURNS (str): The folded word; never shown to anybody, only compared.
    """
    if word.isascii():
        return word.lower()
    word = unicodedata.normalize("NFKD", mend(word).translate(_LETTERS)).casefold()
    word = "".join(c for c in word if unicodedata.category(c) not in ("Mn", "Cf")).translate(_LETTERS)
    if _LATIN.search(word) and _LOOKALIKE.search(word):
        word = word.translate(_HOMOGLYPHS)
    return word


@lru_cache(maxsize=10_000)
def fold_all(text: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The folded words of a text."""
    if text.isascii():
        return tuple(_ASCII_ATOM.findall(text.lower()))
    return tuple(map(fold, runs(text)[1::2]))


def by_language(make: Callable[Concatenate[str, Given], Made]) -> Callable[Given, Made]:
    """RETURNS (Callable): The same for the language of the messages at hand; made once for each."""
    made: Callable[..., Made] = cache(make)

    @wraps(make)
    def spoken(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        return made(languages.spoken(), *args)

    return spoken


@by_language
def word_list(lang: str, name: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The folded words of one of our small lists: titles, particles, suffixes ..."""
    # Some callers look at a word as it is written, which is the same in English.
    written = () if lang == languages.BASE else languages.lines(f"{lang}/{name}.txt")
    return frozenset((*map(fold, languages.own_and_base(name, lang)), *map(str.lower, written)))


@by_language
def phrase_list(lang: str, name: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): The lines of one of our small lists, in small letters; several words with blanks."""
    return frozenset(line.lower() for line in languages.own_and_base(name, lang))


@by_language
def small_words(lang: str, kind: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): Words that only a grammar puts together: 'articles', 'possessives', 'and' ..."""
    rows = (line.partition(":") for line in languages.own_and_base("small_words", lang))
    return frozenset(word.replace("_", " ") for name, _, words in rows if name == kind for word in words.split())


@by_language
def stop_words(lang: str) -> Set[str]:
    """RETURNS (Set[str]): spaCy's stop words, folded in languages besides English."""
    return STOP_WORDS if lang == languages.BASE else STOP_WORDS | set(map(fold, own_stop_words(lang)))


@cache
def names_first(lang: str) -> frozenset[str]:
    """RETURNS (frozenset[str]): Common words by which people are called more than anything else: 'peter', 'sally'.

    lang (str): The language's code.
    """
    given, everyday = languages.given_names(lang), languages.everyday_words(lang)
    return frozenset(word for word in languages.common_words(lang) - everyday if given.get(word, 0) >= BEARERS)


def native(word: str) -> bool:
    """RETURNS (bool): A word is made of letters that the language at hand writes its ordinary words with."""
    return word.isascii() or word.translate(_letters_at_hand()).isascii()


@by_language
def _letters_at_hand(lang: str) -> dict[int, str]:
    letters = languages.of(lang).letters
    return dict.fromkeys(map(ord, letters + letters.upper()), "a")


def own_stop_words(lang: str) -> Set[str]:
    """RETURNS (Set[str]): spaCy's stop words of a language, as they are written; our own where it has none."""
    try:
        own: Set[str] = import_module(f"spacy.lang.{lang}.stop_words").STOP_WORDS
    except ImportError:
        return frozenset(languages.lines(f"{lang}/stop_words.txt"))
    return own


def spellings(word: str) -> set[str]:
    """RETURNS (set[str]): A word folded in every usual way: 'Müller' as 'muller' and as 'mueller'."""
    plain = unicodedata.normalize("NFC", word).casefold()
    spelled = plain
    for letter, pair in _UMLAUTS:
        spelled = spelled.replace(letter, pair)
    return {fold(word), fold(spelled)}


def not_prose(text: str) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Addresses, file names and code, in order: names in there are not mentions."""
    found = [m.span() for m in _QUOTED_CODE.finditer(text)] if "`" in text else []
    done = 0
    for trigger in _TRIGGER.finditer(text):
        if trigger.start() < done:
            continue
        start, done = chunk(text, trigger.start(), done)
        inside = text[start:done]
        for first, last in _in_chunk[inside] if len(inside) < _LONG_CHUNK else _not_prose_in(inside):
            found.append((start + first, start + last))
    return sorted(found)


def _not_prose_in(chunk: str) -> tuple[tuple[int, int], ...]:
    return tuple(m.span() for m in NOT_PROSE.finditer(chunk))


# Most come again and again: 'e.g.', the address of a list.
_in_chunk: Final = Remembered(_not_prose_in)


def chunk(text: str, at: int, earliest: int) -> tuple[int, int]:
    """RETURNS (tuple[int, int]): The run without blanks around a place."""
    start = max(text.rfind(" ", earliest, at) + 1, earliest)
    start = max(text.rfind("\n", start, at) + 1, start)
    start = max(text.rfind("\t", start, at) + 1, start)
    rest = _WORD_REST.match(text, at)
    return start, rest.end() if rest else len(text)


def is_blank(text: str, start: int, end: int) -> bool:
    """RETURNS (bool): Nothing but blanks stands there; a stretch of a long text is not copied for it."""
    return start >= end or _BLANKS.fullmatch(text, start, end) is not None


def is_title(word: str) -> bool:
    """RETURNS (bool): The word begins with a capital, or is of a script without capitals."""
    first = word[0]
    return first.isupper() or first.istitle() or (not first.islower() and first.isalpha())
