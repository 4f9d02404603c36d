"""The commands ``deck check`` and ``deck learn``; each ends with an exit code."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import fcntl
import os
import re
import sys
import threading
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.aloud import speaking
from companion.deck_learning import (
    KeptError,
    Learned,
    beginning,
    file_text,
    go_on,
    hear,
    kept_text,
)
from companion.deck_summary import summary
from companion.outcome import DONE, FAILED, complain, show
from companion.own_decks import ENDING, is_deck_file, read_file
from companion.referee.deck_file import CROCKFORD, name_trouble, serial_trouble
from companion.referee.decks import DeckFileError, editions, load_deck, own_decks, read_deck
from companion.referee.notation import LABEL_SETS
from companion.settings import Settings
from companion.tags import Unreadable, read_tag
from companion.typed import into, without_accents
from companion.voice.deck_lines import interrupted
from companion.voice.lines import Phrase, answer
from companion.voice.narrator import utterances
from companion.voice.phrases import Phrases
from companion.voice.speaker import Speaker
from companion.whole_files import write_whole
from firmware_bridge.framing import Framer
from firmware_bridge.reports import LineState, ScannerChanged, TagRead
from firmware_bridge.scanner import ScannerReport, ScannerThread

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
        pupil = _Pupil(lesson, settings, serial, learned)
        try:
            return asyncio.run(pupil.run(keyboard))
        except ScannerMissingError as error:
            pupil.put_away()
            return complain(str(error))
        except KeyboardInterrupt:
            return pupil.stopped()
        except OSError as error:
            return complain(
                f"{error.filename}: it cannot be written ({error.strerror}); make room, then go on", FAILED
            )


class ScannerMissingError(Exception):
    """The scanner that was named could not be opened at the beginning."""


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


_LINE_ENDS = re.compile(r"(?<=[\r\n])")
_LONGEST_LINE = 1000  # what has no end for so long is no line: the framer drops it


class _Pupil:
    """One run of ``deck learn``: takes reads as they come, tells each, keeps each, writes the file at the end."""

    def __init__(self, lesson: Lesson, settings: Settings, serial: str, learned: Learned) -> None:
        self._lesson = lesson
        self._settings = settings
        self._serial = serial
        self._learned = learned
        self._phrases = Phrases(settings.table.locales[0])
        self._speaker: Speaker | None = None

    async def run(self, keyboard: int) -> int:
        """Reads until done, or until nothing can come any more; raises ScannerMissingError."""
        reads: asyncio.Queue[str | None] = asyncio.Queue()
        async with self._scanner(reads), self._voice():
            self._tell(beginning(self._learned))
            last = self._lesson.scanner is None
            typing = partial(_type, keyboard, into(reads, lambda text: text), last=last)
            threading.Thread(target=typing, name="keyboard", daemon=True).start()
            while (text := await reads.get()) is not None:
                if await self._take(text):
                    return DONE
        return self.stopped()

    def stopped(self) -> int:
        """Nobody said done: the deck is not whole yet; what was read is kept."""
        self.put_away()
        return complain(self._phrases.text(interrupted(self._learned.cards)), FAILED)

    def put_away(self) -> None:
        """Keeps what was read, and nothing where nothing was."""
        if not self._learned.reads:
            self._lesson.partial.unlink(missing_ok=True)

    async def _take(self, text: str) -> bool:
        """One read; true when it closed the deck and its file is written."""
        step = hear(self._learned, text)
        if step.learned is not self._learned:
            self._learned = step.learned
            await asyncio.to_thread(_keep, self._lesson, self._learned)
        self._tell(step.phrase)
        if step.closed:
            await self._finish()
        return step.closed

    async def _finish(self) -> None:
        lesson = self._lesson
        text = file_text(self._learned, lesson.name, self._serial)
        read_deck(text, str(lesson.file))  # whatever is wrong with it must show now, and not at the next start
        await asyncio.to_thread(write_whole, lesson.file, text)
        lesson.partial.unlink(missing_ok=True)
        show(str(lesson.file))
        if self._speaker is not None:
            await self._speaker.finished()

    def _tell(self, phrase: Phrase) -> None:
        line = answer(phrase, self._lesson.like)
        show(self._phrases.text(line))
        if self._speaker is not None:
            self._speaker.say(utterances([line], self._settings.table.locales[:1]))

    @asynccontextmanager
    async def _voice(self) -> AsyncIterator[None]:
        if self._settings.voice.engine == "none":
            yield
            return
        async with speaking(self._settings) as self._speaker:
            yield

    @asynccontextmanager
    async def _scanner(self, reads: asyncio.Queue[str | None]) -> AsyncIterator[None]:
        """Puts what the scanner sends into ``reads``, if one was named; raises ScannerMissingError without it.

        One that is lost later is told, and comes back by itself.
        """
        url, settings = self._lesson.scanner, self._settings.scanner
        if url is None:
            yield
            return
        loop = asyncio.get_running_loop()
        opened: asyncio.Future[ScannerChanged] = loop.create_future()
        hand_over = into(reads, lambda text: text)

        def changed(report: ScannerChanged) -> None:
            if opened.done():
                show(report.message, sys.stderr)
            else:
                opened.set_result(report)

        def scanned(report: ScannerReport) -> None:
            match report:
                case TagRead(_, text, repeated):
                    if not repeated:
                        hand_over(text)
                case ScannerChanged():
                    with contextlib.suppress(RuntimeError):  # as in into
                        loop.call_soon_threadsafe(changed, report)
                case _:
                    show(report.message, sys.stderr)

        scanner = ScannerThread(url, settings.baud, settings.repeat_window_ms, scanned)
        scanner.start()
        try:
            first = await opened
            if first.state is not LineState.CONNECTED:
                raise ScannerMissingError(first.message)
            show(first.message, sys.stderr)
            yield
        finally:
            scanner.close()


def _type(keyboard: int, hand_over: Callable[[str | None], None], *, last: bool) -> None:
    """Hands over what comes on standard input, cut and cleaned as from a scanner; at its end None, if ``last``."""
    framer = Framer(noise=False)  # what people mistype is no reason to doubt what they type next
    letters = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    begun = ""

    def take(line: str) -> None:
        if _through_a_layout(line):
            hand_over(line.strip())
            return
        dropped = framer.dropped
        # People type accents, which a scanner's cable never has: to the framer they would be noise.
        for text in framer.feed(without_accents(line).encode("utf-8", "surrogateescape")):
            hand_over(text)
        if framer.dropped > dropped:
            hand_over("")

    with contextlib.suppress(OSError):  # closed: as good as its end
        while data := os.read(keyboard, 4096):
            *lines, begun = _LINE_ENDS.split(begun + letters.decode(data))
            for line in lines:
                take(line)
            if len(begun) > _LONGEST_LINE:
                take(begun)
                begun = ""
    take(begun + letters.decode(b"", final=True) + "\n")
    if last:
        hand_over(None)


def _through_a_layout(line: str) -> bool:
    """True for a tag, or what looks like one, typed by a scanner whose keyboard layout is not this machine's."""
    reading = read_tag(line)
    return reading.hint is not None if isinstance(reading, Unreadable) else not line.strip().isascii()
