"""An example of what comes after: a small resolver that gives pronouns to participants. Use it as code for a config:

python -m spacy assemble configs/coreference.cfg PIPELINE --code configs/coreference.py

It works on a Doc that our component has processed, on what `pseudo_doc` makes of it, and on the Doc of a thread. A
trained resolver finds more; this one shows where mentions, authors and addressees stand, and where clusters go.
"""

from collections.abc import Iterator
from typing import NamedTuple

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup, Token

from spacy_pseudo.errors import Errors, PseudoError
from spacy_pseudo.handover.clusters import clusters_of
from spacy_pseudo.message import Message, message_of

FIRST = {"i", "me", "my", "mine", "myself"}
SECOND = {"you", "your", "yours", "yourself"}
THIRD = {
    "he": {"he", "him", "his", "himself"},
    "she": {"she", "her", "hers", "herself"},
    "they": {"they", "them", "their", "theirs", "themself"},
}
# After 'you', which then means several.
SEVERAL = {"all", "both", "guys", "lot", "two"}


class Part(NamedTuple):
    """A message in a Doc: its tokens, who writes, and who wrote what it answers."""

    tokens: Span
    author: str
    answers: str


class Name(NamedTuple):
    """Where somebody is named; who it is, empty for people who are nobody of ours."""

    start: int
    end: int
    who: str


@Language.factory("pronoun_resolver", requires=["doc.spans"], assigns=["doc.spans"])
def make_pronoun_resolver(nlp: Language, name: str, prefix: str = "pseudo_") -> "PronounResolver":
    return PronounResolver(name, prefix=prefix)


class PronounResolver:
    """Writes doc.spans["coref_clusters_1"] ...: the names of a person and the pronouns that stand for them."""

    def __init__(self, name: str, *, prefix: str) -> None:
        self.name = name
        self.prefix = prefix

    def __call__(self, doc: Doc) -> Doc:
        key = self.prefix + "participants"
        if key not in doc.spans:
            raise PseudoError(Errors.P403.format(name=self.name, key=key, component="participant_pseudonymiser"))
        names = self.names(doc)
        found: dict[str, list[Span]] = {}
        for name in names:
            if name.who:
                found.setdefault(name.who, []).append(Span(doc, name.start, name.end, kb_id=name.who))
        for token, who in self.pronouns(doc, names):
            found.setdefault(who, []).append(Span(doc, token.i, token.i + 1, kb_id=who))
        clusters = [sorted(spans, key=lambda span: span.start) for spans in found.values() if len(spans) > 1]
        for key in [key for key in doc.spans if key.startswith("coref_clusters_")]:
            del doc.spans[key]
        for number, spans in enumerate(sorted(clusters, key=lambda spans: spans[0].start), start=1):
            key = f"coref_clusters_{number}"
            doc.spans[key] = SpanGroup(doc, name=key, spans=spans)
        return doc

    def names(self, doc: Doc) -> list[Name]:
        """Names of people, in order. Where it is not clear who is named, and for public figures, it is nobody: no
        pronoun is given to them, and none that comes right after them to anybody else."""
        clear = {(s.start, s.end): who for who, found in clusters_of(doc, prefix=self.prefix).items() for s in found}
        groups = [doc.spans.get(self.prefix + key, ()) for key in ("participants", "others", "protected")]
        people = [span for group in groups for span in group] + [ent for ent in doc.ents if ent.label_ == "PERSON"]
        places = {(span.start, span.end) for span in people}
        return sorted(Name(start, end, clear.get((start, end), "")) for start, end in places)

    def parts(self, doc: Doc) -> list[Part]:
        """The messages: those of a thread, or the one that the Doc is."""
        if self.prefix + "messages" in doc.spans:
            return [Part(span, span.kb_id_, span.id_) for span in doc.spans[self.prefix + "messages"]]
        message = message_of(doc, prefix=self.prefix) or Message()
        return [Part(doc[:], message.author or "", message.parent_author or "")]

    def pronouns(self, doc: Doc, names: list[Name]) -> Iterator[tuple[Token, str]]:
        """Pronouns and whom they stand for. Who was 'he' once is not 'she' later."""
        called: dict[str, str] = {}
        quoted = quoted_tokens(doc)
        previous = 0
        for part in self.parts(doc):
            you = self.addressee(part, names)
            for token in part.tokens:
                word = token.lower_
                kind = next((kind for kind, words in THIRD.items() if word in words), "")
                who = ""
                if token.i in quoted:
                    continue
                if word in FIRST:
                    who = part.author
                elif word in SECOND and not (token.i + 1 < len(doc) and doc[token.i + 1].lower_ in SEVERAL):
                    who = you
                elif kind == "they":
                    who = self.one_of_them(doc, token, names, {part.author, you})
                elif kind:
                    near = [name.who for name in names if previous <= name.start and name.end <= token.i]
                    who = self.nearest([who for who in near if called.get(who, kind) == kind], part.author, you)
                    called |= {who: kind} if who else {}
                    # Who was just 'he' is near again.
                    names = sorted([*names, Name(token.i, token.i + 1, who)]) if who else names
                if who:
                    yield token, who
            previous = part.tokens.start

    def addressee(self, part: Part, names: list[Name]) -> str:
        """Who is greeted by name, or else who wrote what this answers. If several are greeted, 'you' may be all."""
        doc = part.tokens.doc
        spans = [span for key in ("participants", "others") for span in doc.spans.get(self.prefix + key, ())]
        greetings = [span for span in spans if span.id_ == "greeting"]
        greetings += [span for span in doc.spans.get(self.prefix + "salutations", ()) if span.label_ == "GREETING"]
        greeted = {
            name.who
            for name in names
            for span in greetings
            if part.tokens.start <= span.start <= name.start < span.end <= part.tokens.end
        }
        return part.answers if not greeted else greeted.pop() if len(greeted) == 1 else ""

    def nearest(self, names: list[str], speaker: str, you: str) -> str:
        """Who was named last, in this message or the one before: not who is speaking, and who is spoken to only if
        nobody else can be meant."""
        others = [who for who in names if not who or who not in (speaker, you)]
        return others[-1] if others else you if you in names else ""

    def one_of_them(self, doc: Doc, token: Token, names: list[Name], speakers: set[str]) -> str:
        """'They' is mostly several people or things: one person only if nobody else is named in the sentence before
        it, and this is not who speaks or is spoken to."""
        start = token.i
        while start > 0 and doc[start - 1].text not in {".", "!", "?"} and "\n" not in doc[start - 1].text:
            start -= 1
        before = {name.who for name in names if start <= name.start and name.end <= token.i}
        return before.pop() if len(before) == 1 and before.isdisjoint(speakers) else ""


def quoted_tokens(doc: Doc) -> set[int]:
    """Lines that begin with '>' were written by somebody else."""
    found, begins, quote = set(), True, False
    for token in doc:
        if begins and not token.is_space:
            begins, quote = False, token.text.startswith(">")
        if "\n" in token.text:
            begins, quote = True, False
        if quote:
            found.add(token.i)
    return found
