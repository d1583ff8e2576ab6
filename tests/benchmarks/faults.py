"""What happens when things go wrong: processes killed on their way, files of the key damaged, hostile input. For each
kind: how many faults, how many names in OUT or in what was said, how many bytes lost, against a run without faults.

python tests/benchmarks/faults.py [--every 3] [--inputs 400] [--write]
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from spacy_pseudo.corpus.readers import read_messages
from spacy_pseudo.errors import PseudoError
from spacy_pseudo.key import log
from spacy_pseudo.key.layout import FOLLOWED, LOG
from spacy_pseudo.people.name_map import NameMap
from spacy_pseudo.review.audit.auditing import audit

ASSETS = Path(__file__).parents[2] / "assets"
PAGE = ASSETS.parent / "docs" / "key.md"
# Ends the process before the n-th change of the file system; 0: says how many there are.
WATCHED = """
import os, signal
limit, done = int(os.environ["CRASH_AT"]), []
def watch(name):
    call = getattr(os, name)
    def watched(*args, **kwargs):
        done.append(name)
        if len(done) == limit:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **kwargs)
    setattr(os, name, watched)
for name in ("replace", "rename", "rmdir", "unlink", "fsync", "chmod", "mkdir"):
    watch(name)
from spacy_pseudo.cli import app
try:
    app()
finally:
    if not limit:
        print("CHANGES", len(done))
"""
ODD = [
    b"\0",
    b"\xff\xfe",
    b'"',
    b"\n",
    b"\r",
    b"\xed\xa0\x80",
    b"[",
    b"{",
    b",",
    b"9" * 400,
    b"=?utf-8?b?",
    b"From ",
    b"<" * 50,
]


class Row(NamedTuple):
    """A kind of fault, how many there were, how many changed nothing in the end or were refused, and what was lost."""

    kind: str
    faults: int
    same: int
    refused: int
    names: int
    lost: int


def command(place: Path, what: str = "run") -> list[str]:
    """RETURNS (list[str]): The arguments of a run on the example forum."""
    people = ["--roster", str(ASSETS / "roster.csv"), "--seed", "3"] if what == "run" else []
    files = [str(ASSETS / "messages.csv"), "--allow", str(ASSETS / "allow.txt"), "--no-audit", "--force"]
    return [what, *files, *people, "--out", str(place / "out"), "--key", str(place / "key")]


def call(arguments: list[str], crash_at: int = -1) -> tuple[int, str]:
    """RETURNS (tuple[int, str]): Exit code, and what was said."""
    program = WATCHED if crash_at >= 0 else "from spacy_pseudo.cli import main; main()"
    env = {**os.environ, "CRASH_AT": str(crash_at)}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, env=env, check=False
    )
    return done.returncode, done.stdout + done.stderr


def names_in(said: str, key: Path) -> int:
    """RETURNS (int): How many names and ids of the class list stand in what was said."""
    with (ASSETS / "roster.csv").open(encoding="utf-8", newline="") as stream:
        wanted = {cell for row in csv.DictReader(stream) for cell in row.values() if cell}
    if (key / "names.txt").exists():
        wanted |= {form.text for _, form in NameMap.parse((key / "names.txt").read_text("utf-8")) if len(form.text) > 4}
    return sum(name in said for name in wanted if name.lower() != name)


def killed(place: Path, every: int) -> Row:
    """Killed before each change of the file system, or every so many; then the same command again."""
    clean = place / "clean"
    _, said = call(command(clean), 0)
    changes = int(said.rpartition("CHANGES")[2])
    wanted = (clean / "out" / "messages.csv").read_bytes()
    same = names = lost = 0
    tried = range(1, changes + 1, every)
    for n in tried:
        shutil.rmtree(place / "broken", ignore_errors=True)
        code, said = call(command(place / "broken"), n)
        assert code == -signal.SIGKILL, (n, code)
        code, again = call(command(place / "broken"))
        names += names_in(said + again, place / "broken" / "key")
        out = place / "broken" / "out"
        got = (out / "messages.csv").read_bytes() if code == 0 else b""
        same += got == wanted
        lost += max(0, len(wanted) - len(got))
        names += len(audit(out, place / "broken" / "key").unaccounted("high")) if code == 0 else 0
    return Row("killed while writing, then the same command", len(tried), same, 0, names, lost)


def damages(data: bytes) -> Iterator[bytes | None]:
    """YIELDS (Optional[bytes]): A file emptied, cut, with a flipped bit, and gone."""
    yield b""
    yield from (data[: len(data) * part // 5] for part in (1, 2, 3, 4))
    middle = len(data) // 2
    yield data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
    yield None


def damaged(place: Path) -> Row:
    """Each file of the key damaged; then `apply`."""
    clean, broken = place / "clean", place / "broken"
    call(command(clean, "apply"))
    wanted = (clean / "out" / "messages.csv").read_bytes()
    faults = same = refused = names = lost = 0
    for name in FOLLOWED:
        if not (clean / "key" / name).exists():
            continue
        for content in damages((clean / "key" / name).read_bytes()):
            shutil.rmtree(broken, ignore_errors=True)
            shutil.copytree(clean, broken)
            if content is None:
                (broken / "key" / name).unlink()
            else:
                (broken / "key" / name).write_bytes(content)
            before = (broken / "out" / "messages.csv").read_bytes()
            code, said = call(command(broken, "apply"))
            after = (broken / "out" / "messages.csv").read_bytes()
            faults += 1
            refused += code == 2 and after == before
            same += code == 0 and after == wanted
            names += names_in(said, clean / "key")
            if code == 0 and after != wanted:
                names += len(audit(broken / "out", clean / "key").unaccounted("high"))
            lost += max(0, len(before) - len(after))
    return Row("a file of the key emptied, cut, flipped or gone", faults, same, refused, names, lost)


def killed_restoring(place: Path, every: int) -> Row:
    """Killed before each change of the file system while originals are put back and the log is written; then again."""
    key, out = place / "clean" / "key", place / "clean" / "out"
    command = ["restore", str(out), "--key", str(key), "--force", "--to"]
    _, said = call([*command, str(place / "back")], 0)
    changes = int(said.rpartition("CHANGES")[2])
    wanted = (place / "back" / "messages.csv").read_bytes()
    same = names = lost = 0
    tried = range(1, changes + 1, every)
    for n in tried:
        to = place / f"back-{n}"
        code, said = call([*command, str(to)], n)
        assert code == -signal.SIGKILL, (n, code)
        left = [path for path in place.glob(f"*{to.name}*") if path.stat().st_mode & 0o077]
        code, again = call([*command, str(to)])
        got = (to / "messages.csv").read_bytes() if code == 0 else b""
        same += got == wanted and log.first_break(key) is None and not left
        names += names_in(said + again, key)
        lost += max(0, len(wanted) - len(got))
    return Row("killed while restoring, then the same command", len(tried), same, 0, names, lost)


def cut_log(place: Path) -> Row:
    """The last line of the log cut, as when the power fails; then `audit`, which writes the next."""
    key, out = place / "clean" / "key", place / "clean" / "out"
    path = key / LOG
    whole = path.read_bytes()
    lines = len(whole.splitlines())
    last = len(whole.splitlines(keepends=True)[-1])
    same = names = lost = 0
    cuts = [1, 2, last // 2, last - 1]
    for cut in cuts:
        path.write_bytes(whole[:-cut])
        code, _ = call(["audit", str(out), "--key", str(key)])
        kept = path.read_bytes()
        # The cut line is told, no other is lost, and the new one is read.
        told = log.first_break(key) == (None if cut == 1 else lines)
        same += code in (0, 1) and told and len(list(log.read(key))) == lines + (cut == 1)
        lost += 0 if kept.startswith(whole[:-cut]) else len(whole) - cut
        names += names_in(path.read_text("utf-8", "replace"), place / "nowhere")
    path.write_bytes(whole)
    return Row("the last line of the log cut, then another command", len(cuts), same, 0, names, lost)


def hostile(place: Path, inputs: int) -> Row:
    """Messages with pieces cut out, repeated and put in."""
    rng, data, path = random.Random(1), (ASSETS / "messages.csv").read_bytes(), place / "messages.csv"
    read = refused = names = 0
    for _ in range(inputs):
        made = data
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(made))
            made = made[:at] + rng.choice([b"", *ODD]) + made[at + rng.randint(0, 12) :]
        path.write_bytes(made)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                read += bool(list(read_messages(path)))
            except PseudoError as error:
                refused += 1
                names += names_in(str(error), place)
    return Row("hostile messages", inputs, read, refused, names, 0)


def main() -> None:
    """Inject, and print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=3, help="kill before every so many changes of the files")
    parser.add_argument("--inputs", type=int, default=400, help="how many hostile files")
    parser.add_argument("--write", action="store_true", help="put the table into docs/key.md")
    options = parser.parse_args()
    header = ("fault", "injected", "same result", "refused", "names leaked", "bytes lost")
    table = [f"| {' | '.join(header)} |", f"{'| --- ' * len(header)}|"]
    print("\n".join(table))
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        for rows in (
            partial(killed, place, options.every),
            partial(killed_restoring, place, options.every),
            partial(cut_log, place),
            partial(damaged, place),
            partial(hostile, place, options.inputs),
        ):
            table.append(f"| {' | '.join(map(str, rows()))} |")
            print(table[-1], flush=True)
    if options.write:
        page = PAGE.read_text("utf-8")
        kept = page[: page.index("| fault |")]
        rest = page[page.index("| fault |") :].splitlines(keepends=True)
        after = "".join(line for line in rest if not line.startswith("|"))
        PAGE.write_text(kept + "\n".join(table) + "\n" + after, "utf-8")


if __name__ == "__main__":
    main()
