"""Addresses that lead nowhere: e-mail, web pages, user names, IP addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import regex

from .. import resources
from ..attrs import GLUED
from ..identifiers.user_names import split_sign
from ..text.words import fold, fold_all
from .choice import Choice
from .name_parts import fake_of, original_of
from .projection import project
from .shapes import like, reshape

# Kept for examples for good (RFC 2606): nobody can have mail or pages there.
DOMAINS: Final = (("example", "com"), ("example", "net"), ("example", "org"))
# Kept for documentation (RFC 5737, RFC 3849).
NETWORKS: Final = ("192.0.2.", "198.51.100.", "203.0.113.")
_AT = (
    r"(?:\s*(?:@|＠|&\#64;|&commat;|%40|=40)\s*|\s*[\[({<]\s*(?:at|a|@|snabel-?a)\s*[\])}>]\s*|\s+(?:at|snabel-?a)\s+"
    r"|(?<=\p{L})_at_(?=\p{L}))"
)
_EMAIL = regex.compile(rf"(?i)(?P<local>.+?)(?P<at>{_AT})(?P<domain>.+)", regex.DOTALL)
_DOT = regex.compile(r"(?i)\s*[\[({<]\s*(?:dot|punkt|\.)\s*[\])}>]\s*|\s+(?:dot|punkt)\s+|\s*\.\s*|_dot_")
_URL = regex.compile(
    r"(?i)(?P<scheme>[a-z]{2,6}\s*:\s*/\s*/\s*)?(?P<login>[^/@\s]+@)?(?P<www>www\s*\.\s*)?(?P<host>[^/?\#:]+)"
    r"(?P<port>:\d+)?(?P<rest>.*)",
    regex.DOTALL,
)
_PIECE = regex.compile(r"[\p{L}\p{M}\p{N}\u00ad\u200b-\u200d]+")
_RUN = regex.compile(r"\p{N}+|[\p{L}\p{M}]+")
_SEGMENT = regex.compile(r"(?<=[/?&#=;~@])[^/?&#=;]+")
_LANGUAGES = regex.compile(r"(?:[a-z]{2}|m|mobile|docs|drive|meet|scholar|chat|open|old|gist|us\d\dweb)")


def other_email(
    text: str,
    choice: Choice,
    *,
    name: str | None = None,
    names: Sequence[str] = (),
    ok: Callable[[str], bool] = bool,
) -> str | None:
    """Another address at a domain that nobody can have, written as the original is: also 'name [at] uni [dot] edu'.

    text (str): The address.
    choice (Choice): The secret's choice.
    name (Optional[str]): The fake name of its owner, to be in it.
    names (Sequence[str]): The owner's registered names: where they stand in the address the fake ones do.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other address; None if it is none.
    """
    found = _EMAIL.fullmatch(text)
    if not found:
        return None
    domain = _domain(found["domain"], choice)

    def whole(local: str) -> str:
        return f"{local}{found['at']}{domain}"

    if name and ok(whole(own := _named(name, names, found["local"], choice))):
        return whole(own)
    about = fold(_DOT.sub(".", found["domain"]))
    local = reshape(found["local"], choice, "email", about, spoken=True, ok=lambda local: ok(whole(local)))
    return whole(local) if local else None


def local_part(text: str) -> str:
    """RETURNS (str): What stands before the at sign of an e-mail address, however that is written; empty if none is."""
    found = _EMAIL.fullmatch(text)
    return found["local"] if found else ""


def _named(name: str, names: Sequence[str], local: str, choice: Choice) -> str:
    """'mary.poe', 'mpoe' and 'poe': the parts of the fake name that correspond; numbers become others."""
    original, fake = original_of(tuple(names)), fake_of(name, tuple(names), latin=True)
    words = ["".join(fold_all("".join(part))) for part in fake.parts]
    roles = {word: role[0] for word, role in original.roles.items()}

    def change(found: regex.Match[str]) -> str:
        word = found[0]
        if word.isdigit():
            return reshape(word, choice, "figures") or word
        if fold(word) in roles:
            return words[min(roles[fold(word)], len(words) - 1)]
        if len(word) == 1:
            return words[0][0]
        return fold("".join(c for c in project(word.lower(), names, name, GLUED, latin=True) if c.isalpha()))

    return like(_RUN.sub(change, local), local)


def _domain(written: str, choice: Choice) -> str:
    name, top = DOMAINS[choice.number(len(DOMAINS), "domain", fold(_DOT.sub(".", written)))]
    if (dot := _DOT.search(written)) is None:
        return like(f"{name}.{top}", written)
    return f"{like(name, written)}{dot[0]}{like(top, written)}"


def other_url(text: str, choice: Choice, ok: Callable[[str], bool] = bool) -> str | None:
    """Another address: the site stays if many people have pages there, and the path keeps its shape.

    text (str): The address, with or without https://.
    choice (Choice): The secret's choice.
    ok (Callable[[str], bool]): What may be chosen.
    RETURNS (Optional[str]): The other address.
    """
    found = _URL.fullmatch(text)
    if not found:
        return None
    labels = [label.lower() for label in _DOT.split(found["host"])]
    site = next((i for i in range(len(labels)) if ".".join(labels[i:]) in _sites()), None)
    rest = _path(found["rest"], choice)
    if site is None:
        host = _own_site(found["host"], choice)
    else:
        cuts = [m.start() for m in _DOT.finditer(found["host"])]
        at = cuts[site - 1] if site else 0
        host = _changed(found["host"][:at], choice, _LANGUAGES) + found["host"][at:]
    login = _changed(found["login"] or "", choice)
    written = f"{found['scheme'] or ''}{login}{found['www'] or ''}{host}{rest}"
    if written == text or not ok(written):  # nothing in it could be changed
        written = f"{found['scheme'] or ''}{found['www'] or ''}{_domain(found['host'], choice)}{rest}"
    return written if written != text and ok(written) else None


def _own_site(host: str, choice: Choice) -> str:
    """Somebody's own site: its name changes, and below .example nobody can have one."""
    dots = [dot[0] for dot in _DOT.finditer(host)]
    main = max(_DOT.split(host)[:-1], key=len, default=host)
    return (reshape(main, choice, "site", spoken=True) or main) + (dots[-1] if dots else ".") + like("example", host)


def _path(path: str, choice: Choice) -> str:
    """Words that say what a page is stay, and so do the names of parameters."""

    def change(found: regex.Match[str]) -> str:
        before, after = path[found.start() - 1], path[found.end() : found.end() + 1]
        if (before in "?&;" and after == "=") or found[0].lower() in _words():
            return str(found[0])
        return _changed(found[0], choice)

    return str(_SEGMENT.sub(change, path))


def _changed(text: str, choice: Choice, kept: regex.Pattern[str] | None = None) -> str:
    def change(found: regex.Match[str]) -> str:
        piece: str = found[0]
        ending = found.end() == len(text) and found.start() > 1 and text[found.start() - 1] == "." and len(piece) < 5
        if (ending and piece.lower() in _words()) or (kept and kept.fullmatch(piece.lower())):
            return piece
        return reshape(piece, choice, "path", spoken=True) or piece

    return str(_PIECE.sub(change, text))


def other_username(text: str, choice: Choice, ok: Callable[[str], bool] = bool) -> str | None:
    """RETURNS (Optional[str]): Another user name of the same shape; '@' and 'u/' stay."""
    before, name = split_sign(text)
    changed = reshape(name, choice, "username", spoken=True, ok=lambda name: ok(name) and ok(before + name))
    return before + changed if changed else None


def other_ip(text: str, choice: Choice, ok: Callable[[str], bool] = bool) -> str | None:
    """RETURNS (Optional[str]): An address of a network that is kept for documentation."""
    if text.count(":") > 1:
        head, _, rest = text.partition(":")
        groups = regex.sub(
            r"[0-9A-Fa-f]+", lambda m: _hexadecimal(m[0], text, m.start(), choice), rest.partition(":")[2]
        )
        written = like("2001:db8:", text) + (groups or ":1")
        if head.lower() == "2001" and rest.lower().startswith("db8:") and written == text:
            return None
        return written if written != text and ok(written) else None
    tail = regex.search(r"(?<=\d)[:/]\d+$", text)
    for attempt in range(20):
        n = choice.number(len(NETWORKS) * 254, "ip", text.partition(":")[0].partition("/")[0], str(attempt))
        written = f"{NETWORKS[n // 254]}{1 + n % 254}{tail[0] if tail else ''}"
        if written != text and ok(written):
            return written
    return None


def _hexadecimal(group: str, address: str, at: int, choice: Choice) -> str:
    n = choice.number(16 ** len(group) - 1, "ip", address.lower(), str(at)) + 1
    written = f"{n:x}"
    return (written if written != group.lower() else f"{n % 15 + 1:x}").upper() if group.isupper() else written


@cache
def _sites() -> frozenset[str]:
    return frozenset(resources.lines("surrogates/sites.txt"))


@cache
def _words() -> frozenset[str]:
    return frozenset(resources.lines("surrogates/paths.txt"))
