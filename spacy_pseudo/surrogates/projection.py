"""From a written form of a name to the part of the fake name that corresponds to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import regex

from .. import languages
from ..attrs import GLUED, INITIALS, MISSPELLED, NICKNAME, STYLISED
from ..people.display_names import PersonName, parse_name
from ..people.fake_names import MEN, WOMEN, gender_of, main_name, own_words
from ..people.nicknames import nicknames_of, related
from ..text.similarity import NearNames, distance
from ..text.words import SILENT_GENITIVE, atoms, fold, fold_all, spellings, word_list
from .slips import slipped

_GENITIVE = regex.compile(r"['’`´]s?$|(?<=['’`´])S$", regex.IGNORECASE)
_VOWELS = frozenset("aeiouyåäöéèíóúüø")
_SHORTEST_NICKNAME = 3
_MOST_INITIALS = 4


class _Original(NamedTuple):
    """A participant's name: where each folded word stands, and what parts there are in order."""

    roles: dict[str, tuple[int, int]]  # part and piece of the part
    parts: tuple[str, ...]  # folded first pieces, given names first
    given: int  # how many of the parts are given names
    words: frozenset[str]
    taken: frozenset[str] = frozenset()  # words that mean somebody else


class _Fake(NamedTuple):
    parts: tuple[tuple[str, ...], ...]  # pieces of each part
    given: int

    def piece(self, role: tuple[int, int]) -> str:
        part = self.parts[min(role[0], len(self.parts) - 1)]
        return part[min(role[1], len(part) - 1)]


def project(
    form: str, names: Sequence[str], fake: str, category: str = "", *, slips: bool = False,
    taken: frozenset[str] = frozenset(),
) -> str:  # fmt: skip
    """Write the part of a fake name that corresponds to a written form: 'MJ' of 'Mary Jane Poe' is 'AL' of 'Anna Lise'.

    form (str): The form as it is written.
    names (Sequence[str]): The participant's registered names.
    fake (str): The participant's fake name, as `draw_names` made it.
    category (str): The form's category.
    slips (bool): Make the same kind of slip where the form is misspelled.
    taken (frozenset[str]): Folded words that mean somebody else: no nickname, initial or slip may become one of them.
    RETURNS (str): Part of the fake name in the form's case and style; never part of the original.
    """
    return _project(form, tuple(names), fake, category, slips, taken, languages.spoken())


def short_forms(fake: str, taken: frozenset[str]) -> set[str]:
    """Say what nicknames and initials of somebody may become.

    fake (str): The fake name.
    taken (frozenset[str]): Folded words that mean somebody else.
    RETURNS (set[str]): Folded words.
    """
    pieces = [atom.text for atom in atoms(fake)]
    short = {fold(short_form(piece, ending, taken)) for piece in pieces for ending in ("b", "y", "s")}
    first = [fold(piece)[0] for piece in pieces]
    sizes = range(1, min(len(first), _MOST_INITIALS) + 1)
    return short | {"".join(some) for size in sizes for some in permutations(first, size)}


def handles(fake: str) -> set[str]:
    """RETURNS (set[str]): What user names made of a fake name become, folded and without anything between the parts."""
    words = fold_all(fake)
    first, last = words[0], words[-1]
    glued = {"".join(words), first + last, last + first, first[0] + last, last + first[0], first + last[0], first, last}
    return glued if len(words) > 1 else {first}


@lru_cache(maxsize=50_000)
def _project(
    form: str, names: tuple[str, ...], fake: str, category: str, slips: bool, taken: frozenset[str], lang: str
) -> str:
    original, parts = _original(names)._replace(taken=taken), _fake(fake, names)
    first = atoms(form)[:1]
    last = atoms(form)[-1:]
    if not first:
        return parts.parts[0][0]
    # What stands around a name ('-MJ-', '*Mary*') stays.
    before, inside, after = form[: first[0].start], form[first[0].start : last[0].end], form[last[0].end :]
    inside, ending = _without_genitive(inside, original)
    written = _write(inside, original, parts, category, slips)
    words = [fold(word) for word in regex.findall(r"\p{L}+", written)]
    # Single letters between others are no names: the L of 'Anna L. Berg'.
    others = (word for word in words if len(words) == 1 or len(word) > 2)
    if any(word in original.words and len(word) > 1 for word in words) or any(_means(word, taken) for word in others):
        written = _cased(parts.parts[0][0], inside)
    return before + written + ending + after


def _means(word: str, real: frozenset[str]) -> bool:
    """Somebody else is called so, or nearly so."""
    return word in real or bool(real and _near_names(real).find(word))


@lru_cache(maxsize=64)
def _near_names(words: frozenset[str]) -> NearNames:
    return NearNames(words)


def _write(inside: str, original: _Original, fake: _Fake, category: str, slips: bool) -> str:
    pieces = atoms(inside)
    letters = [fold(piece.text) for piece in pieces]
    if len(pieces) > 2 and all(len(letter) == 1 for letter in letters):
        together = "".join(letters)
        if together in original.roles or category == STYLISED:
            between = inside[pieces[0].end : pieces[1].start]
            style = "".join(piece.text for piece in pieces)
            word = _word(style, original, fake, "", slips)
            return between.join(_cased(word.replace("-", ""), style))
    if _are_initials(inside, letters, original, category):
        return _initials(inside, original, fake)
    if len(pieces) == 1:
        return _word(inside, original, fake, category, slips)
    return _words(inside, original, fake, category, slips)


def _words(inside: str, original: _Original, fake: _Fake, category: str, slips: bool) -> str:
    """Several words: each known one becomes the part that it is; particles and strange ones are left out."""
    written, at = "", 0
    used: set[int] = set()
    pieces = atoms(inside)
    for piece in pieces:
        between = inside[at : piece.start]
        at = piece.end
        word = fold(piece.text)
        role = _role(word, original, category)
        if word in word_list("particles") and word not in original.roles:
            continue
        if role is None and len(word) == 1:
            role = next(((i, 0) for i, p in enumerate(original.parts) if p[:1] == word and i not in used), (0, 0))
        if role is None and not _nickname_role(word, original):
            continue
        if len(word) == 1 and role is not None:
            new = _cased(fake.piece(role)[0], piece.text)
        else:
            new = _word(piece.text, original, fake, category, slips)
        used.add(role[0] if role else 0)
        written += (between if written else "") + new
    if not written:
        return _cased(fake.parts[0][0], inside)
    # A full stop after an initial was between the words.
    return written + inside[at:]


def _word(text: str, original: _Original, fake: _Fake, category: str, slips: bool) -> str:
    word = fold(text)
    if word in original.roles:
        return _cased(fake.piece(original.roles[word]), text)
    nick = _nickname_role(word, original)
    if nick is not None or category == NICKNAME:
        return _cased(short_form(fake.piece((nick or 0, 0)), word, original.words, original.taken), text)
    # 'mpoe' is as near to 'poe' as a slip is, and hardly one.
    run = _segments(word, original) if category != MISSPELLED else None
    if run is not None:
        return _glued(text, run, fake)
    if category != GLUED and (role := _near_role(word, original)) is not None:
        part = fake.piece(role)
        meant = next(w for w, r in original.roles.items() if r == role)
        return slipped(meant, text, part) if slips else _cased(part, text)
    if category in (MISSPELLED, STYLISED):
        return _cased(fake.parts[0][0], text)
    if category == GLUED:
        return _cased(fake.parts[0][0] + fake.parts[-1][0], text if not text.istitle() else text.lower())
    return _cased(fake.parts[0][0], text)


def short_form(given: str, like_word: str, *avoid: frozenset[str]) -> str:
    """A nickname of a given name: of the table, or cut off.

    given (str): The fake given name.
    like_word (str): The nickname that it stands for: 'Bobby' ends in a y, 'Rob' does not.
    avoid (frozenset[str]): Folded words that it must not be.
    RETURNS (str): The nickname; the given name itself if it is too short for one.
    """
    name = fold(given)
    soft = like_word[-1:] in ("y", "e", "i")

    # Where the genitive is an 's', a nickname that has one must not become one that takes none.
    bare = languages.of(languages.spoken()).bare_genitive and not like_word.endswith(SILENT_GENITIVE)

    def free(word: str) -> bool:
        return not (bare and word.endswith(SILENT_GENITIVE)) and not any(_means(fold(word), words) for words in avoid)

    alike = (n for n in nicknames_of(given) if n[:1] == name[:1] and len(n) < len(name) and n.isalpha())
    known = [n for n in alike if free(n)]
    known.sort(key=lambda n: ((n[-1] in "yei") != soft, len(n), n))
    if known:
        return known[0].capitalize()
    # Up to the consonant after the first vowel that has one: 'Kristina', 'Kris'.
    cut = next((i for i in range(2, len(name)) if name[i] not in _VOWELS and name[i - 1] in _VOWELS), len(name)) + 1
    if _SHORTEST_NICKNAME <= cut < len(given):
        short = given[:cut] + ("y" if soft and cut + 1 < len(given) else "")
        if free(short) and not _is_another(short, given):
            return short
    return given


def _is_another(short: str, given: str) -> bool:
    """'Han' is a pronoun in Swedish, and 'Erik' is a man: they are not short for 'Hans' and 'Erika'."""
    if languages.spoken() == languages.BASE:
        return False
    man, other = gender_of(PersonName(given=(short,))), gender_of(PersonName(given=(given,)))
    return fold(short) in languages.common_words() or {man, other} == {WOMEN, MEN}


def _are_initials(inside: str, letters: list[str], original: _Original, category: str) -> bool:
    if all(len(letter) == 1 for letter in letters):
        return True
    if len(letters) != 1 or letters[0] in original.roles or len(letters[0]) > _MOST_INITIALS:
        return False
    begins = {part[:1] for part in original.parts}
    return category == INITIALS or (inside.isupper() and begins.issuperset(letters[0]))


def _initials(inside: str, original: _Original, fake: _Fake) -> str:
    """Each letter becomes the initial of the part that it begins; one that begins none takes the next part."""
    left = list(range(len(original.parts)))
    mixed = not inside.isupper() and not inside.islower()
    written = []
    for char in inside:
        if not char.isalpha():
            written.append(char)
            continue
        fitting = [i for i in left if original.parts[i][:1] == fold(char)[:1]]
        if mixed and char.islower() and not fitting:  # 'JvdM': particles have no part of their own
            continue
        part = fitting[0] if fitting else left[0] if left else 0
        if part in left:
            left.remove(part)
        written.append(_cased(fake.piece((part, 0))[0], char))
    return "".join(written) or _cased(fake.parts[0][0][0], inside)


def _role(word: str, original: _Original, category: str) -> tuple[int, int] | None:
    if word in original.roles:
        return original.roles[word]
    return _near_role(word, original) if category == MISSPELLED or len(word) > 2 else None


def _near_role(word: str, original: _Original) -> tuple[int, int] | None:
    """The part that a misspelled word is nearest to, if it is near at all."""
    found = [(distance(word, own), role) for own, role in original.roles.items() if len(own) > 2]
    nearest = min(found, default=None)
    return nearest[1] if nearest and nearest[0] <= max(1, len(word) // 3) else None


def _nickname_role(word: str, original: _Original) -> int | None:
    parts = range(min(original.given, len(original.parts)))
    return next((i for i in parts if original.parts[i] != word and related(word, original.parts[i])), None)


def _segments(word: str, original: _Original) -> list[tuple[str, tuple[int, int]]] | None:
    """A word that is made of names and initials run together: 'marypoe', 'mpoe', 'poemary', 'maryjp'."""
    whole = [w for w in sorted(original.roles, key=len, reverse=True) if len(w) > 1]

    def split(rest: str, found: list[tuple[str, tuple[int, int]]]) -> list[tuple[str, tuple[int, int]]] | None:
        if not rest:
            return found if any(len(text) > 1 for text, _ in found) and len(found) > 1 else None
        for name in whole:
            if rest.startswith(name) and (done := split(rest[len(name) :], [*found, (name, original.roles[name])])):
                return done
        for i, part in enumerate(original.parts):
            used = any(role[0] == i for _, role in found)
            if part[:1] == rest[0] and not used and (done := split(rest[1:], [*found, (rest[0], (i, 0))])):
                return done
        return None

    return split(word, []) if len(word) <= 60 else None


def _glued(text: str, run: list[tuple[str, tuple[int, int]]], fake: _Fake) -> str:
    written, at = "", 0
    for piece, role in run:
        part = fake.piece(role) if len(piece) > 1 else fake.piece(role)[0]
        own = text[at : at + len(piece)]
        written += _cased(part.lower() if own[:1].islower() else part, own)
        at += len(piece)
    return written


def _without_genitive(inside: str, original: _Original) -> tuple[str, str]:
    if found := _GENITIVE.search(inside):
        return inside[: found.start()], found[0]
    word = fold(inside)
    last = fold(atoms(inside)[-1].text)
    # 'Marys', as in Swedish; nobody's name may be meant by it as it is.
    if last.endswith("s") and last not in original.roles and last[:-1] in original.roles and len(word) > 2:
        return inside[:-1], inside[-1]
    return inside, ""


def _cased(part: str, original: str) -> str:
    letters = [c for c in original if c.isalpha()]
    if letters and all(c.isupper() for c in letters) and (len(letters) > 1 or len(part) == 1):
        return part.upper()
    if letters and letters[0].islower():
        return part.lower()
    return part


@lru_cache(maxsize=20_000)
def _original(names: tuple[str, ...]) -> _Original:
    roles: dict[str, tuple[int, int]] = {}
    main = main_name(names)
    count = max(len(main.given), 1)
    parts = (*(main.given or ("",)), *main.core)
    for name in (main, *map(parse_name, names)):
        own = [(i, part) for i, part in enumerate(name.given)] + [(0, part) for part in name.preferred]
        own = [(min(i, count - 1), part) for i, part in own]
        own += [(min(count + i, max(len(parts), count + 1) - 1), part) for i, part in enumerate(name.core)]
        for i, part in own:
            for j, piece in enumerate(atoms(part)):
                for spelled in sorted(spellings(piece.text)):
                    if len(spelled) > 1:
                        roles.setdefault(spelled, (i, j))
    first = tuple(fold(atoms(part)[0].text) if atoms(part) else "" for part in parts)
    return _Original(roles, first, count, own_words(names))


@lru_cache(maxsize=20_000)
def _fake(fake: str, names: tuple[str, ...]) -> _Fake:
    parts = tuple(tuple(atom.text for atom in atoms(word)) for word in fake.split())
    parts = tuple(part for part in parts if part) or ((fake,),)
    return _Fake(parts, min(max(len(main_name(names).given), 1), len(parts)))
