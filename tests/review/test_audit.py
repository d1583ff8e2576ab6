"""`spacy-pseudo audit` as a user calls it, and what run and apply say of it."""

from __future__ import annotations

from typing import Any

import pytest


def texts(found: dict[str, Any], rank: str) -> list[str]:
    return [f["text"] for f in found["findings"] if f["rank"] == rank and f["reason"] is None]


def test_nothing_stands(desk: Any) -> None:
    assert desk.run() == 0
    assert "Audit: nothing unaccounted of" in desk.stdout
    assert desk.call("audit", desk.out, "--key", desk.key) == 0
    assert "PRIVATE" not in desk.stdout


def test_a_name_that_stands_is_shown_and_counts(desk: Any) -> None:
    desk.run("--quiet")
    rows = desk.rows()
    rows[1]["text"] += "\nZelda Quist knows, and Quist."
    desk.write(rows)
    found = desk.audit()
    assert (found["code"], texts(found, "high"), texts(found, "medium")) == (1, ["Zelda Quist"], ["Quist"])
    (finding,) = (f for f in found["findings"] if f["rank"] == "high")
    assert (finding["message"], finding["field"], finding["participants"]) == ("2", "text", ["zq"])
    assert found["counts"]["unaccounted"] == {"high": 1, "medium": 1, "low": 0}
    assert desk.call("audit", desk.out, "--key", desk.key) == 1
    assert "PRIVATE" in desk.stdout
    assert "[Zelda Quist]" in desk.stdout


def test_a_key_of_another_output_is_refused(desk: Any) -> None:
    desk.run("--quiet")
    own, desk.key = desk.key, desk.path / "other"
    assert desk.call("discover", desk.path / "messages.csv", "--key", desk.key, "--seed", 2) == 0
    assert desk.call("audit", desk.out, "--key", desk.key) == 2
    assert "P812" in desk.stderr
    assert desk.call("audit", desk.out, "--key", own) == 0


def test_from_which_rank_on_it_fails(desk: Any) -> None:
    desk.run("--quiet")
    rows = desk.rows()
    rows[1]["text"] += "\nAsk Quist."
    desk.write(rows)
    assert desk.audit()["code"] == 0
    assert desk.audit("--fail-on", "medium")["code"] == 1
    assert desk.call("audit", desk.out, "--key", desk.key, "--fail-on", "low") == 2


def test_run_and_apply_tell_it_in_a_line_unless_they_are_told_not_to(desk: Any) -> None:
    # A name that nobody knew of, and that a person writes into the map after the run.
    desk.run("--quiet")
    (desk.path / "messages.csv").write_text("id,author,text\n1,mp,We sat down\n2,rg,so did Hedwig\n", "utf-8")
    apply = ("apply", desk.path / "messages.csv", "--out", desk.out, "--key", desk.key, "--force")
    assert desk.call(*apply) == 0
    assert desk.stdout.count("Audit:") == 1
    assert desk.call(*apply, "--no-audit") == 0
    assert "Audit:" not in desk.stdout
    assert desk.call(*apply, "--quiet") == 0
    assert desk.stdout == ""


def test_names_in_columns_ids_headers_and_files(desk: Any) -> None:
    desk.run("--quiet")
    rows = desk.rows()
    rows[0]["thread"] = "for-zelda-quist"
    desk.write([{**row, "Group of Robert Grey": "jane dorn's"} for row in rows])
    (desk.out / "more").mkdir()
    (desk.out / "more" / "mary-poe.txt").write_text("Written by Jane Dorn.\n", "utf-8")
    (desk.out / "picture.bin").write_bytes(b"\0\1")
    found = desk.audit()
    places = {(f["file"], f["field"], f["text"]) for f in found["findings"] if f["rank"] == "high"}
    assert places == {
        ("messages.csv", "thread", "zelda-quist"),
        ("messages.csv", "header", "Robert Grey"),
        ("messages.csv", "Group of Robert Grey", "jane dorn"),
        ("more/mary-poe.txt", "name of the file", "mary-poe"),
        ("more/mary-poe.txt", "content", "Jane Dorn"),
    }
    assert [f["file"] for f in found["findings"] if f["kind"] == "file that was not read"] == ["picture.bin"]


def test_drawn_names_are_no_findings(desk: Any) -> None:
    desk.run("--quiet", "--pseudonyms", "surrogate")
    assert "Mary" not in str(desk.rows())
    assert desk.audit("--fail-on", "medium")["code"] == 0


def test_in_html_what_readers_see_counts(desk: Any) -> None:
    rows = [{"id": "1", "author": "mp", "text": "<p>I like <b>tides</b>.</p><p>Mary</p>"}]
    desk.write(rows, desk.path / "messages.csv")
    desk.run("--quiet", "--html")
    assert desk.audit()["code"] == 0
    rows = desk.rows()
    rows[0]["text"] = rows[0]["text"].replace("tides", "tides</b> as does Zel<b>da")
    desk.write(rows)
    assert texts(desk.audit(), "high") == ["Zel<b>da"]


def test_the_originals_tell_more(desk: Any) -> None:
    line = "Tides are what the moon makes of the sea, I think"
    answer = f"So does hedgepig!\n> {line}"
    rows = [
        {"id": "1", "author": "mp", "user name": "Hedgepig", "text": line},
        {"id": "2", "author": "rg", "user name": "rg", "text": answer},
    ]
    source = desk.path / "messages.csv"
    desk.write(rows, source)
    (desk.path / "gone.txt").write_text("mp\n", "utf-8")
    desk.run("--quiet", "--exclude", desk.path / "gone.txt")
    rows = desk.rows()
    rows[-1]["text"] = answer
    desk.write(rows)
    assert texts(desk.audit(), "high") == []
    told = texts(desk.audit("--messages", source), "high")
    assert "hedgepig" in told
    assert any(text.endswith(line) for text in told)


@pytest.mark.parametrize(
    ("file", "code"), [("out/summary.json", "P810"), ("key/replacements.jsonl", "P811"), ("key/roster.jsonl", "P811")]
)
def test_what_is_missing_is_told(desk: Any, file: str, code: str) -> None:
    desk.run("--quiet")
    (desk.path / file).unlink()
    assert desk.call("audit", desk.out, "--key", desk.key) == 2
    assert code in desk.stderr


def test_there_must_be_something_to_read(desk: Any) -> None:
    desk.run("--quiet")
    assert desk.call("audit", desk.path / "nowhere", "--key", desk.key) == 2
    assert "P830" in desk.stderr


def test_words_of_somebody_who_did_not_consent_are_found_wherever_they_stand(desk: Any) -> None:
    said = "A secret badger farm, well beyond the mill, is what nobody knows of."
    texts = (f"Hi all,\n{said}\nMary", f'She said: "{said.upper()}" Odd.\nRobert', "Nobody knows of the mill.\nJane")
    posts = enumerate(zip(("mp", "rg", "jd"), texts, strict=True), 1)
    rows = [{"id": str(n), "author": author, "thread": "t", "text": text} for n, (author, text) in posts]
    desk.write(rows, desk.path / "messages.csv")
    (desk.path / "consent.txt").write_text("mp\n", "utf-8")
    assert desk.run("--quiet", "--exclude", desk.path / "consent.txt") == 0
    found = desk.audit("--messages", desk.path / "messages.csv")["findings"]
    ((message, text),) = [(one["message"], one["text"]) for one in found if one["kind"].startswith("words")]
    assert message == "2"
    assert len(text) > 50
    assert text in said.upper()
