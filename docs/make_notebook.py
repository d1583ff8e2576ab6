"""Run the notebook, and make the page of it: `python docs/make_notebook.py`.

Both are committed with what was printed; a test runs the notebook and says when they are behind the code. Jupyter is
not needed: a cell is Python, or lines with `!` before them that are commands.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
NOTEBOOK: Final = HERE / "notebook.ipynb"
PAGE: Final = HERE / "notebook.md"
_MADE: Final = "*This page is made from [notebook.ipynb](notebook.ipynb) by `python docs/make_notebook.py`.*"
_MAIN: Final = "from spacy_pseudo.cli import main; main()"


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): The notebook with the outputs of its cells as they are now. It may change the working
    directory; afterwards that is as it was."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    before, count, cells = Path.cwd(), 0, []
    try:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                count += 1
                outputs = _run("".join(cell["source"]), namespace, count)
                cell = {**cell, "execution_count": count, "outputs": outputs}
            cells.append(cell)
    finally:
        os.chdir(before)
    return {**notebook, "cells": cells}


def _run(source: str, namespace: dict[str, Any], count: int) -> list[dict[str, Any]]:
    if source.startswith("!"):
        return _stream("".join(_command(line[1:]) for line in source.splitlines()))
    body, shown = ast.parse(source).body, None
    if body and isinstance(body[-1], ast.Expr):
        shown = ast.Expression(body.pop().value)  # type: ignore[attr-defined]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"<cell {count}>", "exec"), namespace)
        value = None if shown is None else eval(compile(shown, f"<cell {count}>", "eval"), namespace)
    outputs = _stream(printed.getvalue())
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = _lines(value._repr_html_())
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def _command(line: str) -> str:
    """RETURNS (str): What one of our commands prints."""
    words = shlex.split(line)
    assert words[0] == "spacy-pseudo", line
    command = [sys.executable, "-c", _MAIN, *words[1:]]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def _stream(text: str) -> list[dict[str, Any]]:
    return [{"name": "stdout", "output_type": "stream", "text": _lines(text)}] if text else []


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def page_of(notebook: dict[str, Any]) -> str:
    """RETURNS (str): The notebook as a page."""
    parts: list[str] = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts += [source, _MADE] if not parts else [source]
        elif source.startswith("!"):
            commands = "\n".join(line[1:] for line in source.splitlines())
            parts.append(_fenced("bash", commands))
        else:
            parts.append(_fenced("python", source))
        for output in cell.get("outputs", ()):
            if output["output_type"] == "execute_result":
                parts.append(_fenced("text", "".join(output["data"]["text/plain"])))
            else:
                parts.append(_fenced("text" if source.startswith("!") else "output", "".join(output["text"])))
    return "\n\n".join(parts) + "\n"


def _fenced(kind: str, text: str) -> str:
    return f"```{kind}\n{text.rstrip()}\n```"


def written(notebook: dict[str, Any]) -> str:
    """RETURNS (str): The notebook as its file holds it."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    made = run(json.loads(NOTEBOOK.read_text("utf-8")))
    NOTEBOOK.write_text(written(made), "utf-8")
    PAGE.write_text(page_of(made), "utf-8")
