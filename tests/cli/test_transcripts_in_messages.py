"""Interviews in messages: whoever speaks is replaced, by name or by initials."""

import pytest

ROSTER = "id,name\nmc,Mary Calder\ntr,Tobias Reinholt\nad,Astrid Dahlin\nmr,Martin Rosell\n"
INTERVIEW = "Our talk:\n\nAD: What did you read?\nMC: The chapter.\nAD: And you, {0}?\nTR: Half of it.\nI: Thank you"


@pytest.fixture
def talk(place):
    place.write("roster.csv", ROSTER)

    def said(*texts):
        people = ("mc", "tr", "ad", "mr")
        rows = [{"id": f"p{n}", "author": person, "text": "I see", "thread": "a"} for n, person in enumerate(people)]
        rows += [{"id": str(n), "author": "tr", "text": text, "thread": "a"} for n, text in enumerate(texts)]
        place.messages(rows)
        assert place.run("--seed", 1) == 0, place.stderr
        texts = [place.texts[str(n)] for n in range(len(texts))]
        for id, label in place.labels.items():
            texts = [text.replace(f"[{label}]", f"<{id}>") for text in texts]
        return texts

    return said


def test_initials_of_speakers(talk, place):
    [text] = talk(INTERVIEW.format("Tobias"))
    lines = (
        "<ad>: What did you read?",
        "<mc>: The chapter.",
        "<ad>: And you, <tr>?",
        "<tr>: Half of it.",
        "I: Thank you",
    )
    assert text == "\n".join(("Our talk:", "", *lines))
    spans = [span for row in place.private("replacements") for span in row["spans"]]
    assert [span[4:8:3] for span in spans if span[7] == "header"] == [["initials", "header"]] * 4


def test_what_labels_nobody(talk):
    texts = (
        "Note: AD is a time.\nQuestion: why?\nNote: so is MC?\nAnswer: no",
        "Pros: cheap\nCons: slow\nPros: near\nCons: far",
        "XY: yes\nZZ: no\nXY: so",
    )
    assert talk(*texts) == list(texts)


def test_initials_that_several_have_are_those_of_who_writes_in_the_thread(talk, place):
    place.write("roster.csv", ROSTER + "nd,Anna Dorn\nef,Erik Fall\nee,Ella Finne\n")
    texts = talk("AD: yes\nMC: no\nAD: so", "EF: yes\nMC: no\nEF: so")
    assert texts == ["<ad>: yes\n<mc>: no\n<ad>: so", "EF: yes\n<mc>: no\nEF: so"]
