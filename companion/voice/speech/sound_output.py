"""Where sentences are heard: the players tried in turn, the lead-in for outputs that sleep, what went wrong."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path

from companion.voice.speech.clip import Clip, ready_to_play, silence, write_clip
from companion.voice.speech.output_kind import LEAD_IN_MS, OutputKind, kind_of_output
from companion.voice.speech.player import Ending, Playback, Played, players_installed
from companion.voice.speech.trouble import Trouble, no_output, no_player, stuck
from companion.voice.speech.usual_output import usual_output

SLEEPY_NS = 10_000_000_000  # HDMI, USB and Bluetooth outputs doze off after some seconds and swallow first words
CHECK_MS = 40


class SoundOutput:
    """Plays one clip at a time with whichever player works, tried again with every sentence.

    ``lead_in_ms``: silence before the first word where the output has dozed off; None: as long as its kind needs.
    ``device``: the one ALSA output to be used. Then only aplay plays: it refuses an output that is not there, where
    others might turn to the loudspeaker. ``on_stuck`` is told at once of a player that hangs: another is tried then.
    """

    def __init__(
        self,
        folder: Path,
        lead_in_ms: int | None,
        device: str = "",
        on_stuck: Callable[[Trouble], None] = lambda _: None,
    ) -> None:
        self.player: str | None = None
        self.trouble: Trouble | None = None
        self.kind = OutputKind.JACK  # until a player has told
        self._folder = folder
        self._lead_in_ms = lead_in_ms
        self._device = device
        self._on_stuck = on_stuck
        self._playback: Playback | None = None
        self._last_sound_ns: int | None = None
        self._files = 0

    async def check(self) -> None:
        """Plays a moment of silence to find out who can play, and to what: see ``player``, ``kind``, ``trouble``."""
        path = self._folder / "check.wav"
        try:
            write_clip(silence(CHECK_MS), path)
        except OSError as error:
            self.trouble = _unwritten(error)
            return
        await self._attempt(path, CHECK_MS, lambda _: None, lambda: True)

    async def play(
        self, clip: Clip, volume: int, started: Callable[[int], None], wanted: Callable[[], bool]
    ) -> int | None:
        """Plays a sentence; returns when its last word ended, None when it cannot have been heard whole.

        ``started`` gets the monotonic time of the first word; ``wanted`` is asked before each attempt, since the
        table may have moved on. After None, ``trouble`` says why; it is None too when ``kill`` was the reason.
        """
        lead_in = self._lead_in() if self._asleep() else 0
        self._files += 1
        path = self._folder / f"{self._files}.play.wav"
        try:
            ready = await asyncio.to_thread(_prepare, clip, path, volume, lead_in)
        except OSError as error:
            self.trouble = _unwritten(error)
            return None
        lead_in_ns = lead_in * 1_000_000
        played = await self._attempt(path, ready.length_ms, lambda start_ns: started(start_ns + lead_in_ns), wanted)
        await asyncio.to_thread(path.unlink, missing_ok=True)
        if played is None:
            return None
        # The player ends late (it drains its buffer), so the words' end is reckoned from the file.
        self._last_sound_ns = played.end_ns
        return min(played.end_ns, played.start_ns + round((ready.length_ms - ready.tail_ms) * 1_000_000))

    def kill(self) -> None:
        """Silence, now."""
        if self._playback is not None:
            self._playback.kill()
            self._last_sound_ns = time.monotonic_ns()

    def _asleep(self) -> bool:
        return self._last_sound_ns is None or time.monotonic_ns() - self._last_sound_ns > SLEEPY_NS

    def _lead_in(self) -> int:
        return LEAD_IN_MS[self.kind] if self._lead_in_ms is None else self._lead_in_ms

    async def _attempt(
        self, path: Path, length_ms: float, started: Callable[[int], None], wanted: Callable[[], bool]
    ) -> Played | None:
        """Tries the player that worked last, then the others, or the only one twice.

        An output that may have dozed off may also be another one by now: then the player is asked which it is.
        """
        tells = self._asleep()
        players = [player for player in players_installed(os.environ) if player == "aplay" or not self._device]
        if not players:
            self.player, self.trouble = None, no_player()
            return None
        players.sort(key=lambda player: player != self.player)
        for player in players if len(players) > 1 else players * 2:
            if not wanted():
                return None
            device = self._device or (usual_output(os.environ) if player == "aplay" else "")
            self._playback = Playback(player, path, length_ms, device, tells=tells)
            played = await self._playback.run(started)
            self._playback = None
            match played.ending:
                case Ending.PLAYED:
                    self.player, self.trouble = player, None
                    if tells:
                        self.kind = await asyncio.to_thread(kind_of_output, played.told)
                    return played
                case Ending.KILLED:
                    return None
                case Ending.STUCK:
                    self._last_sound_ns = None
                    self.trouble = stuck(f"{player} hangs")
                    self._on_stuck(self.trouble)
                case Ending.REFUSED:
                    self._last_sound_ns = None  # what comes back, or another in its place, has to wake up
                    self.trouble = no_output(player, played.detail)
            self.player = player
        return None


def _unwritten(error: OSError) -> Trouble:
    return stuck(f"its sound file cannot be written: {error}")


def _prepare(clip: Clip, path: Path, volume: int, lead_in_ms: int) -> Clip:
    ready = ready_to_play(clip, volume, lead_in_ms)
    write_clip(ready, path)
    return ready
