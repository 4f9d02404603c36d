"""The process that turns sentences into sound files with pyttsx3; ``python -m companion.voice.speech.worker``.

JSON lines in, ``{"text", "voices": [best first], "rate", "path"}``, one JSON line out for each, ``{"ok": true,
"voice"}`` or ``{"ok": false, "error"}``; before them ``{"ready": true}``, or ``{"ready": false, "error"}`` and exit
3. It ends when its input does. It may hang or die at any time: its parent watches the clock and kills it.

pyttsx3 2.99 never plays here (it drops queued sentences and cannot be stopped); what else it does is held off
where it bites below. It prints on stdout, which therefore is not where the answers go.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any

EMPTY_WAV = 44  # bytes of a header; one sentence in 400 to 1,000 comes out empty although it is reported finished
ATTEMPTS = 3
ATTEMPT_PAUSE_S = 0.03
FINISH_LIMIT_S = 10.0
NO_LIBRARY = 3


class Voice:
    """One warm pyttsx3 engine that only writes files."""

    def __init__(self) -> None:
        import pyttsx3  # noqa: PLC0415  (a missing library is an answer, not a traceback)

        self._finished = threading.Event()
        self._error: str | None = None
        self._engine: Any = pyttsx3.init("espeak")
        # The end of runAndWait is not the end of the work; this event, on a thread of the C library, is.
        self._engine.connect("finished-utterance", lambda **_: self._finished.set())
        self._engine.connect("error", self._note_error)

    def write(self, text: str, voices: list[str], rate: int, path: str) -> str:
        """Speaks ``text`` into ``path``, which appears only when it is whole; returns the voice used."""
        voice = self._choose(voices)
        # A new rate holds from the next call on, so it is set twice, after the voice.
        self._engine.setProperty("rate", rate)
        self._engine.setProperty("rate", rate)
        part = f"{path}.part"
        with open(part, "wb"):  # noqa: PTH123  (in a folder it cannot write to, the engine would never come back)
            pass
        for _ in range(ATTEMPTS):
            self._finished.clear()
            self._error = None
            self._engine.save_to_file(text, part)
            self._engine.runAndWait()
            if not self._finished.wait(FINISH_LIMIT_S):
                raise RuntimeError("the engine did not finish the sentence")
            if self._error is not None:
                raise RuntimeError(self._error)
            if os.path.getsize(part) > EMPTY_WAV:  # noqa: PTH202
                os.replace(part, path)  # noqa: PTH105
                return voice
            time.sleep(ATTEMPT_PAUSE_S)
        raise RuntimeError("the engine wrote no sound")

    def _choose(self, voices: list[str]) -> str:
        """Sets the first voice the library knows; an unknown name is only told to the error callback."""
        for voice in voices:
            self._error = None
            self._engine.setProperty("voice", voice)
            if self._error is None:
                return voice
        raise RuntimeError(f"none of the voices {', '.join(voices)} is installed")

    def _note_error(self, exception: Exception, **_: object) -> None:
        self._error = str(exception)


def main() -> int:
    """Answers requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # pyttsx3 prints "Audio saved to …" on stdout
    sys.stdout = sys.stderr

    def answer(**fields: object) -> None:
        answers.write(json.dumps(fields) + "\n")

    warm_up = f"{sys.argv[1]}/warm-up-{os.getpid()}.wav"
    try:
        voice = Voice()
        voice.write("x", ["gmw/en"], 200, warm_up)
        os.remove(warm_up)  # noqa: PTH107
    except Exception as error:
        answer(ready=False, error=" ".join(str(error).split()))
        return NO_LIBRARY
    answer(ready=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            used = voice.write(request["text"], request["voices"], request["rate"], request["path"])
        except Exception as error:
            answer(ok=False, error=str(error))
        else:
            answer(ok=True, voice=used)
    return 0


if __name__ == "__main__":
    sys.exit(main())
