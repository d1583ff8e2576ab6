"""E-mail addresses, plain, broken and written so that machines do not see them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages, resources
from .anchors import Finder
from .base import Identifier, Page
from .embedded_names import is_site, is_word
from .user_names import LOGIN_BEFORE
from .vocabulary import cues

# Letters, and what a wrong encoding, a soft hyphen or a zero-width space leaves of them.
_L: Final = r"\w\u00a1-\u00bf\u00ad\u200b-\u200d\u2060"
_LOCAL: Final = rf"[{_L}](?:[{_L}.+'’&=~-]{{0,62}}[{_L}+-])?"
_HOST: Final = rf"[{_L}](?:[{_L}-]{{0,61}}[{_L}])?"
_PLAIN: Final = re.compile(rf"(?<![{_L}+.'~=-]){_LOCAL}(?:@|＠|&\#64;|=40)(?:{_HOST}\.){{1,6}}([^\W\d_]{{2,24}})")
# 'email=ben.t@postbox.example' in a query
_FIELD: Final = re.compile(r"(?:e-?mail|mail|to|cc|from|user|username|login|address|addr|id)=(?!40)", re.IGNORECASE)
# A line may end after '@' or a dot.
_WRAPS: Final = re.compile(r"@(?:[\w.-]{1,80}\.)?\n")
_WRAPPED: Final = re.compile(
    rf"(?<![{_L}+.'~=-]){_LOCAL}@(?:(?:{_HOST}\.){{0,3}}(?P<upper>{_HOST})\.)?\n(?:>[ ]?)?"
    rf"(?:{_HOST}\.){{0,4}}(?P<top>[^\W\d_]{{2,24}})(?!\w|\.\w)"
)
# 'ben.t @postbox.example', 'n a d i a @ postbox . example'
_SPACED: Final = re.compile(
    r"(?<!\w)(?:\w[ ]){2,30}@[ ]?[\w-]{1,60}(?:[ ]?\.[ ]?[\w-]{1,60}){0,4}[ ]?\.[ ]?([^\W\d_]{2,24})\b"
    r"|(?<![\w.])[\w.+-]{1,64}[ ]?@[ ]?[\w-]{1,60}(?:[ ]?\.[ ]?[\w-]{1,60}){0,4}[ ]?\.[ ]?([^\W\d_]{2,24})\b"
)
_AT: Final = r"(?:[ ]?[\[({<][ ]?(?i:at|snabel-?a|@|a)[ ]?[\])}>][ ]?|[ ](?:at|AT|snabel-?a|\(?@\)?)[ ]|_(?:at|AT)_)"
_DOT: Final = r"(?:[ ]?[\[({<][ ]?(?i:dot|punkt|\.)[ ]?[\])}>][ ]?|[ ](?:dot|DOT|punkt)[ ]|\.)"
_HIDDEN: Final = re.compile(
    rf"(?<![\w.])[\w+-]{{1,40}}?(?:{_DOT}[\w+-]{{1,40}}?){{0,4}}(?P<at>{_AT})[\w-]{{1,60}}(?:{_DOT}[\w-]{{1,60}}){{0,4}}"
    rf"(?P<dot>{_DOT})(?P<top>[^\W\d_]{{2,24}})\b"
)
_HIDDEN_AT: Final = re.compile(_AT)
_HIDDEN_DOT: Final = re.compile(_DOT)
_LINE_BREAK: Final = re.compile(r"\s+(?:>[ ]?)*")
_LOCAL_BEFORE: Final = re.compile(rf"(?<![\w.])[\w+-]{{1,40}}(?:{_DOT}[\w+-]{{1,40}}){{0,4}}\Z")
_MAYBE_HIDDEN: Final = re.compile(r" at |_(?:at|AT)_|\b(?:at|AT|At)[ ]?[\])}>]|snabel-?a| AT |\[a\]|\(a\)")
_HOST_AFTER: Final = re.compile(rf"[\])}}> ]{{0,3}}[\w-]{{1,60}}{_DOT}\w")
# What stands before an address and nothing else: '<', 'Mail:', 'us at:'.
_ANNOUNCED: Final = re.compile(
    r"(?:<|\b(?:e-?mail|mail|e-?post|mejl|from|to|cc|reply-to|contact[^\n:]{0,20}):)[ ]?\Z", re.IGNORECASE
)
_BROKEN: Final = re.compile(r"[\w.+]{1,40}-\n\Z")
_GLUED: Final = re.compile(r"[a-z]{2,}(?=[A-Z][a-z])")
_ASKED: Final = re.compile(cues("write to"), re.IGNORECASE)
_REMOTE: Final = re.compile(r":[\w~./-]*/|:~")
_NOBODY: Final = re.compile(rf"(?:{cues('anybody')})\Z", re.IGNORECASE)


@cache
def _domains() -> frozenset[str]:
    return frozenset(word for line in resources.lines("online/domains.txt") for word in line.split())


def is_domain(ending: str) -> bool:
    """RETURNS (bool): Host names may end so: 'se', 'com', 'example'; any case."""
    return len(ending) in (2, 3) or is_usual_domain(ending)


def is_usual_domain(ending: str) -> bool:
    """RETURNS (bool): As `is_domain`, for what may be the ending of a file as well: 'com', not 'csv'."""
    return len(ending) == 2 or ending.lower() in _domains()


def spelled_out(address: str) -> str:
    """RETURNS (str): An address as machines read it: 'ben.t at postbox dot example' is 'ben.t@postbox.example'."""
    plain = _HIDDEN_AT.sub("@", address, count=1)
    return _LINE_BREAK.sub("", _HIDDEN_DOT.sub(".", plain)) if "@" in plain else address


def _plain(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _PLAIN.finditer(text):
        if (end := _end(m)) and not _is_login(text, m.start(), end):
            field = _FIELD.match(m[0])
            broken = _BROKEN.search(text, max(0, m.start() - 44), m.start())
            start = m.start() + field.end() if field else broken.start() if broken else m.start()
            yield Identifier(start, end, "EMAIL", 0.98)


def _wrapped(page: Page) -> Iterator[Identifier]:
    for m in _WRAPPED.finditer(page.text) if _WRAPS.search(page.text) else ():
        if is_usual_domain(m["top"]) and not is_usual_domain(m["upper"] or "-"):
            yield Identifier(m.start(), m.end(), "EMAIL", 0.93)


def _end(m: re.Match[str]) -> int:
    """Where an address ends: 'postbox.exampleThanks' is glued; 0 if it does not end as hosts do."""
    if is_domain(m[1]):
        return m.end()
    glued = _GLUED.match(m[1])
    if glued and is_domain(glued[0]):
        return m.start(1) + glued.end()
    for length in range(len(m[1]) - 1, 2, -1):
        if m[1][:length] in _domains() and m[1][length:].lower() in languages.common_words():
            return m.start(1) + length
    # 'a@mail.nordvik.queue': perhaps a part of it
    return 0


def _is_login(text: str, start: int, end: int) -> bool:
    """'ssh mira@host.example', 'git@host.example:course/repo': no address to write to."""
    if _REMOTE.match(text, end) or text[start:end].split("@")[0] == "git":
        return True
    line = max(0, start - 80, text.rfind("\n", max(0, start - 80), start) + 1)
    return LOGIN_BEFORE.search(text, line, start) is not None


def _spaced(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _SPACED.finditer(text):
        local, _, host = m[0].partition("@")
        if not is_domain(m[1] or m[2]) or not (local.endswith(" ") or host.startswith(" ") or " ." in host):
            continue
        name = local.strip()
        # 'insta @rainy.art' is a handle.
        if not host.startswith(" ") and is_site(name):
            continue
        shaped = any(not char.isalpha() for char in name) or not is_word(name)
        if (shaped and (local.endswith(" ") or host.startswith(" "))) or _ASKED.search(
            text, max(0, m.start() - 40), m.start()
        ):
            yield Identifier(m.start(), m.end(), "EMAIL", 0.92)


def _hidden(page: Page) -> Iterator[Identifier]:
    text = page.text
    for start in page.places(_AT_LETTER if "[a]" in text or "(a)" in text else _AT_WORDS):
        # With the blank or bracket before it, if there is one.
        at = _MAYBE_HIDDEN.match(text, max(0, start - 1)) or _MAYBE_HIDDEN.match(text, start)
        if not at or not _HOST_AFTER.match(text, at.end()):
            continue
        sign = at.start()
        while sign and text[sign - 1] in " [({<":
            sign -= 1
        before = _LOCAL_BEFORE.search(text, max(0, sign - 90), sign)
        m = _HIDDEN.match(text, before.start()) if before else None
        if m is None or m.end() <= at.end():
            continue
        local = text[m.start() : m.start("at")]
        if not is_domain(m["top"]) or _NOBODY.match(local):
            continue
        bare = m["at"].strip() in ("at", "AT") or m["at"].strip() == "@"
        host = text[m.end("at") : m.start("dot")]
        spoken = m["dot"].strip().strip("[](){}<>") not in (".",)
        announced = _ANNOUNCED.search(text, max(0, m.start() - 40), m.start()) is not None
        asked = announced or _ASKED.search(text, max(0, m.start() - 40), m.start())
        # 'look at table dot example', but 'hill at parklane dot example'
        known = all(is_word(part) for part in re.split(r"\W+", local) if part)
        if (
            bare
            and not asked
            and known
            and not (spoken and not is_word(re.split(r"\W+", text[m.end("at") : m.end()])[0]))
        ):
            continue
        if bare and not spoken and not announced and local.lower() in languages.common_words():
            continue
        # 'look_at_me.py'
        if "_" in m["at"] and (known or not is_usual_domain(m["top"]) or (len(m["top"]) == 2 and "." not in host)):
            continue
        yield Identifier(m.start(), m.end(), "EMAIL", 0.7 if bare and not spoken and known else 0.9)


_AT_WORDS: Final = frozenset("at snabel snabela".split())
_AT_LETTER: Final = _AT_WORDS | {"a"}
_EMAIL: Final = frozenset(("EMAIL",))
FINDERS: Final = (
    Finder(_EMAIL, _plain, ("@", "＠", "&#64;", "=40"), apart=True),
    Finder(_EMAIL, _wrapped, ("@",), apart=True),
    Finder(_EMAIL, _spaced, (" @", "@ "), apart=True),
    Finder(_EMAIL, _hidden, (_AT_WORDS, "[a]", "(a)"), apart=True),
)
