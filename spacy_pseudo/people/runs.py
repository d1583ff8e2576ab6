"""Names of several words: what belongs together, and what shows that another person is meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import regex

from .. import languages
from ..attrs import REGISTERED
from ..text.lexing import Prose
from ..text.person_names import WORD, ends_sentence, patterns_of_names
from ..text.ranges import resolve
from ..text.salutation_rules import rules_for
from ..text.similarity import near
from ..text.thresholds import BEARERS
from ..text.words import atoms, fold, stop_words, word_list
from ..text.zones import in_header
from .form_table import Claim
from .forms import FULL, GIVEN, LETTERS, NICK, SURNAME, TABLE
from .index import FormIndex, Found
from .kinship import is_second_name

_FIRST = (GIVEN, NICK, TABLE)
_PLAIN_GAP = regex.compile(r"[ \t\u00a0]+|[-‐]|\.[ \t]?")
_NEXT_CAPITAL = regex.compile(r"[ ](\p{Lu}\p{Ll}+)")
_LAST_CAPITAL = regex.compile(r"(?<![\p{L}\p{M}'’])(\p{Lu}\p{Ll}+)[ ]$")
# What a scanner made of names in headers: 'Poe, Mary 3', and 'Pee' of 'Pee, Mary J'; a surname in small letters.
_DIGIT_AFTER = regex.compile(r"[ ]\d(?=[ ]*(?:[;<(\r\n]|\Z))")
_LISTED_BEFORE = regex.compile(rf"(?<=[:;][ ])({WORD}),[ ]$")
_SMALL_AFTER = regex.compile(r"[ ](\p{Ll}{5,})(?![\p{L}'’])")
_INITIAL_GLUED = regex.compile(r"(\p{Lu})(?![\p{L}\p{M}\d])")
_SAINT = regex.compile(r"(?<!\p{L})St\.[ ]$")
# Before a first name they make a place or an office of it.
_NOT_OURS = frozenset("saint st virgin hail santa san king queen pope president lake sankt drottning kung".split())


def join_runs(prose: Prose, found: Sequence[Found], index: FormIndex) -> list[Found]:
    """RETURNS (list[Found]): Forms in order of the text, without overlaps; those that name one person in one go are
    joined, with the initials that belong to them."""
    joined: list[Found] = []
    for item in found:
        for before in range(len(joined) - 1, max(len(joined) - 3, -1), -1):
            both = _join(prose.text, joined[before], item)
            if both is not None:
                joined[before:] = [both]
                break
        else:
            joined.append(item)
    whole = [_with_end(prose.text, _with_initials(prose.text, item, index), index) for item in joined]
    return resolve(whole) if any(a.end > b.start for a, b in pairwise(whole)) else whole


def _with_end(text: str, item: Found, index: FormIndex) -> Found:
    """The dot of 'Robert G.', the bracket of 'Poe, Mary J. (MJ)' and the suffix of 'Poe III' are part of the name."""
    end, names = item.end, patterns_of_names()
    if len(item.words) > 1:
        initial = len(item.words[-1]) == 1 and text[end - 1].isupper() and text[end : end + 1] == "."
        middle = None if initial or "," not in text[item.start : end] else names.initial_after.match(text, end)
        end = middle.end() if middle else end + initial  # 'Poe, Mary J.'
        if "," in text[item.start : end] and in_header(text, item.start) and (digit := _DIGIT_AFTER.match(text, end)):
            end = digit.end()
        inside = names.called_after.match(text, end)
        if inside and _owns_all(item.claims[0].participant, inside["called"], index):
            end = inside.end()
    if any(claim.kind in (FULL, SURNAME) for claim in item.claims):
        suffix = names.suffix_after.match(text, end)
        end = suffix.end() if suffix else end
    return item._replace(end=end)


def _owns_all(person: str, inside: str, index: FormIndex) -> bool:
    return all(index.kinship.owns(person, fold(atom.text)) for atom in atoms(inside))


def _join(text: str, a: Found, b: Found) -> Found | None:
    """Two parts of one name; what stands between them may be somebody else's as well: 'Poe, Mary Jane (MJ)',
    'Mary "Bob" Poe', 'Mary Robert Poe'."""
    if b.start - a.end > 40 or ends_sentence(text, a.words[-1], a.end):
        return None
    gap = text[a.end : b.start]
    bracket = gap[-1:] == "(" and text[b.end : b.end + 1] == ")" and patterns_of_names().turned.fullmatch(gap)
    if bracket:
        b = b._replace(end=b.end + 1)
    elif not patterns_of_names().between.fullmatch(gap):
        return None
    kinds_b = {claim.participant: claim for claim in b.claims}
    claims = []
    for claim in a.claims:
        other = kinds_b.get(claim.participant)
        if other is None:
            continue
        complete = (claim.kind in _FIRST and other.kind == SURNAME) or (claim.kind == SURNAME and other.kind in _FIRST)
        if {claim.kind, other.kind} == {LETTERS, SURNAME}:  # 'MJ Poe'; 'Poe MJ' is cited, if not in a header
            complete = gap == " " and (claim.kind == LETTERS or in_header(text, a.start))
        same_side = claim.kind in _FIRST and other.kind in _FIRST and a.words != b.words
        if complete or (same_side and _PLAIN_GAP.fullmatch(gap)):
            kind = FULL if complete else GIVEN
            claims.append(Claim(claim.participant, REGISTERED, kind, max(claim.confidence, other.confidence)))
    if not claims:
        return None
    return Found(a.start, b.end, a.words + b.words, tuple(claims), a.surface or b.surface)


def _with_initials(text: str, item: Found, index: FormIndex) -> Found:
    """'M. J. Poe' and 'Mary P.' are one name; initials also tell people of one name apart."""
    kinds = {claim.kind for claim in item.claims}
    whole = None
    if SURNAME in kinds or FULL in kinds:
        whole = _with_first_name(text, item, index)
    if whole is None and not kinds.isdisjoint(_FIRST):
        whole = _with_last_initial(text, item, index) or _with_misread_surname(text, item, index)
    return item if whole is None else whole


def _with_misread_surname(text: str, item: Found, index: FormIndex) -> Found | None:
    """'Mary poee', and 'Pee, Mary J' in a header: whoever has the given name, and the initial."""
    small = _SMALL_AFTER.match(text, item.end)
    if small and small[1] not in languages.words():
        own = index.kinship.own
        surnames = {c.participant: [v for v in own(c.participant).values() if v.kind == SURNAME] for c in item.claims}
        slips = [c for c in item.claims if any(near(fold(small[1]), v.words[0]) for v in surnames[c.participant])]
        if slips:
            return _whole(item, slips, end=small.end())
    if len(item.words) < 2 or len(item.words[-1]) > 1 or len(item.claims) > 1 or not in_header(text, item.start):
        return None
    listed = _LISTED_BEFORE.search(text, max(0, item.start - 36), item.start)
    return _whole(item, item.claims, start=listed.start()) if listed and not index.claims((fold(listed[1]),)) else None


def _with_first_name(text: str, item: Found, index: FormIndex) -> Found | None:
    kin, names = index.kinship, patterns_of_names()
    before = names.initials_before.search(text, max(0, item.start - 36), item.start)
    if before:
        letter = fold(before[1][0])
        fitting = [c for c in item.claims if letter in kin.initials(c.participant)[0]]
        # 'J. Mary Poe' is Mary Poe, whatever else her names are.
        fitting = fitting or [c for c in item.claims if c.kind == FULL]
        if fitting:
            return _whole(item, fitting, start=before.start())
    if not any(claim.kind == SURNAME for claim in item.claims):
        return None
    turned = names.initials_after.match(text, item.end)
    if turned and in_header(text, item.start):
        letters = {fold(atom.text)[0] for atom in atoms(turned[1])}
        fitting = [c for c in item.claims if letters & kin.initials(c.participant)[0]]
        if fitting:
            return _whole(item, fitting, end=turned.end())
    name = names.name_before.search(text, max(0, item.start - 30), item.start)
    fitting = [c for c in item.claims if name and kin.completes(c.participant, fold(name[1]))]
    return _whole(item, fitting, start=name.start()) if name and fitting else None


def _with_last_initial(text: str, item: Found, index: FormIndex) -> Found | None:
    small, names = text[item.start : item.end].islower(), patterns_of_names()
    if small and item.words[-1] in languages.words():  # 'may b'
        return None
    glued = None if small else _INITIAL_GLUED.match(text, item.end)  # 'MaryP'
    after = glued or (names.small_initial_after if small else names.initial_after).match(text, item.end)
    if not after or _surname_next(text, after.end()):
        return None
    letter, initials = fold(after[1]), index.kinship.initials
    fitting = [c for c in item.claims if letter in initials(c.participant)[1]]
    return _whole(item, fitting, end=after.end()) if fitting else None


def _whole(item: Found, claims: Sequence[Claim], *, start: int | None = None, end: int | None = None) -> Found:
    """A longer name, which is a full one."""
    start, end = item.start if start is None else start, item.end if end is None else end
    return item._replace(start=start, end=end, claims=tuple(claim._replace(kind=FULL) for claim in claims))


def _surname_next(text: str, at: int) -> bool:
    """'Mary P. Larkspur' is nobody called Mary P."""
    word = patterns_of_names().word_after.match(text, at)
    return word is not None and fold(word[1]) not in languages.words()


def in_a_title(prose: Prose, item: Found, index: FormIndex) -> bool:
    """RETURNS (bool): A capitalised word right beside a first name makes something else of it ('Super Mary', 'Mary
    Party'): it is nobody's name, no formula, no word that begins a sentence."""
    rules = rules_for()
    after = _NEXT_CAPITAL.match(prose.text, item.end)
    if after and not rules.formula(after[1]):
        return not index.claims((fold(after[1]),))
    before = _LAST_CAPITAL.search(prose.text, max(0, item.start - 30), item.start)
    if not before or rules.formula(before[1]) or index.claims((fold(before[1]),)):
        return False
    word = fold(before[1])
    if prose.starts_sentence(before.start(1)):
        return word not in languages.words()
    # A word that is on no list makes nothing of it: 'the Padlet Mary made'.
    lists = (languages.words(), languages.given_names(), languages.surnames(), languages.proper_words())
    return word not in stop_words() and any(word in known for known in lists)


def other_person(prose: Prose, item: Found, index: FormIndex, *, slot: bool) -> tuple[int, int] | None:
    """See whether the neighbours of a single name make it somebody else's: 'Arthur C. Clarke', 'Larry Poe'.

    prose (Prose): The prepared text.
    item (Found): A form of one person.
    index (FormIndex): The index.
    slot (bool): It stands where a message addresses somebody or is signed; then only a known surname counts.
    RETURNS (Optional[tuple[int, int]]): Start and end of the whole name, None if there is nothing of the kind.
    """
    text, names = prose.text, patterns_of_names()
    kinds = {claim.kind for claim in item.claims}
    people = {claim.participant for claim in item.claims}
    if FULL in kinds:
        return None
    after = names.surname_after.match(text, item.end) if kinds & set(_FIRST) else None
    if after and _is_surname(prose, item, after, index, slot=slot):
        return item.start, after.end()
    if not slot and SURNAME not in kinds and _SAINT.search(text, max(0, item.start - 5), item.start):
        return item.start - 4, item.end
    small = text[item.start].islower()
    before = None if slot or small else names.name_before.search(text, max(0, item.start - 30), item.start)
    if before:
        words, given = languages.words(), languages.given_names()
        word = fold(before[1])
        own = any(index.kinship.resembles(person, word) for person in people)
        # 'Thanks Mary Robert': two of us.
        beside = SURNAME not in kinds and any(claim.kind in _FIRST for claim in index.claims((word,)))
        wished = SURNAME not in kinds and word in word_list("calendar")  # 'Happy Christmas Mary!'
        if own or beside or wished or word in word_list("titles") or before[1].isupper():
            return None
        # 'Larry Poe' is not Mary Poe, and 'Santa Maria' or 'Saint Paul' nobody of us; but 'Moodle Mary' is Mary.
        named = word in given or (word in languages.surnames() and SURNAME not in kinds)
        if named and word not in words and (SURNAME in kinds or not prose.starts_sentence(before.start())):
            return before.start(), item.end
        nobodys = word not in words and given.get(word, 0) >= BEARERS
        if SURNAME not in kinds and (word in _NOT_OURS or nobodys):  # 'James Dean' begins a sentence
            return before.start(), item.end
    return None


def _is_surname(prose: Prose, item: Found, after: regex.Match[str], index: FormIndex, *, slot: bool) -> bool:
    """What follows a first name is a surname, and nobody's of those who may be meant."""
    word = fold(after[2].split("-")[0])
    initial = len(after.group()) > len(after[1]) + len(after[2]) + 1
    if after[2].isupper() and not prose.text[item.start : item.end].isupper():  # shouted
        return False
    if any(index.kinship.resembles(claim.participant, word) for claim in item.claims):
        return False
    if word in word_list("calendar") or any(c.kind in (GIVEN, NICK) for c in index.claims((word,))):
        return False
    if is_second_name(word):
        return False
    known = word in languages.surnames()
    if slot:
        return known and word not in languages.words()
    return initial or word not in languages.words() or (known and word not in languages.common_words())
