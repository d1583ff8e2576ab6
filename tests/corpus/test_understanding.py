"""What is understood of a file: headers in several languages, what is not clear, what is missing, what stands in it."""

from pathlib import Path

import pytest

from spacy_pseudo.corpus.readers import read_messages, read_roster
from spacy_pseudo.corpus.understanding import understand
from spacy_pseudo.errors import PseudoError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def write(tmp_path):
    def write(content, name="messages.csv"):
        path = tmp_path / name
        path.write_text(content, "utf-8")
        return path

    return write


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ("Message ID,Posted by,Posted on,Message body", {"id", "author", "timestamp", "text"}),
        ("Post No.,STUDENT ID,Subject Line,In Reply To,Comment", {"id", "author", "subject", "parent", "text"}),
        ("Beitrags-ID,Verfasser,Antwort auf,Betreff,Beitrag", {"id", "author", "parent", "subject", "text"}),
        ("id,Absender,Datum,Nachricht,Lehrveranstaltung", {"id", "author", "timestamp", "text", "session"}),
        ("Inläggs-ID,Författare,Svar på,Tråd,Inlägg", {"id", "author", "parent", "thread", "text"}),
        ("meddelande_id,avsandare,Ämne,MEDDELANDE", {"id", "author", "subject", "text"}),
        ("ID del mensaje,Autor,Respuesta a,Asunto,Mensaje", {"id", "author", "parent", "subject", "text"}),
        ("id,Usuario,Fecha,Discusion,Contenido", {"id", "author", "timestamp", "thread", "text"}),
        ("Identifiant du message,Auteur,Réponse à,Publié le,Contenu", {"id", "author", "parent", "timestamp", "text"}),
        (
            "Entry #,In answer to,Poster,Forum topic,Heading,Body",
            {"id", "parent", "author", "thread", "subject", "text"},
        ),
        (
            "Beitrag-Nr,Verfasser,antwortet auf,Forenthema,Nachrichtentitel,Inhalt",
            {"id", "author", "parent", "thread", "subject", "text"},
        ),
        (
            "inläggs-id,författare,som svar på,forumämne,inläggsrubrik,innehåll",
            {"id", "author", "parent", "thread", "subject", "text"},
        ),
        ("id,Autor,Contesta a,Tema del foro,Encabezado,Texto", {"id", "author", "parent", "thread", "subject", "text"}),
        (
            "id,auteur,Répond au message,Titre du fil,Titre du message,Texte",
            {"id", "author", "parent", "thread", "subject", "text"},
        ),
        ("id,EXPEDITEUR,Fil de discussion,Objet,Texte", {"id", "author", "thread", "subject", "text"}),
    ],
)
def test_headers_of_messages(write, headers, expected):
    path = write(f"{headers}\n{','.join('1' for _ in headers.split(','))}\n")
    understood = understand(path)
    assert {column.field for column in understood.columns} == expected
    assert not understood.needed
    assert len(list(read_messages(path))) == 1


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Matrikelnummer;Vorname;Nachname\n1;Zoë Anna;Quill\n2;Ada;Lind\n", ["Zoë Anna Quill", "Ada Lind"]),
        ("Matrikel-Nr.;Name;Vorname\n1;Quill;Zoë\n2;Lind;Ada\n", ["Zoë Quill", "Ada Lind"]),
        ("Student No,Name,Surname\n1,Zoë Quill,Quill\n2,Ada Lind,Lind\n", ["Zoë Quill", "Ada Lind"]),
        ("Användar-ID;Förnamn;Efternamn\n1;Zoë;Quill\n2;Ada;Lind\n", ["Zoë Quill", "Ada Lind"]),
        ("id;NAMN\n1;Zoë Quill\n2;Ada Lind\n", ["Zoë Quill", "Ada Lind"]),
        ("Matrícula;Apellidos;Nombre\n1;Quill Lund;Zoë\n2;Lind;Ada\n", ["Zoë Quill Lund", "Ada Lind"]),
        ("Numero etudiant;Nom;Prénom\n1;Quill;Zoë\n2;Lind;Ada\n", ["Zoë Quill", "Ada Lind"]),
        ("id;Nom\n1;Zoë Quill\n2;Ada Lind\n", ["Zoë Quill", "Ada Lind"]),
    ],
)
def test_headers_of_class_lists(write, content, expected):
    path = write(content, "roster.csv")
    assert [name for person in read_roster(path) for name in person.names] == expected
    understood = understand(path, roster=True)
    assert (understood.rows, understood.needed, understood.unclear) == (2, [], {})


def test_what_was_found_is_told(write):
    rows = "".join(f"{n},u{n % 3},{'' if n % 2 else n - 1},Hi there number {n} {'x' * 80},\n" for n in range(1, 11))
    understood = understand(write(f"Post ID,Verfasser,reply to,Message body,Colour\n{rows}"))
    assert {c.field: (c.header, c.filled) for c in understood.columns} == {
        "id": ("Post ID", 1.0),
        "author": ("Verfasser", 1.0),
        "parent": ("reply to", 0.5),
        "text": ("Message body", 1.0),
        None: ("Colour", 0.0),
    }
    assert understood.columns[0].samples == ("1", "2", "3")
    assert understood.columns[3].samples[0] == "Hi there number 1 xxxxxxxxxxxxxxxxxxxxx…"
    assert set(understood.missing) == {"session", "thread"}
    assert understood.header("author") == "Verfasser"
    assert (understood.rows, understood.html, understood.names_as_ids) == (10, 0, False)


def test_what_is_not_clear_is_told_and_not_guessed(write):
    path = write("id,user,user id,message\n1,a,b,Hi\n")
    understood = understand(path)
    assert understood.unclear == {"author": ["user", "user id"]}
    assert "author" not in {column.field for column in understood.columns}
    assert understand(path, columns={"author": "user"}).unclear == {}
    with pytest.raises(PseudoError, match=r"P118.*may be any of user, user id.*--column author=HEADER"):
        read_messages(path)


def test_a_name_stands_back_behind_an_id(write):
    understood = understand(write("id,username,user_id,message\n1,a,b,Hi\n"))
    assert understood.header("author") == "user_id"
    assert understand(write("id,username,message\n1,a,Hi\n")).header("author") == "username"


def test_what_is_needed(write):
    assert understand(write("id,colour,message\n1,red,Hi\n")).needed == ["author"]
    assert understand(write("colour,role\nred,x\n", "roster.csv"), roster=True).needed == ["id", "name"]


def test_names_in_the_place_of_ids(write):
    assert understand(write('id,author,text\n1,Mary Jane Poe,Hi\n2,"Grey, Robert",Ho\n')).names_as_ids
    assert not understand(write("id,author,text\n1,mary.poe@uni.example,Hi\n2,u 43,Ho\n3,43,x\n")).names_as_ids


def test_a_parent_that_is_always_empty_is_missing(write):
    assert "parent" in understand(write("id,author,parent,text\n1,a,,Hi\n")).missing
    assert "parent" not in understand(write("id,author,parent_author,text\n1,a,b,Hi\n")).missing


def test_what_is_no_table(tmp_path):
    mail = "From: Zoe Quill <zq@tides.example>\nMessage-ID: <1@x>\nSubject: Tides\n\nHi all\n"
    path = tmp_path / "list.mbox"
    path.write_text(f"From zq@tides.example Fri Feb  1 17:36:46 2019\n{mail}\n", "utf-8")
    understood = understand(path)
    assert understood.layout == "mbox"
    assert {column.field for column in understood.columns} >= {"id", "author", "subject", "text"}
    assert "parent" in understood.missing


def test_the_example():
    understood = understand(ROOT / "assets" / "messages.csv", limit=20)
    assert (understood.rows, understood.needed, understood.missing) == (20, [], {})
