"""By-lines: who wrote an essay, with whom, and who else is named above it."""

from __future__ import annotations

from typing import Any

import pytest

from spacy_pseudo import languages
from spacy_pseudo.text.bylines import find_bylines

BODY = "Rivers are long, and most of them end in the sea. Nobody knows why they run as they do."
ESSAY = f"\n\nOn Rivers\n\n{BODY}\n"

HEADS = [
    # the header that schools in America ask for
    "<<Oyelaran|author>> 1\n\n<<Prudence Oyelaran|author>>\nProfessor <<Lindqvist|other>>\nHistory 210\n3 March 2021",
    "<<Prudence Oyelaran|author>>\nDr. <<Lindqvist|other>>\nHIST 210\n3 March 2021",
    "<<PRUDENCE OYELARAN|author>>\nPERIOD 6\nMR. <<LINDQVIST|other>>",
    # several
    "Submitted by: <<Prudence Oyelaran|author>> and <<Tomas Lindqvist|co-author>>",
    "Authors: <<Prudence Oyelaran|author>> & <<Tomas Lindqvist|co-author>>",
    "By <<Prudence Oyelaran|author>>, <<Tomas Lindqvist|co-author>> and <<Wen Zhao|co-author>>",
    "Group 4: <<Prudence Oyelaran|author>>, <<Tomas Lindqvist|member>>, <<Wen Zhao|member>>",
    "Team members:\n- <<Prudence Oyelaran|author>> (lead)\n- <<Tomas Lindqvist|member>>\n- <<Wen Z.|member>>",
    "<<Prudence Oyelaran|author>>\n<<Tomas Lindqvist|co-author>>\nGEO 12\nMay 2020",
    "Name: <<Prudence Oyelaran|author>>\nMy group: <<Tomas|member>>, <<Hannah|member>>",
    "Performed by <<Prudence O.|author>> and <<Tomas|member>>\nReport written by <<Prudence Oyelaran|author>>",
    "Author: <<Prudence Oyelaran|author>>\nPeer reviewer: <<Tomas Lindqvist|member>>",
    "Team Otter: <<Prudence Oyelaran|author>>, <<Tomas Lindqvist|member>>",
    "Submitted by\n<<Prudence Oyelaran|author>>\n<<Wen Zhao|co-author>>\n\nSubmitted to\nProf. <<Lindqvist|other>>",
    # one word
    "Written by <<Prudence|author>>",
    "Name: <<Tomas|author>>",
    "my name: <<tomas|author>>",
    "Names: <<Tomas|author>> & <<Hannah|co-author>>",
    "Journal entry, <<Tomas|author>>",
    # turned
    "Student: <<Oyelaran, Prudence|author>>",
    "Applicant: <<OYELARAN BRIGHT, Prudence|author>>",
    "Page 1 — <<Lindqvist-Zhao, Hannah|author>> — GEO12",
    # labels
    "Reviewed by: <<Prudence Oyelaran|author>>",
    "Peer reviewer: <<Prudence Oyelaran|author>>",
    "Name (print): <<Prudence Oyelaran|author>>\nStudent's signature: <<P. Oyelaran|author>>",
    "Copyright 2022 <<Prudence Oyelaran|author>>. All rights reserved.",
    "(c) <<Prudence Oyelaran|author>>",
    "Exchange report of <<Prudence Oyelaran|author>>, University of the North",
    "This is the work of <<Prudence Oyelaran|author>> unless stated otherwise.",
    "I, <<Prudence Oyelaran|author>>, declare that this is my own work.",
    'Prepared by <<Prudence "Pru" Oyelaran|author>> for the science fair',
    "by\n\n<<Prudence Oyelaran|author>>",
    "Presented by:\n<<Prudence Oyelaran|author>>\nRoll no. 12",
    "Name: <<Prudence Oyelaran|author>>   Date: 3/4/2020",
    "Name: <<Prudence Oyelaran|author>> Date: 3/4/2020",
    "Name: ____<<Prudence Oyelaran|author>>____",
    "Name................ <<Prudence Oyelaran|author>>",
    "Family name: <<Oyelaran|author>>\nGiven name: <<Tomas|author>>",
    "Student Adviser: <<Tomas Lindqvist|other>>",
    # below the title, beside the course
    "<<Prudence Oyelaran|author>> 9B\nGeography",
    "Sleep and Marks\n<<Prudence Oyelaran|author>>\nDepartment of Psychology, Northern College",
    "<<Prudence Oyelaran|author>> | GEO 12 | May 2020",
    "GEO 12 - <<Prudence Oyelaran|author>>",
    "ID 55671 / <<P. Oyelaran|author>> / GEO-2 / Instructor <<T. Lindqvist|other>>",
    "Lab 3 - Levers                         <<P. Oyelaran|author>>",
    "ESSAY 2 DRAFT 1 <<Prudence R. Oyelaran|author>>",
    "____<<Prudence Oyelaran|author>>____",
    "Final version, <<Prudence Oyelaran|author>>",
    # people who did not write it
    "Name: <<Prudence Oyelaran|author>>\nLab partner: <<Tomas Lindqvist|other>>\nTA: <<Hannah|other>>",
    "Instructor: <<Tomas Lindqvist|other>>",
    "Interviewer: <<Prudence Oyelaran|author>>\nInterviewee: Mrs <<Hannah Zhao|other>>",
    "Witness: <<Tomas Lindqvist|other>>",
    "by <<Prudence Oyelaran|author>>\nCommittee: <<Tomas Lindqvist|other>> (chair), <<Hannah Zhao|other>>",
    "Submitted to: Mrs. <<Lindqvist|other>>\nSubmitted by: <<Prudence Oyelaran|author>>",
    "Interview with Mr. <<Tomas Lindqvist|other>>, farmer\nconducted by <<Prudence Oyelaran|author>>",
    "Reviewer: <<Prudence Oyelaran|author>>\nAuthor reviewed: <<Tomas|other>>",
]

SWEDISH = [
    "<<Lindqvist|author>> 1\n\n<<Hanna Lindqvist|author>>\nLektor <<Ekdahl|other>>\nHistoria 2b\n3 mars 2021",
    "Inlämnad av: <<Hanna Lindqvist|author>> och <<Tomas Ekdahl|co-author>>",
    "Författare: <<Hanna Lindqvist|author>>, <<Tomas Ekdahl|co-author>>, <<Sara Nyberg|co-author>>",
    "Grupp 3: <<Hanna Lindqvist|author>>, <<Tomas Ekdahl|member>> och <<Sara Nyberg|member>>",
    "Gruppmedlemmar:\n- <<Hanna Lindqvist|author>>\n- <<Tomas Ekdahl|member>>",
    "Skriven av <<Hanna|author>>",
    "Namn: <<Hanna|author>>\nLabbkamrat: <<Tomas|other>>",
    "Student: <<Lindqvist, Hanna|author>>\nHandledare: <<Tomas Ekdahl|other>>",
    "Laborationen utfördes av <<Hanna Lindqvist|author>> och <<Tomas Ekdahl|member>>",
    "Granskad av: <<Hanna Lindqvist|author>>",
    "Underskrift: <<H. Lindqvist|author>>\nVittne: <<Tomas Ekdahl|other>>",
    "Jag, <<Hanna Lindqvist|author>>, intygar att detta är mitt eget arbete.",
    "Sömn och betyg\n<<Hanna Lindqvist|author>>\nInstitutionen för psykologi",
    "<<Hanna Lindqvist|author>> | Biologi 1 | maj 2020",
    "Intervju med <<Tomas Ekdahl|other>>, bonde\nIntervjuare: <<Hanna Lindqvist|author>>",
]


def found(text: str, marked: Any, mark: Any) -> str:
    plain = marked(text).text
    return str(mark(plain, [tuple(byline) for byline in find_bylines(plain)]))


@pytest.mark.parametrize("head", HEADS)
def test_who_is_named_above_an_essay(head: str, marked: Any, mark: Any) -> None:
    assert found(head + ESSAY, marked, mark) == head + ESSAY


@pytest.mark.parametrize("head", SWEDISH)
def test_who_is_named_above_a_swedish_essay(head: str, marked: Any, mark: Any) -> None:
    text = f"{head}\n\nOm floder\n\nFloder är långa, och de flesta av dem slutar i havet, som alla vet.\n"
    with languages.speaking("sv"):
        assert found(text, marked, mark) == text


def test_the_author_heads_every_page(marked: Any, mark: Any) -> None:
    pages = "".join(f"\n\n<<Oyelaran|author>> {page}\n\n{BODY}" for page in (2, 3))
    text = f"<<Prudence Oyelaran|author>>\nHistory 210\n\nOn Rivers\n\n{BODY}{pages}"
    assert found(text, marked, mark) == text


@pytest.mark.parametrize(
    "text",
    [
        f"Written by nobody in particular.\n\n{BODY}",
        f"Name: Excel\n\n{BODY}",
        f"Group 7: the rest of you\n\n{BODY}",
        f"Instructor: see the list\n\n{BODY}",
        f"The Work of Rivers\n\n{BODY}\n\nReferences:\nAshdown, Mary (2010). Rivers.\nGrey, Robert (2011). Lakes.",
        f"I agree with all of you, as I said last week.\n\nhttp://sea.example/\n\nOn Rivers\nBy Mary Ashdown\n\n{BODY}",
        f"I read this yesterday, and found it quite good.\n\nOn Rivers\nBy Mary Ashdown and Robert Grey\n\n{BODY}",
        f"Mary Ashdown,\n\nOn Rivers\n\n{BODY}",
        f"Figure 1\n\n{BODY}\n\nFigure 2\n\n{BODY}",
        "Mary Ashdown\n13464 95th Ave NE\nKirkland WA 98034",
        f"Diagnostic accuracy\n(DTA).\n{BODY}",
    ],
)
def test_nobody_is_named_above_it(text: str) -> None:
    assert find_bylines(text) == ()
