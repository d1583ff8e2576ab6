"""Greetings and sign-offs: where names may stand. `G` marks a greeting's place, `S` a sign-off's."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from spacy_pseudo.text.salutations import GREETING_KINDS, QUOTED_KINDS, SIGNATURE_KINDS, find_salutations

BODY = "I read the chapter twice and agree with most of it."

GREETINGS = [
    "Hi <<Mary|G>>,\n{}",
    "hi <<Mary|G>>, {}",
    "HI <<MARY|G>>! {}",
    "Hi <<mary|G>>,\n{}",
    "Hello <<Mary|G>>\n\n{}",
    "Hello, <<Mary|G>>!\n{}",
    "Hello there <<Mary|G>>, {}",
    "Hey <<Mary|G>> - {}",
    "Hey, <<Mary|G>>. {}",
    "Hiya <<Mary|G>>,\n{}",
    "Howdy <<Fergus|G>>,\n{}",
    "Dear <<Mary|G>>:\n\n{}",
    "Dearest <<Mary|G>>,\n\n{}",
    "My dear <<Fergus|G>>,\n\n{}",
    "Greetings <<Kayleigh|G>>,\n{}",
    "Good morning <<Mary|G>>,\n{}",
    "Good Evening, <<Fergus|G>>\n{}",
    "good afternoon <<mary|G>>\n{}",
    "Morning <<Mary|G>>!\n{}",
    "Bonjour <<Léonie|G>>,\n{}",
    "Hola <<José|G>>,\n{}",
    "Hi again <<Mary|G>>,\n{}",
    "Hi <<Mary|G>> and <<Fergus|G>>,\n{}",
    "Hi <<Mary|G>>, <<Fergus|G>> and <<Kayleigh|G>>,\n{}",
    "Hi <<Mary|G>> & <<Fergus|G>>!\n{}",
    "Hi <<Mary|G>>/<<Fergus|G>>,\n{}",
    "Hello <<Mary|G>>, hello <<Fergus|G>>,\n{}",
    "Dear Dr <<Calder|G>>,\n\n{}",
    "Dear Dr. <<Mary Calder|G>>,\n\n{}",
    "Dear Professor <<Sutherland|G>>,\n\n{}",
    "Hello Mrs. <<O'Neil|G>>,\n\n{}",
    "Hi <<Mary Jane|G>>,\n{}",
    "Hi <<Anne-Marie|G>>,\n{}",
    "Hi <<Mary Calder|G>>,\n{}",
    "Dear <<Jan van der Moor|G>>,\n{}",
    "Hi <<Юлия|G>>,\n{}",
    "Hi <<Grace|G>>, {}",
    "Hi <<MJ|G>>,\n{}",
    "Hi <<M|G>>,\n{}",
    "Hi <<C?lia|G>>,\n{}",
    "@<<Mary|G>>, {}",
    "@<<mary|G>>: {}",
    "Hi @<<Mary|G>>, {}",
    "I wonder what @<<Fergus|G>> thinks of it. {}",
    "<<Mary|G>>,\n\n{}",
    "<<Mary|G>>, {}",
    "<<Mary|G>> -- {}",
    "<<Mary|G>>!\n{}",
    "<<Mary|G>>: {}",
    "<<Mary|G>>, <<Fergus|G>>,\n\n{}",
    "<<Mary|G>>\n\n{}",
    "Dr. <<Calder|G>>,\n\n{}",
    "Thanks <<Mary|G>>! {}",
    "Thank you, <<Mary|G>>. {}",
    "Thank you so much <<Kayleigh|G>>, {}",
    "Many thanks <<Fergus|G>>! {}",
    "{} Thanks <<Mary|G>> for the hint about chapter three, it helped me a lot.",
    "> an old line\n\nHi <<Mary|G>>,\n{}",
    "\n\n   Hi <<Mary|G>>,\n{}",
    "thanks<<Mary|G>>, {}",
    "Hi<<Mary|G>>,\n{}",
    "Welcome <<Mary|G>>!\n{}",
    # between greeting and name
    "Hi... <<Mary|G>>, {}",
    "Hello dear <<Mary|G>>,\n{}",
    "Hello once again <<Mary|G>>,\n{}",
    "Good morning, dear <<Mary|G>>!\n{}",
    "Thanks a lot for your comment <<Mary|G>>! {}",
    "Thanks for the clarification, <<Mary|G>>. {}",
    # occasions, and other languages
    "Happy Monday <<Mary|G>>!\n{}",
    "Happy new year <<Mary|G>>!\n{}",
    "Merry Christmas <<Mary|G>>,\n{}",
    "Aloha <<Mary|G>>,\n{}",
    "Mornin' <<Mary|G>>,\n{}",
    "Bonsoir <<Léonie|G>>,\n{}",
    "Chère <<Léonie|G>>,\n{}",
    "Cher <<Jan|G>>,\n{}",
    "Buenos días <<José|G>>,\n{}",
    "Estimada <<María|G>>,\n{}",
    "Querido <<José|G>>,\n{}",
    "Guten Abend <<Jürgen|G>>,\n{}",
    "Servus <<Jürgen|G>>,\n{}",
    "Sehr geehrte Frau Dr. <<Calder|G>>,\n{}",
    "Hejsan <<Söderlind|G>>,\n{}",
    "Kära <<Mary|G>>,\n{}",
    "Goedemorgen <<Jan|G>>,\n{}",
    "Beste <<Jan|G>>,\n{}",
    "Buongiorno <<Chiara|G>>,\n{}",
    "Cara <<Chiara|G>>,\n{}",
    "Bom dia <<João|G>>,\n{}",
    "Prezada <<Mary|G>>,\n{}",
    "Dzień dobry <<Mary|G>>,\n{}",
    # answers and praise
    "Yes <<Mary|G>>, {}",
    "Well, <<Mary|G>>, {}",
    "Oh <<Mary|G>>! {}",
    "Well put, <<Mary|G>>! {}",
    "Excellent point <<Mary|G>>, {}",
    "Nice to meet you, <<Mary|G>>. {}",
    "You're right <<Mary|G>>, {}",
    "Welcome aboard, <<Mary|G>>! {}",
    "Welcome to the list, <<Mary|G>>! {}",
    # whoever is thanked does not sign
    "Thanks <<Mary|G>>,\nI had not thought of it. {}",
    "Thanks <<Mary|G>>!\n\n{}\n\n<<Robert|S>>",
    "Thanks, <<Mary|G>>.\n{} It is a start.",
    "Cheers <<Mary|G>>,\n{}\n\n<<Robert|S>>",
    "Good luck <<Mary|G>>!\n{}",
    "Ciao <<Mary|G>>,\n{}",
    "Thanks <<Mary|G>>\n\n<<Robert|S>>",
    "{} Thanks <<Mary|G>>!",
    "{}\nThank you <<Mary|G>>.",
    # in whatever letters
    "Hi <<M.J.|G>>,\n{}",
    "hi <<rich|G>>, {}",
    "hi <<art|G>>\n{}",
    "<<M|G>> - {}",
    "<<M|G>>,\n{}",
    "Hi <<Mary|G>>?\n{}",
    "*<<Mary|G>>*,\n{}",
    "<<Mary|G>>;\n{}",
]

SIGNATURES = [
    "{}\n\nBest wishes,\n<<Robert|S>>",
    "{}\nBest wishes\n\n<<Robert|S>>",
    "{}\nBest,\n<<Robert Gillespie|S>>",
    "{} Best wishes, <<Robert|S>>",
    "{}\n\nRegards <<Robert|S>>",
    "{} Kind regards - <<Robert|S>>",
    "{}\nkind regards\n<<robert|S>>",
    "{}\nCheers, <<Rob|S>> :-)",
    "{}\nCheers <<Rob|S>>!",
    "{}\nCheers,\n<<Rob|S>> 😀",
    "{}\nYours sincerely,\nDr <<Robert Gillespie|S>>",
    "{}\nYours,\n<<R. Gillespie|S>>",
    "{}\nAll the best,\n<<Robert G.|S>>",
    "{}\nAll the best,\n<<R|S>>",
    "{}\nThanks,\n<<R.|S>>",
    "{}\nThanks, <<RG|S>>",
    "{}\nThank you,\n<<Kayleigh|S>>",
    "{} Thanks again! <<Kayleigh|S>>",
    "{}\nMany thanks in advance\n<<Kayleigh|S>>",
    "{}\nLove,\n<<Mary|S>> xx",
    "{}\nTake care, <<Mary|S>>",
    "{}\nHope this helps!\n<<Fergus|S>>",
    "{}\nCheers,\n<<Mary|S>> and <<Fergus|S>>",
    "{}\nBest,\n<<Mary|S>> & <<Fergus|S>>",
    "{}\n\n<<Robert|S>>",
    "{}\n\n<<Robert Gillespie|S>>",
    "{}\n\n<<robert|S>>",
    "{}\n<<ROBERT|S>>",
    "{}\n\n- <<Robert|S>>",
    "{}\n-<<Robert|S>>",
    "{}\n\n— <<Robert|S>>",
    "{}\n~<<Robert|S>>~",
    "{}\n--<<Robert|S>>",
    "{}\n\n<<Robert|S>>.",
    "{}\n\n<<Robert|S>>!!!",
    "{}\n\n<<Robert|S>> ;)",
    "{} <<Robert|S>>",
    "i agree with most of it <<Robert|S>>",
    "i read it twice, and would do so again <<Kayleigh Oduya|S>>",
    "{}\nthanks<<Robert|S>>",
    "{} - <<Robert|S>>",
    "{} <<Kayleigh|S>> 😀",
    "{}\n\n<<R|S>>",
    "{}\n\n<<RG|S>>",
    "{}\n\n<<Mary J.|S>>",
    "{}\n\n<<R o b e r t|S>>",
    "{}\n\n<<Mary-Jane|S>>",
    "{}\n\n<<Mary O'Neil|S>>",
    "{}\nBest,\n<<Robert|S>>\n\nP.S. The second table has a slip in it.",
    "{}\n<<Robert|S>>\n\nps the second table has a slip in it",
    "{}\nBest,\n<<Robert|S>>\n--\n<<Robert Gillespie|S>>\nUniversity of Nowhere",
    "{}\nBest,\n<<Robert|S>>\n\n<<Robert Gillespie|S>>, PhD\nSchool of Hydrology",
    "{}\nMit freundlichen Grüßen\n<<Jürgen|S>>",
    "{}\nCordialement,\n<<Léonie|S>>",
    "{}\nС уважением,\n<<Юлия|S>>",
    "{}\n\n<<王小明|S>>",
    "{}\nBest,\n<<Calder, Mary Jane|S>>",
    "{}\nSincerely\n<<Grace|S>>",
    "{}\nthanks, <<mark|S>>",
    "Hello all, my name is <<Robert|S>> and I live by the sea. {}",
    "My name is <<Kayleigh Oduya|S>>. {}",
    "Hi all, I'm <<Robert|S>> from the north. {}",
    "Hello everyone, I am <<Kayleigh|S>>. {}",
    "Hi everyone, this is <<Fergus|S>>, {}",
    "You can call me <<Kitty|S>>. {}",
    "Everyone calls me <<Kitty|S>>. {}",
    "People know me as <<Kitty|S>>. {}",
    "Hi all, <<Robert|S>> here. {}",
    "<<Robert|S>> here from the north. {}",
    "Mein Name ist <<Jürgen|S>>. {}",
    "Je m'appelle <<Léonie|S>>. {}",
    "Me llamo <<José|S>>. {}",
    "Jag heter <<Robert|S>>. {}",
    "Mi chiamo <<Chiara|S>>. {}",
    # closings of two parts, with a place, with what follows
    "{}\nThanks and regards,\n<<robbo|S>>",
    "{}\nMany thanks and best wishes\n<<robbo|S>>",
    "{}\nThanks, and have a good day.\n<<robbo|S>>",
    "{}\nRegards from Oslo,\n<<robbo|S>>",
    "{}\nRegards from sunny Oslo, <<robbo|S>>",
    "{} Best wishes from <<Robert|S>>",
    "{}\nLove from <<Robert Gillespie|S>>",
    "{}\nfrom <<Robert|S>>",
    "{}\nBest, <<Robert|S>> (Oslo)",
    "{}\nBest,\n<<Robert|S>> (Oslo)",
    "{}\nBest,\n<<Robert|S>>, Oslo",
    "{}\nBest,\n<<Robert|S>> - Oslo",
    "{}\n\n<<Robert|S>> from Norway",
    "{}\n\n<<Robert|S>> (Norway)",
    "{}\n\n<<Robert|S>>, Norway",
    "{}\n\n<<Robert|S>> - Norway",
    "{}\n\n<<Robert|S>>, 45",
    "{}\n\n<<Robert Gillespie|S>> MSc BSc",
    '{}\n\n<<Robert|S>>\n"Nothing is as practical as a good theory, and nothing as long"',
    "{}\n\n<<Robert|S>>\n\nSent from my iPhone. Please excuse slips of the thumb.",
    "{}\nThanks <<Rob|S>>\n\nSent from my iPhone. Please excuse slips of the thumb.",
    "{}\n\n<<Robert|S>>\n\nEnvoyé de mon iPhone",
    # two and three
    "{}\nBest,\n<<Mary|S>>, <<Robert|S>>",
    "{}\n\n<<Mary|S>>, <<Robert|S>> and <<Fergus|S>>",
    # marks and emoticons
    "{}\n\n<<Robert|S>> <3",
    "{}\n\n<<robert|S>> xx",
    "{}\n\n=<<Robert|S>>=",
    "{} - <<Robert|S>>",
    "i like it -<<Robert|S>>",
    "i like it --<<R|S>>",
    "{} <<robert|S>>",
    "{} <<rg|S>>",
    "{}\n\n<<rg|S>>",
    # below what is quoted
    "On Mon, 5 Mar 2001, Kayleigh wrote:\n> an old line\n\n{}\n\n<<Robert|S>>",
]

# In several languages; a nickname that nobody knows must follow, so that only the closing tells.
CLOSINGS = [
    *("Best", "Best wishes", "Kindest regards", "Thanks a million", "Thanks for reading", "Thanks for any help"),
    *("Much appreciated", "With gratitude", "Respectfully yours", "Have a lovely weekend", "Have a great week"),
    *("Enjoy your weekend", "Happy holidays", "Good luck everyone", "See you around", "Until next time", "Greetings"),
    *("Hope that makes sense", "I look forward to hearing from you", "Keep up the good work", "Just my two cents"),
    *("Viele Grüße", "Viele Gruesse", "Mit besten Grüßen", "Herzliche Grüße", "MfG", "LG", "Vielen Dank", "Bis bald"),
    *("Cordialement", "Bien à toi", "Amitiés", "À bientôt", "Merci d'avance", "Bonne journée", "Bises"),
    *("Saludos", "Un abrazo", "Muchas gracias", "Hasta luego", "Atentamente"),
    *("Cordiali saluti", "Un caro saluto", "Grazie mille", "A presto"),
    *("Med vänliga hälsningar", "Hälsar", "Tack på förhand", "Kram", "Mange hilsner", "Med vennlig hilsen"),
    *("Met vriendelijke groet", "Hartelijke groeten", "Groetjes", "Alvast bedankt", "Mvg"),
    *("Com os melhores cumprimentos", "Beijos", "Muito obrigada", "Até logo", "Abraços"),
    *("Pozdrawiam", "S pozdravem", "Üdvözlettel", "Saygılarımla", "С уважением", "Με εκτίμηση"),
]

NEITHER = [
    "Hi all,\n{}",
    "Hi everyone! {}",
    "Hello everybody,\n{}",
    "Hi there,\n{}",
    "Hi folks,\n{}",
    "Hi guys, {}",
    "Hi class,\n{}",
    "Hi team, {}",
    "Hello again, {}",
    "Dear all,\n{}",
    "Dear colleagues,\n\n{}",
    "Dear students,\n\n{}",
    "Dear classmates\n{}",
    "Dear Professor,\n{}",
    "Dear Sir or Madam,\n\n{}",
    "Good morning everyone,\n{}",
    "Good morning! {}",
    "Good day to all, {}",
    "Hi, {}",
    "Hello! {}",
    "Hey,\n{}",
    "However, {}",
    "Yes, {}",
    "No! {}",
    "So, {}",
    "Well: {}",
    "Actually, {}",
    "Interesting!\n{}",
    "Great post! {}",
    "Thanks! {}",
    "Thanks for this. {}",
    "Thanks everyone, {}",
    "Thank you for your help. {}",
    "Thank you all. {}",
    "{} Thanks in advance.",
    "{} Thanks in advance",
    "{}\nThanks",
    "{}\nBest wishes",
    "{}\nBest wishes,",
    "{}\nKind regards.",
    "{}\nCheers!",
    "{}\nGood luck everyone",
    "{}\nHave a nice weekend!",
    "{}\nLooking forward to your answers",
    "{} What do you think?",
    "{} :-)",
    "{} I do not know",
    "{}\n> Hi Mary,\n> an old line",
    "> Best wishes,\n> Mary\n\n{}",
    "{}\n\n> Mary",
    "{}\nGreetings from Norway",
    "Greetings from Norway!\n{}",
    "Hej alla,\n{}",
    "Hola a todos,\n{}",
    "Hallo zusammen,\n{}",
    "Dear R users,\n{}",
    "Dear list members,\n{}",
    "Dear statisticians,\n{}",
    "Grazie mille!\n{}",
    "I totally agree with Mary",
    "this is an answer to Mary",
    "I could sit in on it if that is ok w Mary Calder",
    "we met in May",
    "see Plan R",
    "it has a mass of 5 M",
    "To: Mary",
    "{}\nTo: Mary Calder\nCc: Robert",
    "I am sure of it. {}",
    "I am British. {}",
    "This is Chapter three. {}",
    "write to mary@uni.example today. {}",
    "",
    "   \n ",
    "!!!",
    "?",
]


def _found(text: str) -> list[tuple[int, int, str]]:
    slots = ((slot, found.label[0]) for found in find_salutations(text) for slot in found.slots)
    return [(slot.start, slot.end, label) for slot, label in slots if slot.kind not in QUOTED_KINDS]


@pytest.mark.parametrize("text", GREETINGS)
def test_greetings(text: str, marked: Any, mark: Any) -> None:
    text = text.format(BODY)
    assert mark(marked(text).text, _found(marked(text).text)) == text


@pytest.mark.parametrize("text", SIGNATURES)
def test_sign_offs(text: str, marked: Any, mark: Any) -> None:
    text = text.format(BODY)
    assert mark(marked(text).text, _found(marked(text).text)) == text


@pytest.mark.parametrize(
    "form", ["{}\n\n{},\n<<robbo|S>>", "{}\n{}\n<<robbo|S>>", "{}\n{}, <<robbo|S>>", "{} {} <<robbo|S>>"]
)
@pytest.mark.parametrize("closing", CLOSINGS)
def test_closings(closing: str, form: str, marked: Any, mark: Any) -> None:
    text = form.format(BODY, closing)
    assert mark(marked(text).text, _found(marked(text).text)) == text


@pytest.mark.parametrize("text", NEITHER)
def test_no_place_for_a_name(text: str, mark: Any) -> None:
    text = text.format(BODY)
    assert mark(text, _found(text)) == text


def test_both_in_one_message(marked: Any, mark: Any) -> None:
    text = f"Hi <<Mary|G>>,\n\n{BODY} Thanks <<Fergus|G>> for the link.\n\nBest wishes,\n<<Robert|S>>"
    assert mark(marked(text).text, _found(marked(text).text)) == text


def test_line_ends_do_not_matter(marked: Any, mark: Any) -> None:
    text = f"Hi <<Mary|G>>,\r\n\r\n{BODY}\r\n\r\nBest wishes,\r\n<<Robert|S>>\r\n"
    assert mark(marked(text).text, _found(marked(text).text)) == text


def test_what_is_found_is_in_order_and_apart() -> None:
    text = f"Hi Mary, Fergus and Kayleigh,\n\n{BODY} Thanks Fergus!\n\nCheers,\nMary and Robert\n--\nMary Calder\n"
    found = find_salutations(text)
    slots = [slot for salutation in found for slot in salutation.slots]
    assert len(slots) == 7
    assert [slot.start for slot in slots] == sorted(slot.start for slot in slots)
    assert all(a.end <= b.start for a, b in pairwise(slots))
    assert all(s.start <= slot.start and slot.end <= s.end for s in found for slot in s.slots)
    assert {slot.kind for slot in slots} <= {*GREETING_KINDS, *SIGNATURE_KINDS}
