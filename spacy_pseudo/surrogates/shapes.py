"""Strings of the same shape: letters for letters, digits for digits, and all else as it was."""

from __future__ import annotations

from collections.abc import Callable

from ..text.words import fold
from .choice import Choice

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_VOWELS = "aeiouy"
_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_DIGITS = "0123456789"
_ABBREVIATION = 3


def reshape(
    text: str, choice: Choice, *about: str, spoken: bool = False, ok: Callable[[str], bool] | None = None
) -> str | None:
    """Another string of the same shape; the same one, however the original is spaced, hyphenated or capitalised.

    text (str): The original.
    choice (Choice): The secret's choice.
    about (str): What the string is.
    spoken (bool): Vowels for vowels and consonants for consonants, so that it looks like a word.
    ok (Optional[Callable[[str], bool]]): What may be chosen.
    RETURNS (Optional[str]): The other string; None if there is nothing to change in it.
    """
    alphabets = [_alphabet(c, first, spoken) for c, first in zip(text, _begins(text), strict=True)]
    n = x = 0
    for char, alphabet in zip(text, alphabets, strict=True):
        if alphabet:
            n = (n or 1) * len(alphabet)
            # Letters that the alphabet lacks come to stand for some letter of it.
            at = alphabet.find(fold(char)[:1])
            x = x * len(alphabet) + (at if at >= 0 else ord(char) % len(alphabet))
    if n < 2:
        return None

    def write(number: int) -> str:
        written = []
        for char, alphabet in zip(reversed(text), reversed(alphabets), strict=True):
            if alphabet:
                number, at = divmod(number, len(alphabet))
                char = alphabet[at].upper() if char.isupper() else alphabet[at]
            written.append(char)
        return "".join(reversed(written))

    def fits(number: int) -> bool:
        return write(number) != text and (ok is None or ok(write(number)))

    other = choice.step(x, n, "shape", *about, ok=fits)
    return None if other is None else write(other)


def _begins(text: str) -> list[bool]:
    """Which characters are the first of the digits of a text: a zero there stays, and none comes to be there."""
    first = next((i for i, c in enumerate(text) if c in _DIGITS), -1)
    return [i == first for i in range(len(text))]


def _alphabet(char: str, first: bool, spoken: bool) -> str:
    if char in _DIGITS:
        return _DIGITS if not first else _DIGITS[1:] if char != "0" else ""
    if not char.isalpha():
        return ""
    if spoken:
        return _VOWELS if fold(char)[:1] in _VOWELS else _CONSONANTS
    return _LETTERS


def like(written: str, original: str) -> str:
    """RETURNS (str): Words in the original's case: 'LEEDS', 'leeds', 'Leeds'; 'UK' is no word in capitals."""
    letters = [c for c in original if c.isalpha()]
    if all(c.isupper() for c in letters) and (len(letters) > _ABBREVIATION or 1 < len(letters) == len(written)):
        return written.upper()
    if letters and all(c.islower() for c in letters):
        return written.lower()
    if letters and letters[0].isupper() and original[:1].isalpha():
        return written[:1].upper() + written[1:]
    return written


def digits_of(text: str) -> str:
    """RETURNS (str): The digits of a text."""
    return "".join(c for c in text if c in _DIGITS)


def fill(template: str, digits: str) -> str:
    """RETURNS (str): Digits written into the places of other digits; too many are added at the end, the rest is cut."""
    left = list(digits)
    written = []
    for char in template:
        if char in _DIGITS:
            if not left:
                break
            char = left.pop(0)
        written.append(char)
    return "".join(written).rstrip(" -./(") + "".join(left)
