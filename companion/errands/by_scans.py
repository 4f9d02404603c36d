"""Commands that are led by scans: reads from scanner, pipe or keyboard go in, and each is told in print and aloud."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol

from companion.aloud import speaking
from companion.outcome import FAILED, complain, show
from companion.scan_tasks.read_by_read import ReadByRead
from companion.settings import Settings
from companion.tags import Unreadable, read_tag
from companion.typed import into, without_accents
from companion.voice.game.narrator import utterances
from companion.voice.lines import Phrase, answer
from companion.voice.phrases import Phrases
from companion.voice.speech.speaker import Speaker
from firmware_bridge.framing import Framer
from firmware_bridge.reports import LineHint, LineState, ScannerChanged, ScannerHint, TagRead
from firmware_bridge.scanner import ScannerReport, ScannerThread
from firmware_bridge.scanner_address import AUTO, NONE, SIMULATED


class ScannerMissingError(Exception):
    """The scanner that was named could not be opened at the beginning."""


class ByScans(ReadByRead, Protocol):
    """What a command leads through."""

    def finish(self) -> int:
        """It is closed: the rest of its output, and the exit code."""


_LINE_ENDS = re.compile(r"(?<=[\r\n])")
_LONGEST_LINE = 1000  # what has no end for so long is no line: the framer drops it


async def _led(task: ByScans, settings: Settings, scanner: str | None, keyboard: int) -> int | None:
    """Takes reads until the task is closed; None when nothing can come any more before that."""
    reads: asyncio.Queue[str | None] = asyncio.Queue()
    async with _scanner(reads, scanner, settings), _voice(settings) as speaker:

        def tell(phrase: Phrase) -> None:
            line = answer(phrase, task.edition)
            show(Phrases(settings.table.locales[0]).text(line))
            if speaker is not None:
                speaker.say(utterances([line], settings.table.locales[:1]))

        tell(task.beginning())
        typing = partial(_type, keyboard, into(reads, lambda text: text), last=scanner is None)
        threading.Thread(target=typing, name="keyboard", daemon=True).start()
        while (text := await reads.get()) is not None:
            told = await task.take(text)
            tell(told.phrase)
            if told.closed:
                code = task.finish()
                if speaker is not None:
                    await speaker.finished()
                return code
    return None


def lead(task: ByScans, settings: Settings, scanner: str | None, keyboard: int) -> int:
    """Leads through the task; ``keyboard`` is standard input: scanners type there, and people.

    ``scanner`` was named on the command line, ``none`` for no other than the keyboard; else the settings' is read.

    Ends with the task's exit code, with 1 when nobody ended it, with 2 where the scanner is not there.
    """
    line = _line(scanner, settings)
    with contextlib.suppress(KeyboardInterrupt):
        try:
            code = asyncio.run(_led(task, settings, line, keyboard))
        except ScannerMissingError as error:
            task.stopped()
            return complain(str(error))
        except OSError as error:
            return complain(
                f"{error.filename}: it cannot be written ({error.strerror}); make room, then go on", FAILED
            )
        if code is not None:
            return code
    return complain(Phrases(settings.table.locales[0]).text(task.stopped()), FAILED)


def _line(asked: str | None, settings: Settings) -> str | None:
    """The scanner that is read beside the keyboard, if any: nobody is taken by surprise by one that was found."""
    if asked is None:
        asked = settings.scanner.url if settings.scanner.url not in {AUTO, SIMULATED} else NONE
    return None if asked in {"", NONE} else asked


@asynccontextmanager
async def _voice(settings: Settings) -> AsyncIterator[Speaker | None]:
    if settings.voice.engine == "none":
        yield None
        return
    async with speaking(settings) as speaker:
        yield speaker


@asynccontextmanager
async def _scanner(reads: asyncio.Queue[str | None], url: str | None, settings: Settings) -> AsyncIterator[None]:
    """Puts what the scanner sends into ``reads``, if one was named; raises ScannerMissingError without it.

    One that is lost later is told, and comes back by itself.
    """
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
            case ScannerHint(hint=LineHint.UNREADABLE | LineHint.BROKEN_OFF):
                hand_over("")  # told aloud, as what could not be read
            case _:
                show(report.message, sys.stderr)

    scanner = ScannerThread(url, settings.scanner.baud, settings.scanner.repeat_window_ms, scanned)
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
