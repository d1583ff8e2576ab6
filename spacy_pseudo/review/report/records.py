"""What a run left behind, read for a report: counts, the account, conflicts, decisions, checksums, and the audit."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...attrs import SUMMARY_FILE, UNLINKED
from ...errors import Errors, PseudoError
from ...handover.network import Network
from ...handover.results import Mention, Results
from ...key import CONFLICTS, KEPT, Key
from ...key.integrity import EDITED, NEW, examine
from ...key.layout import FOLLOWED, LOG
from ...key.log import OUTCOME
from ...key.manifest import digest_of
from ...message import Message
from ...people.decisions import KEEP, MASK
from ...text.words import fold_all
from ..audit.auditing import Audit, audit, name_test

_ALL: Final = "all"
_MASKED: Final = "mask"
UNREADABLE: Final = "lines that cannot be read"
# How a mention was settled whose form several people have, or nobody.
BY_CONTEXT: Final = "one person"
BY_PERSON: Final = "decided by a person"
JOINTLY: Final = "joint pseudonym"
NOBODY: Final = "nobody known"


class File(NamedTuple):
    """A file that may be shared: its path in the output, and its checksum."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Record:
    """All that a report tells of a run. Private: it holds the mentions and the account.

    out, key (Path): Where it was read.
    summary (Mapping[str, Any]): What `summary.json` holds.
    files (list[File]): What is in the output.
    mentions (list[Mention]): Every mention that was replaced.
    kept (list[dict[str, Any]]): The account, the most doubtful place first.
    conflicts (list[dict[str, Any]]): The places that are open.
    settled (Mapping[str, list[float]]): Mentions of shared names and of nobody, by how they were settled: confidences.
    decisions (Mapping[tuple[str, str], int]): What a person decided, by file and kind: how often.
    log (Optional[Mapping[str, int]]): What was done by hand, by the log of the key; None if there is none.
    edited (list[str]): Files of the key that a person changed since.
    found (Audit): What the audit found.
    network (Optional[Network]): Who speaks to whom; None if all have one pseudonym.
    estimate (Optional[Mapping[str, Any]]): What `estimate --json` printed.
    names_somebody (Callable[[str], bool]): Whether a text that is no message may name a participant.
    """

    out: Path
    key: Path
    summary: Mapping[str, Any]
    files: list[File]
    mentions: list[Mention]
    kept: list[dict[str, Any]]
    conflicts: list[dict[str, Any]]
    settled: Mapping[str, list[float]]
    decisions: Mapping[tuple[str, str], int]
    log: Mapping[str, int] | None
    edited: list[str]
    found: Audit
    network: Network | None
    estimate: Mapping[str, Any] | None
    names_somebody: Callable[[str], bool]

    @property
    def expected(self) -> float:
        """RETURNS (float): How many of the places that are kept name a participant after all, by their probabilities;
        what is quoted or repeated counts once."""
        return sum(float(row["probability"]) for row in self.kept)

    @property
    def has_ids(self) -> bool:
        """RETURNS (bool): The pseudonyms are the ids of the class list, which nobody but its owner need see."""
        return bool(self.summary["settings"]["pseudonyms"] == "id")

    def called(self) -> dict[str, str]:
        """RETURNS (dict[str, str]): What participants are called in a report, by their pseudonyms: so, or numbers where
        these are ids, who is mentioned most first."""
        counts = Counter(mention.pseudonym for mention in self.mentions if mention.pseudonym and not mention.several)
        counts.update({node.pseudonym: 0 for node in self.network.nodes()} if self.network is not None else {})
        order = sorted(counts, key=lambda label: (-counts[label], label))
        return {label: f"No. {number}" if self.has_ids else label for number, label in enumerate(order, 1)}

    def safe(self, text: str, instead: str) -> str:
        """RETURNS (str): A text for everybody to see, or something else if it may name a participant."""
        return instead if self.names_somebody(text) else text


def read_record(
    out: Path,
    key: Path,
    *,
    messages: Callable[[], Iterable[Message]] | None = None,
    estimate: Path | None = None,
    besides: Collection[Path] = (),
) -> Record:
    """Read what a run left behind, and audit it. What does not belong together is refused.

    out (Path): The directory that `run` or `apply` has filled and that may be shared.
    key (Path): The key it was filled with.
    messages (Optional[Callable[[], Iterable[Message]]]): Reads the originals, which tell the audit more.
    estimate (Optional[Path]): What `estimate --json` printed.
    besides (Collection[Path]): Files in the output that are none of it: the report.
    RETURNS (Record): All of it.
    """
    results = Results(out, key)
    summary = results.summary
    _check_files(out, key, summary["files"])
    network = Network(parents=results.parents)
    for edited in results:
        network.add(edited)
    mentions, made = list(results.mentions()), Key.load(key)
    kept, conflicts = (list(_lines(key / name)) for name in (KEPT, CONFLICTS))
    _check_counts(out, key, summary, mentions, kept)
    return Record(
        out=out,
        key=key,
        summary=summary,
        files=list(_files(out, besides)),
        mentions=mentions,
        kept=kept,
        conflicts=conflicts,
        settled=_settled(mentions, made),
        decisions=_decisions(made),
        log=_log(key / LOG),
        edited=[found.name for found in examine(key, FOLLOWED) if found.state in (EDITED, NEW)],
        found=audit(out, key, messages=messages, besides=besides),
        network=None if results.mode == _MASKED else network,
        estimate=read_estimate(estimate) if estimate is not None else None,
        names_somebody=name_test(made),
    )


def read_estimate(path: Path) -> dict[str, Any]:
    """RETURNS (dict[str, Any]): What `estimate --json` printed, checked as far as it is shown.

    path (Path): The file that it was printed to.
    """
    try:
        found = json.loads(path.read_text("utf-8"))
        int(found["messages"]), int(found["replaced"]), int(found["items"])
        shown = [figure for one in found["estimates"].values() for figure in one.values() if isinstance(figure, dict)]
        if not shown or not all(isinstance(f[side], int | float) for f in shown for side in ("value", "low", "high")):
            raise ValueError
        for one in found["estimates"].values():
            int(one["rated"]), int(one["seen"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise PseudoError(Errors.P842.format(path=path)) from error
    return dict(found)


def _check_files(out: Path, key: Path, files: Iterable[Mapping[str, Any]]) -> None:
    """Files of messages are as the run wrote them, if it wrote their checksums."""
    for file in files:
        path, written = out / str(file["name"]), file.get("sha256")
        if written is not None and digest_of(path) != written:
            raise PseudoError(Errors.P840.format(path=path, out=out, key=key))


def _check_counts(
    out: Path, key: Path, summary: Mapping[str, Any], mentions: Iterable[Mention], kept: Iterable[Mapping[str, Any]]
) -> None:
    """The lists in the key are those of this run, not of one with other settings."""
    counted = {name: count for name, count in summary["mentions"].items() if name != _ALL}
    if counted != dict(Counter(mention.category for mention in mentions)):
        raise PseudoError(Errors.P812.format(out=out, key=key, what="the mentions are those of another run"))
    reasons = {name for name in summary["participants' names kept"] if name != _ALL}
    if reasons != {row["reason"] for row in kept}:
        raise PseudoError(Errors.P812.format(out=out, key=key, what="the account is that of another run"))


def _files(out: Path, besides: Collection[Path]) -> Iterator[File]:
    """YIELDS (File): The summary after the messages it tells of, then whatever else lies there."""
    own = {path.resolve() for path in besides}
    paths = sorted(path for path in out.rglob("*") if path.is_file() and path.resolve() not in own)
    for path in sorted(paths, key=lambda path: path == out / SUMMARY_FILE):
        yield File(path.relative_to(out).as_posix(), digest_of(path) or "")


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if not path.is_file():
        raise PseudoError(Errors.P811.format(path=path))
    with path.open(encoding="utf-8", newline="\n") as stream:
        for number, line in enumerate(stream, 1):
            try:
                yield dict(json.loads(line))
            except (ValueError, TypeError) as error:
                raise PseudoError(Errors.P814.format(path=path, line=number)) from error


def _settled(mentions: Iterable[Mention], key: Key) -> dict[str, list[float]]:
    owners: dict[tuple[str, ...], set[str]] = {}
    for person, form in key.name_map or ():
        owners.setdefault(tuple(fold_all(form.text)), set()).add(person)
    shared = {form for form, people in owners.items() if len(people) > 1}
    places = {(row.id, row.field, row.start, row.end) for row in key.decisions.rows if row.one_place}
    found: dict[str, list[float]] = {how: [] for how in (BY_CONTEXT, BY_PERSON, JOINTLY, NOBODY)}
    for mention in mentions:
        unlinked = mention.category == UNLINKED and not mention.several
        if not (mention.several or unlinked or tuple(fold_all(mention.original)) in shared):
            continue
        here = (mention.id, mention.field, mention.start, mention.end) in places
        if here or key.decided(mention.original, Message(mention.original, id=mention.id)):
            how = BY_PERSON
        else:
            how = JOINTLY if mention.several else NOBODY if unlinked else BY_CONTEXT
        found[how].append(mention.confidence)
    return found


def _decisions(key: Key) -> dict[tuple[str, str], int]:
    """What a person decided, by file and kind; what nobody decided is left out."""
    names, found = key.name_map, Counter[tuple[str, str]]()
    if names is not None:
        there = {(person, tuple(fold_all(form.text))) for person, form in names}
        offered = {(person, tuple(fold_all(text))) for person, texts in key.offered.items() for text in texts}
        found["names.txt", "forms written, or confirmed"] = len(names.by_hand())
        found["names.txt", "forms deleted"] = len(offered - there)
        found["names.txt", "forms that are never replaced (!)"] = len(names.kept)
    for row in key.decisions.rows:
        what = {KEEP: "a name stays", MASK: "a name is hidden"}.get(row.decision, "a name is one person's")
        where = "in one place" if row.one_place else f"in a {row.field}" if row.field == "thread" else "everywhere"
        found["decisions.csv", f"{what}, {where}"] += 1
    if key.decisions.fine:
        found["decisions.csv", "looked at, and right as it was"] = len(key.decisions.fine)
    found["surrogates.csv", "texts replaced by hand"] = len(key.surrogates)
    found["others.csv", "people who take no part, added"] = sum(one.probability is None for one in key.others)
    return {what: count for what, count in found.items() if count}


def _log(path: Path) -> dict[str, int] | None:
    """The log of what was done by hand, by kind, if there is one."""
    if not path.is_file():
        return None
    found = Counter[str]()
    for line in path.read_text("utf-8", errors="replace").splitlines():
        try:
            row = json.loads(line) if line.strip() else {"what": None}
            if OUTCOME in row:  # of a command: that a report was made is none of what it tells
                continue
            what = ": ".join(filter(None, (row["what"], row.get("action"))))
        except (ValueError, TypeError, KeyError, AttributeError):
            what = UNREADABLE
        if what:
            found[what] += 1
    return dict(sorted(found.items()))
