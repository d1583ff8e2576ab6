"""The grammar of the lines above an essay or a report: cells, labels, and lists of people.

line := cell (separator cell)*; cell := label people | people | anything else; people := person (',' person)*"""

from __future__ import annotations

from typing import Final, NamedTuple

import regex

from .. import languages
from . import sign_offs
from .person_names import LOOSE_WORD, SMALL_WORD, either, run, words_of
from .salutation_rules import SalutationRules, rules_for
from .thresholds import KNOWN, KNOWN_SURNAME, USUAL
from .words import by_language, fold, fold_all, small_words, stop_words, word_list

# What a label says of the names after it: one of them wrote the text; those who did something together; others.
AUTHOR: Final = "author"
TEAM: Final = "team"
OTHER: Final = "other"
_LISTS: Final = {OTHER: "role_labels", TEAM: "team_labels", AUTHOR: "bylines"}

_CELL_ENDS: Final = regex.compile(
    r"[ \t]*[|•·¦][ \t]*|[ \t]+(?:/|[-–—]{1,3})[ \t]+|[ \t]*\t[ \t]*|[ ]{3,}"
    r"|[ ]+(?=\p{Lu}{0,5}-?\d{1,5}\p{L}?[ \t]*$)"  # 'Mary Poe 9B'
)
_MARKS: Final = r"[ \t*_#>\"“”(\[\-–—~=•·+]*(?:\d{1,2}[.)][ \t]+)?"
_OPENING: Final = regex.compile(_MARKS)
_RULE: Final = regex.compile(r"[ \t]*[-–—_*=~]+[ \t]*")
_CLOSING: Final = ' \t*_#"“”)-–—~=.\r'
_NUMBER: Final = r"(?:[ \t]*\#?[ \t]?\d{1,3}|[ \t]+[A-Z](?=[ \t]*:)|[ \t]+(?P<called>\p{Lu}\p{L}+)(?=[ \t]*:))?"
_REMARK: Final = r"(?:[ \t]*\([^()\n]{1,40}\))?"
# Within so many characters and words a label begins.
_FEW, _FEW_WORDS = 60, 4
# Names have no more particles and conjunctions between them.
_SMALL_WORDS: Final = 6
# Shorter words of a title have no capital.
_SHORT: Final = 3
_YEAR: Final = r"(?:\(?\d{4}\)?,?[ \t]+)?"


class Person(NamedTuple):
    """Where a name stands, and whether a title stands before it."""

    start: int
    end: int
    titled: bool = False


class Label(NamedTuple):
    """What stands before names.

    kind (str): Whose names they are.
    end (int): Where they begin.
    below (bool): They may stand in the lines below.
    part (bool): It is a part of one name: 'Surname'.
    colon (bool): A colon says that something follows.
    """

    kind: str
    end: int
    below: bool
    colon: bool
    part: bool = False


class BylineGrammar:
    """The patterns of one language."""

    def __init__(self) -> None:
        self.rules: Final[SalutationRules] = rules_for()
        self._kinds = {
            line.lower(): kind
            for kind, name in _LISTS.items()
            for line in languages.own_and_base(name, languages.spoken())
        }
        # A quick look at a few words spares most lines the patterns.
        self._first_words = frozenset(fold_all(label)[0] for label in self._kinds if fold_all(label)) | {"c"}
        self._headings = word_list("heading_words")
        self._bare = {AUTHOR: small_words("before_author"), OTHER: small_words("before_role")}
        self._bare[TEAM] = self._bare[AUTHOR]
        self._places = word_list("school_words") | self._headings
        headings = rf"(?:(?i:{either(self._headings)})[ \t]+){{0,3}}"
        colon = r"(?P<colon>[:=]|[.…_]{3,})[ \t*_]*"
        end = rf"(?:\(s\))?{_NUMBER}{_REMARK}[ \t*_]*(?:{colon}|(?P<end>$)|(?P<blank>(?<=[ \t]){_YEAR}))"
        self._label = regex.compile(rf"{_MARKS}{headings}(?P<label>(?i:{either(self._kinds)})){end}")
        # 'Exchange report of Mary Poe'
        own = [label for label in self._kinds if label.split()[-1] in small_words("of_work") and " " in label]
        own = [label for label in own if fold(label.split()[0]) in self._headings]
        self._late = regex.compile(rf"{_MARKS}(?:\p{{L}}+[ \t]+){{1,2}}(?P<label>(?i:{either(own)}))[ \t]+")
        word = rf"{LOOSE_WORD}(?![\p{{L}}\p{{M}}\d])(?![ \t]*:)"
        titles = rf"(?P<titles>(?:(?i:{either(word_list('titles'))})\b\.?[ \t]*){{0,4}})"
        after = rf"(?:,?[ \t]+(?i:{either(word_list('suffixes'))})\b\.?)*{_REMARK}"
        name = run(word, 3)
        small = rf"{SMALL_WORD}(?:[ \t]+{SMALL_WORD}){{0,2}}(?![\p{{L}}\p{{M}}\d])"
        self._person = regex.compile(rf"{titles}[*_\"“]*(?P<name>{name}){after}")
        self._small = regex.compile(rf"(?P<name>{small})\.?{_REMARK}")
        self._turned = regex.compile(rf"{titles}(?P<name>{run(word, 2)},[ \t]*{run(word, 2)}){after}[*_ \t]*$")
        conjunction = rf"(?:{either(small_words('and'))}|&)(?=[ \t])"
        self._between = regex.compile(rf"[ \t]*(?:,(?:[ \t]*{conjunction})?|[;&+/]|{conjunction})[ \t]*")
        follows = either(small_words("after_author"))
        self._ends = regex.compile(rf"[ \t*_\"”]*(?:[,;|(–—.]|-[ \t]|[ \t]{{2}}|\d|(?:{follows})[ \t]|\w+[ \t]*:|$)")
        self.declared = regex.compile(
            rf"(?<!\w)(?i:{either(small_words('myself') | small_words('undersigned'))}),[ \t]"
            rf"(?:(?i:{either(small_words('undersigned'))}),?[ \t])?(?P<name>{name}),[ \t\n](?=\p{{Ll}})"
        )

    # --- Cells and labels ---

    def cells(self, text: str, start: int, end: int) -> list[tuple[int, int]]:
        """RETURNS (list[tuple[int, int]]): What a line holds beside each other."""
        found, at = [], start
        for gap in _CELL_ENDS.finditer(text, start, end):
            found.append((at, gap.start()))
            at = gap.end()
        found.append((at, end))
        return [(s, e) for s, e in found if text[s:e].strip()]

    def label(self, text: str, start: int, end: int) -> Label | None:
        """RETURNS (Optional[Label]): What a cell begins with, if names may follow."""
        words = fold_all(text[start : min(end, start + _FEW)])[:_FEW_WORDS]
        if self._first_words.isdisjoint(words) and "©" not in text[start:end]:
            return None
        found = self._label.match(text, start, end)
        if found:
            label = found["label"].lower()
            kind = self._kinds[label]
            if found["called"] and kind != TEAM:  # 'Team Otter: Mary Poe, Robert Grey', not 'Student Adviser: Mary Poe'
                return None
            bare = label in self._bare[kind] or label.split()[-1] in self._bare[kind]
            if found["colon"] or found["end"] is not None or bare:
                colon, part = bool(found["colon"]), label in small_words("name_parts")
                return Label(kind, found.end(), colon or bare, colon, part)
        late = self._late.match(text, start, end)
        return Label(AUTHOR, late.end(), False, False) if late else None

    def heading(self, text: str, start: int, end: int) -> int | None:
        """RETURNS (Optional[int]): Where what stands after words that only head a page begins: 'ESSAY 2 Mary Poe',
        'Journal entry, Mary Poe'."""
        words = list(regex.finditer(r"[\p{L}\p{M}]+", text[start:end]))
        known = 0
        while known < len(words) and fold(words[known][0]) in self._headings:
            known += 1
        if not 0 < known < len(words):
            return None
        between = text[start + words[known - 1].end() : start + words[known].start()]
        divided = "," in between or ":" in between or any(map(str.isdigit, between))
        return start + words[known].start() if divided else None

    def behind_heading(self, text: str, start: int, end: int) -> list[Person]:
        """RETURNS (list[Person]): Who is named after words that only head a page, be it by the first name."""
        at = self.heading(text, start, end)
        found = [] if at is None else self.only_people(text, at, end, labelled=True)
        names = (text[one.start : one.end] for one in found)
        return found if all(self.is_known(name) or self.rules.usual(fold(name)) for name in names) else []

    def is_title(self, text: str) -> bool:
        """RETURNS (bool): A line is written as titles are: 'The Causes of the War'."""
        words = [word for word in text.split() if len(word) > _SHORT and word[0].isalpha()]
        return bool(words) and all(word[0].isupper() for word in words) and not self.rules.formula(text.split()[0])

    def heads(self, text: str) -> bool:
        """RETURNS (bool): A short text is a course, a date, a number, a school or what somebody hands in."""
        return any(map(str.isdigit, text)) or not self._places.isdisjoint(fold_all(text))

    # --- People ---

    def people(self, text: str, label: Label, end: int) -> list[Person]:
        """RETURNS (list[Person]): Who is named after a label."""
        found, stop = self._listed(text, label.end, end, small=label.kind == AUTHOR and label.colon)
        if not found or not self._ends.match(text, stop, end):
            return []
        name = text[found[0].start : found[0].end]
        sure = label.colon or found[0].titled or len(words_of(name)) > 1 or self.rules.given.get(fold(name), 0) >= USUAL
        # 'by Amazon', which goes on
        return found if sure or not text[stop:end].strip(_CLOSING) else []

    def only_people(self, text: str, start: int, end: int, *, labelled: bool) -> list[Person]:
        """RETURNS (list[Person]): Those whose names make up a cell; nobody if there is more in it."""
        if sum(word[0].islower() for word in text[start:end].split()) > _SMALL_WORDS:  # a line of running text
            return []
        opening = _OPENING.match(text, start, end)
        at = opening.end() if opening else start
        found, stop = self._listed(text, at, end)
        if text[stop:end].strip(_CLOSING):
            return []
        # '-- Mary --'
        decorated = _RULE.fullmatch(text, start, at) and _RULE.fullmatch(text, stop, end)
        if labelled or (decorated and text[at:stop].strip().istitle()) or all(one.titled for one in found):
            return found
        return found if all(self.is_known(text[one.start : one.end]) for one in found) else []

    def _listed(self, text: str, at: int, end: int, *, small: bool = False) -> tuple[list[Person], int]:
        turned = self._turned.match(text, at, end)
        if turned and self._is_turned(turned["name"]):
            return [Person(turned.start("name"), turned.end("name"), bool(turned["titles"]))], turned.end()
        found: list[Person] = []
        stop = at
        while one := self._person.match(text, at, end):
            if not self._is_called(one["name"], titled=bool(one["titles"])):
                break
            found.append(Person(one.start("name"), one.end("name"), bool(one["titles"])))
            stop = one.end()
            between = self._between.match(text, stop, end)
            if between is None:
                break
            at = between.end()
        if not found and small and (one := self._small.match(text, at, end)) and self._is_small(one["name"]):
            return [Person(*one.span("name"))], one.end()
        return found, stop

    def _is_turned(self, name: str) -> bool:
        last, first = name.split(",", 1)
        shouted = last.isupper() and not first.isupper()
        whole = self.rules.full_name(f"{first.strip()} {last}")
        return whole and (shouted or sign_offs.is_turned(name, self.rules))

    def _is_called(self, name: str, *, titled: bool) -> bool:
        """Where only names stand: no ordinary words, unless they are names of many."""
        words = words_of(name)
        first, given = fold(words[0]), self.rules.given
        if not self._headings.isdisjoint(map(fold, words)) and given.get(first, 0) < USUAL:
            return False
        if sum(len(word) > 1 for word in words) > 1:
            usual = self.rules.usual(first) and stop_words().isdisjoint(map(fold, words))
            return usual or self.rules.full_name(name)
        word = max(words, key=len)
        if len(word) < 2 or self.rules.formula(word):
            return False
        if given.get(fold(word), 0) >= USUAL:
            return True
        place = fold(word) in languages.proper_words() and not titled
        return self.rules.plausible(word, strict=True) and not place

    def _is_small(self, name: str) -> bool:
        first, *rest = fold_all(name)
        known = self.rules.given.get(first, 0) >= KNOWN and first not in self.rules.words
        return (known or self.rules.usual(first)) and all(
            len(word) == 1 or word in languages.surnames() or word not in self.rules.words for word in rest
        )

    def is_known(self, name: str, *, surname: bool = False) -> bool:
        """Judge whether a name is one where nothing announces it.

        name (str): The name.
        surname (bool): A surname alone will do.
        RETURNS (bool): It is a full name, and a part of it is known, or none of it means anything else.
        """
        words = [fold(word) for word in words_of(name) if len(word) > 1]
        strange = not any(word in self.rules.words or word in languages.proper_words() for word in words)
        if len(words) == 1 and surname:
            return strange and name[0].isupper() and languages.surnames().get(words[0], 0) >= KNOWN_SURNAME
        return self.rules.full_name(name) and (strange or self.rules.named(name))


@by_language
def byline_grammar(lang: str) -> BylineGrammar:
    """RETURNS (BylineGrammar): That of the language of the messages at hand."""
    return BylineGrammar()
