"""Which language a name comes from, by lists of names and by how names of each language are spelled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log, sqrt
from typing import Final, NamedTuple

import regex

from .. import languages
from ..text.words import fold, fold_all, word_list
from .display_names import PersonName
from .drawn_names import LANG, LATIN, SURNAMES, kinds_of, lists, origins, script_of

# The language of the messages is as much likelier than another, in natural logarithms, and a name that stands in an
# unusual order as much less.
_HOME: Final = 2.5
_TURNED: Final = 8.0
# A particle of a language is as much likelier in a name of it.
_PARTICLE: Final = 8.0
# Half of all names are listed; each of them is as likely as the others, as in a list of so many at least.
_LISTED: Final = 0.5
_LEAST_LIST: Final = 400
# The same for names that are usual in a country; and for surnames of the United States, where everybody may live: their
# spelling has a say.
_KNOWN: Final = 1500
_COUNTED: Final = 30_000
_ACCENTS: Final = 5.0
_LENGTH: Final = 3
_SMOOTHING: Final = 0.05


_PREFIX = regex.compile(r"(?i)(?:[dlo]['’]|(?:al|el)-)(?=\p{L}{2})")


class Found(NamedTuple):
    """Where a name comes from, and whether its surname stands first."""

    lang: str
    surname_first: bool


def home() -> str:
    """RETURNS (str): The language of the messages, if there are names of it."""
    return languages.spoken() if languages.spoken() in lists() else LANG


def origin_of(name: PersonName) -> Found:
    """RETURNS (Found): The language that a name is likeliest of, and its order; that of the messages in doubt."""
    return _origin(_pieces(name.given), _pieces(name.core), _particles(name), home())


def _particles(name: PersonName) -> frozenset[str]:
    """The small words of a surname: 'van', 'den', and the 'al' and 'o' of 'al-Rashid' and 'O'Neil'."""
    joined = (part for word in name.surname if len(part := fold_all(word)) > 1)
    words = {fold(word) for word in name.surname} - {fold(word) for word in name.core}
    return frozenset(words | {part[0] for part in joined if part[0] in word_list("particles") or len(part[0]) == 1})


def _pieces(words: Iterable[str]) -> tuple[str, ...]:
    """Words of more than an initial, without what is joined to them; 'Ji-woo' is one."""
    words = (_PREFIX.sub("", word) for word in words)
    joined = ("".join(c for c in word.lower() if c.isalpha()) for word in words)
    return tuple(word for word in joined if len(word) > 1 or not word.isascii())


@lru_cache(maxsize=20_000)
def _origin(given: tuple[str, ...], surname: tuple[str, ...], particles: frozenset[str], home: str) -> Found:
    script = script_of("".join((*given, *surname)))
    langs = [lang for lang, one in origins().items() if script in one.scripts or (script == LATIN and lang in lists())]
    if not langs or not (given or surname):
        return Found(home, surname_first=False)
    # Where people of another language write, who has a name of theirs is rather one of them.
    if home != LANG and given and surname and all(_is_own(home, part) for part in (given, surname)):
        return Found(home, surname_first=False)
    if script == LATIN and not (given and surname) and not any(map(_is_known, (*given, *surname))):
        return Found(home, surname_first=False)  # a handle, rather
    options = {Found(lang, surname_first=False): _score(lang, given, surname) for lang in langs}
    if given and surname:
        for lang in langs:
            less = 0 if origins()[lang].surname_first else _TURNED
            options[Found(lang, surname_first=True)] = _score(lang, (*given[1:], *surname), given[:1]) - less
    for found in options:
        options[found] += _HOME if found.lang == home else 0
        options[found] += _PARTICLE * len(origins()[found.lang].particles & particles)
    return max(options, key=lambda found: (options[found], found.lang == home, found.lang, not found.surname_first))


def _is_known(word: str) -> bool:
    return any(fold(word) in kinds_of(lang) for lang in lists())


def _is_own(lang: str, parts: Iterable[str]) -> bool:
    own = languages.own_names(lang)
    return any(fold(part) in own for part in parts)


def _score(lang: str, given: Sequence[str], surname: Sequence[str]) -> float:
    return sum(_likelihood(lang, word, surname=False) for word in given) + sum(
        _likelihood(lang, word, surname=True) for word in surname
    )


@lru_cache(maxsize=200_000)
def _likelihood(lang: str, word: str, *, surname: bool) -> float:
    folded = "".join(fold_all(word))
    listed, spelled = _model(lang, surname=surname)
    # Names are written without their accents, too; letters that a language has not are none of its names'.
    spelling = _spelling(word, spelled)
    if word != folded:
        spelling = max(spelling, _spelling(folded, spelled) - _ACCENTS)
    chance = (1 - _LISTED) * exp(max(spelling, -60.0))
    if any((kind[0] == SURNAMES) == surname for kind in kinds_of(lang).get(folded, ())):
        chance += _LISTED / max(listed, _LEAST_LIST)
    elif origins()[lang].countries & languages.given_and_surname_countries()[surname].get(folded, frozenset()):
        chance += _LISTED / _KNOWN
    elif lang == LANG and surname and folded in languages.surnames():
        chance = max(chance, sqrt(chance / _COUNTED))
    return log(chance)


def _spelling(word: str, spelled: Mapping[str, float]) -> float:
    return sum(spelled.get(part, spelled[""]) for part in _parts(word))


@cache
def _model(lang: str, *, surname: bool) -> tuple[int, Mapping[str, float]]:
    """How many names are listed, and the logarithm of how likely each letter is after the two before it."""
    listed = [one for kind, names in lists().get(lang, {}).items() if (kind[0] == SURNAMES) == surname for one in names]
    counts: dict[str, int] = {}
    for one in listed:
        latin = one.latin.replace("-", "").replace("'", "").lower()
        for word in filter(None, (latin, one.word if one.word != latin else "", one.native.lower())):
            for part in _parts(word):
                counts[part] = counts.get(part, 0) + 1
    before: dict[str, int] = {}
    for part, count in counts.items():
        before[part[:-1]] = before.get(part[:-1], 0) + count
    letters = 40
    spelled = {
        part: log((count + _SMOOTHING) / (before[part[:-1]] + _SMOOTHING * letters)) for part, count in counts.items()
    }
    spelled[""] = log(_SMOOTHING / (1 + _SMOOTHING * letters)) - 1.0
    return len(listed), spelled


@lru_cache(maxsize=100_000)
def _parts(word: str) -> tuple[str, ...]:
    padded = f"^^{word}$"
    return tuple(padded[at : at + _LENGTH] for at in range(len(padded) - _LENGTH + 1))
