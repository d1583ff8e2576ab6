"""`spacy-pseudo sample`: sheets for people who look what was overlooked."""

from __future__ import annotations

import secrets
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...cli import arguments
from ...cli import options as o

if TYPE_CHECKING:
    from ...cli.sources import Source
    from ...cli.treatment import Treatment
    from ...key import Key
    from ..evaluation.rating.sampling import Design

_DELIMITERS = {"comma": ",", "semicolon": ";"}


@arguments.shared
def sample_cli(
    source: Source,
    key: Annotated[Path, typer.Option("--key", help="The key directory, as for apply. Only read.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="The private directory for the sheets.", show_default=False)],
    treatment: Treatment,
    n: Annotated[int, typer.Option("-n", "--number", min=2, help="How many messages, or words, are drawn.")] = 200,
    risk: Annotated[
        int | None,
        typer.Option(
            "--risk", min=0, help="How many of them where risk is highest. Default: a quarter.", show_default=False
        ),
    ] = None,
    raters: Annotated[int, typer.Option("--raters", min=1, max=2, help="One sheet, or two of the same items.")] = 1,
    kind: Annotated[
        str,
        typer.Option("--as", metavar="[text|words]", help="Messages as they will be shared, or words with features."),
    ] = "text",
    delimiter: Annotated[
        str,
        typer.Option(
            "--delimiter", metavar="[comma|semicolon]", help="Semicolon where spreadsheets write 0,5 and not 0.5."
        ),
    ] = "comma",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", help="Draw the same again. Default: drawn, and kept in design.json.", show_default=False
        ),
    ] = None,
    scope: o.Scope = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an earlier sample in OUT, filled in or not.")] = False,
    quiet: o.Quiet = False,
) -> int:
    """Draw a sample for one or two raters, to find out how many names are left standing. No marked mentions needed.

    The key is applied to all messages as `apply` does it: give the same --allow and the like. Messages that `apply`
    would not write, because the key lacks their author, are left out. Some messages are drawn
    where risk is highest (words that look like names, greetings in which nothing was replaced ...), the others at
    random from the rest; `estimate` knows how many there are of each and weighs them.

    OUT/rater-1 (and rater-2) is what a rater gets: a sheet to fill in and what to do. With --as text the sheet holds
    messages with pseudonyms, as they would be shared. With --as words it holds single words that were left standing,
    with features such as how often they have a capital, and no message: raters see no more than they must, but most
    names that are written small are not looked at, and a name of two words counts twice.

    A sheet may hold names that were overlooked: OUT is private. OUT/design.json links the items to the messages; keep
    it, and do not give it to raters.

    \b
    Example:
      spacy-pseudo sample messages.csv --key key --out rating -n 200 --raters 2
      spacy-pseudo estimate rating --key key
    """
    from ...people.owners import SCOPES
    from ..evaluation.rating.sampling import MODES

    o.choice(kind, MODES, "--as")
    o.choice(delimiter, tuple(_DELIMITERS), "--delimiter")
    o.choice(scope, SCOPES, "--scope")
    job = SampleJob(
        source, key, out, n=n,
        risk=n // 4 if risk is None else risk, raters=raters, kind=kind, delimiter=_DELIMITERS[delimiter],
        seed=secrets.randbelow(2**32) if seed is None else seed,
        treatment=treatment, scope=scope,
        force=force, quiet=quiet,
    )  # fmt: skip
    job.check()
    design = job.sample()
    if not quiet:
        _show(design, out)
    return 0


@dataclass(frozen=True)
class SampleJob:
    """A sample to be drawn. The sheets show what `apply` would write with the key as it is now, and not what an
    earlier run wrote: names.txt may have been corrected in between, and only one directory must be at hand.

    source (Source): The messages.
    directory (Path): The key directory; nothing is written there.
    out (Path): The directory for the sheets.
    n (int): How many items are drawn.
    risk (int): How many of them where risk is highest.
    raters (int): How many sheets.
    kind (str): 'text' or 'words'.
    delimiter (str): Between the cells of a sheet.
    seed (int): For the drawing.
    treatment (Treatment): As for `apply`.
    scope (Optional[str]): As for `apply`.
    force (bool): Replace an earlier sample.
    quiet (bool): No progress bar.
    """

    source: Source
    directory: Path
    out: Path
    n: int
    risk: int
    raters: int
    kind: str
    delimiter: str
    seed: int
    treatment: Treatment
    scope: str | None = None
    force: bool = False
    quiet: bool = False

    def check(self) -> None:
        """Find out what would stop the job, before any work is done."""
        from ...corpus.writers import check_directories
        from ...disk import check_replaceable
        from ...errors import Errors, PseudoError
        from ..evaluation.rating.sampling import DESIGN

        self.treatment.check()
        files = [*self.source.paths, *self.treatment.files]
        check_directories(self.out, self.directory, inputs=files)
        check_replaceable(self.out, force=self.force, marker=DESIGN)
        for path in files:
            if not path.exists():
                raise PseudoError(Errors.P503.format(path=path))

    def sample(self) -> Design:
        """RETURNS (Design): What was drawn; the directory is written."""
        from ...corpus.metadata import MetadataRewriter
        from ...errors import Errors, PseudoError, PseudoWarning, Warnings
        from ...key import Key
        from ...passes.apply import apply
        from ..evaluation.rating.left_words import left_words
        from ..evaluation.rating.risk import risk
        from ..evaluation.rating.sampling import WORDS, sample_messages, sample_words, write_sample

        key = Key.load(self.directory)
        key.scope = self.scope or key.scope
        # Who was added by hand has no pseudonym yet; which one it will be does not matter here.
        key.draw(seed=self.seed)
        self.source.know(key)
        self.source.check_key(key)
        nlp = self.treatment.pipeline(key)
        total = len(key.context.places) or None
        messages = o.progress(self.source.read(), what="apply", total=total, quiet=self.quiet)
        written = [result for result in apply(messages, key, nlp) if result.text is not None]
        # What apply would not write, nobody must see: its names are not in the key. No secret is needed to tell.
        rewriter = MetadataRewriter(key, bytes)
        results = [result.shown for result in written if rewriter.can_rewrite(result.message)]
        if len(results) < len(written):
            told = Warnings.W642.format(count=len(written) - len(results), total=len(written))
            warnings.warn(told, PseudoWarning, stacklevel=2)
        if not self.source.rows:
            raise PseudoError(Errors.P657.format(path=self.source.name))
        if not results:
            raise PseudoError(Errors.P640.format(path=self.source.name))
        how = {"n": self.n, "n_risk": self.risk, "raters": self.raters, "seed": self.seed}
        if self.kind == WORDS:
            design, rows = sample_words(left_words(results, key, allow=self.treatment.allowed), results, key, **how)
        else:
            risks = [risk(result, key) for result in results]
            design, rows = sample_messages(results, risks, key, **how)
        if not rows:
            raise PseudoError(Errors.P640.format(path=self.source.name))
        example = _example(key)
        write_sample(self.out, design, rows, example=example, delimiter=self.delimiter, force=self.force)
        return design


def _example(key: Key) -> str:
    """A pseudonym, to show raters what one looks like."""
    labels = key.pseudonyms.labels
    return key.pseudonyms.render([min(labels)] if labels else None)


def _show(design: Design, out: Path) -> None:
    from ...cli.reports import count, good, info, warn
    from ..evaluation.rating.sampling import INSTRUCTIONS, MESSAGES, REST, RISK, sheet_name

    counts = {name: sum(item.stratum == name for item in design.items.values()) for name in (RISK, REST)}
    what = ("message", None) if design.mode == MESSAGES else ("word that may be a name", "words that may be names")
    good(
        f"{count(len(design.items), *what)} drawn: {counts[RISK]} of the {design.strata[RISK]} with the highest risk, "
        f"{counts[REST]} of the {design.strata[REST]} others (seed {design.seed})"
    )
    for rater in range(1, design.raters + 1):
        info(f"Rater {rater} gets {out / f'rater-{rater}'}, with {sheet_name(rater)} and {INSTRUCTIONS}")
    warn(f"{out} is private: there may be names in the sheets. Keep design.json to yourself")
    info(f"When the sheets are filled in: spacy-pseudo estimate {out} --key KEY")
