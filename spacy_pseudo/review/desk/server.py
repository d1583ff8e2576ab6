"""The pages of the desk: made here, shown in the browser of the same machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ...errors import Errors, PseudoError
from ...people.decisions import CORPUS, THREAD
from ..web.rendering import Renderer, Static
from .cases import QUEUES, Case, Place
from .desk import Desk
from .running import SHOWN, Runner
from .verdicts import ALL, HERE, PROTECT, Verdict
from .views import has_messages, message_handle, message_view, person_view, word_view

# Styles and scripts of the review alone.
OWN: Final = dict.fromkeys(("desk.css", "desk.js"), __package__ or "")
# So many cases stand in a list at a time.
_LISTED: Final = 60


class Pages:
    """Answers requests.

    desk (Desk): The desk.
    runner (Runner): Applies what was decided.
    words (bool): For reviewers who may not read messages: words with what is known of them, and nothing around them.
    home (str): The address of the pages that the review is a part of; empty if it stands alone.
    """

    def __init__(self, desk: Desk, runner: Runner, *, words: bool = False, home: str = "") -> None:
        self._desk, self._runner, self._words = desk, runner, words
        self._messages: dict[str, str] = {}
        self._renderer = Renderer(__package__ or "", words=words, queues=QUEUES, home=home)
        self._texts, self._render = self._renderer.texts, self._renderer.render

    def app(self) -> Starlette:
        """RETURNS (Starlette): The application; whoever serves it guards it."""
        get, post = ["GET"], ["POST"]
        routes = [
            Route("/", self._start, methods=get),
            Route("/q", self._start, methods=get),
            Route("/q/{queue}", self._page(self._queue), methods=get),
            Route("/case/{case}", self._post(self._case), methods=get),
            Route("/ran", self._page(self._ran), methods=get),
            Route("/state", self._post(self._state), methods=get),
            Route("/static/{name}", Static(OWN).answer, methods=get),
            Route("/anew", self._post(self._anew), methods=post),
            Route("/decide", self._post(self._decide), methods=post),
            Route("/undo", self._post(self._undo), methods=post),
            Route("/redo", self._post(self._redo), methods=post),
            Route("/apply", self._post(self._apply), methods=post),
        ]
        if not self._words:  # these show messages
            routes += [
                Route("/m/{message}", self._page(self._message), methods=get),
                Route("/p/{person}", self._page(self._person), methods=get),
                Route("/people", self._page(self._people), methods=get),
                Route("/find", self._post(self._find), methods=post),
                Route("/mark", self._post(self._mark), methods=post),
                Route("/form", self._post(self._form), methods=post),
                Route("/merge", self._post(self._merge), methods=post),
            ]
        else:
            routes.append(Route("/find", self._post(self._find), methods=post))
        return Starlette(routes=routes)

    # --- Requests ---

    def _page(self, make: Callable[[Request], str]) -> Callable[[Request], Any]:
        @wraps(make)
        async def answer(request: Request) -> Response:
            try:
                return HTMLResponse(await run_in_threadpool(make, request))
            except PseudoError as error:
                page = self._render("problem.html", problem=str(error), **self._frame())
                return HTMLResponse(page, status_code=409)

        return answer

    def _post(self, do: Callable[[Request, Mapping[str, Any]], dict[str, Any]]) -> Callable[[Request], Any]:
        @wraps(do)
        async def answer(request: Request) -> Response:
            try:
                given = await request.json() if request.method == "POST" else {}
                if not isinstance(given, dict) or not isinstance(given.setdefault("filters", {}), dict):
                    raise ValueError
                return JSONResponse(await run_in_threadpool(do, request, given))
            except PseudoError as error:
                return JSONResponse({"problem": error.remedy, "code": error.code}, status_code=409)
            except (ValueError, LookupError, TypeError, OverflowError, RecursionError):
                return JSONResponse({"problem": self._texts["bad_request"], "code": ""}, status_code=400)

        return answer

    async def _start(self, request: Request) -> Response:
        open_ = [one.queue for one in self._desk.progress() if one.decided < one.all]
        return RedirectResponse(f"/q/{(open_ or QUEUES)[0]}", status_code=303)

    def _frame(self) -> dict[str, Any]:
        """What stands on every page."""
        desk = self._desk
        return {
            "progress": desk.progress(),
            "can_undo": desk.history.can_undo,
            "can_redo": desk.history.can_redo,
            "can_run": self._runner.can_run,
            "run": self._runner.run,
            "edited": desk.edited,
            "audited": desk.audited,
            "script_texts": self._renderer.script_texts,
        }

    # --- Queues and cases ---

    @staticmethod
    def _shown(given: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the list is narrowed to: it is asked for in an address, or stands apart from what is decided."""
        apart = given.get("filters")
        return apart if isinstance(apart, dict) else given

    def _filters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        given = self._shown(given)
        handle, thread = str(given.get("person", "")), str(given.get("thread", ""))
        return {
            "person": self._desk.person(handle) if handle else "",
            "thread": self._message_id(thread) if thread else "",
            "decided": given.get("decided") in ("1", True),
        }

    def _queue(self, request: Request) -> str:
        self._desk.refresh()
        queue, given = request.path_params["queue"], request.query_params
        if queue not in QUEUES:
            raise PseudoError(Errors.P904)
        cases = self._desk.queue(queue, **self._filters(given))
        current = self._desk.case(given["case"]) if given.get("case") else next(iter(cases), None)
        return self._render(
            "queue.html",
            queue=queue,
            listed=self._list(queue, given, current),
            panel=self._panel(current, given) if current is not None else self._empty(queue, cases),
            **self._frame(),
        )

    def _empty(self, queue: str, cases: Sequence[Case]) -> str:
        following = next((one.queue for one in self._desk.progress() if one.decided < one.all), None)
        return self._render(
            "empty.html", queue=queue, following=following, audited=self._desk.audited,
            problem=self._runner.audit_problem, can_audit=self._runner.can_audit,
        )  # fmt: skip

    def _list(self, queue: str, given: Mapping[str, Any], current: Case | None) -> str:
        filters, given = self._filters(given), self._shown(given)
        cases = self._desk.queue(queue, **filters)
        shown = cases[:_LISTED]
        if current is not None and current in cases[_LISTED:]:
            shown = [*shown, current]
        return self._render(
            "list.html",
            queue=queue,
            cases=shown,
            more=len(cases) - len(shown),
            current=current.id if current is not None else "",
            decided=filters["decided"],
            person=person_view(self._desk, filters["person"] or None),
            person_handle=str(given.get("person", "")),
            thread=str(given.get("thread", "")),
        )

    def _case(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"case": self._panel(self._desk.case(request.path_params["case"]), request.query_params)}

    def _anew(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        """What stands on the page now, with the case that is open, or that there was."""
        self._desk.refresh()
        return self._back(given, "anew")

    def _panel(self, case: Case, given: Mapping[str, Any]) -> str:
        desk = self._desk
        number = str(given.get("n", "0"))
        n = min(int(number), len(case.places) - 1) if number.isdecimal() and case.places else 0
        context: dict[str, Any] = {"message": None, "above": [], "below": [], "more": 0, "thread": ""}
        shows = has_messages(case) and not self._words and case.places[n].message in desk.messages.by_id
        if shows:
            id = case.places[n].message
            above, below, more = desk.around(id)
            context = {
                "message": message_view(desk, id, [case.places[n]]),
                "above": [message_view(desk, one, whole=False) for one in above],
                "below": [message_view(desk, one, whole=False) for one in below],
                "more": more,
                "thread": message_handle(desk, id),
            }
        place = case.places[n] if case.places else None
        return self._render(
            "case.html",
            case=case,
            n=n,
            place=place,
            outcome=self._outcome(place),
            settled=desk.is_settled(case),
            people=[person_view(desk, person) for person in self._whom(case, place)],
            evidence=[(desk.name(person), said) for person, said in desk.evidence(case)],
            word=word_view(desk, case),
            word_only=self._words,
            **context,
        )

    def _whom(self, case: Case, place: Place | None) -> list[str]:
        """Whom to offer: those who may be meant, or else who wrote the message and whom it answers."""
        if case.people or self._words:
            return list(case.people)
        message = self._desk.messages.by_id.get(place.message) if place is not None else None
        near = (message.parent_author, message.author) if message is not None else ()
        return list(dict.fromkeys(self._desk.key.roster.main_id(one) or one for one in near if one is not None))

    def _outcome(self, place: Place | None) -> str:
        """What a person has decided for the place, in words."""
        decision = self._desk.outcome(place) if place is not None and place.message else None
        if decision is None:
            return ""
        return self._texts.get(f"outcome_{decision}", "") or self._texts["outcome_person"].format(
            name=self._desk.name(decision)
        )

    # --- Decisions ---

    def _decide(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        ids = [str(id) for id in given["cases"]]
        person = self._desk.person(str(given["person"])) if given.get("person") else ""
        verdict = Verdict(
            str(given["action"]), str(given.get("scope") or ALL), person, str(given.get("written") or ""),
            int(given.get("place") or 0),
        )  # fmt: skip
        case = self._desk.case(ids[0])
        filters = self._filters(given)
        before = [one.id for one in self._desk.queue(case.queue, **filters)]
        made = self._desk.decide(ids, verdict)
        after = self._desk.queue(case.queue, **filters)
        settled = self._desk.is_settled(case)
        following = self._next(case, before, after) if settled else case
        places = 1 if verdict.scope == HERE else sum(self._desk.case(id).count for id in ids)
        wide = verdict.scope in (THREAD, CORPUS) or verdict.action == PROTECT
        said = self._texts["said_wide" if wide else "said_one" if places == 1 else "said_many"]
        alike = [self._desk.case(id) for id in made.alike]
        return {
            "notice": said.format(places=places),
            "alike": [one.id for one in alike],
            "alike_places": sum(one.count for one in alike),
            "alike_shown": [one.text for one in alike[:3]],
            **self._fragments(case.queue, given, following, stay=not settled),
        }

    @staticmethod
    def _next(case: Case, before: Sequence[str], after: Sequence[Case]) -> Case | None:
        """The case that stood behind the one that was decided."""
        left = {one.id: one for one in after}
        at = before.index(case.id) if case.id in before else -1
        return next((left[id] for id in before[at + 1 :] if id in left), next(iter(after), None))

    def _fragments(
        self, queue: str, given: Mapping[str, Any], current: Case | None, *, stay: bool = False
    ) -> dict[str, Any]:
        n = {"n": str(given.get("place") or 0)} if stay else {}
        panel = self._panel(current, n) if current is not None else self._empty(queue, ())
        return {
            "list": self._list(queue, given, current),
            "case": panel,
            "current": current.id if current is not None else "",
            "bar": self._render("bar.html", queue=queue, **self._frame()),
            "step": self._desk.history.number,
            "rebuilding": self._desk.rebuilding,
        }

    def _back(self, given: Mapping[str, Any], notice: str) -> dict[str, Any]:
        queue = str(given.get("queue") or "")
        if queue not in QUEUES:
            return {"notice": self._texts[notice], "reload": True}
        id = str(given.get("case") or "")
        try:
            current: Case | None = self._desk.case(id) if id else None
        except PseudoError:
            current = None
        current = current or next(iter(self._desk.queue(queue, **self._filters(given))), None)
        stay = current is not None and current.id == id
        return {"notice": self._texts.get(notice, ""), **self._fragments(queue, given, current, stay=stay)}

    def _undo(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        cases = self._desk.history.last().cases if self._desk.history.can_undo else ()
        self._desk.undo()
        if cases and str(given.get("queue")) in QUEUES:
            given = {**given, "case": cases[0], "queue": self._desk.case(cases[0]).queue}
        return {**self._back(given, "undone"), "queue": given.get("queue", "")}

    def _redo(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        self._desk.redo()
        return self._back(given, "redone")

    def _mark(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        id = self._message_id(str(given["message"]))
        field, start, end, said = str(given["field"]), int(given["start"]), int(given["end"]), str(given["text"])
        text = self._desk.messages.field(id, field)[start:end]
        # A browser has no line ends but its own.
        place = Place(id, field, start, end, text if text.splitlines() == said.splitlines() else said)
        person = self._desk.person(str(given["person"])) if given.get("person") else ""
        self._desk.mark(place, Verdict(str(given["action"]), str(given.get("scope") or ALL), person))
        return self._back(given, "marked")

    def _form(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        self._desk.change_form(self._desk.person(str(given["person"])), str(given["form"]), there=bool(given["there"]))
        return self._back(given, "form_changed")

    def _merge(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        one, other = (self._desk.person(str(given[name])) for name in ("person", "other"))
        (self._desk.merge if given["together"] else self._desk.split)(one, other)
        return {"notice": self._texts["merged" if given["together"] else "split"], "reload": True}

    # --- Messages, people, search ---

    def _message_id(self, handle: str) -> str:
        if handle not in self._messages:
            self._messages = {message_handle(self._desk, id): id for id in self._desk.messages.by_id}
        if handle not in self._messages:
            raise PseudoError(Errors.P903)
        return self._messages[handle]

    def _message(self, request: Request) -> str:
        id = self._message_id(request.path_params["message"])
        message = self._desk.messages.by_id[id]
        thread = self._desk.messages.threads[self._desk.messages.thread_of(message)]
        at = thread.index(id)
        near = thread[max(0, at - 20) : at + 21]
        views = [message_view(self._desk, one, whole=one == id) for one in near]
        return self._render(
            "thread.html", messages=views, current=message_handle(self._desk, id), more=len(thread) - len(near),
            **self._frame(),
        )  # fmt: skip

    def _person(self, request: Request) -> str:
        desk = self._desk
        id = desk.person(request.path_params["person"])
        known = desk.key.roster.get(id)
        forms = sorted(desk.said.names.forms(id), key=lambda form: (-(form.count or 0), form.text))
        connections = [one for one in desk.key.connections if one.participant == id]
        evidence = {one.form: one for one in connections}
        return self._render(
            "person.html",
            person=person_view(desk, id),
            registered=known.names if known is not None else (),
            ids=[(desk.handle("person", one), one) for one in known.ids] if known is not None else [],
            forms=forms,
            evidence=evidence,
            said=[(one.form, desk.evidence_of(id, one.form)) for one in connections],
            cases=[(case, desk.is_settled(case)) for case in desk.cases_of(id)],
            wrote=sum(one.author == id for one in desk.messages.by_id.values()),
            **self._frame(),
        )

    def _people(self, request: Request) -> str:
        return self._render("people.html", **self._frame())

    def _find(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        asked = str(given.get("asked", ""))
        people = [person_view(self._desk, id) for id in self._desk.people(asked)]
        if given.get("what") == "people":
            found = self._render("choice.html", people=people)
        else:
            messages = [] if self._words else self._desk.search(asked)
            views = [message_view(self._desk, one.id or "", whole=False) for one in messages]
            found = self._render("found.html", people=people, messages=views, asked=asked)
        return {"found": found}

    # --- Runs ---

    def _apply(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        self._runner.start()
        return {"notice": self._texts["applying"]}

    def _state(self, request: Request, given: Mapping[str, Any]) -> dict[str, Any]:
        self._desk.refresh()
        run, desk = self._runner.run, self._desk
        return {
            "state": run.state, "done": run.done, "total": run.total, "problem": run.problem, "edited": desk.edited,
            "rebuilding": desk.rebuilding, "step": desk.history.number, "audited": desk.audited,
        }  # fmt: skip

    def _ran(self, request: Request) -> str:
        run = self._runner.run
        ids = [id for id in run.changed if id in self._desk.messages.by_id][: SHOWN if not self._words else 0]
        views = [(message_view(self._desk, id, whole=False), run.changed[id]) for id in ids]
        return self._render("ran.html", views=views, places=run.places, messages=len(run.changed), **self._frame())
