"""Names for somebody who may not know them: salted, slow hashes of all that participants are called. Who has them can
ask whether a word is a name, at the full cost for each word, and cannot list the names."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ... import languages
from ...disk import atomic_file
from ...errors import Errors, PseudoError
from ...key import Key
from .class_list import FORM, FULL, LOGIN, NICKNAME, ClassList
from .ranking import is_ordinary

FORMAT: Final = 1
# What one hash costs: about 25 ms and 8 MB. Twice as much is twice as long for both who checks and who guesses.
COST: Final = 2**13
_BLOCK: Final = 8
_SIZE: Final = 16
# No file may make the reader take more bytes.
_MEMORY: Final = 2**27
_SALT: Final = 16
# Longer names are found by their beginning.
MOST_WORDS: Final = 3
# Forms are looked up as words, or as they are written.
WORD: Final = "word"
WRITTEN: Final = "written"

Passing = Callable[[Iterator[Any]], Iterable[Any]]
# By kind of form and what it is: ('word', 'mary poe'), ('written', 'mpoe5').
Form = tuple[str, str]


@dataclass(frozen=True)
class Digest:
    """What somebody gets who has no key.

    salt (bytes): Makes hashes of one file useless for another.
    cost (int): scrypt's n.
    lang (str): The language of the messages.
    ordinary (bool): Ordinary words (Will, Grace) are among the names, and must be looked up as well.
    shapes (frozenset[str]): What logins look like, letters and digits aside; only such strings are looked up.
    kinds (dict[str, str]): Which kind of a name it is, by hash. Nobody's id, and nothing that tells whose it is.
    """

    salt: bytes
    cost: int
    lang: str
    ordinary: bool
    shapes: frozenset[str]
    kinds: dict[str, str] = field(repr=False)

    def look_up(self, forms: Iterable[Form], passing: Passing = iter) -> dict[Form, str]:
        """Find out which of some forms are names.

        forms (Iterable[tuple[str, str]]): The forms; each is hashed.
        passing (Callable[[Iterator], Iterable]): Sees each go by: a progress bar.
        RETURNS (dict[tuple[str, str], str]): Those that are, and of which kind.
        """
        found = {form: self.kinds.get(hashed) for form, hashed in passing(_hashes(forms, self.salt, self.cost))}
        return {form: kind for form, kind in found.items() if kind is not None}

    def to_json(self) -> str:
        """RETURNS (str): The file's text; the order of the hashes tells nothing."""
        data = {
            "format": FORMAT,
            "scrypt": {"n": self.cost, "r": _BLOCK, "p": 1, "salt": self.salt.hex()},
            "lang": self.lang,
            "ordinary words": self.ordinary,
            "shapes": sorted(self.shapes),
            "forms": dict(sorted(self.kinds.items())),
        }
        return json.dumps(data, indent=1) + "\n"


def make_digest(key: Key, *, cost: int = COST, passing: Passing = iter) -> Digest:
    """Make a digest of what participants are called.

    key (Key): Who is who.
    cost (int): scrypt's n, a power of two.
    passing (Callable[[Iterator], Iterable]): Sees each form go by: a progress bar.
    RETURNS (Digest): The digest, with a salt of its own.
    """
    with languages.speaking(key.lang):
        forms = forms_of(ClassList(key.roster, key.name_map, ids=key.pseudonyms.mode != "id"))
        ordinary = any(is_ordinary(text) for what, text in forms if what == WORD)
    salt = secrets.token_bytes(_SALT)
    kinds = {hashed: forms[form] for form, hashed in passing(_hashes(forms, salt, cost))}
    return Digest(salt, cost, key.lang, ordinary, frozenset(shape_of(t) for w, t in forms if w == WRITTEN), kinds)


def forms_of(known: ClassList) -> dict[Form, str]:
    """RETURNS (dict[tuple[str, str], str]): All that the people of a class list are called, without what nobody was
    heard to call them, by kind of name."""
    forms: dict[Form, str] = {}
    for words in known.pairs():
        forms[WORD, " ".join(words)] = FULL
    for name in (words for phrases in known.phrases.values() for words in phrases):
        lengths = range(2, MOST_WORDS + 1) if len(name) > MOST_WORDS else (len(name),)
        forms |= {(WORD, " ".join(name[:length])): known.kind_of(name) for length in lengths}
    forms |= {(WORD, word): kind for word, kind in known.words.items() if kind != NICKNAME}
    forms |= {(WORD, letters): FORM for letters in known.used if (WORD, letters) not in forms}
    forms |= {(WRITTEN, login): LOGIN for login in known.logins if not login.isalpha()}
    return {(what, text): kind for (what, text), kind in forms.items() if not known.is_kept(tuple(text.split()))}


def shape_of(text: str) -> str:
    """RETURNS (str): A string with one sign for any letters, and one for any digits: 'a.a@a.a', 'a9'."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))


def _hashes(forms: Iterable[Form], salt: bytes, cost: int) -> Iterator[tuple[Form, str]]:
    """YIELDS (tuple[tuple[str, str], str]): Forms with their hashes, in order; scrypt lets other threads run."""

    def slow(form: Form) -> tuple[Form, str]:
        return form, hashlib.scrypt(
            "\0".join(form).encode("utf-8", "surrogatepass"), salt=salt, n=cost, r=_BLOCK, p=1, dklen=_SIZE,
            maxmem=_MEMORY,
        ).hex()  # fmt: skip

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield from threads.map(slow, forms)


def write_digest(path: Path, digest: Digest, *, force: bool = False) -> None:
    """Write a digest.

    path (Path): The file.
    digest (Digest): What goes into it.
    force (bool): Replace the file if it is there.
    """
    if path.exists() and not force:
        raise PseudoError(Errors.P834.format(path=path))
    with atomic_file(path, private=True) as stream:
        stream.write(digest.to_json())


def read_digest(path: Path) -> Digest:
    """RETURNS (Digest): What `write_digest` wrote."""
    try:
        data = json.loads(path.read_text("utf-8"))
        made = data["scrypt"]
        if (data["format"], made["r"], made["p"]) != (FORMAT, _BLOCK, 1):
            raise ValueError
        forms = {str(hashed): str(kind) for hashed, kind in data["forms"].items()}
        shapes = frozenset(map(str, data["shapes"]))
        return Digest(
            bytes.fromhex(made["salt"]), int(made["n"]), str(data["lang"]), bool(data["ordinary words"]), shapes, forms
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise PseudoError(Errors.P833.format(path=path)) from error
