"""Puts what the table did into utterances in the table's languages: the one bridge from updates to the voice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.address import PageAddress
from companion.answers import (
    AsItWas,
    Asks,
    Begun,
    CameBack,
    CanScan,
    CardNamed,
    Digits,
    Ended,
    HandSoFar,
    LeftOut,
    Note,
    PutRight,
    Query,
    TakenIn,
    UnreadCard,
    WentBack,
)
from companion.deal import Progress
from companion.open_press import what_it_waits_for
from companion.referee import commands as cmd
from companion.referee.events import Phase
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.set_up import SetUpNote, Step
from companion.tags import CommandWord
from companion.updates import Update
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays import deal_lines, help_topics, page_lines, scan_lines
from companion.voice.between_plays.uno_lines import uno_scanned
from companion.voice.earcons import BY_THE_BEEPER
from companion.voice.game import forgotten_lines, put_right_lines, set_up_lines, undone_lines
from companion.voice.game.narrator import narrate, narrate_refusal, utterances
from companion.voice.lines import Line, Verbosity
from companion.voice.utterance import Priority, Utterance


class Announcer:
    """Knows the languages, how much is told, and the page's address; nothing of the table but what it is shown."""

    def __init__(
        self,
        locales: tuple[str, ...],
        verbosity: Verbosity,
        page: Callable[[], PageAddress | None] = lambda: None,
        *,
        pin: Callable[[], str] | None = None,
        simulated: Callable[[], bool | None] = lambda: None,
        audible: Callable[[], bool] = lambda: True,
    ) -> None:
        self.locales = locales
        self.verbosity = verbosity
        self.page = page
        self._pin = pin
        self._simulated = simulated
        self._audible = audible
        self.deal: Callable[[], Progress | None] = lambda: None  # the dispenser's, while it goes on
        self.left_to_hands: Callable[[], Mapping[str, int] | None] = lambda: None  # who lacks how many cards of it
        self.open_press: Callable[[], Refusal | None] = lambda: None  # what an open press waits for
        self.headphones = False  # there are some for what is nobody else's business
        self.beeps: Callable[[], bool] = lambda: False  # a beeper is fitted, and people hear it

    @property
    def address(self) -> str | None:
        """The page's, where phones can reach it."""
        page = self.page()
        return page.url if page is not None and page.reachable else None

    def narrate(self, update: Update) -> tuple[Utterance, ...]:
        """What is said about one update."""
        return self.utter(self._lines(update))

    def utter(self, lines: Iterable[Line]) -> tuple[Utterance, ...]:
        """Lines in all the table's languages; what the beeper sounds is not sounded again before them."""
        left_out = BY_THE_BEEPER if self.beeps() else frozenset()
        heard = (replace(line, earcon=None) if line.earcon in left_out else line for line in lines)
        return tuple(utterances(heard, self.locales))

    def ready(self) -> list[Line]:
        """The table is ready: its dispenser, the page, and how to hear the PIN."""
        page = self.page()
        return [] if page is None else said.ready(self._simulated(), page, pin_hint=True)

    def pin(self) -> list[Line]:
        """The join PIN, for the loudspeaker alone."""
        if self._pin is None:
            return []
        return page_lines.pin(self._pin(), self.page()) if self._audible() else page_lines.pin_unheard()

    def words(self, update: Update, locale: str) -> list[str]:
        """What is said about one update in one language, the table's or not; out of the journal as it was said."""
        if update.words_only:
            return list(update.says)
        return self.texts(self._lines(update), locale)

    def texts(self, lines: Iterable[Line], locale: str) -> list[str]:
        """Lines in one language, the table's or not, as they are read."""
        told = utterances(list(lines), (locale,))
        return [text for utterance in told for _, text in utterance.in_locales((locale,))]

    def _lines(self, update: Update) -> list[Line]:
        ended = [] if update.ended is None else [scan_lines.ended(update.ended)]
        return [*ended, *self._told(update)]

    def _told(self, update: Update) -> list[Line]:
        if update.query is not None:
            return self._answers(update, update.query)
        if update.refusal is not None:
            return narrate_refusal(
                update.before,
                update.command,
                update.refusal,
                self.verbosity,
                address=self.address,
                by_scan=update.by_scan,
            )
        if update.reopened is not None:
            return undone_lines.number_undone(what_it_waits_for(update.reopened, update.after))
        match update.note:
            case UnreadCard() as note:
                return forgotten_lines.unread(note, update.after.edition, self.verbosity)
            case AsItWas():
                return forgotten_lines.as_it_was(update.after, self.verbosity)
            case PutRight() as note:
                return put_right_lines.put_right(note, update.before, update.after, self.verbosity)
            case WentBack() as note:
                return put_right_lines.went_back(note, update.before, update.after, self.verbosity)
            case CameBack() as note:
                return put_right_lines.came_back(note, update.before, update.after, self.verbosity)
            case TakenIn() as note:
                return put_right_lines.taken_in(note, update.after, self.verbosity)
        return self._narrated(update)

    def _narrated(self, update: Update) -> list[Line]:
        told = narrate(update.before, update.events, update.after, self.verbosity, address=self.address)
        if isinstance(update.command, cmd.CallUno) and update.by_scan:  # said or written it may pass in silence
            told = [*told, *uno_scanned(update.before, update.events, update.command.player)]
        if isinstance(update.note, LeftOut):
            happened = [spoken for spoken in told if spoken.priority is not Priority.TURN]
            return [*happened, *forgotten_lines.left_out(update.note, update.after.edition), *told[len(happened) :]]
        if isinstance(update.note, SetUpNote):  # the game was taken back; what it was set up with was not
            return [*told[:-1], *set_up_lines.goes_on(update.note)]
        return told

    def _answers(self, update: Update, query: Query) -> list[Line]:
        match query.word:
            case CommandWord.STATUS:
                return self._status(update.after, query.note)
            case CommandWord.COUNTS:
                return said.counts(update.after, self.address)
            case CommandWord.SCORES:
                return said.scores(update.after, self.address)
            case CommandWord.PIN:
                return self.pin()
            case CommandWord.MOTOR:
                return said.motor_off()
            case None if query.note is None and query.player and query.number is None and not query.shows_card:
                return scan_lines.badge(query.player)
        return [] if query.note is None else self._noted(update, query.note, query.player)

    def _status(self, after: State, note: Note | None) -> list[Line]:
        match note:
            case SetUpNote():
                return set_up_lines.set_up(note, self.verbosity)
            case UnreadCard():
                unread = forgotten_lines.unread(note, after.edition, self.verbosity)
                return [*said.status(after, verbosity=self.verbosity), *unread]
        begun = scan_lines.begun(note) if isinstance(note, Begun) else []
        if (deal := self.deal()) is not None:
            return [deal_lines.status(deal), *begun]
        if after.phase is Phase.NONE:
            return [*said.status(after, self.address), *begun]
        lacking = deal_lines.left_to_hands(self.left_to_hands() or {})
        return [*lacking, *said.status(after, verbosity=self.verbosity), *begun, *self._open_question()]

    def _open_question(self) -> list[Line]:
        """What an open press waits for, where one is open."""
        waits = self.open_press()
        return [] if waits is None else said.interrupted_press(waits)

    def _noted(  # noqa: C901 - one case a note
        self, update: Update, note: Note, player: str | None
    ) -> list[Line]:
        match note:
            case SetUpNote(step=Step.GOES_ON):
                stands = said.status(update.after, self.address, self.verbosity)
                return [*set_up_lines.set_up(note, self.verbosity), *stands]
            case SetUpNote():
                return set_up_lines.set_up(note, self.verbosity)
            case UnreadCard():
                return forgotten_lines.unread(note, update.after.edition, self.verbosity)
            case AsItWas():
                return forgotten_lines.as_it_was(update.after, self.verbosity)
            case LeftOut():
                return forgotten_lines.left_out(note, update.after.edition)
            case CanScan():
                return help_topics.helped(note, self.verbosity, self.page())
            case CardNamed():
                return scan_lines.card_named(note, headphones=self.headphones)
            case HandSoFar():
                return scan_lines.hand_so_far(note, player or "")
            case Digits(digits, back):
                return scan_lines.digits(digits, back=back)
            case Begun():
                return scan_lines.begun(note)
            case Ended():
                return [scan_lines.ended(note), *self._open_question()]
            case Asks():
                return scan_lines.asks(note, player)
