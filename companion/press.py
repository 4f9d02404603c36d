"""From an edge to ``A presses N``: whose press it is, what the launcher draws, what the gate counts.

The ding has sounded before any of this runs. The draw is on the disk before the motor starts, every counted card
updates it, and the last one makes it a statement. Both outcomes are revealed after the same suspense.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from companion.referee import commands as cmd
from companion.referee.decide import decide
from companion.referee.decks import Supply
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.table import Table, Update
from firmware_bridge.reports import CardCounted, DispenseEnded, Finding, LidChanged, PressAccepted

log = logging.getLogger(__name__)

PULSES = 3  # beeps between ding and outcome
_NS_PER_MS = 1_000_000


#: Says that cards may come, and returns when that was heard.
Warn = Callable[[], Awaitable[None]]


class Chance(Protocol):
    """What a press brings: what a dispenser is asked for, a launcher's draw, or a number that is known beforehand."""

    @property
    def fewest(self) -> int: ...
    def throw(self, asked: int | None) -> int: ...
    def reset(self) -> None: ...


class PressBridge(Protocol):
    """What this needs of the bridge."""

    def allow_presses(self, from_ns: int | None) -> None: ...
    def dispense(self, cards: int) -> None: ...
    def sound(self, name: str) -> None: ...


def counted_out(state: State, player: str) -> int | None:
    """How many cards a dispenser counts out for one press of this player; None where the launcher decides.

    All that is owed; one on the own turn, and one at a time while the end is open (``rules.md`` section 2).
    """
    if state.options.draw_from is not Supply.DISPENSER:
        return None
    debt = state.debt_of(state.seat(player))
    return 1 if debt is None or debt.number is None else debt.number


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
        self._guard_ns = round(guard_ms * _NS_PER_MS / speed)
        self._suspense_s = suspense_ms / 1000 / speed
        self.on_finding: Callable[[Finding, str, int], None] = lambda *_: None
        self._clock_ns = clock_ns
        self._reports: asyncio.Queue[CardCounted | DispenseEnded] = asyncio.Queue()
        self._busy = False
        self._presser = self._whose(table.state)
        self._since_ns = 0
        table.observers.append(self._table_moved)
        self._allow()

    # The edge's flag

    def _table_moved(self, update: Update) -> None:
        presser = self._whose(update.after)
        if presser != self._presser:
            # A second push of the player before, just after the turn changed, costs nobody a turn.
            self._since_ns = self._clock_ns() + self._guard_ns
        self._presser = presser
        self._allow()

    @staticmethod
    def _whose(state: State) -> str | None:
        index = state.presser()
        return None if index is None else state.name(index)

    def _allow(self) -> None:
        ready = self._presser is not None and not self._busy and self._table.interrupted is None
        self._bridge.allow_presses(self._since_ns if ready else None)

    # What hardware reports

    def report(self, report: CardCounted | DispenseEnded | LidChanged) -> None:
        """Takes a report of the bridge, on the event loop."""
        if isinstance(report, LidChanged):
            if not report.open:
                self._launcher.reset()
            return
        self._reports.put_nowait(report)

    async def press(self, _: PressAccepted) -> Update | None:
        """One accepted press, from the ding to the statement; None where the table rules otherwise after all."""
        return await self._press(self._table.interpreter.take_badge() or self._presser)

    async def press_from_phone(self, player: str, warn: Warn, key: str | None = None) -> Update | None:
        """A player who cannot reach the button presses; the motor waits until ``warn`` was heard.

        None where no press of this player is due, or one is under way.
        """
        if player != self._presser or self._busy:
            return None
        return await self._press(player, warn, key)

    async def _press(self, player: str | None, warn: Warn | None = None, key: str | None = None) -> Update | None:
        if player is None or self._busy or self._table.interrupted is not None:
            self._bridge.sound("buzz")
            return None
        self._busy = True
        self._allow()
        try:
            if warn is not None:
                self._bridge.sound("ding")
                await warn()
            least = cmd.Press(player, self._launcher.fewest)
            if isinstance(decide(self._table.state, least), Refusal):
                self._bridge.sound("buzz")
                return await self._table.submit(least)
            return await self._launch(player, key)
        finally:
            self._busy = False
            self._allow()

    async def _launch(self, player: str, key: str | None) -> Update | None:
        drawn = self._launcher.throw(counted_out(self._table.state, player))
        await self._table.begin_press(player, drawn)
        try:
            counted = await self._outcome(player, drawn)
        except BaseException:
            # The power or the program is going: the press stays on the disk as interrupted, to be asked about.
            self._table.abandon_press()
            raise
        return await self._table.end_press(counted, key)

    async def _outcome(self, player: str, drawn: int) -> int:
        await self._suspense()
        if drawn:
            return await self._dispense(player, drawn)
        self._bridge.sound("falling")
        return 0

    async def _suspense(self) -> None:
        for _ in range(PULSES):
            self._bridge.sound("pulse")
            await asyncio.sleep(self._suspense_s / PULSES)

    async def _dispense(self, player: str, drawn: int) -> int:
        while not self._reports.empty():  # what an earlier, abandoned dispense still reported
            self._reports.get_nowait()
        self._bridge.sound("rising")
        self._bridge.dispense(drawn)
        while True:
            report = await self._reports.get()
            await self._table.count_card(report.counted)
            if isinstance(report, DispenseEnded):
                if report.finding is not None:
                    self.on_finding(report.finding, player, report.counted)
                return report.counted
