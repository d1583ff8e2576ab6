"""Web addresses that lead to a person: profiles, personal pages, blogs, shared documents, a name in the path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from .. import resources
from ..text.gazetteer import rows
from ..text.lexing import Text, once
from .anchors import Finder
from .base import Identifier, Page
from .embedded_names import holds_name, is_given, is_surname, is_word
from .mail import is_domain, is_usual_domain
from .shape_files import Shapes

_like: Final = Shapes("web")


_TRAILING: Final = ".,;:!?'’»*_…"
# What a page about somebody is filed under, what software is, and what is nobody; what files end with.
_PEOPLE, _SELF, _SOFTWARE, _NOBODY, _FILES = (
    frozenset(dict(rows("online/paths.txt"))[kind]) for kind in ("people", "self", "software", "nobody", "file")
)
_CODE_HOSTS: Final = ("github.com", "gitlab.com", "bitbucket.org", "raw.githubusercontent.com")
_BEFORE: Final = 70
_LONGEST_HOST: Final = 250


@cache
def _sites() -> tuple[dict[str, list[str]], frozenset[str]]:
    """Hosts that lead to people with the paths that do, and hosts that never do."""
    sites: dict[str, list[str]] = {}
    for line in resources.lines("online/sites.txt"):
        host, _, path = line.partition("/")
        sites.setdefault(host, []).append(path)
    return sites, frozenset(resources.lines("online/public.txt"))


def _find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): Addresses that lead to a person."""
    for start, end in find_addresses(page.text):
        if confidence := _personal(page.text, start, end):
            yield Identifier(start, end, "URL", confidence)


@once
def find_addresses(text: Text) -> list[tuple[int, int]]:
    """RETURNS (list[tuple[int, int]]): Start and end of what looks like a web address, wherever it leads."""
    found, done = [], 0
    for sign in _like.maybe.finditer(text):
        if sign.start() < done:
            continue
        start = sign.start()
        while start > done and sign.start() - start < _LONGEST_HOST and not text[start - 1].isspace():
            start -= 1
        if sign[0] == ": //":
            start = max(done, sign.start() - 6)
        blank = _like.blank.search(text, sign.end() + (80 if sign[0] == ": //" else 0))
        done = blank.start() if blank else len(text)
        for m in _like.address.finditer(text, start, done):
            end = _end(text, m)
            done = max(done, end)
            found.append((m.start(), end))
    return found


def _end(text: str, m: re.Match[str]) -> int:
    """Where an address ends: without the full stop or bracket after it."""
    end = m.end()
    if text[end - 1] == "-" and (rest := _like.broken.match(text, end - 1)):
        return rest.end()
    while end > m.start() and (
        text[end - 1] in _TRAILING or (text[end - 1] in ")]}" and not _opened(text[m.start() : end]))
    ):
        end -= 1
    return end


def _opened(address: str) -> bool:
    return address.count({")": "(", "]": "[", "}": "{"}[address[-1]]) >= address.count(address[-1])


def _personal(text: str, start: int, end: int) -> float:
    """How likely an address leads to a person; 0 if it does not."""
    address = text[start:end].replace(" ", "").replace("\n", "")
    rest = _like.scheme.sub("", address, count=1)
    bare = rest == address
    host, slash, path = re.split(r"[?#]", rest, maxsplit=1)[0].partition("/")
    host = host.partition(":")[0].strip(".")
    *labels, top = host.split(".")
    if not labels or not is_domain(top) or (bare and not _is_host(host, bool(slash))):
        return 0.0
    host = host.lower()
    earliest = max(0, start - _BEFORE)
    before = text[max(earliest, text.rfind("\n\n", earliest, start)) : start]
    listed = _listed(host, path, before)
    if listed is not None:
        return listed
    parts = [part for part in path.split("/") if part]
    if any(part.startswith("~") for part in parts):
        return 0.95
    if any(part.lower() in _PEOPLE and parts[n + 1 :] for n, part in enumerate(parts)) or _names_person(parts):
        return 0.85
    if _like.profile.search(rest):
        return 0.85
    if parts and parts[-1].lower() in _SELF:
        return 0.8
    # 'calder.example' alone may be a town's, a firm's or a university's.
    if not (bare and not slash and is_surname(labels[-1])) and any(
        holds_name(part) for part in labels if len(part) > 3
    ):
        return 0.8
    # 'my blog: ...', and a line of its own in a signature
    if _is_own(before) and _like.page.search(f"{before} {host.replace('.', ' ')}"):
        return 0.7
    after = text[end : end + 1]
    if after in ("", "\n", ">") and _like.signed.search(text, max(0, start - 300), start):
        return 0.75
    alone = after in ("", "\n") and before.endswith(("\n", "Web: ", "web: ", "WWW: ", "Hemsida: "))
    return 0.6 * (bare and alone and not is_word(labels[-1]) and top.lower() not in _FILES)


def _is_own(before: str) -> bool:
    return _like.own.search(before) is not None and not _like.of_course.search(before)


def _is_host(host: str, path: bool) -> bool:
    """Whether words with dots between are a host: not 'main.py', 'work.So', 'ASP.NET'."""
    top = host.rpartition(".")[2]
    if not is_usual_domain(top) or (len(top) == 2 and not path and host.count(".") == 1 and len(host) < 6):
        return False
    if top.lower() in _FILES and not path and top.lower() not in ("me", "no", "is", "net"):
        return False
    if path:
        return host == host.lower() or host == host.upper()
    return host == host.lower() and len(host.partition(".")[0]) > 2


def _listed(host: str, path: str, before: str) -> float | None:
    """What the lists of sites say of an address; None if they know nothing of it."""
    sites, public = _sites()
    labels = host.split(".")
    for n in range(len(labels) - 1):
        name = ".".join(labels[n:])
        personal = name in sites and (path or n) and path.startswith(tuple(sites[name]))
        if personal and path.partition("/")[0] not in _NOBODY:
            return _repository(path, before) if name in _CODE_HOSTS else 0.9
        if name in public:
            if "~" in path or _like.of_users.match(path):
                return 0.9
            return 0.7 * (name in ("youtube.com", "youtu.be") and _is_own(before))
    return 0.9 if "blogspot" in labels else None


def _repository(path: str, before: str) -> float:
    """A person's code, or software that everybody uses: the owner's name tells, or what is said before."""
    owner, *rest = path.split("/")
    words = [part for part in _like.parts.findall(owner) if len(part) > 1]
    project = bool(words) and all(is_word(part) or part in ("dev", "org", "lab", "team", "io") for part in words)
    return 0.85 * (not (project or _SOFTWARE & set(rest)) or _like.own.search(before) is not None)


def _names_person(parts: list[str]) -> bool:
    """'jan-van-der-moor', 't-holm.pdf': somebody's name is a piece of the path."""
    for part in parts:
        words = _like.parts.findall(_like.camel.sub("-", part.partition(".")[0]))
        if not 2 <= len(words) <= 5:
            continue
        first, last = words[0], words[-1]
        rare, surname = not is_word(last), is_surname(last)
        if is_given(first) and ((not is_word(first) and (surname or rare)) or (surname and rare)):
            return True
        if len(first) == 1 and len(words) == 2 and surname and rare:
            return True
    return False


FINDERS: Final = (Finder(frozenset(("URL",)), _find, apart=True),)
