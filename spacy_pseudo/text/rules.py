"""Rules over classes of words, as data: what is found, by what stands before it, in it and after it.

A file of rules holds definitions and rules, one to a line; an indented line goes on with the one before, and `#` begins
a comment.

    SOMEBODY = PRONOUN | WHOSE WORD{0,2} KIN      # a name for a pattern, to be used below
    never    TALE                                 # nothing is found in a text in which this occurs
    unless   SAMPLE IN{0,24} []                   # what stands around no hit of the rules below ...
    always                                        # ... up to here
    0        SOMEBODY BEING [NUM] OF              # no hit, and no later rule is asked: 'we were 12 of 20'
    .85      SOMEBODY BEING [NUM] (YEARS | END)   # the score, what stands before, [what is found], what follows
    then .65 START [KIN]                          # only in texts in which something was found before
    also -.1 NUM AND [NUM]                        # the rule begins with the last hit, is so much less sure: '12 and 15'
    also .8  NUM OR [NUM]                         # or has a score of its own
    next .8  AT [NAME]                            # the rule begins where the last hit ends
    next FIRM .8 AT [NAME]                        # what is found has a label of its own
    SHIP: aurora vesta                            # a class of words, in rules of users; see lexicon.py

The first rule that fits a place counts. A rule is asked where what is found begins, or where an `@` stands: for
'[WORD{0,3} @ SMITH]' of each smith, for 'SOMEBODY @ WORKS FOR [NAME]' of each word for work. A pattern is made of

    NAME       a class of the lexicon or a definition; A&B-C of several classes
    word ","   a word or a mark by itself
    ( | )      alternatives
    ? {m,n}    may be missing; from m to n times, n at most 30, as often as can be, or with {m,n}? as seldom
    !( )       this does not follow, or, before the brackets, does not precede
    ^ $        the beginning and the end of the text
    ~ _        no blank before it; no line break; elsewhere three blanks may stand between two things, but no empty line

Time is linear in the text: a rule sees so many tokens and no more. What repeats may be no blank and not nothing, and
hold nothing that repeats; otherwise a text could be divided in too many ways.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from ..errors import Errors, PseudoError
from .lexicon import EDGE, Kind, Kinds, Lexicon, Members, Remembered
from .lexing import Letters
from .patterns import Heads, Item, heads, union
from .rule_lines import Line, RuleError, is_class, read_lines
from .steps import Compiler, Step

_PART: Final = r'((?:[^"\[\]@]|"[^"]*")*)'
_RULE: Final = re.compile(rf"(?:{_PART}@)?{_PART}\[(?:{_PART}@)?{_PART}\]{_PART}")
_DEFINITION: Final = re.compile(r"(?P<name>[A-Z][A-Z\d]*) = (?P<pattern>.*)")
_SCORED: Final = re.compile(r"(?:(?P<when>then|also|next) )?(?:(?P<label>[A-Z]+) )?(?P<score>-?\d*\.?\d+) (?P<rule>.*)")
_MOST_PAIRS: Final = 100_000


class Found(NamedTuple):
    """What a rule finds; offsets count characters.

    start (int): Where it begins.
    end (int): Where it ends.
    score (float): The rule's score.
    label (str): The rule's own label, if it has one.
    rule (Line): The rule.
    """

    start: int
    end: int
    score: float
    label: str
    rule: Line


def _by_first(ways: Heads) -> dict[Kind, list[tuple[Kinds, ...]]]:
    """What may come next, by what comes first."""
    found: dict[Kind, list[tuple[Kinds, ...]]] = {}
    for way in ways:
        for kind in way[0] if way else ():
            found.setdefault(kind, []).append(way[1:])
    return found


class _Context:
    """What stands around a place; its steps are made when it is first asked for."""

    def __init__(self, compiler: Compiler, source: str) -> None:
        m = _RULE.fullmatch(source)
        if m is None or (m[1] is not None and m[3] is not None):
            raise PseudoError(Errors.P851.format(rule=source))
        behind, left, inner, target, right = (part and part.strip() for part in m.groups())
        self._compiler: Final = compiler
        # Before the place, and from there on: what is only asked for, and what is found.
        self._back: Final = (left, inner or "") if behind is None else (behind, "")
        self._ahead: Final = ("", target) if behind is None else (left, target)
        self._right: Final = right
        # What is wrong is refused now.
        parsed = [compiler.parse(part.rstrip("~_ ")) for part in (*self._back, *self._ahead, right)]
        self.past_items, self.items = ([list(map(Item, some))] for some in (parsed[:2], parsed[2:]))
        self.target: Final = parsed[3]

    @cached_property
    def _before(self) -> Step:
        return self._compiler.behind(*self._back)

    @cached_property
    def _found(self) -> Step:
        return self._compiler.ahead(*self._ahead, leads="~")

    @cached_property
    def _after(self) -> Step:
        return self._compiler.ahead(self._right, "")

    def span(self, letters: Letters, at: int) -> tuple[int, int] | None:
        """RETURNS (Optional[tuple[int, int]]): Where what is found begins and ends, in letters, if the rule is asked of
        a place; None if there is nothing. The first reading counts, whatever follows: of 'mother-in-law', never
        'mother'."""
        forward, blanks = letters.forward, self._compiler.blanks
        found = self._found(forward, at)
        if found is None or (self._right and self._after(forward, found[1]) is None):
            return None
        start, end = found
        if self._back != ("", ""):
            place = len(letters) - at
            before = self._before(letters.backward, place)
            if before is None:
                return None
            start -= before[0] - place if self._back[1] else 0
        while start < end and blanks[forward[start]]:
            start += 1
        return start, end

    def surrounds(self, letters: Letters, start: int, end: int) -> bool:
        """RETURNS (bool): It stands before and after what was found."""
        return not (
            (self._right and self._after(letters.forward, end) is None)
            or (self._back[0] and self._before(letters.backward, len(letters) - start) is None)
        )


class _Rule(_Context):
    """A rule, and what may stand at its place and beside it."""

    def __init__(self, compiler: Compiler, line: Line, guards: list[_Context]) -> None:
        m = _SCORED.fullmatch(line.text)
        if m is None:
            raise PseudoError(Errors.P851.format(rule=line.text))
        if not -1 <= float(m["score"]) <= 1:
            raise PseudoError(Errors.P854.format(score=m["score"]))
        super().__init__(compiler, m["rule"])
        self.line: Final = line
        self.score, self.when, self.label, self.guards = float(m["score"]), m["when"] or "", m["label"] or "", guards
        if () in heads(self.target, back=False, most=1):
            raise PseudoError(Errors.P851.format(rule=m["rule"]))
        ways = heads(self.items, back=False, most=2)
        self.firsts: Final = union(way[0] for way in ways)
        self._ahead_of: Final = _by_first(ways)
        self.before_past: Final = Remembered(self._before_past)
        self.glued: Final = self._back[0].endswith("~") and not self._back[1]

    @cached_property
    def _behind_of(self) -> dict[Kind, list[tuple[Kinds, ...]]]:
        return _by_first(heads(self.past_items, back=True, most=2))

    @cached_property
    def past(self) -> Members | None:
        """RETURNS (Optional[Members]): What may stand before a place where the rule is asked; None for anything."""
        return self._beside(heads(self.past_items, back=True, most=1))

    def _beside(self, ways: Collection[tuple[Kinds, ...]]) -> Members | None:
        """What may stand beside a place: one of these, or a blank; None for anything."""
        if not all(ways):
            return None
        return self._compiler.lexicon.members(union((self._compiler.blank, *(way[0] for way in ways))))

    def following(self, letter: str) -> Members | None:
        """RETURNS (Optional[Members]): What may stand after a letter of which the rule is asked; None for anything."""
        return self._next_to(letter, self._ahead_of)

    def _before_past(self, letter: str) -> Members | None:
        """What may stand before the letter before the place."""
        if self.past is None or letter == EDGE or self._compiler.blanks[letter]:
            return None
        return self._next_to(letter, self._behind_of)

    def _next_to(self, letter: str, ways: dict[Kind, list[tuple[Kinds, ...]]]) -> Members | None:
        mask = self._compiler.lexicon.masks[letter]
        rests = [rests for (bits, needed), rests in ways.items() if mask & bits == needed]
        return self._beside([rest for some in rests for rest in some])

    def follows(self, letters: Letters, last: int, done: int, at: int) -> bool:
        """RETURNS (bool): A place may be asked after the last hit, or what the rule begins with is that hit, or stands
        directly behind it."""
        if self.when == "then":
            return True
        size, since = len(letters), done if self.when == "next" else last
        before = self._compiler.behind(*self._back, whole=True)
        return before(letters.backward[: size - since] + EDGE, size - at) is not None


class Grammar:
    """The rules of one label.

    sources (Sequence[str]): Texts with definitions and rules, see above; what one defines the next ones may use.
    shared (str): Definitions that others use as well.
    lexicon (Lexicon): The classes of words, and the words and marks that the rules name.
    """

    def __init__(self, sources: Sequence[str], lexicon: Lexicon, *, shared: str = "") -> None:
        self._compiler: Final = Compiler(lexicon)
        self._lexicon: Final = lexicon
        self._contexts: Final[dict[str, _Context]] = {}
        self._rules: Final[list[_Rule]] = []
        self._never: Final[list[tuple[int, str]]] = []
        self._guards: list[_Context] = []
        for line in (*read_lines(shared), *read_lines(*sources)):
            try:
                self._read(line)
            except PseudoError as error:
                raise RuleError(str(error), line) from None
        # Before something was found, not all rules are asked.
        self._anchors, self._later = (
            lexicon.anchor(union(rule.firsts for rule in self._rules if after or not rule.when))
            for after in (False, True)
        )
        self._by_letter: Final = Remembered(self._beginning_with)
        self._by_pair: Final[dict[tuple[str, str], list[tuple[_Rule, Members | None]]]] = {}

    @property
    def labels(self) -> list[tuple[str, Line]]:
        """RETURNS (list[tuple[str, Line]]): The labels of the rules that find something, empty for those without."""
        return [(rule.label, rule.line) for rule in self._rules if rule.score]

    def _read(self, line: Line) -> None:
        compiler, (word, _, rest) = self._compiler, line.text.partition(" ")
        if m := _DEFINITION.fullmatch(line.text):
            compiler.defined[m["name"]] = compiler.parse(m["pattern"])
        elif line.text == "always":
            self._guards = []
        elif word == "unless":
            self._guards = [*self._guards, _Context(compiler, rest)]
        elif word == "never":
            ways = heads(compiler.parse(rest), back=False, most=1)
            if () in ways:
                raise PseudoError(Errors.P851.format(rule=line.text))
            self._never.append((self._lexicon.anchor(union(way[0] for way in ways)), rest))
        elif not is_class(line.text):
            self._rules.append(_Rule(compiler, line, self._guards))

    def _is_nothing(self, letters: Letters) -> bool:
        """Something occurs in a text that never does in one of interest."""
        return any(
            self._compiler.ahead(pattern, "", "~")(letters.forward, at) is not None
            for firsts, pattern in self._never
            for at in letters.places(firsts)
        )

    def _beginning_with(self, letter: str) -> list[tuple[_Rule, Members | None]]:
        members = self._lexicon.members
        return [(rule, rule.following(letter)) for rule in self._rules if members(rule.firsts)[letter]]

    def _fit(self, pair: tuple[str, str]) -> list[tuple[_Rule, Members | None]]:
        """The rules that a letter and the next one allow, with what may stand before."""
        letter, following = pair
        fitting = [rule for rule, after in self._by_letter[letter] if after is None or after[following]]
        found = [(rule, rule.past) for rule in fitting] if any(rule.score for rule in fitting) else []
        if len(self._by_pair) >= _MOST_PAIRS:
            self._by_pair.clear()
        self._by_pair[pair] = found
        return found

    def surrounds(self, context: str, letters: Letters, start: int, end: int) -> bool:
        """Ask whether something stands around a place, for code that finds the place by other means.

        context (str): What stands before and after, such as 'SAID [] END'; definitions may be used.
        letters (Letters): The text.
        start (int): Where the place begins; counts characters.
        end (int): Where it ends.
        RETURNS (bool): It does.
        """
        if context not in self._contexts:
            self._contexts[context] = _Context(self._compiler, context)
        first, last = bisect_left(letters.starts, start), bisect_left(letters.starts, end)
        return self._contexts[context].surrounds(letters, first, last)

    def find(self, letters: Letters) -> Iterator[Found]:
        """Ask the rules of every place where one may begin.

        letters (Letters): The text.
        YIELDS (Found): What they find, in order.
        """
        forward, blank = letters.forward, self._lexicon.blank
        last, done, score = -1, 0, 0.0
        places = letters.places(self._anchors)
        number = 0
        while number < len(places):
            at = places[number]
            number += 1
            if at < done:
                continue
            following = forward[at + 1]
            if following == blank:
                following = forward[at + 2]
            pair = forward[at], following
            some = self._by_pair.get(pair)
            if some is None:
                some = self._fit(pair)
            if not some:
                continue
            spaced = forward[at - 1] == blank
            past = at - 1 - spaced
            letter = forward[past]
            rules = [rule for rule, before in some if before is None or before[letter]]
            while rules and not rules[-1].score:  # what only forbids is of no use at the end
                rules.pop()
            for rule in rules:
                before = rule.before_past[letter]
                if (spaced and rule.glued) or not (
                    before is None or before[forward[past - 1 - (forward[past - 1] == blank)]]
                ):
                    continue
                if rule.when and (last < 0 or not rule.follows(letters, last, done, at)):
                    continue
                span = rule.span(letters, at)
                if span is None:
                    continue
                if rule.score and not any(guard.surrounds(letters, *span) for guard in rule.guards):
                    if last < 0:
                        if self._is_nothing(letters):
                            return
                        places = [later for later in letters.places(self._later) if later > at]
                        number = 0
                    last, done = span
                    score = rule.score if rule.score > 0 else score
                    sure = score + min(rule.score, 0)
                    yield Found(letters.starts[last], letters.starts[done], sure, rule.label, rule.line)
                break
