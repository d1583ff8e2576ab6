"""Who may speak to pages: one browser on this machine, which brought the token; nothing is loaded from elsewhere."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST: Final = "127.0.0.1"
_NAMES: Final = (HOST, "localhost")
_LARGEST: Final = 1_000_000
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_ENTER: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/">'
    '<title>spacy-pseudo</title><link rel="icon" href="/static/icon.svg">'
)
# A page that lies open asks these by itself: nobody need be there.
POLLED: Final = frozenset(("/state", "/app/state"))
_JSON: Final = "application/json"
_FORM: Final = "application/x-www-form-urlencoded"
_FILE: Final = "application/octet-stream"
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # with 'no-referrer', browsers hide the origin of forms
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Doors(NamedTuple):
    """What may be sent besides JSON, each under addresses that begin so; nothing if that is empty.

    forms (str): Forms of pages.
    files (str): Files, as they are, with PUT.
    largest (int): How many bytes a file may have.
    """

    forms: str = ""
    files: str = ""
    largest: int = 0


JSON_ALONE: Final = Doors()


class Guard:
    """Lets requests through that come from the browser that was given the token.

    The token is good once: it is exchanged for a cookie that scripts and other sites cannot use.

    app (ASGIApp): What is guarded.
    port (int): Where it listens.
    doors (Doors): What may be sent besides JSON.
    """

    def __init__(self, app: ASGIApp, port: int, doors: Doors = JSON_ALONE) -> None:
        self._app, self._doors = app, doors
        self._hosts = {f"{name}:{port}" for name in _NAMES}
        self._cookie_name = f"spacy_pseudo_{port}"
        self._cookie = secrets.token_urlsafe(32)
        self.token: str | None = secrets.token_urlsafe(32)
        self.last = time.monotonic()

    @property
    def idle(self) -> float:
        """RETURNS (float): Seconds since somebody last did something."""
        return time.monotonic() - self.last

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        by_token = headers.get("host") in self._hosts and scope["method"] == "GET" and self._is_token(scope)
        if not by_token and (refused := self._refused(scope, headers)) is not None:
            await _answer(send, 403, refused)
            return
        if by_token:
            self.token = None
            self.last = time.monotonic()
            cookie = f"{self._cookie_name}={self._cookie}; HttpOnly; SameSite=Strict; Path=/"
            # No redirect: the browser would still be coming from elsewhere, and not show its cookie.
            await _answer(send, 200, _ENTER, [("set-cookie", cookie)], kind="text/html")
            return
        if not self._knows(headers.get("cookie", "")):
            await _answer(send, 401, "Open the address that spacy-pseudo has shown; it is good once.")
            return
        if scope["path"] not in POLLED:
            self.last = time.monotonic()
        await self._app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope, headers: Mapping[str, str]) -> str | None:
        if headers.get("host") not in self._hosts:
            return "This is not the address of these pages."
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "Another site may not speak to these pages."
        if scope["method"] in ("GET", "HEAD"):
            return None
        if headers.get("origin", "").removeprefix("http://") not in self._hosts:
            return "Another site may not speak to these pages."
        largest = self._largest(scope, headers.get("content-type", "").partition(";")[0])
        if not largest:
            return "This may not be sent so."
        size = headers.get("content-length", "")
        told = size.isdecimal() and int(size) <= largest and "transfer-encoding" not in headers
        return None if told else "What is sent is too long."

    def _largest(self, scope: Scope, kind: str) -> int:
        """How many bytes of a kind may be sent to an address; 0 if none."""
        path, doors = scope["path"], self._doors
        if doors.files and path.startswith(doors.files):
            return doors.largest if (scope["method"], kind) == ("PUT", _FILE) else 0
        form = kind == _FORM and bool(doors.forms) and path.startswith(doors.forms) and scope["method"] == "POST"
        return _LARGEST if form or kind == _JSON else 0

    def _is_token(self, scope: Scope) -> bool:
        if scope["path"] != "/" or self.token is None:
            return False
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        return secrets.compare_digest(given.encode(), self.token.encode())

    def _knows(self, cookies: str) -> bool:
        pairs = (pair.strip().partition("=") for pair in cookies.split(";"))
        given = [value for name, _, value in pairs if name == self._cookie_name]
        return any(secrets.compare_digest(value.encode(), self._cookie.encode()) for value in given)


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_raw(HEADERS.items())]
        await send(message)

    return wrapped


async def _answer(
    send: Send, status: int, text: str, headers: Iterable[tuple[str, str]] = (), *, kind: str = "text/plain"
) -> None:
    told = [("content-type", f"{kind}; charset=utf-8"), *HEADERS.items(), *headers]
    await send({"type": "http.response.start", "status": status, "headers": _raw(told)})
    await send({"type": "http.response.body", "body": text.encode()})


def _raw(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
