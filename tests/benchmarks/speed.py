"""How fast discover and apply are together, as ratios within one run; no test, since machines differ.

    python tests/benchmarks/speed.py [--messages 10000]
    python tests/benchmarks/speed.py --lists DIRECTORY

The second takes the distinct texts of real lists, cold: folders with messages.jsonl and roster.jsonl, each with a key
of its own.

Process time, and the best of several rounds for the reference and for us in turn, so that what else the machine does
counts less. The reference is `spacy.blank("en").pipe` on the same texts with spaCy's default settings.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import spacy

from spacy_pseudo import Message, Roster, discover
from spacy_pseudo.corpus.readers import read_messages, read_roster
from spacy_pseudo.lab.simulation import Settings, simulate
from spacy_pseudo.passes.apply import apply, make_pipeline


def forum(messages: int, participants: int) -> tuple[list[Message], Roster]:
    # As many different words as posts of real courses have: the tokenizer remembers words.
    made = simulate(Settings(messages=messages, participants=participants, rare_words=0.7))
    return [post.message for post in made.posts()], made.roster


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def reference(messages: Sequence[Message]) -> float:
    nlp = spacy.blank("en")
    return seconds(lambda: sum(1 for _ in nlp.pipe(message.text for message in messages)))


def both_passes(messages: Sequence[Message], roster: Roster) -> tuple[float, float]:
    keys = []
    first = seconds(lambda: keys.append(discover(messages, Roster(roster))))
    nlp = make_pipeline(keys[0])  # start-up, as spaCy's own is not in the reference
    second = seconds(lambda: sum(1 for _ in apply(messages, keys[0], nlp)))
    return first, second


def names_alone(messages: Sequence[Message], roster: Roster) -> float:
    key = discover(messages, Roster(roster))
    nlp = spacy.blank(key.lang)
    nlp.add_pipe("participant_pseudonymiser", config={"labels": []}).initialize(lambda: [], nlp=nlp, key=key)
    return seconds(lambda: sum(1 for _ in apply(messages, key, nlp)))


def lists_in(directory: Path) -> Iterator[tuple[list[Message], Roster]]:
    """YIELDS (tuple[list[Message], Roster]): The messages of each folder, each text once, and its people."""
    for folder in sorted(path.parent for path in directory.glob("*/messages.jsonl")):
        distinct = {message.text: message for message in read_messages(folder / "messages.jsonl")}
        yield list(distinct.values()), read_roster(folder / "roster.jsonl")


def real_lists(directory: Path) -> None:
    corpora = list(lists_in(directory))
    # The three in turn, so that what else the machine does meets all of them; once, as words are remembered.
    taken = [(reference(messages), *both_passes(messages, roster)) for messages, roster in corpora]
    tokenizing, first, second = map(sum, zip(*taken, strict=True))
    count = sum(len(messages) for messages, _ in corpora)
    each = ", ".join(f"{name} {seconds / count * 1e6:.0f}" for name, seconds in (
        ("reference", tokenizing), ("discover", first), ("apply", second)))  # fmt: skip
    print(f"{count} distinct messages of {len(corpora)} lists, microseconds a message: {each}")
    print(f"  throughput of both passes against the reference: {tokenizing / (first + second):.3f}  (aim: .18)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000, help="size of the large forum (default 10,000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which the best counts (default 3)")
    parser.add_argument("--lists", type=Path, help="a directory of real lists to measure on instead")
    options = parser.parse_args()
    large, small = options.messages, options.messages // 10
    both_passes(*forum(50, 20))  # reads the packaged lists
    if options.lists is not None:
        real_lists(options.lists)
        return

    messages, roster = forum(large, 200)
    rounds = [(reference(messages), *both_passes(messages, roster)) for _ in range(options.rounds)]
    tokenizing, first, second = (min(times) for times in zip(*rounds, strict=True))
    print(f"{large} messages, {sum(len(m.text) for m in messages) / 1e6:.1f} million characters, 200 participants")
    print(f"  reference {tokenizing:.2f} s; discover {first:.2f} s, apply {second:.2f} s")
    names = min(names_alone(messages, roster) for _ in range(options.rounds))
    print(f"  throughput of names alone against the reference: {tokenizing / (first + names):.2f}  (aim: .4)")
    print(f"  throughput of both passes against the reference: {tokenizing / (first + second):.2f}")
    print(f"  throughput of both passes against names alone: {(first + names) / (first + second):.2f}  (aim: .5)")

    few = min(sum(both_passes(messages[:small], roster)) for _ in range(options.rounds))
    per_message = (first + second) / large / (few / small)
    print(f"  time per message, {large} against {small} messages: {per_message:.2f}  (aim: 1.2)")

    people = min(2000, large // 5)  # everybody writes
    many = sum(both_passes(*forum(large, people)))
    print(f"  time with {people} against 200 participants: {many / (first + second):.2f}  (aim: 1.5)")


if __name__ == "__main__":
    main()
