"""The fourth set: whole messages by somebody who did not know the patterns, few of each label; scores by group."""

from __future__ import annotations

from functools import cache

import pytest

from spacy_pseudo.identifiers.finding import find_identifiers
from spacy_pseudo.scoring.identifier_scores import score_identifiers
from tests.identifiers import cases

# F2 over all spans of the group.
BARS = {"structured": 0.98, "listed": 0.99, "life": 0.99}
GROUPS = {"structured": cases.STRUCTURED, "listed": cases.LISTED, "life": cases.MARKED_ONLY}
FILES = (*cases.STRUCTURED, *cases.LISTED, *cases.MARKED_ONLY)


@cache
def _read() -> dict[str, cases.Case]:
    return {f"{name}:{case.line}": case for name in FILES for case in cases.read_cases(name, cases.FOURTH)}


@pytest.mark.parametrize("group", GROUPS)
def test_group_is_found(group: str):
    gold, found = {}, {}
    for id, case in _read().items():
        gold[id] = [span for span in case.spans if span[2] in GROUPS[group]]
        spans = find_identifiers(case.text, lang=case.lang)
        found[id] = [(one.start, one.end, one.label) for one in spans if one.label in GROUPS[group]]
    scored = score_identifiers(gold, found).total
    assert scored.f2 >= BARS[group], scored.to_dict()


def test_cases_are_marked_as_their_section_says():
    read = _read()
    assert len(read) > 200
    assert [id for id, case in read.items() if case.positive != bool(case.surfaces(id.partition(":")[0]))] == []
    assert len({case.text for case in read.values()}) == len(read)


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Hi, I'm Gus, 51, happy to be here, and a taxi driver.", "en", [("AGE", "51"), ("PROFESSION", "taxi driver")]),
        ("Trained in Leeds, now a plumber.", "en", [("CITY", "Leeds"), ("PROFESSION", "plumber")]),
        ("Left school at 16 and became a baker.", "en", [("AGE", "16"), ("PROFESSION", "baker")]),
        (
            "Regards\nAda Marsh\nCurator, Hexley City Museum",
            "en",
            [("PROFESSION", "Curator"), ("EMPLOYER", "Hexley City Museum")],
        ),
        ("We mix Polish and Danish at home.", "en", [("LANGUAGE", "Polish"), ("LANGUAGE", "Danish")]),
        ("I studied at Koc University, Turkey.", "en", [("SCHOOL", "Koc University"), ("COUNTRY", "Turkey")]),
        ("hello from rio de janeiro brazil", "en", [("CITY", "rio de janeiro"), ("COUNTRY", "brazil")]),
        ("my ID 44-210-93 does not work", "en", [("ID", "44-210-93")]),
        ("Pin No. 1203-4471", "en", [("ID", "1203-4471")]),
        ("Video ID 12-345-67 is gone.", "en", []),
        (
            "2024-02-11 10:01:44 jpetrov logged in",
            "en",
            [("DATE", "2024-02-11"), ("TIME", "10:01:44"), ("USERNAME", "jpetrov")],
        ),
        ("2024-02-11 10:01:44 server started", "en", [("DATE", "2024-02-11"), ("TIME", "10:01:44")]),
        ("See social.example/profile.php?id=77", "en", [("URL", "social.example/profile.php?id=77")]),
        ("Python 3.11.4 works, 3.9.18 does not.", "en", []),
        ("The node became a leader. Now a problem appears.", "en", []),
        ("Jag är svetsare, 37, och ny här.", "sv", [("PROFESSION", "svetsare"), ("AGE", "37")]),
        ("45 bast och ny student!", "sv", [("AGE", "45")]),
        ("Min dotter på åtta är bättre än jag.", "sv", [("FAMILY", "dotter"), ("AGE", "åtta")]),
        (
            "Min mamma i Andalusien är sjuksköterska.",
            "sv",
            [("FAMILY", "mamma"), ("REGION", "Andalusien"), ("PROFESSION", "sjuksköterska")],
        ),
        ("Var bagare i Syrien, nu kör jag taxi.", "sv", [("PROFESSION", "bagare"), ("COUNTRY", "Syrien")]),
        ("Är kock på Sankta Annas sjukhus.", "sv", [("PROFESSION", "kock"), ("EMPLOYER", "Sankta Annas sjukhus")]),
        (
            "Min bror är lärare på Ekbackeskolan.",
            "sv",
            [("FAMILY", "bror"), ("PROFESSION", "lärare"), ("SCHOOL", "Ekbackeskolan")],
        ),
        ("Lunds universitets bibliotek stänger.", "sv", [("SCHOOL", "Lunds universitets")]),
        ("Jag läser på Komvux Malmö.", "sv", [("SCHOOL", "Komvux Malmö")]),
        (
            "Min man är iranier och min chef danska.",
            "sv",
            [("FAMILY", "man"), ("NATIONALITY", "iranier"), ("NATIONALITY", "danska")],
        ),
        ("Min svenska räcker inte.", "sv", [("LANGUAGE", "svenska")]),
        ("Vi bor på Långa Gatan.", "sv", [("STREET", "Långa Gatan")]),
        ("Vi flyttade till Södra Esplanaden 1998.", "sv", [("STREET", "Södra Esplanaden"), ("DATE", "1998")]),
        ("Hon bor på Södra Esplanaden 14.", "sv", [("ADDRESS", "Södra Esplanaden 14")]),
        ("Jag finns på Snapchat som lo.berg", "sv", [("USERNAME", "lo.berg")]),
        ("Det ligger i mobilen och i datorn.", "sv", []),
        ("mitt elevid är ab12-3344", "sv", [("NUMBER", "ab12-3344")]),
    ],
)
def test_what_is_told_in_a_row_is_found(text: str, lang: str, expected: list[tuple[str, str]]):
    found = find_identifiers(text, lang=lang)
    assert [(one.label, text[one.start : one.end]) for one in found] == expected
