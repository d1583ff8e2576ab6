"""The notebook: what is printed in it is what comes of it, and the page is made from it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
NOTEBOOK: dict[str, Any] = json.loads((DOCS / "notebook.ipynb").read_text("utf-8"))


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    module = ModuleType("make_notebook")
    path = DOCS / "make_notebook.py"
    module.__file__ = str(path)
    exec(compile(path.read_text("utf-8"), str(path), "exec"), vars(module))
    return module


def test_the_outputs_are_what_comes_of_the_cells(maker: ModuleType) -> None:
    made = maker.run(NOTEBOOK)
    assert [cell.get("outputs") for cell in made["cells"]] == [cell.get("outputs") for cell in NOTEBOOK["cells"]]
    assert maker.written(made) == (DOCS / "notebook.ipynb").read_text("utf-8")


def test_the_page_is_made_from_it(maker: ModuleType) -> None:
    assert maker.page_of(NOTEBOOK) == (DOCS / "notebook.md").read_text("utf-8"), "python docs/make_notebook.py"


def test_jupyter_can_read_it() -> None:
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    cells = NOTEBOOK["cells"]
    assert len({cell["id"] for cell in cells}) == len(cells)
    assert all(re.fullmatch(r"[\w-]{1,64}", cell["id"]) for cell in cells)
    for cell in cells:
        more = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | more
    kinds = {output["output_type"] for cell in cells for output in cell.get("outputs", ())}
    assert kinds == {"stream", "execute_result"}
