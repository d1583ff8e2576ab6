"""What a person decided is evidence for similar forms and places: what changes, and what never does."""

from __future__ import annotations

import csv
import io

import pytest

from spacy_pseudo import Key, Message
from spacy_pseudo.passes.adapting import find_adaptations
from spacy_pseudo.passes.apply import apply, make_pipeline
from spacy_pseudo.passes.discover import discover

from .conftest import make_roster

PEOPLE = {
    "s1": "Mary Calder",
    "s2": "Robert Gillespie",
    "s3": "Will Harrow",
    "s4": "Mary Poe",
    "s5": "Jane Dorn",
}


def posts(*texts: str) -> list[Message]:
    """Messages from 'author thread: text', with numbers for ids; what stands after a > in the thread is answered."""
    found = []
    for number, line in enumerate(texts, 1):
        author, _, rest = line.partition(" ")
        thread, _, text = rest.partition(": ")
        thread, _, parent = thread.partition(">")
        found.append(Message(text, str(number), author, parent or None, thread=thread, session="x"))
    return found


def table(messages: list[Message], *decisions: tuple[str, str, str]) -> str:
    """A table of decisions: the message, the word in it, and what was decided; `word@2` is its second occurrence."""
    texts = {message.id: message.text for message in messages}
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(("id", "field", "start", "end", "text", "decision", "note"))
    for id, word, decision in decisions:
        word, _, nth = word.partition("@")
        at = -1
        for _ in range(int(nth or 1)):
            at = texts[id].index(word, at + 1)
        writer.writerow((id, "text", at, at + len(word), word, decision, ""))
    return stream.getvalue()


def judged(
    messages: list[Message], *decisions: tuple[str, str, str], more: str = "", people: dict[str, str] = PEOPLE
) -> tuple[list[str | None], Key]:
    """The texts after all that follows from decisions has been found, and the key."""
    key = discover(messages, make_roster(people), pseudonyms="id")
    key = Key.from_files({**key.to_files(), "decisions.csv": table(messages, *decisions) + more})
    nlp = make_pipeline(key)
    key.adapt(find_adaptations(messages, key, nlp))
    again = Key.from_files(key.to_files())  # what follows is in the key: nothing else is needed to apply it
    texts = [result.text for result in apply(messages, again, make_pipeline(again))]
    assert find_adaptations(messages, again, make_pipeline(again)) == key.judged_places  # nor does it change anything
    assert again.adaptations() == key.adaptations()
    return texts, again


def because(key: Key) -> list[tuple[str, str, str, str, list[str]]]:
    return [(one.id, one.text, one.was, one.now, [c.id for c in one.because]) for one in key.adaptations()]


# --- Kept, and replaced after all ---

SURNAMES = posts(
    "s1 a: There was a Gillespie beside it.",
    "s5 b: I have seen a Gillespie there, too.",
    "s5 b: Gillespie (2010) was right.",
    "s1 c: They found the Harrow of it.",
)


def test_a_name_that_was_kept_is_replaced_where_it_was_kept_for_the_same_reason() -> None:
    texts, key = judged(SURNAMES, ("1", "Gillespie", "s2"))
    assert texts == [
        "There was a [s2] beside it.",
        "I have seen a [s2] there, too.",
        "Gillespie (2010) was right.",  # kept for another reason
        SURNAMES[3].text,
    ]
    assert because(key) == [("2", "Gillespie", "kept: surname", "s2", ["1"])]


def test_decisions_that_disagree_teach_nothing() -> None:
    more = posts("s1 a: A Gillespie is here.", "s5 b: A Gillespie is there.", "s3 c: I saw a Gillespie, too.")
    texts, key = judged(more, ("1", "Gillespie", "s2"), ("2", "Gillespie", "keep"))
    assert texts == ["A [s2] is here.", "A Gillespie is there.", "I saw a Gillespie, too."]
    assert because(key) == []


def test_what_a_person_decided_stays() -> None:
    texts, _ = judged(SURNAMES, ("1", "Gillespie", "s2"), more="2,thread,,,Gillespie,keep,\n")
    assert texts[1] == SURNAMES[1].text


def test_a_name_may_be_masked_on_the_same_evidence() -> None:
    texts, _ = judged(SURNAMES, ("1", "Gillespie", "mask"))
    assert texts[:2] == ["There was a [U?] beside it.", "I have seen a [U?] there, too."]


def test_an_ordinary_word_is_a_name_beside_the_same_word_only() -> None:
    messages = posts(
        "s1 a: The Will of the people.",
        "s1 b: He asked the Will of all, and saw a Will on the table.",
        "s2 c: It is the Will we know.",
    )
    texts, key = judged(messages, ("1", "Will", "s3"))
    assert texts == [
        "The [s3] of the people.",
        "He asked the [s3] of all, and saw a Will on the table.",
        "It is the [s3] we know.",
    ]
    assert [row[0] for row in because(key)] == ["2", "3"]


# --- Who of several ---

SHARED = posts(
    "s5 c: I saw Mary at the tide.",
    "s5 c: I think Mary was right.",
    "s3 c: I hope Mary comes.",
    "s5 d: And Mary sleeps.",
    "s3 e: > I saw Mary at the tide.\nYes!",
)


def test_who_is_meant_by_one_author_in_one_thread() -> None:
    texts, key = judged(SHARED, ("1", "Mary", "s4"))
    assert texts[:2] == ["I saw [s4] at the tide.", "I think [s4] was right."]
    assert [("[s4]" in (text or "")) for text in texts[2:4]] == [False, False]  # another author, another thread
    assert texts[4] == "> I saw [s4] at the tide.\nYes!"  # the same passage
    assert [(row[0], row[3]) for row in because(key)] == [("2", "s4"), ("5", "s4")]


def test_who_is_meant_by_one_author_who_writes_to_one_person() -> None:
    messages = posts(
        "s1 a: Hi.",
        "s5 a>1: I saw Mary Poe and Mary.",
        "s1 b: Ho.",
        "s5 b>3: I think Mary was right.",
        "s2 b>3: I think Mary was right, too.",
    )
    texts, _ = judged(messages, ("2", "Mary@2", "s4"))
    assert (texts[3], "[s4]" in (texts[4] or "")) == ("I think [s4] was right.", False)


def test_a_slip_of_the_pen_is_nobodys_name() -> None:
    """A person who is not called so is meant in that place, and in copies of it, only."""
    texts, key = judged(SHARED, ("1", "Mary", "s2"))
    assert [row[0] for row in because(key)] == ["5"]
    assert "[s2]" not in (texts[1] or "")


# --- Replaced, and kept after all ---


def test_a_name_that_is_sure_never_stands_because_of_others() -> None:
    messages = posts(
        "s1 a: Robert was here.", "s2 a: Yes.\nRobert", "s5 a: Robert is kind.", "s3 a: I like Robert, and Robert me."
    )
    texts, key = judged(messages, ("1", "Robert", "keep"), ("3", "Robert", "keep"))
    assert texts == ["Robert was here.", "Yes.\n[s2]", "Robert is kind.", "I like [s2], and [s2] me."]
    assert because(key) == []


OLAF = posts(
    "s5 d: Dear Olaf,\nthe snow melts.",
    "s2 d: Dear Olaf,\nit is warm.",
    "s1 e: Dear Olaf,\nhow is life?",
    "s1 e: I said so.\nThanks, Olaf",
)


def test_a_name_of_nobody_stands_where_two_decisions_say_so() -> None:
    texts, key = judged(OLAF, ("1", "Olaf", "keep"))
    assert texts[2] == "Dear [U?],\nhow is life?"
    assert because(key) == []
    texts, key = judged(OLAF, ("1", "Olaf", "keep"), ("2", "Olaf", "keep"))
    assert texts[2] == OLAF[2].text
    assert because(key) == [("3", "Olaf", "mask", "keep", ["1", "2"])]


def test_a_shared_name_never_stands() -> None:
    messages = posts("s5 a: I saw Mary there.", "s5 b: So Mary is here.", "s5 c: And Mary came.")
    people = {**PEOPLE, "s6": "Mary Grey"}
    before, _ = judged(messages, people=people)
    texts, _ = judged(messages, ("1", "Mary", "keep"), ("2", "Mary", "keep"), people=people)
    assert texts[2] == before[2] != messages[2].text


def test_copies_follow_one_decision() -> None:
    messages = posts("s5 a: He is the Mary of the north.", "s3 a: > He is the Mary of the north.\nSo he is.")
    texts, key = judged(messages, ("1", "Mary", "keep"))
    assert texts[1] == messages[1].text
    (result,) = apply(messages[1:], key, make_pipeline(key))
    assert [row["reason"] for row in result.kept] == ["decided by you elsewhere"]


# --- Forms ---


def test_what_somebody_is_called_in_one_place_is_their_name() -> None:
    messages = posts(
        "s1 e: It was Sparky who wrote it.", "s5 e: Hi Sparky,\nthanks.", "s3 e: I asked Sparky.", "s2 e: A sparky one."
    )
    texts, key = judged(messages, ("1", "Sparky", "s2"))
    assert texts[:3] == ["It was [s2] who wrote it.", "Hi [s2],\nthanks.", "I asked [s2]."]
    assert because(key) == [("s2", "Sparky", "nobody's", "taken", ["1"])]
    assert key.name_map is not None
    assert "Sparky" not in key.name_map.to_text()  # it goes when the decision goes


@pytest.mark.parametrize("text", ["It was Chief who wrote it.", "It was Dorn who wrote it."])
def test_neither_an_ordinary_word_nor_what_others_are_called(text: str) -> None:
    word = text.split()[2]
    messages = posts(f"s1 e: {text}", f"s1 f: Then {word} came.")
    before, _ = judged(messages)
    texts, key = judged(messages, ("1", word, "s2"))
    assert not key.judged_forms
    assert texts[1] == before[1]


def test_a_usual_name_is_somebodys_in_the_same_company_only() -> None:
    messages = posts(
        "s5 a: Hi Emily,\nyes.",
        "s5 a: Hi Emily,\nand no.",
        "s1 c: Hi Emily,\nso you say.",
        "s1 d: I read Emily again.",
    )
    texts, key = judged(messages, ("1", "Emily", "s2"))
    assert texts == ["Hi [s2],\nyes.", "Hi [s2],\nand no.", "Hi [U?],\nso you say.", "I read Emily again."]
    assert key.judged_forms == []


def edited(messages: list[Message], people: dict[str, str], *edits: tuple[str, str], **settings: float) -> Key:
    """The key after a person has edited names.txt."""
    key = discover(messages, make_roster(people), pseudonyms="id", **settings)  # type: ignore[arg-type]
    files = key.to_files()
    for old, new in edits:
        assert old in files["names.txt"]
        files["names.txt"] = files["names.txt"].replace(old, new, 1)
    return Key.from_files(files)


HANDLES = {"xk": "xk12", "zz": "zz7", "qr": "qr5", "ab": "ab3"}


@pytest.mark.parametrize(("written", "seen"), [("Margaret", "Meg"), ("Bartolomea", "Bartolomeea")])
def test_nicknames_and_slips_of_what_a_person_wrote(written: str, seen: str) -> None:
    messages = posts("xk a: So it is.", f"zz a>1: {seen}, you said so.", "qr b: No.", f"zz b: I think {seen} is right.")
    before = edited(messages, HANDLES, threshold=0.8)
    assert before.judged_forms == []
    key = edited(messages, HANDLES, ("xk | ", f"xk | {written} | "), threshold=0.8)
    assert because(key) == [("xk", seen, "not taken", "taken", ["xk"])]
    texts = [result.text for result in apply(messages, key, make_pipeline(key))]
    assert texts[1] == "[xk], you said so."
    key = edited(messages, HANDLES, ("zz | ", f"zz | {written} | "), threshold=0.8)
    assert key.judged_forms == []  # somebody else's


def signing(word: str, *people: str) -> list[Message]:
    return posts(*(f"{person} t{person}: So.\nCheers,\n{word}" for person in people))


@pytest.mark.parametrize(
    ("word", "threshold", "deleted", "dropped"),
    [
        ("Tidal", 0.1, 1, True),  # a word that everybody uses
        ("Solent", 0.2, 1, False),  # a word that may be left to one of them on purpose
        ("Solent", 0.2, 2, True),
        ("Bonny", 0.5, 2, False),  # a name
    ],
)
def test_a_word_that_a_person_deleted_for_others(word: str, threshold: float, deleted: int, *, dropped: bool) -> None:
    messages = signing(word, "xk", "zz", "qr")
    edits = [(f"{person} | ? {word} [1] |", f"{person} |") for person in ("xk", "zz")]
    key = edited(messages, HANDLES, *edits[:deleted], threshold=threshold)
    changed = [one.id for one in key.judged_forms]
    assert ("qr" in changed) is dropped
    (result,) = apply(messages[2:], key, make_pipeline(key))
    assert (word in (result.text or "")) is dropped


def test_what_a_person_wrote_is_never_dropped() -> None:
    messages = signing("Tidal", "xk", "zz")
    edits = ("xk | ? Tidal [1] |", "xk |"), ("zz | ? Tidal [1] |", "zz | Tidal [1] |")
    assert edited(messages, HANDLES, *edits, threshold=0.05).judged_forms == []
