"""Whether the loudspeaker is heard: a sound is played, and the machine's own microphone listens.

That a player ends well says only that a card took the sound. A loudspeaker without power, or on another socket, is
found by ear alone, and whoever checks the table may not be beside it.
"""

from __future__ import annotations

import array
import asyncio
import math
import shutil
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from companion.checkup.findings import Finding, ok, unknown
from companion.voice.errands import machine_looks as said

QUIET_S, LISTEN_S = 1, 4  # arecord takes whole seconds; a sound takes less than two, and a USB card a while to wake
RATE = 16_000
_FRAME, _PIECES = RATE // 20, 5  # 50 ms, and so many of them
_LOUDER = 3.0  # about 10 dB above the room
_AUDIBLE = 30.0  # of 32,767: below it even a silent room's converter wavers
_PATIENCE_S = 5.0

Record = Callable[[int], Coroutine[Any, Any, bytes | None]]


async def listen(play: Callable[[], Awaitable[None]], record: Record | None = None) -> Finding | None:
    """Listens to the room, then to the sound; None where this machine cannot record."""
    record = record or _recorded
    room = await record(QUIET_S)
    if not room:
        return None
    recording = asyncio.create_task(record(LISTEN_S))
    await play()
    sound = await recording
    return judged(samples(room), samples(sound)) if sound else None


def judged(room: Sequence[int], sound: Sequence[int]) -> Finding:
    """Whether something is much louder than the room was before.

    >>> judged([3, -3] * 8000, [3, -3] * 8000).state
    <PartState.UNKNOWN: 'unknown'>
    >>> judged([3, -3] * 8000, [3, -3] * 8000 + [900, -900] * 8000).state
    <PartState.OK: 'ok'>
    """
    before, loudest = loudness(room), loudness(sound)
    heard = loudest >= max(_LOUDER * before, _AUDIBLE)
    return ok("hearing", said.HEARD) if heard else unknown("hearing", said.NOT_HEARD)


def loudness(recorded: Sequence[int]) -> float:
    """How loud it is for a quarter of a second in all, by pieces of 50 ms: a click alone is not the table's sound."""
    pieces = (recorded[start : start + _FRAME] for start in range(0, len(recorded), _FRAME))
    loud = sorted(math.sqrt(sum(x * x for x in piece) / len(piece)) for piece in pieces)
    return loud[-_PIECES] if len(loud) >= _PIECES else 0.0


def samples(raw: bytes) -> Sequence[int]:
    """The numbers of a recording of 16 bits, lowest byte first."""
    numbers = array.array("h", raw[: len(raw) // 2 * 2])
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


async def _recorded(seconds: int) -> bytes | None:
    """What the usual microphone hears meanwhile; None where there is none."""
    if (program := shutil.which("arecord")) is None:
        return None
    recorder = await asyncio.create_subprocess_exec(
        program, "-q", "-f", "S16_LE", "-r", str(RATE), "-c", "1", "-t", "raw", "-d", str(seconds),
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        raw, _ = await asyncio.wait_for(recorder.communicate(), seconds + _PATIENCE_S)
    except TimeoutError:
        raw = b""
    finally:
        if recorder.returncode is None:
            recorder.kill()
            await recorder.wait()
    return raw if recorder.returncode == 0 else None
