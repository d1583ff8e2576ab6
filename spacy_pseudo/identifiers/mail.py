"""E-mail addresses, plain, broken and written so that machines do not see them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import languages, resources
from .anchors import Finder, shape
from .base import Identifier, Page
from .embedded_names import is_site, is_word
from .shape_files import Shapes
from .user_names import follows_login

_like: Final = Shapes("mail")


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
    plain = _like.hidden_at.sub("@", address, count=1)
    return _like.line_break.sub("", _like.hidden_dot.sub(".", plain)) if "@" in plain else address


def _plain(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _like.plain.finditer(text):
        if (end := _end(m)) and not _is_login(text, m.start(), end):
            field = _like.field.match(m[0])
            broken = _like.broken.search(text, max(0, m.start() - 44), m.start())
            start = m.start() + field.end() if field else broken.start() if broken else m.start()
            yield Identifier(start, end, "EMAIL", 0.98)


def _wrapped(page: Page, m: re.Match[str]) -> float:
    return 0.93 * (is_usual_domain(m["top"]) and not is_usual_domain(m["upper"] or "-"))


def _end(m: re.Match[str]) -> int:
    """Where an address ends: 'postbox.exampleThanks' is glued; 0 if it does not end as hosts do."""
    if is_domain(m[1]):
        return m.end()
    glued = _like.glued.match(m[1])
    if glued and is_domain(glued[0]):
        return m.start(1) + glued.end()
    for length in range(len(m[1]) - 1, 2, -1):
        if m[1][:length] in _domains() and m[1][length:].lower() in languages.common_words():
            return m.start(1) + length
    # 'a@mail.nordvik.queue': perhaps a part of it
    return 0


def _is_login(text: str, start: int, end: int) -> bool:
    """'ssh mira@host.example', 'git@host.example:course/repo': no address to write to."""
    git = text[start:end].split("@")[0] == "git"
    return git or _like.remote.match(text, end) is not None or follows_login(text, start)


def _spaced(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _like.spaced.finditer(text):
        local, _, host = m[0].partition("@")
        if not is_domain(m[1] or m[2]) or not (local.endswith(" ") or host.startswith(" ") or " ." in host):
            continue
        name = local.strip()
        # 'insta @rainy.art' is a handle.
        if not host.startswith(" ") and is_site(name):
            continue
        shaped = (local.endswith(" ") or host.startswith(" ")) and not (name.isalpha() and is_word(name))
        if shaped or _like.asked.search(text, max(0, m.start() - 40), m.start()):
            yield Identifier(m.start(), m.end(), "EMAIL", 0.92)


def _hidden(page: Page) -> Iterator[Identifier]:
    text = page.text
    for start in page.places(_AT_LETTER if "[a]" in text or "(a)" in text else _AT_WORDS):
        # With the blank or bracket before it, if there is one.
        at = _like.maybe_hidden.match(text, max(0, start - 1)) or _like.maybe_hidden.match(text, start)
        if not at or not _like.host_after.match(text, at.end()):
            continue
        sign = at.start()
        while sign and text[sign - 1] in " [({<":
            sign -= 1
        before = _like.local_before.search(text, max(0, sign - 90), sign)
        m = _like.hidden.match(text, before.start()) if before else None
        if m is None or m.end() <= at.end():
            continue
        local = text[m.start() : m.start("at")]
        if not is_domain(m["top"]) or _like.nobody.match(local):
            continue
        bare = m["at"].strip() in ("at", "AT", "@")
        host = text[m.end("at") : m.start("dot")]
        spoken = m["dot"].strip().strip("[](){}<>") != "."
        announced = _like.announced.search(text, max(0, m.start() - 40), m.start()) is not None
        asked = announced or _like.asked.search(text, max(0, m.start() - 40), m.start())
        # 'look at table dot example', but 'hill at parklane dot example'
        known = all(is_word(part) for part in re.split(r"\W+", local) if part)
        told = spoken and not is_word(re.split(r"\W+", text[m.end("at") : m.end()])[0])
        if bare and known and not asked and not told:
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
    shape("EMAIL", _wrapped, _like.where("wrapped", "wraps"), "@", apart=True),
    Finder(_EMAIL, _spaced, (" @", "@ "), apart=True),
    Finder(_EMAIL, _hidden, (_AT_WORDS, "[a]", "(a)"), apart=True),
)
