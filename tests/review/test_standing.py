"""Which names an intruder with the class list sees in a text, how they are written, and how bad that is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_pseudo import languages
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.people.roster import Participant
from spacy_pseudo.review.audit.class_list import ClassList, parse_name
from spacy_pseudo.review.audit.page import Page
from spacy_pseudo.review.audit.shadow import Shadow
from spacy_pseudo.review.audit.standing import Hit, NameFinder
from spacy_pseudo.review.audit.suspects import SuspectFinder
from spacy_pseudo.review.audit.traces import kept_order, shapes

ROSTER = (
    Participant("s1042", ("Mary Jane Calder",)),
    Participant("s1077", ("Grey, Robert (Bob)",)),
    Participant("s1013", ("Will Page",)),
    Participant("s1155", ("Dr. Ottoline van der Mast",)),
    Participant("s1109", ("María Göransson",)),
    Participant("s1068", ("hedge_pig7", "hp@shore.example")),
    Participant("s1120", ("Heather Lloyd-Baines",)),
)
NAMES = "s1042 | Mollie [3] | MJC [2]\ns1013 | Will [4]\n"
KNOWN = ClassList(ROSTER, NameMap.parse(NAMES))


def find(text: str) -> list[Hit]:
    return SuspectFinder(KNOWN).find(Page(text))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        # As it is, and folded.
        ("I met <<Mary Calder>> there", "full name, as it is, high"),
        ("I met <<Mary Jane Calder>> there", "full name, as it is, high"),
        ("I met <<Mary J. Calder>> there", "full name, as it is, high"),
        ("I met <<mary calder>> there", "full name, folded, high"),
        ("I met <<Ottoline van der Mast>> there", "full name, as it is, high"),
        ("I met <<Mary>> there", "given name, as it is, high"),
        ("I met <<ottoline>> there", "given name, folded, high"),
        ("I met <<Mollie>> there", "form in use, as it is, high"),
        ("I met <<Maria>> there", "given name, as it is, high"),
        ("I met <<MARÍA>> there", "given name, folded, high"),
        ("I met <<Ma\u200bry>> there", "given name, folded, high"),
        ("I met <<Ｍａｒｙ>> there", "given name, folded, high"),
        ("I met <<𝐌𝐚𝐫𝐲>> there", "given name, folded, high"),
        ("I met <<Ⓜⓐⓡⓨ>> there", "given name, folded, high"),
        ("I met <<Mаry>> there", "given name, folded, high"),  # the second letter is Cyrillic
        ("I met <<Goeransson>> there", "surname, as it is, medium"),
        ("it was <<Calder>> who knew", "surname, as it is, medium"),
        ("I agree with <<Baines>> there", "surname, as it is, medium"),
        ("Dear Prof. <<Calder>>, see below", "surname, as it is, high"),
        ("I met <<Bobby>> there", "possible nickname, as it is, medium"),
        # Turned round, with an initial, initials.
        ("1. <<Calder, Mary>>", "full name, reversed, high"),
        ("1. <<CALDER Mary>>", "full name, reversed, high"),
        ("as <<M. Calder>> says", "initial and surname, as it is, medium"),
        ("as <<MJ Calder>> says", "initial and surname, as it is, medium"),
        ("as <<Calder, M>>. says", "initial and surname, as it is, medium"),
        ("ask <<MJC>> for it", "initials, as it is, medium"),
        ("That is all.\n\n<<MJC>>", "initials, as it is, high"),
        # Logins and addresses.
        ("ask <<s1042>> for it", "login or address, as it is, high"),
        ("ask @<<hedge_pig7>> for it", "login or address, as it is, high"),
        ("write to <<mcalder>>@uni.example", "login or address, made of the name, medium"),
        ("see uni.example/~<<marycalder>>/", "full name, glued, high"),
        # In disguise.
        ("I met <<Otoline>> there", "given name, one letter off, medium"),
        ("I met <<Ottolien>> there", "given name, one letter off, medium"),
        ("I met <<0ttoline>> there", "given name, one letter off, medium"),
        ("in <<Ottolines>> garden", "given name, one letter off, medium"),
        ("thanks<<Mary>> for all", "given name, glued, medium"),
        ("Hi<<Mary>>Thanks for all", "given name, glued, medium"),
        ("cheers<<ottoline>> for all", "given name, glued, medium"),
        ("it was <<M a r y>> who", "given name, spaced, medium"),
        ("it was <<M-a-r-y>> who", "given name, spaced, medium"),
        ("it was <<Otto-\nline>> who", "given name, divided, medium"),
        ("see <<http://uni.example/%4Dary>> for", "given name, encoded, high"),
        ("it was <<M&aacute;ry>> who", "given name, encoded, high"),
        # Where names are expected.
        ("Hi <<Zebulon>>,\nfine", "unknown name, as it is, medium"),
        ("Fine.\n\nBest wishes,\n<<Zebulon>>", "unknown name, as it is, medium"),
        ("Fine.\n\n<<Zebulon>>\n-- \nNever mind", "unknown name, as it is, medium"),
        ("hi <<will>>,\nfine", "given name, folded, high"),
        ("So <<Will>> said", "given name, as it is, high"),
    ],
)  # fmt: skip
def test_what_stands_is_found(text: str, what: str, marked: Callable[[str], object]) -> None:
    plain, spans = marked(text)  # type: ignore[misc]
    start, end, _ = spans[0]
    found = [hit for hit in find(plain) if hit.start < end and start < hit.end]
    assert [f"{hit.kind}, {hit.way}, {hit.rank}" for hit in found] == [what]
    assert plain[found[0].start : found[0].end].strip("0") == plain[start:end].strip("0")


@pytest.mark.parametrize(
    "text",
    [
        "It will do, on page 7.",
        "Will it do? Page 7.",
        "Hi all,\nthe mast is red.\n\nThank You",
        "Dear Colleagues,\nhello",
        "[U01] wrote to [EMAIL:U02] on the grey rob of the ottoman",
        "theÂ end of Maryland, and Johnson",
        "He didn't care for Marylanders",
        "",
        "\n\n> > \n",
    ],
)
def test_what_is_no_name_is_not_told(text: str) -> None:
    assert [hit for hit in find(text) if hit.rank != "low"] == []


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("the poems of <<Mary>> Oliver", "medium"),
        ("the poems of <<Mary>> B. Oliver", "medium"),
        ("a mobile by Alexander <<Calder>>", "low"),
        ("<<Will>> you come?", "low"),
        ("<<Heather>> has come.", "high"),
        ("in <<may>>be the garden", None),
    ],
)
def test_what_may_be_somebody_else_ranks_lower(text: str, rank: str | None, marked: Callable[[str], object]) -> None:
    plain, ((start, end, _),) = marked(text)  # type: ignore[misc]
    found = {(hit.start, hit.end): hit.rank for hit in find(plain)}
    assert found.get((start, end)) == rank


def test_the_quick_form_sees_what_is_written_as_it_is() -> None:
    finder = NameFinder(KNOWN)
    assert not finder.worth(Shadow("nothing to be seen here"))
    text = "I met mÁry, hedge_pig7 and thanksMary"
    assert finder.worth(Shadow(text))
    assert [text[hit.start : hit.end] for hit in finder.find(Page(text))] == ["mÁry", "hedge_pig7"]


def test_pseudonyms_are_no_findings() -> None:
    page = Page("I met Mary and Mary")
    page.hide([(6, 10)])
    assert [hit.start for hit in NameFinder(KNOWN).find(page)] == [15]
    drawn = SuspectFinder(KNOWN, drawn=frozenset(("zebulon",)))
    assert drawn.find(Page("Hi Zebulon,\nfine")) == []


def test_names_of_another_language() -> None:
    with languages.speaking("sv"):
        known = ClassList([Participant("a", ("Åsa Björk",)), Participant("b", ("Ylva Ek",))])
        text = "Hej Asa,\njag läste Åsas bok, och Ylvas.\n\nMvh\nYlva"
        found = [text[hit.start : hit.end] for hit in SuspectFinder(known).find(Page(text)) if hit.rank != "low"]
    assert found == ["Asa", "Åsas", "Ylvas", "Ylva"]


@pytest.mark.parametrize(
    ("name", "given", "last", "called", "logins"),
    [
        ("Mary Jane Calder", ["mary"], ["calder"], [], []),
        ("Calder, Mary (London)", ["mary"], ["calder"], [], []),
        ("Robert (Bob) Grey, Jr.", ["robert"], ["grey"], ["bob"], []),
        ('Prof. Dr. Robert "Bobo" L. Grey', ["robert"], ["grey"], ["bobo"], []),
        ("Ottoline van der Mast", ["ottoline"], ["mast"], [], []),
        ("mary.calder@uni.example", ["mary"], ["calder"], [], ["mary.calder@uni.example", "mary.calder"]),
        ("Mary <mc at uni.example>", ["mary"], [], [], ["mc@uni.example", "mc"]),
        ("hedge_pig7", [], [], [], ["hedge_pig7"]),
        ("", [], [], [], []),
    ],
)
def test_registered_names_are_taken_apart(
    name: str, given: list[str], last: list[str], called: list[str], logins: list[str]
) -> None:
    parsed = parse_name(name)
    assert (parsed.given, parsed.last, parsed.called, parsed.logins) == (given, last, called, logins)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("write to a.b@uni.example now", ["e-mail address"]),
        ("write to zbl at uni.example now", ["e-mail address"]),
        ("have a look at page.html now", []),
        ("Phone#:(519)-555-0123 or +46 8 123 45 67", ["telephone number"] * 2),
        ("0.2843  0.1659  1.7141 on 07.03.2002 02:00", []),
        ("ask @zebulon, not a@b", ["handle"]),
    ],
)
def test_shapes(text: str, kinds: list[str]) -> None:
    assert [shape.kind for shape in shapes(text)] == kinds


def test_an_order_that_is_kept_is_told() -> None:
    people = [
        Participant(f"s{n:02}", (name,)) for n, name in enumerate("Mia Ann Zoe Eva Ida Liv Bea Kim Uma Pia".split())
    ]
    by_id = {person.id: f"U{n:02}" for n, person in enumerate(people, 1)}
    by_name = {person.id: f"U{n:02}" for n, person in enumerate(sorted(people, key=lambda p: p.names), 1)}
    drawn = {person.id: f"U{n:02}" for person, n in zip(people, (4, 9, 1, 6, 10, 3, 8, 2, 7, 5), strict=True)}
    assert kept_order(people, by_id) == "ids"
    assert kept_order(people, by_name) == "names"
    assert kept_order(people, drawn) is None
    assert kept_order(people[:4], by_id) is None


_WRITTEN = st.text(st.sampled_from("MaryCdle .,\n>@%4Dé\u200bｍ&;-'0ÂÃ"), max_size=60)


@given(_WRITTEN)
def test_hits_lie_in_the_text_in_order_and_apart(text: str) -> None:
    hits = find(text)
    ends = [0, *(hit.end for hit in hits)]
    assert all(hit.start < hit.end <= len(text) and hit.words for hit in hits)
    assert all(hit.start >= end for hit, end in zip(hits, ends, strict=False))


@given(_WRITTEN, _WRITTEN)
def test_a_full_name_is_never_overlooked(before: str, after: str) -> None:
    text = f"{before} Ottoline Mast {after}"
    start = len(before) + 1
    assert any(hit.rank == "high" and hit.start <= start and hit.end >= start + 13 for hit in find(text))


@given(st.text(max_size=40))
def test_a_folded_text_leads_back(text: str) -> None:
    shadow = Shadow(text)
    words, starts, ends = shadow.places()
    assert all(words)
    assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))
    assert len(words) == len(starts)
