"""Do exported clusters agree with marked mentions? Of those that were replaced, how many lie in the cluster of the
person whom they name, over the threads of a corpus.

python tests/benchmarks/clusters.py DIR [DIR ...]     each with messages.*, gold.jsonl and roster.*
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from pathlib import Path

import spacy
from spacy.tokens import Doc, DocBin

from spacy_pseudo.attrs import MESSAGES, PREFIX
from spacy_pseudo.cli.export_command import export_cli
from spacy_pseudo.cli.run_command import run_cli
from spacy_pseudo.handover.clusters import PERSON
from spacy_pseudo.handover.results import Results
from spacy_pseudo.key import Key

TARGETS = ("greeting", "signature", "body", "footer", "header")


def count(corpus: Path, place: Path) -> Counter[str]:
    """RETURNS (Counter[str]): Marked mentions of participants by what became of them."""
    [messages] = corpus.glob("messages.*")
    [roster] = corpus.glob("roster.*")
    out, key, exported = place / "out", place / "key", place / "docs"
    run_cli([messages], key, out, roster=[roster], quiet=True)
    export_cli(out, key, to="docbin", out=exported, by="thread", quiet=True)
    labels = Key.load(key).pseudonyms.labels
    owners = _owners(exported / "messages.spacy")
    found: Counter[str] = Counter()
    lines = (json.loads(line) for line in (corpus / "gold.jsonl").read_text("utf-8").splitlines())
    gold = {row["id"]: row["mentions"] for row in lines}
    originals = [json.loads(line)["id"] for line in (key / "replacements.jsonl").read_text("utf-8").splitlines()]
    for id, edited in zip(originals, Results(out, key), strict=True):
        for mention in gold.get(id, ()):
            if mention["kind"] not in TARGETS or mention["who"] not in labels:
                continue
            over = [e for e in edited.edits if e.old_start < mention["end"] and mention["start"] < e.old_end]
            if not over:
                found["not replaced"] += 1
                continue
            people = {owners.get((edited.message.id, at), "") for e in over for at in range(e.start, e.end)}
            unclear = any(e.takes_part and e.person is None for e in over)
            own = people == {labels[mention["who"]]}
            found["in its cluster" if own else "unclear, in none" if unclear else "in another, or in none"] += 1
    return found


def _owners(path: Path) -> dict[tuple[str | None, int], str]:
    """Whose cluster each character of each message is in."""
    owners = {}
    docs: list[Doc] = list(DocBin().from_disk(path).get_docs(spacy.blank("en").vocab))
    for doc in docs:
        ours = [group for group in doc.spans.values() if PERSON in group.attrs]
        people = {token.i: group.attrs[PERSON] for group in ours for span in group for token in span}
        for message in doc.spans[PREFIX + MESSAGES]:
            for token in message:
                for at in range(len(token.text) if token.i in people else 0):
                    owners[message.label_, token.idx - message.start_char + at] = people[token.i]
    return owners


def main() -> None:
    """Print a line for each corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=Path)
    for corpus in parser.parse_args().corpora:
        with tempfile.TemporaryDirectory() as place:
            found = count(corpus, Path(place))
        replaced = found.total() - found["not replaced"]
        share = found["in its cluster"] / replaced if replaced else 0.0
        print(f"{corpus.name}: {found['in its cluster']} of {replaced} replaced mentions ({share:.4f}); {dict(found)}")


if __name__ == "__main__":
    main()
