"""Many messages: what a message costs in a small and in a large forum, and what workers and a cluster gain. Ratios are
of one run on one machine; no test, since machines differ.

    python tests/benchmarks/scale.py [--messages 5000 50000 500000] [--workers 2] [--write]

The forum is a simulated one of 2,000 messages again and again, each time with other ids and in other threads. A line of
four words or more has the number of its copy at its end: lines that stand in a corpus before count once, and copies
would cost less than messages. The people are the same in all copies. --write puts the table into docs/scale.md, and the
plot beside it. Memory is looked up where the system is Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from spacy_pseudo import Key, Message
from spacy_pseudo.lab.plots.picture import Picture, colours, styled
from spacy_pseudo.lab.simulation import Settings, simulate
from spacy_pseudo.passes.dask_crew import Cluster
from spacy_pseudo.passes.shards import Shard
from spacy_pseudo.passes.stretches import make_applier
from spacy_pseudo.passes.workers import Workers

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
PICTURE = PAGE.parent / "images" / "scale.svg"
FIRST, LAST = "<!-- written by tests/benchmarks/scale.py -->", "<!-- until here -->"
COPY = 2000
MANY = 100_000_000
# Below so many messages, memory is mostly that of the program.
ENOUGH = 50_000
PEOPLE = 100
COMMAND = "from spacy_pseudo.cli import main; main()"


@dataclass
class Run:
    """What a run has taken.

    messages (int): How many messages it has read.
    how (str): Who did the work.
    wall, cpu (float): Seconds; those of all processes together.
    leader, worker (int): The most memory, in bytes, that the command, and any process of it, has had; 0: not known.
    disk (float): Bytes of OUT and KEY for each of the input.
    size (float): Bytes of the input for each message.
    own (float): The seconds of CPU time that the command itself has taken, without its workers; 0: not known.
    """

    messages: int
    how: str
    wall: float
    cpu: float
    leader: int
    worker: int
    disk: float
    own: float
    size: float


def forum(place: Path, count: int) -> tuple[Path, Path]:
    """RETURNS (tuple[Path, Path]): The messages, and the class list."""
    made = simulate(Settings(messages=COPY, participants=PEOPLE, rare_words=0.7))
    posts = [post.message for post in made.posts()]
    messages, roster = place / f"{count}.jsonl", place / "roster.csv"
    with messages.open("w", encoding="utf-8") as stream:
        for number in range(count):
            stream.write(json.dumps(copied(posts[number % len(posts)], number // len(posts)), ensure_ascii=False))
            stream.write("\n")
    names = (f'{person.id},"{person.names[0]}"\n' for person in made.roster)
    roster.write_text("id,name\n" + "".join(names), "utf-8")
    return messages, roster


def copied(message: Message, copy: int) -> dict[str, str | None]:
    """RETURNS (dict[str, Optional[str]]): A message of a copy of the forum."""
    own = {
        name: f"{copy}-{value}" for name in ("id", "parent", "thread") if (value := getattr(message, name)) is not None
    }
    lines = (line if len(line.split()) < 4 else f"{line} ({copy})" for line in message.text.split("\n"))
    return {**own, "author": message.author, "session": message.session, "text": "\n".join(lines)}


def run(messages: Path, roster: Path, count: int, how: Sequence[str]) -> Run:
    """Give `spacy-pseudo run` in a process of its own."""
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        words = [
            "run",
            messages,
            "--roster",
            roster,
            "--out",
            place / "out",
            "--key",
            place / "key",
            "--no-audit",
            "-q",
        ]
        begun = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-c", COMMAND, *map(str, words), *how])
        done = threading.Event()
        peaks: dict[int, int] = {}
        own = [0.0]
        watcher = threading.Thread(target=watch, args=(process.pid, done, peaks, own))
        watcher.start()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        done.set()
        watcher.join()
        assert status == 0, words
        size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file())
    leader = peaks.pop(process.pid, 0)
    disk = size / messages.stat().st_size
    most = max(peaks.values(), default=0)
    return Run(
        count,
        " ".join(how),
        wall,
        used.ru_utime + used.ru_stime,
        leader,
        most,
        disk,
        own[0],
        messages.stat().st_size / count,
    )


def watch(first: int, done: threading.Event, peaks: dict[int, int], own: list[float]) -> None:
    """Note the most memory that a process and its descendants have had, and its own CPU time, until it is over."""
    while Path("/proc/self/status").exists() and not done.wait(0.3):
        with suppress(OSError, IndexError):
            ticks = Path(f"/proc/{first}/stat").read_text().rpartition(")")[2].split()[11:13]
            own[0] = max(own[0], sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"))
        for pid in family(first):
            try:
                found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
            except OSError:  # it has ended
                continue
            if found:
                peaks[pid] = max(peaks.get(pid, 0), int(found[1]) * 1024)


def family(pid: int) -> Iterator[int]:
    yield pid
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(child) for child in path.read_text().split()]
        except OSError:
            continue
        for child in children:
            yield from family(child)


def start_ups(messages: Path, roster: Path) -> dict[str, float]:
    """RETURNS (dict[str, float]): How long it takes until a worker is ready to apply a key, in seconds."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        words = ("discover", messages, "--roster", roster, "--key", f"{place}/key", "-q")
        subprocess.run([sys.executable, "-c", COMMAND, *map(str, words)], check=True)
        make = partial(make_applier, Key.load(f"{place}/key"), None, {}, {"ids": "keep", "timestamps": "keep"})
    for name, staff in (("--workers", Workers(1)), ("--cluster local", Cluster("local:1"))):
        begun = time.perf_counter()
        with ExitStack() as stack:
            list(stack.enter_context(staff).crew(make).map([Shard(0, [])]))
            found[name] = time.perf_counter() - begun
    return found


def table(runs: Sequence[Run], started: dict[str, float]) -> Iterator[str]:
    """YIELDS (str): The lines of a table, and of what follows from it."""
    machine = f"{os.cpu_count()} processors, Python {platform.python_version()}, {platform.machine()}"
    yield f"Measured on {date.today()} by `tests/benchmarks/scale.py`; {machine}."
    yield ""
    yield "| messages | how | wall, s | CPU, s | CPU a message, ms | memory, command, MB | of a worker, MB | disk |"
    yield "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for r in runs:
        memory = " | ".join(f"{n / 1e6:.0f}" if n else "" for n in (r.leader, r.worker))
        each = f"{r.cpu / r.messages * 1e3:.2f}"
        yield f"| {r.messages:,} | `{r.how}` | {r.wall:.1f} | {r.cpu:.1f} | {each} | {memory} | {r.disk:.1f} |"
    yield ""
    yield "Disk is OUT and KEY together, for each byte of the input."
    if any(r.wall > 1.3 * r.cpu for r in runs if r.how == "--workers 1"):
        yield "The machine had other work to do: wall times say little here, and what follows from them."
    yield ""
    yield from (f"- {line}" for line in ratios(runs, started))


def ratios(runs: Sequence[Run], started: dict[str, float]) -> Iterator[str]:
    """YIELDS (str): What one run is to another of them."""
    alone = [r for r in runs if r.how == "--workers 1"]
    small, large = alone[0], alone[-1]
    if small is not large:
        each = (large.cpu / large.messages) / (small.cpu / small.messages)
        yield f"CPU time of a message, one of {large.messages:,} against one of {small.messages:,}: {each:.2f}"
        grows = (large.leader - small.leader) / (large.messages - small.messages)
        slope = (large.cpu - small.cpu) / (large.messages - small.messages)
        yield f"Beyond start-up, a message costs {slope * 1e3:.2f} ms of CPU time"
        if large.messages >= ENOUGH:
            yield f"The command's memory grows by {grows * 1e6 / 1e9:.1f} GB for each million messages"
        hours, disk = slope * MANY / 3600, MANY * large.size * (1 + large.disk)
        yield (
            f"100 million messages of {large.size:.0f} bytes, if it goes on like that: {hours:,.0f} hours of CPU time, "
            f"{hours / 32:,.0f} on 32 processors; {disk / 1e12:.1f} TB of disk, input included"
        )
    among = {r.how: r for r in runs if r.messages == large.messages}
    for how, other in among.items():
        if other is not large:
            gain = f"{large.wall / other.wall:.2f} times as fast as `--workers 1`"
            yield f"`{how}`, {other.messages:,} messages: {gain}, with {other.cpu / large.cpu:.2f} times the CPU time"
    local, plain = (
        next((r for h, r in among.items() if name in h and r is not large), None) for name in ("local", "wo")
    )
    if local and plain:
        yield f"`{local.how}` against `{plain.how}`: {local.wall / plain.wall:.2f} of the time"
    if plain and plain.own:
        share = plain.own / plain.cpu
        yield f"The command itself takes {share:.2f} of the CPU time: more than {1 / share - 1:.0f} workers wait for it"
    yield from (f"Until a worker of `{name}` is ready to apply a key: {taken:.1f} s" for name, taken in started.items())


def picture(runs: Sequence[Run]) -> str:
    """RETURNS (str): Time against messages, and what several processes gain, as SVG."""
    ways = list(dict.fromkeys(r.how for r in runs))
    alone = {r.messages: r for r in runs if r.how == "--workers 1"}
    with styled():
        shown = Picture("Time against messages, and gain over one process", 420, rows=2)
        times, gains = shown.axes
        for how, colour in zip(ways, colours(len(ways)), strict=True):
            own = [r for r in runs if r.how == how]
            counts = [r.messages for r in own]
            times.plot(counts, [r.wall for r in own], marker="o", color=colour, label=how.removeprefix("--"))
            gains.plot(counts, [alone[r.messages].wall / r.wall for r in own], marker="o", color=colour)
        times.set(xscale="log", yscale="log", title="seconds")
        gains.set(xscale="log", title="times as fast as one process", xlabel="messages")
        gains.set_ylim(bottom=0)
        for axes in shown.axes:
            axes.grid(axis="y")
        times.legend()
        told = "; ".join(f"{r.messages:,} messages, {r.how}: {r.wall:.1f} s" for r in runs)
        return shown.to_svg(told)


def main() -> None:
    """Measure, print the table, and write it if asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, nargs="+", default=[5_000, 50_000, 500_000])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="into docs/scale.md, with the plot")
    args = parser.parse_args()
    ways = (["--workers", "1"], ["--workers", str(args.workers)], ["--cluster", f"local:{args.workers}"])
    with tempfile.TemporaryDirectory() as directory:
        runs = []
        for count in sorted(args.messages):
            messages, roster = forum(Path(directory), count)
            for how in ways:
                runs.append(run(messages, roster, count, how))
                print(runs[-1], flush=True)
            if count != min(args.messages):
                messages.unlink()
        started = start_ups(Path(directory) / f"{min(args.messages)}.jsonl", roster)
    lines = "\n".join(table(runs, started))
    print(lines)
    if args.write:
        page = PAGE.read_text("utf-8")
        before, after = page.index(FIRST) + len(FIRST), page.index(LAST)
        PAGE.write_text(f"{page[:before]}\n{lines}\n{page[after:]}", "utf-8")
        PICTURE.write_text(picture(runs), "utf-8")


if __name__ == "__main__":
    main()
