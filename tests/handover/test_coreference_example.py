"""The example of a resolver: from messages to clusters of participants, in Python and as a config with code."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import import_file, load_config, load_model_from_config
from typer.testing import CliRunner

from spacy_pseudo import pseudo_doc
from spacy_pseudo.cli import app
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.handover.clusters import people_of
from spacy_pseudo.handover.threads import by_thread, join

ROOT = Path(__file__).parents[2]
PRONOUNS = {
    *"i me my mine myself you your yours yourself yourselves he him his himself she her hers herself".split(),
    *"it its itself we us our ours ourselves they them their theirs themselves themself".split(),
    *"this that these those who whom whose one someone somebody everyone everybody nobody".split(),
}


@pytest.fixture(scope="module")
def resolver() -> Language:
    """RETURNS (Language): A pipeline of somebody else, with the resolver in it and nothing of ours."""
    import_file("coreference_example", ROOT / "configs/coreference.py")
    nlp = spacy.blank("en")
    nlp.add_pipe("pronoun_resolver")
    return nlp


@pytest.fixture
def resolve(process: Callable[..., Doc], resolver: Language) -> Callable[..., dict[str, list[str]]]:
    """Resolve a thread: author, whom it answers, and text of each message; gives the words by participant."""

    def run(*messages: tuple[str, str | None, str]) -> dict[str, list[str]]:
        docs = [
            pseudo_doc(process(text, author=author, parent_author=parent, thread="t", id=str(number)), resolver)
            for number, (author, parent, text) in enumerate(messages)
        ]
        return words(resolver(join(docs) if len(docs) > 1 else docs[0]))

    return run


def words(doc: Doc) -> dict[str, list[str]]:
    people = people_of(doc)
    return {people[key]: [span.text for span in doc.spans[key]] for key in people}


# --- Who is meant ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I lost my notes.\n\nKayleigh", {"U03": ["I", "my", "[U03]"]}),
        ("> I lost my notes\n> and me\nI found mine.", {"U03": ["I", "mine"]}),
        ("You said that your notes are here.", {"U01": ["You", "your"]}),
        ("Hi Fergus,\n\nyou said so.", {"U04": ["[U04]", "you"]}),
        ("Hi Fergus and Robert,\n\nyou said so.", {}),
        ("You all know that.", {}),
        ("Robert came. He was late and Fergus saw him.", {"U02": ["[U02]", "He"], "U04": ["[U04]", "him"]}),
        ("Robert saw Fergus. She smiled, he said.", {"U04": ["[U04]", "She"], "U02": ["[U02]", "he"]}),
        ("Robert came with their dog.", {"U02": ["[U02]", "their"]}),
        ("Robert came. They are at the shore.", {}),
        ("Mary came. She smiled.", {"U01": ["[U01]", "She"]}),
        ("He came.", {}),
        ("It is here, and it stays.", {}),
        ("", {}),
    ],
)
def test_pronouns_of_a_message(
    text: str, expected: dict[str, list[str]], resolve: Callable[..., dict[str, list[str]]]
) -> None:
    assert resolve(("koduya", "mcalder7", text)) == expected


def test_names_that_stay_are_known_in_the_original(resolver: Language, process: Callable[..., Doc]) -> None:
    doc = process("Robert likes Rachel Carson. She wrote it.", allow=("Rachel Carson",))
    assert words(resolver.get_pipe("pronoun_resolver")(doc)) == {}
    doc = process("Rachel Carson wrote it. Robert likes it, and he reads.", allow=("Rachel Carson",))
    assert words(resolver.get_pipe("pronoun_resolver")(doc)) == {"rgill": ["Robert", "he"]}


def test_a_thread_is_followed_from_message_to_message(resolve: Callable[..., dict[str, list[str]]]) -> None:
    found = resolve(
        ("rgill", None, "I met Fergus at the shore. He was counting limpets.\n\nRobert"),
        ("mcalder7", "rgill", "Hi Robert,\n\ndid you help him? I would.\n\nMary"),
        ("koduya", "mcalder7", "Mary, your limpets are his, too. I asked Robert."),
    )
    assert found == {
        "U02": ["I", "[U02]", "[U02]", "you", "[U02]"],
        "U04": ["[U04]", "He", "him", "his"],
        "U01": ["I", "[U01]", "[U01]", "your"],
    }


def test_who_was_he_once_is_not_she_later(resolve: Callable[..., dict[str, list[str]]]) -> None:
    found = resolve(
        ("koduya", None, "Mary came. She brought Fergus. He slept."),
        ("rgill", "koduya", "Fergus always does. She is used to it, and he knows."),
    )
    assert found == {"U01": ["[U01]", "She", "She"], "U04": ["[U04]", "He", "[U04]", "he"]}


def test_somebody_who_is_never_named(resolve: Callable[..., dict[str, list[str]]]) -> None:
    assert resolve(("koduya", "rgill", "I agree."), ("rgill", "koduya", "I see that you agree.")) == {
        "U03": ["I", "you"],
    }


@pytest.fixture
def unclear(resolver: Language) -> Doc:
    """RETURNS (Doc): 'Robert' may be two people, and 'Zed' is nobody that is known."""
    doc = Doc(resolver.vocab, words="[U04] met [U01|U02] . He and [U?] left . She stayed .".split())
    spans = [(0, "U04"), (2, "U01|U02"), (6, "")]
    doc.spans["pseudo_participants"] = [Span(doc, at, at + 1, label="part", kb_id=who) for at, who in spans]
    return doc


def test_unclear_mentions_are_no_candidates(unclear: Doc, resolver: Language) -> None:
    assert words(resolver(unclear)) == {}


def test_it_says_what_it_needs(resolver: Language) -> None:
    with pytest.raises(PseudoError, match="P403"):
        resolver("Hi Mary")


# --- As a config, on the example ---


@pytest.fixture(scope="module")
def forum(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """RETURNS (Path): A directory with the example forum, the configs, and a key."""
    path = tmp_path_factory.mktemp("forum")
    for name in ("assets", "configs"):
        shutil.copytree(ROOT / name, path / name)
    files = [str(path / "assets" / name) for name in ("messages.csv", "roster.csv")]
    arguments = ["discover", files[0], "--roster", files[1], "--key", str(path / "key"), "--seed", "1"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    return path


@pytest.fixture(scope="module")
def docs(forum: Path, resolver: Language) -> list[Doc]:
    """RETURNS (list[Doc]): The example's messages, after the pipeline of the config."""
    config = load_config(forum / "configs/coreference.cfg", overrides={"paths.key": str(forum / "key")})
    nlp = load_model_from_config(config, auto_fill=True)
    nlp.initialize()
    assert nlp.pipe_names == ["participant_pseudonymiser", "pronoun_resolver"]
    return list(nlp.pipe(message.to_doc(nlp) for message in read_messages(forum / "assets/messages.csv")))


def test_clusters_of_a_message_are_participants(docs: list[Doc]) -> None:
    found = {doc._.pseudo_message["id"]: words(doc) for doc in docs}
    assert found["m005"] == {"s1013": ["I", "Robert Ashdown", "me", "Bob", "My", "my", "I", "Bob"]}
    assert sum(map(bool, found.values())) > 80


def test_clusters_go_across_the_messages_of_a_thread(docs: list[Doc], resolver: Language) -> None:
    new = [pseudo_doc(doc, resolver) for doc in docs]
    threads = [resolver(join(thread)) for thread in by_thread(new)]
    assert len(threads) == 9
    quadrats = next(doc for doc in threads if doc._.pseudo_message["thread"] == "quadrats")
    found = words(quadrats)
    assert {"him", "he"} < set(found["U04"])
    messages = quadrats.spans["pseudo_messages"]
    people = people_of(quadrats)
    (key,) = [key for key, who in people.items() if who == messages[0].kb_id_]
    inside = [m.label_ for m in messages if any(m.start <= s.start < m.end for s in quadrats.spans[key])]
    assert len(inside) > 2
    names = {line.split(",")[1].split()[-1] for line in ROSTER.splitlines()[1:]}
    assert len(names) > 15
    written = {span.text for doc in threads for key in people_of(doc) for span in doc.spans[key]}
    assert written.isdisjoint(names)


ROSTER = (ROOT / "assets/roster.csv").read_text("utf-8")


def test_pronouns_and_descriptions_of_the_example_are_never_replaced(docs: list[Doc]) -> None:
    originals = [doc.text[row["start"] : row["end"]] for doc in docs for row in doc._.pseudo_replacements]
    assert len(originals) > 200
    wrong = [text for text in originals if text.lower() in PRONOUNS or text.lower().startswith(("the ", "my ", "our "))]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "Ask the instructor, she knows.",
        "My colleague said that the first author was wrong.",
        "He and she gave them his notes; they thanked him, her and the other student.",
        "The professor, our teacher and the student who asked agree with you and me.",
        "The person above me wrote it himself.",
        "@all the tutor will tell us. It is hers, not mine.",
    ],
)
def test_pronouns_and_descriptions_stay_in_a_sentence(text: str, process: Callable[..., Doc]) -> None:
    assert process(text)._.pseudo_text == text
    assert process(f"Mary is here. {text}")._.pseudo_text == f"[U01] is here. {text}"


SCRIPT = """
import sys
import spacy
from spacy.util import import_file
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.handover.clusters import people_of

import_file("code", "configs/coreference.py")
nlp = spacy.load("pipeline")
nlp.get_pipe("participant_pseudonymiser").initialize(lambda: [], nlp=nlp, key="key")
for doc in nlp.pipe(message.to_doc(nlp) for message in read_messages("assets/messages.csv")):
    print(doc._.pseudo_message["id"], *sorted(people_of(doc).values()))
"""


def test_the_config_is_assembled_with_its_code(forum: Path, docs: list[Doc]) -> None:
    command = ["-m", "spacy", "assemble", "configs/coreference.cfg", "pipeline", "--code", "configs/coreference.py"]
    run(forum, *command)
    saved = b"".join(path.read_bytes() for path in (forum / "pipeline").rglob("*") if path.is_file())
    assert b"pronoun_resolver" in saved
    assert b"Gillespie" not in saved
    printed = run(forum, "-c", SCRIPT).splitlines()
    assert printed == [" ".join([doc._.pseudo_message["id"], *sorted(people_of(doc).values())]) for doc in docs]


def run(place: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=place, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
