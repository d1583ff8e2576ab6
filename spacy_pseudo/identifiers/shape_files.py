"""Patterns of what finders look for, read from the files in languages/shapes/.

    NAME = ...      a piece of further patterns, which name it so: {NAME}
    name = ...      a pattern; a row that begins with blanks goes on with it
    name i = ...    the same, whatever the case; 'm' and 's' as in `re`; '$' for what stands directly before a place

{some cue} is one of what all languages have under that name in `cues.txt`, {handle_words:weak} in another list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from .. import languages
from .vocabulary import parts

if TYPE_CHECKING:
    from .anchors import Anchor
    from .base import Page

Walk = Callable[["Page"], Iterable["re.Match[str] | None"]]

_ROW: Final = re.compile(r"(?P<name>\w+)(?: (?P<flags>[ims$]+))? = ?(?P<source>.*)")
_NAMED: Final = re.compile(r"\{([A-Z][A-Z_]*|[a-z][a-z_ ]*(?::[a-z ]+)?)\}")
_FLAGS: Final = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}


class Shapes:
    """The patterns of a file, each of them an attribute; compiled when first asked for.

    file (str): The name of the file.
    pieces (Optional[Callable[[], Mapping[str, str]]]): Gives further pieces of patterns.
    """

    def __init__(self, file: str, pieces: Callable[[], Mapping[str, str]] | None = None) -> None:
        self._file = file
        self._more = pieces

    def __getattr__(self, name: str) -> re.Pattern[str]:
        if name.startswith("_") or name not in self.rows:
            raise AttributeError(name)
        flags, source = self.rows[name]
        source = rf"(?:{self._filled(source)})\Z" if "$" in flags else self._filled(source)
        pattern = re.compile(source, sum(_FLAGS.get(flag, 0) for flag in flags))
        setattr(self, name, pattern)
        return pattern

    @cached_property
    def rows(self) -> dict[str, tuple[str, str]]:
        """RETURNS (dict[str, tuple[str, str]]): The flags and the source of each pattern, by name."""
        rows = {name: ("", piece) for name, piece in (self._more() if self._more is not None else {}).items()}
        name = ""
        for line in languages.text(f"shapes/{self._file}.shapes").splitlines():
            if row := _ROW.fullmatch(line):
                name = row["name"]
                rows[name] = row["flags"] or "", row["source"]
            elif line[:1] == " ":
                rows[name] = rows[name][0], rows[name][1] + line.lstrip(" ")
        return rows

    def anywhere(self, name: str) -> Walk:
        """RETURNS (Walk): Looks for a pattern in all of a page."""
        return lambda page: getattr(self, name).finditer(page)

    def where(self, name: str, other: str) -> Walk:
        """RETURNS (Walk): Looks for a pattern in pages in which another one is, which is found faster."""
        return lambda page: getattr(self, name).finditer(page) if getattr(self, other).search(page) else ()

    def at_figures(self, name: str, signs: str = "") -> Walk:
        """RETURNS (Walk): Looks for a pattern where digits begin, with signs before them."""
        return lambda page: page.from_figures(getattr(self, name), signs)

    def at_letters(self, name: str, most: int, *, gap: bool = False) -> Walk:
        """RETURNS (Walk): Looks for a pattern of so many letters at most, perhaps a blank or a dash, and a digit."""
        return lambda page: page.from_letters(getattr(self, name), most, gap=gap)

    def at_words(self, name: str, words: Anchor, following: Anchor | None = None) -> Walk:
        """RETURNS (Walk): Looks for a pattern where one of some words begins, before one of others if asked."""
        return lambda page: (getattr(self, name).match(page, at) for at in page.places(words, following))

    def near(self, name: str, words: Anchor, before: int, after: int) -> Walk:
        """RETURNS (Walk): Looks for a pattern around some words."""

        def find(page: Page) -> Iterator[re.Match[str]]:
            for begin, stop in page.windows(words, before, after):
                yield from getattr(self, name).finditer(page, begin, stop)

        return find

    def _filled(self, source: str) -> str:
        return _NAMED.sub(self._piece, source)

    def _piece(self, named: re.Match[str]) -> str:
        if named[1][0].isupper():
            return self._filled(self.rows[named[1]][1])
        file, _, kind = named[1].rpartition(":")
        # Between the words of a cue may stand what stands between others.
        blank = self._filled(self.rows["SPACE"][1]) if "SPACE" in self.rows else " "
        return f"(?:{'|'.join(parts(file or 'cues', kind)).replace(' ', blank)})"
