"""A sound output that tests can listen to, and the proof that a recording contains a sentence.

``NullSink`` runs a private PulseAudio server without a sound card and records what it would play. ``heard``
compares two recordings of a sentence, ``found`` looks for one inside a longer recording. Sound is compared by its
log spectrogram: a warm synthesiser never writes the same samples twice.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import wave
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.int16]
Spectrogram = npt.NDArray[np.float64]

RATE = 22_050  # samples a second, espeak-ng's own: nothing is resampled
LOUD = 300  # of 32,767: above the sink's dither, below the softest consonant that matters
CHUNK = 438  # bytes, about 10 ms
RIGHT = 0.9  # the right sentence has 0.98 on a quiet machine, 0.95 on a busy one; a rival may come near and must lose
WINDOW, HOP, BANDS = 512, 160, 32
DRIFT = 15  # frames of 7 ms
STUMBLE = 1.5  # in log loudness, about what tells two vowels apart
LENGTHS_DIFFER = 0.15
PULSEAUDIO = ("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no")
PAREC = ("parec", "-d", "vsink.monitor", "--raw", "--format=s16le", "--channels=1", "--latency-msec=10")
NEEDED = ("pulseaudio", "paplay", "parec", "aplay")


def missing_programs() -> list[str]:
    """What ``NullSink`` needs and this machine has not (Debian: pulseaudio, pulseaudio-utils, alsa-utils)."""
    return [program for program in NEEDED if shutil.which(program) is None]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the recording; ``start_ns`` is when its first sample was played, on the monotonic clock."""

    start_ns: int
    samples: Samples


class NullSink:
    """A loudspeaker nobody hears: ``with NullSink() as sink``, ``sink.env`` for the programs that should use it."""

    env: dict[str, str]

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="null-sink-"))
        runtime = self._folder / "run"
        pulse = runtime / "pulse"
        pulse.mkdir(parents=True, mode=0o700)
        runtime.chmod(0o700)
        self.env = {
            "HOME": str(self._folder),
            "XDG_RUNTIME_DIR": str(runtime),
            "PULSE_RUNTIME_PATH": str(pulse),
            "PULSE_SERVER": f"unix:{pulse}/native",
        }
        self._chunks: list[Chunk] = []
        self._first = threading.Event()
        environment = {**os.environ, **self.env}
        sink = f"module-null-sink sink_name=vsink rate={RATE} format=s16le channels=1"
        # -n: the default script wants udev and D-Bus.
        self._server = subprocess.Popen(
            [*PULSEAUDIO, "-L", "module-native-protocol-unix", "-L", sink],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._await_server(pulse / "native")
        self._recorder = subprocess.Popen(
            [*PAREC, f"--rate={RATE}"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self._reader = threading.Thread(target=self._read, name="null sink", daemon=True)
        self._reader.start()
        if not self._first.wait(10):
            self.__exit__(None, None, None)
            raise RuntimeError("the null sink records nothing")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in (self._recorder, self._server):
            process.terminate()
        self._recorder.wait(5)
        self._reader.join(5)
        if self._recorder.stdout is not None:
            self._recorder.stdout.close()
        self.silence_server()
        shutil.rmtree(self._folder, ignore_errors=True)

    def silence_server(self) -> None:
        """Takes the sound card away: the server ends, as when a loudspeaker is unplugged for good."""
        self._server.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._server.wait(5)
        if self._server.poll() is None:
            self._server.kill()
            self._server.wait()

    def freeze_server(self) -> None:
        """The sound card takes nothing more and says nothing, until ``thaw_server``."""
        self._server.send_signal(signal.SIGSTOP)

    def thaw_server(self) -> None:
        """It goes on where it stopped."""
        self._server.send_signal(signal.SIGCONT)

    def recording(self, since_ns: int = 0, until_ns: int | None = None) -> Samples:
        """What was played between two instants of the monotonic clock, to a chunk of 10 ms."""
        chunks = [
            chunk.samples
            for chunk in tuple(self._chunks)
            if chunk.start_ns >= since_ns and (until_ns is None or chunk.start_ns < until_ns)
        ]
        return np.concatenate(chunks) if chunks else np.zeros(0, np.int16)

    def onset_after(self, t_ns: int, timeout_s: float = 3.0) -> int | None:
        """When the first sound after ``t_ns`` began; waits for it, None when none came in time."""
        deadline = time.monotonic() + timeout_s
        while True:
            loud = self._loud_instants(t_ns)
            if loud or time.monotonic() > deadline:
                return loud[0] if loud else None
            time.sleep(0.005)

    def last_sound_after(self, t_ns: int) -> int | None:
        """When the last sound so far was heard, None when there was none after ``t_ns``."""
        loud = self._loud_instants(t_ns)
        return loud[-1] if loud else None

    def wait_for_silence(self, length_s: float = 0.5, timeout_s: float = 30.0) -> None:
        """Comes back when nothing was heard for ``length_s``; raises TimeoutError."""
        deadline = time.monotonic() + timeout_s
        since = time.monotonic_ns()
        while time.monotonic() < deadline:
            last = self.last_sound_after(since) or since
            if time.monotonic_ns() - last > length_s * 1e9:
                return
            time.sleep(0.02)
        raise TimeoutError(f"it was never silent for {length_s} s")

    def _loud_instants(self, t_ns: int) -> list[int]:
        instants: list[int] = []
        for chunk in reversed(tuple(self._chunks)):
            if chunk.start_ns + CHUNK * 1_000_000_000 // (2 * RATE) < t_ns:
                break
            places = np.flatnonzero(np.abs(chunk.samples.astype(np.int32)) > LOUD)
            ends = (int(places[0]), int(places[-1])) if places.size else ()
            instants.extend(chunk.start_ns + place * 1_000_000_000 // RATE for place in ends)
        return sorted(instant for instant in instants if instant >= t_ns)

    def _read(self) -> None:
        output = self._recorder.stdout
        while output is not None and (data := output.read(CHUNK)):
            now = time.monotonic_ns()
            samples = np.frombuffer(data[: len(data) // 2 * 2], np.int16)
            self._chunks.append(Chunk(now - len(samples) * 1_000_000_000 // RATE, samples))
            self._first.set()

    def _await_server(self, socket_path: Path) -> None:
        deadline = time.monotonic() + 10
        while not socket_path.exists():
            if self._server.poll() is not None or time.monotonic() > deadline:
                self._server.kill()
                self._server.wait()
                raise RuntimeError("PulseAudio did not start")
            time.sleep(0.01)


def samples_of(path: Path) -> Samples:
    """The samples of a mono 16-bit WAV file."""
    with wave.open(str(path), "rb") as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


def synthesised(text: str, voice: str, folder: Path, rate_wpm: int = 170) -> Samples:
    """What espeak-ng makes of ``text``, to compare with; trimmed. ``text`` is the spoken form."""
    path = folder / f"expected-{abs(hash((text, voice, rate_wpm)))}.wav"
    command = ["espeak-ng", "--stdin", "-v", voice, "-s", str(rate_wpm), "-w", str(path)]
    subprocess.run(command, input=text.encode(), check=True)
    return trimmed(samples_of(path))


def trimmed(samples: Samples) -> Samples:
    """Without the silence at both ends."""
    loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > LOUD)
    return samples[loud[0] : loud[-1] + 1] if loud.size else samples[:0]


def heard(recording: Samples, expected: Samples) -> float:
    """How alike two recordings of one sentence are: 1 the same, ``RIGHT`` and more the same sentence."""
    one, other = trimmed(recording), trimmed(expected)
    if min(len(one), len(other)) < WINDOW or abs(len(one) - len(other)) > LENGTHS_DIFFER * len(other):
        return 0.0
    return _aligned(_spectrogram(one), _spectrogram(other))


def found(recording: Samples, expected: Samples) -> tuple[float, int]:
    """Where in a longer recording a sentence fits best: its score, as of ``heard``, and the sample it begins at."""
    sentence = trimmed(expected)
    if len(recording) < len(sentence) or len(sentence) < WINDOW:
        return 0.0, 0
    long, short = _spectrogram(recording), _spectrogram(sentence)
    scores = [_correlation(long[at : at + len(short)], short) for at in range(len(long) - len(short) + 1)]
    best = int(np.argmax(scores))
    return _aligned(long[max(0, best - DRIFT) : best + len(short) + DRIFT], short), best * HOP


def _spectrogram(samples: Samples) -> Spectrogram:
    """Loudness in frames of 7 ms and bands as the ear divides them; the floor of 300 hides noise."""
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64), WINDOW)[::HOP]
    magnitudes = np.abs(np.fft.rfft(frames * np.hanning(WINDOW), axis=1))
    edges = np.unique(np.geomspace(2, WINDOW // 2, BANDS + 1).round().astype(int))
    bands = np.stack([magnitudes[:, low:high].mean(axis=1) for low, high in pairwise(edges)], 1)
    result: Spectrogram = np.log(bands + 300)
    return result


def _aligned(here: Spectrogram, there: Spectrogram) -> float:
    """Likeness along the best common path through time: the same sentence comes with pauses 50 ms longer or not.

    ``here`` may begin and end with something else; a step off the beat costs ``STUMBLE``.
    """
    distance = np.sqrt(((here[:, None, :] - there[None, :, :]) ** 2).mean(2))
    rows, columns = distance.shape
    cost = distance.copy()
    back = np.zeros((rows, columns), np.int8)
    for column in range(1, columns):
        before, toll = cost[:, column - 1], np.cumsum(distance[:, column] + STUMBLE)
        beat = np.concatenate(([np.inf], before[:-1]))
        best = np.minimum(beat, before + STUMBLE) + distance[:, column]
        cost[:, column] = np.minimum.accumulate(best - toll) + toll  # or down the column, a stumble each row
        down = np.concatenate(([np.inf], cost[:-1, column] + STUMBLE))
        back[:, column] = np.argmin((beat, before + STUMBLE, down), axis=0)
    row, column = int(np.argmin(cost[:, -1])), columns - 1
    path = [(row, column)]
    while column:
        step = back[row, column]
        row, column = row - (step != 1), column - (step != 2)
        path.append((row, column))
    pairs = np.array(path)
    return _correlation(here[pairs[:, 0]], there[pairs[:, 1]])


def _correlation(one: Spectrogram, other: Spectrogram) -> float:
    one, other = one - one.mean(), other - other.mean()
    length = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / length if length else 0.0
