"""'RE:' before a subject is nobody's initials, whoever is called so."""

import pytest

import spacy_pseudo

PEOPLE = {"a": "Ann Weiss", "b": "Robert Edwards", "c": "Sam Vole"}


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        ("RE: Tides", "RE: Tides"),
        ("AW: Tides", "AW: Tides"),
        ("RE: AW: SV: Tides", "RE: AW: SV: Tides"),
        ("Re[2]: Ann Weiss on tides", "Re[2]: [U01] on tides"),
        ("AW:", "AW:"),
    ],
)
def test_marks_of_answers_stay(subject, expected):
    messages = [
        {"id": 1, "author": "a", "subject": subject, "text": "Hi Rob and SV,\nhow high was it?\nAW"},
        {"id": 2, "author": "b", "parent": 1, "subject": "x", "text": "Hi AW,\nask Sam.\nRE"},
    ]
    done = spacy_pseudo.pseudonymise(messages, PEOPLE, seed=5)
    labels = {name: done.key.pseudonyms.label(id) for id, name in zip("abc", ("[U01]", "[U02]", "[U03]"), strict=True)}
    for name, label in labels.items():
        expected = expected.replace(name, f"[{label}]")
    assert done.messages[0]["subject"] == expected
    assert "AW" not in done.texts[0]
    assert all(
        place["field"] == "text" or place["start"] > 3 or subject.startswith("SV") for place in done.replacements
    )
