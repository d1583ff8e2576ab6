"""Files of forum tools, made after their documentation; the people are invented."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from spacy_pseudo.corpus.readers import ReadReport, read_messages
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.message import Message


class Was(NamedTuple):
    """What was read: messages by id, in order, and the report."""

    messages: dict[str, Message]
    report: ReadReport

    def fields(self, name: str) -> dict[str, Any]:
        return {id: getattr(message, name) for id, message in self.messages.items()}


class Files:
    """Files in a directory, and what is read from them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, content: Any, encoding: str = "utf-8") -> Path:
        """Text is written as it is; lists and objects as a JSON document."""
        text = content if isinstance(content, str) else json.dumps(content, indent=1)
        path = self.path / name
        path.write_bytes(text.encode(encoding, "surrogatepass"))
        return path

    def read(self, name: str, content: Any, encoding: str = "utf-8", **wishes: Any) -> Was:
        report = ReadReport()
        messages = list(read_messages(self.write(name, content, encoding), report=report, **wishes))
        return Was({message.id or "": message for message in messages}, report)

    def error(self, name: str, content: Any, **wishes: Any) -> str:
        with pytest.raises(PseudoError) as caught:
            self.read(name, content, **wishes)
        return str(caught.value)

    @staticmethod
    def lines(objects: Sequence[Mapping[str, Any]]) -> str:
        return "".join(json.dumps(row) + "\n" for row in objects)

    @staticmethod
    def table(rows: Sequence[Mapping[str, Any]], delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> str:
        stream = io.StringIO()
        writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter, quoting=quoting)
        writer.writeheader()
        writer.writerows(rows)
        return stream.getvalue()


def moodle_post(id: int, parent: int, user: tuple[int, str], message: str, **more: Any) -> dict[str, Any]:
    """A post with all columns of Moodle's export, in its order."""
    return {
        "id": id,
        "discussion": 7,
        "parent": parent,
        "userid": user[0],
        "userfullname": user[1],
        "created": 1706778000 + id,
        "modified": 1706778000 + id,
        "mailed": 1,
        "subject": "Tides" if not parent else "Re: Tides",
        "message": message,
        "messageformat": 1,
        "messagetrust": 0,
        "attachment": "",
        "totalscore": 0,
        "mailnow": 0,
        "deleted": 0,
        "privatereplyto": 0,
        "privatereplytofullname": "",
        "wordcount": 3,
        "charcount": 12,
        **more,
    }


MARY, ROBERT, JANE = (43, "Mary Poe"), (44, "Robert Grey"), (45, "Jane Dorn")
MOODLE = (
    moodle_post(1, 0, MARY, "<p>Hi all,</p><p>I like tides.</p><p>Mary</p>", attachment=1),
    moodle_post(2, 1, ROBERT, "<p>Never mind</p>", deleted=1),
    moodle_post(3, 2, JANE, "Dear Robert,\r\nwhy not?\r\nJane", messageformat=2),
    moodle_post(4, 1, JANE, "<p>Between us, Mary</p>", privatereplyto=43, privatereplytofullname="Mary Poe"),
    moodle_post(5, 4, MARY, "<p>Thanks, Jane</p>"),
)


def edx_post(id: str, kind: str, body: str, **more: Any) -> dict[str, Any]:
    return {
        "_id": {"$oid": id},
        "_type": kind,
        "anonymous": False,
        "anonymous_to_peers": False,
        "at_position_list": [],
        "author_id": "43",
        "author_username": "marypoe",
        "body": body,
        "course_id": "ShoreX/SEA101/2024",
        "created_at": {"$date": 1358028106904},
        "votes": {"up": ["44"], "count": 1},
        **more,
    }


EDX = (
    edx_post(
        "c1",
        "Comment",
        "So do I",
        author_id="44",
        author_username="rgrey",
        comment_thread_id={"$oid": "t1"},
        parent_ids=[],
        visible=True,
    ),
    edx_post(
        "t1", "CommentThread", "I like tides.\n\nMary", title="Tides", commentable_id="week-1", thread_type="question"
    ),
    edx_post(
        "c2",
        "Comment",
        "Why, Robert?",
        author_id="45",
        author_username="jd",
        comment_thread_id={"$oid": "t1"},
        parent_id={"$oid": "c1"},
        parent_ids=[{"$oid": "c1"}],
        created_at={"$date": "2013-02-21T03:03:04.587Z"},
    ),
)


def discourse_post(id: int, number: int, username: str, name: str, raw: str | None, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "name": name,
        "username": username,
        "avatar_template": "/letter/a/{size}.png",
        "created_at": f"2024-02-01T09:0{number}:00.000Z",
        "cooked": f"<p>{raw}</p>",
        **({"raw": raw} if raw is not None else {}),
        "post_number": number,
        "post_type": 1,
        "reply_to_post_number": None,
        "topic_id": 12,
        "user_id": id,
        "hidden": False,
        "deleted_at": None,
        "user_deleted": False,
        **more,
    }


def discourse_topic(*posts: dict[str, Any], **more: Any) -> dict[str, Any]:
    stream = [post["id"] for post in posts]
    topic = {"title": "Tides and Mary", "id": 12, "category_id": 4, "archetype": "regular", "deleted_at": None}
    return {"post_stream": {"posts": list(posts), "stream": stream}, "timeline_lookup": [[1, 0]], **topic, **more}


DISCOURSE = discourse_topic(
    discourse_post(101, 1, "marypoe", "Mary Poe", "I like tides.\nMary"),
    discourse_post(102, 2, "rgrey", "Robert Grey", "Hi Mary"),
    discourse_post(103, 3, "jd", "Jane Dorn", "Hi Robert", reply_to_post_number=2, reply_to_user={"username": "rgrey"}),
)

ARCHIVE = (
    {
        "topic_title": "Tides and Mary",
        "categories": "Courses|Shore",
        "is_pm": "No",
        "post_raw": "Hi Mary,\nso do I.\nRobert",
        "post_cooked": "<p>Hi Mary</p>",
        "like_count": 1,
        "reply_count": 0,
        "url": "https://forum.example/t/tides-and-mary/12/3",
        "created_at": "2024-02-01 09:00:00 UTC",
    },
    {
        "topic_title": "Between us",
        "categories": "-",
        "is_pm": "Yes",
        "post_raw": "Hi Jane",
        "post_cooked": "<p>Hi Jane</p>",
        "like_count": 0,
        "reply_count": 0,
        "url": "https://forum.example/t/between-us/13/1",
        "created_at": "2024-02-02 09:00:00 UTC",
    },
)

CANVAS_VIEW = {
    "unread_entries": [3],
    "entry_ratings": {},
    "forced_entries": [],
    "participants": [
        {
            "id": 43,
            "display_name": "Mary Poe",
            "avatar_image_url": "https://x.example/1",
            "html_url": "https://x.example",
        },
        {"id": 44, "display_name": "Robert Grey"},
        {"id": 46, "display_name": "Anonymous"},
    ],
    "view": [
        {
            "id": 1,
            "user_id": 43,
            "parent_id": None,
            "created_at": "2024-02-01T09:00:00Z",
            "message": "<p>Tides</p>",
            "replies": [
                {
                    "id": 2,
                    "user_id": 44,
                    "parent_id": 1,
                    "created_at": "2024-02-01T10:00:00Z",
                    "message": "<p>Hi Mary</p>",
                },
            ],
        },
    ],
    "new_entries": [],
}
CANVAS_ENTRIES = [
    {
        "id": 1019,
        "user_id": 43,
        "user_name": "Mary Poe",
        "message": "<p>Tides</p>",
        "created_at": "2024-02-01T09:00:00Z",
        "read_state": "read",
        "recent_replies": [
            {
                "id": 1021,
                "user_id": 45,
                "user_name": "Jane Dorn",
                "parent_id": 1020,
                "message": "<p>Hi Robert</p>",
                "created_at": "2024-02-01T11:00:00Z",
            },
            {
                "id": 1020,
                "user_id": 44,
                "user_name": "Robert Grey",
                "parent_id": 1019,
                "message": "<p>Hi Mary</p>",
                "created_at": "2024-02-01T10:00:00Z",
            },
        ],
        "has_more_replies": False,
    }
]
