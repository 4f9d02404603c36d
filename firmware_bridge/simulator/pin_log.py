"""A line of JSON for each pin change, for people and programs that want to see what the wires did."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

log = logging.getLogger(__name__)


class PinLogError(ValueError):
    """The pin log's file cannot be written; the sentence names it and says what to do."""


class PinLog:
    """Writes ``{"t_ns", "pin", "name", "state"}`` lines; 1 is active. A tone also has ``"hz"``, a servo's
    pulse ``"duty"``, the part of its 20 ms that it lasts.

    Written without a buffer, so that a signal handler that switches the motor off may come in between. A full
    disk ends the log, not the game. Raises :class:`PinLogError` if the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file: int | None = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
        except OSError as error:
            raise PinLogError(
                f"The pin log {path} cannot be written ({error.strerror}); name another file with --pin-log."
            ) from error

    def write(self, t_ns: int, pin: int, name: str, state: int, **more: float) -> None:
        """One pin changed; ``more`` is what there is to tell of a tone or a pulse."""
        if self._file is None:
            return
        line = {"t_ns": t_ns, "pin": pin, "name": name, "state": state, **more}
        try:
            os.write(self._file, (json.dumps(line) + "\n").encode())
        except OSError as error:
            log.warning("the pin log ends here: %s", error.strerror)
            self.close()

    def close(self) -> None:
        """End the log. May be called twice."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)
