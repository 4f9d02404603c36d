"""The file of ``--speech-log``: a JSON line for each announcement once nothing more will become of it."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from companion.voice.utterance import Announcement

log = logging.getLogger(__name__)


class SpeechLog:
    """Appends to one file, line by line. A disk that refuses is reported once; speech goes on."""

    def __init__(self, path: Path) -> None:
        """Raises OSError when the file cannot be written to."""
        self._file = path.open("a", encoding="utf-8", buffering=1)
        self._failing = False

    def write(self, announcement: Announcement) -> None:
        """Writes down one finished announcement."""
        try:
            self._file.write(json.dumps(announcement.for_log(), ensure_ascii=False) + "\n")
        except OSError:
            if not self._failing:
                log.exception("the speech log cannot be written")
            self._failing = True
        else:
            self._failing = False

    def close(self) -> None:
        """Closes the file."""
        try:
            self._file.close()
        except OSError:
            log.exception("the speech log could not be closed")
