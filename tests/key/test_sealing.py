"""The format of sealed keys: what is written, and what becomes of a file of which a single bit is wrong."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import Key
from spacy_pseudo.key.sealing import HEADER, Header, decrypt, encrypt, is_sealed

FILE = Path("key.sealed")
PASSPHRASE = "correct horse battery staple"
CONTENT = b"mp,Mary Poe\nrg,Robert Grey\n"
# Written once by version 1 of the format, with scrypt's n at 2 ** 10.
KNOWN = bytes.fromhex(
    "53505345414c0d0a01010a0801f6b892df401290848f8ef8987e53f7db77517ac20662c7e33ea4c368000000000000002b1e"
    "fc71c8fd06789c63580fb9c05710b29290a9a50a538c2768bcc9b2246f9f915ec717ea6993ff7f5116d26844d05f9cdbb4b0"
    "98229e9462b3d2ace3b41031290e36b3ba84f10585698a5cef54fb85818b311fda92ddfc37855a7bd151b4819b34db58dd97"
    "fe43eaae7fb2"
)


@pytest.fixture(scope="module")
def sealed() -> bytes:
    """RETURNS (bytes): A sealed file that asks for little."""
    return encrypt(CONTENT, PASSPHRASE, cost=10)


def refused(content: bytes, passphrase: str = PASSPHRASE) -> str:
    """RETURNS (str): The code with which a file is refused."""
    with pytest.raises(PseudoError) as caught:
        decrypt(content, passphrase, FILE)
    assert "Mary" not in str(caught.value)
    return caught.value.code


def corrected(content: bytes) -> bytes:
    """RETURNS (bytes): A file as a forger leaves it: all that is no secret is as it should be."""
    fields = content[: HEADER - 16]
    whole = fields + hashlib.sha256(fields).digest()[:16] + content[HEADER:-32]
    return whole + hashlib.sha256(whole).digest()


def test_what_was_written_once_is_read_for_ever() -> None:
    assert decrypt(KNOWN, PASSPHRASE, FILE) == CONTENT
    assert KNOWN.startswith(b"SPSEAL\r\n\x01\x01\x0a\x08\x01")
    header = Header.unpack(KNOWN, FILE)
    assert (header.cost, header.r, header.p) == (10, 8, 1)
    assert (header.salt, header.nonce) == (KNOWN[13:29], KNOWN[29:41])
    assert header.length == int.from_bytes(KNOWN[41:49], "big") == len(CONTENT) + 16
    assert len(KNOWN) == HEADER + header.length + 32 == 81 + 43 + 32
    assert header.pack() == KNOWN[:HEADER]


def test_nothing_is_used_twice(sealed: bytes) -> None:
    again = encrypt(CONTENT, PASSPHRASE, cost=10)
    assert decrypt(again, PASSPHRASE, FILE) == decrypt(sealed, PASSPHRASE, FILE) == CONTENT
    one, other = Header.unpack(sealed, FILE), Header.unpack(again, FILE)
    assert one.salt != other.salt
    assert one.nonce != other.nonce
    assert one.check != other.check
    assert CONTENT not in sealed


def test_a_passphrase_is_the_same_however_it_is_typed() -> None:
    assert decrypt(encrypt(CONTENT, "Se\u0301bastien's", cost=10), "S\u00e9bastien's", FILE) == CONTENT


def test_a_wrong_passphrase_is_told_from_damage(sealed: bytes) -> None:
    assert refused(sealed, "correct horse battery stapler") == "P376"
    assert refused(sealed[:-1]) == "P373"
    assert refused(sealed + b"\0") == "P374"


def test_every_bit_counts(sealed: bytes) -> None:
    codes = {refused(sealed[:at] + bytes([sealed[at] ^ 1 << bit]) + sealed[at + 1 :])
             for at in range(len(sealed)) for bit in range(8)}  # fmt: skip
    assert codes == {"P372", "P374"}


def test_whoever_mends_the_checksums_is_found_all_the_same(sealed: bytes) -> None:
    rng = random.Random(1)
    found = {at: refused(corrected(sealed[:at] + bytes([sealed[at] ^ 1 << rng.randrange(8)]) + sealed[at + 1 :]))
             for at in range(len(sealed) - 32) if not HEADER - 16 <= at < HEADER}  # fmt: skip
    assert {found[at] for at in range(8)} == {"P372"}
    assert {found[at] for at in (8, 9)} == {"P363"}  # another version, or another derivation
    assert {found[at] for at in (11, 12)} == {"P375"}
    assert {found[at] for at in range(13, 29)} == {"P376"}  # another salt is another passphrase
    assert {found[at] for at in range(29, 41)} == {"P377"}
    assert {found[at] for at in range(41, 49)} <= {"P373", "P374"}
    assert {found[at] for at in range(49, 65)} == {"P376"}
    assert {found[at] for at in range(HEADER, len(sealed) - 32)} == {"P377"}


@pytest.mark.parametrize("at", [10, 11, 12])
def test_a_header_cannot_ask_for_the_machine(sealed: bytes, at: int) -> None:
    assert refused(corrected(sealed[:at] + b"\x28" + sealed[at + 1 :])) == "P375"  # 2 ** 40 blocks, or as many rounds


def test_cut_anywhere(sealed: bytes) -> None:
    assert refused(b"") == "P372"
    assert {refused(sealed[:length]) for length in range(1, len(sealed))} == {"P373"}


def test_a_sealed_key_is_no_directory(sealed: bytes, tmp_path: Path) -> None:
    (tmp_path / "key.sealed").write_bytes(sealed)
    with pytest.raises(PseudoError, match="key open"):
        Key.load(tmp_path / "key.sealed")


def test_what_is_taken_for_a_sealed_key(sealed: bytes, tmp_path: Path) -> None:
    for name, content, expected in (
        ("key.sealed", sealed, True), ("safe.bin", sealed, True), ("broken.sealed", b"\0" + sealed, True),
        ("replacements.jsonl", b"{}\n", False),
    ):  # fmt: skip
        (tmp_path / name).write_bytes(content)
        assert is_sealed(tmp_path / name) is expected
    assert not is_sealed(tmp_path)
    assert not is_sealed(tmp_path / "nothing.sealed")
