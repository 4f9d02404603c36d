"""Attends to the hardware: each report of the bridge becomes a statement, a press, or something said.

Everything runs on the event loop. A scan or press cuts the answer that the voice still gives, at once; what the table
waited for is cut when it waits for something else, so that a scan that changes nothing loses no word of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Protocol

from companion.announcer import Announcer
from companion.answers import AsItWas, CardNamed, Digits, Named, Query, UnreadCard
from companion.live.acknowledgement import acknowledgement
from companion.live.dealing import DealDesk
from companion.live.found_once import FoundOnce
from companion.live.scan_desk import ScanDesk
from companion.press import PressDesk
from companion.referee import commands as cmd
from companion.referee.commands import Command
from companion.referee.decide import decide
from companion.referee.decks import Supply
from companion.referee.events import Phase
from companion.referee.notation import write
from companion.referee.refusals import Refusal
from companion.referee.state import State
from companion.set_up import SetUpNote, Step
from companion.signals import aimed_at
from companion.storage.journal_repair import Repair
from companion.table import Table
from companion.tags import VOICE_WISHES, CommandWord, command_tag
from companion.updates import Update
from companion.voice.between_plays import announcements as said
from companion.voice.between_plays import scan_lines
from companion.voice.earcons import Earcon
from companion.voice.errands.reader_lines import reader_back, reader_hint, reader_lost
from companion.voice.game.prompts import prompt
from companion.voice.lines import Line, Verbosity, awaited, sounded
from companion.voice.utterance import Priority, Utterance
from firmware_bridge.care import Advice, Care
from firmware_bridge.pin_map import COLOUR_PLACES, HELD_BUTTON
from firmware_bridge.reports import (
    ButtonHeld,
    ButtonPressed,
    CardCounted,
    DispenseEnded,
    FaultFound,
    Finding,
    HopperChanged,
    HopperLow,
    LateCard,
    LidChanged,
    LineState,
    PressAccepted,
    PressDenied,
    Reader,
    Report,
    ScannerChanged,
    ScannerHint,
    TagRead,
)

log = logging.getLogger(__name__)


#: What the beeper sounds for a scan that the loudspeaker does not answer.
BEEPS = {Earcon.ACCEPTED: "pulse", Earcon.REFUSED: "buzz"}
ADVICE = {Advice.CLEAN_ROLLER: said.clean_roller, Advice.FAN_DECK: said.fan_deck}


class Voice(Protocol):
    """What this needs of the speaker."""

    def say(self, utterances: Iterable[Utterance]) -> list[int]: ...
    def acknowledge(self, earcon: Earcon) -> bool: ...
    def hush(self) -> None: ...
    def cut_tail(self) -> bool: ...
    def went_on(self, statements: int, /, *, awaits_anew: bool) -> None: ...
    def stop(self) -> None: ...
    def repeat(self) -> list[int]: ...


class Switches(Protocol):
    """What this needs of the bridge. ``beeps``: a beeper is fitted that people hear."""

    @property
    def beeps(self) -> bool: ...
    def motor_off(self) -> None: ...
    def sound(self, name: str) -> None: ...
    def aim(self, seat: int | None) -> bool: ...


class Attendant:
    """Stands between hardware and table for as long as the service runs."""

    def __init__(
        self, table: Table, presses: PressDesk, voice: Voice, switches: Switches, announcer: Announcer
    ) -> None:
        self._table = table
        self._presses = presses
        self._voice = voice
        self._switches = switches
        self._announcer = announcer
        self._tasks: set[asyncio.Task[Any]] = set()
        self._lines: dict[Reader, LineState] = {}
        self._in_memory = table.journal.state == "memory"
        self._told_to_wait: int | None = None
        self._answered: str | None = None  # a scan that waits, and had its sound
        self._care = Care()
        self._once = FoundOnce()
        presses.on_dispensed = self._dispensed
        presses.on_gate_missed = self._gate_missed
        self._stands_on = table.state.statements
        self._aimed: int | None = None
        self._turns_itself = False
        self.deals: DealDesk | None = None  # where somebody guides the deals
        self.on_shutdown: Callable[[], None] = lambda: None
        self.on_wish: Callable[[CommandWord], Iterable[Line]] = lambda _: ()  # how the voice is to speak
        self.make_hosts: Callable[[str], int] = lambda _: 0  # of a seat's phones: how many they are
        self.repeated: list[int] = []  # numbers of the announcements that REPEAT brought last
        self.headphones: Voice | None = None  # for what is nobody else's business
        self._lies_there = False  # the label read last, still
        self.readers_shown = False  # the start lines told how the readers are
        # What a reader that has just gone was lost to: "power" or "motor", None where nobody knows.
        self.why_lost: Callable[[], str | None] = lambda: None
        self.lost_to: str | None = None  # what the table's scanner was lost to, while it is gone
        #: Takes what the private reader read. It must reach one player's ears only: no table, loudspeaker or log.
        self.on_private_read: Callable[[str], None] = lambda _: None
        self.desk: ScanDesk | None = None  # where codes are enrolled and decks checked
        table.observers.append(self._table_moved)
        table.on_waiting = self._keep_waiting
        table.journal.observers.append(self._journal_moved)

    def attend(self, report: Report) -> None:  # noqa: C901 - one case a report
        """Takes one report; never raises, never waits."""
        match report:
            case TagRead(reader=Reader.PRIVATE):
                if not report.repeated:
                    self.on_private_read(report.text)
            case TagRead():
                self._read(report.text, repeated=report.repeated)
            case PressAccepted():
                self._sound_press(Earcon.ACCEPTED)
                self._table.interpreter.end_help()
                self._do(self._press(report))
            case PressDenied():
                self._sound_press(Earcon.REFUSED)
                self._table.interpreter.end_help()
                self._denied(report)
            case ButtonPressed() | ButtonHeld():
                self._button(report)
            case CardCounted() | DispenseEnded():
                self._presses.report(report)
            case LateCard():
                self._do(self._late_card())
            case LidChanged() | HopperChanged() | HopperLow():
                self._hopper_changed(report)
            case FaultFound():
                self._fault_found(report)
            case ScannerChanged():
                self._scanner_changed(report)
            case ScannerHint(_, hint, message, reader):
                log.warning("%s scanner: %s", reader, message)
                self.tell(reader_hint(hint, reader))

    def _read(self, text: str, *, repeated: bool) -> None:
        """A label was read. A card that goes on lying there is one read: acknowledged softly, once."""
        if not repeated:
            self._voice.hush()
            self._do(self._scanned(text))
        elif not self._lies_there:
            self._switches.sound("pulse")
        self._lies_there = repeated

    async def _press(self, accepted: PressAccepted) -> None:
        """A press is what was awaited: it is not asked for any more, unless nothing comes of it."""
        unheard = self._voice.cut_tail()
        update = await self._presses.press(accepted)
        if unheard and (update is None or not update.accepted):
            self._ask_again()

    def scans_turn(self, to_the_desk: bool) -> None:
        """Scans go to the desk, where nobody need hear what the game waits for, or come back to the game."""
        if to_the_desk:
            self._voice.cut_tail()
        elif self._table.interpreter.set_up_standing is None:
            self._ask_again()

    def _ask_again(self) -> None:
        """Says what the table waits for, of a press or deal that is under way aside: those say so themselves."""
        table = self._table
        dealing = self.deals is not None and self.deals.progress is not None
        asked = prompt(table.state, self._announcer.verbosity)
        if asked is not None and not (dealing or table.press_in_flight or table.interrupted):
            self.tell([awaited(asked, table.state.edition)])

    def answer(self, earcon: Earcon) -> None:
        """A scan is answered by one sound, at once: the loudspeaker's, or the beeper's where that is silent."""
        if not self._voice.acknowledge(earcon):
            self._switches.sound(BEEPS[earcon])

    def _sound_press(self, earcon: Earcon) -> None:
        """A press has been answered by the beeper, from the edge itself; without one the loudspeaker does it."""
        if not self._switches.beeps:
            self._voice.acknowledge(earcon)

    async def _scanned(self, text: str) -> None:
        if self.desk is None or not await self.desk.read(text):
            await self._table.submit(cmd.Scan(text))

    def name_privately(self, text: str) -> None:
        """A card at the private reader is named in the headphones, and nowhere else."""
        if self.headphones is not None:
            named = self._table.interpreter.named(text, self._table.state)
            known = named is not None and named.how is not Named.NOT_THIS_SIDE
            self.headphones.acknowledge(Earcon.ACCEPTED if known else Earcon.REFUSED)
            self._say_privately(named)

    def _say_privately(self, named: CardNamed | None) -> None:
        if self.headphones is not None:
            self.headphones.say(self._announcer.utter(scan_lines.in_private(named)))

    def _button(self, report: ButtonPressed | ButtonHeld) -> None:
        """A further button is the command card of its name, whoever pressed it; one of them has to be held."""
        self._voice.hush()
        if isinstance(report, ButtonHeld):
            self.on_shutdown()
        elif report.name == HELD_BUTTON:
            self.tell(said.hold_to_switch_off())
        else:
            self._do(self._table.submit(cmd.Scan(command_tag(button_word(report.name, self._table.state)))))

    def point(self, state: State, *, anew: bool = False) -> bool:
        """Turns the dispenser to who is dealt to, the target of an extreme hit, or home; False where it cannot.

        Then the table is asked to, in a deal by the line that asks for the press. ``anew``: nobody knows where it
        points.
        """
        dealt_to = None if self.deals is None else self.deals.seat
        seat = aimed_at(state) if dealt_to is None else dealt_to
        if seat != self._aimed or anew:
            self._aimed, self._turns_itself = seat, self._switches.aim(seat)
            if not self._turns_itself and seat is not None and (dealt_to is None or anew):
                self.tell(said.turn_dispenser(state.name(seat)))
        return self._turns_itself

    def _hopper_changed(self, report: LidChanged | HopperChanged | HopperLow) -> None:
        match report:
            case LidChanged(_, is_open):
                self._presses.report(report)
                self._care.lid(is_open)
                self._found(Finding.LID_OPEN, is_open)
            case HopperChanged(_, empty):
                self._care.hopper(empty)
                self._found(Finding.HOPPER_EMPTY, empty)
            case HopperLow(_, low):
                self._care.level(low)
        self._ask_whether_reloaded()
        if self.deals is not None:
            self.deals.hopper_moved(lid_closed=isinstance(report, LidChanged) and not report.open)

    def _fault_found(self, report: FaultFound) -> None:
        log.warning("%s: %s (%s)", report.part, report.message, report.finding)
        if self._once.reported(report.finding, report.part, cards_come=self._cards_come):
            self._alarm(said.fault(report.finding, report.part))

    def _found(self, finding: Finding, holds: bool) -> None:
        """Lid or hopper: something is wrong by its own sensor, or right again."""
        if not holds:
            self._once.mended(finding)
        elif self._once.reported(finding, cards_come=self._cards_come):
            self.tell(said.fault(finding))

    @property
    def _cards_come(self) -> bool:
        """True while cards are coming, or about to: for a press or for a deal."""
        return self._table.press_in_flight or (self.deals is not None and self.deals.throwing)

    async def _late_card(self) -> None:
        if self.deals is None or not await self.deals.late_card():
            await self._presses.late_card()

    def _dispensed(self, ended: DispenseEnded) -> None:
        """A dispense is over: the voice says what helps if it ended early; press and deal ask about their numbers."""
        advice = self._care.dispensed(ended.finding, ended.counted)
        news = self._once.ended(ended.finding)
        if ended.finding is None:
            return
        log.warning("the dispenser stopped after %d cards: %s", ended.counted, ended.finding)
        self._alarm(said.fault(ended.finding) if news else ())
        if advice is not None:
            self.tell(ADVICE[advice]())

    def _gate_missed(self) -> None:
        """The table told of cards that the gate had not seen."""
        self._alarm(said.fault(Finding.GATE_DEAD))

    def _ask_whether_reloaded(self) -> None:
        """The hopper ran empty and is full again: was it the discard that went back?"""
        table = self._table
        if table.in_doubt or table.press_in_flight or not self._care.take_refill():
            return
        state = table.state
        if state.discard_size > 1 and not isinstance(decide(state, cmd.Reload()), Refusal):
            table.interpreter.reload_asked = True
            self.tell(said.reloaded())

    def tell(self, lines: Iterable[Line]) -> None:
        """Says something that is no ruling."""
        self._voice.say(self._announcer.utter(lines))

    def _alarm(self, lines: Iterable[Line]) -> None:
        """Something is wrong: the beeper says so, or without one the loudspeaker does, before the words."""
        self._switches.sound("alarm")
        self.tell(sounded(lines, Earcon.TROUBLE))

    def _journal_moved(self) -> None:
        """The disk takes nothing any more, of which the table is told once, or it does again."""
        in_memory = self._table.journal.state == "memory"
        if in_memory != self._in_memory:
            self._in_memory = in_memory
            if in_memory:
                self._alarm(said.saved_in_memory())
            else:
                self.tell(said.saved_again())

    def tell_journal(self, repair: Repair | None) -> None:
        """How a table that starts has found its journal, where that wants attention."""
        if repair is not None:
            self._alarm(said.journal_gone() if repair.gone else said.journal_recovered(repair.games))
        if self._in_memory:
            self._alarm(said.saved_in_memory())

    def tell_interrupted(self) -> bool:
        """Says what a press waits for that is no statement yet, if one is open."""
        if (waits := self._table.open_question) is not None:
            self.tell(said.interrupted_press(waits))
        return waits is not None

    def _ask_for_number(self) -> bool:
        """Asks how many cards came out, of a press or of a deal, if nobody but the table knows."""
        return self.tell_interrupted() or (self.deals is not None and self.deals.ask_again())

    @property
    def busy(self) -> bool:
        """True while something is still being attended to."""
        return bool(self._tasks)

    async def close(self) -> None:
        """Ends what is still being attended to; a press in flight stays on the disk."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.deals is not None:
            await self.deals.close()

    def _do(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._switches.motor_off()
            log.error("a report could not be attended to", exc_info=error)
            self._ask_for_number()

    def _denied(self, report: PressDenied) -> None:
        self._voice.hush()  # nothing came of it, so that whatever else was about to be said still has to be
        if self._ask_for_number():
            return
        reason = "busy" if self._table.press_in_flight else report.reason
        self.tell(said.press_denied(reason, self._table.state, self._announcer.address))

    def _scanner_changed(self, report: ScannerChanged) -> None:
        before = self._lines.get(report.reader)
        self._lines[report.reader] = report.state
        if self.readers_shown and (before is None or report.state is LineState.CONNECTED):
            log.info("%s scanner: %s", report.reader, report.message)  # its own thread tells what goes wrong later
        lost_to = self.why_lost() if report.state is LineState.LOST else None
        if report.reader is Reader.TABLE:
            self.lost_to = lost_to
        if report.state is LineState.LOST:
            if lost_to is not None:
                log.warning("%s scanner: lost to the %s", report.reader, lost_to)
            self._alarm(reader_lost(report.reader, lost_to))
        elif report.state is LineState.CONNECTED and before is not None:
            self.tell(reader_back(report.reader, was_lost=before is LineState.LOST))

    def _keep_waiting(self, command: Command) -> None:
        if isinstance(command, cmd.Scan) and self._told_to_wait != self._table.version:
            self._told_to_wait = self._table.version  # only the first is acknowledged
            self._answered = write(command)
            self.answer(Earcon.ACCEPTED)
            self.tell(said.press_waiting())

    def _table_moved(self, update: Update) -> None:
        moved = self._cut_what_is_outdated(update)
        self._answer_scan(update)
        match update.query.word if update.query else None:
            case CommandWord.STOP:
                self._voice.stop()
            case CommandWord.REPEAT:
                self.repeated = self._voice.repeat() or self._voice.say(self._announcer.utter(said.nothing_older()))
            case CommandWord.MOTOR:
                self._switches.motor_off()
        self._voice.say(update.utterances)
        filled = update.accepted and isinstance(update.command, cmd.Reload)
        if filled or (moved and update.query is None and update.reopened is None):
            self.tell_interrupted()  # a press that is open goes on
        if update.query is not None:
            self._look_after_people(update.query)
        if update.accepted and update.query is None:
            self._look_after_the_hopper(update)
        self.point(update.after)

    def _answer_scan(self, update: Update) -> None:
        """One that had to wait was taken by its sound then, and is answered again only where it is refused."""
        earcon = acknowledgement(update, headphones=self.headphones is not None)
        waited = earcon is not None and update.statement == self._answered
        if waited:
            self._answered = None
        if earcon is not None and not (waited and earcon is Earcon.ACCEPTED):
            self.answer(earcon)

    def _cut_what_is_outdated(self, update: Update) -> bool:
        """Nobody hears any more what was awaited before, nor an answer to what was asked before.

        What one scan comes to is told with its last statement, and until then nothing counts as taken back.
        """
        moved = _waits_for_something_else(update)
        if update.utterances:
            self._stands_on = update.after.statements
        self._voice.went_on(self._stands_on, awaits_anew=moved)
        return moved

    def _look_after_people(self, query: Query) -> None:
        """What a card asks of others than the game: how the voice speaks, whose phones host, what a card is."""
        match query:
            case Query(CommandWord() as word) if word in VOICE_WISHES:
                self.tell(self.on_wish(word))
            case Query(CommandWord.HOST, str(player)):
                self.tell(scan_lines.hosts(player, self.make_hosts(player)))
            case Query(note=CardNamed(how=Named.PRIVATELY) as named):
                self._say_privately(named)

    def _look_after_the_hopper(self, update: Update) -> None:
        before, after = update.before, update.after
        if after.seats and after.options.draw_from is not Supply.PILE:
            begins = after.phase is Phase.PLAYING and _moment(before) != _moment(after)
            if self._care.nearly_empty(after.supply, a_turn_begins=begins):
                self.tell(said.hopper_low())
        self._ask_whether_reloaded()


def _waits_for_something_else(update: Update) -> bool:
    """True where what the table waited for before is awaited no more."""
    if update.refusal is not None:
        return False
    if update.query is not None:
        match update.query.note:
            case SetUpNote(step=step):
                return step is not Step.STANDS
            case UnreadCard(standing=standing):
                return not standing
        answered = update.query.word in {CommandWord.YES, CommandWord.NO} or update.query.number is not None
        return answered or isinstance(update.query.note, AsItWas | Digits)  # digits: it is being answered
    told = any(utterance.priority is Priority.TURN for utterance in update.utterances)
    return told or prompt(update.before, Verbosity.NORMAL) != prompt(update.after, Verbosity.NORMAL)


def _moment(state: State) -> tuple[Phase, int | None, int]:
    return state.phase, state.turn, state.round


def button_word(name: str, state: State) -> CommandWord:
    """The command card that a further button stands for; on Flip's dark side a colour is that of its place."""
    if name in COLOUR_PLACES and state.seats:
        return CommandWord(state.deck.colours[state.side][COLOUR_PLACES.index(name)].upper())
    return CommandWord(name.upper())
