"""The audit of an output directory by somebody who has no key: with a digest of the names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from ... import languages
from ...corpus.metadata import CODE
from ...text.disguises import View, spaced, views
from ...text.ranges import Ranges
from ...text.words import word_list
from .auditing import Audit, finding_of, unread
from .class_list import ClassList
from .digest import MOST_WORDS, WORD, WRITTEN, Digest, Form, Passing, shape_of
from .disguised_names import ENCODED
from .page import Page
from .ranking import RANKS, is_ordinary
from .standing import BETWEEN, HOST, LOGINS, PIECE, NameFinder, hit_at
from .written import SUBJECT, Output, Written

# One letter is no name.
_LEAST: Final = 2


class FoundForms(ClassList):
    """The names of a digest that stand in an output, and no others. Whose they are is not known: each is its own.

    forms (dict[tuple[str, str], str]): The names, with their kinds.
    """

    def __init__(self, forms: dict[Form, str]) -> None:
        super().__init__(())
        self._kinds: dict[tuple[str, ...], str] = {}
        for (what, text), kind in forms.items():
            words = tuple(text.split())
            if what == WRITTEN:
                self.logins[text].add(text)
            elif len(words) > 1:
                self.phrases[words[0]][words] = {text}
                self._kinds[words] = kind
            else:
                self._add(kind, text, text)
        self.words = self._finish()

    def kind_of(self, words: tuple[str, ...]) -> str:
        """RETURNS (str): What kind of a name several words are."""
        return self._kinds[words]


def audit_names(out: str | Path, digest: Digest, *, passing: Callable[[list[Form]], Passing]) -> Audit:
    """Find the names that stand in an output, as they are but for case, accents and the like, or in a disguise that can
    be taken off without knowing them.

    out (Union[str, Path]): The directory that may be shared.
    digest (Digest): The names, as the holder of the key gave them away.
    passing (Callable): Makes of what is to be hashed what sees it go by: a progress bar.
    RETURNS (Audit): What was found. Nobody knows whose names they are, nor whether the account explains them.
    """
    output = Output(Path(out))
    with languages.speaking(digest.lang):
        pages = (page for written in output for page in (_page(written), *(page for page, _ in _said(written))))
        forms = list(dict.fromkeys(form for page in pages for form in _candidates(page, digest)))
        finder = NameFinder(FoundForms(digest.look_up(forms, passing(forms))))
        findings = []
        for written in output:
            page = _page(written)
            hits = finder.find(page) if finder.worth(page.shadow) else ()
            findings += [finding_of(written, hit._replace(owners=()), None) for hit in hits]
            found, disguised = Ranges((hit.start, hit.end) for hit in hits), set[tuple[int, int]]()
            for said, view in _said(written):
                for hit in finder.find(said) if finder.worth(said.shadow) else ():
                    start, end = view.place(hit.start, hit.end)
                    if not found.touch(start, end) and (start, end) not in disguised:
                        disguised.add((start, end))
                        findings.append(finding_of(written, hit_at(start, end, hit.kind, ENCODED, hit.rank), None))
    findings += unread(output)
    findings.sort(key=lambda finding: RANKS.index(finding.rank))
    return Audit(findings, finder.seen, account=False)


def _page(written: Written) -> Page:
    return Page(written.text, prose=written.prose, letter=written.field != SUBJECT)


def _said(written: Written) -> Iterator[tuple[Page, View]]:
    """YIELDS (tuple[Page, View]): What pieces say that are encoded, reversed, divided, spaced or have figures."""
    for view in views(written.text):
        yield Page(view.text, prose=False, letter=False), view
    for start, end, said in spaced(written.text):
        # All of it or nothing: there is no telling where in it a letter stands.
        whole = View(said, [start] * len(said), [end] * len(said))
        yield Page(said, prose=False, letter=False), whole


def _candidates(page: Page, digest: Digest) -> Iterator[Form]:
    """What may be a name in a text: unknown words, ordinary ones with a capital if some of them are names, runs of
    words with capitals, and strings that look like logins."""
    known = [_is_candidate(page, i, digest) for i in range(len(page.words))]
    for i, word in enumerate(page.words):
        if known[i]:
            yield WORD, word
        for j in range(i + 1, min(i + MOST_WORDS, len(page.words))):
            if not BETWEEN.fullmatch(page.gap(j)):
                break
            if _looks_like_a_name(page, range(i, j + 1)) and any(known[i : j + 1]):
                yield WORD, " ".join(page.words[i : j + 1])
    for string in _strings(page.shadow.text):
        if shape_of(string) in digest.shapes and not CODE.fullmatch(string):
            yield WRITTEN, string


def _is_candidate(page: Page, i: int, digest: Digest) -> bool:
    if len(page.words[i]) < _LEAST:
        return False
    return not is_ordinary(page.words[i]) or (digest.ordinary and (page.is_title(i) or not page.prose))


def _looks_like_a_name(page: Page, places: range) -> bool:
    """Words with capitals, and particles between them."""
    if not page.prose:
        return True
    inner = (page.is_title(i) or page.words[i] in word_list("particles") for i in places[1:-1])
    return page.is_title(places[0]) and page.is_title(places[-1]) and all(inner)


def _strings(text: str) -> Iterator[str]:
    for m in LOGINS.finditer(text):
        if not m[0].isalpha():
            yield m[0]
            yield from (piece for piece in PIECE.findall(m[0]) if not piece.isalpha())
        if host := HOST.match(text, m.end()):
            yield m[0] + host[0]
