"""The one way from a message to what is written instead; Docs and plain texts go through it alike."""

from .choices import Choices, defaults
from .engine import Engine, Reading

__all__ = ["Choices", "Engine", "Reading", "defaults"]
