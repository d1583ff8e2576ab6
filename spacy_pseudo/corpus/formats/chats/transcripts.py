"""Transcripts of meetings (WebVTT) as Teams and Zoom write them: whoever speaks is the author, a turn is a message."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ....errors import Errors, PseudoError
from ....message import Message
from ...tables import ReadReport
from ..layouts import Layout, Wishes
from ..objects import counted
from .chat_lines import meet, name_of, open_text, words

NAME: Final = "transcript"
THREAD: Final = "meeting"
_CUE: Final = re.compile(
    r"[ \t]*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]+-->[ \t]+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}.*"
)
# '<v Mary Poe>Hello</v>', '<v.loud Mary Poe>Hello'
_VOICE: Final = re.compile(r"<v(?:\.[\w.-]{1,60})?[ \t]+(?P<name>[^<>\n]{1,100})>")
_VOICE_END: Final = re.compile(r"</v>")
# 'Mary Poe: Hello'
_LABEL: Final = re.compile(r"(?P<name>[^\W\d_][^:<>\n?!;]{0,60}?):[ ]+(?=\S)")
_PARTICLE: Final = 4
_BLOCKS: Final = ("NOTE", "STYLE", "REGION")


class _Turn(NamedTuple):
    """What somebody says in a row."""

    speaker: str | None
    start: str
    pieces: list[str]


def read_transcript(path: Path, wishes: Wishes, report: ReadReport) -> Iterator[Message]:
    """Read a transcript.

    path (Path): The file.
    wishes (Wishes): How it is to be read.
    report (ReadReport): Filled on the way.
    RETURNS (Iterator[Message]): The turns, each with all cues of one speaker in a row, joined with blanks.
    """
    cues = list(_cues(open_text(path, NAME, wishes, report)))
    if not cues:
        raise PseudoError(Errors.P159.format(path=path, layout="WebVTT"))
    return counted(_messages(_turns(cues), report), report)


def _cues(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """YIELDS (tuple[str, str]): When a cue begins, and its text."""
    start: str | None = None
    text: list[str] = []
    for line in (*lines, ""):
        found = _CUE.fullmatch(line)
        if found is None and line.strip():
            text.append(line)
            continue
        if start is not None and text:
            yield start, "\n".join(text)
        start, text = found[1] if found is not None else None, []


def _turns(cues: Sequence[tuple[str, str]]) -> Iterator[_Turn]:
    labels = _labels(cues)
    turn: _Turn | None = None
    for start, text in cues:
        for speaker, said in _voices(text, labels):
            if not said.strip():
                continue
            if turn is not None and turn.speaker == speaker:
                turn.pieces.append(said)
                continue
            if turn is not None:
                yield turn
            turn = _Turn(speaker, start, [said])
    if turn is not None:
        yield turn


def _voices(text: str, labels: frozenset[str]) -> Iterator[tuple[str | None, str]]:
    """YIELDS (tuple[Optional[str], str]): Who speaks in a cue, as far as it says so, and what they say."""
    voices = list(_VOICE.finditer(text))
    if not voices:
        label = _LABEL.match(text)
        known = label is not None and name_of(label["name"]) in labels
        yield (name_of(label["name"]), text[label.end() :]) if label is not None and known else (None, text)
        return
    yield None, text[: voices[0].start()]
    ends = [voice.start() for voice in voices[1:]]
    for voice, end in zip(voices, (*ends, len(text)), strict=True):
        yield name_of(voice["name"]), _VOICE_END.sub("", text[voice.end() : end]).strip("\n")


def _labels(cues: Sequence[tuple[str, str]]) -> frozenset[str]:
    """What stands before a colon where a cue begins and looks like a name, or stands there again and again."""
    counts: dict[str, int] = {}
    for _, text in cues:
        if (label := _LABEL.match(text)) is not None:
            name = name_of(label["name"])
            counts[name] = counts.get(name, 0) + 1
    return frozenset(name for name, count in counts.items() if _is_name(name, count))


def _is_name(label: str, count: int) -> bool:
    parts = [part for part in label.split() if part[0].isalpha()]
    if not parts or len(parts) > 6 or label.casefold() in words("no speakers"):
        return False
    named = all(part[0].isupper() or not part[0].islower() or len(part) < _PARTICLE for part in parts)
    return (named and parts[0][0].isupper()) or not parts[0][0].islower() or (count > 1 and len(parts) < _PARTICLE)


def _messages(turns: Iterator[_Turn], report: ReadReport) -> Iterator[Message]:
    for number, turn in enumerate(turns, 1):
        meet(report, turn.speaker)
        yield Message(" ".join(turn.pieces), str(number), turn.speaker, thread=THREAD, timestamp=turn.start)


TRANSCRIPT: Final = Layout(
    NAME, read_transcript, suffixes=(".vtt",), beginning=re.compile(r"\A\ufeff?WEBVTT(?:[ \t\r\n]|\Z)")
)
