"""The live stream: every statement formatted once and handed to every phone.

A phone that does not read is dropped when its short queue is full, and nobody else waits for it; it comes back with
``Last-Event-ID`` and gets what it missed, or a snapshot where that is too long ago. Kinds: ``snapshot``, ``table``,
``dealing``, ``scans``, ``health``; on request ``spoken``, each new state of each announcement, for the page's log.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.referee.events import TurnPassed
from companion.referee.refusals import OF_AN_OPEN_PRESS
from companion.table import Table, Update
from companion.views import update_view
from companion.voice.utterance import Announcement
from companion.web.spoken import as_text

log = logging.getLogger(__name__)

QUEUE_SIZE = 16
KEPT = 256  # events that a phone may have missed and still be given
HEALTH_S = 1.0
PING_TICKS = 15  # a keep-alive every so many looks at the health
PING = b": ping\n\n"
_RETRY = b"retry: 2000\n"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a page: in which language, and from which seat."""

    locale: str
    seat: str | None


@dataclass(eq=False)
class Client:
    """One open stream. ``since`` is the version its snapshot showed; None in the queue ends it.

    A page has a ``reader`` and is told its own texts and what is spoken besides.
    """

    reader: Reader | None
    since: int = -1
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(QUEUE_SIZE))


@dataclass(frozen=True, slots=True)
class _Kept:
    number: int
    kind: str
    data: bytes


class Hub:
    """Subscribes to the table once and fans out. Lives on the table's event loop.

    ``snapshot``, ``health`` and ``page`` give the bodies as they are now, ``scans`` what scans are taken for; ``run``
    names this run in the ids.
    """

    def __init__(
        self,
        table: Table,
        snapshot: Callable[[], dict[str, Any]],
        health: Callable[[], dict[str, Any]],
        page: Callable[[Reader], dict[str, Any]],
        scans: Callable[[], str],
        *,
        run: str | None = None,
    ) -> None:
        self._table = table
        self._snapshot = snapshot
        self._health = health
        self._page = page
        self._scans = scans
        self._run = run or secrets.token_hex(4)
        self._clients: set[Client] = set()
        self._kept: deque[_Kept] = deque(maxlen=KEPT)
        self._number = 0
        self._ended = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._clients)

    # What comes in

    def start(self) -> None:
        """Hears every statement from now on, in the moment it happens."""
        self._loop = asyncio.get_running_loop()
        self._table.observers.append(self._table_moved)

    def stop(self) -> None:
        """Hears nothing any more."""
        self._table.observers.remove(self._table_moved)

    async def watch(self) -> None:
        """Tells of the machine's health when it changes, and keeps idle streams alive."""
        known = _noteworthy(self._health())
        tick = 0
        while True:
            await asyncio.sleep(HEALTH_S)
            tick += 1
            body = self._health()
            if _noteworthy(body) != known:
                known = _noteworthy(body)
                self._publish("health", body)
            if tick % PING_TICKS == 0:
                self._hand_out(PING, list(self._clients))

    def spoken(self, announcement: Announcement) -> None:
        """An announcement has a new state; may be called on any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                self._loop.call_soon_threadsafe(self._publish, "spoken", as_text(announcement))

    def _table_moved(self, update: Update) -> None:
        asks = update.refusal is not None and update.refusal.awaited in OF_AN_OPEN_PRESS
        if update.accepted or asks:  # a press may be open from now on, and the page asks how many cards came
            self._turn_pages(any(isinstance(event, TurnPassed) for event in update.events))
        # A snapshot taken a moment ago may show this already.
        shown = [client for client in self._clients if update.accepted and update.version <= client.since]
        self._publish("table", update_view(update), without=shown)

    def dealt(self) -> None:
        """The dispenser's deal has come further, which is no statement."""
        self._turn_pages(turned=False)
        self._publish("dealing", {"dealing": self._snapshot().get("dealing")})

    def scans_moved(self) -> None:
        """A code was enrolled or a card of a check scanned, or scans play again."""
        self._turn_pages(turned=False)
        self._publish("scans", {"scans": self._scans()})

    def voice_changed(self) -> None:
        """The table speaks otherwise from now on, which every page shows."""
        self._turn_pages(turned=False)

    def _turn_pages(self, turned: bool) -> None:
        """Every page gets its texts, put together once for all readers alike; a page missed is fetched anew."""
        readers: dict[Reader, list[Client]] = {}
        for client in self._clients:
            if client.reader is not None:
                readers.setdefault(client.reader, []).append(client)
        for reader, clients in readers.items():
            text = json.dumps(self._page(reader) | {"turned": turned}, ensure_ascii=False, separators=(",", ":"))
            self._hand_out(f"event: page\ndata: {text}\n\n".encode(), clients)

    # What goes out

    def _publish(self, kind: str, body: dict[str, Any], without: list[Client] | None = None) -> None:
        self._number += 1
        data = self._format(kind, body)
        self._kept.append(_Kept(self._number, kind, data))
        wanted = [client for client in self._clients if kind != "spoken" or client.reader]
        self._hand_out(data, [client for client in wanted if client not in (without or ())])

    def _hand_out(self, data: bytes, clients: list[Client]) -> None:
        for client in clients:
            try:
                client.queue.put_nowait(data)
            except asyncio.QueueFull:
                self._end(client)

    def _end(self, client: Client) -> None:
        self._clients.discard(client)
        while not client.queue.empty():
            client.queue.get_nowait()
        client.queue.put_nowait(None)

    def _format(self, kind: str, body: dict[str, Any]) -> bytes:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        return f"event: {kind}\nid: {self._run}-{self._number}\ndata: {text}\n\n".encode()

    def _snapshot_now(self) -> bytes:
        return self._format("snapshot", self._snapshot())

    async def events(self, last_event_id: str | None, reader: Reader | None = None) -> AsyncIterator[bytes]:
        """One phone's stream, as ready bytes, until it goes, falls behind or the service ends."""
        if self._ended:
            return
        client = Client(reader)
        first = self._missed(last_event_id, client)
        self._clients.add(client)
        try:
            yield _RETRY + first
            while (data := await client.queue.get()) is not None:
                yield data
        finally:
            self._clients.discard(client)

    def _missed(self, last_event_id: str | None, client: Client) -> bytes:
        run, _, text = (last_event_id or "").rpartition("-")
        last = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1  # noqa: PLR2004 - any number
        oldest = self._kept[0].number if self._kept else self._number + 1
        if run != self._run or not oldest - 1 <= last <= self._number:
            client.since = self._table.version
            return self._snapshot_now()
        kept = (item for item in self._kept if item.number > last and (client.reader or item.kind != "spoken"))
        return b"".join(item.data for item in kept) or b"\n"

    def end_all(self) -> None:
        """The service ends: every stream is closed and none is opened any more."""
        self._ended = True
        for client in list(self._clients):
            self._end(client)


def _noteworthy(health: dict[str, Any]) -> dict[str, Any]:
    """The health without what changes all the time."""
    passing = {"queued", "last", "reads", "dropped", "version", "listeners", "free_mb"}
    return {
        part: {name: value for name, value in body.items() if name not in passing} if isinstance(body, dict) else body
        for part, body in health.items()
        if part not in passing
    }
