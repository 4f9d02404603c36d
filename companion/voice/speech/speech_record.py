"""What was, is and will be said: kept for the page, and in the file of ``--speech-log``."""

from __future__ import annotations

from companion.voice.speech.speech_log import SpeechLog
from companion.voice.utterance import Announcement, Outcome

REMEMBERED = 500  # announcements kept for the page


class SpeechRecord:
    """The newest state of the last announcements; ``last`` is the last text that was spoken to its end."""

    def __init__(self, log: SpeechLog | None) -> None:
        self.last: str | None = None
        self._log = log
        self._ring: dict[int, Announcement] = {}
        self._newest = 0

    def keep(self, announcement: Announcement) -> None:
        """One announcement is new, or in a new state; one that is too old is not brought back."""
        if announcement.number in self._ring or announcement.number > self._newest:
            self._ring[announcement.number] = announcement
            self._newest = max(self._newest, announcement.number)
            while len(self._ring) > REMEMBERED:
                del self._ring[next(iter(self._ring))]
        if announcement.state is Outcome.SPOKEN:
            self.last = announcement.text
        if announcement.state.final and self._log is not None:
            self._log.write(announcement)

    def since(self, number: int) -> list[Announcement]:
        """Those with a greater number, in the order of their numbers."""
        return [announcement for each, announcement in self._ring.items() if each > number]

    def close(self) -> None:
        """Closes the file, if there is one."""
        if self._log is not None:
            self._log.close()
