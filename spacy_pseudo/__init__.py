"""Pseudonymise the messages of a discussion: one participant, all names, one pseudonym, over the whole corpus."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"
__all__ = ["Key", "Message", "Participant", "Pseudonymised", "Roster", "discover", "pseudo_doc", "pseudonymise"]

if TYPE_CHECKING:
    from .handover.docs import pseudo_doc
    from .key import Key
    from .message import Message
    from .passes.discover import discover
    from .passes.pseudonymising import Pseudonymised, pseudonymise
    from .people.roster import Participant, Roster

# Where each name lives. spaCy imports this package whenever it makes a pipeline: it must stay light.
_HOMES = {
    "Key": ".key",
    "Message": ".message",
    "Participant": ".people.roster",
    "Pseudonymised": ".passes.pseudonymising",
    "Roster": ".people.roster",
    "discover": ".passes.discover",
    "pseudo_doc": ".handover.docs",
    "pseudonymise": ".passes.pseudonymising",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
