"""`spacy-pseudo key digest`: names for somebody who checks the results and may not know them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import options as o
from .journal import note
from .key_command import KeyArgument


def digest_key_cli(
    key: KeyArgument,
    out: Annotated[Path, typer.Option("--out", help="The file.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Make a digest of all that participants are called, for `audit --names-digest` by somebody without the key.

    It holds salted, slow hashes (scrypt) of names, their parts, nicknames in use, logins and addresses, with the kind
    of each, and no ids. Who has it can ask of any word whether it is a name here, at about 25 ms of one processor core
    for each. So names that are on a list of usual ones can be found out: give it to people whom you trust that far,
    and to nobody else. It is not part of OUT.

    \b
    Example:
      spacy-pseudo key digest key --out names.digest
      spacy-pseudo audit out --names-digest names.digest
    """
    from ..key.manifest import digest_of
    from ..review.audit.auditing import read_people
    from ..review.audit.digest import make_digest, write_digest
    from .reports import count, good, warn

    if out.exists() and not force:
        from ..errors import Errors, PseudoError

        raise PseudoError(Errors.P834.format(path=out))
    digest = make_digest(
        read_people(key), passing=lambda forms: o.progress(forms, what="hash", quiet=quiet, unit=" forms")
    )
    write_digest(out, digest, force=force)
    note(counts={"forms": len(digest.kinds)}, made={"digest": digest_of(out)})
    if not quiet:
        good(f"{count(len(digest.kinds), 'form')} written to {out}, none of them to be read")
        warn("Usual names can be guessed with it, at the full cost for each: give it to whoever checks, to nobody else")
    return 0
