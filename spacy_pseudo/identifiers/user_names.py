"""Names by which people are known on a site or a machine: handles, logins, homes of users in paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import compress
from typing import Final

from .. import languages, resources
from .anchors import Beginning, Finder, shape
from .base import Identifier, Page, first_stems
from .embedded_names import is_given, is_mention, is_word, site_names
from .shapes import Shapes
from .vocabulary import cue_words, parts

_like: Final = Shapes("user_names")


_MESSENGERS: Final = cue_words("messenger")
_LOG_WORDS: Final = frozenset(("for", "as", "by"))
_SEARCH_WORDS: Final = cue_words("search")
_NO_HOME: Final = cue_words("no home")


@cache
def _cue() -> re.Pattern[str]:
    """What is said before a name on a site: the site, a word for such names, or what somebody does there."""
    sites = "|".join(re.escape(name).replace(r"\ ", "[ ]") for name in sorted(site_names(), key=lambda n: (-len(n), n)))
    return re.compile(
        rf"(?<!\w)(?:(?P<site>{sites})|(?P<strong>{'|'.join(parts('handle_words', 'strong', languages.BASE))})"
        rf"|(?P<other>{'|'.join(parts('handle_words', 'strong', *languages.known()[1:]))})"
        rf"|(?P<weak>{'|'.join(parts('handle_words', 'weak'))}))(?!\w)",
        re.IGNORECASE,
    )


@cache
def _stems() -> tuple[frozenset[str], frozenset[str]]:
    """How the first words of cues begin: of the strong ones, and of the weak ones."""
    first = first_stems((*sorted(site_names()), *parts("handle_words", "strong"))) - _SMALL
    return first, (first_stems(parts("handle_words", "weak")) | {"im", "log", "logi"}) - _SMALL


# 'I am', 'in-game name': too small to look for them alone.
_SMALL: Final = frozenset(("i", "in"))
_AFTER_SMALL: Final = frozenset(("was", "am", "m"))
_GAME: Final = frozenset(("game",))
_NEAR: Final = 80


_SHORTEST: Final = 3
_LINE: Final = 500
_IS: Final = frozenset(("is", "was", "är", "var"))
_MY: Final = frozenset(("my", "mitt", "min"))
_NAME_WORDS: Final = cue_words("user name word")


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


def _after_sign(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _like.at.finditer(text):
        name = m[1]
        mine = _like.mine_after.match(text, m.end()) is not None
        if not mine and (
            name.lower() in _nobody()
            or _like.code_after.match(text, m.end())
            or not _nobody().isdisjoint(name.lower().split("."))
        ):
            continue
        if is_mention(name) or _like.place_before.search(text, max(0, m.start() - 40), m.start()):
            continue
        if name.islower() and is_given(name):
            continue
        apart = any(start < m.start() and m.end() < end for start, end in page.apart) if not mine else False
        if not apart and not text.startswith((" in the code", " i koden"), m.end()):
            yield Identifier(m.start(), m.end(), "USERNAME", 0.9)


def _home(page: Page, m: re.Match[str]) -> float:
    return 0.85 * (m[1].lower() not in _NO_HOME and not m[1].endswith((".csv", ".txt", ".R", ".py")))


def _messenger(page: Page, m: re.Match[str]) -> float:
    return 0.85 * bool(m["name"][0].isdigit() or m["alone"] is not None or _like.shaped.fullmatch(m["name"]))


def _logged(page: Page) -> Iterator[Identifier]:
    text = page.text
    for at in page.places(_LOG_WORDS):
        if m := _like.log.match(text, at):
            yield Identifier(*m.span(1), "USERNAME", 0.75)
        line = max(0, at - _LINE, text.rfind("\n", max(0, at - _LINE), at) + 1)
        if (m := _like.log_user.match(text, at)) and not is_word(m[1]) and _like.log_line.search(text, line, at):
            yield Identifier(*m.span(1), "USERNAME", 0.75)


def _searched(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in filter(None, (_like.searched.match(text, at) for at in page.places(_SEARCH_WORDS))):
        clause = re.split(r"[.!?\n]", text[m.start() : m.end() + 60])[0]
        if (
            _like.shaped.fullmatch(m["name"])
            and _like.add_me.search(clause)
            and ("_" in m["name"] or m["name"][-1].isdigit())
        ):
            yield Identifier(*m.span("name"), "USERNAME", 0.75)


def _logins(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _like.login.finditer(text):
        if m[1] == "git":
            continue
        if follows_login(text, m.start()) or _like.login_after.match(text, m.end()):
            yield Identifier(*m.span(1), "USERNAME", 0.9)
            path = text.find(f"/{m[1]}/", m.end(), m.end() + 200)
            if path >= 0:
                yield Identifier(path + 1, path + 1 + len(m[1]), "USERNAME", 0.9)


def _said(page: Page) -> Iterator[Identifier]:
    return _after(page, (*page.where(_stems()[0]), *page.places_before(_SMALL, _GAME)))


def _said_weakly(page: Page) -> Iterator[Identifier]:
    """After a weak cue a name has a digit or a low line."""
    if page.figures or "_" in page.text:
        places = (*page.where(_stems()[1]), *page.places_before(_SMALL, _AFTER_SMALL))
        near = (page.has_figure(at, at + _NEAR) or page.text.find("_", at, at + _NEAR) >= 0 for at in places)
        yield from _after(page, compress(places, near))


def _after(page: Page, places: Iterable[int]) -> Iterator[Identifier]:
    text = page.text
    for at in places:
        cue = _cue().match(text, at)
        # '?user=' stands in an address.
        if cue is None or text[at - 1 : at] in ("?", "&", "/", "."):
            continue
        link = _like.link.match(text, cue.end())
        if not link:
            continue
        at = link.end()
        titled = _like.title.match(text, at) if cue["strong"] and "screen" in cue[0].lower() else None
        m = titled or _like.name.match(text, at)
        if m is None:
            continue
        confidence = 0.8 if titled else _confidence(text, cue, link[0], m)
        if confidence < 0.5:
            continue
        more = _like.more.match(text, m.end())
        if cue[0].lower() in ("accounts", "konton", "kontona") and not (more or _like.shaped.fullmatch(m[0])):
            continue
        yield Identifier(*m.span(), "USERNAME", confidence)
        if more and (cue["strong"] or cue["other"]) and (_like.shaped.fullmatch(more[1]) or more[1][:3] == m[0][:3]):
            yield Identifier(*more.span(1), "USERNAME", 0.7)


def _signed(page: Page) -> Iterator[Identifier]:
    start = max(0, len(page.text) - 60)
    if signed := _like.signed.search(page.text[start:]):
        name = signed[1]
        if _like.shaped.fullmatch(name) and "." not in name and ("_" in name or name[-2:].isdigit()):
            yield Identifier(start + signed.start(1), start + signed.end(1), "USERNAME", 0.7)


def _called(page: Page) -> Iterator[Identifier]:
    text = page.text
    said = page.places_before(_IS, _MY)
    for after in filter(None, (_like.after_name.match(text, at - 1) for at in said if at)):
        m = _like.last.search(text, max(0, after.start() - 42), after.start())
        if m and not is_word(m[0]) and text[m.start() - 1 : m.start()] != "@":
            yield Identifier(*m.span(), "USERNAME", 0.8)


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
FINDERS: Final = (
    shape("USERNAME", 0.85, _like.reddit, "u/", apart=True),
    shape("USERNAME", _home, _like.path, "/home/", "/Users/", "/users/", "/scratch/", ":\\", group=1, apart=True),
    shape("USERNAME", _messenger, _like.messenger, _MESSENGERS, group="name", apart=True),
    shape("USERNAME", 0.8, _like.chat, "> ", ">\n", group=1, apart=True),
    shape("USERNAME", 0.9, _like.quoted, "[quote=", "[QUOTE=", group="name", apart=True),
    shape("USERNAME", 0.9, _like.quoted, "[quote=", "[QUOTE=", group="login", apart=True),
    Finder(_USERNAME, _after_sign, ("@",), apart=True),
    Finder(_USERNAME, _logins, ("@",), apart=True),
    Finder(_USERNAME, _logged, (frozenset(("from", "user")),), apart=True),
    Finder(_USERNAME, _searched, (_SEARCH_WORDS,), apart=True),
    Finder(_USERNAME, _said, (Beginning(lambda: _stems()[0]), _GAME), apart=True),
    Finder(_USERNAME, _said_weakly, (Beginning(lambda: _stems()[1]), _AFTER_SMALL), apart=True),
    Finder(_USERNAME, _signed, ("\n",), apart=True),
    Finder(_USERNAME, _called, (_NAME_WORDS,), apart=True),
)
