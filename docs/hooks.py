"""What mkdocs does besides, for the site: pages that lie beside docs/, tables as GitHub reads them, options in one
piece."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).parents[1]
# Pages of the site that the repository has at its top.
BESIDE: Final = ("SECURITY.md", "CHANGELOG.md")
_BESIDE: Final = re.compile(rf"\]\((?:\.\./)+({'|'.join(re.escape(name) for name in BESIDE)})")
_CODE: Final = re.compile(r"`[^`\n]+`")
_SHOWN_CODE: Final = re.compile(r"<code.*?</code>", re.DOTALL)
_OPTION: Final = re.compile(r"(?<![\w-])--?[a-z][\w-]*")


def on_config(config: Any) -> Any:
    """Leave out of the navigation what is not there."""
    config["nav"] = _there(config["nav"])
    return config


def _there(entries: list[Any]) -> list[Any]:
    found = []
    for entry in entries:
        ((title, target),) = entry.items()
        if isinstance(target, list):
            found.append({title: _there(target)})
        elif target in BESIDE or (ROOT / "docs" / target).exists():
            found.append(entry)
    return found


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie beside docs/."""
    for name in BESIDE:
        content = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """RETURNS (str): The page, with links to the pages beside docs/ as the site has them."""
    up = "../" * page.file.src_uri.count("/")
    markdown = _BESIDE.sub(rf"]({up}\1", markdown)
    # GitHub wants a bar within code within a table escaped, and shows it without; Python-Markdown shows the escape.
    lines = (
        _CODE.sub(lambda m: m[0].replace("\\|", "|"), line) if line.startswith("|") else line
        for line in markdown.splitlines()
    )
    return "\n".join(lines) + "\n"


def on_page_content(html: str, page: Any, config: Any, files: Files) -> str:
    """RETURNS (str): The page, in which no option is broken behind its hyphens."""
    return _SHOWN_CODE.sub(lambda code: _OPTION.sub(r'<span class="option">\g<0></span>', code[0]), html)


def on_post_build(config: Any) -> None:
    """Take away the page for what is missing: only a server has a use for it, and its links lead nowhere on a disk."""
    (Path(config["site_dir"]) / "404.html").unlink()
