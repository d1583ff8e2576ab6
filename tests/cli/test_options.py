"""Help that teaches, `check`, and options that are not shown elsewhere."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import pytest
import typer

from spacy_pseudo.cli import app

if TYPE_CHECKING:
    from .conftest import Place

GROUP: Any = typer.main.get_command(app)
# Commands by the words that call them.
COMMANDS: dict[str, Any] = {}
for name, command in GROUP.commands.items():
    COMMANDS |= {f"{name} {n}": c for n, c in getattr(command, "commands", {}).items()} or {name: command}


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_shows_every_option_and_an_example(place: Place, command: str) -> None:
    assert place.call(*command.split(), "--help") == 0
    params = COMMANDS[command].params
    assert len(params) > (0 if " " in command else 3)
    for param in params:
        assert param.opts[-1] in place.stdout
        assert getattr(param, "help", None), param.name
    example = next(line.strip() for line in place.stdout.splitlines() if line.startswith("    spacy-pseudo"))
    words = shlex.split(example)
    called = command.split()
    assert words[1 : len(called) + 1] == called
    # It can be parsed: no option of it is invented.
    COMMANDS[command].make_context(command, words[len(called) + 1 :])


def test_help_shows_where_to_begin(place: Place) -> None:
    assert place.call("--help") == 0
    assert "spacy-pseudo run messages.csv --roster roster.csv --out out --key key\n" in place.stdout
    assert place.call("--version") == 0
    assert place.stdout.strip()[0].isdigit()


def test_check_says_what_is_missing_and_writes_nothing(place: Place) -> None:
    place.write("roster.csv", "id,name\nmp,Mary Poe\nxx,\n")
    place.write("allow.txt", "Rachel Carson\n")
    place.messages([*place.ROWS[:2], {"id": "3", "author": "mp", "parent": "9", "text": "", "mail": "m@p.example"}])
    args = ("--roster", place / "roster.csv", "--allow", place / "allow.txt")
    assert place.call("check", place / "messages.jsonl", *args) == 0
    for said in (
        "3 messages read from",
        "Not used, and not written unless you --keep-columns: mail",
        "There is no column for 'session'",
        "There is no column for 'thread'",
        "1 author is not in the roster, with 1 message",
        "First messages: 2",
        "1 message has an empty text",
        "1 message answers one that does not exist: 3",
        "2 participants in the roster; 1 of them has no message",
        "1 participant in the roster without a name",
        "1 name will stay (--allow)",
        "3 messages of 2 authors: fit for a run",
    ):
        assert said in place.stdout
    assert place.snapshot() == {}


def test_check_reads_a_key(place: Place) -> None:
    assert place.call("check", place / "messages.jsonl", "--key", place.key) == 2
    assert place.run() == 0
    assert place.call("check", place / "messages.jsonl", "--key", place.key) == 0
    assert "The key knows 3 participants" in place.stdout
    assert "No roster" in place.stdout


def test_quiet_says_nothing(place: Place) -> None:
    assert place.run("--quiet") == 0
    assert place.stdout + place.stderr == ""
    assert place.run("--quiet") == 2
    assert "P130" in place.stderr


def test_limit(place: Place) -> None:
    assert place.run("--limit", 2) == 0
    assert list(place.texts) == ["1", "2"]
    assert place.summary["messages"]["read"] == 2


def test_columns_and_format_may_be_told(place: Place) -> None:
    place.write("posts.txt", "Nr\tWho\tWhat\n1\tmp\tHi all. Mary\n")
    told = ("--format", "tsv", "--column", "id=Nr", "--column", "author=Who", "--column", "text=What")
    assert place.run(*told, messages="posts.txt") == 0
    assert (place.out / "messages.tsv").read_bytes() == b"Nr\tWho\tWhat\r\n1\tU0%d\tHi all. [U0%d]\r\n" % (
        (int(place.labels["mp"][1:]),) * 2
    )


def test_encoding_may_be_told(place: Place) -> None:
    place.write("roster.csv", "id,name\nzo,Zoë Poe\n")
    place.write("messages.csv", "id,author,text\n1,zo,Hi all. Zoë\n".encode("cp437"))
    assert place.run("--encoding", "cp437", messages="messages.csv") == 0
    assert place.texts == {"1": "Hi all. [U01]"}


def test_names_that_stay(place: Place) -> None:
    place.write("allow.txt", "# cited\nMary Poe\n")
    assert place.run("--allow", place / "allow.txt") == 0
    assert "\nMary Poe's tides" in place.texts["3"]
    assert place.summary["settings"]["allowlist"] == 1


STAYING = {
    "citations": "Poe (2010) and <<Mary>> agree.",
    "public figures": "Robert Frost is read by <<Mary>>.",
}


@pytest.mark.parametrize("setting", sorted(STAYING))
@pytest.mark.parametrize("command", ["run", "apply"])
def test_cited_authors_and_public_figures_stay_unless_it_is_switched_off(
    place: Place, marked: Any, setting: str, command: str
) -> None:
    text, option = marked(STAYING[setting]).text, "--no-" + setting.replace(" ", "-")
    place.messages([*place.ROWS, {"id": "4", "author": "mp", "parent": "3", "text": text}])
    assert place.run() == 0
    assert place.texts["4"] == text.replace("Mary", f"[{place.labels['mp']}]")
    assert place.summary["settings"][setting] is True
    assert place.run(option, "--force", command=command) == 0
    assert text.split()[0] not in place.texts["4"]
    assert place.summary["settings"][setting] is False
    assert place.summary["settings"][(STAYING.keys() - {setting}).pop()] is True


CONFIG = """
[nlp]
lang = "en"
pipeline = ["{name}"]

[components]

[components.{name}]
factory = "{factory}"
{setting}
"""


@pytest.mark.parametrize("setting", ["", 'allow = ["Robert"]', 'prefix = "forum_"'])
def test_a_config_and_names_that_stay(place: Place, setting: str) -> None:
    place.write("allow.txt", "Mary Poe\n")
    place.write("p.cfg", CONFIG.format(name="mine", factory="participant_pseudonymiser", setting=setting))
    assert place.run("--config", place / "p.cfg", "--allow", place / "allow.txt") == 0
    assert "\nMary Poe's tides" in place.texts["3"]
    assert ("Robert" in place.texts["3"]) == ("Robert" in setting)
    assert place.texts["2"].startswith(f"Hi [{place.labels['mp']}],")


@pytest.mark.parametrize("factory", ["participant_pseudonymiser", "protected_name_matcher"])
@pytest.mark.parametrize(("given", "cited"), [([], False), (["--citations"], True), (["--no-citations"], False)])
def test_a_switch_wins_over_the_config(place: Place, factory: str, given: list[str], cited: bool) -> None:
    place.messages([*place.ROWS, {"id": "4", "author": "mp", "parent": "3", "text": "Poe (2010) says so."}])
    config = CONFIG.format(name="mine", factory=factory, setting="citations = false")
    if factory != "participant_pseudonymiser":
        config = config.replace('"mine"', '"s", "mine", "l", "r"', 1)
        for name, other in (("s", "salutation_matcher"), ("l", "participant_linker"), ("r", "pseudonym_replacer")):
            config += f'[components.{name}]\nfactory = "{other}"\n'
    place.write("p.cfg", config)
    assert place.run("--config", place / "p.cfg", *given) == 0
    assert ("Poe (2010)" in place.texts["4"]) is cited
    assert place.summary["settings"]["citations"] is cited


@pytest.mark.parametrize(
    ("config", "code"),
    [
        (CONFIG.format(name="s", factory="sentencizer", setting=""), "P408"),
        (CONFIG.format(name="p", factory="participant_pseudonymiser", setting='scopes = "all"'), "P508"),
        (CONFIG.format(name="p", factory="no_such_thing", setting=""), "P508"),
        ("[nlp\n", "P508"),
    ],
)
def test_configs_that_cannot_be_used(place: Place, config: str, code: str) -> None:
    assert place.run() == 0
    before = place.snapshot()
    place.write("p.cfg", config)
    assert place.apply("--config", place / "p.cfg") == 2
    assert code in place.stderr
    assert place.snapshot() == before


@pytest.mark.parametrize(("scope", "shared"), [("session", False), ("all", True)])
def test_scope(place: Place, scope: str, shared: bool) -> None:
    place.write("roster.csv", "id,name\nra,Robert Ash\nrb,Robert Bell\nmp,Mary Poe\n")
    place.messages(
        [
            {"id": "1", "author": "ra", "session": "spring", "text": "Tides.\nRobert"},
            {"id": "2", "author": "rb", "session": "autumn", "text": "Kelp.\nRobert"},
            {"id": "3", "author": "mp", "session": "spring", "text": "I think that Robert is right."},
        ]
    )
    assert place.run("--scope", scope) == 0
    labels = [place.labels["ra"], *([place.labels["rb"]] if shared else [])]
    assert place.texts["3"] == f"I think that [{'|'.join(sorted(labels))}] is right."
    # The key knows it.
    before = place.texts
    assert place.apply() == 0
    assert place.texts == before
    assert place.summary["settings"]["scope"] == scope
