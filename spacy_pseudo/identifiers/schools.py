"""Schools, by the shape of their names and by what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages
from ..text.gazetteer import places
from ..text.words import fold
from .base import Identifier, Page
from .embedded_names import is_word
from .vocabulary import before, function_words, next_word, small_lines

_NAME: Final = r"[A-ZÅÄÖÜ][^\W\d_]*(?:['’]s)?"
_NAMES: Final = rf"{_NAME}(?:[ -](?:{_NAME}|of|de|the|and|&)(?=[ ]{_NAME}|[^\w ]|[ ]|$))"

# 'University of X', 'X University', 'X Primary School', 'Högskolan i X', 'X universitet'
_SCHOOL = re.compile(
    r"(?<![\w-])(?:"
    rf"(?:[A-Z][a-z]+[ ])?(?:University|College|Universit[éàä]t?|Universidad|Universidade|Universiteit"
    rf"|Università|Institute|Polytechnic|School|Academy)"
    rf"[ ](?:of|de|du|di|do|da|van|zu|für|at)[ ](?:the[ ]|la[ ]|los[ ])?{_NAME}(?:[ ](?:and[ ])?{_NAME})*"
    rf"|(?:Universität|TU|Uni|ETH|FH|UC|U|Hochschule|Instituto|Politecnico|Lycée"
    r"|École|Colegio|Escuela|Liceo|Collège|Technische[ ]Universität)[ ](?:of[ ]|de[ ]|du[ ]|di[ ])?[A-ZÉ][^\W\d_]*"
    rf"|(?:(?:St\.?|Saint)[ ])?{_NAME}(?:[ ](?:{_NAME}|of|and|&)){{0,3}}[ ]"
    r"(?:University(?:[ ]College)?|Univ\.|Polytechnic|College(?:[ ]of[ ][A-Z][a-z]+)?"
    r"|Community[ ]College|Academy|Comprehensive|Nursery|Kindergarten|Polytechnic|Tech"
    r"|(?:(?:Primary|Secondary|Grammar|Middle|Elementary|High|Business|Law|Medical|Boarding|Public"
    r"|Junior|Infant)[ ])?School|High|Grammar|Primary|Elementary|Institute[ ]of[ ]Technology|Uni)"
    rf"(?![ ](?:Press|of[ ][a-z])|\w)"
    r"|(?:Högskolan|Universitetet|Folkhögskolan|Gymnasiet)[ ](?:i[ ])?[A-ZÅÄÖ][^\W\d_]+(?:[ ][A-ZÅÄÖ][^\W\d_]+)?"
    r"|[A-ZÅÄÖ][^\W\d_]+(?:[ ][A-ZÅÄÖ][^\W\d_]+)?[ ](?:tekniska[ ]|medicinska[ ]|konst)?(?:universitet"
    r"|högskola|folkhögskola|gymnasium|gymnasieskola|yrkeshögskola|förskola|friskola|skola)\b"
    r")"
)
_SV_SCHOOL = re.compile(
    r"(?<![\w-])[A-ZÅÄÖ][a-zåäö]+ska[ ](?:gymnasiet|skolan|högskolan)\b"
    r"|(?<![\w-])[A-ZÅÄÖ][a-zåäö]{2,}(?:skolan|gymnasiet|läroverket)s?\b"
)
# Swedish schools that end in a form with its article.
_SV_NAMED = re.compile(
    r"(?<![\w-])(?:(?:Kungl\.?|Kungliga|Karolinska|Ersta|Stockholms|Svenska|Tekniska|Konstnärliga)[ ]"
    r"(?:[A-ZÅÄÖ][a-zåäö]+[ ])?"
    r"(?i:[a-zåäö]*(?:högskolan|institutet|akademien|universitetet))"
    r"|[A-ZÅÄÖ][a-zåäöé]{2,}(?:universitetet|högskolan))s?(?:[ ]i[ ][A-ZÅÄÖ][a-zåäö]+)?(?!\w)"
)
_SAINT_ALONE = re.compile(r"(?<![\w-])(?:St\.?|Saint|Sankt|S:t|S:ta)[ ][A-ZÅÄÖ][^\W\d_]+(?:['’]s)?(?!\w)")
# In small letters, a school needs a town or a cue.
_SMALL_OF = re.compile(
    r"(?<![\w-])(?:university|college|uni|högskolan|universitetet)[ ](?:of|i)[ ](?P<town>[^\W\d_]+(?:[ ][^\W\d_]+)?)"
)
_SMALL = re.compile(
    r"(?<![\w-])(?P<named>[^\W\d_]+(?:['’]s)?(?:[ ][^\W\d_]+)?)[ ](?:state[ ])?"
    r"(?P<kind>university|college|uni|high[ ]school|grammar[ ]school|polytechnic|academy|universitet"
    r"|högskola|gymnasium)(?P<after>[ ][^\W\d_]+)?(?![\w-])",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"[ ](?:of|at)[ ](?:the[ ])?{_NAME}(?:[ ](?:and[ ])?{_NAME})*|[ ](?P<town>{_NAME}(?:[ ]{_NAME})?)"
    rf"|,[ ](?P<campus>{_NAME}(?:[ ]{_NAME})?)"
)
_SAINT = re.compile(
    r"\b(?:school|college|skola|uni|university|universitet)(?:[ ]is|[ ]was|[ ]called|[ ]named"
    r"|[ ]heter)?(?:,[ ]|[ ]\(|[ ])(?P<name>(?:(?:S:t|s:t|St\.?"
    r"|Saint)[ ])?[A-ZÅÄÖ][^\W\d_]+(?:['’]s)?)(?=[,.)]|[ ](?:är|is|has|har)\b)",
    re.IGNORECASE,
)
_SIGNED = before(r"(?:^|\n|\s)[A-ZÅÄÖ][^\W\d_]+(?:,\s|\n)", fold=False)
_LINE_END = re.compile(r"\s*(?:$|\n)")
_THOUGHT = before(r"\b(?:the|a|an)\s", fold=True)
_AT_SCHOOL = before(
    r"\b(?:at|from|to|into|attend(?:s|ed|ing)?|studied|study|joined|join|left|vid|på|till|från|i|by"
    r"|applied to|accepted at|got into|graduated|alumn\w+ of|jobbar på|läser på|pluggar på"
    r"|our college,|our university,|my university,)\s(?:the\s)?"
)
_SAID = re.compile(r"\s(?:said|says|turned|rejected|accepted|student|students|alum\w*|graduate|grad|sent|tackade|sa)\b")
_NOT_AFTER = re.compile(
    r"(?:\s(?:[a-z]+ing\b|parser|style|press|dictionary|edition|street|road|university press|lock"
    r"|referenc\w+|system\w*)|-)",
    re.IGNORECASE,
)

_SCHOOL_WORDS: Final = frozenset(
    "university college universität universidad universidade universiteit università université "
    "institute polytechnic school academy comprehensive nursery kindergarten tech high grammar "
    "primary elementary uni univ tu eth fh uc u högskolan universitetet gymnasiet universitet "
    "högskola folkhögskola gymnasium gymnasieskola yrkeshögskola förskola friskola skola "
    "folkhögskolan politecnico hochschule instituto lycée école colegio escuela liceo collège technische".split()
)


def find_schools(page: Page) -> Iterator[Identifier]:
    text = page.text
    for begin, stop in page.windows(_SCHOOL_WORDS, 60, 50):
        for m in _SCHOOL.finditer(text, begin, stop):
            yield from _school(page, m)
        for m in _SAINT.finditer(text, begin, stop):
            words = m["name"].split()
            named = words[-1][0].isupper() and (words[0][0].isupper() or words[0] == "s:t")
            if named and words[0].lower() not in small_lines("not_in_schools") | {"press"}:
                yield Identifier(*m.span("name"), "SCHOOL", 0.7)
    if "skolan" in page.small or "gymnasiet" in page.small or "läroverket" in page.small:
        for m in _SV_SCHOOL.finditer(text):
            past = text[max(0, m.start() - 25) : m.start()]
            if m[0].lower() not in small_lines("not_schools") and (_AT_SCHOOL.search(past) or not _begins(past)):
                yield Identifier(*m.span(), "SCHOOL", 0.8)
    if not page.vocabulary.isdisjoint(_SMALL_WORDS):
        yield from _small_schools(page)
    if (
        "högskolan" in page.small
        or "institutet" in page.small
        or "universitetet" in page.small
        or "akademien" in page.small
    ):
        for m in _SV_NAMED.finditer(text):
            if m[0].lower() not in small_lines("not_schools"):
                yield Identifier(*m.span(), "SCHOOL", 0.945)
    if not page.vocabulary.isdisjoint(("st", "saint", "sankt", "s")) and not page.vocabulary.isdisjoint(_SCHOOL_TALK):
        for m in _SAINT_ALONE.finditer(text):
            past = text[max(0, m.start() - 30) : m.start()]
            key = " ".join(map(fold, re.findall(r"[^\W\d_]+", m[0])))
            if _AT_SCHOOL.search(past) and key not in places() and not _NOT_AFTER.match(text, m.end()):
                yield Identifier(*m.span(), "SCHOOL", 0.7)
    yield from _known_schools(page)


_SMALL_WORDS: Final = frozenset(
    "university college uni school polytechnic academy universitet högskola högskolan universitetet gymnasium".split()
)
_SCHOOL_TALK: Final = frozenset(
    "school pupil pupils student students teach teaches study studied attended attend graduated class skola "
    "elev elever".split()
)


def _small_schools(page: Page) -> Iterator[Identifier]:
    """'university of helsinki', 'oxford university', 'linköpings universitet', 'king's college london'."""
    text = page.text
    for begin, stop in page.windows(_SMALL_WORDS, 30, 30):
        for m in _SMALL_OF.finditer(text, begin, stop):
            name = next((name for name in (m["town"], m["town"].split()[0]) if _is_place(name)), "")
            if name:
                yield Identifier(m.start(), m.start("town") + len(name), "SCHOOL", 0.94)
        for m in _SMALL.finditer(text, begin, stop):
            if m[0][0].isupper() or m["named"].split()[-1][0].isupper() or _NOT_AFTER.match(text, m.end()):
                continue
            words = m["named"].split()
            for start, name in ((m.start("named"), m["named"]), (m.end("named") - len(words[-1]), words[-1])):
                owned = re.search(r"['’]s$", name) is not None
                plain = name.lower() in small_lines("not_in_schools") or name.split()[0].lower() in function_words()
                cue = _AT_SCHOOL.search(text[max(0, start - 25) : start]) is not None
                town = _is_place(name) or (cue and " " in name and _is_place(words[0]))
                if plain or not ((town and (len(words[0]) > 3 or cue)) or (owned and cue)):
                    continue
                after = m["after"] if m["after"] and _is_place(m["after"].strip()) else ""
                end = m.end("kind") + len(after)
                if (m["after"] or "").strip().lower() != "press":
                    yield Identifier(start, end, "SCHOOL", 0.93)
                break


def _is_place(name: str) -> bool:
    """The name of a place in small letters, or its genitive in Swedish."""
    key = " ".join(map(fold, name.split()))
    key = key if key in places() else key.removesuffix("s")
    return (
        key in places()
        and key not in function_words()
        and (" " in key or key not in languages.common_words() or key == "reading")
    )


def _begins(past: str) -> bool:
    return not past.strip() or past.rstrip()[-1:] in ".!?\n"


def _school(page: Page, m: re.Match[str]) -> Iterator[Identifier]:
    text, start, end = page.text, *m.span()
    words = m[0].split()
    while words and words[0].lower().strip(".") in small_lines("not_in_schools"):
        start += len(words[0]) + 1
        words = words[1:]
    if len(words) < 2 or _NOT_AFTER.match(text, end) or "Press" in words:
        return
    past = text[max(0, start - 25) : start]
    if past.endswith(". ") and _REFERENCE.search(text, max(0, start - _TITLE), start):
        return
    head, rest = words[0].lower(), " ".join(words[1:]).lower()
    named = [
        word
        for word in words
        if word[0].isupper()
        and word.lower().strip(".") not in _SCHOOL_WORDS | small_lines("not_in_schools") | {"department", "institute"}
    ]
    if not named or words[0] in ("Department", "Institute") or (words[0] == "School" and words[1] == "of"):
        return
    if (rest.startswith("school of") and not small_lines("faculties").intersection(rest.split())) or (
        rest == "school" and _THOUGHT.search(past) and next_word(text, end) in ("of", "is")
    ):
        return
    short = head in ("tu", "uni", "u", "uc", "fh", "eth")
    if (
        short
        and not (_SIGNED.search(past) and _LINE_END.match(text, end))
        and not (_AT_SCHOOL.search(past) or _SAID.match(text, end) or _begins(past) or head in ("tu", "uni"))
    ):
        return
    if words[-1] in (
        "High",
        "Tech",
        "Grammar",
        "Primary",
        "Elementary",
        "Comprehensive",
        "Nursery",
    ) and not _AT_SCHOOL.search(past):
        return
    yield Identifier(start, _extended(text, end, words), "SCHOOL", 0.94)


# 'Fry, A. (2003). Growth in small fields. '
_REFERENCE = re.compile(r",\s[A-ZÅÄÖ]\.[^\n(]{0,60}\((?:19|20)\d\d[a-z]?\)\.\s[^\n]{5,150}\.\s\Z")
_TITLE: Final = 220


def _extended(text: str, end: int, words: list[str]) -> int:
    """Where a name ends that goes on: 'Trinity College Dublin', 'University of California, Berkeley'."""
    m = _MORE.match(text, end)
    if m is None:
        return end
    last = words[-1].lower()
    if m["campus"]:
        state = places().get(" ".join(map(fold, words[2:])))
        town = places().get(" ".join(map(fold, m["campus"].split())))
        campus = state is not None and state.label == "REGION" and town is not None and town.label == "CITY"
        return m.end() if campus and words[1].lower() == "of" else end
    if m["town"]:
        for name in (m["town"], m["town"].split()[0]):
            if last in _SCHOOL_WORDS and " ".join(map(fold, name.split())) in places():
                return m.start("town") + len(name)
        return end
    return m.end() if last in _SCHOOL_WORDS or words[-1] in ("Texas",) or " at " in m[0] else end


@cache
def _school_names() -> tuple[dict[str, list[tuple[str, ...]]], frozenset[str]]:
    """Schools by their first words, and those words."""
    names: dict[str, list[tuple[str, ...]]] = {}
    for line in sorted(small_lines("schools"), key=lambda line: -len(line)):
        words = tuple(re.findall(r"[^\W\d_]+", line))
        names.setdefault(words[0], []).append(words)
    return names, frozenset(names)


_ACRONYMS: Final = frozenset(
    "mit ucl lse ucla usc nyu cmu eth epfl kth slu lth unsw anu ubc ntnu dtu nus ntu iit unam tum".split()
)


def _known_schools(page: Page) -> Iterator[Identifier]:
    """Schools by their short names, where somebody studies, teaches or was turned down."""
    text, words = page.text, page.small_words
    known, first = _school_names()
    for number in page.numbers(first):
        word = words[number]
        for name in known[word]:
            if tuple(words[number : number + len(name)]) != name:
                continue
            start, last = page.starts[number], number + len(name) - 1
            end = page.starts[last] + len(page.tokens[last])
            past = text[max(0, start - 30) : start]
            capital = text[start].isupper()
            student = re.match(r"\s(?:student|alum\w*|grad\w*|said|turned|rejected|accepted)\b", text[end : end + 12])
            if word in _MIXED_UP and not (capital and (_STUDIES.search(past) or student)):
                break
            if not capital and word not in _ACRONYMS and (is_word(word) or not _STUDIES.search(past)):
                break
            if (student or _AT_SCHOOL.search(past) or _THEN.search(past)) and not (
                _NOT_AFTER.match(text, end) and not student
            ):
                in_town = re.search(r"(?i)\b(?:live|living|bor|in|i)\s(?:in\s)?$", past) is not None
                from_to = (
                    word not in _ACRONYMS
                    and re.search(r"(?i)\b(?:from|to|från|till|i|på)\s$", past) is not None
                    and not _STUDIES.search(past)
                )
                if not in_town and not from_to:
                    yield Identifier(start, end, "SCHOOL", 0.93)
            break


# Towns, people and things of the same name.
_MIXED_UP: Final = frozenset(
    "oxford cambridge columbia brown duke durham imperial kings king berkeley trinity stanford "
    "harvard yale princeton cornell".split()
)
_STUDIES = before(
    r"\b(?:study|studies|studied|studying|degree|phd|bsc|msc|mba|graduated?|student|professor|taught"
    r"|teach|teaches|went|go|goes|accepted|apply|applied|got|get|attend(?:s|ed|ing)?"
    r"|lecturer)\s(?:\w+\s)?(?:at|from|to|into)\s"
    r"|\b(?:gick|går|gått|läser|läste|läst|pluggar|pluggade|pluggat|studerar|studerade|studerat|doktorerar|antagen|kommit\sin"
    r"|kom\sin)\s(?:\w+\s)?(?:på|vid)\s"
    r"|\battend(?:s|ed|ing)?\s|\b(?:we|i)\swent\sto\s|\bcollege,\s"
)
_THEN = before(r"\b(?:no|yes|said no|said yes),\s")
