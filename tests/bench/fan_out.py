"""One statement to many phones, beside a bare StreamingResponse: how late the last hear it, and what each costs."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.bare_server import BareServer
from tests.bench.figures import Figure, of_samples, p99
from tests.bench.processes import memory_mb
from tests.live_table import LiveTable

CROWDS = (100, 300, 1000)
SHOTS = 20
OF_AN_ADDRESS = 50  # the service takes 64 streams from one
PATIENCE_S = 30.0
AIM = 1.3
OURS, BARE = b"event: table", b"data: x"
LENGTH = 200  # about that of ours
STATEMENT = "Ben presses 0"  # not Ben's turn: told to everybody, and nothing waits for the disk


@dataclass
class _Crowd:
    """Phones that listen; when each heard the last event. ``request`` opens a stream, ``mark`` is in each event."""

    host: str
    port: int
    request: bytes
    mark: bytes
    phones: list[_Phone] = field(default_factory=list)
    heard_ns: list[int] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def grow(self, many: int) -> None:
        """So many phones listen from now on, each from the first bytes of its stream."""
        loop = asyncio.get_running_loop()
        for number in range(len(self.phones), many):
            address = (f"127.0.0.{2 + number // OF_AN_ADDRESS}", 0)
            _, phone = await loop.create_connection(lambda: _Phone(self), self.host, self.port, local_addr=address)
            self.phones.append(phone)
            await asyncio.wait_for(phone.begun.wait(), PATIENCE_S)

    async def all_heard(self) -> list[int]:
        """When each heard what was told."""
        while len(self.heard_ns) < len(self.phones):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE_S)
        heard, self.heard_ns = self.heard_ns, []
        return heard

    def close(self) -> None:
        for phone in self.phones:
            phone.transport.close()


class _Phone(asyncio.Protocol):
    transport: asyncio.Transport

    def __init__(self, crowd: _Crowd) -> None:
        self._crowd = crowd
        self.begun = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._crowd.request)

    def data_received(self, data: bytes) -> None:
        now_ns = time.monotonic_ns()
        if self._crowd.mark in data:
            self._crowd.heard_ns.append(now_ns)
            self._crowd.news.set()
        elif b"\n\n" in data:
            self.begun.set()


@dataclass(frozen=True, slots=True)
class _Teller:
    """One kept connection on which events are caused."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    request: bytes

    async def tell(self) -> int:
        """Causes one event; when it was asked for."""
        asked_ns = time.monotonic_ns()
        self.writer.write(self.request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        await self.reader.readexactly(length)
        return asked_ns


def measure(folder: Path) -> list[Figure]:
    """Our service and the bare one, each with every crowd."""
    with LiveTable(folder / "data") as table:
        table.join()
        table.accepted("game extreme players=Ann,Ben", "top red-7")
        cookie = "; ".join(f"{name}={value}" for name, value in table.http.cookies.items())
        body = f'{{"statement": "{STATEMENT}"}}'
        request = _request("POST", table.url, "/api/statements", cookie, body)
        opening = _request("GET", table.url, "/api/events", cookie)  # strangers have fewer streams
        stalled = asyncio.run(_stalled(table.url, opening, OURS, request))
        ours = asyncio.run(_run(table.url, opening, OURS, request, table.process.pid))
    with BareServer("tests.bench.bare_fan_out") as floor:
        request = _request("POST", floor.url, "/tell", body="x" * LENGTH)
        opening = _request("GET", floor.url, "/events")
        bare = asyncio.run(_run(floor.url, opening, BARE, request, floor.process.pid))
    told = [_figure(many, ours.late_ms[many], bare.late_ms[many]) for many in CROWDS]
    note = f"Resident memory of the service with {CROWDS[-1]} listeners, less that without any, for each."
    memory = Figure("memory per listener", ours.listener_kb, "kB", bare.listener_kb, note=note)
    note = "The floor is the same crowd just before, with that phone reading."
    late = of_samples(f"fan-out to {CROWDS[0]}, one stalled", *stalled, note=note)
    return [*told, memory, late]


def _figure(many: int, ours: list[float], bare: list[float]) -> Figure:
    ours_p99, bare_p99 = p99(ours), p99(bare)
    assert ours_p99 is not None
    assert bare_p99 is not None
    note = f"From the request to each listener; at p99 {ours_p99 / bare_p99:.2f} x the bare one, the aim is {AIM} x."
    return of_samples(f"fan-out to {many}", ours, bare, note=note)


@dataclass
class _Measured:
    late_ms: dict[int, list[float]] = field(default_factory=dict)
    listener_kb: float = 0.0


async def _run(url: str, opening: bytes, mark: bytes, request: bytes, pid: int) -> _Measured:
    crowd = _Crowd(*_place(url), opening, mark)
    measured = _Measured()
    before_mb = memory_mb([pid])
    for many in CROWDS:
        await crowd.grow(many)
        measured.late_ms[many] = await _late_ms(crowd, request)
    measured.listener_kb = (memory_mb([pid]) - before_mb) * 1000 / CROWDS[-1]
    crowd.close()
    return measured


async def _stalled(url: str, opening: bytes, mark: bytes, request: bytes) -> tuple[list[float], list[float]]:
    """The smallest crowd with one more phone, which reads no more; and just before, with it reading."""
    crowd = _Crowd(*_place(url), opening, mark)
    await crowd.grow(CROWDS[0] + 1)
    quiet_ms = await _late_ms(crowd, request)
    dead = crowd.phones.pop()
    dead.transport.pause_reading()
    late_ms = await _late_ms(crowd, request)
    crowd.close()
    dead.transport.abort()
    return late_ms, quiet_ms


async def _late_ms(crowd: _Crowd, request: bytes) -> list[float]:
    """How late each heard of each event."""
    teller = _Teller(*await asyncio.open_connection(crowd.host, crowd.port), request)
    late_ms: list[float] = []
    for _ in range(SHOTS):
        asked_ns = await teller.tell()
        late_ms += [(heard - asked_ns) / 1e6 for heard in await crowd.all_heard()]
    teller.writer.close()
    return late_ms


def _place(url: str) -> tuple[str, int]:
    parts = urlsplit(url)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


def _request(method: str, url: str, path: str, cookie: str = "", body: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}", f"Cookie: {cookie}"]
    lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()
