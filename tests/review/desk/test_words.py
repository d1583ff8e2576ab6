"""`review --as words`: whoever may not read messages gets none, on no page and in no answer."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.review.desk.browsing import QUEUES, Client, Review


@pytest.fixture(scope="module")
def review(copied: Callable[[], Path]) -> Iterator[Review]:
    """RETURNS (Review): One that shows words."""
    place = copied()
    review = Review(place, "--as", "words", "--allow", place / "allow.txt")
    yield review
    review.stop()


def answers(client: Client) -> Iterator[str]:
    """YIELDS (str): All pages, and what posts answer."""
    for queue in QUEUES:
        for path in (f"/q/{queue}", f"/q/{queue}?decided=1"):
            page = client.ask("GET", path)[2]
            yield page
            for case in dict.fromkeys(re.findall(r'data-case="(\w+)"', page)):
                yield json.loads(client.ask("GET", f"/case/{case}?n=1")[2])["case"]
                for action, scope in (("accept", "case"), ("keep", "thread"), ("mask", "place")):
                    _, found = client.post("/decide", cases=[case], action=action, scope=scope)
                    yield " ".join(map(str, found.values()))
                yield str(client.post("/undo", queue=queue, case=case)[1])
                yield str(client.post("/anew", queue=queue, case=case)[1])
    yield client.ask("GET", "/ran")[2]
    for asked in ("", "the", "Kitty", "urchins"):
        yield client.post("/find", asked=asked)[1]["found"]


def test_no_text_no_author_and_no_thread(review: Review, client: Client) -> None:
    with (review.place / "messages.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    runs = {" ".join(words[n : n + 5]) for row in rows for text in (row["text"], row["subject"])
            for words in [re.findall(r"\w+", text)] for n in range(len(words) - 4)}  # fmt: skip
    hidden = {row[name] for row in rows for name in ("id", "thread", "timestamp")}
    count = 0
    for answer in answers(client):
        count += 1
        words = re.findall(r"\w+", re.sub(r'<[^>]*>|data-texts="[^"]*"', " ", answer))
        said = {" ".join(words[n : n + 5]) for n in range(len(words) - 4)}
        assert not said & runs
        assert not hidden & set(re.findall(r"[\w:-]+", answer))
        assert "/m/" not in answer
        assert "/p/" not in answer
        assert 'class="by"' not in answer
    assert count > 40


@pytest.mark.parametrize("path", ["/people", "/m/x", "/p/x"])
def test_pages_of_messages_and_people_are_not_there(client: Client, path: str) -> None:
    assert client.ask("GET", path)[0] == 404


@pytest.mark.parametrize("path", ["/mark", "/form", "/merge"])
def test_posts_about_messages_and_people_are_not_there(client: Client, path: str) -> None:
    assert client.ask("POST", path, {})[0] == 404
