"""Serves pages on loopback, to one browser, until nobody has done anything for a while."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from ...disk import postponed
from ...errors import Errors, PseudoError
from .guard import HOST, JSON_ALONE, Doors, Guard

_LOOK: Final = 0.5
# Memory is tidied up when nobody has done anything for so many seconds: nobody waits then.
_QUIET: Final = 2.0


class Server:
    """Serves an application.

    app (ASGIApp): The application.
    port (int): The port; 0 finds a free one.
    idle (float): It ends when nobody has done anything for so many seconds.
    is_busy (Callable[[], bool]): Something goes on that must not be cut off.
    doors (Doors): What may be sent besides JSON.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        port: int = 0,
        idle: float,
        is_busy: Callable[[], bool] = lambda: False,
        doors: Doors = JSON_ALONE,
    ) -> None:
        self._app, self._port, self._idle, self._is_busy, self._doors = app, port, idle, is_busy, doors

    @contextmanager
    def listening(self) -> Iterator[str]:
        """YIELDS (str): The address to open, which is good once."""
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                self._socket.bind((HOST, self._port))
            except (OSError, OverflowError) as error:
                raise PseudoError(Errors.P912.format(port=self._port)) from error
            self._socket.listen()  # whoever is given the address may come at once
            port = self._socket.getsockname()[1]
            self.guard = Guard(self._app, port, self._doors)
            yield f"http://{HOST}:{port}/?token={self.guard.token}"
        finally:
            self._socket.close()

    def run(self) -> None:
        """Answer requests until somebody ends it, or nobody does anything any more."""
        config = uvicorn.Config(
            self.guard, log_level="critical", access_log=False, server_header=False, lifespan="off", ws="none",
        )  # fmt: skip
        server = uvicorn.Server(config)
        with postponed():
            gc.collect()
            gc.freeze()
            gc.disable()  # it would look through all that was read while somebody waits

        async def serve() -> None:
            watch = asyncio.create_task(self._watch(server))
            await server.serve(sockets=[self._socket])
            watch.cancel()

        try:
            with suppress(KeyboardInterrupt):
                asyncio.run(serve())
        finally:
            gc.unfreeze()
            gc.enable()

    async def _watch(self, server: uvicorn.Server) -> None:
        tidied = self.guard.last
        while self._is_busy() or self.guard.idle < self._idle:
            await asyncio.sleep(_LOOK)
            if tidied != self.guard.last and self.guard.idle > _QUIET:
                tidied = self.guard.last
                gc.unfreeze()
                gc.collect()
                gc.freeze()
        server.should_exit = True
