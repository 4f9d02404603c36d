"""The listening socket and the server on it, ended at once by a signal: motor off first, then the streams."""

from __future__ import annotations

import asyncio
import errno
import resource
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn
from fastapi import FastAPI

SEND_BUFFER = 64 * 1024  # a phone that does not read is noticed after 0.3 MB instead of 3
ACKNOWLEDGED_MS = 5000  # a phone that left without a word is gone after this
MOST_FILES = 4096  # four times the streams
GRACEFUL_S = 0.3  # for a request being answered; a stalled phone's never ends by itself


class CannotListenError(OSError):
    """The address cannot be listened on; one sentence says why and what to do."""


class PortInUseError(CannotListenError):
    """Another program has the port."""


def allow_many_streams() -> None:
    """Lets this process hold as many connections as the stream allows, and their files; usual are 1024 in all."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_socket(host: str, port: int) -> socket.socket:
    """A socket bound to the address; port 0 takes a free one. Raises PortInUseError, CannotListenError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, ACKNOWLEDGED_MS)
        # What comes of it inherits this. asyncio sets it only where a socket was made for TCP by name, and without it
        # every answer on a connection that is kept open waits 40 ms for the phone to acknowledge the piece before.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if family is socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen(socket.SOMAXCONN)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUseError(
                f"port {port} is taken by another program; end it, or choose another with --port (0 takes a free one)"
            ) from error
        raise CannotListenError(
            f"the page cannot be served at {host}, port {port} ({error.strerror}); "
            "choose another address with --host and --port"
        ) from error
    listening.setblocking(False)
    return listening


class Server(uvicorn.Server):
    """Serves until a signal or ``stop``.

    ``on_exit`` is called first, in the signal handler itself, within a millisecond and even while the loop is busy:
    plain calls only (motor off). After a clean end the process goes on, so it may exit with 0.
    """

    def __init__(self, app: FastAPI, sockets: list[socket.socket], on_exit: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                ws="none",
                lifespan="on",
                timeout_graceful_shutdown=GRACEFUL_S,  # type: ignore[arg-type]  # it takes any number of seconds
            )
        )
        self._sockets = sockets
        self._on_exit = on_exit
        self.begun = asyncio.Event()
        self._ending = asyncio.Event()
        self.on_started: Callable[[], None] = lambda: None
        self._end_streams: Callable[[], None] = app.state.hub.end_all
        self._loop: asyncio.AbstractEventLoop | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serves on its sockets until it is told to end."""
        allow_many_streams()
        self._loop = asyncio.get_running_loop()
        await super().serve(sockets or self._sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer; then ``on_started`` is called."""
        await super().startup(sockets)
        self.begun.set()
        self.on_started()

    async def main_loop(self) -> None:
        """Sleeps until it is to end; uvicorn's own looks ten times a second."""
        await self._ending.wait()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """As uvicorn does, but without raising the signal once more after a clean end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handlers = {sig: signal.signal(sig, self.handle_exit) for sig in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sig, handler in handlers.items():
                signal.signal(sig, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to end: first ``on_exit``, then the streams, then the server."""
        try:
            self._on_exit()
        finally:
            self._end_all_streams()
            super().handle_exit(sig, frame)

    def stop(self) -> None:
        """Ends the streams and the server; from any thread."""
        self._end_all_streams()
        self.should_exit = True

    def _end_all_streams(self) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nothing is open any more
                self._loop.call_soon_threadsafe(self._end_streams)
                self._loop.call_soon_threadsafe(self._ending.set)
