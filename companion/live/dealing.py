"""Deal mode: before the first card the dispenser deals the hands, a press of the button each.

The first card ends it, whatever has been dealt: the table knows best. Nothing of it is a statement. How far it has
come is on the disk before the motor starts and with every card, so that it goes on after any fault and any restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from companion.answers import Query
from companion.deal import Deal, Progress, before_the_first_card, progress
from companion.press import PressDesk
from companion.referee import commands as cmd
from companion.referee import events as ev
from companion.referee.decks import Supply
from companion.referee.events import Phase
from companion.scans.numbers import DealAsks
from companion.settings import Deals
from companion.table import Table
from companion.tags import CommandWord
from companion.updates import Update
from companion.voice.between_plays import deal_lines as said
from companion.voice.between_plays.announcements import count_doubtful
from companion.voice.lines import Line, Verbosity
from firmware_bridge.bridge import DispenserMissingError
from firmware_bridge.care import may_be_wrong
from firmware_bridge.dispenser import DispenserBusyError
from firmware_bridge.reports import DispenseEnded, Finding

log = logging.getLogger(__name__)

_BELIEVED_SILENT = 1  # throws of which the gate saw nothing, in a row: by the next it may be dead


class Dispenser(Protocol):
    """What this needs of the bridge."""

    def motor_off(self) -> None: ...
    def health(self) -> Mapping[str, Any]: ...


class DealDesk:
    """Guides every deal, and lets the dispenser do it where the table wants that.

    ``tell`` says something, ``when`` is the setting as it is now. ``aim`` makes the dispenser point to ``seat``, and
    is False where the table has to turn it; ``observers`` hear that the page shows something old.
    """

    def __init__(
        self,
        table: Table,
        presses: PressDesk,
        dispenser: Dispenser,
        tell: Callable[[Iterable[Line]], None],
        *,
        when: Callable[[], Deals],
        verbosity: Callable[[], Verbosity],
    ) -> None:
        self._table = table
        self._presses = presses
        self._dispenser = dispenser
        self._tell = tell
        self._when = when
        self._verbosity = verbosity
        self.aim: Callable[[], bool] = lambda: True
        self.observers: list[Callable[[], None]] = []
        self._deal = table.deal_found
        self._shown: tuple[Progress | None, bool] = (None, False)
        self.throwing = False  # cards are coming out for a deal
        self._alone = asyncio.Lock()  # a throw, or a late card of it
        self._thrown_for: str | None = None  # the last throw's player; None for the card to be turned up
        self._turns_itself = True
        self._faces: str | None = None  # whom the dispenser has thrown to, and nobody was asked to turn it since
        self._unfed = False  # the gate saw nothing, or nothing more, of the last throw, though the motor ran
        self._silent = 0  # throws in a row of which it saw nothing at all
        self._to_fill = False
        self._moved_at: int | None = None  # the table's version when the deal went on last
        self._notes: set[asyncio.Task[None]] = set()
        table.observers.append(self._table_moved)

    # How it stands

    @property
    def _dealing(self) -> Deal | None:
        """The dispenser's deal, while it goes on."""
        deal = self._of_this_round
        return deal if deal is not None and deal.goes_on(self._table.state) and self._is_there else None

    @property
    def _of_this_round(self) -> Deal | None:
        """What is known of this round's deal, going on or not."""
        deal = self._deal
        return deal if deal is not None and deal.is_of(self._table.game, self._table.state) else None

    @property
    def _may_deal(self) -> bool:
        """True where the dispenser could deal: a round is being set up, and its cards come from there."""
        state = self._table.state
        draws = bool(state.seats) and state.options.draw_from is not Supply.PILE
        return draws and state.phase is Phase.SETUP and self._is_there

    @property
    def _is_there(self) -> bool:
        return bool(self._dispenser.health()["mode"] != "missing")

    @property
    def _in_doubt(self) -> bool:
        """True while the table is asked how many cards somebody has."""
        shown = self.progress
        return shown is not None and shown.in_doubt

    @property
    def offered(self) -> bool:
        """True while YES would make the dispenser deal, or deal again."""
        return self._may_deal and self._dealing is None and self._when() != "never"

    @property
    def progress(self) -> Progress | None:
        """What everybody may know of the deal that goes on."""
        deal = self._dealing
        if deal is None:
            return None
        shown = progress(deal, self._table.state, throwing=self.throwing)
        return replace(shown, turn=not self._turns_itself and shown.player not in {None, self._faces})

    @property
    def left_to_hands(self) -> dict[str, int] | None:
        """Who lacks how many cards of a deal that the table goes on with by hand; None where there is none such."""
        deal, state = self._of_this_round, self._table.state
        begun = deal is not None and deal.by_hand and deal.begun
        return deal.lacking(state) if deal is not None and begun and before_the_first_card(state) else None

    @property
    def _undoes(self) -> bool:
        """True where UNDO goes back in the deal: cards came, or numbers were told, since the last statement.

        The statement that begins the round is never taken back over cards that have been dealt.
        """
        deal, state = self._of_this_round, self._table.state
        if deal is None or not deal.begun or not (self.offered or self._dealing is not None):
            return False
        begins = isinstance(state.statement, cmd.NewGame | cmd.NextRound)
        return begins or self._moved_at == self._table.version

    @property
    def seat(self) -> int | None:
        """Where the dispenser should point for the deal; None where it does not matter."""
        shown = self.progress
        return None if shown is None or shown.player is None else self._table.state.seat(shown.player)

    # What the table does

    def resume(self) -> None:
        """The table is switched on: a deal that was going on does so, an offer is made anew."""
        self._round_begins()

    def ask_again(self) -> bool:
        """Says the question how many cards somebody has, if it is open."""
        if self._in_doubt:
            self._say_next()
        return self._in_doubt

    def _table_moved(self, update: Update) -> None:
        match update.query:
            case None if update.accepted:
                self._follow(update)
            case Query(CommandWord.YES):
                self._begin()
            case Query(CommandWord.NO):
                self._by_hand()
            case Query(CommandWord.UNDO):
                self._undo()
            case Query(None, str(player), number=int(number)):
                self._told(player, number)

    def _follow(self, update: Update) -> None:
        if self._to_fill and update.events:
            self._to_fill = False
        if self.throwing and self._dealing is None:
            self._dispenser.motor_off()  # the table has gone on without it
        turned = next((event for event in update.events if isinstance(event, ev.TopTurned)), None)
        if any(isinstance(event, ev.GameStarted | ev.RoundStarted) for event in update.events):
            self._round_begins()
            return
        if turned is not None and turned.sent_back and (deal := self._dealing) is not None:
            self._note(deal.another_first_card())
        elif turned is not None and before_the_first_card(update.before) and not turned.sent_back:
            self._first_card_lies(update)
        self._refresh()
        if update.events:
            self._say_next()

    def _round_begins(self) -> None:
        """A round is to be set up, for the first time or once more: after a restart, or when it was taken back."""
        self._faces = None
        if self._dealing is not None:
            self._tell(said.goes_on())
            self._refresh()
            self._say_next()
        elif self.left_to_hands is not None:
            self._refresh()
            self._tell(said.by_hand(self._table.state, self.left_to_hands))
        elif not self._may_deal or self._of_this_round is not None:
            self._refresh()
        elif self._when() == "always":
            self._begin()
        else:
            self._refresh()
            self._tell(said.hand_deal(self._table.state, self._verbosity(), offered=self.offered))

    def _first_card_lies(self, update: Update) -> None:
        """After a hand deal the other cards belong into the dispenser; after its own they are there."""
        deal = self._of_this_round
        left_to_hands = deal is not None and deal.by_hand and bool(deal.lacking(self._table.state))
        dispensed = deal is not None and bool(deal.hands) and not left_to_hands
        if dispensed and not self.throwing:
            self._say_lacking()
        if update.after.options.draw_from is not Supply.PILE and self._is_there and not dispensed:
            self._to_fill = True
            self._tell(said.fill(update.after, self._verbosity()))

    def _say_lacking(self) -> None:
        """The first card lies, and hands may be incomplete."""
        deal = self._of_this_round
        lacking = {} if deal is None or deal.by_hand else deal.lacking(self._table.state)
        if lacking:
            self._tell(said.lack(lacking))

    def hopper_moved(self, *, lid_closed: bool) -> None:
        """Lid or cards moved. After a hand deal all is ready once the hopper is full and closed; a deal goes on."""
        if lid_closed:
            self._say_next()
        if self._table.press_in_flight or self._table.interrupted is not None:
            self._to_fill = False  # the table plays already, and waits for what the press does
        health = self._dispenser.health()
        if self._to_fill and health["lid"] != "open" and health["hopper"] != "empty":
            self._to_fill = False
            self._tell(said.filled(self._table.state, self._verbosity()))

    # What the table answers

    def _begin(self) -> None:
        """YES: the dispenser deals, or goes on where it was stopped."""
        if self._dealing is None:
            deal = self._of_this_round or Deal(self._table.game, self._table.state.round)
            self._tell(said.goes_on() if deal.begun else said.begun())
            self._note(deal.taken_up_again())
        self._say_next()

    def _by_hand(self) -> None:
        """NO: the table deals, all of it or the rest."""
        deal = self._of_this_round or Deal(self._table.game, self._table.state.round)
        self._moved_at = self._table.version
        self._note(deal.left_to_hands())
        if self.throwing:
            self._dispenser.motor_off()  # once it rests it is known who lacks how many
        else:
            self._tell(said.by_hand(self._table.state, self.left_to_hands))

    def _undo(self) -> None:
        """UNDO: NO is taken back, else the number of the hand that was dealt last, which is asked for again."""
        deal, shown = self._dealing, self.progress
        if deal is None or shown is None:
            self._begin()
        elif shown.coming:
            self._tell([said.not_yet(shown)])
        elif (asked := deal.taken_back(self._table.state)) is None:
            self._say_next()
        else:
            self._note(asked)
            if (now := self.progress) is not None:
                self._tell(said.number_undone(now))

    def _told(self, player: str, number: int) -> None:
        """The table has counted a hand."""
        deal, state = self._dealing, self._table.state
        if deal is None or state.find(player) is None:
            return
        if self._unfed and number > deal.held_by(player):
            self._presses.gate_missed()
        self._unfed = False
        self._moved_at = self._table.version
        if (surplus := deal.too_many(state, player, number)) > 0:
            self._tell(said.too_many(player, surplus))
        self._note(deal.told(state, player, number))
        self._say_next()

    # A press

    async def _press(self) -> None:
        """One hand's missing cards, or the card to be turned up."""
        async with self._alone:
            deal, state = self._dealing, self._table.state
            if deal is None or self._in_doubt or not deal.awaits_a_press(state):
                return
            thrown, asked = deal.thrown(state)
            self._thrown_for = None if thrown.throw is None else thrown.throw.player
            self._faces = self._thrown_for or self._faces
            self.throwing = True
            self._moved_at = self._table.version
            try:
                await self._keep(thrown)
                ended = await self._presses.throw(asked, self._counted)
            except (DispenserMissingError, DispenserBusyError):
                log.warning("the dispenser takes no press; the deal waits")
                ended = None
            except BaseException:
                # Nobody counts any more: motor off. What is on the disk is asked about.
                self._dispenser.motor_off()
                self.throwing = False
                self._refresh()
                raise
            self.throwing = False
            await self._ended(ended)

    async def _counted(self, cards: int) -> None:
        if self._deal is not None and self._deal.throw is not None and self._deal.throw.counted != cards:
            await self._keep(self._deal.counted(cards))

    async def _ended(self, ended: DispenseEnded | None) -> None:
        deal, state = self._deal, self._table.state
        if deal is None:
            return
        player = deal.open_hand(state)
        self._unfed = ended is not None and ended.finding is Finding.NO_FEED
        self._silent = self._silent + 1 if ended is not None and ended.saw_nothing else 0
        if ended is not None and (ended.in_doubt or self._silent > _BELIEVED_SILENT) and player is not None:
            deal = deal.counted(ended.counted, ended.finding)
        else:
            self._say_come(deal, ended)
            deal = deal.ended(state)
        await self._keep(deal)
        if self.left_to_hands is not None:  # NO while cards were coming
            self._tell(said.by_hand(state, self.left_to_hands))
        elif self._dealing is None:
            self._say_lacking()
        self._say_next()

    def _say_come(self, deal: Deal, ended: DispenseEnded | None) -> None:
        """A hand is complete, or more than that: what has left the gate has left; or the gate may be wrong."""
        state = self._table.state
        player = deal.open_hand(state)
        if not deal.goes_on(state):
            return
        if player is None:
            if ended is not None and deal.next_hand(state) is None:
                self._say_turned_up(ended)
            return
        held = deal.held_by(player)
        if (surplus := deal.too_many(state, player, held)) > 0:
            self._tell(said.too_many(player, surplus))
        elif not deal.ended(state).missing(state, player):
            self._tell(said.dealt(player, held))
        elif ended is not None and may_be_wrong(ended):
            self._tell(count_doubtful(player, held))

    def _say_turned_up(self, ended: DispenseEnded) -> None:
        """One card was to come that is turned up: what else came goes back."""
        if ended.in_doubt:
            self._tell(said.only_one())
        elif ended.counted > 1:
            self._tell(said.put_back())

    async def late_card(self) -> bool:
        """One more card of the last throw was pulled from the gate; False where that was none of a deal."""
        async with self._alone:
            deal, player = self._dealing, self._thrown_for
            if deal is None:
                return False
            self._moved_at = self._table.version
            more = deal.one_more(self._table.state, player)
            if more is None:
                self._tell(said.put_back() if player is None else said.too_many(player, 1))
            else:
                if more.throw is None:
                    self._tell(said.one_more(player))
                await self._keep(more)
            self._say_next()
            return True

    # What follows from a change

    async def _keep(self, deal: Deal) -> None:
        """The deal is so from now on, and on the disk when this returns."""
        self._deal = deal
        self._refresh()
        await self._table.journal.note_deal(deal)

    def _note(self, deal: Deal) -> None:
        """The deal is so from now on, and on the disk as soon as can be."""
        self._do(self._table.journal.note_deal(deal))
        self._deal = deal
        self._refresh()

    def _do(self, note: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(note)
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    def _refresh(self) -> None:
        """Button, cards, aim and page follow the deal."""
        deal, state = self._dealing, self._table.state
        wanted = deal is not None and not self._in_doubt and deal.awaits_a_press(state)
        self._presses.lend(self._press if wanted else None)
        self._table.interpreter.deal = self._asks()
        self._table.interpreter.undoes_the_deal = self._undoes
        self._turns_itself = self.aim()
        shown = self.progress, self.offered
        if shown != self._shown:
            self._shown = shown
            for observer in self.observers:
                observer()

    def _asks(self) -> DealAsks | None:
        shown = self.progress
        if shown is None or self.throwing:
            deal = self._of_this_round
            by_hand = shown is None and deal is not None and deal.by_hand
            return DealAsks(by_hand=by_hand) if shown is not None or self.offered else None
        return DealAsks(numbers=True, player=shown.player, counted=shown.counted, in_doubt=shown.in_doubt)

    def _say_next(self) -> None:
        """What the deal waits for; nothing while cards are coming out."""
        deal, shown = self._dealing, self.progress
        if deal is None or shown is None or shown.coming:
            return
        if shown.turn and not shown.in_doubt:
            self._faces = None
        cut_short = shown.in_doubt and deal.throw is not None and deal.throw.finding is None
        self._tell(said.interrupted(shown) if cut_short else said.step(shown))

    async def close(self) -> None:
        """Waits until what is known of the deal is on the disk."""
        await asyncio.gather(*self._notes)
