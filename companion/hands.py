"""The robots' hands, eyes and ears at a simulated table that runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from companion.bench import SimulatedBench
from companion.table import Table


class Hands:
    """What robots touch and see at ``table``, through the things on its bench.

    ``finished`` returns when the voice has said all it had to say. ``speed`` divides every wait; ``goes_wrong``:
    whether the simulated dispenser has faults.
    """

    def __init__(
        self,
        table: Table,
        bench: SimulatedBench,
        finished: Callable[[], Awaitable[None]],
        *,
        speed: float,
        goes_wrong: bool,
    ) -> None:
        self.table = table
        self._bench = bench
        self._finished = finished
        self._speed = speed
        self.goes_wrong = goes_wrong

    def scan(self, text: str) -> None:
        """A card is held under the scanner."""
        self._bench.scan(text)

    def push_button(self) -> None:
        """The button is pressed."""
        self._bench.press()

    def fill_hopper(self, cards: int) -> None:
        """So many cards are put into the hopper."""
        self._bench.fill_hopper(cards)

    @property
    def cards_thrown(self) -> int:
        """How many cards the dispenser has thrown."""
        return self._bench.cards_thrown

    @property
    def in_trouble(self) -> bool:
        """Whether somebody should look after the dispenser: it found something, or its lid is open."""
        return self._bench.in_trouble

    def pull_card(self) -> None:
        """A hand pulls a card out of the dispenser's mouth."""
        self._bench.fault("pulled-card")

    def mend(self, cards: int) -> None:
        """Somebody frees the dispenser of all faults, puts so many cards in and closes the lid."""
        self._bench.fault("clear")
        self._bench.fill_hopper(cards)

    async def pause(self, seconds: float) -> None:
        """Returns when so long has passed at the table, whatever its speed."""
        await asyncio.sleep(seconds / self._speed)

    async def quiet(self) -> None:
        """Returns when the voice has said all it had to say."""
        await self._finished()
