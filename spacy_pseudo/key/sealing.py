"""A key as one encrypted file. Damage, a wrong passphrase and forgery are told apart.

    header | cipher text with its tag | SHA-256 of all before it

The header (`_FIELDS`) is authenticated with the text: magic, version, derivation and its costs, salt, nonce, length of
the cipher text, a value that tells the right passphrase, and the beginning of its own SHA-256. What the checksums find
was damaged by accident; whoever puts them right again is found by the tag.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import Errors, PseudoError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SUFFIX: Final = ".sealed"
MAGIC: Final = b"SPSEAL\r\n"  # the line end shows at once where a file was sent as a text
VERSION: Final = 1
SCRYPT: Final = 1
# Magic, version, derivation, its costs (log2 of n; r; p), salt, nonce, length of the cipher text, passphrase check.
_FIELDS: Final = struct.Struct(">8sBBBBB16s12sQ16s")
_OWN_SUM: Final = 16
HEADER: Final = _FIELDS.size + _OWN_SUM
_SUM: Final = hashlib.sha256().digest_size
# 128 MiB of memory for each guess; what a file may ask for at most is 1 GiB, as nobody else may have written it.
COST: Final = 17
_COSTS: Final = range(10, 21)
_R: Final = 8
_P: Final = 1
_KEY_BYTES: Final = 32
_CHECK_BYTES: Final = 16
_TAG: Final = 16
# What the library encrypts at once.
_LONGEST: Final = 2**31 - 1
_SHORTEST_PASSPHRASE: Final = 8


class Header(NamedTuple):
    """What stands before the cipher text.

    cost, r, p (int): The costs of the derivation; `cost` is the binary logarithm of scrypt's n.
    salt (bytes): Of the derivation.
    nonce (bytes): Of the cipher.
    length (int): That of the cipher text, with its tag.
    check (bytes): What follows from the right passphrase only.
    """

    cost: int
    r: int
    p: int
    salt: bytes
    nonce: bytes
    length: int
    check: bytes

    def pack(self) -> bytes:
        """RETURNS (bytes): The header as it is written."""
        fields = _FIELDS.pack(MAGIC, VERSION, SCRYPT, *self)
        return fields + hashlib.sha256(fields).digest()[:_OWN_SUM]

    @classmethod
    def unpack(cls, content: bytes, path: Path) -> Header:
        """RETURNS (Header): That of a file; one that is damaged, or asks for more than is right, is refused.

        content (bytes): The file's content, or its beginning.
        path (Path): The file, for error messages.
        """
        if not content.startswith(MAGIC[: len(content)]) or not content:
            raise PseudoError(Errors.P372.format(path=path))
        if len(content) < HEADER:
            raise PseudoError(Errors.P373.format(path=path))
        fields, own = content[: _FIELDS.size], content[_FIELDS.size : HEADER]
        _, version, derivation, *told = _FIELDS.unpack(fields)
        if hashlib.sha256(fields).digest()[:_OWN_SUM] != own:
            raise PseudoError(Errors.P374.format(path=path))
        if (version, derivation) != (VERSION, SCRYPT):
            raise PseudoError(Errors.P363.format(path=path))
        header = cls(*told)
        if header.cost not in _COSTS or (header.r, header.p) != (_R, _P):
            raise PseudoError(Errors.P375.format(path=path))
        return header


def is_sealed(path: Path) -> bool:
    """RETURNS (bool): A file is a sealed key, be it damaged."""
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return path.suffix == SUFFIX or stream.read(len(MAGIC)) == MAGIC


def check_passphrase(passphrase: str) -> None:
    """Make sure that a new passphrase is not too short."""
    if len(passphrase) < _SHORTEST_PASSPHRASE:
        raise PseudoError(Errors.P378.format(count=_SHORTEST_PASSPHRASE))


def encrypt(content: bytes, passphrase: str, *, cost: int = COST) -> bytes:
    """Encrypt with a salt, and so with a cipher key, that was never used before.

    content (bytes): What is private.
    passphrase (str): What opens it.
    cost (int): The binary logarithm of scrypt's n.
    RETURNS (bytes): The content of a sealed file.
    """
    if len(content) > _LONGEST - HEADER:
        raise PseudoError(Errors.P379)
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    bare = Header(cost, _R, _P, salt, nonce, len(content) + _TAG, b"")
    key, check = _derive(passphrase, bare)
    header = bare._replace(check=check).pack()
    sealed = header + _cipher(key).encrypt(nonce, content, header)
    return sealed + hashlib.sha256(sealed).digest()


def decrypt(sealed: bytes, passphrase: str, path: Path) -> bytes:
    """Decrypt what `encrypt` gave, if nothing of it was changed.

    sealed (bytes): The content of a sealed file.
    passphrase (str): What opens it.
    path (Path): The file, for error messages.
    RETURNS (bytes): What is private.
    """
    header = check_whole(sealed, path)
    key, check = _derive(passphrase, header)
    if not hmac.compare_digest(check, header.check):
        raise PseudoError(Errors.P376.format(path=path))
    from cryptography.exceptions import InvalidTag

    try:
        return _cipher(key).decrypt(header.nonce, sealed[HEADER:-_SUM], sealed[:HEADER])
    except InvalidTag as error:
        raise PseudoError(Errors.P377.format(path=path)) from error


def check_whole(sealed: bytes, path: Path) -> Header:
    """Find out what can be known without the passphrase: is the file as it was written?

    sealed (bytes): The content of a sealed file.
    path (Path): The file, for error messages.
    RETURNS (Header): Its header.
    """
    header = Header.unpack(sealed, path)
    whole = HEADER + header.length + _SUM
    if len(sealed) < whole:
        raise PseudoError(Errors.P373.format(path=path))
    if len(sealed) > whole or hashlib.sha256(sealed[:-_SUM]).digest() != sealed[-_SUM:]:
        raise PseudoError(Errors.P374.format(path=path))
    return header


def check_installed() -> None:
    """Make sure that there is what encrypts."""
    try:
        import cryptography  # noqa: F401
    except ModuleNotFoundError as error:
        raise PseudoError(Errors.P371) from error


def _derive(passphrase: str, header: Header) -> tuple[bytes, bytes]:
    """The cipher's key, and what tells that the passphrase is right: neither tells anything of the other."""
    check_installed()
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    # The same letters, however a keyboard composes them.
    words = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogateescape")
    length = _KEY_BYTES + _CHECK_BYTES
    made = Scrypt(salt=header.salt, length=length, n=1 << header.cost, r=header.r, p=header.p).derive(words)
    return made[:_KEY_BYTES], made[_KEY_BYTES:]


def _cipher(key: bytes) -> AESGCM:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)
