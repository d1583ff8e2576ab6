"""Pseudonymise the messages of a discussion: one participant, all names, one pseudonym, over the whole corpus."""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Key", "Message", "Participant", "Roster", "discover"]

if TYPE_CHECKING:
    from .discover import discover
    from .key import Key
    from .message import Message
    from .people.roster import Participant, Roster

# Where each name lives. spaCy imports this package whenever it makes a pipeline: it must stay light.
_HOMES = {
    "Key": ".key",
    "Message": ".message",
    "Participant": ".people.roster",
    "Roster": ".people.roster",
    "discover": ".discover",
}


class _Package(ModuleType):
    """Keeps `spacy_pseudo.discover` the function, although the module it comes from is called the same."""

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name in _HOMES:
            return getattr(import_module(_HOMES[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *__all__})


sys.modules[__name__].__class__ = _Package
