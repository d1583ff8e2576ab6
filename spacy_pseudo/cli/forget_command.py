"""`spacy-pseudo key forget`: erase somebody from the key, and prove it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def forget_key_cli(
    key: Annotated[Path, typer.Argument(metavar="KEY", help="The key directory, or a sealed key.", show_default=False)],
    participant: Annotated[
        str, typer.Argument(metavar="PARTICIPANT", help="An id of the participant.", show_default=False)
    ],
    messages: Annotated[
        list[Path] | None,
        typer.Option("--messages", help="The original messages, which tell what the person wrote. May be repeated."),
    ] = None,
) -> int:
    """Erase a participant from every file of the key, and search all of them afterwards.

    Names, ids, addresses, what was replaced in the person's messages and what names them in others' is deleted, in one
    step. The pseudonym is never given to anybody else. OUT is not touched. Nobody can undo this: restore cannot give
    the person's texts or names back. When their messages are read again they are left out, as with --exclude, and
    their names become [U?]: the key keeps codes of ids and names for that, which nobody can read.

    Exit code 1: something is found afterwards, in files that are not the key's own.

    \b
    Example:
      spacy-pseudo key forget key s1042 --messages messages.csv
    """
    from ..review.forgetting import Forgetting
    from . import arguments
    from .reports import count, good, info, warn

    originals = arguments.originals(messages).read() if messages else ()
    found = Forgetting(key, participant, originals).run()
    where = f"{count(len(found.files), 'file')} of {key} searched, {count(found.texts, 'text')}"
    if found.found:
        warn(
            f"{where}: {count(sum(found.found.values()), 'trace')} found. These files are yours: look, and delete them"
        )
        for name, number in found.found.items():
            warn(f"{key / name}: {number}")
    else:
        good(f"{where}: 0 found of names, ids, addresses and originals")
    if found.shared:
        info(f"{count(found.shared, 'name')} of the same spelling belong to others, and stay theirs")
    if not messages:
        info("Without --messages, sentences of theirs that others quoted in this key were not looked for")
    warn(
        "An OUT that was written before holds their messages still, under the pseudonym: delete it, ask whoever has it "
        "to do so, and apply again. Copies and backups of the key hold all of it"
    )
    return int(bool(found.found))
