"""Swedish messages: names in every shape, cited authors, and words that are names as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from spacy_pseudo import Key, Message, Participant, Roster, languages
from spacy_pseudo.attrs import IDENTIFIER_LABELS
from spacy_pseudo.passes.apply import make_pipeline
from spacy_pseudo.people.nicknames import nicknames_of, related

PEOPLE = {
    "s11": "Maria Lundgren",
    "s12": "Lars Bergström",
    "s13": "Björn Wikström",
    "s14": "Per Ek",
    "s15": "Åke Sten",
    "s16": "Saga Lind",
    "s17": "Katarina Sjöberg",
    "s18": "Stig Mark",
    "s19": "Anna-Karin Öberg",
    "s20": "Mikael Vind",
    "s21": "Bo Hallgren",
    "s22": "Siv Rosén",
    "s23": "Ragnar Tornqvist",
    "s24": "My Dahl",
}
CLASS = {"thread": "t1", "author": "s24", "parent_author": "s12"}


@pytest.fixture(scope="module")
def swedish(marked: Any, mark: Any) -> Callable[..., str]:
    """Link one marked text with a Swedish key of the roster; gives the text with the marks that linking sets."""
    roster = Roster(Participant(id, (name,)) for id, name in PEOPLE.items())
    nlp = make_pipeline(Key.from_roster(roster, mode="id", lang="sv"))

    def link(text: str, **metadata: Any) -> str:
        plain = marked(text).text
        doc = nlp(Message(plain, **{"id": "m", "author": "nobody", **metadata}).to_doc(nlp))
        names = (r for r in doc._.pseudo_replacements if r["category"] not in IDENTIFIER_LABELS)
        return mark(plain, [(r["start"], r["end"], r["participant"]) for r in names])

    return link


@pytest.mark.parametrize(
    "text",
    [
        "Hej <<Maria|s11>>!\n\nBra idé.",
        "Hejsan <<Lars|s12>>, hur går det?",
        "Hej <<Maria|s11>> och <<Lars|s12>>!\nVi ses i morgon.",
        "hej hej <<maria|s11>>, såg du filmen?",
        "Tack så mycket <<Björn|s13>>! Nu fungerar det.",
        "Tack för svaret <<Åke|s15>>!",
        "Stort tack till <<Katarina Sjöberg|s17>> för hjälpen.",
        "Kära <<Siv|s22>>,\n\ntack för brevet.",
        "God morgon <<Stig|s18>>!\nHur är läget?",
        "Välkommen <<Ragnar|s23>>, kul att du är med.",
        "@<<Saga|s16>> har du läst kapitlet?",
        "Tjena <<Per|s14>>!\nKommer du ikväll?",
        "Jag läste det i går.\n\nMed vänlig hälsning\n<<Bo Hallgren|s21>>",
        "Vi ses på måndag.\nMvh <<Stig|s18>>",
        "Ha en bra helg!\n/<<Saga|s16>>",
        "Ser fram emot det. Kram <<Siv|s22>>",
        "Allt gott,\n<<Ragnar Tornqvist|s23>>\nUniversitetslektor",
        "Tack på förhand\n<<Åke|s15>>",
        "Jag heter <<Björn|s13>> och bor i Lund.",
        "Mitt namn är <<Anna-Karin Öberg|s19>>.",
        "<<Ragnar|s23>> här, från Falun.",
    ],
)  # fmt: skip
def test_greetings_and_sign_offs(swedish: Callable[..., str], text: str) -> None:
    signed = not text.lower().startswith(("hej", "tack så", "tack för", "stort", "kära", "god", "välk", "@", "tjena"))
    names = {"signed": [s for s in PEOPLE if f"|{s}>>" in text][-1]}
    assert swedish(text, **({"author": names["signed"]} if signed else {})) == text


@pytest.mark.parametrize(
    "text",
    [
        "Jag håller med om <<Maria|s11>>s förslag.",
        "I <<Lars|s12>>' inlägg finns ett bra exempel.",
        "Jag läste <<Lars|s12>> text i går.",
        "Har ni sett <<Björn|s13>>s bild?",
        "Enligt <<Anna-Karin|s19>>s sammanfattning är det så.",
        "Det var <<Katarina Sjöberg|s17>>s idé från början.",
        "Jag tycker att <<Siv|s22>>s fråga är viktig.",
    ],
)
def test_genitives_without_an_apostrophe(swedish: Callable[..., str], text: str) -> None:
    assert swedish(text, **CLASS) == text


@pytest.mark.parametrize(
    "text",
    [
        "Hej <<Lasse|s12>>!\nTack för senast.",
        "Hej <<Kattis|s17>>, när är seminariet?",
        "Tack <<Micke|s20>>, nu fungerar länken!",
        "Hej <<Bosse|s21>>!",
        "Hej <<Lras|s12>>, bra skrivet.",
        "Hej <<Katarnia|s17>>!\nEn fråga bara.",
        "Jag undrar vad <<Mikaell|s20>> menar.",
        "Tack<<Maria|s11>>, det hjälpte.",
        "hej<<katarina|s17>>!",
        "Hej <<AK|s19>>!\nVi ses.",
    ],
)
def test_nicknames_slips_initials_and_glued_names(swedish: Callable[..., str], text: str) -> None:
    who = next(s for s in PEOPLE if f"|{s}>>" in text)
    assert swedish(text, parent_author=who, thread="t1") == text


@pytest.mark.parametrize(
    "text",
    [
        "Hej alla!\nNågon som vet när tentan är?",
        "Hej på er!",
        "Hej igen, jag glömde en sak.",
        "Hej där, hur går det?",
        "Tack alla för hjälpen!",
        "Tack så mycket på förhand!",
        "Bästa kursare, vi ses i morgon.",
        "Vi såg en björn på en stig vid en sten. Björn är ett stort djur, och björnar äter bär.",
        "Stigen går över berg och mark. Mark finns det gott om.",
        "Sten för sten byggs muren. Det kostar tio kronor per person.",
        "Per person blir det tio kronor. Saga eller sanning?",
        "Det är vind från norr. Vind och vatten sliter på stranden.",
        "Ek och lind växer i parken. Lind blommar i juli.",
        "Ros och lilja. Rosen är röd.",
        "De vill bo i staden. Bo i staden kan man göra billigt.",
        "Åke vi nu så hinner vi.",
        "Kan man ta min bok i stället? My är en grekisk bokstav.",
        "Min bror Lars och min syster Maria kommer på besök.",
        "Hennes dotter Saga är fem år.",
        "I mars och april regnar det. Maj är bäst.",
        "Med vänlig hälsning",
        "Tack på förhand!",
    ],
)
def test_words_and_other_people_stay(swedish: Callable[..., str], text: str) -> None:
    assert swedish(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "Enligt Lundgren (2010) är det tvärtom.",
        "Lundgren och Wikström (2012) menar något annat.",
        "Det har visats förut (Lundgren, 2010, s. 12; Ek & Sten, 2011).",
        "Det har visats förut (Lundgren och Wikström, 2012, s. 3–4).",
        "Hallgren m.fl. (2015) fann inget samband.",
        "(Hallgren m.fl., 2015)",
        "Se även Sjöberg (1998), refererad i Bergström (2004).",
        "Det står i Bergström (2004, kap. 3).",
        "(jfr Bergström, 2004)",
        "(se t.ex. Bergström 2004)",
        "Öbergs bok från 1999 är en klassiker.",
        "I Wikströms studie från 2008 deltog hundra elever.",
        "Lundgren, M. (2010). Språk i skolan. Lund: Studentlitteratur.",
        "Tornqvist (u.å.) skriver om det.",
    ],
)
def test_cited_authors_stay(swedish: Callable[..., str], text: str) -> None:
    assert swedish(text, **CLASS) == text


def test_who_is_thanked_with_others_is_not_cited(swedish: Callable[..., str]) -> None:
    text = "Tack <<Maria|s11>> m.fl. för hjälpen!"
    assert swedish(text, author="s12", parent_author="s11", thread="t1") == text


def test_a_nickname_is_learned_from_how_people_sign(forum: Callable[..., tuple[Key, list[str]]]) -> None:
    posts = [
        ("1", "a", "", "Hej alla!\nVad tycker ni om boken?\n\nMvh <<Kullan|a>>"),
        ("2", "b", "1", "Hej <<Kullan|a>>! Jag tyckte om den.\n/<<Olle|b>>"),
        ("3", "a", "2", "Tack <<Olle|b>>, det gjorde jag med.\nHälsningar <<Kullan|a>>"),
        ("4", "c", "1", "<<Kullan|a>>s fråga är bra. Jag tycker som <<Olle|b>>.\n<<Stina|c>>"),
    ]
    people = {"a": "Kristina Ullberg", "b": "Olof Grip", "c": "Kerstin Bok"}
    assert forum(posts, people, lang="sv")[1] == [post[3] for post in posts]


def test_a_genitive_is_not_learned_as_another_form(forum: Callable[..., tuple[Key, list[str]]]) -> None:
    posts = [
        ("1", "a", "", "Hej alla!\nTentan är på fredag.\n\nBästa hälsningar\n<<Gunilla|a>>"),
        ("2", "b", "1", "Enligt <<Gunilla|a>>s mejl är tentan på torsdag?\n<<Johan|b>>"),
        ("3", "c", "2", "Ja gärna <<Johan|b>>, fråga!\n<<Åsa|c>>"),
    ]
    key, texts = forum(posts, {"a": "Gunilla Ström", "b": "Johan Frisk", "c": "Åsa Holm"}, lang="sv")
    assert texts == [post[3] for post in posts]
    assert key.name_map is not None
    assert "Gunillas" not in [form.text for form in key.name_map.forms("a")]


def test_english_and_swedish_in_one_process(swedish: Callable[..., str], linked: Callable[..., str]) -> None:
    assert swedish("Hej <<Lasse|s12>>!", parent_author="s12", thread="t1") == "Hej <<Lasse|s12>>!"
    assert linked("Thanks <<Bob|s12>>!", parent_author="s12") == "Thanks <<Bob|s12>>!"
    assert languages.spoken() == "en"


def test_nicknames_are_of_the_language_at_hand() -> None:
    assert "titti" not in nicknames_of("Kristina")
    with languages.speaking("sv"):
        assert {"kicki", "stina", "titti"} <= nicknames_of("Kristina")
        assert related("Janne", "Jan")
        assert related("Bob", "Robert")
