"""The one way from a message to what is written instead; Docs and plain texts go through it alike.

The engine itself, `engine.engine`, is imported when a component first works: pipelines are read without it.
"""

from .choices import Choices, defaults

__all__ = ["Choices", "defaults"]
