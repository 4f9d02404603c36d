"""A table that deals, in simulated time: everything but voice, page and scanner's wire; any fault at any card."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from companion.announcer import Announcer
from companion.live.attendant import Attendant
from companion.live.dealing import DealDesk
from companion.press import PressDesk
from companion.referee.notation import read
from companion.settings import Deals
from companion.storage.journal import Journal
from companion.table import Table
from companion.tags import CommandWord, command_tag
from companion.voice.lines import Verbosity
from companion.voice.utterance import Utterance
from firmware_bridge.bridge import Bridge
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.fire_profiles import usual_launcher
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.reports import Report, TagRead
from firmware_bridge.simulator.dispenser import SimulatedDispenser
from firmware_bridge.simulator.fault_plan import FaultPlan
from firmware_bridge.simulator.simulated_time import SimulatedTime
from tests.fault_games import MOTOR, Ears

T = TypeVar("T")
GAME = "game extreme players=Ann,Ben,Cleo"


class Bilingual(Ears):
    """A voice whose every language is listened to."""

    def __init__(self, locales: tuple[str, ...]) -> None:
        super().__init__()
        self._locales = locales

    def say(self, utterances: Any) -> list[int]:
        told: list[Utterance] = list(utterances)
        self.heard += [" ".join(utterance.texts[locale].split()) for utterance in told for locale in self._locales]
        return []


class DealTable:
    """``async with DealTable(folder) as table``, inside :func:`live`. ``angles``: a servo turns the dispenser."""

    def __init__(
        self,
        folder: Path,
        *,
        deals: Deals = "ask",
        angles: tuple[int, ...] = (),
        locales: tuple[str, ...] = ("en",),
        verbosity: Verbosity = Verbosity.NORMAL,
        faults: FaultPlan | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulatedTime)
        self.deals: Deals = deals
        self.voice = Bilingual(locales)
        announcer = Announcer(locales, verbosity)
        self.table = Table(Journal(folder), announcer.narrate)
        settings = BridgeSettings(
            folder,
            simulate=True,
            complete_without=frozenset(),
            scanner_url="loop://",
            faults=faults,
            fittings=FittingSettings(angles=angles, settle_ms=100),
        )
        self.bridge = Bridge(settings, self._attend, loop, loop)
        self.presses = PressDesk(
            self.table,
            self.bridge,
            usual_launcher(Random(1)),
            guard_ms=700,
            suspense_ms=900,
            clock_ns=loop.now_ns,
        )
        self.attendant = Attendant(self.table, self.presses, self.voice, self.bridge, announcer)
        self.desk = self.attendant.deals = DealDesk(
            self.table,
            self.presses,
            self.bridge,
            self.attendant.tell,
            when=lambda: self.deals,
            verbosity=lambda: verbosity,
        )
        self.desk.aim = lambda: self.attendant.point(self.table.state)
        announcer.deal = lambda: self.desk.progress
        announcer.left_to_hands = lambda: self.desk.left_to_hands

    async def __aenter__(self) -> Self:
        self.bridge._open_pins()  # without a scanner: its thread has no part in this
        self.desk.resume()
        await self.calm()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.attendant.close()
        self.bridge.close()
        self.table.close()

    def _attend(self, report: Report) -> None:
        self.attendant.attend(report)

    @property
    def simulator(self) -> SimulatedDispenser:
        assert self.bridge.simulator is not None
        return self.bridge.simulator

    @property
    def hands(self) -> dict[str, int]:
        """What each player has got by the deal's account."""
        deal = self.desk._deal
        return {} if deal is None else dict(deal.hands)

    @property
    def at_rest(self) -> bool:
        """Whether every line that drives the motor is 0."""
        return not any(pin["state"] for pin in self.simulator.pins() if pin["name"] in MOTOR)

    async def calm(self, seconds: float = 1.0) -> None:
        """So much time passes, and everything that was begun is over."""
        await asyncio.sleep(seconds)
        while self.attendant.busy or self.bridge.health()["motor"] == "on":
            await asyncio.sleep(0.1)
        await asyncio.sleep(0)

    async def say(self, *statements: str) -> list[str]:
        """Statements that must be accepted, and what was heard."""
        before = len(self.voice.heard)
        for statement in statements:
            update = await self.table.submit(read(statement))
            assert update.accepted, (statement, update.refusal)
            await self.calm(0.1)
        return self.voice.heard[before:]

    async def scan(self, *words: str) -> list[str]:
        """Command cards, or other texts, under the scanner, and what was heard."""
        before = len(self.voice.heard)
        for word in words:
            text = command_tag(CommandWord(word)) if word in CommandWord.__members__ else word
            self.attendant.attend(TagRead(0, text, repeated=False))
            await self.calm(0.1)
        return self.voice.heard[before:]

    async def press(self) -> tuple[int, list[str]]:
        """A push of the button: how many cards came out, and what was heard."""
        thrown, before = self.simulator.cards_thrown, len(self.voice.heard)
        await self.calm()
        self.simulator.press()
        await self.calm()
        return self.simulator.cards_thrown - thrown, self.voice.heard[before:]

    def fault(self, name: str) -> None:
        self.simulator.fault(name)

    async def mend(self) -> None:
        """Somebody opens the dispenser, frees it, fills it and closes the lid."""
        self.fault("lid-open")
        await self.calm(0.2)
        self.fault("clear")
        self.fault("lid-closed")
        await self.calm(2)


def live(scene: Coroutine[Any, Any, T]) -> T:
    """Runs a scene in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedTime) as runner:
        return runner.run(scene)
