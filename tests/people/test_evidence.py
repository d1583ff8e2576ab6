"""How evidence is weighed: by hand, and what must hold whatever the weights are."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

import spacy_pseudo.resources
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.people.evidence import FEATURES, GROUPS, Evidence, Weights, log_odds, packaged
from spacy_pseudo.people.sightings import END, START
from spacy_pseudo.text.salutations import GREETING_KINDS, SIGNATURE_KINDS

NOTHING = dict.fromkeys(FEATURES, 0.0)


def weights(**features: float) -> Weights:
    """RETURNS (Weights): Weights of which only some are not 0."""
    return Weights(0.5, 1.0, 0.99, NOTHING | features, NOTHING, {"closing": 0.9, "far closing": 0.5})


def test_a_confidence_by_hand() -> None:
    evidence = Evidence(places={"closing_line": 2, "greeting": 1}, signed_share=0.5, letters=6, small=0.5, word=1)
    made = weights(bias=-1, signed=2, greeted=1, other_signers=-0.5, small=-1, ordinary=-0.25)
    # log 3 for two sign-offs, log 2 for a greeting, every second sign-off is somebody else's, every second use is small
    score = -1 + 2 * math.log(3) + math.log(2) - 0.5 * math.log(2) - math.log(2) - 0.25
    assert made.confidence(evidence) == round(1 / (1 + math.exp(-score)), 4) == 0.6458


def test_every_place_of_a_name_counts() -> None:
    kinds = {kind for group in GROUPS.values() for kind in group}
    assert kinds >= {*GREETING_KINDS, *SIGNATURE_KINDS, START, END}
    assert len(kinds) == sum(map(len, GROUPS.values()))


def test_features_are_those_that_are_weighed() -> None:
    assert Evidence().features().keys() == FEATURES.keys() == packaged().features.keys()
    assert len(FEATURES) <= 27


@pytest.mark.parametrize("relation", ["none", "nickname", "misspelled", "letter"])
@pytest.mark.parametrize("kind", [*SIGNATURE_KINDS, END])
@pytest.mark.parametrize("places", [{}, {"footer": 1}, {"greeting": 3}, {"closing_line": 2, "line": 1}])
def test_one_more_sign_off_never_lowers_the_confidence(relation: str, kind: str, places: dict[str, int]) -> None:
    def signed(times: int) -> float:
        own = sum(n for place, n in places.items() if place in SIGNATURE_KINDS) + times
        seen = {**places, kind: places.get(kind, 0) + times}
        share = own / (own + 2) if own else 0.0
        evidence = Evidence(relation, seen, own, 1, share, capitals=9 + own, named=2 + own, letters=5, listed=True)
        return packaged().confidence(evidence)

    confidences = [signed(times) for times in range(6)]
    assert confidences == sorted(confidences)


@pytest.mark.parametrize(
    "worse",
    [
        {"claimed": True},
        {"explained": True},
        {"listed": True},
        {"run_on": True},
        {"small": 0.6},
        {"word": 2},
        {"capitals": 60},
        {"signed_share": 0.1},
    ],
)
def test_what_speaks_against_it(worse: dict[str, float]) -> None:
    evidence = Evidence(places={"closing": 1}, messages=1, signed_share=1.0, capitals=1, named=1, letters=6)
    assert packaged().confidence(replace(evidence, **worse)) < packaged().confidence(evidence)


def test_registered_names_are_nearly_certain() -> None:
    doubtful = Evidence("registered", small=0.9, word=2, claimed=True)
    assert packaged().confidence(doubtful) == packaged().registered > 0.95
    assert packaged().unseen("part") == packaged().registered > packaged().unseen("nickname")


def test_near_the_threshold() -> None:
    made = weights()
    near = 1 / (1 + math.exp(-0.99))
    assert made.near(near)
    assert made.near(1 - near)
    assert not made.near(0.74)
    assert made.near(0.74, 0.7)
    assert log_odds(0.5) == 0


def test_reliability_of_a_place() -> None:
    assert weights().reliability("closing", far=False) == 0.9
    assert weights().reliability("closing", far=True) == 0.5
    assert weights().reliability("somewhere", far=True) == 1


def test_a_weights_file_is_the_same_after_reading() -> None:
    assert Weights.from_json(packaged().to_json(), "weights.json") == packaged()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("threshold",), 0),
        (("threshold",), None),
        (("registered",), 1.5),
        (("features",), {}),
        (("features", "signed"), "much"),
        (("features", "signed"), float("nan")),
        (("features", "luck"), 1.0),
        (("prior",), None),
        (("places", "closing"), 0.0),
    ],
)
def test_no_weights_file(path: tuple[str, ...], value: object) -> None:
    data = json.loads(packaged().to_json())
    table = data
    for name in path[:-1]:
        table = table[name]
    table[path[-1]] = value
    with pytest.raises(PseudoError, match=r"P346.*some\.json"):
        Weights.from_json(json.dumps(data), "some.json")
    with pytest.raises(PseudoError, match="P346"):
        Weights.from_json("[]", "some.json")


def test_the_packaged_file_holds_numbers_only() -> None:
    def numbers(value: object) -> bool:
        return all(map(numbers, value.values())) if isinstance(value, dict) else isinstance(value, (int, float))

    assert numbers(json.loads((Path(spacy_pseudo.resources.__file__).parent / "weights.json").read_text("utf-8")))
