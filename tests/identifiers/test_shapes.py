"""The patterns in languages/shapes/: each can be compiled, and each is asked for."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from spacy_pseudo import identifiers
from spacy_pseudo.identifiers.shape_files import Shapes

FOLDER = Path(identifiers.__path__[0])
SOURCES = "\n".join(path.read_text(encoding="utf8") for path in sorted(FOLDER.glob("*.py")))


def _files() -> dict[str, Shapes]:
    modules = [import_module(f"{identifiers.__name__}.{module.name}") for module in iter_modules(identifiers.__path__)]
    shapes = [value for module in modules for value in vars(module).values() if isinstance(value, Shapes)]
    return {one._file: one for one in shapes}


FILES = _files()
NAMES = [(file, name) for file, shapes in sorted(FILES.items()) for name in shapes.rows if not name.isupper()]


@pytest.mark.parametrize(("file", "name"), NAMES)
def test_a_pattern_is_compiled_when_it_is_asked_for(file: str, name: str) -> None:
    assert isinstance(getattr(FILES[file], name), re.Pattern)
    # 'id_said' is asked for by its label.
    assert re.search(rf"\b{name}\b", SOURCES) or (name.endswith("_said") and '_said"' in SOURCES)


def test_every_file_is_read() -> None:
    assert {path.stem for path in (FOLDER.parent / "languages" / "shapes").glob("*.shapes")} == set(FILES)


def test_a_pattern_that_is_not_there_is_no_attribute() -> None:
    assert not hasattr(FILES["dates"], "no_such_pattern")
