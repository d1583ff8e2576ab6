"""Where somebody lives: post codes, addresses, streets, towns, regions, countries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from . import addresses, loose_addresses, postcodes, shaped_places
from .anchors import Finder, Table, ask, table_of
from .base import Identifier, Page
from .named_places import find_places


@cache
def _table() -> Table:
    return table_of((*addresses.FINDERS, *postcodes.FINDERS, *loose_addresses.FINDERS))


def find(page: Page) -> Iterator[Identifier]:
    """YIELDS (Identifier): POSTCODE, ADDRESS, STREET, CITY, REGION and COUNTRY."""
    found = list(ask(_table(), page))
    codes = [one.start for one in found if one.label == "POSTCODE"]
    loose = loose_addresses.find_before_codes(page, codes)
    found = sorted((*found, *(one for one in loose if not page.is_apart(one.start, one.end))))
    yield from found
    yield from find_places(page, found)


FINDERS: Final = (
    Finder(frozenset("POSTCODE ADDRESS STREET CITY REGION COUNTRY".split()), find, apart=True),
    *shaped_places.FINDERS,
)
