"""Names of other scripts in Latin letters, to build lists with."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache

import regex

from ... import resources

_FIRST_SYLLABLE, _LAST_SYLLABLE = 0xAC00, 0xD7A3
# The letters of a Korean syllable, by the revised romanisation.
_ONSETS = "g kk n d tt r m b pp s ss - j jj ch k t p h".replace("-", "").split(" ")
_VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ")
_CODAS = "- k k k n n n t l k m l l l p l m p p t t ng t t k t p t".replace("-", "").split(" ")


def romanised(name: str, lang: str, script: str, *, surname: bool) -> str:
    """Write a name in Latin letters.

    name (str): The name, in another script.
    lang (str): Its language.
    script (str): The script.
    surname (bool): It is a surname.
    RETURNS (str): The same in Latin letters; in a given name, syllables that are signs of their own have
        hyphens between them.
    """
    joint = "" if surname else "-"  # 'Ouyang'
    if script == "Hangul":
        usual = _table(script).get(name) if surname else None
        return usual or joint.join(map(_syllable, name)).capitalize()
    if script.startswith("Han"):
        from pypinyin import Style, lazy_pinyin

        syllables = lazy_pinyin(name, style=Style.NORMAL, errors=lambda rest: [rest])
        return joint.join(syllables).replace("v", "ü").capitalize()
    return _by_letters(name, {**_table(script), **_table(lang)})


def _syllable(sign: str) -> str:
    if not _FIRST_SYLLABLE <= ord(sign) <= _LAST_SYLLABLE:
        return sign
    rest, coda = divmod(ord(sign) - _FIRST_SYLLABLE, len(_CODAS))
    onset, vowel = divmod(rest, len(_VOWELS))
    return _ONSETS[onset] + _VOWELS[vowel] + _CODAS[coda]


def _by_letters(name: str, table: Mapping[str, str]) -> str:
    word = unicodedata.normalize("NFC", name.lower())
    plain = "".join(c for c in unicodedata.normalize("NFD", word) if c != "\u0301")  # Greek accents
    word = unicodedata.normalize("NFC", plain)
    longest = max(map(len, table))
    written, at = "", 0
    while at < len(word):
        for size in range(min(longest, len(word) - at), 0, -1):
            piece = word[at : at + size]
            keys = (f"^{piece}" if at == 0 else "", f"{piece}$" if at + size == len(word) else "", piece)
            if (key := next((key for key in keys if key in table), None)) is not None:
                written += table[key]
                at += size
                break
        else:
            written += word[at]
            at += 1
    capitalised: str = regex.sub(r"\p{L}+", lambda m: m[0].capitalize(), written)
    return capitalised


@cache
def _table(name: str) -> Mapping[str, str]:
    rows = (line.split(" ") for line in resources.lines("surrogates/romanisation.txt"))
    return {key: to for first, *pairs in rows if first == name for key, _, to in (p.partition("=") for p in pairs)}
