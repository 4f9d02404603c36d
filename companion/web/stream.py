"""The live stream: every statement formatted once and handed to every phone.

A phone that does not read is dropped, and nobody else waits for it; it comes back with ``Last-Event-ID`` and gets
what it missed, or a snapshot where that is too long ago. Kinds: ``snapshot``, ``table``, ``dealing``, ``scans``,
``health``, ``ping``, ``removed``; a page is told besides: ``opening``, what it shows and the log as they are when its
stream begins; ``page``, its texts whenever they change; ``spoken``, each new state of each announcement.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.referee.events import TurnPassed
from companion.referee.refusals import OF_AN_OPEN_PRESS
from companion.table import Table
from companion.updates import Update
from companion.views import update_view
from companion.voice.utterance import Announcement
from companion.web.door.access import Phone
from companion.web.listener import Listener, PageTexts, Reader
from companion.web.views.spoken import as_text

log = logging.getLogger(__name__)

KEPT = 256  # events that a phone may have missed and still be given
HEALTH_S = 1.0
PING_TICKS = 15  # a keep-alive every so many looks at the health
PING = b"event: ping\ndata: {}\n\n"  # no comment: a script hears none, and has to notice a dead connection
REMOVED = b"event: removed\ndata: {}\n\n"
_RETRY = b"retry: 2000\n"

MOST_STREAMS = 1024
KEPT_FOR_JOINED = 256  # of them: strangers, who may only read, cannot take the last ones
MOST_OF_AN_ADDRESS = 64  # some tabs of each phone at a large table, all behind one router


@dataclass(frozen=True, slots=True)
class _Kept:
    number: int
    kind: str
    data: bytes


class Hub:
    """Subscribes to the table once and fans out. Lives on the table's event loop.

    ``snapshot``, ``health``, ``page`` and ``spoken_so_far`` give the bodies as they are now, ``scans`` what scans are
    taken for; ``run`` names this run in the ids.
    """

    def __init__(
        self,
        table: Table,
        *,
        snapshot: Callable[[], dict[str, Any]],
        health: Callable[[], dict[str, Any]],
        page: Callable[[Reader], dict[str, Any]],
        spoken_so_far: Callable[[], list[dict[str, Any]]],
        scans: Callable[[], str],
        run: str | None = None,
    ) -> None:
        self._table = table
        self._snapshot = snapshot
        self._health = health
        self._page = page
        self._spoken_so_far = spoken_so_far
        self._scans = scans
        self.run = run or secrets.token_hex(4)
        self._listeners: set[Listener] = set()
        self._kept: deque[_Kept] = deque(maxlen=KEPT)
        self._number = 0
        self._ended = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def has_room(self, address: str, *, joined: bool) -> bool:
        """Whether one more stream may be opened from this address, by a phone that has joined or a stranger's."""
        if self.listeners >= (MOST_STREAMS if joined else MOST_STREAMS - KEPT_FOR_JOINED):
            return False
        return Counter(listener.address for listener in self._listeners)[address] < MOST_OF_AN_ADDRESS

    # What comes in

    def start(self) -> None:
        """Hears every statement from now on, in the moment it happens."""
        self._loop = asyncio.get_running_loop()
        self._table.observers.append(self._table_moved)

    def stop(self) -> None:
        """Hears nothing any more."""
        self._table.observers.remove(self._table_moved)

    async def watch(self) -> None:
        """Tells of the machine's health when it changes, keeps idle streams alive, and drops those that are stuck."""
        known = _noteworthy(self._health())
        tick = 0
        while True:
            await asyncio.sleep(HEALTH_S)
            tick += 1
            body = self._health()
            if _noteworthy(body) != known:
                known = _noteworthy(body)
                self._turn_pages(turned=False)
                self._publish("health", body)
            self._drop([listener for listener in self._listeners if listener.is_stuck()])
            if tick % PING_TICKS == 0:
                for listener in self._listeners:
                    listener.tell(PING)

    def spoken(self, announcement: Announcement) -> None:
        """An announcement has a new state; may be called on any thread."""
        self._soon(lambda: self._publish("spoken", as_text(announcement)))

    def phone_moved(self, phone_id: str, phone: Phone | None) -> None:
        """A phone has another seat or role, or was removed (None); may be called on any thread."""
        self._soon(lambda: self._move(phone_id, phone))

    def _soon(self, call: Callable[[], None]) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: nobody listens any more
                self._loop.call_soon_threadsafe(call)

    def _table_moved(self, update: Update) -> None:
        asks = update.refusal is not None and update.refusal.awaited in OF_AN_OPEN_PRESS
        if update.accepted or asks:  # a press may be open from now on, and the page asks how many cards came
            self._turn_pages(any(isinstance(event, TurnPassed) for event in update.events))
        # A snapshot taken a moment ago may show this already.
        shown = [listener for listener in self._listeners if update.accepted and update.version <= listener.since]
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

    def refused(self) -> None:
        """A play was refused on which the table may insist."""
        self._turn_pages(turned=False)

    def _move(self, phone_id: str, phone: Phone | None) -> None:
        for listener in [listener for listener in self._listeners if listener.phone_id == phone_id]:
            if phone is None:
                listener.tell(REMOVED)
                self._let_go(listener)
            elif listener.reader is not None:
                listener.reader = Reader.of(listener.reader.locale, phone)
                self._turn_pages(turned=False, listeners=[listener])

    def _turn_pages(self, turned: bool, listeners: Iterable[Listener] | None = None) -> None:
        """Every page gets its texts, put together once for all readers alike."""
        readers: dict[Reader, list[Listener]] = {}
        for listener in self._listeners if listeners is None else listeners:
            if listener.reader is not None:
                readers.setdefault(listener.reader, []).append(listener)
        for reader, alike in readers.items():
            texts = PageTexts(self._page(reader), turned)
            for listener in alike:
                listener.turn(texts)

    # What goes out

    def _publish(self, kind: str, body: dict[str, Any], without: list[Listener] | None = None) -> None:
        self._number += 1
        data = self._format(kind, body)
        self._kept.append(_Kept(self._number, kind, data))
        wanted = [listener for listener in self._listeners if kind != "spoken" or listener.reader]
        full = [listener for listener in wanted if listener not in (without or ()) and not listener.tell(data)]
        self._drop(full)

    def _drop(self, listeners: Iterable[Listener]) -> None:
        for listener in listeners:
            self._listeners.discard(listener)
            listener.drop()

    def _let_go(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        listener.end()

    def _format(self, kind: str, body: dict[str, Any]) -> bytes:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        return f"event: {kind}\nid: {self.run}-{self._number}\ndata: {text}\n\n".encode()

    async def events(self, last_event_id: str | None, listener: Listener) -> AsyncIterator[bytes]:
        """One phone's stream, as ready bytes, until it goes, falls behind or the service ends."""
        if self._ended:
            return
        first = self._missed(last_event_id, listener)
        if listener.reader is not None:
            first += self._opening(listener.reader)
        self._listeners.add(listener)
        try:
            async for data in listener.told(_RETRY + first):
                yield data
        finally:
            self._listeners.discard(listener)

    def _missed(self, last_event_id: str | None, listener: Listener) -> bytes:
        run, _, text = (last_event_id or "").rpartition("-")
        last = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1  # noqa: PLR2004 - any number
        oldest = self._kept[0].number if self._kept else self._number + 1
        if run != self.run or not oldest - 1 <= last <= self._number:
            listener.since = self._table.version
            return self._format("snapshot", self._snapshot())
        kept = (item for item in self._kept if item.number > last and (listener.reader or item.kind != "spoken"))
        return b"".join(item.data for item in kept) or b"\n"

    def _opening(self, reader: Reader) -> bytes:
        """All that a page shows, in one piece with the stream: nothing can come between."""
        return self._format("opening", {"run": self.run, "log": self._spoken_so_far(), "view": self._page(reader)})

    def end_all(self) -> None:
        """The service ends: every stream is closed and none is opened any more."""
        self._ended = True
        for listener in list(self._listeners):
            self._let_go(listener)


def _noteworthy(health: dict[str, Any]) -> dict[str, Any]:
    """The health without what changes all the time."""
    passing = {"queued", "last", "reads", "dropped", "version", "listeners", "free_mb"}
    return {
        part: {name: value for name, value in body.items() if name not in passing} if isinstance(body, dict) else body
        for part, body in health.items()
        if part not in passing
    }
