"""Words that may be names, found without a class list: which they are, how they are used, and what of it speaks for a
name (Bosch et al. 2020). See docs/explanations/name-words.md."""

from .features import CONTEXTS, FEATURES, FeatureName, features, fit_contexts
from .judges import ListedWord
from .possible import possible_name_words, possible_words, read_uses
from .use import WordUse
from .uses import WordUses

__all__ = [
    "CONTEXTS",
    "FEATURES",
    "FeatureName",
    "ListedWord",
    "WordUse",
    "WordUses",
    "features",
    "fit_contexts",
    "possible_name_words",
    "possible_words",
    "read_uses",
]
