"""Forms of a word in English and Swedish: of one and of several, of somebody's, as an adjective, with its article."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from .. import languages

_SHORTEST: Final = 3
# What is added to a word, and what is taken off one that is listed in another form; Swedish before English.
_ENGLISH: Final = ("", "s", "es")
_SWEDISH: Final = ("er", "ar", "en", "n", "t", "a", "erna", "arna", "et", "na")
_TAKEN: Final = ("arnas", "ernas", "erna", "arna", "ar", "er", "en", "es", "s", "a", "t")
# Words made of others, in pairs: the faith and the faithful.
_PAIRS: Final = (("ism", "ist"), ("ismen", "ist"), ("partiet", "partist"), ("ish", ""), ("ic", "ik"))
_ADJECTIVES: Final = (("", "isk"), ("", "sk"), ("e", "isk"), ("", "ish"), ("", "ic"))


@lru_cache(maxsize=4_096)
def forms(word: str) -> tuple[str, ...]:
    """RETURNS (tuple[str, ...]): The forms of a folded word, itself among them; some that nobody uses."""
    stems = {word}
    stems.update(word[: -len(end)] for end in _TAKEN if word.endswith(end) and len(word) - len(end) > _SHORTEST)
    for old, new in _PAIRS:
        stems.update(
            stem[: -len(old)] + new for stem in sorted(stems) if stem.endswith(old) and len(stem) > len(old) + 3
        )
    if len(word) > _SHORTEST:
        for old, new in _ADJECTIVES:
            if word.endswith(old) and not word.endswith(("isk", "ish", "ic", "ist", "al")):
                stems.add(word[: len(word) - len(old)] + new)
    found = {stem + end for stem in stems for end in _ENGLISH if len(stem) > _SHORTEST or end in _FEW}
    swedish = {stem + end for stem in stems for end in _SWEDISH if len(stem) > _SHORTEST or end in _FEW}
    # 'Labour' has no 'labourer'.
    found |= {form for form in swedish if form not in languages.words()}
    found.update(stem[:-1] + "ies" for stem in stems if stem.endswith("y"))
    found.update(form + "s" for form in tuple(found) if not form.endswith("s") and len(form) > _SHORTEST + 1)
    return tuple(sorted(found | {word}))


def is_form(word: str) -> bool:
    """RETURNS (bool): A word in small letters is a form of a known one, with a Swedish ending: 'mobilen'."""
    return any(word.endswith(end) and word.removesuffix(end) in languages.words(languages.ALL) for end in _SWEDISH)


# A word of three letters has only these: 'rom', 'romer'; 'bi' has none.
_FEW: Final = ("", "er", "s")


@lru_cache(maxsize=20_000)
def skeleton(word: str) -> str:
    """RETURNS (str): What a learned word has in common in English and Swedish: 'katolik' and 'catholic'."""
    word = re.sub(r"ch|ck|c|q", "k", word).replace("th", "t").replace("ph", "f").replace("x", "ks")
    word = re.sub(r"(?:uell|ual)(?=[a-z]{0,2}$)", "ual", word)
    return re.sub(r"(?:iv|ive)$", "iv", word)
