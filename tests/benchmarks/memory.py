"""How much memory apply and discover take as the messages become more: the peak of a process of its own for each, and
what that is to the first. No test: a large forum takes minutes.

    python tests/benchmarks/memory.py [--messages 5000 50000 500000] [--command apply discover] [--keep DIRECTORY]
    python tests/benchmarks/memory.py --same-texts

The forums are simulated, with as many people whatever their size; of each message its first and its last paragraph
are kept. With `--same-texts` the messages of a small forum come again and again under other ids: no new words, and so
what is remembered of words does not grow either. The key is that of a sample, with the places of all messages added.
With `--keep`, forums and keys stay where they are, to be measured again. What follows `--` goes to the command.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spacy_pseudo import Message

# Here, nothing of the package is imported: the peak of a process that is begun is at least that of its parent.
SIZES = (5_000, 50_000, 500_000)
COMMANDS = ("apply", "discover")
PARTICIPANTS = 500
SAMPLE = 5_000
LONGEST = 150
COLUMNS = ("id", "author", "parent", "thread", "session", "timestamp", "text")
MESSAGES, ROSTER, KEY = "messages.csv", "roster.csv", "key"


class Taken(NamedTuple):
    """What a process has taken: its peak in MB, and CPU seconds."""

    peak: float
    seconds: float


def cut(text: str) -> str:
    """RETURNS (str): The first and the last paragraph, not too long: greetings and sign-offs."""
    first, *_, last = text.split("\n\n") if "\n\n" in text else (text, "")
    return f"{first[:LONGEST]}\n\n{last[-LONGEST:]}".strip()


def repeated(messages: Sequence[Message], count: int) -> Iterator[Message]:
    """YIELDS (Message): So many messages, each of its own id, thread and session."""
    from dataclasses import replace

    for number in range(count):
        message, turn = messages[number % len(messages)], f"r{number // len(messages)}"
        ids = {name: f"{turn}{id}" for name in ("id", "parent", "thread", "session") if (id := getattr(message, name))}
        yield replace(message, **ids)


def make(directory: Path, count: int, *, same: bool) -> None:
    """Write a forum, its class list and a key for it."""
    from dataclasses import replace

    from spacy_pseudo import discover
    from spacy_pseudo.corpus.replies import Threads
    from spacy_pseudo.lab.simulation import Settings, simulate
    from spacy_pseudo.people.context import Context

    size = min(count, SAMPLE) if same else count
    forum = simulate(Settings(messages=size, participants=PARTICIPANTS, rare_words=0.7))
    messages = (replace(post.message, text=cut(post.message.text)) for post in forum.posts())
    if same:
        messages = repeated(list(messages), count)
    threads, sample = Threads(), []
    with (directory / MESSAGES).open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        for number, message in enumerate(messages):
            writer.writerow([getattr(message, name) for name in COLUMNS])
            threads.add(message)
            if same or number % max(1, count // SAMPLE) == 0:
                sample.append(message)
    with (directory / ROSTER).open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("id", "name"), *((p.id, p.names[0]) for p in forum.roster)])
    key = discover(sample[:SAMPLE], forum.roster, seed=1)
    threads.finish()
    context = Context()
    context.discussed = key.context.discussed
    with (directory / MESSAGES).open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            context.add(row["id"], threads.place(row["id"]))
    key.context = context
    key.save(directory / KEY)


def measured(arguments: Sequence[str]) -> Taken:
    """RETURNS (Taken): What a command takes in a process of its own; what it says is thrown away, unless it fails."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("spacy-pseudo"), *arguments], stdout=said, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(said.read().decode()[-2000:])
    return Taken(usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10), usage.ru_utime + usage.ru_stime)


def arguments_of(command: str, directory: Path, work: Path) -> list[str]:
    """RETURNS (list[str]): A command on a forum; what it writes is thrown away."""
    key, messages = work / KEY, str(directory / MESSAGES)
    if command == "discover":
        return [command, messages, "--roster", str(directory / ROSTER), "--key", str(key), "--seed", "1"]
    shutil.copytree(directory / KEY, key)
    return [command, messages, "--key", str(key), "--out", str(work / "out")]


def main() -> None:
    """Print a table: for each command and number of messages, the peak, CPU time, and what a message more takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", nargs="+", type=int, default=SIZES)
    parser.add_argument("--command", nargs="+", choices=COMMANDS, default=COMMANDS)
    parser.add_argument("--same-texts", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--make", nargs=2, help=argparse.SUPPRESS)
    own = sys.argv[1 : sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    args = parser.parse_args(own)
    if args.make:
        make(Path(args.make[0]), int(args.make[1]), same=args.same_texts)
        return
    further = sys.argv[len(own) + 2 :]
    with tempfile.TemporaryDirectory() as temporary:
        home = args.keep or Path(temporary)
        print("command     messages   peak MB   to the first   bytes a message more   CPU s   ms a message", flush=True)
        for command in args.command:
            first: tuple[int, Taken] | None = None
            for count in args.messages:
                directory = home / f"{count}{'-same' if args.same_texts else ''}"
                if not (directory / KEY).exists():
                    directory.mkdir(parents=True)
                    own_texts = ["--same-texts"] if args.same_texts else []
                    subprocess.run([sys.executable, __file__, "--make", directory, str(count), *own_texts], check=True)
                with tempfile.TemporaryDirectory(dir=temporary) as work:
                    taken = measured([*arguments_of(command, directory, Path(work)), *further])
                few, base = first = first or (count, taken)
                more = (taken.peak - base.peak) * (1 << 20) / (count - few) if count > few else 0
                print(
                    f"{command:10} {count:9,} {taken.peak:9.0f} {taken.peak / base.peak:14.2f} {more:22.0f}"
                    f" {taken.seconds:7.0f} {1000 * taken.seconds / count:14.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
