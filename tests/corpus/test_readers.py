"""Messages and lists: which column is which, what becomes of odd cells, and the readers that configs name."""

import re

import pytest
from spacy import registry
from thinc.api import Config

from spacy_pseudo.corpus.readers import ReadReport, read_ids, read_messages
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.message import Message


@pytest.fixture
def write(tmp_path):
    def write(content, name="messages.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content.encode(encoding, "surrogatepass"))
        return path

    return write


def error(path, **kwargs):
    with pytest.raises(PseudoError) as caught:
        list(read_messages(path, **kwargs))
    return str(caught.value)


def test_all_fields(write):
    path = write(
        "id,author,parent,parent_author,thread,session,timestamp,subject,text,email\n"
        "1,a,,,t,s,2024-01-01,Hello,Hi all,a@x.org\n"
        "2,b,1,a,t,s,2024-01-02,,Hi,\n"
    )
    report = ReadReport()
    first, second = read_messages(path, report=report)
    assert first == Message(
        "Hi all", "1", "a", None, None, "t", "s", "2024-01-01", subject="Hello", extra={"email": "a@x.org"}
    )
    assert (second.parent, second.parent_author, second.subject, second.extra) == ("1", "a", "", {"email": ""})
    assert report.dropped == ["email"]
    assert report.rows == 2


@pytest.mark.parametrize(
    "headers",
    [
        ["id", "author", "parent", "thread", "text"],
        ["ID", "Author", "Parent", "Thread", "Text"],
        ["Post ID", "user-id", "reply_to", "Topic", "Body"],
        ["postId", "postUserId", "postParentId", "discussion", "postBody"],
        ["message_id", "From", "In-Reply-To", "thread_id", "Content"],
    ],
)
def test_well_known_headers(write, headers):
    report = ReadReport()
    [message] = read_messages(write(";".join(headers) + "\n2;a;1;t;Hi\n"), report=report)
    assert message == Message("Hi", "2", "a", "1", thread="t")
    assert report.columns == dict(zip(["id", "author", "parent", "thread", "text"], headers, strict=True))
    assert report.delimiter == ";"


def test_own_name_wins_over_others(write):
    [message] = read_messages(write("id,post_id,author,user,text,body\n1,p,a,u,Hi,b\n"))
    assert message == Message("Hi", "1", "a", extra={"post_id": "p", "user": "u", "body": "b"})


def test_told_columns(write):
    path = write("Nummer,Wer,Farbe,Was\n1,a,x,Hi\n")
    told = {"id": "Nummer", "author": "wer", "text": "Was"}
    assert list(read_messages(path, columns=told)) == [Message("Hi", "1", "a", extra={"Farbe": "x"})]


def test_a_told_column_is_taken(write):
    path = write("id,author,subject,text\n1,a,t1,Hi\n")
    [message] = read_messages(path, columns={"thread": "subject"})
    assert (message.thread, message.subject) == ("t1", None)


@pytest.mark.parametrize(
    ("header", "columns", "expected"),
    [
        ("id,text,mail", None, r"P115.*for author\. Its columns are: id, text, mail\. .*--column author=HEADER"),
        ("", None, "P108"),
        ("mail,phone", None, r"P115.*for id, author, text"),
        ("id,author,text", {"thread": "Group"}, r"P116.*'Group'.*'thread'.*id, author, text"),
        ("id,author,text", {"writer": "author"}, r"P117.*'writer'.*id, author"),
        ("id,user,user_id,text", None, r"P118.*'author' may be any of user, user_id\. .*--column author=HEADER"),
        ("id,author,text", {"id": "text", "text": "text"}, r"P119.*'text'"),
    ],
)
def test_columns_that_cannot_be_found(write, header, columns, expected):
    # Said before the first message is asked for.
    with pytest.raises(PseudoError, match=expected):
        read_messages(write(header + "\n"), columns=columns)


def test_a_file_without_header_stays_private(write):
    caught = error(write("1,Zoe Quill,Hello from Zoe\n2,b,Hi\n"))
    assert re.search("P115.*is there a header", caught)
    assert "Zoe" not in caught


def test_empty_cells(write):
    first, second, third = read_messages(write("id,author,parent,text\n 1 ,,0,\n2,a\n3,b, ,  Hi \n"))
    assert first == Message("", "1", None, "0")
    assert second == Message("", "2", "a")
    assert third == Message("  Hi ", "3", "b")


def test_empty_id(write):
    assert re.search(r"P120.*line 3.*'id'", error(write("id,author,text\n1,a,x\n ,b,secret\n")))
    assert re.search(r"P120.*line 1", error(write('{"id": null, "author": 1, "text": "secret"}', "messages.jsonl")))


def test_ids_are_strings(write):
    content = '{"id": 43, "author": 7.0, "parent": "042", "text": "Hi"}\n{"id": 44, "author": 7, "text": null}\n'
    first, second = read_messages(write(content, "messages.jsonl"))
    assert first == Message("Hi", "43", "7", "042")
    assert second == Message("", "44", "7")


def test_nested_values(write):
    content = '{"id": 1, "author": 2, "text": "Hi", "files": ["a"]}\n{"id": 2, "author": {"name": "x"}, "text": ""}\n'
    messages = read_messages(write(content, "messages.jsonl"))
    assert next(messages).extra == {"files": '["a"]'}
    with pytest.raises(PseudoError, match=r"P121.*line 2: 'author'"):
        next(messages)


def test_keys_that_come_late(write):
    lines = ['{"id": 1, "user": "a", "text": "x"}'] * 150
    report = ReadReport()
    path = write("\n".join([*lines, '{"id": 2, "user": "b", "text": "y", "parent": 1, "mail": "m"}']), "messages.jsonl")
    *_, last = read_messages(path, report=report)
    assert last == Message("y", "2", "b", "1", extra={"mail": "m"})
    assert (report.columns["parent"], report.dropped) == ("parent", ["mail"])
    path = write("\n".join([*lines, '{"id": 2, "author": "b", "text": "y"}']), "messages.jsonl")
    assert re.search(r"P118.*'author' may be any of user, author", error(path))
    assert len(list(read_messages(path, columns={"author": "user"}))) == 151


def test_limit(write):
    path = write("id,author,text\n1,a,x\n2,b,y\n,,broken\n")
    assert [message.id for message in read_messages(path, limit=2)] == ["1", "2"]


def test_a_report_may_be_used_again(write):
    report = ReadReport()
    list(read_messages(write("id,user,text\n1,a,x\n"), report=report))
    list(read_messages(write("post_id,author,body,x\n1,a,x,y\n"), report=report))
    assert report.columns == {"id": "post_id", "author": "author", "text": "body"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_lists(write, encoding):
    path = write("# who did not consent\r\n\r\n 43 \r\nå b\r\n43\r\n", "list.txt", encoding)
    assert read_ids(path) == ["43", "å b"]


def test_readers_in_a_config(write):
    messages, roster = write("id,author,text\n1,a,Hi\n"), write("id,name\na,Zoe Quill\n", "roster.csv")
    names = write("Ada Lovelace\n", "allow.txt")
    config = Config().from_str(f"""
        [messages]
        @readers = "spacy-pseudo.MessagesReader.v1"
        path = "{messages.as_posix()}"
        columns = {{"text": "text"}}

        [roster]
        @readers = "spacy-pseudo.RosterReader.v1"
        path = "{roster.as_posix()}"

        [allow]
        @readers = "spacy-pseudo.NameListReader.v1"
        path = "{names.as_posix()}"
    """)
    resolved = registry.resolve(config)
    assert [message.text for message in resolved["messages"]()] == ["Hi"]
    assert resolved["roster"].get("a").names == ("Zoe Quill",)
    assert resolved["allow"] == ["Ada Lovelace"]


def test_a_column_that_is_known_can_be_left_unused(write):
    report = ReadReport()
    path = write("id,author,text,session\n1,a,Hi,x\n")
    (message,) = read_messages(path, columns={"session": ""}, report=report)
    assert (message.session, message.extra, report.dropped) == (None, {"session": "x"}, ["session"])
    with pytest.raises(PseudoError, match="P115"):
        read_messages(path, columns={"text": ""})
