"""Who is called what, learned from how people sign and are greeted; the marks show what is found with it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from spacy_pseudo import Key, Message, Roster
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.passes.discovery_report import DiscoveryReport
from spacy_pseudo.people.name_map import NameMap

PEOPLE = {
    "s1": "Robert Gillespie",
    "s2": "Duncan McAllister",
    "s3": "Kayleigh Oduya",
    "s4": "Heather Muir",
    "s5": "Jan van der Moor",
}

# id, author, parent, text
POSTS = [
    ("m01", "s1", "", "How far is the next lighthouse?\n\nBest wishes,\n<<Robbo|s1>>"),
    ("m02", "s2", "m01", "Hi <<Robbo|s1>>,\nit is not far.\n\nCheers,\n<<Sparky|s2>>"),
    ("m03", "s3", "m02", "Thanks <<Sparky|s2>>! I asked <<Robert|s1>> about it, too.\n\n<<Kayleigh|s3>>"),
    ("m04", "s4", "m03", "Hi <<Kayliegh|s3>>,\nI think <<Sparky|s2>> is right.\n\nRegards,\n<<Heather|s4>>"),
    ("m05", "s1", "m04", "Hi <<Hannah|s4>>,\nno doubt about it.\n\nBest wishes,\n<<Robbo|s1>>"),
    ("m06", "s2", "m05", "Well, <<Robbo|s1>>, who knows.\n\nCheers,\n<<Sparky|s2>>"),
    ("m07", "s3", "m06", "What <<Duncan|s2>> says is so, I asked Dr <<van der Moor|s5>>.\n\n<<KO|s3>>"),
]


def forms(key: Key, person: str) -> dict[str, int | None]:
    assert key.name_map is not None
    return {form.text: form.count for form in key.name_map.forms(person)}


def test_every_form_is_learned_and_found(forum: Any) -> None:
    key, texts = forum(POSTS, PEOPLE)
    assert texts == [text for *_, text in POSTS]
    assert {"Robbo", "Robert", "Gillespie"} <= forms(key, "s1").keys()
    assert {"Sparky", "Duncan", "McAllister"} <= forms(key, "s2").keys()
    assert {"Kayliegh", "Kayleigh", "KO"} <= forms(key, "s3").keys()
    assert {"Hannah", "Heather"} <= forms(key, "s4").keys()
    assert {"Jan", "Moor"} <= forms(key, "s5").keys()


def test_nothing_else_is_learned(forum: Any) -> None:
    key, _ = forum(POSTS, PEOPLE)
    learned = {form for person in PEOPLE for form in forms(key, person)}
    assert not learned & {"Well", "Thanks", "Cheers", "Best", "Regards", "Dr", "How", "What", "Hi"}


def test_counts_are_messages(forum: Any) -> None:
    key, _ = forum(POSTS, PEOPLE)
    assert forms(key, "s1")["Robert"] == 1
    assert forms(key, "s2")["Duncan"] == 1
    assert forms(key, "s1")["Gillespie"] == 0
    assert forms(key, "s2")["Sparky"] >= 2


def test_most_frequent_first(forum: Any) -> None:
    key, _ = forum(POSTS, PEOPLE)
    counts = [count or 0 for count in forms(key, "s1").values()]
    assert len(counts) > 3
    assert counts == sorted(counts, reverse=True)


def test_what_is_unsure_is_marked(forum: Any) -> None:
    key, _ = forum(POSTS, PEOPLE)
    unsure = {form.text for person in PEOPLE for form in key.name_map.forms(person) if form.unsure}
    assert "Hannah" in unsure
    assert not unsure & {"Robert", "Duncan", "Kayleigh", "Heather", "Jan"}


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_file_does_not_matter(seed: int, forum: Any) -> None:
    """Answers may come before what they answer."""
    posts = POSTS[::-1] if seed == 0 else random.Random(seed).sample(POSTS, len(POSTS))
    key, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]
    assert forms(key, "s2") == forms(forum(POSTS, PEOPLE)[0], "s2")


def test_without_a_roster(forum: Any) -> None:
    posts = [
        ("m1", "a", "", "How far is it?\n\nBest wishes,\n<<Robert|a>>"),
        ("m2", "b", "m1", "Hi <<Robert|a>>,\nnot far.\n\nCheers,\n<<Kayleigh|b>>"),
        ("m3", "a", "m2", "Thanks <<Kayleigh|b>>, good to know.\n\nBest wishes,\n<<Robert Gillespie|a>>"),
        ("m4", "c", "m3", "I agree with <<Robert|a>> and <<Kayleigh|b>>.\n\nCheers,\n<<Callum|c>>"),
        ("m5", "b", "m4", "<<Callum|c>>, what a nice thought.\n\nCheers,\n<<Kayleigh|b>>"),
    ]
    key, texts = forum(posts)
    assert texts == [text for *_, text in posts]
    assert {"Robert", "Robert Gillespie"} <= forms(key, "a").keys()


def test_who_is_known_by_a_number_says_so_and_is_found(forum: Any) -> None:
    posts = [
        ("m1", "a", "", "Hi all, who brings the book?\n\nBest wishes,\n<<Ute|a>>"),
        ("m2", "+49 171", "m1", "Hi, it's <<Dörte|+49 171>> (new number), I have two"),
        ("m3", "a", "m2", "Perfect <<Dörte|+49 171>>! Nobody else?"),
        ("m4", "a", "m2", "<<doerte|+49 171>> where are you?"),
        ("m5", "b", "m2", "Hi its Monday, and it's strange. Hi, it's Friday."),
    ]
    key, texts = forum(posts)
    assert texts == [text for *_, text in posts]
    assert "Dörte" in forms(key, "+49 171")


def test_a_learned_name_is_found_in_every_usual_spelling(forum: Any) -> None:
    people = {"s1": "Björn van der Heyden", "s2": "Ann Ek"}
    posts = [
        ("m1", "s1", "", "I do.\n\n<<Björn|s1>>"),
        (
            "m2",
            "s2",
            "m1",
            "<<Bjoern|s1>>, thank you. Ask <<bjoern|s1>>, as <<Bjoern van der Heyden|s1>> knows.\n\n<<Ann|s2>>",
        ),
    ]
    _, texts = forum(posts, people)
    assert texts == [text for *_, text in posts]


def test_authors_whom_the_roster_lacks(forum: Any) -> None:
    report = DiscoveryReport()
    posts = [
        *POSTS,
        ("m08", "s9", "m07", "I agree.\n\nBest wishes,\n<<Callum|s9>>"),
        ("m09", "s1", "m08", "Hi <<Callum|s9>>,\nthanks."),
    ]
    _, texts = forum(posts, PEOPLE, report=report)
    assert texts == [text for *_, text in posts]
    assert list(report.unknown_authors) == ["s9"]
    assert report.messages == 9


def test_a_deleted_form_does_not_come_back(marked: Any, roster_of: Any) -> None:
    messages = [Message(marked(text).text, id, author, parent or None) for id, author, parent, text in POSTS]
    first = discover(messages, roster_of(PEOPLE), seed=1)
    assert first.name_map is not None
    edited = first.name_map.to_text().replace(" | ? Hannah [1]", "")
    assert edited != first.name_map.to_text()
    texts = first.to_files() | {"names.txt": edited}
    again = discover(messages, roster_of(PEOPLE), key=Key.from_files(texts), seed=2)
    assert "Hannah" not in forms(again, "s4")
    assert again.pseudonyms.labels == first.pseudonyms.labels
    assert again.name_map is not None
    assert again.name_map.to_text() == edited


def test_what_a_person_wrote_stays(marked: Any, roster_of: Any) -> None:
    messages = [Message(marked(text).text, id, author, parent or None) for id, author, parent, text in POSTS]
    written = "# mine\ns4 | Hen => {}! # so\n! Lighthouse\n"
    key = discover(messages, roster_of(PEOPLE), key=Key(Roster(), NameMap.parse(written, source="names.txt")))
    assert key.name_map is not None
    text = key.name_map.to_text()
    assert text.startswith("# mine\ns4 | Hen => {}!")
    assert "! Lighthouse\n" in text
    assert "Heather" in forms(key, "s4")


def test_new_messages_extend_a_key(marked: Any, roster_of: Any) -> None:
    messages = [Message(marked(text).text, id, author, parent or None) for id, author, parent, text in POSTS]
    key = discover(messages[:4], roster_of(PEOPLE), seed=1)
    before = dict(key.pseudonyms.labels)
    key = discover(messages[4:], roster_of({"s6": "Fergus Ballantyne"}), key=key, seed=2)
    assert before.items() <= key.pseudonyms.labels.items()
    assert "s6" in key.pseudonyms.labels
    assert {"Robbo", "Robert"} <= forms(key, "s1").keys()
    assert "Fergus" in forms(key, "s6")
    assert list(key.context.places) == [message.id for message in messages]


def test_a_place_or_a_topic_that_is_greeted_is_nobody(forum: Any) -> None:
    posts = [
        ("m1", "s1", "", "Hello Scotland!\nI live in Scotland. Scotland is fine.\n\nBest,\n<<Robert|s1>>"),
        ("m2", "s2", "m1", "Scotland, what a place. I love Scotland.\n\nBest,\n<<Duncan|s2>>"),
    ]
    key, texts = forum(posts, PEOPLE)
    assert texts == [text for *_, text in posts]
    assert "Scotland" not in {form for person in PEOPLE for form in forms(key, person)}


def test_eponyms_are_learned(forum: Any) -> None:
    people = {"s1": "Taylor Gillespie", "s2": "Duncan McAllister"}
    posts = [
        (f"m{n}", "s2", "", f"For number {n} the Taylor series converges, and a Taylor series it is.") for n in range(5)
    ]
    posts.append(("m9", "s2", "", "I asked <<Taylor|s1>> about Taylor series."))
    assert forum(posts, people)[1] == [text for *_, text in posts]


def test_discovery_repeats_itself(forum: Any) -> None:
    first, second = (forum(POSTS, PEOPLE, seed=1)[0] for _ in range(2))
    assert first.to_files() == second.to_files()
