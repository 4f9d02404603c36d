"""Puts what the table did into utterances in the table's languages: the one bridge from updates to the voice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from companion.deal import Progress
from companion.meaning import Query
from companion.table import Update
from companion.tags import CommandWord
from companion.voice import announcements as said
from companion.voice import deal_lines
from companion.voice.lines import Line, Verbosity
from companion.voice.narrator import narrate, narrate_refusal, utterances
from companion.voice.utterance import Utterance


class Announcer:
    """Knows the languages, how much is told, and the page's address; nothing of the table but what it is shown."""

    def __init__(
        self,
        locales: tuple[str, ...],
        verbosity: Verbosity,
        address: str | None = None,
        *,
        pin: Callable[[], str] | None = None,
        simulated: Callable[[], bool | None] = lambda: None,
        audible: Callable[[], bool] = lambda: True,
    ) -> None:
        self.locales = locales
        self.verbosity = verbosity
        self.address = address
        self._pin = pin
        self._simulated = simulated
        self._audible = audible
        self.deal: Callable[[], Progress | None] = lambda: None  # the dispenser's, while it goes on

    def narrate(self, update: Update) -> tuple[Utterance, ...]:
        """What is said about one update."""
        return self.utter(self._lines(update))

    def utter(self, lines: Iterable[Line]) -> tuple[Utterance, ...]:
        """Lines in all the table's languages."""
        return tuple(utterances(list(lines), self.locales))

    def ready(self) -> list[Line]:
        """The table is ready: its dispenser, the page, and how to hear the PIN."""
        return [] if self.address is None else said.ready(self._simulated(), self.address, pin_hint=True)

    def pin(self) -> list[Line]:
        """The join PIN, for the loudspeaker alone."""
        if self._pin is None:
            return []
        return said.pin(self._pin()) if self._audible() else said.pin_unheard()

    def words(self, update: Update, locale: str) -> list[str]:
        """What is said about one update in one language, the table's or not; of a repeat, what was said then."""
        if update.repeated:
            return list(update.says)
        told = utterances(self._lines(update), (locale,))
        return [text for utterance in told for _, text in utterance.in_locales((locale,))]

    def _lines(self, update: Update) -> list[Line]:
        if update.query is not None:
            return self._answers(update, update.query)
        if update.refusal is not None:
            return narrate_refusal(
                update.before, update.command, update.refusal, self.verbosity, address=self.address
            )
        return narrate(update.before, update.events, update.after, self.verbosity, address=self.address)

    def _answers(self, update: Update, query: Query) -> list[Line]:
        match query.word:
            case CommandWord.STATUS if (deal := self.deal()) is not None:
                return [deal_lines.status(deal), *self.ready()]
            case CommandWord.STATUS:
                return [*said.status(update.after, self.address), *self.ready()]
            case CommandWord.COUNTS:
                return said.counts(update.after, self.address)
            case CommandWord.SCORES:
                return said.scores(update.after, self.address)
            case CommandWord.PIN:
                return self.pin()
        return []
