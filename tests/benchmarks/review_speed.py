"""How long does somebody wait who reviews a large forum? In the browser's own timings: each queue's first page, and
decisions of every kind, in milliseconds.

python tests/benchmarks/review_speed.py [--messages 10000] [--people 1600] [--decisions 40] [--place DIR]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

_tests = sys.modules.setdefault("tests", ModuleType("tests"))
_tests.__path__ = [str(Path(__file__).parents[1])]

from spacy_pseudo.cli.run_command import run_cli  # noqa: E402
from spacy_pseudo.lab.cli.simulate_command import simulate_cli  # noqa: E402
from tests.review.desk.browsing import QUEUES, Browser, Review, until  # noqa: E402

# What is decided, by queue, and the key that does so; 'unsure' is written to names.txt.
DECISIONS = (("kept", "a"), ("unsure", "a"), ("unsure", "r"), ("conflicts", "a"), ("others", "r"), ("marked", "m"))
# Nobody decides faster than this.
PAUSE = 0.3


def measure(browser: Browser, decisions: int) -> None:
    """Print how long pages and decisions take."""
    for queue in QUEUES:
        browser.go(f"/q/{queue}")
        page = "const n = performance.getEntriesByType('navigation')[0]; return n.loadEventEnd - n.startTime"
        print(f"page      {queue:10s} {browser.js(page):6.0f}")
    for queue, key in DECISIONS:
        browser.go(f"/q/{queue}")
        took = [decide(browser, key) for _ in range(decisions) if browser.case]
        if took:
            print(f"decision  {queue:10s} {key}  median {statistics.median(took):4.0f}  worst {max(took):4.0f}")


def decide(browser: Browser, key: str) -> float:
    """RETURNS (float): Milliseconds from a key that is pressed until the next case is shown."""
    time.sleep(PAUSE)
    browser.js("performance.clearMeasures()")
    browser.press(key)
    shown = "const [one] = performance.getEntriesByName('decided'); return one ? one.duration : 0"
    return float(until(lambda: browser.js(shown), "the decision"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=1_600)
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--place", type=Path, help="where a forum was simulated and run before, or is now")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        place = args.place or Path(temporary) / "forum"
        if not (place / "messages.csv").exists():
            simulate_cli(place, messages=args.messages, participants=args.people, seed=1, quiet=True)
        if not (place / "key").exists():
            run_cli([place / "messages.csv"], place / "key", place / "out", roster=[place / "roster.csv"], quiet=True)
        review = Review(place)
        browser = Browser(review)
        try:
            browser.enter()
            until(lambda: "…" not in browser.text(".queues"), "the audit", 300)
            measure(browser, args.decisions)
        finally:
            browser.close()
            review.stop()


if __name__ == "__main__":
    main()
