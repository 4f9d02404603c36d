"""The player process, when it does not do what a player should."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from array import array
from pathlib import Path

import pytest

from companion.voice.speech import player
from companion.voice.speech.clip import Clip, read_clip
from companion.voice.speech.output_kind import OutputKind
from companion.voice.speech.player import Ending, Playback, Played, players_installed
from companion.voice.speech.sound_output import SoundOutput

pytestmark = pytest.mark.alone


def play(
    body: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *, kill: bool = False, length_ms: float = 100
) -> Played:
    """Plays a clip of 20 bytes with an aplay that is a shell script."""
    (folder / "a.wav").write_bytes(bytes(20))
    path = folder / "aplay"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    playback = Playback("aplay", folder / "a.wav", length_ms)

    async def table() -> Played:
        if kill:
            playback.kill()
        return await playback.run(lambda _: None)

    return asyncio.run(table())


def test_the_exit_code_is_believed_and_the_complaint_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = play("echo noise >&2; echo aplay: no card >&2; exit 1", tmp_path, monkeypatch)
    assert (refused.ending, refused.detail) == (Ending.REFUSED, "aplay: no card")
    assert play("exit 0", tmp_path, monkeypatch).ending is Ending.PLAYED


def test_a_player_that_never_ends_is_killed_with_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "OVERTIME_S", 0.3)
    played = play(f"sleep 60 & echo $! > {tmp_path}/child; wait", tmp_path, monkeypatch)
    assert played.ending is Ending.STUCK
    child = Path("/proc") / (tmp_path / "child").read_text().strip() / "stat"
    assert not child.exists() or child.read_text().rsplit(")", 1)[1].split()[0] == "Z"


@pytest.mark.parametrize("reads", ["", 'exec 3<"$2"; head -c 7 <&3;'])
def test_a_player_that_takes_no_more_of_a_long_sentence_is_found_out_long_before_its_end(
    reads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "OVERTIME_S", 0.3)
    played = play(f"{reads} sleep 60", tmp_path, monkeypatch, length_ms=60_000)
    assert played.ending is Ending.STUCK
    assert played.end_ns - played.start_ns < 15e9


def test_a_player_that_goes_on_is_let_go_on_however_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "OVERTIME_S", 1.0)
    body = 'exec 3<"$2"; for _ in 1 2 3 4 5; do head -c 3 <&3; sleep 0.4; done'
    played = play(body, tmp_path, monkeypatch, length_ms=60_000)
    assert played.ending is Ending.PLAYED
    assert played.end_ns - played.start_ns > 2e9


def test_a_sentence_cut_before_its_player_runs_is_never_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play("sleep 60", tmp_path, monkeypatch, kill=True).ending is Ending.KILLED


def test_a_player_that_cannot_be_started_is_a_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    gone = asyncio.run(Playback("aplay", tmp_path / "a.wav", 100).run(lambda _: None))
    assert gone.ending is Ending.REFUSED
    assert "No such file" in gone.detail


def test_paplay_is_asked_first_only_where_a_sound_server_answers(tmp_path: Path) -> None:
    for name in ("paplay", "aplay"):
        (tmp_path / name).touch(mode=0o755)
    nobody = {"PATH": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    assert players_installed(nobody) == ["aplay", "paplay"]
    assert players_installed({**nobody, "PULSE_SERVER": "tcp:kitchen"}) == ["paplay", "aplay"]
    assert players_installed({"PATH": str(tmp_path / "empty")}) == []


def test_pw_play_is_asked_where_pipewire_answers_and_no_pulseaudio(tmp_path: Path) -> None:
    for name in ("paplay", "pw-play", "aplay"):
        (tmp_path / name).touch(mode=0o755)
    machine = {"PATH": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)}
    assert players_installed(machine) == ["aplay", "paplay", "pw-play"]
    with socket.socket(socket.AF_UNIX) as pipewire:
        pipewire.bind(str(tmp_path / "pipewire-0"))
        pipewire.listen()
        assert players_installed(machine) == ["pw-play", "aplay", "paplay"]
        assert players_installed({**machine, "PULSE_SERVER": "tcp:kitchen"}) == ["paplay", "pw-play", "aplay"]


@pytest.mark.parametrize(("lead_in_ms", "silence_ms"), [(None, 600), (0, 0), (250, 250)])
def test_an_idle_output_is_woken_for_as_long_as_its_kind_needs_unless_somebody_knows_better(
    lead_in_ms: int | None, silence_ms: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "paplay"
    keep = f'for file; do :; done; cp "$file" {tmp_path}/$(ls {tmp_path}/*.heard 2>/dev/null | wc -l).heard'
    path.write_text(f"#!/bin/sh\n{keep}\necho 'Connected to device alsa_output.usb-Sound-00 (index: 0)' >&2\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("PULSE_SERVER", "tcp:kitchen")
    output = SoundOutput(tmp_path, lead_in_ms)
    word = Clip(array("h", [5000] * 2205), 22_050)

    async def table() -> None:
        await output.check()
        for _ in range(2):
            assert await output.play(word, 100, lambda _: None, lambda: True) is not None

    asyncio.run(table())
    _, idle, awake = (read_clip(tmp_path / f"{number}.heard").length_ms for number in range(3))
    assert output.kind is OutputKind.USB
    assert idle - awake == pytest.approx(silence_ms, abs=0.1)


def test_headphones_are_played_to_by_aplay_alone_which_refuses_an_output_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("paplay", "aplay"):
        (tmp_path / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {tmp_path}/calls\nexit 1\n')
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("PULSE_SERVER", "tcp:kitchen")  # paplay would be asked first
    output = SoundOutput(tmp_path, 0, "plughw:1,0")
    asyncio.run(output.check())
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls
    assert all(call.startswith("aplay -q -v -D plughw:1,0 ") for call in calls)
    assert output.trouble is not None
