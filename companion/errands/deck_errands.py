"""The commands ``deck check`` and ``deck learn``; each ends with an exit code."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.deck_summary import summary
from companion.errands.by_scans import lead
from companion.outcome import DONE, complain, show
from companion.own_decks import ENDING, is_deck_file, read_file
from companion.referee.deck_file import CROCKFORD, name_trouble, serial_trouble
from companion.referee.decks import DeckFileError, editions, load_deck, own_decks, read_deck
from companion.referee.notation import LABEL_SETS
from companion.scan_tasks.deck_learning import (
    KeptError,
    Learned,
    beginning,
    file_text,
    go_on,
    hear,
    kept_text,
)
from companion.scan_tasks.read_by_read import Told
from companion.settings import Settings
from companion.storage.whole_files import write_whole
from companion.voice.errands.deck_lines import interrupted
from companion.voice.lines import Phrase

_SERIALS = [first + second for first in sorted(CROCKFORD) for second in sorted(CROCKFORD)]


# Checking


def check(path: Path) -> int:
    """Prints what a deck file describes, or all that is wrong with it."""
    try:
        deck = read_file(path)
    except DeckFileError as error:
        return complain(str(error))
    show("\n".join(summary(deck, path)))
    return DONE


# Learning


@dataclass(frozen=True)
class Lesson:
    """What ``deck learn`` is asked for; ``serial`` may be left to it."""

    file: Path
    like: str
    name: str
    serial: str | None
    labels: str
    scanner: str | None
    force: bool

    @property
    def partial(self) -> Path:
        """Where the reads are kept until the deck is whole."""
        return self.file.with_name(f"{self.file.name}.partial")


def learn(lesson: Lesson, settings: Settings, keyboard: int) -> int:
    """Scans a deck and writes its file. ``keyboard`` is standard input: scanners type there, and people."""
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(_alone(lesson.file))
            serial = _agreed_serial(lesson)
            learned = _begun(lesson)
            _keep(lesson, learned)
        except (DeckFileError, KeptError) as error:
            return complain(str(error))
        except OSError as error:
            return complain(
                f"{lesson.partial}: it cannot be written ({error.strerror}); name a file in another folder"
            )
        return lead(_Pupil(lesson, serial, learned), settings, lesson.scanner, keyboard)


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Keeps every other ``deck learn`` off this file meanwhile; raises KeptError when one is at it already."""
    path = file.with_name(f".{file.name}.lock")
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise KeptError(f"{file}: another deck learn works on this file; end it, or name another file") from None
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _agreed_serial(lesson: Lesson) -> str:
    """The serial asked for, or the first free one from a place that the name decides; raises DeckFileError."""
    if not is_deck_file(lesson.file):
        raise DeckFileError(f"{lesson.file}: a deck's file ends in {ENDING}; name it {lesson.file.stem}{ENDING}")
    if lesson.file.exists() and not lesson.force:
        raise DeckFileError(f"{lesson.file}: there is such a file; name another, or replace it with --force")
    if lesson.like not in editions():
        raise DeckFileError(f"--like {lesson.like}: there is no such edition; there are: {', '.join(editions())}")
    if lesson.labels not in LABEL_SETS:
        raise DeckFileError(f"--labels {lesson.labels}: there are {', '.join(LABEL_SETS)}")
    if trouble := name_trouble(lesson.name):
        raise DeckFileError(f"--name {lesson.name}: {trouble}")
    if lesson.name in {deck.edition for deck in own_decks()}:
        raise DeckFileError(f"--name {lesson.name}: another own deck is called so; take another name")
    taken = {deck.serial: deck.edition for deck in own_decks()}
    if lesson.serial is None:
        start = zlib.crc32(lesson.name.encode()) % len(_SERIALS)
        return next(serial for serial in [*_SERIALS[start:], *_SERIALS[:start]] if serial not in taken)
    serial = lesson.serial.upper()
    if trouble := serial_trouble(serial):
        raise DeckFileError(f"--serial {lesson.serial}: {trouble}")
    if serial in taken:
        raise DeckFileError(f"--serial {serial}: the deck {taken[serial]} has it; take another")
    return serial


def _begun(lesson: Lesson) -> Learned:
    """What an earlier run kept, or nothing yet; raises KeptError."""
    learned = Learned(load_deck(lesson.like), lesson.labels)
    try:
        return go_on(learned, lesson.partial.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return learned
    except UnicodeDecodeError:
        raise KeptError(f"{lesson.partial}: it is not UTF-8; delete it to begin again") from None
    except KeptError as error:
        raise KeptError(f"{lesson.partial}: {error}") from None


def _keep(lesson: Lesson, learned: Learned) -> None:
    write_whole(lesson.partial, kept_text(learned))


class _Pupil:
    """One run of ``deck learn``: takes reads as they come, keeps each, writes the file at the end."""

    def __init__(self, lesson: Lesson, serial: str, learned: Learned) -> None:
        self._lesson = lesson
        self._serial = serial
        self._learned = learned

    @property
    def edition(self) -> str:
        return self._lesson.like

    def beginning(self) -> Phrase:
        return beginning(self._learned)

    async def take(self, text: str) -> Told:
        """One read, kept; the one that closes the deck writes its file."""
        step = hear(self._learned, text)
        if step.learned is not self._learned:
            self._learned = step.learned
            await asyncio.to_thread(_keep, self._lesson, self._learned)
        if step.closed:
            await asyncio.to_thread(self._write)
        return Told(step.phrase, step.closed)

    def _write(self) -> None:
        file = self._lesson.file
        text = file_text(self._learned, self._lesson.name, self._serial)
        read_deck(text, str(file))  # whatever is wrong with it must show now, and not at the next start
        write_whole(file, text)
        self._lesson.partial.unlink(missing_ok=True)

    def stopped(self) -> Phrase:
        """Nobody said done: the deck is not whole yet. What was read is kept, and nothing where nothing was."""
        if not self._learned.reads:
            self._lesson.partial.unlink(missing_ok=True)
        return interrupted(self._learned.cards)

    def finish(self) -> int:
        show(str(self._lesson.file))
        return DONE
