"""People in addresses, names of files and ids: nobody is left, and links to other things stay."""

from __future__ import annotations

from functools import cache

import pytest

from spacy_pseudo import Key, Participant, Roster
from spacy_pseudo.corpus.links import Links
from spacy_pseudo.corpus.metadata import MetadataRewriter
from spacy_pseudo.people.identities import source_of
from spacy_pseudo.text.entities import unquote

PEOPLE = {
    "43": "Mary Poe",
    "44": "Robert Gillespie",
    "mph7": "Marguerite Poe-Hansen",
    "45": "Léonie O'Neil",
    "46": "Grace Bell",
    "47": "Stan Grey",
    "48": "Kayleigh Oduya",
    "49": "Kayleigh Marsh",
}
EXCLUDED = "50"


@cache
def class_key() -> Key:
    people = [Participant(id, (name,)) for id, name in PEOPLE.items()]
    people.append(Participant(EXCLUDED, ("Fergus Ballantyne",), excluded=True))
    return Key.from_roster(Roster(people), seed=1)


@cache
def links() -> Links:
    return Links(class_key(), MetadataRewriter(class_key(), lambda: class_key().secret))


def written(text: str, *, person: bool = False) -> str:
    """RETURNS (str): The string with people's ids in angle brackets, and <?> where it is not clear who is meant."""
    at, pieces = 0, []
    for hidden in links().find(text, person=person):
        pieces += [text[at : hidden.start], f"<{hidden.participant or '?'}>"]
        at = hidden.end
    return "".join(pieces) + text[at:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("files/Robert_Gillespie_CV.pdf", "files/<44>_CV.pdf"),
        ("files/Gillespie, Robert.docx", "files/<44>.docx"),
        ("IMG_Mary Poe.jpg", "IMG_<43>.jpg"),
        ("MaryPoeEssay2.docx", "<43>Essay2.docx"),
        ("robert2.png", "<44>2.png"),
        ("Léonie+O'Neil.jpg", "<45>.jpg"),
        ("leonie-oneil.jpg", "<45>.jpg"),
        ("grace-bell.pdf", "<46>.pdf"),
        ("r.gillespie.png", "<44>.png"),
        ("gillespie_r.png", "<44>.png"),
        ("rgillespie", "<44>"),
        ("sgrey", "<47>"),
        ("mpoe", "<?>"),
        ("marypoe", "<43>"),
        ("/u/mary-poe", "/u/<43>"),
        ("mph7", "<mph7>"),
        ("avatar-MPH7.png", "avatar-<mph7>.png"),
        ("mailto:?subject=Hi Mary", "mailto:?subject=Hi <43>"),
        ("kayleigh.png", "<?>.png"),
        ("gillespiex", "<?>"),
        ("https://x.example/user/profile/robertgillespie", "https://x.example/user/profile/<44>"),
        ("https://robertgillespie.example/a", "https://<44>.example/a"),
        ("https://x.example/files/mary.jpg", "https://x.example/files/<?>.jpg"),
        ("https://x.example/u/mph7/summary", "https://x.example/u/<mph7>/summary"),
        (
            "https://moodle.example/user/view.php?id=43&course=2",
            "https://moodle.example/user/view.php?id=<43>&course=2",
        ),
        ("/user/view.php?course=2&id=43", "/user/view.php?course=2&id=<43>"),
        ("/user/profile.php?id=44#x", "/user/profile.php?id=<44>#x"),
        ("https://canvas.example/courses/2/users/46", "https://canvas.example/courses/2/users/<46>"),
        ("/user_avatar/d.example/mph7/45/12_2.png", "/user_avatar/d.example/<mph7>/45/12_2.png"),
        ("/grade/report.php?userid=43&id=2", "/grade/report.php?userid=<43>&id=2"),
    ],
)
def test_somebody_is_in_it(text: str, expected: str) -> None:
    assert written(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "https://en.wikipedia.org/wiki/Tide",
        "https://en.wikipedia.org/wiki/Robert_Boyle",
        "https://museum.example/scientists/Robert_Boyle",
        "https://cran.r-project.org/web/packages/dplyr/index.html",
        "https://dplyr.tidyverse.org/articles/grouping.html",
        "https://doi.org/10.1000/182",
        "https://www.stanford.edu/grey-matter",
        "https://www.gillespie.example/",
        "https://moodle.example/course/view.php?id=43",
        "/mod/forum/discuss.php?d=44#p43",
        "/courses/43/assignments/44",
        "grey-skies.jpg",
        "image001.png",
        "page-46",
        "#section-bell",
        "cid:image001.png@01D9ABCD.12345678",
        "submit",
        "javascript:void(0)",
    ],
)
def test_nobody_is_in_it(text: str) -> None:
    assert written(text) == text


def test_what_is_said_to_be_a_person() -> None:
    assert written("43") == "43"
    assert written("43", person=True) == "<43>"


def test_only_what_is_sure() -> None:
    """In classes and the like a name that is a part of a word may be anything."""
    texts = ("kayleighx", "mph7", "col-mph72", "robert note", "grace-period", "user-43 page-43")
    found = [[(text[h.start : h.end], h.participant) for h in links().find(text, guess=False)] for text in texts]
    assert found == [[], [("mph7", "mph7")], [], [("robert", "44")], [], [("43", "43")]]


def test_somebody_who_is_not_known() -> None:
    for text in ("/user/view.php?id=777", "/users/777/", "x?userid=777", "user-777"):
        [hidden] = links().find(text)
        assert (text[hidden.start : hidden.end], hidden.participant) == ("777", None)
        assert hidden.written.startswith("x")
    for text in (
        "/user/index.php?id=777",
        "/users/0",
        "?from=777",
        "https://doi.org/users/777",
        "/users/edit",
    ):
        assert links().find(text) == ()


def test_where_ids_are_pseudonyms() -> None:
    key = Key.from_roster(Roster([Participant("kelp_fan9", ("Mary Poe",)), Participant("44")]), mode="id")
    of_ids = Links(key, MetadataRewriter(key, lambda: key.secret))
    for text in ("/u/kelp_fan9", "kelp_fan9", "/users/44", "/users/777"):
        assert of_ids.find(text) == ()
    assert [h.written for h in of_ids.find("mary-poe.png")] == ["kelp_fan9"]


def test_ids_of_another_source() -> None:
    people = [
        Participant("5", ("Mary Poe",), ("2:777",)),
        Participant("6", (), ("3:6",)),
        Participant("2:5", ("Stan Grey",)),
        Participant("7", ("Grace Bell",), ("2:kelp",)),
    ]
    key = Key.from_roster(Roster(people), seed=1)
    several = Links(key, MetadataRewriter(key, lambda: key.secret))

    def who(id: str, source: str | None) -> list[str | None]:
        return [hidden.participant for hidden in several.find(f"/users/{id}", source=source)]

    assert [who("5", source) for source in (None, "2", "3")] == [["5"], ["2:5"], ["5"]]
    assert [who("777", source) for source in (None, "2", "3")] == [[None], ["5"], [None]]
    # The third source has the ids of the first, the second does not.
    assert [who("6", source) for source in (None, "2", "3")] == [["6"], [None], ["6"]]
    assert [who("kelp", source) for source in (None, "2")] == [["7"], ["7"]]
    assert [source_of(id) for id in ("2:17", "12:x", "1:17", "17", None)] == ["2", "12", None, None, None]


def test_what_is_written_stays() -> None:
    label = class_key().pseudonyms.label("44")
    found = [h.written for h in links().find("a/Robert_Gillespie2.pdf")]
    assert found == [f"{label}-"]
    for text in (f"a/{label}-2.pdf", f"https://x.example/users/{label}", "x0123456789abcdef.png", "/u/nobody"):
        assert links().find(text) == ()
        assert links().written_before(text)
    assert not links().written_before("a/CV2.pdf")


def test_who_did_not_consent_is_not_followed() -> None:
    for text in ("fergus-ballantyne.png", f"/users/{EXCLUDED}"):
        [hidden] = links().find(text)
        assert (hidden.written, hidden.participant) == ("nobody", None)


def test_the_same_code_for_the_same_name() -> None:
    codes = {hidden.written for text in ("a/kayleigh.png", "b/kayleigh/") for hidden in links().find(text)}
    assert len(codes) == 1
    assert "kayleigh" not in "".join(codes)


def test_percent_signs() -> None:
    address = "L%C3%A9o%20%E9%zz%41"
    text, places = unquote(address)
    assert text == "Léo é%zzA"
    sources = [address[start:end] for at in range(len(text)) for start, end in places.source(at, at + 1)]
    assert sources == ["L", "%C3%A9", "o", "%20", "%E9", "%", "z", "z", "%41"]
