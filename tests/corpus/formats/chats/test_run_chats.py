"""An invented chat of 24 messages, as each of the tools exports it: nobody in it is named afterwards."""

import json
import re

import pytest

from spacy_pseudo.corpus.formats import find_layout
from spacy_pseudo.corpus.readers import read_messages

from ....cli.conftest import lines
from .chat_files import AURELIE, MARY, PEOPLE, SAID, SECRETS
from .conftest import EXPORTS

LAYOUTS = ("slack", "teams", "zulip", "zulip", "whatsapp", "whatsapp", "zoom", "transcript", "transcript")


@pytest.mark.parametrize(("name", "layout"), list(zip(EXPORTS, LAYOUTS, strict=True)))
def test_a_chat_from_its_export_to_an_audited_output_and_back(place, name, layout):
    path = place.write(name, EXPORTS[name]())
    roster = []
    if name == "_chat.txt":  # whoever is in nobody's address book is a number: a class list says whose
        rows = [{"id": p.phone if p is AURELIE else p.name, "names": [p.name, p.phone]} for p in PEOPLE]
        roster = ["--roster", place.messages(rows, "roster.jsonl")]
    found = find_layout(path)
    assert found is not None
    assert found.name == layout
    assert place.run("--seed", 1, *roster, messages=name) == 0, place.stderr
    assert len(place.written) == len(SAID)
    assert len(place.labels) == len(PEOPLE)

    everything = json.dumps(place.written, ensure_ascii=False).casefold()
    assert [name for name in SECRETS if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", everything)] == []
    # Who is mentioned by the tool's own means is mentioned.
    label = {person: place.labels[id] for person, id in zip(PEOPLE, _ids(place), strict=True)}
    mentioned = [row["text"] for row in place.written][-1]
    assert re.findall(r"U0[0-9]", mentioned) == [label[person] for person in PEOPLE[:3]]

    assert place.call("audit", place.out, "--key", place.key) == 0, place.stdout
    assert place.call("check", path) == 0, place.stderr
    assert place.call("restore", place.out, "--key", place.key, "--to", place / "back") == 0, place.stderr
    read = {message.id: (message.author, message.text) for message in read_messages(path)}
    assert {row["id"]: (row["author"], row["text"]) for row in lines(place / "back" / "messages.jsonl")} == read


def _ids(place):
    """The ids of Mary, Tobias and so on: the one who wrote the first message, and the others, in order of the chat."""
    first = {row["author"]: None for row in place.written}
    by_label = {label: id for id, label in place.labels.items()}
    return [by_label[label] for label in first]


def test_why_a_mention_is_one_is_explained(place):
    path = place.write("slack.zip", EXPORTS["slack.zip"]())
    assert place.run("--seed", 1, messages="slack.zip") == 0, place.stderr
    assert place.call("explain", path, "--key", place.key, "--id", "tides-2") == 0, place.stderr
    assert MARY.slack in place.stdout


def test_chats_and_tables_are_one_corpus(place):
    place.write("slack.zip", EXPORTS["slack.zip"]())
    place.write("teams.json", EXPORTS["teams.json"]())
    place.write("zulip.json", EXPORTS["zulip.json"]())
    options = (place / "teams.json", place / "zulip.json")
    assert place.run(*options, "--seed", 1, messages="slack.zip") == 0, place.stderr
    assert len(place.labels) == len(PEOPLE)
    everything = "".join((place.out / f"messages-{n}.jsonl").read_text("utf-8") for n in (1, 2, 3)).casefold()
    assert [name for name in SECRETS if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", everything)] == []
