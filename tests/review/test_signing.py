"""The report that is signed: every figure is what the files say, and nobody's name is on it."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import stat
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from spacy_pseudo.cli import app
from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.people.name_map import NameMap
from tests.review.rendered import MARKDOWN, Page, markdown_tables

ASSETS = Path(__file__).parents[2] / "assets"
FAKED = ("--pseudonyms", "surrogate", "--identifiers", "structured=surrogate", "--lang", "sv")


class Signed(NamedTuple):
    """A corpus that was pseudonymised, and its report."""

    path: Path
    messages: Path
    roster: Path

    @property
    def out(self) -> Path:
        return self.path / "out"

    @property
    def key(self) -> Path:
        return self.path / "key"

    @property
    def html(self) -> str:
        return (self.path / "report.html").read_text("utf-8")

    @property
    def markdown(self) -> str:
        return (self.path / "report.md").read_text("utf-8")

    @property
    def everything(self) -> str:
        """RETURNS (str): All that is shared with the page, but for the style sheet and where its contents lead."""
        pictures = "".join(path.read_text("utf-8") for path in sorted(self.path.glob("report-*.svg")))
        bare = re.sub(r"(?s)<style>.*?</style>", "", self.html + pictures)
        return re.sub(r' (?:id|href|aria-labelledby)="#?s\d+"', "", bare) + self.markdown

    @property
    def summary(self) -> dict[str, Any]:
        return dict(json.loads((self.out / "summary.json").read_text("utf-8")))

    def rows(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.key / name).read_text("utf-8").splitlines()]

    def spans(self) -> list[list[Any]]:
        rows = self.rows("replacements.jsonl")
        return [span for row in rows for span in (*row["spans"], *row.get("subject", ()))]


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def call(*args: object) -> str:
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done.stdout


def numbers(rows: list[list[str]]) -> dict[str, list[str]]:
    """RETURNS (dict[str, list[str]]): The cells of a table by what stands in the first, without the header."""
    return {first: rest for first, *rest in rows[1:]}


def sign(path: Path, messages: Path, roster: Path, *options: object) -> Signed:
    signed = Signed(path, messages, roster)
    where = ("--out", signed.out, "--key", signed.key, "--seed", 3, "--quiet")
    call("run", messages, "--roster", roster, *where, *options)
    private = ("--private", signed.key / "report.html")
    call("report", signed.out, "--key", signed.key, "--out", path / "report.html", *private)
    return signed


@pytest.fixture(scope="module", params=["forum", "sv", "simulated"])
def signed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Signed:
    path = tmp_path_factory.mktemp(request.param)
    if request.param == "simulated":
        forum = path / "forum"
        call("simulate", "--out", forum, "--messages", 120, "--misspelled", 0.05, "--quiet")
        return sign(path, forum / "messages.csv", forum / "roster.csv", "--allow", forum / "allow.txt")
    place = ASSETS / "sv" if request.param == "sv" else ASSETS
    return sign(path, place / "messages.csv", place / "roster.csv", *(FAKED if request.param == "sv" else ()))


@pytest.fixture
def tables(signed: Signed) -> dict[str, list[list[str]]]:
    return markdown_tables(signed.markdown)


# --- Figures ---


def test_figures_at_a_glance(signed: Signed) -> None:
    written, people = table(signed.out / "messages.csv"), table(signed.key / "pseudonyms.csv")
    expected = sum(row["probability"] for row in signed.rows("kept.jsonl"))
    shown = dict(zip(Page(signed.html).written("dt")[:5], Page(signed.html).written("dd")[:5], strict=True))
    findings = json.loads(call("audit", signed.out, "--key", signed.key, "--json"))["counts"]["unaccounted"]
    assert shown == {
        "messages written": f"{len(written):,}",
        "participants": f"{len(people):,}",
        "mentions of them replaced": f"{len(signed.spans()):,}",
        "names expected among what stays": f"{expected:.1f}" if expected >= 0.1 else "less than 0.1",
        "places that the audit does not explain": f"{findings['high'] + findings['medium']:,}",
    }


def test_mentions_by_category(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    words = {"registered": "the whole name", "nickname": "a nickname", "misspelled": "a misspelled name"}
    counts = Counter(span[4] for span in signed.spans())
    shown = numbers(tables["Mentions that were replaced"])
    assert shown.pop("all") == [f"{counts.total():,}"]
    assert {words[name]: [f"{counts[name]:,}"] for name in words if counts[name]}.items() <= shown.items()
    assert sorted(int(count) for (count,) in shown.values()) == sorted(counts.values())


def test_mentions_per_participant(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    labels = {row["participant"]: row["pseudonym"] for row in table(signed.key / "pseudonyms.csv")}
    counts = Counter(labels[span[2]] for span in signed.spans() if span[2] in labels)
    shown = numbers(tables["Mentions per participant"])
    assert {label: int(count) for label, (count,) in shown.items()} == dict(counts)
    picture = (signed.path / "report-1.svg").read_text("utf-8")
    assert all(f"<title>{label}: {count}</title>" in picture for label, count in counts.most_common(24))


def test_confidence(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    shown = {name: int(count) for name, (count,) in numbers(tables["How sure the replacements are"]).items()}
    sure = [span[5] for span in signed.spans()]
    assert sum(shown.values()) == len(sure)
    assert shown["0.95 to 1.00"] == sum(one >= 0.95 for one in sure)
    assert shown["0.80 to 0.90"] == sum(0.8 <= one < 0.9 for one in sure)
    assert shown["below 0.50"] == sum(one < 0.5 for one in sure)


def test_what_stays_by_reason(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    found: dict[str, list[float]] = {}
    for row in signed.rows("kept.jsonl"):
        found.setdefault(row["reason"], []).append(row["probability"])
    shown = numbers(tables["Places that stay, by reason"])
    places, _, expected = shown.pop("all")
    assert (places, expected) == (f"{sum(map(len, found.values())):,}", f"{sum(map(sum, found.values())):.2f}")
    assert {reason.partition(":")[0]: (int(places), expected) for reason, (places, _, expected) in shown.items()} == {
        reason: (len(probabilities), f"{sum(probabilities):.2f}") for reason, probabilities in found.items()
    }


def test_shared_names(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    owners: dict[str, set[str]] = {}
    for who, form in NameMap.parse((signed.key / "names.txt").read_text("utf-8")):
        owners.setdefault(form.text.casefold(), set()).add(who)
    open_ = len(signed.rows("conflicts.jsonl"))
    labels = {row["participant"] for row in table(signed.key / "pseudonyms.csv")}
    one = [s for s in signed.spans() if s[2] in labels and len(owners.get(s[6].casefold(), ())) > 1]
    assert f" {open_} {'is' if open_ == 1 else 'are'} open:" in signed.markdown or not (open_ or one)
    shown = {
        what.split()[0]: int(count) for what, (count, *_) in numbers(tables["How shared names were settled"]).items()
    }
    assert shown.get("went", 0) == len(one)
    assert shown.get("have", 0) + shown.get("stand", 0) == open_


def test_other_personal_data(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    rows = signed.rows("replacements.jsonl")
    replaced = Counter(one[2] for row in rows for one in (*row["identifiers"], *row.get("subject_identifiers", ())))
    marked = Counter(one[2] for row in rows for one in (*row["marked"], *row.get("subject_marked", ())))
    shown = numbers(tables["Other personal data that was found"])
    assert shown.pop("all")[:2] == [str(replaced.total()), str(marked.total())]
    words = {"DATE": "dates", "FAMILY": "family", "LANGUAGE": "languages", "EMAIL": "e-mail addresses"}
    for label in words.keys() & (replaced.keys() | marked.keys()):
        assert shown[words[label]][:2] == [str(replaced[label]), str(marked[label])]
    assert len(shown) == len(replaced.keys() | marked.keys())


def test_the_audit(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    found = json.loads(call("audit", signed.out, "--key", signed.key, "--json"))["counts"]
    shown = {
        rank.partition(":")[0]: list(map(int, both)) for rank, both in numbers(tables["What the audit found"]).items()
    }
    assert shown == {rank: [found["unaccounted"][rank], found["accounted"][rank]] for rank in ("high", "medium", "low")}


def test_who_turns_to_whom(signed: Signed, tables: dict[str, list[list[str]]], tmp_path: Path) -> None:
    call("network", signed.out, "--key", signed.key, "--out", tmp_path / "network")
    pairs: Counter[str] = Counter()
    for edge in table(tmp_path / "network" / "edges.csv"):
        pairs[f"{edge['source']} to {edge['target']}"] += int(edge["weight"])
    shown = {pair: int(all_) for pair, (*_, all_) in numbers(tables["Who turns to whom"]).items()}
    assert sum(shown.values()) == pairs.total()
    listed = {pair: count for pair, count in shown.items() if pair in pairs}
    assert len(listed) == min(40, len(pairs))
    assert listed.items() <= pairs.items()
    assert sorted(listed.values()) == sorted(pairs.values())[-len(listed) :]


def test_checksums_and_versions(signed: Signed, tables: dict[str, list[list[str]]]) -> None:
    (lines,) = (token.content for token in MARKDOWN.parse(signed.markdown) if token.type == "code_block")
    shown = {name: found for found, name in (line.split("  ") for line in lines.splitlines())}
    assert shown == {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in signed.out.iterdir()}
    assert all(found in Page(signed.html).written("pre")[0] for found in shown.values())
    versions = numbers(tables["The versions with which they were made"])
    assert versions["spacy-pseudo"][0] == signed.summary["version"]
    assert versions["spaCy"][0] == signed.summary["made with"]["spaCy"]


# --- No names ---


def private_words(signed: Signed) -> Iterator[str]:
    """YIELDS (str): What must not be on the page: forms, registered names and their words, ids."""
    for who, form in NameMap.parse((signed.key / "names.txt").read_text("utf-8")):
        yield from (who, form.text)
    for row in table(signed.roster):
        yield from (row["id"], row["name"], *re.findall(r"[^\W\d_]+", row["name"]))
    for message in read_messages(signed.messages):
        yield message.id or ""


def test_nobody_is_on_the_page(signed: Signed) -> None:
    words = {word for word in private_words(signed) if len(word) > 1}
    found = {word for word in words if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", signed.everything)}
    assert len(words) > 50
    assert found == set()


def test_no_text_of_a_message_is_on_the_page(signed: Signed) -> None:
    lines = {line.strip() for message in read_messages(signed.messages) for line in message.text.splitlines()}
    long = {line for line in lines if len(line) > 12}
    assert len(long) > 50
    assert {line for line in long if line in signed.everything} == set()


# --- The page ---


def test_the_page_is_whole_and_needs_nothing_else(signed: Signed) -> None:
    page = Page(signed.html)  # closed in the right order
    assert not [
        tag for tag, _ in page.elements if tag in ("script", "link", "img", "iframe", "object", "form", "input")
    ]
    assert {attrs["href"] for attrs in page.all("a")} == {f"#{attrs['id']}" for attrs in page.all("h2")}
    assert not re.findall(r"(?<!xmlns=\")https?://", signed.html)
    assert "url(" not in signed.html
    (policy,) = (attrs["content"] for attrs in page.all("meta") if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline';")
    assert "@media print" in signed.html
    assert "prefers-color-scheme: dark" in signed.html
    assert {"What this does not promise", "Signature"} <= set(page.written("h2"))
    assert page.written("dt")[-4:] == ["Name", "Office", "Place and date", "Signature"]


def test_pictures_can_be_read_out_and_have_a_table_beside_them(signed: Signed) -> None:
    page = Page(signed.html)
    tags = [tag for tag, _ in page.elements]
    assert tags.count("figure") == tags.count("svg") == tags.count("details") == 3
    assert {attrs.get("role") for attrs in page.all("svg")} == {"img"}
    assert tags.count("desc") == 3
    captions = [text.partition(". ")[2] for text in page.written("figcaption")]
    assert [text.partition(". ")[2] for text in page.written("summary")] == captions


def test_markdown_says_the_same(signed: Signed) -> None:
    kinds = [token.type for token in MARKDOWN.parse(signed.markdown)]
    page = Page(signed.html)
    assert kinds.count("table_open") == len(page.all("table"))
    assert kinds.count("heading_open") == len(page.all("h2")) + 1
    cells = [cell for rows in markdown_tables(signed.markdown).values() for row in rows for cell in row if cell]
    assert Counter(cells) == Counter([*page.written("td"), *page.written("th")])


def test_the_same_files_give_the_same_bytes(signed: Signed, tmp_path: Path) -> None:
    call("report", signed.out, "--key", signed.key, "--out", tmp_path / "other")
    assert (tmp_path / "other.html").read_bytes() == (signed.path / "report.html").read_bytes()


def test_the_private_page_has_contexts_and_is_closed(signed: Signed) -> None:
    path = signed.key / "report.html"
    page = Page(path.read_text("utf-8"))
    assert page.written("p")[0] == "Private: holds names from the messages. Keep it with the key."
    assert {stat.S_IMODE((signed.key / name).stat().st_mode) for name in ("report.html", "report.md")} == {0o600}
    first = signed.rows("kept.jsonl")[0]
    assert first["text"] in page.written("mark")
    open_ = [row["text"] for row in signed.rows("conflicts.jsonl")]
    assert Counter(open_) <= Counter(page.written("mark"))
    call("key", "check", signed.key)
