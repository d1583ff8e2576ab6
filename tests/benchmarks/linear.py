"""Does the time grow with the length of a text, and no faster? Repeated pieces that patterns may stumble over, for both
passes and for all finders together, or by finder: the exponent of CPU time over length is about 1 where it is linear.

python tests/benchmarks/linear.py [--lengths 100000 1000000] [--finders] [PIECE ...]
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Mapping
from functools import partial

from spacy_pseudo import Message, Participant, Roster, discover, languages
from spacy_pseudo.attrs import IDENTIFIER_LABELS
from spacy_pseudo.identifiers.base import Page
from spacy_pseudo.identifiers.finding import all_finders, find_identifiers
from spacy_pseudo.passes.apply import apply, make_pipeline

PIECES = (
    *(
        "10 May ",
        "mary@",
        "Dr. ",
        "Hi Mary,\n",
        "http://a.b/",
        "1-2-3 ",
        "(519) ",
        "a.b.",
        ", Street 1",
        "192.168.",
        "x@y ",
    ),
    *(
        "1",
        "a",
        " ",
        "!",
        "\n",
        "a ",
        "A",
        "Aa ",
        "1 ",
        "1.",
        "1/2.",
        "in Ab, ",
        "St. ",
        "my old ",
        "f(",
        "{",
        "<a ",
        "a_",
    ),
    *(
        "call 1 ",
        "my id ",
        "a at ",
        "[1,",
        "card 4",
        "www.",
        "=40",
        "> Hi Mary,\nAb\n",
        "Ab wrote:\n> Thanks,\n> Mary\n",
        "> ",
        "AB 1 ",
        "AB12 ",
        "1st of ",
        "@a ",
        "u/",
        "+1",
    ),
    *(
        "in Paris and ",
        "from the ",
        "born 1980 ",
        "id-nr-",
        "gatan 5 ",
        "12:30 ",
        "2024-03-05 ",
        "[quote=",
        "Co. Aa ",
        "a=",
    ),
    *(
        '[quote="x"]',
        "<b>",
        "<div>",
        "<!--",
        "&#65;",
        "&",
        "R o b e r t ",
        "R\u200bobert ",
        "Robert ",
        "\u200b",
        "e\u0301",
        ">",
        "Jim> Hi Mary\n",
        "%4F",
        "=?utf-8?q?",
        "\u202e",
        "M4ry ",
        "M\u00adary ",
        "Ma-\nry ",
        "- Mary\n",
        "Calder, M. ",
        "Mary (2010) ",
        'Robert "Bob" ',
        "From: Mary\n",
        "On Monday, Mary wrote:\n",
        "-- \n",
        "Mery ",
        "    x\n",
        "my son Tom ",
        "\x00",
    ),
)
WORST = 1.15
# Less is too little to measure.
LEAST = 0.2
Passes = Mapping[str, Callable[[str], object]]


def whole_passes() -> Passes:
    """RETURNS (Passes): Both passes over a corpus of one long message and a short one, with people who are named."""
    people = (
        Participant("p1", ("Mary Calder",)),
        Participant("p2", ("Robert Gillespie",)),
        Participant("p3", ("A B",)),
    )

    def messages(text: str) -> list[Message]:
        return [Message(text, id="1", author="p1"), Message("Hi Mary, thanks. Robert", id="2", author="p2", parent="1")]

    def first(text: str) -> None:
        discover(messages(text), Roster(people), seed=1)

    key = discover(messages("Hi Robert, I agree. Mary"), Roster(people), seed=1)
    nlp = make_pipeline(key)

    def second(text: str) -> None:
        failed = [result.reason for result in apply(messages(text), key, nlp) if result.failure]
        assert not failed, failed

    return {"discover": first, "apply": second}


def finder_passes() -> Passes:
    """RETURNS (Passes): Every finder by its name, on a page of which all is known that finders share."""

    def run(find: Callable[[Page], object], text: str) -> None:
        page = _page(text)
        for _ in find(page):  # type: ignore[attr-defined]
            pass

    names: dict[str, Callable[[str], object]] = {
        f"{number} {' '.join(sorted(finder.labels))[:20]}": partial(run, finder.find)
        for number, finder in enumerate(all_finders())
    }
    names["apart"] = lambda text: Page(text).apart
    return names


_pages: dict[str, Page] = {}


def _page(text: str) -> Page:
    if text not in _pages:
        _pages.clear()
        page = _pages[text] = Page(text)
        _ = page.facts, page.starts, page.folded_words, page.apart, page.letters
    return _pages[text]


def seconds(run: Callable[[str], object], text: str) -> float:
    """RETURNS (float): The CPU time that a pass takes over a text."""
    before = time.process_time()
    run(text)
    return time.process_time() - before


def main() -> None:
    """Print the passes and pieces that take long, and the exponents of all that are worse than linear."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pieces", nargs="*")
    parser.add_argument("--lengths", nargs=2, type=int, default=(100_000, 1_000_000))
    parser.add_argument("--finders", action="store_true", help="each finder by itself as well")
    args = parser.parse_args()
    short, long = args.lengths
    passes: dict[str, Callable[[str], object]] = {"find_identifiers": find_identifiers, **whole_passes()}
    find_identifiers("Warm up: my son is 12 and lives in Leeds, call 0171 555 1234, mary@poe.example, 10 May.")
    shown = set(passes)
    if args.finders:
        passes |= finder_passes()
    worst = 0.0
    with languages.speaking(languages.BASE):
        assert find_identifiers("", labels=IDENTIFIER_LABELS) == []
        for piece in args.pieces or PIECES:
            texts = [(piece * (length // len(piece) + 1))[:length] for length in (short, long)]
            for name, run in passes.items():
                if name not in shown:
                    _page(texts[0])
                first = seconds(run, texts[0])
                if name not in shown:
                    _page(texts[1])
                second = seconds(run, texts[1])
                exponent = math.log(max(second, LEAST) / max(first, LEAST * short / long), long / short)
                worst = max(worst, exponent)
                if name in shown or exponent > WORST:
                    mark = "  worse than linear" if exponent > WORST else ""
                    print(
                        f"{piece!r:16} {name:28} {first:7.3f} s {second:8.3f} s  exponent {exponent:.2f}{mark}",
                        flush=True,
                    )
    print(f"worst exponent {worst:.2f}")


if __name__ == "__main__":
    main()
