"""Places of a message that speak for its author or for whom it answers, beyond what a word says by itself."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from .. import languages
from ..attrs import INITIALS, MISSPELLED, PART
from ..text import cues
from ..text.lexing import Prose
from ..text.person_names import either
from ..text.quote_tags import TAG, find_tags
from ..text.salutation_rules import rules_for
from ..text.salutations import BYLINE, GREETING_KINDS, PAIRED, QUOTED, QUOTED_GREETING, QUOTED_KINDS, Slot
from ..text.speaker_labels import LABEL, find_labels
from ..text.thresholds import USUAL
from ..text.words import (
    Atom,
    atoms,
    by_language,
    fold,
    fold_all,
    is_blank,
    is_title,
    native,
    small_words,
    word_list,
)
from ..text.zones import is_foreign, own_end, own_start
from .context import Surroundings
from .form_table import Claim
from .forms import FULL, GIVEN, HANDLE, LETTER, LETTERS, NICK
from .index import FormIndex, Found
from .pieces import Pieces
from .voices import Voices

_MARKS: Final = " \t\r\n.,!?;:)(*~_-–—\"'”’^<>|/\\Â\u00a0"
_BLANKS: Final = " \t\u00a0Â"  # a non-breaking one in a wrong encoding, too
_ONLY_MARKS: Final = re.compile(f"[{re.escape(_MARKS)}]*")
_NEAR: Final = 40  # characters
_SPEAKS = re.compile(r" (?:I|i|I'm|i'm|I’m|[Jj]ag)(?![^\W\d_])")  # after a name, somebody goes on
_IN_BRACKETS = re.compile(r"^\s*\([^()]{1,40}\)")  # where somebody is from, how old they are
# After the last word of what is quoted: no further line of it that is not blank.
_QUOTE_ENDS = re.compile(r"[ \t.!,;)–—-]{0,9}(?:\Z|\n[ \t>|]{0,99}(?:\n|\Z)|\n(?![ \t]*[>|]))")
_GLUED_ON = re.compile(r"(?<=[a-zåäö])[A-ZÅÄÖ][a-zåäö]{3,}\Z")
_SHORTEST: Final = 3
_INITIALS = re.compile("[A-Z]{2,3}")
_SIGNATURE: Final = 200
_DASHES: Final = (" - ", " – ", " — ", " : ", " --")
_BELOW: Final = ("dash", "last_line", "last_word", "line", "footer", PAIRED, BYLINE)
_VOCATIVE: Final = (",", "!", ":", "-", "\n")


def apart(text: str, item: Found) -> bool:
    """RETURNS (bool): A mark or a line's end stands before it, or a word of a closing: 'thanks may'."""
    before = text[max(0, item.start - _NEAR) : item.start].rstrip(_BLANKS)
    words = atoms(before[-12:])
    lost = text[max(0, item.start - 2) : item.start] == "  "  # what is left of a line's end
    return before[-1:] in _MARKS or lost or (bool(words) and rules_for().closes(words[-1].text))


def signs(slot: Slot) -> bool:
    """RETURNS (bool): Whoever speaks signs here."""
    return slot.kind not in GREETING_KINDS and slot.kind not in (TAG, LABEL, QUOTED_GREETING)


def place_of(slot: Slot) -> str:
    """RETURNS (str): What a mention's place is called: greeting, signature, footer, or header of a quotation or of what
    somebody says in a transcript."""
    if slot.kind == "footer":
        return "footer"
    if slot.kind in (TAG, LABEL):
        return "header"
    return "greeting" if slot.kind in (*GREETING_KINDS, QUOTED_GREETING) else "signature"


def is_cited(slot: Slot, around: Surroundings, index: FormIndex) -> bool:
    """RETURNS (bool): A full name below a message that no closing announces is that of whom its author quotes, if the
    author's own full name is known: '-- Oscar Wilde'."""
    author = around.author
    known = author is not None and index.kinship.has_surname(author) and author not in index.kinship.open_people
    return known and slot.kind in _BELOW


def own_edges(text: str, starts: Sequence[int]) -> tuple[int, ...]:
    """RETURNS (tuple[int, ...]): The numbers of the first and the last word that the author wrote, given where words
    begin; none if all is quoted."""
    first, last = bisect_left(starts, own_start(text)), bisect_left(starts, own_end(text)) - 1
    return (first, last) if first <= last else ()


def edge(text: str, item: Found, around: Surroundings) -> Slot | None:
    """RETURNS (Optional[Slot]): A name's place, if its owner is expected there: the author at the end, who is answered
    at the beginning, and whoever is quoted at the end of what is quoted."""
    kinds = (FULL, GIVEN, NICK, HANDLE, *((LETTERS,) if _set_off(text, item) else ()))
    people = {claim.participant for claim in item.claims if claim.kind in kinds}
    word = item.words[0]
    if is_foreign(text, item.start):  # who is quoted neither signs nor is written to, but may have signed
        line = text[text.rfind("\n", 0, item.start) + 1 : item.start].lstrip()
        # Without marks, all of it may be the author's after all: whatever ends the message is replaced, too.
        own = around.author in people and line[:1] not in (">", "|") and _ONLY_MARKS.fullmatch(text, item.end)
        signed = people and (own or is_title(text[item.start : item.end])) and _QUOTE_ENDS.match(text, item.end)
        set_off = not line.strip(" \t>|") or apart(text, item)
        return Slot(item.start, item.end, QUOTED) if signed and set_off else None
    first, end = own_start(text), own_end(text)
    last = end - item.end < 2 * _NEAR and not _IN_BRACKETS.sub("", text[item.end : end]).strip(_MARKS)
    surface = text[item.start : item.end]
    ordinary = native(surface) and (word in languages.common_words() or cues.dated(text, item.start, item.end, word))
    if around.author in people and (not ordinary or apart(text, item)) and (last or _signs_off(text, item)):
        return Slot(item.start, item.end, "last_word")
    if cues.function_word(word):  # 'So, I think'
        return None
    if around.parent in people and item.start - first < _NEAR and not text[first : item.start].strip(_MARKS):
        following = text[item.end : item.end + 2].lstrip(" ")[:1]
        following = following if following in _VOCATIVE else text[item.end : item.end + 1]
        if text[item.end : item.end + 3] in _DASHES:
            following = "-"
        goes_on = following == " " and _SPEAKS.match(text, item.end) and word not in word_list("auxiliaries")
        if following in _VOCATIVE or goes_on or (not ordinary and following in (" ", "")):
            return Slot(item.start, item.end, "bare")
    return None


def _set_off(text: str, item: Found) -> bool:
    """Initials stand on the last line, or before a comma at the beginning."""
    if is_blank(text, own_start(text), item.start):
        return text[item.end : item.end + 1] in (",", "-", ":", "\n")
    if not _ONLY_MARKS.fullmatch(text, item.end, max(item.end, own_end(text))):
        return False
    return text[: item.start].rstrip(_BLANKS + "-–—")[-1:] == "\n"


def _signs_off(text: str, item: Found) -> bool:
    """A signature in a text that has lost its lines: '... above.  Mary  --  Mary Calder, Hydrology'."""
    if text[item.start - 1 : item.start] == "\n" and fold_all(text[item.end : item.end + _NEAR])[:1] == item.words:
        return text[item.end : item.end + 1] == "\n"  # above the whole name
    if own_end(text) - item.end > _SIGNATURE or not apart(text, item):
        return False
    after = text[item.end : item.end + 12]
    following = after.lstrip()
    return following[:1] in ("-", "–", "—", "*", "|") or following[:4] == "http" or after[:2].isspace()


def _fits_too(person: str, word: str, item: Found, around: Surroundings, index: FormIndex) -> bool:
    """A name of others who do not write here may be the first name, or a short one, of whom one expects."""
    here = any(around.in_thread(claim.participant) for claim in item.claims)
    if here:  # an initial alone says little where somebody writes who is known by the name
        return index.kinship.begins_handle(person, word)
    return index.kinship.completes(person, word, least=USUAL)


def related(
    prose: Prose,
    slots: Sequence[Slot],
    found: Sequence[Found],
    around: Surroundings,
    voices: Voices,
    index: FormIndex,
) -> list[Found]:
    """RETURNS (list[Found]): Words that nobody is known by, in a place of whoever speaks or is spoken to, to whose
    names they are related."""
    pieces = index.pieces(prose)
    edges_at = own_edges(prose.text, pieces.starts)
    last = edges_at[-1] if edges_at else -1
    places = list(zip(edges_at, (around.parent, around.author), strict=False))
    for slot in slots:
        number = bisect_left(pieces.starts, slot.start)
        if number <= last or slot.kind in QUOTED_KINDS:
            voice = voices.at(slot.start)
            places.append((number, voice.speaker if signs(slot) else voice.addressee))
    known = {item.start: item for item in found}
    related = []
    for at, (number, person) in enumerate(places):
        edges = at < len(edges_at)  # no slot, only the first or the last word
        if person is None:
            continue
        atom, word = pieces.atom(number), pieces.words[number]
        if edges and number == last and (glued := _GLUED_ON.search(atom.text)):  # 'helps you allMayr'
            atom, word = Atom(atom.start + glued.start(), atom.end, glued[0]), fold(glued[0])
        if atom.start in known:  # somebody else's name, but it fits whom one expects here as well
            item = known[atom.start]
            claimed = any(claim.participant == person for claim in item.claims)
            if len(item.words) == 1 and not claimed and _fits_too(person, word, item, around, index):
                related.append(item._replace(claims=(*item.claims, Claim(person, PART, NICK))))
            continue
        item = Found(atom.start, atom.end, (word,), ())
        ordinary = word in languages.words() and native(atom.text)
        alone = number == last and atom.text.istitle() and apart(prose.text, item)
        # 'Cam, I read it' in an answer to Cameron
        called = at == 0 and atom.text.istitle() and prose.text[atom.end : atom.end + 1] == ","
        usual = languages.given_names().get(word, 0) >= USUAL and word not in word_list("persons")
        fits = alone or not ordinary or (called and usual)
        relation = index.kinship.relation(person, (word,), loose=True) if fits else None
        if relation is not None and relation[1] not in (LETTER, LETTERS):
            related.append(item._replace(claims=(Claim(person, relation[0], NICK, index.weights.unseen(relation[0])),)))
    related += _tagged(prose.text, known.keys(), around, index)
    related += _labelled(prose.text, known.keys(), around, index)
    related += _listed(prose.text, known.keys(), around, index)
    related += _opening(pieces, edges_at, known.keys(), prose.text, around, index)
    related += _greeted(prose.text, slots, known.keys(), around, index)
    taken = known.keys() | {item.start for item in related}
    return [*related, *_addressed(prose, slots, taken, around, index)]


def _tagged(text: str, taken: Collection[int], around: Surroundings, index: FormIndex) -> Iterator[Found]:
    """Initials of whom one answers, or else of one person of the thread, before quoted lines: 'MJP> ', 'PM> '."""
    for slot in find_tags(text):
        word = fold(text[slot.start : slot.end])
        if slot.start in taken or not text[slot.start : slot.end].isupper() or not 1 < len(word) < 5:
            continue
        fitting = _with_initials(word, around, index) or _with_letters(word, around, index)
        fitting = fitting & {around.parent} or fitting
        if len(fitting) == 1:
            yield Found(slot.start, slot.end, (word,), (Claim(min(fitting), INITIALS, LETTERS),))


def _labelled(text: str, taken: Collection[int], around: Surroundings, index: FormIndex) -> Iterator[Found]:
    """Initials before what somebody says in a transcript, 'AD: ', of people of the thread, or else of one at all."""
    for slot in find_labels(text):
        word = fold(text[slot.start : slot.end])
        if slot.start in taken or not text[slot.start : slot.end].isupper() or not 1 < len(word) < 5:
            continue
        fitting = {person for person in index.kinship.alike(word) if index.kinship.has_initials(person, word)}
        here = {person for person in fitting if around.in_thread(person)}
        if here or len(fitting) == 1:
            claims = tuple(Claim(person, INITIALS, LETTERS) for person in sorted(here or fitting))
            yield Found(slot.start, slot.end, (word,), claims)


def _listed(text: str, taken: Collection[int], around: Surroundings, index: FormIndex) -> Iterator[Found]:
    """Initials that stand in a row, 'lunch? MK, RB and TN', and each fits somebody of the thread. Three and more that
    fit just one person each, wherever that is, may be accounts and receipts: they are left, and told."""
    for row in _initials_in_a_row().finditer(text):
        places = [(m.start() + row.start(), fold(m[0])) for m in _INITIALS.finditer(row[0])]
        people = []
        for _, word in places:
            fitting = {person for person in index.kinship.alike(word) if index.kinship.has_initials(person, word)}
            here = {person for person in fitting if around.in_thread(person)}
            people.append(here or (fitting if len(fitting) == 1 and len(places) >= _SHORTEST else set()))
        if not all(people) or any(start in taken or word in word_list("abbreviations") for start, word in places):
            continue
        near = all(around.in_thread(person) for fitting in people for person in fitting)
        for (start, word), fitting in zip(places, people, strict=True):
            kind = NICK if near else LETTERS
            claims = tuple(Claim(person, INITIALS, kind) for person in sorted(fitting))
            yield Found(start, start + len(word), (word,), claims)


@by_language
def _initials_in_a_row(lang: str) -> re.Pattern[str]:
    joint = rf"(?:[ ]?[,/&+][ ]?|,?[ ](?:{either(small_words('and'))})[ ])"
    return re.compile(rf"(?<![\w&/.-]){_INITIALS.pattern}(?:{joint}{_INITIALS.pattern})+(?![\w&/-])")


def _with_initials(word: str, around: Surroundings, index: FormIndex) -> set[str]:
    """Who writes in the thread besides the author, and has these initials."""
    here = {person for person in index.kinship.alike(word) if around.in_thread(person) and person != around.author}
    return {person for person in here if index.kinship.has_initials(person, word)}


def _with_letters(word: str, around: Surroundings, index: FormIndex) -> set[str]:
    """Who writes in the thread besides the author, and has these initials in any order, one of a surname: 'SV' of
    Mary Stone-Vane."""
    found = set()
    for person in around.posts:
        first, last = index.kinship.initials(person)
        if person != around.author and set(word) <= first | last and not last.isdisjoint(word):
            found.add(person)
    return found


def _greeted(
    text: str, slots: Sequence[Slot], taken: Collection[int], around: Surroundings, index: FormIndex
) -> Iterator[Found]:
    """Initials of one person of the thread, where somebody is greeted or thanked who is not answered: 'Hi MP,'."""
    for slot in slots:
        written = text[slot.start : slot.end]
        word = fold(written)
        letters = written.isupper() and written.isalpha() and 1 < len(word) < 5
        if slot.kind not in GREETING_KINDS or slot.start in taken or not letters or word in word_list("abbreviations"):
            continue
        fitting = _with_initials(word, around, index)
        if len(fitting) == 1:
            yield Found(slot.start, slot.end, (word,), (Claim(min(fitting), INITIALS, NICK),))


def _opening(
    pieces: Pieces, edges: Sequence[int], taken: Collection[int], text: str, around: Surroundings, index: FormIndex
) -> Iterator[Found]:
    """Three initials or more of one person of the thread, before a colon or a comma at the beginning: 'MJP: I see'."""
    atom, word = (pieces.atom(edges[0]), pieces.words[edges[0]]) if edges else (None, "")
    if atom is None or atom.start in taken or not (atom.text.isupper() and _SHORTEST <= len(word) < 5):
        return
    if text[atom.end : atom.end + 1] not in (":", ",") or word in word_list("abbreviations"):
        return
    here = [person for person in sorted(around.posts) if person != around.author]
    fitting = [
        p for p in here if index.kinship.has_initials(p, word) and set(word[:-1]) <= index.kinship.initials(p)[0]
    ]
    if len(fitting) == 1:
        yield Found(atom.start, atom.end, (word,), (Claim(fitting[0], INITIALS, NICK),))


def _addressed(
    prose: Prose, slots: Sequence[Slot], taken: Collection[int], around: Surroundings, index: FormIndex
) -> Iterator[Found]:
    """Words that nobody is known by, where somebody is greeted, and which are slips of somebody's first name."""
    for slot in slots:
        first = atoms(prose.text[slot.start : slot.end])[:1] if slot.kind in GREETING_KINDS else []
        if not first or slot.start + first[0].start in taken or not is_title(first[0].text):
            continue
        word, start = fold(first[0].text), slot.start + first[0].start
        known = languages.given_names().get(word, 0) >= USUAL or word in languages.proper_words()
        ordinary = word in languages.words()
        alone = slot.kind != "thanks" and prose.text[slot.end : slot.end + 1] in (",", "!", ":")
        if len(word) < _SHORTEST + ordinary or known or (ordinary and not alone):
            continue
        claims = index.slips_of(word)
        near = [c for c in claims if around.in_thread(c.participant)]
        if not ordinary:
            near = near or [c for c in claims if c.participant in around.session] or list(claims)
        if near:
            yield Found(
                start, start + len(first[0].text), (word,), tuple(c._replace(category=MISSPELLED) for c in near)
            )
