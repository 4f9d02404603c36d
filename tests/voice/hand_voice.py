"""The speech queue with a clock by hand: a voice that says each line in 1.5 s, and what was heard of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.voice.earcons import Earcon
from companion.voice.speech.queue import NS_PER_MS, SpeechQueue
from companion.voice.utterance import Announcement, Outcome, Utterance

SENTENCE_MS = 1500


@dataclass
class HandVoice:
    """A queue with a clock by hand; ``log`` has each announcement as it stands.

    ``heard`` is what was begun, in order, ``whole`` what was said to its end.
    """

    locales: tuple[str, ...] = ("en",)
    now_ms: int = 10_000
    log: dict[int, Announcement] = field(default_factory=dict)
    began_ms: int = 0
    heard: list[str] = field(default_factory=list)
    whole: list[Announcement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.queue = SpeechQueue(lambda: self.now_ms * NS_PER_MS, self.locales, self.note)

    def note(self, announcement: Announcement) -> None:
        before = self.log.get(announcement.number)
        assert before is None or not before.state.final, f"{before} was already over"
        self.log[announcement.number] = announcement

    def say(self, utterances: Iterable[Utterance]) -> list[int]:
        return self.queue.add(utterances)

    def tell(self, *utterances: Utterance) -> list[int]:
        return self.say(utterances)

    def acknowledge(self, earcon: Earcon) -> bool:
        self.queue.answered(earcon)
        self.queue.give_way()
        return True

    def hush(self) -> None:
        self.queue.hush()

    def cut_tail(self) -> bool:
        return self.queue.cut_tail()

    def went_on(self, statements: int, *, awaits_anew: bool) -> None:
        self.queue.went_on(statements, awaits_anew=awaits_anew)

    def stop(self) -> None:
        self.queue.stop()

    def repeat(self) -> list[int]:
        return self.queue.repeat()

    def begin(self) -> str | None:
        """Starts the next line, if there is one."""
        line = self.queue.take()
        if line is None:
            return None
        self.queue.started(self.now_ms * NS_PER_MS)
        self.began_ms = self.now_ms
        self.heard.append(line.announcement.text)
        return line.announcement.text

    def end(self) -> None:
        assert self.queue.current is not None
        self.whole.append(self.queue.current.announcement)
        self.queue.finished(Outcome.SPOKEN, self.now_ms * NS_PER_MS)

    def pass_ms(self, length_ms: int) -> None:
        """Lets time go by, 50 ms at a time, while the voice works."""
        for _ in range(length_ms // 50):
            self.now_ms += 50
            if self.queue.current is None:
                self.begin()
            elif self.now_ms - self.began_ms >= SENTENCE_MS:
                self.end()
                self.begin()

    def hear_out(self) -> list[str]:
        """Everything that is said from here to silence."""
        said = []
        while self.queue.current is not None or self.queue.waiting:
            if self.queue.current is None:
                text = self.begin()
                if text is None:
                    self.now_ms += 50
                    continue
                said.append(text)
            self.end()
        return said

    def outcome(self, text: str) -> list[Outcome]:
        return [entry.state for entry in self.log.values() if entry.text == text]
