"""Greetings and sign-offs on plain text: where they stand, and in which places of them a name may stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from .. import resources
from ..attrs import GREETING, SIGNATURE
from .words import atoms, fold, fold_all

# Kinds of slots, strongest first; what each is worth stands with the other weights.
GREETING_KINDS: Final = ("greeting", "mention", "thanks", "bare")
SIGNATURE_KINDS: Final = (
    "intro", "closing_line", "closing", "dash", "last_line", "closing_far", "last_word", "intro_weak", "line", "footer"
)  # fmt: skip

# Places in which a name is so likely that nothing but an allowlist speaks against it.
STRONG_KINDS: Final = frozenset(
    ("greeting", "mention", "intro", "closing_line", "closing", "dash", "last_line", "closing_far")
)

# A word that is ordinary as well as a given name counts as a name from this many bearers on: Grace, Mark, not So.
_BEARERS = 10_000

# Ordinary words that begin sentences, never nicknames.
_FUNCTION_WORDS: Final = frozenset(
    "the this that these those what which who whom when where why how and but for not you they she her his our any some yes "
    "please one two now then here there just also well maybe perhaps however edit update note question answer help".split()
)
_TAIL_LINES = 14
_LAST_LINES = 8


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


def _either(phrases: Iterable[str]) -> str:
    ordered = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return "(?:" + "|".join(regex.escape(p).replace(r"\ ", r"[ \t]+").replace("'", "['’]") for p in ordered) + ")"


class SalutationRules:
    """The patterns of one language, made from its lists."""

    def __init__(self, lang: str = "en") -> None:
        lists = {
            name: resources.lines(f"{lang}/{name}.txt") or resources.lines(f"en/{name}.txt")
            for name in ("greetings", "thanks", "fillers", "closings", "groups", "titles", "particles", "introductions")
        }
        self.groups = frozenset(fold(line) for line in lists["groups"])
        # Words that greetings and closings are made of, and titles, are no names beside them.
        formulas = ("greetings", "thanks", "closings", "fillers", "introductions", "titles")
        self.formulas = frozenset(word for name in formulas for line in lists[name] for word in fold_all(line) if len(word) > 1)
        self.words = resources.words(lang)
        self.common = resources.common_words(lang)
        self.given = resources.given_names(lang)
        self.titles = frozenset(fold(line) for line in lists["titles"])
        titles = f"(?i:{_either(lists['titles'])}\\b\\.?[ \\t]*)*"
        # A dot belongs to an initial, not to a word: 'Robert G. Grey', but 'Robert Grey. I ...'.
        first = r"(?:[\p{Lu}\p{Lt}\p{Lo}]|[?\ufffd](?=\p{Ll}{2}))"
        upper = rf"(?:{first}\p{{M}}*\.|{first}[\p{{L}}\p{{M}}?\ufffd]*(?:[-'’.‐][\p{{L}}\p{{M}}]+)*)"
        lower = r"(?:\p{Ll}[\p{L}\p{M}]*(?:[-'’]\p{L}[\p{L}\p{M}]*)*)"
        particles = f"(?:(?i:{_either(lists['particles'])})[ \\t]+)"
        run = f"{particles}{{0,2}}{upper}(?:[ \\t]+{particles}{{0,2}}{upper}){{0,3}}"
        spaced = r"\p{L}(?:[ .\-_*~]\p{L}){2,}(?![\p{L}\p{M}])"
        turned = f"{upper},[ \\t]{run}(?:[ \\t]\\({run}\\))?"  # 'Poe, Mary Jane (MJ)'
        name = f"(?P<name>{spaced}|{run}|{lower}(?:[ \\t]{lower})?)"
        mark = r"[\sÂ.,!)(\]\[*~_\-–—\"'”’<>^|/\\]|[:;=8xX][-o^']?[)(DPp/|3]+|\p{So}|\p{Sk}|\p{Emoji_Presentation}|\ufe0f|x+\b"
        tail = f"(?:{mark})*"
        # A name may be glued on: 'thanksMary'.
        not_word = "(?![\\p{Ll}\\p{M}'’])"
        closing = f"(?P<closing>(?i:{_either(lists['closings'])})){not_word}"
        gap = r"[\sÂ,.!:;–—~*/-]*"
        fillers = f"(?:(?i:{_either(lists['fillers'])}){not_word}[ \\t,]*)*"
        greeting = f"(?i:{_either(lists['greetings'])}){not_word}[ \\t,:;–—-]*{fillers}"

        def compiled(pattern: str, flags: int = 0) -> regex.Pattern[str]:
            return regex.compile(pattern, flags | regex.VERSION1)

        opening = r"^[ \t*_\"'“]*"
        self.greeting = compiled(opening + greeting, regex.MULTILINE)
        thanks = f"(?i:{_either(lists['thanks'])}){not_word}[ \\t,:;–—-]*{fillers}"
        thank = f"(?i:thanks|thank[ ]you|thx){not_word}[ \\t,:;–—-]*{fillers}"
        self.thanks = compiled(f"{opening}{thanks}|(?<![\\p{{L}}\\p{{M}}]){thank}", regex.MULTILINE)
        self.title = compiled(titles)
        self.run = compiled(run)
        self.lower = compiled(lower)
        self.bare = compiled(f"{opening}@?{titles}(?P<name>{run})(?=\\s*(?:[,:–—!]|-{{1,2}}[\\s]|\\.\\.)|[ \\t]*\\n)")
        self.mention = compiled(f"(?<![\\w.@])@[ \\t]?(?P<name>{run}|{lower})")
        self.separator = compiled(r"[ \t]*(?:(?P<comma>,)|&|/|\+|(?:and|und|et|och|og|y|e)(?=[ \t]))[ \t]*(?:and[ \t]+)?@?(?:(?i:dear|hi|hello)[ \t]+)?")
        self.list_end = compiled(r"[ \t]*(?:[,!:;.–—-]|&|/|and[ \t]|\n|$)")
        self.closing_line = compiled(f"[ \\t*_>-]*{closing}{gap}{tail}")
        self.closing_inline = compiled(f"(?:^|(?<=[\\s.!?,;)])){closing}{gap}{titles}{name}{tail}$")
        second = f"(?:[ \\t]*(?:and|&|/|\\+)[ \\t]*(?P<second>{run}))?"
        own_line = name.replace("(?P<name>", f"(?P<name>{turned}|", 1)
        self.name_line = compiled(f"[ \\t]*{tail}{titles}{own_line}{second}{tail}")
        self.closing_far = compiled(f"^[ \\t]*{closing}[ \\t,.!:;–—~*-]*\\n\\s*(?P<line>[^\\n]{{1,60}})$", regex.MULTILINE)
        self.lone_line = compiled(f"(?<=\\n\\s*\\n)(?P<line>{run})[ \\t,.!]*(?=\\n[ \\t]*(?:\\n|--)|$)")
        degree = r"(?:Ph\.?[ ]?D|M\.?D|M\.?[ ]?Sc|B\.?Sc|M\.?P\.?H|M\.?A|MBA|RN|FAHA|DDS|EdD|Dipl|Esq|Professor|Prof|Dr|Assistant|Associate)\b"
        self.with_degree = compiled(f"[ \\t]*{titles}(?P<name>{run})[ \\t]*,[ \\t]*{degree}")
        self.name_first = compiled(f"[ \\t]*{tail}{titles}(?P<name>{run})(?=[ \\t]*(?:[,(|/;:]|[-–—][ \\t]|$))")
        self.dash_line = compiled(f"[ \\t]*(?:[-–—~=*_/]{{1,3}})[ \\t]*{titles}{name}{tail}")
        self.last_word = compiled(
            f"(?<=[.!?)…,\\]\"”Â]|[:;]\\s|\\p{{So}}|\\p{{Emoji_Presentation}})[\\s\"'”’)*_–—-]*(?P<name>{run}|\\p{{Ll}}){tail}$"
        )
        self.last_bare = compiled(f"(?<=[\\p{{Ll}}\\d][ \\t])(?P<name>{upper}(?:[ \\t]+{upper})?){tail}$")
        self.postscript = compiled(r"^[ \t]*(?i:p\.?[ ]?s\.?)(?![\p{L}\p{M}])", regex.MULTILINE)
        strong = [line for line in lists["introductions"] if line.split()[-1] not in ("am", "is", "i'm", "im", "i’m")]
        strong += [line for line in lists["introductions"] if "name" in line]
        weak = [line for line in lists["introductions"] if line not in strong]
        self.intro = compiled(f"\\b(?i:{_either(strong)})[ \\t,:\"'“]+{titles}(?P<name>{run}|{lower})")
        self.intro_weak = compiled(f"\\b(?i:{_either(weak)})[ \\t]+(?P<name>{run})")

    def plausible(self, word: str, *, strict: bool = False) -> bool:
        """Judge whether a word may be a name where a name is expected.

        word (str): The word as written.
        strict (bool): Rare words are ordinary, too.
        RETURNS (bool): It is a usual given name, or no ordinary word.
        """
        folded = fold(word)
        if folded in self.formulas or folded in self.groups:
            return self.given.get(folded, 0) >= _BEARERS and folded not in self.titles
        if word.isupper() and 1 < len(word) <= 3 and not strict:  # initials
            return True
        if folded in (self.words if strict else self.common) and word.isascii():
            return self.given.get(folded, 0) >= _BEARERS
        return folded not in ("a", "i")

    def possible(self, word: str) -> bool:
        """RETURNS (bool): The word may be a name where it stands alone in a name's place, even if it is ordinary."""
        folded = fold(word)
        return self.plausible(word) or (
            word.istitle() and len(word) > 2 and folded not in self.formulas | self.groups | _FUNCTION_WORDS
        )


@lru_cache(maxsize=8)
def rules_for(lang: str = "en") -> SalutationRules:
    """RETURNS (SalutationRules): The patterns of a language; English ones where a language has none."""
    return SalutationRules(lang)


def find_salutations(text: str, *, lang: str = "en") -> list[Salutation]:
    """Find greetings and sign-offs.

    text (str): A message.
    lang (str): The language whose lists are used.
    RETURNS (list[Salutation]): In order of the text; each slot stands in one salutation only.
    """
    rules = rules_for(lang)
    found: list[Salutation] = []
    taken: list[tuple[int, int]] = []
    candidates = [*_signatures(text, rules), *_greetings(text, rules)]
    for salutation in candidates:
        slots = tuple(s for s in salutation.slots if not any(s.start < e and b < s.end for b, e in taken))
        if slots:
            taken.extend((s.start, s.end) for s in slots)
            found.append(salutation._replace(slots=slots))
    return sorted(found)


# --- Greetings ------------------------------------------------------------------------------------------------------


def _greetings(text: str, rules: SalutationRules) -> Iterator[Salutation]:
    for kind, pattern in (("greeting", rules.greeting), ("thanks", rules.thanks)):
        for m in pattern.finditer(text):
            slots = tuple(Slot(s, e, kind) for s, e in _people(text, m.end(), rules, strict=kind == "thanks"))
            if slots:
                start = m.start() + len(m.group()) - len(m.group().lstrip())
                yield Salutation(start, slots[-1].end, GREETING, slots)
    for m in rules.mention.finditer(text):
        yield Salutation(m.start(), m.end("name"), GREETING, (Slot(*m.span("name"), "mention"),))
    start = _first_line(text)
    bare = rules.bare.match(text, start)
    if bare:
        people = _people(text, bare.start("name"), rules, strict=True)
        if people:
            slots = tuple(Slot(s, e, "bare") for s, e in people)
            yield Salutation(slots[0].start, slots[-1].end, GREETING, slots)


def _first_line(text: str) -> int:
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip()
        if line and not line.startswith(">"):
            return at
        at = end + 1
    return len(text)


def _people(text: str, at: int, rules: SalutationRules, *, strict: bool = False) -> list[tuple[int, int]]:
    """The names that follow one another from a place on: 'Mary, Bob and Dr Grey'. Strict: no lower-case names."""
    people: list[tuple[int, int]] = []
    listed = False
    while len(people) < 8:
        if at < len(text) and text[at] == "@":
            at += 1
        at = rules.title.match(text, at).end()
        run = rules.run.match(text, at)
        span = None
        if run:
            end = run.end()
            words = atoms(run.group())
            if not words or (len(words[0].text) == 1 and strict):
                break
            alone = not strict and len(words) == 1 and rules.list_end.match(text, end)
            if not rules.plausible(words[0].text) and not (alone and rules.possible(words[0].text)):
                break
            if not listed or (rules.list_end.match(text, end) and all(rules.plausible(w.text) for w in words)):
                span = (at, end)
        else:
            word = rules.lower.match(text, at)
            if word and _lower_name(text, word, rules, strict=strict):
                span = word.span()
        if span is None:
            break
        people.append(span)
        joint = rules.separator.match(text, span[1])
        if not joint:
            break
        listed = joint["comma"] is not None
        at = joint.end()
    return people


def _lower_name(text: str, word: regex.Match[str], rules: SalutationRules, *, strict: bool) -> bool:
    folded = fold(word.group())
    if not rules.plausible(folded) or len(folded) < 2:
        return False
    ends = rules.list_end.match(text, word.end()) is not None
    return folded in rules.given and ends if strict else folded in rules.given or ends


# --- Sign-offs ------------------------------------------------------------------------------------------------------


def _signatures(text: str, rules: SalutationRules) -> Iterator[Salutation]:
    postscript = None
    for postscript in rules.postscript.finditer(text):
        pass
    for end in [len(text)] if postscript is None else [postscript.start(), len(text)]:
        yield from _sign_off(text, _tail(text, end), rules)
    if "\n" in text:
        for kind, pattern in (("closing_far", rules.closing_far), ("line", rules.lone_line)):
            for m in pattern.finditer(text):
                slots = _name_line(text, *m.span("line"), kind, rules)
                if slots and (kind == "closing_far" or _all_plausible(text, slots, rules)):
                    yield Salutation(m.start(), slots[-1].end, SIGNATURE, slots)
    for kind, pattern in (("intro", rules.intro), ("intro_weak", rules.intro_weak)):
        for m in pattern.finditer(text):
            first = fold(atoms(m["name"])[0].text)
            if rules.plausible(first) and (kind == "intro" or (first in rules.given and first not in rules.words)):
                yield Salutation(m.start(), m.end("name"), SIGNATURE, (Slot(*m.span("name"), kind),))


def _tail(text: str, end: int) -> list[tuple[int, int]]:
    """The last lines that are not empty and not quoted, stripped, in order."""
    lines: list[tuple[int, int]] = []
    while end > 0 and len(lines) < _TAIL_LINES:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end]
        stripped = line.strip()
        if stripped and not stripped.startswith(">"):
            offset = start + line.index(stripped[0])
            lines.append((offset, offset + len(stripped)))
        end = start - 1
    return lines[::-1]


def _sign_off(text: str, lines: list[tuple[int, int]], rules: SalutationRules) -> Iterator[Salutation]:
    for i in range(len(lines) - 1, -1, -1):
        start, end = lines[i]
        slots: tuple[Slot, ...] = ()
        closing = rules.closing_line.fullmatch(text, start, end)
        if closing and i + 1 < len(lines):
            slots = _name_line(text, *lines[i + 1], "closing_line", rules)
            footer = lines[i + 2 :]
        elif not closing:
            inline = rules.closing_inline.search(text, max(start, end - 120), end)
            if inline and _name_like(inline["name"], rules):
                slots = (Slot(*inline.span("name"), "closing"),)
                start = inline.start("closing")
            footer = lines[i + 1 :]
        if slots:
            yield Salutation(start, slots[-1].end, SIGNATURE, slots)
            yield from _footer(text, footer, rules)
            return
    block = _closing_block(text, lines)
    for i, (start, end) in enumerate(block):
        dash = rules.dash_line.fullmatch(text, start, end)
        if dash and _name_like(dash["name"], rules):
            slots = (Slot(*dash.span("name"), "dash"),)
        else:
            slots = _name_line(text, start, end, "last_line", rules)
            slots = slots if _all_possible(text, slots, rules) else ()
        if slots:
            yield Salutation(start, slots[-1].end, SIGNATURE, slots)
            yield from _footer(text, block[i + 1 :], rules)
            return
    if lines:
        start, end = lines[-1]
        last = rules.last_word.search(text, max(start, end - 80), end)
        last = last or rules.last_bare.search(text, max(start, end - 60), end)
        slots = (Slot(*last.span("name"), "last_word"),) if last else ()
        if slots and _all_plausible(text, slots, rules):
            yield Salutation(slots[0].start, slots[0].end, SIGNATURE, slots)


def _all_possible(text: str, slots: tuple[Slot, ...], rules: SalutationRules) -> bool:
    words = [atom.text for slot in slots for atom in atoms(text[slot.start : slot.end])]
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
    line = rules.name_line.fullmatch(text, start, end)
    if line and _name_like(line["name"], rules):
        second = (Slot(*line.span("second"), kind),) if line["second"] else ()
        return (Slot(*line.span("name"), kind), *second)
    weak = kind in ("last_line", "line", "closing_far")
    first = (rules.with_degree if weak else rules.name_first).match(text, start, end)
    if first and _name_like(first["name"], rules):
        return (Slot(*first.span("name"), kind),)
    return ()


def _closing_block(text: str, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The short lines after the last sentence."""
    at = len(lines)
    while at > max(0, len(lines) - _LAST_LINES):
        line = text[slice(*lines[at - 1])]
        words = line.count(" ") + 1
        if words > 7 or (words >= 4 and line[-1] in ".?!:;,"):
            break
        at -= 1
    return lines[at:] if at else lines[1:]


def _footer(text: str, lines: list[tuple[int, int]], rules: SalutationRules) -> Iterator[Salutation]:
    for start, end in lines:
        first = rules.name_first.match(text, start, end) or rules.name_line.fullmatch(text, start, end)
        if first and _name_like(first["name"], rules):
            slot = Slot(*first.span("name"), "footer")
            yield Salutation(slot.start, slot.end, SIGNATURE, (slot,))
