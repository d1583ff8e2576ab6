"""Parents, their authors and threads; broken links of every kind."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo.corpus.replies import Threads
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.message import Message
from spacy_pseudo.people.context import Place


def build(*rows, **fields):
    threads = Threads()
    for id, parent in rows:
        threads.add(Message(id=id, author=f"author of {id}", parent=parent, **fields))
    return threads, threads.finish()


def test_parents_and_threads():
    # An answer may stand before what it answers.
    threads, report = build(("2", "1"), ("1", None), ("3", "2"), ("4", None))
    assert threads.place("3") == Place("author of 3", "2", "author of 2", "1", None, 2)
    assert [threads.place(id).thread for id in "1234"] == ["1", "1", "1", "4"]
    assert [threads.parent_author(id) for id in "1234"] == [None, "author of 1", "author of 2", None]
    assert (report.messages, report.missing, report.cycles) == (4, {}, [])
    assert "3" in threads
    assert len(threads) == 4


def test_what_the_file_says_comes_first():
    threads = Threads()
    threads.add(Message(id="1", author="a", thread="t", session="s"))
    threads.add(Message(id="2", author="b", parent="1", parent_author="c"))
    threads.add(Message(id="3", author="b", parent="2", thread="u"))
    threads.finish()
    assert threads.place("2") == Place("b", "1", "c", "t", None, 1)
    assert threads.place("3").thread == "u"
    assert threads.place("1").session == "s"


def test_duplicate_ids():
    with pytest.raises(PseudoError, match=r"P122.*'7': the 1\. and the 3\."):
        build(("7", None), ("8", None), ("7", "8"))


@pytest.mark.parametrize("parent", ["0", "", None, "2"])
def test_no_parent(parent):
    threads, report = build(("1", None), ("2", parent))
    assert threads.place("2") == Place("author of 2", None, None, "2", None, 1)
    assert (report.missing, report.cycles) == ({}, [])


def test_a_message_may_be_called_0():
    threads, _ = build(("0", None), ("1", "0"))
    assert threads.place("1").parent == "0"


def test_missing_parents():
    threads, report = build(("1", "x"), ("2", "1"), ("3", "x"), ("4", "y"))
    assert report.missing == {"1": "x", "3": "x", "4": "y"}
    assert [threads.place(id).parent for id in "1234"] == [None, "1", None, None]
    assert [threads.place(id).thread for id in "1234"] == ["x", "x", "x", "y"]


def test_cycles_are_broken_at_the_earliest():
    threads, report = build(("9", "2"), ("1", "3"), ("2", "1"), ("3", "2"), ("4", "5"), ("5", "4"))
    assert report.cycles == [["1", "3", "2"], ["4", "5"]]
    assert [threads.place(id).parent for id in "123459"] == [None, "1", "2", None, "4", "2"]
    assert [threads.place(id).thread for id in "123459"] == ["1", "1", "1", "4", "4", "1"]


def test_long_chains_take_little_time():
    count = 200_000
    start = time.process_time()
    threads, report = build(*((str(n), str((n + 1) % count)) for n in range(count)))
    assert time.process_time() - start < 10
    assert [len(cycle) for cycle in report.cycles] == [count]
    assert threads.place("5").thread == "0"


@given(st.lists(st.integers(-1, 12), min_size=1, max_size=12))
def test_every_message_has_a_root(parents):
    threads, report = build(*((str(n), str(parent)) for n, parent in enumerate(parents)))
    for n in range(len(parents)):
        seen, at = set(), str(n)
        while (parent := threads.place(at).parent) is not None:
            assert at not in seen
            seen.add(at)
            at = parent
        assert threads.place(str(n)).thread == report.missing.get(at, at)
