"""The order of the house: a room, which is the first level of the package, imports only from rooms before it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import spacy_pseudo
from spacy_pseudo.languages import known

PACKAGE = Path(spacy_pseudo.__file__).parent
ROOMS = (
    *("attrs", "errors", "cells", "disk", "resources", "languages", "message", "text", "name_words", "people"),
    *("identifiers", "surrogates", "key", "corpus", "scoring", "engine", "components", "passes", "handover", "review"),
    *("cli", "lab"),
)
EXCEPTIONS = {
    ("message", "text"),  # Message.to_doc shows HTML as readers see it; a method that users call stays where it is
}
FRONT_DOOR = PACKAGE / "__init__.py"  # names its homes as strings, and for types
FILES = {path: path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if path != FRONT_DOOR}


def room_of(path: Path) -> str:
    return FILES[path].with_suffix("").parts[0]


def imported_rooms(path: Path) -> Iterator[str]:
    """YIELDS (str): The room of each import, at the top, late or for types only."""
    package = ".".join((PACKAGE.name, *FILES[path].parts[:-1]))
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            modules = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        inner = [module.split(".")[1] for module in modules if module.startswith(f"{PACKAGE.name}.")]
        yield from (room for room in inner if room != "__version__")


def test_every_room_has_its_place() -> None:
    assert sorted({room_of(path) for path in FILES}) == sorted(ROOMS)


def test_imports_go_one_way_and_nothing_imports_the_lab() -> None:
    used = {(room_of(path), room): FILES[path] for path in FILES for room in imported_rooms(path)}
    upward = {(a, b): str(path) for (a, b), path in used.items() if ROOMS.index(a) < ROOMS.index(b)}
    assert ("lab", "cli") in used
    assert {pair: path for pair, path in upward.items() if pair not in EXCEPTIONS} == {}
    assert set(upward) == EXCEPTIONS, "an exception that nothing needs any more"


def test_no_module_names_a_language() -> None:
    """What is known of a language is in its directory; the base language is named once."""
    named = {
        f"{FILES[path]}:{node.lineno}"
        for path in FILES
        if room_of(path) not in ("languages", "lab")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.split("/")[0] in known()[1:]
    }
    assert named == set()


def test_a_file_name_occurs_in_one_room_only() -> None:
    rooms = defaultdict(set)
    for path in FILES:
        rooms[path.name].add(room_of(path))
    assert {name: found for name, found in rooms.items() if len(found) > 1 and name != "__init__.py"} == {}
