"""The spaCy project, the configs and the package as it is installed: what a newcomer meets first."""

import csv
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from importlib.metadata import distribution, distributions
from pathlib import Path

import pytest
from spacy.language import Language
from spacy.util import load_config, load_model_from_config
from typer.testing import CliRunner
from weasel.util import load_project_config

import spacy_pseudo
from spacy_pseudo import Key, Message
from spacy_pseudo.cli import app
from spacy_pseudo.corpus.readers import read_messages

ROOT = Path(__file__).parents[1]
# Whatever opens a connection fails, in every Python process that is started from here.
OFFLINE = "import socket\n\ndef connect(*args):\n    raise OSError('offline')\n\nsocket.socket.connect = connect\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A copy of what the project needs."""
    path = tmp_path_factory.mktemp("project")
    for name in ("assets", "configs"):
        shutil.copytree(ROOT / name, path / name)
    shutil.copy(ROOT / "project.yml", path)
    offline = path / "offline"
    offline.mkdir()
    (offline / "sitecustomize.py").write_text(OFFLINE)
    return path


def spacy(place: Path, *arguments: str) -> str:
    """RETURNS (str): What `python -m spacy` prints, without a network."""
    paths = (str(place / "offline"), os.environ.get("PYTHONPATH", ""))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "NO_COLOR": "1"}
    command = [sys.executable, "-m", "spacy", *arguments]
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def first_run(place: Path) -> str:
    """RETURNS (str): What the workflow prints when it is run for the first time."""
    return spacy(place, "project", "run", "all")


def files(place: Path) -> dict[str, bytes]:
    """RETURNS (dict[str, bytes]): All that the project has written; the log says when, and is another each time."""
    found = [path for name in ("out", "key") for path in (place / name).iterdir() if path.name != "log.jsonl"]
    return {str(path.relative_to(place)): path.read_bytes() for path in found}


# --- The package ----------------------------------------------------------------------------------------------------


def test_installed_package_is_tested() -> None:
    """Call `pytest`, not `python -m pytest`, which would import the source tree."""
    package = Path(spacy_pseudo.__file__).resolve()
    # With the source tree in PYTHONPATH there may be two: what setuptools left there, and what is installed.
    origins = [json.loads(d.read_text("direct_url.json") or "{}") for d in distributions(name="spacy-pseudo")]
    if any(origin.get("dir_info", {}).get("editable") for origin in origins):
        assert package.parents[1] == ROOT
    else:
        assert "site-packages" in package.parts


def test_package_brings_its_data_and_licences() -> None:
    package = Path(spacy_pseudo.__file__).parent
    missing = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "spacy_pseudo").rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not (package / path.relative_to(ROOT / "spacy_pseudo")).exists()
    ]
    assert missing == []
    assert (package / "py.typed").exists()
    assert "spacy-pseudo contributors" in (ROOT / "LICENSE").read_text("utf-8")


def test_changelog_knows_the_version() -> None:
    assert f"\n## {spacy_pseudo.__version__} " in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert distribution("spacy-pseudo").version == spacy_pseudo.__version__


# --- The project ----------------------------------------------------------------------------------------------------


def test_project_runs_offline(place: Path, first_run: str) -> None:
    with (place / "assets/messages.csv").open(encoding="utf-8", newline="") as stream:
        before = list(csv.DictReader(stream))
    with (place / "out/messages.csv").open(encoding="utf-8", newline="") as stream:
        after = list(csv.DictReader(stream))
    assert [row["id"] for row in after] == [row["id"] for row in before]
    assert {row["author"] for row in after}.isdisjoint({row["author"] for row in before})
    assert "Recall" in first_run
    if os.name == "posix":
        assert stat.S_IMODE((place / "key").stat().st_mode) == 0o700


def test_project_skips_what_is_done(place: Path, first_run: str) -> None:
    before = files(place)
    printed = spacy(place, "project", "run", "all")
    assert "Skipping 'discover'" in printed
    assert "Skipping 'apply'" in printed
    assert "Recall" in printed
    assert files(place) == before


def test_project_applies_a_corrected_name_map(place: Path, first_run: str) -> None:
    with (place / "key/names.txt").open("a", encoding="utf-8") as stream:
        stream.write("! Freddie\n")
    assert "Skipping" not in spacy(place, "project", "run", "apply")
    assert (place / "key/names.txt").read_text("utf-8").endswith("! Freddie\n")
    assert "Freddie" in (place / "out/messages.csv").read_text("utf-8")


def run_scripts(place: Path, name: str) -> None:
    """Run what a command of the project runs, in this process: that the project runs its commands, `all` shows."""
    (command,) = (command for command in load_project_config(place)["commands"] if command["name"] == name)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        for line in command["script"]:
            python, *words = shlex.split(line)
            assert (python, words[:3]) == ("python", ["-m", "spacy", "pseudo"])
            done = CliRunner().invoke(app, words[3:])
            assert done.exit_code == 0, f"{line}\n{done.output}"
    assert [path for path in command["outputs"] if not (place / path).exists()] == []


def test_project_writes_surrogates(place: Path) -> None:
    run_scripts(place, "surrogates")
    text = (place / "out-names/messages.csv").read_text("utf-8")
    assert "Gillespie" not in text
    assert "[U0" not in text
    assert (place / "key-names/surrogates.csv").read_text("utf-8").startswith("label,text,count,message,context,")


def test_project_goes_from_a_mailbox_to_clusters(place: Path) -> None:
    run_scripts(place, "list")
    rows = [line.split("\t") for line in (place / "out-conll/messages.conll").read_text("utf-8").split("\n")]
    words = [row for row in rows if len(row) == 12]
    assert len({row[0] for row in words}) == 5  # threads
    assert {row[9] for row in words} == {"-", *(f"U0{number}" for number in range(1, 9))}
    assert sum(row[11] != "-" for row in words) > 60
    assert "graphml" in (place / "out-network/network.graphml").read_text("utf-8")


def test_project_compares_workers_with_one_process(place: Path) -> None:
    printed = spacy(place, "project", "run", "scale", ".", "--vars.many", "250")
    assert "recall" in printed.lower()
    assert len(list(read_messages(place / "out-scale/messages.csv"))) == 250
    assert (place / "out-scale/messages.csv").read_bytes() == (place / "out-scale-alone/messages.csv").read_bytes()
    (place / "out-scale-alone/messages.csv").write_text("id,author,text\n")
    again = [sys.executable, "-m", "spacy", "project", "run", "same", ".", "--force", "--vars.many", "250"]
    assert subprocess.run(again, cwd=place, capture_output=True).returncode != 0


def test_project_assets_are_there_and_clean_leaves_them(tmp_path: Path, place: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(place, copy)
    (copy / "out").mkdir(exist_ok=True)
    printed = spacy(copy, "project", "assets")
    assert printed.count("already exists") == sum(path.is_file() for path in (ROOT / "assets").rglob("*"))
    spacy(copy, "project", "run", "clean")
    assert not (copy / "out").exists()
    assert not (copy / "key").exists()
    assert sorted(p.name for p in (copy / "assets").iterdir()) == sorted(p.name for p in (ROOT / "assets").iterdir())


# --- The configs ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A directory with assets, configs, output and key; to be copied."""
    path = tmp_path_factory.mktemp("run")
    for name in ("assets", "configs"):
        shutil.copytree(ROOT / name, path / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        given = ("--roster", "assets/roster.csv", "--allow", "assets/allow.txt")
        run("run", "assets/messages.csv", *given, "--out", "out")
    return path


@pytest.fixture
def forum(run_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """RETURNS (Path): A copy of it; the working directory."""
    shutil.copytree(run_once, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str, *arguments: str) -> None:
    """Run a command of ours with the key in the working directory."""
    done = CliRunner().invoke(app, [command, *arguments, "--key", "key"])
    assert done.exit_code == 0, done.output


def pipeline(config: str) -> Language:
    """RETURNS (Language): A pipeline from a config, initialised as the config says."""
    nlp = load_model_from_config(load_config(config), auto_fill=True)
    nlp.initialize()
    return nlp


def texts(nlp: Language) -> list[str | None]:
    """RETURNS (list[Optional[str]]): The example's texts, pseudonymised."""
    messages = read_messages("assets/messages.csv")
    return [doc._.pseudo_text for doc in nlp.pipe(message.to_doc(nlp) for message in messages)]


def shared(directory: str) -> list[str]:
    """RETURNS (list[str]): The texts in an output directory."""
    return [message.text for message in read_messages(f"{directory}/messages.csv")]


def test_there_is_a_test_for_every_config() -> None:
    names = sorted(path.name for path in (ROOT / "configs").iterdir())
    assert names == [
        *("before_entities.cfg", "components.cfg", "coreference.cfg", "coreference.py", "name_words.cfg"),
        *("pseudonymise.cfg", "surrogates.cfg"),
    ]


def test_config_for_the_pseudonymiser(forum: Path) -> None:
    assert texts(pipeline("configs/pseudonymise.cfg")) == shared("out")
    run("apply", "assets/messages.csv", "--out", "other", "--config", "configs/pseudonymise.cfg")
    assert shared("other") == shared("out")


def test_assembled_pipeline_holds_no_key_and_is_given_one_by_apply(forum: Path) -> None:
    command = [sys.executable, "-m", "spacy", "assemble", "configs/pseudonymise.cfg", "pipeline"]
    subprocess.run(command, check=True, capture_output=True)
    saved = b"".join(path.read_bytes() for path in Path("pipeline").rglob("*") if path.is_file())
    assert b"participant_pseudonymiser" in saved
    assert b"Gillespie" not in saved
    run("apply", "assets/messages.csv", "--out", "other", "--config", "pipeline")
    assert shared("other") == shared("out")


def test_config_for_the_components(forum: Path) -> None:
    allow = Path("two.txt")
    allow.write_text("Rachel Carson\nElinor Ostrom\n", "utf-8")
    run("apply", "assets/messages.csv", "--out", "other", "--allow", str(allow))
    nlp = pipeline("configs/components.cfg")
    assert len(nlp.pipe_names) == 8
    assert texts(nlp) == shared("other")


def test_config_before_entities(forum: Path) -> None:
    nlp = pipeline("configs/before_entities.cfg")
    found = {}
    for message in read_messages("assets/messages.csv"):
        doc = nlp(message.to_doc(nlp))
        assert doc.text == message.text
        found[message.id] = ([(ent.text, ent.label_) for ent in doc.ents], doc._.pseudo_text)
    ents, text = found["m040"]
    assert ents == [("Rachel Carson", "PERSON")]
    assert "Rachel Carson" in text
    assert "Mark" not in text
    assert [ent for ent, _ in found["m079"][0]] == ["Elinor Ostrom"]


def test_config_for_surrogates(forum: Path) -> None:
    arguments = ["--roster", "assets/roster.csv", "--pseudonyms", "surrogate", "--key", "names", "--seed", "1"]
    assert CliRunner().invoke(app, ["discover", "assets/messages.csv", *arguments]).exit_code == 0
    config = load_config("configs/surrogates.cfg", overrides={"paths.key": "names"})
    nlp = load_model_from_config(config, auto_fill=True)
    nlp.initialize()
    done = " ".join(filter(None, texts(nlp)))
    assert not re.search(r"\[[A-Z]+:", done)
    assert "Gillespie" not in done
    given = Key.load("names").pseudonyms.label("s1013").split()[0]
    assert given in done
    text = "Hi Robert,\nask robert.ashdown@nordvik.example, or me in Leeds. My card is 4111 1111 1111 1111.\nLiz"
    written = nlp(Message(text, author="s1155", parent_author="s1013").to_doc(nlp))._.pseudo_text
    assert re.match(rf"Hi {given},\nask {given.lower()}\.\w+@example\.\w+, or me in (?!Leeds)[A-Z]", written)
    assert "[CARD:" in written
