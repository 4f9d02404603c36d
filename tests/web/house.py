"""A house to test the web in: a real table with a real journal, and phones that talk to it over ASGI or TCP."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx

from companion.address import PageAddress
from companion.author import Author
from companion.backup import lay_ready, pack
from companion.deal import Progress
from companion.launcher_kind import launcher_kind
from companion.live.scan_desk import ScanDesk
from companion.manner import Manner
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.replay.run import draws_of
from companion.scan_tasks.code_book import CodeBook
from companion.storage.journal import Journal
from companion.table import Table
from companion.updates import Update
from companion.voice.earcons import Earcon
from companion.voice.lines import Line, Verbosity
from companion.voice.utterance import Announcement, Outcome, Priority, Utterance
from companion.web.app import WebContext, create_app
from companion.web.context import Checked, CheckedPart
from companion.web.door.access import Access
from companion.web.door.rights import HostMatter, matter_of
from companion.web.door.talkers import names_of
from companion.web.server import Server, open_socket
from companion.wishes.name_sounds import NameSounds
from companion.wishes.own_presets import OwnPresets
from firmware_bridge.fire_profiles import USUAL_COUNTS, USUAL_FIRE, our_profiles
from firmware_bridge.pin_map import LINES

T = TypeVar("T")
HOST = "192.168.1.4:8080"
CHECKED = Checked(
    "1 thing needs attention: clock.",
    [
        CheckedPart("Clock", "failing", "It is not set.", "Connect to the internet for a minute.", True),
        CheckedPart("Scanner", "ok", "The scanner is connected.", "", False),
    ],
)
HEALTH: dict[str, Any] = {
    "status": "ok",
    "dispenser": {"mode": "simulated", "motor": "off", "hopper": "ok", "fault": None},
    "speech": {"engine": "none", "player": None, "state": "ok", "queued": 0, "last": None},
    "scanner": {"state": "simulated", "port": None, "reads": 0, "dropped": 0},
    "journal": {"version": 0, "state": "disk"},
    "settings": {"state": "in-force", "findings": [], "later": []},
}


class FakeBench:
    """Notes what was done to it."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.stuck = False

    def press(self, button: str = "") -> bool:
        if button not in {"", "undo"}:
            raise ValueError(f"there is no {button!r} button")
        self.done.append(f"press {button}".strip())
        return not self.stuck

    def scan(self, text: str, *, private: bool = False) -> None:
        self.done.append(f"private {text}" if private else text)

    def fault(self, name: str) -> None:
        if name not in {"jam", "clear"}:
            raise ValueError(f"'{name}' is no fault")
        self.done.append(name)

    def drive(self, name: str, pattern: Sequence[tuple[int, int]]) -> None:
        if name != "gate":
            raise ValueError(f"'{name}' is no input")
        self.done.append((name, list(pattern)))

    def pins(self) -> list[dict[str, Any]]:
        return [{"name": name, "state": 0} for name in LINES]


def narrate(update: Update) -> list[Utterance]:
    """Trivial words: what happened, by its statement."""
    text = update.statement if update.accepted else f"refused {update.refusal and update.refusal.code}"
    return [Utterance({"en": text, "fr": f"fr: {text}"}, Priority.ACTION)]


def words(update: Update, locale: str) -> list[str]:
    return [utterance.texts.get(locale) or next(iter(utterance.texts.values())) for utterance in update.utterances]


class FakeDeals:
    """The dispenser deals where the test says so."""

    def __init__(self) -> None:
        self.offered = False
        self.progress: Progress | None = None
        self.observers: list[Callable[[], None]] = []


class FakeVoice:
    """The table speaks as the test says."""

    def __init__(self, locales: tuple[str, ...]) -> None:
        self.manner = Manner(170, 70, Verbosity.NORMAL, locales)
        self.observers: list[Callable[[], None]] = []

    def change(self, manner: Manner) -> None:
        self.manner = manner
        for observer in self.observers:
            observer()


class FakeSounds:
    """The table's sounds, remembered instead of heard."""

    def __init__(self) -> None:
        self.on = True
        self.audible = True
        self.played: list[Earcon] = []

    def play(self, *earcons: Earcon) -> bool:
        self.played += earcons
        return self.audible


class Phone:
    """One client with cookies of its own, at an address on the network."""

    def __init__(self, house: House, address: str, headers: dict[str, str] | None = None) -> None:
        self._house = house
        transport = httpx.ASGITransport(house.app, client=(address, 50000), raise_app_exceptions=False)
        self.client = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers)

    def request(self, method: str, path: str, **kwargs: Any) -> httpx.Response:
        return self._house.run(self.client.request(method, path, **kwargs))

    def get(self, path: str, **kwargs: Any) -> httpx.Response:
        return self.request("GET", path, **kwargs)

    def post(self, path: str, json: Any = None, **kwargs: Any) -> httpx.Response:
        return self.request("POST", path, json=json, **kwargs)

    def send(self, path: str, **fields: str) -> httpx.Response:
        """A form of the page."""
        return self.request("POST", path, data=fields)

    def join(self, name: str | None = None) -> httpx.Response:
        return self.post("/api/join", {"pin": self._house.access.pin, "name": name})

    def say(self, statement: str, **more: Any) -> httpx.Response:
        return self.post("/api/statements", {"statement": statement, **more})


def begin(host: Phone, *players: str, do: str = "begin", edition: str = "extreme", **fields: str) -> httpx.Response:
    """The form of the start page, with one of its buttons pressed."""
    form = {"player": list(players), "edition": edition, "do": do, **fields}
    return host.request("POST", "/start", data=form)


class House:
    """Everything behind the page, on an event loop of its own thread."""

    def __init__(
        self,
        directory: Path,
        *,
        simulate: bool = False,
        locales: tuple[str, ...] = ("en",),
        fire: str = USUAL_FIRE,
    ) -> None:
        self.directory = directory
        self.now_s = 0.0
        self.health = dict(HEALTH)
        self.bench = FakeBench() if simulate else None
        self.announced: list[Announcement] = []
        self.asked: list[str] = []
        self.deals = FakeDeals()
        self.voice = FakeVoice(locales)
        self.scans: dict[str, Command | HostMatter | None] = {}
        self._listeners: list[Any] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.access = Access(directory, clock=lambda: self.now_s)
        self.told: list[Line] = []
        self.restored: list[bytes] = []
        self.sounds = FakeSounds()
        self.checked: list[str] = []
        self.whereabouts = PageAddress("http://192.168.1.4:8080/", named="http://cardtable.local:8080/")
        self.presets = OwnPresets(directory)
        self.names = NameSounds((), directory, lambda _: None)
        self.tried: list[tuple[str, str]] = []
        book = CodeBook(directory)
        self.desk = ScanDesk(
            directory, book, "mattel", self.told.extend, lambda _: None, clock_ms=lambda: self.now_s * 1000
        )
        self.table = self.run(self._table())
        self._web = WebContext(
            table=self.table,
            submit=self._submit,
            meaning=self._meaning,
            words=words,
            announcements=lambda since: [said for said in self.announced if said.number > since],
            ask=self._ask,
            check=self._check,
            health=lambda: self.health,
            bench=self.bench,
            host_names=names_of("cardtable", ["uno.example"]),
            whereabouts=lambda: self.whereabouts,
            locales=locales,
            access=self.access,
            on_speech=self._listeners.append,
            deals=self.deals,
            desk=self.desk,
            sounds=self.sounds,
            voice=self.voice,
            names=self.names,
            badge_names=("Nour",),
            presets=self.presets,
            chance=Random(1),
            hear_name=self._hear_name,
            launcher=launcher_kind(our_profiles(), fire, USUAL_COUNTS),
            draws=draws_of,
            backup=self._back_up,
            restore=self._restore,
        )
        self.app = create_app(self._web)
        self._lifespan: AbstractAsyncContextManager[Any] | None = None
        self._server: tuple[Server, Future[None]] | None = None
        self.url = ""

    async def _table(self) -> Table:
        table = Table(Journal(self.directory), narrate, codes=self.desk.book.codes)
        table.observers.append(self.desk.table_moved)
        return table

    async def _submit(
        self,
        command: Command,
        *,
        statement: str | None = None,
        key: str | None = None,
        version: int | None = None,
        author: Author | None = None,
    ) -> Update:
        if isinstance(command, cmd.Scan) and command.text in self.scans:
            meant = self.scans[command.text]
            assert isinstance(meant, Command)
            statement = statement or f'scan "{command.text}"'
            command = meant
        return await self.table.submit(command, statement=statement, key=key, version=version, author=author)

    async def _ask(self, query: str, locale: str) -> list[str]:
        self.asked.append(query)
        return [f"answer to {query}" if locale == "en" else f"{locale}: answer to {query}"]

    async def _back_up(self) -> bytes:
        return pack(self.directory, await self.table.journal.copy(), datetime(2026, 11, 30, tzinfo=UTC))

    async def _restore(self, content: bytes) -> None:
        lay_ready(self.directory, io.BytesIO(content), datetime(2026, 11, 30, tzinfo=UTC))
        self.restored.append(content)

    def _hear_name(self, name: str, like: str) -> bool:
        self.tried.append((name, like))
        return self.sounds.audible

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for work on the house's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=20)

    def phone(self, address: str = "192.168.1.20", headers: dict[str, str] | None = None) -> Phone:
        return Phone(self, address, headers)

    def joined(self, name: str | None = None) -> Phone:
        """A phone that has joined; the first one hosts."""
        phone = self.phone()
        assert phone.join(name).status_code == 200
        return phone

    def _meaning(self, command: Command) -> Command | HostMatter | None:
        if isinstance(command, cmd.Scan) and command.text in self.scans:
            return self.scans[command.text]
        return matter_of(self.table.preview(command))

    def says(self, *statements: str) -> None:
        """The table itself says something."""
        from companion.referee.notation import read  # noqa: PLC0415 - beside its one use

        for statement in statements:
            update = self.run(self.table.submit(read(statement)))
            assert update.accepted, (statement, update.refusal)

    def launches(self, *draws: int, misses: int = 0, counted: int | None = None) -> None:
        """The launcher decides presses, the first after so many misses; the gate counts what was drawn, or that."""

        async def press(drawn: int, misses: int) -> None:
            state, cards = self.table.state, drawn if counted is None else counted
            await self.table.begin_press(state.name(state.presser() or 0), drawn, misses=misses)
            await self.table.count_card(cards)
            update = await self.table.end_press(cards)
            assert update is not None
            assert update.accepted, update.refusal

        for drawn in draws:
            self.run(press(drawn, misses))
            misses = 0 if drawn else misses + 1

    def open_press(self, player: str, *, drawn: int, counted: int, finding: str = "double-feed") -> None:
        """A press whose number is in doubt waits for the table to tell it."""

        async def press() -> None:
            await self.table.begin_press(player, drawn)
            await self.table.count_card(counted)
            await self.table.find_press(finding)
            await self.table.ask_press()

        self.run(press())

    def deal_comes_to(self, progress: Progress) -> None:
        """The dispenser's deal has come so far, and whoever watches it hears of it."""

        async def tell() -> None:
            for observer in self.deals.observers:
                observer()

        self.deals.progress = progress
        self.run(tell())

    def speaks(self, manner: Manner) -> None:
        """The table speaks like this from now on, and whoever watches it hears of it."""

        async def change() -> None:
            self.voice.change(manner)

        self.run(change())

    def scanned(self, *texts: str) -> None:
        """Labels are held under the table's scanner."""
        for text in texts:
            if not self.run(self.desk.read(text)):
                self.run(self.table.submit(cmd.Scan(text)))

    def announce(
        self, text: str, state: Outcome = Outcome.QUEUED, locale: str = "en", earcons: tuple[Earcon, ...] = ()
    ) -> None:
        """The voice says something, and what sounds before it."""
        said = Announcement(len(self.announced) + 1, text, locale, Priority.ACTION, state, 0, earcons=earcons)
        self.announced.append(said)
        for listener in self._listeners:
            listener(said)

    def announce_again(self, number: int, state: Outcome) -> None:
        """What became of something that the voice said."""
        said = self.announced[number - 1] = replace(self.announced[number - 1], state=state)
        for listener in self._listeners:
            listener(said)

    async def _check(self, locale: str) -> Checked:
        self.checked.append(locale)
        return CHECKED

    def serve(self, port: int = 0) -> str:
        """Opens a port, a free one for 0; returns the page's URL."""
        listening = open_socket("127.0.0.1", port)
        self.exits: list[str] = []
        server = Server(self.app, [listening], lambda: self.exits.append("motor off"))
        running = asyncio.run_coroutine_threadsafe(server.serve(), self._loop)
        self._server = (server, running)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        for _ in range(1000):
            try:
                httpx.get(f"{self.url}/api/health")
            except httpx.TransportError:
                continue
            return self.url
        raise AssertionError("the server did not start")

    def serve_anew(self) -> None:
        """The service was started again at the same port, and has said nothing yet."""
        self.stop_serving()
        self.announced.clear()
        self._listeners.clear()
        self.app = create_app(self._web)
        self.serve(int(self.url.rpartition(":")[2]))

    @property
    def server(self) -> Server:
        assert self._server is not None
        return self._server[0]

    def stop_serving(self) -> None:
        if self._server is not None:
            server, running = self._server
            with suppress(httpx.TransportError):
                # Browsers whose connections wait at the door come in first: one that is let in while the door is
                # shut is dropped by asyncio unclosed, and the collector would tell of its socket.
                httpx.get(f"{self.url}/api/health")
            server.stop()
            running.result(timeout=10)
            self._server = None

    def close(self) -> None:
        self.stop_serving()
        self.table.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        self._loop.close()


def opened(directory: Path, **kwargs: Any) -> Iterator[House]:
    """A house that is closed again."""
    house = House(directory, **kwargs)
    try:
        yield house
    finally:
        house.close()
