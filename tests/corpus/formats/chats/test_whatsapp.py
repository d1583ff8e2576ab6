"""WhatsApp's chats: dates and marks of telephones, lines that nobody wrote, numbers as names."""

import pytest

from spacy_pseudo.errors import PseudoError

from .chat_files import as_zip, whatsapp_ios

HEADS = (
    ("[31.12.20, 21:41:07] Per: hi", "2020-12-31T21:41:07"),
    ("\u200e[12/31/20, 9:41:07\u202fPM] Per: hi", "2020-12-31T21:41:07"),
    ("[2020-12-31, 9:41:07 AM] Per: hi", "2020-12-31T09:41:07"),
    ("[31/12/2020, 21:41:07] \u200eper: hi", "2020-12-31T21:41:07"),
    ("[31.12.2020 klo 21.41.07] Per: hi", "2020-12-31T21:41:07"),
    ("31.12.20, 21:41 - Per: hi", "2020-12-31T21:41:00"),
    ("31/12/2020 21:41 - Per: hi", "2020-12-31T21:41:00"),
    ("12/31/20, 12:41 AM - Per: hi", "2020-12-31T00:41:00"),
    ("31/12/20, 9:41 p. m. - Per: hi", "2020-12-31T21:41:00"),
    ("2020-12-31 21:41 - ~\u202fPer: hi", "2020-12-31T21:41:00"),
)


@pytest.mark.parametrize(("line", "time"), HEADS)
def test_every_style_of_a_date(read, line, time):
    was = read(
        "_chat.txt",
        line + "\nand more: 12.30\n\n",
    )
    [message] = was.messages.values()
    assert message.text == "hi\nand more: 12.30"
    assert (message.author or "").casefold() == "per"
    assert message.timestamp == time
    assert was.report.layout == "whatsapp"


def test_the_order_of_day_and_month_is_that_in_which_time_goes_on(read):
    american = read("_chat.txt", "1/2/24, 9:00 - Per: a\n1/3/24, 9:00 - Per: b\n2/1/24, 9:00 - Per: c\n")
    assert [m.timestamp[:10] for m in american.messages.values()] == ["2024-01-02", "2024-01-03", "2024-02-01"]
    european = read("_chat.txt", "1/2/24, 9:00 - Per: a\n2/2/24, 9:00 - Per: b\n1/3/24, 9:00 - Per: c\n")
    assert [m.timestamp[:10] for m in european.messages.values()] == ["2024-02-01", "2024-02-02", "2024-03-01"]


def test_a_day_that_there_is_not_is_no_time(read):
    was = read("_chat.txt", "31.02.24, 21:41 - Per: a\n99.99.99, 77:77 - Per: b\n")
    assert was.fields("timestamp") == {"1": None, "2": None}
    assert was.fields("text") == {"1": "a", "2": "b"}


NOBODY = (
    "Messages and calls are end-to-end encrypted. Only people in this chat can read them.",
    "Mary Calder added Per Sandqvist",
    'Mary Calder created group "Tides: the moon"',
    'Per Sandqvist changed the subject from "Tides: a" to "Tides: b"',
    "+46 70 765 43 21 left",
    "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand außerhalb dieses Chats kann sie lesen.",
    "Mary Calder hat Per Sandqvist hinzugefügt",
    "Meddelanden och samtal är totalsträckskrypterade.",
    "Mary Calder lade till Per Sandqvist",
    "Los mensajes y las llamadas están cifrados de extremo a extremo.",
    "Mary Calder añadió a Per Sandqvist",
    "Les messages et les appels sont chiffrés de bout en bout.",
    "Mary Calder a ajouté Per Sandqvist",
)
MEDIA = (
    "<Media omitted>",
    "<Medien ausgeschlossen>",
    "<Media har utelämnats>",
    "<Multimedia omitido>",
    "<Médias omis>",
    "\u200eimage omitted",
)
DELETED = (
    "This message was deleted",
    "You deleted this message.",
    "Diese Nachricht wurde gelöscht.",
    "Se eliminó este mensaje.",
    "Ce message a été supprimé",
)


def test_what_nobody_wrote_is_left_out_and_counted(read):
    lines = [f"1.2.24, 09:00 - {line}" for line in NOBODY]
    lines += [f"1.2.24, 09:01 - Per: {line}" for line in (*MEDIA, *DELETED)]
    lines += [
        "1.2.24, 09:02 - Per: I left the book: she added it",
        "1.2.24, 09:03 - Per: map.jpg (file attached)\nwhere we meet",
    ]
    was = read("_chat.txt", "\n".join(lines))
    assert list(was.fields("text").values()) == [
        "I left the book: she added it",
        "map.jpg (file attached)\nwhere we meet",
    ]
    assert was.report.left_out == {"notices": len(NOBODY), "attachments": len(MEDIA), "deleted posts": len(DELETED)}
    assert was.report.people == {"Per": ["Per"]}


def test_on_iphones_a_mark_tells_what_nobody_typed(read):
    text = "[1.2.24, 09:00:00] Tides: \u200eMary Calder added Per\n[1.2.24, 09:00:01] Per: Mary added it\n"
    was = read("_chat.txt", text)
    assert list(was.fields("text").values()) == ["Mary added it"]
    assert "Tides" not in was.report.people


def test_nobody_is_said_to_be_answered(read):
    was = read("_chat.txt", whatsapp_ios())
    assert {(m.parent, m.parent_author, m.thread) for m in was.messages.values()} == {(None, None, "chat")}
    assert was.report.people["+33 6 12 34 56 78"] == []
    assert was.report.people["Tobias Reinholt"] == ["Tobias Reinholt"]


def test_an_archive_with_pictures(read):
    was = read("WhatsApp Chat - Tides.zip", as_zip({"_chat.txt": whatsapp_ios(), "00001-PHOTO.jpg": b"\xff\xd8"}))
    assert was.report.layout == "whatsapp"
    assert len(was.messages) == 24


def test_mentions_by_number(place):
    place.write(
        "_chat.txt",
        "1.2.24, 09:00 - +46 70 765 43 21: hi\n1.2.24, 09:01 - Mary Calder: @46707654321 and @491701234567, call 8\n",
    )
    assert place.run("--seed", 1, messages="_chat.txt") == 0, place.stderr
    per = place.labels["'+46 70 765 43 21"]  # as tables guard it
    first, second = place.written
    assert first["author"] == per
    assert second["text"].startswith(f"@[{per}] and @[USERNAME:")
    assert "491701234567" not in (place.out / "messages.jsonl").read_text("utf-8")
    assert second["text"].endswith("], call 8")


@pytest.mark.parametrize("content", ["", "no chat at all\n", "[1.2.24\n[[[[\n"])
def test_what_is_no_chat(read, content):
    with pytest.raises(PseudoError, match="P159"):
        read("_chat.txt", content, format="whatsapp")


def test_a_huge_line_takes_no_time(read):
    was = read("_chat.txt", "1.2.24, 09:00 - Per: " + "a " * 500_000 + "\n" + "[1.2.24, " * 100_000)
    assert len(was.messages) == 1
