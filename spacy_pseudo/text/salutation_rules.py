"""The patterns of greetings and sign-offs, made from a language's lists."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

import regex

from .. import languages
from . import person_names
from .formulas import Formulas, end_of
from .lexing import Text, once
from .lost_letters import restored
from .person_names import FIRST_LETTER, LOOSE_WORD, SMALL_WORD, either, words_of
from .phrase_patterns import either_phrase
from .thresholds import BEARERS, KNOWN, USUAL, USUAL_SURNAME
from .words import atoms, fold, fold_all, native, small_words, stop_words

# Introductions of which the last word does not lead to a name alone: 'I am ...', 'this is ...'.
_WEAK_ENDS: Final = ("am", "is", "it's", "its", "i'm", "im", "i’m", "bin", "suis", "ben", "är", "e")
_NAMING: Final = ("name", "namn")

_SPACED = r"\p{L}(?:[ .\-_*~]\p{L}){2,}(?![\p{L}\p{M}])"
_DOTTED = r"\p{Lu}(?:\.\p{Lu}){1,3}(?![\p{L}\p{M}])"
# A name may be glued on to what goes before it: 'thanksMary'.
_WORD_END = r"(?![\p{Ll}\p{M}'’])"
# What may follow a signature: marks, kisses, emoticons, emoji. Possessive: there is one way only to read it.
_TAIL = (
    r"(?:<3|[\sÂ.,!)(\]\[*~_\-–—\"'”’<>^|/\\=]|[:;=8xX][-o^']?[)(DPp/|3]+|x+\b"
    r"|\p{So}|\p{Sk}|\p{Emoji_Presentation}|\ufe0f)*+"
)
_GENITIVE: Final = ("'s", "’s")
_GAP = r"[\sÂ,.!:;–—~*/-]*+"
_SHORT_GAP = r"(?:\.{2,5}|…)?[ \t,:;–—-]*"
_OPENING = r"^[ \t*_\"'“]*"
_OPENING_MARKS = re.compile(r"[ \t*_\"'“]*")
_DEGREE = (
    r"(?:Ph\.?[ ]?D|M\.?D|M\.?[ ]?Sc|B\.?Sc|M\.?P\.?H|M\.?A|MBA|RN|FAHA|DDS|EdD|Dipl|Esq"
    r"|Professor|Prof|Dr|Assistant|Associate)\b"
)
# An address or a page beside a name.
_CONTACT = r"[ \t]+(?:[\w.+-]+@\w|https?:|www\.)"


# The beginning of a line.
_LINE_WORD = re.compile(r"[ \t*_\"'“>-]*([A-Z]?[^\W\d_A-Z]+|[A-Z]+)")


@once
def line_words(text: Text) -> list[tuple[int, str]]:
    """RETURNS (list[tuple[int, str]]): Where lines begin that begin with a word, and the word in small letters."""
    found, at = [], 0
    while at >= 0:
        word = _LINE_WORD.match(text, at)
        if word:
            found.append((at, word[1].lower()))
        at = text.find("\n", at) + 1 or -1
    return found


def _words(kind: str) -> str:
    return either(small_words(kind))


def _rests(word: str) -> tuple[str, str]:
    rest = word.split()[0][1:]
    return rest.lower(), rest.upper()


def _compiled(pattern: str, flags: int = 0) -> regex.Pattern[str]:
    return regex.compile(pattern, flags | regex.VERSION0)


class Closing(NamedTuple):
    """A closing phrase in a text.

    start (int): Where it begins.
    end (int): Where it ends.
    after (regex.Match[str]): What follows it.
    """

    start: int
    end: int
    after: regex.Match[str]


class SalutationRules:
    """The patterns of one language, and its judgement on words.

    lang (str): The language; the English lists count, too.
    """

    def __init__(self, lang: str = languages.BASE) -> None:
        with languages.speaking(lang):
            self._make(lang)

    def _make(self, lang: str) -> None:
        kinds = (
            *("greetings", "thanks", "openers", "fillers", "closings", "groups", "titles"),
            "introductions",
        )
        lists = {kind: languages.own_and_base(kind, lang) for kind in kinds}
        self.titles = frozenset(fold(line) for line in lists["titles"])
        self.given, self._surnames = languages.given_names(lang), languages.surnames(lang)
        self.words, self._common = languages.words(lang), languages.common_words(lang)
        self._proper = languages.proper_words(lang)
        # Words that greetings and closings are made of, and titles, are no names beside them.
        beside = [line for kind in kinds if kind not in ("groups", "introductions") for line in lists[kind]]
        parts = {(word, len(word) > 2 or word == fold(line)) for line in beside for word in fold_all(line)}
        # 'My name is' and 'mon nom est' stand elsewhere: only ordinary words of them are no names here.
        introducing = {word for line in lists["introductions"] for word in fold_all(line) if word in self._common}
        parts.update((word, len(word) > 2) for word in introducing)
        self._small = {word for word, telling in parts if telling}
        # Small words of other languages are somebody's initials, and longer ones somebody's name: Caro, Dia.
        self._formulas = {
            word
            for word, telling in parts
            if len(word) > 1
            and (word in self._common or (telling and (word in self.words or self.given.get(word, 0) < USUAL)))
        }
        self._formulas.update(fold(line) for line in (*lists["groups"], *languages.own_and_base("abbreviations", lang)))

        ends = {(line, fold_all(line)[-1]) for line in lists["closings"]}
        self._closing_ends = {end for line, end in ends if end not in stop_words() or line.startswith("thank")}
        # A quick look at one word spares most lines the patterns.
        self.greetings, self.thanks = Formulas(lists["greetings"]), Formulas(lists["thanks"])
        self.closing_formulas = Formulas(lists["closings"])
        self.closing_words = self.closing_formulas.first_words
        self._closings = frozenset(line.lower() for line in lists["closings"])
        # 'Thanks', 'cheers', 'ciao': whoever is named after it may be the writer, or the one who is written to.
        self.either_words = self.closing_words & (self.greetings.first_words | self.thanks.first_words)

        self._function_words = frozenset(map(fold, small_words("function")))
        self._and = _words("and")
        # A look at a few letters spares most texts the patterns.
        signs = {cased for word in small_words("thanking") for cased in _rests(word)}
        self.thank_signs = tuple(sorted(sign for sign in signs if not any(s in sign for s in signs - {sign})))
        self.here_words = frozenset(fold(word) for word in small_words("here"))

        titles = rf"(?:{either_phrase(lists['titles'])}\b\.?[ \t]*){{0,6}}"
        run = person_names.run(LOOSE_WORD, 3)
        self.title, self.run, self.lower = _compiled(titles), _compiled(run), _compiled(SMALL_WORD)
        self._make_greetings(lists, titles, run)
        self._make_closings(lists, titles, run)

    def _make_greetings(self, lists: dict[str, list[str]], titles: str, run: str) -> None:
        fillers = rf"(?:{either_phrase(lists['fillers'])}{_WORD_END}[ \t,]*)*"
        after = rf"{_WORD_END}{_SHORT_GAP}{fillers}"
        self._after_greeting = _compiled(after)
        self.thank_you = _compiled(rf"(?<![\p{{L}}\p{{M}}])(?i:{_words('thanking')}){after}")
        more = rf"(?:[ \t]+(?:{self._and}|&)[ \t]+{titles}{run})?"
        stop = r"(?:[*_]*\s*(?:[,;:–—!]|-{1,2}\s|\.\.)|[ \t]*\n)"
        opener = rf"(?:{either_phrase(lists['openers'])}(?:[ \t]*[,.!…-]+)?[ \t]+)?"
        self.bare = _compiled(rf"{_OPENING}{opener}@?{titles}(?P<name>{run})(?={more}{stop})")
        self.mention = _compiled(rf"(?<![\w.@])@[ \t]?(?P<name>{run}|{SMALL_WORD})")
        self.separator = _compiled(
            r"[ \t]*(?:(?P<comma>,)|&|/|\+|(?:and|und|et|och|og|y|e)(?=[ \t]))[ \t]*"
            rf"(?:(?:{self._and})[ \t]+)?@?(?:(?i:{_words('greeting')})[ \t]+)?"
        )
        # After one letter that addresses somebody: 'M - see below', 'M, see below', but not 'R, the language'.
        thing = either(small_words("articles") | small_words("and") | small_words("or"))
        self.dashed = _compiled(rf"\.?(?:[ \t]*(?:--|[–—]|-[ \t])|,[ \t]+(?!(?:{thing})\b)\p{{Ll}}|,?[ \t]*\n)")
        self.list_end = _compiled(rf"[ \t]*(?:[,!:;.–—-]|&|/|(?:{self._and})[ \t]|\n|$)")
        # 'Mary here, from Oslo', 'Mary from Oslo here'
        away = rf"(?=[ \t]*[,.!:\n–-]|[ \t]+(?:{_words('here_from')})\b)"
        place = rf"(?:[ \t]+(?:{_words('here_from')})[ \t]+\w[\w-]*(?:[ \t]\w[\w-]*)?)?"
        self.here = _compiled(rf"{place}[ \t]+(?:{_words('here')})\b{away}")

    def _make_closings(self, lists: dict[str, list[str]], titles: str, run: str) -> None:
        self._joint = re.compile(r"(?:,[ \t]*(?:(?:and|&)[ \t]+)?|[ \t]+(?:(?:and|&|und|et|y|e|och|og|en)[ \t]+)?)")
        word = r"\p{Lu}[\p{L}\p{M}'’.-]*+"
        place = rf"{word}(?:,?[ \t]+(?:of[ \t]+|de[ \t]+|the[ \t]+)?{word}){{0,4}}"
        preposition = r"(?:from|aus|desde|från|fra|uit)"
        from_place = rf"(?:[ \t]+{preposition}[ \t]+(?:\p{{Ll}}{{1,12}}[ \t]+)?(?P<place>{place}))?"
        closing = rf"{_WORD_END}{from_place}"
        turned = rf"{LOOSE_WORD},[ \t]{run}(?:[ \t]\({run}\))?"  # 'Poe, Mary Jane (MJ)'
        names = rf"{_SPACED}|{run}|{SMALL_WORD}(?:[ \t](?!x+\b){SMALL_WORD})?"
        second = rf"(?:[ \t]*(?:{self._and}|&|/|\+)[ \t]*(?P<second>{run}))?"
        self.closing_line = _compiled(rf"{closing}{_GAP}{_TAIL}$")
        by = rf"(?P<gap>{_GAP})(?:(?:{_words('by')})[ \t]+)?"
        bracket = r"(?:[ \t]*\([^()\n]{1,40}\))?"
        self.closing_inline = _compiled(rf"{closing}{by}{titles}(?P<name>{names})(?P<mark>[.!]?){bracket}{_TAIL}$")
        self.closing_far = _compiled(rf"{closing}[ \t,.!:;–—~*-]*\n\s*(?P<line>[^\n]{{1,60}})$", regex.MULTILINE)
        self.name_line = _compiled(rf"[ \t]*{_TAIL}{titles}(?P<name>{turned}|{names}){second}{_TAIL}")
        self.name_first = _compiled(
            rf"[ \t]*{_TAIL}{titles}(?P<name>{run})(?=[ \t]*(?:[,(|/;:<]|[-–—][ \t]|$)|{_CONTACT}|[ \t]+{_DEGREE})"
        )
        # 'Mary from Oslo', 'Mary (Norway)', 'Mary, Norway', 'Mary - Oslo'
        told = rf"(?:{_words('from')})[ \t]+{place}|\([^()\n]{{1,40}}\)|[-–—|][ \t]+{place}"
        self.placed = _compiled(rf"[ \t]*{_TAIL}(?P<name>{run})(?:[ \t]+(?:{told})|,[ \t]*(?:{place}|\d\d)){_TAIL}")
        self.with_degree = _compiled(rf"[ \t]*{titles}(?P<name>{run})[ \t]*(?:,[ \t]*|[ \t]+){_DEGREE}")
        self.lone_line = _compiled(
            rf"\n[ \t\r]*\n[ \t]*(?P<dash>[-–—~]{{1,2}})?(?P<line>{run})[ \t,.!]*(?=\n[ \t]*(?:\n|--|[\"“*~_=])|$)"
        )
        # '-Mary (with wet feet)': a blank before the name would make it a list.
        remark = r"[ \t]*\([^()\n]{1,60}\)[ \t]*\w*"
        self.dash_line = _compiled(
            rf"[ \t]*[-–—~=*_/]{{1,3}}(?:[ \t]*{titles}(?P<name>{names}){_TAIL}|(?P<name>{names}){remark})"
        )
        before = (
            r"(?<=[.!?)…,\]\"”Â]|</\p{Ll}{1,10}>|[:;]\s|\p{So}|\p{Emoji_Presentation}|[ \t][-–—~]|[ \t]--)"
            r"[\sÂ\"'”’)*_/–—-]*(?<!\b\p{Lu}\.)"  # not the 'K.' of 'M.K.'
        )
        self.last_word = _compiled(rf"{before}(?P<name>{_DOTTED}|{run}|\p{{Ll}}{{1,12}}){_TAIL}$")
        self.last_bare = _compiled(
            rf"(?<=[\p{{Ll}}\d][ \t])(?P<name>(?!{FIRST_LETTER}\b){LOOSE_WORD}(?:[ \t]+{LOOSE_WORD})?){_TAIL}$"
        )
        phrases = lists["introductions"]
        weak = [
            phrase for phrase in phrases if phrase.split()[-1] in _WEAK_ENDS and not any(map(phrase.count, _NAMING))
        ]
        strong = [phrase for phrase in phrases if phrase not in weak]
        # Each phrase with its words, by the longest of them: a text that lacks one of them need not be searched.
        self.introductions: dict[str, dict[str, list[tuple[str, frozenset[str]]]]] = {}
        for kind, own in (("intro", strong), ("intro_weak", weak)):
            by_word = self.introductions.setdefault(kind, {})
            for phrase in own:
                words = fold_all(phrase)
                known = by_word.setdefault(max(words, key=len), [])
                known.append((phrase.lower().replace("’", "'"), frozenset(words)))
        # 'call me, Robert' goes on with somebody else.
        gap = r"(?:(?<=\bme)[ \t:\"'“]+|(?<!\bme)[ \t,:\"'“]+)"
        self.intro = _compiled(rf"\b{either_phrase(strong)}{gap}{titles}(?P<name>{run}|{SMALL_WORD})")
        self.intro_weak = _compiled(rf"\b{either_phrase(weak)}[ \t]+(?P<name>{run})")
        self.name_before = _compiled(rf"(?:^|(?<=[.,!\n][ \t]?))(?P<name>{run})$")

    def plausible(self, word: str, *, strict: bool = False) -> bool:
        """Judge whether a word may be a name where a name is expected.

        word (str): The word as written.
        strict (bool): Rare words are ordinary, too.
        RETURNS (bool): It is a usual given name, or no ordinary word.
        """
        folded = fold(word)
        initials = word.isupper() and 1 < len(word) <= 3 and not strict
        if folded in self._formulas:
            # 'AM' and 'IT' in capitals are somebody's initials, 'PS' heads a note.
            words = initials and len(word) == 2 and folded in self._common and folded not in self._small
            return words or self.given.get(folded, 0) >= BEARERS
        if initials:
            return True
        if native(word) and folded in (self.words if strict else self._common):
            return self.given.get(folded, 0) >= BEARERS
        return folded not in ("a", "i")

    def usual(self, word: str) -> bool:
        """RETURNS (bool): A folded word is a usual given name, and neither an ordinary word nor a place."""
        known = self.given.get(word, 0) >= (BEARERS if word in self._proper else USUAL)
        return known and (word not in self.words or self.given.get(word, 0) >= BEARERS)

    def surname(self, word: str, least: int = 0) -> bool:
        """RETURNS (bool): A word is the surname of so many, whatever else it means, and no part of greetings."""
        folded = fold(word)
        return self._surnames.get(folded, -1) >= least

    def full_name(self, name: str) -> bool:
        """Judge whether a run of words may be somebody's full name.

        name (str): The words as written.
        RETURNS (bool): None of them is ordinary; or the first that is no initial is a given name, and the others are
            not common, or surnames, whatever else they mean.
        """
        words = [word for word in words_of(name) if word[0].isupper() or not word.isascii()]
        long = [word for word in words if len(word) > 1]
        if len(words) < 2 or not long or any(map(self.formula, long)) or any(word[-2:] in _GENITIVE for word in long):
            return False
        if all(self.plausible(word, strict=True) for word in long):
            return True
        first, rest = fold(atoms(long[0])[0].text), long[1:] or long
        if self.usual(first):
            return all(self.surname(word) or self.plausible(word) for word in rest)
        # 'Prudence Hall' is a name, as 'Hall' is a usual one.
        known = self.given.get(first, 0) >= (USUAL if first in self._common else KNOWN)
        return known and all(self.surname(w, USUAL_SURNAME) or self.plausible(w, strict=True) for w in rest)

    def named(self, name: str) -> bool:
        """RETURNS (bool): A full name begins with an initial, or begins or ends with a word that is known as a given
        name, and no place; letters may be lost."""
        words = words_of(restored(name))
        ends = {fold(atoms(words[at])[0].text) for at in (0, -1)} if words else set()
        return bool(words) and (
            len(words[0]) == 1 or any(self.given.get(word, 0) >= KNOWN and word not in self._proper for word in ends)
        )

    def greeted(self, formulas: Formulas, text: str, at: int) -> tuple[int, int] | None:
        """Look for a greeting or words of thanks at the beginning of a line.

        formulas (Formulas): `greetings` or `thanks`.
        text (str): The text.
        at (int): Where the line begins.
        RETURNS (Optional[tuple[int, int]]): Where it begins, and where names may follow.
        """
        ways = (self._after_greeting.match(text, end) for end in formulas.ends(text, end_of(_OPENING_MARKS, text, at)))
        return next(((at, after.end()) for after in ways if after), None)

    def closing_at(self, pattern: regex.Pattern[str], text: str, at: int, end: int | None = None) -> Closing | None:
        """Look for a closing and what follows it.

        pattern (regex.Pattern[str]): What follows: `closing_line`, `closing_inline` or `closing_far`.
        text (str): The text.
        at (int): Where the closing begins.
        end (Optional[int]): Where to stop; None for the end of the text.
        RETURNS (Optional[Closing]): The closing, one phrase or two, of several ways to read it the longest.
        """
        end = len(text) if end is None else end
        for first in self.closing_formulas.ends(text, at):
            joint = self._joint.match(text, first)
            seconds = self.closing_formulas.ends(text, joint.end()) if joint else ()
            for last in (*seconds, first):
                if last <= end and (m := pattern.match(text, last, end)):
                    return Closing(at, last, m)
        return None

    def formula(self, word: str) -> bool:
        """RETURNS (bool): The word belongs to greetings and closings."""
        return fold(word) in self._formulas

    def closing(self, word: str) -> bool:
        """RETURNS (bool): A folded word is a closing all by itself: 'best', 'cheers'."""
        return word in self._closings

    def closes(self, word: str) -> bool:
        """RETURNS (bool): A closing ends with this word, so that a name may follow."""
        return fold(word) in self._closing_ends

    def possible(self, word: str) -> bool:
        """RETURNS (bool): The word may be a name where it stands alone in a name's place, even if it is ordinary."""
        folded = fold(word)
        unlike = folded in self._formulas or folded in self._function_words
        named = word.istitle() or (word.islower() and folded in self.given)
        return self.plausible(word) or (named and len(word) > 2 and not unlike)


def rules_for(lang: str | None = None) -> SalutationRules:
    """RETURNS (SalutationRules): The patterns of a language, None for that of the messages at hand; made once."""
    return _made(lang or languages.spoken())


@lru_cache(maxsize=8)
def _made(lang: str) -> SalutationRules:
    return SalutationRules(lang)
