"""Names in disguise: hidden characters, borrowed letters, figures, cut by a line, encoded, decoded wrongly."""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_pseudo.key import Key
from spacy_pseudo.message import Message
from spacy_pseudo.passes.apply import Result, apply, make_pipeline
from spacy_pseudo.people.pseudonyms import Pseudonyms
from spacy_pseudo.people.roster import Participant, Roster
from spacy_pseudo.text.words import fold, runs

PEOPLE = {
    "u1": "Ottoline Fairweather",
    "u2": "José Núñez",
    "u3": "Mary Gillespie",
    "u4": "Robert Ashdown",
    "u5": "Anne-Marie Quist",
    "u6": "Thea Lund",
    "u7": "Zoë Škoda",
    "u8": "Ben Straker",
}


@cache
def made() -> tuple[Key, Any]:
    roster = Roster([Participant(id, (name,)) for id, name in PEOPLE.items()])
    key = Key(roster, pseudonyms=Pseudonyms(labels={id: id.upper() for id in PEOPLE}))
    return key, make_pipeline(key)


def result_of(text: str) -> Result:
    [result] = apply([Message(text, id="m", author="u8")], *made())
    return result


RLO, PDF, RLI, PDI, ZWSP, LRM = "\u202e", "\u202c", "\u2067", "\u2069", "\u200b", "\u200e"


@pytest.mark.parametrize(
    "text",
    [
        # marks of a mark-up language within it
        "I agree with <<**O**ttoline|u1>> here.",
        "I agree with <<Otto**line**|u1>> here.",
        "I agree with <<[O]ttoline|u1>> here.",
        # characters that nobody sees
        f"I agree with <<Otto{ZWSP}line|u1>> here",
        f"I agree with <<Ott{RLI}{PDI}oline|u1>> here",
        f"I agree with {RLI}<<Ottoline|u1>>{PDI}, and she knows",
        f"I agree with <<O{LRM}tto\u2060li\ufeffne|u1>> here",
        f"I agree with {RLO}<<enilottO|u1>>{PDF} here",
        f"I agree with <<Otto{RLO}enil{PDF}|u1>> here",
        f"I agree with <<Ottoline|u1>>{ZWSP} here",
        # letters of other alphabets and symbols
        "I agree with <<𝓞𝓽𝓽𝓸𝓵𝓲𝓷𝓮|u1>> here",
        "I agree with <<𝐌𝐚𝐫𝐲 𝐆𝐢𝐥𝐥𝐞𝐬𝐩𝐢𝐞|u3>> here",
        "I agree with <<Ⓜⓐⓡⓨ|u3>> here",
        "I agree with <<🄼🄰🅁🅈|u3>> here",
        "I agree with <<Ｏｔｔｏｌｉｎｅ|u1>> here",
        "I agree with <<ᴏᴛᴛᴏʟɪɴᴇ|u1>> here",
        "I agree with <<ᴼᵗᵗᵒˡⁱⁿᵉ|u1>> here",
        # figures for letters
        "I agree with <<M4ry|u3>> here",
        "I agree with <<R0b3rt|u4>> and <<m4ry|u3>> here",
        "I agree with <<0tt0line|u1>>, and <<R08ERT|u4>>'s too",
        "I agree with <<M@ry|u3>> here",
        "Hi <<B3n|u8>>,\nfine.",
        # divided at the end of a line
        "I agree with <<Otto-\nline|u1>> here",
        "> I agree with <<Otto-\n> line|u1>> here",
        "I agree with <<Otto\u00ad\nline|u1>> here",
        "I agree with <<Otto-\r\nline|u1>> here",
        "I agree with <<Anne-\nMarie|u5>> here",
        "I agree with <<Mary Gilles-\npie|u3>> here",
        # encoded
        "I agree with <<%4Fttoline|u1>> here",
        "I agree with <<Ottoline%20Fairweather|u1>> here",
        "I agree with <<Jos%C3%A9|u2>>, and <<%4d%61%72%79|u3>>.",
        "to=<<Robert%20Ashdown|u4>>&cc=none",
        # decoded wrongly, once or twice
        "I agree with <<JosÃ©|u2>> here",
        "I agree with <<JosÃ© NÃºÃ±ez|u2>> here",
        "I agree with <<JosÃƒÂ©|u2>> here",
        "I agree with <<ZoÃ« Å\u00a0koda|u7>> here",
        "I agree with <<MaryÂ\u00a0Gillespie|u3>> here",
        "I agree with <<Mary|u3>>Â here",
        "itâ€™s <<Mary|u3>>â€™s turn",
    ],
)
def test_a_name_in_disguise(text: str, marked: Any, mark: Any) -> None:
    plain = marked(text).text
    result = result_of(plain)
    assert mark(plain, [(row["start"], row["end"], row["participant"]) for row in result.replacements]) == text
    rest = plain
    for row in reversed(result.replacements):
        rest = rest[: row["start"]] + f"[{row['participant'].upper()}]" + rest[row["end"] :]
    assert result.text == rest


@pytest.mark.parametrize(
    "text",
    [
        "theÂ\u00a0tide and theÂ tide, donâ€™t",  # nobody called Thea or Dona
        "the part M4RY-0193 of model B3N/7, file m4ry.R, x = R0b3rt$y",
        "room B3, p53, H1N1, mp3, 4 m4 pipes",
        "100%20 of them, 5%2C and %zz",
        "I like the otto-\nman and the bot-\ntom line",
        f"it is {RLO}abc{PDF} so",
        "`M4ry` and f(m4ry=1)",
        "KALLE PÅ’ and SMÅ» here",
    ],
)
def test_no_name_in_disguise(text: str) -> None:
    assert result_of(text).replacements == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("JosÃ© did, theÂ\u00a0end", ["JosÃ©", "did", "the", "end"]),
        ("donâ€™t", ["don", "t"]),
        ("ÐœÐ°Ñ€Ð¸Ñ\x8f", ["ÐœÐ°Ñ€Ð¸Ñ\x8f"]),
        ("Âge, Ängla, Åsa", ["Âge", "Ängla", "Åsa"]),
        (f"a{ZWSP}b{ZWSP} c", [f"a{ZWSP}b", "c"]),
        ("ⓐⓑ c", ["ⓐⓑ", "c"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert runs(text)[1::2] == expected


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("JosÃ©", "jose"),
        ("JosÃƒÂ©", "jose"),
        ("ÐœÐ°Ñ€Ð¸Ñ\x8f", "мария"),
        ("🅜🅐🅡🅨", "mary"),
        ("🅼🅰🆁🆈", "mary"),
        ("⒨⒜⒭⒴", "mary"),
        ("ᴍᴀʀʏ", "mary"),
        ("Ã", "a"),
    ],
)
def test_fold(word: str, folded: str) -> None:
    assert fold(word) == folded


_HIDDEN = st.sampled_from((ZWSP, "\u200d", "\u2060", "\u00ad", LRM, RLI, PDI, "\ufeff"))
_PLAIN = st.text(st.sampled_from("ab ,.\n-%41Â\u00a0é"), max_size=12)


@settings(deadline=None)
@given(_PLAIN, st.lists(_HIDDEN, min_size=7, max_size=7), st.integers(0, 127), _PLAIN)
def test_hidden_characters_anywhere_in_a_name(before: str, hidden: list[str], where: int, after: str) -> None:
    written = "O" + "".join((hidden[n] if where >> n & 1 else "") + letter for n, letter in enumerate("ttoline"))
    text = f"{before} so {written}, so {after} it is."
    result = result_of(text)
    places = [(row["start"], row["end"]) for row in result.replacements]
    at = len(before) + 4
    assert (at, at + len(written)) in places
    assert result.text is not None
    assert result.text.endswith(f"[U1], so {after} it is.")


@settings(deadline=None)
@given(st.integers(1, 255))
def test_letters_encoded_anywhere(where: int) -> None:
    name = "Ottoline"
    written = "".join(f"%{ord(letter):02X}" if where >> n & 1 else letter for n, letter in enumerate(name))
    assert result_of(f"so {written} said").text == "so [U1] said"
    assert result_of(f"so {quote(quote('José'))} said").text == "so [U2] said"
