"""What a person has said so far, as the key's files say it, and which lines of them a new verdict changes."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from ...errors import Errors, PseudoError
from ...key import DECISIONS, NAMES, SURROGATES
from ...key import OTHERS as OTHERS_FILE
from ...people.decisions import CORPUS, FINE, KEEP, MASK, THREAD, Decision, Decisions
from ...people.name_map import Form, NameMap
from ...people.others.modes import LETTER
from ...people.others.table import BETWEEN, Others
from ...text.words import fold_all
from .cases import AUDITED, MARKED, OTHERS, PLACED, TAKEN, UNSURE, Case, Place
from .changes import Change, decision_row, never, read, records, with_cell, with_form, without_form

# What may be done with a case.
ACCEPT: Final = "accept"
REJECT: Final = "reject"
PERSON: Final = "person"
PROTECT: Final = "protect"
WRITE: Final = "write"
ACTIONS: Final = (ACCEPT, REJECT, PERSON, KEEP, MASK, PROTECT, WRITE)
# For which places: all of the case, one of them, its thread, or wherever the word stands.
ALL: Final = "case"
HERE: Final = "place"
SCOPES: Final = (ALL, HERE, THREAD, CORPUS)
EDITED: Final = (NAMES, DECISIONS, OTHERS_FILE, SURROGATES)


class Verdict(NamedTuple):
    """What a person decides.

    action (str): One of `ACTIONS`.
    scope (str): One of `SCOPES`.
    person (str): Whom it names, for 'person'.
    written (str): What to write instead, for 'write'.
    place (int): Which place of the case, for 'place' and 'thread'.
    """

    action: str
    scope: str = ALL
    person: str = ""
    written: str = ""
    place: int = 0


class Said:
    """What a person has said, as it stands in the files.

    directory (Path): The key directory.
    before (Optional[Said]): What they said before; what has not changed is not read again.
    texts (Optional[Mapping[str, str]]): The files' texts, if they are not those on the disk.
    """

    def __init__(self, directory: Path, before: Said | None = None, texts: Mapping[str, str] | None = None) -> None:
        self.texts = dict(texts) if texts is not None else {name: read(directory / name) for name in EDITED}
        same = {name for name in EDITED if before is not None and before.texts[name] == self.texts[name]}
        self.names: NameMap = (
            before.names
            if before is not None and NAMES in same
            else NameMap.parse(self.texts[NAMES], source=str(directory / NAMES))
        )
        self.others: Others = (
            before.others
            if before is not None and OTHERS_FILE in same
            else Others.from_csv(self.texts[OTHERS_FILE], str(directory / OTHERS_FILE))
        )
        self._forms: dict[tuple[str, tuple[str, ...]], Form]
        self._law: set[tuple[str, tuple[str, ...]]]
        self._never: set[tuple[str, ...]]
        if before is not None and NAMES in same:
            self._forms, self._law, self._never = before._forms, before._law, before._never
        else:
            self._forms = {(person, fold_all(form.text)): form for person, form in self.names}
            self._law = {(person, fold_all(text)) for person, text in self.names.by_hand()}
            self._never = {fold_all(text) for text in self.names.kept}
        self.decisions: Decisions = (
            before.decisions
            if before is not None and DECISIONS in same
            else Decisions.from_csv(self.texts[DECISIONS], str(directory / DECISIONS))
        )
        said = [*self.decisions.rows, *self.decisions.fine]
        self._places = {(row.id, row.field, row.start, row.end): row for row in said if row.one_place}
        wide = [row for row in said if not row.one_place]
        self._wide = {
            (row.field, row.id if row.field == THREAD else "", fold_all(row.text)): row
            for row in wide
            if row.decision != FINE
        }
        self._seen = {(row.id, fold_all(row.text)) for row in wide if row.decision == FINE}

    def of(self, place: Place, threads: Mapping[str, Collection[str]]) -> str | None:
        """RETURNS (Optional[str]): What is decided for a place: a participant, 'keep', 'mask' or 'ok'.

        place (Place): The place.
        threads (Mapping[str, Collection[str]]): The messages of each thread that was decided about, by the id
            that names it.
        """
        if (here := self._places.get((place.message, place.field, place.start, place.end))) is not None:
            return here.decision
        words = fold_all(place.text)
        for id, same in threads.items():
            if place.message in same and (row := self._wide.get((THREAD, id, words))) is not None:
                return row.decision
        if (row := self._wide.get((CORPUS, "", words))) is not None:
            return row.decision
        return KEEP if words in self._never else None

    def settles(self, case: Case, threads: Mapping[str, Collection[str]]) -> bool:
        """RETURNS (bool): A case needs no further look."""
        words = fold_all(case.text)
        if case.queue in PLACED:
            owned = any((person, words) in self._law for person in case.people)
            return owned or all(self.of(place, threads) is not None for place in case.places)
        if case.queue == UNSURE:
            form = self._forms.get((case.people[0], words))
            settled = form is not None and not (case.why == TAKEN and form.unsure)
            gone = case.why == TAKEN and form is None
            return settled or gone or words in self._never or (case.people[0], words) in self._seen
        wide = self._wide.get((CORPUS, "", words)) is not None or words in self._never
        named = case.queue == AUDITED and any(owner == words for _, owner in self._law)
        return named or (case.queue == AUDITED and wide) or (case.queue, words) in self._seen

    # --- What a verdict changes ---

    def changes(self, case: Case, verdict: Verdict) -> list[Change]:
        """RETURNS (list[Change]): The lines that change when a person decides so.

        case (Case): The case.
        verdict (Verdict): What is decided.
        """
        return [change for change in self._changes(case, verdict) if change.was != change.now]

    def _changes(self, case: Case, verdict: Verdict) -> list[Change]:
        unknown = verdict.action not in ACTIONS or verdict.scope not in SCOPES
        if unknown or (verdict.action == WRITE and case.queue != MARKED):
            raise PseudoError(Errors.P901.format(what=verdict.action))
        if verdict.action == PROTECT:
            return [*never(self.names, case.text), *self.noted(case)]
        if case.queue in PLACED or verdict.scope in (HERE, THREAD):
            return list(self._about_places(case, verdict))
        if case.queue == UNSURE:
            return self._about_form(case, verdict)
        if case.queue == OTHERS:
            return self._about_other(case, verdict)
        if case.queue == MARKED:
            return [*self._about_data(case, verdict), *self.noted(case)]
        if verdict.action == PERSON:
            return [*with_form(self.names, verdict.person, case.text), *self.noted(case)]
        wide = [] if verdict.action == ACCEPT else [self._row(CORPUS, "", case.text, verdict.action)]
        return [*wide, *self.noted(case)]

    def decide(self, place: Place, decision: str) -> list[Change]:
        """RETURNS (list[Change]): The lines that change when a person decides about a place that is in no case."""
        return [self._row(place.field, place.message, place.text, decision, place)]

    def _about_places(self, case: Case, verdict: Verdict) -> Iterator[Change]:
        decision = {ACCEPT: KEEP if case.queue == "kept" else FINE, REJECT: KEEP, PERSON: verdict.person}
        what = decision.get(verdict.action, verdict.action)
        if verdict.action == REJECT and case.queue == "kept":
            if len(case.people) != 1:
                raise PseudoError(Errors.P902)
            what = case.people[0]
        elif verdict.action == REJECT and case.queue == UNSURE:
            what = KEEP
        elif verdict.action == ACCEPT and case.queue == UNSURE:
            what = case.people[0]
        if not what or what == WRITE:
            raise PseudoError(Errors.P902)
        if verdict.scope == CORPUS:
            yield self._row(CORPUS, "", case.text, what)
        elif not 0 <= verdict.place < len(case.places):
            raise PseudoError(Errors.P903)
        elif verdict.scope == THREAD:
            yield self._row(THREAD, case.places[verdict.place].message, case.text, what)
        else:
            for place in case.places if verdict.scope == ALL else (case.places[verdict.place],):
                yield self._row(place.field, place.message, place.text, what, place)

    def _about_form(self, case: Case, verdict: Verdict) -> list[Change]:
        names, person, words = self.names, case.people[0], fold_all(case.text)
        form = self._forms.get((person, words))
        written = form.text if form is not None else case.text
        if verdict.action == KEEP:
            return never(names, written)
        owner = verdict.person if verdict.action == PERSON else person
        right = verdict.action == ACCEPT or (verdict.action == PERSON and owner == person)
        gone = [] if right else without_form(names, person, written)
        noted = [] if gone else self.noted(case)
        if verdict.action == MASK:
            wide = verdict.scope == CORPUS or not case.places
            hidden = [self._row(CORPUS, "", case.text, MASK)] if wide else self._everywhere(case, MASK)
            return [*gone, *hidden, *noted]
        if verdict.action == REJECT or (right and form is not None and verdict.scope != CORPUS):
            return [*gone, *noted]
        named = with_form(names, owner, written) if verdict.scope == CORPUS else self._named(case, owner)
        return [*gone, *named, *noted]

    def _named(self, case: Case, person: str) -> list[Change]:
        """Somebody is named at all places of a case; elsewhere the word may stand for somebody else, or for no name.
        Where no place is known, it is theirs everywhere."""
        if not case.places or not all(place.message for place in case.places):
            return with_form(self.names, person, case.text)
        return self._everywhere(case, person)

    def _everywhere(self, case: Case, decision: str) -> list[Change]:
        return [self._row(place.field, place.message, place.text, decision, place) for place in case.places]

    def _about_other(self, case: Case, verdict: Verdict) -> list[Change]:
        table = self.texts[OTHERS_FILE]
        person = next((one for one in self.others if fold_all(one.forms[0]) == fold_all(case.text)), None)
        if person is None:
            raise PseudoError(Errors.P900.format(path=OTHERS_FILE))
        name, noted = BETWEEN.join(person.forms), self.noted(case)

        def label(value: str) -> list[Change]:
            return with_cell(table, OTHERS_FILE, lambda row: row.get("name") == name, "pseudonym", value)

        if verdict.action == PERSON:
            return [*(label("") if person.label else []), *self._named(case, verdict.person), *noted]
        if verdict.action == MASK or (verdict.action == REJECT and not person.label):
            return [*([] if person.label else label(self._next_label())), *noted]
        if verdict.action in (KEEP, REJECT):
            return [*(label("") if person.label else []), *noted]
        return noted

    def _about_data(self, case: Case, verdict: Verdict) -> list[Change]:
        if verdict.action not in (MASK, WRITE):
            return []
        written = f"[{case.why}]" if verdict.action == MASK else verdict.written

        def same(row: Mapping[str, str]) -> bool:
            return row.get("label") == case.why and fold_all(row.get("text", "")) == fold_all(case.text)

        # What no list has, because it was found by its shape alone, is masked as a word.
        listed = with_cell(self.texts[SURROGATES], SURROGATES, same, "surrogate", written)
        return listed or [self._row(CORPUS, "", case.text, MASK)]

    def _next_label(self) -> str:
        taken = {person.label for person in self.others}
        return next(label for n in range(1, len(taken) + 2) if (label := f"{LETTER}{n}") not in taken)

    def noted(self, case: Case) -> list[Change]:
        """RETURNS (list[Change]): That a person has looked at a case, where no other line says so."""
        owner = case.people[0] if case.queue == UNSURE else case.queue
        return [] if (owner, fold_all(case.text)) in self._seen else [self._row(CORPUS, owner, case.text, FINE)]

    def _row(self, field: str, id: str, text: str, decision: str, place: Place | None = None) -> Change:
        """A line of the table of decisions; instead of another about the same place, thread or word."""
        start, end = (place.start, place.end) if place is not None else (0, 0)
        cells = {"id": id, "field": field, "text": text, "decision": decision}
        cells |= {"start": str(start), "end": str(end)} if place is not None else {}
        same = (row for row in (*self.decisions.rows, *self.decisions.fine) if row.field == field and row.id == id)
        before = next((row for row in same if (row.start, row.end) == (start, end) and row.text == text), None)
        was = self._line(before)
        return Change(DECISIONS, was, decision_row(self.texts[DECISIONS], cells, was))

    def _line(self, row: Decision | None) -> str | None:
        if row is None:
            return None
        number = 0
        for record in records(self.texts[DECISIONS].removeprefix("\ufeff"), quoted=True):
            number += sum(1 for _ in io.StringIO(record, newline=""))
            if number >= row.line:
                return record.rstrip("\r\n")
        return None
