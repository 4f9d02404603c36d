"""Wires the live table together: bridge, table, voice and page; starts them, and ends them motor first."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import random
import signal
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.address import page_url
from companion.announcer import Announcer
from companion.attendant import Attendant
from companion.bench import SimulatedBench
from companion.journal import Journal
from companion.launcher_kind import launcher_kind
from companion.meaning import Query
from companion.press import PressDesk
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.events import Phase
from companion.referee.notation import write
from companion.referee.refusals import Refusal
from companion.settings import Settings, SettingsError
from companion.settings_changes import changes
from companion.table import StaleVersionError, Table, Update
from companion.tags import CommandWord, command_tag
from companion.voice import announcements as said
from companion.voice.lines import Verbosity
from companion.voice.speaker import Speaker
from companion.voice.trouble import Trouble
from companion.voice.utterance import Announcement
from companion.web.access import Access
from companion.web.app import create_app
from companion.web.context import WebContext
from companion.web.server import Server, open_socket
from companion.web.talkers import names_of
from firmware_bridge.bridge import Bridge, PartStatus
from firmware_bridge.bridge_settings import BridgeSettings
from firmware_bridge.fire_profiles import Launcher
from firmware_bridge.fittings import FittingSettings
from firmware_bridge.last_resort import motor_first
from firmware_bridge.pin_map import LINES, PinMapError, PinsUnavailable
from firmware_bridge.reports import Report
from firmware_bridge.simulator.fault_plan import FaultPlan

log = logging.getLogger(__name__)

_STDIN = 0
WARNING_S = 10.0  # the longest that anything waits for the voice


@dataclass(frozen=True)
class RunOptions:
    """What the command line adds to the settings. ``speed`` divides every wait; ``seed`` makes a game repeatable."""

    settings: Settings
    data_dir: Path
    simulate: bool = False
    pin_log: Path | None = None
    speech_log: Path | None = None
    speed: float = 1.0
    seed: int | None = None
    faults: FaultPlan | None = None  # of the simulated dispenser
    tell_pin: bool = True  # False under systemd, where others read the log
    deck_findings: tuple[str, ...] = ()  # what is wrong with own decks' files in the data folder
    read_settings: Callable[[], Settings] | None = None  # once more, on SIGHUP
    show: Callable[[str], None] = print


class Service:
    """One table from start to stop. Raises JournalError, PortInUseError or OSError when it cannot start."""

    def __init__(self, options: RunOptions) -> None:
        settings = options.settings
        self._options = options
        self._socket: socket.socket = open_socket(settings.server.host, settings.server.port)
        self._journal = Journal(options.data_dir)
        self._access = Access(options.data_dir)
        self.url = page_url(settings.server.host, self._socket.getsockname()[1])
        self.announcer = Announcer(
            settings.table.locales,
            Verbosity(settings.voice.verbosity),
            self.url,
            pin=lambda: self._access.pin,
            simulated=self._simulated,
            audible=lambda: self.speaker.trouble is None,
        )
        self.speaker = Speaker(
            engine=settings.voice.engine,
            locales=settings.table.locales,
            rate_wpm=settings.voice.rate_wpm,
            volume=settings.voice.volume,
            lead_in_ms=settings.voice.lead_in_ms,
            speed=options.speed,
            speech_log=options.speech_log,
            on_trouble=self._speech_trouble,
        )
        self.table: Table  # made with everything else that lives on the event loop, in run
        self.bridge: Bridge
        self._attendant: Attendant
        self._bench: SimulatedBench
        self._presses: PressDesk
        self._had_trouble = False
        self._server: Server
        self._changing = asyncio.Lock()
        self._errands: set[asyncio.Task[None]] = set()
        self.shut_down = False  # by the button: the machine is to be switched off too
        self._ending = False

    async def run(self, play: Callable[[Service], Any] | None = None) -> None:
        """Serves until SIGTERM or Ctrl-C; with ``play`` (the demo) until that has ended."""
        self.table = Table(self._journal, self.announcer.narrate)
        self.bridge = Bridge(self._bridge_settings(self._options), self._attend, asyncio.get_running_loop())
        self._bench = SimulatedBench(self.bridge)
        self._attendant = self._seat_attendant()
        self._attendant.on_shutdown = self._shut_down
        with motor_first(self.bridge.motor_off_for_good, self._stopper()):
            await self._live(play)

    def _stopper(self) -> Callable[[], None]:
        """Ends the service while no server does: in the midst of its start. Once it is ending, nothing more."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()

        def stop() -> None:
            if task is not None and not self._ending:
                loop.call_soon_threadsafe(task.cancel)

        return stop

    async def _live(self, play: Callable[[Service], Any] | None) -> None:
        try:
            await asyncio.to_thread(self.bridge.open)
            voice = asyncio.create_task(self.speaker.start())
            saving = asyncio.create_task(self.table.keep_saving())
            server = Server(create_app(self._context()), [self._socket], on_exit=self.bridge.motor_off_for_good)
            self._server = server
            server.on_started = lambda: self._started(voice)
            if self._options.read_settings is not None:
                hangup = partial(self._hangup, had_terminal=os.isatty(_STDIN))
                asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, hangup)
            serving = asyncio.create_task(server.serve())
            if play is not None:
                await server.begun.wait()
                await voice
                await play(self)
                server.stop()
            await serving
            saving.cancel()
        finally:
            await self._end()

    async def _end(self) -> None:
        self._ending = True
        self.bridge.motor_off_for_good()
        for errand in self._errands:
            errand.cancel()
        await self._attendant.close()
        await asyncio.to_thread(self.bridge.close)
        await self.speaker.close()
        self.table.close()

    # Starting

    @staticmethod
    def _bridge_settings(options: RunOptions) -> BridgeSettings:
        settings = options.settings
        return BridgeSettings(
            state_dir=options.data_dir,
            simulate=options.simulate,
            pins=settings.pins,
            complete_without=frozenset(name for name in LINES if settings.origin(f"pins.{name}") != "default"),
            card_ms=settings.dispenser.card_ms,
            limit_ms=settings.dispenser.limit_ms,
            pause_ms=settings.dispenser.pause_ms,
            fittings=FittingSettings(
                beeper=settings.dispenser.beeper,
                beeper_volume=settings.dispenser.beeper_volume,
                quiet=settings.dispenser.quiet,
                angles=settings.aim.angles,
                settle_ms=settings.aim.settle_ms,
            ),
            speed=options.speed,
            scanner_url=settings.scanner.url or None,
            scanner_baud=settings.scanner.baud,
            repeat_window_ms=settings.scanner.repeat_window_ms,
            pin_log=options.pin_log,
            faults=options.faults,
            seed=options.seed,
        )

    def _seat_attendant(self) -> Attendant:
        settings, profiles = self._options.settings.dispenser, self._options.settings.profiles
        chance = random.Random(self._options.seed)  # noqa: S311 - a game's chance, no secret
        launcher = Launcher(
            profiles.fire_profile(settings.fire_profile), profiles.count_profile(settings.count_profile), chance
        )
        presses = PressDesk(
            self.table,
            self.bridge,
            launcher,
            guard_ms=settings.guard_ms,
            suspense_ms=settings.suspense_ms,
            speed=self._options.speed,
        )
        self._presses = presses
        return Attendant(self.table, presses, self.speaker, self.bridge, self.announcer)

    def _attend(self, report: Report) -> None:
        self._attendant.attend(report)

    def _context(self) -> WebContext:
        settings = self._options.settings
        return WebContext(
            table=self.table,
            submit=self._submit,
            meaning=self._meaning,
            words=self.announcer.words,
            announcements=self.speaker.announcements,
            ask=self._ask,
            health=self.health,
            bench=self._bench if self._options.simulate else None,
            host_names=names_of(socket.gethostname(), settings.server.hosts),
            locales=self.announcer.locales,
            access=self._access,
            on_speech=self._on_speech,
            launcher=launcher_kind(
                settings.profiles, settings.dispenser.fire_profile, settings.dispenser.count_profile
            ),
        )

    def _started(self, voice: asyncio.Task[None]) -> None:
        # What the start made stays for good: no later search for garbage, in the middle of a press, walks through it.
        gc.freeze()
        gc.enable()
        for finding in self._options.deck_findings:
            log.warning("own deck: %s", finding)
        show = self._options.show
        show(f"listening: {self.url}")
        show(f"join PIN: {self._access.pin if self._options.tell_pin else 'spoken and shown on request'}")
        show(f"dispenser: {_status_line(self.bridge.dispenser_status)}")
        show(f"scanner: {_status_line(self.bridge.scanner_status)}")
        voice.add_done_callback(lambda _: show(self.speaker.line()))
        self._welcome()

    def _welcome(self) -> None:
        begun = self.table.state.phase not in {Phase.NONE, Phase.GAME_OVER}
        then = said.game_resumed(self.table.state) if begun else said.begin(self.url)
        self._attendant.tell([*self.announcer.ready(), *then])
        self._attendant.tell_interrupted()
        self._attendant.point(self.table.state)

    # Changing while it runs, and ending by the button

    def _do(self, errand: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.get_running_loop().create_task(errand())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _hangup(self, *, had_terminal: bool) -> None:
        """SIGHUP: the settings are to be read again, unless the terminal that the table was started from is gone."""
        if had_terminal and not os.isatty(_STDIN):
            self.bridge.motor_off_for_good()
            self._server.stop()
        else:
            self._do(self._read_settings)

    async def _read_settings(self) -> None:
        """The settings file was changed: what can be is in force when the present press is over."""
        assert self._options.read_settings is not None  # noqa: S101 - else nobody listens for the signal
        async with self._changing:
            try:
                found = changes(self._options.settings, self._options.read_settings())
                async with self._presses.paused():
                    changed = replace(self._options, settings=found.settings)
                    await asyncio.to_thread(self.bridge.change, self._bridge_settings(changed))
            except (SettingsError, PinMapError, PinsUnavailable) as error:
                log.warning("the new settings are not taken, the old ones stay: %s", error)
                self._attendant.tell(said.settings_refused())
                return
            self._options = changed
            log.info("new settings in force: %s", ", ".join(found.now) or "none")
            if found.later:
                log.warning("these settings need a restart: %s", ", ".join(found.later))
            if found.now:
                self._attendant.point(self.table.state, anew=True)
                self._attendant.tell(said.settings_taken())

    def _shut_down(self) -> None:
        if not self.shut_down:
            self.shut_down = True
            self.bridge.motor_off_for_good()
            self._do(self._say_goodbye)

    async def _say_goodbye(self) -> None:
        machine_too = bool(self._options.settings.server.shutdown_command)
        self.speaker.stop()  # whatever else was to be said can be asked for again
        self._attendant.tell(said.shutting_down(machine_too=machine_too))
        await self._heard()
        self._server.stop()

    def _simulated(self) -> bool | None:
        mode = self.bridge.dispenser_status.mode
        return None if mode == "missing" else mode == "simulated"

    # What the page asks for

    async def _submit(
        self, command: Command, *, statement: str | None = None, key: str | None = None, version: int | None = None
    ) -> Update:
        if isinstance(command, cmd.Press) and command.cards is None and self._may_press_remotely():
            return await self._press_remotely(command, key, version)
        return await self.table.submit(command, statement=statement, key=key, version=version)

    async def _press_remotely(self, command: cmd.Press, key: str | None, version: int | None) -> Update:
        if key is not None and (answered := await self.table.answered(key, write(command))) is not None:
            return answered
        if version is not None and version != self.table.version:
            raise StaleVersionError
        pressed = await self._presses.press_from_phone(command.player, lambda: self._warn(command.player), key)
        return await self.table.submit(command) if pressed is None else pressed

    def _may_press_remotely(self) -> bool:
        return self._options.settings.dispenser.remote_press and self.bridge.health()["lid"] == "closed"

    async def _warn(self, player: str) -> None:
        """Says that cards may come although nobody is at the button, and waits until it was heard."""
        self._attendant.tell(said.remote_press(player))
        await self._heard()

    async def _heard(self) -> None:
        """Waits until all was said, but not for ever."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.speaker.finished(), WARNING_S / self._options.speed)

    def _meaning(self, command: Command) -> Command | None:
        meaning = self.table.preview(command)
        return None if isinstance(meaning, Query | Refusal) else meaning

    async def _ask(self, word: str) -> list[str]:
        update: Update = await self.table.submit(cmd.Scan(command_tag(CommandWord(word.upper()))))
        return list(update.says)

    def _on_speech(self, listener: Callable[[Announcement], None]) -> None:
        self.speaker.on_change = listener

    def health(self) -> dict[str, Any]:
        """The body of ``/api/health``, the listeners aside."""
        dispenser, speech = self.bridge.health(), self.speaker.health()
        journal = {"version": self.table.version, "state": self.table.journal_state}
        well = dispenser["fault"] is None and speech["state"] == "ok" and journal["state"] == "disk"
        well = well and dispenser["mode"] != "missing" and not dispenser["notes"]
        return {
            "status": "ok" if well else "degraded",
            "dispenser": dispenser,
            "speech": speech,
            "scanner": self.bridge.scanner_health(),
            "journal": journal,
        }

    def _speech_trouble(self, trouble: Trouble | None) -> None:
        if trouble is not None:
            log.warning("speech: %s", trouble.message)
            self.bridge.sound("alarm")
        elif self._had_trouble:
            self._attendant.tell(said.speech_back())
        self._had_trouble = trouble is not None

    # The demo's hands

    def scan(self, text: str) -> None:
        """A card is held under the simulated scanner."""
        self._bench.scan(text)

    def push_button(self) -> None:
        """The simulated button is pressed."""
        self._bench.press()

    def fill_hopper(self, cards: int) -> None:
        """So many cards are put into the simulated hopper."""
        self._bench.fill_hopper(cards)

    @property
    def cards_thrown(self) -> int:
        """How many cards the simulated dispenser has thrown."""
        return self._bench.cards_thrown

    @property
    def goes_wrong(self) -> bool:
        """Whether the simulated dispenser has faults."""
        return self._options.faults is not None

    @property
    def in_trouble(self) -> bool:
        """Whether somebody should look after the dispenser: it found something, or its lid is open."""
        dispenser = self.bridge.health()
        return dispenser["fault"] is not None or dispenser["lid"] == "open"

    def pull_card(self) -> None:
        """A hand pulls a card out of the simulated dispenser's mouth."""
        self._bench.fault("pulled-card")

    def mend(self, cards: int) -> None:
        """Somebody frees the dispenser of all faults, puts so many cards in and closes the lid."""
        self._bench.fault("clear")
        self._bench.fill_hopper(cards)

    async def pause(self, seconds: float) -> None:
        """Returns when so long has passed at the table, whatever its speed."""
        await asyncio.sleep(seconds / self._options.speed)

    async def quiet(self) -> None:
        """Returns when the voice has said all it had to say."""
        await self.speaker.finished()


def _status_line(status: PartStatus) -> str:
    if status.mode == "simulated":
        return f"simulated {status.message}" if status.message.startswith("/") else f"simulated ({status.message})"
    return f"{status.mode} ({status.message})"
