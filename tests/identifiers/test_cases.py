"""The cases themselves: they can be read, there are enough of them, and they are as true as they claim to be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from ipaddress import ip_address, ip_network

import pytest

from tests.identifiers import cases

# How many positive and negative cases there are at least.
SIZES = {
    **dict.fromkeys(cases.STRUCTURED, (45, 45)),
    **dict.fromkeys(cases.LISTED, (20, 20)),
    **dict.fromkeys(cases.MARKED_ONLY, (15, 15)),
    **dict.fromkeys(cases.SENSITIVE, (10, 10)),
    cases.NOT_PERSONAL: (0, 120),
}
SWEDISH = 0.28  # about a third of each section
SHARED = 0.2  # of the positives may begin with the same words

KEPT_FOR_DOCUMENTATION = ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")

# Numbers that people mistype: personal all the same.
WRONG_ON_PURPOSE = {"850714-2318", "4242 4242 4242 4224", "GB29 NWBK 6016 1331 9268 91"}


def _digits(text: str) -> list[int]:
    return [int(char) for char in text if char.isdigit()]


def _luhn(text: str) -> bool:
    doubled = [d * (1 + i % 2) for i, d in enumerate(reversed(_digits(text)))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _weighted(text: str, weights: tuple[int, ...], modulus: int = 11) -> bool:
    return sum(w * d for w, d in zip(weights, _digits(text), strict=False)) % modulus == 0


def _iban(text: str) -> bool:
    plain = re.sub(r"[\s-]", "", text).upper()
    return int("".join(str(int(char, 36)) for char in plain[4:] + plain[:4])) % 97 == 1


def _swedish(text: str) -> bool:
    return _luhn("".join(map(str, _digits(text)))[-10:])


def _danish(text: str) -> bool:
    return _weighted(text, (4, 3, 2, 7, 6, 5, 4, 3, 2, 1))


def _finnish(text: str) -> bool:
    return len(text) == 11 and "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(text[:6] + text[7:10]) % 31] == text[10]


def _norwegian(text: str) -> bool:
    return _weighted(text, (3, 7, 6, 1, 8, 9, 4, 5, 2, 1)) and _weighted(text, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1))


def _polish(text: str) -> bool:
    return _weighted(text, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1), 10)


def _health_service(text: str) -> bool:
    return _weighted(text, (10, 9, 8, 7, 6, 5, 4, 3, 2, 1))


# Label, what a span of it looks like, and of what it must hold one.
CHECKSUMS: list[tuple[str, str, tuple[Callable[[str], bool], ...]]] = [
    ("CARD", r"\d[\d\s.-]{11,}\d", (_luhn,)),
    ("ACCOUNT", r"(?i)[a-z]{2}\d\d[\s-]?[a-z\d][a-z\d\s-]{9,}", (_iban,)),
    ("ID", r"(?:19|20) ?\d{6}[-+ ]?\d{4}", (_swedish,)),
    ("ID", r"\d{6}[-–+ ]?\d{4}", (_swedish, _danish, _finnish, _health_service)),
    ("ID", r"\d{6}(?:A\d{4}|[-A]\d{3}[A-Z])", (_finnish,)),
    ("ID", r"\d{3}[ -]\d{3}[ -]\d{4}", (_health_service,)),
    ("ID", r"\d{6} ?\d{5}", (_norwegian, _polish)),
    ("ID", r"\d{13}", (_luhn,)),
]


@pytest.fixture(scope="module", params=cases.FILES)
def label(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_marks_are_taken_out():
    text, spans = cases.parse_marks(r"\[1] To [EMAIL:m.poe \[at\] nordvik.example],\nor [PHONE:07700\u00a0900123].")
    assert text == "[1] To m.poe [at] nordvik.example,\nor 07700\xa0900123."
    assert [(text[start:end], found) for start, end, found in spans] == [
        ("m.poe [at] nordvik.example", "EMAIL"),
        ("07700\xa0900123", "PHONE"),
    ]


@pytest.mark.parametrize("text", ["[EMAIL:a@b.example", "[NAME:Mary]", "see [1]", "[AGE:3 [DATE:4 May]]"])
def test_marks_that_cannot_be_read_are_refused(text: str):
    with pytest.raises(ValueError, match=re.escape(text)):
        cases.parse_marks(text)


def test_every_file_has_a_label():
    assert {path.stem.upper() for path in cases.CASES.glob("*.txt")} == set(cases.FILES)


def test_there_are_enough_cases(label: str):
    found = Counter((case.positive, case.lang) for case in cases.read_cases(label))
    if label == cases.CONTEXT:
        assert found.total() >= 60
        return
    for least, positive in zip(SIZES[label], (True, False), strict=True):
        both = found[positive, "en"] + found[positive, "sv"]
        assert both >= least, f"{both} {'positive' if positive else 'negative'}"
        assert found[positive, "sv"] >= SWEDISH * both


@pytest.mark.parametrize("label", [name for name in cases.FILES if name != cases.CONTEXT])
def test_cases_are_marked_as_their_section_says(label: str):
    wrong = [case for case in cases.read_cases(label) if case.positive != bool(case.surfaces(label))]
    assert wrong == []


def test_nothing_is_marked_where_nothing_is_personal():
    assert [case for case in cases.read_cases(cases.NOT_PERSONAL) if case.spans] == []


def test_marks_fit_the_words(label: str):
    wrong = []
    for case in cases.read_cases(label):
        at = 0
        for start, end, found in case.spans:
            surface = case.text[start:end]
            if start < at or not surface or surface != surface.strip():
                wrong.append((case.line, found, surface))
            at = end
    assert wrong == []


def test_no_case_is_there_twice():
    where: dict[str, list[str]] = {}
    for name in cases.FILES:
        for case in cases.read_cases(name):
            where.setdefault(" ".join(case.text.split()).lower(), []).append(f"{name}:{case.line}")
    assert {text: places for text, places in where.items() if len(places) > 1} == {}


def test_beginnings_vary(label: str):
    kept = [case for case in cases.read_cases(label) if case.positive]
    beginnings = Counter(tuple(re.findall(r"\w+", case.text.lower())[:3]) for case in kept)
    assert all(count <= max(2, SHARED * len(kept)) for count in beginnings.values())


@pytest.mark.parametrize(("label", "shape", "checks"), CHECKSUMS)
def test_checksums_are_right(label: str, shape: str, checks: tuple[Callable[[str], bool], ...]):
    surfaces = [surface for name in cases.FILES for case in cases.read_cases(name) for surface in case.surfaces(label)]
    shaped = [surface for surface in surfaces if re.fullmatch(shape, surface)]
    assert shaped
    wrong = {surface for surface in shaped if not any(check(surface) for check in checks)}
    assert wrong <= WRONG_ON_PURPOSE


def test_addresses_belong_to_nobody():
    every = [case for name in cases.FILES for case in cases.read_cases(name)]
    mails = [re.sub(r"[^a-zåäö]+", " ", s.lower()).split() for case in every for s in case.surfaces("EMAIL")]
    assert mails
    assert [words for words in mails if words[-1] != "example" and not {"nordvik", "calder"} & set(words)] == []
    ips = [ip_address(surface) for case in every for surface in case.surfaces("IP")]
    assert ips
    assert [ip for ip in ips if not any(ip in ip_network(kept) for kept in KEPT_FOR_DOCUMENTATION)] == []


@pytest.mark.parametrize("label", cases.SENSITIVE)
def test_sensitive_labels_come_with_a_list_of_words(label: str):
    words = cases.read_list(label)
    assert len(words) >= 10
    assert len(words) == len(set(words))
    found = [s.lower() for case in cases.read_cases(label) if case.positive for s in case.surfaces(label)]
    assert sum(any(word.lower() in surface for word in words) for surface in found) >= len(found) / 2
