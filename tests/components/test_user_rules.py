"""Rules of a user's own: in a config, added later, and refused where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
import spacy
from spacy.util import load_model_from_config
from thinc.api import Config

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.components.identifier_matcher import IdentifierMatcher
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.passes.apply import apply, make_pipeline

RULES = """
SHIP: aurora vesta          # on which people here work
ABOARD = (work | sail) on THE?
EMPLOYER .9 SOMEBODY ABOARD [SHIP]
0 GROUP [DIG] minutes
ID .8 GROUP [DIG]
GROUP = group | team
"""
# A definition stands above what uses it.
LINES = [
    *(line for line in RULES.splitlines() if line.startswith("GROUP =")),
    RULES.replace("GROUP = group | team", ""),
]
TEXT = "I work on the Aurora, in team 7. She sails. The Vesta is a ship, team 8 minutes."
CONFIG = """
[nlp]
lang = "en"
pipeline = ["identifier_matcher"]

[components]

[components.identifier_matcher]
factory = "identifier_matcher"
rules = ["ID .8 (group | team) [DIG]", "SHIP: aurora", "EMPLOYER .9 on THE [SHIP]"]
"""


def found(matcher: IdentifierMatcher, text: str = TEXT) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.label) for one in matcher.engine.identifiers(text)]


def made(*rules: str) -> IdentifierMatcher:
    matcher = spacy.blank("en").add_pipe("identifier_matcher", config={"rules": list(rules)})
    assert isinstance(matcher, IdentifierMatcher)
    return matcher


def test_rules_find_what_classes_and_definitions_say() -> None:
    assert found(made(*LINES)) == [("Aurora", "EMPLOYER"), ("7", "ID")]
    assert found(made()) == []


def test_rules_are_added_to_others() -> None:
    matcher = made('ID .8 team [DIG] "."')
    matcher.add_rules(["SHIP: aurora", "EMPLOYER .9 [SHIP]"])
    assert found(matcher) == [("Aurora", "EMPLOYER"), ("7", "ID")]
    with pytest.raises(PseudoError, match=r"rules\[3\], line 1"):
        matcher.add_rules(["ID .8 [BOAT]"])
    assert found(matcher) == [("Aurora", "EMPLOYER"), ("7", "ID")]


def test_only_labels_that_are_looked_for_are_found() -> None:
    matcher = spacy.blank("en").add_pipe("identifier_matcher", config={"rules": LINES, "labels": ["ID"]})
    assert found(matcher) == [("7", "ID")]  # type: ignore[arg-type]


def test_our_rules_find_the_same_beside_them() -> None:
    text = "I am 28 and a nurse; my mum is Swedish."
    assert found(made(*LINES), text) == found(made(), text) != []


def test_a_config_file_and_a_saved_pipeline_have_them(tmp_path: Path) -> None:
    path = tmp_path / "config.cfg"
    path.write_text(CONFIG, "utf-8")
    nlp = load_model_from_config(Config().from_disk(path), auto_fill=True)
    nlp.to_disk(tmp_path / "saved")
    for pipeline in (nlp, spacy.load(tmp_path / "saved"), spacy.blank("en").from_config(nlp.config)):
        doc = pipeline(TEXT)
        spans = [(span.text, span.label_) for span in doc.spans["pseudo_identifiers"]]
        assert spans == [("Aurora", "EMPLOYER"), ("7", "ID"), ("8", "ID")]


@pytest.mark.parametrize("lang", ["en", "sv"])
def test_what_they_find_is_replaced_as_its_label_says(lang: str) -> None:
    key = Key.from_roster(Roster([Participant("a", ("Mary Poe",))]), mode="id", seed=1, lang=lang)
    nlp = make_pipeline(key, rules=LINES, identifiers={"EMPLOYER": "mask"})
    (result,) = apply([Message(TEXT, "m1", "a")], key, nlp)
    assert result.text is not None
    assert "Aurora" not in result.text
    assert "[EMPLOYER" in result.text
    assert "team [ID" in result.text
    assert "team 8 minutes" in result.text


@pytest.mark.parametrize(
    ("rules", "where", "code"),
    [
        (["ID .8 [DIG]", "# first\nID .8 [BOAT]"], "rules[1], line 2", "P850"),
        (["ID .8 [DIG"], "rules[0], line 1", "P851"),
        (["X = DIG\n\nID sure [X]"], "rules[0], line 3", "P851"),
        (["ID 8 [DIG]"], "rules[0], line 1", "P854"),
        (["ID .8 (BLANK | WORD){0,8} [DIG]"], "rules[0], line 1", "P852"),
        ([".8 [DIG]"], "rules[0], line 1", "P856"),
        (["CABIN .8 [DIG]"], "rules[0], line 1", "P856"),
        (["ID .8 [DIG]\nKIN: uncle"], "rules[0], line 2", "P857"),
        (["TITLE: x"], "rules[0], line 1", "P857"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(rules: list[str], where: str, code: str) -> None:
    with pytest.raises(PseudoError) as caught:
        made(*rules)
    assert caught.value.code == "P855"
    assert where in str(caught.value)
    assert f"[{code}]" in str(caught.value)
