"""Teams: messages of channels with their answers, of chats, and what is left out."""

from .chat_files import MARY, PER, TOBIAS, teams_post


def test_channels_and_answers(read):
    answer = teams_post(2, TOBIAS, "Yes", replyToId="1706778000000")
    nested = teams_post(3, PER, "No")
    was = read("teams.json", {"value": [teams_post(0, MARY, "Tides?", subject="The moon", replies=[nested]), answer]})
    assert list(was.fields("text").values()) == ["<p>Tides?</p>", "<p>Yes</p>", "<p>No</p>"]
    assert [m.parent for m in was.messages.values()] == [None, "chat-1-1", "chat-1-1"]
    assert {m.thread for m in was.messages.values()} == {"chat-1-1"}
    assert was.messages["chat-1-1"].subject == "The moon"
    assert was.messages["chat-1-1"].html
    assert was.report.people[was.messages["chat-1-1"].author or ""] == [MARY.name]


def test_chats_are_one_thread(read):
    chat = {
        "channelIdentity": None,
        "chatId": "19:aa_bb@unq.gbl.spaces",
        "body": {"contentType": "text", "content": "hi"},
    }
    was = read("teams.json", [teams_post(1, MARY, "", **chat), teams_post(0, PER, "", **chat)])
    assert [m.author for m in was.messages.values()] == [
        teams_post(0, p, "")["from"]["user"]["id"] for p in (PER, MARY)
    ]
    assert {m.thread for m in was.messages.values()} == {"chat-1"}
    assert not was.messages["chat-1-1"].html


def test_what_is_left_out(read):
    bot = {"application": {"id": "b", "displayName": "Polly"}, "user": None}
    mentions = [{"id": 0, "mentionText": "Per", "mentioned": {"user": {"id": "p-1", "displayName": PER.name}}}]
    posts = [
        teams_post(0, MARY, "<at id='0'>Per</at>", mentions=mentions, attachments=[{"id": "1"}]),
        teams_post(1, MARY, "", messageType="systemEventMessage", **{"from": None}),
        teams_post(2, TOBIAS, "", deletedDateTime="2024-02-01T10:00:00Z", body={"contentType": "html", "content": ""}),
        teams_post(3, MARY, "vote", **{"from": bot}),
        teams_post(4, PER, "so", replyToId=teams_post(2, TOBIAS, "")["id"]),
    ]
    was = read("teams.json", posts)
    assert list(was.messages) == ["chat-1-1", "chat-1-5"]
    assert was.report.left_out == {"attachments": 1, "notices": 1, "deleted posts": 1, "posts of programs": 1}
    assert was.report.people["p-1"] == [PER.name]
    assert was.messages["chat-1-5"].parent is None
    assert was.messages["chat-1-5"].parent_author == posts[2]["from"]["user"]["id"]
