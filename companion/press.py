"""From an edge to ``A presses N``: whose press it is, what the launcher draws, what the gate counts.

The ding has sounded before any of this runs. The draw is on the disk before the motor starts, every counted card
updates it, and the last one makes it a statement. Both outcomes are revealed after the same suspense. Where the gate
cannot vouch for the number the press stays open, and the table is asked. Where cards are missing it stays open until
another press has thrown them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Protocol

from companion.author import Author
from companion.open_press import OpenPress
from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.decide import decide
from companion.referee.decks import Supply
from companion.referee.refusals import Refusal
from companion.referee.state import State, folded
from companion.signals import lights, pulses
from companion.table import Table
from companion.updates import Update
from firmware_bridge.bridge import DispenserMissingError
from firmware_bridge.clock import MS
from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.light import Light
from firmware_bridge.reports import CardCounted, DispenseEnded, Finding, LidChanged, PressAccepted

log = logging.getLogger(__name__)

#: Says that cards may come, and returns when that was heard.
Warn = Callable[[], Awaitable[None]]

#: Takes one accepted press that is none of the game's, and returns when its cards are out.
Taker = Callable[[], Awaitable[None]]


class Chance(Protocol):
    """What a press brings: what a dispenser is asked for, a launcher's draw, or a number that is known beforehand."""

    @property
    def fewest(self) -> int: ...
    @property
    def misses(self) -> int: ...
    def throw(self, asked: int | None) -> int: ...
    def reset(self) -> None: ...


class PressBridge(Protocol):
    """What this needs of the bridge."""

    def allow_presses(self, from_ns: int | None) -> None: ...
    def dispense(self, cards: int) -> None: ...
    def motor_off(self) -> None: ...
    def gate_missed(self) -> None: ...
    def gate_trusted(self) -> None: ...
    def sound(self, name: str) -> None: ...
    def show(self, lights: Mapping[str, Light]) -> None: ...
    async def steady(self) -> None: ...


def counted_out(state: State, player: str) -> int | None:
    """How many cards a dispenser counts out for one press of this player; None where the launcher decides.

    All that is owed; one on the own turn, and one at a time while the end is open (``rules.md`` section 2).
    """
    if state.options.draw_from is not Supply.DISPENSER:
        return None
    debt = state.debt_of(state.seat(player))
    return 1 if debt is None or debt.number is None else debt.number


def _goes_on(ended: DispenseEnded, press: OpenPress) -> bool:
    """True where what was counted is certain, so that the next press of the button may throw the rest.

    A gate that saw nothing although the motor ran is believed once: by the second time it may be dead.
    """
    return not ended.in_doubt and not (ended.saw_nothing and press.finding == Finding.NO_FEED)


class PressDesk:
    """Takes presses one at a time and keeps the edge's flag up to date."""

    def __init__(
        self,
        table: Table,
        bridge: PressBridge,
        launcher: Chance,
        *,
        guard_ms: int,
        suspense_ms: int,
        speed: float = 1.0,
        clock_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._table = table
        self._bridge = bridge
        self._launcher = launcher
        self._guard_ns = round(guard_ms * MS / speed)
        self.on_dispensed: Callable[[DispenseEnded], None] = lambda _: None
        self.on_gate_missed: Callable[[], None] = lambda: None
        self._suspense_ms = suspense_ms
        self._ms = 1 / 1000 / speed  # in seconds
        self._clock_ns = clock_ns
        self._reports: asyncio.Queue[CardCounted | DispenseEnded] = asyncio.Queue()
        self._idle = asyncio.Event()  # no press is under way, and none is held up
        self._idle.set()
        self._pressing = asyncio.Lock()
        self._dispensed: str | None = None  # who got the cards of the last press
        self._unfed: OpenPress | None = None  # the motor ran for it, and the gate saw nothing, or nothing more
        self._presser = self._whose(table.state)
        self._since_ns = 0
        self._taker: Taker | None = None
        self._lent_until_ns = 0
        table.observers.append(self._table_moved)
        self._allow()

    # The edge's flag

    def _table_moved(self, update: Update) -> None:
        presser = self._whose(update.after)
        if presser != self._presser:
            self._guard()
        self._presser = presser
        self._allow()
        if update.accepted and self._shows_a_dead_gate(update):
            self.gate_missed()
            if isinstance(update.command, cmd.Correct):
                self._unfed = None  # of an open press the number may still be taken back
        elif update.reopened is not None:  # whoever told of unseen cards was wrong
            self._bridge.gate_trusted()

    def _guard(self) -> None:
        """A second push, just after the next press became somebody else's, counts for nobody."""
        self._since_ns = self._clock_ns() + self._guard_ns

    def lend(self, taker: Taker | None) -> None:
        """The next presses are ``taker``'s: the edge lets them in, whatever the game says. None: the game's again."""
        if taker == self._taker:
            return
        if taker is None:
            self._lent_until_ns = self._clock_ns()
        else:
            self._guard()
        self._taker = taker
        self._allow()

    def gate_missed(self) -> None:
        """The table knows of cards that the gate has not seen: the motor rests, and it is said."""
        self._bridge.gate_missed()
        self.on_gate_missed()

    def _shows_a_dead_gate(self, update: Update) -> bool:
        """The gate saw no card come, or no more, and the table knows better: the gate is dead."""
        if self._unfed is None:
            return False
        match update.command:
            case cmd.Press(player, int(number)):
                more = number > self._unfed.counted
            case cmd.Correct(cmd.Correctable.COUNT, int(number), str(player)):
                seat = update.before.find(player)
                more = seat is not None and number > update.before.seats[seat].count
            case _:
                return False
        return more and folded(player) == folded(self._unfed.player)

    @staticmethod
    def _whose(state: State) -> str | None:
        index = state.presser()
        return None if index is None else state.name(index)

    def _allow(self) -> None:
        press, in_doubt = self._table.interrupted, self._table.in_doubt
        owed = self._taker is not None or (press is not None and press.goes_on)
        ready = (owed or self._presser is not None) and not self._busy and not in_doubt
        self._bridge.allow_presses(self._since_ns if ready else None)
        self._bridge.show(lights(self._table.state, busy=self._busy, interrupted=in_doubt, lent=owed))

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """No press begins in here, and none is under way: the hardware may be taken apart."""
        while self._busy:  # another press may have begun before this goes on
            await self._idle.wait()
        with self._occupied():
            yield

    @property
    def _busy(self) -> bool:
        return not self._idle.is_set()

    @contextmanager
    def _occupied(self) -> Iterator[None]:
        self._idle.clear()
        self._allow()
        try:
            yield
        finally:
            self._idle.set()
            self._allow()

    # What hardware reports

    def report(self, report: CardCounted | DispenseEnded | LidChanged) -> None:
        """Takes a report of the bridge, on the event loop."""
        if isinstance(report, LidChanged):
            if not report.open:
                self._launcher.reset()
            return
        self._reports.put_nowait(report)

    async def press(self, accepted: PressAccepted) -> Update | None:
        """One accepted press, from the ding to the statement; None where it is none, or the table rules otherwise."""
        if self._taker is not None:
            await self._hand_over(self._taker)
            return None
        if accepted.t_ns < self._lent_until_ns:  # meant for whom it was lent to, and it is nobody else's
            self._bridge.sound("buzz")
            return None
        return await self._press(self._table.interpreter.take_badge() or self._due)

    @property
    def _due(self) -> str | None:
        """Whose press the next one is: that of cards that are missing, else by the game."""
        press = self._table.interrupted
        return self._presser if press is None else press.player

    async def _hand_over(self, taker: Taker) -> None:
        if self._busy or self._table.interrupted is not None:
            self._bridge.sound("buzz")
            return
        with self._occupied():
            await taker()
            self._guard()

    async def press_from_phone(
        self, player: str, warn: Warn, key: str | None = None, author: Author | None = None
    ) -> Update | None:
        """A player who cannot reach the button presses; the motor waits until ``warn`` was heard.

        None where no press of this player is due, or one is under way.
        """
        if player != self._due or self._busy:
            return None
        return await self._press(player, warn, key, author)

    async def _press(
        self,
        player: str | None,
        warn: Warn | None = None,
        key: str | None = None,
        author: Author | None = None,
    ) -> Update | None:
        if player is None or self._busy or self._table.in_doubt:
            self._bridge.sound("buzz")
            return None
        with self._occupied():
            async with self._pressing:
                return await self._take(player, warn, key, author)

    async def _take(self, player: str, warn: Warn | None, key: str | None, author: Author | None) -> Update | None:
        if warn is not None:
            self._bridge.sound("ding")
            await warn()
        if self._table.interpreter.reload_asked:  # whoever presses says that the discard was put back
            await self._table.submit(cmd.Reload(), author=author)
        if (press := self._table.interrupted) is not None:
            return await self._resume(press)
        least = cmd.Press(player, self._launcher.fewest)
        if isinstance(decide(self._table.state, least), Refusal):
            self._bridge.sound("buzz")
            return await self._table.submit(least, author=author)
        return await self._launch(player, key, author)

    async def _launch(self, player: str, key: str | None, author: Author | None) -> Update | None:
        misses = self._launcher.misses  # before the draw, which it must not tell of
        asked = counted_out(self._table.state, player)
        drawn = self._launcher.throw(asked)
        decided = misses if asked is None else None
        await self._table.begin_press(player, drawn, key, misses=decided, author=author)
        return await self._bring(OpenPress(player, drawn, 0), misses)

    async def _resume(self, press: OpenPress) -> Update | None:
        """The rest of a press that stopped early: what was drawn is known, so that there is no suspense."""
        await self._table.resume_press(press)
        return await self._bring(press)

    async def _bring(self, press: OpenPress, misses: int | None = None) -> Update | None:
        """The missing cards of a press come, after the suspense of so many ``misses``, and make it a statement."""
        self._dispensed = self._unfed = None
        ended = None
        try:
            await self._bridge.steady()
            if misses is not None:
                await self._suspense(misses)
            if press.missing:
                ended = await self._dispense(press)
            else:
                self._bridge.sound("falling")
        except (DispenserMissingError, DispenserBusyError):
            log.warning("the dispenser takes no press; this one waits for its number")
            return await self._table.ask_press()
        except BaseException:
            # The power or the program is going, and nobody counts any more: motor off. The press stays on the disk as
            # interrupted, to be asked about.
            self._bridge.motor_off()
            self._table.abandon_press()
            raise
        counted = press.counted + (0 if ended is None else ended.counted)
        if ended is not None and ended.finding is Finding.NO_FEED:
            self._unfed = replace(press, counted=counted)
        if ended is not None and (ended.in_doubt or counted < press.drawn):
            return await self._table.ask_press(goes_on=_goes_on(ended, press))
        update = await self._table.end_press(counted)
        if ended is not None and update is not None and update.accepted:
            to = (event.to for event in update.events if isinstance(event, ev.Pressed))
            self._dispensed = next(to, press.player)
        return update

    async def late_card(self) -> Update | None:
        """One more card of the last dispense is out, pulled from the gate: it belongs to whoever got the others.

        A press that waits for its number has one more; one that is a statement already is put right. A press whose
        number the table told is left alone: the table saw that card.
        """
        async with self._pressing:
            asked = await self._table.late_card()
            if asked is not None or self._dispensed is None:
                return asked
            player = self._dispensed
            seat = self._table.state.find(player)
            if seat is None:
                return None
            one_more = self._table.state.seats[seat].count + 1
            return await self._table.submit(cmd.Correct(cmd.Correctable.COUNT, one_more, player))

    async def _suspense(self, misses: int) -> None:
        time_s = asyncio.get_running_loop().time
        begun_s = time_s()
        for beat_ms in pulses(misses, self._suspense_ms):
            await asyncio.sleep(begun_s + beat_ms * self._ms - time_s())
            self._bridge.sound("pulse")
        await asyncio.sleep(begun_s + self._suspense_ms * self._ms - time_s())

    async def _dispense(self, press: OpenPress) -> DispenseEnded:
        async def count(cards: int) -> None:
            await self._table.count_card(press.counted + cards)

        self._bridge.sound("rising")
        ended = await self._throw(press.missing, count)
        if ended.finding is not None:
            await self._table.find_press(ended.finding)
        self.on_dispensed(ended)
        return ended

    async def throw(self, cards: int, count: Callable[[int], Awaitable[None]]) -> DispenseEnded:
        """So many cards are thrown for whoever was lent the press, and each is given to ``count`` as it is out.

        Raises DispenserMissingError, DispenserBusyError.
        """
        self._dispensed = self._unfed = None
        await self._bridge.steady()
        ended = await self._throw(cards, count)
        self.on_dispensed(ended)
        return ended

    async def _throw(self, cards: int, count: Callable[[int], Awaitable[None]]) -> DispenseEnded:
        while not self._reports.empty():  # what an earlier, abandoned dispense still reported
            self._reports.get_nowait()
        self._bridge.dispense(cards)
        while True:
            report = await self._reports.get()
            await count(report.counted)
            if isinstance(report, DispenseEnded):
                return report
