"""How possible names are used: one pass, one count for each thing that speaks for or against a name."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo import Message
from spacy_pseudo.key import Key
from spacy_pseudo.name_words import WordUse, read_uses
from spacy_pseudo.passes.partitions import Before, Reading, discover_partition
from spacy_pseudo.people.roster import Roster


def use(word: str, *texts: str, messages: Iterable[Message] = ()) -> WordUse:
    found = read_uses([*(Message(text=text) for text in texts), *messages]).get(word)
    assert found is not None
    return found


def test_how_it_is_written() -> None:
    mary = use("mary", "Mary wrote it. We asked Mary, and mary said MARY.")
    assert (mary.count, mary.capitals, mary.begins, mary.mid_capitals, mary.upper) == (4, 3, 1, 2, 1)


def test_a_line_begins_a_sentence() -> None:
    assert use("mary", "we asked\nMary").begins == 1


def test_shouting_says_nothing_of_capitals_within_sentences() -> None:
    assert use("mary", "WE ALL ASKED MARY ABOUT THIS").mid_capitals == 0


def test_the_first_message_with_it() -> None:
    mary = use("mary", "nobody here", "now we asked Mary twice", "Mary")
    assert (mary.first_index, mary.first_length, mary.messages) == (3, 5, 2)


def test_words_before_it() -> None:
    mary = use("mary", "We asked Mary. So mary did. Then\nMary did.")
    assert mary.precedes(0) == {"asked": 1, "so": 1, "then": 1}
    assert mary.precedes(1) == {"asked": 1, "then": 1}
    assert mary.precedes(2) == {"asked": 1}


def test_words_before_it_count_whatever_came_between() -> None:
    letters = "abcdefghijklmnopqrst"
    others = [f"we {a}{b}x Mary" for a in letters for b in letters]
    for texts in ((*others, "we asked Mary", *others, "we asked Mary"), ("we asked Mary", "we asked Mary", *others)):
        assert use("mary", *texts).precedes(0)["asked"] == 2


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("Hi Robert,\n\nhow are you?", "greeted"),
        ("It is so.\n\nKind regards,\nRobert", "signed"),
        ("Thanks Robert for this, it helped", "thanked"),
        ("My name is Robert and I live here", "introduced"),
        ("I asked my brother Robert about it", "kin"),
        ("I asked my colleague Robert about it", "person"),
        ("we read Dr. Robert on this", "titled"),
        ("and the Robert is another thing", "article"),
        ("as Robert wrote in it", "acting"),
        ("with the Robert test we see", "describing"),
        ("I met Robert Grey there", "beside"),
        ("as in Robert, J. it is", "initial"),
        ("as Robert (2010) has it", "cited"),
        ("as Robert et al. have it", "cited"),
        ("it was Robert's turn", "genitive"),
        ("I met Robert-Grey there", "hyphened"),
        ("I am at Robert University now", "institution"),
        ("x = Robert+2 is the one for us", "code"),
    ],
)
def test_where_it_stands(text: str, field: str) -> None:
    assert getattr(use("robert", text), field) == 1
    assert getattr(use("robert", "so we all asked Robert, and it was fine"), field) == 0


def test_who_writes_it_to_whom() -> None:
    robert = use(
        "robert",
        messages=[
            Message(text="It is so.\n\nBest,\nRobert", author="s1"),
            Message(text="Hi Robert,\n\nwell done", author="s2", parent_author="s1"),
            Message(text="Hi Robert,\n\nwell done", author="s3", parent_author="s1"),
            Message(text="we asked Robert", author="s3", parent_author="s2"),
        ],
    )
    assert robert.authors == {"s1": 1, "s2": 1, "s3": 2}
    assert robert.addressees == {"s1": 2, "s2": 1}
    assert robert.signers == {"s1": 1}
    assert robert.greetees == {"s1": 2}


def test_a_quoted_greeting_is_nobodys() -> None:
    text = "I see.\n\n-----Original Message-----\nFrom: somebody\n\nHi Robert,\n\nhow are you?"
    robert = use("robert", messages=[Message(text=text, author="s1", parent_author="s2")])
    assert robert.greetees == {}


def test_rare_names_that_begin_sentences_count_where_names_stand() -> None:
    assert read_uses([Message(text="Any other way is fine. Even so, we go.")]).get("any") is None


def test_discovery_feeds_it_in_its_own_pass() -> None:
    messages = [
        Message(id="1", text="It is so.\n\nBest,\nRobert", author="s1", subject="About Mary"),
        Message(id="2", text="Hi Robert, thanks to Mary", author="s2", parent_author="s1"),
    ]
    reading = Reading(Roster(), Key(), lang="en", judged=True)
    uses = discover_partition(messages, Before(), reading).sightings.uses
    assert uses is not None
    alone = read_uses(messages)
    assert [vars_of(use) for use in uses] == [vars_of(use) for use in alone]
    assert uses.distinct == alone.distinct > 0


def vars_of(use: WordUse) -> dict[str, object]:
    return {name: getattr(use, name) for name in WordUse.__slots__}


TEXTS = st.lists(st.text(alphabet="Mary robetG'’-.,!?\n 1(é", max_size=60), max_size=4)


@given(TEXTS)
def test_counts_fit_together(texts: list[str]) -> None:
    uses = read_uses(Message(text=text, author="s1") for text in texts)
    for seen in uses:
        assert 0 < seen.messages <= seen.count
        assert seen.messages <= len(texts)
        assert seen.mid_capitals <= seen.capitals <= seen.count
        assert seen.upper <= seen.capitals
        assert 0 <= seen.begins <= seen.count
        assert sum(seen.authors.values()) == seen.count
        assert seen.in_slots <= seen.count
        assert uses.occurrences(seen) >= seen.capitals
