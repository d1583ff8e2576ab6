"""What the judge learns from: which words are names, in gold, in lists and in simulated forums."""

from __future__ import annotations

from pathlib import Path

import pytest

from spacy_pseudo.errors import PseudoError
from spacy_pseudo.lab.training.judge_training import examples_of, learn
from spacy_pseudo.lab.training.training_data import Source, names_in, of_list, simulated, simulated_settings
from spacy_pseudo.message import Message
from spacy_pseudo.name_words import read_uses
from spacy_pseudo.scoring.scores import GoldMention

from .conftest import quick_config


def mention(text: str, who: str, kind: str) -> GoldMention:
    return GoldMention(0, len(text), text, who, kind)


def test_names_are_those_of_all_people_without_titles_and_particles() -> None:
    gold = {
        "1": [mention("Dr. Zdenka van der Törn", "p1", "signature"), mention("Will", "-", "nonname")],
        "2": [mention("Mochi", "X", "third"), mention("Bandura", "X", "cited"), mention("Ada Lovelace", "X", "public")],
    }
    assert names_in(gold) == {"zdenka", "torn", "mochi", "bandura", "ada", "lovelace"}


def test_whom_a_message_answers_is_found_by_its_parent() -> None:
    text = "Hi Zdenka, yes."
    given = [
        Message(text, id="1", author="a"),
        Message(text, id="2", author="b", parent="1"),
        Message(text, parent="9"),
    ]
    zdenka = read_uses(given).get("zdenka")
    assert zdenka is not None
    assert zdenka.greetees == {"a": 1}


def test_a_judged_list_teaches_what_it_says(tmp_path: Path, forum: list[Message]) -> None:
    path = tmp_path / "list.csv"
    path.write_text("word;occurrences;Name\nZdenka;4;yes\nqualtrics;3;no\nlisbon;2;\n", "utf-8")
    source = of_list(forum, path)
    found = examples_of([(source, read_uses(source.messages))], ("the",))
    assert dict(zip(found.words, found.names.tolist(), strict=True)) == {"zdenka": True, "qualtrics": False}


def test_of_a_pruned_list_the_rest_is_no_name(tmp_path: Path, forum: list[Message]) -> None:
    path = tmp_path / "list.csv"
    path.write_text("word,occurrences,probability\nzdenka,4,0.9\nmochi,1,\n", "utf-8")
    source = of_list(forum, path)
    found = examples_of([(source, read_uses(source.messages))], ("the",))
    assert {word for word, name in zip(found.words, found.names, strict=True) if name} == {"zdenka", "mochi"}
    assert "tanvi" in found.words


@pytest.mark.parametrize(
    ("text", "code"), [("word,name\nzdenka,perhaps\n", "P776"), ("wort,name\nzdenka,yes\n", "P777"), ("", "P762")]
)
def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "list.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(PseudoError) as raised:
        of_list([], path)
    assert raised.value.code == code
    assert "zdenka" not in str(raised.value)


def test_the_same_is_learned_from_the_same(sources: list[Source]) -> None:
    first, second, other = (learn(sources, quick_config(seed=seed))[0].to_bytes() for seed in (3, 3, 4))
    assert first == second
    assert first != other


def test_a_users_list_changes_the_judgement(sources: list[Source], forum: list[Message]) -> None:
    """Somebody whose participants are called like software says so, again and again."""
    uses = read_uses(forum)
    texts = [f"we used {word} again." for word in ("Abcdee", "Bcdefo", "Cdefgu", "Defgha", "Efghie", "Fghijo")]
    texts += [f"I like {word} a lot." for word in ("Ghijku", "Hijkla", "Ijklme", "Jklmno", "Klmnou", "Lmnopa")]
    messages = [Message(text, id=str(number)) for number, text in enumerate(texts * 3)]
    words = {use.word for use in read_uses(messages)}
    assert len(words) >= 12
    config = quick_config(epochs=25, folds=0)
    yes = Source("mine", messages, frozenset(words))
    no = yes._replace(names=frozenset())
    told_yes, told_no = (learn([*sources, *[s] * 10], config)[0].predict(uses)["qualtrics"] for s in (yes, no))
    assert told_yes > told_no


def test_simulated_forums_are_the_same_each_time_and_label_people_only() -> None:
    settings = {"seed": 4, "messages": 80, "participants": 10, "asides": 2.0, "acquaintances": 1.0}
    (first,), (second,) = (list(simulated([settings])) for _ in range(2))
    assert first == second
    text = " ".join(message.text for message in first.messages)
    things = {"Moodle", "Coursera", "Photoshop", "Wikipedia", "LinkedIn", "Docker", "Evernote", "Facebook", "Netflix"}
    assert {thing for thing in things if thing in text}
    assert first.names.isdisjoint({thing.lower() for thing in things})
    assert any(message.parent for message in first.messages)
    (alone,) = simulated([{**settings, "metadata": False, "roster": True}])
    assert {message.author for message in alone.messages} == {None}
    assert alone.roster_names
    assert len({str(values) for values in simulated_settings()}) == len(simulated_settings()) > 10
