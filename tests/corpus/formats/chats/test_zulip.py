"""Zulip: channels and topics, what is quoted, private and deleted messages, programs."""

import json

import pytest

from spacy_pseudo.errors import PseudoError

from .chat_files import AURELIE, MARY, PER, TOBIAS, as_tar, zulip_api, zulip_export

SAID = "@_**Mary Jane Calder|43** [said](https://chat.example/#narrow/channel/7-tides/topic/moon/near/{}):\n```quote\nhm\n```\nno"


def post(id, person, content, **more):
    return {
        **zulip_api()["messages"][0],
        "id": id,
        "sender_id": person.number,
        "sender_full_name": person.name,
        "sender_email": f"user{person.number}@chat.example",
        "content": content,
        **more,
    }


def test_topics_are_threads_and_channels_sessions(read):
    was = read("zulip.json", zulip_api())
    assert len(was.messages) == 24
    assert {m.session for m in was.messages.values()} == {"tides"}
    assert [m.thread for m in was.messages.values()] == ["topic-1"] * 12 + ["topic-2"] * 12
    assert {id: m.subject for id, m in was.messages.items() if m.subject} == {"100": "moon", "112": "Mary's deadline"}
    assert was.report.people["43"] == ["Mary Jane Calder", "user43@chat.example"]


def test_whoever_quotes_answers(read):
    posts = [
        post(101, MARY, "hm"),
        post(102, PER, SAID.format(101)),
        post(103, TOBIAS, SAID.format(99)),
        post(104, MARY, "ok"),
    ]
    was = read("zulip.json", {"messages": posts})
    assert was.fields("parent") == {"101": None, "102": "101", "103": None, "104": None}
    assert was.fields("parent_author") == {"101": None, "102": None, "103": "43", "104": None}


def test_what_is_left_out(read):
    people = [{"id": 43, "full_name": MARY.name, "email": "a@chat.example"}, {"id": 46, "full_name": PER.name}]
    posts = [
        post(1, MARY, "hi"),
        post(2, PER, "(deleted)"),
        post(3, PER, "psst", type="private", display_recipient=people, stream_id=None, subject=""),
        post(4, PER, "Mary was subscribed", sender_email="notification-bot@zulip.example", sender_id=9),
    ]
    was = read("zulip.json", {"messages": posts})
    assert was.fields("text") == {"1": "hi"}
    assert was.report.left_out == {"deleted posts": 1, "private posts": 1, "posts of programs": 1}
    assert "9" not in was.report.people
    private = read("zulip.json", {"messages": posts}, include=["private"]).messages["3"]
    assert private.session is None
    assert (private.thread, private.subject) == ("topic-2", None)


def test_an_organisation(read):
    was = read("zulip.tar.gz", as_tar(zulip_export(), "zulip-export/"))
    assert len(was.messages) == 24
    assert was.messages["100"].session == "tides"
    assert was.messages["100"].timestamp == "1706778000.25"
    assert "50" not in was.report.people  # a bot
    assert was.report.people["45"] == [AURELIE.name, "aurelie.f@tides.example", "user45@chat.example"]


def test_mentions(place):
    texts = [
        "@**Mary Jane Calder** @_**Per Sandqvist|46** @**all** @*helpers*",
        "@**Mary Jane Calder|43**, not @**Mary Jane Calder|47**",
        "@**Nora Stranger** and @**Nora Stranger|99** are not here",
        "```quote\n@**Per Sandqvist** hello\n```\nindeed",
    ]
    namesake = post(9, MARY, "I am another", sender_id=47, sender_email="user47@chat.example")
    posts = [post(n, TOBIAS, text) for n, text in enumerate(texts, 1)]
    place.write("zulip.json", json.dumps({"messages": [*posts, namesake, post(10, PER, "hi"), post(11, MARY, "hi")]}))
    assert place.run("--seed", 1, messages="zulip.json") == 0, place.stderr
    mary, per, other, nora = (place.labels[id] for id in ("43", "46", "47", "99"))
    both = "|".join(sorted((mary, other)))
    assert place.texts["1"] == f"@**[{both}]** @_**[{per}]** @**all** @*helpers*"
    assert place.texts["2"] == f"@**[{mary}]**, not @**[{other}]**"
    assert place.texts["3"] == f"@**[{nora}]** and @**[{nora}]** are not here"
    assert place.texts["4"] == f"```quote\n@**[{per}]** hello\n```\nindeed"


def test_html(place):
    rendered = '<p><span class="user-mention" data-user-id="43">@Mary Jane Calder</span> yes</p>'
    posts = [post(1, PER, rendered, content_type="text/html"), post(2, MARY, "<p>no</p>", content_type="text/html")]
    place.write("zulip.json", json.dumps({"messages": posts}))
    assert place.run("--seed", 1, messages="zulip.json") == 0, place.stderr
    assert f">@[{place.labels['43']}]</span> yes" in place.texts["1"]
    assert "43" not in place.texts["1"].replace(place.labels["43"], "")


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"messages-000001.json": '{"zerver_message": [{"id": 1'}, "P150"),
        ({"messages-000001.json": '{"zerver_message": {}}'}, "P154"),
        ({"messages-000001.json": '{"zerver_message": [{"id": 1, "recipient": 2, "content": "x"}]}'}, "P152"),
        ({"messages-000001.json": '{"zerver_message": []}', "messages-000002.json": "{}"}, "P159"),
    ],
)
def test_damaged_exports(read, files, code):
    with pytest.raises(PseudoError, match=code):
        read("zulip.tar.gz", as_tar({**zulip_export(), **files}))
