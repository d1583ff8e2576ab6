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
from .vocabulary import cue_words, cues, parts

_H: Final = r"[^\W_](?:[\w\u200b\u00ad.\-]{0,38}\w)?_{0,2}"
_AT: Final = re.compile(r"(?:(?<![\w@./\\{:])|(?<=^\.)|(?<=\s\.))@([^\W\d](?:[\w\u200b\u00ad.\-]{0,38}\w)?)")
# What is written before a handle and is no part of the name.
_SIGN: Final = re.compile(r"@|/?[ur]/|live:|skype:|~(?=\w)", re.IGNORECASE)
_REDDIT: Final = re.compile(r"(?<![\w/.])/?u/[A-Za-z0-9_-]{3,20}\b")
_PATH: Final = re.compile(
    r"(?:(?<![\w.])(?:/export|/usr|/mnt|/nfs)?/(?:home|[Uu]sers|scratch)/|\b[A-Za-z]:\\{1,2}Users\\{1,2})([\w.-]{2,40})"
)
_LOGIN: Final = re.compile(r"(?<![\w.@/-])([a-z_][\w.-]{0,31})@(?=[\w-]{1,60}(?:\.[\w-]{1,60}){0,6})")
# A command that names a login on another machine.
LOGIN_BEFORE: Final = re.compile(r"\b(?:ssh|scp|sftp|rsync|mosh)\b[^\n]{0,60}\Z")
_LOGIN_AFTER: Final = re.compile(
    r"[\w-]{1,60}(?:\.[\w-]{1,60}){0,6}(?::[~/]|[ ]?[~:]?[~/]?\$|[ ][\w~./-]{1,60}(?:\][$#%]|[ ]?[%$#][ ]))"
)
# 'IM: dolphin' as all there is in a line or a column; 'ICQ# 12345678'
_MESSENGER: Final = re.compile(
    r"(?<!\w)(?:(?:Yahoo|AOL|MSN|Google)[ ]?)?"
    r"(?:IM|AIM|YIM|MSN|ICQ|QQ|UIN|[Ss]kype|SKYPE|[Jj]abber|XMPP|[Gg]talk|[Ww]e[Cc]hat)"
    r"(?:[ ](?:[Ii][Dd]|[Nn]ame|[Nn]o\.?|[Nn]umber))?[ ]?(?P<sign>[:#=]{1,2}[ ]?|[ ](?=\d))"
    r"(?P<name>[^\W\d_][\w.-]{1,38}\w|\d[\d-]{4,11}\d)(?![\w@-]|\.\w)(?P<alone>[ \t]*(?:$|[|,;/\n\r]))?"
)
_MESSENGERS: Final = cue_words("messenger")
_LOG: Final = re.compile(r"\b(?:for|as|by) (?:user )?([a-z_][\w.-]{1,31}) from (?=[\da-f.:]{3})")
_LOG_WORDS: Final = frozenset(("for", "as", "by"))
# 'login ok for user hpetrov', at the end of a line
_LOG_USER: Final = re.compile(r"(?:for|as|by) user ([a-z_][\w.-]{2,31})(?=[ ]*(?:$|\n))")
_LOG_LINE: Final = re.compile(
    r"\b(?:log-?in|logged|session|password|accepted|auth\w*|sshd?|failed|opened|closed|denied)\b", re.IGNORECASE
)
# 'Search for moth_77 in the game and add me'
_SEARCHED: Final = re.compile(
    rf"(?:{cues('search')})(?:[ ](?:me|mig))?[ ](?:på|efter|for|up|as|under|som)[ ][\"“'(]?"
    r"(?P<name>[^\W\d_][\w-]{2,30}\w)",
    re.IGNORECASE,
)
_ADD_ME: Final = re.compile(rf"\b(?:{cues('add me')})\b", re.IGNORECASE)
_SEARCH_WORDS: Final = cue_words("search")
# '[quote="jd, post:3, topic:12"]', '[quote="Jane, post:3, topic:12, username:jd"]', '[quote=jd]'
_QUOTED: Final = re.compile(
    r"\[quote=[\"“”']?(?P<name>[^\W_][^\[\]\"“”,;=\n]{0,59}?)(?=[\"“”',;\]]| post_id=)"
    r"(?:[^\]\n]{0,80}?\busername:(?P<login>[\w.-]{1,60}))?",
    re.IGNORECASE,
)
_CHAT: Final = re.compile(r"(?:\]|\d) <[@+ ]?([\w\[\]`|-]{2,30})>")
_NO_HOME: Final = cue_words("no home")
_CODE_AFTER: Final = re.compile(r"[{(/]|[ ]?:=|\.\w+\(| off\b|[ ]?\{|\[|-\w*\(")
_PLACE_BEFORE: Final = re.compile(rf"\b(?:{cues('meeting')})\b[^.\n]{{0,20}}\Z|\bor @?\Z", re.IGNORECASE)
_MINE_AFTER: Final = re.compile(r"[ ](?:is|was|är|var) (?:my|mitt|min)\b")


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


# Between the cue and the name: 'Skype id:', 'name is', 'on the old forum was', '= "'.
_LINK: Final = re.compile(
    rf"(?:[ \u00a0](?:{cues('handle link')}))?(?:[ \u00a0]?[:=,>(-]{{1,2}}[ \u00a0]?"
    r"|[ \u00a0](?:is|was|as|are|är|var|now|also|called)[ \u00a0:]{1,2}|[ \u00a0])[\"“'(]?",
    re.IGNORECASE,
)
_NAME: Final = re.compile(
    r"live:[\w.\-]{3,40}\w|[~*]{1,3}[^\W\d_][\w ]{1,30}[*~]{1,3}|[^\W\d_][\w.\-\u200b]{0,38}[^\W.\-](?:#\d{4})?"
    r"|[^\W_]\w{2,38}_{0,3}"
)
_TITLE: Final = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+){1,3}\b")
_MORE: Final = re.compile(r"(?:,| and| och| or| eller| &| \+)[ ]([^\W\d_][\w.\-]{2,38}[\w])")
# Digits, '_', '#' or a capital within: what a word does not have.
_SHAPED: Final = re.compile(
    r"(?=.*[a-zA-Z])(?:.*\d.*|.*_.*|.*#\d+|[a-zåäö]+[A-ZÅÄÖ].*|[A-ZÅÄÖ][a-zåäö]+[A-ZÅÄÖ][a-zåäö].*|.*\w\.\w.*"
    r"|live:.*|[~*].*)"
)
_SHORTEST: Final = 3
_LINE: Final = 500
_SV_ADJECTIVE: Final = re.compile(r".*(?:t|ad|de|inte|fel|för|som|samma|redan|kvar|borta)")
# Beginnings of accounts and numbers: 'PL61', '031'.
_CODE: Final = re.compile(r"[A-Z]{0,4}\d[\d-]*")
_SIGNED: Final = re.compile(r"(?:^|\n)[-–/ ]{0,3}([^\W\d_][\w.\-]{2,30})[ ]*\Z")
_AFTER_NAME: Final = re.compile(rf" (?:is|was|är|var) (?:my|mitt|min) (?:{cues('user name')})\b")
_IS: Final = frozenset(("is", "was", "är", "var"))
_MY: Final = frozenset(("my", "mitt", "min"))
_NAME_WORDS: Final = cue_words("user name word")
_LAST: Final = re.compile(r"(?<!\w)[^\W\d_][\w.\-]{2,38}\w\Z")


@cache
def _nobody() -> frozenset[str]:
    return frozenset(word.lower() for line in resources.lines("online/not_handles.txt") for word in line.split())


def split_sign(handle: str) -> tuple[str, str]:
    """RETURNS (tuple[str, str]): The sign before a handle, if there is one, and the name: '@' and 'tidewatcher'."""
    sign = _SIGN.match(handle)
    at = sign.end() if sign is not None and sign.end() < len(handle) else 0
    return handle[:at], handle[at:]


def _after_sign(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _AT.finditer(text):
        name = m[1]
        mine = _MINE_AFTER.match(text, m.end()) is not None
        if not mine and (
            name.lower() in _nobody()
            or _CODE_AFTER.match(text, m.end())
            or not _nobody().isdisjoint(name.lower().split("."))
        ):
            continue
        if is_mention(name) or _PLACE_BEFORE.search(text, max(0, m.start() - 40), m.start()):
            continue
        if name.islower() and is_given(name):
            continue
        apart = any(start < m.start() and m.end() < end for start, end in page.apart) if not mine else False
        if not apart and not text.startswith((" in the code", " i koden"), m.end()):
            yield Identifier(m.start(), m.end(), "USERNAME", 0.9)


def _home(page: Page, m: re.Match[str]) -> float:
    return 0.85 * (m[1].lower() not in _NO_HOME and not m[1].endswith((".csv", ".txt", ".R", ".py")))


def _messenger(page: Page, m: re.Match[str]) -> float:
    return 0.85 * bool(m["name"][0].isdigit() or m["alone"] is not None or _SHAPED.fullmatch(m["name"]))


def _logged(page: Page) -> Iterator[Identifier]:
    text = page.text
    for at in page.places(_LOG_WORDS):
        if m := _LOG.match(text, at):
            yield Identifier(*m.span(1), "USERNAME", 0.75)
        line = max(0, at - _LINE, text.rfind("\n", max(0, at - _LINE), at) + 1)
        if (m := _LOG_USER.match(text, at)) and not is_word(m[1]) and _LOG_LINE.search(text, line, at):
            yield Identifier(*m.span(1), "USERNAME", 0.75)


def _searched(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in filter(None, (_SEARCHED.match(text, at) for at in page.places(_SEARCH_WORDS))):
        clause = re.split(r"[.!?\n]", text[m.start() : m.end() + 60])[0]
        if _SHAPED.fullmatch(m["name"]) and _ADD_ME.search(clause) and ("_" in m["name"] or m["name"][-1].isdigit()):
            yield Identifier(*m.span("name"), "USERNAME", 0.75)


def _logins(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _LOGIN.finditer(text):
        if m[1] == "git":
            continue
        line = max(text.rfind("\n", max(0, m.start() - 80), m.start()) + 1, m.start() - 80)
        if LOGIN_BEFORE.search(text, line, m.start()) or _LOGIN_AFTER.match(text, m.end()):
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
        link = _LINK.match(text, cue.end())
        if not link:
            continue
        at = link.end()
        titled = _TITLE.match(text, at) if cue["strong"] and "screen" in cue[0].lower() else None
        m = titled or _NAME.match(text, at)
        if m is None:
            continue
        confidence = 0.8 if titled else _confidence(text, cue, link[0], m)
        if confidence < 0.5:
            continue
        more = _MORE.match(text, m.end())
        if cue[0].lower() in ("accounts", "konton", "kontona") and not (more or _SHAPED.fullmatch(m[0])):
            continue
        yield Identifier(*m.span(), "USERNAME", confidence)
        if more and (cue["strong"] or cue["other"]) and (_SHAPED.fullmatch(more[1]) or more[1][:3] == m[0][:3]):
            yield Identifier(*more.span(1), "USERNAME", 0.7)


def _signed(page: Page) -> Iterator[Identifier]:
    start = max(0, len(page.text) - 60)
    if signed := _SIGNED.search(page.text[start:]):
        name = signed[1]
        if _SHAPED.fullmatch(name) and "." not in name and ("_" in name or name[-2:].isdigit()):
            yield Identifier(start + signed.start(1), start + signed.end(1), "USERNAME", 0.7)


def _called(page: Page) -> Iterator[Identifier]:
    text = page.text
    said = page.places_before(_IS, _MY)
    for after in filter(None, (_AFTER_NAME.match(text, at - 1) for at in said if at)):
        m = _LAST.search(text, max(0, after.start() - 42), after.start())
        if m and not is_word(m[0]) and text[m.start() - 1 : m.start()] != "@":
            yield Identifier(*m.span(), "USERNAME", 0.8)


def _confidence(text: str, cue: re.Match[str], link: str, m: re.Match[str]) -> float:
    """How likely a word after a cue is somebody's name there."""
    name = m[0]
    following = text[m.end() : m.end() + 3]
    if following[:1] in ("@", "(", "\\") or following == "://" or name.lower() in _nobody():
        return 0.0
    if not any(map(str.isalpha, name[:3])) or _CODE.fullmatch(name):
        return 0.0
    if cue["weak"]:
        digits = any(map(str.isdigit, name)) and name[0].isalpha() and not name.isupper()
        return 0.7 if ("_" in name or digits or "#" in name) and "." not in name and len(name) > 4 else 0.0
    if _SHAPED.fullmatch(name):
        return 0.85 if len(name) > _SHORTEST or not cue["site"] else 0.0
    if is_word(name) or is_mention(name) or len(name) < 4 or not name.islower():
        return 0.0
    marked = any(sign in link for sign in ":=>(\"'")
    # No list of another language has all words.
    several = cue[0].lower() in ("konton", "kontona")
    if cue["other"] and not (marked or several) and (link.isspace() or _SV_ADJECTIVE.fullmatch(name)):
        return 0.0
    if cue["site"] or cue[0].lower() in ("account", "konto", "user", "author", "alias"):
        return 0.65 if marked else 0.0
    return 0.7


_USERNAME: Final = frozenset(("USERNAME",))
FINDERS: Final = (
    shape("USERNAME", 0.85, _REDDIT, "u/", apart=True),
    shape("USERNAME", _home, _PATH, "/home/", "/Users/", "/users/", "/scratch/", ":\\", group=1, apart=True),
    shape("USERNAME", _messenger, _MESSENGER, _MESSENGERS, group="name", apart=True),
    shape("USERNAME", 0.8, _CHAT, "> ", ">\n", group=1, apart=True),
    shape("USERNAME", 0.9, _QUOTED, "[quote=", "[QUOTE=", group="name", apart=True),
    shape("USERNAME", 0.9, _QUOTED, "[quote=", "[QUOTE=", group="login", apart=True),
    Finder(_USERNAME, _after_sign, ("@",), apart=True),
    Finder(_USERNAME, _logins, ("@",), apart=True),
    Finder(_USERNAME, _logged, (frozenset(("from", "user")),), apart=True),
    Finder(_USERNAME, _searched, (_SEARCH_WORDS,), apart=True),
    Finder(_USERNAME, _said, (Beginning(lambda: _stems()[0]), _GAME), apart=True),
    Finder(_USERNAME, _said_weakly, (Beginning(lambda: _stems()[1]), _AFTER_SMALL), apart=True),
    Finder(_USERNAME, _signed, ("\n",), apart=True),
    Finder(_USERNAME, _called, (_NAME_WORDS,), apart=True),
)
