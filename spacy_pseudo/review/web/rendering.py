"""How pages are made: of templates and texts that lie in the package, with nothing that is loaded from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any, Final

from jinja2 import Environment, FunctionLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
# What all pages use, and the package that has it.
COMMON: Final[Mapping[str, str]] = dict.fromkeys(("common.css", "icon.svg"), __package__ or "")


def page_file(package: str, name: str) -> str:
    """RETURNS (str): A file of a package's `pages`."""
    return (files(package) / "pages" / name).read_text("utf-8")


class Renderer:
    """Makes pages of the templates of a package.

    package (str): The package; its `pages` hold the templates, and `texts.json`: all that they say, by name.
    known (Any): What all templates know besides.
    """

    def __init__(self, package: str, **known: Any) -> None:
        self.texts: dict[str, str] = json.loads(page_file(package, "texts.json"))
        self._environment = Environment(
            loader=FunctionLoader(lambda name: page_file(package, name)), autoescape=True, undefined=StrictUndefined,
            trim_blocks=True, lstrip_blocks=True,
        )  # fmt: skip
        self._environment.globals.update(t=self.texts, **known)

    def render(self, name: str, **values: Any) -> str:
        """RETURNS (str): A page."""
        return self._environment.get_template(name).render(**values)

    @property
    def script_texts(self) -> str:
        """RETURNS (str): What scripts say, as JSON."""
        return json.dumps({name: text for name, text in self.texts.items() if name.startswith("js_")})


class Static:
    """Answers requests for styles, scripts and pictures.

    homes (Mapping[str, str]): The package of each.
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = {**COMMON, **homes}

    async def answer(self, request: Request) -> Response:
        """RETURNS (Response): A file; nothing else can be asked for."""
        name = request.path_params["name"]
        if name not in self._homes:
            return PlainTextResponse("", status_code=404)
        return Response(page_file(self._homes[name], name), media_type=_KINDS[PurePosixPath(name).suffix])
