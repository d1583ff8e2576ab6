"""Serves the desk on loopback, to one browser, until nobody has asked for anything for a while."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from ...disk import postponed
from ...errors import Errors, PseudoError
from .guard import HOST, Guard

_LOOK: Final = 1.0


class Server:
    """Serves an application.

    app (ASGIApp): The application.
    port (int): The port; 0 finds a free one.
    idle (float): Seconds without a request after which it ends.
    """

    def __init__(self, app: ASGIApp, *, port: int = 0, idle: float) -> None:
        self._app, self._port, self._idle = app, port, idle

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
            port = self._socket.getsockname()[1]
            self.guard = Guard(self._app, port)
            yield f"http://{HOST}:{port}/?token={self.guard.token}"
        finally:
            self._socket.close()

    def run(self) -> None:
        """Answer requests until somebody ends it, or nobody asks any more."""
        config = uvicorn.Config(
            self.guard, log_level="critical", access_log=False, server_header=False, lifespan="off", ws="none",
        )  # fmt: skip
        server = uvicorn.Server(config)
        # What was read stays: there is no need to look through it again and again.
        with postponed():
            gc.collect()
            gc.freeze()

        async def serve() -> None:
            watch = asyncio.create_task(self._watch(server))
            await server.serve(sockets=[self._socket])
            watch.cancel()

        asyncio.run(serve())

    async def _watch(self, server: uvicorn.Server) -> None:
        while self.guard.idle < self._idle:
            await asyncio.sleep(_LOOK)
        server.should_exit = True
