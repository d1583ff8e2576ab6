"""The key: everything private that turns names into pseudonyms, in memory and as a directory that cannot lie."""

from __future__ import annotations

from pathlib import Path

from spacy.util import registry

from .generations import Draft, draft, recover
from .integrity import ABSENT, DAMAGED, EDITED, OK, Finding, check_files, examine, read_files
from .layout import (
    ADAPTED,
    CONFLICTS,
    CONTEXT,
    DECISIONS,
    EVIDENCE,
    EXCHANGED,
    FAILURES,
    FILES,
    FOLLOWED,
    KEPT,
    LANGUAGES,
    LAYOUT,
    LEFT,
    NAMES,
    ORDINARY,
    OTHERS,
    PSEUDONYMS,
    ROSTER,
    SECRET,
    SURROGATES,
    SUSPICIONS,
    check_key_directory,
    holds_key,
)
from .memory import Key
from .repair import repair
from .sealed import opened, rotate, seal, unseal
from .sealing import SUFFIX, check_installed, check_passphrase, is_sealed
from .texts import LANG, SCOPE, mark_of, secret_in, seeded_secret

__all__ = [
    "ABSENT",
    "ADAPTED",
    "CONFLICTS",
    "CONTEXT",
    "DAMAGED",
    "DECISIONS",
    "EDITED",
    "EVIDENCE",
    "EXCHANGED",
    "FAILURES",
    "FILES",
    "FOLLOWED",
    "KEPT",
    "LANG",
    "LANGUAGES",
    "LAYOUT",
    "LEFT",
    "NAMES",
    "OK",
    "ORDINARY",
    "OTHERS",
    "PSEUDONYMS",
    "ROSTER",
    "SCOPE",
    "SECRET",
    "SUFFIX",
    "SURROGATES",
    "SUSPICIONS",
    "Draft",
    "Finding",
    "Key",
    "check_files",
    "check_installed",
    "check_key_directory",
    "check_passphrase",
    "create_key",
    "draft",
    "examine",
    "holds_key",
    "is_sealed",
    "mark_of",
    "opened",
    "read_files",
    "recover",
    "repair",
    "rotate",
    "seal",
    "secret_in",
    "seeded_secret",
    "unseal",
]


def create_key(path: str | Path) -> Key:
    """Read a key directory, for `[initialize.components.participant_pseudonymiser]` in a config.

    path (Union[str, Path]): The directory.
    RETURNS (Key): The key.
    """
    return Key.load(path)


registry.misc("spacy-pseudo.Key.v1", func=create_key)
