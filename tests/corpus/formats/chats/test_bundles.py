"""Archives are read as they are: nothing of them is unpacked to the disk, and none may fill the memory."""

import io
import json
import tarfile
import zipfile

import pytest

from spacy_pseudo.corpus.formats import find_layout
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.errors import PseudoError

from .chat_files import MARY, as_directory, as_tar, as_zip, slack, slack_post, zulip_export

BOMB = 300_000_000


def test_paths_that_lead_elsewhere_are_none(tmp_path):
    day = json.dumps([slack_post(1, MARY, "from elsewhere")])
    bad = {
        "../2024-02-01.json": day,
        "/etc/2024-02-01.json": day,
        "a/../../2024-02-01.json": day,
        "__MACOSX/a/2024-02-01.json": day,
        ".a/2024-02-01.json": day,
    }
    (tmp_path / "in").mkdir()
    path = tmp_path / "in" / "slack.zip"
    path.write_bytes(as_zip({**slack(), **bad}))
    assert len(list(read_messages(path))) == 24
    assert [one.name for one in tmp_path.rglob("*") if one.is_file()] == ["slack.zip"]


def test_links_are_not_followed(tmp_path):
    (tmp_path / "secret.json").write_text(json.dumps([slack_post(1, MARY, "secret")]), "utf-8")
    directory = as_directory(tmp_path / "export", slack())
    (directory / "tides" / "2024-02-03.json").symlink_to(tmp_path / "secret.json")
    (directory / "other").symlink_to(tmp_path)
    assert len(list(read_messages(directory))) == 24
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, content in zulip_export().items():
            archive.add(as_directory(tmp_path / "zulip", {name: content}) / name, name)
        link = tarfile.TarInfo("messages-000009.json")
        link.type, link.linkname = tarfile.SYMTYPE, str(tmp_path / "secret.json")
        archive.addfile(link)
    (tmp_path / "zulip.tar").write_bytes(stream.getvalue())
    assert len(list(read_messages(tmp_path / "zulip.tar"))) == 24


def test_an_archive_that_unpacks_to_too_much(tmp_path):
    packed = tmp_path / "slack.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in slack().items():
            archive.writestr(name, content)
        with archive.open("tides/2024-02-05.json", "w") as stream:
            for _ in range(BOMB // 1_000_000):
                stream.write(b" " * 1_000_000)
    with pytest.raises(PseudoError, match="P129"):
        list(read_messages(packed))
    tar = tmp_path / "zulip.tar.gz"
    with tarfile.open(tar, "w:gz", compresslevel=1) as archive:
        member = tarfile.TarInfo("messages-000001.json")
        member.size = BOMB
        archive.addfile(member, _Blanks())
    with pytest.raises(PseudoError, match="P129"):
        list(read_messages(tar))


class _Blanks(io.RawIOBase):
    def read(self, size=-1):
        return b" " * size


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.zip", b"no archive", "P158"),
        ("a.zip", as_zip(slack())[:-40], "P158"),
        ("a.tar.gz", b"\x1f\x8bno", "P158"),
        ("a.tar.gz", as_tar(zulip_export())[:-200], "P158"),
        ("a.tar", b"no archive", "P158"),
        ("a.zip", as_zip({"report.docx": "x"}), "P102"),
    ],
)
def test_damaged_and_other_archives(tmp_path, name, content, code):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PseudoError, match=code):
        list(read_messages(tmp_path / name))


def test_an_archive_that_is_not_there(tmp_path):
    with pytest.raises(PseudoError, match="P101"):
        list(read_messages(tmp_path / "slack.zip"))


def test_an_encrypted_member(tmp_path):
    data = bytearray(as_zip(slack()))
    # The bit of the flags that says so, in both headers of the first file.
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "slack.zip").write_bytes(bytes(data))
    with pytest.raises(PseudoError, match="P158"):
        list(read_messages(tmp_path / "slack.zip"))


def test_a_directory_of_something_else(tmp_path):
    as_directory(tmp_path, {"a/b.txt": "x", "c.json": "{}"})
    with pytest.raises(PseudoError, match="P142"):
        find_layout(tmp_path)


@pytest.mark.parametrize("format", ["slack", "teams", "zulip", "discourse", "canvas", "moodle"])
def test_what_is_nested_too_deeply_is_refused(tmp_path, format):
    path = tmp_path / "export.json"
    path.write_text("[" * 100_000 + "]" * 100_000, "utf-8")
    with pytest.raises(PseudoError, match=r"\[P151\]"):
        list(read_messages(path, format=format))
