"""The pages of the steps, and the review as one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final
from urllib.parse import parse_qs, unquote

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ...errors import Errors, PseudoError
from ..desk.server import OWN as DESK
from ..web.guard import Doors
from ..web.rendering import Renderer, Static
from . import plan, preview
from .download import pack
from .outcome import audit_of, outcome_of
from .session import Session
from .uploads import LARGEST, receive, take_path
from .works import KINDS, MESSAGES, ROSTER

HOME: Final = "/app"
_REVIEW: Final = "/q"
# '--duplicates last', '--column author=HEADER'
_OPTION: Final = re.compile(
    r"--(?P<name>[a-z][a-z-]+)(?:[ =](?:NAME|FILE|last|first|csv|utf-8|cp1252|[a-z_]+=(?:HEADER|NAME)?)\b)?"
)
_FILES: Final = f"{HOME}/file/"
DOORS: Final = Doors(forms=f"{HOME}/", files=_FILES, largest=LARGEST)
STEPS: Final = ("start", "messages", "settings", "run", "review", "share")
_OWN: Final = dict.fromkeys(("app.css", "app.js"), __package__ or "")
Form = Mapping[str, Sequence[str]]


class Front:
    """Answers requests; those that are not for the steps are the review's, if it is open.

    session (Session): The work that is open, and what goes on in it.
    """

    def __init__(self, session: Session) -> None:
        self._session, self._previews = session, preview.Previews()
        self._renderer = Renderer(__package__ or "", home=HOME, steps=STEPS, largest=LARGEST)
        self._texts = self._renderer.texts
        # What is said on the next page, once: whether it is a problem, and its text.
        self._said: tuple[bool, str] | None = None
        self._steps = self._app()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        path = scope.get("path", "")
        own = path in ("/", HOME) or path.startswith((f"{HOME}/", "/static/"))
        app: ASGIApp = self._steps if own else self._session.review or RedirectResponse(HOME, status_code=303)
        await app(scope, receive, send)

    def _app(self) -> Starlette:
        get, post = ["GET"], ["POST"]
        forms: dict[str, tuple[Callable[[Form], None], str]] = {
            "begin": (self._begin, "messages"),
            "open": (self._open, ""),
            "path": (self._path, "messages"),
            "drop": (self._drop, "messages"),
            "columns": (self._columns, "messages"),
            "sheets": (self._sheets, "messages"),
            "reading": (self._reading, "messages"),
            "check": (self._check, "messages"),
            "settings": (self._choose, "run"),
            "run": (self._run, "run"),
            "stop": (self._stop, ""),
            "review": (self._review, "review"),
            "look": (self._look, "share"),
            "seal": (self._seal, "share"),
            "unseal": (self._unseal, "share"),
            "forget": (self._forget, "share"),
        }
        return Starlette(
            routes=[
                Route("/", self._first, methods=get),
                Route(HOME, self._first, methods=get),
                *(Route(f"{HOME}/{name}", self._page(name), methods=get) for name in STEPS),
                *(Route(f"{HOME}/{name}", self._form(do, to), methods=post) for name, (do, to) in forms.items()),
                Route(f"{HOME}/state", self._state, methods=get),
                Route(f"{_FILES}{{kind}}", self._file, methods=["PUT"]),
                Route(f"{HOME}/out.zip", self._download, methods=get),
                Route("/static/{name}", Static({**DESK, **_OWN}).answer, methods=get),
            ]
        )

    # --- Requests ---

    async def _first(self, request: Request) -> Response:
        return RedirectResponse(f"{HOME}/{self._session.step}", status_code=303)

    def _page(self, name: str) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            if name != STEPS[0] and self._session.work is None:
                return RedirectResponse(f"{HOME}/{STEPS[0]}", status_code=303)
            if name == "review" and self._session.awaited and self._session.review is not None:
                self._session.awaited = False
                return RedirectResponse(_REVIEW, status_code=303)
            return HTMLResponse(await run_in_threadpool(self._shown, name))

        return answer

    def _shown(self, name: str) -> str:
        said, self._said = self._said, None
        try:
            values = getattr(self, f"_{name}_page")()
        except PseudoError as error:
            name, values, said = "problem", {"step": name}, (True, self._sentence(error))
        return self._renderer.render(f"{name}.html", said=said, **{"step": name, **self._frame(), **values})

    def _frame(self) -> dict[str, Any]:
        session = self._session
        return {
            "work": session.work,
            "states": {step: session.state_of(step) for step in STEPS},
            "errand": session.errands.errand,
            "busy": session.is_busy,
            "progress": self._progress(),
            "sentence": self._sentence,
            "here": self._here,
            "script_texts": self._renderer.script_texts,
        }

    def _sentence(self, error: PseudoError) -> str:
        """What an error says, with what can be done about it here, and its code."""
        here = self._texts.get(f"remedy_{error.code}")
        said = " ".join(filter(None, (self._here(error.remedy), here)))
        return f"{said} [{error.code}]" if error.code else said

    def _here(self, text: str) -> str:
        """What a command says, in the words of the pages: files by their own names, options by what is chosen here."""
        work = self._session.work
        for told in work.choices.files.values() if work is not None else ():
            text = text.replace(told["path"], told["name"])
        return _OPTION.sub(lambda found: self._texts.get(f"option_{found['name']}", found[0]), text)

    def _form(self, do: Callable[[Form], None], to: str) -> Callable[[Request], Any]:
        @wraps(do)
        async def answer(request: Request) -> Response:
            try:
                form = parse_qs((await request.body()).decode("utf-8"), keep_blank_values=True, max_num_fields=5000)
                await run_in_threadpool(do, form)
            except PseudoError as error:
                self._said = True, self._sentence(error)
            except (ValueError, LookupError):
                self._said = True, self._texts["bad_request"]
            back = to or str(self._session.step)
            return RedirectResponse(f"{HOME}/{back}", status_code=303)

        return answer

    async def _file(self, request: Request) -> Response:
        try:
            work, kind = self._session.free(), request.path_params["kind"]
            name = unquote(request.headers.get("x-name", ""))
            size = int(request.headers["content-length"])
            await receive(work, kind, name, size, request.stream())
        except PseudoError as error:
            return JSONResponse({"problem": self._sentence(error)}, status_code=409)
        except ClientDisconnect:
            return Response(status_code=400)
        self._said = False, self._texts["file_taken"]
        return JSONResponse({})

    async def _state(self, request: Request) -> Response:
        return JSONResponse(self._progress())

    def _progress(self) -> dict[str, Any]:
        """How far something is, in numbers and in words."""
        session, errand = self._session, self._session.errands.errand
        if session.opening:
            return {"busy": True, "done": 0, "total": 0, "text": self._texts["opening"], "detail": ""}
        if errand is None or errand.state != "running":
            text = self._texts["applying"] if session.is_busy else ""
            return {"busy": session.is_busy, "done": 0, "total": 0, "text": text, "detail": ""}
        said = self._texts.get(f"doing_{errand.what}") or self._texts[f"errand_{errand.kind}"]
        total = errand.total if errand.done else 0
        detail = self._texts["of" if total else "so_many"].format(done=errand.done, total=total) if errand.done else ""
        if errand.rate:
            detail += self._texts["rate"].format(rate=max(1, round(errand.rate)))
        if errand.left is not None:
            detail += self._texts["left_minutes" if errand.left > 90 else "left_seconds"].format(
                minutes=round(errand.left / 60), seconds=round(errand.left)
            )
        return {"busy": True, "done": errand.done, "total": total, "text": said, "detail": detail}

    async def _download(self, request: Request) -> Response:
        work = self._session.work
        if work is None or not work.has_out or self._session.is_busy:
            return RedirectResponse(f"{HOME}/share", status_code=303)
        path = await run_in_threadpool(pack, work)
        after = BackgroundTask(path.unlink, missing_ok=True)
        return FileResponse(path, media_type="application/zip", filename="pseudonymised.zip", background=after)

    # --- Pages ---

    def _start_page(self) -> dict[str, Any]:
        return {"works": self._session.works, "names": [work.name for work in self._session.works]}

    def _messages_page(self) -> dict[str, Any]:
        work = self._session.opened
        found = {kind: self._previews.of(work, kind) for kind in KINDS}
        fit = all(one is None or one.fit for one in found.values())
        return {"previews": found, "kinds": KINDS, "fit": fit, "readings": plan.READING}

    def _settings_page(self) -> dict[str, Any]:
        work = self._session.opened
        found = self._previews.of(work, MESSAGES)
        unused = []
        if found is not None and found.understood is not None and found.table:
            unused = [column.header for column in found.understood.columns if column.field is None]
        values = {setting.name: plan.chosen(work, setting.name) for setting in plan.SETTINGS}
        keep = work.choices.settings.get("keep_columns", [])
        return {
            "settings": plan.SETTINGS,
            "values": values,
            "unused": unused,
            "keep": keep,
            "proposed": work.choices.proposed,
        }

    def _run_page(self) -> dict[str, Any]:
        work = self._session.opened
        outcome = outcome_of(work) if work.has_out else None
        return {
            "outcome": outcome, "audit": audit_of(work), "stale": self._session.is_stale,
            "command": self._session.command, "can_run": work.file(MESSAGES) is not None and bool(work.choices.checked),
        }  # fmt: skip

    def _review_page(self) -> dict[str, Any]:
        work = self._session.opened
        waits = outcome_of(work) if work.has_out else None
        return {"outcome": waits, "is_open": self._session.review is not None, "problem": self._session.problem}

    def _share_page(self) -> dict[str, Any]:
        work = self._session.opened
        return {
            "outcome": outcome_of(work) if work.has_out else None, "audit": audit_of(work),
            "has_report": work.report.exists(), "stale": self._session.is_stale,
            "commands_shown": self._session.methods,
        }  # fmt: skip

    # --- What forms do ---

    def _begin(self, form: Form) -> None:
        self._session.begin(form["name"][0])

    def _open(self, form: Form) -> None:
        self._session.open(form["work"][0])

    def _path(self, form: Form) -> None:
        take_path(self._session.free(), form["kind"][0], form["path"][0])

    def _drop(self, form: Form) -> None:
        self._session.free().drop(form["kind"][0])

    def _columns(self, form: Form) -> None:
        work, kind = self._session.free(), form["kind"][0]
        headers = form.get("header", ())
        if kind not in (MESSAGES, ROSTER):
            raise PseudoError(Errors.P924)
        chosen = {} if "reset" in form else {h: form[f"field-{n}"][0] for n, h in enumerate(headers)}
        preview.correct(work, kind, chosen)

    def _sheets(self, form: Form) -> None:
        plan.choose_sheets(self._session.free(), form["kind"][0], form.get("sheet", ()))

    def _reading(self, form: Form) -> None:
        plan.choose_reading(self._session.free(), form)

    def _check(self, form: Form) -> None:
        found = self._previews.of(self._session.free(), MESSAGES)
        if found is not None:
            self._session.opened.choices.proposed = found.hide
        if found is not None and found.lang and "lang" not in self._session.opened.choices.reading:
            reading = {name: [value] for name, value in self._session.opened.choices.reading.items()}
            plan.choose_reading(self._session.opened, {**reading, "lang": [found.lang]})
        self._session.check()

    def _choose(self, form: Form) -> None:
        plan.choose(self._session.free(), form)

    def _run(self, form: Form) -> None:
        self._session.run()

    def _stop(self, form: Form) -> None:
        self._session.stop()

    def _review(self, form: Form) -> None:
        self._session.open_review()

    def _look(self, form: Form) -> None:
        self._session.look()

    def _seal(self, form: Form) -> None:
        if form["passphrase"] != form["again"]:
            raise PseudoError(Errors.P937)
        self._session.seal(form["passphrase"][0], remove="remove" in form)
        self._said = False, self._texts["sealed_now"]

    def _unseal(self, form: Form) -> None:
        self._session.unseal(form["passphrase"][0])
        self._said = False, self._texts["unsealed_now"]

    def _forget(self, form: Form) -> None:
        self._session.free().delete_originals()
        self._said = False, self._texts["deleted_now"]
