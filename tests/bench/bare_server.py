"""The floor of the service: its libraries, a bare uvicorn, and one page fed by server-sent events.

Run as a process it prints ``listening: URL``; each line on its standard input becomes one event and, on a page that
is open, the text of ``#now``. ``BareServer`` starts and feeds it.
"""

from __future__ import annotations

import asyncio
import importlib
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Self

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

LIBRARIES = ("babel", "fastapi", "gpiozero", "itsdangerous", "jinja2", "serial", "stdnum", "typer")
LISTENING = "listening: "
PAGE = """<!doctype html><title>floor</title><p id="now">0</p><script>
new EventSource("/events").onmessage = (event) => { document.getElementById("now").textContent = event.data; };
</script>"""


class BareServer:
    """``with BareServer() as floor``: it listens at ``floor.url`` since ``listening_ns``; begun at ``started_ns``."""

    def __init__(self, module: str = "tests.bench.bare_server") -> None:
        self._module = module

    def __enter__(self) -> Self:
        self.started_ns = time.monotonic_ns()
        self.process = subprocess.Popen(
            [sys.executable, "-m", self._module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        self.listening_ns = time.monotonic_ns()
        assert line.startswith(LISTENING), line
        self.url = line.removeprefix(LISTENING).strip()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()  # nothing to be saved, and an open stream would hold it up
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    def tell(self, text: str) -> int:
        """One event; when it was written."""
        assert self.process.stdin is not None
        written_ns = time.monotonic_ns()
        self.process.stdin.write(f"{text}\n".encode())
        return written_ns


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        assert sockets is not None
        host, port = sockets[0].getsockname()
        print(f"{LISTENING}http://{host}:{port}/", flush=True)


def serve() -> None:
    """Serves until it is killed."""
    streams: list[asyncio.Queue[str]] = []

    async def page(_: Request) -> Response:
        return HTMLResponse(PAGE)

    async def events(_: Request) -> Response:
        stream: asyncio.Queue[str] = asyncio.Queue()
        streams.append(stream)

        async def told() -> AsyncIterator[bytes]:
            while True:
                yield f"data: {await stream.get()}\n\n".encode()

        return StreamingResponse(told(), media_type="text/event-stream")

    def read() -> None:
        text = sys.stdin.readline().strip()
        for stream in streams:
            stream.put_nowait(text)

    async def run() -> None:
        asyncio.get_running_loop().add_reader(sys.stdin, read)
        app = Starlette(routes=[Route("/", page), Route("/events", events)])
        config = uvicorn.Config(app, log_config=None, access_log=False, ws="none", lifespan="off")
        listening = socket.create_server(("127.0.0.1", 0))
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as the service has it
        await _Server(config).serve([listening])

    for library in LIBRARIES:
        importlib.import_module(library)
    asyncio.run(run())


if __name__ == "__main__":
    serve()
