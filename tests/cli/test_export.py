"""`export` and `network` on the example forum: what is written, who may see it, and what is refused."""

from __future__ import annotations

import csv
import json
import os
import re
import stat
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx
import pytest
import spacy
from spacy.tokens import DocBin

from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.engine.writing import replace
from spacy_pseudo.message import make_doc as tokenize

if TYPE_CHECKING:
    from .conftest import Fresh, Place

SHAREABLE = {
    "docbin": ("export", "--to", "docbin"),
    "docbin by thread": ("export", "--to", "docbin", "--by", "thread", "--entities"),
    "conll": ("export", "--to", "conll"),
    "conll by message": ("export", "--to", "conll", "--by", "message"),
    "clusters": ("export", "--to", "clusters"),
    "clusters by message": ("export", "--to", "clusters", "--by", "message"),
    "bio": ("export", "--to", "bio"),
    "network": ("network",),
}
PRIVATE = {
    "svala": ("export", "--to", "svala"),
    "alignment": ("export", "--to", "alignment"),
    "bio source": ("export", "--to", "bio", "--side", "source"),
}
FORMATS = SHAREABLE | PRIVATE
Exported = Callable[[str], Path]


def export(place: Place, directory: Path, command: str, *options: object) -> int:
    return place.call(command, place.out, "--key", place.key, "--out", directory, *options)


def content(directory: Path) -> str:
    """RETURNS (str): All that is in a directory, unpacked."""
    parts = []
    for path in sorted(directory.iterdir()):
        raw = path.read_bytes()
        parts += [path.name, (zlib.decompress(raw) if path.suffix == ".spacy" else raw).decode("utf-8", "replace")]
    return "\n".join(parts)


def standing(names: set[str], text: str) -> set[str]:
    """RETURNS (set[str]): Those that stand in a text, in small letters: spaCy knows words in small letters too."""
    small = text.lower()
    found = {name for name in map(str.lower, names) if name in small}
    return {name for name in found if re.search(rf"\b{re.escape(name)}\b", small)}


def made(place: Place, options: tuple[str, ...], tmp_path: Path) -> Path:
    directory = tmp_path / "export"
    assert export(place, directory, *options) == 0, place.stderr
    return directory


def marker(directory: Path) -> dict[str, Any]:
    return dict(json.loads((directory / "export.json").read_text("utf-8")))


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory, forum: Place) -> Exported:
    """RETURNS (Callable[[str], Path]): Exports of the forum by their format, each made once; to be read only."""
    return cache(lambda name: made(forum, FORMATS[name], tmp_path_factory.mktemp("exported")))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, forum: Place) -> Place:
    """RETURNS (Place): The forum with drawn names, without two people who did not consent."""
    place = type(forum)(tmp_path_factory.mktemp("drawn"))
    for name in ("messages.csv", "roster.csv", "allow.txt"):
        place.write(name, (place.FORUM / name).read_bytes())
    place.write("exclude.txt", "s1077\nt02\n")
    options = ("--allow", place / "allow.txt", "--seed", 3, "--pseudonyms", "surrogate", "--others", "pseudonym")
    assert place.run(*options, "--exclude", place / "exclude.txt", messages="messages.csv") == 0, place.stderr
    return place


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory, forum: Place) -> Place:
    """RETURNS (Place): The forum with numbers, without two people who did not consent."""
    place = type(forum)(tmp_path_factory.mktemp("without"))
    for name in ("messages.csv", "roster.csv"):
        place.write(name, (place.FORUM / name).read_bytes())
    place.write("exclude.txt", "s1077\nt02\n")
    assert place.run("--seed", 3, "--exclude", place / "exclude.txt", messages="messages.csv") == 0, place.stderr
    return place


# --- What is written ---


def test_docs(forum: Place, exported: Exported) -> None:
    directory = exported("docbin")
    vocab = spacy.blank("en").vocab
    docs = list(DocBin().from_disk(directory / "messages.spacy").get_docs(vocab))
    assert [doc.text for doc in docs] == [row["text"] for row in forum.written]
    assert [doc._.pseudo_message["id"] for doc in docs] == [row["id"] for row in forum.written]
    clusters = {spans.attrs["pseudo_person"] for doc in docs for key, spans in doc.spans.items() if "coref" in key}
    assert clusters <= set(forum.labels.values())
    assert len(clusters) > 10
    assert not any(doc.ents for doc in docs)


def test_docs_of_threads(forum: Place, exported: Exported) -> None:
    directory = exported("docbin by thread")
    docs = list(DocBin().from_disk(directory / "messages.spacy").get_docs(spacy.blank("en").vocab))
    assert len(docs) == len({(row["session"], row["thread"]) for row in forum.written})
    assert sorted(span.label_ for doc in docs for span in doc.spans["pseudo_messages"]) == sorted(forum.texts)
    assert {ent.label_ for doc in docs for ent in doc.ents} == {"PERSON"}


def test_conll(forum: Place, exported: Exported) -> None:
    directory = exported("conll")
    text = (directory / "messages.conll").read_text("utf-8")
    names = re.findall(r"^#begin document \((.*)\); part 000$", text, re.MULTILINE)
    assert len(set(names)) == len(names) == text.count("#end document")
    speakers = {line.split("\t")[9] for line in text.split("\n") if "\t" in line}
    assert speakers == {"-", *(row["author"] for row in forum.written)}  # what is quoted has no speaker
    with (directory / "clusters.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    written = set(re.findall(r"^(\S+)\t.*\((\d+)\)$", text, re.MULTILINE))
    assert {(row["document"], row["cluster"]) for row in rows} == written
    assert {row["pseudonym"] for row in rows} <= set(forum.labels.values())


def test_clusters(forum: Place, exported: Exported) -> None:
    directory = exported("clusters by message")
    rows = [json.loads(line) for line in (directory / "clusters.jsonl").read_text("utf-8").splitlines()]
    assert {row["id"]: row["text"] for row in rows} == forum.texts
    named = {
        (label, row["text"][start:end])
        for row in rows
        for label, places in zip(row["participants"], row["clusters"], strict=True)
        for start, end in places
    }
    assert {f"[{label}]" for label, _ in named} == {text for _, text in named}
    assert len(named) > 10


def test_bio(forum: Place, exported: Exported) -> None:
    target = exported("bio")
    source = exported("bio source")
    texts = [json.loads((path / "bio.json").read_text("utf-8")) for path in (target, source)]
    assert {row["document"]: row["full_text"] for row in texts[0]} == forum.texts
    with (forum / "messages.csv").open(encoding="utf-8", newline="") as stream:
        originals = {row["id"]: row["text"] for row in csv.DictReader(stream)}
    assert {row["document"]: row["full_text"] for row in texts[1]} == originals
    begins = [[label for row in side for label in row["labels"] if label.startswith("B-")] for side in texts]
    assert begins[0] == begins[1]
    seven = {"NAME_STUDENT", "EMAIL", "USERNAME", "ID_NUM", "PHONE_NUM", "URL_PERSONAL", "STREET_ADDRESS"}
    assert {label[2:] for label in begins[0]} <= seven
    assert begins[0].count("B-NAME_STUDENT") == sum(len(row["spans"]) for row in forum.private("replacements"))


def test_svala(forum: Place, exported: Exported) -> None:
    directory = exported("svala")
    with (directory / "files.csv").open(encoding="utf-8", newline="") as stream:
        files = {row["message"]: row["file"] for row in csv.DictReader(stream)}
    with (forum / "messages.csv").open(encoding="utf-8", newline="") as stream:
        originals = {row["id"]: row["text"] for row in csv.DictReader(stream)}
    assert files.keys() == originals.keys()
    found: set[str] = set()
    for message, name in files.items():
        graph = json.loads((directory / name).read_text("utf-8"))
        assert "".join(token["text"] for token in graph["source"]).rstrip() == originals[message].rstrip()
        assert "".join(token["text"] for token in graph["target"]).rstrip() == forum.texts[message].rstrip()
        labels = [edge["labels"] for edge in graph["edges"].values() if edge["labels"]]
        numbers = {int(label) for own in labels for label in own if label.isdecimal()}
        assert numbers == set(range(1, len(numbers) + 1))
        found.update(label for own in labels for label in own)
    assert {"firstname_female", "firstname_male", "surname", "1"} <= found


def test_alignment(forum: Place, exported: Exported) -> None:
    aligned = (exported("alignment") / "alignment.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in aligned.splitlines()]
    docs = exported("docbin") / "messages.spacy"
    nlp = spacy.blank("en")
    new = list(DocBin().from_disk(docs).get_docs(nlp.vocab))
    old = [tokenize(nlp, message.text) for message in read_messages(forum / "messages.csv")]
    assert sum(len(row["pieces"]) for row in rows) > 150
    for row, before, after in zip(rows, old, new, strict=True):
        replaced = []
        for piece in row["pieces"]:
            (start, end), (first, last) = piece["new"], piece["new_tokens"]
            assert after[first:last].text == after.text[start:end]
            assert before.text[slice(*piece["old"])] in before[slice(*piece["old_tokens"])].text
            replaced.append((*piece["old"], after.text[start:end]))
        assert replace(before.text, replaced) == after.text


def test_network(forum: Place, tmp_path: Path) -> None:
    directory = made(forum, SHAREABLE["network"], tmp_path)
    graph = networkx.read_graphml(directory / "network.graphml")
    assert isinstance(graph, networkx.MultiDiGraph)
    rows = forum.written
    assert (
        dict(graph.nodes(data="messages")).items()
        >= {author: sum(row["author"] == author for row in rows) for author in {row["author"] for row in rows}}.items()
    )
    author = {row["id"]: row["author"] for row in rows}
    answers = [(row["author"], author[row["parent"]]) for row in rows if row["parent"] in author]
    expected = {pair: answers.count(pair) for pair in answers if pair[0] != pair[1]}
    replies = {(u, v): data["weight"] for u, v, data in graph.edges(data=True) if data["kind"] == "reply"}
    assert replies == expected
    with (directory / "edges.csv").open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == graph.number_of_edges()
    counts = marker(directory)["counts"]
    assert (counts["messages"], counts["edges"]) == (len(rows), graph.number_of_edges())
    assert "another network" in forum.stdout
    assert "another network" in marker(directory)["what to do"]


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_bytes_again(forum: Place, exported: Exported, tmp_path: Path, name: str) -> None:
    first, second = exported(name), made(forum, FORMATS[name], tmp_path)
    assert {path.name: path.read_bytes() for path in first.iterdir()} == {
        path.name: path.read_bytes() for path in second.iterdir()
    }


# --- Who may see it ---


@pytest.mark.parametrize("name", SHAREABLE)
@pytest.mark.parametrize("kind", ["forum", "drawn", "without"])
def test_nobody_is_given_away(
    request: pytest.FixtureRequest, kind: str, name: str, exported: Exported, tmp_path: Path
) -> None:
    place: Place = request.getfixturevalue(kind)
    directory = exported(name) if kind == "forum" else made(place, SHAREABLE[name], tmp_path)
    text = content(directory)
    output = (place.out / "messages.csv").read_text("utf-8")
    with (place / "roster.csv").open(encoding="utf-8", newline="") as stream:
        roster = list(csv.DictReader(stream))
    originals = {row[-2] for line in place.private("replacements") for row in line["spans"]}
    originals |= {row[-1] for line in place.private("replacements") for row in line["identifiers"] if len(row[-1]) > 2}
    names = originals | {word for row in roster for word in row["name"].split()}
    # Some are words as well, or names that stay, and stand in the output as such.
    private = {name.lower() for name in names if len(name) > 1} - standing(names, output)
    assert len(private) > 30
    if (packed := directory / "messages.spacy").exists():
        assert private.isdisjoint(map(str.lower, DocBin().from_disk(packed).strings))
        # Among numbers, two or three letters may be anything.
        private = {name for name in private if len(name) > 3}
    assert standing(private, text) == set()
    assert standing({row["id"] for row in roster}, text) == set()
    withdrawn = {"forum": set()}.get(kind, {place.labels["s1077"], place.labels["t02"]})
    assert {label for label in withdrawn if label in text} == set()
    assert marker(directory)["shareable"] is True


@pytest.mark.parametrize("options", PRIVATE.values(), ids=PRIVATE)
def test_what_is_private_is_closed(forum: Place, tmp_path: Path, options: tuple[str, ...]) -> None:
    before = os.umask(0)
    try:
        directory = made(forum, options, tmp_path)
    finally:
        os.umask(before)
    assert "PRIVATE" in forum.stdout
    assert marker(directory)["shareable"] is False
    assert "PRIVATE" in marker(directory)["what to do"]
    modes = {stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    assert (stat.S_IMODE(directory.stat().st_mode), modes) == (0o700, {0o600})


def test_where_exports_may_lie(place: Place) -> None:
    assert place.run() == 0
    shared, private = SHAREABLE["bio"], PRIVATE["svala"]
    for directory in (place.key / "bio", place.key, place.path):
        assert export(place, directory, *shared, "--force") == 2
        assert "P134" in place.stderr
    for directory in (place.out / "svala", place.out, place.path):
        assert export(place, directory, *private, "--force") == 2
        assert "P134" in place.stderr
    assert export(place, place.out / "bio", *shared) == 2
    assert export(place, place.key, *private, "--force") == 2
    assert "P135" in place.stderr
    # Private beside private.
    assert export(place, place.key / "svala", *private) == 0
    assert place.apply() == 0
    assert export(place, place.key / "svala", *private, "--force") == 0
    # And not in something else that is given away, or kept.
    assert export(place, place / "bio", *shared) == 0
    assert export(place, place / "bio" / "svala", *private) == 2
    assert "P823" in place.stderr
    assert export(place, place / "svala", *private) == 0
    assert export(place, place / "svala" / "bio", *shared) == 2
    assert "P823" in place.stderr


def test_what_is_replaced(place: Place) -> None:
    assert place.run() == 0
    directory = place / "export"
    assert export(place, directory, *SHAREABLE["bio"]) == 0
    assert export(place, directory, *SHAREABLE["bio"]) == 2
    assert "P130" in place.stderr
    assert export(place, directory, *SHAREABLE["bio"], "--force") == 0
    for options in (SHAREABLE["conll"], SHAREABLE["network"], PRIVATE["svala"], PRIVATE["bio source"]):
        before = content(directory)
        assert export(place, directory, *options, "--force") == 2
        assert "P820" in place.stderr
        assert content(directory) == before
    (directory / "export.json").unlink()
    assert export(place, directory, *SHAREABLE["bio"], "--force") == 2
    assert "P133" in place.stderr


# --- What is refused ---


def test_wrong_use(place: Place) -> None:
    assert place.run() == 0
    for options, code in {
        ("--to", "xml"): "P502",
        ("--to", "bio", "--by", "thread"): "P821",
        ("--to", "svala", "--side", "source"): "P821",
        ("--to", "conll", "--entities"): "P821",
        ("--to", "conll", "--by", "week"): "P502",
        ("--to", "bio", "--side", "both"): "P502",
    }.items():
        assert export(place, place / "export", "export", *options) == 2
        assert code in place.stderr
    assert not (place / "export").exists()


@pytest.mark.parametrize("options", [SHAREABLE["conll"], SHAREABLE["network"], PRIVATE["svala"]])
def test_nothing_is_left_if_the_output_was_edited(place: Place, options: tuple[str, ...]) -> None:
    assert place.run() == 0
    path = place.out / "messages.jsonl"
    path.write_text(path.read_text("utf-8").replace("so do I", "so do we"), "utf-8")
    before = place.snapshot()
    assert export(place, place / "export", *options) == 2
    assert "P813" in place.stderr
    assert not any(name in place.stderr for name in ("Mary", "Robert", "Jane"))
    assert place.snapshot() == before


def test_a_key_or_an_output_that_is_none(place: Place, fresh: Fresh) -> None:
    assert place.run() == 0
    other = fresh()
    assert place.call("export", other.path, "--key", place.key, "--to", "bio", "--out", place / "x") == 2
    assert "P810" in place.stderr
    assert place.call("network", place.out, "--key", other.path, "--out", place / "x") == 2
    assert "P811" in place.stderr


def test_masked_people_have_no_network(place: Place) -> None:
    assert place.run("--pseudonyms", "mask") == 0
    assert export(place, place / "x", "network") == 2
    assert "P822" in place.stderr
    assert export(place, place / "x", *SHAREABLE["conll"]) == 0


def test_messages_without_text_author_or_thread(place: Place) -> None:
    rows = [
        {"id": "1", "author": "mp", "text": ""},
        {"id": "2", "author": None, "text": " \n "},
        {"id": "3", "author": "rg", "text": "Hi Mary Poe "},
    ]
    place.messages(rows)
    assert place.run() == 0
    for number, options in enumerate((*SHAREABLE.values(), *PRIVATE.values())):
        directory = place / f"export{number}"
        assert export(place, directory, *options) == 0, place.stderr
        assert marker(directory)["counts"]["messages"] == 3


def test_messages_that_failed_are_not_missed(place: Place) -> None:
    assert place.run() == 0
    rows = [place.ROWS[0], {"id": "9", "author": "new", "text": "Hi Mary"}, *place.ROWS[1:]]
    place.messages(rows)
    assert place.apply() == 1
    assert export(place, place / "x", *SHAREABLE["bio"]) == 0
    texts = [row["full_text"] for row in json.loads((place / "x" / "bio.json").read_text("utf-8"))]
    assert texts == [row["text"] for row in place.written]
    assert len(texts) == 3


def test_quiet(place: Place) -> None:
    assert place.run() == 0
    assert export(place, place / "x", *SHAREABLE["bio"], "-q") == 0
    assert (place.stdout, place.stderr) == ("", "")


def test_documents_have_ids_of_their_own(place: Place, tmp_path: Path) -> None:
    threads = ("a b", "a_b", "a(b")
    place.messages([{"id": str(n), "author": "mp", "text": "Hi", "thread": id} for n, id in enumerate(threads)])
    assert place.run() == 0, place.stderr
    assert export(place, tmp_path / "conll", "export", "--to", "conll") == 0, place.stderr
    begun = re.findall(r"#begin document \((.*)\);", (tmp_path / "conll/messages.conll").read_text("utf-8"))
    assert len(set(begun)) == 3
