"""One invented chat, as each of the tools would export it; after their documentation."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Person(NamedTuple):
    """Somebody of the chat, with an id in each of the tools."""

    name: str
    login: str
    slack: str
    number: int
    phone: str


MARY = Person("Mary Jane Calder", "mjcalder", "U02MARY0C", 43, "+49 170 1234567")
TOBIAS = Person("Tobias Reinholt", "treinholt", "U02TOBI0R", 44, "+46 70 123 45 67")
AURELIE = Person("Aurélie Fontanel", "aurelie.f", "U02AURE0F", 45, "+33 6 12 34 56 78")
PER = Person("Per Sandqvist", "psand", "U02PERS0S", 46, "+46 70 765 43 21")
PEOPLE = (MARY, TOBIAS, AURELIE, PER)

# '{0}' mentions Mary in the way of the tool, '{1}' Tobias, '{2}' Aurélie, '{3}' Per.
SAID = (
    (MARY, "Hi all, I am Mary. Who has read the chapter on tides?"),
    (TOBIAS, "{0} I have, it is long."),
    (AURELIE, "Hello Mary, hello Tobias!\nI read half of it."),
    (PER, "same here\n\nPer"),
    (MARY, "{1} {2} what about the moon?"),
    (TOBIAS, "As Aurélie said, half of it. The moon is in part two."),
    (AURELIE, "I agree with {1}."),
    (PER, "{0}: the library has it. Ask Tobias Reinholt, he has a copy."),
    (MARY, "Thanks Per"),
    (TOBIAS, "Yes, {3} is right (and so is {0})."),
    (AURELIE, "Could you lend it to me, Tobias?"),
    (TOBIAS, "sure, on Friday"),
    (PER, "I would like it after Aurélie, please"),
    (MARY, "cc {3}, {2}"),
    (AURELIE, "Good morning {3}, have a look at page 12."),
    (PER, "Thank you, Aurélie Fontanel"),
    (TOBIAS, "mary, aurélie: the deadline has moved"),
    (MARY, "no way"),
    (AURELIE, "{0} it did, ask {1}"),
    (PER, "I asked Mary Jane and she did not know"),
    (MARY, "I did not know, Per. Sorry!"),
    (TOBIAS, "Never mind, Mary"),
    (AURELIE, "see you all on Friday\n- Aurélie"),
    (PER, "bye {0} {1} {2}"),
)
# Whoever is called so is called nothing else in the chat; in whatever letters.
SECRETS = (
    "mary", "jane", "calder", "tobias", "reinholt", "aurélie", "fontanel", "sandqvist", "per",
    *(p.slack.lower() for p in PEOPLE), *(p.login for p in PEOPLE), *(p.phone for p in PEOPLE),
    *("".join(filter(str.isdigit, p.phone)) for p in PEOPLE),
)  # fmt: skip
# Seconds since 1970 of the first message; one follows the other by so many.
START, STEP = 1706778000, 61


def said(mention: Callable[[Person], str]) -> list[tuple[Person, str]]:
    """RETURNS (list[tuple[Person, str]]): Who says what, with mentions of a kind."""
    return [(person, text.format(*map(mention, PEOPLE))) for person, text in SAID]


def as_zip(files: Mapping[str, str | bytes], root: str = "") -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(root + name, content)
    return stream.getvalue()


def as_tar(files: Mapping[str, str], root: str = "") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(root + name)
            data = content.encode()
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return stream.getvalue()


def as_directory(path: Path, files: Mapping[str, str]) -> Path:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(content, "utf-8")
    return path


# --- Slack ------------------------------------------------------------------------------------------------------------


def slack_user(person: Person, **more: Any) -> dict[str, Any]:
    first = person.name.split()[0]
    profile = {"real_name": person.name, "display_name": first, "email": f"{person.login}@tides.example"}
    return {
        "id": person.slack,
        "name": person.login,
        "real_name": person.name,
        "is_bot": False,
        "profile": profile,
        **more,
    }


def slack_post(number: int, person: Person | None, text: str, **more: Any) -> dict[str, Any]:
    user = {"user": person.slack} if person is not None else {}
    return {"type": "message", **user, "text": text, "ts": f"{START + number * STEP}.000{number:03}", **more}


def slack_mention(person: Person) -> str:
    return f"<@{person.slack}|{person.login}>" if person is TOBIAS else f"<@{person.slack}>"


def slack(posts: list[dict[str, Any]] | None = None, **more: str) -> dict[str, str]:
    """RETURNS (dict[str, str]): The files of a workspace with one channel."""
    posts = [slack_post(n, *one) for n, one in enumerate(said(slack_mention))] if posts is None else posts
    return {
        "users.json": json.dumps([slack_user(person) for person in PEOPLE]),
        "channels.json": json.dumps([{"id": "C02TIDES0", "name": "tides", "members": [p.slack for p in PEOPLE]}]),
        "tides/2024-02-01.json": json.dumps(posts[:14]),
        "tides/2024-02-02.json": json.dumps(posts[14:]),
        **more,
    }


# --- Teams ------------------------------------------------------------------------------------------------------------


def teams_post(number: int, person: Person, text: str, **more: Any) -> dict[str, Any]:
    user = {"id": f"8f1c0000-0000-4000-8000-0000000000{person.number}", "displayName": person.name}
    return {
        "id": str((START + number) * 1000),
        "messageType": "message",
        "createdDateTime": f"2024-02-01T09:{number:02}:00.12Z",
        "deletedDateTime": None,
        "replyToId": None,
        "chatId": None,
        "eventDetail": None,
        "from": {"application": None, "device": None, "user": user},
        "body": {"contentType": "html", "content": f"<p>{text}</p>".replace("\n", "<br>")},
        "channelIdentity": {"teamId": "t-1", "channelId": "19:tides@thread.tacv2"},
        "attachments": [],
        "mentions": [],
        **more,
    }


def teams() -> dict[str, Any]:
    posts = [teams_post(n, *one) for n, one in enumerate(said(lambda p: f'<at id="0">{p.name}</at>'))]
    return {"@odata.context": "https://graph.example/$metadata", "value": posts[::-1]}


# --- Zulip ------------------------------------------------------------------------------------------------------------


def zulip_mention(person: Person) -> str:
    return f"@**{person.name}|{person.number}**" if person is MARY else f"@_**{person.name}**"


def zulip_api(mention: Callable[[Person], str] = zulip_mention) -> dict[str, Any]:
    posts = [
        {
            "id": 100 + number,
            "sender_id": person.number,
            "sender_full_name": person.name,
            "sender_email": f"user{person.number}@chat.example",
            "content": text,
            "content_type": "text/x-markdown",
            "timestamp": START + number * STEP,
            "type": "stream",
            "stream_id": 7,
            "display_recipient": "tides",
            "subject": "moon" if number < 12 else "Mary's deadline",
        }
        for number, (person, text) in enumerate(said(mention))
    ]
    return {"result": "success", "msg": "", "messages": posts, "found_newest": True}


def zulip_export() -> dict[str, str]:
    people = [
        {
            "id": p.number,
            "full_name": p.name,
            "email": f"user{p.number}@chat.example",
            "delivery_email": f"{p.login}@tides.example",
            "is_bot": False,
        }
        for p in PEOPLE
    ]
    posts = [
        {
            "id": 100 + number,
            "sender": person.number,
            "recipient": 3,
            "subject": "moon",
            "content": text,
            "rendered_content": "<p>not read</p>",
            "date_sent": START + number * STEP + 0.25,
            "has_attachment": False,
        }
        for number, (person, text) in enumerate(said(zulip_mention))
    ]
    realm = {
        "zerver_userprofile": [
            *people,
            {"id": 50, "full_name": "Tide Bot", "email": "tide-bot@chat.example", "is_bot": True},
        ],
        "zerver_userprofile_crossrealm": [{"id": 6, "email": "notification-bot@chat.example"}],
        "zerver_stream": [{"id": 7, "name": "tides"}],
        "zerver_recipient": [{"id": 3, "type": 2, "type_id": 7}, {"id": 4, "type": 1, "type_id": 43}],
    }
    return {
        "realm.json": json.dumps(realm),
        "messages-000001.json": json.dumps({"zerver_message": posts[:20]}),
        "messages-000002.json": json.dumps({"zerver_message": posts[20:]}),
    }


# --- WhatsApp, Zoom, transcripts --------------------------------------------------------------------------------------


def whatsapp_mention(person: Person) -> str:
    return f"@\u2068{person.name}\u2069" if person is MARY else "@" + "".join(filter(str.isdigit, person.phone))


def whatsapp_ios() -> str:
    """Per and Aurélie are in nobody's address book."""
    called = {MARY: MARY.name, TOBIAS: f"~\u202f{TOBIAS.name}", AURELIE: f"\u202a{AURELIE.phone}\u202c", PER: PER.name}
    lines = [
        "[01.02.24, 09:00:00] Tides: \u200eMessages and calls are end-to-end encrypted. Nobody else can read them."
    ]
    for number, (person, text) in enumerate(said(whatsapp_mention)):
        lines.append(f"[01.02.24, 09:{number:02}:05] {called[person]}: {text}")
    return "\r\n".join(lines) + "\r\n"


def whatsapp_android() -> str:
    lines = [
        "2/1/24, 8:59\u202fAM - Messages and calls are end-to-end encrypted. Tap to learn more.",
        f'2/1/24, 8:59\u202fAM - {MARY.name} created group "Tides: the moon"',
        f"2/1/24, 8:59\u202fAM - {MARY.name} added {PER.name} and {PER.phone}",
    ]
    for number, (person, text) in enumerate(said(lambda p: f"@\u2068{p.name}\u2069")):
        lines.append(f"2/{13 if number > 20 else 1}/24, {9 + number // 8}:{number:02}\u202fAM - {person.name}: {text}")
    return "\n".join(lines) + "\n"


def zoom_chat() -> str:
    lines = []
    for number, (person, text) in enumerate(said(lambda p: f"@{p.name}")):
        first, *more = text.split("\n")
        lines.append(f"09:{number:02}:05 From {person.name} to Everyone:")
        lines += [f"\t{line}" for line in (first, *more)]
    return "\r\n".join(lines) + "\r\n"


def teams_transcript() -> str:
    cues = ["WEBVTT"]
    for number, (person, text) in enumerate(said(lambda p: p.name)):
        time = f"00:{number:02}:00.000 --> 00:{number:02}:09.500"
        cues.append(f"8f1c/{number}-0\n{time}\n<v {person.name}>{text.replace(chr(10) * 2, chr(10))}</v>")
    return "\n\n".join(cues) + "\n"


def zoom_transcript() -> str:
    cues = ["WEBVTT"]
    for number, (person, text) in enumerate(said(lambda p: p.name), 1):
        cues.append(
            f"{number}\n00:{number:02}:00.000 --> 00:{number:02}:09.500\n{person.name}: {text.replace(chr(10), ' ')}"
        )
    return "\r\n\r\n".join(cue.replace("\n", "\r\n") for cue in cues) + "\r\n"
