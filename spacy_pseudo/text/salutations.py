"""Greetings and sign-offs on plain text: where they stand, and in which places of them a name may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import regex

from .. import languages
from ..attrs import GREETING, SIGNATURE
from . import sign_offs
from .addressing import find_addresses, people_from
from .bylines import AUTHOR, find_bylines
from .contacts import named_contacts
from .formulas import PIECE, end_of
from .introductions import find_introductions
from .lexing import Text, lasting
from .line_ends import lined
from .ranges import Ranges
from .salutation_rules import Closing, SalutationRules, line_words, rules_for
from .thresholds import BEARERS, USUAL
from .words import atoms, fold, word_list
from .zones import foreign, is_foreign, own_end, unmarked

# Kinds of slots, strongest first; what each is worth stands with the other weights.
GREETING_KINDS: Final = ("greeting", "mention", "thanks", "bare")
SIGNATURE_KINDS: Final = (
    "intro", "closing_line", "closing", "dash", "last_line", "closing_far", "last_word", "intro_weak", "paired",
    "byline", "line", "footer",
)  # fmt: skip

# A full name beside an address, wherever it stands.
PAIRED: Final = "paired"
# Who is said to have written it.
BYLINE: Final = "byline"
# A sign-off, or a greeting, in somebody else's message, forwarded or below an answer.
QUOTED: Final = "quoted"
QUOTED_GREETING: Final = "quoted greeting"
QUOTED_KINDS: Final = (QUOTED, QUOTED_GREETING)

# Places in which a name is so likely that nothing but an allowlist speaks against it.
STRONG_KINDS: Final = frozenset(
    ("greeting", "mention", "intro", "closing_line", "closing", "dash", "last_line", "closing_far")
)

# Lines that nothing announces as a signature.
_UNPROMPTED = ("last_line", "line")
_POSTSCRIPT = re.compile(r"^[ \t]*[Pp]\.? ?[Ss]\b", re.MULTILINE)
_INITIALS = re.compile(r"(?:[.!?)][ \t]{1,3}|^[ \t]*)(?P<name>[A-Z]{1,3})[ \t]*$", re.MULTILINE)
# How far from the end of a line a closing may stand before a name.
_WINDOW = 120
_BLANKS = re.compile(r"[ \t]*")
_LINE_MARKS = re.compile(r"[ \t*_>-]*")
_THANK = re.compile(r"thank|thx|tack", re.IGNORECASE)


class Slot(NamedTuple):
    """A place in which a name may stand: a run of words, not yet judged."""

    start: int
    end: int
    kind: str


class Salutation(NamedTuple):
    start: int
    end: int
    label: str
    slots: tuple[Slot, ...]


def find_salutations(text: str, *, lang: str | None = None) -> list[Salutation]:
    """Find greetings and sign-offs.

    text (str): A message.
    lang (Optional[str]): The language whose lists are used; None for that of the messages at hand.
    RETURNS (list[Salutation]): In order of the text; each slot stands in one salutation only.
    """
    lang = languages.spoken() if lang is None else lang
    with languages.speaking(lang):
        return _found(lined(Text.of(text, lang)))


@lasting
def _found(text: Text) -> list[Salutation]:
    return _salutations(text, rules_for())


def _salutations(message: str, rules: SalutationRules) -> list[Salutation]:
    text = unmarked(message)
    found: list[Salutation] = []
    # Whoever is named beside the author neither signs nor is greeted there.
    taken = Ranges((start, end) for start, end, role in find_bylines(message) if role != AUTHOR)
    for salutation in (*_signatures(message, text, rules), *_greetings(message, text, rules)):
        free = [slot for slot in salutation.slots if not taken.touch(slot.start, slot.end)]
        if "\t" in text:  # cells of a table are no name
            free = [slot for slot in free if "\t" not in text[slot.start : slot.end]]
        slots = tuple(_trimmed(text, slot, rules) for slot in free)
        if slots:
            for slot in slots:
                taken.add(slot.start, slot.end)
            if is_foreign(message, salutation.start):  # whoever greets or signs here, it is not the author
                kind = QUOTED_GREETING if salutation.label == GREETING else QUOTED
                slots = tuple(slot._replace(kind=kind) for slot in slots)
            found.append(salutation._replace(slots=slots))
    return sorted(found)


def _trimmed(text: str, slot: Slot, rules: SalutationRules) -> Slot:
    """A question mark after a name that is known stands for no lost letter, and a degree is no part of a name."""
    name = text[slot.start : slot.end]
    if name[-1] == "?":
        whole = name.rstrip("?")
        known = whole and rules.given.get(fold(atoms(whole)[-1].text), 0) >= BEARERS
        return slot._replace(end=slot.start + len(whole)) if known else slot
    words = name.split()
    while len(words) > 2 and words[-1][0].isupper() and fold(words[-1].strip(".,")) in word_list("suffixes"):
        name = name[: name.rindex(words.pop())].rstrip(" ,")
    return slot._replace(end=slot.start + len(name))


def _slot(match: regex.Match[str], kind: str, group: str = "name") -> Slot:
    return Slot(match.start(group), match.end(group), kind)


def _greetings(message: str, text: str, rules: SalutationRules) -> Iterator[Salutation]:
    for start, kind, people in find_addresses(message, text, rules):
        slots = tuple(Slot(first, last, kind) for first, last in people)
        yield Salutation(start, slots[-1].end, GREETING, slots)


# --- Sign-offs ------------------------------------------------------------------------------------------------------


def _signatures(message: str, text: str, rules: SalutationRules) -> Iterator[Salutation]:
    own = own_end(message)
    postscripts = [m.start() for m in _POSTSCRIPT.finditer(text, 0, own)]
    for end in (*postscripts[-1:], own):
        yield from _sign_off(text, sign_offs.tail(message, end), rules)
    above = next((start for start, _ in foreign(message) if text[:start].strip()), own)
    # Who answers below what is quoted may have signed above it, and anybody above a block that ends the message.
    for end in (*((above,) if above < own else ()), *sign_offs.blocks(message, own)):
        for signed in _sign_off(text, sign_offs.tail(message, end), rules):
            if all(slot.kind in STRONG_KINDS or _are_initials(text, slot) for slot in signed.slots):
                yield signed
    block = sign_offs.signature_block(message, own)
    if block is not None:
        slots = _name_line(text, *block, "last_line", rules)
        if slots and _all_possible(text, slots, rules):
            yield Salutation(slots[0].start, slots[-1].end, SIGNATURE, slots)
    for start, end, _ in named_contacts(message):
        yield Salutation(start, end, SIGNATURE, (Slot(start, end, PAIRED),))
    if "\n" in text:
        for start, end, role in find_bylines(message):
            if role == AUTHOR:
                yield Salutation(start, end, SIGNATURE, (Slot(start, end, BYLINE),))
        yield from _lines_within(text, rules)
    for start, place, kind in find_introductions(message, text, rules):
        yield Salutation(start, place[1], SIGNATURE, (Slot(*place, kind),))


def _are_initials(text: str, slot: Slot) -> bool:
    return slot.end - slot.start < 4 and text[slot.start : slot.end].isupper()


def _lines_within(text: str, rules: SalutationRules) -> Iterator[Salutation]:
    """Names on lines of their own that are not at the end: something was pasted below the signature."""
    for at, word in line_words(text):
        near = word in rules.closing_words
        far = rules.closing_at(rules.closing_far, text, end_of(_BLANKS, text, at)) if near else None
        start, end = far.after.span("line") if far else (at, at)
        slots = _name_line(text, start, end, "closing_far", rules) if far else ()
        if slots:
            yield Salutation(at, slots[-1].end, SIGNATURE, slots)
    for lone in rules.lone_line.finditer(text):
        slots = _name_line(text, lone.start("line"), lone.end("line"), "dash" if lone["dash"] else "line", rules)
        if slots and _all_plausible(text, slots, rules):
            yield Salutation(slots[0].start, slots[-1].end, SIGNATURE, slots)


def _sign_off(text: str, lines: list[tuple[int, int]], rules: SalutationRules) -> Iterator[Salutation]:
    for i in range(len(lines) - 1, -1, -1):
        start, end = lines[i]
        closings = rules.closing_formulas.places(text, max(start, end - _WINDOW), end)
        if not closings:
            continue
        slots: tuple[Slot, ...] = ()
        footer = lines[i + 1 :]
        begin = end_of(_LINE_MARKS, text, start)
        short = end - start < sign_offs.LONG_LINE
        closing = rules.closing_at(rules.closing_line, text, begin, end) if short else None
        place = closing.after["place"] if closing else None
        if place and any(rules.usual(fold(atom.text)) for atom in atoms(place)):
            closing = None  # 'love from Mary', 'regards from Oslo, Mary'
        inline = None if closing else sign_offs.inline_closing(text, closings, end, rules)
        if closing and footer:
            slots = _name_line(text, *footer[0], "closing_line", rules)
            footer = footer[1:]
        elif inline and _name_like(inline.after["name"], rules) and not _thanks_somebody(text, inline, footer, rules):
            after = inline.after
            of_name = after["place"] and rules.usual(fold(atoms(after["place"])[0].text))
            slots = (Slot(after.start("place" if of_name else "name"), after.end("name"), "closing"),)
            start = inline.start
        if slots:
            yield Salutation(start, slots[-1].end, SIGNATURE, slots)
            yield from _footer(text, footer, rules)
            return
    block = sign_offs.closing_block(text, lines) or sign_offs.only_line(text, lines)
    for i, (start, end) in enumerate(block):
        dash = rules.dash_line.fullmatch(text, start, end)
        if dash and _name_like(dash["name"], rules):
            slots = (_slot(dash, "dash"),)
        else:
            slots = tuple(_trimmed(text, slot, rules) for slot in _name_line(text, start, end, "last_line", rules))
            slots = slots if _all_possible(text, slots, rules) else ()
        if slots:
            yield from _initials_above(text, lines, slots[0])
            yield Salutation(start, slots[-1].end, SIGNATURE, slots)
            yield from _footer(text, block[i + 1 :], rules)
            return
    if lines and _ends_in_name(text, *lines[-1], rules):
        start, end = lines[-1]
        last = rules.last_word.search(text, max(start, end - 80), end)
        last = last or rules.last_bare.search(text, max(start, end - 60), end)
        # What somebody asks about does not sign: 'who is Robert?'
        if last and last["name"][-1] != "?" and not sign_offs.is_object(text, last.start("name"), rules):
            slot = _last_word(last, rules)
            if slot and _all_plausible(text, (slot,), rules):
                yield Salutation(slot.start, slot.end, SIGNATURE, (slot,))


def _initials_above(text: str, lines: list[tuple[int, int]], name: Slot) -> Iterator[Salutation]:
    """'... so it is. MP', and below it the whole name."""
    above = [line for line in lines if line[1] <= name.start]
    m = _INITIALS.search(text, max(above[-1][0], above[-1][1] - 8), above[-1][1]) if above else None
    if m and m["name"][0] == text[name.start]:
        yield Salutation(m.start("name"), m.end(), SIGNATURE, (Slot(m.start("name"), m.end("name"), "last_word"),))


def _last_word(last: regex.Match[str], rules: SalutationRules) -> Slot | None:
    """In small letters it is a usual name, one letter, or initials, which speak only for whom they fit."""
    name = last["name"]
    if not name.islower() or len(name) == 1 or rules.usual(fold(name)):
        return _slot(last, "last_word")
    return _slot(last, "line") if len(name) < 4 else None


def _thanks_somebody(text: str, inline: Closing, below: list[tuple[int, int]], rules: SalutationRules) -> bool:
    """'Thanks Mary!' before further sentences, before another name, or with a mark of its own is no sign-off."""
    closing, after = text[inline.start : inline.end], inline.after
    if PIECE.findall(closing)[0].lower() not in rules.either_words:
        return False
    plain = not after["gap"].strip()
    goes_on = any(sign_offs.is_sentence(text[start:end]) for start, end in below)
    if not plain:
        return goes_on and not text[: inline.start].strip()
    if not below and not text[: inline.start].strip():
        return True
    signed = [_name_line(text, start, end, "last_line", rules) for start, end in below[:2]]
    others = [slots[0] for slots in signed if slots]
    other = bool(others)
    return goes_on or other or bool(after["mark"] and _THANK.match(closing))


def _ends_in_name(text: str, start: int, end: int, rules: SalutationRules) -> bool:
    """A quick look at the last two words: is one capitalised, short, or a usual name?"""
    last = PIECE.findall(text, max(start, end - 40), end)[-2:]
    if any(word[0].isupper() or len(word) < 4 for word in last) or not text[max(start, end - 40) : end].isascii():
        return True
    return bool(last) and rules.usual(last[-1])


def _all_possible(text: str, slots: tuple[Slot, ...], rules: SalutationRules) -> bool:
    words = [atom.text for slot in slots for atom in atoms(text[slot.start : slot.end])]
    words = [*words[:1], *(word for word in words[1:] if len(word) > 1)]  # the A of 'Rob A' is an initial
    if len(words) > 1 and len(slots) == 1 and rules.full_name(text[slots[0].start : slots[0].end]):
        return True
    return all(map(rules.plausible, words)) or (len(words) == 1 and rules.possible(words[0]))


def _all_plausible(text: str, slots: tuple[Slot, ...], rules: SalutationRules) -> bool:
    words = (atom.text for slot in slots for atom in atoms(text[slot.start : slot.end]))
    return all(rules.plausible(word, strict=True) for word in words)


def _name_like(name: str, rules: SalutationRules) -> bool:
    words = atoms(name)
    if not words:
        return False
    if words[0].text[0].islower() and len(words[0].text) > 1:
        return len(words) <= 2 and rules.plausible(words[0].text)
    return any(rules.plausible(w.text) for w in words) or (len(words) == 1 and rules.possible(words[0].text))


def _name_line(text: str, start: int, end: int, kind: str, rules: SalutationRules) -> tuple[Slot, ...]:
    """The one or two people whose names make up a line, or begin it before a comma or a bracket."""
    end = min(end, start + sign_offs.LONG_LINE)
    if "," in text[start:end]:
        several = _signers(text, start, end, rules)
        if several:
            return tuple(Slot(s, e, kind) for s, e in several)
    line = rules.name_line.fullmatch(text, start, end)
    if line and "," in line["name"] and not sign_offs.is_turned(line["name"], rules):
        line = None
    if line and _name_like(line["name"], rules) and (kind not in _UNPROMPTED or _capital_or_given(line["name"], rules)):
        second = (_slot(line, kind, "second"),) if line["second"] else ()
        return (_slot(line, kind), *second)
    weak = kind in (*_UNPROMPTED, "closing_far")
    first = (rules.with_degree if weak else rules.name_first).match(text, start, end)
    if first and _name_like(first["name"], rules):
        return (_slot(first, kind),)
    if kind in _UNPROMPTED and line and len(line["name"]) < 4 and rules.plausible(line["name"], strict=True):
        return (_slot(line, "line"),)  # initials in small letters
    placed = rules.placed.fullmatch(text, start, end) if weak else None
    if placed and rules.usual(fold(atoms(placed["name"])[0].text)):
        return (_slot(placed, "line"),)
    return ()


def _signers(text: str, start: int, end: int, rules: SalutationRules) -> list[tuple[int, int]]:
    """The people of 'Mary, Robert and Fergus', if all of them have usual names."""
    people = people_from(text[:end], start, rules)
    if len(people) < 2 or text[people[-1][1] : end].strip(" \t.,!"):
        return []
    bearers = [rules.given.get(fold(atoms(text[s:e])[0].text), 0) for s, e in people]
    return people if bearers[0] >= BEARERS and min(bearers) >= USUAL else []


def _capital_or_given(name: str, rules: SalutationRules) -> bool:
    """Where no closing stands before it, a name in small letters must be one given name: not 'déjà vu'."""
    return not name[0].islower() or len(name) == 1 or fold(name) in rules.given


def _footer(text: str, lines: list[tuple[int, int]], rules: SalutationRules) -> Iterator[Salutation]:
    for start, end in lines:
        first = rules.name_first.match(text, start, end) or rules.name_line.fullmatch(text, start, end)
        if first and _name_like(first["name"], rules):
            slot = _slot(first, "footer")
            yield Salutation(slot.start, slot.end, SIGNATURE, (slot,))
