"""The report that is signed: what was done, what is left and how far that is known, without anybody's name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib.metadata import version
from platform import python_version
from typing import Final

from ... import __version__
from ...attrs import IDENTIFIER_LABELS
from ...people.pseudonyms import SURROGATE
from ...people.reasons import REASONS
from ..audit.ranking import HIGH, LOW, MEDIUM, RANKS
from . import wording as w
from .escaping import Cell
from .mentioned import mentions
from .pairs import speaking
from .parts import Blanks, Figures, Listing, Part, Section, Table
from .records import BY_CONTEXT, BY_PERSON, JOINTLY, NOBODY, UNREADABLE, Record
from .report import Report

TITLE: Final = "What was done to these messages"
_HELD_BACK: Final = "(held back: a name could be read in it)"
_NOT_PROMISED: Final = (
    "The messages are pseudonymous, not anonymous. Whoever has the key can undo it; it is kept apart from them.",
    "People can be recognised by how they write, by what they tell of themselves, by rare facts, and by the pattern of "
    "who answers whom. Nothing here changes that.",
    "Names that nobody knew of, neither the class list nor a person nor the way people sign and are greeted, are not "
    "found, and not counted above. Only a person who reads a sample can say how many there are.",
    "Pictures, attachments and files that messages lead to were not looked at.",
)
_LOOKED_AT: Final = (
    "a sample of the messages as they are now",
    "the account of what stays, the most doubtful places first (kept.jsonl)",
    "what was marked and not replaced (surrogates.csv), if there is anything",
    "what the audit does not explain, if there is anything",
)


def signing_report(record: Record) -> Report:
    """Make the page that may be shared, and is signed.

    record (Record): What the run left behind.
    RETURNS (Report): The report; no name, no id of the class list and no text of a message is in it.
    """
    makers = (
        *(overview, work, mentions, coverage, kept, conflicts, personal_data, audited, sample),
        *(speaking, by_hand, settings, made_of, not_promised, signature),
    )
    return Report(TITLE, [section for make in makers if (section := make(record)) is not None])


def overview(record: Record) -> Section:
    """RETURNS (Section): The whole in a few figures."""
    summary, open_ = record.summary, len(record.found.unaccounted(MEDIUM))
    written, replaced = summary["messages"]["written"], summary["mentions"]["all"]
    rows = [
        (f"{written:,}", "message written" if written == 1 else "messages written"),
        (f"{summary['participants']:,}", "participants"),
        (f"{replaced:,}", "mentions of them replaced"),
        (w.about(record.expected), "names expected among what stays"),
        (f"{open_:,}", "places that the audit does not explain"),
    ]
    told = (
        f"Participants' names in {w.many(written, 'message')} were replaced by pseudonyms with spacy-pseudo "
        f"{summary['version']}, one person by the same pseudonym everywhere. This page says what was replaced, what "
        "stays and why, and how sure that is. It holds nobody's name and no text of a message, and can be shared with "
        "the messages."
    )
    if record.summary["settings"]["pseudonyms"] == SURROGATE:
        told += " The names that are shown were drawn: nobody who takes part is called so."
    parts: list[Part] = [told, Figures(rows)]
    if record.edited:
        files = " and ".join(record.edited)
        parts.append(
            f"Since the messages were written somebody edited {files}: what was changed has no effect on them."
        )
    return Section("At a glance", parts)


def work(record: Record) -> Section:
    """RETURNS (Section): What happened to the messages."""
    counts, summary = record.summary["messages"], record.summary
    given = {
        "Messages read": counts["read"],
        "Messages written": counts["written"],
        "Left out, as their authors did not consent": counts["excluded"],
        "Left out, as they could not be processed": counts["failed"],
        "Without an author": counts["without author"],
        "New to the key, so that it is not known whom they answer": counts["new to the key"],
        "Answers that quote somebody who did not consent": counts["quoting people who did not consent"],
        "Quotations of theirs that were cut": counts.get("quotations of theirs cut", 0),
        "Left out by the reader of the format": sum(sum(file["left out"].values()) for file in summary["files"]),
        "Participants": summary["participants"],
        "Probable people who take no part": summary["people who take no part"]["probable"],
        "Their names replaced": summary["people who take no part"]["names replaced"],
        "Their names left standing": summary["people who take no part"]["names left"],
    }
    rows = [(what, count) for what, count in given.items() if count or what.startswith(("Messages", "Participants"))]
    languages = ", ".join(f"{lang} {count:,}" for lang, count in summary["languages"].items())
    note = f"Languages of the messages, as far as they can be told: {languages}." if languages else ""
    return Section("What was done", [Table(("What", "How many"), rows, "Messages and people", note)])


def coverage(record: Record) -> Section:
    """RETURNS (Section): How many of the names are replaced, as far as that can be known from within."""
    hidden, left = sum(mention.confidence for mention in record.mentions), record.expected
    words, places = (record.summary["ordinary words that are names too"][name] for name in ("words", "places"))
    seen = (
        f"Of the names that the tool can see, {w.percent(hidden / (hidden + left))} are replaced: about "
        f"{w.about(hidden)} names by the confidence of the replacements, against {w.about(left)} that are expected "
        "among the places that stay (next section)."
        if hidden + left
        else "No name was seen."
    )
    ordinary = (
        f"{w.many(words, 'ordinary word')} that participants are called, too, "
        f"{'stands' if words == 1 else 'stand'} in {w.many(places, 'place')} where nothing makes a name of "
        f"{'it' if words == 1 else 'them'}; these places are counted, not judged."
    )
    unknown = (
        "Names that the tool cannot see are in none of these figures. What is known of them comes from people: see the "
        "sample below."
        if record.estimate is not None
        else "Names that the tool cannot see are in none of these figures. To know of them, a person must read a "
        "sample of the messages; no estimate from such a sample was given for this report."
    )
    return Section("How much is covered", [seen, *([ordinary] if words else []), unknown])


def kept(record: Record) -> Section:
    """RETURNS (Section): What stays, by reason, with the number of names that are expected among it."""
    total = record.summary["participants' names kept"]["all"]
    if not record.kept:
        return Section("What stays, and why", ["No word stays that a participant is or could be called."])
    meanings = {reason.text: reason.meaning for reason in REASONS}
    probabilities: dict[str, list[float]] = {}
    for row in record.kept:
        probabilities.setdefault(row["reason"], []).append(float(row["probability"]))
    order = sorted(probabilities, key=lambda reason: (-sum(probabilities[reason]), reason))
    rows: list[tuple[Cell, ...]] = [
        (f"{reason}: {meanings.get(reason, '')}", len(found), f"{sum(found) / len(found):.2f}", f"{sum(found):.2f}")
        for reason, found in ((reason, probabilities[reason]) for reason in order)
    ]
    everything = [p for found in probabilities.values() for p in found]
    rows.append(("all", len(everything), None, f"{sum(everything):.2f}"))
    told = (
        f"{w.many(len(everything), 'place keeps', 'places keep')} a word that a participant is or could be called, "
        f"each for a reason, with a probability that it names one after all. {w.expectation(everything)}"
    )
    again = f" They stand in {w.many(total, 'place')} altogether." if total > len(everything) else ""
    note = f"What is quoted or repeated counts once.{again} The probabilities come from lists that were marked by hand."
    header = ("Reason", "Places", "Probability", "Names expected")
    return Section("What stays, and why", [told, Table(header, rows, "Places that stay, by reason", note)])


def conflicts(record: Record) -> Section:
    """RETURNS (Section): Names that several people share, and how it was settled whom they mean."""
    told = {
        BY_CONTEXT: "went to the one person whom thread, session and way of signing make likeliest",
        BY_PERSON: "were decided by a person",
        JOINTLY: "have a joint pseudonym, as nothing tells the people apart: open",
        NOBODY: "stand for nobody known, and have a sign of their own: open",
    }
    rows: list[tuple[Cell, ...]] = []
    for how, words in told.items():
        if found := record.settled[how]:
            rows.append((words, len(found), f"{sum(found) / len(found):.2f}", f"{min(found):.2f}"))
    title = "Names that several people share"
    if not rows:
        return Section(title, ["No mention was of a name that several people share, or that nobody known has."])
    open_ = len(record.conflicts)
    said = (
        f"{w.many(sum(map(len, record.settled.values())), 'mention is', 'mentions are')} of a name that several people "
        f"have, or nobody known. {w.many(open_, 'is', 'are')} open: replaced all the same, and listed in the key for a "
        "person to decide."
    )
    header = ("These mentions", "Mentions", "Mean confidence", "Lowest")
    return Section(title, [said, Table(header, rows, "How shared names were settled")])


def personal_data(record: Record) -> Section:
    """RETURNS (Section): Other personal data by label, and what was done with it."""
    replaced, marked = (record.summary[name] for name in ("other personal data replaced", "marked, to be looked at"))
    found = {label for label in IDENTIFIER_LABELS if replaced.get(label) or marked.get(label)}
    wanted: Mapping[str, str] = record.summary["settings"]["identifiers"]
    rows: list[tuple[Cell, ...]] = [
        (w.LABELS[label], replaced.get(label, 0), marked.get(label, 0), w.TREATMENTS[wanted[label]])
        for label in IDENTIFIER_LABELS
        if label in found
    ]
    rows.append(("all", replaced["all"], marked["all"], None))
    parts: list[Part] = [
        f"{w.many(replaced['all'], 'place was', 'places were')} replaced. {w.many(marked['all'], 'place', 'places')} "
        f"only marked, {marked['sensitive']:,} of them sensitive, still {'stands' if marked['all'] == 1 else 'stand'} "
        "in the messages."
    ]
    header = ("Kind", "Replaced", "Still there", "What is done with this kind")
    parts.append(Table(header, rows, "Other personal data that was found"))
    for how, what in w.TREATMENTS.items():
        none = [w.LABELS[one] for one in IDENTIFIER_LABELS if wanted.get(one) == how and one not in found]
        if none:
            begun = "Of these kinds nothing was found; it would be" if how != "kept" else "Everything of these kinds is"
            parts.append(f"{begun} {what}: {', '.join(none)}.")
    left = [(what, count) for what, count in record.summary["not dealt with"].items() if count]
    if left:
        parts.append(Table(("Shape", "Places"), left, "What has the shape of personal data and still stands"))
    return Section("Other personal data", parts)


def audited(record: Record) -> Section:
    """RETURNS (Section): What the audit found: counts."""
    found = record.found
    rows: list[tuple[Cell, ...]] = []
    for rank in RANKS:
        here = [finding for finding in found.findings if finding.rank == rank]
        rows.append((f"{rank}: {w.RANKS[rank]}", sum(not f.accounted for f in here), sum(f.accounted for f in here)))
    worst, others = len(found.unaccounted(HIGH)), len(found.unaccounted(MEDIUM))
    verdict = (
        "No participant's name stands as it is without a reason."
        if not worst
        else f"{w.many(worst, 'place holds', 'places hold')} a participant's name without a reason: do not share the "
        "messages before somebody has looked."
    )
    told = (
        f"The files were read again as an intruder would who has the class list, by rules that know nothing of how "
        f"names were found. Of {w.many(found.words, 'word')} that could name somebody, {others:,} of high or medium "
        f"rank {'is' if others == 1 else 'are'} not explained. {verdict}"
    )
    kinds = Counter((f.kind, f.way) for f in found.unaccounted(MEDIUM))
    parts: list[Part] = [told]
    header = ("Rank", "Unexplained", "Explained")
    parts.append(Table(header, rows, "What the audit found", f"Of rank '{LOW}' hardly anything is a name."))
    if kinds:
        listed = [(f"{kind}, {way}", count) for (kind, way), count in sorted(kinds.items())]
        parts.append(Table(("What", "Places"), listed, "Of high or medium rank, and unexplained"))
    return Section("The audit", parts)


def sample(record: Record) -> Section | None:
    """RETURNS (Optional[Section]): What people found in a sample, if that was given."""
    estimate = record.estimate
    if estimate is None:
        return None
    who, figures = next(iter(estimate["estimates"].items()))
    told = {
        "recall": ("Share of the names that are replaced", w.percent),
        "clean": ("Share of the messages in which no name is left", w.percent),
        "precision": ("Share of the pseudonyms that stand for a name", w.percent),
        "leaks": ("Names left standing in all messages", lambda number: f"{number:,.1f}"),
        "per_1000": ("Names left standing in 1,000 messages", lambda number: f"{number:,.1f}"),
    }
    rows = [
        (words, *(shown(figures[name][side]) for side in ("value", "low", "high")))
        for name, (words, shown) in told.items()
        if figures.get(name)
    ]
    raters = sum(name != who for name in estimate["estimates"]) or 1
    said = (
        f"{w.many(raters, 'person', 'people')} looked at {w.many(int(figures['rated']), 'item')} of a sample from "
        f"{w.many(int(estimate['messages']), 'message')}, and saw {w.many(int(figures['seen']), 'name')} left standing."
    )
    other = int(estimate["messages"]) != record.summary["messages"]["written"]
    apart = "The sample was drawn from another number of messages than this page is about: it is of another run."
    header = ("Measure", "Estimate", "From", "To")
    note = "From and to: the interval in which the figure lies with a confidence of 95 %."
    table = Table(header, rows, "Estimates for all messages", note)
    return Section("What people found in a sample", [said, *([apart] if other else []), table])


def by_hand(record: Record) -> Section:
    """RETURNS (Section): What a person decided: counts by file and kind."""
    rows: list[tuple[Cell, ...]] = [(file, what, count) for (file, what), count in record.decisions.items()]
    total = sum(record.decisions.values())
    parts: list[Part] = [
        f"{w.many(total, 'decision of a person is', 'decisions of people are')} in the key. They overrule every rule."
        if total
        else "Nobody has corrected anything in the key: all that was replaced or left follows from rules and counts."
    ]
    if rows:
        parts.append(Table(("File", "What", "How many"), rows, "Decisions in the key"))
    adapted = record.summary["judged otherwise because of decisions"]
    if adapted["forms"] or adapted["places"]:
        changed = f"{w.many(adapted['forms'], 'form')} and {w.many(adapted['places'], 'place')}"
        parts.append(f"{changed} are judged otherwise because of {w.many(adapted['decisions'], 'decision')} elsewhere.")
    if unfitting := record.summary["decisions that no longer fit"]:
        parts.append(f"{w.many(unfitting, 'decision')} did not fit the messages any more, without effect.")
    if record.log is not None:
        told: Counter[str] = Counter()
        for what, count in record.log.items():
            told[what if what == UNREADABLE else record.safe(what, _HELD_BACK)] += count
        parts.append(Table(("What", "How many"), sorted(told.items()), "What the log of the key tells of work by hand"))
    return Section("What people decided", parts)


def settings(record: Record) -> Section:
    """RETURNS (Section): The settings of the run in words."""
    rows = list(w.settings_in_words(record.summary["settings"]))
    columns = record.summary["input"]
    if columns["kept columns"]:
        names = ", ".join(record.safe(header, _HELD_BACK) for header in columns["kept columns"])
        rows.append(("Further columns", f"Written as they are, nothing in them is pseudonymised: {names}."))
    if columns["dropped columns"]:
        rows.append(("Dropped columns", f"{w.many(len(columns['dropped columns']), 'column')} not written."))
    if codes := columns["ids turned into codes"]:
        rows.append(("Ids", f"{w.many(codes, 'id')} of messages or threads that told a name became codes."))
    return Section("Settings", [Table(("Setting", "What it means"), rows, "How the run was set up")])


def made_of(record: Record) -> Section:
    """RETURNS (Section): Checksums of all files, and the versions with which they and this page were made."""
    lines = [f"{file.sha256}  {' '.join(record.safe(file.name, _HELD_BACK).split())}" for file in record.files]
    note = "Who has a file can compute its checksum, or check all of them by these lines with 'sha256sum --check'."
    listing = Listing(lines, "SHA-256 checksums of the files that are shared", note)
    made = record.summary.get("made with", {})
    here = {"spaCy": version("spacy"), "Python": python_version()}
    versions: list[tuple[Cell, ...]] = [("spacy-pseudo", record.summary["version"], __version__)]
    versions += [(name, made.get(name, "not recorded"), here[name]) for name in here]
    header = ("What", "The messages", "This page")
    return Section("Files and versions", [listing, Table(header, versions, "The versions with which they were made")])


def not_promised(record: Record) -> Section:
    """RETURNS (Section): What no figure above says."""
    return Section("What this does not promise", _NOT_PROMISED)


def signature(record: Record) -> Section:
    """RETURNS (Section): A place to sign."""
    said = "I have read this page, and have looked at what is ticked:"
    return Section("Signature", [said, Blanks(("Name", "Office", "Place and date", "Signature"), _LOOKED_AT)])
