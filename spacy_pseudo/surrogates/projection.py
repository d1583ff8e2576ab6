"""From a written form of a name to the part of the fake name that corresponds to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import regex

from .. import languages
from ..attrs import GLUED, INITIALS, MISSPELLED, NICKNAME, STYLISED
from ..people.drawn_names import LATIN, script_of
from ..people.fake_names import JOINED, without_joined
from ..people.nicknames import related
from ..text.similarity import distance
from ..text.words import Atom, atoms, fold, word_list
from .name_parts import Fake, Original, fake_of, original_of
from .short_names import MOST_INITIALS, means, short_form
from .slips import slipped

_GENITIVE = regex.compile(r"['’`´]s?$|(?<=['’`´])S$", regex.IGNORECASE)
_LOST = regex.compile(r"(?=[\p{L}\p{M}]*[?\ufffd])[\p{L}\p{M}?\ufffd]{2,}")
_CLOSED = {")": "(", "]": "[", "}": "{", "”": "“", "»": "«"}


def project(
    form: str, names: Sequence[str], fake: str, category: str = "", *, slips: bool = False, latin: bool = False,
    taken: frozenset[str] = frozenset(),
) -> str:  # fmt: skip
    """Write the part of a fake name that corresponds to a written form: 'MJ' of 'Mary Jane Poe' is 'AL' of 'Anna Lise'.

    form (str): The form as it is written.
    names (Sequence[str]): The participant's registered names.
    fake (str): The participant's fake name, as `draw_names` made it.
    category (str): The form's category.
    slips (bool): Make the same kind of slip where the form is misspelled.
    latin (bool): Write in Latin letters, whatever the form is written in.
    taken (frozenset[str]): Folded words that mean somebody else: no nickname, initial or slip may become one of them.
    RETURNS (str): Part of the fake name in the form's case and style; never part of the original.
    """
    latin = latin or script_of(form) == LATIN
    return _project(form, tuple(names), fake, category, slips, latin, taken, languages.spoken())


@lru_cache(maxsize=50_000)
def _project(
    form: str, names: tuple[str, ...], fake: str, category: str, slips: bool, latin: bool, taken: frozenset[str],
    lang: str,
) -> str:  # fmt: skip
    original, parts = original_of(names)._replace(taken=taken), fake_of(fake, names, latin)
    form = _mended(form, original)
    first = atoms(form)[:1]
    last = atoms(form)[-1:]
    if not first:
        return parts.parts[0][0]
    # What stands around a name ('-MJ-', '*Mary*') stays.
    before, inside, after = form[: first[0].start], form[first[0].start : last[0].end], form[last[0].end :]
    inside, ending = _without_genitive(inside, original)
    written = _write(inside, original, parts, category, slips)
    words = [fold(word) for word in regex.findall(r"\p{L}+", " ".join(map(without_joined, written.split())))]
    # Single letters between others are no names: the L of 'Anna L. Berg'.
    others = (word for word in words if len(words) == 1 or len(word) > 2)
    if any(word in original.words and len(word) > 1 for word in words) or any(means(word, taken) for word in others):
        written = _cased(parts.parts[0][0], inside)
    return before + written + ending + _without_closed(after, before + written)


def _mended(form: str, original: Original) -> str:
    """Words with lost letters as the names they were: 'Siobh?n' is Siobhán."""

    def meant(found: regex.Match[str]) -> str:
        letters = regex.compile("".join(".{1,2}" if c in "?\ufffd" else regex.escape(c) for c in fold(found[0])))
        word = next((word for word in original.roles if letters.fullmatch(word)), None)
        if word is None:
            return str(found[0])
        own = found[0].strip("?\ufffd")
        return word.upper() if own.isupper() and len(own) > 1 else word if found[0][0].islower() else word.capitalize()

    return str(_LOST.sub(meant, form)) if "?" in form or "\ufffd" in form else form


def _without_closed(after: str, before: str) -> str:
    """A bracket behind a name that has none before it any more was that of a nickname."""
    return "".join(c for c in after if c not in _CLOSED or _CLOSED[c] in before)


def _write(inside: str, original: Original, fake: Fake, category: str, slips: bool) -> str:
    if fold(inside) in original.wholes:
        return fake.whole
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


def _words(inside: str, original: Original, fake: Fake, category: str, slips: bool) -> str:
    """Several words: each known one becomes the part that it is, once; particles and strange ones are left out, unless
    they stand where the given name would: 'Roz Peck'."""
    written, at, done = "", 0, 0
    used: set[tuple[int, int]] = set()
    pieces = atoms(inside)
    roles = [None if _is_joined(inside, p, original) else _role(fold(p.text), original, category) for p in pieces]
    calls = any(role is not None and role[0] < original.given for role in roles)
    for piece, role in zip(pieces, roles, strict=True):
        word, between = fold(piece.text), inside[at : piece.start]
        at = piece.end
        if _is_joined(inside, piece, original) or _is_particle(piece, original, calls=calls):
            continue
        if role is None and len(word) == 1:
            left = (i for i, p in enumerate(original.parts) if p[:1] == word and (i, 0) not in used)
            role = next(((i, 0) for i in left), (0, 0))
        short = role is None
        if role is None:
            if (nick := _nickname_role(word, original)) is None and (calls or word in word_list("titles")):
                continue
            role = (nick or 0, 0)
        place = fake.place(role)
        if place in used or (short and any(part == place[0] for part, _ in used)):
            continue
        used.add(place)
        new = fake.piece(role)
        if len(word) == 1:
            new = new[0]
        elif short:
            new = short_form(new, word, original.words, original.taken)
        elif word not in original.roles:
            new = _word(piece.text, original, fake, category, slips)
        skipped = inside[done : piece.start] != between
        dot = "." if skipped and inside[done : done + 1] == "." else ""
        joint = (dot + " " if skipped else between) if written else ""
        written += joint + _cased(new, piece.text if joint != "-" or inside.islower() or piece.text.isupper() else "")
        done = at
    return written or _cased(fake.parts[0][0], inside)


def _is_joined(inside: str, piece: Atom, original: Original) -> bool:
    """'O' of 'O'Neil', 'al' of 'al-Rashid'."""
    found = JOINED.match(inside, piece.start)
    return found is not None and fold(piece.text) not in original.roles and found.end() > piece.end


def _is_particle(piece: Atom, original: Original, *, calls: bool) -> bool:
    """'van' of 'van den Borgh'; 'Des' where it is short for Desmond is none."""
    word = fold(piece.text)
    if word not in word_list("particles") or word in original.roles:
        return False
    return calls or piece.text.islower() or not original.parts[0].startswith(word)


def _word(text: str, original: Original, fake: Fake, category: str, slips: bool) -> str:
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


def _are_initials(inside: str, letters: list[str], original: Original, category: str) -> bool:
    if all(len(letter) == 1 for letter in letters):
        return True
    if len(letters) != 1 or letters[0] in original.roles or len(letters[0]) > MOST_INITIALS:
        return False
    begins = {part[:1] for part in original.parts}
    return category == INITIALS or (inside.isupper() and begins.issuperset(letters[0]))


def _initials(inside: str, original: Original, fake: Fake) -> str:
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


def _role(word: str, original: Original, category: str) -> tuple[int, int] | None:
    if word in original.roles:
        return original.roles[word]
    return _near_role(word, original) if category == MISSPELLED or len(word) > 2 else None


def _near_role(word: str, original: Original) -> tuple[int, int] | None:
    """The part that a misspelled word is nearest to, if it is near at all."""
    found = [(distance(word, own), role) for own, role in original.roles.items() if len(own) > 2]
    nearest = min(found, default=None)
    return nearest[1] if nearest and nearest[0] <= max(1, len(word) // 3) else None


def _nickname_role(word: str, original: Original) -> int | None:
    parts = range(min(original.given, len(original.parts)))
    return next((i for i in parts if original.parts[i] != word and related(word, original.parts[i])), None)


def _segments(word: str, original: Original) -> list[tuple[str, tuple[int, int]]] | None:
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


def _glued(text: str, run: list[tuple[str, tuple[int, int]]], fake: Fake) -> str:
    written, at = "", 0
    for piece, role in run:
        part = "".join(c for c in fake.piece(role) if c.isalpha())
        part = part if len(piece) > 1 else part[0]
        own = text[at : at + len(piece)]
        written += _cased(part.lower() if own[:1].islower() else part, own)
        at += len(piece)
    return written


def _without_genitive(inside: str, original: Original) -> tuple[str, str]:
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
