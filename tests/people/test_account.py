"""Nothing stays silently: every place that may name a participant is replaced, or in the account with its reason."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_pseudo import Key, Message
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.people.reasons import REASONS

from .conftest import PEOPLE, make_roster

CLASS = {
    "s1": "Ottoline Fairweather",
    "s2": "Walter Brankin",
    "s3": "Priya Raghavan",
    "s4": "Frances Delcourt",
    "s5": "Kenneth Thornbury",
    "s6": "Richard Gillespie",
}
AUTHORS = ("s2", "s3", "s4", "s5", "s6")


@pytest.fixture(scope="module")
def account() -> Any:
    """What is kept of a text, by what stands there: the reason."""
    nlp = make_pipeline(Key.from_roster(make_roster(PEOPLE), mode="id"), allow=["Fergus Falls"])

    def kept(text: str, **metadata: str) -> dict[str, str]:
        doc = nlp(Message(text, id="m", author="nobody", **metadata).to_doc(nlp))
        return {text[row["start"] : row["end"]]: row["reason"] for row in doc._.pseudo_kept}

    return kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Calder (2010) is wrong.", {"Calder": "cited"}),
        ("Perfect Brunhilde! And you?", {"Brunhilde": "in a name's place"}),
        ("We flew to Fergus Falls.", {"Fergus": "allowlist"}),
        ("My sister Kayleigh is a vet.", {"Kayleigh": "relative"}),
        ("We used the Gillespie test.", {"Gillespie": "eponym"}),
        ("We read Robert Burns.", {"Robert": "public figure"}),
        ("Then Mary Harrison came.", {"Mary": "somebody else's full name"}),
        ("There was a Ballantyne beside it.", {"Ballantyne": "surname"}),
        ("We saw Senator Bob at the lake.", {"Bob": "nickname"}),
        ("See the file kayleigh_notes.csv for it.", {"kayleigh": "code"}),
        ("See the file mark-2.jpg for it.", {"mark": "code"}),
        ("It is at https://tides.example/grace/notes now.", {"grace": "code"}),
        ("Well :mark: said :party-grace: so.", {"mark": "code", "grace": "code"}),
        ("Look: ![mark-loaf|690x388](upload://abc.jpeg)", {"mark": "ordinary word"}),
        ("They came on to the Mark of it.", {"Mark": "ordinary word"}),
        ("We mark the place with grace, and may go.", {}),  # not written as names
        ("Yesterday Kayleigh agreed with Fergus.", {}),  # replaced
        ("I read kayleighs point.", {}),  # replaced
        ("It is b/lKayleigh, then.", {"Kayleigh": "not understood"}),
        ("There was a ballantine beside it.", {"ballantine": "similar word"}),
        ("Regards to you allBallantine", {"Ballantine": "similar word"}),  # glued, and a letter off
        ("haha kayleighhhh stop", {}),  # replaced
        ("The Kayleighgate again, or teamkayleigh.", {"Kayleigh": "similar word", "kayleigh": "similar word"}),
        ("i agree with grace on that, as may said above", {}),  # replaced
        ("it may rain with grace, and mark it", {}),
    ],
)
def test_reasons(text: str, kept: dict[str, str], account: Any) -> None:
    assert account(text) == kept


def test_a_rare_word_of_the_name_map_is_a_name_in_small_letters(forum: Any) -> None:
    key, _ = forum(
        [("m1", "s1", "", "It is high.\n\nBest,\n<<Ginny|s1>>")], {"s1": "Virginia Fairweather", "s2": "Will Poe"}
    )
    nlp = make_pipeline(key)
    doc = nlp(Message("will it be long, as we saw ginny and it will.", id="m2", author="s2").to_doc(nlp))
    assert [doc.text[row["start"] : row["end"]] for row in doc._.pseudo_kept] == ["will"]
    assert [doc.text[row["start"] : row["end"]] for row in doc._.pseudo_replacements] == ["ginny"]


def test_the_list_of_reasons_is_closed_and_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "account.md").read_text("utf-8")
    rows = page.partition("| --- | --- | --- |\n")[2].partition("\n\n")[0]
    assert rows.splitlines() == [f"| {one.text} | {one.probability:g} | {one.meaning} |" for one in REASONS]
    assert len({reason.text for reason in REASONS}) == len(REASONS)


# --- Names that were left because many people wrote them ---


def test_whoever_is_spoken_of_everywhere_is_still_a_participant(forum: Any) -> None:
    """A teacher: named in threads in which she does not write."""
    said = ["I went to see", "The handout came from", "Please write to", "I got it from", "We saw", "I will look for"]
    posts = [("m0", "s1", "", "Here is the handout.\n\n<<Ottoline|s1>>")]
    posts += [(f"m{n}", AUTHORS[n % 5], "", f"{what} <<Ottoline|s1>> about it.") for n, what in enumerate(said, 1)]
    _, texts = forum(posts, CLASS, threads={f"m{n}": f"t{n}" for n in range(10)})
    assert texts == [text for *_, text in posts]


def test_a_word_that_often_follows_a_name_makes_no_thing_of_it(forum: Any) -> None:
    bug = "It is a bug that <<Frances|s4>> fixed last week."
    posts = [("m0", "s4", "", "Done.\n\n<<Frances|s4>>"), *((f"m{n}", "s2", "", bug) for n in range(1, 5))]
    _, texts = forum(posts, CLASS, threads={f"m{n}": f"t{n}" for n in range(10)})
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text",
    [
        "I agree with <<Gillespie|s6>>.",
        "Ask <<Fairweather|s1>>!",
        "As <<Thornbury|s5>> told us, it is cold.",
        "Thanks to <<Delcourt|s4>> it works.",
        "I met <<Rich Gillespie|s6>> there.",
        "Please ask <<Ken|s5>> about it.",
        "<<Ken Thornbury|s5>> was there.",
    ],
)
def test_surnames_and_nicknames_where_the_place_speaks_for_a_participant(text: str, forum: Any) -> None:
    posts = [("m1", "s2", "", text)]
    _, texts = forum(posts, CLASS)
    assert texts == [text]


@pytest.mark.parametrize(
    "text", ["Gillespie was a famous trumpeter.", "The Thornbury castle is old.", "Ken is a doll."]
)
def test_without_such_a_place_they_are_kept_and_listed(text: str, forum: Any) -> None:
    key, (written,) = forum([("m1", "s2", "", text)], CLASS)
    (result,) = apply([Message(text, "m1", "s2")], key, make_pipeline(key))
    assert written == text
    assert [text[row["start"] : row["end"]] for row in result.kept] == [
        word for word in ("Gillespie", "Thornbury", "Ken") if word in text
    ]


def test_a_surname_that_the_corpus_cites_is_an_authors(forum: Any) -> None:
    posts = [("m1", "s2", "", "As Gillespie (2010) showed, it is cold."), ("m2", "s3", "m1", "I agree with Gillespie.")]
    _, texts = forum(posts, CLASS)
    assert texts == [text for *_, text in posts]


@pytest.mark.parametrize(
    "text",
    [
        "Suppose a child named Frances is a girl. Then Frances draws a ball.",
        "When Odysseus came home, Frances and Penelope were there.".replace("Frances and ", ""),
    ],
)
def test_invented_people_and_figures_of_stories(text: str, forum: Any) -> None:
    people = {**CLASS, "s7": "Penelope Marsh"}
    _, texts = forum([("m1", "s3", "", text)], people)
    assert texts[0].replace("<<", "").replace(">>", "") == text.replace("|?", "")


def test_a_figures_name_is_a_participants_where_nothing_tells_of_the_story(forum: Any) -> None:
    posts = [("m1", "s3", "", "I went to see <<Penelope|s7>> about it.")]
    _, texts = forum(posts, {**CLASS, "s7": "Penelope Marsh"})
    assert texts == [posts[0][3]]


# --- The promise ---

WORDS = st.sampled_from(
    "Ottoline ottoline OTTOLINE Fairweather Walter Brankin Priya Frances Delcourt Kenneth Ken Rich Gillespie Thornbury "
    "saw the of and with agree (2010) said asked castle sister named my Cohen James . , ? ! \n \n\n -- Hi Best".split(
        " "
    )
)


@cache
def class_pipeline() -> tuple[Key, Language]:
    key = Key.from_roster(make_roster(CLASS), mode="id")
    return key, make_pipeline(key)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=25))
def test_every_form_is_replaced_or_accounted_for(words: list[str]) -> None:
    text = " ".join(words)
    (result,) = apply([Message(text, "m", "s2")], *class_pipeline())
    rows = [*result.replacements, *result.identifiers, *result.others, *result.kept]
    told = {at for row in rows for at in range(row["start"], row["end"])}
    names = {part.lower() for name in CLASS.values() for part in name.split()}
    at = 0
    for word in words:
        start = text.index(word, at)
        at = start + len(word)
        assert word.lower() not in names or told.issuperset(range(start, at)), (text, word)
