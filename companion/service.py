"""Wires the live table together: bridge, table, voice and page; starts them, and ends them motor first."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import os
import random
import socket
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.address import Whereabouts
from companion.announcer import Announcer
from companion.author import Author
from companion.backup import lay_ready, pack
from companion.bench import SimulatedBench
from companion.launcher_kind import launcher_kind
from companion.live.attendant import Attendant
from companion.live.dealing import DealDesk
from companion.live.late_dispenser import keep_trying
from companion.live.scan_desk import ScanDesk
from companion.live.service_manager import ServiceManager
from companion.live.settings_reload import SettingsReload, on_hangup
from companion.live.surroundings import Surroundings
from companion.live.surroundings import well as surroundings_well
from companion.live.watchdog import Watchdog, Watched
from companion.manner import Manner
from companion.press import PressDesk
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.events import Phase
from companion.referee.notation import write
from companion.replay.run import draws_of
from companion.run_options import RunOptions
from companion.scan_tasks.code_book import CodeBook
from companion.seat_names import seat_names
from companion.settings import Settings, VoiceSettings
from companion.storage.data_files import BackupError, Useless
from companion.storage.journal_file import JournalError
from companion.storage.journal_repair import open_journal
from companion.table import StaleVersionError, Table
from companion.tags import VOICE_WISHES, CommandWord, command_tag
from companion.updates import Update
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays.history_lines import history
from companion.voice.between_plays.scan_lines import headphones_silent
from companion.voice.between_plays.single_answers import SINGLE, single_answer
from companion.voice.earcons import Earcon
from companion.voice.errands.enrol_lines import codes_unknown
from companion.voice.lines import Line, Verbosity, happened, sounded
from companion.voice.speech.legend import Legend
from companion.voice.speech.speaker import Speaker
from companion.voice.speech.trouble import Trouble
from companion.voice.utterance import Announcement
from companion.web.app import create_app
from companion.web.context import Checked, WebContext
from companion.web.door.access import Access
from companion.web.door.own_names import OwnNames
from companion.web.door.rights import HostMatter, matter_of
from companion.web.pages.check_page import QUESTION
from companion.web.server import Server, open_socket
from companion.wishes.name_sounds import NameSounds, tried
from companion.wishes.own_presets import OwnPresets
from companion.wishes.voice_wishes import VoiceWishes
from firmware_bridge.bridge import Bridge
from firmware_bridge.fire_profiles import Launcher
from firmware_bridge.last_resort import motor_first
from firmware_bridge.part_status import PartStatus
from firmware_bridge.reports import Report

if TYPE_CHECKING:
    from companion.live.table_check import TableCheck

log = logging.getLogger(__name__)

MOTOR_START_S = 2.0  # a scanner that is lost so soon after it is lost to it (field report A7-04)
WARNING_S = 10.0  # the longest that anything waits for the voice


class Service:
    """One table from start to stop. Raises JournalError, PortInUseError or OSError when it cannot start."""

    def __init__(self, options: RunOptions) -> None:
        settings = options.settings
        self._options = options
        self._socket: socket.socket = open_socket(settings.server.host, settings.server.port)
        try:
            self._journal, self._repair = open_journal(options.data_dir, datetime.now(UTC))
        except JournalError:
            self._socket.close()
            raise
        self._codes = CodeBook(options.data_dir)
        self._access = Access(options.data_dir)
        self._whereabouts = Whereabouts(settings.server.host, self._socket.getsockname()[1])
        self.announcer = Announcer(
            settings.table.locales,
            Verbosity(settings.voice.verbosity),
            self._whereabouts.now,
            pin=self._access.say_pin,
            simulated=self._simulated,
            audible=lambda: self.speaker.aloud,
        )
        self.speaker = Speaker(
            engine=settings.voice.engine,
            locales=settings.table.locales,
            rate_wpm=settings.voice.rate_wpm,
            volume=settings.voice.volume,
            regions=settings.voice.regions,
            lead_in_ms=settings.voice.lead_in,
            earcons=settings.voice.earcons,
            speed=options.speed,
            speech_log=options.speech_log,
            on_trouble=self._speech_trouble,
        )
        self._headphones = self._private_voice()
        self._names = NameSounds(settings.voice.say_like, options.data_dir, self._call_so)
        self.announcer.beeps = lambda: self.bridge.beeps
        self.announcer.headphones = self._headphones is not None
        self._wishes = VoiceWishes(settings, options.data_dir, self._speak_so)
        self.table: Table  # made with everything else that lives on the event loop, in run
        self.bridge: Bridge
        self._attendant: Attendant
        self.bench: SimulatedBench
        self._presses: PressDesk
        self._deals: DealDesk
        self._desk: ScanDesk
        self._reload: SettingsReload
        self._surroundings: Surroundings
        self._had_trouble = False
        self._server: Server
        self._manager = ServiceManager(os.environ)
        self._errands: set[asyncio.Task[None]] = set()
        self.shut_down = False  # by the button: the machine is to be switched off too
        self.start_again = False  # with what a host has restored
        self._restoring = asyncio.Lock()
        self._ending = False

    async def run(self, play: Callable[[Service], Any] | None = None) -> None:
        """Serves until SIGTERM or Ctrl-C; with ``play`` (the demo) until that has ended."""
        house = self._options.house()
        recovered = self._repair is not None
        self.table = Table(
            self._journal, self.announcer.narrate, house=house, codes=self._codes.codes, recovered=recovered
        )
        self.speaker.seat_names = self._seat_names
        self.bridge = Bridge(self._options.bridge_settings(), self._attend, asyncio.get_running_loop())
        self.bench = SimulatedBench(self.bridge)
        self.table.journal.observers.append(self._disk_moved)
        self.table.observers.append(self._table_moved)
        self._attendant = self._seat_attendant()
        self._attendant.on_shutdown = self._shut_down
        self._attendant.why_lost = self._why_lost
        self._surroundings = Surroundings(self._whereabouts, self._options.data_dir, self._attendant.tell)
        self._reload = SettingsReload(
            self._options, self.bridge, self._presses, self._attendant, lambda: self.table.state
        )
        self._reload.on_voice = self._sound_so
        stop = self._stopper()
        with motor_first(self.bridge.motor_off_for_good, stop):
            if self._options.read_settings is not None:
                on_hangup(lambda: None, stop)  # they are just being read
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
            if self._headphones is not None:
                self._do(self._headphones.start)
            beside = [
                asyncio.create_task(self.table.journal.keep_saving()),
                asyncio.create_task(self._surroundings.watch()),
                asyncio.create_task(self._watchdog().watch()),
                asyncio.create_task(keep_trying(self.bridge, self._dispenser_found)),
            ]
            server = Server(create_app(self._context()), [self._socket], on_exit=self.bridge.motor_off_for_good)
            self._server = server
            server.on_started = lambda: self._started(voice)
            if self._options.read_settings is not None:
                on_hangup(partial(self._read_settings, self._options.read_settings), self._stop)
            serving = asyncio.create_task(server.serve())
            if play is not None:
                await server.begun.wait()
                await voice
                await self._until_either(asyncio.ensure_future(play(self)), serving)
                server.stop()
            await serving
            for task in beside:
                task.cancel()
        finally:
            await self._end()

    @staticmethod
    async def _until_either(playing: asyncio.Future[None], serving: asyncio.Task[None]) -> None:
        """Returns when the robots have played, or raises what stopped them; a signal sends them home in mid-game."""
        await asyncio.wait({playing, serving}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing

    async def _end(self) -> None:
        self._ending = True
        self.bridge.motor_off_for_good()
        self._manager.stopping()
        for errand in self._errands:
            errand.cancel()
        await self._attendant.close()
        await asyncio.to_thread(self.bridge.close)
        await self.speaker.close()
        if self._headphones is not None:
            await self._headphones.close()
        self.table.close()

    # Starting

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
        attendant = Attendant(self.table, presses, self.speaker, self.bridge, self.announcer)
        attendant.on_wish = self._wishes.take
        attendant.make_hosts = self._access.make_seat_hosts
        attendant.headphones = self._headphones
        attendant.on_private_read = attendant.name_privately
        self._deals = attendant.deals = DealDesk(
            self.table,
            presses,
            self.bridge,
            attendant.tell,
            when=lambda: self._reload.settings.dispenser.deals,
            verbosity=lambda: self.announcer.verbosity,
        )
        self._desk = attendant.desk = ScanDesk(
            self._options.data_dir,
            self._codes,
            self._options.settings.table.labels,
            attendant.tell,
            attendant.answer,
            turns=attendant.scans_turn,
        )
        self.table.observers.append(self._desk.table_moved)
        self._deals.aim = lambda: attendant.point(self.table.state)
        self.announcer.deal = lambda: self._deals.progress
        self.announcer.open_press = lambda: self.table.open_question
        self.announcer.left_to_hands = lambda: self._deals.left_to_hands
        return attendant

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
            check=self._check,
            health=self.health,
            bench=self.bench if self._options.simulate else None,
            host_names=OwnNames(lambda: self._whereabouts.name, settings.server.hosts),
            whereabouts=self._whereabouts.now,
            locales=settings.table.locales,
            access=self._access,
            on_speech=self._on_speech,
            deals=self._deals,
            desk=self._desk,
            sounds=Legend(self.speaker, lambda: self.announcer.locales),
            voice=self._wishes,
            names=self._names,
            badge_names=settings.table.names,
            presets=OwnPresets(self._options.data_dir),
            chance=random.SystemRandom(),
            hear_name=self._hear_name,
            launcher=launcher_kind(
                settings.profiles, settings.dispenser.fire_profile, settings.dispenser.count_profile
            ),
            draws=draws_of,
            backup=self._back_up,
            restore=self._restore,
        )

    def _started(self, voice: asyncio.Task[None]) -> None:
        # What the start made stays for good: no later search for garbage, in the middle of a press, walks through it.
        gc.freeze()
        gc.enable()
        for finding in self._options.deck_findings:
            log.warning("own deck: %s", finding)
        show = self._options.show
        show(f"listening: {self._whereabouts.now().url}")
        show(f"join PIN: {self._access.pin if self._options.tell_pin else 'spoken and shown on request'}")
        show(f"dispenser: {_status_line(self.bridge.dispenser_status)}")
        show(f"scanner: {_status_line(self.bridge.scanner_status)}")
        if (private := self.bridge.private_status) is not None:
            show(f"private reader: {_status_line(private)}")
        self._manager.ready(f"the table's page is {self._whereabouts.now().url}")
        self._attendant.readers_shown = True
        voice.add_done_callback(lambda _: show(self.speaker.line()))
        self._welcome()
        self._prune()

    def _watchdog(self) -> Watchdog:
        """Each part's limit is the longest that it may be at one piece of work, on a slow Pi with a slow card."""
        bridge, journal, speaker = self.bridge, self.table.journal, self.speaker
        return Watchdog(
            self._manager,
            [
                Watched("the pins", 1, lambda: bridge.pins_reported_ns, bridge.ask_pins),
                Watched("the scanner", 15, lambda: bridge.scanner_reported_ns),
                Watched("the voice", 60 + WARNING_S, lambda: speaker.reported_ns),
                Watched("the journal", 20, lambda: journal.reported_ns, journal.ask),
            ],
            time.monotonic_ns,
            bridge.motor_off,
        )

    def _welcome(self) -> None:
        begun = self.table.state.phase not in {Phase.NONE, Phase.GAME_OVER}
        then = said.game_resumed(self.table.state) if begun else said.begin()
        ready = sounded(self.announcer.ready(), Earcon.READY)
        self._attendant.tell_journal(self._repair)
        self._attendant.tell([*ready, *(then if self._deals.progress is None else [])])
        self._surroundings.page_was_told(self._whereabouts.now())
        self._codes.codes()
        if self._codes.trouble is not None:
            self._attendant.tell([happened(codes_unknown(), "")])
        self._attendant.tell_interrupted()
        self._deals.resume()
        self._attendant.point(self.table.state)

    # Changing while it runs, and ending by the button

    def _do(self, errand: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = asyncio.get_running_loop().create_task(errand())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _read_settings(self, read: Callable[[], Settings]) -> None:
        self._do(lambda: self._reload.read_again(read))

    def _stop(self) -> None:
        self.bridge.motor_off_for_good()
        self._server.stop()

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

    def _dispenser_found(self) -> None:
        self._attendant.tell(said.dispenser_found())
        self._attendant.point(self.table.state, anew=True)

    def _why_lost(self) -> str | None:
        """What a reader that has just gone was lost to: a weak supply, or a motor's start, which may be the same."""
        if self._surroundings.reader_lost():
            return "power"
        return "motor" if self.bridge.motor_started_within(MOTOR_START_S) else None

    def _simulated(self) -> bool | None:
        mode = self.bridge.dispenser_status.mode
        return None if mode == "missing" else mode == "simulated"

    # What the page asks for

    async def _submit(
        self,
        command: Command,
        *,
        statement: str | None = None,
        key: str | None = None,
        version: int | None = None,
        author: Author | None = None,
    ) -> Update:
        if isinstance(command, cmd.Press) and command.cards is None and self._may_press_remotely():
            return await self._press_remotely(command, key, version, author)
        return await self.table.submit(command, statement=statement, key=key, version=version, author=author)

    async def _press_remotely(
        self, command: cmd.Press, key: str | None, version: int | None, author: Author | None
    ) -> Update:
        if key is not None and (answered := await self.table.answered(key, write(command))) is not None:
            return answered
        if version is not None and version != self.table.version:
            raise StaleVersionError
        pressed = await self._presses.press_from_phone(
            command.player, lambda: self._warn(command.player), key, author
        )
        return await self.table.submit(command, author=author) if pressed is None else pressed

    def _may_press_remotely(self) -> bool:
        return self._reload.settings.dispenser.remote_press and self.bridge.health()["lid"] == "closed"

    async def _warn(self, player: str) -> None:
        """Says that cards may come although nobody is at the button, and waits until it was heard."""
        self._attendant.tell(said.remote_press(player))
        await self._heard()

    async def _heard(self) -> None:
        """Waits until all was said, but not for ever."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.speaker.finished(), WARNING_S / self._options.speed)

    def _meaning(self, command: Command) -> Command | HostMatter | None:
        return matter_of(self.table.preview(command))

    def _new_check(self) -> TableCheck:
        from companion.live.table_check import TableCheck  # noqa: PLC0415 - a twentieth of the start, and seldom wanted

        simulated = self._simulated() is True
        return TableCheck(lambda: self._reload.options, self.health, self._whereabouts.now, lambda: simulated)

    async def _check(self, locale: str) -> Checked:
        return await (await asyncio.to_thread(self._new_check)).for_page(locale)

    async def _check_aloud(self) -> list[Line]:
        return await (await asyncio.to_thread(self._new_check)).aloud()

    async def _ask(self, question: str, locale: str) -> list[str]:
        lines = await self._check_aloud() if question == QUESTION else self._answer(question)
        if lines is not None:
            self._attendant.tell(lines)
            return self.announcer.texts(lines, locale)
        word = CommandWord(question.upper())
        update: Update = await self.table.submit(cmd.Scan(command_tag(word)))
        if word in VOICE_WISHES:
            return self.announcer.texts(self._wishes.confirmed, locale)
        if word is CommandWord.REPEAT:
            said = [line for line in self.speaker.announcements(0) if line.number in self._attendant.repeated]
            return [line.text for line in said if line.locale == locale] or [line.text for line in said]
        return self.announcer.words(update, locale)

    def _answer(self, question: str) -> list[Line] | None:
        """What is answered beside the cards: a card that the table waits for is still waited for."""
        if question == "pin":
            return self.announcer.pin()
        if question == "history":
            return history(self.table.state, self.announcer.address)
        return single_answer(question, self.table.state, self.announcer.address) if question in SINGLE else None

    async def _back_up(self) -> bytes:
        try:
            journal = await self.table.journal.copy()
            return await asyncio.to_thread(pack, self._options.data_dir, journal, datetime.now(UTC))
        except (JournalError, OSError) as error:
            raise BackupError(Useless.DISK, str(error)) from error

    async def _restore(self, content: bytes) -> None:
        """What is restored lies ready then, and the table ends, to start again with it."""
        async with self._restoring:
            await asyncio.to_thread(lay_ready, self._options.data_dir, io.BytesIO(content), datetime.now(UTC))
        if not self.start_again:
            self.start_again = True
            self.bridge.motor_off_for_good()
            self._do(self._end_to_start_again)

    async def _end_to_start_again(self) -> None:
        self.speaker.stop()
        self._attendant.tell(said.restored())
        await self._heard()
        self._server.stop()

    def _on_speech(self, listener: Callable[[Announcement], None]) -> None:
        self.speaker.on_change = listener

    def health(self) -> dict[str, Any]:
        """The body of ``/api/health``, the listeners aside."""
        dispenser, speech = self.bridge.health(), self.speaker.health()
        journal = {"version": self.table.version, "state": self.table.journal.state}
        well = (
            dispenser["fault"] is None and journal["state"] == "disk" and (speech["state"] == "ok" or speech["off"])
        )
        surroundings = self._surroundings.health()
        well = well and dispenser["mode"] != "missing" and not dispenser["notes"] and surroundings_well(surroundings)
        settings = self._reload.standing.as_json()
        return {
            "status": "ok" if well and settings["state"] != "refused" else "degraded",
            "dispenser": dispenser,
            "speech": speech,
            "scanner": {**self.bridge.scanner_health(), "lost_to": self._attendant.lost_to},
            "journal": journal,
            "settings": settings,
            **surroundings,
        }

    def _table_moved(self, update: Update) -> None:
        if update.accepted and isinstance(update.command, cmd.NewGame):
            self._prune()

    def _prune(self) -> None:
        if keep := self._options.settings.table.keep_games:
            self._do(lambda: self._prune_to(keep))

    async def _prune_to(self, keep: int) -> None:
        if deleted := await self.table.journal.prune(keep):
            log.info("%d old games were deleted: table.keep_games is %d", deleted, keep)

    def _disk_moved(self) -> None:
        if self.table.journal.state != "memory":
            self._access.keep_again()

    def _speak_so(self, manner: Manner) -> None:
        self.speaker.speak_so(rate_wpm=manner.rate_wpm, volume=manner.volume, locales=manner.locales)
        if self._headphones is not None:
            self._headphones.speak_so(rate_wpm=manner.rate_wpm, volume=manner.volume, locales=manner.locales)
        self.announcer.locales, self.announcer.verbosity = manner.locales, manner.verbosity

    def _sound_so(self, voice: VoiceSettings) -> None:
        self.speaker.earcons = voice.earcons
        if self._headphones is not None:
            self._headphones.earcons = voice.earcons
        self._names.follow(voice.say_like)

    def _call_so(self, names: Mapping[str, str]) -> None:
        self.speaker.names = names
        if self._headphones is not None:
            self._headphones.names = names

    def _seat_names(self, locale: str) -> Mapping[str, str]:
        """Of who sits here, and of whom the badges are while nobody plays, those whom the voice calls by the seat."""
        seated = [seat.name for seat in self.table.state.seats]
        return seat_names(seated or self._options.settings.table.names, locale)

    def _hear_name(self, name: str, like: str) -> bool:
        if self.speaker.aloud:
            self.speaker.say([tried(name, like, self.announcer.locales)])
        return self.speaker.aloud

    def _private_voice(self) -> Speaker | None:
        """For headphones: what it says is in no log, and nobody else hears or reads it."""
        voice, locales = self._options.settings.voice, self._options.settings.table.locales
        if not voice.private_device:
            return None
        return Speaker(
            engine=voice.engine,
            locales=locales,
            regions=voice.regions,
            lead_in_ms=voice.lead_in,
            device=voice.private_device,
            earcons=voice.earcons,
            speed=self._options.speed,
            on_trouble=self._headphones_trouble,
        )

    def _headphones_trouble(self, trouble: Trouble | None) -> None:
        if trouble is not None:
            self._attendant.tell(headphones_silent())

    def _speech_trouble(self, trouble: Trouble | None) -> None:
        self.bridge.alarm(on=trouble is not None)
        if trouble is not None:
            self.bridge.sound("alarm")
        elif self._had_trouble:
            self._attendant.tell(said.speech_back())
        self._had_trouble = trouble is not None


def _status_line(status: PartStatus) -> str:
    if status.mode == "simulated":
        return f"simulated {status.message}" if status.message.startswith("/") else f"simulated ({status.message})"
    return f"{status.mode} ({status.message})"
