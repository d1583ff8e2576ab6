"""Addresses of machines on the net."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from .anchors import Finder
from .base import Identifier, Page
from .shapes import Shapes

_like: Final = Shapes("machines")


# Not one machine on the net: this one, a house's own, masks, many at once. Name servers that everybody uses.
_ANYWHERE: Final = tuple(
    map(
        ip_network,
        ("0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "224.0.0.0/3"),
    )
)
_NAME_SERVERS: Final = frozenset("8.8.8.8 8.8.4.4 1.1.1.1 1.0.0.1 9.9.9.9 208.67.222.222 208.67.220.220".split())
# Below, four numbers are mostly a section or a version.
_SMALL: Final = 24
_PARTS: Final = 4


def _fours(page: Page) -> Iterator[Identifier]:
    text = page.text
    for m in _like.four.finditer(text) if len(page.figures) >= _PARTS and _like.maybe_four.search(text) else ():
        address = _parse(m[0])
        if not isinstance(address, IPv4Address) or m[0] in _NAME_SERVERS or any(address in net for net in _ANYWHERE):
            continue
        before = text[max(0, m.start() - 40) : m.start()]
        cue = _like.cue.search(before) is not None
        small = int(m[0].partition(".")[0]) < _SMALL
        if _like.version.search(before) or (small and not cue):
            continue
        yield Identifier(*m.span(), "IP", 0.95 if cue else 0.85)


def _sixes(page: Page) -> Iterator[Identifier]:
    for m in _like.six.finditer(page.text) if _like.maybe_six.search(page.text) else ():
        address = _parse(m[0])
        if not isinstance(address, IPv6Address) or address.is_loopback or address.is_link_local or address.is_multicast:
            continue
        if sum(map(bool, m[0].split(":"))) > 2 and any(map(str.isdigit, m[0])):
            yield Identifier(*m.span(), "IP", 0.9)


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


_IP: Final = frozenset(("IP",))
FINDERS: Final = (
    Finder(_IP, _fours, (".",), digits=True, apart=True),
    Finder(_IP, _sixes, (":",), digits=True, apart=True),
)
