"""Every export of the invented chat, and what commands do with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from spacy_pseudo.corpus.readers import ReadReport, read_messages

from ....cli.conftest import Place
from ..forum_files import Was
from . import chat_files as c

# The export by the name of its file.
EXPORTS: Final[dict[str, Callable[[], str | bytes]]] = {
    "slack.zip": lambda: c.as_zip(c.slack(), "Tides Slack export Feb 1 2024/"),
    "teams.json": lambda: json.dumps(c.teams()),
    "zulip.json": lambda: json.dumps(c.zulip_api()),
    "zulip.tar.gz": lambda: c.as_tar(c.zulip_export(), "zulip-export-1/"),
    "_chat.txt": c.whatsapp_ios,
    "WhatsApp Chat with Tides.txt": c.whatsapp_android,
    "meeting_saved_chat.txt": c.zoom_chat,
    "teams.vtt": c.teams_transcript,
    "zoom.vtt": c.zoom_transcript,
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Was]:
    """RETURNS (Callable[..., Was]): Writes a file, and reads its messages with a report."""

    def reads(name: str, content: object, **wishes: Any) -> Was:
        data = content if isinstance(content, (str, bytes)) else json.dumps(content)
        (tmp_path / name).write_bytes(data.encode() if isinstance(data, str) else data)
        report = ReadReport()
        messages = list(read_messages(tmp_path / name, report=report, **wishes))
        return Was({message.id or "": message for message in messages}, report)

    return reads
