"""`spacy-pseudo key seal`, `open` and `rotate`: the key as one encrypted file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import Errors, PseudoError
from .sealed_key import NEW_VARIABLE, PassphraseFile, passphrase

SealedFile = Annotated[Path, typer.Argument(metavar="FILE", help="The sealed key.", show_default=False)]


def seal_key_cli(
    key: Annotated[Path, typer.Argument(metavar="KEY", help="The key directory.", show_default=False)],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The sealed file. Default: KEY.sealed, beside KEY.")
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Delete the directory, once the file is sure to open and to hold it all.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a sealed file.")] = False,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Write a key to one encrypted file, which can be mailed, or put in a safe.

    Nobody can open it without the passphrase: not even you. Who loses it loses the way back from the pseudonyms, and
    the next messages of the same people get other ones. Commands take the file as they take the directory:
    --key KEY.sealed.

    \b
    Example:
      spacy-pseudo key seal key --remove
    """
    from ..key import SUFFIX, check_installed, is_sealed, seal
    from .reports import good, info, warn

    check_installed()
    if is_sealed(key):
        raise PseudoError(Errors.P391.format(path=key))
    whole = key.resolve()
    file = to if to is not None else key.parent / f"{whole.name}{SUFFIX}" if key.name else Path(f"{whole}{SUFFIX}")
    words = passphrase(passphrase_file, new=True, what=f"New passphrase for {file}")
    seal(key, file, words, force=force, remove_plain=remove)
    good(f"{key} sealed as {file}: it was opened again, and holds all of it")
    warn("Without the passphrase nobody can open it, and nothing leads back from the pseudonyms. Keep it elsewhere")
    if remove:
        warn(f"{key} was deleted. Its texts may still be on the disk, in backups and in snapshots of the file system")
    else:
        info(f"{key} is there still, in plain text. Delete it, or seal with --remove")
    return 0


def open_key_cli(
    file: SealedFile,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="KEY", help="The directory. Default: FILE without .sealed.")
    ] = None,
    passphrase_file: PassphraseFile = None,
) -> int:
    """Write what is in a sealed key to a directory again: to edit names.txt, for instance. The file stays.

    The directory is plain text. Seal it again with --force --remove when you are done.

    \b
    Example:
      spacy-pseudo key open key.sealed
      spacy-pseudo key seal key --force --remove
    """
    from ..key import SUFFIX, check_installed, unseal
    from .reports import good, info

    check_installed()
    if not file.is_file():
        raise PseudoError(Errors.P503.format(path=file))
    if to is None and file.suffix != SUFFIX:
        raise PseudoError(Errors.P399)
    directory = to if to is not None else file.with_suffix("")
    unseal(file, directory, lambda: passphrase(passphrase_file, what=f"Passphrase of {file}"))
    good(f"{file} opened in {directory}, which only you can read")
    info(f"Seal it when you are done: spacy-pseudo key seal {directory} --to {file} --force --remove")
    return 0


def rotate_key_cli(
    file: SealedFile,
    passphrase_file: PassphraseFile = None,
    new_passphrase_file: Annotated[
        Path | None,
        typer.Option(
            "--new-passphrase-file",
            metavar="FILE",
            help=f"A file with the new passphrase. Otherwise it is taken from {NEW_VARIABLE}, or asked for.",
        ),
    ] = None,
) -> int:
    """Give a sealed key another passphrase, and a new salt. Copies of the file keep the old one.

    \b
    Example:
      spacy-pseudo key rotate key.sealed
    """
    from ..key import check_installed, rotate
    from .reports import good, warn

    check_installed()
    if not file.is_file():
        raise PseudoError(Errors.P503.format(path=file))
    rotate(
        file,
        lambda: passphrase(passphrase_file, what=f"Passphrase of {file}"),
        lambda: passphrase(new_passphrase_file, new=True, variable=NEW_VARIABLE, what="New passphrase"),
    )
    good(f"{file} has the new passphrase")
    warn("Copies that were made before are opened by the old one still: delete them")
    return 0
