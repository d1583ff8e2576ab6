"""Cases by those who did not know the patterns: scores by label over all sets, and what is like them."""

from __future__ import annotations

from functools import cache

import pytest

from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.scoring.identifier_scores import LabelScores, score_identifiers
from tests.identifiers import cases

BAR = 0.98
SETS = (cases.CASES, *cases.UNSEEN)


@cache
def _scores() -> dict[str, LabelScores]:
    gold, found = {}, {}
    for folder in SETS:
        for name in (name for name in cases.FILES if cases.has_cases(name, folder)):
            for case in cases.read_cases(name, folder):
                id = f"{folder.name}:{name}:{case.line}"
                gold[id] = case.spans
                found[id] = [(one.start, one.end, one.label) for one in find_identifiers(case.text, lang=case.lang)]
    return score_identifiers(gold, found).labels


@pytest.mark.parametrize("label", cases.STRUCTURED)
def test_all_sets_together_are_found(label: str):
    scored = _scores()[label]
    assert scored.f2 >= BAR, scored.to_dict()


def test_every_structured_label_has_cases_and_nothing_is_marked_where_nothing_is_personal():
    assert [
        (folder.name, name) for folder in SETS for name in cases.STRUCTURED if not cases.has_cases(name, folder)
    ] == []
    assert [case.line for case in cases.read_cases(cases.NOT_PERSONAL, cases.SECOND) if case.spans] == []


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("IBAN: GB29-NWBK-6016-1331-9268-19", "en", [("ACCOUNT", "GB29-NWBK-6016-1331-9268-19")]),
        ("it is nadia.k@students.\nkiln.example, sorry", "en", [("EMAIL", "nadia.k@students.\nkiln.example")]),
        ("write me at j.roe at kiln dot example", "en", [("EMAIL", "j.roe at kiln dot example")]),
        ("You can look at table dot example.", "en", []),
        ("msg me on 5125550142", "en", [("PHONE", "5125550142")]),
        ("Error message 80070005 again", "en", []),
        ("my eircode, D6W XY00, is right", "en", [("POSTCODE", "D6W XY00")]),
        ("I entered 94110 as my zip", "en", [("POSTCODE", "94110")]),
        ("The zip file was 94110 bytes.", "en", []),
        ("postnumret hit är 412 76", "sv", [("POSTCODE", "412 76")]),
        ("codice fiscale RCCMNL83S18D969H", "en", [("ID", "RCCMNL83S18D969H")]),
        ("my Norwegian number is 15108695088", "en", [("ID", "15108695088")]),
        ("product 15108695088 in the store", "en", []),
        ("SIN 123-456-782", "en", [("ID", "123-456-782")]),
        ("sin 123456782 is negative", "en", []),
        ("antagningsnummer 4471882", "sv", [("NUMBER", "4471882")]),
        ("artikelnummer 4471882", "sv", []),
        ("by 12 Septmber 2020", "en", [("DATE", "12 Septmber 2020")]),
        ("In June 4 students left.", "en", []),
        ("Dec 9 kernel: eth0 link down", "en", [("DATE", "Dec 9")]),
        ("she'll be 8 soon", "en", [("AGE", "8")]),
        ("I will be 5 minutes late", "en", []),
        ("wine aged 5 years", "en", []),
        ("2021-03-05, 10:33: saved", "en", [("DATE", "2021-03-05"), ("TIME", "10:33")]),
        ('I watched "84 Charing Cross Road" yesterday', "en", []),
        ('The story "A Night at 3 Mill Lane" is short.', "en", []),
        ("Marjorie here, 68, former postie", "en", [("AGE", "68")]),
        ("Hej! Camilla, 41, från landet", "sv", [("AGE", "41")]),
        ("Version, 36, is out.", "en", []),
        ("Only now, at 58, have I opened a book.", "en", [("AGE", "58")]),
        ("At 41 the loop stops.", "en", []),
        ("Själv är jag 51 och nöjd.", "sv", [("AGE", "51")]),
        ("Nu är vi 12 i gruppen.", "sv", []),
        ("Summan blev 55. Det stämmer inte.", "sv", []),
        ("I was nine years at sea.", "en", []),
        ("(he's 12)", "en", [("AGE", "12")]),
        ("I live at 44 Ocean Heights, so no traffic.", "en", [("ADDRESS", "44 Ocean Heights")]),
        ("The lab has 8 Harbour seals.", "en", []),
        ("kom hem till mig, vasagatan 7 2 tr, ring på", "sv", [("ADDRESS", "vasagatan 7 2 tr")]),
        ("Box 12\nBox 13", "sv", []),
        ("kör lbw 273 så ni känner igen mig", "sv", [("PLATE", "lbw 273")]),
        ("vi kör bio 204 först", "sv", []),
        ("I filed a complaint. The number is CMP-2231.", "en", [("NUMBER", "CMP-2231")]),
        ("Look for moth_77 in the game and add me.", "en", [("USERNAME", "moth_77")]),
        ("look for row_17 in the table", "en", []),
        ("Varför är mitt postnummer fel? Jag anger 75323.", "sv", [("POSTCODE", "75323")]),
        ("Mitt lösenord funkar inte. Jag skrev 12345.", "sv", []),
        ("help line: 0491 570 159", "en", [("PHONE", "0491 570 159")]),
        ("Item no 505-0555 is sold out, take 505-0560.", "en", []),
        ("Passport XN40PL8K2, issued last year", "en", [("ID", "XN40PL8K2")]),
    ],
)
def test_what_is_like_it_is_found_too(text: str, lang: str, expected: list[tuple[str, str]]):
    assert [(one.label, text[one.start : one.end]) for one in find_identifiers(text, lang=lang)] == expected
