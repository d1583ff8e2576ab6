"""Groupings by hand: warnings, spurious ones, and mentions of people who are not in the group."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spacy_pseudo.lab.evaluation.gold import Corpus
from spacy_pseudo.lab.evaluation.systems.grouping import GroupingScores, compare_groupings
from spacy_pseudo.message import Message
from spacy_pseudo.people.roster import Participant, Roster
from spacy_pseudo.scoring.scores import GoldMention

Marks = Callable[[str], tuple[str, list[tuple[int, int, str]]]]
Make = Callable[..., Corpus]


@pytest.fixture
def corpus(marked: Marks) -> Make:
    """Lines of 'session thread author: text', the mentions marked with who they are of."""

    def make(*lines: str, silent: tuple[str, ...] = ()) -> Corpus:
        messages, gold, people = [], {}, {}
        for number, line in enumerate(lines):
            head, _, source = line.partition(": ")
            session, thread, author = head.split()
            text, spans = marked(source)
            people[author] = Participant(author)
            messages.append(Message(text, str(number), author, thread=thread, session=session.strip("-") or None))
            gold[str(number)] = [GoldMention(s, e, text[s:e], who, "body") for s, e, who in spans]
        return Corpus(messages, Roster([*people.values(), *map(Participant, silent)]), gold)

    return make


def by_scope(corpus: Corpus, names: dict[str, dict[str, int]]) -> dict[str, tuple[int, ...]]:
    rows = compare_groupings(corpus, names)
    return {row.scope: (row.groups, row.warnings, row.spurious, row.absent, row.missed) for row in rows}


NAMES = {"a": {"Robert": 1, "Ann": 1}, "b": {"Robert": 1}, "c": {"Cy": 1}}


def test_two_of_one_name_in_different_sessions(corpus: Make) -> None:
    """The paper's example: nobody could be in doubt, and only 'all at once' warns."""
    forum = corpus(
        "s1 t1 a: I am <<Robert|a>>",
        "s1 t1 c: Thanks <<Robert|a>>",
        "s2 t2 b: <<Robert|b>> here",
    )
    assert by_scope(forum, NAMES) == {
        "thread": (2, 0, 0, 0, 0),
        "session": (2, 0, 0, 0, 0),
        "all": (1, 1, 1, 0, 0),
    }
    recall = [(row.recall, row.correct_participant) for row in compare_groupings(forum, NAMES)]
    assert recall == [(1, 1), (1, 1), (1, 0)]


def test_two_of_one_name_in_one_session(corpus: Make) -> None:
    """In different threads of a session the doubt is real, though each thread by itself does not show it."""
    forum = corpus(
        "s1 t1 a: I am <<Robert|a>>",
        "s1 t2 b: <<Robert|b>> here",
        "s2 t3 a: <<Robert|a>> again",
    )
    assert by_scope(forum, NAMES) == {
        "thread": (3, 0, 0, 0, 0),
        "session": (2, 1, 0, 0, 0),
        "all": (1, 1, 0, 0, 0),
    }


def test_a_shared_name_that_nobody_writes(corpus: Make) -> None:
    """Warned of by the map alone, in each group; where it does not stand, needlessly."""
    forum = corpus(
        "s1 t1 a: hello",
        "s1 t1 b: good day",
        "s1 t2 a: hello",
        "s1 t2 b: <<Robert|b>>",
        "s2 t3 a: hello",
        "s2 t3 b: good day",
    )
    assert by_scope(forum, NAMES) == {
        "thread": (3, 3, 2, 0, 0),
        "session": (2, 2, 1, 0, 0),
        "all": (1, 1, 0, 0, 0),
    }


def test_a_shared_name_within_a_longer_one_is_no_doubt(corpus: Make) -> None:
    names = {"a": {"Robert": 1, "Robert Grey": 1}, "b": {"Robert": 1}}
    forum = corpus("s1 t1 a: I am <<Robert Grey|a>>", "s1 t1 b: well")
    assert by_scope(forum, names)["session"] == (1, 1, 1, 0, 0)


def test_people_who_do_not_post_in_the_thread(corpus: Make) -> None:
    """Substituting by thread leaves them standing, unless somebody there is called the same."""
    forum = corpus(
        "s1 t1 a: as <<Cy|c>> said",
        "s1 t2 c: <<Cy|c>>",
        "s1 t3 b: what <<Robert|a>>, <<Ann|a>> and <<Cyril|c>> said",
        "s2 t4 b: <<Cy|c>>, <<Robert|a|b>>",
    )
    assert by_scope(forum, NAMES) == {
        # Cy in t1; Robert (replaced, as b) and Ann in t3; Cy in t4. Cyril is not in the map.
        "thread": (4, 0, 0, 4, 3),
        "session": (2, 1, 0, 1, 1),
        "all": (1, 1, 0, 0, 0),
    }


def test_people_who_write_nowhere_may_be_meant_anywhere(corpus: Make) -> None:
    forum = corpus("s1 t1 a: <<Robert|a>>", "s2 t2 c: <<Robert|b>>", silent=("b",))
    assert by_scope(forum, NAMES) == {
        "thread": (2, 1, 0, 0, 0),
        "session": (2, 1, 0, 0, 0),
        # In the first session both may be meant.
        "all": (1, 1, 0, 0, 0),
    }


def test_without_sessions_everything_is_one(corpus: Make) -> None:
    forum = corpus("- t1 a: <<Robert|a>>", "- t2 b: <<Robert|b>>")
    assert by_scope(forum, NAMES) == {
        "thread": (2, 0, 0, 0, 0),
        "session": (1, 1, 0, 0, 0),
        "all": (1, 1, 0, 0, 0),
    }


def test_nothing(corpus: Make) -> None:
    assert compare_groupings(corpus(), {}, scopes=["all"]) == [GroupingScores("all", 0, 0, 0, 0, 0, 0.0, 0.0)]
