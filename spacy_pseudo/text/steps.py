"""From patterns over classes of words to functions that look for them in a string of letters.

A step is asked of a text at a place; it asks the next step, and tells what that one tells, or None if nothing fits.
What is tried, and in which order, is as `re` would do it; but a step is made when it is first needed, most never are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .lexicon import EDGE, Lexicon, Members
from .patterns import Item, Pattern, Reader, heads, union

Step = Callable[[str, int], Any]

_BLANKS: Final = 3


def _stop(text: str, at: int) -> int:
    """All has been found, up to this place."""
    return at


def _stop_at_edge(text: str, at: int) -> int | None:
    """The same, if no token follows."""
    return at if text[at] == EDGE else None


def _noted(following: Step) -> Step:
    """A step that tells its place besides what the next one tells."""

    def step(text: str, at: int) -> tuple[int, Any] | None:
        found = following(text, at)
        return None if found is None else (at, found)

    return step


def _remembered(ask: Step) -> Step:
    """The same step, asked of each place of a text once, however many ways lead there."""
    last = ""
    known: dict[int, Any] = {}

    def step(text: str, at: int) -> Any:
        nonlocal last
        if text is not last:
            last = text
            known.clear()
        elif at in known:
            return known[at]
        found = known[at] = ask(text, at)
        return found

    return step


def _after_blanks(blanks: Members, following: Step) -> Step:
    def step(text: str, at: int) -> Any:
        last = at
        while blanks[text[last]] and last - at < _BLANKS:
            last += 1
        while last > at:
            if (found := following(text, last)) is not None:
                return found
            last -= 1
        return following(text, at)

    return step


def _token(members: Members, following: Step) -> Step:
    def step(text: str, at: int) -> Any:
        return following(text, at + 1) if members[text[at]] else None

    return step


def _tokens(members: Members, blanks: Members, item: Item, back: bool, following: Step) -> Step:
    """A token several times, with blanks before each, or backwards after each."""
    after = _after_blanks(blanks, following) if back else following

    def step(text: str, at: int) -> Any:
        ends = [at]
        while len(ends) <= item.most:
            begin = last = ends[-1]
            while (len(ends) > 1 or not back) and blanks[text[last]] and last - begin < _BLANKS:
                last += 1
            if not members[text[last]]:
                break
            ends.append(last + 1)
        for end in ends[item.least :] if item.few else reversed(ends[item.least :]):
            if (found := (after if end > at else following)(text, end)) is not None:
                return found
        return None

    return _remembered(step)


def _edge(begin: bool, following: Step) -> Step:
    def step(text: str, at: int) -> Any:
        return following(text, at) if (at == 0 if begin else text[at] == EDGE) else None

    return step


def _absent(something: Step, following: Step) -> Step:
    def step(text: str, at: int) -> Any:
        return following(text, at) if something(text, at) is None else None

    return step


class _Steps:
    """From the parts of patterns to steps.

    lexicon (Lexicon): The classes of words.
    back (bool): Patterns are asked from their ends to their beginnings, of letters backwards.
    """

    def __init__(self, lexicon: Lexicon, *, back: bool) -> None:
        self._lexicon: Final = lexicon
        self._back: Final = back
        self._blank: Final = lexicon.members(lexicon.of_class("BLANK"))
        # What may stand before a token: blanks, none after '~', no line break after '_'.
        self._between: Final = {
            mark: lexicon.members(lexicon.of_class(some) if some else frozenset())
            for mark, some in (("", "BLANK-PAR"), ("_", "BLANK-NL"), ("~", ""))
        }
        self._firsts: Final[dict[int, tuple[list[Item], Members | None]]] = {}

    def after_blanks(self, mark: str, following: Step) -> Step:
        """RETURNS (Step): The same after the blanks that a mark allows."""
        return following if mark == "~" else _after_blanks(self._between[mark], following)

    def steps(self, pattern: Pattern, following: Step, leads: str = "") -> Step:
        """Make the steps of a pattern.

        pattern (Pattern): The pattern.
        following (Step): What comes after it.
        leads (str): Which blanks may stand before its first token: '~' for none, '_' for no line break.
        RETURNS (Step): Its first step.
        """
        if len(pattern) == 1:
            return self._sequence(pattern[0], following, leads)
        blank = self._blank
        made: dict[int, Step] = {}
        by_letter: dict[str, list[Step]] = {}

        def ways(letter: str) -> list[Step]:
            found = [number for number, items in enumerate(pattern) if self._may_begin(items, letter)]
            for number in found:
                if number not in made:
                    made[number] = self._sequence(pattern[number], following, leads)
            by_letter[letter] = [made[number] for number in found]
            return by_letter[letter]

        def step(text: str, at: int) -> Any:
            first = at
            while blank[text[first]] and first - at < _BLANKS:
                first += 1
            some = by_letter.get(text[first])
            for way in ways(text[first]) if some is None else some:
                if (found := way(text, at)) is not None:
                    return found
            return None

        return step

    def _may_begin(self, items: list[Item], letter: str) -> bool:
        """A way may begin with a token, perhaps after blanks."""
        if id(items) not in self._firsts:
            ways = heads([items], back=self._back, most=1)
            firsts = union(way[0] for way in ways if way)
            anything = () in ways or self._lexicon.may_be_blank(firsts)
            self._firsts[id(items)] = items, None if anything else self._lexicon.members(firsts)
        members = self._firsts[id(items)][1]
        return members is None or members[letter]

    def _sequence(self, items: list[Item], following: Step, leads: str) -> Step:
        for number in range(len(items)) if self._back else reversed(range(len(items))):
            item = items[number]
            glue = item.glued or (leads if number == 0 and item.most == 1 else "")
            following = self._item(item, following, glue)
        return following

    def _item(self, item: Item, following: Step, glue: str) -> Step:
        if item.most > 1 and isinstance(item.what, frozenset) and not item.absent:
            return _tokens(self._lexicon.members(item.what), self._between[glue], item, self._back, following)
        if item.least == item.most == 1:
            return self._single(item, following, glue)
        return self._several(item, following, glue, 0)

    def _several(self, item: Item, following: Step, glue: str, done: int) -> Step:
        """A part once more, if it may be, or what comes after it."""
        if done == item.most:
            return following
        again: Step | None = None

        def step(text: str, at: int) -> Any:
            nonlocal again
            if item.few and done >= item.least and (found := following(text, at)) is not None:
                return found
            if again is None:
                again = self._single(item, self._several(item, following, glue, done + 1), glue)
            found = again(text, at)
            return following(text, at) if found is None and done >= item.least and not item.few else found

        return _remembered(step) if item.most > 1 else step

    def _single(self, item: Item, following: Step, glue: str) -> Step:
        what, after = item.what, _stop if item.absent else following
        if isinstance(what, list):
            made = self.steps(what, after, glue)
        else:
            mark = "~" if what == "^" else glue
            after = self.after_blanks(mark, after) if self._back else after
            if isinstance(what, str):
                made = _edge((what == "^") != self._back, after)
            else:
                made = _token(self._lexicon.members(what), after)
            made = made if self._back else self.after_blanks(mark, made)
        if not item.absent:
            return made
        # Backwards, the blanks before the next token may not have been taken yet.
        return _absent(self.after_blanks("", made) if self._back else made, following)


class Compiler(Reader):
    """From the text of a pattern to a step; rules that share a pattern share the step."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon)
        self.blank: Final = lexicon.of_class("BLANK")
        self.blanks: Final = lexicon.members(self.blank)
        self._steps: Final = {back: _Steps(lexicon, back=back) for back in (False, True)}
        self._made: Final[dict[tuple[str, str, str], Step]] = {}

    def ahead(self, outer: str, inner: str, leads: str = "") -> Step:
        """RETURNS (Step): One pattern and then another, from a place on; tells where the second begins and ends."""
        key = outer, inner, f"ahead{leads}"
        if key not in self._made:
            steps = self._steps[False].steps
            near = _noted(steps(self._parts(inner), _stop, "" if outer else leads))
            self._made[key] = steps(self._parts(outer), near, leads)
        return self._made[key]

    def behind(self, outer: str, inner: str, *, whole: bool = False) -> Step:
        """RETURNS (Step): The same before a place, in letters backwards, with blanks between unless a pattern ends in
        '~' or '_'; tells where the second ends, and the first. The whole text is only that if it has to be."""
        key = outer, inner, f"behind{whole}"
        if key not in self._made:
            made = self._steps[True]
            far = _noted(made.steps(self._parts(outer), _stop_at_edge if whole else _stop))
            last = (inner or outer)[-1:]
            near = made.steps(self._parts(inner), far)
            self._made[key] = made.after_blanks(last if last in ("~", "_") else "", near)
        return self._made[key]

    def _parts(self, source: str) -> Pattern:
        return self.parse(source.rstrip("~_ "))
