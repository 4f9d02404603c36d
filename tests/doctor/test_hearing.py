"""The machine listens to its own loudspeaker: heard, not heard, or no microphone at all."""

from __future__ import annotations

import array
import asyncio
import math
import os
from pathlib import Path

import pytest

from companion.checkup.findings import Finding, PartState
from companion.doctor.hearing import LISTEN_S, RATE, judged, listen, loudness, samples
from tests.doctor.test_doctor_command import BARE, doctor
from tests.sound import NullSink


def hum(volume: float, seconds: float = 1.0) -> bytes:
    return array.array("h", (round(volume * math.sin(n / 5)) for n in range(round(seconds * RATE)))).tobytes()


def heard(room: bytes | None, sound: bytes | None) -> tuple[Finding | None, list[int]]:
    """What is found, and for how long each recording was, with what was played in between."""
    asked: list[int] = []

    async def record(seconds: int) -> bytes | None:
        asked.append(seconds)
        await asyncio.sleep(0)
        return room if len(asked) == 1 else sound

    async def play() -> None:
        asked.append(0)

    return asyncio.run(listen(play, record)), asked


@pytest.mark.parametrize(
    ("room", "sound", "state"),
    [
        (hum(20), hum(20, 2) + hum(2000, 1), PartState.OK),
        (hum(20), hum(20, 3), PartState.UNKNOWN),
        (hum(800), hum(800, 2) + hum(1200, 1), PartState.UNKNOWN),  # in a noisy room nobody can tell
        (hum(0), hum(5, 3), PartState.UNKNOWN),
        (hum(0), hum(0, 2.98) + hum(20_000, 0.02), PartState.UNKNOWN),  # a click
    ],
)
def test_what_is_much_louder_than_the_room_was_is_the_loudspeaker(
    room: bytes, sound: bytes, state: PartState
) -> None:
    found, _ = heard(room, sound)
    assert found is not None
    assert (found.part, found.state) == ("hearing", state)


@pytest.mark.parametrize(("room", "sound"), [(None, hum(9)), (b"", hum(9)), (hum(9), None)])
def test_a_machine_that_cannot_record_finds_nothing(room: bytes | None, sound: bytes | None) -> None:
    assert heard(room, sound)[0] is None


def test_the_room_is_listened_to_before_anything_is_played() -> None:
    _, asked = heard(hum(9), hum(9))
    assert asked[0] < LISTEN_S
    assert set(asked[1:]) == {0, LISTEN_S}


def test_half_a_sample_at_the_end_is_left_out() -> None:
    assert list(samples(b"\x01\x00\x02\x80\x07")) == [1, -32766]
    assert loudness([]) == 0
    assert judged([], []).state is PartState.UNKNOWN


@pytest.mark.alone
def test_a_guided_check_hears_its_own_loudspeaker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The private sound server's microphone is what it plays."""
    with NullSink() as sink:
        for name, value in sink.env.items():
            monkeypatch.setitem(os.environ, name, value)
        ran = doctor(tmp_path, "--simulate", "--guided", *BARE, "--speech", "espeak", typed=b"s\n" * 8)
    assert "hearing test: ok. The microphone hears the loudspeaker." in ran.stdout, (ran.stdout, ran.stderr)
