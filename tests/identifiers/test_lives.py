"""Years of lives and times of day: those of somebody are found, those of works, things and recordings are not."""

from __future__ import annotations

import pytest

from spacy_pseudo.identifiers.finding import find_identifiers


def _found(text: str, lang: str, label: str) -> list[str]:
    return [text[one.start : one.end] for one in find_identifiers(text, lang=lang) if one.label == label]


@pytest.mark.parametrize(
    ("text", "lang", "years"),
    [
        ("I graduated in 2015 and got married in 2003.", "en", ["2015", "2003"]),
        ("I moved here in 1998.", "en", ["1998"]),
        ("In 1998 I moved to a smaller flat.", "en", ["1998"]),
        ("My sister was born in 1976.", "en", ["1976"]),
        ("Since 2001 at Ericsson, before that at home.", "en", ["2001"]),
        ("I have worked for the same firm since 2001.", "en", ["2001"]),
        ("My brother has lived abroad since 2010.", "en", ["2010"]),
        ("I was a nurse until 2012.", "en", ["2012"]),
        ("I worked there from 2001 to 2005.", "en", ["2001", "2005"]),
        ("My dad died in 2019.", "en", ["2019"]),
        ("I joined Volvo in 2012 as a fitter.", "en", ["2012"]),
        ("Finished school in 1988!", "en", ["1988"]),
        ("Jag flyttade hit 1998.", "sv", ["1998"]),
        ("År 2015 flyttade jag till en mindre ort.", "sv", ["2015"]),
        ("Jag tog studenten 1995 och tog examen 2012.", "sv", ["1995", "2012"]),
        ("Vi gifte oss 2003 och skilde oss 2010.", "sv", ["2003", "2010"]),
        ("Pensionär sedan 2018.", "sv", ["2018"]),
        ("Jag har jobbat här sedan 2001.", "sv", ["2001"]),
        ("Läste på LTH 2010-2013.", "sv", ["2010-2013"]),
        ("2015 började jag plugga.", "sv", ["2015"]),
        # Works, things and history.
        ("The revolution began in 1917, says the book.", "en", []),
        ("We published it in 2010 and moved on.", "en", []),
        ("The 2010 edition, which I left at school, is better.", "en", []),
        ("I read the book that was published in 2010.", "en", []),
        ("Einstein moved to Princeton in 1933.", "en", []),
        ("In 1984 it was a novel.", "en", []),
        ("I moved the file to folder 2015.", "en", []),
        ("I left the lab with the 2015 data.", "en", []),
        ("As I said in 2015, the model moved.", "en", []),
        ("Moor (2011) left it out.", "en", []),
        ("Kriget började 1939.", "sv", []),
        ("Boken kom ut 2010 och jag läste den.", "sv", []),
        ("Strindberg flyttade till Berlin 1892.", "sv", []),
        ("Jag fick 2015 poäng.", "sv", []),
        ("Jag började läsa upplagan från 2012.", "sv", []),
    ],
)
def test_a_year_is_somebodys(text: str, lang: str, years: list[str]):
    assert _found(text, lang, "DATE") == years


@pytest.mark.parametrize(
    ("text", "lang", "times"),
    [
        ("See you at 14:30.", "en", ["14:30"]),
        ("I get up at 3 pm, or 3:30 p.m. on Sundays.", "en", ["3 pm", "3:30 p.m."]),
        ("Is 7 o'clock fine?", "en", ["7 o'clock"]),
        ("I'm free 2-4 pm.", "en", ["2-4 pm"]),
        ("We meet 10:15–12:00 as always.", "en", ["10:15–12:00"]),
        ("The deadline is 5 May at 23:59.", "en", ["23:59"]),
        ("Vi ses kl. 18.30 eller klockan 14.", "sv", ["18.30", "14"]),
        ("Tåget går 17.52.", "sv", ["17.52"]),
        ("Mötet är den 5 maj kl 9.", "sv", ["9"]),
        ("Jag har öppet till 22.", "sv", ["22"]),
        ("The ratio is 3:1, or 12:10.", "en", []),
        ("John 3:16 and Romans 12:21 are quoted.", "en", []),
        ("The score was 10:30 at half-time.", "en", []),
        ("Use version 10.30 of it.", "en", []),
        ("The talk is 1:30 h long, the other one 10:30 min.", "en", []),
        ("At 12:40 in the video he explains it.", "en", []),
        ("See section 14.30 and room 4.12.", "en", []),
        ("x <- y[10:33]", "en", []),
        ("at,what\n10:33,in\n10:35,out", "en", []),
        ("In group 3 am I right?", "en", []),
        ("It costs 12.50 in the shop.", "en", []),
        ("Skalan är 1:50 på kartan.", "sv", []),
        ("Spola till 13:45 i låten.", "sv", []),
        ("Den kostar 18.30 kr.", "sv", []),
        ("Joh 10:10 är citerat.", "sv", []),
    ],
)
def test_a_time_of_day_is_no_ratio_and_no_duration(text: str, lang: str, times: list[str]):
    assert _found(text, lang, "TIME") == times
