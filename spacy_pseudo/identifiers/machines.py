"""Addresses of machines on the net."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from .anchors import shape
from .base import Page
from .shape_files import Shapes

_like: Final = Shapes("machines")
# Not one machine on the net: this one, a house's own, masks, many at once; name servers that everybody uses.
_NOBODY: Final = tuple(
    ip_network(net if "/" in net else f"{net}/32")
    for net in (
        "0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 224.0.0.0/3 8.8.8.8 8.8.4.4 "
        "1.1.1.1 1.0.0.1 9.9.9.9 208.67.222.222 208.67.220.220"
    ).split()
)
# Below, four numbers are mostly a section or a version.
_SMALL: Final = 24


def _four(page: Page, m: re.Match[str]) -> float:
    address = _parse(m[0])
    before = page[max(0, m.start() - 40) : m.start()]
    if not isinstance(address, IPv4Address) or any(address in net for net in _NOBODY) or _like.version.search(before):
        return 0.0
    return 0.95 if _like.cue.search(before) else 0.85 * (int(m[0].partition(".")[0]) >= _SMALL)


def _six(page: Page, m: re.Match[str]) -> float:
    address = _parse(m[0])
    if not isinstance(address, IPv6Address) or address.is_loopback or address.is_link_local or address.is_multicast:
        return 0.0
    return 0.9 * (sum(map(bool, m[0].split(":"))) > 2 and any(map(str.isdigit, m[0])))


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(address)
    except ValueError:
        return None


FINDERS: Final = (
    shape("IP", _four, _like.at_figures("four"), ".", digits=3, apart=True),
    shape("IP", _six, _like.where("six", "maybe_six"), ":", digits=1, apart=True),
)
