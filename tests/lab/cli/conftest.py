"""The command line as a user calls it, as for the other commands."""

from ...cli.conftest import FORUM, Fresh, Place, forum, fresh, place

__all__ = ["FORUM", "Fresh", "Place", "forum", "fresh", "place"]
