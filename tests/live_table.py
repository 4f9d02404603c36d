"""A real table for tests: the command itself in a process of its own, and what a person at the table can do to it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from firmware_bridge.simulator.dispenser import HOLD_MS

COMMAND = [sys.executable, "-m", "companion"]
ANSWER_S = 20.0
FINGER_S = (HOLD_MS + 2 * 30) / 1000  # a push, and twice the rest before the button takes another
MAKES_IT_EASY = {"PYTHONUNBUFFERED"}  # whoever reads the service's lines through a pipe does not set it


class LiveTable:
    """``with LiveTable(folder, …) as table``: started, joined as host, ended by SIGTERM.

    ``simulate`` false: with the machine's own pins. Nothing is waited for longer than ``patience_s``. ``lines`` are
    what it printed; ``http`` is a phone that has joined.
    """

    def __init__(
        self,
        data: Path,
        *flags: str,
        env: Mapping[str, str] | None = None,
        speech: str = "none",
        stdin: int | None = None,
        simulate: bool = True,
        patience_s: float = ANSWER_S,
    ) -> None:
        self._data = data
        self._patience_s = patience_s
        self._finger_free_s = 0.0  # when the simulated button has been let go, and has rested
        self._flags = [
            *(["--simulate"] if simulate else []),
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--data",
            str(data),
            "--speech",
            speech,
            *flags,
        ]
        here = {name: value for name, value in os.environ.items() if name not in MAKES_IT_EASY}
        self._env = {**here, "LANG": "C.UTF-8", **(env or {})}
        self._stdin = stdin
        self.lines: list[str] = []
        self._news = threading.Condition()

    def __enter__(self) -> Self:
        self.started_ns = time.monotonic_ns()
        self.process = subprocess.Popen(
            [*COMMAND, "run", *self._flags],
            stdin=self._stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self._env,
        )
        self.errors: list[str] = []
        self._readers = [
            threading.Thread(target=self._read, args=(stream, lines), daemon=True)
            for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()
        self.url = self.line("listening: ").rstrip("/")
        self.listening_ns = time.monotonic_ns()
        self.button_rests()
        self.pin = self.line("join PIN: ")
        self.http = httpx.Client(base_url=self.url, timeout=self._patience_s)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(25)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for reader in self._readers:
            reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _read(self, stream: Any, lines: list[str]) -> None:
        for line in stream:
            with self._news:
                lines.append(line.rstrip("\n"))
                self._news.notify_all()

    def line(self, start: str) -> str:
        """The rest of the first printed line that begins so; waits for it."""
        with self._news:
            self._news.wait_for(
                lambda: self._printed(start) is not None or self.process.poll() is not None, self._patience_s
            )
            found = self._printed(start)
        assert found is not None, f"no line '{start}…' in {self.lines} {self.errors}"
        return found

    def _printed(self, start: str) -> str | None:
        return next((line.removeprefix(start) for line in tuple(self.lines) if line.startswith(start)), None)

    def join(self, name: str | None = None) -> dict[str, Any]:
        """A phone joins with the PIN; the first one hosts."""
        answer = self.http.post("/api/join", json={"pin": self.pin, "name": name})
        assert answer.status_code == 200, answer.text
        joined: dict[str, Any] = answer.json()
        return joined

    def say(self, statement: str, **more: Any) -> dict[str, Any]:
        """A statement from the phone; its answer."""
        answer = self.http.post("/api/statements", json={"statement": statement, **more})
        body: dict[str, Any] = answer.json()
        return body

    def accepted(self, *statements: str) -> None:
        """Statements that must all be accepted."""
        for statement in statements:
            answer = self.say(statement)
            assert answer.get("accepted"), (statement, answer)

    def state(self) -> dict[str, Any]:
        """The table as everybody may know it."""
        body: dict[str, Any] = self.http.get("/api/state").json()
        return body

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Waits until the table is so; the state then."""
        deadline = time.monotonic() + self._patience_s
        while not holds(state := self.state()):
            assert time.monotonic() < deadline, (state, self.errors)
            time.sleep(0.01)
        return state

    def until_speech(self, state: str) -> dict[str, Any]:
        """Waits until speech is ``ok``, ``stuck`` or ``silent``; its part of the health then."""
        deadline = time.monotonic() + self._patience_s
        while (speech := self.http.get("/api/health").json()["speech"])["state"] != state:
            assert time.monotonic() < deadline, (speech, self.errors)
            time.sleep(0.05)
        found: dict[str, Any] = speech
        return found

    @property
    def scanner_port(self) -> Path:
        """The pseudo-terminal to which anybody may write tags."""
        found = re.search(r"/dev/pts/\d+", self.line("scanner: simulated "))
        assert found is not None
        return Path(found[0])

    def write_tag(self, text: str) -> int:
        """Bytes arrive at the scanner, as when a label is held under it; when the last one was written."""
        with self.scanner_port.open("wb", buffering=0) as port:
            port.write(text.encode() + b"\r")
        return time.monotonic_ns()

    def button_rests(self) -> None:
        """From now on, or anew: pushed, or opened again; so long no push would count."""
        self._finger_free_s = time.monotonic() + FINGER_S

    def push_button(self) -> None:
        """A finger on the simulated button, once it is off it again: nobody presses twice in a tenth of a second."""
        time.sleep(max(0.0, self._finger_free_s - time.monotonic()))
        answer = self.http.post("/api/bench/press")
        self.button_rests()
        assert (answer.status_code, answer.json()) == (202, {"edge": True}), answer.text

    def spoken(self) -> list[dict[str, Any]]:
        """All announcements so far."""
        body: list[dict[str, Any]] = self.http.get("/api/spoken", params={"since": 0}).json()
        return body

    def kill(self) -> None:
        """The plug is pulled."""
        self.process.kill()
        self.process.wait()


def json_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a log file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
