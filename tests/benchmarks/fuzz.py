"""Readers with input that was made to break them, guided by coverage (atheris; `pip install atheris`). Whatever is read
must be read, or refused with a coded error in which no name stands.

python tests/benchmarks/fuzz.py [--seconds 60] [--keep DIR] [TARGET ...]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

NAME = "Ottoline"
TEXT = f"Hi {NAME},\nso do I.\nMary"
MAIL = f"From: {NAME} <o@x.example>\nTo: l@x.example\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nMessage-ID: <1@x>\n"
PART = (
    "\n--b\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nHi =C3=A9\n--b--\n"
)
POST = {"id": 1, "username": "of", "name": NAME, "cooked": f"<p>Hi {NAME}</p>", "created_at": "2024-01-01T10:00:00Z"}
SLACK = [{"type": "message", "user": "U1", "text": f"Hi <@U2> {NAME}", "ts": "1700000000.0001"}]
# What each target begins with.
SEEDS: Mapping[str, tuple[str, ...]] = {
    "csv": (f'id,author,parent,text\n1,of,,"{TEXT}"\n2,mp,1,"a ""b"""\n', "id;author;text\n1;of;\xe9\n"),
    "jsonl": (json.dumps({"id": "1", "author": "of", "text": TEXT}) + "\n",),
    "mbox": (f"From x Mon Jan  1 10:00:00 2024\n{MAIL}Subject: =?utf-8?q?Re=3A?=\n\n{TEXT}\n",
             f"From x Mon Jan  1 10:00:00 2024\n{MAIL}Content-Type: multipart/mixed; boundary=b\n{PART}\n"),
    "discourse": (json.dumps({"id": 1, "title": "t", "post_stream": {"posts": [POST]}}),
                  json.dumps({"topic": {"id": 1}, "posts": [POST], "users": [{"id": 1, "username": "of"}]})),
    "slack": (json.dumps(SLACK),),
    "teams": (json.dumps({"value": [{"id": "1", "from": {"user": {"id": "u", "displayName": NAME}},
                                     "body": {"contentType": "html", "content": f"<p>Hi {NAME}</p>"}}]}),),
    "zulip": (json.dumps({"zerver_message": [{"id": 1, "sender": 2, "content": TEXT}]}),),
    "canvas": (json.dumps({"participants": [{"id": 1, "display_name": NAME}],
                           "view": [{"id": 1, "user_id": 1, "message": "<p>a</p>", "replies": []}]}),),
    "whatsapp": (f"01/02/2024, 10:11 - {NAME} Poe: Hi\nmore\n[01.02.24, 10:12:13] Bo: \u200e<omitted>\n",),
    "zoom": (f"10:11:12\t From {NAME} Poe to Everyone:\n\tHi all\n10:12:13 From Bo : hi\n",),
    "transcript": (f"WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v {NAME} Poe>Hi</v>\n",),
    "html": (f'<p class="a">Hi {NAME} &amp; <b>Ma</b>ry</p><a href="mailto:o@x.example?b=%4F">x</a><!-- {NAME} -->',),
    "names": (f"# Who\nof | {NAME} [12] | Otto? = O # mine\n! Mary Rose\n* END\n",),
    "decisions": (f"id,field,start,end,text,decision,note\n1,text,3,11,{NAME},keep,\n,corpus,0,0,Mary,mp,\n",),
    "rules": ("VESSEL 0.9: [ship] the TITLE+\nclass ship = ship boat\n",),
    "sealed": ("",),
}  # fmt: skip


def check_messages(format: str, data: bytes, place: Path) -> None:
    """Read a file of messages."""
    from spacy_pseudo.corpus.readers import read_messages

    path = place / f"messages.{format if format in ('csv', 'jsonl', 'mbox') else 'json'}"
    path.write_bytes(data)
    for message in read_messages(path, format=format):
        assert isinstance(message.text, str)


def check_html(data: bytes, place: Path) -> None:
    """Take HTML apart."""
    from spacy_pseudo.text.markup import read_markup

    read_markup(data.decode("utf-8", "replace"))


def check_names(data: bytes, place: Path) -> None:
    """Read a map of names, and write it again."""
    from spacy_pseudo.people.name_map import NameMap

    text = data.decode("utf-8", "replace")
    assert NameMap.parse(text).to_text() == text or text.startswith("\ufeff") or "\r" in text


def check_decisions(data: bytes, place: Path) -> None:
    """Read a table of decisions."""
    from spacy_pseudo.people.decisions import Decisions

    Decisions.from_csv(data.decode("utf-8", "replace"))


def check_rules(data: bytes, place: Path) -> None:
    """Read somebody's own rules."""
    from spacy_pseudo.identifiers.grammars import check_rules as check

    check([data.decode("utf-8", "replace")], ["rules"])


def check_sealed(data: bytes, place: Path) -> None:
    """Look at a sealed key, as far as that is possible without a passphrase."""
    from spacy_pseudo.key.sealing import check_whole

    check_whole(data, Path("key.sealed"))


CHECKS: Mapping[str, Callable[[bytes, Path], None]] = {
    **{name: partial(check_messages, name) for name in SEEDS},
    "html": check_html,
    "names": check_names,
    "decisions": check_decisions,
    "rules": check_rules,
    "sealed": check_sealed,
}


def fuzz(target: str, seconds: int, keep: Path) -> None:
    """Try one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["spacy_pseudo"]):
        import spacy_pseudo.corpus.readers
        import spacy_pseudo.identifiers.grammars
        import spacy_pseudo.key.sealing
        import spacy_pseudo.people.decisions
        import spacy_pseudo.text.markup  # noqa: F401
        from spacy_pseudo.errors import PseudoError
    warnings.simplefilter("ignore")
    memory = Path("/dev/shm")
    place = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    check = CHECKS[target]

    def attempt(data: bytes) -> None:
        try:
            check(data, place)
        except PseudoError as error:
            if not error.code or NAME in str(error):
                raise RuntimeError("an error without a code, or with a name in it") from error

    corpus = keep / target
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(_seeds(target)):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=1500", "-max_len=4000"]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={keep}/{target}-", str(corpus)], attempt)
    atheris.Fuzz()


def _seeds(target: str) -> list[bytes]:
    if target == "sealed":
        from spacy_pseudo.key.sealing import encrypt

        return [encrypt(b"all that is private", "a long passphrase", cost=10)]
    return [seed.encode("utf-8") for seed in SEEDS[target]]


def main() -> None:
    """Try each target in a process of its own, and print what came of it as a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(SEEDS))
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "fuzz", help="inputs that failed")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    if options.here:
        fuzz(options.targets[0], options.seconds, options.keep)
        return
    print("| reader | inputs tried | branches seen | failed |\n| --- | --- | --- | --- |")
    for target in options.targets or SEEDS:
        print(f"| {' | '.join(map(str, _tried(target, options)))} |", flush=True)


def _tried(target: str, options: Any) -> tuple[str, str, str, str]:
    command = [
        sys.executable,
        __file__,
        target,
        "--here",
        "--seconds",
        str(options.seconds),
        "--keep",
        str(options.keep),
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=dict(os.environ), check=False)
    said = done.stdout + done.stderr
    runs = re.findall(r"^#(\d+)\s.*?cov: (\d+)", said, re.MULTILINE) or [("0", "0")]
    (options.keep / f"{target}.txt").write_text(said, "utf-8")
    failure = re.findall(r"^ === Uncaught Python exception: ===\n(.*)", said, re.MULTILINE) or (
        re.findall(r"(ERROR: libFuzzer: .*)", said)
        or (["exit code " + str(done.returncode)] if done.returncode else [])
    )
    return target, f"{int(runs[-1][0]):,}", runs[-1][1], failure[0] if failure else "0"


if __name__ == "__main__":
    main()
