"""One open stream: what waits for it, how much that may be, and how long it may take to be read.

A burst of any number of events reaches a phone that reads: what waits is taken in one piece, and of the page's texts
only the newest waits. A phone that does not read is known by the bytes that pile up or the time that passes.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from companion.web.door.access import Phone
from companion.web.door.rights import Role

MOST_WAITING = 256 * 1024  # bytes: hundreds of statements
STUCK_S = 10.0  # for what a phone with any connection takes in milliseconds


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks at a page: in which language, from which seat, with which rights (``role`` None: has not joined)."""

    locale: str
    seat: str | None
    role: Role | None

    @classmethod
    def of(cls, locale: str, phone: Phone | None) -> Reader:
        """The reader who holds this phone."""
        return cls(locale, None, None) if phone is None else cls(locale, phone.name, phone.role)


class PageTexts:
    """The texts of a page as one event, put together when the first stream takes it; ``turned``: the turn passed."""

    def __init__(self, view: dict[str, Any], turned: bool) -> None:
        self._view = view
        self._formatted: dict[bool, bytes] = {}
        self.turned = turned

    def event(self, turned: bool) -> bytes:
        """The event's bytes; ``turned`` also where older texts that said so are left out."""
        if turned not in self._formatted:
            text = json.dumps(self._view | {"turned": turned}, ensure_ascii=False, separators=(",", ":"))
            self._formatted[turned] = f"event: page\ndata: {text}\n\n".encode()
        return self._formatted[turned]


class Listener:
    """One open stream. ``since`` is the version its snapshot showed.

    A page has a ``reader`` and is told its own texts and what is spoken besides. ``clock`` is monotonic, in seconds.
    """

    def __init__(
        self,
        address: str = "",
        phone_id: str | None = None,
        reader: Reader | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self.phone_id = phone_id
        self.reader = reader
        self.since = -1
        self._clock = clock
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._texts: PageTexts | None = None
        self._turned = False
        self._ended = False
        self._given_s: float | None = None  # since when it has not taken what it was given
        self._news = asyncio.Event()

    def tell(self, data: bytes) -> bool:
        """An event waits for it; False where too much waits already."""
        if self._bytes + len(data) > MOST_WAITING:
            return False
        self._waiting.append(data)
        self._bytes += len(data)
        self._news.set()
        return True

    def turn(self, texts: PageTexts) -> None:
        """Its page's newest texts wait for it instead of older ones."""
        self._texts = texts
        self._turned |= texts.turned
        self._news.set()

    def is_stuck(self) -> bool:
        """True where it has not read for so long that it will not."""
        return self._given_s is not None and self._clock() - self._given_s > STUCK_S

    def drop(self) -> None:
        """It ends without what still waits."""
        self._waiting.clear()
        self._texts = None
        self.end()

    def end(self) -> None:
        """It ends after what still waits."""
        self._ended = True
        self._news.set()

    async def told(self, first: bytes) -> AsyncIterator[bytes]:
        """What it is told, beginning with ``first``, until its end."""
        data = first
        while data or not self._ended:
            if data:
                self._given_s = self._clock()
                yield data
                self._given_s = None
            else:
                self._news.clear()
                await self._news.wait()
            data = self._take()

    def _take(self) -> bytes:
        """All that waits, in one piece; the page's texts first, which are the newest of all."""
        if self._texts is not None:
            self._waiting.insert(0, self._texts.event(self._turned))
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        self._texts, self._turned = None, False
        return data
