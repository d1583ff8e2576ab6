"""Help that teaches, `check`, and options that are not shown elsewhere."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import pytest
import typer

from spacy_pseudo.cli import app
from spacy_pseudo.cli.groups import COMMAND_GROUPS, OPTION_GROUPS
from spacy_pseudo.cli.init_command import DIRECTORY

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


def sections(help: str) -> dict[str, str]:
    """RETURNS (dict[str, str]): The sections of a help text by their titles."""
    parts = re.split(r"^(\w[^:\n]*):$", help, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def options_in(section: str) -> list[str]:
    return re.findall(r"^  (?:-\w, )?(--[a-z-]+)", section, re.MULTILINE)


def test_help_lists_commands_in_the_order_of_use(place: Place) -> None:
    assert place.call("--help") == 0
    shown = sections(place.stdout)
    groups = {title: re.findall(r"^  (\w+)  ", text, re.MULTILINE) for title, text in shown.items()}
    assert [name for title in COMMAND_GROUPS for name in groups[title]] == [
        name for names in COMMAND_GROUPS.values() for name in names if name in GROUP.commands
    ]
    assert "More" not in shown, "each command has its group"
    assert place.call() == 2
    assert sections(place.stdout or place.stderr) == shown, "without arguments the same is told"


def test_help_shows_the_usual_options_first(place: Place) -> None:
    assert place.call("run", "--help") == 0
    shown = sections(place.stdout)
    assert list(shown)[1:] == list(OPTION_GROUPS)
    assert options_in(shown["Usual"]) == list(OPTION_GROUPS["Usual"])
    assert len(OPTION_GROUPS["Usual"]) == 11
    # What messy files need is not looked for among sixty options.
    near = {option for group in list(OPTION_GROUPS)[:2] for option in OPTION_GROUPS[group]}
    assert {"--column", "--roster-column", "--duplicates", "--sheet", "--html", "--encoding"} <= near
    assert sum(len(options_in(text)) for text in shown.values()) == len(COMMANDS["run"].params)
    assert place.call("audit", "--help") == 0
    assert {"Usage", "Options"} > set(sections(place.stdout)) - {"Arguments"}, "few options are one list"


@pytest.mark.parametrize("command", ["run", "discover", "apply", "check"])
def test_options_of_a_run_know_their_group(command: str) -> None:
    placed = {option: group for group, options in OPTION_GROUPS.items() for option in options}
    options = [param for param in COMMANDS[command].params if param.param_type_name == "option"]
    assert {p.opts[0] for p in options} <= placed.keys()
    assert {p.opts[0]: p.rich_help_panel for p in options} == {p.opts[0]: placed[p.opts[0]] for p in options}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("rnu", "'run'"), ("key chek", "'check'"), ("run --rooster", "--roster"), ("audit --kye", "--key")],
)
def test_a_slip_is_answered_with_the_nearest(place: Place, typed: str, meant: str) -> None:
    assert place.call(*typed.split()) == 2
    assert meant in place.stderr.partition("Error:")[2]


def test_a_run_ends_with_where_to_look(place: Place) -> None:
    assert place.run("--identifiers", "EMAIL=fixed", "--no-sensitive", "--column", "text=text") == 0
    shared, look, command, key = place.stdout.splitlines()[-4:]
    assert shared.endswith("3 messages, may be shared, after a look at it")
    assert look.endswith("To look at: nothing that the tool is unsure of")
    assert key.startswith(f"ℹ {place.key}: the key, who is who")
    words = shlex.split(command)
    assert words[:3] == ["spacy-pseudo", "review", str(place / "messages.jsonl")]
    told = COMMANDS["review"].make_context("review", words[2:]).params
    assert told["identifiers"] == ["EMAIL=fixed"]
    assert (told["sensitive"], told["column"], told["out"]) == (False, ["text=text"], place.out)
    place.messages(
        [*place.ROWS, {"id": "4", "author": "jd", "text": "Dear Mary and Robert, dear Jannie, see Mary (2001)."}]
    )
    assert place.run("--force") == 0
    assert "not to be shared before somebody has looked" in place.stdout
    assert "To look at: " in place.stdout
    assert "nothing that" not in place.stdout


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
        "2 participants in the roster; 1 of them without a message",
        "1 participant in the roster without a name",
        "1 name will stay (--allow)",
        "3 messages of 2 authors: fit for a run",
    ):
        assert said in place.stdout
    assert place.snapshot() == {}


def test_check_shows_what_it_understood(place: Place) -> None:
    rows = "".join(f"{n},mp,,Hi all this is a long message number {n}\n" for n in range(1, 11))
    place.write("posts.csv", f"Post ID,Verfasser,reply to,Message body\n{rows}")
    place.write("list.csv", "Matrikel;Vorname;Nachname\nmp;Mary;Poe\n")
    args = (place / "posts.csv", "--roster", place / "list.csv", "--lang", "en")
    assert place.call("check", *args) == 0, place.stderr
    table = {line.split()[0]: line for line in reversed(place.stdout.splitlines()) if "%" in line}
    assert re.fullmatch(r"id +Post ID +100 % +1 \| 2 \| 3 *", table["id"])
    assert re.fullmatch(r"parent +reply to +0 % *", table["parent"])
    assert re.fullmatch(r"text +Message body +100 % +Hi all this is a long m… \|.*", table["text"])
    assert re.fullmatch(r"surname +Nachname +100 % +Poe *", table["surname"])
    assert "Nothing stands in 'parent': greetings cannot be tied to whom they answer" in place.stdout
    assert "There is no column for 'session'" in place.stdout
    # The next command works as it is.
    command = place.stdout.split("Next:")[1].split()
    assert command[:2] == ["spacy-pseudo", "run"]
    given = [str(place.path / word) if word in ("out", "key") else word for word in command[2:]]
    assert place.call("run", *given) == 0, place.stderr
    assert place.call("check", *args, "--no-samples") == 0
    assert "Post ID" in place.stdout
    assert "Poe" not in place.stdout
    assert "Hi all" not in place.stdout


def test_check_shows_columns_also_when_one_must_be_told(place: Place) -> None:
    place.write("posts.csv", "id,user,user id,message\n1,Mary Poe,mp,Hi all\n")
    assert place.call("check", place / "posts.csv") == 2
    assert re.search(r"^text +message +100 % +Hi all *$", place.stdout, re.MULTILINE)
    assert re.search(r"^author +\? user or user id *$", place.stdout, re.MULTILINE)
    assert "--column author=HEADER" in place.stderr
    assert "Poe" not in place.stderr
    place.write("posts.csv", "id,colour,message\n1,red,Hi all\n")
    assert place.call("check", place / "posts.csv", "--no-samples") == 2
    assert re.search(r"^author +\? needed *$", place.stdout, re.MULTILINE)
    assert "Hi all" not in place.stdout


def test_check_tells_names_that_stand_for_ids(place: Place) -> None:
    place.write("posts.csv", "id,Autor,Mensaje\n1,Mary Poe,Hi all\n2,Robert Grey,Hi Mary\n")
    assert place.call("check", place / "posts.csv") == 0, place.stderr
    assert "--roster-column Autor" in place.stdout
    place.write("list.csv", "id,name\n7,Mary Poe\n")
    assert place.call("check", place / "posts.csv", "--roster", place / "list.csv") == 0
    assert "Nobody in the roster has written a message" in place.stdout


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


def test_works_of_the_app_and_a_project_do_not_lie_in_each_other() -> None:
    (works,) = [param.default for param in COMMANDS["app"].params if param.name == "directory"]
    assert str(works) != str(DIRECTORY)
