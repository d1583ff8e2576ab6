import pytest

from spacy_pseudo.people.nicknames import nicknames_of, related


@pytest.mark.parametrize(
    ("given", "other"),
    [
        ("Robert", "bob"),
        ("Robert", "robbie"),
        ("Bob", "robert"),
        ("MARGARET", "maggie"),
        ("Maggie", "margaret"),
        ("Katherine", "katie"),
        ("José", "pepe"),
        ("Giuseppe", "beppe"),
        ("Małgorzata", "gosia"),
        ("Mohammed", "mo"),
        ("Dmitri", "dima"),
        ("Siobhán", "shiv"),
        (" Johannes ", "hannes"),
    ],
)
def test_nicknames_both_ways(given: str, other: str) -> None:
    assert other in nicknames_of(given)
    assert related(given, other)
    assert related(other, given)


def test_siblings_are_related_but_not_nicknames() -> None:
    assert "paco" in nicknames_of("Francisco")
    assert "pancho" not in nicknames_of("Paco")
    assert related("Paco", "Pancho")


@pytest.mark.parametrize(("a", "b"), [("Bob", "Bill"), ("Robert", "William"), ("Mary", "Robert"), ("Xqz", "Bob")])
def test_unrelated(a: str, b: str) -> None:
    assert not related(a, b)


def test_unknown_and_self() -> None:
    assert nicknames_of("Xqz") == frozenset()
    assert nicknames_of("") == frozenset()
    assert "bob" not in nicknames_of("Bob")
    assert related("Xqz", "xqz")
