"""Build the example forum from its template and a set of names: messages, class list, allowlist and gold mentions.

`python tests/forum/build.py` writes the files in assets/ with the first set of names. `build(draw(load_names(), seed))`
gives the same forum with everybody renamed: typos, spacing and gluing are computed from the names, so they follow.
"""

from __future__ import annotations

import csv
import json
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

from rapidfuzz.distance import OSA

HERE = Path(__file__).parent
ASSETS = HERE.parent.parent / "assets"

PARTICIPANT_KINDS = frozenset({"greeting", "signature", "body", "footer", "header"})
OTHER_KINDS = {"cited": "X", "public": "X", "third": "X", "nonname": "-"}
CATEGORIES = ("registered", "part", "nickname", "initials", "misspelled", "stylised", "glued")
FACTS = ("given", "second", "surname", "nick", "alias", "preferred", "variant", "wrong")
FIELD_CATEGORY = {
    "full": "registered",
    "registered": "registered",
    "given": "part",
    "second": "part",
    "surname": "part",
    "nick": "nickname",
    "alias": "nickname",
    "preferred": "nickname",
    "initials": "initials",
    "variant": "misspelled",
    "wrong": "misspelled",
}
FILTER_CATEGORY = {
    "swap": "misspelled",
    "drop": "misspelled",
    "double": "misspelled",
    "damaged": "misspelled",
    "mojibake": "misspelled",
    "spaced": "stylised",
    "capslip": "stylised",
    "initial": "initials",
    "initials": "initials",
}
MESSAGE_FIELDS = ("id", "parent", "author", "thread", "session", "timestamp", "subject", "text")
ROSTER_FIELDS = ("id", "name", "role")

_SLOT = re.compile(r"\{(\w+)\.(\w+)((?:\|\w+)*)\}")
_MENTION = re.compile(r"\[\[(?P<form>[^\]]+?): (?P<words>[^\]]+)\]\]")
_DIRECT = re.compile(r"\w+\.\w+(?:\|\w+)*")
_THREAD = re.compile(r"== (\S+) (\S+) (\S+) \| (.+)")
_MESSAGE = re.compile(r"@@ (\d+) (\w+)(?: <(\d+) \+(\d+)h(\d\d))?(?: \| (.+))?")
_OPENER = re.compile(r"(hi|hello|hey|dear|good \w+|thanks|thank you|@) ?(?:(?:Dr|Mr) )?$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

Names = Mapping[str, Any]


class ForumError(ValueError):
    """A set of names that does not work, or a slip in the template."""


# --- Filters: what people do to a name ------------------------------------------------------------------------------


def swap(name: str) -> str:
    """Transpose two different inner letters, as near to the middle as possible."""
    places = [i for i in range(1, len(name) - 2) if name[i] != name[i + 1] and name[i : i + 2].isalpha()]
    at = min(places, key=lambda i: (abs(i + 0.5 - (len(name) - 1) / 2), i))
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def drop(name: str) -> str:
    """Leave out the inner vowel next to the middle."""
    places = [i for i in range(1, len(name) - 1) if fold(name[i]) in "aeiou"]
    at = min(places, key=lambda i: (abs(i - (len(name) - 1) / 2), -i))
    return name[:at] + name[at + 1 :]


def double(name: str) -> str:
    """Write the first inner consonant twice that is not doubled yet."""
    inner = range(2, len(name) - 1)
    at = next(i for i in inner if fold(name[i]) not in "aeiouy" and name[i] not in (name[i - 1], name[i + 1]))
    return name[:at] + name[at] + name[at:]


def initials(name: str) -> str:
    return "".join(word[0] for word in re.split(r"[\s-]+", name)).upper()


def folded(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def fold(name: str) -> str:
    """RETURNS (str): The name without case and accents, to compare."""
    return folded(name).casefold()


FILTERS: dict[str, Callable[[str], str]] = {
    "swap": swap,
    "drop": drop,
    "double": double,
    "initials": initials,
    "folded": folded,
    "initial": lambda name: name[0].upper(),
    "lower": str.lower,
    "upper": str.upper,
    "capslip": lambda name: name[:2].upper() + name[2:],
    "spaced": " ".join,
    "nfd": lambda name: unicodedata.normalize("NFD", name),
    "damaged": lambda name: "".join(c if c.isascii() else "?" for c in name),
    "mojibake": lambda name: name.encode("utf8").decode("cp1252"),
}


# --- The template ---------------------------------------------------------------------------------------------------


@dataclass
class Post:
    """One message of the template, with its mark-up."""

    number: int
    handle: str
    parent: int | None
    thread: str
    session: str
    time: datetime
    subject: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")


@dataclass
class Template:
    """forum.txt, parsed."""

    people: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    shared: list[tuple[str, str]] = field(default_factory=list)
    allow: list[str] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)


@dataclass
class Forum:
    """A forum as plain data: what is in assets/, and the mentions with the phenomena they show."""

    messages: list[dict[str, str]]
    roster: list[dict[str, str]]
    allow: list[str]
    gold: list[dict[str, Any]]
    mentions: list[dict[str, Any]]

    @property
    def phenomena(self) -> Counter[str]:
        return Counter(name for mention in self.mentions for name in mention["phenomena"])


def parse(source: str) -> Template:
    """Read the template. source (str): The text of forum.txt. RETURNS (Template): Its parts."""
    template = Template()
    thread, session, time, subject = "", "", datetime.min, ""
    for line in source.splitlines():
        word, _, rest = line.partition(" ")
        if word == "==":
            thread, session, start, subject = _match(_THREAD, line)
            time = datetime.fromisoformat(start)
        elif word == "@@":
            number, handle, parent, hours, minutes, own = _match(_MESSAGE, line)
            if parent:
                time += timedelta(hours=int(hours), minutes=int(minutes))
            title = own or (f"Re: {subject}" if parent else subject)
            up = int(parent) if parent else None
            template.posts.append(Post(int(number), handle, up, thread, session, time, title))
        elif template.posts:
            template.posts[-1].lines.append(line)
        elif word == "person":
            (handle, person_id, role), name = rest.partition("|")[0].split(), rest.partition("|")[2].strip()
            template.people[handle] = (person_id, role, name)
        elif word == "shared":
            first, second = rest.split()
            template.shared.append((first, second))
        elif word == "allow":
            template.allow.append(rest)
        elif line and word != "//":
            raise ForumError(f"forum.txt: not understood: {line}")
    if [post.number for post in template.posts] != list(range(1, len(template.posts) + 1)):
        raise ForumError("forum.txt: the messages are not numbered 1, 2, 3 ...")
    return template


def _match(pattern: re.Pattern[str], line: str) -> tuple[str, ...]:
    found = pattern.fullmatch(line)
    if not found:
        raise ForumError(f"forum.txt: not understood: {line}")
    return found.groups()


# --- Names into the template ----------------------------------------------------------------------------------------


def fact(person: Names, name: str) -> str:
    """RETURNS (str): A field of a person: one of FACTS, or full, registered, initials."""
    if name == "full":
        return f"{person['given']} {person['surname']}"
    if name == "registered":
        return " ".join(person[part] for part in ("given", "second", "surname") if part in person)
    if name == "initials":
        return initials(fact(person, "full"))
    return str(person[name])


def fill(form: str, people: Names) -> str:
    """RETURNS (str): The form with the names in its slots, `{handle.field|filter}`."""

    def value(slot: re.Match[str]) -> str:
        text = fact(people[slot[1]], slot[2])
        for name in slot[3].split("|")[1:]:
            text = FILTERS[name](text)
        return text

    return _SLOT.sub(value, form)


def render(post: Post, template: Template, people: Names) -> tuple[str, list[dict[str, Any]]]:
    """RETURNS (tuple[str, list]): The text of a message, and its mentions with handles and phenomena."""
    parts: list[str] = []
    mentions: list[dict[str, Any]] = []
    source, at, length = post.text, 0, 0
    for found in _MENTION.finditer(source):
        parts.append(source[at : found.start()])
        start = length + len(parts[-1])
        form = "{" + found["form"] + "}" if _DIRECT.fullmatch(found["form"]) else found["form"]
        text = fill(form, people)
        mention = {"start": start, "end": start + len(text), "text": text}
        mentions.append(mention | describe(form, found["words"].split(), template))
        if re.match(r"['’]s\b", source[found.end() :]):
            mentions[-1]["phenomena"].add("genitive")
        opener = _OPENER.search(parts[-1]) if mentions[-1]["kind"] == "greeting" else None
        if opener:
            mentions[-1]["phenomena"].add(f"'{opener[1].lower()}'")
        parts.append(text)
        at, length = found.end(), start + len(text)
    parts.append(source[at:])
    if any(mark in part for part in parts for mark in ("[[", "]]", "{", "}")):
        raise ForumError(f"forum.txt: message {post.number}: a name outside a mention, or a broken mention")
    return "".join(parts), mentions


def describe(form: str, words: Sequence[str], template: Template) -> dict[str, Any]:
    """RETURNS (dict): Who is meant, kind, category and phenomena of a mention."""
    slots = [(slot[1], slot[2], slot[3].split("|")[1:]) for slot in _SLOT.finditer(form)]
    fields = [name for _, name, _ in slots]
    filters = [name for _, _, names in slots for name in names]
    kind, *tags = words
    said = [tag for tag in tags if tag in CATEGORIES]
    category: str | None = None
    handles = sorted({handle for handle, _, _ in slots})
    if kind in OTHER_KINDS:
        who = OTHER_KINDS[kind]
    elif kind in PARTICIPANT_KINDS:
        handles = next((tag[1:].split("+") for tag in tags if tag[0] == "@"), handles)
        who = "|".join(sorted(template.people[handle][0] for handle in handles))
        category = (said or [FILTER_CATEGORY[f] for f in filters if f in FILTER_CATEGORY] or [""])[0]
        category = category or FIELD_CATEGORY[fields[0]]
    else:
        raise ForumError(f"forum.txt: no such kind of mention: {kind}")
    phenomena = {kind, *fields, *filters, *(tag for tag in tags if tag[0] != "@"), *([category] if category else [])}
    return {"who": who, "kind": kind, "category": category, "handles": handles, "phenomena": phenomena}


# --- Checks: a set of names must keep what the template promises ----------------------------------------------------


def forms_of(person: Names) -> set[str]:
    """RETURNS (set[str]): Every correct form of a person and the words in it, folded; particles are left out."""
    whole = {fact(person, name) for name in FACTS if name in person and name != "variant"}
    words = {word for form in whole for word in re.split(r"[\s-]+", form) if word[0].isupper() or not word.isascii()}
    return {fold(form) for form in whole | words}


def near(one: str, other: str) -> bool:
    """RETURNS (bool): Equal, or one typo apart and long enough for that to matter."""
    return one == other or (min(len(one), len(other)) >= 5 and OSA.distance(one, other, score_cutoff=1) <= 1)


def check(template: Template, people: Names, mentions: Iterable[Mapping[str, Any]]) -> None:
    """Raise where names coincide that should not, or where a name cannot show what it is there to show."""
    forms = {handle: forms_of(people[handle]) for handle in template.people}
    common = {frozenset(pair): fold(people[pair[0]]["given"]) for pair in template.shared}
    for one, other in template.shared:
        _require(people[one]["given"] == people[other]["given"], f"{one} and {other} share the given name")
    for one in forms:
        for other in forms:
            shared = common.get(frozenset((one, other)))
            clash = [(a, b) for a in forms[one] for b in forms[other] if near(a, b) and not a == b == shared]
            _require(one >= other or not clash, f"{one} and {other} have names of their own: {clash}")

    plain = [_MENTION.sub(" ", post.text) for post in template.posts]
    words = {word for text in plain for word in _WORD.findall(text)}
    lower = {word for word in words if word.islower()}
    capital = {fold(word) for word in words if not word.islower()}
    nonnames = {fold(m["text"]) for m in mentions if m["kind"] == "nonname"}
    for handle, own in forms.items():
        _require(own & lower <= nonnames, f"the names of {handle} are not words of the text: {own & lower}")
        close = [(a, b) for a in own - nonnames for b in capital if near(a, b)]
        _require(not close, f"the names of {handle} are not like capitalised words of the text: {close}")

    owners: dict[str, set[str]] = {}
    for mention in mentions:
        text, handles, seen = fold(mention["text"]), set(mention["handles"]), mention["phenomena"]
        namesakes = handles.union(*(pair for pair in common if pair & handles))
        others = set().union(*(own for handle, own in forms.items() if handle not in namesakes))
        if mention["kind"] == "third" or (mention["kind"] in ("public", "cited") and not handles):
            strange = [word for word in text.split() if any(near(word, form) for form in others)]
            _require(not strange, f"nobody else is called like a participant: {strange}")
        if mention["category"] == "misspelled" and not seen & {"mojibake", "damaged"}:
            every = others.union(*(forms[handle] - {fold(people[handle].get("wrong", ""))} for handle in handles))
            _require(text not in every and text not in lower, f"a misspelling is nobody's name and no word: {text}")
            _require(not any(near(text, form) for form in others), f"a misspelling leads to one person: {text}")
        if mention["category"] == "initials":
            _require(text not in lower or len(text) == 1, f"initials are no word of the text: {text}")
        if "wordlike" in seen:
            _require(not nonnames.isdisjoint(text.split()), f"the word-like name is used as a word too: {text}")
        if "one-letter" in seen:
            _require(mention["text"] not in "AIKW", f"a one-letter signature is no word, no other variable: {text}")
        if "plural" in seen:
            _require(not text.endswith("s"), f"a name in the plural does not end in s: {text}")
        if seen & {"mojibake", "damaged", "nfd", "folded"}:
            given = people[mention["handles"][0]]["given"]
            _require(not given.isascii() and given[0].isascii() and given[-1].isascii(), "the accent is inside")
        if mention["kind"] in PARTICIPANT_KINDS:
            owners.setdefault(text, set()).add(mention["who"])
    for text, who in owners.items():
        givens = set(common.values())
        _require(len(who) == 1 or text in givens or text.replace(" ", "") in givens, f"one person per form: {text}")


def _require(condition: bool, promise: str) -> None:
    if not condition:
        raise ForumError(f"This set of names breaks a promise of the template: {promise}")


# --- The forum ------------------------------------------------------------------------------------------------------


def load_names() -> list[dict[str, Any]]:
    """RETURNS (list[dict]): The sets of names; the first is the shipped one."""
    lines = (HERE / "names.jsonl").read_text(encoding="utf8").splitlines()
    return [json.loads(line) for line in lines if line]


def draw(sets: Sequence[Names], seed: int) -> dict[str, Any]:
    """Mix a new set of names: everybody from a set drawn for them; people who share a name from the same one.

    sets (Sequence[Names]): What `load_names` gives.
    seed (int): The same seed draws the same names.
    RETURNS (dict): A set of names that passes the checks.
    """
    template = parse((HERE / "forum.txt").read_text(encoding="utf8"))
    leader = {handle: handle for handle in template.people} | {other: one for one, other in template.shared}
    dice = random.Random(seed)
    while True:
        chosen = {handle: dice.choice(sets)["people"] for handle in template.people}
        people = {handle: chosen[leader[handle]][handle] for handle in template.people}
        names = {"set": f"seed-{seed}", "people": people}
        try:
            build(names)
        except ForumError:
            continue
        return names


def build(names: Names) -> Forum:
    """Build the forum.

    names (Names): A set of names: `{"set": ..., "people": {handle: facts}}`.
    RETURNS (Forum): Messages, roster, allowlist and gold mentions.
    """
    template = parse((HERE / "forum.txt").read_text(encoding="utf8"))
    people = names["people"]
    messages: list[dict[str, str]] = []
    gold: list[dict[str, Any]] = []
    mentions: list[dict[str, Any]] = []
    for post in template.posts:
        text, found = render(post, template, people)
        number = f"m{post.number:03}"
        parent = f"m{post.parent:03}" if post.parent else ""
        author, time = template.people[post.handle][0], post.time.isoformat()
        values = (number, parent, author, post.thread, post.session, time, fill(post.subject, people), text)
        messages.append(dict(zip(MESSAGE_FIELDS, values, strict=True)))
        keys = ("start", "end", "text", "who", "kind", "category")
        gold.append({"id": number, "mentions": [{key: mention[key] for key in keys} for mention in found]})
        mentions += [{"id": number, **mention} for mention in found]
    check(template, people, mentions)
    listed = [person for person in template.people.values() if person[2] != "-"]
    roster = [{"id": person_id, "name": fill(name, people), "role": role} for person_id, role, name in listed]
    return Forum(messages, roster, [fill(line, people) for line in template.allow], gold, mentions)


def files(forum: Forum) -> dict[str, str]:
    """RETURNS (dict[str, str]): What stands in each file of assets/, by name."""
    return {
        "messages.csv": _csv(MESSAGE_FIELDS, forum.messages),
        "roster.csv": _csv(ROSTER_FIELDS, forum.roster),
        "allow.txt": "".join(f"{line}\n" for line in forum.allow),
        "gold.jsonl": "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in forum.gold),
    }


def _csv(header: Sequence[str], rows: Iterable[Mapping[str, str]]) -> str:
    out = StringIO(newline="")
    writer = csv.DictWriter(out, header)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def main() -> None:
    for name, content in files(build(load_names()[0])).items():
        (ASSETS / name).write_text(content, encoding="utf8", newline="")


if __name__ == "__main__":
    main()
