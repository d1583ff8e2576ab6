"""The figures of docs/explanations/name-words.md: how far a corpus is narrowed down, what is lost, and the time.

python tests/benchmarks/name_words.py [DIRECTORY ...]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from spacy_pseudo.lab.evaluation.gold import Corpus, read_corpus
from spacy_pseudo.lab.simulation import Settings, simulate
from spacy_pseudo.name_words import WordUses, features, possible_words, read_uses
from spacy_pseudo.name_words.classifier import NameWordClassifier
from spacy_pseudo.passes.discover import discover
from spacy_pseudo.text.lexing import Prose
from spacy_pseudo.text.salutations import find_salutations
from spacy_pseudo.text.words import atoms, fold

MESSAGES = 10_000
# Kinds of mentions that are no names in prose, and of people who are neither participants nor private.
NOT_PROSE = ("nonname", "code", "handle", "email", "url")
KNOWN = ("cited", "public")
_INITIALS = 3


def name_words(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """YIELDS (tuple[str, str]): The words of gold mentions in prose, and the kind; no initials, no damaged words."""
    for message in corpus.messages:
        text, starts = message.text, set(Prose(message.text).starts)
        for mention in corpus.gold.get(message.id or "", ()):
            words = atoms(mention.text) if mention.kind not in NOT_PROSE else []
            for atom in words:
                start, end = mention.start + atom.start, mention.start + atom.end
                initials = len(atom.text) == 1 or (
                    atom.text.isupper() and len(atom.text) <= _INITIALS and len(words) > 1
                )
                lost = text[start - 1 : start] == "?" or (
                    text[end : end + 1] == "?" and text[end + 1 : end + 2].isalpha()
                )
                if start in starts and not initials and not lost:
                    yield fold(atom.text), mention.kind


def narrowed(name: str, corpus: Corpus) -> None:
    """Print one row: words, possible names, and the share of name words among them."""
    uses = read_uses(corpus.messages)
    possible = {use.word for use in possible_words(uses)}
    gold = list(name_words(corpus))
    everybody = {word for word, _ in gold}
    private = {word for word, kind in gold if kind not in KNOWN}
    shares = (f"{len(words & possible)} of {len(words)}" for words in (everybody, private))
    print(f"| {name} | {len(corpus.messages)} | {uses.distinct} | {len(possible)} | {' | '.join(shares)} |")


def timed() -> None:
    """Print how long the features take, beside `discover`."""
    forum = simulate(Settings(messages=MESSAGES, seed=7))
    messages = [post.message for post in forum.posts()]
    prepared = [(message, Prose(message.text), find_salutations(message.text)) for message in messages]
    begin = process_time()
    discover(messages, forum.roster, seed=1, judge=None)
    discovered = process_time()
    uses = WordUses()
    for message, prose, salutations in prepared:
        uses.add(message, prose, salutations)
    used = process_time()
    judge, names = NameWordClassifier.packaged(), tuple(name for person in forum.roster for name in person.names)
    words, matrix = features(uses, judge.contexts, names)
    featured = process_time()
    judge.judge(matrix)
    end = process_time()
    print(f"\n{MESSAGES} messages, {uses.tokens} words, {len(words)} possible names, {matrix.shape[1]} features:")
    print(f"discover {discovered - begin:.1f} s, uses {used - discovered:.1f} s, features {featured - used:.1f} s")
    print(f"judging {end - featured:.2f} s")
    print(f"uses, features and judging take {(end - discovered) / (discovered - begin):.2f} of discover's time")


def main() -> None:
    """Measure and print."""
    print("| corpus | messages | words | possible names | name words among them | of participants and third parties |")
    print("| --- " * 6 + "|")
    for seed in (21, 22, 23):
        narrowed(f"simulated, seed {seed}", simulate(Settings(seed=seed)).corpus())
    for path in sys.argv[1:]:
        narrowed(Path(path).name, read_corpus(Path(path)))
    timed()


if __name__ == "__main__":
    main()
