"""`spacy-pseudo compare`: the tool next to simpler methods, and with parts switched off, by the same measures."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ...cli import options as o
from ...errors import Errors, PseudoError, PseudoWarning, Warnings
from ...people.owners import SCOPES as GROUPS

if TYPE_CHECKING:
    from ..evaluation.gold import Corpus
    from ..evaluation.systems.comparison import Comparison
    from ..evaluation.systems.outputs import Output
    from ..evaluation.systems.registry import Settings

CSV: Final = "comparison.csv"
MARKDOWN: Final = "comparison.md"
PLOT: Final = "comparison.svg"
KEPT: Final = "compared.json"


def _list(wanted: bool) -> None:
    if wanted:
        from wasabi.tables import table

        from ..evaluation.systems.registry import SYSTEMS

        typer.echo(table([(name, system.title) for name, system in SYSTEMS.items()], max_col=100).strip("\n"))
        raise typer.Exit


def compare_cli(
    directories: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Each with messages.*, gold.jsonl and, if there are, roster.*, allow.txt", show_default=False
        ),
    ] = None,
    system: Annotated[
        list[str] | None,
        typer.Option(
            "--system",
            metavar="NAME",
            help="A system; may be repeated. Default: class-list, deny-list, deny-list-any-case, regex, "
            "regex+class-list, ours, and with --model entities, entities+class-list and entities+deny-list.",
        ),
    ] = None,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Also ours with one family of rules after the other switched off.")
    ] = False,
    model: Annotated[
        str | None, typer.Option("--model", help="For entities: an installed spaCy pipeline, or its directory.")
    ] = None,
    allow: o.Allow = None,
    group: Annotated[
        str | None,
        typer.Option(
            "--group",
            metavar=o.choices(GROUPS),
            help="How all systems but ours substitute: for the people of a thread, of a session, or for all at once. "
            "Default: session.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", help=f"A directory for {MARKDOWN}, {CSV} and {PLOT}. There are no names in them."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            "--keep",
            help="A private directory for what each system found (names.txt) and replaced (replacements.jsonl).",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="What is drawn for the intervals.")] = 0,
    force: o.Force = False,
    quiet: o.Quiet = False,
    show: Annotated[
        bool, typer.Option("--list", callback=_list, is_eager=True, help="Name all systems, and nothing else.")
    ] = False,
) -> None:
    """Compare systems on messages in which mentions were marked by hand: how many mentions each replaces, how many of
    them rightly, and how much of who is called what it finds.

    The class list, two regular expressions and the entities of any spaCy pipeline are used as in Farrow et al. (2023);
    the deny list has the parts of the class list's names from three letters on. No system sees the marked mentions.
    Names are then substituted by thread, by session and all at once, to show what that changes.

    \b
    Example:
      spacy-pseudo compare course1 course2 --ablation --out comparison
      spacy-pseudo compare course1 --system ours --system entities --model en_core_web_sm
    """
    from ...cli.reports import count, good, info
    from ...corpus.readers import read_names
    from ...disk import fresh_directory
    from ..evaluation.gold import ALLOW
    from ..evaluation.systems.baselines import installed
    from ..evaluation.systems.comparison import compare
    from ..evaluation.systems.registry import Settings, check_systems
    from ..evaluation.systems.substitution import GROUP

    if not directories:
        raise PseudoError(Errors.P624)
    o.choice(group, GROUPS, "--group")
    systems = _chosen(system, ablation=ablation, model=model)
    allowed = read_names(allow) if allow is not None else []
    settings = Settings(model, tuple(allowed), group or GROUP)
    check_systems(systems, settings)
    check_places(out, keep, directories, force=force)
    corpora, stays = _read(directories)
    with ExitStack() as stack:
        kept = None
        if keep is not None:
            kept = stack.enter_context(fresh_directory(keep, force=force, private=True, marker=KEPT))
        found = compare(
            corpora,
            systems,
            settings,
            allow=stays,
            seed=seed,
            watch=lambda what: partial(_watched, what=what, quiet=quiet),
            keep=partial(_keep, kept) if kept is not None else None,
        )
        if out is not None:
            made_of = _made_of(corpora, systems, settings, seed, stays)
            _write(found, stack.enter_context(fresh_directory(out, force=force, marker=CSV)), made_of)
        if kept is not None:
            _write_private(kept / KEPT, [json.dumps({"corpora": list(corpora), "systems": list(systems)}) + "\n"])
    if not quiet:
        for title, names in stays.items():
            if names:
                info(f"{title}: {count(len(names), 'name')} in its {ALLOW}; they stay, for our own tool")
        _show(found)
        if model is None and not system:
            info(f"Entities of a pipeline are not compared: --model names one, none is downloaded. {installed()}")
        if out is not None:
            good(f"Tables and plot written to {out}")
        if keep is not None:
            good(f"What each system found and replaced written to {keep}: PRIVATE")


def _chosen(system: list[str] | None, *, ablation: bool, model: str | None) -> list[str]:
    """The systems that are asked for, each once."""
    from ..evaluation.systems.ablation import ABLATIONS
    from ..evaluation.systems.registry import ENTITIES, USUAL

    usual = (*USUAL, *(ENTITIES if model is not None else ()))
    return list(dict.fromkeys([*(system or usual), *(ABLATIONS if ablation else ())]))


def _read(directories: Sequence[Path]) -> tuple[dict[str, Corpus], dict[str, list[str]]]:
    """Corpora, and names that stay there, by what their directories are called; by a number if somebody is named so."""
    from ..evaluation.gold import read_allowed, read_corpus
    from ..evaluation.gold_checks import names_somebody

    corpora, allowed = {}, {}
    for number, (title, directory) in enumerate(_titles(directories).items(), 1):
        corpus = read_corpus(directory)
        if names_somebody(title, corpus.roster, corpus.gold):
            title = f"corpus {number}"
            warnings.warn(Warnings.W620.format(number=number, title=title), PseudoWarning, stacklevel=2)
        corpora[title], allowed[title] = corpus, read_allowed(directory)
    return corpora, allowed


def _made_of(
    corpora: Mapping[str, Corpus],
    systems: Sequence[str],
    settings: Settings,
    seed: int,
    stays: Mapping[str, Sequence[str]],
) -> dict[str, str]:
    """How the comparison can be made again."""
    made_of = {"Systems": ", ".join(systems), "Grouping of all but ours": settings.group, "Seed": str(seed)}
    if settings.model is not None:
        made_of["Pipeline"] = Path(settings.model).name
    for title, corpus in corpora.items():
        allowed = len({*settings.allow, *stays[title]})
        made_of[title] = f"{len(corpus.messages)} messages, {len(corpus.gold)} with gold data; {allowed} allowed names"
    return made_of


def _titles(directories: Iterable[Path]) -> dict[str, Path]:
    """Directories by their names; those that are called alike are numbered."""
    titles: dict[str, Path] = {}
    for directory in directories:
        name = title = directory.resolve().name or "corpus"
        number = 1
        while title in titles:
            number += 1
            title = f"{name} ({number})"
        titles[title] = directory
    return titles


def _watched(messages: Sequence[Any], *, what: str, quiet: bool) -> Iterator[Any]:
    yield from o.progress(messages, what=what, total=len(messages), quiet=quiet)


# --- Files ----------------------------------------------------------------------------------------------------------


def check_places(out: Path | None, keep: Path | None, inputs: Sequence[Path], *, force: bool) -> None:
    """Make sure that what may be shared, what is private and what is read are apart, before any work is done.

    out (Optional[Path]): The directory for the figures.
    keep (Optional[Path]): The private directory.
    inputs (Sequence[Path]): The corpora.
    force (bool): Earlier output may be replaced.
    """
    from ...corpus.writers import check_directories, check_inputs
    from ...disk import check_replaceable

    if out is not None and keep is not None:
        check_directories(out, keep)
    for place, marker in ((out, CSV), (keep, KEPT)):
        if place is not None:
            check_inputs(place, inputs)
            check_replaceable(place, force=force, marker=marker)


def _write(found: Comparison, directory: Path, made_of: Mapping[str, str]) -> None:
    from ...disk import atomic_files
    from ..evaluation.systems.comparison_tables import to_csv, to_report

    report = to_report(found, made_of=made_of)
    texts = {MARKDOWN: report.to_markdown([PLOT]), CSV: to_csv(found)}
    texts |= dict(zip([PLOT], report.pictures(), strict=False))  # without matplotlib there is none
    with atomic_files(*(directory / name for name in texts)) as handles:
        for handle, text in zip(handles, texts.values(), strict=True):
            handle.write(text)


def _keep(directory: Path, title: str, system: str, corpus: Corpus, output: Output) -> None:
    """A system's name map and replacements, in the format of a key directory."""
    from ...attrs import REPLACEMENTS_FILE
    from ...key import NAMES
    from ...people.name_map import Form, NameMap

    place = directory / title / system
    for path in (place.parent, place):
        path.mkdir(mode=0o700, exist_ok=True)
    names = NameMap()
    for person, forms in output.names.items():
        for form, count in forms.items():
            names.add(person, Form(form, count))
    _write_private(place / NAMES, [names.to_text()])
    _write_private(place / REPLACEMENTS_FILE, (_line(m.id, m.text, output) for m in corpus.messages))


def _line(id: str | None, text: str, output: Output) -> str:
    # As `apply` writes it: what stands there instead, category and confidence are known to our own tool only.
    spans = [[start, end, who, None, None, None, text[start:end]] for start, end, who in output.spans.get(id or "", ())]
    return json.dumps({"id": id, "spans": spans, "identifiers": []}, ensure_ascii=False) + "\n"


def _write_private(path: Path, lines: Iterable[str]) -> None:
    from ...disk import atomic_file

    with atomic_file(path, private=True) as stream:
        stream.writelines(lines)


# --- The report -----------------------------------------------------------------------------------------------------


def _show(found: Comparison) -> None:
    from ...cli.reports import info, print_table
    from ...review.report.report import Table
    from ..evaluation.systems.comparison_tables import (
        APART,
        MENTIONS,
        PLAIN,
        apart,
        apart_interval,
        connection_tables,
        difference_title,
        figure,
        grouping_table,
        interval,
        mention_table,
    )

    for corpus in found.corpora:
        rows = [row for row in found.systems if row.corpus == corpus]
        # Intervals below their figures: beside them, nobody's terminal would be wide enough.
        body: list[list[str]] = []
        differences = [found.differences.get((corpus, row.system)) for row in rows]
        title = difference_title(differences)
        for row, difference in zip(rows, differences, strict=True):
            body.append([row.system, *(figure(row.mentions, name) for name in MENTIONS)])
            body.append(["", *(interval(row, name).replace("–", "-") for name in MENTIONS)])
            if title:
                body[-2].append(apart(difference) if difference is not None else "")
                body[-1].append(apart_interval(difference) if difference is not None else "")
        info(corpus)
        caption = f"{mention_table(rows).caption}; with 95 % intervals"
        print_table(Table(["System", *MENTIONS.values(), *([title] if title else [])], body, caption))
        if title:
            info(APART)
        for table in (*connection_tables(rows), grouping_table([g for g in found.groupings if g.corpus == corpus])):
            print_table(table)
        info(PLAIN)
        info("Seconds: " + ", ".join(f"{row.system} {row.seconds:.1f}" for row in rows))
