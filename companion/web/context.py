"""All that the web knows of the rest of the service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from companion.address import PageAddress
from companion.author import Author
from companion.deal import Progress
from companion.fairness import LauncherKind
from companion.games.scenario import Draws
from companion.manner import Manner
from companion.referee.commands import Command
from companion.scan_tasks.code_book import CodeBook
from companion.scan_tasks.deck_count import Count
from companion.scan_tasks.enrolling import Counting, Enrolling
from companion.scan_tasks.enrolment import Enrolment
from companion.table import Table
from companion.updates import Update
from companion.voice.earcons import Earcon
from companion.voice.lines import Line
from companion.voice.utterance import Announcement
from companion.web.door.access import Access
from companion.web.door.rights import HostMatter
from companion.wishes.own_presets import OwnPresets


class Submit(Protocol):
    """``Table.submit``, with scans read and presses made; raises what it raises."""

    def __call__(
        self,
        command: Command,
        *,
        statement: str | None = None,
        key: str | None = None,
        version: int | None = None,
        author: Author | None = None,
    ) -> Awaitable[Update]: ...


class Bench(Protocol):
    """The simulated hardware. What it does not know raises ValueError with one sentence for the reader."""

    def press(self, button: str = "") -> bool:
        """The button goes down and up, or the further one of that name; False where its line cannot follow."""

    def scan(self, text: str, *, private: bool = False) -> None:
        """The scanner reads this text, or the private reader does."""

    def fault(self, name: str) -> None:
        """The dispenser misbehaves from now on."""

    def drive(self, name: str, pattern: Sequence[tuple[int, int]]) -> None:
        """An input line goes through ``(level, ms)`` pairs; 1 is active."""

    def pins(self) -> list[dict[str, Any]]:
        """Every pin by name with its state."""


class Deals(Protocol):
    """What the page shows of the dispenser's deal; ``observers`` hear of every card of it."""

    observers: list[Callable[[], None]]

    @property
    def offered(self) -> bool:
        """Whether the dispenser would deal."""

    @property
    def progress(self) -> Progress | None:
        """How far a deal has come that goes on."""


class Voice(Protocol):
    """How the table speaks; ``observers`` hear of every change."""

    observers: list[Callable[[], None]]
    manner: Manner


class Names(Protocol):
    """Names that are said like something else."""

    @property
    def sounds(self) -> Mapping[str, str]:
        """What each such name is said like."""

    def keep(self, name: str, like: str) -> None:
        """From now on the name is said like this; empty: as it is written. Raises NameSoundError."""


class Desk(Protocol):
    """What is done with the scanner beside the game; ``observers`` hear of every step of it."""

    observers: list[Callable[[], None]]
    book: CodeBook
    labels: str
    task: Enrolling | Counting | None
    last: Line | None
    last_was_taken: bool

    @property
    def unknown(self) -> str | None:
        """The code that the game has read last and did not know."""

    def enrol(self, wanted: Enrolment) -> None:
        """Codes are bound to these things from now on."""

    def count(self, count: Count) -> None:
        """This deck is checked from now on."""

    def end(self) -> None:
        """Scans play again."""

    async def take(self, text: str) -> bool:
        """A read, or a word that somebody typed; true where something came of it."""

    async def choose(self, tag: str) -> bool:
        """The code of the thing with this tag comes next."""


class Sounds(Protocol):
    """The short sounds before words."""

    @property
    def on(self) -> bool:
        """Whether the settings want them."""

    def play(self, *earcons: Earcon) -> bool:
        """Each is heard at the table, and then its name; False where nobody hears it."""


class CheckedPart(NamedTuple):
    """How one part stands, in the reader's words; ``remedy`` is empty where nothing helps or nothing has to."""

    name: str
    state: str
    message: str
    remedy: str
    wants_attention: bool


class Checked(NamedTuple):
    """The table's check: the sum of it, and part by part."""

    summary: str
    parts: Sequence[CheckedPart]


@dataclass(frozen=True)
class WebContext:
    """What the web asks of the service.

    ``submit``: a command is decided, scans and presses included.
    ``meaning``: what a scan would do just now, for its rights; every other command comes back as it is. None where
    everybody who joined may send it (a query, a badge, a text nobody can read); ``HostMatter`` where only hosts may
    although it is no statement (the HOST card).
    ``words``: the lines of an update in a language. ``announcements``: those after a number.
    ``ask``: one of ``asking_the_table.QUESTIONS``, or that of the check, is answered at the table, aloud; its lines
    in a language.
    ``voice``: how the table speaks. ``names``: those that are said like something else; ``hear_name``: one is said so
    once, aloud, in the table's languages; False where nobody hears it. ``badge_names``: whose badges are 1, 2 …
    ``presets``: the table's own agreements. ``chance`` draws for the deal.
    ``check``: the table and its machine are looked at, told in a language.
    ``health``: the body of ``/api/health``, the listeners aside. ``bench``: None without simulated hardware.
    ``host_names``: by which names this machine may be called. ``whereabouts``: where its page is now.
    ``locales``: the table's. ``on_speech``: takes what wants to hear of every new state of every announcement, on
    any thread.
    ``launcher``: what decides the presses, and the published pattern it is held against. ``draws``: by a seed, what
    presses of a file draw that do not say how many cards came. ``backup``: all that is the table's own in one file;
    ``restore``: such a file takes its place, and the table starts again. Both raise BackupError.
    """

    table: Table
    submit: Submit
    meaning: Callable[[Command], Command | HostMatter | None]
    words: Callable[[Update, str], list[str]]
    announcements: Callable[[int], list[Announcement]]
    ask: Callable[[str, str], Awaitable[list[str]]]
    check: Callable[[str], Awaitable[Checked]]
    health: Callable[[], dict[str, Any]]
    bench: Bench | None
    host_names: Container[str]
    whereabouts: Callable[[], PageAddress]
    locales: tuple[str, ...]
    access: Access
    on_speech: Callable[[Callable[[Announcement], None]], None]
    deals: Deals
    desk: Desk
    sounds: Sounds
    voice: Voice
    names: Names
    badge_names: Sequence[str]
    presets: OwnPresets
    chance: Random
    hear_name: Callable[[str, str], bool]
    launcher: LauncherKind
    draws: Draws
    backup: Callable[[], Awaitable[bytes]]
    restore: Callable[[bytes], Awaitable[None]]
