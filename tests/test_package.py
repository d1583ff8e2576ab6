"""The package as Python and spaCy find it: names, entry points, light imports."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from inspect import signature
from typing import Any

import pytest
from spacy import displacy
from spacy.tokens import Doc, Span
from spacy.util import registry
from spacy.vocab import Vocab

import spacy_pseudo
from spacy_pseudo import attrs
from spacy_pseudo.errors import Errors, PseudoError

# What users may rely on: a name that is renamed or dropped breaks their programs, and so does a parameter.
NAMES = {
    "Key": "roster=, name_map=, pseudonyms=, context=, statistics=, considered=, offered=, eponyms=, scope=, "
    "lang=, *, look_alikes=, connections=, weights=, threshold=, secret=, surrogates=, others=, "
    "decisions=, adapted=, cited=, exchange=, forgotten=",
    "Message": "text=, id=, author=, parent=, parent_author=, thread=, session=, timestamp=, subject=, extra=, html=",
    "Participant": "id, names=, ids=, role=, excluded=",
    "Pseudonymised": "texts, messages, kept, conflicts, replacements, failures, key, summary, files",
    "Roster": "participants=",
    "discover": "messages, roster=, *, key=, exclude=, scope=, pseudonyms=, template=, seed=, lang=, threshold=, "
    "weights=, judge=, allow=, report=, gather=",
    "pseudo_doc": "doc, nlp, *, entities=, merge=, prefix=",
    "pseudonymise": "messages, roster=, *, key=, names=, learn_names=, columns=, roster_column=, roster_columns=, "
    "html=, duplicates=, allow=, exclude=, pseudonyms=, template=, scope=, lang=, threshold=, weights=, name_words=, "
    "others=, citations=, public_figures=, identifiers=, sensitive=, words=, rules=, dates=, cities=, visible=, "
    "own_nicknames=, slips=, latin=, ids=, timestamps=, keep_columns=, config=, seed=",
}


def arguments(thing: Callable[..., Any]) -> str:
    """RETURNS (str): The parameters; those behind a * are given by name only, those with a = may be left out."""
    shown: list[str] = []
    for one in signature(thing).parameters.values():
        if one.kind is one.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        shown.append(one.name if one.default is one.empty else f"{one.name}=")
    return ", ".join(shown)


def modules_after(statement: str) -> set[str]:
    script = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def test_the_names_a_user_imports() -> None:
    assert spacy_pseudo.__all__ == sorted(NAMES)
    # Also after the module that is called like the function has been imported.
    import_module("spacy_pseudo.passes.discover")
    assert [getattr(spacy_pseudo, name).__name__ for name in spacy_pseudo.__all__] == spacy_pseudo.__all__
    assert set(spacy_pseudo.__all__) <= set(dir(spacy_pseudo))
    assert {name: arguments(getattr(spacy_pseudo, name)) for name in NAMES} == NAMES
    for name in NAMES:
        assert getattr(spacy_pseudo, name).__doc__
        given = signature(getattr(spacy_pseudo, name)).parameters.values()
        assert [one.name for one in given if one.annotation is one.empty] == [], name
    with pytest.raises(AttributeError, match="no_such_name"):
        spacy_pseudo.no_such_name  # noqa: B018


def test_importing_the_package_imports_nothing_heavy() -> None:
    modules = modules_after("import spacy_pseudo")
    assert "spacy_pseudo" in modules
    assert modules.isdisjoint({"spacy", "regex", "rapidfuzz", "typer", "numpy"})


def test_a_blank_pipeline_imports_the_factories_and_nothing_heavy() -> None:
    modules = modules_after("import spacy; spacy.blank('en')")
    assert "spacy_pseudo.components.participant_pseudonymiser" in modules
    heavy = {
        "rapidfuzz",
        "spacy_pseudo.key",
        "spacy_pseudo.people.linking",
        "spacy_pseudo.cli",
    }
    assert modules.isdisjoint(heavy)


def test_help_imports_no_command() -> None:
    modules = modules_after(
        "import contextlib, io, spacy_pseudo.cli as cli\n"
        "with contextlib.redirect_stdout(io.StringIO()): cli.app(['--help'], standalone_mode=False)"
    )
    assert "spacy_pseudo.cli.commands" in modules
    assert modules.isdisjoint({"spacy", "regex", "rapidfuzz", "numpy", "spacy_pseudo.cli.options", "spacy_pseudo.lab"})


def test_messages_are_read_without_spacy() -> None:
    assert "spacy" not in modules_after("import spacy_pseudo.message")


ENTRY_POINTS = [
    point
    for group in ("spacy_factories", "spacy_readers", "spacy_misc", "spacy_displacy_colors", "console_scripts")
    for point in entry_points(group=group)
    if point.value.startswith("spacy_pseudo")
]


@pytest.mark.parametrize("point", ENTRY_POINTS, ids=lambda point: point.name)
def test_entry_points_lead_somewhere(point: object) -> None:
    assert point.load() is not None  # type: ignore[attr-defined]


def test_entry_points_are_there() -> None:
    found = {point.group: {p.name for p in ENTRY_POINTS if p.group == point.group} for point in ENTRY_POINTS}
    assert len(found["spacy_factories"]) == 9
    assert found["spacy_readers"] == {f"spacy-pseudo.{n}Reader.v1" for n in ("Messages", "Roster", "NameList")}
    assert found["spacy_misc"] == {"spacy-pseudo.Key.v1"}
    assert found["spacy_displacy_colors"] == {"spacy_pseudo"}
    assert found["console_scripts"] == {"spacy-pseudo"}


@pytest.mark.parametrize(
    ("kind", "name"), [("readers", "spacy-pseudo.RosterReader.v1"), ("misc", "spacy-pseudo.Key.v1")]
)
def test_registered_functions_are_found_by_spacy(kind: str, name: str) -> None:
    assert callable(registry.get(kind, name))


@pytest.mark.parametrize(
    "label", [*attrs.CATEGORIES, attrs.UNLINKED, attrs.HANDLE, attrs.GREETING, attrs.SIGNATURE, "CITED"]
)
@pytest.mark.parametrize("style", ["span", "ent"])
def test_displacy_shows_labels_in_our_colours(label: str, style: str) -> None:
    doc = Doc(Vocab(), words=["Hi", "Mary"])
    span = Span(doc, 1, 2, label=label)
    doc.spans["pseudo_participants"] = [span]
    doc.ents = [span]
    html = displacy.render(doc, style=style, options={"spans_key": "pseudo_participants"}, jupyter=False)
    shown = {color.lower() for color in re.findall(r"background: (#\w+)", html)}
    assert shown == {attrs.COLORS[label].lower()}


def test_every_message_has_its_code() -> None:
    assert Errors.P402.startswith("[P402] ")
    assert PseudoError(Errors.P402.format(name="x")).code == "P402"
    assert PseudoError("without code").code == ""
