"""The key as the texts of its files, and back."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .. import languages
from ..errors import Errors, PseudoError
from ..people.adaptation import Adaptation
from ..people.connections import Connection, sort
from ..people.context import Context
from ..people.decisions import Decisions
from ..people.evidence import Weights
from ..people.name_map import NameMap, close
from ..people.others.table import Others
from ..people.owners import SCOPES
from ..people.pseudonyms import MODES, TEMPLATE, Pseudonyms
from ..people.roster import Participant, Roster
from ..surrogates import by_hand
from ..surrogates.exchange import Exchange, Value
from ..text.statistics import WordStatistics
from .layout import (
    ADAPTED,
    CONTEXT,
    DECISIONS,
    EVIDENCE,
    EXCHANGED,
    NAMES,
    OTHERS,
    PSEUDONYMS,
    ROSTER,
    SECRET,
    SURROGATES,
)

if TYPE_CHECKING:
    from .memory import Key

SECRET_BYTES: Final = 32
SCOPE: Final = SCOPES[1]
LANG: Final = languages.BASE
# What is a set in the key, and a list in the file.
_SETS: Final = ("considered", "look_alikes", "cited")
_encode: Final = json.JSONEncoder(ensure_ascii=False).encode
# The text of a file as a whole, or its lines, one by one, where there may be as many as messages.
Content: TypeAlias = Iterable[str]


class FileLines:
    """The lines of a file of the key, read when they are asked for.

    path (Path): The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[str]:
        """YIELDS (str): The lines. They end where a line of JSON ends: an id may hold what Unicode takes for it."""
        try:
            with self._path.open(encoding="utf-8", newline="\n") as stream:
                yield from stream
        except UnicodeDecodeError as error:
            raise PseudoError(Errors.P341.format(path=self._path)) from error


class _ContextLines:
    """What is known of the corpus, and a line for each message, made when it is asked for."""

    def __init__(self, facts: Mapping[str, Any], context: Context) -> None:
        self._facts, self._context = _line(facts), context

    def __iter__(self) -> Iterator[str]:
        yield self._facts
        yield from map(_line, self._context.to_rows())


def write_texts(key: Key) -> dict[str, Content]:
    """RETURNS (dict[str, Content]): What is in each file of the key directory."""
    words = {word for form in key.index.forms() for word in form}
    discussed = {name: [[*at, n] for at, n in where.items()] for name, where in key.context.discussed.items()}
    facts = {
        "settings": {
            "pseudonyms": key.pseudonyms.mode,
            "template": key.pseudonyms.template,
            "scope": key.scope,
            "lang": key.lang,
            "threshold": key.own_threshold,
        },
        "weights": key.own_weights.to_dict() if key.own_weights is not None else None,
        "words": {word: key.statistics.counts[word] for word in sorted(words & key.statistics.counts.keys())},
        "considered": sorted(key.considered),
        "offered": key.offered,
        "look_alikes": sorted(key.look_alikes),
        "eponyms": sorted(key.eponyms),
        "cited": sorted(key.cited),
        "others": sorted(key.others.offered),
        "discussed": discussed,
        **({"forgotten": sorted(key.forgotten.codes)} if key.forgotten else {}),
    }
    files: dict[str, Content] = {
        PSEUDONYMS: key.pseudonyms.to_csv(),
        ROSTER: _lines({name: getattr(person, name) for name in person.__slots__} for person in key.roster),
        CONTEXT: _ContextLines(facts, key.context),
        EVIDENCE: _lines(connection.to_row() for connection in sort(key.connections)),
        OTHERS: key.others.to_csv() if len(key.others) or key.others.offered else "",
        SECRET: f"{key.own_secret.hex()}\n" if key.own_secret is not None else "",
        DECISIONS: key.decisions.raw,
        ADAPTED: _lines(change.to_row() for change in key.adaptations()),
        EXCHANGED: _lines(key.exchange.to_rows()),
        SURROGATES: by_hand.Listing(key.surrogates).to_csv() if key.surrogates else "",
    }
    always = (PSEUDONYMS, ROSTER, CONTEXT)
    if key.name_map is not None:
        files[NAMES] = close(key.name_map.to_text())
    return {name: text for name, text in files.items() if text or name in always}


def read_texts(contents: Mapping[str, Content], source: Callable[[str], str] = str) -> dict[str, Any]:
    """Read the texts of a key's files.

    contents (Mapping[str, Content]): What `write_texts` gave; the name map as a person edited it.
    source (Callable[[str], str]): From a file's name to what an error message calls it.
    RETURNS (dict[str, Any]): What a key is made of, by the names of its arguments.
    """
    rows = _made(contents, CONTEXT, source, _object)
    roster = Roster(_made(contents, ROSTER, source, _participant))
    texts = {name: content for name, content in contents.items() if isinstance(content, str)}
    facts: dict[str, Any] = next(rows, {})
    settings = facts.get("settings", {})
    mode, template = settings.get("pseudonyms", MODES[0]), settings.get("template", TEMPLATE)
    lang = settings.get("lang", LANG)
    pseudonyms = Pseudonyms(mode, template)
    if PSEUDONYMS in texts:
        pseudonyms = Pseudonyms.from_csv(texts[PSEUDONYMS], source(PSEUDONYMS), mode=mode, template=template)
    try:
        context = Context.from_rows(rows)
        weights = Weights.from_dict(facts["weights"]) if facts.get("weights") else None
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise PseudoError(Errors.P344.format(source=source(CONTEXT))) from error
    discussed = facts.get("discussed", {}).items()
    context.discussed = {name: {(session, thread): n for session, thread, n in where} for name, where in discussed}
    return {
        "roster": roster,
        "name_map": NameMap.parse(texts[NAMES], source=source(NAMES)) if NAMES in texts else None,
        "pseudonyms": pseudonyms,
        "context": context,
        "statistics": WordStatistics({w: (n[0], n[1], n[2]) for w, n in facts.get("words", {}).items()}, lang=lang),
        "offered": facts.get("offered", {}),
        "eponyms": {(name, thing) for name, thing in facts.get("eponyms", ())},
        "scope": settings.get("scope", SCOPE),
        "lang": lang,
        **{name: set(facts.get(name, ())) for name in _SETS},
        "forgotten": facts.get("forgotten", ()),
        "connections": _made(contents, EVIDENCE, source, Connection.from_row),
        "weights": weights,
        "threshold": settings.get("threshold"),
        "secret": _unhexed(texts[SECRET], source(SECRET)) if SECRET in texts else None,
        "surrogates": by_hand.from_csv(texts.get(SURROGATES, ""), source(SURROGATES)),
        "others": Others.from_csv(texts.get(OTHERS, ""), source(OTHERS), offered=facts.get("others", ())),
        "decisions": Decisions.from_csv(texts.get(DECISIONS, ""), source(DECISIONS)),
        "exchange": Exchange(_made(contents, EXCHANGED, source, Value.from_row)),
        "adapted": _made(contents, ADAPTED, source, Adaptation.from_row),
    }


def seeded_secret(seed: int) -> bytes:
    """RETURNS (bytes): A secret that can be drawn again, for tests."""
    return random.Random(f"secret {seed}").randbytes(SECRET_BYTES)


def secret_in(path: Path) -> bytes | None:
    """RETURNS (Optional[bytes]): The secret of a key directory, which may be there before the key is; None without."""
    file = path / SECRET
    return _unhexed(file.read_text("latin-1"), str(file)) if file.is_file() else None


def mark_of(secret: bytes) -> str:
    """RETURNS (str): By what an output tells with which key it was made; nothing leads back from it.

    secret (bytes): The key's secret.
    """
    return hmac.new(secret, b"mark", hashlib.sha256).hexdigest()[:16]


def _unhexed(text: str, path: str) -> bytes:
    try:
        secret = bytes.fromhex(text.strip())
    except ValueError as error:
        raise PseudoError(Errors.P342.format(path=path)) from error
    if len(secret) != SECRET_BYTES:
        raise PseudoError(Errors.P342.format(path=path))
    return secret


def _line(row: object) -> str:
    return f"{_encode(row)}\n"


def _lines(rows: Iterable[object]) -> str:
    return "".join(map(_line, rows))


def _made(
    contents: Mapping[str, Content], name: str, source: Callable[[str], str], make: Callable[[dict[str, Any]], Any]
) -> Iterator[Any]:
    """YIELDS (Any): What is made of each line of a file."""
    content = contents.get(name, "")
    # Not splitlines: an id may hold what Unicode takes for the end of a line.
    for number, line in enumerate(content.split("\n") if isinstance(content, str) else content, start=1):
        if line.strip():
            try:
                yield make(json.loads(line))
            except (ValueError, TypeError, KeyError) as error:
                raise PseudoError(Errors.P343.format(source=source(name), line=number)) from error


def _object(row: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise TypeError
    return row


def _participant(row: dict[str, Any]) -> Participant:
    return Participant(**{**row, "names": tuple(row["names"]), "ids": tuple(row.get("ids", ()))})
