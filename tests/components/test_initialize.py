"""How a component gets its roster and key: objects, files, registered readers, configs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from confection import Config
from spacy.language import Language
from spacy.util import load_config, load_model_from_config

from spacy_pseudo import Key, Message, Participant, Roster
from spacy_pseudo.errors import PseudoError

from .conftest import MESSAGES, PARTS, PEOPLE, RESULTS, WHOLE, run

MESSAGE = Message("Hi Mary, Fergus is right.", author="s12", parent_author="s11")


@pytest.fixture
def roster_path(tmp_path: Path) -> Path:
    path = tmp_path / "roster.csv"
    path.write_text("id,name\n" + "".join(f"{id},{name}\n" for id, name in PEOPLE.items()), "utf-8")
    return path


@pytest.fixture
def key_path(key: Key, tmp_path: Path) -> Path:
    key.save(tmp_path / "KEY")
    return tmp_path / "KEY"


@pytest.fixture
def blank() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe(WHOLE, config={"pseudonyms": "id"})
    return nlp


def reader(path: Path, name: str = "RosterReader", kind: str = "@readers") -> dict[str, str]:
    return {kind: f"spacy-pseudo.{name}.v1", "path": str(path)}


@pytest.mark.parametrize("form", ["object", "path", "text"])
@pytest.mark.parametrize("what", ["roster", "key"])
def test_given_directly(
    what: str, form: str, blank: Language, roster: Roster, key: Key, roster_path: Path, key_path: Path
) -> None:
    given: object = {"roster": roster, "key": key}[what]
    if form != "object":
        path = {"roster": roster_path, "key": key_path}[what]
        given = str(path) if form == "text" else path
    blank.get_pipe(WHOLE).initialize(lambda: [], nlp=blank, **{what: given})
    assert run(blank) == list(RESULTS)


@pytest.mark.parametrize("form", ["registered", "text"])
@pytest.mark.parametrize("what", ["roster", "key"])
def test_given_in_the_config(what: str, form: str, blank: Language, roster_path: Path, key_path: Path) -> None:
    path = {"roster": roster_path, "key": key_path}[what]
    registered = {"roster": reader(roster_path), "key": reader(key_path, "Key", "@misc")}[what]
    settings = {what: str(path) if form == "text" else registered}
    blank.config["initialize"]["components"][WHOLE] = settings
    blank.initialize()
    assert run(blank) == list(RESULTS)


def test_in_a_pipeline_with_other_components_only_ours_is_initialised(blank: Language, roster: Roster) -> None:
    ruler = blank.add_pipe("entity_ruler", first=True)
    ruler.add_patterns([{"label": "GPE", "pattern": "Leeds"}])
    blank.get_pipe(WHOLE).initialize(lambda: [], nlp=blank, roster=roster)
    doc = blank(Message("Mary is in Leeds.", author="s12").to_doc(blank))
    assert doc._.pseudo_text == "[s11] is in Leeds."
    assert [ent.text for ent in doc.ents] == ["Leeds"]


@pytest.mark.parametrize("nothing", [{}, {"roster": Roster()}, {"key": Key()}])
def test_without_roster_and_key_it_refuses(nothing: dict[str, object], blank: Language) -> None:
    blank.get_pipe(WHOLE).initialize(lambda: [], nlp=blank, **nothing)
    for text in ("Hi Mary", "Nobody is named.", ""):
        doc = Message(text, author="s12").to_doc(blank)
        with pytest.raises(PseudoError) as error:
            blank(doc)
        assert error.value.code == "P402"
        assert "initialize(lambda: [], nlp=nlp, roster=roster" in str(error.value)
        assert f"[initialize.components.{WHOLE}]" in str(error.value)
        assert doc._.pseudo_text is None


def test_never_initialised_it_refuses(blank: Language) -> None:
    with pytest.raises(PseudoError, match="P402"):
        blank("Hi Mary")


def test_initialised_with_nothing_it_forgets(blank: Language, roster: Roster) -> None:
    pipe = blank.get_pipe(WHOLE)
    pipe.initialize(lambda: [], nlp=blank, roster=roster)
    pipe.initialize(lambda: [], nlp=blank)
    with pytest.raises(PseudoError, match="P402"):
        blank(MESSAGE.to_doc(blank))


@pytest.mark.parametrize("wrong", [{"roster": {"s11": "Mary Calder"}}, {"key": 7}])
def test_something_else_is_refused(wrong: dict[str, object], blank: Language) -> None:
    with pytest.raises(PseudoError) as error:
        blank.get_pipe(WHOLE).initialize(lambda: [], nlp=blank, **wrong)
    assert error.value.code == "P405"
    assert "Mary" not in str(error.value)


def test_a_roster_adds_people_to_a_key_and_changes_nothing_given(roster: Roster) -> None:
    key = Key.from_roster(Roster([Participant("s11", ("Mary Calder",))]), seed=1)
    before = key.to_files()
    nlp = spacy.blank("en")
    pipe = nlp.add_pipe(WHOLE)
    pipe.initialize(lambda: [], nlp=nlp, key=key)
    [mary] = nlp(Message("Hi Mary", author="s12").to_doc(nlp))._.pseudo_replacements
    pipe.initialize(lambda: [], nlp=nlp, key=key, roster=roster)
    [same, fergus] = nlp(MESSAGE.to_doc(nlp))._.pseudo_replacements
    assert same["replacement"] == mary["replacement"]
    assert fergus["participant"] == "s14"
    assert fergus["replacement"] != same["replacement"]
    assert key.to_files() == before
    assert len(roster) == len(PEOPLE)


def test_a_person_who_did_not_consent_is_masked_and_not_linked(blank: Language) -> None:
    roster = Roster([Participant("s11", ("Mary Calder",), excluded=True), Participant("s14", ("Fergus Ballantyne",))])
    blank.get_pipe(WHOLE).initialize(lambda: [], nlp=blank, roster=roster)
    doc = blank(MESSAGE.to_doc(blank))
    assert doc._.pseudo_text == "Hi [U?], [s14] is right."
    assert [edit["participant"] for edit in doc._.pseudo_replacements] == [None, "s14"]


@pytest.mark.parametrize(
    ("config", "written"),
    [
        ({"pseudonyms": "id"}, "Hi [s11], [s14] is right."),
        ({"pseudonyms": "mask"}, "Hi [NAME], [NAME] is right."),
        ({"pseudonyms": "id", "template": "<{}>"}, "Hi <s11>, <s14> is right."),
        ({"seed": 1}, "Hi [{}], [{}] is right."),
    ],
)
@pytest.mark.parametrize("factory", ["pseudonym_replacer", WHOLE])
def test_how_pseudonyms_are_made(factory: str, config: dict[str, object], written: str, roster: Roster) -> None:
    results = []
    for _ in range(2):
        nlp = spacy.blank("en")
        if factory != WHOLE:
            nlp.add_pipe("participant_linker").initialize(lambda: [], nlp=nlp, roster=roster)
        nlp.add_pipe(factory, config=config).initialize(lambda: [], nlp=nlp, roster=roster)
        doc = nlp(MESSAGE.to_doc(nlp))
        drawn = [edit["replacement"].strip("[]") for edit in doc._.pseudo_replacements]
        results.append(doc._.pseudo_text)
    assert results == [written.format(*drawn)] * 2


# --- Assembled from a config ---


def config_of(names: tuple[str, ...], roster_path: Path) -> str:
    """A config as a person writes it."""
    pipeline = ", ".join(f'"{name}"' for name in names)
    blocks = [f'[nlp]\nlang = "en"\npipeline = [{pipeline}]', "[components]"]
    for name in names:
        more = '\npseudonyms = "id"' if name in ("pseudonym_replacer", WHOLE) else ""
        blocks.append(f'[components.{name}]\nfactory = "{name}"{more}')
    blocks += ["[initialize]", "[initialize.components]"]
    for name in names:
        if name != "salutation_matcher":
            section = f"initialize.components.{name}"
            reader = f'@readers = "spacy-pseudo.RosterReader.v1"\npath = "{roster_path.as_posix()}"'
            blocks += [f"[{section}]", f"[{section}.roster]\n{reader}"]
    return "\n\n".join(blocks)


@pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
def test_a_blank_pipeline_from_a_config(names: tuple[str, ...], roster_path: Path) -> None:
    config = Config().from_str(config_of(names, roster_path))
    nlp = load_model_from_config(config, auto_fill=True)
    nlp.initialize()
    assert run(nlp) == list(RESULTS)


@pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
def test_spacy_assemble(names: tuple[str, ...], roster_path: Path, key: Key, tmp_path: Path) -> None:
    config = tmp_path / "config.cfg"
    config.write_text(config_of(names, roster_path), "utf-8")
    command = [sys.executable, "-m", "spacy", "assemble", str(config), str(tmp_path / "made")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    nlp = spacy.load(tmp_path / "made")
    assert nlp.pipe_names == list(names)
    saved = b"".join(path.read_bytes() for path in (tmp_path / "made").rglob("*") if path.is_file())
    assert [name for name in PEOPLE.values() if name.encode() in saved] == []
    # What was assembled has no key, and its config remembers where the roster was.
    with pytest.raises(PseudoError, match="P402"):
        nlp(MESSAGES[0].to_doc(nlp))
    assert load_config(tmp_path / "made" / "config.cfg")["initialize"]["components"].keys() == set(names) - {PARTS[1]}
    nlp.initialize()
    assert run(nlp) == list(RESULTS)
