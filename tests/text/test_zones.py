"""What in a message is the author's own, and what is somebody else's."""

from __future__ import annotations

import pytest

from spacy_pseudo.text.attributions import attribution
from spacy_pseudo.text.salutations import QUOTED, QUOTED_GREETING, find_salutations
from spacy_pseudo.text.zones import foreign, in_header, own_end, own_start, unmarked, zone_at, zones


@pytest.mark.parametrize(
    "below",
    [
        "-----Original Message-----\nFrom: Kayleigh",
        "---------------------- Forwarded by Kayleigh on 03/14/2000 07:43 AM ----------------------",
        "----- Forwarded message -----",
        "Begin forwarded message:\n\nFrom: Kayleigh",
        "________________________________\nFrom: Kayleigh <k@uni.example>",
        "From: Kayleigh\nSent: Monday, March 5\nTo: Fergus",
        "From: Kayleigh\nTo: Fergus\n\nSent: Monday, March 5\nSubject: Tide",
        "On Mon, 5 Mar 2001, Kayleigh Oduya wrote:\n> hello",
        "On Mon, 5 Mar 2001 at 10:00, Kayleigh Oduya\n<kayleigh@uni.example> wrote:\n> hello",
        "Am 05.03.2001 um 10:00 schrieb Kayleigh:\n> hallo",
        "Le 5 mars 2001, Kayleigh a écrit :\n> bonjour",
        "Op 5 mrt. 2001 schreef Kayleigh:\n> hallo",
        "Em 5 de mar de 2001, Kayleigh escreveu:\n> bom dia",
        "At 10:04 PM 3/5/01, Kayleigh wrote:\n>hello\n\n>and hello\n",
        "Sent from my iPhone",
        "Sent from Yahoo Mail on Android",
        "Get Outlook for iOS",
        "Von meinem iPhone gesendet",
        "Enviado desde mi iPhone",
    ],
)
def test_what_is_below_is_somebody_elses(below: str) -> None:
    own = "I agree.\n\nMary\n\n"
    assert own_end(own + below) == len(own)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I agree.\n\nMary",
        "From: here to there it takes long.",
        "On Monday I wrote: nothing.\nIt was late.",
        "-- \nMary Calder",
        "From: Calder, Mary\nTo: Oduya, Kayleigh\n\nI agree.\n\nMary",
        "a ----- b",
        "I sent from my phone what you asked for.",
        # the answer stands below
        "On Mon, 5 Mar 2001, Kayleigh wrote:\n> hello\n\nI agree.\n\nMary",
        "On Mon, 5 Mar 2001, Kayleigh wrote:\n> hello\n\nNo.\n\n> and hello\n\nYes.\n\nMary",
    ],
)
def test_all_is_the_authors_own(text: str) -> None:
    assert own_end(text) == len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("To: <<Calder, Mary", True),
        ("Hi.\nFrom: <<Calder", True),
        ("Cc: Robert; <<Mary", True),
        ("> To: <<Mary", True),
        ("Frorn: <<Mary", True),
        ("An: <<Mary", True),
        ("De : <<Mary", True),
        ("I gave it to: <<Mary", False),
        ("Two: <<Mary", False),
        ("To: Robert\n<<Mary", False),
        ("<<Mary", False),
    ],
)
def test_pasted_headers(text: str, expected: bool) -> None:
    assert in_header(text.replace("<<", ""), text.index("<<")) is expected


def test_only_the_authors_own_signature_speaks_for_the_author() -> None:
    text = (
        "Please read.\n\nMary\n\n-----Original Message-----\nFrom: x\nSent: y\n\nHi Mary,\n\nyes.\n\nThanks,\nKayleigh"
    )
    found = {
        text[slot.start : slot.end]: slot.kind for s in find_salutations(text) for slot in s.slots if slot.end < 30
    }
    assert found == {"Mary": "last_line"}
    below = {
        text[slot.start : slot.end]: slot.kind for s in find_salutations(text) for slot in s.slots if slot.end > 30
    }
    assert below == {"Mary": QUOTED_GREETING, "Kayleigh": QUOTED}


# --- Who wrote what is quoted ---

ATTRIBUTIONS = [
    "On Fri, 1 Feb 2019 at 17:36, Robert Gillespie <rg@uni.example> wrote:",
    "On Fri, Feb 1, 2019 at 5:36 PM Robert Gillespie <rg@uni.example> wrote:",
    "On Feb 1, 2019, at 5:36 PM, Robert Gillespie via Tides <tides@lists.example> wrote:",
    "On 2019-02-01, Robert Gillespie wrote:",
    "At 17:36 01/02/2019, Robert Gillespie wrote:",
    "Am Fr., 1. Feb. 2019 um 17:36 Uhr schrieb Robert Gillespie <rg@uni.example>:",
    "Am 01.02.2019 um 17:36 schrieb Robert Gillespie:",
    "Robert Gillespie <rg@uni.example> schrieb am Fr., 1. Feb. 2019, 17:36:",
    "Le ven. 1 févr. 2019 à 17:36, Robert Gillespie <rg@uni.example> a écrit :",
    "El vie, 1 feb 2019 a las 17:36, Robert Gillespie (<rg@uni.example>) escribió:",
    "El 1 de febrero de 2019, Robert Gillespie escribió:",
    "Den fre 1 feb. 2019 kl 17:36 skrev Robert Gillespie <rg@uni.example>:",
    "Robert Gillespie skrev den 2019-02-01 17:36:",
    "Den 1. feb. 2019 kl. 17.36 skrev Robert Gillespie <rg@uni.example>:",
    "fre. 1. feb. 2019 kl. 17:36 skrev Robert Gillespie <rg@uni.example>:",
    "Il giorno ven 1 feb 2019 alle ore 17:36 Robert Gillespie <rg@uni.example> ha scritto:",
    "Op vr 1 feb. 2019 om 17:36 schreef Robert Gillespie <rg@uni.example>:",
    "Em sex, 1 de fev de 2019 às 17:36, Robert Gillespie <rg@uni.example> escreveu:",
    "pe 1. helmik. 2019 klo 17.36 Robert Gillespie (rg@uni.example) kirjoitti:",
    "2019-02-01 17:36 GMT+01:00 Robert Gillespie <rg@uni.example>:",
    "Robert Gillespie <rg@uni.example> wrote:",
    "rg@uni.example wrote:",
    "Quoting Robert Gillespie <rg@uni.example>:",
]


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_who_wrote_what_follows(line: str) -> None:
    own = "I agree.\n\nMary\n\n"
    for below in ("\n> hello", "\n\nhello\n\nRobert", "\n| hello\n|\n| Robert"):
        assert own_end(own + line + below) == len(own)
    assert own_start(f"{line}\n> hello\n\nI agree.") == len(f"{line}\n> hello")


@pytest.mark.parametrize("line", [line for line in ATTRIBUTIONS if line.count(" ") > 5])
def test_attributions_over_several_lines(line: str) -> None:
    words = line.split(" ")
    own = "I agree.\n\nMary\n\n"
    for at in range(2, len(words)):
        wrapped = f"{own}{' '.join(words[:at])}\n{' '.join(words[at:])}\n> hello"
        found = attribution(wrapped, wrapped.rindex(":\n>") + 1)
        assert found is not None
    middle = len(words) // 2
    three = f"{' '.join(words[:2])}\n{' '.join(words[2:middle])}\n{' '.join(words[middle:])}"
    assert own_end(f"{own}{three}\n> hello") == len(own)


@pytest.mark.parametrize(
    "line",
    [
        "Robert Gillespie wrote:",
        "Robert wrote on Friday:",
        "On Friday Robert wrote:",
        "Robert schrieb:",
        "Robert skrev:",
    ],
)
def test_without_a_date_only_marks_tell_what_is_quoted(line: str) -> None:
    own = "I agree.\n\nMary\n\n"
    assert own_end(f"{own}{line}\n> hello") == len(own)
    asked = f"{own}{line}\n\nWhat do you think?\n\nMary"
    assert own_end(asked) == len(asked)


@pytest.mark.parametrize(
    "text",
    [
        "As I wrote on 1 February 2019:\nno.\n\nMary",
        "On 1 Feb 2019 I wrote:\nno.\n\nMary",
        'On page 5 Hunter and Schmidt (2004) wrote:\n"no".\n\nMary',
        'In their paper of 2011 they wrote:\n"no".\n\nMary',
        "Here is what we need:\n\nMary",
        "On 1 Feb 2019 at 17:36 the gauge showed:\n3.2\n\nMary",
        "| a | b |\n| - | - |\n| Robert | 1 |\n\nMary",
        "5 > 3, and so on.\n\nMary",
        "On Fri, 1 Feb 2019 at 17:36, Robert <rg@uni.example> wrote:\n\nhello\n\nI agree.\n\nMary",
    ],
)
def test_what_only_looks_so(text: str) -> None:
    assert own_end(text) == len(text)


def test_a_few_words_in_inverted_commas() -> None:
    text = 'Hi,\n\nOn Fri, 1 Feb 2019, Robert wrote:\n"It is late,\nRobert"\n\nI disagree.\n\nMary'
    assert parts(text) == ['On Fri, 1 Feb 2019, Robert wrote:\n"It is late,\nRobert"']


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in foreign(text)]


def test_answers_between_what_is_quoted() -> None:
    text = (
        "Hi Robert,\n\nOn Fri, 1 Feb 2019 at 17:36, Robert Gillespie\n<rg@uni.example> wrote:\n> One?\n>\n> > Older.\n"
        "\nYes.\n\n> Two?\nNo.\nRG> Three?\n\nMaybe.\n\nMary\n\n> Best,\n> Robert\n"
    )
    assert parts(text) == [
        "On Fri, 1 Feb 2019 at 17:36, Robert Gillespie\n<rg@uni.example> wrote:\n> One?\n>\n> > Older.",
        "> Two?",
        "RG> Three?",
        "> Best,\n> Robert",
    ]
    assert own_end(text) == text.index("> Best")
    assert own_start(text) == 0


@pytest.mark.parametrize(
    "header",
    [
        "From: Robert Gillespie <rg@uni.example>\nSent: Friday, 1 February 2019\nTo: Mary",
        "*From:* Robert Gillespie\n*Sent:* Friday\n*To:* Mary",
        "**Von:** Robert Gillespie\n**Gesendet:** Freitag",
        "Von: Robert\nGesendet: Freitag\nAn: Mary\nBetreff: Tide",
        "De : Robert\nEnvoyé : vendredi\nÀ : Mary\nObjet : x",
        "De: Robert\nEnviado el: viernes\nPara: Mary\nAsunto: x",
        "Från: Robert\nSkickat: fredag\nTill: Mary\nÄmne: x",
        "Fra: Robert\nSendt: fredag\nTil: Mary\nEmne: x",
        "Van: Robert\nVerzonden: vrijdag\nAan: Mary\nOnderwerp: x",
        "Da: Robert\nInviato: venerdì\nA: Mary\nOggetto: x",
        "Date: Fri, 1 Feb 2019\nFrom: Robert Gillespie",
        "From: Robert Gillespie\n <rg@uni.example>\nDate: Friday",
        "-----Ursprüngliche Nachricht-----\nVon: Robert",
        "-------- Ursprungligt meddelande --------\nFrån: Robert",
        "---------- Forwarded message ---------\nFrom: Robert",
        "-------- Weitergeleitete Nachricht --------\nBetreff: x",
        "Anfang der weitergeleiteten Nachricht:\n\nVon: Robert",
        "_____________________________\nFrom: Robert\nSent: Friday",
    ],
)
def test_headers_of_what_is_below(header: str) -> None:
    own = "I agree.\n\nMary\n\n"
    assert parts(f"{own}{header}\n\nhello\n\nRobert") == [f"{header}\n\nhello\n\nRobert"]


@pytest.mark.parametrize(
    "text",
    [
        "Travel:\n\nFrom: Lund\nTo: Oslo\n\nsee you, rose",
        "Resa:\n\nFrån: Lund\nTill: Oslo\n\nvi ses, rose",
        "Reise:\n\nVon: Lund\nAn: Oslo\nBis: Freitag\n\nrose",
        "We meet\n\nFrom: 10:00\nTo: 12:00\n\nrose",
        "We meet\n_____________\nFrom: Lund\n\nrose",
        "hello\n\n-- Original idea by me --\n\nmore of mine\n\nrose",
        "hello\n\n-- Mensaje para todos --\n\nrose",
        "hello\n\n-- Forwarded by me --\n\nrose",
    ],
)
def test_what_is_no_header_of_a_message(text: str) -> None:
    assert parts(text) == []


@pytest.mark.parametrize(
    "cut",
    [
        *(
            "----- Original Message -----",
            "-----Original Appointment-----",
            "-- Original e-mail --",
            "--- Original ---",
        ),
        *("----- Forwarded message from Robert -----", "------ Forwarded by Robert Gillespie on 03/14/2000 ------"),
        *("-----Ursprüngliche E-Mail-----", "---- Original-Nachricht ----", "---- Originalnachricht ----"),
        *("-----Ursprungligt meddelande-----", "-----Originalmeddelande-----", "--- Vidarebefordrat brev ---"),
        *("-----Message d'origine-----", "-------- Message transféré --------", "-----Mensaje original-----"),
        *("----- Mensaje reenviado -----", "-----Mensagem original-----", "-----Messaggio originale-----"),
        *("-----Oorspronkelijk bericht-----", "-----Opprinnelig melding-----", "-----Oprindelig meddelelse-----"),
        *("-----Alkuperäinen viesti-----", "---------- Doorgestuurd bericht ---------"),
    ],
)
def test_cuts_above_what_is_somebody_elses(cut: str) -> None:
    own = "I agree.\n\nMary\n\n"
    assert parts(f"{own}{cut}\nhello\n\nRobert") == [f"{cut}\nhello\n\nRobert"]


def test_a_forwarded_message_that_ends() -> None:
    text = "See this.\n\n----- Forwarded message from Robert -----\nhello\n----- End forwarded message -----\n\nMary"
    assert text[own_end(text) :] == ""
    assert parts(text) == [text[text.index("-----") : text.rindex("\n\nMary")]]


def test_a_forwarded_message_with_marks() -> None:
    text = "Begin forwarded message:\n\n> From: Robert\n> To: Mary\n>\n> hello\n\nI agree.\n\nMary"
    assert own_end(text) == len(text)
    assert parts(text) == ["Begin forwarded message:", "> From: Robert\n> To: Mary\n>\n> hello"]


@pytest.mark.parametrize(
    "footer",
    [
        "_______________________________________________\nTides mailing list\nTides@lists.example\nhttps://lists.example/",
        "______________________________________________\nTides@lists.example mailing list -- To UNSUBSCRIBE see below",
        '-- \nYou received this message because you are subscribed to the Google Groups "Tides" group.\n\nRobert',
        "To unsubscribe from this list, write to Robert.",
    ],
)
def test_footers_of_mailing_lists_are_nobodys(footer: str) -> None:
    own = "I agree.\n\nMary\n\n"
    assert own_end(own + footer) == len(own)
    assert parts(f"{own}{footer}\n> hello")[0].startswith(footer)


@pytest.mark.parametrize(
    "signature",
    [
        "-- \nMary Calder",
        "--\nMary Calder\nHydrology, University of Somewhere",
        "_____\nMary Calder\nmary@uni.example",
        "-- \n| Mary Calder\n| Hydrology",
        "Sent from my iPhone\n\nMary",
    ],
)
def test_signatures_are_the_authors(signature: str) -> None:
    text = f"I agree.\n\n{signature}"
    assert own_end(text) == len(text)


def test_below_a_telephones_line_the_author_may_go_on() -> None:
    text = "Sent from my iPhone\n\n> hello\n\nI agree.\n\nMary"
    assert parts(text) == ["Sent from my iPhone", "> hello"]


def test_marks_become_blanks() -> None:
    text = "On Friday Mary wrote:\n> > Hi\n>x > y\n RG> z\n| w"
    assert unmarked(text) == "On Friday Mary wrote:\n    Hi\n x > y\n     z\n| w"
    assert unmarked("a > b | c") == "a > b | c"
    assert unmarked("On Friday Mary wrote:\n| a | b") == "On Friday Mary wrote:\n  a | b"


# --- Whose greetings and sign-offs they are ---


def slots(text: str) -> dict[str, list[str]]:
    """The kinds of the places in which each name stands."""
    found: dict[str, list[str]] = {}
    for salutation in find_salutations(text):
        for slot in salutation.slots:
            found.setdefault(text[slot.start : slot.end], []).append(slot.kind)
    return found


QUOTED_LETTER = "> Hi Kayleigh,\n>\n> my name is Fergus, thank you Léonie for the map.\n>\n> Best wishes,\n> Robert"


@pytest.mark.parametrize(
    "text",
    [
        f"I agree.\n\nBest,\nMary\n\n{QUOTED_LETTER}",
        f"I agree.\n\nBest,\nMary\n\nRobert Gillespie wrote:\n{QUOTED_LETTER}\n",
        f"{QUOTED_LETTER}\n\nI agree.\n\nBest,\nMary",
        f"On Fri, 1 Feb 2019, Robert Gillespie wrote:\n{QUOTED_LETTER}\n\nI agree.\n\nBest,\nMary\n-- \nMary Calder",
        f"I agree, see below.\n\nBest,\nMary\n\n{QUOTED_LETTER}\n\nThis is too much for one day, I fear.",
        f"{QUOTED_LETTER}\n\nI agree.\n\nBest,\nMary\n\n_______\nTides mailing list\nTides@lists.example\nRobert",
        f"I agree.\n\nBest,\nMary\n\n-----Original Message-----\nFrom: Robert\n\n{QUOTED_LETTER.replace('> ', '')}",
    ],
)
def test_whoever_is_quoted_says_nothing_of_the_author(text: str) -> None:
    found = slots(text)
    assert set(found.pop("Mary")) == {"closing_line"}
    assert set(found.pop("Mary Calder", ["footer"])) <= {"footer", "last_line"}
    assert {kind for kinds in found.values() for kind in kinds} == {QUOTED, QUOTED_GREETING}
    assert {"Kayleigh", "Fergus", "Léonie", "Robert"} <= found.keys()


def test_a_signature_block_with_long_lines() -> None:
    block = "Mary Calder\nDepartment of Hydrology and Tides, University of the Far North, Some Street 5, Somewhere\n"
    text = (
        f"I read the chapter twice and agree with most of it.\n\n-- \n{block}'The sea is never still, not even once.'"
    )
    assert slots(text) == {"Mary Calder": ["last_line"]}
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    assert "last_line" not in str(slots(f"Yes, that is true of most of them, I think.\n\n{quoted}"))


# --- Kinds of zones, and who speaks in them ---


def told(text: str) -> list[tuple[str, int, str | None, str]]:
    """Kind, depth, who is named as the speaker, and the first line of each zone."""
    return [
        (zone.kind, zone.depth, text[slice(*zone.speaker)] if zone.speaker else None, text[zone.start :].split("\n")[0])
        for zone in zones(text)
    ]


def test_whoever_is_quoted_speaks_in_the_quotation() -> None:
    text = (
        "Yes.\n\nOn Fri, 1 Feb 2019 at 17:36, Robert Gillespie <rg@uni.example> wrote:\n> One?\n"
        "> Kayleigh Oduya wrote:\n>> Zero.\n> Two?\n\nNo.\n\n> Three?\n\nMary"
    )
    assert told(text) == [
        ("attribution", 0, None, "On Fri, 1 Feb 2019 at 17:36, Robert Gillespie <rg@uni.example> wrote:"),
        ("quoted", 1, "Robert Gillespie", "> One?"),
        ("quoted", 2, "Kayleigh Oduya", ">> Zero."),
        ("quoted", 1, "Robert Gillespie", "> Two?"),
        ("quoted", 1, "Robert Gillespie", "> Three?"),
    ]


def test_a_tag_says_who_speaks() -> None:
    assert told("RG> One?\nRG> Two?\nNo.\nKO> Three?\n") == [
        ("quoted", 1, "RG", "RG> One?"),
        ("quoted", 1, "KO", "KO> Three?"),
    ]


@pytest.mark.parametrize(
    ("header", "speaker"),
    [
        ("From: Robert Gillespie <rg@uni.example>\nSent: Friday", "Robert Gillespie"),
        ('From: "Gillespie, Robert" <rg@uni.example>\nSent: Friday', "Gillespie, Robert"),
        ("Von: Robert Gillespie [mailto:rg@uni.example]\nGesendet: Freitag", "Robert Gillespie"),
        ("-----Original Message-----\nFrom: Robert Gillespie\nSent: Friday", "Robert Gillespie"),
        ("From: rg@uni.example\nSent: Friday", None),
    ],
)
def test_a_header_says_who_speaks_below(header: str, speaker: str | None) -> None:
    first = header.split("\n")[0]
    assert told(f"I agree.\n\nMary\n\n{header}\n\nHello.") == [("header", 0, None, first), ("quoted", 1, speaker, "")]


def test_what_programs_and_authors_put_below() -> None:
    text = (
        "I agree.\n\nMary\n\n-- \nMary Calder\nHydrology\n\n"
        "_______________________________________________\nTides mailing list\nTides@lists.example"
    )
    assert [(zone.kind, text[zone.start :].split("\n")[1]) for zone in zones(text)] == [
        ("signature", "Mary Calder"),
        ("footer", "Tides mailing list"),
    ]
    assert zone_at(text, text.index("Calder")) == zones(text)[0]
    assert zone_at(text, 0) is None
