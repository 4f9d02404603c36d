"""What the table tells its listeners: each statement and what it came to, in order, each at its own place."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.answers import AsItWas, CameBack, Ended, LeftOut, PutRight, Query, TakenIn, UnreadCard, WentBack
from companion.author import Author
from companion.open_press import OpenPress
from companion.referee.commands import Command
from companion.referee.events import Event
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.set_up import SetUpNote
from companion.voice.utterance import Utterance

BY_SCAN = "scan "  # how a statement begins that a card, a badge or a button made
QUEUE_SIZE = 64


@dataclass(frozen=True, slots=True)
class Update:
    """One statement and what the table made of it. ``version`` is the table's after it.

    ``note``: what there is to say of several statements in one go, with the last of them. ``reopened``: the
    number of this press was taken back, and is asked for once more. ``ended``: what cards had begun and this scan has
    ended without its effect. ``author`` is the phone that said it, None where it was said at the table.
    ``words_only``: out of the journal, which keeps what was said, in the table's first language, and no state.
    """

    version: int
    statement: str
    command: Command
    events: tuple[Event, ...]
    refusal: Refusal | None
    before: State
    after: State
    utterances: tuple[Utterance, ...] = ()
    query: Query | None = None
    note: UnreadCard | AsItWas | LeftOut | SetUpNote | PutRight | WentBack | CameBack | TakenIn | None = None
    reopened: OpenPress | None = None
    ended: Ended | None = None
    saved: bool = True
    words_only: bool = False
    author: Author | None = None

    @property
    def says(self) -> tuple[str, ...]:
        """One line per utterance, in the first of the table's languages."""
        return tuple(next(iter(utterance.texts.values()), "") for utterance in self.utterances)

    @property
    def accepted(self) -> bool:
        return self.refusal is None

    @property
    def by_scan(self) -> bool:
        """True where a card or a button said it, and not a statement in words."""
        return self.statement.startswith(BY_SCAN)


class Subscription:
    """One listener's place: updates in order, or ``lost`` when it fell behind by a whole queue."""

    def __init__(self, size: int = QUEUE_SIZE) -> None:
        self._queue: deque[Update] = deque()
        self._size = size
        self._news = asyncio.Event()
        self.lost = False

    def offer(self, update: Update) -> None:
        """Called by the table; never waits."""
        if len(self._queue) >= self._size:
            self._queue.clear()
            self.lost = True
        self._queue.append(update)
        self._news.set()

    async def next(self) -> Update:
        """The next update; whoever sees ``lost`` set should read the whole state anew and clear it."""
        while not self._queue:
            self._news.clear()
            await self._news.wait()
        return self._queue.popleft()


#: Puts an update into words; pure.
Narrate = Callable[[Update], Iterable[Utterance]]
