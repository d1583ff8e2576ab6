"""Transformations by hand-made cases and on the example forum: gold fits the text, nothing else changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.corpus.rosters import read_roster
from spacy_pseudo.lab.evaluation.gold import Corpus
from spacy_pseudo.lab.evaluation.guards import metamorphic
from spacy_pseudo.lab.evaluation.guards.metamorphic import GUARDS, run_guards
from spacy_pseudo.lab.evaluation.guards.renaming import NameBook, NamePool, Renaming, misspelt, name_data
from spacy_pseudo.message import Message
from spacy_pseudo.people.roster import Participant, Roster
from spacy_pseudo.scoring.mention_scores import TARGETS, GoldMention
from spacy_pseudo.text.similarity import distance
from spacy_pseudo.text.words import fold, fold_all

ASSETS = Path(__file__).parents[4] / "assets"
Marks = Callable[[str], tuple[str, list[tuple[int, int, str]]]]


@pytest.fixture(scope="module")
def example() -> Corpus:
    rows = map(json.loads, (ASSETS / "gold.jsonl").read_text(encoding="utf8").splitlines())
    gold = {row["id"]: [GoldMention(**mention) for mention in row["mentions"]] for row in rows}
    return Corpus(list(read_messages(ASSETS / "messages.csv")), read_roster(ASSETS / "roster.csv"), gold)


@pytest.fixture
def corpus(marked: Marks) -> Callable[..., Corpus]:
    """'Hi <<Mary|a greeting>>' is a message with a mention; names are those of a, b, c ..."""

    def make(*sources: str, names: tuple[str, ...] = ()) -> Corpus:
        messages, gold = [], {}
        for number, source in enumerate(sources):
            text, spans = marked(source)
            messages.append(Message(text=text, id=f"m{number}"))
            labels = [label.split() for _, _, label in spans]
            gold[f"m{number}"] = [
                GoldMention(start, end, text[start:end], who, kind)
                for (start, end, _), (who, kind) in zip(spans, labels, strict=True)
            ]
        people = (Participant(id, (name,)) for id, name in zip("abcdef", names, strict=False))
        return Corpus(messages, Roster(people), gold)

    return make


def _between(message: Message, mentions: list[GoldMention]) -> list[str]:
    """The text around the mentions."""
    pieces, at = [], 0
    for mention in sorted(mentions):
        pieces.append(message.text[at : mention.start])
        at = mention.end
    return [*pieces, message.text[at:]]


# --- All transformations, on the example ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GUARDS)
@pytest.mark.parametrize("seed", [1, 7])
def test_gold_fits_and_the_rest_stays(example: Corpus, name: str, seed: int) -> None:
    changed = GUARDS[name](*example, seed=seed)
    texts = {message.id: message.text for message in changed.messages}
    assert list(changed.gold) == list(example.gold)
    assert [m.id for m in changed.messages] == [m.id for m in example.messages]
    assert [p.id for p in changed.roster] == [p.id for p in example.roster]
    wrong = [m for id, mentions in changed.gold.items() for m in mentions if texts[id][m.start : m.end] != m.text]
    assert wrong == []
    for old, new in zip(example.messages, changed.messages, strict=True):
        before = _between(old, example.gold[old.id or ""])
        after = _between(new, changed.gold[new.id or ""])
        assert after == ([piece.replace("\n", " ") for piece in before] if name == "no_newlines" else before)
        assert new.metadata == old.metadata


@pytest.mark.parametrize("name", GUARDS)
def test_the_seed_decides(example: Corpus, name: str) -> None:
    first, again, other = (GUARDS[name](*example, seed=seed) for seed in (1, 1, 2))
    everything = [(corpus.messages, list(corpus.roster), corpus.gold) for corpus in (first, again, other)]
    assert everything[0] == everything[1]
    assert (everything[0] != everything[2]) == (name != "no_newlines")


@pytest.mark.parametrize("name", GUARDS)
def test_something_changes_and_the_input_does_not(example: Corpus, name: str) -> None:
    before = (list(example.messages), list(example.roster), {id: list(ms) for id, ms in example.gold.items()})
    changed = GUARDS[name](*example)
    assert (example.messages, list(example.roster), example.gold) == before
    assert (changed.messages, list(changed.roster)) != before[:2]


def test_nobody_keeps_a_name(example: Corpus) -> None:
    renamed = metamorphic.rename(*example)
    old = {word for p in example.roster for name in p.names for word in fold_all(name)} - {"dr", "von", "o"}
    new = {word for p in renamed.roster for name in p.names for word in fold_all(name)}
    assert len(new) > 20
    assert old & new == set()


def test_people_who_shared_a_name_still_do(example: Corpus) -> None:
    renamed = metamorphic.rename(*example)
    first = {id: (renamed.roster.get(id) or Participant(id)).names[0].split()[0] for id in ("s1077", "s1013")}
    assert len(set(first.values())) == 1
    joint = [m for mentions in renamed.gold.values() for m in mentions if m.who == "s1013|s1077"]
    assert {m.text for m in joint} == set(first.values())


def test_shared_first_names(example: Corpus) -> None:
    changed = metamorphic.shared_first_names(*example)
    pairs = zip(example.roster, changed.roster, strict=True)
    new = [fold_all(after.names[0]) for before, after in pairs if before.names != after.names]
    assert 2 <= len(new) <= 12
    assert len({word for words in new for word in words}) < sum(map(len, new))


def test_typos_reach_every_fifth_mention(example: Corpus) -> None:
    changed = metamorphic.typos(*example)
    pairs = [(old, new) for id in example.gold for old, new in zip(example.gold[id], changed.gold[id], strict=True)]
    targets = [(old, new) for old, new in pairs if old.kind in TARGETS and old.participant]
    wrong = [(old.text, new.text) for old, new in pairs if old.text != new.text]
    assert len(wrong) == round(0.2 * len(targets))
    assert {distance(old, new) for old, new in wrong} == {1}
    assert list(changed.roster) == list(example.roster)


def test_roster_alone_is_degraded(example: Corpus) -> None:
    changed = metamorphic.degraded_roster(*example)
    assert (changed.messages, changed.gold) == (example.messages, example.gold)
    same = [old for old, new in zip(example.roster, changed.roster, strict=True) if old.names == new.names]
    assert same == []


def test_run_guards(corpus: Callable[..., Corpus]) -> None:
    small = corpus(
        "Dear all,\n\nhow deep is it?\n\nBest,\n<<Mary|a signature>>",
        "Hi <<Mary|a greeting>>,\n\nnot deep.\n\nRegards,\n<<Robert|b signature>>",
        names=("Mary Poe", "Robert Usher"),
    )
    rows = list(run_guards(*small))
    assert [name for name, _ in rows] == ["base", *GUARDS]
    assert {scores.targets for _, scores in rows} == {3}
    assert rows[0][1].recall == rows[0][1].precision == 1.0
    assert rows[:2] == list(run_guards(*small, guards=["rename"]))
    unlisted = dict(run_guards(*small, guards=["rename"], listed=False))
    assert {scores.targets for scores in unlisted.values()} == {3}


# --- Single transformations -----------------------------------------------------------------------------------------


def test_surnames_of_cited_people(corpus: Callable[..., Corpus]) -> None:
    old = corpus(
        "See <<Whitford, J. K.|X cited>> and <<Ann Hale|X cited>>. <<Mary Poe|a signature>>",
        "<<POE|a greeting>>, <<Usher|b body>>",
        names=("Poe, Mary", "Robert Usher"),
    )
    new = metamorphic.cited_surnames(*old)
    surnames = {(new.roster.get("a") or Participant("a")).names[0], (new.roster.get("b") or Participant("b")).names[0]}
    assert surnames in ({"Whitford, Mary", "Robert Hale"}, {"Hale, Mary", "Robert Whitford"})
    assert new.gold["m1"][0].text in ("WHITFORD", "HALE")
    assert new.messages[0].text.startswith("See Whitford, J. K. and Ann Hale. Mary ")


def test_first_names_of_people_who_are_talked_about(corpus: Callable[..., Corpus]) -> None:
    old = corpus("What <<Elinor Ostrom|X public>> wrote, <<Mary|a signature>>", names=("Mary Poe",))
    new = metamorphic.talked_about(*old)
    assert new.messages[0].text == "What Elinor Ostrom wrote, Elinor"
    assert [p.names for p in new.roster] == [("Elinor Poe",)]


def test_no_surname_of_whom_is_talked_about_becomes_a_first_name(corpus: Callable[..., Corpus]) -> None:
    old = corpus(
        "<<Truman|X public>>, <<Senator Davis|X public>> and <<Davis|X public>>; <<Elinor|X third>>",
        "<<Mary|a signature>>",
        names=("Mary Poe",),
    )
    assert [p.names for p in metamorphic.talked_about(*old).roster] == [("Elinor Poe",)]


def test_the_fullest_name_is_degraded(corpus: Callable[..., Corpus]) -> None:
    old = corpus("", names=("Mary Poe",))
    old = old._replace(roster=Roster([Participant("a", ("M", "Mary Poe", "Mary"))]))
    names = {p.names for seed in range(20) for p in metamorphic.degraded_roster(*old, seed=seed).roster}
    assert len(names) > 3
    assert {len(display) for display in names} == {1}
    assert [display for (display,) in names if "poe" not in display.lower()] == []


def test_names_that_stand_in_unmarked_text(corpus: Callable[..., Corpus]) -> None:
    old = corpus("I liked Margaret and Robert, but not India in Africa. <<Mary|a signature>>", names=("Mary Poe",))
    new = metamorphic.talked_about(*old)
    assert new.gold["m0"][0].text in ("Margaret", "Robert")


def test_a_joint_mention_is_one_persons_once_the_names_differ(corpus: Callable[..., Corpus]) -> None:
    old = corpus(
        "<<Isla|X third>> saw <<Robert|a|b body>>, <<Robert|a signature>>",
        names=("Robert Poe", "Robert Usher"),
    )
    new = metamorphic.talked_about(*old)
    assert (new.gold["m0"][1].text, new.gold["m0"][1].who) in (("Isla", "a"), ("Robert", "a|b"))


def test_wordlike_names(example: Corpus) -> None:
    words = set(" ".join(name_data()["wordlike"]).split())
    new = metamorphic.wordlike(*example)
    assert len([p for p in new.roster if words & set(p.names[0].replace(",", "").split())]) > 10


def test_overlapping_mentions_stay_as_they_are(corpus: Callable[..., Corpus]) -> None:
    old = corpus("<<Mary|a greeting>>: Mary Poe", names=("Mary Poe",))
    old.gold["m0"] += [GoldMention(6, 14, "Mary Poe", "a", "body"), GoldMention(6, 10, "Mary", "a", "body")]
    new = metamorphic.rename(*old)
    text = new.messages[0].text
    assert text.endswith(": Mary Poe")
    assert [text[m.start : m.end] for m in new.gold["m0"]][1:] == ["Mary Poe", "Mary"]


def test_line_breaks_inside_a_mention(corpus: Callable[..., Corpus]) -> None:
    new = metamorphic.no_newlines(*corpus("Yours\n<<Mary\nPoe|a signature>>", names=("Mary Poe",)))
    assert new.messages[0].text == "Yours Mary Poe"
    assert new.gold["m0"][0].text == "Mary Poe"


def test_people_whom_the_roster_lacks(corpus: Callable[..., Corpus]) -> None:
    old = corpus("<<Mary Poe|z signature>>", "Hi <<Mary|z greeting>>, <<Marry|z body>>, <<MARY|z body>>")
    new = metamorphic.rename(*old)
    first = new.gold["m0"][0].text.split()[0]
    assert first != "Mary"
    assert new.gold["m1"][0].text == first
    assert new.gold["m1"][2].text == first.upper()
    assert list(new.roster) == []


# --- How names are rendered -----------------------------------------------------------------------------------------


def _renaming(
    *names: str, first: str | None = "Stephanie", last: str | None = "Özdemir", **options: object
) -> Renaming:
    return Renaming(Participant("a", names), first=first, last=last, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("display", "expected"),
    [
        ("Mary Poe", "Stephanie Özdemir"),
        ("Poe, Mary (SP)", "Özdemir, Stephanie (SP)"),
        ("Dr. Mary POE", "Dr. Stephanie ÖZDEMIR"),
        ("mary poe", "stephanie özdemir"),
        ("M. Poe", "S. Özdemir"),
        ("Mary van der Poe", "Stephanie van der Özdemir"),
        ("Mary-Ann Poe", "Stephanie Özdemir"),
        ("mary.poe@uni.example", "stephanie.ozdemir@uni.example"),
        ("Acme GmbH", "Acme GmbH"),
    ],
)
def test_displays(display: str, expected: str) -> None:
    assert _renaming(display).participant.names == (expected,)


@pytest.mark.parametrize(
    ("old", "text", "expected"),
    [
        ("Robert Gill", "Robert", "Stephanie"),
        ("Robert Gill", "ROBERT GILL", "STEPHANIE ÖZDEMIR"),
        ("Robert Gill", "robert", "stephanie"),
        ("Robert Gill", "Rob", "Ste"),
        ("Robert Gill", "R", "S"),
        ("Robert Gill", "R. G.", "S. Ö."),
        ("Robert Gill", "RG", "SO"),
        ("Robert Gill", "Robert's", "Stephanie's"),
        ("Robert Gill", "Gill, R", "Özdemir, S"),
        ("Robert Gill", "rgill", "sozdemir"),
        ("Robert Gill", "robertg", "stephanieo"),
        ("Robert Gill", "R o b e r t", "S t e p h a n i e"),
        ("Robert Gill", "Sparky", "Sparky"),
        ("Jürgen Gill", "Jurgen", "Stephanie"),
        ("Jürgen Gill", "Juergen", "Stephanie"),
        ("Jürgen Gill", "J?rgen", "St?phanie"),
        ("Robert Müller", "Muller", "Ozdemir"),
        ("Robert Müller", "M?ller", "?zdemir"),
        ("R. Gill", "Robert Gill", "Stephanie Özdemir"),
        ("Robert O'Neil", "O'Neil", "O'Özdemir"),
        ("Robert Oneil", "O'Neil", "Ö'Zdemir"),
        ("Robert Larue", "Robert La Rue", "Stephanie Öz Demir"),
        ("Robert Larue", "LA RUE, R", "ÖZ DEMIR, S"),
        ("Robert Gill", "RXG", "SXO"),
    ],
)
def test_forms(old: str, text: str, expected: str) -> None:
    assert _renaming(old).render(text) == expected


def test_a_letter_is_that_of_the_whole_name() -> None:
    book = NameBook(NamePool(Random(1)))
    letter, _, whole = _renaming("R", "Sparky", "Robert Gill", first=None, last=None, book=book).participant.names
    assert letter == whole[0]


def test_addresses_have_no_accents() -> None:
    assert _renaming("Robert Gill").render("gill", plain=True) == "ozdemir"


def test_nicknames_and_misspellings() -> None:
    renaming = _renaming("Robert Gill")
    nickname, misspelling = renaming.render("Bob"), renaming.render("Robret")
    assert nickname not in ("Bob", "Stephanie")
    assert distance(misspelling, "Stephanie") == 1
    assert (renaming.render("bob"), renaming.render("Robret")) == (nickname.lower(), misspelling)


def test_handles_divide_where_the_person_is_called_so() -> None:
    renaming = _renaming("robertgill", called={"robert"})
    assert renaming.participant.names == ("stephanieozdemir",)
    assert renaming.render("Robert") == "Stephanie"


def test_words_of_nobody_get_one_new_word_each() -> None:
    book = NameBook(NamePool(Random(1)))
    renaming = _renaming("Robert Gill", first=None, last=None, book=book)
    sparky, ace = renaming.render("Sparky"), renaming.render("Ace")
    assert len({sparky, ace, "Sparky", "Ace"}) == 4
    assert (renaming.render("sparky"), renaming.render("SPARKY")) == (sparky.lower(), sparky.upper())


def test_pool_hands_out_each_name_once() -> None:
    pool = NamePool(Random(1), taken={"jurgen"})
    names = [pool.given() for _ in range(500)] + [pool.surname() for _ in range(500)]
    assert len({fold(name) for name in names}) == 1000
    assert "Jürgen" not in names


@pytest.mark.parametrize("word", ["Mary", "Jo", "Özdemir", "Anna", "aaaa"])
def test_misspelt(word: str) -> None:
    slips = {misspelt(word, Random(seed)) for seed in range(40)}
    assert {distance(word, slip) for slip in slips} == {1}
    assert {slip[0] for slip in slips} == {word[0]}
