"""The audit of an output directory: what stands in it, how bad that is, and whether the account explains it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from ... import languages
from ...attrs import SUMMARY_FILE
from ...errors import Errors, PseudoError
from ...key import CONTEXT, NAMES, OTHERS, PSEUDONYMS, ROSTER, Key, mark_of, secret_in
from ...message import Message
from ...text.markup import read_markup
from ...text.ranges import Ranges
from ...text.words import fold_all
from .class_list import ClassList
from .explanations import Account, Original
from .originals import Originals
from .page import Page
from .ranking import HIGH, LOW, MEDIUM, RANKS
from .standing import AS_IT_IS, Hit, NameFinder, hit_at
from .suspects import SuspectFinder
from .traces import ORDER, kept_order, shapes
from .written import PROSE, SUBJECT, Output, Written

UNREAD: Final = "file that was not read"
QUOTED: Final = "words of somebody who did not consent"
BY_HAND: Final = "never replaced (names.txt)"
_CONTEXT: Final = 30
# So many ids are remembered; then it is begun anew.
_AT_HAND: Final = 10_000
# Where something stands that is true of a file as a whole.
_NOWHERE: Final[Mapping[str, Any]] = {"message": "", "row": 0, "start": 0, "end": 0, "before": "", "after": ""}


@dataclass(frozen=True)
class Finding:
    """Something that stands in the output. Private: it says who may be meant.

    rank (str): 'high', 'medium' or 'low'.
    kind (str): What it is.
    way (str): How it is written.
    file, field (str): Where it stands.
    message (str): The message's id in the output; empty elsewhere.
    row (int): The line of the file where the row begins.
    start, end (int): Where it stands in the field.
    text, before, after (str): What stands there, and around it.
    participants (tuple[str, ...]): Whom it may mean.
    reason (Optional[str]): Why the account says it was kept; None if it says nothing.
    """

    rank: str
    kind: str
    way: str
    file: str
    field: str
    message: str
    row: int
    start: int
    end: int
    text: str
    before: str
    after: str
    participants: tuple[str, ...]
    reason: str | None

    @property
    def accounted(self) -> bool:
        """RETURNS (bool): The account says why it stands."""
        return self.reason is not None


class Audit(NamedTuple):
    """What an audit has found.

    findings (list[Finding]): What is not accounted for first, the worst first.
    words (int): How many words of the output could name somebody.
    account (bool): The key has an account of what was kept.
    """

    findings: list[Finding]
    words: int
    account: bool

    def unaccounted(self, rank: str = LOW) -> list[Finding]:
        """RETURNS (list[Finding]): What the account does not explain, of a rank and above."""
        worst = RANKS[: RANKS.index(rank) + 1]
        return [finding for finding in self.findings if not finding.accounted and finding.rank in worst]

    def to_dict(self) -> dict[str, Any]:
        """RETURNS (dict[str, Any]): All of it, for JSON. Private."""
        counts = {
            which: {rank: sum(f.rank == rank and f.accounted == accounted for f in self.findings) for rank in RANKS}
            for which, accounted in (("unaccounted", False), ("accounted", True))
        }
        reasons = Counter(finding.reason for finding in self.findings if finding.reason is not None)
        return {
            "account": self.account,
            "words": self.words,
            "counts": counts,
            "reasons": dict(sorted(reasons.items())),
            "findings": [asdict(finding) for finding in self.findings],
        }


def audit(
    out: str | Path,
    key: str | Path,
    *,
    messages: Callable[[], Iterable[Message]] | None = None,
    besides: Collection[Path] = (),
) -> Audit:
    """Read what was written as an intruder with the class list would.

    out (Union[str, Path]): The directory that may be shared.
    key (Union[str, Path]): The key it was filled with.
    messages (Optional[Callable[[], Iterable[Message]]]): Reads the originals, which tell more.
    besides (Collection[Path]): Files in the output that are not looked at.
    RETURNS (Audit): What was found.
    """
    _check_pair(Path(out), Path(key))
    return _Auditor(Path(out), Path(key), messages=messages, besides=besides).run()


def _check_pair(out: Path, key: Path) -> None:
    """With another key nobody's name would be found, and all would seem to be well."""
    try:
        mark = json.loads((out / SUMMARY_FILE).read_text("utf-8"))["key"]
    except (OSError, ValueError, TypeError, KeyError):
        return  # an earlier version made it, or somebody has put files together
    secret = secret_in(key)
    if secret is not None and mark_of(secret) != mark:
        raise PseudoError(Errors.P812.format(out=out, key=key, what="it was made with another key"))


def quick_audit(out: str | Path, key: str | Path) -> Audit:
    """Look for names that stand as they are, but for case, accents and the like, and nothing else.

    out (Union[str, Path]): The directory that may be shared.
    key (Union[str, Path]): The key it was filled with.
    RETURNS (Audit): What was found.
    """
    return _Auditor(Path(out), Path(key), thorough=False).run()


def name_test(key: Key) -> Callable[[str], bool]:
    """Find out whether something that is no message, such as a file's name or a header, names a participant.

    key (Key): Who is who.
    RETURNS (Callable[[str], bool]): Says of a text whether anything in it may be a participant's name.
    """
    with languages.speaking(key.lang):
        finder = NameFinder(ClassList(key.roster, key.name_map))

    def names_somebody(text: str) -> bool:
        with languages.speaking(key.lang):
            return bool(finder.find(Page(text, prose=False)))

    return names_somebody


class _Auditor:
    def __init__(
        self,
        out: Path,
        directory: Path,
        *,
        messages: Callable[[], Iterable[Message]] | None = None,
        besides: Collection[Path] = (),
        thorough: bool = True,
    ) -> None:
        self._output, self._account = Output(out, besides=besides), Account(directory, thorough=thorough)
        self._key = key = read_people(directory)
        self._thorough = thorough
        self._dull: set[str] = set()  # ids in which there is nothing; they come again
        with languages.speaking(key.lang):
            excluded = {id for person in key.roster if person.excluded for id in (person.id, *person.ids)}
            self._originals = Originals(messages() if messages is not None else (), excluded)
            names = self._originals.names
            people = (replace(p, names=(*p.names, *sorted(names.get(p.id, ())))) for p in key.roster)
            self._known = ClassList(people, key.name_map, ids=key.pseudonyms.mode != "id")
            finder = SuspectFinder if thorough else NameFinder
            self._finder: SuspectFinder | NameFinder = finder(self._known, _drawn(key, self._known))

    def run(self) -> Audit:
        with languages.speaking(self._key.lang):
            found = (finding for written in self._output for finding in self._look(written))
            # At a glance, only what the account does not explain is told.
            findings = [finding for finding in found if self._thorough or not finding.accounted]
        findings += self._at_large()
        findings.sort(key=lambda f: (f.accounted, RANKS.index(f.rank)))
        return Audit(findings, self._finder.seen, self._account.there)

    def _look(self, written: Written) -> Iterator[Finding]:
        """What stands in one piece of the output."""
        if written.text in self._dull:
            return
        page = Page(written.text, prose=written.prose, letter=written.field != SUBJECT)
        if not self._finder.worth(page.shadow):
            if not written.prose:
                if len(self._dull) >= _AT_HAND:
                    self._dull.clear()
                self._dull.add(written.text)
            return
        before = self._before(written)
        if before is not None:
            page.hide(before.hidden)
        hits = self._finder.find(page)
        for hit in (*hits, *self._behind_tags(written, hits)):
            yield finding_of(written, hit, self._why(written, before, hit))
        if not self._thorough or not written.prose:
            return
        for shape in shapes(written.text):
            if not page.is_hidden(shape.start, shape.end):
                hit = hit_at(shape.start, shape.end, shape.kind, AS_IT_IS, LOW)
                yield finding_of(written, hit, self._why_left(written, before, hit))
        for start, end in self._originals.quoted(written.text):
            yield finding_of(written, hit_at(start, end, QUOTED, AS_IT_IS, HIGH), None)

    def _before(self, written: Written) -> Original | None:
        """The field as it was before; None for what the key says nothing of."""
        row = self._row(written)
        if row is None or written.field not in PROSE:
            return None
        return self._account.original(row, written.field, written.text)

    def _row(self, written: Written) -> Any:
        return self._account.row(written.number, written.message) if written.number is not None else None

    def _behind_tags(self, written: Written, found: list[Hit]) -> Iterator[Hit]:
        """In HTML, names that only readers see: with tags or entities in them."""
        row = self._row(written)
        if not self._thorough or row is None or not row.get("html") or written.field != "text":
            return
        markup = read_markup(written.text)
        taken = Ranges.of(found)
        for hit in self._finder.find(Page(markup.text)):
            pieces = markup.source(hit.start, hit.end)
            if pieces and not taken.touch(pieces[0][0], pieces[-1][1]):
                start, end = pieces[0][0], pieces[-1][1]
                yield hit._replace(start=start, end=end, words=((start, end),))

    def _why(self, written: Written, before: Original | None, hit: Hit) -> str | None:
        """Why a name stands: each of its words must be explained."""
        if self._known.is_kept(fold_all(written.text[hit.start : hit.end])):
            return BY_HAND
        if before is None:
            return None
        row = self._row(written)
        reasons = [self._account.why(row, written.field, before, *place) for place in hit.words]
        return reasons[0] if reasons and None not in reasons else None

    def _why_left(self, written: Written, before: Original | None, hit: Hit) -> str | None:
        if before is None:
            return None
        return self._account.why_left(self._row(written), written.field, before, hit.start, hit.end)

    def _at_large(self) -> Iterator[Finding]:
        """What is true of the output as a whole."""
        order = kept_order(list(self._key.roster), self._key.pseudonyms.labels)
        if order is not None and self._key.pseudonyms.mode == "number":
            yield Finding(
                HIGH, ORDER, f"as {order}", file=PSEUDONYMS, field="", text=order, participants=(), reason=None,
                **_NOWHERE,
            )  # fmt: skip
        yield from unread(self._output)


def finding_of(written: Written, hit: Hit, reason: str | None) -> Finding:
    """RETURNS (Finding): A name that stands in a piece of the output, and why it does."""
    text = written.text
    return Finding(
        hit.rank, hit.kind, hit.way, written.file, written.field, written.message, written.row, hit.start, hit.end,
        text[hit.start : hit.end], text[max(0, hit.start - _CONTEXT) : hit.start],
        text[hit.end : hit.end + _CONTEXT], hit.owners, reason,
    )  # fmt: skip


def unread(output: Output) -> Iterator[Finding]:
    """YIELDS (Finding): Files of the output that could not be read."""
    for name in output.unread:
        yield Finding(
            MEDIUM, UNREAD, AS_IT_IS, file=name, field="", text=name, participants=(), reason=None, **_NOWHERE
        )


def read_people(directory: Path) -> Key:
    """Read of a key who is who and who is called what; not what discovery knew of the messages.

    directory (Path): The key.
    RETURNS (Key): That part of it.
    """
    texts = {}
    for name in (ROSTER, NAMES, PSEUDONYMS, OTHERS, CONTEXT):
        path = directory / name
        if not path.is_file():
            if name in (NAMES, OTHERS):
                continue
            raise PseudoError(Errors.P811.format(path=path))
        try:
            with path.open(encoding="utf-8", newline="") as stream:
                texts[name] = stream.readline() if name == CONTEXT else stream.read()
        except UnicodeDecodeError as error:
            raise PseudoError(Errors.P341.format(path=path)) from error
    return Key.from_files(texts, source=lambda name: str(directory / name))


def _drawn(key: Key, known: ClassList) -> frozenset[str]:
    """Folded words of pseudonyms that are names: they mean nobody real."""
    if not key.pseudonyms.named:
        return frozenset()
    labels = (*key.pseudonyms.everything(), *(person.label for person in key.others.hidden()))
    return frozenset(word for label in labels for word in fold_all(label)) - known.words.keys()
