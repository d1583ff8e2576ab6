"""Names that stay: on a list, cited, of a thing, or somebody else's although a participant shares a part of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import regex

from .. import languages
from ..text import cues
from ..text.citations import NUMBER, published
from ..text.lexing import Prose
from ..text.person_names import BEGINS, INITIALS, WORD
from ..text.ranges import Ranges
from ..text.salutations import STRONG_KINDS, Slot
from ..text.statistics import WordStatistics
from ..text.thresholds import BEARERS, BORNE_SURNAME, PER_SURNAME, USUAL
from ..text.words import atoms, fold, fold_all, is_blank, is_title, word_list
from ..text.zones import in_header
from . import reasons
from .allowlist import ALLOWED, Allowlist, Protection, in_one_go
from .forms import FULL, GIVEN, HANDLE, LETTERS, NICK, SURNAME, TABLE
from .index import FormIndex, Found
from .others.signs import is_kin, relation_of, relations
from .runs import join_runs, other_person

if TYPE_CHECKING:
    from .others.matching import OtherFinder

PUBLIC = "PUBLIC_FIGURE"
CITED = "CITED"
OTHER = "OTHER_PERSON"
RELATIVE = "RELATIVE"
EPONYM = "EPONYM"
# What the account calls each of them; a label of somebody else's is a decision.
REASONS: Final = {
    ALLOWED: reasons.ALLOWED,
    PUBLIC: reasons.PUBLIC,
    CITED: reasons.CITED,
    OTHER: reasons.OTHER,
    RELATIVE: reasons.RELATIVE,
    EPONYM: reasons.EPONYM,
}

_TERM = regex.compile(rf"(?:[-–—/]{WORD}|[ ](?:and|och|&)[ ]{WORD}){{0,3}}(?:['’]s?)?[ -](\p{{L}}+)")
# Around a first name that is part of a cited author's: 'Mary Shelley (1818)', 'W. James', 'James, W.'
_SURNAME_FOLLOWS = regex.compile(rf"[ ](?:{INITIALS})?{WORD}|,[ ]{INITIALS}")
_INITIAL_BEFORE = regex.compile(rf"{BEGINS}{INITIALS}$")
# After a first name: 'the Great', 'II', 'I of Scotland', ', Queen of Scots'
_EPITHET = regex.compile(
    r"[ ](?:the[ ](?!\p{Lu}{2})\p{Lu}\p{Ll}|(?:II|III|IV|VI{1,3}|IX|XI{1,3}|XIV|XVI{0,3})\b|I[ ]of[ ]\p{Lu}\p{Ll}"
    r"|of[ ]\p{Lu}\p{Ll})|,[ ](?:Queen|King|Duke|Duchess|Earl|Prince|Princess|Emperor|Empress)[ ]of\b"
)
# A thing is called after somebody if the two words stand side by side so often, and every so many times the second.
_FEW, _RARE = 3, 20
_NUMBERED = regex.compile(rf"{NUMBER}$")
_ET_AL = regex.compile(r"\bet\s+al\b|\bm\.?[ ]?fl\b")
_REST_OF_SENTENCE = regex.compile(r"[^.!?\n]{0,120}")
# 'our Mary' is one of us.
_OURS = frozenset(("our", "vår"))


@cache
def _public_figures() -> Allowlist:
    return Allowlist(languages.lines(f"{languages.BASE}/public_figures.txt"))


@cache
def public_words() -> frozenset[str]:
    """RETURNS (frozenset[str]): The last words of the names on the packaged list, folded."""
    return frozenset(fold_all(line)[-1] for line in languages.lines(f"{languages.BASE}/public_figures.txt"))


def is_public(words: Sequence[str]) -> bool:
    """RETURNS (bool): A whole name, by its folded words, is on the packaged list."""
    return _public_figures().holds(words)


def find_eponyms(
    pairs: Mapping[tuple[str, str], int], statistics: WordStatistics, index: FormIndex, lang: str
) -> set[tuple[str, str]]:
    """Find names that make things of the words after them in a corpus: 'taylor', 'series'.

    pairs (Mapping[tuple[str, str], int]): How often a name and a word stand side by side.
    statistics (WordStatistics): How often words are written.
    index (FormIndex): Whose names they are.
    lang (str): The language of the messages.
    RETURNS (set[tuple[str, str]]): The names and the words, folded.
    """
    ordinary, given, found = languages.words(lang), languages.given_names(lang), set()
    for (name, thing), n in pairs.items():
        lower, title, _ = statistics.counts.get(thing, (0, 0, 0))
        whole = any(index.kinship.owns(claim.participant, thing) for claim in index.claims((name,)))
        if whole or given.get(thing, 0) >= BEARERS:  # a full name, or a second one
            continue
        if len(name) > 2 and thing in ordinary and n >= max(_FEW, (lower + title) / _RARE):
            found.add((name, thing))
    return found


def find_protected(
    prose: Prose,
    allowlist: Allowlist,
    index: FormIndex | None = None,
    *,
    slots: Sequence[Slot] = (),
    others: OtherFinder | None = None,
    citations: bool = True,
    public_figures: bool = True,
    lang: str = languages.BASE,
) -> list[Protection]:
    """Find the names that stay.

    prose (Prose): The prepared text.
    allowlist (Allowlist): Names that stay wherever they stand.
    index (Optional[FormIndex]): Forms of participants, to see where one is part of another person's name.
    slots (Sequence[Slot]): Where a message addresses somebody or is signed: nobody is cited there.
    others (Optional[OtherFinder]): Knows people who take no part: their full names are nobody's of us.
    citations (bool): Cited authors and the names of things stay.
    public_figures (bool): The names on the packaged list stay, unless a participant is called so.
    lang (str): The language of the message.
    RETURNS (list[Protection]): The names, in order; they may overlap.
    """
    found = allowlist.find(prose)
    addressed = Ranges.of(slot for slot in slots if slot.kind in STRONG_KINDS)
    taken = Ranges.of(slot for slot in slots if slot.kind in STRONG_KINDS or slot.kind == "thanks")
    runs = join_runs(prose, index.found(prose), index) if index is not None else []
    if public_figures:
        figures = [figure for figure in _public_figures().find(prose) if figure not in found]
        for figure in figures:
            if not addressed.touch(figure.start, figure.end) and _is_figure(prose, figure, runs, index):
                found.append(figure._replace(label=PUBLIC))
    if citations:
        cited, references = published(prose.text)
        spans = [*_without_first_names(prose, cited, runs), *references]
        if runs and _addresses(prose.text, runs[0]):  # 'Mary, Calder (2010) says' is no reference
            spans = [(max(start, runs[0].end), end) for start, end in spans]
        spans = [span for span in spans if not in_header(prose.text, span[0])]
        found += [Protection(*span, CITED) for span in spans if not taken.touch(*span)]
    if index is not None:
        if citations:
            for item in runs:
                if _is_eponym(prose, item) and not taken.touch(item.start, item.end):
                    found.append(Protection(item.start, item.end, EPONYM))
        if index.eponyms:
            for item in index.found(prose):
                thing = cues.next_word(prose.text, item.end)
                if (item.words[-1], thing) in index.eponyms and _bears_name(prose.text, item, thing):
                    found.append(Protection(item.start, item.end, EPONYM))
        said: set[tuple[str, ...]] = set()
        slotted = Ranges.of(slots)
        related = bool(runs) and bool(relations(prose, lang))
        for item in runs:
            if not taken.touch(item.start, item.end):
                if _is_talked_about(prose, item, lang, related=related):
                    said.add(item.words)
                    found.append(Protection(item.start, item.end, RELATIVE))
                elif item.words in said and not slotted.touch(item.start, item.end) and _goes_on(prose, item):
                    found.append(Protection(item.start, item.end, RELATIVE))
            slot = addressed.touch(item.start, item.end)
            other = other_person(prose, item, index, slot=slot)
            if other is not None and all(index.kinship.has_surname(c.participant) for c in item.claims):
                found.append(Protection(*other, OTHER))
    if others is not None:
        found += (Protection(*place, OTHER) for place in others.full_names(prose, slots))
    return sorted(found)


def _is_figure(prose: Prose, figure: Protection, runs: Sequence[Found], index: FormIndex | None) -> bool:
    """The name is written in one go, and no participant's."""
    words = atoms(prose.text[figure.start : figure.end])
    if not (is_title(words[0].text) and is_title(words[-1].text)):
        return False
    if not in_one_go(prose.text[figure.start : figure.end], words):
        return False
    if index is None:
        return True
    kin, initial = index.kinship, fold(words[0].text)[0]
    for item in runs[bisect_right(runs, figure.start, key=lambda run: run.end) :]:
        if item.start >= figure.end:
            break
        for claim in item.claims:
            # Of a participant who is called 'Hume' or 'D. Hume' one cannot know.
            alone = kin.owns(claim.participant, initial) or not kin.has_surname(claim.participant)
            if claim.kind == FULL or (alone and item.end == figure.end):
                return False
    return True


def _without_first_names(
    prose: Prose, spans: Sequence[tuple[int, int]], runs: Sequence[Found]
) -> Iterator[tuple[int, int]]:
    """Nobody is cited by a first name: 'I agree with Mary and Calder (2010)' leaves only Calder."""
    firsts = [item for item in runs if _is_first_name(prose.text, item)] if spans else []
    starts = [item.start for item in firsts]
    whole = Ranges.of(item for item in runs if any(claim.kind == FULL for claim in item.claims)) if spans else Ranges()
    for start, end in spans:
        if _NUMBERED.search(prose.text, start, end) and whole.touch(start, end):
            continue  # 'Mary Calder [1]' is one of us, and the number a note
        if _is_surely_cited(prose.text, start, end):
            yield start, end
            continue
        for item in firsts[bisect_left(starts, start) :]:
            if item.start >= end:
                break
            if _has_capital(prose.text, start, item.start):
                yield start, item.start
            start = item.end
        if _has_capital(prose.text, start, end):
            yield start, end


def _is_surely_cited(text: str, start: int, end: int) -> bool:
    """'Mary et al. (2010)', '(Mary & Calder, 2010)': several authors and a year, so that this is a surname."""
    span = text[start:end]
    if not any(map(str.isdigit, span)):
        return False
    return _ET_AL.search(span) is not None or ("&" in span and text[start - 1 : start] == "(")


def _has_capital(text: str, start: int, end: int) -> bool:
    return any(letter.isupper() for letter in text[start:end])


def _is_first_name(text: str, item: Found) -> bool:
    if not {claim.kind for claim in item.claims} <= {GIVEN, NICK, TABLE}:
        return False
    if _SURNAME_FOLLOWS.match(text, item.end) or _INITIAL_BEFORE.search(text, max(0, item.start - 4), item.start):
        return False
    if _addresses(text, item):
        return True
    word = item.words[0]
    given, bearers = languages.given_names().get(word, 0), languages.surnames().get(word)
    usual = bearers is not None and (given < USUAL or (bearers >= BORNE_SURNAME and given < PER_SURNAME * bearers))
    return not usual


def _addresses(text: str, item: Found) -> bool:
    """A first name opens the message, and a comma follows: 'Mary, Calder (2010) says so'."""
    first = {claim.kind for claim in item.claims} <= {GIVEN, NICK, TABLE}
    return first and text[item.end : item.end + 2] == ", " and is_blank(text, 0, item.start)


def _is_talked_about(prose: Prose, item: Found, lang: str, *, related: bool) -> bool:
    """'My sister Mary', 'a friend of mine, Mary', 'Robert the Bruce', 'Mary II of Scotland': nobody who takes part."""
    text = prose.text
    if any(claim.kind in (FULL, SURNAME) for claim in item.claims):
        return False
    if cues.named(text, item.start) or _EPITHET.match(text, item.end) is not None:
        return True
    relation = relation_of(prose, item.start, item.end, lang) if related else None
    if relation is None or is_kin(relation, lang):
        return relation is not None
    # 'My colleague Mary' may take part, too; 'a colleague, Mary' would be introduced otherwise.
    return relation.indefinite and not _posts(text, item.end)


def _posts(text: str, end: int) -> bool:
    """What follows is about somebody's posts: '(who posted above)'."""
    rest = _REST_OF_SENTENCE.match(text, end)
    return rest is not None and not word_list("posting").isdisjoint(fold_all(rest.group()))


def _goes_on(prose: Prose, item: Found) -> bool:
    """Somebody else was named so before in this text, and nothing says that one of us is meant now."""
    ours = not _OURS.isdisjoint(map(fold, cues.words_before(prose.text, item.start, 8)[-1:]))
    return not ours and not _posts(prose.text, item.end)


def _bears_name(text: str, item: Found, thing: str) -> bool:
    """Of a pair that stands together often in this corpus: a first name is a thing's only before a noun of that kind,
    or with an article before it; 'what Kate fixed' is Kate's doing, however often it is said."""
    if all(claim.kind in (SURNAME, LETTERS, HANDLE) for claim in item.claims):
        return True
    return thing in word_list("eponym_nouns") or cues.has_article(text, item.start)


def _is_eponym(prose: Prose, item: Found) -> bool:
    """A surname that a thing bears: "Cohen's d", 'Egger test', 'Knapp-Hartung adjustment'."""
    if any(claim.kind != SURNAME for claim in item.claims):
        return False
    term = _TERM.match(prose.text, item.end)
    nouns = word_list("eponym_nouns")
    return term is not None and fold(term[1]) in nouns and not cues.titled(prose.text, item.start)
