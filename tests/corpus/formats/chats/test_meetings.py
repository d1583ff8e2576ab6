"""Transcripts (WebVTT) and chats of meetings."""

import pytest

from spacy_pseudo.errors import PseudoError

from .chat_files import teams_transcript, zoom_chat, zoom_transcript


def vtt(*cues):
    times = (f"00:00:{n:02}.000 --> 00:00:{n:02}.900" for n in range(len(cues)))
    return "WEBVTT\n\nNOTE made by hand\n\n" + "\n\n".join(
        f"{time}\n{cue}" for time, cue in zip(times, cues, strict=True)
    )


def test_a_turn_is_a_message(read):
    cues = (
        "<v Mary Calder>Hello <i>all</i>,</v>",
        "<v Mary Calder>I am Mary Jane</v>",
        "<v.loud Per Sand>yes\nno</v>",
        "<v Mary Calder>so</v>",
    )
    was = read("a.vtt", vtt(*cues))
    assert was.fields("text") == {"1": "Hello <i>all</i>, I am Mary Jane", "2": "yes\nno", "3": "so"}
    assert was.fields("author") == {"1": "Mary Calder", "2": "Per Sand", "3": "Mary Calder"}
    assert was.fields("timestamp") == {"1": "00:00:00.000", "2": "00:00:02.000", "3": "00:00:03.000"}
    assert {m.thread for m in was.messages.values()} == {"meeting"}
    assert was.report.layout == "transcript"


def test_speakers_before_a_colon(read):
    cues = (
        "Mary Calder: Note: tides",
        "no speaker: here",
        "Per: two: three",
        "and on",
        "Question: why?",
        "iPhone of Ann: x",
        "iPhone of Ann: y",
    )
    was = read("a.vtt", vtt(*cues))
    said = [(m.author, m.text) for m in was.messages.values()]
    assert said == [
        ("Mary Calder", "Note: tides"),
        (None, "no speaker: here"),
        ("Per", "two: three"),
        (None, "and on Question: why?"),
        ("iPhone of Ann", "x y"),
    ]


def test_several_voices_in_a_cue(read):
    was = read("a.vtt", vtt("<v Mary>one</v>\n<v Per>two</v>"))
    assert [(m.author, m.text) for m in was.messages.values()] == [("Mary", "one"), ("Per", "two")]


@pytest.mark.parametrize("name", ["meeting.txt", "meeting.vtt"])
def test_a_transcript_is_known_by_its_first_line(read, name):
    assert read(name, teams_transcript()).report.layout == "transcript"
    assert len(read(name, zoom_transcript()).messages) == 24


def test_a_transcript_without_cues(read):
    with pytest.raises(PseudoError, match="P159"):
        read("a.vtt", "WEBVTT\n\n00:00 nothing\n")


CHAT = (
    "10:21:03 From Mary Calder to Everyone:\r\n\tHello\r\n\r\n\tall\r\n"
    "10:21:04\t From  Per Sand : hi Mary\r\n"
    "10:21:05 From Per Sand to Mary Calder(Direct Message):\r\n\tpsst\r\n"
    '10:21:06 From Mary Calder to Everyone:\r\n\tReacted to "hi Mary" with a heart\r\n'
    "10:21:07 From  Per Sand  to  Mary Calder : again\r\n"
    "10:21:08 Von Mary Calder an Alle:\r\n\tVon Per an alle: nein\r\n"
    "2024-02-01 10:21:09 From Per Sand to Hosts and panelists:\r\n\tok\r\n"
)


def test_a_saved_chat(read):
    was = read("chat.txt", CHAT)
    assert [(m.author, m.text) for m in was.messages.values()] == [
        ("Mary Calder", "Hello\n\nall"),
        ("Per Sand", "hi Mary"),
        ("Mary Calder", "Von Per an alle: nein"),
        ("Per Sand", "ok"),
    ]
    assert was.messages["1"].timestamp == "10:21:03"
    assert was.report.left_out == {"private posts": 2, "notices": 1}
    private = read("chat.txt", CHAT, include=["private"])
    assert private.fields("parent_author") == {
        "1": None,
        "2": None,
        "3": "Mary Calder",
        "5": "Mary Calder",
        "6": None,
        "7": None,
    }


def test_a_chat_of_the_cloud(read):
    was = read("chat.txt", "00:21:03\tMary Calder:\tHello: all\n00:21:04\tPer:\tyes\n")
    assert [(m.author, m.text) for m in was.messages.values()] == [("Mary Calder", "Hello: all"), ("Per", "yes")]
    assert len(read("chat.txt", zoom_chat()).messages) == 24
