"""What stands apart from what people say: code, output, formulas, citations and lists of references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ..text.citations import published
from ..text.lexing import Text
from .base import Page
from .vocabulary import cue_words, cues

_FENCED: Final = re.compile(r"^[ \t>]{0,8}```.*?^[ \t>]{0,8}```", re.MULTILINE | re.DOTALL)

# Words before a number that is published, a version's, a law's or a page's; what follows them is found by a pattern.
_PAGES: Final = re.compile(r"[^\W\d_]{1,10}(?:\.[ ]?|[ ])\d{1,5}(?:[.:]\d{1,4})*(?:[ ]?[–-][ ]?\d{1,5})?(?!\w)")
_BOOK: Final = re.compile(r"\D{4,8}(?:1[03][: ]{1,3})?[\dX][\dX \t–-]{6,18}[\dX]", re.IGNORECASE)
_ENTRY: Final = re.compile(r"\D{3,30}[\w./:()-]{3,100}(?:[ ]\[[\w.-]{1,12}\](?:[ ]\d{1,2}[ ]\w{3,9}[ ]\d{4})?)?")
_SUBSTANCE: Final = re.compile(r"\D{3,20}\d{2,7}-\d\d-\d(?!\d)")
_VERSION: Final = re.compile(r"\D{1,12}\d{1,4}(?:\.\d{1,6}){1,4}(?:[ ]\(\d{4}-\d\d-\d\d\))?")
_LAW: Final = re.compile(r"\D{2,8}\d{2,6}(?:[/:.-]\d{1,5})*")
_KINDS: Final = ("pages", "book", "entry", "substance", "program", "law")
_PATTERNS: Final = (_PAGES, _BOOK, _ENTRY, _SUBSTANCE, _VERSION, _LAW)
_WORDS: Final = {word: pattern for kind, pattern in zip(_KINDS, _PATTERNS, strict=True) for word in cue_words(kind)}
_NUMBERED: Final = frozenset(_WORDS)
_APOSTROPHES: Final = ("'", "’")
_NUMBER_AFTER: Final = re.compile(r"[^\W\d_]+(?:[-.]?1?[03]?)?[.:#]?[ \t]{0,2}(?<![\d.,])\d")
# 'Marsh (2003', 'Marsh m.fl., 2003'
_YEAR: Final = re.compile(r"(?:1[5-9]|20)\d\d[a-z]?(?=\)|[,:;][ ](?:s|pp?|kap|(?:1[89]|20)\d\d)\b|:[ ]?\d)")
_CITED: Final = re.compile(r"[A-ZÅÄÖÉ]\w{1,30}(?:[ ]m\.?[ ]?fl\.,?)?(?:[ ]\(|,[ ])\Z")
_RETRIEVED: Final = re.compile(
    rf"\b(?:{cues('retrieved')})[ ](?:on[ ]|den[ ])?[^\n]{{4,30}}?(?=,?[ ](?:from|från)\b|[ ]https?:|[.)\]\n]|\Z)",
    re.IGNORECASE,
)
_RETRIEVED_WORDS: Final = cue_words("retrieved")
_UUID: Final = re.compile(r"-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-")
# Months and places stand where authors do: 'June, 2020', 'Washington, D.C.'
_NO_AUTHOR: Final = re.compile(
    r"(?:jan|feb|mar|apr|may|maj|ju[nl]|aug|sep|o[ck]t|nov|dec)[a-z]{0,6}\.?,? \d{4}\b"
    r"|[^,\n]{3,20}, (?:D\.C\.|[NS]\.[YJMCD]\.)",
    re.IGNORECASE,
)

# 'F(2, 117) = 12.05', 'n = 88123', 'p < .001': first the sign, then what stands before it.
_EQUALS: Final = re.compile(r"[=<>≤≥≈][ ]?[-–−.]?\d[\d.,]*(?:e[+-]?\d+)?(?![\w-])")
_MEASURE: Final = re.compile(
    r"(?<!\w)(?:[^\W\d_]{1,2}[²2]?[ ]?\([\d.,; ]{1,30}(?:N[ ]?=[ ]?[\d,]{1,9})?\)"
    r"|[^\W\d_]\d?|[A-Z]{2,3}|df|sd|se|[ηχ]²|log[Ll]ik)[ ]?\Z"
)
_INTERVAL: Final = re.compile(
    r"\bCI[ ]?[:=]?[ ]?[\[(][-–−.,; \d]{3,30}[\])]|[\[(][ ]?[-−]?[\d.]+(?:,[ ]?[-−]?[\d.]+){2,60}[ ]?[\])]"
)
_FRACTION: Final = re.compile(r"\.\d{5,}(?:e[+-]?\d{1,3})?(?![\d.])")
# What a call holds in its brackets, and brackets that hold no aside: 'the river(s)', 'Bo(my cousin)'.
_CALL: Final = re.compile(r"\([^()\n]{0,300}(?:\([^()\n]{0,200}\)[^()\n]{0,300}){0,4}\)")
_ARGUMENTS: Final = re.compile(r"[=\"'$\[~]|^\w*\(\)|^\w+[.:$]|\((?:[-\d.]+(?:, ?[-\w.]+)*)\)")
_OBJECT: Final = re.compile(r"\{[^{}\n]{0,300}\"[^{}\n]{0,300}\}")
_TAG: Final = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s[^<>\n]{0,300})?/?>")

# Lines that are code, output or a log as a whole: by what they hold, by how they begin.
_OPERATORS: Final = ("%>%", "%in%", "|>", " && ", " || ", ") +")
_CODE_STARTS: Final = re.compile(
    r"""
      [\w.$\[\]"']{1,60}[ ]?(?:<-|<<-|:=)[ ]?\S
    | [\w.$]{1,40}(?:\[[^\]]{1,80}\])?[ ]=[ ](?:[\w.]{1,60}\(|[\[{"'-])
    | (?:library|require)\( | class[ ]\w+[(:]
    | (?:import|def|return|function|from[ ][\w.]+[ ]import|SELECT|INSERT|UPDATE|DELETE)\b
        (?=.{0,200}(?:[=(;:*]|[ ]as[ ]|[ ]FROM[ ]|import[ ]\w+[ \t]*$))
    | (?:pip3?|npm|conda|apt(?:-get)?|docker|chmod|curl|wget|git[ ](?:log|clone|pull|push|commit|checkout))[ ]
    | for[ ]?\(?\w+[ ]in[ ].{0,200}[:({)]
    | \#> | \#\#?[ ]*\[?\d | \#(?:include|define|ifdef)\b | \[\d{1,5}\][ ]+["'\d.-] | \$[ ][a-z] | \}
    | [-dl](?:[r-][w-][x-]){3} | \\[a-z]{2,20}[_{\[]
    | Traceback[ ]\(most | File[ ]"[^"]{1,200}",[ ]line[ ]\d
    | \w{0,30}(?:Error|Exception|Warning|Fel)\b(?:[ ]in?[ ][^:]{1,100})?[ ]?: | (?:WARNING|INFO|DEBUG|ERROR|FATAL)\b[: ]
    | \d\d:\d\d:\d\d(?:[.,]\d+)?[ ](?:INFO|DEBUG|WARN(?:ING)?|ERROR|FATAL)\b
    """,
    re.VERBOSE,
)
_CODE_ENDS: Final = re.compile(r"[\w)\"'}\]];|\)? ?\{")
# Rows of numbers: three columns at least, and something that no telephone number has.
_CELL: Final = re.compile(r"[-−+<]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?%?|NA|NaN|Inf")
_BETWEEN: Final = re.compile(r"[\s|,;]+(?!\d{3}\b(?<=,\d{3}))|(?<=[\s|])<[ ]")
_COLUMNS: Final = re.compile(r"\d\.\d|[ \t|]\.\d|  |\t|\|")
# Values between commas, semicolons or tabs, two lines of them.
_VALUES: Final = re.compile(
    r"[^\s,;]{1,60}(?:((?:,[^\s,;]{0,60}){1,60})|((?:;[^\s;]{0,60}){1,60})|((?:\t[^\s;]{0,60}){1,60}))"
)
_NAME_SIGNS: Final = frozenset("._:$")
_NO_CALL: Final = frozenset(".:")
_LONGEST_NAME, _LONGEST_ROW = 80, 400


def find_apart(page: Page) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Such places, in order, without overlaps."""
    # A number before a bracket calls nothing: '+44(0)20'.
    text = page.text
    blank = Text.of(text).prose.blank
    plain = (place for place in blank if not (text[place[1] - 1] == "(" and text[place[0]].isdigit()))
    return _united([*plain, *_published(page), *_formulas(page), *_code(text), *_lines(text)])


def _published(page: Page) -> Iterator[tuple[int, int]]:
    """Citations, references, and numbers of what is published."""
    text = page.text
    work = published(text)
    for start, end in (*work.citations, *work.references):
        if not _NO_AUTHOR.match(text, start, end):
            yield start, end
    for number in page.numbers(_NUMBERED) if page.has_digits else ():
        start = page.starts[number]
        if text[start - 1 : start] in _APOSTROPHES:  # "she's 9"
            continue
        if _NUMBER_AFTER.match(text, start) and (m := _WORDS[page.small_words[number]].match(text, start)):
            yield m.span()
    for at in page.figures:
        if text[at] in "12" and text[at - 1 : at] in ("(", " ") and (year := _YEAR.match(text, at)):
            start = max(0, at - 40)
            if cited := _CITED.search(text[start:at]):
                yield start + cited.start(), year.end()
    if page.numbers(_RETRIEVED_WORDS):
        yield from (m.span() for m in _RETRIEVED.finditer(text))
    if text.count("-") > 3:
        yield from ((m.start() - 8, m.end() + 12) for m in _UUID.finditer(text) if m.start() >= 8)


def _formulas(page: Page) -> Iterator[tuple[int, int]]:
    text = page.text
    if not page.has_digits:
        return
    for sign in _EQUALS.finditer(text):
        start = max(0, sign.start() - 50)
        if measure := _MEASURE.search(text[start : sign.start()]):
            yield start + measure.start(), sign.end()
    if "," in text:
        yield from (m.span() for m in _INTERVAL.finditer(text))
    for m in _FRACTION.finditer(text):
        start = m.start()
        while start and text[start - 1].isdigit():
            start -= 1
        yield start, m.end()


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Pieces of code within a line."""
    if "```" in text:
        yield from (m.span() for m in _FENCED.finditer(text))
    at = text.find("(")
    while at >= 0:
        start = at
        while start and at - start < _LONGEST_NAME and (text[start - 1].isalnum() or text[start - 1] in _NAME_SIGNS):
            start -= 1
        called = start < at and text[at - 1] not in _NO_CALL and not text[start].isdigit()  # not 'Phone:(519)'
        m = _CALL.match(text, at) if called else None
        if m and _ARGUMENTS.search(text[start : m.end()]):
            yield start, m.end()
        at = text.find("(", m.end() if m else at + 1)
    if "{" in text:
        yield from (m.span() for m in _OBJECT.finditer(text))
    if "<" in text:
        yield from (m.span() for m in _TAG.finditer(text))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Lines of code, rows of numbers, tables."""
    end = -1
    before: re.Match[str] | None = None
    for line in text.split("\n"):
        start, end = end + 1, end + 1 + len(line)
        bare = line.strip(" \t>\r") if line else ""
        if not bare:
            continue
        if _is_code(bare) or _is_row(bare):
            yield start, end
        values = _VALUES.fullmatch(line) if " " not in line else None
        if values and before and values.lastindex == before.lastindex:
            yield start - 1 - len(before[0]), end
        before = values


def _is_code(line: str) -> bool:
    last = line[-1]
    if last in ";{" and _CODE_ENDS.search(line[-3:]):
        return True
    return _CODE_STARTS.match(line) is not None or any(sign in line for sign in _OPERATORS)


def _is_row(line: str) -> bool:
    if not (line[-1].isdigit() or line[-1] in "*.|%†AN") or len(line) > _LONGEST_ROW or not _COLUMNS.search(line):
        return False
    cells = [cell for cell in _BETWEEN.split(line.strip("#|*.† ")) if cell]
    numbers = sum(_CELL.fullmatch(cell) is not None for cell in cells)
    return numbers >= 3 and len(cells) - numbers < min(3, numbers)


def _united(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in order, those that overlap as one."""
    united: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if united and start < united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        elif start < end:
            united.append((start, end))
    return united
