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

The first rule that fits a place counts. A pattern is made of

    NAME       a class of the lexicon or a definition; A&B-C of several classes
    word ","   a word or a mark by itself
    ( | )      alternatives
    ? {m,n}    may be missing; from m to n times, n at most 30
    !( )       this does not follow, or, before the brackets, does not precede
    ^ $        the beginning and the end of the text
    ~          no blank before it; elsewhere up to three may stand between two things, but no empty line

Time is linear in the text: a rule sees so many tokens and no more. What repeats may be no blank and not nothing, and
hold nothing that repeats; otherwise a text could be divided in too many ways.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from ..errors import Errors, PseudoError
from .lexicon import Lexicon
from .lexing import Letters
from .patterns import Compiler, Item, literals_of, one_of

_RULE: Final = re.compile(r'((?:[^"\[\]]|"[^"]*")*)\[((?:[^"\[\]]|"[^"]*")*)\]((?:[^"\[\]]|"[^"]*")*)')
# What is no pattern in a line, unless it is a mark.
_NO_PATTERN: Final = re.compile(r'^(?:[A-Z][A-Z\d]* = |always|(?:never|unless|then|also))|(?P<mark>"[^"]*")|[\[\]]')
_DEFINITION: Final = re.compile(r"(?P<name>[A-Z][A-Z\d]*) = (?P<pattern>.*)")
_SCORED: Final = re.compile(r"(?:(?P<when>then|also) )?(?P<score>-?\d?\.\d+|0) (?P<rule>.*)")
_MOST_PLACES: Final = 100_000


class Found(NamedTuple):
    """What a rule finds; offsets count characters.

    start (int): Where it begins.
    end (int): Where it ends.
    score (float): The rule's score.
    """

    start: int
    end: int
    score: float


def read_lines(source: str) -> list[str]:
    """RETURNS (list[str]): Definitions and rules without comments, each on one line."""
    joined = re.sub(r"\n[ \t]+", " ", re.sub(r"(?:^|(?<=\s))#.*", "", source))
    return [" ".join(line.split()) for line in joined.splitlines() if line.strip()]


def literals(source: str) -> set[str]:
    """RETURNS (set[str]): The words and marks that rules name by themselves: a lexicon has to know them."""
    patterns = (_NO_PATTERN.sub(r" \g<mark>", line) for line in read_lines(source))
    return set[str]().union(*map(literals_of, patterns))


class _Context:
    """What stands around a place; compiled when it is first asked for."""

    def __init__(self, compiler: Compiler, source: str) -> None:
        m = _RULE.fullmatch(source)
        if m is None:
            raise PseudoError(Errors.P851.format(rule=source))
        self._compiler: Final = compiler
        self._left, self._target, self._right = map(str.strip, m.groups())
        # What is wrong is refused now.
        self.parts: Final = [compiler.parse(part.rstrip("~ ")) for part in (self._left, self._target, self._right)]

    @cached_property
    def _before(self) -> re.Pattern[str]:
        return self._compiler.compiled(self._left, back=True)

    @cached_property
    def _found(self) -> re.Pattern[str]:
        return self._compiler.compiled(self._target, leads=False)

    @cached_property
    def _after(self) -> re.Pattern[str]:
        return self._compiler.compiled(self._right)

    @cached_property
    def past(self) -> frozenset[str] | None:
        """RETURNS (Optional[frozenset[str]]): The letters of which one stands before it, or a blank; None for any."""
        heads = self._compiler.heads(self.parts[0], back=True, most=1)
        return None if () in heads else self._compiler.union((self._compiler.blanks, *(way[0] for way in heads)))

    def end(self, letters: Letters, at: int) -> int:
        """RETURNS (int): Where what is found ends if it begins at a place, in letters; -1 if it does not. The first
        reading counts, whatever follows: of 'mother-in-law', never 'mother'."""
        m = self._found.match(letters.forward, at)
        return m.end() if m is not None and self.surrounds(letters, at, m.end()) else -1

    def surrounds(self, letters: Letters, start: int, end: int) -> bool:
        """RETURNS (bool): It stands before and after what was found."""
        return not (
            (self._right and self._after.match(letters.forward, end) is None)
            or (self._left and self._before.match(letters.backward, len(letters) - start) is None)
        )


class _Rule(_Context):
    """A rule, and what may stand at its place and beside it."""

    def __init__(self, compiler: Compiler, source: str, score: float, when: str, guards: list[_Context]) -> None:
        super().__init__(compiler, source)
        self.score, self.when, self.guards = score, when, guards
        _, target, right = self.parts
        self._heads: Final = compiler.heads([[Item(target), Item(right)]], back=False, most=2)
        if () in compiler.heads(target, back=False, most=1):
            raise PseudoError(Errors.P851.format(rule=source))
        self.firsts: Final = compiler.union(way[0] for way in self._heads)
        self._following: Final[dict[str, frozenset[str] | None]] = {}

    def follows(self, letters: Letters, last: int, at: int) -> bool:
        """RETURNS (bool): A place may be asked after the last hit, or what the rule begins with is that hit."""
        size = len(letters)
        return self.when == "then" or self._before.fullmatch(letters.backward, size - at, size - last) is not None

    def fits(self, past: str, letter: str, following: str) -> bool:
        """RETURNS (bool): A letter and its neighbours may be the rule's; another blank may stand between."""
        if self.past is not None and past not in self.past:
            return False
        if letter not in self.firsts:
            return False
        if letter not in self._following:
            rests = [way[1:] for way in self._heads if letter in way[0]]
            some = self._compiler.union((self._compiler.blanks, *(rest[0] for rest in rests if rest)))
            self._following[letter] = some if all(rests) else None
        after = self._following[letter]
        return after is None or following in after


class Grammar:
    """The rules of one label.

    source (str): Definitions and rules; see above.
    lexicon (Lexicon): The classes of words, and the words and marks that the rules name.
    """

    def __init__(self, source: str, lexicon: Lexicon) -> None:
        self._compiler: Final = Compiler(lexicon)
        compiler = self._compiler
        self._lexicon: Final = lexicon
        self._contexts: Final[dict[str, _Context]] = {}
        self._rules: Final[list[_Rule]] = []
        self._never: Final[list[str]] = []
        guards: list[_Context] = []
        for line in read_lines(source):
            if m := _DEFINITION.fullmatch(line):
                compiler.defined[m["name"]] = compiler.parse(m["pattern"])
            elif line == "always":
                guards = []
            elif line.startswith("unless "):
                guards = [*guards, _Context(compiler, line.removeprefix("unless "))]
            elif line.startswith("never "):
                self._never.append(compiler.emit(compiler.parse(line.removeprefix("never ")), back=False, leads=False))
            elif (m := _SCORED.fullmatch(line)) is None:
                raise PseudoError(Errors.P851.format(rule=line))
            else:
                self._rules.append(_Rule(compiler, m["rule"], float(m["score"]), m["when"] or "", guards))
        firsts = frozenset[str]().union(*(rule.firsts for rule in self._rules))
        self._anchors: Final = re.compile(one_of(firsts))
        self._fitting: Final[dict[tuple[str, str, str], list[_Rule]]] = {}

    @cached_property
    def _nowhere(self) -> re.Pattern[str]:
        return re.compile("|".join(self._never) or "(?!)")

    def _fit(self, place: tuple[str, str, str]) -> list[_Rule]:
        """The rules that a place's neighbours allow; those that only forbid are of no use at the end."""
        rules = [rule for rule in self._rules if rule.fits(*place)]
        while rules and not rules[-1].score:
            rules.pop()
        if len(self._fitting) >= _MOST_PLACES:
            self._fitting.clear()
        self._fitting[place] = rules
        return rules

    def _context(self, source: str) -> _Context:
        if source not in self._contexts:
            self._contexts[source] = _Context(self._compiler, source)
        return self._contexts[source]

    def may_follow(self, context: str, token: str) -> bool:
        """RETURNS (bool): A token may stand directly before the place of a context: a quick look before `surrounds`."""
        past = self._context(context).past
        return past is None or self._lexicon[token] in past

    def surrounds(self, context: str, letters: Letters, at: int) -> bool:
        """Ask whether something stands around a place, for code that finds the place by other means.

        context (str): What stands before and after, such as 'SAID [] END'; definitions may be used.
        letters (Letters): The text.
        at (int): The place; counts characters.
        RETURNS (bool): It does.
        """
        token = bisect_left(letters.starts, at)
        return self._context(context).surrounds(letters, token, token)

    def find(self, letters: Letters) -> Iterator[Found]:
        """Ask the rules of every place where one may begin.

        letters (Letters): The text.
        YIELDS (Found): What they find, in order.
        """
        forward, blank = letters.forward, self._lexicon.blank
        last, done, score = -1, 0, 0.0
        for anchor in self._anchors.finditer(forward):
            at = anchor.start()
            if at < done:
                continue
            past, following = forward[max(0, at - 1) : at], forward[at + 1 : at + 2]
            if past == blank:
                past = forward[max(0, at - 2) : at - 1]
            if following == blank:
                following = forward[at + 2 : at + 3]
            place = past, forward[at], following
            rules = self._fitting.get(place)
            for rule in self._fit(place) if rules is None else rules:
                if rule.when and (last < 0 or not rule.follows(letters, last, at)):
                    continue
                end = rule.end(letters, at)
                if end < 0:
                    continue
                if rule.score and not any(guard.surrounds(letters, at, end) for guard in rule.guards):
                    if last < 0 and self._never and self._nowhere.search(forward):
                        return
                    last, done = at, end
                    score = rule.score if rule.score > 0 else score
                    yield Found(letters.starts[at], letters.starts[end], score + min(rule.score, 0))
                break
