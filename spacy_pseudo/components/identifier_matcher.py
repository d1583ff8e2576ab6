"""identifier_matcher: other personal data than names, each place with its label and, where it is known, its owner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .. import languages
from ..attrs import IDENTIFIER_LABELS, IDENTIFIERS
from ..errors import Errors, PseudoError
from ..message import message_of, text_of
from .pseudo_pipe import KEYED, KeyedPipe, pseudonyms_in
from .spans import get_spans, set_spans

if TYPE_CHECKING:
    from ..identifiers.address_owners import Owners
    from ..identifiers.base import Identifier
    from ..identifiers.strings import NamesInStrings
    from ..key import Key

DEFAULTS: Final = {"labels": list(IDENTIFIER_LABELS), "words": {}, "rules": [], **KEYED}


def identifiers_of(doc: Doc, prefix: str, *, ours: bool = True) -> list[Identifier]:
    """The places with other personal data, to the character; Spans that somebody else put under the key count as well,
    if they have one of our labels.

    doc (Doc): A Doc.
    prefix (str): The prefix of our span keys.
    ours (bool): Not only what somebody else has put there.
    RETURNS (list[Identifier]): The places.
    """
    from ..identifiers.base import Identifier

    found = []
    for span, row in get_spans(doc, prefix + IDENTIFIERS):
        if span.label_ in IDENTIFIER_LABELS and (ours or row is None):
            start, end, confidence = row if row is not None else (span.start_char, span.end_char, 1.0)
            found.append(Identifier(start, end, span.label_, confidence, span.kb_id_ or None))
    return found


def check_labels(labels: Iterable[str]) -> None:
    """Make sure that labels are known."""
    for label in labels:
        if label not in IDENTIFIER_LABELS:
            raise PseudoError(Errors.P411.format(label=label, labels=", ".join(IDENTIFIER_LABELS)))


@Language.factory("identifier_matcher", assigns=["doc.spans"], default_config=DEFAULTS)
def make_identifier_matcher(
    nlp: Language, name: str, labels: list[str], words: dict[str, list[str]], rules: list[str], prefix: str,
    save_key: bool,
) -> IdentifierMatcher:  # fmt: skip
    lang = nlp.lang or languages.BASE
    return IdentifierMatcher(name, lang=lang, labels=labels, words=words, rules=rules, prefix=prefix, save_key=save_key)


class IdentifierMatcher(KeyedPipe):
    """Sets `doc.spans["pseudo_identifiers"]`: label = what it is, kb_id = whose it is. Works without a key, too.

    name (str): The component's name in the pipeline.
    lang (str): The language of the messages, unless a key says another.
    labels (Sequence[str]): What is looked for.
    words (Mapping[str, Sequence[str]]): Words to be marked, by label: for ethnic, political, religious and sexual ones,
        of which there are no lists.
    rules (Sequence[str]): Texts with rules of the user's own, each with its label; see text/rules.py.
    kept (Collection[str]): Labels of what stays, which need not be looked for unless others may be taken for it.
    prefix (str): Put before our span keys.
    save_key (bool): Save the key with the pipeline.
    """

    made = ("_owners", "_strings")

    def __init__(
        self,
        name: str,
        *,
        lang: str,
        labels: Sequence[str],
        words: Mapping[str, Sequence[str]],
        prefix: str,
        save_key: bool,
        rules: Sequence[str] = (),
        kept: Collection[str] = (),
    ) -> None:
        from ..text.words import fold

        super().__init__(name, prefix=prefix, save_key=save_key)
        check_labels([*labels, *words])
        self._lang = lang
        self._wanted = frozenset(labels)
        self._kept = frozenset(kept)
        self.words = {label: frozenset(map(fold, given)) for label, given in words.items()}
        self.rules: tuple[str, ...] = ()
        self.add_rules(rules)
        self._owners: Owners | None = None
        self._strings: NamesInStrings | None = None

    def add_rules(self, rules: Sequence[str]) -> None:
        """Look for what rules find, besides all else. A saved pipeline has the rules of its config, not these.

        rules (Sequence[str]): Texts with classes of words, definitions and rules; see text/rules.py.
        """
        if rules:
            from ..identifiers.grammars import check_rules

            check_rules((*self.rules, *rules))
            self.rules = (*self.rules, *rules)

    def use(self, key: Key | None) -> None:
        """Work with another key."""
        super().use(key)
        self._owners = self._strings = None

    @property
    def lang(self) -> str:
        """RETURNS (str): The language that the key says, or without a key, the one that the pipeline is for."""
        return self._lang if self._key is None else self._key.lang

    @property
    def labels(self) -> tuple[str, ...]:
        """RETURNS (tuple[str, ...]): What is looked for."""
        return tuple(label for label in IDENTIFIER_LABELS if label in self._wanted)

    @cached_property
    def _needed(self) -> frozenset[str]:
        """Participants' user names are mentions, whatever becomes of those of others."""
        from ..identifiers.finding import looked_for

        return self._wanted & looked_for((self._wanted - self._kept) | (self._wanted & {"USERNAME"}))

    @property
    def owners(self) -> Owners | None:
        """RETURNS (Optional[Owners]): Tells whose addresses are, with the key at hand."""
        if self._owners is None and self._key is not None:
            from ..identifiers.address_owners import Owners

            self._owners = Owners(self._key.roster, self._key.index, ids=self._key.pseudonyms.mode != "id")
        return self._owners

    @property
    def strings(self) -> NamesInStrings:
        """RETURNS (NamesInStrings): Finds names in what is no prose, with the key at hand."""
        if self._strings is None:
            from ..identifiers.strings import NamesInStrings

            assert self.owners is not None
            self._strings = NamesInStrings(self.key.index, self.owners)
        return self._strings

    def match(self, doc: Doc) -> list[Identifier]:
        """RETURNS (list[Identifier]): The places, in characters."""
        message = message_of(doc, prefix=self.prefix)
        return self.find(text_of(doc), message.author if message is not None else None)

    def find(self, text: str, author: str | None = None) -> list[Identifier]:
        """The same on plain text, with the id of who wrote it."""
        from ..identifiers.finding import find_identifiers

        if not self._needed:
            return []
        found = find_identifiers(text, lang=self.lang, labels=self._needed, lists=self.words, rules=self.rules)
        if self.owners is not None and "URL" in self._needed:
            found = _with(found, self.owners.find(text, self._writer(author)))
        if self.owners is not None and "USERNAME" in self._needed:
            found = _with(found, self.owners.find_handles(text))
            found = _with(found, self.strings.in_text(text))
        if not found:
            return []
        done = list(self._done(text))
        found = [one for one in found if all(one.end <= start or end <= one.start for start, end in done)]
        # '[USERNAME:...]@laptop' was an address of a computer, and '@laptop' is nobody.
        ends = {end for _, end in done}
        found = [one for one in found if one.start not in ends or text[one.start] != "@"]
        return [self._owned(one, text, author) for one in found if not self._drawn(one, text)]

    def _done(self, text: str) -> Iterator[tuple[int, int]]:
        """What an earlier run has put in: '[EMAIL]', '[PHONE:U12]'."""
        from ..surrogates.strategies import find_masks

        yield from find_masks(text, self._key.pseudonyms.is_label if self._key is not None else str.isalnum)
        if self._key is not None:
            yield from pseudonyms_in(text, self._key)

    def _drawn(self, one: Identifier, text: str) -> bool:
        """A user name that is made of somebody's drawn name, '@annaberg', was put in by an earlier run."""
        if one.label != "USERNAME" or self._key is None or not self._key.drawn_handles:
            return False
        from ..identifiers.user_names import split_sign
        from ..text.words import fold_all

        return "".join(fold_all(split_sign(text[one.start : one.end])[1])) in self._key.drawn_handles

    def _owned(self, one: Identifier, text: str, author: str | None) -> Identifier:
        from ..identifiers.address_owners import OWNED

        if one.label not in OWNED or one.participant is not None or self.owners is None:
            return one
        return one._replace(participant=self.owners.of(text[one.start : one.end], self._writer(author)))

    def _writer(self, author: str | None) -> str | None:
        return self._key.roster.main_id(author) if author is not None and self._key is not None else None

    def set_annotations(self, doc: Doc, found: list[Identifier]) -> None:
        """Write the span group; what others have put there stays."""
        key = self.prefix + IDENTIFIERS
        others = [span for span, row in get_spans(doc, key) if row is None]
        rows = ((i.start, i.end, i.label, i.participant or "", [i.start, i.end, i.confidence]) for i in found)
        set_spans(doc, key, rows, others=others)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the places of Docs whose reference has the span group.

        RETURNS (dict[str, Any]): `pseudo_identifier_p`, `_r`, `_f` (F2) over all labels, and the same per label.
        """
        from ..scoring.identifier_scores import score_identifiers

        key = self.prefix + IDENTIFIERS
        rows = [(_rows(eg.reference, key), _rows(eg.predicted, key)) for eg in examples if key in eg.reference.spans]
        found = score_identifiers(
            {str(i): gold for i, (gold, _) in enumerate(rows)}, {str(i): taken for i, (_, taken) in enumerate(rows)}
        )
        if not rows:
            return dict.fromkeys(("pseudo_identifier_p", "pseudo_identifier_r", "pseudo_identifier_f"))
        return {
            "pseudo_identifier_p": found.total.precision,
            "pseudo_identifier_r": found.total.recall,
            "pseudo_identifier_f": found.total.f2,
            "pseudo_identifier_per_type": {label: scores.to_dict() for label, scores in found.labels.items()},
        }


def _with(found: list[Identifier], more: Iterable[Identifier]) -> list[Identifier]:
    """RETURNS (list[Identifier]): All in order; more only where nothing was found."""
    if not (more := list(more)):
        return found
    from ..text.ranges import Ranges

    taken = Ranges.of(found)
    return sorted((*found, *(one for one in more if not taken.touch(one.start, one.end))))


def _rows(doc: Doc, key: str) -> list[tuple[int, int, str]]:
    return [(span.start_char, span.end_char, span.label_) for span in doc.spans[key]] if key in doc.spans else []
