"""Names by which people are known on a site or a machine: handles, logins, homes of users in paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import compress
from typing import Final

from .. import languages, resources
from .anchors import Beginning, Finder, shape
from .base import Identifier, Page, first_stems
from .embedded_names import is_given, is_mention, is_word, site_names
from .shape_files import Shapes
from .vocabulary import cue_words, parts

_MESSENGERS: Final = cue_words("messenger")
_SEARCH_WORDS: Final = cue_words("search")
_NO_HOME: Final = cue_words("no home")
_LOG_WORDS: Final = frozenset(("for", "as", "by"))
# 'I am', 'in-game name': too small to look for them alone.
_SMALL: Final = frozenset(("i", "in"))
_AFTER_SMALL: Final = frozenset(("was", "am", "m"))
_GAME: Final = frozenset(("game",))
_IS: Final = frozenset(("is", "was", "är", "var"))
_MY: Final = frozenset(("my", "mitt", "min"))
_SHORTEST: Final = 3
_NEAR: Final = 80
_LINE: Final = 500


def _pieces() -> dict[str, str]:
    """What is said before a name on a site: the site, a word for such names, in English and in other languages."""
    sites = "|".join(re.escape(name).replace(r"\ ", "[ ]") for name in sorted(site_names(), key=lambda n: (-len(n), n)))
    own, *others = (languages.any_of("handle_words", "strong", lang) for lang in languages.known())
    return {"SITE": sites, "STRONG": own, "OTHER": "|".join(others)}


_like: Final = Shapes("user_names", _pieces)


@cache
def _strong() -> frozenset[str]:
    """How the first words of strong cues begin."""
    return first_stems((*sorted(site_names()), *parts("handle_words", "strong"))) - _SMALL


@cache
def _weak() -> frozenset[str]:
    return (first_stems(parts("handle_words", "weak")) | {"im", "log", "logi"}) - _SMALL


_STRONG, _WEAK = Beginning(_strong), Beginning(_weak)


@cache
def _nobody() -> frozenset[str]:
    return frozenset(word.lower() for line in resources.lines("online/not_handles.txt") for word in line.split())


def split_sign(handle: str) -> tuple[str, str]:
    """RETURNS (tuple[str, str]): The sign before a handle, if there is one, and the name: '@' and 'tidewatcher'."""
    sign = _like.sign.match(handle)
    at = sign.end() if sign is not None and sign.end() < len(handle) else 0
    return handle[:at], handle[at:]


def follows_login(text: str, start: int) -> bool:
    """RETURNS (bool): A command before a place names a login on another machine: 'ssh mira@host'."""
    line = max(0, start - 80, text.rfind("\n", max(0, start - 80), start) + 1)
    return _like.login_before.search(text, line, start) is not None


def _after_sign(page: Page, m: re.Match[str]) -> float:
    name, end = m[1], m.end()
    if _like.mine_after.match(page, end) is None:
        nobody = not _nobody().isdisjoint((name.lower(), *name.lower().split(".")))
        if nobody or _like.code_after.match(page, end) or any(a < m.start() and end < b for a, b in page.apart):
            return 0.0
    other = is_mention(name) or _like.place_before.search(page, max(0, m.start() - 40), m.start())
    return 0.9 * (not other and not (name.islower() and is_given(name)))


def _home(page: Page, m: re.Match[str]) -> float:
    return 0.85 * (m[1].lower() not in _NO_HOME and not m[1].endswith((".csv", ".txt", ".R", ".py")))


def _messenger(page: Page, m: re.Match[str]) -> float:
    return 0.85 * bool(m["name"][0].isdigit() or m["alone"] is not None or _like.shaped.fullmatch(m["name"]))


def _logged(page: Page, m: re.Match[str]) -> float:
    line = max(0, m.start() - _LINE, page.rfind("\n", max(0, m.start() - _LINE), m.start()) + 1)
    return 0.75 * bool(not is_word(m[1]) and _like.log_line.search(page, line, m.start()))


def _stamped(page: Page, m: re.Match[str]) -> float:
    return 0.75 * (not is_word(m["name"]))


def _searched(page: Page, m: re.Match[str]) -> float:
    clause, name = re.split(r"[.!?\n]", page[m.start() : m.end() + 60])[0], m["name"]
    return 0.75 * bool(
        ("_" in name or name[-1].isdigit()) and _like.shaped.fullmatch(name) and _like.add_me.search(clause)
    )


def _logins(page: Page) -> Iterator[Identifier]:
    for m in _like.login.finditer(page):
        if m[1] != "git" and (follows_login(page, m.start()) or _like.login_after.match(page, m.end())):
            yield Identifier(*m.span(1), "USERNAME", 0.9)
            path = page.find(f"/{m[1]}/", m.end(), m.end() + 200)
            if path >= 0:
                yield Identifier(path + 1, path + 1 + len(m[1]), "USERNAME", 0.9)


def _said(page: Page) -> Iterator[Identifier]:
    return _after(page, (*page.places(_STRONG), *page.places(_SMALL, _GAME)))


def _said_weakly(page: Page) -> Iterator[Identifier]:
    """After a weak cue a name has a digit or a low line."""
    if page.figures or "_" in page:
        places = (*page.places(_WEAK), *page.places(_SMALL, _AFTER_SMALL))
        near = (page.has_figure(at, at + _NEAR) or page.find("_", at, at + _NEAR) >= 0 for at in places)
        yield from _after(page, compress(places, near))


def _after(page: Page, places: Iterable[int]) -> Iterator[Identifier]:
    for at in places:
        # '?user=' stands in an address.
        cue = _like.cue.match(page, at) if page[at - 1 : at] not in ("?", "&", "/", ".") else None
        link = _like.link.match(page, cue.end()) if cue else None
        if cue is None or link is None:
            continue
        titled = _like.title.match(page, link.end()) if cue["strong"] and "screen" in cue[0].lower() else None
        m = titled or _like.name.match(page, link.end())
        confidence = 0.8 if titled else _confidence(page, cue, link[0], m) if m else 0.0
        if m is None or not confidence:
            continue
        more = _like.more.match(page, m.end())
        if cue[0].lower() in ("accounts", "konton", "kontona") and not (more or _like.shaped.fullmatch(m[0])):
            continue
        yield Identifier(*m.span(), "USERNAME", confidence)
        if more and (cue["strong"] or cue["other"]) and (_like.shaped.fullmatch(more[1]) or more[1][:3] == m[0][:3]):
            yield Identifier(*more.span(1), "USERNAME", 0.7)


def _last_line(page: Page) -> Iterator[re.Match[str]]:
    return _like.signed.finditer(page, max(0, len(page) - 60))


def _signed(page: Page, m: re.Match[str]) -> float:
    name = m[1]
    return 0.7 * bool(("_" in name or name[-2:].isdigit()) and "." not in name and _like.shaped.fullmatch(name))


def _called(page: Page) -> Iterator[re.Match[str] | None]:
    for at in page.places(_IS, _MY):
        if at and (after := _like.after_name.match(page, at - 1)):
            yield _like.last.search(page, max(0, after.start() - 42), after.start())


def _is_name(page: Page, m: re.Match[str]) -> float:
    return 0.8 * (not is_word(m[0]) and page[m.start() - 1 : m.start()] != "@")


def _confidence(text: str, cue: re.Match[str], link: str, m: re.Match[str]) -> float:
    """How likely a word after a cue is somebody's name there."""
    name = m[0]
    following = text[m.end() : m.end() + 3]
    if following[:1] in ("@", "(", "\\") or following == "://" or name.lower() in _nobody():
        return 0.0
    if not any(map(str.isalpha, name[:3])) or _like.code.fullmatch(name):
        return 0.0
    if cue["weak"]:
        digits = any(map(str.isdigit, name)) and name[0].isalpha() and not name.isupper()
        return 0.7 if ("_" in name or digits or "#" in name) and "." not in name and len(name) > 4 else 0.0
    if _like.shaped.fullmatch(name):
        return 0.85 if len(name) > _SHORTEST or not cue["site"] else 0.0
    if is_word(name) or is_mention(name) or len(name) < 4 or not name.islower():
        return 0.0
    marked = any(sign in link for sign in ":=>(\"'")
    # No list of another language has all words.
    several = cue[0].lower() in ("konton", "kontona")
    if cue["other"] and not (marked or several) and (link.isspace() or _like.sv_adjective.fullmatch(name)):
        return 0.0
    if cue["site"] or cue[0].lower() in ("account", "konto", "user", "author", "alias"):
        return 0.65 if marked else 0.0
    return 0.7


_USERNAME: Final = frozenset(("USERNAME",))
_HOMES: Final = ("/home/", "/Users/", "/users/", "/scratch/", ":\\")
_QUOTES: Final = ("[quote=", "[QUOTE=")
_shape: Final = partial(shape, "USERNAME", apart=True)
FINDERS: Final = (
    _shape(0.85, _like.anywhere("reddit"), "u/"),
    _shape(_home, _like.anywhere("path"), *_HOMES, group=1),
    _shape(_messenger, _like.anywhere("messenger"), _MESSENGERS, group="name"),
    _shape(0.8, _like.anywhere("chat"), "> ", ">\n", group=1),
    _shape(0.9, _like.anywhere("quoted"), *_QUOTES, group="name"),
    _shape(0.9, _like.anywhere("quoted"), *_QUOTES, group="login"),
    _shape(_after_sign, _like.anywhere("handle"), "@"),
    Finder(_USERNAME, _logins, ("@",), apart=True),
    _shape(0.75, _like.at_words("log", _LOG_WORDS), frozenset(("from",)), group=1),
    _shape(_logged, _like.at_words("log_user", _LOG_WORDS), frozenset(("user",)), group=1),
    _shape(_stamped, _like.anywhere("log_stamp"), cue_words("log word"), group="name", digits=3),
    _shape(_searched, _like.at_words("searched", _SEARCH_WORDS), _SEARCH_WORDS, group="name"),
    Finder(_USERNAME, _said, (_STRONG, _GAME), apart=True),
    Finder(_USERNAME, _said_weakly, (_WEAK, _AFTER_SMALL), apart=True),
    _shape(_signed, _last_line, "\n", group=1),
    _shape(_is_name, _called, cue_words("user name word")),
)
