"""Where somebody lives: post codes, addresses, streets, towns, regions, countries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import shaped_places
from .addresses import Addresses, find_addresses
from .anchors import Finder
from .base import Identifier, Page
from .named_places import find_places


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): POSTCODE, ADDRESS, STREET, CITY, REGION and COUNTRY."""
    addresses = Addresses(find_addresses(page))
    yield from addresses.found
    yield from find_places(page, addresses)


FINDERS: Final = (
    Finder(frozenset("POSTCODE ADDRESS STREET CITY REGION COUNTRY".split()), find, apart=True),
    *shaped_places.FINDERS,
)
