"""How far somebody gets who knows when some posts were written, with `--timestamps shift`, and with weeks.

    python tests/benchmarks/intruder.py [POSTS] [DAYS]

Who knows k posts of OUT reckons when the others were written: between two known ones in proportion, before the first
and after the last by the same shift as there. Told are how far off that is (median and the worst tenth), and how many
posts of the forum are as near to it as the right one. By order alone, whoever has all posts of a forum that is shared
as a whole finds each: no clock that keeps the order can help against that.
"""

from __future__ import annotations

import random
import statistics
import sys
from bisect import bisect_left
from collections.abc import Callable, Sequence

from spacy_pseudo.surrogates.choice import shift_of
from spacy_pseudo.surrogates.clock import DAY, SECOND, Clock, Weeks

BEGIN = 1707123720 * SECOND
KNOWN = (1, 2, 5, 10, 20, 50, 100)
HOUR = DAY // 24


def written(posts: int, days: int, rng: random.Random) -> list[int]:
    """RETURNS (list[int]): When the posts of a course were written."""
    return sorted({BEGIN + rng.randrange(days * DAY) // SECOND * SECOND for _ in range(posts)})


def reckoned(shown: Sequence[int], known: Sequence[tuple[int, int]]) -> list[int]:
    """RETURNS (list[int]): When posts were written, as far as an intruder can tell.

    shown (Sequence[int]): Their time stamps.
    known (Sequence[tuple[int, int]]): Of some posts the time stamp, and when they were written; in order.
    """
    stamps = [stamp for stamp, _ in known]
    found = []
    for stamp in shown:
        at = bisect_left(stamps, stamp)
        if at in (0, len(known)):
            near, true = known[min(at, len(known) - 1)]
            found.append(stamp + true - near)
            continue
        (low, first), (high, last) = known[at - 1], known[at]
        found.append(first + (last - first) * (stamp - low) // max(1, high - low))
    return found


def trial(true: Sequence[int], move: Callable[[int], int], k: int, rng: random.Random) -> tuple[list[int], list[int]]:
    """RETURNS (tuple[list[int], list[int]]): How far off each post is, and how many posts are as near."""
    shown = [move(at) for at in true]
    known = sorted((shown[i], true[i]) for i in rng.sample(range(len(true)), k))
    guesses = reckoned(shown, known)
    off = [abs(guess - at) for guess, at in zip(guesses, true, strict=True)]
    near = [
        bisect_left(true, guess + far + 1) - bisect_left(true, guess - far)
        for guess, far in zip(guesses, off, strict=True)
    ]
    return off, near


def main(posts: int, days: int) -> None:
    print(f"{posts} posts in {days} days; hours off (median, worst tenth), posts as near (median)")
    for k in KNOWN:
        rows = []
        for made in (lambda secret: Clock(secret), lambda secret: Weeks(shift_of(secret))):
            off, near = [], []
            for n in range(5):
                rng = random.Random(n)
                far, many = trial(written(posts, days, rng), made(bytes([n]) * 32), k, rng)
                off += far
                near += many
            worst = statistics.quantiles(off, n=10)[-1]
            rows.append(f"{statistics.median(off) / HOUR:8.2f} {worst / HOUR:8.2f} {statistics.median(near):7.0f}")
        print(f"{k:4} known: shift {rows[0]}   weeks {rows[1]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ("10000", "105")))
