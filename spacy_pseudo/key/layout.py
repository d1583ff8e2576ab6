"""The files of a key directory: what they are, who writes them, and who may edit them. Their one home."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from ..attrs import REPLACEMENTS_FILE
from ..errors import Errors, PseudoError

NAMES: Final = "names.txt"
PSEUDONYMS: Final = "pseudonyms.csv"
SURROGATES: Final = "surrogates.csv"
OTHERS: Final = "others.csv"
DECISIONS: Final = "decisions.csv"
ADAPTED: Final = "adapted.jsonl"
EXCHANGED: Final = "exchanged.jsonl"
ROSTER: Final = "roster.jsonl"
CONTEXT: Final = "context.jsonl"
EVIDENCE: Final = "evidence.jsonl"
SECRET: Final = "secret"
CONFLICTS: Final = "conflicts.jsonl"
FAILURES: Final = "failures.jsonl"
KEPT: Final = "kept.jsonl"
LEFT: Final = "left.csv"
ORDINARY: Final = "ordinary.csv"
SUSPICIONS: Final = "suspicions.jsonl"
LANGUAGES: Final = "languages.jsonl"
# What was done with the key, a line each; it only grows, and is no part of a generation.
LOG: Final = "log.jsonl"
# What holds them together: their checksums, and a copy of what was last written.
MANIFEST: Final = "manifest.json"
COPY: Final = "copy.zip"
# A generation that is being written, and one that is complete and being put in place.
STAGED: Final = ".spacy-pseudo-staged"
COMMITTED: Final = ".spacy-pseudo-committed"
# What is finished of a large command that was interrupted.
UNFINISHED: Final = ".spacy-pseudo-unfinished"


class KeyFile(NamedTuple):
    """A file of the key.

    name (str): Its name.
    what (str): What it is, in a few words.
    followed (bool): What is written to OUT follows from it: damaged, it is refused. Others are lists to be read.
    editable (bool): A person may change it, or write it. Others are as the tool wrote them.
    """

    name: str
    what: str
    followed: bool = True
    editable: bool = False


LAYOUT: Final = (
    KeyFile(NAMES, "who is called what", editable=True),
    KeyFile(PSEUDONYMS, "participants and their pseudonyms", editable=True),
    KeyFile(SURROGATES, "other personal data, and what you want instead", editable=True),
    KeyFile(OTHERS, "names of people who take no part", editable=True),
    KeyFile(DECISIONS, "what you decided for single places", editable=True),
    KeyFile(ADAPTED, "what is judged otherwise because of your decisions elsewhere"),
    KeyFile(EXCHANGED, "schools, employers and places that are exchanged among messages"),
    KeyFile(ROSTER, "the participants"),
    KeyFile(CONTEXT, "who answers whom, and what discover knows"),
    KeyFile(EVIDENCE, "why a form is taken for somebody's"),
    KeyFile(SECRET, "what codes, surrogates and shifted dates follow from"),
    KeyFile(REPLACEMENTS_FILE, "what was replaced where", followed=False),
    KeyFile(CONFLICTS, "places where it is not clear who is meant", followed=False),
    KeyFile(FAILURES, "messages that could not be processed", followed=False),
    KeyFile(KEPT, "places that keep a participant's name, and why", followed=False),
    KeyFile(LEFT, "what else is left in the texts", followed=False),
    KeyFile(ORDINARY, "words that participants are also called, and how often they are left", followed=False),
    KeyFile(SUSPICIONS, "ids that may be one person's", followed=False),
    KeyFile(LANGUAGES, "messages in other languages", followed=False),
)
FOLLOWED: Final = tuple(file.name for file in LAYOUT if file.followed)
# Any of these makes a directory a key: no pseudonym may be drawn a second time.
FILES: Final = (NAMES, PSEUDONYMS, ROSTER, CONTEXT, EVIDENCE)


def holds_key(path: Path) -> bool:
    """RETURNS (bool): The directory holds a key, if only a part of one: no pseudonym may be drawn a second time."""
    return any((path / name).exists() for name in (*FILES, MANIFEST, COPY, COMMITTED))


def check_key_directory(path: Path) -> None:
    """Make sure that a directory may become a key directory: others would be closed to everybody else.

    path (Path): A directory with a key, an empty one, or one that does not exist.
    """
    if path.exists() and not path.is_dir():
        raise PseudoError(Errors.P131.format(path=path))
    if not path.exists() or holds_key(path) or (path / SECRET).is_file():
        return
    # What a command has left that was killed at its beginning is nobody else's.
    if any(found.name not in (STAGED, UNFINISHED) for found in path.iterdir()):
        raise PseudoError(Errors.P345.format(path=path))
