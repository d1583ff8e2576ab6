"""`spacy-pseudo review`: what a person should look at, in a browser on their own machine."""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ..errors import Errors, PseudoError
from . import arguments
from . import options as o

if TYPE_CHECKING:
    from ..review.desk.desk import Desk
    from ..review.desk.running import Runner
    from ..review.desk.server import Pages
    from .sharing import Sharing
    from .sources import Source
    from .treatment import Treatment

MESSAGES: Final = "messages"
WORDS: Final = "words"
_MINUTES: Final = 60


@arguments.shared
def review_cli(
    source: Source,
    key: Annotated[Path, typer.Option("--key", help="The key of the run.", show_default=False)],
    treatment: Treatment,
    sharing: Sharing,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="The directory that may be shared: for 'Apply' and the audit.", show_default=False),
    ] = None,
    shown: Annotated[
        str,
        typer.Option(
            "--as",
            metavar=o.choices((MESSAGES, WORDS)),
            help="For reviewers who may not read the messages: 'words' shows single words with what is known of them.",
        ),
    ] = MESSAGES,
    port: Annotated[int, typer.Option("--port", help="The port on 127.0.0.1; 0 finds a free one.")] = 0,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    idle: Annotated[
        float, typer.Option("--idle", min=0, help="End when nobody has done anything for so many minutes.")
    ] = _MINUTES,
    quiet: o.Quiet = False,
) -> int:
    """Review a run in the browser: decide what is unclear, see the effect at once, and apply.

    The page is served on 127.0.0.1 and to one browser only, which is given an address that is good once. Nothing is
    loaded from elsewhere, and nothing leaves this machine. Every decision is saved at once, to names.txt,
    decisions.csv, others.csv or surrogates.csv in KEY, with a line in KEY/log.jsonl; what you edit there meanwhile is
    noticed and never overwritten. Ctrl-C ends it; nothing is lost.

    Queues: names that the tool is unsure of; names that several people share; what was kept, and why; unknown names;
    other people; other personal data that is only marked; what an audit of OUT found. In each, the decision that puts
    most places right comes first. Give the options of the run, so that 'Apply' does the same again.

    \b
    Example:
      spacy-pseudo review messages.csv --key key --out out
    """
    from .reports import info

    o.choice(shown, (MESSAGES, WORDS), "--as")
    check_installed()
    from ..review.web.serving import Server

    pages, runner = desk_pages(source, key, out, treatment, sharing, words=shown == WORDS, quiet=quiet)
    server = Server(pages.app(), port=port, idle=60 * idle, is_busy=lambda: runner.is_busy)
    with server.listening() as address, opening(address, browser=browser):
        if not quiet:
            info("PRIVATE: the page shows names. Ctrl-C ends the review; what you decided is saved.")
        typer.echo(address)
        server.run()
    return 0


def check_installed() -> None:
    """Make sure that what serves pages is installed."""
    try:
        import jinja2  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as error:
        raise PseudoError(Errors.P911) from error


def desk_pages(
    source: Source,
    key: Path,
    out: Path | None,
    treatment: Treatment,
    sharing: Sharing,
    *,
    words: bool = False,
    home: str = "",
    quiet: bool = False,
) -> tuple[Pages, Runner]:
    """Read what the review needs, and begin the audit.

    source (Source): The messages.
    key (Path): The key directory.
    out (Optional[Path]): The directory that may be shared.
    treatment (Treatment): What stays, and what is done with other personal data.
    sharing (Sharing): What becomes of the other columns.
    words (bool): Show single words only.
    home (str): The address of the pages that the review is a part of.
    quiet (bool): No progress bar.
    RETURNS (tuple[Pages, Runner]): The pages, and what applies the decisions.
    """
    from ..key import Key
    from ..review.desk.desk import Desk
    from ..review.desk.running import Runner
    from ..review.desk.server import Pages
    from .apply_command import Job

    treatment.check()
    source.know(Key.load(key))
    desk = Desk(key, o.progress(source.read(), what="read", quiet=quiet), treatment.pipeline)
    apply, audit = None, None
    if out is not None:
        Job(source, key, out, treatment, sharing).check_as_hidden(desk.key, desk.pipeline)
        apply = _applying(source, key, out, treatment, sharing, desk)
        audit = _auditing(source, key, out)
    runner = Runner(desk, apply, audit)
    runner.start_audit()
    return Pages(desk, runner, words=words, home=home), runner


def _applying(
    source: Source,
    key: Path,
    out: Path,
    treatment: Treatment,
    sharing: Sharing,
    desk: Desk,
) -> Callable[[Callable[[int, int], None]], Mapping[str, Any]]:
    """What 'Apply' does: as the command, and as `run` if ids were put together or apart."""

    def apply(tell: Callable[[int, int], None]) -> Mapping[str, Any]:
        from ..corpus.word_lists import find_judge
        from ..key import Key
        from ..passes.learning import learned
        from .apply_command import Job
        from .discover_command import discover_files

        job = Job(
            source, key, out, treatment, sharing, force=True, quiet=True, watch=tell,
        )  # fmt: skip
        job.check()
        job.check_as_hidden(desk.key, desk.pipeline)
        made = Key.load(key)
        source.know(made)
        if desk.waits_for_discovery:
            judge = find_judge(None)
            made, report = discover_files(source, None, key, allow=treatment.allowed, judge=judge, quiet=True)
            summary = job.apply(made, learned(made, report))
        else:
            summary = job.apply(made)
        return {**job.told(summary), "written": summary.counts.written, "failed": summary.counts.failed}

    return apply


def _auditing(source: Source, key: Path, out: Path) -> Callable[[], Any] | None:
    from ..attrs import SUMMARY_FILE
    from ..review.audit.auditing import audit

    return (lambda: audit(out, key, messages=source.read)) if (out / SUMMARY_FILE).exists() else None


@contextmanager
def opening(address: str, *, browser: bool) -> Iterator[None]:
    """Open the browser at a private page that leads to the address: what programs are started with, others can see."""
    if not browser:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="spacy-pseudo-") as place:
        page = Path(place) / "review.html"
        page.touch(mode=0o600)
        page.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">', "utf-8")
        webbrowser.open(page.as_uri())
        yield
