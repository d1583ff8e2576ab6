"""Guards against rules that fit one corpus only: change names, roster or text consistently, and score again.

Each transformation takes messages, roster and gold mentions and gives the same three, changed; what is not a mention
stays as it is, and gold offsets fit the new text. What holds for the original should hold for the changed corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

import regex

from .... import languages
from ....attrs import JOINT
from ....message import Message
from ....passes.apply import apply, make_pipeline
from ....passes.discover import discover
from ....people.display_names import parse_name
from ....people.roster import Participant, Roster
from ....scoring.mention_scores import EMBEDDED, TARGETS, score_mentions
from ....scoring.scores import GoldMention, MentionScores
from ....text.thresholds import BEARERS
from ....text.words import Atom, atoms, fold, fold_all, not_prose, word_list
from ..gold import Corpus, Gold
from .renaming import SHORTEST_MISSPELT, NameBook, NamePool, Renaming, misspelt, name_data

BASE: Final = "base"  # the corpus as it is
TYPOS: Final = 0.2
SHARING: Final = 12  # people who get the same few first names, or a third of all where there are few
_PER_NAME: Final = 3
_OTHERS: Final = ("public", "third", "cited")
_PLAIN: Final = EMBEDDED | {"code", "handle"}
# How many names of people who are talked about are used, where no person has marked them.
_MOST: Final = 40
_BEFORE_PLACES: Final = (" in", " across", " from", "north", "south", "east", "west", " of")
_CAPITAL_NEXT = regex.compile(r" \p{Lu}\p{Ll}")
_NEWLINES = regex.compile(r"[\n\r\v\f\u0085\u2028\u2029]")


def rename(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Give everybody a name of another language.

    messages (Sequence[Message]): The messages.
    roster (Roster): The participants.
    gold (Mapping[str, Sequence[GoldMention]]): The mentions by message id.
    seed (int): Decides who gets which name.
    RETURNS (Corpus): The changed corpus. (The same for all transformations.)
    """
    return _renamed(messages, roster, gold, seed=seed, everybody=True)


def wordlike(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Rename, with first names that are also words: 'Will', 'May', 'Hope'; each for one person, as far as they go."""
    words = " ".join(name_data()["wordlike"]).split()
    first = _assigned(words, _mentioned(roster, gold), Random(seed))
    return _renamed(messages, roster, gold, seed=seed, everybody=True, first=first)


def shared_first_names(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Give twelve people (a third of all, where they are few) the same first names, three people each."""
    chance = Random(seed)
    people = _mentioned(roster, gold)
    chosen = chance.sample(people, min(SHARING, max(len(people) // 3, min(2, len(people)))))
    pool = NamePool(chance, taken=_vocabulary(messages))
    names = [pool.given() for _ in range(0, len(chosen), _PER_NAME)]
    first = {person: names[i // _PER_NAME] for i, person in enumerate(chosen)}
    return _renamed(messages, roster, gold, seed=seed, first=first)


def cited_surnames(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Give participants the surnames of cited people; of surnames in the texts, where nobody is marked as cited."""
    marked = (_surname(m.text) for m in _others(gold, ("cited",)))
    known = {name for name, count in languages.surnames().items() if count} - _usual_first_names()
    names = dict.fromkeys(filter(None, marked)) or _standing(messages, gold, known)
    last = _assigned(list(names), _mentioned(roster, gold), Random(seed))
    return _renamed(messages, roster, gold, seed=seed, last=last)


def talked_about(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Give participants the first names of other people in the texts, marked or, where none is, well-known names."""
    marked = (_first_name(m) for m in _others(gold, _OTHERS))
    names = dict.fromkeys(filter(None, marked)) or _standing(messages, gold, _usual_first_names())
    first = _assigned(list(names), _mentioned(roster, gold), Random(seed))
    return _renamed(messages, roster, gold, seed=seed, first=first)


def degraded_roster(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Leave one poor display name of each person, made of the fullest: a handle, an address, an initial and the
    surname, lower case."""
    chance = Random(seed)
    fullest = ((p, sorted(p.names, key=_fullness, reverse=True)[:1]) for p in roster)
    people = (replace(p, names=tuple(_degraded(name, chance) for name in names)) for p, names in fullest)
    return Corpus(list(messages), Roster(people), {id: list(mentions) for id, mentions in gold.items()})


def typos(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Put a typing error into every fifth mention, in words of four letters and more."""
    chance = Random(seed)
    targets = [(id, m) for id, mentions in gold.items() for m in mentions if m.kind in TARGETS and m.participant]
    eligible = [target for target in targets if _long_words(target[1])]
    chosen = set(chance.sample(eligible, min(len(eligible), round(TYPOS * len(targets)))))

    def render(id: str, mention: GoldMention) -> GoldMention:
        if (id, mention) not in chosen:
            return mention
        word, text = chance.choice(_long_words(mention)), mention.text
        return mention._replace(text=text[: word.start] + misspelt(word.text, chance) + text[word.end :])

    return _rewritten(messages, roster, gold, render)


def no_newlines(messages: Sequence[Message], roster: Roster, gold: Gold, *, seed: int = 1) -> Corpus:
    """Write a blank for each line break; nothing is left to chance here."""
    flat = {id: [m._replace(text=_NEWLINES.sub(" ", m.text)) for m in mentions] for id, mentions in gold.items()}
    return Corpus([replace(m, text=_NEWLINES.sub(" ", m.text)) for m in messages], roster, flat)


GUARDS: Final[Mapping[str, Callable[..., Corpus]]] = {
    guard.__name__: guard
    for guard in (
        *(rename, wordlike, shared_first_names, cited_surnames, talked_about),
        *(degraded_roster, typos, no_newlines),
    )
}


def run_guards(
    messages: Sequence[Message],
    roster: Roster,
    gold: Gold,
    *,
    seed: int = 1,
    allow: Iterable[str] = (),
    guards: Iterable[str] = GUARDS,
    listed: bool = True,
) -> Iterator[tuple[str, MentionScores]]:
    """Pseudonymise the corpus as it is, and under each transformation.

    messages (Sequence[Message]): The messages.
    roster (Roster): The participants.
    gold (Mapping[str, Sequence[GoldMention]]): The mentions by message id.
    seed (int): Decides what the transformations draw.
    allow (Iterable[str]): Names that stay.
    guards (Iterable[str]): Which transformations, of `GUARDS`.
    listed (bool): The roster is known; otherwise it only says who is renamed how.
    YIELDS (tuple[str, MentionScores]): `BASE` and its scores, then each transformation and its scores.
    """
    allowed = list(allow)
    for name in (BASE, *guards):
        changed = Corpus(list(messages), roster, {id: list(mentions) for id, mentions in gold.items()})
        if name != BASE:
            changed = GUARDS[name](*changed, seed=seed)
        yield name, score(changed if listed else changed._replace(roster=Roster()), seed=seed, allow=allowed)


def score(corpus: Corpus, *, seed: int = 1, allow: Iterable[str] = ()) -> MentionScores:
    """Pseudonymise a corpus and compare with its gold mentions.

    corpus (Corpus): The corpus.
    seed (int): For the drawing of pseudonyms.
    allow (Iterable[str]): Names that stay.
    RETURNS (MentionScores): The scores.
    """
    key = discover(corpus.messages, corpus.roster, pseudonyms="id", seed=seed)
    results = apply(corpus.messages, key, make_pipeline(key, allow=allow))
    spans = {r.message.id or "": [(s["start"], s["end"], s["participant"]) for s in r.replacements] for r in results}
    return score_mentions(corpus.gold, spans, texts={m.id or "": m.text for m in corpus.messages})


# --- Changing texts and gold together --------------------------------------------------------------------------------


def _rewritten(
    messages: Sequence[Message], roster: Roster, gold: Gold, render: Callable[[str, GoldMention], GoldMention]
) -> Corpus:
    """Write each mention as `render` has it. Mentions that overlap others are left as they are."""
    texts, rebased = {}, {id: list(mentions) for id, mentions in gold.items()}
    for message in messages:
        id = message.id or ""
        mentions = gold.get(id, ())
        new = [m if _overlaps(m, mentions) else render(id, m) for m in mentions]
        grown = sorted((m.start, m.end, n.text) for m, n in zip(mentions, new, strict=True) if n.text != m.text)
        text, at = "", 0
        for start, end, written in grown:
            text += message.text[at:start] + written
            at = end
        texts[id] = text + message.text[at:]
        rebased[id] = []
        for old, mention in zip(mentions, new, strict=True):
            start = old.start + sum(len(w) - (e - s) for s, e, w in grown if e <= old.start)
            rebased[id].append(mention._replace(start=start, end=start + len(mention.text)))
    known = {id: rebased[id] for id in gold}
    return Corpus([replace(m, text=texts[m.id or ""]) for m in messages], roster, known)


def _overlaps(mention: GoldMention, others: Iterable[GoldMention]) -> bool:
    return any(o is not mention and o.start < mention.end and mention.start < o.end for o in others)


def _renamed(
    messages: Sequence[Message],
    roster: Roster,
    gold: Gold,
    *,
    seed: int,
    everybody: bool = False,
    first: Mapping[str, str] | None = None,
    last: Mapping[str, str] | None = None,
) -> Corpus:
    first, last = first or {}, last or {}
    taken = _vocabulary(messages) | {fold(name) for name in (*first.values(), *last.values())}
    book = NameBook(NamePool(Random(seed), taken=taken)) if everybody else None
    called: dict[str, set[str]] = {}
    for mentions in gold.values():
        for mention in mentions:
            for person in (mention.participant or "").split(JOINT):
                called.setdefault(person, set()).update(fold_all(mention.text))
    people = {p.id: p for p in (*map(Participant, sorted(called)), *roster)}
    renamings = {
        id: Renaming(p, book=book, first=first.get(id), last=last.get(id), called=called.get(id, ()), seed=str(seed))
        for id, p in people.items()
        if everybody or id in first or id in last
    }

    def render(_: str, mention: GoldMention) -> GoldMention:
        who = [roster.main_id(person) or person for person in (mention.participant or "").split(JOINT)]
        plain = mention.kind in _PLAIN
        forms = {p: renamings[p].render(mention.text, plain=plain) if p in renamings else mention.text for p in who}
        # Who no longer shares the name is no longer meant.
        same = [person for person in who if forms[person] == forms[who[0]]]
        who_now = mention.who if len(same) == len(who) else JOINT.join(same)
        return mention._replace(text=forms[who[0]], who=who_now) if mention.participant else mention

    renamed = Roster(renamings[p.id].participant if p.id in renamings else p for p in roster)
    return _rewritten(messages, renamed, gold, render)


# --- Whose names, and which -----------------------------------------------------------------------------------------


def _vocabulary(messages: Iterable[Message]) -> set[str]:
    return {word for message in messages for word in fold_all(message.text)}


def _mentioned(roster: Roster, gold: Gold) -> list[str]:
    """Those of the roster whom somebody mentions: names of others do not show in the scores."""
    found = {m.participant for mentions in gold.values() for m in mentions if m.kind in TARGETS}
    return [participant.id for participant in roster if participant.id in found]


def _assigned(names: Iterable[str], people: Iterable[str], chance: Random) -> dict[str, str]:
    """Each name to one person, as far as they go."""
    names, people = list(names), list(people)
    chance.shuffle(names)
    chance.shuffle(people)
    return dict(zip(people, names, strict=False))


def _others(gold: Gold, kinds: Collection[str]) -> list[GoldMention]:
    return [m for mentions in gold.values() for m in mentions if m.kind in kinds and m.participant is None]


@cache
def _usual_first_names() -> frozenset[str]:
    """Well-known ones that are no surnames in the first place: 'Jackson' and 'Davis' are."""
    given, surnames = languages.given_names(), languages.surnames()
    scale = sum(surnames.values()) / sum(given.values())
    usual = (name for name, count in given.items() if count >= BEARERS and count * scale > surnames.get(name, 0))
    return frozenset(usual)


def _is_name(word: str) -> bool:
    return len(word) > 2 and word.istitle() and word.isalpha()


def _surname(cited: str) -> str | None:
    """'Poe', 'Poe, M. J.', 'Poe MJ' and 'Mary Jane Poe' are all Poe's."""
    words = [atom.text for atom in atoms(cited.split(",")[0]) if _is_name(atom.text)]
    return words[-1] if words else None


def _first_name(mention: GoldMention) -> str | None:
    """The first of several names, if anybody is called so; a single one if it is no surname."""
    words = [atom.text for atom in atoms(mention.text)]
    alone = len(words) < 2 or "," in mention.text
    if not words or not _is_name(words[0]) or (alone and mention.kind == "cited") or len(words[-1]) < 3:
        return None
    return words[0] if fold(words[0]) in (_usual_first_names() if alone else languages.given_names()) else None


def _standing(messages: Iterable[Message], gold: Gold, known: Collection[str]) -> list[str]:
    """Names in running text that nobody marked: capitals in the middle of a sentence, no ordinary words, no places."""
    counts: Counter[str] = Counter()
    places: set[str] = set()
    for message in messages:
        text, mentions = message.text, gold.get(message.id or "", ())
        spans = [*not_prose(text), *((m.start, m.end) for m in mentions)]
        for atom in atoms(text):
            inside = any(start < atom.end and atom.start < end for start, end in spans)
            before = text[max(atom.start - 20, 0) : atom.start].rstrip(" ")
            goes_on = before[-1:].isalpha() or before.endswith(",") or _CAPITAL_NEXT.match(text, atom.end)
            if _is_name(atom.text) and goes_on and not inside and fold(atom.text) in known:
                counts[atom.text] += 1
                places.update([atom.text] if before.lower().endswith(_BEFORE_PLACES) else ())
    ordinary = languages.words() | languages.proper_words() | word_list("calendar")
    mentioned = {fold(atom.text) for mentions in gold.values() for m in mentions for atom in atoms(m.text)}
    none = ordinary | mentioned | {fold(place) for place in places}
    return [name for name, _ in counts.most_common() if fold(name) not in none][:_MOST]


def _fullness(display: str) -> int:
    name = parse_name(display)
    return len(name.given) + len(name.surname)


def _degraded(display: str, chance: Random) -> str:
    name = parse_name(display)
    if not name.given and not name.surname:
        return display
    first = "".join(fold_all((*name.given, "")[0]))
    last = "".join(fold_all(" ".join(name.core)))
    if not first or not last:
        return chance.choice([first + last, f"{first}{last}{chance.randrange(10, 99)}", f"{first}{last}@uni.example"])
    handles = (first[0] + last, first + last, f"{first}.{last}", f"{first}.{last}@uni.example")
    return chance.choice([*handles, f"{first[0].upper()}. {' '.join(name.surname)}", display.lower()])


def _long_words(mention: GoldMention) -> list[Atom]:
    return [atom for atom in atoms(mention.text) if len(atom.text) >= SHORTEST_MISSPELT]
