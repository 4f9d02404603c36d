"""The floor of a fan-out: a bare Starlette that hands each body posted to it to every open stream.

Run as a process it prints ``listening: URL``.
"""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import AsyncIterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.bench.bare_server import LISTENING


def serve() -> None:
    """Serves until it is killed."""
    streams: list[asyncio.Queue[bytes]] = []

    async def tell(request: Request) -> Response:
        event = b"data: " + await request.body() + b"\n\n"
        for stream in streams:
            stream.put_nowait(event)
        return JSONResponse({})

    async def events(_: Request) -> Response:
        stream: asyncio.Queue[bytes] = asyncio.Queue()
        streams.append(stream)

        async def told() -> AsyncIterator[bytes]:
            yield b": open\n\n"
            while True:
                yield await stream.get()

        return StreamingResponse(told(), media_type="text/event-stream")

    app = Starlette(routes=[Route("/tell", tell, methods=["POST"]), Route("/events", events)])
    listening = socket.create_server(("127.0.0.1", 0), backlog=socket.SOMAXCONN)
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # as the service has it
    print(f"{LISTENING}http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(app, log_config=None, access_log=False, ws="none", lifespan="off")
    asyncio.run(uvicorn.Server(config).serve([listening]))


if __name__ == "__main__":
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    serve()
