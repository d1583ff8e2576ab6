"""Files of forum tools from the command line: whom they name is replaced, and nothing else of them is written."""

import json
import re

import pytest

from ...cli.conftest import Place, lines
from .forum_files import JANE, MARY, ROBERT, Files, discourse_post, discourse_topic, moodle_post


@pytest.fixture
def place(tmp_path):
    place = Place(tmp_path)
    place.write("roster.csv", "id,name\n43,Mary Poe\n44,Robert Grey\n45,Jane Dorn\n")
    return place


def test_moodle(place):
    posts = [
        moodle_post(1, 0, MARY, "Hi all,\nI like tides.\nMary", messageformat=2),
        moodle_post(2, 1, ROBERT, "Never mind", messageformat=2, deleted=1),
        moodle_post(3, 2, JANE, "Dear Rob,\nwhy not?\nJane", messageformat=2),
        moodle_post(4, 1, JANE, "Between us, Mary", privatereplyto=43, privatereplytofullname="Mary Poe"),
    ]
    place.write("discussion.csv", Files.table(posts, ";"))
    assert place.run("--seed", 1, messages="discussion.csv") == 0, place.stderr
    mary, robert, jane = (place.labels[person] for person in ("43", "44", "45"))
    written = (place.out / "messages.csv").read_text("utf-8")
    header, *_ = written.splitlines()
    assert header == "id;discussion;parent;userid;created;subject;message"
    assert f"Hi all,\nI like tides.\n[{mary}]" in written
    # Whoever is greeted wrote what was deleted.
    assert f"Dear [{robert}],\nwhy not?\n[{jane}]" in written
    assert "Between us" not in written
    assert not {"Mary", "Poe", "Robert", "Grey", "Jane", "Dorn"} & set(written.replace(";", " ").split())


def test_who_answers_somebody_who_only_wrote_what_was_deleted(tmp_path):
    place = Place(tmp_path)
    posts = [
        moodle_post(2, 0, ROBERT, "Never mind", messageformat=2, deleted=1),
        moodle_post(3, 2, JANE, "Dear Robert,\nwhy not?\nJane", messageformat=2),
    ]
    place.write("discussion.json", json.dumps([posts]))
    assert place.run("--seed", 1, messages="discussion.json") == 0, place.stderr
    [row] = place.written
    assert row["text"] == f"Dear [{place.labels['44']}],\nwhy not?\n[{place.labels['45']}]"
    assert (row["parent"], row["parent_author"]) == ("2", place.labels["44"])


def test_whom_discourse_quotes(place):
    quote = (
        '[quote="rgrey, post:2, topic:12"]\nso do I\n[/quote]\n[quote="{name}, post:{n}, topic:12{more}"]x[/quote]\nok'
    )
    topic = discourse_topic(
        discourse_post(101, 1, "dolphin93", "Mary Poe", "I like tides.\nMary"),
        discourse_post(102, 2, "rgrey", "Robert Grey", quote.format(name="dolphin93", n=1, more=", full:true")),
        discourse_post(103, 3, "jd", "Jane", quote.format(name="Mary Poe", n=1, more=", username:dolphin93")),
    )
    place.write("topic.json", json.dumps(topic))
    place.write("roster.csv", "id,name\ndolphin93,Mary Poe\nrgrey,Robert Grey\njd,Jane Dorn\n")
    assert place.run("--seed", 1, messages="topic.json") == 0, place.stderr
    texts = place.texts
    assert set(texts) == {"101", "102", "103"}
    everything = (place.out / "messages.jsonl").read_text("utf-8")
    assert not [name for name in ("dolphin93", "rgrey", "Mary", "Poe") if name in everything]
    mary, robert = place.labels["dolphin93"], place.labels["rgrey"]
    assert mary in texts["102"]
    assert robert in texts["103"]
    assert texts["103"].count(mary) == 2


# How people write a participant's user name: '{0}' is dolphin93, '{1}' robert, '{2}' tidewatcher.
CALLED = (
    "@{0} is right",
    "I agree with {0}.",
    "cc @{1}, @{2}!",
    '[quote="{2}, post:1, topic:12"]\nx\n[/quote]\nwell',
    "({0})",
    "ssh {0}@shell.example",
    "it is in /home/{2}/tides",
    "u/{0} wrote it first",
)


def discourse_run(place: Place, *options: object) -> None:
    texts = [text.format("dolphin93", "robert", "tidewatcher") for text in CALLED]
    users = (("dolphin93", "Mary Poe"), ("robert", "Robert Grey"), ("tidewatcher", "Robert Dorn"))
    posts = [
        discourse_post(100 + n, n, *users[n % 3], f"{text}\nmind @kelp_king77") for n, text in enumerate(texts, start=1)
    ]
    place.write("topic.json", json.dumps(discourse_topic(*posts)))
    (place / "roster.csv").unlink()
    assert place.run("--seed", 1, *options, messages="topic.json") == 0, place.stderr


def test_user_names_of_participants_are_mentions_in_every_export(place):
    discourse_run(place)
    mary, robert, other = (place.labels[login] for login in ("dolphin93", "robert", "tidewatcher"))
    expected = [text.format(f"[{mary}]", f"[{robert}]", f"[{other}]") for text in CALLED]
    assert [text.rpartition("\n")[0] for text in place.texts.values()] == expected
    # Who is not known is no mention.
    assert all("@[USERNAME:" not in text and "mind [USERNAME:" in text for text in place.texts.values())
    spans = [span for row in place.private("replacements") for span in row["spans"]]
    assert sorted(span[2] for span in spans) == ["dolphin93"] * 5 + ["robert"] + ["tidewatcher"] * 3
    assert {span[4] for span in spans} >= {"handle"}
    place.call("export", place.out, "--key", place.key, "--to", "clusters", "--out", place / "shared")
    assert place.code == 0, place.stderr
    [document] = lines(place / "shared" / "clusters.jsonl")
    named = {
        person: [document["text"][start:end] for start, end in places]
        for person, places in zip(document["participants"], document["clusters"], strict=True)
    }
    assert named == {mary: [f"[{mary}]"] * 5, robert: [f"[{robert}]"], other: [f"[{other}]"] * 3}


def test_user_names_of_participants_as_surrogates_are_like_user_names(place):
    discourse_run(place, "--identifiers", "USERNAME=surrogate")
    text = place.texts["101"]
    assert "dolphin93" not in text
    assert re.fullmatch(r"@[a-z]{4,12}[0-9]{2} is right\nmind @[a-z]+_[a-z]+[0-9]{2}", text)
    assert text.partition(" ")[0] == "@" + place.texts["102"].partition("\n")[0].split()[-1].rstrip(".")
