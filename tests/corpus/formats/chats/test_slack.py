"""Slack's export: channels, threads, people, what is left out, and whom mentions name."""

import json

import pytest

from spacy_pseudo.errors import PseudoError

from .chat_files import AURELIE, MARY, PER, TOBIAS, as_directory, as_zip, slack, slack_post, slack_user


def test_channels_threads_and_people(read):
    posts = [
        slack_post(1, MARY, "Tides?", thread_ts=slack_post(1, MARY, "")["ts"]),
        slack_post(3, TOBIAS, "Yes", thread_ts=slack_post(1, MARY, "")["ts"], parent_user_id=MARY.slack),
        slack_post(2, AURELIE, "Elsewhere", edited={"user": AURELIE.slack, "ts": "1.0"}),
        slack_post(4, PER, "Late", thread_ts="1600000000.000100", parent_user_id=MARY.slack),
    ]
    was = read("slack.zip", as_zip(slack(posts)))
    assert was.fields("text") == {"tides-1": "Tides?", "tides-2": "Elsewhere", "tides-3": "Yes", "tides-4": "Late"}
    assert was.fields("author") == dict(
        zip(was.messages, (MARY.slack, AURELIE.slack, TOBIAS.slack, PER.slack), strict=True)
    )
    assert [m.parent for m in was.messages.values()] == [None, None, "tides-1", None]
    assert [m.thread for m in was.messages.values()] == ["tides-1", "tides", "tides-1", "tides-1600000000.000100"]
    # What was answered is not in the export; who wrote it is told.
    assert was.messages["tides-4"].parent_author == MARY.slack
    assert {m.session for m in was.messages.values()} == {"tides"}
    assert was.messages["tides-1"].timestamp == posts[0]["ts"]
    assert was.report.people[MARY.slack] == ["Mary Jane Calder", "mjcalder", "Mary", "mjcalder@tides.example"]


def test_what_is_no_message_and_what_is_private_is_left_out_and_counted(read):
    posts = [
        slack_post(1, MARY, f"<@{MARY.slack}> has joined the channel", subtype="channel_join"),
        slack_post(2, MARY, "set the topic: tides", subtype="channel_topic"),
        slack_post(3, None, "Build 7 is done", subtype="bot_message", bot_id="B02BUILD0", username="Builder"),
        slack_post(4, PER, "This message was deleted.", subtype="tombstone"),
        slack_post(5, PER, "a map", files=[{"id": "F1", "name": "Mary.png"}, {"id": "F2"}]),
        slack_post(6, TOBIAS, "waves", subtype="me_message"),
    ]
    private = {
        "mpims.json": json.dumps([{"id": "G02GROUP0", "name": "mpdm-mjcalder--psand-1"}]),
        "dms.json": json.dumps([{"id": "D02DIRECT", "members": [MARY.slack, PER.slack]}]),
        "mpdm-mjcalder--psand-1/2024-02-01.json": json.dumps([slack_post(1, MARY, "between us")]),
        "D02DIRECT/2024-02-01.json": json.dumps([slack_post(1, MARY, "between the two of us")]),
    }
    content = as_zip(slack(posts, **private))
    was = read("slack.zip", content)
    assert list(was.fields("text").values()) == ["a map", "waves"]
    assert was.report.left_out == {
        "notices": 2, "posts of programs": 1, "deleted posts": 1, "private posts": 2, "attachments": 2,
    }  # fmt: skip
    everything = read("slack.zip", content, include=["private", "bots", "deleted"])
    texts = everything.fields("text")
    # The names of conversations between a few people are made of theirs.
    assert texts["G02GROUP0-1"] == "between us"
    assert texts["D02DIRECT-1"] == "between the two of us"
    assert everything.messages["tides-3"].author == "B02BUILD0"
    assert "B02BUILD0" not in everything.report.people
    assert everything.report.left_out == {"notices": 2, "attachments": 2}


def test_a_directory_is_read_as_the_archive(read, tmp_path):
    from spacy_pseudo.corpus.readers import read_messages

    was = read("slack.zip", as_zip(slack()))
    directory = as_directory(tmp_path / "export", slack())
    assert list(read_messages(directory)) == list(was.messages.values())
    assert list(read_messages(directory, format="slack")) == list(was.messages.values())


def test_one_day_of_a_channel_has_names_where_posts_have_them(read):
    profile = {"real_name": PER.name, "display_name": "per", "name": PER.login}
    was = read("2024-02-01.json", [slack_post(1, PER, f"hi <@{MARY.slack}|mary>", user_profile=profile)])
    assert was.report.layout == "slack"
    assert was.report.people == {PER.slack: [PER.name, "per", PER.login], MARY.slack: ["mary"]}


MENTIONS = (
    (f"<@{MARY.slack}> has it", "@[MARY] has it"),
    (f"ask <@{TOBIAS.slack}|treinholt>, <@{PER.slack}>", "ask @[TOBIAS], @[PER]"),
    (f"`<@{MARY.slack}>` and <!here> in <#C02TIDES0|tides>", "`@[MARY]` and <!here> in <#C02TIDES0|tides>"),
    ("thanks @psand and @Mary", "thanks @[PER] and @[MARY]"),
    ("<https://tides.example/a|the page> &amp; more", "<https://tides.example/a|the page> &amp; more"),
)


def test_mentions(place):
    posts = [slack_post(n, PER, text) for n, (text, _) in enumerate(MENTIONS)]
    place.write(
        "slack.zip", as_zip(slack([*posts, *(slack_post(20 + n, p, "I see") for n, p in enumerate((MARY, TOBIAS)))]))
    )
    place.run("--seed", 1, "--identifiers", "URL=keep", messages="slack.zip")
    assert place.code == 0, place.stderr
    names = {"MARY": MARY.slack, "TOBIAS": TOBIAS.slack, "PER": PER.slack}
    written = [row["text"] for row in place.written][: len(MENTIONS)]
    for name, id in names.items():
        written = [text.replace(place.labels[id], name) for text in written]
    assert written == [expected for _, expected in MENTIONS]


def test_mentions_by_drawn_names(place):
    place.write("slack.zip", as_zip(slack()))
    assert place.run("--seed", 1, "--pseudonyms", "surrogate", messages="slack.zip") == 0, place.stderr
    mary, tobias = (place.labels[person.slack] for person in (MARY, TOBIAS))
    assert place.texts["tides-2"] == f"@{mary} I have, it is long."
    assert place.texts["tides-7"] == f"I agree with @{tobias}."


def test_somebody_who_is_mentioned_and_unknown_is_no_less_hidden(place):
    place.write("day.json", json.dumps([slack_post(1, PER, "ask <@U09GONE00> or <@W09GONE11|gone.away>")]))
    assert place.run("--seed", 1, messages="day.json") == 0, place.stderr
    [row] = place.written
    assert row["text"] == f"ask @[{place.labels['U09GONE00']}] or @[{place.labels['W09GONE11']}]"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"users.json": '[{"id": "U1"'}, "P150"),
        ({"users.json": '["U1"]'}, "P153"),
        ({"tides/2024-02-03.json": '[{"type": "message", "user": "U1", "text": "x"}]'}, "P152"),
        ({"tides/2024-02-03.json": '[{"type": "message", "user": "U1", "text": "x", "ts": "yesterday"}]'}, "P154"),
        ({"tides/2024-02-03.json": '[{"type": "message", "user": "U1", "text": ["x"], "ts": "1.0"}]'}, "P154"),
        ({"tides/2024-02-03.json": "[" * 100_000}, "P151"),
        ({"tides/2024-02-03.json": '{"ts": ' + "9" * 5000 + "}"}, "P150"),
        ({"tides/2024-02-03.json": b'["\xff\xfe\xfd"]'}, "P105"),
    ],
)
def test_damaged_exports(read, change, code):
    with pytest.raises(PseudoError, match=code) as caught:
        read("slack.zip", as_zip({**slack(), **change}))
    assert "tides/" not in str(caught.value)  # what a directory is called may be somebody's name


def test_somebody_whom_slack_calls_a_bot_has_no_names(read):
    users = json.dumps([slack_user(MARY), slack_user(PER, is_bot=True)])
    was = read("slack.zip", as_zip({**slack(), "users.json": users}))
    assert was.report.people[PER.slack] == []


def test_labels_of_links_are_text_and_emoji_are_accounted_for(place):
    people = {"U0WOLF001": "Wolfgang Amsel", "U0TOBI001": "Tobias Ek"}
    said = ("ok :key: :tobi: says <https://wiki.example/x|Tobi page> of <https://wiki.example/y>", "a :wolf: then")
    texts = zip(people, said, strict=True)
    posts = [{"type": "message", "user": id, "ts": f"17041000{n}", "text": text} for n, (id, text) in enumerate(texts)]
    users = [{"id": id, "name": name.split()[0][:4].lower(), "real_name": name} for id, name in people.items()]
    for name, content in (("users.json", users), ("general/2024-01-01.json", posts)):
        (place / "chat" / name).parent.mkdir(parents=True, exist_ok=True)
        place.write(f"chat/{name}", json.dumps(content))
    assert place.run("--seed", 1, messages="chat") == 0, place.stderr
    label = place.labels["U0TOBI001"]
    assert list(place.texts.values()) == [
        f"ok :key: :[{label}]: says <https://wiki.example/x|[{label}] page> of <https://wiki.example/y>",
        "a :wolf: then",
    ]
    assert [(row["text"], row["reason"]) for row in place.private("kept")] == [("wolf", "code")]
